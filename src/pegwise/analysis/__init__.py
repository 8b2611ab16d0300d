"""What people ask for: hints, reviews, strategies side by side, a player's figures, puzzles, plots."""

from pegwise.analysis.advice import Advice, advise
from pegwise.analysis.bench import Bench, bench
from pegwise.analysis.beside import Partitions, partitions
from pegwise.analysis.certain import Certain, certain
from pegwise.analysis.compare import Comparison, Comparisons, compare
from pegwise.analysis.cost import Cost, estimate, estimate_position, estimate_tree
from pegwise.analysis.deduction import Deduction, deduce
from pegwise.analysis.hint import Hint, hint
from pegwise.analysis.listing import Listing, listing
from pegwise.analysis.plots import Plot, plot_comparison, plot_review
from pegwise.analysis.puzzle import Puzzle, puzzle, puzzle_of
from pegwise.analysis.review import Broken, Move, Review, broken_row, review
from pegwise.analysis.separation import Separation, separation, separation_of
from pegwise.analysis.statistics import Rival, Statistics, statistics

__all__ = [
    "Advice",
    "Bench",
    "Broken",
    "Certain",
    "Comparison",
    "Comparisons",
    "Cost",
    "Deduction",
    "Hint",
    "Listing",
    "Move",
    "Partitions",
    "Plot",
    "Puzzle",
    "Review",
    "Rival",
    "Separation",
    "Statistics",
    "advise",
    "bench",
    "broken_row",
    "certain",
    "compare",
    "deduce",
    "estimate",
    "estimate_position",
    "estimate_tree",
    "hint",
    "listing",
    "partitions",
    "plot_comparison",
    "plot_review",
    "puzzle",
    "puzzle_of",
    "review",
    "separation",
    "separation_of",
    "statistics",
]
