"""Renamings that fix the guesses made so far, and what they rename.

A renaming is a permutation of positions with a permutation of symbols. A symbol is a color. But a black hit
compares two codes at one peg: where only black hits are told and colors may repeat, the colors of each peg
can be renamed without regard to the other pegs, and color c of peg p is the symbol p*C + c.
Element ``k`` of a :class:`Stabilizer` turns a code of symbols ``x`` into ``y[j] = maps[k, x[perms[k, j]]]``.
On the symbols that occur in the history the map is forced by the position permutation; all others ("free"
symbols) may be permuted at will, those of one peg among themselves if pegs have colors of their own, so they
are marked ``FREE`` and relabeled in order of first use.

Everything here is sound with *any subset* of the true group: fewer renamings only mean that more than one
member of a class may be returned, never that the lowest is lost.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, islice, permutations, product
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns
    from pegwise.rules import Rules

Codes: TypeAlias = "NDArray[np.unsignedinteger[Any]]"
Mask: TypeAlias = "NDArray[np.bool_]"

MOST_SYMBOLS = 254
"""The most symbols of a game whose pegs have colors of their own; in larger games, a symbol is a color."""
FREE = (1 << 16) - 1
"""Map entry of a symbol that no guess has used yet."""

MAX_LIFTS = math.factorial(8)
"""Most position permutations kept explicitly; larger groups are cut short."""
_ALIKE, _MOST_ROWS = 4, 1 << 11
"""Guesses with the same feedback that are exchanged at most, and renamings that are listed with them at most.
A larger group leaves so few guesses that fewer are not worth its time."""


def has_own_colors(rules: Rules) -> bool:
    """Tell whether each peg's colors can be renamed on their own."""
    symbols = rules.pegs * rules.colors
    return not rules.whites and rules.repeats and symbols <= MOST_SYMBOLS and symbols**rules.pegs <= 2**64


def symbol_count(rules: Rules) -> int:
    """Count the symbols of a game.

    >>> from pegwise.rules import Rules
    >>> symbol_count(Rules(4, 6)), symbol_count(Rules(4, 6, whites=False))
    (6, 24)
    """
    return rules.pegs * rules.colors if has_own_colors(rules) else rules.colors


def to_symbols(codes: Columns, rules: Rules) -> Columns:
    """Return codes (P, N), colors from 0, as symbols."""
    if not has_own_colors(rules):
        return codes
    symbols: Columns = codes + _offsets(rules.pegs, rules.colors, own=True)[:, None]
    return symbols


@dataclass(frozen=True, eq=False, repr=False)
class Stabilizer:
    """The renamings that map every guess of a history to itself.

    ``perms`` is (n, pegs), ``maps`` (n, S) of S symbols; row 0 is the identity.  ``used`` is
    (S,).  The rows are the whole group (up to the free symbols), or the part that was
    cheap to list.  ``own``: whether each peg has colors of its own.
    """

    pegs: int
    colors: int
    own: bool
    history: tuple[tuple[int, ...], ...]
    perms: Codes
    maps: Codes
    used: Mask

    @classmethod
    def of(cls, rules: Rules, history: Iterable[Sequence[int]] = ()) -> Stabilizer:
        """The renamings of a game that map these guesses to themselves; what is guessed twice counts once."""
        made = tuple(dict.fromkeys(tuple(map(int, guess)) for guess in history))
        return _from_history(rules.pegs, rules.colors, has_own_colors(rules), made)

    def after(self, guess: Sequence[int]) -> Stabilizer:
        """The renamings that also map ``guess`` to itself."""
        code = tuple(int(color) for color in guess)
        if len(code) != self.pegs or not all(0 <= c < self.colors for c in code):
            raise ValueError(f"not a code of {self.pegs} pegs, {self.colors} colors")
        if code in self.history:
            return self
        return _from_history(self.pegs, self.colors, self.own, (*self.history, code))

    def exchanging(self, told: Sequence[int]) -> Stabilizer:
        """These and the renamings that map guesses to others for which the same was ``told``.

        They keep the candidates, too. The guesses are those of ``history``. What is returned serves to find
        guesses; do not call ``after`` on it.
        """
        found, most = [self], _MOST_ROWS // len(self.perms)  # as many renamings go with each order
        for order in islice(_exchanges(told), max(0, most - 1)):
            images = tuple(self.history[at] for at in order)
            found.append(_from_history.__wrapped__(self.pegs, self.colors, self.own, self.history, images))
        perms, maps = (np.concatenate([getattr(each, name) for each in found]) for name in ("perms", "maps"))
        return _freeze(replace(self, perms=perms, maps=maps))

    @property
    def offsets(self) -> Codes:
        """The symbol of each peg's color 0, (pegs,)."""
        return _offsets(self.pegs, self.colors, self.own)

    @property
    def free(self) -> list[list[int]]:
        """The symbols no guess has used, ascending: all of them, or those of each peg."""
        kinds = (~self.used).reshape(self.pegs if self.own else 1, self.colors)
        return [(np.flatnonzero(kind) + at * self.colors).tolist() for at, kind in enumerate(kinds)]

    @cached_property
    def order(self) -> int:
        """How many renamings this stands for."""
        return len(self.perms) * math.prod(math.factorial(len(some)) for some in self.free)

    @property
    def most_alike(self) -> int:
        """How many codes can be alike at most: a code holds few of the free symbols."""
        pegs = self.pegs // len(self.free)  # that each list of free symbols serves
        held = (math.perm(len(some), min(len(some), pegs)) for some in self.free)
        return len(self.perms) * math.prod(held)

    @property
    def is_trivial(self) -> bool:
        """True if every code is its own class."""
        return self.order == 1


