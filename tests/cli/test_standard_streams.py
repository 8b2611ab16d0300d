"""What each command says where its output cannot be written, or its streams are closed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pegwise.cli import standard_streams
from pegwise.cli.app import COMMANDS
from tests.cli_runner import Ran


def _shell(line: str) -> Ran:
    """What a line of bash prints, where ``pegwise`` is this one."""
    shell = f'pegwise() {{ "{sys.executable}" -m pegwise "$@"; }}; {line}'
    ran = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    return Ran(ran.stdout, ran.stderr, ran.returncode)


PRINTING = {
    "solve": "solve 3632",
    "play": "play --seed 1",
    "puzzle": "puzzle --seed 1",
    "games": "games",
    "stats": "stats",
    "review": "review -r 3x3 112:B 133",
    "hint": "hint 1122:B 1344:W 3526:BWW",
    "feedback": "feedback 3632 1122",
    "candidates": "candidates --all",
    "partition": "partition 1122",
    "tree": "tree -r 3x3 --json",
    "value": "value -r 2x3",
    "table": "table",
    "compare": "compare counter -r 3x3",
    "optimal": "optimal -r 3x3",
    "check": f"check {Path(__file__).parents[2] / 'docs' / 'certificates' / '2x6.cert'}",
    "serve": "serve --help",
    "site": "site --help",
    "bench": "bench --help",
}
"""A command line for each command that prints something soon."""


def test_a_line_for_each_command() -> None:
    assert set(PRINTING) == set(COMMANDS)


@pytest.mark.some(3)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_one_line(name: str) -> None:
    ran = _shell(f"pegwise {PRINTING[name]} > /dev/full")
    assert ran == ("", "pegwise: the output cannot be written: No space left on device\n", 2)


@pytest.mark.parametrize("line", ["solve 3632", "candidates --json", "--help"])
def test_a_closed_output_is_one_line(line: str) -> None:
    ran = _shell(f"pegwise {line} >&-")
    assert ran == ("", "pegwise: the output cannot be written: Bad file descriptor\n", 2)


def test_a_file_is_written_though_the_output_is_closed(tmp_path: Path) -> None:
    target = tmp_path / "tree.json"
    assert _shell(f"pegwise tree -r 3x3 --format json -o {target} >&-") == ("", "", 0)
    assert target.read_text().startswith("{")


def test_messages_are_lost_where_errors_are_closed_but_the_status_is_told() -> None:
    assert _shell("pegwise solve 36 2>&-") == ("", "", 2)
    assert _shell("pegwise solve 36 2>/dev/full") == ("", "", 2)
    assert _shell("pegwise solve 36 >&- 2>&- <&-") == ("", "", 2)
    ran = _shell("pegwise solve 3632 2>&-")
    assert (ran.out.splitlines()[-1], ran.status) == ("solved in 5 guesses", 0)


def test_no_saved_game_is_mixed_with_what_is_printed() -> None:
    ran = _shell("pegwise play --seed 1 >&- <&-")  # the games are opened when two numbers of files are free
    assert ran.err == "pegwise: the output cannot be written: Bad file descriptor\n"
    assert _shell("pegwise games --json").status == 0


def test_a_closed_input_is_at_its_end() -> None:
    """So it is for a game too (``test_input_ends.py``)."""
    ran, empty = _shell("pegwise games import <&-"), _shell("pegwise games import </dev/null")
    assert ran.status == empty.status
    assert "Traceback" not in ran.err
    assert _shell("pegwise solve 3632 <&-").status == 0


@pytest.mark.parametrize("line", ["candidates --all -r 5x8", "candidates --all --json -r 5x8"])
def test_a_reader_that_has_read_enough_is_no_error(line: str) -> None:
    ran = _shell(f"pegwise {line} | head -1; echo ${{PIPESTATUS[0]}}")
    assert (ran.out.count("\n"), ran.out.split()[-1], ran.err) == (2, "0", "")


@pytest.mark.parametrize(
    "line",
    [
        "tree -r 3x4 -o FILE",
        "optimal -r 4x4 --no-book --certificate FILE",
        "compare counter -r 3x3 --plot FILE",
    ],
)
def test_a_file_that_cannot_be_written_is_one_line_and_leaves_nothing(line: str, tmp_path: Path) -> None:
    # A process may write files of no byte: the pipes it prints to are none.
    ran = _shell(f"ulimit -f 0; cd {tmp_path}; pegwise {line.replace('FILE', 'file.svg')}")
    assert (ran.out, ran.status) == ("", 2)
    assert ran.err.splitlines()[-1] == "pegwise: file.svg: cannot be written (File too large)"
    assert "Traceback" not in ran.err
    assert not list(tmp_path.glob("*file*"))


def test_what_a_terminal_has_no_sign_for_is_a_question_mark() -> None:
    ran = _shell("PYTHONIOENCODING=iso8859-5 pegwise compare counter --games 2")
    assert (ran.status, ran.err) == (0, "")
    assert "? standard error" in ran.out


def test_a_server_goes_on_though_nobody_reads_where_it_is() -> None:
    process = subprocess.Popen(
        ["bash", "-c", f'exec "{sys.executable}" -m pegwise serve --port 0 --no-browser --log >&-'],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    with process.stderr:
        assert '"event": "started"' in process.stderr.readline()
        os.kill(process.pid, 2)
        told = process.stderr.read()
    process.wait(timeout=120)
    assert "Traceback" not in told


def test_windows_has_another_name_for_a_reader_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    invalid = OSError(errno.EINVAL, "Invalid argument")
    assert standard_streams.is_reader_gone(BrokenPipeError())
    assert not standard_streams.is_reader_gone(invalid)
    monkeypatch.setattr(sys, "platform", "win32")
    assert standard_streams.is_reader_gone(invalid)
    assert not standard_streams.is_reader_gone(OSError(errno.EINVAL, "Invalid argument", "file"))
    assert not standard_streams.is_reader_gone(OSError(errno.ENOSPC, "No space left on device"))


@pytest.mark.parametrize(("screens", "fixed"), [({0, 1, 2}, 1), ({2}, 1), (set(), 0)])
def test_a_console_of_windows_draws_colors(
    screens: set[int], fixed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    colorama = SimpleNamespace(just_fix_windows_console=lambda: calls.append("fixed"))
    monkeypatch.setitem(sys.modules, "colorama", colorama)
    monkeypatch.setattr(os, "isatty", screens.__contains__)
    monkeypatch.setattr(standard_streams, "_terminals", [])
    standard_streams.open_streams()
    assert calls == []
    monkeypatch.setattr(sys, "platform", "win32")
    standard_streams.open_streams()
    assert len(calls) == fixed


def test_a_terminal_that_tells_no_width_has_the_usual_one(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as file:
        assert standard_streams.width_of(file) == 80
