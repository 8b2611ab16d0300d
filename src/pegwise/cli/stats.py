"""``pegwise stats``: a player's figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pegwise.cli.options import json_option, limit_option, print_json, strategy_from

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from pegwise.analysis.statistics import Statistics
    from pegwise.cli.plain_output import Plain
    from pegwise.limit import Limit
    from pegwise.play.record import Record

_LEAST = 0.01
"""Seconds that are always left for what is quick."""
_BAR = 30


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
    from pegwise.cli.progress import shown_progress
    from pegwise.notation import parse_rules
    from pegwise.play.saved_games import SavedGames

    with SavedGames() as games:
        records = [game.record for game in games.all()]
    if rules is not None:
        records = [record for record in records if str(record.rules) == str(parse_rules(rules))]
    with shown_progress():
        found = _statistics(records, strategies, limit)
    if as_json:
        print_json([each.to_dict() for each in found])
    else:
        _print(found)


def _statistics(records: list[Record], named: tuple[str, ...], limit: Limit) -> list[Statistics]:
    from pegwise.analysis.statistics import statistics
    from pegwise.candidates import is_enumerable
    from pegwise.limit import Limit, limited, seconds_left

    found: list[Statistics] = []
    with limited(limit):
        for small in (True, False):
            of_size = [record for record in records if is_enumerable(record.rules) == small]
            names = named or (("knuth", "most-parts") if small else ("large",))
            left = Limit(seconds=max(_LEAST, seconds_left() or 0.0))
            found += statistics(of_size, strategies=[strategy_from(name) for name in names], limit=left)
    return found


def _print(found: list[Statistics]) -> None:
    from pegwise.cli.terminal_style import screen_or_pipe

    screen = screen_or_pipe()
    if not found:
        screen.print("no finished games yet; start one with pegwise play")
    for number, each in enumerate(found):
        if number:
            screen.print()
        _print_kind(each, screen)


def _print_kind(found: Statistics, screen: Console | Plain) -> None:
    from pegwise.cli.terminal_style import print_table
    from pegwise.printing.layout import counted

    against = " against an adversary" if found.adversary else ""
    screen.print(
        f"{found.rules}{against}: {counted(found.games, 'game')}, {found.won} won, {found.lost} lost, "
        f"{found.resigned} resigned, {found.hints} hints"
    )
    highest = max(found.distribution, default=0)
    for guesses, games in enumerate(found.distribution, 1):
        bar = "#" * round(_BAR * games / highest)
        screen.print(f"{guesses:>3}  {games:>4}  {bar}".rstrip())
    if found.regret is not None:
        over = "" if found.reviewed == found.games else f" ({counted(found.reviewed, 'game')} reviewed)"
        screen.print(f"turns lost against best play: {found.regret:.3f} per game{over}")
    if found.average is None:
        return
    rows: list[list[str | Text]] = [["you", f"{found.average:.2f}", "", "", ""]]
    rows += [
        [rival.strategy, f"{rival.average:.2f}", str(rival.better), str(rival.equal), str(rival.worse)]
        for rival in found.rivals
    ]
    headings = ["same codes", "average", "you won", "drawn", "you lost"]
    print_table(screen, headings, rows, right=[1, 2, 3, 4])
