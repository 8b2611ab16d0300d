"""What the pieces of the search count, and what they know of the position on each level."""

from __future__ import annotations

__all__ = ["ALIKE", "AT", "BEST", "CHAMPION", "COST", "FOUND", "GLANCES", "GUESSES", "LAST", "NAMED", "PAIRS"]
__all__ += ["BEYOND", "BLOCKS", "DONE", "GROUPED", "LOOKS", "MIDDLE", "NARROW", "PARTLY", "STRIDE", "WIDE"]
__all__ += ["POSITIONS", "REACH", "RECALLED", "REST", "SMALL", "STATE", "TOO_DEEP", "TRIED", "TWINS"]

SMALL = 16
"""Most candidates of a set whose members are looked at by themselves first."""
MIDDLE = 64
"""Most candidates of a set whose guesses are taken by the number of their classes alone, and all of them
whatever the width."""
POSITIONS, RECALLED, GLANCES, PAIRS, GUESSES, NAMED, ALIKE, TOO_DEEP = range(8)
"""Entries of the tally."""
FOUND, AT, COST, LAST, REST, TRIED, BEST, CHAMPION, TWINS, REACH = range(10)
"""Entries of a level's state: guesses listed, the next of them, the cost of the next list (-1: there is no
other) and of the last, the least bound left out, guesses tried, the best excess so far and its guess, colors
alike, and how many candidates of a class can be found before the last guess."""
LOOKS, NARROW, BLOCKS, BEYOND = range(16, 20)
"""More of them: looks into its classes; the level of the narrow matrix it reads, plus 1 (0: there is none);
the matrix's blocks, and the most classes of a guess outside it."""
PARTLY = 23
"""Whether only some blocks of guesses were counted, because of colors alike."""
STRIDE = 22
"""By how much the classes of a guess are raised in this round, 0 without limit; see ``rounds``."""
WIDE = 26
"""How many classes of the guess have more than ``MIDDLE`` candidates."""
GROUPED = 25
"""Whether the members of the classes of the guess are side by side already."""
DONE, STATE = 3, 4
"""The rows of longs with the classes of the guess that are settled, and with a level's state."""
