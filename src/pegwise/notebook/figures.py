"""Draws figures as bars and boxes: partitions, comparisons and strategy trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise import Comparisons, Node, Partition, Rules, StrategyTree
from pegwise.analysis.comparison import HEADINGS, Comparison, cells, known_text
from pegwise.notebook.drawing import AREA, Drawing, draw, line, rectangle, words
from pegwise.printing.layout import counted
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from collections.abc import Iterator


_BAR, _LENGTH, _LETTER = 20, 280, 13
"""Pixels from bar to bar of a partition, of the longest bar, and of the widest letter, W."""
_ACROSS, _STEP, _HEIGHT, _GAP = 4, 24, 110, 24
"""Groups side by side; pixels from bar to bar, of the highest bar, and from group to group."""
_ABOVE, _BELOW = 52, 30
"""Pixels for the heading of a group and for what stands below its bars."""
_WIDTH, _LEVEL = 960.0, 50
"""Pixels of the width of a tree, and from level to level."""
_NARROWEST = 3.0
"""Nodes narrower than this many pixels are left out, with all below them."""


@draw.register(Partition)
def partition(shown: Partition) -> Drawing:
    """The classes in the order of Knuth's figure, and the figures that follow from them."""
    shapes: list[str] = []
    rows = [(hits_name(feedback, shown.rules), size) for feedback, size in shown.classes.items()]
    label = _LETTER * max((len(told) for told, _ in rows), default=0) + 8
    for place, (told, size) in enumerate(rows):
        y, length = _BAR * place, _LENGTH * size / shown.worst
        shapes.append(words(label - 8, y + 14, told, anchor="end"))
        shapes.append(rectangle(label, y + 2, max(1.0, length), _BAR - 4, AREA))
        shapes.append(words(label + length + 6, y + 14, str(size)))
    codes, classes = counted(shown.total, "candidate"), counted(shown.class_count, "class", "classes")
    return Drawing(
        f"{shown.guess}: {codes}, {classes}",
        f"{str(shown).partition(chr(10))[0]}.",
        label + _LENGTH + 60,
        _BAR * max(1, shown.class_count),
        shapes,
        ["feedback", "codes"],
        [[told, str(size)] for told, size in rows],
    )


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
        middle = _STEP * (row.average - 0.5)
        shapes.append(line(middle, foot - _HEIGHT - 4, middle, foot))
    for guess, won in enumerate(row.distribution, 1):
        x, height = _STEP * (guess - 1), _HEIGHT * won / row.games / highest
        shapes.append(rectangle(x + 2, foot - height, _STEP - 4, height, AREA))
        shapes.append(words(x + _STEP / 2, foot + 15, str(guess), "middle"))
    return shapes


@draw.register(StrategyTree)
def tree(shown: StrategyTree) -> Drawing:
    """Draw boxes from the first guess down, with feedback, guess and number of candidates if they fit in."""
    shapes: list[str] = []
    deepest = 0
    for depth, x, width, answer, node in _boxes(shown.root, shown.rules):
        deepest = max(deepest, depth)
        y = _LEVEL * depth
        labels = [answer or "first", str(node.guess), str(node.count)]
        shapes.append(rectangle(x, y, width, _LEVEL - 4, AREA, said=", ".join(labels)))
        if 8.5 * max(map(len, labels)) <= width:
            for place, label in enumerate(labels):
                weight = "bold" if place == 1 else "normal"
                shapes.append(words(x + width / 2, y + 14 + 14 * place, label, "middle", weight=weight))
    won = ", ".join(map(str, shown.distribution))
    root = shown.root
    described = (
        f"The first guess is {root.guess}; total {shown.total}, average {shown.average:.4f}, "
        f"worst {shown.worst}; won at guess 1, 2, 3, ...: {won}. Each box is a position: the feedback that "
        "leads to it, the next guess, and its number of candidates, which sets its width. "
        "The narrowest boxes are left out."
    )
    first = [
        [hits_name(answer, shown.rules), str(node.count), str(node.guess)]
        for answer, node in root.children.items()
    ]
    return Drawing(
        f"{shown.strategy}, {shown.rules}",
        described,
        _WIDTH,
        _LEVEL * (deepest + 1),
        shapes,
        [f"feedback to {root.guess}", "codes", "next guess"],
        first,
    )


def _boxes(root: Node, rules: Rules) -> Iterator[tuple[int, float, float, str, Node]]:
    """Depth, left edge, width, answer and node of each box wide enough; only those nodes are visited."""
    scale = _WIDTH / root.count
    stack = [(0, 0.0, "", root)]
    while stack:
        depth, x, answer, node = stack.pop()
        if node.count * scale < _NARROWEST and depth:
            continue
        yield depth, x, node.count * scale, answer, node
        for feedback, child in node.children.items():
            stack.append((depth + 1, x, hits_name(feedback, rules), child))
            x += child.count * scale
