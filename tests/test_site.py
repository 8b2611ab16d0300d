"""The site of the documentation: what its build refuses, and the pictures on it."""

from __future__ import annotations

import doctest
import html
import inspect
import re
import shutil
from typing import TYPE_CHECKING, NamedTuple

import pytest
from rich.text import Text

import pegwise
from pegwise.errors import LimitError
from tests.documented import PAGES, ROOT, maker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DOCS = ROOT / "docs"
PICTURES = maker("make_pictures")
SITE = maker("make_site")
CHECK = maker("reference_check")

WRONG = """# Wrong

[A link](nowhere.md), [an anchor](index.md#nowhere), {py:class}`pegwise.Nowhere`
<img src="https://example.org/picture.png">
"""
"""A page that no menu leads to, with links that lead nowhere and a picture on another host."""


class Bare:
    """A public class with a method that has no docstring."""

    def method(self, strange: int) -> None: ...


def bare() -> None:
    """Give no example."""


class _Wrong:
    def unfinished(self) -> None:
        """Return nothing"""

    def long(self) -> None:
        """Return nothing, but tell so in two lines.
        This is the second.
        """

    def noun(self) -> None:
        """The result."""

    def argument(self, strange: int) -> None:
        """Return nothing."""

    def other(self) -> None:
        """Return nothing.

        Args:
            strange: No such argument.
        """

    def result(self) -> int:
        """Return something."""
        return 1

    def results(self) -> Iterator[int]:
        """Iterate over something.

        Returns:
            It yields, it does not return.
        """
        yield 1

    def error(self) -> None:
        """Return nothing."""
        raise LimitError("too much")

    def name(self) -> None:
        """Return nothing.

        Example:
            >>> hint("4x6")
        """

    def colon(self) -> int:
        """Return something.

        Returns:
            A number: one.
        """
        return 1

    @property
    def colored(self) -> int:
        """A number: one."""
        return 1


class _Named(NamedTuple):
    """A named tuple."""

    field: int


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")  # libraries that Sphinx loads use what it is about to change
def test_the_build_refuses_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "docs", tmp_path / "site"
    shutil.copytree(DOCS / "reference" / "python", source / "python")
    errors = source / "python" / "errors.rst"
    errors.write_text(errors.read_text(encoding="utf-8").replace(".. autoexception:: RulesError\n", ""))
    (source / "wrong.md").write_text(WRONG)
    (source / "index.md").write_text("# Index\n\n```{toctree}\n:glob:\n\npython/*\n```\n")
    errors.write_text(f"{errors.read_text(encoding='utf-8')}.. autofunction:: bare\n", encoding="utf-8")
    for thing in (Bare, bare):
        monkeypatch.setattr(pegwise, thing.__name__, thing, raising=False)
    monkeypatch.setattr(pegwise, "__all__", [*pegwise.__all__, "Bare", "bare"])
    assert SITE.build(target, source) == 1
    told = re.sub(r"\x1b\[[\d;]*m", "", capfd.readouterr().err)
    for part in (
        "wrong.md: WARNING: document isn't included in any toctree",
        "cross-reference target not found: 'nowhere.md'",
        "local id not found in doc 'index': 'nowhere'",
        "py:class reference target not found: pegwise.Nowhere",
        "the reference leaves out pegwise.RulesError",
        "the reference leaves out pegwise.Bare",
        "pegwise.Bare.method has no docstring",
        "pegwise.bare has no example",
        "wrong.html asks https://example.org/picture.png",
    ):
        assert part in told
    assert "Position" not in told  # nothing is wrong with the names that are there
    _check_sections_are_set_out(target / "python")


def _check_sections_are_set_out(folder: Path) -> None:
    """The sections of docstrings are fields and headings of the reference, no longer text with a colon."""
    pages = {page.stem: _text(page.read_text(encoding="utf-8")) for page in folder.glob("*.html")}
    for name, page in pages.items():
        assert not re.search(r"\b(Args|Returns|Raises|Yields|Attributes|Example):\s", page), name
    shown = pages["advice"].partition("hint ( position")[2]
    for part in (
        *("Parameters : position ( Position", "Returns : The guess", "Raises : ContradictionError"),
        *("Return type : Hint", "Example >>> import pegwise", "candidates : Count"),
    ):
        _, found, shown = shown.partition(part)
        assert found, part


