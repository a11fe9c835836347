#!/usr/bin/env python3
"""Independent expected values for the statistics of `fit`.

Everything here is computed in Python, without looking at the Rust code, so that
the CSV files can serve as expected values in its tests.

A talus has four faces, always in the order 1, 3, 4, 6.  A cast of four tali is
  venus     all four faces once each (1 3 4 6),
  canis     1111,
  vultures  3333, 4444 or 6666,
  senio     at least one 6, and neither venus nor 6666,
  void      the rest.

Command:   venv/bin/python make_fit.py [directory for the files, default: ../expected]
Versions:  Python 3.11.7, scipy 1.17.1, numpy 2.4.6, mpmath 1.4.1
Time:      under a minute on one core; about 1 GB of memory (the draws for fit_kinds.csv).

Policy for floats: every value is computed twice, with SciPy and with mpmath in
50 to 80 digits (or with exact fractions).  The value written is the precise one
rounded to the nearest double; where SciPy differs from it by more than 1e-11
(relative), replaced.txt lists the row.  Floats are written with repr.
fit_published.csv recomputes published examples.
Monte Carlo quantiles (fit_kinds.csv) are the only random values; fixed seed.

Conventions: `level` is the significance level in fit_power*.csv (0.05).
Weights are relative (any sum).
A face of weight zero (fit_goodness) or a column of zeros (fit_homogeneity)
drops out.  `alpha` is the Dirichlet prior weight added to every face.
"""

import csv
import itertools
import math
import os
import sys
from fractions import Fraction
from functools import lru_cache

import mpmath
import numpy
import scipy
import scipy.special
import scipy.stats
from mpmath import mp, mpf

OUT = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "expected")
FACES = (1, 3, 4, 6)
SEED = 20240601
TOLERANCE = mpf("1e-11")

mp.dps = 60
replaced = []          # (file, row, scipy's value, our value)
compared = {}          # file -> number of values compared with SciPy


def write(name, header, rows):
    with open(os.path.join(OUT, name), "w", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(header)
        for row in rows:
            out.writerow([repr(float(v)) if isinstance(v, float) else v for v in row])
    print(f"{name}: {len(rows)} rows", flush=True)


def rounded(file, row, by_scipy, precise):
    """The precise value as a double; records differences from SciPy beyond the tolerance."""
    value = float(precise)
    compared[file] = compared.get(file, 0) + 1
    s = float(by_scipy)
    if value == 0.0 or abs(value) < 1e-300:
        good = abs(s) < 1e-299
    else:
        good = math.isfinite(s) and abs(mpf(s) - precise) <= TOLERANCE * abs(precise)
    if not good:
        replaced.append((file, row, s, value))
    return value


def fraction_text(f):
    return f"{f.numerator}/{f.denominator}"


def check(condition, what):
    if not condition:
        raise AssertionError(what)


# ---------------------------------------------------------------- 1. the beta distribution

def log_beta(a, b):
    return mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)


def beta_density(a, b, x):
    return mp.exp((a - 1) * mp.log(x) + (b - 1) * mp.log1p(-x) - log_beta(a, b))


def beta_series(a, b, x):
    """P(X <= x), by x^a (1-x)^b / (a B(a,b)) * 2F1(a+b, 1; a+1; x): all terms positive."""
    term = total = mpf(1)
    n = 0
    small = mpf(10) ** -(mp.dps + 5)
    while True:
        ratio = (a + b + n) / (a + 1 + n) * x
        term *= ratio
        total += term
        n += 1
        if ratio < 1 and term < small * total * (1 - max(ratio, x)):
            break
    return mp.exp(a * mp.log(x) + b * mp.log1p(-x) - log_beta(a, b)) / a * total


@lru_cache(None)
def gauss_legendre(n):
    """Nodes and weights on [-1, 1], refined by Newton from NumPy's."""
    result = []
    for start in numpy.polynomial.legendre.leggauss(n)[0]:
        x = mpf(float(start))
        for _ in range(4):
            p0, p1 = mpf(1), x
            for k in range(2, n + 1):
                p0, p1 = p1, ((2 * k - 1) * x * p1 - (k - 1) * p0) / k
            slope = n * (x * p1 - p0) / (x * x - 1)
            x -= p1 / slope
        result.append((x, 2 / ((1 - x * x) * slope * slope)))
    return result


def beta_tail_by_quadrature(a, b, x):
    """The tail beyond x on x's side of the mean: (is it the lower tail?, probability)."""
    mean = a / (a + b)
    sd = mp.sqrt(a * b / (a + b + 1)) / (a + b)
    side = -1 if x < mean else 1
    k = abs(x - mean) / sd
    reach = mp.sqrt(k * k + 150) - k + 2      # the rest is below 1e-30 of the tail
    panels = int(mp.ceil(reach / mpf("1.25")))
    half = side * reach * sd / (2 * panels)
    constant = log_beta(a, b)
    total = mpf(0)
    for i in range(panels):
        middle = x + (2 * i + 1) * half
        for node, weight in gauss_legendre(26):
            t = middle + node * half
            if 0 < t < 1:
                total += weight * mp.exp((a - 1) * mp.log(t) + (b - 1) * mp.log1p(-t) - constant)
    return side < 0, total * abs(half)


