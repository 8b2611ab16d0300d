"""A row that is not sent yet: pegs can be put in, moved and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pegwise.rules import Code, Rules


class Draft:
    """An unsent row: a color or nothing in each hole, the hole to fill next, and a way back.

    >>> from pegwise.rules import Rules
    >>> draft = Draft(Rules(4, 6))
    >>> for color in (1, 1, 2):
    ...     draft.put(color)
    >>> draft.undo()
    >>> draft.holes, draft.place, draft.code
    ((1, 1, None, None), 2, None)
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.holes: tuple[int | None, ...] = (None,) * rules.pegs
        self.place = 0
        self._before: list[tuple[tuple[int | None, ...], int]] = []

    @property
    def code(self) -> Code | None:
        """The code, once every hole is filled."""
        filled = [color for color in self.holes if color is not None]
        return self.rules.spelled(filled) if len(filled) == len(self.holes) else None

    def put(self, color: int) -> None:
        """Put a peg into the hole at the place and go on to the next; a color there is none of is ignored."""
        if 1 <= color <= self.rules.colors:
            self._set(self.place, color, min(self.place + 1, self.rules.pegs - 1))

    def take(self) -> None:
        """Take out the peg at the place, or else the one before it."""
        place = self.place
        if self.holes[place] is None and place:
            place -= 1
        if self.holes[place] is not None:
            self._set(place, None, place)

    def move(self, by: int) -> None:
        """Go so many holes to the right, or to the left if negative."""
        self.place = max(0, min(self.rules.pegs - 1, self.place + by))

    def turn(self, by: int) -> None:
        """The next color, or the one before, in the hole at the place."""
        color = self.holes[self.place]
        turned = (1 if by > 0 else self.rules.colors) if color is None else color + by
        self._set(self.place, (turned - 1) % self.rules.colors + 1, self.place)

    def fill(self, code: Code) -> None:
        """Put in a whole code, such as the row before."""
        self._keep()
        self.holes = tuple(code)

    def undo(self) -> None:
        """Take back the last change."""
        if self._before:
            self.holes, self.place = self._before.pop()

    def clear(self) -> None:
        """Empty every hole; this too can be undone."""
        self._keep()
        self.holes, self.place = (None,) * self.rules.pegs, 0

    def _set(self, place: int, color: int | None, following: int) -> None:
        self._keep()
        self.holes = (*self.holes[:place], color, *self.holes[place + 1 :])
        self.place = following

    def _keep(self) -> None:
        self._before.append((self.holes, self.place))
