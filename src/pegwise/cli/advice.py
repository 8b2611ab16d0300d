"""Prints hints in steps, each of which tells more: for the command ``hint``, and during a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from pegwise import Advice, Code, Hint, Partition, Position, Strategy, certain, hint
from pegwise.analysis.advice import STEPS, check_text, count_text
from pegwise.cli.progress import shown_progress
from pegwise.cli.terminal_style import code_text, console, feedback_text, print_table
from pegwise.limit import Limit, limited
from pegwise.printing.layout import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from pegwise.cli.board import Board

PATIENCE = Limit(seconds=5.0)
"""What a hint in a game, and the review at its end, may take; what takes longer is chosen by a sample."""


def print_advice(advice: Advice) -> None:
    """As much of a hint as was asked for."""
    screen = console()
    for line in advice.lines:
        screen.print(line)
    if advice.hint is None:
        return
    best = advice.hint.best
    code = code_text(best.guess, best.rules, screen, 6)
    screen.print(Text.assemble("Guess ", code, f": it {_figures(advice.hint)}."))
    if advice.step < 5 or advice.hint.blind:
        return
    shown = [best]
    if advice.beside is not None and advice.beside.guess != best.guess:
        shown.append(advice.beside)
    screen.print()
    for partition in shown:
        code = code_text(partition.guess, partition.rules, screen)
        screen.print(Text.assemble(code, _split(partition)))
    _print_beside(shown, screen)


def _figures(found: Hint) -> str:
    """What a hint's guess leaves, and who says so."""
    best = found.best
    if found.blind:
        return "contradicts at least one row, but only slightly; no possible code was found in time"
    source = found.strategy if found.known == "exact" else f"{found.strategy}, with a sample"
    average = f"leaves {best.expected_size:.1f} of {best.total} codes on average"
    return f"{average}, {best.worst} in the worst case ({source})"


def _split(partition: Partition) -> str:
    """What is to be said about a guess, after its code."""
    can = "can be the secret" if partition.is_candidate else "cannot be the secret"
    figures = f"worst case {partition.worst}, average {partition.expected_size:.2f}"
    return f" {can}: {counted(partition.class_count, 'class', 'classes')}, {figures}"


def _print_beside(partitions: Sequence[Partition], screen: Console) -> None:
    """Print the class sizes, a column for each guess, the largest classes first."""
    first = partitions[0]
    told = list(dict.fromkeys(answer for partition in partitions for answer in partition.classes))
    told.sort(key=lambda answer: (-first.classes.get(answer, 0), -partitions[-1].classes.get(answer, 0)))
    rows = [
        [feedback_text(answer, first.rules, screen)]
        + [Text(str(each.classes.get(answer, 0))) for each in partitions]
        for answer in told
    ]
    headings = ["feedback", *(str(partition.guess) for partition in partitions)]
    print_table(screen, headings, rows, right=range(1, len(headings)))


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
        with shown_progress(), limited(PATIENCE):
            found = certain(self.position)
        self._say(found.text())

    def _guess(self, own: Code | None) -> None:
        found = self._hint()
        self._say(self.board.code(found.guess), f"  {_figures(found)}")

    def _why(self, own: Code | None) -> None:
        best = self._hint().best
        if self._hint().blind:
            self._say("How many codes it would leave is not known.")
            return
        guesses = [best] if own in (None, best.guess) else [best, self.position.partition(own or best.guess)]
        for partition in guesses:
            self._say(self.board.code(partition.guess), _split(partition))
        _print_beside(guesses, self.board.screen)

    def _hint(self) -> Hint:
        if self._found is None:
            with shown_progress():
                self._found = hint(
                    self.position, strategy=self.strategy, alternatives=0, limit=PATIENCE, seed=0
                )
        return self._found
