"""A game in one line: round trips, what people type, and any text at all."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pegwise import Adversary, Game, PegwiseError, Record, Rules, game_name, parse_game
from pegwise.play.codemakers import random_secret
from pegwise.play.record import CODEMAKERS
from tests.helpers import code_of, small_rules

SHAPES = st.one_of(small_rules(), st.sampled_from([Rules(4, 10), Rules(3, 12), Rules(5, 11, repeats=False)]))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Games of every kind, finished or not, with and without their secrets."""
    blanks = draw(st.booleans())
    rules = draw(SHAPES).with_blanks() if blanks else draw(SHAPES)
    secret = draw(code_of(rules))
    game = Game(rules, secret)
    for guess in draw(st.lists(code_of(rules), max_size=5)):
        if not game.over:
            game.guess(guess)
    if draw(st.booleans()) and not game.over:
        game.guess(secret)
    record = Record(
        rules,
        game.rows,
        secret=draw(st.sampled_from([secret, None])),
        max_guesses=draw(st.sampled_from([None, len(game.rows) or 1, len(game.rows) + 3])),
        resigned=not game.won and draw(st.booleans()),
        hints=draw(st.integers(0, 20)),
        codemaker=draw(st.sampled_from(CODEMAKERS)),
        race=draw(st.sampled_from([None, "knuth", "a=b:c"])),
        started=draw(
            st.none()
            | st.datetimes(datetime(1970, 1, 1), datetime(2100, 1, 1)).map(
                lambda time: time.replace(microsecond=0, tzinfo=UTC)
            )
        ),
    )
    return record.without_secret() if draw(st.booleans()) else record


@given(records())
def test_what_is_written_reads_back_the_same(record: Record) -> None:
    line = game_name(record)
    assert "\n" not in line
    assert parse_game(line) == record
    assert game_name(parse_game(line)) == line


@given(st.text() | st.text("0123456789x:BWbw-,.= \nablnks"))
@example("1x1 1:B max-guesses=0")
@example("9999x9999 1:B")
@example("1000x1000-distinct")
@example("4x6 ٣٣٣٣:B")
@example("4x6 max-guesses=٣")
@example("4x6 won won")
@example("4x6 started=0001-01-01T00:00:00Z")
def test_any_text_is_read_or_refused_with_one_clear_line(text: str) -> None:
    read_or_refused(text)


def read_or_refused(text: str) -> None:
    try:
        record = parse_game(text)
    except PegwiseError as error:
        assert str(error)
        assert len(str(error).splitlines()) == 1
    else:
        assert parse_game(game_name(record)) == record


@given(st.binary())
def test_any_bytes(raw: bytes) -> None:
    read_or_refused(raw.decode("latin-1"))


@given(records(), st.data())
def test_a_line_with_one_mistake_is_read_or_refused(record: Record, data: st.DataObject) -> None:
    line = game_name(record)
    place = data.draw(st.integers(0, len(line)))
    broken = line[:place] + data.draw(st.text(max_size=2)) + line[place + data.draw(st.integers(0, 2)) :]
    read_or_refused(broken)


def test_what_people_type() -> None:
    whole = parse_game("4x6 1122:B 1344:W 3526:BWW 1462:BW 3632:BBBB")
    assert parse_game("1122:1,0 AACC:- 3344:B", "4x6").guesses == 3
    assert parse_game("  1122:b\n1344:w\t3526:1B2W 1462:BW 3632 ") == whole
    assert (whole.outcome, whole.guesses, str(whole.secret)) == ("won", 5, "3632")
    assert parse_game("bulls-and-cows 1234:1A1B").rules == Rules(4, 10, repeats=False)
    assert parse_game("12:B", Rules(2, 3)).rules == Rules(2, 3)


def test_blanks_are_a_color_more() -> None:
    record = parse_game("4x6-blanks 1..2:BW secret=1123")
    assert (record.rules, record.rules.has_blanks, record.rows[0].guess.numbers) == (
        Rules(4, 7),
        True,
        "1772",
    )
    assert game_name(record) == "4x6-blanks 1..2:BW secret=1123"
    wide = parse_game("3x10-distinct-blanks 10-.-1:W")
    assert (wide.rules, tuple(wide.rows[0].guess)) == (Rules(3, 11, repeats=False), (10, 11, 1))
    assert game_name(wide) == "3x10-distinct-blanks 0.1:W"
    for line in (
        "2x8-blanks 1.:-",
        "2x9-blanks 9.:-",
        "1x9-blanks .:-",
        "2x9 19:-",
        "2x10 90:-",
        "2x11 9-10:-",
    ):
        assert game_name(parse_game(line)) == line
    assert parse_game("2x9-blanks 9-.:-").rows[0].guess == (9, 10)
    assert game_name(parse_game("4X6-Distinct-BLANKS 12.3:W")) == "4x6-distinct-blanks 12.3:W"


def test_a_board_has_at_most_1000_pegs_and_colors() -> None:
    for line in ("1x1000", "1000x1", "2x1000-blanks"):
        assert game_name(parse_game(line)) == line
    for line in ("1x1001", "1001x1", "1x10000", "1001x1001"):
        with pytest.raises(PegwiseError, match=f"^rules '{line}': a game has at most 1000 pegs and colors$"):
            parse_game(line)


def test_a_record_in_plain_values() -> None:
    record = parse_game(
        "4x6-blanks 1..2:B secret=1555 max-guesses=9 hints=2 race=knuth started=2026-01-31T12:00:00Z"
    )
    assert record.to_dict() == {
        "rules": "4x6-blanks",
        "codemaker": "random",
        "secret": "1555",
        "outcome": "unfinished",
        "won": False,
        "resigned": False,
        "guesses": 1,
        "max_guesses": 9,
        "hints": 2,
        "race": "knuth",
        "started": "2026-01-31T12:00:00+00:00",
        "rows": [{"guess": "1..2", "feedback": "B"}],
    }
    plain = parse_game("1122:B").to_dict()
    assert (plain["secret"], plain["race"], plain["started"], plain["max_guesses"]) == (None,) * 4


