"""The renamings that a history leaves open, as the symmetries of a proof."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pegwise.engine.renamings import FREE, Stabilizer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.engine.space import Columns
    from pegwise.rules import Rules

__all__ = ["renamings_of"]


def renamings_of(rules: Rules, codes: Columns, path: tuple[int, ...]) -> list[bytes]:
    """Renamings that generate all those that map every guess of ``path`` to itself.

    Each is a row of P positions and C colors: it turns a code x into ``colors[x[positions]]``. They keep the
    candidates of every position after these guesses, whatever was told.
    """
    group = Stabilizer.root(rules.pegs, rules.colors)
    for guess in path:
        group = group.after(codes[:, guess].tolist())
    return list(_renamings(group))


def _renamings(group: Stabilizer) -> Iterator[bytes]:
    """One renaming for each permutation of positions, and exchanges of free colors."""
    free = group.free.tolist()
    same = bytes(range(group.pegs))
    for one, other in pairwise(free):
        colors = list(range(group.colors))
        colors[one], colors[other] = other, one
        yield same + bytes(colors)
    for places, table in zip(group.perms.tolist(), group.maps.tolist(), strict=True):
        colors = [color if image == FREE else image for color, image in enumerate(table)]
        if places != list(same) or colors != list(range(group.colors)):
            yield bytes(places) + bytes(colors)
