#!/usr/bin/env python3
"""Expected values for the boxed game with coins (`coin-tali`), scope="round".

Written only from the page rules-coins.md, by brute force: a round is a tree of plain
states (equal seats are not merged), every state is solved once by memoised recursion
with exact Fractions, every decision maximises the mover's own gain, with the page's order of
equal options.  A second pass walks the chosen play forwards and reads off all figures.

A state is a tuple that begins with a letter:

  ('T', R,G,best,holders,todo,table,called)      todo[0] is about to begin its turn
  ('N', R,G,best,holders,todo,table,called)      todo[0] throws its four bones
  ('D', ..same.., cast,left,power,add)           todo[0] sees `cast` and decides
  ('K', ..same.., kept,left,power,add)           todo[0] throws again all but `kept`
  ('I', ..same.., cast,left,power,add, kind,amount,standing)
                                                 a charge is due, todo[0] has an immunity
  ('J', R,G,caller,ask,in_,table)                ask[0] is asked to match the caller
  ('V', seat,R,G)                                seat has thrown a Venus

R, G: round pot, game pot.  best: None or (sum, pattern, face).  holders: tuple of absolute
seats that hold it.  todo: seats still to throw.  table: all seats in the round (in the Jove round
its participants, the caller first), in rolling order.  called: 0, or how many paid the Jove raise.
left: the variants still available in this turn.  power: True while the seat's power is unused.
add: points added by a power.
Seats are numbered from 0 here.
"""
import json, os, sys, time
from fractions import Fraction as F
from itertools import combinations, product

HERE = os.path.dirname(os.path.abspath(__file__))
FACES = (1, 3, 4, 6)
OPPOSITE = {1: 6, 6: 1, 3: 4, 4: 3}
REROLLS = ('etiam', 'mercury', 'fortuna')       # in the order of §4
BONES_OF = {'etiam': 4, 'mercury': 2, 'fortuna': 1}
DEFAULT_PRICES = {'etiam': 1, 'mercury': 3, 'fortuna': 5}


# ---------------------------------------------------------------- casts
def is_venus(cast):
    return len(set(cast)) == 4


def score(cast, add=0):
    """None, or a key that compares as §2 says (bigger is better)."""
    if 6 not in cast:
        return None
    top = max(cast.count(f) for f in FACES)
    pattern = 3 if top >= 3 else top            # four counts as a triple
    face = max(f for f in FACES if cast.count(f) == top)
    return (sum(cast) + add, pattern, face)


def as_number(faces):
    """Faces written high to low, read as a number (the order of equal options)."""
    return int(''.join(map(str, sorted(faces, reverse=True))) or '0')


# ---------------------------------------------------------------- rules
class Rules:
    def __init__(self, table, players):
        t = dict(table)
        self.players = players
        self.variants = list(t.get('variants', []))
        self.prices = dict(DEFAULT_PRICES)
        self.prices.update(t.get('prices', {}))
        self.rerolls = t.get('rerolls', 'one')
        self.fees = t.get('fees', 'last')
        self.count = t.get('count', 'shares')
        self.ante = t.get('ante', 1)
        self.gold = t.get('gold', 100)
        self.silver = t.get('silver', 10)
        self.dog = t.get('dog', 1)
        self.game_pot = t.get('game_pot', players * self.gold)
        self.characters = t.get('characters') or [{} for _ in range(players)]
        self.role_play = [F(x) for x in (t.get('role_play') or [0] * players)]
        self.has_powers = any(c.get('powers') for c in self.characters)


def powers_of(rules, seat):
    """The powers a seat can use: (name, cost, effect, argument)."""
    effects = ('reroll', 'turn', 'add', 'immune')
    out = []
    for i, p in enumerate(rules.characters[seat].get('powers', [])):
        eff = [e for e in effects if e in p][0]
        out.append((p.get('name') or str(i + 1), p.get('cost', 0), eff,
                    tuple(p[eff]) if eff == 'immune' else p[eff]))
    return out


# ---------------------------------------------------------------- the game
class Seat:
    def __init__(self, bones, policy, allowed, powers, may_call):
        self.bones = bones                      # 4 tuples of 4 probabilities
        self.alike = all(b == bones[0] for b in bones)
        self.policy = policy
        self.allowed = allowed                  # re-rolls this seat can buy
        self.powers = powers
        self.may_call = may_call


