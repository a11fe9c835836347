#!/usr/bin/env python3
"""Independent oracle for `mendax-single`, written from rules-mendax.md (sections 1, 3, 4, 5, 6) alone.

Layers, from the bottom:
  1  bones and hands          plain enumeration of ordered throws, aggregated to hands (counts of 1,3,4,6)
  2  Round                    who throws what, what is bid, when a bid holds
  3  named policies           literal transcription of the table of section 4
  4  rounds between policies  walk over every hand of every seat, every draw of chance
  5  matches                  any number of seats; linear equations where there are loops
  6  best responses           over information sets with beliefs carried along
  7  round game               sequence-form LP; float basis from HiGHS, solved and checked in exact rationals
  8  match with `best`
  9  cases -> mendax_single.json
All probabilities are fractions.Fraction.  The only floats are inside HiGHS, which merely proposes a basis.
"""
import sys, json, time, itertools
from fractions import Fraction as Fr
from functools import lru_cache
from math import lcm

FACES = (1, 3, 4, 6)
C = 'C'                     # the action "challenge"

# ------------------------------------------------------------------ 1 bones and hands
TRAD = ("1/10", "2/5", "2/5", "1/10")
UNI = ("1/4", "1/4", "1/4", "1/4")

def bone(ws):
    ws = [Fr(w) for w in ws]
    t = sum(ws)
    assert t > 0 and min(ws) >= 0
    return tuple(w / t for w in ws)

def bone_set(s):
    """one bone = four like bones"""
    s = [bone(b) for b in s]
    return tuple(s * 4 if len(s) == 1 else s)

@lru_cache(None)
def hands(bones):
    """distribution of the hand when these bones are thrown: {(n1,n3,n4,n6): prob}; impossible hands are omitted"""
    law = {}
    for faces in itertools.product(range(4), repeat=len(bones)):
        p = Fr(1)
        for b, f in zip(bones, faces):
            p *= b[f]
        if p == 0:
            continue
        h = tuple(faces.count(i) for i in range(4))
        law[h] = law.get(h, Fr(0)) + p
    assert sum(law.values()) == 1
    return law

# ------------------------------------------------------------------ 2 Round
class Round:
    """seats: list of tuples of bones in play, in ACTING order (seats[0] starts).
    A bid is (f, q).  In a duel on sums f is None and own(h, None) is the face shown, so that
    'own counts together >= q' is the literal rule in both cases."""
    def __init__(self, seats, duel, wild):
        self.seats = tuple(tuple(s) for s in seats)
        self.N = sum(len(s) for s in self.seats)
        self.duel, self.wild = duel, wild
        if duel:
            assert [len(s) for s in self.seats] == [1, 1]
            self.fs, self.qmin, self.qmax = (None,), 2, 12
        else:
            self.fs, self.qmin, self.qmax = FACES, 1, self.N
        self.law = [hands(s) for s in self.seats]
        self._X = {}

    def key(self):
        return (self.seats, self.duel, self.wild)

    def own(self, h, f):
        if f is None:                                  # duel: the own face
            return sum(n * v for n, v in zip(h, FACES))
        n = h[FACES.index(f)]
        if self.wild and f != 1:                       # ones count for every face but the bid on ones
            n += h[0]
        return n

    def ownlaw(self, i, f):
        law = {}
        for h, p in self.law[i].items():
            law[self.own(h, f)] = law.get(self.own(h, f), Fr(0)) + p
        return law

    def X(self, i, f):
        """distribution of the other seats' count of f"""
        if (i, f) not in self._X:
            law = {0: Fr(1)}
            for j in range(len(self.seats)):
                if j == i:
                    continue
                new = {}
                for a, p in law.items():
                    for b, r in self.ownlaw(j, f).items():
                        new[a + b] = new.get(a + b, Fr(0)) + p * r
                law = new
            self._X[i, f] = law
        return self._X[i, f]

    def H(self, i, h, f, q):
        o = self.own(h, f)
        return sum((p for x, p in self.X(i, f).items() if o + x >= q), Fr(0))

    def holds(self, hs, f, q):
        return sum(self.own(h, f) for h in hs) >= q

# ------------------------------------------------------------------ 3 named policies
# opening(R, i, h) -> {(f,q): prob};  reply(R, i, h, f, q) -> {C or q': prob}
def most(R, h):
    """the most frequent face of the hand (counting wild ones); if equal, the higher face"""
    return max(R.fs, key=lambda f: (R.own(h, f), f))

def add(d, k, p):
    if p != 0:
        d[k] = d.get(k, Fr(0)) + p

