#!/usr/bin/env python3
"""Independent reference for Lane's mancala (E. W. Lane's Egyptian mankala), written only from the rules page
(section "common to both games" and section 1). Writes mancala.json and part_1.json ... part_8.json into this folder.
    python3 make_mancala.py [parts, e.g. 1 2 5]      (no argument: all)
Standard library only; part 8 compiles and calls mancala_values.c (gcc or cc), which is also checked against the Python
rules here."""
import json, math, os, random, subprocess, sys, time
sys.setrecursionlimit(100000)
HERE = os.path.dirname(os.path.abspath(__file__))

# Core of the reference for Lane's mancala, written from rules-boards.md (common section and section 1) only.
# Boards are 12-tuples; "normal" boards have the player to move on indices 0..5.

def sow(b, c):
    """One sowing (all laps) from index c. Returns (board, takes, laps, run, taken cells) or None if it never ends (rule 9)."""
    b = list(b)
    laps = 0
    seen = None
    while True:
        if laps >= 60:
            if seen is None:
                seen = set()
            key = (tuple(b), c)
            if key in seen:
                return None
            seen.add(key)
        k = b[c]
        b[c] = 0
        laps += 1
        for i in range(1, k + 1):
            b[(c + i) % 12] += 1
        last = (c + k) % 12
        v = b[last]
        if v == 1:
            return tuple(b), 0, laps, (), ()
        if v == 2 or v == 4:
            run = []
            for i in range(min(k, 12)):
                p = (last - i) % 12
                if b[p] != 2 and b[p] != 4:
                    break
                run.append(p)
            cells = set(run) | {11 - p for p in run}
            g = sum(b[p] for p in cells)
            for p in cells:
                b[p] = 0
            return tuple(b), g, laps, tuple(run), tuple(sorted(cells))
        c = last

def rot(b):
    return b[6:] + b[:6]

_sc = {}
def sowc(b, c):
    k = (b, c)
    r = _sc.get(k)
    if r is None:
        if len(_sc) > 3000000:
            _sc.clear()
        r = _sc[k] = sow(b, c) or 0
    return r

def gift(b, c):
    """normal board, receiver 0..5 empty; giver's index c in 6..11"""
    b = list(b)
    b[c] -= 1
    b[0] += 1
    return tuple(b)

def options(b, forced):
    """normal board. -> ('over', value for mover) | ('gift', [(c, board after the gift)]) | ('pass', ) | ('sow', [(c, board, g, laps)])"""
    n = sum(b)
    if n == 0:
        return ('over', 0)
    if n == 1:
        return ('over', 1 if sum(b[:6]) else -1)
    if not any(b[:6]):
        gs = [c for c in range(6, 12) if b[c] >= 2]
        if not gs:
            return ('pass',)
        if forced:
            gs = gs[-1:]
        return ('gift', [(c, gift(b, c)) for c in gs])
    cs = [c for c in range(6) if b[c]]
    if forced:
        cs = cs[-1:]
    out = []
    for c in cs:
        r = sowc(b, c)
        if r:
            out.append((c, r[0], r[1], r[2]))
    if not out:
        return ('pass',)
    return ('sow', out)

def aftergift(b):
    """receiver's forced move after the gift: first pebble one cell on; returns the board for the giver (normal for him)"""
    r = sow(b, 0)
    assert r[1] == 0 and r[2] == 1 and r[0][1] == 1 and r[0][0] == 0
    return rot(r[0])

def parse(s):
    f = s.split()
    a = tuple(int(x) for x in f[0].replace('/', ',').split(','))
    assert len(a) == 12
    side = int(f[1]) if len(f) > 1 else 1
    kept = tuple(int(x) for x in f[2].split('-')) if len(f) > 2 else (0, 0)
    return a, side, kept

def fmt(a, side=1, kept=None):
    s = ','.join(map(str, a[:6])) + '/' + ','.join(map(str, a[6:])) + ' %d' % side
    if kept is not None:
        s += ' %d-%d' % kept
    return s

def norm(a, side):
    return a if side == 1 else rot(a)

def cellname(c, side):
    """index in the normal board -> cell number 1..12"""
    return (c + (0 if side == 1 else 6)) % 12 + 1

# ---------------------------------------------------------------- parts 1 and 2: sowings, lines
def dump(name, rows, head=None):
    """one case per line"""
    with open('part_%s.json' % name, 'w') as f:
        f.write('[\n' + ',\n'.join(json.dumps(r, separators=(',', ':')) for r in rows) + '\n]\n')

def sowcase(a, cell, side=None, tag=None, kept=None):
    side = side or (1 if cell <= 6 else 2)
    r = sow(a, cell - 1)
    d = {'position': fmt(a, side, kept), 'cell': cell}
    if r is None:
        d.update(endless=True)
    else:
        nb, g, laps, run, cells = r
        d.update(takes=g, laps=laps, then=list(nb), plays_on=g > 0,
                 run=[p + 1 for p in run], taken_cells=[p + 1 for p in cells])
    if tag:
        d['tag'] = tag
    return d

def scatter(R, n, cells):
    a = [0] * 12
    for _ in range(n):
        a[R.choice(cells)] += 1
    return tuple(a)

