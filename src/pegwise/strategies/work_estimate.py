"""Estimates what work costs, before it is begun."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pegwise.candidates import is_enumerable, listing_bytes, listing_seconds
from pegwise.engine.enumerated.game_tables import has_planes, has_tables, share_told_apart
from pegwise.engine.kernels.grow.interface import in_bags
from pegwise.engine.score_kinds import WORST
from pegwise.errors import MethodError, StrategyError
from pegwise.notation import RulesLike, parse_rules
from pegwise.position import PositionLike, parse_position
from pegwise.strategies.cost import Cost, speed
from pegwise.strategies.heuristic import Heuristic
from pegwise.strategies.registry import make

if TYPE_CHECKING:
    from pegwise.rules import Rules
    from pegwise.strategies.base import Strategy

_TREE_SHARE = 0.25
"""How fast a whole tree with 5 pegs goes through its pairs, compared with a single large position."""
_WORD_TREE_SHARE = 0.05
"""The same where codes are compared in words, one pair at a time."""
_TREE_SETUP = 0.003
"""Seconds that a whole tree takes however small it is."""
_TREE_CODE = 1.2e-7
"""Seconds that a whole tree takes besides, for each candidate and color: more colors make deeper trees."""
_LARGE_PAIRS = 0.1
"""The pairs of large positions, as a part of all pairs, where small positions have next to none."""


def estimate_position(rules: RulesLike, *, rows: int = 0) -> Cost:
    """Estimate what it takes to list all codes and to find those that are consistent with some rows.

    It takes nothing if there are too many codes to list: the candidates are then found by search.

    Args:
        rules: The rules, or their text.
        rows: The number of rows.

    Returns:
        The estimate.

    Raises:
        NotationError: If the text cannot be read.
        RulesError: If no game can have these rules.

    Example:
        >>> import pegwise
        >>> pegwise.estimate_position("4x6", rows=2).pairs, pegwise.estimate_position("30x30", rows=2).pairs
        (3888, 0)
    """
    rules = parse_rules(rules)
    if not is_enumerable(rules):
        return Cost(0, 0, 1.0)
    pairs = rules.size * (rows + 1)
    return Cost(pairs, listing_bytes(rules), pairs / listing_seconds(rules, rows))


def estimate(position: PositionLike, *, strategy: Strategy | str) -> Cost:
    """Estimate what it takes to choose a guess; the speed is measured in a few milliseconds.

    Args:
        position: The position, rules, or their text.
        strategy: The strategy, or its name.

    Returns:
        The estimate.

    Raises:
        MethodError: If the rules are too large for the strategy.
        StrategyError: If there is no such strategy, or it does not compare guesses.
        NotationError: If a text cannot be read.

    Example:
        >>> import pegwise
        >>> pegwise.estimate("4x6 1122:B", strategy="knuth").pairs
        9984
    """
    position, strategy = parse_position(position), make(strategy)
    found = strategy.cost_of(position)
    if found is None:
        if isinstance(strategy, Heuristic):
            _check_enumerable(position.rules, f"{strategy.name}, which looks at every code")
        raise StrategyError(f"{strategy.name} weighs no guesses: there is nothing to estimate")
    return found


def estimate_tree(position: PositionLike = "4x6", *, strategy: Strategy | str) -> Cost:
    """Estimate what it takes to build the whole tree of a strategy.

    The estimate is right within a factor of about two (docs/performance.md).

    Args:
        position: The position that the tree starts from; rules are the start of the game.
        strategy: The strategy, or its name.

    Returns:
        The estimate.

    Raises:
        MethodError: If there are too many codes to list.
        StrategyError: If there is no such strategy.
        NotationError: If a text cannot be read.

    Example:
        >>> import pegwise
        >>> pegwise.estimate_tree("4x6", strategy="knuth").pairs < 10**7
        True
    """
    start, strategy = parse_position(position), make(strategy)
    rules = start.rules
    _check_enumerable(rules, "a tree, which holds every code")
    count = start.count().value
    nodes = 2 * count * 40
    # A strategy that builds the trees of heuristics says how many of theirs its own tree is worth.
    worth: int = getattr(strategy, "trees_worth", 1)
    compiled = worth > 1 or (isinstance(strategy, Heuristic) and strategy.compiled is not None)
    if not compiled or rules.size == 1 or not has_tables(rules):
        # Every level but the first looks at about every code for every candidate; strategies that weigh
        # nothing look at the candidates only.
        wide = rules.size if isinstance(strategy, Heuristic) else rules.pegs * 100
        size = rules.size * (2 * rules.pegs + 8) + 10 * nodes
        return Cost(3 * wide * count * worth, size, speed(rules, None))
    if not has_planes(rules):
        size = rules.size * (40 + 2 * rules.pegs) + 2 * nodes + (1 << 26)
        pairs = 3 * rules.size * count // 2 * worth
        return Cost(pairs, size, speed(rules, WORST) * _WORD_TREE_SHARE, _TREE_SETUP)
    # Counted on trees: 1.3 to 2.1 times all pairs; 0.5 to 1.5 times where colors bound scores.
    told_apart = share_told_apart(rules)
    bounded = in_bags(rules.pegs, not rules.whites)
    often = (0.9 if bounded else 1.5) if rules.repeats else (1.4 if bounded else 2.0)
    passes = often * told_apart + (_LARGE_PAIRS if told_apart < 1 else 0.0)
    pairs = int(passes * rules.size * count) * worth
    setup = _TREE_SETUP + (1 if rules.whites else 2) * _TREE_CODE * rules.colors * count
    rows = rules.colors * rules.pegs * 2
    pools = rows * rules.colors // (4 * (rules.pegs + 2))  # planes for each number of colors
    size = rules.size * (60 + rows // 8 * 2 + pools) + 2 * nodes + (1 << 26)
    # Small positions suffer less from many classes than large ones, whose sums leave the registers.
    share = _TREE_SHARE * ((rules.pegs + 1) * (rules.pegs + 2) / 42) ** 0.5
    # Without white hits, large positions are faster, but most of a tree's time goes into small ones.
    return Cost(pairs, size, speed(replace(rules, whites=True), WORST) * share, setup)


def _check_enumerable(rules: Rules, what: str) -> None:
    if not is_enumerable(rules):
        raise MethodError(f"{rules} has too many codes for {what}")
