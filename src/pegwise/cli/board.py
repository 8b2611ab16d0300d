"""The board of a game: pegs as wide as the terminal allows, each with its symbol, and empty holes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from pegwise.cli.terminal_style import (
    GROUP,
    GROUPED,
    feedback_text,
    feedback_width,
    in_lines,
    is_plain,
    peg_style,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from pegwise.rules import Row, Rules

_MARGIN = 4


class Board:
    """Draws the codes of one game. ``beside`` is the room other things need beside them, in columns.

    Pegs are padded where that fits the width, else a symbol each; without colors they are text. Ten pegs and
    more stand in groups of five, on several lines where one is too narrow.
    """

    def __init__(self, rules: Rules, screen: Console, beside: int) -> None:
        self.rules, self.screen = rules, screen
        self.plain = is_plain(screen)
        self.room = screen.width - _MARGIN - beside
        self.measure()

    def measure(self) -> None:
        """Fit the pegs to the symbols of the rules."""
        rules = self.rules
        self.blank = rules.colors if rules.has_blanks else None
        listed = rules.alphabet is not None and rules.alphabet.symbols
        longest = range(1, rules.colors + 1) if listed else (rules.colors,)
        symbol = max(map(len, map(rules.color_name, longest)))
        grouped = rules.pegs >= GROUPED
        groups = (rules.pegs - 1) // GROUP if grouped else 0
        self.padded = not self.plain and rules.pegs * (symbol + 3) - 1 + groups <= self.room
        self._symbol = symbol if grouped and not self.plain else 0
        self._gap = " " if not self.plain else "-" if symbol > 1 else ""
        self._group_gap = (2 if self._gap == " " else 1) * " " if grouped else self._gap
        pegs = rules.pegs * (symbol + 2 * self.padded + len(self._gap)) - len(self._gap)
        self._width = pegs + groups * (len(self._group_gap) - len(self._gap))

    @property
    def fits(self) -> bool:
        """True if a row stays on one line."""
        return self._width <= self.room

    def code(self, holes: Sequence[int | None]) -> Text:
        """A code, without colors as it is written anywhere; or a row with holes that are still empty."""
        whole = [color for color in holes if color is not None]
        if self.plain and len(whole) == len(holes) < GROUPED:
            return Text(str(self.rules.spelled(whole)))
        return self.holes(holes)[0]

    def holes(self, holes: Sequence[int | None]) -> tuple[Text, list[int]]:
        """The row, and the column where each hole begins."""
        drawn, starts = Text(), list[int]()
        for place, color in enumerate(holes):
            if place:
                drawn.append(self._gap if place % GROUP else self._group_gap)
            starts.append(drawn.cell_len + self.padded)
            drawn.append_text(self._peg(color))
        return drawn, starts

    def _peg(self, color: int | None) -> Text:
        pad = " " * self.padded
        if color is None:
            unicode = (self.screen.encoding or "").lower().startswith("utf")
            return Text(self._wide("·" if unicode else "_", pad), style="" if self.plain else "dim")
        symbol = self.rules.color_name(color)
        style = "reverse dim" if color == self.blank else peg_style(color)
        return Text(self._wide(symbol, pad), style="" if self.plain else style)

    def _wide(self, symbol: str, pad: str) -> str:
        """What a peg shows, as wide as all others where they stand in groups."""
        return f"{pad}{symbol.rjust(self._symbol)}{pad}"

    def row(self, row: Row, number: int) -> Text:
        """A row that was answered."""
        answer = feedback_text(row.feedback, self.rules, self.screen)
        return self._line(row.guess, number).append("  ").append(answer)

    def beside(self, row: Row, number: int, said: str) -> Text:
        """A row that was answered, and something beside it."""
        line = self.row(row, number)
        line.pad_right(max(0, _MARGIN + self._width + 2 + feedback_width(self.rules) - line.cell_len))
        return line.append(f"  {said}")

    def empty(self, number: int) -> Text:
        """A row still to be filled."""
        return self._line([None] * self.rules.pegs, number)

    def _line(self, holes: Sequence[int | None], number: int) -> Text:
        if not self.fits and len(holes) >= GROUPED:
            groups = [self.holes(holes[start : start + GROUP])[0] for start in range(0, len(holes), GROUP)]
            return Text(f"{number:>2}  ").append_text(in_lines(groups, self.room, _MARGIN))
        code = self.code(holes)
        code.pad_right(max(0, self._width - code.cell_len))
        return Text(f"{number:>2}  ").append_text(code)

    def colors(self) -> Text:
        """Every color there is, and the empty hole."""
        drawn = Text()
        for color in range(1, self.rules.colors + 1):
            drawn.append_text(self._peg(color)).append(" ")
        return drawn
