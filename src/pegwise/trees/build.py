"""Play a strategy against every secret at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.candidates import is_enumerable
from pegwise.errors import LimitError, StrategyError
from pegwise.notation import history_name
from pegwise.position import Position
from pegwise.progress import report
from pegwise.strategies import make
from pegwise.trees.tree import Node, StrategyTree

if TYPE_CHECKING:
    from pegwise.rules import Code, Feedback, Rules
    from pegwise.strategies import Strategy

__all__ = ["build_tree"]


def build_tree(
    strategy: Strategy | str, rules: Rules | str | Position = "4x6", **options: Any
) -> StrategyTree:
    """The whole tree of ``strategy`` from the start of the game, or from a position.

    ``options`` are those of the strategy. Raises :class:`~pegwise.errors.LimitError` where the codes are
    too many to enumerate, :class:`~pegwise.errors.StrategyError` if a guess can never lead further.

    >>> build_tree("most-parts", "3x4").total
    208
    """
    chosen = make(strategy, **options)
    start = rules if isinstance(rules, Position) else Position(rules)
    if not is_enumerable(start.rules):
        raise LimitError(f"{start.rules} has {start.rules.size} codes: too many for a whole tree")
    start.check_possible()
    return StrategyTree(start, chosen.name, _grow(chosen, start), chosen.options())


def _grow(strategy: Strategy, start: Position) -> Node:
    total, settled = len(start), 0
    top: dict[Feedback, Node] = {}
    pending: list[tuple[Position, dict[Feedback, Node], Feedback]] = [(start, top, start.rules.win)]
    while pending:
        position, siblings, feedback = pending.pop()
        guess = strategy.choose(position)
        node = siblings[feedback] = Node(guess, len(position))
        classes = position.split(guess)
        _check_progress(strategy, position, guess, classes)
        for answer, child in reversed(classes):
            if answer == start.rules.win:
                settled += 1
            else:
                pending.append((child, node.answers, answer))
        report("secrets", settled, total)
    return top[start.rules.win]


def _check_progress(
    strategy: Strategy, position: Position, guess: Code, classes: list[tuple[Feedback, Position]]
) -> None:
    """A guess that tells nothing would be made for ever, unless chance or the history change it."""
    repeated = any(row.guess == guess for row in position.history)
    if len(classes) == 1 and classes[0][0] != position.rules.win and repeated:
        raise StrategyError(
            f"{strategy.name} repeats the guess {guess}, which tells nothing, after "
            f"{history_name(position.history)}"
        )
