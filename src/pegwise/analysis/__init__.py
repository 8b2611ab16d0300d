"""What people ask for: a hint, strategies side by side, puzzles and their deduction."""

from pegwise.analysis.bench import Bench, bench
from pegwise.analysis.compare import Comparison, compare
from pegwise.analysis.cost import Cost, estimate, estimate_tree
from pegwise.analysis.deduction import Deduction, deduce
from pegwise.analysis.hint import Hint, hint
from pegwise.analysis.puzzle import Puzzle, puzzle, puzzle_of
from pegwise.analysis.separation import Separation, separation, separation_of

__all__ = [
    "Bench",
    "Comparison",
    "Cost",
    "Deduction",
    "Hint",
    "Puzzle",
    "Separation",
    "bench",
    "compare",
    "deduce",
    "estimate",
    "estimate_tree",
    "hint",
    "puzzle",
    "puzzle_of",
    "separation",
    "separation_of",
]
