"""Every error that pegwise raises on purpose. Each is a ``ValueError`` with one clear line of text."""

from __future__ import annotations

from typing import Any, Protocol


class Evidence(Protocol):
    """What an error rests on: a result that prints as one line and has plain values.

    Example:
        >>> import pegwise
        >>> try:
        ...     pegwise.Position("2x2 11:BB 12:BB").check_possible()
        ... except pegwise.ContradictionError as error:
        ...     print(error.explained.to_dict()["rows"])
        [1, 2]
    """

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values.

        Returns:
            Values that JSON can hold.
        """


class PegwiseError(ValueError):
    """The base class of all errors of pegwise; ``str(error)`` is one line for a person.

    Example:
        >>> import pegwise
        >>> try:
        ...     pegwise.hint("4x6 1172:B")
        ... except pegwise.PegwiseError as error:
        ...     print(error)
        row 1: 1172: peg 3 is 7; 4x6 has colors 1 to 6
    """


class RulesError(PegwiseError):
    """Rules that no game can have, such as more distinct pegs than colors.

    Example:
        >>> import pegwise
        >>> pegwise.Rules(5, 4, repeats=False)
        Traceback (most recent call last):
        pegwise.errors.RulesError: 5 pegs cannot all be distinct with 4 colors
    """


class NotationError(PegwiseError):
    """Text that cannot be read; the message says where, and what was expected there.

    Example:
        >>> import pegwise
        >>> pegwise.parse_feedback("2", "4x6")
        Traceback (most recent call last):
        pegwise.errors.NotationError: feedback '2': one number does not tell black hits from white ones;
        expected both, such as 2,0 or 0,2
    """


class CodeError(PegwiseError):
    """A code outside the rules: the wrong length, an unknown color, or a color twice that may not repeat.

    Example:
        >>> import pegwise
        >>> pegwise.parse_code("1172", "4x6")
        Traceback (most recent call last):
        pegwise.errors.CodeError: 1172: peg 3 is 7; 4x6 has colors 1 to 6
    """


class FeedbackError(PegwiseError):
    """Feedback that cannot exist, such as 3 black hits and 1 white hit with 4 pegs.

    Example:
        >>> import pegwise
        >>> pegwise.parse_feedback("BBBBB", "4x6")
        Traceback (most recent call last):
        pegwise.errors.FeedbackError: 5 black 0 white is impossible: there are only 4 pegs
    """


class ContradictionError(PegwiseError):
    """No code is consistent with the rows of a position, but one was needed.

    Args:
        message: One line for a person.
        explained: The contradiction, if it is known.

    Attributes:
        explained (Evidence | None): The :class:`Contradiction`; None if there was no time to find it.

    Example:
        >>> import pegwise
        >>> try:
        ...     pegwise.hint("2x2 11:BB 12:BB")
        ... except pegwise.ContradictionError as error:
        ...     print(error.explained.rows)
        (1, 2)
    """

    def __init__(self, message: str, explained: Evidence | None = None) -> None:
        super().__init__(message)
        self.explained = explained


class SolutionsError(PegwiseError):
    """Rows that several codes are consistent with, although a puzzle has exactly one solution.

    Args:
        message: One line for a person.
        solutions: Some of these codes, and the number of all.

    Attributes:
        solutions (Evidence | None): The codes, as a :class:`Listing`, or None if they are not told.

    Example:
        >>> import pegwise
        >>> try:
        ...     pegwise.puzzle_of("2x3 12:B")
        ... except pegwise.SolutionsError as error:
        ...     print(error.solutions.to_dict()["codes"])
        ['11', '13', '22', '32']
    """

    def __init__(self, message: str, solutions: Evidence | None = None) -> None:
        super().__init__(message)
        self.solutions = solutions


class StrategyError(PegwiseError):
    """An unknown strategy, an option that a strategy does not have, or a choice that leads nowhere.

    Example:
        >>> import pegwise
        >>> pegwise.make("counter", effort=2)
        Traceback (most recent call last):
        pegwise.errors.StrategyError: strategy 'counter' has no option 'effort'; its options: first, seed
    """


class ExecutorError(PegwiseError):
    """Workers that cannot be reached, do not fit, are gone, or failed at a task three times.

    Example:
        >>> import pegwise
        >>> try:
        ...     pegwise.build_tree("3x4", executor="here")
        ... except pegwise.ExecutorError as error:
        ...     print(str(error)[:25])
        'here' is no executor: ex
    """


class MethodError(PegwiseError):
    """Rules that are too large for a method; the message names methods that can handle them.

    Example:
        >>> import pegwise
        >>> pegwise.one_guess_puzzle("20x20")
        Traceback (most recent call last):
        pegwise.errors.MethodError: 20x20 has 1.0e+26 codes: too many to try each as a guess
    """


class LimitError(PegwiseError):
    """Work that passes a limit.

    Args:
        message: One line for a person.
        cost: The estimate of the work, if there is one.

    Attributes:
        cost (Evidence | None): The estimate, a :class:`Cost`, if the work was not begun because of it.

    Example:
        >>> import pegwise
        >>> pegwise.Limit(seconds=0)
        Traceback (most recent call last):
        pegwise.errors.LimitError: a limit of 0 seconds allows no work at all
    """

    def __init__(self, message: str, cost: Evidence | None = None) -> None:
        super().__init__(message)
        self.cost = cost


class FileFormatError(PegwiseError):
    """A file that cannot be read, or does not contain what it should.

    Example:
        >>> import pegwise
        >>> pegwise.from_json("{}")
        Traceback (most recent call last):
        pegwise.errors.FileFormatError: not a tree: no "format": "pegwise tree" in it
    """
