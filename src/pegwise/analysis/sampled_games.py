"""Plays a seeded sample of games, in blocks of games on whatever executor."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from pegwise.errors import StrategyError
from pegwise.executors.crew import Executes, crew_of
from pegwise.executors.task_queue import Done, Task, TaskQueue
from pegwise.limit import unhurried
from pegwise.play.codemakers import random_secret
from pegwise.play.game import play_out
from pegwise.strategies import Strategy, make
from pegwise.strategies.registry import accepted, find, names, register

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.rules import Code, Rules

_BLOCK = 0.5
"""Seconds that a block of games should take on a worker."""


@dataclass(frozen=True)
class Players:
    """One strategy, a new player each game if it takes a seed.

    ``kind``: the class of a strategy that is named, which another process may have to register.
    """

    strategy: Strategy | str
    kind: type[Strategy] | None
    rules: Rules
    first: Code | None

    @classmethod
    def of(cls, strategy: Strategy | str, rules: Rules, first: Code | None) -> Players:
        """Return the players of a strategy, by its name, as a value, or in a tree file."""
        if isinstance(strategy, Strategy):
            return cls(strategy, None, rules, first)
        if strategy in names():
            return cls(strategy, find(strategy), rules, first)
        return cls(make(strategy), None, rules, first)  # a tree file, which a worker may not have

    @property
    def name(self) -> str:
        """The name of the strategy."""
        return self.strategy if isinstance(self.strategy, str) else self.strategy.name

    def player(self, seed: int) -> Strategy:
        """Return the strategy with that seed, if it takes one, and the first guess."""
        given = {} if self.first is None else {"first": self.first}
        if self.kind is None:
            if given:
                raise StrategyError(
                    f"the first guess of {self.name} cannot be set: name the strategy instead"
                )
            return make(self.strategy)
        if self.name not in names():
            register(self.kind)
        return make(self.name, **given, **({"seed": seed} if "seed" in accepted(self.kind) else {}))


def sample(players: Players, games: int, seed: int, executor: Executes) -> Iterator[tuple[int, Code]]:
    """Play random games; yields the guesses that each took, and the first of them, in any order.

    The same seed gives the same games on every executor.
    """
    rng = random.Random(f"pegwise compare {seed}")
    bits = 48 if players.kind else 0
    seeds = ((rng.getrandbits(bits), rng.getrandbits(48)) for _ in range(games))
    with crew_of(executor, threads=0) as crew, TaskQueue(crew) as run:
        blocks = _Blocks(players, seeds, games, run, alone=executor is None)
        for _ in range(crew.in_flight(crew.size)):
            blocks.add()
        while True:
            while blocks.played:
                yield blocks.played.popleft()
            if not run.busy:
                return
            run.step()


class _Blocks:
    """The games in blocks, each as long as those before it suggest; ``alone``: one game at a time."""

    def __init__(
        self, players: Players, seeds: Iterator[tuple[int, int]], games: int, run: TaskQueue, *, alone: bool
    ) -> None:
        self.players, self.seeds, self.left, self.run, self.alone = players, seeds, games, run, alone
        self.played: deque[tuple[int, Code]] = deque()
        self.size, self.number = 1, 0

    def add(self) -> None:
        """Have the next block played; none if there are no more games."""
        fair = -(-self.left // (2 * self.run.crew.size))  # so that all workers end at about the same time
        some = list(islice(self.seeds, min(self.size, fair)))
        if not some:
            return
        self.left -= len(some)
        name = f"games {self.number + 1} to {self.number + len(some)}"
        self.number += len(some)
        self.run.add(Task(name, play_block, (self.players, some)), lambda done: self._take(len(some), done))

    def _take(self, count: int, done: Done) -> None:
        self.played += done.result
        if not self.alone:
            self.size = max(1, min(4 * self.size, round(_BLOCK * count / max(done.seconds, 1e-6))))
        self.add()


def play_block(players: Players, seeds: list[tuple[int, int]]) -> list[tuple[int, Code]]:
    """Play games, each with the seeds of the player and of the secret.

    A limit may end them, but the players do not know of it: they would hurry more with few workers.
    """
    played = []

    with unhurried():
        for own, secret in seeds:
            player = players.player(own)
            rows = play_out(players.rules, random_secret(players.rules, seed=secret), strategy=player).rows
            played.append((len(rows), rows[0].guess))
    return played
