"""``pegwise value``: the value of a game as a game of two persons, or bounds of it."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import click

from pegwise.cli.options import SECONDS, common, print_colors, print_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise.optimal.value_search import ValueBounds
    from pegwise.rules import Rules

__all__ = ["command"]


@click.command("value")
@click.option(
    "--limit", type=SECONDS, help="Time limit in seconds. Then the command prints the bounds so far."
)
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False),
    help="Write both mixtures and their trees to this file.",
)
@common(strategy_help=None)
def command(
    limit: float | None,
    certificate: str | None,
    rules: Rules,
    seed: int | None,
    as_json: bool,
) -> None:
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
    from pegwise.limit import Limit, limited
    from pegwise.optimal.game_value import value

    with ExitStack() as stack:
        stack.enter_context(limited(None if limit is None else Limit(seconds=limit)))
        watch = stack.enter_context(_shown())
        file = None if certificate is None else stack.enter_context(whole_file(certificate))
        found = value(rules, certificate=file, watch=watch)
    if as_json:
        print_json(found.to_dict())
        return
    print_colors(rules)
    click.echo(str(found))
    click.echo(
        f"{found.rounds} mixtures answered, {found.positions} positions searched in {found.seconds:.1f} s"
    )
    if found.certified is not None:
        click.echo(f"certificate: {found.certified.lines} lines, sha256 {found.certified.sha256}")


@contextmanager
def _shown() -> Iterator[Callable[[ValueBounds], None] | None]:
    """Show the bounds on a line of standard error while they narrow; None unless it is a terminal.

    If the work inside the ``with`` is interrupted, the last bounds stay on the screen.
    """
    if not sys.stderr.isatty():
        yield None
        return
    shown = ""

    def look(bounds: ValueBounds) -> None:
        nonlocal shown
        upper = "?" if bounds.upper is None else f"{float(bounds.upper):.6f}"
        text = f"{float(bounds.lower):.6f}..{upper}  {bounds.trees} trees  {bounds.seconds:.0f} s"
        click.echo("\r" + text.ljust(len(shown)), err=True, nl=False)
        shown = text

    try:
        yield look
    except BaseException:
        if shown:
            click.echo(err=True)
        raise
    click.echo("\r" + " " * len(shown) + "\r", err=True, nl=False)
