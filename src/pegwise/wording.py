"""Writes feedback as sentences and tables show it; codes and rows are in ``notation``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.notation import feedback_name

if TYPE_CHECKING:
    from pegwise.rules import Feedback, Rules

__all__ = ["FEW", "hits_name"]

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
    return feedback_name(feedback, style="counts", whites=rules.whites)
