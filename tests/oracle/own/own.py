#!/usr/bin/env python3
"""Independent reference implementation of the language of game files, written only from its description.
Standard library only; exact Fractions; deliberately naive.  See readings.md."""
import sys, re, json, time
from fractions import Fraction as Fr
from itertools import combinations

class GameError(Exception):
    pass

# ------------------------------------------------------------------ lexer
OPS = ['..', '+=', '-=', '!=', '<=', '>=', '=', '<', '>', '+', '-', '*', '/', '(', ')', '[', ']', ':', ';', ',', '.']
NAME_RE = re.compile(r'[A-Za-z_][A-Za-z0-9_]*')
INT_RE = re.compile(r'[0-9]+')

def lex(text):
    toks = []
    stack = [0]
    lineno = 0
    for raw in text.split('\n'):
        lineno += 1
        raw = raw.rstrip('\r')
        if '\t' in raw:
            raise GameError('line %d: a tab' % lineno)
        body = raw.lstrip(' ')
        if body == '' or body.startswith('#'):
            continue
        ind = len(raw) - len(body)
        if ind > stack[-1]:
            stack.append(ind)
            toks.append(('INDENT', '', lineno, ind))
        else:
            while ind < stack[-1]:
                stack.pop()
                toks.append(('DEDENT', '', lineno, ind))
            if ind != stack[-1]:
                raise GameError('line %d: indentation' % lineno)
        i = ind
        while i < len(raw):
            c = raw[i]
            if c == ' ':
                i += 1
                continue
            if c == '#':
                break
            if c == '"':
                j = raw.find('"', i + 1)
                if j < 0:
                    raise GameError('line %d: text without end' % lineno)
                toks.append(('STR', raw[i + 1:j], lineno, i))
                i = j + 1
                continue
            m = NAME_RE.match(raw, i)
            if m:
                toks.append(('NAME', m.group(), lineno, i))
                i = m.end()
                continue
            m = INT_RE.match(raw, i)
            if m:
                toks.append(('INT', int(m.group()), lineno, i))
                i = m.end()
                continue
            for op in OPS:
                if raw.startswith(op, i):
                    toks.append(('OP', op, lineno, i))
                    i += len(op)
                    break
            else:
                raise GameError('line %d: character %r' % (lineno, c))
        toks.append(('NL', '', lineno, i))
    while len(stack) > 1:
        stack.pop()
        toks.append(('DEDENT', '', lineno, 0))
    toks.append(('EOF', '', lineno, 0))
    return toks

# ------------------------------------------------------------------ parser
REDUCE = ('any', 'every', 'count', 'sum', 'max', 'min')
THROWWORDS = ('sum', 'high', 'low', 'distinct', 'rank', 'cast', 'venus', 'canis', 'senio', 'vultures', 'void')
RESERVED = ('me', 'mover', 'left', 'right', 'seats', 'others', 'pot', 'and', 'or', 'not', 'mod', 'in', 'if')
STMT = ('roll', 'reroll', 'pay', 'take', 'again', 'pass', 'first', 'out', 'win', 'draw', 'note')
LEAVE = ('again', 'pass', 'first', 'win', 'draw')

class File:
    pass

class Parser:
    def __init__(self, text):
        self.t = lex(text)
        self.i = 0
        self.blocks = []
        self.stmts = []
        self.dice_names = set()
        self.choice_lines = []
        self.throw_names = set()

    # helpers
    def peek(self, k=0):
        return self.t[min(self.i + k, len(self.t) - 1)]
    def isop(self, op, k=0):
        t = self.peek(k)
        return t[0] == 'OP' and t[1] == op
    def isname(self, nm, k=0):
        t = self.peek(k)
        return t[0] == 'NAME' and t[1] == nm
    def next(self):
        t = self.t[self.i]
        self.i += 1
        return t
    def err(self, what):
        t = self.peek()
        raise GameError('line %d, column %d: expected %s, found %r' % (t[2], t[3] + 1, what, t[1] or t[0]))
    def op(self, op):
        if not self.isop(op):
            self.err(repr(op))
        return self.next()
    def word(self, w):
        if not self.isname(w):
            self.err(w)
        return self.next()
    def name(self, new=False):
        if self.peek()[0] != 'NAME':
            self.err('a name')
        t = self.next()
        if new and t[1] in RESERVED:
            raise GameError('line %d: %s cannot be a name' % (t[2], t[1]))
        return t[1]
    def string(self):
        if self.peek()[0] != 'STR':
            self.err('a text')
        return self.next()[1]
    def nl(self):
        if self.peek()[0] != 'NL':
            self.err('the end of the line')
        self.next()

    # file
    def file(self):
        f = File()
        f.title = f.author = None
        f.seats = (2, 2, 2)
        f.rules = []
        f.dice = {}
        f.maps = {}
        f.ante = None
        f.length = 'throws'
        f.best = 'win'
        f.vars = []          # (scope, name, lo_idx, hi_idx, kind, from, to, capped, first, unordered, line)
        f.start = f.turn = f.after = None
        f.defines = {}
        f.policies = {}
        while True:
            t = self.peek()
            if t[0] != 'NAME':
                self.err('a header or `turn`')
            w = t[1]
            if w == 'turn' and self.isop(':', 1):
                break
            self.next()
            if w == 'game':
                f.title = self.string(); self.nl()
            elif w == 'by':
                f.author = self.string(); self.nl()
            elif w == 'seats':
                a = self.next()[1]; b = a; u = a
                if self.isname('to'):
                    self.next(); b = self.next()[1]
                    if self.isop(','):
                        self.next(); self.word('usually'); u = self.next()[1]
                f.seats = (a, b, u); self.nl()
            elif w == 'rule':
                n = self.name(True); self.op('=')
                d = self.expr()
                r = {'name': n, 'default': d, 'from': None, 'to': None, 'each': False, 'in': None, 'line': t[2]}
                if self.isname('from'):
                    self.next(); r['from'] = self.expr(); self.word('to'); r['to'] = self.expr()
                    if self.isop(','):
                        self.next(); self.word('each'); r['each'] = True
                elif self.isname('in'):
                    self.next(); r['in'] = self.expr()
                if self.peek()[0] == 'STR':
                    self.next()
                self.nl()
                f.rules.append(r)
            elif w == 'die':
                n = self.name(True); self.op('=')
                l = []
                while True:
                    a = self.expr(); self.op(':'); b = self.expr(); l.append((a, b))
                    if not self.isop(','):
                        break
                    self.next()
                self.nl()
                f.dice[n] = l
                self.dice_names.add(n)
            elif w == 'map':
                n = self.name(True); self.op('=')
                l = []
                els = None
                while True:
                    a = self.expr(); self.op(':'); b = self.expr(); l.append((a, b))
                    if not self.isop(','):
                        break
                    self.next()
                if self.isname('else'):
                    self.next(); els = self.expr()
                self.nl()
                f.maps[n] = (l, els)
            elif w == 'ante':
                f.ante = self.expr(); self.nl()
            elif w == 'length':
                self.word('in'); f.length = self.name(); self.nl()
                if f.length not in ('throws', 'turns', 'rounds'):
                    self.err('throws, turns or rounds')
            elif w == 'best':
                self.word('for'); f.best = self.name(); self.nl()
                if f.best not in ('win', 'coins'):
                    self.err('win or coins')
            elif w == 'table' or w == 'each':
                scope = 'table'
                if w == 'each':
                    scope = self.name()
                    if scope not in ('seat', 'turn'):
                        self.err('seat or turn')
                self.op(':')
                while True:
                    f.vars.append(self.var(scope))
                    if not self.isop(';'):
                        break
                    self.next()
                self.nl()
            elif w == 'start':
                f.start = self.block()
            else:
                self.i -= 1
                self.err('a header')
        self.next()
        f.turn = self.block()
        while self.peek()[0] != 'EOF':
            t = self.peek()
            if self.isname('define'):
                self.next()
                n = self.name(True); self.op('(')
                ps = []
                while not self.isop(')'):
                    ps.append(self.name(True))
                    if self.isop(','):
                        self.next()
                self.op(')'); self.op(':')
                e = self.expr(); self.nl()
                f.defines[n] = (ps, e)
            elif self.isname('policy'):
                self.next()
                n = self.string(); self.op(':')
                lines = []
                if self.peek()[0] == 'NL':
                    self.next()
                    if self.peek()[0] != 'INDENT':
                        self.err('an indented line')
                    self.next()
                    while self.peek()[0] != 'DEDENT':
                        lines.append(self.polline())
                        while self.isop(';'):
                            self.next(); lines.append(self.polline())
                        self.nl()
                    self.next()
                else:
                    lines.append(self.polline())
                    while self.isop(';'):
                        self.next(); lines.append(self.polline())
                    self.nl()
                f.policies[n] = lines
            elif self.isname('after'):
                self.next(); self.word('round')
                f.after = self.block()
            else:
                self.err('define, policy or after round')
        f.blocks = self.blocks
        f.throw_names = self.throw_names
        return f

    def polline(self):
        if self.peek()[0] == 'STR':
            s = self.next()[1]
            c = None
            if self.isname('if'):
                self.next(); c = self.expr()
            return ('word', s, c)
        n = self.name()
        d = self.name()
        if d not in ('highest', 'lowest'):
            self.i -= 1
            self.err('highest or lowest')
        e = self.expr()
        c = None
        if self.isname('if'):
            self.next(); c = self.expr()
        return (d, n, e, c)

    def var(self, scope):
        line = self.peek()[2]
        t = self.peek()
        if t[0] == 'NAME' and t[1] == 'pot' and scope == 'table':
            n = self.next()[1]
        else:
            n = self.name(True)
        v = {'scope': scope, 'name': n, 'ilo': None, 'ihi': None, 'seat': False, 'from': None, 'to': None,
             'capped': False, 'first': None, 'unordered': False, 'line': line}
        if self.isop('['):
            self.next(); v['ilo'] = self.expr(); self.op('..'); v['ihi'] = self.expr(); self.op(']')
        if self.isname('seat'):
            self.next(); v['seat'] = True
            return v
        self.word('from'); v['from'] = self.expr(); self.word('to'); v['to'] = self.expr()
        while self.isop(','):
            self.next()
            if self.isname('capped'):
                self.next(); v['capped'] = True
            elif self.isname('unordered'):
                self.next(); v['unordered'] = True
            elif self.isname('at'):
                self.next(); self.word('first'); v['first'] = self.expr()
            else:
                self.err('capped, at first or unordered')
        return v

    def block(self):
        self.op(':')
        out = []
        if self.peek()[0] == 'NL':
            self.next()
            if self.peek()[0] != 'INDENT':
                self.err('an indented block')
            self.next()
            while self.peek()[0] != 'DEDENT':
                self.stmt(out)
            self.next()
        else:
            self.simples(out)
        for k, s in enumerate(out[:-1]):
            if s[0] in LEAVE:
                raise GameError('line %d: what stands behind `%s` is never reached' % (out[k + 1][-1] if isinstance(out[k+1][-1], int) else 0, s[0]))
        self.blocks.append(out)
        return len(self.blocks) - 1

    def simples(self, out):
        out.append(self.simple())
        while self.isop(';'):
            self.next()
            out.append(self.simple())
        self.nl()

    def assigns(self):
        return self.isop('=', 1) or self.isop('+=', 1) or self.isop('-=', 1) or self.isop('[', 1) or self.isop('.', 1)

    def stmt(self, out):
        t = self.peek()
        line = t[2]
        if t[0] == 'NAME' and not self.assigns():
            w = t[1]
            if w == 'if':
                out.append(self.ifstmt()); return
            if w == 'for':
                self.next()
                e = self.each()
                b = self.block()
                out.append(('for', e, b, line)); return
            if w == 'by':
                self.next()
                s = self.seat()
                b = self.block()
                out.append(('by', s, b, line)); return
            if w == 'choose':
                self.next()
                if self.isop(':'):
                    self.next(); self.nl()
                    if self.peek()[0] != 'INDENT':
                        self.err('indented options')
                    self.next()
                    opts = []
                    while self.peek()[0] != 'DEDENT':
                        s = self.string()
                        c = None
                        if self.isname('if'):
                            self.next(); c = self.expr()
                        b = self.block()
                        opts.append((s, c, b))
                    self.next()
                    out.append(('choosew', opts, line)); return
                e = self.each()
                b = self.block()
                out.append(('choosee', e, b, line)); return
        self.simples(out)

    def ifstmt(self):
        line = self.peek()[2]
        self.word('if')
        c = self.expr()
        b = self.block()
        e = None
        if self.isname('else'):
            self.next()
            if self.isname('if'):
                s = self.ifstmt()
                self.blocks.append([s])
                e = len(self.blocks) - 1
            else:
                e = self.block()
        return ('if', c, b, e, line)

    def each(self):
        n = self.name(True)
        self.word('in')
        if self.isname('seats') and not self.isop('..', 1):
            self.next(); r = ('seats',)
        elif self.isname('others'):
            self.next(); r = ('others',)
        else:
            a = self.expr(); self.op('..'); b = self.expr()
            r = ('range', a, b)
        c = None
        if self.isname('if'):
            self.next(); c = self.expr()
        return (n, r, c)

    def endsimple(self):
        return self.peek()[0] in ('NL', 'EOF', 'DEDENT') or self.isop(';')

    def die_word(self, k=0):
        t = self.peek(k)
        return t[0] == 'NAME' and (t[1] in ('tali', 'bone') or t[1] in self.dice_names or re.fullmatch(r'd[0-9]+', t[1]) is not None)

    def dice(self):
        n = None
        if not self.die_word() or (self.peek()[1] == 'tali' and self.die_word(1)):
            n = self.expr()
        if not self.die_word():
            self.err('dice')
        w = self.next()[1]
        if w in self.dice_names:
            return (n, 'own', w)
        if w == 'tali':
            return (n, 'tali')
        if w == 'bone':
            i = self.expr()
            s = None
            if self.isname('of'):
                self.next(); s = self.seat()
            return (n, 'bone', i, s)
        return (n, 'd', int(w[1:]))

    def simple(self):
        t = self.peek()
        line = t[2]
        if t[0] == 'NAME' and t[1] in STMT and not self.assigns():
            w = self.next()[1]
            if w == 'roll':
                l = [self.dice()]
                while self.isop(','):
                    self.next(); l.append(self.dice())
                nm = None
                if self.isname('as'):
                    self.next(); nm = self.name(True)
                    self.throw_names.add(nm)
                return ('roll', l, nm, line)
            if w == 'reroll':
                if self.isname('all'):
                    self.next()
                    return ('rerollall', line)
                self.word('any')
                a = self.expr(); b = a
                if self.isname('to'):
                    self.next(); b = self.expr()
                return ('rerollany', a, b, line)
            if w in ('pay', 'take'):
                e = self.expr()
                d = ('pot',)
                if self.isname('to' if w == 'pay' else 'from'):
                    self.next()
                    if self.isname('pot'):
                        self.next()
                    elif self.isname('bank'):
                        self.next(); d = ('bank',)
                    else:
                        d = ('seat', self.seat())
                return (w, e, d, line)
            if w == 'again' or w == 'draw':
                return (w, line)
            if w == 'pass':
                s = None
                if self.isname('to'):
                    self.next(); s = self.seat()
                return ('pass', s, line)
            if w == 'first':
                return ('first', self.seat(), line)
            if w in ('out', 'win'):
                if self.endsimple():
                    return (w, None, line)
                if self.peek()[0] == 'NAME' and self.isname('in', 1):
                    return (w, ('each', self.each()), line)
                return (w, ('seat', self.seat()), line)
            if w == 'note':
                return ('note', self.string(), line)
        p = self.primary()
        if p[0] not in ('name', 'idx', 'dot', 'dotidx'):
            self.err('a statement')
        if not (self.isop('=') or self.isop('+=') or self.isop('-=')):
            self.err('a statement')
        o = self.next()[1]
        e = self.expr()
        return ('set', p, o, e, line)

    def seat(self):
        t = self.peek()
        if t[0] == 'NAME':
            self.next()
            return ('name', t[1], t[2])
        if t[0] == 'INT':
            self.next()
            return ('num', t[1])
        if self.isop('('):
            self.next(); e = self.expr(); self.op(')')
            return e
        self.err('a seat')

    # expressions
    def expr(self):
        a = self.e_and()
        while self.isname('or'):
            self.next(); b = self.e_and(); a = ('or', a, b)
        return a
    def e_and(self):
        a = self.e_not()
        while self.isname('and'):
            self.next(); b = self.e_not(); a = ('and', a, b)
        return a
    def e_not(self):
        if self.isname('not'):
            self.next()
            return ('not', self.e_not())
        return self.e_cmp()
    def e_cmp(self):
        a = self.e_add()
        t = self.peek()
        if t[0] == 'OP' and t[1] in ('=', '!=', '<', '<=', '>', '>='):
            self.next()
            b = self.e_add()
            a = ('cmp', t[1], a, b, t[2])
            t = self.peek()
            if t[0] == 'OP' and t[1] in ('=', '!=', '<', '<=', '>', '>='):
                self.err('no second comparison')
        return a
    def e_add(self):
        a = self.e_mul()
        while self.isop('+') or self.isop('-'):
            o = self.next(); b = self.e_mul(); a = ('bin', o[1], a, b, o[2])
        return a
    def e_mul(self):
        a = self.e_un()
        while self.isop('*') or self.isop('/') or self.isname('mod'):
            o = self.next(); b = self.e_un(); a = ('bin', o[1], a, b, o[2])
        return a
    def e_un(self):
        if self.isop('-'):
            self.next()
            return ('neg', self.e_un())
        return self.primary()

    def args(self):
        self.op('(')
        l = []
        while not self.isop(')'):
            l.append(self.expr())
            if self.isop(','):
                self.next()
            elif not self.isop(')'):
                self.err(') or ,')
        self.op(')')
        return l

    def dotted(self, base):
        self.op('.')
        line = self.peek()[2]
        n = self.name()
        if self.isop('['):
            self.next(); e = self.expr(); self.op(']')
            return ('dotidx', base, n, e, line)
        if self.isop('('):
            return ('dotcall', base, n, self.args(), line)
        return ('dot', base, n, line)

    def primary(self):
        t = self.peek()
        if t[0] == 'INT':
            self.next()
            if self.isop('.'):
                return self.dotted(('num', t[1]))
            return ('num', t[1])
        if t[0] == 'STR':
            self.next()
            return ('str', t[1])
        if self.isop('('):
            self.next(); e = self.expr(); self.op(')')
            if self.isop('.'):
                return self.dotted(e)
            return e
        if self.isop('['):
            self.next()
            l = []
            while not self.isop(']'):
                l.append(self.expr())
                if self.isop(','):
                    self.next()
                elif not self.isop(']'):
                    self.err('] or ,')
            self.op(']')
            return ('list', l)
        if t[0] == 'NAME':
            if t[1] in ('and', 'or', 'mod', 'in', 'if'):
                self.err('an expression')
            self.next()
            if self.isop('.'):
                return self.dotted(('name', t[1], t[2]))
            if self.isop('['):
                self.next(); e = self.expr(); self.op(']')
                return ('idx', t[1], e, t[2])
            if self.isop('('):
                if t[1] in REDUCE and self.peek(1)[0] == 'NAME' and self.isname('in', 2):
                    self.next()
                    e = self.each()
                    self.op(':')
                    b = self.expr()
                    self.op(')')
                    return ('red', t[1], e, b, t[2])
                return ('call', t[1], self.args(), t[2])
            return ('name', t[1], t[2])
        self.err('an expression')

