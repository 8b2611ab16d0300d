"""Scores of guesses in games whose codes do not fit into two words: a column of numbers a peg.

A feedback number is P*black + total, or black*(P+1) when only black is told; it must be below 2**16.
"""

from __future__ import annotations

import numpy as np

from pegwise.engine.kernels.compare.words import ENTROPY, score_counters

__all__ = ["wide_scores"]


def add_black(weight, color, column, out):
    """Add ``weight`` to the number of each code that has this color in this column."""
    for code in range(len(out)):
        out[code] += np.uint16(weight * np.uint64(column[code] == color))


def add_common(most, counts, out):
    """Add to the number of each code how often it has a color, at most so often."""
    for code in range(len(out)):
        out[code] += np.uint16(min(most, counts[code]))


def wide_numbers(black_only, guess, codes, counts, out):
    """Feedback numbers (N,) of a guess (P,) against codes (P, N), which have each color counts (C, N)
    times."""
    pegs = len(guess)
    for code in range(len(out)):
        out[code] = np.uint16(0)
    weight = np.uint64(pegs + 1 if black_only else pegs)
    for peg in range(pegs):
        color = guess[peg]
        add_black(weight, color, codes[peg], out)
        if not black_only:
            most, later = 0, False
            for other in range(pegs):
                if guess[other] == color:
                    most += 1
                    later = later or other < peg
            if not later:
                add_common(np.uint16(most), counts[color], out)


def move_black(weight, old, new, column, out):
    """As `add_black`, where the guess now has the color ``new`` instead of ``old``."""
    for code in range(len(out)):
        out[code] += np.uint16(weight * np.uint64(column[code] == new))
        out[code] -= np.uint16(weight * np.uint64(column[code] == old))


def move_common(before, guess, peg, color, counts, out):
    """As `add_common`, for a color that one of two guesses has at a peg where they differ.

    Nothing is done if there was such a peg before this one.
    """
    less, more = 0, 0
    for other in range(len(guess)):
        had, has = before[other] == color, guess[other] == color
        if had != has and other < peg:
            return
        less += had
        more += has
    if less != more:
        least, most = np.uint16(less), np.uint16(more)
        for code in range(len(out)):
            out[code] += np.uint16(min(most, counts[code]))
            out[code] -= np.uint16(min(least, counts[code]))


def move_numbers(black_only, before, guess, codes, counts, out):
    """The numbers of one guess into those of another, which differs from it at few pegs."""
    pegs = len(guess)
    weight = np.uint64(pegs + 1 if black_only else pegs)
    for peg in range(pegs):
        old, new = before[peg], guess[peg]
        if old != new:
            move_black(weight, old, new, codes[peg], out)
            if not black_only:
                move_common(before, guess, peg, old, counts[old], out)
                move_common(before, guess, peg, new, counts[new], out)


def differing(one, other):
    """At how many pegs two guesses differ."""
    found = 0
    for peg in range(len(one)):
        found += one[peg] != other[peg]
    return found


def wide_scores(
    kind, black_only, guesses, codes, counts, table, out, counters,
    numbers,
):  # fmt: skip
    """One kind of score for guesses (G, P) against codes (P, N), into out (G,) int64.

    ``counts`` (C, N): how often each code has each color; every color of a guess is below C. ``table``: as
    for ``scores``. Scratch: counters (1, bins) int32, numbers (N,) uint16.
    """
    pegs, count = codes.shape
    if guesses.shape[1] != pegs or len(out) != len(guesses) or len(numbers) != count or pegs > 254:
        return 1
    if counts.shape[1] != count or counters.shape[0] != 1 or counters.shape[1] <= pegs * (pegs + 1):
        return 1
    if kind == ENTROPY and len(table) <= count:
        return 1
    for guess in range(len(guesses)):
        for peg in range(pegs):
            if guesses[guess, peg] >= len(counts):
                return 1
        for number in range(counters.shape[1]):
            counters[0, number] = 0
        if guess > 0 and 2 * differing(guesses[guess - 1], guesses[guess]) <= pegs:
            move_numbers(black_only, guesses[guess - 1], guesses[guess], codes, counts, numbers)
        else:
            wide_numbers(black_only, guesses[guess], codes, counts, numbers)
        for code in range(count):
            counters[0, numbers[code]] += 1
        out[guess] = score_counters(kind, table, counters)
    return 0
