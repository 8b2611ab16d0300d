"""The documentation is true: docstrings run, the reference is current, every public name is named."""

from __future__ import annotations

import doctest
import importlib.util
import pkgutil
import re
import sys
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


def _maker(name: str = "make_command_reference") -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_the_command_reference_is_what_the_command_says() -> None:
    assert _maker().TARGET.read_text(encoding="utf-8") == _maker().reference()


def _compared(rules: str) -> tuple[str, str, str]:
    """The section of the comparison that its program makes now, the page as it stands, and the picture."""
    maker = _maker("make_comparison")
    (game,) = (game for game in maker.GAMES if game.rules == rules)
    page = maker.TARGET.read_text(encoding="utf-8")
    assert page.startswith(maker.HEAD)
    return maker.section(game), page, maker.picture(game).read_text(encoding="utf-8")


def _is_current(rules: str) -> None:
    section, page, picture = _compared(rules)
    assert section in page
    for line in section.splitlines():
        cells = line.strip("| ").split(" | ")
        if cells[-1] == "exact":  # a row of the table: the picture says the same in words
            assert f"{cells[0]}: average {cells[3]}, worst {cells[4]}; " in picture
            assert f": {cells[5]} of " in picture


def test_the_comparison_of_mastermind_is_current() -> None:
    _is_current("4x6")


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["5x8", "bulls-and-cows"])
def test_the_comparison_of_larger_games_is_current(rules: str) -> None:
    _is_current(rules)


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
