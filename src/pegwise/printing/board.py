"""Prints rows: positions, games and their reviews; puzzles without their solution, and deductions."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pegwise.printing.layout import WIDTH, board, counted, sign, table
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from pegwise.analysis.deduction import Deduction
    from pegwise.analysis.one_guess_puzzle import OneGuessPuzzle
    from pegwise.analysis.puzzle import Puzzle
    from pegwise.analysis.review_result import Move, Review
    from pegwise.play.game import Game
    from pegwise.play.record import Record
    from pegwise.position import Position


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


def deduction(shown: Deduction) -> str:
    """Write the steps, numbered, and the code that follows from them."""
    ends = "The code does not follow." if shown.code is None else f"The code is {shown.code}."
    figures = f"{counted(shown.size, 'step')}, {counted(shown.assumptions, 'supposition')}"
    lines = []
    for number, step in enumerate(shown.steps, 1):
        for at, sentence in enumerate(step.sentences()):
            lead = "  " * sentence.depth + (f"{number}. " if at == 0 else "   ")
            lines.append(
                textwrap.fill(str(sentence), WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead))
            )
    return "\n".join([f"{ends[:-1]} ({figures}).", *lines])


def puzzle(shown: Puzzle) -> str:
    """Write the rows and the question."""
    heading = f"{shown.rules}: which code gives all this feedback? ({shown.level.name})"
    return "\n".join([heading, *board(shown.rows, shown.rules)])


def one_guess_puzzle(shown: OneGuessPuzzle) -> str:
    """Write the rows, the codes that are left and the question."""
    heading = f"{shown.rules}: which guess tells all candidates apart? ({shown.level})"
    left = textwrap.wrap(" ".join(map(str, shown.candidates)), WIDTH, break_on_hyphens=False)
    return "\n".join(
        [heading, *board(shown.rows, shown.rules), f"{counted(len(shown.candidates), 'candidate')}:", *left]
    )


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
