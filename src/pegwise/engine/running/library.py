"""The kernels that come compiled: shared libraries in ``compiled/``, checked before they are loaded.

A library is used only where its digest, and that of the sources it was made of, are those of the manifest,
and the processor has its level. ``kernels/make.py`` of a checkout makes them.
"""

from __future__ import annotations

import ctypes
import hashlib
import warnings
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pegwise.engine.running import choice, processor
from pegwise.engine.running.choice import NATIVE, VARIABLE, WASM, compiling, manifest
from pegwise.engine.running.sources import FOLDER, file_of, symbol_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PROCESSOR", "describe", "function", "has", "has_wasmtime", "is_damaged", "levels", "uses_wasm"]
__all__ += ["warn_of_damage"]

PROCESSOR = "x86-64/processor.so"
"""The library that asks the processor; it runs on every x86-64."""
_DAMAGED = f"the compiled kernels in {FOLDER} are damaged, and not used; install pegwise again"


@cache
def _opened(name: str) -> ctypes.CDLL | None:
    """A library, if it is there and as the manifest says; what is not is never loaded."""
    path = FOLDER / name
    with suppress(OSError, KeyError):
        if hashlib.sha256(path.read_bytes()).hexdigest() == manifest().files[name][0]:
            return ctypes.CDLL(str(path))
    return None


@cache
def levels() -> tuple[str, ...]:
    """The folders with code that this processor runs, the best first."""
    _warn_of_unknown()
    family, wanted = processor.family(), choice.wanted()
    if family is None or wanted in (NATIVE, WASM):
        return ()
    if family != "x86-64":
        return (family,)
    asker = _opened(PROCESSOR)
    if asker is None and PROCESSOR in manifest().files:
        warn_of_damage()
    best = None if asker is None else processor.level_by(asker)
    if best is None:
        return ()
    if wanted in processor.LEVELS and wanted > best:
        _warn(f"{VARIABLE}={wanted}, but this processor has {best}: {best} is used")
    most = min(wanted, best) if wanted in processor.LEVELS else best
    found = processor.LEVELS[processor.LEVELS.index(most) :]
    return tuple(f"{family}-{level}" for level in found)


@cache
def uses_wasm() -> bool:
    """Tell whether kernels run in WebAssembly: it is asked for, or no library comes for this computer.

    Where libraries should be, but are damaged, it serves if it is installed.
    """
    _warn_of_unknown()
    here, asked = manifest(), choice.wanted()
    if not compiling() or asked == NATIVE or not any(name.startswith(f"{WASM}/") for name in here.files):
        return False
    if asked == WASM or processor.family() is None:
        return True
    folders = tuple(f"{level}/" for level in levels())
    return not any(name.startswith(folders) for name in here.files) and has_wasmtime()


@cache
def has_wasmtime() -> bool:
    """Tell whether the package wasmtime is installed; it may still be found broken."""
    return find_spec("wasmtime") is not None


@cache
def _warn_of_unknown() -> None:
    """Tell that nothing is asked for by what the user says, once."""
    wanted, known = choice.wanted(), (*processor.LEVELS, WASM, NATIVE)
    if wanted and wanted not in known:
        choices = ", ".join(known)
        _warn(f"{VARIABLE}={wanted} is not one of {choices}; the level is chosen by the processor")


@cache
def warn_of_damage() -> None:
    """Tell that libraries are damaged, once."""
    _warn(_DAMAGED)


def _warn(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=2)


def _listed(title: str) -> list[str]:
    names = [f"{level}/{file_of(title)}.so" for level in levels()]
    return [name for name in names if manifest().is_current(name)]


def is_damaged(title: str) -> bool:
    """Tell whether libraries with a kernel come for this processor, but none of them is whole."""
    return bool(_listed(title)) and not has(title)


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
        warn_of_damage()
    return None


def describe() -> str:
    """Which compiled kernels are in use, for people, or why there are none.

    Returns:
        A name such as ``x86-64-v3``.
    """
    if choice.wanted() == NATIVE:
        return "compiled here"
    if uses_wasm():
        from pegwise.engine.running import wasm

        return wasm.describe()
    if not any(manifest().is_current(name) for name in manifest().files):
        return "none: those that came were made of other sources" if FOLDER.exists() else "none"
    found = [level for level in levels() if _opened(f"{level}/words.so") is not None]
    if not found:
        whole = processor.family() != "x86-64" or _opened(PROCESSOR) is not None
        return "none for this processor" if whole and not levels() else "none: they are damaged"
    return found[0] if found[0] == levels()[0] else f"{found[0]} ({levels()[0]} is damaged)"
