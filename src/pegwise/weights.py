"""Weights of secrets as whole numbers: sums of them are exact."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pegwise.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

_MOST = 1 << 22
"""What all weights come to at most, as whole numbers."""


def whole_weights(
    weights: Iterable[object] | None, count: int, where: Callable[[int], str]
) -> tuple[int, ...]:
    """Return weights as the smallest whole numbers in the same proportion; nothing if all are the same.

    Args:
        weights: A number for each secret, or its text, such as ``0.25`` or ``1/3``; None for no weights.
        count: The number of secrets.
        where: Where a secret stands, for errors.

    Raises:
        RulesError: If one is not a positive finite number, or the whole numbers are too large.

    Example:
        >>> whole_weights([0.5, "1/4", 1], 3, str), whole_weights([2, 2], 2, str)
        ((2, 1, 4), ())
    """
    if weights is None:
        return ()
    if isinstance(weights, str) or not isinstance(weights, Iterable):
        raise RulesError(f"weights: expected a list of numbers, not {weights!r}")
    found = [_weight(weight, place, where) for place, weight in enumerate(weights)]
    if len(found) != count:
        raise RulesError(f"there are {len(found)} weights for {count} secrets")
    if not any(found):
        raise RulesError("all weights are 0: there is no secret")
    for place, weight in enumerate(found):
        if not weight:
            raise RulesError(f"{where(place)}: the weight is 0; leave this secret out of the list")
    unit = math.lcm(*(weight.denominator for weight in found))
    whole = [int(weight * unit) for weight in found]
    common = math.gcd(*whole)
    whole = [weight // common for weight in whole]
    if sum(whole) > _MOST:
        raise RulesError(
            f"as whole numbers the weights come to more than {_MOST:,}; round them to fewer digits"
        )
    return tuple(whole) if max(whole) > 1 else ()


def _weight(weight: object, place: int, where: Callable[[int], str]) -> Fraction:
    from fractions import Fraction  # few games have weights

    try:
        if isinstance(weight, float):
            weight = repr(float(weight))  # as it was written: 0.1 is a tenth
        found = Fraction(weight) if isinstance(weight, (int, str, Fraction)) else Fraction(str(weight))
    except (ValueError, TypeError, ZeroDivisionError, OverflowError):
        raise RulesError(f"{where(place)}: the weight {weight} is no finite number") from None
    if found < 0:
        raise RulesError(f"{where(place)}: the weight {weight} is below 0")
    return found
