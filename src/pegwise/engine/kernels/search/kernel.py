"""The search for optimal strategies, compiled: branch and bound over sets of candidates.

``solve`` finds the excess of a position (see ``search_table``): the sum over a guess's classes of theirs and

    candidates + 1 - parts - (1 if the guess is a candidate),

least over all guesses. Guesses are tried in the order of a lower bound made of the numbers of their classes
and of bounds for each class, which are tightened step by step until the guess is no better than the best so
far: from the class's size, from the table, from its members as guesses, from all guesses one step ahead, and
in the end by solving it with what is left of the bound. No guess splits a class of a position into more
classes than it splits the position, so the size bound is that of the position, not of the game.

Sets are known by the sum of their members' marks, and by a canonical name that all renamings of a set share;
both lead to the same table. Guesses that only exchange colors alike in the position are tried once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit, types

from pegwise.engine.kernels.canonical.sets import canonical_set
from pegwise.engine.kernels.search.interface import (
    AFRESH,
    ARGUMENTS,
    FIRST_FIT,
    GLANCE,
    IMPOSSIBLE,
    LOOK,
    NO_COLORS,
    NO_NAMES,
    SEARCH,
    WIDTH,
    answers_of,
    signature,
)
from pegwise.engine.kernels.search.listing import (
    by_weight,
    classes_besides,
    copy_listed,
    in_order,
    of_cost,
    size_bounds,
    sort_listed,
    sorted_by_bytes,
    that_split,
)
from pegwise.engine.kernels.search.pieces import (
    colors_alike,
    gather,
    glance,
    is_lowest,
    less,
    simplified,
    weigh,
)
from pegwise.engine.kernels.search.steps import make_steps
from pegwise.engine.kernels.search.table import UNKNOWN, add, capacity, floor_of, probe, salt_of, store
from pegwise.engine.kernels.teaching import FLAGS, teach

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["make_search"]

SMALL = 16
"""Most candidates of a set whose members are looked at by themselves first."""
MIDDLE = 64
"""Most candidates of a set whose guesses are taken by the number of their classes alone, and all of them
whatever the width."""
BYTES = 255
"""Most candidates of a set whose class sizes are counted in bytes."""
AHEAD = 8
"""Fewest candidates of a class that is worth a look ahead before it is searched."""
BUDGET = 64
"""Marks the canonical name of a set may try."""
POSITIONS, RECALLED, GLANCES, PAIRS, GUESSES, NAMED, ALIKE, TOO_DEEP = range(8)
"""Entries of the tally."""
FOUND, AT, COST, LAST, REST, TRIED, BEST, CHAMPION, TWINS = range(9)
"""Entries of a level's state: guesses listed, the next of them, the cost of the next list (-1: there is no
other) and of the last, the least bound left out, guesses tried, the best excess so far and its guess, colors
alike."""
STATE = 4
"""The row of longs with a level's state."""

teach(canonical_set)
_canonical_set = njit(**FLAGS)(canonical_set)


def _array(name: str) -> Any:
    kind, _, dimensions = ARGUMENTS[name].removeprefix("mut ").partition("[")
    return types.Array(getattr(types, kind), dimensions.count(":"), "C")


_GAME = ("labels", "across", "codes", "guesses", "places", "marks", "listed", "stop", "weights")
_ROOM = ("table", "sets", "octets", "words", "lists", "longs", "keys", "alike")
_SPACE = ("cells", "tables", "values", "trail", "sums")
_REST = ("renaming", "tally", "result")
_tuple: Any = types.Tuple
_QUESTION = _tuple([types.int64] * 9)
"""How far to go, guesses left, guesses that may be any code, unit, width, plain, repeats, winning label,
level."""
_U, _I = types.uint64, types.int64
_ARRAYS = [_tuple([_array(name) for name in names]) for names in (_GAME, _ROOM, _SPACE, _REST)]
_SOLVE = _I(_I, _I, _I, _U, _U, _I, _QUESTION, *_ARRAYS)


@njit(**FLAGS)
def _is_given(question, listed):
    """Whether the guesses of this position are laid down, so that its excess is not that of its set."""
    return question[8] == 0 and (len(listed) > 0 or question[0] >= FIRST_FIT)


@njit(**FLAGS)
def _keep(mine, lower, upper, table):
    """Keeps bounds under both keys of a set."""
    store(mine[0], mine[1], lower, upper, table)
    store(mine[2], mine[3], lower, upper, table)


