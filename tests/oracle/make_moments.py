#!/usr/bin/env python3
"""make_moments.py - expected values of how a game *feels*: balance, drama, suspense ...

Written from shared/rules.md and the models of the games in make_games.py beside it (imported for
casts, bones and the parsing of cases), without looking at the program.

A game is a sequence of positions s_0 (before the first cast) ... s_T (the end).  p_t(i) is the
expected win share of seat i given s_t (a win shared by k counts 1/k to each); p_T(i) is the share
that came true.  One step = one cast of one seat, including a recast void; an exchange of Gladiators and
a turn of Catapulta are one step each; Par Tali has one more step, the roll for the target, before
the first cast: it moves p, but is no throw.  Probabilities that differ by 1e-9 or less are equal.

metric           at    value (n seats, w_i = win share of seat i)
balance                1 - max |w_i - w_j|                                              n >= 2
advantage        seat  w_i - mean(w)
dead_casts             E[throws that change nothing] / E[throws]
lead_changes           E[changes of the leader]; the leader is the seat whose p is alone the
                       highest; positions without one are passed over; s_0 and s_T count   n >= 2
comeback     .25/.1    E[sum_i share_i 1(min_{t<=T} p_t(i) <= at)] / E[sum_i share_i]
drama                  E[sum_{t<T} sum_i share_i (max_j p_t(j) - p_t(i))] /
                       E[sum_{t<T} sum_i share_i 1(p_t(i) < max_j p_t(j))], omitted if 0/0  n >= 2
decisiveness           E[throws after tau] / E[throws], tau = the first t such that for some seat i
                       p_u(i) > 0.9 for all u from t to the end (no such t: 0 throws)
suspense         seat  E[sum_{t<T} sqrt(E_t[(p_{t+1}(i) - p_t(i))^2])]
surprise         seat  E[sum_{t<T} |p_{t+1}(i) - p_t(i)|]
variance         seat  E[sum_{t<T} (p_{t+1}(i) - p_t(i))^2]   (= variance of the final share)
drawishness            P(the game ends, and not exactly one seat wins)                  n >= 2
net_sd           seat  standard deviation of coins taken minus coins paid (games with coins)
house_edge       seat  mean net / what the seat pays before the first cast (omitted if that is 0)
element_of_risk  seat  mean net / expected coins paid (omitted if that is 0)

Method: the chain one step at a time; every metric is E[sum_t f(s_t)], solved backwards strong
component by strong component in 80-bit floating point.  comeback and decisiveness cut the
chain where p_i is <= at / not > 0.9, lead changes carry the last leader where nobody leads.
Coins: what seat i will net from a state with P coins in the pot is A P + B with random A, B;
the five first and second moments of (A, B) are solved for.  Circus Maximus is layered (arrays of
totals, or, in long games, of their differences: `favour` is then a matter of less than 1e-60).

numpy needed.  Run:  python3 make_moments.py [--only PREFIX] [--out DIR]
It writes moments_cases.csv and moments_values.csv into ../expected (with --only: in DIR or /tmp).
"""
import csv, itertools, os, sys, time
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction as Fr
import numpy as np
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
from make_games import (FACES, SENATE, DEFAULT, cast_law, components, exact, key_of, kind, parse_faces,
                        parse_rules, pips, rank)

LD = np.longdouble
assert np.finfo(LD).eps < 1e-18, 'needs 80-bit floating point'
EQ = LD('1e-9')                                  # what counts as equal
ATS = (LD('0.25'), LD('0.1'))
SURE = LD('0.9')
CLOSE = []                                       # comparisons that depend on the tolerance

def ld(x, memo={}):
    """A fraction as an 80-bit number."""
    if x not in memo:
        x = Fr(x)
        memo[x] = LD(str(Decimal(x.numerator) / Decimal(x.denominator)))
    return memo[x]

def watch(d):
    """Records differences that are neither noise nor clear."""
    d = np.abs(np.asarray(d))
    n = int(np.sum((d > 1e-14) & (d < 1e-7)))
    if n: CLOSE.append((n, float(d[(d > 1e-14) & (d < 1e-7)].min())))

# ------------------------------------------------------------------ chains
class Net:
    """States 0..n-1, edges src -> dst (dst >= n: ends).  Solves X = rhs + W X backwards."""

    def __init__(self, n, src, dst, p):
        self.n, self.src, self.dst, self.p = n, np.array(src), np.array(dst), np.array(p, dtype=LD)
        succ = [set() for _ in range(n)]
        for a, b in zip(src, dst):
            if b < n: succ[a].add(b)
        comps = components(n, [sorted(s) for s in succ])         # reverse topological
        where, local = np.zeros(n, int), np.zeros(n, int)
        for c, comp in enumerate(comps):
            for k, s in enumerate(comp): where[s], local[s] = c, k
        outs, ins = [[] for _ in comps], [[] for _ in comps]
        for e, (a, b) in enumerate(zip(src, dst)):
            (ins if b < n and where[a] == where[b] else outs)[where[a]].append(e)
        self.plan = []
        for comp, o, i in zip(comps, outs, ins):
            o, i = np.array(o, int), np.array(i, int)
            self.plan.append((np.array(comp), o, local[self.src[o]], self.dst[o],
                              i, local[self.src[i]], local[self.dst[i]] if len(i) else i))

    def solve(self, rhs, ends, w=None):
        """rhs: n x k, ends: (number of ends) x k; the values of all states and ends."""
        w = self.p if w is None else w
        X = np.zeros((self.n + len(ends), rhs.shape[1]), dtype=LD)
        X[self.n:] = ends
        for comp, o, orow, odst, i, irow, icol in self.plan:
            m = len(comp)
            b = rhs[comp].astype(LD)
            if m == 1:
                if len(o): b[0] += (w[o][:, None] * X[odst]).sum(axis=0)
                if len(i): b[0] /= 1 - w[i].sum()
                X[comp[0]] = b[0]
                continue
            if len(o): np.add.at(b, orow, w[o][:, None] * X[odst])
            A = np.eye(m, dtype=LD)
            np.subtract.at(A, (irow, icol), w[i])
            for j in range(m - 1):
                assert A[j, j] > 0
                f = A[j + 1:, j] / A[j, j]
                hit = np.nonzero(f)[0]
                if len(hit):
                    r = hit + j + 1
                    A[r, j:] -= f[hit][:, None] * A[j, j:]
                    b[r] -= f[hit][:, None] * b[j]
            for j in range(m - 1, -1, -1):
                assert A[j, j] > 0
                b[j] = (b[j] - A[j, j + 1:] @ b[j + 1:]) / A[j, j]
            X[comp] = b
        return X

