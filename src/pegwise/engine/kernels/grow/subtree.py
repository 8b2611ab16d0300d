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
    """Names the colors a pool needs: bytes_[1] from color to name, bytes_[2] back; how many."""
    for color in range(total):
        bytes_[1, color] = 0 if pooled else 1
    if pooled:
        for i in range(low, low + count):
            for peg in range(codes.shape[1]):
                bytes_[1, codes[order[i], peg]] = 1
        for color in range(total):
            if not bytes_[1, color]:
                bytes_[1, color] = 1
                break
    names = 0
    for color in range(total):
        if bytes_[1, color]:
            bytes_[1, color] = names
            bytes_[2, names] = color
            names += 1
    return names


@njit(**_FLAGS)
def name_rows(pooled, total, repeats, codes, earlier, order, low, count, bytes_, rows):
    """Names the plane rows of candidates order[low:low+count] in the smallest pool that serves them.

    rows (count, 2P or P): the answer. Returns the pool's number of colors: those the candidates hold and
    the lowest of the others, of `total`; or all if not pooled.
    """
    pegs = codes.shape[1]
    names = _name_colors(pooled, codes, order, low, count, total, bytes_)
    for i in range(count):
        code = order[low + i]
        for peg in range(pegs):
            name = np.int64(bytes_[1, codes[code, peg]])
            rows[i, peg] = peg * names + name
            if repeats:
                rows[i, pegs + peg] = pegs * names + name * repeats + earlier[code, peg]
    return names


@njit(**_FLAGS)
def guess_index(pooled, pegs, total, names, place, bytes_):
    """The index among all codes of the guess at `place` in the pool of so many names."""
    if not pooled:
        return place
    index, weight = 0, 1
    for _ in range(pegs):
        index += weight * np.int64(bytes_[2, place % names])
        place //= names
        weight *= total
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
