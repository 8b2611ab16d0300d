"""How an answer is known: the tags every result carries."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pegwise.notation import number_name

__all__ = ["Count", "Known", "Sample"]

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
        return f"{words[self.known]}{number_name(self.value)}"


class Sample(NamedTuple):
    """What a sampled choice was based on: ``size`` of ``candidates`` codes, and how many ``guesses`` tried.

    >>> round(Sample(400, 10_000, 5_000).error, 4)
    0.0245
    """

    size: int
    candidates: int
    guesses: int

    @property
    def error(self) -> float:
        """The standard error of a class's share of the candidates, at most: that of a share of one half.

        Of a sample of nothing it is one half: a share is somewhere from nothing to all.
        """
        if not self.size:
            return 0.5
        left = (self.candidates - self.size) / max(1, self.candidates - 1)
        return float((left / (4 * self.size)) ** 0.5)
