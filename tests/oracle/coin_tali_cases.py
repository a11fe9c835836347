"""The cases (data only)."""
T = ["1/10", "2/5", "2/5", "1/10"]              # traditional
U = ["1/4", "1/4", "1/4", "1/4"]                # uniform
B = ["1/8", "3/8", "2/8", "2/8"]                # biased
SIX = ["0", "0", "0", "1"]                      # always 6
THREE = ["0", "1", "0", "0"]
NO6 = ["1/3", "1/3", "1/3", "0"]
NO4 = ["1/3", "1/3", "0", "1/3"]                # no Venus
H36 = ["0", "1/2", "0", "1/2"]                  # two faces
H16 = ["1/2", "0", "0", "1/2"]
H34 = ["0", "1/3", "2/3", "0"]
H46 = ["0", "0", "1/2", "1/2"]
H13 = ["1/3", "2/3", "0", "0"]
SMALL = [H16, H34, H46, H13]                    # four different bones, 16 throws, Venus possible
MIX = [["1/10", "2/5", "2/5", "1/10"], U, B, ["1/5", "3/10", "3/10", "1/5"]]
LUCKY = [H16, H34, ["0", "1/2", "1/2", "0"], H16]   # Venus often
E, M, FO, J = 'etiam', 'mercury', 'fortuna', 'jove'
ALL = [E, M, FO]


