"""A hint in steps: its sentences, and guesses side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from pegwise.cli.draw import code_text, console, feedback_text, print_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console

    from pegwise.analysis.advice import Advice
    from pegwise.analysis.hint import Hint
    from pegwise.partition import Partition

__all__ = ["guess_figures", "partition_line", "print_advice", "print_beside"]


def print_advice(advice: Advice) -> None:
    """As much of a hint as was asked for."""
    screen = console()
    for line in advice.lines:
        screen.print(line)
    if advice.hint is None:
        return
    best = advice.hint.best
    screen.print(
        Text.assemble("Guess ", code_text(best.guess, screen, 6), f": it {guess_figures(advice.hint)}.")
    )
    if advice.step < 5 or advice.hint.blind:
        return
    shown = [best]
    if advice.beside is not None and advice.beside.guess != best.guess:
        shown.append(advice.beside)
    screen.print()
    for partition in shown:
        screen.print(Text.assemble(code_text(partition.guess, screen), partition_line(partition)))
    print_beside(shown, screen, lambda partition: str(partition.guess))


def guess_figures(found: Hint) -> str:
    """What a hint's guess leaves, and who says so."""
    best = found.best
    if found.blind:
        return "comes near to all rows, but contradicts some; no code that fits was met in time"
    source = found.strategy if found.known == "exact" else f"{found.strategy}, by a sample"
    return f"leaves {best.expected:.1f} of {best.total} on average, {best.worst} at worst ({source})"


def partition_line(partition: Partition) -> str:
    """What is to be said about a guess, after its code."""
    may = "may be the secret" if partition.is_candidate else "cannot be the secret"
    answers = "answer" if partition.parts == 1 else "answers"
    return (
        f" {may}: {partition.parts} {answers}, {partition.worst} left at worst, "
        f"{partition.expected:.2f} on average"
    )


def print_beside(partitions: Sequence[Partition], screen: Console, name: Callable[[Partition], str]) -> None:
    """What each answer would leave, a column for each guess; the answers that leave the most first."""
    first = partitions[0]
    told = list(dict.fromkeys(answer for partition in partitions for answer in partition.classes))
    told.sort(key=lambda answer: (-first.classes.get(answer, 0), -partitions[-1].classes.get(answer, 0)))
    rows: list[list[str | Text]] = [
        [feedback_text(answer, screen), *(str(each.classes.get(answer, 0)) for each in partitions)]
        for answer in told
    ]
    headings = ["answer", *map(name, partitions)]
    print_table(screen, headings, rows, right=range(1, len(headings)))
