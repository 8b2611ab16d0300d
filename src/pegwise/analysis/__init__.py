"""What people ask for: a hint, and strategies side by side."""

from pegwise.analysis.bench import Bench, bench
from pegwise.analysis.compare import Comparison, compare
from pegwise.analysis.cost import Cost, estimate, estimate_tree
from pegwise.analysis.hint import Hint, hint

__all__ = ["Bench", "Comparison", "Cost", "Hint", "bench", "compare", "estimate", "estimate_tree", "hint"]
