"""Modules that were compiled: kept as Python takes them without a look at their sources."""

from __future__ import annotations

import importlib
import io
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from pegwise.web.browser_archives import compiled

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("written", [True, False])
def test_a_module_is_taken_without_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", not written)
    monkeypatch.syspath_prepend(tmp_path)
    module = f"kept_module_{written}"
    source = tmp_path / f"{module}.py"
    source.write_text("VALUE = 1")
    assert importlib.import_module(module).VALUE == 1
    with zipfile.ZipFile(io.BytesIO(compiled(str(tmp_path)))) as made:
        (name,) = made.namelist()
        made.extractall(tmp_path)
    assert name.startswith(f"__pycache__/{module}.")
    source.write_text("VALUE = 2")  # Python does not look at it
    del sys.modules[module]
    importlib.invalidate_caches()
    assert importlib.import_module(module).VALUE == 1
    del sys.modules[module]
