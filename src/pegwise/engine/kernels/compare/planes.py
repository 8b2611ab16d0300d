"""Plane kernels: 512 pairs at a time, for one code length each.

The black and total of 512 codes are added up bit by bit in vector registers, every feedback class
becomes a mask, and a class size is a population count. A factory here makes the kernel for one shape
(pegs, whether only black is told); its innermost step is a numpy twin from ``steps``, in whose place
``compile`` puts vector instructions from ``circuits``. A kernel returns 0, or 1 where shapes do not fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.kernels.compare.steps import count_words
from pegwise.engine.kernels.compare.words import ENTROPY, MOST_CODES, SIZES, SQUARES, WORST
from pegwise.engine.kernels.shapes import STEP, STEP_CODES, class_slots, counted, width_of

if TYPE_CHECKING:
    from collections.abc import Callable

TILE = 32
"""Guesses counted together against one block of candidate planes."""
BLOCK_BYTES = 1 << 20
"""Candidate planes in one block: what stays in a second-level cache."""


def _make_score(slots: int) -> Callable[..., Any]:
    """One score of row ``at`` of a tile. ``slots`` is a constant in it, so loops become vectors."""

    def score(kind, rest, table, tile, at):
        result = rest
        if kind == WORST:
            for slot in range(slots):
                result = max(result, tile[at, slot])
        elif kind == SQUARES:
            result *= rest
            for slot in range(slots):
                result += tile[at, slot] * tile[at, slot]
        elif kind == ENTROPY:
            result = table[rest]
            for slot in range(slots):
                result += table[tile[at, slot]]
        else:
            result = np.int64(rest > 0)
            for slot in range(slots):
                result += np.int64(tile[at, slot] > 0)
        return result

    return score


def _make_finish(slots: int) -> Callable[..., None]:
    """Writes the sizes or scores of guesses first to last from a tile, where class (0, 0) is missing.

    Slots without a class are 0 and count for nothing in any score. The missing class stays out of the
    tile, since a scalar store would hold up the vector loads that follow.
    """
    score = _make_score(slots)

    def finish(kind, size, numbers, table, tile, sizes, out, first, last):
        for guess in range(first, last):
            at = guess - first
            rest = size
            for slot in range(slots):
                rest -= tile[at, slot]
            if kind == SIZES:
                sizes[guess, numbers[0]] = rest
                for number in range(1, len(numbers)):
                    sizes[guess, numbers[number]] = tile[at, number]
            else:
                out[guess] = score(kind, rest, table, tile, at)

    return finish


def _make_fitting(pegs: int, black_only: bool) -> Callable[..., bool]:
    width = width_of(pegs) if black_only else 2 * width_of(pegs)
    slots, count = class_slots(pegs, black_only), len(counted(pegs, black_only))

    def fitting(kind, size, planes, rows, numbers, table, sizes, out, tile):
        if planes.shape[1] % STEP or planes.shape[0] == 0 or rows.shape[1] != width:
            return False
        if size < 0 or size > min(64 * planes.shape[1], MOST_CODES):
            return False
        if tile.shape[0] != TILE or tile.shape[1] != slots or len(numbers) != count:
            return False
        if kind == SIZES:
            fits = sizes.shape[0] == rows.shape[0]
            for number in numbers:
                fits = fits and 0 <= number < sizes.shape[1]
            return bool(fits)
        return bool(len(out) == rows.shape[0] and (kind != ENTROPY or len(table) > size))

    return fitting


def make_count(pegs: int, black_only: bool) -> Callable[..., int]:
    """The kernel that counts candidates' planes for many guesses.

    kind, size: what is wanted, and how many candidates. planes (R, W): the candidates. rows (G, 2P): the
    guesses. numbers: ``class_numbers``. table (size+1,) for ENTROPY. sizes (G, bins): the answer for
    SIZES, untouched at numbers that are not named. out (G,): the answer for the others. tile: scratch.
    """
    step = count_words(pegs, black_only)
    finish = _make_finish(class_slots(pegs, black_only))
    fitting = _make_fitting(pegs, black_only)

    def count(kind, size, planes, rows, numbers, table, sizes, out, tile):
        if not fitting(kind, size, planes, rows, numbers, table, sizes, out, tile):
            return 1
        words = planes.shape[1]
        block = max(1, BLOCK_BYTES // (STEP_CODES // 8) // planes.shape[0]) * STEP
        for first in range(0, rows.shape[0], TILE):
            last = min(first + TILE, rows.shape[0])
            tile[:] = 0
            for start in range(0, words, block):
                stop = min(start + block, words)
                for guess in range(first, last):
                    step(planes, rows, guess, start, stop, tile, guess - first)
            finish(kind, size, numbers, table, tile, sizes, out, first, last)
        return 0

    return count
