#!/usr/bin/env python3
"""Print the value of a position for the player to move, from a table written by `strategy GAME --solve -o FILE`:
python3 read_table.py aseb.table 3,4,7/4,6
python3 read_table.py few.table 16,22/9,20"""
import json, struct, sys, zlib
from math import comb

def side(text):
    squares, _, off = text.partition("+")
    return [int(square) for square in squares.split(",") if square != "-"], int(off or 0)

def colex(places):
    return sum(comb(place, k) for k, place in enumerate(sorted(places), 1))

file, (position, *seat) = open(sys.argv[1], "rb"), sys.argv[2].split(" @")
head = json.loads(file.read(4096))
width, block = head["bytes"], head["block"]

def number_in_aseb():
    pieces = head["rules"]["pieces"]
    (own, a), (other, b) = map(side, position.split("/"))
    parts = sorted(range(16), key=lambda mask: (mask.bit_count(), mask))
    size = lambda left: sum(mask.bit_count() <= left for mask in parts)
    ways = lambda a, b, p, q: comb(12, p) * comb(12 - p, q) * size(pieces - a - p) * size(pieces - b - q)
    classes = [(i, j, p, q) for i in range(pieces) for j in range(pieces) for p in range(pieces - i + 1) for q in range(pieces - j + 1)]
    X, Z = [s - 5 for s in own if s > 4], [s - 5 for s in other if s > 4]
    row, column = (parts.index(sum(1 << s - 1 for s in squares if s < 5)) for squares in (own, other))
    place = colex(X) * comb(12 - len(X), len(Z)) + colex(z - sum(x < z for x in X) for z in Z)
    here = (a, b, len(X), len(Z))
    return sum(ways(*c) for c in classes if c < here) + (place * size(pieces - a - len(X)) + row) * size(pieces - b - len(Z)) + column

def number_of_twelve_lines():
    def of_side(text):
        spaces = [part.partition("x")[::2] for part in text.partition("+")[0].split(",") if part != "-"]
        pieces = [int(space) for space, count in spaces for _ in range(int(count or 1))]
        # Pieces in hand are written as 0; pieces not written are off.
        low, high = sorted(pieces + [31] * (2 - len(pieces)))
        return high * (high + 1) // 2 + low
    return 528 * of_side(position.split("/")[0]) + of_side(position.split("/")[1])

number = number_in_aseb() if "aseb" in head["format"] else number_of_twelve_lines()
at = (number + (head["positions"] if seat == ["2"] and head["tables"] == 2 else 0)) * width
values = head["positions"] * head["tables"] * width
file.seek(4096 + at - at % block)
data = file.read(min(block, values - (at - at % block)))
file.seek(4096 + values + 4 * (at // block))
assert zlib.crc32(data) == struct.unpack("<I", file.read(4))[0], "this block of the table is damaged"
print(struct.unpack("<d", data[at % block:at % block + 8])[0])
