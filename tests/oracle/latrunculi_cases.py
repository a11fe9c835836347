"""The positions. Each: dict(name, set, keys, position, checks, open)."""
import random
import latrunculi_slow as slow
from latrunculi_slow import Rules, Pos, text, parse, unsq
from latrunculi_fast import Fast

CASES = []
_seen = set()


def pos(R, side, black, white, taken=(0, 0), quiet=0, hands=(0, 0)):
    b = {}
    for s, t in (("b", black), ("w", white)):
        for w in t.split():
            c = s
            if w[0] in "BW":
                assert w[0].lower() == s
                c, w = w[0], w[1:]
            q = unsq(w)
            assert slow.on(R, q), (w, R.f, R.r)
            assert q not in b, w
            b[q] = c
    return Pos(b, side, taken, quiet, hands)


def add(name, set_, keys, p, checks=None, open_=None):
    """checks: {move text: (taken squares, how or None, winner or None)}"""
    R = Rules(set_, **keys)
    t = p if isinstance(p, str) else text(R, p)
    p = parse(R, t)
    assert text(R, p) == t
    k = (set_, tuple(sorted(keys.items())), t)
    assert k not in _seen, name
    _seen.add(k)
    for m, (took, how, win) in (checks or {}).items():
        mm = [x for x in slow.pseudo(R, p) if slow.mtext(x) == m]
        assert mm, (name, m, "not legal", t)
        q, tk = slow.play(R, p, mm[0])
        assert sorted(map(slow.sq, tk)) == sorted(took.split()), (name, m, list(map(slow.sq, tk)), took)
        o = slow.over(R, q, quiet=True) or (None, None)
        assert o == (how, win), (name, m, o, (how, win))
    CASES.append(dict(name=name, set=set_, keys=keys, position=t, open=open_, checked=sorted(checks or {})))


def H(name, set_, keys, side, black, white, checks=None, taken=(0, 0), quiet=0, hands=(0, 0), open_=None):
    add(name, set_, keys, pos(Rules(set_, **keys), side, black, white, taken, quiet, hands), checks, open_)


N = None


def no(took=""):
    return (took, N, N)


def starts():
    for s in ("kowalski", "piso", "quintana"):
        add(s + " start", s, {}, Rules(s).start())


