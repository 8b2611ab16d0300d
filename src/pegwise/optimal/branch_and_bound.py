"""Branch and bound: what positions cost; large ones guess by guess over workers, small ones compiled.

All values are excesses (``engine.enumerated.optimum_search``). A large position's guesses are those that its
history tells apart; each is weighed against the best so far (``large_positions``), by what its classes cost
(``class_by_class``), several at a time (``scheduler``). ``lower_bounds`` has the bounds that need no search,
``known_positions`` what was found before.
"""

from __future__ import annotations

import copy
import os
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from pegwise.candidates import is_enumerable
from pegwise.checks_without_threads import HAS_THREADS
from pegwise.engine.code_space import all_codes, chosen, index_of, zero_based
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, AnswerMatrix, Places, Question
from pegwise.engine.enumerated.transposition_table import SolvedTable, entries_within
from pegwise.errors import LimitError
from pegwise.executors.crew import Crew, Executes, ThisThread, ThreadCrew, crew_of
from pegwise.executors.task_queue import TaskQueue
from pegwise.limit import memory_limit
from pegwise.notation import number_name
from pegwise.optimal import size_thresholds
from pegwise.optimal.class_by_class import Classes
from pegwise.optimal.guesses_to_search import different
from pegwise.optimal.large_positions import Settling, to_the_end, weighing
from pegwise.optimal.lower_bounds import LowerBounds
from pegwise.optimal.search_tasks import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray

    from pegwise.executors.checkpoint import Tasks
    from pegwise.optimal.guess_contest import Contest, Inside, Learned
    from pegwise.optimal.known_positions import Path
    from pegwise.optimal.problem import Problem
    from pegwise.position import Position
    from pegwise.rules import Code


MEMORY = 2 << 30
"""Bytes the search may take where nothing is said."""
_FEW_PAIRS = 1 << 20
"""Pairs of a candidate and a code that one thread searches before others could be of use."""


@contextmanager
def solver_for(
    problem: Problem,
    *,
    threads: int | None,
    memory: int | None,
    tasks: Tasks | None = None,
    executor: Executes = None,
    **parts: Any,
) -> Iterator[Solver]:
    """A solver of the position of a problem, whose threads end with the ``with``.

    ``threads``: None for one for each processor, or one alone for a small position. ``memory``: bytes it may
    take; those of the limit in force if it says none.

    Raises :class:`~pegwise.errors.LimitError` for too many codes, or no thread at all.
    """
    position, memory = problem.position, memory_limit() if memory is None else memory
    if not is_enumerable(position.rules):
        raise LimitError(f"{position.rules} has {number_name(position.rules.size)} codes: too many to search")
    if threads is not None and threads < 1:
        raise LimitError(f"work needs at least one thread, not {threads}")
    position.check_possible()
    with ExitStack() as stack:
        crew = None if executor is None else stack.enter_context(crew_of(executor))
        solver = Solver(
            position,
            threads=threads or _threads_for(position),
            memory=memory,
            first=problem.first,
            tasks=tasks,
            crew=crew,
            **parts,
        )
        stack.callback(solver.close)
        yield solver


