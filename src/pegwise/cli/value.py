"""``pegwise value``: the value of a game as a game of two persons, or bounds of it."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from pegwise.cli.options import Asked, common, file_option, limit_option, print_colors, print_json

if TYPE_CHECKING:
    from pegwise.limit import Limit


@click.command("value")
@limit_option("Time limit in seconds. Then the command prints the bounds so far.")
@file_option("Write both mixtures and their trees to this file.", "--certificate")
@common(strategy_help=None)
def command(limit: Limit | None, certificate: str | None, asked: Asked) -> None:
    """Find how many guesses a game takes on average if both sides play as well as they can.

    The codemaker prefers secrets that take many guesses, the codebreaker mixes strategies so that this is of
    no use, and both know how the other mixes. The value is an exact fraction. It comes with both mixtures:
    how often the codemaker chooses each class of secrets, and how often the codebreaker plays each tree,
    with pegs and colors named at random. To check a certificate, use python -m valuecheck FILE.

    \b
    Examples:
      pegwise value -r 3x4
      pegwise value --certificate 4x6.value
      pegwise value -r 5x4 --limit 5 --json
    """
    from pegwise.cli.files import whole_file
    from pegwise.cli.progress import shown_bounds, value_line
    from pegwise.limit import limited
    from pegwise.optimal.game_value import value
    from pegwise.printing.layout import counted

    kept = nullcontext() if certificate is None else whole_file(certificate)
    with limited(limit), shown_bounds(value_line) as watch, kept as file:
        found = value(asked.rules, certificate=file, watch=watch)
    if asked.as_json:
        print_json(found.to_dict())
        return
    print_colors(asked.rules)
    click.echo(str(found))
    searched = f"{counted(found.positions, 'position')} searched in {found.seconds:.1f} s"
    click.echo(f"{counted(found.rounds, 'mixture')} answered, {searched}")
    if found.certified is not None:
        click.echo(f"certificate: {found.certified.lines} lines, sha256 {found.certified.sha256}")
