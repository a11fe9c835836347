#!/usr/bin/env python3
"""Independent oracle for `mendax-common` (one hand under a cup), written from rules-mendax.md alone.

  python3 make_mendax_common.py            compute all cases, writing mendax_common.json as they finish
  python3 make_mendax_common.py PATTERN    only the cases whose name matches the regular expression (others are kept)

Everything except "best play on floats" is exact (gmpy2.mpq = rationals).
Brute force: every game is enumerated bone by bone; only bones with equal weights are merged.
"""
import sys, re, json, time, itertools
from functools import lru_cache
from gmpy2 import mpq
import numpy as np
import highspy
from flint import fmpq, fmpq_mat

sys.setrecursionlimit(100000)
FACES = (1, 3, 4, 6)
VENUS = 18
Q0, Q1 = mpq(0), mpq(1)

# ---------------------------------------------------------------- casts and ranks (rules.md section 1)
def _senio_sums():
    s = set()
    for c in itertools.combinations_with_replacement(FACES, 4):
        t = tuple(sorted(c, reverse=True))
        if 6 in t and t != (6, 4, 3, 1) and t != (6, 6, 6, 6):
            s.add(sum(t))
    return sorted(s)
SENIO = _senio_sums()
assert SENIO == [9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]
RANKNAME = ['void', 'canis', '3333', '4444', '6666'] + ['S%d' % s for s in SENIO] + ['venus']
assert len(RANKNAME) == 19
RANKOF = {n: i for i, n in enumerate(RANKNAME)}

@lru_cache(None)
def rank(hand):
    t = tuple(sorted(hand, reverse=True))
    if t == (6, 4, 3, 1): return 18
    if t == (1, 1, 1, 1): return 1
    if t == (3, 3, 3, 3): return 2
    if t == (4, 4, 4, 4): return 3
    if t == (6, 6, 6, 6): return 4
    if 6 in t: return 5 + SENIO.index(sum(t))
    return 0

# "the cast of that rank with the greatest number" (S17 -> 6641), written high to low
WORD = {}
for _c in itertools.combinations_with_replacement(FACES, 4):
    _t = tuple(sorted(_c, reverse=True))
    WORD[rank(_t)] = max(WORD.get(rank(_t), (0, 0, 0, 0)), _t)
assert WORD[RANKOF['S17']] == (6, 6, 4, 1) and WORD[0] == (4, 4, 4, 3)

# ---------------------------------------------------------------- the table: bones, throws, void
class Table:
    def __init__(self, bones, throws=1, void='recast', starter='challenger'):
        bones = [tuple(mpq(w) for w in b) for b in bones]
        if len(bones) == 1: bones = bones * 4
        self.bones = [tuple(w / sum(b) for w in b) for b in bones]
        self.T, self.void, self.starter = throws, void, starter
        seen = []
        for b in self.bones:
            if b not in seen: seen.append(b)
        self.kind = [seen.index(b) for b in self.bones]      # kinds in order of first appearance
        self.nk = len(seen)
        self._canon, self._out, self._ok, self._law = {}, {}, {}, {}
        self._plan, self._turn, self._T, self._pc = {}, {}, {}, {}
        self.lowest = 0 if void == 'lowest' else 1            # lowest call of an opening
        # the game can never end if not even four bones can rank (recast)
        self.never = void == 'recast' and not self.can_rank((0,) * 4, (0, 1, 2, 3))

    # a hand is a tuple of four faces, bone by bone; like bones are sorted (high first), with a flag that tells loose from aside
    def canon(self, hand, loose):
        key = (hand, loose)
        if key not in self._canon:
            h, l = list(hand), [i in loose for i in range(4)]
            for k in range(self.nk):
                pos = [i for i in range(4) if self.kind[i] == k]
                pairs = sorted(((h[i], l[i]) for i in pos), reverse=True)
                for i, (f, b) in zip(pos, pairs): h[i], l[i] = f, b
            self._canon[key] = (tuple(h), tuple(i for i in range(4) if l[i]))
        return self._canon[key]

    def hand(self, hand):            # canonical, all loose
        return self.canon(tuple(hand), (0, 1, 2, 3))[0]

    def raw(self, hand, S):
        """unconditional distribution of the four faces after throwing the bones in S"""
        d = {}
        for faces in itertools.product(range(4), repeat=len(S)):
            p, h = Q1, list(hand)
            for i, f in zip(S, faces):
                p *= self.bones[i][f]; h[i] = FACES[f]
            if p: d[tuple(h)] = d.get(tuple(h), Q0) + p
        return d

    def can_rank(self, hand, S):
        key = (tuple(None if i in S else hand[i] for i in range(4)))
        if key not in self._ok:
            self._ok[key] = any(rank(h) > 0 for h in self.raw(hand, S))
        return self._ok[key]

    def allowed(self, hand, S):
        """may the bones S (not empty) be thrown?"""
        return self.void != 'recast' or self.can_rank(hand, S)

    def law(self, hand, S, last):
        """distribution of (hand, loose) after the throw; under recast the last throw of a turn is repeated while void"""
        key = (tuple(None if i in S else hand[i] for i in range(4)), last)
        if key not in self._law:
            d = self.raw(hand, S)
            if last and self.void == 'recast':
                d = {h: p for h, p in d.items() if rank(h) > 0}
                t = sum(d.values()); d = {h: p / t for h, p in d.items()}
            out = {}
            for h, p in d.items():
                n = self.canon(h, (0, 1, 2, 3) if last else S)
                out[n] = out.get(n, Q0) + p
            self._law[key] = out
        return self._law[key]

    def may_stop(self, hand):
        return self.void != 'recast' or rank(hand) > 0

    def subsets(self, loose):
        return [S for k in range(1, len(loose) + 1) for S in itertools.combinations(loose, k)]

    def legal_calls(self, r):
        """r None: opening"""
        return range(self.lowest if r is None else r + 1, VENUS + 1)

    # ------------------------------------------------------------ the plan for a goal (section 4)
    def choices(self, left, hand, loose):
        """legal throws: list of S, () = stop.  left = throws left (>= 1)"""
        c = [()] if self.may_stop(hand) else []
        return c + [S for S in self.subsets(loose) if self.allowed(hand, S)]

    def after(self, left, hand, S, g):
        """P(rank >= g at the end) if S is thrown now, `left` throws left including this one, then the plan"""
        return sum((p * self.plan(left - 1, h, l, g)[0] for (h, l), p in self.law(hand, S, left == 1).items()), Q0)

    def plan(self, left, hand, loose, g):
        """(greatest P, what to throw) for the goal g"""
        if rank(hand) >= g: return (Q1, ())          # stop as soon as the rank is >= g
        if left == 0: return (Q0, ())
        key = (left, hand, loose, g)
        if key not in self._plan:
            best = None
            for S in self.choices(left, hand, loose):
                v = Q0 if S == () else self.after(left, hand, S, g)
                kept = [i for i in range(4) if i not in S]
                k = [v, -len(S), sorted((hand[i] for i in kept), reverse=True)]
                for kd in range(self.nk):
                    k.append(sorted((hand[i] for i in kept if self.kind[i] == kd), reverse=True))
                if best is None or k > best[0]: best = (k, S)
            self._plan[key] = (best[0][0], best[1])
        return self._plan[key]

    def odds(self, h, k, r):
        """T(h,k,r') of section 4; h None: opening.  No allowed way to throw k bones: 0 (see notes)"""
        key = (h, k, r)
        if key not in self._T:
            if k == 0: v = Q1 if rank(h) >= r else Q0
            else:
                v = Q0
                for S in itertools.combinations(range(4), k):
                    hh = (0, 0, 0, 0) if h is None else h
                    if self.allowed(hh, S): v = max(v, self.after(self.T, hh, S, r))
            self._T[key] = v
        return self._T[key]

    # ------------------------------------------------------------ named policies
    def turn(self, pol, h, r):
        """distribution of a turn: {(throws, hand, call): p}; h = r = None at the opening"""
        key = (pol, h, r)
        if key in self._turn: return self._turn[key]
        out = {}
        name, num = pol
        low = self.lowest if r is None else r + 1
        def end(p, sig, hand):
            calls = list(self.legal_calls(r))
            if name == 'random':
                cs = [(c, mpq(1, len(calls))) for c in calls]
            else:
                c = rank(hand)
                if c not in calls: c = low
                cs = [(c, Q1)]
                if name == 'bluffing': cs = [(c, 1 - num), (min(VENUS, c + 2), num)]
            for c, q in cs:
                if q:
                    t = (sig or (0,), hand, c)
                    out[t] = out.get(t, Q0) + p * q
        def go(p, left, sig, hand, loose):
            if left == 0: return end(p, sig, hand)
            if hand is None:                     # the opening: four bones must be thrown
                ch = [((0, 1, 2, 3), Q1)]; hand = (0, 0, 0, 0)
            elif name == 'random':
                cc = self.choices(left, hand, loose)
                ch = [(S, mpq(1, len(cc))) for S in cc]
            else:
                ch = [(self.plan(left, hand, loose, low)[1], Q1)]
            for S, q in ch:
                if S == (): end(p * q, sig, hand)
                else:
                    for (h2, l2), w in self.law(hand, S, left == 1).items():
                        go(p * q * w, left - 1, sig + (len(S),), h2, l2)
        go(Q1, self.T, (), h, (0, 1, 2, 3))
        assert sum(out.values()) == 1
        self._turn[key] = out
        return out

    def judge(self, pol, h, k, r):
        """probability that the policy challenges the call r; h = what the caller took up as the judge sees it (None: opening), k = first throw"""
        if r == VENUS: return Q1
        if r == 0: return Q0
        name, num = pol
        if name == 'random': return mpq(1, 2)
        if name == 'honest': return Q0
        t = num if name == 'cautious' else mpq(1, 2)
        return Q1 if self.odds(h, k, r) < t else Q0

