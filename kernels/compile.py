"""Kernels to object code: numba makes LLVM code of the Python, LLVM makes machine code of that.

The object has one function, ``int64 f(int64 *words)``: a C function
that knows nothing of Python. The words are the arguments: a scalar itself, an array as its address and its
lengths. It refers to nothing outside but what every C library has, else it is not accepted.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import njit, types
from numba.core import config
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from pegwise.engine.kernels.search.byte_lookup import LOOKUP, lookups
from pegwise.engine.kernels.teaching import FLAGS, teach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.engine.kernels.catalogue import Argument, Entry, Shape

RAISED = -1
"""A kernel answers this when there was an error in it, as with NUMBA_BOUNDSCHECK there may be."""
ALLOWED = frozenset({"memset", "memcpy", "memmove"})
"""What an object may refer to: what LLVM itself calls, and every process has."""

_I64 = ir.IntType(64)
_WORDS = types.CPointer(types.int64)


@dataclass(frozen=True)
class Target:
    """What code is made for, in LLVM's words: a system, a processor, and what it can besides."""

    triple: str
    cpu: str
    features: str = ""

    @property
    def lookup(self) -> int:
        """Bytes that one instruction looks up in a table, 0 where there is none; see ``byte_lookup``."""
        level = {"x86-64-v4": 64, "x86-64-v3": 32, "x86-64-v2": 16}.get(self.cpu, 0)
        known = {"+avx512bw": 64, "+avx2": 32, "+ssse3": 16}
        return max([level, *(width for name, width in known.items() if self._has(name))])

    @property
    def whole_lookup(self) -> bool:
        """Whether one instruction looks up 64 bytes in a table of 64."""
        return self._has("+avx512vbmi")

    @property
    def is_wasm(self) -> bool:
        """Whether this is WebAssembly, with memory of 32 bits."""
        return self.triple.startswith("wasm32")

    def _has(self, feature: str) -> bool:
        return feature in self.features.split(",")

    def machine(self) -> Any:
        """LLVM's maker of code that goes into a shared library, or a module."""
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        found = llvm.Target.from_triple(self.triple)
        return found.create_target_machine(
            cpu=self.cpu, features=self.features, opt=3, reloc="static" if self.is_wasm else "pic"
        )


_LINUX = "x86_64-unknown-linux-gnu"
_AVX_512 = "+avx512vbmi,+avx512vbmi2,+avx512bitalg,+avx512vpopcntdq,-prefer-256-bit"
TARGETS = {
    "x86-64-v4": Target(_LINUX, "x86-64-v4", _AVX_512),
    "x86-64-v3": Target(_LINUX, "x86-64-v3"),
    "x86-64-v2": Target(_LINUX, "x86-64-v2"),
    "aarch64": Target("aarch64-unknown-linux-gnu", "generic"),
    "wasm": Target("wasm32-unknown-unknown", "generic", "+simd128,+bulk-memory,+sign-ext,+mutable-globals"),
}
"""What kernels come compiled for, by the folder of their files; ``processor`` tells who runs which library,
and ``wasm`` runs WebAssembly."""


class CompileError(Exception):
    """A kernel that cannot be made into code that stands on its own."""


# --- the way in -----------------------------------------------------------------------------------


def _type(argument: Argument) -> Any:
    scalar = getattr(types, argument.dtype)
    return types.Array(scalar, argument.dimensions, "C") if argument.dimensions else scalar