def kowalski():
    K = lambda *a, **k: H("kowalski " + a[0], "kowalski", {}, *a[1:], **k)
    K("corner, taken from b1, a2 a stone", "b", "a2 b5 Bg2", "a1 Wf7 l8", {"b5-b1": no("a1")})
    K("corner, taken from a2, b1 a stone", "b", "b1 a6 Bg2", "a1 Wf7 k5", {"a6-a2": no("a1")})
    K("corner, the other square the dux", "b", "b5 Ba2", "a1 Wf7", {"b5-b1": no("a1")})
    K("corner, the dux moves to it", "b", "a2 Bb5", "a1 Wf7", {"b5-b1": no("a1")})
    K("corner l8, White, dux beside it", "w", "l8 Bg2", "Wk8 l3", {"l3-l7": no("l8")})
    K("corner held by both but neither moves", "b", "a2 b1 Bg2", "a1 Wf7", {"g2-g1": no(), "a2-a3": no()})
    K("corner l1, row of two ends in it", "b", "j5 Bg2", "k1 l1 Wf7", {"j5-j1": no()})
    K("row of three", "b", "e8 i4 Bg1", "f4 g4 h4 Wf7", {"e8-e4": no("f4 g4 h4")})
    K("row of three up to the edge", "b", "i8 Bg1", "j4 k4 l4 Wf7", {"i8-i4": no()})
    K("row broken by the dux", "b", "e8 i4 Bg1", "f4 Wg4 h4", {"e8-e4": no()})
    K("row ends at the enemy dux", "b", "e8 i4 Bg1", "f4 g4 Wh4", {"e8-e4": no()})
    K("row ends at own dux", "b", "e8 Bh4", "f4 g4 Wa7", {"e8-e4": no("f4 g4")})
    K("dux takes a row", "b", "h4 Be8", "f4 g4 Wa7", {"e8-e4": no("f4 g4")})
    K("two directions", "b", "a4 e6 h4 Bg1", "e5 f4 g4 Wl7", {"a4-e4": no("e5 f4 g4")})
    K("three directions, dux one of the friends", "b", "a4 e7 e2 Bg4", "e5 e6 f4 e3 Wl7",
      {"a4-e4": no("e3 e5 e6 f4")})
    K("three directions, dux moves", "b", "e7 e2 g4 Ba4", "e5 e6 f4 e3 Wl7", {"a4-e4": no("e3 e5 e6 f4")})
    K("three directions, White", "w", "d4 e5 e3 c4 Bg1", "h4 We6 e2 b4", {"h4-e4": no("c4 d4 e3 e5")})
    K("dux at the edge, last square an enemy", "b", "e8 g8 f2 Bh2", "Wf8 a5", {"f2-f7": ("", "immobilised", "b")})
    K("dux at the edge between own stones", "b", "f2 Bh2", "Wf8 e8 g8 a5", {"f2-f7": ("", "immobilised", "b")})
    K("dux in the corner, two enemies", "b", "b8 a3 Bh2", "Wa8 h5", {"a3-a7": ("", "immobilised", "b")})
    K("dux in the corner, own stone and enemy", "b", "a3 Bh2", "Wa8 b8 h5", {"a3-a7": ("", "immobilised", "b")})
    K("dux shut in by the enemy dux", "b", "c1 Ba3", "Wa8 b8 h5", {"a3-a7": ("", "immobilised", "b")})
    K("dux in the corner by own stones only", "w", "c5 Bh2", "Wa8 a7 b8")
    K("dux in the corner by own stones only, other to move", "b", "c5 Bh2", "Wa8 a7 b8", {"c5-c8": no(), "c5-a5": no()})
    K("self-immobilising", "w", "g8 a1 Bh2", "Wf8 e8 f4", {"f4-f7": no()})
    K("own dux shut in, enemy to move, not over", "b", "g8 a1 Bh2", "Wf8 e8 f7", {"a1-a2": ("", "immobilised", "b"),
      "g8-h8": no()})
    K("dux immobile at its move: over", "w", "g8 a1 Bh2", "Wf8 e8 f7")
    K("black dux immobile at its move: over", "b", "c5 Ba1 a2", "Wf8 e8 b1")
    K("dux walks into the pocket", "w", "e4 g4 f3 b1 Bh1", "Wf8 a5", {"f8-f4": no()})
    K("dux walks into the pocket, other to move", "b", "e4 g4 f3 b1 b5 Bh1", "Wf4 a5",
      {"b5-f5": ("", "immobilised", "b")})
    K("moves between two enemies, safe", "b", "f8 Bg1", "e4 g4 Wl7", {"f8-f4": no()})
    K("between two enemies, other to move", "w", "f4 Bg1", "e4 g4 Wl7", {"e4-e5": no()})
    K("stands between two after a piece left", "b", "e4 Be5", "d4 f4 Wl7", {"e5-h5": no()})
    K("no move at all", "w", "a6 b7 c8 Bg2", "Wa8 a7 b8", taken=(2, 1))
    for t, w in (((1, 0), "b"), ((0, 0), None), ((0, 1), "w")):
        K("stalemating move, taken %d-%d" % t, "b", "a6 b7 c5 Bg2", "Wa8 a7 b8",
          {"c5-c8": ("", "stalemate", w)}, taken=t)
    K("two dux alone", "b", "Bg2", "Wf7")
    K("two dux alone, White", "w", "Bg2", "Wf7", taken=(12, 12), quiet=59)
    K("quiet 59, Black ahead", "b", "Bg2 a1 b1", "Wf7 l8", {"a1-a2": ("", "quiet", "b"), "g2-g3": ("", "quiet", "b")},
      taken=(3, 1), quiet=59)
    K("quiet 59, even, a capture", "b", "Bg2 a1 d4", "Wf7 c4", {"a1-a2": ("", "quiet", None)}, taken=(1, 1), quiet=59)
    K("quiet 59, capture on offer", "b", "Bg2 b1 d4", "Wf7 c4", {"b1-b4": no("c4"), "b1-b2": ("", "quiet", "w")},
      taken=(1, 2), quiet=59)
    rnd = random.Random(11)
    midgames("kowalski", {}, rnd, 9)


