#!/usr/bin/env python3
"""Small random games with hidden information, whose whole trees are solved as linear programs and compared with the program.
  make_hidden.py [seed] [number]      writes own_hidden.json, prints a comparison with the program, tali-odds or $TALI_ODDS"""
import json, random, subprocess, sys, tempfile, time, os
from fractions import Fraction as Fr
from hidden_tree import HGame, GameError, size, T, D
from lp import solve

PROGRAM = os.environ.get('TALI_ODDS', 'tali-odds')


class Writer:
    """One random game.  `known` has what the deciding player surely knows, as words of the language."""

    def __init__(self, rng):
        self.r = rng
        self.lines = []
        self.ind = 0

    def put(self, s):
        self.lines.append('  ' * self.ind + s)

    def yes(self, p):
        return self.r.random() < p

    def cond(self, known):
        """a condition on what the player knows; known: word -> (low, high)"""
        w = self.r.choice(sorted(known))
        lo, hi = known[w]
        k = self.r.randint(lo, hi)
        return '%s %s %d' % (w, self.r.choice(['>', '<', '=', '!=', '>=', '<=']), k)

    def number(self, words):
        w = self.r.choice(sorted(words))
        return w

    def game(self, name):
        r = self.r
        self.kind = r.choice(['win', 'win', 'win', 'ante', 'ante', 'direct', 'direct'])
        self.rounds = r.choice([1, 1, 1, 2, 2])
        self.deal = r.choice(['own', 'own', 'd2', 'd3', 'tali', 'none', 'own'])
        self.redeal = self.deal != 'none' and self.rounds == 1 and self.yes(.4)
        self.secret = r.choice(['', '', '', 'nobody', 'one'])
        if self.deal == 'none' and not self.secret and self.yes(.5):
            self.secret = 'nobody'
        self.top = {'own': 3, 'd2': 2, 'd3': 3, 'tali': 6, 'none': 0}[self.deal]
        self.die = {'own': 'deal', 'd2': 'd2', 'd3': 'd3', 'tali': '1 tali', 'none': ''}[self.deal]
        # if a match has two rounds, the deal is repeated in the turn
        self.inturn = self.rounds == 2 and self.deal != 'none' and self.yes(.6)
        if self.deal == 'tali' and self.rounds == 2 and self.inturn:
            self.deal, self.top, self.die = 'd2', 2, 'd2'
        self.put('game "%s"' % name)
        self.put('seats 2')
        if self.kind != 'win':
            self.put('best for coins')
        if self.kind == 'ante':
            self.put('ante %d' % r.choice([1, 1, 2]))
            self.put('table: pot from 0 to 30')
        if self.deal == 'own':
            self.put('die deal = 1: %d, 2: %d, 3: %d' % (r.choice([1, 2]), r.choice([1, 1, 3]), r.choice([1, 1, 2])))
        t = ['bid from 0 to 3', 'shown from 0 to 9']
        if self.secret:
            t.append('secret from 0 to 2, hidden')
        if self.rounds == 2:
            t.append('round from 0 to 2')
        self.put('table: ' + '; '.join(t))
        s = ['x from 0 to 2, hidden']
        if self.deal != 'none':
            s.insert(0, 'card from 0 to %d, hidden' % self.top)
        if self.rounds == 2:
            s.append('points from 0 to 9')
        self.put('each seat: ' + '; '.join(s))
        self.put('')
        if (self.deal != 'none' and not self.inturn) or self.secret:
            self.put('start:')
            self.ind += 1
            if self.deal != 'none' and not self.inturn:
                self.deal_cards()
            if self.secret == 'nobody':
                self.put('roll d2, hidden')
                self.put('secret = sum')
            if self.secret == 'one':
                self.put('by %d:' % r.randint(1, 2))
                self.put('  roll d2, hidden')
                self.put('  secret = sum')
            if self.redeal:
                w = r.choice(['1.card = 2.card', '1.card = 2.card', '1.card + 2.card > %d' % (2 * self.top - 2), '1.card < 2.card'])
                self.put('if %s: again' % w)
            self.ind -= 1
            self.put('')
        self.put('turn:')
        self.ind += 1
        self.body()
        self.ind -= 1
        return '\n'.join(self.lines) + '\n'

    def deal_cards(self):
        if self.yes(.15):       # each seat deals the other's card and knows it, as does the owner
            self.put('for s in seats:')
            self.put('  by s:')
            self.put('    roll %s, hidden' % self.die)
            self.put('    left.card = sum')
            return
        self.put('for s in seats:')
        self.put('  by s:')
        self.put('    roll %s, hidden' % self.die)
        self.put('    card = sum')

    def own(self):
        k = {'bid': (0, 2)}
        if self.deal != 'none':
            k['card'] = (1, self.top)
            k['card '] = (1, self.top)
        return k

    def body(self):
        r = self.r
        if self.rounds == 2:
            self.put('round += 1')
            if self.inturn:
                self.deal_cards()
        # what the mover and the seat to the left surely know
        km, kl = self.own(), self.own()
        self.told = False       # a payment or an open number has revealed something hidden in this round
        self.named = None
        n = r.choice([1, 2, 2, 3])
        for k in range(n):
            self.step(km, kl)
        if self.deal != 'none' and self.yes(.15):
            self.put(r.choice(['reveal all', 'reveal card', 'reveal left.card']))
        self.outcome()

    def step(self, km, kl):
        r = self.r
        what = r.choice(['open', 'open', 'hidden', 'both', 'both', 'reveal', 'throw', 'number', 'pay', 'tell'])
        if what == 'open':
            self.open_choice(km, kl, 2)
        elif what == 'hidden':
            if self.yes(.5):
                self.hidden_words('mover', km)
            else:
                self.put('by left:')
                self.ind += 1
                self.hidden_words('left', kl)
                self.ind -= 1
        elif what == 'both':
            self.pick(km)
            self.put('by left:')
            self.ind += 1
            self.pick(kl)
            self.ind -= 1
            if self.yes(.4):
                self.put(r.choice(['reveal all', 'reveal x', 'reveal left.x']))
                l = self.lines[-1].strip()
                if l in ('reveal all', 'reveal x'):
                    kl['right.x'] = (0, 2)
                if l in ('reveal all', 'reveal left.x'):
                    km['left.x'] = (0, 2)
                if l == 'reveal all' and self.deal != 'none':
                    km['left.card'] = kl['right.card'] = (1, self.top)
                if l == 'reveal all' and self.secret:
                    km['secret'] = kl['secret'] = (1, 2)
        elif what == 'reveal':
            l = []
            if self.deal != 'none':
                l += ['card', 'left.card']
            if self.secret:
                l += ['secret']
            if self.named:
                l += ['mine']
            if not l:
                return self.pick(km)
            w = r.choice(l)
            if self.yes(.5):        # the mover can choose to show it
                self.put('choose:')
                self.put('  "show": reveal %s' % w)
                self.put('  "hide": note "hid"')
                return
            self.put('reveal %s' % w)
            if w == 'card':
                kl['right.card'] = (1, self.top)
            if w == 'left.card':
                km['left.card'] = (1, self.top)
            if w == 'secret':
                km['secret'] = kl['secret'] = (1, 2)
            if w == 'mine':
                km['mine.sum'] = kl['mine.sum'] = (1, 2)
        elif what == 'throw':
            if self.named:
                return
            if self.yes(.3):
                self.put('roll d2')
                self.put('shown = sum')
                km['shown'] = kl['shown'] = (1, 2)
            else:
                self.named = True
                self.put('roll d2 as mine, hidden')
                km['mine.sum'] = (1, 2)
                if self.secret and self.yes(.5):
                    self.put('secret = mine.sum')
                    km['secret'] = (1, 2)
                    kl.pop('secret', None)
        elif what == 'number':
            self.put('choose b in 1..2 if b != bid: bid = b')
            if self.yes(.7):
                self.put('by left:')
                self.ind += 1
                self.reply(kl)
                self.ind -= 1
        elif what == 'pay':
            if self.told or self.kind == 'win':
                return self.pick(km)
            self.told = True
            if self.deal != 'none':
                self.put('if %s: pay 1%s' % (r.choice(['card > 1', 'card < left.card', 'card = 2']), self.to('left')))
            else:
                self.put('if x %s left.x: pay 1%s' % (r.choice(['<', '=', '>']), self.to('left')))
        elif what == 'tell':
            if self.told:
                return self.pick(km)
            self.told = True
            if self.deal != 'none':
                self.put('shown = ' + r.choice(['if(card > left.card, 1, 0)', 'if(card + left.card > %d, 2, 1)' % self.top, 'max(x, left.x)',
                                                'if(card = 1, 1, 0)', 'abs_(card)'.replace('abs_(card)', 'min(card, 2)')]))
            elif self.secret:
                self.put('shown = ' + r.choice(['if(x = secret, 1, 0)', 'if(secret = 1, left.x, x)', 'x + left.x']))
            else:
                self.put('shown = ' + r.choice(['x + left.x', 'if(x = left.x, 1, 0)', 'if(x > left.x, 1, 0)']))
            km['shown'] = kl['shown'] = (0, 2)

    def to(self, other):
        return '' if self.kind == 'ante' else ' to ' + other

    def effect(self, who):
        """the effects of an option; `who` decides"""
        r = self.r
        l = ['note "n"', 'bid = %d' % r.randint(0, 2), 'x = %d' % r.randint(0, 2)]
        if self.kind == 'ante':
            l += ['pay 1', 'pay 1', 'pay 2']
        if self.kind == 'direct':
            l += ['pay 1 to ' + ('left' if who == 'mover' else 'mover')]
        if self.rounds == 2:
            l += ['points += 1', '%s.points += 1' % ('left' if who == 'mover' else 'mover')]
        return r.choice(l)

    def options(self, known, who, words, reply=None):
        """two or three options, one of them without a condition"""
        r = self.r
        free = r.randrange(len(words))
        for i, w in enumerate(words):
            c = '' if i == free or self.yes(.6) else ' if ' + self.cond(known)
            if reply is not None and self.yes(.6):
                self.put('"%s"%s:' % (w, c))
                self.ind += 1
                self.put(self.effect(who))
                reply()
                self.ind -= 1
            elif self.kind != 'direct' and self.rounds == 1 and self.yes(.2):
                self.put('"%s"%s: %s' % (w, c, r.choice(['win mover', 'win left' if who == 'mover' else 'win me'])))
            else:
                self.put('"%s"%s: %s' % (w, c, self.effect(who)))

    def open_choice(self, km, kl, deep):
        r = self.r
        km, kl = dict(km), dict(kl)
        def answer():
            self.put('by left:')
            self.ind += 1
            self.put('choose:')
            self.ind += 1
            def again():
                self.put('by mover:')
                self.ind += 1
                self.put('choose:')
                self.ind += 1
                self.options(km, 'mover', ['see', 'fall'])
                self.ind -= 2
            self.options(kl, 'left', ['yes', 'no'], again if deep > 1 and self.yes(.4) else None)
            self.ind -= 2
        self.put('choose:')
        self.ind += 1
        self.options(km, 'mover', ['bet', 'check'] if self.yes(.7) else ['high', 'low', 'none'], answer)
        self.ind -= 1

    def reply(self, known):
        self.put('choose:')
        self.ind += 1
        self.options(known, 'left', ['yes', 'no'])
        self.ind -= 1

    def hidden_words(self, who, known):
        self.put('choose hidden:')
        self.ind += 1
        l = ['x = 0', 'x = 1', 'x = 2']
        self.r.shuffle(l)
        free = self.r.randrange(2)
        for i, w in enumerate(['left hand', 'right hand']):
            c = '' if i == free or self.yes(.6) else ' if ' + self.cond(known)
            self.put('"%s"%s: %s' % (w, c, l[i]))
        self.ind -= 1
        known['x'] = (0, 2)

    def pick(self, known):
        r = self.r
        c = ''
        if self.yes(.3):
            c = ' if h = 1 or ' + self.cond(known)
            if self.deal != 'none' and self.yes(.4):
                c = ' if h != card'
        self.put('choose hidden h in %s%s: x = h' % (r.choice(['0..1', '0..2', '1..2']), c))
        known['x'] = (0, 2)

    def score(self, s):
        """a number that rates the state of a seat"""
        p = '%s.' % s
        l = [p + 'x', '(%sx + shown) mod 3' % p]
        if self.deal != 'none':
            l = [p + 'card', p + 'card', p + 'card + ' + p + 'x', '(%scard + %sx) mod 3' % (p, p)]
        if self.secret:
            l += ['if(%sx = secret, 1, 0)' % p, 'abs(%sx - secret)' % p if False else '(%sx + secret) mod 3' % p]
        return l

    def outcome(self):
        r = self.r
        i = r.randrange(len(self.score('s')))
        f = lambda s: self.score(s)[i]
        if self.rounds == 2:
            if self.yes(.6):
                self.put('if %s > %s: points += %d' % (f('me'), f('left'), r.randint(1, 2)))
                if self.yes(.6):
                    self.put('if %s < %s: left.points += 1' % (f('me'), f('left')))
            else:
                self.put('if (x + left.x%s) mod 2 = %d: points += 1' % (' + secret' if self.secret else '', r.randint(0, 1)))
                self.put('else: left.points += 1')
            if self.yes(.5):
                self.put('if round = 1:')
                self.put('  reveal all')
                self.put('  bid = 0; shown = 0')
                self.put('  for s in seats: s.x = 0')
                self.put('  pass' if self.yes(.7) else '  pass to mover')
            else:
                self.put('if round = 1: pass')
            f = lambda s: s + '.points'
        if self.kind == 'direct':
            how = r.randrange(3)
            if how == 0:
                self.put('if %s > %s:' % (f('me'), f('left')))
                self.put('  by left: pay %d to mover' % r.randint(1, 3))
                self.put('if %s < %s: pay %d to left' % (f('me'), f('left'), r.randint(1, 3)))
            elif how == 1:
                self.put('if %s = %s:' % (f('me'), f('left')))
                self.put('  by left: pay %d to mover' % r.randint(1, 3))
                self.put('else: pay %d to left' % r.randint(1, 3))
            else:
                self.put('by left: pay %s to mover' % (f('left') if not f('left').startswith('if') else 'x'))
                self.put('pay %s to left' % (f('me') if not f('me').startswith('if') else 'x'))
            self.put(r.choice(['draw', 'draw', 'win', 'win s in seats']))
            return
        how = r.randrange(3)
        if how == 0:
            self.put('win s in seats if %s = max(t in seats: %s)' % (f('s'), f('t')))
        elif how == 1:
            self.put('if %s > %s: win' % (f('me'), f('left')))
            self.put('win left')
        else:
            self.put('if %s > %s: win' % (f('me'), f('left')))
            self.put('if %s < %s: win left' % (f('me'), f('left')))
            self.put('draw' if self.kind == 'win' else 'win s in seats')


