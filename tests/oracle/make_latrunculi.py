"""python3 make_latrunculi.py -> part_1.json ... part_6.json, latrunculi.json"""
import json, math, random, sys, time
from collections import Counter
import latrunculi_slow as slow
from latrunculi_slow import Rules, parse, text, mtext, sq, unsq
from latrunculi_fast import Fast
from latrunculi_cases import CASES
T0 = time.time()
NAMES = {1: "lines", 2: "moves", 3: "eval", 4: "search", 5: "games", 6: "repetition"}


def log(*a):
    print(round(time.time() - T0), *a, flush=True)


def head(c):
    d = dict(name=c["name"], set=c["set"], keys=c["keys"], position=c["position"])
    if c["open"]:
        d["open"] = c["open"]
    return d


def write(n, rows):
    with open("part_%d.json" % n, "w") as f:
        f.write(body(rows) + "\n")
    log("part", n, NAMES[n], len(rows))


def body(rows):
    return "[\n" + ",\n".join(json.dumps(r, separators=(",", ":")) for r in rows) + "\n]"


def load(c):
    R = Rules(c["set"], **c["keys"])
    return R, parse(R, c["position"])


def irregular(c):
    return "irregular" in (c["open"] or "")


def part1(limit=25_000_000):
    rows = []
    for c in CASES:
        R, p = load(c)
        o = slow.over(R, p)
        t = time.time()
        F = Fast(R)
        if irregular(c):
            L, W, WS = slow.lines(R, p, 3)
        else:
            L, W, WS = F.lines(p, 3)
            if c["name"].endswith("start") and L[2] < 600000 or L[2] == 0 or L[2] ** 2 / L[1] < limit:
                L, W, WS = F.lines(p, 4)
        d = head(c)
        d.update(over=o and dict(how=o[0], winner=o[1]), lines=L, wins=W, wins_by_stalemate=WS)
        rows.append(d)
        c["lines"] = L
        if time.time() - t > 5:
            log(c["name"], L, round(time.time() - t))
    write(1, rows)
    return rows


def part2():
    pick = [c for c in CASES if not c["open"]]
    hand = [c for c in pick if c["checked"] or c["lines"][0] == 0]
    rest = [c for c in pick if c not in hand]
    rnd = random.Random(21)
    sel = []
    for s in ("kowalski", "quintana", "piso"):
        a, b = [c for c in hand if c["set"] == s], [c for c in rest if c["set"] == s]
        rnd.shuffle(a)
        rnd.shuffle(b)
        sel += a[:24] + b[:10]
    sel += [c for c in pick if "quiet" in c["name"] and c not in sel]
    rows = []
    for c in sel:
        R, p = load(c)
        d = head(c)
        o = slow.over(R, p)
        d["over"] = o and dict(how=o[0], winner=o[1])
        ms = []
        for m in ([] if o else slow.pseudo(R, p)):
            q, tk = slow.play(R, p, m)
            e = slow.over(R, q, quiet=True)
            ms.append(dict(move=mtext(m), takes=len(tk), taken=[sq(x) for x in tk], then=text(R, q),
                           ends=e and e[0], winner=e and e[1]))
        ms.sort(key=lambda x: (unsq(x["move"].lstrip("@").split("-")[0]), unsq(x["move"].lstrip("@").split("-")[-1])))
        d["moves"] = ms
        rows.append(d)
    write(2, rows)
    return rows


def part3():
    rows = []
    for c in CASES:
        R, p = load(c)
        if irregular(c) or slow.over(R, p):
            continue
        d = head(c)
        x = slow.parts(R, p)
        assert x["value"] == Fast(R).eval(Fast(R).load(p), 1 if p.side == "b" else 2, p.hands)
        d.update(value=x["value"], material=x["material"], stones=x["stones"], mobility=x["mobility"],
                 freedom=x["freedom"])
        rows.append(d)
    write(3, rows)
    return rows


def part4():
    ok = [c for c in CASES if not c["open"] and c["lines"][0] and len(c["lines"]) > 2]
    rnd = random.Random(31)
    small = [c for c in ok if c["lines"][2] <= 60000]
    sel = []
    for s in ("kowalski", "quintana", "piso"):
        a = [c for c in small if c["set"] == s]
        rnd.shuffle(a)
        sel += a[:14]
    d4 = [c for c in ok if len(c["lines"]) > 3 and 1000 < c["lines"][3] <= 300000]
    deep = []
    for s in ("kowalski", "quintana", "piso"):
        a = [c for c in d4 if c["set"] == s]
        rnd.shuffle(a)
        deep += a[:4]
    for c in deep:
        if c not in sel:
            sel.append(c)
    st = [c for c in CASES if c["name"] in ("kowalski start", "piso start", "quintana start")]
    rows = []
    for c in st + sel:
        R, p = load(c)
        F = Fast(R)
        D = 2 if c in st else 4 if c in deep else 3
        d = head(c)
        d["values"] = {str(n): F.search(p, n) for n in range(1, D + 1)}
        d["best"] = {n: max(v.values()) for n, v in d["values"].items()}
        rows.append(d)
        log(c["name"], D)
    write(4, rows)
    return rows


