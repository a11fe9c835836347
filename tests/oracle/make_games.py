#!/usr/bin/env python3
"""make_games.py - expected values for the games, computed from the rules alone.

Written from shared/rules.md (sections 1 and 2) and the names in
shared/interface.md, without looking at the program.  Methods are simple and, as far
as one can guess, different from the program's:

  * every game with hands, ties and recasts (2, 4, 13, 14) and games 1, 8, 9, 10, 11
    is an explicit chain that moves ONE CAST AT A TIME (state = who is still
    in, whose cast it is, the best hand so far, who holds it).  Its expected
    visits are found with Fractions, strong component by strong component;
    "never" is the mass that flows into closed components without an end.
    Pots are the first two moments of coins carried along the visits, pot
    distributions are solved level by level in the number of payments;
  * game 3: enumeration of the vectors of rounds won, geometric hands;
  * game 5: a table over (cast, centurions); game 7: integer polynomials and
    explicit histories of leaders; game 12: tables of own turns; game 15: all 256
    ordered targets; game 16: inclusion-exclusion and the negative binomial;
  * ladders are also solved by the distributions of each seat's own turns, and
    the two answers are compared.

Standard library only.  Run:  python3 make_games.py [--only PREFIX]
It writes games_cases.csv and games_values.csv into ../expected.

Conventions: an exact value is n/d with an empty tolerance; a value of more than 300
digits and every square root is a decimal with 17 significant digits and a
RELATIVE tolerance.  'infinite' and 'undefined' are words.  Length figures
are unconditional (mean and sd infinite when never > 0); pot.* are given that the pot is
taken; paid, taken and net are unconditional.  Net: -infinity is written
'infinite'; infinity minus infinity 'undefined'.
"""
import csv, itertools, math, os, random, sys, time, tomllib
from collections import defaultdict, deque
from decimal import Decimal, getcontext
from fractions import Fraction as Fr

getcontext().prec = 60
getcontext().Emin = -10**9
HERE = os.path.dirname(os.path.abspath(__file__))
LEVELS = [Fr(1, 20), Fr(1, 2), Fr(19, 20), Fr(99, 100)]
FACES = (1, 3, 4, 6)
INF, UNDEF = 'infinite', 'undefined'

# ------------------------------------------------------------------ casts
def key_of(values):
    """The cast as its number, faces from high to low."""
    return int(''.join(map(str, sorted(values, reverse=True))))

ALL35 = sorted({key_of(c) for c in itertools.product(FACES, repeat=4)}, reverse=True)
assert len(ALL35) == 35
def pips(c):
    return sum(map(int, str(c)))
def kind(c):
    s = str(c)
    if c == 6431: return 'venus'
    if c == 1111: return 'canis'
    if c in (3333, 4444, 6666): return 'vultures'
    return 'senio' if '6' in s else 'void'
SENIO_SUMS = sorted({pips(c) for c in ALL35 if kind(c) == 'senio'})
assert len(SENIO_SUMS) == 13
def rank(c):
    k = kind(c)
    if k == 'venus': return 18
    if k == 'senio': return 5 + SENIO_SUMS.index(pips(c))
    return {1111: 1, 3333: 2, 4444: 3, 6666: 4}.get(c, 0)
SENATE = [1111, 3333, 4444, 6666] + sorted((c for c in ALL35 if kind(c) == 'senio'),
                                           key=lambda c: (pips(c), c)) + [6431]
assert len(SENATE) == 23

def cast_law(bones):
    """{cast: probability}: all 4^4 ordered outcomes of the four bones."""
    law = defaultdict(Fr)
    for o in itertools.product(range(4), repeat=4):
        p = Fr(1)
        for b, f in zip(bones, o):
            p *= b[f]
        if p:
            law[key_of(FACES[f] for f in o)] += p
    return dict(law)

DEFAULT = [Fr(1, 10), Fr(4, 10), Fr(4, 10), Fr(1, 10)]
def parse_faces(text, n):
    """One set per seat; a set is a list of four normalised vectors."""
    if not text:
        return [[DEFAULT] * 4] * n
    sets = []
    for part in text.split(';'):
        vs = []
        for v in part.split('|'):
            w = [Fr(x) for x in v.split()]
            assert len(w) == 4 and sum(w) > 0
            vs.append([x / sum(w) for x in w])
        sets.append(vs * 4 if len(vs) == 1 else vs)
        assert len(sets[-1]) == 4
    if len(sets) == 1:
        sets = sets * n
    assert len(sets) == n
    return sets

def exact(x):
    """A TOML value as an exact rational (strings are fractions, floats came as Fr)."""
    if isinstance(x, list):
        return [exact(y) for y in x]
    return Fr(x)

def parse_rules(text):
    rules = {}
    for part in filter(None, text.split(';')):
        rules.update(tomllib.loads(part, parse_float=Fr))
    return rules

# ------------------------------------------------------------------ linear algebra
def linsolve(rows, rhs, order):
    """Sparse elimination, pivots in `order`, no row exchanges (M-matrices need none).
    None if a pivot is not positive: the weighted chain does not contract."""
    cols = defaultdict(set)
    for i, r in rows.items():
        for j in r:
            cols[j].add(i)
    done = set()
    for p in order:
        rp = rows[p]
        d = rp[p]
        if d <= 0 or (isinstance(d, float) and d < 1e-14):
            return None
        done.add(p)
        for i in list(cols[p]):
            if i in done:
                continue
            ri = rows[i]
            f = ri.pop(p) / d
            if not f:
                continue
            for j, a in rp.items():
                if j != p and j not in done:
                    if j in ri:
                        ri[j] -= f * a
                    else:
                        ri[j] = -f * a
                        cols[j].add(i)
            rhs[i] -= f * rhs[p]
    x, seen = {}, set()
    for p in reversed(order):
        s = rhs[p]
        for j, a in rows[p].items():
            if j in x:
                s -= a * x[j]
        x[p] = s / rows[p][p]
    return x

def components(n, succ):
    """Tarjan, iterative; components come in reverse topological order."""
    idx, low, on, stack, out, c = [None] * n, [0] * n, [False] * n, [], [], 0
    for root in range(n):
        if idx[root] is not None:
            continue
        work = [(root, iter(succ[root]))]
        idx[root] = low[root] = c; c += 1
        stack.append(root); on[root] = True
        while work:
            v, it = work[-1]
            pushed = False
            for w in it:
                if idx[w] is None:
                    idx[w] = low[w] = c; c += 1
                    stack.append(w); on[w] = True
                    work.append((w, iter(succ[w])))
                    pushed = True
                    break
                if on[w]:
                    low[v] = min(low[v], idx[w])
            if pushed:
                continue
            work.pop()
            if work:
                u = work[-1][0]
                low[u] = min(low[u], low[v])
            if low[v] == idx[v]:
                comp = []
                while True:
                    w = stack.pop(); on[w] = False; comp.append(w)
                    if w == v:
                        break
                out.append(sorted(comp))
    return out

class Chain:
    """A chain one cast at a time.  step(state) -> [(p, next, payer, count)], next either a
    state or ('END', winners).  `count` counts payments (fees, Venuses)."""

    def __init__(self, start, step, num=None):
        ids, self.states, self.edges, self.ends, eid = {start: 0}, [start], [], [], {}
        i = 0
        while i < len(self.states):
            agg = defaultdict(Fr)
            for p, t, payer, cnt in step(self.states[i]):
                if p:
                    agg[t, payer, cnt] += p
            es = []
            for (t, payer, cnt), p in agg.items():
                if t[0] == 'END':
                    if t[1] not in eid:
                        eid[t[1]] = len(self.ends); self.ends.append(t[1])
                    j = -1 - eid[t[1]]
                else:
                    if t not in ids:
                        ids[t] = len(self.states); self.states.append(t)
                    j = ids[t]
                es.append((num(p) if num else p, j, payer, cnt))
            assert num or sum(e[0] for e in es) == 1
            self.edges.append(es)
            i += 1
        self.n = len(self.states)
        succ = [sorted({e[1] for e in es if e[1] >= 0}) for es in self.edges]
        self.scc = components(self.n, succ)[::-1]          # topological
        self.closed = [False] * self.n
        for comp in self.scc:
            s = set(comp)
            if all(e[1] in s for i in comp for e in self.edges[i]):
                for i in comp:
                    self.closed[i] = True

    def forward(self, inject, weight, zero=Fr(0)):
        """x_j = inject_j + sum_i x_i weight(edge i->j), over the states that are not closed.
        Returns (x, infinite flags)."""
        x = [zero] * self.n
        inflow = [zero] * self.n
        inf = [False] * self.n
        for j, v in inject.items():
            inflow[j] += v
        for comp in self.scc:
            if self.closed[comp[0]]:
                continue
            s = set(comp)
            bad = any(inf[i] for i in comp)
            if not bad and any(inflow[i] for i in comp):
                if len(comp) == 1:
                    i = comp[0]
                    d = 1 - sum(weight(e) for e in self.edges[i] if e[1] == i)
                    if d <= 0:
                        bad = True
                    else:
                        x[i] = inflow[i] / d
                else:
                    rows = {j: {j: 1 + zero} for j in comp}
                    for i in comp:
                        for e in self.edges[i]:
                            if e[1] in s:
                                r = rows[e[1]]
                                r[i] = r.get(i, zero) - weight(e)
                    sol = linsolve(rows, {j: inflow[j] for j in comp}, comp[1:] + comp[:1])
                    if sol is None:
                        bad = True
                    else:
                        for j in comp:
                            x[j] = sol[j]
            for i in comp:
                if bad:
                    inf[i] = True
                for e in self.edges[i]:
                    if e[1] >= 0 and e[1] not in s and weight(e):
                        if bad:
                            inf[e[1]] = True
                        else:
                            inflow[e[1]] += x[i] * weight(e)
        return x, inf

    def backward_mean(self, zero=Fr(0)):
        m = [zero] * self.n
        for comp in self.scc[::-1]:
            s = set(comp)
            rows, rhs = {}, {}
            for i in comp:
                r = {i: 1 + zero}
                b = 1 + zero
                for e in self.edges[i]:
                    if e[1] in s:
                        r[e[1]] = r.get(e[1], zero) - e[0]
                    elif e[1] >= 0:
                        b += e[0] * m[e[1]]
                rows[i], rhs[i] = r, b
            sol = linsolve(rows, rhs, (comp[1:][::-1] + comp[:1]))
            for i in comp:
                m[i] = sol[i]
        return m

    # -- who wins
    def solve(self):
        self.v, _ = self.forward({0: Fr(1)}, lambda e: e[0])
        if self.closed[0]:
            self.endflow, self.never = {}, Fr(1)
            return self
        self.endflow = defaultdict(Fr)
        self.never = Fr(0)
        for i in range(self.n):
            for p, j, _, _ in self.edges[i]:
                if j < 0:
                    self.endflow[self.ends[-1 - j]] += self.v[i] * p
                elif self.closed[j] and not self.closed[i]:
                    self.never += self.v[i] * p
        assert sum(self.endflow.values()) + self.never == 1
        return self

    def length_moments(self):
        if self.never:
            return INF, INF
        m = self.backward_mean()
        e1 = m[0]
        assert e1 == sum(self.v)
        e2 = sum(v * (2 * a - 1) for v, a in zip(self.v, m))
        return e1, e2 - e1 * e1

    # -- the distribution of the length, floating point or exact
    def law(self, kmax=None, exact=False, limit=400000):
        """Yields P(length = 1), P(length = 2), ...; stops when nothing can end any more."""
        es = self.edges if exact else [[(float(p), j) for p, j, _, _ in e] for e in self.edges]
        es = [[(x[0], x[1]) for x in e] for e in es]
        mass = {0: Fr(1) if exact else 1.0}
        k = 0
        while mass and (kmax is None or k < kmax) and k < limit:
            nxt, end = defaultdict(Fr if exact else float), 0
            for i, m in mass.items():
                if self.closed[i]:
                    continue
                for p, j in es[i]:
                    if j < 0:
                        end += m * p
                    elif not self.closed[j]:
                        nxt[j] += m * p
            k += 1
            yield end
            mass = nxt
            if not exact and sum(mass.values()) < 1e-14:
                break

    # -- the distribution of the number of payments, level by level
    def levels(self, kmax, exact=True, tail=1e-17, visits=False):
        """[{winners: P(end there after k payments)} for k], and the visits of each level."""
        num = (lambda p: p) if exact else float
        zero = Fr(0) if exact else 0.0
        es = [[(num(p), j, w, c) for p, j, w, c in e] for e in self.edges]
        free = Chain.__new__(Chain)
        free.n, free.closed = self.n, self.closed
        free.edges = [[e for e in el if e[3] == 0] for el in es]
        succ = [sorted({e[1] for e in el if e[1] >= 0 and not self.closed[e[1]]}) for el in free.edges]
        free.scc = components(self.n, succ)[::-1]
        free.closed = self.closed
        inflow = [defaultdict(lambda: zero) for _ in range(kmax + 6)]
        inflow[0][0] = 1 + zero
        out = [defaultdict(lambda: zero) for _ in range(kmax + 6)]
        vis = []
        for k in range(kmax + 1):
            x, inf = free.forward(inflow[k], lambda e: e[0], zero)
            assert not any(inf)
            vis.append(x)
            for i in range(self.n):
                if not x[i]:
                    continue
                for p, j, w, c in es[i]:
                    if j < 0:
                        out[k + c][self.ends[-1 - j]] += x[i] * p
                    elif c and not self.closed[j]:
                        inflow[k + c][j] += x[i] * p
            if not exact and sum(sum(d.values()) for d in inflow[k + 1:]) < tail:
                break
        return (out[:kmax + 1], vis) if visits else out[:kmax + 1]

