"""numpy is run when something of it is first used, and commands that look an answer up use nothing of it."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

BEGIN = (
    "import sys; from pegwise.cli.late_numpy import import_numpy_late as late; late(); import numpy as np\n"
)
LOADED = "'numpy._core' in sys.modules"


def ran(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_it_is_run_at_its_first_use() -> None:
    said = ran(f"{BEGIN}print({LOADED}); print(np.arange(3).sum(), {LOADED}, type(np) is type(sys))")
    assert said == "False\n3 True True\n"


def test_a_part_of_it_is_imported_first() -> None:
    assert ran(f"{BEGIN}from numpy.random import default_rng; print({LOADED})") == "True\n"


def test_its_docstrings_are_left_out() -> None:
    """Those that C code has; what is made of them in numpy does without, as with ``python -OO``."""
    said = ran(f"{BEGIN}print(np.arange.__doc__, bool(np.linspace.__doc__)); import numpy.ma, numpy.testing")
    assert said == "None True\n"


def test_threads_use_it_at_the_same_time() -> None:
    code = """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(8) as threads:
    print(*threads.map(lambda number: int(np.full(3, number).sum()), range(8)))
"""
    assert ran(BEGIN + code) == "0 3 6 9 12 15 18 21\n"


def test_what_it_does_not_have_is_told() -> None:
    code = """
try:
    np.nothing
except AttributeError as error:
    print(error)
"""
    assert ran(BEGIN + code) == "module 'numpy' has no attribute 'nothing'\n"


@pytest.mark.parametrize(
    "words",
    [
        "--version",
        "--help",
        "table -r 4x6",
        "optimal -r 4x6",
        "optimal -r 4x6 --max-guesses 5 --limit 10",
    ],
)
def test_what_is_looked_up_needs_no_numpy(words: str) -> None:
    code = f"""
import sys
from pegwise.cli import main
try:
    main({words.split()!r})
finally:
    print({LOADED}, file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout
    assert done.stderr == "False\n"


FEW = {"rich", "fractions", "tempfile", "tomllib", "pegwise.listed_rules"}
"""What no command below needs."""
SEARCH = {"json", "logging", "concurrent.futures", "pegwise.executors", "pegwise.optimal"}
"""What starts tasks, and searches."""


@pytest.mark.parametrize(
    ("words", "most", "others"),
    [
        ("games", 52, {"numpy._core", "pegwise.strategies", *SEARCH}),
        ("candidates 1122:B", 48, {"sqlite3", "hashlib", "pegwise.strategies", *SEARCH}),
        ("partition 1122", 52, {"sqlite3", "hashlib", "pegwise.strategies", *SEARCH}),
        ("hint 1122:B", 95, {"sqlite3", *SEARCH}),
        ("solve 3632", 95, {"sqlite3", *SEARCH}),
        ("tree -r 4x6", 101, {"sqlite3", "pegwise.trees.formats", *SEARCH}),
        ("review 1122:B 1344:W 3526:BWW 1462:BW 3632", 136, {"sqlite3", "pegwise.candidates.unlisted"}),
    ],
)
def test_a_command_imports_few_modules(words: str, most: int, others: set[str], tmp_path: Path) -> None:
    """It needs what reads, counts, scores and prints for its answer, and nothing of other commands."""
    code = f"""
import os, sys
os.environ["PEGWISE_DATA"], os.environ["PEGWISE_LIMIT"] = {str(tmp_path)!r}, "100"
from pegwise.cli import main
try:
    main({words.split()!r})
finally:
    print(*sys.modules, file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout
    found = set(done.stderr.split())
    own = {name for name in found if name.partition(".")[0] == "pegwise"}
    assert len(own) <= most
    assert not {name for name in own if "deduction" in name or "wasm" in name}
    assert not (FEW | others) & found
