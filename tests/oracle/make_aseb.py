#!/usr/bin/env python3
"""Independent reference for Aseb (the Egyptian Game of Twenty Squares), written only from its rules page.
Writes ../expected/aseb.json.
    python3 make_aseb.py [keys, e.g. counts moves]   (no argument: all; other keys keep their values in the file)
    python3 make_aseb.py check                       (self-test, writes nothing)
Standard library only; values, chains and E come from aseb_values.c (gcc or cc), which `check` compares with the Python rules
here. `five` needs 1 GB and half an hour, everything else about fifteen minutes. aseb_readings.md has the open questions of the
page."""
import ctypes, json, os, random, subprocess, sys, tempfile, time
from fractions import Fraction as Fr
from math import comb, lcm
HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, '..', 'expected', 'aseb.json')
T = ["1/10", "2/5", "2/5", "1/10"]
ONE = ["1/4", "1/4", "1/4", "1/4"]

# ---------------------------------------------------------------- rules (sections 1-4, 6)
# A position is (own squares, other's squares, own off, other's off), squares ascending, the player to move first.

class Game:
    KEYS = ('pieces', 'throw', 'flat', 'blank', 'moves', 'capture', 'safe', 'again', 'exit', 'faces')

    def __init__(self, rules):
        assert all(k in self.KEYS for k in rules), rules
        self.rules = rules
        self.n = rules.get('pieces', 5)
        throw = rules.get('throw', 'sticks')
        self.capture = rules.get('capture', True)
        self.safe = frozenset(rules.get('safe', [8, 12, 16]))
        self.again = frozenset(rules.get('again', []))
        self.over = rules.get('exit', 'exact') == 'over'
        self.rethrown = Fr(0)               # P(a throw is a blank and is repeated)
        if throw == 'sticks':
            f = Fr(rules.get('flat', '1/2'))
            law = {k: comb(4, k) * f ** k * (1 - f) ** (4 - k) for k in range(1, 5)}
            none, lost = (1 - f) ** 4, Fr(0)
            if rules.get('blank', 'rethrow') == 'pass':
                lost = none
            else:
                law = {k: v / (1 - none) for k, v in law.items()}
                self.rethrown = none
            laws = [law, law]
        elif throw == 'die':
            lost = Fr(0)
            laws = [{k: Fr(1, 4) for k in range(1, 5)}] * 2
        else:
            lost, laws = Fr(0), []
            for face in rules['faces']:
                law = {}
                for d, w in zip(rules.get('moves', [1, 2, 3, 4]), face):
                    if Fr(w):
                        law[d] = law.get(d, 0) + Fr(w)
                assert sum(law.values()) == 1
                laws.append(law)
            if len(laws) == 1:
                laws = laws * 2
        self.laws, self.lost = laws, lost
        self.same = laws[0] == laws[1]

    def waiting(self, own, off):
        return self.n - len(own) - off

    def is_over(self, pos):
        return pos[2] == self.n or pos[3] == self.n

    def options(self, pos, d):
        """Legal moves (from, to, captures), foremost piece first; 0 waiting, 17 off."""
        own, other, off, _ = pos
        froms = sorted(own, reverse=True) + ([0] if self.waiting(own, off) > 0 else [])
        out = []
        for s in froms:
            t = s + d
            if t == 17 or (t > 17 and self.over):
                out.append((s, 17, False))
            elif t < 17 and t not in own:
                if t >= 5 and t in other:
                    if self.capture and t not in self.safe:
                        out.append((s, t, True))
                else:
                    out.append((s, t, False))
        return out

    def play(self, pos, o):
        """(position, whether the same player throws again); the position as seen by the player who moved"""
        own, other, off, ooff = pos
        s, t, cap = o
        own = [x for x in own if x != s]
        if t == 17:
            off += 1
        else:
            own.append(t)
        if cap:
            other = tuple(x for x in other if x != t)
        return (tuple(sorted(own)), other, off, ooff), t in self.again

    def exposed(self, pos, seat):
        own, other, off, ooff = pos
        if not self.capture:
            return set()
        his = list(other) + ([0] if self.waiting(other, ooff) > 0 else [])
        law = self.laws[1 - seat]
        return {s for s in own if s >= 5 and s not in self.safe and any(h + d == s for h in his for d in law)}

    def choose(self, policy, pos, d, seat, opts):
        caps = [o for o in opts if o[2]]
        if policy == 'first':
            return min(opts)
        if policy == 'runner':
            return max(opts)
        if policy == 'greedy':
            return max(caps, key=lambda o: o[1]) if caps else max(opts)
        if policy == 'careful':
            if caps:
                return max(caps, key=lambda o: o[1])
            bear = [o for o in opts if o[1] == 17]
            if bear:
                return max(bear)
            safe = [o for o in opts if o[1] in self.safe]
            if safe:
                return min(safe)
            ex = self.exposed(pos, seat)
            flee = [o for o in opts if o[0] in ex]
            return max(flee) if flee else min(opts)
        raise ValueError(policy)

