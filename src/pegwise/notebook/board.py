"""Draws positions, games and reviews: a board of numbered pegs, with the feedback in pegs and letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise import Code, Feedback, Game, Position, Review, Row, Rules
from pegwise.notebook.drawing import AREA, INK, PAPER, Drawing, circle, draw, rectangle, words
from pegwise.palette import peg
from pegwise.printing.board import FIGURES, figures
from pegwise.wording import FEW, hits_name

if TYPE_CHECKING:
    from collections.abc import Sequence


_ROW, _PEG, _HIT = 32, 28, 11
"""Pixels from row to row, from peg to peg, from feedback peg to feedback peg."""
_LETTER, _BAR, _LEAST = 13, 140, 0.1
"""Pixels of the widest letter and of the longest bar of a review; turns that it stands for at least."""


@draw.register(Position)
def position(shown: Position) -> Drawing:
    """Draw the rows so far, with the number of possible codes."""
    count = shown.count()
    codes = f"{count if count.value else 'no'} possible code{'s' * (count.value > 1)}"
    return _board(f"{shown.rules}: {codes}", shown.rules, shown.history, f"{codes.capitalize()}.")


@draw.register(Game)
def game(shown: Game) -> Drawing:
    """The rows of a game and how it stands; its secret only once it is over."""
    title = str(shown).partition("\n")[0]
    return _board(title, shown.rules, shown.rows, f"{title.partition(': ')[2].capitalize()}.")


def _board(title: str, rules: Rules, rows: Sequence[Row], ends: str) -> Drawing:
    shapes: list[str] = []
    hits = 44 + _PEG * rules.pegs
    for number, row in enumerate(rows, 1):
        middle = _ROW * number - _ROW / 2
        shapes.append(words(20, middle + 5, str(number), anchor="end"))
        shapes += _code(row.guess, rules, middle)
        shapes += _feedback(row.feedback, rules, hits, middle)
    if not rows:
        shapes.append(words(0, 18, "no guess yet"))
    said = [f"Row {number}: {row.guess} has {_told(row, rules)}." for number, row in enumerate(rows, 1)]
    return Drawing(
        title,
        " ".join([*said, ends]),
        hits + _HIT * min(rules.pegs, 2 * FEW) + 11 * FEW,
        _ROW * max(1, len(rows)),
        shapes,
        ["row", "guess", "feedback"],
        [[str(number), str(row.guess), _told(row, rules)] for number, row in enumerate(rows, 1)],
    )


def _told(row: Row, rules: Rules) -> str:
    return "no hit" if not any(row.feedback) else hits_name(row.feedback, rules)


def _code(code: Code, rules: Rules, y: float) -> list[str]:
    """The pegs of a code in a row, their middle at ``y``; they begin after the number of the row."""
    shapes = []
    for place, color in enumerate(code):
        x, look = 44 + _PEG * place, peg(color)
        shapes.append(circle(x, y, 12, look.fill if look else AREA))
        shapes.append(words(x, y + 5, rules.color_name(color), "middle", look.ink if look else INK, "bold"))
    return shapes


def _feedback(feedback: Feedback, rules: Rules, x: float, y: float) -> list[str]:
    """Filled pegs for black hits, hollow ones for white, and the same as text."""
    fills = [INK] * feedback.black + [PAPER] * feedback.white
    drawn = fills if len(fills) <= 2 * FEW else []
    shapes = [circle(x + _HIT * place, y, 4, fill) for place, fill in enumerate(drawn)]
    return [*shapes, words(x + _HIT * len(drawn) + 4, y + 5, hits_name(feedback, rules))]


@draw.register(Review)
def review(shown: Review) -> Drawing:
    """Draw each guess with its feedback, its name and its regret; the sentences are in the table."""
    rules = shown.record.rules
    answers = 52 + _PEG * rules.pegs
    longest = max((len(hits_name(move.row.feedback, rules)) for move in shown.moves), default=0)
    bars = answers + _LETTER * longest + 12
    scale = _BAR / max([_LEAST, *(move.regret for move in shown.moves)])
    shapes: list[str] = []
    for place, move in enumerate(shown.moves):
        middle = _ROW * place + _ROW / 2
        shapes.append(words(20, middle + 5, str(move.number), anchor="end"))
        shapes += _code(move.row.guess, rules, middle)
        shapes.append(words(answers, middle + 5, hits_name(move.row.feedback, rules)))
        length = scale * move.regret
        shapes.append(rectangle(bars, middle - 8, max(1.0, length), 16, AREA, said=move.text))
        least = "" if move.known == "exact" else "≥ "
        shapes.append(words(bars + length + 6, middle + 5, f"{least}{move.regret:.3f} {move.verdict}"))
    if not shown.moves:
        shapes.append(words(0, 18, "no guess yet"))
    figure = "not settled" if shown.accuracy is None else f"{shown.accuracy:.1f} %"
    most = "" if shown.known == "exact" or shown.accuracy is None else "at most "
    return Drawing(
        f"Review, {rules}: accuracy {most}{figure}",
        f"Turns lost against best play: {'' if shown.known == 'exact' else 'at least '}{shown.regret:.3f}. "
        f"{shown.lesson}",
        bars + _BAR + 130,
        _ROW * max(1, len(shown.moves)),
        shapes,
        ["row", *FIGURES[:-1], "verdict", "what is to be said"],
        [[str(move.number), str(move.row.guess), *figures(move), move.text] for move in shown.moves],
    )
