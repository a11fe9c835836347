"""Games with hidden information, written only from the chapter: the file is read, the whole game tree is built,
and each seat has a list of all it has seen.  Expressions, dice and assignments come from own.py, the naive
interpreter of the base language.  hidden_readings.md has the readings of open questions."""
import re, sys
from fractions import Fraction as Fr
from own import Parser, Game, GameError, Ctx, roll_law, norm

sys.setrecursionlimit(100000)


class HParser(Parser):
    """The base language, with `hidden`, `reveal` and if(a, b, c)."""

    def var(self, scope):
        # remove `, hidden` from the declaration and let the base parser read the rest
        j = self.i
        hid = False
        while self.t[j][0] != 'NL' and not (self.t[j][0] == 'OP' and self.t[j][1] == ';'):
            if self.t[j][:2] == ('OP', ',') and self.t[j + 1][:2] == ('NAME', 'hidden'):
                del self.t[j:j + 2]
                hid = True
            else:
                j += 1
        v = super().var(scope)
        v['hidden'] = hid
        return v

    def stmt(self, out):
        if self.isname('choose') and self.isname('hidden', 1) and (self.isop(':', 2) or self.isname('in', 3)):
            del self.t[self.i + 1]
            super().stmt(out)
            out[-1] = ('hchoose', out[-1], out[-1][-1])
            return
        super().stmt(out)

    def simple(self):
        if self.isname('reveal') and not self.assigns():
            line = self.next()[2]
            if self.isname('all'):
                self.next()
                return ('reveal', None, line)
            return ('reveal', self.primary(), line)
        if self.isname('roll') and not self.assigns():
            j = self.i
            while self.t[j][0] != 'NL' and self.t[j][:2] != ('OP', ';'):
                if self.t[j][:2] == ('OP', ',') and self.t[j + 1][:2] == ('NAME', 'hidden'):
                    del self.t[j:j + 2]
                    r = super().simple()
                    return ('hroll', r, r[-1])
                j += 1
        return super().simple()

    def primary(self):
        if self.isname('if') and self.isop('(', 1):
            self.next()
            return ('iff', self.args())
        return super().primary()


def prepare(text):
    """Removes `about` and `source`, and expands ranges of faces (1..3: 1)."""
    out = []
    for l in text.split('\n'):
        if l.startswith('about ') or l.startswith('source '):
            l = ''
        if l.startswith('die '):
            l = re.sub(r'(\d+)\.\.(\d+): *([0-9/]+)',
                       lambda m: ', '.join('%d: %s' % (x, m[3]) for x in range(int(m[1]), int(m[2]) + 1)), l)
        out.append(l)
    return '\n'.join(out)


# The tree.  T: an end.  C: chance.  D: a decision; `key` is the knowledge of the seat.
class T:
    __slots__ = ('u',)
    def __init__(self, u):
        self.u = u

class C:
    __slots__ = ('kids',)
    def __init__(self, kids):
        self.kids = kids

class D:
    __slots__ = ('seat', 'key', 'labels', 'kids', 'vals', 'mover', 'hist')

AGAIN = object()


