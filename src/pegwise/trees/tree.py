"""Strategy trees: a strategy written out as a guess, with a subtree for each feedback."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.drawable import Drawable, plain_values
from pegwise.engine.code_space import all_guesses, guess_index, to_code, zero_based
from pegwise.engine.tree_arrays import TreeArrays, arrays_from
from pegwise.errors import CodeError, StrategyError
from pegwise.feedback_dict import ByFeedback
from pegwise.notation import parse_history
from pegwise.rules import Code, Feedback, Row, Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise.codes import CodeLike, HistoryLike
    from pegwise.position import Position

    Children = dict[Feedback, "Node"]


class Node:
    """A node of a strategy tree: the candidates there, the guess, and a node for each feedback but the win.

    Args:
        guess: The guess.
        count: The number of candidates before the guess.
        children: The node after each feedback that occurs, except the win; None if there is none. A function
            that makes these nodes is called when they are first looked at, so that a tree of millions of
            nodes takes memory only for those that are visited.

    Attributes:
        guess (Code): The guess.
        count (int): The number of candidates before the guess.

    Example:
        >>> import pegwise
        >>> root = pegwise.build_tree("3x4", strategy="knuth").root
        >>> str(root.guess), root.count, root.wins
        ('123', 64, True)
        >>> root.children["BB"].count, root.children["BB"].to_dict()["guess"]
        (9, '114')
    """

    __slots__ = ("_children", "count", "guess")

    def __init__(
        self, guess: Code, count: int, children: Children | Callable[[], Children] | None = None
    ) -> None:
        self.guess, self.count = guess, count
        self._children: Children | Callable[[], Children] = {} if children is None else children

    @property
    def children(self) -> ByFeedback[Node]:
        """The node after each feedback that occurs, except the win, in the order of Knuth's Figure 1.

        The feedback may be given as text, such as ``BW``.
        """
        found = self._children
        if not isinstance(found, ByFeedback):
            found = self._children = ByFeedback(found() if callable(found) else found)
        return found

    @property
    def wins(self) -> bool:
        """True if the guess is a candidate."""
        return self.won > 0

    @property
    def won(self) -> int:
        """The weight of the secret that the guess is; 0 if the guess is no candidate."""
        return self.count - sum(child.count for child in self.children.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the node and all nodes below it as plain values.

        Returns:
            ``guess``, ``candidates`` and, if there are any, the ``children`` by the text of their feedback,
            as :func:`to_json` writes them, with codes in numbers.
        """
        whole: dict[str, Any] = {}
        stack = [(self, whole)]
        while stack:
            node, plain = stack.pop()
            plain |= {"guess": node.guess.numbers, "candidates": node.count}
            if node.children:
                below: dict[str, dict[str, Any]] = {str(told): {} for told in node.children}
                plain["children"] = below
                stack.extend(zip(node.children.values(), below.values(), strict=True))
        return whole

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        pairs = [(self, other)]
        while pairs:  # not one call a level: a tree may be deeper than Python's calls
            one, two = pairs.pop()
            below, beside = one.children, two.children
            if (one.guess, one.count, below.keys()) != (two.guess, two.count, beside.keys()):
                return False
            pairs += [(child, beside[told]) for told, child in below.items()]
        return True

    def __hash__(self) -> int:
        return hash((self.guess, self.count))

    def __repr__(self) -> str:
        return f"Node({self.guess}, {self.count} candidates, {len(self.children)} children)"


