"""What every strategy is: something that names the next guess for a position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from pegwise.exactness import Sample
from pegwise.limit import Limit, LimitReached
from pegwise.position import Position, PositionLike, parse_position

if TYPE_CHECKING:
    from pegwise.codes import Code, CodeLike
    from pegwise.strategies.cost import Cost


@dataclass(frozen=True, kw_only=True)
class Strategy(ABC):
    """A codebreaker: a rule that names the next guess at each position.

    A strategy of your own is a subclass with a ``name`` and a method :meth:`guess`; :func:`register` makes it
    known by its name. The guess must be a function of the position and of the options of the strategy. If
    chance has a part in it, an option ``seed`` determines it.

    Attributes:
        name: The name to register the strategy by.
        summary: One line for a list of strategies.
        source: Author and year.
        searches: True if a guess may take a search without end; comparisons that name no strategies leave
            such a strategy out.
        samples: True if the strategy uses samples even if all codes are listed; it is for games that are too
            large for the others.
        first: The first guess to make, whatever the strategy would choose; None to let it choose.

    Example:
        >>> import pegwise
        >>> class Highest(pegwise.Strategy):
        ...     name = "highest"
        ...     def guess(self, position):
        ...         return max(position.candidates)
        >>> str(Highest().choose("4x6 1122:B")), Highest(first="6655").options()
        ('6662', {'first': '6655'})
    """

    name: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    source: ClassVar[str] = ""
    searches: ClassVar[bool] = False
    samples: ClassVar[bool] = False

    first: CodeLike | None = None

    @abstractmethod
    def guess(self, position: Position) -> Code:
        """Return the next guess.

        :meth:`choose` calls this if some code is possible and ``first`` does not apply.

        Args:
            position: The position, whose candidates are not empty.

        Returns:
            The guess.

        Example:
            >>> import pegwise
            >>> str(pegwise.make("knuth").guess(pegwise.Position("4x6 1122:B")))
            '1344'
        """

    def choose(self, position: PositionLike) -> Code:
        """Return the next guess.

        Args:
            position: The position, rules, or their text.

        Returns:
            The guess. At the start of a game it is ``first`` if that is set; otherwise it is that of
            :meth:`guess`.

        Raises:
            ContradictionError: If no code is consistent with the rows.
            MethodError: If the rules are too large for the strategy.

        Example:
            >>> import pegwise
            >>> str(pegwise.make("knuth").choose("4x6 1122:B"))
            '1344'
        """
        position = parse_position(position)
        if self.first is not None and not position.history:
            return position.rules.code(self.first)
        position.check_possible()
        return self.guess(position)

    def rank(self, position: Position, number: int) -> list[Code]:
        """Return the best guesses, the best first.

        Args:
            position: The position.
            number: The number of guesses at most.

        Returns:
            The guesses; a strategy that does not compare guesses returns its own choice only.

        Example:
            >>> import pegwise
            >>> [str(code) for code in pegwise.make("knuth").rank(pegwise.Position("4x6 1122:B"), 2)]
            ['1344', '1334']
        """
        return [self.choose(position)] if number else []

    def ranked(self, position: Position, number: int) -> tuple[list[Code], Sample | None]:
        """Return the choice of the strategy, then the next best guesses, with the sample they rest on.

        Args:
            position: The position.
            number: The number of guesses at most.

        Returns:
            The guesses, and the sample; None for the sample if the strategy compared all guesses against all
            candidates.

        Example:
            >>> import pegwise
            >>> guesses, sample = pegwise.make("knuth").ranked(pegwise.Position("4x6 1122:B"), 2)
            >>> [str(code) for code in guesses], sample
            (['1344', '1334'], None)
        """
        guess = self.choose(position)
        others = self.rank(position, number) if number > 1 else []
        return [guess, *(code for code in others if code != guess)][: max(1, number)], None

    def cost_of(self, position: Position) -> Cost | None:
        """Estimate what the choice of the strategy takes.

        Args:
            position: The position.

        Returns:
            The estimate; None if nothing is known before the choice is made.

        Example:
            >>> import pegwise
            >>> pegwise.make("counter").cost_of(pegwise.Position("4x6 1122:B")) is None
            True
        """
        return None

    def rank_hurried(
        self, position: Position, number: int, seed: int, limit: Limit, cost: Cost | None
    ) -> tuple[list[Code], Sample]:
        """Rank guesses by a seeded sample, where a limit is too short for the strategy's own choice.

        A strategy that does not compare guesses returns a candidate drawn at random.

        Args:
            position: The position.
            number: The number of guesses at most.
            seed: The random seed: the same seed draws the same sample.
            limit: What is left of the limit in force.
            cost: What :meth:`cost_of` estimated.

        Returns:
            The guesses, the best first, and the sample.

        Raises:
            ContradictionError: If no code is consistent with the rows.
            LimitReached: If not even a sample was found in time.

        Example:
            >>> import pegwise
            >>> position, limit = pegwise.Position("4x6 1122:B"), pegwise.Limit(seconds=1)
            >>> guesses, sample = pegwise.make("counter").rank_hurried(position, 1, 0, limit, None)
            >>> guesses[0] in position, sample.size
            (True, 1)
        """
        found = position.candidates.sample(1, seed)
        if not found:
            position.check_possible()
            raise LimitReached("no candidate was found in time")
        return list(found), Sample(1, position.count().value, 1)

    def options(self) -> dict[str, Any]:
        """Return the options that differ from their defaults.

        Returns:
            The options as plain values, by name.
        """
        given = {
            field.name: (getattr(self, field.name), field.default) for field in fields(self) if field.init
        }
        return {
            name: str(value) if isinstance(value, tuple) else value
            for name, (value, default) in given.items()
            if value != default
        }


class RankingStrategy(Strategy):
    """A strategy whose choice is the best of the guesses that :meth:`ranked` returns."""

    def guess(self, position: Position) -> Code:
        """Return the best guess."""
        return self.ranked(position, 1)[0][0]

    def rank(self, position: Position, number: int) -> list[Code]:
        """Return the best guesses, the best first."""
        return self.ranked(position, number)[0][:number]