@njit(**FLAGS)
def _glance_at(count, lower, cap, question, mine, game, room, tally):
    """(lower, settled) by what members do."""
    depth, left, _, unit, _, _, _, _, level = question
    tally[GLANCES] += 1
    lower, exact = glance(
        count,
        left,
        unit,
        room[1][level],
        game[0],
        game[4],
        room[4][level, 2],
        lower,
        mine[0],
        mine[1],
        room[0],
    )
    if exact:
        return lower, True
    if lower >= cap or depth == GLANCE:
        store(mine[0], mine[1], lower, UNKNOWN, room[0])
        return lower, True
    return lower, False


@njit(**FLAGS)
def _probed(mine, at, lower, upper, cap, width, table):
    """(lower, upper, settled, met) by what the table has under one of a set's keys."""
    low, high = probe(mine[at], mine[at + 1], table)
    if low < 0:
        return lower, upper, False, False
    lower, upper = max(lower, low), min(upper, high)
    return lower, upper, lower >= upper or lower >= cap or (width > 0 and upper < cap), True


@njit(**FLAGS)
def _answer(lower, upper, cap, width):
    """What a search of a set returns: with a width its upper bound, if that is below the cap."""
    return upper if width > 0 and upper < cap else lower


@njit(**FLAGS)
def _finish(lower, upper, cap, mine, given, question, room, rest):
    """Keeps what was found, and returns it."""
    depth, _, _, unit, width, _, _, _, level = question
    state = room[5][level, STATE]
    best, left_out = state[BEST], state[REST]
    if 0 <= state[COST] <= state[LAST]:
        left_out = min(left_out, state[COST] * unit)
    if level == 0:
        rest[2][1] = state[CHAMPION]
    if depth == LOOK:
        lower = max(lower, min(left_out, best))
    elif width and best < cap:
        upper = min(upper, best)
    elif best < cap:
        lower, upper = best, best
    elif width:
        return max(lower, cap)  # nothing that wide is below the cap, which says nothing of the rest
    else:
        lower = max(lower, cap, left_out)
    if not given:
        _keep(mine, lower, upper, room[0])
    if width and best < cap:
        return best
    return lower


