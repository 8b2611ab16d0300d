"""The guesses of a search: which differ after those that were made, and how each splits the candidates."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import blocks, grouped, numbers_of, zero_based
from pegwise.engine.enumerated.symmetry import distinguishable
from pegwise.limit import spend
from pegwise.optimal.known_bounds import KnownBounds

if TYPE_CHECKING:
    from pegwise.engine.enumerated.optimum_search import AnswerMatrix, Places, Question
    from pegwise.optimal.known_bounds import Path
    from pegwise.optimal.search_checkpoint import Tasks
    from pegwise.position import Position
    from pegwise.rules import Code

__all__ = ["PossibleGuesses"]

_PAIRS = 1 << 20
"""Pairs of codes between two looks at the limit, some 10 ms."""


class PossibleGuesses(KnownBounds):
    """The positions below a position, and their guesses, by their places in the pool of all that can differ.

    ``symmetry``: False to try equivalent guesses, too.
    """

    def __init__(
        self, position: Position, matrix: AnswerMatrix, tasks: Tasks | None, *, symmetry: bool
    ) -> None:
        super().__init__(position.rules, matrix, tasks)
        self.position, self.symmetry = position, symmetry
        self._listed: dict[tuple[Path, tuple[int, ...] | None], Places] = {}

    def everything(self) -> Places:
        """The candidates of the position itself."""
        return np.arange(len(self.matrix.codes), dtype=np.int32)

    def place(self, code: Code) -> int:
        """The place in the pool of a guess, or of the lowest that tells the same of every candidate."""
        pool, across = self.matrix.pool, self.matrix.across
        wanted = np.array(zero_based(code), np.uint32)[:, None]
        for some in blocks(pool.shape[1]):
            found = np.flatnonzero((pool[:, some] == wanted).all(axis=0))
            if len(found):
                return int(some.start + found[0])
        told = self.matrix.answers(wanted)[0]
        step = max(1, _PAIRS // len(told))
        for start in range(0, len(across), step):
            spend(0)
            found = np.flatnonzero((across[start : start + step, : len(told)] == told).all(axis=1))
            if len(found):
                return start + int(found[0])
        raise AssertionError("no guess tells the same")

    def classes(self, guess: int, members: Places) -> list[tuple[int, Places]]:
        """(label, members) of a guess's classes but the win, by label."""
        spend(0)
        labels = self.matrix.across[guess, members]
        return [(label, part) for label, part in grouped(labels, members) if label != self.matrix.win]

    def guesses(self, path: Path | None, members: Places, question: Question) -> Places:
        """The guesses to try after those of ``path``, by their places in the pool, ascending.

        Of guesses that a renaming of the candidates exchanges, one is tried. All are if it is not known how
        the position came about.
        """
        if path is None or question.free == 0:
            return self._any_guess(members, question)
        told = self.position_told + tuple(int(self.matrix.across[guess, members[0]]) for guess in path)
        return self._kept(path, tuple(told.index(each) for each in told))

    def different_guesses(self, members: Places, question: Question) -> Places:
        """The guesses that the history of the solver's position tells apart; all candidates if free is 0."""
        return self._any_guess(members, question) if question.free == 0 else self._kept((), None)

    def _any_guess(self, members: Places, question: Question) -> Places:
        if question.free == 0:
            return self.matrix.places[members]
        return np.arange(self.matrix.pool.shape[1], dtype=np.int32)

    @cached_property
    def position_told(self) -> tuple[int, ...]:
        """The labels of what was told of the guesses of the position."""
        numbers = [self.rules.number(row.feedback) for row in self.position.history]
        return tuple(np.searchsorted(self.matrix.numbers, numbers).tolist())

    def _kept(self, path: Path, told: tuple[int, ...] | None) -> Places:
        """The guesses that differ after those of the path; they are remembered for some time."""
        listed = self._listed.get((path, told))
        if listed is None:
            if len(self._listed) > 64:
                self._listed.clear()
            listed = self._listed[path, told] = self._distinguishable(path, told)
        return listed

    def _distinguishable(self, path: Path, told: tuple[int, ...] | None) -> Places:
        pool = self.matrix.pool
        if not self.symmetry:
            return np.arange(pool.shape[1], dtype=np.int32)
        made = [zero_based(row.guess) for row in self.position.history]
        made += [tuple(int(color) for color in pool[:, guess]) for guess in path]
        numbers = numbers_of(pool, self.rules)
        wanted = numbers_of(distinguishable(self.rules, made, told=told), self.rules)
        found = [np.zeros(0, np.int32)]
        for some in blocks(len(wanted)):  # both ascend
            places = np.minimum(np.searchsorted(numbers, wanted[some]), len(numbers) - 1)
            found.append(places[numbers[places] == wanted[some]].astype(np.int32))
        return np.concatenate(found)
