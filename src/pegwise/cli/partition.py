"""``pegwise partition``: class sizes of guesses, side by side."""

from __future__ import annotations

import click
from click.core import ParameterSource

from pegwise.cli.options import Asked, common, list_option, print_colors, print_json, read_position

_LISTED = 20
"""Joint classes that are listed."""


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
    guesses: tuple[str, ...], after: tuple[str, ...], together: bool, listed: int, asked: Asked
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
    from pegwise.printing.guesses import joint_partition

    context = click.get_current_context()
    if not together and context.get_parameter_source("listed") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--list is for --together, which lists classes", context)
    position, codes = read_position(asked.rules, after, guesses)
    position.check_possible()
    with shown_progress():
        if asked.strategy:
            codes.append(asked.guess(position))
        found = partition_together(position, codes, most=listed) if together else partitions(position, codes)
    if asked.as_json:
        print_json(found.to_dict())
        return
    print_colors(position.rules)
    if isinstance(found, JointPartition):
        click.echo(joint_partition(found, listed, "; --list lists more"))
    else:
        click.echo(str(found))