class Policy:
    def __init__(self, text):
        self.text = text
        self.name, _, arg = text.partition('=')
        self.b = Fr(arg) if arg else Fr(1, 4)
        assert self.name in ('random', 'honest', 'cautious', 'bluffing', 'safe')

    def opening(self, R, i, h):
        n = self.name
        if n == 'random':
            bids = [(f, q) for f in R.fs for q in range(R.qmin, R.qmax + 1)]
            return {b: Fr(1, len(bids)) for b in bids}
        if n == 'honest':
            if R.duel:
                return {(None, R.own(h, None) + 1): Fr(1)}
            f = most(R, h)
            return {(f, R.own(h, f)): Fr(1)}
        if n == 'safe':
            if R.duel:
                return {(None, R.own(h, None) + 1): Fr(1)}
            return {(most(R, h), 1): Fr(1)}
        # cautious / bluffing
        best = None
        for f in R.fs:
            qs = [q for q in range(R.qmin, R.qmax + 1) if R.H(i, h, f, q) >= Fr(1, 2)]
            if not qs:
                continue
            q = max(qs)
            cand = (q, R.H(i, h, f, q), f or 0, f)
            if best is None or cand[:3] > best[:3]:
                best = cand
        assert best is not None
        q, f = best[0], best[3]
        out = {}
        if n == 'cautious' or q + 1 > R.qmax:
            add(out, (f, q), Fr(1))
        else:
            add(out, (f, q), 1 - self.b)
            add(out, (f, q + 1), self.b)
        return out

    def reply(self, R, i, h, f, q):
        n = self.name
        raises = list(range(q + 1, R.qmax + 1))
        if n == 'random':
            acts = [C] + raises
            return {a: Fr(1, len(acts)) for a in acts}
        if n == 'honest':
            t = R.own(h, f) + (1 if R.duel else 0)
            return {t: Fr(1)} if t > q else {C: Fr(1)}
        if n == 'safe':
            return {C: Fr(1)}
        out = {}
        b = self.b if n == 'bluffing' else Fr(0)
        if q < R.qmax and R.H(i, h, f, q + 1) >= 1 - R.H(i, h, f, q):     # cautious raises
            if q + 2 <= R.qmax:
                add(out, q + 2, b)
                add(out, q + 1, 1 - b)
            else:
                add(out, q + 1, Fr(1))
        else:                                                             # cautious challenges
            if q < R.qmax:
                add(out, q + 1, b)
                add(out, C, 1 - b)
            else:
                add(out, C, Fr(1))
        return out

# ------------------------------------------------------------------ 4 rounds between named policies
_round_cache = {}
def play_round(R, pols):
    """pols in acting order.  Returns dict with
       lose[(i, failed)] = P(seat i of the acting order loses the round, failed: the bid failed (he was the bidder))
       bids = mean number of bids, right = P(challenge right)"""
    ck = (R.key(), tuple(p.text for p in pols))
    if ck in _round_cache:
        return _round_cache[ck]
    n = len(R.seats)
    lose, tot = {}, {'bids': Fr(0), 'right': Fr(0)}

    rep = {}
    def reply(i, h, f, q):
        k = (i, h, f, q)
        if k not in rep:
            rep[k] = pols[i].reply(R, i, h, f, q)
        return rep[k]

    for hs in itertools.product(*[list(l) for l in R.law]):
        p = Fr(1)
        for i, h in enumerate(hs):
            p *= R.law[i][h]
        for (f, q), po in pols[0].opening(R, 0, hs[0]).items():
            # weights of (bidder, q) reached, forward: quantities only rise, so one pass in order of q is enough
            w = {(0, q): p * po}
            for qq in range(q, R.qmax + 1):
                for i in range(n):
                    pw = w.pop((i, qq), 0)
                    if pw == 0:
                        continue
                    tot['bids'] += pw
                    j = (i + 1) % n
                    for a, pa in reply(j, hs[j], f, qq).items():
                        if a == C:
                            if R.holds(hs, f, qq):
                                lose[j, False] = lose.get((j, False), Fr(0)) + pw * pa
                            else:
                                lose[i, True] = lose.get((i, True), Fr(0)) + pw * pa
                                tot['right'] += pw * pa
                        else:
                            assert qq < a <= R.qmax
                            w[j, a] = w.get((j, a), Fr(0)) + pw * pa
            assert not w
    assert sum(lose.values()) == 1
    res = dict(tot, lose=lose)
    _round_cache[ck] = res
    return res

