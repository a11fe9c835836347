#!/usr/bin/env python3
"""Reference values for Ludus Duodecim Scriptorum.

  python3 make_duodecim.py            rebuild duodecim.json
  python3 make_duodecim.py PART...    rebuild these parts only
  python3 make_duodecim.py check      self-test

The rules are implemented twice: plainly below (class Plain, brute force straight
from the rules page) and fast in duodecim_values.c.  Parts are computed with the
fast one; `check` compares the two and solves small cases in other ways.
"""
import itertools, json, math, os, random, subprocess, sys, time
from fractions import Fraction as F

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "..", "expected", "duodecim.json")
EXE = os.path.join(HERE, "duodecim_values")
MIDDLE = "6x4,14x3,15x2,22x2,23x3+1/3,6,7x4,11x3,25x2+4"
FAIR = [1] * 6
TALI = [1, 0, 4, 4, 0, 1]
KEYS = ["sum", "unused", "exit", "off"]
OTHER = {"sum": "steps", "unused": "most", "exit": "exact", "off": "gathered"}
POLICIES = ["first", "racer", "careful", "greedy", "search:1", "search:2"]


# ------------------------------------------------------------------ the rules, plainly

def set_partitions(xs):
    if not xs:
        yield []
        return
    for rest in set_partitions(xs[1:]):
        yield [[xs[0]]] + rest
        for i in range(len(rest)):
            yield rest[:i] + [[xs[0]] + rest[i]] + rest[i + 1:]


