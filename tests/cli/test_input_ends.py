"""The input of a game ends: by Ctrl-D, in a pipe, with its terminal. What was played is saved."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.cli.terminal import Terminal
from tests.cli_runner import run, run_json
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from pathlib import Path


class Asked(NamedTuple):
    """A prompt: the command, what it writes first, what is then typed, what it writes when it asks this."""

    command: tuple[str, ...]
    first: str
    typed: str
    wanted: str
    rows: list[str] | None = None
    """The guesses of the game that is saved; None if there is no game that goes on."""


COMPLAINT = re.compile("Traceback|rror|pegwise: ")
"""What is not said; the prompts go to standard error."""
PLAY = ("play", "--seed", "7")
PROMPTS = {
    "a row": Asked(PLAY, "10 left", "12", "2", []),
    "a row after a row": Asked(PLAY, "10 left", "1122\r", "9 left", ["1122"]),
    "a line": Asked((*PLAY, "--lines"), "10 left", "1122\r", "2 (9 left):", ["1122"]),
    "whether to resign": Asked(PLAY, "10 left", "1122\rr", "Resign?", ["1122"]),
    "whether there is another game": Asked(PLAY, "10 left", "3134\r", "Another game?"),
    "a secret": Asked(("play", "--secret"), "Secret:", "", "Secret:"),
    "feedback": Asked(("solve",), "feedback:", "B\r", "256 possible codes"),
    "a repair": Asked(("solve", "-r", "2x2"), "feedback:", "-\r-\r", "undo, or fix"),
}


def played(asked: Asked, terminal: Terminal) -> None:
    terminal.until(asked.first)
    terminal.type(asked.typed)
    terminal.until(asked.wanted)


def check_saved(asked: Asked) -> None:
    if asked.rows is not None:
        game: dict[str, Any] = run_json("games")[-1]
        assert (game["outcome"], [row["guess"] for row in game["rows"]]) == ("unfinished", asked.rows)


@pytest.mark.some(3)
@pytest.mark.parametrize("name", PROMPTS)
def test_a_terminal_that_is_closed_ends_it_quietly(name: str, tmp_path: Path) -> None:
    """No signal tells it here, as where SIGHUP is ignored: all reading and writing fails."""
    asked = PROMPTS[name]
    with Terminal(*asked.command, errors=tmp_path / "errors") as terminal:
        played(asked, terminal)
        terminal.close()
        assert terminal.process.wait(60) in (0, 129)
        assert not COMPLAINT.search(terminal.errors), terminal.errors
    check_saved(asked)


@pytest.mark.parametrize("name", ["a line", *exhaustive("a row after a row", "feedback")])
def test_a_signal_that_the_terminal_is_closed_ends_it_quietly(name: str, tmp_path: Path) -> None:
    asked = PROMPTS[name]
    with Terminal(*asked.command, errors=tmp_path / "errors") as terminal:
        played(asked, terminal)
        terminal.process.send_signal(signal.SIGHUP)
        assert terminal.end() == -signal.SIGHUP
        assert not COMPLAINT.search(terminal.errors), terminal.errors
    check_saved(asked)


@pytest.mark.some(3)
@pytest.mark.parametrize("name", [name for name in PROMPTS if name != "a secret"])
def test_ctrl_d_leaves(name: str) -> None:
    asked = PROMPTS[name]
    with Terminal(*asked.command) as terminal:
        played(asked, terminal)
        terminal.type("\x04")
        assert terminal.end() == 0
        assert terminal.modes_now() == terminal.modes
    assert terminal.raw.endswith("\n")
    assert ("To resume this game" in terminal.text) == (asked.rows is not None)
    check_saved(asked)


def test_ctrl_d_in_the_place_of_a_secret_is_one_line() -> None:
    with Terminal("play", "--secret") as terminal:
        terminal.until("Secret:")
        terminal.type("\x04")
        assert terminal.end() == 2
    assert "pegwise: a secret was expected, but the input ended" in terminal.text


@pytest.mark.some(5)
@pytest.mark.parametrize("end", ["</dev/null", "<&-", "0>/dev/null"])  # empty, closed, not to be read
@pytest.mark.parametrize(
    "command", ["play --seed 7", "play --seed 7 --lines --json", "solve", "solve --json"]
)
def test_input_that_is_at_its_end(command: str, end: str) -> None:
    ran = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m pegwise {command} {end}'],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, "Traceback" in ran.stderr, "pegwise: " in ran.stderr) == (0, False, False)
    if "play" in command:
        assert "To resume this game: pegwise games resume 1\n" in ran.stdout + ran.stderr
        assert run_json("games")[-1]["outcome"] == "unfinished"


def test_a_pipe_that_ends_in_the_middle_of_a_game_leaves_it() -> None:
    ran = run("play", "--seed", "7", typed="1122\n1344\n")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith(" 2  1344  BWW\nTo resume this game: pegwise games resume 1\n")
    told = run_json("play", "--seed", "7", typed="1122\n")
    assert (told["outcome"], told["secret"], len(told["rows"])) == ("unfinished", None, 1)
    resumed = run("games", "resume", "1", typed="")
    assert resumed.status == 0
    assert resumed.out.endswith("To resume this game: pegwise games resume 1\n")


def test_an_interview_that_ends_tells_what_it_knows() -> None:
    told = run_json("solve", typed="B\n")
    assert (told["solved"], told["rows"]) == (False, [{"guess": "1122", "feedback": "B"}])


def test_a_secret_from_a_pipe_that_is_empty_is_one_line() -> None:
    ran = run("play", "--secret")
    assert ran == ("", "pegwise: a secret was expected, but the input ended\n", 2)
