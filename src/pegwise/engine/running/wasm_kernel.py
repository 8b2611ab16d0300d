"""Kernels that run in WebAssembly: their arguments are words that say where arrays are in its memory."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.running import wasm
from pegwise.engine.running.kernel_loader import Kernel, address

if TYPE_CHECKING:
    from collections.abc import Callable

_NOBODY = np.zeros(0, np.uint8)
_NOBODY.flags.writeable = False


class WasmKernel(Kernel):
    """A kernel in WebAssembly: arrays that are not in its memory are copied there for a call, and back."""

    def prepare(self) -> Callable[..., int]:
        """Return what calls it in this thread; NoKernelsError where WebAssembly does not run here."""
        found: dict[str, Callable[..., int]] = wasm.here().functions
        if self.title not in found:
            wasm.here().load(self.title)
        return found[self.title]

    def ending(self, *last: Any) -> Callable[..., None]:
        """The same, with fixed words for the last arguments if they are all in the memory."""
        first = len(self.entry.arguments) - len(last)
        copied = list[tuple[Any, int]]()
        fixed = self._placed(first, last, copied)
        wasm.here().clear()
        if copied:
            return lambda *args: self(*args, *last)

        def run(*args: Any) -> None:
            copied = list[tuple[Any, int]]()
            if self._finish(self.prepare(), self._placed(0, args, copied) + fixed, copied):
                self(*args, *last)  # once more, to say what is wrong

        return run

    def _run(self, args: tuple[Any, ...]) -> int:
        copied = list[tuple[Any, int]]()
        return self._finish(self.prepare(), self._placed(0, args, copied), copied)

    def _finish(self, call: Callable[..., int], words: bytes, copied: list[tuple[Any, int]]) -> int:
        """Call it, and bring back what it has written into copies."""
        status = call(words)
        if copied:
            here = wasm.here()
            for array, where in copied:
                if array.flags.writeable:
                    ctypes.memmove(address(array), here.base + where, array.nbytes)
            copied.clear()
            here.clear()
        return status

    def _placed(self, first: int, args: tuple[Any, ...], copied: list[tuple[Any, int]]) -> bytes:
        """As `_words`, with places in the memory; ``copied`` gets the arrays that are written, and where."""
        here = wasm.here()
        arrays, pack = self._packers.get((first, len(args))) or self._packer(first, len(args))
        words = list(args)
        for index in arrays:
            array, wanted = args[index], self.entry.arguments[first + index]
            self._check(first + index, wanted, array)
            where = address(array) - here.base
            if not 0 <= where < wasm.MEMORY:
                where = here.staged(where + here.base, array.nbytes)
                copied.append((array if wanted.written else _NOBODY, where))
            words[index : index + 1] = (where, *array.shape)
        return pack(*words)
