"""Reads files of guesses, or of secrets and guesses, one in each line, and gives their feedback."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.cli.files import named_file, read_lines
from pegwise.errors import NotationError, PegwiseError

if TYPE_CHECKING:
    from pegwise.analysis.feedback import GivenFeedback
    from pegwise.rules import Rules

__all__ = ["feedback_of_file"]

_HEADINGS = (["guess"], ["guesses"], ["secret", "guess"], ["guess", "secret"])
"""First lines that are no codes."""
_BETWEEN = ("\t", ";", ",", None)
"""What may stand between a secret and its guess: the first that makes two of the line; None is any space."""


def feedback_of_file(file: str, secret: str | None, rules: Rules) -> GivenFeedback:
    """Give the feedback of the guesses in a file; without a secret, each line has a secret and a guess.

    Raises the errors of reading; they name the line.
    """
    from pegwise.analysis.feedback import feedback

    numbered = [(number, line.strip()) for number, line in enumerate(read_lines(file), 1)]
    lines = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    heading = _cells(lines[0][1].lower(), 1 if secret else 2) if lines else []
    if heading in _HEADINGS:
        del lines[0]
    try:
        if secret is not None:
            return feedback(rules, secret, [line for _, line in lines])
        pairs = [_pair(line, rules) for _, line in lines]
        if heading == ["guess", "secret"]:
            pairs = [(second, first) for first, second in pairs]
        return feedback(rules, [first for first, _ in pairs], [second for _, second in pairs])
    except PegwiseError:
        for number, line in lines:
            try:
                for code in (line,) if secret else _pair(line, rules):
                    rules.code(code)
            except PegwiseError as error:
                raise type(error)(f"{named_file(file)}, line {number}: {error}") from None
        raise


def _pair(line: str, rules: Rules) -> tuple[str, str]:
    cells = _cells(line, 2)
    if len(cells) != 2:
        example = rules.example
        raise NotationError(f"{line!r}: expected a secret and a guess, such as {example} {example}")
    return cells[0], cells[1]


def _cells(line: str, count: int) -> list[str]:
    """The cells of a line, which has so many if any of the separators makes so many of it."""
    for between in _BETWEEN if count > 1 else ():
        cells = [cell.strip() for cell in line.split(between)]
        if len(cells) == count and all(cells):
            return cells
    return [line]
