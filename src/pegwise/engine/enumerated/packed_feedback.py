"""The kernels as functions of packed codes: what the engine calls."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.enumerated.packed_codes import Packed, Planes, aligned_zeros, plane_words
from pegwise.engine.kernels.compare.planes import TILE
from pegwise.engine.kernels.compare.words import BUFFER, ENTROPY, PARTS, SIZES, SQUARES, WORST
from pegwise.engine.kernels.shapes import class_numbers, class_slots
from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import kernel
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pegwise.engine.enumerated.packed_codes import U64, Columns, Layout

    U8 = NDArray[np.uint8]
    U16 = NDArray[np.uint16]
    I64 = NDArray[np.int64]

__all__ = ["ENTROPY", "PARTS", "SIZES", "SQUARES", "WORST", "PlaneKernels", "feedback_numbers", "pack"]
__all__ += ["plane_kernels", "plane_rows", "planes", "planes_of_rows", "scores", "split"]

_NONE = np.zeros(0, dtype=np.int64)
_NONES = np.zeros((0, 0), dtype=np.int64)
_TOUCHED = 1 << 20
"""Words of memory that are first written to between two looks at the clock."""
_CHUNK = 1 << 14
"""Codes turned into another form at a time: some ms, and what lies between stays in the caches."""


# --- layouts --------------------------------------------------------------------------------------


def _chunks(size: int) -> Iterator[tuple[int, int]]:
    """Where each chunk begins and ends; looks at the clock before each."""
    for start in range(0, size, _CHUNK):
        spend(0)
        yield start, min(start + _CHUNK, size)


def _part(columns: Columns, start: int, stop: int) -> U16:
    return np.ascontiguousarray(columns[:, start:stop], dtype=np.uint16)


def pack(layout: Layout, columns: Columns) -> Packed:
    """Codes (P, N) as two words each; some nanoseconds a code."""
    _checked(layout, columns)
    if not layout.has_words:
        msg = f"a code of {layout.pegs} pegs and {layout.colors} colors does not fit into two words"
        raise ValueError(msg)
    position = arrays.empty(columns.shape[1], dtype=np.uint64)
    content = arrays.empty(columns.shape[1], dtype=np.uint64)
    fill, parameters = kernel("fill_words"), layout.parameters
    for start, stop in _chunks(columns.shape[1]):
        words = position[start:stop], content[start:stop]
        fill(layout.colors, layout.repeats, parameters, _part(columns, start, stop), *words)
    return Packed(layout, position, content)


def plane_rows(layout: Layout, columns: Columns) -> U16:
    """The rows each code (P, N) names in a set of planes: (N, ``layout.named``)."""
    _checked(layout, columns)
    rows = arrays.empty((columns.shape[1], layout.named), dtype=np.uint16)
    fill = kernel("fill_rows")
    for start, stop in _chunks(columns.shape[1]):
        fill(layout.colors, layout.counts, _part(columns, start, stop), rows[start:stop])
    return rows


def _empty_planes(layout: Layout, size: int) -> U64:
    """Planes of so many codes, all 0.

    Large ones are written to at once, some rows at a time: else the system would provide nearly all of their
    memory when the first codes are put in, which has bits in every row.
    """
    bits = aligned_zeros(layout.rows, plane_words(size))
    step = max(1, _TOUCHED // max(1, bits.shape[1]))
    if step < len(bits):
        for first in range(0, len(bits), step):
            spend(0)
            bits[first : first + step] = 0
    return bits


def planes(layout: Layout, columns: Columns) -> Planes:
    """Codes (P, N) as bit planes; needs no memory to speak of but the planes."""
    size = columns.shape[1]
    bits = _empty_planes(layout, size)
    fill = kernel("fill_planes")
    for start, stop in _chunks(columns.shape[1]):
        fill(start, plane_rows(layout, columns[:, start:stop]), bits)
    return Planes(layout, size, bits)


def planes_of_rows(layout: Layout, rows: U16) -> Planes:
    """Codes that name these rows (N, 2P), as ``plane_rows`` gives them, as bit planes."""
    bits = _empty_planes(layout, len(rows))
    fill = kernel("fill_planes")
    for start, stop in _chunks(len(rows)):
        fill(start, rows[start:stop], bits)
    return Planes(layout, len(rows), bits)


def _checked(layout: Layout, columns: Columns) -> None:
    if columns.ndim != 2 or len(columns) != layout.pegs:
        msg = f"columns of codes with {layout.pegs} pegs are wanted, not {columns.shape}"
        raise ValueError(msg)
    if columns.size and int(columns.max()) >= min(layout.colors, 1 << 16):
        msg = f"there is a color of {layout.colors} or more"
        raise ValueError(msg)


# --- words ----------------------------------------------------------------------------------------


def feedback_numbers(asked: Packed, which: int, codes: Packed) -> U16:
    """Feedback numbers (N,) of guess ``which`` of these against codes."""
    out = np.empty(len(codes), dtype=np.uint16)
    guess = asked.position[which], asked.content[which]
    kernel("feedback_numbers")(*guess, codes.layout.parameters, codes.position, codes.content, out)
    return out


def scores(kind: int, asked: Packed, codes: Packed, table: I64 = _NONE) -> I64:
    """One kind of score (G,) of guesses against at most 2**24 codes; table: for ENTROPY."""
    out = np.empty(len(asked), dtype=np.int64)
    words = asked.position, asked.content, codes.position, codes.content
    counters, buffer = np.empty((2, codes.layout.bins), dtype=np.int32), np.empty(BUFFER, dtype=np.uint16)
    kernel("scores")(kind, codes.layout.parameters, *words, table, out, counters, buffer)
    return out


def split(numbers: U16, bins: int) -> tuple[I64, I64]:
    """offsets (bins+1,) and order (N,): class b is order[offsets[b]:offsets[b+1]], in ascending order."""
    offsets, order = np.empty(bins + 1, dtype=np.int64), np.empty(len(numbers), dtype=np.int64)
    kernel("split")(numbers, offsets, np.empty(bins, dtype=np.int64), order)
    return offsets, order


# --- planes ---------------------------------------------------------------------------------------


class PlaneKernels:
    """The plane kernels for one shape; each is loaded when first used.

    Of the two sides of a question one lies in planes (R, W) and the other is named by rows. Many
    candidates go into planes; for few candidates put the guesses there, once a game.
    """

    def __init__(self, pegs: int, black_only: bool) -> None:
        self.numbers = class_numbers(pegs, black_only)
        self.slots = class_slots(pegs, black_only)
        self.count = kernel("count", pegs, black_only)

    def scratch(self) -> I64:
        """What ``class_sizes`` and ``scores`` need for one thread: (TILE, slots) int64."""
        return arrays.empty((TILE, self.slots), dtype=np.int64)

    def class_sizes(self, planes: U64, size: int, rows: U16, sizes: I64, scratch: I64) -> None:
        """Class sizes of guesses against candidates.

        planes, size: the candidates. rows (G, 2P): the guesses. sizes (G, bins): the answer, which
        must be 0 at the numbers no feedback has.
        """
        self.count(SIZES, size, planes, rows, self.numbers, _NONE, sizes, _NONE, scratch)

    def scores(
        self, kind: int, planes: U64, size: int, rows: U16, table: I64, out: I64, scratch: I64
    ) -> None:
        """One kind of score of guesses against candidates.

        planes, size: the candidates. rows (G, 2P): the guesses. table (size+1,): ``entropy_table``,
        for ENTROPY. out (G,): the answer.
        """
        self.count(kind, size, planes, rows, self.numbers, table, _NONES, out, scratch)


@cache
def plane_kernels(pegs: int, black_only: bool = False) -> PlaneKernels:
    """The plane kernels for codes of this length."""
    return PlaneKernels(pegs, black_only)
