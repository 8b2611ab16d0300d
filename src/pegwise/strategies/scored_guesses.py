"""Guesses scored by the sizes of their classes: which there are, their scores, and the best of them."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pegwise.engine.code_space import LISTING_LIMIT, all_guesses, can_search, to_columns, zero_based
from pegwise.engine.enumerated.guess_scores import scores_of
from pegwise.engine.enumerated.symmetry import distinguishable
from pegwise.engine.feedback import class_sizes, class_sizes_by_block
from pegwise.errors import MethodError
from pegwise.limit import LimitReached, limited, spend
from pegwise.notation import number_name
from pegwise.strategies.base import Strategy
from pegwise.strategies.tie_breaking import best_of, sizes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.candidates import EnumeratedCandidates
    from pegwise.engine.code_space import Columns, Indices
    from pegwise.position import Position
    from pegwise.rules import Code, Rules

    Scores = Sequence[NDArray[Any]]

_BEGINNING = 64
"""Guesses that are scored however little time there is."""
_COUNTED = 1 << 20
"""Codes from which on the classes of a first guess are counted without listing the codes."""


@dataclass(frozen=True, kw_only=True)
class ScoredGuesses(Strategy):
    """What all strategies share that score guesses by the sizes of their classes."""

    candidates_only: bool = False
    unused_only: bool = False

    separating_is_best: ClassVar[bool] = True
    kind: ClassVar[int | None] = None

    @property
    @abstractmethod
    def compiled(self) -> int | None:
        """The compiled score to use; None if there is none."""

    @abstractmethod
    def scores(self, sizes: Indices) -> Scores:
        """Score guesses by the sizes of their classes.

        Args:
            sizes: The number of candidates for each feedback number, shape (G, bins), a row for each guess.
                :meth:`Rules.number` gives the feedback number.

        Returns:
            Arrays of shape (G,), the most important first; a lower score is better.

        Example:
            >>> import numpy
            >>> import pegwise
            >>> pegwise.make("knuth").scores(numpy.array([[3, 1, 0], [2, 1, 1]]))[0].tolist()
            [3, 2]
        """

    def margin(self, candidates: int) -> int:
        """Return by how much the first scores of equally good guesses may differ.

        :meth:`settle` decides between guesses whose scores differ by no more.

        Args:
            candidates: The number of candidates.

        Returns:
            The largest difference; 0 if the scores are exact.
        """
        return 0

    def settle(self, sizes: Indices) -> Indices:
        """Rank guesses exactly whose first scores are within the margin of each other.

        Args:
            sizes: The number of candidates for each feedback number, shape (G, bins), a row for each guess.

        Returns:
            The ranks, shape (G,); lower is better.

        Raises:
            NotImplementedError: If the strategy has a margin and does not define this method.

        Example:
            >>> import numpy
            >>> import pegwise
            >>> pegwise.make("entropy").settle(numpy.array([[3, 1, 0], [2, 1, 1]])).tolist()
            [1, 0]
        """
        raise NotImplementedError

    def _enumerated(self, position: Position) -> EnumeratedCandidates:
        if not position.is_listable():
            codes = number_name(position.rules.size)
            raise MethodError(
                f"{self.name} can only use a sample of the {codes} codes of {position.rules}; "
                "this needs all of them"
            )
        return position.listed()

    def _pool(self, position: Position) -> Columns:
        """Return the guesses to try, ascending: the lowest of those that the history cannot tell apart."""
        rules, history = position.rules, guesses_of(position)
        if self.candidates_only and history:
            pool = distinguishable(rules, history, self._enumerated(position).columns)
        else:
            pool = _every_guess(rules, history)
        return self._allowed(position, pool)

    def _any(self, position: Position) -> Columns:
        """Return guesses to draw from, whether or not they differ by more than names."""
        candidates = self._enumerated(position).columns
        return self._allowed(position, candidates if self.candidates_only else all_guesses(position.rules))

    def _allowed(self, position: Position, pool: Columns) -> Columns:
        """Return those of the guesses that may be made."""
        if self.unused_only:
            for guess in to_columns([row.guess for row in position.history], position.rules).T:
                spend(0)
                pool = pool[:, (pool != guess[:, None]).any(axis=0)]
        return pool

    def pairs(self, position: Position) -> int:
        """Count the pairs of a guess and a candidate that an exact choice compares.

        Args:
            position: The position.

        Returns:
            The number of pairs.

        Raises:
            MethodError: If there are too many codes to list.

        Example:
            >>> import pegwise
            >>> pegwise.make("knuth").pairs(pegwise.Position("4x6 1122:B"))
            9984
        """
        return int(self._pool(position).shape[1]) * len(self._enumerated(position).indices)

    def _best(self, position: Position, number: int, pool: Columns | None = None) -> list[Code]:
        rules, pool = position.rules, self._pool(position) if pool is None else pool
        counted = not position.history and rules.size > _COUNTED and can_search(rules)
        if counted or not position.is_listable():  # nothing is listed, all is counted
            scores = list(self.scores(sizes_of(pool, None, rules)))
            return best_of(self, position.candidates, number, pool, scores, None)
        candidates = position.listed()
        scores, _ = self._scored(pool, candidates.columns, rules)
        return best_of(self, candidates, number, pool, scores, candidates.columns)

    def _kind(self, rules: Rules) -> int | None:
        """Return the compiled score to use in a game; a single code may have more pegs than this serves."""
        return self.compiled if 1 < rules.size <= LISTING_LIMIT else None

    def _scored(
        self, pool: Columns, columns: Columns, rules: Rules, cut_short: bool = False
    ) -> tuple[list[NDArray[Any]], int]:
        """Return scores of the first guesses in ``pool``, and of how many; of all unless ``cut_short``."""
        kind = self._kind(rules)
        if kind is not None:
            scores, done = scores_of(kind, pool, columns, rules, cut_short)
            return [scores], done
        blocks: list[Scores] = []
        done = 0
        try:
            for block, sizes in class_sizes_by_block(pool, columns, rules):
                blocks.append(self.scores(sizes))
                done = block.stop
        except LimitReached:
            if not cut_short:
                raise
            if not blocks:  # what may be cut short still has a beginning
                done = min(_BEGINNING, pool.shape[1])
                with limited(None):
                    blocks.append(self.scores(class_sizes(pool[:, :done], columns, rules)))
        return [np.concatenate(parts) for parts in zip(*blocks, strict=True)], done


def guesses_of(position: Position) -> tuple[tuple[int, ...], ...]:
    """The guesses of a history, as the engine counts colors."""
    return tuple(zero_based(row.guess) for row in position.history)


@lru_cache(maxsize=4)
def _every_guess(rules: Rules, history: tuple[tuple[int, ...], ...]) -> Columns:
    """Return the guesses that the history can tell apart, kept because one hint asks several times."""
    return distinguishable(rules, history)