# ------------------------------------------------------------------ 5 matches
class Game:
    def __init__(self, n, faces, tali=4, loss='either', duel='sum', wild_hounds=False):
        self.n = n
        sets = [bone_set(s) for s in faces]
        self.sets = sets * n if len(sets) == 1 else sets
        assert len(self.sets) == n
        self.tali = tuple([tali] * n if isinstance(tali, int) else tali)
        self.loss, self.duel, self.wild = loss, duel, wild_hounds

    def order(self, tali, s):
        """seats still in, in seat order from s (0-based)"""
        return [(s + d) % self.n for d in range(self.n) if tali[(s + d) % self.n] > 0]

    def round(self, tali, s):
        order = self.order(tali, s)
        assert order[0] == s
        duel = self.duel == 'sum' and [tali[i] for i in order] == [1, 1]
        return Round([self.sets[i][:tali[i]] for i in order], duel, self.wild), order

    def outcomes(self, tali, s, pols):
        """{(tali', s'): prob} after one round between named policies"""
        R, order = self.round(tali, s)
        res = play_round(R, [pols[i] for i in order])
        out = {}
        for (k, failed), p in res['lose'].items():
            loser = order[k]
            t = list(tali)
            if self.loss == 'either' or failed:
                t[loser] -= 1
            t = tuple(t)
            nxt = loser
            while t[nxt] == 0:                         # R4
                nxt = (nxt + 1) % self.n
            out[t, nxt] = out.get((t, nxt), Fr(0)) + p
        return out

    def match(self, pols, outcomes=None):
        """exact win shares and length from (tali, seat 1 starts); returns dict.  Works level by level in the tali;
        within one level the starters may loop (loss=bidder): linear equations there."""
        n = self.n
        outc = outcomes or (lambda t, s: self.outcomes(t, s, pols))
        memo = {}
        def level(t):
            if t in memo:
                return memo[t]
            live = [i for i in range(n) if t[i] > 0]
            if len(live) == 1:
                v = [Fr(0)] * n
                v[live[0]] = Fr(1)
                memo[t] = {i: (v, Fr(0), Fr(0), Fr(0)) for i in range(n)}   # shares, never, E T, E T^2
                return memo[t]
            out = {s: outc(t, s) for s in live}
            # starters from which the level can be left
            ok, grow = set(), True
            while grow:
                grow = False
                for s in live:
                    if s not in ok and any(t2 != t or s2 in ok for (t2, s2), p in out[s].items() if p):
                        ok.add(s); grow = True
            res = {}
            for s in live:
                if s not in ok:
                    res[s] = ([Fr(0)] * n, Fr(1), None, None)
            idx = sorted(ok)
            A = [[Fr(int(a == b)) for b in idx] for a in idx]
            B = [[Fr(0)] * (n + 1) for _ in idx]
            for r, s in enumerate(idx):
                for (t2, s2), p in out[s].items():
                    if t2 == t and s2 in ok:
                        A[r][idx.index(s2)] -= p
                    else:
                        sh, nv = (level(t2)[s2][:2]) if t2 != t else res[s2][:2]
                        for k in range(n):
                            B[r][k] += p * sh[k]
                        B[r][n] += p * nv
            X = solve_small(A, B)
            fin = [X[r][n] == 0 for r in range(len(idx))]
            # lengths only where never = 0 (then all successors have never = 0 too)
            L = {}
            good = [s for r, s in enumerate(idx) if fin[r]]
            if good:
                A1 = [[Fr(int(a == b)) - out[a].get((t, b), Fr(0)) for b in good] for a in good]
                b1 = [[Fr(1) + sum(p * level(t2)[s2][2] for (t2, s2), p in out[s].items() if t2 != t)] for s in good]
                m1 = solve_small(A1, b1)
                M = {s: m1[k][0] for k, s in enumerate(good)}
                b2 = []
                for s in good:
                    z = Fr(1)
                    for (t2, s2), p in out[s].items():
                        m = M[s2] if t2 == t else level(t2)[s2][2]
                        z += 2 * p * m
                        if t2 != t:
                            z += p * level(t2)[s2][3]
                    b2.append([z])
                m2 = solve_small(A1, b2)
                L = {s: (m1[k][0], m2[k][0]) for k, s in enumerate(good)}
            for r, s in enumerate(idx):
                res[s] = (X[r][:n], X[r][n]) + L.get(s, (None, None))
            memo[t] = res
            return res
        sh, nv, m1, m2 = level(self.tali)[0]
        assert sum(sh) + nv == 1
        val = {'win_share': sh, 'never': nv}
        if m1 is not None:
            val['length_mean'] = m1
            val['length_variance'] = m2 - m1 * m1
        if self.loss == 'either':
            pm = {}
            cur, k = {(self.tali, 0): Fr(1)}, 0
            while cur:
                k += 1
                nxt = {}
                for (t, s), p in cur.items():
                    for (t2, s2), r in outc(t, s).items():
                        if sum(x > 0 for x in t2) == 1:
                            pm[k] = pm.get(k, Fr(0)) + p * r
                        else:
                            nxt[t2, s2] = nxt.get((t2, s2), Fr(0)) + p * r
                cur = nxt
            assert sum(pm.values()) == 1
            val['length_pmf'] = {k: v for k, v in pm.items() if v}
            assert sum(k * v for k, v in pm.items()) == m1
        return val

def solve_small(A, B):
    """Gauss-Jordan in fractions, several right sides"""
    n = len(A)
    M = [list(A[i]) + list(B[i]) for i in range(n)]
    for c in range(n):
        p = next(r for r in range(c, n) if M[r][c] != 0)
        M[c], M[p] = M[p], M[c]
        iv = 1 / M[c][c]
        M[c] = [x * iv for x in M[c]]
        for r in range(n):
            if r != c and M[r][c] != 0:
                z = M[r][c]
                M[r] = [x - z * y for x, y in zip(M[r], M[c])]
    return [row[n:] for row in M]

# ------------------------------------------------------------------ 6 best responses (two seats, one round)
# A strategy for one round is a pair of functions  op(h) -> {(f,q): p},  rep(h, f, hist) -> {C or q': p}.
# Everything here is on whole hands (no reduction to counts).
def named_strategy(R, i, pol):
    return (lambda h: pol.opening(R, i, h)), (lambda h, f, hist: pol.reply(R, i, h, f, hist[-1]))

def best_reply_round(R, me, opp, sign=1, by_count=False):
    """sign=1: the greatest, sign=-1: the least probability that seat `me` (0 starter, 1 replier) wins the round
    against the strategy `opp` of the other seat.  Beliefs over the opponent's hands are carried as unnormalised weights.
    by_count: hands of either seat that show the same count of the face are merged once the face is named (only allowed
    if the opponent's replies depend only on the count; used for speed)."""
    op, rep = opp
    pick = max if sign == 1 else min
    def merged(i, f, w):
        if not by_count:
            return w
        out = {}
        for h, p in w.items():
            k = R.own(h, f)
            out[k] = out.get(k, Fr(0)) + p
        return out
    val = (lambda k, f: k) if by_count else R.own

    def mine(myk, f, hist, w):
        """I must answer hist (last bid is the other's); w = weights of his types.  Returns weight of my winning."""
        q = hist[-1]
        o = val(myk, f)
        opts = [sum((p for k, p in w.items() if not (o + val(k, f) >= q)), Fr(0))]      # challenge: right if it fails
        for q2 in range(q + 1, R.qmax + 1):
            opts.append(his(myk, f, hist + (q2,), w))
        return pick(opts)

    def his(myk, f, hist, w):
        q = hist[-1]
        o = val(myk, f)
        tot, nxt = Fr(0), {}
        for k, p in w.items():
            if p == 0:
                continue
            for a, pa in rep(k, f, hist).items():
                if pa == 0:
                    continue
                if a == C:
                    if o + val(k, f) >= q:              # my bid holds, so he loses
                        tot += p * pa
                else:
                    d = nxt.setdefault(a, {})
                    d[k] = d.get(k, Fr(0)) + p * pa
        for a, d in nxt.items():
            tot += mine(myk, f, hist + (a,), d)
        return tot

    memo = {}
    if me == 0:
        total = Fr(0)
        for h, p in R.law[0].items():
            opts = []
            for f in R.fs:
                for q in range(R.qmin, R.qmax + 1):
                    mk = R.own(h, f) if by_count else h
                    if (mk, f, q) not in memo:
                        memo[mk, f, q] = his(mk, f, (q,), merged(1, f, R.law[1]))
                    opts.append(memo[mk, f, q])
            total += p * pick(opts)
        return total
    openings = {}
    for h, p in R.law[0].items():
        for (f, q), po in op(h).items():
            if po:
                d = openings.setdefault((f, q), {})
                d[h] = d.get(h, Fr(0)) + p * po
    total = Fr(0)
    for (f, q), w in openings.items():
        w = merged(0, f, w)
        for mk, p in merged(1, f, R.law[1]).items():
            total += p * mine(mk, f, (q,), w)
    return total