class Plain:
    """Brute force: pieces and dice are distinct, and every division, assignment and order is tried."""

    def __init__(self, rules):
        self.pieces = rules.get("pieces", 15)
        self.steps = rules.get("sum", "jump") == "steps"
        self.most = rules.get("unused", "forfeit") == "most"
        self.exact = rules.get("exit", "beyond") == "exact"
        self.gathered = rules.get("off", "any") == "gathered"
        die = rules.get("die", FAIR)
        self.dice = [die] * 3
        self.throws = {}
        total = math.prod(sum(d) for d in self.dice)
        for f in itertools.product(range(1, 7), repeat=3):
            w = math.prod(d[x - 1] for d, x in zip(self.dice, f))
            if w:
                t = tuple(sorted(f, reverse=True))
                self.throws[t] = self.throws.get(t, 0) + F(w, total)
        self.throws = dict(sorted(self.throws.items()))
        self.hcache = {}

    # --- notation: a side is the tuple of the spaces of its pieces, 0 in hand, 31 off, ascending
    def side(self, text):
        off = 0
        if "+" in text:
            text, k = text.split("+")
            off = int(k)
        out = []
        if text != "-":
            for item in text.split(","):
                s, _, c = item.partition("x")
                out += [int(s)] * (int(c) if c else 1)
        out += [31] * off
        assert len(out) <= self.pieces
        return tuple(sorted([0] * (self.pieces - len(out)) + out))

    def position(self, text):
        a, b = text.split("/")
        return self.side(a), self.side(b)

    def text(self, m, o):
        def one(a):
            on = [f"{s}x{a.count(s)}" if a.count(s) > 1 else str(s) for s in sorted(set(a)) if 1 <= s <= 30]
            return (",".join(on) or "-") + (f"+{a.count(31)}" if a.count(31) else "")
        return one(m) + "/" + one(o)

    # --- one turn
    def target(self, o, x, v):
        t = x + v
        if t > 30:
            return None if self.exact and t != 31 else 31
        if t >= 7 and o.count(t) >= 2:
            return None
        return t

    @staticmethod
    def capture(m, o):
        """the other's pieces on shared spaces where the mover now has one return to the hand"""
        return tuple(sorted(0 if 7 <= s <= 30 and s in m else s for s in o))

    def legal_end(self, m, m2):
        if not self.gathered or m2.count(31) == m.count(31):
            return True
        return all(s >= 25 for s in m2)

    def jump(self, m, o, dice):
        """all results that use just these dice"""
        out = set()
        hand = [i for i, s in enumerate(m) if s == 0]
        board = [i for i, s in enumerate(m) if 1 <= s <= 30]
        for part in set_partitions(list(dice)):
            groups = [sum(g) for g in part]
            k = min(len(hand), len(groups))
            for placers in itertools.combinations(range(len(groups)), k):
                if any(groups[g] > 6 for g in placers):
                    continue
                movers = [g for g in range(len(groups)) if g not in placers]
                for who in itertools.permutations(board, len(movers)):
                    m2 = list(m)
                    for g, i in zip(placers, hand):
                        m2[i] = groups[g]
                    for g, i in zip(movers, who):
                        m2[i] = self.target(o, m[i], groups[g])
                    if None in m2:
                        continue
                    m2 = tuple(sorted(m2))
                    if self.legal_end(m, m2):
                        out.add((m2, self.capture(m2, o)))
        return out

    def walk(self, m, o, dice):
        """steps: all results of using these dice one after the other in this order"""
        if not dice:
            return {(m, o)}
        if m.count(31) == self.pieces:
            return set()                       # over before these dice were used: not a turn of this many dice
        out = set()
        if 0 in m:
            moved = [tuple(sorted(m[1:] + (dice[0],)))]
        else:
            moved = []
            for i, x in enumerate(m):
                if x < 31 and (i == 0 or m[i - 1] != x):
                    t = self.target(o, x, dice[0])
                    if t is not None:
                        moved.append(tuple(sorted(m[:i] + m[i + 1:] + (t,))))
        for m2 in moved:
            out |= self.walk(m2, self.capture(m2, o), dice[1:])
        return out

    def results(self, m, o, throw):
        of = {}                                  # number of dice used -> results
        for k in (1, 2, 3):
            of[k] = set()
            if self.steps:
                for dice in set(itertools.permutations(throw, k)):
                    of[k] |= {r for r in self.walk(m, o, dice) if self.legal_end(m, r[0])}
            else:
                for dice in set(itertools.combinations(throw, k)):
                    of[k] |= self.jump(m, o, dice)
        finish = {r for k in of for r in of[k] if r[0].count(31) == self.pieces}
        if of[3] or not self.most:
            out = of[3] | finish
        else:
            out = (of[2] or of[1]) | finish
        return sorted(out, key=self.canon, reverse=True)

    @staticmethod
    def canon(r):
        m, o = r
        return [m.count(s) for s in range(31, -1, -1)] + [o.count(s) for s in range(0, 31)]

    # --- evaluation
    def usable(self, throw, hand):
        return {sum(c) for k in range(1, 3 - hand + 1) for c in itertools.combinations(throw, k)}

    def h(self, dist, hand):
        key = (frozenset(dist), hand)
        if key not in self.hcache:
            self.hcache[key] = sum((p for t, p in self.throws.items() if self.usable(t, hand) & key[0]), F(0))
        return self.hcache[key]

    def risk(self, a, b):
        hand = b.count(0)
        if hand >= 3:
            return F(0)
        r = F(0)
        for s in range(7, 31):
            if a.count(s) == 1:
                r += s * self.h({s - x for x in b if 1 <= x < s and s - x <= 18}, hand)
        return r

    @staticmethod
    def pips(a):
        return sum(31 - s for s in a)

    @staticmethod
    def pairs(a):
        return sum(a.count(s) >= 2 for s in range(7, 31))

    @staticmethod
    def lone(a):
        return sum(a.count(s) == 1 for s in range(7, 31))

    def z(self, m, o):
        if m.count(31) == self.pieces:
            return math.inf
        pm, po = self.pips(m), self.pips(o)
        top = (6 * (po - pm) - 40 - 3 * self.risk(m, o) + 2 * self.risk(o, m)
               + 5 * (self.pairs(m) - self.pairs(o)) - 30 * (m.count(0) - o.count(0)))
        return float(top) / (10 * math.sqrt(pm + po + 60))

    def v(self, m, o):
        return 1 / (1 + math.exp(-self.z(m, o)))

    def worth(self, m, o):
        total = 0.0
        for t, p in self.throws.items():
            rs = self.results(m, o, t)
            total += float(p) * (max(self.v(*r) for r in rs) if rs else self.v(m, o))
        return total

    def depth2(self, m, o):
        return 1.0 if m.count(31) == self.pieces else 1 - self.worth(o, m)

    @staticmethod
    def top(rs, values):
        best = max(values)
        return next(r for r, x in zip(rs, values) if x >= best - 1e-9)

    def choose(self, policy, m, o, rs):
        took = lambda r: sum(s * (o.count(s) - r[1].count(s)) for s in range(7, 31))
        if policy == "first":
            return rs[0]
        if policy == "racer":
            return min(rs, key=lambda r: (-r[0].count(31), r[0].count(0), self.pips(r[0])))
        if policy == "careful":
            return min(rs, key=lambda r: (self.lone(r[0]), -took(r)))
        if policy == "greedy":
            return min(rs, key=lambda r: (-took(r), self.lone(r[0])))
        zs = [self.z(*r) for r in rs]
        if policy == "search:1":
            return self.top(rs, zs)
        limit = sorted(zs, reverse=True)[7] - 1e-9 if len(zs) > 8 else -math.inf
        return self.top(rs, [self.depth2(*r) if x >= limit else -math.inf for r, x in zip(rs, zs)])


def fnv(strings):
    h = 0xCBF29CE484222325
    for s in strings:
        for c in (s + "\n").encode():
            h = (h ^ c) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{h:016x}"


# ------------------------------------------------------------------ the fast program

