"""Sets of codes that are the same up to a renaming of positions and colors: a key they share.

A set is labeled by refinement: cells (position, color) get a hash that says how they stand to the others in
the set, until nothing becomes clearer; what is still alike is told apart by trial. The key is the renamed set
itself, so sets that differ never share one; trials are cut short, so that now and then sets alike do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.space import Columns

    Hashes = NDArray[np.uint64]

__all__ = ["Renaming", "canonical"]

_ODD, _MIX, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(29)
_TRIALS = 24


@dataclass(frozen=True)
class Renaming:
    """Turns a code x into the code ``colors[x[places]]``; all from 0."""

    places: tuple[int, ...]
    colors: tuple[int, ...]

    def of(self, codes: Columns) -> Columns:
        """The renamed codes: shape (pegs, N)."""
        renamed: Columns = np.array(self.colors, codes.dtype)[codes[list(self.places)]]
        return renamed

    def inverse(self) -> Renaming:
        """The renaming that undoes this one."""
        return Renaming(tuple(np.argsort(self.places).tolist()), tuple(np.argsort(self.colors).tolist()))

    def then(self, other: Renaming) -> Renaming:
        """This one, and ``other`` after it."""
        return Renaming(
            tuple(self.places[place] for place in other.places),
            tuple(other.colors[color] for color in self.colors),
        )


def canonical(codes: Columns, colors: int) -> tuple[bytes, Renaming]:
    """A key of the set of ``codes`` (pegs, N), the same for nearly all sets alike, and the renaming to it.

    >>> one, other = np.array([[0, 1], [0, 2]], np.uint8), np.array([[2, 1], [0, 1]], np.uint8)
    >>> canonical(one, 3)[0] == canonical(other, 3)[0]
    True
    """
    search = _Search(codes, colors)
    with np.errstate(over="ignore"):
        search.run(np.ones(len(codes), np.uint64), np.ones(colors, np.uint64))
    if search.best is None:
        raise RuntimeError("no labeling was tried")
    return search.best


def _mix(values: Hashes) -> Hashes:
    """Scattered values; their sums stand for multisets."""
    values = (values ^ (values >> _SHIFT)) * _MIX
    values = (values ^ (values >> _SHIFT)) * _ODD
    return values ^ (values >> _SHIFT)


class _Search:
    def __init__(self, codes: Columns, colors: int) -> None:
        self.codes, self.colors, self.left = codes, colors, _TRIALS
        pegs = len(codes)
        place, color = np.divmod(np.arange(pegs * colors), colors)
        cells = (codes[place] == color[:, None]).astype(np.float32)
        together = (cells @ cells.T).astype(np.uint64)
        relation = (place[:, None] == place) * 2 + (color[:, None] == color)
        self.edges = _mix(together * np.uint64(4) + relation.astype(np.uint64))
        self.weights = colors ** np.arange(pegs - 1, -1, -1, dtype=np.int64)
        self.numbers = self._numbers(codes)
        self.best: tuple[bytes, Renaming] | None = None

    def _numbers(self, codes: Columns) -> NDArray[np.int64]:
        return np.sort(self.weights @ codes)

    def _refine(self, places: Hashes, names: Hashes) -> tuple[Hashes, Hashes]:
        """Sharpen the hashes of positions (pegs,) and colors (colors,)."""
        classes = 0
        while True:
            cells = _mix(places[:, None] * _ODD + names[None, :]).ravel()
            cells = _mix(cells + _mix(self.edges + cells[None, :]).sum(axis=1))
            grid = cells.reshape(len(places), len(names))
            places = _mix(places + grid.sum(axis=1, dtype=np.uint64))
            names = _mix(names * _ODD + grid.sum(axis=0, dtype=np.uint64))
            now = len(set(places.tolist())) + len(set(names.tolist()))
            if now == classes:
                return places, names
            classes = now

    def _swap_fixes(self, one: int, other: int) -> bool:
        """Tell whether swapping two colors maps the set to itself: then trying one of them is enough."""
        table = np.arange(self.colors)
        table[[one, other]] = other, one
        return np.array_equal(self._numbers(table.astype(self.codes.dtype)[self.codes]), self.numbers)

    def run(self, places: Hashes, names: Hashes) -> None:
        """Try all labellings that these hashes leave open, until the trials are used up."""
        places, names = self._refine(places, names)
        for hashes, of_colors in ((names, True), (places, False)):
            members = _open_class(hashes)
            if not members:
                continue
            tried: list[int] = []
            for member in members:
                if of_colors and any(self._swap_fixes(other, member) for other in tried):
                    continue
                tried.append(member)
                marked = hashes.copy()
                marked[member] = _mix(marked[member : member + 1] + _ODD)[0]
                self.run(*((places, marked) if of_colors else (marked, names)))
                if self.left <= 0:
                    return
            return
        self._leaf(np.argsort(places), np.argsort(names))

    def _leaf(self, order: NDArray[np.intp], names: NDArray[np.intp]) -> None:
        self.left -= 1
        renaming = Renaming(tuple(order.tolist()), tuple(np.argsort(names).tolist()))
        key = self._numbers(renaming.of(self.codes)).tobytes()
        if self.best is None or key < self.best[0]:
            self.best = key, renaming


def _open_class(hashes: Hashes) -> list[int]:
    """The smallest set of things that share a hash, if any do; of equals that of the lowest hash."""
    by_hash: dict[int, list[int]] = {}
    for place, value in enumerate(hashes.tolist()):
        by_hash.setdefault(value, []).append(place)
    shared = [(len(places), value) for value, places in by_hash.items() if len(places) > 1]
    return by_hash[min(shared)[1]] if shared else []