def strategy_vs_strategy(R, s0, s1):
    """P(starter wins) between two strategies with histories, on whole hands (brute)"""
    def go(hs, f, hist, mover):
        q = hist[-1]
        t = Fr(0)
        for a, pa in (s0, s1)[mover][1](hs[mover], f, hist).items():
            if pa == 0:
                continue
            if a == C:
                bidder = 1 - mover
                winner = bidder if R.holds(hs, f, q) else mover
                t += pa * (winner == 0)
            else:
                t += pa * go(hs, f, hist + (a,), 1 - mover)
        return t
    tot = Fr(0)
    for h0, p0 in R.law[0].items():
        for (f, q), po in s0[0](h0).items():
            if po:
                for h1, p1 in R.law[1].items():
                    tot += p0 * po * p1 * go((h0, h1), f, (q,), 1)
    return tot

def named_by_count(R, i, pol):
    """the same policy with replies by (face, count): asserts the page's claim that a reply needs the count only"""
    table = {}
    for f in R.fs:
        for h in R.law[i]:
            for q in range(R.qmin, R.qmax + 1):
                r = pol.reply(R, i, h, f, q)
                assert table.setdefault((R.own(h, f), f, q), r) == r
    return (lambda h: pol.opening(R, i, h)), (lambda k, f, hist: table[k, f, hist[-1]])

_br = {}
def best_response(R, side, pol, sign):
    ck = (R.key(), side, pol.text, sign)
    if ck not in _br:
        _br[ck] = best_reply_round(R, side, named_by_count(R, 1 - side, pol), sign, by_count=True)
        if R.N <= 4 and not R.duel:        # the same on whole hands
            assert _br[ck] == best_reply_round(R, side, named_strategy(R, 1 - side, pol), sign)
    return _br[ck]

# ------------------------------------------------------------------ 7 the round as a game: exact LP
class LP:
    """max or min c.x, x >= 0, rows (coef dict, sense, rhs) with Fractions; solved exactly:
    HiGHS proposes a basis, the basis is solved in rationals and primal AND dual feasibility are checked exactly."""
    def __init__(self, maximise):
        self.sgn = 1 if maximise else -1
        self.idx, self.obj, self.rows = {}, {}, []
    def var(self, name):
        if name not in self.idx:
            self.idx[name] = len(self.idx)
        return self.idx[name]
    def row(self, coefs, sense, rhs):
        d = {}
        for v, c in coefs:
            j = self.var(v)
            d[j] = d.get(j, Fr(0)) + Fr(c)
        d = {j: c for j, c in d.items() if c}
        self.rows.append((d, sense, Fr(rhs)))
    def objective(self, coefs):
        self.obj = {}
        for v, c in coefs:
            j = self.var(v)
            self.obj[j] = self.obj.get(j, Fr(0)) + Fr(c)

    def solve(self, log=False):
        import numpy as np, highspy
        n, m = len(self.idx), len(self.rows)
        inf = highspy.kHighsInf
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = n, m
        lp.sense_ = highspy.ObjSense.kMaximize if self.sgn == 1 else highspy.ObjSense.kMinimize
        cost = np.zeros(n)
        for j, c in self.obj.items():
            cost[j] = float(c)
        lp.col_cost_ = cost
        lp.col_lower_ = np.zeros(n); lp.col_upper_ = np.full(n, inf)
        lo, up = np.full(m, -inf), np.full(m, inf)
        st, ix, va = [0], [], []
        for i, (d, sense, b) in enumerate(self.rows):
            if sense in ('=', '>='): lo[i] = float(b)
            if sense in ('=', '<='): up[i] = float(b)
            for j, c in d.items():
                ix.append(j); va.append(float(c))
            st.append(len(ix))
        lp.row_lower_, lp.row_upper_ = lo, up
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.array(st); lp.a_matrix_.index_ = np.array(ix); lp.a_matrix_.value_ = np.array(va, dtype=float)
        attempts = [dict(presolve='on', simplex_strategy=1), dict(presolve='off', simplex_strategy=1),
                    dict(presolve='off', simplex_strategy=4), dict(presolve='on', simplex_strategy=4)]
        best_float = None
        for at in attempts:
            h = highspy.Highs()
            h.setOptionValue('output_flag', log)
            h.setOptionValue('threads', 1)
            h.setOptionValue('solver', 'simplex')
            for k, v in at.items():
                h.setOptionValue(k, v)
            h.setOptionValue('primal_feasibility_tolerance', 1e-10)
            h.setOptionValue('dual_feasibility_tolerance', 1e-10)
            h.passModel(lp)
            h.run()
            stt = h.getModelStatus()
            if stt != highspy.HighsModelStatus.kOptimal:
                continue
            best_float = h.getInfo().objective_function_value
            bas = h.getBasis()
            cs = [s == highspy.HighsBasisStatus.kBasic for s in bas.col_status]
            rs = [s == highspy.HighsBasisStatus.kBasic for s in bas.row_status]
            r = self.exact(cs, rs)
            if r is not None:
                x, val = r
                return val, {v: x[j] for v, j in self.idx.items()}, True
        return best_float, None, False

    def exact(self, cs, rs):
        """exact basic solution: nonbasic columns are 0, nonbasic rows are tight"""
        cols = [j for j, b in enumerate(cs) if b]
        rows = [i for i, b in enumerate(rs) if not b]
        if len(cols) != len(rows):
            return None
        pos = {j: k for k, j in enumerate(cols)}
        A = [{pos[j]: c for j, c in self.rows[i][0].items() if j in pos} for i in rows]
        b = [self.rows[i][2] for i in rows]
        xb = sparse_solve(A, b, len(cols))
        if xb is None or min(xb, default=0) < 0:
            return None
        x = [Fr(0)] * len(cs)
        for j, k in pos.items():
            x[j] = xb[k]
        for i, (d, sense, rhs) in enumerate(self.rows):
            if rs[i]:
                s = sum((c * x[j] for j, c in d.items()), Fr(0))
                if (sense == '=' and s != rhs) or (sense == '<=' and s > rhs) or (sense == '>=' and s < rhs):
                    return None
        # dual: A_B^T y = c_B
        AT = [dict() for _ in cols]
        for k, d in enumerate(A):
            for j, c in d.items():
                AT[j][k] = c
        y = sparse_solve(AT, [self.obj.get(j, Fr(0)) for j in cols], len(rows))
        if y is None:
            return None
        red = [self.obj.get(j, Fr(0)) for j in range(len(cs))]
        for k, i in enumerate(rows):
            sense = self.rows[i][1]
            # maximise: y >= 0 on <= rows, y <= 0 on >= rows; minimise the reverse
            if sense == '<=' and self.sgn * y[k] < 0: return None
            if sense == '>=' and self.sgn * y[k] > 0: return None
            if y[k]:
                for j, c in self.rows[i][0].items():
                    red[j] -= y[k] * c
        for j in range(len(cs)):
            if self.sgn * red[j] > 0:
                return None
        val = sum((c * x[j] for j, c in self.obj.items()), Fr(0))
        assert val == sum((y[k] * self.rows[i][2] for k, i in enumerate(rows)), Fr(0))
        return x, val

