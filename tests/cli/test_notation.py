"""One way to write the codes of one game, and no number that nobody can read, whatever is printed."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import TYPE_CHECKING

import pytest

import pegwise
import pegwise.limit
from pegwise.play.codemakers import random_secret
from tests.cli_runner import run, run_json

if TYPE_CHECKING:
    from pathlib import Path

PRINTING = {
    "candidates -r 5x11 11223:BW --list 30": "",
    "candidates -r 5x11 11223:BW --sample 30 --seed 1 --json": "",
    "solve -r 5x11 11223 -s counter": "",
    "solve -r 5x11 11223 -s random-consistent --seed 1 --json": "",
    "solve -r 4x11-distinct": "BW\nW\nB\nBB\nquit\n",
    "hint -r 4x11-distinct 1234:BW --json": "",
    "hint -r 4x11-distinct 1234:BW --step 5 --guess 1256": "",
    "hint -r 4x11-distinct 1234:B 1234:BB": "",
    "partition -r 4x11-distinct 1234 1567 --after 1256:W": "",
    "tree -r 3x11 -s first-consistent --format text": "",
    "tree -r 3x11 -s first-consistent --format figure": "",
    "tree -r 3x11 -s first-consistent --format dot": "",
    "tree -r 3x11 -s first-consistent --format json": "",
    "compare knuth -r 3x11": "",
    "optimal -r 3x11-distinct 123:B 145:- --all-guesses": "",
    "optimal -r 3x11-distinct 123:B 145:- --format text": "",
    "puzzle -r 4x11-distinct --seed 1 --solution": "",
    "puzzle -r 4x11-distinct --one-guess --seed 1 --solution": "",
    "review -r 4x11-distinct 1234:BW 1325:BW 5678:W --limit 0.5": "",
    "play -r 3x11-distinct --seed 1 --no-save": "123\n145\nhint\nhint guess\nhint why 146\nresign\n",
    "play -r 4x11 --blanks --seed 1 --no-save": "1234\n5678\nresign\n",
    "play -r 5x11 --adversary --no-save": "11223\n34567\nresign\n",
}
"""Commands about games with more than 10 colors, and what is typed."""


@pytest.mark.some(8, more=6)
@pytest.mark.parametrize("line", PRINTING)
def test_codes_of_a_game_with_more_than_ten_colors_have_dashes(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is written here in the place of no dash at all would be seen.
    monkeypatch.setattr(pegwise.Code, "_between", "§")
    command, pegs = line.split(), int(re.findall(r"(\d)x\d", line)[0])
    ran = run(*command, typed=PRINTING[line])
    assert ran.status == 0 or "cannot all be true" in ran.err
    said = ran.out + ran.err
    assert re.search(rf"(?<![\w-])\d+(-\d+){{{pegs - 1}}}(?![\w-])", said)
    assert "§" not in said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("candidates -r 4x10-distinct 1234:- --all", "5670"),
        ("solve -r 4x10-distinct 1230", "1230  BBBB"),
        ("hint -r 4x10-distinct 123-10:BW --json", '"1230:BW"'),
        ("tree -r 2x10 -s first-consistent --format json", '"10"'),
        ("partition -r 4x10-distinct 7890", "7890"),
    ],
)
def test_codes_of_ten_colors_are_digits_with_0_for_the_tenth(line: str, said: str) -> None:
    ran = run(*line.replace("123-10", "1-2-3-10").split())
    assert ran.status == 0
    assert said in ran.out
    assert not re.search(r"\d-\d", ran.out.replace("4x10-distinct", ""))


def test_codes_with_dashes_or_without_are_the_same_game() -> None:
    run("games", "import", typed="4x11-distinct 1234:BW 1-3-2-5:BW resigned\n")
    assert run("games", "import", typed="4x11-distinct 1-2-3-4:BW 1325:BW resigned\n").out == (
        "0 games saved, 1 already saved\n"
    )
    assert run("games", "export", "--no-dates").out == "4x11-distinct 1-2-3-4:BW 1-3-2-5:BW resigned\n"
    tree = pegwise.build_tree("3x11", strategy="first-consistent")
    undashed = re.sub(r"\b(\d)-(\d)-(\d)\b", r"\1\2\3", pegwise.figure(tree))
    assert pegwise.read_figure(undashed, pegwise.Rules(3, 11)).root == tree.root


@pytest.mark.parametrize(
    "line",
    [
        "candidates -n 1 -r 60x60",
        "puzzle --one-guess --seed 1 -r 30x1000",
        "hint -s knuth -r 30x1000 --limit 1",
        "tree -r 100x1000",
        "optimal -r 2000x1000",
        "tree -r 2000x1000",
    ],
)
def test_a_number_of_hundreds_of_digits_is_rounded(line: str) -> None:
    ran = run(*line.split())
    assert not re.search(r"\d{21}", ran.out + ran.err)
    assert re.search(r"\de\+\d+ (codes|candidates)|(of|has) \d\.\de\+\d+", ran.out + ran.err)


def test_one_strategy_is_the_default_of_every_command_and_it_is_named() -> None:
    code = "1" * 25  # of two colors, so that it is broken soon
    assert run("solve", "3632").out.startswith("knuth breaks 3632")
    assert run("solve", "-r", "25x2", code).out.startswith(f"large breaks {code} (25x2, 33554432 codes)")
    assert ". large will find it" in run("solve", "-r", "10x10", typed="quit\n").out
    assert run("hint", "-r", "10x10").out.splitlines()[0].endswith("(large)")
    assert run_json("tree", "-r", "3x4")["strategy"] == "knuth"
    assert "(large, " in run("play", "-r", "10x10", "--no-save", typed="hint guess\nresign\n").out
    assert pegwise.hint(pegwise.Position("10x10")).strategy == "large"
    rows = [row["strategy"] for row in run_json("compare", "-r", "25x2", "--games", "1")]
    assert "counter" in rows
    assert "knuth" not in rows


@pytest.mark.parametrize(
    "line",
    [
        "candidates --all --list 3",
        "candidates --sample 3 --all",
        "candidates --sample 3 -n 2",
        "tree --json --format dot",
        "tree --json -o FILE",
        "tree --estimate -o FILE",
        "compare --json --format csv",
    ],
)
def test_options_of_which_one_would_go_unheeded_are_refused(line: str) -> None:
    ran = run(*line.split())
    assert (ran.status, ran.out) == (2, "")
    assert "cannot be used together" in ran.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("review nonsense", "row 'nonsense': expected GUESS:FEEDBACK such as 1122:BW"),
        ("hint foo:B", "code 'foo': 'f' at peg 1 is no color; expected 1122"),
        ("solve red-blue-puce-red", "'puce' at peg 3 is no color; expected red-red-blue-blue, numbers"),
        ("solve -r 4x11-distinct AABC", "AABC repeats a color"),
        ("solve -r 2000x3 1", "1 has 1 peg; a code"),
        ("play -r 2000x3", "rules '2000x3': a game has at most 1000 pegs and colors"),
        ("play -r 3x1000 --blanks --secret", ""),
    ],
)
def test_messages_name_what_was_typed(line: str, said: str) -> None:
    ran = run(*line.split(), typed="1-2-3\nresign\n")
    assert said in ran.err
    assert ran.status == (2 if said else 0)
    assert run("games").status == 0


@pytest.mark.parametrize(
    "line",
    [
        "candidates -r 2000x1000 --list 1",
        "hint -r 2000x1000 -s first-consistent --limit 60 --step 2",
    ],
)
def test_json_has_all_digits_of_any_number(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python refuses to write, and to read, more than 4300 of them."""
    stopped = pegwise.limit.clock()
    monkeypatch.setattr("pegwise.limit.clock", lambda: stopped)
    ran = run(*line.split(), "--json")
    assert ran.status == 0
    assert re.findall(r'": (\d{4301,})\b', ran.out)[0] == "1" + 6000 * "0"
    assert json.loads(re.sub(r"\d{4301,}", "0", ran.out))


