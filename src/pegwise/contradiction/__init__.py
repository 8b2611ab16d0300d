"""Finds out whether a code is consistent with a history; if none is, which rows contradict each other."""

from pegwise.contradiction.consistency import Consistency, consistency
from pegwise.contradiction.explain import contradiction
from pegwise.contradiction.report import Contradiction, Repair

__all__ = ["Consistency", "Contradiction", "Repair", "consistency", "contradiction"]