def sparse_solve(A, b, n):
    """A: list of n sparse rows {col: Fr}; exact solution or None if singular.
    Sparse Gaussian elimination in fractions (pivot of least Markowitz count, singletons first); when what is left is
    small or has filled in, FLINT solves it."""
    from flint import fmpq, fmpq_mat
    import heapq
    A = [dict(r) for r in A]
    b = list(b)
    colrows = [set() for _ in range(n)]
    for i, r in enumerate(A):
        for j in r:
            colrows[j].add(i)
    x = [None] * n
    live = set(range(n))
    order = []                                   # (row as it stood when it was the pivot, rhs, column)
    heap = []                                    # rows by length, lazily
    for i, r in enumerate(A):
        heapq.heappush(heap, (len(r), i))
    colheap = [(len(c), j) for j, c in enumerate(colrows)]
    heapq.heapify(colheap)
    cleft = set(range(n))
    def pivot(i, j):
        row, rb = A[i], b[i]
        piv = row[j]
        live.discard(i); cleft.discard(j)
        for k in row:
            colrows[k].discard(i)
            if k != j: heapq.heappush(colheap, (len(colrows[k]), k))
        for k in list(colrows[j]):
            rk = A[k]
            m = rk.pop(j) / piv
            for c, v in row.items():
                if c == j: continue
                z = rk.get(c, 0) - m * v
                if z == 0:
                    if c in rk:
                        del rk[c]; colrows[c].discard(k)
                        heapq.heappush(colheap, (len(colrows[c]), c))
                else:
                    if c not in rk: colrows[c].add(k)
                    rk[c] = z
            b[k] -= m * rb
            heapq.heappush(heap, (len(rk), k))
        colrows[j] = set()
        order.append((row, rb, j))
    while live:
        # column singletons cost nothing
        while colheap and (colheap[0][1] not in cleft or len(colrows[colheap[0][1]]) != colheap[0][0]):
            heapq.heappop(colheap)
        while heap and (heap[0][1] not in live or len(A[heap[0][1]]) != heap[0][0]):
            heapq.heappop(heap)
        if not heap or not colheap or heap[0][0] == 0 or colheap[0][0] == 0:
            return None
        if colheap[0][0] == 1:
            j = colheap[0][1]
            pivot(next(iter(colrows[j])), j)
            continue
        if heap[0][0] == 1:
            i = heap[0][1]
            pivot(i, next(iter(A[i])))
            continue
        # cheapest of: shortest row with its rarest column, rarest column with its shortest row
        i = heap[0][1]; j = min(A[i], key=lambda c: len(colrows[c]))
        j2 = colheap[0][1]; i2 = min(colrows[j2], key=lambda r: len(A[r]))
        c1 = (len(A[i]) - 1) * (len(colrows[j]) - 1)
        c2 = (len(A[i2]) - 1) * (len(colrows[j2]) - 1)
        if c2 < c1: i, j, c1 = i2, j2, c2
        if c1 > 400 and len(live) <= 400 or c1 > 3000:
            break
        pivot(i, j)
    if live:
        rl, cl = sorted(live), sorted(cleft)
        if len(rl) != len(cl):
            return None
        k = len(rl)
        cp = {j: t for t, j in enumerate(cl)}
        M = fmpq_mat(k, k)
        for t, i in enumerate(rl):
            for j, c in A[i].items():
                M[t, cp[j]] = fmpq(c.numerator, c.denominator)
        B = fmpq_mat(k, 1)
        for t, i in enumerate(rl):
            B[t, 0] = fmpq(b[i].numerator, b[i].denominator)
        try:
            S = M.solve(B, algorithm='dixon') if k > 30 else M.solve(B)
        except ZeroDivisionError:
            return None
        for t, j in enumerate(cl):
            v = S[t, 0]
            x[j] = Fr(int(v.p), int(v.q))
    for row, rb, j in reversed(order):
        s = rb
        for k, c in row.items():
            if k != j:
                s -= c * x[k]
        x[j] = s / row[j]
    return x

