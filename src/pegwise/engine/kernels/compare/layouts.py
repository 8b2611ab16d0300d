"""Kernels that put codes into their layouts: words, the rows they name, and bit planes.

Codes come as columns (P, N) uint16, colors from 0, as the engine holds them. See ``packed``.
"""

from __future__ import annotations

import numpy as np


def earlier_equals(columns, peg, code):
    """How often this code has the color of this peg before it."""
    earlier = np.uint64(0)
    for before in range(peg):
        earlier += np.uint64(columns[before, code] == columns[peg, code])
    return earlier


def fill_words(colors, repeats, parameters, columns, position, content):
    """Codes as two words each, position and content (N,) uint64; see ``packed.Layout``."""
    pegs = columns.shape[0]
    if columns.shape[1] != len(position) or columns.shape[1] != len(content) or len(parameters) < 4:
        return 1
    position_bits, content_bits = parameters[1], parameters[2]
    one = np.uint64(1)
    for code in range(columns.shape[1]):
        where, what = np.uint64(0), np.uint64(0)
        for peg in range(pegs):
            color = np.uint64(columns[peg, code])
            element = color * repeats + earlier_equals(columns, peg, code)
            if position_bits:
                where |= color << (np.uint64(peg) * position_bits)
            else:
                where |= one << (np.uint64(peg) * colors + color)
            if content_bits:
                what |= element << (np.uint64(peg) * content_bits)
            else:
                what |= one << element
        position[code] = where
        content[code] = what
    return 0


def fill_rows(colors, repeats, columns, rows):
    """The rows each code names in a set of planes, (N, 2W) uint16, or (N, W) without ``repeats``: no whites.

    W is at least the number of pegs; for pegs that a code has not, the last row is named, which is empty.
    """
    pegs = columns.shape[0]
    width = rows.shape[1] // 2 if repeats else rows.shape[1]
    if columns.shape[1] != rows.shape[0] or width < pegs or (repeats and rows.shape[1] % 2):
        return 1
    empty = np.uint16(colors * (np.uint64(pegs) + repeats))
    for code in range(columns.shape[1]):
        for peg in range(pegs):
            color = np.uint64(columns[peg, code])
            rows[code, peg] = np.uint16(np.uint64(peg) * colors + color)
            if repeats:
                element = color * repeats + earlier_equals(columns, peg, code)
                rows[code, width + peg] = np.uint16(np.uint64(pegs) * colors + element)
        for peg in range(pegs, width):
            rows[code, peg] = empty
            if repeats:
                rows[code, width + peg] = empty
    return 0


def fill_planes(first, rows, bits):
    """Sets the bit of code first + i in each of its rows (N, K); bits (R, W) is 0 there on entry.

    The last of the R rows stays empty.
    """
    empty = bits.shape[0] - 1
    if first < 0 or first + rows.shape[0] > 64 * bits.shape[1]:
        return 1
    one = np.uint64(1)
    for code in range(rows.shape[0]):
        at = first + code
        word, bit = at >> 6, one << np.uint64(at & 63)
        for i in range(rows.shape[1]):
            if rows[code, i] > empty:
                return 1
            if rows[code, i] == empty:
                continue
            bits[rows[code, i], word] |= bit
    return 0
