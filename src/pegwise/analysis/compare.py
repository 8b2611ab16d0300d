"""Compares strategies over all secrets or, if there are too many, over a seeded sample of games."""

from __future__ import annotations

import csv
import io
import time
from collections import Counter as Tally
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.analysis.comparison import HEADINGS, RIGHT, Comparison, cells, known_text
from pegwise.analysis.sampled_games import Players, sample
from pegwise.candidates import is_enumerable
from pegwise.drawable import Drawable
from pegwise.errors import LimitError, MethodError
from pegwise.limit import LimitReached, limited, share_of_limit, spend
from pegwise.notation import parse_rules
from pegwise.position import Position
from pegwise.progress import report
from pegwise.strategies import Heuristic, make
from pegwise.strategies.registry import Strategies, find, names, several
from pegwise.strategies.work_estimate import estimate_tree
from pegwise.trees.build import build_tree

if TYPE_CHECKING:
    from pegwise import Code, CodeLike, Limit, Rules, RulesLike
    from pegwise.executors.crew import Executes


SAMPLE = 100
"""Games played if no number is given and there are too many secrets to play all."""


class Comparisons(tuple[Comparison, ...], Drawable):
    """The result of :func:`compare`: a tuple with a :class:`Comparison` for each strategy.

    It prints as a table.

    Example:
        >>> import pegwise
        >>> found = pegwise.compare("3x4", strategies=["knuth"])
        >>> print(found.markdown())
        | strategy | first | total | average | worst | won at guess 1, 2, 3, ... | known |
        | --- | --- | ---: | ---: | ---: | --- | --- |
        | knuth | 123 | 216 | 3.3750 | 4 | 1, 3, 31, 29 | exact |
        >>> found.csv().splitlines()[1].split(",")[:4]
        ['3x4', 'knuth', '123', '64']
        >>> [plain["total"] for plain in found.to_dict()]
        [216]
    """

    __slots__ = ()
    __repr__ = Drawable.__repr__

    def to_dict(self) -> list[dict[str, Any]]:
        """Return the comparisons as plain values.

        Returns:
            The list that ``pegwise compare --json`` prints, with :meth:`Comparison.to_dict` of each strategy.
        """
        return [comparison.to_dict() for comparison in self]

    def markdown(self) -> str:
        """Write the comparisons as a Markdown table.

        Returns:
            The table, without a line end.
        """
        lines = [
            [*HEADINGS, "known"],
            ["---:" if place in RIGHT else "---" for place in range(len(HEADINGS) + 1)],
            *([*cells(row, ", "), known_text(row)] for row in self),
        ]
        written = ([cell.replace("|", r"\|") for cell in line] for line in lines)
        return "\n".join(f"| {' | '.join(line)} |" for line in written)

    def csv(self) -> str:
        """Write the comparisons as comma-separated values.

        Returns:
            A line of headings, and a line for each strategy with all digits.
        """
        deepest = max((row.worst for row in self), default=0)
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        names = "rules strategy first_guess games total average standard_error worst known seed"
        headings = names.replace("first_guess", "first").split()
        writer.writerow([*headings, *(f"won_{guess}" for guess in range(1, deepest + 1))])
        for row in self:
            figures = (getattr(row, name) for name in names.split())
            writer.writerow([*figures, *row.distribution, *[0] * (deepest - row.worst)])
        return text.getvalue()


