"""Codes as machine words, so that a feedback costs a handful of bit operations, and the kernels that compare.

Two forms, for two kinds of kernels:

* words: two uint64 a code (``Packed``), for kernels that take one pair at a time. Serves every game.
* planes: one bit a code in each of many rows (``Planes``), for kernels that take 512 codes at a time.
  Row (p, c) tells which codes have color c at position p; row (c, k) tells which codes have color c
  more than k times; the last row is empty. A guess names P rows of each kind, and black and total are how
  many of its rows have the code's bit set. Serves games with few positions and not too many colors.

Codes come as columns (P, N), colors from 0, as the engine holds them. Of the two sides of a question one lies
in planes and the other is named by rows: many candidates go into planes; for few candidates put the guesses
there, once a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pegwise.engine.code_space import Columns, blocks
from pegwise.engine.kernels.compare.planes import TILE
from pegwise.engine.kernels.compare.words import BUFFER, SIZES
from pegwise.engine.kernels.shapes import STEP, STEP_CODES, WIDEST, class_numbers, class_slots, width_of
from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pegwise.rules import Rules

    U64 = NDArray[np.uint64]
    U16 = NDArray[np.uint16]
    I64 = NDArray[np.int64]

WORD = 64
PLANE_ROWS = 1 << 11
"""Most rows a set of planes may have."""
MOST_COLORS = 255
"""Most colors of a game in planes."""
_NONE, _NONES = np.zeros(0, np.int64), np.zeros((0, 0), np.int64)
_TOUCHED = 1 << 20
"""Words of memory that are first written to between two looks at the clock."""
_CHUNK = 1 << 14
"""Codes turned into another form at a time: some ms, and what lies between stays in the caches."""


class Layout(NamedTuple):
    """How the codes of one game lie in two words.

    ``position`` is one-hot (bit p*C + c) when P*C <= 64, and otherwise P fields of ``position_bits``,
    each holding the color below a guard bit that stays 0. ``content`` is unary (bit c*K + k set when
    color c occurs more than k times) when C*K <= 64, and otherwise P fields of ``content_bits``, each
    holding c*K + k for the k-th repeat of color c, so that total is the size of an intersection.
    K is the most often a color can occur: 1 for distinct codes, P otherwise.
    """

    pegs: int
    colors: int
    repeats: int
    """K, the most often one color can occur in a code."""
    black_only: bool

    @property
    def bins(self) -> int:
        """How many feedback numbers there are: 0 to P*(P+1)."""
        return self.pegs * (self.pegs + 1) + 1

    @property
    def position_bits(self) -> int:
        """Bits of one position field, its guard bit included; 0 when positions are one-hot."""
        if self.pegs * self.colors <= WORD:
            return 0
        return max(1, (self.colors - 1).bit_length()) + 1

    @property
    def content_bits(self) -> int:
        """Bits of one content field, its guard bit included; 0 when the counts are unary."""
        if self.colors * self.repeats <= WORD:
            return 0
        return max(1, (self.colors * self.repeats - 1).bit_length()) + 1

    @property
    def parameters(self) -> U64:
        """What the word kernels need to know, (4,): P, position bits, content bits, black only."""
        return np.array([self.pegs, self.position_bits, self.content_bits, self.black_only], dtype=np.uint64)

    @property
    def counts(self) -> int:
        """Count rows a color: K, or none if only black is told."""
        return 0 if self.black_only else self.repeats

    @property
    def rows(self) -> int:
        """Rows of the planes: P*C for positions, C*K for counts if white is told, and an empty one."""
        return self.colors * (self.pegs + self.counts) + 1

    @property
    def named(self) -> int:
        """How many rows a code names: the empty one for pegs that the kernels count and the game has not."""
        return width_of(self.pegs) * (1 if self.black_only else 2)

    @property
    def has_words(self) -> bool:
        """True if two words hold a code."""
        return self.pegs * max(self.position_bits, self.content_bits) <= WORD

    @property
    def has_planes(self) -> bool:
        """True if the plane kernels serve this game."""
        return self.pegs <= WIDEST and self.rows <= PLANE_ROWS + 1


def layout_of(rules: Rules) -> Layout:
    """The layout for a game; ValueError where neither two words hold a code nor planes serve.

    Every game of 2 to 2**27 codes and at most 255 colors has one: few pegs where there are many colors. Two
    words hold every code of a game of at most 2**24.
    """
    repeats = rules.pegs if rules.repeats else 1
    layout = Layout(rules.pegs, rules.colors, repeats, black_only=not rules.whites)
    if not layout.has_planes and not layout.has_words:
        raise ValueError(f"a code of {rules.pegs} pegs, {rules.colors} colors does not fit into two words")
    return layout


@dataclass(frozen=True, eq=False, repr=False)
class Packed:
    """Codes in two words each: ``position`` and ``content``, both (N,) uint64, as ``Layout`` says."""

    layout: Layout
    position: U64
    content: U64

    def __len__(self) -> int:
        return len(self.position)

    def take(self, which: NDArray[np.integer[Any]] | slice) -> Packed:
        """The codes with these indices, contiguous."""
        return Packed(self.layout, self.position[which], self.content[which])


def occurrences(columns: Columns) -> U64:
    """How often each symbol of each code occurred before it in the same code, (P, N)."""
    earlier = np.zeros(columns.shape, dtype=np.uint64)
    for later in range(1, len(columns)):
        for before in range(later):
            earlier[later] += columns[later] == columns[before]
    return earlier


def aligned_zeros(rows: int, words: int) -> U64:
    """(rows, words) uint64 zeros that begin on a cache line: a step is then one line a row."""
    line = 8
    flat = arrays.zeros(rows * words + line, np.uint64)
    skip = -(flat.ctypes.data // 8) % line
    return flat[skip : skip + rows * words].reshape(rows, words)


@dataclass(frozen=True, eq=False, repr=False)
class Planes:
    """Codes as bit planes: ``bits`` (rows, W) uint64, code i being bit i % 64 of word i // 64.

    W is a multiple of STEP; bits past the last code are 0, and the kernels allow for them.
    """

    layout: Layout
    size: int
    bits: U64

    def __len__(self) -> int:
        return self.size


def _part(columns: Columns, some: slice) -> U16:
    return np.ascontiguousarray(columns[:, some], dtype=np.uint16)


def pack(layout: Layout, columns: Columns) -> Packed:
    """Codes (P, N) as two words each; some nanoseconds a code."""
    _checked(layout, columns)
    if not layout.has_words:
        raise ValueError(f"a code of {layout.pegs} pegs, {layout.colors} colors does not fit into two words")
    position = arrays.empty(columns.shape[1], dtype=np.uint64)
    content = arrays.empty(columns.shape[1], dtype=np.uint64)
    fill, parameters = kernel("fill_words"), layout.parameters
    for some in blocks(columns.shape[1], _CHUNK):
        words = position[some], content[some]
        fill(layout.colors, layout.repeats, parameters, _part(columns, some), *words)
    return Packed(layout, position, content)


def plane_rows(layout: Layout, columns: Columns) -> U16:
    """The rows each code (P, N) names in a set of planes: (N, ``layout.named``)."""
    _checked(layout, columns)
    rows = arrays.empty((columns.shape[1], layout.named), dtype=np.uint16)
    fill = kernel("fill_rows")
    for some in blocks(columns.shape[1], _CHUNK):
        fill(layout.colors, layout.counts, _part(columns, some), rows[some])
    return rows


def _planes(layout: Layout, size: int, rows: Callable[[slice], U16]) -> Planes:
    """Planes of so many codes, of which ``rows`` gives the rows of some.

    Large ones are written to at once, some rows at a time: else the system would provide nearly all of their
    memory when the first codes are put in, which has bits in every row.
    """
    bits = aligned_zeros(layout.rows, -(-size // STEP_CODES) * STEP)
    step = max(1, _TOUCHED // max(1, bits.shape[1]))
    if step < len(bits):
        for some in blocks(len(bits), step):
            bits[some] = 0
    for some in blocks(size, _CHUNK):
        kernel("fill_planes")(some.start, rows(some), bits)
    return Planes(layout, size, bits)


def planes(layout: Layout, columns: Columns) -> Planes:
    """Codes (P, N) as bit planes; needs no memory to speak of but the planes."""
    return _planes(layout, columns.shape[1], lambda some: plane_rows(layout, columns[:, some]))


def planes_of_rows(layout: Layout, rows: U16) -> Planes:
    """Codes that name these rows (N, 2P), as ``plane_rows`` gives them, as bit planes."""
    return _planes(layout, len(rows), lambda some: rows[some])


def _checked(layout: Layout, columns: Columns) -> None:
    if columns.ndim != 2 or len(columns) != layout.pegs:
        raise ValueError(f"columns of codes with {layout.pegs} pegs are wanted, not {columns.shape}")
    if columns.size and int(columns.max()) >= min(layout.colors, 1 << 16):
        raise ValueError(f"there is a color of {layout.colors} or more")


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


def labels(asked: Packed, codes: Packed, names: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Labels (G, N) of the feedback of guesses against codes; ``names`` has one for each number."""
    out: NDArray[np.uint8] = arrays.empty((len(asked), len(codes)), np.uint8)
    words = asked.position, asked.content, codes.position, codes.content
    kernel("label_codes")(codes.layout.parameters, *words, names, out, np.empty(BUFFER, np.uint16))
    return out


