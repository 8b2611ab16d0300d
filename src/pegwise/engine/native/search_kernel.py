"""The search for optimal strategies, compiled: branch and bound over sets of candidates.

``solve`` finds the excess of a position (see ``search_table``), the sum over a guess's classes of theirs and

    candidates + 1 - parts - (1 if the guess is a candidate),

least over all guesses. Guesses are tried in the order of a lower bound made of the numbers of their classes
and of bounds for each class, which are tightened step by step until the guess is worse than the best so far:
from the class's size, from the table, from its members as guesses, from all guesses one step ahead, and in
the end by solving it with what is left of the bound. A class of a position cannot be split into more parts
than the position can by any guess, so the size bound is that of the position, not of the game.

Sets are known by the sum of their members' marks, and by a canonical name that all renamings of a set share;
both lead to the same table. Guesses that only exchange colors alike in the position are tried once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit, types

from .canonical import canonical_set
from .compile import FLAGS, teach
from .search_interface import (
    ARGUMENTS,
    FIRST_FIT,
    GLANCE,
    IMPOSSIBLE,
    LOOK,
    SEARCH,
    UNLIMITED,
    WIDTH,
    answers_of,
    signature,
)
from .search_listing import in_order, of_cost, size_bounds, sorted_by_bytes
from .search_pieces import colors_alike, glance, is_lowest, salted, sort_listed, split
from .search_steps import make_steps
from .search_table import UNKNOWN, add, floor_of, probe, salt_of, store

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["make_search"]

SMALL = 16
"""Most candidates of a set whose members are looked at by themselves first."""
MIDDLE = 64
"""Most candidates of a set whose guesses are taken by the number of their classes alone."""
BYTES = 255
"""Most candidates of a set whose class sizes are counted in bytes."""
AHEAD = 8
"""Fewest candidates of a class that is worth a look ahead before it is searched."""
BUDGET = 64
"""Marks the canonical name of a set may try."""

teach(canonical_set)
_canonical_set = njit(**FLAGS)(canonical_set)


def _array(name: str) -> Any:
    kind, _, dimensions = ARGUMENTS[name].removeprefix("mut ").partition("[")
    return types.Array(getattr(types, kind), dimensions.count(":"), "C")


_GAME = ("labels", "across", "codes", "guesses", "places", "marks", "listed", "stop")
_ROOM = ("table", "sets", "octets", "words", "lists", "longs", "keys", "alike")
_SPACE = ("cells", "tables", "values", "trail", "sums")
_REST = ("renaming", "tally", "result")
_QUESTION = types.Tuple([types.int64] * 7)
"""How far to go, guesses left, guesses that may be any code, unit, repeats, winning label, level."""
_U, _I = types.uint64, types.int64
_ARRAYS = [types.Tuple([_array(name) for name in names]) for names in (_GAME, _ROOM, _SPACE, _REST)]
_SOLVE = _I(_I, _I, _U, _U, _I, _QUESTION, *_ARRAYS)
_ALL_LISTED = -1


@njit(**FLAGS)
def _simplified(count, left, free, unit):
    """A question's limits, none where they cannot matter: n candidates never take more than n guesses."""
    if left != UNLIMITED and (left > count or (left == count and unit == 1)):
        left = UNLIMITED
    if free >= count:
        free = UNLIMITED
    return left, free


@njit(**FLAGS)
def _less(limit):
    return limit if limit == UNLIMITED or limit == 0 else limit - 1


@njit(**FLAGS)
def _class_salt(size, left, free, unit):
    """The salt of a class of this size, where so many guesses are left to it."""
    left, free = _simplified(size, left, free, unit)
    return salt_of(left, free, unit)


@njit(**FLAGS)
def _keep(keys, lower, upper, table):
    """Keeps bounds under both keys of a set."""
    store(keys[0], keys[1], lower, upper, table)
    if keys[2] or keys[3]:
        store(keys[2], keys[3], lower, upper, table)


@njit(**FLAGS)
def _weigh(guess, count, most, best, question, game, room):
    """What is known of a guess: (its bound, how many of its classes are of more than two).

    These classes, largest first, are in longs[level, 2], their bounds in longs[level, 1].
    """
    _, left, free, unit, _, win, level = question
    table, sets, _, _, _, longs, keys, _ = room
    sizes, lows, ranks = longs[level, 0], longs[level, 1], longs[level, 2]
    split(game[1][guess], sets[level], count, win, game[5], sizes, keys[level])
    left, free = _less(left), _less(free)
    bound, large = np.int64(count + 1) * unit, 0
    for label in range(win + 1):
        size = sizes[label]
        if size == count:
            return np.int64(IMPOSSIBLE), 0
        if size:
            bound -= unit
            if label == win:
                bound -= unit
            else:
                lows[label] = floor_of(size, most, left, unit)
                bound = add(bound, lows[label])
            if size > 2 and label != win:
                at = large
                while at > 0 and sizes[ranks[at - 1]] < size:
                    ranks[at] = ranks[at - 1]
                    at -= 1
                ranks[at] = label
                large += 1
    if bound >= best:
        return bound, large
    for x in range(large):
        label = ranks[x]
        one, two = salted(keys[level], label, _class_salt(sizes[label], left, free, unit))
        low, _ = probe(one, two, table)
        if low > lows[label]:
            bound = add(bound, low - lows[label])
            lows[label] = low
    return bound, large


