"""Files the command writes: whole or not at all, and nothing is replaced that is not a file."""

from __future__ import annotations

import os
import stat
import threading
from typing import TYPE_CHECKING

import click
import pytest

from pegwise.cli.files import whole_file, write_whole

if TYPE_CHECKING:
    from pathlib import Path


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
