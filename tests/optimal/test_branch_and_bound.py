"""The solver of large positions, and the search over objectives: the same whatever is turned off."""

from __future__ import annotations

import gc
import math
import threading
import time
import weakref
from itertools import count, pairwise
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np
import pytest

import pegcheck
from pegwise.analysis.hint import hint
from pegwise.analysis.review import review
from pegwise.engine.enumerated.optimum_search import (
    IMPOSSIBLE,
    NO_COLORS,
    NO_NAMES,
    UNLIMITED,
    Question,
    floors,
)
from pegwise.engine.enumerated.transposition_table import SolvedTable
from pegwise.errors import LimitError
from pegwise.limit import Limit, LimitReached, limited
from pegwise.notation import parse_code, parse_rules
from pegwise.optimal import scheduler, size_thresholds
from pegwise.optimal.best_tree import NoTree, build_best
from pegwise.optimal.branch_and_bound import Solver
from pegwise.optimal.guesses_to_search import after_one
from pegwise.optimal.objective_search import Search
from pegwise.optimal.optimum import optimum, value_guesses
from pegwise.optimal.problem import OBJECTIVES, Problem
from pegwise.optimal.search_time_limit import in_background
from pegwise.position import Position

if TYPE_CHECKING:
    from pegwise.optimal.problem import Bounds

PARTS = [
    {},
    {"threads": 2},
    {"symmetry": False},
    {"plain": NO_NAMES},
    {"plain": NO_COLORS},
    {"plain": NO_NAMES | NO_COLORS, "symmetry": False, "threads": 2},
]


def least(rules: str, question: Question, **parts: object) -> int:
    solver = Solver(Position(rules), **parts)  # type: ignore[arg-type]
    try:
        return Search(Problem(solver.position), solver).least(question)
    finally:
        solver.close()


def test_the_memory_of_a_solver_is_free_as_soon_as_nobody_has_it() -> None:
    """Otherwise a worker would keep the tables of many searches, until Python looks for circles."""
    gc.collect()
    gc.disable()
    try:
        solver = Solver(Position("4x4"))
        Search(Problem(solver.position), solver).run()
        table = weakref.ref(solver.table)
        del solver
        assert table() is None
    finally:
        gc.enable()


@pytest.mark.some(10, more=10)
@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize(
    ("rules", "question", "total"),
    [
        ("4x4", Question(), 905),
        ("4x4", Question(left=4), 905),
        ("4x6-distinct", Question(), 1446),
        ("3x7", Question(), 1474),
        ("4x4", Question(free=0), 908),
    ],
)
def test_values_are_the_same_whatever_is_turned_off(
    rules: str, question: Question, total: int, parts: dict[str, object]
) -> None:
    count = Position(rules).rules.size
    assert least(rules, question, **parts) + 2 * count - 1 == total


def test_a_table_of_one_entry_changes_nothing() -> None:
    solver = Solver(Position("4x5"))
    solver.searchers[0].table = SolvedTable(0, fixed=1)
    assert Search(Problem(solver.position), solver).least(Question()) + 2 * 625 - 1 == 2463


QUESTIONS = [
    *(Question(), Question(3), Question(2, unit=64, last=True), Question(4, unit=0)),
    *(Question(4, unit=0, last=True), Question(1, unit=0, last=True)),
]


@pytest.mark.parametrize(("most", "others"), [(2, 1), (2, 2), (5, 4), (5, 5), (14, 13), (14, 14)])
@pytest.mark.parametrize("question", QUESTIONS)
def test_floors_are_the_size_bound_of_the_checker(most: int, others: int, question: Question) -> None:
    found = floors(60, most, others, question)
    for number in range(1, 61):
        left = math.inf if question.left == UNLIMITED else question.left
        cost = pegcheck.least(number, left, most, others)
        if math.isinf(cost):
            assert found[number] == IMPOSSIBLE
            continue
        total, last = divmod(int(cost), pegcheck.UNIT)
        assert found[number] == (total - 2 * number + 1) * question.unit + last * question.last


