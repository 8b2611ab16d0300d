"""Hints during a game, step by step: each tells more than the one before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from pegwise.analysis.advice import STEPS, check_text, count_text
from pegwise.analysis.certain_facts import certain
from pegwise.analysis.hint import hint
from pegwise.cli.advice import guess_figures, partition_line, print_beside
from pegwise.cli.progress import shown_progress
from pegwise.limit import Limit, limited

if TYPE_CHECKING:
    from pegwise.analysis.hint import Hint
    from pegwise.cli.board import Board
    from pegwise.position import Position
    from pegwise.rules import Code
    from pegwise.strategies import Strategy

__all__ = ["STEPS", "Hints"]

_PATIENCE = Limit(seconds=5.0)
"""What a hint may take; what takes longer is chosen by a sample, and said to be."""


class Hints:
    """The hints for one position; what was told is not told again."""

    def __init__(self, position: Position, strategy: Strategy, board: Board) -> None:
        self.position, self.strategy, self.board = position, strategy, board
        self._told: set[tuple[str, Code | None]] = set()
        self._found: Hint | None = None

    def next_step(self, own: Code | None) -> str | None:
        """The weakest step not told yet; None when all is told. ``own`` is the row that would be sent."""
        steps = STEPS if own is not None else STEPS[1:]
        return next((step for step in steps if not self._is_told(step, own)), None)

    def _is_told(self, step: str, own: Code | None) -> bool:
        """Tell whether a step says nothing new; another row can be checked, or compared, again."""
        if step == "check" or (step == "why" and own not in (None, self._hint().guess)):
            return (step, own) in self._told
        return any(told == step for told, _ in self._told)

    def tell(self, step: str, own: Code | None) -> None:
        """Print a step. Raises what the strategy raises."""
        steps = (self._check, self._count, self._certain, self._guess, self._why)
        dict(zip(STEPS, steps, strict=True))[step](own)
        self._told.add((step, own))

    def _say(self, *parts: str | Text) -> None:
        self.board.screen.print(Text.assemble("    ", *parts))

    def _check(self, own: Code | None) -> None:
        if own is None:
            self._say("to see whether a code can be the secret, fill a row or type hint check CODE")
        else:
            self._say(self.board.code(own), check_text(self.position, own, ""))

    def _count(self, own: Code | None) -> None:
        with shown_progress():
            count = self.position.count()
        self._say(count_text(count))

    def _certain(self, own: Code | None) -> None:
        with shown_progress(), limited(_PATIENCE):
            found = certain(self.position)
        self._say(found.text())

    def _guess(self, own: Code | None) -> None:
        found = self._hint()
        self._say(self.board.code(found.guess), f"  {guess_figures(found)}")

    def _why(self, own: Code | None) -> None:
        best = self._hint().best
        if self._hint().blind:
            self._say("How many codes it would leave is not known.")
            return
        guesses = [best] if own in (None, best.guess) else [best, self.position.partition(own or best.guess)]
        for partition in guesses:
            self._say(self.board.code(partition.guess), partition_line(partition))
        print_beside(guesses, self.board.screen, lambda partition: str(partition.guess))

    def _hint(self) -> Hint:
        if self._found is None:
            with shown_progress():
                self._found = hint(
                    self.position, strategy=self.strategy, alternatives=0, limit=_PATIENCE, seed=0
                )
        return self._found