def policy(text):
    name, _, n = text.partition('=')
    return (name, mpq(n) if n else {'cautious': mpq(1, 2), 'bluffing': mpq(1, 4)}.get(name))

# ---------------------------------------------------------------- named policies against each other, n seats, exact
class Named:
    """Enumeration of a round (states: who moves, the hand taken up, the last call), then of the match."""
    def __init__(self, table, pols, counters):
        self.t, self.pols, self.n = table, [policy(p) for p in pols], len(pols)
        self.start = tuple(counters)
        self._round, self._state = {}, {}

    def go(self, alive, m, h, r):
        """seat m moves (h, r None: opening).  Returns {outcome: p}, [calls, lies, under, right] from here on; outcome = (loser, challenger)"""
        key = (alive, m, h, r)
        if key in self._state: return self._state[key]
        t = self.t
        nxt = alive[(alive.index(m) + 1) % len(alive)]
        dist, tot = {}, [Q0] * 4
        handed = {}
        for (sig, h2, c), p in t.turn(self.pols[m], h, r).items():
            # the judge's estimate of the caller's starting hand
            if h is None: seen = None
            elif len(alive) == 2: seen = h
            else: seen = t.hand(WORD[r])     # believes the previous call: largest face on bone 1
            true = rank(h2) >= c
            if t.void == 'bluff' and rank(h2) == 0: true = False
            x = t.judge(self.pols[nxt], seen, sig[0], c)
            tot[0] += p
            if c > rank(h2): tot[1] += p
            if c < rank(h2): tot[2] += p
            if x:
                o = (nxt if true else m, nxt)
                dist[o] = dist.get(o, Q0) + p * x
                if not true: tot[3] += p * x
            if x != 1:
                handed[(h2, c)] = handed.get((h2, c), Q0) + p * (1 - x)
        for (h2, c), p in handed.items():
            d2, t2 = self.go(alive, nxt, h2, c)
            for o, q in d2.items(): dist[o] = dist.get(o, Q0) + p * q
            for i in range(4): tot[i] += p * t2[i]
        self._state[key] = (dist, tot)
        return self._state[key]

    def match(self, cnt, s):
        """(win shares, {rounds: p}, totals of calls, lies, under, right)"""
        alive = tuple(i for i in range(self.n) if cnt[i] > 0)
        if len(alive) == 1:
            return [Q1 if i == alive[0] else Q0 for i in range(self.n)], {0: Q1}, [Q0] * 4
        while cnt[s] == 0: s = (s + 1) % self.n        # the next seat in order that is in
        key = (cnt, s)
        if key in self._round: return self._round[key]
        dist, tot = self.go(alive, s, None, None)
        assert sum(dist.values()) == 1
        win, pmf, tot = [Q0] * self.n, {}, list(tot)
        for (loser, chall), p in dist.items():
            c2 = tuple(c - (i == loser) for i, c in enumerate(cnt))
            w, f, t2 = self.match(c2, chall if self.t.starter == 'challenger' else loser)
            for i in range(self.n): win[i] += p * w[i]
            for l, q in f.items(): pmf[l + 1] = pmf.get(l + 1, Q0) + p * q
            for i in range(4): tot[i] += p * t2[i]
        self._round[key] = (win, pmf, tot)
        return self._round[key]

    def figures(self):
        if self.t.never:
            return {'win_share': ['0'] * self.n, 'never': '1'}
        w, f, t = self.match(self.start, 0)
        assert sum(w) == 1 and sum(f.values()) == 1
        mean = sum(l * p for l, p in f.items())
        var = sum(l * l * p for l, p in f.items()) - mean * mean
        return {'win_share': [qs(x) for x in w], 'length_mean': qs(mean), 'length_variance': qs(var),
                'length_pmf': {str(l): qs(f[l]) for l in sorted(f)},
                'calls_mean': qs(t[0] / mean), 'lie_share': qs(t[1] / t[0]), 'under_share': qs(t[2] / t[0]),
                'challenge_right': qs(t[3] / mean)}

def qs(x):
    x = mpq(x)
    if x.denominator.bit_length() > 4000: return float(x)      # still computed exactly; too long to print
    return '%d/%d' % (x.numerator, x.denominator) if x.denominator != 1 else '%d' % x.numerator

# ---------------------------------------------------------------- linear programs
def toq(x): return fmpq(int(x.numerator), int(x.denominator))
def fromq(x): return mpq(int(x.p), int(x.q))

