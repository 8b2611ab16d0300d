"""Finds totals that are polynomials in the number of colors."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Polynomial", "polynomial_of", "polynomial_text", "value_at"]

Polynomial = list[Fraction]
"""The coefficients, that of the highest power first."""

_ZERO = Fraction(0)
_EVIDENCE = 4
"""How many values more than those that fix a polynomial it must agree with."""


def value_at(polynomial: Polynomial, number: int) -> Fraction:
    """Return the value of a polynomial.

    >>> value_at([Fraction(1, 2), Fraction(0), Fraction(1)], 4)
    Fraction(9, 1)
    """
    value = Fraction(0)
    for coefficient in polynomial:
        value = value * number + coefficient
    return value


def polynomial_of(values: Mapping[int, int], degree: int) -> tuple[int, Polynomial] | None:
    """Find the polynomial of a degree that the values of the largest numbers have.

    Returns the least number from which on all values are those of the polynomial, and its coefficients; None
    where too few agree.

    >>> polynomial_of({number: number**2 + 1 + (number == 2) for number in range(2, 12)}, 2)
    (3, [Fraction(1, 1), Fraction(0, 1), Fraction(1, 1)])
    """
    numbers = sorted(values)
    if len(numbers) <= degree or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return None
    found = _through([(number, values[number]) for number in numbers[-degree - 1 :]])
    first = next(number for number in numbers if _agrees(found, values, number, numbers[-1]))
    return (first, found) if numbers[-1] - first >= degree + _EVIDENCE else None


def _agrees(polynomial: Polynomial, values: Mapping[int, int], first: int, last: int) -> bool:
    return all(value_at(polynomial, number) == values[number] for number in range(first, last + 1))


def _through(points: Sequence[tuple[int, int]]) -> Polynomial:
    """The polynomial through some points, by Lagrange's formula."""
    total = [_ZERO] * len(points)
    for number, value in points:
        term = [Fraction(value)]
        for other, _ in points:
            if other != number:
                scale = Fraction(1, number - other)
                term = [
                    a * scale - b * scale * other for a, b in zip([*term, _ZERO], [_ZERO, *term], strict=True)
                ]
        total = [a + b for a, b in zip(total, term, strict=True)]
    return total


def polynomial_text(polynomial: Polynomial) -> str:
    """Write a polynomial in n.

    >>> polynomial_text([Fraction(3, 4), Fraction(0), Fraction(-1), Fraction(7, 2)])
    '3/4 n^3 - n + 7/2'
    """
    text = ""
    for power, coefficient in zip(range(len(polynomial) - 1, -1, -1), polynomial, strict=True):
        if coefficient:
            name = f"n^{power}" if power > 1 else "n" if power else ""
            size = "" if name and abs(coefficient) == 1 else str(abs(coefficient))
            sign = (" - " if coefficient < 0 else " + ") if text else ("-" if coefficient < 0 else "")
            text += sign + " ".join(part for part in (size, name) if part)
    return text
