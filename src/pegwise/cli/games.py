"""``pegwise games``: the saved games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from pegwise.cli.app import Group
from pegwise.cli.options import DEFAULT, json_option, limit_option, list_option, print_json, rules_options
from pegwise.cli.terminal_style import console, print_table
from pegwise.errors import FileFormatError, PegwiseError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.text import Text

    from pegwise import Limit, Record, Rules, SavedGame, SavedGames

_DATED = 60
"""Columns from which on there is room for dates."""


@click.group("games", cls=Group, invoke_without_command=True)
@list_option(1, 20, "How many to list.")
@json_option
@click.pass_context
def command(context: click.Context, listed: int, as_json: bool) -> None:
    """List your saved games, the latest last. The commands below do more with them.

    The games are saved in your data folder, or in the folder that PEGWISE_DATA names.

    \b
    Examples:
      pegwise games
      pegwise games resume
      pegwise games review 12
      pegwise games export -o games.txt
      pegwise games import games.txt
    """
    if context.invoked_subcommand is not None:
        return
    from pegwise.play.saved_games import SavedGames

    with SavedGames() as games:
        saved, unread = games.all()[-listed:], games.unread
    if as_json:
        print_json([game.to_dict() for game in saved])
    else:
        _list(saved)
    for number, reason in unread.items():
        click.echo(f"game {number} is left out: {reason}", err=True)


def _unspoiled(record: Record) -> Record:
    return record.without_secret() if record.outcome == "unfinished" else record


def _list(saved: Sequence[SavedGame]) -> None:
    from pegwise.cli.terminal_style import screen_or_pipe

    screen = screen_or_pipe()
    if not saved:
        screen.print("no saved games yet; start one with pegwise play")
        return
    headings = ["id", "started", "rules", "outcome", "guesses", "hints", ""]
    rows: list[list[str | Text]] = [_cells(number, record) for number, record in saved]
    if screen.width < _DATED:
        headings, rows = headings[:1] + headings[2:], [row[:1] + row[2:] for row in rows]
    print_table(screen, headings, rows, right=[0, headings.index("guesses"), headings.index("hints")])


def _cells(number: int, record: Record) -> list[str | Text]:
    started = "" if record.started is None else f"{record.started.astimezone():%Y-%m-%d %H:%M}"
    about = [record.codemaker] * (record.codemaker != "random")
    about += [f"race {record.race}"] * (record.race is not None)
    counts = [str(record.guesses), str(record.hints)]
    return [str(number), started, str(record.rules), record.outcome, *counts, ", ".join(about)]


def _found(games: SavedGames, number: int | None, which: Callable[[Record], bool], what: str) -> SavedGame:
    """The game of that number, or else the last one of the kind."""
    from pegwise.play.saved_games import SavedGame

    if number is not None:
        return SavedGame(number, games.get(number))
    for game in reversed(games.all()):
        if which(game.record):
            return game
    raise FileFormatError(f"there is no {what} game")


@command.command("resume")
@click.argument("number", type=int, required=False, metavar="[ID]")
@click.option("-s", "--strategy", metavar="NAME", help=f"The strategy that gives the hints.  {DEFAULT}")
@click.option("--lines", is_flag=True, help="Type whole lines, which suits screen readers.")
@json_option
def resume(number: int | None, strategy: str | None, lines: bool, as_json: bool) -> None:
    """Resume an unfinished game: the one with this ID, or the last one."""
    from pegwise.cli.options import chosen_strategy, strategy_from
    from pegwise.cli.play import play
    from pegwise.play.played_game import Sitting
    from pegwise.play.saved_games import SavedGames

    with SavedGames() as games:
        game = _found(games, number, lambda record: record.outcome == "unfinished", "unfinished")
        sitting = Sitting(game.record, games, game.number, strategy_from)
        play(sitting, chosen_strategy(strategy, game.record.rules), lines, as_json, again=False)


@command.command("review")
@click.argument("number", type=int, required=False, metavar="[ID]")
@limit_option("Time limit in seconds. Guesses that are not solved in time get bounds, marked as such.", 10.0)
@json_option
def review(number: int | None, limit: Limit, as_json: bool) -> None:
    """Review a finished game, as `pegwise review` does: the one with this ID, or the last one."""
    from pegwise.cli.review import print_review, reviewed
    from pegwise.play.saved_games import SavedGames

    with SavedGames() as games:
        game = _found(games, number, lambda record: record.outcome != "unfinished", "finished")
    record = _unspoiled(game.record)
    found = reviewed(record, limit)
    if as_json:
        told = found.to_dict()
        print_json({**game.to_dict(), **{key: told[key] for key in ("accuracy", "regret", "moves")}})
        return
    screen = console()
    secret = "" if record.secret is None else f": {record.to_dict()['secret']}"
    screen.print(f"game {game.number}, {record.outcome}{secret}")
    print_review(found, screen)


@command.command("export")
@click.argument("numbers", type=int, nargs=-1, metavar="[ID]...")
@click.option("-o", "--output", metavar="FILE", help="Write the games to this file.")
@click.option(
    "--secrets/--no-secrets",
    default=None,
    help="Include the secrets of all games, or of none. By default, of finished games only.",
)
@click.option("--no-dates", is_flag=True, help="Leave out the start times.")
def export(numbers: tuple[int, ...], output: str | None, secrets: bool | None, no_dates: bool) -> None:
    """Print the games with these IDs, or all games, as lines that import reads."""
    from pegwise import SavedGames, game_name
    from pegwise.cli.files import write_whole

    with SavedGames() as games:
        records = [games.get(number) for number in numbers] or [game.record for game in games.all()]
    if secrets is None:
        records = [_unspoiled(record) for record in records]
    elif not secrets:
        records = [record.without_secret() for record in records]
    if no_dates:
        records = [replace(record, started=None) for record in records]
    text = "".join(f"{game_name(record)}\n" for record in records)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)


@command.command("import")
@click.argument("file", required=False, default="-", metavar="[FILE]")
@rules_options("The rules of games that name none.")
def import_games(file: str, rules: Rules) -> None:
    """Save the games in FILE, or on standard input.

    A game is one line, as export writes it, or a row in each line; then the next game begins with its rules.
    A table with a heading such as guess,black,white is read as well, and what pegwise printed. Comments
    begin with #. If anything cannot be read, no game is saved. A game that is already saved is not saved
    again.

    \b
    Examples:
      pegwise games import games.txt
      pegwise games import -r bulls-and-cows rows.csv
    """
    from pegwise.cli.files import read_lines
    from pegwise.play.saved_games import SavedGames
    from pegwise.printing.layout import counted

    records = _read(file, "\n".join(read_lines(file)), rules)
    with SavedGames() as games:
        new = games.add_new(records)
    known = len(records) - len(new)
    click.echo(f"{counted(len(new), 'game')} saved" + f", {known} already saved" * bool(known))


def _read(file: str, text: str, rules: Rules) -> list[Record]:
    from pegwise.cli.files import named_file
    from pegwise.play.game_text import parse_games

    try:
        return parse_games(text, rules)
    except PegwiseError as error:
        raise type(error)(f"{named_file(file)}, {error}") from None