class Edge:
    """What a step did: dead, and who paid f + (g - 1) * pot into the pot."""
    __slots__ = ('dead', 'payer', 'f', 'g')
    def __init__(self, dead=False, payer=None, f=0, g=1):
        self.dead, self.payer, self.f, self.g = dead, payer, f, g
PLAIN, DEAD = Edge(), Edge(dead=True)

class Game:
    """n seats; start; step(state) -> [(p, next state or ('END', winners), Edge)].
    coins: what each seat pays at the start (None: no coins); silent: steps that are no throws."""
    def __init__(self, n, start, step, coins=None, silent=()):
        self.n, self.start, self.step, self.coins, self.silent = n, start, step, coins, silent

def build(g):
    ids, states, ends, endid = {g.start: 0}, [g.start], [], {}
    src, dst, pr, info = [], [], [], []
    k = 0
    while k < len(states):
        agg = defaultdict(Fr)
        for p, t, e in g.step(states[k]):
            if p: agg[t, e.dead, e.payer, Fr(e.f), Fr(e.g)] += p
        assert sum(agg.values()) == 1
        for (t, dead, payer, f, gg), p in agg.items():
            if t[0] == 'END':
                if t[1] not in endid: endid[t[1]] = len(ends); ends.append(t[1])
                j = -1 - endid[t[1]]
            else:
                if t not in ids: ids[t] = len(states); states.append(t)
                j = ids[t]
            src.append(k); dst.append(j); pr.append(ld(p)); info.append((dead, payer, ld(f), ld(gg)))
        k += 1
    N = len(states)
    dst = [d if d >= 0 else N - 1 - d for d in dst]
    return states, ends, Net(N, src, dst, pr), info

def rowsum(net, x):
    """sum over the edges out of each state; x: edges x k"""
    r = np.zeros((net.n, x.shape[1]), dtype=LD)
    np.add.at(r, net.src, x)
    return r

def leader(P):
    """The seat with the highest p, -1 if it is not alone.  P: anything x n"""
    if P.shape[-1] == 1: return np.zeros(P.shape[:-1], int)
    s = np.sort(P, axis=-1)
    watch(s[..., -1] - s[..., -2])
    return np.where(s[..., -1] - s[..., -2] > EQ, P.argmax(axis=-1), -1)

def moments(g, out, keep=None):
    n = g.n
    states, ends, net, info = build(g)
    N, src, dst, p = net.n, net.src, net.dst, net.p
    share = np.zeros((len(ends), n), dtype=LD)
    for k, w in enumerate(ends):
        for i in w: share[k, i] = LD(1) / len(w)
    # ---- p, and the moments of the final share
    X = net.solve(np.zeros((N, 2 * n + 2), dtype=LD),
                  np.hstack([share, share ** 2, np.array([[len(w) != 1, 1] for w in ends], dtype=LD)]))
    P, w0 = X[:, :n], X[0, :n]
    var0 = X[0, n:2 * n] - w0 ** 2
    assert abs(X[0, -1] - 1) < 1e-15, 'the game need not end'
    if n > 1: out['drawishness', ''] = X[0, 2 * n]
    # ---- cuts: decisiveness
    zero1 = np.zeros((N, 1), dtype=LD)
    G = np.zeros(N, dtype=LD)
    for i in range(n):
        watch(P[:, i] - SURE)
        on = P[:, i] > SURE + EQ
        if on[:N].any():
            G += net.solve(zero1, on[N:, None].astype(LD), np.where(on[src], p, 0))[:N, 0]
    # ---- sums along the way
    throw = np.array([s not in g.silent for s in states], dtype=LD)
    d = P[dst] - P[src]
    dead = rowsum(net, (p * np.array([e[0] for e in info]))[:, None])
    sq = rowsum(net, p[:, None] * d ** 2)
    top = P[:N].max(axis=1)[:, None]
    watch(top - P[:N])
    behind = P[:N] < top - EQ
    rhs = np.hstack([throw[:, None], dead, (throw * G)[:, None], (P[:N] * (top - P[:N])).sum(axis=1)[:, None],
                     (P[:N] * behind).sum(axis=1)[:, None], np.sqrt(sq), rowsum(net, p[:, None] * np.abs(d)), sq])
    S = net.solve(rhs, np.zeros((len(ends), rhs.shape[1]), dtype=LD))[0]
    T, D, C, num, den = S[:5]
    sus, sur, var = S[5:5 + n], S[5 + n:5 + 2 * n], S[5 + 2 * n:]
    assert np.all(np.abs(var - var0) < 1e-13 * (1 + var0)), (var, var0)
    figures(out, n, w0, T, D, C, num, den, sus, sur, var)
    # ---- comeback
    for at in ATS:
        h = LD(0)
        for i in range(n):
            watch(P[:, i] - at)
            hit = P[:, i] <= at + EQ
            H = net.solve(np.where(hit[:N], P[:N, i], 0)[:, None], np.where(hit[N:], P[N:, i], 0)[:, None],
                          np.where(hit[src], 0, p))
            h += H[0, 0]
        out['comeback', repr(float(at))] = h / w0.sum()
    # ---- lead changes: states (position, last leader)
    if n > 1:
        L = leader(P)
        start = (0, L[0])
        ids, order, es, ed, ep, reward = {start: 0}, [start], [], [], [], []
        byst = [[] for _ in range(N)]
        for e in range(len(src)): byst[src[e]].append(e)
        k = 0
        while k < len(order):
            s, l = order[k]
            rew = LD(0)
            for e in byst[s]:
                t = dst[e]
                l2 = L[t] if L[t] >= 0 else l
                if l >= 0 and l2 != l: rew += p[e]
                if t < N:
                    if (t, l2) not in ids: ids[t, l2] = len(order); order.append((t, l2))
                    es.append(k); ed.append(ids[t, l2]); ep.append(p[e])
            reward.append(rew)
            k += 1
        two = Net(len(order), es, ed, ep)
        out['lead_changes', ''] = two.solve(np.array(reward, dtype=LD)[:, None], np.zeros((0, 1), dtype=LD))[0, 0]
    # ---- coins
    if g.coins is not None: coins(g, ends, net, info, share, out)
    if keep is not None: keep.update(states=states, ends=ends, net=net, info=info, P=P, throw=throw, share=share)

