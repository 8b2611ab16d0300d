"""Prints rows: positions, and games with how they stand; puzzles without their solution, and deductions."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pegwise.printing.layout import WIDTH, board, counted

if TYPE_CHECKING:
    from pegwise.analysis.deduction import Deduction
    from pegwise.analysis.one_guess_puzzle import OneGuessPuzzle
    from pegwise.analysis.puzzle import Puzzle
    from pegwise.play import Game, Record
    from pegwise.position import Position

__all__ = ["deduction", "game", "one_guess_puzzle", "position", "puzzle", "record"]


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