def make_search(pegs: int, black_only: bool) -> Callable[..., int]:  # noqa: C901 - all the kernel's pieces
    """The kernel that solves one position, for codes of this length. See ``search_interface``.

    result[0] is the excess, exact if below the cap, else a lower bound (with a width: an upper bound if below
    the cap); result[1] the best guess found in the position itself if that is below the cap. Returns 0.
    """
    count_parts, overflow, mark_equal = make_steps(answers_of(pegs, black_only))

    @njit(**FLAGS)
    def recall(count, lower, cap, question, mine, game, room, space, rest):
        """(lower, upper, settled) of a set from the table, from its members, and from sets alike.

        mine (4,) are its two keys, and those of its canonical name once it has one.
        """
        width, level, tally = question[4], question[8], rest[1]
        lower, upper, settled, met = _probed(mine, 0, lower, UNKNOWN, cap, width, room[0])
        tally[RECALLED] += met
        if not met and count <= SMALL:
            lower, settled = _glance_at(count, lower, cap, question, mine, game, room, tally)
            if settled:
                return lower, lower, True
        if settled:
            return _answer(lower, upper, cap, width), upper, True
        salt = mine[2]
        if question[5] & NO_NAMES:
            mine[2], mine[3] = mine[0], mine[1]
            return lower, upper, False
        tally[NAMED] += 1
        colors = len(rest[0]) - pegs
        _canonical_set(pegs, colors, BUDGET, game[2], room[1][level], 0, count, space, rest[0])
        mine[2], mine[3] = space[4][0] + salt, space[4][1] ^ salt
        lower, upper, settled, met = _probed(mine, 2, lower, upper, cap, width, room[0])
        tally[ALIKE] += met
        if settled:
            store(mine[0], mine[1], lower, upper, room[0])
        return (_answer(lower, upper, cap, width) if settled else lower), upper, settled

    @njit(**FLAGS)
    def twins_of(count, question, game, room):
        """Whether there are colors alike in a set worth looking for them."""
        depth, free, plain, level = question[0], question[2], question[5], question[8]
        alike = room[7][level]
        colors = alike.shape[1]
        if depth not in (SEARCH, AFRESH) or plain & NO_COLORS or free == 0 or count <= SMALL:
            return False
        if level == 0 and len(game[6]) > 0:  # each of those is to be tried
            return False
        if colors > 63 or colors * pegs > WIDTH:
            return False
        return colors_alike(count, room[1][level], game[2], room[5][level, 3], alike)

    @njit(**FLAGS)
    def count_all(count, cap, most, others, question, twins, game, room):
        """Lists guesses by the classes all of them make: (how many, least bound left out, first cost, sized).

        A first cost of -1: all are listed. Else those of each cost are listed as their turn comes.
        """
        depth, left, _, unit, width, _, repeats, _, level = question
        labels, guesses, places = game[0], game[3], game[4]
        order, octets, bins = room[1][level], room[2][level], room[5][level, 3]
        tries, bounds, evens = room[4][level, 0], room[4][level, 1], room[4][level, 2]
        blocks, alike = room[3].shape[1], room[7][level]
        if depth == FIRST_FIT:
            found = in_order(count, cap, unit, order, places, octets[0], len(guesses), tries)
            return found, np.int64(IMPOSSIBLE), np.int64(-1), False
        if count <= MIDDLE:
            for i in range(count):
                evens[i] = octets[0, places[order[i]]]
            return np.int64(0), np.int64(IMPOSSIBLE), count - most, True
        if count <= BYTES and not width:
            one, two = most, min(most + (most - 1) * others, 255)
            if unit == 0:
                one = two = min(capacity(most, others, less(left), count), 255)
            overflow(labels, order, count, blocks, one, two, octets[1])
            found, left_out = sorted_by_bytes(
                count, cap, unit, order, places, octets, twins, repeats, guesses, alike, (tries, bounds, bins)
            )
            return found, left_out, np.int64(-1), True
        found = that_split(octets[0], twins, repeats, guesses, alike, tries)
        return found, np.int64(IMPOSSIBLE), np.int64(-1), False

    @njit(**FLAGS)
    def enlist(count, most, others, cap, question, game, room, tally):
        """Lists the guesses to try, with their bounds; the most classes any makes, with and besides a win."""
        depth, left, free, unit, width, _, _, win, level = question
        order, longs, lists = room[1][level], room[5][level], room[4][level]
        state = longs[STATE]
        twins, sized = twins_of(count, question, game, room), False
        found, left_out, cost = np.int64(0), np.int64(IMPOSSIBLE), np.int64(-1)
        if level == 0 and len(game[6]) > 0:
            found = copy_listed(game[6], lists[0])
        elif free == 0:
            for i in range(count):
                lists[0, i] = game[4][order[i]]
            found, others = count, most - 1  # from here on every guess may win
        else:
            most = count_parts(game[0], order, count, room[3].shape[1], room[2][level, 0])
            others = classes_besides(count, most, order, game[4], room[2][level, 0], len(game[3]))
            tally[PAIRS] += count * room[3].shape[1]
            found, left_out, cost, sized = count_all(count, cap, most, others, question, twins, game, room)
        if not sized:
            size_bounds(
                found,
                count,
                order,
                most,
                others,
                less(left),
                unit,
                win,
                game[1],
                lists[0],
                lists[1],
                lists[2],
                longs[0],
                game[7],
            )
            if width:
                by_weight(found, count, order, win, game[1], game[8], lists, longs[0], game[7])
            elif depth != FIRST_FIT:
                sort_listed(lists[0], lists[1], lists[2], found, game[7])
        state[FOUND], state[AT], state[COST], state[REST] = found, 0, cost, left_out
        room_left = capacity(most, others, less(left), count)
        state[LAST] = count + 1 - max(2, -(-(count - 1) // room_left))
        state[TRIED], state[BEST], state[CHAMPION], state[TWINS] = 0, cap, -1, twins
        return most, others

    @njit(**FLAGS)
    def next_guess(count, question, game, room):
        """The next guess to try, -1 if there is none that may be better than the best so far."""
        depth, _, _, unit, width, _, repeats, _, level = question
        state, lists = room[5][level, STATE], room[4][level]
        words, tries, bounds = room[3][level], lists[0], lists[1]
        while True:
            if state[AT] == state[FOUND]:
                cost = state[COST]
                if cost < 0 or cost > state[LAST] or cost * unit >= state[BEST]:
                    return np.int64(-1)
                mark_equal(room[2][level, 0], words, len(words), count + 1 - cost)
                state[FOUND] = of_cost(
                    cost, count, room[1][level], game[4], lists[2], words, tries, bounds, unit
                )
                state[AT], state[COST] = 0, cost + 1
                continue
            guess, bound = tries[state[AT]], bounds[state[AT]]
            state[AT] += 1
            if bound >= state[BEST] or depth == LOOK:
                state[REST] = min(state[REST], bound)
                if depth == FIRST_FIT or width:  # these are in another order than that of their bounds
                    continue
                return np.int64(-1)
            if 0 < width <= state[TRIED]:
                return np.int64(-1)
            if state[TWINS] and not is_lowest(game[3][guess], room[7][level], repeats):
                continue
            state[TRIED] += 1
            return guess

    @njit(**FLAGS)
    def worth(stage, count, size, unit):
        """Whether a class is to be looked at in this stage."""
        if stage == GLANCE:
            return size <= SMALL
        if stage == LOOK:
            return count > SMALL and size >= AHEAD and unit > 0
        return True

    @njit(**FLAGS)
    def judge(bound, guess, question, room):
        """Notes how a guess compares with the best so far."""
        state = room[5][question[8], STATE]
        if bound < state[BEST]:
            state[BEST], state[CHAMPION] = bound, guess
            if question[0] == FIRST_FIT:
                state[AT] = state[FOUND]
        else:
            state[REST] = min(state[REST], bound)

    @njit(**FLAGS)
    def raised(bound, value, label, lows):
        """The bound of a guess when more is known of one of its classes."""
        if value > lows[label]:
            bound = add(bound, value - lows[label])
            lows[label] = value
        return bound

    @njit(_SOLVE, **FLAGS)
    def solve(count, most, others, one, two, cap, question, game, room, space, rest):  # noqa: C901
        depth, left, free, unit, width, plain, repeats, win, level = question
        left, free = simplified(count, left, free, unit)
        width = width if count > MIDDLE else 0
        question = depth, left, free, unit, width, plain, repeats, win, level
        lower, upper = floor_of(count, most, others, left, unit), np.int64(UNKNOWN)
        if count <= 2 or lower >= cap or game[7][0]:
            return lower
        longs, keys, mine = room[5][level], room[6][level], room[6][level, 2]
        given = _is_given(question, game[6])
        if not given:
            salt = salt_of(left, free, unit, width)
            mine[0], mine[1], mine[2] = one + salt, two ^ salt, salt
            lower, upper, settled = recall(count, lower, cap, question, mine, game, room, space, rest)
            if settled:
                return lower
        if level + 1 == len(room[1]):
            rest[1][TOO_DEEP] += 1
            return lower
        rest[1][POSITIONS] += 1
        most, others = enlist(count, most, others, cap, question, game, room, rest[1])
        if game[7][0]:  # the list may be of nothing
            return lower
        guess = next_guess(count, question, game, room)
        while guess >= 0:
            rest[1][GUESSES] += 1
            best = longs[STATE, BEST]
            bound, large = weigh(guess, count, most, others, best, question, game, room)
            for step in range(3 * large):
                stage, label = step // large - 1, longs[2, step % large]
                if bound >= best:
                    break
                if worth(stage, count, longs[0, label], unit):
                    gather(label, guess, count, level, game[1], room[1])
                    value = solve(
                        longs[0, label], most, others, keys[0, label], keys[1, label],
                        best - bound + longs[1, label],
                        (stage, less(left), less(free), unit, width, plain, repeats, win, level + 1),
                        game, room, space, rest,
                    )  # fmt: skip
                    if game[7][0]:
                        return lower
                    bound = raised(bound, value, label, longs[1])
            judge(bound, guess, question, room)
            guess = next_guess(count, question, game, room)
        return _finish(lower, upper, cap, mine, given, question, room, rest)

    @njit(signature(), **FLAGS)
    def search(
        count, most, others, cap, depth, left, free, unit, width, plain, repeats, win,
        listed, stop, table, labels, across, codes, guesses, places, marks, weights,
        sets, octets, words, lists, longs, keys, alike,
        cells, tables, values, trail, sums, renaming, tally, result,
    ):  # fmt: skip
        one, two = np.uint64(0), np.uint64(0)
        for i in range(count):
            one += marks[0, sets[0, i]]
            two += marks[1, sets[0, i]]
        result[1] = -1
        result[0] = solve(
            count, most, others, one, two, cap,
            (depth, left, free, unit, width, plain, repeats, win, np.int64(0)),
            (labels, across, codes, guesses, places, marks, listed, stop, weights),
            (table, sets, octets, words, lists, longs, keys, alike),
            (cells, tables, values, trail, sums), (renaming, tally, result),
        )  # fmt: skip
        return 0

    return search
