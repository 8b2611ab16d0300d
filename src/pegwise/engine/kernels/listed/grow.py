"""Grows whole subtrees below positions of a listed game. Plain Python that numba compiles.

The caller puts positions on the stack and calls until nothing is left there: a call ends after its budget of
pairs, and where entropy sums are too close to tell which is less, so that the caller decides.
"""

from __future__ import annotations

import numpy as np

from pegwise.engine.kernels.compare.words import ENTROPY, PARTS, SQUARES, WORST
from pegwise.engine.kernels.listed.interface import (
    BINS,
    DONE,
    GIVEN,
    NODE,
    PAIRS,
    PARTS_UNIT,
    PAUSED,
    STATE,
    STATUS,
    TOP,
    UNDECIDED,
)

__all__ = ["listed_grow"]

COLUMN, WEIGHT, GUESS = range(3)
"""Rows of ``order``."""
NEVER = 1 << 62
"""A score worse than every other."""
NOBODY = -1
"""Instead of a guess, where sums are too close."""


def finest(kind, table, order, low, count):
    """Score the division into single candidates, which no guess can beat."""
    worst, total = np.int64(0), np.int64(0)
    for i in range(low, low + count):
        weight = np.int64(order[WEIGHT, i])
        worst = max(worst, weight)
        if kind == ENTROPY:
            total += table[weight]
        elif kind == SQUARES:
            total += weight * weight
    if kind == WORST:
        return worst
    if kind == PARTS:
        return -count
    return total if kind in (ENTROPY, SQUARES) else PARTS_UNIT * worst - count


def score_until(kind, limit, goal, matrix, row, table, order, low, count, counters, state):
    """Score a guess, or NEVER as soon as it is sure to be above ``limit``. Leaves counters[0] zero.

    ``goal`` is the score of the finest division: what is counted is by how much a guess is worse.
    """
    worst, left, result, end = np.int64(0), count, goal, low
    while end < low + count and result <= limit:
        number = matrix[row, order[COLUMN, end]]
        weight = np.int64(order[WEIGHT, end])
        size = counters[0, number]
        counters[0, number] = size + weight
        end += 1
        if kind == ENTROPY:
            result += table[size + weight] - table[size] - table[weight]
        elif kind == SQUARES:
            result += 2 * size * weight
        elif kind == PARTS:
            result += size > 0
        else:
            worst = max(worst, size + weight)
            left -= size > 0
            least = worst if kind == WORST else PARTS_UNIT * worst - left
            result = max(result, least)
    state[PAIRS] += end - low
    for i in range(low, end):
        counters[0, matrix[row, order[COLUMN, i]]] = 0
    return result if result <= limit else NEVER


def choose(kind, inside, margin, matrix, table, order, low, count, counters, state):
    """Find the best guess, candidates first and then the lowest, or NOBODY where sums are too close.

    Equal sums of the table are equal, and those that differ by more than the margin are not. The finest
    division is the best by far, so that a guess that reaches it is the one.
    """
    goal = finest(kind, table, order, low, count)
    best, champion, close = np.int64(NEVER), np.int64(NOBODY), False
    others = np.int64(0) if inside else matrix.shape[0]
    for turn in range(count + others):
        guess = np.int64(order[GUESS, low + turn]) if turn < count else turn - count
        limit = best + margin
        score = score_until(kind, limit, goal, matrix, guess, table, order, low, count, counters, state)
        if score < best:
            close = best - score <= margin
            best, champion = score, guess
            if best == goal:
                return champion
        elif best < score <= limit:
            close = True
    return np.int64(NOBODY) if close else champion


def divide(matrix, guess, order, moved, low, count, counters, stack, top, node):
    """Sort candidates by their numbers, those of a class in their order, and push the classes.

    The one that is guessed is left out; the last class is pushed first. Returns the new top. Counters are
    zero before and after.
    """
    for i in range(low, low + count):
        counters[0, matrix[guess, order[COLUMN, i]]] += 1
        for part in range(3):
            moved[part, i] = order[part, i]
    start = np.int64(low)
    for number in range(BINS):
        counters[1, number] = start
        start += counters[0, number]
        counters[0, number] = 0
    for i in range(low, low + count):
        number = matrix[guess, moved[COLUMN, i]]
        place = counters[1, number]
        counters[1, number] = place + 1
        for part in range(3):
            order[part, place] = moved[part, i]
    # Each entry has moved on to the end of its class.
    for back in range(BINS):
        number = BINS - 1 - back
        start = counters[1, number - 1] if number else np.int64(low)
        end = counters[1, number]
        if end > start and not (end - start == 1 and np.int64(order[GUESS, start]) == guess):
            stack[top, 0] = start
            stack[top, 1] = end - start
            stack[top, 2] = node
            stack[top, 3] = number
            top += 1
    return top


def weight_of(order, low, count):
    """Sum the weights of candidates."""
    total = np.int64(0)
    for i in range(low, low + count):
        total += np.int64(order[WEIGHT, i])
    return total


def misfit(kind, matrix, table, order, moved, counters, stack, nodes, state):
    """Tell whether these do not go together: lengths, places outside the matrix, or a table too short."""
    count = order.shape[1]
    if order.shape[0] != 3 or moved.shape[0] != 3 or moved.shape[1] < count or len(state) != STATE:
        return True
    if counters.shape[0] != 2 or counters.shape[1] != BINS or len(stack) < count or stack.shape[1] != 4:
        return True
    if nodes.shape[0] != 4 or nodes.shape[1] < 2 * count:
        return True
    outside, total = 0, np.int64(0)
    for i in range(count):
        outside += order[COLUMN, i] >= matrix.shape[1] or order[GUESS, i] >= matrix.shape[0]
        total += np.int64(order[WEIGHT, i])
    return outside > 0 or (kind == ENTROPY and len(table) <= total)


def listed_grow(
    kind, inside, margin, budget, matrix, table, order, moved, counters, stack, nodes, state,
):  # fmt: skip
    """Grow the subtrees of the positions on the stack, the top one first; ``state`` tells how it ended."""
    if misfit(kind, matrix, table, order, moved, counters, stack, nodes, state):
        return 1
    state[STATUS], state[PAIRS] = PAUSED, 0
    counters[0, :] = 0
    while state[TOP] > 0 and state[PAIRS] < budget:
        top, node = state[TOP] - 1, state[NODE]
        low, count = stack[top, 0], stack[top, 1]
        guess = state[GIVEN]
        if guess < 0:
            guess = choose(kind, inside, margin, matrix, table, order, low, count, counters, state)
        if guess < 0:
            state[STATUS] = UNDECIDED
            return 0
        state[GIVEN] = NOBODY
        nodes[0, node] = guess
        nodes[1, node] = stack[top, 2]
        nodes[2, node] = stack[top, 3]
        nodes[3, node] = weight_of(order, low, count)
        state[NODE] = node + 1
        state[TOP] = top
        if count > 1:
            state[TOP] = divide(matrix, guess, order, moved, low, count, counters, stack, top, node)
    if state[TOP] == 0:
        state[STATUS] = DONE
    return 0