class LP:
    """min c.z; rows: sum a z >= b or == b; z >= 0 unless free."""
    def __init__(self):
        self.names, self.idx, self.free, self.c, self.rows = [], {}, [], [], []
    def var(self, name, free=False, c=0):
        if name not in self.idx:
            self.idx[name] = len(self.names); self.names.append(name); self.free.append(free); self.c.append(0)
        if c: self.c[self.idx[name]] += c
        return self.idx[name]
    def row(self, coefs, b, eq=False):
        d = {}
        for j, a in coefs:
            d[j] = d.get(j, 0) + a
        self.rows.append(({j: a for j, a in d.items() if a != 0}, b, eq))

    def highs(self):
        h = highspy.Highs()
        h.setOptionValue('output_flag', False)
        h.setOptionValue('threads', 1)
        h.setOptionValue('presolve', 'off')
        h.setOptionValue('solver', 'simplex')
        h.setOptionValue('primal_feasibility_tolerance', 1e-10)
        h.setOptionValue('dual_feasibility_tolerance', 1e-10)
        inf = highspy.kHighsInf
        lp = highspy.HighsLp()
        n, m = len(self.names), len(self.rows)
        lp.num_col_, lp.num_row_ = n, m
        lp.col_cost_ = np.array([float(x) for x in self.c])
        lp.col_lower_ = np.array([-inf if f else 0.0 for f in self.free])
        lp.col_upper_ = np.array([inf] * n)
        lp.row_lower_ = np.array([float(b) for _, b, _ in self.rows])
        lp.row_upper_ = np.array([float(b) if eq else inf for _, b, eq in self.rows])
        st, ix, vals = [0], [], []
        for d, _, _ in self.rows:
            for j, a in d.items(): ix.append(j); vals.append(float(a))
            st.append(len(ix))
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.array(st, dtype=np.int32)
        lp.a_matrix_.index_ = np.array(ix, dtype=np.int32)
        lp.a_matrix_.value_ = np.array(vals)
        h.passModel(lp)
        h.run()
        return h

    def solve_float(self):
        h = self.highs()
        if h.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError('HiGHS: %s' % h.getModelStatus())
        s = h.getSolution()
        return h.getInfo().objective_function_value, list(s.col_value), list(s.row_dual)

    stats = {'direct': 0, 'pivot': 0}
    def solve_exact(self):
        """exact optimum: HiGHS proposes a basis, the rational tableau decides.  Returns (objective, z, row duals)"""
        h = self.highs()
        B = h.getBasis()
        n, m = len(self.names), len(self.rows)
        bas = highspy.HighsBasisStatus.kBasic
        bz = [j for j in range(n) if B.col_status[j] == bas]
        nr = [i for i in range(m) if B.row_status[i] != bas]
        if len(bz) == len(nr):
            r = self._check(bz, nr)
            if r is not None:
                LP.stats['direct'] += 1
                return r
        LP.stats['pivot'] += 1
        return self._pivot(bz, nr)

    def _check(self, bz, nr):
        k = len(bz)
        M = fmpq_mat(k, k, [toq(mpq(self.rows[i][0].get(j, 0))) for i in nr for j in bz])
        b = fmpq_mat(k, 1, [toq(mpq(self.rows[i][1])) for i in nr])
        c = fmpq_mat(k, 1, [toq(mpq(self.c[j])) for j in bz])
        try:
            zb = M.solve(b); y = M.transpose().solve(c)
        except ZeroDivisionError:
            return None
        z = [Q0] * len(self.names)
        for t, j in enumerate(bz): z[j] = fromq(zb[t, 0])
        dual = [Q0] * len(self.rows)
        for t, i in enumerate(nr): dual[i] = fromq(y[t, 0])
        return self.verify(z, dual)

    def verify(self, z, dual):
        """z and dual if they prove each other optimal, else None (exact)"""
        for j, f in enumerate(self.free):
            if not f and z[j] < 0: return None
        red = [mpq(x) for x in self.c]
        for i, (d, b, eq) in enumerate(self.rows):
            s = sum((a * z[j] for j, a in d.items()), Q0) - b
            if s < 0 or (eq and s != 0): return None
            if not eq and dual[i] < 0: return None
            if dual[i]:
                for j, a in d.items(): red[j] -= a * dual[i]
        for j, f in enumerate(self.free):
            if red[j] < 0 or (f and red[j] != 0): return None
        obj = sum((mpq(c) * z[j] for j, c in enumerate(self.c) if c), Q0)
        assert obj == sum((dual[i] * self.rows[i][1] for i in range(len(self.rows)) if dual[i]), Q0)
        return obj, z, dual

    def _pivot(self, bz, nr):
        """exact simplex from (an attempt at) a basis.  Columns 0..n-1 structural, n..n+m-1 slacks; A z - s = b.
        Equality rows have a slack fixed at 0; free columns must be basic."""
        n, m = len(self.names), len(self.rows)
        eqs = {n + i for i in range(m) if self.rows[i][2]}
        free = {j for j in range(n) if self.free[j]}
        # full tableau, then Gauss-Jordan to the wanted basis as far as it is nonsingular
        N = n + m + 1
        tab = []
        for i, (d, b, eq) in enumerate(self.rows):
            row = [Q0] * N
            for j, a in d.items(): row[j] = -mpq(a)
            row[n + i] = Q1; row[-1] = -mpq(b)
            tab.append(row)
        basis = [n + i for i in range(m)]
        obj = [mpq(x) for x in self.c] + [Q0] * (m + 1)
        rowset = {i for i in range(m)}
        def pivot(i, j):
            r = tab[i]; p = r[j]
            nz = [t for t in range(N) if r[t]]
            for t in nz: r[t] /= p
            for q in tab + [obj]:
                if q is not r and q[j]:
                    f = q[j]
                    for t in nz: q[t] -= f * r[t]
            basis[i] = j
        outs = [i for i in nr]
        for j in sorted(bz, key=lambda j: j not in free):
            c = [i for i in outs if tab[i][j] != 0]
            if c:
                i = c[0]; pivot(i, j); outs.remove(i)
        for j in free:
            if j not in basis:
                c = [i for i in range(m) if basis[i] not in free and tab[i][j] != 0]
                if c: pivot(c[0], j)
        can_enter = [j for j in range(n + m) if j not in eqs]
        for it in range(20000):
            # phase 1: least index infeasible basic variable; composite method with Bland's rule
            bad = [i for i in range(m) if (basis[i] not in free and tab[i][-1] < 0) or (basis[i] in eqs and tab[i][-1] > 0)]
            if bad:
                cost = [Q0] * N      # gradient of the sum of infeasibilities
                for i in bad:
                    sgn = 1 if tab[i][-1] < 0 else -1      # basic < 0: minimise -basic
                    for t in range(N):
                        if tab[i][t]: cost[t] += sgn * tab[i][t]
                bset = set(basis)
                ent = next((j for j in can_enter if j not in bset and cost[j] < 0), None)
                if ent is None: raise RuntimeError('infeasible')
            else:
                bset = set(basis)
                ent = next((j for j in can_enter if j not in bset and obj[j] < 0), None)
                if ent is None: break
            best = None
            for i in range(m):
                a, b, v = tab[i][ent], tab[i][-1], basis[i]
                if v in free or a == 0: continue
                if v in eqs and b == 0: lim = Q0
                elif b >= 0 and a > 0: lim = b / a
                elif b < 0 and a < 0: lim = b / a       # an infeasible one becomes feasible (blocking there is safe)
                else: continue
                if best is None or lim < best[0] or (lim == best[0] and basis[i] < basis[best[1]]): best = (lim, i)
            if best is None: raise RuntimeError('unbounded')
            pivot(best[1], ent)
        else:
            raise RuntimeError('too many pivots')
        z = [Q0] * n
        for i, j in enumerate(basis):
            if j < n: z[j] = tab[i][-1]
        dual = [obj[n + i] for i in range(m)]
        r = self.verify(z, dual)
        assert r is not None
        return r

