#!/usr/bin/env python3
"""Expected values for one cast of tali, by brute force.

A talus is a four-sided knucklebone with the faces 1, 3, 4 and 6.  This script
goes through every ordered outcome of a set of k tali (4^k of them), multiplies
the exact chances of the faces, and adds up.  Everything is a Fraction; there
is no floating-point number anywhere.  It shares no code with the program that
it checks.

Run it with

    python3 tests/oracle/make_one_cast.py

(Python 3, standard library only).  It writes into its own folder:

    bones.csv        the sets of bones: the normalised chance of each face
    casts.csv        every cast of every set: kind, rank, ways, chance
    kinds.csv        Venus, Senio, ...: odds, waiting times, runs
    events.csv       chances of events, some of them conditional
    sensitivity.csv  how much a chance changes if a face is shown one percent more often

Numbers are "n/d" in lowest terms, or "n" for a whole number.  "inf" is an
infinite value, "undefined" a value that does not exist (the chance of an event
on a condition that cannot happen).
"""

import csv
import itertools
import math
import pathlib
from fractions import Fraction as F

EXPECTED = pathlib.Path(__file__).resolve().parent.parent / "expected"
FACES = (1, 3, 4, 6)
KINDS = ("venus", "senio", "vultures", "canis", "void")


# ---------------------------------------------------------------- the bones

def bone(*weights):
    """One bone: its four weights (whole numbers, fractions or decimals given
    as text) normalised to chances, in the order of FACES."""
    exact = [F(w) for w in weights]
    assert len(exact) == 4 and min(exact) >= 0 and sum(exact) > 0
    return tuple(w / sum(exact) for w in exact)


TRADITIONAL = bone("1/10", "4/10", "4/10", "1/10")
UNIFORM = bone("1/4", "1/4", "1/4", "1/4")
SKEWED = bone(7, 31, 45, 17)


def posterior_mean(*counts):
    """A bone that was cast sum(counts) times, under a Dirichlet prior of 1/2
    for each face: (c + 1/2) / (N + 2)."""
    return tuple((c + F(1, 2)) / (sum(counts) + 2) for c in counts)


SETS = {
    "traditional": [TRADITIONAL] * 4,
    "uniform": [UNIFORM] * 4,
    "skewed": [SKEWED] * 4,
    "mixed": [TRADITIONAL, UNIFORM, bone(3, 31, 45, 17),
              bone("0.07", "0.37", "0.48", "0.08")],
    "no-six-once": [bone(1, 4, 4, 0)] + [bone(1, 4, 4, 1)] * 3,
    "never-six": [bone(1, 4, 4, 0)] * 4,
    "certain-four": [bone(0, 0, 1, 0)] * 4,
    "counts": [posterior_mean(53, 190, 201, 56)] * 4,
    "five": [TRADITIONAL] * 5,
    "two": [SKEWED] * 2,
    "eight": [TRADITIONAL] * 8,
    "one": [SKEWED],
}


# ----------------------------------------------- outcomes, casts and kinds

def outcomes(bones):
    """All ordered outcomes of a set: a list of (faces, chance)."""
    result = [((), F(1))]
    for b in bones:
        result = [(faces + (f,), p * b[i])
                  for faces, p in result for i, f in enumerate(FACES)]
    return result


OUTCOMES = {name: outcomes(bones) for name, bones in SETS.items()}


def cast(o):
    """The cast an outcome shows, written high to low: (3, 6, 1, 4) -> 6431."""
    return "".join(str(f) for f in sorted(o, reverse=True))


def kind(o):
    """The kind of a cast of four bones."""
    assert len(o) == 4, "only casts of four bones have a kind"
    c = cast(o)
    if c == "6431":
        return "venus"
    if c == "1111":
        return "canis"
    if c in ("3333", "4444", "6666"):
        return "vultures"
    if "6" in c:
        return "senio"
    return "void"


def n(o, face):
    """How many bones show this face."""
    return sum(1 for f in o if f == face)


ALL_CASTS_OF_FOUR = sorted({cast(o) for o in itertools.product(FACES, repeat=4)})


def pips(c):
    """The sum of a cast written as text."""
    return sum(int(digit) for digit in c)


def kind_of_cast(c):
    return kind(tuple(int(digit) for digit in c))


# The Senios rank by their sum; the lowest sum has rank 5.
SENIO_SUMS = sorted({pips(c) for c in ALL_CASTS_OF_FOUR
                     if kind_of_cast(c) == "senio"})


