"""The innermost steps of the plane kernels in numpy: what ``circuits`` does in vector registers.

They define what a step means, run where nothing may be compiled, and are what the circuits are tested
against. Each carries its shape, by which ``teaching`` puts the circuit in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.kernels.shapes import counted, width_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

CIRCUIT = "circuit"
"""The attribute of a step that has a circuit: its shape."""


def _class_of(pegs: int, black_only: bool, planes: Any, names: Any, words: slice) -> NDArray[np.int64]:
    """The class (its place in ``classes``) of every code in these words of planes, and -1 for none."""
    bits = np.unpackbits(planes[names, words].view(np.uint8), axis=1, bitorder="little")
    width = width_of(pegs)
    black = bits[:width].sum(axis=0, dtype=np.int64)
    total = black if black_only else bits[width:].sum(axis=0, dtype=np.int64)
    place = np.full((width + 1, width + 1), -1, dtype=np.int64)
    for index, (b, t) in enumerate(counted(pegs, black_only)):
        place[b, t] = index
    found: NDArray[np.int64] = place[black, total]
    return found


def count_words(pegs: int, black_only: bool) -> Callable[..., None]:
    """Adds the class sizes of a guess against words start to stop of planes to row ``at`` of tile.

    Class (0, 0) is left out: the caller has it from the number of candidates, which also keeps the
    padding of the planes out of the count.
    """
    count = len(counted(pegs, black_only))

    def step(planes: Any, rows: Any, guess: Any, start: Any, stop: Any, tile: Any, at: Any) -> None:
        found = _class_of(pegs, black_only, planes, rows[guess], slice(start, stop))
        tile[at, 1:count] += np.bincount(found[found > 0], minlength=count)[1:]

    step.__dict__[CIRCUIT] = (pegs, black_only)
    return step
