"""Estimates what work costs, before it is begun."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pegwise.candidates import is_enumerable, listing_bytes, listing_seconds
from pegwise.engine.code_space import all_codes
from pegwise.engine.enumerated.game_tables import is_served, share_told_apart
from pegwise.engine.enumerated.guess_scores import is_measured, scores_of
from pegwise.engine.feedback import class_sizes
from pegwise.engine.score_kinds import WORST
from pegwise.errors import MethodError, StrategyError
from pegwise.limit import LimitReached, limited, share_of_limit
from pegwise.notation import parse_rules
from pegwise.position import parse_position
from pegwise.strategies.heuristic import Heuristic
from pegwise.strategies.registry import make

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.limit import Limit
    from pegwise.notation import RulesLike
    from pegwise.position import PositionLike
    from pegwise.rules import Rules
    from pegwise.strategies.base import Strategy

_PROBE = 1 << 17
"""Pairs compared to find out how fast numpy is on these rules."""
_PLANE_PROBE = 1 << 23
"""Pairs compared to find out how fast the kernels are."""
_TICK = 1e-4
"""Seconds that the clock of a browser moves on at a time: what is quicker takes none."""
_NOMINAL = 2e10
"""Pairs per second of kernels, if they cannot be measured."""
_NUMPY = 1.5e8
"""Pairs per second of numpy, if it cannot be measured."""
_TREE_SHARE = 0.25
"""How fast a whole tree with 5 pegs goes through its pairs, compared with a single large position."""
_TREE_SETUP = 0.003
"""Seconds that a whole tree takes however small it is."""
_TREE_CODE = 1.2e-7
"""Seconds that a whole tree takes besides, for each candidate and color: more colors make deeper trees."""
_LARGE_PAIRS = 0.1
"""The pairs of large positions, as a part of all pairs, where small positions have next to none."""
_UNITS = (("year", 365 * 86400), ("day", 86400), ("hour", 3600), ("minute", 60))
_AGES = 1000
"""Years from which on nobody counts them."""


@dataclass(frozen=True)
class Cost:
    """An estimate of the work that a call takes.

    Attributes:
        pairs: The number of pairs of codes to compare.
        bytes: The most bytes of memory.
        speed: The pairs compared per second, on one thread.
        setup: The seconds that the work takes besides.

    Example:
        >>> import pegwise
        >>> cost = pegwise.estimate("4x6 1122:B", strategy="knuth")
        >>> cost.pairs, cost.within(pegwise.Limit(pairs=1000)), cost.to_dict()["pairs"]
        (9984, False, 9984)
    """

    pairs: int
    bytes: int
    speed: float
    setup: float = 0.0

    @property
    def seconds(self) -> float:
        """The time that the work takes, on one thread."""
        return self.setup + self.pairs / self.speed

    def within(self, limit: Limit) -> bool:
        """Tell whether the work stays within a limit.

        It must stay within half of the seconds, because not all work is comparing pairs.

        Args:
            limit: The limit.

        Returns:
            True if time, pairs and memory stay within it.
        """
        return (
            (limit.seconds is None or self.seconds <= limit.seconds / 2)
            and (limit.pairs is None or self.pairs <= limit.pairs)
            and (limit.memory is None or self.bytes <= limit.memory)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the estimate as plain values.

        Returns:
            The pairs, the bytes and the seconds.
        """
        return {"pairs": self.pairs, "bytes": self.bytes, "seconds": round(self.seconds, 3)}

    def __str__(self) -> str:
        return f"{_duration(self.seconds)} and {self.bytes / 2**20:.0f} MiB of memory"


def _duration(seconds: float) -> str:
    """Say how long something takes, in the largest unit of which there are two."""
    if seconds < 1:
        return "less than a second"
    unit, size = next(((unit, size) for unit, size in _UNITS if seconds >= 2 * size), ("second", 1))
    number = round(seconds / size)
    if unit == "year" and number > _AGES:
        return f"more than {_AGES} years"
    return f"about {number} {unit}{'s' * (number != 1)}"


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