def part1():
    R = random.Random(20240101)
    rows, seen = [], set()
    def add(a, cell, tag):
        if (a, cell) in seen or not a[cell - 1]:
            return False
        seen.add((a, cell))
        rows.append(sowcase(a, cell, tag=tag))
        return True
    one = lambda **k: tuple(k.get('c%d' % i, 0) for i in range(1, 13))
    # by hand
    for c in range(1, 13):                       # a lone pebble, and one big cell alone
        add(tuple(1 if i == c - 1 else 0 for i in range(12)), c, 'lone pebble')
    for k in (2, 3, 11, 12, 13, 14, 23, 24, 25, 26, 36, 37, 40, 48, 60, 71, 72):
        for c in (1, 6, 9, 12):
            add(tuple(k if i == c - 1 else 0 for i in range(12)), c, 'only one cell, %d' % k)
    for c in range(1, 7):
        add((6,) * 12, c, 'even position')
        add((0, 9, 9, 9, 9, 0) * 2, c, '9,9,9,9')
    add((1, 1) + (0,) * 10, 1, 'take 2 of 2')
    add((0,) * 11 + (1,), 12, 'lone pebble')
    add((1,) + (0,) * 10 + (1,), 12, 'take at cell 1')
    add((0,) * 10 + (1, 1), 11, 'take at cell 12')
    add((1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1), 11, 'ring end: last cell 1, 12 in the run')
    add((1, 3, 1, 0, 0, 0, 0, 5, 0, 3, 4, 1), 10, 'ring end: last cell 1')
    add((1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3), 11, 'ring end: last cell 2')
    add((3, 2, 0, 0, 3, 1, 1, 3, 0, 0, 0, 0), 5, 'run 8,7,6, opposites inside')
    add((0, 0, 0, 0, 3, 1, 1, 1, 0, 0, 0, 0), 5, 'opposites inside the run 6,7,8')
    add((0, 0, 0, 6, 3, 3, 1, 1, 3, 1, 0, 0), 4, 'run 5..10, all opposites inside')
    # an old 2 before the lap must not join the run
    add((0, 0, 2, 1, 1, 0, 0, 0, 7, 0, 0, 0), 4, 'unsown 2 before the run stays')
    add((0, 2, 1, 1, 0, 0, 0, 5, 0, 0, 9, 9), 3, 'unsown 2 before the run stays')
    add((2, 4, 2, 4, 1, 1, 4, 2, 4, 2, 4, 2), 5, 'unsown 2s and 4s everywhere')
    # exactly twelve sown: emptied cell sown too
    add((12, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), 1, 'twelve: last is the emptied cell, 1')
    add((24,) + (0,) * 11, 1, '24: last is the emptied cell, 2; the run is all twelve')
    add((0, 0, 0, 0, 0, 24, 0, 0, 2, 2, 1, 2), 6, '24 with other contents')
    add((13, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), 1, '13')
    add((14, 1, 1, 3, 1, 1, 3, 1, 1, 3, 1, 1), 1, '14')
    add((48,) + (0,) * 11, 1, '48: all fours')
    add((0, 0, 0, 48, 0, 0, 0, 0, 0, 0, 0, 0), 4, '48: all fours')
    # found by search, by kind
    want = {'relay, 12 laps or more': 14, 'relay, 18 laps or more': 4, 'run of 5 or more': 14, 'run of 7 or more': 6,
            'run takes its own opposites': 14, 'run crosses the ring end': 14, 'last cell 1 takes': 8, 'last cell 12 takes': 8,
            'last lap of 12 or more takes': 14, 'first lap of 12 or more takes': 8, 'relay without taking': 14,
            'takes 20 or more': 10, 'starts with 12': 4, 'starts with 13': 4, 'starts with 14': 4, 'starts with 24': 4, 'starts with 40': 4,
            'one lap, no take': 6, 'take with 4': 10, 'kept side only': 6, 'board emptied': 4, 'one pebble left': 4, 'own side empty afterwards': 6}
    got = {k: 0 for k in want}
    for trial in range(400000):
        if all(got[k] >= want[k] for k in want):
            break
        style = R.randrange(6)
        if style == 0:
            a = scatter(R, R.randint(1, 72), range(12))
        elif style == 1:
            a = scatter(R, R.randint(10, 72), R.sample(range(12), R.randint(1, 5)))
        elif style == 2:
            a = tuple(R.choice((0, 1, 1, 2, 3, 3, 4)) for _ in range(12))
        elif style == 3:
            a = list(scatter(R, R.randint(0, 30), range(12)))
            a[R.randrange(12)] = R.choice((12, 13, 14, 24, 40))
            a = tuple(a)
        elif style == 4:
            a = tuple(R.choice((0, 0, 0, 1, 1, 2, 3)) for _ in range(12))
        else:
            a = scatter(R, 72, range(12))
        if not 0 < sum(a) <= 72:
            continue
        cell = R.randint(1, 12)
        k0 = a[cell - 1]
        if not k0 or (a, cell) in seen:
            continue
        r = sow(a, cell - 1)
        if r is None:
            add(a, cell, 'never ends')
            continue
        nb, g, laps, run, cells = r
        rs = set(run)
        # pebbles in the last lap: replay to know
        kl = lastlap(a, cell - 1)
        kinds = []
        if laps >= 18: kinds.append('relay, 18 laps or more')
        if laps >= 12: kinds.append('relay, 12 laps or more')
        if len(run) >= 7: kinds.append('run of 7 or more')
        if len(run) >= 5: kinds.append('run of 5 or more')
        if any(11 - p in rs for p in run): kinds.append('run takes its own opposites')
        if 0 in rs and 11 in rs: kinds.append('run crosses the ring end')
        if run and run[0] == 0: kinds.append('last cell 1 takes')
        if run and run[0] == 11: kinds.append('last cell 12 takes')
        if run and kl >= 12 and laps > 1: kinds.append('last lap of 12 or more takes')
        if run and kl >= 12 and laps == 1: kinds.append('first lap of 12 or more takes')
        if not run and laps > 3: kinds.append('relay without taking')
        if g >= 20: kinds.append('takes 20 or more')
        if k0 in (12, 13, 14, 24, 40): kinds.append('starts with %d' % k0)
        if not run and laps == 1: kinds.append('one lap, no take')
        if run and g % 2 == 1: kinds.append('take with 4')
        if not any(a[0:6]) or not any(a[6:12]): kinds.append('kept side only')
        if run and sum(nb) == 0: kinds.append('board emptied')
        if run and sum(nb) == 1: kinds.append('one pebble left')
        mine = nb[:6] if cell <= 6 else nb[6:]
        if run and sum(nb) > 1 and not any(mine): kinds.append('own side empty afterwards')
        for kd in kinds:
            if got[kd] < want[kd]:
                got[kd] += 1
                add(a, cell, kd)
                break
    print({k: (got[k], want[k]) for k in want if got[k] < want[k]}, len(rows))
    return rows

