"""``pegwise solve``: a strategy breaks a code that you name, or asks you for the feedback about yours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pegwise.cli import options
from pegwise.cli.hint import LIFTED
from pegwise.cli.progress import shown_progress
from pegwise.cli.terminal_style import code_text, console, joined, row_text, screen_or_pipe
from pegwise.drawable import plain
from pegwise.errors import PegwiseError
from pegwise.notation import number_name, parse_feedback, read_codes
from pegwise.printing.layout import counted
from pegwise.rules import Row

if TYPE_CHECKING:
    from pegwise import Code, ErringCodemaker, Limit, Position, Strategy

_MOST_EFFORT, _LEAST_EFFORT, _CELLS = 0.1, 0.02, 50
"""The effort of a count that is only shown, at most and at least; in between, it is so many for each cell."""
_HELP = "Type the feedback to each guess: {}. Also: undo, fix ROW FEEDBACK, quit."


@click.command("solve")
@click.argument("secret", required=False)
@click.option("--first", metavar="GUESS", help="Make this the first guess.")
@click.option("--candidates-only", is_flag=True, help="Guess only codes that can be the secret.")
@click.option("--unused-only", is_flag=True, help="Never guess the same code twice.")
@options.limit_of_guesses(
    "If the choice of the strategy takes longer, a sample is used, and the output says so."
)
@options.false_rows_option
@options.common()
def command(
    secret: str | None,
    first: str | None,
    limit: Limit | None,
    false_rows: int,
    asked: options.Asked,
    **own: bool,
) -> None:
    """Watch a strategy break SECRET. Without SECRET, you hold the code and give the feedback.

    With --false-rows K, up to K rows of feedback are wrong, at random.

    \b
    Examples:
      pegwise solve 3632
      pegwise solve 3632 -s entropy --first 1234
      pegwise solve -r 12x12 1-2-3-4-5-6-7-8-9-10-11-12
      pegwise solve --false-rows 1 --seed 2 3632
      pegwise solve
    """
    from pegwise.play.codemakers import ErringCodemaker
    from pegwise.position import Position

    rules, codes = read_codes([code for code in (secret, first) if code is not None], asked.rules)
    first_guess = codes[-1] if first else None
    chosen = asked.chosen(first=first_guess, **own)
    if secret is None:
        _Interview(Position(rules, false_rows=false_rows), chosen, limit, asked.as_json).run()
    else:
        maker = ErringCodemaker(rules, codes[0], false_rows, asked.seed or 0)
        _watch(maker, Position(rules, false_rows=false_rows), chosen, limit, asked.as_json)


def _watch(
    maker: ErringCodemaker, position: Position, strategy: Strategy, limit: Limit | None, as_json: bool
) -> None:
    from pegwise.candidates import is_enumerable
    from pegwise.strategies.limited_choice import choose_within

    screen, rules, secret = screen_or_pipe(), position.rules, maker.secret
    lines: list[dict[str, Any]] = []
    late = False
    effort = max(_LEAST_EFFORT, min(_MOST_EFFORT, _CELLS / (rules.pegs * rules.colors)))
    if not as_json:
        options.print_colors(rules)
        screen.print(f"{strategy.name} breaks {secret} ({rules}, {number_name(rules.size)} codes)")
    while not position.history or position.history[-1].feedback != rules.win:
        with shown_progress():
            before = position.count(effort)
            chosen = choose_within(strategy, position, limit)
            guess, late = chosen.guess, late or chosen.cut_short
            position = position.after(guess, maker.feedback(position, guess))
            left = position.count(effort)
        lines.append(
            {
                **plain(position.history[-1]),
                "candidates_before": before.value,
                "candidates_after": left.value,
                "known": left.known,
                "choice": chosen.known,
            }
        )
        if not as_json:
            guess, told = position.history[-1]
            row = row_text(position.history[-1], len(lines), rules, screen)
            said = f"{counted(before, 'code was', 'codes were')} possible"
            said += "" if told == rules.feedback(secret, guess) else "; this row is false"
            wide = len(str(row).rpartition("\n")[2]) + 2 + len(said) > screen.width
            screen.print(joined(row, f"\n    {said}" if wide else f"  {said}"))
    if as_json:
        options.print_json({**_record(position, strategy), "rows": lines})
    else:
        screen.print(f"solved in {counted(len(lines), 'guess', 'guesses')}")
        sampled = [number for number, line in enumerate(lines, 1) if line["choice"] == "sampled"]
        if sampled and not strategy.samples:
            which = f"Guess {sampled[0]} was" if len(sampled) == 1 else f"{len(sampled)} guesses were"
            why = " because the time limit was reached" if late else ""
            lifted = f" {LIFTED}" if is_enumerable(rules) else ""
            screen.print(f"{which} chosen with samples{why}.{lifted}")


def _record(position: Position, strategy: Strategy) -> dict[str, Any]:
    rows = position.history
    won = bool(rows) and rows[-1].feedback == position.rules.win
    return {
        **position.rules.told(),
        "strategy": strategy.name,
        "secret": str(rows[-1].guess) if won else None,
        "solved": won,
        "guesses": len(rows),
        "rows": plain(rows),
    }


class _Interview:
    """A person holds the secret and answers; wrong input asks again, and rows can be taken back."""

    def __init__(self, position: Position, strategy: Strategy, limit: Limit | None, as_json: bool) -> None:
        self.strategy, self.limit, self.as_json = strategy, limit, as_json
        self.screen = console(stderr=as_json)
        self.position = position
        self.left = False

    def run(self) -> None:
        """Ask until the code is broken or the person leaves."""
        rules = self.position.rules
        self.screen.print(f"Think of a code of {rules}. {self.strategy.name} will find it. {self._help}")
        while not (self.left or self._won()):
            with shown_progress():
                possible = self.position.candidates.possible()
            if not possible:
                self._explain()
                self._ask("undo, or fix ROW FEEDBACK:", None)
            else:
                if self.position.candidates.exist() is None:  # some feedback may be wrong
                    self.screen.print(str(self.position.consistency()), markup=False, soft_wrap=True)
                self._ask_about_next_guess()
        if self._won():
            self.screen.print(f"Solved in {counted(len(self.position.history), 'guess', 'guesses')}.")
        if self.as_json:
            options.print_json(_record(self.position, self.strategy))

    @property
    def _help(self) -> str:
        return _HELP.format(self.position.rules.expected_feedback)

    def _won(self) -> bool:
        rows = self.position.history
        return bool(rows) and rows[-1].feedback == self.position.rules.win and rows[-1].guess in self.position

    def _ask_about_next_guess(self) -> None:
        from rich.text import Text

        from pegwise.strategies.limited_choice import choose_within

        with shown_progress():
            guess = choose_within(self.strategy, self.position, self.limit).guess

        number = len(self.position.history) + 1
        codes = counted(self.position.count(), "possible code")
        code = code_text(guess, self.position.rules, self.screen, 4, 10)
        self.screen.print(Text.assemble(f"{number:>2}  ", code, f"  {codes}"))
        self._ask("    feedback:", guess)

    def _ask(self, prompt: str, guess: Code | None) -> None:
        """One line from the person: an answer to ``guess``, or a command."""
        from pegwise.cli.prompts import read_line

        try:
            line = read_line(prompt, err=self.as_json).strip()
        except EOFError:
            line = "quit"
        word, _, rest = line.partition(" ")
        try:
            match word.lower():
                case "":
                    pass
                case "quit" | "exit" | "q":
                    self.left = True
                case "undo" | "u":
                    self._undo()
                case "fix":
                    self._fix(rest)
                case "help" | "?":
                    self.screen.print(self._help, markup=False)
                case _ if guess is None:
                    self.screen.print(
                        f"type undo to remove the last row, fix 2 {self.position.rules.example_feedback} to "
                        "change the feedback of row 2, or quit"
                    )
                case _:
                    self.position = self.position.after(guess, line)
        except PegwiseError as error:
            self.screen.print(str(error), markup=False)

    def _undo(self) -> None:
        if not self.position.history:
            self.screen.print("there is no row to remove")
            return
        self.screen.print(f"removed {self.position.history[-1]}")
        self.position = self.position.before()

    def _fix(self, words: str) -> None:
        from pegwise.position import Position

        number, _, told = words.strip().partition(" ")
        rows = list(self.position.history)
        if not number.isdecimal() or not 1 <= int(number) <= len(rows):
            said = f"type fix ROW FEEDBACK, with a row from 1 to {len(rows)}, such as: fix 1 "
            self.screen.print(said + self.position.rules.example_feedback, markup=False)
            return
        place = int(number) - 1
        rows[place] = Row(rows[place].guess, parse_feedback(told, self.position.rules))
        self.position = Position(self.position.rules, rows, false_rows=self.position.false_rows)
        self.screen.print(f"row {number} is now {rows[place]}")

    def _explain(self) -> None:
        with shown_progress():
            explained = self.position.contradiction()
        self.screen.print(str(explained), markup=False)
        for number, row in enumerate(self.position.history, 1):
            self.screen.print(row_text(row, number, self.position.rules, self.screen))
