#!/usr/bin/env python3
"""Random small game files with their figures: own.json; the catalogue: catalogue.json.
python3 generate.py own|catalogue.  Deterministic: limits are counts, not seconds."""
import sys, json, random, re, time
from fractions import Fraction as Fr
import own

NAMES = ['score', 'step', 'stone', 'gold', 'wood', 'corn', 'luck', 'mark', 'purse', 'hand', 'camp', 'men', 'tower', 'bread',
         'oil', 'wine', 'flag', 'road', 'wall', 'ship', 'k', 'x', 'y', 'z', 'b2', 'long_name']
TRICKY = ['first', 'note', 'turn', 'start', 'game', 'die', 'map', 'at', 'high', 'low', 'rank', 'cast', 'void', 'distinct', 'venus',
          'table', 'capped', 'round', 'draw', 'policy', 'roll', 'each', 'pass', 'unordered', 'd', 'as', 'bank', 'highest', 'coins']
THROWNAMES = ['mine', 'his', 'one', 'two']
HIDE = ('high', 'low', 'rank', 'cast', 'void', 'distinct', 'venus')

class Gen:
    def __init__(self, seed, mode):
        self.r = random.Random(seed)
        self.potstate = False
        self.mode = mode          # 'chance' 'fixed' 'best2' 'best1' 'best3' 'coins2'
        self.used = set()
        self.vars = []            # dicts: name scope list(lo,hi) from to capped seat unordered
        self.rules = []
        self.listrules = []
        self.wordrules = []
        self.dice = []
        self.maps = []
        self.defs = []
        self.policies = []
        self.choicevars = []
        self.words = []
        self.head = []
        self.hidden = set()
        self.loopn = 0
        self.notes = 0
        self.coins = False
        self.potstate = False
        self.can_choose = mode != 'chance'
        self.nchoose = 0
        self.outs = False
        self.noted = False

    def p(self, x):
        return self.r.random() < x
    def pick(self, l):
        return l[self.r.randrange(len(l))]
    def name(self):
        while True:
            n = self.pick(TRICKY) if self.p(0.07) else self.pick(NAMES)
            if n not in self.used:
                self.used.add(n)
                if n in HIDE:
                    self.hidden.add(n)
                return n
    def loopname(self, seat):
        self.loopn += 1
        return ('s' if seat else 'i') + ('' if self.loopn == 1 else str(self.loopn)) if self.p(0.8) else self.pick(['t', 'q', 'w', 'u', 'v']) + str(self.loopn)

    # ------------ declarations
    def declare(self):
        r = self.r
        m = self.mode
        if m in ('best2', 'coins2'):
            self.n = 2
        elif m == 'best1':
            self.n = 1
        elif m == 'best3':
            self.n = self.pick([3, 3, 3, 4])
        else:
            self.n = self.pick([1, 2, 2, 2, 2, 3, 3, 4])
        n = self.n
        h = ['game "%s"' % self.title]
        if self.p(0.2):
            h.append('by "nobody in particular"')
        form = self.pick(['n', 'n', 'range', 'usual'])
        if form == 'n':
            h.append('seats %d' % n)
        elif form == 'range':
            h.append('seats %d to %d' % (n, n + r.randrange(1, 4)))
        else:
            h.append('seats %d to %d, usually %d' % (max(1, n - 1), n + 1, n))
        # rules
        for _ in range(r.randrange(0, 3)):
            nm = self.name()
            if self.p(0.25) and n > 1:
                v = r.randrange(1, 4)
                self.rules.append((nm, v, 0, 3, True))
                h.append('rule %s = %d from 0 to 3, each' % (nm, v))
            else:
                v = r.randrange(1, 4)
                self.rules.append((nm, v, 0, 3, False))
                t = 'rule %s = %d' % (nm, v)
                if self.p(0.7):
                    t += ' from 0 to 3'
                elif self.p(0.5):
                    t += ' in [%d, 0, 3, 1, 2]' % v
                if self.p(0.4):
                    t += '   "a number of the house"'
                h.append(t)
        if self.p(0.3):
            nm = self.name()
            l = sorted(r.sample(range(0, 8), r.randrange(1, 4)))
            self.listrules.append((nm, l))
            h.append('rule %s = [%s]' % (nm, ', '.join(map(str, l))))
        if self.p(0.25):
            nm = self.name()
            w = self.pick(['mild', 'harsh'])
            self.wordrules.append((nm, ['mild', 'harsh']))
            h.append('rule %s = "%s" in ["mild", "harsh"]' % (nm, w))
        # dice
        if self.p(0.4):
            nm = self.pick(['coin', 'stick', 'shell', 'wheel'])
            faces = r.sample([0, 0, 1, 1, 2, 3, 5], r.randrange(2, 4))
            faces = sorted(set(faces))
            if len(faces) < 2:
                faces = [0, 1]
            if self.p(0.5):
                wr = self.name()
                w = self.pick(['1/2', '1/3', '2/5', '3/4'])
                each = self.p(0.3) and n > 1
                h.append('rule %s = %s from 0 to 1%s' % (wr, w, ', each' if each else ''))
                rest = '(1 - %s)' % wr if len(faces) > 2 else '1 - %s' % wr
                ws = [wr, rest] + (['1/2'] if len(faces) > 2 else [])
                self.eachdie = each
            else:
                ws = [self.pick(['1', '2', '1/2', '3', '1/3']) for _ in faces]
                each = False
            h.append('die %s = %s' % (nm, ', '.join('%d: %s' % x for x in zip(faces, ws))))
            self.dice.append((nm, faces, each))
        if self.p(0.3):
            nm = self.name()
            ks = sorted(r.sample(range(0, 7), r.randrange(1, 4)))
            t = 'map %s = %s' % (nm, ', '.join('%d: %d' % (k, r.randrange(0, 4)) for k in ks))
            if self.p(0.6):
                t += ' else %d' % r.randrange(0, 3)
            h.append(t)
            self.maps.append(nm)
        # variables
        decl = {'table': [], 'each seat': [], 'each turn': []}
        def var(scope, **k):
            v = {'name': self.name(), 'scope': scope, 'list': None, 'from': 0, 'to': 1, 'capped': False, 'seat': False, 'unordered': False, 'first': None}
            v.update(k)
            self.vars.append(v)
            return v
        budget = 520 // (2 if n > 1 else 1)
        self.ends = []
        kinds = ['race', 'chance', 'clock', 'life', 'hand']
        if m in ('best3',):
            kinds = ['clock', 'clock', 'hand1']
        elif m == 'coins2':
            kinds = ['clock', 'chance', 'hand1']
        elif m == 'best1':
            kinds = ['clock', 'race', 'chance']
        e = self.pick(kinds)
        self.ends.append(e)
        if self.p(0.35) and m not in ('best3',):
            e2 = self.pick(['race', 'chance', 'clock', 'life'])
            if e2 != e and e not in ('hand', 'hand1'):
                self.ends.append(e2)
        if n == 1:
            self.ends = [x for x in self.ends if x not in ('hand', 'hand1')] or ['clock']
        if m == 'best3' and not set(self.ends) & {'clock', 'hand1'}:
            self.ends = ['clock']
        for e in self.ends:
            if e == 'race':
                g = self.pick([2, 3, 4, 5]) if n <= 2 else 2
                v = var('seat', to=g, capped=self.p(0.85))
                v['goal'] = g
                self.race = v
                budget //= (g + 1) ** n
            elif e == 'clock':
                k = self.pick([2, 3, 4]) if m != 'best3' else self.pick([3, 4, 6])
                v = var('table', to=k)
                self.clock = v
                budget //= (k + 1)
            elif e == 'life':
                k = self.pick([1, 2, 2]) if n <= 3 else 1
                v = var('seat', to=k, first=k)
                self.life = v
                budget //= (k + 1) ** n
                self.outs = True
            elif e in ('hand', 'hand1'):
                k = self.pick([3, 6]) if n <= 3 else 3
                v = var('table', to=k, capped=True)
                self.top = v
                w = var('seat', to=1)
                self.holds = w
                budget //= 20
                if e == 'hand':
                    self.outs = True
        if self.p(0.35):
            var('turn', to=r.randrange(1, 4), capped=self.p(0.7))
        if self.p(0.2):
            var('turn', to=self.pick([1, 2]), capped=self.p(0.7), list=(1, 2))
        if self.p(0.1):
            var('turn', seat=True)
        if budget >= 3 and self.p(0.35):
            t = self.pick([1, 2])
            f = self.pick([0, 0, 0, -1, 1])
            var('table', **{'from': f, 'to': f + t, 'capped': self.p(0.6), 'first': self.pick([None, None, f + t])})
            budget //= t + 1
        if budget >= 3 and self.p(0.3) and n > 1:
            var('table', seat=True)
            budget //= n + 1
        if budget >= 4 and self.p(0.4):
            k = self.pick([1, 1, 2])
            if (k + 1) ** n <= budget:
                var('seat', to=k, capped=self.p(0.6), first=self.pick([None, None, 1]))
                budget //= (k + 1) ** n
        if budget >= 6 and self.p(0.5):
            k = self.pick([1, 1, 2])
            sc = self.pick(['seat', 'table'])
            size = 2 if sc == 'seat' else self.pick([2, 3])
            tot = (k + 1) ** (size * (n if sc == 'seat' else 1))
            if tot <= budget * 4:
                lo = self.pick([1, 1, 1, 0, 2])
                var(sc, to=k, capped=self.p(0.5), list=(lo, lo + size - 1), unordered=self.p(0.5))
                budget //= tot
        # coins
        if m == 'coins2':
            self.coins = True
            self.bestcoins = True
            self.potstate = True
        else:
            self.bestcoins = False
            self.coins = self.p(0.55)
            self.potstate = False
            if self.coins and m in ('chance', 'fixed') and self.p(0.2):
                self.potstate = True
            if m in ('best1', 'best3') and self.p(0.4):
                self.bestcoins = True
                self.coins = True
                self.potstate = True
        self.ante = 0
        if self.coins and self.p(0.7):
            if self.potstate:
                self.ante = self.pick([1, 2]) if n < 3 else 1
                h.append('ante %d' % self.ante)
            else:
                a = self.pick(['1', '2', '1/2', 'seats'] + [x[0] for x in self.rules if not x[4]])
                h.append('ante ' + a)
        if self.bestcoins:
            h.append('best for coins')
        elif self.p(0.1):
            h.append('best for win')
        if self.p(0.4):
            h.append('length in ' + self.pick(['throws', 'turns', 'turns', 'rounds']))
        if self.potstate:
            self.potmax = self.pick([6, 8, 9])
            decl['table'].append('pot from 0 to %d' % self.potmax)
        for v in self.vars:
            t = v['name']
            if v['list']:
                t += '[%d..%d]' % v['list']
            if v['seat']:
                t += ' seat'
            else:
                t += ' from %d to %d' % (v['from'], v['to'])
                o = []
                if v['capped']:
                    o.append('capped')
                if v['first'] is not None:
                    o.append('at first %d' % v['first'])
                if v['unordered']:
                    o.append('unordered')
                if o:
                    t += ', ' + ', '.join(o)
            decl['table' if v['scope'] == 'table' else 'each ' + v['scope']].append(t)
        for k in ('table', 'each seat', 'each turn'):
            l = decl[k]
            if not l:
                continue
            if self.p(0.6):
                h.append('%s: %s' % (k, '; '.join(l)))
            else:
                for x in l:
                    h.append('%s: %s' % (k, x))
        self.head = h

    # ------------ expressions; ctx: dict(throw=None|dict, named={}, seats=[seat loop names], nums=[(name, lo, hi)], phase, me)
    def seat_expr(self, c):
        l = []
        if c['me']:
            l += ['me', 'left', 'right'] if self.n > 1 else ['me']
        if c['phase'] == 'turn':
            l.append('mover')
        l += c['seats'] * 2
        if not l or self.p(0.08):
            l = [str(self.r.randrange(1, self.n + 1))]
        return self.pick(l)

    def var_ref(self, c, write=False, filt=None):
        """text, var"""
        l = []
        for v in self.vars:
            if v['seat']:
                continue
            if v['scope'] == 'turn' and c['phase'] != 'turn':
                continue
            if filt and not filt(v):
                continue
            l.append(v)
        if not l:
            return None
        v = self.pick(l)
        t = v['name']
        if v['scope'] == 'seat':
            if not c['me'] or (self.n > 1 and self.p(0.35)):
                if not c['me'] and not c['seats'] and self.p(0.7):
                    return None
                s = self.seat_expr(c)
                t = s + '.' + t
        if v['list']:
            t += '[%s]' % self.index(v, c)
        return t, v

    def index(self, v, c):
        lo, hi = v['list']
        l = [str(x) for x in range(lo, hi + 1)]
        l += [n for n, a, b in c['nums'] if a >= lo and b <= hi] * 3
        if self.p(0.1) and c['throw'] and not v['list'][0] == 2:
            return '%d + sum mod %d' % (lo, hi - lo + 1) if lo else 'sum mod %d' % (hi - lo + 1)
        return self.pick(l)

    def throw_int(self, c):
        t = c['throw']
        l = ['sum', 'sum', 'count(%d)' % self.pick(t['faces']), 'count(%d)' % self.pick(t['faces'])]
        for w in ('high', 'low', 'distinct'):
            if w not in self.hidden:
                l.append(w)
        if t['tali4'] and 'rank' not in self.hidden:
            l += ['rank', 'rank']
        if t['digits'] and t['n'] <= 2 and 'cast' not in self.hidden:
            l.append('cast')
        return self.pick(l)

    def int(self, c, d=2):
        r = self.r
        if d <= 0 or self.p(0.3):
            k = r.randrange(10)
            if k < 2:
                return str(r.randrange(0, 4))
            if k < 5 and c['throw']:
                return self.throw_int(c)
            if k < 7:
                x = self.var_ref(c)
                if x:
                    return x[0]
            if k == 7 and self.rules:
                x = self.pick(self.rules)
                if not x[4] or c['me']:
                    return x[0]
                if c['seats']:
                    return c['seats'][0] + '.' + x[0] if False else str(r.randrange(0, 3))
            if k == 8 and c['named']:
                n = self.pick(sorted(c['named']))
                w = self.pick(['sum', 'high', 'low', 'count(%d)' % self.pick(c['named'][n]['faces'])])
                return n + '.' + w
            if k == 8 and self.potstate and self.p(0.5):
                return 'pot'
            if k == 9 and c['nums']:
                return self.pick(c['nums'])[0]
            if c['throw']:
                return self.throw_int(c)
            return str(r.randrange(0, 4))
        k = r.randrange(14)
        if k < 4:
            return '%s %s %s' % (self.int(c, d - 1), self.pick(['+', '+', '-']), self.atom(c, d - 1))
        if k == 4:
            return '%s * %s' % (self.atom(c, d - 1), self.atom(c, d - 1))
        if k == 5:
            return '%s mod %d' % (self.atom(c, d - 1), self.pick([2, 2, 3, 4]))
        if k == 6:
            return '%s(%s, %s)' % (self.pick(['min', 'max']), self.int(c, d - 1), self.int(c, d - 1))
        if k == 7:
            return '%s(%s / %d)' % (self.pick(['down', 'up']), self.atom(c, d - 1), self.pick([2, 3]))
        if k == 8 and self.maps:
            return '%s(%s)' % (self.pick(self.maps), self.int(c, d - 1))
        if k == 9:
            return self.reduce_int(c, d)
        if k == 10 and self.defs:
            x = self.call(c, 'int', d)
            if x:
                return x
        if k == 11:
            if self.listrules and self.p(0.6):
                nm, l = self.pick(self.listrules)
                return self.pick(['count(%s)' % nm, '%s[%d]' % (nm, r.randrange(1, len(l) + 1))])
            return self.pick(['seats', '-%s' % self.atom(c, d - 1)])
        if k == 12 and c['me'] and self.p(0.15):
            return 'me'
        return self.int(c, d - 1)

    def atom(self, c, d):
        x = self.int(c, d)
        if re.fullmatch(r'[a-z_0-9.]+(\[[^\]]*\]|\([^()]*\))?', x):
            return x
        return '(' + x + ')'

    def each_head(self, c, seats=None):
        """text, new ctx"""
        if seats is None:
            seats = self.p(0.5)
        d = dict(c)
        if seats and (c['me'] or True):
            n = self.loopname(True)
            kind = 'others' if c['me'] and self.p(0.5) and self.n > 1 else 'seats'
            d['seats'] = c['seats'] + [n]
            return '%s in %s' % (n, kind), d, n
        n = self.loopname(False)
        l = [v for v in self.vars if v['list'] and not (v['scope'] == 'turn' and c['phase'] != 'turn')]
        if l and self.p(0.7):
            lo, hi = self.pick(l)['list']
        else:
            lo = self.pick([1, 1, 0]); hi = lo + self.pick([1, 1, 2])
        d['nums'] = c['nums'] + [(n, lo, hi)]
        return '%s in %s..%s' % (n, lo, hi), d, n

    def reduce_int(self, c, d):
        t, e, n = self.each_head(c)
        cond = ' if ' + self.bool(e, 0) if self.p(0.2) else ''
        k = self.pick(['count', 'sum', 'max', 'min'])
        if k in ('max', 'min'):
            cond = ''
            if 'others' in t and self.outs:
                k = 'sum'
        if k == 'count':
            return 'count(%s%s: %s)' % (t, cond, self.bool(e, 0))
        return '%s(%s%s: %s)' % (k, t, cond, self.int(e, min(1, d - 1)))

    def bool(self, c, d=2):
        r = self.r
        if d <= 0 or self.p(0.35):
            k = r.randrange(12)
            if k < 4 and c['throw']:
                t = c['throw']
                if t['tali4'] and self.p(0.5):
                    l = [w for w in ('venus', 'canis', 'senio', 'vultures', 'void') if w not in self.hidden]
                    return self.pick(l)
                if self.p(0.5):
                    return 'sum %s %d' % (self.pick(['=', '>', '<=', '>=', '<', '!=']), r.randrange(t['lo'], t['hi'] + 1))
                return 'count(%d) %s %d' % (self.pick(t['faces']), self.pick(['=', '>', '>=']), r.randrange(0, 2))
            if k < 7:
                x = self.var_ref(c)
                if x:
                    v = x[1]
                    return '%s %s %d' % (x[0], self.pick(['=', '>', '<', '!=', '<=']), r.randrange(v['from'], v['to'] + 1))
            if k == 7:
                l = [v for v in self.vars if v['list'] and (v['scope'] == 'table' or (c['me'] and v['scope'] == 'seat') or (v['scope'] == 'turn' and c['phase'] == 'turn'))]
                if l:
                    v = self.pick(l)
                    nm = v['name']
                    if v['scope'] == 'seat' and self.p(0.4):
                        nm = self.seat_expr(c) + '.' + nm
                    return '%s(%s, %d)' % (self.pick(['any', 'every']), nm, r.randrange(v['from'], v['to'] + 1))
            if k == 8 and self.listrules:
                nm, l = self.pick(self.listrules)
                return 'any(%s, %s)' % (nm, self.int(c, 0))
            if k == 9 and self.wordrules:
                nm, l = self.pick(self.wordrules)
                return '%s %s "%s"' % (nm, self.pick(['=', '!=']), self.pick(l))
            if k == 10:
                sv = [v for v in self.vars if v['seat'] and (v['scope'] == 'table' or c['phase'] == 'turn')]
                if sv:
                    v = self.pick(sv)
                    return '%s %s %s' % (v['name'], self.pick(['=', '!=']), self.pick(['0'] + (['me'] if c['me'] else []) + c['seats']))
            if k == 11 and len(c['seats']) and c['me']:
                return '%s %s me' % (c['seats'][-1], self.pick(['=', '!=']))
            return '%s %s %s' % (self.int(c, 0), self.pick(['=', '<', '>', '>=', '<=', '!=']), self.int(c, 1))
        k = r.randrange(8)
        if k == 0:
            return 'not %s' % self.batom(c, d - 1)
        if k < 3:
            return '%s %s %s' % (self.batom(c, d - 1), self.pick(['and', 'or']), self.batom(c, d - 1))
        if k == 3 and self.defs:
            x = self.call(c, 'bool', d)
            if x:
                return x
        if k == 4:
            t, e, n = self.each_head(c)
            return '%s(%s: %s)' % (self.pick(['any', 'every']), t, self.bool(e, 0))
        if k == 5:
            return '%s %s %s' % (self.int(c, 1), self.pick(['=', '<', '>', '>=', '<=']), self.int(c, 1))
        if k == 6 and c['throw'] and c['throw']['tali4'] is False and self.p(0.3):
            return '[0, 1, 2][1] = 0' if False else 'any([1, 3, 5], %s)' % self.int(c, 1)
        return self.bool(c, d - 1)

    def batom(self, c, d):
        x = self.bool(c, d)
        return '(' + x + ')' if ' and ' in x or ' or ' in x or x.startswith('not') else x

    def call(self, c, kind, d):
        l = [f for f in self.defs if f[1] == kind and (not f[3] or c['throw']) and (c['me'] or not f[4])]
        if not l:
            return None
        f = self.pick(l)
        return '%s(%s)' % (f[0], ', '.join(self.int(c, 0) for _ in range(f[2])))

    def make_defs(self):
        out = []
        for _ in range(self.r.randrange(0, 3)):
            nm = self.name()
            ps = self.r.sample(['a', 'b', 'c'], self.r.randrange(0, 3))
            kind = self.pick(['int', 'bool'])
            usethrow = False
            me = self.p(0.6)
            c = {'throw': None, 'named': {}, 'seats': [], 'nums': [(p, 0, 99) for p in ps], 'phase': 'define', 'me': me}
            # a define only reads; it omits variables of a turn, so that it can be used in after round
            e = self.int(c, 2) if kind == 'int' else self.bool(c, 2)
            out.append('define %s(%s): %s' % (nm, ', '.join(ps), e))
            self.defs.append((nm, kind, len(ps), usethrow, me))
        return out

    # ------------ statements: lists of lines, without indentation; blocks by ('head', [lines])
    def throw_of(self, c, named=None, small=False):
        r = self.r
        own = [d for d in self.dice if not d[2] or c['me']]
        k = r.randrange(12)
        parts = []
        if (k < 2 or (k < 5 and c['phase'] == 'turn' and self.p(0.4))) and c['me'] and not small:
            t, info = '4 tali', (4, [1, 3, 4, 6], True)
        elif k < 4 and c['me']:
            m = r.randrange(1, 3)
            t, info = '%s tali' % m if m > 1 or self.p(0.5) else '1 tali', (m, [1, 3, 4, 6], False)
        elif k == 4 and c['me']:
            b = r.randrange(1, 5)
            t = 'bone %d' % b
            if self.p(0.3):
                t += ' of ' + self.seat_expr(c)
            info = (1, [1, 3, 4, 6], False)
        elif k < 8 and own:
            nm, faces, _ = self.pick(own)
            m = r.randrange(1, 3)
            t, info = ('%d %s' % (m, nm) if m > 1 else nm), (m, faces, False)
        else:
            s = self.pick([2, 3, 4, 4, 6])
            m = r.randrange(1, 3) if s < 6 else 1
            t, info = ('%d d%d' % (m, s) if m > 1 else 'd%d' % s), (m, list(range(1, s + 1)), False)
        if self.p(0.1) and not small:
            t += ', ' + self.pick(['d2', '1 d3', 'bone 1' if c['me'] else 'd2'])
            info = (info[0] + 1, sorted(set(info[1] + [1])), False)
        return t, {'n': info[0], 'faces': info[1], 'tali4': info[2], 'digits': True, 'lo': info[0] * min(info[1]), 'hi': min(info[0] * max(info[1]), info[0] * min(info[1]) + 12)}

    def roll(self, c, small=False):
        t, info = self.throw_of(c, small=small)
        line = 'roll ' + t
        if self.p(0.15):
            n = self.pick(THROWNAMES)
            line += ' as ' + n
            c['named'] = dict(c['named'])
            c['named'][n] = info
        c['throw'] = info
        return [line]

    def assign(self, c):
        r = self.r
        if self.p(0.12):
            sv = [v for v in self.vars if v['seat'] and (v['scope'] == 'table' or c['phase'] == 'turn')]
            if sv:
                v = self.pick(sv)
                return ['%s = %s' % (v['name'], self.pick(['0'] + (['me', 'me'] if c['me'] else []) + c['seats'] + (['left'] if False else [])))]
        skip = set()
        for a in ('clock', 'top', 'holds', 'life'):
            if hasattr(self, a):
                skip.add(getattr(self, a)['name'])
        if hasattr(self, 'race') and self.p(0.7):
            skip.add(self.race['name'])
        x = self.var_ref(c, True, lambda v: v['name'] not in skip)
        if not x:
            return []
        t, v = x
        lo, hi = v['from'], v['to']
        k = r.randrange(6)
        if v['capped'] and k < 3:
            op = self.pick(['=', '+=', '+=', '-='])
            return ['%s %s %s' % (t, op, self.int(c, 2))]
        if k == 3:
            return ['%s = %d' % (t, r.randrange(lo, hi + 1))]
        if k == 4:
            return ['if %s < %d: %s += 1' % (t, hi, t)]
        if lo == 0:
            return ['%s = %s mod %d' % (t, self.atom(c, 1), hi + 1)]
        return ['%s = min(%d, max(%d, %s))' % (t, hi, lo, self.int(c, 1))]

    def note(self):
        self.noted = True
        return ['note "%s"' % self.pick(['hit', 'miss', 'captures', 'a good throw', 'again and again', 'passed here'])]

    def money(self, c):
        r = self.r
        if not c['me']:
            return []
        k = r.randrange(10)
        if self.potstate:
            if k < 5:
                return ['pay %s' % self.pick(['1', '1', 'count(%d)' % self.pick(c['throw']['faces']) if c['throw'] and c['throw']['n'] < 3 else '1'])]
            if k < 7:
                return [self.pick(['if pot > 0: take 1', 'take min(pot, 1)', 'take down(pot / 2)', 'take up(pot / 3) from pot'])]
            if k < 8 and self.mode in ('chance', 'fixed'):
                return ['take 1/2 from bank']
            if k == 8 and self.n > 1:
                return ['pay 1 to left']
            return ['pay min(1, pot)' if False else 'pay 1 to pot']
        if k < 4:
            return ['pay %s' % self.pick(['1', '1/2', '2'] + [x[0] for x in self.rules] + (['count(%d)' % self.pick(c['throw']['faces'])] if c['throw'] else []))]
        if k < 6:
            return [self.pick(['pay pot / 2', 'take pot / 2', 'take pot / 3 from pot', 'pay 1/4 * pot', 'take pot', 'pay pot / seats'])]
        if k == 6:
            return [self.pick(['pay 1 to bank', 'take 2 from bank', 'take 1/3 from bank'])]
        if k == 7 and self.n > 1:
            return [self.pick(['pay 1 to left', 'take 1 from right', 'pay 1/2 to mover', 'take 1 from left'])]
        if k == 8:
            x = self.var_ref(c, False, lambda v: v['from'] >= 0)
            if x:
                return ['pay %s to %s' % (x[0], self.pick(['pot', 'bank']))]
        return ['pay 1 to pot']

    def leave(self, c):
        k = self.r.randrange(10)
        if c['phase'] != 'turn':
            return []
        if k < 3:
            return ['pass']
        if k < 5 and c.get('toplevel') and c['throw']:
            return ['again']
        if k == 5 and self.n > 1:
            return ['pass to ' + self.pick(['left', 'right', 'me', 'mover'])]
        if k == 6 and c['me'] and self.ends and self.mode != 'best1':
            return [self.pick(['win', 'win left' if self.n > 1 else 'win'])]
        if k == 7 and self.mode not in ('coins2', 'best1'):
            return ['draw'] if self.p(0.5) else ['pass']
        if k == 8 and self.n > 1 and self.p(0.3) and self.mode not in ('best3',):
            self.outs = True
            return ['out']
        return ['pass']

    def block(self, head, lines):
        """inline or indented"""
        simple = all(not l.startswith(' ') and not re.match(r'(if|else|for|by|choose|")', l) for l in lines)
        if simple and self.p(0.6):
            return [head + ' ' + '; '.join(lines)]
        return [head] + ['  ' + l for l in lines]

    def stmts(self, c, n, depth):
        out = []
        for _ in range(n):
            out += self.stmt(c, depth)
        return out

    def sub(self, c, n, depth, **k):
        d = dict(c)
        d.update(k)
        out = self.stmts(d, n, depth)
        if not out:
            out = self.note()
        if d['throw'] is not c['throw'] and d['throw'] is not None:
            pass
        return out, d

    def join(self, c, branches):
        """after branches: the throw is only partly known"""
        for d in branches:
            if d['throw'] is not c['throw']:
                if c['throw'] is None:
                    c['throw'] = None
                else:
                    a, b = c['throw'], d['throw']
                    c['throw'] = {'n': max(a['n'], b['n']), 'faces': sorted(set(a['faces']) & set(b['faces'])) or a['faces'], 'tali4': False,
                                  'digits': a['digits'] and b['digits'], 'lo': min(a['lo'], b['lo']), 'hi': min(a['hi'], b['hi']) if min(a['hi'], b['hi']) >= min(a['lo'], b['lo']) else a['hi']}

    def stmt(self, c, depth):
        r = self.r
        k = r.randrange(100)
        if self.can_choose and c['me'] and self.nchoose < 3 and self.p(0.2 if depth > 1 else 0.1):
            return self.choose(c, depth)
        if k < 30 or depth <= 0:
            if self.coins and self.p(0.25):
                x = self.money(c)
                if x:
                    return x
            if self.p(0.12):
                return self.note()
            if self.p(0.12) and c['throw'] and c['phase'] != 'start':
                if not c.get('rerolled'):
                    c['rerolled'] = True
                    if self.p(0.5) and c['me'] and self.can_choose and self.nchoose < 3 and c['throw']['n'] <= 3:
                        self.nchoose += 1
                        return [self.pick(['reroll any 1', 'reroll any 0 to 1', 'reroll any 0 to %d' % c['throw']['n']])]
                    return ['reroll all']
            return self.assign(c)
        if k < 62:
            body, d = self.sub(c, r.randrange(1, 3), depth - 1, toplevel=c.get('toplevel', False))
            if self.p(0.2):
                body = body + self.leave(d)
            out = self.block('if %s:' % self.bool(c), body)
            br = [d]
            if self.p(0.35):
                if self.p(0.3):
                    b2, d2 = self.sub(c, 1, depth - 1)
                    out += self.block('else if %s:' % self.bool(c, 1), b2)
                    br.append(d2)
                if self.p(0.8):
                    b3, d3 = self.sub(c, r.randrange(1, 3), depth - 1)
                    out += self.block('else:', b3)
                    br.append(d3)
            self.join(c, br)
            return out
        if k < 76:
            t, e, n = self.each_head(c)
            if self.p(0.35):
                t += ' if ' + self.bool(e, 1)
            e['toplevel'] = False
            body = []
            before = e['throw']
            if self.p(0.15) and c['me']:
                body += self.roll(e, small=True)
            b2, e = self.sub(e, 1, depth - 1)
            body += b2
            self.join(c, [e])
            return self.block('for %s:' % t, body)
        if k < 82 and self.n > 1:
            s = self.pick(['left', 'right', 'left'] + c['seats'] * 2) if c['me'] else (self.pick(c['seats']) if c['seats'] else str(r.randrange(1, self.n + 1)))
            sv = [v for v in self.vars if v['seat'] and (v['scope'] == 'table' or c['phase'] == 'turn')]
            guard = None
            if sv and self.p(0.4):
                s = self.pick(sv)['name']
                guard = s
            body = []
            d = dict(c); d['me'] = True
            if self.p(0.3):
                body += self.roll(d, small=True)
            b2, d = self.sub(d, 1, depth - 1)
            body += b2
            self.join(c, [d])
            out = self.block('by %s:' % s, body)
            if guard:
                out = ['if %s != 0:' % guard] + ['  ' + l for l in out]
            return out
        if k < 88 and c['phase'] != 'start':
            x = self.leave(c)
            if x:
                cond = self.bool(c, 1)
                return self.block('if %s:' % cond, (self.note() if self.p(0.3) else []) + x)
            return self.assign(c)
        if k < 92 and c['me'] and c['phase'] != 'start' and not c.get('rolled2'):
            c['rolled2'] = True
            return self.roll(c, small=True)
        return self.assign(c)

    def choose(self, c, depth):
        r = self.r
        self.nchoose += 1
        if self.p(0.5):
            out = ['choose:']
            ws = r.sample([w for w in ['stay', 'go', 'risk', 'hold on', 'pay', 'left or right', 'up', 'down', 'sell', 'keep 1', 'roll'] if w not in [x[0] for x in self.words]], self.pick([2, 2, 3]))
            br = []
            for i, w in enumerate(ws):
                head = '"%s"' % w
                if self.p(0.35):
                    head += ' if ' + self.bool(c, 1)
                body, d = self.sub(c, r.randrange(1, 3), depth - 1)
                if self.p(0.25):
                    body = body + self.leave(dict(d, toplevel=c.get('toplevel', False)))
                br.append(d)
                self.words.append((w, dict(c)))
                out += ['  ' + l for l in self.block(head + ':', body)]
            self.join(c, br)
            return out
        t, e, n = self.each_head(c)
        if self.p(0.5):
            t += ' if ' + self.bool(e, 1)
        self.choicevars.append((n, e))
        body = []
        v = [v for v in self.vars if v['list'] and not v['seat']]
        if e['nums'] and e['nums'][-1][0] == n and v:
            l = [w for w in v if w['list'] == e['nums'][-1][1:] and (w['scope'] != 'turn' or c['phase'] == 'turn')]
            if l:
                w = self.pick(l)
                nm = '%s[%s]' % (w['name'], n)
                body.append('if %s < %d: %s += 1' % (nm, w['to'], nm) if self.p(0.5) else '%s = %s' % (nm, self.r.randrange(w['from'], w['to'] + 1)))
        b2, e2 = self.sub(e, 1, depth - 1)
        body += b2
        self.join(c, [e2])
        return self.block('choose %s:' % t, body)

    def make_policies(self):
        out = []
        for nm in ['keen', 'slow'][:self.r.randrange(1, 3)]:
            lines = []
            for w, c in self.words:
                if self.p(0.7):
                    d = dict(c, seats=[], nums=[], named={})
                    lines.append('"%s"' % w + (' if ' + self.bool(d, 1) if self.p(0.6) else ''))
            for n, e in self.choicevars:
                e = dict(e, seats=[x for x in e['seats'] if x == n], nums=[x for x in e['nums'] if x[0] == n], named={})
                if self.p(0.8):
                    lines.append('%s %s %s' % (n, self.pick(['highest', 'lowest']), self.int(e, 1)) + (' if ' + self.bool(e, 0) if self.p(0.3) else ''))
            self.r.shuffle(lines)
            if not lines:
                lines = ['"stay"']
            if self.p(0.5):
                out.append('policy "%s": %s' % (nm, '; '.join(lines)))
            else:
                out.append('policy "%s":' % nm)
                out += ['  ' + l for l in lines]
            self.policies.append(nm)
        return out

    def ending(self, c):
        """statements at the end of the turn"""
        out = []
        n = self.n
        r = self.r
        for e in self.ends:
            if e == 'race':
                v = self.race
                g = v['goal']
                amount = self.pick(['sum', 'count(%d)' % self.pick(c['throw']['faces']), '1', 'min(2, sum)', self.int(c, 1)])
                if v['capped']:
                    out.append('%s += %s' % (v['name'], amount if amount[0] != '-' else '1'))
                else:
                    out.append('%s = min(%d, %s + %s)' % (v['name'], g, v['name'], amount if amount[0] != '-' else '1'))
                if self.p(0.8):
                    out.append('if %s = %d: win' % (v['name'], g))
                else:
                    out += self.block('if %s >= %d:' % (v['name'], g), self.note() + ['win s in seats if s.%s = %d' % (v['name'], g)])
            elif e == 'chance':
                t = c['throw']
                if t['tali4'] and not ({'venus', 'void'} & self.hidden):
                    cond = self.pick(['venus', 'void', 'venus or canis', 'sum > 14'])
                else:
                    cond = self.pick(['sum = %d' % r.randrange(t['lo'], t['hi'] + 1), 'count(%d) > 0' % self.pick(t['faces']), 'sum >= %d' % max(t['lo'], t['hi'] - 2)])
                act = ['win', 'win']
                if n > 1:
                    act += ['win left', 'win s in others', 'win s in seats', 'pass to right']
                if self.mode not in ('coins2', 'best1') and not self.bestcoins:
                    act += ['draw']
                if n == 1 or (n > 1 and self.mode in ('chance', 'fixed', 'best2')):
                    act += ['out']
                a = self.pick(act)
                out += self.block('if %s:' % cond, [a])
                if n == 1:
                    out += self.block('if %s:' % self.bool(c, 1), [self.pick(['out', 'win'])])
            elif e == 'clock':
                v = self.clock
                inc = '%s += 1' % v['name']
                if self.p(0.3):
                    out += ['if %s < %d: %s' % (v['name'], v['to'], inc)]
                else:
                    out += [inc]
                seatv = [w for w in self.vars if w['scope'] == 'seat' and not w['list'] and not w['seat']]
                acts = []
                if seatv and n > 1:
                    w = self.pick(seatv)['name']
                    acts += ['win s in seats if s.%s = %s(t in seats: t.%s)' % (w, self.pick(['max', 'max', 'min']), w)] * 4
                if self.mode != 'coins2':
                    acts += ['draw'] if n > 1 else ['out']
                if n == 1:
                    acts = ['if %s: win' % self.bool(c, 1)] * 2
                    if self.bestcoins:
                        acts += ['win']
                acts += ['win' if n == 1 else 'win s in seats if s != me' if self.p(0.3) else 'win']
                a = self.pick(acts)
                if a.startswith('if'):
                    out += ['if %s = %d:' % (v['name'], v['to']), '  ' + a, '  ' + self.pick(['else: out', 'out'])]
                else:
                    out += self.block('if %s = %d:' % (v['name'], v['to']), [a])
            elif e == 'life':
                v = self.life
                t = c['throw']
                cond = 'sum = %d' % r.randrange(t['lo'], t['hi'] + 1) if self.p(0.6) else self.bool(c, 1)
                who = self.pick(['me', 'me', 'left']) if n > 1 else 'me'
                pre = '' if who == 'me' else 'left.'
                out += ['if (%s) and %s%s > 0: %s%s -= 1' % (cond, pre, v['name'], pre, v['name'])]
                out += [self.pick(['out s in seats if s.%s = 0' % v['name'], 'if %s%s = 0: out %s' % (pre, v['name'], who)])]
            elif e in ('hand', 'hand1'):
                val = self.pick(['sum', 'high', 'count(%d)' % self.pick(c['throw']['faces'])])
                if val in self.hidden:
                    val = 'sum'
                T, H = self.top['name'], self.holds['name']
                val = 'min(%d, %s)' % (self.top['to'], val)
                out += ['if %s > %s:' % (val, T), '  %s = %s' % (T, val)] + ['  ' + l for l in self.block('for s in others:', ['s.%s = 0' % H])]
                out += ['if %s = %s: %s = 1' % (val, T, H)]
        if self.p(0.3) and self.mode != 'best1':
            r.shuffle(out) if False else None
        return out

    def after(self):
        e = self.ends[0]
        c = {'throw': None, 'named': {}, 'seats': [], 'nums': [], 'phase': 'after', 'me': False}
        if e in ('hand', 'hand1'):
            T, H = self.top['name'], self.holds['name']
            out = []
            if self.p(0.3) and self.coins and not self.potstate:
                out += ['for s in seats if s.%s = 0:' % H, '  by s:'] + ['    ' + l for l in self.money(dict(c, me=True, seats=['s']))]
            if e == 'hand':
                if self.p(0.3):
                    out += self.block('if count(s in seats: s.%s = 1) = 2:' % H, ['win s in seats if s.%s = 1' % H])
                out += ['out s in seats if s.%s = 0' % H]
                if self.p(0.6):
                    out += ['%s = 0' % T, 'for s in seats: s.%s = 0' % H]
                else:
                    out += ['for s in seats:', '  s.%s = 0' % H, '%s = 0' % T]
            else:
                out += ['win s in seats if s.%s = 1' % H]
            return out
        out = self.stmts(c, self.r.randrange(1, 3), 2)
        if self.p(0.3) and self.n > 1:
            out += ['first %s' % self.r.randrange(1, self.n + 1)] if not self.outs else []
        return out or self.note() if False else out

    def build(self):
        self.title = '%s %d' % (self.mode, self.seed)
        self.declare()
        defs = self.make_defs()
        start = None
        if self.p(0.25):
            c = {'throw': None, 'named': {}, 'seats': [], 'nums': [], 'phase': 'start', 'me': False}
            l = []
            if self.p(0.6):
                if self.p(0.5):
                    l += ['roll ' + self.pick(['d2', 'd3', '2 d2'])]
                    c['throw'] = {'n': 1, 'faces': [1, 2], 'tali4': False, 'digits': True, 'lo': 1, 'hi': 2}
                    l += self.assign(c)
                else:
                    s = str(self.r.randrange(1, self.n + 1))
                    d = dict(c, me=True)
                    b = self.roll(d, small=True) + (self.choose(d, 1) if self.can_choose and self.p(0.3) else self.assign(d))
                    l += self.block('by %s:' % s, b)
            else:
                l += self.assign(c)
            if self.p(0.4) and self.n > 1:
                l += ['first ' + (self.pick(['(1 + sum mod seats)'] if c['throw'] and self.p(0.7) else ['2', '1', str(self.n)]))]
            if l:
                start = l
        c = {'throw': None, 'named': {}, 'seats': [], 'nums': [], 'phase': 'turn', 'me': True, 'toplevel': True}
        body = []
        if self.can_choose and self.p(0.2):
            body += self.choose(c, 1)
        body += self.roll(c)
        if self.can_choose and self.nchoose == 0 and self.p(0.8):
            body += self.choose(c, 2)
        body += self.stmts(c, self.r.randrange(0, 4), 2)
        body += self.ending(c)
        after = None
        if self.ends[0] in ('hand', 'hand1') or self.p(0.12):
            after = self.after() or None
        pols = self.make_policies() if self.mode == 'fixed' and (self.words or self.choicevars) else []
        L = list(self.head)
        if start:
            L += self.block('start:', start)
        L.append('')
        L += ['turn:'] + ['  ' + l for l in body]
        tail = [defs, pols, (self.block('after round:', after) if after else [])]
        self.r.shuffle(tail)
        for t in tail:
            if t:
                if self.p(0.6):
                    L.append('')
                L += t
        # looks
        out = []
        for l in L:
            if l and self.p(0.04) and not l.startswith('else'):
                ind = len(l) - len(l.lstrip())
                out.append(' ' * ind + '# a remark')
            if l and self.p(0.05):
                l += '   # as it is'
            if self.p(0.02):
                out.append('')
            out.append(l)
        w = self.pick([2, 2, 2, 4, 3])
        if w != 2:
            out = [' ' * ((len(l) - len(l.lstrip())) // 2 * w) + l.lstrip() for l in out]
        return '\n'.join(out) + '\n'

def fr(x):
    if x is None:
        return None
    if isinstance(x, float):
        return x
    x = Fr(x)
    return '%d/%d' % (x.numerator, x.denominator)

def entry(g, out, name, text, seats, rules, play, faces=None):
    e = {'name': name, 'text': text, 'seats': seats, 'rules': rules, 'play': play, 'faces': faces}
    e['positions'] = out['positions']
    e['with_again'] = out['with_again']
    e['folded'] = out['folded']
    for k in ('win', 'net'):
        e[k] = [fr(x) for x in out[k]]
    for k in ('draw', 'loss', 'never', 'length', 'throws', 'turns', 'rounds', 'pot', 'left'):
        e[k] = fr(out[k])
    e['notes'] = {k: [fr(x) for x in v] for k, v in out['notes'].items()}
    e['exact'] = out['exact']
    if 'best' in out:
        b = out['best']
        e['best'] = {'unique': b['unique'], 'method': b['method'], 'acyclic': b['acyclic']}
        if 'low' in b:
            e['best']['low'] = b['low']; e['best']['high'] = b['high']; e['best']['who'] = b['who']
    e['ambiguous'] = out['ambiguous']
    return e

def try_game(text, seats, rules, plays, states=260, steps=60000, faces=None, limits=True):
    g = own.Game(text, seats, rules, faces, plays)
    g.step_limit = steps
    g.nodes.limit = steps
    g.sweep_limit = 3000
    out = g.solve(states, None)
    return g, out

def features(text):
    pats = {'reroll any': r'reroll any', 'reroll all': r'reroll all', 'by': r'^ *by [a-z0-9(]', 'pass to': r'pass to', 'out': r'\bout\b', 'win each': r'win s in', 'draw': r': draw|^ +draw$', 'note': r'note "',
            'start': r'^start:', 'after': r'^after round', 'first': r'first [0-9(]', 'define': r'^define', 'policy': r'^policy', 'map': r'^map', 'die': r'^die', 'each rule': r', each', 'list rule': r'^rule \w+ = \[',
            'unordered': r'unordered', 'capped': r'capped', 'at first': r'at first', 'seat var': r'\w seat(;|$)', 'lists': r'\[\d\.\.\d\]', 'again': r'\bagain\b', 'choose words': r'choose:', 'choose each': r'choose \w+ in',
            'tali': r'roll .*tali', 'bone': r'roll .*bone', 'as': r' as \w+', 'for': r'^ *for', 'for if': r'for .* if', 'pot frac': r'pot / ', 'pot state': r'pot from', 'bank': r'bank', 'rounds': r'length in rounds',
            'turns': r'length in turns', 'rank': r'\brank\b', 'cast': r'\bcast\b', 'kinds': r'\b(venus|canis|senio|vultures|void)\b', 'distinct': r'distinct', 'reductions': r'\b(any|every|count|sum|max|min)\(\w+ in', 'else if': r'else if',
            'coins': r'best for coins', 'ante': r'^ante', 'mod': r'\bmod\b', 'down/up': r'(down|up)\(', 'of seat': r'bone \d of', 'word rule': r'in \["'}
    return [k for k, p in pats.items() if re.search(p, text, re.M)]

def readings(e, g):
    """readings of readings.md on which a figure of this game can depend"""
    t = e['text']
    r = []
    if g.f.length == 'rounds':
        r.append('rounds: the one in which the game ends counts')
    if g.f.after is not None and 'pass to' in t:
        r.append('round over: lowest seat still in, whatever pass to says')
    if g.f.after is None and g.f.length == 'rounds' and 'pass to' in t:
        r.append('round over without after round: pass to holds')
    if g.n == 1 and 'draw' in t:
        r.append('one seat: draw')
    if 'unordered' in t and re.search(r'\bagain\b', t):
        r.append('unordered lists are not sorted at again')
    if 'same-options-each' in e['ambiguous'] and e['play'] and 'random' in e['play']:
        r.append('options of choose each that lead to the same are one')
    if e['play'] and 'reroll any' in t:
        r.append('order of the options of reroll any')
    if 'best' in e and not e['best']['unique']:
        r.append('equal options: the first')
    return r

def matters(g):
    """whether play reaches a decision of best play whose options are not all equal"""
    seen = set()
    st = [g.root[g.s0]]
    N = g.nodes.n
    while st:
        i = st.pop()
        if i in seen:
            continue
        seen.add(i)
        x = N[i]
        if x[0] == 'L':
            if x[1][0] in ('next', 'again'):
                st.append(g.root[x[1][1]])
        elif x[0] == 'C':
            st += [j for j, _ in x[1]]
        elif x[0] == 'D':
            if x[3] == 'best' and i not in g.ties:
                return True
            w = g.pick(i, x)
            st += x[2] if w == 'random' else [x[2][w]]
        else:
            st.append(x[2])
    return False

def generate(mode, want, seed0, out_list, verbose=True):
    got = 0
    seed = seed0
    why = {}
    t00 = time.time()
    while got < want:
        seed += 1
        gen = Gen(seed, mode)
        gen.seed = seed
        try:
            text = gen.build()
        except (IndexError, ValueError, KeyError, AttributeError) as e:
            why['gen ' + repr(e)[:60]] = why.get('gen ' + repr(e)[:60], 0) + 1
            continue
        n = gen.n
        rules = {}
        r = random.Random(seed * 7 + 1)
        if gen.rules and r.random() < 0.3:
            x = gen.rules[0]
            v = r.randrange(1, 4)
            rules[x[0]] = [r.randrange(1, 4) for _ in range(n)] if x[4] and r.random() < 0.7 else v
        plays = None
        if mode == 'fixed':
            pool = ['random', 'first'] + gen.policies * 2
            if r.random() < 0.5:
                plays = [r.choice(pool)] * n
            else:
                plays = [r.choice(pool) for _ in range(n)]
        elif mode != 'chance':
            plays = ['best'] * n
            if r.random() < 0.15 and n > 1:
                plays[r.randrange(n)] = r.choice(['random', 'first'])
        faces = None
        if re.search(r'tali|bone', text) and r.random() < 0.3:
            ws = [[1, 1, 1, 1], [1, 2, 3, 4], [3, 1, 1, 3], [0, 1, 1, 1], ['1/6', '1/3', '1/3', '1/6'], [2, 1, 2, 1]]
            k = r.random()
            if k < 0.35:
                faces = [r.choice(ws)]
            elif k < 0.65:
                faces = [r.choice(ws) for _ in range(n)]
            elif k < 0.85:
                faces = [[r.choice(ws[:3]) for _ in range(4)]]
            else:
                faces = [[r.choice(ws[:4]) for _ in range(4)] for _ in range(n)]
        t0 = time.time()
        try:
            g, out = try_game(text, n, rules, plays, faces=faces)
        except own.GameError as e:
            k = re.sub(r"[0-9]+|'[^']*'|\(at.*", '', str(e))[:50]
            if 'expected' in k or 'unknown' in k:
                k += '  %d %s' % (seed, e)
            why[k] = why.get(k, 0) + 1
            continue
        except RecursionError:
            why['recursion'] = why.get('recursion', 0) + 1
            continue
        except (ZeroDivisionError, OverflowError) as e:
            why[repr(e)] = why.get(repr(e), 0) + 1
            continue
        def no(s):
            why[s] = why.get(s, 0) + 1
        if out['never'] != 0:
            no('never'); continue
        if not out['exact']:
            no('not exact'); continue
        if out['win'].count(0) + (out['draw'] == 1) >= n + 0 and mode != 'chance' and out['positions'] < 2:
            no('dull'); continue
        if out['with_again'] <= 2 and r.random() < 0.8 or out['with_again'] <= 6 and r.random() < 0.6:
            no('tiny'); continue
        if out['length'] is None or any(x is None for x in out['net']) or out['pot'] is None:
            no('infinite'); continue
        if any(len(x) > 2500 for x in [fr(y) for y in out['win'] + out['net']]):
            no('long fractions'); continue
        if mode != 'chance' and not g.choices:
            no('no choice'); continue
        if mode == 'chance' and g.choices:
            no('choice?'); continue
        if mode != 'chance' and 'random' in plays and any(a in ('same-options-word', 'same-options-reroll') for a in out['ambiguous']):
            no('ambiguous options'); continue
        if mode != 'chance' and 'random' in plays and out['ambiguous'] and r.random() < 0.5:
            no('ambiguous each'); continue
        if 'best' in out and 'low' in out['best']:
            b = out['best']
            if not b['closed']:
                no('bounds do not meet'); continue
            w = b['who'] - 1
            if gen.bestcoins:
                x = float(out['net'][w]) + gen.ante
            else:
                x = float(out['win'][w]) + float(out['draw']) / n
            if abs(x - b['low']) > 1e-10 or abs(x - b['high']) > 1e-10:
                no('play is not the bounds %g' % (x - b['low'])); continue
        # readings that matter here: other ways of merging equal options
        e = entry(g, out, '%s-%d' % (mode, seed), text, n, {k: v for k, v in rules.items()}, plays if g.choices else None, faces)
        e['group'] = mode
        e['features'] = features(text)
        e['readings'] = readings(e, g)
        if mode in ('best2', 'best1', 'best3', 'coins2') and not matters(g):
            no('no choice that matters'); continue
        out_list.append(e)
        got += 1
        if verbose and got % 20 == 0:
            print(mode, got, seed, '%.1fs' % (time.time() - t00), flush=True)
    return why

def from_templates(want, seed0, out_list):
    import templates
    why = {}
    seen = set()
    seed = seed0
    got = 0
    k = 0
    while got < want and k < want * 30:
        k += 1
        seed += 1
        r = random.Random(seed)
        fn = templates.ALL[k % len(templates.ALL)]
        text, n, pols = fn(r)
        if n == 0:
            n = int(re.search(r'seats (\d)', text).group(1))
        text = re.sub(r'\n\n\n+', '\n\n', text)
        m = r.random()
        if m < 0.55 or not pols and m < 0.8:
            plays = ['best'] * n
        elif m < 0.65:
            plays = [r.choice(['best', 'random', 'first'] + pols) for _ in range(n)]
        else:
            plays = [r.choice(['random', 'first'] + pols * 3) for _ in range(n)]
        key = (text, tuple(plays))
        if key in seen:
            continue
        seen.add(key)
        faces = [r.choice([[1, 1, 1, 1], [1, 2, 3, 4], [1, 4, 4, 1]])] if 'tali' in text and r.random() < 0.5 else None
        try:
            g, out = try_game(text, n, {}, plays, states=3000, steps=300000, faces=faces)
        except own.GameError as e:
            k2 = fn.__name__ + ': ' + re.sub(r'\(at.*', '', str(e))[:70]
            why[k2] = why.get(k2, 0) + 1
            continue
        def no(s):
            s = fn.__name__ + ': ' + s
            why[s] = why.get(s, 0) + 1
        if out['never'] != 0:
            no('never'); continue
        if 'best' in out and 'low' in out['best']:
            b = out['best']
            w = b['who'] - 1
            x = float(out['net'][w]) + float(g.ante) if g.f.best == 'coins' else float(out['win'][w]) + float(out['draw']) / n
            if not b['closed'] and fn is not templates.waits:
                no('bounds do not meet'); continue
            if abs(x - b['low']) > 1e-10:
                no('play is not the bound %g' % (x - b['low'])); continue
            if fn is templates.waits:
                b['high'] = b['low']
        if any(p == 'best' for p in plays) and g.choices and not matters(g):
            no('no choice that matters'); continue
        if out['exact'] and any(len(fr(y)) > 3000 for y in out['win']):
            no('long fractions')
        e = entry(g, out, 'template-%s-%d' % (fn.__name__, seed), text, n, {}, plays if g.choices else None, faces)
        e['group'] = 'template'
        e['features'] = features(text)
        e['readings'] = readings(e, g)
        out_list.append(e)
        got += 1
    return why

def main():
    sys.setrecursionlimit(20000)
    what = sys.argv[1] if len(sys.argv) > 1 else 'own'
    if what == 'own':
        res = []
        plan = [('chance', 225, 10000), ('fixed', 75, 20000), ('best2', 50, 30000), ('best1', 15, 40000), ('best3', 15, 50000), ('coins2', 15, 60000)]
        if len(sys.argv) > 2:
            plan = [(a, int(sys.argv[3]), b) for a, _, b in plan if a == sys.argv[2]]
        t0 = time.time()
        for mode, want, seed in plan:
            why = generate(mode, want, seed, res)
            for k, v in sorted(why.items(), key=lambda x: -x[1])[:25]:
                print('   %6d %s' % (v, k))
        if len(sys.argv) <= 2 or sys.argv[2] == 'template':
            t0 = time.time()
            why = from_templates(90 if len(sys.argv) <= 3 else int(sys.argv[3]), 70000, res)
            for k, v in sorted(why.items(), key=lambda x: -x[1]):
                print('   %6d %s' % (v, k))
            print('templates %.1fs' % (time.time() - t0))
        if len(sys.argv) <= 2:
            json.dump(res, open('own.json', 'w'), indent=1)
        cov = {}
        for e in res:
            for f in e['features']:
                cov[f] = cov.get(f, 0) + 1
        print(len(res), 'games'); print(cov)
        return res

if __name__ == '__main__':
    main()
