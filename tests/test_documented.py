"""Every command line of the documentation runs in a process of its own: no other brings what it needs.

The sessions, whose output is shown, are run by the pages themselves (``documented_pages.py``), most of them
in the process of the test; here, each once more in its own. All others are run here alone: those of the
examples of the help, of blocks and of sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pegwise.trees.build import build_tree
from pegwise.trees.figure import figure
from pegwise.trees.formats import to_json
from tests.cli_runner import run
from tests.documented import PAGES, ROOT, other_lines, run_line, session_lines
from tests.documented_pages import run_apart

if TYPE_CHECKING:
    from pathlib import Path

_SERVER = "a server, which does not end by itself: tests/web runs it"
_NAME = "names a command or what to put in; it is no whole command"
_LONG = "takes minutes"
_PICTURES = "docs/make_comparison.py makes it, and tests/test_docs.py compares"
_ONCE = "takes up to a minute; tests/candidates search smaller games once"
_SIGNATURE = "takes half a minute; its parts are those of trees and hints"
_COUNTED = "takes ten seconds; 9x9 is run, and tests/strategies/test_counter_10x10.py plays 10x10"
_DOWNLOAD = "needs a download; tests/web/page/test_site_alone.py writes such a site"
_BROKEN = "takes half a minute; tests/strategies/test_large_games.py plays such games"
_LISTS = "needs the lists of a game that pegwise does not include"
_TOOLS = tuple(f"python -m {each}." for each in ("benchmarks", "kernels", "tablebase", "tests"))
_STRATEGIES = (
    "counter entropy expected-size first-consistent knuth minimax-parts most-parts random-consistent"
)
_COMPARED = f"pegwise compare {_STRATEGIES} -r"

UNRUN = {
    "pip install . && pegwise solve 3632": "installs: .ci/run runs it",
    "pip install '.[test]' && pytest": "installs: .ci/run runs it",
    "pip install '.[web]' && pegwise serve": _SERVER,
    "pip install 'pegwise[web]'": "installs",
    "pip install '.[test]' mutmut": "installs",
    "pip install -e '.[dev,kernels]'": "installs",
    "python -m patterncheck made/3x2-to-5.patterns": "needs a C compiler: tests/checker does it",
    "gzip -dc made/3x30.cert | sha256sum": "needs a C compiler: tests/tablebase does it with 3x17-black",
    "python -m patterncheck made/3x3-distinct-to-6.patterns": "needs a C compiler: tests/checker does it",
    "pegwise serve": _SERVER,
    "pegwise table --certificates FOLDER": "takes about eleven hours",
    "pegwise table -r RULES --certificates FOLDER": "RULES stands for rules",
    "pegwise table -r 5x8 --certificates certificates": "takes long, and says how far it is",
    "pegwise serve --port 0 --no-browser": _SERVER,
    "pegwise serve --host 0.0.0.0 --allow-host mastermind.local": _SERVER,
    "pegwise serve --allow-host mastermind.example --proxy 127.0.0.1": _SERVER,
    "pegwise serve --no-browser --allow-host mastermind.example --proxy 127.0.0.1": _SERVER,
    "pegwise serve --host 0.0.0.0": _SERVER,
    "pegwise site": _NAME,
    "pegwise site DIR": _NAME,
    "pegwise site public": _LONG,
    "pegwise site public --pyodide pyodide-0.27.7.tar.bz2": _DOWNLOAD,
    "pegwise site public --pyodide pyodide --days 90": _DOWNLOAD,
    "pegwise site /var/www/mastermind": "takes a minute; tests/cli/test_site_command.py writes a smaller one",
    "curl http://127.0.0.1:8000/healthz": "asks a server that runs as a service",
    "PEGWISE_SECONDS=5 PEGWISE_BODY=65536 pegwise serve": _SERVER,
    "./pegcheck 4x6.cert": "tests/checker/test_pegcheck_c.py runs it",
    "pegwise partition": _NAME,
    "pegwise partition --together": _NAME,
    "pegwise feedback": _NAME,
    "pegwise review": _NAME,
    "pegwise solve 3632 -s FILE": _NAME,
    "pegwise tree HISTORY --json": _NAME,
    "pegwise table -r RULES": _NAME,
    "pegwise check -r RULES FILE": _NAME,
    "pegwise optimal -r RULES --no-book": _NAME,
    "pegwise optimal -r RULES --no-book --threads 1": _NAME,
    "pegwise optimal -r wordle.toml --checkpoint wordle.kept --threads 1": _LISTS,
    "pegwise value": _NAME,
    "pegwise value --certificate 4x6.value": "takes a minute; tests/optimal finds smaller values",
    "pegwise bench": _SIGNATURE,
    "pegwise bench --json": _SIGNATURE,
    "pegwise tree -r 6x8 -s entropy": _LONG,
    "pegwise tree -s entropy -r 6x9 --workers 8": "takes minutes; tests/executors grows smaller trees so",
    "pegwise hint -r 8x10 -s entropy 11223345:BBW": _ONCE,
    "pegwise hint -r 10x6 -s entropy 1122334455:BBWW": _ONCE,
    "pegwise solve -r 12x12 1-2-3-4-5-6-7-8-9-10-11-12": _BROKEN,
    "pegwise solve -r 10x6 6524613321": ".ci/run runs it where there is no compiler",
    "pegwise compare counter -r 10x10 --games 100 --seed 1": _COUNTED,
    "pegwise optimal -r 5x8 --limit 60 --format json -o 5x8.json": _LONG,
    "pegwise compare counter --games 200000 --seed 2": _LONG,
    f"{_COMPARED} 4x6 --format markdown --plot 4x6.svg": _PICTURES,
    f"{_COMPARED} 5x8 --format markdown --plot 5x8.svg": _PICTURES,
    f"{_COMPARED} bulls-and-cows --format markdown --plot bulls-and-cows.svg": _PICTURES,
}
"""The lines that are not run, and why not; besides, those for developers are not."""

_GAMES = (
    "for most in 1 2 3 4 5 6 7 8 9 10 11 12; do echo 1122:B max-guesses=$most resigned; done"
    " | pegwise games import"
)
_HIGHEST = """
import pegwise
class Highest(pegwise.Strategy):
    name = "mine-highest"
    def guess(self, position):
        return max(position.candidates)
