"""How a figure is known: the tags that every result carries."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, Self, SupportsIndex

from pegwise.notation import number_name

if TYPE_CHECKING:
    from collections.abc import Callable

Known = Literal["exact", "lower", "upper", "sampled"]
"""How a figure is known.

``exact``: it is proved. ``lower`` and ``upper``: it is a lower or an upper bound. ``sampled``: it is
estimated from a sample.
"""

_DIGITS = 640
"""Digits that Python writes however it is set."""


class Count(int):
    """A whole number, such as the number of candidates, that says how it is known.

    It is its number, whatever its tag, wherever a number is meant: it compares, hashes and calculates as
    ``value``, and what is calculated from it is an ordinary ``int``. Ask ``known`` whether the number is
    exact. As text it has its tag; so it does in formats such as ``f"{count:,}"``. A format that names a
    type, such as ``f"{count:d}"``, writes the number alone. A count cannot be changed.

    Args:
        value: The number, the bound, or the estimate.
        known: How the number is known.
        low: If the number is an estimate, the lower end of an interval that has it 19 times out of 20.
        high: The upper end of this interval.

    Attributes:
        known (Known): How the number is known.
        low (int | None): The lower end of the interval of an estimate; otherwise None.
        high (int | None): The upper end of this interval.

    Example:
        >>> import pegwise
        >>> count = pegwise.Position("4x6 1122:B 1344:W").count()
        >>> count == 44, count < 100, count - 1, count.known
        (True, True, 43, 'exact')
        >>> most = pegwise.Count(5000, "upper")
        >>> most == 5000, f"{most}", f"{most:,}", f"{most:d}"
        (True, 'at most 5000', 'at most 5,000', '5000')
        >>> about = pegwise.Count(1312, "sampled", 905, 1890)
        >>> str(about), about.to_dict()
        ('about 1300 (900 to 1900)', {'value': 1312, 'known': 'sampled', 'low': 905, 'high': 1890})
    """

    known: Known
    low: int | None
    high: int | None
    __match_args__ = ("value", "known", "low", "high")

    def __new__(
        cls, value: SupportsIndex, known: Known, low: int | None = None, high: int | None = None
    ) -> Self:
        """Make a count; the number must be whole."""
        made = super().__new__(cls, index(value))
        made.__dict__.update(known=known, low=low, high=high)
        return made

    @property
    def value(self) -> int:
        """The number alone, as an ordinary ``int``."""
        return int(self)

    @property
    def interval(self) -> dict[str, int]:
        """The keys ``low`` and ``high`` of an estimate, for the plain values of a result; otherwise empty."""
        return {} if self.low is None or self.high is None else {"low": self.low, "high": self.high}

    def to_dict(self) -> dict[str, Any]:
        """Return the count as plain values.

        Returns:
            ``value`` and ``known``; for an estimate also ``low`` and ``high``.
        """
        return {"value": self.value, "known": self.known, **self.interval}

    def __str__(self) -> str:
        digits = 20 if self.high is None else 9 if self.high < 10**9 else 3
        return self._written(lambda number: number_name(number, digits))

    def __format__(self, spec: str) -> str:
        if spec[-1:].isalpha() or spec.endswith("%"):
            return super().__format__(spec)
        return self._written(lambda number: format(number, spec)) if spec else str(self)

    def _written(self, write: Callable[[int], str]) -> str:
        """Return the text, with each number as ``write`` writes it."""
        if self.low is not None and self.high is not None:
            value, low, high = (write(_rounded(number)) for number in (self.value, self.low, self.high))
            return f"about {value} ({low} to {high})" if low != high else f"about {value}"
        words = {"exact": "", "lower": "at least ", "upper": "at most ", "sampled": "about "}
        return f"{words[self.known]}{write(self.value)}"

    def __repr__(self) -> str:
        ends = f", {self.low}, {self.high}" if self.interval else ""
        return f"Count({number_name(self.value, _DIGITS)}, {self.known!r}{ends})"

    def __reduce__(self) -> tuple[type[Self], tuple[int, Known, int | None, int | None]]:
        return type(self), (self.value, self.known, self.low, self.high)

    def _unchanged(self, name: str, *_: object) -> NoReturn:
        raise AttributeError(f"a count cannot be changed: {name} is as it was made")

    __setattr__ = __delattr__ = _unchanged


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
        >>> pegwise.Sample(size=400, candidates=10_000, guesses=5_000).to_dict()["guesses"]
        5000
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

    def to_dict(self) -> dict[str, Any]:
        """Return the sample as plain values.

        Returns:
            What ``pegwise hint --json`` prints as ``sample``.
        """
        agreement = {} if self.agreement is None else {"agreement": round(self.agreement, 3)}
        return {"size": self.size, "guesses": self.guesses, "error": round(self.error, 6), **agreement}
