"""How an answer is known: the tags every result carries."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pegwise.notation import number_name

__all__ = ["Count", "Known", "Sample"]

Known = Literal["exact", "lower", "upper", "sampled"]
"""``exact``; ``lower`` or ``upper``: a bound from that side; ``sampled``: an estimate from a sample."""


class Count(NamedTuple):
    """How many, and how that is known; of an estimate also what it very likely lies between.

    >>> str(Count(1296, "exact")), str(Count(5000, "upper")), str(Count(1312, "sampled", 905, 1890))
    ('1296', 'at most 5000', 'about 1300 (900 to 1900)')
    """

    value: int
    known: Known
    low: int | None = None
    high: int | None = None

    @property
    def interval(self) -> dict[str, int]:
        """Of an estimate ``low`` and ``high``, for the plain values of a result; else nothing."""
        return {} if self.low is None or self.high is None else {"low": self.low, "high": self.high}

    def __str__(self) -> str:
        if self.low is not None and self.high is not None:
            digits = 9 if self.high < 10**9 else 3
            each = (self.value, self.low, self.high)
            value, low, high = (number_name(_rounded(number), digits) for number in each)
            return f"about {value} ({low} to {high})" if low != high else f"about {value}"
        words = {"exact": "", "lower": "at least ", "upper": "at most ", "sampled": "about "}
        return f"{words[self.known]}{number_name(self.value)}"


def _rounded(number: int) -> int:
    """A number to its first two digits, unless it is written with a power of ten anyway."""
    return round(number, 2 - len(str(number))) if number < 10**20 else number


class Sample(NamedTuple):
    """What a sampled choice was based on: ``size`` of ``candidates`` codes, and how many ``guesses`` tried.

    ``agreement`` is how far two independent walks agreed on the candidates, where that was found out: a
    sample is worth so many times its size. 1 where every candidate was equally likely.

    >>> round(Sample(400, 10_000, 5_000).error, 4), round(Sample(400, 10_000, 5_000, 0.25).error, 4)
    (0.0245, 0.049)
    """

    size: int
    candidates: int
    guesses: int
    agreement: float | None = None

    def __str__(self) -> str:
        return (
            f"{self.guesses} guesses against {self.size} of {number_name(self.candidates)} candidates, "
            f"shares known to ± {self.error:.3f}"
        )

    @property
    def error(self) -> float:
        """The standard error of a class's share of the candidates, at most: that of a share of one half.

        Of a sample of nothing it is one half: a share is somewhere from nothing to all.
        """
        if not self.size:
            return 0.5
        left = (self.candidates - self.size) / max(1, self.candidates - 1)
        worth = self.size * (1.0 if self.agreement is None else self.agreement)
        return float(min(0.5, (left / (4 * worth)) ** 0.5))
