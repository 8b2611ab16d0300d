"""Canonical names of a set of codes: sets that a renaming maps onto each other get one key.

A renaming is a permutation of positions and one of colors. Positions and colors are told apart by what the
set says about them (``refinement``); where some stay alike, each is marked in turn and the rest refined again,
depth first, and the labelling whose renamed set has the least hash is taken. This is individualisation and
refinement after B. D. McKay and A. Piperno, "Practical graph isomorphism, II" (J. Symbolic Computation 60,
2014), with its pruning by path hashes and by automorphisms; twins, things that may change places without
changing the set, are told apart at once. Plain Python that numba compiles; nothing allocates or recurses.

The key is a hash of the renamed set: two sums modulo 2**64, over its codes, of well mixed 64-bit words. Equal
keys of sets that are not alike would be chance, of 2**-128 for a pair: among 2**40 sets, 2**-49.
Alike sets get different keys only where the search was cut short, or by a collision of the path hashes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .refinement import SUMS, TARGETS, TRACES, WEIGHTS, mixed, name_cells, refine, scattered, start

if TYPE_CHECKING:
    from collections.abc import Callable

PATH, BEST, NEXT, LABELS, KEPT, ORBITS, NAMES = range(7)
"""Rows of ``trail``: by depth, the thing marked now, and on the way to the best labelling, the next to mark; by
thing, its place under the labelling at hand and the best, the least thing automorphisms map it to; by color,
its number among the colors in use."""
FIRST, SECOND, THIRD, FOURTH = range(4)
"""Entries of ``sums``: those of the best labelling, and those just counted."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_APART = np.uint64(0xD1B54A32D192ED03)


def weigh_cells(pegs: Any, used: Any, colors: Any, tables: Any, trail: Any) -> None:
    """What each cell adds to the number of a code, in base C, once things have their labels as names."""
    for peg in range(pegs):
        weight = np.uint64(1)
        for _ in range(trail[LABELS, peg] + 1, pegs):
            weight *= np.uint64(colors)
        for color in range(used):
            tables[WEIGHTS, peg * used + color] = weight * np.uint64(trail[LABELS, pegs + color])


def hash_set(pegs: Any, count: Any, cells: Any, tables: Any, sums: Any) -> None:
    """The two sums of the set renamed by the weights, whatever the order of the codes."""
    one, two = np.uint64(0), np.uint64(0)
    for i in range(count):
        number = np.uint64(0)
        for peg in range(pegs):
            number += tables[WEIGHTS, cells[i, peg]]
        one += scattered(number + _ONE)
        two += scattered(number ^ _APART)
    sums[THIRD] = one
    sums[FOURTH] = two


def seem_twins(pegs: Any, used: Any, tables: Any, one: Any, other: Any) -> Any:
    """Whether two positions, or two colors, agree in all their cells, as twins do."""
    if other < pegs:
        for color in range(used):
            if tables[SUMS, one * used + color] != tables[SUMS, other * used + color]:
                return False
    else:
        for peg in range(pegs):
            if tables[SUMS, peg * used + one - pegs] != tables[SUMS, peg * used + other - pegs]:
                return False
    return True


def are_twins(
    pegs: Any, used: Any, colors: Any, count: Any, cells: Any, tables: Any, trail: Any, sums: Any,
    one: Any, other: Any,
) -> Any:  # fmt: skip
    """Whether the set stays the same when two things change places; labels as they come are in ``sums``."""
    trail[LABELS, one], trail[LABELS, other] = other, one
    if other >= pegs:
        trail[LABELS, one] -= pegs
        trail[LABELS, other] -= pegs
    weigh_cells(pegs, used, colors, tables, trail)
    hash_set(pegs, count, cells, tables, sums)
    trail[LABELS, one], trail[LABELS, other] = trail[LABELS, other], trail[LABELS, one]
    return sums[THIRD] == sums[FIRST] and sums[FOURTH] == sums[SECOND]


def part_twins(
    pegs: Any, used: Any, colors: Any, count: Any, cells: Any, tables: Any, values: Any, trail: Any, sums: Any
) -> Any:
    """Gives twins among the things that are alike so far different values; whether there were any."""
    found = False
    for thing in range(pegs + used):
        trail[LABELS, thing] = thing if thing < pegs else thing - pegs
    weigh_cells(pegs, used, colors, tables, trail)
    hash_set(pegs, count, cells, tables, sums)
    sums[FIRST] = sums[THIRD]
    sums[SECOND] = sums[FOURTH]
    for one in range(pegs + used):
        value = values[0, one]
        rank = value
        for other in range(one + 1, pegs if one < pegs else pegs + used):
            if (
                values[0, other] == value
                and seem_twins(pegs, used, tables, one, other)
                and are_twins(pegs, used, colors, count, cells, tables, trail, sums, one, other)
            ):
                rank = mixed(rank + _ONE)
                values[0, other] = rank
                found = True
    return found