def mirror(pos):
    return pos[1], pos[0], pos[3], pos[2]

def side(squares, off):
    return (','.join(map(str, squares)) or '-') + ('+%d' % off if off else '')

def text(pos, throw=None, seat=0):
    return side(pos[0], pos[2]) + '/' + side(pos[1], pos[3]) + (':%d' % throw if throw else '') + (' @2' if seat else '')

def parse(s):
    """-> position, seat (0, 1)"""
    s, _, at = s.partition(' @')
    sides = []
    for part in s.split('/'):
        sq, _, off = part.partition('+')
        sides.append((() if sq == '-' else tuple(sorted(map(int, sq.split(',')))), int(off or 0)))
    return (sides[0][0], sides[1][0], sides[0][1], sides[1][1]), int(at or 1) - 1

def move_text(o):
    return 'pass' if o is None else '%d-%s%s' % (o[0], 'off' if o[1] == 17 else o[1], 'x' if o[2] else '')

START = ((), (), 0, 0)

# ---------------------------------------------------------------- random positions

def strewn(rng, n):
    """a random arrangement, reachable or not, nobody has won"""
    a, b = ([0, 0, rng.randrange(n)][rng.randrange(3)] for _ in 'ab')
    own = set(rng.sample(range(1, 17), rng.randint(0, n - a)))
    free = [s for s in range(1, 17) if s < 5 or s not in own]
    other = rng.sample(free, min(len(free), rng.randint(0, n - b)))
    return tuple(sorted(own)), tuple(sorted(other)), a, b

def played(rng, g):
    """a position reached by play, nobody has won: (position, seat)"""
    while True:
        pos, seat = START, 0
        for _ in range(rng.randint(1, 22 * g.n)):
            pos, seat, _ = step(rng, g, pos, seat, 'random', None)
            if g.is_over(pos):
                break
        else:
            return pos, seat

def throw_of(rng, g, seat):
    """a throw, None if it is lost"""
    x = rng.random() - g.lost
    if x < 0:
        return None
    for d, p in g.laws[seat].items():
        x -= p
        if x < 0:
            return d
    return d

def step(rng, g, pos, seat, policy, best):
    """one throw and its move; the position is seen by the next player to move, even after a loss. -> position, seat, what"""
    d = throw_of(rng, g, seat)
    opts = g.options(pos, d) if d else []
    if not opts:
        return mirror(pos), 1 - seat, None
    if policy == 'random':
        o = rng.choice(opts)
    elif policy == 'best':
        o = best(pos, d, seat, opts)
    else:
        o = g.choose(policy, pos, d, seat, opts)
    new, again = g.play(pos, o)
    return (new, seat, (o, len(opts))) if again else (mirror(new), 1 - seat, (o, len(opts)))

def some_position(rng, g, seats=None):
    if rng.random() < 0.5:
        pos, seat = strewn(rng, g.n), 0
    else:
        pos, seat = played(rng, g)
    if g.same:
        seat = 0 if seats is None else rng.choice(seats)
    else:
        seat = rng.randrange(2)
    return pos, seat

# ---------------------------------------------------------------- settings

