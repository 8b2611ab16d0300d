"""What a worker does: each question a plain function of what is asked and a limit, its answer plain values.

They estimate what they cost before they begin, give the best answer within the limit with its tag, or raise
an error with the estimate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.limit import limited
from pegwise.web.questions.codes import candidates, partition
from pegwise.web.questions.games import review, turn
from pegwise.web.questions.hint import hint
from pegwise.web.questions.puzzle import puzzle
from pegwise.web.questions.strategies import compare, tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.limit import Limit

    Question = Callable[[dict[str, Any], Limit], Any]

__all__ = ["QUESTIONS", "answer"]

QUESTIONS: dict[str, Question] = {
    question.__name__: question
    for question in (candidates, compare, hint, partition, puzzle, review, tree, turn)
}
"""The questions by name."""


def answer(question: str, arguments: dict[str, Any], limit: Limit) -> Any:
    """The answer to a question: what goes to whoever asked, as JSON.

    Raises the errors of the library; :class:`~pegwise.errors.LimitError` where the limit left nothing useful.

    >>> from pegwise.limit import Limit
    >>> answer("candidates", {"rules": "4x6", "history": "1122:B 1344:W", "limit": 1}, Limit(seconds=2))
    {'rules': '4x6', 'candidates': 44, 'known': 'exact', 'codes': ['3523']}
    """
    with limited(limit):
        return QUESTIONS[question](arguments, limit)
