"""Kernels ready to call: from this process, from the store, or compiled now, in this order.

A kernel already in the store costs some milliseconds and never imports numba. A call costs half a
microsecond, and releases the interpreter lock while it runs.
"""

from __future__ import annotations

import ctypes
import os
import struct
import threading
from functools import cache
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
import numpy as np

from . import abi, store
from .catalogue import CATALOGUE

if TYPE_CHECKING:
    from collections.abc import Callable

    from .catalogue import Entry, Shape

OFF = "PEGWISE_JIT"
"""Set to 0 (or NUMBA_DISABLE_JIT to 1), this has every kernel run as plain Python, far slower."""

_LOCK = threading.RLock()
_TABLE = abi.TABLE
_hook: Callable[[str], None] | None = None


def on_compile(hook: Callable[[str], None] | None) -> None:
    """Has this called with a kernel's name before it is compiled, so that a face can say so."""
    global _hook
    _hook = hook


def compiling() -> bool:
    """Whether kernels are compiled at all, rather than run as plain Python."""
    return os.environ.get(OFF) != "0" and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


class KernelError(ValueError):
    """Arrays that a kernel does not take."""


class Kernel:
    """A kernel for one shape: call it with its scalars, then its arrays, as the catalogue says."""

    __slots__ = ("_call", "_pack", "_scalars", "entry", "key", "shape", "title")

    def __init__(self, entry: Entry, shape: Shape | None) -> None:
        self.entry, self.shape = entry, shape
        self.title = entry.title(shape)
        self.key = store.key(self.title, entry.signature)
        scalars = [argument for argument in entry.arguments if not argument.dimensions]
        self._scalars = len(scalars)
        kinds = "".join("Q" if argument.dtype == "uint64" else "q" for argument in scalars)
        self._pack = struct.Struct(f"={'q'}{kinds}{'Q' * (len(entry.arguments) - len(scalars))}").pack
        self._call: Callable[[bytes], int] | None = None

    def is_ready(self) -> bool:
        """Whether a call would start at once, without compiling first."""
        return self._call is not None or not compiling() or store.read(self.key) is not None

    def prepare(self) -> Callable[[bytes], int]:
        """Loads or compiles it now rather than at the first call."""
        if self._call is None:
            with _LOCK:
                self._call = self._call or _load(self)
        return self._call

    def __call__(self, *args: Any) -> None:
        """Runs it; KernelError where the arrays are not what it takes."""
        call, split = self._call or self.prepare(), self._scalars
        if status := call(self._pack(_TABLE, *args[:split], *map(id, args[split:]))):
            self._refused(status, args)

    def _refused(self, status: int, args: tuple[Any, ...]) -> None:
        """Tries again where only numpy's view of the arrays is at fault, else says what is."""
        if status < abi.WRONG:
            msg = f"{self.title}: shapes {[np.shape(arg) for arg in args[self._scalars :]]} do not fit"
            raise KernelError(msg)
        again = [self._plain(index, args[index]) for index in range(self._scalars, len(args))]
        status = self._again(args[: self._scalars], again)
        if status:
            self._refused(min(status, abi.WRONG - 1), args)

    def _again(self, scalars: tuple[Any, ...], arrays: list[Any]) -> int:
        return self.prepare()(self._pack(_TABLE, *scalars, *map(id, arrays)))

    def _plain(self, index: int, array: Any) -> Any:
        """The same memory as a plain array of the very dtype, if that is all it takes."""
        wanted = self.entry.arguments[index]
        if (
            not isinstance(array, np.ndarray)
            or array.dtype != wanted.dtype
            or array.ndim != wanted.dimensions
            or not (array.flags.c_contiguous and array.flags.aligned)
            or (wanted.written and not array.flags.writeable)
        ):
            what = f"{array.dtype}{list(array.shape)}" if isinstance(array, np.ndarray) else repr(type(array))
            kind = f"{'writeable ' * wanted.written}{wanted.dtype}"
            msg = f"{self.title}: argument {index} is {what}, not contiguous {kind} of {wanted.dimensions}D"
            raise KernelError(msg)
        return array.view(np.ndarray).view(np.dtype(wanted.dtype))


class PlainKernel(Kernel):
    """The same, run as plain Python."""

    __slots__ = ("_function",)

    def __init__(self, entry: Entry, shape: Shape | None) -> None:
        super().__init__(entry, shape)
        self._function = entry.function(shape)

    def is_ready(self) -> bool:
        """Always."""
        return True

    def prepare(self) -> Callable[[bytes], int]:
        """There is no machine code of it."""
        msg = f"{self.title} runs as plain Python"
        raise RuntimeError(msg)

    def __call__(self, *args: Any) -> None:
        """Runs it, with the same numbers and refusals as the compiled one."""
        arrays = [self._plain(index, args[index]) for index in range(self._scalars, len(args))]
        kinds = self.entry.arguments[: self._scalars]
        scalars = [np.dtype(kind.dtype).type(arg) for kind, arg in zip(kinds, args, strict=False)]
        if status := self._function(*scalars, *arrays):
            self._refused(status, args)


def kernel(name: str, pegs: int | None = None, black_only: bool = False) -> Kernel:
    """The kernel of this name, for this shape if it has one. Costs nothing until it is called."""
    return _kernel(name, None if pegs is None else (pegs, bool(black_only)), compiling())


@cache
def _kernel(name: str, shape: Shape | None, compiled: bool) -> Kernel:
    return (Kernel if compiled else PlainKernel)(CATALOGUE[name], shape)


@cache
def _engine() -> Any:
    """The one place in memory where code is put. Lives as long as the process."""
    if not abi.holds():
        msg = "numpy's arrays are not laid out here as pegwise's kernels expect"
        raise RuntimeError(msg)
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


def _load(wanted: Kernel) -> Callable[[bytes], int]:
    """The machine code of a kernel as a function of its packed arguments."""
    code = store.read(wanted.key)
    if code is None:
        if _hook is not None:
            _hook(wanted.title)
        from .compile import compile_kernel

        code = compile_kernel(wanted.entry, wanted.shape, wanted.key)
        store.write(wanted.key, code)
    engine = _engine()
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address = engine.get_function_address(wanted.key)
    if not address:
        msg = f"the object of {wanted.title} has no function {wanted.key}"
        raise RuntimeError(msg)
    # A CFUNCTYPE, unlike a PYFUNCTYPE, releases the interpreter lock while it runs.
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_char_p)(address)
