"""Scores of guesses at one position: 512 pairs at a time, or one where plane kernels do not serve."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import blocks
from pegwise.engine.counting import occurrences
from pegwise.engine.entropy import margin_for, table_for
from pegwise.engine.enumerated import packed_codes
from pegwise.engine.enumerated.bags import IN_A_BAG, least_scores
from pegwise.engine.enumerated.game_tables import has_planes, tables_of
from pegwise.engine.kernels.compare.planes import TILE
from pegwise.engine.score_kinds import ENTROPY, PARTS, WORST, WORST_PARTS, WORST_WEIGHT
from pegwise.limit import LimitReached, spend
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns, Indices
    from pegwise.engine.enumerated.packed_codes import Packed, Planes
    from pegwise.rules import Rules

SLICE_PAIRS = 1 << 28
"""Pairs counted in planes between two looks at the clock or the stop flag: some 10 ms."""
FEW_PAIRS = 1 << 27
"""The same where a tile of guesses has more, in games of many classes; a smaller tile is a little slower."""
WORD_PAIRS = 1 << 23
"""The same where one pair is compared at a time."""
SLICE_GUESSES = 1 << 14
_BAGS = 1 << 14
"""Bags weighed together."""
_NEVER = int(np.iinfo(np.int64).max)
_FIRST_PART = 32
"""The most hopeful guesses that are scored first: so large a part of all."""
_NONE = np.zeros(0, np.int64)


def scores_of(
    kind: int, guesses: Columns, candidates: Columns, rules: Rules, cut_short: bool = False
) -> tuple[Indices, int]:
    """Scores (G,) of guesses (P, G) against candidates (P, N), lower is better.

    And of how many guesses: all of them, unless a limit may cut it short.
    """
    in_planes = has_planes(rules, candidates.shape[1])
    score = _scorer(kind, guesses.shape[1], candidates, rules, in_planes)
    parts: list[Indices] = []
    done, count = 0, guesses.shape[1]
    step = slice_size(candidates.shape[1], SLICE_PAIRS if in_planes else WORD_PAIRS)
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


def _scorer(
    kind: int, guesses: int, candidates: Columns, rules: Rules, in_planes: bool
) -> Callable[[Columns], Indices]:
    """What gives the scores of some guesses (P, G): candidates in planes, or in words where they must be."""
    if rules.is_listed:
        from pegwise.engine.listed.guess_scores import scorer

        return scorer(kind, guesses, candidates, rules)
    layout = tables_of(rules).layout
    if in_planes:
        planes = packed_codes.planes(layout, candidates)
        return lambda some: score_slices(kind, planes, packed_codes.plane_rows(layout, some), lambda _: None)
    packed = packed_codes.pack(layout, candidates)
    return lambda some: score_words(kind, packed, packed_codes.pack(layout, some), lambda _: None)


def _signed(kind: int, score: Callable[[int], Indices]) -> Indices:
    """Scores of which lower is better, of what the kernels count."""
    if kind == WORST_PARTS:
        return WORST_WEIGHT * score(WORST) - score(PARTS)
    return -score(PARTS) if kind == PARTS else score(kind)


def slice_size(candidates: int, pairs: int = SLICE_PAIRS) -> int:
    """Guesses taken together against so many candidates: about so many ``pairs``, whole tiles if possible."""
    tiled = min(SLICE_GUESSES, pairs // max(1, candidates) // TILE * TILE)
    return tiled or max(1, min(pairs, FEW_PAIRS) // max(1, candidates))


def score_slices(
    kind: int,
    candidates: Planes,
    rows: NDArray[np.uint16],
    before: Callable[[int], None],
) -> Indices:
    """Scores (G,) of guesses, named by rows (G, 2P), against candidates in planes.

    The guesses are taken some at a time; ``before`` is told the pairs of a slice first, and may raise.
    """
    count = max(1, len(candidates))
    table = table_for(count) if kind == ENTROPY else _NONE
    out = np.empty(len(rows), np.int64)
    step = slice_size(count)
    for first in range(0, len(rows), step):
        some = rows[first : first + step]
        before(len(some) * count)
        scored = partial(packed_codes.plane_scores, candidates=candidates, rows=some, table=table)
        out[first : first + step] = _signed(kind, scored)
    return out


def score_words(kind: int, candidates: Packed, asked: Packed, before: Callable[[int], None]) -> Indices:
    """Score guesses, (G,), against candidates, both in words; ``before`` as in :func:`score_slices`."""
    count = max(1, len(candidates))
    table = table_for(count) if kind == ENTROPY else _NONE
    out = np.empty(len(asked), np.int64)
    for some in blocks(len(asked), slice_size(count, WORD_PAIRS)):
        part = asked.take(some)
        before(len(part) * count)
        out[some] = _signed(kind, partial(packed_codes.scores, asked=part, codes=candidates, table=table))
    return out


class WordScores:
    """Scores of guesses against candidates, both in words."""

    def __init__(self, kind: int, candidates: Packed, asked: Packed, before: Callable[[int], None]) -> None:
        self._kind, self._candidates, self._asked, self._before = kind, candidates, asked, before

    def all(self) -> Indices:
        """The score of each guess, (G,)."""
        return score_words(self._kind, self._candidates, self._asked, self._before)

    def best(self) -> tuple[Indices, Indices]:
        """The places of some guesses, ascending, with the best ones among them, and their scores."""
        return np.arange(len(self._asked), dtype=np.int64), self.all()

    def sizes(self, some: Indices) -> Indices:
        """The class sizes of some guesses, (N, bins)."""
        bins = self._candidates.layout.bins
        numbers = (packed_codes.feedback_numbers(self._asked, int(guess), self._candidates) for guess in some)
        return np.stack([occurrences(each, bins) for each in numbers])


class PlaneScores:
    """Scores of guesses, places among all codes, against candidates in planes.

    ``rows`` are those of all codes, and ``bag_of`` tells which codes have the same colors, if that is of use.
    """

    def __init__(
        self,
        kind: int,
        candidates: Planes,
        asked: Indices | slice,
        rows: NDArray[np.uint16],
        bag_of: NDArray[np.intp] | None,
        before: Callable[[int], None],
    ) -> None:
        self._kind, self._candidates, self._asked, self._before = kind, candidates, asked, before
        self._rows, self._bag_of = rows, bag_of

    def all(self) -> Indices:
        """The score of each guess, (G,)."""
        return score_slices(self._kind, self._candidates, self._rows[self._asked], self._before)

    def sizes(self, some: Indices) -> Indices:
        """The class sizes of some guesses, (N, bins)."""
        return packed_codes.class_sizes(self._candidates, self._rows_of(some))

    def best(self) -> tuple[Indices, Indices]:
        """The places of some guesses, ascending, with the best ones among them, and their scores.

        Guesses of the most hopeful colors are scored first, then those whose colors may be better still.
        """
        bags = None if self._bag_of is None else self._bag_of[self._asked]
        least = None if bags is None else self._least(bags)
        if bags is None or least is None:
            scores = self.all()
            return np.arange(len(scores), dtype=np.int64), scores
        margin = margin_for(len(self._candidates)) if self._kind == ENTROPY else 0
        order = np.argsort(least)
        guesses = occurrences(bags, len(least))[order].cumsum()
        limit = least[order[np.searchsorted(guesses, len(bags) // _FIRST_PART)]]
        parts: list[tuple[Indices, Indices]] = []
        while (hopeful := least <= limit).any():
            some = np.flatnonzero(hopeful.take(bags))
            scores = score_slices(self._kind, self._candidates, self._rows_of(some), self._before)
            parts.append((some, scores))
            least[hopeful] = _NEVER
            limit = min(int(scores.min()) for _, scores in parts) + margin
        places, scores = map(np.concatenate, zip(*parts, strict=True))
        ascending = np.argsort(places, kind="stable")  # runs that are sorted
        return places[ascending], scores[ascending]

    def _rows_of(self, some: Indices) -> NDArray[np.uint16]:
        asked = self._asked
        places = some + asked.start if isinstance(asked, slice) else asked[some]
        # `take` is quicker than brackets, but takes no integers that are longer than addresses.
        return self._rows.take(places.astype(np.intp, copy=False), axis=0)

    def _least(self, bags: NDArray[np.intp]) -> Indices | None:
        """Scores that no guess of a bag can beat, (M,); None if there are too few guesses for all bags."""
        last = np.full(int(bags.max()) + 1, -1, np.int64)
        last[bags] = np.arange(len(bags), dtype=np.int64)  # some guess of each bag
        here = np.flatnonzero(last >= 0)
        if len(here) * IN_A_BAG > len(bags):
            return None
        least = np.full(len(last), _NEVER, np.int64)
        for part in blocks(len(here), _BAGS):
            some, count = here[part], len(self._candidates)
            self._before(len(some) * count)
            least[some] = least_scores(
                self._kind, self.sizes(last[some]), self._candidates.layout.pegs, count
            )
        return least
