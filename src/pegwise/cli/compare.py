"""``pegwise compare``: strategies side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pegwise.cli.options import SECONDS, common, print_json, strategy_from

if TYPE_CHECKING:
    from pegwise.analysis import Comparison
    from pegwise.rules import Rules

__all__ = ["command"]


@click.command("compare")
@click.argument("strategies", nargs=-1, metavar="[STRATEGY]...")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=None,
    help="Play so many random secrets, instead of all; strategies with a seed get a new one each game.",
)
@click.option("--limit", type=SECONDS, help="Seconds a strategy; refuse with an estimate what takes longer.")
@common(None, "One more strategy, or a tree file, to compare.")
def command(
    strategies: tuple[str, ...],
    games: int | None,
    limit: float | None,
    rules: Rules,
    strategy: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Strategies side by side: all of them, or those named; over all secrets, or over a sample of games.

    \b
    Examples:
      pegwise compare
      pegwise compare knuth entropy -r 4x5
      pegwise compare counter -r 10x10 --games 100 --seed 1
    """
    from pegwise.analysis import compare
    from pegwise.cli.progress import shown_progress
    from pegwise.limit import Limit
    from pegwise.strategies import names

    named = [*strategies, *([strategy] if strategy else [])]
    chosen = [name if name in names() else strategy_from(name) for name in named]
    with shown_progress():
        rows = compare(chosen, rules, games, seed or 0, None if limit is None else Limit(seconds=limit))
    if as_json:
        print_json([row.to_dict() for row in rows])
    else:
        _print(rows)


def _print(rows: list[Comparison]) -> None:
    from pegwise.cli.draw import console, print_table

    screen = console()
    sampled = any(row.known == "sampled" for row in rows)
    lines = [
        [
            row.strategy,
            row.first_guess or "varies",
            str(row.total),
            f"{row.average:.4f}" + (f" ± {row.standard_error:.4f}" if sampled else ""),
            str(row.worst),
            " ".join(map(str, row.distribution)),
            f"{row.seconds:.2f} s",
        ]
        for row in rows
    ]
    headings = ["strategy", "first", "total", "average", "worst", "won at guess 1, 2, 3, ...", "time"]
    print_table(screen, headings, lines, right=[2, 3, 4, 6])
    if sampled:
        screen.print(
            f"sampled: {rows[0].games} games of {rows[0].rules}, seed {rows[0].seed}; ± standard error"
        )
