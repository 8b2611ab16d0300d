"""``pegwise stats``: a player's figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pegwise.cli.options import json_option, limit_option, print_json, strategy_from

if TYPE_CHECKING:
    from pegwise import Limit, Statistics

_LEAST = 0.01
"""Seconds that are always left for what is quick."""


@click.command("stats")
@click.option("-r", "--rules", metavar="RULES", help="Count only games with these rules.")
@click.option(
    "-s",
    "--strategy",
    "strategies",
    multiple=True,
    metavar="NAME",
    help="Compare with this strategy; you can repeat the option.  [default: knuth and most-parts, or large]",
)
@limit_option(
    "Time limit in seconds. Games that are not reviewed in time are left out of the turns lost.", 20.0
)
@json_option
def command(rules: str | None, strategies: tuple[str, ...], limit: Limit, as_json: bool) -> None:
    """Summarize your saved games: won and lost, guesses, turns lost, and what strategies would need.

    \b
    Examples:
      pegwise stats
      pegwise stats -r 4x6 -s entropy
    """
    from pegwise import SavedGames, parse_rules
    from pegwise.analysis.statistics import statistics
    from pegwise.candidates import is_enumerable
    from pegwise.cli.progress import shown_progress
    from pegwise.limit import Limit, limited, seconds_left

    with SavedGames() as games:
        records = [game.record for game in games.all()]
    if rules is not None:
        records = [record for record in records if str(record.rules) == str(parse_rules(rules))]
    found: list[Statistics] = []
    with shown_progress(), limited(limit):
        for small in (True, False):
            of_size = [record for record in records if is_enumerable(record.rules) == small]
            names = strategies or (("knuth", "most-parts") if small else ("large",))
            left = Limit(seconds=max(_LEAST, seconds_left() or 0.0))
            found += statistics(of_size, strategies=[strategy_from(name) for name in names], limit=left)
    if as_json:
        print_json([each.to_dict() for each in found])
    else:
        click.echo("\n\n".join(map(str, found)) or "no finished games yet; start one with pegwise play")
