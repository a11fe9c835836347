#!/usr/bin/env python3
"""scope="evening" (§8): a simulation, bone by bone, and for two seats without loans and
role_play an exact chain.  Decisions come from rounds solved by make_coin_tali.Game (floats).
Payments, eliminations and transitions are implemented here twice, in the simulation and
independently in the chain, so that the two check each other."""
import json, math, random, sys, time
from fractions import Fraction as F
import make_coin_tali as ct

ALIVE_LIMIT = 10_000


class Evening:
    def __init__(self, case):
        self.n = n = case['players']
        self.table = case['rules']
        self.rules = ct.Rules(self.table, n)
        self.faces = ct.spread(case['faces'], n)
        self.play = ct.spread_play(case['play'], n)
        t = self.table
        self.rounds = t.get('rounds', 0)
        self.loans = t.get('loans', False)
        raise_ = t.get('raise', 'keep')
        self.raise_ = raise_ if isinstance(raise_, list) else [raise_] * n
        purse = t.get('purse', {'gold': 2, 'silver': 3, 'copper': 5})
        purses = purse if isinstance(purse, list) else [purse] * n
        self.purses = [self.coins(p) for p in purses]
        assert all(p >= self.rules.gold for p in self.purses)
        self.games = {}

    def coins(self, p):
        if isinstance(p, int):
            return p
        return (p.get('gold', 0) * self.rules.gold + p.get('silver', 0) * self.rules.silver
                + p.get('copper', 0))

    def game(self, order, ante, base=None):
        """The solved round of these seats in this rolling order."""
        base = len(order) * ante if base is None else base
        matters = 'jove' in self.rules.variants
        key = (order, ante, base) if matters else (order,)
        if key not in self.games:
            self.games[key] = ct.Game(self.rules, self.faces, self.play, order=order, ante=ante,
                                      base=base, num=float, n=len(order))
        return self.games[key]

    def decide(self, g, node, purse):
        """The option a seat takes at a D node with this purse."""
        s = node[5][0]
        if not node[9] and (not g.seats[s].powers or g.seats[s].policy != 'best'):
            return (None, 'stand', None, None, None)     # nothing else is possible
        options = g.options(node)
        open_ = [o for o in options if o[1] == 'stand' or o[0][0] <= purse]
        if g.seats[s].policy == 'best':
            return open_[0] if len(open_) == 1 else g.choose(s, open_)[0]
        return g.by_policy(node, open_)

    def calls(self, g, node, purse):
        s = node[5][0]
        if (not g.seats[s].may_call or node[7] or g.seats[s].policy != 'best'
                or purse < g.ante):
            return False
        return g.choose(s, g.step(node)[2])[0][1] == 'call'

    def matches(self, g, node, purse):
        s = node[4][0]
        if purse < g.ante:
            return False
        return g.choose(s, g.step(node)[2])[0][1] == 'match'

    def next_ante(self, who, ante):
        """The winner's raise."""
        return {'keep': ante, 'up': ante + 5, 'down': max(1, ante - 5)}[self.raise_[who]]


# ---------------------------------------------------------------- simulation
class Over(Exception):
    """Raised when one seat is left."""