def quintana():
    Q = lambda *a, **k: H("quintana " + a[0], "quintana", {}, *a[1:], **k)
    Q("corner not taken", "b", "a2 b5 h4", "a1 g7 g8", {"b5-b1": no()})
    Q("one taken", "b", "d1 f4 a8", "e4 h8 g2", {"d1-d4": no("e4")})
    Q("two in a row not taken", "b", "c1 f4 a8", "d4 e4 h8", {"c1-c4": no()})
    Q("two directions", "b", "a4 d6 f4", "d5 e4 h1 h8", {"a4-d4": no("d5 e4")})
    Q("three directions", "b", "a4 d6 f4 d2", "d5 e4 d3 h1 h8", {"a4-d4": no("d3 d5 e4")})
    Q("three directions, White", "w", "e5 d6 c5 h8 h7", "d1 f5 d7 b5", {"d1-d5": no("c5 d6 e5")})
    Q("three directions and only one left", "b", "a4 d6 f4 d2", "d5 e4 d3 h1",
      {"a4-d4": ("d3 d5 e4", "last_stone", "b")})
    Q("along the edge", "b", "a8 c1 h5", "b1 h8 g8", {"a8-a1": no("b1")})
    Q("edge is no friend", "b", "b8 h5 g3", "a4 h8 c8", {"b8-b4": no()})
    Q("two against two, capture leaves one", "b", "d1 f4", "e4 h8", {"d1-d4": ("e4", "last_stone", "b")})
    Q("two against two, capture leaves none", "b", "a4 f4 d2", "e4 d3", {"a4-d4": ("d3 e4", "last_stone", "b")},
      taken=(14, 13))
    Q("two against two", "b", "a1 d5", "h8 e4")
    Q("two against two, White", "w", "a1 d5", "h8 e4", taken=(14, 14), quiet=33)
    Q("three against two, White wins", "w", "c4 g8", "b1 d4 h3", {"b1-b4": ("c4", "last_stone", "w")})
    Q("three against three", "w", "c4 g8 g7", "b1 d4 h3", {"b1-b4": no("c4")})
    Q("moves between two enemies", "b", "d8 a1 a3", "c4 e4 h8", {"d8-d4": no()})
    Q("between two enemies, other to move", "w", "d4 a1 a3", "c4 e4 h8", {"c4-c5": no(), "e4-e1": no()})
    Q("stands between two after a piece left", "b", "d4 d5 a3", "c4 e4 h8", {"d5-d8": no()})
    Q("row of two loses one: the rest safe", "b", "c8 d4 a3", "b4 e4 h8", {"c8-c4": no(), "d4-d1": no()})
    Q("White has one stone: over", "w", "d4 a1 a3", "e4")
    Q("White has one stone, Black to move", "b", "d4 a1 a3", "e4",
      open_="2.5 names only the side to move; by 2.2 rule 7 it is over too")
    Q("White has no stone, Black to move", "b", "d4 a1 a3", "",
      open_="2.5 names only the side to move; by 2.2 rule 7 it is over too")
    Q("no move at all", "w", "a3 b2 c1 h8", "a1 a2 b1", taken=(5, 4))
    Q("no move at all, Black", "b", "a1 a2 b1", "a3 b2 c1 h8", taken=(4, 4))
    for t, w in (((1, 0), "b"), ((3, 3), None), ((0, 1), "w")):
        Q("stalemating move, taken %d-%d" % t, "b", "a3 b2 c8 h5", "a1 a2 b1", {"c8-c1": ("", "stalemate", w)}, taken=t)
    Q("row of four shut in", "b", "a2 b2 c2 e8 d2", "a1 b1 c1 d1", {"e8-e1": ("", "stalemate", "b")}, taken=(3, 0))
    for t, w in (((0, 0), "b"), ((3, 4), None), ((1, 4), "w")):
        Q("capture that stalemates, taken before %d-%d" % t, "b", "a2 b2 c1 d5 f8", "a1 b1 e5",
          {"f8-f5": ("e5", "stalemate", w)}, taken=t)
    Q("quiet 59", "b", "d1 f4 a8", "e4 h8 g2", {"d1-d4": no("e4"), "d1-d2": ("", "quiet", None)}, quiet=59)
    rnd = random.Random(12)
    midgames("quintana", {}, rnd, 8)