SETTINGS = [
    {},
    {"throw": "die"},
    {"throw": "talus", "faces": [T]},
    {"throw": "talus", "faces": [T], "moves": [1, 3, 4, 6]},
    {"throw": "talus", "faces": [T], "moves": [2, 2, 3, 6]},
    {"throw": "talus", "faces": [["7/10", "1/10", "1/10", "1/10"]]},
    {"throw": "talus", "faces": [["1/20", "1/10", "1/5", "13/20"]], "moves": [4, 3, 2, 1]},
    {"throw": "talus", "faces": [["1/8", "3/8", "0", "1/2"]], "moves": [5, 1, 6, 3]},
    {"throw": "talus", "faces": [T, ONE]},
    {"throw": "talus", "faces": [["1/5", "3/10", "3/10", "1/5"], ["1/20", "9/20", "9/20", "1/20"]], "moves": [1, 3, 4, 6]},
    {"throw": "talus", "faces": [["1/2", "0", "1/2", "0"], ["1/10", "3/10", "2/5", "1/5"]], "safe": [10], "again": [4, 12]},
    {"throw": "talus", "faces": [["2/5", "1/10", "1/10", "2/5"], T], "exit": "over", "capture": False},
    {"flat": "1/3"},
    {"flat": "4/5"},
    {"blank": "pass"},
    {"blank": "pass", "flat": "1/3"},
    {"capture": False},
    {"capture": False, "throw": "die", "again": [4, 8, 12, 16]},
    {"safe": []},
    {"safe": [5, 10]},
    {"safe": [8]},
    {"safe": [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]},
    {"again": [4]},
    {"again": [4, 8, 12, 16]},
    {"again": [1, 2, 3, 5, 7, 11, 13]},
    {"again": [6, 16], "safe": [6, 9, 16], "throw": "die"},
    {"exit": "over"},
    {"exit": "over", "again": [4, 8, 12, 16]},
    {"exit": "over", "throw": "talus", "faces": [T], "moves": [1, 3, 4, 6], "safe": [8]},
    {"blank": "pass", "flat": "1/4", "again": [2, 4], "exit": "over", "safe": [7, 13]},
    {"throw": "talus", "faces": [["1/6", "1/3", "1/3", "1/6"], ["1/3", "1/6", "1/6", "1/3"]], "moves": [1, 1, 2, 5], "again": [9]},
]

def with_pieces(rules, n):
    r = {} if n == 5 else {"pieces": n}
    r.update(rules)
    return r

# ---------------------------------------------------------------- B: moves

def make_moves():
    rng = random.Random(202)
    out = []
    i = 0
    while len(out) < 1000:
        r = SETTINGS[i % len(SETTINGS)]
        n = rng.choice([1, 2, 3, 4, 5, 5, 6, 7])
        i += 1
        rules = with_pieces(r, n)
        g = Game(rules)
        pos, seat = some_position(rng, g, (0, 0, 0, 1))
        d = rng.choice(sorted(g.laws[seat]))
        opts = g.options(pos, d)
        if len(opts) < 2 and (len(out) >= 300 or rng.random() < 0.5):
            continue
        row = {"rules": rules, "position": text(pos, d, seat)}
        if len(out) < 300:
            row["options"] = [move_text(o) for o in opts] or ["pass"]
        row["policies"] = {p: move_text(g.choose(p, pos, d, seat, opts)) if opts else 'pass'
                           for p in ('first', 'runner', 'greedy', 'careful')}
        out.append(row)
    return out

# ---------------------------------------------------------------- F: numbering

MASKS = sorted(range(16), key=lambda m: (bin(m).count('1'), m))
RANK = {m: i for i, m in enumerate(MASKS)}

def gsize(m):
    return sum(1 for x in MASKS if bin(x).count('1') <= m)

def csize(n, a, b, p, q):
    return comb(12, p) * comb(12 - p, q) * gsize(n - a - p) * gsize(n - b - q)

_base = {}
def bases(n):
    if n not in _base:
        t, d = 0, {}
        for a in range(n):
            for b in range(n):
                for p in range(n - a + 1):
                    for q in range(n - b + 1):
                        d[a, b, p, q] = t
                        t += csize(n, a, b, p, q)
        _base[n] = d, t
    return _base[n]

def total(n):
    return bases(n)[1]

def colex(c):
    return sum(comb(v, i + 1) for i, v in enumerate(sorted(c)))

def number(n, pos):
    own, other, a, b = pos
    X = [s - 5 for s in own if s >= 5]
    free = [s for s in range(12) if s not in X]
    Z = [free.index(s - 5) for s in other if s >= 5]
    x, y = (sum(1 << (s - 1) for s in sq if s < 5) for sq in (own, other))
    p, q = len(X), len(Z)
    return (bases(n)[0][a, b, p, q]
            + ((colex(X) * comb(12 - p, q) + colex(Z)) * gsize(n - a - p) + RANK[x]) * gsize(n - b - q) + RANK[y])

def make_numbering():
    rng = random.Random(606)
    rows = [(5, parse(s)[0]) for s in ('-/-', '3,4,7/4,6', '2,3,4+2/4,5,7,8,16', '16+4/15+4')]
    for i in range(200):
        n = i % 5 + 1
        rows.append((n, strewn(rng, n)))
    return {"totals": {str(n): total(n) for n in range(1, 8)},
            "positions": [{"pieces": n, "position": text(p), "number": number(n, p)} for n, p in rows]}

# ---------------------------------------------------------------- the C program