def rank(c):
    """The rank of a cast of four bones: 0 (void) to 18 (Venus)."""
    k = kind_of_cast(c)
    if k == "venus":
        return 18
    if k == "senio":
        return 5 + SENIO_SUMS.index(pips(c))
    if k == "vultures":
        return {"3333": 2, "4444": 3, "6666": 4}[c]
    if k == "canis":
        return 1
    return 0


def listing_key(c):
    """Sorting by this key gives the order in which casts are listed."""
    if len(c) == 4 and rank(c) > 0:
        return (-rank(c), 0, -int(c))       # ranked: by rank, larger number first
    return (0, -pips(c), -int(c))           # void, or not four bones: by sum first


def chance(set_name, event, given=None):
    """P(event), or P(event | given); None if the condition has no chance."""
    if given is None:
        return sum((p for o, p in OUTCOMES[set_name] if event(o)), F(0))
    condition = sum((p for o, p in OUTCOMES[set_name] if given(o)), F(0))
    if condition == 0:
        return None
    both = sum((p for o, p in OUTCOMES[set_name] if given(o) and event(o)), F(0))
    return both / condition


# ------------------------------------------------------- waits and runs

def quantile(p, q):
    """The smallest n with 1 - (1-p)^n >= q (0 < q < 1); None if p is 0.

    The same as the smallest n with (1-p)^n <= 1-q.  Find the largest m with
    (1-p)^m > 1-q, bit by bit from the top, in whole numbers only; n is m + 1.
    """
    if p == 0:
        return None
    a, b = (1 - p).numerator, (1 - p).denominator      # (1-p)^m = a^m / b^m
    c, d = (1 - q).numerator, (1 - q).denominator

    def still_above(top, bottom):                      # top/bottom > c/d
        return top * d > c * bottom

    powers = [(a, b)]                                  # exponents 1, 2, 4, 8, ...
    while still_above(*powers[-1]):
        top, bottom = powers[-1]
        powers.append((top * top, bottom * bottom))
    m, top, bottom = 0, 1, 1
    for i in reversed(range(len(powers))):
        t, u = top * powers[i][0], bottom * powers[i][1]
        if still_above(t, u):
            m, top, bottom = m + 2 ** i, t, u
    return m + 1


def quantile_step_by_step(p, q):
    """The same, straight from the definition; for checking small cases."""
    count = 1
    while 1 - (1 - p) ** count < q:
        count += 1
    return count


def within(p, casts):
    """The chance that the event happens at least once in n casts."""
    return 1 - (1 - p) ** casts


def solve(matrix, right):
    """Solve a square linear system exactly; None if it is singular."""
    size = len(right)
    rows = [list(r) + [x] for r, x in zip(matrix, right)]
    for col in range(size):
        pivot = next((r for r in range(col, size) if rows[r][col] != 0), None)
        if pivot is None:
            return None
        rows[col], rows[pivot] = rows[pivot], rows[col]
        rows[col] = [x / rows[col][col] for x in rows[col]]
        for r in range(size):
            if r != col and rows[r][col] != 0:
                factor = rows[r][col]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[col])]
    return [r[size] for r in rows]


def run_wait_by_states(p, k):
    """Expected casts until k successes in a row, from the chain itself.

    State i = the last i casts were successes.  E[i] = 1 + p E[i+1] + (1-p) E[0],
    E[k] = 0.  With p = 0 the system has no solution: the wait is infinite.
    """
    matrix = [[F(0)] * k for _ in range(k)]
    for i in range(k):
        matrix[i][i] += 1
        matrix[i][0] -= 1 - p
        if i + 1 < k:
            matrix[i][i + 1] -= p
    solution = solve(matrix, [F(1)] * k)
    return None if solution is None else solution[0]


def run_wait(p, k):
    """Expected casts until k successes in a row; None if infinite."""
    if p == 0:
        value = None
    elif p == 1:
        value = F(k)
    else:
        value = (1 - p ** k) / ((1 - p) * p ** k)
    assert value == run_wait_by_states(p, k), (p, k)
    return value


# ------------------------------------------------------------ sensitivity

def with_more(b, face):
    """The bone with this face shown one percent more often, and the others
    less often in proportion."""
    p = b[FACES.index(face)]
    if p == 1:
        return b
    left = (1 - p * F(101, 100)) / (1 - p)
    return tuple(p * F(101, 100) if g == face else q * left for g, q in zip(FACES, b))


