"""The search for what positions cost at least: large ones guess by guess over workers, small ones compiled.

All values are excesses (``engine.enumerated.optimum_search``). A large position's guesses are those that its
history tells apart; each is weighed against the best so far (``large_positions``), by what its classes cost
(``class_by_class``), several at a time (``scheduler``). ``lower_bounds`` has the bounds that need no search,
``known_bounds`` what was found before, ``search_workers`` who does the work.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE
from pegwise.optimal import size_thresholds
from pegwise.optimal.class_by_class import Classes
from pegwise.optimal.large_positions import Settling, to_the_end, weighing
from pegwise.optimal.lower_bounds import Stopped
from pegwise.optimal.search_workers import MEMORY, SearchWorkers

if TYPE_CHECKING:
    from pegwise.engine.enumerated.optimum_search import Places, Question
    from pegwise.optimal.guess_contest import Contest, Inside, Learned
    from pegwise.optimal.known_bounds import Path

__all__ = ["MEMORY", "Solver", "Stopped"]


class Solver(SearchWorkers):
    """Least excesses of a position and of all that follow from it.

    ``first``: a guess that must be in the pool. ``threads``, ``memory`` (bytes) and ``crew``, the workers
    that search instead of threads of this process, change no value; nor do ``symmetry`` and ``plain``, which
    turn parts of the search off, and ``table``, the name of the table that processes share. Raises
    :class:`~pegwise.errors.LimitError` where there are too many codes for the memory.
    """

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

    def weigh_all(self, contest: Contest, path: Path | None, members: Places, question: Question) -> None:
        """Settle every guess of a contest that may be the best."""
        to_the_end(self, partial(weighing, self, contest, path, members, question))

    def weigh(
        self,
        contest: Contest,
        at: int,
        path: Path | None,
        members: Places,
        question: Question,
        cap: int,
        *,
        known: Inside | None = None,
        begun: list[Classes] | None = None,
    ) -> int:
        """What a guess comes to: exact if below ``cap``, else a lower bound.

        ``known``: what was found of its classes elsewhere. ``begun`` is given those of a guess that has huge
        ones, which tell what they have learned also if they are stopped.
        """
        if self.has_huge_class(contest, np.array([at], np.int64), members).any():
            classes = Classes.of(self, contest, at, path, members, question, cap, known)
            if begun is not None:
                begun.append(classes)
            return to_the_end(self, classes.steps)
        listed, most, others = contest.guesses[at : at + 1], contest.most, contest.others
        return self.search(members, question, cap=cap, listed=listed, most=most, others=others)[0]
