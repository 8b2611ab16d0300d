"""What the tree-growing kernel takes and returns: its arguments, scratch space and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.kernels.shapes import STEP_CODES, counted, width_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ARGUMENTS", "SIGNATURE", "SMALL", "STOPPED", "TALLY", "WORST_PARTS", "Scratch"]

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
    "pools": "int64[:,:]",  # (2C + 2, 3)
    "listed": "uint8[:,:]",  # (L, P)
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
}
"""What the kernel takes: scalars, then contiguous arrays, those that are written marked."""
SIGNATURE = ", ".join(ARGUMENTS.values())
"""The same as the catalogue lists it."""


class Scratch:
    """What the kernel of one thread writes to besides the tree; about 40 KiB.

    words: candidates' positions and contents, two products of 64 limbs, survivors. longs: scores,
    class offsets, best guess found, candidates being moved. shorts: feedback numbers, scores.
    bytes_: class sizes (kept 0), names of colors and back.
    """

    def __init__(self, pegs: int, *, black_only: bool) -> None:
        self.arrays: tuple[NDArray[Any], ...] = (
            np.zeros((5, 256), np.uint64),
            np.zeros((4, STEP_CODES), np.int64),
            np.zeros((2, STEP_CODES), np.uint16),
            np.zeros((3, 256), np.uint8),
            np.zeros((256, width_of(pegs) * (1 if black_only else 2)), np.uint16),
            np.zeros((len(counted(pegs, black_only)), STEP_CODES), np.uint8),
            np.zeros((512, 4), np.int64),
        )
