"""The same choice made of whole trees of strategies, for games that the kernels do not serve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.deep.rollout import Effort, Tried
from pegwise.engine.code_space import guess_index, zero_based
from pegwise.limit import spend
from pegwise.strategies import make
from pegwise.trees.build import build_tree

if TYPE_CHECKING:
    from pegwise.position import Position
    from pegwise.rules import Code

__all__ = ["HEURISTICS", "tried_plainly"]

HEURISTICS = ("entropy", "most-parts", "expected-size", "minimax-parts", "knuth")
"""All one-step heuristics, in the order of ``choice.KINDS``."""


_PAIRS = 1 << 22
"""The largest number of candidates times codes for which more than the guess of entropy is tried."""


def tried_plainly(position: Position, effort: Effort, found: list[Tried] | None = None) -> list[Tried]:
    """The guesses that are tried, the best first: the guess of each heuristic, followed by that heuristic.

    Whoever is interrupted has what was tried so far in ``found``.
    """
    found = [] if found is None else found
    count = position.listed().weight
    guesses: dict[Code, list[str]] = {make("entropy").choose(position): ["entropy"]}
    found.append(_tried(position, next(iter(guesses)), count * (count + 3) // 2))
    if count * position.rules.size > min(effort.pairs, _PAIRS):
        return found
    for name in HEURISTICS[1:]:
        guesses.setdefault(make(name).choose(position), []).append(name)
    for number, (guess, names) in enumerate(guesses.items()):
        found[number:] = [_tried(position, guess, count + _after(position, guess, names))]
        if found[-1].total == 2 * count - 1:
            break
    found.sort()
    return found


def _tried(position: Position, guess: Code, total: int) -> Tried:
    return Tried(total, guess not in position, guess_index(zero_based(guess), position.rules))


def _after(position: Position, guess: Code, names: list[str]) -> int:
    """The total of what follows a guess, each class being left to the strategy whose tree is the best."""
    total = 0
    for feedback, child in position.split(guess):
        spend(0)
        if feedback != position.rules.win:
            made = len(child.history)
            trees = [build_tree(child, strategy=name, threads=1) for name in names]
            total += min(tree.total - made * tree.root.count for tree in trees)
    return total
