"""CPU seconds of the best C++ programs for the same trees: mmstrat, and Magruder's CPU solver.

Each figure is the better of the two for a tree over all secrets. Both were built with ``-O3 -march=native``
and ran once on a machine like ours (2 cores, one of them used); their times vary by 20 %. The programs
choose differently among guesses with the same score, so the work is compared, not the tree. mmstrat is C++
with SSE2; Magruder's program is vectorized C++.
"""

from __future__ import annotations

__all__ = ["HEURISTICS", "PEERS", "SMALL", "goal"]

HEURISTICS = ("knuth", "expected-size", "entropy", "most-parts")
"""Our names. The other programs call knuth minimax."""

PEERS: dict[str, tuple[float | None, ...]] = {
    "4x6": (0.010, 0.008, 0.012, 0.008),
    "4x10-distinct": (0.074, 0.041, 0.070, 0.044),
    "5x8": (4.5, 2.7, 4.8, 1.8),
    "6x6": (15.5, 5.6, 11.7, 6.4),
    "5x10": (36.0, 24.0, 36.0, 13.5),
    "6x7": (83.0, 35.0, 68.0, 35.0),
    "6x10-distinct": (105.0, 37.0, 68.0, 41.0),
    "6x8": (None, 158.0, 325.0, 144.0),
}
"""The figures by rules, in the order of HEURISTICS."""

SMALL = ("4x6", "4x10-distinct")
"""Games measured in a process that has built the tree before. Other games are measured as whole commands."""


def goal(rules: str) -> float:
    """Return the goal: a share of the other program's time."""
    return 0.5 if rules in SMALL else 0.25
