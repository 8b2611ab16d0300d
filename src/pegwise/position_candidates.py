"""Rules and a history, and the candidates that they determine: listed, searched for, counted, or sampled."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, cast

from pegwise.candidates import (
    Candidates,
    EnumeratedCandidates,
    candidates_by_search,
    candidates_in_time,
    is_enumerable,
    is_listable,
    length,
    listed_candidates,
    listing_bytes,
)
from pegwise.engine.code_space import LISTING_LIMIT, can_search, to_columns
from pegwise.engine.feedback import class_sizes
from pegwise.limit import LimitReached, limited, memory_limit, seconds_left, share_of_limit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Self

    from pegwise.candidates.unlisted import ConstraintCandidates
    from pegwise.codes import Code
    from pegwise.engine.code_space import Columns, Indices
    from pegwise.exactness import Count
    from pegwise.rules import Row, Rules

# Where candidates are too many to go through, figures come from a sample of this many.
_LISTED, _SAMPLED = 20_000, 2_000
_COUNTED = 1 << 20
"""Codes from which on the classes of a first guess are counted without listing the codes."""
_SPLIT = 1 << 24
"""Listed candidates of a large game that are all compared with a guess, which takes about a second."""


class PositionCandidates:
    """The candidates of a position; ``Position`` adds what follows from them."""

    __slots__ = (
        *("_candidates", "_drawn", "_false_rows", "_history", "_listed", "_parent", "_rules", "_searched"),
    )

    def _begin(
        self, rules: Rules, history: tuple[Row, ...], false_rows: int, parent: Self | None = None
    ) -> None:
        """Set what a new position knows; ``parent`` is that before its last row."""
        self._rules, self._history, self._false_rows, self._parent = rules, history, false_rows, parent
        self._candidates: Candidates | None = None
        self._listed: EnumeratedCandidates | None = None
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
            if left is not None and is_enumerable(self.rules) and not isinstance(found, EnumeratedCandidates):
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

    def _sizes(self, guess: Columns) -> tuple[Indices, bool]:
        """Return the class sizes of a guess, and True if all candidates are counted rather than a sample."""
        candidates = self.candidates
        try:
            counted = self.rules.size > _COUNTED or not is_enumerable(self.rules)
            counted = counted and can_search(self.rules) and not self.false_rows
            if not self.history and counted and self.rules.size <= LISTING_LIMIT:
                from pegwise.engine.unlimited.candidate_count import opening_sizes

                return opening_sizes(guess, self.rules)[0], True
            listed = self._to_count(candidates)
            if listed is not None:
                return class_sizes(guess, listed, self.rules)[0], True
        except LimitReached:
            pass
        sample = self._sample(candidates)
        with limited(None):  # a sample is small
            return class_sizes(guess, sample, self.rules)[0], False

    def _sample(self, candidates: Candidates) -> Columns:
        """Return a sample of the candidates; empty if a limit leaves no time for a single one."""
        at_hand = self._at_hand()
        if at_hand is not None:
            return at_hand.drawn(_SAMPLED)
        if len(self._drawn) < _SAMPLED:
            with suppress(LimitReached):
                self._drawn = max(self._drawn, candidates.sample(_SAMPLED), key=len)
        return to_columns(self._drawn, self.rules)

    def _to_count(self, candidates: Candidates) -> Columns | None:
        """Return all candidates, if they are few enough to be compared with a guess."""
        if isinstance(candidates, EnumeratedCandidates):
            return candidates.columns
        if self._at_hand() is None and (not self.is_listable() or seconds_left() is not None):
            unlisted = cast("ConstraintCandidates", candidates)
            with share_of_limit(0.5):
                count = unlisted.count()
                if count.known != "upper" and count.value > _LISTED:
                    return None
                few = unlisted.listed(_LISTED)
            return None if few is None else to_columns(few, self.rules)
        listed = self.listed()
        return listed.columns if len(listed.indices) <= _SPLIT else None

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
