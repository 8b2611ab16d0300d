"""``pegwise hint``: the best next guess, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pegwise.cli.options import SECONDS, chosen_strategy, common, print_json
from pegwise.notation import number_name

if TYPE_CHECKING:
    from rich.text import Text

    from pegwise.analysis.hint import Hint
    from pegwise.partition import Partition
    from pegwise.rules import Rules

__all__ = ["NOTHING_MET", "command", "print_hint"]

_GOOD = 0.75
"""The agreement of two samples from which on nothing is said of it."""
_FIGURES = 48
"""Columns that the figures of a guess take in a table."""
NOTHING_MET = (
    "No code that fits was met in time: this guess contradicts some row, but comes near to all. "
    "Allow more with --limit."
)


@click.command("hint")
@click.argument("history", nargs=-1, metavar="[GUESS:FEEDBACK]...")
@click.option(
    "-a", "--alternatives", type=click.IntRange(0, 50), default=3, show_default=True, help="Further guesses."
)
@click.option("--candidates-only", is_flag=True, help="Guess only what may be the secret.")
@click.option("--unused-only", is_flag=True, help="Never a code guessed before.")
@click.option(
    "--limit", type=SECONDS, help="Seconds; what takes longer is chosen by a sample, and tagged so."
)
@click.option("--exact", is_flag=True, help="With --limit: rather no answer than a sampled one.")
@click.option(
    "--step",
    type=click.IntRange(1, 5),
    help="No more than: 1 whether --guess fits, 2 how many codes do, 3 what is certain, 4 a guess, 5 why.",
)
@click.option("--guess", "own", metavar="CODE", help="Your own guess: whether it fits, and beside the best.")
@common()
def command(
    history: tuple[str, ...],
    alternatives: int,
    candidates_only: bool,
    unused_only: bool,
    limit: float | None,
    exact: bool,
    step: int | None,
    own: str | None,
    rules: Rules,
    strategy: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """The best next guess after these rows, and why; with --step or --guess, as much as you want to be told.

    \b
    Examples:
      pegwise hint 1122:B 1344:W
      pegwise hint 1122:1,0 -s entropy --alternatives 5
      pegwise hint --step 3 1122:B 1344:W
      pegwise hint --guess 3535 1122:B 1344:W
      pegwise hint -r bulls-and-cows 1234:1A1B
      pegwise hint -r 7x10 -s entropy --limit 2 1122334:BW
    """
    from pegwise.analysis.advice import advise
    from pegwise.analysis.hint import hint
    from pegwise.cli.progress import shown_progress
    from pegwise.limit import Limit
    from pegwise.position import Position

    options = {"candidates_only": candidates_only, "unused_only": unused_only}
    chosen = chosen_strategy(strategy, rules, seed, **options)
    position = Position(rules, history)
    allowed = None if limit is None else Limit(seconds=limit)
    drawn = None if exact else seed or 0
    if step is not None or own is not None:
        if own is None and step == 1:
            raise click.UsageError("--step 1 is about your own guess: name it with --guess CODE")
        from pegwise.cli.advice import print_advice

        with shown_progress():
            advice = advise(position, own=own, step=step or 5, strategy=chosen, limit=allowed, seed=drawn)
        print_json(advice.to_dict()) if as_json else print_advice(advice)
        return
    with shown_progress():
        found = hint(position, strategy=chosen, alternatives=alternatives, limit=allowed, seed=drawn)
    if as_json:
        print_json(found.to_dict())
    else:
        print_hint(found)


def print_hint(found: Hint) -> None:
    """The guess, its figures, its classes, and the next best guesses."""
    from pegwise.cli.draw import code_text, feedback_text, joined, print_table, screen_or_pipe

    screen, best = screen_or_pipe(), found.best
    screen.print(joined("Guess ", code_text(best.guess, screen, 6, 12), f"  ({found.strategy})"))
    screen.print(_why(found))
    if found.sample is not None and not found.blind:
        sample = found.sample
        codes = f"{sample.size} of {number_name(sample.candidates)} codes"
        screen.print(
            f"Chosen by a sample: {sample.guesses} guesses against {codes}; "
            f"shares of the codes are known to ± {sample.error:.3f}."
        )
        if sample.agreement is not None and sample.agreement < _GOOD:
            worth = round(sample.size * sample.agreement)
            screen.print(
                f"Two such samples differ more than chance allows: each is worth about {worth} codes."
            )
    if found.blind:
        return
    screen.print()
    classes = sorted(best.classes.items(), key=lambda item: -item[1])
    rows: list[list[str | Text]] = [
        [feedback_text(feedback, screen), str(size)] for feedback, size in classes
    ]
    print_table(screen, ["answer", "leaves"], rows, right=[1])
    if found.alternatives:
        screen.print()
        headings = ["next best", "worst", "average", "bits", "parts", "candidate"]
        lines: list[list[str | Text]] = [
            [code_text(other.guess, screen, beside=_FIGURES), *_figures(other)]
            for other in found.alternatives
        ]
        print_table(screen, headings, lines, right=[1, 2, 3, 4])


def _why(found: Hint) -> str:
    best = found.best
    about = "a sample of " if best.known == "sampled" else ""
    possible = "it may be the secret" if best.is_candidate else "it cannot be the secret, but tells most"
    answers = "answer" if best.parts == 1 else "answers"
    codes = "code fits" if found.candidates.value == 1 else "codes fit"
    if found.blind:
        return f"{found.candidates} {codes}. {NOTHING_MET}"
    return (
        f"{found.candidates} {codes}. It splits {about}{best.total} into {best.parts} {answers}: "
        f"{best.worst} left at worst, {best.expected:.2f} on average, {best.bits:.3f} bits; {possible}."
    )


def _figures(partition: Partition) -> list[str]:
    return [
        str(partition.worst),
        f"{partition.expected:.2f}",
        f"{partition.bits:.3f}",
        str(partition.parts),
        "yes" if partition.is_candidate else "no",
    ]
