"""Small listed games for the tests of the checkers, and what their best strategies cost by definition."""

from __future__ import annotations

import io
import math
from collections import Counter
from functools import cache
from gzip import decompress
from typing import TYPE_CHECKING, Any

from pegwise.listed_rules_factory import listed_rules
from pegwise.optimal.listed_certificate import write_listed_certificate
from pegwise.optimal.problem import Problem
from pegwise.position import Position
from pegwise.trees.tree import Node, StrategyTree

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    Told = Callable[[str, str], Any]
    Lines = list[Any]

WON = "won"


def hits(secret: str, guess: str) -> tuple[int, int]:
    both = (Counter(secret) & Counter(guess)).total()
    return sum(one == other for one, other in zip(secret, guess, strict=True)), both


def marks(secret: str, guess: str) -> str:
    told = ["G" if one == other else "." for one, other in zip(secret, guess, strict=True)]
    left = Counter(one for one, mark in zip(secret, told, strict=True) if mark != "G")
    for place, other in enumerate(guess):
        if told[place] == "." and left[other]:
            told[place], left[other] = "Y", left[other] - 1
    return "".join(told)


TELLS: dict[str, Told] = {
    "hits": hits,
    "black": lambda secret, guess: hits(secret, guess)[0],
    "total": lambda secret, guess: hits(secret, guess)[1],
    "marks": marks,
    "function": lambda secret, guess: len(set(str(secret)) & set(str(guess))) > 1,
}


class Game:
    """A small game, and what its best strategy costs, from the definition alone."""

    def __init__(self, guesses: list[str], weights: dict[str, int], tells: str) -> None:
        self.guesses, self.weights, self.tells = sorted(guesses), weights, tells
        self.best = cache(self._best)

    def told(self, secret: str, guess: str) -> Any:
        return WON if secret == guess else TELLS[self.tells](secret, guess)

    def classes(self, among: frozenset[str], guess: str) -> dict[Any, frozenset[str]]:
        parts: dict[Any, set[str]] = {}
        for secret in among:
            parts.setdefault(self.told(secret, guess), set()).add(secret)
        return {told: frozenset(part) for told, part in parts.items()}

    def cost(self, among: frozenset[str], guess: str, left: float) -> float:
        if left <= 0:
            return math.inf
        parts = self.classes(among, guess)
        if len(parts) == 1 and WON not in parts:  # it tells nothing, so it is of no use
            return math.inf
        weight = sum(self.weights[secret] for secret in among)
        return weight + sum(self.best(part, left - 1)[0] for told, part in parts.items() if told != WON)

    def _best(self, among: frozenset[str], left: float) -> tuple[float, str]:
        return min((self.cost(among, guess, left), guess) for guess in self.guesses)

    def problem(self, first: str | None = None, most: int | None = None, history: str = "") -> Problem:
        rules = listed_rules(
            sorted(self.weights),
            self.guesses,
            [self.weights[secret] for secret in sorted(self.weights)],
            TELLS["function"] if self.tells == "function" else self.tells,
            name="game",
        )
        given = None if first is None else rules.code(first)
        return Problem(Position(rules, history), first=given, max_guesses=most)

    def tree(self, problem: Problem) -> StrategyTree | None:
        """The best tree; None if there is none."""
        rules = problem.position.rules
        most = math.inf if problem.max_guesses is None else problem.max_guesses

        def node(among: frozenset[str], left: float, guess: str | None = None) -> Node:
            guess = self.best(among, left)[1] if guess is None else guess
            parts = self.classes(among, guess)
            children = {
                rules.feedback(min(part), guess): node(part, left - 1)
                for told, part in parts.items()
                if told != WON
            }
            return Node(rules.code(guess), sum(self.weights[one] for one in among), children)

        start = frozenset(str(code) for code in problem.position.candidates)
        left = most - problem.made
        first = None if problem.first is None else str(problem.first)
        if first is None:
            possible = self.best(start, left)[0] < math.inf
        else:
            parts = self.classes(start, first)
            possible = all(
                self.best(part, left - 1)[0] < math.inf for told, part in parts.items() if told != WON
            )
        return StrategyTree(problem.position, "optimal", node(start, left, first)) if possible else None


def drawn(chance: random.Random, tells: str, secrets: int, guesses: int, weighted: bool) -> Game:
    pegs, symbols = chance.choice([2, 3]), "abcd"
    words: set[str] = set()
    while len(words) < min(guesses, 12):
        words.add("".join(chance.choice(symbols) for _ in range(pegs)))
    listed = chance.sample(sorted(words), min(secrets, len(words)))
    weights = {word: chance.randint(1, 5) if weighted else 1 for word in listed}
    return Game(sorted(words), {**weights, listed[0]: 1}, tells)  # in the lowest terms


def text_of(problem: Problem, tree: StrategyTree, full: bool = True) -> bytes:
    file = io.BytesIO()
    write_listed_certificate(file, problem, tree, full=full)
    return decompress(file.getvalue())
