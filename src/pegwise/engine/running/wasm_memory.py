"""Blocks of the memory that all instances of WebAssembly share, and arrays in them."""

from __future__ import annotations

import ctypes
import gc
import math
import threading
from bisect import bisect_left, insort
from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import DTypeLike, NDArray


_LINE = 64
"""Blocks begin where the processor's caches begin to hold bytes together."""


class Heap:
    """The memory from ``start`` on, which begins at the address ``base`` of this process.

    ``grow`` is told how many bytes of it are needed in all; it raises a LimitError if there are not as many.
    """

    def __init__(self, base: int, start: int, grow: Callable[[int], None]) -> None:
        self.base, self._grow = base, grow
        self._end = -(-start // _LINE) * _LINE  # what is beyond was never used: it is zero
        self._free: list[tuple[int, int]] = []  # (where, bytes) of each gap, in order
        self._freed: deque[tuple[int, int]] = deque()
        self.lock = threading.Lock()

    def array(self, shape: int | tuple[int, ...], dtype: DTypeLike, *, zero: bool) -> NDArray[Any]:
        """Return a new array in the memory, which is given back when nobody refers to it any more."""
        kind = np.dtype(dtype)
        size = math.prod(shape if isinstance(shape, tuple) else (shape,)) * kind.itemsize
        block = self.block(size, zero=zero)
        return np.ndarray(shape, kind, np.asarray(block))

    def block(self, size: int, *, zero: bool = False) -> _Block:
        """Return so many bytes of the memory; they are given back when nobody refers to them any more."""
        size = max(_LINE, -(-size // _LINE) * _LINE)
        try:
            where, used = self._taken(size)
        except LimitError:
            gc.collect()  # what only refers to itself still has its memory
            where, used = self._taken(size)
        if zero and used:
            ctypes.memset(self.base + where, 0, size)
        return _Block(self, where, size)

    def give_back(self, where: int, size: int) -> None:
        """Take a block back when it suits: an object may end while the heap is at work, so nothing waits."""
        self._freed.append((where, size))

    def _taken(self, size: int) -> tuple[int, bool]:
        with self.lock:
            self._take_back()
            return self._find(size)

    def _find(self, size: int) -> tuple[int, bool]:
        """Where there are so many bytes, and whether they were used before."""
        for at, (where, room) in enumerate(self._free):
            if room >= size:
                self._free[at : at + 1] = [(where + size, room - size)] if room > size else []
                return where, True
        where = self._end
        self._grow(where + size)
        self._end += size
        return where, False

    def _take_back(self) -> None:
        while self._freed:
            where, size = self._freed.popleft()
            at = bisect_left(self._free, (where, 0))
            if at < len(self._free) and self._free[at][0] == where + size:
                size += self._free.pop(at)[1]
            if at and sum(self._free[at - 1]) == where:
                before, room = self._free.pop(at - 1)
                where, size = before, room + size
            insort(self._free, (where, size))


class _Block:
    """Bytes of a heap; an array made of them keeps them."""

    def __init__(self, heap: Heap, where: int, size: int) -> None:
        self.heap, self.where, self.size = heap, where, size

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return {
            "version": 3,
            "shape": (self.size,),
            "typestr": "|u1",
            "data": (self.heap.base + self.where, False),
        }

    def __del__(self) -> None:
        self.heap.give_back(self.where, self.size)
