"""The largest numbers each type has to hold, and one more than it takes.

* Class sizes in int32 counters and int64 sums: at most 2**24 codes, refused beyond.
* Sum of squares, int64: at most 2**48, when all are in one class.
* Entropy, int64: sums below 2**62 by the choice of the scale.
* Small positions, bytes and uint16: at most 255 codes, squares at most 65025.
* Feedback numbers, uint16: at most P*(P+1), and P is at most 64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pegwise.engine import entropy
from pegwise.engine.enumerated import packed_codes
from pegwise.engine.enumerated import packed_codes as k
from pegwise.engine.kernels.compare.words import ENTROPY, PARTS, SQUARES, WORST
from pegwise.engine.running.kernel_loader import KernelError
from pegwise.rules import Rules
from tests.engine.kernels import slow

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 2**24
PEGS = [1, 2, 8, 10]


def one_class_words(size: int) -> tuple[packed_codes.Layout, packed_codes.Packed, packed_codes.Packed]:
    """Codes of a game with one color: every answer is the win."""
    layout = packed_codes.layout_of(Rules(2, 1))
    word = slow.pack(layout, np.zeros((2, 1), dtype=np.uint8))
    many = np.full(size, word.position[0]), np.full(size, word.content[0])
    return layout, word, packed_codes.Packed(layout, *many)


def steep_table() -> NDArray[np.int64]:
    """Like an entropy table, with the largest value there may be at its end; 0 elsewhere."""
    table = np.zeros(MOST + 1, dtype=np.int64)
    table[MOST] = 2**62 - 1
    return table


def test_words_with_all_codes_in_one_class() -> None:
    _, guess, codes = one_class_words(MOST)
    assert k.scores(WORST, guess, codes)[0] == MOST
    assert k.scores(SQUARES, guess, codes)[0] == 2**48
    assert k.scores(PARTS, guess, codes)[0] == 1
    assert k.scores(ENTROPY, guess, codes, steep_table())[0] == 2**62 - 1


def test_more_codes_are_refused() -> None:
    _, guess, codes = one_class_words(MOST + 1)
    with pytest.raises(KernelError):
        k.scores(WORST, guess, codes)


@pytest.mark.parametrize("pegs", PEGS)
@pytest.mark.parametrize("color", [0, 1])
def test_planes_with_all_codes_in_one_class(pegs: int, color: int) -> None:
    """Class (0, 0), which is what the others leave, and the win."""
    layout = packed_codes.layout_of(Rules(pegs, 2))
    bits = packed_codes.aligned_zeros(layout.rows, MOST // 64)
    codes, asked = np.zeros((pegs, 1), dtype=np.uint8), np.full((pegs, 1), color, dtype=np.uint8)
    bits[slow.plane_rows(layout, codes)[0]] = ~np.uint64(0)
    bits[-1] = 0
    rows, table = slow.plane_rows(layout, asked), steep_table()
    every = packed_codes.Planes(layout, MOST, bits)
    sizes = k.class_sizes(every, rows)
    assert sizes[0, 0 if color else layout.bins - 1] == MOST
    for kind, wanted in ((WORST, MOST), (SQUARES, 2**48), (ENTROPY, 2**62 - 1), (PARTS, 1)):
        assert k.plane_scores(kind, every, rows, table)[0] == wanted
    with pytest.raises(KernelError):
        k.plane_scores(WORST, packed_codes.Planes(layout, MOST + 1, bits), rows, table)


def test_no_codes_at_all() -> None:
    layout, guess, codes = one_class_words(0)
    assert k.scores(SQUARES, guess, codes).sum() == 0
    offsets, order = k.split(np.zeros(0, dtype=np.uint16), layout.bins)
    assert not offsets.any()
    assert not len(order)
    nothing = k.planes(layout, np.zeros((2, 0), dtype=np.uint8))
    assert len(nothing) == 0
    rows = slow.plane_rows(layout, np.zeros((2, 1), dtype=np.uint8))
    assert k.plane_scores(WORST, nothing, rows, np.zeros(1, dtype=np.int64))[0] == 0
    with pytest.raises(KernelError):
        k.split(np.full(1, 7, dtype=np.uint16), 7)


def test_the_longest_code_has_numbers_in_16_bits() -> None:
    layout = packed_codes.layout_of(Rules(64, 1))
    code = k.pack(layout, np.zeros((64, 1), dtype=np.uint8))
    assert k.feedback_numbers(code, 0, code)[0] == 64 * 65


@pytest.mark.parametrize("size", [1, 255, 1296, 10**6, 2**24])
def test_entropy_sums_stay_below_two_to_the_62(size: int) -> None:
    assert size * size.bit_length() << entropy.entropy_scale(size) < 2**62
