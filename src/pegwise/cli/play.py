"""``pegwise play``: the program holds the secret, you break it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pegwise.cli.options import common, print_json, strategy_from
from pegwise.errors import PegwiseError

if TYPE_CHECKING:
    from pegwise.rules import Rules
    from pegwise.strategies import Strategy

__all__ = ["command"]

_HELP = "Type a code to guess it. Also: hint, count, board, resign, help."


@click.command("play")
@click.option("--rows", type=click.IntRange(min=1), default=10, show_default=True, help="Guesses you have.")
@common(strategy_help="The strategy that gives hints.")
def command(rows: int, rules: Rules, strategy: str, seed: int | None, as_json: bool) -> None:
    """Break the program's code within a number of rows; hints on request.

    With --json the board and the prompts go to standard error and the finished game to standard output.

    \b
    Examples:
      pegwise play
      pegwise play -r bulls-and-cows --rows 12
      pegwise play --seed 7
    """
    _Table(rules, rows, strategy_from(strategy, seed), seed, as_json).run()


class _Table:
    """A game at the terminal; wrong input asks again and costs no row."""

    def __init__(self, rules: Rules, rows: int, strategy: Strategy, seed: int | None, as_json: bool) -> None:
        from pegwise.cli.draw import console
        from pegwise.play import Game, random_secret

        self.game = Game(rules, random_secret(rules, seed), rows)
        self.strategy, self.as_json = strategy, as_json
        self.screen = console(stderr=as_json)
        self.resigned, self.hints = False, 0

    def run(self) -> None:
        """Ask until the game is over, then tell the secret."""
        rules, allowed = self.game.rules, self.game.rows_allowed
        colors = f"colors 1 to {rules.colors}{'' if rules.repeats else ', none twice'}"
        self.screen.print(
            f"I hold a code of {rules.pegs} pegs, {colors}. You have {allowed} guesses. {_HELP}"
        )
        while not (self.game.over or self.resigned):
            self._turn()
        self._end()

    def _turn(self) -> None:
        left = (self.game.rows_allowed or 0) - len(self.game.rows)
        prompt = f"{len(self.game.rows) + 1:>2} ({left} left):"
        line = click.prompt(prompt, prompt_suffix=" ", err=self.as_json).strip()
        try:
            match line.lower():
                case "hint" | "h":
                    self._hint()
                case "count":
                    count = self.game.position.count()
                    self.screen.print(f"    {count} {'code fits' if count.value == 1 else 'codes fit'}")
                case "board":
                    self._board()
                case "resign" | "quit" | "exit" | "q":
                    self.resigned = True
                case "help" | "?":
                    self.screen.print(_HELP)
                case _:
                    self.game.guess(line)
                    self._board(last=True)
        except PegwiseError as error:
            self.screen.print(f"    {error}", markup=False)

    def _board(self, last: bool = False) -> None:
        from pegwise.cli.draw import row_text

        for number, row in enumerate(self.game.rows, 1):
            if not last or number == len(self.game.rows):
                self.screen.print(row_text(row, number, self.game.rules, self.screen))

    def _hint(self) -> None:
        from rich.text import Text

        from pegwise.analysis import hint
        from pegwise.cli.draw import code_text
        from pegwise.cli.progress import shown_progress

        with shown_progress():
            found = hint(self.game.position, self.strategy, alternatives=0)
        self.hints += 1
        self.screen.print(
            Text.assemble(
                "    ",
                code_text(found.guess, self.screen),
                f"  leaves {found.best.expected:.1f} of {found.candidates} on average, "
                f"{found.best.worst} at worst ({found.strategy})",
            )
        )

    def _end(self) -> None:
        from rich.text import Text

        from pegwise.cli.draw import code_text

        game, secret = self.game, self.game.secret
        helped = f" with {self.hints} {'hint' if self.hints == 1 else 'hints'}" if self.hints else ""
        if game.won:
            said = f"Right, in {len(game.rows)} {'guess' if len(game.rows) == 1 else 'guesses'}{helped}."
            self.screen.print(said)
        else:
            said = "You resigned." if self.resigned else "No rows left."
            self.screen.print(Text.assemble(f"{said} The code was ", code_text(secret, self.screen)))
        if self.as_json:
            print_json({**game.to_dict(), "resigned": self.resigned, "hints": self.hints})
