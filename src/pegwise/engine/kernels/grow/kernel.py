"""Grows whole subtrees from small positions, compiled: no return to Python between two guesses.

A strategy is one number a guess, lower is better (`kernels`' kinds and WORST_PARTS), then a candidate
first, then the lowest code. Every code counts as a guess; most are never scored, because

* candidates are scored first: from then on only a strictly better guess matters, or one that is as good as
  the best guess that is no candidate, and lower;
* colors that no candidate holds are alike, so only codes with the lowest of them are tried;
* of colors that can be exchanged without a change of candidates, the lowest come first in a code: this is
  used where they are the highest colors, as unseen ones are after guesses that take the lowest first;
* guesses with the same colors, in any order, share a bound (`bags`);
* some hundred guesses at a time are held against a bound (`filters`), and only survivors are scored.

Nothing here allocates, recurses or touches the interpreter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from pegwise.engine.kernels.compare.words import ENTROPY, PARTS, SQUARES, WORST
from pegwise.engine.kernels.grow.bags import add_totals, bound_bags, fill_least, lower_end, mark, tell
from pegwise.engine.kernels.grow.base import FLAGS as _FLAGS
from pegwise.engine.kernels.grow.base import count_codes as _count_codes
from pegwise.engine.kernels.grow.base import lowest_bit
from pegwise.engine.kernels.grow.filters import few_collisions, few_pairs, small_classes
from pegwise.engine.kernels.grow.interface import STOPPED, WORST_PARTS, counter_words, in_bags, unit_words
from pegwise.engine.kernels.grow.scoring import (
    FOUND,
    MARGIN,
    answer,
    best_candidate,
    bound,
    compared,
    fewest_parts,
    largest_class,
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
_LOGARITHMS = 90
"""Survivors more that pay for the entropy of one class of 512 guesses, times candidates."""
ALONE = 64
"""Of so many guesses in a unit, one is quicker to score than a unit is to test."""


@njit(inline="always")
def _score_step(pegs, black_only, kind, planes, rows, count, word, table, longs, shorts, sizes):
    """Scores 512 guesses, from `word` on, against `count` candidates named by rows, into longs[0]."""
    sizes[:] = 0
    for start in range(0, count, RUN):
        _count_codes(pegs, black_only, planes, rows, start, min(start + RUN, count), word, sizes)
    score_bytes(kind, sizes, shorts, table, longs)


@njit(inline="always")
def _no_large_class(pegs, black_only, planes, rows, told, count, word, limit, left, memory, alive):
    """How many guesses leave no class above `limit`. A filter's digits must be known to the compiler."""
    if limit <= 3:
        left = small_classes(pegs, black_only, 2, planes, rows, told, count, word, limit, memory, alive)
    elif limit <= 7:
        left = small_classes(pegs, black_only, 3, planes, rows, told, count, word, limit, memory, alive)
    elif limit <= 15:
        left = small_classes(pegs, black_only, 4, planes, rows, told, count, word, limit, memory, alive)
    elif limit <= 63:
        left = small_classes(pegs, black_only, 6, planes, rows, told, count, word, limit, memory, alive)
    return left


@njit(inline="always")
def _survivors(
    pegs, black_only, kind, planes, rows, told, count, word, fewest, best, ties, left, few, memory, alive
):
    """How many guesses of a unit may be better than `best`, or as good if ``ties`` count.

    alive (words,): the bits of those to test, ``left`` of them, and in the end of those that may be.
    """
    allowed = count - fewest
    if kind != WORST:
        if allowed <= 15:
            left = few_collisions(
                pegs, black_only, 4, planes, rows, told, count, word, allowed, memory, alive
            )
        else:
            left = few_collisions(
                pegs, black_only, 8, planes, rows, told, count, word, allowed, memory, alive
            )
    if kind == WORST or (kind == WORST_PARTS and left > few):
        limit = largest_class(kind, best, ties)
        left = _no_large_class(pegs, black_only, planes, rows, told, count, word, limit, left, memory, alive)
    if kind == SQUARES and left > few:
        allowed = (best - count) // 2 - (not ties)
        if allowed < 28:
            left = few_pairs(pegs, black_only, 3, planes, rows, told, count, word, allowed, memory, alive)
        elif allowed < 120:
            left = few_pairs(pegs, black_only, 4, planes, rows, told, count, word, allowed, memory, alive)
        elif allowed < 496:
            left = few_pairs(pegs, black_only, 5, planes, rows, told, count, word, allowed, memory, alive)
        elif allowed < 2016:
            left = few_pairs(pegs, black_only, 6, planes, rows, told, count, word, allowed, memory, alive)
    return left


