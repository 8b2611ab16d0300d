"""Each example runs as a process of its own, and says what its text promises."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pegwise import compare, review
from pegwise.web.app import create_app
from pegwise.web.limits.settings import Settings
from tests.documented import ROOT
from tests.web.small import served

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = ROOT / "examples"
GAME = "1122:B 1344:W 3526:BWW 1462:BW 3632"


def run(*words: str | Path, typed: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, words)),
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        cwd=folder,
    )


def example(name: str, *words: str, typed: str = "", folder: Path | None = None) -> str:
    """What an example prints; a word on standard error fails the test."""
    ran = run(sys.executable, EXAMPLES / name, *words, typed=typed, folder=folder)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_every_example_is_listed_and_tested() -> None:
    listed, tested = (
        (EXAMPLES / "README.md").read_text(encoding="utf-8"),
        Path(__file__).read_text(encoding="utf-8"),
    )
    names = [path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".ipynb")]
    assert len(names) >= 5
    assert [name for name in names if f"[{name}]({name})" not in listed or f'"{name}"' not in tested] == []


def test_a_hundred_games_are_played_and_plotted(tmp_path: Path) -> None:
    said = example("hundred_games.py", folder=tmp_path)
    assert said.startswith("knuth breaks 100 random codes in 4.")
    assert ", 5 at most." in said
    assert "<svg" in (tmp_path / "hundred_games.svg").read_text(encoding="utf-8")


def test_the_strategy_of_ones_own_is_better_on_average() -> None:
    said = example("own_strategy.py").splitlines()
    assert [line.split(" | ")[2:5] for line in said[2:4]] == [
        ["5801", "4.4761", "5"],
        ["5772", "4.4537", "5"],
    ]
    assert compare(strategies=["knuth"])[0].total == 5801
    knuth, own = (line.split()[1:] for line in said[-2:])
    assert len(knuth) > len(own)
    assert knuth[-1] == own[-1] == f"{said[-3].removesuffix(':')}:BBBB"


@pytest.mark.parametrize("pasted", [True, False])
def test_a_game_is_reviewed(pasted: bool) -> None:
    said = (
        example("review_a_game.py", typed=f"{GAME}\n\n")
        if pasted
        else example("review_a_game.py", *GAME.split())
    )
    found = review(GAME)
    *moves, lesson = said.splitlines()
    assert [line.split()[2] for line in moves] == [move.verdict for move in found.moves]
    assert lesson == found.lesson


def test_what_is_no_game_is_one_line() -> None:
    ran = run(sys.executable, EXAMPLES / "review_a_game.py", "1122:Q")
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    settings = Settings(data=str(tmp_path_factory.mktemp("served")), workers=1)
    with served(create_app(settings), settings) as port:
        yield f"http://127.0.0.1:{port}"


def test_a_game_is_played_over_http(address: str) -> None:
    *rows, last = example("http_client.py", address).splitlines()
    assert rows[0].split()[:3] == ["1296", "candidates", "1122"]
    assert rows[-1].endswith("BBBB")
    assert 1 <= len(rows) <= 5
    assert last == f"The secret was {rows[-1].split()[2]}."


def test_the_client_says_that_no_server_answers() -> None:
    ran = run(sys.executable, EXAMPLES / "http_client.py", "http://127.0.0.1:1")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "Start one: pegwise serve" in ran.stderr


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


def printed(path: Path) -> list[str]:
    """What each cell of code prints."""
    code = [cell for cell in cells(path) if cell["cell_type"] == "code"]
    return ["".join("".join(each["text"]) for each in cell["outputs"]) for cell in code]


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("name", "last"), [("class_exercise.ipynb", "3632:BBBB\n"), ("other_games.ipynb", "codes instead of 7\n")]
)
def test_a_notebook_runs_and_prints_what_it_shows(name: str, last: str, tmp_path: Path) -> None:
    shown, made = EXAMPLES / name, tmp_path / "made.ipynb"
    ran = run(Path(sys.executable).with_name("jupyter-execute"), shown, "--output", made)
    assert ran.returncode == 0, ran.stderr
    assert printed(made) == printed(shown)
    assert printed(shown)[-1].endswith(last)
    assert all(cell["metadata"] == {} for cell in cells(shown))  # when it ran says nothing to a reader
