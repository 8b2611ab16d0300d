"""Scores of guesses at one position, by the kernels: 512 pairs at a time, or one where those do not serve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine import comparing
from pegwise.engine.entropy import table_for
from pegwise.engine.kernels.compare.planes import TILE
from pegwise.engine.kinds import ENTROPY, PARTS, WORST, WORST_PARTS
from pegwise.engine.running.errors import KernelUnavailable
from pegwise.engine.running.load import kernel
from pegwise.engine.tables import is_served, tables_of
from pegwise.limit import LimitReached, seconds_left, spend
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from pegwise.engine.packed import Layout, Planes
    from pegwise.engine.running.load import Kernel
    from pegwise.engine.space import Columns, Indices
    from pegwise.rules import Rules

__all__ = [
    "are_ready",
    "class_sizes_of",
    "compile_seconds",
    "lacks_compiler",
    "score_slices",
    "scores_of",
    "slice_size",
    "use_kernels",
    "would_use_kernels",
]

_NUMPY_SPEED = 1.5e8
"""Pairs a second that numpy compares, roughly."""
_COMPILE_SECONDS = {"count": 1.5, "grow": 6.0, "scores": 1.5}
"""What compiling takes, roughly, with what a kernel needs beside it: done where numpy would take longer."""
_PATIENCE = 10.0
"""How many times that a limit must allow before compiling is begun: it may take several times as long."""
_BESIDE = {
    "count": ("fill_rows", "fill_planes"),
    "grow": ("fill_words", "feedback_numbers", "split"),
    "scores": ("fill_words",),
}

SLICE_PAIRS = 1 << 28
"""Pairs counted in planes between two looks at the clock or the stop flag: some 10 ms."""
FEW_PAIRS = 1 << 27
"""The same where a tile of guesses has more, in games of many classes; a smaller tile is a little slower."""
WORD_PAIRS = 1 << 23
"""The same where one pair is compared at a time."""
SLICE_GUESSES = 1 << 14
_NONE = np.zeros(0, np.int64)
_WEIGHT = 1 << 10
"""More than the classes of any game of at most 2**24 codes: the worst case comes before their number."""


def use_kernels(rules: Rules, pairs: float, *names: str) -> bool:
    """Tell whether the kernels of these names serve so many pairs; compile them if that is worth it."""
    return would_use_kernels(rules, pairs, *names) and (are_ready(rules, *names) or _prepared(rules, *names))


def would_use_kernels(rules: Rules, pairs: float, *names: str) -> bool:
    """The same in advance, as far as is known: compiled already, or worth compiling for so many pairs.

    Compiling cannot be ended: within a limit on time it is not begun unless there is far more than it takes.
    """
    if rules.size == 1 or rules.colors > 255 or ("grow" in names and not is_served(rules)):
        return False
    if are_ready(rules, *names):
        return True
    left = seconds_left()
    if left is not None and left < _PATIENCE * compile_seconds(*names):
        return False
    return pairs / _NUMPY_SPEED > compile_seconds(*names) and all(
        each.is_possible() for each in _wanted(rules, *names)
    )


def lacks_compiler(rules: Rules, *names: str) -> bool:
    """Tell whether only a compiler that is not installed keeps the kernels of these names from serving."""
    is_wanted = rules.size > 1 and rules.colors <= 255 and ("grow" not in names or is_served(rules))
    return is_wanted and any(each.lacks_compiler() for each in _wanted(rules, *names))


def are_ready(rules: Rules, *names: str) -> bool:
    """Tell whether the kernels of these names need not be compiled first.

    Where planes do not serve, ``count`` stands for the kernel that compares one pair at a time.
    """
    return all(each.is_ready() for each in _wanted(rules, *names))


def _wanted(rules: Rules, *names: str) -> Iterator[Kernel]:
    for name in names:
        if is_served(rules):
            yield kernel(name, rules.pegs, not rules.whites)
        else:
            name = "scores"
            yield kernel(name)
        yield from map(kernel, _BESIDE[name])


def _prepared(rules: Rules, *names: str) -> bool:
    """Compile them; False where this machine cannot: then numpy does the work, if slowly."""
    try:
        for each in _wanted(rules, *names):
            each.prepare()
    except KernelUnavailable:
        return False
    return True


def compile_seconds(*names: str) -> float:
    """What compiling the kernels of these names takes, roughly."""
    return sum(_COMPILE_SECONDS[name] for name in names)


def scores_of(
    kind: int, guesses: Columns, candidates: Columns, rules: Rules, cut_short: bool = False
) -> tuple[Indices, int]:
    """Scores (G,) of guesses (P, G) against candidates (P, N), lower is better.

    And of how many guesses: all of them, unless a limit may cut it short.
    """
    score = _scorer(kind, candidates, rules)
    parts: list[Indices] = []
    done, count = 0, guesses.shape[1]
    step = slice_size(candidates.shape[1], SLICE_PAIRS if is_served(rules) else WORD_PAIRS)
    try:
        for start in range(0, count, step):
            some = guesses[:, start : start + step]
            if parts or not cut_short:  # what may be cut short still has a beginning
                spend(some.shape[1] * candidates.shape[1])
            parts.append(score(some))
            done = min(start + step, count)
            report("guesses", done, count)
    except LimitReached:
        if not cut_short:
            raise
    return np.concatenate(parts) if parts else np.zeros(0, np.int64), done


def _scorer(kind: int, candidates: Columns, rules: Rules) -> Callable[[Columns], Indices]:
    """What gives the scores of some guesses (P, G): candidates in planes, or in words where they must be."""
    layout = tables_of(rules).layout
    if is_served(rules):
        planes = comparing.planes(layout, candidates)
        return lambda some: score_slices(kind, planes, comparing.plane_rows(layout, some), lambda _: None)
    packed = comparing.pack(layout, candidates)
    table = table_for(candidates.shape[1]) if kind == ENTROPY else _NONE

    def score(some: Columns) -> Indices:
        asked = comparing.pack(layout, some)
        if kind == WORST_PARTS:
            return _WEIGHT * comparing.scores(WORST, asked, packed) - comparing.scores(PARTS, asked, packed)
        found = comparing.scores(kind, asked, packed, table)
        return -found if kind == PARTS else found

    return score


def slice_size(candidates: int, pairs: int = SLICE_PAIRS) -> int:
    """Guesses taken together against so many candidates: about so many ``pairs``, whole tiles if possible."""
    tiled = min(SLICE_GUESSES, pairs // max(1, candidates) // TILE * TILE)
    return tiled or max(1, min(pairs, FEW_PAIRS) // max(1, candidates))


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
    plane = comparing.plane_kernels(layout.pegs, layout.black_only)
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
            part *= _WEIGHT
            part -= parts

    slices = range(0, len(rows), step)
    for _ in spread(run, slices) if len(slices) > 1 else map(run, slices):
        pass
    return out


def class_sizes_of(layout: Layout, candidates: Planes, rows: NDArray[np.uint16]) -> Indices:
    """Class sizes (G, bins) of guesses, named by rows (G, 2P), against candidates in planes."""
    plane = comparing.plane_kernels(layout.pegs, layout.black_only)
    sizes = np.zeros((len(rows), layout.bins), np.int64)
    plane.class_sizes(candidates.bits, len(candidates), np.ascontiguousarray(rows), sizes, plane.scratch())
    return sizes
