"""What the kernels of listed games take and return, and the figures that they share with other code.

The matrix holds a feedback number below 256 for each guess and secret; the size of a class is the sum of the
weights of its candidates.
"""

from __future__ import annotations

__all__ = ["BINS", "GROW", "SCORES", "SIZES"]
__all__ += ["DONE", "GIVEN", "NODE", "PAIRS", "PARTS_UNIT", "PAUSED", "STATE", "STATUS", "TOP", "UNDECIDED"]

BINS = 256
"""Counters that kernels need: one for every number that a byte can be."""
PARTS_UNIT = 1 << 10
"""What the largest class counts in WORST_PARTS: more than there are classes."""
PAUSED, DONE, UNDECIDED = range(3)
"""How a call of the growing kernel ends: its pairs are used up, all is done, or sums are too close."""
STATUS, TOP, NODE, GIVEN, PAIRS = range(5)
"""Entries of its state: how it ended, entries on the stack, nodes made, the guess to make next or -1, pairs
compared in this call."""
STATE = 5

SIZES = ", ".join(
    {
        "matrix": "uint8[:,:]",  # (G, S)
        "rows": "uint32[:]",  # (K,): guesses
        "columns": "uint32[:]",  # (N,): candidates
        "heavy": "int64[:]",  # (N,): their weights
        "out": "mut int64[:,:]",  # (K, at most BINS)
        "counters": "mut int64[:,:]",  # (2, BINS)
    }.values()
)
SCORES = ", ".join(
    {
        "kind": "int64",
        "matrix": "uint8[:,:]",
        "rows": "uint32[:]",
        "columns": "uint32[:]",
        "heavy": "int64[:]",
        "table": "int64[:]",  # n*log2(n) up to the sum of the weights; anything if the kind is not ENTROPY
        "out": "mut int64[:]",  # (K,)
        "counters": "mut int64[:,:]",
    }.values()
)
GROW = ", ".join(
    {
        "kind": "int64",
        "inside": "int64",  # whether only candidates are guesses
        "margin": "int64",  # entropy sums that differ by so little are too close; -1 for other kinds
        "budget": "int64",  # after so many pairs the kernel ends, to be called again
        "matrix": "uint8[:,:]",  # (G, S): numbers of the block's columns, or of all secrets
        "table": "int64[:]",
        "order": "mut uint32[:,:]",  # (3, N): column, weight and guess of each candidate
        "moved": "mut uint32[:,:]",  # (3, N)
        "counters": "mut int64[:,:]",
        "stack": "mut int64[:,:]",  # (N, 4): start, candidates, parent, feedback number
        "nodes": "mut int32[:,:]",  # (4, 2 * N): guess, parent, feedback number, weight
        "state": "mut int64[:]",  # (STATE,)
    }.values()
)
"""The signatures as the catalogue lists them."""
