"""``pegwise bench``: how fast this computer is, and the signature of the strategies' behavior."""

from __future__ import annotations

import click

from pegwise.cli.options import json_option, print_json


@click.command("bench")
@json_option
def command(as_json: bool) -> None:
    """Measure how many pairs of codes this computer compares per second, and how long some trees take.

    The signature is a number that is the same on every computer. It changes only if a strategy guesses
    differently.

    \b
    Examples:
      pegwise bench
      pegwise bench --json
    """
    from pegwise.analysis.bench import bench
    from pegwise.cli.progress import shown_progress

    with shown_progress():
        found = bench()
    if as_json:
        print_json(found.to_dict())
    else:
        click.echo(str(found))
