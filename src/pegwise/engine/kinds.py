"""The kinds of score that are compiled: lower is better in each."""

from __future__ import annotations

from pegwise.engine.native.grow_interface import WORST_PARTS
from pegwise.engine.native.words import ENTROPY, PARTS, SQUARES, WORST

__all__ = ["ENTROPY", "PARTS", "SQUARES", "WORST", "WORST_PARTS"]
