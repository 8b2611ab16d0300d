"""What is called optimal, against trying every strategy: random small positions with every kind of question.

The oracle knows no bound, so that a bound that does not hold is seen. ``-m slow`` asks many times as much.
"""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from pegwise.engine.searching import NO_COLORS, NO_NAMES
from pegwise.errors import StrategyError
from pegwise.optimal import grow as growing
from pegwise.optimal import optimum, value_guesses
from pegwise.optimal import search as searching
from pegwise.optimal import solver as solving
from tests.optimal.brute import (
    GAMES,
    Ask,
    Place,
    complaints,
    expected,
    random_ask,
    random_place,
    solved,
    whole_game,
    written,
)
from tests.optimal.distributions import Distributions
from tests.oracle import Code, Cost

if TYPE_CHECKING:
    from collections.abc import Iterator

SLOW = pytest.mark.slow


def places(name: str, rules: str, number: int, most: int = 16) -> Iterator[tuple[Place, random.Random]]:
    """Random positions of a game, and what draws the questions about each."""
    for which in range(number):
        draw = random.Random(f"{name} {rules} {which}")
        yield random_place(rules, draw, most), draw


def contradicts(place: Place, ask: Ask) -> bool:
    """Whether the first guess is not allowed."""
    free = ask.limits(place.made)[1]
    return ask.first is not None and not free and ask.first not in map(written, place.candidates)


def check(place: Place, ask: Ask) -> None:
    if contradicts(place, ask):
        with pytest.raises(StrategyError, match="is no candidate"):
            optimum(place.position, ask.objective, **ask.options)
        return
    found = optimum(place.position, ask.objective, book=False, threads=1, **ask.options)
    assert not list(complaints(place, ask, found)), (place, ask)


# The oracle


@pytest.mark.parametrize("rules", ["3x2", "4x2", "3x3-black", "3x3-distinct", "2x4"])
def test_the_oracle_leaves_out_nothing(rules: str) -> None:
    """Against all distributions there are: with guesses that tell nothing, and with all that are alike."""
    for place, draw in places("all", rules, 12, most=6):
        every, left = Distributions(place.game), frozenset(place.candidates)
        first = draw.choice(whole_game(rules))
        for guesses, free in product(range(6), (0, 1, 2, 9)):
            for given in (None, first):
                if given is None:
                    found = every.all(left, guesses, free)
                    least = place.every.least(place.whole, guesses, free)
                else:
                    found = frozenset(every.after(left, given, guesses, free))
                    least = place.every.least_after(place.whole, given, guesses, free)
                costs = [cost_of(counts) for counts in found]
                assert min(costs, default=None) == least
                if costs:
                    shallow = min((cost.worst, cost.total) for cost in costs)
                    assert shallow == least_worst(place, guesses, free, given)


def cost_of(counts: tuple[int, ...]) -> Cost:
    worst = max(depth for depth, secrets in enumerate(counts, 1) if secrets)
    return Cost(sum(depth * secrets for depth, secrets in enumerate(counts, 1)), worst, counts[worst - 1])


def least_worst(place: Place, guesses: int, free: int, first: Code | None) -> tuple[int, int]:
    """The least worst case and its least total, as questions ask for them."""
    ask = Ask(
        "worst,total", place.made + guesses, None if first is None else written(first), place.made + 1 + free
    )
    cost = expected(place, ask)
    assert cost is not None
    return cost.worst, cost.total


# The search


@pytest.mark.parametrize("number", [6, pytest.param(250, marks=SLOW)])
@pytest.mark.parametrize("rules", GAMES)
def test_random_questions(rules: str, number: int) -> None:
    for place, draw in places("random", rules, number):
        for _ in range(6):
            check(place, random_ask(place, draw))


FOUND = [
    ("4x2", "1111:B", Ask("worst")),
    ("4x2", "1111:B", Ask(max_guesses=4)),
    ("4x2", "1111:BBB", Ask("worst", max_guesses=4)),
    ("4x2", "1111:BBB", Ask(max_guesses=4, candidates_from=3)),
    ("4x2", "2222:BBB", Ask("worst", first="2222")),
    ("5x2", "11111:B", Ask("total,worst,last")),
    ("5x2", "11111:B", Ask("total,worst,last", candidates_from=3)),
    ("6x2", "222122:BBBBWW", Ask("worst", first="222122")),
    ("6x2", "222122:BBBBWW", Ask("worst", first="122222", candidates_from=4)),
    ("4x3-black", "3311:BBB", Ask("total,worst,last", max_guesses=4)),
    ("5x3", "22332:WWWW 31223:BBBB", Ask(first="11312", candidates_from=1)),
]
"""What was answered wrongly once."""


