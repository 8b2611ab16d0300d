"""``pegwise puzzle``: its text, its JSON, and what it does with bad input."""

from __future__ import annotations

import datetime
import json

import pytest

import pegwise
from tests.cli_runner import run, run_json

KNUTH = "1122:B 1344:W 3526:BWW 1462:BW"


def test_the_question() -> None:
    assert run("puzzle", "--seed", "3").out.splitlines() == [
        "Puzzle 3: 4x6, colors 1 to 6. Exactly one code is consistent with all rows. Which?",
        " 1  6465  BW",
        " 2  2551  WW",
        " 3  6126  BBWW",
        "Difficulty: medium (one or two assumptions). Deduced in 15 steps with 2 assumptions.",
        "To check your solution: pegwise puzzle --seed 3 CODE. To see the steps: --solution.",
    ]


def test_the_solution_ends_with_the_code() -> None:
    lines = run("puzzle", "--seed", "3", "--solution").out.splitlines()
    at = lines.index(" 7  Suppose peg 1 is 1.")
    assert lines[at + 1 : at + 4] == [
        "      Row 1 (6465:BW) has 1 black hit, peg 1 is not 6, peg 2 is not 4 and peg 4 is not 5, "
        "so peg 3 is 6.",
        "      Row 3 (6126:BBWW) has 2 black hits, peg 1 is not 6, peg 2 is not 1 and peg 3 is not 2: "
        "that is impossible.",
        "    So peg 1 is not 1.",
    ]
    assert lines[-1] == "The code is 6216."


def test_an_answer_is_judged_without_telling_the_code() -> None:
    assert (
        run("puzzle", "--seed", "3", "6216").out
        == "6216 is right: it is the only code consistent with all rows.\n"
    )
    assert run("puzzle", "--seed", "3", "1234").out.splitlines() == [
        "1234 contradicts row 1 (6465:BW): the feedback would be W.",
        "1234 contradicts row 3 (6126:BBWW): the feedback would be WW.",
    ]
    told = run_json("puzzle", "--seed", "3", "1234")
    assert told["answer"] == {"code": "1234", "right": False, "contradicts": [1, 3]}
    assert "solution" not in told


def test_json_is_that_of_the_library() -> None:
    found = pegwise.puzzle("4x5-distinct", seed=4, difficulty="easy")
    args = ("puzzle", "-r", "4x5-distinct", "--seed", "4", "--difficulty", "easy")
    assert run_json(*args) == found.to_dict()
    assert run_json(*args, "--solution") == found.to_dict(solution=True)


def test_the_line_that_is_shown_makes_the_same_puzzle() -> None:
    for args in (
        ["-r", "bulls-and-cows", "--rows", "4"],
        ["--difficulty", "easy"],
        ["--one-guess", "--candidates", "5"],
        ["--daily"],
        ["--after", KNUTH],
    ):
        shown = run("puzzle", *args).out
        line = shown.rpartition("To check your solution: pegwise ")[2].partition(" CODE.")[0]
        words = [word.strip("'") for word in line.split()] if "after" not in line else ["puzzle", *args]
        assert run(*words).out == shown


def test_daily_is_that_of_the_date() -> None:
    before = datetime.datetime.now(datetime.UTC).date()
    told = run_json("puzzle", "--daily")["seed"]
    assert told in {f"daily {before}", f"daily {datetime.datetime.now(datetime.UTC).date()}"}
    assert run_json("puzzle", "--date", "2026-01-01")["rows"][0] == {"guess": "4641", "feedback": "WW"}


def test_one_guess() -> None:
    args = ("puzzle", "--one-guess", "--after", "1122:B 1344:W 3526:BWW")
    assert run(*args, "--solution").out.splitlines() == [
        "4x6, colors 1 to 6. 7 codes are possible: 3632 3662 4562 4625 5532 6425 6623. "
        "Which guess gets different feedback from each?",
        " 1  1122  B",
        " 2  1344  W",
        " 3  3526  BWW",
        "Difficulty: hard (no possible code is a solution; fewer than one code in a hundred is). "
        "6 of all 1296 codes are solutions.",
        "",
        "These guesses do: 1462 2462 4162 4262 4566 4665",
        "Feedback to 1462:",
        "  WWW   if the code is 4625",
        "  WW    if the code is 6623",
        "  BWW   if the code is 6425",
        "  BW    if the code is 3632",
        "  B     if the code is 5532",
        "  BBW   if the code is 4562",
        "  BB    if the code is 3662",
    ]
    assert run(*args, "1462").out == "1462 is right: each of the 7 codes gives different feedback.\n"
    assert run(*args, "4625").out == "4625 does not tell 3632 and 3662 apart: each gives BW.\n"
    assert run_json(*args, "4625")["answer"]["classes"]["BW"] == ["3632", "3662"]


def test_one_turn_may_be_too_few() -> None:
    out = run("puzzle", "--one-guess", "-r", "1x4", "--after", "1:-", "--solution").out
    assert "No guess tells them all apart." in out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--daily", "--seed", "1"], "--seed and --daily cannot be used together"),
        (["--after", KNUTH, "--rows", "3"], "--after and --rows cannot be used together"),
        (["--one-guess", "--rows", "3"], "--one-guess and --rows cannot be used together"),
        (["--difficulty", "mild"], "difficulty 'mild': the levels are easy, medium, hard, expert"),
        (["--one-guess", "--difficulty", "expert"], "the levels are easy, medium, hard"),
        (
            ["--after", "1122:B"],
            "256 codes are possible, but a puzzle has exactly one solution: 1333, 1334, ",
        ),
        (["--after", "1122:BB", "--after", "1122:B"], "no code is possible"),
        (["--date", "yesterday"], "Invalid value for '--date'"),
        (["--seed", "1", "12345"], "12345 has 5 pegs"),
        (["--seed", "1", "--rows", "9", "--limit", "0.01"], "no puzzle of 4x6 with 9 rows was found in time"),
    ],
)
def test_errors_are_one_line(args: list[str], said: str) -> None:
    ran = run("puzzle", *args)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


def test_rows_with_several_solutions_name_them() -> None:
    said = "codes are possible, but a puzzle has exactly one solution:"
    few = run("puzzle", "--after", "1122:B 1344:W 3526:BWW")
    assert few == ("", f"pegwise: 7 {said} 3632, 3662, 4562, 4625, 5532, 6425 and 6623\n", 2)
    many = run("puzzle", "--after", "1122:B", "--json")
    assert (many.err, many.status) == (
        f"pegwise: 256 {said} 1333, 1334, 1335, 1336, 1343 and 251 more\n",
        2,
    )
    assert json.loads(many.out) == run_json("candidates", "1122:B")