_libs = {}
def library(double=False):
    if double not in _libs:
        src = os.path.join(HERE, 'aseb_values.c')
        so = os.path.join(tempfile.mkdtemp(), 'libaseb.so')
        cmd = ['-O2', '-shared', '-fPIC', src, '-o', so, '-lm'] + (['-DDOUBLE'] if double else [])
        for cc in ('gcc', 'cc'):
            try:
                subprocess.run([cc] + cmd, check=True)
                break
            except FileNotFoundError:
                pass
        lib = ctypes.CDLL(so)
        lib.setup.restype = lib.number.restype = ctypes.c_uint32
        lib.solve.restype = lib.strategy.restype = ctypes.c_double
        _libs[double] = lib
    return _libs[double]

def mask(squares):
    return sum(1 << (s - 1) for s in squares)

class Solver:
    """the C program for one game; solves on demand"""
    def __init__(self, rules, double=False):
        self.g = g = Game(rules)
        self.lib = library(double)
        den = 1
        for v in [g.lost, *g.laws[0].values(), *g.laws[1].values()]:
            den = lcm(den, Fr(v).denominator)
        num = (ctypes.c_int64 * 14)()
        for k in (0, 1):
            num[7 * k] = int(g.lost * den)
            for d, p in g.laws[k].items():
                num[7 * k + d] = int(p * den)
        self.n = g.n
        self.args = (self.n, num, ctypes.c_int64(den), int(g.capture), mask(g.safe), mask(g.again), int(g.over))
        assert self.lib.setup(*self.args, 0) == total(self.n)
        self.solved = False

    def endless(self):
        """(is E not empty, its size, is the start in it)"""
        size, start = ctypes.c_int64(), ctypes.c_int()
        e = self.lib.endless(ctypes.byref(size), ctypes.byref(start))
        return bool(e), size.value, bool(start.value)

    def solve(self, freeze=1e-17, eps=1e-18, verbose=0):
        assert self.lib.setup(*self.args, 1) == total(self.n)
        sw = ctypes.c_long()
        self.gap = self.lib.solve(ctypes.c_double(freeze), ctypes.c_double(eps), 100000, verbose, ctypes.byref(sw))
        self.solved = True
        return self

    def w(self, pos, seat=0):
        """(value as text of 19 digits, U - L)"""
        if pos[2] == self.n:
            return '1', 0.0
        if pos[3] == self.n:
            return '0', 0.0
        buf, gap = ctypes.create_string_buffer(50), ctypes.c_double()
        self.lib.get(seat, number(self.n, pos), buf, ctypes.byref(gap))
        return buf.value.decode(), gap.value

    def value(self, pos, seat=0):
        return float(self.w(pos, seat)[0])

    def after(self, pos, seat, o):
        """value of an option (None: pass) for the player who takes it"""
        if o is None:
            return 1 - self.value(mirror(pos), 1 - seat)
        new, again = self.g.play(pos, o)
        return self.value(new, seat) if again and not self.g.is_over(new) else 1 - self.value(mirror(new), 1 - seat)

    def best(self, pos, d, seat, opts):
        vals = [self.after(pos, seat, o) for o in opts]
        top = max(vals)
        return next(o for o, v in zip(opts, vals) if v >= top - 1e-9)

def cpos(pos):
    return pos[2], pos[3], mask(pos[0]), mask(pos[1])

# ---------------------------------------------------------------- G: five pieces

def make_five():
    rng = random.Random(707)
    rules = {}
    t = Solver(rules, True).solve(freeze=3e-13, eps=1e-13, verbose=1)
    rows = [START]
    while len(rows) < 301:
        pos = strewn(rng, 5) if len(rows) % 2 else played(rng, g)[0]
        if pos not in rows:
            rows.append(pos)
    out = []
    for pos in rows:
        v, gap = t.w(pos)
        out.append({"position": text(pos), "value": float('%.14f' % float(v)), "error": float('%.1e' % (gap / 2 + 1e-14))})
    return {"rules": rules, "values": out}

# ---------------------------------------------------------------- C: values, E

def solver(rules):
    """one and two pieces in long double, three in double (error at most 2e-13, mostly below 1e-13)"""
    big = rules.get('pieces', 5) > 2
    t = Solver(rules, big)
    return t.solve(2e-14, 2e-15) if big else t.solve()

def seats_of(g):
    return (0,) if g.same else (0, 1)

