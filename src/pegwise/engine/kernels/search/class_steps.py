"""Pieces of the search for optimal strategies that do not depend on the length of a code."""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.compare.intrinsics import popcount
from pegwise.engine.kernels.search.interface import IMPOSSIBLE, OWN_COLORS, UNLIMITED
from pegwise.engine.kernels.search.state import AT, FOUND, GROUPED, SMALL, STATE
from pegwise.engine.kernels.search.transposition_table import (
    add,
    capacity,
    expect,
    floor_of,
    probe,
    salt_of,
    scatter,
)
from pegwise.engine.kernels.search.vector_steps import add_pair, fetch_byte
from pegwise.engine.kernels.teaching import FLAGS

__all__ = [
    "bound_of",
    "bound_of_cost",
    "colors_alike",
    "gather",
    "is_lowest",
    "less",
    "members_first",
    "reach_of",
    "simplified",
    "split",
    "weigh",
]

_ONE = np.uint64(1)
_STARTS, _ENDS = 64, 128
"""Where longs[0] has the first place of each class among the grouped members, and the one after the last."""


@njit(**FLAGS)
def members_first(order, count, labels, places, parts, columns):
    """The most classes a member makes of the set; each one's number into parts.

    Ends at the first that tells all apart. ``columns``: scratch.
    """
    most = 0
    for j in range(count):
        columns[j] = places[np.uint64(order[j])]
    for i in range(count):
        row = labels[np.uint64(order[i])]
        seen = np.uint64(0)
        for j in range(count):
            seen |= _ONE << np.uint64(row[np.uint64(columns[j])])
        parts[i] = np.int64(popcount(seen))
        most = max(most, parts[i])
        if most == count:
            break
    return most


@njit(**FLAGS)
def split(row, following, order, count, win, marks, sizes, keys):
    """Sizes of a guess's classes, and the sums of their members' marks, into sizes[:win+1] and keys.

    ``following``: the labels of the guess that is likely to be next. They are brought near meanwhile, because
    the processor takes longer to read from far memory than to add up.
    """
    for label in range(win + 1):
        sizes[label] = 0
        keys[label, 0] = 0
        keys[label, 1] = 0
    for i in range(count):
        member = np.uint64(order[i])  # no index from the end, which would cost a test
        label = row[member]
        fetch_byte(following, np.int64(member))
        sizes[label] += 1
        add_pair(keys, np.int64(label), marks, np.int64(member))


@njit(**FLAGS)
def bound_of(sizes, win, count, most, others, left, unit, last):
    """The excess of a guess by its class sizes, (bound, sum of squares)."""
    saved, squares, floor = 2 * sizes[win], sizes[win], np.int64(0)
    for label in range(win):
        size = sizes[label]
        if size:
            saved += 1
            squares += size * size
            floor = add(floor, floor_of(size, most, others, left, unit, last))
    return add((count + 1 - saved) * unit, floor), squares


@njit(**FLAGS)
def reach_of(count, most, others, left, last):
    """How many candidates of a class can be found before the last guess; all where that does not count."""
    return capacity(most, others, less(less(left)), count) if last else count


@njit(**FLAGS)
def bound_of_cost(cost, count, reach, unit):
    """The least excess of a guess that makes so many classes that it costs ``cost`` guesses by itself.

    It makes count + 1 - cost classes, its win counted twice. At most ``reach`` candidates of each class but
    the win are found before the last guess.
    """
    winning = count - 1 - (count - 1 - cost) * reach
    other = count - (count + 1 - cost) * reach
    return cost * unit + max(0, min(winning, other))


@njit(**FLAGS)
def colors_alike(count, order, codes, repeats, cells, alike):
    """For each color the next lower one that may change places with it in the set without changing it, or -1.

    Into alike[0]; alike[1] tells whether any candidate holds the color. Sound, not complete: only colors
    that occur equally often at every position, in codes that stay in the set when the two are exchanged, and
    of one peg if pegs have their own. cells (C * P,) is scratch. Returns whether any are alike.
    """
    pegs, colors = codes.shape[1], alike.shape[1]
    for cell in range(colors * pegs):
        cells[cell] = 0
    for i in range(count):
        for peg in range(pegs):
            cells[codes[order[i], peg] * pegs + peg] += 1
    found, kind = False, colors // pegs if repeats == OWN_COLORS else colors
    for color in range(colors):
        held = False
        for peg in range(pegs):
            held = held or cells[color * pegs + peg] > 0
        alike[1, color] = held
        alike[0, color] = -1
        for lower in range(color - 1, color - color % kind - 1, -1):
            same = True
            for peg in range(pegs):
                same = same and cells[color * pegs + peg] == cells[lower * pegs + peg]
            if same and (not held or _exchange(order, count, codes, color, lower)):
                alike[0, color] = lower
                found = True
                break
    return found


@njit(**FLAGS)
def _mixed(code, one, other, pegs):
    word = np.uint64(0)
    for peg in range(pegs):
        color = code[peg]
        if color == one:
            color = np.uint8(other)
        elif color == other:
            color = np.uint8(one)
        word = word * np.uint64(257) + np.uint64(color) + _ONE
    return scatter(word)


