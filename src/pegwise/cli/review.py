"""``pegwise review``: what each guess of a game cost."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from pegwise.cli.options import json_option, limit_option, print_colors, print_json, rules_options
from pegwise.cli.progress import shown_progress
from pegwise.cli.terminal_style import Plain, joined, print_table, screen_or_pipe
from pegwise.printing.board import FIGURES, figures, move_text, summary

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console
    from rich.text import Text

    from pegwise import Code, Limit, Record, Review, Rules


_BESIDE = 61
"""Columns of the figures beside each guess."""
_NARROW = 80
"""Columns below which some figures are left out."""


@click.command("review")
@click.argument("game", nargs=-1, metavar="GAME...")
@click.option(
    "--plot", metavar="FILE", help="Draw the game in this .png, .svg or .pdf file (needs pegwise[plot])."
)
@limit_option("Time limit in seconds. Guesses that are not solved in time get bounds, marked as such.", 10.0)
@rules_options("The rules, if GAME does not give them.")
@json_option
def command(game: tuple[str, ...], plot: str | None, limit: Limit, rules: Rules, as_json: bool) -> None:
    """Evaluate each guess of a game against best play, and say what was luck.

    Write GAME as rows, GUESS:FEEDBACK; a last code without feedback is the guess that won. GAME can also be
    a line that `pegwise games export` writes. The columns of the table are: before and after, how many codes
    are possible before and after the guess; average, how many codes the guess leaves on average; rank, the
    rank of the guess among all guesses, equivalent guesses counted once; regret, the turns that the guess
    loses on average against the best guess; luck, the turns that its feedback saved.

    \b
    Examples:
      pegwise review 1122:B 1344:W 3526:BWW 1462:BW 3632
      pegwise review -r bulls-and-cows 1234:1A1B 1256:- --limit 60
      pegwise review "5x8 11223:BW 14516:W 34678:WW resigned" --plot game.svg
    """
    from pegwise.cli.files import check_plot_file, write_plot
    from pegwise.play.game_line import parse_game

    check_plot_file(plot)
    found = reviewed(parse_game("\n".join(game), rules), limit)
    if plot:
        from pegwise.plots import plot_review

        write_plot(plot, plot_review(found))
    if as_json:
        print_json(found.to_dict())
    else:
        print_colors(found.record.rules)
        print_review(found, screen_or_pipe())


def reviewed(record: Record, limit: Limit) -> Review:
    """The review of a game, with its progress shown."""
    from pegwise.analysis.review import review

    with shown_progress():
        return review(record, limit=limit)


def print_review(found: Review, screen: Console | Plain, sentences: bool = True) -> None:
    """The figures of each guess, with ``sentences`` what is to be said about it, and then about the game."""
    drawn: Callable[[Code], str | Text] = str
    if not isinstance(screen, Plain):
        from pegwise.cli.board import Board

        drawn = Board(found.record.rules, screen, _BESIDE).code
    lines: list[list[str | Text]] = [
        [joined(drawn(move.row.guess), "" if move.consistent else "*"), *figures(move)]
        for move in found.moves
    ]
    kept = [0, 1, 4, 6, 8] if screen.width < _NARROW else range(len(FIGURES))
    right = [place for place, column in enumerate(kept) if 2 <= column <= 7]
    rows = [[line[column] for column in kept] for line in lines]
    print_table(screen, [FIGURES[column] for column in kept], rows, right=right)
    if not all(move.consistent for move in found.moves):
        screen.print("* could not be the secret")
    if sentences:
        screen.print()
        for move in found.moves:
            _say(screen, move_text(move), indent=4)
    screen.print()
    for line in summary(found):
        _say(screen, line)


def _say(screen: Console | Plain, text: str, indent: int = 0) -> None:
    """A paragraph, its lines after the first set in."""
    for line in textwrap.wrap(text, screen.width, subsequent_indent=" " * indent, break_on_hyphens=False):
        screen.print(line)
