"""``pegwise compare``: strategies side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pegwise.cli.executors import chosen_executor, executor_options
from pegwise.cli.options import (
    common,
    file_option,
    form_option,
    limit_option,
    print_json,
    refuse_together,
    strategy_from,
)

if TYPE_CHECKING:
    from pegwise.analysis.compare import Comparisons
    from pegwise.limit import Limit
    from pegwise.rules import Rules
    from pegwise.strategies import Strategy


@click.command("compare")
@click.argument("strategies", nargs=-1, metavar="[STRATEGY]...")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=None,
    help="Play this many random secrets instead of all secrets. A strategy with a seed gets a new seed "
    "for each game.",
)
@limit_option("Time limit per strategy, in seconds. A strategy that would take longer plays random secrets.")
@click.option("--first", metavar="GUESS", help="Make this the first guess.")
@form_option(
    ("table", "bars", "markdown", "csv"),
    "A table, the distributions as bars, or a table for a document or a spreadsheet.",
)
@file_option("Draw the distributions in this .png, .svg or .pdf file (needs pegwise[plot]).", "--plot")
@executor_options
@common("Another strategy, or a tree file, to compare.")
def command(
    strategies: tuple[str, ...],
    games: int | None,
    limit: Limit | None,
    first: str | None,
    form: str,
    plot: str | None,
    workers: int | None,
    cluster: str | None,
    rules: Rules,
    strategy: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Compare the strategies named here, or all strategies if none is named. A tree file is a strategy too.

    Each strategy plays every secret if the codes can be enumerated within the limit. Otherwise all strategies
    play the same random secrets (100, or as many as --games says), and the average has a standard error.

    \b
    Examples:
      pegwise compare
      pegwise compare knuth entropy -r 4x5 --format bars
      pegwise compare --plot strategies.svg
      pegwise compare counter -r 10x10 --games 100 --seed 1
    """
    from pegwise.analysis.compare import compare
    from pegwise.cli.files import check_plot_file, write_plot
    from pegwise.cli.progress import shown_progress
    from pegwise.notation import parse_code

    refuse_together("form", "as_json")
    named = [*strategies, *([strategy] if strategy else [])]
    chosen = [_named(name) for name in named]
    code = parse_code(first, rules) if first else None
    check_plot_file(plot)
    with shown_progress(), chosen_executor(workers, cluster) as executor:
        rows = compare(
            rules, strategies=chosen, games=games, seed=seed or 0, limit=limit, first=code, executor=executor
        )
    if plot:
        from pegwise.plots import plot_comparison

        write_plot(plot, plot_comparison(rows))
    if as_json:
        print_json(rows.to_dict())
    else:
        _print(rows, form)


def _named(name: str) -> Strategy | str:
    """A registered name, which gets a new seed each game; or the strategy in a tree file."""
    from pegwise.strategies import names

    if name in names():
        return name
    found = strategy_from(name)
    by_name = ":" in name and found.name in names() and not found.options()
    return found.name if by_name else found


def _print(rows: Comparisons, form: str) -> None:
    if form == "table":
        _print_table(rows)
    elif form == "bars":
        from pegwise.cli.bars import bars
        from pegwise.cli.terminal_style import console

        screen = console()
        blocks = (screen.encoding or "").lower().startswith("utf")
        click.echo(bars(rows, screen.width if screen.is_terminal else 80, blocks))
    else:
        click.echo(rows.markdown() if form == "markdown" else rows.csv().rstrip("\n"))


def _print_table(rows: Comparisons) -> None:
    from pegwise.analysis.comparison import HEADINGS, RIGHT, cells, known_text
    from pegwise.cli.terminal_style import print_table, screen_or_pipe

    lines = [[*cells(row), f"{row.seconds:.2f} s"] for row in rows]
    print_table(screen_or_pipe(), [*HEADINGS, "time"], lines, right=[*RIGHT, len(HEADINGS)])
    sampled = [row for row in rows if row.known == "sampled"]
    for known in dict.fromkeys(map(known_text, sampled)):
        alike = [row.strategy for row in sampled if known_text(row) == known]
        which = "" if len(alike) == len(rows) else f" ({', '.join(alike)})"
        click.echo(f"{known.replace(',', f' of {rows[0].rules},', 1)}; ± standard error{which}")
