"""The strategy for games of any size: it ends, never asks twice, and plays well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pegwise import Limit, Position, Rules, random_secret
from pegwise.engine.unlimited.sampled_choice import choice
from pegwise.errors import ContradictionError, LimitError
from pegwise.limit import limited
from pegwise.notation import parse_rules
from pegwise.strategies import large_games, make
from pegwise.strategies.large_games import Large
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from pegwise.rules import Code, Row


def play_out(strategy: Large, rules: Rules, secret: Code, most: int) -> tuple[Row, ...]:
    """The rows of a game; each guess is a new one."""
    position = Position(rules)
    while not position.history or position.history[-1].guess != secret:
        guess = strategy.choose(position)
        assert guess not in [row.guess for row in position.history]
        position = position.after(guess, rules.feedback(secret, guess))
        assert len(position.history) <= most
    return position.history


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("4x6", 9),
        ("10x6", 12),
        *exhaustive(("12x12", 16), ("16x6", 17), ("9x30-distinct", 20), ("12x5-black", 18), ("3x40", 24)),
    ],
)
def test_it_plays_games_of_any_size_to_the_end(name: str, most: int) -> None:
    rules = parse_rules(name)
    play_out(Large(effort=0.3), rules, random_secret(rules, seed=1), most)


def test_it_is_a_function_of_position_and_seed() -> None:
    position = Position("12x12", "1-1-1-2-2-2-3-3-3-4-4-4:BWW")
    guesses = [make("large", seed=seed, effort=0.2).choose(position) for seed in (1, 1, 2)]
    assert guesses[0] == guesses[1] != guesses[2]
    ranked = make("large", effort=0.2).rank(position, 4)
    assert len(set(ranked)) == 4


def test_where_no_code_is_met_it_guesses_near_ones_and_then_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk that meets nothing: the game ends all the same, within the promised number of rows."""
    monkeypatch.setattr("pegwise.engine.unlimited.sample.Walk.first", lambda *_: None)
    monkeypatch.setattr(large_games, "_PATIENCE", 6)
    monkeypatch.setattr(large_games, "is_enumerable", lambda _: False)
    for name in ("3x4", "4x5-distinct", "3x3-distinct", "3x4-black"):
        rules = parse_rules(name)
        cells = rules.pegs * rules.colors
        for seed in range(5):
            play_out(
                Large(effort=0.01), rules, random_secret(rules, seed=seed), max(6, cells // 4) + cells + 2
            )


def test_more_time_makes_a_larger_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    efforts: list[float] = []

    def noted(*args: Any) -> Any:
        efforts.append(args[4])
        rules, rows, seed, number, _ = args
        return choice(rules, rows, seed, number, 0.01)

    monkeypatch.setattr(large_games, "choice", noted)
    position = Position("10x6", "1122334455:BWWW")
    Large().choose(position)
    assert efforts == [1.0]
    efforts.clear()
    with limited(Limit(seconds=1000)):
        Large().choose(position)
    assert efforts == [0.4, 0.4 * 64]
    efforts.clear()
    with limited(Limit(seconds=1e-9)):
        guess = Large().choose(position)
    assert efforts == [0.4]
    assert len(guess) == 10


@pytest.mark.parametrize(("name", "rows"), [("1x2", "1:- 2:-"), ("2x2", "11:B 12:- 21:- 22:-")])
def test_where_every_code_was_asked_and_none_fits_it_ends(name: str, rows: str) -> None:
    """It looked for a code that was not asked before, for ever."""
    with pytest.raises(ContradictionError):
        Large(effort=0.01).choose(Position(name, rows))


def test_a_first_guess_is_taken() -> None:
    assert str(make("large", first="1122334455").choose(Position("10x6"))) == "1122334455"


def test_it_is_the_default_where_codes_cannot_be_listed() -> None:
    from pegwise.strategies.registry import advisor

    assert advisor(parse_rules("4x6")) == "knuth"
    assert advisor(parse_rules("10x6")) == advisor(parse_rules("100x20")) == "large"


@pytest.mark.parametrize("effort", [0, -1, float("nan"), float("inf")])
def test_an_effort_that_is_no_number_above_0_is_refused(effort: float) -> None:
    with pytest.raises(LimitError, match="finite effort above 0"):
        make("large", effort=effort)