def chance_given(bones, event, given):
    """P(event | given), None if what is given cannot happen."""
    possible = [(o, p) for o, p in outcomes(bones) if given(o)]
    condition = sum(p for o, p in possible)
    return sum(p for o, p in possible if event(o)) / condition if condition else None


# ------------------------------------------------------------ the events
#
# Each row: set, event as text, event as a function, and, if there is a condition,
# condition as text and as a function.  The text is never parsed here; the
# function gives its meaning.  In the text, a comparison binds
# tightest, then "not", then "and", then "or".  The functions are bracketed in
# full, so that nothing depends on Python's precedence.

EVENTS = [
    # single casts and kinds
    ("traditional", "venus", lambda o: kind(o) == "venus"),
    ("traditional", "6431", lambda o: cast(o) == "6431"),
    ("traditional", "6643", lambda o: cast(o) == "6643"),
    ("uniform", "6643", lambda o: cast(o) == "6643"),
    ("skewed", "6643", lambda o: cast(o) == "6643"),
    ("mixed", "6643", lambda o: cast(o) == "6643"),
    ("mixed", "4433", lambda o: cast(o) == "4433"),
    ("no-six-once", "6666", lambda o: cast(o) == "6666"),
    ("counts", "3333 or 4444", lambda o: (cast(o) == "3333") or (cast(o) == "4444")),
    ("skewed", "senio", lambda o: kind(o) == "senio"),
    ("mixed", "vultures", lambda o: kind(o) == "vultures"),
    ("mixed", "not void", lambda o: not (kind(o) == "void")),
    ("certain-four", "vultures", lambda o: kind(o) == "vultures"),
    ("certain-four", "void", lambda o: kind(o) == "void"),
    ("never-six", "venus or senio",
     lambda o: (kind(o) == "venus") or (kind(o) == "senio")),
    # sums, with every comparison (the traditional bones are symmetric about 14,
    # so the skewed ones tell > from <)
    ("traditional", "sum>=14", lambda o: sum(o) >= 14),
    ("traditional", "sum>14", lambda o: sum(o) > 14),
    ("traditional", "sum<=14", lambda o: sum(o) <= 14),
    ("traditional", "sum<14", lambda o: sum(o) < 14),
    ("traditional", "sum=14", lambda o: sum(o) == 14),
    ("traditional", "sum!=14", lambda o: sum(o) != 14),
    ("mixed", "sum>=14", lambda o: sum(o) >= 14),
    ("skewed", "sum>=14", lambda o: sum(o) >= 14),
    ("skewed", "sum>14", lambda o: sum(o) > 14),
    ("skewed", "sum<=14", lambda o: sum(o) <= 14),
    ("skewed", "sum<14", lambda o: sum(o) < 14),
    ("mixed", "sum=14 and not venus",
     lambda o: (sum(o) == 14) and (not (kind(o) == "venus"))),
    ("uniform", "sum=5", lambda o: sum(o) == 5),
    ("uniform", "sum>24", lambda o: sum(o) > 24),
    ("uniform", "sum>=4", lambda o: sum(o) >= 4),
    # counts of a face
    ("traditional", "6>=2", lambda o: n(o, 6) >= 2),
    ("skewed", "6>=2", lambda o: n(o, 6) >= 2),
    ("mixed", "6>=2", lambda o: n(o, 6) >= 2),
    ("mixed", "1=0", lambda o: n(o, 1) == 0),
    ("mixed", "3!=2", lambda o: n(o, 3) != 2),
    ("mixed", "4<=1", lambda o: n(o, 4) <= 1),
    ("counts", "1<1", lambda o: n(o, 1) < 1),
    ("counts", "4>2", lambda o: n(o, 4) > 2),
    ("uniform", "6>=0", lambda o: n(o, 6) >= 0),
    ("uniform", "6>=5", lambda o: n(o, 6) >= 5),
    ("no-six-once", "6=3", lambda o: n(o, 6) == 3),
    ("no-six-once", "6=4", lambda o: n(o, 6) == 4),
    ("never-six", "6=0", lambda o: n(o, 6) == 0),
    ("certain-four", "4=4", lambda o: n(o, 4) == 4),
    ("uniform", "1=1 and 3=1 and 4=1 and 6=1",
     lambda o: (n(o, 1) == 1) and (n(o, 3) == 1) and (n(o, 4) == 1) and (n(o, 6) == 1)),
    ("mixed", "1=2 and 6=2 or 3=2 and 4=2",
     lambda o: ((n(o, 1) == 2) and (n(o, 6) == 2)) or ((n(o, 3) == 2) and (n(o, 4) == 2))),
    # precedence: what each row means without brackets, and the other reading
    ("mixed", "venus or senio and sum>=15",
     lambda o: (kind(o) == "venus") or ((kind(o) == "senio") and (sum(o) >= 15))),
    ("mixed", "(venus or senio) and sum>=15",
     lambda o: ((kind(o) == "venus") or (kind(o) == "senio")) and (sum(o) >= 15)),
    ("mixed", "sum>=15 and senio or venus",
     lambda o: ((sum(o) >= 15) and (kind(o) == "senio")) or (kind(o) == "venus")),
    ("mixed", "sum>=15 and (senio or venus)",
     lambda o: (sum(o) >= 15) and ((kind(o) == "senio") or (kind(o) == "venus"))),
    ("mixed", "not 6>=1 and 1=0",
     lambda o: (not (n(o, 6) >= 1)) and (n(o, 1) == 0)),
    ("mixed", "not (6>=1 and 1=0)",
     lambda o: not ((n(o, 6) >= 1) and (n(o, 1) == 0))),
    ("mixed", "not venus or sum=14",
     lambda o: (not (kind(o) == "venus")) or (sum(o) == 14)),
    ("mixed", "not (venus or sum=14)",
     lambda o: not ((kind(o) == "venus") or (sum(o) == 14))),
    ("skewed", "not void and not senio or 1>=3",
     lambda o: ((not (kind(o) == "void")) and (not (kind(o) == "senio"))) or (n(o, 1) >= 3)),
    ("skewed", "not void and not (senio or 1>=3)",
     lambda o: (not (kind(o) == "void")) and (not ((kind(o) == "senio") or (n(o, 1) >= 3)))),
    ("skewed", "not (void and not senio or 1>=3)",
     lambda o: not (((kind(o) == "void") and (not (kind(o) == "senio"))) or (n(o, 1) >= 3))),
    ("skewed", "not not venus", lambda o: not (not (kind(o) == "venus"))),
    ("skewed", "not not not (venus)", lambda o: not (not (not (kind(o) == "venus")))),
    ("counts", "canis or 6=1 and 4=1 or 3>=3 and not 6=0",
     lambda o: (kind(o) == "canis") or ((n(o, 6) == 1) and (n(o, 4) == 1))
     or ((n(o, 3) >= 3) and (not (n(o, 6) == 0)))),
    ("counts", "((canis or 6=1) and (4=1 or 3>=3)) and not (6=0)",
     lambda o: (((kind(o) == "canis") or (n(o, 6) == 1))
                and ((n(o, 4) == 1) or (n(o, 3) >= 3))) and (not (n(o, 6) == 0))),
    # a tautology and a contradiction
    ("mixed", "venus or not venus",
     lambda o: (kind(o) == "venus") or (not (kind(o) == "venus"))),
    ("mixed", "6=0 and senio", lambda o: (n(o, 6) == 0) and (kind(o) == "senio")),
    # on a condition
    ("traditional", "venus", lambda o: kind(o) == "venus",
     "not void", lambda o: not (kind(o) == "void")),
    ("traditional", "sum>=14", lambda o: sum(o) >= 14,
     "senio", lambda o: kind(o) == "senio"),
    ("uniform", "venus", lambda o: kind(o) == "venus",
     "6>=1", lambda o: n(o, 6) >= 1),
    ("skewed", "6>=2", lambda o: n(o, 6) >= 2,
     "6>=1", lambda o: n(o, 6) >= 1),
    ("mixed", "venus", lambda o: kind(o) == "venus",
     "sum=14", lambda o: sum(o) == 14),
    ("mixed", "sum>=14", lambda o: sum(o) >= 14,
     "not void", lambda o: not (kind(o) == "void")),
    ("mixed", "4444", lambda o: cast(o) == "4444",
     "vultures or canis", lambda o: (kind(o) == "vultures") or (kind(o) == "canis")),
    ("mixed", "6=1 or 1=1 and 3=1",
     lambda o: (n(o, 6) == 1) or ((n(o, 1) == 1) and (n(o, 3) == 1)),
     "not 4>=2 and sum<16", lambda o: (not (n(o, 4) >= 2)) and (sum(o) < 16)),
    ("mixed", "senio", lambda o: kind(o) == "senio",
     "void", lambda o: kind(o) == "void"),
    ("mixed", "sum>=4", lambda o: sum(o) >= 4,
     "6666", lambda o: cast(o) == "6666"),
    ("counts", "senio", lambda o: kind(o) == "senio",
     "sum>=9 and sum<=22", lambda o: (sum(o) >= 9) and (sum(o) <= 22)),
    ("no-six-once", "senio", lambda o: kind(o) == "senio",
     "6>=1", lambda o: n(o, 6) >= 1),
    ("never-six", "void", lambda o: kind(o) == "void",
     "1>=1", lambda o: n(o, 1) >= 1),
    ("certain-four", "4444", lambda o: cast(o) == "4444",
     "sum=16", lambda o: sum(o) == 16),
    # on a condition that cannot happen
    ("never-six", "venus", lambda o: kind(o) == "venus",
     "6>=1", lambda o: n(o, 6) >= 1),
    ("certain-four", "canis", lambda o: kind(o) == "canis",
     "venus", lambda o: kind(o) == "venus"),
    ("no-six-once", "6=4", lambda o: n(o, 6) == 4,
     "6666", lambda o: cast(o) == "6666"),
    ("uniform", "venus", lambda o: kind(o) == "venus",
     "sum>24", lambda o: sum(o) > 24),
    ("uniform", "sum>=4", lambda o: sum(o) >= 4,
     "6>=1 and 6=0", lambda o: (n(o, 6) >= 1) and (n(o, 6) == 0)),
    # one bone
    ("one", "sum=6", lambda o: sum(o) == 6),
    ("one", "6=1", lambda o: n(o, 6) == 1),
    ("one", "6", lambda o: cast(o) == "6"),
    ("one", "1=0", lambda o: n(o, 1) == 0),
    ("one", "sum!=3 and not 4=1", lambda o: (sum(o) != 3) and (not (n(o, 4) == 1))),
    ("one", "4=1", lambda o: n(o, 4) == 1, "sum>=3", lambda o: sum(o) >= 3),
    ("one", "4=1", lambda o: n(o, 4) == 1, "sum=5", lambda o: sum(o) == 5),
    # two bones
    ("two", "64", lambda o: cast(o) == "64"),
    ("two", "33", lambda o: cast(o) == "33"),
    ("two", "sum=7", lambda o: sum(o) == 7),
    ("two", "sum>=7 or 1=2", lambda o: (sum(o) >= 7) or (n(o, 1) == 2)),
    ("two", "6>=2", lambda o: n(o, 6) >= 2, "6>=1", lambda o: n(o, 6) >= 1),
    # five bones
    ("five", "66431", lambda o: cast(o) == "66431"),
    ("five", "6>=2", lambda o: n(o, 6) >= 2),
    ("five", "sum>=14", lambda o: sum(o) >= 14),
    ("five", "1>=1 and 3>=1 and 4>=1 and 6>=1",
     lambda o: (n(o, 1) >= 1) and (n(o, 3) >= 1) and (n(o, 4) >= 1) and (n(o, 6) >= 1)),
    ("five", "not 6>=1 or sum>25 and 1=0",
     lambda o: (not (n(o, 6) >= 1)) or ((sum(o) > 25) and (n(o, 1) == 0))),
    ("five", "3=2", lambda o: n(o, 3) == 2, "4=2", lambda o: n(o, 4) == 2),
    # eight bones
    ("eight", "44443333", lambda o: cast(o) == "44443333"),
    ("eight", "6>=2", lambda o: n(o, 6) >= 2),
    ("eight", "1=0", lambda o: n(o, 1) == 0),
    ("eight", "sum=28", lambda o: sum(o) == 28),
    ("eight", "sum>28 and (1>=1 or 6=0)",
     lambda o: (sum(o) > 28) and ((n(o, 1) >= 1) or (n(o, 6) == 0))),
    ("eight", "sum>28 and 1>=1 or 6=0",
     lambda o: ((sum(o) > 28) and (n(o, 1) >= 1)) or (n(o, 6) == 0)),
    ("eight", "6=8", lambda o: n(o, 6) == 8, "sum>=46", lambda o: sum(o) >= 46),
    ("eight", "6=8", lambda o: n(o, 6) == 8, "sum=47", lambda o: sum(o) == 47),
]

