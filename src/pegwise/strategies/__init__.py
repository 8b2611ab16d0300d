"""Codebreakers, one a file, and the registry that finds them by name."""

from pegwise.strategies import (
    counter,
    entropy,
    expected_size,
    first_consistent,
    knuth,
    large_games,
    minimax_parts,
    most_parts,
    random_consistent,
)
from pegwise.strategies.base import Strategy
from pegwise.strategies.heuristic import Heuristic
from pegwise.strategies.registry import make, names, register

__all__ = [
    "Heuristic",
    "Strategy",
    "counter",
    "entropy",
    "expected_size",
    "first_consistent",
    "knuth",
    "large_games",
    "make",
    "minimax_parts",
    "most_parts",
    "names",
    "random_consistent",
    "register",
]
