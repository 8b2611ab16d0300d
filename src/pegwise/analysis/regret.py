"""What a guess is worth: the turns that a game takes on average with best play, and with this guess first.

With n candidates, all equally likely, let V be the least expected number of further guesses, the winning one
included, and Q that number with a given guess first. Then

    regret = Q - V                 turns that the guess lost, never below zero
    luck   = (Q - 1) - V'          turns that the feedback saved, where V' is V after it (0 after a win)

The expectation of V' over the candidates is Q - 1, so that of the luck is 0 for every guess. Over a game won
in g guesses all but the beginning cancels: g = V + sum of regrets - sum of luck.

Source: this is the advantage of game theory and of reinforcement learning (R. S. Sutton and A. G. Barto,
Reinforcement Learning, 2018, ch. 3), split into choice and chance as is usual for backgammon games. V and
Q come from the search of :mod:`pegwise.optimal`.
"""

from __future__ import annotations

import math
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pegwise.analysis.worth_bounds import bounds_of_few
from pegwise.engine.code_space import to_code
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, Question
from pegwise.errors import LimitError
from pegwise.feedback_dict import FixedByFeedback
from pegwise.limit import LimitReached, limited, seconds_left, share_of_limit
from pegwise.optimal.background_search import in_background, solver_for
from pegwise.optimal.first_guesses import opening_of, openings
from pegwise.optimal.guess_contest import Contest
from pegwise.optimal.problem import Problem
from pegwise.optimal.search import Search
from pegwise.trees.nodes import node_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.exactness import Known
    from pegwise.optimal.solver import Solver
    from pegwise.position import Position
    from pegwise.rules import Code, Feedback
    from pegwise.trees import Node

    Turns = dict[Feedback, tuple[float, int]]

__all__ = ["Between", "Rank", "Worth", "appraise"]

_MEMORY = 1 << 29
"""Bytes that a search may take if the limit names none; larger positions stay open."""
_SMALL = 1296
"""Codes of a game in the book whose positions after the first guess are solved in some milliseconds."""


class Between(NamedTuple):
    """A number of turns, summed over the candidates, between two bounds; the bounds are equal if it is known.

    Attributes:
        lower: The lower bound.
        upper: The upper bound; infinite if there is none.

    Example:
        >>> from pegwise.analysis.regret import Between
        >>> Between(206, 206).exact, Between(206, 210).exact, Between(206, 210).to_dict()
        (True, False, {'lower': 206, 'upper': 210})
    """

    lower: int
    upper: float

    @property
    def exact(self) -> bool:
        """True if the bounds are equal."""
        return self.lower == self.upper

    def to_dict(self) -> dict[str, Any]:
        """Return the bounds as plain values.

        Returns:
            ``lower`` and ``upper``, which is None if there is no upper bound.
        """
        return {"lower": self.lower, "upper": None if math.isinf(self.upper) else self.upper}


