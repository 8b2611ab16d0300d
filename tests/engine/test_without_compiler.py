"""The compiler makes kernels in a checkout, and nothing else: an installed pegwise never imports it."""

from __future__ import annotations

import ast
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.engine.running.process import PACKAGE, environment, use

if TYPE_CHECKING:
    from pathlib import Path

COMPILERS = {"numba", "llvmlite"}
KERNELS = PACKAGE / "engine" / "kernels"
"""The sources of the kernels, of which some are written for the compiler."""
ABSENT = "import sys; sys.modules.update(dict.fromkeys(('numba', 'llvmlite', 'kernels')))\n"
CHECK = "\nassert sys.modules['numba'] is None is sys.modules['llvmlite']\n"


def imported(path: Path) -> set[str]:
    """The packages that a file imports anywhere in it, also those that only type checkers see."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").partition(".")[0])
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "find_spec")):
            found |= {str(each.value) for each in node.args if isinstance(each, ast.Constant)}
    return found


def test_only_sources_of_kernels_import_the_compiler() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if KERNELS not in path.parents]
    assert len(files) > 200
    assert [path for path in files if imported(path) & {*COMPILERS, "kernels"}] == []
    assert any(imported(path) & COMPILERS for path in KERNELS.rglob("*.py"))  # else this finds nothing


def test_all_modules_but_some_of_kernels_are_imported_without_it() -> None:
    """Those are written for the compiler; nobody imports them but the maker."""
    code = """
import pkgutil, importlib, pegwise
without = []
for found in pkgutil.walk_packages(pegwise.__path__, "pegwise."):
    if found.name.endswith(("__main__", "windows_console")):  # that is for a console of Windows
        continue
    try:
        importlib.import_module(found.name)
    except ImportError as error:
        without.append((found.name, str(error)))
for name, error in without:
    print(name, "numba" in error or "llvmlite" in error)
"""
    lines = use(ABSENT + code).splitlines()
    assert lines
    for line in lines:
        name, is_compiler = line.split()
        assert (name.startswith("pegwise.engine.kernels."), is_compiler) == (True, "True"), line


COMMANDS = [
    ("--version",),
    ("hint", "1122:B"),
    ("hint", "-r", "5x8", "11223:BW", "--json"),
    ("hint", "-r", "1x9", "3:-"),
    ("hint", "-r", "2x300", "1,2:-"),
    ("hint", "-r", "30x30"),
    ("hint", "-s", "deep", "1122:B"),
    ("solve", "3632"),
    ("solve", "-r", "10x6", "6524613321"),
    ("solve", "-r", "12x12", "3,1,4,1,5,9,2,6,5,3,5,8"),
    ("candidates", "1122:B"),
    ("feedback", "3632", "1122"),
    ("tree", "-r", "4x6", "-s", "knuth"),
    ("tree", "-r", "8x2", "-s", "entropy"),
    ("tree", "-r", "9x2-black"),
    ("compare", "knuth", "counter", "-r", "3x4"),
    ("puzzle", "--seed", "3"),
    ("optimal", "-r", "3x4", "--no-book"),
    ("optimal", "-r", "8x2", "--no-book"),
    ("optimal", "1122:B", "--threads", "1"),
    ("review", "1122:B", "1344:W", "3526:BWW", "1462:BW", "3632"),
    ("bench",),
]


@pytest.mark.some(4, more=0)
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:3]))
def test_commands_run_without_it(words: tuple[str, ...]) -> None:
    code = f"{ABSENT}from pegwise.cli import main\ntry: main({list(words)!r})\nfinally:{CHECK}"
    code = code.replace("finally:\n", "finally: ")
    command = [sys.executable, "-P", "-c", code]
    ran = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False, timeout=240)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout


def test_the_server_answers_without_it() -> None:
    pytest.importorskip("fastapi")
    code = """
from pegwise.limit import Limit
from pegwise.web.questions import answer
import pegwise.web.app
for question, asked in (
    ("hint", {"rules": "4x6", "history": "1122:B"}),
    ("review", {"rules": "3x5", "line": "112:B"}),
    ("tree", {"rules": "3x4", "history": "", "strategy": "knuth"}),
):
    assert answer(question, asked, Limit(seconds=60))
print("answered")
"""
    assert use(ABSENT + code + CHECK) == "answered\n"
