"""Every error pegwise raises on purpose. All are ``ValueError``s with one clear line of text."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = [
    "CodeError",
    "ContradictionError",
    "FeedbackError",
    "FileFormatError",
    "LimitError",
    "MethodError",
    "NotationError",
    "PegwiseError",
    "RulesError",
    "StrategyError",
]


class Evidence(Protocol):
    """What an error rests on, a result of a room above: it prints as a line and has plain values."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""


class PegwiseError(ValueError):
    """The family of all errors of pegwise; ``str(error)`` is one line for a person."""


class RulesError(PegwiseError):
    """Rules that no game can have, such as more distinct pegs than colors."""


class NotationError(PegwiseError):
    """Text that cannot be read: says where, and what was expected there."""


class CodeError(PegwiseError):
    """A code outside the rules: wrong length, unknown color, a repeat where none may be."""


class FeedbackError(PegwiseError):
    """Feedback that cannot exist, such as 3 black 1 white with 4 pegs."""


class ContradictionError(PegwiseError):
    """A position that no code fits, where a code was needed.

    ``explained`` is the :class:`~pegwise.contradiction.Contradiction`, if that is known.
    """

    def __init__(self, message: str, explained: Evidence | None = None) -> None:
        super().__init__(message)
        self.explained = explained


class StrategyError(PegwiseError):
    """An unknown strategy, an option it does not have, or a choice that leads nowhere."""


class MethodError(PegwiseError):
    """Rules too large for a method; the message names the methods that can."""


class LimitError(PegwiseError):
    """Work that passes a limit.

    ``cost`` is the estimate, a :class:`~pegwise.analysis.cost.Cost`, of work that was not begun for it.
    """

    def __init__(self, message: str, cost: Evidence | None = None) -> None:
        super().__init__(message)
        self.cost = cost


class FileFormatError(PegwiseError):
    """A file that is not what it should be."""