# ---------------------------------------------------------------- best play, two seats
class Best:
    """U(h,r) for every score; scores are from the mover's side: (own counters, other's counters).
    The seats only differ in their counters (one set of bones), so seat numbers are not needed elsewhere."""
    def __init__(self, table, exact):
        self.t, self.exact = table, exact
        self.W_, self.U_, self.G_, self.tree_ = {}, {}, {}, {}
        self.maxgap = 0.0
        self.one = Q1 if exact else 1.0
        self.nlp = 0

    def num(self, q): return q if self.exact else float(q)

    # values after a challenge, for the mover
    def D(self, own, opp, true):
        one, zero = self.one, self.one - self.one
        if true:         # the challenger = the other pays, and starts (as challenger, or as the one who paid)
            return one if opp == 1 else one - self.W(opp - 1, own)
        if own == 1: return zero
        if self.t.starter == 'challenger': return one - self.W(opp, own - 1)
        return self.W(own - 1, opp)

    def W(self, own, opp):
        """win share of the seat that starts a round"""
        if (own, opp) not in self.W_: self.W_[own, opp] = self.G(own, opp, None, None, 4)[0]
        return self.W_[own, opp]

    def U(self, own, opp, h, r):
        key = (own, opp, h, r)
        if key not in self.U_:
            self.U_[key] = max(self.G(own, opp, h, r, k)[0] for k in self.ks(h))
        return self.U_[key]

    def ks(self, h):
        """allowed numbers of bones of the first throw"""
        out = [0] if self.t.may_stop(h) else []
        return out + [k for k in range(1, 5) if any(self.t.allowed(h, S) for S in itertools.combinations(range(4), k))]

    def tree(self, h, k):
        """the mover's own decisions when his first throw is of k bones.
        nodes: {name: [action]}, action = ('go', {node: p}) or ('end', (sigma, hand)); the root is 'root'"""
        t = self.t
        key = (tuple(h) if h is not None and k < 4 else None, k)
        if key in self.tree_: return self.tree_[key]
        nodes = {}
        def add(left, sig, hand, loose):
            name = (sig, hand) if left == 0 else (sig, hand, loose)
            if name in nodes: return name
            nodes[name] = []
            if t.may_stop(hand): nodes[name].append(('end', (sig, hand)))
            if left > 0:
                seen = set()
                for S in t.subsets(loose):
                    if t.allowed(hand, S): throw(name, left, sig, hand, S, seen)
            return name
        def throw(name, left, sig, hand, S, seen):
            law = t.law(hand, S, left == 1)
            k2 = (len(S), tuple(sorted(law.items())))
            if k2 in seen: return                    # like bones: the same throw
            seen.add(k2)
            nodes[name].append(('go', {add(left - 1, sig + (len(S),), h2, l2): p for (h2, l2), p in law.items()}))
        nodes['root'] = []
        hh = (0, 0, 0, 0) if h is None else h
        if k == 0: nodes['root'].append(('end', ((0,), hh)))
        else:
            seen = set()
            for S in itertools.combinations(range(4), k):
                if t.allowed(hh, S): throw('root', t.T, (), hh, S, seen)
        self.tree_[key] = nodes
        return nodes

    def leaf(self, own, opp, h2, c):
        """(D, C): mover's value if the call c on h2 is challenged, accepted.  None where the receiver has no choice"""
        t = self.t
        true = rank(h2) >= c
        d = None if c == 0 else self.D(own, opp, true)
        a = None if c == VENUS else self.one - self.U(opp, own, h2, c)
        return d, a

    def lp(self, own, opp, h, r, k, bound=None, objective=None):
        """the receiver's program of the turn: min w[root] over x; with a bound: w[root] <= bound, min `objective`
        ({(sigma, call): coefficient of x})"""
        t = self.t
        lp = LP()
        nodes = self.tree(h, k)
        first = objective is None
        lp.var(('w', 'root'), free=True, c=1 if first else 0)
        calls = list(t.legal_calls(r))
        ends = set()
        for name, acts in nodes.items():
            w = lp.var(('w', name), free=True)
            for kind, x in acts:
                if kind == 'go':
                    lp.row([(w, 1)] + [(lp.var(('w', n), free=True), -self.num(p)) for n, p in x.items()], 0)
                else:
                    y = lp.var(('y', x), free=True)
                    lp.row([(w, 1), (y, -1)], 0)
                    ends.add(x)
        for sig, h2 in sorted(ends):
            y = lp.var(('y', (sig, h2)), free=True)
            for c in calls:
                d, a = self.leaf(own, opp, h2, c)
                if d is None: lp.row([(y, 1)], a)
                elif a is None: lp.row([(y, 1)], d)
                else: lp.row([(y, 1), (lp.var(('x', sig, c)), a - d)], a)
        for nme in list(lp.names):
            if nme[0] == 'x': lp.row([(lp.idx[nme], -1)], -1)
        if not first:
            lp.row([(lp.idx['w', 'root'], -1)], -bound)
            for (sig, c), q in objective.items():
                lp.var(('x', sig, c), c=q)
        return lp

    def mover_lp(self, own, opp, h, r, k, bound=None, payoff=None):
        """the mover's program: max sum u; with bound: sum u >= bound, min sum of flow * payoff(sigma, h2, c)"""
        t = self.t
        lp = LP()
        nodes = self.tree(h, k)
        first = payoff is None
        calls = list(t.legal_calls(r))
        inflow = {n: [] for n in nodes}; into_end = {}
        outflow = {n: [] for n in nodes}
        for name, acts in nodes.items():
            for i, (kind, x) in enumerate(acts):
                f = lp.var(('f', name, i)); outflow[name].append(f)
                if kind == 'go':
                    for n, p in x.items(): inflow[n].append((f, -self.num(p)))
                else: into_end.setdefault(x, []).append((f, -1))
        for name in nodes:
            lp.row([(f, 1) for f in outflow[name]] + inflow[name], 1 if name == 'root' else 0, eq=True)
        dsum, asum = {}, {}
        forced = []
        for (sig, h2), src in into_end.items():
            out = []
            for c in calls:
                z = lp.var(('z', sig, h2, c), c=0 if first else payoff(sig, h2, c))
                out.append((z, 1))
                d, a = self.leaf(own, opp, h2, c)
                if d is None: forced.append((z, a))
                elif a is None: forced.append((z, d))
                else:
                    dsum.setdefault((sig, c), []).append((z, d)); asum.setdefault((sig, c), []).append((z, a))
            lp.row(out + src, 0, eq=True)
        for key in dsum:        # u <= both, u free (it is never negative)
            u = lp.var(('u',) + key, c=-1 if first else 0)
            lp.row(dsum[key] + [(u, -1)], 0); lp.row(asum[key] + [(u, -1)], 0)
        if forced:
            u = lp.var(('u', 'forced'), c=-1 if first else 0)
            lp.row(forced + [(u, -1)], 0)
        if not first:
            lp.row([(lp.idx[n], 1) for n in lp.names if n[0] == 'u'], bound)
        return lp

    def G(self, own, opp, h, r, k):
        """value of the turn (h, r) when the first throw is of k bones: (value, gap)"""
        hk = h if k < 4 else None
        if k == 4 and h is not None: key = (own, opp, None, r, 4)
        else: key = (own, opp, h, r, k)
        if key in self.G_: return self.G_[key]
        t = self.t
        if k == 0:
            v = None
            for c in t.legal_calls(r):
                d, a = self.leaf(own, opp, h, c)
                m = a if d is None else d if a is None else min(d, a)
                v = m if v is None else max(v, m)
            res = (v, 0)
        else:
            lp = self.lp(own, opp, h, r, k)
            self.nlp += 1
            if self.exact:
                res = (lp.solve_exact()[0], 0)
            else:
                _, z, dual = lp.solve_float()
                up = self.br_mover(own, opp, h, r, k, {n[1:]: min(1.0, max(0.0, z[j])) for n, j in lp.idx.items() if n[0] == 'x'})
                lo = self.br_receiver(own, opp, h, r, k, lp, dual)
                self.maxgap = max(self.maxgap, up - lo)
                res = ((up + lo) / 2, up - lo)
        self.G_[key] = res
        return res

    def br_mover(self, own, opp, h, r, k, x):
        """the mover's best plan against x: an upper bound of G"""
        nodes, calls, memo = self.tree(h, k), list(self.t.legal_calls(r)), {}
        def end(sig, h2):
            b = -1.0
            for c in calls:
                d, a = self.leaf(own, opp, h2, c)
                q = x.get((sig, c), 0.0)
                b = max(b, a if d is None else d if a is None else q * d + (1 - q) * a)
            return b
        def val(n):
            if n not in memo:
                memo[n] = max(end(*y) if kd == 'end' else sum(float(p) * val(m) for m, p in y.items()) for kd, y in nodes[n])
            return memo[n]
        return val('root')

    def br_receiver(self, own, opp, h, r, k, lp, dual):
        """the mover's plan from the duals (made a plan again exactly: shares of the duals at each node), against the best x: a lower bound.
        rows were made in the order of tree nodes/actions, then ends/calls"""
        nodes, calls = self.tree(h, k), list(self.t.legal_calls(r))
        i = 0; share = {}
        for name, acts in nodes.items():
            d = [max(0.0, dual[i + q]) for q in range(len(acts))]; i += len(acts)
            s = sum(d); share[name] = [q / s for q in d] if s > 0 else [1.0] + [0.0] * (len(d) - 1)
        ends = sorted({x for a in nodes.values() for kd, x in a if kd == 'end'})
        cs = {}
        for e in ends:
            d = [max(0.0, dual[i + q]) for q in range(len(calls))]; i += len(calls)
            s = sum(d); cs[e] = [q / s for q in d] if s > 0 else [0.0] * (len(d) - 1) + [1.0]
        # flows in topological order (by number of throws made = length of sigma; root first)
        flow = {n: 0.0 for n in nodes}; flow['root'] = 1.0; ef = {e: 0.0 for e in ends}
        for n in sorted(nodes, key=lambda n: -1 if n == 'root' else len(n[0])):
            for q, (kd, x) in zip(share[n], nodes[n]):
                if kd == 'end': ef[x] += flow[n] * q
                else:
                    for m2, p in x.items(): flow[m2] += flow[n] * q * float(p)
        tot, dd, aa = 0.0, {}, {}
        for e in ends:
            for c, q in zip(calls, cs[e]):
                f = ef[e] * q
                if not f: continue
                d, a = self.leaf(own, opp, e[1], c)
                if d is None: tot += f * a
                elif a is None: tot += f * d
                else:
                    kk = (e[0], c); dd[kk] = dd.get(kk, 0) + f * d; aa[kk] = aa.get(kk, 0) + f * a
        return tot + sum(min(dd[q], aa[q]) for q in dd)