def solo(rng, name):
    """a solo game: guess a hidden value, with hints that cost something"""
    r = rng
    coins = r.random() < .4
    l = ['game "%s"' % name, 'seats 1']
    if coins:
        l.append('best for coins')
    die = r.choice(['deal', 'd3', 'd3', '1 tali', 'd4'])
    if die == 'deal':
        l.append('die deal = 1: 2, 2: %d, 3: 1' % r.randint(1, 3))
    lo, hi = {'deal': (1, 3), 'd3': (1, 3), '1 tali': (1, 6), 'd4': (1, 4)}[die]
    where = r.choice(['table', 'each seat'])
    l.append('%s: car from 0 to 6, hidden' % where)
    l.append('table: hint from 0 to 9; guess from 0 to 6; asked from 0 to 3')
    l += ['', 'start:' if where == 'table' and die != '1 tali' else 'start:\n  by 1:']
    p = '  ' if where == 'table' and die != '1 tali' else '    '
    l += [p + 'roll %s, hidden' % die, p + 'car = sum', '', 'turn:']
    if r.random() < .5:
        l += ['  choose hidden first in %d..%d: guess = first' % (lo, hi)]
        l += ['  roll d2, hidden', '  hint = ' + r.choice(['if(car = guess, sum, 3 - min(car, 2))', 'if(sum = 1, min(car, 2), 3)', 'if(guess = car, 1, sum)'])]
    for k in range(r.choice([1, 1, 2])):
        cost = 'pay %d to bank' % r.randint(1, 2) if coins else 'asked += 1'
        l += ['  choose:', '    "ask%d":' % k, '      ' + cost]
        l += ['      ' + r.choice(['hint = if(car > %d, 2, 1)' % r.randint(lo, hi), 'hint = car mod 2', 'roll d3, hidden\n      hint = if(sum = 1, car, 0)',
                                   'roll d2, hidden\n      if sum = 1: reveal car'])]
        l += ['    "%s": note "went on"' % ('go%d' % k)]
    l += ['  choose g in %d..%d: guess = g' % (lo, hi)]
    if coins:
        l += ['  if guess = car: take %d from bank' % r.randint(3, 8), r.choice(['  draw', '  win'])]
    else:
        l += ['  if asked > 1 and guess != 1: draw' if r.random() < .5 else '  if asked > 0 and hint = 1 and guess = 1: draw', '  if guess = car: win', '  draw']
    return '\n'.join(l) + '\n'


