"""The guesses a search tries, millions of them some at a time: the same as all at once."""

from __future__ import annotations

import random
import threading
from collections import Counter
from functools import partial
from math import inf, log2
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from numba import njit

from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, Question
from pegwise.engine.kernels.search.guess_order import sort_listed
from pegwise.optimal import guesses_to_search, size_thresholds
from pegwise.optimal.branch_and_bound import Solver
from pegwise.optimal.guess_contest import Contest, FirstFit, Inside
from pegwise.optimal.guesses_to_search import in_order, most_even
from pegwise.optimal.scheduler import Batches
from pegwise.optimal.search_tasks import Limits, Weighed
from pegwise.optimal.worker import _joined, _together, weigh_guesses
from pegwise.position import Position
from tests import oracle
from tests.helpers import game_of


@pytest.mark.parametrize("kinds", [(1, 1), (1, 50), (2, 3), (40, 5), (10**6, 10**6)])
def test_the_order_is_that_of_one_sort(kinds: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    first, then = rng.integers(kinds[0], size=20_000), rng.integers(kinds[1], size=20_000)
    first[::3] = 0  # one value is very common
    wanted = np.lexsort((then, first))
    assert (in_order(first, then) == wanted).all()
    for size in (100, 5_000):
        monkeypatch.setattr(guesses_to_search, "_SORTED", size)
        monkeypatch.setattr(guesses_to_search, "_SAMPLE", 64)
        assert (in_order(first, then) == wanted).all()
    assert len(in_order(first[:0], then[:0])) == 0


@pytest.mark.parametrize(
    "spelled", ["4x6 1122:BB 3344:-", "5x6-distinct 12345:BWWW 12354:BWWW", "4x5 1122:B"]
)
def test_blocks_change_nothing(spelled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, _, rows = spelled.partition(" ")
    position, question = Position(name, rows), Question()
    whole = Solver(position)
    every = whole.guesses((), whole.everything(), question)
    contest = whole.contest(whole.everything(), question, IMPOSSIBLE, every=every)
    monkeypatch.setattr("pegwise.engine.code_space._CODES", 7)
    monkeypatch.setattr("pegwise.optimal.guesses_to_search._PAIRS", 50)
    monkeypatch.setattr("pegwise.optimal.guesses_to_search._COUNTED", 50)
    monkeypatch.setattr("pegwise.optimal.known_positions._PAIRS", 50)
    small = Solver(Position(name, rows))
    assert (small.matrix.pool == whole.matrix.pool).all()
    assert (small.matrix.guesses == whole.matrix.guesses).all()
    assert (small.matrix.places == whole.matrix.places).all()
    again = small.guesses((), small.everything(), question)
    assert (again == every).all()
    other = small.contest(small.everything(), question, IMPOSSIBLE, every=again)
    assert (other.guesses == contest.guesses).all()
    assert (other.bounds == contest.bounds).all()
    assert (other.most, other.others) == (contest.most, contest.others)


@pytest.mark.parametrize(
    "spelled", ["4x6", "4x6 1122:BB", "4x5-distinct", "3x5-black 112:B", "4x5 1122:B 3344:W"]
)
def test_the_most_even_guess_has_the_highest_entropy(spelled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compared with the definition, over all codes."""
    name, _, rows = spelled.partition(" ")
    position = Position(name, rows)
    game, solver = game_of(position.rules), Solver(position)
    left = [tuple(color + 1 for color in code) for code in solver.matrix.candidates.T.tolist()]

    def entropy(guess: tuple[int, ...]) -> float:
        numbers = oracle.sizes(game, left, guess)
        return -sum(n / len(left) * log2(n / len(left)) for n in numbers)

    every = solver.guesses((), solver.everything(), Question())
    best = max(entropy(code) for code in oracle.codes(game))
    for pairs in (1 << 20, 50):
        monkeypatch.setattr("pegwise.optimal.guesses_to_search._PAIRS", pairs)
        monkeypatch.setattr("pegwise.optimal.guesses_to_search._COUNTED", pairs)
        guess = most_even(solver.matrix, every, solver.everything())
        code = tuple(color + 1 for color in solver.matrix.pool[:, guess].tolist())
        assert entropy(code) == pytest.approx(best, rel=1e-5)


def test_a_contest_gives_the_guesses_below_its_best_in_turn() -> None:
    bounds = np.full(5000, 9, np.int64)
    bounds[[0, 1500, 1501, 4999]] = 1, 2, 7, 3
    contest = Contest(np.arange(5000, dtype=np.int32), bounds, 4, 3, best=9)
    assert contest.take() == (0, 9)
    contest.settle(0, 5)
    assert [contest.take(), contest.take(), contest.take()] == [(1500, 5), (4999, 5), None]
    known = Contest(np.array([4, 2, 3], np.int32), np.array([1, 5, 9]), 4, 3, best=9)
    contest.take_bounds(Contest(contest.guesses[::-1], np.arange(5000), 4, 3, best=9))
    assert contest.bounds[:3].tolist() == [4999, 4998, 4997]
    known.take_bounds(Contest(np.array([2, 3, 4], np.int32), np.array([6, 7, 8]), 4, 3, best=9))
    assert known.bounds.tolist() == [8, 6, 9]


def test_a_contest_weighs_all_guesses_as_far_as_half_of_the_gap_first() -> None:
    contest = Contest(np.arange(4, dtype=np.int32), np.array([0, 10, 500, 990]), 4, 3, best=1000)
    contest.begin_low()
    assert [contest.take(), contest.take(), contest.take()] == [(0, 500), (1, 500), None]
    contest.settle(0, 600, exact=False)
    assert contest.take() is None
    assert contest.reach_further()
    assert [contest.take(), contest.take(), contest.take()] == [(0, 750), (2, 750), None]
    contest.settle(1, 500, exact=False)  # it was given the lower cap
    contest.leave(2)
    assert [contest.take(), contest.take(), contest.take()] == [(1, 750), (2, 750), None]
    contest.settle(0, 700)
    contest.settle(1, 800, exact=False)
    contest.settle(2, 720, exact=False)
    assert contest.take() is None
    assert not contest.reach_further()
    assert (contest.best, contest.champion) == (700, 0)


def test_a_contest_with_a_small_gap_weighs_guesses_to_the_end() -> None:
    contest = Contest(np.arange(2, dtype=np.int32), np.array([980, 990]), 4, 3, best=1000)
    contest.begin_low()
    assert [contest.take(), contest.take(), contest.take()] == [(0, 1000), (1, 1000), None]
    assert not contest.reach_further()


@pytest.mark.parametrize("kind", [Contest, FirstFit])
@pytest.mark.parametrize("seed", range(8))
def test_guesses_taken_together_are_those_taken_one_by_one(
    kind: type[Contest], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was settled, left or raised in between."""
    monkeypatch.setattr("pegwise.optimal.guess_contest._TOGETHER", 7)
    rng = random.Random(seed)
    bounds = [rng.randrange(100) for _ in range(200)]
    one, many = (kind(np.arange(200, dtype=np.int32), np.array(bounds), 4, 3, best=90) for _ in range(2))
    for contest in one, many:
        contest.begin_low()
    for _ in range(60):
        size = rng.randrange(1, 20)
        taken = [found[0] for _ in range(size) if (found := one.take()) is not None]
        assert many.take_some(size).tolist() == taken
        told = [(at, rng.randrange(bounds[at], 110), rng.random() < 0.3) for at in taken]
        for at, value, exact in told:
            one.settle(at, value, exact)
        places, values, exact_ones = np.array(told, np.int64).reshape(-1, 3).T
        many.settle_all(places, values, exact_ones.astype(np.bool_))
        assert (many.bounds == one.bounds).all()
        assert (many.settled == one.settled).all()
        assert (many.taken == one.taken).all()
        assert (many.best, many.champion, many.end) == (one.best, one.champion, one.end)
        at = rng.randrange(200)
        for contest in one, many:
            if contest.taken[at]:
                contest.leave(at)
            contest.raise_bound(at, bounds[at] + 3)
        if not taken:
            assert one.reach_further() == many.reach_further()


def test_what_is_exact_is_not_taken_again() -> None:
    contest = Contest(np.arange(3, dtype=np.int32), np.zeros(3, np.int64), 4, 3, best=9, every=True)
    assert contest.take_some(3).tolist() == [0, 1, 2]
    contest.settle_all(np.array([1]), np.array([5]), np.array([True]))
    contest.leave(0)
    assert contest.take_some(3).tolist() == [0]


@pytest.mark.parametrize("keeps_cap", [True, False])
def test_guesses_that_were_sent_may_begin_anywhere_in_memory(keeps_cap: bool) -> None:
    solver = Solver(Position("4x4"))
    members, few = solver.everything(), np.arange(5, dtype=np.int32)
    odd = np.frombuffer(b"." + few.tobytes(), np.int32, offset=1)
    assert not odd.flags.aligned
    most, others = solver.matrix.win + 1, solver.matrix.win
    limits = Limits(most, others, keeps_cap, first=False, seconds=inf, each=inf)
    given = solver.origin, (), members.tobytes(), Question()
    found, wanted = (
        weigh_guesses(*given, guesses, np.zeros(5, np.int32), IMPOSSIBLE, limits) for guesses in (odd, few)
    )
    assert found.values.tolist() == wanted.values.tolist()


def test_no_guess_after_the_first_that_fits_is_taken() -> None:
    contest = FirstFit(np.arange(6, dtype=np.int32), np.zeros(6, np.int64), 4, 3, best=9)
    assert contest.take_some(4).tolist() == [0, 1, 2, 3]
    contest.settle(2, 5)
    assert (contest.end, contest.champion) == (2, 2)
    contest.leave(0)
    contest.leave(3)
    assert contest.take_some(6).tolist() == [0]
    contest.settle(1, 7)
    assert (contest.end, contest.champion) == (1, 1)


def test_what_was_told_of_guesses_one_after_the_other_is_put_together() -> None:
    def told(value: int, inside: dict[int, Inside]) -> Weighed:
        no = np.zeros(2, np.bool_)
        return Weighed(np.array([value, value + 1]), no, np.array([3, 4]), ~no, inside)

    one, other = Inside((1,), {}), Inside((2,), {})
    whole = _joined([told(5, {}), told(7, {0: one}), told(9, {1: other})])
    assert whole.values.tolist() == [5, 6, 7, 8, 9, 10]
    assert whole.learned == {2: one, 5: other}
    assert (len(whole), whole.positions.tolist()) == (6, [3, 4] * 3)


def batches_of(contest: Contest, found: dict[str, tuple[int, bool]] | None = None) -> Batches:
    """Batches of ten guesses, with what an earlier run found."""
    batches = Batches.__new__(Batches)
    solver = SimpleNamespace(
        remembers=found is not None,
        name=lambda members, question, guess: str(guess),
        tasks={name: f"{value} {int(exact)}".encode() for name, (value, exact) in (found or {}).items()},
        lock=threading.Lock(),
    )
    solver._task = partial(Solver._task, cast("Solver", solver))
    solver.finished = partial(Solver.finished, cast("Solver", solver))
    some: Any = {"solver": solver, "contest": contest, "run": SimpleNamespace(idle=0), "size": 10}
    some |= {"flying": {}, "unsettled": 0, "back": [], "inside": {}, "long": []}
    batches.__dict__.update(some)
    return batches


def next_of(batches: Batches) -> tuple[list[int], int]:
    places, cap = batches._next()
    return places.tolist(), cap


def test_what_an_earlier_run_found_is_not_weighed_again() -> None:
    contest = Contest(np.arange(6, dtype=np.int32), np.array([0, 0, 0, 0, 4, 8]), 4, 3, best=9)
    batches = batches_of(contest, {"1": (7, True), "2": (3, False), "3": (9, False)})
    assert next_of(batches) == ([0, 2, 4], 7)
    assert (contest.best, contest.champion, contest.bounds.tolist()) == (7, 1, [0, 7, 0, 9, 4, 8])
    assert not contest.taken[5]  # it is no better than the one that is known


def test_a_bound_that_an_earlier_run_found_is_not_taken_as_exact() -> None:
    contest = Contest(np.arange(2, dtype=np.int32), np.zeros(2, np.int64), 4, 3, best=1000)
    contest.begin_low()
    batches = batches_of(contest, {"0": (500, False)})
    assert next_of(batches) == ([1, 0], 1000)  # the first again, to the end
    assert (contest.best, contest.champion, contest.bounds.tolist()) == (1000, -1, [500, 0])


def test_a_guess_that_was_put_aside_is_not_weighed_whole() -> None:
    batches = batches_of(Contest(np.arange(3, dtype=np.int32), np.zeros(3, np.int64), 4, 3, best=9))
    batches.inside[1] = Inside((), {})
    assert next_of(batches) == ([0, 2], 9)
    assert (batches.long, batches.unsettled) == ([1], 1)


def test_guesses_with_huge_classes_are_weighed_alone() -> None:
    huge = np.array([False, False, True, True, False, True, False, False])

    def together(keeps_cap: bool, first: bool, seconds: float) -> list[tuple[int, int]]:
        limits = Limits(14, 13, keeps_cap, first, seconds, inf)
        return [(some.start, some.stop) for some in _together(huge, limits)]

    wanted = [(0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 8)]
    assert together(False, False, inf) == together(True, True, inf) == wanted
    alone = [(at, at + 1) for at in range(len(huge))]
    assert together(True, False, inf) == together(False, False, 1.0) == alone


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("huge", [0, 3, 100])
def test_huge_classes_by_definition(huge: int, told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the contest was not told how large the classes are."""
    monkeypatch.setattr(size_thresholds, "HUGE", huge)
    solver = Solver(Position("4x3"))
    members = solver.everything()[::2].copy()
    every = solver.guesses(None, members, Question())
    contest = solver.contest(members, Question(), IMPOSSIBLE, every=every)
    if not told:
        contest.largest = None
    game = game_of(Position("4x3").rules)
    codes = [tuple(color + 1 for color in code) for code in solver.matrix.candidates.T.tolist()]
    left = [codes[member] for member in members]
    found = [solver.has_huge_class(contest, place) for place in range(len(every))]
    for guess, is_huge in zip(contest.guesses.tolist(), found, strict=True):
        told_of = Counter(
            oracle.feedback(game, secret, codes[guess]) for secret in left if secret != codes[guess]
        )
        assert is_huge == (max(told_of.values()) > huge)


@njit
def sort(listed: Any, bounds: Any, evens: Any, count: Any, stop: Any) -> Any:
    """The tasks of the search have no way in from Python: they are called from compiled code."""
    sort_listed(listed, bounds, evens, count, stop)


def test_a_sort_ends_once_it_is_told_to() -> None:
    places = np.arange(5000)[::-1].copy()
    for stop in (0, 1):
        listed = [places.copy() for _ in range(3)]
        sort(*listed, len(places), np.array([stop]))
        assert (listed[0] == np.sort(places)).all() == (stop == 0)