@njit(**FLAGS)
def _exchange(order, count, codes, one, other):
    """Whether the set is the same with two colors exchanged (by a sum of 64 bits, twice mixed)."""
    pegs = codes.shape[1]
    before, after = np.uint64(0), np.uint64(0)
    low, high = np.uint64(0), np.uint64(0)
    for i in range(count):
        word = _mixed(codes[order[i]], one, one, pegs)
        before += word
        low += word * (word >> np.uint64(7))
        word = _mixed(codes[order[i]], one, other, pegs)
        after += word
        high += word * (word >> np.uint64(7))
    return before == after and low == high


@njit(**FLAGS)
def is_lowest(code, alike, repeats):
    """Whether a guess uses colors that are alike in ascending order.

    Colors no candidate holds are alike even when one stands for another, so only the lowest of them is used
    where colors may repeat. Where pegs have their own, a guess has one color of a peg, the lowest alike.
    """
    seen = np.uint64(0)
    for peg in range(len(code)):
        color = code[peg]
        before = alike[0, color]
        if repeats == OWN_COLORS:
            if before >= 0:
                return False
            continue
        if before >= 0 and not (seen >> np.uint64(before)) & _ONE:
            return False
        if before >= 0 and repeats and not alike[1, color]:
            return False
        seen |= _ONE << np.uint64(color)
    return True


@njit(**FLAGS)
def simplified(count, left, free, last):
    """A question's limits, none where they cannot matter: n candidates never take more than n guesses."""
    if left != UNLIMITED and (left > count or (left == count and not last)):
        left = UNLIMITED
    if free >= count:
        free = UNLIMITED
    return left, free


@njit(**FLAGS)
def less(limit):
    """A limit after one guess."""
    return limit if limit in (UNLIMITED, 0) else limit - 1


@njit(**FLAGS)
def _class_salt(size, left, free, unit, last):
    left, free = simplified(size, left, free, last)
    return salt_of(left, free, unit, last, 0)


@njit(**FLAGS)
def _by_size(sizes, win, ranks):
    """The labels of the classes of more than two but the win, largest first, into ranks; how many."""
    large = 0
    for label in range(win):
        size = sizes[label]
        if size > 2:
            at = large
            while at > 0 and sizes[ranks[at - 1]] < size:
                ranks[at] = ranks[at - 1]
                at -= 1
            ranks[at] = label
            large += 1
    return large


@njit(**FLAGS)
def weigh(guess, count, most, others, best, question, game, room):
    """What is known of a guess: (its bound, how many of its classes are of more than two).

    These classes, largest first, are in longs[level, 2], their bounds in longs[level, 1].
    """
    _, left, free, unit, _, _, _, win, level, last = question
    longs, keys = room[5][level], room[6][level]
    sizes, lows, ranks = longs[0], longs[1], longs[2]
    longs[STATE, GROUPED] = 0
    state = longs[STATE]
    following = room[4][level, 0, state[AT]] if state[AT] < state[FOUND] else guess
    split(game[1][guess], game[1][following], room[1][level], count, win, game[5], sizes, keys)
    left, free = less(left), less(free)
    for label in range(win):  # the entries are on their way while the bound is added up
        if sizes[label] > 2:
            table = room[0] if sizes[label] > SMALL else room[9]
            expect(keys[label, 0] + _class_salt(sizes[label], left, free, unit, last), table)
    saved, floor = 2 * sizes[win], np.int64(0)
    for label in range(win):
        size = sizes[label]
        if size == count:
            return np.int64(IMPOSSIBLE), 0
        if size:
            saved += 1
            lows[label] = floor_of(size, most, others, left, unit, last)
            floor = add(floor, lows[label])
    bound = add((count + 1 - saved) * unit, floor)
    large = _by_size(sizes, win, ranks)
    if bound >= best:
        return bound, large
    for x in range(large):
        label = ranks[x]
        salt = _class_salt(sizes[label], left, free, unit, last)
        table = room[0] if sizes[label] > SMALL else room[9]
        low, _ = probe(keys[label, 0] + salt, keys[label, 1] ^ salt, table)
        if low > lows[label]:
            bound = add(bound, low - lows[label])
            lows[label] = low
    return bound, large


@njit(**FLAGS)
def _group(row, order, count, win, longs, grouped):
    """Puts the members side by side by their classes; where each class begins, into longs[0]."""
    sizes, starts, ends = longs[0], longs[0, _STARTS:], longs[0, _ENDS:]
    at = np.int64(0)
    for label in range(win + 1):
        starts[label] = ends[label] = at
        at += sizes[label]
    for i in range(count):
        member = order[i]
        label = row[np.uint64(member)]
        grouped[ends[label]] = member
        ends[label] += 1
    longs[STATE, GROUPED] = 1


@njit(**FLAGS)
def gather(label, guess, count, win, level, across, room):
    """Puts the members of one class of a guess one level up."""
    longs, grouped, members = room[5][level], room[10][level], room[1][level + 1]
    if not longs[STATE, GROUPED]:
        _group(across[guess], room[1][level], count, win, longs, grouped)
    first = longs[0, _STARTS + label]
    for i in range(longs[0, label]):
        members[i] = grouped[first + i]
