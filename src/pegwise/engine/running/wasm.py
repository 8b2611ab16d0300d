"""Kernels in WebAssembly, run by the package wasmtime: modules, memory, and calls.

All instances share one memory, in which arrays have their places from the start; so threads see what other
threads write, as natively. Each thread has an instance of each module, and a stack, of its own. A module is
compiled at its first use on a computer, and kept in the cache folder.
"""

from __future__ import annotations

import ctypes
import platform
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pegwise.engine.recent_cache import Recent
from pegwise.engine.running import module_cache as kept_files
from pegwise.engine.running.kernel_choice import is_whole
from pegwise.engine.running.kernel_manifest import (
    FOLDER,
    STALE,
    WASM,
    NoKernelsError,
    file_of,
    manifest,
    symbol_of,
)
from pegwise.engine.running.wasm_memory import Heap
from pegwise.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Callable


_PAGE, _LINE = 1 << 16, 64
MEMORY = 1 << 32
"""Bytes of memory at most: all that 32 bits can tell apart."""
_FIRST = 1 << 16
"""Where arrays begin: an address near 0 is a mistake."""
_STACK = 1 << 18
"""Bytes of a thread's stack in the memory, for what the code cannot keep in registers."""
_MACHINE_STACK = 1 << 20
"""Bytes of the thread's own stack that the code may use."""
_STAGE = 1 << 18
"""Bytes for copies of arrays at first, in each thread."""
_PATIENCE = 0.1
"""Seconds between two looks for Ctrl-C while a module is compiled."""


def name_of(title: str) -> str:
    """The file of a kernel, as the manifest calls it."""
    return f"{WASM}/{file_of(title)}.wasm"


def on_compile(hook: Callable[[str], None] | None) -> None:
    """Have this called with a module's name before it is compiled, so that an interface can say so."""
    global _hook
    _hook = hook


_hook: Callable[[str], None] | None = None


def describe() -> str:
    """What runs WebAssembly here, or why nothing does."""
    try:
        machine()
    except NoKernelsError as error:
        return f"none: {error}"
    from importlib.metadata import version  # slow

    return f"WebAssembly (wasmtime {version('wasmtime')})"


def _imported() -> Any:
    try:
        import wasmtime
    except Exception as error:  # also a library of the system that it lacks
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise NoKernelsError(
            f"pegwise needs the package wasmtime on this computer: pip install wasmtime ({reason})"
        ) from error
    return wasmtime


