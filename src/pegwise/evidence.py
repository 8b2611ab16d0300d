"""How an answer is known: the tags every result carries."""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["Count", "Known"]

Known = Literal["exact", "lower", "upper", "sampled"]
"""``exact``; ``lower`` or ``upper``: a bound from that side; ``sampled``: an estimate from a sample."""


class Count(NamedTuple):
    """How many, and how that is known.

    >>> str(Count(1296, "exact")), str(Count(5000, "upper"))
    ('1296', 'at most 5000')
    """

    value: int
    known: Known

    def __str__(self) -> str:
        words = {"exact": "", "lower": "at least ", "upper": "at most ", "sampled": "about "}
        return f"{words[self.known]}{self.value}"
