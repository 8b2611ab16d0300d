"""``pegwise puzzle``: the only code consistent with some rows, or a guess that tells codes apart."""

from __future__ import annotations

import datetime
import secrets
import shlex
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from pegwise.cli import options
from pegwise.cli.late_numpy import run_numpy
from pegwise.cli.terminal_style import console, row_text
from pegwise.errors import SolutionsError
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from pegwise import Code, Limit, OneGuessPuzzle, Puzzle, Rules

_DATE = click.DateTime(["%Y-%m-%d"])
_CANDIDATES = 7


@click.command("puzzle")
@click.argument("answer", metavar="[SOLUTION]", required=False)
@click.option("--difficulty", metavar="LEVEL", help="How hard the puzzle is: easy, medium, hard or expert.")
@options.number_option("How many rows the puzzle has.", "--rows")
@click.option(
    "--one-guess", is_flag=True, help="Ask instead for a guess that tells all possible codes apart."
)
@options.number_option(
    "With --one-guess: how many codes are possible.", "--candidates", least=2, default=_CANDIDATES
)
@click.option(
    "--after",
    multiple=True,
    metavar="GUESS:FEEDBACK",
    help="The rows of your own puzzle; you can repeat the option.",
)
@click.option("--daily", is_flag=True, help="Today's puzzle (UTC date), the same for everybody.")
@click.option("--date", type=_DATE, metavar="YYYY-MM-DD", help="The daily puzzle of this date.")
@click.option("--solution", is_flag=True, help="Show the solution, step by step.")
@options.limit_option("Time limit in seconds.")
@options.common(strategy_help=None)
def command(
    answer: str | None,
    difficulty: str | None,
    rows: int | None,
    one_guess: bool,
    candidates: int,
    after: tuple[str, ...],
    daily: bool,
    date: datetime.datetime | None,
    solution: bool,
    limit: Limit | None,
    asked: options.Asked,
) -> None:
    """Show rows with which exactly one code is consistent: find it. With SOLUTION, check it.

    \b
    Examples:
      pegwise puzzle
      pegwise puzzle --daily
      pegwise puzzle --seed 1 --difficulty easy --solution
      pegwise puzzle --seed 1 --difficulty easy 4214
      pegwise puzzle --one-guess --seed 1
      pegwise puzzle --after '1122:B 1344:W 3526:BWW 1462:BW' --solution
      pegwise puzzle -r bulls-and-cows --rows 4
    """
    from pegwise.limit import limited
    from pegwise.notation import read_history

    options.refuse_together("seed", "daily", "date", "after")  # each of them names a puzzle
    options.refuse_beside("after", "rows", "difficulty")
    options.refuse_together("one_guess", "rows")
    day = date.date() if date else datetime.datetime.now(datetime.UTC).date() if daily else None
    rules, _ = read_history(after, asked.rules, [] if answer is None else [answer])
    guess = None if answer is None else rules.decided(answer)
    drawn = secrets.randbelow(10**6) if asked.seed is None else asked.seed
    source: int | str = f"daily {day}" if day else drawn
    wanted = _Wanted(rules, day, source, difficulty, rows, candidates if one_guess else None, after)
    if limit is not None:
        run_numpy()
    try:
        with limited(limit):
            found = wanted.found()
    except SolutionsError as error:
        if asked.as_json and error.solutions is not None:
            options.print_json(error.solutions.to_dict())
        raise
    if asked.as_json:
        told = found.to_dict(solution=solution)
        options.print_json(told if guess is None else {**told, "answer": found.judged(guess)})
        return
    options.print_colors(rules)
    _Page(found, wanted.command).show(guess, solution)


