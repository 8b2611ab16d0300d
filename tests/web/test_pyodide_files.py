"""What a site takes from a distribution of Pyodide: only the files that it should have, and those whole."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import zipfile
from typing import TYPE_CHECKING

import pytest

from pegwise.errors import FileFormatError
from pegwise.web import pyodide
from pegwise.web.browser_archives import engine
from pegwise.web.pyodide import LOCK, VERSIONS, Pyodide

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CORE = VERSIONS["0.27.7"].keys()
WHEEL = "numpy-2.0.2-wasm32.whl"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """A small distribution of a version that is known."""
    made = {name: name.encode() for name in CORE}
    monkeypatch.setattr(pyodide, "VERSIONS", {"1.2": {name: _digest(made[name]) for name in CORE}})
    numpy = {"file_name": WHEEL, "sha256": _digest(b"numpy")}
    lock = {"info": {"version": "1.2", "python": "3.12.7"}, "packages": {"numpy": numpy, "other": {}}}
    return {**made, WHEEL: b"numpy", LOCK: json.dumps(lock).encode(), "other.whl": b"other"}


def _folder(place: Path, files: dict[str, bytes]) -> Path:
    (place / "inside").mkdir(parents=True)
    for name, content in files.items():
        (place / "inside" / name).write_bytes(content)
    return place


def _zip(place: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(place, "w") as out:
        for name, content in files.items():
            out.writestr(f"a/b/{name}", content)
    return place


def _tar(place: Path, files: dict[str, bytes]) -> Path:
    with tarfile.open(place, "w:bz2") as out:
        for name, content in files.items():
            member = tarfile.TarInfo(f"pyodide/{name}")
            member.size = len(content)
            out.addfile(member, io.BytesIO(content))
    return place


@pytest.mark.parametrize("make", [_folder, _zip, _tar])
def test_the_files_of_a_distribution(
    tmp_path: Path, files: dict[str, bytes], make: Callable[[Path, dict[str, bytes]], Path]
) -> None:
    found = Pyodide.read(make(tmp_path / "given", files))
    assert found.version == "1.2"
    assert found.files.keys() == {*CORE, WHEEL, LOCK}
    assert all(found.files[name] == files[name] for name in (*CORE, WHEEL))
    assert json.loads(found.files[LOCK])["packages"] == {}


def test_what_is_no_archive_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no archive")
    with pytest.raises(FileFormatError, match="cannot be read as a distribution of Pyodide") as refused:
        Pyodide.read(tmp_path / "notes.txt")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", [*CORE, WHEEL])
def test_a_file_that_is_not_as_it_should_be(tmp_path: Path, files: dict[str, bytes], name: str) -> None:
    with pytest.raises(FileFormatError, match=f"{name} is not the file that it should be"):
        Pyodide.read(_folder(tmp_path / "changed", {**files, name: b"another"}))
    del files[name]
    for made in (_folder(tmp_path / "lacks", files), _zip(tmp_path / "lacks.zip", files)):
        with pytest.raises(FileFormatError, match=f"{name} cannot be read"):
            Pyodide.read(made)


@pytest.mark.parametrize(
    ("lock", "why"),
    [
        (b"{", "cannot be read"),
        (b"[]", "cannot be read"),
        (b'{"info": {"version": "1.2", "python": "3.12"}, "packages": {}}', "lacks numpy"),
        (
            b'{"info": {"version": "1.1", "python": "3.12"}, '
            b'"packages": {"numpy": {"file_name": "n", "sha256": ""}}}',
            "this is Pyodide 1.1; pegwise works with 1.2",
        ),
        (
            b'{"info": {"version": "1.2", "python": "3.12"}, '
            b'"packages": {"numpy": {"file_name": "../n", "sha256": ""}}}',
            "names a file outside",
        ),
    ],
)
def test_a_lock_file_that_does_not_serve(
    tmp_path: Path, files: dict[str, bytes], lock: bytes, why: str
) -> None:
    with pytest.raises(FileFormatError, match=why):
        Pyodide.read(_folder(tmp_path / "given", {**files, LOCK: lock}))


def test_what_is_no_distribution(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text").write_text("text")
    for name in ("empty", "text", "nothing"):
        with pytest.raises(FileFormatError, match="distribution of Pyodide"):
            Pyodide.read(tmp_path / name)


def test_the_archive_has_what_answers_and_no_more() -> None:
    with zipfile.ZipFile(io.BytesIO(engine())) as made:
        names = set(made.namelist())
    assert {"pegwise/web/answering.py", "pegwise/engine/running/compiled/wasm/words.wasm"} <= names
    assert not [name for name in names if "/cli/" in name or "x86-64" in name or "__pycache__" in name]
    assert engine() == engine()
