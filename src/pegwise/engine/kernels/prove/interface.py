"""What the kernels that help to write certificates take, and the figures that they share with other code."""

from __future__ import annotations

__all__ = ["CLASSES", "DISTINCT", "MOST_LABELS", "NEVER", "ROW", "UNDECIDED", "UNIT"]

UNIT = 1 << 24
"""A cost is total * UNIT + secrets found with the very last guess allowed; or those secrets alone."""
NEVER = 1 << 56
"""The cost where there is no way; sums of such costs may be larger."""
MOST_LABELS = 64
"""Most kinds of feedback of a game: those to one guess are marked in one word."""
ROW = ("guess", "told", "bound")
"""What is told of one class: the place of its guess in the list, its label, what it costs at least."""

UNDECIDED = ", ".join(
    {
        "count": "int64",  # candidates
        "left": "int64",  # guesses that are still allowed
        "free": "int64",  # whether the next guess may be any code
        "only": "int64",  # the one guess that is allowed, or -1
        "bound": "int64",  # the cost that every guess must be shown to have
        "unit": "int64",  # what a guess costs: UNIT, or 0
        "win": "int64",  # the label of the winning feedback
        "table": "uint8[:,:]",  # (G, at least G): the label of each pair of codes
        "order": "int32[:]",  # the candidates, ascending, by their numbers among the G codes
        "masks": "mut uint64[:]",  # (G,): the labels of each guess, as bits
        "inset": "mut uint8[:]",  # (G,): zero before and after
        "least": "mut int64[:]",  # (at least count + 1,): the size bound of each size
        "sizes": "mut int64[:,:]",  # (3, MOST_LABELS)
        "part": "mut int32[:]",  # (at least count,)
        "found": "mut int32[:]",  # (G,): the guesses in doubt, ascending
        "shapes": "mut uint64[:,:]",  # (G, 2): equal for guesses that make the same classes
        "result": "mut int64[:]",  # (3,): how many guesses; the most classes of a guess, and besides the win
    }.values()
)
DISTINCT = ", ".join(
    {
        "pegs": "int64",
        "colors": "int64",
        "count": "int64",  # candidates
        "found": "int64",  # guesses in doubt
        "given": "int64",  # renamings known to keep the set, the first ones of the generators
        "codes": "uint8[:,:]",  # (G, P): symbols
        "lookup": "int32[:]",  # (C**P,): the place of the code with each number in base C, or -1
        "order": "int32[:]",
        "listed": "int32[:]",  # (at least found,)
        "shapes": "uint64[:,:]",
        "generators": "mut uint8[:,:]",  # (at least given + S + P*P, P + S): S is C or P*C
        "used": "mut uint8[:]",  # one for each generator: whether it makes guesses alike
        "inset": "mut uint8[:]",
        "orbits": "mut int32[:]",  # (G,)
        "slots": "mut int32[:]",  # (a power of two, at least 2*found)
        "kept": "mut int32[:]",  # (G,): the guesses that need treatment, ascending
        "result": "mut int64[:]",  # (3,): how many guesses; generators; whether these spare any guess
    }.values()
)
CLASSES = ", ".join(
    {
        "count": "int64",
        "first": "int64",  # the first guess of the list to go on with
        "stop": "int64",  # the end of the list
        "left": "int64",
        "most": "int64",  # the most classes that a guess makes of the set
        "unit": "int64",
        "win": "int64",
        "table": "uint8[:,:]",
        "order": "int32[:]",
        "listed": "int32[:]",
        "least": "int64[:]",  # as UNDECIDED leaves it
        "sizes": "mut int64[:,:]",
        "part": "mut int32[:]",
        "rows": "mut int64[:,:]",  # (R, 3): the classes of three candidates and more, see ROW
        "offsets": "mut int64[:]",  # (R + 1,): where their members begin and end
        "members": "mut int32[:]",
        "costs": "mut int64[:]",  # one for each guess of the list: what it costs by these bounds
        "result": "mut int64[:]",  # (3,): the guess to go on with; rows
    }.values()
)