def exact_start(rules):
    """one piece: W of the start as a fraction, by elimination, farthest advanced first"""
    g = Game(rules)
    st = sorted(((p, k) for p in all_positions(1) for k in seats_of(g)), key=lambda s: -sum(s[0][0]) - sum(s[0][1]))
    ix = {s: i for i, s in enumerate(st)}
    done = []                               # W_i = c + sum of v * W_x, x > i
    for i, (pos, k) in enumerate(st):
        k2, row, c = (0 if g.same else 1 - k), {i: Fr(1)}, Fr(0)
        after = [(g.lost, None)] + [(p, (g.options(pos, d) or [None])[0]) for d, p in g.laws[k].items()]
        for p, o in after:
            new, again = g.play(pos, o) if o else (pos, False)
            if new[2] == 1:
                c += p
            elif again:
                row[ix[new, k]] = row.get(ix[new, k], 0) - p
            else:
                c += p
                row[ix[mirror(new), k2]] = row.get(ix[mirror(new), k2], 0) + p
        for j in iter(lambda: min(row), i):
            f = row.pop(j)
            c -= f * done[j][1]
            for x, v in done[j][0].items():
                row[x] = row.get(x, 0) + f * v
        d = row.pop(i)
        done.append(({x: -v / d for x, v in row.items()}, c / d))
    W = {}
    for i in range(len(st) - 1, -1, -1):
        W[i] = done[i][1] + sum(v * W[x] for x, v in done[i][0].items())
    return W[ix[START, 0]]

def make_values():
    rng = random.Random(303)
    out = []
    for r in SETTINGS:
        for n in (1, 2, 3):
            rules = with_pieces(r, n)
            if Solver(rules).endless()[0]:
                continue
            t = solver(rules)
            rows = [(START, k) for k in seats_of(t.g)]
            while len(rows) < 16:
                x = some_position(rng, t.g)
                if x not in rows:
                    rows.append(x)
            vals = [t.w(*x) for x in rows]
            err = max(v[1] for v in vals) / 2 + 1e-15
            assert err < 1e-12
            row = {"rules": rules, "error": float('%.1e' % (err * 1.05))}
            if n == 1:
                row["exact_start"] = str(exact_start(rules))
                assert abs(Fr(row["exact_start"]) - Fr(vals[0][0])) < 2e-16
            out.append(row)
            row.update({"values": [{"position": text(p, None, k), "value": float('%.15f' % float(v[0]))} for (p, k), v in zip(rows, vals)]})
    return out

ENDLESS = [
    ({"throw": "talus", "faces": [["1", "0", "0", "0"]]}, (1, 2, 3)),
    ({"throw": "talus", "faces": [["0", "1", "0", "0"]]}, (1, 2, 3)),
    ({"throw": "talus", "faces": [["0", "0", "0", "1"]], "exit": "over"}, (1, 2, 3)),
    ({"throw": "talus", "faces": [["1", "0", "0", "0"]], "capture": False}, (1, 2, 3)),
    ({"throw": "talus", "faces": [T], "moves": [6, 6, 6, 6]}, (1, 2)),
    ({"throw": "talus", "faces": [T], "moves": [6, 6, 6, 6], "exit": "over"}, (1, 2, 3)),
    ({"throw": "talus", "faces": [T], "moves": [4, 4, 4, 4]}, (1, 2)),
    ({"throw": "talus", "faces": [T], "moves": [2, 4, 6, 6]}, (1, 2)),
    ({"throw": "talus", "faces": [T], "moves": [2, 4, 6, 6], "exit": "over"}, (1, 2, 3)),
    ({"throw": "talus", "faces": [T], "moves": [5, 5, 6, 6]}, (1, 2)),
    ({"throw": "talus", "faces": [T], "moves": [3, 3, 5, 5]}, (1, 2)),
    ({"throw": "talus", "faces": [["1", "0", "0", "0"], T]}, (1, 2, 3)),
    ({"throw": "talus", "faces": [["1", "0", "0", "0"], ["0", "1", "0", "0"]]}, (1, 2)),
    ({"throw": "talus", "faces": [["1", "0", "0", "0"], ["0", "0", "0", "1"]], "safe": []}, (1, 2)),
    ({"throw": "talus", "faces": [["1/2", "1/2", "0", "0"]]}, (1, 2, 3)),
    ({"throw": "talus", "faces": [["0", "1/2", "1/2", "0"]]}, (1, 2, 3)),
    ({"throw": "talus", "faces": [["1/2", "0", "0", "1/2"]], "capture": False}, (1, 2, 3)),
    ({"throw": "talus", "faces": [["0", "1/2", "0", "1/2"]], "capture": False}, (1, 2)),
    ({"throw": "talus", "faces": [["0", "1/2", "1/2", "0"]], "capture": False}, (1, 2, 3)),
    ({"throw": "talus", "faces": [["0", "0", "1/2", "1/2"]], "capture": False}, (1, 2, 3)),
    ({"throw": "talus", "faces": [["0", "0", "1/2", "1/2"]], "capture": False, "exit": "over"}, (1, 2, 3)),
    ({"throw": "talus", "faces": [["1", "0", "0", "0"]], "again": list(range(1, 17))}, (1, 2, 3)),
    ({"throw": "talus", "faces": [["1", "0", "0", "0"]], "again": [4, 8, 12, 16], "safe": []}, (1, 2, 3)),
    ({"throw": "talus", "faces": [["1", "0", "0", "0"]], "safe": list(range(5, 17))}, (1, 2, 3)),
    ({"again": list(range(1, 17))}, (1, 2, 3)),
    ({"again": list(range(1, 17)), "exit": "over", "blank": "pass", "flat": "1/100"}, (1, 2)),
    ({"blank": "pass", "flat": "1/100"}, (1, 2, 3)),
    ({"blank": "pass", "flat": "99/100", "safe": []}, (1, 2, 3)),
    ({"blank": "pass", "capture": False, "flat": "1/3"}, (1, 2)),
]

