"""Strategies side by side: over all secrets, or over a seeded sample of games."""

from __future__ import annotations

import random
import time
from collections import Counter as Tally
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.analysis.cost import estimate_tree
from pegwise.errors import LimitError
from pegwise.limit import limited
from pegwise.notation import parse_rules
from pegwise.play import play_out, random_secret
from pegwise.position import Position
from pegwise.progress import report
from pegwise.strategies import make
from pegwise.strategies.registry import accepted, find, names
from pegwise.trees import build_tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.evidence import Known
    from pegwise.limit import Limit
    from pegwise.rules import Rules
    from pegwise.strategies import Strategy

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True)
class Comparison:
    """How one strategy does. ``distribution``: how many secrets are won at guess 1, 2, 3, ...

    ``known`` is ``exact`` where every secret was played, ``sampled`` where ``games`` were, with ``seed``.
    ``seconds`` is the time it took, ``first_guess`` None where it differs from game to game.
    """

    strategy: str
    rules: Rules
    first_guess: str | None
    distribution: tuple[int, ...]
    known: Known
    seconds: float
    seed: int | None = None

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(self.distribution)

    @property
    def total(self) -> int:
        """All guesses, summed over the games."""
        return sum(depth * games for depth, games in enumerate(self.distribution, 1))

    @property
    def average(self) -> float:
        """Guesses a game."""
        return self.total / self.games

    @property
    def worst(self) -> int:
        """The most guesses a game took."""
        return len(self.distribution)

    @property
    def standard_error(self) -> float:
        """The standard error of the average: 0 where every secret was played."""
        if self.known == "exact" or self.games < 2:
            return 0.0
        squares = sum((depth - self.average) ** 2 * won for depth, won in enumerate(self.distribution, 1))
        return float((squares / (self.games - 1) / self.games) ** 0.5)

    def to_dict(self) -> dict[str, Any]:
        """Plain values: one element of what ``pegwise compare --json`` prints."""
        plain = {
            "strategy": self.strategy,
            "rules": str(self.rules),
            "first_guess": self.first_guess,
            "total": self.total,
            "average": self.average,
            "worst": self.worst,
            "distribution": list(self.distribution),
            "known": self.known,
        }
        if self.known == "sampled":
            plain |= {"games": self.games, "seed": self.seed, "standard_error": self.standard_error}
        return plain


def compare(
    strategies: Sequence[Strategy | str] = (),
    rules: Rules | str = "4x6",
    games: int | None = None,
    seed: int = 0,
    limit: Limit | None = None,
) -> list[Comparison]:
    """Each strategy's figures, in the order given; all registered strategies if none is.

    Without ``games`` every secret is played. With ``games`` so many random secrets are, drawn with ``seed``,
    and strategies that have a seed get a new one for each game; the secrets are the same for all strategies.
    Raises :class:`~pegwise.errors.LimitError` where every secret cannot be played, or takes more than
    ``limit`` for a strategy, and no number of games is given.

    >>> [(row.strategy, row.total) for row in compare(["knuth", "most-parts"], "3x4")]
    [('knuth', 216), ('most-parts', 208)]
    """
    game = parse_rules(rules)
    if games is not None and games < 1:
        raise LimitError(f"a sample needs at least one game, not {games}")
    chosen: list[Strategy | str] = list(strategies or names())
    for strategy in chosen:
        make(strategy)  # a name that is wrong is told before any work is done
    if games is None:
        return [_over_all_secrets(_seeded(strategy, seed), game, limit) for strategy in chosen]
    return [_over_games(strategy, game, games, seed) for strategy in chosen]


def _seeded(strategy: Strategy | str, seed: int) -> Strategy:
    if isinstance(strategy, str) and strategy in names() and "seed" in accepted(find(strategy)):
        return make(strategy, seed=seed)
    return make(strategy)


def _over_all_secrets(strategy: Strategy, rules: Rules, limit: Limit | None) -> Comparison:
    if limit is not None:
        cost = estimate_tree(strategy, Position(rules))
        if not cost.within(limit):
            raise LimitError(
                f"every secret against {strategy.name} would take {cost}; or play a number of games"
            )
    started = time.perf_counter()
    with limited(limit):
        tree = build_tree(strategy, rules)
    seconds = time.perf_counter() - started
    return Comparison(tree.strategy, rules, str(tree.first_guess), tree.distribution, "exact", seconds)


def _over_games(strategy: Strategy | str, rules: Rules, games: int, seed: int) -> Comparison:
    started = time.perf_counter()
    rng = random.Random(f"pegwise compare {seed}")
    won: Tally[int] = Tally()
    firsts = set()
    for game in range(games):
        player = _seeded(strategy, rng.getrandbits(48))
        played = play_out(player, random_secret(rules, rng.getrandbits(48)), rules)
        won[len(played.rows)] += 1
        firsts.add(str(played.rows[0].guess))
        report("games", game + 1, games)
    distribution = tuple(won[depth] for depth in range(1, max(won) + 1))
    first = firsts.pop() if len(firsts) == 1 else None
    return Comparison(
        make(strategy).name, rules, first, distribution, "sampled", time.perf_counter() - started, seed
    )