# ------------------------------------------------------------------ values
def norm(x):
    if isinstance(x, Fr) and x.denominator == 1:
        return x.numerator
    return x

def isnum(x):
    return (type(x) is int) or isinstance(x, Fr)

class Aff:
    """a * pot + b, where the pot is no state"""
    __slots__ = ('a', 'b')
    def __init__(self, a, b):
        self.a = a; self.b = b

KINDS = ('void', 'canis', 'vultures', 'senio', 'venus')

def kind_of(faces):
    f = sorted(faces, reverse=True)
    if len(f) != 4 or any(x not in (1, 3, 4, 6) for x in f):
        raise GameError('kinds and rank are of four tali, not of %r' % (f,))
    if f == [6, 4, 3, 1]:
        return 'venus'
    if f == [1, 1, 1, 1]:
        return 'canis'
    if f[0] == f[3]:
        return 'vultures'
    if f[0] == 6:
        return 'senio'
    return 'void'

def rank_of(faces):
    k = kind_of(faces)
    if k == 'void':
        return 0
    if k == 'canis':
        return 1
    if k == 'vultures':
        return {3: 2, 4: 3, 6: 4}[faces[0]]
    if k == 'venus':
        return 18
    return SENIO_RANK[sum(faces)]

def _senios():
    sums = set()
    F = (1, 3, 4, 6)
    for a in F:
        for b in F:
            for c in F:
                for d in F:
                    if kind_of((a, b, c, d)) == 'senio':
                        sums.add(a + b + c + d)
    return {s: 5 + i for i, s in enumerate(sorted(sums))}
SENIO_RANK = _senios()
assert max(SENIO_RANK.values()) == 17

# distributions of dice are interned: a die in a throw is (number of its distribution, face)
LAWS = []
LAWNO = {}
def law_id(d):
    tot = sum(d.values())
    if tot == 0 or any(w < 0 for w in d.values()):
        raise GameError('weights of a die: %r' % (d,))
    key = tuple(sorted((f, Fr(w) / tot) for f, w in d.items() if w > 0))
    if key not in LAWNO:
        LAWNO[key] = len(LAWS)
        LAWS.append(key)
    return LAWNO[key]

_roll_cache = {}
def roll_law(ids):
    """ids: sorted tuple of distribution numbers -> list of (sorted tuple of (number, face), probability)"""
    if ids in _roll_cache:
        return _roll_cache[ids]
    d = {(): Fr(1)}
    for i in ids:
        e = {}
        for k, p in d.items():
            for f, q in LAWS[i]:
                kk = tuple(sorted(k + ((i, f),)))
                e[kk] = e.get(kk, 0) + p * q
        d = e
    r = sorted(d.items())
    _roll_cache[ids] = r
    return r

# ------------------------------------------------------------------ nodes, interned
# ('L', leaf)  ('C', ((id, p), ...))  ('D', chooser, (ids...), policy index or None)  ('R', rew, id)
class Nodes:
    def __init__(self):
        self.n = []
        self.no = {}
        self.limit = 10 ** 7
    def make(self, node):
        k = self.no.get(node)
        if k is None:
            k = len(self.n)
            if k >= self.limit:
                raise GameError('more than %d nodes' % k)
            self.no[node] = k
            self.n.append(node)
        return k
    def chance(self, pairs):
        d = {}
        for p, i in pairs:
            d[i] = d.get(i, 0) + p
        if len(d) == 1:
            return next(iter(d))
        return self.make(('C', tuple(sorted(d.items()))))

