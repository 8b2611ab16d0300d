"""Prints positions, games and records: the rows, and how the game stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.printing.layout import board, counted, table
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from pegwise.play import Game, Record
    from pegwise.position import Position

__all__ = ["game", "position", "record"]


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
    lines = [
        (number, str(row.guess), hits_name(row.feedback, shown.rules))
        for number, row in enumerate(shown.rows, 1)
    ]
    rows = [table(lines, left=(1, 2))] if lines else []
    return "\n".join([f"{shown.rules}: {stands}", *rows])
