"""Prints reviews: the figures of each guess, and sentences about it and about the game."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pegwise.printing.layout import WIDTH, counted, sign, table
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from pegwise.analysis.review_result import Move, Review

__all__ = ["move", "review"]


def review(shown: Review) -> str:
    """Write a table of the guesses, a sentence or two on each, and the lesson."""
    rules = shown.record.rules
    if not shown.moves:
        return f"{rules}: there is no guess to review"
    heading = f"{rules}: {_accuracy(shown)}"
    headings = ("", "guess", "feedback", "before", "after", "regret", "luck", "verdict")
    rows = [(one.number, str(one.row.guess), *_figures(one)) for one in shown.moves]
    return "\n".join(
        [
            heading,
            "",
            table([headings, *rows], left=(1, 2, 7)),
            "",
            *map(move, shown.moves),
            "",
            textwrap.fill(shown.lesson, WIDTH, break_on_hyphens=False),
        ]
    )


def move(shown: Move) -> str:
    """Write a guess, its feedback, its verdict and what is to be said about it."""
    said = f"{shown.number}. {shown.row.guess}: {shown.verdict}. {shown.text}".strip()
    return textwrap.fill(said, WIDTH, subsequent_indent="   ", break_on_hyphens=False)


def _figures(shown: Move) -> tuple[str, ...]:
    return (
        hits_name(shown.row.feedback, shown.position.rules),
        str(shown.candidates_before),
        str(shown.candidates_after),
        f"{sign(shown.known)}{shown.regret:.3f}",
        "" if shown.luck is None else _signed(shown.luck),
        shown.verdict,
    )


def _signed(luck: float) -> str:
    """Luck with its sign; what rounds to nothing has none."""
    return "0.00" if abs(luck) < 0.005 else f"{luck:+.2f}"


def _accuracy(shown: Review) -> str:
    if shown.accuracy is None:
        return "no guess could be compared with best play in the time allowed"
    most, least = ("", "") if shown.known == "exact" else ("at most ", "at least ")
    lost = f"{least}{shown.regret:.3f} turns lost against best play"
    return f"accuracy {most}{shown.accuracy:.1f} %, {lost} in {counted(len(shown.moves), 'guess', 'guesses')}"
