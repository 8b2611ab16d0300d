"""Hints during a game, step by step: each tells more than the one before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from pegwise.analysis import hint
from pegwise.cli.draw import feedback_text, print_table
from pegwise.cli.progress import shown_progress
from pegwise.limit import Limit

if TYPE_CHECKING:
    from pegwise.analysis import Hint
    from pegwise.cli.board import Board
    from pegwise.position import Position
    from pegwise.rules import Code
    from pegwise.strategies import Strategy

__all__ = ["STEPS", "Hints"]

STEPS = ("check", "count", "guess", "why")
"""Does my row fit what I know; how many codes do; a good guess; why it is good."""
_PATIENCE = 5.0
"""Seconds a hint may take; what takes longer is chosen by a sample, and said to be."""


class Hints:
    """The hints for one position; what was told is not told again."""

    def __init__(self, position: Position, strategy: Strategy, board: Board) -> None:
        self.position, self.strategy, self.board = position, strategy, board
        self._told: set[tuple[str, Code | None]] = set()
        self._found: Hint | None = None

    def next_step(self, own: Code | None) -> str | None:
        """The weakest step not told yet; None when all is told. ``own`` is the row that would be sent."""
        steps = STEPS if own is not None else STEPS[1:]
        return next((step for step in steps if self._key(step, own) not in self._told), None)

    @staticmethod
    def _key(step: str, own: Code | None) -> tuple[str, Code | None]:
        """What of the row a step depends on: another row can be checked again."""
        return step, own if step == "check" else None

    def tell(self, step: str, own: Code | None) -> None:
        """Print a step. Raises what the strategy raises."""
        {"check": self._check, "count": self._count, "guess": self._guess, "why": self._why}[step](own)
        self._told.add(self._key(step, own))

    def _say(self, *parts: str | Text) -> None:
        self.board.screen.print(Text.assemble("    ", *parts))

    def _check(self, own: Code | None) -> None:
        if own is None:
            self._say("fill a row, or say hint check CODE, and I say whether it fits")
            return
        rules, code = self.position.rules, self.board.code(own)
        for number, (guess, told) in enumerate(self.position.history, 1):
            would = rules.feedback(own, guess)
            if would != told:
                self._say(code, f" is not the secret: row {number} would have said {would}, not {told}")
                return
        self._say(code, " fits every row so far" if self.position.history else " may be the secret")

    def _count(self, own: Code | None) -> None:
        with shown_progress():
            count = self.position.count()
        self._say(f"{count} {'code fits' if count.value == 1 else 'codes fit'}")

    def _guess(self, own: Code | None) -> None:
        found = self._hint()
        best = found.best
        sampled = "" if found.known == "exact" else ", by a sample"
        self._say(
            self.board.code(found.guess),
            f"  leaves {best.expected:.1f} of {best.total} on average, {best.worst} at worst "
            f"({found.strategy}{sampled})",
        )

    def _why(self, own: Code | None) -> None:
        best = self._hint().best
        guesses = [best] if own in (None, best.guess) else [best, self.position.partition(own or best.guess)]
        for partition in guesses:
            may = "may be the secret" if partition.is_candidate else "cannot be the secret"
            self._say(
                self.board.code(partition.guess),
                f" {may}: {partition.parts} answers, {partition.worst} left at worst, "
                f"{partition.expected:.2f} on average",
            )
        answers = [told for told in self.position.rules.feedbacks if any(told in p.classes for p in guesses)]
        answers.sort(key=lambda told: -best.classes.get(told, 0))
        rows: list[list[str | Text]] = [
            [feedback_text(told, self.board.screen), *(str(p.classes.get(told, 0)) for p in guesses)]
            for told in answers
        ]
        headings = ["answer", *(self.board.name(p.guess) for p in guesses)]
        print_table(self.board.screen, headings, rows, right=range(1, len(headings)))

    def _hint(self) -> Hint:
        if self._found is None:
            with shown_progress():
                limit = Limit(seconds=_PATIENCE)
                self._found = hint(self.position, self.strategy, alternatives=0, limit=limit, seed=0)
        return self._found
