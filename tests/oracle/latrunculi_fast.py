"""Faster second model (padded bytearray), written independently of slow.py; selftest.py compared them."""
import random
import latrunculi_slow as slow
from latrunculi_slow import FILES
B_, W_ = 1, 2  # stones; dux = +2; wall 5


class Fast:
    def __init__(self, R):
        self.R = R
        S = self.S = R.f + 2
        self.sqs = [(r + 1) * S + f + 1 for r in range(R.r) for f in range(R.f)]
        self.dirs = (1, -1, S, -S)
        a, b = S + 1, S + R.f
        c, d = R.r * S + 1, R.r * S + R.f
        # corner -> {neighbour: other neighbour}
        self.corners = {}
        if R.corner:
            for x, n, m in ((a, a + 1, a + S), (b, b - 1, b + S), (c, c + 1, c - S), (d, d - 1, d - S)):
                self.corners[x] = {n: m, m: n}
        self.rook = R.move == "rook"
        self.many = R.line == "many"
        rnd = random.Random(5)
        self.z = [[rnd.getrandbits(64) for _ in range(S * (R.r + 2))] for _ in range(6)]

    def load(self, p):
        """slow.Pos -> board"""
        b = bytearray([5]) * (self.S * (self.R.r + 2))
        for q in self.sqs:
            b[q] = 0
        for (f, r), c in p.b.items():
            b[(r + 1) * self.S + f + 1] = {"b": 1, "w": 2, "B": 3, "W": 4}[c]
        return b

    def name(self, q):
        return FILES[q % self.S - 1] + str(q // self.S)

    def mname(self, m):
        return self.name(m[0]) + "-" + self.name(m[1])

    def own(self, b, s):
        d = s + 2
        return [q for q in self.sqs if b[q] == s or b[q] == d]

    def gen(self, b, s):
        out = []
        dirs, rook = self.dirs, self.rook
        for q in self.own(b, s):
            for d in dirs:
                t = q + d
                if rook:
                    while b[t] == 0:
                        out.append((q, t))
                        t += d
                elif b[t] == 0:
                    out.append((q, t))
        return out

    def mob(self, b, s):
        n = 0
        dirs = self.dirs
        if not self.rook:
            for q in self.own(b, s):
                for d in dirs:
                    if b[q + d] == 0:
                        n += 1
            return n
        for q in self.own(b, s):
            for d in dirs:
                t = q + d
                while b[t] == 0:
                    n += 1
                    t += d
        return n

    def stuck(self, b, s):
        for q in self.own(b, s):
            for d in self.dirs:
                if b[q + d] == 0:
                    return False
        return True

    def caps(self, b, to):
        pc = b[to]
        dc = self.R.dux_captures
        if pc > 2:
            if not dc:
                return ()
            s = pc - 2
        else:
            s = pc
        e = 3 - s
        fd = s + 2 if dc else s
        res = None
        for d in self.dirs:
            q = to + d
            if b[q] != e:
                continue
            t = q + d
            if self.many:
                while b[t] == e:
                    t += d
            x = b[t]
            if x == s or x == fd:
                if res is None:
                    res = []
                while q != t:
                    res.append(q)
                    q += d
            elif q in self.corners:
                x = b[self.corners[q][to]]
                if x == s or x == fd:
                    if res is None:
                        res = []
                    res.append(q)
        return res or ()

    def make(self, b, m):
        q, t = m
        b[t] = b[q]
        b[q] = 0
        c = self.caps(b, t)
        for x in c:
            b[x] = 0
        return c

    def undo(self, b, m, c, e):
        for x in c:
            b[x] = e
        b[m[0]] = b[m[1]]
        b[m[1]] = 0

    def immobile(self, b, s):
        k = b.find(s + 2)
        e1 = 3 - s
        e2 = 5 - s
        en = 0
        for d in self.dirs:
            x = b[k + d]
            if x == 0:
                return False
            if x == e1 or x == e2:
                en += 1
        return en == 4 if self.R.immobile == "surrounded" else en > 0

    def ended(self, b, s):
        """(no hands left) s is to move: 1 = immobilised or last stone (s has lost), 2 = stalemate, 0 = no"""
        if self.R.dux:
            if self.immobile(b, s):
                return 1
        elif b.count(s) <= 1:
            return 1
        return 2 if self.stuck(b, s) else 0

    def eval(self, b, s, hands=(0, 0)):
        e = 3 - s
        v = 100 * (b.count(s) + hands[s - 1] - b.count(e) - hands[e - 1]) + self.mob(b, s) - self.mob(b, e)
        if self.R.dux:
            k, j = b.find(s + 2), b.find(e + 2)
            for d in self.dirs:
                v += 20 * ((b[k + d] == 0) - (b[j + d] == 0))
        return v

    # ---- lines (regular hands only: h-h black to move or (h-1)-h white to move) ----
    def lines(self, p, depth):
        R = self.R
        b = self.load(p)
        self.diff0 = p.taken[0] - p.taken[1]
        self.n0 = (b.count(1) + p.hands[0], b.count(2) + p.hands[1])
        self.memo = [dict() for _ in range(depth + 1)]
        if slow.over(R, p):
            return [0] * depth, [0] * depth, [0] * depth
        L, W, WS = [], [], []
        for d in range(1, depth + 1):
            l, w, ws = self._l(b, 1 if p.side == "b" else 2, d, p.hands[0] + p.hands[1])
            L.append(l), W.append(w), WS.append(ws)
        return L, W, WS

    def _diff(self, b):  # taken by Black - taken by White (no hands left)
        return self.diff0 + (self.n0[1] - b.count(2)) - (self.n0[0] - b.count(1))

    def _l(self, b, s, depth, hands):
        """s to move, position not final"""
        e = 3 - s
        if hands:
            if depth == 1 and hands > 1:
                return b.count(0), 0, 0
            k = (bytes(b), s, hands)
            if k in self.memo[depth]:
                return self.memo[depth][k]
            l = w = ws = 0
            for q in self.sqs:
                if b[q]:
                    continue
                b[q] = s
                o = 0
                if hands == 1:
                    assert s == 2
                    o = self.ended(b, e)
                if depth == 1:
                    l += 1
                if o:
                    if depth == 1 and (o == 1 or self._diff(b) * (1 if s == 1 else -1) > 0):
                        w += 1
                        ws += o == 2
                elif depth > 1:
                    x = self._l(b, e, depth - 1, hands - 1)
                    l += x[0]
                    w += x[1]
                    ws += x[2]
                b[q] = 0
            self.memo[depth][k] = (l, w, ws)
            return l, w, ws
        if depth == 1:
            # can any move end the game? cheap sufficient tests first, otherwise every move is tried
            R, S = self.R, self.S
            full = True
            if R.dux:
                j = b.find(e + 2)
                free = 0
                for d in self.dirs:
                    free += b[j + d] == 0
                full = free < 2
            elif not self.many and b.count(e) > 4:
                # at most 3 are taken, so no last stone. Stalemate: every stone that can move now must be taken or
                # blocked, so all are adjacent to the destination: no two of them more than 2 ranks or files apart
                lo = hi = -1
                flo, fhi = 99, -1
                for q in self.own(b, e):
                    for d in self.dirs:
                        if b[q + d] == 0:
                            hi = q // S
                            if lo < 0:
                                lo = hi
                            f = q % S
                            flo = min(f, flo)
                            fhi = max(f, fhi)
                            break
                    if hi - lo > 2 or fhi - flo > 2:
                        full = False
                        break
            if not full:
                return self.mob(b, s), 0, 0
        k = (bytes(b), s, hands)
        if k in self.memo[depth]:
            return self.memo[depth][k]
        l = w = ws = 0
        for m in self.gen(b, s):
            c = self.make(b, m)
            o = self.ended(b, e)
            if depth == 1:
                l += 1
            if o:
                if depth == 1 and (o == 1 or self._diff(b) * (1 if s == 1 else -1) > 0):
                    w += 1
                    ws += o == 2
            elif depth > 1:
                x = self._l(b, e, depth - 1, 0)
                l += x[0]
                w += x[1]
                ws += x[2]
            self.undo(b, m, c, e)
        self.memo[depth][k] = (l, w, ws)
        return l, w, ws

    # ---- plain minimax ----
    def search(self, p, depth):
        """value of every root move, no pruning, no tables"""
        b = self.load(p)
        s = 1 if p.side == "b" else 2
        self.diff0 = p.taken[0] - p.taken[1]
        self.n0 = (b.count(1) + p.hands[0], b.count(2) + p.hands[1])
        out = {}
        e = 3 - s
        hands = p.hands[0] + p.hands[1]
        if hands:
            for q in self.sqs:
                if b[q] == 0:
                    b[q] = s
                    out["@" + self.name(q)] = -self._v(b, e, depth - 1, 1, hands - 1)
                    b[q] = 0
            return out
        for m in self.gen(b, s):
            c = self.make(b, m)
            out[self.mname(m)] = -self._v(b, e, depth - 1, 1, 0)
            self.undo(b, m, c, e)
        return out

    def _v(self, b, s, n, ply, hands):
        e = 3 - s
        if hands:
            if n == 0:
                h = (hands // 2, hands - hands // 2)
                return self.eval(b, s, h)
            best = -10**9
            for q in self.sqs:
                if b[q] == 0:
                    b[q] = s
                    v = -self._v(b, e, n - 1, ply + 1, hands - 1)
                    b[q] = 0
                    if v > best:
                        best = v
            return best
        o = self.ended(b, s)
        if o == 1:
            return ply - 1000000
        if o == 2:
            x = self._diff(b) * (1 if s == 1 else -1)
            return 0 if x == 0 else (1000000 - ply if x > 0 else ply - 1000000)
        if n == 0:
            return self.eval(b, s)
        best = -10**9
        for m in self.gen(b, s):
            c = self.make(b, m)
            v = -self._v(b, e, n - 1, ply + 1, 0)
            self.undo(b, m, c, e)
            if v > best:
                best = v
        return best

    # ---- one game from the first position; pol = (policy of seat 1, of seat 2) ----
    def game(self, rnd, pol, quiet_wins=True, trace=None):
        R = self.R
        b = self.load(R.start())
        ply, s, br, nb = 0, 1, 0, 0
        if R.placed:
            empt = list(self.sqs)
            rnd.shuffle(empt)  # a uniformly random empty square each time, for both policies
            for i in range(2 * R.stones):
                b[empt[i]] = s
                if trace is not None:
                    trace.append("@" + self.name(empt[i]))
                s = 3 - s
                ply += 1
        taken = [0, 0]
        q = 0
        z = self.z
        h = 0
        for i in self.sqs:
            h ^= z[b[i]][i] if b[i] else 0
        cnt = {(h, s): 1}
        twice = 0
        res = lambda how, win: (how, win, ply, tuple(taken), br, nb, (b.count(1), b.count(2)))
        lead = lambda: 1 if taken[0] > taken[1] else 2 if taken[1] > taken[0] else 0
        while True:
            # s to move; immobilised / last stone tested for s
            if (R.dux and self.immobile(b, s)):
                return res("immobilised", 3 - s)
            if not R.dux and b.count(s) <= 1:
                return res("last_stone", 3 - s)
            mv = self.legal(b, s, h, cnt, twice)
            if not mv:
                return res("stalemate", lead())
            if R.quiet and q >= R.quiet:
                return res("quiet", lead())
            br += len(mv)
            nb += 1
            if pol[s - 1] == "random":
                m = mv[rnd.randrange(len(mv))]
            else:
                m = self.greedy(rnd, b, s, mv, h, cnt, twice, q, taken, quiet_wins)
            pc = b[m[0]]
            c = self.make(b, m)
            h ^= z[pc][m[0]] ^ z[pc][m[1]]
            e = 3 - s
            for x in c:
                h ^= z[e][x]
            if trace is not None:
                trace.append(self.mname(m))
            ply += 1
            if c:
                taken[s - 1] += len(c)
                q = 0
                cnt = {}
                twice = 0
            else:
                q += 1
            s = e
            n = cnt.get((h, s), 0) + 1
            cnt[h, s] = n
            if n == 2:
                twice += 1

    def legal(self, b, s, h, cnt, twice):
        mv = self.gen(b, s)
        if twice:
            z, e = self.z, 3 - s
            ok = []
            for m in mv:
                pc = z[b[m[0]]]
                # a capturing move is never in cnt: it would have fewer stones, another hash
                if cnt.get((h ^ pc[m[0]] ^ pc[m[1]], e), 0) >= 2 and not self._takes(b, m):
                    continue
                ok.append(m)
            return ok
        return mv

    def _takes(self, b, m):
        e = 2 if b[m[0]] in (1, 3) else 1
        c = self.make(b, m)
        self.undo(b, m, c, e)
        return len(c)

    def greedy(self, rnd, b, s, mv, h, cnt, twice, q, taken, quiet_wins):
        R, e = self.R, 3 - s
        best, top, win = [], 0, []
        z = self.z
        for m in mv:
            c = self.make(b, m)
            n = len(c)
            w = False
            if R.dux:
                w = self.immobile(b, e)
            else:
                w = b.count(e) <= 1
            if not w:
                d = (taken[0] - taken[1]) * (1 if s == 1 else -1) + n
                if d > 0:
                    if quiet_wins and R.quiet and not n and q + 1 >= R.quiet:
                        w = True
                    elif n or not twice:
                        w = self.stuck(b, e)
                    else:
                        hh = h ^ z[b[m[1]]][m[0]] ^ z[b[m[1]]][m[1]]
                        t = 1 if cnt.get((hh, e), 0) else 0
                        c2 = cnt
                        if t:
                            c2 = dict(cnt)
                            c2[hh, e] += 1
                        w = not self.legal(b, e, hh, c2, 1)
            self.undo(b, m, c, e)
            if w:
                win.append(m)
            if n > top:
                best, top = [m], n
            elif n == top:
                best.append(m)
        pick = win or best
        return pick[rnd.randrange(len(pick))]
