"""Two changes of a code, what each costs, and carrying it out: two pegs swap colors, or one gets another.

A bit a row, in some words of 64: ``there[peg * labels + color]`` has the rows whose guess has the color at
the peg, ``held[color * (pegs + 1) + n]`` those whose guess has the color more than ``n`` times.
"""

from __future__ import annotations

import numpy as np

from pegwise.engine.kernels.walk.row_masks import cost_of, shift_errors

__all__ = ["recolor", "recolor_cost", "swap", "swap_cost"]


def swap_cost(there, masks, k, words, labels, i, old, j, new):
    """What it costs that peg ``i``, which has ``old``, and peg ``j``, which has ``new``, swap colors."""
    cost = np.int64(0)
    for word in range(words):
        had, gets = there[i * labels + old, word], there[i * labels + new, word]
        also_had, also_gets = there[j * labels + new, word], there[j * labels + old, word]
        up = (gets ^ also_gets) & ~(had | also_had)
        down = (had ^ also_had) & ~(gets | also_gets)
        cost += cost_of(masks, k, word, words, up, gets & also_gets, down, had & also_had)
    return cost


def swap(there, codes, errors, masks, k, words, labels, i, j):
    """Swap the colors of pegs ``i`` and ``j``."""
    old, new = codes[k, i], codes[k, j]
    for word in range(words):
        had, gets = there[i * labels + old, word], there[i * labels + new, word]
        also_had, also_gets = there[j * labels + new, word], there[j * labels + old, word]
        up = (gets ^ also_gets) & ~(had | also_had)
        down = (had ^ also_had) & ~(gets | also_gets)
        first = 64 * word
        shift_errors(masks, errors, k, word, words, first, up, 1)
        shift_errors(masks, errors, k, word, words, first, down, -1)
        shift_errors(masks, errors, k, word, words, first, gets & also_gets, 2)
        shift_errors(masks, errors, k, word, words, first, had & also_had, -2)
    codes[k, i] = new
    codes[k, j] = old


def recolor_cost(
    there, held, counts, masks, k, words, labels, pegs, whites,
    i, old, new,
):  # fmt: skip
    """What it costs that peg ``i``, which has ``old``, gets ``new``."""
    none, cost = np.uint64(0), np.int64(0)
    for word in range(words):
        had, gets = there[i * labels + old, word], there[i * labels + new, word]
        cost += cost_of(masks, k, word, words, gets, none, had, none)
        if whites:
            more = held[new * (pegs + 1) + counts[k, new], word]
            less = held[old * (pegs + 1) + counts[k, old] - 1, word]
            cost += cost_of(masks, k, 4 * words + word, words, more & ~less, none, less & ~more, none)
    return cost


def recolor(
    there, held, codes, counts, errors, masks, k, words, labels,
    pegs, whites, i, new,
):  # fmt: skip
    """Give peg ``i`` the color ``new``."""
    old = codes[k, i]
    for word in range(words):
        first = 64 * word
        shift_errors(masks, errors, k, word, words, first, there[i * labels + new, word], 1)
        shift_errors(masks, errors, k, word, words, first, there[i * labels + old, word], -1)
        if whites:
            more = held[new * (pegs + 1) + counts[k, new], word]
            less = held[old * (pegs + 1) + counts[k, old] - 1, word]
            at, later = 4 * words + word, 64 * words + first
            shift_errors(masks, errors, k, at, words, later, more & ~less, 1)
            shift_errors(masks, errors, k, at, words, later, less & ~more, -1)
    codes[k, i] = new
    counts[k, old] -= 1
    counts[k, new] += 1
