"""Arrays that kernels work on in place, wherever kernels run.

A kernel in WebAssembly reaches its own memory only: other arrays are copied there for a call, and back after
it. So what is large and used in many calls is made here, and so is a flag that is raised during a call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.running import kernel_choice

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray


def zeros(shape: int | tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """Return an array of zeros."""
    return _new(shape, dtype, zero=True) if kernel_choice.uses_wasm() else np.zeros(shape, dtype)


def empty(shape: int | tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """Return an array whose contents are written before they are read."""
    return _new(shape, dtype, zero=False) if kernel_choice.uses_wasm() else np.empty(shape, dtype)


def of(array: NDArray[Any]) -> NDArray[Any]:
    """Return the same array, or a copy that kernels reach; for arrays that do not change."""
    if not kernel_choice.uses_wasm():
        return array
    made = _new(array.shape, array.dtype, zero=False)
    made[...] = array
    return made


def flag() -> NDArray[np.int64]:
    """Return a flag that is not raised: one integer, which kernels look at."""
    return zeros(1, np.int64)


def _new(shape: int | tuple[int, ...], dtype: DTypeLike, *, zero: bool) -> NDArray[Any]:
    from pegwise.engine.running.wasm import machine

    return machine().heap.array(shape, dtype, zero=zero)
