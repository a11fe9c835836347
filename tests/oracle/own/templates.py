"""Small games with meaningful decisions and random parameters."""
import random

def pig(r):
    g = r.choice([4, 5, 6, 8, 10]); d = r.choice(['d3', 'd4', 'd6', 'wheel'])
    bad = r.choice(['pass', 'score = 0; pass', 'note "bust"; pass', 'score -= 1; pass'])
    die = 'die wheel = 1: 1/5, 2: 2/5, 3: 2/5\n' if d == 'wheel' else ''
    hold = r.choice([' if total > 0', ''])
    extra = r.choice(['', 'pass to left', 'note "holds"'])
    return f'''game "Little pig"
seats 2
rule goal = {g} from 2 to 20
{die}each seat: score from 0 to goal, capped
each turn: total from 0 to goal, capped

turn:
  choose:
    "roll":
      roll {d}
      if sum = 1: {bad}
      total += sum
      again
    "hold"{hold}:
      score += total
      if score = goal: win
{('      ' + extra + chr(10)) if extra else ''}
policy "two": "hold" if total >= 2; "roll"
policy "four": "hold" if total >= 4 or score + total >= goal; "roll"
''', 2, ['two', 'four']

def pig2(r):
    g = r.choice([6, 8, 10])
    return f'''game "Little pig with two dice"
seats 2
length in turns
each seat: score from 0 to {g}, capped
each turn: total from 0 to {g}, capped

turn:
  choose:
    "roll":
      roll 2 d3
      if count(1) = 2: score = 0; pass
      if count(1) = 1: pass
      total += sum
      again
    "hold" if total > 0:
      score += total
      if score = {g}: win

policy "three":
  "hold" if total >= 3
  "roll"
''', 2, ['three']

def squares(r):
    n = r.choice([4, 5]); k = r.choice([1, 2]) if n == 4 else 1; d = r.choice([2, 3])
    un = r.choice(['', ', unordered'])
    safe = r.choice(['[]', '[2]', '[3]'])
    return f'''game "Few squares"
seats 2
rule safe = {safe}
each seat: piece[1..{k}] from 0 to {n}{un}

turn:
  roll d{d}
  choose p in 1..{k} if piece[p] < {n} and piece[p] + sum <= {n} and free(piece[p] + sum):
    piece[p] += sum
    for s in others:
      for q in 1..{k}:
        if s.piece[q] = piece[p] and piece[p] < {n} and not any(safe, piece[p]): s.piece[q] = 0; note "captures"
    if every(piece, {n}): win

define free(square): square = {n} or not any(piece, square)
policy "runner": p highest piece[p]
policy "last": p lowest piece[p] if piece[p] > 0; p highest piece[p]
''', 2, ['runner', 'last']

def dice_choice(r):
    g = r.choice([3, 4, 5])
    return f'''game "Two dice to choose from"
seats 2 to 3, usually 2
rule goal = {g}
ante 1
each seat: step from 0 to goal, capped

turn:
  choose:
    "small": roll d2
    "large" if step < goal - 1:
      roll d{r.choice([4, 6])}
      if sum = 1: step = {r.choice(['0', 'max(0, step - 1)'])}; pay {r.choice(['1', '1/2', 'pot / 2'])}; pass
  step += sum
  if step = goal: win

policy "bold": "large"; "small"
''', 2, ['bold']

def box(r):
    k = r.choice([3, 4, 5])
    d = {3: 'd4', 4: r.choice(['d6', '2 d3']), 5: r.choice(['2 d4', 'd6'])}[k]
    return f'''game "Little box"
seats 1
best for coins
table: pot from 0 to 0; tile[1..{k}] from 0 to 1, at first 1
each turn: need from 0 to 12

turn:
  roll {d}
  need = sum
  choose a in 1..{k} if tile[a] = 1 and (a = need or any(b in 1..{k}: b > a and tile[b] = 1 and a + b = need)):
    tile[a] = 0; need -= a
    choose b in 1..{k} if b > a and tile[b] = 1 and b = need:
      tile[b] = 0; need = 0
    if sum(t in 1..{k}: tile[t]) = 0: win
    again
  pay sum(t in 1..{k}: t * tile[t]) to bank
  draw

policy "high": a highest a; b highest b
policy "low": a lowest a; b lowest b
''', 1, ['high', 'low']

