"""Random problems of small games, what is true of them, and trees that solve them, good or bad."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

import pegcheck
from pegwise.rules import Rules
from tests.checker.adversary import Truth

if TYPE_CHECKING:
    import random

    from tests.oracle import Cost

    Codes = tuple[int, ...]
    Lines = list[Any]

OBJECTIVES = ("total", "worst", "worst,total", "worst,last", "total,worst,last")
GAMES = (
    *("4x2", "5x2", "6x2", "7x2", "3x3", "2x4", "2x5", "3x4", "4x3", "1x6"),
    *("4x2-black", "3x3-black", "2x5-black", "3x4-distinct", "3x4-distinct-black", "4x5-distinct", "2x10"),
)


@dataclass(frozen=True)
class Claim:
    """A problem, as a header asks it, and who knows what its candidates cost."""

    rules: Rules
    objective: str
    history: tuple[tuple[str, str], ...]
    max_guesses: int | None
    first: str | None
    candidates_from: int | None
    truth: Truth
    start: Codes

    @property
    def made(self) -> int:
        return len(self.history)

    @property
    def free(self) -> float:
        return math.inf if self.candidates_from is None else max(0, self.candidates_from - 1 - self.made)

    @property
    def most(self) -> float:
        return math.inf if self.max_guesses is None else self.max_guesses

    def least(self, within: float) -> Cost | None:
        """The least cost within so many guesses of the whole game; the guesses made are not counted in it."""
        every, codes, left = self.truth.every, self.truth.table.codes, within - self.made
        whole = every.set_of(codes[number] for number in self.start)
        if self.first is None:
            return every.least(whole, left, self.free) if left > 0 else None
        return every.least_after(whole, self.truth.table.game.code(self.first), left, self.free)

    def fewest_last(self, within: float) -> int:
        """The fewest secrets found with guess number ``within`` of the whole game; there is a way."""
        every, codes, left = self.truth.every, self.truth.table.codes, within - self.made
        whole = every.set_of(codes[number] for number in self.start)
        if self.first is None:
            found = every.fewest_last(whole, left, self.free)
        else:
            first = self.truth.table.game.code(self.first)
            found = every.fewest_last_after(whole, first, left, self.free)
        assert found is not None
        return found

    def best(self) -> tuple[int, ...] | None:
        """What the objective is at its least, the guesses made counted; None where there is no way."""
        found = self.least(self.most)
        if found is None:
            return None
        if self.objective == "total":
            return (self.whole(found.total),)
        wanted = None if self.objective.startswith("worst") else found.total
        for within in count(self.made + 1):
            cost = self.least(within)
            if cost is not None and wanted in (None, cost.total):
                last = self.fewest_last(within) if self.objective == "worst,last" else cost.last
                return self.value(self.whole(cost.total), within, last)
        raise AssertionError("no depth is enough")

    def whole(self, total: int) -> int:
        return total + self.made * len(self.start)

    def value(self, total: int, worst: int, last: int) -> tuple[int, ...]:
        """What the objective compares."""
        parts = {"total": total, "worst": worst, "last": last}
        return tuple(parts[part] for part in self.objective.split(","))

    def header(self, distribution: list[int], full: bool = True) -> dict[str, Any]:
        """What is claimed of a tree of that distribution."""
        return {
            "format": "pegwise certificate",
            "version": 1,
            "rules": {name: getattr(self.rules, name) for name in ("pegs", "colors", "repeats", "whites")},
            "objective": self.objective,
            "max_guesses": self.max_guesses,
            "first": self.first,
            "history": [list(row) for row in self.history],
            "candidates_from": self.candidates_from,
            "proof": "full" if full else "tree",
            "total": sum(depth * secrets for depth, secrets in enumerate(distribution, 1)),
            "worst": len(distribution),
            "distribution": distribution,
        }

    def tree(self, chance: random.Random, sample: int) -> tuple[Lines, list[int]]:
        """The nodes and the distribution of a random tree: of so many guesses the one with most classes."""
        table, nodes = self.truth.table, list[Any]()
        found: dict[int, int] = {}
        stack: list[tuple[int, int | None, list[Any]]] = [
            (self.made + 1, None, [table.codes[number] for number in self.start])
        ]
        while stack:
            depth, told, among = stack.pop()
            guess = self.guess(chance, sample, depth, among)
            parts = table.game.split(among, guess)
            nodes.append(
                [
                    depth,
                    None if told is None else self.truth.texts[told],
                    self.truth.text(table.number[guess]),
                ]
            )
            found[depth] = found.get(depth, 0) + len(parts.pop(table.win, ()))
            stack += [(depth + 1, answer, part) for answer, part in reversed(parts.items())]
        return nodes, [found.get(depth, 0) for depth in range(1, max(found) + 1)]

    def guess(self, chance: random.Random, sample: int, depth: int, among: list[Any]) -> Any:
        table = self.truth.table
        if self.first is not None and depth == self.made + 1:
            return table.game.code(self.first)
        only = self.candidates_from is not None and depth >= self.candidates_from
        pool = among if only or len(among) < 3 else table.codes
        some = chance.sample(pool, min(sample, len(pool)))
        return max(some, key=lambda code: (len(table.game.split(among, code)), code in among))


def draw(chance: random.Random, most: int, games: tuple[str, ...] = GAMES) -> Claim:
    """A random problem of at most so many candidates that has a solution, and more than one candidate."""
    while True:
        rules = Rules(*parsed(chance.choice(games)))
        table = Truth(rules, ()).table
        left, history = list(table.codes), list[tuple[str, str]]()
        writer = Truth.__new__(Truth)
        writer.table = table
        texts = {number: text for text, number in table.game.answers.items()}
        while len(left) > most or (len(left) > 3 and chance.random() < 0.3 and len(history) < 3):
            guess = some_guess(table, chance)
            told, left = chance.choice(list(table.game.split(left, guess).items()))
            history.append((writer.text(table.number[guess]), texts[told]))
            if told == table.win:
                break
        if len(left) < 2:
            continue
        start = tuple(table.number[code] for code in left)
        made = len(history)
        claim = Claim(
            rules,
            chance.choice(OBJECTIVES),
            tuple(history),
            chance.choice([None, None, made + chance.randint(2, 5)]),
            chance.choice([None, None, writer.text(table.number[some_guess(table, chance)])]),
            chance.choice([None, None, made + chance.randint(1, 3)]),
            Truth(rules, start),
            start,
        )
        claim.truth.unit = 0 if claim.objective == "worst,last" else pegcheck.UNIT
        if claim.best() is not None:
            return claim


def some_guess(table: pegcheck.Table, chance: random.Random) -> tuple[int, ...]:
    """Often the lowest code: what it leaves of two colors is told apart by two classes a guess, at most."""
    return chance.choice([table.codes[0], chance.choice(table.codes)])


def parsed(text: str) -> tuple[int, int, bool, bool]:
    size, *options = text.split("-")
    pegs, colors = map(int, size.split("x"))
    return pegs, colors, "distinct" not in options, "black" not in options