def lastlap(b, c):
    b = list(b)
    while True:
        k = b[c]; b[c] = 0
        for i in range(1, k + 1): b[(c + i) % 12] += 1
        c = (c + k) % 12
        if b[c] in (1, 2, 4): return k

def lines(b, forced, scored, D):
    """numbers of ply sequences of length 1..D; b normal"""
    memo = {}
    def cnt(b, d):
        if d == 0:
            return 1
        key = (b, d)
        if key in memo:
            return memo[key]
        o = options(b, forced)
        if o[0] == 'over':
            r = 0
        elif o[0] == 'gift':
            r = sum(cnt(nb, d - 1) for c, nb in o[1])
        elif o[0] == 'pass':
            r = cnt(rot(b), d - 1)
        else:
            r = sum(cnt(nb if g and scored else rot(nb), d - 1) for c, nb, g, l in o[1])
        memo[key] = r
        return r
    return [cnt(b, d) for d in range(1, D + 1)]

def part2():
    R = random.Random(77)
    P = '''6,6,6,6,6,6/6,6,6,6,6,6 1
6,6,6,6,6,6/6,6,6,6,6,6 2
0,9,9,9,9,0/0,9,9,9,9,0 1
3,0,12,1,0,7/2,5,0,0,9,1 2
0,36,0,0,0,0/0,0,0,0,36,0 1
0,0,0,0,36,0/0,36,0,0,0,0 1
0,0,18,18,0,0/0,0,18,18,0,0 1
0,4,14,14,4,0/0,4,14,14,4,0 2
0,12,6,6,12,0/0,12,6,6,12,0 1
0,1,2,3,30,0/0,30,3,2,1,0 1
72,0,0,0,0,0/0,0,0,0,0,0 1
0,0,0,0,0,72/0,0,0,0,0,0 2
12,12,12,12,12,12/0,0,0,0,0,0 1
12,12,12,12,12,12/0,0,0,0,0,0 2
0,0,0,0,0,0/12,12,12,12,12,12 1
0,0,0,0,0,0/2,3,0,4,2,1 1
0,0,0,0,0,0/2,3,0,4,2,1 2
1,2,1,3,1,5/0,0,0,0,0,0 2
0,0,0,0,0,0/1,1,1,1,1,1 1
0,0,0,0,0,0/1,0,1,0,1,0 1
0,0,0,0,0,0/0,0,0,0,1,1 1
1,1,1,1,1,1/0,0,0,0,0,0 2
1,1,1,1,1,1/0,0,0,0,0,0 1
0,0,0,0,0,0/2,0,0,0,0,0 1
0,0,0,0,0,0/0,0,0,0,0,2 1
0,0,0,0,0,0/0,0,0,0,0,2 2
0,0,0,0,0,1/0,0,0,0,0,1 1
1,0,0,0,0,1/0,0,0,0,0,0 1
1,0,0,0,0,0/1,0,0,0,0,0 2
0,0,0,0,0,0/1,1,0,0,0,0 2
1,0,0,0,0,0/0,0,0,0,0,0 1
0,0,0,0,0,0/0,0,0,1,0,0 1
0,0,0,0,0,0/0,0,0,1,0,0 2
0,0,0,0,0,0/0,0,0,0,0,0 1
0,0,0,0,0,0/0,0,0,0,0,0 2 40-32
1,1,1,1,1,1/1,1,1,1,1,1 1
0,0,0,0,1,1/1,0,0,0,0,0 1
0,0,0,0,0,1/1,0,0,0,0,0 1
0,0,0,0,0,2/0,0,0,0,0,0 1
0,0,0,0,0,1/1,1,1,3,3,1 1
0,0,0,0,0,13/1,1,1,1,1,1 1
24,0,0,0,0,0/0,0,0,0,0,0 1
0,0,0,0,0,1/1,2,0,0,0,5 1
2,1,0,0,0,0/0,0,0,0,0,0 2
0,0,0,0,0,0/0,1,0,0,5,1 1 30-35
1,3,1,0,0,0/0,0,0,0,1,1 2 20-10'''.split('\n')
    pos = [parse(p) for p in P]
    for n in (3, 4, 5, 7, 9, 12, 16, 20, 30, 40, 50, 60, 72, 72):
        a = scatter(R, n, range(12)); pos.append((a, R.randint(1, 2), (0, 0)))
    for n in (3, 6, 10, 25, 45):       # empty side of the mover
        s = R.randint(1, 2)
        a = scatter(R, n, range(6, 12) if s == 1 else range(6)); pos.append((a, s, (0, 0)))
    # positions in which the first or second ply leads to an extra turn with an empty side
    k = 0
    while k < 8:
        a = tuple(R.choice((0, 0, 0, 0, 1, 1, 2, 3, 4)) for _ in range(12))
        if not any(a[:6]): continue
        o = options(a, False)
        if o[0] == 'sow' and any(g and not any(nb[:6]) and sum(nb) > 1 for c, nb, g, l in o[1]):
            if k < 4 or any(g and not any(nb[:6]) and sum(nb) > 1 and max(nb) == 1 for c, nb, g, l in o[1]):
                s = R.randint(1, 2)
                pos.append((a if s == 1 else rot(a), s, (0, 0))); k += 1
    rows = []
    for a, s, kept in pos:
        row = {'position': fmt(a, s, kept)}
        for pl in ('choice', 'forced'):
            for ag in ('scored', 'never'):
                row[pl + '_' + ag] = lines(norm(a, s), pl == 'forced', ag == 'scored', 4)
        rows.append(row)
    return rows

# ---------------------------------------------------------------- part 3: small positions, all of them
def compositions(n, m):
    if m == 1:
        yield (n,)
        return
    for x in range(n + 1):
        for r in compositions(n - x, m - 1):
            yield (x,) + r