def beta_cdf_sf(a, b, x):
    """(P(X <= x), P(X > x)) for mpf arguments."""
    if min(a, b) > 2000:
        lower, tail = beta_tail_by_quadrature(a, b, x)
        return (tail, 1 - tail) if lower else (1 - tail, tail)
    if x < mpf("0.5"):
        p = beta_series(a, b, x)
        return p, 1 - p
    q = beta_series(b, a, 1 - x)
    return 1 - q, q


def beta_quantile_from_start(a, b, p, start):
    """Solve P(X <= x) = p by Newton in log x."""
    u = mp.log(mpf(float(start)))
    for _ in range(200):
        x = mp.exp(u)
        step = (beta_cdf_sf(a, b, x)[0] - p) / (x * beta_density(a, b, x))
        step = max(min(step, mpf(2)), mpf(-2))
        u -= step
        if abs(step) < mpf("1e-13"):          # the next error is about its square
            x = mp.exp(u)
            return x
    raise AssertionError(f"no convergence: Beta({a}, {b}), p = {p}")


def beta_quantile(a, b, p):
    """The quantile (mpf), or None if it is below 1e-290."""
    x = scipy.special.betaincinv(a, b, p)
    a, b, p = mpf(a), mpf(b), mpf(p)
    if x <= 0.5:
        if x < 1e-290:
            return None
        return beta_quantile_from_start(a, b, p, x)
    y = scipy.special.betainccinv(float(b), float(a), float(p))      # 1 - x
    if y < 1e-290:
        return mpf(1)
    return 1 - beta_quantile_from_start(b, a, 1 - p, y)


def beta_pairs():
    grid = [0.5, 1.0, 1.5, 2.0, 5.5, 20.5, 100.5, 1000.5, 1e4 + 0.5, 1e5 + 0.5, 1e6 + 0.5,
            1e7 + 0.5, 1e9 + 0.5, 1e12 + 0.5]
    pairs = [(a, b) for i, a in enumerate(grid) for j, b in enumerate(grid) if abs(i - j) <= 1]
    for small in (0.5, 1.0, 5.5, 100.5, 1e4 + 0.5):
        for large in (20.5, 1000.5, 1e5 + 0.5, 1e6 + 0.5, 1e9 + 0.5, 1e12 + 0.5):
            if small < large:
                pairs += [(small, large), (large, small)]
    pairs += [(0.001, 5.0), (5.0, 0.001), (0.01, 0.01), (0.1, 0.1), (0.1, 3.0), (3.0, 30.0),
              (3.5, 26.5), (12.5, 88.5), (500.5, 300.5)]
    return list(dict.fromkeys(pairs))


def make_beta():
    rows = []
    dropped = []
    for a, b in beta_pairs():
        mean = a / (a + b)
        sd = math.sqrt(mean * (b / (a + b)) / (a + b + 1))
        for k in (-6, -3, -1, 0, 1, 3, 6):
            x = mean + k * sd
            if not 0 < x < 1:
                continue
            cdf, sf = beta_cdf_sf(mpf(a), mpf(b), mpf(x))
            rows.append((a, b, "cdf", x,
                         rounded("fit_beta.csv", (a, b, "cdf", x), scipy.stats.beta.cdf(x, a, b), cdf)))
            rows.append((a, b, "sf", x,
                         rounded("fit_beta.csv", (a, b, "sf", x), scipy.stats.beta.sf(x, a, b), sf)))
        for p in (0.00025, 0.005, 0.025, 0.05, 0.5, 0.95, 0.975, 0.995, 0.99975):
            x = beta_quantile(a, b, p)
            if x is None:
                dropped.append((a, b, p))
                continue
            rows.append((a, b, "quantile", p,
                         rounded("fit_beta.csv", (a, b, "quantile", p),
                                 scipy.special.betaincinv(a, b, p), x)))
    write("fit_beta.csv", ["a", "b", "what", "at", "value"], rows)
    print("  quantiles below 1e-290, left out:", dropped)

    # The two methods here agree with each other and with mpmath's own function.
    worst = mpf(0)
    for a, b in ((1e4 + 0.5, 1e4 + 0.5), (1e4 + 0.5, 1e5 + 0.5), (1e5 + 0.5, 1e4 + 0.5)):
        for a_, b_, what, x, _ in rows:
            if (a_, b_) == (a, b) and what == "cdf":
                quadrature = beta_cdf_sf(mpf(a), mpf(b), mpf(x))[0]
                series = (beta_series(mpf(a), mpf(b), mpf(x)) if x < 0.5
                          else 1 - beta_series(mpf(b), mpf(a), 1 - mpf(x)))
                worst = max(worst, abs(quadrature / series - 1))
    print("  quadrature against series, worst relative difference:", mp.nstr(worst, 3))
    check(worst < mpf("1e-18"), "quadrature")
    worst, n = mpf(0), 0
    for a, b, what, x, value in rows:
        if what != "quantile" and max(a, b) <= 101:
            lo, hi = (0, mpf(x)) if what == "cdf" else (mpf(x), 1)
            theirs = mp.betainc(a, b, lo, hi, regularized=True)
            worst, n = max(worst, abs(mpf(value) / theirs - 1)), n + 1
    print(f"  against mpmath.betainc, {n} values, worst relative difference:", mp.nstr(worst, 3))
    check(worst < mpf("3e-16"), "mpmath.betainc")


