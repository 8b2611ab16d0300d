"""Trees as JSON, which reads back, as Graphviz DOT, and as plain indented text."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pegwise.errors import FileFormatError, LimitError, PegwiseError
from pegwise.notation import history_name, parse_code, parse_feedback, plain_history
from pegwise.position import Position
from pegwise.trees.figure import DEEPEST
from pegwise.trees.tree import Node, StrategyTree

_VERSION = 2


def to_json(tree: StrategyTree) -> str:
    """Write a tree as one JSON object with its rules, its figures and a checksum.

    Args:
        tree: The tree.

    Returns:
        The text, which :func:`from_json` reads.

    Raises:
        LimitError: If the tree is deeper than the format allows.

    Example:
        >>> import json
        >>> import pegwise
        >>> json.loads(pegwise.to_json(pegwise.build_tree("3x4", strategy="knuth")))["total"]
        216
    """
    if tree.worst > DEEPEST:
        raise LimitError(f"the tree is {tree.worst} guesses deep; this format holds at most {DEEPEST}")
    whole = {
        "format": "pegwise tree",
        "version": _VERSION,
        **tree.to_dict(),
        "rules": str(tree.rules.plain),  # in numbers, whatever symbols the codes print
        "first_guess": tree.first_guess.numbers,
        "options": tree.options,
        "history": plain_history(tree.position.history),
        "tree": tree.root.to_dict(),
    }
    whole.pop("alphabet", None)
    return json.dumps({"checksum": _checksum(whole), **whole}, indent=1)


def _checksum(whole: dict[str, Any]) -> str:
    said = {key: value for key, value in whole.items() if key != "checksum"}
    canonical = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def from_json(text: str) -> StrategyTree:
    """Read a tree from text that :func:`to_json` wrote, and check it against the candidates at every node.

    Args:
        text: The text.

    Returns:
        The tree.

    Raises:
        FileFormatError: If the text is not such a tree.

    Example:
        >>> import pegwise
        >>> tree = pegwise.build_tree("3x3", strategy="knuth")
        >>> pegwise.from_json(pegwise.to_json(tree)) == tree
        True
    """
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise FileFormatError(f"not a tree: the JSON cannot be read ({error})") from None
    if not isinstance(data, dict) or data.get("format") != "pegwise tree":
        raise FileFormatError('not a tree: no "format": "pegwise tree" in it')
    if data.get("version") != _VERSION:
        raise FileFormatError(
            f"a tree of version {data.get('version')!r}; this program reads version {_VERSION}"
        )
    try:
        if _checksum(data) != data["checksum"]:
            raise FileFormatError("the tree does not match its checksum: the file was changed or truncated")
        start = Position(data["rules"], data["history"])
        tree = StrategyTree(start, data["strategy"], _node(data["tree"], start), data["options"])
        if not (isinstance(tree.strategy, str) and isinstance(tree.options, dict)) or any(
            data[key] != value for key, value in tree.to_dict().items()
        ):
            raise FileFormatError("the figures in the file do not match its tree")
        return tree
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise FileFormatError(f"not a whole tree: {type(error).__name__} {error}") from None
    except FileFormatError:
        raise
    except PegwiseError as error:
        raise FileFormatError(f"not a tree of these rules: {error}") from None


def _node(plain: dict[str, Any], position: Position) -> Node:
    guess = parse_code(plain["guess"], position.rules)
    node, classes = Node(guess, position.weight), dict(position.split(guess))
    classes.pop(position.rules.win, None)
    said = {parse_feedback(key, position.rules): child for key, child in plain.get("children", {}).items()}
    if plain["candidates"] != position.weight or said.keys() != classes.keys():
        where = history_name(position.history) or "the start"
        raise FileFormatError(f"the tree does not fit its candidates after {where}")
    for feedback, child in classes.items():
        node.children[feedback] = _node(said[feedback], child)
    return node


def indented(tree: StrategyTree) -> str:
    """Write a tree as plain text, with a line for each node.

    The line has the feedback that leads to the node, the number of candidates, and the guess.

    Args:
        tree: The tree.

    Returns:
        The lines, indented by their depth.

    Example:
        >>> import pegwise
        >>> print(pegwise.indented(pegwise.build_tree("1x3", strategy="knuth")))
        3 codes: 1
          -  2 codes: 2
            -  1 code: 3
    """
    lines = [_line(tree.root)]
    stack = [(1, *answer) for answer in reversed(tree.root.children.items())]
    while stack:
        depth, feedback, node = stack.pop()
        lines.append(f"{'  ' * depth}{feedback}  {_line(node)}")
        stack.extend((depth + 1, *answer) for answer in reversed(node.children.items()))
    return "\n".join(lines)


def _line(node: Node) -> str:
    return f"{node.count} code{'s' * (node.count > 1)}: {node.guess}"


def dot(tree: StrategyTree) -> str:
    """Write a tree as a Graphviz graph.

    Args:
        tree: The tree.

    Returns:
        The graph in the language DOT. Each node is a box with its guess and its number of candidates, and
        each feedback an arrow.

    Example:
        >>> import pegwise
        >>> print(pegwise.dot(pegwise.build_tree("3x4", strategy="knuth")).splitlines()[0])
        digraph "knuth 3x4" {
    """
    lines = [f'digraph "{tree.strategy} {tree.rules}" {{', "  node [shape=box, fontname=monospace];"]
    stack: list[tuple[Node, int | None, str]] = [(tree.root, None, "")]
    number = 0
    while stack:
        node, parent, feedback = stack.pop()
        lines.append(f'  n{number} [label="{node.guess}\\n{node.count}"];')
        if parent is not None:
            lines.append(f'  n{parent} -> n{number} [label="{feedback}"];')
        stack.extend((child, number, str(answer)) for answer, child in reversed(node.children.items()))
        number += 1
    return "\n".join([*lines, "}"])
