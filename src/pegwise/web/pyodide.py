"""The files of Pyodide, Python for browsers, that a copy of the page needs, from a folder or an archive.

Whoever makes a site names a distribution of Pyodide. Its version, and the SHA-256 of each file that is taken
from it, are checked: those of the core are known here, and its lock file has those of packages.
"""

from __future__ import annotations

import hashlib
import json
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from pegwise.errors import FileFormatError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["CORE", "VERSIONS", "Pyodide"]

LOCK = "pyodide-lock.json"
VERSIONS = {
    "0.27.7": {
        "pyodide.asm.js": "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51",
        "pyodide.asm.wasm": "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f",
        "pyodide.mjs": "04c052c815abb0bf2981fa38c2dfa58e3120ee5288c956df2b2a15e301782c5f",
        "python_stdlib.zip": "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16",
    }
}
"""The versions that pegwise is tested with: the files of their core, with their SHA-256."""
CORE = tuple(VERSIONS["0.27.7"])
_PACKAGES = ("numpy",)
"""What pegwise needs besides."""


@dataclass(frozen=True)
class Pyodide:
    """The files of a distribution, by name, once they are checked."""

    version: str
    python: str
    """The version of Python that it runs."""
    files: dict[str, bytes]

    @classmethod
    def read(cls, place: Path) -> Pyodide:
        """Read a distribution.

        Args:
            place: A folder that has the distribution, or an archive of it: zip, a wheel, or tar.

        Raises:
            FileFormatError: If there is none, its version is not known, or a file is not as it should be.
        """
        try:
            if place.is_dir():
                return _checked(*_in_folder(place))
            if zipfile.is_zipfile(place):
                with zipfile.ZipFile(place) as archive:
                    return _checked(*_in_archive(place, archive.namelist(), archive.read))
            with tarfile.open(place) as tar:
                members = {each.name: each for each in tar if each.isfile()}
                return _checked(*_in_archive(place, list(members), lambda name: _content(tar, members[name])))
        except (OSError, tarfile.TarError, zipfile.BadZipFile) as error:
            raise FileFormatError(f"{place}: cannot be read as a distribution of Pyodide ({error})") from None


def _in_folder(folder: Path) -> tuple[str, Callable[[str], bytes]]:
    found = sorted(folder.rglob(LOCK), key=lambda path: len(path.parts))
    if not found:
        raise FileFormatError(f"{folder}: there is no {LOCK} in it, so it is no distribution of Pyodide")
    home = found[0].parent
    return str(home), lambda name: (home / name).read_bytes()


def _in_archive(
    place: Path, names: list[str], read: Callable[[str], bytes]
) -> tuple[str, Callable[[str], bytes]]:
    found = sorted((name for name in names if PurePosixPath(name).name == LOCK), key=len)
    if not found:
        raise FileFormatError(f"{place}: there is no {LOCK} in it, so it is no distribution of Pyodide")
    home = PurePosixPath(found[0]).parent

    def inside(name: str) -> bytes:
        try:
            return read(str(home / name))
        except KeyError:
            raise FileNotFoundError(f"it has no {name}") from None

    return str(place), inside


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(member)
    return b"" if file is None else file.read()


def _checked(place: str, read: Callable[[str], bytes]) -> Pyodide:
    version, python, packages = _lock(place, read(LOCK))
    known = VERSIONS.get(version)
    if known is None:
        told = ", ".join(VERSIONS)
        raise FileFormatError(f"{place}: this is Pyodide {version}; pegwise works with {told}")
    files = dict(_files(place, read, {**known, **packages}))
    # What else is in the lock file is for a program that loads packages on its own, which this does not.
    files[LOCK] = json.dumps({"info": _info(read(LOCK)), "packages": {}}).encode()
    return Pyodide(version, python, files)


def _lock(place: str, content: bytes) -> tuple[str, str, dict[str, str]]:
    """The versions of Pyodide and of Python, and the SHA-256 of the packages that are needed."""
    try:
        lock = json.loads(content)
        packages = [lock["packages"][name] for name in _PACKAGES]
        wanted = {str(each["file_name"]): str(each["sha256"]) for each in packages}
        return str(lock["info"]["version"]), str(lock["info"]["python"]), wanted
    except (ValueError, KeyError, TypeError) as error:
        raise FileFormatError(f"{place}: its {LOCK} cannot be read, or lacks numpy ({error})") from None


def _info(content: bytes) -> Any:
    return json.loads(content)["info"]


def _files(place: str, read: Callable[[str], bytes], wanted: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    for name, digest in wanted.items():
        if "/" in name or "\\" in name:
            raise FileFormatError(f"{place}: its {LOCK} names a file outside, {name}")
        try:
            content = read(name)
        except OSError as error:
            raise FileFormatError(f"{place}: {name} cannot be read ({error})") from None
        if hashlib.sha256(content).hexdigest() != digest:
            raise FileFormatError(f"{place}: {name} is not the file that it should be (its SHA-256 differs)")
        yield name, content
