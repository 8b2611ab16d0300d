"""Writes Knuth's condensed notation: the form of Figure 1 of the 1977 paper.

A position with n candidates is written

- ``n`` if n <= 2: the lower candidate is tried first (and the only one if n = 1);
- ``n(y)`` if the feedback of guess y always tells the code;
- ``n(yx)`` if that may leave two candidates, never more;
- ``n(y: a04,a03,a02,a01,a00;a13,...,a10;a22,a21,a20;a31,a30;a40)`` otherwise, where ajk is the position after
  j black and k white hits.

Text too long for its line is set aside under a letter and listed after ``where``. If a tree does something
other than what ``n``, ``n(y)`` or ``n(yx)`` stand for, the next longer form is used, so that every tree can
be written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pegwise.errors import LimitError, NotationError
from pegwise.rules import Feedback, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise.trees.tree import Node, StrategyTree

_WIDTH = 105
_INDENT = " " * 8
# In Figure 1 the first-level part of 16 stands in its line, those from 20 on are set aside.
_INLINE = 16
DEEPEST = 200
"""The deepest tree that a figure holds, in guesses."""


def figure(tree: StrategyTree) -> str:
    """Write a tree in the notation and layout of Knuth's Figure 1.

    Source: D. E. Knuth, The Computer as Master Mind, J. Recreational Mathematics 9(1), 1976-77, Figure 1.

    Args:
        tree: The tree.

    Returns:
        The text, which :func:`read_figure` reads.

    Raises:
        LimitError: If the tree is deeper than any reader would follow.
        NotationError: If the rules tell no hits, or have codes of their own symbols.

    Example:
        >>> import pegwise
        >>> print(pegwise.figure(pegwise.build_tree("2x3", strategy="knuth")))
        9(11: 0,0,4(22x);0,4(12);1)
    """
    _check(tree)
    return _Writer(tree.rules).write(tree.root)


class Written(NamedTuple):
    """How Knuth's figure writes one node of a tree.

    Attributes:
        place: What stands for the node in the figure.
        line: The letter of the line that it is in; empty for the first line.
        text: The node in full, with what its letter stands for, if it has one.

    Example:
        >>> import pegwise
        >>> from pegwise.trees.figure import written
        >>> written(pegwise.build_tree("2x3", strategy="knuth"), [pegwise.Feedback("B")]).place
        '4(12)'
    """

    place: str
    line: str
    text: str


def written(tree: StrategyTree, answers: Iterable[Feedback] = ()) -> Written:
    """Return how the figure of ``tree`` writes the node that these feedbacks lead to.

    Raises:
        LimitError: If the tree is too deep for a figure.
        NotationError: If the rules tell no hits, or have codes of their own symbols.
        KeyError: If there is no such feedback.

    Example:
        >>> import pegwise
        >>> from pegwise.rules import Feedback
        >>> written(pegwise.build_tree("4x6", strategy="knuth"), [Feedback(2, 2)])
        Written(place='4(1213)', line='', text='4(1213)')
    """
    _check(tree)
    writer, node = _Writer(tree.rules), tree.root
    writer.write(node)
    found = writer.written[id(node)]
    for answer in answers:
        node = node.children[answer]
        number = str(node.count)  # what is short has no parts of its own
        found = writer.written.get(id(node), Written(number, found.line, number))
    return found


def _check(tree: StrategyTree) -> None:
    if tree.rules.tells not in ("hits", "black") or tree.first_guess.alphabet.kind == "words":
        raise NotationError(f"Knuth's notation is for black and white hits and numbers, not for {tree.rules}")
    if tree.worst > DEEPEST:
        raise LimitError(f"the tree is {tree.worst} guesses deep; the figure holds at most {DEEPEST}")


def feedback_groups(rules: Rules) -> list[list[Feedback]]:
    """Return the feedback of each place in the full form, a list for each number of black hits.

    Feedback that cannot exist is among it.

    >>> from pegwise.rules import Rules
    >>> [len(group) for group in feedback_groups(Rules(4, 6))]
    [5, 4, 3, 2, 1]
    """
    whites = range(rules.pegs, -1, -1) if rules.whites else range(1)
    return [
        [Feedback(black, white) for white in whites if black + white <= rules.pegs]
        for black in range(rules.pegs + 1)
    ]


def is_default(node: Node) -> bool:
    """Tell whether the bare number stands for this node: one candidate named, or two in numeric order."""
    if node.count > 2 or not node.wins:
        return False
    return all(is_default(child) and node.guess < child.guess for child in node.children.values())


def _is_long(node: Node) -> bool:
    """Tell whether a node needs the full form."""
    return not is_default(node) and not all(map(is_default, node.children.values()))


class _Writer:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.aside: list[tuple[str, Node]] = []
        self.written: dict[int, Written] = {}
        """By the identity of nodes."""
        self.line = ""

    def write(self, root: Node) -> str:
        lines = f"{root.count}{self._body(root, str(root.count), first_level=True)}"
        self.written[id(root)] = Written(lines, "", lines)
        if not self.aside:
            return lines
        parts, place = [lines + ",", "where"], 0
        while place < len(self.aside):  # writing a part may set further ones aside
            self.line, node = self.aside[place]
            body = self._body(node, f"{self.line} = ", first_level=False)
            self.written[id(node)] = self.written[id(node)]._replace(text=f"{node.count}{body}")
            parts.append(f"{self.line} = {body}")
            place += 1
        return "\n".join(parts)

    def _entry(self, node: Node | None, first_level: bool) -> str:
        if node is None:
            return "0"
        text = self._text(node, first_level)
        self.written[id(node)] = Written(text, self.line, text)
        return text

    def _text(self, node: Node, first_level: bool) -> str:
        if is_default(node):
            return str(node.count)
        many = first_level and node.count > _INLINE
        if _is_long(node) and (many or any(map(_is_long, node.children.values()))):
            letter = _letters(len(self.aside))
            self.aside.append((letter, node))
            return f"{node.count}{letter}"
        return f"{node.count}{self._body(node, '', first_level=False)}"

    def _body(self, node: Node, before: str, first_level: bool) -> str:
        """Return the parenthesis after the number, wrapped as a line of its own if there is a ``before``."""
        children = node.children.values()
        if is_default(node):
            return ""
        if all(map(is_default, children)):
            return f"({node.guess}{'x' if any(child.count > 1 for child in children) else ''})"
        groups = [
            [
                "1"
                if feedback == self.rules.win and node.wins
                else self._entry(node.children.get(feedback), first_level)
                for feedback in group
            ]
            for group in feedback_groups(self.rules)
        ]
        if not before:
            return f"({node.guess}: {';'.join(','.join(group) for group in groups)})"
        return _wrap(f"({node.guess}: ", groups, len(before))


def _letters(number: int) -> str:
    """A, B, ..., Z, AA, AB, ..."""
    rest, letter = divmod(number, 26)
    return (_letters(rest - 1) if rest else "") + chr(ord("A") + letter)


def _wrap(head: str, groups: list[list[str]], indent: int) -> str:
    """Break lines as in the paper: at most one full form a line, new lines at a new number of black hits."""
    later = sum(":" in item for group in groups for item in group)
    lines, line = [], " " * indent + head
    has_long = False
    for place, group in enumerate(groups):
        end = ";" if place + 1 < len(groups) else ")"
        whole = ",".join(group) + end
        if line.strip() and ((has_long and later) or len(line) + len(whole) > _WIDTH) and place:
            lines.append(line)
            line, has_long = _INDENT, False
        for at, item in enumerate(group):
            long = ":" in item
            if (long and has_long) or (len(line) + len(item) >= _WIDTH and line.strip() and not long):
                lines.append(line)
                line, has_long = _INDENT, False
            line += item + ("," if at + 1 < len(group) else end)
            has_long, later = has_long or long, later - long
    return "\n".join([*lines, line])[indent:]
