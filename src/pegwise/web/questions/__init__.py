"""The questions that the page asks: each is a function of plain values and a limit, loaded when it is asked.

A worker answers them: a process of the server, or a worker of the browser, which has the first answer sooner
if it loads no more than that needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pegwise.limit import limited

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.limit import Limit

    Question = Callable[[dict[str, Any], Limit], Any]

__all__ = ["QUESTIONS", "answer"]

_PLACES = {
    "candidates": "codes:candidates",
    "compare": "strategies:compare",
    "hint": "hint:hint",
    "partition": "codes:partition",
    "puzzle": "puzzle:puzzle",
    "review": "games:review",
    "strategies": "strategies:strategy_list",
    "tree": "strategies:tree",
    "turn": "games:turn",
}
"""The module of each question, and its function."""


class _Questions(Mapping[str, "Question"]):
    def __getitem__(self, name: str) -> Question:
        module, _, function = _PLACES[name].partition(":")
        found: Question = getattr(import_module(f"{__name__}.{module}"), function)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_PLACES)

    def __len__(self) -> int:
        return len(_PLACES)


QUESTIONS: Mapping[str, Question] = _Questions()
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