def test_all_that_is_said_of_a_game_has_its_place() -> None:
    line = (
        "4x6 1122:B resigned secret=3632 max-guesses=9 hints=2 codemaker=fixed race=knuth "
        "started=2026-01-31T12:00:00Z"
    )
    assert game_name(parse_game(line)) == line
    words = (
        "4x6 1122:b Resigned SECRET=3632 Max-Guesses=9 HINTS=2 Codemaker=Fixed Race=knuth "
        "STARTED=2026-01-31t12:00:00z"
    )
    assert game_name(parse_game(words)) == line


def test_a_record_keeps_whole_seconds_of_utc() -> None:
    local = datetime(2026, 1, 31, 13, 0, 0, 999, tzinfo=timezone(timedelta(hours=1)))
    assert Record(Rules(4, 6), started=local).started == datetime(2026, 1, 31, 12, tzinfo=UTC)
    assert game_name(Record(Rules(4, 6), started=local)) == "4x6 started=2026-01-31T12:00:00Z"


def test_the_secret_can_be_left_out() -> None:
    won = parse_game("1122:B 3632 max-guesses=10 hints=2")
    hidden = won.without_secret()
    assert game_name(hidden) == "4x6 1122:B won max-guesses=10 hints=2"
    assert (hidden.outcome, hidden.guesses, hidden.secret) == ("won", 2, None)
    lost = parse_game("1122:B secret=3632 max-guesses=1")
    assert game_name(lost.without_secret()) == "4x6 1122:B max-guesses=1"
    assert "3632" not in game_name(hidden) + game_name(lost.without_secret())


BAD = {
    "": "there is nothing here",
    "1122:B 3632 1344:W": "row 2: '3632': expected GUESS:FEEDBACK",
    "3632:BBBB 1122:B": "row 1 wins the game, but there is a row after it",
    "1122:B 112:W": "row 2: 112 has 3 pegs",
    "1122:BBBW": "row 1: 3 black 1 white is impossible",
    "1122:Q": "row 1: feedback 'Q': expected",
    "1122:B secret=1111": "row 1 (1122:B) does not fit the secret 1111: that gives BB",
    "1122:B max-guesses=ten": "'ten': expected a number",
    "1122:B 1344:W max-guesses=1": "2 guesses do not fit in 1 rows",
    "1122:B color=2": "unknown key 'color'; the keys are secret, max-guesses",
    "1122:B max-guesses=3 max-guesses=4": "this is given twice",
    "1122:B won resigned": "a game cannot be both won and resigned$",
    "1122:B won secret=1111": "a game won by a guess that is left out has no winning row and no secret$",
    "1122:BBBB won": "a game won by a guess that is left out has no winning row and no secret$",
    "1122:B max-guesses=1234567890": "'1234567890': expected a number$",
    "1122:B 1344:W won max-guesses=2": "3 guesses do not fit in 2 rows$",
    "4x6 5555:X": "row 1: feedback 'X': expected",
    "11:22:B": "row '11:22:B': expected GUESS:FEEDBACK",
    "codemaker=devil": "codemaker 'devil': the codemakers are random, adversary, fixed",
    "started=yesterday": "expected a time such as",
    "race=": "expected a name without spaces",
    "1500x6 won": "at most 1000 pegs and colors",
    "5000x6 won": "at most 2,000 pegs and 65,535 colors",
    "1" * 20_000: f"{'1' * 20!r}... has 20000 characters: a word of a game is not that long$",
    "4x6-odd": "'odd' is not an option",
    "4x6-blanks-blanks": "an option is given twice$",
}


@pytest.mark.parametrize("text", BAD)
def test_what_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(PegwiseError) as raised:
        parse_game(text)
    said = str(raised.value)
    assert said.endswith(BAD[text][:-1]) if BAD[text].endswith("$") else BAD[text] in said


def test_outcomes() -> None:
    kinds = {
        "max-guesses=2": "unfinished",
        "max-guesses=1": "lost",
        "resigned max-guesses=4": "resigned",
        "won": "won",
    }
    assert {words: parse_game(f"1122:B {words}").outcome for words in kinds} == kinds
    assert parse_game("4x6").outcome == "unfinished"


def test_a_record_is_checked_however_it_is_made() -> None:
    record = parse_game("1122:B max-guesses=3")
    for change, why in (
        ({"hints": -1}, "^-1 hints: they are counted from 0$"),
        ({"max_guesses": 0}, "^1 guesses do not fit in 0 rows$"),
        ({"race": "a b"}, "^race 'a b': expected a name without spaces$"),
        ({"race": ""}, "^race '': expected a name without spaces$"),
        ({"secret": (1, 1, 1)}, "^111 has 3 pegs; a code of 4x6 has 4$"),
        ({"codemaker": ""}, "^codemaker '': the codemakers are random, adversary, fixed$"),
        ({"rules": Rules(4, 1001), "rows": ()}, "^rules '4x1001': a game has at most 1000 pegs and colors$"),
    ):
        with pytest.raises(PegwiseError, match=why):
            replace(record, **change)


def test_an_adversary_plays_into_a_line() -> None:
    rules = Rules(3, 4)
    game = Game(rules, Adversary(rules), max_guesses=2)
    for number in range(2):
        game.guess(random_secret(rules, seed=number))
    record = Record(rules, game.rows, secret=game.secret, max_guesses=2, codemaker="adversary")
    assert parse_game(game_name(record)) == record
