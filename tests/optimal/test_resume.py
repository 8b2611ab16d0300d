"""A search killed at any moment goes on from its checkpoint, to the same end."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from pegwise.errors import FileFormatError
from pegwise.limit import Limit, limited
from pegwise.optimal import optimum

if TYPE_CHECKING:
    from pathlib import Path

    from pegwise.optimal import Bounds

PROGRAM = """
import sys
from pegwise.optimal import optimum
with open(sys.argv[2], "wb") as file:
    found = optimum("4x6-distinct", "total,worst,last", checkpoint=sys.argv[1], certificate=file, threads=2)
print(found.total, found.worst, found.distribution[-1], found.certified.sha256)
"""


def expected() -> str:
    made = BytesIO()
    found = optimum("4x6-distinct", "total,worst,last", certificate=made, threads=1)
    assert found.certified is not None
    return f"{found.total} {found.worst} {found.distribution[-1]} {found.certified.sha256}"


def test_threads_change_no_certificate() -> None:
    texts = []
    for threads in (1, 2):
        made = BytesIO()
        optimum("4x5", certificate=made, threads=threads, book=False)
        texts.append(made.getvalue())
    assert texts[0] == texts[1]


def test_killed_at_any_moment_it_ends_the_same(tmp_path: Path) -> None:
    kept, made = tmp_path / "kept.sqlite", tmp_path / "made.cert"
    words = [sys.executable, "-c", PROGRAM, str(kept), str(made)]
    end = expected()
    for delay in (0.25, 0.35, 0.5):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
    output = subprocess.run(words, capture_output=True, text=True, check=True, env=dict(os.environ)).stdout
    assert output.strip() == end
    assert not kept.exists()


def pieces_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as file:
        return int(file.execute("SELECT count(*) FROM pieces").fetchone()[0])


def test_an_interrupted_search_leaves_what_it_has_and_goes_on_from_it(tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"

    def interrupt(_bounds: Bounds) -> None:
        if pieces_in(kept) > 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        optimum("4x8", book=False, checkpoint=kept, watch=interrupt)
    assert pieces_in(kept) > 3
    assert optimum("4x8", book=False, checkpoint=kept).total == 20471
    assert not kept.exists()


def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("nothing of the kind " * 100)
    with pytest.raises(FileFormatError, match=r"checkpoint .*notes.txt: cannot be used"):
        optimum("3x4", checkpoint=path)
    assert path.read_text().startswith("nothing")


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    with limited(Limit(seconds=0.2)):
        optimum("4x7", book=False, checkpoint=path)
    with pytest.raises(FileFormatError, match="is of something else"):
        optimum("4x8", book=False, checkpoint=path)


def test_a_full_disk_stops_it_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pegwise.trees.checkpoint import Checkpoint

    def full(_self: Checkpoint, _key: str, _value: bytes) -> None:
        raise FileFormatError("checkpoint kept.sqlite: cannot be written (database or disk is full)")

    path = tmp_path / "kept.sqlite"
    monkeypatch.setattr(Checkpoint, "put", full)
    with pytest.raises(FileFormatError, match="disk is full"):
        optimum("4x6", book=False, checkpoint=path)
    monkeypatch.undo()
    assert optimum("4x6", book=False, checkpoint=path).total == 5625