def figures(out, n, w0, T, D, C, num, den, sus, sur, var):
    if n > 1: out['balance', ''] = 1 - (w0.max() - w0.min())
    for i in range(n): out['advantage', i + 1] = w0[i] - w0.mean()
    out['dead_casts', ''] = D / T
    out['decisiveness', ''] = C / T
    if n > 1 and den > 1e-15: out['drama', ''] = num / den
    for i in range(n):
        out['suspense', i + 1], out['surprise', i + 1], out['variance', i + 1] = sus[i], sur[i], var[i]

def coins(g, ends, net, info, share, out):
    """Net from here = A P + B, P = the pot now.  An edge: pot' = g P + f, the payer pays the difference."""
    n, src, dst, p = g.n, net.src, net.dst, net.p
    f, gr = np.array([e[2] for e in info], dtype=LD), np.array([e[3] for e in info], dtype=LD)
    payer = np.array([-1 if e[1] is None else e[1] for e in info])
    z = np.zeros((len(ends), 1), dtype=LD)
    pot = ld(sum(map(Fr, g.coins)))
    for i in range(n):
        own, stake = (payer == i).astype(LD), ld(g.coins[i])
        sh = share[:, i:i + 1]
        solve = lambda x, e, w: net.solve(rowsum(net, (p * x)[:, None]), e, w)[:, 0]
        # one edge: A = gr A' - a, B = f A' - b + B'
        a, b = own * (gr - 1), own * f
        A = solve(-a, sh, p * gr)
        B = solve(f * A[dst] - b, z, p)
        AA = solve(-2 * a * gr * A[dst] + a * a, sh ** 2, p * gr * gr)
        AB = solve(gr * f * AA[dst] - gr * b * A[dst] - a * f * A[dst] + a * b - a * B[dst], z, p * gr)
        BB = solve(f * f * AA[dst] + b * b + 2 * f * AB[dst] - 2 * b * f * A[dst] - 2 * b * B[dst], z, p)
        mean = pot * A[0] + B[0] - stake
        variance = pot * pot * (AA[0] - A[0] ** 2) + 2 * pot * (AB[0] - A[0] * B[0]) + BB[0] - B[0] ** 2
        # coins paid from here on = Q P + R
        Q = net.solve(rowsum(net, (p * a)[:, None]) , z, p * gr)[:, 0]
        R = net.solve(rowsum(net, (p * (b + f * Q[dst]))[:, None]), z, p)[:, 0]
        paid = stake + pot * Q[0] + R[0]
        out['_net', i + 1], out['_paid', i + 1] = mean, paid
        out['net_sd', i + 1] = np.sqrt(max(variance, LD(0)))
        if stake: out['house_edge', i + 1] = mean / stake
        if paid: out['element_of_risk', i + 1] = mean / paid

# ------------------------------------------------------------------ the games
def augustus(n, sets, R):
    fee, per, ante = Fr(R.get('fee', 4)), R.get('fee_per', 'cast'), Fr(R.get('ante', 0))
    laws = [cast_law(b) for b in sets]
    def step(s):
        i = s[0]
        for c, p in laws[i].items():
            if kind(c) == 'venus':
                yield p, ('END', (i,)), PLAIN
                continue
            k = sum(d in '16' for d in str(c)) if per == 'bone' else int(kind(c) in ('canis', 'senio'))
            cost = k * fee
            yield p, ((i + 1) % n,), Edge(payer=i, f=cost) if cost else DEAD
    return Game(n, (0,), step, [ante] * n)

AGAIN, NOTHING = 'again', 'nothing'
def showdown(n, hands, tie, stake):
    """hands[i] = [(p, key, f, g)], a high key is good.  State: who is in, whose cast, best key, who holds it."""
    def step(s):
        S, pos, best, held = s
        i = S[pos]
        for p, key, f, gr in hands[i]:
            if key == AGAIN:
                yield p, s, DEAD
                continue
            e = Edge(payer=i, f=f, g=gr)
            b2, h2 = best, held
            if key != NOTHING:
                if best is None or key > best: b2, h2 = key, (i,)
                elif key == best: h2 = held + (i,)
            if pos + 1 < len(S): t = (S, pos + 1, b2, h2)
            elif not h2: t = (S, 0, None, ())
            elif len(h2) == 1 or tie == 'split': t = ('END', h2)
            else: t = (h2, 0, None, ())
            yield p, t, e
    return Game(n, (tuple(range(n)), 0, None, ()), step, None if stake is None else [stake] * n)

def simple_tali(n, sets, R):
    fee, void = Fr(R.get('canis_fee', 1)), R.get('void', 'recast')
    hands = [[(p, AGAIN if rank(c) == 0 and void == 'recast' else rank(c), fee * (c == 1111), 1)
              for c, p in cast_law(b).items()] for b in sets]
    return showdown(n, hands, R.get('tie', 'recast'), Fr(R.get('ante', 1)))