@pytest.mark.parametrize(("rules", "history", "ask"), FOUND)
def test_what_was_wrong_once(rules: str, history: str, ask: Ask) -> None:
    check(Place(rules, history), ask)


# Parts of the search turned off or forced

PARTS: list[dict[str, Any]] = [
    {},
    {"symmetry": False},
    {"plain": NO_NAMES},
    {"plain": NO_NAMES | NO_COLORS, "symmetry": False},
    {"threads": 2},
    {"table": 1},
    {"hasty": True},
    {"hasty": True, "threads": 2, "table": 1},
]


def limits_of_sizes(patch: pytest.MonkeyPatch, large: int, huge: int) -> None:
    """From how many candidates on a position is searched guess by guess, and class by class."""
    for module in (solving, searching, growing):
        patch.setattr(module, "LARGE", large)
    for module in (solving, searching):
        patch.setattr(module, "HUGE", huge)


@pytest.mark.parametrize("number", [1, pytest.param(40, marks=SLOW)])
@pytest.mark.parametrize(("large", "huge"), [(128, 400), (2, 2), (3, 6)])
@pytest.mark.parametrize("rules", GAMES)
def test_parts_change_no_answer(
    rules: str, large: int, huge: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor the tree. Small positions are searched as large ones are, too."""
    limits_of_sizes(monkeypatch, large, huge)
    for place, draw in places("parts", rules, number):
        ask = random_ask(place, draw)
        if contradicts(place, ask):
            continue
        trees = set()
        for parts in PARTS:
            found = solved(place, ask, **parts)
            assert not list(complaints(place, ask, found)), (place, ask, parts)
            trees.add(found.tree and found.tree.root)
        assert len(trees) == 1, (place, ask)


FORESEEN = [
    ("3x5", "411:BB"),
    ("4x3-black", "3113:-"),
    ("4x3-black", "3212:BBB"),
    ("4x3-black", "3333:B 2312:B"),
    ("7x2", "1121212:BBBBWW 2221211:BBBWWWW"),
]


@pytest.mark.parametrize(("rules", "history"), FORESEEN)
def test_what_is_foreseen_of_one_guess_hides_no_other(
    rules: str, history: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guess whose bound was raised above the best was taken for the end of the list."""
    limits_of_sizes(monkeypatch, 2, 2)
    place = Place(rules, history)
    assert not list(complaints(place, Ask(), solved(place, Ask(), hasty=True)))


@SLOW
def test_a_watched_search_finds_what_another_finds() -> None:
    """The smallest known that was wrong with no part forced: 6504, in place of 6499."""
    place = Place("5x5", "11111:B")
    found = optimum(place.position, watch=lambda _: None)
    assert (found.total, found.known) == (optimum(place.position).total, "exact")


# What guesses are worth


def check_values(place: Place, max_guesses: int | None, asked: list[str] | None) -> None:
    every = {written(code): code for code in whole_game(place.rules)}
    left = Ask(max_guesses=max_guesses).limits(place.made)[0]
    best = place.every.least(place.whole, left)
    found = value_guesses(place.position, max_guesses=max_guesses, guesses=asked, threads=1)
    turns = place.made * len(place.candidates)
    for value in found:
        wanted = place.every.least_after(place.whole, every[str(value.guess)], left)
        assert value.known == "exact"
        assert value.total == (wanted and wanted.total + turns), (place, max_guesses, value)
        assert value.is_candidate == (every[str(value.guess)] in place.candidates)
        if wanted and best:
            assert value.regret == pytest.approx((wanted.total - best.total) / len(place.candidates))
    if asked:
        assert sorted(str(value.guess) for value in found) == sorted(asked)
    else:
        assert found[0].total == (best and best.total + turns)


@pytest.mark.parametrize("number", [2, pytest.param(40, marks=SLOW)])
@pytest.mark.parametrize("rules", GAMES)
def test_values_of_guesses(rules: str, number: int) -> None:
    for place, draw in places("values", rules, number, most=10):
        best = place.every.least(place.whole)
        assert best is not None
        limit = draw.choice((None, place.made + max(1, best.worst + draw.choice((-1, 0, 1, 2)))))
        check_values(place, limit, None)
        told = [written(tuple(row.guess)) for row in place.position.history]
        check_values(place, limit, list({*told, *map(written, draw.sample(whole_game(rules), 6))}))


def test_a_guess_that_tells_nothing_is_allowed_where_there_is_time_for_it() -> None:
    place = Place("4x6", "1122:BB 1134:BB 1135:B")
    for limit in (None, 20, *range(4, 9)):
        check_values(place, limit, ["1122", "5566", "6655", "6666"])
