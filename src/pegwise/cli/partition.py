"""``pegwise partition``: class sizes of guesses, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pegwise.cli.options import common, print_json, strategy_from
from pegwise.notation import parse_code

if TYPE_CHECKING:
    from pegwise.partition import Partition
    from pegwise.position import Position
    from pegwise.rules import Rules

__all__ = ["command"]


_ANSWERS = 60
"""Answers that are all listed; of more, those that some candidate would give."""


@click.command("partition")
@click.argument("guesses", nargs=-1, required=True, metavar="GUESS...")
@click.option(
    "--after", multiple=True, metavar="GUESS:FEEDBACK", help="The rows so far; you can repeat the option."
)
@common("Add a column for the guess of this strategy.")
def command(
    guesses: tuple[str, ...],
    after: tuple[str, ...],
    rules: Rules,
    strategy: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Show how these guesses split the candidates: a column for each guess, a line for each feedback.

    \b
    Examples:
      pegwise partition 1122 1123 1234
      pegwise partition 1344 2345 --after 1122:B
      pegwise partition 4625 --after '1122:B 1344:W 3526:BWW' -s knuth
    """
    from pegwise.analysis.beside import partitions
    from pegwise.cli.progress import shown_progress
    from pegwise.limit import USUAL
    from pegwise.position import Position
    from pegwise.strategies.within import choose_within

    position = Position(rules, after)
    position.check_possible()
    codes = [parse_code(guess, rules) for guess in guesses]
    with shown_progress():
        if strategy:
            codes.append(choose_within(strategy_from(strategy, seed), position, USUAL).guess)
        found = partitions(position, codes)
    if as_json:
        print_json(found.to_dict())
    else:
        _print(position, found.partitions)


def _print(position: Position, partitions: tuple[Partition, ...]) -> None:
    from pegwise.cli.draw import console, feedback_letters, print_table

    screen, answers = console(), sorted(position.rules.feedbacks)
    if len(answers) > _ANSWERS:
        answers = [told for told in answers if any(told in partition.classes for partition in partitions)]
    rows: list[list[str]] = [
        [f"({feedback.black},{feedback.white})", feedback_letters(feedback)]
        + [str(partition.classes.get(feedback, 0)) for partition in partitions]
        for feedback in answers
    ]
    figures = (
        ("worst", lambda partition: str(partition.worst)),
        ("average", lambda partition: f"{partition.expected_size:.2f}"),
        ("bits", lambda partition: f"{partition.bits:.3f}"),
        ("classes", lambda partition: str(partition.class_count)),
        ("candidate", lambda partition: "yes" if partition.is_candidate else "no"),
        ("known", lambda partition: partition.known),
    )
    rows += [[name, "", *map(figure, partitions)] for name, figure in figures]
    screen.print(f"{position.count()} candidates")
    headings = ["(B,W)", "", *(str(partition.guess) for partition in partitions)]
    print_table(screen, headings, rows, right=range(2, len(headings)))
