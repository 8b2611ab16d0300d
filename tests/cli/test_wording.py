"""Sentences write colors as codes do, and black-only games have no white hits, wherever one looks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import pegwise
from tests.cli.terminal import Terminal
from tests.cli_runner import run, run_json
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from collections.abc import Callable

LOCK = "682:1,0 614:0,1 206:0,2 738:- 780:0,1"
"""A lock with three digits. The puzzle is well known, and its only code is 042."""
TEN = re.compile(r"\b10s?\b")


def test_the_solution_of_a_puzzle() -> None:
    out = run("puzzle", "-r", "3x10", "--after", LOCK, "--solution").out
    assert out.startswith("3x10, colors 1 to 9 and 0. Exactly one code")
    assert "so there is a 0." in out
    assert "so peg 1 is 0." in out
    assert out.endswith("The code is 042.\n")
    assert not TEN.search(out)


def test_data_count_the_colors_and_their_text_writes_them() -> None:
    told = run_json("puzzle", "-r", "3x10", "--after", LOCK, "--solution")
    sentences = [sentence for step in told["solution"]["steps"] for sentence in step]
    assert {"kind": "is", "peg": 1, "color": 10} in [fact for each in sentences for fact in each["so"]]
    assert not any(TEN.search(sentence["text"]) for sentence in sentences)
    assert told["solution"]["secret"] == "042"


def hint_said() -> str:
    return run("hint", "-r", "3x10", *LOCK.split(), "--step", "3").out


def play_said() -> str:
    typed = "682\n614\n206\n738\n780\nhint certain\nresign\n"
    return run("play", "-r", "3x10", "--secret", "--no-save", typed=f"042\n{typed}").out


def advice_said() -> str:
    return str(pegwise.advise(f"3x10 {LOCK}", step=3))


def deduction_said() -> str:
    found = pegwise.deduce(f"3x10 {LOCK}")
    return f"It is certain that peg 1 is {str(found.code)[0]}; peg 2 is 4; peg 3 is 2. {found}"


@pytest.mark.parametrize("said", [hint_said, play_said, advice_said, deduction_said])
def test_what_is_certain(said: Callable[[], str]) -> None:
    text = said()
    assert "It is certain that peg 1 is 0; peg 2 is 4; peg 3 is 2." in text
    assert not TEN.search(re.sub("10 guesses|10 left|max-guesses=10", "", text))


def test_an_empty_hole_in_a_hint_is_no_color() -> None:
    typed = "3.4.\n1122\n.3.4\nhint certain\n"
    out = run("play", "--blanks", "--secret", "--no-save", typed=typed).out
    assert "It is certain that there is a 3, a 4, no 1, no 2, no 5 and no 6; pegs 2 and 4 are empty." in out


def test_the_pegs_at_a_terminal() -> None:
    with Terminal("play", "-r", "3x10", "--seed", "1", "--no-save", columns=100) as terminal:
        terminal.until("10 left")
        terminal.type("120\r")
        text = terminal.until("9 left")
        assert " 1   2   3   4   5   6   7   8   9   0 " in text
        assert re.search(r" 1 +1 +2 +0 ", text)
        terminal.type("q")
        assert terminal.end() == 0


def test_a_drawing() -> None:
    drawn = pegwise.Position("3x10", "120:B")._repr_svg_()
    assert drawn is not None
    assert ">0</text>" in drawn
    assert ">10</text>" not in drawn


BLACK = {
    "hint": ("hint", "-r", "8x2-black"),
    "partition": ("partition", "-r", "8x2-black", "11111111"),
    "review": ("review", "-r", "9x2-black", "111111111:8", "111111112:7", "111111121"),
    "solve": ("solve", "-r", "9x2-black", "111111111"),
    "play": ("play", "-r", "8x2-black", "--seed", "1", "--no-save", "--race", "knuth"),
}


# The others compile kernels for so many pegs, which do not come compiled.
@pytest.mark.parametrize("name", ["partition", *exhaustive("hint", "review", "solve", "play")])
def test_no_white_hits_where_they_are_not_told(name: str) -> None:
    out = run(*BLACK[name], typed="11111111\nhint check 11111112\nhint why\nresign\n").out
    assert re.search(r"\b[789]B\b", out), out
    assert not re.search(r"\dW", out), out
    assert "W)" not in out


def test_no_white_hits_in_what_prints_and_draws_itself() -> None:
    position = pegwise.Position("8x2-black", "11111111:7")
    split = position.partition("22222222")
    review = pegwise.review("8x2-black 11111111:7 22222222:1 11111112:8")
    shown = [
        position,
        split,
        review,
        review.moves[0],
        pegwise.partitions(position, "11111112"),
        *review.moves,
    ]
    contradicted = pegwise.contradicted_row(position, "22222222")
    assert contradicted is not None
    shown += [pegwise.hint(position), contradicted]
    for each in shown:
        assert "B0W" not in str(each)
        svg = getattr(each, "_repr_svg_", lambda: None)()
        assert "B0W" not in (svg or "")
    assert "7B" in str(position)
    assert "8B" in str(position.partition("11111112"))
