"""All that some pegs of a code can use up of a history: each state, and in how many ways it comes about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.unlimited.state_layers import Layer, Merger, Sorter, spread
from pegwise.limit import spend
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.unlimited.packed_counters import Fields, Words
    from pegwise.engine.unlimited.state_layers import Ints


_BLOCK = 1 << 17
"""States that are made between two looks at the clock: some milliseconds."""
_SAMPLE = 1 << 10
"""States of a layer that are kept to foretell the next one."""
_HOPELESS = 1e12
"""States from which on it does not matter how many they are."""


@dataclass(frozen=True)
class Peg:
    """What the colors of a peg add to a state: colors that add the same are one *choice*."""

    steps: Words
    """What each choice adds, shape (words, choices)."""
    colors: tuple[tuple[int, ...], ...]
    """The colors of each choice."""
    floor: Words | None
    """What a state has at least after this peg; see :meth:`Fields.at_least`."""

    @property
    def choices(self) -> int:
        """The number of choices."""
        return len(self.colors)

    def states(self, fields: Fields, words: Words) -> Iterator[tuple[int, Words, NDArray[np.bool_]]]:
        """Iterate over the choices: the states that each leads to, and from which of these states."""
        for choice in range(self.choices):
            new = words + self.steps[:, choice : choice + 1]
            good = fields.fit(new, self.floor)
            yield choice, new[:, good], good


class Half:
    """The states after some pegs, one peg after another; the last layer is made anew each time it is needed.

    ``mask`` has the bits by which states are kept together.
    """

    def __init__(self, fields: Fields, pegs: Sequence[Peg], mask: Words | None = None) -> None:
        self.fields, self.pegs = fields, pegs
        self.sorter = Sorter(mask)
        first = Layer(self.sorter, fields.start, np.ones(1, np.int64))
        self._layers = [first]
        for peg in pegs[:-1]:
            self._layers.append(self._after(peg))

    def _after(self, peg: Peg) -> Layer:
        merger = Merger(self.sorter, self.fields.words)
        for words, ways in self._grown(self._layers[-1], peg):
            merger.add(words, ways)
        return merger.layer()

    def _grown(self, layer: Layer, peg: Peg) -> Iterator[tuple[Words, Ints]]:
        pace = max(1, _BLOCK // max(1, peg.choices))
        for start in range(0, layer.size, pace):
            spend(0)
            report("states", start, layer.size)
            words, ways = layer.words[:, start : start + pace], layer.ways[start : start + pace]
            found = [
                (new, ways[good] * len(peg.colors[choice]))
                for choice, new, good in peg.states(self.fields, words)
            ]
            if found:
                yield (
                    np.concatenate([new for new, _ in found], axis=1),
                    np.concatenate([way for _, way in found]),
                )

    def blocks(self) -> Iterator[tuple[Words, Ints]]:
        """Iterate over the states after all pegs, and their ways; equal ones may come apart."""
        if self.pegs:
            yield from self._grown(self._layers[-1], self.pegs[-1])
        else:
            yield self._layers[0].words, self._layers[0].ways

    def last(self) -> Layer:
        """Return the states after all pegs as a layer."""
        return self._after(self.pegs[-1]) if self.pegs else self._layers[0]

    def parts(self, states: Words) -> tuple[NDArray[np.int64], Ints]:
        """Return the colors of these pegs that lead to each of some states.

        The first array has a column for each such part of a code, its pegs in the order of this half; the
        second the number of the state that it leads to, in ascending order.
        """
        edges = []
        for layer, peg in zip(reversed(self._layers), reversed(self.pegs), strict=False):
            states, made = self._back(layer, peg, states)
            edges.append(made)
        at = np.arange(states.shape[1], dtype=np.int64)
        colors = np.zeros((0, len(at)), np.int64)
        for before, color, after in reversed(edges):
            spend(0)
            first = np.searchsorted(before, at, "left")
            which, edge = spread(np.searchsorted(before, at, "right") - first)
            edge += first[which]
            colors, at = np.vstack([colors[:, which], color[edge]]), after[edge]
        order = np.argsort(at, kind="stable")
        return colors[:, order], at[order]

    def _back(self, layer: Layer, peg: Peg, states: Words) -> tuple[Words, tuple[Ints, Ints, Ints]]:
        """Return the states one peg earlier, and the ways from them: (from, color, to), in order."""
        before, colors, after = [], [], []
        for choice in range(peg.choices):
            spend(0)
            asked, places = layer.find(states - peg.steps[:, choice : choice + 1])
            for color in peg.colors[choice]:
                before.append(places)
                after.append(asked)
                colors.append(np.full(len(asked), color, np.int64))
        found, back = np.unique(np.concatenate(before), return_inverse=True)
        order = np.argsort(back, kind="stable")
        edges = back[order], np.concatenate(colors)[order], np.concatenate(after)[order]
        return layer.words[:, found], edges


@dataclass(frozen=True)
class Size:
    """How many states there are after some pegs: made, of which some may be equal, and different ones."""

    made: float
    different: float
    sample: Words


def sizes(fields: Fields, pegs: Sequence[Peg], most: float) -> list[Size]:
    """Foretell from samples how many states there are after each number of pegs.

    Equal states are counted as different ones up to ``most``, which no number of different states passes. The
    list ends early where there are far too many.
    """
    found = [Size(1.0, 1.0, fields.start)]
    for peg in pegs:
        spend(0)
        before = found[-1]
        good = np.flatnonzero([good for _, _, good in peg.states(fields, before.sample)])
        size = before.different * len(good) / max(1, before.sample.shape[1])
        kept = min(_SAMPLE, len(good))
        choice, state = np.divmod(
            good[np.arange(kept, dtype=np.int64) * len(good) // max(1, kept)], before.sample.shape[1]
        )
        sample = before.sample[:, state] + peg.steps[:, choice]
        found.append(Size(size, min(size, most), sample))
        if size > _HOPELESS:
            break
    return found