# ------------------------------------------------------------------ writing figures
class Num:
    """A decimal with a relative tolerance."""
    def __init__(self, value, tol):
        self.value, self.tol = value, tol

def dec(x):
    if isinstance(x, Fr):
        return Decimal(x.numerator) / Decimal(x.denominator)
    return Decimal(x)

def show(x):
    """value, tolerance"""
    if isinstance(x, str):
        return x, ''
    if isinstance(x, int):
        x = Fr(x)
    if isinstance(x, Fr):
        if max(len(str(abs(x.numerator))), len(str(x.denominator))) <= 300:
            return str(x), ''
        return format(dec(x), '.17g'), '1e-12'
    assert isinstance(x, Num), x
    assert x.value == x.value
    if x.value == 0:
        return '0', ''
    return format(dec(x.value), '.17g'), repr(x.tol)

def root(x):
    """sqrt of an exact variance: exact if it is a square, else a decimal."""
    if isinstance(x, str):
        return x
    assert x >= 0, float(x)
    a, b = math.isqrt(x.numerator), math.isqrt(x.denominator)
    if a * a == x.numerator and b * b == x.denominator:
        return Fr(a, b)
    return Num(dec(x).sqrt(), 1e-12)

def quantiles(law, out, total=None, exact_law=None, scale=1):
    """law: P(L = 1), P(L = 2), ... ; fills length.quantiles and returns the list."""
    cum, res, ps = 0.0, [None] * 4, []
    cumd = []
    for k, p in enumerate(law, 1):
        ps.append(float(p))
        cum += p
        cumd.append(cum)
        for q in range(4):
            if res[q] is None:
                d = float(cum) - float(LEVELS[q])
                if isinstance(cum, Fr):
                    if cum >= LEVELS[q]: res[q] = k * scale
                elif abs(d) < 1e-11:
                    ex = sum(exact_law(k))      # too close: decide with fractions
                    if ex >= LEVELS[q]: res[q] = k * scale
                elif d > 0:
                    res[q] = k * scale
    for q in range(4):
        out[f'length.quantiles[{q}].casts'] = INF if res[q] is None else res[q]
    return ps, res

