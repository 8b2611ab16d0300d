"""Draws comparisons: a group of bars for each strategy, all on one scale."""

from __future__ import annotations

from pegwise.analysis.compare import Comparisons
from pegwise.analysis.comparison import HEADINGS, Comparison, cells, known_text
from pegwise.notebook.drawing import AREA, Drawing, draw, line, rectangle, words

__all__ = ["comparison", "comparisons"]

_ACROSS, _STEP, _HEIGHT, _GAP = 4, 24, 110, 24
"""Groups side by side; pixels from bar to bar, of the highest bar, and from group to group."""
_ABOVE, _BELOW = 52, 30
"""Pixels for the heading of a group and for what stands below its bars."""


@draw.register(Comparison)
def comparison(shown: Comparison) -> Drawing:
    """One strategy alone."""
    return comparisons(Comparisons([shown]))


@draw.register(Comparisons)
def comparisons(shown: Comparisons) -> Drawing:
    """How many secrets each strategy wins at guess 1, 2, 3, ...; a dashed line at the average."""
    guesses = max((row.worst for row in shown), default=0)
    highest = max((max(row.distribution) / row.games for row in shown if row.games), default=1)
    wide, high = max(_STEP * guesses, 150) + _GAP, _ABOVE + _HEIGHT + _BELOW
    shapes: list[str] = []
    for place, row in enumerate(shown):
        group = "".join(_group(row, highest))
        x, y = wide * (place % _ACROSS), high * (place // _ACROSS)
        shapes.append(f'<g transform="translate({x:g} {y:g})">{group}</g>')
    games = ", ".join(dict.fromkeys(str(row.rules) for row in shown))
    said = "; ".join(f"{row.strategy}: average {cells(row)[3]}, worst {row.worst}" for row in shown)
    return Drawing(
        f"Won at guess 1, 2, 3, ... in {games}" if shown else "No strategies",
        f"{said}." if said else "Nothing is compared.",
        wide * min(_ACROSS, len(shown)),
        high * -(-len(shown) // _ACROSS),
        shapes,
        [*HEADINGS, "known"],
        [[*cells(row), known_text(row)] for row in shown],
    )


def _group(row: Comparison, highest: float) -> list[str]:
    foot = _ABOVE + _HEIGHT
    shapes = [
        words(0, 14, row.strategy, weight="bold"),
        words(0, 30, f"average {cells(row)[3]}" + (" (sampled)" if row.known == "sampled" else "")),
    ]
    if row.average is not None:
        shapes.append(line(*_at(row.average, foot - _HEIGHT - 4), *_at(row.average, foot)))
    for guess, won in enumerate(row.distribution, 1):
        x, height = _STEP * (guess - 1), _HEIGHT * won / row.games / highest
        shapes.append(rectangle(x + 2, foot - height, _STEP - 4, height, AREA))
        shapes.append(words(x + _STEP / 2, foot + 15, str(guess), "middle"))
    return shapes


def _at(guess: float, y: float) -> tuple[float, float]:
    """The middle of the place of a guess, which may be a fraction."""
    return _STEP * (guess - 0.5), y
