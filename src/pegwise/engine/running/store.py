"""Where compiled kernels are kept between runs: one small checked file each, found by what went into it.

The folders, in this order: the one PEGWISE_CACHE names, and no other, where it is set; a folder in the
package; the user's cache folder. Where none can be written a kernel lives in its process only.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from pegwise.engine.running.sources import all_digest

FORMAT = b"pegwise object 1\n"
VARIABLE = "PEGWISE_CACHE"
KEPT = 4
"""Objects of one kernel and shape a folder holds: those of other versions, or other machines' kinds."""
_ABANDONED = 3600.0
"""Seconds after which an unfinished file is nobody's any more."""
_DIGITS = 32
"""Of the hash in an object's name."""
_HERE = Path(__file__).parent
_SETTINGS = [
    *("NUMBA_OPT", "NUMBA_BOUNDSCHECK", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"),
    *("NUMBA_ENABLE_AVX", "NUMBA_LOOP_VECTORIZE", "NUMBA_SLP_VECTORIZE"),
]
"""Environment variables by which numba makes other code."""


@cache
def folders() -> tuple[Path, ...]:
    """Where objects may lie, the best place first."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return (Path(chosen),)
    from platformdirs import user_cache_dir

    return (_HERE / "objects", Path(user_cache_dir("pegwise", appauthor=False)) / "objects")


def of_the_user() -> tuple[Path, ...]:
    """The last of them: what is not part of the package goes there."""
    return folders()[-1:]


def _numba() -> bytes:
    """What tells versions of numba apart, without importing it or the slow ``importlib.metadata``."""
    spec = find_spec("numba")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        with suppress(OSError):
            return (Path(folder) / "_version.py").read_bytes()
    from importlib.metadata import version

    return version("numba").encode()


@cache
def _surroundings() -> bytes:
    """Everything but its own name that a kernel's code depends on."""
    # Imported here: where LLVM cannot be loaded this module still can.
    import llvmlite
    import llvmlite.binding as llvm

    parts = [
        FORMAT,
        all_digest().encode(),
        _numba(),
        llvmlite.__version__.encode(),
        llvm.get_process_triple().encode(),
        llvm.get_host_cpu_name().encode(),
        llvm.get_host_cpu_features().flatten().encode(),
        *(f"{name}={os.environ.get(name, '')}".encode() for name in _SETTINGS),
    ]
    return hashlib.sha256(b"\0".join(parts)).digest()


def key(title: str, signature: str) -> str:
    """The name of a kernel's object: equal only where the code would be."""
    return name_of(title, _surroundings() + f"{title}\0{signature}".encode())


def name_of(what: str, surroundings: bytes) -> str:
    """The name of a file in the store: what it is, and a digest of all that its contents depend on."""
    return f"{what}-{hashlib.sha256(surroundings).hexdigest()[:_DIGITS]}"


def _trusted(path: Path) -> bool:
    """Tell whether nobody but this user, or whoever installed the package, can have written this file."""
    if not hasattr(os, "getuid"):
        return True
    facts = path.stat()
    return facts.st_uid in (os.getuid(), _HERE.stat().st_uid) and not facts.st_mode & 0o002


def read(name: str, places: tuple[Path, ...] | None = None) -> bytes | None:
    """The object with this key; None where there is none, or none that is whole."""
    for folder in folders() if places is None else places:
        path = folder / name
        with suppress(OSError):
            content = path.read_bytes()
            head = FORMAT + hashlib.sha256(name.encode() + content[len(FORMAT) + 32 :]).digest()
            if content.startswith(head) and _trusted(path):
                return content[len(head) :]
    return None


def write(name: str, code: bytes, places: tuple[Path, ...] | None = None) -> Path | None:
    """Keeps an object; returns where, or None where no folder can be written.

    The file appears whole or not at all. Two processes may write the same one: the contents are equal.
    """
    for folder in folders() if places is None else places:
        with suppress(OSError):
            return _write(folder, name, code)
    return None


def _write(folder: Path, name: str, code: bytes) -> Path:
    import tempfile

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(FORMAT + hashlib.sha256(name.encode() + code).digest() + code)
        Path(temporary).replace(folder / name)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise
    _tidy(folder, name)
    return folder / name


def _tidy(folder: Path, name: str) -> None:
    """Deletes old objects of the kernel of this name, and what killed processes left unfinished."""
    same = re.compile(re.escape(name[: -_DIGITS - 1]) + f"-[0-9a-f]{{{_DIGITS}}}")
    found: list[tuple[float, Path]] = []
    for path in folder.iterdir():
        with suppress(OSError):
            changed = path.stat().st_mtime
            if path.suffix == ".part" and changed < time.time() - _ABANDONED:
                path.unlink()
            elif path.name != name and same.fullmatch(path.name):
                found.append((changed, path))
    for _, path in sorted(found, reverse=True)[KEPT - 1 :]:
        with suppress(OSError):
            path.unlink()
