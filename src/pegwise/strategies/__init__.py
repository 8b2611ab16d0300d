"""Codebreakers, and the registry that finds them by name."""

from pegwise.strategies.base import Strategy
from pegwise.strategies.counter import Counter, FirstConsistent
from pegwise.strategies.heuristic import Heuristic
from pegwise.strategies.large_games import Large
from pegwise.strategies.one_step import Entropy, ExpectedSize, Knuth, MinimaxParts, MostParts
from pegwise.strategies.random_consistent import RandomConsistent
from pegwise.strategies.registry import make, names, register

__all__ = ["Heuristic", "Strategy", "make", "names", "register"]

for _strategy in (
    *(Counter, Entropy, ExpectedSize, FirstConsistent, Knuth, Large, MinimaxParts, MostParts),
    RandomConsistent,
):
    register(_strategy)
