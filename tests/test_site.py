"""The site of the documentation: what its build refuses, and the pictures on it."""

from __future__ import annotations

import doctest
import html
import re
import shutil
from typing import TYPE_CHECKING

import pytest
from rich.text import Text

import pegwise
from pegwise.strategies import registry
from tests.documented import PAGES, ROOT, maker

if TYPE_CHECKING:
    from pathlib import Path

DOCS = ROOT / "docs"
PICTURES = maker("make_pictures")
SITE = maker("make_site")
CHECK = maker("reference_check")
BUILT_IN = set(registry.names())

WRONG = """# Wrong

[A link](nowhere.md), [an anchor](index.md#nowhere), {py:class}`pegwise.Nowhere`
<img src="https://example.org/picture.png">
"""
"""A page that no menu leads to, with links that lead nowhere and a picture on another host."""


class Bare:
    """A public class with a method that has no docstring."""

    def method(self, strange: int) -> None: ...


def bare() -> None:
    """Have no example."""


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
        "pegwise.Bare.method does not describe its argument strange",
        "pegwise.bare has no example",
        "wrong.html asks https://example.org/picture.png",
    ):
        assert part in told
    assert "Position" not in told  # nothing is wrong with the names that are there


def test_the_menu_has_every_page() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    menu = {line for block in re.findall(r"```{toctree}(.*?)```", index, re.DOTALL) for line in block.split()}
    pages = {str(page.relative_to(DOCS).with_suffix("")) for page in DOCS.rglob("*.md")}
    assert pages - menu == {"index"}


@pytest.mark.parametrize(
    "page", sorted((DOCS / "reference" / "python").glob("*.rst")), ids=lambda path: path.stem
)
def test_the_examples_of_the_reference_run(page: Path) -> None:
    ran = doctest.testfile(str(page), module_relative=False)
    for name in set(registry.names()) - BUILT_IN:
        registry.unregister(name)
    assert ran.failed == 0


def test_a_function_is_set_out_with_its_arguments_and_errors() -> None:
    lines = [
        "Do it.",
        "",
        "Raises :class:`~pegwise.errors.LimitError` if",
        "it is long. Then rest.",
        "",
        ">>> f()",
    ]
    CHECK.sections(None, "function", "pegwise.dot", pegwise.dot, None, lines)
    assert [line for line in lines if line.strip()] == [
        *("Do it.", "Then rest.", ":param tree: A strategy tree."),
        *(":Raises: :class:`~pegwise.errors.LimitError` if it is long.", ">>> f()"),
    ]
    unchanged = ["Raises: nothing."]
    CHECK.sections(None, "property", "pegwise.Hint.guess", pegwise.Hint.guess, None, unchanged)
    assert unchanged == ["Raises: nothing."]


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
