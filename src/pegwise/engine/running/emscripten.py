"""Kernels where Python itself is WebAssembly, as in a browser (Pyodide): they work in the memory of Python.

The modules are the same as everywhere. One becomes a shared library of Emscripten by a few bytes: a section
that calls it one, a memory that no threads share, and the end of a stack that it gets here. Then ctypes loads
and calls it as it does a native library, and no array is copied.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.running.kernel_manifest import NoKernelsError

if TYPE_CHECKING:
    from collections.abc import Iterator


IS_HERE = sys.platform == "emscripten"
"""Whether Python runs as WebAssembly."""
_HEAD = 8
"""Bytes before the sections of a module."""
_CUSTOM, _IMPORTS, _GLOBALS = 0, 2, 6
_LIBRARY = b"\x08dylink.0\x01\x04\x00\x00\x00\x00"
"""The section of a library that needs no memory and no table of its own."""
_SHARED, _UNSHARED = b"\x03env\x06memory\x02\x03", b"\x03env\x06memory\x02\x01"
_STACK_POINTER, _END = b"\x01\x7f\x01\x41", b"\x0b"
"""A module has one global, an integer of 32 bits: this comes before its first value, that after it."""
_STACK, _LINE = 1 << 18, 64
"""Bytes of the stack, for what the code cannot keep in registers; where it may end."""


def shared_library(code: bytes, stack: int) -> bytes:
    """Make a shared library of Emscripten from a module of kernels, whose stack ends at this address."""
    made = [code[:_HEAD], _section(_CUSTOM, _LIBRARY)]
    for kind, content in _sections(code):
        if kind == _IMPORTS:
            content = content.replace(_SHARED, _UNSHARED)
        elif kind == _GLOBALS:
            content = _STACK_POINTER + _written(stack - (stack >> 31 << 32)) + _END
        made.append(_section(kind, content))
    return b"".join(made)


def opened(code: bytes, name: str) -> ctypes.CDLL:
    """Load the kernels of a module."""
    import tempfile

    stack_end = int(_stack().ctypes.data + _STACK) // _LINE * _LINE
    with tempfile.NamedTemporaryFile(prefix=name, suffix=".so", delete=False) as file:
        file.write(shared_library(code, stack_end))
    try:
        return ctypes.CDLL(file.name)
    except OSError as error:
        raise NoKernelsError(
            f"this browser does not run the kernels of pegwise: it needs WebAssembly with SIMD ({error})"
        ) from error
    finally:
        Path(file.name).unlink()


@cache
def _stack() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.zeros(_STACK, np.uint8)  # kernels call no kernels: they all have the same


def _sections(code: bytes) -> Iterator[tuple[int, bytes]]:
    at = _HEAD
    while at < len(code):
        kind, (size, start) = code[at], _number(code, at + 1)
        at = start + size
        yield kind, code[start:at]


def _section(kind: int, content: bytes) -> bytes:
    return bytes([kind]) + _written(len(content)) + content


def _number(code: bytes, at: int) -> tuple[int, int]:
    """Read a number of 7 bits a byte, the lowest first; returns where the next byte is, too."""
    found = shift = 0
    while True:
        byte = code[at]
        found |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return found, at


def _written(number: int) -> bytes:
    """Write such a number of 32 bits, with a sign or without, always in five bytes.

    >>> _number(_written(300), 0), _written(-1)
    ((300, 5), b'\\xff\\xff\\xff\\xff\\x7f')
    """
    return bytes([number >> 7 * place & 0x7F | (0x80 if place < 4 else 0) for place in range(5)])
