"""The cases.  `python make_mendax_single.py GROUP…` writes parts/GROUP.json and joins all parts into mendax_single.json."""
import json, os, sys, time, random as _rnd, itertools, glob
from fractions import Fraction as Fr

NAMED = ['random', 'honest', 'cautious', 'bluffing=1/4', 'safe']
T = [["1/10", "2/5", "2/5", "1/10"]]
U = [["1/4"] * 4]
B4 = [["1/10", "2/5", "2/5", "1/10"], ["1/4"] * 4, ["1/5", "3/10", "1/10", "2/5"], ["0", "1/2", "1/3", "1/6"]]     # four different bones
ONE6 = [["0", "0", "0", "1"]]
ONE1 = [["1", "0", "0", "0"]]
ONE3 = [["0", "1", "0", "0"]]
NO16 = [["0", "1/2", "1/2", "0"]]
NO4 = [["1/5", "3/10", "0", "1/2"]]
SURE1ST = [["0", "0", "1", "0"], ["1/10", "2/5", "2/5", "1/10"], ["1/4"] * 4, ["1/7", "2/7", "3/7", "1/7"]]      # bone 1 always 4
HEAVY = [["3/5", "1/5", "1/10", "1/10"]]

def build(M, group, out):
    P = M.Policy

    def emit(case):
        case['values'] = M.fs(case['values'])
        out.append(case)
        json.dump(out, open('parts/%s.json' % group, 'w'), indent=1)
        print(group, case['name'], '%.1fs' % (time.time() - T0), flush=True)

    def game(n, faces, rules):
        return M.Game(n, faces, **rules)

    def base(name, n, faces, rules, play):
        return {'name': name, 'players': n, 'faces': faces, 'rules': rules, 'play': play}

    def resolve(G, play):
        """best with loss=bidder is safe"""
        return [P('safe' if p == 'best' and G.loss == 'bidder' else p) for p in play]

    def round_win(G, f):
        a, b = G.tali
        return [[[f(i, j, s) for j in range(1, b + 1)] for i in range(1, a + 1)] for s in (0, 1)]

    def named(name, n, faces, rules, play, figures=True, rw=True):
        G = game(n, faces, rules)
        pols = resolve(G, play)
        c = base('%s: %s' % (name, ' v '.join(play)), n, faces, rules, play)
        v = G.match(pols)
        if figures:
            R, order = G.round(G.tali, 0)
            res = M.play_round(R, [pols[i] for i in order])
            v['bids_mean'], v['challenge_right'] = res['bids'], res['right']
        if n == 2 and rw:
            def f(i, j, s):
                R, order = G.round((i, j), s)
                r = M.play_round(R, [pols[k] for k in order])
                return sum((p for (k, _), p in r['lose'].items() if k == 1), Fr(0))
            v['round_win'] = round_win(G, f)
        c['values'] = v
        emit(c)

    def best(name, faces, rules, sharpest=True):
        G = game(2, faces, rules)
        S = M.Solved(G, name)
        c = base(name + ': best v best', 2, faces, rules, ['best', 'best'])
        V = S.value(G.tali[0], G.tali[1], 1)
        v = G.match(None, S.outcomes)
        assert v['win_share'][0] == V
        def f(i, j, s):
            S.value(i, j, s + 1)
            return S.w(i, j, s + 1)
        v['round_win'] = round_win(G, f)
        c['values'] = v
        emit(c)
        if sharpest:
            c = base('%s: best v random' % name, 2, faces, rules, ['best', 'random'])
            c['values'] = {'policy': 'random', 'best_v_random': [S.against(k, P('random'), 'sharpest') for k in (1, 2)]}
            emit(c)
        for x in sorted(set(M.NOTES)):
            print('NOTE', x, flush=True)
        if M.NOTES:
            open('parts/%s.notes' % group, 'a').write('\n'.join(sorted(set(M.NOTES))) + '\n')
            M.NOTES.clear()

    def pairs(name, faces, rules, ps):
        for a, b in ps:
            named(name, 2, faces, rules, [a, b])

    ALL = list(itertools.product(NAMED, NAMED))
    SOME = [('random', 'honest'), ('honest', 'random'), ('cautious', 'bluffing=1/4'), ('bluffing=1/4', 'cautious'),
            ('safe', 'cautious'), ('honest', 'safe'), ('bluffing=1/3', 'bluffing=1'), ('cautious', 'cautious'), ('bluffing=0', 'honest')]

    if group == 'duel':
        for nm, fc in (('trad', [T]), ('uniform', [U]), ('two sets', [T, HEAVY]), ('no 1, no 6', [NO16]), ('always 6', [ONE6]), ('6 v 1', [ONE6, ONE1]), ('3 v trad', [ONE3, T])):
            for du in ('sum', 'faces'):
                rules = {'tali': [1, 1]}
                if du == 'faces': rules['duel'] = 'faces'
                pairs('1v1 %s %s' % (du, nm), fc, rules, SOME if nm in ('trad', 'two sets') else SOME[:4])
                best('1v1 %s %s' % (du, nm), fc, rules)
        pairs('1v1 faces wild', [T], {'tali': 1, 'duel': 'faces', 'wild_hounds': True}, SOME)
        best('1v1 faces wild', [T], {'tali': 1, 'duel': 'faces', 'wild_hounds': True})
        best('1v1 sum wild', [T], {'tali': 1, 'wild_hounds': True})
    if group == 'small':
        for t in ([2, 1], [1, 2], [2, 2]):
            pairs('trad %s' % t, [T], {'tali': t}, ALL if t == [2, 2] else SOME)
            best('trad %s' % t, [T], {'tali': t})
        best('trad [2, 2] duel faces', [T], {'tali': [2, 2], 'duel': 'faces'})
        for t in ([3, 2], [2, 3], [3, 1], [1, 4]):
            pairs('trad %s' % t, [T], {'tali': t}, SOME)
            best('trad %s' % t, [T], {'tali': t})
    if group == 'variants':
        for nm, fc, rules in (
                ('wild trad [2,2]', [T], {'tali': [2, 2], 'wild_hounds': True}),
                ('wild trad [3,2]', [T], {'tali': [3, 2], 'wild_hounds': True}),
                ('wild heavy ones [2,3] duel faces', [HEAVY], {'tali': [2, 3], 'wild_hounds': True, 'duel': 'faces'}),
                ('uniform [2,2]', [U], {'tali': [2, 2]}),
                ('uniform [3,3]', [U], {'tali': 3}),
                ('uniform wild [2,2]', [U], {'tali': [2, 2], 'wild_hounds': True}),
                ('four bones [2,2]', [B4], {'tali': 2}),
                ('four bones [3,3]', [B4], {'tali': 3}),
                ('sets [2,2]', [B4, HEAVY], {'tali': 2}),
                ('sets [3,2]', [SURE1ST, B4], {'tali': [3, 2]}),
                ('sets wild [2,2]', [HEAVY, B4], {'tali': 2, 'wild_hounds': True}),
                ('always 6 [2,2]', [ONE6], {'tali': 2}),
                ('always 6 [3,3] duel faces', [ONE6], {'tali': 3, 'duel': 'faces'}),
                ('seat 2 always 3 [2,2]', [T, ONE3], {'tali': 2}),
                ('seat 1 always 1, wild [2,2]', [ONE1, T], {'tali': 2, 'wild_hounds': True}),
                ('always 6 v always 1 [2,2]', [ONE6, ONE1], {'tali': 2}),
                ('first bone sure [3,3]', [SURE1ST], {'tali': 3}),
                ('no 1, no 6 [2,2]', [NO16], {'tali': 2}),
                ('no 4 [3,2]', [NO4], {'tali': [3, 2]}),
                ('no 4 v no 1 6 wild [2,2]', [NO4, NO16], {'tali': 2, 'wild_hounds': True})):
            pairs(nm, fc, rules, SOME)
            best(nm, fc, rules)
    if group == 'big':
        best('trad [3,3]', [T], {'tali': 3})
        pairs('trad 4', [T], {}, SOME)
        pairs('wild 4', [T], {'wild_hounds': True}, SOME[2:4])
        pairs('four bones 4 v heavy 4', [B4, HEAVY], {}, SOME[2:4])
        best('uniform 4 duel faces', [U], {'duel': 'faces'}, sharpest=False)
        best('wild 4', [T], {'wild_hounds': True}, sharpest=False)
        best('trad 4', [T], {})
    if group == 'big2':
        best('four bones 4', [B4], {}, sharpest=False)
        best('sets [4,3]', [B4, T], {'tali': [4, 3]}, sharpest=False)
        best('uniform [4,3]', [U], {'tali': [4, 3]})
    if group == 'bidder':
        for nm, fc, rules, ps in (
                ('bidder trad [1,1]', [T], {'tali': 1}, ALL),
                ('bidder trad [1,1] duel faces', [T], {'tali': 1, 'duel': 'faces'}, SOME),
                ('bidder trad [2,2]', [T], {'tali': 2}, ALL),
                ('bidder trad [3,2]', [T], {'tali': [3, 2]}, SOME),
                ('bidder trad 4', [T], {}, SOME),
                ('bidder wild [2,2]', [T], {'tali': 2, 'wild_hounds': True}, SOME),
                ('bidder sets [2,2]', [B4, HEAVY], {'tali': 2}, SOME),
                ('bidder always 6 [2,2]', [ONE6], {'tali': 2}, SOME),
                ('bidder seat 2 always 3 [2,2]', [T, ONE3], {'tali': 2}, SOME),
                ('bidder no 1 6 [2,3]', [NO16], {'tali': [2, 3]}, SOME)):
            for a, b in list(ps) + [('safe', 'safe'), ('safe', 'random'), ('random', 'safe'), ('best', 'best'), ('best', 'cautious'), ('bluffing=1/4', 'best')]:
                if (a, b) == ('safe', 'safe') and ps is ALL: continue
                if (a, b) in (('safe', 'random'), ('random', 'safe')) and ps is ALL: continue
                named(nm, 2, fc, dict(rules, loss='bidder'), [a, b])
    if group == 'seats':
        for nm, n, fc, rules, play in (
                ('three 1', 3, [T], {'tali': 1}, ['random', 'honest', 'cautious']),
                ('three 1 duel faces', 3, [T], {'tali': 1, 'duel': 'faces'}, ['bluffing=1/4', 'honest', 'cautious']),
                ('three 2', 3, [T], {'tali': 2}, ['cautious', 'bluffing=1/4', 'honest']),
                ('three 2 random', 3, [T], {'tali': 2}, ['random', 'random', 'random']),
                ('three safe', 3, [T], {'tali': 2}, ['safe', 'honest', 'bluffing=1/2']),
                ('three [1,2,1]', 3, [T], {'tali': [1, 2, 1]}, ['random', 'cautious', 'safe']),
                ('three wild', 3, [T], {'tali': 2, 'wild_hounds': True}, ['cautious', 'random', 'bluffing=1/4']),
                ('three sets', 3, [T, B4, HEAVY], {'tali': 2}, ['cautious', 'bluffing=1/4', 'honest']),
                ('three sets wild', 3, [NO4, ONE1, U], {'tali': [2, 1, 2], 'wild_hounds': True}, ['honest', 'random', 'cautious']),
                ('three [3,2,2]', 3, [U], {'tali': [3, 2, 2]}, ['bluffing=1/4', 'cautious', 'honest']),
                ('four 1', 4, [T], {'tali': 1}, ['random', 'honest', 'cautious', 'bluffing=1/4']),
                ('four 2', 4, [T], {'tali': 2}, ['cautious', 'bluffing=1/4', 'honest', 'safe']),
                ('four [2,1,2,1] sets', 4, [B4, T, HEAVY, U], {'tali': [2, 1, 2, 1]}, ['honest', 'bluffing=1/3', 'cautious', 'random']),
                ('five 1', 5, [T], {'tali': 1}, ['cautious', 'random', 'honest', 'bluffing=1/4', 'cautious']),
                ('three always 6', 3, [ONE6], {'tali': 2}, ['cautious', 'honest', 'random']),
                ('three bidder 1', 3, [T], {'tali': 1, 'loss': 'bidder'}, ['random', 'honest', 'cautious']),
                ('three bidder 2', 3, [T], {'tali': 2, 'loss': 'bidder'}, ['cautious', 'bluffing=1/4', 'random']),
                ('three bidder safe', 3, [T], {'tali': 1, 'loss': 'bidder'}, ['safe', 'random', 'honest']),
                ('three bidder best', 3, [T], {'tali': 2, 'loss': 'bidder'}, ['best', 'random', 'cautious']),
                ('three bidder two safe', 3, [T], {'tali': [1, 2, 1], 'loss': 'bidder'}, ['safe', 'random', 'safe']),
                ('four bidder 1', 4, [T], {'tali': 1, 'loss': 'bidder'}, ['bluffing=1/4', 'random', 'honest', 'cautious'])):
            named(nm, n, fc, rules, play)
        # best at every seat: cautious until two seats are left, then the value of the two-seat match
        for nm, n, fc, rules in (('three best 1', 3, [T], {'tali': 1}), ('three best 2', 3, [T], {'tali': 2}),
                                 ('three best sets', 3, [T, B4, HEAVY], {'tali': [2, 1, 2]}), ('four best 1', 4, [T], {'tali': 1}),
                                 ('three best wild', 3, [U], {'tali': [1, 2, 2], 'wild_hounds': True}), ('four best 2', 4, [T], {'tali': 2})):
            G = game(n, fc, rules)
            pols = [P('cautious')] * n
            def outc(t, s):
                R, order = G.round(t, s)
                if len(order) > 2:
                    return G.outcomes(t, s, pols)
                w = M.round_value(R)[0]
                o = {}
                for k, p in ((1, w), (0, 1 - w)):            # k loses
                    t2 = list(t); t2[order[k]] -= 1
                    nx = order[k]
                    while t2[nx] == 0: nx = (nx + 1) % n
                    if p: o[tuple(t2), nx] = o.get((tuple(t2), nx), Fr(0)) + p
                return o
            c = base(nm + ': all best', n, fc, rules, ['best'] * n)
            v = G.match(None, outc)
            R, order = G.round(G.tali, 0)
            res = M.play_round(R, pols)
            v['bids_mean'], v['challenge_right'] = res['bids'], res['right']
            c['values'] = v
            emit(c)
    if group == 'odds':
        rnd = _rnd.Random(7)
        def odds(name, n, faces, rules, count, maxt=4, in_all=True):
            lst = []
            for _ in range(count):
                me = rnd.randrange(1, n + 1)
                seated = n if in_all or rnd.random() < .5 else rnd.randrange(2, n + 1)
                # others: the counts in acting order; with equal bones some seats may be out
                G = M.Game(n, faces, tali=1, **{k: v for k, v in rules.items() if k in ('duel', 'wild_hounds')})
                others = [rnd.randrange(1, maxt + 1) for _ in range(seated - 1)]
                own = rnd.randrange(1, maxt + 1)
                if rules.get('_duel'):
                    others, own = [1], 1
                sets = [G.sets[(me - 1 + d) % n] for d in range(seated)]
                duel = G.duel == 'sum' and len(others) == 1 and others == [1] and own == 1
                R = M.Round([sets[0][:own]] + [s[:k] for s, k in zip(sets[1:], others)], duel, G.wild)
                h = rnd.choice(list(R.law[0]))
                hand = ''.join(str(f) * k for f, k in reversed(list(zip(M.FACES, h))))
                f = rnd.choice(R.fs)
                o = R.own(h, f)
                q = rnd.randrange(R.qmin, R.qmax + 1)
                if not duel and rnd.random() < .6:               # mostly bids that are neither sure nor hopeless
                    q = min(R.qmax, max(1, o + rnd.randrange(0, 2 + R.N // 3)))
                e = {'hand': hand, 'others': others, 'seat': me, 'position': '%s v %s' % (hand, ' '.join(map(str, others))) + (' @%d' % me if me > 1 else ''),
                     'bid': str(q) if duel else '%dx%d' % (q, f), 'holds': M.fs(R.H(0, h, f, q))}
                # brute force for small cases: every ordered throw of the others
                m = sum(others)
                if m <= 6:
                    bs = [b for s, k in zip(sets[1:], others) for b in s[:k]]
                    z = Fr(0)
                    for fc in itertools.product(range(4), repeat=m):
                        p = Fr(1)
                        for b, x in zip(bs, fc): p *= b[x]
                        shown = [M.FACES[x] for x in fc] + [int(ch) for ch in hand]
                        if duel: ok = sum(shown) >= q
                        else: ok = sum(x == f or (G.wild and x == 1) for x in shown) >= q
                        if ok: z += p
                    assert M.fs(z) == e['holds']
                lst.append(e)
            c = base('odds ' + name, n, faces, {k: v for k, v in rules.items() if k != '_duel'}, ['best'] * n)
            c['values'] = {'odds': lst}
            emit(c)
        odds('two', 2, [T], {}, 40)
        odds('two uniform', 2, [U], {}, 20)
        odds('two wild', 2, [T], {'wild_hounds': True}, 30)
        odds('duel sum', 2, [T], {'_duel': 1}, 20)
        odds('duel sum sets', 2, [T, HEAVY], {'_duel': 1}, 20)
        odds('duel faces', 2, [T], {'duel': 'faces', '_duel': 1}, 20)
        odds('two four bones', 2, [B4], {}, 30)
        odds('two sets', 2, [B4, HEAVY], {}, 30)
        odds('two sets wild', 2, [SURE1ST, NO4], {'wild_hounds': True}, 30)
        odds('two certain', 2, [T, ONE6], {}, 20)
        odds('two missing', 2, [NO16], {}, 20)
        odds('three', 3, [T], {}, 30, in_all=False)
        odds('three sets', 3, [T, B4, HEAVY], {}, 40)
        odds('four sets wild', 4, [B4, T, HEAVY, U], {'wild_hounds': True}, 40)
        odds('six', 6, [U], {}, 20, in_all=False)
        odds('seven sets', 7, [T, B4, HEAVY, U, NO4, SURE1ST, ONE3], {}, 30)
        odds('twelve', 12, [T], {}, 20, in_all=False)
        odds('twelve wild', 12, [B4], {'wild_hounds': True}, 20)
        odds('twelve sets', 12, [T, B4, HEAVY, U, NO4, SURE1ST, T, B4, HEAVY, U, NO16, ONE1], {}, 20)
    if group == 'advice':
        # the options of a position when the OTHER seat plays a named policy: P(win the round) and own win share of the match,
        # own play best from there on; hidden hands by Bayes from that policy (unconditioned if it never bids so)
        rnd = _rnd.Random(11)
        for nm, fc, rules in (('trad [2,2]', [T], {'tali': 2}), ('trad [3,2]', [T], {'tali': [3, 2]}), ('wild [2,2]', [T], {'tali': 2, 'wild_hounds': True}),
                              ('sets [2,3]', [B4, HEAVY], {'tali': [2, 3]}), ('trad 1v1', [T], {'tali': 1}), ('trad 1v1 faces', [T], {'tali': 1, 'duel': 'faces'})):
            G = game(2, fc, rules)
            S = M.Solved(G, nm)
            for p in NAMED:
                for me in (1, 2):
                    pol = P(p)
                    F = S.against(me, pol, 'taken', func=True)
                    lst = []
                    a, b = G.tali
                    states = [(a, b)] if a * b == 1 else [(a, b), (a, b), (a, b), (rnd.randrange(1, a + 1), rnd.randrange(1, b + 1))]
                    for (x, y) in states * 2:
                        lst.append(M.advice(G, (x, y), me, pol, F, rnd))
                    c = base('advice %s: seat %d acts, the other plays %s' % (nm, me, p), 2, fc, rules, ['best', p] if me == 1 else [p, 'best'])
                    c['values'] = {'positions': lst}
                    emit(c)

T0 = time.time()
def join():
    allc = []
    order = ['duel', 'small', 'variants', 'big', 'big2', 'bidder', 'seats', 'odds', 'advice']
    for g in order:
        if os.path.exists('parts/%s.json' % g):
            allc += json.load(open('parts/%s.json' % g))
    for c in allc:                      # play is [best, random]: seat 1's share is the tie-broken one
        if 'best_v_random' in c['values']:
            f = Fr(c['values']['best_v_random'][0])
            c['values']['win_share'] = ['%d/%d' % (x.numerator, x.denominator) for x in (f, 1 - f)]
            c['values']['never'] = '0/1'
    names = [c['name'] for c in allc]
    assert len(set(names)) == len(names), [n for n in names if names.count(n) > 1]
    json.dump(allc, open('mendax_single.json', 'w'), indent=1)
    print(len(allc), 'cases')

def main(M):
    os.makedirs('parts', exist_ok=True)
    for g in sys.argv[1:]:
        out = []
        build(M, g, out)
        print(g, 'done', M.STATS)
    join()
