"""Codebreakers, one a file, and the registry that finds them by name."""

from pegwise.strategies.base import Strategy
from pegwise.strategies.heuristic import Heuristic
from pegwise.strategies.registry import make, names, register

__all__ = ["Heuristic", "Strategy", "make", "names", "register"]