def make_endless():
    out = []
    for r, ns in ENDLESS + [(r, (1, 2, 3)) for r in SETTINGS]:
        for n in ns:
            rules = with_pieces(r, n)
            e, size, start = Solver(rules).endless()
            row = {"rules": rules, "endless": e}
            if e:
                row["size"], row["start"] = size, start
            out.append(row)
    return out

# ---------------------------------------------------------------- D: two fixed policies

POLICIES = ['random', 'first', 'runner', 'greedy', 'careful', 'best']

def digits(x, n=12):
    return float('%.*f' % (n, x))

def win(t, play, pos=START, seat=0, given=False):
    def run(k, p):
        out = (ctypes.c_double * 8)()
        a, b, o, h = cpos(p)
        t.lib.chain(POLICIES.index(play[0]), POLICIES.index(play[1]), k, a, b, o, h, out)
        return list(out)
    w, turns, var, c1, c2, p1, p2, cho = run(seat, pos)
    beta = float(t.g.rethrown)
    m, v = 1 / (1 - beta), beta / (1 - beta) ** 2
    row = {"rules": t.g.rules, "play": play}
    if given:
        row["position"] = text(pos, None, seat)
    row.update({"win_share": [digits(w), digits(1 - w)], "length_mean": digits(turns * m), "length_sd": digits((turns * v + var * m * m) ** 0.5),
                "turns_mean": digits(turns), "captures_mean": [digits(c1), digits(c2)], "passes_mean": [digits(p1), digits(p2)],
                "choices_mean": digits(cho), "choice_share": digits(cho / turns)})
    if not t.g.same and not given:
        c = [t.g.laws[k].get(1, Fr(0)) for k in (0, 1)]
        x, y = c[0] * (1 - c[1]), c[1] * (1 - c[0])
        if x + y:
            r = float(x / (x + y))
            row["start_thrown"] = digits(r * w + (1 - r) * run(1, START)[0])
        else:
            row["start_thrown"] = None
    return row

PAIRS = [["best", "best"], ["first", "runner"], ["greedy", "careful"], ["random", "careful"], ["best", "random"],
         ["careful", "best"], ["random", "random"], ["runner", "greedy"]]

def make_win():
    rng = random.Random(404)
    out = []
    pick = [0, 2, 3, 8, 9, 10, 11, 15, 17, 19, 23, 29]
    three = {0: [0, 1, 3], 8: [0, 3], 23: [0, 2]}
    for n, i, pairs in ([(1, i, PAIRS[:2]) for i in pick] + [(2, i, PAIRS) for i in pick]
                        + [(3, i, [PAIRS[j] for j in js]) for i, js in three.items()]):
        rules = with_pieces(SETTINGS[i], n)
        if Solver(rules).endless()[0]:
            continue
        t = solver(rules)
        for p in pairs:
            out.append(win(t, p))
        for p in (PAIRS[0], PAIRS[3])[n == 3:]:
            pos, seat = played(rng, t.g) if p == PAIRS[0] else (strewn(rng, n), rng.randrange(2))
            out.append(win(t, p, pos, seat, True))
    return out

# ---------------------------------------------------------------- E: strategy

