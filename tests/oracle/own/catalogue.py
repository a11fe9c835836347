#!/usr/bin/env python3
"""catalogue.json: every game of games/ at some settings"""
import sys, json, time
from fractions import Fraction as Fr
import own, generate as G
sys.setrecursionlimit(100000)
T = None
U = [[1, 1, 1, 1]]
V = [[1, 2, 3, 4]]
F3 = [('traditional', T), ('1,1,1,1', U), ('1,2,3,4', V)]
h = lambda s: Fr(s)
# name, seats, list of rules, plays (None: no choices)
PLAN = [
 ('augustus', [2, 3, 5], [{}, {'fee': 1, 'fee_per': 'bone'}, {'fee': 3, 'ante': 2}], [None]),
 ('augustus-section2', [2, 3], [{}, {'fee': 7}], [None]),
 ('simple-tali', [2, 3, 4], [{}, {'void': 'lowest', 'canis_fee': 3}, {'tie': 'split', 'ante': 2}, {'tie': 'split', 'void': 'lowest'}], [None]),
 ('sparing-tali', [2, 3], [{'rounds': 1}, {'rounds': 2, 'tie': 'sudden-death'}, {'rounds': 3, 'ante': 3}], [None]),
 ('tropa', [2, 3], [{}, {'tie': 'split'}, {'skill': h('1/4')}], [None]),
 ('century', [1], [{'casts': 6, 'target': 30}, {'casts': 8, 'target': 40, 'hounds': 7, 'gaul': 2}, {'casts': 4, 'target': 20}], [None]),
 ('unum-biga', [1], [{}, {'target': 20, 'overshoot': 'lose'}, {'target': 30, 'floor': -5}], [None]),
 ('hounds-and-vultures', [2, 3], [{'stake': 2}, {'ladder': (1111, 6431)}, {'ladder': (4333, 4333, 3311), 'stake': 1}], [None]),
 ('steps-of-the-senate', [2, 3], [{'ladder': (1111, 3333, 6111, 6331)}, {'ladder': (6431, 6441), 'stake': 1}], [None]),
 ('gladiators', [2], [{}, {'attack': 'turns'}, {'stones': 2, 'attack': 'turns'}], [None]),
 ('catapulta', [2, 3], [{'target': 8}, {'target': 6, 'outer': h('1/2'), 'inner': h('1/4'), 'stake': h('1/8')}], [None]),
 ('hounds-in-olympus', [2, 3], [{}, {'venus_share': h('1/3'), 'void': 'worst'}, {'tie': 'split', 'bid': 5}], [None]),
 ('odds-out', [2, 3], [{}, {'void': 'idle', 'fee': 2}, {'tie': 'split', 'bid': 3}], [None]),
 ('par-tali', [2, 3, 4], [{}, {'stake': 2}], [None]),
 ('pentelitha', [1], [{}, {'tali': 4, 'catch': h('1/3')}, {'style': 'pick-up', 'catch': h('2/5')}], [None]),
 ('snakes-and-ladders', [2], [{}], [None]),
 ('pig', [2], [{'goal': 10}, {'goal': 12}], [['best', 'best'], ['random', 'first'], ['twenty', 'twenty']]),
 ('pig', [2], [{'goal': 20}], [['best', 'best'], ['twenty', 'best'], ['twenty', 'twenty']]),
 ('pig', [2], [{'goal': 24}], [['best', 'twenty']]),
 ('pig-two-dice', [2], [{'goal': 12}, {'goal': 15}], [['best', 'best'], ['random', 'random'], ['twenty', 'twenty']]),
 ('pig-two-dice', [2], [{'goal': 22}], [['twenty', 'twenty'], ['best', 'twenty'], ['best', 'best']]),
 ('pig-two-dice', [2], [{'goal': 30}], [['best', 'best']]),
 ('eight-squares', [2], [{}], [['best', 'best'], ['runner', 'runner'], ['first', 'random']]),
 ('aseb', [2], [{'pieces': 1}, {'pieces': 1, 'again': (4, 8), 'flat': h('1/3')}, {'pieces': 1, 'exit': 'over', 'safe': ()}], [['best', 'best']]),
 ('aseb', [2], [{'pieces': 2}, {'pieces': 2, 'again': (4, 8, 12, 16), 'exit': 'over'}], [['best', 'best'], ['runner', 'runner']]),
 ('coin-tali-round', [3], [{}], [['best'] * 3, ['first'] * 3, ['random'] * 3]),
 ('coin-tali-round', [3], [{'ante': 4, 'mercury': 1}, {'gold': 20, 'silver': 3, 'dog': 2}], [['best'] * 3], 1),
 ('shut-the-box', [1], [{}], [['best'], ['random'], ['first']]),
]
NOFACES = ('pig', 'pig-two-dice', 'eight-squares', 'aseb', 'shut-the-box', 'snakes-and-ladders', 'pentelitha')

def main():
    res = []
    only = sys.argv[1:]
    for name, seats, ruless, playss, *one in PLAN:
        if only and name not in only:
            continue
        text = open('games/%s.game' % name).read()
        for n in seats:
            for rules in ruless:
                for fn, fc in ([F3[0]] if name in NOFACES or one else F3):
                    for plays in playss:
                        t0 = time.time()
                        g = own.Game(text, n, dict(rules), fc, plays)
                        lim = 8000 if name in ('eight-squares', 'aseb', 'snakes-and-ladders', 'pig', 'pig-two-dice') else 260
                        try:
                            out = g.solve(60000, None, 260)
                        except own.GameError as e:
                            print(name, n, rules, fn, plays, 'ERROR', e, flush=True)
                            continue
                        dt = time.time() - t0
                        digits = max(len(G.fr(x)) for x in out['win'] if x is not None) if out['exact'] else 0
                        if digits > 6000:
                            # exact, but useless in print
                            for k in ('win', 'net'):
                                out[k] = [None if x is None else float(x) for x in out[k]]
                            for k in ('draw', 'loss', 'never', 'length', 'throws', 'turns', 'rounds', 'pot', 'left'):
                                out[k] = None if out[k] is None else float(out[k])
                            out['notes'] = {k: [float(x) for x in v] for k, v in out['notes'].items()}
                            out['exact'] = False
                        r = {k: (list(map(G.fr, v)) if isinstance(v, tuple) else (G.fr(v) if isinstance(v, Fr) else v)) for k, v in rules.items()}
                        for k, v in list(r.items()):
                            if isinstance(rules[k], tuple):
                                r[k] = list(rules[k])
                        e = G.entry(g, out, '%s %d %s %s %s' % (name, n, rules and ' '.join('%s=%s' % kv for kv in r.items()), fn, ','.join(plays) if plays and g.choices else ''), text, n, r, plays if g.choices else None, fc)
                        e['file'] = name + '.game'
                        e['readings'] = G.readings(e, g)
                        res.append(e)
                        print('%-22s %d %s %s %s pos %d win %.10f len %s exact %s unique %s %.1fs digits %d' % (name, n, rules, fn, plays, out['positions'], float(out['win'][0]), None if out['length'] is None else '%.6f' % float(out['length']), out['exact'], out.get('best', {}).get('unique'), dt, digits), flush=True)
    if not only:
        json.dump(res, open('catalogue.json', 'w'), indent=1)
    print(len(res))

main()
