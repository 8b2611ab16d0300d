"""What may be asked of the search, what its answers hold, and who asks it: certificates and a strategy."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pegwise.errors import CodeError, LimitError, MethodError, StrategyError
from pegwise.limit import Limit, LimitReached, limited
from pegwise.notation import parse_code, parse_feedback
from pegwise.optimal import strategy as playing
from pegwise.optimal.book import opening_of, openings
from pegwise.optimal.branch_and_bound import Solver, solver_for
from pegwise.optimal.certificate_costs import SolverValues
from pegwise.optimal.guess_values import GuessValue
from pegwise.optimal.optimum import optimum, value_guesses
from pegwise.optimal.problem import Optimum, Problem
from pegwise.position import Position
from pegwise.rules import Code, Rules
from pegwise.strategies import make
from tests.optimal.slow_values import SlowValues

if TYPE_CHECKING:
    from collections.abc import Callable

POSITION = Position("3x4", "112:W 122:B")


# What is asked


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        (
            {"objective": "least"},
            StrategyError,
            "the objective is one of total; worst; worst,total; worst,last; total,worst,last; not 'least'",
        ),
        (
            {"max_guesses": 2},
            LimitError,
            "max_guesses=2 leaves no guess: the history already has 2",
        ),
        ({"candidates_from": 0}, LimitError, "guesses count from 1, not from 0"),
        (
            {"first": "112", "candidates_from": 3},
            StrategyError,
            "112 is not a candidate, and from guess 3 on only candidates are guessed",
        ),
    ],
)
def test_what_cannot_be_asked_is_said(options: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error) as raised:
        Problem(POSITION, **options)
    assert str(raised.value) == said


def test_a_first_guess_is_one_of_the_rules() -> None:
    assert Problem(POSITION, first=(2, 3, 4)).first == Code((2, 3, 4))  # type: ignore[arg-type]
    with pytest.raises(CodeError):
        Problem(POSITION, first=(2, 3, 5))  # type: ignore[arg-type]


def test_guesses_are_counted_from_the_first_of_the_game() -> None:
    assert Problem(POSITION, max_guesses=3).made == 2
    assert [Problem(POSITION, candidates_from=since).candidates_only for since in (None, 1, 3, 4)] == [
        False,
        True,
        True,
        False,
    ]
    assert Problem(POSITION, first=parse_code("112", POSITION.rules), candidates_from=4).first is not None


# What is answered


def test_an_optimum_as_plain_values() -> None:
    found = optimum(POSITION, objective="total,worst,last", max_guesses=7, candidates_from=4, book=False)
    tree = found.tree
    assert tree is not None
    total = sum(number * secrets for number, secrets in enumerate(tree.distribution, 1))
    assert found.average == pytest.approx(total / len(POSITION))
    assert found.to_dict() == {
        "rules": "3x4",
        "history": ["112:W", "122:B"],
        "objective": "total,worst,last",
        "max_guesses": 7,
        "first": None,
        "candidates_from": 4,
        "lower": total,
        "upper": total,
        "known": "exact",
        "total": total,
        "average": round(total / len(POSITION), 6),
        "worst": len(tree.distribution),
        "distribution": list(tree.distribution),
        "first_guess": str(tree.first_guess),
        "positions": found.positions,
        "wasted": found.wasted,
        "canceled": found.canceled,
        "seconds": round(found.seconds, 3),
        "certificate": None,
    }


def test_an_answer_without_a_tree_says_so() -> None:
    found = optimum("3x4", max_guesses=3, book=False)
    nothing = dict.fromkeys(("lower", "upper", "total", "average", "worst", "first_guess", "certificate"))
    assert found.known == "exact"
    assert found.to_dict() == {**found.to_dict(), **nothing, "distribution": []}


def test_an_average_has_six_places() -> None:
    found = optimum("2x3", book=False)
    assert found.to_dict()["average"] == round((found.total or 0) / 9, 6)
    assert Optimum(found.problem, 1, 2, "upper", None, 0, 1.23456).to_dict()["seconds"] == 1.235


def test_a_value_as_plain_values() -> None:
    value = GuessValue(Code((1, 1, 2)), True, 206, 206 / 64, 1 / 3, "exact")
    plain = {"guess": "112", "is_candidate": True, "total": 206, "average": 3.21875, "regret": 0.333333}
    assert value.to_dict() == {**plain, "known": "exact"}
    nothing = GuessValue(Code((1, 1, 2)), False, None, None, None, "exact").to_dict()
    assert (nothing["average"], nothing["regret"], nothing["is_candidate"]) == (None, None, False)


def test_the_best_guess_comes_first_candidates_before_others() -> None:
    values = value_guesses(POSITION)
    keys = [(value.total or 0, not value.is_candidate, str(value.guess)) for value in values]
    assert keys == sorted(keys)
    count = len(POSITION)
    for value in values:
        assert value.average == pytest.approx((value.total or 0) / count)
        assert value.regret == pytest.approx(((value.total or 0) - (values[0].total or 0)) / count)


def test_guesses_without_any_strategy_come_last() -> None:
    values = value_guesses("3x4", max_guesses=4, guesses=["111", "112", "123"])
    totals = [value.total for value in values]
    assert totals[0] == 206
    assert totals[-1] is None
    assert values[-1].known == "exact"
    assert values[-1].regret is None


def test_options_of_a_tree_are_those_that_were_asked_for() -> None:
    tree = optimum(POSITION, objective="worst", max_guesses=7, candidates_from=4, book=False).tree
    assert tree is not None
    assert (tree.strategy, tree.options) == (
        "optimal",
        {"objective": "worst", "max_guesses": 7, "candidates_from": 4},
    )
    tree = optimum(POSITION, book=False).tree
    assert tree is not None
    assert tree.options == {}


# What is refused


@pytest.mark.parametrize(
    ("rules", "options", "said"),
    [
        ("3x4", {"threads": 0}, "work needs at least one thread, not 0"),
        ("8x12", {}, "8x12 has 429981696 codes: too many to search"),
        (
            "4x6",
            {"memory": 1_000_000},
            "the search needs 0.00168 GB of memory for the feedback table of 4x6, and the limit is 0.001 GB",
        ),
        ("4x6", {"memory": 2_000_000}, "the search needs 0.00168 GB of memory"),
    ],
)
def test_what_is_too_much_is_said(rules: str, options: dict[str, Any], said: str) -> None:
    made = solver_for(Problem(Position(rules)), **{"threads": 1, "memory": None, **options})
    with pytest.raises(LimitError) as raised, made:
        pass
    assert str(raised.value).startswith(said)


def test_the_memory_is_that_of_the_limit_in_force() -> None:
    with limited(Limit(memory=1_000_000)), pytest.raises(LimitError, match=r"limit is 0\.001 GB"):
        optimum("4x6", book=False)


# What certificates ask


@pytest.mark.parametrize("since", [None, 1, 3])
@pytest.mark.parametrize("rules", ["3x4", "3x3-black", "4x4-distinct"])
@pytest.mark.parametrize("objective", ["total,worst,last", "worst,last"])
def test_values_are_those_of_a_slow_search(rules: str, since: int | None, objective: str) -> None:
    draw, position = random.Random(f"{rules} {since}"), Position(rules)
    problem, solver = Problem(position, objective=objective, candidates_from=since), Solver(position)
    fast, slow = SolverValues(problem, solver), slow_values(problem)
    for _ in range(12):
        size = draw.randint(1, 7)
        codes = np.array(sorted(draw.sample(range(position.rules.size), size)), np.int32)
        made, left, last = draw.randint(0, 2), draw.choice((None, 1, 2, 3, 4)), draw.random() < 0.5
        if left is None:
            last = False
        if objective == "worst,last":
            left, last = left or 5, True
        cost = slow.cost(codes, made, left, last)
        assert fast.cost(codes, made, left, last) == cost
        assert fast.at_least(codes, made, left, last, cost)
        assert fast.at_least(codes, made, left, last, None) == (cost is None)
        if cost is not None:
            assert fast.at_least(codes, made, left, last, (0, 0))
            if objective != "worst,last":
                assert not fast.at_least(codes, made, left, last, (cost[0] + 1, 0))
            assert not (last and fast.at_least(codes, made, left, last, (cost[0], cost[1] + 1)))


def slow_values(problem: Problem) -> SlowValues:
    return SlowValues(problem.position.rules, problem.candidates_from, problem.objective == "worst,last")


# The table of first guesses


def test_a_first_guess_is_looked_up_by_how_often_its_colors_occur() -> None:
    rules = Rules(4, 6)
    every = {str(each.guess): each for each in openings(rules)}
    assert set(every) == {"1111", "1112", "1122", "1123", "1234"}
    assert every["1123"].total == 5625
    for code, alike in (("6655", "1122"), ("5565", "1112"), ("3612", "1234"), ("6126", "1123")):
        assert opening_of(rules, parse_code(code, rules)) == every[alike]
    for each in every.values():
        assert parse_feedback("BBBB", rules) not in each.by_feedback
        assert sum(codes for _, codes in each.by_feedback.values()) == 6**4 - 1
        assert 6**4 + sum(turns for turns, _ in each.by_feedback.values()) == each.total
    assert openings(Rules(2, 3)) == ()
    assert opening_of(Rules(2, 3), Code((1, 2))) is None


# The strategy


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the strategy asks the search for."""
    positions: list[str] = []
    search: Callable[..., Optimum] = optimum

    def noted(position: Position, *arguments: Any, **options: Any) -> Optimum:
        positions.append(f"{position.rules} {len(position.history)}")
        return search(position, *arguments, **options)

    monkeypatch.setattr(playing, "optimum", noted)
    return positions


