"""The main commands say the same on systems that lack what Linux has: here, it is taken away from Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli_runner import Ran
from tests.helpers import slow

if TYPE_CHECKING:
    from collections.abc import Mapping

if sys.platform == "win32":
    pytest.skip("Linux and macOS can look like other systems", allow_module_level=True)

SYSTEMS = ("win32", "darwin")
BOOTSTRAP = Path(__file__).parent / "bootstrap"

COMMANDS = {
    "version": "--version",
    "feedback": "feedback 3632 1122",
    "candidates": "candidates 1122:B 1344:W --all",
    "hint": "hint 1122:B 1344:W",
    "hint in a large game": "hint -r 8x10 12345678:2,3 --seed 1",
    "partition": "partition 1122 1123",
    "solve": "solve 3632",
    "solve in a large game": "solve -r 10x6 6524613321",
    "review": "review 1122:B 1344:W 3526:BWW 1462:BW 3632",
    "optimal": "optimal -r 3x4 --no-book --json",
    "tree": "tree -r 4x4 -s entropy --json",
    "compare": "compare counter knuth --games 20 --json",
    "puzzle": "puzzle --seed 1 --solution",
    "play": "play --seed 7",
    "certificate": "check CERTIFICATE",
}
TYPED = {"play": "1122\nhint\n1344\nboard\n3134\n"}


def _environment(system: str, **more: str) -> dict[str, str]:
    """What a command sees; the path of what is tested comes after what takes away."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PEGWISE_CPU")}
    path = [*(each for each in sys.path if each), str(BOOTSTRAP.parents[2])]
    if system == "native":
        return {**kept, "PYTHONPATH": os.pathsep.join(path), **more}
    told = {"PYTHONPATH": os.pathsep.join([str(BOOTSTRAP), *path]), "PEGWISE_TEST_SYSTEM": system}
    return {**kept, **told, "PEGWISE_CPU": "wasm", **more}


def _run(system: str, line: str, typed: str = "", data: str = "") -> Ran:
    words = line.replace(
        "CERTIFICATE", str(BOOTSTRAP.parents[2] / "docs" / "certificates" / "2x6.cert")
    ).split()
    ran = subprocess.run(
        [sys.executable, "-m", "pegwise", *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=_environment(system, **({"PEGWISE_DATA": data} if data else {})),
        check=False,
    )
    return Ran(ran.stdout, ran.stderr, ran.returncode)


def _without_times(out: str) -> str:
    """What a command prints, without what differs from one run to the next."""
    return "\n".join(line for line in out.splitlines() if "seconds" not in line and "kernels:" not in line)


@cache
def _natively(name: str) -> Ran:
    return _run("native", COMMANDS[name], TYPED.get(name, ""))


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_system_looks_like_another(system: str) -> None:
    look = "import os, sys; print(sys.platform, *(hasattr(os, name) for name in ('fork', 'memfd_create')))"
    look += "\nimport termios"
    ran = subprocess.run(
        [sys.executable, "-c", look], capture_output=True, text=True, env=_environment(system), check=False
    )
    assert ran.stdout.split() == [system, str(system == "darwin"), "False"]
    assert ("ModuleNotFoundError" in ran.stderr) == (system == "win32")


@pytest.mark.some(5, more=5)
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("system", ["win32", *slow("darwin")])
def test_a_command_says_the_same(system: str, name: str) -> None:
    usual, ran = _natively(name), _run(system, COMMANDS[name], TYPED.get(name, ""))
    assert usual.status == 0, usual.err
    assert (_without_times(ran.out), ran.err, ran.status) == (_without_times(usual.out), usual.err, 0)
    if name == "version":
        assert "kernels: WebAssembly" in ran.out


@pytest.mark.exhaustive
@pytest.mark.parametrize("system", SYSTEMS)
def test_games_are_saved_exported_and_imported(system: str, tmp_path: Path) -> None:
    data, file = str(tmp_path / "data"), tmp_path / "games.txt"
    for line, typed, wanted in (
        ("play --seed 7", "1122\n1344\n3134\n", "You broke the code in 3 guesses."),
        ("games", "", "won"),
        (f"games export -o {file}", "", ""),
        ("games review 1", "", "Accuracy"),
    ):
        ran = _run(system, line, typed, data)
        assert (ran.status, ran.err) == (0, ""), line
        assert wanted in ran.out
    # PowerShell writes UTF-16.
    file.write_text(file.read_text(encoding="utf-8"), encoding="utf-16")
    ran = _run(system, f"games import {file}", "", str(tmp_path / "other"))
    assert (ran.status, ran.err) == (0, "")
    assert (
        _run(system, "games --json", "", str(tmp_path / "other")).out
        == _run(system, "games --json", "", data).out
    )


@pytest.mark.some(1)
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_checkpoint_is_kept_and_removed(system: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved.sqlite"
    ran = _run(system, f"tree -r 4x5 -s knuth --format json --checkpoint {saved}")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == _run("native", "tree -r 4x5 -s knuth --format json").out
    assert not list(tmp_path.iterdir())


@pytest.mark.exhaustive
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_server_answers(system: str) -> None:
    line = "serve --port 0 --no-browser --json --workers 1"
    with subprocess.Popen(
        [sys.executable, "-m", "pegwise", *line.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=_environment(system, PEGWISE_AHEAD="", PEGWISE_TEST_WEB="1"),
    ) as server:
        try:
            assert server.stdout is not None
            url = json.loads(server.stdout.readline())["url"]
            asked = _post(f"{url}api/v1/hint", {"rules": "4x6", "history": "1122:B 1344:W"})
        finally:
            server.terminate()
        _, said = server.communicate(timeout=60)
    assert "3526" in json.dumps(asked)
    assert "Traceback" not in said


@pytest.mark.exhaustive
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_worker_that_needs_too_much_memory_ends(system: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.systems.hoarding"],
        capture_output=True,
        text=True,
        env=_environment(system, PEGWISE_TEST_WEB="1"),
        check=False,
    )
    told = ran.stdout.splitlines()
    assert told == ["1", "the work needs more than 200 MiB of memory True"], ran.stderr


def _post(url: str, body: Mapping[str, object]) -> object:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)
