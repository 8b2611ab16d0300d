"""What people ask for: a hint, and strategies side by side."""

from pegwise.analysis.compare import Comparison, compare
from pegwise.analysis.hint import Hint, hint

__all__ = ["Comparison", "Hint", "compare", "hint"]
