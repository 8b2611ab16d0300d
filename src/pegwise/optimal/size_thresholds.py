"""The sizes of positions from which on the search works in another way; they change no value."""

LARGE = 128
"""Positions of more candidates are searched guess by guess."""
HUGE = 400
"""Classes of more candidates are large positions again, each with its own symmetry."""
WIDE = 1000
"""Classes of more candidates are divided among workers who have nothing to do; one worker tries smaller ones
as a whole first, because to divide a few seconds of work takes the driver longer than it saves."""
GIANT, MANY = 4096, 32
"""Guesses with huge classes are tasks at positions of at most so many candidates and at least so many such
guesses: other tasks would take too long, or be too few."""