# The events whose sensitivity is wanted: event, condition (text and by hand).
SENSITIVE = [
    ("venus", lambda o: kind(o) == "venus", "", lambda o: True),
    ("senio", lambda o: kind(o) == "senio", "", lambda o: True),
    ("6>=2", lambda o: n(o, 6) >= 2, "", lambda o: True),
    ("sum>=14", lambda o: sum(o) >= 14,
     "not void", lambda o: not (kind(o) == "void")),
]


# --------------------------------------------------------- writing the files

def text(x, missing):
    """A number as written in the files."""
    return missing if x is None else str(x)      # a Fraction prints as n/d or n


def write(name, header, rows):
    with open(EXPECTED / name, "w", newline="", encoding="ascii") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def make_bones():
    rows = []
    for name, bones in SETS.items():
        for i, b in enumerate(bones, 1):
            assert sum(b) == 1
            rows.append([name, i] + [str(p) for p in b])
    write("bones.csv", ["set", "bone", "face1", "face3", "face4", "face6"], rows)


def make_casts():
    rows = []
    for name, bones in SETS.items():
        k = len(bones)
        ways, probability = {}, {}
        for o, p in OUTCOMES[name]:
            c = cast(o)
            ways[c] = ways.get(c, 0) + 1
            probability[c] = probability.get(c, F(0)) + p
        assert len(ways) == math.comb(k + 3, 3)
        assert sum(ways.values()) == 4 ** k
        assert sum(probability.values()) == 1
        cumulative = F(0)
        for position, c in enumerate(sorted(ways, key=listing_key), 1):
            repeats = math.prod(math.factorial(c.count(str(f))) for f in FACES)
            assert ways[c] == math.factorial(k) // repeats
            cumulative += probability[c]
            rows.append([name, position, c,
                         kind_of_cast(c) if k == 4 else "",
                         rank(c) if k == 4 else "",
                         sum(map(int, c)),
                         ways[c], str(probability[c]), str(cumulative)])
        assert cumulative == 1
    write("casts.csv", ["set", "position", "cast", "kind", "rank", "sum",
                        "ways", "probability", "cumulative"], rows)


