"""A search killed at any moment goes on from its checkpoint, to the same end."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from pegwise.errors import FileFormatError
from pegwise.notation import parse_code
from pegwise.optimal.optimum import kept_tasks, optimum
from pegwise.optimal.problem import Problem
from pegwise.position import Position
from tests.helpers import tasks_in

if TYPE_CHECKING:
    from pathlib import Path

    from pegwise.optimal.problem import Bounds

PROGRAM = """
import sys
from pegwise.optimal.optimum import optimum
with open(sys.argv[2], "wb") as file:
    found = optimum("3x8", book=False, checkpoint=sys.argv[1], certificate=file, threads=2)
print(found.total, found.worst, found.distribution[-1], found.certified.sha256)
"""


def expected() -> str:
    made = BytesIO()
    found = optimum("3x8", book=False, certificate=made, threads=1)
    assert found.certified is not None
    return f"{found.total} {found.worst} {found.distribution[-1]} {found.certified.sha256}"


def test_threads_change_no_certificate() -> None:
    texts = []
    for threads in (1, 2):
        made = BytesIO()
        optimum("4x5", certificate=made, threads=threads, book=False)
        texts.append(made.getvalue())
    assert texts[0] == texts[1]


@pytest.mark.exhaustive
def test_killed_at_any_moment_it_ends_the_same(tmp_path: Path) -> None:
    kept, made = tmp_path / "kept.sqlite", tmp_path / "made.cert"
    words = [sys.executable, "-c", PROGRAM, str(kept), str(made)]
    end = expected()
    saved = 0
    for _ in range(2):
        with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
            while tasks_in(kept) <= saved and process.poll() is None:
                time.sleep(0.005)
            process.kill()
        if process.returncode == 0:  # the rest did not take long enough to be killed
            break
        saved = tasks_in(kept)
    assert saved > 0, "it was never killed with something saved"
    output = subprocess.run(words, capture_output=True, text=True, check=True, env=dict(os.environ)).stdout
    assert output.strip() == end
    assert not kept.exists()


def test_an_interrupted_search_leaves_what_it_has_and_goes_on_from_it(tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"

    def interrupt(_bounds: Bounds) -> None:
        if tasks_in(kept) > 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        optimum("4x7", book=False, checkpoint=kept, watch=interrupt)
    assert tasks_in(kept) > 3
    assert optimum("4x7", book=False, checkpoint=kept).total == 11228
    assert not kept.exists()


def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("nothing of the kind " * 100)
    with pytest.raises(FileFormatError, match=r"checkpoint .*notes.txt: cannot be used"):
        optimum("3x4", checkpoint=path)
    assert path.read_text().startswith("nothing")


def problem(rules: str, history: str = "", first: str | None = None, objective: str = "total") -> Problem:
    position = Position(rules, history)
    return Problem(
        position, objective=objective, first=None if first is None else parse_code(first, position.rules)
    )


@pytest.mark.parametrize(
    "other",
    [
        problem("4x8", first="1123"),
        problem("4x7", "1122:B", "1123"),
        problem("4x7", first="1122"),
        problem("4x7"),
    ],
    ids=["rules", "history", "first guess", "no first guess"],
)
def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path, other: Problem) -> None:
    path, ours = tmp_path / "kept.sqlite", problem("4x7", first="1123")
    with kept_tasks(path, ours) as kept:
        assert kept is not None
        kept.put("a", b"task")
        kept.done = False
    said = pytest.raises(FileFormatError, match=r'belongs to different work: .*"first": "1123"')
    with said, kept_tasks(path, other):
        pass
    # All objectives of one position and first guess share their tasks.
    with kept_tasks(path, replace(ours, objective="worst,total")) as kept:
        assert kept is not None
        assert kept.get("a") == b"task"
    assert not path.exists()


def test_the_first_guess_asked_for_is_what_a_checkpoint_is_of(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"

    def interrupt(_bounds: Bounds) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        optimum("4x5", book=False, checkpoint=path, first="1122", watch=interrupt)
    with pytest.raises(FileFormatError, match="belongs to different work"):
        optimum("4x5", book=False, checkpoint=path, first="1123")
    with pytest.raises(FileFormatError, match="belongs to different work"):
        optimum("4x5", book=False, checkpoint=path)


def test_a_full_disk_stops_it_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pegwise.executors.checkpoint import Checkpoint

    def full(_self: Checkpoint, _key: str, _value: bytes) -> None:
        raise FileFormatError("checkpoint kept.sqlite: cannot be written (database or disk is full)")

    path = tmp_path / "kept.sqlite"
    monkeypatch.setattr(Checkpoint, "put", full)
    with pytest.raises(FileFormatError, match="disk is full"):
        optimum("4x6", book=False, checkpoint=path)
    monkeypatch.undo()
    assert optimum("4x6", book=False, checkpoint=path).total == 5625
