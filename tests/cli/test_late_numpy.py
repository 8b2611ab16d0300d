"""numpy is run when something of it is first used, and commands that look an answer up use nothing of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

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


def test_a_hint_imports_few_modules() -> None:
    """It needs numpy, and what reads, counts, scores and prints; nothing of other commands."""
    code = """
import sys
from pegwise.cli import main
try:
    main(["hint", "1122:B"])
finally:
    print(*sys.modules, file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found = done.stderr.split()
    own = {name for name in found if name.partition(".")[0] == "pegwise"}
    assert len(own) <= 100
    assert not {name for name in own if "deduction" in name or "optimal" in name or "wasm" in name}
    assert not {"rich", "sqlite3", "fractions", "tempfile", "json"} & set(found)