# ---------------------------------------------------------------- the best strategy that gains most from a named policy
class Sharpest:
    """greatest share of a best strategy against P, over all best strategies: in a turn the mover gets at most U(h,r), whatever
    number he throws (literally as in section 3)"""
    def __init__(self, best, pol):
        self.B, self.t, self.p = best, best.t, policy(pol)
        self.m_, self.r_, self.w_ = {}, {}, {}
        self.eps = 0 if best.exact else 1e-11

    def solve(self, lp):
        if self.B.exact: return lp.solve_exact()
        return lp.solve_float()

    def after(self, mine, his, loser_is_me, challenger_is_me):
        mine, his = mine - loser_is_me, his - (not loser_is_me)
        if his == 0: return self.B.one
        if mine == 0: return self.B.one * 0
        me = challenger_is_me if self.t.starter == 'challenger' else loser_is_me
        return self.match(mine, his, me)

    def match(self, mine, his, i_start):
        key = (mine, his, i_start)
        if key not in self.w_:
            self.w_[key] = self.move(mine, his, None, None) if i_start else self.reply(mine, his, None, None)
        return self.w_[key]

    def move(self, a, b, h, r):
        key = (a, b, h, r)
        if key in self.m_: return self.m_[key]
        t, B = self.t, self.B
        num = B.num
        ks = [4] if h is None else B.ks(h)
        U = B.W(a, b) if h is None else B.U(a, b, h, r)
        out = []
        for k in ks:
            g = B.G(a, b, h, r, k)[0]
            if g < U - (0 if B.exact else 1e-9): continue
            def pay(sig, h2, c):
                x = t.judge(self.p, h, k, c)
                v = 0
                if x: v += num(x) * self.after(a, b, not rank(h2) >= c, False)
                if x != 1: v += num(1 - x) * self.reply(a, b, h2, c)
                return v
            if k == 0:
                for c in t.legal_calls(r):
                    d, ac = B.leaf(a, b, h, c)
                    m = ac if d is None else d if ac is None else min(d, ac)
                    if m >= U - (0 if B.exact else 1e-9): out.append(pay((0,), h, c))
            else:
                lp = B.mover_lp(a, b, h, r, k, bound=g - self.eps, payoff=lambda *x: -pay(*x))
                out.append(-self.solve(lp)[0])
        v = max(out)
        self.m_[key] = v
        return v

    def reply(self, a, b, h, r):
        """P moves from (h, r); the best strategy judges.  The receiver's optimal x are those of the turn of a mover with b against a"""
        key = (a, b, h, r)
        if key in self.r_: return self.r_[key]
        t, B = self.t, self.B
        num = B.num
        const, coef = B.one * 0, {}
        for (sig, h2, c), p in t.turn(self.p, h, r).items():
            p = num(p)
            true = rank(h2) >= c
            if c == VENUS: const += p * self.after(a, b, true, True)
            else:
                m = p * self.move(a, b, h2, c)
                const += m
                if c != 0:
                    kk = coef.setdefault(sig[0], {})
                    kk[sig, c] = kk.get((sig, c), 0) + p * self.after(a, b, true, True) - m
        for k, ob in coef.items():
            U = B.W(b, a) if h is None else B.U(b, a, h, r)
            lp = B.lp(b, a, h, r, k, bound=U + self.eps, objective={s: -q for s, q in ob.items()})
            const -= self.solve(lp)[0]
        self.r_[key] = const
        return const

