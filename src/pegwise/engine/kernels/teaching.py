"""Tell numba how to compile the functions that kernels call. Imported only where a kernel is compiled."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

from numba.extending import overload

from pegwise.engine.kernels.compare import intrinsics, words
from pegwise.engine.kernels.compare.steps import CIRCUIT

if TYPE_CHECKING:
    from collections.abc import Callable

FLAGS: Any = {
    "_nrt": False,
    "error_model": "numpy",
    "boundscheck": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
_PACKAGE = __name__.rpartition(".")[0] + "."
_KNOWN: set[Any] = set()


def _replace(function: Any, by: Any) -> None:
    """Has numba compile a call of this Python function as a call of an intrinsic."""
    count = function.__code__.co_argcount
    if count == 1:
        overload(function, jit_options=FLAGS, strict=False)(lambda a: lambda a: by(a))
    else:
        overload(function, jit_options=FLAGS, strict=False)(
            lambda a, b, c, d, e, f, g: lambda a, b, c, d, e, f, g: by(a, b, c, d, e, f, g)
        )


def _callees(function: FunctionType) -> list[FunctionType]:
    """Functions of this package that the code of this one names, globally or in its closure."""
    named = [function.__globals__.get(name) for name in function.__code__.co_names]
    closed = [cell.cell_contents for cell in function.__closure__ or ()]
    return [
        value
        for value in [*named, *closed]
        if isinstance(value, FunctionType) and value.__module__.startswith(_PACKAGE)
    ]


def teach(function: Any) -> None:
    """Teach numba every function below this one."""
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