def split(numbers: U16, bins: int) -> tuple[I64, I64]:
    """offsets (bins+1,) and order (N,): class b is order[offsets[b]:offsets[b+1]], in ascending order."""
    offsets, order = np.empty(bins + 1, dtype=np.int64), np.empty(len(numbers), dtype=np.int64)
    kernel("split")(numbers, offsets, np.empty(bins, dtype=np.int64), order)
    return offsets, order


def class_sizes(candidates: Planes, rows: U16) -> I64:
    """Class sizes (G, bins) of guesses, named by rows (G, 2P), against candidates in planes."""
    sizes = np.zeros((len(rows), candidates.layout.bins), np.int64)
    _count(SIZES, candidates, np.ascontiguousarray(rows), _NONE, sizes, _NONE)
    return sizes


def plane_scores(kind: int, candidates: Planes, rows: U16, table: I64 = _NONE) -> I64:
    """One kind of score (G,) of guesses, named by rows (G, 2P), against candidates; table: for ENTROPY."""
    out = np.empty(len(rows), np.int64)
    _count(kind, candidates, rows, table, _NONES, out)
    return out


def _count(kind: int, candidates: Planes, rows: U16, table: I64, sizes: I64, out: I64) -> None:
    pegs, black_only = candidates.layout.pegs, candidates.layout.black_only
    kernel("count", pegs, black_only)(
        kind, candidates.size, candidates.bits, rows, class_numbers(pegs, black_only), table, sizes, out,
        arrays.empty((TILE, class_slots(pegs, black_only)), np.int64),
    )  # fmt: skip
