"""Totals that are polynomials in the number of colors."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from tablebase.polynomials import polynomial_of, polynomial_text, value_at


def test_a_polynomial_is_found_from_where_on_the_values_are_its_own() -> None:
    chance = Random(1)
    for degree in range(5):
        found = [Fraction(chance.randint(-9, 9)) for _ in range(degree)] + [Fraction(1)]
        values = {number: int(value_at(found, number)) for number in range(2, 4 + 2 * degree + 7)}
        values[2] += 1
        assert polynomial_of(values, degree) == (3, found)
        values[max(values) - degree - 3] += 1  # too few agree after it
        assert polynomial_of(values, degree) is None


def test_values_with_a_gap_or_too_few_of_them_have_none() -> None:
    squares = {number: number**2 for number in range(12)}
    assert polynomial_of(squares, 2) == (0, [Fraction(1), Fraction(0), Fraction(0)])
    assert polynomial_of({number: value for number, value in squares.items() if number != 5}, 2) is None
    assert polynomial_of({number: squares[number] for number in range(6)}, 2) is None
    assert polynomial_of({}, 2) is None


def test_polynomials_are_written_as_people_write_them() -> None:
    assert polynomial_text([Fraction(-1), Fraction(0), Fraction(-1, 2), Fraction(3)]) == "-n^3 - 1/2 n + 3"
    assert polynomial_text([Fraction(2, 3), Fraction(1), Fraction(0)]) == "2/3 n^2 + n"
