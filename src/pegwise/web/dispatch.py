"""From a request to a worker and back: checks bounds, allows time, and answers as JSON or as events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from pegwise.errors import LimitError, NotationError
from pegwise.notation import is_rules
from pegwise.row_notation import fewest_rows, lines_of, split_rows
from pegwise.web import stream
from pegwise.web.limits.request_guard import CLIENT, PROBLEM
from pegwise.web.limits.rules_bounds import bounded_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import Request

    from pegwise.rules import Rules
    from pegwise.web.limits.settings import Settings

__all__ = ["ask"]


async def ask(request: Request, question: str, arguments: dict[str, Any], seconds: float | None) -> Response:
    """Have a worker answer ``question``; as a stream if that is what the client accepts.

    Raises the errors of the library and the refusals of the server.
    """
    state = request.app.state
    _check(arguments, state.settings)
    allowed = state.settings.allowed(seconds)

    async def work(report: Callable[[str, int, int], None] | None = None) -> Any:
        return await state.workers.run(
            question, arguments, seconds=allowed, client=request.scope[CLIENT], report=report
        )

    if stream.MEDIA_TYPE in request.headers.get("accept", ""):
        return await stream.streamed(work, lambda kind: request.scope.__setitem__(PROBLEM, kind))
    return JSONResponse(await work())


def _check(arguments: dict[str, Any], settings: Settings) -> None:
    """Raise :class:`~pegwise.errors.LimitError` for rules and rows beyond what the settings allow."""
    rules = bounded_rules(arguments["rules"], settings)
    words = (arguments.get("line") or "").split(maxsplit=1)
    if words and is_rules(words[0]):
        rules = bounded_rules(words[0], settings)
    rows = max(
        _rows_in(arguments.get(key) or "", rules, settings.rows) for key in ("history", "rows", "line")
    )
    if rows > settings.rows:
        raise LimitError(f"{rows} rows: this server answers about at most {settings.rows}")


def _rows_in(history: str | list[dict[str, str]], rules: Rules, most: int) -> int:
    """The number of rows; of text that is no rows, which is refused later, the lines.

    Text with more than ``most`` rows is not split: it would keep others waiting.
    """
    if not isinstance(history, str):
        return len(history)
    lines = lines_of(history)
    fewest = fewest_rows(lines, rules)
    if fewest > most:
        return fewest
    try:
        return len(split_rows(lines, rules, last_alone=True))
    except NotationError:
        return max(len(lines), history.count(":"))
