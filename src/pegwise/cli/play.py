"""``pegwise play``: the program holds the secret, you break it."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from itertools import count
from typing import TYPE_CHECKING

import click

from pegwise.cli import options
from pegwise.cli.standard_streams import CLOSED, is_terminal_gone
from pegwise.errors import FileFormatError, NotationError, PegwiseError

if TYPE_CHECKING:
    from pegwise import Code, Rules, SavedGames, Strategy
    from pegwise.play.played_game import Sitting


@click.command("play")
@options.number_option(
    "How many guesses you have.  [default: 10; more in large games]", "--max-guesses", metavar="N"
)
@click.option(
    "--adversary", is_flag=True, help="Play against a codemaker that chooses its code as late as it can."
)
@click.option("--secret", is_flag=True, help="Let someone type the secret first; it is not shown.")
@click.option("--blanks", is_flag=True, help="Allow empty holes, written as a dot.")
@click.option("--race", metavar="NAME", help="Race against a strategy that breaks the same code.")
@click.option("--lines", is_flag=True, help="Type whole lines, which suits screen readers.")
@click.option("--no-save", is_flag=True, help="Do not save the game.")
@options.common(f"The strategy that gives the hints.  {options.DEFAULT}")
def command(
    max_guesses: int | None,
    adversary: bool,
    secret: bool,
    blanks: bool,
    race: str | None,
    lines: bool,
    no_save: bool,
    asked: options.Asked,
) -> None:
    """Break a code that the program holds, with hints if you ask for them.

    Each row is saved when you send it. `pegwise games` lists, resumes and reviews saved games; `pegwise
    stats` summarizes them. With --json the board and the prompts go to standard error, and the finished
    game goes to standard output as JSON.

    \b
    Examples:
      pegwise play
      pegwise play -r bulls-and-cows --max-guesses 12
      pegwise play --adversary
      pegwise play --race knuth --seed 7
    """
    options.refuse_beside("adversary", "secret", "race")
    from pegwise.play.codemakers import random_secret
    from pegwise.play.game import usual_max_guesses
    from pegwise.play.played_game import Sitting, now
    from pegwise.play.record import Record

    rules = asked.rules.with_blanks() if blanks else asked.rules
    allowed, seed = max_guesses or usual_max_guesses(rules), asked.seed
    maker = "adversary" if adversary else "fixed" if secret else "random"
    chosen = asked._replace(rules=rules).chosen()
    with ExitStack() as stack:
        games = None if no_save else opened_games(stack)
        for number in count():
            if race is not None:
                options.strategy_from(race)  # a name that is wrong is told before the game begins
            held = None
            if secret:
                held = _typed_secret(rules)
            elif not adversary:  # with a seed, each game has a secret of its own
                own = seed if seed is None or not number else f"{seed}, game {number}"
                held = random_secret(rules, seed=own)
            record = Record(
                rules, secret=held, max_guesses=allowed, codemaker=maker, race=race, started=now()
            )
            sitting = Sitting(record, games, opener=options.strategy_from)
            if not play(sitting, chosen, lines, asked.as_json):
                return


def _typed_secret(rules: Rules) -> Code:
    """The secret someone types unseen; at a terminal a mistake is asked again."""
    from pegwise.cli.prompts import read_line

    while True:
        try:
            return rules.code(read_line("Secret:", err=True, hidden=True))
        except EOFError:
            if is_terminal_gone():
                raise click.exceptions.Exit(CLOSED) from None
            raise NotationError("a secret was expected, but the input ended") from None
        except PegwiseError as error:
            if not sys.stdin.isatty():
                raise
            click.echo(f"    {error}", err=True)


def opened_games(stack: ExitStack) -> SavedGames | None:
    """The saved games, or a word on standard error and None where they cannot be used."""
    from pegwise.play.saved_games import SavedGames

    try:
        return stack.enter_context(SavedGames())
    except FileFormatError as error:
        click.echo(f"pegwise: this game is not saved: {error}", err=True)
        return None


def play(sitting: Sitting, strategy: Strategy, lines: bool, as_json: bool, again: bool = True) -> bool:
    """Play one game at the terminal; whether another is wanted, which only a person there is asked."""
    from pegwise.cli.game_session import Session
    from pegwise.cli.terminal_style import console

    session = Session(sitting, strategy, console(stderr=as_json), lines)
    with session.asker:
        session.run()
        if as_json:
            options.print_json(_told(sitting))
        asked = again and not as_json and not session.left and sys.stdin.isatty()
        return asked and session.again()


def _told(sitting: Sitting) -> dict[str, object]:
    """The game as JSON, without the secret of a game that may go on; how an adversary counted."""
    from pegwise.play.codemakers import Adversary

    record, maker = sitting.record, sitting.game.codemaker
    told = (record.without_secret() if record.outcome == "unfinished" else record).to_dict()
    return {**told, "known": maker.known} if isinstance(maker, Adversary) else told
