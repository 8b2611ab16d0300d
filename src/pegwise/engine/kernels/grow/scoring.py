"""Pieces of the tree-growing kernel that do not depend on the length of a code.

`kind` is one of `kernels`' kinds or WORST_PARTS; a score is lower where a guess is better. ``game`` is
(parameters, positions, contents, table): all codes as words, and n*log2(n) up to 255, then the margin below
which entropy sums must be compared exactly. ``space`` is (words, longs, shorts, bytes_) of `Scratch`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.compare.words import ENTROPY, PARTS, SQUARES, WORST
from pegwise.engine.kernels.grow.base import FLAGS as _FLAGS
from pegwise.engine.kernels.grow.base import feedback_part as _feedback_part
from pegwise.engine.kernels.grow.interface import WORST_PARTS
from pegwise.engine.kernels.shapes import STEP_CODES

__all__ = [
    "FOUND",
    "MARGIN",
    "answer",
    "best_candidate",
    "bound",
    "compared",
    "fewest_parts",
    "largest_class",
    "score_bytes",
    "score_guess",
]

MARGIN = 256
"""Where `table` holds the margin."""
FOUND = 2
"""The row of `longs` that holds the score of the best guess found, its index, and its number in its pool.

The number of a candidate is -1."""


@njit(**_FLAGS)
def bound(kind, count, parts, table):
    """The best score of `count` candidates in `parts` classes: that of the most even division."""
    if kind == PARTS:
        return -parts
    low = count // parts
    more = count - low * parts
    if kind == SQUARES:
        return more * (low + 1) * (low + 1) + (parts - more) * low * low
    if kind == ENTROPY:
        return more * table[low + 1] + (parts - more) * table[low]
    worst = low + (more > 0)
    return worst if kind == WORST else 256 * worst - parts


@njit(**_FLAGS)
def fewest_parts(kind, count, most, best, ties, table):
    """The fewest classes a guess must leave to be better than `best`, or as good if ``ties`` count.

    most + 1 if none can be. Entropy sums within the margin may compare either way as reals; equal sums are
    equal. Never less than 2: a candidate leaves as many, and so what pads the planes, in one class, is never
    taken for a guess.
    """
    slack = table[MARGIN] if kind == ENTROPY else 0
    parts = most
    while parts > 1:
        least = bound(kind, count, parts, table)
        if least > best + slack or (least == best and not ties):
            break
        parts -= 1
    return parts + 1


@njit(**_FLAGS)
def largest_class(kind, best, ties):
    """The largest class a guess better than `best`, or as good, may leave (WORST and WORST_PARTS)."""
    if kind == WORST:
        return best - (not ties)
    return (best + 255) >> 8


@njit(**_FLAGS)
def answer(guess, count, game, space):
    """The feedback numbers of a guess for the candidates at hand, into shorts[0]."""
    parameters, positions, contents, _ = game
    words, _, shorts, _ = space
    zero, many = np.uint64(0), np.uint64(count)
    _feedback_part(parameters, positions[guess], contents[guess], words[0], words[1], zero, many, shorts[0])


@njit(**_FLAGS)
def score_guess(kind, count, table, shorts, bytes_):
    """The score of the guess whose feedback numbers are in shorts[0]."""
    worst, total, parts = 0, 0, 0
    for i in range(count):
        bytes_[0, shorts[0, i]] += 1
    for i in range(count):
        # The first of each class takes its size, and leaves 0 to the others.
        size = np.int64(bytes_[0, shorts[0, i]])
        bytes_[0, shorts[0, i]] = 0
        parts += size > 0
        worst = max(worst, size)
        total += table[size] if kind == ENTROPY else size * size
    if kind == WORST:
        return worst
    if kind == PARTS:
        return -parts
    return 256 * worst - parts if kind == WORST_PARTS else total


@njit(**_FLAGS)
def _product(shorts, count, bytes_, words, row):
    """The product of n**n over the class sizes n, in words[row]: 32 bits a limb, lowest first.

    At most 255**255 < 2**2040: 64 limbs. The feedback numbers are in shorts[0].
    """
    for i in range(count):
        bytes_[0, shorts[0, i]] += 1
    words[row] = 0
    words[row, 0] = 1
    for i in range(count):
        # Each candidate brings in the size of its class: in all n times n.
        factor = np.uint64(bytes_[0, shorts[0, i]])
        carry = np.uint64(0)
        for limb in range(64):
            carry += factor * words[row, limb]
            words[row, limb] = carry & np.uint64(0xFFFFFFFF)
            carry >>= np.uint64(32)
    for i in range(count):
        bytes_[0, shorts[0, i]] = 0


@njit(**_FLAGS)
def compared(kind, score, guess, best, champion, count, game, space):
    """How `guess` with this score compares with `champion` and its score `best`: -1 if better, 0, or 1.

    Close entropy sums are decided by the products of n**n as whole numbers.
    """
    if score == best:
        return 0
    if kind != ENTROPY or abs(score - best) > game[3][MARGIN]:
        return -1 if score < best else 1
    words, _, shorts, bytes_ = space
    for side, code in enumerate((guess, champion)):
        answer(code, count, game, space)
        _product(shorts, count, bytes_, words, 2 + side)
    for limb in range(63, -1, -1):
        if words[2, limb] != words[3, limb]:
            return -1 if words[2, limb] < words[3, limb] else 1
    return 0


@njit(**_FLAGS)
def best_candidate(kind, goal, order, low, count, game, space):
    """The best candidate as a guess, the lowest of equals, into longs[FOUND], with -1 for its number.

    Ends at the first that reaches `goal`, a score no guess can beat.
    """
    _, longs, shorts, bytes_ = space
    found = longs[FOUND]
    for i in range(count):
        guess = np.int64(order[low + i])
        answer(guess, count, game, space)
        score = score_guess(kind, count, game[3], shorts, bytes_)
        if i == 0 or compared(kind, score, guess, found[0], found[1], count, game, space) < 0:
            found[0], found[1], found[2] = score, guess, -1
            if score == goal:
                return


@njit(**_FLAGS)
def _largest(sizes, short):
    short[:] = 0
    for row in range(sizes.shape[0]):
        for guess in range(STEP_CODES):
            short[guess] = max(short[guess], np.uint16(sizes[row, guess]))


@njit(**_FLAGS)
def _summed(kind, sizes, short):
    short[:] = 0
    for row in range(sizes.shape[0]):
        if kind == SQUARES:
            for guess in range(STEP_CODES):
                short[guess] += np.uint16(sizes[row, guess]) * np.uint16(sizes[row, guess])
        else:
            for guess in range(STEP_CODES):
                short[guess] += np.uint16(sizes[row, guess] > 0)


@njit(**_FLAGS)
def score_bytes(kind, sizes, shorts, table, longs):
    """Scores of 512 guesses, longs[0], from their class sizes (classes, 512) uint8.

    All but entropy's fit 16 bits: four times the lanes of int64.
    """
    out, short = longs[0], shorts[1]
    out[:] = 0
    if kind == ENTROPY:
        for row in range(sizes.shape[0]):
            for guess in range(STEP_CODES):
                out[guess] += table[sizes[row, guess]]
        return
    if kind != WORST:
        _summed(kind, sizes, short)
        sign = 1 if kind == SQUARES else -1
        for guess in range(STEP_CODES):
            out[guess] = sign * np.int64(short[guess])
    if kind in (WORST, WORST_PARTS):
        _largest(sizes, short)
        weight = 1 if kind == WORST else 256
        for guess in range(STEP_CODES):
            out[guess] += weight * np.int64(short[guess])