def estimate(position: PositionLike, *, strategy: Strategy | str, pairs: int | None = None) -> Cost:
    """Estimate what it takes to choose a guess; the speed is measured in a few milliseconds.

    Args:
        position: The position, rules, or their text.
        strategy: The strategy, or its name.
        pairs: The number of pairs of codes to compare; None to find it by listing the guesses to try.

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
    if not isinstance(strategy, Heuristic):
        raise StrategyError(f"{strategy.name} weighs no guesses: there is nothing to estimate")
    rules = position.rules
    _check_enumerable(rules, f"{strategy.name}, which looks at every code")
    pairs = strategy.pairs(position) if pairs is None else pairs
    # All codes, their places, the guesses that are tried (a copy of some codes) and a working block.
    size = rules.size * (2 * rules.pegs + 8) + (1 << 26)
    if strategy.compiled is None or rules.size == 1 or not is_measured(rules):
        return Cost(pairs, size, _speed(rules))
    rows = rules.colors * rules.pegs * 2
    size += rules.size * (4 * rules.pegs + rows // 8)
    return Cost(pairs, size, _speed(rules, kernels=True))


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
    if not compiled or rules.size == 1 or not is_served(rules):
        # Every level but the first looks at about every code for every candidate; strategies that weigh
        # nothing look at the candidates only.
        wide = rules.size if isinstance(strategy, Heuristic) else rules.pegs * 100
        size = rules.size * (2 * rules.pegs + 8) + 10 * nodes
        return Cost(3 * wide * count * worth, size, _speed(rules))
    # Counted on the trees of seven games (docs/performance.md): 1.3 to 2.1 times all pairs.
    told_apart = share_told_apart(rules)
    passes = (1.5 if rules.repeats else 2.0) * told_apart + (_LARGE_PAIRS if told_apart < 1 else 0.0)
    pairs = int(passes * rules.size * count) * worth
    setup = _TREE_SETUP + (1 if rules.whites else 2) * _TREE_CODE * rules.colors * count
    rows = rules.colors * rules.pegs * 2
    pools = rows * rules.colors // (4 * (rules.pegs + 2))  # planes for each number of colors
    size = rules.size * (60 + rows // 8 * 2 + pools) + 2 * nodes + (1 << 26)
    # Small positions suffer less from many classes than large ones, whose sums leave the registers.
    share = _TREE_SHARE * ((rules.pegs + 1) * (rules.pegs + 2) / 42) ** 0.5
    # Without white hits, large positions are faster, but most of a tree's time goes into small ones.
    return Cost(pairs, size, _speed(replace(rules, whites=True), kernels=True) * share, setup)


def _speed(rules: Rules, *, kernels: bool = False) -> float:
    """Return a speed that is measured, or a nominal one if a limit in force leaves no time for that."""
    try:
        with share_of_limit(0.25):
            return speed(rules, kernels)
    except LimitReached:
        return _NOMINAL if kernels else _NUMPY


def _check_enumerable(rules: Rules, what: str) -> None:
    if not is_enumerable(rules):
        raise MethodError(f"{rules} has too many codes for {what}")


@lru_cache(maxsize=16)
def speed(rules: Rules, kernels: bool = False) -> float:
    """Measure how many pairs of codes this computer compares per second, in numpy or by kernels.

    It is the best of three short runs.
    """
    some = all_codes(rules)[:, :: max(1, rules.size // (4096 if kernels else 1024))]
    guesses = some[:, : max(1, (_PLANE_PROBE if kernels else _PROBE) // some.shape[1])]
    pairs = guesses.shape[1] * some.shape[1]
    if kernels:
        return _measured(lambda: scores_of(WORST, guesses, some, rules), pairs)
    return _measured(lambda: class_sizes(guesses, some, rules), pairs)


def _measured(work: Callable[[], object], pairs: int) -> float:
    best = float("inf")
    with limited(None):  # the probe is not part of anyone's work
        for _ in range(3):
            started = time.perf_counter()
            work()
            best = min(best, time.perf_counter() - started)
    return pairs / (best or _TICK)
