"""What every strategy is: something that names the next guess for a position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from pegwise.position import parse_position

if TYPE_CHECKING:
    from pegwise.codes import Code, CodeLike
    from pegwise.evidence import Sample
    from pegwise.position import Position, PositionLike

__all__ = ["Strategy"]


@dataclass(frozen=True, kw_only=True)
class Strategy(ABC):
    """A codebreaker. A new one is a subclass with a ``name`` and a :meth:`guess`, and is registered by name.

    The guess must be a function of the position and of the strategy's own options, among them ``seed``
    where chance has a part. ``first`` is a first guess to make whatever the strategy thinks.

    >>> from pegwise import Position
    >>> class Highest(Strategy):
    ...     name = "highest"
    ...     def guess(self, position):
    ...         return max(position.candidates)
    >>> str(Highest().choose(Position("4x6", "1122:B")))
    '6662'
    """

    name: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    """One line for a list of strategies."""
    source: ClassVar[str] = ""
    """Author and year."""
    searches: ClassVar[bool] = False
    """Whether a guess may take a search without end: such strategies are left out where none is named."""
    samples: ClassVar[bool] = False
    """Whether it goes by samples even where all codes are listed: such strategies are for games too large."""

    first: CodeLike | None = None

    @abstractmethod
    def guess(self, position: Position) -> Code:
        """The next guess where some code fits and no first guess is prescribed."""

    def choose(self, position: PositionLike) -> Code:
        """Return the next guess in ``position``; :meth:`guess` and :meth:`rank` are asked with a position.

        Raises :class:`~pegwise.errors.ContradictionError` if no code fits, and
        :class:`~pegwise.errors.MethodError` where the rules are too large for the method.
        """
        position = parse_position(position)
        if self.first is not None and not position.history:
            return position.rules.code(self.first)
        position.check_possible()
        return self.guess(position)

    def rank(self, position: Position, number: int) -> list[Code]:
        """The best ``number`` guesses, best first; a strategy that does not rank names only its own."""
        return [self.choose(position)] if number else []

    def ranked(self, position: Position, number: int) -> tuple[list[Code], Sample | None]:
        """The guess that :meth:`choose` names, then the next best, at most ``number`` in all.

        And the sample they were chosen by, where not all guesses were weighed against all candidates.
        """
        guess = self.choose(position)
        others = self.rank(position, number) if number > 1 else []
        return [guess, *(code for code in others if code != guess)][: max(1, number)], None

    def options(self) -> dict[str, Any]:
        """The options that differ from their defaults, as plain values."""
        given = {
            field.name: (getattr(self, field.name), field.default) for field in fields(self) if field.init
        }
        return {
            name: str(value) if isinstance(value, tuple) else value
            for name, (value, default) in given.items()
            if value != default
        }
