"""What is called optimal, against trying every strategy: random small positions with every kind of question.

The oracle knows no bound, so that a bound that does not hold is seen. ``-m slow`` asks many times as much.
"""

from __future__ import annotations

import random
from itertools import product
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pegcheck
from pegwise.engine.enumerated.optimum_search import (
    IMPOSSIBLE,
    LOOK,
    NO_COLORS,
    NO_NAMES,
    UNLIMITED,
    Question,
)
from pegwise.errors import StrategyError
from pegwise.optimal import branch_and_bound as solving
from pegwise.optimal import size_thresholds
from pegwise.optimal.optimum import optimum, value_guesses
from tests import oracle
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
        with pytest.raises(StrategyError, match="is not a candidate"):
            optimum(place.position, objective=ask.objective, **ask.options)
        return
    found = optimum(place.position, objective=ask.objective, book=False, threads=1, **ask.options)
    assert not list(complaints(place, ask, found)), (place, ask)


# The oracle


@pytest.mark.some(2)
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
                    fewest = min((cost.worst, cost.last) for cost in costs)
                    assert fewest == least_worst(place, guesses, free, given, "worst,last")
                if given is None:
                    last = place.every.fewest_last(place.whole, guesses, free)
                else:
                    last = place.every.fewest_last_after(place.whole, given, guesses, free)
                assert last == min((counts[-1] if counts else 0 for counts in found), default=None)


def cost_of(counts: tuple[int, ...]) -> Cost:
    worst = max(depth for depth, secrets in enumerate(counts, 1) if secrets)
    return Cost(sum(depth * secrets for depth, secrets in enumerate(counts, 1)), worst, counts[worst - 1])


def least_worst(
    place: Place, guesses: int, free: int, first: Code | None, objective: str = "worst,total"
) -> tuple[int, int]:
    """The least worst case and its least total, or its fewest secrets, as questions ask for them."""
    given = None if first is None else written(first)
    ask = Ask(objective, place.made + guesses, given, place.made + 1 + free)
    cost = expected(place, ask)
    assert cost is not None
    return cost.worst, cost.total if objective == "worst,total" else cost.last


# The search


@pytest.mark.some(4, more=6)
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
    {"seconds": 1000.0},
]


def limits_of_sizes(patch: pytest.MonkeyPatch, large: int, huge: int) -> None:
    """From how many candidates on a position is searched guess by guess, and class by class."""
    patch.setattr(size_thresholds, "LARGE", large)
    patch.setattr(size_thresholds, "HUGE", huge)


@pytest.mark.some(3)
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


@pytest.mark.parametrize("first", [None, "1122"])
def test_the_tree_so_far_keeps_to_the_guesses_allowed(first: str | None) -> None:
    """Two candidates, one guess: the first tree took two, and that was an upper bound."""
    place, ask = Place("4x2", "1111:BBB 1122:BBB"), Ask(max_guesses=3, first=first)
    assert len(place.candidates) == 2
    assert not list(complaints(place, ask, solved(place, ask, hasty=True)))


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


@pytest.mark.some(10, more=10)
@pytest.mark.parametrize("number", [1, pytest.param(40, marks=SLOW)])
@pytest.mark.parametrize(("large", "huge"), [(128, 400), (2, 2)])
@pytest.mark.parametrize("rules", GAMES)
def test_values_of_guesses(
    rules: str, large: int, huge: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits_of_sizes(monkeypatch, large, huge)
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


# Caps, looks and widths, and the size bound


def excess_of(place: Place, subset: int, question: Question) -> int:
    """What the oracle has for the excess of some of the candidates."""
    left, free = (inf if limit == UNLIMITED else limit for limit in (question.left, question.free))
    cost = place.every.least(subset, left, free)
    if cost is None:
        return IMPOSSIBLE
    if question.last and not question.unit:
        return place.every.fewest_last(subset, left, free) or 0
    last = cost.last if question.last and cost.worst == left else 0
    return (cost.total - 2 * subset.bit_count() + 1) * question.unit + last


def subsets(place: Place, draw: random.Random, number: int) -> Iterator[int]:
    """Some sets of candidates, more large ones than small ones."""
    for _ in range(number):
        subset = place.whole
        for _ in range(draw.choice((0, 1, 1, 2))):
            subset &= draw.randint(1, place.whole)
        if subset.bit_count() > 2:
            yield subset


@pytest.mark.some(5, more=6)
@pytest.mark.parametrize("number", [3, pytest.param(100, marks=SLOW)])
@pytest.mark.parametrize("rules", GAMES)
def test_every_question_of_one_searcher(rules: str, number: int) -> None:
    """Its table holds what was found of other questions, caps and looks, and must not mix them up."""
    for place, draw in places("caps", rules, number):
        solver = solving.Solver(place.position)
        for subset in subsets(place, draw, 12):
            members = np.array([at for at in range(len(place.candidates)) if subset >> at & 1], np.int32)
            left, free = draw.choice((UNLIMITED, 1, 2, 3, 4, 5)), draw.choice((UNLIMITED, 0, 1, 2, 3))
            question = Question(left, free, draw.choice((0, 1, 1, 64)))
            wanted = excess_of(place, subset, question)
            if wanted < IMPOSSIBLE:
                cap = max(1, wanted + draw.choice((-64, -2, -1, 0, 1, 2, 64)))
            else:
                cap = draw.choice((1, 2, 64, 200, IMPOSSIBLE))
            looked = solver.search(members, question, cap=cap, depth=LOOK)[0]
            assert min(looked, cap) <= wanted, (place, members, question, cap)
            found = solver.search(members, question, cap=cap)[0]
            right = found == wanted if wanted < cap else cap <= found <= wanted
            assert right, (place, members, question, cap, found, wanted)
            assert solver.search(members, question)[0] == wanted, (place, members, question)


@pytest.mark.some(6, more=8)
@pytest.mark.parametrize("number", [4, pytest.param(100, marks=SLOW)])
@pytest.mark.parametrize("rules", GAMES)
def test_the_size_bound_is_never_above_what_a_set_costs(rules: str, number: int) -> None:
    """For sets in a position: the most classes any guess makes of all of it bound what it makes of them."""
    for place, draw in places("bound", rules, number):
        parts = [oracle.split(place.game, place.candidates, guess) for guess in whole_game(rules)]
        most = max(len(classes) for classes in parts)
        others = max(len(classes.keys() - {place.game.win}) for classes in parts)
        for subset in subsets(place, draw, 12):
            for left in (inf, *range(1, 7)):
                cost = place.every.least(subset, left)
                bound = pegcheck.least(subset.bit_count(), left, most, others)
                if cost is None:
                    continue
                last = cost.last if cost.worst == left else 0
                assert bound <= cost.total * pegcheck.UNIT + last, (place, subset, left, most, others)
