"""What people ask for: a hint, strategies side by side, and plots."""

from pegwise.analysis.bench import Bench, bench
from pegwise.analysis.compare import Comparison, Comparisons, compare
from pegwise.analysis.cost import Cost, estimate, estimate_tree
from pegwise.analysis.hint import Hint, hint
from pegwise.analysis.plots import Plot, plot_comparison, plot_review

__all__ = [
    "Bench",
    "Comparison",
    "Comparisons",
    "Cost",
    "Hint",
    "Plot",
    "bench",
    "compare",
    "estimate",
    "estimate_tree",
    "hint",
    "plot_comparison",
    "plot_review",
]
