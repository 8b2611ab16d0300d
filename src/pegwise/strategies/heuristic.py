"""One-step look-ahead: split the candidates by every guess, score the classes, take the best."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pegwise.candidates import EnumeratedCandidates
from pegwise.engine.feedback import class_sizes, class_sizes_by_block
from pegwise.engine.space import to_code, to_columns, zero_based
from pegwise.engine.symmetry import distinguishable
from pegwise.errors import MethodError
from pegwise.strategies.base import Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.space import Columns, Indices
    from pegwise.position import Position
    from pegwise.rules import Code

    Scores = Sequence[NDArray[Any]]

__all__ = ["Heuristic"]


@dataclass(frozen=True, kw_only=True)
class Heuristic(Strategy):
    """A strategy that scores guesses by their class sizes; lowest score first, then ties as everywhere:
    a candidate first, then the lowest code.

    ``candidates_only``: guess candidates only. ``unused_only``: never a code guessed before (source 000).
    A subclass gives :meth:`scores`.
    """

    candidates_only: bool = False
    unused_only: bool = False

    separating_is_best: ClassVar[bool] = True
    """Whether no guess scores better than a candidate that tells all candidates apart."""
    slack: ClassVar[float] = 0.0
    """How far apart, relatively, the first scores of equally good guesses may seem; see :meth:`settle`."""

    @abstractmethod
    def scores(self, sizes: Indices) -> Scores:
        """Arrays of shape (G,), the most important first, lower is better, from class sizes (G, bins)."""

    def settle(self, sizes: Indices) -> Indices:
        """Exact ranks, shape (G,), of guesses whose first scores lie within ``slack`` of each other."""
        raise NotImplementedError

    def guess(self, position: Position) -> Code:
        """The best guess."""
        candidates = self._enumerated(position)
        if self.separating_is_best:
            obvious = _separating_candidate(candidates)
            if obvious is not None:
                return obvious
        return self._best(position, 1)[0]

    def rank(self, position: Position, number: int) -> list[Code]:
        """The best ``number`` of the guesses that differ in more than names, best first."""
        position.check_possible()
        return self._best(position, number)

    def _enumerated(self, position: Position) -> EnumeratedCandidates:
        candidates = position.candidates
        if not isinstance(candidates, EnumeratedCandidates):
            raise MethodError(
                f"{self.name} weighs every code, and {position.rules} has {position.rules.size}; "
                "counter, first-consistent and random-consistent play games of this size"
            )
        return candidates

    def _pool(self, position: Position) -> Columns:
        """The guesses to try, ascending: the lowest of each class that the history cannot tell apart."""
        rules, candidates = position.rules, self._enumerated(position)
        pool = candidates.columns if self.candidates_only else None
        pool = distinguishable(rules, [zero_based(row.guess) for row in position.history], pool)
        if self.unused_only:
            for guess in to_columns([row.guess for row in position.history], rules).T:
                pool = pool[:, (pool != guess[:, None]).any(axis=0)]
        return pool

    def _best(self, position: Position, number: int) -> list[Code]:
        rules, candidates = position.rules, self._enumerated(position)
        pool = self._pool(position)
        blocks = [self.scores(sizes) for _, sizes in class_sizes_by_block(pool, candidates.columns, rules)]
        scores = [np.concatenate(parts) for parts in zip(*blocks, strict=True)]
        leading = scores[0]
        number = min(number, len(leading))
        cut = np.partition(leading, number - 1)[number - 1] if number else 0
        near = np.flatnonzero(leading <= cut + abs(cut) * self.slack + self.slack)
        scores = [score[near] for score in scores]
        if self.slack:
            scores[0] = self.settle(class_sizes(pool[:, near], candidates.columns, rules))
        codes = [to_code(column) for column in pool[:, near].T]
        is_other = np.array([code not in candidates for code in codes], dtype=bool)
        order = np.lexsort((np.arange(len(near)), is_other, *reversed(scores)))
        return [codes[place] for place in order[:number]]


def _separating_candidate(candidates: EnumeratedCandidates) -> Code | None:
    """The lowest candidate that tells all candidates apart, if one does."""
    rules, count = candidates.rules, len(candidates.indices)
    if count <= 2:
        return candidates.code(0)
    if count > len(rules.feedbacks):
        return None
    sizes = class_sizes(candidates.columns, candidates.columns, rules)
    separating = np.flatnonzero(sizes.max(axis=1) == 1)
    return candidates.code(int(separating[0])) if len(separating) else None