class Simulation(Evening):
    def run(self, rng):
        n, r = self.n, self.rules
        self.purse = [p - r.gold for p in self.purses]
        self.G, self.R = n * r.gold, 0
        self.inside = list(range(n))           # seats still in the evening
        self.debt = [0] * n
        self.bank = 0
        self.venuses = 0
        self.first_out = None
        self.round = 0
        self.rng = rng
        starter, ante = 0, r.ante
        unfinished = False
        try:
            while True:
                if self.rounds and self.round == self.rounds:
                    self.share_out(starter)
                    break
                if self.round == ALIVE_LIMIT:
                    unfinished = True
                    break
                self.round += 1
                starter, ante = self.one_round(starter, ante)
        except Over:
            self.purse[self.inside[0]] += self.R + self.G
        win = [0.0] * n
        if not unfinished:
            if self.rounds:
                top = max(self.purse)
                best = [i for i in range(n) if self.purse[i] == top]
            else:
                best = list(self.inside)
            for i in best:
                win[i] = 1 / len(best)
        return {'win_share': win, 'rounds_mean': self.round,
                'ruin': [0.0 if i in self.inside else 1.0 for i in range(n)],
                'venus_mean': self.venuses, 'coins_mean': list(self.purse),
                'bank_mean': self.bank, 'first_ruin_mean': self.first_out,
                'unfinished': float(unfinished)}

    def share_out(self, starter):
        k = len(self.inside)
        for i in self.inside:
            self.purse[i] += self.G // k
        self.purse[starter] += self.G % k

    def rolling(self, start):
        """Seats still in, from `start` on."""
        return [s for s in ((start + i) % self.n for i in range(self.n)) if s in self.inside]

    def out(self, s):
        self.inside.remove(s)
        if self.first_out is None:
            self.first_out = self.round
        if len(self.inside) == 1:
            raise Over

    def owe(self, s, amount):
        """s pays into R what it owes; False if it is out."""
        have = min(amount, self.purse[s])
        self.purse[s] -= have
        self.R += have
        if have == amount:
            return True
        if self.loans:
            lent = amount - have
            self.R += lent
            self.bank += lent
            self.debt[s] += lent + (0 if self.debt[s] else 5)
            return True
        self.out(s)
        return False

    def one_round(self, starter, ante):
        self.R = 0
        # antes
        for s in self.rolling(starter):
            self.owe(s, ante)
        old_debt = [d > 0 for d in self.debt]
        order = tuple(self.rolling(starter))
        self.g = g = self.game(order, ante, self.R)
        self.order = order
        # turns; the game's seats are indices into `order`
        self.best, self.holders, self.called = None, (), 0
        self.seats_in = tuple(range(len(order)))          # in the round
        todo = list(self.seats_in)
        caller = venus = None
        while todo:
            pos = todo[0]
            node = ('T', self.R, self.G, self.best, self.holders, tuple(todo), self.seats_in,
                    self.called)
            if self.calls(g, node, self.purse[order[pos]]):
                caller = pos
                self.pay(pos, ante)
                in_ = [pos]
                i = self.seats_in.index(pos)
                ask = self.seats_in[i + 1:] + self.seats_in[:i]
                while ask:
                    jn = ('J', self.R, self.G, pos, ask, tuple(in_), self.seats_in)
                    if self.matches(g, jn, self.purse[order[ask[0]]]):
                        self.pay(ask[0], ante)
                        in_.append(ask[0])
                    ask = ask[1:]
                self.best, self.holders, self.called = None, (), len(in_)
                self.seats_in = tuple(in_)
                todo = list(in_)
                continue
            if self.turn(pos, tuple(todo)):
                venus = pos
                break
            todo.pop(0)
        # the pots
        winner = None
        if venus is not None:
            winner = order[venus]
            self.venuses += 1
            self.purse[winner] += self.R + self.G
            self.G = 0
        elif self.holders:
            first = [p for p in self.seats_in if p in self.holders]
            for p in first:
                self.purse[order[p]] += self.R // len(first)
            self.purse[order[first[0]]] += self.R % len(first)
            winner = order[first[0]]
        else:
            self.G += self.R
        self.R = 0
        # role-playing bonus
        if any(self.rules.role_play):
            x = self.rng.random()
            for i, p in enumerate(self.rules.role_play):
                if x < p:
                    if i in self.inside:
                        self.purse[i] += self.rules.silver
                        self.bank += self.rules.silver
                    break
                x -= float(p)
        # debts
        for s in self.rolling(starter):
            if self.debt[s]:
                if self.purse[s] >= self.debt[s]:
                    self.purse[s] -= self.debt[s]
                    self.bank -= self.debt[s]
                    self.debt[s] = 0
                elif old_debt[s]:
                    self.bank -= self.purse[s]
                    self.purse[s] = 0
                    self.debt[s] = 0
                    self.out(s)
        # a gold each after a Venus
        if venus is not None:
            for s in self.rolling(winner):
                if self.purse[s] >= self.rules.gold:
                    self.purse[s] -= self.rules.gold
                    self.G += self.rules.gold
                else:
                    self.out(s)
        # next starter, next ante
        if winner is not None:
            nxt = self.rolling(winner)
            if nxt[0] == winner:
                ante = self.next_ante(winner, ante)
            return nxt[0], ante
        after = starter if caller is None else order[caller]
        return self.rolling((after + 1) % self.n)[0], ante + (1 if caller is None else 5)

    def pay(self, pos, amount):
        self.purse[self.order[pos]] -= amount
        self.R += amount
        assert self.purse[self.order[pos]] >= 0

    def throw(self, pos, kept_positions, cast):
        """Throws the bones that are not kept, one by one."""
        bones = self.faces[self.order[pos]]
        new = list(cast)
        for i in range(4):
            if i not in kept_positions:
                new[i] = self.rng.choices(ct.FACES, [float(p) for p in bones[i]])[0]
        return tuple(new)

    def turn(self, pos, todo):
        """A whole turn; True if it is a Venus.  `lies` is in bone order."""
        g, r = self.g, self.rules
        s = self.order[pos]
        alike = g.seats[pos].alike
        roll = r.fees == 'roll'
        left, power, add = g.seats[pos].allowed, True, 0
        lies = self.throw(pos, (), (0,) * 4)
        ones = None                       # dogs of the whole cast
        fresh = True
        while True:
            if ct.is_venus(lies):
                return True
            shown = tuple(sorted(lies, reverse=True)) if alike else lies
            if roll and fresh:
                ok, power = self.charged(pos, todo, shown, ones, left, power, add, False)
                if not ok:
                    return False
            fresh = False
            node = ('D', self.R, self.G, self.best, self.holders, todo, self.seats_in,
                    self.called, shown, left, power, add)
            _, label, _, nxt, event = self.decide(g, node, self.purse[s])
            if label == 'stand':
                if not roll:
                    ok, power = self.charged(pos, todo, shown, None, left, power, add, True)
                    if not ok:
                        return False
                mine = ct.score(lies, add)
                if mine is not None:
                    if self.best is None or mine > self.best:
                        self.best, self.holders = mine, (pos,)
                    elif mine == self.best:
                        self.holders += (pos,)
                return False
            if event == 'power':
                p = [q for q in g.seats[pos].powers if label.split()[1] == q[0]][0]
                self.pay(pos, p[1])
                power = False
                if p[2] == 'add':
                    add += p[3]
                    continue
            else:
                price = r.prices[event]
                self.pay(pos, price)
                each = r.rerolls == 'each' and g.seats[pos].policy == 'best'
                left = tuple(v for v in left if v != event) if each else ()
            # which bones: by the faces in the label (bones alike), else by their numbers
            if event == 'etiam':
                which = [0, 1, 2, 3]
            elif alike:
                which, pool = [], list(lies)
                for c in label.split()[-1]:
                    i = pool.index(int(c))
                    pool[i] = 0
                    which.append(i)
            else:
                which = [int(c) - 1 for c in label[label.index('(') + 1:-1].split(',')]
            if event == 'power' and p[2] == 'turn':
                lies = tuple(ct.OPPOSITE[f] if i in which else f for i, f in enumerate(lies))
                continue
            lies = self.throw(pos, [i for i in range(4) if i not in which], lies)
            ones = sum(1 for i in which if lies[i] == 1)
            fresh = True

    def charged(self, pos, todo, cast, ones, left, power, add, standing):
        """Charges a cast: (still in?, power)."""
        g, r = self.g, self.rules
        s = self.order[pos]
        if len(set(cast)) == 1:
            f = cast[0]
            if f == 6:
                got = min(r.silver, self.R + self.G)
                from_r = min(got, self.R)
                self.R -= from_r
                self.G -= got - from_r
                self.purse[s] += got
                return True, power
            kind, amount = ('canis', r.gold) if f == 1 else ('vultures', r.silver)
        else:
            kind, amount = 'ones', r.dog * (cast.count(1) if ones is None else ones)
        if power and amount and g.seats[pos].policy == 'best' and any(
                q[2] == 'immune' and kind in q[3] for q in g.seats[pos].powers):
            node = ('I', self.R, self.G, self.best, self.holders, todo, self.seats_in,
                    self.called, cast, left, power, add, kind, amount, standing)
            open_ = [o for o in g.step(node)[2] if o[1] == 'pay' or o[2] <= self.purse[s]]
            o = g.choose(pos, open_)[0]
            if o[1] != 'pay':
                self.pay(pos, o[2])
                return True, False
        if not self.owe(s, amount):
            self.seats_in = tuple(p for p in self.seats_in if p != pos)
            return False, power
        return True, power