class Solver(LowerBounds):
    """Least excesses of a position and of all that follow from it.

    ``first``: a guess that must be in the pool. ``threads``, ``memory`` (bytes) and ``crew``, the workers
    that search instead of threads of this process, change no value; nor do ``symmetry`` and ``plain``, which
    turn parts of the search off, and ``table``, the name of the table that processes share. Raises
    :class:`~pegwise.errors.LimitError` where there are too many codes for the memory.
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
        memory = MEMORY if memory is None else memory
        _check_room(len(position.listed().indices) ** 2, memory, position)  # at least, and soon known
        matrix = _matrix(position, first)
        _check_room(matrix.size, memory, position)
        room = min(memory - matrix.size, 16 * matrix.size + (8 << 20))
        name = table or ("" if crew is None else os.urandom(16).hex())
        if name:  # sockets are loaded only for it
            from pegwise.engine.enumerated.transposition_table import shared_table
        few = entries_within(matrix.size)  # a small position fills no large table, and clears it for nothing
        found = shared_table(name, room) if name else SolvedTable(room, at_first=few)
        super().__init__(position, matrix, found, tasks, threads=threads, symmetry=symmetry, plain=plain)
        self._origin = Origin(position, first, memory, symmetry, plain, name)
        self.is_here = crew is None  # this process does the tasks itself
        here = ThisThread() if threads == 1 or not HAS_THREADS else ThreadCrew(threads)
        self.crew: Crew = here if crew is None else crew
        self._run: TaskQueue | None = None
        self.wasted, self.canceled, self._elsewhere = 0, 0, 0

    @property
    def origin(self) -> Origin:
        """What the tasks are given; not kept, as a solver that refers to itself would keep its memory."""
        return self._origin._replace(here=self) if self.is_here else self._origin

    @property
    def is_alone(self) -> bool:
        """Whether one thread does everything, and no other searches beside it."""
        return self.is_here and self.threads == 1 and not self._origin.table

    def close(self) -> None:
        """End the threads, and give back the memory of what was solved, whoever still refers to this."""
        if self.is_here:
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
        *,
        known: Learned | None = None,
        begun: list[Settling] | None = None,
    ) -> int:
        """The excess of a position, exact if below ``cap``, else a lower bound.

        ``path``: the guesses that led to it from the solver's position, by their places in the pool.
        ``known``: what was found of it elsewhere. ``begun`` is given what settles a large position, which
        tells what it has learned also if it is stopped.
        """
        if len(members) <= size_thresholds.LARGE:
            return self.search(members, question, cap=cap)[0]
        settling = self.settling(path, members, question, cap)
        settling.learn(known)
        if begun is not None:
            begun.append(settling)
        return to_the_end(self, settling.steps)

    def settling(self, path: Path | None, members: Places, question: Question, cap: int) -> Settling:
        """The same of a large position, for a thread that does other things while tasks are done."""
        return Settling(self, path, members, question, cap)

    def weigh_all(self, contest: Contest) -> None:
        """Settle every guess of a contest that may be the best."""
        to_the_end(self, partial(weighing, self, contest))

    def weigh(
        self,
        contest: Contest,
        at: int,
        cap: int,
        *,
        known: Inside | None = None,
        begun: list[Classes] | None = None,
    ) -> int:
        """What a guess comes to: exact if below ``cap``, else a lower bound.

        ``known``: what was found of its classes elsewhere. ``begun`` is given those of a guess that has huge
        ones, which tell what they have learned also if they are stopped.
        """
        if self.has_huge_class(contest, at):
            classes = Classes.of(self, contest, at, cap, known)
            if begun is not None:
                begun.append(classes)
            return to_the_end(self, classes.steps)
        _, members, question = contest.here
        listed, most, others = contest.guesses[at : at + 1], contest.most, contest.others
        return self.search(members, question, cap=cap, listed=listed, most=most, others=others)[0]


def _threads_for(position: Position) -> int:
    """How many threads a search has if nothing is said."""
    pairs = len(position.listed().indices) * position.rules.size
    return 1 if pairs <= _FEW_PAIRS else os.cpu_count() or 1


def _check_room(size: int, memory: int, position: Position) -> None:
    """Raise a LimitError unless a feedback table of this size leaves room for a table of positions."""
    if memory - size < 1 << 20:
        raise LimitError(
            f"the search needs {size / 1e9:.3g} GB of memory for the feedback table of {position.rules}, "
            f"and the limit is {memory / 1e9:.3g} GB"
        )


def _matrix(position: Position, first: Code | None) -> AnswerMatrix:
    """The feedback of all guesses that can differ, and of ``first``, for all candidates."""
    rules, codes = position.rules, position.listed().columns
    every = all_codes(rules)
    kept = different(every, codes, rules)
    if first is not None:
        kept[index_of(zero_based(first), rules)] = True
    return AnswerMatrix(rules, codes, chosen(every, kept))