class Machine:
    """What a process has once: the engine, the memory, and modules that are compiled."""

    def __init__(self) -> None:
        self.wasmtime = wasmtime = _imported()
        config = wasmtime.Config()
        config.shared_memory = True
        config.max_wasm_stack = _MACHINE_STACK
        if sys.platform != "win32":  # where it cannot be left out
            config.native_unwind_info = False
        self.engine = wasmtime.Engine(config)
        try:
            self.memory = _shared_memory(wasmtime)(
                self.engine, wasmtime.MemoryType(wasmtime.Limits(1, MEMORY // _PAGE), shared=True)
            )
        except wasmtime.WasmtimeError as error:
            raise NoKernelsError(
                "WebAssembly needs 4 GB of addresses, used or not: allow more of them (ulimit -v)"
            ) from error
        self.heap = Heap(ctypes.addressof(self.memory.data_ptr().contents), _FIRST, self._grow)
        self._lock = threading.Lock()
        self._modules: dict[str, Any] = {}
        # As wasmtime's own, which takes ten times as long to check its arguments.
        library: Any = ctypes.CDLL(wasmtime._ffi.dll._name)
        self.enter = library.wasmtime_func_call_unchecked
        self.enter.argtypes = [*[ctypes.c_void_p] * 3, ctypes.c_size_t, ctypes.c_void_p]
        self.enter.restype = ctypes.c_void_p

    def _grow(self, size: int) -> None:
        """Have so many bytes of memory in all."""
        missing = -(-(size - self.memory.data_len()) // _PAGE)
        if missing <= 0:
            return
        try:
            self.memory.grow(missing)
        except self.wasmtime.WasmtimeError as error:
            limit = "WebAssembly has 4 GB at most" if size > MEMORY else "the computer has no more"
            msg = f"this needs {size / 1e9:.3g} GB of memory, and {limit}: allow the work less memory or time"
            raise LimitError(msg) from error

    def module(self, name: str) -> Any:
        """A compiled module, out of the cache folder if it is there."""
        with self._lock:
            if name not in self._modules:
                if not manifest().is_current(name):
                    raise NoKernelsError(STALE)
                self._modules[name] = self._kept(name) or self._compiled(name)
            return self._modules[name]

    def _kept(self, name: str) -> Any:
        kept = kept_files.read(self._key(name))
        if kept is not None:
            with suppress(self.wasmtime.WasmtimeError):  # it is for another version or processor
                return self.wasmtime.Module.deserialize(self.engine, kept)
        return None

    def _compiled(self, name: str) -> Any:
        if not is_whole(name):
            raise NoKernelsError(
                f"the compiled kernels in {FOLDER / name} are damaged: install pegwise again"
            )
        if _hook is not None:
            _hook(name.rpartition("/")[2])
        code = (FOLDER / name).read_bytes()
        module = _interruptible(lambda: self.wasmtime.Module(self.engine, code))
        kept_files.write(self._key(name), bytes(module.serialize()))
        return module

    def _key(self, name: str) -> str:
        """The name of a compiled module in the cache; wasmtime itself refuses that of another version."""
        made_of = manifest().files[name][0], platform.system(), platform.machine()
        return kept_files.name_of(name.replace("/", "-"), *made_of)


def _interruptible(work: Callable[[], Any]) -> Any:
    """What ``work`` returns. Ctrl-C does not wait for it, though it runs outside of Python."""
    found, failed = list[Any](), list[BaseException]()

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_PATIENCE)  # Windows interrupts no wait without an end
    if failed:
        raise failed[0]
    return found[0]


def _shared_memory(wasmtime: Any) -> Any:
    """The class of shared memory; wasmtime's own hands an instance the address of its address."""

    class Memory(wasmtime.SharedMemory):  # type: ignore[misc]
        def _as_extern(self) -> Any:
            ffi = wasmtime._ffi
            union = ffi.wasmtime_extern_union(sharedmemory=self.ptr())
            return ffi.wasmtime_extern_t(ffi.WASMTIME_EXTERN_SHAREDMEMORY, union)

    return Memory


def machine() -> Machine:
    """What this process has of WebAssembly; NoKernelsError where it does not run."""
    return _machines.get(None, Machine)


_machines: Recent[Machine] = Recent(1)


class Thread:
    """What each thread has of its own: instances, a stack, and room for arguments and copies of arrays."""

    def __init__(self) -> None:
        self.machine = machine()
        heap, ffi = self.machine.heap, self.machine.wasmtime._ffi
        self.base = heap.base
        self._store = self.machine.wasmtime.Store(self.machine.engine)
        self._stack, self._arguments = heap.block(_STACK), heap.block(_PAGE)
        self._value, self._trap = ffi.wasmtime_val_raw_t(), ctypes.POINTER(ffi.wasm_trap_t)()
        self.functions: dict[str, Callable[[bytes], int]] = {}
        """Kernels as functions of their packed arguments, for this thread only."""
        self._exports: dict[str, Any] = {}
        self._stage, self._full, self._older = heap.block(_STAGE), 0, list[Any]()

    def load(self, title: str) -> None:
        """Have a kernel among the functions."""
        name = name_of(title)
        if name not in self._exports:
            module = self.machine.module(name)
            instance = self.machine.wasmtime.Instance(self._store, module, [self.machine.memory])
            exports = self._exports[name] = instance.exports(self._store)
            exports["__stack_pointer"].set_value(self._store, _as_signed(self._stack.where + _STACK))
        self.functions[title] = self._direct(self._exports[name][symbol_of(title)])

    def _direct(self, function: Any) -> Callable[[bytes], int]:
        """A function of a module as one that is called without any detour."""
        keep = self._value, self._trap, function
        context = ctypes.cast(self._store._context(), ctypes.c_void_p)
        given = context, ctypes.addressof(function._func), ctypes.addressof(self._value), 1
        trap, enter, move = ctypes.addressof(self._trap), self.machine.enter, ctypes.memmove
        where, there = self._arguments.where, self.base + self._arguments.where
        into = ctypes.c_uint32.from_buffer(self._value)
        out = ctypes.c_int64.from_buffer(self._value)

        def call(words: bytes) -> int:
            move(there, words, len(words))
            into.value = where
            error = enter(*given, trap)
            if error or keep[1]:
                self._fail(error)
            return out.value

        return call

    def _fail(self, error: int) -> None:
        """Raise what ended a call: only a mistake in a kernel can."""
        wasmtime = self.machine.wasmtime
        if error:
            kind = ctypes.POINTER(wasmtime._ffi.wasmtime_error_t)
            raise RuntimeError(str(wasmtime.WasmtimeError._from_ptr(ctypes.cast(error, kind))))
        trap = wasmtime.Trap._from_ptr(ctypes.cast(self._trap, type(self._trap)))
        ctypes.c_void_p.from_buffer(self._trap).value = None
        raise RuntimeError(trap.message)

    def staged(self, address: int, size: int) -> int:
        """Copy bytes of this process into the memory for one call; returns where they are there."""
        room = -(-size // _LINE) * _LINE
        if self._full + room > self._stage.size:
            self._older.append(self._stage)  # what is in it is still read
            self._stage, self._full = self.machine.heap.block(max(2 * self._stage.size, room)), 0
        where = self._stage.where + self._full
        self._full += room
        ctypes.memmove(self.base + where, address, size)
        return where

    def clear(self) -> None:
        """Forget the copies of the last call."""
        self._full = 0
        self._older.clear()


_local = threading.local()


def here() -> Thread:
    """What this thread has."""
    try:
        return _local.thread  # type: ignore[no-any-return]
    except AttributeError:
        thread = _local.thread = Thread()
        return thread


def _as_signed(number: int) -> int:
    return number - MEMORY if number >= MEMORY // 2 else number