def round_lp(R, side, literal=False, value=None, target=None):
    """LP of the round for the starter (side 0: maximise the guaranteed P(starter wins)) or the replier (side 1: minimise it).
    With `value` the guarantee is kept at least that good and `target`, the strategy of a named policy of the other side, is
    met instead: the P(side wins) against it is maximised.
    Information sets: literal=True: (own hand, bids so far); else after the opening (own count of the face, bids so far).
    Returns (lp, builder of the strategy)."""
    fs, qmax = R.fs, R.qmax
    key = (lambda h, f: h) if literal else (lambda h, f: R.own(h, f))
    cnt = (lambda k, f: R.own(k, f)) if literal else (lambda k, f: k)
    k0 = {f: {} for f in fs}        # types of the starter on face f: weight
    k1 = {f: {} for f in fs}
    for f in fs:
        for h, p in R.law[0].items(): k0[f][key(h, f)] = k0[f].get(key(h, f), Fr(0)) + p
        for h, p in R.law[1].items(): k1[f][key(h, f)] = k1[f].get(key(h, f), Fr(0)) + p
    def hists(parity):              # all rising lists of quantities of odd (1) / even (0) length >= 1
        qs = range(R.qmin, qmax + 1)
        for r in range(1, len(qs) + 1):
            if r % 2 == parity:
                yield from itertools.combinations(qs, r)
    odd, even = list(hists(1)), list(hists(0))
    up = lambda q: range(q + 1, qmax + 1)
    lp = LP(side == 0 if value is None else True)
    if side == 0:
        # X[f,hist(odd),k]: weight P(type) * product of own choices along hist;  X[f,hist(even),k,C]: challenge after hist
        for h, p in R.law[0].items():
            lp.row([(('O', h, f, q), 1) for f in fs for q in range(R.qmin, qmax + 1)], '=', p)
        for f in fs:
            byk = {}
            for h in R.law[0]:
                byk.setdefault(key(h, f), []).append(h)
            for k in k0[f]:
                for q in range(R.qmin, qmax + 1):
                    lp.row([(('X', f, (q,), k), 1)] + [(('O', h, f, q), -1) for h in byk[k]], '=', 0)
                for hs in even:
                    lp.row([(('X', f, hs[:-1], k), 1), (('X', f, hs, k, C), -1)] +
                           [(('X', f, hs + (q,), k), -1) for q in up(hs[-1])], '=', 0)
            # u[f,hist odd,d] = what the replier of type d leaves him, given d
            for d in k1[f]:
                for hs in odd:
                    q = hs[-1]
                    lp.row([(('u', f, hs, d), 1)] + [(('X', f, hs, k), -1) for k in k0[f] if cnt(k, f) + cnt(d, f) >= q], '<=', 0)
                    for q2 in up(q):
                        h2 = hs + (q2,)
                        lp.row([(('u', f, hs, d), 1)] +
                               [(('X', f, h2, k, C), -1) for k in k0[f] if cnt(k, f) + cnt(d, f) < q2] +
                               [(('u', f, h2 + (q3,), d), -1) for q3 in up(q2)], '<=', 0)
        goal = [(('u', f, (q,), d), k1[f][d]) for f in fs for q in range(R.qmin, qmax + 1) for d in k1[f]]
        if value is None:
            lp.objective(goal)
        else:
            lp.row(goal, '>=', value)
            op, rep = target
            obj = []
            # reach weight of the replier's own choices along hist, by hand
            for f in fs:
                def walk(hs, d1, w):        # hs odd, replier (hand d1) to answer, w = P(d1) * his choices so far
                    for a, pa in rep(d1, f, hs).items():
                        if not pa: continue
                        if a == C:
                            for k in k0[f]:
                                if cnt(k, f) + R.own(d1, f) >= hs[-1]:
                                    obj.append((('X', f, hs, k), w * pa))
                        else:
                            h2 = hs + (a,)
                            for k in k0[f]:
                                if cnt(k, f) + R.own(d1, f) < a:
                                    obj.append((('X', f, h2, k, C), w * pa))
                            for q3 in up(a):
                                walk(h2 + (q3,), d1, w * pa)
                for d1, p in R.law[1].items():
                    for q in range(R.qmin, qmax + 1):
                        walk((q,), d1, p)
            lp.objective(obj)
        def strategy(x):
            def op(h):
                return {(f, q): x[('O', h, f, q)] / R.law[0][h] for f in fs for q in range(R.qmin, qmax + 1) if x[('O', h, f, q)]}
            def rep(k, f, hs):
                if isinstance(k, tuple) and not literal: k = R.own(k, f)
                t = x[('X', f, hs[:-1], k)]
                if t == 0: return {C: Fr(1)}
                out = {C: x[('X', f, hs, k, C)] / t}
                for q in up(hs[-1]): out[q] = x[('X', f, hs + (q,), k)] / t
                return out
            return op, rep
    else:
        # Y[f,hist(odd),d,C]; Y[f,hist(even),d]: P(type d) * own choices.  g[f,hist odd,k], t[f,hist even,k]: what the starter
        # of type k can get (k given); v[h]
        for f in fs:
            for d, p in k1[f].items():
                for hs in odd:
                    inn = [] if len(hs) == 1 else [(('Y', f, hs[:-1], d), 1)]
                    lp.row(inn + [(('Y', f, hs, d, C), -1)] + [(('Y', f, hs + (q,), d), -1) for q in up(hs[-1])], '=',
                           -p if len(hs) == 1 else 0)
            for k in k0[f]:
                for hs in odd:      # g = sum over his answers
                    lp.row([(('g', f, hs, k), 1)] +
                           [(('Y', f, hs, d, C), -1) for d in k1[f] if cnt(k, f) + cnt(d, f) >= hs[-1]] +
                           [(('t', f, hs + (q,), k), -1) for q in up(hs[-1])], '=', 0)
                for hs in even:
                    lp.row([(('t', f, hs, k), 1)] + [(('Y', f, hs, d), -1) for d in k1[f] if cnt(k, f) + cnt(d, f) < hs[-1]], '>=', 0)
                    for q in up(hs[-1]):
                        lp.row([(('t', f, hs, k), 1), (('g', f, hs + (q,), k), -1)], '>=', 0)
                for q in range(R.qmin, qmax + 1):
                    lp.row([(('G', f, k), 1), (('g', f, (q,), k), -1)], '>=', 0)
            for h in R.law[0]:
                lp.row([(('v', h), 1), (('G', f, key(h, f)), -1)], '>=', 0)
        goal = [(('v', h), p) for h, p in R.law[0].items()]
        if value is None:
            lp.objective(goal)
        else:
            lp.row(goal, '<=', value)
            op, rep = target
            obj = []
            # P(starter wins) is linear in Y; count P(replier wins) = sum of the complementary ends
            for h, p in R.law[0].items():
                for (f, q), po in op(h).items():
                    def walk(hs, w):        # hs odd; w = weight of starter's choices
                        if not w: return
                        for d in k1[f]:
                            if R.own(h, f) + cnt(d, f) < hs[-1]:
                                obj.append((('Y', f, hs, d, C), w))
                        for q2 in up(hs[-1]):
                            h2 = hs + (q2,)
                            for a, pa in rep(h, f, h2).items():
                                if not pa: continue
                                if a == C:
                                    for d in k1[f]:
                                        if R.own(h, f) + cnt(d, f) >= q2:
                                            obj.append((('Y', f, h2, d), w * pa))
                                else:
                                    walk(h2 + (a,), w * pa)
                    walk((q,), p * po)
            lp.objective(obj)
        def strategy(x):
            def rep(k, f, hs):
                if isinstance(k, tuple) and not literal: k = R.own(k, f)
                t = k1[f][k] if len(hs) == 1 else x[('Y', f, hs[:-1], k)]
                if t == 0: return {C: Fr(1)}
                out = {C: x[('Y', f, hs, k, C)] / t}
                for q in up(hs[-1]): out[q] = x[('Y', f, hs + (q,), k)] / t
                return out
            return None, rep
    return lp, strategy

