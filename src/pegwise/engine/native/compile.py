"""Kernels to object code: numba makes LLVM code of the Python, LLVM makes machine code of that.

Only imported when a kernel is not in the store. The object has one function, `int64 f(int64 *words)`: a
C function that knows nothing of Python. The words are the address of the ``abi`` table, then each
argument: a scalar itself, an array as the address of its object, whose header the function reads and
checks by itself. It refers to nothing outside but what every C library has, else it is not accepted.
"""

from __future__ import annotations

from contextlib import contextmanager
from types import FunctionType
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import njit, types
from numba.core import config
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.extending import intrinsic, overload
from numba.np.arrayobj import populate_array

from . import abi, intrinsics, words
from .errors import CompileError
from .steps import CIRCUIT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .catalogue import Argument, Entry, Shape

ALLOWED = frozenset({"memset", "memcpy", "memmove"})
"""What an object may refer to: what LLVM itself calls, and every process has."""

FLAGS: Any = {
    "_nrt": False,
    "error_model": "numpy",
    "boundscheck": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
_I8, _I32, _I64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)
_WORDS = types.CPointer(types.int64)
_KNOWN: set[Any] = set()


def _type(argument: Argument) -> Any:
    scalar = getattr(types, argument.dtype)
    return types.Array(scalar, argument.dimensions, "C") if argument.dimensions else scalar


# --- what a kernel calls --------------------------------------------------------------------------


def _replace(function: Any, by: Any) -> None:
    """Makes numba compile a call of this Python function as a call of an intrinsic."""
    count = function.__code__.co_argcount
    if count == 1:
        overload(function, jit_options=FLAGS, strict=False)(lambda a: lambda a: by(a))
    elif count == 6:
        overload(function, jit_options=FLAGS, strict=False)(
            lambda a, b, c, d, e, f: lambda a, b, c, d, e, f: by(a, b, c, d, e, f)
        )
    else:
        overload(function, jit_options=FLAGS, strict=False)(
            lambda a, b, c, d, e, f, g: lambda a, b, c, d, e, f, g: by(a, b, c, d, e, f, g)
        )


def _callees(function: FunctionType) -> list[FunctionType]:
    """Functions of this package that the code of this one names, globally or in its closure."""
    package = __name__.rpartition(".")[0]
    named = [function.__globals__.get(name) for name in function.__code__.co_names]
    closed = [cell.cell_contents for cell in function.__closure__ or ()]
    return [
        value
        for value in [*named, *closed]
        if isinstance(value, FunctionType) and value.__module__.rpartition(".")[0] == package
    ]


def teach(function: Any) -> None:
    """Teaches numba every function below this one."""
    for callee in _callees(function):
        if callee in _KNOWN:
            continue
        _KNOWN.add(callee)
        if callee is words.popcount:
            _replace(callee, intrinsics.popcount)
        elif CIRCUIT in callee.__dict__:
            _replace(callee, intrinsics.circuit(*callee.__dict__[CIRCUIT]))
        else:
            flags: Any = {**FLAGS, "forceinline": True}
            overload(callee, jit_options=flags, strict=False)(_always(callee))
            teach(callee)


def _always(function: FunctionType) -> Callable[..., FunctionType]:
    return lambda *_args: function


# --- the way in -----------------------------------------------------------------------------------


