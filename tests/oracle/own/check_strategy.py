#!/usr/bin/env python3
"""check_strategy.py FILE.game STRATEGY.json: does the printed strategy have the printed value?
The tree is rebuilt from the game file, and each state of knowledge gets the probabilities of the printed entry that it matches.
Then the best response of each seat to the printed play of the other is computed in fractions.
Exit 1 if the value is not between the two bounds, or if they are farther apart than 1e-9; 2 if an entry cannot be matched."""
import json, sys
from fractions import Fraction as Fr
from hidden_tree import HGame, T, C, D, best, size


def number(x):
    return Fr(x['exact']) if 'exact' in x else Fr(x['value'])


class Entry:
    def __init__(self, e, vars, soft):
        self.text = e['position']
        self.stage = e.get('stage')
        head, _, after = self.text.partition(' after=')
        after = after.strip('"')
        # values by word: (variable, seat or None) -> text; of a repeated word the last counts
        self.words = {}
        self.seat, self.turn, self.odd = 1, None, []
        for p in head.split():
            k, v = p.split('=', 1)
            s, _, n = k.rpartition('.')
            if k == 'seat':
                self.seat = int(v)
            elif k == 'turn':
                self.turn = int(v)
            elif n in vars:
                self.words[(n, int(s) if s else None)] = v
            else:
                self.odd.append(p)
        # `turn=0` and `keep` stand where the game begins without `start:`
        if self.turn == 0:
            self.turn = None
            if after.split(',')[0] == 'keep':
                after = after[5:]
        after = after.split(',') if after else []
        # seen dice and a seat's own hidden choices can be among the actions
        self.done = tuple(x for x in after if not x.isdigit() and x not in soft)
        self.after = after
        self.labels = tuple(o['option'] for o in e['options'])
        p = [number(o['probability']) if 'probability' in o else None for o in e['options']]
        self.chances = None if None in p else [x / sum(p) for x in p]
        self.used = 0