class Table:
    """all positions with at most M pebbles, normalised to the side to move; transitions first, then value iteration"""
    def __init__(self, M, forced, scored):
        self.M, self.forced, self.scored = M, forced, scored
        self.byn = [list(compositions(n, 12)) for n in range(M + 1)]
        self.boards = [b for l in self.byn for b in l]
        self.idx = {b: i for i, b in enumerate(self.boards)}
        self.start = [0]
        for l in self.byn:
            self.start.append(self.start[-1] + len(l))
        idx = self.idx
        self.tr = []
        self.never_ending = 0
        for b in self.boards:
            o = options(b, forced)
            if o[0] == 'over':
                self.tr.append(('T', o[1]))
            elif o[0] == 'gift':
                self.tr.append(('G', [idx[aftergift(nb)] for c, nb in o[1]]))
            elif o[0] == 'pass':
                if any(b[:6]):
                    self.never_ending += 1
                self.tr.append(('G', [idx[rot(b)]]))
            else:
                same, turn = [], []          # (g, index): same player goes on / turn over
                for c, nb, g, l in o[1]:
                    if g and scored:
                        same.append((g, idx[nb]))
                    else:
                        turn.append((g, idx[rot(nb)]))
                self.tr.append(('S', same, turn))

    def step(self, old):
        """v(., N) from v(., N-1)"""
        new = []
        for t in self.tr:               # boards come with pebbles increasing: same-N references are already there
            if t[0] == 'S':
                best = -99
                for g, i in t[1]:
                    x = g + new[i]
                    if x > best: best = x
                for g, i in t[2]:
                    x = g - old[i]
                    if x > best: best = x
                new.append(best)
            elif t[0] == 'T':
                new.append(t[1])
            else:
                new.append(min(-old[i] for i in t[1]) if len(t[1]) > 1 else -old[t[1][0]])
        return new

    def v0(self):
        return [t[1] if t[0] == 'T' else 0 for t in self.tr]

    def horizon(self, limit=400):
        """v(., N) for N = 0, 1, ..., until the whole vector repeats an earlier one. -> list of vectors, first index of the cycle, period"""
        vs, seen = [self.v0()], {}
        seen[tuple(vs[0])] = 0
        while len(vs) <= limit:
            vs.append(self.step(vs[-1]))
            k = tuple(vs[-1])
            if k in seen:
                return vs, seen[k], len(vs) - 1 - seen[k]
            seen[k] = len(vs) - 1
        return vs, None, None

    def infinite(self):
        """pebbles taken minus lost, endless play 0: stratum by stratum (number of pebbles); within a stratum, the strata below
        being exact, iterate from 0 until nothing changes."""
        val = [0] * len(self.boards)
        self.rounds = []
        for n in range(self.M + 1):
            lo, hi = self.start[n], self.start[n + 1]
            fixed, inner = [], []
            for i in range(lo, hi):
                t = self.tr[i]
                if t[0] == 'T':
                    fixed.append(t[1]); inner.append(None)
                elif t[0] == 'G':
                    fixed.append(None); inner.append(('G', t[1]))
                else:
                    f = None; ins = []
                    for g, j in t[1]:
                        x = g + val[j]
                        if f is None or x > f: f = x
                    for g, j in t[2]:
                        if g:
                            x = g - val[j]
                            if f is None or x > f: f = x
                        else:
                            ins.append(j)
                    fixed.append(f); inner.append(('S', ins))
            cur = [f if inner[i] is None else 0 for i, f in enumerate(fixed)]
            k = 0
            while True:
                nxt = []
                for i, f in enumerate(fixed):
                    t = inner[i]
                    if t is None:
                        nxt.append(f)
                    elif t[0] == 'G':
                        nxt.append(min(-cur[j - lo] for j in t[1]))
                    else:
                        c = [-cur[j - lo] for j in t[1]]
                        if f is not None: c.append(f)
                        nxt.append(max(c))
                if nxt == cur:
                    break
                cur = nxt; k += 1
                assert k < 5000
            self.rounds.append(k)
            val[lo:hi] = cur
        return val

    def attractors(self):
        """the same by attractors: for w = n..1 the positions from which the mover (or the other) forces at least w by leaving the
        stratum; if nobody can force a gain, it is 0. Also the number of turns of the slowest forced gain in its stratum."""
        val = [0] * len(self.boards)
        slow = []
        for n in range(self.M + 1):
            lo, hi = self.start[n], self.start[n + 1]
            m = hi - lo
            sl = 0
            res = [None] * m
            for w in range(n, 0, -1):
                # W[i] = +1: mover forces >= w ; -1: the other forces >= w
                W = [0] * m
                rnd = 0
                while True:
                    ch = []
                    for i in range(m):
                        if W[i]: continue
                        t = self.tr[lo + i]
                        if t[0] == 'T':
                            if t[1] >= w: ch.append((i, 1))
                            if t[1] <= -w: ch.append((i, -1))
                        elif t[0] == 'G':      # the other chooses (gift) or nobody does (pass)
                            s = [W[j - lo] for j in t[1]]
                            if any(x == 1 for x in s): ch.append((i, -1))
                            elif all(x == -1 for x in s): ch.append((i, 1))
                        else:
                            out = [g + val[j] for g, j in t[1]] + [g - val[j] for g, j in t[2] if g]
                            ins = [W[j - lo] for g, j in t[2] if not g]
                            if any(x >= w for x in out) or any(x == -1 for x in ins): ch.append((i, 1))
                            elif all(x <= -w for x in out) and all(x == 1 for x in ins): ch.append((i, -1))
                    if not ch: break
                    rnd += 1
                    for i, x in ch: W[i] = x
                sl = max(sl, rnd)
                for i in range(m):
                    if res[i] is None and W[i]:
                        res[i] = w * W[i]
            for i in range(m):
                val[lo + i] = res[i] or 0
            slow.append(sl)
        return val, slow

