"""Scores of guesses at one position: many candidates in planes, guesses naming rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.entropy import table_for
from pegwise.engine.kinds import ENTROPY, PARTS, WORST, WORST_PARTS
from pegwise.engine.native import kernels
from pegwise.engine.native.load import kernel
from pegwise.engine.native.planes import TILE
from pegwise.engine.tables import is_served, tables_of
from pegwise.limit import LimitReached, spend
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from pegwise.engine.native.packed import Layout, Planes
    from pegwise.engine.space import Columns, Indices
    from pegwise.rules import Rules

__all__ = [
    "are_ready",
    "class_sizes_of",
    "compile_seconds",
    "score_slices",
    "scores_of",
    "slice_size",
    "use_kernels",
]

_NUMPY_SPEED = 1.5e8
"""Pairs a second that numpy compares, roughly."""
_COMPILE_SECONDS = {"count": 1.5, "grow": 8.0}
"""What compiling takes, roughly: it is done where numpy would take longer."""

SLICE_PAIRS = 1 << 28
"""Pairs counted between two looks at the clock or the stop flag: some 10 ms."""
SLICE_GUESSES = 1 << 14
_NONE = np.zeros(0, np.int64)
_FILLERS = ("fill_words", "fill_rows", "fill_planes", "feedback_numbers", "split")


def use_kernels(rules: Rules, pairs: float, *names: str) -> bool:
    """Whether the kernels of these names serve: compiled already, or worth compiling for so many pairs."""
    return is_served(rules) and (
        pairs / _NUMPY_SPEED > compile_seconds(rules, *names) or are_ready(rules, *names)
    )


def are_ready(rules: Rules, *names: str) -> bool:
    """Whether the kernels of these names need not be compiled first."""
    shape = rules.pegs, not rules.whites
    wanted = [kernel(name) for name in _FILLERS] + [kernel(name, *shape) for name in names]
    return all(each.is_ready() for each in wanted)


def compile_seconds(rules: Rules, *names: str) -> float:
    """What compiling the kernels of these names takes, roughly."""
    return sum(_COMPILE_SECONDS[name] for name in names)


def scores_of(
    kind: int, guesses: Columns, candidates: Columns, rules: Rules, cut_short: bool = False
) -> tuple[Indices, int]:
    """Scores (G,) of guesses (P, G) against candidates (P, N), lower is better, by the plane kernels.

    And of how many guesses: all of them, unless a limit may cut it short.
    """
    layout = tables_of(rules).layout
    planes = kernels.planes(layout, candidates)
    parts: list[Indices] = []
    done, count = 0, guesses.shape[1]
    step = slice_size(candidates.shape[1])
    try:
        for start in range(0, count, step):
            some = guesses[:, start : start + step]
            if parts or not cut_short:  # what may be cut short still has a beginning
                spend(some.shape[1] * candidates.shape[1])
            rows = kernels.plane_rows(layout, some)
            parts.append(score_slices(kind, planes, rows, lambda _pairs: None))
            done = min(start + step, count)
            report("guesses", done, count)
    except LimitReached:
        if not cut_short:
            raise
    return np.concatenate(parts) if parts else np.zeros(0, np.int64), done


def slice_size(candidates: int) -> int:
    """Guesses taken together against so many candidates."""
    return max(TILE, min(SLICE_GUESSES, SLICE_PAIRS // max(1, candidates) // TILE * TILE))


def score_slices(
    kind: int,
    candidates: Planes,
    rows: NDArray[np.uint16],
    before: Callable[[int], None],
    spread: Callable[..., Iterable[None]] = map,
) -> Indices:
    """Scores (G,) of guesses, named by rows (G, 2P), against candidates in planes.

    The guesses are taken some at a time; ``before`` is told the pairs of a slice first, and may raise.
    ``spread`` is `map`, or that of a pool of threads.
    """
    layout, count = candidates.layout, max(1, len(candidates))
    plane = kernels.plane_kernels(layout.pegs, layout.black_only)
    table = table_for(count) if kind == ENTROPY else _NONE
    out = np.empty(len(rows), np.int64)
    step = slice_size(count)

    def run(first: int) -> None:
        part, some = out[first : first + step], rows[first : first + step]
        before(len(some) * count)
        scratch = plane.scratch()
        leading = WORST if kind == WORST_PARTS else kind
        plane.scores(leading, candidates.bits, len(candidates), some, table, part, scratch)
        if kind == PARTS:
            part *= -1
        elif kind == WORST_PARTS:
            parts = np.empty_like(part)
            plane.scores(PARTS, candidates.bits, len(candidates), some, table, parts, scratch)
            part *= 256
            part -= parts

    for _ in spread(run, range(0, len(rows), step)):
        pass
    return out


def class_sizes_of(layout: Layout, candidates: Planes, rows: NDArray[np.uint16]) -> Indices:
    """Class sizes (G, bins) of guesses, named by rows (G, 2P), against candidates in planes."""
    plane = kernels.plane_kernels(layout.pegs, layout.black_only)
    sizes = np.zeros((len(rows), layout.bins), np.int64)
    plane.class_sizes(candidates.bits, len(candidates), np.ascontiguousarray(rows), sizes, plane.scratch())
    return sizes