def test_a_game_of_more_codes_than_a_float_holds_is_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = count()
    monkeypatch.setattr("pegwise.limit.clock", lambda: 0.1 * next(looks))
    args = ["-r", "120x1000", "-".join(map(str, range(1, 121))) + ":W", "--limit", "5"]
    assert run("review", *args).status == 0
    (move,) = run_json("review", *args)["moves"]
    assert move["candidates_before"] == 1000**120
    assert (move["known"], move["regret"]) == ("lower", 0.0)
    refused = run("review", *args, "--plot", str(tmp_path / "review.svg"))
    assert refused.status == 2
    assert "1.0e+360 codes are possible at first: too many for a plot" in refused.err


def test_a_hint_that_met_no_code_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = pegwise.parse_rules("30x30")
    secret = random_secret(rules, seed="s")
    guesses = [random_secret(rules, seed=number) for number in range(20)]
    rows = [f"{guess}:{rules.feedback(secret, guess)}" for guess in guesses]
    looks = count()
    monkeypatch.setattr("pegwise.limit.clock", lambda: 3.0 * next(looks))
    lines = run("hint", "-r", "30x30", *rows, "--limit", "9").out
    assert "No possible code was found in time" in lines
    assert "answer" not in lines
    looks = count()
    told = run("hint", "-r", "30x30", *rows, "--limit", "9", "--step", "5").out
    assert "contradicts at least one row, but only slightly" in told
    assert "in the worst case" not in told
