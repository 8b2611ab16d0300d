"""Prints a hint in steps: its sentences, and guesses side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from pegwise.cli.terminal_style import code_text, console, feedback_text, print_table

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
    code = code_text(best.guess, best.rules, screen, 6)
    screen.print(Text.assemble("Guess ", code, f": it {guess_figures(advice.hint)}."))
    if advice.step < 5 or advice.hint.blind:
        return
    shown = [best]
    if advice.beside is not None and advice.beside.guess != best.guess:
        shown.append(advice.beside)
    screen.print()
    for partition in shown:
        code = code_text(partition.guess, partition.rules, screen)
        screen.print(Text.assemble(code, partition_line(partition)))
    print_beside(shown, screen, lambda partition: str(partition.guess))


def guess_figures(found: Hint) -> str:
    """What a hint's guess leaves, and who says so."""
    best = found.best
    if found.blind:
        return "contradicts at least one row, but only slightly; no possible code was found in time"
    source = found.strategy if found.known == "exact" else f"{found.strategy}, with a sample"
    average = f"leaves {best.expected_size:.1f} of {best.total} codes on average"
    return f"{average}, {best.worst} in the worst case ({source})"


def partition_line(partition: Partition) -> str:
    """What is to be said about a guess, after its code."""
    can = "can be the secret" if partition.is_candidate else "cannot be the secret"
    classes = "class" if partition.class_count == 1 else "classes"
    figures = f"worst case {partition.worst}, average {partition.expected_size:.2f}"
    return f" {can}: {partition.class_count} {classes}, {figures}"


def print_beside(partitions: Sequence[Partition], screen: Console, name: Callable[[Partition], str]) -> None:
    """Print the class sizes, a column for each guess, the largest classes first."""
    first = partitions[0]
    told = list(dict.fromkeys(answer for partition in partitions for answer in partition.classes))
    told.sort(key=lambda answer: (-first.classes.get(answer, 0), -partitions[-1].classes.get(answer, 0)))
    rows: list[list[str | Text]] = [
        [
            feedback_text(answer, first.rules, screen),
            *(str(each.classes.get(answer, 0)) for each in partitions),
        ]
        for answer in told
    ]
    headings = ["feedback", *map(name, partitions)]
    print_table(screen, headings, rows, right=range(1, len(headings)))