def ms(x):
    n = len(x)
    m = sum(x) / n
    return [round(m, 5), round(math.sqrt(sum((v - m) ** 2 for v in x) / (n - 1) / n), 5)]


def share(k, n):
    if not n:
        return None
    return [round(k / n, 5), round(math.sqrt(k / n * (1 - k / n) / n), 5)]


def games(set_, keys, pol, n, seed, quiet_wins=True):
    R = Rules(set_, **keys)
    F = Fast(R)
    rnd = random.Random(seed)
    G = [F.game(rnd, pol, quiet_wins) for _ in range(n)]
    br, nb = sum(g[4] for g in G), sum(g[5] for g in G)
    r = br / nb
    im = [g for g in G if g[0] == "immobilised"]
    out = sum(1 for g in im if g[6][g[1] - 1] < g[6][2 - g[1]])
    d = dict(set=set_, keys=keys, players=list(pol), games=n, greedy_counts_quiet_as_win=quiet_wins,
             win={s: share(sum(g[1] == s for g in G), n) for s in (1, 2)},
             nobody=share(sum(g[1] == 0 for g in G), n), length=ms([g[2] for g in G]),
             ended={h: share(sum(g[0] == h for g in G), n) for h in ("immobilised", "last_stone", "stalemate", "quiet")},
             captures_mean=ms([sum(g[3]) for g in G]), captures=[ms([g[3][0] for g in G]), ms([g[3][1] for g in G])],
             branching=[round(r, 5), round(math.sqrt(sum((g[4] - r * g[5]) ** 2 for g in G) / n / (n - 1)) / (nb / n), 5)],
             branching_mean_of_games=ms([g[4] / g[5] for g in G if g[5]]),
             outnumbered=share(out, len(im)), immobilised_games=len(im))
    log("games", set_, keys, pol, n)
    return d


def part5():
    rows = []
    q = ("random", "random")
    k = dict(board="8x6")
    gr, rg = ("greedy", "random"), ("random", "greedy")
    todo = [("kowalski", {}, q, 8000), ("piso", {}, q, 6000), ("quintana", {}, q, 6000), ("kowalski", k, q, 8000),
            ("kowalski", k, gr, 1500), ("kowalski", k, rg, 1500), ("kowalski", k, ("greedy", "greedy"), 1000),
            ("piso", dict(board="6x6", stones=10), q, 8000), ("quintana", dict(board="6x6", setup="1"), q, 8000),
            ("kowalski", dict(board="5x5"), q, 8000), ("piso", {}, gr, 1000), ("piso", {}, rg, 1000),
            ("quintana", {}, gr, 1000), ("quintana", {}, rg, 1000), ("kowalski", dict(board="8x6", immobile="surrounded"), q, 4000),
            ("kowalski", {}, gr, 500), ("kowalski", {}, rg, 500)]
    for i, t in enumerate(todo):
        rows.append(games(*t, seed=100 + i))
        write(5, rows)
    rows.append(games("kowalski", k, gr, 1500, 200, False))
    write(5, rows)
    return rows


def shuttle(*cyc):
    """alternating moves from the square lists of both seats"""
    out = []
    for i in range(len(cyc[0])):
        for c in cyc:
            if i < len(c):
                out.append(c[i])
    return out


def name_of(st, kw):
    return "repetition: random play " + st + " " + str(kw)


