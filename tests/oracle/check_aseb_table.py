#!/usr/bin/env python3
"""Checks a table of Aseb written by `strategy aseb --solve -o FILE` against its own equations: the value of each random position
is recomputed from those of its successors. Values are read by examples/read_table.py, and moves come from make_aseb.py.
    python3 tests/oracle/check_aseb_table.py aseb.table [HOW_MANY]"""
import contextlib, io, json, os, random, runpy, sys
from fractions import Fraction as Fr
from make_aseb import Game, mirror, strewn, text

READER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'examples', 'read_table.py')
TABLE, COUNT = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 400
HEAD = json.loads(open(TABLE, 'rb').read(4096))

def read(position):
    out, sys.argv = io.StringIO(), [READER, TABLE, position]
    with contextlib.redirect_stdout(out):
        runpy.run_path(READER)
    return float(out.getvalue())

rules = dict(HEAD['rules'])
if rules['throw'] == 'talus':
    rules['faces'] = [["1/4"] * 4]          # replaced by the distributions of the table
game = Game(rules)
laws = [{int(d): Fr(p) for d, p in law.items() if d != 'lost'} for law in HEAD['laws']]
lost = [Fr(law['lost']) for law in HEAD['laws']]

def worth(pos, seat):
    if game.is_over(pos):
        return 1.0 if pos[2] == game.n else 0.0
    return read(text(pos, seat=seat if HEAD['tables'] == 2 else 0))

def backup(pos, seat):
    law = seat % len(laws)
    passed = 1 - worth(mirror(pos), 1 - seat)
    sum_ = float(lost[law]) * passed
    for d, p in laws[law].items():
        values = []
        for move in game.options(pos, d):
            then, again = game.play(pos, move)
            same = again and not game.is_over(then)
            values.append(worth(then, seat) if same else 1 - worth(mirror(then), 1 - seat))
        sum_ += float(p) * (max(values) if values else passed)
    return sum_

rng, largest = random.Random(1), 0.0
for _ in range(COUNT):
    pos, seat = strewn(rng, game.n), rng.randrange(HEAD['tables'])
    off = abs(backup(pos, seat) - worth(pos, seat))
    largest = max(largest, off)
    assert off <= 2 * HEAD['bound'] + 4e-15, (text(pos, seat=seat), off)
print('%d positions of %d pieces: no value is off its equation by more than %.1e; the bound of the table is %.1e' %
      (COUNT, game.n, largest, HEAD['bound']))
