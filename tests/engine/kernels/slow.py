"""Feedback from its definition, and codes to try it on."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.enumerated import packed_codes
from pegwise.engine.enumerated.packed_codes import (
    WORD,
    Layout,
    Packed,
    Planes,
    aligned_zeros,
    occurrences,
)
from pegwise.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns

Rule = tuple[int, int, bool, bool]
"""Pegs, colors, distinct, black only."""

RULES: list[Rule] = [
    (1, 1, False, False),
    (1, 2, False, True),
    (1, 7, True, False),
    (2, 3, False, False),
    (2, 3, True, True),
    (3, 1, False, False),
    (4, 6, False, False),
    (4, 6, False, True),
    (4, 10, True, False),
    (5, 5, True, False),
    (5, 8, False, False),
    (5, 12, False, False),
    (5, 13, False, False),
    (6, 16, False, False),
    (6, 16, False, True),
    (7, 10, False, False),
    (8, 8, False, False),
    (8, 8, True, True),
    (9, 6, False, False),
    (10, 5, False, False),
    (10, 10, True, False),
    (12, 4, False, False),
    (15, 2, False, False),
    (15, 3, False, False),
    (24, 2, False, False),
    (24, 2, False, True),
    (2, 4096, False, False),
    (2, 4096, True, True),
    (3, 256, False, False),
    (3, 250, True, False),
    (4, 64, False, False),
    (4, 64, True, False),
    (1, 5040, False, False),
]


def layout_of(rule: Rule) -> packed_codes.Layout:
    return packed_codes.layout_of(Rules(rule[0], rule[1], repeats=not rule[2], whites=not rule[3]))


PLANE_RULES = [rule for rule in RULES if layout_of(rule).has_planes]


def number(secret: list[int], guess: list[int], black_only: bool) -> int:
    """The feedback number of a pair."""
    black = sum(a == b for a, b in zip(secret, guess, strict=True))
    if black_only:
        return black * (len(secret) + 1)
    return len(secret) * black + sum((Counter(secret) & Counter(guess)).values())


def some_codes(rule: Rule, count: int, seed: int) -> list[list[int]]:
    """Random codes of a rule; half of few colors, so that they repeat."""
    pegs, colors, distinct, _ = rule
    draw = random.Random(seed)
    found = []
    for _ in range(count):
        pool = range(colors) if draw.random() < 0.5 else range(min(colors, max(2, pegs)))
        if distinct:
            found.append(draw.sample(range(colors), pegs))
        else:
            found.append([draw.choice(pool) for _ in range(pegs)])
    return found


class Case:
    """Codes and guesses of a rule as columns, with the feedback number of every pair."""

    def __init__(self, rule: Rule, size: int, guesses: int, seed: int = 1) -> None:
        self.layout = layout_of(rule)
        codes, asked = some_codes(rule, size, seed), some_codes(rule, guesses, seed + 1)
        half = min(size, guesses) // 2
        asked[:half] = codes[:half]
        self.codes, self.asked = columns(codes), columns(asked)
        self.numbers = np.array([[number(code, guess, rule[3]) for code in codes] for guess in asked])

    def sizes(self) -> NDArray[np.int64]:
        return np.array([np.bincount(row, minlength=self.layout.bins) for row in self.numbers])

    def scores(self, table: NDArray[np.int64]) -> NDArray[np.int64]:
        sizes = self.sizes()
        return np.array([sizes.max(1), (sizes**2).sum(1), table[sizes].sum(1), (sizes > 0).sum(1)])


def columns(codes: list[list[int]]) -> Columns:
    most = max(max(code) for code in codes)
    return np.ascontiguousarray(np.array(codes, dtype=np.uint8 if most < 256 else np.uint16).T)


# --- layouts, in numpy: the twins of those in ``comparing`` --------------------------------------------


def pack(layout: Layout, columns: Columns) -> Packed:
    """Codes as two words each."""
    position = np.zeros(columns.shape[1], dtype=np.uint64)
    content = np.zeros(columns.shape[1], dtype=np.uint64)
    one = np.uint64(1)
    for peg, earlier in enumerate(occurrences(columns)):
        color = columns[peg].astype(np.uint64)
        element = color * np.uint64(layout.repeats) + earlier
        if layout.position_bits:
            position |= color << np.uint64(peg * layout.position_bits)
        else:
            position |= one << (np.uint64(peg * layout.colors) + color)
        if layout.content_bits:
            content |= element << np.uint64(peg * layout.content_bits)
        else:
            content |= one << element
    return Packed(layout, position, content)


def plane_rows(layout: Layout, columns: Columns) -> NDArray[np.uint16]:
    """The rows each code names in a set of planes: (N, 2W) uint16, or (N, W) if only black is told.

    The first W are its position rows, the last W its count rows. W is the number of pegs, or, where there are
    no kernels for that, the most pegs of any game in planes: the last row, which is empty, is named for the
    others.
    """
    counts = 0 if layout.black_only else layout.repeats
    empty = layout.colors * (layout.pegs + counts)
    width = layout.pegs if 2 <= layout.pegs <= 7 else 10
    others = np.full((width - layout.pegs, columns.shape[1]), empty, np.uint16)
    offsets = np.arange(layout.pegs, dtype=np.uint16) * np.uint16(layout.colors)
    position = columns.astype(np.uint16) + offsets[:, None]
    if layout.black_only:
        return np.ascontiguousarray(np.vstack([position, others]).T)
    element = columns.astype(np.uint16) * np.uint16(layout.repeats)
    element += occurrences(columns).astype(np.uint16) + np.uint16(layout.pegs * layout.colors)
    return np.ascontiguousarray(np.vstack([position, others, element, others]).T)


def planes(layout: Layout, columns: Columns) -> Planes:
    """Codes as bit planes."""
    size = columns.shape[1]
    words = -(-size // 512) * 8
    bits = aligned_zeros(layout.rows, words)
    names = plane_rows(layout, columns).T
    padded = np.zeros(words * WORD, dtype=np.bool_)
    for row in range(layout.rows - 1):  # the last one stays empty
        padded[:size] = (names == row).any(axis=0)
        bits[row] = np.packbits(padded, bitorder="little").view(np.uint64)
    return Planes(layout, size, bits)
