"""Who does the work of a search: threads of this process, or the workers of an executor."""

from __future__ import annotations

import copy
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol
from uuid import uuid4

from pegwise.candidates import EnumeratedCandidates
from pegwise.engine.code_space import all_codes, chosen, index_of, zero_based
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, AnswerMatrix
from pegwise.engine.enumerated.transposition_table import SolvedTable
from pegwise.errors import LimitError
from pegwise.executors import TaskQueue
from pegwise.executors.crew import ThisThread, ThreadCrew
from pegwise.notation import number_name
from pegwise.optimal.guesses_to_search import different
from pegwise.optimal.lower_bounds import LowerBounds
from pegwise.optimal.search_tasks import Origin
from pegwise.periodic_checks import HAS_THREADS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray

    from pegwise.engine.enumerated.optimum_search import Places, Question
    from pegwise.executors.crew import Crew
    from pegwise.optimal.guess_contest import Learned
    from pegwise.optimal.interleaved_jobs import Steps
    from pegwise.optimal.known_bounds import Path
    from pegwise.optimal.search_checkpoint import Tasks
    from pegwise.position import Position
    from pegwise.rules import Code

__all__ = ["MEMORY", "BeingSolved", "SearchWorkers"]

MEMORY = 2 << 30
"""Bytes the search may take where nothing is said."""


class BeingSolved(Protocol):
    """A large position whose excess is being found below a cap."""

    cap: int

    @property
    def learned(self) -> Learned | None:
        """What is known of the position by now, for another that goes on with it."""

    def learn(self, told: Learned | None) -> None:
        """Know what was found of the position elsewhere."""

    def cut(self, cap: int) -> None:
        """Make the cap so low, unless it is lower, while the search goes on."""

    def steps(self, run: TaskQueue) -> Steps[int]:
        """Find the excess, and keep it."""


def indices_of(position: Position) -> NDArray[np.int64]:
    """The candidates of a position, by their numbers among all codes.

    Raises :class:`~pegwise.errors.LimitError` where they cannot be enumerated.
    """
    candidates = position.candidates
    if not isinstance(candidates, EnumeratedCandidates):
        raise LimitError(f"{position.rules} has {number_name(position.rules.size)} codes: too many to search")
    return candidates.indices


def _shared(name: str, room: int) -> SolvedTable:
    """The table that processes share; sockets are loaded only for them."""
    from pegwise.engine.enumerated.transposition_table import shared_table

    return shared_table(name, room)


class SearchWorkers(LowerBounds):
    """The bounds of a position, and those who find them; ``Solver`` has the search itself.

    The arguments are those of the solver.
    """

    def __init__(
        self,
        position: Position,
        *,
        threads: int = 1,
        memory: int | None = None,
        first: Code | None = None,
        tasks: Tasks | None = None,
        symmetry: bool = True,
        plain: int = 0,
        crew: Crew | None = None,
        table: str = "",
    ) -> None:
        matrix = _matrix(position, first)
        memory = MEMORY if memory is None else memory
        room = memory - matrix.size
        if room < 1 << 20:
            raise LimitError(
                f"the search needs {matrix.size / 1e9:.3g} GB of memory for the feedback table of "
                f"{position.rules}, and the limit is {memory / 1e9:.3g} GB"
            )
        room = min(room, 16 * matrix.size + (8 << 20))
        name = table or ("" if crew is None else uuid4().hex)
        found = _shared(name, room) if name else SolvedTable(room)
        super().__init__(position, matrix, found, tasks, threads=threads, symmetry=symmetry, plain=plain)
        self._has_crew = crew is not None
        self._origin = Origin(position, first, memory, symmetry, plain, name)
        if crew is not None:
            self.crew = crew
        self._run: TaskQueue | None = None
        self.wasted, self.canceled, self._elsewhere = 0, 0, 0

    @property
    def origin(self) -> Origin:
        """What the tasks are given; not kept, as a solver that refers to itself would keep its memory."""
        return self._origin if self._has_crew else replace(self._origin, here=self)

    @property
    def is_here(self) -> bool:
        """Whether this process does the tasks itself."""
        return not self._has_crew

    @property
    def is_alone(self) -> bool:
        """Whether one thread does everything, and no other searches beside it."""
        return self.is_here and self.threads == 1 and not self._origin.table

    @cached_property
    def crew(self) -> Crew:
        """What does the tasks: threads of this process, where nothing else is said."""
        return ThisThread() if self.threads == 1 or not HAS_THREADS else ThreadCrew(self.threads)

    def close(self) -> None:
        """End the threads, and give back the memory of what was solved, whoever still refers to this."""
        if not self._has_crew and "crew" in self.__dict__:
            self.crew.close()
        self.table.close()

    def alone(self, stop: NDArray[np.int64]) -> Self:
        """Return the same solver for one task, in one thread, with a stop flag of its own."""
        one = copy.copy(self)
        one.stop, one.crew, one._run = stop, ThisThread(), None
        return one

    @contextmanager
    def running(self) -> Iterator[TaskQueue]:
        """The run that all tasks of one search belong to."""
        if self._run is not None:
            yield self._run
            return
        with TaskQueue(self.crew) as run:
            self._run = run
            try:
                yield run
            finally:
                self._run = None

    @property
    def positions(self) -> int:
        """Positions looked ahead from so far."""
        return int(sum(searcher.tally[0] for searcher in self.searchers)) + self._elsewhere

    def count(self, positions: int) -> None:
        """Count positions that a task has searched; those of this process are counted where they are."""
        if not self.is_here:
            self._elsewhere += positions

    def excess(
        self,
        path: Path | None,
        members: Places,
        question: Question,
        cap: int = IMPOSSIBLE,
    ) -> int:
        """The excess of a position, exact if below ``cap``, else a lower bound."""
        raise NotImplementedError

    def settling(self, path: Path | None, members: Places, question: Question, cap: int) -> BeingSolved:
        """The same of a large position, for a thread that does other things while tasks are done."""
        raise NotImplementedError


def _matrix(position: Position, first: Code | None) -> AnswerMatrix:
    """The feedback of all guesses that can differ, and of ``first``, for all candidates."""
    rules = position.rules
    every = all_codes(rules)
    codes = EnumeratedCandidates(rules, indices_of(position)).columns
    kept = different(every, codes, rules)
    if first is not None:
        kept[index_of(zero_based(first), rules)] = True
    return AnswerMatrix(rules, codes, chosen(every, kept))
