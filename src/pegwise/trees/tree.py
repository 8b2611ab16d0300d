"""A strategy written out: a guess, and a subtree for each answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Drawable
from pegwise.errors import CodeError, StrategyError
from pegwise.notation import parse_history
from pegwise.rules import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise.codes import CodeLike, HistoryLike
    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.position import Position
    from pegwise.rules import Code, Feedback, Rules

    Children = dict[Feedback, "Node"]

__all__ = ["Node", "StrategyTree"]


class Node:
    """``count`` candidates, the ``guess`` made, and the ``children``: a node for each feedback but the win.

    ``children`` may be given as a function that makes them: it is called when they are first looked at, so
    that a tree of millions of nodes costs only those that are visited.
    """

    __slots__ = ("_children", "count", "guess")

    def __init__(
        self, guess: Code, count: int, children: Children | Callable[[], Children] | None = None
    ) -> None:
        self.guess, self.count = guess, count
        self._children: Children | Callable[[], Children] = {} if children is None else children

    @property
    def children(self) -> Children:
        """The nodes by feedback, in the order of Knuth's figure."""
        if not isinstance(self._children, dict):
            self._children = self._children()
        return self._children

    @property
    def wins(self) -> bool:
        """Whether the guess may be the secret."""
        return self.count > sum(child.count for child in self.children.values())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return (self.guess, self.count, self.children) == (other.guess, other.count, other.children)

    def __hash__(self) -> int:
        return hash((self.guess, self.count))

    def __repr__(self) -> str:
        return f"Node({self.guess}, {self.count} candidates, {len(self.children)} children)"


@dataclass(frozen=True)
class StrategyTree(Drawable):
    """The whole tree of a strategy from ``position`` on, usually the start of the game.

    Its figures count guesses from the first one of the whole game, the rows of ``position`` included.

    >>> import pegwise
    >>> tree = pegwise.build_tree("3x4", strategy="knuth")
    >>> tree.total, tree.worst, tree.distribution
    (216, 4, (1, 3, 31, 29))
    """

    position: Position
    strategy: str
    root: Node
    options: dict[str, Any] = field(default_factory=dict)
    """The strategy's options that differ from their defaults."""
    arrays: TreeArrays | None = field(default=None, compare=False, repr=False)
    """The same tree as flat arrays, where it was grown as such."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.position.rules

    @property
    def first_guess(self) -> Code:
        """The guess at the root."""
        return self.root.guess

    @cached_property
    def distribution(self) -> tuple[int, ...]:
        """How many secrets are won at guess 1, 2, 3, ..."""
        if self.arrays is not None:
            return (*(0 for _ in self.position.history), *self.arrays.distribution)
        won: dict[int, int] = {}
        for depth, node in self.walk():
            if node.wins:
                won[depth] = won.get(depth, 0) + 1
        return tuple(won.get(depth, 0) for depth in range(1, max(won, default=0) + 1))

    @property
    def total(self) -> int:
        """All guesses, summed over the secrets."""
        return sum(depth * secrets for depth, secrets in enumerate(self.distribution, 1))

    @property
    def average(self) -> float:
        """Guesses a secret."""
        return self.total / self.root.count

    @property
    def worst(self) -> int:
        """The most guesses any secret takes."""
        return len(self.distribution)

    def walk(self) -> Iterator[tuple[int, Node]]:
        """Every node with the number of its guess, parents before children, answers in Knuth's order."""
        stack = [(len(self.position.history) + 1, self.root)]
        while stack:
            depth, node = stack.pop()
            yield depth, node
            stack.extend((depth + 1, child) for child in reversed(node.children.values()))

    def guess(self, history: HistoryLike = ()) -> Code:
        """Return the tree's guess after ``history``.

        Raises :class:`~pegwise.errors.StrategyError` where the game has left the tree.
        """
        history = parse_history(history, self.rules)
        start = len(self.position.history)
        node = self.root
        if history[:start] != self.position.history:
            raise StrategyError("the tree starts from another position")
        for guess, feedback in history[start:]:
            if guess != node.guess or feedback not in node.children:
                raise StrategyError(f"the tree has no answer after {guess}:{feedback}")
            node = node.children[feedback]
        return node.guess

    def solve(self, secret: CodeLike) -> tuple[Row, ...]:
        """Return the rows the tree needs for ``secret``, those of its position first.

        Raises :class:`~pegwise.errors.CodeError` for a secret the tree's position rules out.
        """
        rules = self.rules
        code = rules.code(secret)
        if code not in self.position:
            raise CodeError(f"secret {code} does not fit the position the tree starts from")
        rows, node = list(self.position.history), self.root
        while True:
            rows.append(Row(node.guess, rules.feedback(code, node.guess)))
            if rows[-1].feedback == rules.win:
                return tuple(rows)
            node = node.children[rows[-1].feedback]

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain values: what ``pegwise tree --json`` prints."""
        return {
            "strategy": self.strategy,
            "rules": str(self.rules),
            "first_guess": str(self.first_guess),
            "total": self.total,
            "average": self.average,
            "worst": self.worst,
            "distribution": list(self.distribution),
            "known": "exact",
        }
