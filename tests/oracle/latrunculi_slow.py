"""Literal, slow model of the rule page, section 2. Board: dict (file, rank) -> b w B W (file, rank from 0)."""
from collections import Counter
FILES = "abcdefghijklmnop"
SETS = {
    "kowalski": dict(board="12x8", setup="1", stones=12, dux=True, move="rook", line="many", corner=True,
                     immobile="blocked", dux_captures=True, quiet=60),
    "piso": dict(board="8x8", setup="placed", stones=20, dux=False, move="step", line="one", corner=True,
                 immobile="blocked", dux_captures=True, quiet=60),
    "quintana": dict(board="8x8", setup="2", stones=16, dux=False, move="rook", line="one", corner=False,
                     immobile="blocked", dux_captures=True, quiet=60),
}


class Bad(Exception):
    pass


class Rules:
    def __init__(self, set_="kowalski", **keys):
        d = dict(SETS[set_])
        assert all(k in d for k in keys), keys
        d.update(keys)
        self.set, self.keys = set_, keys
        self.f, self.r = (int(x) for x in d["board"].split("x"))
        if not (4 <= self.f <= 16 and 4 <= self.r <= 16):
            raise Bad("board")
        self.placed = d["setup"] == "placed"
        self.rows = 0 if self.placed else int(d["setup"])
        self.stones = int(d["stones"]) if self.placed else self.rows * self.f
        if 2 * self.stones >= self.f * self.r:
            raise Bad("twice stones")
        self.dux, self.move, self.line = d["dux"], d["move"], d["line"]
        self.corner, self.immobile = d["corner"], d["immobile"]
        self.dux_captures, self.quiet = d["dux_captures"], d["quiet"]

    def start(self):
        b = {}
        if not self.placed:
            for r in range(self.rows):
                for f in range(self.f):
                    b[f, r] = "b"
                    b[f, self.r - 1 - r] = "w"
            if self.dux:
                f = self.f // 2  # file number f//2+1, counted from 0
                b[f, self.rows] = "B"
                b[self.f - 1 - f, self.r - 1 - self.rows] = "W"
        h = self.stones if self.placed else 0
        return Pos(b, "b", (0, 0), 0, (h, h))


class Pos:
    def __init__(self, b, side, taken, quiet, hands):
        self.b, self.side, self.taken, self.quiet, self.hands = b, side, tuple(taken), quiet, tuple(hands)

    def key(self):
        return (frozenset(self.b.items()), self.side, self.hands)

    def stones(self, s):  # on the board and in hand
        return sum(1 for v in self.b.values() if v == s) + self.hands[s == "w"]


def sq(p):
    return FILES[p[0]] + str(p[1] + 1)


def unsq(t):
    return (FILES.index(t[0]), int(t[1:]) - 1)


def text(R, p):
    rows = []
    for r in range(R.r - 1, -1, -1):
        s, n = "", 0
        for f in range(R.f):
            c = p.b.get((f, r))
            if c is None:
                n += 1
            else:
                s += (str(n) if n else "") + c
                n = 0
        rows.append(s + (str(n) if n else ""))
    return "%s %s %d-%d %d %d-%d" % ("/".join(rows), p.side, *p.taken, p.quiet, *p.hands)


def parse(R, t):
    w = t.split()
    ranks = w[0].split("/")
    if len(ranks) != R.r:
        raise Bad("ranks")
    b = {}
    for i, row in enumerate(ranks):
        r, f, n = R.r - 1 - i, 0, ""
        for c in row + "$":
            if c.isdigit():
                n += c
                continue
            f += int(n or 0)
            n = ""
            if c == "$":
                break
            if c not in "bwBW":
                raise Bad("piece")
            b[f, r] = c
            f += 1
        if f != R.f:
            raise Bad("rank does not fill the board: " + row)
    side = w[1] if len(w) > 1 else "b"
    pair = lambda s: tuple(int(x) for x in s.split("-"))
    p = Pos(b, side, pair(w[2]) if len(w) > 2 else (0, 0), int(w[3]) if len(w) > 3 else 0,
            pair(w[4]) if len(w) > 4 else (0, 0))
    if side not in "bw":
        raise Bad("side")
    v = list(b.values())
    for d in "BW":
        if v.count(d) != (1 if R.dux else 0):
            raise Bad("dux")
    for s, i in (("b", 0), ("w", 1)):
        if p.stones(s) + p.taken[1 - i] > R.stones:
            raise Bad("more stones than the set gives: " + t)
    return p


DIRS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def on(R, q):
    return 0 <= q[0] < R.f and 0 <= q[1] < R.r


def other(s):
    return "w" if s == "b" else "b"


def placing(p):
    return p.hands != (0, 0)


def piece_moves(R, p, s):
    """moves that the pieces on the board of player s could make (2.2 rule 2)"""
    out = []
    for (f, r), c in p.b.items():
        if c.lower() != s:
            continue
        for df, dr in DIRS:
            n = 1
            while True:
                q = (f + df * n, r + dr * n)
                if not on(R, q) or q in p.b:
                    break
                out.append(((f, r), q))
                n += 1
                if R.move == "step":
                    break
    return out


def pseudo(R, p):
    """legal moves, ignoring repetition"""
    if placing(p):
        return [(None, (f, r)) for f in range(R.f) for r in range(R.r) if (f, r) not in p.b]
    return piece_moves(R, p, p.side)


