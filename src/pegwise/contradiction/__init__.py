"""Whether a code fits a history; why none does: the fewest rows that cannot all be true, and the repairs."""

from pegwise.contradiction.consistency import Consistency, consistency
from pegwise.contradiction.explain import contradiction
from pegwise.contradiction.told import Contradiction, Repair

__all__ = ["Consistency", "Contradiction", "Repair", "consistency", "contradiction"]