_val = {}
STATS = {'lp': 0, 'inexact': 0}
def round_value(R, literal=False):
    """(value = P(starter wins) at best play of both, exact, starter's strategy, replier's strategy).
    Certified: the exact best response to either strategy (section 6 code, not the LP) gives the same number."""
    ck = (R.key(), literal)
    if ck not in _val:
        l0, b0 = round_lp(R, 0, literal)
        v0, x0, ok0 = l0.solve()
        l1, b1 = round_lp(R, 1, literal)
        v1, x1, ok1 = l1.solve()
        STATS['lp'] += 2
        if not (ok0 and ok1):
            STATS['inexact'] += 1
            raise ArithmeticError('no exact basis %s' % (ck,))
        assert v0 == v1, (v0, v1)
        s0, s1 = b0(x0), b1(x1)
        c0 = 1 - best_reply_round(R, 1, s0, by_count=not literal)
        c1 = best_reply_round(R, 0, s1, by_count=not literal)
        assert c0 == v0 and c1 == v0, (v0, c0, c1)
        _val[ck] = (v0, s0, s1)
    return _val[ck]

_int = {}
def sharpest(R, side, pol):
    """greatest P(side wins the round) over all strategies of `side` that are optimal in the round, against pol"""
    ck = (R.key(), side, pol.text)
    if ck not in _int:
        v = round_value(R)[0]
        tgt = named_strategy(R, 1 - side, pol)
        lp, bld = round_lp(R, side, False, v, tgt)
        val, x, ok = lp.solve()
        STATS['lp'] += 1
        if not ok:
            STATS['inexact'] += 1
            raise ArithmeticError('no exact basis (face) %s' % (ck,))
        s = bld(x)
        # check with code independent of the LP: still optimal, with the stated value
        if side == 0:
            assert 1 - best_reply_round(R, 1, s, by_count=True) == v
            assert strategy_vs_strategy(R, s, tgt) == val if R.N <= 4 else True
        else:
            assert best_reply_round(R, 0, s, by_count=True) == v
            assert 1 - strategy_vs_strategy(R, tgt, s) == val if R.N <= 4 else True
        _int[ck] = val
    return _int[ck]

