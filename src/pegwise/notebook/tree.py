"""Draws a strategy tree: a level for each guess, and every node as wide as it has candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.notebook.drawing import AREA, Drawing, draw, rectangle, words
from pegwise.trees import StrategyTree
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.rules import Rules
    from pegwise.trees import Node

__all__ = ["tree"]

_WIDTH, _LEVEL = 960.0, 50
_NARROWEST = 3.0
"""Nodes narrower than this many pixels are left out, with all below them."""


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
