"""Kernels ready to call: native where that comes for this computer, else in WebAssembly.

A call costs about a microsecond an array, and releases the interpreter lock while it runs.
"""

from __future__ import annotations

import ctypes
import struct
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.kernels.catalogue import CATALOGUE, Argument, Entry, Shape
from pegwise.engine.running import native_kernel_choice, wasm

if TYPE_CHECKING:
    from collections.abc import Callable


WRONG_SHAPES = 1
"""What a kernel answers where the lengths of its arrays do not go together."""


class KernelError(ValueError):
    """Arrays that a kernel does not take: a mistake in the program, not in the question."""


_NOTHING = ctypes.c_char * 0
_NOBODY = np.zeros(0, np.uint8)
_NOBODY.flags.writeable = False


def _address(array: Any) -> int:
    """Where an array's memory begins: what ``array.ctypes.data`` tells too, in four times as long."""
    if array.flags.writeable:
        return ctypes.addressof(_NOTHING.from_buffer(array))
    return int(array.ctypes.data)  # `from_buffer` takes none that is only read


class Kernel:
    """A kernel for one shape: call it with its scalars, then its arrays, as the catalogue says."""

    def __init__(self, entry: Entry, shape: Shape | None) -> None:
        self.entry, self.shape = entry, shape
        self.title = entry.title(shape)
        self._call: Callable[[bytes], int] | None = None
        self._packers: dict[tuple[int, int], tuple[list[int], Callable[..., bytes]]] = {}

    def prepare(self) -> Callable[..., int]:
        """Load it now rather than at the first call; NoKernelsError where that cannot be."""
        if self._call is None:
            self._call = native_kernel_choice.function(self.title)
        return self._call

    def __call__(self, *args: Any) -> None:
        """Run it; KernelError where the arrays are not what it takes, else as `prepare`."""
        status = self._run(args)
        if status == WRONG_SHAPES:
            shapes = [np.shape(arg) for arg in args if isinstance(arg, np.ndarray)]
            raise KernelError(f"{self.title}: shapes {shapes} do not fit")
        if status:
            raise RuntimeError(f"an error inside {self.title}")

    def ending(self, *last: Any) -> Callable[..., None]:
        """The kernel with its last arguments in place, for many calls in which only the first ones change."""
        first = len(self.entry.arguments) - len(last)
        fixed, call = self._words(first, last), self.prepare()

        def run(*args: Any) -> None:
            if call(self._words(0, args) + fixed):
                self(*args, *last)  # once more, to say what is wrong

        return run

    def _run(self, args: tuple[Any, ...]) -> int:
        self._count(args)
        call = self._call or self.prepare()
        return call(self._words(0, args))

    def _count(self, args: tuple[Any, ...]) -> None:
        if len(args) != len(self.entry.arguments):
            raise TypeError(f"{self.title} takes {len(self.entry.arguments)} arguments, not {len(args)}")

    def _words(self, first: int, args: tuple[Any, ...]) -> bytes:
        """Arguments from the first of these on as the words that a kernel reads."""
        arrays, pack = self._packers.get((first, len(args))) or self._packer(first, len(args))
        words = list(args)
        for index in arrays:
            array = args[index]
            self._check(first + index, self.entry.arguments[first + index], array)
            words[index : index + 1] = (_address(array), *array.shape)
        return pack(*words)

    def _packer(self, first: int, count: int) -> tuple[list[int], Callable[..., bytes]]:
        """Which of so many arguments are arrays, the last first; what packs addresses, lengths, scalars."""
        kinds = {"uint64": "Q", "int64": "q"}
        some = self.entry.arguments[first : first + count]
        words = [f"Q{each.dimensions}q" if each.dimensions else kinds[each.dtype] for each in some]
        arrays = [index for index, each in enumerate(some) if each.dimensions][::-1]
        found = self._packers[first, count] = arrays, struct.Struct(f"={''.join(words)}").pack
        return found

    def _check(self, index: int, wanted: Argument, array: Any) -> None:
        """KernelError unless an array is as the catalogue says."""
        if isinstance(array, np.ndarray) and array.dtype == wanted.dtype and array.ndim == wanted.dimensions:
            flags = array.flags
            if flags.c_contiguous and flags.aligned and (flags.writeable or not wanted.written):
                return
        what = f"{array.dtype}{list(array.shape)}" if isinstance(array, np.ndarray) else repr(type(array))
        kind = f"{'writeable ' * wanted.written}{wanted.dtype}"
        raise KernelError(
            f"{self.title}: argument {index} is {what}, not contiguous {kind} of {wanted.dimensions}D"
        )


class WasmKernel(Kernel):
    """The same in WebAssembly: arrays that are not in its memory are copied there for a call, and back."""

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
        self._count(args)
        copied = list[tuple[Any, int]]()
        return self._finish(self.prepare(), self._placed(0, args, copied), copied)

    def _finish(self, call: Callable[..., int], words: bytes, copied: list[tuple[Any, int]]) -> int:
        """Call it, and bring back what it has written into copies."""
        status = call(words)
        if copied:
            here = wasm.here()
            for array, where in copied:
                if array.flags.writeable:
                    ctypes.memmove(_address(array), here.base + where, array.nbytes)
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
            where = _address(array) - here.base
            if not 0 <= where < wasm.MEMORY:
                where = here.staged(where + here.base, array.nbytes)
                copied.append((array if wanted.written else _NOBODY, where))
            words[index : index + 1] = (where, *array.shape)
        return pack(*words)


def kernel(name: str, pegs: int | None = None, black_only: bool = False) -> Kernel:
    """The kernel of this name, for games of so many pegs if it has shapes; it is loaded when first called."""
    return _kernel(name, None if pegs is None else CATALOGUE[name].choose(pegs, black_only))


@cache
def _kernel(name: str, shape: Shape | None) -> Kernel:
    return (WasmKernel if native_kernel_choice.uses_wasm() else Kernel)(CATALOGUE[name], shape)