"""
_WORDS = f"mkdir docs; cp -r '{ROOT}/docs/games' docs"

BEFORE = {
    "pegwise games resume": "pegwise play --seed 1",
    "pegwise games review": _GAMES,
    "pegwise games review 12": _GAMES,
    "pegwise games import -r bulls-and-cows rows.csv": (
        "echo guess,bulls,cows > rows.csv; echo 1234,1,1 >> rows.csv"
    ),
    "pegwise games import games.txt": "pegwise games export -o games.txt",
    "pegwise feedback -r bulls-and-cows 1234 --file guesses.txt": "echo 1256 > guesses.txt",
    "pegwise check 4x6.cert": "pegwise optimal -r 3x3 --certificate 4x6.cert",
    "pegwise check 4x6.cert --json": "pegwise optimal -r 3x3 --certificate 4x6.cert",
    "pegwise check -r 4x6 4x6.cert": "pegwise optimal --certificate 4x6.cert",
    "pegwise check words.cert": (
        f"{_WORDS}; pegwise optimal -r docs/games/words.toml --certificate words.cert"
    ),
    "pegwise play -r docs/games/words.toml": _WORDS,
    "pegwise solve -r docs/games/words.toml piano": _WORDS,
    "pegwise tree -r docs/games/words.toml -s entropy --first crane --format json": _WORDS,
    "python -m valuecheck 4x6.value": "pegwise value -r 3x4 --certificate 4x6.value",
    "pegwise solve 3632 -s mine:Highest": f"cat >mine.py <<'END'{_HIGHEST}END",
}
"""What a line needs to be there already."""


def _is_for_developers(line: str) -> bool:
    """Whether a line works on a checkout: it measures or tests the program, for minutes."""
    return line.startswith((*_TOOLS, "pytest "))


def _is_for_operators(line: str) -> bool:
    """Whether a line changes the computer; tests/web/test_deploy.py tests what it installs."""
    return line.startswith(("sudo ", "podman ", "cp -r /opt/pegwise/"))


SHOWN = {line for page in PAGES for line in session_lines(page)}
FOUND = {line for page in PAGES for line in other_lines(page)}
LINES = sorted(
    line
    for line in FOUND - SHOWN - UNRUN.keys()
    if not _is_for_developers(line) and not _is_for_operators(line)
)


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", LINES)
def test_a_documented_line_runs_in_a_process_of_its_own(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if line in BEFORE:
        before = run_line(BEFORE[line], "quit\n")
        assert (before.returncode, before.stderr) == (0, "")
    ran = run_line(line, "quit\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout or any(tmp_path.iterdir())


@pytest.mark.exhaustive
@pytest.mark.parametrize("page", [page for page in PAGES if session_lines(page)], ids=lambda page: page.stem)
def test_a_page_shows_what_processes_of_their_own_print(page: Path) -> None:
    assert run_apart(page)


def test_the_lines_that_are_treated_apart_are_still_in_the_documentation() -> None:
    assert UNRUN.keys() | BEFORE.keys() <= FOUND
    assert not UNRUN.keys() & (BEFORE.keys() | SHOWN)


def test_there_are_lines_of_every_kind() -> None:
    assert "pegwise games export --no-dates" in SHOWN
    assert "pegwise tree -r 6x8 -s entropy --estimate" in LINES  # a block
    assert "pegwise games export -o games.txt" in LINES  # the examples of a help
    assert "pegwise hint -r 6x9 123456:BWW" in LINES  # a sentence


@pytest.mark.some(3)
@pytest.mark.parametrize("line", ["solve 314", "play --race"])
@pytest.mark.parametrize("named", ["k.json", "k.txt", "optimal"])
def test_what_strategies_are_added_by_is_known_in_every_process(
    named: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write_trees(tmp_path, monkeypatch)
    option = "" if line.endswith("--race") else "-s"
    ran = run_line(f"pegwise {line} {option} {named} -r 3x4", "quit\n")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_tree_file_is_a_strategy_in_every_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write_trees(tmp_path, monkeypatch)
    for command in (
        *("solve", "play", "games resume", "stats", "hint", "candidates"),
        *("partition 112", "tree", "compare knuth"),
    ):
        rules = [] if command in ("games resume", "stats") else ["-r", "3x4"]
        ran = run(*command.split(), *rules, "-s", "k.json", typed="quit\n")
        assert (ran.status, ran.err) == (0, ""), command


def _write_trees(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    tree = build_tree("3x4", strategy="knuth")
    (folder / "k.json").write_text(to_json(tree))
    (folder / "k.txt").write_text(figure(tree))
