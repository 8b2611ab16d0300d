"""What is asked of the codes that fit a history, however they are found."""

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
    """The codes that fit a history. Iteration is in numeric order.

    In games too large to list, iteration, :meth:`first`, :meth:`some` and :meth:`from_` raise
    :class:`~pegwise.errors.LimitError` where bounded work does not find the next candidate. :meth:`sample`
    may find some all the same.

    ``in`` takes a code, its colors or its text; it raises what :meth:`~pegwise.rules.Rules.code` raises.
    """

    rules: Rules

    @abstractmethod
    def count(self) -> Count:
        """How many there are; a bound, tagged as one, where counting them would take too long."""

    @abstractmethod
    def __contains__(self, code: object) -> bool: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Code]: ...

    def _code(self, colors: Iterable[int]) -> Code:
        """Colors from 0 as a code of the game."""
        return self.rules.spelled(to_code(colors))

    def _codes(self, columns: Columns) -> list[Code]:
        """Engine codes (pegs, N) as codes of the game."""
        return self.rules.all_spelled((columns.T.astype(np.int64) + 1).tolist())

    def _wanted(self, code: object) -> Code | None:
        """The code that is asked about; None for what can be none."""
        return self.rules.code(code) if isinstance(code, (str, tuple, list)) else None

    def first(self) -> Code | None:
        """The lowest candidate, or None if no code fits."""
        return next(iter(self), None)

    def example(self) -> Code | None:
        """A candidate; None if no code fits, or none was found by bounded work."""
        return self.first()

    def exist(self) -> bool | None:
        """Whether any code fits; None where bounded work does not tell."""
        return self.first() is not None

    def possible(self) -> bool:
        """Whether any code may fit: False only where it is certain that none does."""
        return self.exist() is not False

    @abstractmethod
    def sample(self, number: int, seed: int | str = 0) -> list[Code]:
        """``number`` candidates drawn with a seed: without repetition where they are enumerated."""

    def some(self, number: int | None, start: int = 0) -> list[Code]:
        """The ``number`` lowest candidates after the first ``start``, or all if there are fewer."""
        return list(self.from_(start, number))

    def from_(self, start: int, number: int | None = None) -> Iterator[Code]:
        """The same one after another: a limit in force may end it in the middle."""
        return islice(self, start, None if number is None else start + number)
