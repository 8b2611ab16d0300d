"""``pegwise feedback``: rows of guesses that are typed, or that are in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import pegwise
from tests.cli.terminal import Terminal
from tests.cli_runner import run, run_json

if TYPE_CHECKING:
    from pathlib import Path


def test_rows_are_printed_that_other_commands_read() -> None:
    ran = run("feedback", "3632", "1122", "1 1 2 2", "1-1-2-2", "1344")
    assert ran == ("1122:B\n1122:B\n1122:B\n1344:W\n", "", 0)
    assert run_json("candidates", *ran.out.split())["candidates"] == 44
    assert run("feedback", "-r", "bulls-and-cows", "1230", "0123").out == "0123:WWWW\n"
    assert run("feedback", "-r", "2x12", "1-12", "12 1").out == "12-1:WW\n"


def test_many_hits_are_numbers() -> None:
    assert run("feedback", "-r", "10x6", "1122334455", "1122334466").out == "1122334466:8B0W\n"


def test_an_explanation() -> None:
    assert run("feedback", "3632", "3226", "4444", "--explain").out.splitlines() == [
        "3226:BWW",
        "peg     1  2   3  4",
        "secret  3  6   3  2",
        "guess   3  2   2  6",
        "hit     B  W4  -  W2",
        "Peg 1 of the guess is a black hit: 3 is at peg 1 of the secret, too.",
        "Peg 2 of the guess is a white hit: 2 is at peg 4 of the secret.",
        "Peg 3 of the guess is no hit: every 2 of the secret is paired with another peg.",
        "Peg 4 of the guess is a white hit: 6 is at peg 2 of the secret.",
        "",
        "4444:-",
        "peg     1  2  3  4",
        "secret  3  6  3  2",
        "guess   4  4  4  4",
        "hit     -  -  -  -",
        *(f"Peg {peg} of the guess is no hit: the secret has no 4." for peg in range(1, 5)),
    ]


def test_json_is_that_of_the_library() -> None:
    given = pegwise.feedback("4x6", "3632", "1122 1344")
    assert run_json("feedback", "3632", "1122", "1344") == given.to_dict()
    assert run_json("feedback", "3632", "1122", "1344", "--explain") == given.to_dict(explain=True)


@pytest.mark.parametrize("place", [["--file", "-"], ["-"]])
def test_a_column_of_guesses(place: list[str]) -> None:
    ran = run("feedback", "3632", *place, typed="# mine\n\nguess\n1122\n  1344  \nred red blue blue\n\n")
    assert ran == ("red-red-blue-blue:B\nred-green-yellow-yellow:W\nred-red-blue-blue:B\n", "", 0)


@pytest.mark.parametrize(
    "typed",
    [
        "3632 1122\n1344 3526\n",
        "3632,1122\n1344, 3526\n",
        "secret;guess\n3632;1122\n1344;3526\n",
        "\ufeffSecret,Guess\n3632,1122\n1344,3526\n",
        "guess\tsecret\n1122\t3632\n3526\t1344\n",
        "3-6-3-2 1-1-2-2\r\n1,3,4,4;3 5 2 6\r\n",
    ],
)
def test_a_secret_and_a_guess_in_each_line(typed: str, tmp_path: Path) -> None:
    file = tmp_path / "pairs.txt"
    file.write_text(typed, encoding="utf-8")
    assert run("feedback", "--file", str(file)) == ("3632 1122:B\n1344 3526:W\n", "", 0)
    assert run("feedback", "-", typed=typed).out == "3632 1122:B\n1344 3526:W\n"
    assert [row["secret"] for row in run_json("feedback", "--file", str(file))["rows"]] == ["3632", "1344"]
    assert run("feedback", "--file", str(file), "--explain").out.startswith("3632 1122:B\npeg ")


def test_one_alphabet_holds_for_the_whole_file() -> None:
    assert run("feedback", "-", typed="CFCB 1122\n1344 3526\n").out == "CFCB AABB:B\nACDD CEBF:W\n"
    assert run("feedback", "3210", "-", typed="0122\n3210\n").out == "0122:WWW\n3210:BBBB\n"
    ran = run("feedback", "-", typed="3632 1122\nred-red-red-red CEBF\n")
    assert (ran.status, ran.out) == (2, "")
    assert "one game has one way to write its colors" in ran.err


@pytest.mark.parametrize(
    ("args", "typed", "said"),
    [
        (
            ["3632", "-"],
            "1122\n# x\n1172\n",
            "standard input, line 3: 1172: peg 3 is 7; 4x6 has colors 1 to 6",
        ),
        (["3632", "-"], "1122:B\n", "standard input, line 1: code '1122:B': "),
        (
            ["-"],
            "3632 1122\n3632\n",
            "standard input, line 2: '3632': expected a secret and a guess",
        ),
        (
            ["-"],
            "3632 1122 1344\n",
            "standard input, line 1: '3632 1122 1344': expected a secret",
        ),
        (["-"], "3632 1122\n3632 112\n", "standard input, line 2: 112 has 3 pegs"),
        (["-"], "\n363 1122\n", "standard input, line 2: 363 has 3 pegs"),
        (["363", "-"], "1122\n", "363 has 3 pegs"),
        (["3632", "--file", "/nowhere/at/all"], "", "/nowhere/at/all: cannot be read (No such file"),
        (["3632"], "", "expected a secret and a guess, such as 1122 1122"),
        ([], "", "expected a secret and a guess"),
        (["3632", "1122", "--file", "-"], "", "GUESS and --file cannot be used together"),
        (["3632", "1122", "112"], "", "112 has 3 pegs; a code of 4x6 has 4"),
    ],
)
def test_an_error_is_one_line_and_names_the_line(args: list[str], typed: str, said: str) -> None:
    ran = run("feedback", *args, typed=typed)
    assert (ran.out, ran.status) == ("", 2)
    assert ran.err.startswith(f"pegwise: {said}")
    assert ran.err.count("\n") == 1


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bytes"
    file.write_bytes(b"11\xff22\n")
    assert run("feedback", "3632", "--file", str(file)).err == f"pegwise: {file}: is not text\n"


@pytest.mark.parametrize("args", [["3632"], []])
def test_an_empty_file_has_no_rows(args: list[str]) -> None:
    assert run("feedback", *args, "-", typed="\n# nothing\n") == ("", "", 0)
    assert run_json("feedback", *args, "-", typed="") == {"rules": "4x6", "rows": []}


def test_a_long_column_is_printed_whole() -> None:
    codes = [str(code) for code in pegwise.Position("4x6")] * 30
    ran = run("feedback", "3632", "-", typed="\n".join(codes))
    lines = ran.out.splitlines()
    assert len(lines) == len(codes) > 2 * 2**14
    assert [line.partition(":")[0] for line in lines] == codes
    assert lines[:1296] * 30 == lines
    assert lines[codes.index("3526")] == "3526:BWW"


def test_at_a_terminal_pegs_are_drawn() -> None:
    with Terminal("feedback", "3632", "3226", "--explain", TERM="xterm-256color") as screen:
        shown = screen.until("peg 2 of the secret.")
    assert "●○○ BWW" in shown
    assert "hit     B  W4  -  W2" in shown


def test_without_colors_a_terminal_shows_what_a_pipe_gets() -> None:
    with Terminal("feedback", "3632", "3226", NO_COLOR="1") as screen:
        assert "3226:BWW" in screen.until("BWW")