def piso():
    P = lambda *a, **k: H("piso " + a[0], "piso", {}, *a[1:], **k)
    add("piso two placed", "piso", {}, "8/8/3bw3/8/8/8/8/8 b 0-0 0 19-19")
    P("White to place second", "w", "d4", "", hands=(19, 20))
    rnd = random.Random(13)
    for h in ((1, 1), (0, 1), (1, 1), (2, 2), (1, 2), (10, 10)):
        R = Rules("piso")
        qs = [(f, r) for f in range(8) for r in range(8)]
        rnd.shuffle(qs)
        nb, nw = 20 - h[0], 20 - h[1]
        b = {q: "b" for q in qs[:nb]}
        b.update({q: "w" for q in qs[nb:nb + nw]})
        p = Pos(b, "b" if h[0] == h[1] else "w", (0, 0), 0, h)
        add("piso placing, hands %d-%d (%d)" % (*h, len(CASES)), "piso", {}, p)
    P("last ones placed with few on the board", "b", "a1 c4", "h8 d4", {"@e4": no()}, hands=(1, 1))
    P("placed between two: nothing taken", "w", "a1 c4 e4", "h8 g5", {"@d4": no()}, hands=(0, 1))
    P("placed as third of a sandwich: nothing taken", "w", "a1 d4 h1", "c4 g5", {"@e4": no()}, hands=(0, 1))
    P("corner from b1", "b", "a2 b2 e5", "a1 g7 g6", {"b2-b1": no("a1")})
    P("corner from a2", "b", "b1 a3 e5", "a1 g7 g6", {"a3-a2": no("a1")})
    P("corner h8, White", "w", "h8 c3 c4", "g8 g7 a1", {"g7-h7": no("h8")})
    P("corner a8, Black, by the edge", "b", "b8 a6 e5", "a8 g7 g6", {"a6-a7": no("a8")})
    P("corner held, neither moves", "b", "a2 b1 e5", "a1 g7 g6", {"e5-e6": no()})
    P("corner and a line at once", "b", "a2 b2 d1 e5", "a1 c1 g7 g6", {"b2-b1": no("a1 c1")})
    P("corner capture leaves one", "b", "a2 b2 e5", "a1 g7", {"b2-b1": ("a1", "last_stone", "b")})
    P("two in a row not taken", "b", "c3 f4 a8", "d4 e4 h8", {"c3-c4": no()})
    P("three directions", "b", "c4 d6 f4 d2", "d5 e4 d3 h1 h8", {"c4-d4": no("d3 d5 e4")})
    P("two directions, White", "w", "e5 d6 h1 h2", "c5 f5 d7", {"c5-d5": no("d6 e5")})
    P("moves between two enemies", "b", "d5 a1 a3", "c4 e4 h8", {"d5-d4": no()})
    P("between two enemies, White to move", "w", "d4 a1 a3", "c4 e4 h8", {"c4-c5": no()})
    P("stands between two after a piece left", "b", "d4 d5 a3", "c4 e4 h8", {"d5-d6": no()})
    P("no move at all", "w", "a2 b2 c1", "a1 b1", taken=(5, 4))
    P("no move at all, Black in two corners", "b", "a1 h8", "a2 b1 g8 h7", taken=(5, 4))
    for t, w in (((1, 0), "b"), ((3, 3), None), ((0, 1), "w")):
        P("stalemating move, taken %d-%d" % t, "b", "a2 b2 d1", "a1 b1", {"d1-c1": ("", "stalemate", w)}, taken=t)
    P("two against two", "b", "d4 c4", "e5 f5")
    P("two against two, capture leaves one", "w", "d4 h1", "c4 e5", {"e5-e4": ("d4", "last_stone", "w")})
    P("Black has one stone: over", "b", "d4", "c4 e5 e6")
    P("quiet 59", "b", "d4 c3", "c4 e5 h8", {"d4-d5": ("", "quiet", "w")}, taken=(0, 2), quiet=59)
    midgames("piso", {}, rnd, 6)


