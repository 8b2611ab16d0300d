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
from typing import TYPE_CHECKING

from pegwise.errors import FileFormatError

if TYPE_CHECKING:
    from collections.abc import Callable

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
_PACKAGES = ("numpy",)
"""What pegwise needs besides."""


@dataclass(frozen=True)
class Pyodide:
    """The files of a distribution, by name, once they are checked."""

    version: str
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
                found = [path.relative_to(place).as_posix() for path in place.rglob(LOCK)]
                return _checked(place, found, lambda name: (place / name).read_bytes())
            if zipfile.is_zipfile(place):
                with zipfile.ZipFile(place) as archive:
                    return _checked(place, archive.namelist(), archive.read)
            with tarfile.open(place) as tar:
                members = {each.name: each for each in tar if each.isfile()}
                return _checked(place, list(members), lambda name: _content(tar, members[name]))
        except (OSError, tarfile.TarError, zipfile.BadZipFile) as error:
            why = str(error).partition("\n")[0].rstrip(":")  # tarfile lists what it tried on lines of its own
            raise FileFormatError(f"{place}: cannot be read as a distribution of Pyodide ({why})") from None


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(member)
    return b"" if file is None else file.read()


def _checked(place: Path, names: list[str], read: Callable[[str], bytes]) -> Pyodide:
    """Read the files that are needed, beside the lock file that is nearest to the root."""
    found = sorted((name for name in names if PurePosixPath(name).name == LOCK), key=len)
    if not found:
        raise FileFormatError(f"{place}: there is no {LOCK} in it, so it is no distribution of Pyodide")
    home = PurePosixPath(found[0]).parent
    try:
        lock = json.loads(read(found[0]))
        packages = [lock["packages"][name] for name in _PACKAGES]
        wanted = {str(each["file_name"]): str(each["sha256"]) for each in packages}
        version = str(lock["info"]["version"])
    except (ValueError, KeyError, TypeError) as error:
        raise FileFormatError(f"{place}: its {LOCK} cannot be read, or lacks numpy ({error})") from None
    if version not in VERSIONS:
        told = ", ".join(VERSIONS)
        raise FileFormatError(f"{place}: this is Pyodide {version}; pegwise works with {told}")
    files = {
        name: _file(place, name, digest, lambda name: read(str(home / name)))
        for name, digest in {**VERSIONS[version], **wanted}.items()
    }
    # What else is in the lock file is for a program that loads packages on its own, which this does not.
    files[LOCK] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    return Pyodide(version, files)


def _file(place: Path, name: str, digest: str, read: Callable[[str], bytes]) -> bytes:
    if "/" in name or "\\" in name:
        raise FileFormatError(f"{place}: its {LOCK} names a file outside, {name}")
    try:
        content = read(name)
    except (OSError, KeyError) as error:
        raise FileFormatError(f"{place}: {name} cannot be read ({error})") from None
    if hashlib.sha256(content).hexdigest() != digest:
        raise FileFormatError(f"{place}: {name} is not the file that it should be (its SHA-256 differs)")
    return content
