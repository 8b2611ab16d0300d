"""Grows whole subtrees from small positions, compiled: no return to Python between two guesses.

A strategy is one number a guess, lower is better (`kernels`' kinds and WORST_PARTS), then a candidate
first, then the lowest code. Every code counts as a guess; most are never scored, because

* candidates are scored first: from then on only a strictly better guess matters;
* colors that no candidate holds are alike, so only codes with the lowest of them are tried;
* of colors that can be exchanged without a change of candidates, the lowest come first in a code: this is
  used where they are the highest colors, as unseen ones are after guesses that take the lowest first;
* 512 guesses at a time are held against a bound (`filters`), and only survivors are scored.

Nothing here allocates, recurses or touches the interpreter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from pegwise.engine.kernels.compare.words import ENTROPY, SQUARES, WORST
from pegwise.engine.kernels.grow.base import FLAGS as _FLAGS
from pegwise.engine.kernels.grow.base import count_codes as _count_codes
from pegwise.engine.kernels.grow.filters import few_collisions, few_pairs, small_classes
from pegwise.engine.kernels.grow.interface import STOPPED, WORST_PARTS
from pegwise.engine.kernels.grow.scoring import (
    FOUND,
    MARGIN,
    answer,
    best_candidate,
    bound,
    fewest_parts,
    is_better,
    largest_class,
    lowest_bit,
    score_bytes,
    score_guess,
)
from pegwise.engine.kernels.grow.subtree import fetch, guess_index, name_rows, split_classes
from pegwise.engine.kernels.shapes import RUN, STEP, STEP_CODES

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["make_grow"]

FEW = 24
"""Survivors of 512 up to which it is quicker to score them one by one."""


@njit(inline="always")
def _score_step(pegs, black_only, kind, planes, rows, count, word, table, longs, shorts, sizes):
    """Scores 512 guesses, from `word` on, against `count` candidates named by rows, into longs[0]."""
    sizes[:] = 0
    for start in range(0, count, RUN):
        _count_codes(pegs, black_only, planes, rows, start, min(start + RUN, count), word, sizes)
    score_bytes(kind, sizes, shorts, table, longs)


@njit(inline="always")
def _no_large_class(pegs, black_only, planes, rows, count, word, limit, alive):
    """How many guesses leave no class above `limit`. A filter's digits must be known to the compiler."""
    left = STEP_CODES
    if limit <= 3:
        left = small_classes(pegs, black_only, 2, planes, rows, count, word, limit, alive)
    elif limit <= 7:
        left = small_classes(pegs, black_only, 3, planes, rows, count, word, limit, alive)
    elif limit <= 15:
        left = small_classes(pegs, black_only, 4, planes, rows, count, word, limit, alive)
    elif limit <= 63:
        left = small_classes(pegs, black_only, 6, planes, rows, count, word, limit, alive)
    else:
        alive[:] = ~np.uint64(0)
    return left


@njit(inline="always")
def _survivors(pegs, black_only, kind, planes, rows, count, word, fewest, best, alive):
    """How many of 512 guesses may be better than `best`; their bits in alive (8,)."""
    left = STEP_CODES
    allowed = count - fewest
    if kind != WORST:
        if allowed <= 15:
            left = few_collisions(pegs, black_only, 4, planes, rows, count, word, allowed, alive)
        else:
            left = few_collisions(pegs, black_only, 8, planes, rows, count, word, allowed, alive)
    if kind == WORST or (kind == WORST_PARTS and left > FEW):
        limit = largest_class(kind, best)
        left = _no_large_class(pegs, black_only, planes, rows, count, word, limit, alive)
    if kind == SQUARES and left > FEW:
        allowed = (best - count) // 2 - 1
        if allowed < 28:
            left = few_pairs(pegs, black_only, 3, planes, rows, count, word, allowed, alive)
        elif allowed < 120:
            left = few_pairs(pegs, black_only, 4, planes, rows, count, word, allowed, alive)
        elif allowed < 496:
            left = few_pairs(pegs, black_only, 5, planes, rows, count, word, allowed, alive)
    return left


