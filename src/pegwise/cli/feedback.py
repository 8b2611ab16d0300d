"""``pegwise feedback``: the feedback that guesses get, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pegwise.cli.files import named_file, read_lines
from pegwise.cli.options import json_option, print_colors, print_json, rules_options
from pegwise.cli.terminal_style import (
    Plain,
    code_text,
    feedback_text,
    is_plain,
    joined,
    peg_style,
    print_table,
    screen_or_pipe,
)
from pegwise.errors import NotationError, PegwiseError
from pegwise.printing.feedback import pegs_abreast, sketch

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from pegwise import Code, ExplainedFeedback, GivenFeedback, Rules

_HEADINGS = (["guess"], ["guesses"], ["secret", "guess"], ["guess", "secret"])
"""First lines of a file that are no codes."""
_BETWEEN = ("\t", ";", ",", None)
"""What may stand between a secret and its guess: the first that makes two of the line; None is any space."""


@click.command("feedback")
@click.argument("codes", nargs=-1, metavar="[SECRET] [GUESS]...")
@click.option(
    "--file",
    metavar="FILE",
    help="Read the guesses from FILE, one in each line; or, without SECRET, a secret and a guess in each "
    "line. The name - is standard input.",
)
@click.option("--explain", is_flag=True, help="Say of each peg of a guess whether it is a hit, and why.")
@rules_options("The rules, as in all commands.")
@json_option
def command(codes: tuple[str, ...], file: str | None, explain: bool, rules: Rules, as_json: bool) -> None:
    """Give the feedback of each GUESS against SECRET, as rows that other commands read.

    A last argument - reads standard input, as --file - does. Empty lines of FILE are skipped, and so are
    lines that start with #, and headings (secret, guess). If a line cannot be read, nothing is printed.

    \b
    Examples:
      pegwise feedback 3632 1122 1344
      pegwise feedback 3632 3226 --explain
      pegwise feedback -r bulls-and-cows 1234 --file guesses.txt
      pegwise candidates $(pegwise feedback 3632 1122 1344)
    """
    from pegwise.analysis.feedback import feedback
    from pegwise.cli.progress import shown_progress

    if file is None and codes[-1:] == ("-",):
        file, codes = "-", codes[:-1]
    context = click.get_current_context()
    if file is None and len(codes) < 2:
        example = f"{rules.example} {rules.example}"
        raise click.UsageError(f"expected a secret and a guess, such as {example}", context)
    if file is not None and len(codes) > 1:
        raise click.UsageError("GUESS and --file cannot be used together", context)
    with shown_progress():
        if file is None:
            given = feedback(rules, codes[0], codes[1:])
        else:
            given = _of_file(file, codes[0] if codes else None, rules)
    if as_json:
        print_json(given.to_dict(explain=explain))
    elif explain:
        _explain(given, with_secret=not codes)
    else:
        _print(given, with_secret=not codes)


def _of_file(file: str, secret: str | None, rules: Rules) -> GivenFeedback:
    """Give the feedback of guesses in a file, or of its pairs of secret and guess; errors name the line."""
    from pegwise.analysis.feedback import feedback

    numbered = [(number, line.strip()) for number, line in enumerate(read_lines(file), 1)]
    lines = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    heading = _cells(lines[0][1].lower(), 1 if secret else 2) if lines else []
    if heading in _HEADINGS:
        del lines[0]
    try:
        if secret is not None:
            return feedback(rules, secret, [line for _, line in lines])
        pairs = [_pair(line, rules) for _, line in lines]
        if heading == ["guess", "secret"]:
            pairs = [(second, first) for first, second in pairs]
        return feedback(rules, [first for first, _ in pairs], [second for _, second in pairs])
    except PegwiseError:
        for number, line in lines:
            try:
                for code in (line,) if secret else _pair(line, rules):
                    rules.code(code)
            except PegwiseError as error:
                raise type(error)(f"{named_file(file)}, line {number}: {error}") from None
        raise


def _pair(line: str, rules: Rules) -> tuple[str, str]:
    cells = _cells(line, 2)
    if len(cells) != 2:
        example = rules.example
        raise NotationError(f"{line!r}: expected a secret and a guess, such as {example} {example}")
    return cells[0], cells[1]


def _cells(line: str, count: int) -> list[str]:
    """The cells of a line, which has so many if any of the separators makes so many of it."""
    for between in _BETWEEN if count > 1 else ():
        cells = [cell.strip() for cell in line.split(between)]
        if len(cells) == count and all(cells):
            return cells
    return [line]


def _print(given: GivenFeedback, with_secret: bool) -> None:
    """Print the rows: drawn where there are colors, else as other commands read them."""
    screen = _screen()
    if not isinstance(screen, Plain):  # other commands read the rows of a pipe
        print_colors(given.rules)
    written = {
        told: feedback_text(told, given.rules, screen) for told in {row.feedback for row in given.rows}
    }
    lines = (
        _line(secret if with_secret else None, row.guess, written[row.feedback], given.rules, screen)
        for secret, row in zip(given.secrets, given.rows, strict=True)
    )
    if isinstance(screen, Plain):
        if given.rows:
            screen.print("\n".join(map(str, lines)))
    else:
        for line in lines:
            screen.print(line)


def _explain(given: GivenFeedback, with_secret: bool) -> None:
    """Print each row with a sketch of its hits, and a sentence for each peg."""
    print_colors(given.rules)
    screen = _screen()
    for number, each in enumerate(given.explained()):
        if number:
            screen.print()
        told = feedback_text(each.feedback, given.rules, screen)
        screen.print(_line(each.secret if with_secret else None, each.guess, told, given.rules, screen))
        if isinstance(screen, Plain):
            screen.print(sketch(each))
        else:
            _sketch(each, screen)
        for sentence in each.sentences:
            screen.print(sentence)


def _screen() -> Console | Plain:
    """A console where there are colors, else what prints lines as they are."""
    screen = screen_or_pipe()
    return Plain() if isinstance(screen, Plain) or is_plain(screen) else screen


def _line(
    secret: Code | None, guess: Code, told: str | Text, rules: Rules, screen: Console | Plain
) -> str | Text:
    if isinstance(screen, Plain):
        return f"{guess}:{told}" if secret is None else f"{secret} {guess}:{told}"
    beside = () if secret is None else (code_text(secret, rules, screen), "   ")
    return joined(*beside, code_text(guess, rules, screen), "  ", told)


def _sketch(shown: ExplainedFeedback, screen: Console) -> None:
    """Draw secret and guess as pegs, one below the other, with what each peg of the guess is."""
    from rich.text import Text

    for pegs in pegs_abreast(shown, screen.width):
        rows: list[list[str | Text]] = [
            [name, *(Text(shown.rules.color_name(code[peg]), peg_style(code[peg])) for peg in pegs)]
            for name, code in (("secret", shown.secret), ("guess", shown.guess))
        ]
        rows.append(["hit", *(shown.marks[peg] for peg in pegs)])
        print_table(screen, ["peg", *(str(peg + 1) for peg in pegs)], rows)
