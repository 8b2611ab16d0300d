"""A person at a game: reads words and shows the board until the game is over or the person leaves it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click
from rich.text import Text

from pegwise import Code, Strategy, game_name
from pegwise.analysis.advice import STEPS
from pegwise.candidates import is_enumerable
from pegwise.cli.advice import PATIENCE, Hints
from pegwise.cli.board import Board
from pegwise.cli.progress import shown_progress
from pegwise.cli.review import print_review, reviewed
from pegwise.cli.row_entry import KEY_HELP, Keys, Lines, can_use_keys
from pegwise.cli.terminal_style import feedback_width
from pegwise.errors import PegwiseError
from pegwise.printing.layout import counted
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from rich.console import Console

    from pegwise.play.played_game import Sitting

_SHORT_HELP = "Type a code to guess it. Also: hint, count, board, resign, quit, help."
_LINE_HELP = """\
1122        guess this code
hint        the next hint; each says more
hint check 1122   can 1122 be the secret?
hint count  how many codes are possible
hint certain   what is certain
hint guess  a good guess
hint why    why that guess is good
board       show the whole board
resign      give up
quit        leave; you can resume later"""
_WORDS = {"h": "hint", "count": "hint count", "b": "board", "q": "quit", "exit": "quit", "?": "help"}


class Session:
    """One game at the terminal. Wrong input asks again and costs no row."""

    def __init__(self, sitting: Sitting, strategy: Strategy, screen: Console, lines: bool = False) -> None:
        self.sitting, self.strategy, self.screen = sitting, strategy, screen
        record = sitting.record
        self.rules = record.rules
        raced = 0 if sitting.race is None else len(sitting.race.strategy.name) + self.rules.pegs + 3
        self.board = Board(self.rules, screen, 2 + feedback_width(self.rules) + raced)
        by_keys = not lines and can_use_keys(self.board, self.rules)
        self.asker: Keys | Lines = Keys(self.board) if by_keys else Lines(screen)
        self.hints = Hints(sitting.game.position, strategy, self.board)
        self.left = False

    def run(self) -> None:
        """Play until the game is over, then tell the secret; or until the person leaves or the input ends."""
        self._greet()
        try:
            while not (self.sitting.over or self.left):
                self._turn()
        except EOFError:
            self.left = True
        except (KeyboardInterrupt, click.Abort):
            self.screen.print()
            self._tell_where()
            raise
        if self.left:
            self._tell_where()
        else:
            self._end()

    def again(self) -> bool:
        """Tell whether the person wants another game."""
        try:
            return self.asker.choose("Another game? y or n:") == "y"
        except EOFError:
            return False

    def _greet(self) -> None:
        game, colors = self.sitting.game, self.rules.colors_name
        distinct = "" if self.rules.repeats else ", no color twice"
        adversary = self.sitting.start.codemaker == "adversary"
        holding = "I have not yet chosen a code of" if adversary else "I hold a code of"
        holes = " or an empty hole (.)" if self.rules.has_blanks else ""
        self.screen.print(
            f"{holding} {self.rules.pegs} pegs, colors {colors}{holes}{distinct}. "
            + ("" if game.guesses_left is None else f"You have {game.guesses_left} guesses. ")
            + (_SHORT_HELP if isinstance(self.asker, Lines) else "")
        )
        if isinstance(self.asker, Keys):
            self.screen.print(self.board.colors().append("  ? for help"))
        if game.rows:
            self._board()

    def _turn(self) -> None:
        game = self.sitting.game
        text = self.asker.ask(len(game.rows) + 1, game.guesses_left)
        words = (_WORDS.get(text.lower()) or text).split(maxsplit=2) or [""]
        try:
            match words[0].lower():
                case "hint":
                    self._hint(*words[1:])
                case "board":
                    self._board(whole=True)
                case "resign":
                    if isinstance(self.asker, Lines) or self.asker.choose("Resign? y or n:") == "y":
                        self.sitting.resign()
                case "quit":
                    self.left = True
                case "help":
                    self.screen.print(KEY_HELP if isinstance(self.asker, Keys) else _LINE_HELP)
                case _:
                    self._guess(self.rules.code(text))
        except PegwiseError as error:
            self.screen.print(f"    {error}", markup=False)

    def _guess(self, code: Code) -> None:
        with shown_progress():
            self.sitting.guess(code)
        self.asker.accepted(code)
        rules = self.sitting.game.rules
        if rules.alphabet != self.rules.alphabet:  # go on in the alphabet that the person writes
            self.rules = self.board.rules = rules
            self.board.measure()
            if rules.colors_told is not None:
                self.screen.print(f"    colors: {rules.colors_told}", markup=False)
        self.hints = Hints(self.sitting.game.position, self.strategy, self.board)
        self._row(len(self.sitting.game.rows))
        if self.sitting.trouble is not None:
            self.screen.print(f"    {self.sitting.trouble}", markup=False)
            self.sitting.trouble = None

    def _row(self, number: int) -> None:
        row, race = self.sitting.game.rows[number - 1], self.sitting.race
        if race is None or number > len(race.game.rows):
            self.screen.print(self.board.row(row, number))
        else:
            theirs = f"{race.strategy.name} {hits_name(race.game.rows[number - 1].feedback, self.rules)}"
            self.screen.print(self.board.beside(row, number, theirs))

    def _board(self, whole: bool = False) -> None:
        game = self.sitting.game
        for number in range(1, len(game.rows) + 1):
            self._row(number)
        for number in range(len(game.rows) + 1, (game.max_guesses or 0) + 1 if whole else 0):
            self.screen.print(self.board.empty(number))

    def _hint(self, step: str = "", code: str = "") -> None:
        own = self.rules.code(code) if code else self.asker.unsent()
        chosen = step.lower() or self.hints.next_step(own)
        if chosen is None:
            check = "fill the row" if isinstance(self.asker, Keys) else "type hint check CODE"
            more = "" if own else f"; to see whether a code can be the secret, {check}"
            self.screen.print(f"    there are no more hints for this row{more}")
        elif chosen not in STEPS:
            self.screen.print(f"    the hints are {', '.join(STEPS)}")
        else:
            self.hints.tell(chosen, own)
            if chosen != "check" or own is not None:
                self.sitting.hinted()

    def _tell_where(self) -> None:
        if self.sitting.games is not None:
            self.screen.print(f"To resume this game: pegwise games resume {self.sitting.number}")

    def _end(self) -> None:
        sitting, game = self.sitting, self.sitting.game
        guesses = counted(len(game.rows), "guess", "guesses")
        hints = f" with {counted(sitting.hints, 'hint')}" if sitting.hints else ""
        if game.won:
            self.screen.print(f"You broke the code in {guesses}{hints}.")
        else:
            said = "You resigned." if sitting.resigned else "You have no guesses left."
            if sitting.start.codemaker == "adversary":
                self.screen.print(said)
            else:
                self._print_code(f"{said} The code was ", game.secret)
        self._tell_race()
        self._prove()
        if game.rows and is_enumerable(self.rules):
            self.screen.print()
            print_review(reviewed(sitting.record, PATIENCE), self.screen, sentences=False)
        if game.rows:
            self.screen.print()
            self.screen.print("To share this game without its secret:")
            shared = replace(sitting.record.without_secret(), started=None)
            self.screen.print(game_name(shared), markup=False, soft_wrap=True)

    def _tell_race(self) -> None:
        game = self.sitting.game
        with shown_progress():
            race = self.sitting.finished_race()
        if race is None:
            return
        theirs, name = len(race.game.rows), race.strategy.name
        needed = counted(theirs, "guess", "guesses")
        mine = len(game.rows) if game.won else None
        if mine is None or theirs < mine:
            self.screen.print(f"{name} wins the race: it needed {needed}.")
        elif theirs == mine:
            self.screen.print(f"The race is a draw: {name} also needed {needed}.")
        else:
            self.screen.print(f"You win the race: {name} needed {needed}.")
        for number, row in enumerate(race.game.rows, 1):
            self.screen.print(self.board.row(row, number))

    def _prove(self) -> None:
        """Show that an adversary never lied: a code that is consistent with all of its feedback."""
        game = self.sitting.game
        if self.sitting.start.codemaker != "adversary":
            return
        fitting = all(self.rules.feedback(game.secret, guess) == told for guess, told in game.rows)
        sampled = "" if is_enumerable(self.rules) else " in a sample"
        self.screen.print(f"I chose no code. I always left as many codes possible{sampled} as I could.")
        rows = counted(len(game.rows), "row")
        self._print_code(f"A code {'' if fitting else 'not '}consistent with all {rows}: ", game.secret)

    def _print_code(self, said: str, code: Code) -> None:
        """Words and a code; the code stays whole."""
        drawn = self.board.code(code)
        if len(said) + drawn.cell_len > self.screen.width:
            said = f"{said.rstrip()}\n    "
        self.screen.print(Text.assemble(said, drawn))