def scripted():
    S = []
    a = "g2-g3 f7-f6 g3-g2 f6-f7 g2-g3 f7-f6 g3-g2".split()
    k = Rules("kowalski")
    S.append(("start, shuffling dux", "kowalski", {}, text(k, k.start()), a, {"f6-f7"}))
    S.append(("the forbidden position by another way", "kowalski", {}, text(k, k.start()),
              a + ["f6-f5", "g2-g3"], {"f5-f6"}))
    tri = []
    B, W = ["d1-d2", "d2-d3", "d3-d1"], ["e8-e7", "e7-e8"]
    for i in range(12):
        tri += [B[i % 3], W[i % 2]]
    P = "4w3/8/8/8/w6w/8/8/b2b3b"
    S.append(("same pieces, other side to move, is another position", "quintana", {}, P + " b 1-1 0", tri[:16], {"d3-d2"}))
    S.append(("third time after two rounds of twelve plies", "quintana", {}, P + " b 1-1 0", tri[:23], {"e7-e8"}))
    sw = []
    B, W = ["c3-d3", "d3-d5", "c5-c3", "d5-c5"], ["h8-h7", "h7-h8"]
    for i in range(8):
        sw += [B[i % 4], W[i % 2]]
    S.append(("stones change places: the same position", "quintana", {}, "7w/8/8/2b5/8/2b5/8/w6b b 0-0 0", sw[:15], {"h7-h8"}))
    S.append(("White first, Black may not return", "piso", {}, "8/8/2b5/8/4w3/8/1b6/6w1 w 0-0 5",
              "e4-e5 c6-c7 e5-e4 c7-c6 e4-e5 c6-c7 e5-e4".split(), {"c7-c6"}))
    cage = "6bw/6b1/7b/8/3b4/8/b7/wb6 b "
    sh = "d4-d5 h8-h7 d5-d4 h7-h8 d4-d5 h8-h7 d5-d4".split()
    for t in ("2-1", "1-1", "1-3"):
        S.append(("the only move forbidden: stalemate, taken " + t, "piso", {}, cage + t + " 0", sh, {"h7-h8"}))
    S.append(("a capture between: counted anew", "kowalski", {}, "5W6/12/12/12/3bw7/12/12/b5B5 b 0-0 0",
              "a1-a2 f8-g8 a2-a1 g8-f8 a1-a2 f8-g8 a2-f2 g8-f8 f2-f4 f8-g8 f4-f2 g8-f8 f2-a2 f8-g8 a2-a1 g8-f8 a1-a2 f8-g8 a2-a1".split(), None))
    S.append(("White may not return", "quintana", {}, "8/w6w/8/8/2w1b3/8/8/1b6 b 0-0 0",
              "b1-b2 h7-h8 b2-b1 h8-h7 b1-b2 h7-h8 b2-b1".split(), {"h8-h7"}))
    # found by random play: two or more moves forbidden at once
    rnd = random.Random(41)
    for st, kw, want, count in (("kowalski", dict(board="4x4", quiet=0), 1, 2), ("piso", dict(board="4x4", stones=2, quiet=0), 2, 2),
                                ("quintana", dict(board="4x4", setup="1", quiet=0), 1, 1)):
        R = Rules(st, **kw)
        got = 0
        log(name_of(st, kw))
        while got < count:
            p = R.start()
            hist = Counter([p.key()])
            mv = []
            while len(mv) < 250:
                lm = slow.legal_moves(R, p, hist)
                ps = slow.pseudo(R, p)
                if len(ps) - len(lm) >= want:
                    S.append(("random play, %d forbidden" % (len(ps) - len(lm)), st, kw, text(R, R.start()), mv, None))
                    got += 1
                    break
                if slow.over(R, p, lm):
                    break
                m = rnd.choice(lm)
                mv.append(mtext(m))
                p, _ = slow.play(R, p, m)
                hist[p.key()] += 1
    return S


def part6():
    rows = []
    for name, st, kw, t, mv, want in scripted():
        R = Rules(st, **kw)
        p = parse(R, t)
        hist = Counter([p.key()])
        for i, x in enumerate(mv):
            assert not slow.over(R, p, slow.legal_moves(R, p, hist), quiet=True), (name, i, x)
            m = [y for y in slow.legal_moves(R, p, hist) if mtext(y) == x]
            assert m, (name, i, x, text(R, p))
            p, _ = slow.play(R, p, m[0])
            hist[p.key()] += 1
        lm = slow.legal_moves(R, p, hist)
        bad = {mtext(m) for m in slow.pseudo(R, p)} - {mtext(m) for m in lm}
        assert want is None or bad == want, (name, bad, want)
        o = slow.over(R, p, lm, quiet=True)
        rows.append(dict(name=name, set=st, keys=kw, position=t, script=mv, then=text(R, p), legal=sorted(map(mtext, lm)),
                         forbidden=sorted(bad), over=o and dict(how=o[0], winner=o[1])))
    write(6, rows)
    return rows


# all parts, or only those named (the others are then read from their part files)
todo = [int(a) for a in sys.argv[1:]] or [1, 2, 3, 6, 4, 5]
res = {}
for n, f in ((1, part1), (2, part2), (3, part3), (6, part6), (4, part4), (5, part5)):
    if n in todo:
        res[n] = f()
    else:
        res[n] = json.load(open("part_%d.json" % n))
        if n == 1:
            L = {(r["name"], r["position"]): r["lines"] for r in res[1]}
            for c in CASES:
                c["lines"] = L[c["name"], c["position"]]
with open("latrunculi.json", "w") as f:
    f.write("{\n" + ",\n".join('"%s":%s' % (NAMES[i], body(res[i])) for i in range(1, 7)) + "\n}\n")
json.load(open("latrunculi.json"))
log("done")
