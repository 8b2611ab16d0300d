"""The documentation is true: docstrings run, the reference is current, every public name is named."""

from __future__ import annotations

import doctest
import pkgutil
import re
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

import pegwise
from pegwise.strategies import registry
from tests.documented import ROOT, maker

if TYPE_CHECKING:
    from pathlib import Path

SYSTEMS = {
    "pegwise.cli.raw_terminal": ("linux", "darwin"),
    "pegwise.cli.windows_console": ("win32",),
    "pegwise.engine.enumerated.linux_transposition_table": ("linux",),
}
"""Modules of some systems only."""
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(pegwise.__path__, "pegwise.")
    if not module.name.endswith("__main__") and sys.platform in SYSTEMS.get(module.name, (sys.platform,))
)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_run(name: str) -> None:
    module, known = import_module(name), set(registry.names())
    result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    for made in set(registry.names()) - known:
        registry.unregister(made)
    assert result.failed == 0


def test_the_command_reference_is_what_the_command_says() -> None:
    made = maker("make_command_reference")
    assert made.TARGET.read_text(encoding="utf-8") == made.reference()


def _compared(rules: str) -> tuple[str, str, str]:
    """The section of the comparison that its program makes now, the page as it stands, and the picture."""
    made = maker("make_comparison")
    (game,) = (game for game in made.GAMES if game.rules == rules)
    page = made.TARGET.read_text(encoding="utf-8")
    assert page.startswith(made.HEAD)
    return made.section(game), page, made.picture(game).read_text(encoding="utf-8")


def _is_current(rules: str) -> None:
    section, page, picture = _compared(rules)
    assert section in page
    for line in section.splitlines():
        cells = line.strip("| ").split(" | ")
        if cells[-1] == "exact":  # a row of the table: the picture says the same in words
            assert f"{cells[0]}: average {cells[3]}, worst {cells[4]}; " in picture
            assert f": {cells[5]} of " in picture


@pytest.mark.exhaustive
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


PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "examples" / "README.md"]


def _prose(page: Path) -> str:
    """A page without its blocks of code, in which a # begins a comment and ]( is an index and a call."""
    return re.sub(r"^(```|~~~).*?^\1", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def _anchors(page: Path) -> set[str]:
    """The anchors that headings get where the pages are read: repeated ones are numbered."""
    seen: dict[str, int] = {}
    anchors = set()
    for heading in re.findall(r"^#{1,6} +(.+?)[ #]*$", _prose(page), flags=re.MULTILINE):
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        number = seen[slug] = seen.get(slug, -1) + 1
        anchors.add(f"{slug}-{number}" if number else slug)
    return anchors


def _links(page: Path) -> list[str]:
    """Where the links of a page lead, but for those to other sites."""
    return [link for link in re.findall(r"\]\(([^)\s]+)[^)]*\)", _prose(page)) if "://" not in link]


def _leads_nowhere(page: Path, link: str) -> str:
    """What is wrong with a link of a page; empty if it leads somewhere."""
    file, _, anchor = link.partition("#")
    target = page.parent / file if file else page
    if not target.exists():
        return f"{page.name} points to {link}, which is not there"
    if anchor and anchor not in _anchors(target):
        return f"{page.name} points to {link}: {target.name} has no such heading"
    return ""


def test_links_in_the_docs_lead_somewhere() -> None:
    links = [(page, link) for page in PAGES for link in _links(page)]
    assert [wrong for page, link in links if (wrong := _leads_nowhere(page, link))] == []
    assert len(links) > 50
    assert any("#" in link for _, link in links)


def test_a_link_that_leads_nowhere_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A *fine* heading: 4x6, `-s`\n## Twice\n## Twice\n```\n# no heading [no](link)\n```\n")
    (tmp_path / "other.md").write_text("# Other\n[to](page.md#twice) and [out](https://example.org/#x)\n")
    assert _anchors(page) == {"a-fine-heading-4x6--s", "twice", "twice-1"}
    assert (_links(page), _links(tmp_path / "other.md")) == ([], ["page.md#twice"])
    for link in ("#twice-1", "other.md", "other.md#other"):
        assert _leads_nowhere(page, link) == ""
    assert _leads_nowhere(page, "#thrice").endswith("page.md has no such heading")
    assert _leads_nowhere(page, "other.md#twice").endswith("other.md has no such heading")
    assert _leads_nowhere(page, "none.md").endswith("which is not there")
