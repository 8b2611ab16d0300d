"""How a player does: outcomes and guesses over many games, and what strategies would have needed."""

from __future__ import annotations

import math
from collections import Counter as Tally
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.analysis.regret import appraise, prepare
from pegwise.candidates import is_enumerable
from pegwise.drawable import Printable
from pegwise.limit import Limit, LimitReached, limited, share_of_limit, spend
from pegwise.play import Adversary, parse_game, play_out
from pegwise.play.symbols import rules_symbols
from pegwise.position import Position
from pegwise.progress import report
from pegwise.rules import Row
from pegwise.strategies import make
from pegwise.strategies.registry import several

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pegwise.play import Codemaker, GameLike, Record
    from pegwise.rules import Code, Rules
    from pegwise.strategies import Strategy
    from pegwise.strategies.registry import Strategies

__all__ = ["Rival", "Statistics", "statistics"]

_PATIENCE = Limit(seconds=20.0)


@dataclass(frozen=True)
class Rival(Printable):
    """What a strategy needs for the codes the player found: ``average`` guesses, against the player's.

    ``better``, ``equal``, ``worse``: in how many of those games the player needed fewer guesses, as many or
    more.
    """

    strategy: str
    average: float
    better: int
    equal: int
    worse: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return dict(vars(self))


@dataclass(frozen=True)
class Statistics(Printable):
    """Finished games of one kind: the same rules, and against an adversary or not.

    ``distribution``: how many were won at guess 1, 2, 3, ... ``hints`` were taken in all of them together.
    ``rivals`` are compared over the won games whose code is known. ``regret`` is the turns lost against best
    play, on average over those ``reviewed`` games in which all guesses are settled; None if there are none.
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
        """The number of games won."""
        return sum(self.distribution)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.lost + self.resigned

    @property
    def average(self) -> float | None:
        """Guesses a game won; None if none was."""
        total = sum(guesses * games for guesses, games in enumerate(self.distribution, 1))
        return total / self.won if self.won else None

    def to_dict(self) -> dict[str, Any]:
        """Plain values: one element of what ``pegwise stats --json`` prints."""
        return {
            "rules": self.rules,
            "adversary": self.adversary,
            "games": self.games,
            "won": self.won,
            "lost": self.lost,
            "resigned": self.resigned,
            "hints": self.hints,
            "average": self.average,
            "regret": None if self.regret is None else round(self.regret, 6),
            "reviewed": self.reviewed,
            "distribution": list(self.distribution),
            "strategies": [rival.to_dict() for rival in self.rivals],
        }


def statistics(
    records: Iterable[GameLike] | str,
    *,
    strategies: Strategies = (),
    limit: Limit | None = _PATIENCE,
) -> list[Statistics]:
    """Work out a player's figures, for each kind of game, the most played first, without unfinished games.

    ``records`` are records, games, or their lines of text, in a list or below each other.

    Each of ``strategies`` plays the codes of the games won. ``limit`` is how long all of it may take: half of
    it for the strategies, which are compared over the games they have played by then, and what is left to
    weigh the guesses of the games against best play; None for as long as it takes, which is hours for games
    such as 5x8. Raises what a strategy raises that cannot play these rules.

    >>> games = ["1122:B 1344:W 3526:BWW 3632", "1122:BW max-guesses=1", "1123:W"]
    >>> (found,) = statistics(games, strategies=["knuth"])
    >>> found.won, found.lost, found.average, found.rivals[0].average
    (1, 1, 4.0, 5.0)
    """
    kinds: dict[tuple[str, bool], list[Record]] = {}
    lines = records.splitlines() if isinstance(records, str) else records
    for record in map(parse_game, lines):
        if record.outcome != "unfinished":
            kind = rules_symbols(record.rules, record.blanks), record.codemaker == "adversary"
            kinds.setdefault(kind, []).append(record)
    players = list(map(make, several(strategies)))
    ordered = sorted(kinds.items(), key=lambda kind: -len(kind[1]))
    played = [game for _, games in ordered for game in games]
    for each in {game.rules for game in played if is_enumerable(game.rules)}:
        prepare(each)
    with limited(limit):
        with share_of_limit(0.5):
            rivals = [_rivals(games, players, adversary=adversary) for (_, adversary), games in ordered]
        regrets = _regrets(played)
    return [
        _of_kind(rules, adversary, games, beside, regrets)
        for ((rules, adversary), games), beside in zip(ordered, rivals, strict=True)
    ]


def _regrets(games: Sequence[Record]) -> dict[Record, float]:
    """The regret of those games of which all is settled, small games first."""
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
    """The regret of a guess of a game, counted from 1; None where it is not settled. Games begin alike."""
    before, guess = game.rows[: number - 1], game.rows[number - 1].guess
    key = game.rules, (*before, Row(guess, game.rules.win))
    if key not in weighed:
        with share_of_limit(1 / number):
            worth = appraise(Position(game.rules, before), guess)
        weighed[key] = worth.regret if worth.known == "exact" else None
    return weighed[key]


def _of_kind(
    rules: str,
    adversary: bool,
    games: Sequence[Record],
    rivals: tuple[Rival, ...],
    regrets: dict[Record, float],
) -> Statistics:
    settled = [regrets[record] for record in games if record in regrets]
    won = Tally(record.guesses for record in games if record.won)
    return Statistics(
        rules,
        adversary,
        tuple(won[guesses] for guesses in range(1, max(won, default=0) + 1)),
        sum(record.outcome == "lost" for record in games),
        sum(record.outcome == "resigned" for record in games),
        sum(record.hints for record in games),
        rivals,
        math.fsum(settled) / len(settled) if settled else None,
        len(settled),
    )


def _rivals(games: Sequence[Record], strategies: Sequence[Strategy], *, adversary: bool) -> tuple[Rival, ...]:
    known = [record for record in games if record.won and (record.secret or adversary)]
    return tuple(filter(None, (_rival(strategy, known) for strategy in strategies if known)))


def _rival(strategy: Strategy, games: Sequence[Record]) -> Rival | None:
    """What a strategy needs for the games that it has played when a limit in force ends it; None for none."""
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
    """A strategy at play whose choices are kept: games begin alike."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy, self.name = strategy, strategy.name
        self._chosen: dict[tuple[Row, ...], Code] = {}
        self._needed: dict[tuple[Rules, Code | None], int] = {}

    def choose(self, position: Position) -> Code:
        """The strategy's choice."""
        if position.history not in self._chosen:
            self._chosen[position.history] = self.strategy.choose(position)
        return self._chosen[position.history]

    def guesses(self, record: Record) -> int:
        """How many guesses the strategy needs in the game of this record."""
        open_choice = record.codemaker == "adversary" or record.secret is None
        key = record.rules, None if open_choice else record.secret
        if key not in self._needed:
            maker: Codemaker | Code = Adversary(record.rules) if key[1] is None else key[1]
            self._needed[key] = len(play_out(record.rules, maker, strategy=self).rows)
        return self._needed[key]
