"""``pegwise bench``: how fast this computer is, and the signature of the strategies' behavior."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pegwise.cli.options import json_option, print_json

if TYPE_CHECKING:
    from pegwise.analysis.bench import Bench


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
        _print(found)


def _print(found: Bench) -> None:
    from pegwise.cli.terminal_style import console, print_table

    screen = console()
    speeds = [[rules, f"{pairs / 1e6:,.0f}"] for rules, pairs in found.speeds.items()]
    print_table(screen, ["rules", "million pairs per second"], speeds, right=[1])
    screen.print()
    times = [[tree, f"{seconds * 1000:,.1f}"] for tree, seconds in found.seconds.items()]
    print_table(screen, ["tree", "milliseconds"], times, right=[1])
    screen.print()
    screen.print(f"kernels {found.kernels}")
    screen.print(f"signature {found.signature}")
