"""``pegwise site``: writes the page for a web space, and nothing that is not its own is touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pegwise.cli.files import write_whole
from pegwise.cli.site import _is_inside
from pegwise.web.minified_files import PAGE, packed
from tests.cli_runner import run, run_json

if TYPE_CHECKING:
    from pathlib import Path

LITTLE = ("--days", "0")


@pytest.fixture(autouse=True)
def _no_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of puzzles are empty: making those takes seconds, and tests/web/test_puzzle_files.py does."""
    monkeypatch.setattr("pegwise.web.site._day", lambda _: {})
    monkeypatch.setattr("pegwise.web.site.RUSH", ())


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_it_writes_the_page(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "site"
    told = run_json("site", str(folder), *LITTLE)
    written = _files(folder)
    page = {path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*") if path.is_file()}
    assert written == page | {"pegwise-site.json"}
    assert (told["files"], told["pyodide"]) == (len(page), None)
    assert (folder / "app.js").read_bytes() == packed(PAGE / "app.js")
    assert "ALONE=true" in (folder / "core" / "site.js").read_text()


def test_without_python_it_says_what_is_missing_and_how_to_add_it(tmp_path: Path) -> None:
    ran = run("site", str(tmp_path), *LITTLE)
    assert ran.out.splitlines()[1:] == [
        "This site lacks Review, Explore, large games, words, hints of other strategies "
        "and one-guess puzzles.",
        "To add them, name a distribution of Pyodide 0.27.7: pegwise site DIR --pyodide PATH",
    ]


def test_it_brings_a_site_up_to_date(tmp_path: Path) -> None:
    assert run("site", str(tmp_path), "--days", "1").status == 0
    assert "puzzles/rush.json" in _files(tmp_path)
    (tmp_path / "app.js").write_text("old")
    assert run("site", str(tmp_path), *LITTLE).status == 0
    assert (tmp_path / "app.js").read_text() != "old"
    assert "puzzles/rush.json" not in _files(tmp_path)  # it is no longer asked for


def test_files_of_others_stay(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("mine")
    ran = run("site", str(other), *LITTLE)
    assert (ran.out, ran.status) == ("", 2)
    assert ran.err == f"pegwise: {other}: the directory has other files; name an empty or a new directory\n"
    site = tmp_path / "site"
    assert run("site", str(site), *LITTLE).status == 0
    (site / "puzzles").mkdir()
    (site / "puzzles" / "rush.json").write_text("mine")
    ran = run("site", str(site), "--days", "1")
    assert ran.err.endswith("rush.json: this file is not of a site; it is not replaced\n")
    assert (site / "puzzles" / "rush.json").read_text() == "mine"


@pytest.mark.parametrize("text", ["{", "[]", '{"files": 5}', '{"files": ["../other/thesis.txt"]}'])
def test_a_list_that_was_changed_reaches_no_other_file(tmp_path: Path, text: str) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("mine")
    site = tmp_path / "site"
    site.mkdir()
    (site / "pegwise-site.json").write_text(text)
    run("site", str(site), *LITTLE)
    assert (other / "thesis.txt").read_text() == "mine"


@pytest.mark.parametrize(
    "name", ["/a", "../a", "a/../../b", "C:/a", "C:a", r"\a", "//server/share/a", r"..\a", r"a\..\..\b"]
)
def test_a_name_with_a_drive_or_a_way_out_is_of_no_site(name: str) -> None:
    assert not _is_inside(name)


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for name, options in (
        (str(tmp_path / "file" / "site"), LITTLE),
        (str(tmp_path / "new"), ("--pyodide", str(tmp_path))),
    ):
        ran = run("site", name, *options)
        assert ran.status == 2
        assert ran.err.count("\n") == 1


@pytest.mark.parametrize("writes", range(1, 6))
def test_after_an_interruption_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    made = []

    def interrupted(path: str, content: str | bytes) -> None:
        made.append(path)
        if len(made) == writes:
            raise KeyboardInterrupt
        write_whole(path, content)

    with monkeypatch.context() as patched:
        patched.setattr("pegwise.cli.files.write_whole", interrupted)
        assert run("site", str(tmp_path / "site"), *LITTLE).status != 0
    assert run("site", str(tmp_path / "site"), *LITTLE).status == 0
