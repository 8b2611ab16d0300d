"""What checkpoints are of; full disks and damaged files: one line, and the connection is closed."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pegwise.errors import FileFormatError
from pegwise.executors.checkpoint import Checkpoint, opened
from pegwise.position import Position
from pegwise.progress import watch
from pegwise.trees.build import build_tree
from tests.helpers import tasks_in


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


def test_a_kill_loses_no_task_though_none_waits_for_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    killed = f"""
import os
from pathlib import Path
from pegwise.executors.checkpoint import Checkpoint

checkpoint = Checkpoint(Path({str(path)!r}), {{"of": "a test"}}, every=0.0)
for number in range(100):
    checkpoint.put(str(number), b"kept")
assert checkpoint._file.execute("PRAGMA synchronous").fetchone() == (1,)  # the disk is not waited for
os.kill(os.getpid(), 9)
"""
    assert subprocess.run([sys.executable, "-c", killed], check=False).returncode != 1
    again = Checkpoint(path, {"of": "a test"})
    assert [again.get(str(number)) for number in range(100)] == [b"kept"] * 100
    again.close(finished=True)


def test_a_file_damaged_meanwhile_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    checkpoint = Checkpoint(path, {"of": "a test"})
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE tasks")
    with pytest.raises(FileFormatError, match=r"cannot be read \(no such table"):
        checkpoint.get("any")
    checkpoint.close(finished=False)


def test_tasks_are_kept_by_their_keys_and_the_last_one_counts(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    checkpoint = Checkpoint(path, {"of": "a test"})
    assert checkpoint.get("a") is None
    checkpoint.put("a", b"1")
    checkpoint.put("b", b"2")
    checkpoint.put("a", b"3")
    assert (checkpoint.get("a"), checkpoint.get("b"), checkpoint.get("c")) == (b"3", b"2", None)
    assert isinstance(checkpoint.get("a"), bytes)
    checkpoint.close(finished=False)
    assert path.exists()
    again = Checkpoint(path, {"of": "a test"})
    assert (again.get("a"), tasks_in(path)) == (b"3", 2)
    again.close(finished=True)
    assert list(tmp_path.iterdir()) == []


def test_the_head_says_what_a_checkpoint_is_of_in_any_order(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    Checkpoint(path, {"one": 1, "two": 2}).close(finished=False)
    Checkpoint(path, {"two": 2, "one": 1}).close(finished=False)
    with pytest.raises(FileFormatError) as refused:
        Checkpoint(path, {"one": 1})
    head = '{"format": "pegwise checkpoint", "one": 1, "two": 2, "version": 1}'
    assert str(refused.value) == f"checkpoint {path} belongs to different work: {head}"
    Checkpoint(path, {"one": 1, "two": 2}).close(finished=True)


@pytest.mark.parametrize(("every", "saved"), [(0.0, [1, 2, 3]), (60.0, [0, 0, 0])])
def test_tasks_are_on_disk_with_the_next_transaction(tmp_path: Path, every: float, saved: list[int]) -> None:
    path = tmp_path / "kept.sqlite"
    checkpoint = Checkpoint(path, {}, every=every)
    told = []
    for key in "abc":
        checkpoint.put(key, b"task")
        told.append(tasks_in(path))
    assert told == saved
    checkpoint.close(finished=False)
    assert tasks_in(path) == 3


def test_a_transaction_is_made_every_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("pegwise.executors.checkpoint.time.monotonic", lambda: now)
    path = tmp_path / "kept.sqlite"
    checkpoint = Checkpoint(path, {})
    told = []
    for now in (100.9, 101.0, 101.9, 102.0):
        checkpoint.put(str(now), b"task")
        told.append(tasks_in(path))
    assert told == [0, 2, 2, 4]
    checkpoint.close(finished=True)


def test_work_that_ends_well_removes_it_and_work_that_does_not_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    for error in (KeyboardInterrupt, ValueError):
        with pytest.raises(error), opened(str(path), {"of": "a test"}) as checkpoint:  # noqa: PT012
            assert checkpoint is not None
            checkpoint.put("a", b"task")
            raise error
        assert tasks_in(path) == 1
    with opened(path, {"of": "a test"}) as checkpoint:
        assert checkpoint is not None
        assert checkpoint.get("a") == b"task"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open cannot be removed there")
def test_all_of_it_is_removed_though_another_program_looks_at_it(tmp_path: Path) -> None:
    """SQLite keeps two more files as long as anyone has the database open."""
    path = tmp_path / "kept.sqlite"
    checkpoint = Checkpoint(path, {})
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM tasks").fetchone() == (0,)
        checkpoint.put("a", b"task")
        assert len(list(tmp_path.iterdir())) == 3
        checkpoint.close(finished=True)
        assert list(tmp_path.iterdir()) == []


def test_another_thread_may_use_it(tmp_path: Path) -> None:
    with opened(tmp_path / "kept.sqlite", {}) as checkpoint:
        assert checkpoint is not None
        thread = threading.Thread(target=checkpoint.put, args=("a", b"task"))
        thread.start()
        thread.join()
        assert checkpoint.get("a") == b"task"


def test_what_is_no_checkpoint_is_left_alone(tmp_path: Path) -> None:
    folder, text = tmp_path / "folder", tmp_path / "text"
    folder.mkdir()
    text.write_text("something else altogether, longer than a header" * 100)
    for path, said in (
        (folder, "cannot be opened (unable to open database file)"),
        (text, "cannot be used (file is not a database)"),
    ):
        with pytest.raises(FileFormatError) as refused:
            Checkpoint(path, {})
        assert str(refused.value) == f"checkpoint {path}: {said}"
    assert text.read_text().startswith("something else")


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
        build_tree(start, strategy="entropy", checkpoint=path, **options)
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
    with pytest.raises(
        FileFormatError, match=r'checkpoint .*kept.sqlite belongs to different work: .*"1123"'
    ):
        build_tree(start, strategy=name, checkpoint=path, **options)
    assert build_tree("4x5", strategy="entropy", checkpoint=path, first="1123") == build_tree(
        "4x5", strategy="entropy", first="1123"
    )
    assert not path.exists()


def test_work_is_done_though_another_program_has_the_file_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unlink(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "The process cannot access the file")

    path = tmp_path / "kept.sqlite"
    with monkeypatch.context() as patched, opened(path, {"of": "a test"}) as checkpoint:
        assert checkpoint is not None
        checkpoint.put("task", b"kept")
        patched.setattr(Path, "unlink", unlink)
    with opened(path, {"of": "a test"}) as again:
        assert again is not None
        assert again.get("task") == b"kept"
    assert not path.exists()