# ------------------------------------------------- 2. goodness of fit, one multinomial

def chi_square_sf(x, df):
    return mp.gammainc(mpf(df) / 2, x / 2, mp.inf, regularized=True) if x > 0 else mpf(1)


def precise_sf(x, df):
    """Upper tail of chi-square for df 1, 2, 3, ..., by the finite sums."""
    h = x / 2
    if df % 2 == 0:
        term = total = mpf(1)
        for i in range(1, df // 2):
            term *= h / i
            total += term
        return mp.exp(-h) * total
    total = mp.erfc(mp.sqrt(h))
    term = mp.exp(-h) * mp.sqrt(h) / mp.gamma(mpf("1.5"))
    for i in range((df - 1) // 2):
        total += term
        term *= h / (i + mpf("1.5"))
    return total


def exact_multinomial_p(observed, weights):
    """Sum of the probabilities of all vectors no more probable than the observed (a Fraction)."""
    cells = [(o, w) for o, w in zip(observed, weights) if w]
    observed = tuple(o for o, _ in cells)
    weights = [w for _, w in cells]
    n, k = sum(observed), len(cells)
    # n!/(o1! ... ok!) w1^o1 ... wk^ok as an integer, by binomials along the cells
    powers = [[w ** i for i in range(n + 1)] for w in weights]
    binomials = [[math.comb(m, i) for i in range(m + 1)] for m in range(n + 1)]

    def weight_of(v):
        left, value = n, 1
        for i, o in enumerate(v):
            value *= binomials[left][o] * powers[i][o]
            left -= o
        return value

    limit = weight_of(observed)
    total = at_most = 0

    def walk(i, left, value):
        nonlocal total, at_most
        if i == k - 1:
            value *= powers[i][left]
            total += value
            if value <= limit:
                at_most += value
            return
        row, pw = binomials[left], powers[i]
        for o in range(left + 1):
            walk(i + 1, left - o, value * row[o] * pw[o])

    walk(0, n, 1)
    check(total == sum(weights) ** n, "the probabilities of all vectors do not add up")
    return Fraction(at_most, total)


GOODNESS = [
    # n <= 100: with the exact p-value
    ((1, 0, 0, 0), (1, 4, 4, 1)), ((0, 1, 0, 0), (1, 4, 4, 1)), ((0, 0, 0, 1), (1, 1, 1, 1)),
    ((1, 1, 0, 0), (1, 4, 4, 1)), ((0, 0, 2, 0), (1, 1, 1, 1)), ((1, 1, 1, 1), (1, 1, 1, 1)),
    ((1, 1, 1, 1), (1, 4, 4, 1)), ((4, 0, 0, 0), (1, 4, 4, 1)), ((0, 0, 0, 4), (12, 37, 39, 12)),
    ((2, 3, 4, 1), (1, 4, 4, 1)), ((1, 4, 4, 1), (1, 4, 4, 1)), ((0, 5, 5, 0), (1, 4, 4, 1)),
    ((3, 3, 3, 3), (1, 4, 4, 1)), ((6, 2, 2, 2), (1, 1, 1, 1)), ((0, 10, 10, 0), (1, 4, 4, 1)),
    ((5, 6, 7, 2), (1, 4, 4, 1)), ((3, 10, 12, 5), (1, 4, 4, 1)), ((3, 10, 12, 5), (1, 1, 1, 1)),
    ((3, 10, 12, 5), (12, 37, 39, 12)), ((12, 3, 5, 10), (12, 37, 39, 12)),
    ((10, 10, 10, 10), (1, 1, 1, 1)), ((10, 10, 10, 10), (1, 4, 4, 1)), ((4, 16, 16, 4), (1, 4, 4, 1)),
    ((0, 20, 20, 0), (1, 4, 4, 1)), ((9, 13, 15, 13), (1, 4, 4, 1)), ((5, 20, 21, 4), (12, 37, 39, 12)),
    ((7, 22, 24, 9), (1, 4, 4, 1)), ((0, 0, 0, 60), (1, 1, 1, 1)), ((15, 15, 20, 25), (1, 1, 1, 1)),
    ((8, 36, 30, 10), (12, 37, 39, 12)), ((12, 37, 39, 12), (12, 37, 39, 12)),
    ((10, 40, 40, 10), (1, 4, 4, 1)), ((11, 39, 40, 10), (1, 4, 4, 1)), ((20, 30, 35, 15), (1, 4, 4, 1)),
    ((25, 25, 25, 25), (1, 4, 4, 1)), ((26, 24, 27, 23), (1, 1, 1, 1)), ((100, 0, 0, 0), (1, 4, 4, 1)),
    # a face of weight zero drops out
    ((0, 5, 7, 2), (0, 4, 4, 1)), ((3, 0, 4, 3), (1, 0, 1, 1)), ((0, 12, 9, 0), (0, 1, 1, 0)),
    ((20, 0, 0, 30), (1, 0, 0, 1)), ((4, 40, 46, 0), (1, 4, 4, 0)), ((0, 300, 340, 80), (0, 4, 4, 1)),
    ((0, 5200, 4800, 0), (0, 1, 1, 0)),
    # larger n
    ((11, 40, 40, 10), (1, 4, 4, 1)), ((20, 70, 85, 25), (1, 4, 4, 1)), ((81, 298, 316, 105), (12, 37, 39, 12)),
    ((81, 298, 316, 105), (1, 4, 4, 1)), ((81, 298, 316, 105), (1, 1, 1, 1)), ((100, 400, 400, 100), (1, 4, 4, 1)),
    ((101, 399, 400, 100), (1, 4, 4, 1)), ((0, 500, 500, 0), (1, 4, 4, 1)), ((250, 251, 249, 250), (1, 1, 1, 1)),
    ((1000, 0, 0, 0), (1, 1, 1, 1)), ((1180, 3720, 3910, 1190), (12, 37, 39, 12)),
    ((1000, 4000, 4000, 1000), (12, 37, 39, 12)), ((9900, 40200, 39800, 10100), (1, 4, 4, 1)),
    ((120000, 370000, 390000, 120000), (12, 37, 39, 12)), ((120300, 369800, 389500, 120400), (12, 37, 39, 12)),
    ((1000100, 3999300, 4000400, 1000200), (1, 4, 4, 1)), ((1001500, 3997000, 4003000, 998500), (1, 4, 4, 1)),
    ((1000001, 3999999, 4000000, 1000000), (1, 4, 4, 1)), ((2500000, 2500000, 2500000, 2500000), (1, 1, 1, 1)),
    ((2600000, 2400000, 2500000, 2500000), (1, 1, 1, 1)), ((0, 5000000, 4999999, 1), (1, 4, 4, 1)),
]


def pearson(observed, expected):
    """Pearson's statistic, precise: observed integers, expected Fractions."""
    chi2 = sum((o - e) ** 2 / e for o, e in zip(observed, expected))
    return mpf(chi2.numerator) / chi2.denominator


def make_goodness():
    rows = []
    for o, w in GOODNESS:
        cells = [(a, b) for a, b in zip(o, w) if b]
        check(all(a == 0 for a, b in zip(o, w) if not b), "count on a face of weight zero")
        seen, weights = [a for a, _ in cells], [b for _, b in cells]
        n, total, df = sum(seen), sum(weights), len(cells) - 1
        expected = [Fraction(n * x, total) for x in weights]
        chi2 = pearson(seen, expected)
        s_chi2, s_p = scipy.stats.chisquare(seen, [float(e) for e in expected])
        exact = fraction_text(exact_multinomial_p(o, w)) if n <= 100 else ""
        name, key = "fit_goodness.csv", (o, w)
        p_chi2 = precise_sf(chi2, df)
        if n < 1000:
            check(abs(p_chi2 / chi_square_sf(chi2, df) - 1) < mpf("1e-30"), "chi-square tail")
        rows.append((*o, *w, df,
                     rounded(name, key + ("chi2",), s_chi2, chi2), rounded(name, key + ("p_chi2",), s_p, p_chi2),
                     exact))
    write("fit_goodness.csv",
          ["o1", "o3", "o4", "o6", "w1", "w3", "w4", "w6", "df", "chi2", "p_chi2", "p_exact"], rows)


# ------------------------------------------------- 3. homogeneity of several bones

def make_homogeneity():
    rng = numpy.random.default_rng(SEED)
    tables = [
        [(3, 10, 12, 5), (0, 4, 4, 2)],
        [(1, 4, 4, 1), (2, 8, 8, 2)],                           # proportional: 0
        [(1, 0, 0, 0), (0, 0, 0, 1)],
        [(10, 40, 40, 10), (40, 10, 10, 40)],
        [(0, 12, 9, 4), (0, 7, 15, 6)],                         # a column drops out
        [(0, 12, 9, 0), (0, 7, 15, 0), (0, 9, 9, 0)],           # two columns drop out
        [(5, 0, 0, 3), (4, 0, 0, 9)],
        [(81, 298, 316, 105), (79, 310, 300, 111)],
        [(81, 298, 316, 105), (79, 310, 300, 111), (90, 280, 330, 100), (60, 320, 310, 110)],
        [(1, 1, 1, 1)] * 4,
        [(1, 2, 3, 4), (4, 3, 2, 1), (2, 2, 2, 2)],
        [(100000, 400000, 400000, 100000), (100300, 399500, 400600, 99600)],
        [(1000001, 4000000, 3999999, 1000000), (1000000, 4000001, 4000000, 999999)],
        [(9, 0, 4, 2), (0, 8, 4, 3), (1, 1, 0, 7), (2, 2, 2, 2), (30, 100, 120, 40)],
        [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)],
        [(500, 0, 0, 0), (0, 0, 0, 500)],
        [(7, 31, 36, 9), (8, 29, 40, 6), (70, 20, 2, 3)],
        [(0, 0, 40, 1), (1, 50, 0, 0)],
    ]
    law = (0.12, 0.37, 0.39, 0.12)
    for bones in (2, 3, 4, 5, 6, 7, 8, 2, 4, 8, 3, 8):
        n = int(rng.integers(20, 2000))
        tables.append([tuple(int(v) for v in rng.multinomial(n + int(rng.integers(0, 50)), law))
                       for _ in range(bones)])
    rows = []
    for table in tables:
        keep = [j for j in range(4) if any(r[j] for r in table)]
        cut = [[r[j] for j in keep] for r in table]
        row_sums, column_sums = [sum(r) for r in cut], [sum(c) for c in zip(*cut)]
        n, df = sum(row_sums), (len(cut) - 1) * (len(keep) - 1)
        flat = [v for r in cut for v in r]
        expected = [Fraction(a * b, n) for a in row_sums for b in column_sums]
        chi2 = pearson(flat, expected)
        s = scipy.stats.chi2_contingency(cut, correction=False)
        check(s.dof == df, "degrees of freedom")
        text = ";".join(" ".join(map(str, r)) for r in table)
        name = "fit_homogeneity.csv"
        rows.append((text, df, rounded(name, (text, "chi2"), s.statistic, chi2),
                     rounded(name, (text, "p_chi2"), s.pvalue, precise_sf(chi2, df))))
        check(abs(precise_sf(chi2, df) - chi_square_sf(chi2, df)) < mpf("1e-40"), "chi-square tail")
    write("fit_homogeneity.csv", ["table", "df", "chi2", "p_chi2"], rows)


# ------------------------------------------------- 4. predictive distribution, one shared vector

def rising(a, n):
    value = Fraction(1)
    for t in range(n):
        value *= a + t
    return value


def casts(k):
    """All casts of k tali: (digits sorted descending, counts of the faces)."""
    for faces in itertools.combinations_with_replacement(sorted(FACES, reverse=True), k):
        yield "".join(map(str, faces)), tuple(faces.count(f) for f in FACES)


def predictive(a, x):
    """Probability of the face counts x when all bones share one vector ~ Dirichlet(a)."""
    k = sum(x)
    value = Fraction(math.factorial(k)) / rising(sum(a), k)
    for ai, xi in zip(a, x):
        value *= rising(ai, xi) / math.factorial(xi)
    return value


def make_dirichlet():
    counts = [(0, 0, 0, 0), (3, 10, 12, 5), (0, 4, 4, 2), (7, 7, 7, 7), (81, 298, 316, 105),
              (120300, 369800, 389500, 120400)]
    rows = []
    for c in counts:
        for alpha in ("1/2", "1", "1/10", "3"):
            a = [ci + Fraction(alpha) for ci in c]
            for k in range(1, 9):
                every = list(casts(k))
                exact = {digits: predictive(a, x) for digits, x in every}
                check(sum(exact.values()) == 1, "predictive law does not add to 1")
                chosen = every if k <= 4 else every[::len(every) // 4]
                for digits, x in chosen:
                    s = scipy.stats.dirichlet_multinomial.pmf(x, [float(v) for v in a], k)
                    e = exact[digits]
                    value = rounded("fit_dirichlet.csv", (c, alpha, digits), s,
                                    mpf(e.numerator) / e.denominator)
                    rows.append((*c, alpha, k, digits, value, fraction_text(e)))
    write("fit_dirichlet.csv", ["c1", "c3", "c4", "c6", "alpha", "k", "cast", "value", "exact"], rows)


# ------------------------------------------------- 5. kinds of casts, one shared vector

def kind(x):
    """The kind of a cast of four tali with the face counts x."""
    if x == (1, 1, 1, 1):
        return "venus"
    if x[0] == 4:
        return "canis"
    if 4 in x[1:]:
        return "vultures"
    return "senio" if x[3] else "void"


def kind_polynomials():
    """Kind -> {exponents of the four face probabilities: coefficient}."""
    result = {}
    for _, x in casts(4):
        ways = 24 // math.prod(math.factorial(v) for v in x)
        result.setdefault(kind(x), {})[x] = ways
    return result


def multiply(p, q):
    result = {}
    for m, c in p.items():
        for n, d in q.items():
            e = tuple(i + j for i, j in zip(m, n))
            result[e] = result.get(e, 0) + c * d
    return result


def expectation(polynomial, counts, alpha):
    """E of a homogeneous polynomial of the face probabilities under Dirichlet(counts + alpha)."""
    q = alpha.denominator
    a = [int(q * (c + alpha)) for c in counts]      # q times the parameters, integers
    degree = sum(next(iter(polynomial)))
    table = []                                      # q^m times the rising factorials
    for ai in a:
        line = [1]
        for t in range(degree):
            line.append(line[-1] * (ai + q * t))
        table.append(line)
    total = 0
    for m, c in polynomial.items():
        total += c * math.prod(table[i][e] for i, e in enumerate(m))
    bottom = math.prod(sum(a) + q * t for t in range(degree))
    return Fraction(total, bottom)


def make_kinds():
    polynomials = kind_polynomials()
    check(polynomials["venus"] == {(1, 1, 1, 1): 24}, "venus")
    check(polynomials["canis"] == {(4, 0, 0, 0): 1}, "canis")
    names = ("venus", "senio", "vultures", "canis")
    powers = {}
    for name in names:
        highest = 100 if name in ("venus", "canis") else 10
        powers[name] = [None, polynomials[name]]
        for _ in range(2, highest + 1):
            powers[name].append(multiply(powers[name][-1], polynomials[name]))
    cases = [((3, 10, 12, 5), "1/2"), ((0, 4, 4, 2), "1/2"), ((81, 298, 316, 105), "1/2"),
             ((0, 0, 0, 0), "1/2"), ((20, 18, 25, 17), "1")]
    rng = numpy.random.default_rng(SEED)
    draws = 4_000_000
    rows = []
    worst = 0.0
    for c, alpha_text in cases:
        alpha = Fraction(alpha_text)
        start = (*c, alpha_text)
        p = rng.dirichlet([float(ci + alpha) for ci in c], size=draws)
        p1, p3, p4, p6 = p.T
        venus = 24 * p1 * p3 * p4 * p6
        drawn = {"venus": venus, "canis": p1 ** 4, "vultures": p3 ** 4 + p4 ** 4 + p6 ** 4,
                 "senio": 1 - (1 - p6) ** 4 - venus - p6 ** 4}
        all_kinds = sum(expectation(polynomials[name], c, alpha) for name in polynomials)
        check(all_kinds == 1, "the kinds do not add to 1")
        for name in names:
            moment = [Fraction(1)] + [expectation(q, c, alpha) for q in powers[name][1:]]
            check(moment[1] == sum(predictive([ci + alpha for ci in c], x)
                                   for _, x in casts(4) if kind(x) == name), "probability of a kind")
            rows.append((*start, name, "probability", "", fraction_text(moment[1]), ""))
            rows.append((*start, name, "mean", "", fraction_text(moment[1]), ""))
            for n in (1, 2, 5, 10) + ((20, 50, 100) if len(moment) > 100 else ()):
                within = -sum((-1) ** j * math.comb(n, j) * moment[j] for j in range(1, n + 1))
                rows.append((*start, name, "within", n, fraction_text(within), ""))
                sample = -numpy.expm1(n * numpy.log1p(-drawn[name]))
                worst = max(worst, abs(sample.mean() - float(within)) / (sample.std() / draws ** 0.5))
            for k in (2, 3, 4):
                rows.append((*start, name, "running", k, fraction_text(moment[k]), ""))
                # the exact standard deviation: the sample's is too low with long tails
                sd = float(moment[2 * k] - moment[k] ** 2) ** 0.5
                worst = max(worst, abs((drawn[name] ** k).mean() - float(moment[k])) / (sd / draws ** 0.5))
            ordered = numpy.sort(drawn[name])
            for q in (0.025, 0.5, 0.975):
                value = float(numpy.quantile(ordered, q))
                # one standard deviation of the rank, to either side
                s = (draws * q * (1 - q)) ** 0.5
                low, high = (ordered[int(round(q * draws + d))] for d in (-s, s))
                se = float((high - low) / 2)
                rows.append((*start, name, "quantile", q, repr(value), repr(se)))
                if name == "canis":                 # known exactly: p1 has a beta distribution
                    true = scipy.stats.beta.ppf(q, float(c[0] + alpha), float(sum(c[1:]) + 3 * alpha)) ** 4
                    check(abs(value - true) < 5 * se, "quantile of canis")
    print(f"  exact moments against the draws, worst difference in standard errors: {worst:.2f}")
    check(worst < 5, "moments against draws")
    write("fit_kinds.csv", ["c1", "c3", "c4", "c6", "alpha", "kind", "figure", "at", "value", "se"], rows)


# ------------------------------------------------- 6. power of the chi-square test

def chi_square_3_isf(level):
    x = mpf(scipy.stats.chi2.isf(level, 3))
    for _ in range(5):
        density = mp.sqrt(x) * mp.exp(-x / 2) / mp.sqrt(2 * mp.pi)
        x += (precise_sf(x, 3) - mpf(level)) / density
    return x


def noncentral_3_sf(x, nc):
    """Upper tail of noncentral chi-square with three degrees of freedom, in closed form."""
    if nc == 0:
        return precise_sf(x, 3)
    with mp.workdps(90):
        a, b = mp.sqrt(nc), mp.sqrt(x)
        tail = lambda z: mp.erfc(z / mp.sqrt(2)) / 2
        value = tail(b - a) + tail(b + a) + (mp.npdf(b - a) - mp.npdf(b + a)) / a
    return +value


def effect(t, w):
    """sum (t - w)^2 / w of the normalised weights, a Fraction."""
    st, sw = sum(t), sum(w)
    return sum((Fraction(a, st) - Fraction(b, sw)) ** 2 / Fraction(b, sw) for a, b in zip(t, w))


def make_power():
    cases = []
    pairs = [((1, 4, 4, 1), (12, 37, 39, 12)), ((1, 1, 1, 1), (1, 4, 4, 1)), ((1, 4, 4, 1), (1, 1, 1, 1)),
             ((11, 39, 40, 10), (1, 4, 4, 1)), ((101, 399, 400, 100), (1, 4, 4, 1)), ((2, 4, 4, 1), (1, 4, 4, 1)),
             ((0, 1, 1, 0), (1, 4, 4, 1)), ((25, 26, 24, 25), (1, 1, 1, 1))]
    grid = {0: (10, 100, 1000, 10000, 1000000), 1: (10, 30, 100, 1000), 2: (10, 25, 80, 1000000),
            3: (10, 1000, 10000, 1000000), 4: (10, 100000, 1000000), 5: (10, 50, 100, 300, 5000),
            6: (10, 40, 100), 7: (100, 10000, 100000, 1000000)}
    for i, (t, w) in enumerate(pairs):
        for j, n in enumerate(grid[i]):
            cases.append((t, w, n, (0.05, 0.01, 0.05, 0.1, 0.05)[j]))
    cases += [((1, 4, 4, 1), (1, 4, 4, 1), 1000, 0.05), ((2, 4, 4, 1), (1, 4, 4, 1), 100, 0.001)]
    header = ["t1", "t3", "t4", "t6", "w1", "w3", "w4", "w6"]
    rows = []
    for t, w, n, level in cases:
        nc = n * effect(t, w)
        value = noncentral_3_sf(chi_square_3_isf(level), mpf(nc.numerator) / nc.denominator)
        s = (scipy.stats.ncx2.sf(scipy.stats.chi2.isf(level, 3), 3, float(nc)) if nc else level)
        rows.append((*t, *w, n, level, rounded("fit_power.csv", (t, w, n, level), s, value)))
    write("fit_power.csv", header + ["n", "level", "power"], rows)

    rows = []
    for t, w in pairs:
        for level in (0.05, 0.01):
            e = effect(t, w)
            e = mpf(e.numerator) / e.denominator
            x = chi_square_3_isf(level)
            for power in (0.8, 0.9):
                low, high = 0, 1                # power(low) < power <= power(high)
                while noncentral_3_sf(x, high * e) < power:
                    low, high = high, 2 * high
                while high - low > 1:
                    middle = (low + high) // 2
                    if noncentral_3_sf(x, middle * e) < power:
                        low = middle
                    else:
                        high = middle
                for n in (high - 1, high):      # not borderline, and SciPy agrees
                    if n:
                        check(abs(noncentral_3_sf(x, n * e) - power) > mpf("1e-9"), "knife edge")
                        s = scipy.stats.ncx2.sf(float(x), 3, float(n * e))
                        check((s >= power) == (n == high), "SciPy disagrees about n")
                rows.append((*t, *w, level, power, high))
    write("fit_power_n.csv", header + ["level", "power", "n"], rows)


def make_power_few():
    """The power with few throws: the probability of all counts that the test rejects, in fractions."""
    rows = []
    for t, w in [((1, 4, 4, 1), (1, 1, 1, 1)), ((1, 1, 1, 1), (1, 4, 4, 1)), ((1, 4, 4, 1), (1, 4, 4, 1)),
                 ((0, 1, 2, 1), (1, 4, 4, 1)), ((2, 4, 4, 1), (1, 4, 4, 1)), ((1, 4, 4, 1), (0, 1, 2, 1))]:
        cells = [i for i in range(4) if w[i]]
        for level in (0.05, 0.01):
            critical = Fraction(scipy.stats.chi2.isf(level, len(cells) - 1))
            for n in (5, 16, 17, 28, 29, 35, 57):
                expected = [Fraction(n * x, sum(w)) for x in w]
                power = Fraction(0)
                for a, b, c in itertools.product(range(n + 1), repeat=3):
                    if a + b + c > n:
                        continue
                    x = (a, b, c, n - a - b - c)
                    if any(x[i] and not t[i] for i in range(4)):
                        continue
                    seen = any(x[i] for i in range(4) if i not in cells)
                    if seen or sum((x[i] - expected[i]) ** 2 / expected[i] for i in cells) >= critical:
                        ways = math.factorial(n) // math.prod(map(math.factorial, x))
                        power += ways * math.prod(Fraction(t[i], sum(t)) ** x[i] for i in range(4))
                rows.append((*t, *w, level, n, repr(float(power))))
    write("fit_power_few.csv", ["t1", "t3", "t4", "t6", "w1", "w3", "w4", "w6", "level", "n", "power"], rows)


# ------------------------------------------------- 7. bones in groups

def make_groups():
    half = Fraction(1, 2)
    layouts = [
        [(2, (3, 10, 12, 5)), (1, (0, 4, 4, 2)), (1, (7, 7, 7, 7))],
        [(1, (3, 10, 12, 5)), (1, (0, 4, 4, 2)), (1, (81, 298, 316, 105)), (1, (2, 9, 6, 3))],
        [(2, (3, 10, 12, 5)), (2, (20, 18, 25, 17))],
        [(3, (81, 298, 316, 105)), (1, (0, 0, 0, 0))],
        [(4, (3, 10, 12, 5))],
    ]
    rows = []
    for layout in layouts:
        text = "|".join(f"{k}x[{' '.join(map(str, c))}]" for k, c in layout)
        law = {(0, 0, 0, 0): Fraction(1)}
        for k, c in layout:
            group = {x: predictive([ci + half for ci in c], x) for _, x in casts(k)}
            law = convolve(law, group)
        check(sum(law.values()) == 1, "groups do not add to 1")
        check(law == law_by_urns(layout, half), "groups: convolution against urns")
        for digits, x in casts(4):
            rows.append((text, digits, fraction_text(law[x])))
    write("fit_groups.csv", ["groups", "cast", "exact"], rows)


def convolve(p, q):
    result = {}
    for x, a in p.items():
        for y, b in q.items():
            z = tuple(i + j for i, j in zip(x, y))
            result[z] = result.get(z, 0) + a * b
    return result


def law_by_urns(layout, alpha):
    """The same distribution another way: bone after bone, each group a Polya urn, all 256 sequences."""
    bones = [(g, c) for g, (k, c) in enumerate(layout) for _ in range(k)]
    result = {}
    for faces in itertools.product(range(4), repeat=4):
        p = Fraction(1)
        for i, f in enumerate(faces):
            g, c = bones[i]
            before = [faces[j] for j in range(i) if bones[j][0] == g]
            p *= (c[f] + alpha + before.count(f)) / (sum(c) + 4 * alpha + len(before))
        x = tuple(faces.count(f) for f in range(4))
        result[x] = result.get(x, 0) + p
    return result


# ------------------------------------------------- published worked examples

def make_published():
    """Published examples; `printed` as published, `computed` by the functions above."""
    rows = []

    def exact(observed, weights, printed, source):
        p = exact_multinomial_p(observed, weights)
        agrees = "yes" if abs(float(p) - float(printed)) <= 0.5001 * 10 ** -len(printed.split(".")[1]) else "NO"
        rows.append(("exact p", " ".join(map(str, observed)), " ".join(map(str, weights)), "", printed,
                     repr(float(p)), agrees, source))

    emt = "R package EMT, man/multinomial.test.Rd (CRAN)"
    exact((5, 2, 1), (1, 2, 1), "0.0767", emt)
    exact((4, 5, 2, 7, 0, 1), (1,) * 6, "0.0357", emt)
    exact((5, 2, 2), (1, 1, 1), "0.5306", "rinterested.github.io/statistics/multinomial_exact.html (EMT output)")
    exact((72, 38, 20, 18), (9, 3, 3, 1), "0.002255",
          "XNomial::xmulti P value (Prob); Mangiafico, R Companion for the Handbook of Biological Statistics")
    for row in rows:
        print("  ", row[0], "|", row[1][:40], "| agrees:", row[6])
    write("fit_published.csv",
          ["what", "counts", "weights", "level", "printed", "computed", "agrees", "source"], rows)


def main():
    print("python", sys.version.split()[0], "scipy", scipy.__version__, "numpy", numpy.__version__,
          "mpmath", mpmath.__version__)
    make_dirichlet()
    make_groups()
    make_homogeneity()
    make_power()
    make_power_few()
    make_goodness()
    make_kinds()
    make_published()
    make_beta()
    with open(os.path.join(OUT, "replaced.txt"), "w") as f:
        for file, row, s, ours in replaced:
            difference = abs(s - ours) / abs(ours) if ours else float("nan")
            f.write(f"{file}\t{row}\tscipy {s!r}\twritten {ours!r}\trelative difference {difference:.2e}\n")
    print("values compared with SciPy:", compared)
    print("rows where SciPy is off by more than 1e-11:", len(replaced), "(replaced.txt)")


if __name__ == "__main__":
    main()
