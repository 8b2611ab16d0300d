"""Prints rows: positions, games and their reviews."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pegwise.notation import number_name
from pegwise.printing.layout import SIGNS, WIDTH, board, counted, table
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise import Game, Move, Position, Record, Review

FIGURES = ("guess", "feedback", "before", "average", "after", "rank", "regret", "luck", "")
"""The columns of a review."""
_DIGITS = 7
"""Longer counts are rounded."""


def position(shown: Position) -> str:
    """Write the number of candidates, and the rows."""
    return "\n".join(
        [f"{shown.rules}: {counted(shown.count(), 'candidate')}", *board(shown.history, shown.rules)]
    )


def game(shown: Game) -> str:
    """Write how the game stands, and its rows; the secret only once it is over."""
    return record(shown.record)


def record(shown: Record) -> str:
    """Write how the game stands, and its rows, with empty holes as dots."""
    made = counted(shown.guesses, "guess", "guesses")
    allowed = "" if shown.max_guesses is None else f" of {shown.max_guesses}"
    stands = {
        "won": f"won in {made}",
        "lost": f"lost after {made}",
        "resigned": f"resigned after {made}",
        "unfinished": f"{shown.guesses}{allowed} guesses made" if allowed else f"{made} made",
    }[shown.outcome]
    if shown.secret is not None and shown.outcome in ("lost", "resigned"):
        stands += f"; the secret is {shown.secret}"
    return "\n".join([f"{shown.rules}: {stands}", *board(shown.rows, shown.rules)])


def review(shown: Review) -> str:
    """Write a table of the guesses, a sentence or two on each, and what the game teaches."""
    if not shown.moves:
        return f"{shown.record.rules}: {next(summary(shown))}"
    rows = [(str(one.row.guess) + "*" * (not one.consistent), *figures(one)) for one in shown.moves]
    lines = [f"{shown.record.rules}: {accuracy(shown)}", "", table([FIGURES, *rows], left=(0, 1, 8))]
    lines += ["* could not be the secret"] * (not all(one.consistent for one in shown.moves))
    said = [_filled(move_text(one), "    ") for one in shown.moves]
    return "\n".join([*lines, "", *said, "", *map(_filled, list(summary(shown))[1:])])


def move(shown: Move) -> str:
    """Write a guess, its feedback, its verdict and what is to be said about it."""
    return _filled(move_text(shown).lstrip(), "   ")


def move_text(shown: Move) -> str:
    """Write what is to be said about a guess, after its number."""
    return f"{shown.number:>2}  {shown.row.guess}, {shown.verdict}. {shown.text}".rstrip()


def _filled(text: str, indent: str = "") -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def figures(shown: Move) -> list[str]:
    """Write the figures of a guess, under :data:`FIGURES` but for the guess itself."""
    about = "~" if shown.partition.known == "sampled" else ""
    mean = shown.expected_after
    left = _count(shown.expected_codes) if mean >= 10**_DIGITS else f"{mean:.1f}"
    return [
        hits_name(shown.row.feedback, shown.position.rules),
        _count(shown.candidates_before.value),
        f"{about}{left}" if shown.is_split_known else "",
        _count(shown.candidates_after.value),
        "" if shown.rank is None or shown.worth.rank is None else f"{shown.rank}/{shown.worth.rank.guesses}",
        f"{SIGNS[shown.known]}{shown.regret:.3f}",
        "" if shown.luck is None else "0.00" if abs(shown.luck) < 0.005 else f"{shown.luck:+.2f}",
        shown.verdict,
    ]


def _count(number: int) -> str:
    return number_name(number, _DIGITS)


def accuracy(shown: Review) -> str:
    """Write the accuracy of a game, and what it rests on."""
    if shown.accuracy is None:
        return "No guess could be evaluated exactly in the time allowed, so there is no accuracy."
    if shown.known == "exact":
        return f"Accuracy {shown.accuracy:.1f} %: {shown.regret:.3f} turns lost against best play."
    count = sum(move.known != "exact" for move in shown.moves)
    return (
        f"Accuracy at most {shown.accuracy:.1f} %: at least {shown.regret:.3f} turns lost against best "
        f"play. {count} of {len(shown.moves)} guesses could not be evaluated exactly in the time allowed."
    )


def summary(shown: Review) -> Iterator[str]:
    """Write what is to be said about the whole game: first its accuracy, last what it teaches."""
    if not shown.moves:
        yield "There is no guess to review."
        return
    yield accuracy(shown)
    won = shown.record.won and not shown.record.guessed
    if won and shown.expected is not None and shown.luck is not None and shown.known == "exact":
        guesses = counted(len(shown.moves), "guess", "guesses")
        luck = f"- {shown.luck:.3f} (good luck)" if shown.luck > 0 else f"+ {-shown.luck:.3f} (bad luck)"
        yield f"{guesses} = {shown.expected:.3f} (best play, on average) + {shown.regret:.3f} (lost) {luck}."
    yield shown.lesson
