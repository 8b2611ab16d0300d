"""The questions that a worker answers: each is a function of plain values and a limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.limit import limited
from pegwise.web.questions.codes import candidates, partition
from pegwise.web.questions.games import review, turn
from pegwise.web.questions.hint import hint
from pegwise.web.questions.puzzle import puzzle
from pegwise.web.questions.strategies import compare, strategy_list, tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.limit import Limit

    Question = Callable[[dict[str, Any], Limit], Any]

__all__ = ["QUESTIONS", "answer"]

QUESTIONS: dict[str, Question] = {
    "candidates": candidates,
    "compare": compare,
    "hint": hint,
    "partition": partition,
    "puzzle": puzzle,
    "review": review,
    "strategies": strategy_list,
    "tree": tree,
    "turn": turn,
}
"""The questions by name."""


def answer(question: str, arguments: dict[str, Any], limit: Limit) -> Any:
    """Return the answer to a question: what goes to the client, as JSON.

    Raises:
        PegwiseError: The errors of the library; a :class:`LimitError` if the limit left nothing useful.

    Example:
        >>> from pegwise.limit import Limit
        >>> answer("candidates", {"rules": "4x6", "history": "1122:B 1344:W", "limit": 1}, Limit(seconds=2))
        {'rules': '4x6', 'candidates': 44, 'known': 'exact', 'codes': ['3523']}
    """
    with limited(limit):
        return QUESTIONS[question](arguments, limit)
