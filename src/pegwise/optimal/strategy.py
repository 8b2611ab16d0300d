"""The strategy ``optimal``: plays the tree with the smallest total, from the book or found on demand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from pegwise.candidates import check_enumerable
from pegwise.errors import StrategyError
from pegwise.limit import LimitReached
from pegwise.optimal.optimum import optimum
from pegwise.position import Position
from pegwise.strategies.base import Strategy

if TYPE_CHECKING:
    from pegwise.rules import Code
    from pegwise.trees.tree import StrategyTree


@dataclass(frozen=True, kw_only=True)
class Optimal(Strategy):
    """Makes guesses with which the rest of the game is best; see :func:`optimum`.

    The book answers at once for the games that it has. In others the position is searched when it first
    occurs, and positions of a tree that was found before are played from that tree. Within a limit on time,
    the guess is the best so far.

    Source: after K. Koyama and T. W. Lai (1993).

    Example:
        >>> from pegwise import Position, make
        >>> str(make("optimal").choose(Position("4x6")))
        '1123'
    """

    name: ClassVar[str] = "optimal"
    summary: ClassVar[str] = "the smallest total, found by search or in the book"
    source: ClassVar[str] = "after Koyama and Lai 1993"
    searches: ClassVar[bool] = True

    objective: str = "total"
    max_guesses: int | None = None
    _trees: dict[str, list[StrategyTree]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def guess(self, position: Position) -> Code:
        """Return the best guess.

        Raises:
            MethodError: If there are too many codes to search.
        """
        known = self._trees.setdefault(str(position.rules), [])
        for tree in known:
            try:
                return tree.guess(position.history)
            except StrategyError:
                continue
        if not known:
            known.append(self.build(Position(position.rules) if self._is_in_book(position) else position))
            return self.guess(position)
        known.append(self.build(position))
        return known[-1].first_guess

    def _is_in_book(self, position: Position) -> bool:
        from pegwise.optimal.book import book_tree
        from pegwise.optimal.problem import Problem

        start = Problem(Position(position.rules), objective=self.objective, max_guesses=self.max_guesses)
        return book_tree(start) is not None

    def build(self, start: Position, **how: Any) -> StrategyTree:
        """Return the whole tree from a position on.

        Raises:
            MethodError: If there are too many codes to search.
            StrategyError: If no strategy stays within the guesses allowed.
            LimitReached: If a limit in force left no time to find one.
        """
        check_enumerable(start.rules, self.name)
        found = optimum(
            start,
            objective=self.objective,
            max_guesses=self.max_guesses,
            first=self.first if not start.history else None,
            **how,
        )
        if found.tree is None and found.known != "exact":
            raise LimitReached(f"no optimal tree was found in time for {start.rules}; allow more time")
        if found.tree is None:
            raise StrategyError(
                f"no strategy breaks every code of {start.rules} within {self.max_guesses} guesses"
            )
        return found.tree