class Game:
    """A solved round.  `barred`: set of (seat, variant) that a seat may not use (`worth`).
    `seats_at_table`: the table's seats in rolling order (an evening's round: some seats only);
    `n`: the number of seats that share G; `base`: antes in R at the start."""

    def __init__(self, rules, faces, play, barred=(), order=None, ante=None, base=None,
                 num=F, n=None):
        self.rules = rules
        order = tuple(range(rules.players)) if order is None else tuple(order)
        self.order = order
        self.n = len(order) if n is None else n
        self.ante = rules.ante if ante is None else ante
        self.base = self.n * self.ante if base is None else base
        self.num = num
        self.eps = 0 if num is F else 1e-9
        self.seats = []
        for s in order:
            bones = tuple(tuple(num(x) if num is F else float(F(x)) for x in b)
                          for b in faces[s])
            allowed = tuple(v for v in REROLLS if v in rules.variants
                            and (s, v) not in barred)
            self.seats.append(Seat(bones, play[s], allowed,
                                   powers_of(rules, s) if play[s] == 'best' else [],
                                   'jove' in rules.variants and (s, 'jove') not in barred))
        self.memo = {}
        self.pick = {}
        self.dist_memo = {}

    # ---- throwing
    def throws(self, s, kept):
        """[(cast, probability)] of throwing again; kept: faces (bones alike, sorted) or
        a 4-tuple with 0 for a bone that is thrown."""
        key = (s, kept)
        if key not in self.dist_memo:
            seat = self.seats[s]
            if seat.alike:
                fixed, bones = kept, seat.bones[:4 - len(kept)]
            else:
                fixed, bones = kept, [b for b, f in zip(seat.bones, kept) if f == 0]
            out = {}
            for faces in product(FACES, repeat=len(bones)):
                p = self.num(1)
                for b, f in zip(bones, faces):
                    p = p * b[FACES.index(f)]
                if p == 0:
                    continue
                if seat.alike:
                    cast = tuple(sorted(fixed + faces, reverse=True))
                else:
                    it = iter(faces)
                    cast = tuple(f or next(it) for f in fixed)
                out[cast] = out.get(cast, 0) + p
            self.dist_memo[key] = sorted(out.items())
        return self.dist_memo[key]

    def choices(self, s, cast, k):
        """Ways to choose exactly k bones: (faces number, bone numbers, faces, kept)."""
        out, seen = [], set()
        for bones in combinations(range(4), k):
            faces = tuple(cast[i] for i in bones)
            if self.seats[s].alike:
                kept = tuple(sorted((cast[i] for i in range(4) if i not in bones), reverse=True))
                if kept in seen:
                    continue
                seen.add(kept)
            else:
                kept = tuple(0 if i in bones else cast[i] for i in range(4))
            out.append((as_number(faces), tuple(b + 1 for b in bones), faces, kept))
        return out

    # ---- charges
    def charge(self, cast, ones=None):
        """(kind, amount) of a cast other than Venus; ones: the number of 1s to pay dogs for."""
        r = self.rules
        if len(set(cast)) == 1:
            return {1: ('canis', r.gold), 3: ('vultures', r.silver), 4: ('vultures', r.silver),
                    6: ('eagle', r.silver)}[cast[0]]
        k = cast.count(1) if ones is None else ones
        return ('ones', r.dog * k)

    @staticmethod
    def settle(kind, amount, R, G):
        """(paid by the seat, R, G)"""
        if kind == 'eagle':
            take = min(amount, R + G)
            from_r = min(take, R)
            return -take, R - from_r, G - (take - from_r)
        return amount, R + amount, G

    def due(self, node, kind, amount, standing):
        """Charges at a D node: (paid, next node); an I node if there is an immunity."""
        _, R, G, best, holders, todo, table, called, cast, left, power, add = node
        seat = self.seats[todo[0]]
        if power and seat.policy == 'best' and amount > 0 and any(
                p[2] == 'immune' and kind in p[3] for p in seat.powers):
            return 0, ('I',) + node[1:] + (kind, amount, standing)
        paid, R, G = self.settle(kind, amount, R, G)
        node = ('D', R, G, best, holders, todo, table, called, cast, left, power, add)
        return paid, (self.stood(node) if standing else node)

    def stood(self, node):
        """Ends a turn after charges: who leads now?"""
        _, R, G, best, holders, todo, table, called, cast, left, power, add = node
        mine = score(cast, add)
        if mine is not None:
            if best is None or mine > best:
                best, holders = mine, (todo[0],)
            elif mine == best:
                holders = holders + (todo[0],)
        return ('T', R, G, best, holders, todo[1:], table, called)

    def landed(self, node, ones=None):
        """A D node whose cast has just been thrown: (paid, next node)."""
        cast = node[8]
        if is_venus(cast):
            return 0, ('V', node[5][0], node[1], node[2])
        if self.rules.fees == 'roll':
            kind, amount = self.charge(cast, ones)
            return self.due(node, kind, amount, False)
        return 0, node

    # ---- one step
    def step(self, node):
        """('end', takes, G, R, winners, kind) | ('chance', [(p, paid, next)])
        | ('choice', seat, [(order, label, paid, next, event)])"""
        tag = node[0]
        if tag == 'V':
            _, s, R, G = node
            return ('end', {s: R + G}, 0, R, (s,), 'venus')
        if tag == 'J':
            return self.step_asked(node)
        R, G, best, holders, todo, table, called = node[1:8]
        if tag == 'T':
            if not todo:
                return self.end(node)
            s = todo[0]
            seat = self.seats[s]
            throw = ('N',) + node[1:]
            if seat.may_call and not called and seat.policy == 'best':
                i = table.index(s)
                ask = table[i + 1:] + table[:i]
                return ('choice', s, [((0, 0), 'throw', 0, throw, None),
                                      ((self.ante, 9), 'call', self.ante,
                                       self.asked(R + self.ante, G, s, ask, (s,), table), 'call')])
            return self.step(throw)
        s = todo[0]
        seat = self.seats[s]
        if tag == 'N':
            out = []
            for cast, p in self.throws(s, () if seat.alike else (0, 0, 0, 0)):
                d = ('D', R, G, best, holders, todo, table, called, cast, seat.allowed, True, 0)
                out.append((p,) + self.landed(d))
            return ('chance', out)
        if tag == 'K':
            kept, left, power, add = node[8:]
            old = kept.count(1)
            out = []
            for cast, p in self.throws(s, kept):
                d = ('D', R, G, best, holders, todo, table, called, cast, left, power, add)
                out.append((p,) + self.landed(d, cast.count(1) - old))
            return ('chance', out)
        if tag == 'D':
            options = self.options(node)
            if seat.policy == 'best':
                return ('choice', s, options)
            return ('choice', s, [self.by_policy(node, options)])
        if tag == 'I':
            return self.step_immune(node)
        raise ValueError(node)

    def end(self, node):
        _, R, G, best, holders, todo, table, called = node
        if not holders:
            return ('end', {}, G + R, R, (), 'nobody')
        first = [s for s in table if s in holders]
        takes = {s: R // len(first) for s in first}
        takes[first[0]] += R % len(first)
        return ('end', takes, G, R, tuple(first), 'best')

    def asked(self, R, G, caller, ask, in_, table):
        if not ask:
            return ('T', R, G, None, (), in_, in_, len(in_))
        return ('J', R, G, caller, ask, in_, table)

    def step_asked(self, node):
        _, R, G, caller, ask, in_, table = node
        s = ask[0]
        drop = ((0, 9), 'drop', 0, self.asked(R, G, caller, ask[1:], in_, table), 'drop')
        match = ((self.ante, 9), 'match', self.ante,
                 self.asked(R + self.ante, G, caller, ask[1:], in_ + (s,), table), 'match')
        if self.seats[s].policy != 'best':
            return ('choice', s, [match])
        return ('choice', s, [drop, match])

    def step_immune(self, node):
        kind, amount, standing = node[12:]
        d = ('D',) + node[1:12]
        _, R, G, best, holders, todo, table, called, cast, left, power, add = d
        s = todo[0]
        out = []
        paid, R1, G1 = self.settle(kind, amount, R, G)
        nxt = ('D', R1, G1) + d[3:]
        out.append(((paid, 0), 'pay', paid, self.stood(nxt) if standing else nxt, None))
        for i, (name, cost, eff, arg) in enumerate(self.seats[s].powers):
            if eff == 'immune' and kind in arg:
                nxt = ('D', R + cost, G, best, holders, todo, table, called, cast, left, False,
                       add)
                out.append(((cost, 4, i), 'power ' + name, cost,
                            self.stood(nxt) if standing else nxt, 'power'))
        return ('choice', s, out)

    def options(self, node):
        """All options of a seat that sees its cast, whatever its purse."""
        _, R, G, best, holders, todo, table, called, cast, left, power, add = node
        s = todo[0]
        seat = self.seats[s]
        r = self.rules

        def bones_text(faces, bones):
            text = str(as_number(faces))
            return text if seat.alike else text + ' (' + ','.join(map(str, bones)) + ')'

        out = []
        # stand: with fees="last" the cast is charged now
        if r.fees == 'last':
            kind, amount = self.charge(cast)
            paid, nxt = self.due(node, kind, amount, True)
        else:
            paid, nxt = 0, self.stood(node)
        out.append(((0, 0, 0, 0, ()), 'stand', paid, nxt, None))
        for v in left:
            price = r.prices[v]
            if r.rerolls == 'each' and seat.policy == 'best':
                rest = tuple(x for x in left if x != v)
            else:
                rest = ()
            for number, bones, faces, kept in self.choices(s, cast, BONES_OF[v]):
                label = v if v == 'etiam' else v + ' ' + bones_text(faces, bones)
                out.append(((price, 1 + REROLLS.index(v), 0, number, bones), label, price,
                            ('K', R + price, G, best, holders, todo, table, called, kept, rest,
                             power, add), v))
        if power and seat.policy == 'best':
            for i, (name, cost, eff, arg) in enumerate(seat.powers):
                if eff in ('reroll', 'turn'):
                    for number, bones, faces, kept in self.choices(s, cast, arg):
                        label = 'power %s %s' % (name, bones_text(faces, bones))
                        if eff == 'reroll':
                            nxt = ('K', R + cost, G, best, holders, todo, table, called, kept,
                                   left, False, add)
                        else:
                            new = tuple(OPPOSITE[f] if j + 1 in bones else f
                                        for j, f in enumerate(cast))
                            if seat.alike:
                                new = tuple(sorted(new, reverse=True))
                            if is_venus(new):
                                nxt = ('V', s, R + cost, G)
                            else:
                                nxt = ('D', R + cost, G, best, holders, todo, table, called, new,
                                       left, False, add)
                        out.append(((cost, 4, i, number, bones), label, cost, nxt, 'power'))
                elif eff == 'add' and 6 in cast:
                    nxt = ('D', R + cost, G, best, holders, todo, table, called, cast, left,
                           False, add + arg)
                    out.append(((cost, 4, i, 0, ()), 'power ' + name, cost, nxt, 'power'))
        return out

    def by_policy(self, node, options):
        """The choice of a seat that does not play `best`; options: those available to it."""
        _, R, G, best, holders, todo, table, called, cast, left, power, add = node
        s = todo[0]
        seat = self.seats[s]
        stand = options[0]
        policy = seat.policy
        if policy == 'never':
            return stand
        if policy == 'venus':
            chosen, chosen_value = stand, 0
            for o in sorted(options[1:], key=lambda o: o[0]):
                p = sum((q for c, q in self.throws(s, o[3][8]) if is_venus(c)), self.num(0))
                value = p * G - o[0][0]
                if value > chosen_value + self.eps:
                    chosen, chosen_value = o, value
            return chosen
        if policy in ('behind', 'void'):
            mine = score(cast)
            if policy == 'void':
                content = mine is not None
            else:
                content = mine is not None and (best is None or mine > best)
            if content or not left:
                return stand
            v = min(left, key=lambda v: (self.rules.prices[v], REROLLS.index(v)))
            lowest = sorted(range(4), key=lambda i: (cast[i], i))[:BONES_OF[v]]
            if seat.alike:
                kept = tuple(sorted((cast[i] for i in range(4) if i not in lowest), reverse=True))
            else:
                kept = tuple(0 if i in lowest else cast[i] for i in range(4))
            for o in options[1:]:
                if o[4] == v and o[3][8] == kept:
                    return o
            return stand                       # cannot pay it (evening)
        raise ValueError(policy)

    # ---- solving
    def choose(self, s, options):
        """The best option for the mover's own gain, in the order of §4: (option, values)."""
        best, best_value = None, None
        for o in sorted(options, key=lambda o: o[0]):
            v = self.value(o[3])[s] - o[2]
            if best is None or v > best_value + self.eps:
                best, best_value = o, v
        return best, best_value

    def value(self, node):
        """Expected gains of all seats from here on: coins taken - coins paid, with
        count="shares" + (G at the end)/n.  (Subtract G/n of a position to get the page's gain.)"""
        got = self.memo.get(node)
        if got is not None:
            return got
        st = self.step(node)
        m = len(self.seats)
        if st[0] == 'end':
            share = self.num(st[2]) / self.n if self.rules.count == 'shares' else self.num(0)
            vec = tuple(share + st[1].get(i, 0) for i in range(m))
        elif st[0] == 'chance':
            tot = [self.num(0)] * m
            mover = node[5][0]
            for p, paid, nxt in st[1]:
                v = self.value(nxt)
                for i in range(m):
                    tot[i] += p * v[i]
                if paid:
                    tot[mover] -= p * paid
            vec = tuple(tot)
        else:
            s = st[1]
            o = self.choose(s, st[2])[0]
            self.pick[node] = o
            v = list(self.value(o[3]))
            v[s] -= o[2]
            vec = tuple(v)
        self.memo[node] = vec
        return vec

    def root(self, R=None, G=None):
        m = tuple(range(len(self.seats)))
        R = self.base if R is None else R
        G = self.rules.game_pot if G is None else G
        return ('T', R, G, None, (), m, m, 0)

    def net(self):
        """Gain of the round per seat, by count, including antes and role-playing bonus."""
        r = self.rules
        v = self.value(self.root())
        share = self.num(r.game_pot) / self.n if r.count == 'shares' else 0
        return [v[i] - share - self.ante + r.silver * r.role_play[i] for i in range(len(v))]

    # ---- the figures, walking the chosen play forwards
    def figures(self):
        root = self.root()
        net = self.net()
        m = len(self.seats)
        r = self.rules
        # every node before its successors
        order, seen = [], set()

        def nexts(node):
            st = self.step(node)
            if st[0] == 'end':
                return st, []
            if st[0] == 'chance':
                return st, [x[2] for x in st[1]]
            self.value(node)
            return st, [self.pick[node][3]]

        steps = {}
        stack = [(root, False)]
        while stack:
            node, done = stack.pop()
            if done:
                order.append(node)
                continue
            if node in seen:
                continue
            seen.add(node)
            st, after = nexts(node)
            steps[node] = st
            stack.append((node, True))
            stack.extend((x, False) for x in after if x not in seen)
        order.reverse()

        zero = F(0)
        reach = {root: {0: F(1)}}              # node -> {throws so far: probability}
        length, win, venus = {}, [zero] * m, [zero] * m
        nobody = split = g_end = zero
        pot = {}
        taken, paid_by = [zero] * m, [zero] * m
        bought = {v: [zero] * m for v in REROLLS}
        power, call, asked, dropped = ([zero] * m for _ in range(4))

        def flow(nxt, poly, p, more):
            to = reach.setdefault(nxt, {})
            for k, q in poly.items():
                to[k + more] = to.get(k + more, zero) + q * p

        for node in order:
            poly = reach.pop(node)
            total = sum(poly.values())
            st = steps.pop(node)
            if st[0] == 'end':
                _, takes, G, R, winners, kind = st
                for k, q in poly.items():
                    length[k] = length.get(k, zero) + q
                pot[R] = pot.get(R, zero) + total
                g_end += total * G
                for s, c in takes.items():
                    taken[s] += total * c
                for s in winners:
                    win[s] += total / len(winners)
                if kind == 'venus':
                    venus[winners[0]] += total
                elif not winners:
                    nobody += total
                elif len(winners) > 1:
                    split += total
            elif st[0] == 'chance':
                s = node[5][0]
                for p, paid, nxt in st[1]:
                    paid_by[s] += total * p * paid
                    flow(nxt, poly, p, 1)
            else:
                s = st[1]
                _, _, paid, nxt, event = self.pick[node]
                paid_by[s] += total * paid
                if event in bought:
                    bought[event][s] += total
                elif event == 'power':
                    power[s] += total
                elif event == 'call':
                    call[s] += total
                if node[0] == 'J':
                    asked[s] += total
                    if event == 'drop':
                        dropped[s] += total
                flow(nxt, poly, F(1), 0)

        bonus = [r.silver * x for x in r.role_play]
        purse = [taken[i] - paid_by[i] - self.ante + bonus[i] for i in range(m)]
        mean = sum(k * p for k, p in length.items())
        pmean = sum(k * p for k, p in pot.items())
        out = {'win_share': win, 'nobody': nobody, 'length_mean': mean,
               'length_variance': sum(k * k * p for k, p in length.items()) - mean ** 2,
               'length_pmf': {str(k): length[k] for k in sorted(length)},
               'venus': venus, 'split': split, 'pot_mean': pmean,
               'pot_variance': sum(k * k * p for k, p in pot.items()) - pmean ** 2,
               'net': net, 'net_purse': purse}
        for v in REROLLS:
            if v in r.variants:
                out[v] = bought[v]
        if r.has_powers:
            out['power_used'] = power
        if 'jove' in r.variants:
            out['jove_call'] = call
            out['jove_drop'] = [dropped[i] / asked[i] if asked[i] else None for i in range(m)]
        # checks: the two passes agree, probabilities and coins add up
        assert sum(length.values()) == 1 and sum(pot.values()) == 1
        assert sum(win) + nobody == 1
        if r.count == 'shares':
            assert sum(net) == sum(bonus), sum(net)
            assert all(purse[i] + (g_end - r.game_pot) / self.n == net[i] for i in range(m))
        else:
            assert purse == net
        assert sum(purse) - sum(bonus) == r.game_pot - g_end
        return out


# ---------------------------------------------------------------- positions (§9)
def parse_cast(text):
    """'6443' or '6443+2' -> (cast, add)"""
    cast, _, x = text.partition('+')
    return tuple(int(c) for c in cast), int(x or 0)


def advise(rules, faces, play, position):
    first, *rest = position.split()
    seat, n = (int(x) for x in first.split('/'))
    s = seat - 1
    keys = {}
    for item in rest:
        k, _, v = item.partition('=')
        keys[k] = v
    G = int(keys.get('game', rules.game_pot))
    minus = F(G, n) if rules.count == 'shares' else F(0)
    bonus = 0                                    # the role-playing bonus is not counted here
    if 'won' in keys:                            # the winner sets the next ante
        ante = int(keys.get('ante', rules.ante))
        order = [(s + i) % n for i in range(n)]
        out = []
        for name, a in (('keep', ante), ('down', max(1, ante - 5)), ('up', ante + 5)):
            g = Game(rules, faces, play, order=order, ante=a)
            out.append((name, g.value(g.root(g.base, G))[0] - minus - a + bonus))
        best = out[0]
        for o in out:
            if o[1] > best[1]:
                best = o
        return {'options': dict(out), 'best': best[0]}
    g = Game(rules, faces, play)
    order = tuple(range(n))
    caller = int(keys['jove']) - 1 if 'jove' in keys else None
    in_ = tuple(int(x) - 1 for x in keys['in'].split(',')) if 'in' in keys else ()
    R = int(keys.get('pot', rules.ante * (n + len(in_))))
    best = holders = None
    if keys.get('best', '-') != '-':
        best = score(*parse_cast(keys['best']))
    tied = int(keys.get('tied', 1))
    if caller is not None and 'roll' not in keys:
        ask = order[s:] + order[:s]
        ask = ask[:ask.index(caller)]
        node = ('J', R, G, caller, ask, in_, order)
    else:
        if caller is not None:
            table, todo, called = in_, in_[in_.index(s):], len(in_)
        else:
            table, todo, called = order, order[s:], 0
        thrown = table[:len(table) - len(todo)]
        holders = thrown[:tied] if best else ()
        if 'roll' not in keys:
            node = ('T', R, G, best, holders, todo, table, called)
            if g.step(node)[0] == 'chance':
                return casts_of(g, node, minus)
        else:
            cast = parse_cast(keys['roll'])[0]
            if g.seats[s].alike:
                cast = tuple(sorted(cast, reverse=True))
            left = g.seats[s].allowed
            if 'left' in keys:
                left = tuple(v for v in REROLLS if v in keys['left'].split(','))
            node = ('D', R, G, best, holders, todo, table, called, cast, left,
                    keys.get('power', 'open') == 'open', 0, None)
    st = g.step(node)
    values = {o[1]: g.value(o[3])[s] - o[2] - minus + bonus for o in st[2]}
    return {'options': values, 'best': g.choose(s, st[2])[0][1]}


def casts_of(g, node, minus):
    """One line per possible cast: the best option and its value (§9)."""
    out = {}
    _, R, G, best, holders, todo, table, called = node
    s = todo[0]
    seat = g.seats[s]
    for cast, p in g.throws(s, () if seat.alike else (0, 0, 0, 0)):
        if is_venus(cast):
            continue
        d = ('D', R, G, best, holders, todo, table, called, cast, seat.allowed, True, 0, None)
        if g.rules.fees == 'roll':
            kind, amount = g.charge(cast)
            paid, d = g.due(d, kind, amount, False)
            if d[0] == 'I':
                o, _ = g.choose(s, g.step(d)[2])
                d = o[3]
        # the value of the position after the charge: payments are gone, and G is now d[2]
        minus_now = F(d[2], g.n) if g.rules.count == 'shares' else 0
        o, v = g.choose(s, g.step(d)[2])
        out[''.join(map(str, cast))] = [o[1], v - minus_now]
    return {'casts': out}


# ---------------------------------------------------------------- balance
def balance(rules_table, players, faces, play):
    def game(table, play=play, barred=()):
        return Game(Rules(table, players), faces, play, barred)

    rules = Rules(rules_table, players)
    base = game(rules_table).net()
    worth, without = {}, {}
    for v in rules.variants:
        worth[v] = [base[i] - game(rules_table, barred={(i, v)}).net()[i] for i in range(players)]
        fewer = dict(rules_table)
        fewer['variants'] = [x for x in rules.variants if x != v]
        without[v] = game(fewer).net()
    skill = {}
    for policy in ('venus', 'behind', 'void', 'never'):
        all_same = game(rules_table, [policy] * players).net()
        alone = []
        for i in range(players):
            who = [policy] * players
            who[i] = 'best'
            alone.append(game(rules_table, who).net()[i])
        skill[policy] = (sum(alone) - sum(all_same)) / players
    return {'worth': worth, 'without': without, 'skill': skill}


# ---------------------------------------------------------------- cases
def text(x):
    if isinstance(x, F):
        return str(x)
    if isinstance(x, dict):
        return {k: text(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [text(v) for v in x]
    return x if x is None or isinstance(x, str) else str(x)


def spread(faces, players):
    """The `faces` of a case -> seats x 4 bones."""
    seats = list(faces) * players if len(faces) == 1 else list(faces)
    return [[tuple(F(x) for x in b) for b in (list(s) * 4 if len(s) == 1 else s)] for s in seats]


def spread_play(play, players):
    return list(play) * players if len(play) == 1 else list(play)


def main():
    import coin_tali_cases
    inputs = ('name', 'players', 'faces', 'rules', 'play', 'position')
    old = {}
    if '--reuse' in sys.argv:                    # keep earlier results
        for c in json.load(open(HERE + '/../expected/coin_tali.json')):
            old[json.dumps([c.get(k) for k in inputs])] = c
    out, t_all = [], time.time()
    for c in coin_tali_cases.cases():
        t = time.time()
        known = old.get(json.dumps([c.get(k) for k in inputs]))
        if known:
            out.append(known)
            continue
        n = c['players']
        faces = spread(c['faces'], n)
        play = spread_play(c.get('play', ['best']), n)
        kind = c.pop('kind')
        if kind == 'round':
            c['values'] = text(Game(Rules(c['rules'], n), faces, play).figures())
        elif kind == 'advise':
            c.update(text(advise(Rules(c['rules'], n), faces, play, c['position'])))
        else:
            c.update(text(balance(c['rules'], n, faces, play)))
        out.append(c)
        print('%7.1f s  %s' % (time.time() - t, c['name']), file=sys.stderr, flush=True)
        with open(HERE + '/../expected/coin_tali.json', 'w') as f:
            json.dump(out, f, indent=1)
    with open(HERE + '/../expected/coin_tali.json', 'w') as f:
        json.dump(out, f, indent=1)
    print('%d cases, %.0f s' % (len(out), time.time() - t_all), file=sys.stderr)


if __name__ == '__main__':
    main()
