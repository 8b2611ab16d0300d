"""``pegwise hint``: the best next guess, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pegwise.cli.options import (
    chosen_strategy,
    common,
    false_rows_option,
    limit_of_guesses,
    print_colors,
    print_json,
    read_position,
)
from pegwise.notation import number_name
from pegwise.printing.layout import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.analysis.advice import Advice
    from pegwise.analysis.hint import Hint
    from pegwise.limit import Limit
    from pegwise.partition import Partition
    from pegwise.rules import Rules

_GOOD = 0.75
"""The agreement of two samples from which on nothing is said of it."""
_FIGURES = 48
"""Columns that the figures of a guess take in a table."""
_NOTHING_MET = (
    "No possible code was found in time. This guess contradicts at least one row, but only slightly. "
    "Allow more time with --limit."
)
LIFTED = "With --limit none, all guesses are compared with all possible codes, however long it takes."


@click.command("hint")
@click.argument("history", nargs=-1, metavar="[GUESS:FEEDBACK]...")
@click.option(
    "-a",
    "--alternatives",
    type=click.IntRange(0, 50),
    default=3,
    show_default=True,
    help="How many of the next best guesses to list.",
)
@click.option("--candidates-only", is_flag=True, help="Guess only codes that can be the secret.")
@click.option("--unused-only", is_flag=True, help="Never guess the same code twice.")
@limit_of_guesses("If an exact choice takes longer, a sample is used, and the output says so.")
@click.option("--exact", is_flag=True, help="Use no sample: with --limit SECONDS, fail instead.")
@click.option(
    "--step",
    type=click.IntRange(1, 5),
    help="How much to say: 1 whether --guess can be the secret, 2 also how many codes are possible, "
    "3 what is certain, 4 a good guess, 5 why it is good.",
)
@click.option("--guess", "own", metavar="CODE", help="Check your own guess, and compare it with the best.")
@false_rows_option
@common()
def command(
    history: tuple[str, ...],
    alternatives: int,
    limit: Limit | None,
    exact: bool,
    step: int | None,
    own: str | None,
    false_rows: int,
    rules: Rules,
    strategy: str | None,
    seed: int | None,
    as_json: bool,
    **options: bool,
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

    chosen = chosen_strategy(strategy, rules, seed, **options)
    position, codes = read_position(rules, history, [] if own is None else [own], false_rows=false_rows)
    allowed = None if exact and limit is not None and limit.steady else limit
    given: dict[str, Any] = {"strategy": chosen, "limit": allowed, "seed": None if exact else seed or 0}
    if own is None and step == 1:
        raise click.UsageError("--step 1 checks your own guess: give it with --guess CODE")
    found: Advice | Hint
    with shown_progress():
        if step is None and own is None:
            found = hint(position, alternatives=alternatives, **given)
        else:
            from pegwise.analysis.advice import advise

            found = advise(position, own_guess=codes[0] if codes else None, step=step or 5, **given)
    if as_json:
        print_json(found.to_dict())
        return
    print_colors(position.rules)
    if isinstance(found, Hint):
        steady = allowed is not None and allowed.steady and not chosen.samples
        _print(found, LIFTED if steady and found.sample is not None else None)
    else:
        from pegwise.cli.advice import print_advice

        print_advice(found)


def _print(found: Hint, more: str | None) -> None:
    """Print the guess, its figures, its classes, and the next best guesses; then what more is to be said."""
    from pegwise.cli.terminal_style import code_text, feedback_text, joined, print_table, screen_or_pipe

    screen, best = screen_or_pipe(), found.best
    screen.print(joined("Guess ", code_text(best.guess, best.rules, screen, 6, 12), f"  ({found.strategy})"))
    screen.print(_why(found))
    if not found.blind:
        for sentence in _about_sample(found):
            screen.print(sentence)
        screen.print()
        classes = sorted(best.classes.items(), key=lambda item: -item[1])
        rows = [[feedback_text(feedback, best.rules, screen), str(size)] for feedback, size in classes]
        print_table(screen, ["feedback", "weight" if best.rules.weights else "codes"], rows, right=[1])
    if found.alternatives and not found.blind:
        screen.print()
        headings = ["next best", "worst", "average", "bits", "classes", "candidate"]
        lines = [
            [code_text(other.guess, other.rules, screen, beside=_FIGURES), *_figures(other)]
            for other in found.alternatives
        ]
        print_table(screen, headings, lines, right=[1, 2, 3, 4])
    if more is not None:
        screen.print(f"\n{more}")


def _about_sample(found: Hint) -> Iterator[str]:
    sample = found.sample
    if sample is None:
        return
    codes = f"{sample.size} of {number_name(sample.candidates)} possible codes"
    if sample.size == sample.candidates == found.best.total:  # no sample of the codes
        guesses = counted(sample.guesses, "guess", "guesses")
        yield f"Not every guess was tried: {guesses} were compared with all possible codes."
    else:
        yield (
            f"Chosen with a sample: {sample.guesses} guesses were compared on {codes}. "
            f"Each class's share of the codes has a standard error of at most {sample.error:.3f}."
        )
    if sample.agreement is not None and sample.agreement < _GOOD:
        worth = round(sample.size * sample.agreement)
        yield f"Two such samples differ by more than chance: each is only as good as about {worth} codes."


def _why(found: Hint) -> str:
    best = found.best
    split = f"a sample of {best.total}" if best.known == "sampled" else "them"
    possible = "can be the secret" if best.is_candidate else "cannot be the secret"
    classes = counted(best.class_count, "class", "classes")
    codes = counted(found.candidates, "code is", "codes are")
    if found.blind:
        return f"{codes} possible. {_NOTHING_MET}"
    return (
        f"{codes} possible. The guess splits {split} into {classes}: "
        f"worst case {best.worst}, average {best.expected_size:.2f}, {best.bits:.3f} bits. It {possible}."
    )


def _figures(partition: Partition) -> list[str]:
    return [
        str(partition.worst),
        f"{partition.expected_size:.2f}",
        f"{partition.bits:.3f}",
        str(partition.class_count),
        "yes" if partition.is_candidate else "no",
    ]
