"""The rules that a request may ask about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.errors import LimitError
from pegwise.notation import parse_rules

if TYPE_CHECKING:
    from pegwise.rules import Rules
    from pegwise.web.limits.settings import Settings

__all__ = ["bounded_rules"]


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