def _field(builder: Any, word: Any, offset: int, kind: Any) -> Any:
    """What lies this many bytes behind the address in a word."""
    base = builder.inttoptr(word, _I8.as_pointer())
    place = builder.bitcast(builder.gep(base, [_I64(offset)]), kind.as_pointer())
    return builder.load(place, align=kind.width // 8 if isinstance(kind, ir.IntType) else 8)


def _word(builder: Any, base: Any, index: int) -> Any:
    return builder.load(builder.gep(base, [_I64(index)]))


def _tests(builder: Any, base: Any, index: int, argument: Argument, stage: int) -> list[tuple[Any, Any]]:
    """What must be equal for an array to be accepted. The type comes first: only an array has the rest."""
    table = builder.inttoptr(_word(builder, base, 0), _I64.as_pointer())
    array = _word(builder, base, 1 + index)
    if stage == 0:
        return [(_field(builder, array, abi.TYPE, _I64), _word(builder, table, 0))]
    dtype = _word(builder, table, 1 + abi.DTYPES.index(argument.dtype))
    flags = _I32(abi.READABLE | (abi.WRITEABLE if argument.written else 0))
    return [
        (_field(builder, array, abi.DTYPE, _I64), dtype),
        (_field(builder, array, abi.DIMENSIONS, _I32), _I32(argument.dimensions)),
        (builder.and_(_field(builder, array, abi.FLAGS, _I32), flags), flags),
    ]


def _check(arguments: tuple[Argument, ...], stage: int) -> Any:
    """An intrinsic: 0 when all arrays are what they should be, else WRONG + the place of the first wrong."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        result = _I64(0)
        for index, argument in reversed(list(enumerate(arguments))):
            if argument.dimensions:
                for got, wanted in _tests(builder, args[0], index, argument, stage):
                    wrong = builder.icmp_unsigned("!=", got, wanted)
                    result = builder.select(wrong, _I64(abi.WRONG + index), result)
        return result

    @intrinsic
    def check(_typing: Any, words_: Any) -> Any:
        return types.int64(words_), generate

    return check


def _unpack(arguments: tuple[Argument, ...]) -> Any:
    """An intrinsic: the words as a tuple of numba's scalars and arrays."""
    kinds = types.Tuple([_type(argument) for argument in arguments])

    def array_at(context: Any, builder: Any, kind: Any, word: Any) -> Any:
        array = context.make_array(kind)(context, builder)
        data = _field(builder, word, abi.DATA, array.data.type)
        lengths = _field(builder, word, abi.SHAPE, _I64.as_pointer())
        shape = [builder.load(builder.gep(lengths, [_I64(axis)])) for axis in range(kind.ndim)]
        size = _I64(kind.dtype.bitwidth // 8)
        strides = [size]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
        return array._getvalue()

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = []
        for index, kind in enumerate(kinds.types):
            word = _word(builder, args[0], 1 + index)
            if isinstance(kind, types.Array):
                word = array_at(context, builder, kind, word)
            found.append(word)
        return context.make_tuple(builder, signature.return_type, found)

    @intrinsic
    def unpack(_typing: Any, words_: Any) -> Any:
        return kinds(words_), generate

    return unpack


# --- code -----------------------------------------------------------------------------------------


def _kernel(entry: Entry, shape: Shape | None) -> Any:
    """The numba function of a kernel: of plain Python, or made as such by its own module."""
    function = entry.function(shape)
    if entry.compiled:
        return function
    teach(function)
    return njit(**FLAGS)(function)


@contextmanager
def _unoptimised() -> Iterator[None]:
    """Has numba leave LLVM code as it is: it would optimise every function, and again in each caller.

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
    kernel = _kernel(entry, shape)
    check_types, check_rest = _check(entry.arguments, 0), _check(entry.arguments, 1)
    unpack = _unpack(entry.arguments)

    def enter(words_: Any) -> Any:
        wrong = check_types(words_)
        if wrong == 0:
            wrong = check_rest(words_)
        if wrong != 0:
            return wrong
        return kernel(*unpack(words_))

    made: Any = njit(types.int64(_WORDS), **FLAGS)(enter).overloads[(_WORDS,)]
    return made.library.get_llvm_str(), made.fndesc.llvm_func_name


def _way_in(name: str, symbol: str) -> str:
    """LLVM code of the visible function. It calls numba's, which tells by its status whether it raised.

    Kernels do not, so the optimiser finds that the status is 0 and leaves the test out.
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
    builder.ret(builder.select(fine, builder.load(result), _I64(abi.RAISED)))
    return str(module)


def _machine() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="default",
        codemodel="jitdefault",
        jit=True,
    )


def optimised(code: str, name: str, symbol: str) -> tuple[Any, Any]:
    """The module with nothing to be seen from outside but one function, optimised as a whole."""
    machine = _machine()
    module = llvm.parse_assembly(code)
    way_in = llvm.parse_assembly(_way_in(name, symbol))
    way_in.data_layout, way_in.triple = module.data_layout, module.triple
    module.link_in(way_in)
    for value in [*module.functions, *module.global_variables]:
        if value.name != symbol and not value.is_declaration:
            value.linkage = "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(3))
    builder.getModulePassManager().run(module, builder)
    outside = {
        value.name
        for value in [*module.functions, *module.global_variables]
        if value.is_declaration and not value.name.startswith("llvm.")
    }
    if outside - ALLOWED:
        msg = f"{symbol} does not stand on its own: it needs {', '.join(sorted(outside - ALLOWED))}"
        raise CompileError(msg)
    return module, machine


def compile_kernel(entry: Entry, shape: Shape | None, symbol: str) -> bytes:
    """The object file of a kernel, whose one visible function is ``symbol``."""
    with _unoptimised():
        code, name = llvm_code(entry, shape)
    module, machine = optimised(code, name, symbol)
    made: bytes = machine.emit_object(module)
    return made