def strategy(rules):
    t = solver(rules)
    g = t.g
    W = t.value(START, 0)
    out = {"rules": rules, "value": digits(W)}
    def top(pos, d, seat):
        opts = g.options(pos, d) or [None]
        vals = [t.after(pos, seat, o) for o in opts]
        m = max(vals)
        i = next(i for i, v in enumerate(vals) if v >= m - 1e-9)
        return opts, vals, m, i
    out["throws"] = []
    for d, p in sorted(g.laws[0].items()):
        m = top(START, d, 0)[2]
        out["throws"].append({"throw": d, "probability": digits(float(p)), "value": digits(m), "gain": digits(m - W)})
    out["squares"] = [{"square": s, "to_move": digits(t.value(((s,), (), 0, 0)) - W), "to_wait": digits(W - t.value(((), (s,), 0, 0)))}
                      for s in range(1, 17)]
    return out

def make_strategy():
    return [strategy(with_pieces(SETTINGS[i], n)) for i in (0, 2, 23, 8) for n in (1, 2, 3)]

# ---------------------------------------------------------------- self-test

def all_positions(n):
    from itertools import combinations
    for a in range(n):
        for b in range(n):
            for i in range(n - a + 1):
                for own in combinations(range(1, 17), i):
                    free = [s for s in range(1, 17) if s < 5 or s not in own]
                    for j in range(n - b + 1):
                        for other in combinations(free, j):
                            yield own, other, a, b

def py_solve(g, sweeps=4000):
    """plain value iteration, no bounds, another order: {(position, seat): W}"""
    states = [(p, k) for p in all_positions(g.n) for k in seats_of(g)]
    two = len(seats_of(g)) == 2
    index = {s: i for i, s in enumerate(states)}
    rows = []
    for pos, k in states:
        other = index[mirror(pos), (1 - k) if two else 0]
        row = [(float(g.lost), [(other, 1)])] if g.lost else []
        for d, p in g.laws[k].items():
            opts = []
            for o in g.options(pos, d):
                new, again = g.play(pos, o)
                if new[2] == g.n:
                    opts.append((-1, 0))
                elif again:
                    opts.append((index[new, k], 0))
                else:
                    opts.append((index[mirror(new), (1 - k) if two else 0], 1))
            row.append((float(p), opts or [(other, 1)]))
        rows.append(row)
    W = [0.5] * len(states) + [1.0]
    for sw in range(sweeps):
        change = 0
        for i in range(len(states) - 1, -1, -1):
            v = 0.0
            for p, opts in rows[i]:
                v += p * max(1 - W[j] if f else W[j] for j, f in opts)
            change = max(change, abs(v - W[i]))
            W[i] = v
        if change < 1e-15:
            break
    return states, W

def py_endless(g):
    E = {(p, k) for p in all_positions(g.n) for k in (0, 1)}
    while True:
        out = set()
        for pos, k in E:
            passed = (mirror(pos), 1 - k) in E
            ok = passed or not g.lost
            for d in g.laws[k]:
                opts = g.options(pos, d)
                stay = passed if not opts else False
                for o in opts:
                    new, again = g.play(pos, o)
                    stay = stay or ((new, k) if again else (mirror(new), 1 - k)) in E
                ok = ok and stay
            if not ok:
                out.add((pos, k))
        if not out:
            return bool(E), (START, 0) in E
        E -= out

def simulate(t, play, games, rng):
    g = t.g
    w, ln, cap, pas, cho, turns = 0, [], [0, 0], [0, 0], 0, 0
    for _ in range(games):
        pos, seat, n = START, 0, 0
        while not g.is_over(pos):
            n += 1
            while rng.random() < g.rethrown:
                n += 1
            turns += 1
            before = seat
            pos, seat, what = step(rng, g, pos, seat, play[seat], t.best)
            if what is None:
                pas[before] += 1
            else:
                cap[before] += what[0][2]
                cho += what[1] > 1
        w += (pos[2] == g.n) == (seat == 0)
        ln.append(n)
    m = sum(ln) / games
    sd = (sum((x - m) ** 2 for x in ln) / games) ** 0.5
    return [w / games, m, sd, turns / games, [c / games for c in cap], [c / games for c in pas], cho / games]

