"""``pegwise review``, and reviews of saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pegwise import review
from tests.cli_runner import run, run_json

if TYPE_CHECKING:
    from pathlib import Path

ROWS = ["1122:B", "1344:W", "3526:BWW", "1462:BW", "3632"]


def test_the_json_is_the_librarys() -> None:
    assert run_json("review", *ROWS) == review(" ".join(ROWS)).to_dict()
    assert run_json("review", "-r", "3x4", "112:B") == run_json("review", "3x4 112:B max-guesses=8")


def test_what_is_printed_tells_every_row_and_adds_up() -> None:
    lines = run("review", *ROWS).out.splitlines()
    assert lines[0] == "guess  feedback  before  average  after    rank  regret   luck"
    assert lines[4] == "1462*  BW             7      1.0      1  1/1296   0.000   0.00  best"
    assert lines[-3:] == [
        "Accuracy 90.3 %: 0.147 turns lost against best play.",
        "5 guesses = 4.340 (best play, on average) + 0.147 (lost) + 0.513 (bad luck).",
        "The guess to learn from is row 3, 3526: 3525 takes 0.068 turns fewer on average: "
        "the codes it leaves are easier to tell apart.",
    ]
    assert sum(line.startswith(f" {number}  ") for number in range(1, 6) for line in lines) == 5


@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_the_plot_is_written(form: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"game.{form}"
    assert run("review", *ROWS, "--plot", str(path)).status == 0
    content = path.read_bytes()
    assert content.startswith({"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[form])
    if form == "svg":
        assert b"1462: 1 left, 1.00 expected, regret 0.000." in content


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], "a game was expected"),
        (["1122:B", "13:W"], "row 2: 13 has 2 pegs"),
        (["1122:BBB", "3344:BBB"], "cannot all be true"),
        (["1122:B", "--plot", "game.txt"], "a plot is written as png, svg, pdf"),
        (["1122:B", "--limit", "0"], "--limit"),
    ],
)
def test_errors_are_one_line(args: list[str], said: str) -> None:
    ran = run("review", *args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_saved_game_is_reviewed() -> None:
    run("games", "import", typed=" ".join(ROWS))
    ran = run("games", "review", "1")
    assert ran.out.splitlines()[0] == "game 1, won: 3632"
    assert ran.out.partition("\n")[2] == run("review", *ROWS).out
    told = run_json("games", "review", "1")
    assert told["id"] == 1
    assert told["outcome"] == "won"
    assert told["moves"] == review(" ".join(ROWS)).to_dict()["moves"]
    assert "turns lost against best play: 0.147 per game" in run("stats").out
    assert run_json("stats")[0]["regret"] == pytest.approx(0.147127)


def test_hints_in_steps() -> None:
    rows = ["1122:B", "1344:W", "3526:BWW"]
    one = run("hint", *rows, "--step", "1", "--guess", "1462").out
    assert one == "1462 is not the secret: otherwise row 1 would have feedback BB, not B.\n"
    assert run("hint", *rows, "--step", "2").out == "7 codes are possible.\n"
    assert (
        run("hint", *rows, "--step", "3").out
        == "7 codes are possible.\nIt is certain that there is a 2 and no 1.\n"
    )
    assert run("hint", *rows, "--step", "4").out.splitlines()[-1] == (
        "Guess 1462: it leaves 1.0 of 7 codes on average, 1 in the worst case (knuth)."
    )
    assert run("hint", *rows, "--guess", "3632").out.splitlines() == WHY
    assert run("hint", "--step", "1").status == 2
    assert run("hint", "--step", "6").status == 2


WHY = [
    "3632 can be the secret: it is consistent with every row.",
    "7 codes are possible.",
    "It is certain that there is a 2 and no 1.",
    "Guess 1462: it leaves 1.0 of 7 codes on average, 1 in the worst case (knuth).",
    "",
    "1462 cannot be the secret: 7 classes, worst case 1, average 1.00",
    "3632 can be the secret: 6 classes, worst case 2, average 1.29",
    "feedback  1462  3632",
    "BW           1     2",
    "WW           1     1",
    "BWW          1     1",
    "BB           1     1",
    "WWW          1     0",
    "B            1     0",
    "BBW          1     0",
    "BBB          0     1",
    "BBBB         0     1",
]


def test_the_json_of_a_hint_in_steps() -> None:
    told = run_json("hint", "1122:B", "1344:W", "3526:BWW", "--guess", "1462")
    assert list(told) == [
        "rules",
        "history",
        "step",
        "own_guess",
        "check",
        "candidates",
        "known",
        "certain",
        "guess",
        "why",
    ]
    assert told["check"] == {"consistent": False, "contradicts": 1, "feedback": "B", "own_feedback": "BB"}
    assert told["certain"] == {
        "facts": [{"kind": "least", "color": 2, "times": 1}, {"kind": "most", "color": 1, "times": 0}],
        "known": "exact",
    }
    assert told["guess"]["guess"] == "1462"
    assert told["why"]["class_count"] == 7
    assert "guess" not in run_json("hint", "1122:B", "--step", "3")


def test_hints_of_games_too_large_to_count() -> None:
    rows = ["1-1-1-1-1-1-2-2-2-2-2-2:3,0", "3-3-3-3-3-3-4-4-4-4-4-4:-"]
    ran = run("hint", "-r", "12x14", *rows, "--step", "3")
    assert ran.out.splitlines()[1] == "It is certain that there is no 3 and no 4. More may be certain."
    told = run_json("hint", "-r", "12x14", *rows, "--guess", "1-1-1-1-1-1-2-2-2-2-2-2", "--limit", "5")
    assert told["certain"]["known"] == "lower"
    assert told["why"]["known"] == "sampled"