# ---------------------------------------------------------------- the cases
HERE = __file__.rsplit('/', 1)[0] if '/' in __file__ else '.'
OUT = HERE + '/../expected/mendax_common.json'
TRAD = [["1/10", "2/5", "2/5", "1/10"]]
UNI = [["1/4"] * 4]
# four different bones, two or three faces each (36 hands)
DIFF = [["1/2", "1/6", "0", "1/3"], ["0", "3/5", "0", "2/5"], ["1/4", "0", "1/2", "1/4"], ["0", "0", "2/3", "1/3"]]
# four different bones with all faces (256 hands)
FULL = [["1/10", "2/5", "2/5", "1/10"], ["1/4"] * 4, ["1/8", "3/8", "1/4", "1/4"], ["1/5", "3/10", "3/10", "1/5"]]
# two kinds, in the order A B A B
ABAB = [["1/10", "2/5", "2/5", "1/10"], ["1/4"] * 4] * 2
# one bone with a certain face (6), one that never shows 6, two traditional
SURE = [["0", "0", "0", "1"], ["1/3", "1/3", "1/3", "0"], ["1/10", "2/5", "2/5", "1/10"], ["1/10", "2/5", "2/5", "1/10"]]
NO6 = [["1/4", "1/2", "1/4", "0"]]                 # never a 6: only canis, 3333, 4444
NO1 = [["0", "2/5", "2/5", "1/5"]]                 # never a 1: no venus, no canis
TWO = [["1/3", "0", "0", "2/3"]]                   # two faces: 1 and 6 (always ranks)
TWO36 = [["0", "3/4", "0", "1/4"]]                 # 3 and 6 (always ranks)
TWO34 = [["0", "1/2", "1/2", "0"]]                 # 3 and 4: 3333 and 4444 only
SURE4 = [["0", "0", "1", "0"]]                     # always 4444
NEVER = [["1", "0", "0", "0"], ["0", "1", "0", "0"], ["1/10", "2/5", "2/5", "1/10"], ["1/4"] * 4]
DIFF2 = [["1/2", "0", "0", "1/2"], ["0", "2/3", "0", "1/3"], ["1/4", "0", "3/4", "0"], ["1/3", "1/3", "0", "1/3"]]

BONES = dict(trad=TRAD, uniform=UNI, diff=DIFF, full=FULL, abab=ABAB, sure=SURE, no6=NO6, no1=NO1, two=TWO, two36=TWO36,
             two34=TWO34, sure4=SURE4, never=NEVER, diff2=DIFF2)
tables, bests = {}, {}
def table(b, rules):
    k = (b, rules.get('throws', 1), rules.get('void', 'recast'), rules.get('starter', 'challenger'))
    if k not in tables: tables[k] = Table(BONES[b], *k[1:])
    return tables[k]
def best_of(b, rules, exact):
    t = table(b, rules)
    if (t, exact) not in bests: bests[t, exact] = Best(t, exact)
    return bests[t, exact]

def cnt(rules, n):
    c = rules.get('counters', 10)
    return list(c) if isinstance(c, list) else [c] * n

def num_out(v): return qs(v) if not isinstance(v, float) else v

def hs(h): return None if h is None else ''.join(map(str, h))

def named(b, rules, play):
    return Named(table(b, rules), play, cnt(rules, len(play))).figures()

def all_hands(t):
    return sorted({h for (h, l) in t.law((0,) * 4, (0, 1, 2, 3), True)}, key=lambda h: (-rank(h), h))

def bestbest(b, rules, exact, hands=None, calls=None, throws=()):
    t = table(b, rules)
    if t.never: return {'win_share': ['0', '0'], 'never': '1'}
    B = best_of(b, rules, exact)
    a, c = cnt(rules, 2)
    v = {}
    w = B.W(a, c)
    v['win_share'] = [num_out(w), num_out(1 - w)]
    v['score_win'] = [[num_out(B.W(i, j)) for j in range(1, c + 1)] for i in range(1, a + 1)]
    tv = []
    allh = all_hands(t)
    for i in range(1, a + 1):
        for j in range(1, c + 1):
            for mover in (1, 2):
                own, opp = (i, j) if mover == 1 else (j, i)
                tv.append({'counters': [i, j], 'mover': mover, 'hand': None, 'call': None, 'value': num_out(B.W(own, opp))})
                for h in (allh if hands is None else [t.hand(tuple(map(int, x))) for x in hands]):
                    for r in (range(t.lowest, VENUS) if calls is None else [RANKOF[x] for x in calls]):
                        if not t.may_stop(h): continue
                        tv.append({'counters': [i, j], 'mover': mover, 'hand': hs(h), 'call': RANKNAME[r], 'value': num_out(B.U(own, opp, h, r))})
    v['turn_values'] = tv
    ths = []
    for own, opp, h, r in throws:
        hh = t.hand(tuple(map(int, h)))
        ths.append({'position': '%d-%d %s %s' % (own, opp, h, r),
                    'options': {'throw %d' % k: num_out(B.G(own, opp, hh, RANKOF[r], k)[0]) for k in B.ks(hh)}})
    if ths: v['throw_values'] = ths
    v['certificate_gap'] = 0.0 if exact else B.maxgap
    return v

def sharpest(b, rules):
    a, c = cnt(rules, 2)
    R = Sharpest(best_of(b, rules, True), 'random')
    # seat 1 has a, seat 2 has c; seat 1 starts.  Best play in seat 1 (a counters, starts), then in seat 2 (c counters, the other starts)
    return {'best_v_random': [num_out(R.match(a, c, True)), num_out(R.match(c, a, False))]}

def odds(b, rules, positions):
    """positions with a hidden hand: 'A-B K ? CALL' or 'A-B HAND CALL K[/K..] ? CALL'"""
    t = table(b, rules)
    out = []
    for p in positions:
        w = p.split()
        call = RANKOF[w[-1]]
        if len(w) == 4: v = t.odds(None, int(w[1].split('/')[0]), call)
        else: v = t.odds(t.hand(tuple(map(int, w[1]))), int(w[3].split('/')[0]), call)
        out.append({'position': p, 'true_odds': qs(v)})
    return {'true_odds': out}

NAMED = ['random', 'honest', 'cautious', 'cautious=3/10', 'bluffing', 'bluffing=1/3']
CASES = []
def add(name, b, rules, play, fn): CASES.append((name, b, rules, play, fn))

