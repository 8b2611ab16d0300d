"""``pegwise puzzle``: the only code consistent with some rows, or a guess that tells codes apart."""

from __future__ import annotations

import datetime
import secrets
import shlex
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from pegwise.cli.late_numpy import run_numpy
from pegwise.cli.options import common, limit_option, print_colors, print_json
from pegwise.errors import SolutionsError
from pegwise.notation import number_name
from pegwise.printing.layout import counted
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from rich.console import Console

    from pegwise.analysis.deduction_knowledge import Step
    from pegwise.analysis.one_guess_puzzle import OneGuessPuzzle
    from pegwise.analysis.puzzle import Puzzle
    from pegwise.limit import Limit
    from pegwise.rules import Code, Rules

_DATE = click.DateTime(["%Y-%m-%d"])
_CANDIDATES = 7


@click.command("puzzle")
@click.argument("answer", metavar="[SOLUTION]", required=False)
@click.option("--difficulty", metavar="LEVEL", help="How hard the puzzle is: easy, medium, hard or expert.")
@click.option("--rows", type=click.IntRange(min=1), help="How many rows the puzzle has.")
@click.option(
    "--one-guess", is_flag=True, help="Ask instead for a guess that tells all possible codes apart."
)
@click.option(
    "--candidates",
    type=click.IntRange(min=2),
    default=_CANDIDATES,
    show_default=True,
    help="With --one-guess: how many codes are possible.",
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
@limit_option("Time limit in seconds.")
@common(strategy_help=None)
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
    rules: Rules,
    seed: int | None,
    as_json: bool,
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

    _check_together(
        one_guess, rows, after, difficulty, [daily, date is not None, seed is not None, bool(after)]
    )
    day = date.date() if date else datetime.datetime.now(datetime.UTC).date() if daily else None
    rules, _ = read_history(after, rules, [] if answer is None else [answer])
    guess = None if answer is None else rules.decided(answer)
    source: int | str = f"daily {day}" if day else secrets.randbelow(10**6) if seed is None else seed
    asked = _Asked(rules, day, source, difficulty, rows, candidates if one_guess else None, after)
    if limit is not None:
        run_numpy()
    try:
        with limited(limit):
            found = asked.found()
    except SolutionsError as error:
        if as_json and error.solutions is not None:
            print_json(error.solutions.to_dict())
        raise
    if as_json:
        told = found.to_dict(solution=solution)
        print_json(told if guess is None else {**told, "answer": found.judged(guess)})
        return
    print_colors(rules)
    _Page(found, asked.command).show(guess, solution)


def _check_together(
    one_guess: bool, rows: int | None, after: tuple[str, ...], difficulty: str | None, sources: list[bool]
) -> None:
    if sum(sources) > 1:
        raise click.UsageError(
            "give only one of --seed, --daily, --date and --after: each of them names a puzzle"
        )
    if after and (rows or difficulty):
        raise click.UsageError("--rows and --difficulty cannot be used with --after, which gives the rows")
    if one_guess and rows:
        raise click.UsageError(
            "--rows cannot be used with --one-guess; --candidates sets how many codes are possible"
        )


@dataclass(frozen=True)
class _Asked:
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
        from pegwise.analysis.one_guess_puzzle import one_guess_puzzle, one_guess_puzzle_of
        from pegwise.analysis.puzzle import puzzle, puzzle_of
        from pegwise.cli.progress import shown_progress
        from pegwise.position import Position

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
        from pegwise.cli.terminal_style import console

        self.found, self.again, self.screen = found, again, console()

    def show(self, guess: Code | None, solution: bool) -> None:
        """The question, unless an answer to it is judged; the solution if asked for."""
        from pegwise.analysis.puzzle import Puzzle
        from pegwise.cli.terminal_style import row_text

        found = self.found
        if guess is None:
            self._say(_question(found))
            for number, row in enumerate(found.rows, 1):
                text = row_text(row, number, found.rules, self.screen)
                text.rstrip()
                self.screen.print(text)
            self._say(_difficulty(found))
        if isinstance(found, Puzzle):
            if guess is not None:
                self._judge_code(found, guess)
            if solution:
                self._say("")
                show_steps(found.deduction.steps, self.screen)
                self._say(f"The code is {found.secret}.")
        else:
            if guess is not None:
                self._judge_guess(found, guess)
            if solution:
                self._guesses(found)
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

    def _guesses(self, found: OneGuessPuzzle) -> None:
        if not found.guesses:
            return
        self._say("")
        self._say(f"These guesses do: {' '.join(map(str, found.guesses))}")
        self._say(f"Feedback to {found.guesses[0]}:")
        for told, (code,) in found.classes(found.guesses[0]).items():
            self._say(f"  {hits_name(told, found.rules):<{found.rules.pegs}}  if the code is {code}")


def _question(found: Puzzle | OneGuessPuzzle) -> str:
    from pegwise.analysis.puzzle import Puzzle

    rules = found.rules
    title = "" if found.seed is None else f"Puzzle {found.seed}: "
    game = f"{title}{rules}, colors {rules.colors_name}{'' if rules.repeats else ', no color twice'}"
    game += "" if rules.whites else ", black hits only"
    if isinstance(found, Puzzle):
        return f"{game}. Exactly one code is consistent with all rows. Which?"
    left = " ".join(map(str, found.candidates))
    possible = f"{len(found.candidates)} codes are possible: {left}"
    return f"{game}. {possible}. Which guess gets different feedback from each?"


def _difficulty(found: Puzzle | OneGuessPuzzle) -> str:
    from pegwise.analysis.one_guess_puzzle import ONE_GUESS_LEVELS
    from pegwise.analysis.puzzle import Puzzle

    if isinstance(found, Puzzle):
        deduced, level = found.deduction, found.level
        assumptions = f"{deduced.assumptions or 'no'} assumption{'s' * (deduced.assumptions != 1)}"
        deep = f", nested up to {deduced.depth} deep" if deduced.depth > 1 else ""
        steps = counted(deduced.size, "step")
        return f"Difficulty: {level.name} ({level.text}). Deduced in {steps} with {assumptions}{deep}."
    if not found.guesses:
        return "No guess tells them all apart."
    return (
        f"Difficulty: {found.level} ({ONE_GUESS_LEVELS[found.level]}). "
        f"{len(found.guesses)} of all {number_name(found.rules.size)} codes are solutions."
    )


def show_steps(steps: tuple[Step, ...], screen: Console) -> None:
    """Print the steps of a deduction, numbered; steps within an assumption are indented."""
    width = len(str(len(steps)))
    for number, step in enumerate(steps, 1):
        for place, sentence in enumerate(step.sentences()):
            margin = " " * (width + 2 + 2 * sentence.depth)
            first = f"{number:>{width}}  " if place == 0 else margin
            click.echo(
                textwrap.fill(str(sentence), screen.width, initial_indent=first, subsequent_indent=margin)
            )