def _unpack(arguments: tuple[Argument, ...]) -> Any:
    """An intrinsic: the words as a tuple of numba's scalars and arrays."""
    kinds = types.Tuple([_type(argument) for argument in arguments])

    def array_of(context: Any, builder: Any, kind: Any, words: Iterator[Any]) -> Any:
        array = context.make_array(kind)(context, builder)
        data = builder.inttoptr(next(words), array.data.type)
        shape = [next(words) for _ in range(kind.ndim)]
        size = _I64(kind.dtype.bitwidth // 8)
        strides = [size]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
        return array._getvalue()

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        count = sum(argument.words for argument in arguments)
        words = (builder.load(builder.gep(args[0], [_I64(index)])) for index in range(count))
        found = [
            array_of(context, builder, kind, words) if isinstance(kind, types.Array) else next(words)
            for kind in kinds.types
        ]
        return context.make_tuple(builder, signature.return_type, found)

    @intrinsic
    def unpack(_typing: Any, words_: Any) -> Any:
        return kinds(words_), generate

    return unpack


# --- code -----------------------------------------------------------------------------------------


@contextmanager
def _unoptimized() -> Iterator[None]:
    """Have numba leave LLVM code as it is: it would optimize every function, and again in each caller.

    The setting is the whole process's, so nobody else may compile meanwhile.
    """
    with global_compiler_lock:
        settings: Any = config
        usual = settings.OPT
        settings.OPT = type(usual)(0)
        try:
            yield
        finally:
            settings.OPT = usual


def llvm_code(entry: Entry, shape: Shape | None) -> tuple[str, str]:
    """A kernel's LLVM code as numba leaves it, and the name of its function there; see `_way_in`."""
    kernel: Any = entry.function(shape)
    if not entry.compiled:
        teach(kernel)
        kernel = njit(**FLAGS)(kernel)
    unpack = _unpack(entry.arguments)

    def enter(words_: Any) -> Any:
        return kernel(*unpack(words_))

    with _unoptimized():
        made: Any = njit(types.int64(_WORDS), **FLAGS)(enter).overloads[(_WORDS,)]
    return made.library.get_llvm_str(), made.fndesc.llvm_func_name


def _way_in(name: str, symbol: str) -> str:
    """LLVM code of the visible function. It calls numba's, which tells by its status whether it raised.

    Kernels do not, so the optimizer finds that the status is 0 and leaves the test out.
    """
    module = ir.Module()
    kind = cpu_target.target_context.call_conv.get_function_type(types.int64, (_WORDS,))
    inner = ir.Function(module, kind, name=name)
    outer = ir.Function(module, ir.FunctionType(_I64, [_I64.as_pointer()]), name=symbol)
    builder = ir.IRBuilder(outer.append_basic_block())
    result, error = (builder.alloca(argument.pointee) for argument in kind.args[:2])
    builder.store(_I64(0), result)
    status = builder.call(inner, [result, error, outer.args[0]])
    fine = builder.icmp_signed("==", status, status.type(0))
    builder.ret(builder.select(fine, builder.load(result), _I64(RAISED)))
    return str(module)


def _bits_by_vectors(code: str) -> str:
    """LLVM code in which 64 bits become flags of 64 bytes some bytes at a time.

    For WebAssembly, which has no registers of flags, LLVM would take the bits one after another.
    """
    function = "pegwise.flags"
    code, found = re.subn(r"bitcast i64 (\S+) to <64 x i1>", rf"call <64 x i1> @{function}(i64 \1)", code)
    lanes = ", ".join(f"i32 {lane // 8}" for lane in range(64))
    bits = ", ".join(f"i8 {1 << lane % 8 if lane % 8 < 7 else -128}" for lane in range(64))
    return code + (
        f"""
define <64 x i1> @{function}(i64 %word) alwaysinline {{
  %bytes = bitcast i64 %word to <8 x i8>
  %each = shufflevector <8 x i8> %bytes, <8 x i8> poison, <64 x i32> <{lanes}>
  %bits = and <64 x i8> %each, <{bits}>
  %flags = icmp ne <64 x i8> %bits, zeroinitializer
  ret <64 x i1> %flags
}}
"""
        if found
        else ""
    )


def optimized(entry: Entry, code: str, name: str, symbol: str, target: Target, machine: Any) -> Any:
    """The module with nothing to be seen from outside but one function, optimized as a whole."""
    if target.is_wasm:
        code = _bits_by_vectors(code)
    module, way_in = llvm.parse_assembly(code), llvm.parse_assembly(_way_in(name, symbol))
    for each in (module, way_in):
        each.data_layout, each.triple = str(machine.target_data), target.triple
    module.link_in(way_in)
    instead = lookups(target.triple, target.lookup, whole=target.whole_lookup)
    if f"@{LOOKUP}" in code and instead:
        found = llvm.parse_assembly(instead)
        found.data_layout, found.triple = str(machine.target_data), target.triple
        module.link_in(found)
    for value in [*module.functions, *module.global_variables]:
        if value.name != symbol and not value.is_declaration:
            value.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(3)
    tuning.loop_unrolling = tuning.loop_vectorization = entry.expanded
    # What is worth it is written in vectors already: without this code is a seventh smaller and no slower.
    tuning.slp_vectorization = tuning.loop_interleaving = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    outside = {
        value.name
        for value in [*module.functions, *module.global_variables]
        if value.is_declaration and not value.name.startswith("llvm.")
    }
    if outside - ALLOWED:
        msg = f"{symbol} does not stand on its own: it needs {', '.join(sorted(outside - ALLOWED))}"
        raise CompileError(msg)
    return module