def yahtzee(r):
    d = r.choice([2, 3]); k = r.choice([2, 3])
    lo, hi = r.choice([(0, 2), (1, 1), (0, 1)])
    return f'''game "Few boxes"
seats 1
rule bonus = {r.choice([1, 3, '5/2'])} from 0 to 100
best for coins
table: pot from 0 to 0; used[1..{k}] from 0 to 1; points from 0 to {2 * k}, capped

turn:
  roll 2 d{max(d, k)}
  reroll any {lo} to {hi}
  choose box in 1..{k} if used[box] = 0:
    used[box] = 1
    points += box * count(box)
    take box * count(box) from bank
  if sum(b in 1..{k}: used[b]) = {k}:
    if points = {2 * k}: take bonus from bank
    draw

policy "greedy": box highest box * count(box)
''', 1, ['greedy']

def coins(r):
    n = r.choice([2, 3])
    who = r.choice(['any 1', 'any 1 to 2', 'any 2'])
    price = r.choice([1, 2])
    return f'''game "Coins and two bones"
seats {n}
rule price = {price} from 0 to 10
best for coins
ante 1
table: pot from 0 to {n * (1 + price * 2) + n}; top from 0 to 12
each seat: holds from 0 to 1

turn:
  roll 2 tali
  choose:
    "stand": note "stands"
    "again":
      pay price
      reroll {who}
  if count(1) > 0: pay 1
  if sum > top:
    top = sum
    for s in others: s.holds = 0
  if sum = top: holds = 1

after round:
  win s in seats if s.holds = 1

policy "behind": "again" if sum <= top; "stand"
''', n, ['behind']

def duel(r):
    k = r.choice([1, 2, 3])
    return f'''game "Duel"
seats 2
each seat: life from 0 to {k}, at first {k}; shield from 0 to 1
rule hard = {r.choice(['2/3', '3/4'])} from 0 to 1
die spear = 0: hard, 1: 1 - hard
die sword = 0: 1/2, 1: 1/2

turn:
  choose:
    "spear":
      roll spear
      if sum = 1: left.life = max(0, left.life - 2)
    "sword":
      roll sword
      by left:
        choose:
          "block" if shield = 0: shield = 1; pass
          "take it": note "takes it"
      if sum = 1: left.life -= 1
  out s in seats if s.life = 0

policy "spears": "spear"; "block" if life = 1; "take it"
policy "swords": "sword"; "take it" if life > 1; "block"
''', 2, ['spears', 'swords']

def targets(r):
    n = r.choice([3, 3, 4]); k = 1 if n == 4 else r.choice([1, 2])
    die = r.choice(['d2', 'd3', '2 d2'])
    return f'''game "Targets"
seats {n}
each seat: life from 0 to {k}, at first {k}
table: clock from 0 to {r.choice([4, 6])}
die coin = 0: 1, 1: {r.choice([1, 2, '1/2'])}

turn:
  clock += 1
  roll coin
  if sum = 1:
    choose s in others:
      s.life -= 1
      note "hit"
  out s in seats if s.life = 0
  if clock = {r.choice([4])}: draw

policy "strong": s highest s.life
policy "weak": s lowest s.life
''', n, ['strong', 'weak']

def potato(r):
    n = r.choice([2, 3, 4])
    return f'''game "Hot potato"
seats {n}
length in turns
table: fuse from 0 to {r.choice([3, 5])}, capped
die spark = 0: {r.choice(['2/3', '3/4', '1/2'])}, 1: 1/4

turn:
  roll spark
  fuse += 1
  if sum = 1: out; note "burnt"; pass
  if fuse = {r.choice([3])}: win
  choose:
    "left": pass to left
    "right" if left{'.heat < right.heat' if False else ''} != right: pass to right
    "keep": pass to me
''', n, [] if False else []

def heap(r):
    h = r.choice([5, 7, 9])
    last = r.choice(['win', 'win left'])
    return f'''game "Heap"
seats 2
rule most = {r.choice([2, 3])} from 1 to 4
table: heap from 0 to {h}, at first {h}

turn:
  roll d{r.choice([2, 3])}
  choose t in 1..most if t <= heap and t != sum:
    heap -= t
    if heap = 0: {last}
  if heap > 0 and sum = 1:
    heap -= 1
    if heap = 0: {last}

policy "much": t highest t
policy "little": t lowest t
''', 2, ['much', 'little']

