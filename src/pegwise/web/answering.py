"""Answers the page's questions where there is no server: JSON in, JSON out, in a worker of the browser.

The questions, their bounds, limits and problems are those of the server.
"""

from __future__ import annotations

import json
import traceback
from typing import TYPE_CHECKING, Any

from pegwise.errors import PegwiseError
from pegwise.limit import Limit
from pegwise.progress import watch
from pegwise.web.limits.refusals import Failed
from pegwise.web.limits.rules_bounds import check_bounds
from pegwise.web.limits.settings import Settings
from pegwise.web.problems import problem_of
from pegwise.web.questions import answer, seldom, too_much
from pegwise.web.questions.request_reader import USUAL

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.progress import Watcher


def answered(
    question: str, body: str, report: Callable[[str, int, int], Any], settings: Settings | None = None
) -> str:
    """Answer a question as ``POST /api/v1/QUESTION`` does.

    Args:
        question: The name of the question.
        body: The body of the request, JSON.
        report: Called with the name of what is done, how many are done, and how many there are.
        settings: The limits; by default those of a server.

    Returns:
        JSON: an object with the ``result`` or the ``problem``.

    Example:
        >>> answered("candidates", '{"history": "1122:B 1344:W", "limit": 1}', print)
        '{"result": {"rules": "4x6", "candidates": 44, "known": "exact", "codes": ["3523"]}}'
        >>> json.loads(answered("candidates", '{"rules": "0x0"}', print))["problem"]["type"]
        '/api/v1/problems/rules'
    """
    return json.dumps(
        _outcome(question, json.loads(body), seldom(report), settings or Settings()), ensure_ascii=False
    )


def _outcome(question: str, asked: dict[str, Any], report: Watcher, settings: Settings) -> dict[str, Any]:
    memory = settings.memory // 2
    try:
        check_bounds({"rules": USUAL, **asked}, settings)
        limit = Limit(seconds=settings.allowed(asked.get("seconds")), memory=memory)
        with watch(report):
            return {"result": answer(question, asked, limit)}
    except PegwiseError as error:
        return {"problem": problem_of(error).to_dict()}
    except MemoryError:
        return {"problem": problem_of(too_much(memory)).to_dict()}
    except Exception:
        return {"problem": problem_of(Failed(traceback.format_exc())).to_dict()}
