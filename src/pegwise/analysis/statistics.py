"""How a player does: outcomes and guesses over many games, and what strategies would have needed."""

from __future__ import annotations

import math
from collections import Counter as Tally
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.analysis.regret import appraise
from pegwise.drawable import Printable, plain, plain_values
from pegwise.limit import Limit, LimitReached, limited, share_of_limit, spend
from pegwise.play.codemakers import Adversary
from pegwise.play.game import play_out
from pegwise.play.game_line import parse_game
from pegwise.position import Position
from pegwise.progress import report
from pegwise.rules import Row
from pegwise.strategies import make
from pegwise.strategies.registry import Strategies, several

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pegwise import Code, Codemaker, GameLike, Record, Rules, Strategy

_PATIENCE = Limit(seconds=20.0)


@dataclass(frozen=True)
class Rival(Printable):
    """What a strategy needs for the secrets that a player found.

    Attributes:
        strategy: The name of the strategy.
        average: The guesses that the strategy needs on average.
        better: The number of games in which the player needed fewer guesses.
        equal: The number of games in which both needed as many.
        worse: The number of games in which the player needed more guesses.

    Example:
        >>> import pegwise
        >>> (found,) = pegwise.statistics("1122:B 1344:W 3526:BWW 3632", strategies="knuth")
        >>> found.rivals[0].to_dict()
        {'strategy': 'knuth', 'average': 5.0, 'better': 1, 'equal': 0, 'worse': 0}
    """

    strategy: str
    average: float
    better: int
    equal: int
    worse: int

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values.

        Returns:
            The attributes by name.
        """
        return dict(vars(self))


@dataclass(frozen=True)
class Statistics(Printable):
    r"""The figures of a player over finished games under the same rules, all or none against an adversary.

    Attributes:
        rules: The text of the rules.
        adversary: True if the games were against an adversary.
        distribution: The number of games that were won at guess 1, 2, 3, ...
        lost: The number of games that were lost.
        resigned: The number of games in which the player gave up.
        hints: The number of steps of hints, in all games together.
        rivals: What strategies need for the secrets of the games that were won.
        regret: The turns lost against best play, on average over the ``reviewed`` games; None if there are
            none.
        reviewed: The number of games in which the regret of every guess is exact.

    Example:
        >>> import pegwise
        >>> (found,) = pegwise.statistics("1122:B 1344:W 3526:BWW 3632\n1122:BW max-guesses=1")
        >>> found.won, found.lost, found.average, found.to_dict()["games"]
        (1, 1, 4.0, 2)
    """

    rules: str
    adversary: bool
    distribution: tuple[int, ...]
    lost: int
    resigned: int
    hints: int
    rivals: tuple[Rival, ...]
    regret: float | None = None
    reviewed: int = 0

    @property
    def won(self) -> int:
        """The number of games that were won."""
        return sum(self.distribution)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.lost + self.resigned

    @property
    def average(self) -> float | None:
        """The guesses of a game that was won, on average; None if none was."""
        total = sum(guesses * games for guesses, games in enumerate(self.distribution, 1))
        return total / self.won if self.won else None

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values.

        Returns:
            One element of what ``pegwise stats --json`` prints.
        """
        return plain_values(
            self,
            "rules adversary games won lost resigned hints average regret reviewed distribution strategies",
            regret=None if self.regret is None else round(self.regret, 6),
            strategies=plain(self.rivals),
        )