def part3(log):
    R = random.Random(3)
    M = 6
    tabs = {}
    for pl in ('choice', 'forced'):
        for ag in ('scored', 'never'):
            T = Table(M, pl == 'forced', ag == 'scored')
            vs, first, per = T.horizon()
            inf = T.infinite()
            att, slow = T.attractors()
            assert att == inf, (pl, ag)
            tabs[pl + '_' + ag] = (T, vs, first, per, inf)
            log.append('%s %s: v(.,N) of all boards up to %d pebbles repeats from N=%s on with period %s; in-stratum iterations %s, attractor rounds %s; never-ending sowings %d'
                       % (pl, ag, M, first, per, T.rounds, slow, T.never_ending))
            bad = dict()
            for i, b in enumerate(T.boards):
                tail = [vs[k][i] for k in range(first, first + per)]
                if len(set(tail)) > 1: bad.setdefault((sum(b), 'oscillates'), []).append((b, tail, inf[i]))
                elif tail[0] != inf[i]: bad.setdefault((sum(b), 'limit differs'), []).append((b, tail, inf[i]))
            for k in sorted(bad): log.append('   %s: %d boards, e.g. %s' % (k, len(bad[k]), bad[k][:3]))
            for n in range(M + 1):
                vv = [inf[i] for i in range(T.start[n], T.start[n + 1])]
                log.append('   %d pebbles: won %d drawn %d lost %d; odd-parity values %d' % (n, sum(x > 0 for x in vv), sum(x == 0 for x in vv), sum(x < 0 for x in vv), sum((x - n) % 2 for x in vv)))
    T = tabs['choice_scored'][0]
    pick = list(range(T.start[5]))
    pick += sorted(R.sample(range(T.start[5], T.start[6]), 500)) + sorted(R.sample(range(T.start[6], T.start[7]), 500))
    rows = []
    for i in pick:
        b = T.boards[i]
        row = {'position': fmt(b, 1)}
        for key, (T2, vs, first, per, inf) in tabs.items():
            def at(N):
                return vs[N if N < first else first + (N - first) % per][i]
            row[key] = [at(1), at(2), at(3), at(20), inf[i]]
            tail = [vs[k][i] for k in range(first, first + per)]
            if len(set(tail)) > 1:
                row['note_' + key] = 'v(b,N) does not settle: from N=%d on it repeats %s' % (first, tail)
            elif tail[0] != inf[i]:
                row['note_' + key] = 'v(b,N) settles at %d, the value of the endless game is %d' % (tail[0], inf[i])
        rows.append(row)
    return rows, tabs

# ---------------------------------------------------------------- part 4: search
_memo = {}
def vN(b, N, scored, forced=False):
    """value of normal board b for the player to move, searching N turns"""
    n = sum(b)
    if n == 0: return 0
    if n == 1: return 1 if any(b[:6]) else -1
    if N == 0: return 0
    key = (b, N, scored, forced)
    r = _memo.get(key)
    if r is None:
        r = combine(optvals(b, N, scored, forced))
        _memo[key] = r
    return r

def optvals(b, N, scored, forced=False):
    """-> (kind, [(c, value for the player to move)])"""
    o = options(b, forced)
    if o[0] == 'over': return 'over', [(None, o[1])]
    if o[0] == 'pass': return 'pass', [(None, -vN(rot(b), N - 1, scored, forced))]
    if o[0] == 'gift': return 'gift', [(c, -vN(aftergift(nb), N - 1, scored, forced)) for c, nb in o[1]]
    res = []
    for c, nb, g, l in o[1]:
        if g and scored: res.append((c, g + vN(nb, N, scored, forced)))
        else: res.append((c, g - vN(rot(nb), N - 1, scored, forced)))
    return 'sow', res

def combine(kv):
    k, l = kv
    return (min if k == 'gift' else max)(x for c, x in l)

def optrow(b, side, N, scored):
    k, l = optvals(b, N, scored)
    d = {}
    for c, x in l:
        name = 'over' if k == 'over' else 'pass' if k == 'pass' else ('gift ' if k == 'gift' else '') + str(cellname(c, side))
        d[name] = x
    return d

def part4():
    R = random.Random(44)
    rows = []
    def mk(n, kind):
        s = R.randint(1, 2)
        while True:
            if kind == 'empty': b = scatter(R, n, range(6, 12))
            elif kind == 'few': b = scatter(R, n, R.sample(range(12), 4))
            else: b = scatter(R, n, range(12))
            if kind != 'empty' and not any(b[:6]): continue
            return (b if s == 1 else rot(b)), s
    plan = []
    for i in range(60):
        n = 7 + i * 18 // 60
        plan.append((n, 'empty' if i % 10 == 4 else 'few' if i % 5 == 2 else 'any', 'scored', 3))
    for i in range(30):
        n = 7 + i * 18 // 30 if i < 24 else (36, 48, 60, 72, 72, 72)[i - 24]
        plan.append((n, 'empty' if i % 10 == 4 else 'few' if i % 5 == 2 else 'any', 'never', 4))
    for n in (30, 36, 42, 48, 54, 60):
        plan.append((n, 'any', 'scored', 2))
    plan += [('6,6,6,6,6,6/6,6,6,6,6,6 2', '', 'scored', 2), ('0,9,9,9,9,0/0,9,9,9,9,0 1', '', 'scored', 2), ('0,12,6,6,12,0/0,12,6,6,12,0 1', '', 'scored', 2), ('6,6,6,6,6,6/6,6,6,6,6,6 1', '', 'never', 4), ('0,9,9,9,9,0/0,9,9,9,9,0 2', '', 'never', 4), ('0,0,0,0,36,0/0,36,0,0,0,0 1', '', 'never', 4)]
    for n, kind, ag, D in plan:
        a, s = mk(n, kind) if isinstance(n, int) else parse(n)[:2]
        if n == 72 and kind == 'any' and ag == 'never': a = R.choice([a, (6,) * 12])
        b = norm(a, s)
        row = {'position': fmt(a, s), 'again': ag, 'search': [], 'options': []}
        for N in range(1, D + 1):
            o = optrow(b, s, N, ag == 'scored')
            row['options'].append(o)
            row['search'].append(vN(b, N, ag == 'scored'))
        rows.append(row)
        if len(_memo) > 4000000: _memo.clear()
    return rows

# ---------------------------------------------------------------- part 5: duels
POL = ['random', 'greedy', 'search:1', 'search:2']

