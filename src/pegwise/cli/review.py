"""``pegwise review``: what each guess of a game cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pegwise.cli.options import json_option, limit_option, print_colors, print_json, rules_options

if TYPE_CHECKING:
    from pegwise import Limit, Rules


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
    from pegwise.cli.play_review import print_review, reviewed
    from pegwise.play.game_line import parse_game

    check_plot_file(plot)
    found = reviewed(parse_game("\n".join(game), rules), limit)
    if plot:
        from pegwise.plots import plot_review

        write_plot(plot, plot_review(found))
    if as_json:
        print_json(found.to_dict())
    else:
        from pegwise.cli.terminal_style import screen_or_pipe

        print_colors(found.record.rules)
        print_review(found, screen_or_pipe())
