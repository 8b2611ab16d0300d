"""Writes feedback as sentences and tables show it; codes and rows are in ``notation``."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

from pegwise.codes import NumberedFeedback
from pegwise.notation import feedback_name

if TYPE_CHECKING:
    from pegwise.rules import Feedback, Rules

FEW = 6
"""Hits that are written one by one; nobody counts more letters."""
feedback_style: ContextVar[str | None] = ContextVar("feedback_style", default=None)
"""The style that a person asked for, by its name; None for letters, or counts if there are too many."""


def hits_name(feedback: Feedback, rules: Rules | None) -> str:
    """Write feedback in letters, or in numbers if there are too many letters to count.

    In the style of :data:`feedback_style` if that is set.

    >>> from pegwise.rules import Feedback, Rules
    >>> hits_name(Feedback(2, 1), Rules(16, 10)), hits_name(Feedback(9, 0), Rules(16, 10))
    ('BBW', '9B0W')
    >>> hits_name(Feedback(9, 0), Rules(16, 10, whites=False))
    '9B'
    """
    if isinstance(feedback, NumberedFeedback):
        return str(feedback)
    style = feedback_style.get()
    if style is None and (rules is None or sum(feedback) <= FEW):
        return str(feedback)
    return feedback_name(feedback, style=style or "counts", whites=rules is None or rules.whites)