class Ctx:
    __slots__ = ('vals', 'throw', 'named', 'me', 'mover', 'inset', 'locals', 'phase')

class Game:
    def __init__(self, text, seats=None, rules=None, faces=None, plays=None, merge='each', sort_again=False):
        self.f = f = Parser(text).file()
        self.merge = merge
        self.sort_again = sort_again
        lo, hi, u = f.seats
        self.n = n = seats or u
        if not lo <= n <= hi:
            raise GameError('seats %d to %d' % (lo, hi))
        self.rules = {}
        self.each_rules = set()
        rules = dict(rules or {})
        for r in f.rules:
            v = self.const(r['default'])
            nm = r['name']
            if nm in self.rules:
                raise GameError('rule %s twice' % nm)
            if nm in rules:
                v = rules.pop(nm)
                if isinstance(v, list):
                    v = tuple(v)
            per = v
            if r['each']:
                self.each_rules.add(nm)
                per = v if isinstance(v, tuple) else (v,) * n
                if len(per) != n:
                    raise GameError('rule %s: one per seat' % nm)
                v = per
            if r['from'] is not None:
                a = self.const(r['from']); b = self.const(r['to'])
                for x in (per if r['each'] else (per,)):
                    if not isnum(x) or not a <= x <= b:
                        raise GameError('rule %s: %s is not from %s to %s' % (nm, x, a, b))
            if r['in'] is not None:
                l = self.const(r['in'])
                if v not in l:
                    raise GameError('rule %s: %r is not in %r' % (nm, v, l))
            self.rules[nm] = v
        if rules:
            raise GameError('unknown rule %s' % ', '.join(rules))
        self.maps = {}
        for nm, (l, els) in f.maps.items():
            self.maps[nm] = ({self.const(a): self.const(b) for a, b in l}, None if els is None else self.const(els))
        # bones: faces[seat][bone] = dict
        if faces is None:
            faces = [[1, 4, 4, 1]]
        if len(faces) == 1:
            faces = faces * n
        if len(faces) != n:
            raise GameError('faces: one or one per seat')
        self.bones = []
        for fc in faces:
            if not isinstance(fc[0], (list, tuple)):
                fc = [fc] * 4
            self.bones.append([law_id(dict(zip((1, 3, 4, 6), map(Fr, b)))) for b in fc])
        # variables -> slots
        self.vars = {}
        self.init = []
        self.slotvar = []
        for scope in ('table', 'seat', 'turn'):
            for v in f.vars:
                if v['scope'] != scope:
                    continue
                if v['name'] in self.vars:
                    raise GameError('line %d: %s twice' % (v['line'], v['name']))
                w = dict(v)
                self.vars[v['name']] = w
                w['list'] = v['ilo'] is not None
                if w['list']:
                    w['ilo'] = self.whole(self.const(v['ilo'])); w['ihi'] = self.whole(self.const(v['ihi']))
                    w['size'] = w['ihi'] - w['ilo'] + 1
                else:
                    w['size'] = 1
                if v['seat']:
                    w['from'] = 0; w['to'] = n; init = 0
                else:
                    w['from'] = self.whole(self.const(v['from'])); w['to'] = self.whole(self.const(v['to']))
                    if w['from'] > w['to']:
                        raise GameError('line %d: empty range of %s' % (v['line'], v['name']))
                    if v['first'] is not None:
                        init = self.whole(self.const(v['first']))
                        if not w['from'] <= init <= w['to']:
                            raise GameError('line %d: at first %s' % (v['line'], init))
                    else:
                        init = min(max(0, w['from']), w['to'])
                if v['name'] == 'pot':
                    init = None
                w['init'] = init
                w['base'] = len(self.init)
                for s in range(n if scope == 'seat' else 1):
                    for k in range(w['size']):
                        self.init.append(init)
                        self.slotvar.append(v['name'])
        self.turn_base = len(self.init)
        for v in self.vars.values():
            if v['scope'] == 'turn':
                self.turn_base = min(self.turn_base, v['base'])
        self.potvar = self.vars.get('pot')
        ante = self.const(f.ante) if f.ante is not None else 0
        if ante < 0:
            raise GameError('ante')
        self.ante = ante
        if self.potvar is not None:
            p0 = self.potvar['base']
            f0 = f.vars[[v['name'] for v in f.vars].index('pot')]['first']
            self.init[p0] = self.whole(n * ante) + (self.whole(self.const(f0)) if f0 is not None else 0)
            if not self.potvar['from'] <= self.init[p0] <= self.potvar['to']:
                raise GameError('pot beyond its range at the start')
        self.init = tuple(self.init)
        self.turn_init = self.init[self.turn_base:]
        self.track = f.after is not None or f.length == 'rounds'
        self.unordered = [v for v in self.vars.values() if v['unordered'] and v['list'] and v['scope'] != 'turn']
        if plays is None:
            plays = ['best']
        if len(plays) == 1:
            plays = list(plays) * n
        if len(plays) != n:
            raise GameError('play: one or one per seat')
        self.plays = plays
        for p in plays:
            if p not in ('best', 'random', 'first') and p not in f.policies:
                raise GameError('no policy %r' % p)
        self.nodes = Nodes()
        self.pot_put = ante > 0
        self.choices = False
        self.memo = {}
        self.amb = set()
        self.dieids = {}
        self.steps = 0
        self.step_limit = 10 ** 9

    # ---------------- constants and expressions
    def const(self, e):
        c = Ctx()
        c.vals = None; c.throw = None; c.named = (); c.me = None; c.mover = None; c.inset = None; c.locals = (); c.phase = 'const'
        return self.ev(e, c)

    def whole(self, x):
        if type(x) is int:
            return x
        raise GameError('a whole number is needed, not %r' % (x,))

    def num(self, x):
        if type(x) is int or isinstance(x, Fr) or isinstance(x, Aff):
            return x
        raise GameError('a number is needed, not %r' % (x,))

    def truth(self, x, line=0):
        if x is True or x is False:
            return x
        raise GameError('line %s: a condition is needed, not %r' % (line, x))

    def left(self, s, inset, step=1):
        k = s
        for _ in range(self.n):
            k = (k - 1 + step) % self.n + 1
            if k in inset:
                return k
        return s

    def seat_no(self, e, c):
        v = self.ev(e, c)
        if type(v) is not int or not 1 <= v <= self.n:
            raise GameError('%r is no seat' % (v,))
        return v

    def each_values(self, r, c):
        if r[0] == 'range':
            a = self.whole(self.ev(r[1], c)); b = self.whole(self.ev(r[2], c))
            return list(range(a, b + 1))
        if r[0] == 'seats':
            if c.me is None:
                return sorted(c.inset)
            l = [c.me] if c.me in c.inset else []
        else:
            if c.me is None:
                raise GameError('others without me')
            l = []
        k = c.me
        for _ in range(self.n - 1):
            k = k % self.n + 1
            if k in c.inset:
                l.append(k)
        return l

    def bind(self, c, n, v):
        d = Ctx()
        d.vals = c.vals; d.throw = c.throw; d.named = c.named; d.me = c.me; d.mover = c.mover; d.inset = c.inset; d.phase = c.phase
        d.locals = c.locals + ((n, v),)
        return d

    def throw_get(self, nm, c):
        if nm is None:
            if c.throw is None:
                raise GameError('no throw has been made')
            return c.throw[0]
        for k, v in c.named:
            if k == nm:
                return v
        raise GameError('no throw %s has been made' % nm)

    def throw_word(self, w, nm, c):
        d = self.throw_get(nm, c)
        faces = [f for _, f in d]
        if w == 'sum':
            return sum(faces)
        if w == 'high':
            return max(faces)
        if w == 'low':
            return min(faces)
        if w == 'distinct':
            return len(set(faces))
        if w == 'cast':
            v = 0
            for f in sorted(faces, reverse=True):
                if not 0 <= f <= 9:
                    raise GameError('cast: faces 0-9 only')
                v = 10 * v + f
            return v
        if w == 'rank':
            return rank_of(faces)
        return kind_of(faces) == w

    def var_read(self, nm, seat, idx, c):
        v = self.vars[nm]
        if c.vals is None:
            raise GameError('%s is no constant' % nm)
        if v['scope'] == 'seat':
            s = c.me if seat is None else seat
            if s is None:
                raise GameError('%s of whom? there is no me' % nm)
            base = v['base'] + (s - 1) * v['size']
        else:
            if seat is not None:
                raise GameError('%s is not of a seat' % nm)
            if v['scope'] == 'turn' and c.phase != 'turn':
                raise GameError('%s is of a turn' % nm)
            base = v['base']
        if v['list']:
            if idx is None:
                return c.vals[base:base + v['size']]
            if type(idx) is not int or not v['ilo'] <= idx <= v['ihi']:
                raise GameError('index %r of %s' % (idx, nm))
            return c.vals[base + idx - v['ilo']]
        if idx is not None:
            raise GameError('%s is no list' % nm)
        return c.vals[base]

    def ev(self, e, c):
        k = e[0]
        if k == 'num' or k == 'str':
            return e[1]
        if k == 'name':
            n = e[1]
            for a, b in reversed(c.locals):
                if a == n:
                    return b
            if n in self.vars if hasattr(self, 'vars') else False:
                return self.var_read(n, None, None, c)
            if n in self.rules:
                v = self.rules[n]
                if n in self.each_rules:
                    if c.me is None:
                        raise GameError('%s of whom?' % n)
                    return v[c.me - 1]
                return v
            if n == 'me':
                if c.me is None:
                    raise GameError('there is no me')
                return c.me
            if n == 'mover':
                if c.mover is None:
                    raise GameError('there is no mover')
                return c.mover
            if n == 'left' or n == 'right':
                if c.me is None:
                    raise GameError('left of whom?')
                return self.left(c.me, c.inset, 1 if n == 'left' else -1)
            if n == 'seats':
                return self.n
            if n == 'pot':
                return Aff(1, 0)
            if n in THROWWORDS:
                return self.throw_word(n, None, c)
            raise GameError('line %d: unknown name %s' % (e[2], n))
        if k == 'bin':
            return self.arith(e[1], self.num(self.ev(e[2], c)), self.num(self.ev(e[3], c)), e[4])
        if k == 'neg':
            a = self.num(self.ev(e[1], c))
            return Aff(-a.a, -a.b) if isinstance(a, Aff) else -a
        if k == 'cmp':
            a = self.ev(e[2], c); b = self.ev(e[3], c)
            o = e[1]
            if isinstance(a, str) and isinstance(b, str):
                if o == '=':
                    return a == b
                if o == '!=':
                    return a != b
                raise GameError('line %d: texts know = and != only' % e[4])
            if isinstance(a, Aff) or isinstance(b, Aff):
                raise GameError('line %d: the pot in a condition must be given a range' % e[4])
            if not isnum(a) or not isnum(b):
                raise GameError('line %d: cannot compare %r and %r' % (e[4], a, b))
            if o == '=':
                return a == b
            if o == '!=':
                return a != b
            if o == '<':
                return a < b
            if o == '<=':
                return a <= b
            if o == '>':
                return a > b
            return a >= b
        if k == 'and':
            if not self.truth(self.ev(e[1], c)):
                return False
            return self.truth(self.ev(e[2], c))
        if k == 'or':
            if self.truth(self.ev(e[1], c)):
                return True
            return self.truth(self.ev(e[2], c))
        if k == 'not':
            return not self.truth(self.ev(e[1], c))
        if k == 'list':
            return tuple(self.ev(x, c) for x in e[1])
        if k == 'idx':
            n = e[1]
            i = self.ev(e[2], c)
            if n in self.vars:
                return self.var_read(n, None, i, c)
            if n in self.rules:
                l = self.rules[n]
                if not isinstance(l, tuple) or n in self.each_rules:
                    raise GameError('line %d: %s is no list' % (e[3], n))
                if type(i) is not int or not 1 <= i <= len(l):
                    raise GameError('line %d: index %r of %s' % (e[3], i, n))
                return l[i - 1]
            raise GameError('line %d: unknown list %s' % (e[3], n))
        if k == 'dot' or k == 'dotidx' or k == 'dotcall':
            base, n = e[1], e[2]
            if base[0] == 'name' and base[1] in self.f.throw_names and not any(a == base[1] for a, _ in c.locals):
                if k == 'dot' and n in THROWWORDS:
                    return self.throw_word(n, base[1], c)
                if k == 'dotcall' and n == 'count':
                    x = self.ev(e[3][0], c)
                    return sum(1 for _, f in self.throw_get(base[1], c) if f == x)
                raise GameError('line %d: %s of a throw' % (e[-1], n))
            s = self.seat_no(base, c)
            if k == 'dot' and n in self.each_rules:
                return self.rules[n][s - 1]
            if n not in self.vars or k == 'dotcall':
                raise GameError('line %d: unknown variable %s' % (e[-1], n))
            return self.var_read(n, s, self.ev(e[3], c) if k == 'dotidx' else None, c)
        if k == 'red':
            kind, (n, r, cond), body = e[1], e[2], e[3]
            res = []
            for v in self.each_values(r, c):
                d = self.bind(c, n, v)
                if cond is not None and not self.truth(self.ev(cond, d), e[4]):
                    continue
                x = self.ev(body, d)
                if kind in ('any', 'every', 'count'):
                    x = self.truth(x, e[4])
                    if kind == 'any' and x:
                        return True
                    if kind == 'every' and not x:
                        return False
                else:
                    x = self.num(x)
                res.append(x)
            if kind == 'any':
                return False
            if kind == 'every':
                return True
            if kind == 'count':
                return sum(1 for x in res if x)
            if kind == 'sum':
                t = 0
                for x in res:
                    t = self.arith('+', t, x, e[4])
                return t
            if not res:
                raise GameError('line %d: %s of nothing' % (e[4], kind))
            if any(isinstance(x, Aff) for x in res):
                raise GameError('line %d: the pot must be given a range' % e[4])
            return max(res) if kind == 'max' else min(res)
        if k == 'call':
            n, args, line = e[1], e[2], e[3]
            if n in self.f.defines:
                ps, body = self.f.defines[n]
                if len(ps) != len(args):
                    raise GameError('line %d: %s takes %d' % (line, n, len(ps)))
                d = Ctx()
                d.vals = c.vals; d.throw = c.throw; d.named = c.named; d.me = c.me; d.mover = c.mover; d.inset = c.inset; d.phase = c.phase
                d.locals = tuple((p, self.ev(a, c)) for p, a in zip(ps, args))
                return self.ev(body, d)
            if n in self.f.maps:
                x = self.ev(args[0], c)
                m, els = self.maps[n]
                if x in m:
                    return m[x]
                return x if els is None else els
            a = [self.ev(x, c) for x in args]
            if n == 'any':
                return any(x == a[1] for x in self.lst(a[0], line))
            if n == 'every':
                return all(x == a[1] for x in self.lst(a[0], line))
            if n == 'count':
                if isinstance(a[0], tuple):
                    return len(a[0])
                return sum(1 for _, f in self.throw_get(None, c) if f == a[0])
            if n in ('min', 'max'):
                if len(a) != 2 or not isnum(a[0]) or not isnum(a[1]):
                    raise GameError('line %d: %s takes two numbers (the pot must be given a range)' % (line, n))
                return (min if n == 'min' else max)(a)
            if n == 'down':
                if not isnum(a[0]):
                    raise GameError('line %d: down of %r' % (line, a[0]))
                return a[0].__floor__() if isinstance(a[0], Fr) else a[0]
            if n == 'up':
                if not isnum(a[0]):
                    raise GameError('line %d: up of %r' % (line, a[0]))
                return a[0].__ceil__() if isinstance(a[0], Fr) else a[0]
            raise GameError('line %d: unknown function %s' % (line, n))
        raise GameError('cannot evaluate %r' % (e,))

    def lst(self, x, line):
        if not isinstance(x, tuple):
            raise GameError('line %d: a list is needed' % line)
        return x

    def arith(self, o, a, b, line):
        if isinstance(a, Aff) or isinstance(b, Aff):
            a = a if isinstance(a, Aff) else Aff(0, a)
            b = b if isinstance(b, Aff) else Aff(0, b)
            if o == '+':
                return Aff(a.a + b.a, a.b + b.b)
            if o == '-':
                return Aff(a.a - b.a, a.b - b.b)
            if o == '*' and b.a == 0:
                return Aff(a.a * b.b, a.b * b.b)
            if o == '*' and a.a == 0:
                return Aff(b.a * a.b, b.b * a.b)
            if o == '/' and b.a == 0 and b.b != 0:
                return Aff(Fr(a.a) / b.b, Fr(a.b) / b.b)
            raise GameError('line %d: the pot must be given a range' % line)
        if o == '+':
            return norm(a + b)
        if o == '-':
            return norm(a - b)
        if o == '*':
            return norm(a * b)
        if b == 0:
            raise GameError('line %d: division by 0' % line)
        if o == '/':
            return norm(Fr(a) / b)
        return norm(a % abs(b))

    # ---------------- running
    # frame: ('B', block, i, locals, me, parent) or ('F', forstmt position (block,i), values, k, locals, me, parent)
    def turn_node(self, state):
        """state: ('P', mover, inset, done, vals) or ('S', vals)"""
        self.memo = {}
        if state[0] == 'S':
            self.phase, self.mover, self.inset, self.done = 'start', None, tuple(range(1, self.n + 1)), ()
            return self.run(('B', self.f.start, 0, (), None, None), state[1], None, (), (), 'start', None, self.inset, ())
        _, mover, inset, done, vals = state
        return self.run(('B', self.f.turn, 0, (), mover, None), vals, None, (), (), 'turn', mover, inset, done)

    def tidy(self, vals):
        """end of a turn: resets the variables of the turn, sorts unordered lists"""
        vals = vals[:self.turn_base] + self.turn_init
        return self.sort(vals)

    def sort(self, vals):
        for v in self.unordered:
            vals = list(vals)
            for s in range(self.n if v['scope'] == 'seat' else 1):
                b = v['base'] + s * v['size']
                vals[b:b + v['size']] = sorted(vals[b:b + v['size']])
            vals = tuple(vals)
        return vals

    def rew(self, rews, node):
        for r in reversed(rews):
            node = self.nodes.make(('R', r, node))
        return node

    def terminal(self, phase, winners, kind, vals, midround):
        """kind win/draw/loss"""
        rews = []
        if phase == 'turn':
            rews.append(('count', 'turns'))
        if midround and self.track:
            rews.append(('count', 'rounds'))
        rews.append(('end', kind, winners, vals[self.potvar['base']] if self.potvar else None))
        return self.rew(rews, self.nodes.make(('L', (kind, winners))))

    def after_outs(self, inset, outs):
        return tuple(s for s in inset if s not in outs)

    def end_turn(self, vals, outs, mover, inset, done, passto):
        ins = self.after_outs(inset, outs)
        d = tuple(sorted(set(done) | {mover})) if self.track else ()
        over = self.track and all(s in d for s in ins)
        if outs:
            if self.n == 1:
                return self.terminal('turn', (), 'loss', vals, True)
            if len(ins) == 0:
                return self.terminal('turn', (), 'draw', vals, True)
            if len(ins) == 1:
                return self.terminal('turn', ins, 'win', vals, True)
        if passto is not None and passto not in ins:
            raise GameError('pass to seat %d, who is out' % passto)
        rews = [('count', 'turns')]
        if over:
            rews.append(('count', 'rounds'))
            if self.f.after is not None:
                nd = self.run(('B', self.f.after, 0, (), None, None), vals, None, (), (), 'after', mover, ins, d)
                return self.rew(rews, nd)
            d = ()
        nxt = passto if passto is not None else self.left(mover, ins)
        vals = self.tidy(vals)
        return self.rew(rews, self.nodes.make(('L', ('next', ('P', nxt, ins, d, vals)))))

    def end_after(self, vals, outs, inset, first):
        ins = self.after_outs(inset, outs)
        if outs:
            if self.n == 1:
                return self.terminal('after', (), 'loss', vals, False)
            if len(ins) == 0:
                return self.terminal('after', (), 'draw', vals, False)
            if len(ins) == 1:
                return self.terminal('after', ins, 'win', vals, False)
        nxt = first if first is not None else ins[0]
        if nxt not in ins:
            raise GameError('first %d, who is out' % nxt)
        return self.nodes.make(('L', ('next', ('P', nxt, ins, (), self.tidy(vals)))))

    def leave(self, phase, vals, outs, mover, inset, done):
        if phase == 'turn':
            return self.end_turn(vals, outs, mover, inset, done, None)
        return self.end_after(vals, outs, inset, None)

    def run(self, frame, vals, throw, named, outs, phase, mover, inset, done):
        key = (frame, vals, throw, named, outs, phase, inset, done)
        r = self.memo.get(key)
        if r is None:
            r = self.run0(frame, vals, throw, named, outs, phase, mover, inset, done)
            self.memo[key] = r
        return r

    def run0(self, frame, vals, throw, named, outs, phase, mover, inset, done):
        f = self.f
        self.steps += 1
        if self.steps > self.step_limit:
            raise GameError('more than %d steps' % self.step_limit)
        rews = []
        c = Ctx()
        c.mover = mover; c.inset = inset; c.phase = phase
        if phase != 'turn':
            c.mover = None
        while True:
            if frame is None:
                return self.rew(rews, self.leave(phase, vals, outs, mover, inset, done))
            if frame[0] == 'F':
                _, (bl, i), values, k, loc, me, parent = frame
                if k == len(values):
                    frame = parent
                    continue
                st = f.blocks[bl][i]
                n, r, cond = st[1]
                frame = ('F', (bl, i), values, k + 1, loc, me, parent)
                c.vals = vals; c.throw = throw; c.named = named; c.me = me
                c.locals = loc + ((n, values[k]),)
                if cond is not None and not self.truth(self.ev(cond, c), st[3]):
                    continue
                frame = ('B', st[2], 0, c.locals, me, frame)
                continue
            _, bl, i, loc, me, parent = frame
            block = f.blocks[bl]
            if i == len(block):
                frame = parent
                continue
            st = block[i]
            frame = ('B', bl, i + 1, loc, me, parent) if i + 1 < len(block) else parent
            c.vals = vals; c.throw = throw; c.named = named; c.me = me; c.locals = loc
            k = st[0]
            try:
                if k == 'set':
                    vals = self.assign(st, c)
                elif k == 'if':
                    if self.truth(self.ev(st[1], c), st[4]):
                        frame = ('B', st[2], 0, loc, me, frame)
                    elif st[3] is not None:
                        frame = ('B', st[3], 0, loc, me, frame)
                elif k == 'for':
                    values = tuple(self.each_values(st[1][1], c))
                    frame = ('F', (bl, i), values, 0, loc, me, frame)
                elif k == 'by':
                    s = self.seat_no(st[1], c)
                    frame = ('B', st[2], 0, loc, s, frame)
                elif k == 'choosew' or k == 'choosee':
                    return self.rew(rews, self.choose(st, c, frame, vals, throw, named, outs, phase, mover, inset, done))
                elif k == 'roll':
                    ids = tuple(sorted(self.dice_ids(st[1], c)))
                    if phase != 'start':
                        rews.append(('count', 'throws'))
                    res = []
                    for d, p in roll_law(ids):
                        nm = named
                        if st[2] is not None:
                            nm = tuple(x for x in named if x[0] != st[2]) + ((st[2], d),)
                            nm = tuple(sorted(nm))
                        res.append((p, self.run(frame, vals, (d, st[2]), nm, outs, phase, mover, inset, done)))
                    return self.rew(rews, self.nodes.chance(res))
                elif k == 'rerollall':
                    if throw is None:
                        raise GameError('reroll before any roll')
                    return self.rew(rews, self.reroll(tuple(throw[0]), (), frame, vals, throw, named, outs, phase, mover, inset, done))
                elif k == 'rerollany':
                    if throw is None:
                        raise GameError('reroll before any roll')
                    if me is None:
                        raise GameError('who chooses? there is no me')
                    lo = self.whole(self.ev(st[1], c)); hi = self.whole(self.ev(st[2], c))
                    d = throw[0]
                    if lo < 0 or lo > hi or lo > len(d):
                        raise GameError('reroll any %d to %d of %d dice' % (lo, hi, len(d)))
                    subs = set()
                    for m in range(lo, min(hi, len(d)) + 1):
                        for ix in combinations(range(len(d)), m):
                            subs.add(tuple(d[j] for j in ix))
                    subs = sorted(subs, key=lambda s: (len(s), sorted((x[1] for x in s), reverse=True), s))
                    opts = []
                    for s in subs:
                        rest = list(d)
                        for x in s:
                            rest.remove(x)
                        faces = sorted((x[1] for x in s), reverse=True)
                        label = 'reroll' + ''.join(' %d' % x for x in faces)
                        nd = self.reroll(s, tuple(rest), frame, vals, throw, named, outs, phase, mover, inset, done)
                        opts.append((label, None, nd))
                    return self.rew(rews, self.decision(opts, c, None, 'reroll'))
                elif k == 'pay' or k == 'take':
                    x = self.num(self.ev(st[1], c))
                    if me is None:
                        raise GameError('who pays? there is no me')
                    vals = self.money(k, x, st[2], me, c, vals, rews)
                elif k == 'again':
                    if phase == 'after':
                        raise GameError('again in after round')
                    if phase == 'start':
                        return self.rew(rews, self.nodes.make(('L', ('next', ('S', vals)))))
                    if outs:
                        raise GameError('again after out (not specified)')
                    v2 = self.sort(vals) if self.sort_again else vals
                    return self.rew(rews, self.nodes.make(('L', ('again', ('P', mover, inset, done, v2)))))
                elif k == 'pass':
                    if phase != 'turn':
                        raise GameError('pass is of a turn')
                    s = None if st[1] is None else self.seat_no(st[1], c)
                    return self.rew(rews, self.end_turn(vals, outs, mover, inset, done, s))
                elif k == 'first':
                    if phase == 'turn':
                        raise GameError('first is of start and after round')
                    s = self.seat_no(st[1], c)
                    return self.rew(rews, self.end_after(vals, outs, inset, s))
                elif k == 'out' or k == 'win':
                    if st[1] is None:
                        if me is None:
                            raise GameError('there is no me')
                        ws = [me]
                    elif st[1][0] == 'seat':
                        ws = [self.seat_no(st[1][1], c)]
                    else:
                        n, r, cond = st[1][1]
                        ws = []
                        for v in self.each_values(r, c):
                            if cond is None or self.truth(self.ev(cond, self.bind(c, n, v)), st[2]):
                                if type(v) is not int or not 1 <= v <= self.n:
                                    raise GameError('%r is no seat' % (v,))
                                ws.append(v)
                    if k == 'win':
                        if not ws:
                            raise GameError('nobody wins')
                        return self.rew(rews, self.terminal(phase, tuple(sorted(ws)), 'win', vals, phase == 'turn'))
                    outs = tuple(sorted(set(outs) | set(w for w in ws if w in inset)))
                elif k == 'draw':
                    return self.rew(rews, self.terminal(phase, (), 'draw', vals, phase == 'turn'))
                elif k == 'note':
                    # events without an actor count for all seats
                    for s in [me] if me else range(1, self.n + 1):
                        rews.append(('note', '%d:%s' % (st[2], st[1]), s))
                else:
                    raise GameError('statement %s' % k)
            except GameError as e:
                if 'at line' not in str(e):
                    raise GameError('%s (at line %s, mover %s, vals %s, throw %s)' % (e, st[-1], mover, vals, throw))
                raise

    def reroll(self, sub, rest, frame, vals, throw, named, outs, phase, mover, inset, done):
        if not sub:
            return self.run(frame, vals, throw, named, outs, phase, mover, inset, done)
        res = []
        for d, p in roll_law(tuple(sorted(x[0] for x in sub))):
            t = tuple(sorted(rest + d))
            nm = named
            if throw[1] is not None:
                nm = tuple(sorted(tuple(x for x in named if x[0] != throw[1]) + ((throw[1], t),)))
            res.append((p, self.run(frame, vals, (t, throw[1]), nm, outs, phase, mover, inset, done)))
        nd = self.nodes.chance(res)
        if phase != 'start':
            nd = self.rew([('count', 'throws')], nd)
        return nd

    def dice_ids(self, l, c):
        ids = []
        for d in l:
            n = 1 if d[0] is None else self.whole(self.ev(d[0], c))
            if n < 0:
                raise GameError('roll %d' % n)
            if d[1] == 'tali':
                if c.me is None:
                    raise GameError('whose tali? there is no me')
                if n > 4:
                    raise GameError('a set has four tali')
                ids += self.bones[c.me - 1][:n]
            elif d[1] == 'bone':
                s = c.me if d[3] is None else self.seat_no(d[3], c)
                if s is None:
                    raise GameError('whose bone? there is no me')
                i = self.whole(self.ev(d[2], c))
                if not 1 <= i <= 4:
                    raise GameError('bone %d' % i)
                ids += [self.bones[s - 1][i - 1]] * n
            elif d[1] == 'd':
                ids += [law_id({x: 1 for x in range(1, d[2] + 1)})] * n
            else:
                key = (d[2], c.me)
                if key not in self.dieids:
                    w = {}
                    cc = Ctx()
                    cc.vals = None; cc.throw = None; cc.named = (); cc.me = c.me; cc.mover = None; cc.inset = None; cc.locals = (); cc.phase = 'const'
                    for a, b in self.f.dice[d[2]]:
                        face = self.whole(self.ev(a, cc)); wt = self.ev(b, cc)
                        if not isnum(wt) or wt < 0:
                            raise GameError('weight %r of die %s' % (wt, d[2]))
                        w[face] = w.get(face, 0) + wt
                    self.dieids[key] = law_id(w)
                ids += [self.dieids[key]] * n
        if not ids:
            raise GameError('a throw of nothing')
        return ids

    def put(self, vals, slot, v, x, line):
        if type(x) is not int:
            raise GameError('line %d: %s takes whole numbers, not %r' % (line, v['name'], x if not isinstance(x, Aff) else 'the pot'))
        if v['capped']:
            x = min(max(x, v['from']), v['to'])
        if not v['from'] <= x <= v['to']:
            raise GameError('line %d: %s = %d is beyond %d to %d' % (line, v['name'], x, v['from'], v['to']))
        return vals[:slot] + (x,) + vals[slot + 1:]

    def assign(self, st, c):
        _, p, o, e, line = st
        x = self.ev(e, c)
        seat = None
        idx = None
        if p[0] == 'name':
            n = p[1]
        elif p[0] == 'idx':
            n = p[1]; idx = self.ev(p[2], c)
        elif p[0] == 'dot':
            seat = self.seat_no(p[1], c); n = p[2]
        else:
            seat = self.seat_no(p[1], c); n = p[2]; idx = self.ev(p[3], c)
        if any(a == n for a, _ in c.locals) and seat is None:
            raise GameError('line %d: %s cannot be set' % (line, n))
        if n not in self.vars or n == 'pot':
            raise GameError('line %d: %s is no variable' % (line, n))
        v = self.vars[n]
        if v['list'] and idx is None:
            raise GameError('line %d: %s is a list' % (line, n))
        old = self.var_read(n, seat, idx, c)
        if o == '+=':
            x = self.arith('+', old, self.num(x), line)
        elif o == '-=':
            x = self.arith('-', old, self.num(x), line)
        base = v['base']
        if v['scope'] == 'seat':
            base += ((c.me if seat is None else seat) - 1) * v['size']
        if v['list']:
            base += idx - v['ilo']
        return self.put(c.vals, base, v, x, line)

    def money(self, k, x, dest, me, c, vals, rews):
        if isinstance(x, Aff):
            a, b = x.a, x.b
        else:
            a, b = 0, x
        if a < 0 or b < 0:      # a pot of nothing would make it negative
            if a < 0 or (a == 0 and b < 0):
                raise GameError('a negative amount')
        sg = 1 if k == 'pay' else -1
        if dest[0] == 'pot':
            if k == 'take' and a > 1:
                raise GameError('more than the pot holds')
            rews.append(('coins', me, sg * a, sg * b, 'pot'))
            if k == 'pay':
                self.pot_put = True
            if self.potvar:
                slot = self.potvar['base']
                if isinstance(x, Aff):
                    raise GameError('internal')
                if type(x) is not int:
                    raise GameError('the pot is state and takes whole numbers, not %s' % x)
                np = vals[slot] + sg * x
                if np < 0:
                    raise GameError('more than the pot holds')
                vals = self.put(vals, slot, self.potvar, np, 0)
        elif dest[0] == 'bank':
            rews.append(('coins', me, sg * a, sg * b, 'bank'))
        else:
            s = self.seat_no(dest[1], c)
            rews.append(('coins', me, sg * a, sg * b, s))
        return vals

    # ---------------- choices
    def choose(self, st, c, frame, vals, throw, named, outs, phase, mover, inset, done):
        me, loc = c.me, c.locals
        if me is None:
            raise GameError('who chooses? there is no me')
        opts = []
        if st[0] == 'choosew':
            for s, cond, b in st[1]:
                if cond is None or self.truth(self.ev(cond, c), st[2]):
                    nd = self.run(('B', b, 0, loc, me, frame), vals, throw, named, outs, phase, mover, inset, done)
                    opts.append((s, None, nd))
        else:
            n, r, cond = st[1]
            for v in self.each_values(r, c):
                if cond is None or self.truth(self.ev(cond, self.bind(c, n, v)), st[3]):
                    nd = self.run(('B', st[2], 0, loc + ((n, v),), me, frame), vals, throw, named, outs, phase, mover, inset, done)
                    opts.append(('%s=%d' % (n, v), v, nd))
        if not opts:
            return self.run(frame, vals, throw, named, outs, phase, mover, inset, done)
        return self.decision(opts, c, st[1][0] if st[0] == 'choosee' else None, 'word' if st[0] == 'choosew' else 'each')

    def decision(self, opts, c, var, kind):
        """opts: (label, value, node)"""
        if len(opts) > 1 and len(set(o[2] for o in opts)) < len(opts):
            self.amb.add('same-options-' + kind)
        full = opts
        if self.merge == 'all' or (self.merge == 'each' and kind == 'each'):
            seen = set()
            l = []
            for o in opts:
                if o[2] not in seen:
                    seen.add(o[2]); l.append(o)
            opts = l
        if len(opts) == 1:
            return opts[0][2]
        self.choices = True
        pol = self.plays[c.me - 1]
        if pol == 'best' or pol == 'random':
            return self.nodes.make(('D', c.me, tuple(o[2] for o in opts), pol))
        if pol == 'first':
            return self.nodes.make(('D', c.me, tuple(o[2] for o in opts), 0))
        chosen = None
        for ln in self.f.policies[pol]:
            if ln[0] == 'word':
                if ln[2] is not None:
                    if not any(o[0] == ln[1] for o in full):
                        continue
                    if not self.truth(self.ev(ln[2], c)):
                        continue
                for o in full:
                    if o[0] == ln[1]:
                        chosen = o[2]
                        break
            elif ln[1] == var:
                bst = None
                for o in full:
                    d = self.bind(c, var, o[1])
                    if ln[3] is not None and not self.truth(self.ev(ln[3], d)):
                        continue
                    x = self.ev(ln[2], d)
                    if bst is None or (x > bst[0] if ln[0] == 'highest' else x < bst[0]):
                        bst = (x, o[2])
                if bst is not None:
                    chosen = bst[1]
            if chosen is not None:
                break
        ids = [o[2] for o in opts]
        i = 0 if chosen is None else ids.index(chosen)
        return self.nodes.make(('D', c.me, tuple(ids), i))

    # ---------------- reachable positions, breadth first, all options open
    def explore(self, limit=200000, seconds=None):
        t0 = time.time()
        if self.f.start is not None:
            s0 = ('S', self.init)
        else:
            s0 = ('P', 1, tuple(range(1, self.n + 1)), (), self.sort(self.init))
        self.s0 = s0
        self.root = {}
        self.fresh = set()
        if s0[0] == 'P':
            self.fresh.add(s0)
        queue = [s0]
        self.root[s0] = None
        self.leaves_cache = {}
        for s in queue:
            nd = self.turn_node(s)
            self.root[s] = nd
            for kind, t in self.leaves(nd):
                if kind == 'next' and t[0] == 'P':
                    self.fresh.add(t)
                if t not in self.root:
                    self.root[t] = None
                    queue.append(t)
            if len(queue) > limit:
                raise GameError('more than %d positions' % limit)
            if seconds and time.time() - t0 > seconds:
                raise GameError('more than %s seconds' % seconds)
        self.states = queue
        self.index = {s: i for i, s in enumerate(queue)}
        self.memo = {}
        if self.f.best == 'coins' and self.choices and self.potvar is None and self.pot_put:
            raise GameError('best for coins and choices: the pot must be given a range')

    def leaves(self, nd):
        """non-terminal leaves under a node"""
        seen = set()
        out = []
        st = [nd]
        N = self.nodes.n
        while st:
            i = st.pop()
            if i in seen:
                continue
            seen.add(i)
            x = N[i]
            if x[0] == 'L':
                if x[1][0] in ('next', 'again'):
                    out.append(x[1])
            elif x[0] == 'C':
                for j, _ in reversed(x[1]):
                    st.append(j)
            elif x[0] == 'D':
                for j in reversed(x[2]):
                    st.append(j)
            else:
                st.append(x[2])
        return out

    def project(self, s):
        """section 4: whose turn, who is out, table and seat variables; who has had his turn if there is `after round`"""
        return (s[1], s[2], s[3] if self.f.after is not None else None, s[4][:self.turn_base])

    def counts(self):
        pos = set(self.project(s) for s in self.fresh)
        turns = set((s[1], s[2], s[3] if self.f.after is not None else None, s[4]) for s in self.states if s[0] == 'P')
        folded = None
        if self.symmetric():
            folded = len(set(self.fold(p[0], p[1], p[3]) for p in pos))
        foldt = None
        if self.symmetric():
            foldt = len(set(self.fold(p[0], p[1], p[3]) for p in turns))
        return {'positions': len(pos), 'with_again': len(turns), 'folded': folded, 'folded_with_again': foldt}

    def fold(self, mover, inset, vals):
        """turn the seats so that the mover is seat 1"""
        n = self.n
        def r(s):
            return 0 if s == 0 else (s - mover) % n + 1
        out = [None] * len(vals)
        for v in self.vars.values():
            for s in range(n if v['scope'] == 'seat' else 1):
                b = v['base'] + s * v['size']
                if b >= len(vals):
                    continue
                t = (s + 1 - mover) % n if v['scope'] == 'seat' else s
                for k in range(v['size']):
                    x = vals[b + k]
                    out[v['base'] + t * v['size'] + k] = r(x) if v['seat'] else x
        return (tuple(sorted(r(s) for s in inset)), tuple(out))

    def symmetric(self):
        if self.f.after is not None:
            return False
        if any(b != self.bones[0] for b in self.bones):
            return False
        for r in self.each_rules:
            if len(set(self.rules[r])) > 1:
                return False
        self.seatuse = False
        seatvars = set(v['name'] for v in self.vars.values() if v['seat'])
        def seat_pos(e, loc):
            return e[0] == 'name' and (e[1] in ('me', 'mover', 'left', 'right') or e[1] in seatvars or e[1] in loc)
        def ok_seat(e, loc):      # a seat: no INT, no numbers
            if not seat_pos(e, loc):
                self.seatuse = True
        def is_seat(e, loc):
            return e[0] == 'name' and (e[1] in ('me', 'mover', 'left', 'right') or e[1] in seatvars or loc.get(e[1]) == 'seat') or \
                (e[0] == 'dot' and e[2] in seatvars)
        def ex(e, loc):
            k = e[0]
            if k == 'name':
                if is_seat(e, loc):
                    self.seatuse = True
            elif k in ('bin',):
                ex(e[2], loc); ex(e[3], loc)
            elif k == 'cmp':
                if e[1] in ('=', '!=') and is_seat(e[2], loc) and (is_seat(e[3], loc) or e[3] == ('num', 0)):
                    pass
                elif e[1] in ('=', '!=') and is_seat(e[3], loc) and e[2] == ('num', 0):
                    pass
                else:
                    ex(e[2], loc); ex(e[3], loc)
            elif k in ('and', 'or'):
                ex(e[1], loc); ex(e[2], loc)
            elif k in ('not', 'neg'):
                ex(e[1], loc)
            elif k == 'list':
                for x in e[1]:
                    ex(x, loc)
            elif k == 'idx':
                ex(e[2], loc)
            elif k in ('dot', 'dotidx', 'dotcall'):
                if not (e[1][0] == 'name' and e[1][1] in self.f.throw_names):
                    if not is_seat(e[1], loc):
                        self.seatuse = True
                if k == 'dotidx':
                    ex(e[3], loc)
                if k == 'dot' and e[2] in seatvars:
                    self.seatuse = True
            elif k == 'red':
                n, r, cond = e[2]
                l2 = dict(loc); l2[n] = 'seat' if r[0] != 'range' else 'num'
                if r[0] == 'range':
                    ex(r[1], loc); ex(r[2], loc)
                if cond:
                    ex(cond, l2)
                ex(e[3], l2)
            elif k == 'call':
                for x in e[2]:
                    if x[0] == 'name' and is_seat(x, loc) and e[1] in self.f.defines:
                        pass
                    else:
                        ex(x, loc)
                if e[1] in self.f.defines:
                    ps, body = self.f.defines[e[1]]
                    ex(body, {p: 'seat' if is_seat(a, loc) else 'num' for p, a in zip(ps, e[2])})
        def bl(b, loc):
            for st in self.f.blocks[b]:
                k = st[0]
                if k == 'set':
                    p = st[1]
                    if p[0] in ('dot', 'dotidx') and not is_seat(p[1], loc):
                        self.seatuse = True
                    if p[0] == 'idx':
                        ex(p[2], loc)
                    if p[0] == 'dotidx':
                        ex(p[3], loc)
                    tv = p[1] if p[0] in ('name', 'idx') else p[2]
                    if tv in seatvars and st[2] == '=' and (is_seat(st[3], loc) or st[3] == ('num', 0)):
                        pass
                    else:
                        ex(st[3], loc)
                elif k == 'if':
                    ex(st[1], loc); bl(st[2], loc)
                    if st[3] is not None:
                        bl(st[3], loc)
                elif k in ('for', 'choosee'):
                    n, r, cond = st[1]
                    l2 = dict(loc); l2[n] = 'seat' if r[0] != 'range' else 'num'
                    if r[0] == 'range':
                        ex(r[1], loc); ex(r[2], loc)
                    if cond:
                        ex(cond, l2)
                    bl(st[2], l2)
                elif k == 'by':
                    if not is_seat(st[1], loc):
                        self.seatuse = True
                    bl(st[2], loc)
                elif k == 'choosew':
                    for _, cond, b2 in st[1]:
                        if cond:
                            ex(cond, loc)
                        bl(b2, loc)
                elif k == 'roll':
                    for d in st[1]:
                        if d[1] == 'bone' and d[3] is not None and not is_seat(d[3], loc):
                            self.seatuse = True
                elif k in ('pay', 'take'):
                    ex(st[1], loc)
                    if st[2][0] == 'seat' and not is_seat(st[2][1], loc):
                        self.seatuse = True
                elif k == 'pass':
                    if st[1] is not None and not is_seat(st[1], loc):
                        self.seatuse = True
                elif k in ('out', 'win') and st[1] is not None:
                    if st[1][0] == 'seat':
                        if not is_seat(st[1][1], loc):
                            self.seatuse = True
                    else:
                        n, r, cond = st[1][1]
                        if r[0] == 'range':
                            self.seatuse = True
                        if cond:
                            l2 = dict(loc); l2[n] = 'seat'
                            ex(cond, l2)
        bl(self.f.turn, {})
        return not self.seatuse

    # ---------------- flattening under fixed choices
    # flat: (outs {leaf: (p, A, B)}, rews {key: (A, B)}); everything affine in the pot at the node
    def flat(self, nd, pick, cache):
        r = cache.get(nd)
        if r is not None:
            return r
        x = self.nodes.n[nd]
        if x[0] == 'L':
            r = ({x[1][1] if x[1][0] in ('next', 'again') else x[1]: (1, 1, 0)}, {})
        elif x[0] == 'C':
            r = self.mix([(p, self.flat(j, pick, cache)) for j, p in x[1]])
        elif x[0] == 'D':
            w = pick(nd, x)
            if w == 'random':
                k = len(x[2])
                r = self.mix([(Fr(1, k), self.flat(j, pick, cache)) for j in x[2]])
            else:
                r = self.flat(x[2][w], pick, cache)
        else:
            outs, rews = self.flat(x[2], pick, cache)
            e = x[1]
            if e[0] == 'count':
                rews = dict(rews)
                a, b = rews.get(e[1], (0, 0))
                rews[e[1]] = (a, b + 1)
            elif e[0] == 'note':
                rews = dict(rews)
                k = ('note', e[1], e[2])
                a, b = rews.get(k, (0, 0))
                rews[k] = (a, b + 1)
            elif e[0] == 'end':
                rews = dict(rews)
                pa, pb = (1, 0) if e[3] is None else (0, e[3])
                if e[1] == 'win':
                    k = len(e[2])
                    for w in e[2]:
                        a, b = rews.get(('net', w), (0, 0))
                        rews[('net', w)] = (a + Fr(pa, k), b + Fr(pb) / k)
                    rews['pot'] = (pa, pb)
                else:
                    rews['left'] = (pa, pb)
            else:
                _, me, a, b, dest = e
                if dest == 'pot' and self.potvar is None:
                    outs = {k: (p, A * (1 + a), A * b + B) for k, (p, A, B) in outs.items()}
                    rews = {k: (A * (1 + a), A * b + B) for k, (A, B) in rews.items()}
                else:
                    rews = dict(rews)
                A, B = rews.get(('net', me), (0, 0))
                rews[('net', me)] = (A - a, B - b)
                if type(dest) is int:
                    A, B = rews.get(('net', dest), (0, 0))
                    rews[('net', dest)] = (A + a, B + b)
            r = (outs, rews)
        cache[nd] = r
        return r

    def mix(self, l):
        outs = {}
        rews = {}
        for w, (o, r) in l:
            for k, (p, A, B) in o.items():
                q = outs.get(k)
                if q is None:
                    outs[k] = (w * p, w * A, w * B)
                else:
                    outs[k] = (q[0] + w * p, q[1] + w * A, q[2] + w * B)
            for k, (A, B) in r.items():
                q = rews.get(k)
                if q is None:
                    rews[k] = (w * A, w * B)
                else:
                    rews[k] = (q[0] + w * A, q[1] + w * B)
        return outs, rews

    # ---------------- the chain
    def chain(self, pick, exact_limit=260):
        cache = {}
        idx = {self.s0: 0}
        order = [self.s0]
        T = []       # per state: list of (j, p, A, B)
        term = []    # per state: dict terminal -> (p, A, B)
        rews = []
        for s in order:
            o, r = self.flat(self.root[s], pick, cache)
            l = []
            t = {}
            for k, v in o.items():
                if k[0] in ('P', 'S'):
                    if k not in idx:
                        idx[k] = len(order)
                        order.append(k)
                    l.append((idx[k],) + v)
                else:
                    t[k] = v
            T.append(l)
            term.append(t)
            rews.append(r)
        N = len(order)
        comps = scc(N, [[j for j, *_ in l] for l in T])
        # Tarjan gives reverse topological order
        big = max(len(c) for c in comps)
        exact = big <= exact_limit
        one = Fr(1) if exact else 1.0
        coins = self.ante > 0 and self.potvar is None or any(v[3] != 0 for l in T for v in l) or any(v[2] != 0 for t in term for v in t.values())
        inm = {0: one}
        inq = {0: one * (self.n * self.ante if self.potvar is None else 0)}
        M = [0] * N
        Q = [0] * N
        never = 0 * one
        infinite = False
        infpot = False
        for c in reversed(comps):
            if all(i not in inm for i in c):
                continue
            cs = set(c)
            exits = any(term[i] for i in c) or any(j not in cs for i in c for j, *_ in T[i])
            if not exits:
                never += sum(inm.get(i, 0) for i in c)
                infinite = True
                continue
            inner = [(i, j, p, A, B) for i in c for (j, p, A, B) in T[i] if j in cs]
            m = solve_flow(c, [(i, j, p) for i, j, p, A, B in inner], inm, exact)
            for i in c:
                M[i] = m[i]
            if coins:
                src = {i: inq.get(i, 0) for i in c}
                for i, j, p, A, B in inner:
                    src[j] = src[j] + B * m[i]
                if not infpot:
                    try:
                        q = solve_flow(c, [(i, j, A) for i, j, p, A, B in inner], src, exact)
                        if any(x < 0 for x in q.values()):
                            infpot = True
                    except ZeroDivisionError:
                        infpot = True
                    if not infpot:
                        for i in c:
                            Q[i] = q[i]
            for i in c:
                for j, p, A, B in T[i]:
                    if j not in cs:
                        inm[j] = inm.get(j, 0) + p * M[i]
                        inq[j] = inq.get(j, 0) + A * Q[i] + B * M[i]
        fig = {}
        n = self.n
        win = [0 * one] * n
        draw = 0 * one
        loss = 0 * one
        tot = {}
        for i in range(N):
            if M[i] == 0:
                continue
            for (kind, ws), (p, A, B) in term[i].items():
                x = p * M[i]
                if kind == 'win':
                    for w in ws:
                        win[w - 1] = win[w - 1] + x / len(ws)
                elif kind == 'draw':
                    draw += x
                else:
                    loss += x
            for k, (A, B) in rews[i].items():
                a, b, inf = tot.get(k, (0, 0, False))
                tot[k] = (a + A * Q[i] + B * M[i], 0, inf or (infpot and A != 0))
        def get(k):
            v = tot.get(k)
            if v is None:
                return 0 * one
            return None if v[2] else v[0]
        fig['win'] = win
        fig['draw'] = draw
        fig['loss'] = loss
        fig['never'] = never
        for u in ('throws', 'turns', 'rounds'):
            fig[u] = None if infinite else get(u)
        if not self.track:
            fig['rounds'] = None
        fig['length'] = fig[self.f.length]
        net = []
        for s in range(1, n + 1):
            x = get(('net', s))
            net.append(None if x is None or (infinite and tot.get(('net', s))) else x - self.ante)
        fig['net'] = net
        fig['pot'] = get('pot')
        fig['left'] = get('left')
        notes = {}
        for nm in self.note_lines():
            notes[nm] = [None if infinite else get(('note', nm, s)) for s in range(1, n + 1)]
        fig['notes'] = notes
        fig['exact'] = exact
        fig['chain_states'] = N
        return fig

    def unique(self, pick):
        """whether no decision reached by play has two options of equal value"""
        seen = set()
        st = [self.root[self.s0]]
        N = self.nodes.n
        while st:
            i = st.pop()
            if i in seen:
                continue
            seen.add(i)
            x = N[i]
            if x[0] == 'L':
                if x[1][0] in ('next', 'again'):
                    st.append(self.root[x[1][1]])
            elif x[0] == 'C':
                st += [j for j, _ in x[1]]
            elif x[0] == 'D':
                if i in self.ties:
                    return False
                w = pick(i, x)
                if w == 'random':
                    st += x[2]
                else:
                    st.append(x[2][w])
            else:
                st.append(x[2])
        return True

    def check_pot(self):
        """the pot is not part of the state: is there always enough for `take`?  lowest pot per position, to a fixed point"""
        N = self.nodes.n
        if self.potvar is not None or not any(x[0] == 'R' and x[1][0] == 'coins' and (x[1][2] < 0 or x[1][3] < 0 or x[1][2] * x[1][3] < 0) for x in N):
            return
        least = {self.s0: Fr(self.n * self.ante)}
        work = [self.s0]
        count = 0
        while work:
            s = work.pop()
            count += 1
            if count > 20000:
                raise GameError('pot not settled')
            st = [(self.root[s], least[s])]
            seen = {}
            while st:
                i, m = st.pop()
                if i in seen and seen[i] <= m:
                    continue
                seen[i] = m
                x = N[i]
                if x[0] == 'L':
                    if x[1][0] in ('next', 'again'):
                        t = x[1][1]
                        if t not in least or m < least[t] - Fr(1, 10 ** 6):
                            least[t] = m
                            work.append(t)
                elif x[0] == 'C':
                    st += [(j, m) for j, _ in x[1]]
                elif x[0] == 'D':
                    st += [(j, m) for j in x[2]]
                else:
                    e = x[1]
                    if e[0] == 'coins':
                        _, me, a, b, dest = e
                        amt = abs(a) * m + (abs(b) if a == 0 or (a > 0) == (b > 0) or b == 0 else -abs(b))
                        if amt < 0:
                            raise GameError('a negative amount')
                        if dest == 'pot':
                            m = m + a * m + b
                            if m < 0:
                                raise GameError('more than the pot holds')
                    st.append((x[2], m))

    def note_lines(self):
        out = []
        for b in self.f.blocks:
            for st in b:
                if st[0] == 'note':
                    out.append('%d:%s' % (st[2], st[1]))
        return sorted(set(out), key=lambda s: (int(s.split(':')[0]), s))

    # ---------------- best play
    def fixed_pick(self, nd, x):
        w = x[3]
        if w == 'best':
            raise GameError('a choice of best play')
        return w

    def util(self, e_kind, ws, seat):
        if e_kind == 'win':
            return Fr(1, len(ws)) if seat in ws else Fr(0)
        if e_kind == 'draw':
            return Fr(1, self.n)
        return Fr(0)

    def solve_best(self):
        """returns pick, info"""
        N = self.nodes.n
        self.ties = set()
        adj = []
        for s in self.states:
            adj.append([self.index[t] for _, t in self.leaves(self.root[s])])
        comps = scc(len(self.states), adj)
        cyc = [len(c) > 1 or c[0] in adj[c[0]] for c in comps]
        bests = sorted(set(s + 1 for s in range(self.n) if self.plays[s] == 'best'))
        coins = self.f.best == 'coins'
        decision_states = None
        info = {'acyclic': not any(cyc)}
        choice = {}
        if not any(cyc):
            # vectors, exact
            V = [None] * len(self.states)
            cache = {}
            n = self.n
            def vec(nd):
                r = cache.get(nd)
                if r is not None:
                    return r
                x = N[nd]
                if x[0] == 'L':
                    if x[1][0] in ('next', 'again'):
                        r = V[self.index[x[1][1]]]
                    elif coins:
                        r = (Fr(0),) * n
                    else:
                        r = tuple(self.util(x[1][0], x[1][1], s) for s in range(1, n + 1))
                elif x[0] == 'C':
                    acc = [Fr(0)] * n
                    for j, p in x[1]:
                        v = vec(j)
                        for k in range(n):
                            acc[k] += p * v[k]
                    r = tuple(acc)
                elif x[0] == 'D':
                    vs = [vec(j) for j in x[2]]
                    if x[3] == 'best':
                        me = x[1] - 1
                        m = max(v[me] for v in vs)
                        if sum(1 for v in vs if v[me] >= m - Fr(1, 10 ** 9)) > 1:
                            self.ties.add(nd)
                        for k, v in enumerate(vs):
                            if v[me] >= m - Fr(1, 10 ** 9):
                                choice[nd] = k
                                r = v
                                break
                    elif x[3] == 'random':
                        r = tuple(sum(v[k] for v in vs) / len(vs) for k in range(n))
                    else:
                        r = vs[x[3]]
                else:
                    r = vec(x[2])
                    e = x[1]
                    if coins:
                        if e[0] == 'coins':
                            _, me, a, b, dest = e
                            if a != 0:
                                raise GameError('the pot must be given a range')
                            l = list(r)
                            l[me - 1] -= b
                            if type(dest) is int:
                                l[dest - 1] += b
                            r = tuple(l)
                        elif e[0] == 'end' and e[1] == 'win':
                            pv = e[3] if e[3] is not None else 0
                            l = list(r)
                            for w in e[2]:
                                l[w - 1] += Fr(pv) / len(e[2])
                            r = tuple(l)
                cache[nd] = r
                return r
            for c in comps:
                V[c[0]] = vec(self.root[self.states[c[0]]])
            info['value'] = V[0]
            info['method'] = 'backward induction'
            self.choice = choice
            return (lambda nd, x: choice[nd] if x[3] == 'best' else x[3]), info
        if coins or len(bests) > 1 and self.n != 2:
            raise GameError('best: three seats or more (or coins) with a way back')
        if len(bests) == 1:
            who = bests[0]
        else:
            who = 1
        # scalar utility of seat `who`; chooser who maximises, other best seat minimises
        def lin(nd, cache):
            """(const, ((atom, p)...)); atoms: ('s', state) or ('d', node)"""
            r = cache.get(nd)
            if r is not None:
                return r
            x = N[nd]
            if x[0] == 'L':
                if x[1][0] in ('next', 'again'):
                    r = (0.0, {('s', self.index[x[1][1]]): 1.0})
                else:
                    r = (float(self.util(x[1][0], x[1][1], who)), {})
            elif x[0] == 'C' or (x[0] == 'D' and x[3] == 'random'):
                k0 = 0.0
                d = {}
                for j, p in (x[1] if x[0] == 'C' else [(j, 1.0 / len(x[2])) for j in x[2]]):
                    k, e = lin(j, cache)
                    p = float(p)
                    k0 += p * k
                    for a, q in e.items():
                        d[a] = d.get(a, 0.0) + p * q
                r = (k0, d)
            elif x[0] == 'D':
                if x[3] == 'best':
                    r = (0.0, {('d', nd): 1.0})
                else:
                    r = lin(x[2][x[3]], cache)
            else:
                r = lin(x[2], cache)
            cache[nd] = r
            return r
        cache = {}
        dlist = {}
        def compile_state(s):
            top = lin(self.root[s], cache)
            seen = []
            done = set()
            def visit(l):
                for a in l[1]:
                    if a[0] == 'd' and a[1] not in done:
                        done.add(a[1])
                        opts = [lin(j, cache) for j in N[a[1]][2]]
                        for o in opts:
                            visit(o)
                        seen.append(a[1])
            visit(top)
            prog = []
            for d in seen:
                x = N[d]
                prog.append((d, x[1] == who, [self.pack(lin(j, cache)) for j in x[2]]))
            return prog, self.pack(top)
        progs = [compile_state(s) for s in self.states]
        def sweep(c, V, dv):
            delta = 0.0
            for i in c:
                prog, top = progs[i]
                for d, mx, opts in prog:
                    b = None
                    for k, ss, ds in opts:
                        v = k
                        for j, p in ss:
                            v += p * V[j]
                        for j, p in ds:
                            v += p * dv[j]
                        if b is None or (v > b if mx else v < b):
                            b = v
                    dv[d] = b
                v, ss, ds = top
                for j, p in ss:
                    v += p * V[j]
                for j, p in ds:
                    v += p * dv[j]
                e = abs(v - V[i])
                if e > delta:
                    delta = e
                V[i] = v
            return delta
        S = len(self.states)
        V = [0.0] * S
        U = [1.0] * S
        dv = {}
        du = {}
        sweeps = 0
        closed = True
        limit = getattr(self, 'sweep_limit', 5000)
        for c, cy in zip(comps, cyc):
            if not cy:
                sweep(c, V, dv)
                sweep(c, U, du)
                continue
            k = 0
            cc = list(c)
            while True:
                d = sweep(cc, V, dv)
                k += 1
                d2 = sweep(cc, U, du)
                gap = max(abs(U[i] - V[i]) for i in c)
                if gap < 1e-13 or (d < 1e-16 and d2 < 1e-16) or k > limit:
                    if gap > 1e-11:
                        closed = False
                    break
            sweeps += k
        info['low'] = V[0]
        info['high'] = U[0]
        info['sweeps'] = sweeps
        info['closed'] = closed
        info['method'] = 'value iteration'
        # extract the play; if the bounds do not meet and only one seat chooses, from below (endless play counts for nobody)
        if not closed and len(bests) == 1:
            U = V
            du = dv
        for i in range(S):
            prog, top = progs[i]
            for d, mx, opts in prog:
                vs = []
                for k, ss, ds in opts:
                    v = k
                    for j, p in ss:
                        v += p * 0.5 * (V[j] + U[j])
                    for j, p in ds:
                        v += p * 0.5 * (dv[j] + du[j])
                    vs.append(v)
                b = max(vs) if mx else min(vs)
                if sum(1 for v in vs if abs(v - b) <= 1e-9) > 1:
                    self.ties.add(d)
                for k, v in enumerate(vs):
                    if abs(v - b) <= 1e-9:
                        choice[d] = k
                        break
        info['who'] = who
        self.choice = choice
        return (lambda nd, x: choice[nd] if x[3] == 'best' else x[3]), info

    def pack(self, l):
        return (l[0], [(a[1], p) for a, p in l[1].items() if a[0] == 's'], [(a[1], p) for a, p in l[1].items() if a[0] == 'd'])

    def solve(self, limit=200000, seconds=None, exact_limit=260):
        self.explore(limit, seconds)
        out = {'game': self.f.title, 'seats': self.n, 'play': self.plays if self.choices else None}
        out.update(self.counts())
        info = None
        pick = self.fixed_pick
        if any(x[0] == 'D' and x[3] == 'best' for x in self.nodes.n):
            pick, info = self.solve_best()
        self.check_pot()
        fig = self.chain(pick, exact_limit)
        out.update(fig)
        if info is not None:
            info['unique'] = self.unique(pick)
        self.pick = pick
        out['ambiguous'] = sorted(self.amb)
        if info is not None:
            out['best'] = info
        return out