def test_what_is_foreseen_is_never_above_the_value() -> None:
    solver = Solver(Position("4x6"))
    question = after_one(Question())
    for first in ("1123", "1122", "1234"):
        guess = solver.place(parse_code(first, solver.rules))
        for _, part in solver.classes(guess, solver.everything()):
            if len(part) > size_thresholds.LARGE:
                bound = solver.foresee((guess,), part, question)
                assert 0 < bound <= solver.excess((guess,), part, question)


def test_a_greedy_tree_is_never_below_the_value() -> None:
    solver = Solver(Position("4x6"))
    for width in (1, 2, 8):
        tree = build_best(solver, Question(), width=width)
        assert tree.total >= 5625
        assert tree.distribution[0] == 1
        assert sum(tree.distribution) == 1296
    with pytest.raises(NoTree):
        build_best(solver, Question(left=4), width=1)


def test_a_quick_tree_keeps_to_the_guesses_allowed() -> None:
    """After 112 the two candidates stand apart, but no guess is left for them."""
    solver = Solver(Position("3x4-black", "313:B 423:- 342:- 321:B"))
    first = solver.place(parse_code("112", solver.rules))
    with pytest.raises(NoTree):
        build_best(solver, Question(left=1), first, width=1)
    assert build_best(solver, Question(left=2), first, width=1).distribution == [0, 2]


def test_bounds_never_cross_and_meet() -> None:
    seen: list[Bounds] = []
    found = optimum("4x7", watch=seen.append)
    assert found.known == "exact"
    assert found.lower == found.upper == found.total == 11228
    for before, after in pairwise(seen):
        assert before.lower is not None
        assert after.lower is not None
        assert before.lower <= after.lower <= 11228
        assert after.upper is None or after.upper >= 11228
        assert before.upper is None or (after.upper is not None and after.upper <= before.upper)


def test_a_limit_gives_both_bounds_and_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is up once there is a first tree; to the end it would take minutes."""
    up, foresee = threading.Event(), Search._foresee

    def foresee_late(*arguments: Any) -> None:
        up.set()
        foresee(*arguments)

    monkeypatch.setattr(Search, "_foresee", foresee_late)
    monkeypatch.setattr("pegwise.limit.clock", lambda: 60.0 * up.is_set())
    with limited(Limit(seconds=1)):
        found = optimum("5x6")
    assert found.known == "upper"
    assert found.lower is not None
    assert found.upper is not None
    assert found.lower < 36721 < found.upper
    assert found.tree is not None
    assert found.tree.total == found.upper
    assert sum(found.distribution) == 6**5


@pytest.mark.parametrize(
    ("objective", "history", "lower"),
    [("total", "", 511), ("total", "1122:B", 95), ("worst", "1122:B", 3), ("worst,total", "", 2)],
)
def test_a_limit_reached_before_the_search_leaves_a_bound(
    objective: str, history: str, lower: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, looks = Position("4x4", history), count()
    monkeypatch.setattr("pegwise.limit.clock", lambda: 60.0 * (next(looks) > 1))
    with limited(Limit(seconds=1)):
        found = optimum(position, objective=objective, book=False)
    assert (found.lower, found.upper, found.known, found.tree) == (lower, None, "lower", None)
    assert (found.positions, found.seconds) == (0, 0.0)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_strategy_that_there_is_cannot_be_lost(objective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit on guesses "no strategy" is never an answer: the search is wrong then, and says so."""
    monkeypatch.setattr(Search, "least", lambda *_, **__: IMPOSSIBLE)
    with pytest.raises(AssertionError, match="lost a strategy"):
        optimum("3x3", objective=objective, book=False)


def test_the_thread_is_ended_when_the_caller_is_interrupted() -> None:
    solver = Solver(Position("4x8"))
    search = Search(Problem(solver.position), solver)
    before = threading.active_count()

    def look() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        in_background(solver, search.run, look)
    assert solver.stop[0] == 0
    assert threading.active_count() == before
    solver.stop[0] = 1
    with pytest.raises(LimitReached):
        solver.search(np.arange(40, dtype=np.int32), Question())


def test_what_the_work_raises_reaches_the_caller() -> None:
    solver = Solver(Position("2x3"))

    def work() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        in_background(solver, work, lambda: None)


def test_too_little_memory_is_refused() -> None:
    with pytest.raises(LimitError, match="the limit is 0.001 GB"):
        optimum("4x8", memory=1_000_000, book=False)


