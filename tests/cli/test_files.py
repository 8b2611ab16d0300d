"""Files the command writes: whole or not at all, and nothing is replaced that is not a file."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import click
import pytest

from pegwise.cli.files import read_lines, whole_file, write_whole


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "new"
    with pytest.raises(KeyboardInterrupt), whole_file(str(path)) as file:  # noqa: PT012
        file.write(b"half")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []
    write_whole(str(path), "whole")
    assert [each.name for each in tmp_path.iterdir()] == ["new"]
    assert path.read_text() == "whole"


def test_a_file_that_was_there_stays_if_writing_fails(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text("old")
    with pytest.raises(click.ClickException, match="cannot"), whole_file(str(path)) as file:  # noqa: PT012
        file.write(b"half")
        raise OSError(28, "No space left on device")
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """A device likewise: /dev/stdout, /dev/null."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(path.read_text()), daemon=True)
    reader.start()
    write_whole(str(path), "through")
    reader.join(timeout=60)  # for ever, if the pipe was replaced
    assert read == ["through"]
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    target.write_text("old")
    link.symlink_to(target)
    write_whole(str(link), "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(click.ClickException, match="cannot be written"):
        write_whole(str(tmp_path), "text")


class InUseError(PermissionError):
    """What Windows says of a file that another program has open."""

    def __init__(self, number: int) -> None:
        super().__init__(13, "Access is denied")
        self.winerror = number


@pytest.mark.parametrize("number", [5, 32])
def test_a_file_that_a_program_has_open_is_written_when_it_is_closed(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, usual, refusals = tmp_path / "file", Path.replace, [InUseError(number)] * 3

    def replace(self: Path, target: Path) -> Path:
        if refusals:
            raise refusals.pop()
        return usual(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    write_whole(str(path), "new")
    assert (path.read_text(), refusals) == ("new", [])


def test_a_file_that_stays_open_elsewhere_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def replace(self: Path, target: Path) -> Path:
        raise InUseError(32)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr("pegwise.cli.files._PATIENCE", 0.1)
    with pytest.raises(click.ClickException) as caught:
        write_whole(str(path), "new")
    assert caught.value.format_message() == (
        f"{path}: cannot be written (Access is denied; does another program have it open?)"
    )
    assert [each.read_text() for each in tmp_path.iterdir()] == ["old"]


def test_a_refusal_of_another_kind_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def replace(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr("pegwise.cli.files.time.sleep", lambda _: pytest.fail("it waits"))
    with pytest.raises(click.ClickException, match=r"cannot be written \(Permission denied\)$"):
        write_whole(str(tmp_path / "file"), "new")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_lines_are_read_in_the_encodings_that_shells_write(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    path.write_bytes(f"{mark}1122:●○\r\n1344\r\n".encode(encoding))
    assert read_lines(str(path)) == ["1122:●○", "1344"]
