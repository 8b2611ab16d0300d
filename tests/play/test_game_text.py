"""Games out of files and pasted text: where one begins, tables, and what pegwise printed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegwise
from pegwise import PegwiseError, game_name, parse_game, parse_games
from tests.cli_runner import run

WHOLE = "4x6 1122:B 1344:W 3526:BWW 1462:BW 3632:BBBB"


def names(text: str, rules: str = "4x6") -> list[str]:
    return [game_name(game) for game in parse_games(text, rules)]


@pytest.mark.parametrize(
    "text",
    [
        "1122:B\n1344:W\n3526:BWW\n1462:BW\n3632:BBBB\n",
        "1122:B\n1344:W\n3526:BWW\n1462:BW\n3632\n",
        "4x6\n1122:B\n1344:W\n3526:BWW\n1462:BW\n3632:BBBB\n",
        "# a game\n\n1122 1 0\n\n1344 0 1\n\n3526 1 2 # lucky\n\n1462 1 1\n\n3632 4 0\n",
        "1. 1122 B\n2. 1344 W\n\n3. 3526 BWW\n4. 1462 BW\n5. 3632 BBBB",
        "guess,black,white\n1122,1,0\n1344,0,1\n3526,1,2\n1462,1,1\n3632,4,0\n",
        "White;Black;Guess\n0;1;1122\n1;0;1344\n2;1;3526\n1;1;1462\n0;4;3632\n",
        'row,"guess",feedback\n1,1122,B\n2,1344,W\n3,3526,BWW\n4,1462,BW\n5,3632,BBBB',
        "1122,1,0\n1344,0,1\n3526,1,2\n1462,1,1\n3632,4,0\n",
        "| guess | black | white |\n|---|:-:|---|\n| 1122 | 1 | 0 |\n| 1344 | 0 | 1 |\n| 3526 | 1 | 2 |\n"
        "| 1462 | 1 | 1 |\n| 3632 | 4 | 0 |",
        "guess | answer\n1122 | B\n1344 | W\n3526 | BWW\n1462 | BW\n3632 | BBBB",
        "1122 ⬛➖➖➖\n1344 ⬜➖➖➖\n3526 ⬛⬜⬜➖\n1462 ⬛⬜➖➖\n3632 ⬛⬛⬛⬛",
    ],
)
def test_a_game_with_a_row_in_each_line_is_one_game(text: str) -> None:
    assert names(text) == [WHOLE]
    assert names(text.replace("\n", "\r\n")) == [WHOLE]


def test_what_begins_a_new_game() -> None:
    assert names("1122:B\n3632\n1122:W\n1344:B\n") == ["4x6 1122:B 3632:BBBB", "4x6 1122:W 1344:B"]
    assert names("4x6 1122:B\n1344:W\n3x4 123:W\n") == ["4x6 1122:B 1344:W", "3x4 123:W"]
    assert names("1122:B resigned\n1344:W\n") == ["4x6 1122:B resigned", "4x6 1344:W"]
    assert names("1. 1122 B\n2. 1344 W\n1. 1123 B\n") == ["4x6 1122:B 1344:W", "4x6 1123:B"]
    assert names("1122:B 1344:W\n1123:B 3344:W\n") == ["4x6 1122:B 1344:W", "4x6 1123:B 3344:W"]
    assert names("game,guess,bulls,cows\na,1234,1,1\nb,5678,0,2\na,1567,0,1\n", "bulls-and-cows") == [
        "4x10-distinct 1234:BW 1567:W",
        "4x10-distinct 5678:WW",
    ]
    assert names("4x6\nmax-guesses=8\n1122:B\n1344:W\n") == ["4x6 1122:B 1344:W max-guesses=8"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1122:B\n1344:W\n\n3526:BWW\n1462:BW\n", 4),
        ("1122:B 1344:W\n3526:BWW\n", 2),
        ("1122:B\n1344:W 3526:BWW\n", 2),
        ("# two\n1122:B\n\n1344:W\n3526:BWW\n", 5),
    ],
)
def test_what_is_unclear_is_refused_with_the_line(text: str, line: int) -> None:
    with pytest.raises(PegwiseError, match=f"^line {line}: does a new game begin here"):
        parse_games(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1122:B\n1344:W\n112:W\n", "line 3: row 3: 112 has 3 pegs"),
        ("4x6\n1122:B\n1344:X\n", "line 3: row 2: feedback 'X'"),
        ("guess,black,white\n1122,1,0\n1344,0\n", "line 3: 2 columns where the heading has 3"),
        ("guess,black,white\n1122,1,0\n1344,5,0\n", "line 3: row 2: 5 black 0 white is impossible"),
        ("hello\n", "line 1: row 'hello': expected GUESS:FEEDBACK"),
    ],
)
def test_an_error_names_the_line(text: str, said: str) -> None:
    with pytest.raises(PegwiseError) as caught:
        parse_games(text)
    assert str(caught.value).startswith(said)


def test_what_pegwise_printed_is_read() -> None:
    solved = run("solve", "3632").out
    assert names(solved) == [WHOLE]
    assert game_name(parse_game(solved)) == WHOLE
    assert names(run("review", *WHOLE.split()).out) == [WHOLE]
    assert names(str(pegwise.review(WHOLE))) == [WHOLE]
    assert names(str(parse_game(WHOLE))) == [WHOLE]
    assert names(str(pegwise.Position("5x8 11223:BW 14516:W"))) == ["5x8 11223:BW 14516:W"]
    assert names(run("play", "--lines", "--no-save", "--seed", "1", typed="1122\n1344\nquit\n").out) == [
        "4x6 1122:W 1344:WW"
    ]
    spoken = run("solve", "RGBY").out
    assert parse_game(spoken).rows[-1].guess == pegwise.parse_code("RGBY", "4x6")
    assert str(parse_game(spoken).rows[-1].guess) == "RGBY"
    assert names(solved + run("solve", "-r", "3x4", "234").out)[1].startswith("3x4 123:")


def test_import_saves_one_game_of_rows_in_lines() -> None:
    said = run("games", "import", typed="1122:B\n1344:W\n3526:BWW\n1462:BW\n3632:BBBB\n")
    assert said.out == "1 game saved\n"
    assert "won" in run("games").out
    table = "guess,bulls,cows\n1234,1,1\n5678,0,1\n"
    assert run("games", "import", "-r", "bulls-and-cows", typed=table).out == "1 game saved\n"
    unclear = run("games", "import", typed="1122:B\n1344:W\n\n3526:BWW\n")
    assert (unclear.status, unclear.out) == (2, "")
    assert "standard input, line 4: does a new game begin here" in unclear.err
    assert len(run("games", "export").out.splitlines()) == 2


@given(st.text("12:BW \n,#.", max_size=40))
def test_any_text_is_games_or_one_line(text: str) -> None:
    try:
        games = parse_games(text)
    except PegwiseError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert all(parse_game(game_name(game)) == game for game in games)


def test_a_guess_is_not_taken_for_the_number_of_its_row() -> None:
    whole = "4x6 3526:BWW 1122:B 6612:W 1344:-"
    assert names("3526 1 2\n1122 1 0\n6612 0 1\n1344 0 0\n") == [whole]
    assert names("3 5 2 6 1 2\n1 1 2 2 1 0\n6 6 1 2 0 1\n1 3 4 4 0 0\n") == [whole]
    assert names("4x6\n1. 1122 B\n2. 1344 W\n1. 1123 B") == ["4x6 1122:B 1344:W", "4x6 1123:B"]
    for text in ("1122:1344:B", "1122 1344 1 0"):
        with pytest.raises(PegwiseError, match="expected GUESS:FEEDBACK"):
            parse_game(text)


def test_a_row_wins_by_the_rules_and_notation_of_its_own_game() -> None:
    assert names("5x8\n11223:BBBB\n11224:B") == ["5x8 11223:BBBB 11224:B"]
    assert names("3x6\n123:BB\n122:BBB\n4x6 2133:W\n1122:BBB\n1344:B") == [
        "3x6 123:BB 122:BBB",
        "4x6 2133:W 1122:BBB 1344:B",
    ]
    assert names("1234:1A1B\n2143:4B\n1324:1A2B") == ["4x6 1234:BW 2143:WWWW 1324:BWW"]
