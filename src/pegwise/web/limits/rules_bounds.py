"""What a request may ask about: the size of the rules, and the number of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.errors import LimitError, NotationError
from pegwise.notation import is_rules, parse_rules
from pegwise.row_notation import fewest_rows, lines_of, split_rows

if TYPE_CHECKING:
    from pegwise.rules import Rules
    from pegwise.web.limits.settings import Settings


def bounded_rules(text: str, settings: Settings) -> Rules:
    """The rules of a request.

    Raises the errors of :func:`~pegwise.notation.parse_rules`, and
    :class:`~pegwise.errors.LimitError` for more pegs or colors than are answered about.

    >>> from pegwise.web.limits.settings import Settings
    >>> str(bounded_rules("4x6", Settings()))
    '4x6'
    >>> bounded_rules("500x6", Settings())
    Traceback (most recent call last):
    pegwise.errors.LimitError: rules of 500 pegs: this server answers about at most 100
    """
    rules = parse_rules(text)
    for name, value, most in (("pegs", rules.pegs, settings.pegs), ("colors", rules.colors, settings.colors)):
        if value > most:
            raise LimitError(f"rules of {value} {name}: this server answers about at most {most}")
    return rules


def check_bounds(arguments: dict[str, Any], settings: Settings) -> None:
    """Raise :class:`~pegwise.errors.LimitError` for rules and rows beyond what the settings allow."""
    if arguments.get("lists") is not None:
        _check_lists(arguments, settings)
        return
    rules = bounded_rules(arguments["rules"], settings)
    words = (arguments.get("line") or "").split(maxsplit=1)
    if words and is_rules(words[0]):
        rules = bounded_rules(words[0], settings)
    rows = max(rows_in(arguments.get(key) or "", rules, settings.rows) for key in ("history", "rows", "line"))
    if rows > settings.rows:
        raise LimitError(f"{rows} rows: this server answers about at most {settings.rows}")


def _check_lists(arguments: dict[str, Any], settings: Settings) -> None:
    """The same where the rules are lists, which a worker reads."""
    lists = arguments["lists"]
    pegs = max(len(words[0]) for words in (lists.get("secrets"), lists.get("guesses"), ("",)) if words)
    if pegs > settings.pegs:
        raise LimitError(f"words of {pegs} letters: this server answers about at most {settings.pegs}")
    for key in ("history", "rows", "line"):
        told = arguments.get(key) or ""
        rows = max(told.count("\n") + 1, told.count(":")) if isinstance(told, str) else len(told)
        if rows > settings.rows:
            raise LimitError(f"{rows} rows: this server answers about at most {settings.rows}")


def rows_in(history: str | int | list[dict[str, str]], rules: Rules, most: int) -> int:
    """The number of rows; of text that is no rows, which is refused later, the lines.

    Text with more than ``most`` rows is not split: it would keep others waiting.
    """
    if isinstance(history, int):  # how many rows a puzzle is to have
        return 0
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
