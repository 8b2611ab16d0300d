"""Tells what each guess of a game did, when the game is over."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pegwise.analysis.review import review
from pegwise.cli.plain_output import Plain
from pegwise.cli.progress import shown_progress
from pegwise.cli.terminal_style import joined, print_table
from pegwise.notation import number_name
from pegwise.printing.layout import counted
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console
    from rich.text import Text

    from pegwise.analysis.review_result import Move, Review
    from pegwise.limit import Limit
    from pegwise.play.record import Record
    from pegwise.rules import Code, Rules

_FIGURES = 61
"""Columns of the figures beside each guess."""
_NARROW = 80
"""Columns below which some figures are left out."""


def reviewed(record: Record, limit: Limit) -> Review:
    """The review of a game, with its progress shown."""
    with shown_progress():
        return review(record, limit=limit)


def print_review(found: Review, screen: Console | Plain, sentences: bool = True) -> None:
    """The figures of each guess, with ``sentences`` what is to be said about it, and then about the game."""
    _print_figures(found, screen)
    if sentences:
        screen.print()
        for move in found.moves:
            name = str(move.row.guess)
            _say(screen, f"{move.number:>2}  {name}, {move.verdict}. {move.text}", indent=4)
    screen.print()
    for line in _summary(found):
        _say(screen, line)


def _codes(rules: Rules, screen: Console | Plain) -> Callable[[Code], str | Text]:
    """How codes are drawn in the table."""
    if isinstance(screen, Plain):
        return str
    from pegwise.cli.board import Board

    return Board(rules, screen, _FIGURES).code


def _print_figures(found: Review, screen: Console | Plain) -> None:
    drawn = _codes(found.record.rules, screen)
    headings = ["guess", "feedback", "before", "average", "after", "rank", "regret", "luck", ""]
    lines: list[list[str | Text]] = [
        [
            joined(drawn(move.row.guess), "" if move.consistent else "*"),
            hits_name(move.row.feedback, found.record.rules),
            *_figures(move),
        ]
        for move in found.moves
    ]
    kept = [0, 1, 4, 6, 8] if screen.width < _NARROW else range(len(headings))
    right = [place for place, column in enumerate(kept) if 2 <= column <= 7]
    rows = [[line[column] for column in kept] for line in lines]
    print_table(screen, [headings[column] for column in kept], rows, right=right)
    if not all(move.consistent for move in found.moves):
        screen.print("* could not be the secret")


def _figures(move: Move) -> list[str]:
    about = "~" if move.partition.known == "sampled" else ""
    mean = move.expected_after
    left = _count(move.expected_codes) if mean >= 10**_DIGITS else f"{mean:.1f}"
    regret = f"{'' if move.known == 'exact' else '>='}{move.regret:.3f}"
    return [
        _count(move.candidates_before.value),
        f"{about}{left}" if move.is_split_known else "",
        _count(move.candidates_after.value),
        "" if move.rank is None or move.worth.rank is None else f"{move.rank}/{move.worth.rank.guesses}",
        regret,
        "" if move.luck is None else f"{_signed(move.luck)}",
        move.verdict,
    ]


_DIGITS = 7
"""Longer counts are rounded."""


def _count(number: int) -> str:
    return number_name(number, _DIGITS)


def _signed(luck: float) -> str:
    """Luck with its sign; what rounds to nothing has none."""
    shown = f"{luck:+.2f}"
    return "0.00" if shown in ("+0.00", "-0.00") else shown


def _summary(found: Review) -> Iterator[str]:
    if not found.moves:
        yield "There is no guess to review."
        return
    if found.accuracy is None:
        yield "No guess could be evaluated exactly in the time allowed, so there is no accuracy."
    elif found.known == "exact":
        yield f"Accuracy {found.accuracy:.1f} %: {found.regret:.3f} turns lost against best play."
    else:
        count = sum(move.known != "exact" for move in found.moves)
        yield (
            f"Accuracy at most {found.accuracy:.1f} %: at least {found.regret:.3f} turns lost against best "
            f"play. {count} of {len(found.moves)} guesses could not be evaluated exactly in the time allowed."
        )
    won = found.record.won and not found.record.guessed
    if won and found.expected is not None and found.luck is not None and found.known == "exact":
        guesses = counted(len(found.moves), "guess", "guesses")
        luck = f"- {found.luck:.3f} (good luck)" if found.luck > 0 else f"+ {-found.luck:.3f} (bad luck)"
        yield f"{guesses} = {found.expected:.3f} (best play, on average) + {found.regret:.3f} (lost) {luck}."
    yield found.lesson


def _say(screen: Console | Plain, text: str, indent: int = 0) -> None:
    """A paragraph, its lines after the first set in."""
    for line in textwrap.wrap(text, screen.width, subsequent_indent=" " * indent, break_on_hyphens=False):
        screen.print(line)
