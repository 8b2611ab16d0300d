"""What can be asked of the codes that are consistent with a history, however they are found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, overload

import numpy as np

from pegwise.engine.code_space import Columns, to_code
from pegwise.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import SupportsIndex

    from pegwise.exactness import Count
    from pegwise.rules import Code, Rules


class _NotExact(LimitError, TypeError):  # noqa: N818 - a user sees a LimitError
    # ``list()`` asks for the length only to reserve memory, and does without it after a TypeError.
    pass


def length(count: Count) -> int:
    """Return a number of candidates for ``len()``, which has no way to say that it is not exact.

    Raises:
        LimitError: If the number is not exact, or is 2**63 or more.
    """
    if count.known != "exact":
        raise _NotExact(f"{count} candidates: len() needs an exact number; use count()")
    if count >= 2**63:
        raise LimitError(f"{count} candidates: more than len() can say; use count()")
    return count.value


class Candidates(ABC):
    """The codes that are consistent with a history; iteration and indices are in numeric order.

    ``in`` takes a code, its colors or its text, and raises what :meth:`Rules.code` raises. ``len()`` raises
    :class:`LimitError` unless the number is known exactly; :meth:`count` always has an answer. In a condition
    they are true if there is a candidate; if that is not known, they raise :class:`LimitError`, and
    :meth:`exist` returns None. If there are too many codes to list, then iteration, indices, :meth:`first`,
    :meth:`some` and :meth:`from_` raise :class:`LimitError` if bounded work does not find the next candidate;
    :meth:`sample` may find some all the same.

    Attributes:
        rules: The rules of the game.

    Example:
        >>> import pegwise
        >>> candidates = pegwise.Position("4x6 1122:B").candidates
        >>> len(candidates), str(candidates[0]), str(candidates[-1]), bool(candidates)
        (256, '1333', '6662', True)
        >>> candidates.count() == 256, str(candidates.first()), candidates.exist(), candidates.possible()
        (True, '1333', True, True)
        >>> [str(code) for code in candidates.some(2, start=1)], "1334" in candidates
        (['1334', '1335'], True)
    """

    rules: Rules

    @abstractmethod
    def count(self, effort: float = 1.0) -> Count:
        """Count the candidates.

        Args:
            effort: What multiplies the work, if they are too many to list: less makes estimates less exact.

        Returns:
            Their number; a bound or an estimate, tagged as such, if counting them would take too long.
        """

    @abstractmethod
    def __contains__(self, code: object) -> bool: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Code]: ...

    def __len__(self) -> int:
        return length(self.count())

    def __bool__(self) -> bool:
        exist = self.exist()
        if exist is None:
            raise LimitError("it is not known whether there is a candidate; exist() returns None then")
        return exist

    @overload
    def __getitem__(self, place: SupportsIndex, /) -> Code: ...
    @overload
    def __getitem__(self, place: slice, /) -> list[Code]: ...
    def __getitem__(self, place: SupportsIndex | slice, /) -> Code | list[Code]:
        if isinstance(place, slice):
            return self._slice(place)
        at = index(place)
        start = at + len(self) if at < 0 else at
        found = self.some(1, start) if start >= 0 else []
        if not found:
            raise IndexError(f"there is no candidate at {at}")
        return found[0]

    def _slice(self, asked: slice) -> list[Code]:
        """Return the candidates of a slice; only one that counts from the end asks for their number."""
        start, stop = asked.start or 0, asked.stop
        if start >= 0 and (stop is None or stop >= 0) and (asked.step is None or asked.step > 0):
            return self.some(None if stop is None else max(0, stop - start), start)[:: asked.step]
        places = range(len(self))[asked]
        if not places:
            return []
        lowest = min(places[0], places[-1])
        found = self.some(abs(places[-1] - places[0]) + 1, lowest)
        return [found[at - lowest] for at in places]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.rules}>"

    def _code(self, colors: Iterable[int]) -> Code:
        """Return colors, numbered from 0, as a code of the rules."""
        return self.rules.spelled(to_code(colors))

    def _codes(self, columns: Columns) -> list[Code]:
        return self.rules.all_spelled((columns.T.astype(np.int64) + 1).tolist())

    def _wanted(self, code: object) -> Code | None:
        """Return the code that is asked about; None if the object cannot be a code."""
        return self.rules.code(code) if isinstance(code, (str, tuple, list)) else None

    def first(self) -> Code | None:
        """Return the lowest candidate.

        Returns:
            The lowest candidate, or None if there is none.

        Raises:
            LimitError: If bounded work does not find it.
        """
        return next(iter(self), None)

    def example(self) -> Code | None:
        """Return some candidate.

        Returns:
            A candidate; None if there is none, or bounded work does not find one.

        Example:
            >>> import pegwise
            >>> str(pegwise.Position("4x6 1122:B").candidates.example())
            '1333'
        """
        return self.first()

    def exist(self) -> bool | None:
        """Tell whether there is a candidate.

        Returns:
            True if there is one, False if there is none, None if bounded work does not tell.
        """
        return self.first() is not None

    def possible(self) -> bool:
        """Tell whether there may be a candidate.

        Returns:
            False only if it is certain that there is none.
        """
        return self.exist() is not False

    @abstractmethod
    def sample(self, number: int, seed: int | str = 0) -> list[Code]:
        """Draw candidates at random.

        Args:
            number: The number of candidates to draw.
            seed: The random seed: the same seed draws the same candidates.

        Returns:
            The candidates drawn, no two alike if all codes are listed, and fewer if no more are found.

        Example:
            >>> import pegwise
            >>> len(set(pegwise.Position("4x6 1122:B").candidates.sample(10, seed=1)))
            10
        """

    def some(self, number: int | None, start: int = 0) -> list[Code]:
        """List some candidates, the lowest first.

        Args:
            number: The number of candidates to list at most; None for all.
            start: The number of the lowest candidates to leave out.

        Returns:
            The candidates.

        Raises:
            LimitError: If bounded work does not find the next one.
        """
        return list(self.from_(start, number))

    def from_(self, start: int, number: int | None = None) -> Iterator[Code]:
        """Iterate over some candidates, the lowest first; a limit in force may end this in the middle.

        Args:
            start: The number of the lowest candidates to leave out.
            number: The number of candidates to yield at most; None for all.

        Returns:
            An iterator over the candidates.

        Raises:
            LimitError: From the iterator, if bounded work does not find the next candidate.

        Example:
            >>> import pegwise
            >>> [str(code) for code in pegwise.Position("4x6 1122:B").candidates.from_(1, 2)]
            ['1334', '1335']
        """
        return islice(self, start, None if number is None else start + number)
