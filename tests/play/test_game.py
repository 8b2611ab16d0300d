"""A game in progress: its rows, its end, and whole games of strategies."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pegwise import (
    CodeError,
    FixedCodemaker,
    Game,
    LimitError,
    Position,
    Rules,
    Strategy,
    StrategyError,
    play_out,
)
from pegwise.play.codemakers import random_secret
from pegwise.rules import Code

SMALL = Rules(3, 4)


def test_a_game_counts_its_rows_and_ends_with_them() -> None:
    game = Game(SMALL, "234", max_guesses=2)
    assert (game.guesses_left, game.over, game.won, game.rows) == (2, False, False, ())
    assert str(game.guess("111")) == "111:-"
    assert (game.guesses_left, game.over) == (1, False)
    game.guess("112")
    assert (game.guesses_left, game.over, game.won) == (0, True, False)
    with pytest.raises(LimitError, match="^the game is over$"):
        game.guess("234")
    assert len(game.rows) == 2


def test_a_game_is_over_once_it_is_won() -> None:
    game = Game(SMALL, "234")
    assert game.guesses_left is None
    game.guess("111")
    assert not game.over
    game.guess("234")
    assert (game.won, game.over, game.guesses_left) == (True, True, None)
    with pytest.raises(LimitError, match="^the game is over$"):
        game.guess("111")
    with pytest.raises(CodeError):  # what is no code is told first
        game.guess("11")


def test_a_game_is_taken_up_again_with_its_rows() -> None:
    game = Game(
        SMALL, FixedCodemaker(SMALL, "234"), max_guesses=3, rows=Position(SMALL, "111:- 112:W").history
    )
    assert (game.guesses_left, len(game.rows)) == (1, 2)
    assert str(game.guess("243")) == "243:BWW"
    assert game.over


@pytest.mark.parametrize("rows", [0, -1])
def test_a_game_has_a_row_at_least(rows: int) -> None:
    with pytest.raises(LimitError, match=f"^a game needs at least one row, not {rows}$"):
        Game(SMALL, "234", max_guesses=rows)
    assert Game(SMALL, "234", max_guesses=1).guesses_left == 1


def test_a_game_in_plain_values() -> None:
    game = Game(SMALL, "234", max_guesses=5)
    game.guess("112")
    plain = game.to_dict()
    assert plain == game.record.to_dict()
    assert (plain["rules"], plain["max_guesses"], plain["guesses"], plain["won"]) == ("3x4", 5, 1, False)
    assert plain["rows"] == [{"guess": "112", "feedback": "W"}]
    assert plain["secret"] is None  # as print does not show it either
    game.guess("234")
    assert (game.to_dict()["won"], game.to_dict()["secret"]) == (True, "234")


@dataclass(frozen=True, kw_only=True)
class Parrot(Strategy):
    """Makes one guess so often, then the secret."""

    name = "parrot"
    times: int = 2

    def guess(self, position: Position) -> Code:
        """111 at first."""
        return Code((1, 1, 1) if len(position.history) < self.times else (2, 3, 4))


def test_a_guess_may_be_repeated_once_and_not_for_ever() -> None:
    assert len(play_out(SMALL, "234", strategy=Parrot()).rows) == 3
    with pytest.raises(StrategyError) as stuck:
        play_out(SMALL, "234", strategy=Parrot(times=100))
    assert str(stuck.value) == "parrot makes the guess 111 again and again, which tells nothing"


def test_a_seed_draws_the_same_secret_in_every_version() -> None:
    assert [str(random_secret(Rules(4, 6), seed=seed)) for seed in (0, 1, "1")] == ["4146", "2453", "2453"]
    assert random_secret(Rules(4, 10, repeats=False), seed=1) == (4, 8, 6, 7)
    assert len({random_secret(Rules(8, 9)) for _ in range(5)}) > 1
    drawn = {color for seed in range(40) for color in random_secret(Rules(3, 4, repeats=False), seed=seed)}
    assert drawn == {1, 2, 3, 4}