def length_points(ps, res, exact_law, out, scale=1, exact_max=10, tol=1e-10):
    """A few values of the distribution of the length: exact near the start, decimal further out."""
    first = next((k for k, p in enumerate(ps, 1) if p > 0), None)
    if first is None:
        return
    ks = {first, first + 1, first + 2, first + 4}
    if first > 1: ks.add(first - 1)
    for r in res[1:3]:
        if isinstance(r, int): ks.add(r // scale)
    ex = list(exact_law(exact_max)) if exact_law else []
    for k in sorted(ks):
        if k <= len(ex):
            out[f'length.at({k * scale})'] = Fr(ex[k - 1])
        elif k <= len(ps) and ps[k - 1] > 1e-9:
            out[f'length.at({k * scale})'] = Num(ps[k - 1], tol)

def chain_win(ch, n, out, scale=1, exact_max=10, wins=None):
    """win shares, nobody, never and the length of a solved chain."""
    if wins is None:
        wins = [Fr(0)] * n
        for w, p in ch.endflow.items():
            for i in w:
                wins[i] += p / len(w)
    for i in range(n):
        out[f'seats[{i}].win_share'] = wins[i]
    out['nobody'] = sum((p for w, p in ch.endflow.items() if not w), Fr(0))
    out['never'] = ch.never
    assert sum(wins) + out['nobody'] + ch.never == 1
    mean, var = ch.length_moments()
    out['length.mean'] = mean if isinstance(mean, str) else mean * scale
    out['length.sd'] = INF if isinstance(var, str) else root(var * scale * scale)
    if ch.closed[0]:
        for q in range(4): out[f'length.quantiles[{q}].casts'] = INF
        return wins
    exl = lambda k: list(ch.law(k, exact=True))
    ps, res = quantiles(ch.law(), out, exact_law=exl, scale=scale)
    if not ch.never and len(ps) < 390000:
        approx = sum(k * p for k, p in enumerate(ps, 1))
        assert abs(approx / float(mean) - 1) < 1e-8, (approx, float(mean))
    length_points(ps, res, exl, out, scale, exact_max)
    return wins

def put_seats(out, n, paid, taken):
    for i in range(n):
        out[f'seats[{i}].paid'] = paid[i]
        out[f'seats[{i}].taken'] = taken[i]
        a, b = paid[i], taken[i]
        if a == INF and b == INF: net = UNDEF
        elif a == INF or b == INF: net = INF
        elif isinstance(a, Num): net = None
        else: net = b - a
        if net is not None:
            out[f'seats[{i}].net'] = net

def pot_law(pairs, out, total, points=6):
    """pairs: [(coins, probability)]; conditional quantiles and a few probabilities."""
    law = defaultdict(int)
    for c, p in pairs:
        if p: law[c] += p
    cs = sorted(law)
    cum, res = 0, [None] * 4
    for c in cs:
        cum += law[c]
        for q in range(4):
            if res[q] is None:
                d = float(cum / total) - float(LEVELS[q])
                assert abs(d) > 1e-11 or isinstance(cum, Fr), 'close quantile'
                if (cum / total >= LEVELS[q] if isinstance(cum, Fr) else d > 0):
                    res[q] = c
    for q in range(4):
        assert res[q] is not None
        out[f'pot.quantiles[{q}].coins'] = res[q]
    return cs, res

def chain_pot(ch, n, out, base, own, unit, taken_share=None, kmax=3000):
    """Additive pots: base coins at the start, `unit` per payment."""
    v = ch.v
    inj1, inj2 = defaultdict(Fr), defaultdict(Fr)
    inj1[0] += base
    for i in range(ch.n):
        for p, j, w, c in ch.edges[i]:
            if c and j >= 0 and not ch.closed[j]:
                inj1[j] += v[i] * p * c * unit
    u, _ = ch.forward(inj1, lambda e: e[0])
    inj2[0] += base * base
    for i in range(ch.n):
        for p, j, w, c in ch.edges[i]:
            if c and j >= 0 and not ch.closed[j]:
                inj2[j] += p * (2 * c * unit * u[i] + (c * unit) ** 2 * v[i])
    w2, _ = ch.forward(inj2, lambda e: e[0])
    m1 = m2 = Fr(0)
    taken = [Fr(0)] * n
    for i in range(ch.n):
        for p, j, w, c in ch.edges[i]:
            if j < 0:
                g = p * (u[i] + c * unit * v[i])
                m1 += g
                m2 += p * (w2[i] + 2 * c * unit * u[i] + (c * unit) ** 2 * v[i])
                for s in ch.ends[-1 - j]:
                    if s != 'any':
                        taken[s] += g / len(ch.ends[-1 - j])
    pt = 1 - ch.never
    paid = [Fr(own) for _ in range(n)]
    for i in range(ch.n):
        for p, j, w, c in ch.edges[i]:
            if c and unit:
                if w == 'any':
                    for s in range(n): paid[s] += v[i] * p * c * unit / n
                elif ch.closed[i]:
                    paid[w] = INF
                elif paid[w] != INF:
                    paid[w] += v[i] * p * c * unit
    if taken_share == 'any':
        taken = [m1 / n] * n
    if pt == 0:
        out['pot.mean'] = out['pot.sd'] = UNDEF
        for q in range(4): out[f'pot.quantiles[{q}].coins'] = UNDEF
    else:
        out['pot.mean'] = m1 / pt
        out['pot.sd'] = root(m2 / pt - (m1 / pt) ** 2)
        fl = ch.levels(kmax, exact=False)
        cs, res = pot_law([(base + k * unit, sum(d.values())) for k, d in enumerate(fl)], out, float(pt))
        got = sum(sum(d.values()) for d in fl)
        assert abs(got - float(pt)) < 1e-12, got
        ex = ch.levels(5, exact=True)
        if unit:
            for k in range(6):
                x = sum(ex[k].values(), Fr(0)) / pt
                out[f'pot.at({base + k * unit})'] = x
            for r in res[1:3]:
                k = int((r - base) / unit)
                if k > 5:
                    out[f'pot.at({r})'] = Num(sum(fl[k].values()) / float(pt), 1e-10)
        else:
            out[f'pot.at({base})'] = 1
    put_seats(out, n, paid, taken)
    if not ch.never:
        assert sum(taken) == sum(paid) == m1

# ------------------------------------------------------------------ games
GAMES = {}
def game(name):
    def deco(f):
        GAMES[name] = f
        return f
    return deco

# ---- 1 Augustus
@game('augustus')
def augustus(verb, n, sets, R, out):
    fee, per, ante = Fr(R.get('fee', 4)), R.get('fee_per', 'cast'), Fr(R.get('ante', 0))
    laws = [cast_law(b) for b in sets]
    def step(i):
        i = i[0]
        for c, p in laws[i].items():
            if kind(c) == 'venus':
                yield p, ('END', (i,)), None, 0
            else:
                if per == 'bone':
                    k = sum(d in '16' for d in str(c))
                else:
                    k = 1 if kind(c) in ('canis', 'senio') else 0
                yield p, ((i + 1) % n,), i, k
    ch = Chain((0,), step).solve()
    if verb == 'win':
        chain_win(ch, n, out, exact_max=6)
    else:
        chain_pot(ch, n, out, n * ante, ante, fee)

# ---- hands: games 2, 4, 13, 14
AGAIN, NOTHING = 'again', 'nothing'

def showdown(n, hands, tie, lump):
    """hands[i] = [(p, key, count)]: key is AGAIN (the cast does not count), NOTHING (a hand that cannot
    win) or a number, the higher the better.  lump: seats are equal, only their numbers are stored."""
    if lump:
        def step(s):
            m, pos, best, t = s
            for p, key, c in hands[0]:
                if key == AGAIN:
                    yield p, s, 'any', c
                    continue
                b2, t2 = best, t
                if key != NOTHING:
                    if best is None or key > best: b2, t2 = key, 1
                    elif key == best: t2 = t + 1
                if pos + 1 < m: nxt = (m, pos + 1, b2, t2)
                elif t2 == 0: nxt = (m, 0, None, 0)
                elif t2 == 1 or tie == 'split': nxt = ('END', ('any',) * t2)
                else: nxt = (t2, 0, None, 0)
                yield p, nxt, 'any', c
        return Chain((n, 0, None, 0), step).solve()
    def step(s):
        S, pos, best, t = s
        i = S[pos]
        for p, key, c in hands[i]:
            if key == AGAIN:
                yield p, s, i, c
                continue
            b2, t2 = best, t
            if key != NOTHING:
                if best is None or key > best: b2, t2 = key, (i,)
                elif key == best: t2 = t + (i,)
            if pos + 1 < len(S): nxt = (S, pos + 1, b2, t2)
            elif not t2: nxt = (S, 0, None, ())
            elif len(t2) == 1 or tie == 'split': nxt = ('END', t2)
            else: nxt = (t2, 0, None, ())
            yield p, nxt, i, c
    return Chain((tuple(range(n)), 0, None, ()), step).solve()

def first_tie(hands):
    """P(the best hands of the first showdown tie), by the distribution of the best hand."""
    cond = []
    for h in hands:
        ok = sum(p for p, k, _ in h if k != AGAIN)
        if ok == 0: return None
        d = defaultdict(Fr)
        for p, k, _ in h:
            if k != AGAIN: d[k] += p / ok
        cond.append(d)
    some = 1 - math.prod((d.get(NOTHING, Fr(0)) for d in cond), start=Fr(1))
    sole = Fr(0)
    for i, d in enumerate(cond):
        for k, p in d.items():
            if k != NOTHING:
                sole += p * math.prod((sum((q for l, q in e.items() if l == NOTHING or l < k), Fr(0))
                                       for j, e in enumerate(cond) if j != i), start=Fr(1))
    return some - sole

def group(pairs):
    d = defaultdict(Fr)
    for p, k, c in pairs: d[k, c] += p
    return [(p, k, c) for (k, c), p in d.items()]

def run_hands(verb, n, hands, tie, out, alike, base, own, unit, exact_max=7):
    lump = alike and n > 4
    ch = showdown(n, hands, tie, lump)
    if verb == 'win':
        chain_win(ch, n, out, exact_max=exact_max,
                  wins=[(1 - ch.never) / n] * n if lump else None)
        ft = first_tie(hands)
        if ft is not None: out['figures.first_round_tie'] = ft
    else:
        chain_pot(ch, n, out, base, own, unit, 'any' if lump else None)

@game('simple-tali')
def simple(verb, n, sets, R, out):
    ante, cf = Fr(R.get('ante', 1)), Fr(R.get('canis_fee', 1))
    void, tie = R.get('void', 'recast'), R.get('tie', 'recast')
    hands = []
    for b in sets:
        hands.append(group((p, AGAIN if rank(c) == 0 and void == 'recast' else rank(c), int(c == 1111))
                           for c, p in cast_law(b).items()))
    run_hands(verb, n, hands, tie, out, all(s == sets[0] for s in sets), n * ante, ante, cf)

@game('tropa')
def tropa(verb, n, sets, R, out):
    sk = exact(R.get('skill', '1/2'))
    sk = sk if isinstance(sk, list) else [sk] * n
    assert len(sk) == n
    hands = []
    for b, s in zip(sets, sk):
        d = defaultdict(Fr)
        for o in itertools.product((0, 1, 3, 4, 6), repeat=4):     # 0: missed the jar
            p = Fr(1)
            for bone, f in zip(b, o):
                p *= (1 - s) if f == 0 else s * bone[FACES.index(f)]
            if p: d[sum(o)] += p
        hands.append([(p, k, 0) for k, p in d.items()])
    alike = all(h == hands[0] for h in hands)
    run_hands(verb, n, hands, R.get('tie', 'recast'), out, alike, 0, 0, 0)

@game('odds-out')
def odds(verb, n, sets, R, out):
    bid, fee = Fr(R.get('bid', 2)), Fr(R.get('fee', 1))
    void, tie = R.get('void', 'recast'), R.get('tie', 'recast')
    def hand(c):
        k = kind(c)
        if k == 'void': return (AGAIN if void == 'recast' else NOTHING), 0
        if k == 'venus': return 1000, 0
        if pips(c) % 2: return NOTHING, 1
        if k == 'senio': return 100 + pips(c), 0
        if c == 1111: return NOTHING, 1         # the rules call it odd although 4 is even
        return c // 1111, 0
    def fix(c):
        return (NOTHING, 1) if c in (1111, 3333) else hand(c)
    hands = [group((p,) + fix(c) for c, p in cast_law(b).items()) for b in sets]
    run_hands(verb, n, hands, tie, out, all(s == sets[0] for s in sets), n * bid, bid, fee)

# ---- 13 Hounds in Olympus
@game('hounds-in-olympus')
def olympus(verb, n, sets, R, out):
    bid, share = Fr(R.get('bid', 2)), exact(R.get('venus_share', '1/2'))
    rnd, void, tie = R.get('round', 'none'), R.get('void', 'recast'), R.get('tie', 'recast')
    def hand(c):
        if rank(c) == 0: return (AGAIN if void == 'recast' else -99), 0
        return -rank(c), int(c == 6431)
    hands = [group((p,) + hand(c) for c, p in cast_law(b).items()) for b in sets]
    if verb == 'win':
        return run_hands(verb, n, hands, tie, out, False, 0, 0, 0)
    ch = showdown(n, hands, tie, False)
    pt = 1 - ch.never
    # the pot after k Venuses
    def pay(pot):
        x = pot * share
        return x if rnd == 'none' else Fr(math.ceil(x)) if rnd == 'up' else Fr(math.floor(x))
    K = 400
    pots, pays = [n * bid], []
    for _ in range(K + 6):
        pays.append(pay(pots[-1])); pots.append(pots[-1] + pays[-1])
    if pt == 0:
        out['pot.mean'] = out['pot.sd'] = UNDEF
        for q in range(4): out[f'pot.quantiles[{q}].coins'] = UNDEF
    finite = True
    if rnd == 'none':
        g = 1 + share
        u, inf = ch.forward({0: n * bid}, lambda e: e[0] * g ** e[3])
        w2, inf2 = ch.forward({0: (n * bid) ** 2}, lambda e: e[0] * g ** (2 * e[3]))
        m1 = m2 = Fr(0)
        paid, taken = [bid] * n, [Fr(0)] * n
        for i in range(ch.n):
            for p, j, w, c in ch.edges[i]:
                if c and share:
                    if inf[i] or ch.closed[i]: paid[w] = INF
                    elif paid[w] != INF: paid[w] += u[i] * p * share
                if j < 0:
                    ws = ch.ends[-1 - j]
                    for s in ws:
                        if inf[i]: taken[s] = INF
                        elif taken[s] != INF: taken[s] += u[i] * p * g ** c / len(ws)
                    m1 = INF if inf[i] or m1 == INF else m1 + u[i] * p * g ** c
                    m2 = INF if inf2[i] or m2 == INF else m2 + w2[i] * p * g ** (2 * c)
        if pt:
            out['pot.mean'] = INF if m1 == INF else m1 / pt
            out['pot.sd'] = INF if m1 == INF or m2 == INF else root(m2 / pt - (m1 / pt) ** 2)
        put_seats(out, n, paid, taken)
        finite = INF not in paid
        if finite and not ch.never: assert sum(paid) == sum(taken) == m1
    if pt:
        fl, vis = ch.levels(K, exact=False, tail=1e-40, visits=True)
        pairs = [(pots[k], sum(d.values())) for k, d in enumerate(fl)]
        got = math.fsum(p for _, p in pairs)
        assert abs(got - float(pt)) < 1e-9, got
        pot_law(pairs, out, float(pt))
        ex = ch.levels(4, exact=True)
        law = defaultdict(Fr)
        done = pots[5]
        for k in range(5):
            law[pots[k]] += sum(ex[k].values(), Fr(0)) / pt
        for c, p in law.items():
            if c < done: out[f'pot.at({c})'] = p
        if rnd != 'none':
            t1 = math.fsum(float(c) * p for c, p in pairs)
            t2 = math.fsum(float(c) ** 2 * p for c, p in pairs)
            last = max(k for k, (c, p) in enumerate(pairs) if p > 0)
            assert last <= n or last < K - 1 and float(pots[last]) ** 2 * pairs[last][1] < 1e-13 * t2
            out['pot.mean'] = Num(t1 / float(pt), 1e-11)
            mean = t1 / float(pt)
            out['pot.sd'] = Num(math.sqrt(t2 / float(pt) - mean * mean), 1e-9)
            for s in range(n):
                tk = math.fsum(float(pots[k]) * p / len(w) for k, d in enumerate(fl)
                               for w, p in d.items() if s in w)
                pd = float(bid) + math.fsum(
                    float(pays[k]) * x[i] * float(p) for k, x in enumerate(vis) for i in range(ch.n) if x[i]
                    for p, j, w, c in ch.edges[i] if c and w == s)
                out[f'seats[{s}].paid'] = Num(pd, 1e-11)
                out[f'seats[{s}].taken'] = Num(tk, 1e-11)
                out[f'seats[{s}].net'] = Num(tk - pd, max(1e-9, 1e-13 / abs(tk - pd)))
        elif m1 != INF:
            t1 = math.fsum(float(c) * p for c, p in pairs)
            if float(m1) * .999 < t1: assert abs(t1 / float(m1) - 1) < 1e-6

# ---- 3 Sparing Tali
@game('sparing-tali')
def sparing(verb, n, sets, R, out):
    rounds, ante, tie = R.get('rounds', 5), Fr(R.get('ante', 1)), R.get('tie', 'split')
    laws, ok = [], []
    for b in sets:
        d = defaultdict(Fr)
        for c, p in cast_law(b).items(): d[rank(c)] += p
        q = d.pop(0, Fr(0))
        ok.append(1 - q)
        laws.append({r: p / (1 - q) for r, p in d.items()} if q < 1 else None)
    if 0 in ok:                                 # somebody casts voids for ever
        if verb == 'win':
            for i in range(n): out[f'seats[{i}].win_share'] = 0
            out['nobody'], out['never'] = 0, 1
            out['length.mean'] = out['length.sd'] = INF
            for q in range(4): out[f'length.quantiles[{q}].casts'] = INF
        else:
            out['pot.mean'] = out['pot.sd'] = UNDEF
            put_seats(out, n, [ante] * n, [Fr(0)] * n)
        return
    cache = {}
    alike = all(s == sets[0] for s in sets)
    def sole(T):
        """P(seat i alone has the best hand) for i in T."""
        key = len(T) if alike else T
        if key not in cache:
            res = []
            for i in (T if not alike else T[:1]):
                res.append(sum(p * math.prod((sum((q for s, q in laws[j].items() if s < r), Fr(0))
                                              for j in T if j != i), start=Fr(1))
                               for r, p in laws[i].items()))
            cache[key] = res * len(T) if alike else res
        return cache[key]
    full = tuple(range(n))
    w = sole(full)
    w0 = 1 - sum(w)
    if n <= 3:                                  # all joint hands, as a check
        brute = [Fr(0)] * n
        for o in itertools.product(*[l.items() for l in laws]):
            top = max(r for r, _ in o)
            win = [i for i in range(n) if o[i][0] == top]
            if len(win) == 1: brute[win[0]] += math.prod(p for _, p in o)
        assert brute == w
    # vectors of rounds won
    tied = defaultdict(Fr)
    def rec(i, left, coef, vec):
        if i == n:
            m = max(vec)
            tied[tuple(j for j in range(n) if vec[j] == m)] += coef * w0 ** left
            return
        for k in range(left + 1):
            if k and not w[i]: break
            rec(i + 1, left - k, coef * w[i] ** k * math.comb(left, k), vec + (k,))
    rec(0, rounds, Fr(1), ())
    assert sum(tied.values()) == 1
    shares, never = [Fr(0)] * n, Fr(0)
    # one round among T: mean and variance of its casts
    mu = lambda T: sum(1 / ok[i] for i in T)
    va = lambda T: sum((1 - ok[i]) / ok[i] ** 2 for i in T)
    e1, e2 = Fr(0), Fr(0)                       # extra casts of sudden death
    extra = []
    for T, p in tied.items():
        if len(T) == 1 or tie == 'split':
            for i in T: shares[i] += p / len(T)
            continue
        wt = sole(T)
        s = sum(wt)
        if s == 0:
            never += p
            continue
        for i, x in zip(T, wt): shares[i] += p * x / s
        ek, vk = 1 / s, (1 - s) / s ** 2
        m, v = ek * mu(T), ek * va(T) + vk * mu(T) ** 2
        e1 += p * m
        e2 += p * (v + m * m)
        extra.append((T, p, s))
    assert sum(shares) + never == 1
    if verb == 'pot':
        out['pot.mean'], out['pot.sd'] = (n * ante, 0) if never < 1 else (UNDEF, UNDEF)
        for q in range(4): out[f'pot.quantiles[{q}].coins'] = n * ante if never < 1 else UNDEF
        put_seats(out, n, [ante] * n, [n * ante * s for s in shares])
        return
    for i in range(n): out[f'seats[{i}].win_share'] = shares[i]
    out['nobody'], out['never'] = 0, never
    out['length.mean'] = INF if never else rounds * mu(full) + e1
    out['length.sd'] = INF if never else root(rounds * va(full) + e2 - e1 * e1)
    for i in range(n): out[f'figures.round_win[{i}]'] = w[i]
    out['figures.round_nobody'] = w0
    out['figures.first_round_tie'] = w0
    # the distribution of the length: power series in floating point
    M = int(float(rounds * mu(full)) * 3 + 80 + (40 * float(e1) if not never else 200))
    def mul(a, geo):                            # one more hand: a geometric number of casts
        q = float(1 - geo)
        r, x = [0.0] * (M + 1), 0.0
        for k in range(1, M + 1):
            x = x * q + a[k - 1] * float(geo)
            r[k] = x
        return r
    one = [1.0] + [0.0] * M
    base = one
    for _ in range(rounds):
        for i in full: base = mul(base, ok[i])
    single = float(1 - never - sum(p for _, p, _ in extra))
    law = [x * single for x in base]
    merged = defaultdict(Fr)
    for T, p, s in extra:
        merged[(len(T) if alike else T), s] += p
    for (T, s), p in merged.items():
        T = full[:T] if alike else T
        cur, left = base, 1.0
        while left > 1e-16:
            for i in T: cur = mul(cur, ok[i])
            cur = [x for x in cur]
            for k in range(M + 1): law[k] += cur[k] * float(p) * float(s) * left
            left *= float(1 - s)
            if sum(cur) < 1e-16: break
    total = sum(law)
    assert abs(total - float(1 - never)) < 1e-9, total
    if not never:
        m1 = sum(k * x for k, x in enumerate(law))
        assert abs(m1 / float(out['length.mean']) - 1) < 1e-7, (m1, float(out['length.mean']))
    ps, res = quantiles(law[1:], out, exact_law=lambda k: 1 / 0)
    # exact start of the distribution: n*rounds hands without a void
    sm = n * rounds
    p0 = math.prod((x for x in ok), start=Fr(1)) ** rounds
    out[f'length.at({sm - 1})'] = 0
    out[f'length.at({sm})'] = p0 * (1 - never - sum((p for _, p, _ in extra), Fr(0)))
    for k in (sm + 1, res[1], res[2]):
        if isinstance(k, int) and k != sm and law[k] > 0: out[f'length.at({k})'] = Num(law[k], 1e-10)

# ---- 5 Century
@game('century')
def century(verb, n, sets, R, out):
    N, target = R.get('casts', 20), R.get('target', 100)
    loss = {1111: R.get('hounds', 4), 3333: R.get('lions', 3), 4444: R.get('raiders', 4), 6666: R.get('gaul', 6)}
    law = cast_law(sets[0])
    dist = {0: Fr(1)}
    day, ends = [], defaultdict(Fr)
    for t in range(N):
        nxt, won = defaultdict(Fr), Fr(0)
        for s, p in dist.items():
            for c, q in law.items():
                k = kind(c)
                x = s
                if k == 'senio': x = s + pips(c)
                elif k == 'venus': x = 0                # Venus takes all centurions
                elif c in loss: x = max(0, s - loss[c])
                if x >= target:
                    won += p * q
                    ends[x] += p * q
                else:
                    nxt[x] += p * q
        day.append(won)
        dist = nxt
    win = sum(day, Fr(0))
    lost = sum(dist.values(), Fr(0))
    assert win + lost == 1
    out['seats[0].win_share'], out['nobody'], out['never'] = win, lost, 0
    law_len = day[:-1] + [day[-1] + lost]
    m1 = sum(k * p for k, p in enumerate(law_len, 1))
    m2 = sum(k * k * p for k, p in enumerate(law_len, 1))
    out['length.mean'], out['length.sd'] = m1, root(m2 - m1 * m1)
    quantiles(law_len, out)
    for k in sorted({1, 5, N - 1, N} - {0}):
        if k <= N: out[f'length.at({k})'] = law_len[k - 1]
    for k in sorted({0, 3, 5, 8, 12, 15, N - 2, N - 1}):
        if 0 <= k < N: out[f'figures.winning_day[{k}]'] = day[k]
    lost_mean = sum(x * p for x, p in dist.items())
    out['figures.end_mean'] = lost_mean + sum(x * p for x, p in ends.items())
    out['figures.end_mean_if_lost'] = lost_mean / lost if lost else UNDEF
    H = R.get('cohort', 5)
    if win == 0:
        out['figures.cohort_games'] = INF
    else:
        up, tot = None, Fr(0)                   # games to go from h held to h+1
        for h in range(H):
            up = 1 / win if h == 0 else (1 + lost * up) / win
            tot += up
        out['figures.cohort_games'] = tot

# ---- 7 Circus Maximus
def poly_mul(a, b):
    r = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                if y: r[i + j] += x * y
    return r

def next_leader(tot, prev):
    top = max(tot)
    t = [i for i, x in enumerate(tot) if x == top]
    if len(t) == 1: return t[0]
    return prev if prev in t else None          # previous: the leader after the lap before

@game('circus-maximus')
def circus(verb, n, sets, R, out):
    laps, cpl, favour = R.get('laps', 7), R.get('casts_per_lap', 12), R.get('favour', 500)
    sums, dens = [], []
    for b in sets:
        law = defaultdict(Fr)
        for c, p in cast_law(b).items(): law[pips(c)] += p
        den = math.lcm(*(p.denominator for p in law.values()))
        sums.append([int(law.get(s, 0) * den) for s in range(25)])
        dens.append(den)
    def power(a, k):
        r = [1]
        for _ in range(k): r = poly_mul(r, a)
        return r
    memo = {}
    tots = []
    for s in sums:
        key = tuple(s)
        if key not in memo: memo[key] = power(s, laps * cpl)
        tots.append(memo[key])
    D = [d ** (laps * cpl) for d in dens]
    top = len(tots[0])
    share, dead = [0] * n, 0
    F = [0] * n                                  # cumulative below t
    for i in range(n): F[i] = sum(tots[i][:max(0, favour)])
    low = math.prod(F)
    for t in range(max(0, favour), top):
        for i in range(n):
            pi = tots[i][t]
            if not pi: continue
            poly = [pi]                          # coefficient m: m others share the total
            for j in range(n):
                if j != i: poly = poly_mul(poly, [F[j], tots[j][t]])
            for m, c in enumerate(poly):
                if c:
                    share[i] += Fr(c, m + 1)
        allp = math.prod(F[j] + tots[j][t] for j in range(n)) - math.prod(F)
        for i in range(n):
            allp -= tots[i][t] * math.prod(F[j] for j in range(n) if j != i)
        dead += allp
        for i in range(n): F[i] += tots[i][t]
    DD = math.prod(D)
    for i in range(n):
        out[f'seats[{i}].win_share'] = Fr(share[i]) / DD
        out[f'figures.qualify[{i}]'] = Fr(sum(tots[i][max(0, favour):]), D[i])
    out['nobody'], out['never'] = Fr(low, DD), 0
    assert sum(Fr(s) for s in share) / DD + Fr(low, DD) == 1
    out['figures.dead_heat'] = Fr(dead, DD)
    L = n * laps * cpl
    out['length.mean'], out['length.sd'] = L, 0
    for q in range(4): out[f'length.quantiles[{q}].casts'] = L
    out[f'length.at({L})'] = 1
    out[f'length.at({L - 1})'] = 0
    # leaders
    lapl = [power(s, cpl) for s in sums]
    width = [sum(1 for x in l if x) for l in lapl]
    work = math.prod(sum(1 for x in t if x) for t in tots) * 2 ** laps
    if work < 400000:
        hist_exact(n, laps, cpl, favour, lapl, dens, out)
    elif favour > top - 1 or all(sum(1 for x in l if x) == 1 for l in lapl):
        # nobody can win, or the bones never vary
        lead_sure(n, laps, cpl, favour, lapl, out)
    elif n == 2 and all(Fr(sum(t[:max(0, favour)]), d) < Fr(1, 10 ** 30) for t, d in zip(tots, D)):
        lead_two(laps, cpl, favour, lapl, dens, tots, D, out)
    else:
        lead_mc(n, laps, cpl, favour, lapl, dens, out)

def outcome(tot, favour):
    q = [x for x in tot if x >= favour]
    if not q: return ()
    m = max(q)
    return tuple(i for i, x in enumerate(tot) if x == m)

def hist_exact(n, laps, cpl, favour, lapl, dens, out):
    """All joint totals with the whole history of leaders, integers."""
    state = {((0,) * n, ()): 1}
    for _ in range(laps):
        for i in range(n):
            nxt = defaultdict(int)
            for (tot, h), w in state.items():
                for s, c in enumerate(lapl[i]):
                    if c:
                        nxt[tot[:i] + (tot[i] + s,) + tot[i + 1:], h] += w * c
            state = nxt
        nxt = defaultdict(int)
        for (tot, h), w in state.items():
            nxt[tot, h + (next_leader(tot, h[-1] if h else None),)] += w
        state = nxt
    DD = math.prod(d ** (laps * cpl) for d in dens)
    assert sum(state.values()) == DD
    changes, led, won = 0, [0] * laps, [Fr(0)] * laps
    for (tot, h), w in state.items():
        o = outcome(tot, favour)
        last = None
        for k, l in enumerate(h):
            if l is None: continue
            if last is not None and l != last: changes += w
            last = l
            led[k] += w
            if l in o: won[k] += Fr(w, len(o))
    out['figures.lead_changes'] = Fr(changes, DD)
    for k in range(laps):
        out[f'figures.leader_wins[{k}]'] = won[k] / led[k] if led[k] else UNDEF

def lead_sure(n, laps, cpl, favour, lapl, out):
    if any(sum(1 for x in l if x) > 1 for l in lapl):
        for k in range(laps): out[f'figures.leader_wins[{k}]'] = 0
        return
    tot, prev = [0] * n, None
    sums = [next(s for s, x in enumerate(l) if x) for l in lapl]
    led = []
    for _ in range(laps):
        tot = [a + b for a, b in zip(tot, sums)]
        prev = next_leader(tot, prev)
        led.append(prev)
    o = outcome(tot, favour)
    out['figures.lead_changes'] = 0             # the same gap every lap
    for k, l in enumerate(led):
        out[f'figures.leader_wins[{k}]'] = UNDEF if l is None else Fr(int(l in o), max(1, len(o)))

def lead_two(laps, cpl, favour, lapl, dens, tots, D, out):
    """Two seats that surely (to 1e-30) qualify: the difference of the totals."""
    for t, d in zip(tots, D): assert Fr(sum(t[:max(0, favour)]), d) < Fr(1, 10 ** 30)
    a = [x / d ** cpl for x, d in zip(lapl[0], [dens[0]] * len(lapl[0]))]
    b = [x / d ** cpl for x, d in zip(lapl[1], [dens[1]] * len(lapl[1]))]
    diff = defaultdict(float)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                if y: diff[i - j] += x * y
    diff = {d: p for d, p in diff.items() if p > 1e-25}
    fw = [{(0, None): 1.0}]
    changes = 0.0
    for _ in range(laps):
        nxt = defaultdict(float)
        for (d, l), p in fw[-1].items():
            if p < 1e-25: continue
            for e, q in diff.items():
                x = d + e
                l2 = l if x == 0 else (0 if x > 0 else 1)
                nxt[x, l2] += p * q
                if l is not None and l2 != l: changes += p * q
        fw.append(nxt)
    V = {d: (1.0 if d > 0 else .5 if d == 0 else 0.0) for d, _ in fw[laps]}
    res = [None] * laps
    for k in range(laps, 0, -1):
        num = math.fsum(p * (V[d] if l == 0 else 1 - V[d]) for (d, l), p in fw[k].items() if l is not None)
        den = math.fsum(p for (d, l), p in fw[k].items() if l is not None)
        res[k - 1] = num / den
        if k > 1:
            V = {d: math.fsum(q * V.get(d + e, 1.0 if d + e > 0 else 0.0) for e, q in diff.items())
                 for d in {d for d, _ in fw[k - 1]}}
    out['figures.lead_changes'] = Num(changes, 1e-10)
    for k in range(laps): out[f'figures.leader_wins[{k}]'] = Num(res[k], 1e-10)

def lead_mc(n, laps, cpl, favour, lapl, dens, out, games=300000):
    """Too many joint totals: a plain simulation with a tolerance of 7 sigma."""
    rng = random.Random(20260)
    cols = [rng.choices(range(len(lapl[i])), [x / dens[i] ** cpl for x in lapl[i]], k=games * laps) for i in range(n)]
    ch, ch2, led, won, won2 = 0, 0, [0] * laps, [0.0] * laps, [0.0] * laps
    for g in range(games):
        tot, h, prev, last, c = [0] * n, [], None, None, 0
        for k in range(laps):
            for i in range(n): tot[i] += cols[i][g * laps + k]
            prev = next_leader(tot, prev)
            h.append(prev)
            if prev is not None:
                if last is not None and last != prev: c += 1
                last = prev
        o = outcome(tot, favour)
        ch += c; ch2 += c * c
        for k, l in enumerate(h):
            if l is not None:
                led[k] += 1
                if l in o:
                    won[k] += 1 / len(o)
                    won2[k] += 1 / len(o) ** 2
    m = ch / games
    out['figures.lead_changes'] = Num(m, float(f'{7 * math.sqrt((ch2 / games - m * m) / games) / m:.1g}'))
    for k in range(laps):
        m = won[k] / led[k]
        if m < 1e-3: continue
        s = math.sqrt(max(won2[k] / led[k] - m * m, 1e-9) / led[k])
        out[f'figures.leader_wins[{k}]'] = Num(m, float(f'{7 * s / m:.1g}'))

# ---- 8 Unum Biga
@game('unum-biga')
def biga(verb, n, sets, R, out):
    target, floor, over = R.get('target', 100), R.get('floor', 0), R.get('overshoot', 'hold')
    gain = {4: 4 + 2, 6: 6 + 3, 8: 8 + 4, 10: 10 + 5, 2: -2, 5: -2, 7: -2, 9: -3, 12: -6}
    law = defaultdict(Fr)
    for i, j in itertools.product(range(4), repeat=2):
        law[gain[FACES[i] + FACES[j]]] += sets[0][0][i] * sets[0][1][j]
    def step(s):
        s = s[0]
        for g, p in law.items():
            x = s if s > target and g > 0 else max(floor, s + g)
            if x == target: t = ('END', (0,))
            elif x > target and over == 'lose': t = ('END', ())
            else: t = (x,)
            yield p, t, None, 0
    ch = Chain((0,), step).solve()
    chain_win(ch, 1, out)

# ---- races: distributions of own turns, floating point
def race_win(n, laws, out, tails=None):
    """laws[i][w-1] = P(seat i needs w own turns).  Explicit order of the seats."""
    W = max(len(l) for l in laws)
    surv = [1.0] * n
    share = [[] for _ in range(n)]
    length = []
    for w in range(W):
        for i in range(n):
            p = laws[i][w] if w < len(laws[i]) else 0.0
            others = 1.0
            for j in range(n):
                if j != i: others *= surv[j]
            x = p * others
            share[i].append(x)
            length.append(x)
            surv[i] = max(0.0, surv[i] - p)
            if surv[i] < 1e-16 : surv[i] = tails[i][w] if tails else surv[i]
    return [math.fsum(s) for s in share], length

def geo_sum(ps):
    """P(sum of geometrics = k), k = 1.., until the rest is below 1e-17 (None: never)."""
    if any(p == 0 for p in ps): return None
    f = [float(p) for p in ps]
    m = len(f)
    pos = [1.0] + [0.0] * m
    out, rest = [], 1.0
    while rest > 1e-17:
        top = 0.0
        for k in range(m - 1, -1, -1):
            mv = pos[k] * f[k]
            pos[k] -= mv
            pos[k + 1] += mv
        out.append(pos[m]); pos[m] = 0.0
        rest = sum(pos)
    return out

def ladder_game(verb, n, sets, R, out, default):
    ladder, stake = R.get('ladder', default), Fr(R.get('stake', 0))
    probs = []
    for b in sets:
        law = cast_law(b)
        probs.append([law.get(c, Fr(0)) for c in ladder])
    h = len(ladder)
    means = [sum(1 / p for p in ps) if all(ps) else INF for ps in probs]
    never = Fr(int(all(m == INF for m in means)))
    exact_ok = n * h ** n <= (1100 if n == 2 else 2600)
    shares = None
    o2 = {}
    if exact_ok:
        def step(s):
            i, pos = s
            p = probs[i][pos[i]]
            j = (i + 1) % n
            yield 1 - p, (j, pos), None, 0
            if p:
                if pos[i] + 1 == h: yield p, ('END', (i,)), None, 0
                else: yield p, (j, pos[:i] + (pos[i] + 1,) + pos[i + 1:]), None, 0
        ch = Chain((0, (0,) * n), step).solve()
        assert ch.never == never
        shares = [ch.endflow.get((i,), Fr(0)) for i in range(n)]
        if not never:
            m, var = ch.length_moments()
            o2['length.mean'], o2['length.sd'] = m, root(var)
    if never:
        shares = [Fr(0)] * n
        fl = None
    else:
        memo = {}
        laws = []
        for ps in probs:
            key = tuple(sorted(ps))
            if key not in memo: memo[key] = geo_sum(ps) or []
            laws.append(memo[key])
        fl, length = race_win(n, laws, out)
        assert abs(sum(fl) - 1) < 1e-10, sum(fl)
        if shares is None:
            shares = [Num(x, 1e-10) for x in fl]
            if all(p == probs[0] for p in probs) is False and min(fl) == 0: shares = [x if x.value else 0 for x in shares]
        else:
            for a, b in zip(shares, fl): assert abs(float(a) - b) < 1e-11, (float(a), b)
    if verb == 'pot':
        if never:
            out['pot.mean'] = out['pot.sd'] = UNDEF
            for q in range(4): out[f'pot.quantiles[{q}].coins'] = UNDEF
        else:
            out['pot.mean'], out['pot.sd'] = n * stake, 0
            for q in range(4): out[f'pot.quantiles[{q}].coins'] = n * stake
            out[f'pot.at({n * stake})'] = 1
        for i in range(n):
            s = shares[i]
            out[f'seats[{i}].paid'] = stake
            if isinstance(s, Num):
                out[f'seats[{i}].taken'] = Num(s.value * float(n * stake), s.tol) if stake else 0
                if stake:
                    net = s.value * float(n * stake) - float(stake)
                    out[f'seats[{i}].net'] = Num(net, float(f'{max(1e-9, 1e-11 * float(stake) / abs(net)):.1g}'))
                else: out[f'seats[{i}].net'] = 0
            else:
                out[f'seats[{i}].taken'] = s * n * stake
                out[f'seats[{i}].net'] = s * n * stake - stake
        return
    for i in range(n): out[f'seats[{i}].win_share'] = shares[i]
    out['nobody'], out['never'] = 0, never
    for i in range(n): out[f'figures.climb_mean[{i}]'] = means[i]
    if never:
        out['length.mean'] = out['length.sd'] = INF
        for q in range(4): out[f'length.quantiles[{q}].casts'] = INF
        return
    m1 = math.fsum(k * p for k, p in enumerate(length, 1))
    m2 = math.fsum((k - m1) ** 2 * p for k, p in enumerate(length, 1))
    if o2:
        assert abs(m1 / float(o2['length.mean']) - 1) < 1e-9
        sd = o2['length.sd']
        sd = float(sd.value if isinstance(sd, Num) else sd)
        assert abs(math.sqrt(m2) - sd) < 1e-8 * (1 + sd)
        out.update(o2)
    else:
        out['length.mean'], out['length.sd'] = Num(m1, 1e-10), Num(math.sqrt(m2), 1e-10)
    exl = (lambda k: list(ch.law(k, exact=True))) if exact_ok else None
    ps, res = quantiles(length, out, exact_law=exl)
    short = exact_ok and ch.n <= 300
    length_points(ps, res, exl if short else None, out, exact_max=n * h + 3 if h < 8 else 0)
    if n * h > 1: out[f'length.at({n * (h - 1)})'] = 0      # nobody can finish so soon
    first = n * (h - 1) + 1
    if probs[0] and all(probs[0]): out[f'length.at({first})'] = math.prod(probs[0], start=Fr(1))

@game('hounds-and-vultures')
def hounds(verb, n, sets, R, out):
    ladder_game(verb, n, sets, R, out, [1111, 3333, 4444, 6666])
@game('steps-of-the-senate')
def senate(verb, n, sets, R, out):
    ladder_game(verb, n, sets, R, out, SENATE)

# ---- 11 Gladiators
@game('gladiators')
def gladiators(verb, n, sets, R, out):
    stones, attack = R.get('stones', 4), R.get('attack', 'both')
    laws = []
    for b in sets:
        d = defaultdict(Fr)
        for i, j in itertools.product(range(4), repeat=2): d[FACES[i] + FACES[j]] += b[0][i] * b[1][j]
        laws.append(d)
    def step(s):
        a, b, att = s
        for x, p in laws[0].items():
            for y, q in laws[1].items():
                if x == y: a2, b2 = a - 1, b - 1
                elif attack == 'both': a2, b2 = (a - 1, b) if x < y else (a, b - 1)
                elif att == 0: a2, b2 = (a, b - 1) if x > y else (a, b)
                else: a2, b2 = (a - 1, b) if y > x else (a, b)
                if a2 == 0 and b2 == 0: t = ('END', ())
                elif a2 == 0: t = ('END', (1,))
                elif b2 == 0: t = ('END', (0,))
                else: t = (a2, b2, 1 - att if attack == 'turns' else 0)
                yield p * q, t, None, 0
    ch = Chain((stones, stones, 0), step).solve()
    chain_win(ch, 2, out, scale=2)

# ---- 12 Catapulta
@game('catapulta')
def catapulta(verb, n, sets, R, out):
    target, rings = R.get('target', 200), exact(R.get('rings', [5, 10, 20]))
    each = [exact(R.get(key, usual)) for key, usual in (('outer', '3/10'), ('inner', '2/10'), ('stake', '1/10'))]
    sk = list(zip(*(chances if isinstance(chances, list) else [chances] * n for chances in each)))
    laws, pmfs, own, memo = [], [], [], {}
    for i in range(n):
        key = (str(sets[i]), str(sk[i]))
        if key not in memo:
            turn = {Fr(0): Fr(1)}
            for bone in sets[i]:
                d = defaultdict(Fr)
                d[Fr(0)] += 1 - sum(sk[i])
                for r, p in zip(rings, sk[i]):
                    for f, q in zip(FACES, bone): d[f * r] += p * q
                nxt = defaultdict(Fr)
                for a, p in turn.items():
                    for b, q in d.items():
                        if q: nxt[a + b] += p * q
                turn = nxt
            mean = sum(a * p for a, p in turn.items())
            # own turns: exact mean, distribution in floating point
            if turn.get(0, 0) == 1: memo[key] = (mean, INF, [], turn)
            else:
                best = {}
                def E(s):
                    if s >= target: return Fr(0)
                    if s not in best:
                        best[s] = (1 + sum(p * E(s + a) for a, p in turn.items() if a)) / (1 - turn.get(Fr(0), Fr(0)))
                    return best[s]
                e = E(Fr(0))
                ft = [(a, float(p)) for a, p in turn.items()]
                dist, law = {Fr(0): 1.0}, []
                while dist and sum(dist.values()) > 1e-18:
                    nxt, done = defaultdict(float), 0.0
                    for s, p in dist.items():
                        for a, q in ft:
                            if s + a >= target: done += p * q
                            else: nxt[s + a] += p * q
                    law.append(done)
                    dist = nxt
                m = math.fsum(k * p for k, p in enumerate(law, 1))
                assert abs(m / float(e) - 1) < 1e-11
                memo[key] = (mean, e, law, turn)
        a, b, c, turn = memo[key]
        out[f'figures.turn_mean[{i}]'] = a
        out[f'figures.own_turns_mean[{i}]'] = b
        laws.append(c); pmfs.append(turn)
    out['nobody'] = 0
    if not any(laws):
        for i in range(n): out[f'seats[{i}].win_share'] = 0
        out['never'] = 1
        out['length.mean'] = out['length.sd'] = INF
        for q in range(4): out[f'length.quantiles[{q}].casts'] = INF
        return
    # survival function from the tail, so that small numbers keep their digits
    tails = []
    for l in laws:
        t, acc = [0.0] * len(l), 0.0
        for k in range(len(l) - 1, -1, -1):
            t[k] = acc                          # P(more than k+1 turns)
            acc += l[k]
        tails.append(t)
    W = max(map(len, laws))
    share, length = [0.0] * n, []
    sv = lambda i, w: 1.0 if w < 0 or not laws[i] else tails[i][w] if w < len(tails[i]) else 0.0
    for w in range(W):
        for i in range(n):
            x = (laws[i][w] if w < len(laws[i]) else 0.0)
            for j in range(n):
                if j != i: x *= sv(j, w if j < i else w - 1)
            share[i] += x
            length.append(x)
    assert abs(sum(share) - 1) < 1e-12
    out['never'] = 0
    sc = sorted({a for t in pmfs for a in t})
    exl = None
    exact_n = target / min(a for a in sc if a)
    if n == 2 and exact_n <= 12:
        def step(s):
            i, pos = s
            for a, p in pmfs[i].items():
                if not p: continue
                x = pos[i] + a
                yield p, (('END', (i,)) if x >= target else ((i + 1) % n, pos[:i] + (x,) + pos[i + 1:])), None, 0
        ch = Chain((0, (Fr(0),) * n), step).solve()
        for i in range(n):
            e = ch.endflow.get((i,), Fr(0))
            assert abs(float(e) - share[i]) < 1e-12
            out[f'seats[{i}].win_share'] = e
        m, var = ch.length_moments()
        out['length.mean'], out['length.sd'] = m, root(var)
        exl = lambda k: list(ch.law(k, exact=True))
    else:
        for i in range(n): out[f'seats[{i}].win_share'] = Num(share[i], 1e-11) if laws[i] else 0
        m1 = math.fsum(k * p for k, p in enumerate(length, 1))
        m2 = math.fsum((k - m1) ** 2 * p for k, p in enumerate(length, 1))
        out['length.mean'], out['length.sd'] = Num(m1, 1e-11), Num(math.sqrt(m2), 1e-11)
    ps, res = quantiles(length, out, exact_law=exl)
    length_points(ps, res, exl, out, exact_max=6)
    out['length.at(1)'] = sum((p for a, p in pmfs[0].items() if a >= target), Fr(0))

# ---- 15 Par Tali
@game('par-tali')
def par(verb, n, sets, R, out):
    stake = Fr(R.get('stake', 0))
    laws = [cast_law(b) for b in sets]
    target = defaultdict(Fr)
    bones = [sets[i][i] for i in range(4)] if n == 4 else sets[0]
    for o in itertools.product(range(4), repeat=4):
        p = Fr(1)
        for b, f in zip(bones, o): p *= b[f]
        if p: target[key_of(FACES[f] for f in o)] += p
    share, never, e1, e2 = [Fr(0)] * n, Fr(0), Fr(0), Fr(0)
    parts = []
    for c, p in target.items():
        a = [l.get(c, Fr(0)) for l in laws]
        if not any(a):
            never += p
            continue
        parts.append((p, a))
        Q = math.prod((1 - x for x in a), start=Fr(1))
        reach = Fr(1)
        for i in range(n):
            share[i] += p * reach * a[i] / (1 - Q)
            reach *= 1 - a[i]
        # m = 1 + (1-a_i) m', s = 1 + (1-a_i)(2 m' + s'), once round the table: m = A + B m
        A, B = Fr(0), Fr(1)
        for i in reversed(range(n)): A, B = 1 + (1 - a[i]) * A, (1 - a[i]) * B
        m = [A / (1 - B)]
        for i in reversed(range(n)): m.append(1 + (1 - a[i]) * m[-1])
        m = m[::-1]                              # m[i]: seat i to cast; m[n] = m[0]
        assert m[0] == m[n]
        A, B = Fr(0), Fr(1)
        for i in reversed(range(n)): A, B = 1 + (1 - a[i]) * (2 * m[i + 1] + A), (1 - a[i]) * B
        e1 += p * m[0]
        e2 += p * A / (1 - B)
    assert sum(share) + never == 1
    if all(s == sets[0] for s in sets) and not never and all(b == sets[0][0] for b in sets[0]):
        assert e1 == len(laws[0])
    if verb == 'pot':
        if never == 1:
            out['pot.mean'] = out['pot.sd'] = UNDEF
            for q in range(4): out[f'pot.quantiles[{q}].coins'] = UNDEF
        else:
            out['pot.mean'], out['pot.sd'] = n * stake, 0
            for q in range(4): out[f'pot.quantiles[{q}].coins'] = n * stake
            out[f'pot.at({n * stake})'] = 1
        put_seats(out, n, [stake] * n, [n * stake * s for s in share])
        return
    for i in range(n): out[f'seats[{i}].win_share'] = share[i]
    out['nobody'], out['never'] = 0, never
    out['length.mean'] = INF if never else e1
    out['length.sd'] = INF if never else root(e2 - e1 * e1)
    def more(t, num):
        """P(length > t), finished games only"""
        s = num(0)
        for p, a in parts:
            x = num(p)
            cyc = math.prod(num(1 - y) for y in a)
            if t // n: x *= cyc ** (t // n)     # Decimal has no 0 ** 0
            for y in a[:t % n]: x *= num(1 - y)
            s += x
        return s
    D = lambda x: dec(Fr(x))
    for q in range(4):
        if 1 - never < LEVELS[q] or never == 1:
            out[f'length.quantiles[{q}].casts'] = INF
            continue
        need = dec(1 - never - LEVELS[q])
        if need <= 0:
            out[f'length.quantiles[{q}].casts'] = UNDEF
            del out[f'length.quantiles[{q}].casts']
            continue
        lo, hi = 0, 1
        while more(hi, D) > need: hi *= 2
        while hi - lo > 1:
            mid = (lo + hi) // 2
            if more(mid, D) <= need: hi = mid
            else: lo = mid
        out[f'length.quantiles[{q}].casts'] = hi
        assert abs(more(hi, D) - need) > Decimal('1e-30') or more(hi, Fr) <= 1 - never - LEVELS[q]
    for k in (1, 2, n, n + 1, 2 * n + 1):
        out[f'length.at({k})'] = more(k - 1, Fr) - more(k, Fr)
    for k in (50, 200):
        x = more(k - 1, D) - more(k, D)
        if x > Decimal('1e-12'): out[f'length.at({k})'] = Num(x, 1e-12)

# ---- 16 Pentelitha
@game('pentelitha')
def pent(verb, n, sets, R, out):
    t, p, style = R.get('tali', 5), exact(R.get('catch', '1/2')), R.get('style', 'back-of-hand')
    q = 1 - p
    out['seats[0].win_share'], out['nobody'], out['never'] = int(p > 0), 0, int(p == 0)
    if p == 0:
        out['length.mean'] = out['length.sd'] = INF
        for k in range(4): out[f'length.quantiles[{k}].casts'] = INF
        out['length.at(1)'] = out['length.at(9)'] = 0
        return
    if style == 'back-of-hand':
        e1 = e2 = Fr(0)
        for j in range(1, t + 1):
            s = (-1) ** (j + 1) * math.comb(t, j)
            e1 += s / (1 - q ** j)
            e2 += s * (1 + q ** j) / (1 - q ** j) ** 2
        cdf = lambda k: (1 - q ** k) ** t
        at = lambda k: cdf(k) - cdf(k - 1)
    else:
        r = t - 1
        e1, e2 = r / p, r * q / p ** 2 + (r / p) ** 2
        at = lambda k: math.comb(k - 1, r - 1) * p ** r * q ** (k - r) if k >= r else Fr(0)
        cdf = lambda k: sum((at(i) for i in range(r, k + 1)), Fr(0))
    out['length.mean'], out['length.sd'] = e1, root(e2 - e1 * e1)
    k = 0
    for l in range(4):
        while cdf(k) < LEVELS[l]: k += 1
        out[f'length.quantiles[{l}].casts'] = k
    for k in (1, 2, 3, 4, 5, 8, 12, 20): out[f'length.at({k})'] = at(k)

# ------------------------------------------------------------------ cases
U, Lp, DF = '1 1 1 1', '3 1 5 2', '1/10 4/10 4/10 1/10'
FOUR = '4 3 2 1 | 1 4 3 2 | 2 1 4 3 | 3 2 1 4'
MIX = '1 4 4 1 | 1 1 1 1 | 3 1 5 2 | 0 1 1 1'
VEN = '9 1 0 0 | 0 9 1 0 | 0 0 9 1 | 1 0 0 9'      # made for Venus
NO6, NO1, V34, V36, V46 = '1 1 1 0', '0 1 1 1', '0 1 1 0', '0 1 0 1', '0 0 1 1'
ONE4, ONE3, ONE6, ONE1 = '0 0 1 0', '0 1 0 0', '0 0 0 1', '1 0 0 0'
SURE = '1 0 0 0 | 0 1 0 0 | 0 0 1 0 | 0 0 0 1'      # always Venus
DEFPLAYERS = {'circus-maximus': 4, 'par-tali': 4, 'century': 1, 'unum-biga': 1, 'pentelitha': 1}
CASES = []
def add(game, n=None, faces='', rules='', verbs='w'):
    n = n or DEFPLAYERS.get(game, 2)
    for v in verbs:
        CASES.append((v, game, n, faces, rules))
VOID = '1 0 0 0 | 0 1 0 0 | 0 1 0 0 | 0 0 1 0'      # always 4331, a void
SEN = '0 0 0 1 | 0 0 0 1 | 0 0 1 0 | 0 1 0 0'       # always 6643
HOT = '1 2 2 1'
# the defaults of every game, and its bigger tables
for g in ('augustus', 'simple-tali', 'sparing-tali', 'hounds-and-vultures', 'steps-of-the-senate', 'hounds-in-olympus',
          'odds-out', 'par-tali'):
    add(g, verbs='wp')
for g in ('tropa', 'century', 'circus-maximus', 'unum-biga', 'gladiators', 'catapulta', 'pentelitha'):
    add(g)

# 1 Augustus
g = 'augustus'
add(g, 3, verbs='wp'); add(g, 4, U); add(g, 12, verbs='wp'); add(g, 2, Lp, verbs='wp')
add(g, 2, '', 'fee_per="bone"', 'wp'); add(g, 2, U, 'fee_per="bone";fee=1;ante=3', 'p'); add(g, 3, HOT, 'fee=1;fee_per="bone"', 'p')
add(g, 2, '', 'fee=1', 'p'); add(g, 4, '', 'ante=2', 'p'); add(g, 2, '', 'fee=0;ante=1', 'p'); add(g, 2, '', 'fee="3/2"', 'p')
add(g, 2, DF + ';' + U, '', 'wp'); add(g, 3, ';'.join((Lp, DF, FOUR)), 'fee_per="cast"', 'wp'); add(g, 2, FOUR, 'fee=2;fee_per="bone"', 'wp')
add(g, 2, MIX, '', 'wp'); add(g, 2, NO6, '', 'wp'); add(g, 2, V34, 'ante=5', 'wp'); add(g, 2, NO6 + ';' + U, '', 'wp')
add(g, 3, SURE, 'ante=1', 'wp'); add(g, 2, ';'.join((V34, NO6)), 'fee_per="bone"', 'p')

# 2 Simple Tali
g = 'simple-tali'
for n in (3, 4): add(g, n, verbs='wp')
add(g, 6, U, '', 'wp'); add(g, 12, '', '', 'w'); add(g, 12, '', 'void="lowest";tie="split"', 'wp')
for void in ('recast', 'lowest'):
    for tie in ('recast', 'split'):
        add(g, 2, U, f'void="{void}";tie="{tie}"', 'wp')
        add(g, 3, DF + ';' + U + ';' + Lp, f'void="{void}";tie="{tie}"', 'wp')
        add(g, 3, ';'.join((ONE4, ONE4, U)), f'tie="{tie}";void="{void}"', 'wp')
add(g, 2, '', 'ante=0;canis_fee=3', 'p'); add(g, 3, HOT, 'ante=5;canis_fee=0', 'p'); add(g, 2, Lp, 'canis_fee=2', 'p')
add(g, 2, FOUR, '', 'wp'); add(g, 2, MIX + ';' + FOUR, 'void="lowest"', 'wp'); add(g, 4, ';'.join((U, DF, Lp, FOUR)), 'tie="split"', 'w')
add(g, 2, ONE4, '', 'wp'); add(g, 2, ONE1, '', 'wp'); add(g, 2, ONE1, 'tie="split"', 'wp'); add(g, 3, ';'.join((ONE1, ONE1, U)), 'void="lowest"', 'wp'); add(g, 2, U + ';' + VOID, '', 'wp')
add(g, 2, U + ';' + VOID, 'void="lowest"', 'wp'); add(g, 2, VOID, 'void="lowest"', 'wp'); add(g, 2, VOID, 'void="lowest";tie="split"', 'wp')

# 3 Sparing Tali
g = 'sparing-tali'
add(g, 3); add(g, 4, '', 'tie="sudden-death"', 'w'); add(g, 12); add(g, 12, U, 'tie="sudden-death";rounds=2')
for tie in ('split', 'sudden-death'):
    add(g, 2, U, f'tie="{tie}"', 'w'); add(g, 2, DF + ';' + Lp, f'rounds=1;tie="{tie}"', 'wp')
    add(g, 3, ';'.join((U, DF, FOUR)), f'rounds=3;ante=4;tie="{tie}"', 'wp')
    add(g, 3, ';'.join((ONE4, ONE4, U)), f'rounds=2;tie="{tie}"', 'wp'); add(g, 2, ONE4, f'tie="{tie}"', 'wp')
    add(g, 4, ';'.join((Lp, MIX, HOT, U)), f'tie="{tie}"', 'w')
add(g, 2, '', 'rounds=7;tie="sudden-death"'); add(g, 2, U + ';' + VOID, '', 'wp'); add(g, 2, FOUR, 'rounds=4')

# 4 Tropa
g = 'tropa'
add(g, 3); add(g, 5); add(g, 12, '', 'tie="split"'); add(g, 2, U, 'tie="split"'); add(g, 2, '', 'skill="3/4"'); add(g, 2, Lp, 'skill=0.25;tie="split"')
add(g, 2, '', 'skill=["1/3", "1/2"]'); add(g, 3, DF + ';' + U + ';' + FOUR, 'skill=["1/3", "1/2", "2/5"]')
add(g, 3, DF + ';' + U + ';' + FOUR, 'skill=["1/3", "1/2", "2/5"];tie="split"'); add(g, 4, MIX, 'skill=["1/10", "1/2", "9/10", 1]')
add(g, 2, '', 'skill=0'); add(g, 2, '', 'skill=0;tie="split"'); add(g, 3, '', 'skill=[0, 0, "1/2"]'); add(g, 2, ONE4, 'skill=1')
add(g, 3, ';'.join((ONE3, ONE3, DF)), 'skill=[1, 1, "1/2"]'); add(g, 2, FOUR, 'skill=1'); add(g, 12, '', 'tie="recast"')

# 5 Century
g = 'century'
for f in (U, Lp, FOUR, MIX, HOT, NO1, V46): add(g, 1, f)
add(g, 1, '', 'casts=10'); add(g, 1, '', 'casts=40;cohort=2'); add(g, 1, '', 'target=60'); add(g, 1, U, 'target=150;cohort=3'); add(g, 1, HOT, 'target=22;casts=2;cohort=10')
add(g, 1, '', 'hounds=0;lions=0;raiders=0;gaul=0'); add(g, 1, '', 'hounds=10'); add(g, 1, '', 'lions=6'); add(g, 1, '', 'raiders=9'); add(g, 1, U, 'gaul=12')
add(g, 1, '', 'cohort=1'); add(g, 1, NO6); add(g, 1, ONE6); add(g, 1, SEN); add(g, 1, '', 'casts=1;target=9'); add(g, 1, '', 'casts=1;target=23'); add(g, 1, SURE)

# 7 Circus Maximus
g = 'circus-maximus'
add(g, 2); add(g, 3); add(g, 2, U); add(g, 2, DF + ';' + HOT, 'laps=3'); add(g, 2, DF + ';' + Lp, 'laps=5;casts_per_lap=6;favour=100')
add(g, 2, U, 'laps=2;casts_per_lap=1;favour=0'); add(g, 2, '', 'laps=3;casts_per_lap=1;favour=42'); add(g, 3, V34, 'laps=4;casts_per_lap=1;favour=0')
add(g, 3, V36, 'laps=3;casts_per_lap=1;favour=54'); add(g, 4, V34, 'laps=3;casts_per_lap=1;favour=42'); add(g, 3, V34 + ';' + V36 + ';' + V46, 'laps=3;casts_per_lap=1;favour=50')
add(g, 3, '3 0 0 1', 'laps=4;casts_per_lap=1;favour=0'); add(g, 4, '', 'favour=1180'); add(g, 4, ';'.join((DF, HOT, U, FOUR)), 'favour=1170')
add(g, 4, ONE4, 'laps=2;favour=300'); add(g, 2, ONE4 + ';' + ONE3, 'laps=2;favour=300'); add(g, 3, ';'.join((ONE3, ONE4, ONE4)), 'laps=2;favour=10'); add(g, 2, '', 'laps=2;casts_per_lap=2;favour=2000'); add(g, 4, ';'.join((ONE4, ONE3, ONE4, ONE3)), 'favour=576;laps=3'); add(g, 2, FOUR, 'laps=1;casts_per_lap=1;favour=15')

# 8 Unum Biga
g = 'unum-biga'
add(g, 1, '', 'overshoot="lose"'); add(g, 1, '', 'overshoot="lose";floor=-10;target=50'); add(g, 1, '', 'floor=-10'); add(g, 1, '', 'floor=-3;target=30')
add(g, 1, U); add(g, 1, U, 'overshoot="lose"'); add(g, 1, Lp, 'target=50'); add(g, 1, FOUR, 'target=40;overshoot="lose"'); add(g, 1, FOUR, 'target=40'); add(g, 1, NO6, 'target=10'); add(g, 1, HOT, 'target=1')
add(g, 1, V36); add(g, 1, V36, 'target=99'); add(g, 1, V36, 'floor=-5;target=31'); add(g, 1, V36, 'overshoot="lose"'); add(g, 1, ONE3); add(g, 1, ONE3, 'overshoot="lose"'); add(g, 1, ONE3, 'target=45')
add(g, 1, '0 0 1 0 | 0 0 1 1 | 1 1 1 1 | 1 1 1 1', 'target=27'); add(g, 1, '0 0 1 0 | 0 0 1 1 | 1 1 1 1 | 1 1 1 1', 'target=27;overshoot="lose"'); add(g, 1, ONE1)

# 9 Hounds and Vultures, 10 Steps of the Senate
g = 'hounds-and-vultures'
add(g, 3); add(g, 4); add(g, 4, U, 'stake=3', 'wp'); add(g, 2, Lp, 'stake=10', 'wp'); add(g, 2, U, 'ladder=[6431]', 'wp'); add(g, 3, DF, 'ladder=[3333, 6431];stake="1/2"', 'wp')
add(g, 2, U, 'ladder=[3333, 3333, 6431]'); add(g, 4, Lp, 'ladder=[4431, 3111, 4431]'); add(g, 2, U, 'ladder=[6666, 4444, 3333, 1111]'); add(g, 3, DF + ';' + U + ';' + Lp, 'stake=2', 'wp')
add(g, 2, FOUR, 'ladder=[6431, 4431, 6431, 3333]', 'w'); add(g, 2, NO6 + ';' + HOT, 'stake=1', 'wp'); add(g, 2, NO6, 'stake=4', 'wp'); add(g, 3, ';'.join((ONE4, ONE3, U)), 'ladder=[4444, 4444]')
add(g, 2, ONE4, 'ladder=[4444, 4444, 4444];stake=2', 'wp'); add(g, 4, ';'.join((NO6, NO1, MIX, U)), '')
g = 'steps-of-the-senate'
add(g, 3); add(g, 4); add(g, 2, U, 'stake=5', 'wp'); add(g, 4, HOT); add(g, 2, '', 'ladder=[6431, 6666, 1111, 4444, 3333, 6664, 6111, 6663, 6311, 6661, 6411, 6331, 6644, 6333, 6441, 6633, 6611, 6443, 6433, 6641, 6631, 6643, 6444]')
add(g, 2, DF + ';' + U); add(g, 2, Lp, 'ladder=[1111, 3333, 6643, 6643, 6431]'); add(g, 3, FOUR, 'ladder=[6111, 3311, 6431];stake=6', 'wp'); add(g, 2, NO1, '', 'wp'); add(g, 2, NO1 + ';' + U, 'stake=1', 'wp'); add(g, 3, U, 'ladder=[4443];stake=1', 'wp')

# 11 Gladiators
g = 'gladiators'
for a in ('both', 'turns'):
    for f in ('', U, Lp, DF + ';' + U, ONE3 + ';' + ONE4, FOUR, FOUR + ';' + Lp, ONE4): add(g, 2, f, f'attack="{a}"')
    add(g, 2, '', f'attack="{a}";stones=1'); add(g, 2, HOT, f'attack="{a}";stones=7')

# 12 Catapulta
g = 'catapulta'
add(g, 3); add(g, 4); add(g, 2, U); add(g, 2, Lp, 'target=20'); add(g, 3, '', 'target=500'); add(g, 2, DF + ';' + FOUR, 'target=60'); add(g, 2, '', 'rings=[1, 2, 3];target=12'); add(g, 4, MIX, 'rings=[10, 20, 50]')
add(g, 2, '', 'outer="1/2";inner="1/4";stake="1/8"'); add(g, 2, '', 'outer=["3/10", "1/2"];inner=["2/10", "1/4"];stake=["1/10", "1/8"]'); add(g, 3, U, 'outer=[0, "1/10", 0];inner=[0, "1/10", 0];stake=[0, "1/10", 1];target=100')
add(g, 2, '', 'outer=0;inner=0;stake=0'); add(g, 2, ONE4, 'outer=0;inner=0;stake=1'); add(g, 2, '', 'outer=0.05;inner=0.02;stake=0.01'); add(g, 2, '', 'target=1')

# 13 Hounds in Olympus
g = 'hounds-in-olympus'
add(g, 3, verbs='wp'); add(g, 4, verbs='wp'); add(g, 4, '', 'tie="split"', 'wp')
for void in ('recast', 'worst'):
    for tie in ('recast', 'split'):
        add(g, 2, U, f'void="{void}";tie="{tie}"', 'wp')
        add(g, 3, DF + ';' + U + ';' + Lp, f'void="{void}";tie="{tie}"', 'wp')
add(g, 2, '', 'venus_share="1/4"', 'p'); add(g, 2, U, 'venus_share=1;bid=5', 'p'); add(g, 2, '', 'venus_share=0', 'p'); add(g, 2, Lp, 'bid="1/2";venus_share=0.1', 'p')
add(g, 2, VEN, '', 'wp'); add(g, 2, VEN, 'venus_share=1', 'p'); add(g, 2, VEN, 'venus_share="1/10"', 'p'); add(g, 2, VEN, 'venus_share=1;tie="split"', 'p'); add(g, 3, ';'.join((VEN, VEN, U)), 'venus_share=1', 'wp')
add(g, 2, VEN, 'venus_share="1/3"', 'p'); add(g, 3, ';'.join((SURE, SURE, U)), '', 'wp'); add(g, 3, ';'.join((SURE, SURE, U)), 'venus_share=1', 'p'); add(g, 2, SURE, '', 'wp'); add(g, 2, SURE, 'tie="split"', 'wp'); add(g, 2, SURE, 'venus_share=0', 'p'); add(g, 2, ONE4, '', 'wp'); add(g, 3, ';'.join((ONE4, ONE4, U)), '', 'wp'); add(g, 2, FOUR, '', 'wp'); add(g, 2, MIX + ';' + FOUR, 'void="worst"', 'wp')
add(g, 2, DF + ';' + VOID, '', 'wp'); add(g, 2, DF + ';' + VOID, 'void="worst"', 'wp')

# 14 Odds Out
g = 'odds-out'
add(g, 3, verbs='wp'); add(g, 4, verbs='wp'); add(g, 4, '', 'void="idle";tie="split"', 'wp')
for void in ('recast', 'idle'):
    for tie in ('recast', 'split'):
        add(g, 2, U, f'void="{void}";tie="{tie}"', 'wp'); add(g, 3, DF + ';' + U + ';' + Lp, f'void="{void}";tie="{tie}"', 'wp')
        add(g, 3, ';'.join((ONE4, ONE4, U)), f'tie="{tie}";void="{void}"', 'wp')
add(g, 2, '', 'bid=5;fee=2', 'p'); add(g, 2, '', 'bid=0;fee=3', 'p'); add(g, 3, HOT, 'fee=0', 'p'); add(g, 2, FOUR, '', 'wp'); add(g, 2, FOUR + ';' + MIX, 'void="idle"', 'wp')
add(g, 2, ONE3, '', 'wp'); add(g, 2, ONE1 + ';' + U, '', 'wp'); add(g, 2, VOID, 'void="idle"', 'wp'); add(g, 2, VOID, '', 'wp'); add(g, 2, ONE1 + ';' + ONE4, '', 'wp'); add(g, 2, ONE3 + ';' + VOID, '', 'wp'); add(g, 2, ONE3 + ';' + VOID, 'void="idle"', 'wp')

# 15 Par Tali
g = 'par-tali'
for n in (2, 3, 5, 12): add(g, n, '', '', 'w')
add(g, 4, U, 'stake=2', 'wp'); add(g, 4, Lp); add(g, 4, NO1); add(g, 4, V34); add(g, 4, ';'.join((DF, U, Lp, HOT)), 'stake=1', 'wp'); add(g, 2, DF + ';' + U, 'stake=3', 'wp'); add(g, 4, FOUR); add(g, 2, FOUR)
add(g, 3, ';'.join((FOUR, U, MIX)), ''); add(g, 4, ';'.join((FOUR, U, MIX, Lp)), ''); add(g, 4, ';'.join((ONE1, ONE3, ONE4, ONE6)), 'stake=1', 'wp'); add(g, 4, ';'.join((NO6, NO6, NO6, V46)), 'stake=2', 'wp')
add(g, 4, ';'.join((U, NO1, NO6, V34)), ''); add(g, 2, ONE4, 'stake=1', 'wp'); add(g, 4, ';'.join((NO1, V34, V46, V36)), 'stake=5', 'wp')

# 16 Pentelitha
g = 'pentelitha'
for s in ('back-of-hand', 'pick-up'):
    for t in (4, 5):
        for c in ('"1/2"', '"1/5"', '"9/10"'): add(g, 1, '', f'tali={t};style="{s}";catch={c}')
    add(g, 1, '', f'style="{s}";catch=0'); add(g, 1, '', f'style="{s}";catch=1'); add(g, 1, '', f'catch=0.05;style="{s}"')

SHORT = {'augustus': 'aug', 'simple-tali': 'sim', 'sparing-tali': 'spa', 'tropa': 'tro', 'century': 'cen',
         'circus-maximus': 'cir', 'unum-biga': 'big', 'hounds-and-vultures': 'hou', 'steps-of-the-senate': 'sen',
         'gladiators': 'gla', 'catapulta': 'cat', 'hounds-in-olympus': 'oly', 'odds-out': 'odd', 'par-tali': 'par',
         'pentelitha': 'pen'}
VERB = {'w': 'win', 'p': 'pot'}

def cases():
    count = defaultdict(int)
    for v, g, n, f, r in CASES:
        k = SHORT[g] + '-' + VERB[v]
        count[k] += 1
        yield f'{k}-{count[k]:02d}', VERB[v], g, n, f, r

def compute(verb, g, n, f, r):
    out = {}
    GAMES[g](verb, n, parse_faces(f, n), parse_rules(r), out)
    return out

def main():
    sys.setrecursionlimit(10000)
    only = sys.argv[2] if len(sys.argv) > 2 and sys.argv[1] == '--only' else ''
    crows, vrows = [], []
    for cid, verb, g, n, f, r in cases():
        if only and not cid.startswith(only): continue
        t = time.time()
        out = compute(verb, g, n, f, r)
        crows.append((cid, verb, g, n, f, r))
        for path, x in out.items():
            if isinstance(x, Fr) and 0 < abs(x) < Fr(1, 10 ** 300): continue     # below every double
            value, tol = show(x)
            vrows.append((cid, path, value, tol))
        print(f'{cid} {g} {n} [{f}] {r}: {len(out)} values, {time.time() - t:.1f} s', file=sys.stderr)
    where = os.path.join(HERE, '..', 'expected') if not only else '/tmp'
    for name, head, rows in (('games_cases.csv', 'case,verb,game,players,faces,rules', crows),
                             ('games_values.csv', 'case,path,value,tolerance', vrows)):
        with open(os.path.join(where, name), 'w', newline='') as fh:
            w = csv.writer(fh, lineterminator='\n')
            w.writerow(head.split(','))
            w.writerows(rows)
    print(len(crows), 'cases', len(vrows), 'values', file=sys.stderr)

if __name__ == '__main__':
    main()
