"""Evenings (data only): (kind, case, evenings simulated)."""
from coin_tali_cases import T, U, B, SIX, THREE, NO6, H36, H16, SMALL, LUCKY, E, M, FO, J, ALL

def cases():
    out = []
    tiny = {'scope': 'evening', 'variants': [], 'gold': 10, 'silver': 3}
    t = [[T]]
    def chain(name, faces, play, evenings=10000, **rules):
        out.append(('chain', {'name': name, 'players': 2, 'faces': faces,
                              'rules': dict(tiny, **rules), 'play': play}, evenings))
    def sim(name, n, faces, play, evenings, **rules):
        out.append(('sim', {'name': name, 'players': n, 'faces': faces,
                            'rules': dict({'scope': 'evening', 'variants': []}, **rules), 'play': play}, evenings))

    chain('chain trad none never', t, ['never'], purse=20)
    chain('chain trad purses 15 and 25', t, ['never'], purse=[15, 25])
    chain('chain trad etiam void-behind', t, ['void', 'behind'], purse=18, variants=[E])
    chain('chain trad fortuna behind', t, ['behind'], purse=[20, 16], variants=[FO, M],
          prices={FO: 2, M: 2})
    chain('chain uniform roll void up', [[U]], ['void'], purse=18, variants=[E], fees='roll',
          **{'raise': 'up'})
    chain('chain small best', [SMALL, SMALL], ['best'], purse=17, variants=ALL)
    chain('chain small best raise up down', [SMALL, LUCKY], ['best', 'behind'], purse=[20, 15],
          variants=[E, FO], **{'raise': ['up', 'down']})
    chain('chain trad best etiam', t, ['best'], purse=16, variants=[E])
    chain('chain small best-never jove', [SMALL, SMALL], ['best', 'never'], purse=18,
          variants=[J, FO], prices={FO: 1})
    chain('chain two ties for ever', [[["0", "1", "0", "0"], ["0", "1", "0", "0"],
                                       ["0", "1", "0", "0"], SIX]] * 2,
          ['never'], 0, purse=20)
    chain('chain seat 1 wins always', [[SIX] * 4, [THREE, THREE, THREE, SIX]], ['never'], 100,
          purse=20)

    sim('sim default 2 never', 2, t, ['never'], 20000)
    sim('sim default 3 behind loans', 3, t, ['behind', 'void', 'never'], 10000, variants=ALL,
        loans=True)
    sim('sim tiny 2 loans', 2, t, ['never'], 40000, gold=10, silver=3, purse=20, loans=True)
    sim('sim tiny 3 loans etiam', 3, [[U]], ['void'], 20000, gold=10, silver=3, purse=[20, 18, 25],
        loans=True, variants=[E])
    sim('sim tiny 4 roll', 4, t, ['void', 'never', 'behind', 'never'], 20000, gold=10, silver=3,
        purse=20, variants=[FO], fees='roll', **{'raise': ['keep', 'up', 'down', 'keep']})
    sim('sim 5 seats role play loans', 5, [[U]], ['never'], 10000, gold=10, silver=3,
        purse=[20, 21, 22, 23, 24], role_play=["1/5", "0", "1/10", "0", "2/5"], loans=True)
    sim('sim 3 rounds 12', 3, t, ['never', 'void', 'venus'], 20000, gold=20, silver=5, purse=40,
        variants=[E], rounds=12, ante=2, **{'raise': 'up'})
    sim('sim 2 rounds 1', 2, t, ['never'], 40000, rounds=1, ante=7, variants=[E])
    sim('sim 3 best small raise unlike', 3, [SMALL] * 3, ['best', 'behind', 'best'], 20000, gold=10,
        silver=3, purse=20, variants=[FO], prices={FO: 1}, **{'raise': ['up', 'keep', 'down']})
    sim('sim 3 jove small', 3, [SMALL] * 3, ['best', 'never', 'best'], 20000, gold=10, silver=3,
        purse=20, variants=[J])
    sim('sim 4 uniform no variants rounds 5 roll', 4, [[U]], ['never'], 40000, gold=10, silver=3,
        purse={'gold': 2, 'silver': 1, 'copper': 2}, rounds=5, fees='roll', dog=2)
    sim('sim 2 powers', 2, [SMALL, SMALL], ['best'], 20000, gold=10, silver=3, purse=25,
        variants=[E], characters=[{'name': 'A', 'powers': [{'name': 'flip', 'cost': 1, 'turn': 1}]},
                                  {'name': 'B', 'powers': [{'name': 'imm', 'cost': 1,
                                                            'immune': ['ones', 'canis']},
                                                           {'name': 'p', 'cost': 0, 'add': 2}]}])
    sim('sim 2 loans raise up default coins', 2, t, ['void', 'never'], 10000, variants=[E], loans=True,
        **{'raise': 'up'})
    sim('sim 3 rounds 20 loans jove void-seats', 3, t, ['behind', 'venus', 'behind'], 10000,
        gold=20, silver=5, purse=60, variants=[M, FO, J], rounds=20, loans=True, rerolls='each')
    return out