def cases():
    out = []

    def rnd(name, n, faces, rules, play=('best',)):
        out.append({'kind': 'round', 'name': name, 'players': n, 'faces': faces,
                    'rules': dict({'variants': []}, **rules), 'play': list(play)})

    # --- traditional bones, two seats
    t = [[T]]
    rnd('trad none', 2, t, {})
    for v in ALL:
        rnd('trad ' + v, 2, t, {'variants': [v]})
    rnd('trad all', 2, t, {'variants': ALL})
    rnd('trad all, order of variants', 2, t, {'variants': [FO, E, M], 'game_pot': 37})
    rnd('trad all purse', 2, t, {'variants': ALL, 'count': 'purse'})
    rnd('trad all purse, 20 in the pot', 2, t, {'variants': ALL, 'count': 'purse', 'game_pot': 20})
    rnd('trad all roll', 2, t, {'variants': ALL, 'fees': 'roll'})
    rnd('trad all roll purse ante 7', 2, t, {'variants': ALL, 'fees': 'roll', 'count': 'purse',
                                             'ante': 7, 'game_pot': 61})
    rnd('trad all, empty game pot', 2, t, {'variants': ALL, 'game_pot': 0})
    rnd('trad all, small game pot', 2, t, {'variants': ALL, 'game_pot': 5, 'ante': 3})
    rnd('trad all, big game pot', 2, t, {'variants': ALL, 'game_pot': 5000})
    rnd('trad all ante 7', 2, t, {'variants': ALL, 'ante': 7})
    rnd('trad all big dog', 2, t, {'variants': ALL, 'dog': 6, 'silver': 4, 'gold': 25})
    rnd('trad all big dog roll', 2, t, {'variants': ALL, 'dog': 6, 'fees': 'roll', 'gold': 30,
                                        'silver': 7})
    rnd('trad all prices 0', 2, t, {'variants': ALL, 'prices': {E: 0, M: 0, FO: 0}})
    rnd('trad equal prices', 2, t, {'variants': ALL, 'prices': {E: 2, M: 2, FO: 2}})
    rnd('trad two each', 2, t, {'variants': [E, FO], 'rerolls': 'each', 'game_pot': 60})
    rnd('trad all each', 2, t, {'variants': ALL, 'rerolls': 'each'})
    rnd('trad all each roll', 2, t, {'variants': ALL, 'rerolls': 'each', 'fees': 'roll'})
    # --- other bones
    rnd('uniform all', 2, [[U]], {'variants': ALL})
    rnd('uniform all, prices 0, empty game pot', 2, [[U]],
        {'variants': ALL, 'prices': {E: 0, M: 0, FO: 0}, 'game_pot': 0})
    rnd('biased all roll', 2, [[B]], {'variants': ALL, 'fees': 'roll', 'dog': 2})
    rnd('always 6', 2, [[SIX]], {'variants': ALL, 'game_pot': 3, 'silver': 10})
    rnd('always 6, three seats, dry pots', 3, [[SIX]], {'variants': [E], 'game_pot': 4, 'ante': 2,
                                                        'count': 'purse'})
    rnd('always 3', 2, [[THREE]], {'variants': ALL, 'prices': {E: 0}})
    rnd('no 6', 2, [[NO6]], {'variants': ALL, 'game_pot': 50})
    rnd('no 4', 2, [[NO4]], {'variants': ALL, 'prices': {E: 0, M: 0, FO: 0}})
    rnd('two faces', 3, [[H36]], {'variants': ALL, 'ante': 4})
    rnd('two faces each free', 2, [[H16]], {'variants': ALL, 'rerolls': 'each',
                                            'prices': {E: 0, M: 0, FO: 0}, 'dog': 3})
    rnd('four different bones', 2, [MIX, MIX], {'variants': ALL})
    rnd('four different bones, small', 2, [SMALL, SMALL], {'variants': ALL, 'fees': 'roll',
                                                           'dog': 2, 'game_pot': 30})
    rnd('small each', 2, [SMALL, SMALL], {'variants': ALL, 'rerolls': 'each', 'game_pot': 12,
                                          'ante': 5})
    rnd('lucky free ties', 2, [LUCKY, LUCKY], {'variants': ALL, 'prices': {E: 0, M: 0, FO: 0},
                                               'game_pot': 8})
    rnd('seats with different bones', 2, [[T] * 4, [U] * 4], {'variants': ALL})
    rnd('seats with different bones, purse', 2, [MIX, [T] * 4], {'variants': [M, FO],
                                                               'count': 'purse', 'game_pot': 44})
    rnd('sure loser', 2, [[THREE] * 4, [T] * 4], {'variants': ALL, 'game_pot': 25})
    rnd('sure leader', 2, [[SIX] * 4, [T] * 4], {'variants': ALL, 'game_pot': 25, 'ante': 12})
    # --- three seats
    rnd('3 trad none', 3, t, {'ante': 2})
    rnd('3 trad etiam', 3, t, {'variants': [E]})
    rnd('3 trad mercury+fortuna', 3, t, {'variants': [M, FO], 'game_pot': 90, 'prices': {M: 1, FO: 2}})
    rnd('3 trad etiam+fortuna purse', 3, t, {'variants': [E, FO], 'count': 'purse', 'ante': 7})
    rnd('3 small all', 3, [SMALL] * 3, {'variants': ALL, 'game_pot': 40})
    rnd('3 mixed seats roll', 3, [SMALL, LUCKY, [H36] * 4], {'variants': [E, FO], 'fees': 'roll',
                                                          'game_pot': 31})
    rnd('4 two faces', 4, [[H16]], {'variants': [FO], 'ante': 3, 'prices': {FO: 1}})
    # --- Jove
    rnd('jove trad', 2, t, {'variants': [J]})
    rnd('jove trad ante 7, 20 in the pot', 2, t, {'variants': [J], 'ante': 7, 'game_pot': 20})
    rnd('jove trad etiam', 2, t, {'variants': [J, E], 'ante': 3})
    rnd('jove trad purse', 2, t, {'variants': [J, FO], 'count': 'purse', 'ante': 5,
                                  'game_pot': 20})
    rnd('jove small all', 2, [SMALL, SMALL], {'variants': [J] + ALL, 'game_pot': 10, 'ante': 2})
    rnd('jove against behind', 2, t, {'variants': [J, E], 'game_pot': 10, 'ante': 5},
        ['best', 'behind'])
    rnd('jove, weak second', 2, [[T] * 4, [NO6] * 4], {'variants': [J], 'game_pot': 30,
                                                       'ante': 4})
    rnd('jove 3 two faces', 3, [[H36]], {'variants': [J], 'game_pot': 9, 'ante': 2, 'silver': 3})
    rnd('jove 3 small', 3, [SMALL] * 3, {'variants': [J], 'game_pot': 15, 'ante': 2})
    rnd('jove 3 trad', 3, t, {'variants': [J], 'game_pot': 6, 'ante': 2, 'gold': 10, 'silver': 3})
    rnd('jove 3 purse', 3, [SMALL, LUCKY, SMALL], {'variants': [J], 'game_pot': 50, 'ante': 3,
                                                 'count': 'purse'})
    rnd('jove 3 with never and behind', 3, [SMALL] * 3, {'variants': [J, FO], 'game_pot': 15,
                                                       'ante': 2, 'prices': {FO: 1}},
        ['best', 'never', 'behind'])
    WEAK = [["3/10", "3/10", "3/10", "1/10"]] * 4
    rnd('jove 3, one seat that cannot score', 3, [[T] * 4, [THREE] * 4, WEAK],
        {'variants': [J], 'ante': 4, 'game_pot': 12, 'gold': 10, 'silver': 3})
    rnd('jove 3, weak seats', 3, [[H36] * 4, WEAK, SMALL],
        {'variants': [J], 'ante': 6, 'game_pot': 9, 'gold': 10, 'silver': 3})
    rnd('jove 3, weak seats, purse', 3, [SMALL, WEAK, [H36] * 4],
        {'variants': [J], 'ante': 6, 'game_pot': 0, 'gold': 10, 'silver': 3, 'count': 'purse'})
    rnd('jove 4 two faces', 4, [[H16]], {'variants': [J], 'ante': 3, 'game_pot': 5,
                                         'gold': 10, 'silver': 3})
    rnd('jove 2, weak caller', 2, [WEAK, [H46] * 4], {'variants': [J], 'ante': 9, 'game_pot': 0})
    rnd('jove 2, weak answer', 2, [[T] * 4, [["9/20", "1/4", "1/4", "1/20"]] * 4],
        {'variants': [J], 'ante': 10, 'game_pot': 40, 'count': 'purse'})
    rnd('jove 2 roll each', 2, [SMALL, LUCKY], {'variants': [J, M, FO], 'ante': 2, 'rerolls': 'each',
                                              'fees': 'roll', 'game_pot': 10,
                                              'prices': {M: 1, FO: 1}})
    rnd('jove alone, others drop', 2, [[H36] * 4, [NO6] * 4], {'variants': [J], 'ante': 5,
                                                               'game_pot': 0})
    # --- nothing costs anything
    rnd('no fees at all', 2, t, {'variants': ALL, 'dog': 0, 'silver': 0, 'gold': 0})
    rnd('no dogs, ante 50', 2, t, {'variants': ALL, 'dog': 0, 'ante': 50, 'game_pot': 3})
    rnd('small pots, big eagle', 2, [[["1/10", "1/5", "1/5", "1/2"]]],
        {'variants': [E, FO], 'silver': 15, 'gold': 30, 'game_pot': 7, 'fees': 'roll'})
    rnd('4 trad none', 4, t, {'gold': 10, 'silver': 3})
    # --- policies, each against each
    pol = ['best', 'venus', 'behind', 'void', 'never']
    for a in pol:
        for b in pol:
            if (a, b) == ('best', 'best'):
                continue
            rnd('trad %s-%s' % (a, b), 2, t, {'variants': ALL, 'game_pot': 40, 'ante': 3,
                                              'dog': 2}, [a, b])
    rnd('small behind-void prices equal', 2, [SMALL, MIX], {'variants': ALL, 'game_pot': 20,
                                               'prices': {E: 2, M: 1, FO: 1}}, ['behind', 'void'])
    rnd('venus each free', 2, t, {'variants': ALL, 'rerolls': 'each', 'game_pot': 20,
                                  'prices': {E: 0, M: 0, FO: 0}}, ['venus', 'venus'])
    rnd('3 policies', 3, t, {'variants': [E, FO], 'prices': {E: 2, FO: 2}},
        ['void', 'best', 'venus'])
    # --- characters
    def power(name, n, ch, extra=None, faces=t, play=('best',)):
        rnd(name, n, faces, dict({'characters': ch}, **(extra or {})), play)

    power('power reroll 2', 2, [{'name': 'A', 'powers': [{'name': 'r', 'cost': 2, 'reroll': 2}]},
                                {'name': 'B', 'powers': []}], {'ante': 2})
    power('power reroll 1 beside all', 2, [{'name': 'A', 'powers': []},
                                           {'name': 'B', 'powers': [{'name': 'r', 'cost': 1,
                                                                     'reroll': 1}]}],
          {'variants': ALL, 'game_pot': 50})
    power('power turn 1', 2, [{'name': 'A', 'powers': [{'name': 'flip', 'cost': 3, 'turn': 1}]},
                              {'name': 'B', 'powers': [{'name': 'flip', 'turn': 2}]}],
          {'variants': [E]})
    power('power turn 4', 2, [{'name': 'A', 'powers': [{'turn': 4}]}, {'name': 'B', 'powers': []}],
          {'fees': 'roll', 'dog': 3, 'game_pot': 20})
    power('power add', 2, [{'name': 'A', 'powers': [{'name': 'plus', 'cost': 1, 'add': 2}]},
                           {'name': 'B', 'powers': [{'name': 'plus', 'cost': 0, 'add': 1}]}],
          {'variants': [FO], 'prices': {FO: 1}, 'ante': 4})
    power('power add 3, eagle tied', 2,
          [{'name': 'A', 'powers': [{'name': 'p', 'cost': 0, 'add': 3}]},
           {'name': 'B', 'powers': [{'name': 'q', 'cost': 0, 'add': 3}]}], {'ante': 3},
          [[H36]])
    power('power immune', 2, [{'name': 'A', 'powers': [{'name': 'i', 'cost': 1,
                                                        'immune': ['canis', 'vultures']}]},
                              {'name': 'B', 'powers': [{'name': 'j', 'cost': 0,
                                                        'immune': ['ones']}]}],
          {'dog': 4, 'game_pot': 30})
    power('power immune roll', 2, [{'name': 'A', 'powers': [{'name': 'i', 'cost': 1, 'immune':
                                                             ['canis', 'vultures', 'ones']}]},
                                   {'name': 'B', 'powers': [{'name': 'j', 'cost': 2,
                                                             'immune': ['ones']}]}],
          {'dog': 4, 'game_pot': 30, 'fees': 'roll', 'variants': [M], 'prices': {M: 1}})
    power('power several', 2, [{'name': 'A', 'powers': [{'name': 'i', 'cost': 0, 'immune':
                                                         ['vultures']},
                                                        {'name': 'r', 'cost': 2, 'reroll': 3},
                                                        {'name': 't', 'cost': 1, 'turn': 1}]},
                               {'name': 'B', 'powers': [{'name': 'p', 'cost': 1, 'add': 4},
                                                        {'name': 'r4', 'cost': 1,
                                                         'reroll': 4}]}],
          {'variants': [E], 'prices': {E: 0}, 'game_pot': 40}, [SMALL, LUCKY])
    power('powers in a jove round', 2, [{'name': 'A', 'powers': [{'name': 'r', 'cost': 1,
                                                                  'reroll': 1}]},
                                        {'name': 'B', 'powers': [{'name': 'p', 'cost': 0,
                                                                  'add': 2}]}],
          {'variants': [J], 'game_pot': 20, 'ante': 3}, [SMALL, SMALL])
    power('powers, only best uses them', 2, [{'name': 'A', 'powers': [{'name': 'r', 'cost': 1,
                                                                       'reroll': 1}]},
                                             {'name': 'B', 'powers': [{'name': 'p', 'cost': 0,
                                                                       'add': 2}]}],
          {'variants': [E], 'game_pot': 20, 'ante': 3}, t, ['best', 'behind'])
    rnd('role play', 2, t, {'variants': [E], 'role_play': ["1/2", "1/3"], 'silver': 12})
    rnd('role play purse', 3, [[H36]], {'role_play': ["1/4", "0", "3/4"], 'count': 'purse'})

    # --- positions
    def adv(name, n, faces, rules, position, play=('best',)):
        out.append({'kind': 'advise', 'name': name, 'players': n, 'faces': faces, 'rules': rules,
                    'play': list(play), 'position': position})

    allr = {'variants': ALL}
    adv('page example', 3, t, {'variants': ALL}, '2/3 best=6443 pot=7 game=300 roll=4331')
    adv('page example, jove', 3, t, {'variants': [J]}, '1/3 jove=2 in=2,3 pot=9 game=300')
    adv('first throw', 2, t, allr, '1/2')
    adv('last, nothing to beat', 2, t, allr, '2/2')
    adv('last, 6443 to beat', 2, t, allr, '2/2 best=6443 pot=9')
    adv('last, roll', 2, t, dict(allr, fees='roll'), '2/2 best=6411 pot=5 game=150')
    adv('uniform 1/2 roll', 2, [[U]], dict(allr, fees='roll', dog=3), '1/2 game=80')
    adv('tied by two', 3, t, {'variants': [E, M], 'ante': 4}, '3/3 best=6331 tied=2 roll=6331')
    adv('tied by one', 3, t, {'variants': [E, M], 'ante': 4}, '3/3 best=6331 roll=6331')
    adv('each, two left', 2, t, dict(allr, rerolls='each'), '2/2 best=6433 pot=30 left=mercury,fortuna '
        'roll=4411')
    adv('each, none left', 2, t, dict(allr, rerolls='each'), '1/2 left=- roll=6611 pot=9')
    adv('each, all', 2, t, dict(allr, rerolls='each'), '1/2 roll=6611')
    adv('empty game pot', 2, t, allr, '2/2 best=6111 game=0 pot=2 roll=4444')
    adv('purse', 2, t, dict(allr, count='purse'), '1/2 roll=6431'.replace('6431', '6433'))
    adv('different bones', 2, [MIX, MIX], allr, '1/2 roll=1346'.replace('1346', '1344'))
    adv('different bones, first throw', 2, [SMALL, SMALL], allr, '1/2 game=25')
    adv('jove, call or throw', 2, t, {'variants': [J], 'ante': 2, 'game_pot': 30},
        '2/2 best=6644 pot=4')
    adv('jove, throw in the round', 3, t, {'variants': [J, E], 'ante': 2},
        '3/3 jove=2 in=2,3 best=6333 game=60 roll=4411')
    adv('jove, first to answer', 2, t, {'variants': [J], 'ante': 3},
        '1/2 jove=2 in=2 game=10')
    pw = [{'name': 'A', 'powers': [{'name': 'flip', 'cost': 1, 'turn': 1},
                                   {'name': 'plus', 'cost': 2, 'add': 3}]},
          {'name': 'B', 'powers': [{'name': 'again', 'cost': 0, 'reroll': 2}]}]
    adv('powers', 2, t, {'variants': [E], 'characters': pw}, '1/2 roll=6431'.replace('6431', '6633'))
    adv('power used', 2, t, {'variants': [E], 'characters': pw},
        '2/2 best=6633+3 power=used roll=4433')
    adv('against a power', 2, t, {'variants': [E], 'characters': pw}, '2/2 best=6633+3 roll=4433')
    adv('winner sets the ante', 3, t, {'variants': [E]}, '1/3 won ante=6 game=200')
    adv('winner sets the ante, ante 1', 2, t, {'variants': ALL}, '2/2 won game=20')
    adv('winner sets the ante, seats unlike', 2, [[T] * 4, [U] * 4], {'variants': [FO]},
        '2/2 won ante=9 game=60')
    adv('against behind', 2, t, allr, '1/2 roll=6631 game=100', ['best', 'behind'])

    adv('jove, cannot score', 3, [[T] * 4, [THREE] * 4, [U] * 4], {'variants': [J], 'ante': 4},
        '2/3 jove=1 in=1 game=30')
    adv('jove, last to answer, nobody else in', 3, t, {'variants': [J], 'ante': 4},
        '3/3 jove=1 in=1 pot=40 game=9')
    adv('jove, caller throws', 3, t, {'variants': [J, FO], 'ante': 4},
        '2/3 jove=2 in=2,3,1 game=50 roll=6611')
    adv('jove, purse, asked', 2, t, {'variants': [J], 'ante': 4, 'count': 'purse'},
        '2/2 jove=1 in=1 pot=12 game=20')
    adv('prices 0, equal options', 2, [[NO4]], {'variants': ALL, 'prices': {E: 0, M: 0, FO: 0}},
        '2/2 best=6333 pot=5 roll=6611')
    adv('add counted in best', 2, t, {'variants': [FO], 'characters': pw},
        '2/2 best=6441+2 roll=6633 pot=8')
    # --- balance
    def bal(name, n, faces, rules, play=('best',)):
        out.append({'kind': 'balance', 'name': name, 'players': n, 'faces': faces, 'rules': rules,
                    'play': list(play)})

    bal('balance trad all', 2, t, {'variants': ALL})
    bal('balance trad all, ante 7, game pot 50', 2, t, {'variants': ALL, 'ante': 7, 'game_pot': 50})
    bal('balance roll', 2, t, {'variants': [E, FO], 'fees': 'roll', 'game_pot': 50, 'dog': 3})
    bal('balance purse', 2, t, {'variants': [M, FO], 'count': 'purse', 'game_pot': 50})
    bal('balance small bones each', 2, [SMALL, LUCKY], {'variants': ALL, 'rerolls': 'each',
                                                      'game_pot': 20})
    bal('balance 3', 3, [SMALL] * 3, {'variants': [E, FO], 'game_pot': 30, 'ante': 3})
    bal('balance against others', 2, t, {'variants': [E, M], 'game_pot': 30, 'ante': 3},
        ['best', 'behind'])
    bal('balance jove (calling barred, matching not)', 2, [SMALL, LUCKY],
        {'variants': [J, FO], 'game_pot': 12, 'ante': 2})
    return out