class Fast:
    def __init__(self):
        src = os.path.join(HERE, "duodecim_values.c")
        if not os.path.exists(EXE) or os.path.getmtime(EXE) < os.path.getmtime(src):
            subprocess.check_call(["gcc", "-std=c11", "-O2", "-o", EXE, src, "-lm"])
        self.p = subprocess.Popen([EXE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.now = None

    def rules(self, r):
        if r == self.now:
            return
        pl = Plain(r)
        w = " ".join(str(x) for d in pl.dice for x in d)
        self.p.stdin.write(f"rules {pl.pieces} {pl.steps:d} {pl.most:d} {pl.exact:d} {pl.gathered:d} {w}\n")
        self.now = json.loads(json.dumps(r))

    def ask(self, *words):
        self.p.stdin.write(" ".join(str(w) for w in words) + "\n")
        self.p.stdin.flush()
        line = self.p.stdout.readline()
        if not line:
            raise SystemExit("no answer to " + " ".join(str(w) for w in words))
        return line.split()


def frac(x):
    return f"{x.numerator}/{x.denominator}"


def tt(t):
    return "".join(map(str, t))


ALL_THROWS = [t for t in itertools.product(range(6, 0, -1), repeat=3) if t[0] >= t[1] >= t[2]]
ALL_THROWS.sort()


# ------------------------------------------------------------------ random positions

def placed(rng, n):
    """a position from random placement, legal in notation, nobody finished"""
    while True:
        owner = {s: rng.randrange(2) for s in range(7, 31)}
        style = rng.randrange(6)
        sides = []
        for who in range(2):
            off = rng.choice([0, 0, rng.randint(0, n), rng.randint(0, n), max(0, n - rng.randint(1, 4))])
            left = n - off
            hand = rng.choice([0, 0, 0, min(left, rng.randint(0, 3)), rng.randint(0, left)])
            board = left - hand
            mine = [s for s in range(7, 31) if owner[s] == who]
            home = list(range(1, 7))
            if style == 0:
                pool = home + mine
            elif style == 1:
                pool = [s for s in mine if s >= 20] or home
            elif style == 2:
                pool = rng.sample(home + mine, 4)
            elif style == 3:
                pool = mine + [rng.randint(1, 6)]
            elif style == 4:
                pool = [s for s in home + mine if s <= 18]
            else:
                pool = [s for s in mine if s >= 25] + ([rng.choice(home + mine)] if who else [])
                pool = pool or home
            side = [rng.choice(pool) for _ in range(board)]
            if style == 3:
                side = [s for s in side for _ in range(2)][:board]
            sides.append(tuple(sorted([0] * hand + side + [31] * off)))
        if all(a.count(31) < n for a in sides):
            return sides


def a_throw(rng, pl):
    return tt(rng.choices(list(pl.throws), [float(p) for p in pl.throws.values()])[0])


def played(rng, fast, rules, pols, want):
    """some positions of one game"""
    pl = Plain(rules)
    fast.rules(rules)
    pos, seen = "-/-", []
    for turn in range(rng.choice([60, 150, 300, 600])):
        seen.append(pos)
        _, over, pos = fast.ask("pick", pos, a_throw(rng, pl), rng.choice(pols[turn % 2]))
        if over == "1":
            break
    late = seen[-max(12, len(seen) // 4):]
    return [rng.choice(seen if rng.random() < .6 else late) for _ in range(want)]


def some_rules(rng, keep=0.3):
    if rng.random() < keep:
        return {}
    r = {}
    for k in KEYS:
        if rng.random() < .35:
            r[k] = OTHER[k]
    if rng.random() < .6:
        r["pieces"] = rng.randint(1, 14)
    x = rng.random()
    if x < .35:
        r["die"] = rng.choice([TALI, TALI, [0, 1, 1, 1, 1, 0], [1, 1, 0, 0, 1, 1], [2, 1, 1, 1, 1, 3],
                               [0, 0, 0, 1, 1, 1], [1, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1], [0, 1, 0, 0, 0, 0]])
    return r


# ------------------------------------------------------------------ parts

RULESETS = [{}] + [{k: OTHER[k]} for k in KEYS] + [
    {"sum": "steps", "unused": "most"}, {"sum": "steps", "exit": "exact"}, {"unused": "most", "exit": "exact"},
    {"unused": "most", "off": "gathered"}, {"exit": "exact", "off": "gathered"}, {"sum": "steps", "off": "gathered"},
    {"sum": "steps", "unused": "most", "exit": "exact", "off": "gathered"}, {"unused": "most", "exit": "exact", "off": "gathered"},
    {"die": TALI}, {"die": [0, 0, 0, 0, 0, 1]},
    {"die": TALI, "sum": "steps", "unused": "most"}, {"die": [1, 1, 0, 0, 1, 1], "exit": "exact"}]

POS15 = ["-/-", "6x3,4/-", "1,2,3,4,5,6/-", "1x5,2x4,6x4/6x5", "3x12/7x2,9x2+3", "1x4,2x3,3x3,6x4/2x9", "6x15/1x15",
         "2x3,5x4,6x3,9,12,14x2/6x9,10,13x2,17", MIDDLE, "3,6,7x4,11x3,25x2+4/6x4,14x3,15x2,22x2,23x3+1",
         "6x4,12x2+5/3x2,7x2,20+4", "-+13/30x2+13", "24,25x3,26x2,28x4,30x2+3/-", "25x2,27x3,29x4,30x4+2/3x4,9x2,20+7",
         "20,26x3,29x2+9/7x3,25+10", "30+14/29+14", "28,30+13/9x2,29x2+11", "5+14/7x2,8x2,9x2,10x2,11x2,23x2",
         "6x2,9+12/7x2,8x2,10x2,11x2,12x2,13x2,14x2+1", "1x3,4,6x2+7/10,11,12,13,14,15,16,17x2+5",
         "6x3,5x4,4x4,3x3/8,9,10x2,11+6", "2,8,9,10,12,14,16,18,20,21,22,23,24,25,26/-",
         "7,8,9,10,11,12,13,14,15,16,17,18,19,20,21/22,23,24,25,26,27,28,29,30+1", "29,30x2+12/1x2,28+12", "16+12/30x2,17+10",
         "30x15/29x15", "19,22+13/20,21,24,25,26,27,28+8", "24x2+13/30+12"]


def counts_of(fast, rules, pos):
    pl = Plain(rules)
    fast.rules(rules)
    a = fast.ask("count", pos)
    n, hit = {}, {}
    for item in a[:-2]:
        t, c, h = item.split(":")
        n[t], hit[t] = int(c), int(h)
    assert set(n) == {tt(t) for t in pl.throws}
    P = {tt(t): p for t, p in pl.throws.items()}
    S = lambda f: frac(sum((P[t] * f(t) for t in P), F(0)))
    return {"rules": rules, "position": pos, "results": [n.get(tt(t)) for t in ALL_THROWS],
            "forfeit": S(lambda t: int(n[t] == 0)), "choice": S(lambda t: int(n[t] >= 2)), "hit": S(lambda t: hit[t]),
            "turns_mean": S(lambda t: n[t]), "pips": [int(a[-2]), int(a[-1])]}


def part_counts(fast):
    out = [counts_of(fast, r, p) for p in POS15 for r in RULESETS]
    rng = random.Random(11)
    for n in range(1, 16):
        for r in ({}, {"sum": "steps"}, {"unused": "most"}, {"exit": "exact", "off": "gathered"}, {"sum": "steps", "unused": "most", "exit": "exact", "off": "gathered"}):
            r = dict(r, pieces=n)
            pl = Plain(r)
            out.append(counts_of(fast, r, "-/-"))
            for _ in range(2):
                out.append(counts_of(fast, r, pl.text(*placed(rng, n))))
    return {"throws": [tt(t) for t in ALL_THROWS], "cases": out}


def part_lines(fast):
    out = []
    cases = [({}, p, d) for p, d in [("-/-", 4), (MIDDLE, 2), ("6x4,12x2+5/3x2,7x2,20+4", 2), ("-+13/30x2+13", 3), ("6x15/6x15", 3),
                                     ("25x2,27x3,29x4,30x4+2/3x4,9x2,20+7", 2), ("29,30x2+12/1x2,28+12", 3), ("24x2+13/30+12", 3),
                                     ("7,8,9,10,11,12,13,14,15,16,17,18,19,20,21/22,23,24,25,26,27,28,29,30+1", 1)]]
    cases += [(dict(r), MIDDLE, 2) for r in RULESETS[1:5]] + [(RULESETS[11], MIDDLE, 2), ({"die": TALI}, MIDDLE, 2)]
    cases += [(r, "29,30x2+12/1x2,28+12", 3) for r in RULESETS[1:]]
    cases += [({"pieces": n}, "-/-", 3) for n in (1, 2, 3, 4, 5, 7, 10)]
    cases += [({"pieces": n, "sum": "steps", "unused": "most"}, "-/-", 3) for n in (1, 2, 3, 5)]
    for r, p, top in cases:
        fast.rules(r)
        out.append({"rules": r, "position": p, "lines": [int(fast.ask("lines", p, d)[0]) for d in range(1, top + 1)]})
    for r, p, t, top in [({}, MIDDLE, "641", 2), ({}, "-/-", "321", 3), ({}, "6x4,12x2+5/3x2,7x2,20+4", "641", 2), ({"pieces": 1}, "-/-", "666", 4),
                         ({"sum": "steps"}, MIDDLE, "652", 2), ({"unused": "most", "pieces": 2}, "6/-", "666", 4)]:
        fast.rules(r)
        out.append({"rules": r, "position": p + " " + t, "lines": [int(fast.ask("lines", p, d, t)[0]) for d in range(1, top + 1)]})
    return out


def part_random(fast):
    rng, out = random.Random(101), []
    mixes = [["random"], ["random", "greedy"], ["greedy", "first", "careful", "racer"], ["search:1"], ["random", "search:1", "careful"]]
    while len(out) < 3000:
        rules = some_rules(rng, .15)
        pl = Plain(rules)
        fast.rules(rules)
        if len(out) % 2:
            todo = [("placed", pl.text(*placed(rng, pl.pieces)))]
        else:
            m = rng.choice(mixes)
            todo = [("play", p) for p in played(rng, fast, rules, (m, rng.choice([m, rng.choice(mixes)])), 3)]
        for kind, pos in todo:
            if len(out) < 3000:
                t = a_throw(rng, pl)
                n, h = fast.ask("sum", pos, t)
                out.append({"rules": rules, "position": pos + " " + t, "kind": kind, "n": int(n), "fnv": h})
    return out


def num(x):
    x = float(x)
    return None if math.isinf(x) else float(f"{x:.15g}")


def part_policies(fast):
    rng, out = random.Random(202), []
    P = ["greedy"], ["search:1"], ["random"], ["greedy", "search:1", "random", "careful"]
    half = {"play": 500, "placed": 500}
    while sum(half.values()):
        rules = some_rules(rng, .45)
        if rng.random() < .5:
            rules = {k: v for k, v in rules.items() if k != "pieces"}
        pl = Plain(rules)
        fast.rules(rules)
        if half["placed"] >= half["play"]:
            todo = [("placed", pl.text(*placed(rng, pl.pieces)))]
        else:
            m = rng.choice(P)
            todo = [("play", p) for p in played(rng, fast, rules, (m, rng.choice([m, rng.choice(P)])), 3)]
        for kind, pos in todo:
            t = a_throw(rng, pl)
            if int(fast.ask("sum", pos, t)[0]) < 2 or not half[kind]:
                continue
            half[kind] -= 1
            a = fast.ask("policies", pos, t)
            out.append({"rules": rules, "position": pos + " " + t, "kind": kind, "n": int(a[0]), "next": dict(zip(POLICIES, a[1:7])),
                        "z": num(a[7]), "value": num(a[8])})
    return out


def part_worth(fast):
    rng, out = random.Random(303), []
    fixed = ["-/-", MIDDLE, "3,6,7x4,11x3,25x2+4/6x4,14x3,15x2,22x2,23x3+1", "6x4,12x2+5/3x2,7x2,20+4", "-+13/30x2+13", "29,30x2+12/1x2,28+12",
             "30+14/29+14", "5+14/7x2,8x2,9x2,10x2,11x2,23x2"]
    cases = [({}, p) for p in fixed] + [(r, MIDDLE) for r in RULESETS[1:]] + [(r, "6x4,12x2+5/3x2,7x2,20+4") for r in RULESETS[1:6]]
    while len(cases) < 60:
        r = some_rules(rng, .3)
        cases.append((r, Plain(r).text(*placed(rng, r.get("pieces", 15)))))
    for r, p in cases:
        fast.rules(r)
        out.append({"rules": r, "position": p, "value": num(fast.ask("worth", p)[0])})
    hits = []
    for die in (FAIR, TALI, [1, 0, 0, 0, 0, 1]):
        pl = Plain({"die": die})
        hits.append({"die": die, "hit": [[frac(pl.h({d}, h)) for d in range(1, 19)] for h in range(3)]})
    return {"worth": out, "hit": hits}


def part_strategy(fast):
    fast.rules({})
    out = []
    for t in ALL_THROWS:
        a = fast.ask("depth2", "-/-", tt(t))
        rs = [(a[i], float(a[i + 1]), float(a[i + 2])) for i in range(1, len(a), 3)]
        best = max(r[2] for r in rs)
        pick = next(r for r in rs if r[2] >= best - 1e-9)
        assert pick[0] == fast.ask("policies", "-/-", tt(t))[6] and len(rs) <= 8
        out.append({"throw": tt(t), "n": len(rs), "next": pick[0], "value": num(pick[2]), "better": num(pick[2] - min(r[2] for r in rs)),
                    "all": {r[0]: num(r[2]) for r in rs}})
    return out


# --- at most two pieces each

TABLES = [{}] + [{k: OTHER[k]} for k in KEYS] + [{"die": TALI}, {"sum": "steps", "unused": "most"},
          {"sum": "steps", "unused": "most", "exit": "exact", "off": "gathered"}, {"die": [0, 0, 0, 0, 0, 1]},
          {"die": [0, 0, 0, 1, 1, 0]}, {"die": [0, 0, 0, 0, 1, 1], "unused": "most", "exit": "exact"}]


def small_positions(rng, many):
    """positions with at most two pieces each, pieces=2: all kinds"""
    pl = Plain({"pieces": 2})
    out = ["-/-", "-+1/-+1", "-+1/-", "-/-+1", "30+1/29x2", "29,30/27,28"]

    def one(cap):
        k = rng.choice(["hand", "home", "shared", "any", "any", "late"])
        c = {"hand": [0] * 9 + list(range(1, 31)), "home": list(range(0, 7)), "shared": list(range(7, 31)), "any": list(range(31)), "late": list(range(22, 31))}[k]
        return sorted([rng.choice(c), 31 if cap == 1 or rng.random() < .15 else rng.choice(c)])
    while len(out) < many:
        cap = 1 if len(out) < many * .3 else 2
        a, b = one(cap), one(cap)
        if cap == 2 and rng.random() < .25:          # a pair in front
            s = rng.randint(7, 30)
            b = [s, s]
            a = sorted([max(0, s - rng.randint(1, 12)), rng.choice([31, max(0, s - rng.randint(1, 12))])])
            if rng.random() < .2:
                a, b = b, a
        if min(a) == 31 or min(b) == 31 or any(x == y and 7 <= x <= 30 for x in a for y in b):
            continue
        t = pl.text(tuple(a), tuple(b))
        if t not in out:
            out.append(t)
    return out


def part_table(fast):
    sets = []
    for k, r in enumerate(TABLES):
        r = dict(r, pieces=2)
        fast.rules(r)
        t0 = time.time()
        a = fast.ask("table", 2)
        pos = small_positions(random.Random(404 + k), 150)
        if int(a[7]):
            pos += [p for p in fast.ask("open", 30) if p not in pos]
        rows = []
        for p in pos:
            lo, hi = map(float, fast.ask("value", p))
            row = [p, num((lo + hi) / 2), float(f"{max(0, hi - lo) / 2:.3g}")]
            if hi - lo > 1e-12:
                row += [num(lo), num(hi)]
            rows.append(row)
        sets.append({"rules": r, "live": int(a[0]), "sweeps": int(a[1]), "mean": num(a[2]), "gap": float(a[3]), "last_change": float(a[4]),
                     "mean_one": num(a[5]), "live_one": int(a[6]), "open": int(a[7]), "zero_one": int(a[8]), "values": rows,
                     "mean_listed": num(sum(x[1] for x in rows) / len(rows))})
        print("   table", r, a, f"{time.time() - t0:.0f}s", flush=True)
    first = []
    for r in TABLES + [{"die": [1, 0, 0, 0, 0, 1]}, {"die": [1, 1, 1, 0, 0, 0]}, {"die": [0, 1, 0, 0, 0, 0]}, {"exit": "exact", "off": "gathered"}, {"unused": "most", "exit": "exact"}]:
        row = {"rules": r}
        for n in (1, 2):
            r2 = dict(r, pieces=n)
            if n == 2:
                have = [s for s in sets if s["rules"] == r2]
                if have:
                    row["pieces=2"] = next(x[1:] for x in have[0]["values"] if x[0] == "-/-")
                    continue
            fast.rules(r2)
            fast.ask("table", n)
            lo, hi = map(float, fast.ask("value", "-/-"))
            row[f"pieces={n}"] = [num((lo + hi) / 2), float(f"{max(0, hi - lo) / 2:.3g}")] + ([num(lo), num(hi)] if hi - lo > 1e-12 else [])
        first.append(row)
    return {"sets": sets, "first": first}


LADDER = ["random", "first", "racer", "careful", "greedy", "search:1"]
SIMNAMES = ["share1", "share2", "length_mean", "captures1", "captures2", "forfeits1", "forfeits2", "forfeit_share", "choice_share", "options_mean",
            "left_mean"]


def sim(fast, a, b, n, pos="-/-"):
    x = fast.ask("sim", a, b, n, pos)
    d = {x[0]: int(x[1]), x[2]: int(x[3]), x[4]: int(x[5])}
    for i in range(6, len(x), 3):
        d[x[i]] = [float(x[i + 1]), float(x[i + 2])]
    return d


def part_duels(fast, games=100000):
    fast.rules({})
    out = {"ladder": [], "selfplay": []}
    fast.ask("seed", 7)
    for lo, hi in zip(LADDER, LADDER[1:]):
        n = games // 2
        x, y = sim(fast, hi, lo, n), sim(fast, lo, hi, n)
        s1, s2 = x["share1"], y["share2"]
        out["ladder"].append({"policies": [hi, lo], "games": 2 * n, "share": [round((s1[0] + s2[0]) / 2, 6), float(f"{math.hypot(s1[1], s2[1]) / 2:.3g}")],
                              "as_seat_1": s1, "as_seat_2": s2, "never": x["never"] + y["never"], "longest": max(x["longest"], y["longest"])})
        print("   duel", out["ladder"][-1], flush=True)
    for p in LADDER:
        out["selfplay"].append(dict({"policies": [p, p]}, **sim(fast, p, p, games)))
        print("   self", out["selfplay"][-1], flush=True)
    return out


PARTS = {"counts": part_counts, "lines": part_lines, "random": part_random, "policies": part_policies, "worth": part_worth, "strategy": part_strategy,
         "table": part_table, "duels": part_duels}


# ------------------------------------------------------------------ writing

def dump(x):
    return json.dumps(x, separators=(",", ":"))


def write(data):
    """one case a line"""
    def block(v):
        if isinstance(v, list):
            return "[\n" + ",\n".join(dump(e) for e in v) + "]"
        return "{\n" + ",\n".join(json.dumps(k) + ":" + (block(e) if isinstance(e, list) and e and isinstance(e[0], dict) else dump(e)) for k, e in v.items()) + "}"
    with open(OUT + ".new", "w") as f:
        f.write("{\n" + ",\n".join(json.dumps(k) + ":" + block(data[k]) for k in PARTS if k in data) + "}\n")
    os.replace(OUT + ".new", OUT)


# ------------------------------------------------------------------ check

def say(name, ok, note=""):
    print(("ok    " if ok else "WRONG ") + name + ("  " + note if note else ""), flush=True)
    if not ok:
        FAILED.append(name)


FAILED = []


def near(a, b, tol=1e-12):
    return a == b or (a is not None and b is not None and abs(a - b) <= tol)


def check_page():
    """facts that the rules page and its source state"""
    pl = Plain({})
    res = lambda pos, t, r={}: {Plain(r).text(*x) for x in Plain(r).results(*Plain(r).position(pos), tuple(map(int, t)))}
    say("source: 1-2-3 places in five ways", res("-/-", "321") == {"1,2,3/-", "3x2/-", "1,5/-", "2,4/-", "6/-"})
    say("source: 2-4-6 places in two ways", res("-/-", "642") == {"2,4,6/-", "6x2/-"})
    say("source: 1-2-5 moves in five ways", res("10x15/-", "521") == {"10x12,11,12,15/-", "10x13,13,15/-", "10x13,12,16/-", "10x13,11,17/-", "10x14,18/-"})
    say("page: one in hand and 6-6-6", res("7x14/-", "666") == {"6,7x12,13x2/-", "6,7x13,19/-"})
    say("page: a single that is landed on by two is captured once", "7x12,8,12x2/-" in res("7x14,8/12", "541"))
    say("last piece off with dice left", res("30+14/-", "111") == {"-+15/-"} and "-+15/-" in res("20+14/-", "654"))
    say("exit exact", res("30+14/-", "222", {"exit": "exact"}) == set() and res("30+14/-", "221", {"exit": "exact"}) == {"-+15/-"})
    say("gathered", res("30,3+13/-", "111", {"off": "gathered"}) == {"6,30+13/-"})
    say("56 throws", len(pl.throws) == 56 and pl.throws[(6, 5, 2)] == F(1, 36) and pl.throws[(1, 1, 1)] == F(1, 216))


def check_results(data, fast):
    cache = {}
    plain = lambda r: cache.setdefault(dump(r), Plain(r))
    bad = 0
    for e in data["random"]:
        pl = plain(e["rules"])
        pos, t = e["position"].split()
        m, o = pl.position(pos)
        rs = pl.results(m, o, tuple(map(int, t)))
        bad += pl.text(m, o) != pos or len(rs) != e["n"] or fnv([pl.text(b, a) for a, b in rs] or [pl.text(o, m)]) != e["fnv"]
    say(f"random: {len(data['random'])} against brute force", bad == 0, f"{bad} differ")
    bad = 0
    for e in data["counts"]["cases"]:
        pl = plain(e["rules"])
        m, o = pl.position(e["position"])
        n, fo, ch, hi, mean = [], F(0), F(0), F(0), F(0)
        for t in ALL_THROWS:
            if t not in pl.throws:
                n.append(None)
                continue
            rs, p = pl.results(m, o, t), pl.throws[t]
            n.append(len(rs))
            fo, ch, mean = fo + p * (not rs), ch + p * (len(rs) > 1), mean + p * len(rs)
            hi += p * any(b.count(0) > o.count(0) for a, b in rs)
        bad += [n, frac(fo), frac(ch), frac(hi), frac(mean), [pl.pips(m), pl.pips(o)]] != [e[k] for k in ("results", "forfeit", "choice", "hit", "turns_mean", "pips")]
    say(f"counts: {len(data['counts']['cases'])} against brute force", bad == 0, f"{bad} differ")
    bad = done = 0
    for e in data["lines"]:
        pl = plain(e["rules"])
        p = e["position"].split()
        m, o = pl.position(p[0])
        only = tuple(map(int, p[1])) if len(p) > 1 else None

        def lines(m, o, d, only=None):
            if pl.pieces in (m.count(31), o.count(31)):
                return 0
            if d == 0:
                return 1
            s = 0
            for t in [only] if only else pl.throws:
                rs = pl.results(m, o, t) or [(m, o)]
                s += len(rs) if d == 1 else sum(lines(b, a, d - 1) for a, b in rs)
            return s
        for d, want in enumerate(e["lines"], 1):
            if d == 1 or (want < 20000 and e["lines"][d - 2] < 400):
                done += 1
                bad += lines(m, o, d, only) != want
    say(f"lines: {done} small numbers against brute force", bad == 0, f"{bad} differ")


def check_choices(data, fast, seconds=400):
    cache = {}
    plain = lambda r: cache.setdefault(dump(r), Plain(r))
    bad, t0, deep, many = 0, time.time(), 0, 0
    few = [e for e in data["policies"] if e["n"] <= 8]
    more = [e for e in data["policies"] if e["n"] > 8]
    random.Random(3).shuffle(few)
    random.Random(3).shuffle(more)
    for e in [e for two in itertools.zip_longest(few, more) for e in two if e]:
        pl = plain(e["rules"])
        pos, t = e["position"].split()
        m, o = pl.position(pos)
        rs = pl.results(m, o, tuple(map(int, t)))
        ok = len(rs) == e["n"] >= 2
        for pol in POLICIES:
            if pol == "search:2":
                if time.time() - t0 > seconds:
                    continue
                deep += 1
                many += len(rs) > 8
            r = pl.choose(pol, m, o, rs)
            ok &= pl.text(r[1], r[0]) == e["next"][pol]
            if pol == "search:1":
                ok &= near(e["z"], num(pl.z(*r)), 1e-11)
            if pol == "search:2":
                ok &= near(e["value"], pl.depth2(*r), 1e-13)
        bad += not ok
    say(f"policies: {len(data['policies'])} against the plain evaluation ({deep} with search:2, {many} of them with more than eight results)", bad == 0, f"{bad} differ")
    bad = 0
    for e in data["worth"]["worth"]:
        pl = plain(e["rules"])
        bad += abs(pl.worth(*pl.position(e["position"])) - e["value"]) > 1e-13
    say(f"worth: {len(data['worth']['worth'])} against the plain evaluation", bad == 0)
    bad = 0
    for e in data["strategy"]:
        pl = plain({})
        rs = pl.results(*pl.position("-/-"), tuple(map(int, e["throw"])))
        if len(rs) > 1:
            bad += pl.text(*pl.choose("search:2", *pl.position("-/-"), rs)[::-1]) != e["next"]
    say("strategy: 56 first throws against the plain evaluation", bad == 0)


def check_table(data, fast):
    sides = [(a, b) for a in range(32) for b in range(a, 32)]
    meet = lambda a, b: any(x == y and 7 <= x <= 30 for x in a for y in b)
    live = [(a, b) for a in sides for b in sides if (31, 31) not in (a, b) and not meet(a, b)]
    say("table: 253,429 live positions, 937 with one piece each", len(live) == 253429 and sum(a[1] == b[1] == 31 for a, b in live) == 937)
    # one piece each: plain value iteration over the bounds, no closed form
    for r in TABLES:
        pl = Plain(dict(r, pieces=1))
        st = [((a,), (b,)) for a in range(31) for b in range(31) if a != b or a < 7]
        row = {s: [(float(p), [(b, a) for a, b in pl.results(*s, t)]) for t, p in pl.throws.items()] for s in st}
        lo, hi = {s: 0.0 for s in st}, {s: 1.0 for s in st}
        for sweep in range(4000):
            d = 0
            for s in st:
                x = y = 0.0
                for p, succ in row[s]:
                    succ = succ or [(s[1], s[0])]
                    x += p * max(1 - hi.get(q, 0) for q in succ)
                    y += p * max(1 - lo.get(q, 0) for q in succ)
                d = max(d, abs(x - lo[s]), abs(y - hi[s]))
                lo[s], hi[s] = x, y
            if d < 1e-15:
                break
        fast.rules(dict(r, pieces=1))
        fast.ask("table", 1)
        err = 0
        for s in st:
            a, b = map(float, fast.ask("value", pl.text(*s)))
            err = max(err, abs(a - lo[s]), abs(b - hi[s]))
        say(f"table: one piece each, {r}, all 937", err < 1e-12, f"{err:.1e}, {sweep} plain sweeps")
    # two pieces each: the equation holds at the listed positions, with the plain results
    for e in data["table"]["sets"]:
        r = e["rules"]
        pl = Plain(r)
        fast.rules(r)
        a = fast.ask("table", 2)
        val = lambda m, o: (0.0, 0.0) if o.count(31) == 2 else tuple(map(float, fast.ask("value", pl.text(m, o))))
        err = 0
        for x in e["values"]:
            m, o = pl.position(x[0])
            lo = hi = 0.0
            for t, p in pl.throws.items():
                vs = [val(b, a) for a, b in pl.results(m, o, t)] or [val(o, m)]
                lo += float(p) * max(1 - v[1] for v in vs)
                hi += float(p) * max(1 - v[0] for v in vs)
            w = x[3:] or [x[1], x[1]]
            err = max(err, abs(lo - w[0]), abs(hi - w[1]))
        say(f"table: two pieces each, {r}, equation at {len(e['values'])} positions", err < 1e-12 and (e["gap"] < 1e-12 or e["open"] > 0), f"{err:.1e}")
        if not r.keys() - {"pieces"}:         # and the same positions in the game with 15 pieces
            big = Plain({})
            vals = {x[0]: x[1] for x in e["values"]}
            fast.rules({})
            fast.ask("table", 2)
            err = 0
            for x, v in vals.items():
                m, o = pl.position(x)
                y = big.text(tuple(sorted(m + (31,) * 13)), tuple(sorted(o + (31,) * 13)))
                lo, hi = map(float, fast.ask("value", y))
                err = max(err, abs((lo + hi) / 2 - v))
            say("table: same values in the game with 15 pieces", err < 1e-12)


def check_duels(data, fast, games=1500):
    """greedy against greedy again: plain choice and bookkeeping"""
    pl, rng = Plain({}), random.Random(5)
    fast.rules({})
    rows = []
    faces = lambda: tt(sorted((rng.randint(1, 6) for _ in range(3)), reverse=True))
    for _ in range(games):
        pos, turns, cap, forf, choice, opts = "-/-", 0, [0, 0], [0, 0], 0, []
        while True:
            seat = turns % 2
            turns += 1
            a = fast.ask("next", pos, faces())
            m, o = pl.position(pos)
            if a[0] == "0":
                forf[seat] += 1
                pos = pl.text(o, m)
                continue
            opts.append(int(a[0]))
            choice += opts[-1] > 1
            rs = [pl.position(x)[::-1] for x in a[1:]]
            m2, o2 = pl.choose("greedy", m, o, rs)
            cap[seat] += o2.count(0) - o.count(0)
            pos = pl.text(o2, m2)
            if m2.count(31) == 15:
                break
        rows.append(dict(share1=seat == 0, length_mean=turns, captures1=cap[0], captures2=cap[1], forfeits1=forf[0], forfeits2=forf[1], left_mean=15 - o2.count(31),
                         t=turns, f=sum(forf), c=choice, o=sum(opts), k=len(opts)))
    want = next(e for e in data["duels"]["selfplay"] if e["policies"] == ["greedy", "greedy"])
    worst = 0
    scale = math.sqrt(want["games"] / games)
    S = lambda k: sum(r[k] for r in rows)
    got = {k: S(k) / games for k in rows[0]}
    got.update(forfeit_share=S("f") / S("t"), choice_share=S("c") / S("t"), options_mean=S("o") / S("k"))
    for k in SIMNAMES:
        if k in got:
            worst = max(worst, abs(got[k] - want[k][0]) / (want[k][1] * math.hypot(scale, 1)))
    say(f"duels: greedy against itself, {games} games counted plainly", worst < 4.5, f"worst {worst:.2f} standard errors")


def check():
    data, fast = json.load(open(OUT)), Fast()
    check_page()
    check_results(data, fast)
    if "policies" in data:
        check_choices(data, fast)
    if "table" in data:
        check_table(data, fast)
    if "duels" in data:
        check_duels(data, fast)
    print("all agree" if not FAILED else f"{len(FAILED)} WRONG")
    return len(FAILED)



def main():
    args = sys.argv[1:]
    if args == ["check"]:
        raise SystemExit(1 if check() else 0)
    bad = [a for a in args if a not in PARTS]
    if bad:
        raise SystemExit(f"no part {bad[0]}; parts: {' '.join(PARTS)}, or check")
    data = json.load(open(OUT)) if args and os.path.exists(OUT) else {}
    fast = Fast()
    for name in args or PARTS:
        t0 = time.time()
        fast.ask("seed", 1)
        data[name] = PARTS[name](fast)
        write(data)
        print(f"{name}: {time.time() - t0:.1f} s", flush=True)


if __name__ == "__main__":
    main()
