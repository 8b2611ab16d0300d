"""Where modules of WebAssembly that are compiled are kept between runs: one checked file each.

The folder is the one that PEGWISE_CACHE names, else the user's cache folder. Where it cannot be written, a
module is compiled by each process.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

FORMAT = b"pegwise object 1\n"
VARIABLE = "PEGWISE_CACHE"
KEPT = 4
"""Files of one module that the folder holds: those of other versions, or other machines' kinds."""
_ABANDONED = 3600.0
"""Seconds after which an unfinished file is nobody's any more."""
_DIGITS = 32
"""Of the hash in a file's name."""


@cache
def folder() -> Path:
    """Where the files are."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("pegwise", appauthor=False)) / "objects"


def name_of(what: str, *made_of: str) -> str:
    """The name of a file: what it is, and a digest of all that its contents depend on."""
    return f"{what}-{hashlib.sha256(chr(0).join(made_of).encode()).hexdigest()[:_DIGITS]}"


def _trusted(path: Path) -> bool:
    """Tell whether nobody but this user can have written this file, as far as the system tells."""
    if not hasattr(os, "getuid"):
        return True
    facts = path.stat()
    return facts.st_uid == os.getuid() and not facts.st_mode & 0o002


def read(name: str) -> bytes | None:
    """The contents under this name; None where there are none, or none that are whole."""
    path = folder() / name
    with suppress(OSError):
        content = path.read_bytes()
        head = FORMAT + hashlib.sha256(name.encode() + content[len(FORMAT) + 32 :]).digest()
        if content.startswith(head) and _trusted(path):
            return content[len(head) :]
    return None


def write(name: str, code: bytes) -> None:
    """Keep contents, if the folder can be written.

    The file appears whole or not at all. Two processes may write the same one: the contents are equal.
    """
    place = folder()
    with suppress(OSError):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=place)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(FORMAT + hashlib.sha256(name.encode() + code).digest() + code)
            Path(temporary).replace(place / name)
        except BaseException:
            with suppress(OSError):
                Path(temporary).unlink()
            raise
        _tidy(place, name)


def _tidy(place: Path, name: str) -> None:
    """Delete old files of the module of this name, and what killed processes left unfinished."""
    same = re.compile(re.escape(name[: -_DIGITS - 1]) + f"-[0-9a-f]{{{_DIGITS}}}")
    found: list[tuple[float, Path]] = []
    for path in place.iterdir():
        with suppress(OSError):
            changed = path.stat().st_mtime
            if path.suffix == ".part" and changed < time.time() - _ABANDONED:
                path.unlink()
            elif path.name != name and same.fullmatch(path.name):
                found.append((changed, path))
    for _, path in sorted(found, reverse=True)[KEPT - 1 :]:
        with suppress(OSError):
            path.unlink()
