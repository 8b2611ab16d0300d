"""Kernels ready to call: those that come compiled, from the store, or compiled now, in this order.

What comes compiled is native, or WebAssembly where that is not there. It, and what is in the store, costs
some milliseconds and never imports numba. A call costs about a microsecond an array, and releases the
interpreter lock while it runs.
"""

from __future__ import annotations

import ctypes
import struct
import threading
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.kernels.catalogue import CATALOGUE
from pegwise.engine.running import library, store, wasm
from pegwise.engine.running.choice import OFF, compiling
from pegwise.engine.running.errors import KernelError, KernelUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise.engine.kernels.catalogue import Argument, Entry, Shape

__all__ = ["OFF", "Kernel", "KernelError", "KernelUnavailable", "PlainKernel"]
__all__ += ["compiling", "kernel", "on_compile"]

WRONG_SHAPES = 1
"""What a kernel answers where the lengths of its arrays do not go together."""

_NOTHING = ctypes.c_char * 0
_NOBODY = np.zeros(0, np.uint8)
_NOBODY.flags.writeable = False
_LOCK = threading.RLock()
_hook: Callable[[str], None] | None = None


def on_compile(hook: Callable[[str], None] | None) -> None:
    """Have this called with a kernel's name before it is compiled, so that an interface can say so."""
    global _hook
    _hook = hook


def _has_compiler() -> bool:
    return find_spec("numba") is not None


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
        self._unavailable = ""

    @cached_property
    def key(self) -> str:
        """The name of its object in the store."""
        return store.key(self.title, self.entry.signature)

    def is_ready(self) -> bool:
        """Tell whether a call would start at once, without compiling first."""
        if self._call is not None or library.has(self.title):
            return True
        with suppress(KernelUnavailable), self._guarded():
            return _has_compiler() and store.read(self.key) is not None
        return False

    def is_possible(self) -> bool:
        """Tell whether it can be had, as far as is known without trying."""
        return not self._unavailable and (_has_compiler() or library.has(self.title))

    def lacks_compiler(self) -> bool:
        """Tell whether the extra ``compile`` would make it possible."""
        return compiling() and not (_has_compiler() or library.has(self.title))

    def prepare(self) -> Callable[..., int]:
        """Load or compile it now rather than at the first call; KernelUnavailable where neither can be."""
        with _LOCK:
            if self._call is None:
                self._call = library.function(self.title) or self._compiled()
            return self._call

    def _compiled(self) -> Callable[[bytes], int]:
        with self._guarded():
            if not _has_compiler():
                pegs = self.shape[0] if self.shape else 0
                what = f"the code for {pegs} peg{'s' * (pegs > 1)}" if pegs else "this code"
                msg = f"{what} does not come compiled for this computer: pip install 'pegwise[compile]'"
                raise KernelUnavailable(msg)
            code = store.read(self.key)
        if code is None and _hook is not None:
            _hook(self.title)
        with self._guarded():
            return _load(self, code)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn whatever the compiler and its libraries raise into KernelUnavailable, from then on too."""
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
        """Run it; KernelError where the arrays are not what it takes, else as `prepare`."""
        status = self._run(args)
        if status == WRONG_SHAPES:
            shapes = [np.shape(arg) for arg in args if isinstance(arg, np.ndarray)]
            msg = f"{self.title}: shapes {shapes} do not fit"
            raise KernelError(msg)
        if status:
            msg = f"an error inside {self.title}"
            raise RuntimeError(msg)

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
            msg = f"{self.title} takes {len(self.entry.arguments)} arguments, not {len(args)}"
            raise TypeError(msg)

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
        msg = f"{self.title}: argument {index} is {what}, not contiguous {kind} of {wanted.dimensions}D"
        raise KernelError(msg)


class WasmKernel(Kernel):
    """The same in WebAssembly: arrays that are not in its memory are copied there for a call, and back."""

    def is_ready(self) -> bool:
        """Always; the first time on a computer it takes some seconds all the same."""
        return True

    def is_possible(self) -> bool:
        """The same."""
        return True

    def prepare(self) -> Callable[..., int]:
        """Return what calls it in this thread; WasmError where WebAssembly does not run here."""
        found: dict[str, Callable[..., int]] = wasm.here().functions
        if self.title not in found:
            wasm.here().load(self.title, _hook)
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


class PlainKernel(Kernel):
    """The same, run as plain Python; not there where the kernel has no such form."""

    def is_ready(self) -> bool:
        """Always, where it is there at all."""
        return not self.entry.compiled

    def is_possible(self) -> bool:
        """The same, for nothing has to be compiled."""
        return self.is_ready()

    def prepare(self) -> Callable[..., int]:
        """KernelUnavailable where it has no plain form."""
        return self._function

    def ending(self, *last: Any) -> Callable[..., None]:
        """The same in plain Python."""
        return lambda *args: self(*args, *last)

    @cached_property
    def _function(self) -> Callable[..., int]:
        if self.entry.compiled:
            msg = f"{self.title} does not run as plain Python"
            raise KernelUnavailable(msg)
        return self.entry.function(self.shape)

    def _run(self, args: tuple[Any, ...]) -> int:
        """Run it with the same numbers and refusals as the compiled one."""
        function = self._function
        self._words(0, args)
        plain = [
            arg if wanted.dimensions else np.dtype(wanted.dtype).type(arg)
            for wanted, arg in zip(self.entry.arguments, args, strict=True)
        ]
        with np.errstate(over="ignore"):  # as in machine code, words of 64 bits are what is left of a product
            return function(*plain)


def kernel(name: str, pegs: int | None = None, black_only: bool = False) -> Kernel:
    """The kernel of this name, for this shape if it has one. Costs nothing until it is called."""
    return _kernel(name, None if pegs is None else (pegs, bool(black_only)), compiling())


@cache
def _kernel(name: str, shape: Shape | None, compiled: bool) -> Kernel:
    entry = CATALOGUE[name]
    if not compiled:
        return PlainKernel(entry, shape)
    title = entry.title(shape)
    damaged = library.is_damaged(title) and library.has_wasmtime() and wasm.has(title)
    if damaged:
        library.warn_of_damage()
    in_wasm = damaged or (library.uses_wasm() and wasm.has(title))
    return (WasmKernel if in_wasm else Kernel)(entry, shape)


def _line(error: BaseException) -> str:
    """An error in one line: those of the compiler have many."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0] if lines else 'no reason given'}"


@cache
def _engine() -> Any:
    """The one place in memory where code is put. Lives as long as the process."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


def _load(wanted: Kernel, code: bytes | None) -> Callable[[bytes], int]:
    """A kernel as a function of its packed arguments; its machine code is made now if it is not at hand."""
    engine = _engine()
    if code is None:
        from pegwise.engine.running.compile import compile_kernel

        code = compile_kernel(wanted.entry, wanted.shape, wanted.key)
        store.write(wanted.key, code)
    import llvmlite.binding as llvm

    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    # A CFUNCTYPE, unlike a PYFUNCTYPE, releases the interpreter lock while it runs.
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_char_p)(engine.get_function_address(wanted.key))
