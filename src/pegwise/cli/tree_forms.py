"""The forms in which commands write a whole tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pegwise import StrategyTree

TREE_FORMS = ("summary", "figure", "json", "dot", "text")


def written_tree(tree: StrategyTree, form: str) -> str:
    """Write a whole tree in one of the forms but the summary."""
    from pegwise import dot, figure, indented, to_json

    return {"figure": figure, "json": to_json, "dot": dot, "text": indented}[form](tree)