@dataclass(frozen=True)
class StrategyTree(Drawable):
    """The whole tree of a strategy from a position on, usually from the start of the game.

    Its figures count guesses from the first one of the game; they include the rows of the position.

    Attributes:
        position: The position that the tree starts from.
        strategy: The name of the strategy.
        root: The node of the position.
        options: The options of the strategy that differ from their defaults.
        arrays: The same tree as flat arrays, if it was made as such; otherwise None.

    Example:
        >>> import pegwise
        >>> tree = pegwise.build_tree("3x4", strategy="knuth")
        >>> tree.total, tree.worst, tree.distribution, tree.to_dict()["average"]
        (216, 4, (1, 3, 31, 29), 3.375)
    """

    position: Position
    strategy: str
    root: Node
    options: dict[str, Any] = field(default_factory=dict)
    arrays: TreeArrays | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((self.position, self.strategy, self.root))

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
        """The number of secrets that are found at guess 1, 2, 3, ...; their weights, if they have any."""
        if self.arrays is not None:
            return (*(0 for _ in self.position.history), *self.arrays.distribution)
        won: dict[int, int] = {}
        for depth, node in self.walk():
            won[depth] = won.get(depth, 0) + node.won
        last = max((depth for depth, secrets in won.items() if secrets), default=0)
        return tuple(won.get(depth, 0) for depth in range(1, last + 1))

    @property
    def total(self) -> int:
        """The guesses, summed over all secrets."""
        return sum(depth * secrets for depth, secrets in enumerate(self.distribution, 1))

    @property
    def average(self) -> float:
        """The guesses that a secret takes on average."""
        return self.total / self.root.count

    @property
    def worst(self) -> int:
        """The most guesses that a secret takes."""
        return len(self.distribution)

    def walk(self) -> Iterator[tuple[int, Node]]:
        """Iterate over all nodes: parents before children, and the feedback in the order of Knuth's Figure 1.

        Yields:
            The number of the guess, counted from 1 at the start of the game, and the node.

        Example:
            >>> import pegwise
            >>> tree = pegwise.build_tree("1x3", strategy="knuth")
            >>> [(depth, str(node.guess)) for depth, node in tree.walk()]
            [(1, '1'), (2, '2'), (3, '3')]
        """
        stack = [(len(self.position.history) + 1, self.root)]
        while stack:
            depth, node = stack.pop()
            yield depth, node
            stack.extend((depth + 1, child) for child in reversed(node.children.values()))

    def guess(self, history: HistoryLike = ()) -> Code:
        """Return the guess of the tree after a history.

        Args:
            history: The rows from the start of the game, or their text.

        Returns:
            The guess.

        Raises:
            StrategyError: If the history leaves the tree.

        Example:
            >>> import pegwise
            >>> str(pegwise.build_tree("3x4", strategy="knuth").guess("123:B"))
            '144'
        """
        return node_after(self, parse_history(history, self.rules)).guess

    def solve(self, secret: CodeLike) -> tuple[Row, ...]:
        """Return the rows of the game in which the tree finds a secret.

        Args:
            secret: The secret.

        Returns:
            The rows, those of the tree's position first.

        Raises:
            CodeError: If the secret is outside the rules or is not a candidate of the tree's position.

        Example:
            >>> import pegwise
            >>> print(*pegwise.build_tree("3x4", strategy="knuth").solve("234"))
            123:WW 114:B 212:B 234:BBB
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
        """Return the figures as plain values.

        Returns:
            What ``pegwise tree --json`` prints.
        """
        return {
            "strategy": self.strategy,
            **self.rules.told(),
            **plain_values(self, "first_guess total average worst distribution known", known="exact"),
        }


def node_after(tree: StrategyTree, rows: tuple[Row, ...]) -> Node:
    """Return the node that the rows from the start of the game lead to."""
    start, node = len(tree.position.history), tree.root
    if rows[:start] != tree.position.history:
        raise StrategyError("the tree starts from another position")
    for guess, told in rows[start:]:
        if told == tree.rules.win and guess == node.guess:
            raise StrategyError(f"{guess} is the code: the tree ends there")
        if guess != node.guess or told not in node.children:
            raise StrategyError(f"the tree has no answer after {guess}:{told}")
        node = node.children[told]
    return node


def tree_of(
    arrays: TreeArrays, position: Position, strategy: str, options: dict[str, Any] | None = None
) -> StrategyTree:
    """Return the tree of flat arrays."""
    return StrategyTree(position, strategy, node_of(arrays, position.rules), options or {}, arrays)


def node_of(arrays: TreeArrays, rules: Rules) -> Node:
    """Return the root of the tree; the nodes below are made one level at a time."""
    return _Nodes(arrays, rules).node(0)


class _Nodes:
    def __init__(self, arrays: TreeArrays, rules: Rules) -> None:
        self.arrays, self.rules, self.codes = arrays, rules, all_guesses(rules)
        self.order = {feedback: place for place, feedback in enumerate(rules.feedbacks)}
        # Children of one node stand together once nodes are sorted by their parent.
        self.by_parent = np.argsort(arrays.parents, kind="stable")
        self.starts = np.searchsorted(
            arrays.parents[self.by_parent], np.arange(len(arrays) + 1, dtype=np.int64)
        )

    def __reduce__(self) -> tuple[type[_Nodes], tuple[TreeArrays, Rules]]:
        return _Nodes, (self.arrays, self.rules)  # what follows from these is not pickled

    def node(self, place: int) -> Node:
        guess = self.rules.spelled(to_code(self.codes[:, self.arrays.guesses[place]]))
        return Node(guess, int(self.arrays.counts[place]), partial(self.children, place))

    def children(self, place: int) -> dict[Feedback, Node]:
        children = self.by_parent[self.starts[place] : self.starts[place + 1]].tolist()
        told = [(self.rules.numbered(int(self.arrays.answers[child])), child) for child in children]
        told.sort(key=lambda answer: self.order[answer[0]])
        return {feedback: self.node(child) for feedback, child in told}


def arrays_of(tree: StrategyTree) -> TreeArrays:
    """Return a tree as flat arrays."""
    if tree.arrays is not None:
        return tree.arrays
    rules, nodes = tree.rules, list[tuple[int, int, int, int]]()
    waiting = [(-1, 0, tree.root)]
    while waiting:
        parent, answer, node = waiting.pop()
        below = [(rules.number(told), child) for told, child in node.children.items()]
        below.sort(key=lambda each: -each[0])
        waiting += [(len(nodes), number, child) for number, child in below]
        nodes.append((guess_index(zero_based(node.guess), rules), parent, answer, node.count))
    return arrays_from(np.array(nodes, np.int32).T)
