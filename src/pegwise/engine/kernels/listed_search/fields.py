"""The numbers of the fields that ``interface`` names, for the pieces of the kernel."""

from __future__ import annotations

from pegwise.engine.kernels.listed_search.interface import FIELDS, KINDS, MOST_LABELS, PHASES, STATE, TALLY

__all__ = ["AT", "BEST", "BOUND", "BUDGET", "CAP", "CHAMPION", "CLASS", "COUNT", "DONE", "ENTER", "FLOOR"]
__all__ += [
    "GUESS",
    "GUESSES",
    "KNOWN",
    "LEAST",
    "LEAVE",
    "LEFT",
    "LEVEL",
    "LISTED",
    "LOOKED",
    "LOOKS",
    "LOWER",
]
__all__ += ["NEXT", "OPEN", "OPENED", "OTHERS", "OWN", "PHASE", "POSITIONS", "SIZE", "STAMP", "START"]
__all__ += ["TOO_DEEP", "TRIED", "VALUE", "WEIGHT"]

COUNT, WEIGHT, LEFT, OTHERS, CAP, FLOOR, LEAST, BEST, CHAMPION, LISTED, TRIED, GUESS, BOUND, OPENED, AT = (
    range(len(FIELDS))
)
START, SIZE, LOWER, OPEN, LOOKED = range(len(KINDS))
ENTER, NEXT, CLASS, LEAVE, DONE = range(len(PHASES))
LEVEL, PHASE, VALUE, BUDGET, STAMP = range(len(STATE))
POSITIONS, KNOWN, LOOKS, GUESSES, TOO_DEEP = range(len(TALLY))
OWN = MOST_LABELS
"""The row of a level's keys that is the position's own."""
