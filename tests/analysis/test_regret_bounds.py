"""Bounds of what a guess is worth where few codes fit, against every strategy there is."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegwise import Limit, Position, random_secret
from pegwise.analysis import regret
from pegwise.analysis.regret import appraise, bounds_of_few
from pegwise.analysis.review import review
from pegwise.limit import limited
from pegwise.rules import Rules
from pegwise.strategies import make
from tests import oracle
from tests.helpers import code_of, cpu_time_alone, game_of, plain, rows_of, small_rules


def least(game: oracle.Game, codes: tuple[oracle.Code, ...]) -> int:
    """The guesses that the best strategy takes for all codes, by trying every guess."""

    @cache
    def best(left: tuple[oracle.Code, ...]) -> int:
        if len(left) <= 2:
            return 2 * len(left) - 1
        found = 10**9
        for guess in oracle.codes(game):
            parts = classes(game, left, guess)
            if len(parts) > 1 or (game.pegs, 0) in parts:
                found = min(
                    found,
                    len(left) + sum(best(part) for told, part in parts.items() if told != (game.pegs, 0)),
                )
        return found

    return best(codes)


def classes(
    game: oracle.Game, codes: tuple[oracle.Code, ...], guess: oracle.Code
) -> dict[oracle.Feedback, tuple[oracle.Code, ...]]:
    parts: dict[oracle.Feedback, list[oracle.Code]] = {}
    for code in codes:
        parts.setdefault(oracle.feedback(game, guess, code), []).append(code)
    return {told: tuple(part) for told, part in parts.items()}


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_the_bounds_hold_and_meet_where_they_say_so(data: st.DataObject) -> None:
    rules = data.draw(small_rules(64))
    history = data.draw(rows_of(rules, 3))
    game = game_of(rules)
    fitting = tuple(oracle.candidates(game, plain(history)))
    if not 1 <= len(fitting) <= 9:
        return
    guess = data.draw(code_of(rules))
    found = bounds_of_few(Position(rules, history), guess)
    assert found is not None
    optimum, value, after = found
    assert optimum[0] <= least(game, fitting) <= optimum[1]
    parts = classes(game, fitting, tuple(guess))
    won = (rules.pegs, 0)
    worth = {told: 0 if told == won else least(game, part) for told, part in parts.items()}
    assert {tuple(told): size for told, (_, _, size) in after.items()} == {
        told: len(part) for told, part in parts.items()
    }
    for told, (low, high, _) in after.items():
        assert low <= worth[tuple(told)] <= high  # type: ignore[index]
    assert value[0] <= len(fitting) + sum(worth.values()) <= value[1]


def test_the_end_of_a_large_game_is_settled() -> None:
    rules = Rules(10, 10)
    secret, position = random_secret(rules, seed=5), Position(rules)
    while len(position.candidates.sample(300)) > 2:
        guess = make("large", effort=0.1).choose(position)
        position = position.after(guess, rules.feedback(secret, guess))
    codes = position.candidates.sample(300)
    worth = appraise(position, codes[0])
    assert (worth.known, worth.regret, worth.candidates) == ("exact", 0.0, len(codes))
    assert worth.luck(rules.win) == (len(codes) - 1) / 2
    wrong = next(
        code for code in (position.history[-1].guess, secret) if code not in codes or len(codes) == 1
    )
    assert appraise(position, wrong).regret == (1.0 if wrong not in codes else 0.0)


def test_with_many_candidates_or_no_time_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position("4x6", "1122:B")
    guess = position.history[0].guess
    assert bounds_of_few(position, guess) is not None
    monkeypatch.setattr(regret, "_FEW", 255)
    assert bounds_of_few(position, guess) is None
    large = Position("12x12", "1-1-2-2-3-3-4-4-5-5-6-6:BWW")
    with limited(Limit(seconds=1e-9)):
        assert appraise(large, large.history[0].guess).known == "lower"


@pytest.mark.exhaustive
def test_a_review_of_a_large_game_spreads_its_time_over_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    cpu_time_alone(monkeypatch)
    rules = Rules(12, 12)
    secret, position, rows = random_secret(rules, seed=5), Position(rules), list[str]()
    while not position.history or position.history[-1].guess != secret:
        guess = make("large", effort=0.1).choose(position)
        position = position.after(guess, rules.feedback(secret, guess))
        rows.append(f"{guess}:{position.history[-1].feedback}")
    found = review(f"12x12 {' '.join(rows)}", limit=Limit(seconds=30))
    assert all(move.candidates_before.value < rules.size for move in found.moves[1:])
    assert all(move.is_split_known for move in found.moves)
    assert found.moves[-1].candidates_after.value == 1
    assert found.moves[-1].known == "exact"
