"""``pegwise compare``: strategies side by side."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from pegwise.analysis.comparison import HEADINGS, RIGHT, average_text, cells, known_text
from pegwise.cli import options
from pegwise.cli.terminal_style import console, print_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise import Comparison, Comparisons, Limit, Strategy

_EIGHTHS = " ▏▎▍▌▋▊▉"


@click.command("compare")
@click.argument("strategies", nargs=-1, metavar="[STRATEGY]...")
@options.number_option(
    "Play this many random secrets instead of all secrets. A strategy with a seed gets a new seed "
    "for each game.",
    "--games",
)
@options.limit_option(
    "Time limit per strategy, in seconds. A strategy that would take longer plays random secrets."
)
@click.option("--first", metavar="GUESS", help="Make this the first guess.")
@options.form_option(
    ("table", "bars", "markdown", "csv"),
    "A table, the distributions as bars, or a table for a document or a spreadsheet.",
)
@options.file_option(
    "Draw the distributions in this .png, .svg or .pdf file (needs pegwise[plot]).", "--plot"
)
@options.executor_options
@options.common("Another strategy, or a tree file, to compare.")
def command(
    strategies: tuple[str, ...],
    games: int | None,
    limit: Limit | None,
    first: str | None,
    form: str,
    plot: str | None,
    workers: options.Workers,
    asked: options.Asked,
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
    from pegwise import compare, parse_code
    from pegwise.cli.files import check_plot_file, write_plot
    from pegwise.cli.progress import shown_progress

    options.refuse_together("form", "as_json")
    named = [*strategies, *([asked.strategy] if asked.strategy else [])]
    chosen = [_named(name) for name in named]
    code = parse_code(first, asked.rules) if first else None
    kept: dict[str, Any] = {"games": games, "seed": asked.seed or 0, "limit": limit, "first": code}
    check_plot_file(plot)
    with shown_progress(), workers as executor:
        rows = compare(asked.rules, strategies=chosen, executor=executor, **kept)
    if plot:
        from pegwise.plots import plot_comparison

        write_plot(plot, plot_comparison(rows))
    if asked.as_json:
        options.print_json(rows.to_dict())
    elif form == "table":
        _print_table(rows)
    elif form == "bars":
        screen = console()
        blocks = (screen.encoding or "").lower().startswith("utf")
        click.echo(bars(rows, screen.width if screen.is_terminal else 80, blocks))
    else:
        click.echo(rows.markdown() if form == "markdown" else rows.csv().rstrip("\n"))


def _named(name: str) -> Strategy | str:
    """A registered name, which gets a new seed each game; or the strategy in a tree file."""
    from pegwise.strategies import names

    if name in names():
        return name
    found = options.strategy_from(name)
    by_name = ":" in name and found.name in names() and not found.options()
    return found.name if by_name else found


def _print_table(rows: Comparisons) -> None:
    from pegwise.cli.terminal_style import screen_or_pipe

    lines = [[*cells(row), f"{row.seconds:.2f} s"] for row in rows]
    print_table(screen_or_pipe(), [*HEADINGS, "time"], lines, right=[*RIGHT, len(HEADINGS)])
    sampled = [row for row in rows if row.known == "sampled"]
    for known in dict.fromkeys(map(known_text, sampled)):
        alike = [row.strategy for row in sampled if known_text(row) == known]
        which = "" if len(alike) == len(rows) else f" ({', '.join(alike)})"
        click.echo(f"{known.replace(',', f' of {rows[0].rules},', 1)}; ± standard error{which}")


def bars(rows: Sequence[Comparison], width: int = 80, blocks: bool = True) -> str:
    """A group of bars a strategy, all on one scale: the guess, the games won at it, their share, a bar.

    ``width`` is that of the longest line. Bars are block characters to an eighth of a column, or ``#``; what
    is not nothing is drawn as something.

    >>> from pegwise import compare
    >>> print(bars(compare("3x4", strategies=["knuth"]), width=40, blocks=False))
    knuth, 3x4: average 3.3750, worst 4
     1   1   1.6 %  #
     2   3   4.7 %  ##
     3  31  48.4 %  ########################
     4  29  45.3 %  ######################
    """
    largest = max((max(row.distribution) / row.games for row in rows if row.games), default=1.0)
    guesses = max(len(str(row.worst)) for row in rows)
    digits = max((len(str(won)) for row in rows for won in row.distribution), default=1)
    room = max(1, width - guesses - digits - 13)
    groups = []
    for row in rows:
        lines = [textwrap.fill(_bars_heading(row), max(width, 1))]
        for guess, won in enumerate(row.distribution, 1):
            share = won / row.games
            drawn = _bar(share / largest * room, blocks)
            lines.append(f" {guess:>{guesses}}  {won:>{digits}}  {share:>5.1%}  {drawn}".rstrip())
        groups.append("\n".join(lines).replace("%", " %"))
    return "\n\n".join(groups)


def _bars_heading(row: Comparison) -> str:
    known = "" if row.known == "exact" else f" ({known_text(row)})"
    if not row.games:
        return f"{row.strategy}, {row.rules}: no game ended in time{known}"
    return f"{row.strategy}, {row.rules}: average {average_text(row)}, worst {row.worst}{known}"


def _bar(length: float, blocks: bool) -> str:
    if not length:
        return ""
    if not blocks:
        return "#" * max(1, round(length))
    full, rest = divmod(max(1, round(8 * length)), 8)
    return "█" * full + _EIGHTHS[rest].strip()