def tropa(n, sets, R):
    sk = exact(R.get('skill', '1/2'))
    sk = sk if isinstance(sk, list) else [sk] * n
    hands = []
    for b, s in zip(sets, sk):
        d = defaultdict(Fr)
        for o in itertools.product((0, 1, 3, 4, 6), repeat=4):           # 0: missed the jar
            p = Fr(1)
            for bone, x in zip(b, o): p *= 1 - s if x == 0 else s * bone[FACES.index(x)]
            d[sum(o)] += p
        hands.append([(p, k, 0, 1) for k, p in d.items() if p])
    return showdown(n, hands, R.get('tie', 'recast'), None)

def olympus(n, sets, R):
    share, void = exact(R.get('venus_share', '1/2')), R.get('void', 'recast')
    assert R.get('round', 'none') == 'none'
    hands = [[(p, -rank(c), 0, 1 + share if c == 6431 else 1) if rank(c) else
              (p, AGAIN if void == 'recast' else -99, 0, 1) for c, p in cast_law(b).items()] for b in sets]
    return showdown(n, hands, R.get('tie', 'recast'), Fr(R.get('bid', 2)))

def odds_out(n, sets, R):
    fee, void = Fr(R.get('fee', 1)), R.get('void', 'recast')
    def hand(c):
        k = kind(c)
        if k == 'void': return (AGAIN if void == 'recast' else NOTHING), 0, 1
        if k == 'venus': return 1000, 0, 1
        if c in (1111, 3333) or k == 'senio' and pips(c) % 2: return NOTHING, fee, 1
        return (100 + pips(c) if k == 'senio' else c // 1111), 0, 1
    hands = [[(p,) + hand(c) for c, p in cast_law(b).items()] for b in sets]
    return showdown(n, hands, R.get('tie', 'recast'), Fr(R.get('bid', 2)))

def sparing_tali(n, sets, R):
    rounds, ante, tie = R.get('rounds', 5), Fr(R.get('ante', 1)), R.get('tie', 'split')
    laws = []
    for b in sets:
        d = defaultdict(Fr)
        for c, p in cast_law(b).items(): d[rank(c)] += p
        laws.append(d)
    full = tuple(range(n))
    def step(s):
        """(who plays, rounds left or -1 in sudden death, rounds won, position, best, holders)"""
        S, left, won, pos, best, held = s
        i = S[pos]
        for r, p in laws[i].items():
            if r == 0:
                yield p, s, DEAD
                continue
            b2, h2 = (r, (i,)) if best is None or r > best else (best, held + (i,) if r == best else held)
            if pos + 1 < len(S):
                yield p, (S, left, won, pos + 1, b2, h2), PLAIN
                continue
            if left < 0:                                                # sudden death
                yield p, ('END', h2) if len(h2) == 1 else (S, -1, (), 0, None, ()), PLAIN
                continue
            w2 = won
            if len(h2) == 1: w2 = tuple(x + (j == h2[0]) for j, x in enumerate(won))
            if left > 1:
                yield p, (S, left - 1, w2, 0, None, ()), PLAIN
                continue
            top = tuple(j for j in full if w2[j] == max(w2))
            if len(top) == 1 or tie == 'split': yield p, ('END', top), PLAIN
            else: yield p, (top, -1, (), 0, None, ()), PLAIN
    return Game(n, (full, rounds, (0,) * n, 0, None, ()), step, [ante] * n)

def century(n, sets, R):
    N, target = R.get('casts', 20), R.get('target', 100)
    loss = {1111: R.get('hounds', 4), 3333: R.get('lions', 3), 4444: R.get('raiders', 4), 6666: R.get('gaul', 6)}
    law = cast_law(sets[0])
    def step(s):
        t, x = s
        for c, p in law.items():
            k, y = kind(c), x
            if k == 'senio': y = x + pips(c)
            elif k == 'venus': y = 0
            elif c in loss: y = max(0, x - loss[c])
            to = ('END', (0,)) if y >= target else ('END', ()) if t + 1 == N else (t + 1, y)
            yield p, to, DEAD if x == y else PLAIN
    return Game(1, (0, 0), step)

def unum_biga(n, sets, R):
    target, floor, over = R.get('target', 100), R.get('floor', 0), R.get('overshoot', 'hold')
    gain = {4: 6, 6: 9, 8: 12, 10: 15, 2: -2, 5: -2, 7: -2, 9: -3, 12: -6}
    law = defaultdict(Fr)
    for i, j in itertools.product(range(4), repeat=2):
        law[gain[FACES[i] + FACES[j]]] += sets[0][0][i] * sets[0][1][j]
    def step(s):
        x = s[0]
        for d, p in law.items():
            y = x if x > target and d > 0 else max(floor, x + d)
            t = ('END', (0,)) if y == target else ('END', ()) if y > target and over == 'lose' else (y,)
            yield p, t, DEAD if x == y else PLAIN
    return Game(1, (0,), step)

def ladder(n, sets, R, default):
    steps, stake = R.get('ladder', default), Fr(R.get('stake', 0))
    laws = [cast_law(b) for b in sets]
    probs = [[law.get(c, Fr(0)) for c in steps] for law in laws]
    def step(s):
        i, pos = s
        p, j = probs[i][pos[i]], (i + 1) % n
        yield 1 - p, (j, pos), DEAD
        yield p, ('END', (i,)) if pos[i] + 1 == len(steps) else (j, pos[:i] + (pos[i] + 1,) + pos[i + 1:]), PLAIN
    return Game(n, (0, (0,) * n), step, [stake] * n if stake else None)
def hounds_and_vultures(n, sets, R): return ladder(n, sets, R, [1111, 3333, 4444, 6666])
def steps_of_the_senate(n, sets, R): return ladder(n, sets, R, SENATE)

def gladiators(n, sets, R):
    stones, attack = R.get('stones', 4), R.get('attack', 'both')
    laws = []
    for b in sets:
        d = defaultdict(Fr)
        for i, j in itertools.product(range(4), repeat=2): d[FACES[i] + FACES[j]] += b[0][i] * b[1][j]
        laws.append(d)
    def step(s):
        a, b, att = s
        for (x, p), (y, q) in itertools.product(laws[0].items(), laws[1].items()):
            a2, b2 = a, b
            if x == y: a2, b2 = a - 1, b - 1
            elif attack == 'both': a2, b2 = (a - 1, b) if x < y else (a, b - 1)
            elif att == 0 and x > y: b2 = b - 1
            elif att == 1 and y > x: a2 = a - 1
            if a2 and b2: t = (a2, b2, 1 - att if attack == 'turns' else 0)
            else: t = ('END', () if a2 == b2 else (0,) if a2 else (1,))
            yield p * q, t, DEAD if (a, b) == (a2, b2) else PLAIN
    return Game(2, (stones, stones, 0), step)

def catapulta(n, sets, R):
    target, rings = R.get('target', 200), exact(R.get('rings', [5, 10, 20]))
    each = [exact(R.get(key, usual)) for key, usual in (('outer', '3/10'), ('inner', '2/10'), ('stake', '1/10'))]
    sk = list(zip(*(ring if isinstance(ring, list) else [ring] * n for ring in each)))
    turns = []
    for b, q in zip(sets, sk):
        turn = {0: Fr(1)}
        for bone in b:
            one = defaultdict(Fr)
            one[0] += 1 - sum(q)
            for r, x in zip(rings, q):
                for f, y in zip(FACES, bone): one[f * r] += x * y
            nxt = defaultdict(Fr)
            for (u, x), (v, y) in itertools.product(turn.items(), one.items()):
                if x * y: nxt[min(target, u + v)] += x * y
            turn = nxt
        turns.append(dict(turn))
    def step(s):
        i, pos = s
        j = (i + 1) % n
        over = Fr(0)
        for v, p in turns[i].items():
            if pos[i] + v >= target: over += p
            else: yield p, (j, pos[:i] + (pos[i] + v,) + pos[i + 1:]), PLAIN if v else DEAD
        yield over, ('END', (i,)), PLAIN
    return Game(n, (0, (0,) * n), step)

def par_tali(n, sets, R):
    stake = Fr(R.get('stake', 0))
    laws = [cast_law(b) for b in sets]
    target = cast_law([sets[i][i] for i in range(4)] if n == 4 else sets[0])
    def step(s):
        if s == ('roll',):
            for c, p in target.items(): yield p, (c, 0), PLAIN
            return
        c, i = s
        p = laws[i].get(c, Fr(0))
        yield p, ('END', (i,)), PLAIN
        yield 1 - p, (c, (i + 1) % n), DEAD
    return Game(n, ('roll',), step, [stake] * n if stake else None, silent={('roll',)})

def pentelitha(n, sets, R):
    from math import comb
    tali, c, style = R.get('tali', 5), exact(R.get('catch', '1/2')), R.get('style', 'back-of-hand')
    def step(s):
        left = s[0]
        for k in range(left + 1 if style == 'back-of-hand' else 2):
            p = comb(left, k) * c ** k * (1 - c) ** (left - k) if style == 'back-of-hand' else c if k else 1 - c
            yield p, (left - k,) if k < left else ('END', (0,)), PLAIN if k else DEAD
    return Game(1, (tali if style == 'back-of-hand' else tali - 1,), step)

GAMES = {'augustus': augustus, 'simple-tali': simple_tali, 'sparing-tali': sparing_tali, 'tropa': tropa,
         'century': century, 'unum-biga': unum_biga, 'hounds-and-vultures': hounds_and_vultures,
         'steps-of-the-senate': steps_of_the_senate, 'gladiators': gladiators, 'catapulta': catapulta,
         'hounds-in-olympus': olympus, 'odds-out': odds_out, 'par-tali': par_tali, 'pentelitha': pentelitha}

# ------------------------------------------------------------------ Circus Maximus: layers of arrays
def circus(n, sets, R, out):
    """Arrays over the totals of all seats, or, with two seats whom `favour` cannot touch (less than 1e-60),
    over the difference of the totals.  No cast is dead, a tie for the highest total is a shared win."""
    laps, cpl, favour = R.get('laps', 7), R.get('casts_per_lap', 12), R.get('favour', 500)
    casts = laps * cpl
    laws = []
    for b in sets:
        d = defaultdict(Fr)
        for c, p in cast_law(b).items(): d[pips(c) - 4] += p             # 0..20
        laws.append([(k, ld(p)) for k, p in sorted(d.items())])
    top = 20 * casts
    slim = n == 2 and casts > 4
    if slim:
        for law in laws:                                 # P(total below favour), by hand
            x = np.zeros(top + 1); x[0] = 1
            for _ in range(casts): x = sum(np.concatenate([np.zeros(k), x[:top + 1 - k]]) * float(p) for k, p in law)
            assert x[:max(0, favour - 4 * casts)].sum() < 1e-60
        d = np.arange(-top, top + 1)
        shares = [np.where(d > 0, 1, np.where(d == 0, LD('0.5'), 0)).astype(LD)]
        shares.append(1 - shares[0])
        start, moves = (top,), [(0, 1), (0, -1)]
    else:
        tot = np.indices((top + 1,) * n) + 4 * casts
        ok = np.where(tot >= favour, tot, -1)
        best = ok.max(axis=0)
        win = [(ok[i] == best) & (best >= 0) for i in range(n)]
        k = sum(w.astype(int) for w in win)
        shares = [np.where(w, LD(1) / np.maximum(k, 1), 0).astype(LD) for w in win]
        start, moves = (0,) * n, [(i, 1) for i in range(n)]
        out['drawishness', ''] = None
    draw = sum(s for s in shares)
    draw = ((np.max(shares, axis=0) < LD('0.999'))).astype(LD)
    def shift(X, axis, k):
        """Y[x] = X[x + k], zero beyond the table (never reached)."""
        if k == 0: return X
        Y = np.zeros_like(X)
        a, b = [slice(None)] * X.ndim, [slice(None)] * X.ndim
        if k > 0: a[axis], b[axis] = slice(0, X.shape[axis] - k), slice(k, None)
        else: a[axis], b[axis] = slice(-k, None), slice(0, X.shape[axis] + k)
        Y[tuple(a)] = X[tuple(b)]
        return Y
    P = shares
    ahead = lambda Q: leader(np.stack(Q, axis=-1))
    W2 = [s * s for s in shares]
    Gs = [(s > SURE + EQ).astype(LD) for s in shares]
    H = {(at, i): np.where(shares[i] <= at + EQ, shares[i], 0) for at in ATS for i in range(n)}
    L = ahead(P)
    LC = [((L >= 0) & (l >= 0) & (L != l)).astype(LD) for l in range(-1, n)]     # by last leader, -1 first
    zero = np.zeros_like(P[0])
    acc = {key: zero for key in ['C', 'num', 'den'] + [(x, i) for x in ('sus', 'sur', 'sq') for i in range(n)]}
    # only the reachable corner of the table matters: reduce it along the way
    for t in range(n * casts - 1, -1, -1):
        i = t % n
        axis, sign = moves[i]
        if not slim:
            size = [20 * (t // n + (j < t % n)) + 1 for j in range(n)]
            cut = lambda X: X[tuple(slice(0, s) for s in size)]
        else: cut = lambda X: X
        def back(X):
            Y = 0
            for k, p in laws[i]: Y = Y + p * cut(shift(X, axis, sign * k))
            return Y
        Q = [back(x) for x in P]
        sq, ab = [0] * n, [0] * n
        for k, p in laws[i]:
            for j in range(n):
                e = cut(shift(P[j], axis, sign * k)) - Q[j]
                sq[j] = sq[j] + p * e * e
                ab[j] = ab[j] + p * np.abs(e)
        draw = back(draw)
        W2 = [back(x) for x in W2]
        Gs = [np.where(Q[j] > SURE + EQ, back(Gs[j]), 0) for j in range(n)]
        H = {(at, j): np.where(Q[j] <= at + EQ, Q[j], back(H[at, j])) for at, j in H}
        L = ahead(Q)
        nb = [back(x) for x in LC]
        LC = []
        for l in range(-1, n):
            x = np.where(L < 0, nb[l + 1], 0)
            for m in range(n): x = np.where(L == m, nb[m + 1] + (l >= 0 and l != m), x)
            LC.append(x)
        best = np.max(Q, axis=0)
        acc = {key: back(x) for key, x in acc.items()}
        acc['C'] = acc['C'] + sum(Gs)
        acc['num'] = acc['num'] + sum(q * (best - q) for q in Q)
        acc['den'] = acc['den'] + sum(q * (q < best - EQ) for q in Q)
        for j in range(n):
            acc['sus', j] = acc['sus', j] + np.sqrt(sq[j])
            acc['sur', j] = acc['sur', j] + ab[j]
            acc['sq', j] = acc['sq', j] + sq[j]
        P = Q
    at0 = lambda X: X[start]
    w0 = np.array([at0(q) for q in P])
    var = [at0(acc['sq', j]) for j in range(n)]
    for j in range(n): assert abs(at0(W2[j]) - w0[j] ** 2 - var[j]) < 1e-14
    out['drawishness', ''] = at0(draw)
    figures(out, n, w0, LD(n * casts), LD(0), at0(acc['C']), at0(acc['num']), at0(acc['den']),
            [at0(acc['sus', j]) for j in range(n)], [at0(acc['sur', j]) for j in range(n)], var)
    for at in ATS: out['comeback', repr(float(at))] = sum(at0(H[at, j]) for j in range(n)) / w0.sum()
    out['lead_changes', ''] = at0(LC[0])

def circus_three(n, sets, R, out, sigmas=8.5):
    """Three seats with the same bones whom `favour` cannot touch: arrays over the two differences to seat 3,
    within `sigmas` standard deviations (further out: once in 1e15), in double precision.  The distribution of
    the positions is stored, so that sums along the way are scalar products."""
    assert n == 3 and sets[0] == sets[1] == sets[2]
    laps, cpl, favour = R.get('laps', 7), R.get('casts_per_lap', 12), R.get('favour', 500)
    casts = laps * cpl
    d = defaultdict(Fr)
    for c, p in cast_law(sets[0]).items(): d[pips(c) - 4] += p
    law = [(k, float(p)) for k, p in sorted(d.items())]
    m = sum(k * p for k, p in law)
    sd1 = np.sqrt(2 * sum((k - m) ** 2 * p for k, p in law))             # of one round's difference
    x = np.zeros(20 * casts + 1); x[0] = 1
    for _ in range(casts): x = sum(np.concatenate([np.zeros(k), x[:len(x) - k]]) * p for k, p in law)
    assert x[:max(0, favour - 4 * casts)].sum() < 1e-60
    def half(t):                                                         # half width of layer t
        r = -(-t // 3)
        return min(20 * r, int(sigmas * sd1 * np.sqrt(r)) + 20)
    def slices(X, w, i, sign=1):
        """X around layers of half width w, then the views X[x + sign * move of seat i by k]."""
        have, need = X.shape[0] // 2, w + 20
        if have > need: X = X[have - need:have + need + 1, have - need:have + need + 1]
        elif have < need: X = np.pad(X, need - have, mode='edge' if sign > 0 else 'constant')
        s = 2 * w + 1
        for k, p in law:
            u, v = sign * k * (1 if i == 0 else -1 if i == 2 else 0), sign * k * (1 if i == 1 else -1 if i == 2 else 0)
            yield p, X[20 + u:20 + u + s, 20 + v:20 + v + s]
    def step(X, w, i, sign=1):
        Y, T = np.zeros((2 * w + 1,) * 2), np.empty((2 * w + 1,) * 2)
        for p, V in slices(X, w, i, sign):
            np.multiply(V, p, out=T)
            Y += T
        return Y
    T = 3 * casts
    F = [np.ones((1, 1))]
    for t in range(T): F.append(step(F[-1], half(t + 1), t % 3, -1))
    assert abs(F[-1].sum() - 1) < 1e-12
    w = half(T)
    a, b = np.meshgrid(np.arange(-w, w + 1), np.arange(-w, w + 1), indexing='ij')
    tot = np.stack([a, b, 0 * a])
    win = tot == tot.max(axis=0)
    P = [x / win.sum(axis=0) for x in win.astype(float)]
    out['drawishness', ''] = (F[-1] * (win.sum(axis=0) > 1)).sum()
    w0 = np.array([(F[-1] * x).sum() for x in P])
    var0 = np.array([(F[-1] * x * x).sum() for x in P]) - w0 ** 2
    eq, sure, ats = float(EQ), float(SURE), [float(x) for x in ATS]
    Gs = [(x > sure + eq).astype(float) for x in P]
    H = {(at, i): np.where(P[i] <= at + eq, P[i], 0) for at in ats for i in range(3)}
    L = leader(np.stack(P, axis=-1))
    LC = [((L >= 0) & (l >= 0) & (L != l)).astype(float) for l in range(-1, 3)]
    C = num = den = 0.0
    sus, sur, var = np.zeros(3), np.zeros(3), np.zeros(3)
    for t in range(T - 1, -1, -1):
        i, w, f = t % 3, half(t), F[t]
        Q = [step(x, w, i) for x in P]
        for j in range(3):
            sq, ab = np.zeros_like(f), np.zeros_like(f)
            for p, V in slices(P[j], w, i):
                e = np.abs(V - Q[j])
                ab += p * e
                e *= e
                sq += p * e
            sus[j] += (f * np.sqrt(sq)).sum(); sur[j] += (f * ab).sum(); var[j] += (f * sq).sum()
        Gs = [np.where(Q[j] > sure + eq, step(Gs[j], w, i), 0) for j in range(3)]
        H = {(at, j): np.where(Q[j] <= at + eq, Q[j], step(H[at, j], w, i)) for at, j in H}
        L = leader(np.stack(Q, axis=-1))
        nb = [step(x, w, i) for x in LC]
        LC = []
        for l in range(-1, 3):
            x = np.where(L < 0, nb[l + 1], 0)
            for k in range(3): x = np.where(L == k, nb[k + 1] + (l >= 0 and l != k), x)
            LC.append(x)
        best = np.max(Q, axis=0)
        C += (f * sum(Gs)).sum()
        num += (f * sum(q * (best - q) for q in Q)).sum()
        den += (f * sum(q * (q < best - eq) for q in Q)).sum()
        P = Q
    assert np.abs(var - var0).max() < 1e-12
    w0 = np.full(3, w0.mean()) if np.ptp(w0) < 1e-12 else w0             # equal seats, after all casts
    figures(out, 3, w0, T, 0.0, C, num, den, sus, sur, var)
    for at in ats: out['comeback', repr(at)] = sum(H[at, j][0, 0] for j in range(3)) / w0.sum()
    out['lead_changes', ''] = LC[0][0, 0]

# ------------------------------------------------------------------ cases
U, LP, DF = '1 1 1 1', '3 1 5 2', '1/10 4/10 4/10 1/10'
FOUR = '4 3 2 1 | 1 4 3 2 | 2 1 4 3 | 3 2 1 4'
MIX = '1 4 4 1 | 1 1 1 1 | 3 1 5 2 | 0 1 1 1'
HOT = '1 2 2 1'
SHORT = {'augustus': 'aug', 'simple-tali': 'sim', 'sparing-tali': 'spa', 'tropa': 'tro', 'century': 'cen',
         'circus-maximus': 'cir', 'unum-biga': 'big', 'hounds-and-vultures': 'hou', 'steps-of-the-senate': 'sen',
         'gladiators': 'gla', 'catapulta': 'cat', 'hounds-in-olympus': 'oly', 'odds-out': 'odd', 'par-tali': 'par',
         'pentelitha': 'pen'}
CASES = []
def add(game, n=2, faces='', rules=''): CASES.append((game, n, faces, rules))

g = 'augustus'
add(g); add(g, 3); add(g, 5); add(g, 2, U); add(g, 2, '', 'fee_per="bone"'); add(g, 2, '', 'ante=5'); add(g, 3, U, 'fee_per="bone";fee=1;ante=3')
add(g, 2, DF + ';' + U); add(g, 3, ';'.join((LP, DF, FOUR)), 'ante=5'); add(g, 2, MIX, 'ante=2')
g = 'simple-tali'
add(g); add(g, 3); add(g, 4); add(g, 2, U); add(g, 2, '', 'void="lowest"'); add(g, 3, '', 'tie="split"'); add(g, 2, U, 'canis_fee=3')
add(g, 3, U, 'void="lowest";tie="split";canis_fee=3'); add(g, 3, ';'.join((DF, U, LP))); add(g, 2, MIX + ';' + FOUR, 'void="lowest"')
g = 'sparing-tali'
add(g); add(g, 2, U)
for n in (2, 3):
    for r in (1, 2, 3):
        add(g, n, '', f'rounds={r}')
        add(g, n, U if r == 2 else '', f'rounds={r};tie="sudden-death"')
add(g, 3, ';'.join((U, DF, FOUR)), 'rounds=3;ante=4'); add(g, 2, DF + ';' + LP, 'tie="sudden-death"')
g = 'tropa'
add(g); add(g, 3); add(g, 2, U, 'tie="split"'); add(g, 2, '', 'skill=["1/3", "1/2"]'); add(g, 3, ';'.join((DF, U, FOUR)), 'skill=["1/3", "1/2", "2/5"];tie="split"')
g = 'century'
add(g, 1); add(g, 1, U); add(g, 1, '', 'target=40'); add(g, 1, '', 'target=40;casts=8'); add(g, 1, FOUR, 'target=60'); add(g, 1, '', 'hounds=10;casts=12;target=60')
g = 'circus-maximus'
add(g, 2)
for n in (2, 3):
    add(g, n, '', 'laps=1;casts_per_lap=2;favour=0')
    add(g, n, '', 'laps=2;casts_per_lap=2;favour=60')
add(g, 2, U, 'laps=1;casts_per_lap=2;favour=0'); add(g, 2, DF + ';' + HOT, 'laps=2;casts_per_lap=2;favour=60'); add(g, 3, ';'.join((DF, U, FOUR)), 'laps=1;casts_per_lap=2;favour=30')
add(g, 3); add(g, 2, DF + ';' + U); add(g, 4, '', 'laps=1;casts_per_lap=1;favour=0'); add(g, 4, ';'.join((DF, U, LP, HOT)), 'laps=1;casts_per_lap=1;favour=15')
g = 'unum-biga'
add(g, 1); add(g, 1, U); add(g, 1, '', 'overshoot="lose"'); add(g, 1, '', 'overshoot="lose";target=20'); add(g, 1, FOUR, 'overshoot="lose";target=40'); add(g, 1, '', 'floor=-10;target=30')
g = 'hounds-and-vultures'
add(g); add(g, 3); add(g, 2, U); add(g, 2, '', 'stake=3'); add(g, 3, ';'.join((DF, U, LP)), 'stake=2'); add(g, 2, FOUR, 'ladder=[6431, 4431, 6431, 3333];stake=3')
g = 'steps-of-the-senate'
add(g); add(g, 2, U, 'stake=5'); add(g, 2, DF + ';' + U)
g = 'gladiators'
add(g); add(g, 2, U); add(g, 2, '', 'attack="turns"'); add(g, 2, '', 'attack="turns";stones=2'); add(g, 2, DF + ';' + U); add(g, 2, FOUR + ';' + LP, 'attack="turns"')
g = 'catapulta'
add(g); add(g, 2, '', 'target=60'); add(g, 3, '', 'target=60'); add(g, 2, U, 'target=60'); add(g, 2, DF + ';' + FOUR, 'target=60;outer=["3/10", "1/2"];inner=["2/10", "1/4"];stake=["1/10", "1/8"]')
g = 'hounds-in-olympus'
add(g); add(g, 3); add(g, 2, U); add(g, 2, '', 'void="worst"'); add(g, 3, '', 'tie="split"'); add(g, 2, U, 'void="worst";tie="split";venus_share="1/4"')
add(g, 3, ';'.join((DF, U, LP)))
g = 'odds-out'
add(g); add(g, 3); add(g, 2, U); add(g, 2, '', 'void="idle"'); add(g, 3, '', 'void="idle";tie="split"'); add(g, 2, '', 'bid=5;fee=2'); add(g, 3, ';'.join((DF, U, LP)), 'tie="split"')
g = 'par-tali'
add(g, 4); add(g, 3); add(g, 2); add(g, 4, U, 'stake=2'); add(g, 4, ';'.join((DF, U, LP, HOT)), 'stake=1'); add(g, 2, DF + ';' + U, 'stake=3')
g = 'pentelitha'
add(g, 1); add(g, 1, '', 'style="pick-up"'); add(g, 1, '', 'tali=4;catch="1/5"'); add(g, 1, '', 'style="pick-up";tali=4;catch="9/10"')

def cases():
    count = defaultdict(int)
    for g, n, f, r in CASES:
        count[g] += 1
        yield f'{SHORT[g]}-mom-{count[g]:02d}', g, n, f, r

def compute(g, n, f, r, keep=None):
    out, sets, R = {}, parse_faces(f, n), parse_rules(r)
    if g == 'circus-maximus': (circus_three if n == 3 and R.get('laps', 7) > 2 else circus)(n, sets, R, out)
    else: moments(GAMES[g](n, sets, R), out, keep)
    return out

ORDER = ['balance', 'advantage', 'dead_casts', 'lead_changes', 'comeback', 'drama', 'decisiveness', 'suspense', 'surprise',
         'variance', 'drawishness', 'net_sd', 'house_edge', 'element_of_risk']

def main():
    arg = lambda k, d: sys.argv[sys.argv.index(k) + 1] if k in sys.argv else d
    only = arg('--only', '')
    where = arg('--out', '/tmp') if only else os.path.join(HERE, '..', 'expected')
    crows, vrows = [], []
    for cid, g, n, f, r in cases():
        if only and not cid.startswith(only): continue
        t = time.time()
        CLOSE.clear()
        out = compute(g, n, f, r)
        crows.append((cid, 'moments', g, n, f, r))
        k = 0
        for metric in ORDER:
            for (m, at), x in out.items():
                if m != metric: continue
                x = float(x)
                assert x == x and abs(x) < 1e300
                vrows.append((cid, m, at, repr(x if abs(x) > 1e-14 else 0.0)))
                k += 1
        print(f'{cid} {g} {n} [{f}] {r}: {k} values, {time.time() - t:.1f} s', 'CLOSE' if CLOSE else '', CLOSE[:3], file=sys.stderr)
    for name, head, rows in (('moments_cases.csv', 'case,verb,game,players,faces,rules', crows),
                             ('moments_values.csv', 'case,metric,at,value', vrows)):
        with open(os.path.join(where, name), 'w', newline='') as fh:
            w = csv.writer(fh, lineterminator='\n')
            w.writerow(head.split(','))
            w.writerows(rows)
    print(len(crows), 'cases', len(vrows), 'values', file=sys.stderr)

if __name__ == '__main__':
    main()