@pytest.mark.parametrize("rules", ["1x1", "31x1", "64x1-black", "100x1"])
def test_one_code_is_found_at_once_however_many_pegs_it_has(rules: str) -> None:
    """More pegs than the words and the bytes of the search hold."""
    found = optimum(rules)
    assert (found.known, found.total, found.distribution) == ("exact", 1, (1,))
    assert hint(Position(rules)).best.worst == 1
    code = parse_rules(rules).pegs * "1"
    assert [move.regret for move in review(f"{rules} {code}").moves] == [0]


def test_guesses_that_differ_only_in_colors_no_candidate_holds_are_one() -> None:
    position = Position("4x6", "1122:BB 3344:-")
    solver = Solver(position)
    assert not np.isin(solver.matrix.codes, (2, 3)).any()
    assert len(solver.guesses((), solver.everything(), Question())) < 6**4
    for higher, lower in (("4444", "3333"), ("1441", "1331"), ("5342", "5332")):
        assert solver.place(parse_code(higher, position.rules)) == solver.place(
            parse_code(lower, position.rules)
        )
    held = [solver.place(parse_code(guess, position.rules)) for guess in ("3333", "5555", "1331", "1551")]
    assert len(set(held)) == 4


def test_every_guess_is_worth_what_the_tree_after_it_costs() -> None:
    values = value_guesses("3x4")
    assert [str(value.guess) for value in values[:1]] == [str(optimum("3x4").first_guess)]
    for value in values:
        assert value.total == optimum("3x4", first=value.guess).total
        assert value.known == "exact"


def test_a_guess_that_tells_nothing_costs_a_turn_for_everybody() -> None:
    position = Position("4x6", "1122:BB")
    (best,) = value_guesses(position, guesses=[optimum(position).first_guess or "1111"])
    (again,) = value_guesses(position, guesses=["1122"])
    assert best.regret == 0
    assert again.regret == pytest.approx(1.0)
    assert again.total == (best.total or 0) + len(position)


def test_a_question_after_one_guess() -> None:
    assert after_one(Question(3, 2)) == Question(2, 1)
    assert after_one(Question()) == Question(UNLIMITED, UNLIMITED)


@pytest.mark.exhaustive
def test_a_look_into_another_set_changes_no_value() -> None:
    """What a kernel call has counted of one set's guesses is not taken for another set's by the next call."""
    rng, everything = np.random.default_rng(1), Solver(Position("4x6"))
    sets = [
        (part, (guess,))
        for guess in rng.choice(everything.matrix.pool.shape[1], 15, replace=False).tolist()
        for _, part in everything.classes(guess, everything.everything())
        if 129 <= len(part) <= 260
    ]
    question = Question()
    for at, (part, path) in enumerate(sets):
        wanted = Solver(Position("4x6")).excess(path, part, question)
        other, beside = sets[at - 1]
        one = Solver(Position("4x6"))
        for cap in (int(0.85 * wanted), int(0.93 * wanted), wanted - 1, IMPOSSIBLE):
            found = one.excess(path, part, question, cap)
            assert min(cap, wanted) <= found <= wanted
            one.look(beside, other, question, IMPOSSIBLE)


def test_one_thread_is_alone_unless_others_share_its_table() -> None:
    """Then nobody finds out what it is to know, and its batches of guesses are longer."""
    for threads, table, wanted in ((1, "", True), (2, "", False), (1, uuid4().hex, False)):
        solver = Solver(Position("3x3"), threads=threads, table=table)
        assert solver.is_alone == wanted
        target = scheduler._ALONE if wanted else scheduler._HERE
        with solver.running() as run:
            assert scheduler._target(solver.alone(solver.stop), run) == target
        solver.close()


def test_one_thread_searches_the_same_however_fast_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is searched in one thread depends on the question alone."""
    usual, found = time.perf_counter, []
    for speed in (1e-4, 1.0, 1e4):
        monkeypatch.setattr(time, "perf_counter", lambda speed=speed: speed * usual())
        one = optimum("5x4", book=False, threads=1)
        found.append((one.total, one.positions))
    assert len(set(found)) == 1
