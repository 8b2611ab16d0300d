"""Draws a partition: a bar for each class."""

from __future__ import annotations

from pegwise.notebook.drawing import AREA, Drawing, draw, rectangle, words
from pegwise.partition import Partition
from pegwise.wording import hits_name

__all__ = ["partition"]

_ROW, _LENGTH, _LETTER = 20, 280, 13
"""Pixels from bar to bar, of the longest bar, and of the widest letter, W."""


@draw.register(Partition)
def partition(shown: Partition) -> Drawing:
    """The classes in the order of Knuth's figure, and the figures that follow from them."""
    shapes: list[str] = []
    rows = [(hits_name(feedback, shown.rules), size) for feedback, size in shown.classes.items()]
    label = _LETTER * max((len(told) for told, _ in rows), default=0) + 8
    for place, (told, size) in enumerate(rows):
        y, length = _ROW * place, _LENGTH * size / shown.worst
        shapes.append(words(label - 8, y + 14, told, anchor="end"))
        shapes.append(rectangle(label, y + 2, max(1.0, length), _ROW - 4, AREA))
        shapes.append(words(label + length + 6, y + 14, str(size)))
    codes = f"{shown.total} code{'s' * (shown.total != 1)}"
    classes = f"{shown.class_count} class{'es' * (shown.class_count != 1)}"
    sampled = "" if shown.known == "exact" else f" ({shown.known})"
    described = (
        f"{shown.guess} splits {codes} into {classes}{sampled}: worst case {shown.worst}, "
        f"average {shown.expected_size:.2f}, {shown.bits:.3f} bits. "
        f"It {'can' if shown.is_candidate else 'cannot'} be the secret."
    )
    return Drawing(
        f"{shown.guess}: {codes}, {classes}",
        described,
        label + _LENGTH + 60,
        _ROW * max(1, shown.class_count),
        shapes,
        ["feedback", "codes"],
        [[told, str(size)] for told, size in rows],
    )