def _offsets(pegs: int, colors: int, own: bool) -> Codes:
    return np.arange(pegs, dtype=np.uint16) * np.uint16(colors if own else 0)


def _exchanges(told: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The orders, other than that which is given, in which what was told is the same.

    Of many guesses with the same feedback, only the first four are exchanged.

    >>> list(_exchanges([7, 8, 7]))
    [(2, 1, 0)]
    """
    places: dict[int, list[int]] = {}
    for at, each in enumerate(told):
        places.setdefault(each, []).append(at)
    alike = [some[:_ALIKE] for some in places.values()]
    for orders in islice(product(*map(permutations, alike)), 1, None):
        order = list(range(len(told)))
        for some, moved in zip(alike, orders, strict=True):
            for at, other in zip(some, moved, strict=True):
                order[at] = other
        yield tuple(order)


@lru_cache(maxsize=64)
def _from_history(
    pegs: int,
    colors: int,
    own: bool,
    history: tuple[tuple[int, ...], ...],
    images: tuple[tuple[int, ...], ...] | None = None,
) -> Stabilizer:
    """List the position permutations that some map of symbols completes, column by column.

    ``images``: what the guesses are mapped to, the same guesses in another order; None for themselves.
    """
    guesses, targets = (
        np.array(some, np.uint16).reshape(len(history), pegs) + _offsets(pegs, colors, own)
        for some in (history, history if images is None else images)
    )
    perms = np.empty((1, 0), np.uint16)
    maps = np.full((1, pegs * colors if own else colors), FREE, np.uint16)
    taken = maps != FREE
    used = taken[0].copy()
    used[guesses] = True
    complete = True
    for position in range(pegs):
        spend(0)
        rows, sources = np.nonzero(~(perms[:, :, None] == np.arange(pegs, dtype=np.int64)).any(axis=1))
        maps, taken, ok = maps[rows], taken[rows], np.ones(len(rows), np.bool_)
        for guess, target in zip(guesses, targets, strict=True):
            spend(0)
            _force(maps, taken, ok, guess[sources], int(target[position]))
        # The identity comes first, so a cut list always holds it.
        keep = np.flatnonzero(ok)[:MAX_LIFTS]
        complete &= int(ok.sum()) <= MAX_LIFTS
        perms = np.column_stack([perms[rows[keep]], sources[keep].astype(np.uint16)])
        maps, taken = maps[keep], taken[keep]
    group = Stabilizer(pegs, colors, own, history, perms, maps, used)
    return _freeze(group if complete or images is not None else _with_swaps(group))


def _with_swaps(group: Stabilizer) -> Stabilizer:
    """Add to a cut list the swaps of two positions that all guesses treat alike."""
    guesses = np.array(group.history, np.uint16).reshape(len(group.history), group.pegs)
    places = combinations(range(group.pegs), 2)
    pairs = [(i, j) for i, j in places if np.array_equal(guesses[:, i], guesses[:, j])]
    swaps = np.tile(np.arange(group.pegs, dtype=np.uint16), (len(pairs), 1))
    maps = np.repeat(group.maps[:1], len(pairs), axis=0)
    kinds = maps.reshape(len(pairs), group.pegs if group.own else 1, group.colors)
    for row, kind, (i, j) in zip(swaps, kinds, pairs, strict=True):
        row[[i, j]] = j, i
        if group.own:
            kind[[i, j]] = kind[[j, i]]
    perms = np.concatenate([group.perms, swaps])
    return replace(group, perms=perms, maps=np.concatenate([group.maps, maps]))


def _force(maps: Codes, taken: Mask, ok: Mask, source: Codes, target: int) -> None:
    """Demand that row ``k`` maps ``source[k]`` to ``target``; clear ``ok`` if it cannot.

    ``maps`` and ``taken`` (both (n, S)) are updated in place.
    """
    rows = np.arange(len(maps), dtype=np.int64)
    present = maps[rows, source]
    ok &= np.where(present == FREE, ~taken[:, target], present == target)
    maps[rows, source] = target
    taken[:, target] = True


def _freeze(group: Stabilizer) -> Stabilizer:
    for array in (group.perms, group.maps, group.used):
        array.setflags(write=False)
    return group