@dataclass(frozen=True)
class _Wanted:
    """Which puzzle was asked for: a one-guess puzzle if the number of possible codes is given."""

    rules: Rules
    day: datetime.date | None
    seed: int | str
    difficulty: str | None
    rows: int | None
    candidates: int | None
    after: tuple[str, ...]

    def found(self) -> Puzzle | OneGuessPuzzle:
        """Make the puzzle."""
        from pegwise import Position, one_guess_puzzle, one_guess_puzzle_of, puzzle, puzzle_of
        from pegwise.cli.progress import shown_progress

        given: dict[str, Any] = {"seed": self.seed, "difficulty": self.difficulty}
        with shown_progress():
            if self.after:
                position = Position(self.rules, self.after)
                return puzzle_of(position) if self.candidates is None else one_guess_puzzle_of(position)
            if self.candidates is not None:
                return one_guess_puzzle(self.rules, candidates=self.candidates, **given)
            return puzzle(self.rules, rows=self.rows, **given)

    @property
    def command(self) -> str:
        """The command that shows the same puzzle again."""
        words = ["pegwise", "puzzle"]
        words += ["-r", str(self.rules)] if str(self.rules) != "4x6" else []
        words += ["--one-guess"] if self.candidates else []
        few = self.candidates in (None, _CANDIDATES) or self.after
        words += [] if few else ["--candidates", str(self.candidates)]
        words += ["--difficulty", self.difficulty] if self.difficulty else []
        words += ["--rows", str(self.rows)] if self.rows else []
        words += ["--after", " ".join(self.after)] if self.after else []
        if not self.after:
            words += ["--date", str(self.day)] if self.day else ["--seed", str(self.seed)]
        return shlex.join(words)


class _Page:
    """A puzzle in the terminal: the rows and the question; a judgement; a solution."""

    def __init__(self, found: Puzzle | OneGuessPuzzle, again: str) -> None:
        self.found, self.again, self.screen = found, again, console()

    def show(self, guess: Code | None, solution: bool) -> None:
        """The question, unless an answer to it is judged; the solution if asked for."""
        from pegwise.analysis.puzzle import Puzzle
        from pegwise.printing.puzzles import difficulty, question, steps

        found = self.found
        if guess is None:
            self._say(question(found))
            for number, row in enumerate(found.rows, 1):
                text = row_text(row, number, found.rules, self.screen)
                text.rstrip()
                self.screen.print(text)
            self._say(difficulty(found))
        if isinstance(found, Puzzle):
            if guess is not None:
                self._judge_code(found, guess)
            if solution:
                self._say("")
                click.echo("\n".join(steps(found.deduction.steps, self.screen.width)))
                self._say(f"The code is {found.secret}.")
        else:
            if guess is not None:
                self._judge_guess(found, guess)
            if solution and found.guesses:
                self._say("")
                self._say(f"These guesses do: {' '.join(map(str, found.guesses))}")
                self._say(f"Feedback to {found.guesses[0]}:")
                for told, (code,) in found.classes(found.guesses[0]).items():
                    self._say(f"  {hits_name(told, found.rules):<{found.rules.pegs}}  if the code is {code}")
        if guess is None and not solution:
            self._say(f"To check your solution: {self.again} CODE. To see the steps: --solution.")

    def _say(self, text: str) -> None:
        click.echo(textwrap.fill(text, self.screen.width, break_on_hyphens=False))

    def _judge_code(self, found: Puzzle, code: Code) -> None:
        contradicted = found.contradicted_rows(code)
        if not contradicted:
            self._say(f"{code} is right: it is the only code consistent with all rows.")
        for number in contradicted:
            row = found.rows[number - 1]
            told = hits_name(found.rules.feedback(code, row.guess), found.rules)
            self._say(f"{code} contradicts row {number} ({row}): the feedback would be {told}.")

    def _judge_guess(self, found: OneGuessPuzzle, guess: Code) -> None:
        from pegwise.analysis.code_facts import listed

        if guess in found.guesses:
            self._say(
                f"{guess} is right: each of the {len(found.candidates)} codes gives different feedback."
            )
        for feedback, codes in found.classes(guess).items():
            if len(codes) > 1:
                told = hits_name(feedback, found.rules)
                self._say(f"{guess} does not tell {listed(list(map(str, codes)))} apart: each gives {told}.")
