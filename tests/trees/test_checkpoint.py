"""What checkpoints are of; full disks and damaged files: one line, and the connection is closed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from pegwise.errors import FileFormatError
from pegwise.position import Position
from pegwise.progress import watch
from pegwise.trees import build_tree
from pegwise.trees.checkpoint import Checkpoint

if TYPE_CHECKING:
    from pathlib import Path


def test_a_full_disk_is_one_line_and_what_was_kept_stays(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    checkpoint = Checkpoint(path, {"of": "a test"}, every=0.0)
    checkpoint.put("small", b"kept")
    checkpoint._file.execute("PRAGMA max_page_count = 1")  # as many pages as there are: as a full disk
    with pytest.raises(FileFormatError, match=r"kept.sqlite: cannot be written \(database or disk is full\)"):
        checkpoint.put("large", bytes(100_000))
    checkpoint.close(finished=False)
    again = Checkpoint(path, {"of": "a test"})
    assert (again.get("small"), again.get("large")) == (b"kept", None)
    again.close(finished=True)
    assert list(tmp_path.iterdir()) == []


def test_a_file_damaged_meanwhile_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    checkpoint = Checkpoint(path, {"of": "a test"})
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE pieces")
    with pytest.raises(FileFormatError, match=r"cannot be read \(no such table"):
        checkpoint.get("any")
    checkpoint.close(finished=False)


class _Broken:
    """A connection whose last transaction fails."""

    closed = False

    def commit(self) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    def close(self) -> None:
        self.closed = True


def test_a_last_transaction_that_fails_is_one_line(tmp_path: Path) -> None:
    path, broken = tmp_path / "kept.sqlite", _Broken()
    checkpoint = Checkpoint(path, {"of": "a test"})
    checkpoint._file.close()
    checkpoint._file = broken  # type: ignore[assignment]
    with pytest.raises(FileFormatError, match=r"cannot be written \(disk I/O error\)"):
        checkpoint.close(finished=True)
    assert broken.closed
    assert path.exists()


def interrupted(path: Path, start: str | Position, **options: Any) -> None:
    """Leave the checkpoint of an entropy tree that was stopped at once."""

    def stop(_what: str, _done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with watch(stop), pytest.raises(KeyboardInterrupt):
        build_tree("entropy", start, checkpoint=path, **options)
    assert path.exists()


@pytest.mark.parametrize(
    ("name", "start", "options"),
    [
        ("entropy", "4x5", {"candidates_only": True}),
        ("entropy", "4x5", {"first": "1234"}),
        ("entropy", "4x5", {}),
        ("knuth", "4x5", {"first": "1123"}),
        ("entropy", "4x6", {"first": "1123"}),
        ("entropy", Position("4x5", "1123:B"), {"first": "1123"}),
    ],
    ids=["an option", "another first guess", "no first guess", "strategy", "rules", "history"],
)
def test_a_checkpoint_serves_one_strategy_with_its_options_from_one_start(
    tmp_path: Path, name: str, start: str | Position, options: dict[str, Any]
) -> None:
    path = tmp_path / "kept.sqlite"
    interrupted(path, "4x5", first="1123")
    with pytest.raises(FileFormatError, match=r'checkpoint .*kept.sqlite is of something else: .*"1123"'):
        build_tree(name, start, checkpoint=path, **options)
    assert build_tree("entropy", "4x5", checkpoint=path, first="1123") == build_tree(
        "entropy", "4x5", first="1123"
    )
    assert not path.exists()