# ------------------------------------------------------------------ 8 two-seat matches with `best` (loss = either)
NOTES = []
class Solved:
    def __init__(self, G, name=''):
        assert G.loss == 'either' and G.n == 2
        self.G, self.name = G, name
        self.V, self.W, self.PW = {}, {}, {}

    def w(self, a, b, s):
        R, order = self.G.round((a, b), s - 1)
        return round_value(R)[0]

    def value(self, a, b, s):
        """V(a,b,s) of the page; also records w and checks V(a,b-1,2) >= V(a-1,b,1)"""
        if b == 0: return Fr(1)
        if a == 0: return Fr(0)
        if (a, b, s) not in self.V:
            hi, lo = self.value(a, b - 1, 2), self.value(a - 1, b, 1)    # seat 1 wins / loses the round
            if hi < lo: NOTES.append('V(a,b-1,2) < V(a-1,b,1) in %s at %s' % (self.name, (a, b)))
            if hi == lo: NOTES.append('V(a,b-1,2) = V(a-1,b,1) in %s at %s' % (self.name, (a, b)))
            assert hi >= lo
            w = self.w(a, b, s)
            self.W[a, b, s] = w
            p = w if s == 1 else 1 - w
            self.V[a, b, s] = p * hi + (1 - p) * lo
        return self.V[a, b, s]

    def outcomes(self, t, s):
        w = self.w(t[0], t[1], s + 1)
        p = w if s == 0 else 1 - w              # seat 1 wins the round
        a, b = t
        out = {}
        # the loser starts, or the next seat if the loser is out (then the match is over)
        out[(a, b - 1), 1 if b > 1 else 0] = p
        out[(a - 1, b), 0 if a > 1 else 1] = 1 - p
        return {k: v for k, v in out.items() if v}

    def against(self, seat, pol, mode, func=False):
        """share of `seat` (1/2) against pol; mode sharpest: the sharpest of the best strategies; taken: best response"""
        memo = {}
        G = self.G
        def F(a, b, s):
            mine, his = (a, b) if seat == 1 else (b, a)
            if his == 0: return Fr(1)
            if mine == 0: return Fr(0)
            if (a, b, s) not in memo:
                if seat == 1:
                    win, los = F(a, b - 1, 2), F(a - 1, b, 1)
                else:
                    win, los = F(a - 1, b, 1), F(a, b - 1, 2)
                if win < los: NOTES.append('%s %s seat %d v %s: winning the round at %s starter %d is worth less than losing it' % (self.name, mode, seat, pol.text, (a, b), s))
                R, order = G.round((a, b), s - 1)
                side = 0 if s == seat else 1
                if mode == 'taken':
                    p = best_response(R, side, pol, 1 if win >= los else -1)
                else:
                    assert win >= los
                    p = sharpest(R, side, pol)
                memo[a, b, s] = p * win + (1 - p) * los
            return memo[a, b, s]
        return F if func else F(G.tali[0], G.tali[1], 1)

def advice(G, tali, me, pol, F, rnd):
    """a random position of seat `me` (1/2) at these tali; the other seat plays the named policy.  On whole hands, brute."""
    starter = rnd.choice([1, 2])
    R, order = G.round(tali, starter - 1)
    side = 0 if starter == me else 1
    h = rnd.choice(list(R.law[side]))
    f = rnd.choice(R.fs)
    L = rnd.choice([0, 0, 2] if side == 0 else [1, 1, 3])
    L = min(L, (R.qmax - R.qmin + 1) // 2 * 2 if side == 0 else (R.qmax - R.qmin) // 2 * 2 + 1)
    hist = tuple(sorted(rnd.sample(range(R.qmin, R.qmax + 1), L)))
    # weights of the other's hands
    w = {}
    for k, p in R.law[1 - side].items():
        for i, q in enumerate(hist):
            if (i % 2 == 0) == (side == 1):          # his bid
                d = pol.opening(R, 1 - side, k) if i == 0 else pol.reply(R, 1 - side, k, f, hist[i - 1])
                p = p * d.get((f, q) if i == 0 else q, Fr(0))
        if p: w[k] = p
    reached = bool(w)
    if not reached: w = dict(R.law[1 - side])
    t = sum(w.values())
    w = {k: p / t for k, p in w.items()}
    a, b = tali
    win, los = (F(a, b - 1, 2), F(a - 1, b, 1)) if me == 1 else (F(a - 1, b, 1), F(a, b - 1, 2))
    pick = max if win >= los else min
    def mine(f, hist, w):
        o = [sum((p for k, p in w.items() if not R.holds((h, k), f, hist[-1])), Fr(0))]
        return pick(o + [his(f, hist + (q,), w) for q in range(hist[-1] + 1, R.qmax + 1)])
    def his(f, hist, w):
        tot, nxt = Fr(0), {}
        for k, p in w.items():
            for act, pa in pol.reply(R, 1 - side, k, f, hist[-1]).items():
                if act == C: tot += p * pa * R.holds((h, k), f, hist[-1])
                elif pa:
                    nxt.setdefault(act, {})
                    nxt[act][k] = nxt[act].get(k, Fr(0)) + p * pa
        return tot + sum((mine(f, hist + (x,), d) for x, d in nxt.items()), Fr(0))
    opts = []
    def opt(do, r, hold):
        opts.append({'do': do, 'round': r, 'value': r * win + (1 - r) * los, 'holds': hold})
    name = lambda f, q: str(q) if f is None else '%dx%d' % (q, f)
    if not hist:
        for ff in R.fs:
            for q in range(R.qmin, R.qmax + 1):
                opt(name(ff, q), his(ff, (q,), w), R.H(side, h, ff, q))
    else:
        opt('challenge', sum((p for k, p in w.items() if not R.holds((h, k), f, hist[-1])), Fr(0)), 1 - R.H(side, h, f, hist[-1]))
        for q in range(hist[-1] + 1, R.qmax + 1):
            opt(name(f, q), his(f, hist + (q,), w), R.H(side, h, f, q))
    hand = ''.join(str(x) * k for x, k in reversed(list(zip(FACES, h))))
    pos = '%s v %d' % (hand, b if me == 1 else a) + (': ' + ' '.join(name(f, q) for q in hist) if hist else '') + (' @2' if me == 2 else '')
    return {'position': pos, 'reached': reached, 'options': opts}

def fs(x):
    if isinstance(x, (bool, int, str)) or x is None: return x
    if isinstance(x, Fr): return '%d/%d' % (x.numerator, x.denominator)
    if isinstance(x, dict): return {str(k): fs(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)): return [fs(v) for v in x]
    return x

if __name__ == '__main__':
    import mendax_single_cases as cases
    cases.main(sys.modules['__main__'])
