"""How a figure is known: the tags that every result carries."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pegwise.notation import number_name

__all__ = ["Count", "Known", "Sample"]

Known = Literal["exact", "lower", "upper", "sampled"]
"""How a figure is known.

``exact``: it is proved. ``lower`` and ``upper``: it is a lower or an upper bound. ``sampled``: it is
estimated from a sample.
"""


class Count(NamedTuple):
    """A number, such as the number of candidates, and how it is known.

    Attributes:
        value: The number, the bound, or the estimate.
        known: How the number is known.
        low: If the number is an estimate, the lower end of an interval that has it 19 times out of 20.
        high: The upper end of this interval.

    Example:
        >>> import pegwise
        >>> str(pegwise.Count(1296, "exact")), str(pegwise.Count(5000, "upper"))
        ('1296', 'at most 5000')
        >>> str(pegwise.Count(1312, "sampled", 905, 1890))
        'about 1300 (900 to 1900)'
    """

    value: int
    known: Known
    low: int | None = None
    high: int | None = None

    @property
    def interval(self) -> dict[str, int]:
        """The keys ``low`` and ``high`` of an estimate, for the plain values of a result; otherwise empty."""
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
    """Round a number to its first two digits, unless it is written with a power of ten anyway."""
    return round(number, 2 - len(str(number))) if number < 10**20 else number


class Sample(NamedTuple):
    """What a choice from a sample rests on.

    Attributes:
        size: The number of candidates in the sample.
        candidates: The number of candidates in all.
        guesses: The number of guesses that were compared.
        agreement: The share of its size that the sample is worth, found by comparing two independent random
            walks; None if no walks were compared. The sample then counts in full.

    Example:
        >>> import pegwise
        >>> round(pegwise.Sample(size=400, candidates=10_000, guesses=5_000).error, 4)
        0.0245
        >>> round(pegwise.Sample(size=400, candidates=10_000, guesses=5_000, agreement=0.25).error, 4)
        0.049
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
        """An upper bound of the standard error of a class's share of the candidates, from 0 to 0.5.

        It is the standard error of a share of one half, which has the largest. If the sample is empty, it is
        0.5: the share can be anything from nothing to all.
        """
        if not self.size:
            return 0.5
        left = (self.candidates - self.size) / max(1, self.candidates - 1)
        worth = self.size * (1.0 if self.agreement is None else self.agreement)
        return float(min(0.5, (left / (4 * worth)) ** 0.5))
