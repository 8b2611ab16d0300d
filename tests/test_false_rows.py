"""Rows that may be false: candidates, contradictions and repairs against the definition."""

from __future__ import annotations

import pickle
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pegwise
from pegwise.errors import LimitError
from pegwise.position import Position
from pegwise.rules import Row, Rules
from tests import oracle
from tests.helpers import game_of
from tests.listed_games import listed_games

if TYPE_CHECKING:
    from tests.listed_games import Pair

SMALL = st.sampled_from(
    [Rules(2, 3), Rules(3, 3), Rules(2, 5), Rules(3, 3, whites=False), Rules(2, 4, repeats=False)]
)


@st.composite
def false_histories(draw: st.DrawFn) -> tuple[Rules, list[tuple[oracle.Code, oracle.Feedback]], int]:
    """Rules, rows with any feedback but a win, and how many rows may be false."""
    rules = draw(SMALL)
    game = game_of(rules)
    guesses = st.sampled_from(oracle.codes(game))
    told = st.sampled_from([(each.black, each.white) for each in rules.feedbacks if each != rules.win])
    rows = draw(st.lists(st.tuples(guesses, told), min_size=1, max_size=6))
    return rules, rows, draw(st.integers(0, 2))


def misses(
    game: oracle.Game, code: oracle.Code, rows: list[tuple[oracle.Code, oracle.Feedback]]
) -> list[int]:
    """The rows that a code contradicts."""
    return [place for place, (guess, told) in enumerate(rows) if oracle.feedback(game, code, guess) != told]


@settings(deadline=None)
@given(false_histories())
def test_candidates_are_the_codes_that_all_rows_but_so_many_fit(
    drawn: tuple[Rules, list[tuple[oracle.Code, oracle.Feedback]], int],
) -> None:
    rules, rows, false_rows = drawn
    game = game_of(rules)
    wanted = [code for code in oracle.codes(game) if len(misses(game, code, rows)) <= false_rows]
    whole, step = Position(rules, rows, false_rows=false_rows), Position(rules, false_rows=false_rows)
    for row in rows:
        step = step.after(*row)
        assert len(step) == step.count().value
    for position in (whole, step, pickle.loads(pickle.dumps(step)), step.after(*rows[0]).before()):
        assert [tuple(code) for code in position] == wanted
    assert (whole == step, whole == Position(rules, rows)) == (True, false_rows == 0)


@settings(deadline=None)
@given(false_histories())
def test_contradictions_and_repairs_are_the_definitions(
    drawn: tuple[Rules, list[tuple[oracle.Code, oracle.Feedback]], int],
) -> None:
    rules, rows, false_rows = drawn
    game = game_of(rules)
    every = [misses(game, code, rows) for code in oracle.codes(game)]
    found = Position(rules, rows, false_rows=false_rows).contradiction()
    if any(len(broken) <= false_rows for broken in every):
        assert found is None
        return
    assert found is not None
    sets = (chosen for size in range(len(rows) + 1) for chosen in combinations(range(len(rows)), size))
    first = next(
        chosen for chosen in sets if all(len(set(chosen) & set(broken)) > false_rows for broken in every)
    )
    assert found.rows == tuple(place + 1 for place in first)
    repairs = set()
    for place, (guess, told) in enumerate(rows):
        for code in oracle.codes(game):
            other = oracle.feedback(game, code, guess)
            changed = [*rows[:place], (guess, other), *rows[place + 1 :]]
            if other != told and len(misses(game, code, changed)) <= false_rows:
                repairs.add((place + 1, other))
    assert {(repair.row, tuple(repair.feedback)) for repair in found.repairs} == repairs


@settings(deadline=None, max_examples=30)
@given(listed_games(kinds=("marks", "total")), st.data())
def test_they_work_in_listed_games(pair: Pair, data: st.DataObject) -> None:
    rules, game = pair
    told = [each for each in rules.feedbacks if each != rules.win]
    row = st.tuples(st.sampled_from(game.guesses), st.sampled_from(told))
    rows = data.draw(st.lists(row, min_size=1, max_size=4))
    position = Position(rules, [Row(rules.code(guess), feedback) for guess, feedback in rows], false_rows=1)
    wanted = [
        code
        for code in pair.secrets
        if sum(rules.feedback(code, guess) != feedback for guess, feedback in rows) <= 1
    ]
    assert [tuple(code) for code in position] == wanted


def test_a_win_is_always_true() -> None:
    position = Position("4x6", "1122:BBBB 1344:BBB", false_rows=1)
    assert [str(code) for code in position] == ["1122"]


def test_of_more_rows_than_may_be_false_some_must_be() -> None:
    found = Position("2x2", "11:BB 22:-", false_rows=0).contradiction()
    assert found is None
    found = Position("2x2", "11:- 22:- 12:- 21:-", false_rows=1).contradiction()
    assert found is not None
    assert found.rows == (3, 4)
    assert str(found).startswith(
        "no code is possible: of rows 3 (12:-) and 4 (21:-) more than 1 must be false"
    )


def test_what_cannot_be_listed_says_so() -> None:
    with pytest.raises(LimitError, match="too many to enumerate and to allow false rows"):
        len(Position("12x12", "1-1-1-2-2-2-3-3-3-4-4-4:BBWW", false_rows=1))
    with pytest.raises(LimitError, match="false_rows is at least 0"):
        Position("4x6", false_rows=-1)
    with pytest.raises(LimitError, match="there is no tree"):
        pegwise.build_tree(Position("2x3", false_rows=1))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("false_rows", [0, 1, 2])
def test_a_strategy_finds_the_secret_of_a_codemaker_who_errs(seed: int, false_rows: int) -> None:
    maker = pegwise.ErringCodemaker("3x4", "431", false_rows, seed)
    position, strategy = Position("3x4", false_rows=false_rows), pegwise.make("entropy")
    for _ in range(40):
        guess = strategy.choose(position)
        position = position.after(guess, maker.feedback(position, guess))
        if position.history[-1].feedback == position.rules.win:
            break
    wrong = sum(position.rules.feedback("431", row.guess) != row.feedback for row in position.history)
    assert (str(position.history[-1].guess), wrong <= false_rows) == ("431", True)
    assert maker.feedback("3x4", "111") == pegwise.ErringCodemaker("3x4", "431", false_rows, seed).feedback(
        "3x4", "111"
    )


def test_some_codemaker_errs() -> None:
    makers = [pegwise.ErringCodemaker("4x6", "3632", 1, seed) for seed in range(20)]
    right = pegwise.Rules(4, 6).feedback("3632", "1122")
    assert 0 < sum(maker.feedback("4x6", "1122") != right for maker in makers) < 20


def test_hints_say_nothing_is_certain_that_is_not() -> None:
    advice = pegwise.advise(Position("4x6", "1122:BB 1344:BB", false_rows=2), step=3)
    assert advice.certain is not None
    assert str(advice.certain) == "Nothing is certain yet."