class HGame(Game):
    def __init__(self, text, limit=10 ** 6):
        import own
        keep = own.Parser
        own.Parser = HParser
        try:
            super().__init__(prepare(text))
        finally:
            own.Parser = keep
        self.text = text
        self.limit = limit
        self.count = 0
        self.obs_no = {}
        self.all = tuple(range(1, self.n + 1))
        self.sets = {}          # knowledge of the deciding seat -> (statement, labels)
        self.coins = self.f.best == 'coins'
        self.hidden_labels = set()

    def ev(self, e, c):
        if e[0] == 'iff':
            return self.ev(e[1][1] if self.truth(self.ev(e[1][0], c)) else e[1][2], c)
        return super().ev(e, c)

    # ---- what is seen
    def see(self, obs, seers, event):
        l = list(obs)
        for s in seers:
            k = (l[s - 1], event)
            if k not in self.obs_no:
                self.obs_no[k] = len(self.obs_no) + 1
            l[s - 1] = self.obs_no[k]
        return tuple(l)

    def seers_of(self, v, owner, me):
        """the seats that see a variable when it is set"""
        if not v['hidden']:
            return self.all
        if self.n == 1:
            return ()
        if v['scope'] == 'seat':
            return (owner,)
        return (me,) if me else ()

    def target(self, p, c):
        """variable, owner and slots of a value that is set or revealed"""
        k = p[0]
        seat = idx = None
        if k == 'name':
            n = p[1]
        elif k == 'idx':
            n = p[1]; idx = self.ev(p[2], c)
        elif k == 'dot':
            n = p[2]; seat = self.seat_no(p[1], c)
        elif k == 'dotidx':
            n = p[2]; seat = self.seat_no(p[1], c); idx = self.ev(p[3], c)
        v = self.vars[n]
        base = v['base']
        if v['scope'] == 'seat':
            seat = seat or c.me
            base += (seat - 1) * v['size']
        if v['list'] and idx is not None:
            return v, seat, [base + idx - v['ilo']]
        return v, seat, list(range(base, base + v['size']))

    # ---- the tree
    def tree(self):
        z = (0,) * self.n
        coins = tuple(-self.ante for _ in self.all)
        pot = self.ante * self.n
        if self.f.start is not None:
            t = self.go(('B', self.f.start, 0, (), None, None), self.init, None, (), z, coins, pot, 'start', None, None)
        else:
            t = self.turn(1, self.init, z, coins, pot, None)
        return self.no_redeal(t)

    def no_redeal(self, t):
        """removes deals that are repeated, and rescales the others"""
        flat = []
        def walk(x, p):
            if isinstance(x, C):
                for q, k in x.kids:
                    walk(k, p * q)
            else:
                flat.append((p, x))
        walk(t, Fr(1))
        if all(x is not AGAIN for _, x in flat):
            return t
        rest = sum(p for p, x in flat if x is not AGAIN)
        return C([(p / rest, x) for p, x in flat if x is not AGAIN])

    def turn(self, mover, vals, obs, coins, pot, hist):
        vals = vals[:self.turn_base] + self.turn_init
        obs = self.see(obs, self.all, ('turn', mover))
        hist = (hist, '', (), vals, mover)
        return self.go(('B', self.f.turn, 0, (), mover, None), vals, None, (), obs, coins, pot, 'turn', mover, hist)

    def end(self, ws, coins, pot):
        if self.coins:
            if ws:
                coins = tuple(x + (Fr(pot, len(ws)) if s in ws else 0) for s, x in zip(self.all, coins))
            if self.n == 2 and sum(coins) != 0:
                raise GameError('what one gains the other does not lose: %s' % (coins,))
            return T(Fr(coins[0]))
        if not ws:
            return T(Fr(1, 2) if self.n == 2 else Fr(0))
        return T(Fr(1, len(ws)) if 1 in ws else Fr(0))

    def go(self, frame, vals, throw, named, obs, coins, pot, phase, mover, hist):
        """throw: (dice, name, hidden); hist: (earlier, option or dice, seers, values before, mover)"""
        f = self.f
        self.count += 1
        if self.count > self.limit:
            raise GameError('too large')
        c = Ctx()
        c.mover = mover; c.inset = self.all; c.phase = phase
        while True:
            if frame is None:
                return self.turn(1 if phase == 'start' else self.left(mover, self.all), vals, obs, coins, pot, hist)
            if frame[0] == 'F':
                _, (bl, i), values, k, loc, me, parent = frame
                if k == len(values):
                    frame = parent
                    continue
                n, r, cond = f.blocks[bl][i][1]
                frame = ('F', (bl, i), values, k + 1, loc, me, parent)
                c.vals = vals; c.throw = throw; c.named = named; c.me = me; c.locals = loc + ((n, values[k]),)
                if cond is None or self.truth(self.ev(cond, c)):
                    frame = ('B', f.blocks[bl][i][2], 0, c.locals, me, frame)
                continue
            _, bl, i, loc, me, parent = frame
            block = f.blocks[bl]
            if i == len(block):
                frame = parent
                continue
            st = block[i]
            frame = ('B', bl, i + 1, loc, me, parent)
            c.vals = vals; c.throw = throw; c.named = named; c.me = me; c.locals = loc
            k = st[0]
            hid = k in ('hroll', 'hchoose')
            if hid:
                st = st[1]
                k = st[0]
            if k == 'set':
                v, owner, slots = self.target(st[1], c)
                vals = self.assign(st, c)
                for s in slots:
                    obs = self.see(obs, self.seers_of(v, owner, me), ('set', s, vals[s]))
            elif k == 'if':
                b = st[2] if self.truth(self.ev(st[1], c), st[4]) else st[3]
                if b is not None:
                    frame = ('B', b, 0, loc, me, frame)
            elif k == 'for':
                frame = ('F', (bl, i), tuple(self.each_values(st[1][1], c)), 0, loc, me, frame)
            elif k == 'by':
                frame = ('B', st[2], 0, loc, self.seat_no(st[1], c), frame)
            elif k == 'roll':
                seers = self.all if not hid else (me,) if me and self.n > 1 else ()
                kids = []
                for d, p in roll_law(tuple(sorted(self.dice_ids(st[1], c)))):
                    nm = named
                    if st[2] is not None:
                        nm = tuple(sorted(tuple(x for x in named if x[0] != st[2]) + ((st[2], d),)))
                    faces = tuple(x for _, x in d)
                    o = self.see(obs, seers, ('roll', faces))
                    h = (hist, faces, seers, vals, mover)
                    kids.append((p, self.go(frame, vals, (d, st[2]), nm, o, coins, pot, phase, mover, h)))
                return C(kids)
            elif k in ('choosew', 'choosee'):
                opts = []
                if k == 'choosew':
                    for s, cond, b in st[1]:
                        if cond is None or self.truth(self.ev(cond, c)):
                            opts.append((s, b, loc))
                else:
                    n, r, cond = st[1]
                    for x in self.each_values(r, c):
                        if cond is None or self.truth(self.ev(cond, self.bind(c, n, x))):
                            opts.append(('%s=%d' % (n, x), st[2], loc + ((n, x),)))
                labels = tuple(o[0] for o in opts)
                known = (me, obs[me - 1])
                old = self.sets.setdefault(known, (st[-1], labels))
                if old != (st[-1], labels):
                    raise GameError('line %d: seat %d does not know what can be chosen: %s and %s' % (st[-1], me, old, labels))
                if not opts:
                    continue
                seers = (me,) if hid else self.all
                if hid:
                    self.hidden_labels.update(labels)
                d = D()
                d.seat = me; d.key = known; d.labels = labels; d.vals = vals; d.mover = mover; d.hist = hist
                d.kids = []
                for s, b, l in opts:
                    o = self.see(obs, seers, ('done', me, s))
                    h = (hist, s, seers, vals, mover)
                    d.kids.append(self.go(('B', b, 0, l, me, frame), vals, throw, named, o, coins, pot, phase, mover, h))
                return d
            elif k in ('pay', 'take'):
                x = self.num(self.ev(st[1], c))
                sg = 1 if k == 'pay' else -1
                vals = self.money(k, x, st[2], me, c, vals, [])
                l = list(coins)
                l[me - 1] -= sg * x
                to = st[2][0]
                if to == 'pot':
                    pot += sg * x
                elif to == 'seat':
                    to = self.seat_no(st[2][1], c)
                    l[to - 1] += sg * x
                coins = tuple(l)
                if x:
                    obs = self.see(obs, self.all, ('coins', me, sg * x, to))
            elif k == 'reveal':
                if st[1] is None:
                    for v in self.vars.values():
                        if v['hidden']:
                            for s in range(v['base'], v['base'] + v['size'] * (self.n if v['scope'] == 'seat' else 1)):
                                obs = self.see(obs, self.all, ('shown', s, vals[s]))
                    for x in ([('', throw[0])] if throw else []) + list(named):
                        obs = self.see(obs, self.all, ('shown', x[0], tuple(y for _, y in x[1])))
                elif st[1][0] == 'name' and st[1][1] in f.throw_names:
                    d = self.throw_get(st[1][1], c)
                    obs = self.see(obs, self.all, ('shown', st[1][1], tuple(y for _, y in d)))
                else:
                    for s in self.target(st[1], c)[2]:
                        obs = self.see(obs, self.all, ('shown', s, vals[s]))
            elif k == 'again':
                if phase != 'start':
                    raise GameError('again: only at the start, before anybody chooses')
                return AGAIN
            elif k == 'pass':
                return self.turn(self.left(mover, self.all) if st[1] is None else self.seat_no(st[1], c), vals, obs, coins, pot, hist)
            elif k == 'win':
                if st[1] is None:
                    ws = [me]
                elif st[1][0] == 'seat':
                    ws = [self.seat_no(st[1][1], c)]
                else:
                    n, r, cond = st[1][1]
                    ws = [s for s in self.each_values(r, c) if cond is None or self.truth(self.ev(cond, self.bind(c, n, s)))]
                if not ws:
                    raise GameError('nobody wins')
                return self.end(ws, coins, pot)
            elif k == 'draw':
                return self.end([], coins, pot)
            elif k != 'note':
                raise GameError('line %s: `%s` is not known here' % (st[-1], k))


