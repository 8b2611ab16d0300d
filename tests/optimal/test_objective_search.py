"""What is known while a search is under way, and what its parts are given."""

from __future__ import annotations

import io
import math
import os
import threading
from gzip import decompress
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pegcheck
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, Question, Searcher
from pegwise.errors import StrategyError
from pegwise.limit import Limit, LimitReached, limited
from pegwise.optimal import certificate, size_thresholds
from pegwise.optimal import objective_search as searching
from pegwise.optimal.best_tree import build_best
from pegwise.optimal.branch_and_bound import Solver, solver_for
from pegwise.optimal.certificate_costs import UNIT, next_cost, pair_of
from pegwise.optimal.objective_search import Search
from pegwise.optimal.optimum import optimum, value_guesses
from pegwise.optimal.problem import Problem
from pegwise.position import Position
from pegwise.progress import watch
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from pathlib import Path

    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.optimal.guess_contest import Contest


def stopped(*_: Any) -> None:
    raise LimitReached("the work was stopped")


def size_bound(codes: int, most: int) -> int:
    """Of the total, by the checker."""
    return int(pegcheck.least(codes, float("inf"), most, most)) // pegcheck.UNIT


@pytest.mark.parametrize("hasty", [False, True])
def test_a_search_that_is_stopped_knows_its_size_bound(hasty: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "weigh_all", stopped)
    monkeypatch.setattr(Search, "_foresee", stopped)
    solver = Solver(Position("4x4", "1122:B"))
    search = Search(Problem(solver.position), solver, hasty=hasty)
    count = len(solver.everything())
    assert search.bounds.lower == 3 * count - 1  # a guess is made, and two for each but one
    assert search.bounds.upper is None
    with pytest.raises(LimitReached):
        search.run()
    lower, upper = search.bounds.lower, search.bounds.upper
    assert lower is not None
    assert lower >= count + size_bound(count, 14) > 3 * count - 1
    assert (upper is not None) == hasty


@pytest.mark.parametrize(("objective", "lower"), [("worst", 1), ("worst,total", 1), ("total", 511)])
def test_bounds_are_of_what_the_objective_names_first(objective: str, lower: int) -> None:
    solver = Solver(Position("4x4"))
    search = Search(Problem(solver.position, objective=objective), solver)
    assert search.bounds.lower == (0 if objective.startswith("worst") else lower)
    search._worst = 1
    assert search.bounds.lower == lower


