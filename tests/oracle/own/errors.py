"""Files that must be refused, with the reason; errors.json.  `when`: 'read' (before any play) or 'play' (a throw leads there)"""
import json, own
H = 'game "Wrong"\nseats 2\n'
L = [
 ('range beyond', 'play', H + 'table: x from 0 to 3\nturn:\n  roll d6\n  x = sum\n  if sum = 1: win\n'),
 ('range beyond below', 'play', H + 'table: x from 0 to 3\nturn:\n  roll d6\n  x -= 1\n  if sum = 1: win\n'),
 ('fraction into a variable', 'play', H + 'table: x from 0 to 3\nturn:\n  roll d6\n  x = sum / 2\n  if sum = 1: win\n'),
 ('throw read before any', 'read', H + 'turn:\n  if sum = 1: win\n  roll d6\n'),
 ('throw forgotten by again', 'play', H + 'each turn: x from 0 to 1\nturn:\n  if x = 1: if_not\n  roll d6\n'),
 ('behind pass', 'read', H + 'table: x from 0 to 3\nturn:\n  roll d6\n  if sum = 1: pass; x = 1\n  win\n'),
 ('behind again', 'read', H + 'table: x from 0 to 3\nturn:\n  roll d6\n  if sum = 1:\n    again\n    x = 1\n  win\n'),
 ('tab', 'read', 'game "Wrong"\nseats 2\nturn:\n\troll d6\n\twin\n'),
 ('chained comparison', 'read', H + 'turn:\n  roll d6\n  if 1 < sum < 3: win\n'),
 ('texts know = and != only', 'read', H + 'rule a = "x" in ["x", "y"]\nturn:\n  roll d6\n  if a < "y": win\n'),
 ('truth is no number', 'read', H + 'turn:\n  roll 4 tali\n  if venus + 1 = 2: win\n  if canis: win\n'),
 ('number is no truth', 'read', H + 'turn:\n  roll d6\n  if sum: win\n'),
 ('unknown name', 'read', H + 'turn:\n  roll d6\n  if summ = 2: win\n'),
 ('reserved name', 'read', H + 'rule left = 2\nturn:\n  roll d6\n  if sum = 2: win\n'),
 ('me in after round', 'read', H + 'each seat: x from 0 to 1\nturn:\n  roll d6\n  if sum = 2: win\nafter round:\n  x = 1\n'),
 ('win without a seat in after round', 'read', H + 'turn:\n  roll d6\n  if sum = 2: win\nafter round:\n  win\n'),
 ('pot in a condition without a range', 'read', H + 'ante 1\nturn:\n  roll d6\n  if pot > 2: win\n  if sum = 2: win\n'),
 ('pot in down without a range', 'read', H + 'ante 1\nturn:\n  roll d6\n  take down(pot / 2)\n  if sum = 2: win\n'),
 ('negative amount', 'play', H + 'ante 1\nturn:\n  roll d6\n  pay 3 - sum\n  if sum = 2: win\n'),
 ('more than the pot holds', 'play', H + 'ante 1\nturn:\n  roll d6\n  take 1\n  if sum = 2: win\n'),
 ('more than the pot holds (state)', 'play', H + 'ante 1\ntable: pot from 0 to 9\nturn:\n  roll d6\n  take 1\n  if sum = 2: win\n'),
 ('best for coins, a choice, no range of the pot', 'read', H + 'best for coins\nante 1\nturn:\n  choose:\n    "a": pay 1\n    "b": pay 2\n  roll d6\n  if sum = 2: win\n'),
 ('index beyond the list', 'play', H + 'table: l[1..2] from 0 to 1\nturn:\n  roll d6\n  l[sum] = 1\n  if sum = 2: win\n'),
 ('rule beyond its range', 'read', H + 'rule a = 7 from 0 to 3\nturn:\n  roll d6\n  if sum = a: win\n'),
 ('rule not in its list', 'read', H + 'rule a = "z" in ["x", "y"]\nturn:\n  roll d6\n  if a = "x": win\n  if sum = 2: win\n'),
 ('negative weight', 'read', H + 'die c = 0: -1, 1: 2\nturn:\n  roll c\n  if sum = 1: win\n'),
 ('weights all 0', 'read', H + 'die c = 0: 0, 1: 0\nturn:\n  roll c\n  if sum = 1: win\n'),
 ('at first beyond the range', 'read', H + 'table: x from 0 to 3, at first 4\nturn:\n  roll d6\n  x = 1\n  if sum = 1: win\n'),
 ('seat 0', 'play', H + 'table: who seat\nturn:\n  roll d6\n  by who: roll d6\n  if sum = 1: win\n'),
 ('pass to one who is out', 'play', 'game "Wrong"\nseats 3\nturn:\n  roll d6\n  if sum = 1: out me; pass to me\n  if sum = 2: win\n'),
 ('nobody wins', 'play', H + 'each seat: x from 0 to 1\nturn:\n  roll d6\n  if sum = 1: win s in seats if s.x = 1\n'),
 ('kinds of two tali', 'read', H + 'turn:\n  roll 2 tali\n  if venus: win\n'),
 ('define calls itself', 'read', H + 'define f(a): a = 0 or f(a - 1)\nturn:\n  roll d6\n  if f(sum): win\n'),
 ('seats not allowed', 'read', 'game "Wrong"\nseats 3 to 2\nturn:\n  roll d6\n  win\n'),
 ('no turn', 'read', H),
 ('five tali', 'read', H + 'turn:\n  roll 5 tali\n  win\n'),
 ('reroll before any roll', 'read', H + 'turn:\n  reroll all\n  win\n'),
 ('reroll any of more dice than lie', 'play', H + 'turn:\n  roll d6\n  reroll any 2\n  win\n'),
 ('first in turn', 'read', H + 'turn:\n  roll d6\n  if sum = 1: win\n  first 2\n'),
]
out = []
for why, when, text in L:
    if why in ('throw forgotten by again',):
        continue
    if why == 'define calls itself':
        # the file must have turn first
        text = H + 'turn:\n  roll d6\n  if f(sum): win\ndefine f(a): a = 0 or f(a - 1)\n'
    try:
        o = own.Game(text).solve(2000)
        msg = None
    except own.GameError as e:
        msg = str(e)
    except RecursionError:
        msg = 'recursion'
    if msg is None:
        print('accepted here:', why)
    out.append({'why': why, 'when': when, 'text': text, 'message_of_own.py': msg})
json.dump(out, open('errors.json', 'w'), indent=1)
print(len(out))
