"""Finds what a guess is worth in a position: looked up, searched, or bounded; ``worth`` defines it."""

from __future__ import annotations

import math
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np

from pegwise.analysis.worth import Between, Rank, Worth, turns_by_feedback
from pegwise.candidates import EnumeratedCandidates
from pegwise.engine.code_space import Columns, grouped, is_searched_by_matrix, to_code, to_columns
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, Question
from pegwise.engine.feedback import bins, feedback_numbers
from pegwise.errors import LimitError
from pegwise.limit import LimitReached, limited, seconds_left, share_of_limit, spend
from pegwise.optimal.book import opening_of, openings
from pegwise.optimal.branch_and_bound import solver_for
from pegwise.optimal.guess_contest import Contest
from pegwise.optimal.objective_search import Search
from pegwise.optimal.problem import Problem
from pegwise.optimal.search_time_limit import in_background

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise import Code, Feedback, Position
    from pegwise.analysis.worth import Turns
    from pegwise.candidates.unlisted import ConstraintCandidates
    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.optimal.branch_and_bound import Solver

    Numbers = NDArray[np.integer]

_MEMORY = 1 << 29
"""Bytes that a search may take if the limit names none; larger positions stay open."""
_SMALL = 1296
"""Codes of a game whose positions after the first guess are solved in some milliseconds, by one thread."""

_FEW = 300
"""Candidates that are bounded at most: comparing all with all takes some tens of milliseconds."""


def appraise(position: Position, guess: Code, *, memory: int | None = None) -> Worth:
    """Find what ``guess`` is worth in ``position``, as far as a limit in force allows.

    First guesses of the games in the book are looked up. Positions after them, if the game is as small as
    4x6, are solved whatever a limit on time has left, which takes some milliseconds. ``memory`` is the number
    of bytes that the search may take, by default 512 MiB. If the game is too large for that, there are bounds
    if few codes are possible; otherwise nothing is known but that some turn is left. That no code is
    consistent with the rows is an error.
    """
    if is_searched_by_matrix(position.rules):
        from pegwise.analysis.listed_worth import appraise_listed  # only such games need it

        return appraise_listed(position, guess, memory=memory)
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


def _solved(position: Position, guess: Code, memory: int, *, ranked: bool) -> Worth:
    """Return what a search finds; raise LimitError if there are too many codes."""
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
            value, tree = _searched(replace(problem, first=guess), solver)
        if value.exact and tree is not None:  # what is known exactly has a tree
            answers = turns_by_feedback(tree, position.rules)
    lower, upper = _after_opening(position) or _searched(problem, solver)[0]
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


def _searched(problem: Problem, solver: Solver) -> tuple[Between, TreeArrays | None]:
    """Return the turns that a search finds in the time there is, and a tree that takes their upper bound.

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
    return turns, search.tree


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
    most, others = contest.most, contest.others
    ranking = _Ranking(contest.guesses, contest.bounds, most, others, excess + 1, here=contest.here)

    def weigh() -> bool:
        solver.weigh_all(ranking)
        return True

    left = seconds_left()
    if (left is not None and left <= 0) or not in_background(solver, weigh, lambda: None):
        return None
    best_of_all = ranking.lower
    places = ranking.guesses[ranking.bounds == best_of_all]
    candidates = set(solver.matrix.places.tolist())  # np.isin loads masked arrays, as slow as all else here
    order = np.lexsort((places, [place not in candidates for place in places.tolist()]))
    best = [solver.rules.spelled(to_code(solver.matrix.pool[:, place])) for place in places[order]]
    if excess == best_of_all and guess not in best:
        best.append(guess)
    return Rank(int((ranking.bounds < excess).sum()), len(every), tuple(best))


def bounds_of_few(
    position: Position, guess: Code
) -> tuple[tuple[int, int], tuple[int, int], dict[Feedback, tuple[int, int, int]]] | None:
    """Bound the turns from here on: with best play, with ``guess`` first, and after it.

    They are summed over the candidates. The first two are a lower and an upper bound. So are those after each
    feedback, with the number of candidates that give it. The result is None if there are more than 300
    candidates, or not all are known.
    """
    codes = _all(position)
    if codes is None or not codes.size:
        return None
    rules, count = position.rules, codes.shape[1]
    between = feedback_numbers(codes, codes, rules)
    win = bins(rules) - 1
    told = feedback_numbers(to_columns([guess], rules), codes, rules)[0]
    after: dict[Feedback, tuple[int, int, int]] = {}
    for number, members in grouped(told, np.arange(count, dtype=np.int64)):
        size = len(members)
        least, most = (
            (0, 0) if number == win else (2 * size - 1, _greedy(between[np.ix_(members, members)], win))
        )
        after[rules.numbered(number)] = least, most, size
    value = tuple(count + sum(each[place] for each in after.values()) for place in (0, 1))
    optimum = 2 * count - 1, min(value[1], _greedy(between, win))
    return optimum, (value[0], value[1]), after


def _all(position: Position) -> Columns | None:
    """Return the candidates, if they are few and all known."""
    candidates = position.candidates
    if isinstance(candidates, EnumeratedCandidates):
        return candidates.columns if len(candidates.indices) <= _FEW else None
    count = candidates.count()
    if count.known == "upper" or count.value > 2 * _FEW:  # an estimate may be wrong
        return None
    listed = cast("ConstraintCandidates", candidates).listed(_FEW)
    return None if listed is None else to_columns(listed, position.rules)


def _greedy(between: Numbers, win: int) -> int:
    """Return the guesses of all codes if each guess is the one with most classes.

    ``between`` has their feedback to each other.
    """
    spend(0)
    count = len(between)
    if count <= 2:
        return 2 * count - 1
    ascending = np.sort(between, axis=1)
    best = int((ascending[:, 1:] != ascending[:, :-1]).sum(axis=1).argmax())
    parts = grouped(between[best], np.arange(count, dtype=np.int64))
    return count + sum(_greedy(between[np.ix_(part, part)], win) for number, part in parts if number != win)