def check():
    rng = random.Random(1)
    # numbering: a bijection, equal in both programs
    for n in (1, 2):
        got = sorted(number(n, p) for p in all_positions(n))
        assert got == list(range(total(n)))
    count = 0
    for r in SETTINGS:
        for n in range(1, 8):
            rules = with_pieces(r, n)
            t = Solver(rules)
            g = t.g
            for _ in range(150):
                pos, seat = strewn(rng, n), rng.randrange(2)
                assert parse(text(pos, None, seat)) == (pos, seat)
                assert t.lib.number(*cpos(pos)) == number(n, pos)
                for d in g.laws[seat]:
                    o, pl = (ctypes.c_int * 30)(), (ctypes.c_int * 4)()
                    m = t.lib.list(seat, *cpos(pos), d, o, pl)
                    opts = g.options(pos, d)
                    assert opts == [(o[3 * i], o[3 * i + 1], bool(o[3 * i + 2])) for i in range(m)], (rules, pos, d)
                    if opts:
                        for p, i in zip(('first', 'runner', 'greedy', 'careful'), pl):
                            assert g.choose(p, pos, d, seat, opts) == opts[i], (rules, pos, d, p)
                    for x in opts:
                        new, again = g.play(pos, x)
                        assert len(new[0]) + new[2] <= n and len(set(new[0])) == len(new[0]) and not set(s for s in new[0] if s > 4) & set(new[1])
                        assert len(new[0]) + new[2] - len(pos[0]) - pos[2] == (x[0] == 0) and len(pos[1]) - len(new[1]) == x[2]
                    count += 1
    print('options, policies, numbers: %d position-throws agree' % count)
    for r in SETTINGS + [x for x, _ in ENDLESS]:
        rules = with_pieces(r, 1)
        assert Solver(rules).endless()[::2] == py_endless(Game(rules)), rules
    for r, _ in ENDLESS[:3] + ENDLESS[11:12] + [(SETTINGS[10], 0), (SETTINGS[0], 0)]:
        rules = with_pieces(r, 2)
        assert Solver(rules).endless()[::2] == py_endless(Game(rules)), rules
    print('E agrees')
    worst = 0
    for n, which in ((1, range(len(SETTINGS))), (2, (0, 3, 10, 15, 23))):
        for i in which:
            rules = with_pieces(SETTINGS[i], n)
            t = Solver(rules)
            if t.endless()[0]:
                continue
            t.solve()
            states, W = py_solve(t.g)
            worst = max([worst] + [abs(W[j] - t.value(*s)) for j, s in enumerate(states)])
    print('values, one and two pieces, every position: greatest difference %.2g' % worst)
    for i in (0, 8):
        t = solver(with_pieces(SETTINGS[i], 3))
        g, worst = t.g, 0
        for _ in range(3000):
            pos, k = some_position(rng, g)
            v = float(g.lost) * (1 - t.value(mirror(pos), 1 - k))
            for d, p in g.laws[k].items():
                v += float(p) * max(t.after(pos, k, o) for o in g.options(pos, d) or [None])
            worst = max(worst, abs(v - t.value(pos, k)))
        print('three pieces, equation of section 5 at 3000 positions: greatest residual %.2g' % worst)
    for i, n, play in ((0, 2, ["best", "best"]), (8, 2, ["random", "careful"]), (29, 2, ["greedy", "best"]), (23, 3, ["best", "random"]), (10, 2, ["first", "runner"])):
        t = solver(with_pieces(SETTINGS[i], n))
        row = win(t, play)
        print('chain     ', row)
        print('5000 games', simulate(t, play, 5000, rng))

# ---------------------------------------------------------------- main

MAKERS = {'moves': make_moves, 'values': make_values, 'endless': make_endless, 'win': make_win,
          'strategy': make_strategy, 'numbering': make_numbering, 'five': make_five}

def dump(data):
    def val(v):
        return json.dumps(v, separators=(',', ':'))
    parts = []
    for k, v in data.items():
        if isinstance(v, list):
            parts.append(json.dumps(k) + ':[\n' + ',\n'.join(map(val, v)) + '\n]')
        else:
            inner = []
            for a, b in v.items():
                inner.append(json.dumps(a) + ':' + ('[\n' + ',\n'.join(map(val, b)) + '\n]' if isinstance(b, list) else val(b)))
            parts.append(json.dumps(k) + ':{\n' + ',\n'.join(inner) + '\n}')
    return '{\n' + ',\n'.join(parts) + '\n}\n'

def main(args):
    if args == ['check']:
        return check()
    old = json.load(open(OUT)) if os.path.exists(OUT) else {}
    for k in args or MAKERS:
        t = time.time()
        old[k] = MAKERS[k]()
        print('%s: %.1f s' % (k, time.time() - t), flush=True)
        with open(OUT, 'w') as f:
            f.write(dump({k: old[k] for k in MAKERS if k in old}))

if __name__ == '__main__':
    main(sys.argv[1:])