def midgames(set_, keys, rnd, n, lo=4):
    """positions from random games: those with the most captures, fewer moves first"""
    R = Rules(set_, **keys)
    F = Fast(R)
    k = 0
    while k < n:
        tr = []
        F.game(rnd, ("greedy" if k % 2 else "random", "random"), trace=tr)
        p = R.start()
        cand = []
        for i, t in enumerate(tr):
            m = (None, unsq(t[1:])) if t[0] == "@" else tuple(unsq(x) for x in t.split("-"))
            p, _ = slow.play(R, p, m)
            if slow.placing(p) or slow.over(R, p) or i < len(tr) // 6:
                continue
            mv = slow.pseudo(R, p)
            c = sum(1 for m in mv if slow.play(R, p, m)[1])
            cand.append((c + rnd.random(), text(R, p)))
        if not cand:
            continue
        cand.sort(reverse=True)
        t = cand[0][1]
        kk = (set_, tuple(sorted(keys.items())), t)
        if kk in _seen:
            continue
        add("%s from a game %d%s" % (set_, k + 1, " " + ",".join("%s=%s" % x for x in keys.items()) if keys else ""),
            set_, keys, t)
        k += 1


def scatter(name, set_, keys, rnd, nb, nw, side, tries=300, taken=(0, 0)):
    """the random position with the most captures and an exposed dux"""
    R = Rules(set_, **keys)
    best = None
    for _ in range(tries):
        qs = [(f, r) for f in range(R.f) for r in range(R.r)]
        rnd.shuffle(qs)
        b = {}
        for s, n in (("b", nb), ("w", nw)):
            for _ in range(n):
                b[qs.pop()] = s
            if R.dux:
                b[qs.pop()] = s.upper()
        p = Pos(b, side, taken, 0, (0, 0))
        if slow.over(R, p):
            continue
        if R.dux and slow.immobile(R, p, slow.other(side)):
            continue
        sc = rnd.random()
        im = 0
        for m in slow.pseudo(R, p):
            q, tk = slow.play(R, p, m)
            sc += len(tk)
            im = im or (slow.over(R, q) or " ")[0] == "immobilised"
        sc += 3 * im
        if best is None or sc > best[0]:
            best = (sc, p)
    add(name, set_, keys, best[1])


