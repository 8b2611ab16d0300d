"""Codes as machine words, so that a feedback costs a handful of bit operations.

Two forms, for two kinds of kernels:

* words: two uint64 a code (``Packed``), for kernels that take one pair at a time. Serves every game.
* planes: one bit a code in each of many rows (``Planes``), for kernels that take 512 codes at a time.
  Row (p, c) tells which codes have color c at position p; row (c, k) tells which codes have color c
  more than k times; the last row is empty. A guess names P rows of each kind, and black and total are how
  many of its rows have the code's bit set. Serves games with few positions and not too many colors.

Codes come as columns (P, N), colors from 0, as the engine holds them; ``comparing`` packs them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.kernels.shapes import STEP, STEP_CODES, WIDEST, width_of
from pegwise.engine.running import arrays

if TYPE_CHECKING:
    from numpy.typing import NDArray

    U64 = NDArray[np.uint64]
    Columns = NDArray[np.unsignedinteger[Any]]

WORD = 64
PLANE_ROWS = 512
"""Most rows a set of planes may have: beyond it memory outgrows what the kernels save."""


@dataclass(frozen=True)
class Layout:
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


def choose_layout(pegs: int, colors: int, *, distinct: bool = False, black_only: bool = False) -> Layout:
    """The layout for a game; ValueError where neither two words hold a code nor planes serve.

    Every game of 2 to 2**27 codes and at most 255 colors has one: few pegs where there are many colors. Two
    words hold every code of a game of at most 2**24.
    """
    layout = Layout(pegs, colors, 1 if distinct else pegs, black_only)
    if not layout.has_planes and not layout.has_words:
        msg = f"a code of {pegs} pegs and {colors} colors does not fit into two words"
        raise ValueError(msg)
    return layout


@dataclass(frozen=True)
class Packed:
    """Codes in two words each: ``position`` and ``content``, both (N,) uint64, as ``Layout`` says."""

    layout: Layout
    position: U64
    content: U64

    def __len__(self) -> int:
        return len(self.position)

    def take(self, which: NDArray[np.integer[Any]]) -> Packed:
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


def plane_words(size: int) -> int:
    """Words in one row of planes of this many codes: whole steps."""
    return -(-size // STEP_CODES) * STEP


@dataclass(frozen=True)
class Planes:
    """Codes as bit planes: ``bits`` (rows, W) uint64, code i being bit i % 64 of word i // 64.

    W is a multiple of STEP; bits past the last code are 0, and the kernels allow for them.
    """

    layout: Layout
    size: int
    bits: U64

    def __len__(self) -> int:
        return self.size
