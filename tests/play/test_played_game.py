"""A game as a person plays it, the unsent row, and the race."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegwise import FileFormatError, Rules, SavedGames, Strategy, StrategyError, make, parse_game
from pegwise.play.played_game import Race, Sitting, now
from pegwise.play.unsent_row import Draft

if TYPE_CHECKING:
    from pathlib import Path

    from pegwise import Code, Position


@pytest.mark.parametrize(
    "line",
    ["4x6 secret=3632 max-guesses=10 race=knuth", "4x6 codemaker=adversary", "12x12 codemaker=adversary"],
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
    sitting = Sitting(parse_game("4x6 codemaker=adversary max-guesses=2"))
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


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1122:B 3632", "this game is over: it was won"),
        ("1122:B resigned", "this game is over: it was resigned"),
        ("1122:B max-guesses=1", "this game is over: it was lost"),
        ("1122:B", "this game has no secret, so it cannot be played on"),
        ("codemaker=adversary race=knuth", "a race needs a secret, and an adversary has none"),
    ],
)
def test_what_cannot_be_played_on_is_refused(line: str, why: str) -> None:
    with pytest.raises(FileFormatError, match=f"^{why}$"):
        Sitting(parse_game(line))


def test_a_game_is_saved_once_and_to_its_end(tmp_path: Path) -> None:
    start = parse_game("4x6 codemaker=adversary max-guesses=2 hints=3")
    with SavedGames(tmp_path / "g.sqlite") as games:
        sitting = Sitting(start, games)
        assert sitting.number == 1
        again = Sitting(games.get(1), games, 1)
        assert (again.number, again.hints, len(games.all())) == (1, 3, 1)
        again.hinted()
        again.guess("1122")
        assert games.get(1) == again.record
        assert (again.record.hints, again.record.secret, again.over) == (4, None, False)
        again.guess("3344")
        assert (games.get(1), again.over) == (again.record, True)
        assert again.record.secret is not None
        assert (again.trouble, again.games) == (None, games)
    assert Sitting(start).number is None


def test_a_game_resigned_is_over() -> None:
    sitting = Sitting(parse_game("4x6 secret=3632"))
    assert (sitting.over, sitting.resigned, sitting.finished_race()) == (False, False, None)
    sitting.resign()
    assert (sitting.over, sitting.record.resigned) == (True, True)


def test_the_other_of_a_race_makes_a_guess_for_each_row() -> None:
    sitting = Sitting(parse_game("4x6 1111:- 1123:WW secret=3632 race=knuth"))
    race = sitting.race
    assert race is not None
    lengths = [len(race.game.rows)]
    sitting.guess("1111")
    lengths.append(len(race.game.rows))
    assert lengths == [2, 3]
    assert sitting.finished_race() is race
    assert race.game.won


def test_the_time_of_a_start_is_utc_in_whole_seconds() -> None:
    before = datetime.now(UTC)
    told = now()
    assert (told.tzinfo, told.microsecond) == (UTC, 0)
    assert before - timedelta(seconds=1) <= told <= datetime.now(UTC)


def test_trouble_with_saving_does_not_end_the_game(tmp_path: Path) -> None:
    with SavedGames(tmp_path / "g.sqlite") as games:
        sitting = Sitting(parse_game("4x6 secret=3632"), games)
        games._file.execute("DROP TABLE rows")
        assert str(sitting.guess("1122")) == "1122:B"
        assert (sitting.trouble or "").startswith("no longer saved: saved games ")
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


def test_a_race_is_the_strategys_own_game() -> None:
    race = Race(Rules(4, 6), "3632", make("knuth"))
    assert [str(race.step()) for _ in range(5)] == ["1122:B", "1344:W", "3526:BWW", "1462:BW", "3632:BBBB"]
    assert race.step() is None
    assert len(race.game.rows) == 5


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
    draft.undo()
    assert (shown(draft), draft.place) == ("4..", 0)


def test_the_color_of_a_hole_is_turned_round() -> None:
    draft = Draft(Rules(2, 3))
    for by, wanted in ((1, "1"), (1, "2"), (1, "3"), (1, "1"), (-1, "3"), (-1, "2")):
        draft.turn(by)
        assert (shown(draft), draft.place) == (f"{wanted}.", 0)
    draft.move(1)
    draft.turn(1)
    assert (shown(draft), draft.place) == ("21", 1)


def test_a_peg_is_taken_out_at_the_place_or_before_it() -> None:
    draft = Draft(Rules(3, 4))
    draft.take()  # there is none
    assert (shown(draft), draft.place) == ("...", 0)
    draft.put(1)
    draft.take()
    assert (shown(draft), draft.place) == ("...", 0)
    for color in (1, 2):
        draft.put(color)
    draft.move(-2)
    draft.take()
    assert (shown(draft), draft.place) == (".2.", 0)
    draft.take()  # nothing at the first place, and none before it
    assert (shown(draft), draft.place) == (".2.", 0)
    draft.move(2)
    draft.take()
    assert (shown(draft), draft.place) == ("...", 1)
    draft.undo()
    assert (shown(draft), draft.place) == (".2.", 2)


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