_ch = {}
def choice(pol, b, scored):
    """normal board with 2+ pebbles; the decider (mover, or giver if the mover's side is empty) plays pol.
    -> list of equally likely (kind, c, result) """
    key = (pol, b, scored)
    r = _ch.get(key)
    if r is not None: return r
    o = options(b, False)
    if o[0] == 'pass': r = ('pass', [None])
    else:
        opts = o[1]
        if pol == 'random': val = [0] * len(opts)
        elif pol == 'greedy': val = [0] * len(opts) if o[0] == 'gift' else [x[2] for x in opts]
        else:
            N = int(pol.split(':')[1])
            if o[0] == 'gift': val = [vN(aftergift(nb), N - 1, scored) for c, nb in opts]
            else: val = [x for c, x in optvals(b, N, scored)[1]]
        m = max(val)
        r = (o[0], [x for x, y in zip(opts, val) if y == m])
    _ch[key] = r
    return r

def duel(a, side, kept, pols, scored, LIMIT=100, one=1.0):
    """exact; returns dict of figures. States are handled stratum by stratum (pebbles on the board), and in a stratum by
    tc = -1 (an extra turn: this turn has taken), 0, 1, ... LIMIT-1 (that many turns running have taken nothing)."""
    n0 = sum(a)
    entry = {}                                   # (n, tc) -> {(b, side, diff): prob}
    def put(d, n, tc, k, p):
        e = d.setdefault((n, tc), {})
        e[k] = e.get(k, 0) + p
    put(entry, n0, 0, (norm(a, side), side, kept[0] - kept[1]), one)
    win = [0, 0, 0]; sow_e = take_e = marg = endl = left = laps_e = 0
    def finish(diff, p):
        nonlocal marg
        win[0 if diff > 0 else 1 if diff < 0 else 2] += p
        marg += p * diff
    for n in range(n0, -1, -1):
        for tc in range(-1, LIMIT + 1):
            e = entry.pop((n, tc), None)
            if not e: continue
            if n <= 1:
                for (b, s, d), p in e.items():
                    x = 0 if n == 0 else 1 if any(b[:6]) else -1
                    finish(d + (x if s == 1 else -x), p)
                continue
            if tc == LIMIT:
                for (b, s, d), p in e.items():
                    finish(d, p); endl += p; left += p * n
                continue
            for (b, s, d), p in e.items():
                emp = not any(b[:6])
                kind, ops = choice(pols[(2 - s) if emp else (s - 1)], b, scored)
                q = p / len(ops)
                for o in ops:
                    if kind == 'pass':
                        put(entry, n, tc + 1, (rot(b), 3 - s, d), q)
                    elif kind == 'gift':
                        put(entry, n, tc + 1, (aftergift(o[1]), 3 - s, d), q)
                        sow_e += q; laps_e += q
                    else:
                        c, nb, g, l = o
                        sow_e += q; laps_e += q * l
                        if not g:
                            put(entry, n, tc + 1, (rot(nb), 3 - s, d), q)
                        else:
                            take_e += q
                            nd = d + (g if s == 1 else -g)
                            if scored: put(entry, n - g, -1, (nb, s, nd), q)
                            else: put(entry, n - g, 0, (rot(nb), 3 - s, nd), q)
    return dict(seat1=win[0], seat2=win[1], nobody=win[2], length=sow_e, margin_mean=marg,
                capture_share=take_e / sow_e if sow_e else None, laps_mean=laps_e / sow_e if sow_e else None, endless=endl, left_mean=left)

POSITIONS = '''1,0,0,0,0,0/1,0,0,0,0,0 1
0,0,0,1,0,0/0,0,1,0,0,0 2
0,0,0,0,0,0/0,0,2,0,0,0 1
0,1,0,0,0,1/0,1,0,0,0,0 1
0,0,0,0,0,0/0,2,0,1,0,0 1 1-2
2,0,1,0,0,0/0,0,0,0,0,0 2
1,0,1,0,0,0/0,1,0,1,0,0 1
0,0,0,2,0,0/0,0,0,0,2,0 2 3-3
0,0,0,0,0,0/2,0,2,0,0,0 1
1,1,0,0,1,0/0,0,1,0,1,0 1
0,2,0,1,0,0/0,0,0,2,0,0 2 2-1
0,0,0,0,0,0/0,1,2,0,0,2 1
5,0,0,0,0,0/0,0,0,0,0,0 1
0,0,0,0,3,0/0,1,0,0,0,1 1'''.split('\n')

def part5():
    rows = []
    for P in POSITIONS:
        a, s, kept = parse(P)
        for scored in (True, False):
            for p1 in POL:
                for p2 in POL:
                    r = duel(a, s, kept, (p1, p2), scored)
                    row = {'position': fmt(a, s, kept), 'again': 'scored' if scored else 'never', 'policies': [p1, p2]}
                    for k, x in r.items(): row[k] = None if x is None else float('%.12f' % x)
                    rows.append(row)
    return rows

# ---------------------------------------------------------------- parts 6 and 7: forced rounds, Monte Carlo
def layouts():
    return [(a, b, c, 36 - a - b - c) for a in range(37) for b in range(37 - a) for c in range(37 - a - b)]

def board(l):
    return (0,) + l + (0, 0) + l[::-1] + (0,)

def forced_round(a, side, kept, scored, LIMIT=100):
    b, s, k = norm(a, side), side, list(kept)
    tc, sowings, laps, takes = 0, 0, 0, 0
    took = False
    def end(endless, left):
        return dict(kept=k, left=left, sowings=sowings, laps=laps, takings=takes, endless=endless)
    while True:
        o = options(b, True)
        if o[0] == 'over':
            if sum(b): k[s - 1 if any(b[:6]) else 2 - s] += 1
            return end(False, 0)
        if o[0] == 'sow':
            c, nb, g, l = o[1][0]
            sowings += 1; laps += l
            if g:
                takes += 1; k[s - 1] += g; took = True
                if scored:
                    b = nb; continue
            b = rot(nb)
        elif o[0] == 'gift':
            b = aftergift(o[1][0][1]); sowings += 1; laps += 1
        else:
            b = rot(b)
        s = 3 - s
        tc = 0 if took else tc + 1
        took = False
        if tc == LIMIT:
            return end(True, sum(b))

