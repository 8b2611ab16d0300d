"""Bookkeeping of the tree-growing kernel: candidates, their rows in a pool, and their classes."""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.grow.base import FLAGS as _FLAGS

__all__ = ["fetch", "guess_index", "name_rows", "split_classes"]


@njit(**_FLAGS)
def fetch(order, low, count, positions, contents, words):
    """The words of candidates order[low:low+count], into words[0] and words[1]."""
    for i in range(count):
        words[0, i] = positions[order[low + i]]
        words[1, i] = contents[order[low + i]]


@njit(**_FLAGS)
def _name_colors(pooled, codes, order, low, count, total, bytes_):
    """Names the colors a pool needs: bytes_[1] from color to name, bytes_[2] back; how many.

    They are the colors that candidates hold, and the lowest of the others: one, or one for each peg if no
    code repeats a color.
    """
    pegs = codes.shape[1]
    others = 1 if pooled else pegs
    bytes_[1, :total] = 0
    for i in range(low, low + count):
        for peg in range(pegs):
            bytes_[1, codes[order[i], peg]] = 1
    names = 0
    for color in range(total):
        if not bytes_[1, color]:
            if not others:
                continue
            others -= 1
        bytes_[1, color] = names
        bytes_[2, names] = color
        names += 1
    return names


@njit(**_FLAGS)
def _compared(codes, code, other, first, second):
    """Compares ``other`` with ``code`` after an exchange of two colors: negative, 0, or positive."""
    for peg in range(codes.shape[1]):
        color = codes[code, peg]
        wanted = second if color == first else first if color == second else color
        if codes[other, peg] != wanted:
            return np.int64(codes[other, peg]) - np.int64(wanted)
    return 0


@njit(**_FLAGS)
def _are_alike(codes, order, low, count, first, second):
    """Tells whether candidates order[low:low+count], ascending, stay the same if two colors are exchanged."""
    for i in range(low, low + count):
        code = order[i]
        held = False
        for peg in range(codes.shape[1]):
            held = held or codes[code, peg] == first or codes[code, peg] == second
        start, stop = low, low + count
        while held and start < stop:
            middle = (start + stop) // 2
            side = _compared(codes, code, order[middle], first, second)
            held = side != 0
            if side < 0:
                start = middle + 1
            else:
                stop = middle
        if held:
            return False
    return True


@njit(**_FLAGS)
def _alike_at_end(codes, order, low, count, names, bytes_):
    """How many of the last names stand for colors that can be exchanged without a change of candidates."""
    alike = 1
    while alike < names:
        first, second = bytes_[2, names - alike - 1], bytes_[2, names - alike]
        if not _are_alike(codes, order, low, count, first, second):
            break
        alike += 1
    return alike


@njit(**_FLAGS)
def name_rows(pooled, total, repeats, codes, earlier, pools, order, low, count, bytes_, rows):
    """Names the plane rows of candidates order[low:low+count] in the smallest pool there is that serves them.

    rows (count, 2W or W): the answer; a color that is in no guess of the pool, and a peg that there is not,
    has the empty row at the end of a block. Returns the pool, by its place in the table, and its number of
    colors.
    """
    pegs = codes.shape[1]
    names = _name_colors(pooled, codes, order, low, count, total, bytes_)
    pool, alike = names, _alike_at_end(codes, order, low, count, names, bytes_)
    if alike >= pegs and pools[total + 1 + names - alike, 1]:
        pool, names = total + 1 + names - alike, names - alike + pegs
    elif not pools[names, 1]:
        pool, names = total, total
        for color in range(total):
            bytes_[1, color] = color
            bytes_[2, color] = color
    empty = names * (pegs + repeats)
    width = rows.shape[1] // 2 if repeats else rows.shape[1]
    for i in range(count):
        code = order[low + i]
        for peg in range(pegs):
            name = np.int64(bytes_[1, codes[code, peg]])
            known = name < names
            rows[i, peg] = peg * names + name if known else empty
            if repeats:
                row = pegs * names + name * repeats + earlier[code, peg]
                rows[i, width + peg] = row if known else empty
        for peg in range(pegs, width):
            rows[i, peg] = empty
            if repeats:
                rows[i, width + peg] = empty
    return pool, names


@njit(**_FLAGS)
def guess_index(pooled, total, pegs, names, number, bytes_):
    """The index among all codes of the guess with this number in a pool of so many names.

    The guesses use bytes_[0], which is then 0 again.
    """
    if pooled and names == total:  # all colors have their own names
        return number
    rest, base = np.uint64(number), np.uint64(names)
    for peg in range(pegs - 1, -1, -1):
        bytes_[0, peg] = bytes_[2, rest % base]
        rest //= base
    index = 0
    for peg in range(pegs):
        color = np.int64(bytes_[0, peg])
        if pooled:
            index = index * total + color
            continue
        for before in range(peg):  # codes without repeats are in the order of the colors that are left
            color -= np.int64(bytes_[0, before] < bytes_[0, peg])
        index = index * (total - peg) + color
    bytes_[0, :pegs] = 0
    return index


@njit(**_FLAGS)
def split_classes(order, low, count, shorts, win, longs, stack, top, node):
    """Sorts order[low:low+count] by the feedback numbers in shorts[0], keeping the order within a class.

    Pushes every class but the win on stack (low, count, parent, number), the last first, so that they
    come back in order. Returns the new top.
    """
    offsets, moved = longs[1], longs[3]
    for number in range(win + 2):
        offsets[number] = 0
    for i in range(count):
        offsets[shorts[0, i] + 1] += 1
        moved[i] = order[low + i]
    for number in range(win + 1):
        offsets[number + 1] += offsets[number]
    for i in range(count):
        number = shorts[0, i]
        order[low + offsets[number]] = moved[i]
        offsets[number] += 1
    # Each offset has moved on to the end of its class; the win is the highest number.
    for number in range(win - 1, -1, -1):
        start = offsets[number - 1] if number else 0
        if offsets[number] > start:
            stack[top, 0] = low + start
            stack[top, 1] = offsets[number] - start
            stack[top, 2] = node
            stack[top, 3] = number
            top += 1
    return top
