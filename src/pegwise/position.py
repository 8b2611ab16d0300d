"""A position: rules and a history, and through them the candidates. Positions are immutable."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from pegwise.drawable import Drawable
from pegwise.engine.code_space import to_columns
from pegwise.errors import ContradictionError, LimitError
from pegwise.notation import (
    RulesLike,
    history_name,
    parse_line,
    plain_history,
    read_history,
    rules_name,
    spelled_rows,
)
from pegwise.position_candidates import PositionCandidates
from pegwise.rules import Row, Rules

if TYPE_CHECKING:
    from pegwise.candidates import Candidates
    from pegwise.codes import CodeLike, Feedback, FeedbackLike, HistoryLike
    from pegwise.contradiction import Consistency, Contradiction
    from pegwise.partition import Partition


class Position(PositionCandidates, Drawable):
    """Rules and the rows so far; they determine the candidates, the codes consistent with every row.

    ``len()``, ``in`` and iteration are those of the candidates. A position is immutable, and can be compared,
    hashed, copied and pickled. A history that no code is consistent with makes a position like any other: it
    has no candidates, and :meth:`contradiction` explains why.

    Args:
        rules: :class:`Rules`, or their text. The text may also contain rows, as :func:`position_name` writes
            them; the text of rows alone is a position of 4x6.
        history: Further rows, one by one or as text such as ``1122:B 1344:W``.
        false_rows: The number of rows whose feedback may be wrong: the candidates are then the codes that all
            rows but so many fit. The feedback of a win is always true.

    Raises:
        NotationError: If a text cannot be read.
        RulesError: If no game can have these rules.
        CodeError: If a guess is outside the rules.
        FeedbackError: If these rules can never give some feedback.
        LimitError: If ``false_rows`` is below 0.

    Example:
        >>> import pegwise
        >>> position = pegwise.Position("4x6").after("1122", "B").after("1344", "W")
        >>> len(position), str(position.candidates.first())
        (44, '3523')
        >>> position == pegwise.Position("4x6", "1122:B 1344:W") == pegwise.Position("4x6 1122:B 1344:W")
        True
    """

    __slots__ = ()

    def __init__(self, rules: RulesLike = "4x6", history: HistoryLike = (), *, false_rows: int = 0) -> None:
        if false_rows < 0:
            raise LimitError(f"false_rows is at least 0, not {false_rows}")
        begun, rows = parse_line(rules)
        begun, more = read_history(history, begun)
        self._begin(begun, spelled_rows((*rows, *more), begun), false_rows)

    def after(self, guess: CodeLike, feedback: FeedbackLike) -> Position:
        """Return the position after one more row.

        Args:
            guess: The guess of the row.
            feedback: The feedback that the guess gets.

        Returns:
            A new position; this one does not change.

        Raises:
            NotationError: If a text cannot be read.
            CodeError: If the guess is outside the rules.
            FeedbackError: If these rules can never give this feedback.

        Example:
            >>> import pegwise
            >>> pegwise.Position("4x6").after("1122", "B").after((1, 3, 4, 4), (0, 1))
            Position('4x6', '1122:B 1344:W')
        """
        rules, (row,) = read_history([(guess, feedback)], self.rules, numbered=False)
        return self._child(row, None, rules)

    def _child(self, row: Row, candidates: Candidates | None, rules: Rules | None = None) -> Position:
        child, rules = Position.__new__(Position), rules or self.rules
        child._begin(rules, spelled_rows((*self.history, row), rules), self.false_rows, self)
        child._candidates = candidates
        return child

    def before(self, rows: int = 1) -> Position:
        """Return the position without its last rows.

        Args:
            rows: The number of rows to take back.

        Returns:
            A new position; the start of the game if there are no more rows.

        Example:
            >>> import pegwise
            >>> pegwise.Position("4x6 1122:B 1344:W").before()
            Position('4x6', '1122:B')
        """
        rest = self.history[: max(0, len(self.history) - rows)]
        return Position(self.rules, rest, false_rows=self.false_rows)

    def consistency(self) -> Consistency:
        """Find out whether any code is consistent with the history.

        Returns:
            A code that is, a proof that there is none, or the nearest code that was found.

        Example:
            >>> import pegwise
            >>> found = pegwise.Position("20x20", "-".join(["1"] * 20) + ":BBBB").consistency()
            >>> found.known, found.code in pegwise.Position("20x20", found.history)
            ('consistent', True)
        """
        from pegwise.contradiction import consistency

        return consistency(self.rules, self.history, self.candidates, self.false_rows)

    def contradiction(self) -> Contradiction | None:
        """Explain why no code is consistent with the history.

        Returns:
            The rows that cannot all be true, with the repairs; None if some code is consistent with all rows.

        Raises:
            LimitError: If it is not known whether there is such a code; see :meth:`consistency`.

        Example:
            >>> import pegwise
            >>> pegwise.Position("4x6 1122:B 1344:W 3526:BWW 1462:BBB").contradiction().rows
            (2, 3, 4)
        """
        from pegwise.contradiction import contradiction

        return contradiction(self.rules, self.history, self.false_rows)

    def check_possible(self) -> None:
        """Check that some code may be consistent with the history.

        Raises:
            ContradictionError: If no code is. It has the explanation, unless a limit in force leaves no time
                to find it.

        Example:
            >>> import pegwise
            >>> pegwise.Position("2x2 11:BB 12:BB").check_possible()
            Traceback (most recent call last):
            pegwise.errors.ContradictionError: no code is possible: rows 1 (11:BB) and 2 (12:BB) cannot all
            be true; to repair this, change the feedback of row 1 (11) to B; or of row 2 (12) to B
        """
        if self.candidates.possible():
            return
        try:
            explained = self.contradiction()
        except LimitError:
            raise ContradictionError(
                "no code is possible; there was no time to find which rows cannot all be true"
            ) from None
        raise ContradictionError(str(explained), explained)

    def check_rows_true(self) -> None:
        """Check that no row may be false: otherwise a code may be in several classes of a guess.

        Raises:
            LimitError: If rows may be false.

        Example:
            >>> import pegwise
            >>> pegwise.Position("4x6", false_rows=1).check_rows_true()
            Traceback (most recent call last):
            pegwise.errors.LimitError: if feedback may be false, classes are not separate: there is no tree
        """
        if self.false_rows:
            raise LimitError("if feedback may be false, classes are not separate: there is no tree")

    def partition(self, guess: CodeLike) -> Partition:
        """Split the candidates by the feedback that a guess would get.

        If there are very many candidates, a seeded sample of them is split, and the result says so.

        Args:
            guess: The guess.

        Returns:
            The size of each class, and the figures that follow from them.

        Raises:
            NotationError: If the text is not a code.
            CodeError: If the guess is outside the rules.

        Example:
            >>> import pegwise
            >>> partition = pegwise.Position("4x6").partition("1122")
            >>> partition.worst, len(partition.classes), round(partition.bits, 3)
            (256, 13, 2.885)
        """
        rules, code = self.rules, self.rules.code(guess)
        sizes, known = self._sizes(to_columns([code], rules))
        found = map(rules.numbered, np.flatnonzero(sizes).tolist())
        # The order of Knuth's Figure 1; feedback that is no pair of hits has a number only.
        classes = {
            told: int(sizes[rules.number(told)])
            for told in sorted(found, key=lambda told: (told[0], -told[-1]))
        }
        from pegwise.partition import Partition  # loaded by commands that show one

        return Partition(rules, code, classes, code in self.candidates, "exact" if known else "sampled")

    def split(self, guess: CodeLike) -> list[tuple[Feedback, Position]]:
        """Split the position by the feedback that a guess would get.

        Args:
            guess: The guess.

        Returns:
            Each feedback that leaves a candidate, with the position after it, in the order of Knuth's Figure
            1.

        Raises:
            LimitError: If the candidates cannot be listed.
            NotationError: If the text is not a code.
            CodeError: If the guess is outside the rules.

        Example:
            >>> import pegwise
            >>> [(str(feedback), len(after)) for feedback, after in pegwise.Position("2x3").split("12")]
            [('WW', 1), ('W', 2), ('-', 1), ('B', 4), ('BB', 1)]
        """
        code = self.rules.code(guess)
        self.check_rows_true()
        parts = dict(self.listed().split(code))
        numbers = ((feedback, self.rules.number(feedback)) for feedback in self.rules.feedbacks)
        return [
            (feedback, self._child(Row(code, feedback), parts[number]))
            for feedback, number in numbers
            if number in parts
        ]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._identity == other._identity

    @property
    def _identity(self) -> tuple[Rules, tuple[Row, ...], int]:
        return self.rules, self.history, self.false_rows

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        false = f", false_rows={self.false_rows}" if self.false_rows else ""
        return f"Position({str(self.rules)!r}, {plain_history(self.history)!r}{false})"

    def __reduce__(self) -> tuple[object, ...]:
        # Copied and pickled without its candidates, which are worked out again when they are asked for.
        return partial(Position, false_rows=self.false_rows), (self.rules, self.history)


PositionLike = Position | Rules | str
"""A position: a :class:`Position`, rules for the start of a game, or the text of either."""


def parse_position(text: PositionLike) -> Position:
    """Read a position from one line of text: rules, then rows.

    Args:
        text: The line, such as ``4x6 1122:B``. Without rules it is a position of 4x6. A position is returned
            as it is; rules are the start of a game.

    Returns:
        The position.

    Raises:
        NotationError: If a text cannot be read.
        RulesError: If no game can have these rules.
        CodeError: If a guess is outside the rules.
        FeedbackError: If these rules can never give some feedback.

    Example:
        >>> import pegwise
        >>> pegwise.parse_position("5x8 11223:BW 44556:W")
        Position('5x8', '11223:BW 44556:W')
        >>> pegwise.parse_position("1122:B") == pegwise.Position("4x6", "1122:B")
        True
    """
    return text if isinstance(text, Position) else Position(text)


def position_name(position: PositionLike) -> str:
    """Write a position as one line of text.

    Args:
        position: The position, rules, or their text.

    Returns:
        The line, which :func:`parse_position` reads.

    Example:
        >>> import pegwise
        >>> pegwise.position_name(pegwise.Position("4x6", "1122:B 1344:W"))
        '4x6 1122:B 1344:W'
    """
    found = parse_position(position)
    return f"{rules_name(found.rules, found.history)} {history_name(found.history)}".rstrip()