def open_class(pegs: Any, used: Any, tables: Any, values: Any, trail: Any, depth: Any) -> None:
    """Chooses the class to mark things of at this depth: one of the smallest of more than one thing."""
    least, target = np.int64(pegs + used + 1), np.uint64(0)
    for thing in range(pegs + used):
        value = values[depth, thing]
        size = np.int64(0)
        for other in range(0 if thing < pegs else pegs, pegs if thing < pegs else pegs + used):
            size += np.int64(values[depth, other] == value)
        if size > 1 and (size < least or (size == least and value < target)):
            least, target = size, value
    tables[TARGETS, depth] = target
    trail[NEXT, depth] = 0


def next_member(things: Any, tables: Any, values: Any, trail: Any, depth: Any) -> Any:
    """The next thing to mark at this depth; -1 when all of the class have been.

    On the best path, automorphisms found below leave the marks so far in place: what they map a thing tried
    before to need not be tried.
    """
    on_best = True
    for level in range(depth):
        on_best = on_best and trail[PATH, level] == trail[BEST, level]
    for thing in range(trail[NEXT, depth], things):
        if values[depth, thing] == tables[TARGETS, depth]:
            tried = False
            for before in range(thing):
                alike = values[depth, before] == tables[TARGETS, depth]
                tried = tried or (on_best and alike and trail[ORBITS, before] == trail[ORBITS, thing])
            if not tried:
                trail[NEXT, depth] = thing + 1
                trail[PATH, depth] = thing
                return np.int64(thing)
    return np.int64(-1)


def mark(things: Any, values: Any, depth: Any, member: Any) -> None:
    """Begins the values one deeper, with one thing told apart from its class."""
    for thing in range(things):
        values[depth + 1, thing] = values[depth, thing]
    values[depth + 1, member] = mixed(values[depth, member] + _APART)


def compare_paths(things: Any, tables: Any, values: Any, depth: Any, known: Any) -> Any:
    """How this path's hash compares with the best path's (-1: better), known up to a depth; notes a better."""
    trace = np.uint64(0)
    for thing in range(things):
        trace += values[depth, thing]
    if depth <= known and trace >= tables[TRACES, depth]:
        return np.int64(trace > tables[TRACES, depth])
    tables[TRACES, depth] = trace
    return np.int64(-1)


def label(pegs: Any, used: Any, values: Any, trail: Any, depth: Any) -> None:
    """Numbers positions, and colors, in the order of their values, which are all different."""
    for thing in range(pegs + used):
        place = np.int64(0)
        for other in range(0 if thing < pegs else pegs, pegs if thing < pegs else pegs + used):
            place += np.int64(values[depth, other] < values[depth, thing])
        trail[LABELS, thing] = place


def keep(pegs: Any, used: Any, colors: Any, trail: Any, sums: Any, depth: Any, renaming: Any) -> None:
    """Notes a labelling as the best: its sums, its path, and the renaming."""
    sums[FIRST] = sums[THIRD]
    sums[SECOND] = sums[FOURTH]
    for level in range(depth):
        trail[BEST, level] = trail[PATH, level]
    for thing in range(pegs + used):
        trail[KEPT, thing] = trail[LABELS, thing]
        trail[ORBITS, thing] = thing
    for peg in range(pegs):
        renaming[trail[LABELS, peg]] = peg
    for color in range(colors):
        name = trail[NAMES, color]
        renaming[pegs + color] = trail[LABELS, pegs + name] if name < used else name


def join_orbits(pegs: Any, used: Any, trail: Any) -> None:
    """Notes the automorphism from the best labelling to the one at hand."""
    for thing in range(pegs + used):
        for image in range(0 if thing < pegs else pegs, pegs if thing < pegs else pegs + used):
            if trail[KEPT, thing] == trail[LABELS, image]:
                low = min(trail[ORBITS, thing], trail[ORBITS, image])
                high = max(trail[ORBITS, thing], trail[ORBITS, image])
                for other in range(pegs + used):
                    if trail[ORBITS, other] == high:
                        trail[ORBITS, other] = low


