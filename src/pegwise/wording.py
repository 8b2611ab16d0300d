"""Writes colors and feedback as sentences and tables show them; codes and rows are in ``notation``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.notation import feedback_name

if TYPE_CHECKING:
    from pegwise.rules import Feedback, Rules

__all__ = ["FEW", "colors_name", "hits_name"]

FEW = 6
"""Hits that are written one by one; nobody counts more letters."""


def hits_name(feedback: Feedback, rules: Rules) -> str:
    """Write feedback in letters, or in numbers if there are too many letters to count.

    >>> from pegwise.rules import Feedback, Rules
    >>> hits_name(Feedback(2, 1), Rules(16, 10)), hits_name(Feedback(9, 0), Rules(16, 10))
    ('BBW', '9B0W')
    >>> hits_name(Feedback(9, 0), Rules(16, 10, whites=False))
    '9B'
    """
    if sum(feedback) <= FEW:
        return str(feedback)
    return feedback_name(feedback, style="counts") if rules.whites else f"{feedback.black}B"


def colors_name(rules: Rules, blanks: bool = False) -> str:
    """Write which colors there are. With ``blanks``, the last one is the empty hole, which is not named.

    >>> from pegwise.rules import Rules
    >>> colors_name(Rules(4, 6)), colors_name(Rules(4, 10)), colors_name(Rules(4, 7), blanks=True)
    ('1 to 6', '1 to 9 and 0', '1 to 6')
    """
    last = rules.colors - blanks
    if rules.color_name(last) == str(last):
        return f"1 to {last}"
    return f"1 to {last - 1} and {rules.color_name(last)}"