def simulate(case, evenings, seed):
    sim = Simulation(case)
    rng = random.Random(seed)
    n = sim.n
    names = ['win_share', 'rounds_mean', 'ruin', 'venus_mean', 'coins_mean', 'bank_mean',
             'first_ruin_mean', 'unfinished']
    acc = {k: [] for k in names}
    for _ in range(evenings):
        res = sim.run(rng)
        # no coin is lost
        left_over = 0 if not res['unfinished'] else sim.R + sim.G
        assert sum(sim.purse) + left_over == sum(sim.purses) + sim.bank
        for k in names:
            acc[k].append(res[k])

    def stat(xs):
        xs = [x for x in xs if x is not None]
        if not xs:
            return None, None
        m = sum(xs) / len(xs)
        var = sum((x - m) ** 2 for x in xs) / max(1, len(xs) - 1)
        return m, math.sqrt(var / len(xs))

    out, errors = {}, {}
    for k in names:
        if k in ('win_share', 'ruin', 'coins_mean'):
            st = [stat([x[i] for x in acc[k]]) for i in range(n)]
            out[k], errors[k] = [a for a, _ in st], [b for _, b in st]
        else:
            out[k], errors[k] = stat(acc[k])
    out['evenings'] = evenings
    out['standard_errors'] = errors
    return out


