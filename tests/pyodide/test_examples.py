"""The library in a browser's Python: its documented examples run there, with numpy alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.documented import PAGES, ROOT
from tests.pyodide import SOURCES, needs_node, needs_pyodide, run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [needs_pyodide, needs_node, pytest.mark.exhaustive]

ELSEWHERE = {
    "cli": "the terminal",
    "web": "the server; what of it answers in a browser is asked by tests/web/page/test_python.py",
    "notebook": "the drawings are compared by tests/notebook",
    "analysis/plots": "needs matplotlib",
    "executors/cluster.py": "needs Dask",
    "play/saved_games.py": "saves games in SQLite, which Pyodide has apart",
    "play/played_game.py": "saves games in SQLite, which Pyodide has apart",
    "engine/kernels": "needs numba, or is compiled",
    "engine/running": "tests/engine/running looks at this system's kernels",
    "engine/enumerated/linux_transposition_table.py": "shares memory between processes of Linux",
    "engine/unlimited/sat_proof.py": "needs a solver",
    "executors": "other executors need threads or processes",
    "__main__.py": "the terminal",
}
"""Modules whose examples are of something else, and why."""
OTHERS = {
    "docs/howto/cluster.md": "a cluster of other computers",
    "docs/reference/api.md": "asks a server",
    "docs/certificates.md": "reads a file of the checkout",
}
"""Pages whose examples need something else, and what."""

# Plots need matplotlib, which Pyodide has apart.
_TESTED = """
import doctest, importlib, io
def tested(name):
    module = importlib.import_module(name)
    out = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module):
        test.examples = [each for each in test.examples if "plot" not in each.source]
        runner.run(test, out=out.write)
    return [runner.tries, runner.failures, out.getvalue()[-2000:]]
{name: tested(name) for name in given}
"""
_TEXTS = """
import doctest, io
def tested(name, text):
    parser, out = doctest.DocTestParser(), io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    test = parser.get_doctest(text, {}, name, name, 0)
    test.examples = [each for each in test.examples if "plot" not in each.source]
    runner.run(test, out=out.write)
    return [runner.tries, runner.failures, out.getvalue()[-3000:]]
{name: tested(name, text) for name, text in given.items()}
"""


def _modules() -> list[str]:
    package = SOURCES / "pegwise"
    found = []
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        if (
            not any(name == each or name.startswith(f"{each}/") for each in ELSEWHERE)
            and ">>>" in path.read_text()
        ):
            found.append(f"pegwise.{name.removesuffix('.py').replace('/', '.')}".removesuffix(".__init__"))
    return found


def _sessions(page: Path) -> str:
    """The sessions of Python on a page, one after another."""
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return "\n".join(block for block in blocks if ">>>" in block)


def test_the_examples_of_docstrings(tmp_path: Path) -> None:
    modules = _modules()
    assert len(modules) > 100
    found = run(_TESTED, tmp_path, given=modules)
    assert "".join(told for _, failed, told in found.values() if failed) == ""
    assert sum(tries for tries, _, _ in found.values()) > 300


def test_the_examples_of_the_documentation(tmp_path: Path) -> None:
    pages = {str(page.relative_to(ROOT)): _sessions(page) for page in PAGES}
    assert OTHERS.keys() <= pages.keys()
    pages = {name: text for name, text in pages.items() if name not in OTHERS}
    found = run(_TEXTS, tmp_path, given={name: text for name, text in pages.items() if text})
    assert "".join(told for _, failed, told in found.values() if failed) == ""
    assert len(found) > 5


def test_it_is_imported_with_numpy_alone(tmp_path: Path) -> None:
    code = """
import pegwise
pegwise.hint(pegwise.Position("4x6", "1122:B"))
pegwise.review("4x6 1122:B 1344:W 3526:BWW 1462:BW 3632")
pegwise.build_tree("3x4", strategy="knuth")
sorted({"click", "rich", "platformdirs", "sqlite3", "wasmtime", "numba"} & set(sys.modules))
"""
    assert run(code, tmp_path) == []