def choices(t, seen=None):
    seen = set() if seen is None else seen
    if isinstance(t, D):
        if len(t.kids) > 1:
            seen.add(t.key)
    if not isinstance(t, T):
        for k in t.kids:
            choices(k if isinstance(t, D) else k[1], seen)
    return seen


def ask(verb, path):
    a = [PROGRAM, verb, path, '--format', 'json'] + ([] if verb == 'strategy' else ['--games', '0'])
    try:
        r = subprocess.run(a, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None, 'no answer in 60 s'
    if r.returncode:
        return None, 'exit %d: %s' % (r.returncode, r.stderr.strip())
    return json.loads(r.stdout), ''


def number(x):
    return Fr(x['exact']) if 'exact' in x else Fr(x['value'])


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    want = int(sys.argv[2]) if len(sys.argv) > 2 else 120
    out, kept, tried, refused = [], set(), 0, {}
    t0 = time.time()
    info = []
    while len(out) < want:
        tried += 1
        rng = random.Random('%d.%d' % (seed, tried))
        name = 'Hidden %d' % (len(out) + 1)
        one = len(out) % 10 == 9
        text = solo(rng, name) if one else Writer(rng).game(name)
        try:
            g = HGame(text, limit=6000)
            t = g.tree()
            n = size(t)
            sets = choices(t)
            if n > 4000 or len(sets) < 2 or (not one and (len(set(k[0] for k in sets)) < 2 and rng.random() < .8)):
                continue
            low, high, v1, v2 = solve(t, g.n)
        except GameError as e:
            w = str(e).split(':')[-1][:60] if 'line' in str(e) else str(e)[:40]
            refused[w] = refused.get(w, 0) + 1
            continue
        assert high - low < Fr(1, 10 ** 10), (name, float(high - low))
        v = (low + high) / 2
        out.append({'name': name, 'text': text, 'seats': g.n, 'value': round(float(v), 12)})
        info.append((n, len(sets), low, high))
    json.dump(out, open('own_hidden.json', 'w'), indent=0)
    print('%d games of %d tried, %.1f s; %d bytes' % (len(out), tried, time.time() - t0, os.path.getsize('own_hidden.json')))
    print('left out while writing:', refused)
    print('exact: %d' % sum(1 for i in info if i[2] == i[3]))
    agree = 0
    t0 = time.time()
    os.makedirs('hidden_games', exist_ok=True)
    for o, (n, k, low, high) in zip(out, info):
        path = 'hidden_games/%s.game' % o['name'].replace(' ', '-').lower()
        open(path, 'w').write(o['text'])
        coins = 'best for coins' in o['text']
        a, e1 = ask('pot' if coins else 'win', path)
        b, e2 = ask('strategy', path)
        va = vb = None
        if a:
            va = number(a['seats'][0]['net']) if coins else number(a['seats'][0]['win_share']) + (number(a['nobody']) / 2 if o['seats'] == 2 else 0)
        if b:
            vb = number(b['value'])
        mid = (low + high) / 2
        ok = all(x is not None and abs(x - mid) < Fr(1, 10 ** 9) for x in (va, vb))
        agree += ok
        print('%-11s %5d nodes %3d sets  own %-15.12g  %s %s  strategy %s  %s' %
              (o['name'], n, k, o['value'], 'pot' if coins else 'win', '%.12g' % va if va is not None else e1.split('\n')[0], '%.12g' % vb if vb is not None else e2.split('\n')[0],
               'ok' if ok else 'DIFFERS'))
        if not ok and (e1 or e2):
            print('   ', (e1 or e2)[:500].replace('\n', '\n    '))
    print('%d of %d agree; the program took %.1f s' % (agree, len(out), time.time() - t0))


if __name__ == '__main__':
    main()
