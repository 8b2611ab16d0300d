"""What a worker that gave up had learned of a position: it is true, and whoever goes on begins with it."""

from __future__ import annotations

import pickle
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np
import pytest

from pegwise.engine.enumerated.optimum_search import Question, Searcher
from pegwise.limit import LimitReached
from pegwise.optimal import scheduler, size_thresholds
from pegwise.optimal.best_tree import build_best
from pegwise.optimal.branch_and_bound import Solver
from pegwise.optimal.guess_contest import Contest, Subposition
from pegwise.optimal.guesses_to_search import after_one
from pegwise.optimal.objective_search import Search
from pegwise.optimal.problem import Problem
from pegwise.optimal.search_tasks import Limits, Origin, Settled
from pegwise.optimal.worker import settle, weigh_guesses
from pegwise.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.engine.enumerated.optimum_search import Places

RULES, QUESTION = "3x6", Question()


@pytest.fixture(autouse=True)
def small_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of 3x6 are searched as those of thousands of candidates are."""
    for name, size in {"LARGE": 4, "HUGE": 8, "MANY": 3, "GIANT": 4096}.items():
        monkeypatch.setattr(size_thresholds, name, size)
    monkeypatch.setattr(scheduler, "_HERE", 0.0)  # one guess at a time
    monkeypatch.setattr(scheduler, "_ALONE", 0.0)


@contextmanager
def stopped_after(calls: int) -> Iterator[None]:
    """Stop the search at so many calls of its kernel."""
    left = [calls]
    usual = Solver.searcher

    @contextmanager
    def searcher(mine: Solver) -> Iterator[Searcher]:
        left[0] -= 1
        if left[0] < 0:
            raise LimitReached("the work was stopped")
        with usual(mine) as one:
            yield one

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Solver, "searcher", searcher)
        yield


def a_worker() -> Origin:
    """One that knows nothing yet."""
    return Origin(Position(RULES), None, 1 << 28, symmetry=True, plain=0, table=uuid4().hex)


def value_of_guess(exact: Solver, members: Places, guess: int) -> int:
    """What a guess costs at these candidates, by a search of each of its classes."""
    parts = exact.classes(guess, members)
    wins = int((exact.matrix.places[members] == guess).any())
    return len(members) + 1 - len(parts) - 2 * wins + sum(value_of(exact, part) for _, part in parts)


def value_of(exact: Solver, members: Places) -> int:
    return exact.search(members, after_one(QUESTION))[0]


def positions() -> Iterator[tuple[tuple[int, ...], Places]]:
    """Large positions after one guess."""
    mine = Solver(Position(RULES))
    for guess in (7, 50):
        yield from (((guess,), part) for _, part in mine.classes(guess, mine.everything()) if len(part) > 30)


@pytest.mark.exhaustive
def test_bounds_of_a_position_that_was_given_up_are_true() -> None:
    exact, begun, told = Solver(Position(RULES)), 0, 0
    for path, members in positions():
        value = value_of(exact, members)
        for calls in (2, 8, *range(14, 40, 2)):
            with stopped_after(calls):
                found = pickle.loads(
                    pickle.dumps(settle(a_worker(), path, members.tobytes(), QUESTION, value + 9, 9.0))
                )
            assert isinstance(found, Settled)
            if found.ended or found.learned is None:
                continue
            begun += 1
            learned = found.learned
            told += len(learned.guesses)
            assert learned.upper >= value
            for guess, bound in zip(learned.guesses.tolist(), learned.bounds.tolist(), strict=True):
                assert bound <= value_of_guess(exact, members, guess)
            last = settle(a_worker(), path, members.tobytes(), QUESTION, value + 9, known=found.learned)
            assert last.ended
            assert last.lower == value
    assert begun > 3
    assert told > 20


def test_who_goes_on_has_less_to_do() -> None:
    """A worker with an empty table, which was told what another had learned before it gave up."""
    path, members = max(positions(), key=lambda each: len(each[1]))
    cap = value_of(Solver(Position(RULES)), members) + 2
    afresh = settle(a_worker(), path, members.tobytes(), QUESTION, cap)
    less = list[bool]()
    for calls in range(14, 40, 2):
        with stopped_after(calls):
            found = settle(a_worker(), path, members.tobytes(), QUESTION, cap, 9.0)
        if not found.ended:
            last = settle(a_worker(), path, members.tobytes(), QUESTION, cap, known=found.learned)
            assert last.lower == afresh.lower
            less.append(last.positions < afresh.positions)
    assert sum(less) > 2


def test_bounds_of_the_classes_of_a_guess_that_was_given_up_are_true() -> None:
    exact = Solver(Position(RULES))
    members, guess = exact.everything(), 7
    wanted = value_of_guess(exact, members, guess)
    limits = Limits(
        exact.matrix.win + 1, exact.matrix.win, keeps_cap=True, first=False, seconds=9.0, each=9.0
    )
    parts = sorted((part for _, part in exact.classes(guess, members)), key=len, reverse=True)
    inside, deeper = 0, 0
    for calls in (1, 8, 12, 30, 60, 100, 200, 400):
        with stopped_after(calls):
            found = weigh_guesses(
                a_worker(),
                (),
                members.tobytes(),
                QUESTION,
                np.array([guess], np.int32),
                np.array([len(members)]),
                wanted + 9,
                limits,
            )
        assert found.ended.tolist() == [found.values.tolist() == [wanted]]
        if found.ended or not found.learned:
            continue
        (learned_of_guess,) = found.learned.values()
        inside += 1
        for part, low in zip(parts, learned_of_guess.lows, strict=True):
            assert low <= value_of(exact, part)
        for number, learned in learned_of_guess.more.items():
            deeper += len(learned.guesses)
            for at, bound in zip(learned.guesses.tolist(), learned.bounds.tolist(), strict=True):
                assert bound <= value_of_guess(exact, parts[number], at)
        mine = Solver(Position(RULES))
        one, zero = np.array([guess], np.int32), np.zeros(1, np.int64)
        here = Subposition((), members, QUESTION)
        contest = Contest(one, zero, limits.most, limits.others, wanted + 9, here=here)
        assert mine.weigh(contest, 0, wanted + 9, known=learned_of_guess) == wanted
    assert inside > 3
    assert deeper > 10


def test_the_tree_is_made_with_what_the_search_has_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the same tree without that, which takes more work, and if little of it is remembered."""
    monkeypatch.setattr(size_thresholds, "MANY", 0)
    trees, guesses = [], list[int]()
    weighed: list[int] = []
    weigh = Solver.weigh

    def noting(mine: Solver, *given: Any, **known: Any) -> int:
        weighed.append(1)
        return weigh(mine, *given, **known)

    monkeypatch.setattr(Solver, "weigh", noting)
    for remembered in (4096, 0, 2):
        mine = Solver(Position(RULES))
        monkeypatch.setattr("pegwise.optimal.known_positions._REMEMBERED", max(1, remembered))
        search = Search(Problem(mine.position), mine)
        search.least(QUESTION)
        assert len(mine.learned) <= max(1, remembered)
        assert remembered < 4096 or len(mine.learned) > 2
        if not remembered:
            mine.learned.clear()
        weighed.clear()
        trees.append(build_best(mine, QUESTION))
        guesses.append(len(weighed))
    for tree in trees:
        assert np.array_equal(tree.guesses, trees[0].guesses)
    assert guesses[0] < guesses[1]
