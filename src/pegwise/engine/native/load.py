"""Kernels ready to call: from this process, from the store, or compiled now, in this order.

A kernel already in the store costs some milliseconds and never imports numba. A call costs half a
microsecond, and releases the interpreter lock while it runs.
"""

from __future__ import annotations

import ctypes
import os
import struct
import threading
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from . import abi, store
from .catalogue import CATALOGUE
from .errors import KernelError, KernelUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .catalogue import Entry, Shape

__all__ = ["OFF", "Kernel", "KernelError", "KernelUnavailable", "PlainKernel"]
__all__ += ["compiling", "kernel", "on_compile"]

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


class Kernel:
    """A kernel for one shape: call it with its scalars, then its arrays, as the catalogue says."""

    def __init__(self, entry: Entry, shape: Shape | None) -> None:
        self.entry, self.shape = entry, shape
        self.title = entry.title(shape)
        scalars = [argument for argument in entry.arguments if not argument.dimensions]
        self._scalars = len(scalars)
        kinds = "".join("Q" if argument.dtype == "uint64" else "q" for argument in scalars)
        self._pack = struct.Struct(f"={'q'}{kinds}{'Q' * (len(entry.arguments) - len(scalars))}").pack
        self._call: Callable[[bytes], int] | None = None
        self._unavailable = ""

    @cached_property
    def key(self) -> str:
        """The name of its object in the store."""
        return store.key(self.title, self.entry.signature)

    def is_ready(self) -> bool:
        """Whether a call would start at once, without compiling first."""
        if self._call is not None:
            return True
        with suppress(KernelUnavailable), self._guarded():
            return store.read(self.key) is not None
        return False

    def is_possible(self) -> bool:
        """Whether it can be had, as far as is known without trying."""
        return not self._unavailable

    def prepare(self) -> None:
        """Loads or compiles it now rather than at the first call; KernelUnavailable where neither can be."""
        self._loaded()

    def _loaded(self) -> Callable[[bytes], int]:
        with _LOCK:
            if self._call is None:
                with self._guarded():
                    code = store.read(self.key)
                if code is None and _hook is not None:
                    _hook(self.title)
                with self._guarded():
                    self._call = _load(self, code)
            return self._call

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turns whatever the compiler and its libraries raise into KernelUnavailable, from then on too."""
        if self._unavailable:
            raise KernelUnavailable(self._unavailable)
        try:
            yield
        except MemoryError:
            raise
        except KernelUnavailable as error:
            self._unavailable = str(error)
            raise
        except Exception as error:
            self._unavailable = f"the kernel {self.title} cannot be used here: {_line(error)}"
            raise KernelUnavailable(self._unavailable) from error

    def __call__(self, *args: Any) -> None:
        """Runs it; KernelError where the arrays are not what it takes, else as `prepare`."""
        call, split = self._call or self._loaded(), self._scalars
        if status := call(self._pack(_TABLE, *args[:split], *map(id, args[split:]))):
            self._refused(status, args)

    def _refused(self, status: int, args: tuple[Any, ...]) -> None:
        """Tries again where only numpy's view of the arrays is at fault, else says what is."""
        if status == abi.RAISED:
            msg = f"an error inside {self.title}"
            raise RuntimeError(msg)
        if status < abi.WRONG:
            msg = f"{self.title}: shapes {[np.shape(arg) for arg in args[self._scalars :]]} do not fit"
            raise KernelError(msg)
        again = [self._plain(index, args[index]) for index in range(self._scalars, len(args))]
        status = self._again(args[: self._scalars], again)
        if status:
            self._refused(min(status, abi.WRONG - 1), args)

    def _again(self, scalars: tuple[Any, ...], arrays: list[Any]) -> int:
        return self._loaded()(self._pack(_TABLE, *scalars, *map(id, arrays)))

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
    """The same, run as plain Python; not there where the kernel has no such form."""

    def is_ready(self) -> bool:
        """Always, where it is there at all."""
        return not self.entry.compiled

    def is_possible(self) -> bool:
        """The same, for nothing has to be compiled."""
        return self.is_ready()

    def prepare(self) -> None:
        """KernelUnavailable where it has no plain form."""
        _ = self._function

    @cached_property
    def _function(self) -> Callable[..., int]:
        if self.entry.compiled:
            msg = f"{self.title} does not run as plain Python"
            raise KernelUnavailable(msg)
        return self.entry.function(self.shape)

    def _again(self, scalars: tuple[Any, ...], arrays: list[Any]) -> int:
        return self._function(*scalars, *arrays)

    def __call__(self, *args: Any) -> None:
        """Runs it, with the same numbers and refusals as the compiled one."""
        function = self._function
        arrays = [self._plain(index, args[index]) for index in range(self._scalars, len(args))]
        kinds = self.entry.arguments[: self._scalars]
        scalars = [np.dtype(kind.dtype).type(arg) for kind, arg in zip(kinds, args, strict=False)]
        if status := function(*scalars, *arrays):
            self._refused(status, args)


def kernel(name: str, pegs: int | None = None, black_only: bool = False) -> Kernel:
    """The kernel of this name, for this shape if it has one. Costs nothing until it is called."""
    return _kernel(name, None if pegs is None else (pegs, bool(black_only)), compiling())


@cache
def _kernel(name: str, shape: Shape | None, compiled: bool) -> Kernel:
    return (Kernel if compiled else PlainKernel)(CATALOGUE[name], shape)


def _line(error: BaseException) -> str:
    """An error in one line: those of the compiler have many."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0] if lines else 'no reason given'}"


@cache
def _engine() -> Any:
    """The one place in memory where code is put. Lives as long as the process."""
    import llvmlite.binding as llvm

    if not abi.holds():
        msg = "numpy's arrays are not laid out as pegwise's kernels expect"
        raise KernelUnavailable(msg)
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


def _load(wanted: Kernel, code: bytes | None) -> Callable[[bytes], int]:
    """A kernel as a function of its packed arguments; its machine code is made now if it is not at hand."""
    engine = _engine()
    if code is None:
        from .compile import compile_kernel

        code = compile_kernel(wanted.entry, wanted.shape, wanted.key)
        store.write(wanted.key, code)
    import llvmlite.binding as llvm

    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address = engine.get_function_address(wanted.key)
    if not address:
        msg = f"the object of {wanted.title} has no function {wanted.key}"
        raise KernelUnavailable(msg)
    # A CFUNCTYPE, unlike a PYFUNCTYPE, releases the interpreter lock while it runs.
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_char_p)(address)
