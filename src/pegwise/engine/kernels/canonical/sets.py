"""Canonical names of a set of codes: sets that a renaming maps onto each other get one key.

A renaming is a permutation of positions and one of colors. Positions and colors are told apart by what the
set says about them (``refinement``); where some stay alike, each is marked in turn and the rest refined
again, depth first, and the labelling whose renamed set has the least hash is taken (``labelling``). This is
individualisation and refinement after B. D. McKay and A. Piperno, "Practical graph isomorphism, II" (Journal
of Symbolic Computation 60, 2014), with its pruning by path hashes and by automorphisms; twins, things that
may change places without changing the set, are told apart at once. Plain Python that numba compiles; nothing
allocates or recurses.

The key is a hash of the renamed set: two sums modulo 2**64, over its codes, of well mixed 64-bit words. Equal
keys of sets that are not alike would be chance, 2**-128 for a pair: among 2**40 sets, 2**-49.
Alike sets get different keys only where the search was cut short, or by a collision of the path hashes.
"""

from __future__ import annotations

import numpy as np

from pegwise.engine.kernels.canonical.labelling import (
    BEST,
    FIRST,
    NAMES,
    NEXT,
    ORBITS,
    PATH,
    SECOND,
    hash_set,
    join_orbits,
    keep,
    label,
    order_sums,
    part_twins,
)
from pegwise.engine.kernels.canonical.refinement import TARGETS, TRACES, mixed, name_cells, refine, start

_MARK = np.uint64(0xD1B54A32D192ED03)


def open_class(sizes, space, depth):
    """Chooses the class to mark things of at this depth: one of the smallest of more than one thing."""
    pegs, used, _, _ = sizes
    _, tables, values, trail, _ = space
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


def next_member(things, space, depth):
    """The next thing to mark at this depth; -1 when all of the class have been.

    On the best path, automorphisms found below leave the marks so far in place: what they map a thing tried
    before to need not be tried.
    """
    _, tables, values, trail, _ = space
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


def mark(things, values, depth, member):
    """Begins the values one deeper, with one thing told apart from its class."""
    for thing in range(things):
        values[depth + 1, thing] = values[depth, thing]
    values[depth + 1, member] = mixed(values[depth, member] + _MARK)


def compare_paths(things, space, depth, known):
    """How this path's hash compares with the best's, known up to a depth; -1 is better, and noted."""
    tables, values = space[1], space[2]
    trace = np.uint64(0)
    for thing in range(things):
        trace += values[depth, thing]
    if depth <= known and trace >= tables[TRACES, depth]:
        return np.int64(trace > tables[TRACES, depth])
    tables[TRACES, depth] = trace
    return np.int64(-1)


def take_leaf(sizes, space, renaming, depth, fresh):
    """Holds a finished labelling against the best, unless this path is better anyhow; where to go on.

    Two labellings that give the same set are an automorphism apart: so is all below the marks in which their
    paths first differ, and none of it need be tried.
    """
    trail, sums = space[3], space[4]
    label(sizes, space, depth)
    hash_set(sizes, space)
    order = order_sums(sums)
    if fresh or order < 0:
        keep(sizes, space, depth, renaming)
    elif order == 0:
        join_orbits(sizes, trail)
        for level in range(depth):
            if trail[PATH, level] != trail[BEST, level]:
                return np.int64(level)
    return np.int64(depth - 1)


def search(sizes, budget, space, renaming):
    """Tries the labellings, depth first; whether all that matter were."""
    things = sizes[0] + sizes[1]
    depth, known, left, fresh = np.int64(0), np.int64(0), np.int64(budget), True
    ties = refine(sizes, space, depth)
    if ties and part_twins(sizes, space):
        ties = refine(sizes, space, depth)
    while True:
        if ties:
            open_class(sizes, space, depth)
        else:
            depth = take_leaf(sizes, space, renaming, depth, fresh)
            fresh = False
        order = np.int64(1)
        while order > 0:
            member = np.int64(-1)
            while depth >= 0 and member < 0:
                member = next_member(things, space, depth)
                depth -= np.int64(member < 0)
            if depth < 0:
                return True
            if left <= 0 and not fresh:
                return False
            left -= 1
            mark(things, space[2], depth, member)
            ties = refine(sizes, space, depth + 1)
            order = compare_paths(things, space, depth + 1, known)
        depth += 1
        if order < 0:
            known, fresh = depth, True


def canonical_set(pegs, colors, budget, codes, order, low, count, space, renaming):
    """Canonical names of the set codes[order[low:low+count]]; whether the search for them was complete.

    codes (G, P) uint8, colors from 0; order int32; budget: marks to try at most, though one labelling is
    always found. space: (cells, tables, values, trail, sums), as ``engine.canonical.Scratch`` makes them; the
    key is sums[:2]. renaming (P + C,) uint8: code x becomes names[x[positions]], where positions is its
    first P entries and names the others. To be called from other kernels: ``njit(**FLAGS)`` of it
    after ``teach``.
    """
    sizes = np.int64(pegs), np.int64(0), np.int64(colors), np.int64(count)
    sizes = name_cells(sizes, codes, order, low, space[0], space[3][NAMES])
    start(sizes, space)
    return search(sizes, budget, space, renaming)


def fitting(pegs, colors, space):
    """Whether scratch is large enough for a game; how many codes it serves is the length of its cells."""
    cells, tables, values, trail, sums = space
    things = pegs + colors
    if cells.shape[1] != pegs or len(tables) < 6 or len(trail) < 7 or len(sums) < 4:
        return False
    if tables.shape[1] < max(pegs * colors, things + 1) or trail.shape[1] <= things:
        return False
    return len(values) > things and values.shape[1] >= things


def canonical_sets(
    colors, budget, codes, order, offsets, cells, tables, values, trail, sums, keys, renamings, complete
):
    """``canonical_set`` of each of S sets: set s is codes[order[offsets[s]:offsets[s + 1]]].

    keys (S, 2), renamings (S, P + C), complete (S,): the answer.
    """
    space = cells, tables, values, trail, sums
    sets = len(offsets) - 1
    pegs = codes.shape[1]
    if not fitting(pegs, colors, space):
        return 1
    if len(keys) != sets or len(renamings) != sets or len(complete) != sets:
        return 1
    if keys.shape[1] != 2 or renamings.shape[1] != pegs + colors:
        return 1
    for s in range(sets):
        low, count = offsets[s], offsets[s + 1] - offsets[s]
        if low < 0 or count < 0 or count > len(cells) or low + count > len(order):
            return 1
        whole = canonical_set(pegs, colors, budget, codes, order, low, count, space, renamings[s])
        complete[s] = np.uint8(whole)
        keys[s, 0] = sums[FIRST]
        keys[s, 1] = sums[SECOND]
    return 0