def take_leaf(
    pegs: Any, used: Any, colors: Any, count: Any, cells: Any, tables: Any, values: Any, trail: Any, sums: Any,
    renaming: Any, depth: Any, fresh: Any,
) -> Any:  # fmt: skip
    """Holds a finished labelling against the best, unless this path is better anyhow; where to go on.

    Two labellings that give the same set are an automorphism apart: so is all below the marks in which their
    paths first differ, and none of it need be tried.
    """
    label(pegs, used, values, trail, depth)
    weigh_cells(pegs, used, colors, tables, trail)
    hash_set(pegs, count, cells, tables, sums)
    less = sums[THIRD] < sums[FIRST] or (sums[THIRD] == sums[FIRST] and sums[FOURTH] < sums[SECOND])
    same = sums[THIRD] == sums[FIRST] and sums[FOURTH] == sums[SECOND]
    if fresh or less:
        keep(pegs, used, colors, trail, sums, depth, renaming)
    elif same:
        join_orbits(pegs, used, trail)
        for level in range(depth):
            if trail[PATH, level] != trail[BEST, level]:
                return np.int64(level)
    return np.int64(depth - 1)


def search(
    pegs: Any, used: Any, colors: Any, budget: Any, count: Any, cells: Any, tables: Any, values: Any, trail: Any,
    sums: Any, renaming: Any,
) -> Any:  # fmt: skip
    """Tries the labellings, depth first; whether all that matter were."""
    things = pegs + used
    depth, known, left, fresh = np.int64(0), np.int64(0), np.int64(budget), True
    ties = refine(pegs, used, count, cells, tables, values, depth)
    if ties and part_twins(pegs, used, colors, count, cells, tables, values, trail, sums):
        ties = refine(pegs, used, count, cells, tables, values, depth)
    while True:
        if ties:
            open_class(pegs, used, tables, values, trail, depth)
        else:
            depth = take_leaf(
                pegs, used, colors, count, cells, tables, values, trail, sums, renaming, depth, fresh
            )
            fresh = False
        order = np.int64(1)
        while order > 0:
            member = np.int64(-1)
            while depth >= 0 and member < 0:
                member = next_member(things, tables, values, trail, depth)
                depth -= np.int64(member < 0)
            if depth < 0:
                return True
            if left <= 0 and not fresh:
                return False
            left -= 1
            mark(things, values, depth, member)
            ties = refine(pegs, used, count, cells, tables, values, depth + 1)
            order = compare_paths(things, tables, values, depth + 1, known)
        depth += 1
        if order < 0:
            known, fresh = depth, True


def canonical_set(
    pegs: Any, colors: Any, budget: Any, codes: Any, order: Any, low: Any, count: Any, cells: Any, tables: Any, values: Any,
    trail: Any, sums: Any, renaming: Any,
) -> Any:  # fmt: skip
    """Canonical names of codes[order[low:low+count]], which are different codes; whether the search was complete.

    codes (G, P) uint8, colors from 0; budget: marks to try at most, though one labelling is always found.
    sums (4,): the key is the first two. renaming (P + C,): code x becomes names[x[positions]], where
    positions is its first P entries and names the others. Scratch: see ``engine.canonical.Scratch``.
    """
    used = name_cells(pegs, colors, codes, order, low, count, cells, trail[NAMES])
    start(pegs, used, count, cells, tables, values)
    return search(pegs, used, colors, budget, count, cells, tables, values, trail, sums, renaming)


def make_canonical_sets(pegs: int, _black_only: bool) -> Callable[..., int]:
    """The kernel for codes of this length, which the compiler unrolls."""

    def canonical_sets(
        colors: Any, budget: Any, codes: Any, order: Any, offsets: Any, cells: Any, tables: Any, values: Any, trail: Any,
        sums: Any, keys: Any, renamings: Any, complete: Any,
    ) -> int:  # fmt: skip
        """``canonical_set`` of each of S sets: set s is codes[order[offsets[s]:offsets[s + 1]]].

        keys (S, 2), renamings (S, P + C), complete (S,): the answer.
        """
        sets = len(offsets) - 1
        things = pegs + colors
        if len(keys) != sets or len(renamings) != sets or len(complete) != sets or keys.shape[1] != 2:
            return 1
        if codes.shape[1] != pegs or renamings.shape[1] != things or cells.shape[1] != pegs or len(sums) < 4 or len(trail) < 7:
            return 1
        if len(tables) < 6 or tables.shape[1] < max(pegs * colors, things + 1):
            return 1
        if min(len(values) - 1, values.shape[1], trail.shape[1] - 1) < things:
            return 1
        for s in range(sets):
            low, count = offsets[s], offsets[s + 1] - offsets[s]
            if count < 0 or count > len(cells) or low < 0 or low + count > len(order):
                return 1
            whole = canonical_set(
                pegs, colors, budget, codes, order, low, count, cells, tables, values, trail, sums, renamings[s]
            )
            complete[s] = np.uint8(whole)
            keys[s, 0] = sums[FIRST]
            keys[s, 1] = sums[SECOND]
        return 0

    return canonical_sets