def _text(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def test_the_menu_has_every_page() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    menu = {line for block in re.findall(r"```{toctree}(.*?)```", index, re.DOTALL) for line in block.split()}
    pages = {str(page.relative_to(DOCS).with_suffix("")) for page in DOCS.rglob("*.md")}
    assert pages - menu == {"index"}


PUBLIC = {f"pegwise.{name}": getattr(pegwise, name) for name in pegwise.__all__} | CHECK.documented()


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_a_public_name_has_a_docstring_that_says_all(name: str) -> None:
    thing = PUBLIC[name]
    if inspect.isclass(thing) or inspect.isroutine(thing):  # else it is a type or a constant
        assert list(CHECK.lacks(name, thing)) == []


def test_the_public_functions_and_classes_are_found() -> None:
    assert {"pegwise.hint", "pegwise.Position", "pegwise.limit.limited"} <= PUBLIC.keys()
    assert len(PUBLIC) > 100


@pytest.mark.parametrize(
    ("key", "lack"),
    [
        ("unfinished", "does not begin with one sentence in one line"),
        ("long", "does not begin with one sentence in one line"),
        ("noun", "does not begin with a verb"),
        ("argument", "does not describe strange"),
        ("other", "describes strange, which it does not take"),
        ("result", "does not say what it returns"),
        ("results", "does not say what it yields"),
        ("error", "does not say that it raises LimitError"),
        ("name", "uses hint in an example without import"),
        ("colon", "has a colon whose words before it Sphinx takes for a type"),
        ("colored", "has a colon whose words before it Sphinx takes for a type"),
    ],
)
def test_what_a_docstring_lacks_is_noticed(key: str, lack: str) -> None:
    thing = vars(_Wrong)[key]
    missing = "" if key in ("name", "colored") else f"{key} has no example"
    assert set(CHECK.lacks(key, thing)) == {f"{key} {lack}", missing} - {""}


def test_fields_and_what_making_a_class_raises_are_described() -> None:
    assert list(CHECK.lacks("N", _Named)) == ["N has no example", "N does not describe field"]

    class Small:
        """A class.

        >>> Small(1).double()
        """

        def __init__(self, number: int) -> None:
            raise LimitError("too large")

        def double(self) -> None:
            """Return nothing."""

    assert list(CHECK.lacks("Small", Small)) == [
        "Small uses Small in an example without import",
        "Small does not describe number",
        "Small does not say that it raises LimitError",
    ]


@pytest.mark.parametrize("name", ["make_site", "reference_check"])
def test_the_examples_of_the_makers_run(name: str) -> None:
    ran = doctest.testmod(maker(name))
    assert (ran.failed, ran.attempted > 0) == (0, True)


@pytest.mark.parametrize(
    "text",
    [
        "<img alt=x src=http://a.org/x.png>",
        '<script async src="//a.org/x.js">',
        '<link rel="stylesheet" href="https://a.org/x.css">',
        '<link href="https://a.org/x.css" rel="preload">',
        "@import 'https://a.org/x.css'",
        "src: url(https://a.org/font.woff2)",
    ],
)
def test_what_a_browser_fetches_is_found(text: str) -> None:
    (address,) = SITE.fetched(text)
    assert re.fullmatch(r"(https?:)?//a\.org/[\w.]+", address)


def test_what_is_only_named_is_not_fetched() -> None:
    for text in ('<a href="https://a.org">', '<svg xmlns="http://www.w3.org/2000/svg">', '<img src="x.png">'):
        assert SITE.fetched(text) == []


def test_every_picture_is_made_and_shown() -> None:
    made = {f"{name}.svg" for name in PICTURES.COMMANDS} | {f"{name}.png" for name in PICTURES.PLACES}
    assert {path.name for path in PICTURES.FOLDER.iterdir()} == made
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [name for name in made if f"pictures/{name})" not in shown] == []


@pytest.mark.parametrize("name", sorted(PICTURES.COMMANDS))
def test_the_pictures_of_the_terminal_are_current(name: str) -> None:
    command = PICTURES.COMMANDS[name]
    picture = (PICTURES.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    words = html.unescape("".join(re.findall(r"<text[^>]*>(.*?)</text>", picture))).split()
    wanted = Text.from_ansi(f"$ {command}\n{PICTURES.written(command)}").plain.split()
    assert "".join(words) == "".join(wanted)
    assert SITE.fetched(picture) == []