class Rank(NamedTuple):
    """The place of a guess among all guesses; those that differ only by names of pegs and colors count once.

    Attributes:
        better: The number of better guesses.
        guesses: The number of guesses.
        best: All guesses that no other is better than: candidates first, then the lowest first.

    Example:
        >>> import pegwise
        >>> rank = pegwise.review("3x4 112:W 234:BBB").moves[0].worth.rank
        >>> rank.better, rank.to_dict()
        (0, {'better': 0, 'guesses': 3, 'best': ['112']})
    """

    better: int
    guesses: int
    best: tuple[Code, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the rank as plain values.

        Returns:
            The attributes by name, with the codes as text.
        """
        return {"better": self.better, "guesses": self.guesses, "best": list(map(str, self.best))}


@dataclass(frozen=True)
class Worth:
    """What a guess is worth: the turns with best play, and those with this guess first.

    Attributes:
        guess: The guess.
        candidates: The number of candidates.
        optimum: The turns from here on with best play, summed over the candidates.
        value: The turns from here on with this guess first, summed over the candidates.
        by_feedback: The expected turns after each feedback, and the number of candidates that give it; None
            if the value is not known exactly.
        rank: The place of the guess among all guesses; None if the limit left no time to find it.

    Example:
        >>> import pegwise
        >>> from pegwise.analysis.regret import appraise
        >>> position = pegwise.Position("4x6", "1122:B 1344:W 3526:BWW")
        >>> worth = appraise(position, pegwise.parse_code("1462", position.rules))
        >>> worth.regret, worth.known, worth.rank.better, worth.to_dict()["optimum"]
        (0.0, 'exact', 0, {'lower': 14, 'upper': 14})
        >>> worth.luck(pegwise.Feedback("BW")), worth.chance(pegwise.Feedback("BW"))
        (0.0, 1.0)
    """

    guess: Code
    candidates: int
    optimum: Between
    value: Between
    by_feedback: Turns | None
    rank: Rank | None

    def __post_init__(self) -> None:
        if self.by_feedback is not None:
            object.__setattr__(self, "by_feedback", FixedByFeedback(self.by_feedback))

    def to_dict(self) -> dict[str, Any]:
        """Return what is known as plain values.

        Returns:
            The attributes by name; ``by_feedback`` has ``turns`` and ``candidates`` by the text of the
            feedback.
        """
        after = self.by_feedback
        return {
            "guess": str(self.guess),
            "candidates": self.candidates,
            "optimum": self.optimum.to_dict(),
            "value": self.value.to_dict(),
            "by_feedback": after
            and {str(told): {"turns": turns, "candidates": codes} for told, (turns, codes) in after.items()},
            "rank": self.rank and self.rank.to_dict(),
        }

    @property
    def known(self) -> Known:
        """How the regret is known."""
        solved = self.optimum.exact and self.value.exact
        return "exact" if solved or self._is_best else "lower"

    @property
    def _is_best(self) -> bool:
        return self.rank is not None and self.rank.better == 0

    @property
    def regret(self) -> float:
        """The turns that the guess loses on average against best play; a bound from below unless exact."""
        if math.isinf(self.optimum.upper):  # the other may be more than a float holds
            return 0.0
        return max(0.0, self.value.lower - self.optimum.upper) / self.candidates

    @property
    def most_regret(self) -> float:
        """The turns that the guess loses on average at most; infinite if nothing is known."""
        if self._is_best or math.isinf(self.value.upper):
            return 0.0 if self._is_best else math.inf
        return (self.value.upper - self.optimum.lower) / self.candidates

    @property
    def expected(self) -> float | None:
        """The expected turns with best play; None if that is not known."""
        return self.optimum.lower / self.candidates if self.optimum.exact else None

    def luck(self, answer: Feedback) -> float | None:
        """Return how many turns some feedback saved against the average.

        Args:
            answer: The feedback.

        Returns:
            The turns saved, negative if it cost turns; None if that is not known.
        """
        if self.by_feedback is None:
            return None
        return self.value.lower / self.candidates - 1 - self.by_feedback[answer][0]

    def chance(self, answer: Feedback) -> float | None:
        """Return the chance of feedback that is at least as good.

        Args:
            answer: The feedback.

        Returns:
            The share of the candidates whose feedback is at least as good; None if that is not known.
        """
        if self.by_feedback is None:
            return None
        turns = self.by_feedback[answer][0]
        return sum(size for left, size in self.by_feedback.values() if left <= turns) / self.candidates


def appraise(position: Position, guess: Code, *, memory: int | None = None) -> Worth:
    """Find what ``guess`` is worth in ``position``, as far as a limit in force allows.

    First guesses of the games in the book are looked up. Positions after them, if the game is as small as
    4x6, are solved whatever a limit on time has left, which takes some milliseconds. ``memory`` is the number
    of bytes that the search may take, by default 512 MiB. If the game is too large for that, there are bounds
    if few codes are possible; otherwise nothing is known but that some turn is left.

    Raises:
        ContradictionError: If no code is consistent with the rows.
    """
    looked_up = _looked_up(position, guess)
    if looked_up is not None:
        return looked_up
    left = seconds_left()
    late = left is not None and left <= 0
    small = position.rules.size <= _SMALL and bool(openings(position.rules))
    try:
        with limited(None) if small else nullcontext():
            return _solved(position, guess, memory or _MEMORY, ranked=not late)
    except LimitError:
        return _bounded(position, guess, late=late)


def _bounded(position: Position, guess: Code, *, late: bool) -> Worth:
    """Return what is known without a search: bounds if few codes are possible, else next to nothing."""
    nothing = Between(1, math.inf)
    try:
        found = None if late else bounds_of_few(position, guess)
    except LimitReached:
        found = None
    if found is None:
        return Worth(guess, position.count().value, nothing, nothing, None, None)
    optimum, value, after = found
    answers = {told: (least / size, size) for told, (least, most, size) in after.items() if least == most}
    exact = answers if len(answers) == len(after) else None
    count = sum(size for _, _, size in after.values())
    return Worth(guess, count, Between(*optimum), Between(*value), exact, None)


def _looked_up(position: Position, guess: Code) -> Worth | None:
    """Return what the table says of a first guess."""
    rules = position.rules
    ours = None if position.history else opening_of(rules, guess)
    if ours is None:
        return None
    every = openings(rules)
    least = min(each.total for each in every)
    best = tuple(each.guess for each in every if each.total == least)
    if len(every) == 1 or (ours.total == least and guess not in best):
        best = (guess,) if len(every) == 1 else (*best, guess)
    rank = Rank(sum(each.total < ours.total for each in every), len(every), best)
    answers = {told: (turns / codes, codes) for told, (turns, codes) in ours.by_feedback.items()}
    answers[rules.win] = 0.0, 1
    return Worth(guess, rules.size, Between(least, least), Between(ours.total, ours.total), answers, rank)


class _Found(NamedTuple):
    """The turns from a position on, and a tree that takes their upper bound."""

    turns: Between
    tree: TreeArrays | None


def _solved(position: Position, guess: Code, memory: int, *, ranked: bool) -> Worth:
    """Return what a search finds.

    Raises:
        LimitError: If there are too many codes.
    """
    with solver_for(Problem(position, first=guess), threads=None, memory=memory) as solver:
        count = position.count().value
        least, value, answers = _appraised(position, guess, solver, count)
        rank = _rank(solver, guess, least, value) if ranked else None
        return Worth(guess, count, least, value, answers, rank)


def _appraised(
    position: Position, guess: Code, solver: Solver, count: int
) -> tuple[Between, Between, Turns | None]:
    """Return the turns from a position on and with a guess first, and those after each feedback."""
    partition, problem = position.partition(guess), Problem(position)
    tells_nothing = partition.class_count == 1 and not partition.is_candidate
    value, answers = Between(count, math.inf), None
    if not tells_nothing:
        with share_of_limit(0.5):
            ours = _searched(replace(problem, first=guess), solver)
        value = ours.turns
        answers = _answers(ours, position) if value.exact else None
    lower, upper = _after_opening(position) or _searched(problem, solver).turns
    least = Between(lower, min(upper, value.upper))
    if tells_nothing:  # exactly the turn it takes is lost
        value = Between(least.lower + count, least.upper + count)
        if value.exact:
            answers = dict.fromkeys(partition.classes, (least.lower / count, count))
    return least, value, answers


def _after_opening(position: Position) -> Between | None:
    """Return the turns from a position on that the table of first guesses has."""
    if len(position.history) != 1:
        return None
    ((guess, told),) = position.history
    opening = opening_of(position.rules, guess)
    if opening is None or told not in opening.by_feedback:
        return None
    turns, _ = opening.by_feedback[told]
    return Between(turns, turns)


def _searched(problem: Problem, solver: Solver) -> _Found:
    """Return what the search of a problem finds in the time there is.

    Most positions are solved before their bounds would be found, so those come second, in a quarter of the
    time.
    """
    search = Search(problem, solver)
    with share_of_limit(0.75):
        in_background(solver, search.run, lambda: None)
    if not search.done:
        search = Search(problem, solver, hasty=True, seconds=seconds_left())
        in_background(solver, search.run, lambda: None)
    lower, upper = search.bounds.lower, search.bounds.upper
    made = search.problem.made * len(search.members)
    turns = Between((lower or 0) - made, math.inf if upper is None else upper - made)
    return _Found(turns, search.tree)


def _answers(found: _Found, position: Position) -> Turns:
    """Return the expected turns after each feedback and its candidates, the win among them."""
    assert found.tree is not None  # noqa: S101 - what is known exactly has a tree
    root = node_of(found.tree, position.rules)
    answers = {told: (_turns(node) / node.count, node.count) for told, node in root.children.items()}
    if root.wins:
        answers[position.rules.win] = 0.0, 1
    return answers


def _turns(node: Node) -> int:
    """Return the guesses summed over the secrets of a node, from its own guess on."""
    return node.count + sum(_turns(child) for child in node.children.values())


@dataclass
class _Ranking(Contest):
    """A contest in which every guess below the first cap is weighed to the end."""

    @property
    def keeps_cap(self) -> bool:
        """Whether what the next guess must be below stays: always."""
        return True

    def _find(self, places: NDArray[np.int64], values: NDArray[np.int64]) -> None:
        """Know exactly what some guesses come to; the cap stays."""


def _rank(solver: Solver, guess: Code, least: Between, value: Between) -> Rank | None:
    """Return the rank of a guess; None if it is not known. One that is alike to all others has the first."""
    members, question = solver.everything(), Question()
    every = solver.different_guesses(members, question)
    if len(every) == 1:
        return Rank(0, 1, (guess,))
    if not (least.exact and value.exact):
        return None
    excess = value.lower - 2 * len(members) + 1
    contest = solver.contest(members, question, IMPOSSIBLE, every=every)
    ranking = _Ranking(contest.guesses, contest.bounds, contest.most, contest.others, excess + 1)

    def weigh() -> bool:
        solver.weigh_all(ranking, (), members, question)
        return True

    left = seconds_left()
    if (left is not None and left <= 0) or not in_background(solver, weigh, lambda: None):
        return None
    best_of_all = ranking.lower
    places = ranking.guesses[ranking.bounds == best_of_all]
    order = np.lexsort((places, ~np.isin(places, solver.matrix.places)))
    best = [solver.rules.spelled(to_code(solver.matrix.pool[:, place])) for place in places[order]]
    if excess == best_of_all and guess not in best:
        best.append(guess)
    return Rank(int((ranking.bounds < excess).sum()), len(every), tuple(best))