def part6():
    R = random.Random(6)
    L = layouts(); assert len(L) == 9139
    rows = []
    pick = R.sample(L, 100)
    for l in [(9, 9, 9, 9), (36, 0, 0, 0), (0, 0, 0, 36), (0, 18, 18, 0), (4, 14, 14, 4), (12, 6, 6, 12)] + pick:
        for ag in ('scored', 'never'):
            rows.append(dict(layout=','.join(map(str, l)), position=fmt(board(l), 1, (0, 0)), again=ag, **forced_round(board(l), 1, (0, 0), ag == 'scored')))
    extra = [((6,) * 12, 1, (0, 0))] + [(scatter(R, n, range(12)), R.randint(1, 2), (R.randint(0, (72 - n) // 2), 0)) for n in (3, 5, 8, 12, 16, 20, 25, 30, 40, 50, 60, 70)]
    extra += [(scatter(R, n, range(6, 12)), 1, (0, 0)) for n in (2, 4, 6, 9, 14, 20)] + [((1,) * 6 + (0,) * 6, 2, (0, 0))]
    for a, s, kept in extra:
        for ag in ('scored', 'never'):
            rows.append(dict(position=fmt(a, s, kept), again=ag, **forced_round(a, s, kept, ag == 'scored')))
    return rows

def mc(pols, n, seed, scored=True, LIMIT=100):
    R = random.Random(seed)
    rr = R.random
    # layouts: uniform among the 9,139
    L = layouts()
    S = [0] * 3; turned = endl = 0
    acc = []                      # per round: sowings, laps, takings, first turn, left, seat1-seat2, first mover's margin
    for _ in range(n):
        l = L[int(rr() * len(L))]
        turn = pols[1] == 'random' and rr() < 0.5          # seat 1 lays out, seat 2 chooses
        seat = 1 if turn else 2                            # who moves first
        first = seat
        turned += turn
        b = board(l); k = [0, 0, 0]
        tc = so = la = ta = 0
        ft = 0; firstturn = True; left = 0; took = False; over = False
        while True:
            m = sum(b)
            if m < 2:
                if m:
                    w = seat if any(b[:6]) else 3 - seat
                    k[w] += 1
                    if firstturn and w == first: ft += 1
                break
            if not any(b[:6]):
                gs = [c for c in range(6, 12) if b[c] >= 2]
                if gs:
                    b = aftergift(gift(b, gs[int(rr() * len(gs))])); so += 1; la += 1
                else:
                    b = rot(b)
            else:
                cs = [c for c in range(6) if b[c]]
                if pols[seat - 1] == 'random':
                    while cs:
                        c = cs.pop(int(rr() * len(cs)))
                        r = sow(b, c)
                        if r: break
                    else: r = None
                else:
                    best, rs = -1, []
                    for c in cs:
                        x = sow(b, c)
                        if x:
                            if x[1] > best: best, rs = x[1], [x]
                            elif x[1] == best: rs.append(x)
                    r = rs[int(rr() * len(rs))] if rs else None
                if r is None:
                    b = rot(b)
                else:
                    so += 1; la += r[2]
                    g = r[1]
                    if g:
                        ta += 1; k[seat] += g; took = True
                        if firstturn: ft += g
                        if scored:
                            b = r[0]; continue
                    b = rot(r[0])
            seat = 3 - seat; firstturn = False
            tc = 0 if took else tc + 1
            took = False
            if tc == LIMIT:
                endl += 1; left = sum(b); break
        d = k[1] - k[2]
        S[0 if d > 0 else 1 if d < 0 else 2] += 1
        acc.append((so, la, ta, ft, left, d, k[first] - k[3 - first]))
    def share(x): p = x / n; return [p, math.sqrt(p * (1 - p) / n)]
    def mean(i):
        m = sum(x[i] for x in acc) / n
        return [m, math.sqrt(sum((x[i] - m) ** 2 for x in acc) / (n - 1) / n)]
    def ratio(i, j):
        sj = sum(x[j] for x in acc); q = sum(x[i] for x in acc) / sj
        return [q, math.sqrt(sum((x[i] - q * x[j]) ** 2 for x in acc) / (n - 1) / n) / (sj / n)]
    fm = [sum(x[6] > 0 for x in acc), sum(x[6] == 0 for x in acc), sum(x[6] < 0 for x in acc)]
    r = dict(policies=list(pols), again='scored' if scored else 'never', rounds=n, seat1=share(S[0]), seat2=share(S[1]), nobody=share(S[2]), length=mean(0), laps_mean=ratio(1, 0),
             capture_share=ratio(2, 0), first_turn_mean=mean(3), left_mean=mean(4), seat1_minus_seat2=mean(5), round_margin_mean=mean(6),
             first_mover_won=share(fm[0]), first_mover_drawn=share(fm[1]), first_mover_lost=share(fm[2]), endless=share(endl), turned=share(turned))
    return {k: ([round(y, 8) for y in x] if isinstance(x, list) and isinstance(x[0], float) else x) for k, x in r.items()}

def part7(n=20000):
    rows = []
    for scored in (True, False):
        for i, pols in enumerate((('random', 'random'), ('greedy', 'random'), ('random', 'greedy'), ('greedy', 'greedy'))):
            rows.append(mc(pols, n, 700 + i, scored))
    return rows

# ---------------------------------------------------------------- part 8: proved values
def compile_c():
    exe = os.path.join(HERE, 'mancala_values')
    src = exe + '.c'
    if not os.path.exists(exe) or os.path.getmtime(exe) < os.path.getmtime(src):
        subprocess.check_call([os.environ.get('CC', 'cc'), '-O2', '-o', exe, src])
    return exe

def c_values(boards, T, NMAX=60, again='scored'):
    """-> [(low, high, turns, nodes)], one per normal board"""
    txt = ''.join(','.join(map(str, b)) + '\n' for b in boards)
    r = subprocess.run([compile_c(), str(T), str(NMAX), again], input=txt, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    return [tuple(map(int, l.split())) for l in r.stdout.split('\n') if l]

def check_c():
    """the C program's sowing against sow() above, and its table against Table.infinite() of part 3"""
    R = random.Random(99)
    q = []
    for _ in range(100000):
        a = scatter(R, R.randint(1, 72), R.choice((range(12), R.sample(range(12), R.randint(1, 11)))))
        q.append((a, R.choice([c for c in range(12) if a[c]])))
    txt = ''.join('%d %s\n' % (c, ','.join(map(str, a))) for a, c in q)
    r = subprocess.run([compile_c(), 'sow'], input=txt, stdout=subprocess.PIPE, text=True, check=True)
    for (a, c), l in zip(q, r.stdout.split('\n')):
        g, nb = l.split()
        assert (tuple(map(int, nb.split(','))), int(g)) == sow(a, c)[:2], (a, c)
    for ag in ('scored', 'never'):
        T = Table(6, False, ag == 'scored')
        assert [x[0] for x in c_values(T.boards, 6, again=ag)] == T.infinite()
        assert [x[:2] for x in c_values(T.boards[::9], 3, again=ag)] == [(x, x) for x in T.infinite()[::9]]   # the proofs compared with the table

def haul_all(b):
    """a sequence of cells by which the mover takes everything in one turn (again=scored), by depth-first search"""
    dead = set()
    def go(b):
        if sum(b) == 0: return []
        if sum(b) == 1: return [] if any(b[:6]) else None
        if b in dead or not any(b[:6]): return None
        for c in range(6):
            if b[c]:
                r = sow(b, c)
                if r and r[1]:
                    x = go(r[0])
                    if x is not None: return [c + 1] + x
        dead.add(b)
    return go(b)

def part8():
    check_c()
    R = random.Random(8)
    pos = [((6,) * 12, 1)]
    for l in ((9, 9, 9, 9), (12, 6, 6, 12), (36, 0, 0, 0), (4, 14, 14, 4), (0, 18, 18, 0), (0, 0, 0, 36), (18, 0, 0, 18), (0, 36, 0, 0), (0, 0, 36, 0), (1, 2, 3, 30), (5, 13, 17, 1), (15, 10, 0, 11), (27, 2, 3, 4)):
        pos.append((board(l), R.randint(1, 2)))
    pos = [(a, s) for a, s in pos]
    for n in (10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19, 19, 20, 20, 21, 21, 22, 22, 23, 23, 24, 24, 30, 36, 42, 48, 54, 60, 66, 72, 72, 72):
        s = R.randint(1, 2)
        cells = range(12) if R.random() < .7 else R.sample(range(12), 4) if R.random() < .7 else range(6, 12) if s == 1 else range(6)
        pos.append((scatter(R, n, cells), s))
    rows = []
    for ag in ('scored', 'never'):
        todo = [(a, s) for a, s in pos if ag == 'scored' or sum(a) <= 20]
        for (a, s), (lo, hi, N, nodes) in zip(todo, c_values([norm(a, s) for a, s in todo], 13, again=ag)):
            row = {'position': fmt(a, s), 'again': ag}
            row.update({'value': lo, 'turns': N} if lo == hi else {'low': lo, 'high': hi})
            if ag == 'scored' and lo == hi == sum(a):
                l = haul_all(norm(a, s))
                if l: row['takes_all_at_once'] = [c if s == 1 else c + 6 for c in l]
            rows.append(row)
    return rows

def catalogue():
    L = layouts()
    rows = []
    for l, (lo, hi, N, nodes) in zip(L, c_values([board(l) for l in L], 13)):
        rows.append(list(l) + ([lo] if lo == hi else [lo, hi]))
    return rows

def catalogue_summary(rows):
    def f(rows):
        v = [r[4] for r in rows if len(r) == 5]
        m = min(map(abs, v))
        return dict(layouts=len(rows), proved=len(v), won=sum(x > 0 for x in v), drawn=sum(x == 0 for x in v), lost=sum(x < 0 for x in v),
                    value_mean=round(sum(v) / len(v), 12), fair=[r[:4] for r in rows if len(r) == 5 and abs(r[4]) == m], all_taken=sum(x == 72 for x in v),
                    values=[[x, v.count(x)] for x in sorted(set(v))])
    return dict(all=f(rows), four_or_more=f([r for r in rows if min(r[:4]) >= 4]))

NAMES = {1: 'sowings', 2: 'lines', 3: 'small', 4: 'search', 5: 'duels', 6: 'forced', 7: 'rounds', 8: 'values', 9: 'catalogue'}

def main():
    os.chdir(HERE)
    todo = [int(x) for x in sys.argv[1:]] or sorted(NAMES)
    for k in todo:
        t0 = time.time()
        if k == 3:
            log = []
            rows = part3(log)[0]
            open('part_3.log', 'w').write('\n'.join(log) + '\n')
        else:
            rows = {1: part1, 2: part2, 4: part4, 5: part5, 6: part6, 7: part7, 8: part8, 9: catalogue}[k]()
        dump(str(k), rows)
        print('part %d %s: %d cases, %.1f s' % (k, NAMES[k], len(rows), time.time() - t0), flush=True)
    with open('mancala.json', 'w') as f:
        f.write('{\n"game":"mancala",\n"keys":"turning=true, layout=any; play=choice and again=scored unless a case says otherwise; positions as on the page"')
        for k in sorted(NAMES):
            if not os.path.exists('part_%d.json' % k): continue
            f.write(',\n"%s":' % NAMES[k] + open('part_%d.json' % k).read().rstrip('\n'))
            if k == 9: f.write(',\n"catalogue_summary":' + json.dumps(catalogue_summary(json.load(open('part_9.json'))), separators=(',', ':')))
        f.write('\n}\n')
    json.load(open('mancala.json'))

if __name__ == '__main__':
    main()