def aseb1(r):
    end = r.choice([5, 6, 7])
    return f'''game "Short aseb"
seats 2
rule pieces = {r.choice([1, 2]) if end == 5 else 1} from 1 to 7
rule flat = {r.choice(['1/2', '2/3'])} from 0 to 1
rule safe = [{r.choice(['', '3', '4'])}]
rule again = [{r.choice(['', '2', '3'])}]
die stick = 0: 1 - flat, 1: flat
each seat: piece[1..pieces] from 0 to {end}{r.choice([', unordered', ''])}
each turn: d from 0 to 2; to from 0 to {end}

turn:
  roll 2 stick
  if sum = 0: again
  d = sum
  choose p in 1..pieces if legal(piece[p], piece[p] + d):
    to = min({end}, piece[p] + d)
    piece[p] = to
    if to >= 2 and to <= {end - 1}:
      for q in 1..pieces if left.piece[q] = to:
        left.piece[q] = 0
        note "captures"
    if every(piece, {end}): win
    if any(again, to): d = 0; to = 0; again

define legal(s, t): s < {end} and (t >= {end} or not any(piece, t) and not (any(safe, t) and any(left.piece, t)))
policy "runner": p highest piece[p]
policy "greedy":
  p highest piece[p] if piece[p] + d >= 2 and any(left.piece, piece[p] + d)
  p highest piece[p]
''', 2, ['runner', 'greedy']

def draft(r):
    return f'''game "Draft"
seats 2
table: taken[1..3] from 0 to 1
each seat: die_of from 0 to 3
map faces_of = 1: {r.choice([2, 3])}, 2: {r.choice([4, 5])}, 3: 1
start:
  for s in 1..2:
    by s:
      choose k in 1..3 if taken[k] = 0:
        taken[k] = 1
        die_of = k
        note "drafts"
  roll d2
  first sum

turn:
  roll d{r.choice([4, 6])}
  if sum = faces_of(die_of): win
  if sum > {r.choice([3, 5])} + die_of mod 2: {r.choice(['out', 'win left', 'pass to me'])}

policy "third": k highest k
''', 2, ['third']

def raises(r):
    return f'''game "Raises"
seats 2
best for coins
ante 1
table: pot from 0 to {r.choice([8, 10])}; n from 0 to {r.choice([3, 4])}; held from 0 to 6

turn:
  n += 1
  roll d{r.choice([4, 6])}
  choose:
    "raise" if n < 3:
      pay 1
      held = max(held, sum)
    "call":
      pay {r.choice([1, 2])}
      if sum > held: win
      if sum = held: win s in seats
      win left
    "fold": pay 0; win left
''', 2, []

def waits(r):
    return f'''game "Waiting is free"
seats 1
table: luck from 0 to {r.choice([3, 4])}

turn:
  choose:
    "roll":
      roll d{r.choice([2, 3])}
      if sum = 1: luck = min(luck + 1, {r.choice([3])})
      else if luck = 0: out
      else: luck -= 1
      if luck = 3: win
    "wait": note "waits"
''', 1, []

def buy(r):
    return f'''game "Buying throws"
seats {r.choice([2, 3])}
rule price = {r.choice(['1/2', '1', '2/3'])} from 0 to 3
ante {r.choice([1, 2])}
table: leader seat; best_sum from 0 to 12; clock from 0 to {6}
length in turns

turn:
  clock += 1
  roll {r.choice(['2 d2', '2 d3', '1 d4'])} as mine
  choose:
    "reroll" if {r.choice(['mine.sum < 4', 'leader != me', 'clock > 1'])}:
      pay price
      reroll {r.choice(['all', 'any 1', 'any 0 to 1'])}
    "keep":
      note "keeps"
  if mine.sum > best_sum:
    best_sum = mine.sum
    leader = me
  if clock = {r.choice([2, 3, 4])}:
    win leader

policy "low": "reroll" if mine.sum < 3; "keep"
''', 0, ['low']

ALL = [pig, pig2, squares, dice_choice, box, yahtzee, coins, duel, targets, potato, heap, aseb1, draft, raises, waits, buy]