def compare(
    rules: RulesLike = "4x6",
    *,
    strategies: Strategies = (),
    games: int | None = None,
    seed: int = 0,
    limit: Limit | None = None,
    first: CodeLike | None = None,
    executor: Executes = None,
) -> Comparisons:
    """Compare strategies by the guesses that they take.

    Every secret is played, and the figures are exact, unless the codes are too many to list or it is
    estimated that a strategy takes more than the limit. In these cases, or if ``games`` is given, random
    secrets are played: the figures are ``sampled`` and have a standard error. The secrets are the same for
    all strategies. Strategies with a seed get a new one for each game. A strategy that ends no game within
    the limit has 0 games; if no strategies are named, it is left out unless there is no other.

    Args:
        rules: The rules, or their text.
        strategies: The strategies, or their names, in the order of the result. By default all registered ones
            that play these rules without long searches.
        games: The number of random secrets to play; None for all secrets, or for 100 if they are too many.
        seed: The random seed: the same seed gives the same result.
        limit: The most work allowed for each strategy; None for any amount.
        first: The first guess to make; None for that of each strategy.
        executor: Where the games are played: an executor of ``concurrent.futures``, a
            ``dask.distributed.Client``, or None for this process. It changes no figure.

    Returns:
        The figures of each strategy.

    Raises:
        LimitError: If the number of games is below 1.
        MethodError: If a strategy that is named cannot play the rules.
        StrategyError: If there is no such strategy, or its first guess cannot be set.
        NotationError: If a text cannot be read.
        ExecutorError: If the executor cannot do the work.

    Example:
        >>> import pegwise
        >>> [(row.strategy, row.total) for row in pegwise.compare("3x4", strategies=["knuth", "most-parts"])]
        [('knuth', 216), ('most-parts', 208)]
        >>> (row,) = pegwise.compare("9x9-distinct", strategies=["first-consistent"], games=5, seed=1)
        >>> row.known, row.games, row.standard_error > 0
        ('sampled', 5, True)
    """
    game = parse_rules(rules)
    if games is not None and games < 1:
        raise LimitError(f"a sample needs at least one game, not {games}")
    opening = None if first is None else game.code(first)
    asked = several(strategies)
    chosen = asked or [name for name in names() if is_usual(name, game)]
    for strategy in chosen:
        make(strategy)  # a name that is wrong is told before any work is done
    rows = []
    for strategy in chosen:
        try:
            players = Players.of(strategy, game, opening)
            rows.append(_Contest(players, seed, limit, executor).compared(games))
        except MethodError:
            if asked:
                raise
    played = [row for row in rows if row.games]
    return Comparisons(rows if asked or not played else played)


def is_usual(name: str, rules: Rules) -> bool:
    """Tell whether a strategy is compared if none is named: it plays these rules, without long searches."""
    found = find(name)
    if is_enumerable(rules):
        return not (found.searches or found.samples)
    return not (found.searches or issubclass(found, Heuristic))


@dataclass(frozen=True)
class _Contest:
    """One strategy against the secrets of some rules."""

    players: Players
    seed: int
    limit: Limit | None
    executor: Executes

    @property
    def rules(self) -> Rules:
        return self.players.rules

    def compared(self, games: int | None) -> Comparison:
        with limited(self.limit):
            if games is not None or not is_enumerable(self.rules):
                return self._over_games(games or SAMPLE)
            if self.limit is None:
                return self._over_all_secrets()
            player = self.players.player(self.seed)
            # An estimate may be wrong: half of the time is left for a sample.
            with suppress(LimitReached), share_of_limit(0.5):
                if estimate_tree(Position(self.rules), strategy=player).within(self.limit):
                    return self._over_all_secrets()
            return self._over_games(SAMPLE)

    def _over_all_secrets(self) -> Comparison:
        started = time.perf_counter()
        tree = build_tree(self.rules, strategy=self.players.player(self.seed), executor=self.executor)
        seconds = time.perf_counter() - started
        return Comparison(tree.strategy, self.rules, tree.first_guess, tree.distribution, "exact", seconds)

    def _over_games(self, games: int) -> Comparison:
        started = time.perf_counter()
        won: Tally[int] = Tally()
        firsts: set[Code] = set()
        with suppress(LimitReached):
            for length, first in sample(self.players, games, self.seed, self.executor):
                won[length] += 1
                firsts.add(first)
                report("games", won.total(), games)
                spend(0)
        distribution = tuple(won[depth] for depth in range(1, max(won, default=0) + 1))
        only = firsts.pop() if len(firsts) == 1 else None
        seconds = time.perf_counter() - started
        return Comparison(
            self.players.name, self.rules, only, distribution, "sampled", seconds, self.seed, games
        )