def mtext(m):
    return "@" + sq(m[1]) if m[0] is None else sq(m[0]) + "-" + sq(m[1])


def captures(R, b, to):
    """squares of the stones captured by the piece that moved to `to`"""
    piece = b[to]
    s = piece.lower()
    e = other(s)

    def friend(q):
        return q in b and (b[q] == s or (b[q] == s.upper() and R.dux_captures))
    if piece.isupper() and not R.dux_captures:
        return []
    took = set()
    for df, dr in DIRS:
        row, n = [], 1
        while b.get((to[0] + n * df, to[1] + n * dr)) == e:
            row.append((to[0] + n * df, to[1] + n * dr))
            n += 1
        if not row or (R.line == "one" and len(row) != 1):
            continue
        if friend((to[0] + n * df, to[1] + n * dr)):
            took.update(row)
    if R.corner:
        for c in ((0, 0), (0, R.r - 1), (R.f - 1, 0), (R.f - 1, R.r - 1)):
            if b.get(c) != e:
                continue
            nb = [q for q in ((c[0] + d[0], c[1] + d[1]) for d in DIRS) if on(R, q)]
            if to in nb and all(friend(q) for q in nb):
                took.add(c)
    return sorted(took)


def play(R, p, m):
    """position after the move, squares taken"""
    b, s = dict(p.b), p.side
    i = s == "w"
    if m[0] is None:
        b[m[1]] = s
        h = list(p.hands)
        h[i] -= 1
        nxt = other(s)
        if h == [0, 0]:
            nxt = "b"  # "then Black moves first"
        elif h[nxt == "w"] == 0:
            nxt = s  # irregular hands only: a player without stones in hand is skipped
        return Pos(b, nxt, p.taken, p.quiet, h), []
    b[m[1]] = b.pop(m[0])
    took = captures(R, b, m[1])
    for q in took:
        del b[q]
    t = list(p.taken)
    t[i] += len(took)
    return Pos(b, other(s), t, 0 if took else p.quiet + 1, p.hands), took


def immobile(R, p, s):
    d = next(q for q, c in p.b.items() if c == s.upper())
    nb = [(d[0] + x, d[1] + y) for x, y in DIRS]
    if R.immobile == "surrounded":
        return all(q in p.b and p.b[q].lower() != s for q in nb)
    nb = [q for q in nb if on(R, q)]
    return all(q in p.b for q in nb) and any(p.b[q].lower() != s for q in nb)


def by_captures(p):
    return "b" if p.taken[0] > p.taken[1] else "w" if p.taken[1] > p.taken[0] else None


def over(R, p, legal=None, quiet=False):
    """None, or (how, winner). legal: the list of legal moves, if repetition matters."""
    if R.dux and not placing(p) and immobile(R, p, p.side):
        return "immobilised", other(p.side)
    if not R.dux:
        for s in (p.side, other(p.side)):
            if p.stones(s) <= 1:
                return "last_stone", other(s)
    if not (pseudo(R, p) if legal is None else legal):
        return "stalemate", by_captures(p)
    if quiet and R.quiet and not placing(p) and p.quiet >= R.quiet:
        return "quiet", by_captures(p)
    return None


def legal_moves(R, p, hist):
    """hist: Counter of the keys of all positions of the game, p's included"""
    return [m for m in pseudo(R, p) if hist[play(R, p, m)[0].key()] < 2]


def lines(R, p, depth):
    L, W, WS = [0] * depth, [0] * depth, [0] * depth

    def rec(p, d):
        if over(R, p):
            return
        for m in pseudo(R, p):
            L[d] += 1
            q, _ = play(R, p, m)
            o = over(R, q)
            if o:
                if o[1] == p.side:
                    W[d] += 1
                    WS[d] += o[0] == "stalemate"
            elif d + 1 < depth:
                rec(q, d + 1)
    rec(p, 0)
    return L, W, WS


def parts(R, p):
    e, s = other(p.side), p.side
    d = dict(stones=[p.stones(s), p.stones(e)], mobility=[len(piece_moves(R, p, s)), len(piece_moves(R, p, e))],
             freedom=[0, 0])
    if R.dux:
        for i, x in enumerate((s, e)):
            q = next(q for q, c in p.b.items() if c == x.upper())
            d["freedom"][i] = sum(1 for a in DIRS if on(R, (q[0] + a[0], q[1] + a[1]))
                                  and (q[0] + a[0], q[1] + a[1]) not in p.b)
    d["material"] = 100 * (d["stones"][0] - d["stones"][1])
    d["value"] = d["material"] + d["mobility"][0] - d["mobility"][1] + 20 * (d["freedom"][0] - d["freedom"][1])
    return d


def value(R, p, n, ply):
    """value for the player to move at p, searching n plies; p is `ply` plies from the root"""
    o = over(R, p)
    if o:
        return 0 if o[1] is None else (1000000 - ply) * (1 if o[1] == p.side else -1)
    if n == 0:
        return parts(R, p)["value"]
    best = None
    for m in pseudo(R, p):
        q, _ = play(R, p, m)
        v = value(R, q, n - 1, ply + 1)
        if q.side != p.side:
            v = -v
        if best is None or v > best:
            best = v
    return best
