"""What the kernel that searches listed games takes: arguments, and the fields of its memory."""

from __future__ import annotations

__all__ = ["ARGUMENTS", "DONE", "ENTRY", "FIELDS", "IMPOSSIBLE", "KINDS", "MOST_LABELS", "PHASES", "SHAPES"]
__all__ += ["SIGNATURE", "STATE", "TALLY", "shape_for"]

IMPOSSIBLE = 1 << 48
"""The total of a position that cannot be won in the guesses that are left."""
MOST_LABELS = 256
"""Most feedback numbers of a game, the win counted."""
PHASES = ("enter", "next", "class", "leave", "done")
"""What is to be done on the level at hand, see ``kernel``."""
DONE = PHASES.index("done")
FIELDS = (
    "count",  # candidates
    "weight",  # the sum of their weights
    "left",  # guesses left
    "others",  # parts besides the win that a guess can make at most
    "cap",  # only a total below this is of interest
    "floor",  # what no strategy is below
    "least",  # the least of what the guesses not listed and those tried are at least, if not below the best
    "best",  # the least total so far, the cap if there is none
    "champion",  # its guess, -1 if there is none
    "listed",  # guesses still to be tried
    "tried",
    "guess",  # the guess at hand
    "bound",  # what its total is at least
    "open",  # its classes that are not settled
    "at",  # the class at hand, by its place among these
)
"""What is known of the position on each level."""
KINDS = ("start", "size", "lower", "open", "looked")
"""What is known of each class of the guess at hand: where its members begin, how many there are, what its
total is at least, and whether all guesses have been looked at; and the list of the classes not settled."""
STATE = ("level", "phase", "value", "budget", "stamp")
"""What the kernel goes on with when it is called again; the value is the answer when it is done."""
TALLY = ("positions", "known", "looks", "guesses", "too deep")
"""What is counted: positions entered, those found in the table, ..."""
ENTRY = 4
"""Words of an entry of the table."""

ARGUMENTS = {
    "width": "int64",  # guesses to try in each position, 0 for all: the total is then an upper bound
    "weighted": "int64",  # whether weights differ from 1
    "win": "int64",  # the winning feedback number, the highest
    "first": "int64",  # the guess to be made first, -1 if any
    "stop": "int64[:]",  # (1,): raised to end the call
    "rows": "uint8[:,:]",  # (G, N): feedback numbers
    "across": "uint8[:,:]",  # (N, G'): the same, turned, with guesses of no use to fill up
    "places": "int32[:]",  # (N,): each candidate as a guess
    "weights": "int64[:]",  # (N,): descending
    "marks": "uint64[:,:]",  # (N, 2): two random words each
    "table": "mut uint64[:,:]",  # (2**k, ENTRY)
    "sets": "mut int32[:,:]",  # (levels, N): the candidates of each level's position, ascending
    "grouped": "mut int32[:,:]",  # (levels, N): the same by the classes of the guess at hand
    "frames": "mut int64[:,:]",  # (levels, len(FIELDS))
    "keys": "mut uint64[:,:,:]",  # (levels, MOST_LABELS + 1, 2): sums of marks, those of the position last
    "classes": "mut int64[:,:,:]",  # (levels, len(KINDS), MOST_LABELS)
    "heaps": "mut int64[:,:]",  # (levels, G'): guesses to be tried, the best at the top
    "bounds": "mut int64[:,:]",  # (levels, G'): what each guess's total is at least
    "parts": "mut uint8[:]",  # (G',)
    "same": "mut uint8[:]",  # (G',)
    "pairs": "mut uint16[:]",  # (G',)
    "heads": "mut int64[:]",  # (G',)
    "seen": "mut int64[:]",  # (MOST_LABELS,): see ``glance``
    "counted": "mut int64[:]",  # (MOST_LABELS,)
    "state": "mut int64[:]",  # (len(STATE),)
    "tally": "mut int64[:]",  # (len(TALLY),)
}
"""What the kernel takes: scalars, then contiguous arrays, those that are written marked."""
SIGNATURE = ", ".join(ARGUMENTS.values())
"""The same as the catalogue lists it."""

SHAPES = ((0,),)
"""There is one kernel for all games; a shape gives it a file of its own."""


def shape_for(pegs: int, black_only: bool) -> tuple[int]:
    """Return the one shape.

    >>> shape_for(0, False)
    (0,)
    """
    return SHAPES[0]
