"""The kinds of score that are compiled: lower is better in each."""

from __future__ import annotations

from pegwise.engine.kernels.compare.words import ENTROPY, PARTS, SQUARES, WORST
from pegwise.engine.kernels.grow.interface import WORST_PARTS

__all__ = ["ENTROPY", "PARTS", "SQUARES", "WORST", "WORST_PARTS"]