def make_kinds():
    rows = []
    for name, bones in SETS.items():
        if len(bones) != 4:
            continue
        total = F(0)
        for k in KINDS:
            p = chance(name, lambda o: kind(o) == k)
            total += p
            for length in (1, 2, 3, 4, 5):
                run_wait(p, length)         # checks itself
            rows.append([name, k, str(p),
                         text((1 - p) / p if p else None, "inf"),
                         text(1 / p if p else None, "inf"),
                         text(quantile(p, F(1, 2)), "inf"),
                         text(quantile(p, F(9, 10)), "inf"),
                         str(within(p, 5)), str(within(p, 100)),
                         str(p ** 2), str(p ** 3),
                         text(run_wait(p, 2), "inf"),
                         text(run_wait(p, 3), "inf")])
        assert total == 1
    write("kinds.csv", ["set", "kind", "probability", "odds_against", "mean_wait",
                        "median", "q90", "within5", "within100", "run2", "run3",
                        "run2_wait", "run3_wait"], rows)


def make_events():
    rows, found = [], {}
    for name, event_text, event, *condition in EVENTS:
        given_text, given = condition if condition else ("", None)
        p = chance(name, event, given)
        assert p is None or 0 <= p <= 1
        assert (name, event_text, given_text) not in found, event_text
        found[name, event_text, given_text] = p
        rows.append([name, event_text, given_text, text(p, "undefined")])
    assert len(rows) >= 60

    # Wrong readings of the brackets must show: these pairs must differ.
    for name, one, other in [
            ("mixed", "venus or senio and sum>=15", "(venus or senio) and sum>=15"),
            ("mixed", "sum>=15 and senio or venus", "sum>=15 and (senio or venus)"),
            ("mixed", "not 6>=1 and 1=0", "not (6>=1 and 1=0)"),
            ("mixed", "not venus or sum=14", "not (venus or sum=14)"),
            ("skewed", "not void and not senio or 1>=3",
             "not void and not (senio or 1>=3)"),
            ("skewed", "not void and not senio or 1>=3",
             "not (void and not senio or 1>=3)"),
            ("eight", "sum>28 and (1>=1 or 6=0)", "sum>28 and 1>=1 or 6=0")]:
        assert found[name, one, ""] != found[name, other, ""], one
    # And these are certain, impossible, or equal to others.
    assert found["mixed", "venus or not venus", ""] == 1
    assert found["mixed", "not venus or sum=14", ""] == 1
    assert found["mixed", "6=0 and senio", ""] == 0
    assert found["traditional", "venus", ""] == found["traditional", "6431", ""]
    assert (found["traditional", "sum<14", ""] + found["traditional", "sum=14", ""]
            + found["traditional", "sum>14", ""]) == 1
    assert found["eight", "1=0", ""] == F(9, 10) ** 8
    assert found["never-six", "venus", "6>=1"] is None
    write("events.csv", ["set", "event", "given", "probability"], rows)