def build():
    # ---- named against named, two seats
    pairs = [('random', 'random'), ('honest', 'honest'), ('cautious', 'cautious'), ('bluffing', 'bluffing'), ('random', 'cautious'),
             ('cautious', 'random'), ('honest', 'bluffing=1/3'), ('cautious=3/10', 'bluffing'), ('bluffing=1/4', 'cautious=7/10'), ('random', 'honest'), ('cautious=0', 'cautious=1')]
    def nm(b, rules, plays, tag):
        for pl in plays:
            add('named %s %s %s' % (b, tag, ' v '.join(pl)), b, rules, list(pl), lambda b=b, r=rules, pl=pl: named(b, r, list(pl)))
    nm('trad', {'counters': 1}, pairs, 'c1')
    nm('uniform', {'counters': 1}, pairs, 'c1')
    nm('trad', {'counters': 3}, pairs[:9], 'c3')
    nm('trad', {}, pairs[2:8], 'default')
    nm('trad', {'counters': [2, 5]}, pairs[4:8], 'c2-5')
    nm('trad', {'counters': 2, 'starter': 'loser'}, pairs[:9], 'loser c2')
    for vd in ('lowest', 'bluff'):
        nm('trad', {'counters': 1, 'void': vd}, pairs, vd + ' c1')
        nm('uniform', {'counters': 2, 'void': vd}, pairs[:8], vd + ' c2')
    for b in ('diff', 'diff2', 'sure', 'no6', 'no1', 'two', 'two36', 'two34', 'sure4'):
        nm(b, {'counters': 2}, pairs[:9], 'c2')
        nm(b, {'counters': 1, 'void': 'lowest'}, pairs[:9:2], 'lowest c1')
        nm(b, {'counters': 1, 'void': 'bluff'}, pairs[1:9:2], 'bluff c1')
    nm('never', {'counters': 1}, pairs[:3], 'c1')
    nm('never', {'counters': 2, 'void': 'lowest'}, pairs[:8], 'lowest c2')
    nm('never', {'counters': 1, 'void': 'bluff'}, pairs[:8], 'bluff c1')
    nm('abab', {'counters': 1}, [pairs[i] for i in (1, 2, 3, 6, 7)], 'c1')
    nm('full', {'counters': 1}, [pairs[i] for i in (1, 2, 3, 7)], 'c1')
    # throws
    for T in (2, 3):
        nm('trad', {'counters': 1, 'throws': T}, pairs[1:4] + pairs[6:9], 'throws%d c1' % T)
        nm('two', {'counters': 2, 'throws': T}, pairs[:9], 'throws%d c2' % T)
        nm('two34', {'counters': 1, 'throws': T}, pairs[:9], 'throws%d c1' % T)
        nm('no1', {'counters': 1, 'throws': T}, pairs[1:4] + pairs[6:9], 'throws%d c1' % T)
        for vd in ('lowest', 'bluff'):
            nm('trad', {'counters': 1, 'throws': T, 'void': vd}, pairs[1:4] + pairs[6:9], 'throws%d %s c1' % (T, vd))
            nm('two34', {'counters': 1, 'throws': T, 'void': vd}, pairs[:8], 'throws%d %s c1' % (T, vd))
        nm('diff', {'counters': 1, 'throws': T}, [pairs[i] for i in (1, 2, 3, 7)], 'throws%d c1' % T)
    nm('trad', {'counters': 1, 'throws': 2}, [pairs[i] for i in (0, 4, 5, 9)], 'throws2 c1')
    # three seats and four
    tri = [('random', 'random', 'random'), ('honest', 'honest', 'honest'), ('cautious', 'cautious', 'cautious'), ('bluffing', 'bluffing', 'bluffing'),
           ('cautious', 'bluffing', 'random'), ('random', 'cautious=3/10', 'honest'), ('bluffing=1/3', 'honest', 'cautious=2/3')]
    nm('trad', {'counters': 1}, tri, '3 seats c1')
    nm('uniform', {'counters': 2}, tri[1:], '3 seats c2')
    nm('trad', {'counters': [1, 2, 3]}, tri[2:], '3 seats c1-2-3')
    nm('trad', {'counters': 2, 'starter': 'loser'}, tri[2:], '3 seats loser c2')
    nm('trad', {'counters': 1, 'void': 'lowest'}, tri, '3 seats lowest c1')
    nm('uniform', {'counters': 1, 'void': 'bluff'}, tri, '3 seats bluff c1')
    for b in ('diff', 'sure', 'two', 'no1', 'no6', 'two34'):
        nm(b, {'counters': 1}, tri[:1] + tri[2:], '3 seats c1')
    nm('full', {'counters': 1}, [tri[2], tri[6]], '3 seats c1')
    nm('abab', {'counters': 1}, [tri[2], tri[6]], '3 seats c1')
    nm('trad', {'counters': 1, 'throws': 2}, [tri[2], tri[3], tri[6]], '3 seats throws2 c1')
    nm('trad', {'counters': 1}, [('cautious', 'bluffing', 'random', 'honest'), ('cautious',) * 4], '4 seats c1')

    # ---- the odds T
    def od(b, rules, pos, tag=''):
        add('odds %s %s' % (b, tag), b, rules, ['best', 'best'], lambda: odds(b, rules, pos))
    P1 = ['10-8 4 ? ' + r for r in RANKNAME[1:]]
    P1 += ['10-10 %s %s %d ? %s' % (h, c, k, r) for h, c, r in
           [('6433', 'S16', 'S18'), ('6433', 'S16', 'S17'), ('6443', 'S17', 'venus'), ('4444', '4444', 'S17'), ('6664', 'S11', 'S22'), ('6331', 'S13', 'venus'),
            ('1111', 'canis', '3333'), ('3333', 'canis', '6666'), ('6111', 'S9', 'S12'), ('6431', 'venus', 'venus')] for k in range(0, 5) if c != 'venus']
    for b in ('trad', 'uniform'):
        od(b, {}, P1)
        od(b, {'void': 'lowest'}, ['10-10 4 ? void'] + P1 + ['10-10 4431 void %d ? %s' % (k, r) for k in range(5) for r in ('canis', 'S17', 'venus')] , 'lowest')
        od(b, {'void': 'bluff'}, P1 + ['10-10 4431 canis %d ? %s' % (k, r) for k in range(5) for r in ('3333', 'S17', 'venus')], 'bluff')
        for T in (2, 3):
            P2 = [p for p in P1]
            P2 += ['10-10 4/2 ? S17', '10-10 4/1 ? venus', '10-10 6433 S16 2/1 ? S18', '10-10 6443 S17 3/2 ? S20']
            od(b, {'throws': T}, P2, 'throws%d' % T)
            od(b, {'throws': T, 'void': 'lowest'}, P2 + ['10-10 4431 void %d ? %s' % (k, r) for k in range(5) for r in ('canis', 'S17', 'venus')], 'throws%d lowest' % T)
            od(b, {'throws': T, 'void': 'bluff'}, P2 + ['10-10 4431 canis %d ? %s' % (k, r) for k in range(5) for r in ('S9', 'S17', 'venus')], 'throws%d bluff' % T)
    for b, hands in (('diff', ['6644', '1364', '6666', '3364', '1646']), ('full', ['6431', '1346', '3336', '4466', '1111', '6111', '1661']), ('sure', ['6431', '6164', '6446', '6113']),
                     ('abab', ['6431', '6143', '3366', '4444', '3136'])):
        t = table(b, {})
        for rules, tag in (({}, ''), ({'throws': 2}, 'throws2'), ({'void': 'bluff'}, 'bluff'), ({'void': 'lowest', 'throws': 3}, 'lowest throws3')):
            if b == 'full' and rules.get('throws', 1) == 3: continue
            pos = ['10-8 4 ? ' + r for r in RANKNAME[1:]]
            for h in hands:
                hh = tuple(map(int, h))
                rk = rank(hh)
                for c in sorted({1, max(1, rk - 2), max(1, min(rk, 15))}):
                    for k in range(0, 5):
                        for r in sorted({c + 1, c + 2, 18}):
                            if k == 0 or any(table(b, rules).allowed(hh, S) for S in itertools.combinations(range(4), k)):
                                pos.append('3-2 %s %s %d ? %s' % (h, RANKNAME[c], k, RANKNAME[r]))
            od(b, rules, pos, tag)

    # ---- best against best
    def bb(b, rules, exact, tag, hands=None, calls=None, throws=()):
        add('best %s %s' % (b, tag), b, rules, ['best', 'best'], lambda: bestbest(b, rules, exact, hands, calls, throws))
    TH1 = [(1, 1, h, c) for h, c in [('6433', 'S16'), ('6443', 'S17'), ('4444', 'S9'), ('6664', 'S18'), ('6331', 'S13'), ('3333', 'canis'), ('6441', 'S20'), ('6611', 'S22'), ('1111', 'S9'), ('6641', '6666'), ('6666', 'S14')]]
    def sh(b, rules, tag):
        add('sharpest %s %s' % (b, tag), b, rules, ['best', 'random'], lambda: sharpest(b, rules))
    bb('trad', {'counters': 1}, True, 'c1', throws=TH1)
    bb('uniform', {'counters': 1}, True, 'c1', throws=TH1)
    sh('trad', {'counters': 1}, 'c1')
    sh('uniform', {'counters': 1}, 'c1')
    SMALL = ['two', 'two36', 'two34', 'sure4', 'no6', 'no1']
    for b in SMALL:
        th = {'two': [('6611', 'S14'), ('6666', 'S9'), ('1111', 'canis')], 'two36': [('6633', 'S15'), ('3333', '3333')], 'two34': [('3333', 'canis'), ('4444', '3333')], 'sure4': [('4444', 'canis')],
              'no6': [('4444', 'canis'), ('3333', 'S20')], 'no1': [('6443', 'S16'), ('6633', 'S20'), ('3333', 'canis')]}[b]
        for vd in ('recast', 'lowest', 'bluff'):
            r = {'counters': 1} if vd == 'recast' else {'counters': 1, 'void': vd}
            bb(b, r, True, vd + ' c1', throws=[(1, 1) + x for x in th])
            if b != 'no1': sh(b, r, vd + ' c1')
            for T in (2, 3):
                if b in ('no6', 'no1') and T == 3: continue
                if b == 'no1' and vd != 'recast': continue
                r2 = dict(r, throws=T)
                bb(b, r2, False, '%s throws%d c1' % (vd, T), throws=[(1, 1) + x for x in th])
    bb('two', {'counters': 2}, True, 'c2', throws=[(2, 1, '6611', 'S14'), (1, 2, '6666', 'S9'), (2, 2, '6611', 'S14')])
    bb('two', {'counters': 2, 'starter': 'loser'}, True, 'loser c2')
    for b in ('diff', 'diff2', 'sure'):
        th = {'diff': [('6644', 'S20'), ('1364', 'S9'), ('3346', 'S13')], 'diff2': [('6641', 'S9'), ('1316', 'canis')], 'sure': [('6431', 'S13'), ('6144', 'S15'), ('6344', 'S9')]}[b]
        bb(b, {'counters': 1}, False, 'c1', throws=[(1, 1) + x for x in th])
    bb('diff', {'counters': 1, 'void': 'lowest'}, False, 'lowest c1')
    bb('diff', {'counters': 1, 'void': 'bluff'}, False, 'bluff c1')
    for vd in ('lowest', 'bluff'):
        bb('trad', {'counters': 1, 'void': vd}, False, vd + ' c1', throws=TH1 + [(1, 1, '4431', 'canis')])
        bb('uniform', {'counters': 1, 'void': vd}, False, vd + ' c1', throws=TH1)
    HS = ['6433', '6443', '4444', '6664', '6331', '3333', '6111', '6666']
    CS = ['canis', '6666', 'S9', 'S12', 'S14', 'S16', 'S17', 'S20', 'S22']
    TH2 = [(a, b, h, c) for a, b in ((1, 2), (2, 1), (2, 2)) for _, _, h, c in TH1[:6]]
    bb('trad', {'counters': [1, 2]}, False, 'c1-2', HS, CS, [x for x in TH2 if x[:2] == (1, 2)])
    bb('trad', {'counters': [2, 1]}, False, 'c2-1', HS, CS, [x for x in TH2 if x[:2] == (2, 1)])
    bb('trad', {'counters': 2}, False, 'c2', HS, CS, TH2)
    bb('uniform', {'counters': 2}, False, 'c2', HS, CS, TH2)
    bb('trad', {'counters': 2, 'starter': 'loser'}, False, 'loser c2', HS, CS, TH2)
    bb('trad', {'counters': 3}, False, 'c3', HS[:4], CS[3:7], [(3, 2, '6433', 'S16'), (2, 3, '6443', 'S17'), (3, 3, '6331', 'S13')])
    bb('trad', {'counters': 4}, False, 'c4', HS[:2], CS[4:6], [(4, 4, '6433', 'S16')])
    bb('trad', {'counters': 1, 'throws': 2}, False, 'throws2 c1', HS, CS, TH1[:4])
    bb('abab', {'counters': 1}, False, 'c1', ['6431', '6446', '4664', '3346', '6633'], ['S9', 'S14', 'S17', 'S19'], [(1, 1, '6643', 'S16')])

def save(cases):
    with open(OUT + '.tmp', 'w') as f:
        f.write('[\n' + ',\n'.join(json.dumps(c) for c in cases) + '\n]\n')
    import os; os.replace(OUT + '.tmp', OUT)

def main():
    build()
    pat = re.compile(sys.argv[1] if len(sys.argv) > 1 else '.')
    try: old = {c['name']: c for c in json.load(open(OUT))}
    except FileNotFoundError: old = {}
    start, last = time.time(), time.time()
    def flush():
        order = [c[0] for c in CASES]
        save([old[n] for n in order if n in old])
    for name, b, rules, play, fn in CASES:
        if not pat.search(name): continue
        t0 = time.time()
        v = fn()
        old[name] = {'name': name, 'players': len(play), 'faces': [BONES[b]], 'rules': rules, 'play': play, 'values': v}
        dt = time.time() - t0
        if dt > 5: print('%7.1fs %s' % (dt, name), LP.stats, flush=True)
        if time.time() - last > 15: flush(); last = time.time()
    flush()
    print('done %.0fs, %d cases in file' % (time.time() - start, len(old)))

if __name__ == '__main__':
    main()
