"""The renamings that a history leaves open, as the symmetries of a proof."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pegwise.engine.enumerated.renamings import Stabilizer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.engine.code_space import Columns
    from pegwise.rules import Rules

__all__ = ["renamings_of"]


def renamings_of(rules: Rules, codes: Columns, path: tuple[int, ...]) -> list[bytes]:
    """Renamings that generate all those that map every guess of ``path`` to itself.

    Each is a row of P positions and S symbols: it turns a code x into ``symbols[x[positions]]``. They keep
    the candidates of every position after these guesses, whatever was told.
    """
    group = Stabilizer.of(rules)
    for guess in path:
        group = group.after(codes[:, guess].tolist())
    return list(_renamings(group))


def _renamings(group: Stabilizer) -> Iterator[bytes]:
    """One renaming for each permutation of positions, and exchanges of free symbols."""
    same, unchanged = list(range(group.pegs)), list(range(len(group.used)))
    for one, other in (pair for some in group.free for pair in pairwise(some)):
        symbols = list(unchanged)
        symbols[one], symbols[other] = other, one
        yield bytes(same + symbols)
    for places, table in zip(group.perms.tolist(), group.maps.tolist(), strict=True):
        symbols = list(table)
        for place, some in zip(places if group.own else [0], group.free, strict=True):
            for symbol, image in zip(group.free[place], some, strict=True):
                symbols[symbol] = image
        if places != same or symbols != unchanged:
            yield bytes(places + symbols)
