"""Optimal strategies: the search for them, and certificates of what it finds."""

from pegwise.optimal.certificate import Written, write_certificate
from pegwise.optimal.lemmas import Values
from pegwise.optimal.problem import OBJECTIVES, Problem
from pegwise.optimal.result import Bounds, GuessValue, Optimum
from pegwise.optimal.solve import optimum, value_guesses

__all__ = [
    "OBJECTIVES",
    "Bounds",
    "GuessValue",
    "Optimum",
    "Problem",
    "Values",
    "Written",
    "optimum",
    "value_guesses",
    "write_certificate",
]
