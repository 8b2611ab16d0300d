"""``pegwise partition``: class sizes of guesses, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from pegwise.cli.options import common, list_option, print_colors, print_json, read_position, strategy_from

if TYPE_CHECKING:
    from pegwise.analysis.joint_partition import JointPartition
    from pegwise.partition import Partition
    from pegwise.position import Position
    from pegwise.rules import Rules

_LISTED = 20
"""Joint classes that are listed."""
_ANSWERS = 60
"""Answers that are all listed; of more, those that some candidate would give."""


@click.command("partition")
@click.argument("guesses", nargs=-1, required=True, metavar="GUESS...")
@click.option(
    "--after", multiple=True, metavar="GUESS:FEEDBACK", help="The rows so far; you can repeat the option."
)
@click.option(
    "--together",
    is_flag=True,
    help="Show how all guesses split the candidates together, if they are made before any feedback comes.",
)
@list_option(0, _LISTED, "How many classes to list with --together, the largest first.")
@common("Add the guess of this strategy.")
def command(
    guesses: tuple[str, ...],
    after: tuple[str, ...],
    together: bool,
    listed: int,
    rules: Rules,
    strategy: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Show how these guesses split the candidates: a column for each guess, a line for each feedback.

    With --together, show how they split the candidates if all are made before any feedback comes: two codes
    are in the same class if they give the same feedback to every guess.

    \b
    Examples:
      pegwise partition 1122 1123 1234
      pegwise partition 1344 2345 --after 1122:B
      pegwise partition 4625 --after '1122:B 1344:W 3526:BWW' -s knuth
      pegwise partition 1122 1344 3526 --together
    """
    from pegwise.analysis.joint_partition import JointPartition, partition_together
    from pegwise.analysis.side_by_side import partitions
    from pegwise.cli.progress import shown_progress
    from pegwise.limit import USUAL
    from pegwise.strategies.limited_choice import choose_within

    context = click.get_current_context()
    if not together and context.get_parameter_source("listed") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--list is for --together, which lists classes", context)
    position, codes = read_position(rules, after, guesses)
    position.check_possible()
    with shown_progress():
        if strategy:
            codes.append(choose_within(strategy_from(strategy, seed), position, USUAL).guess)
        found = partition_together(position, codes, most=listed) if together else partitions(position, codes)
    if as_json:
        print_json(found.to_dict())
        return
    print_colors(position.rules)
    if isinstance(found, JointPartition):
        _print_together(found)
    else:
        _print(position, found.partitions)


def _print(position: Position, partitions: tuple[Partition, ...]) -> None:
    from pegwise.cli.terminal_style import print_table, screen_or_pipe
    from pegwise.wording import hits_name

    screen, answers = screen_or_pipe(), sorted(position.rules.feedbacks)
    if len(answers) > _ANSWERS:
        answers = [told for told in answers if any(told in partition.classes for partition in partitions)]
    whites, is_hits = position.rules.whites, position.rules.tells in ("hits", "black")
    rows: list[list[str]] = [
        [
            ""
            if not is_hits
            else f"({feedback.black},{feedback.white})"
            if whites
            else f"({feedback.black})",
            hits_name(feedback, position.rules),
        ]
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
    headings = [
        "" if not is_hits else "(B,W)" if whites else "(B)",
        "",
        *(str(partition.guess) for partition in partitions),
    ]
    print_table(screen, headings, rows, right=range(2, len(headings)))


def _print_together(found: JointPartition) -> None:
    from pegwise.cli.terminal_style import print_table, screen_or_pipe
    from pegwise.printing.guesses import class_rows, figures
    from pegwise.printing.layout import counted

    screen = screen_or_pipe()
    screen.print(counted(found.candidates, "candidate"))
    for sentence in figures(found):
        screen.print(sentence)
    rows = class_rows(found)
    if rows:
        last = len(found.guesses)
        screen.print()
        print_table(screen, [*map(str, found.guesses), "size", "codes"], rows, right=(last,))
    more = sum(count for size, count in found.sizes.items() if size > 1) - len(rows)
    if more:
        screen.print(f"... and {counted(more, 'class', 'classes')} more of several codes; --list lists more")
