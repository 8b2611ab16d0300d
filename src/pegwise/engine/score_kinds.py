"""The kinds of score that are compiled: lower is better in each."""

from __future__ import annotations

from pegwise.engine.kernels.compare.words import ENTROPY, PARTS, SQUARES, WORST
from pegwise.engine.kernels.grow.interface import WORST_PARTS

__all__ = ["ENTROPY", "PARTS", "SQUARES", "WORST", "WORST_PARTS", "WORST_WEIGHT"]

WORST_WEIGHT = 1 << 10
"""More than the classes of any game of at most 2**24 codes: the worst case comes before their number."""
