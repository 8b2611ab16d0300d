"""What the tree-growing kernel takes and returns: its arguments, scratch space and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.kernels.shapes import STEP_CODES, counted, width_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "ARGUMENTS",
    "SIGNATURE",
    "SMALL",
    "STOPPED",
    "TALLY",
    "WORST_PARTS",
    "Scratch",
    "counter_words",
    "in_bags",
    "unit_words",
]

WORST_PARTS = 5
"""Kind of score: the largest class, and among equals the number of classes: 256 * worst - parts."""
SMALL = 255
"""Most candidates of a position the kernel grows from: their class sizes are bytes."""
STOPPED = -1
"""What the kernel returns when the stop flag was raised."""
TALLY = (
    "positions", "candidate pairs", "searched", "steps", "filter pairs", "full steps", "full pairs",
    "single guesses", "single pairs", "large positions", "large guesses", "large pairs",
)  # fmt: skip
"""What is counted: positions of more than two candidates, those where other guesses were tried, ..."""

MOST_DIGITS = 6
"""Binary digits of the largest counter of a class."""


def in_bags(pegs: int, black_only: bool) -> bool:
    """Tell whether guesses of a shape are tested bag by bag: all that have the same colors, in any order.

    With few pegs too few guesses share a bag, and without white hits their colors tell nothing.
    """
    return not black_only and width_of(pegs) not in (2, 3, 4)


def counter_words(pegs: int, black_only: bool) -> int:
    """Words of memory that a kernel needs for its counters, by total and black hits."""
    if not in_bags(pegs, black_only):
        return 0
    return (width_of(pegs) + 1) ** 2 * MOST_DIGITS * unit_words(pegs, black_only)


def unit_words(pegs: int, black_only: bool) -> int:
    """Words of planes that are tested together; half as many where few have the same colors."""
    return 4 if in_bags(pegs, black_only) else 8


ARGUMENTS = {
    "kind": "int64",
    "candidates_only": "int64",
    "pooled": "int64",  # whether codes may repeat colors
    "repeats": "int64",  # count rows a color
    "total": "int64",  # colors
    "codes": "uint8[:,:]",  # (G, P)
    "earlier": "uint8[:,:]",  # (G, P)
    "parameters": "uint64[:]",  # (4,)
    "positions": "uint64[:]",  # (G,)
    "contents": "uint64[:]",  # (G,)
    "planes": "uint64[:,:]",  # (B, 8)
    "pools": "int64[:,:]",  # (2C + 2, 6)
    "numbers": "int64[:]",  # (L,)
    "bags": "uint8[:]",
    "bag_starts": "int64[:]",
    "table": "int64[:]",  # (257,)
    "starts": "int64[:]",  # (K + 1,)
    "stop": "int64[:]",  # (1,)
    "order": "mut int32[:]",  # (N,)
    "nodes": "mut int32[:,:]",  # (4, 2 * N)
    "ends": "mut int64[:]",  # (K,)
    "tally": "mut int64[:]",  # (12,)
    "result": "mut int64[:]",  # (1,)
    "words": "mut uint64[:,:]",  # (5, 256)
    "longs": "mut int64[:,:]",  # (4, 512)
    "shorts": "mut uint16[:,:]",  # (2, 512)
    "bytes_": "mut uint8[:,:]",  # (3, 256)
    "rows": "mut uint16[:,:]",  # (256, 2W or W): pegs that the kernel counts
    "sizes": "mut uint8[:,:]",  # (classes, 512)
    "stack": "mut int64[:,:]",  # (512, 4)
    "totals": "mut uint8[:,:]",  # (P + 2, bags of the largest pool)
    "least": "mut int64[:,:]",  # (P + 1, 256)
    "held": "mut uint8[:,:]",  # (C, 256)
    "told": "mut uint8[:]",  # (256,)
    "bounds": "mut int64[:]",  # (bags of the largest pool,)
    "memory": "mut uint64[:]",
}
"""What the kernel takes: scalars, then contiguous arrays, those that are written marked."""
SIGNATURE = ", ".join(ARGUMENTS.values())
"""The same as the catalogue lists it."""


class Scratch:
    """What the kernel of one thread writes to besides the tree; about 60 KiB, and some bytes for each bag.

    words: candidates' positions and contents, two products of 64 limbs, survivors. longs: scores,
    class offsets, best guess found, candidates being moved. shorts: feedback numbers, scores.
    bytes_: class sizes (kept 0), names of colors and back. totals: of each bag, how many candidates have so
    many colors in common with it, then what one candidate has. least: the best score of so many candidates
    with so many colors in common. held: how often each candidate has each name. told: how many colors each
    candidate has in common with a bag; 0 without bags. bounds: of each bag. memory: counters.
    """

    def __init__(self, pegs: int, colors: int, bags: int, *, black_only: bool) -> None:
        self.arrays: tuple[NDArray[Any], ...] = (
            np.zeros((5, 256), np.uint64),
            np.zeros((4, STEP_CODES), np.int64),
            np.zeros((2, STEP_CODES), np.uint16),
            np.zeros((3, 256), np.uint8),
            np.zeros((256, width_of(pegs) * (1 if black_only else 2)), np.uint16),
            np.zeros((len(counted(pegs, black_only)), STEP_CODES), np.uint8),
            np.zeros((512, 4), np.int64),
            np.empty((pegs + 2, bags), np.uint8),
            np.empty((pegs + 1, 256), np.int64),
            np.empty((colors if bags else 0, 256), np.uint8),
            np.zeros(256, np.uint8),
            np.empty(bags, np.int64),
            np.empty(counter_words(pegs, black_only), np.uint64),
        )