# ------------------------------------------------------------------ linear algebra
def scc(n, adj):
    """Tarjan, iterative; components in reverse topological order"""
    ind = [None] * n
    low = [0] * n
    on = [False] * n
    st = []
    comps = []
    cnt = 0
    for r in range(n):
        if ind[r] is not None:
            continue
        work = [(r, 0)]
        while work:
            v, k = work.pop()
            if k == 0:
                ind[v] = low[v] = cnt
                cnt += 1
                st.append(v)
                on[v] = True
            rec = False
            a = adj[v]
            while k < len(a):
                w = a[k]
                k += 1
                if ind[w] is None:
                    work.append((v, k))
                    work.append((w, 0))
                    rec = True
                    break
                elif on[w]:
                    if ind[w] < low[v]:
                        low[v] = ind[w]
            if rec:
                continue
            if low[v] == ind[v]:
                c = []
                while True:
                    w = st.pop()
                    on[w] = False
                    c.append(w)
                    if w == v:
                        break
                comps.append(c)
            if work:
                u = work[-1][0]
                if low[v] < low[u]:
                    low[u] = low[v]
    return comps

def solve_flow(c, edges, src, exact):
    """x_j = src_j + sum over edges (i, j, w) of w x_i, for the states of c"""
    if len(c) == 1:
        i = c[0]
        w = 0
        for _, _, p in edges:
            w = w + p
        if exact:
            return {i: Fr(src.get(i, 0)) / (1 - w)}
        return {i: float(src.get(i, 0)) / (1 - float(w))}
    if not exact and len(c) > 600:
        inn = {i: [] for i in c}
        for i, j, w in edges:
            inn[j].append((i, float(w)))
        x = {i: 0.0 for i in c}
        s = {i: float(src.get(i, 0)) for i in c}
        order = list(reversed(c))
        for k in range(200000):
            d = 0.0
            tot = 0.0
            for j in order:
                v = s[j]
                for i, w in inn[j]:
                    v += w * x[i]
                d = max(d, abs(v - x[j]))
                tot = max(tot, abs(v))
                x[j] = v
            if d <= 1e-15 * tot:
                break
        return x
    # elimination of states, fewest neighbours first: out[i][j] = w, inn[j] = set of i
    out = {i: {} for i in c}
    inn = {i: set() for i in c}
    for i, j, w in edges:
        if w != 0:
            out[i][j] = out[i].get(j, 0) + (w if exact else float(w))
            inn[j].add(i)
    s = {i: (Fr(src.get(i, 0)) if exact else float(src.get(i, 0))) for i in c}
    done = []
    left = set(c)
    while left:
        i = min(left, key=lambda v: (len(out[v]) * len(inn[v]), v))
        left.discard(i)
        # x_i = (s_i + sum_{k in inn, k != i} w_ki x_k) / (1 - w_ii)
        l = out[i].pop(i, 0)
        inn[i].discard(i)
        f = 1 - l
        if f == 0:
            raise ZeroDivisionError
        f = Fr(1) / f if exact else 1.0 / f
        ins = {}
        for k in inn[i]:
            ins[k] = out[k].pop(i) * f
        si = s[i] * f
        done.append((i, si, ins))
        # substitute into every j that takes from i
        for j, w in out[i].items():
            inn[j].discard(i)
            s[j] = s[j] + w * si
            for k, wk in ins.items():
                out[k][j] = out[k].get(j, 0) + w * wk
                inn[j].add(k)
        out[i] = {}
    x = {}
    for i, si, ins in reversed(done):
        v = si
        for k, w in ins.items():
            v = v + w * x[k]
        x[i] = v
    return x

