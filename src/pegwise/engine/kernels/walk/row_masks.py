"""How far a code is from each row of a history, in bits: one bit a row, so that 64 rows change at once.

The error of a row is what the code's feedback has more than the row says; there is one for black hits and one
for hits in all. Of each kind four masks are kept for every word of 64 rows: the rows whose error is below 0,
below -1, above 0 and above 1. What a change of the code costs is then a matter of counting bits.
"""

from __future__ import annotations

import numpy as np

from pegwise.engine.kernels.compare.words import popcount

__all__ = ["cost_of", "mask_error", "shift_errors"]


def cost_of(masks, k, at, words, up, up_two, down, down_two):
    """By how much the sum of absolute errors grows if these rows' errors grow, or fall, by one or two.

    The masks of walker ``k`` begin at ``at`` with the rows below 0; the four lie ``words`` apart.
    """
    below, far_below = masks[k, at], masks[k, at + words]
    above, far_above = masks[k, at + 2 * words], masks[k, at + 3 * words]
    more = popcount(up) + popcount(down) + np.uint64(2) * (popcount(up_two) + popcount(down_two))
    less = popcount(up & below) + popcount(down & above)
    less += popcount(up_two & below) + popcount(up_two & far_below)
    less += popcount(down_two & above) + popcount(down_two & far_above)
    return np.int64(more) - 2 * np.int64(less)


def mask_error(masks, k, at, words, bit, error):
    """Put one row's error into the four masks."""
    rest = ~bit
    masks[k, at] = (masks[k, at] & rest) | (bit if error < 0 else np.uint64(0))
    masks[k, at + words] = (masks[k, at + words] & rest) | (bit if error < -1 else np.uint64(0))
    masks[k, at + 2 * words] = (masks[k, at + 2 * words] & rest) | (bit if error > 0 else np.uint64(0))
    masks[k, at + 3 * words] = (masks[k, at + 3 * words] & rest) | (bit if error > 1 else np.uint64(0))


def shift_errors(masks, errors, k, at, words, first, rows, by):
    """Add ``by`` to the errors of these rows of a word; ``first`` is the place of the word's first row."""
    while rows != np.uint64(0):
        low = rows & (~rows + np.uint64(1))
        rows ^= low
        place = first + np.int64(popcount(low - np.uint64(1)))
        error = errors[k, place] + by
        errors[k, place] = error
        mask_error(masks, k, at, words, low, error)