def test_a_position_of_the_tree_is_not_searched_again(asked: list[str]) -> None:
    best = make("optimal")
    first = best.choose(Position("3x4"))
    for told in ("-", "W", "B"):
        best.choose(Position("3x4", f"{first}:{told}"))
    assert asked == ["3x4 0"]
    after = best.choose(Position("3x4", "111:B"))
    assert asked == ["3x4 0", "3x4 1"]
    best.choose(Position("3x4", f"111:B {after}:W"))
    best.choose(Position("3x4", f"{first}:W"))
    assert asked == ["3x4 0", "3x4 1"]


def test_the_book_is_played_from_the_start_and_a_search_from_where_it_is(asked: list[str]) -> None:
    best = make("optimal")
    best.choose(Position("3x6", "123:-"))
    best.choose(Position("3x5", "123:-"))
    assert asked == ["3x6 0", "3x5 1"]


def test_what_the_strategy_cannot_do_is_said() -> None:
    with pytest.raises(StrategyError) as none:
        make("optimal", max_guesses=3).choose(Position("3x4"))
    assert str(none.value) == "no strategy breaks every code of 3x4 within 3 guesses"
    with pytest.raises(MethodError) as large:
        make("optimal").choose(Position("8x12"))
    assert str(large.value) == (
        "8x12 has too many codes for optimal, which looks at every code; "
        "the strategy large plays games of this size"
    )


def test_no_tree_in_time_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Optimum(Problem(Position("3x5")), 1, None, "lower", None, 0, 0.0)
    monkeypatch.setattr(playing, "optimum", lambda *_, **__: nothing)
    with pytest.raises(LimitReached, match="^no optimal tree was found in time for 3x5; allow more time$"):
        make("optimal").choose(Position("3x5"))


def test_the_strategy_asks_for_what_it_was_made_with() -> None:
    best = make("optimal", objective="worst,total", first="123")
    tree = best.build(Position("3x4"))  # type: ignore[attr-defined]
    found = optimum("3x4", objective="worst,total", first="123")
    assert (str(tree.first_guess), tree.total, tree.worst) == ("123", found.total, found.worst)