def size(t):
    if isinstance(t, T):
        return 1
    return 1 + sum(size(k) for k in (t.kids if isinstance(t, D) else [k for _, k in t.kids]))


def best(tree, seat, play):
    """The value of the best response of `seat` (as value of seat 1, exact) to `play` of the other: key -> list of probabilities.
    A missing key means its first option; the other's own play must never reach it."""
    sign = 1 if seat == 1 else -1
    at = {}
    def reach(x, p):
        if isinstance(x, C):
            for q, k in x.kids:
                reach(k, p * q)
        elif isinstance(x, D):
            if x.seat == seat:
                at.setdefault(x.key, []).append((x, p))
                for k in x.kids:
                    reach(k, p)
            else:
                w = play.get(x.key)
                for i, k in enumerate(x.kids):
                    q = (1 if i == 0 else 0) if w is None else w[i]
                    if q:
                        reach(k, p * q)
    reach(tree, Fr(1))
    memo = {}
    pick = {}
    def value(x):
        if isinstance(x, T):
            return x.u
        r = memo.get(id(x))
        if r is None:
            if isinstance(x, C):
                r = sum(q * value(k) for q, k in x.kids)
            elif x.seat == seat:
                if x.key not in pick:
                    l = at[x.key]
                    sums = [sum(p * value(y.kids[i]) for y, p in l) * sign for i in range(len(x.kids))]
                    pick[x.key] = sums.index(max(sums))
                r = value(x.kids[pick[x.key]])
            else:
                w = play.get(x.key)
                r = value(x.kids[0]) if w is None else sum(q * value(k) for q, k in zip(w, x.kids) if q)
            memo[id(x)] = r
        return r
    return value(tree)