def make_sensitivity():
    rows = []
    for name in ("traditional", "uniform", "skewed", "mixed", "never-six"):
        bones = SETS[name]
        everyone = list(range(len(bones)))
        differ = len(set(bones)) > 1
        wanted = SENSITIVE[:1] if name == "never-six" else SENSITIVE
        for event_text, event, given_text, given in wanted:
            now = chance_given(bones, event, given)
            found = []
            for label, which in [("all", everyone)] + [(b + 1, [b]) for b in everyone if differ]:
                for f in FACES:
                    moved = [with_more(bone, f) if b in which else bone
                             for b, bone in enumerate(bones)]
                    change = chance_given(moved, event, given) - now
                    found.append([label, f, change, change / now if now else None])
            largest = max(abs(change) for label, f, change, part in found if label == "all")
            most = " ".join(str(f) for label, f, change, part in found
                            if label == "all" and abs(change) == largest and largest)
            for label, f, change, part in found:
                rows.append([name, event_text, given_text, label, f, text(change, "undefined"),
                             text(part, "undefined"), most])
    write("sensitivity.csv", ["set", "event", "given", "bone", "face", "change",
                              "relative_change", "most"], rows)


# ------------------------------------------------------------------- checks

def check_rules():
    casts = ALL_CASTS_OF_FOUR
    assert len(casts) == 35
    assert sum(1 for c in casts if rank(c) > 0) == 23
    assert sum(1 for c in casts if kind_of_cast(c) == "senio") == 18
    assert {rank(c) for c in casts} == set(range(19))
    assert min(SENIO_SUMS) == 9 and max(SENIO_SUMS) == 22
    for s in SETS:
        assert sum(p for _, p in OUTCOMES[s]) == 1
    known = {
        "traditional": {"venus": F(24, 625), "senio": F(1527, 5000),
                        "vultures": F(513, 10000), "canis": F(1, 10000),
                        "void": F(378, 625)},
        "uniform": {"venus": F(3, 32), "senio": F(75, 128), "vultures": F(3, 256),
                    "canis": F(1, 256), "void": F(39, 128)},
    }
    for s, values in known.items():
        for k, p in values.items():
            assert chance(s, lambda o: kind(o) == k) == p, (s, k)


