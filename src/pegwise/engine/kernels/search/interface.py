"""What the kernel that searches for optimal strategies takes: arguments, modes, scratch and counts."""

from __future__ import annotations

from pegwise.engine.kernels.shapes import classes

__all__ = ["AFRESH", "ARGUMENTS", "FIRST_FIT", "GLANCE", "IMPOSSIBLE", "LOOK", "MOST_ANSWERS", "NO_COLORS"]
__all__ += [
    "NO_NAMES",
    "OWN_COLORS",
    "PLANT",
    "SEARCH",
    "SHAPES",
    "SIGNATURE",
    "TALLY",
    "UNLIMITED",
    "WIDTH",
    "shape_for",
]

UNLIMITED = 1 << 20
"""Guesses left, or guesses that may be any code, when there is no such limit."""
IMPOSSIBLE = 1 << 56
"""The excess of a position that cannot be won in the guesses that are left."""
MOST_ANSWERS = 64
"""Most answers of a game that is searched: the answers to a guess are marked in one word."""
GLANCE, LOOK, SEARCH, FIRST_FIT, AFRESH, PLANT = -1, 0, 1, 2, 3, 4
"""How far to go: what members alone say; one guess ahead; to the end; to the end in the order given, until
a guess is good enough; to the end, whatever the table says of the position itself; and the best tree."""
NO_NAMES, NO_COLORS = 1, 2
"""What ``plain`` turns off: canonical names of sets; colors that are alike in a set."""
OWN_COLORS = 2
"""What ``repeats`` is where each peg has colors of its own, so that a color is what ``symbols`` calls one."""
WIDTH = 1024
"""Bins in which guesses are sorted by their bounds."""
TALLY = ("positions", "known", "glances", "pairs", "guesses", "names", "alike", "too deep")
"""What is counted: positions one looks ahead from, those found in the table, ..."""

ARGUMENTS = {
    "count": "int64",  # candidates of the position
    "most": "int64",  # classes a guess can make there, the win counted
    "others": "int64",  # classes a guess can make there besides the win
    "cap": "int64",  # an excess of so much need not be told exactly
    "depth": "int64",  # how far to go
    "left": "int64",  # guesses left
    "free": "int64",  # guesses that may be any code
    "unit": "int64",  # what one guess counts
    "last": "int64",  # what a secret counts besides that is found with the last guess: 0 or 1
    "width": "int64",  # guesses to try where there are many candidates, 0 for all: the excess is then upper
    "plain": "int64",  # what is to be left out
    "repeats": "int64",  # 0: no guess repeats colors; 1: guesses may; OWN_COLORS
    "win": "int64",  # the label of the winning answer, the highest
    "listed": "int32[:]",  # the guesses to try first in the position itself; empty for all
    "stop": "int64[:]",  # (1,)
    "table": "mut uint64[:,:]",  # (2**k, 4)
    "near": "mut uint64[:,:]",  # (2**k, 4): so small that it stays near the processor
    "labels": "uint8[:,:]",  # (N, G'): each candidate's label for every guess
    "across": "uint8[:,:]",  # (G, N'): each guess's label for every candidate; may be the same array
    "codes": "uint8[:,:]",  # (N, P): candidates
    "guesses": "uint8[:,:]",  # (G, P)
    "places": "int32[:]",  # (N,): the candidate's place among the guesses
    "marks": "uint64[:,:]",  # (N, 2): two random words each
    "weights": "int64[:]",  # (N + 1,): what a class of each size is thought to cost, to order by with a width
    "sets": "mut int32[:,:]",  # (depths, N)
    "octets": "mut uint8[:,:,:]",  # (depths, 2, G')
    "words": "mut uint64[:,:]",  # (depths, G'/64)
    "lists": "mut int64[:,:,:]",  # (depths, 3, G')
    "longs": "mut int64[:,:,:]",  # (depths, 5, WIDTH)
    "keys": "mut uint64[:,:,:]",  # (depths, 64, 2): of classes
    "alike": "mut int64[:,:,:]",  # (depths, 2, C)
    "narrow_labels": "mut uint8[:,:]",  # (depths, rows * K): the narrow matrices, see ``narrow``
    "narrow_rows": "mut int32[:,:]",  # (depths, N): the row of each candidate there
    "limits": "mut int64[:,:]",  # (depths, K/64)
    "picked": "mut int32[:]",  # (65 + K,)
    "rows": "mut int32[:]",  # (N,)
    "grouped": "mut int32[:,:]",  # (depths, N): the candidates of a position by their classes
    "own": "mut uint64[:,:]",  # (depths, 4): the keys of a set, and of its name
    "totals": "mut uint16[:]",  # (G',)
    "counted": "mut uint16[:,:]",  # (64, 64): the class sizes of a block of guesses
    "kept": "mut int32[:]",  # (N,): the candidates of the positions of a tree that are still to be grown
    "pending": "mut int64[:,:]",  # (nodes, 6): these positions, see ``planting``
    "tree": "mut int64[:,:]",  # (nodes, 4): guess, parent, label and candidates of each position
    "cells": "mut uint16[:,:]",  # the scratch of canonical names, and a renaming
    "tables": "mut uint64[:,:]",
    "values": "mut uint64[:,:]",
    "trail": "mut int64[:,:]",
    "sums": "mut uint64[:]",
    "renaming": "mut uint8[:]",
    "tally": "mut int64[:]",  # (8,)
    "result": "mut int64[:]",  # (2,): the excess, or the nodes of the tree; the position's best guess found
}
"""What the kernel takes: scalars, then contiguous arrays, those that are written marked."""
SIGNATURE = ", ".join(ARGUMENTS.values())
"""The same as the catalogue lists it."""


SHAPES = ((16,), (32,), (MOST_ANSWERS,))
"""The numbers of answers that the kernels tell apart: the more there are, the more they count in vain."""


def shape_for(pegs: int, black_only: bool) -> tuple[int]:
    """Return how many answers the kernel knows that serves a game.

    >>> shape_for(4, False), shape_for(8, True), shape_for(12, False)
    ((16,), (16,), (64,))
    """
    answers = len(classes(pegs, black_only))
    return next((shape for shape in SHAPES if shape[0] >= answers), SHAPES[-1])