def statistics(
    records: Iterable[GameLike] | str, *, strategies: Strategies = (), limit: Limit | None = _PATIENCE
) -> list[Statistics]:
    """Work out the figures of a player over finished games.

    Half of the limit is for the strategies, which are compared over the games that they have played by then.
    The rest is for comparing the guesses of the games with best play.

    Args:
        records: The games, their records, or their lines of text; or one text with a game on each line.
            Unfinished games are left out.
        strategies: The strategies, or their names, that play the secrets of the games that were won.
        limit: The most work allowed, by default 20 seconds; None for any amount, which is hours for games
            such as 5x8.

    Returns:
        The figures for each kind of game, the most played first. Games are of one kind if they have the same
        rules and are all, or none, against an adversary.

    Raises:
        NotationError: If a text is not a game.
        StrategyError: If there is no such strategy.
        MethodError: If a strategy cannot play the rules of a game.

    Example:
        >>> import pegwise
        >>> games = ["1122:B 1344:W 3526:BWW 3632", "1122:BW max-guesses=1", "1123:W"]
        >>> (found,) = pegwise.statistics(games, strategies=["knuth"])
        >>> found.won, found.lost, found.average, found.rivals[0].average
        (1, 1, 4.0, 5.0)
    """
    kinds: dict[tuple[str, bool], list[Record]] = {}
    lines = records.splitlines() if isinstance(records, str) else records
    for record in map(parse_game, lines):
        if record.outcome != "unfinished":
            kind = str(record.rules), record.codemaker == "adversary"
            kinds.setdefault(kind, []).append(record)
    players = list(map(make, several(strategies)))
    ordered = sorted(kinds.items(), key=lambda kind: -len(kind[1]))
    played = [game for _, games in ordered for game in games]
    with limited(limit):
        with share_of_limit(0.5):
            rivals = [_rivals(games, players) for _, games in ordered]
        regrets = _regrets(played)
    found = []
    for ((name, adversary), games), beside in zip(ordered, rivals, strict=True):
        settled = [regrets[record] for record in games if record in regrets]
        won = Tally(record.guesses for record in games if record.won)
        figures = Statistics(
            name,
            adversary,
            tuple(won[guesses] for guesses in range(1, max(won, default=0) + 1)),
            sum(record.outcome == "lost" for record in games),
            sum(record.outcome == "resigned" for record in games),
            sum(record.hints for record in games),
            beside,
            math.fsum(settled) / len(settled) if settled else None,
            len(settled),
        )
        found.append(figures)
    return found


def _regrets(games: Sequence[Record]) -> dict[Record, float]:
    """Return the regret of those games in which every guess is settled, small games first."""
    regrets: dict[Record, float] = {}
    weighed: dict[tuple[Rules, tuple[Row, ...]], float | None] = {}
    order = sorted(range(len(games)), key=lambda place: games[place].rules.size)
    for done, place in enumerate(order, 1):
        game = games[place]
        with share_of_limit(1 / (len(order) - done + 1)):
            found = [_regret(game, number, weighed) for number in range(len(game.rows), 0, -1)]
        settled = [regret for regret in found if regret is not None]
        if len(settled) == len(found):
            regrets[game] = math.fsum(settled)
        report("games reviewed", done, len(order))
    return regrets


def _regret(
    game: Record, number: int, weighed: dict[tuple[Rules, tuple[Row, ...]], float | None]
) -> float | None:
    """Return the regret of a guess of a game, counted from 1; None if it is not settled."""
    before, guess = game.rows[: number - 1], game.rows[number - 1].guess
    key = game.rules, (*before, Row(guess, game.rules.win))
    if key not in weighed:
        with share_of_limit(1 / number):
            worth = appraise(Position(game.rules, before), guess)
        weighed[key] = worth.regret if worth.known == "exact" else None
    return weighed[key]


def _rivals(games: Sequence[Record], strategies: Sequence[Strategy]) -> tuple[Rival, ...]:
    known = [game for game in games if game.won and (game.secret or game.codemaker == "adversary")]
    return tuple(filter(None, (_rival(strategy, known) for strategy in strategies if known)))


def _rival(strategy: Strategy, games: Sequence[Record]) -> Rival | None:
    """Return what a strategy needs for the games that it plays within a limit; None for no game."""
    player = _Remembering(strategy)
    needed = []
    with suppress(LimitReached):
        for number, record in enumerate(games, 1):
            needed.append(player.guesses(record))
            report(f"games of {strategy.name}", number, len(games))
            spend(0)
    if not needed:
        return None
    mine = [record.guesses for record in games[: len(needed)]]
    pairs = list(zip(mine, needed, strict=True))
    return Rival(
        strategy.name,
        sum(needed) / len(needed),
        sum(my < their for my, their in pairs),
        sum(my == their for my, their in pairs),
        sum(my > their for my, their in pairs),
    )


class _Remembering:
    """A strategy whose choices are kept: games begin alike."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy, self.name = strategy, strategy.name
        self._chosen: dict[tuple[Row, ...], Code] = {}
        self._needed: dict[tuple[Rules, Code | None], int] = {}

    def choose(self, position: Position) -> Code:
        """Return the strategy's choice."""
        if position.history not in self._chosen:
            self._chosen[position.history] = self.strategy.choose(position)
        return self._chosen[position.history]

    def guesses(self, record: Record) -> int:
        """Return how many guesses the strategy needs in the game of this record."""
        key = record.rules, None if record.codemaker == "adversary" else record.secret
        if key not in self._needed:
            maker: Codemaker | Code = Adversary(record.rules) if key[1] is None else key[1]
            self._needed[key] = len(play_out(record.rules, maker, strategy=self).rows)
        return self._needed[key]
