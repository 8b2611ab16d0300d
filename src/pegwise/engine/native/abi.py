"""How compiled kernels see numpy arrays: the header every extension of numpy is compiled against.

``PyArrayObject_fields`` in numpy's C interface, behind the head of a Python object. ``holds`` looks
whether it is so here.
"""

from __future__ import annotations

import ctypes
import sys

import numpy as np

HEAD = object.__basicsize__
TYPE = HEAD - 8
DATA, DIMENSIONS, SHAPE, DTYPE, FLAGS = HEAD, HEAD + 8, HEAD + 16, HEAD + 40, HEAD + 48
READABLE = 0x0001 | 0x0100
"""Contiguous, aligned."""
WRITEABLE = 0x0400
DTYPES = ("uint8", "uint16", "int32", "int64", "uint64")
WRONG = 100
"""A kernel answers WRONG + i when its argument i is not what it should be."""
RAISED = -1
"""A kernel answers this when there was an error in it, as with NUMBA_BOUNDSCHECK there may be."""

_TABLE = (ctypes.c_int64 * (1 + len(DTYPES)))(id(np.ndarray), *(id(np.dtype(name)) for name in DTYPES))
TABLE = ctypes.addressof(_TABLE)
"""Address of what arrays are compared with: their type, and the dtypes in the order of DTYPES."""


def holds() -> bool:
    """Whether an array's header is here what this module says."""
    if (sys.implementation.name, sys.byteorder, ctypes.sizeof(ctypes.c_void_p)) != ("cpython", "little", 8):
        return False
    array = np.zeros((3, 5), dtype=np.uint16)
    fixed = np.zeros((3, 5), dtype=np.uint16)[:, ::2]
    fixed.setflags(write=False)

    def word(of: object, offset: int) -> int:
        return ctypes.c_int64.from_address(id(of) + offset).value

    def half(of: object, offset: int) -> int:
        return ctypes.c_int32.from_address(id(of) + offset).value

    every = READABLE | WRITEABLE
    return (
        word(array, TYPE) == id(np.ndarray)
        and word(array, DATA) == array.ctypes.data
        and half(array, DIMENSIONS) == 2
        and list((ctypes.c_int64 * 2).from_address(word(array, SHAPE))) == [3, 5]
        and word(array, DTYPE) == id(np.dtype(np.uint16))
        and half(array, FLAGS) & every == every
        and half(fixed, FLAGS) & every == READABLE & ~1
    )
