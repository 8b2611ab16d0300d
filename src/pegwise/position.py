"""A position: rules and a history, and through them the candidates. Positions are immutable."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from pegwise.candidates import (
    Candidates,
    ConstraintCandidates,
    EnumeratedCandidates,
    candidates_by_search,
    candidates_in_time,
    is_enumerable,
    is_listable,
    length,
    listed_candidates,
    listing_bytes,
)
from pegwise.contradiction import Consistency, Contradiction, consistency, contradiction
from pegwise.drawable import Drawable
from pegwise.engine.code_space import LISTING_LIMIT, to_columns
from pegwise.engine.feedback import class_sizes
from pegwise.engine.unlimited.candidate_count import opening_sizes
from pegwise.engine.unlimited.consistent_codes import can_search
from pegwise.errors import ContradictionError, LimitError
from pegwise.limit import LimitReached, limited, memory_limit, seconds_left, share_of_limit
from pegwise.notation import (
    RulesLike,
    history_name,
    parse_line,
    plain_history,
    read_history,
    rules_name,
    spelled_rows,
)
from pegwise.partition import Partition
from pegwise.rules import Row, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pegwise.codes import Code, CodeLike, Feedback, FeedbackLike, HistoryLike
    from pegwise.engine.code_space import Columns, Indices
    from pegwise.exactness import Count

__all__ = ["Position", "PositionLike", "parse_position", "position_name"]

# Where candidates are too many to go through, figures come from a sample of this many.
_LISTED, _SAMPLED = 20_000, 2_000
_COUNTED = 1 << 20
"""Codes from which on the classes of a first guess are counted without listing the codes."""
_SPLIT = 1 << 24
"""Listed candidates of a large game that are all compared with a guess, which takes about a second."""


class Position(Drawable):
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

    __slots__ = (
        *("_candidates", "_drawn", "_false_rows", "_history", "_listed", "_parent", "_rules", "_searched"),
    )

    def __init__(self, rules: RulesLike = "4x6", history: HistoryLike = (), *, false_rows: int = 0) -> None:
        if false_rows < 0:
            raise LimitError(f"false_rows is at least 0, not {false_rows}")
        self._false_rows = false_rows
        begun, rows = parse_line(rules)
        self._rules, more = read_history(history, begun)
        self._history: tuple[Row, ...] = spelled_rows((*rows, *more), self._rules)
        self._candidates: Candidates | None = None
        self._listed: EnumeratedCandidates | None = None
        self._parent: Position | None = None
        self._searched: tuple[float, Candidates] | None = None
        self._drawn: list[Code] = []

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def history(self) -> tuple[Row, ...]:
        """The rows so far, the first one first."""
        return self._history

    @property
    def false_rows(self) -> int:
        """The number of rows whose feedback may be wrong."""
        return self._false_rows

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
        child = Position.__new__(Position)
        child._rules, child._false_rows = rules or self.rules, self._false_rows
        child._history = spelled_rows((*self.history, row), child._rules)
        child._candidates, child._listed, child._parent = candidates, None, self
        child._searched, child._drawn = None, []
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

    @property
    def candidates(self) -> Candidates:
        """The codes that are consistent with the history; they are worked out on first use.

        If a limit in force leaves no time to list them, they are found by search.
        """
        if self._candidates is None:
            left = seconds_left()
            if self._searched is not None and left is not None and left <= 2 * self._searched[0]:
                return self._searched[1]
            found = self._found()
            if left is not None and is_enumerable(self.rules) and isinstance(found, ConstraintCandidates):
                self._searched = left, found  # another time there may be more of it
                return found
            self._candidates, self._searched = found, None
            if is_enumerable(self.rules) or self._above() is None:
                self._parent = None
        return self._candidates

    def _found(self) -> Candidates:
        if self._above() is None or not is_enumerable(self.rules):
            return candidates_in_time(self.rules, self.history, self.false_rows)
        try:
            with share_of_limit(0.5):
                return self._all()
        except LimitReached:
            return candidates_by_search(self.rules, self.history, self.false_rows)

    def _all(self) -> EnumeratedCandidates:
        above = self._above()
        if above is None:
            return listed_candidates(self.rules, self.history, self.false_rows)
        return above.narrow(self.history[-1])

    def _above(self) -> EnumeratedCandidates | None:
        """Return the candidates before the last row, if they are listed."""
        return None if self._parent is None else self._parent._at_hand()

    def _at_hand(self) -> EnumeratedCandidates | None:
        """Return the candidates, if they are listed already."""
        found = self._candidates
        return found if isinstance(found, EnumeratedCandidates) else self._listed

    def is_listable(self) -> bool:
        """Tell whether :meth:`listed` can list the candidates, if no limit is in force.

        It can for rules with up to 16 million codes, and after the first row for rules with up to 134
        million.

        Returns:
            True if the candidates can be listed.

        Example:
            >>> import pegwise
            >>> [pegwise.Position(rules, rows).is_listable() for rules, rows in (("4x6", ""), ("10x6", ""))]
            [True, False]
            >>> pegwise.Position("10x6", "1122334455:BBWW").is_listable()
            True
        """
        return is_listable(self.rules, self.history)

    def listed(self) -> EnumeratedCandidates:
        """List the candidates, for work that goes through all of them.

        Returns:
            The candidates as arrays of the engine.

        Raises:
            LimitError: If there are too many codes to list.
            LimitReached: If a limit in force leaves too little time or memory to list them.

        Example:
            >>> import pegwise
            >>> pegwise.Position("4x6 1122:B").listed().count().value
            256
        """
        found = self._at_hand()
        if found is None:
            memory = memory_limit()
            if memory is not None and self.is_listable() and listing_bytes(self.rules) > memory:
                raise LimitReached(
                    f"the {self.rules.size} codes of {self.rules} take more than {memory} bytes"
                )
            found = self._listed = self._all()
            if is_enumerable(self.rules):
                self._candidates = found
                self._parent = self._searched = None
        return found

    def count(self, effort: float = 1.0) -> Count:
        """Count the candidates.

        Args:
            effort: What multiplies the work, if they are too many to list: less makes estimates less exact.

        Returns:
            Their number, and how it is known. It is a bound or an estimate if counting would take too long.

        Example:
            >>> import pegwise
            >>> str(pegwise.Position("4x6 1122:B").count())
            '256'
        """
        found = self._at_hand()
        return (self.candidates if found is None else found).count(effort)

    @property
    def weight(self) -> int:
        """The weights of the candidates together, which are listed; their number, if all count the same."""
        return self.listed().weight

    def __len__(self) -> int:
        """Return the number of candidates.

        Raises:
            LimitError: If the number is not known exactly, or is 2**63 or more; use :meth:`count`.
        """
        return length(self.count())

    def __bool__(self) -> bool:
        return True

    def __contains__(self, code: object) -> bool:
        return code in self.candidates

    def __iter__(self) -> Iterator[Code]:
        return iter(self.candidates)

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
        code = self.rules.code(guess)
        sizes, known = self._sizes(to_columns([code], self.rules))
        classes = {feedback: int(sizes[self.rules.number(feedback)]) for feedback in self.rules.feedbacks}
        return Partition(
            self.rules,
            code,
            {feedback: size for feedback, size in classes.items() if size},
            code in self.candidates,
            "exact" if known else "sampled",
        )

    def _sizes(self, guess: Columns) -> tuple[Indices, bool]:
        """Return the class sizes of a guess, and True if all candidates are counted rather than a sample."""
        candidates = self.candidates
        try:
            counted = self.rules.size > _COUNTED or not is_enumerable(self.rules)
            counted = counted and can_search(self.rules) and not self.false_rows
            if not self.history and counted and self.rules.size <= LISTING_LIMIT:
                return opening_sizes(guess, self.rules)[0], True
            listed = self._to_count(candidates)
            if listed is not None:
                return class_sizes(guess, listed, self.rules)[0], True
        except LimitReached:
            pass
        sample = self._sample(candidates)
        with limited(None):  # a sample is small
            return class_sizes(guess, sample, self.rules)[0], False

    def compared(self) -> tuple[Columns, bool]:
        """Return the candidates that guesses are compared with.

        Returns:
            All candidates as engine codes, shape (pegs, N), and True. If there are very many, or a limit in
            force leaves no time to find all, a seeded sample of them and False.

        Example:
            >>> import pegwise
            >>> codes, complete = pegwise.Position("4x6 1122:B").compared()
            >>> codes.shape, complete
            ((4, 256), True)
        """
        candidates = self.candidates
        with suppress(LimitReached):
            listed = self._to_count(candidates)
            if listed is not None:
                return listed, True
        return self._sample(candidates), False

    def _sample(self, candidates: Candidates) -> Columns:
        """Return a sample of the candidates; empty if a limit leaves no time for a single one."""
        at_hand = self._at_hand()
        if at_hand is not None:
            return at_hand.drawn(_SAMPLED)
        return to_columns(self._sampled(candidates), self.rules)

    def _to_count(self, candidates: Candidates) -> Columns | None:
        """Return all candidates, if they are few enough to be compared with a guess."""
        if isinstance(candidates, EnumeratedCandidates):
            return candidates.columns
        assert isinstance(candidates, ConstraintCandidates)  # noqa: S101 - there are no others
        if self._at_hand() is None and (not self.is_listable() or seconds_left() is not None):
            return self._few(candidates)
        listed = self.listed()
        return listed.columns if len(listed.indices) <= _SPLIT else None

    def _few(self, candidates: ConstraintCandidates) -> Columns | None:
        """Return the candidates, found by search, if they are few enough to list."""
        with share_of_limit(0.5):
            count = candidates.count()
            if count.known != "upper" and count.value > _LISTED:
                return None
            listed = candidates.listed(_LISTED)
        return None if listed is None else to_columns(listed, self.rules)

    def _sampled(self, candidates: Candidates) -> list[Code]:
        """Return a sample of candidates found by search; empty if a limit leaves no time for a single one."""
        if len(self._drawn) < _SAMPLED:
            with suppress(LimitReached):
                self._drawn = max(self._drawn, candidates.sample(_SAMPLED), key=len)
        return self._drawn

    def know(self, drawn: Iterable[Code]) -> None:
        """Keep a sample of candidates for later figures, if it is larger than the one that is kept.

        Args:
            drawn: Different candidates, drawn at random.

        Example:
            >>> import pegwise
            >>> position = pegwise.Position("20x20")
            >>> position.know(position.candidates.sample(10))
        """
        self._drawn = max(self._drawn, list(drawn), key=len)

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
        return _position, self._identity


def _position(rules: Rules, history: tuple[Row, ...], false_rows: int) -> Position:
    """Return a position that was copied or pickled."""
    return Position(rules, history, false_rows=false_rows)


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
