"""Whether a code fits a history; why none does: the fewest rows that cannot all be true, and the repairs."""

from pegwise.contradiction.explain import contradiction
from pegwise.contradiction.fit import Fit, fit
from pegwise.contradiction.told import Contradiction, Repair

__all__ = ["Contradiction", "Fit", "Repair", "contradiction", "fit"]
