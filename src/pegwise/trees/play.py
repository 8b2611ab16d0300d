"""A tree as a strategy: ``-s FILE`` plays from a file that ``pegwise tree`` wrote."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pegwise.errors import FileFormatError, StrategyError
from pegwise.strategies import Strategy

if TYPE_CHECKING:
    from pegwise.position import Position
    from pegwise.rules import Code
    from pegwise.trees.tree import StrategyTree


class TreeStrategy(Strategy):
    """Makes the guesses of a strategy tree.

    The text of a figure is read when the strategy gets its first position, for the rules of that.
    """

    name = "tree"
    summary = "the guesses of a tree file"

    def __init__(self, tree: StrategyTree | str, name: str = "tree") -> None:
        super().__init__()
        # The dataclass above is frozen, as strategies are; what is set here is set once.
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "_tree", tree)

    def tree(self, position: Position) -> StrategyTree:
        """Return the tree, for the rules of ``position``."""
        found: StrategyTree | str = self._tree  # type: ignore[attr-defined]
        if isinstance(found, str):
            from pegwise.trees.read_figure import read_figure

            found = read_figure(found, position.rules, strategy=self.name)
            object.__setattr__(self, "_tree", found)
        if found.rules != position.rules:
            raise StrategyError(f"{self.name} is a tree for {found.rules}, not for {position.rules}")
        return found

    def guess(self, position: Position) -> Code:
        """Return the tree's guess.

        Raises:
            StrategyError: If the game has left the tree.
        """
        return self.tree(position).guess(position.history)


def open_tree(text: str) -> Strategy | None:
    """Return the strategy in the tree file at the path ``text``; None if there is no such file."""
    path = Path(text)
    if not path.is_file():
        return None
    try:
        content = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileFormatError(f"{text}: cannot be read as text ({error})") from None
    if content.lstrip().startswith("{"):
        from pegwise.trees.formats import from_json

        try:
            return TreeStrategy(from_json(content), path.name)
        except FileFormatError as error:
            raise FileFormatError(f"{text}: {error}") from None
    if not content.lstrip()[:1].isdigit():
        raise FileFormatError(f"{text}: neither a JSON tree nor a figure")
    return TreeStrategy(content, path.name)