class Checker:
    def __init__(self, text, data):
        self.g = g = HGame(text, limit=5 * 10 ** 6)
        self.tree = g.tree()
        self.data = data
        self.events = {n: k for k, n in g.obs_no.items()}
        self.entries = [Entry(e, g.vars, g.hidden_labels) for e in data['knowledge']]
        self.by = {}
        for e in self.entries:
            self.by.setdefault((e.seat, e.labels, e.done), []).append(e)
            e.values = [(g.vars[n], x) for (n, s), w in e.words.items() for x in self.values(e, n, s, w)]

    def values(self, e, n, seat, w):
        """(slot, value) of the printed words; ? and numbers beyond all ranges are ignored"""
        v = self.g.vars[n]
        flat = [x.strip('[]') for x in w.split(',')]
        if v['scope'] != 'seat' or len(flat) == v['size'] * self.g.n and seat is None and self.g.n > 1:
            first = v['base']
        else:
            first = v['base'] + ((seat or e.seat) - 1) * v['size']
        return [(first + i, int(x)) for i, x in enumerate(flat) if x != '?' and int(x) > -10 ** 9]

    def all_slots(self, v):
        return list(range(v['base'], v['base'] + v['size'] * (self.g.n if v['scope'] == 'seat' else 1)))

    def score(self, e, d, vals, mover, known):
        """how well an entry fits, or None: how many of its values are those of now, how few open values that are not as
        at first it leaves out, and whether it names just the open values of the beginning of a stage"""
        if e.turn is not None and e.turn != mover and e.turn != d.mover:
            return None
        now = less = 0
        named = set()
        strict = e.turn == mover or e.turn is None and mover == 1
        for v, (s, x) in e.values:
            named.add(s)
            if v['hidden']:
                # of hidden values a seat can only know those it has seen
                l = known.get(s, [self.g.init[s]])
                if x not in l:
                    return None
                now += x == l[-1]
            elif x == d.vals[s]:
                now += 1
            elif x != vals[s]:
                return None
            if not v['hidden'] and x != vals[s]:
                strict = False
        for v in self.g.vars.values():
            if not v['hidden'] and v['scope'] != 'turn':
                for s in self.all_slots(v):
                    if s not in named and vals[s] != self.g.init[s]:
                        strict = False
                    if s not in named and d.vals[s] != self.g.init[s]:
                        less -= 1
        return now, less, strict

    def points(self, d):
        """beginnings of a stage that are possible, the earliest first: what the seat saw since (options, and dice as
        numbers in brackets), values, mover"""
        h = d.hist
        seen = []
        out = [((), d.vals, d.mover)]
        while h is not None:
            earlier, what, seers, vals, mover = h
            if d.seat in seers:
                seen.insert(0, what)
            out.append((tuple(seen), vals, mover))
            h = earlier
        return out[::-1]

    def told(self, after, seen):
        """does `after` name all that was done openly, and of dice and hidden choices some, in their order?  how many, or None"""
        i = n = 0
        for x in seen:
            soft = isinstance(x, tuple) or x in self.g.hidden_labels
            x = ''.join(str(y) for y in sorted(x, reverse=True)) if isinstance(x, tuple) else x
            if i < len(after) and after[i] == x:
                i += 1
                n += soft
            elif not soft:
                return None
        return n if i == len(after) else None

    def known(self, d):
        """slot -> the values that the seat has seen, the last one last"""
        out = {}
        o = d.key[1]
        while o:
            o, event = self.events[o]
            if event[0] in ('set', 'shown') and isinstance(event[1], int):
                out.setdefault(event[1], []).insert(0, event[2])
        return out

    def match(self, d):
        """the best matching entries: one, or several with the same words"""
        found, top = [], None
        points = self.points(d)
        known = self.known(d)
        for seen, vals, mover in points:
            done = tuple(x for x in seen if not isinstance(x, tuple) and x not in self.g.hidden_labels)
            for e in self.by.get((d.seat, d.labels, done), []):
                dice = self.told(e.after, seen)
                r = self.score(e, d, vals, mover, known)
                if r is None or dice is None:
                    continue
                r = (len(done),) + r + (dice,)
                if top is None or r > top:
                    found, top = [e], r
                elif r == top and e not in found:
                    found.append(e)
        return found

    def run(self):
        sets = {}
        def walk(x):
            if isinstance(x, D):
                sets.setdefault(x.key, x)
                for k in x.kids:
                    walk(k)
            elif isinstance(x, C):
                for _, k in x.kids:
                    walk(k)
        walk(self.tree)
        play = {}
        bad = 0
        for key, d in sets.items():
            l = self.match(d)
            for x in l:
                x.used += 1
            e = l[0] if l and all(x.chances == l[0].chances for x in l) else None
            if e is None:
                if len(d.labels) == 1:
                    continue
                bad += 1
                if bad <= 5:
                    what = ['%s=%s' % (n, [d.vals[s] for s in self.all_slots(v)]) for n, v in self.g.vars.items()]
                    print('no entry' if not l else 'several entries %s' % [x.text for x in l][:3], 'for seat %d, options %s, after %s, values now %s'
                          % (d.seat, d.labels, ','.join(map(str, self.points(d)[0][0])), ' '.join(what)))
                continue
            if e.chances is not None:
                play[key] = e.chances
        idle = [e.text for e in self.entries if not e.used and len(e.labels) > 1]
        print('%d nodes, %d states of knowledge, %d entries, %d of them not used' % (size(self.tree), len(sets), len(self.entries), len(idle)))
        odd = sorted(set(w for e in self.entries for w in e.odd))
        if odd:
            print('words that name no variable:', ' '.join(odd))
        if idle:
            print('not used, for instance:', '; '.join(idle[:3]))
        if bad:
            print('%d states of knowledge without exactly one entry' % bad)
            return 2
        value = number(self.data['value'])
        if self.g.n == 1:
            # no other seat plays: the value of the printed play, and the best value
            low = self.follow(self.tree, play)
            high = best(self.tree, 1, {})
        else:
            low = best(self.tree, 2, play)
            high = best(self.tree, 1, play)
        eps = Fr(0) if 'exact' in self.data['value'] else Fr(1, 10 ** 12)
        ok = low - eps <= value <= high + eps and high - low <= Fr(1, 10 ** 9)
        short = lambda x: str(x) if len(str(x)) < 40 else '%.15g' % x
        print('seat 1 is sure of %s, seat 2 holds it to %s, printed %s: %s' % (short(low), short(high), short(value), 'ok' if ok else 'WRONG'))
        return 0 if ok else 1

    def follow(self, x, play):
        if isinstance(x, T):
            return x.u
        if isinstance(x, C):
            return sum(p * self.follow(k, play) for p, k in x.kids)
        w = play.get(x.key)
        return self.follow(x.kids[0], play) if w is None else sum(p * self.follow(k, play) for p, k in zip(w, x.kids) if p)


if __name__ == '__main__':
    sys.exit(Checker(open(sys.argv[1]).read(), json.load(open(sys.argv[2]))).run())
