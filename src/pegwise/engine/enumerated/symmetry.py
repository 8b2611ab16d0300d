"""The lowest next guess of each class that the history cannot tell apart.

Grown position by position, the prefixes that some renaming lowers being dropped at once (orderly generation),
so that the cost follows the answer and not the number of codes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import (
    Columns,
    Indices,
    all_codes,
    all_guesses,
    blocks,
    chosen,
    color_type,
    turned,
)
from pegwise.engine.enumerated.renamings import FREE, Codes, Mask, Stabilizer, has_own_colors
from pegwise.engine.listed.openings import different_openings, has_openings, root_representatives
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pegwise.rules import Rules

_CELLS, _ROWS = 1 << 18, 1 << 14
"""Cells of an array, and codes, in one step of numpy: few enough to stay in the cache."""


def distinguishable(
    rules: Rules,
    history: Sequence[Sequence[int]],
    pool: Columns | None = None,
    told: Sequence[int] | None = None,
) -> Columns:
    """The lowest guess of each class the history cannot tell apart, (pegs, n), ascending.

    ``pool``, (pegs, N), restricts the guesses, to a set closed under the renamings that fix the history,
    such as the candidates. ``told``: a number for what was told of each guess; guesses of which the same was
    told are then exchanged, too.
    """
    if rules.is_listed:
        if pool is None and not history and has_openings(rules):
            return different_openings(rules)
        return all_guesses(rules) if pool is None else pool
    if not history and pool is None and not has_own_colors(rules):
        found = root_representatives(rules.pegs, rules.colors, distinct=not rules.repeats)
        first: Columns = found.astype(color_type(rules))
        return first.T
    group = Stabilizer.of(rules, history)
    if told is not None and len(group.history) == len(history):
        group = group.exchanging(told)
    if group.is_trivial:
        return all_codes(rules) if pool is None else pool
    if pool is None:
        return turned(representatives(group, distinct=not rules.repeats).astype(color_type(rules)))
    return chosen(pool, _mask(pool, lambda some: is_lowest(np.ascontiguousarray(some.T, np.uint16), group)))


def has_symmetry(rules: Rules) -> bool:
    """Tell whether codes of these rules can be renamed, so that few first guesses differ."""
    return not rules.is_listed or has_openings(rules)


def alike(rules: Rules, history: Sequence[Sequence[int]]) -> int:
    """How many guesses, at most, are alike after a history.

    >>> from pegwise.rules import Rules
    >>> alike(Rules(4, 6), [(0, 0, 1, 1)])  # two pegs within each half, the halves, four colors
    192
    """
    if rules.is_listed:
        return 1
    return Stabilizer.of(rules, history).most_alike


def representatives(group: Stabilizer, *, distinct: bool = False) -> Codes:
    """The lowest code of each class of next guesses, (n, pegs), ascending.

    ``distinct`` restricts the guesses to codes without repeated colors.  Where not the whole group was cheap
    to list, some classes may show more than one member.
    """
    if distinct and group.own:
        raise ValueError("where colors are distinct, pegs have none of their own")
    if not group.history and not group.own:
        return root_representatives(group.pegs, group.colors, distinct=distinct)
    rank = _rank(group)
    codes = np.empty((1, 0), np.uint16)
    for _ in range(group.pegs):
        parts = blocks(len(codes), _ROWS)
        codes = np.concatenate([_longer(codes[some], group, rank, distinct) for some in parts])
    return codes


def is_lowest(codes: Codes, group: Stabilizer) -> Mask:
    """Which codes are the lowest of their class, (n, pegs) to (n,).

    For sets closed under the group, such as the candidates.
    """
    lowest = np.zeros(len(codes), np.bool_)
    lowest[_survivors(codes, group, group.pegs)] = True
    return lowest


def pack(codes: Codes, colors: int) -> Indices:
    """Codes as base-``colors`` numbers, (n, pegs) to (n,); keeps the order."""
    numbers: Indices = np.zeros(codes.shape[:-1], np.int64)
    for peg in range(codes.shape[-1]):  # half the time of a product of matrices
        numbers *= colors
        numbers += codes[..., peg]
    return numbers


def _mask(every: Columns, which: Callable[[Columns], Mask]) -> Mask:
    """Which of the codes (pegs, N): some at a time, so that what lies between stays small."""
    parts = [which(every[:, some]) for some in blocks(every.shape[1], _ROWS)]
    return np.concatenate([np.zeros(0, np.bool_), *parts])


def _rank(group: Stabilizer) -> Indices:
    """The place of each color of each peg among the free ones, (pegs, colors).

    A color may follow a prefix if the prefix holds at least ``rank`` free colors: -1 for used colors. Where
    pegs have their own, no prefix holds any of the next peg.
    """
    kinds = group.used.reshape(-1, group.colors)
    rank = np.where(kinds, -1, np.cumsum(~kinds, axis=1, dtype=np.int64) - 1)
    return np.broadcast_to(rank, (group.pegs, group.colors))


def _closed_maps(group: Stabilizer) -> Codes:
    """The maps, with a single free color mapped to itself: it needs no relabelling."""
    free = group.free[0]
    if group.own or len(free) != 1:
        return group.maps
    maps = group.maps.copy()
    maps[:, free] = free
    return maps


def _longer(codes: Codes, group: Stabilizer, rank: Indices, distinct: bool) -> Codes:
    spend(0)
    # A free color may be used once all lower free colors have been.
    length = codes.shape[1]
    seen = rank[np.arange(length, dtype=np.int64), codes].max(axis=1, initial=-1) + 1
    if group.own:
        seen[:] = 0
    allowed = rank[length][None, :] <= seen[:, None]
    if distinct:
        for column in codes.T:
            allowed[np.arange(len(codes), dtype=np.int64), column] = False
    rows, symbols = np.nonzero(allowed)
    codes = np.column_stack([codes[rows], symbols.astype(np.uint16)])
    return codes[_survivors(codes, group, codes.shape[1])] if len(group.perms) > 1 else codes


def _survivors(codes: Codes, group: Stabilizer, length: int) -> Indices:
    """The places of the prefixes, (n, length), that no renaming of the first positions lowers.

    A prefix with a lower image has no completion that is lowest in its class.
    """
    inside = (group.perms[:, :length] < length).all(axis=1)
    perms, maps = group.perms[inside, :length], _closed_maps(group)[inside]
    parts = [np.zeros(0, np.int64)]
    for start in range(0, len(codes), _ROWS):
        part = codes[start : start + _ROWS]
        places = np.arange(start, start + len(part), dtype=np.int64)
        k = 0
        while k < len(perms) and len(part):
            spend(0)
            # Few codes outlive the first renamings; then many fit in one step.
            step = max(1, _CELLS // part.size)
            images = _images(part, perms[k : k + step], maps[k : k + step], group)
            kept = (images >= pack(part, group.colors)[:, None]).all(axis=1)
            part, places = part[kept], places[kept]
            k += step
        parts.append(places)
    return np.concatenate(parts)


def _images(codes: Codes, perms: Codes, maps: Codes, group: Stabilizer) -> Indices:
    """Numbers of the lowest images: (n, length) codes, (k, length) perms, (k, S) maps to (n, k)."""
    sources = codes[:, perms] + group.offsets[perms]
    images = maps[np.arange(len(perms), dtype=np.int64)[:, None], sources]
    is_free = images == FREE
    if group.own:
        lowest = np.array([min(some, default=FREE) for some in group.free], np.uint16)
        length = perms.shape[1]
        images = np.where(is_free, lowest[:length], images) - group.offsets[:length]
    elif is_free.any():
        labels = np.array([*group.free[0], FREE], np.uint16)
        count = np.zeros(images.shape[:2], np.intp)
        for j in range(perms.shape[1]):
            fresh = images[:, :, j] == FREE
            same = (sources[:, :, j:] == sources[:, :, j, None]) & fresh[:, :, None]
            label = np.broadcast_to(labels[count][:, :, None], same.shape)
            np.copyto(images[:, :, j:], label, where=same)
            count += fresh
    return pack(images, group.colors)