def varied():
    r = random.Random(14)
    V = lambda name, set_, keys, *a, **k: H("%s %s: %s" % (set_, ",".join("%s=%s" % x for x in keys.items()), name),
                                            set_, keys, *a, **k)
    k1 = dict(line="one")
    V("row of three not taken", "kowalski", k1, "b", "e8 i4 Bg1", "f4 g4 h4 Wf7", {"e8-e4": no()})
    V("three directions", "kowalski", k1, "b", "a4 e7 e2 Bg4", "e5 e6 f4 e3 Wl7", {"a4-e4": no("e3 f4")})
    k1 = dict(corner=False)
    V("corner safe", "kowalski", k1, "b", "a2 b5 Bg2", "a1 Wf7 l8", {"b5-b1": no()})
    k1 = dict(dux_captures=False)
    V("dux moves: nothing", "kowalski", k1, "b", "e7 e2 g4 Ba4", "e5 e6 f4 e3 Wl7", {"a4-e4": no()})
    V("dux no friend", "kowalski", k1, "b", "a4 e7 e2 Bg4", "e5 e6 f4 e3 Wl7", {"a4-e4": no("e3 e5 e6")})
    V("corner, the other square the dux", "kowalski", k1, "b", "b5 Ba2", "a1 Wf7", {"b5-b1": no()})
    V("corner, the dux moves to it", "kowalski", k1, "b", "a2 Bb5", "a1 Wf7", {"b5-b1": no()})
    V("the dux still shuts in", "kowalski", k1, "b", "c1 Ba3", "Wa8 b8 h5", {"a3-a7": ("", "immobilised", "b")})
    k1 = dict(immobile="surrounded")
    V("edge is safe", "kowalski", k1, "b", "e8 g8 f2 Bh2", "Wf8 a5", {"f2-f7": no()})
    V("four enemies", "kowalski", k1, "b", "e4 g4 f3 b5 Bh1", "Wf4 a5", {"b5-f5": ("", "immobilised", "b")})
    V("four enemies, one the dux", "kowalski", k1, "b", "e4 g4 f3 Bb5", "Wf4 a5", {"b5-f5": ("", "immobilised", "b")})
    V("three enemies and an own stone", "kowalski", k1, "b", "e4 g4 b5 Bh1", "Wf4 f3", {"b5-f5": no()})
    V("walks into four", "kowalski", k1, "w", "e4 g4 f3 b5 Bh1", "Wf8 a5", {"f8-f4": no()})
    V("shut in without a stalemate, dux cannot move", "kowalski", k1, "w", "b8 a7 Bh1", "Wa8 h5")
    V("only the dux, shut in a corner: stalemate", "kowalski", k1, "w", "b8 a7 Bh1", "Wa8", taken=(3, 0))
    V("stalemating move", "kowalski", k1, "b", "b8 a3 Bh1", "Wa8", {"a3-a7": ("", "stalemate", "b")}, taken=(3, 0))
    k1 = dict(move="step")
    add("kowalski move=step: start", "kowalski", k1, Rules("kowalski", **k1).start())
    V("corner by a step of the dux", "kowalski", k1, "b", "a2 Bb2", "a1 Wf7", {"b2-b1": no("a1")})
    V("shut in by a step", "kowalski", k1, "b", "e8 g8 f6 Bh2", "Wf8 a5", {"f6-f7": ("", "immobilised", "b")})
    scatter("kowalski move=step: scattered", "kowalski", k1, r, 10, 10, "w")
    for bd in ("4x4", "5x7", "16x16", "9x10", "8x6", "4x16", "16x4", "5x5", "6x6", "7x4"):
        k1 = dict(board=bd)
        R = Rules("kowalski", **k1)
        add("kowalski board=%s: start" % bd, "kowalski", k1, R.start())
        n = R.stones
        if bd != "16x16":
            scatter("kowalski board=%s: scattered" % bd, "kowalski", k1, r, n - n // 4, n - n // 4, "bw"[len(CASES) % 2])
    for i in range(6):
        k1 = [dict(board="8x6", line="one"), dict(board="8x6", corner=False), dict(board="8x6", dux_captures=False),
              dict(board="8x6", immobile="surrounded"), dict(board="8x6", move="step"), dict(board="6x6", setup="2")][i]
        scatter("kowalski %s: scattered" % ",".join("%s=%s" % x for x in k1.items()), "kowalski", k1, r, 7, 7,
                "bw"[i % 2])
    for bd in ("4x4", "5x7", "9x10", "16x16", "4x5"):
        k1 = dict(board=bd, setup="1" if bd in ("4x4", "4x5") else "2")
        if bd in ("5x7", "9x10", "16x16"):
            k1 = dict(board=bd)
        R = Rules("quintana", **k1)
        add("quintana %s: start" % ",".join("%s=%s" % x for x in k1.items()), "quintana", k1, R.start())
        if bd != "16x16":
            scatter("quintana board=%s: scattered" % bd, "quintana", k1, r, R.stones - 1, R.stones - 1, "wb"[len(CASES) % 2])
    for k1 in (dict(line="many"), dict(corner=True), dict(move="step"), dict(dux=True, setup="1"), dict(dux=True)):
        scatter("quintana %s: scattered" % ",".join("%s=%s" % x for x in k1.items()), "quintana", k1, r, 8, 8, "b")
    k1 = dict(dux=True)
    add("quintana dux=true: start", "quintana", k1, Rules("quintana", **k1).start())
    V("row of two leaves one", "quintana", dict(line="many"), "b", "c1 f4 a8", "d4 e4 h8",
      {"c1-c4": ("d4 e4", "last_stone", "b")})
    V("row of five taken, none left", "quintana", dict(line="many"), "b", "a8 g1", "b1 c1 d1 e1 f1",
      {"a8-a1": ("b1 c1 d1 e1 f1", "last_stone", "b")})
    V("row of five, rest one", "quintana", dict(line="many"), "w", "b1 c1 d1 e1 f1 h8", "a8 g1",
      {"a8-a1": ("b1 c1 d1 e1 f1", "last_stone", "w")})
    for k1, nb in ((dict(board="4x4", stones=4), 4), (dict(board="5x7", stones=8), 8), (dict(board="9x10"), 20),
                   (dict(board="16x16", stones=30), 9), (dict(corner=False), 14), (dict(line="many"), 14),
                   (dict(move="rook"), 9)):
        nm = ",".join("%s=%s" % x for x in k1.items())
        scatter("piso %s: scattered" % nm, "piso", k1, r, nb, nb - 1, "wb"[len(CASES) % 2])
    for k1 in (dict(board="7x6", stones=20), dict(board="4x4", stones=7), dict(board="5x7", stones=3),
               dict(board="4x4", stones=2)):
        nm = ",".join("%s=%s" % x for x in k1.items())
        add("piso %s: start" % nm, "piso", k1, Rules("piso", **k1).start())
    k1 = dict(board="4x4", stones=7)
    V("placing ends, Black cannot move", "piso", k1, "w", "a1 b1 c1 d1 a2 b2 c2", "a3 b3 c3 d2 a4 b4",
      {"@d3": ("", "stalemate", N), "@c4": ("", "stalemate", N)}, hands=(0, 1))
    k1 = dict(board="4x4", stones=3)
    V("hands 1-1", "piso", k1, "b", "a1 b2", "d4 c2", hands=(1, 1))
    V("placing the last shuts Black in: stalemate", "piso", k1, "w", "a1 b1 d1", "a2 b2", {"@c1": no()}, hands=(0, 1))
    k1 = dict(board="4x4", stones=2)
    V("placing the last shuts Black in: stalemate", "piso", k1, "w", "a1 d1", "a2", {"@b1": no()}, hands=(0, 1))
    V("hands 0-1, all shut", "piso", dict(board="4x4", stones=3), "w", "a1 a2 b1", "a3 b2",
      {"@c1": ("", "stalemate", None)}, hands=(0, 1))
    k1 = dict(board="4x4", stones=4)
    OP = "irregular hands: 2.2 rule 1 does not say who places or moves next; see readings"
    V("hands 2-1", "piso", k1, "b", "a1 b2", "d4 c2 c3", hands=(2, 1), open_=OP)
    V("hands 2-1, White", "piso", k1, "w", "a1 b2", "d4 c2 c3", hands=(2, 1), open_=OP)
    V("hands 1-0", "piso", k1, "b", "a1 b2 d1", "d4 c2 c3 a4", hands=(1, 0), open_=OP)
    V("one stone each and one in hand", "piso", dict(board="4x4", stones=2), "b", "a1", "d4", hands=(1, 1))
    V("none on the board, two in hand", "piso", dict(board="4x4", stones=4), "b", "", "", hands=(2, 2), taken=(2, 2))
    V("quiet=3, at 2", "kowalski", dict(board="5x5", quiet=3), "b", "Bc2 a1 b1", "Wc4 e5",
      {"a1-a2": ("", "quiet", "b")}, taken=(2, 1), quiet=2)
    V("quiet=0, at 500", "kowalski", dict(board="5x5", quiet=0), "w", "Bc2 a1 b1", "Wc4 e5", {"e5-e4": no()},
      taken=(2, 1), quiet=500)


starts()
kowalski()
quintana()
piso()
varied()
if __name__ == "__main__":
    print(len(CASES))
    from collections import Counter
    print(Counter((c["set"], bool(c["keys"])) for c in CASES))

# Boards have at most 128 squares. Larger ones are still drawn above, so that the others stay the same.
CASES[:] = [c for c in CASES if c["keys"].get("board") != "16x16"]