@njit(**_FLAGS)
def _try_survivors(kind, pooled, total, pegs, names, numbers, first, step, left, few, count, game, space):
    """Takes the best of the survivors (bits in words[4]) of a step, if it beats the best found.

    Few are scored here; many have their scores in longs[0]. ``numbers`` begins with those of the pool if
    ``first`` is not -1: then a guess has its place as its number.
    """
    words, longs, shorts, bytes_ = space
    scores, found, table = longs[0], longs[FOUND], game[3]
    slack = table[MARGIN] if kind == ENTROPY else 0
    for part in range(STEP):
        bits = words[4, part]
        while bits != np.uint64(0):
            lane = part * 64 + lowest_bit(bits)
            bits &= bits - np.uint64(1)
            score, number = scores[lane], step * STEP_CODES + lane
            if first >= 0:
                number = numbers[number]
            if left > few and (score > found[0] + slack or (score == found[0] and number >= found[2])):
                continue
            code = guess_index(pooled, total, pegs, names, number, bytes_)
            if left <= few:
                answer(code, count, game, space)
                score = score_guess(kind, count, table, shorts, bytes_)
            order = compared(kind, score, code, found[0], found[1], count, game, space)
            if order < 0 or (order == 0 and number < found[2]):
                found[0], found[1], found[2] = score, code, number


@njit(**_FLAGS)
def _is_ready(kind, bagged, counters, pools, table, totals, least, bounds, memory):
    """Tells whether the arrays are large enough for bags, and fills `least` if there are any."""
    for pool in range(len(pools)):
        if pools[pool, 5] > len(bounds) or pools[pool, 5] > totals.shape[1]:
            return False
    if bagged:
        fill_least(kind, table, least)
    return len(memory) >= counters


@njit(**_FLAGS)
def _hopeful_end(kind, many, place, high, score, best, slack, champion, numbers):
    """Where the guesses of a bag end that may be better than `best`, and those of which one may be as good.

    ``score`` is the bound of the bag. Only a guess below the champion may be as good. Where such guesses are
    rare, they are tested together with the others of the bag.
    """
    cut = place
    if many and champion >= 0:
        cut = lower_end(numbers, place, high, champion)
    if many and score == best:
        high = cut
    elif many and score > best + slack:
        high = place
    if cut > place and kind not in (PARTS, WORST):
        cut = high
    return high, cut


@njit(inline="always")
def _try_unit(
    pegs, black_only, unit, most, kind, pooled, total, places, names, first, planes, numbers, row, part,
    step, left, fewest, best, ties, few, count, tally, rows, sizes, told, memory, game, space,
):  # fmt: skip
    """Tries ``left`` guesses of a unit, marked in words[4], against the best one found."""
    table, (words, longs, shorts, _) = game[3], space
    word = row * STEP
    if left > unit // ALONE:
        tally[3] += 1
        tally[4] += count * unit
        left = _survivors(
            pegs, black_only, kind, planes, rows, told, count, word + part, fewest, best, ties, left,
            few, memory, words[4, part:],
        )  # fmt: skip
        if left > few:
            tally[5] += 1
            tally[6] += count * STEP_CODES
            _score_step(pegs, black_only, kind, planes, rows, count, word, table, longs, shorts, sizes)
    if left and left <= few:
        tally[7] += left
        tally[8] += left * count
    if left:
        _try_survivors(
            kind, pooled, total, places, names, numbers, first, step, left, few, count, game, space
        )


