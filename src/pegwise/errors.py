"""Every error pegwise raises on purpose. All are ``ValueError``s with one clear line of text."""

from __future__ import annotations

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
    """A position that no code fits, where a code was needed."""


class StrategyError(PegwiseError):
    """An unknown strategy, an option it does not have, or a choice that leads nowhere."""


class MethodError(PegwiseError):
    """Rules too large for a method; the message names the methods that can."""


class LimitError(PegwiseError):
    """Work that passes a limit."""


class FileFormatError(PegwiseError):
    """A file that is not what it should be."""
