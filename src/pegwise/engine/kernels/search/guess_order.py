"""Which guesses a search tries in a position and in what order, as numba functions.

``lists[level]`` holds guesses, their bounds, and how even their classes are. ``game`` and ``room`` are the
kernel's arrays: those that are only read, and those that are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from pegwise.engine.kernels.grow.base import lowest_bit
from pegwise.engine.kernels.search.class_steps import bound_of, is_lowest, less
from pegwise.engine.kernels.search.interface import IMPOSSIBLE, WIDTH
from pegwise.engine.kernels.search.size_counts import make_class_sizes
from pegwise.engine.kernels.search.vector_steps import fetch_byte
from pegwise.engine.kernels.teaching import FLAGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "classes_besides",
    "copy_listed",
    "in_order",
    "make_size_bounds",
    "of_cost",
    "sort_listed",
    "sorted_by_bytes",
    "sorted_by_last",
    "sorted_by_words",
    "that_split",
]

_ONE = np.uint64(1)
_LEFT_OUT = 255
_STEPS = 16
_HIGHEST = WIDTH // _STEPS - 1
"""Numbers of parts that are told apart among guesses of one bound, and the highest of these bounds."""
_CLOSE = 10
"""How many guesses in one block of 64 are as much work one by one as all of the block together."""
_WORDS = 65535
"""Most candidates whose class sizes fit into words of 16 bits."""
_MANY = 1 << 10
"""Guesses between two looks at the stop flag: of tens of thousands of candidates, some ms."""


@njit(**FLAGS)
def copy_listed(listed, guesses):
    """The guesses that were given; how many."""
    for x in range(len(listed)):
        guesses[x] = listed[x]
    return np.int64(len(listed))


@njit(**FLAGS)
def that_split(parts, twins, repeats, codes, alike, guesses):
    """All guesses that tell anything, one of those that only exchange colors alike; how many."""
    found = np.int64(0)
    for guess in range(len(codes)):
        if parts[guess] > 1 and not (twins and not is_lowest(codes[guess], alike, repeats)):
            guesses[found] = guess
            found += 1
    return found


@njit(**FLAGS)
def classes_besides(count, most, order, places, parts, total):
    """The most classes that a guess makes besides the win; ``parts`` of all guesses, at most ``most``.

    That is ``most`` unless all guesses that make so many classes are members. Where no class can be larger
    than ``most`` the size bound does not depend on it, and it is not counted.
    """
    if count - 1 <= most:
        return most
    found = np.int64(0)
    for guess in range(total):
        found += parts[guess] == most
    for i in range(count):
        found -= parts[places[order[i]]] == most
    return most if found > 0 else most - 1


@njit(**FLAGS)
def in_order(count, cap, unit, order, places, parts, total, guesses):
    """Members, then the other guesses, ascending, but those that make too few parts; how many."""
    found = np.int64(0)
    for i in range(count):
        guess = places[order[i]]
        if (count - np.int64(parts[guess])) * unit < cap:
            guesses[found] = guess
            found += 1
        parts[guess] = 0
    for guess in range(total):
        if parts[guess] > 1 and (count + 1 - np.int64(parts[guess])) * unit < cap:
            guesses[found] = guess
            found += 1
    return found


@njit(**FLAGS)
def _count_classes(row, following, order, count, win, sizes):
    """The sizes of a guess's classes, by its labels for all candidates, into sizes[:win+1].

    ``following``: the labels of the guess that is next, which are brought near meanwhile.
    """
    for label in range(win + 1):
        sizes[label] = 0
    for i in range(count):
        member = np.uint64(order[i])
        fetch_byte(following, np.int64(member))
        sizes[row[member]] += 1


def make_size_bounds(answers: int) -> Callable[..., None]:
    """What tells the bounds of guesses by the sizes of their classes, for games of so many answers."""
    class_sizes = make_class_sizes(answers)

    @njit(**FLAGS)
    def size_bounds(listed, count, most, others, question, game, room):
        """The bounds of the first ``listed`` guesses by their class sizes, and how even these are.

        With a width, instead of the latter, what the classes are thought to cost. Ends once ``stop`` is set:
        there may be hundreds of thousands, of as many candidates as a guess can be. Guesses that stand close
        together are counted together.
        """
        left, unit, width = less(question[1]), question[3], question[4]
        win, level, last = question[7], question[8], question[9]
        order, sizes, counted = room[1][level], room[5][level, 0], room[13]
        guesses, bounds, evens = room[4][level, 0], room[4][level, 1], room[4][level, 2]
        here = np.int64(-1)
        for x in range(listed):
            if x % _MANY == 0 and game[7][0]:
                return
            guess = guesses[x]
            block = guess >> 6
            if block != here and count <= _WORDS and guesses[min(x + _CLOSE, listed) - 1] >> 6 == block:
                class_sizes(game[0], order, count, room[3].shape[1], block, counted)
                here = block
            if block == here:
                for label in range(win + 1):
                    sizes[label] = counted[label, guess & 63]
            else:
                following = game[1][guesses[min(x + 1, listed - 1)]]
                _count_classes(game[1][guess], following, order, count, win, sizes)
            bounds[x], squares = bound_of(sizes, win, count, most, others, left, unit, last)
            evens[x] = 2 * squares - sizes[win]
            if width:
                evens[x] = 0
                for label in range(win):
                    evens[x] += game[8][sizes[label]]

    return size_bounds


@njit(**FLAGS)
def _comes_later(bound, even, guess, other_bound, other_even, other):
    if bound != other_bound:
        return bound > other_bound
    return even > other_even or (even == other_even and guess > other)


@njit(**FLAGS)
def sort_listed(guesses, bounds, evens, count, stop):
    """Sorts guesses by their bounds, then by how even their classes are, then ascending (Shell's sort).

    Ends once ``stop`` is set; it looks between rounds, of which half a million guesses take some 30 ms each.
    """
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap > 0 and not stop[0]:
        for i in range(gap, count):
            guess, bound, even = guesses[i], bounds[i], evens[i]
            j = i
            while j >= gap and _comes_later(
                bounds[j - gap], evens[j - gap], guesses[j - gap], bound, even, guess
            ):
                guesses[j], bounds[j], evens[j] = guesses[j - gap], bounds[j - gap], evens[j - gap]
                j -= gap
            guesses[j], bounds[j], evens[j] = guess, bound, even
        gap //= 3


@njit(**FLAGS)
def of_cost(cost, count, order, places, member_parts, words, guesses, bounds, bound):
    """The guesses that cost so much by the number of their parts: members, then the others ascending.

    words marks the guesses that make count + 1 - cost parts; ``bound`` is that of each. How many.
    """
    found = np.int64(0)
    for i in range(count):
        place = places[order[i]]
        words[place >> 6] &= ~(_ONE << np.uint64(place & 63))
        if count - member_parts[i] == cost:
            guesses[found] = place
            found += 1
    for block in range(len(words)):
        bits = words[block]
        while bits:
            guesses[found] = block * 64 + lowest_bit(bits)
            found += 1
            bits &= bits - _ONE
    for x in range(found):
        bounds[x] = bound
    return found


@njit(**FLAGS)
def _cost_of(guess, count, parts, over):
    return count + 1 - np.int64(parts[guess]) + np.int64(over[guess])


@njit(**FLAGS)
def sorted_by_bytes(count, cap, unit, order, places, octets, twins, repeats, codes, alike, room):
    """Guesses below the cap by octets: their parts, and what their classes have above the size bound.

    (how many, the least bound left out). In the order of their bounds. room: guesses, bounds, bins.
    """
    parts, over = octets[0], octets[1]
    guesses, bounds, bins = room
    for i in range(count):
        parts[places[order[i]]] += 1  # its win is worth a part
    limit = WIDTH if unit == 0 else min(-(-cap // unit), WIDTH)
    for value in range(limit):
        bins[value] = 0
    found, rest = np.int64(0), np.int64(IMPOSSIBLE)
    for guess in range(len(codes)):
        over[guess] = min(over[guess], np.uint8(_LEFT_OUT - 1))
        cost = _cost_of(guess, count, parts, over)
        if unit == 0 and over[guess] > 0:
            over[guess] = _LEFT_OUT  # a class is too large for the guesses that are left
        elif cost >= limit:
            rest = min(rest, cost * unit)
            over[guess] = _LEFT_OUT
        elif twins and not is_lowest(codes[guess], alike, repeats):
            over[guess] = _LEFT_OUT
        else:
            bins[cost] += 1
            found += 1
    start = 0
    for value in range(limit):
        start += bins[value]
        bins[value] = start - bins[value]
    for guess in range(len(codes)):
        if over[guess] != _LEFT_OUT:
            cost = _cost_of(guess, count, parts, over)
            guesses[bins[cost]] = guess
            bounds[bins[cost]] = cost * unit
            bins[cost] += 1
    return found, rest


@njit(**FLAGS)
def sorted_by_words(count, cap, unit, order, places, parts, over, twins, repeats, codes, alike, room):
    """The same of more candidates, by words of what their classes have above the size bound.

    room: guesses, bounds, evens, and what ends the sorting.
    """
    guesses, bounds, evens, stop = room
    for i in range(count):
        parts[places[order[i]]] += 1
    found, rest = np.int64(0), np.int64(IMPOSSIBLE)
    for guess in range(len(codes)):
        bound = _cost_of(guess, count, parts, over) * unit
        if bound >= cap:
            rest = min(rest, bound)
        elif not (twins and not is_lowest(codes[guess], alike, repeats)):
            guesses[found], bounds[found], evens[found] = guess, bound, 0
            found += 1
    sort_listed(guesses, bounds, evens, found, stop)
    return found, rest


@njit(**FLAGS)
def sorted_by_last(cap, order, count, places, octets, twins, repeats, codes, alike, room):
    """Guesses below the cap by octets, where only secrets found last count: their parts, and their bounds.

    (how many, the least bound left out). In the order of their bounds, then of their parts, most first. room:
    guesses, bounds, bins.
    """
    parts, over = octets[0], octets[1]
    guesses, bounds, bins = room
    for i in range(count):
        parts[places[order[i]]] += 1  # its win is worth a part
    top = np.int64(0)
    for guess in range(len(codes)):
        top = max(top, np.int64(parts[guess]))
    for value in range(WIDTH):
        bins[value] = 0
    found, rest = np.int64(0), np.int64(IMPOSSIBLE)
    for guess in range(len(codes)):
        bound = min(np.int64(over[guess]), _HIGHEST)
        over[guess] = _LEFT_OUT
        if bound >= cap:
            rest = min(rest, bound)
        elif parts[guess] > 1 and not (twins and not is_lowest(codes[guess], alike, repeats)):
            over[guess] = bound
            bins[bound * _STEPS + min(top - np.int64(parts[guess]), _STEPS - 1)] += 1
            found += 1
    start = np.int64(0)
    for value in range(WIDTH):
        start += bins[value]
        bins[value] = start - bins[value]
    for guess in range(len(codes)):
        if over[guess] != _LEFT_OUT:
            bound = np.int64(over[guess])
            value = bound * _STEPS + min(top - np.int64(parts[guess]), _STEPS - 1)
            guesses[bins[value]] = guess
            bounds[bins[value]] = bound
            bins[value] += 1
    return found, rest
