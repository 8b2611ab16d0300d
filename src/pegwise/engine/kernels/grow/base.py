"""What the tree-growing kernel shares with the others: their pieces, as numba functions.

Imported only where a kernel is compiled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

from pegwise.engine.kernels.compare import words
from pegwise.engine.kernels.compare.intrinsics import emit_count_codes, popcount
from pegwise.engine.kernels.teaching import FLAGS, teach

__all__ = ["FLAGS", "count_codes", "feedback_part", "lowest_bit"]

teach(words.feedback_part)
feedback_part = njit(**FLAGS)(words.feedback_part)
"""Feedback numbers of one guess against a range of codes."""


@njit(**FLAGS)
def lowest_bit(word):
    """The place of the lowest set bit."""
    return np.int64(popcount((word & (~word + np.uint64(1))) - np.uint64(1)))


@intrinsic(prefer_literal=True)
def count_codes(
    _typing: Any,
    pegs: Any,
    black_only: Any,
    planes: Any,
    rows: Any,
    start: Any,
    stop: Any,
    word: Any,
    sizes: Any,
) -> Any:
    """Adds the class sizes of candidates start to stop (at most RUN) for 512 guesses, in uint8.

    The guesses are words ``word`` to ``word + STEP`` of planes; the candidates are named by rows.
    """
    shape = pegs.literal_value, bool(black_only.literal_value)
    signature = types.void(pegs, black_only, planes, rows, types.int64, types.int64, types.int64, sizes)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        emit_count_codes(shape, context, builder, signature.args[2:], args[2:])
        return context.get_dummy_value()

    return signature, generate