@pytest.mark.parametrize(("rules", "total"), [("4x5", 2463), ("4x7-distinct", 3639)])
def test_lower_bounds_rise_in_a_limited_time(rules: str, total: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round proves more than the one before."""
    monkeypatch.setattr(searching, "_SAFELY", math.inf)  # there is never time enough for the whole search
    found, weigh_all = list[int](), Solver.weigh_all
    solver = Solver(Position(rules))
    search = Search(Problem(solver.position), solver, hasty=True, seconds=1000.0)

    def weigh(*args: Any) -> None:
        found.append(search.bounds.lower or 0)
        weigh_all(*args)
        found.append(search.bounds.lower or 0)

    monkeypatch.setattr(Solver, "weigh_all", weigh)
    search.run()
    assert found == sorted(found)
    assert found[-1] == total
    assert len({lower for lower in found if found[0] < lower < total}) >= 2
    assert (search.bounds.lower, search.bounds.upper) == (total, total)


@pytest.mark.parametrize(("seconds", "wide", "rounds"), [(None, False, 1), (None, True, 2), (9.0, False, 2)])
def test_rounds_are_for_limits_and_large_positions(
    seconds: float | None, wide: bool, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a limit, a small position takes the whole search sooner."""
    caps, weigh_all = list[int](), Solver.weigh_all
    if wide:
        monkeypatch.setattr(searching, "_WIDE", 1)
    solver = Solver(Position("3x5"))
    search = Search(Problem(solver.position), solver, hasty=True, seconds=seconds)

    def weigh(solver: Solver, contest: Contest, *args: Any) -> None:
        caps.append(contest.best)
        weigh_all(solver, contest, *args)

    monkeypatch.setattr(Solver, "weigh_all", weigh)
    search.run()
    assert min(len(caps), 2) == rounds
    assert caps == sorted(caps)
    assert search.tree is not None
    assert search.tree.total - 2 * 125 + 2 <= caps[-1] <= 460 - 2 * 125 + 2  # that of the first tree


def test_bounds_of_the_worst_case_count_the_guesses_made() -> None:
    solver = Solver(Position("4x4", "1122:B"))
    search = Search(Problem(solver.position, objective="worst"), solver)
    search.run()
    assert search.tree is not None
    depth = len(search.tree.distribution)
    assert (search.bounds.lower, search.bounds.upper) == (depth + 1, depth + 1)


def test_a_first_tree_that_is_worse_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Solver(Position("3x4"))
    search = Search(Problem(solver.position), solver, hasty=True)
    search._one_step_tree()
    assert search.tree is not None
    total, asked = search.tree.total, list[int]()

    class Worse:
        def __init__(self) -> None:
            self.total = total + 1

    def worse(_solver: Solver, _question: Question, _first: int | None, width: int) -> Any:
        asked.append(width)
        return Worse()

    monkeypatch.setattr(searching, "build_best", worse)
    search._first_trees(search.question)
    assert search.tree is not None
    assert search.tree.total == total
    assert asked == [1]
    # Without a limit, the whole search is the sooner way to the value of a large position.
    monkeypatch.setattr(searching, "_WIDE", 1)
    search._first_trees(search.question)
    assert asked == [1, 1]
    # In a limited time, it is gone through with more and more guesses, until that does not help.
    search.seconds = 1000.0
    search._first_trees(search.question)
    assert asked[2:] == [1, 2, 4, 8, 16]


def test_first_trees_take_half_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree takes twice as long as the one before: 1, 2, 4, ... seconds."""
    now, asked = [0.0], list[int]()

    class Better:
        def __init__(self, width: int) -> None:
            self.total = -width

    def better(_solver: Solver, _question: Question, _first: int | None, width: int) -> Any:
        asked.append(width)
        now[0] += width
        return Better(width)

    solver = Solver(Position("3x4"))
    search = Search(Problem(solver.position), solver, hasty=True, seconds=100.0)
    monkeypatch.setattr(searching, "build_best", better)
    monkeypatch.setattr(searching, "_WIDE", 1)
    monkeypatch.setattr("pegwise.limit.clock", lambda: now[0])
    search._first_trees(search.question)
    assert asked == [1, 2, 4, 8, 16]
    assert now[0] < 50 < now[0] + 32


def test_a_better_first_tree_is_taken() -> None:
    solver = Solver(Position("4x5"))
    search = Search(Problem(solver.position), solver, hasty=True)
    search._one_step_tree()
    before: TreeArrays | None = search.tree
    assert before is not None
    search._first_trees(search.question)
    assert search.tree is not None
    assert search.tree.total <= before.total


def test_threads_search_each_with_their_own_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    both, seen = threading.Barrier(2, timeout=30), set[int]()

    def weigh(
        searcher: Searcher, _members: Any, _question: Any, guesses: Any, **_options: Any
    ) -> tuple[Any, Any, Any]:
        if len(seen) < 2:
            seen.add(id(searcher))
            both.wait()
        nothing = np.zeros(len(guesses), np.int64)
        return nothing + IMPOSSIBLE, nothing > 0, nothing

    def excess(searcher: Searcher, _members: Any, _question: Any, **options: Any) -> tuple[int, int]:
        return int(weigh(searcher, None, None, options["listed"])[0][0]), -1

    monkeypatch.setattr(Searcher, "weigh", weigh)
    monkeypatch.setattr(Searcher, "excess", excess)
    monkeypatch.setattr(size_thresholds, "HUGE", 10_000)
    solver = Solver(Position("4x4"), threads=2)
    try:
        members, question = solver.everything(), Question()
        every = solver.guesses((), members, question)
        solver.weigh_all(solver.contest(members, question, IMPOSSIBLE, every=every))
    finally:
        solver.close()
    assert len(seen) == 2


def test_as_many_threads_as_asked_for_else_one_a_processor_but_one_for_small_positions() -> None:
    asked = (1, "4x6", 1), (2, "2x3", 2), (None, "4x6", os.cpu_count()), (None, "5x4", 1)
    for threads, game, used in asked:
        with solver_for(Problem(Position(game)), threads=threads, memory=None) as solver:
            assert solver.threads == len(solver.searchers) == used


def test_secrets_are_counted_as_the_tree_grows() -> None:
    told: list[tuple[str, int, int]] = []
    solver = Solver(Position("3x4"))
    with watch(lambda *news: told.append(news)):
        tree = build_best(solver, Question())
    assert tree.total == 206
    secrets = [news for news in told if news[0] == "secrets"]
    assert [done for _, done, _ in secrets] == sorted(done for _, done, _ in secrets)
    assert secrets[-1] == ("secrets", 64, 64)


def test_the_least_cost_there_can_be_from_a_cost_on() -> None:
    """As many candidates as there are can be found last, not more."""
    for last, wanted in ((0, (5, 0)), (2, (5, 2)), (3, (6, 0))):
        assert pair_of(next_cost(5 * UNIT + last, 2)) == wanted
    assert next_cost(float("inf"), 2) == float("inf")


def test_large_sets_are_asked_about_without_a_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """As certificates ask: of sets that no position of the search led to."""
    plain = Solver(Position("3x4"))
    members = np.arange(3, 40, dtype=np.int32)
    value = plain.search(members, Question())[0]
    for name in ("LARGE", "HUGE"):
        monkeypatch.setattr(size_thresholds, name, 2)
    solver = Solver(Position("3x4"))
    assert solver.excess(None, members, Question()) == value
    assert Solver(Position("3x4")).excess((), members, Question(), value) >= value
    fresh = Solver(Position("3x4"))
    assert 0 < fresh.foresee(None, members, Question()) <= value
    lower, upper = fresh.recall(fresh.key(members, Question()))
    assert 0 < lower <= value <= upper


# What a search that was ended leaves to say


def test_what_a_guess_is_worth_is_a_lower_bound_where_it_was_not_weighed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = {str(value.guess): value.total for value in value_guesses("3x4")}
    monkeypatch.setattr(Solver, "weigh_all", stopped)
    for value in value_guesses("3x4"):
        wanted = exact[str(value.guess)]
        assert value.known == "lower"
        assert value.regret is None
        assert value.total is not None
        assert wanted is not None
        assert 3 * 64 - 14 <= value.total <= wanted


def test_a_certificate_is_written_with_the_proof_only_if_it_is_to_be_full() -> None:
    for full, lemmas in ((True, 1), (False, 0)):
        file = io.BytesIO()
        found = optimum("3x4", certificate=file, full=full)
        said = pegcheck.check(io.BytesIO(decompress(file.getvalue())))
        assert (said.problem.total, said.lemmas) == (206, lemmas)
        assert found.certified is not None
        assert (found.certified.lemmas, found.certified.sha256) == (lemmas, said.sha256)


def test_a_proof_that_is_cut_short_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "write_certificate", stopped)
    with pytest.raises(LimitReached) as cut:
        optimum("3x4", certificate=io.BytesIO())
    assert str(cut.value) == (
        "the limit ended the proof before it was written; the search had ended: total 206, worst 4, exact"
    )
    with pytest.raises(StrategyError) as nothing:
        optimum("3x4", max_guesses=3, certificate=io.BytesIO())
    assert str(nothing.value) == (
        "there is no strategy to certify; ask for the objective worst to have that proved"
    )


def test_a_tree_alone_is_certified_where_the_search_was_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "_foresee", stopped)
    file = io.BytesIO()
    found = optimum("3x4", certificate=file, watch=lambda _: None)
    assert (found.known, found.tree and found.tree.strategy) == ("upper", "optimal (upper)")
    said = pegcheck.check(io.BytesIO(decompress(file.getvalue())))
    assert (said.problem.total, said.lemmas) == (found.total, 0)


# What is kept of it


class Kept(dict[str, bytes]):
    """Tasks in memory, as a checkpoint has them on disk."""

    def put(self, key: str, value: bytes) -> None:
        self[key] = value


@pytest.mark.parametrize("question", [Question(), Question(left=4), Question(free=0)])
def test_what_was_finished_is_not_searched_again(question: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, position = Kept(), Position("3x4")
    value = least(Solver(position, tasks=kept), question)
    assert kept
    other = least(Solver(position, tasks=Kept(kept)), Question(left=5))
    assert other == least(Solver(position), Question(left=5))
    monkeypatch.setattr(Solver, "search", stopped)
    assert least(Solver(position, tasks=kept), question) == value


def least(solver: Solver, question: Question) -> int:
    return Search(Problem(solver.position), solver).least(question)


def test_what_is_known_of_large_positions_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LARGE", "HUGE"):
        monkeypatch.setattr(size_thresholds, name, 2)
    kept, position = Kept(), Position("3x4")
    solver = Solver(position, tasks=kept)
    value = least(solver, Question())
    later = Solver(position, tasks=kept)
    assert solver.known
    for key, bounds in solver.known.items():
        assert later.recall(key) == bounds
    assert least(later, Question()) == value


@pytest.mark.parametrize("threads", [1, *exhaustive(2)])
def test_a_time_limit_changes_no_value(threads: int) -> None:
    """Looks into other sets between two guesses of a set once left counts behind that were not its own."""
    with limited(Limit(seconds=600)):
        found = optimum("5x5", book=False, threads=threads)
    assert (found.lower, found.total, found.known) == (13496, 13496, "exact")


def test_no_guess_is_kept_as_weighed_that_was_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(size_thresholds, "LARGE", 4)
    for path in (None, tmp_path / "search.sqlite"):
        found = optimum("2x8 43:- 75:-", objective="worst", book=False, threads=1, checkpoint=path)
        assert (found.known, found.worst) == ("exact", 6)