@njit(inline="always")
def _search(
    pegs, black_only, unit, most, kind, pooled, repeats, total, codes, earlier, planes, pools, numbers, bags,
    bag_starts, stop, order, low, count, tally, rows, sizes, totals, least, held, told, bounds, memory, game,
    space,
):  # fmt: skip
    """Tries all guesses of the smallest pool against the best candidate, unless stopped."""
    table, (words, longs, _, bytes_) = game[3], space
    pool, names = name_rows(pooled, total, repeats, codes, earlier, pools, order, low, count, bytes_, rows)
    places, height = codes.shape[1], names * (codes.shape[1] + repeats) + 1
    first, many = pools[pool, 2], pools[pool, 5]
    numbers = numbers[max(first, 0) :]
    bags, bag_starts = bags[pools[pool, 3] :], bag_starts[pools[pool, 4] :]
    hopeful = 0
    if many:
        add_totals(codes, order, low, count, names, many, bags, bytes_, held, totals)
        hopeful = bound_bags(kind, many, totals, least, bounds)
    slack = table[MARGIN] if kind == ENTROPY else 0
    few = FEW + (_LOGARITHMS * len(sizes) // count if kind == ENTROPY else 0)
    tally[2] += 1
    known, best, better, even = np.int64(-2), longs[FOUND, 0], 0, 0
    for turn in range(-1, max(many, 1)):
        # The most hopeful bag comes first, so that others are soon left out; then all in order.
        bag = hopeful if turn < 0 else turn
        place, high, score = 0, pools[pool, 1] * STEP_CODES, longs[FOUND, 0]
        if many:
            place, high, score = bag_starts[bag], bag_starts[bag + 1], bounds[bag]
        while turn != hopeful and place < high and not stop[0]:
            if known != longs[FOUND, 2]:
                known, best = longs[FOUND, 2], longs[FOUND, 0]
                better = fewest_parts(kind, count, most, best, False, table)
                even = fewest_parts(kind, count, most, best, True, table)
            high, cut = _hopeful_end(kind, many, place, high, score, best, slack, known, numbers)
            ties = place < min(cut, high)
            fewest = even if ties else better
            if fewest > most or place >= high:
                break
            if many and place == bag_starts[bag]:
                tell(names, many, bags, bag, count, held, told)
            step, part = place // STEP_CODES, (place % STEP_CODES) // 64
            start = step * STEP_CODES
            end = min(cut if ties else high, start + STEP_CODES, start + 64 * part + unit)
            mark(place - start, end - start, words[4])
            _try_unit(
                pegs, black_only, unit, most, kind, pooled, total, places, names, first, planes, numbers,
                pools[pool, 0] + step * height, part, step, end - place, fewest, best, ties, few, count,
                tally, rows, sizes, told, memory, game, space,
            )  # fmt: skip
            place = end


def make_grow(pegs: int, black_only: bool) -> Callable[..., int]:
    """The kernel for one code length, or for any."""
    unit = 64 * unit_words(pegs, black_only)
    bagged, counters = in_bags(pegs, black_only), counter_words(pegs, black_only)

    @njit(**_FLAGS)
    def grow(
        kind, candidates_only, pooled, repeats, total, codes, earlier, parameters, positions, contents,
        planes, pools, numbers, bags, bag_starts, table, starts, stop, order, nodes, ends, tally, result,
        words, longs, shorts, bytes_, rows, sizes, stack, totals, least, held, told, bounds, memory,
    ):  # fmt: skip
        """Grows the trees of K positions, order[starts[k]:starts[k+1]], ascending codes.

        nodes: guess, parent (-1 at a root), feedback number (0 at a root) and candidates of each, in
        preorder; ends[k]: one past the last of position k. result[0]: the number of nodes, or STOPPED.
        """
        if not _is_ready(kind, bagged, counters, pools, table, totals, least, bounds, memory):
            return 1
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
                    hopeful = (
                        not candidates_only and fewest_parts(kind, count, most, best, False, table) <= most
                    )
                    if hopeful:
                        _search(
                            pegs, black_only, unit, most, kind, pooled, repeats, total, codes, earlier,
                            planes, pools, numbers, bags, bag_starts, stop, order, low, count, tally, rows,
                            sizes, totals, least, held, told, bounds, memory, game, space,
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