@njit(**FLAGS)
def _gather(label, guess, count, level, across, sets):
    """The members of one class, one level up; how many."""
    row, order, members = across[guess], sets[level], sets[level + 1]
    found = 0
    for i in range(count):
        if row[order[i]] == label:
            members[found] = order[i]
            found += 1
    return found


def make_search(pegs: int, black_only: bool) -> Callable[..., int]:
    """The kernel that solves one position, for codes of this length. See ``search_interface``.

    result[0] is the excess, exact if below the cap, else a lower bound; result[1] the best guess found in the
    position itself if that is below the cap. Returns 0.
    """
    answers = answers_of(pegs, black_only)
    count_parts, overflow, mark_equal = make_steps(answers)

    @njit(**FLAGS)
    def recall(count, lower, cap, question, mine, game, room, space, rest):
        """(lower, upper, settled) of a set from the table, from its members, and from sets alike.

        mine (4,) are its two keys, and those of its canonical name once it has one.
        """
        depth, left, _, unit, _, _, level = question
        labels, _, codes, _, places, _, _, _ = game
        table, sets, lists = room[0], room[1], room[4]
        renaming, tally, _ = rest
        low, upper = probe(mine[0], mine[1], table)
        if low >= 0:
            tally[1] += 1
            lower = max(lower, low)
            if lower == upper or lower >= cap:
                return lower, upper, True
        elif count <= SMALL:
            tally[2] += 1
            upper = np.int64(UNKNOWN)
            lower, exact = glance(
                count, left, unit, sets[level], labels, places, lists[level, 2], lower, mine[0], mine[1], table
            )
            if exact:
                return lower, lower, True
            if lower >= cap or depth == GLANCE:
                store(mine[0], mine[1], lower, upper, table)
                return lower, upper, True
        else:
            upper = np.int64(UNKNOWN)
        salt = mine[2]
        tally[5] += 1
        _canonical_set(pegs, len(renaming) - pegs, BUDGET, codes, sets[level], 0, count, space, renaming)
        mine[2], mine[3] = space[4][0] + salt, space[4][1] ^ salt
        low, high = probe(mine[2], mine[3], table)
        if low >= 0:
            tally[6] += 1
            lower, upper = max(lower, low), min(upper, high)
            if lower == upper or lower >= cap:
                store(mine[0], mine[1], lower, upper, table)
                return lower, upper, True
        return lower, upper, False

    @njit(**FLAGS)
    def enlist(count, most, cap, question, twins, game, room, rest):
        """The guesses to try, with their bounds: (how many, least bound left out, most parts, first cost).

        A cost of -1: all are listed, in order. Else those of each cost are to be listed as their turn comes.
        """
        depth, left, free, unit, repeats, win, level = question
        labels, across, _, guesses, places, _, listed, _ = game
        _, sets, octets, words, lists, longs, _, alike = room
        order, parts = sets[level], octets[level, 0]
        tries, bounds, evens = lists[level, 0], lists[level, 1], lists[level, 2]
        found, blocks = np.int64(0), words.shape[1]
        if level == 0 and len(listed) > 0:
            found = np.int64(len(listed))
            for x in range(found):
                tries[x] = listed[x]
        elif free == 0:
            found = count
            for i in range(count):
                tries[i] = places[order[i]]
        else:
            most = count_parts(labels, order, count, blocks, parts)
            rest[1][3] += count * blocks
            if depth == FIRST_FIT:
                found = in_order(count, cap, unit, order, places, parts, len(guesses), tries)
            elif count <= MIDDLE:
                for i in range(count):
                    evens[i] = parts[places[order[i]]]
                return np.int64(0), np.int64(IMPOSSIBLE), most, count - most
            elif count <= BYTES:
                two = min(most + (most - 1) * (most - 1), 255)
                overflow(labels, order, count, blocks, most, two, octets[level, 1])
                found, rest_bound = sorted_by_bytes(
                    count, cap, unit, order, places, octets[level], twins, repeats, guesses, alike[level],
                    tries, bounds, longs[level, 3],
                )  # fmt: skip
                return found, rest_bound, most, np.int64(_ALL_LISTED)
            else:
                for guess in range(len(guesses)):
                    if parts[guess] > 1 and not (twins and not is_lowest(guesses[guess], alike[level], repeats)):
                        tries[found] = guess
                        found += 1
        size_bounds(
            found, count, order, most, _less(left), unit, win, across, tries, bounds, evens, longs[level, 0]
        )
        if depth != FIRST_FIT:
            sort_listed(tries, bounds, evens, found)
        return found, np.int64(IMPOSSIBLE), most, np.int64(_ALL_LISTED)

    @njit(_SOLVE, **FLAGS)
    def solve(count, most, one, two, cap, question, game, room, space, rest):
        depth, left, free, unit, repeats, win, level = question
        table, sets, octets, words, lists, longs, keys, alike = room
        tally, result = rest[1], rest[2]
        stop, listed = game[7], game[6]
        left, free = _simplified(count, left, free, unit)
        question = depth, left, free, unit, repeats, win, level
        lower, upper = floor_of(count, most, left, unit), np.int64(UNKNOWN)
        if count <= 2 or lower >= cap or stop[0]:
            return lower
        given = level == 0 and (len(listed) > 0 or depth == FIRST_FIT)
        mine = keys[level, 2]
        if not given:
            salt = salt_of(left, free, unit)
            mine[0], mine[1], mine[2], mine[3] = one + salt, two ^ salt, salt, np.uint64(0)
            lower, upper, settled = recall(count, lower, cap, question, mine, game, room, space, rest)
            if settled:
                return lower
        if level + 1 >= len(sets):
            tally[7] += 1
            return lower
        tally[0] += 1
        twins = False
        colors = alike.shape[2]
        if depth == SEARCH and not given and free and count > SMALL and colors < 64 and colors * pegs <= WIDTH:
            twins = colors_alike(count, sets[level], game[2], longs[level, 3], alike[level])
        found, rest_bound, most, cost = enlist(count, most, cap, question, twins, game, room, rest)
        tries, bounds = lists[level, 0], lists[level, 1]
        sizes, lows, ranks = longs[level, 0], longs[level, 1], longs[level, 2]
        lazy = cost != _ALL_LISTED
        best, at, champion = cap, 0, np.int64(-1)
        while True:
            if at == found:
                if not lazy or cost * unit >= best or cost > count:
                    break
                mark_equal(octets[level, 0], words[level], words.shape[1], count + 1 - cost)
                found = of_cost(
                    cost, count, sets[level], game[4], lists[level, 2], words[level], tries, bounds, unit
                )
                at, cost = 0, cost + 1
                continue
            guess, bound = tries[at], bounds[at]
            at += 1
            if bound >= best or depth == LOOK:
                rest_bound = min(rest_bound, bound)
                if depth == FIRST_FIT:
                    continue
                break
            if twins and lazy and not is_lowest(game[3][guess], alike[level], repeats):
                continue
            tally[4] += 1
            bound, large = _weigh(guess, count, most, best, question, game, room)
            for stage in range(GLANCE, SEARCH + 1):
                if stage == LOOK and count <= SMALL:
                    continue
                for x in range(large):
                    if bound >= best:
                        break
                    label = ranks[x]
                    size = sizes[label]
                    if (stage == GLANCE and size > SMALL) or (stage == LOOK and size < AHEAD):
                        continue
                    _gather(label, guess, count, level, game[1], sets)
                    value = solve(
                        size, most, keys[level, 0, label], keys[level, 1, label], best - (bound - lows[label]),
                        (np.int64(stage), _less(left), _less(free), unit, repeats, win, level + 1),
                        game, room, space, rest,
                    )  # fmt: skip
                    if stop[0]:
                        return lower
                    if value > lows[label]:
                        bound = add(bound, value - lows[label])
                        lows[label] = value
                if bound >= best:
                    break
            if bound < best:
                best, champion = bound, guess
                if depth == FIRST_FIT:
                    break
            else:
                rest_bound = min(rest_bound, bound)
        if lazy:
            rest_bound = min(rest_bound, cost * unit) if cost <= count else rest_bound
        if level == 0:
            result[1] = champion
        if depth == LOOK:
            lower = max(lower, min(rest_bound, best))
        elif best < cap:
            lower, upper = best, best
        else:
            lower = max(lower, cap, rest_bound)
        if not given:
            _keep(mine, lower, upper, table)
        return lower

    @njit(signature(), **FLAGS)
    def search(
        count, most, cap, depth, left, free, unit, repeats, win,
        labels, across, codes, guesses, places, marks, listed, stop,
        table, sets, octets, words, lists, longs, keys, alike,
        cells, tables, values, trail, sums, renaming, tally, result,
    ):  # fmt: skip
        one, two = np.uint64(0), np.uint64(0)
        for i in range(count):
            one += marks[0, sets[0, i]]
            two += marks[1, sets[0, i]]
        result[1] = -1
        result[0] = solve(
            count, most, one, two, cap, (depth, left, free, unit, repeats, win, np.int64(0)),
            (labels, across, codes, guesses, places, marks, listed, stop),
            (table, sets, octets, words, lists, longs, keys, alike),
            (cells, tables, values, trail, sums), (renaming, tally, result),
        )  # fmt: skip
        return 0

    return search
