"""``pegwise hint``: the best next guess, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pegwise.cli import options

if TYPE_CHECKING:
    from pegwise import Advice, Hint, Limit

_FIGURES = 48
"""Columns that the figures of a guess take in a table."""
LIFTED = "With --limit none, all guesses are compared with all possible codes, however long it takes."


@click.command("hint")
@click.argument("history", nargs=-1, metavar="[GUESS:FEEDBACK]...")
@options.number_option(
    "How many of the next best guesses to list.", "-a", "--alternatives", least=0, most=50, default=3
)
@click.option("--candidates-only", is_flag=True, help="Guess only codes that can be the secret.")
@click.option("--unused-only", is_flag=True, help="Never guess the same code twice.")
@options.limit_of_guesses("If an exact choice takes longer, a sample is used, and the output says so.")
@click.option("--exact", is_flag=True, help="Use no sample: with --limit SECONDS, fail instead.")
@options.number_option(
    "How much to say: 1 whether --guess can be the secret, 2 also how many codes are possible, "
    "3 what is certain, 4 a good guess, 5 why it is good.",
    "--step",
    most=5,
)
@click.option("--guess", "own", metavar="CODE", help="Check your own guess, and compare it with the best.")
@options.false_rows_option
@options.common()
def command(
    history: tuple[str, ...],
    alternatives: int,
    limit: Limit | None,
    exact: bool,
    step: int | None,
    own: str | None,
    false_rows: int,
    asked: options.Asked,
    **own_options: bool,
) -> None:
    """Suggest the next guess after these rows, and say why.

    With --step you choose how much the hint says; with --guess it also judges a guess of yours.

    \b
    Examples:
      pegwise hint 1122:B 1344:W
      pegwise hint 1122:1,0 -s entropy --alternatives 5
      pegwise hint --step 3 1122:B 1344:W
      pegwise hint --guess 3535 1122:B 1344:W
      pegwise hint -r bulls-and-cows 1234:1A1B
      pegwise hint -r 7x10 -s entropy --limit 2 1122334:BW
    """
    from pegwise.analysis.hint import Hint, hint
    from pegwise.cli.progress import shown_progress

    chosen = asked.chosen(**own_options)
    position, codes = options.read_position(
        asked.rules, history, [] if own is None else [own], false_rows=false_rows
    )
    allowed = None if exact and limit is not None and limit.steady else limit
    given: dict[str, Any] = {"strategy": chosen, "limit": allowed, "seed": None if exact else asked.seed or 0}
    if own is None and step == 1:
        raise click.UsageError("--step 1 checks your own guess: give it with --guess CODE")
    found: Advice | Hint
    with shown_progress():
        if step is None and own is None:
            found = hint(position, alternatives=alternatives, **given)
        else:
            from pegwise.analysis.advice import advise

            found = advise(position, own_guess=codes[0] if codes else None, step=step or 5, **given)
    if asked.as_json:
        options.print_json(found.to_dict())
        return
    options.print_colors(position.rules)
    if isinstance(found, Hint):
        steady = allowed is not None and allowed.steady and not chosen.samples
        _print(found, LIFTED if steady and found.sample is not None else None)
    else:
        from pegwise.cli.advice import print_advice

        print_advice(found)


def _print(found: Hint, more: str | None) -> None:
    """Print the guess, its figures, its classes, and the next best guesses; then what more is to be said."""
    from pegwise.cli.terminal_style import code_text, feedback_text, joined, print_table, screen_or_pipe
    from pegwise.printing.guesses import FIGURES, about_hint, figures

    screen, best = screen_or_pipe(), found.best
    screen.print(joined("Guess ", code_text(best.guess, best.rules, screen, 6, 12), f"  ({found.strategy})"))
    for sentence in about_hint(found):
        screen.print(sentence)
    if not found.blind:
        screen.print()
        classes = sorted(best.classes.items(), key=lambda item: -item[1])
        rows = [[feedback_text(feedback, best.rules, screen), str(size)] for feedback, size in classes]
        print_table(screen, ["feedback", "weight" if best.rules.weights else "codes"], rows, right=[1])
    if found.alternatives and not found.blind:
        screen.print()
        lines = [
            [code_text(other.guess, other.rules, screen, beside=_FIGURES), *figures(other)]
            for other in found.alternatives
        ]
        print_table(screen, ["next best", *FIGURES], lines, right=[1, 2, 3, 4])
    if more is not None:
        screen.print(f"\n{more}")