# ---------------------------------------------------------------- chain, two seats
class Chain(Evening):
    """State between rounds: (starter, purse 0, purse 1, G, ante).  End: ('end', the seat left,
    coins 0, coins 1).  No loans, no role_play, rounds=0, no characters."""

    def __init__(self, case):
        super().__init__(case)
        assert self.n == 2 and not self.loans and not self.rounds
        assert not any(self.rules.role_play) and not self.rules.has_powers
        self.memo = {}
        self.turn_memo = {}

    def transitions(self, state):
        """{next: probability}, expected Venuses of the round"""
        a, p0, p1, G, ante = state
        purses = [p0, p1]
        order = (a, 1 - a)
        R = 0
        for s in order:
            if purses[s] < ante:
                R += purses[s]
                purses[s] = 0
                purses[1 - s] += R + G
                return {('end', 1 - s) + tuple(purses): 1.0}, 0.0
            purses[s] -= ante
            R += ante
        self.g = self.game(order, ante)
        root = ('T', R, G, None, (), (0, 1), (0, 1), 0)
        out, venus = {}, 0.0
        for (kind, who, caller, pa, pb, G1), q in self.play_out(root, purses[order[0]],
                                                                 purses[order[1]]).items():
            ps = [0, 0]
            ps[order[0]], ps[order[1]] = pa, pb
            if kind == 'out':                            # `who` could not pay
                s = order[1 - who]
                ps[s] += G1
                t = ('end', s) + tuple(ps)
            elif kind == 'nobody':
                s = order[1] if caller is None else order[1 - caller]
                t = (s, ps[0], ps[1], G1, ante + (1 if caller is None else 5))
            else:
                s = order[who]
                gold = self.rules.gold
                t = None
                if kind == 'venus':
                    venus += q
                    if ps[s] < gold:                     # the thrower cannot pay
                        ps[1 - s] += G1
                        t = ('end', 1 - s) + tuple(ps)
                    elif ps[1 - s] < gold:
                        ps[s] += G1
                        t = ('end', s) + tuple(ps)
                    else:
                        ps[0] -= gold
                        ps[1] -= gold
                        G1 += 2 * gold
                if t is None:
                    t = (s, ps[0], ps[1], G1, self.next_ante(s, ante))
            out[t] = out.get(t, 0.0) + q
        return out, venus

    def play_out(self, node, pa, pb):
        """{(kind, place, caller, purse a, purse b, G): probability} from a T or J node on."""
        key = (self.g, node, pa, pb)
        if key in self.memo:
            return self.memo[key]
        g = self.g
        purse = (pa, pb)
        out = {}
        if node[0] == 'J':
            _, R, G, caller, ask, in_, table = node
            s = ask[0]
            if self.matches(g, node, purse[s]):
                purse = self.minus(purse, s, g.ante)
                R += g.ante
                in_ += (s,)
            out = self.play_out(('T', R, G, None, (), in_, in_, len(in_)), *purse)
        else:
            _, R, G, best, holders, todo, table, called = node
            caller = table[0] if called else None
            if not todo:
                if not holders:
                    out = {('nobody', None, caller, pa, pb, G + R): 1.0}
                else:
                    first = [s for s in table if s in holders]
                    purse = list(purse)
                    for s in first:
                        purse[s] += R // len(first)
                    purse[first[0]] += R % len(first)
                    out = {('win', first[0], caller, purse[0], purse[1], G): 1.0}
            elif self.calls(g, node, purse[todo[0]]):
                s = todo[0]
                purse = self.minus(purse, s, g.ante)
                out = self.play_out(('J', R + g.ante, G, s, (1 - s,), (s,), table), *purse)
            else:
                s = todo[0]
                seat = g.seats[s]
                for (end, nxt, purse1), q in self.turn(
                        R, G, node, None, () if seat.alike else (0,) * 4, seat.allowed,
                        purse).items():
                    more = {end: 1.0} if end else self.play_out(nxt, *purse1)
                    for k, p in more.items():
                        out[k] = out.get(k, 0.0) + p * q
        self.memo[key] = out
        return out

    @staticmethod
    def minus(purse, s, amount):
        return tuple(p - amount if i == s else p for i, p in enumerate(purse))

    def turn(self, R, G, node, ones_kept, kept, left, purse):
        """Throws, and plays the turn to its end: {(end or None, T node, purse): probability}."""
        key = (self.g, R, G, node[3:], ones_kept, kept, left, purse)
        if key in self.turn_memo:
            return self.turn_memo[key]
        g = self.g
        _, _, _, best, holders, todo, table, called = node
        s = todo[0]
        caller = table[0] if called else None
        out = {}

        def add(q, end, nxt, purse):
            out[end, nxt, purse] = out.get((end, nxt, purse), 0.0) + q

        for cast, q in g.throws(s, kept):
            R1, G1, purse1 = R, G, purse
            if ct.is_venus(cast):
                purse1 = self.minus(purse1, s, -(R1 + G1))
                add(q, ('venus', s, caller) + purse1 + (0,), None, None)
                continue
            if self.rules.fees == 'roll':
                ones = cast.count(1) - (ones_kept or 0)
                ok, R1, G1, purse1 = self.charge(s, cast, ones, R1, G1, purse1)
                if not ok:
                    add(q, ('out', s, caller) + purse1 + (G1 + R1,), None, None)
                    continue
            d = ('D', R1, G1, best, holders, todo, table, called, cast, left, True, 0)
            o = self.decide(g, d, purse1[s])
            if o[1] == 'stand':
                if self.rules.fees == 'last':
                    ok, R1, G1, purse1 = self.charge(s, cast, cast.count(1), R1, G1, purse1)
                    if not ok:
                        add(q, ('out', s, caller) + purse1 + (G1 + R1,), None, None)
                        continue
                key2 = ct.score(cast)
                b, h = best, holders
                if key2 is not None and (b is None or key2 > b):
                    b, h = key2, (s,)
                elif key2 is not None and key2 == b:
                    h = h + (s,)
                add(q, None, ('T', R1, G1, b, h, todo[1:], table, called), purse1)
                continue
            price = self.rules.prices[o[4]]
            again, rest = o[3][8], o[3][9]
            for (end, nxt, purse2), q2 in self.turn(
                    R1 + price, G1, node, again.count(1), again, rest,
                    self.minus(purse1, s, price)).items():
                add(q * q2, end, nxt, purse2)
        if len(self.turn_memo) > 200_000:
            self.turn_memo.clear()
        self.turn_memo[key] = out
        return out

    def charge(self, s, cast, ones, R, G, purse):
        """(still in?, R, G, purse) after the charge of the cast, `ones` 1s counting."""
        r = self.rules
        if set(cast) == {6}:
            got = min(r.silver, R + G)
            from_r = min(got, R)
            return True, R - from_r, G - got + from_r, self.minus(purse, s, -got)
        if len(set(cast)) == 1:
            due = r.gold if cast[0] == 1 else r.silver
        else:
            due = r.dog * ones
        paid = min(due, purse[s])
        return paid == due, R + paid, G, self.minus(purse, s, paid)

    def solve(self):
        start = (0, self.purses[0] - self.rules.gold, self.purses[1] - self.rules.gold,
                 2 * self.rules.gold, self.rules.ante)
        trans, venus, stack = {}, {}, [start]
        while stack:
            s = stack.pop()
            if s in trans:
                continue
            t, v = self.transitions(s)
            assert abs(sum(t.values()) - 1) < 1e-9
            total = sum(self.purses)
            for k in t:
                assert (k[2] + k[3] if k[0] == 'end' else k[1] + k[2] + k[3]) == total, (s, k)
            trans[s], venus[s] = list(t.items()), v
            stack.extend(k for k in t if k[0] != 'end' and k not in trans)
        # states from which no end can be reached: evenings there never end
        back, good = {}, set()
        for s, t in trans.items():
            for k, _ in t:
                back.setdefault(k, []).append(s)
        todo = [k for k in back if k[0] == 'end']
        while todo:
            k = todo.pop()
            for s in back.get(k, ()):
                if s not in good:
                    good.add(s)
                    todo.append(s)
        # Gauss-Seidel, big antes first: win of seat 0 and 1, rounds, Venuses, coins
        m = 6
        x = {s: [0.0] * m for s in trans}
        order = sorted(good, key=lambda s: -s[4])
        sweeps = 0
        while order:
            worst = 0.0
            for s in order:
                new = [0.0, 0.0, 1.0, venus[s], 0.0, 0.0]
                loop = 0.0
                for k, p in trans[s]:
                    if k[0] == 'end':
                        new[k[1]] += p
                        new[4] += p * k[2]
                        new[5] += p * k[3]
                    elif k == s:
                        loop = p
                    elif k in good:
                        y = x[k]
                        for i in range(m):
                            new[i] += p * y[i]
                new = [v / (1 - loop) for v in new]
                worst = max(worst, max(abs(a - b) / max(1.0, abs(a)) for a, b in zip(new, x[s])))
                x[s] = new
            sweeps += 1
            if worst < 1e-14 or sweeps > 20000:
                break
        y = x[start]
        never = 1 - y[0] - y[1] if start in good else 1.0
        never = 0.0 if abs(never) < 1e-11 else never
        out = {'win_share': [y[0], y[1]], 'never': never, 'states': len(trans),
               'sweeps': sweeps}
        if never == 0:
            out.update({'rounds_mean': y[2], 'ruin': [y[1], y[0]], 'venus_mean': y[3],
                        'coins_mean': [y[4], y[5]], 'bank_mean': 0.0, 'first_ruin_mean': y[2]})
        return out


def main():
    import coin_tali_evening_cases
    out = []
    which = sys.argv[1:]
    for kind, case, evenings in coin_tali_evening_cases.cases():
        if which and case['name'] not in which:
            continue
        t = time.time()
        if kind == 'chain':
            case['evening'] = Chain(case).solve()
            if evenings:                                  # compared with the simulation
                case['simulated'] = simulate(case, evenings, 1)
        else:
            case['evening'] = simulate(case, evenings, 2)
        out.append(case)
        e = case['evening']
        print('%7.1f s  %s %s' % (time.time() - t, case['name'],
                                  {k: e[k] for k in ('states', 'sweeps') if k in e}),
              file=sys.stderr, flush=True)
        if not which:
            with open(ct.HERE + '/../expected/coin_tali_evenings.json', 'w') as f:
                json.dump(out, f, indent=1)
        else:
            print(json.dumps(case, indent=1))


if __name__ == '__main__':
    main()
