"""Draws a review: the rows of the game, and beside each a bar for the turns that it lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.analysis.review_result import Review
from pegwise.notebook.board import draw_code
from pegwise.notebook.drawing import AREA, Drawing, draw, rectangle, words
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from pegwise.analysis.review_result import Move

__all__ = ["review"]

_ROW, _PEG, _LETTER, _BAR, _LEAST = 32, 28, 13, 140, 0.1
"""Pixels from row to row, from peg to peg, of the widest letter, of the longest bar; turns it stands for at
least."""
_HEADINGS = ["row", "guess", "feedback", "before", "after", "regret", "luck", "verdict", "what is to be said"]


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
        shapes += draw_code(move.row.guess, rules, middle)
        shapes.append(words(answers, middle + 5, hits_name(move.row.feedback, rules)))
        length = scale * move.regret
        shapes.append(rectangle(bars, middle - 8, max(1.0, length), 16, AREA, said=move.text))
        shapes.append(words(bars + length + 6, middle + 5, f"{_regret(move)} {move.verdict}"))
    if not shown.moves:
        shapes.append(words(0, 18, "no guess yet"))
    figure = "not settled" if shown.accuracy is None else f"{shown.accuracy:.1f} %"
    most = "" if shown.known == "exact" or shown.accuracy is None else "at most "
    return Drawing(
        f"Review, {shown.to_dict()['rules']}: accuracy {most}{figure}",
        f"Turns lost against best play: {'' if shown.known == 'exact' else 'at least '}{shown.regret:.3f}. "
        f"{shown.lesson}",
        bars + _BAR + 130,
        _ROW * max(1, len(shown.moves)),
        shapes,
        _HEADINGS,
        [_cells(shown, move) for move in shown.moves],
    )


def _regret(move: Move) -> str:
    return f"{'' if move.known == 'exact' else '≥ '}{move.regret:.3f}"


def _cells(shown: Review, move: Move) -> list[str]:
    return [
        str(move.number),
        str(move.row.guess),
        hits_name(move.row.feedback, shown.record.rules),
        str(move.candidates_before),
        str(move.candidates_after),
        _regret(move),
        "" if move.luck is None else f"{move.luck:+.3f}",
        move.verdict,
        move.text,
    ]
