"""The kernels that come compiled: shared libraries in ``compiled/``, checked before they are loaded.

A library is used only where its checksum, and that of the sources it was made of, are those of the manifest,
and the processor has its level. ``kernels/make.py`` of a checkout makes them. Where Python itself runs as
WebAssembly, the modules of kernels are such libraries.
"""

from __future__ import annotations

import ctypes
import os
import warnings
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pegwise.checks_without_threads import HAS_THREADS, look
from pegwise.engine.running import emscripten, processor_level
from pegwise.engine.running.kernel_manifest import (
    FOLDER,
    STALE,
    WASM,
    NoKernelsError,
    checksum,
    file_of,
    manifest,
    symbol_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable


VARIABLE = "PEGWISE_CPU"
"""With v4, v3 or v2 no higher level is used; with wasm, kernels run in WebAssembly."""
PROCESSOR = "x86-64/processor.so"
"""The library that asks the processor; it runs on every x86-64."""
_DAMAGED = f"the compiled kernels in {FOLDER} are damaged: install pegwise again"


def wanted() -> str:
    """What the user asks for, empty if nothing."""
    return os.environ.get(VARIABLE, "")


@cache
def is_whole(name: str) -> bool:
    """Tell whether a library, or a module, is there and as the manifest says."""
    with suppress(OSError, KeyError):
        return checksum((FOLDER / name).read_bytes()) == manifest().files[name][0]
    return False


@cache
def _opened(name: str) -> ctypes.CDLL | None:
    """A library; one that is not whole is never loaded."""
    if not is_whole(name):
        return None
    if emscripten.IS_HERE:
        return emscripten.opened((FOLDER / name).read_bytes(), Path(name).stem)
    with suppress(OSError):
        return ctypes.CDLL(str(FOLDER / name))
    return None


@cache
def levels() -> tuple[str, ...]:
    """The folders with code that this processor runs, the best first."""
    _warn_of_unknown()
    if emscripten.IS_HERE:
        return (WASM,)
    family, asked = processor_level.family(), wanted()
    if family is None or asked == WASM:
        return ()
    if family != "x86-64":
        return (family,)
    asker = _opened(PROCESSOR)
    if asker is None and PROCESSOR in manifest().files:
        _warn(_DAMAGED)
    best = None if asker is None else processor_level.level_by(asker)
    if best is None:
        return ()
    if asked in processor_level.LEVELS and asked > best:
        _warn(f"{VARIABLE}={asked}, but this processor has {best}: {best} is used")
    most = min(asked, best) if asked in processor_level.LEVELS else best
    found = processor_level.LEVELS[processor_level.LEVELS.index(most) :]
    return tuple(f"{family}-{level}" for level in found)


@cache
def uses_wasm() -> bool:
    """Tell whether kernels run in wasmtime: it is asked for, or no library comes for this computer.

    Where libraries come but are damaged, it serves if the package wasmtime is installed.
    """
    _warn_of_unknown()
    if emscripten.IS_HERE:
        return False
    here = manifest().files
    listed = [[name for name in here if name.startswith(f"{level}/")] for level in levels()]
    if wanted() == WASM or (here and not any(listed)):
        return True
    if find_spec("wasmtime") is None or not here or any(all(map(is_whole, names)) for names in listed):
        return False
    _warn(_DAMAGED)
    return True


def _warn_of_unknown() -> None:
    """Tell that nothing is asked for by what the user says."""
    asked, known = wanted(), (*processor_level.LEVELS, WASM)
    if asked and asked not in known:
        choices = ", ".join(known)
        _warn(f"{VARIABLE}={asked} is not one of {choices}; the level is chosen by the processor")


@cache
def _warn(text: str) -> None:
    """Tell of something, once."""
    warnings.warn(text, RuntimeWarning, stacklevel=2)


def _listed(title: str) -> list[str]:
    names = [f"{level}/{_file(title, level)}" for level in levels()]
    return [name for name in names if manifest().is_current(name)]


def _file(title: str, level: str) -> str:
    return f"{file_of(title)}.{'wasm' if level == WASM else 'so'}"


@cache
def function(title: str) -> Callable[[bytes], int]:
    """A kernel as a function of its packed arguments; NoKernelsError where it is not there.

    Where a library is damaged, that of the next lower level is used.
    """
    for name in _listed(title):
        library = _opened(name)
        if library is not None:
            found = getattr(library, symbol_of(title))
            found.argtypes, found.restype = [ctypes.c_char_p], ctypes.c_int64
            return found if HAS_THREADS else _looking(found)
    raise NoKernelsError(_DAMAGED if _listed(title) else STALE)


def _looking(call: Callable[[bytes], int]) -> Callable[[bytes], int]:
    """A kernel before which somebody looks at the clock: nobody can while it runs."""

    def look_and_call(words: bytes) -> int:
        look()
        return call(words)

    return look_and_call


def describe() -> str:
    """Which compiled kernels are in use, for people, or why there are none.

    Returns:
        A name such as ``x86-64-v3``.
    """
    if uses_wasm():
        from pegwise.engine.running import wasm

        return wasm.describe()
    current = [level for level in levels() if manifest().is_current(f"{level}/{_file('split', level)}")]
    found = [level for level in current if is_whole(f"{level}/{_file('split', level)}")]
    if not found:
        return "none: they are damaged" if current else "none: those that came were made of other sources"
    return found[0] if found[0] == current[0] else f"{found[0]} ({current[0]} is damaged)"
