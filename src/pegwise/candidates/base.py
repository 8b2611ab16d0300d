"""What can be asked of the codes that are consistent with a history, however they are found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.space import to_code

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pegwise.engine.space import Columns
    from pegwise.evidence import Count
    from pegwise.rules import Code, Rules

__all__ = ["Candidates"]


class Candidates(ABC):
    """The codes that are consistent with a history; iteration is in numeric order.

    ``in`` takes a code, its colors or its text, and raises what :meth:`Rules.code` raises. If there are too
    many codes to list, then iteration, :meth:`first`, :meth:`some` and :meth:`from_` raise
    :class:`LimitError` if bounded work does not find the next candidate; :meth:`sample` may find some all the
    same.

    Attributes:
        rules: The rules of the game.

    Example:
        >>> import pegwise
        >>> candidates = pegwise.Position("4x6 1122:B").candidates
        >>> candidates.count().value, str(candidates.first()), candidates.exist(), candidates.possible()
        (256, '1333', True, True)
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

    def _code(self, colors: Iterable[int]) -> Code:
        """Return colors, numbered from 0, as a code of the rules."""
        return self.rules.spelled(to_code(colors))

    def _codes(self, columns: Columns) -> list[Code]:
        """Return engine codes, shape (pegs, N), as codes of the rules."""
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
