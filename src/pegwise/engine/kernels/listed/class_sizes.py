"""Class sizes and scores of guesses whose feedback is listed. Plain Python that numba compiles."""

from __future__ import annotations

import numpy as np

from pegwise.engine.kernels.compare.words import ENTROPY, PARTS, SQUARES, WORST
from pegwise.engine.kernels.listed.interface import BINS, PARTS_UNIT

__all__ = ["listed_scores", "listed_sizes"]


def count_row(matrix, row, columns, heavy, counters):
    """Add up the weights of candidates by the numbers of a guess in counters (2, BINS).

    The sum ends up in row 0. There are two rows so that equal numbers in turn do not wait for each other.
    """
    for number in range(BINS):
        counters[0, number] = 0
        counters[1, number] = 0
    count = len(columns)
    for i in range(0, count - 1, 2):
        counters[0, matrix[row, columns[i]]] += heavy[i]
        counters[1, matrix[row, columns[i + 1]]] += heavy[i + 1]
    if count % 2:
        counters[0, matrix[row, columns[count - 1]]] += heavy[count - 1]
    for number in range(BINS):
        counters[0, number] += counters[1, number]


def score_sizes(kind, table, counters):
    """Score the class sizes in row 0, lower where a guess is better."""
    worst, total, parts = np.int64(0), np.int64(0), np.int64(0)
    if kind == ENTROPY:
        for number in range(BINS):
            total += table[counters[0, number]]
        return total
    if kind == SQUARES:
        for number in range(BINS):
            total += counters[0, number] * counters[0, number]
        return total
    for number in range(BINS):
        worst = max(worst, counters[0, number])
        parts += np.int64(counters[0, number] > 0)
    if kind == WORST:
        return worst
    return -parts if kind == PARTS else PARTS_UNIT * worst - parts


def unfit(matrix, rows, columns, heavy, counters):
    """Tell whether these do not go together: a place outside the matrix, or too few counters."""
    if len(columns) != len(heavy) or counters.shape[0] != 2 or counters.shape[1] != BINS:
        return True
    outside = 0
    for i in range(len(rows)):
        outside += rows[i] >= matrix.shape[0]
    for i in range(len(columns)):
        outside += columns[i] >= matrix.shape[1]
    return outside > 0


def listed_sizes(matrix, rows, columns, heavy, out, counters):
    """Sum the weights of each class of some guesses, into out (K, at most BINS)."""
    if unfit(matrix, rows, columns, heavy, counters) or len(out) != len(rows) or out.shape[1] > BINS:
        return 1
    for k in range(len(rows)):
        count_row(matrix, rows[k], columns, heavy, counters)
        for number in range(out.shape[1]):
            out[k, number] = counters[0, number]
    return 0


def listed_scores(kind, matrix, rows, columns, heavy, table, out, counters):
    """Score some guesses against candidates, into out (K,)."""
    if unfit(matrix, rows, columns, heavy, counters) or len(out) != len(rows):
        return 1
    total = np.int64(0)
    for i in range(len(heavy)):
        total += heavy[i]
    if kind == ENTROPY and len(table) <= total:
        return 1
    for k in range(len(rows)):
        count_row(matrix, rows[k], columns, heavy, counters)
        out[k] = score_sizes(kind, table, counters)
    return 0
