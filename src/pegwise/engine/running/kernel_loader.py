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
from pegwise.engine.running import kernel_choice

if TYPE_CHECKING:
    from collections.abc import Callable


WRONG_SHAPES = 1
"""What a kernel answers where the lengths of its arrays do not go together."""


class KernelError(ValueError):
    """Arrays that a kernel does not take: a mistake in the program, not in the question."""


_NOTHING = ctypes.c_char * 0


def address(array: Any) -> int:
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
            self._call = kernel_choice.function(self.title)
        return self._call

    def __call__(self, *args: Any) -> None:
        """Run it; KernelError where the arrays are not what it takes, else as `prepare`."""
        if len(args) != len(self.entry.arguments):
            raise TypeError(f"{self.title} takes {len(self.entry.arguments)} arguments, not {len(args)}")
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
        call = self._call or self.prepare()
        return call(self._words(0, args))

    def _words(self, first: int, args: tuple[Any, ...]) -> bytes:
        """Arguments from the first of these on as the words that a kernel reads."""
        arrays, pack = self._packers.get((first, len(args))) or self._packer(first, len(args))
        words = list(args)
        for index in arrays:
            array = args[index]
            self._check(first + index, self.entry.arguments[first + index], array)
            words[index : index + 1] = (address(array), *array.shape)
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


def kernel(name: str, pegs: int | None = None, black_only: bool = False) -> Kernel:
    """The kernel of this name, for games of so many pegs if it has shapes; it is loaded when first called."""
    return _kernel(name, None if pegs is None else CATALOGUE[name].choose(pegs, black_only))


@cache
def _kernel(name: str, shape: Shape | None) -> Kernel:
    if kernel_choice.uses_wasm():
        from pegwise.engine.running.wasm_kernel import WasmKernel

        return WasmKernel(CATALOGUE[name], shape)
    return Kernel(CATALOGUE[name], shape)