# ------------------------------------------------------------------ command line
def parse_value(t):
    t = t.strip()
    if t.startswith('['):
        inner = t[1:-1].strip()
        return tuple(parse_value(x) for x in inner.split(',')) if inner else ()
    if t.startswith('"') and t.endswith('"'):
        t = t[1:-1]
        try:
            return norm(Fr(t))
        except ValueError:
            return t
    try:
        return norm(Fr(t))
    except ValueError:
        return t

def show(x):
    if x is None:
        return None
    if isinstance(x, bool):
        return x
    if isinstance(x, Fr) or type(x) is int:
        x = Fr(x)
        return '%d/%d' % (x.numerator, x.denominator)
    if isinstance(x, (list, tuple)):
        return [show(y) for y in x]
    if isinstance(x, dict):
        return {k: show(v) for k, v in x.items()}
    return x

INTKEYS = ('seats', 'positions', 'with_again', 'folded', 'folded_with_again', 'chain_states')

def jsonable(out):
    r = {}
    for k, v in out.items():
        if k in INTKEYS or k in ('play', 'ambiguous', 'exact', 'game'):
            r[k] = v
        elif k == 'best':
            r[k] = {a: (b if a in ('sweeps', 'who') else show(b)) for a, b in v.items()}
        else:
            r[k] = show(v)
    return r

