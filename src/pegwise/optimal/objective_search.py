"""The search for each objective, anytime: bounds from the first second, until they meet."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from pegwise import limit
from pegwise.engine.code_space import index_of, zero_based
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, UNLIMITED, Question, floors
from pegwise.engine.score_kinds import ENTROPY
from pegwise.optimal import size_thresholds
from pegwise.optimal.best_tree import NoTree, build_best
from pegwise.optimal.guesses_to_search import after_one
from pegwise.optimal.problem import Bounds, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.optimal.branch_and_bound import Solver
    from pegwise.optimal.guess_contest import Contest


_WIDE = 12_000
"""Candidates from which on the bounds are tightened in several rounds before the whole search."""
_ROUNDS, _CHEAP = (0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0), 0.4
"""What part of the gap each round closes that raises the lower bound; how much of it takes little time."""
_SHORT_ROUNDS = tuple(part / 20 for part in range(1, 21))
"""The same where there is no search after them: the shorter the last round, the less of it is in vain."""
_LONGER, _SAFELY = 28.0, 3.0
"""How many times longer the whole gap takes than none of it; how often the time left must suffice for it."""


class Search:
    """One problem being solved in one thread; what is known so far can be read in another.

    ``tree`` is the best so far; ``done`` whether nothing is left to prove; ``possible`` whether there may be
    a strategy that keeps to the guesses allowed. With ``hasty`` a first tree is made before the whole search;
    with ``seconds``, more of them for half of that time, if the position is large.
    """

    def __init__(
        self, problem: Problem, solver: Solver, *, hasty: bool = False, seconds: float | None = None
    ) -> None:
        self.problem, self.solver, self.hasty = problem, solver, hasty
        self.seconds = seconds or 0.0
        self.members = solver.everything()
        self.began = time.perf_counter()
        self.tree: TreeArrays | None = None
        self.done, self.possible = False, True
        self.first = None if problem.first is None else solver.place(problem.first)
        self._contest: Contest | None = None
        self._asked: Question | None = None  # what the contest is about
        self._worst = 0  # what the worst case is at least
        most, since = problem.max_guesses, problem.candidates_from
        self.left = UNLIMITED if most is None else min(UNLIMITED, most - problem.made)
        self.free = UNLIMITED if since is None else min(UNLIMITED, max(0, since - 1 - problem.made))

    @property
    def question(self) -> Question:
        """What is asked of the position, for the total."""
        return Question(self.left, self.free)

    # --- what is known ----------------------------------------------------------------------------

    @property
    def bounds(self) -> Bounds:
        """How far it is."""
        lower: int | None
        upper: int | None
        made = self.problem.made
        if self.done and not self.possible:
            lower = upper = None
        elif self.problem.objective.startswith("worst"):
            lower = self._worst + made
            upper = None if self.tree is None else len(self.tree.distribution) + made
        else:
            lower, upper = self._by_total()
        seconds = time.perf_counter() - self.began
        solver = self.solver
        return Bounds(lower, upper, solver.positions, seconds, solver.wasted, solver.canceled)

    def _by_total(self) -> tuple[int | None, int | None]:
        made, count = self.problem.made, len(self.members)
        upper = None if self.tree is None else self.tree.total + made * count
        contest = self._contest
        lower = contest.lower if contest is not None else 0
        if self.done:
            return upper, upper
        lower = lower + 2 * count - 1 + made * count if lower < IMPOSSIBLE else upper or 0
        return lower if upper is None else min(lower, upper), upper

    # --- the objectives ---------------------------------------------------------------------------

    def run(self) -> None:
        """Search to the end. Raises :class:`~pegwise.limit.LimitReached` when told to stop."""
        searches: dict[str, Callable[[], object]] = {
            "total": self._least_total,
            "worst": self._least_worst,
            "worst,total": partial(self._worst_then, unit=1, last=False),
            "worst,last": partial(self._worst_then, unit=0, last=True),
            "total,worst,last": self._total_then_worst,
        }
        searches[self.problem.objective]()
        self.done = True

    def raise_lower(self, reach: int | None = None) -> None:
        """Raise the lower bound of the total without the whole search: to ``reach``, or as far as it goes."""
        self._one_step_tree()
        self._foresee(self._begin(self.question, IMPOSSIBLE), self.question)
        most = IMPOSSIBLE if reach is None else reach - 2 * len(self.members) + 1
        self._go_rounds(self.question, lambda _part, _seconds: False, _SHORT_ROUNDS, most)

    def _least_total(self) -> int:
        question = self.question
        if self.hasty or (self.solver.crew.size > 1 and len(self.members) > size_thresholds.HUGE):
            self._begin(question, IMPOSSIBLE)
            self._first_trees(question)
        if self.hasty and self._contest is not None:
            self._foresee(self._contest, question)
            if self.seconds or len(self.members) >= _WIDE:
                self._go_rounds(question, _whole_search_is_next)
        cap = IMPOSSIBLE if self.tree is None else self.tree.total - 2 * len(self.members) + 2
        value = self.least(question, cap)
        self._take(question, value)
        return value

    def _least_worst(self) -> None:
        if self.hasty:
            self._first_trees(self.question)
        enough = len(self.members) + 1  # the first guess if it is laid down, then one candidate after another
        for left in range(1, min(self.left, enough) + 1):
            question = Question(left, self.free, unit=0)
            self._worst = left
            if self.least(question) == 0:
                self._take(question, 0)
                return
        self._take(self.question, IMPOSSIBLE)

    def _worst_then(self, unit: int, last: bool) -> None:
        self._least_worst()
        if self.possible:
            question = Question(self._worst, self.free, unit, last)
            self._take(question, self.least(question))

    def _total_then_worst(self) -> None:
        value = self._least_total()
        if self.tree is None:
            return
        worst, total = len(self.tree.distribution), self._contest
        while worst > 1 and self.least(Question(worst - 1, self.free), cap=value + 1) == value:
            worst -= 1
        unit = 1 << len(self.members).bit_length()
        question = Question(worst, self.free, unit, last=True)
        best = self.least(question)
        self._contest = total
        self._take(question, best)

    def least(self, question: Question, cap: int = IMPOSSIBLE) -> int:
        """The least excess, or the cap if it is not below that."""
        solver, members = self.solver, self.members
        answers = solver.matrix.win + 1
        if floors(len(members), answers, answers - 1, question)[-1] >= cap:
            return cap
        known = not question.last and (cap == IMPOSSIBLE or question == self.question)
        contest = self._begin(question, cap) if known else self._start(question, cap)
        contest.hopeful = known
        solver.weigh_all(contest)
        if contest.champion >= 0 and self.first is None and len(members) > 2:
            solver.keep(solver.key(members, question), contest.best, contest.best)
            solver.remember(members, question, contest.learned())
        return contest.best

    def _begin(self, question: Question, cap: int) -> Contest:
        """The contest that tells the lower bound, with what the one before has found."""
        contest = self._start(question, cap)
        if self._contest is not None and self._asked == question:
            contest.take_bounds(self._contest)
        self._contest, self._asked = contest, question
        return contest

    def _start(self, question: Question, cap: int) -> Contest:
        """The guesses that may be made now."""
        asked = None if self.first is None else np.array([self.first], np.int32)
        every = self.solver.guesses((), self.members, question)
        return self.solver.contest(self.members, question, cap, every=every, asked=asked)

    def _foresee(self, contest: Contest, question: Question) -> None:
        """Lower bounds from what comes two guesses after the first."""
        solver, after = self.solver, after_one(question)
        if len(self.members) <= size_thresholds.HUGE or question.unit == 0:
            return
        floor = floors(len(self.members), contest.most, contest.others, after)
        for at, guess in enumerate(contest.guesses.tolist()):
            bound = int(contest.bounds[at])
            for _, part in solver.classes(guess, self.members):
                if len(part) > size_thresholds.LARGE:
                    bound += max(0, solver.foresee((guess,), part, after) - int(floor[len(part)]))
                    contest.raise_bound(at, bound)

    def _go_rounds(
        self,
        question: Question,
        is_enough: Callable[[float, float], bool],
        parts: tuple[float, ...] = _ROUNDS,
        reach: int = IMPOSSIBLE,
    ) -> None:
        """Prove one lower bound after the other, until one is attained, or it is enough.

        To prove that no strategy is below a number takes less work the lower the number is, and what is known
        of positions serves the next number too. ``is_enough`` is given what part of the gap is closed, and
        the seconds that this took. No round proves more than ``reach``.
        """
        if self._contest is None or self.tree is None:
            return
        least, most = self._contest.lower, self.tree.total - 2 * len(self.members) + 1
        began = limit.clock()
        for part in parts:
            cap = min(least + int(part * (most - least)), reach)
            if cap > self._contest.lower:
                contest = self._begin(question, cap)
                self.solver.weigh_all(contest)
                if contest.champion >= 0:
                    return
            if is_enough(part, limit.clock() - began):
                return

    def _first_trees(self, question: Question) -> None:
        """Trees of guesses that look good, each round with more of them: upper bounds."""
        if self.hasty:
            self._one_step_tree()
        width, began = 1, limit.clock()
        until = began if len(self.members) < _WIDE else began + self.seconds / 2
        while True:
            start = limit.clock()
            before = None if self.tree is None else self.tree.total
            try:
                found = build_best(self.solver, question, self.first, width)
            except NoTree:
                return
            if before is None or found.total < before:
                self.tree = found
            elif width > 8:
                return
            width, now = 2 * width, limit.clock()
            if now + 2 * (now - start) >= until:  # the next takes at least twice as long
                return

    def _one_step_tree(self) -> None:
        """The tree of the entropy strategy, which is grown in no time, if it keeps to what is allowed."""
        problem, position = self.problem, self.problem.position
        if self.free not in (0, UNLIMITED):
            return
        from pegwise.trees.parallel_builder import build_compiled_tree

        tree = build_compiled_tree(
            position,
            ENTROPY,
            first=None if problem.first is None else index_of(zero_based(problem.first), position.rules),
            candidates_only=self.free == 0,
            threads=self.solver.threads,
        )
        if self.left == UNLIMITED or len(tree.distribution) <= self.left:
            self.tree = tree

    def _take(self, question: Question, value: int) -> None:
        """Make the best tree the answer; there is none if the guesses allowed are too few."""
        if value < IMPOSSIBLE:
            self.tree = build_best(self.solver, question, self.first)
            return
        if self.problem.max_guesses is None or self.tree is not None:
            raise AssertionError("the search lost a strategy that there is")
        self.possible, self.tree = False, None


def _whole_search_is_next(part: float, seconds: float) -> bool:
    """Tell whether to begin the whole search after rounds that closed so much of the gap in so many seconds.

    All rounds together take more work than the search does without them. So without a limit there are only
    the cheap ones, and with one, rounds end once there is time enough for the whole search.
    """
    left = limit.seconds_left()
    if left is None:
        return part >= _CHEAP
    return bool(_SAFELY * seconds * _LONGER ** (1 - part) < left)