def check_quantiles():
    # Exact ties: the chance within n casts is exactly q.
    assert quantile(F(1, 2), F(1, 2)) == 1
    assert quantile(F(1, 2), F(3, 4)) == 2
    assert quantile(F(1, 2), F(7, 8)) == 3
    assert quantile(F(9, 10), F(9, 10)) == 1
    assert quantile(F(9, 10), F(99, 100)) == 2
    assert quantile(F(1, 10), 1 - F(9, 10) ** 7) == 7
    assert quantile(F(1, 10), 1 - F(9, 10) ** 7 + F(1, 10 ** 30)) == 8
    assert quantile(F(1), F(1, 2)) == 1
    assert quantile(F(0), F(1, 2)) is None
    for top, bottom in itertools.product(range(1, 20), range(1, 20)):
        if top <= bottom:
            for q in (F(1, 2), F(9, 10), F(3, 4)):
                p = F(top, bottom)
                assert quantile(p, q) == quantile_step_by_step(p, q)


if __name__ == "__main__":
    check_rules()
    check_quantiles()
    make_bones()
    make_casts()
    make_kinds()
    make_events()
    make_sensitivity()
    for file in ("bones.csv", "casts.csv", "kinds.csv", "events.csv", "sensitivity.csv"):
        print(file, (EXPECTED / file).stat().st_size, "bytes")
