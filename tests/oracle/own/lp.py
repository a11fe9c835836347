"""The value of a two-seat zero-sum tree: the sequence form as two linear programs, one for each seat.  The resulting
strategies are converted to fractions, and both bounds are computed from them exactly."""
from fractions import Fraction as Fr
import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, bmat
from hidden_tree import T, C, D, best


def sequences(tree):
    seqs = [{None: 0}, {None: 0}]      # (key, option) -> number
    sets = [{}, {}]                    # key -> (sequence before it, number of options)
    pay = {}
    def walk(x, s, p):
        if isinstance(x, T):
            k = (s[0], s[1])
            pay[k] = pay.get(k, 0) + p * x.u
        elif isinstance(x, C):
            for q, k in x.kids:
                walk(k, s, p * q)
        else:
            i = x.seat - 1
            if x.key not in sets[i]:
                sets[i][x.key] = (s[i], len(x.kids))
                for a in range(len(x.kids)):
                    seqs[i][(x.key, a)] = len(seqs[i])
            assert sets[i][x.key] == (s[i], len(x.kids)), 'what was known is forgotten'
            for a, k in enumerate(x.kids):
                t = list(s)
                t[i] = seqs[i][(x.key, a)]
                walk(k, t, p)
    walk(tree, [0, 0], Fr(1))
    return seqs, sets, pay


def flow(seqs, sets):
    r, c, v = [0], [0], [1.0]
    for n, (key, (before, k)) in enumerate(sets.items()):
        r.append(n + 1); c.append(before); v.append(-1.0)
        for a in range(k):
            r.append(n + 1); c.append(seqs[(key, a)]); v.append(1.0)
    m = coo_matrix((v, (r, c)), shape=(len(sets) + 1, len(seqs)))
    e = np.zeros(len(sets) + 1); e[0] = 1
    return m, e


def plan(me, other, seqs, sets, A):
    """max q0 over x >= 0 and q, where E x = e and F' q <= A' x"""
    E, e = flow(seqs[me], sets[me])
    F, f = flow(seqs[other], sets[other])
    nx, nq = E.shape[1], F.shape[0]
    cost = np.zeros(nx + nq); cost[nx] = -1
    ub = bmat([[-A.T, F.T]]).tocsr()
    eq = bmat([[E, coo_matrix((E.shape[0], nq))]]).tocsr()
    r = linprog(cost, A_ub=ub, b_ub=np.zeros(ub.shape[0]), A_eq=eq, b_eq=e, bounds=[(0, None)] * nx + [(None, None)] * nq,
                method='highs-ds', options={'primal_feasibility_tolerance': 1e-10, 'dual_feasibility_tolerance': 1e-10})
    if r.status:
        raise ValueError(r.message)
    return -r.fun, r.x[:nx]


def chances(x, seqs, sets, den):
    out = {}
    for key, (before, k) in sets.items():
        if x[before] < 1e-9:
            continue
        w = [max(0.0, x[seqs[(key, a)]]) for a in range(k)]
        t = sum(w)
        w = [Fr(y / t).limit_denominator(den) for y in w]
        t = sum(w)
        out[key] = [y / t for y in w]
    return out


def solve(tree, seats):
    """(low, high), exact bounds of the value for seat 1, and what both programs say"""
    if seats == 1:
        v = best(tree, 1, {})
        return v, v, float(v), float(v)
    seqs, sets, pay = sequences(tree)
    A = coo_matrix(([float(v) for v in pay.values()], ([k[0] for k in pay], [k[1] for k in pay])), shape=(len(seqs[0]), len(seqs[1])))
    v1, x = plan(0, 1, seqs, sets, A)
    v2, y = plan(1, 0, seqs, sets, -A.T)
    low = high = None
    for den in (100, 5000, 10 ** 6, 10 ** 12):
        l = best(tree, 2, chances(x, seqs[0], sets[0], den))
        h = best(tree, 1, chances(y, seqs[1], sets[1], den))
        low = l if low is None else max(low, l)
        high = h if high is None else min(high, h)
        if low == high:
            break
    return low, high, v1, -v2
