"""One node of a strategy tree: the guess there, what each feedback leads to, how Knuth's figure writes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Printable, plain_values
from pegwise.errors import LimitError, NotationError
from pegwise.feedback_dict import ByFeedback
from pegwise.notation import history_name, parse_history
from pegwise.position import Position
from pegwise.rules import Row
from pegwise.trees.figure import figure, written
from pegwise.trees.tree import StrategyTree, node_after

if TYPE_CHECKING:
    from pegwise.codes import Feedback, HistoryLike


@dataclass(frozen=True, repr=False)
class NodeSummary(Printable):
    """One node of a strategy tree, with its figures.

    Attributes:
        whole: The whole tree.
        here: The subtree from the node on. Both count guesses from the first one of the game.

    Example:
        >>> import pegwise
        >>> found = pegwise.node_summary(pegwise.build_tree("3x4", strategy="knuth"), "123:B")
        >>> str(found.here.first_guess), found.here.root.count, found.to_dict()["guess"]
        ('144', 12, '144')
    """

    whole: StrategyTree
    here: StrategyTree

    def classes(self) -> ByFeedback[StrategyTree | None]:
        """Return what each feedback leads to.

        Returns:
            The subtree after each feedback that occurs, in the order of Knuth's Figure 1; None after the win.

        Example:
            >>> import pegwise
            >>> found = pegwise.node_summary(pegwise.build_tree("2x3", strategy="knuth"))
            >>> {str(feedback): tree and tree.root.count for feedback, tree in found.classes().items()}
            {'-': 4, 'B': 4, 'BB': None}
        """
        position, node = self.here.position, self.here.root
        found: dict[Feedback, StrategyTree | None] = {}
        for told, child in node.children.items():
            after = Position(position.rules, (*position.history, Row(node.guess, told)))
            found[told] = StrategyTree(after, self.here.strategy, child, self.here.options)
        return ByFeedback({**found, position.rules.win: None} if node.wins else found)

    def to_dict(self, *, whole: bool = False) -> dict[str, Any]:
        """Return the node as plain values.

        Args:
            whole: True to add the figure of the whole tree.

        Returns:
            The position, the guess, the figures of the subtree, its classes, and the figures of the whole
            tree.
        """
        here = self.here.to_dict()
        return {
            "rules": here["rules"],
            "strategy": here["strategy"],
            "history": history_name(self.here.position.history),
            "start": history_name(self.whole.position.history),
            "guess": here["first_guess"],
            "is_candidate": self.here.root.wins,
            "candidates": self.here.root.count,
            **{key: here[key] for key in ("total", "average", "worst", "distribution")},
            "classes": [self._class(told, tree) for told, tree in self.classes().items()],
            "figure": self._figure(whole),
            "tree": self.whole.to_dict(),
        }

    def _class(self, told: Feedback, tree: StrategyTree | None) -> dict[str, Any]:
        if tree is None:
            won = len(self.here.position.history) + 1
            nothing = {"size": 1, "guess": None, "is_candidate": None}
            return {"feedback": str(told), **nothing, "total": won, "average": float(won), "worst": won}
        return {
            "feedback": str(told),
            "size": tree.root.count,
            "guess": str(tree.first_guess),
            "is_candidate": tree.root.wins,
            **plain_values(tree, "total average worst"),
        }

    def _figure(self, whole: bool) -> dict[str, Any] | None:
        """Return how the figure writes the node; None if there is no figure of such a tree."""
        above = len(self.whole.position.history)
        try:
            found = written(self.whole, [row.feedback for row in self.here.position.history[above:]])
        except (LimitError, NotationError):
            return None
        return {**found._asdict(), **({"whole": figure(self.whole)} if whole else {})}


def node_summary(tree: StrategyTree, history: HistoryLike | None = None) -> NodeSummary:
    """Find the node of a strategy tree that a history leads to.

    Args:
        tree: The tree.
        history: The rows from the start of the game, or their text; None for the root of the tree.

    Returns:
        The node, with its figures.

    Raises:
        StrategyError: If the history leaves the tree, or wins.
        NotationError: If the text cannot be read.

    Example:
        >>> import pegwise
        >>> found = pegwise.node_summary(pegwise.build_tree("4x6", strategy="knuth"), "1122:B")
        >>> str(found.here.first_guess), found.here.root.count, found.to_dict()["figure"]["place"]
        ('1344', 256, '256F')
    """
    rows = tree.position.history if history is None else parse_history(history, tree.rules)
    node = node_after(tree, rows)
    if node is tree.root:
        return NodeSummary(tree, tree)
    return NodeSummary(tree, StrategyTree(Position(tree.rules, rows), tree.strategy, node, tree.options))
