"""The kernels that come compiled: shared libraries in ``compiled/``, checked before they are loaded.

``compiled/manifest.txt`` has the digest of the sources they were made of, and of each library. A library is
used only where both are right and the processor has its level. ``kernels/make.py`` of a checkout makes them.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pegwise.engine.running import processor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["FOLDER", "VARIABLE", "describe", "file_of", "function", "has", "levels", "source_digest"]

FOLDER = Path(__file__).parent / "compiled"
MANIFEST = "manifest.txt"
HEAD = "pegwise kernels 1"
VARIABLE = "PEGWISE_CPU"
"""With v4, v3 or v2 no higher level is used; with native, kernels are compiled for this very processor."""
NATIVE = "native"
PROCESSOR = "x86-64/processor.so"
"""The library that asks the processor; it runs on every x86-64."""
_ENGINE = Path(__file__).parent.parent
_DAMAGED = f"the compiled kernels in {FOLDER} are damaged, and not used; install pegwise again"


def sources() -> Iterator[Path]:
    """The files that kernels are compiled from, in the order of their names."""
    yield from sorted((_ENGINE / "kernels").rglob("*.py"))
    yield _ENGINE / "running" / "compile.py"


@cache
def source_digest() -> str:
    """The digest of the kernels' sources; the same for whatever line ends a checkout has."""
    digest = hashlib.sha256()
    for path in sources():
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(b"%s\0%d\0%s" % (path.relative_to(_ENGINE).as_posix().encode(), len(text), text))
    return digest.hexdigest()


def file_of(title: str) -> str:
    """The library that holds a kernel: that of its number of pegs, or ``words`` for those of every game.

    >>> file_of("count-4-black"), file_of("split")
    ('4.so', 'words.so')
    """
    _, _, shape = title.partition("-")
    return f"{shape.partition('-')[0] or 'words'}.so"


def symbol_of(title: str) -> str:
    """The name of a kernel in its library."""
    return title.replace("-", "_")


@cache
def _manifest() -> dict[str, str]:
    """The digest of every library that is made of these sources; empty where there is none."""
    with suppress(OSError, ValueError):
        head, made, *lines = (FOLDER / MANIFEST).read_text(encoding="utf-8").splitlines()
        if (head, made) == (HEAD, f"sources  {source_digest()}"):
            return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    return {}


@cache
def _opened(name: str) -> ctypes.CDLL | None:
    """A library, if it is there and as the manifest says; what is not is never loaded."""
    path = FOLDER / name
    with suppress(OSError):
        if hashlib.sha256(path.read_bytes()).hexdigest() == _manifest().get(name):
            return ctypes.CDLL(str(path))
    return None


@cache
def levels() -> tuple[str, ...]:
    """The folders with code that this processor runs, the best first."""
    family, wanted = processor.family(), os.environ.get(VARIABLE, "")
    if family is None or wanted == NATIVE:
        return ()
    if family != "x86-64":
        return (family,)
    asker = _opened(PROCESSOR)
    if asker is None and PROCESSOR in _manifest():
        _warn(_DAMAGED)
    best = None if asker is None else processor.level_by(asker)
    if best is None:
        return ()
    if wanted:
        _complain(wanted, best)
    most = min(wanted, best) if wanted in processor.LEVELS else best
    found = processor.LEVELS[processor.LEVELS.index(most) :]
    return tuple(f"{family}-{level}" for level in found)


def _complain(wanted: str, best: str) -> None:
    if wanted not in processor.LEVELS:
        choices = ", ".join((*processor.LEVELS, NATIVE))
        _warn(f"{VARIABLE}={wanted} is not one of {choices}; the level is chosen by the processor")
    elif wanted > best:
        _warn(f"{VARIABLE}={wanted}, but this processor has {best}: {best} is used")


def _warn(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=2)


def _listed(title: str) -> list[str]:
    return [name for level in levels() if (name := f"{level}/{file_of(title)}") in _manifest()]


def has(title: str) -> bool:
    """Tell whether a kernel comes compiled for this processor; it may still be found damaged."""
    return any(_opened(name) is not None for name in _listed(title))


@cache
def function(title: str) -> Callable[[bytes], int] | None:
    """A kernel as a function of its packed arguments; None where it does not come compiled.

    Where a library is damaged, that of the next lower level is used; where all are, a warning says so.
    """
    listed = _listed(title)
    for name in listed:
        library = _opened(name)
        if library is not None:
            found = getattr(library, symbol_of(title))
            found.argtypes, found.restype = [ctypes.c_char_p], ctypes.c_int64
            return found  # type: ignore[no-any-return]
    if listed:
        _warn(_DAMAGED)
    return None


def describe() -> str:
    """Which compiled kernels are in use, for people: the level, or why there is none.

    Returns:
        A name such as ``x86-64-v3``.
    """
    if os.environ.get(VARIABLE) == NATIVE:
        return "compiled here"
    if not _manifest():
        return "none: those that came were made of other sources" if FOLDER.exists() else "none"
    found = [level for level in levels() if _opened(f"{level}/words.so") is not None]
    if not found:
        whole = processor.family() != "x86-64" or _opened(PROCESSOR) is not None
        return "none for this processor" if whole and not levels() else "none: they are damaged"
    return found[0] if found[0] == levels()[0] else f"{found[0]} ({levels()[0]} is damaged)"