def parse_faces(a):
    if '/' in a and ';' not in a and ',' not in a:
        raise GameError('faces')
    bones = [[Fr(x) for x in b.split(',')] for b in a.split(';')]
    return bones[0] if len(bones) == 1 else bones

def main(argv):
    file = None
    seats = None
    rules = {}
    faces = []
    plays = None
    limit = 200000
    exact_limit = 260
    i = 0
    while i < len(argv):
        a = argv[i]
        if a == '--players':
            i += 1; seats = int(argv[i])
        elif a == '--rule':
            i += 1
            k, v = argv[i].split('=', 1)
            rules[k] = parse_value(v)
        elif a == '--faces':
            i += 1; faces.append(parse_faces(argv[i]))
        elif a == '--play':
            i += 1; plays = argv[i].split(',')
        elif a == '--limit':
            i += 1; limit = int(argv[i])
        elif a == '--exact':
            i += 1; exact_limit = int(argv[i])
        else:
            file = a
        i += 1
    text = sys.stdin.read() if file == '-' else open(file).read()
    sys.setrecursionlimit(100000)
    try:
        g = Game(text, seats, rules, faces or None, plays)
        out = g.solve(limit, None, exact_limit)
    except GameError as e:
        print(json.dumps({'error': str(e)}))
        return 2
    print(json.dumps(jsonable(out), indent=1))
    return 0

if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