@njit(**_FLAGS)
def _try_survivors(kind, pooled, total, names, listed, first, step, left, count, game, space):
    """Takes the best of the survivors (bits in words[4]) of a step, if it beats the best found.

    Few are scored here; many have their scores in longs[0]. ``listed`` and ``first`` as `guess_index` says.
    """
    words, longs, shorts, bytes_ = space
    scores, found, table = longs[0], longs[FOUND], game[3]
    slack = table[MARGIN] if kind == ENTROPY else 0
    for part in range(STEP):
        bits = words[4, part]
        while bits != np.uint64(0):
            lane = part * 64 + lowest_bit(bits)
            bits &= bits - np.uint64(1)
            score = scores[lane]
            if left > FEW and (score == found[0] or score > found[0] + slack):
                continue
            code = guess_index(pooled, total, names, step * STEP_CODES + lane, listed, first, bytes_)
            if left <= FEW:
                answer(code, count, game, space)
                score = score_guess(kind, count, table, shorts, bytes_)
            if is_better(kind, score, code, found[0], found[1], count, game, space):
                found[0] = score
                found[1] = code


@njit(inline="always")
def _search(
    pegs, black_only, most, kind, pooled, repeats, total, codes, earlier, planes, pools, listed, stop,
    order, low, count, tally, rows, sizes, game, space,
):  # fmt: skip
    """Tries all guesses of the smallest pool against the best candidate, in order, unless stopped."""
    table, (words, longs, shorts, bytes_) = game[3], space
    pool, names = name_rows(pooled, total, repeats, codes, earlier, pools, order, low, count, bytes_, rows)
    height = names * (codes.shape[1] + repeats) + 1
    tally[2] += 1
    fewest = fewest_parts(kind, count, most, longs[FOUND, 0], table)
    step = 0
    while step < pools[pool, 1] and fewest <= most and not stop[0]:
        word = (pools[pool, 0] + step * height) * STEP
        best = longs[FOUND, 0]
        left = _survivors(pegs, black_only, kind, planes, rows, count, word, fewest, best, words[4])
        tally[3] += 1
        tally[4] += count * STEP_CODES
        if left > FEW:
            tally[5] += 1
            tally[6] += count * STEP_CODES
            _score_step(pegs, black_only, kind, planes, rows, count, word, table, longs, shorts, sizes)
        elif left:
            tally[7] += left
            tally[8] += left * count
        if left:
            first = pools[pool, 2]
            _try_survivors(kind, pooled, total, names, listed, first, step, left, count, game, space)
            if longs[FOUND, 0] != best:
                fewest = fewest_parts(kind, count, most, longs[FOUND, 0], table)
        step += 1


def make_grow(pegs: int, black_only: bool) -> Callable[..., int]:
    """The kernel for one code length, or for any."""

    @njit(**_FLAGS)
    def grow(
        kind, candidates_only, pooled, repeats, total, codes, earlier, parameters, positions, contents,
        planes, pools, listed, table, starts, stop, order, nodes, ends, tally, result,
        words, longs, shorts, bytes_, rows, sizes, stack,
    ):  # fmt: skip
        """Grows the trees of K positions, order[starts[k]:starts[k+1]], ascending codes.

        nodes: guess, parent (-1 at a root), feedback number (0 at a root) and candidates of each, in
        preorder; ends[k]: one past the last of position k. result[0]: the number of nodes, or STOPPED.
        """
        game, space = (parameters, positions, contents, table), (words, longs, shorts, bytes_)
        places = codes.shape[1]
        most_classes = places + 1 if black_only else (places + 1) * (places + 2) // 2 - 1
        win = places * (places + 1)
        node = 0
        for item in range(len(ends)):
            stack[0, 0], stack[0, 1] = starts[item], starts[item + 1] - starts[item]
            stack[0, 2], stack[0, 3] = -1, 0
            top = 1
            while top > 0:
                top -= 1
                low, count = stack[top, 0], stack[top, 1]
                nodes[1, node], nodes[2, node], nodes[3, node] = stack[top, 2], stack[top, 3], count
                guess = np.int64(order[low])
                if count > 1:
                    fetch(order, low, count, positions, contents, words)
                if count > 2:
                    most = min(count, most_classes)
                    goal = bound(kind, count, most, table)
                    best_candidate(kind, goal, order, low, count, game, space)
                    tally[0] += 1
                    tally[1] += count * count
                    best = longs[FOUND, 0]
                    hopeful = not candidates_only and fewest_parts(kind, count, most, best, table) <= most
                    if hopeful:
                        _search(
                            pegs, black_only, most, kind, pooled, repeats, total, codes, earlier,
                            planes, pools, listed, stop, order, low, count, tally, rows, sizes, game, space,
                        )  # fmt: skip
                    guess = longs[FOUND, 1]
                if stop[0]:
                    result[0] = STOPPED
                    return 0
                if count > 1:
                    answer(guess, count, game, space)
                    top = split_classes(order, low, count, shorts, win, longs, stack, top, node)
                nodes[0, node] = guess
                node += 1
            ends[item] = node
        result[0] = node
        return 0

    return grow
