"""The documentation is true: docstrings run, the reference is current, every public name is named."""

from __future__ import annotations

import doctest
import importlib.util
import pkgutil
import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import pegwise

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(pegwise.__path__, "pegwise.")
    if not module.name.endswith("__main__")
)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_run(name: str) -> None:
    result = doctest.testmod(import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


def _maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("maker", ROOT / "docs" / "make_command_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_command_reference_is_what_the_command_says() -> None:
    assert _maker().TARGET.read_text(encoding="utf-8") == _maker().reference()


def test_every_public_name_is_in_the_library_reference() -> None:
    text = (ROOT / "docs" / "reference" / "library.md").read_text(encoding="utf-8")
    errors = {name for name in pegwise.__all__ if name.endswith("Error")}
    missing = [name for name in pegwise.__all__ if name not in errors and f"`{name}`" not in text]
    assert not missing


def test_every_public_name_has_a_docstring() -> None:
    undocumented = [name for name in pegwise.__all__ if not getattr(pegwise, name).__doc__]
    assert not undocumented


def test_links_in_the_docs_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} points to {target}"
