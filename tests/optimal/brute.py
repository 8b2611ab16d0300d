"""Questions about optimal strategies for small positions, what the oracle answers, and what pegwise does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import inf
from typing import TYPE_CHECKING, Any

from pegwise.engine.enumerated.transposition_table import SolvedTable
from pegwise.limit import Limit, limited
from pegwise.optimal.branch_and_bound import Solver
from pegwise.optimal.enumerated_optimum import solve
from pegwise.optimal.problem import OBJECTIVES, Problem
from pegwise.position import Position
from tests import oracle
from tests.helpers import game_of, plain, plain_tree
from tests.oracle import Code, Cost, Exhaustive, Feedback, Game

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from pegwise.optimal.problem import Optimum

GAMES: tuple[str, ...] = ("4x2", "5x2", "6x2", "7x2", "3x3", "4x3", "3x5", "5x3", "3x4-black", "4x3-black")
GAMES += ("4x5-distinct", "1x8", "1x6-black", "8x2", "9x2-black")
MOST = 16
"""Candidates of a position at most."""


def written(code: Code) -> str:
    return "".join(map(str, code))


@dataclass(frozen=True)
class Place:
    """A position, as text, and the oracle of its candidates."""

    rules: str
    history: str

    @cached_property
    def position(self) -> Position:
        return Position(self.rules, self.history)

    @cached_property
    def game(self) -> Game:
        return game_of(self.position.rules)

    @cached_property
    def candidates(self) -> list[Code]:
        return oracle.candidates(self.game, plain(self.position.history))

    @property
    def made(self) -> int:
        return len(self.position.history)

    @cached_property
    def every(self) -> Exhaustive:
        return Exhaustive(self.game, remember=True, members=self.candidates)

    @property
    def whole(self) -> int:
        return (1 << len(self.candidates)) - 1


@lru_cache(maxsize=16)
def whole_game(rules: str) -> tuple[Code, ...]:
    return oracle.codes(game_of(Position(rules).rules))


def random_place(rules: str, draw: random.Random, most: int = MOST) -> Place:
    """A position with history, of so many candidates at most."""
    game, every = game_of(Position(rules).rules), whole_game(rules)
    left, rows = list(every), list[str]()
    least, wanted = draw.choice((0, 0, 1, 2)), draw.choice((most, most, draw.randint(2, most)))
    while len(left) > wanted or len(rows) < least:
        guess, secret = draw.choice(draw.choice((every, left))), draw.choice(left)
        if draw.random() < 0.2 and game.repeats:
            guess = (draw.randint(1, game.colors),) * game.pegs
        told = oracle.feedback(game, secret, guess)
        if told != game.win:
            left = [code for code in left if oracle.feedback(game, code, guess) == told]
            rows.append(f"{written(guess)}:{'B' * told[0] + 'W' * told[1] or '-'}")
        elif len(left) == 1:
            break
    return Place(rules, " ".join(rows))


@dataclass(frozen=True)
class Ask:
    """A question about a position."""

    objective: str = "total"
    max_guesses: int | None = None
    first: str | None = None
    candidates_from: int | None = None

    @property
    def options(self) -> dict[str, Any]:
        """As ``optimum`` takes it."""
        return {
            "max_guesses": self.max_guesses,
            "first": self.first,
            "candidates_from": self.candidates_from,
        }

    def limits(self, made: int) -> tuple[float, float]:
        """Guesses left, and those of them that need not be candidates."""
        left = inf if self.max_guesses is None else self.max_guesses - made
        free = inf if self.candidates_from is None else max(0, self.candidates_from - 1 - made)
        return left, free


def random_ask(place: Place, draw: random.Random) -> Ask:
    """A question about a position; every kind comes up, and mostly what is just possible."""
    made, best = place.made, place.every.least(place.whole)
    assert best is not None
    ask = Ask(draw.choice(OBJECTIVES))
    if draw.random() < 0.5:
        ask = replace(ask, max_guesses=made + max(1, best.worst + draw.choice((-2, -1, -1, 0, 0, 1))))
    if draw.random() < 0.35:
        told = [written(tuple(row.guess)) for row in place.position.history]
        pools = [list(map(written, whole_game(place.rules))), list(map(written, place.candidates)), told]
        ask = replace(ask, first=draw.choice(draw.choice([pool for pool in pools if pool])))
    if draw.random() < 0.4:
        ask = replace(ask, candidates_from=max(1, made + draw.choice((-1, 0, 1, 1, 2, 2, 3, 4))))
    return ask


def expected(place: Place, ask: Ask) -> Cost | None:
    """What the best strategy costs from here on; of the parts that the objective does not name, anything."""
    left, free = ask.limits(place.made)

    def least(guesses: float) -> Cost | None:
        if ask.first is None:
            return place.every.least(place.whole, guesses, free)
        return place.every.least_after(place.whole, tuple(map(int, ask.first)), guesses, free)

    best = least(left)
    if best is None or not ask.objective.startswith("worst"):
        return best
    worst, cost = next((guesses, cost) for guesses in range(1, best.worst + 1) if (cost := least(guesses)))
    if ask.objective != "worst,last":
        return cost
    if ask.first is None:
        last = place.every.fewest_last(place.whole, worst, free)
    else:
        last = place.every.fewest_last_after(place.whole, tuple(map(int, ask.first)), worst, free)
    assert last is not None
    return cost._replace(last=last)


def played(place: Place, tree: oracle.Tree, ask: Ask) -> list[int]:
    """How many secrets a tree finds with each guess from here on; it must keep to what is allowed."""
    left, free = ask.limits(place.made)
    found: dict[int, int] = {}

    def walk(at: oracle.Tree, among: list[Code], depth: int) -> None:
        guess, answers = at
        assert depth <= left
        assert depth <= free or guess in among
        parts: dict[Feedback, list[Code]] = {}
        for secret in among:
            parts.setdefault(oracle.feedback(place.game, secret, guess), []).append(secret)
        found[depth] = found.get(depth, 0) + len(parts.pop(place.game.win, ()))
        assert set(answers) == set(parts)
        for told, part in parts.items():
            walk(answers[told], part, depth + 1)

    assert ask.first in (None, written(tree[0]))
    walk(tree, place.candidates, 1)
    return [found.get(depth, 0) for depth in range(1, max(found) + 1)]


def named(objective: str, cost: Cost) -> tuple[int, ...]:
    """The parts of a cost that an objective names, in its order."""
    return tuple(getattr(cost, name) for name in objective.split(","))


def complaints(place: Place, ask: Ask, found: Optimum) -> Iterator[str]:
    """What is wrong with an answer."""
    wanted = expected(place, ask)
    if wanted is None:
        if (found.tree, found.lower, found.upper, found.known) != (None, None, None, "exact"):
            yield f"no strategy exists; total {found.total}, {found.lower}..{found.upper} {found.known}"
        return
    if found.tree is None:
        yield f"{wanted} is possible; nothing was found, {found.lower}..{found.upper} {found.known}"
        return
    try:
        told = played(place, plain_tree(found.tree.root), ask)
    except AssertionError as error:
        yield f"the tree does not keep to the question: {error}"
        return
    total = sum(depth * secrets for depth, secrets in enumerate(told, 1))
    cost = Cost(total, len(told), told[-1])
    if named(ask.objective, cost) != named(ask.objective, wanted):
        yield f"{wanted} is possible; the tree costs {cost}"
    yield from misstatements(place, ask, found, told, cost)


def misstatements(place: Place, ask: Ask, found: Optimum, told: list[int], cost: Cost) -> Iterator[str]:
    """What an answer says of its own tree that does not hold."""
    made, count = place.made, len(place.candidates)
    if sum(told) != count:
        yield f"the tree finds {sum(told)} of {count}"
    if found.distribution != (0,) * made + tuple(told):
        yield f"the distribution is told as {found.distribution}, and is {told}"
    if (found.total, found.worst) != (cost.total + made * count, cost.worst + made):
        yield f"told as total {found.total}, worst {found.worst}; the tree has {cost}"
    first = found.worst if ask.objective.startswith("worst") else found.total
    if (found.lower, found.upper, found.known) != (first, first, "exact"):
        yield f"bounds {found.lower}..{found.upper}, {found.known}"


def solved(
    place: Place,
    ask: Ask,
    *,
    table: int | None = None,
    hasty: bool = False,
    seconds: float | None = None,
    **parts: Any,
) -> Optimum:
    """As ``optimum`` without a book; ``parts``: see ``Solver``. ``table``: its entries, if not many."""
    problem = Problem(place.position, objective=ask.objective, **ask.options)
    solver = Solver(place.position, first=problem.first, **parts)
    if table is not None:
        entries = SolvedTable(0, fixed=table)
        for searcher in solver.searchers:
            searcher.table = entries
    try:
        with limited(Limit(seconds=seconds)):
            return solve(problem, solver, (lambda _: None) if hasty else None)
    finally:
        solver.close()
