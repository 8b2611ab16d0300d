"""A game as a person plays it, the unsent row, and the race."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegwise import FileFormatError, MethodError, Rules, SavedGames, Strategy, StrategyError, make, parse_game
from pegwise.play import Draft, Race
from pegwise.play.sitting import Sitting

if TYPE_CHECKING:
    from pathlib import Path

    from pegwise import Code, Position


@pytest.mark.parametrize(
    "line", ["4x6 secret=3632 rows=10 race=knuth", "4x6 maker=adversary", "12x12 maker=adversary"]
)
def test_a_game_left_after_any_row_goes_on_the_same(line: str, tmp_path: Path) -> None:
    start = parse_game(line)
    guesses = [make("random-consistent", seed=seed).choose for seed in range(4)]
    with SavedGames(tmp_path / "g.sqlite") as games:
        whole = Sitting(start, games)
        for rows in range(4):
            left = Sitting(games.get(whole.number or 0), games, whole.number)
            assert left.record == whole.record
            assert (left.race is None) == (whole.race is None)
            if left.race is not None and whole.race is not None:
                assert left.race.game.rows == whole.race.game.rows
            guess = guesses[rows](whole.game.position)
            other = Sitting(left.record)  # the same, unsaved
            assert other.guess(guess) == whole.guess(guess)
            if whole.over:
                break


def test_an_adversary_tells_a_secret_only_at_the_end() -> None:
    sitting = Sitting(parse_game("4x6 maker=adversary rows=2"))
    sitting.guess("1122")
    assert sitting.record.secret is None
    sitting.guess("3344")
    record = sitting.record
    assert record.outcome == "lost"
    assert record.secret is not None  # and the record has checked that it fits


def test_hints_and_resigning_are_saved(tmp_path: Path) -> None:
    with SavedGames(tmp_path / "g.sqlite") as games:
        sitting = Sitting(parse_game("4x6 secret=3632"), games)
        sitting.hinted()
        sitting.hinted()
        assert games.get(sitting.number or 0).hints == 2
        sitting.resign()
        assert games.get(sitting.number or 0) == sitting.record
        assert sitting.record.outcome == "resigned"


@pytest.mark.parametrize("line", ["1122:B 3632", "1122:B resigned", "1122:B", "maker=adversary race=knuth"])
def test_what_cannot_be_played_on_is_refused(line: str) -> None:
    with pytest.raises(FileFormatError):
        Sitting(parse_game(line))


def test_trouble_with_saving_does_not_end_the_game(tmp_path: Path) -> None:
    with SavedGames(tmp_path / "g.sqlite") as games:
        sitting = Sitting(parse_game("4x6 secret=3632"), games)
        games._file.execute("DROP TABLE rows")
        assert str(sitting.guess("1122")) == "1122:B"
        assert "cannot be written" in (sitting.trouble or "")
        assert sitting.games is None
        sitting.resign()


class _Tired(Strategy):
    name = "tired"

    def guess(self, position: Position) -> Code:
        if position.history:
            raise StrategyError("it is tired")
        return position.rules.code((1, 1, 1))


def test_one_that_cannot_play_on_leaves_the_race() -> None:
    sitting = Sitting(parse_game("3x4 secret=234 race=tired"), opener=lambda name: _Tired())
    sitting.guess("111")
    assert (sitting.trouble, sitting.finished_race()) == (None, None)
    assert sitting.trouble == "tired leaves the race: it is tired"
    assert str(sitting.guess("234")) == "234:BBB"


def test_one_that_cannot_play_at_all_is_told_at_once() -> None:
    with pytest.raises(MethodError):
        Sitting(parse_game("12x12 secret=1-1-1-1-1-1-1-1-1-1-1-1 race=knuth"))


def test_a_race_is_the_strategys_own_game() -> None:
    race = Race(Rules(4, 6), "3632", make("knuth"))
    assert [str(race.step()) for _ in range(5)] == ["1122:B", "1344:W", "3526:BWW", "1462:BW", "3632:BBBB"]
    assert race.step() is None
    assert race.finish() == 5


def shown(draft: Draft) -> str:
    return "".join("." if color is None else str(color) for color in draft.holes)


def test_a_draft_is_filled_and_taken_back() -> None:
    draft = Draft(Rules(3, 4))
    for color in (1, 2, 9, 0, 3):
        draft.put(color)
    assert (draft.holes, draft.code) == ((1, 2, 3), (1, 2, 3))
    draft.put(4)  # the last hole is at hand
    assert draft.code == (1, 2, 4)
    draft.move(-5)
    draft.turn(-1)
    assert draft.code == (4, 2, 4)
    draft.move(2)
    draft.take()
    draft.take()
    assert shown(draft) == "4.."
    draft.undo()
    assert shown(draft) == "42."
    draft.clear()
    draft.turn(-1)
    assert shown(draft) == "4.."
    draft.fill(Rules(3, 4).code((1, 1, 1)))
    assert draft.code == (1, 1, 1)


CHANGES = st.one_of(
    st.tuples(st.just("put"), st.integers(1, 4)),
    st.tuples(st.just("move"), st.integers(-3, 3)),
    st.tuples(st.just("turn"), st.sampled_from([1, -1])),
    st.just(("take",)),
    st.just(("clear",)),
    st.just(("undo",)),
)


@given(st.lists(CHANGES))
def test_every_change_can_be_undone(changes: list[tuple[str, int]]) -> None:
    draft = Draft(Rules(3, 4))
    for name, *arguments in changes:
        before = draft.holes
        getattr(draft, name)(*arguments)
        assert 0 <= draft.place < 3
        if name != "undo" and draft.holes != before:
            after = draft.holes
            draft.undo()
            assert draft.holes == before
            getattr(draft, name)(*arguments)
            assert len(draft.holes) == len(after) == 3
    for _ in changes:
        draft.undo()
    assert draft.holes == (None, None, None)
