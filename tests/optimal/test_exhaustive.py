"""The search against one that tries everything: all objectives, whole small games and random positions."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from pegwise.engine.enumerated.optimum_search import FIRST_FIT, IMPOSSIBLE, LOOK, Question, Searcher
from pegwise.engine.enumerated.transposition_table import SolvedTable
from pegwise.notation import parse_code
from pegwise.optimal.branch_and_bound import Solver
from pegwise.optimal.optimum import optimum, value_guesses
from pegwise.position import Position
from pegwise.rules import Rules
from tests import oracle
from tests.oracle import Exhaustive, Game


def small_rules(least: int, most: int) -> list[str]:
    """All rules of so many codes, at least and at most; one color is no game, nor one peg for ever."""
    found = []
    for pegs, colors, repeats, whites in product(range(1, 8), range(2, 13), (True, False), (True, False)):
        if (pegs > colors and not repeats) or (pegs == 1 and (not repeats or not whites)):
            continue
        rules = Rules(pegs, colors, repeats, whites)
        if least <= rules.size <= most:
            found.append(str(rules))
    return found


def game_of(rules: Rules) -> Game:
    return Game(rules.pegs, rules.colors, rules.repeats, rules.whites)


def check_all_objectives(rules: str, remember: bool) -> None:
    """Every objective of a whole game, with limits, and only candidates from some guess on."""
    game = game_of(Position(rules).rules)
    every = Exhaustive(game, remember)
    left = every.set_of(oracle.codes(game))
    best = every.least(left)
    assert best is not None
    assert optimum(rules, book=False).total == best.total
    found = optimum(rules, objective="total,worst,last", book=False)
    assert (found.total, found.worst, found.distribution[-1]) == best
    shallow = every.least_worst(left)
    found = optimum(rules, objective="worst,total", book=False)
    assert (found.worst, found.total) == (shallow.worst, shallow.total)
    assert optimum(rules, objective="worst").worst == shallow.worst
    found = optimum(rules, objective="worst,last", book=False)
    fewest = every.fewest_last(left, shallow.worst)
    assert (found.worst, found.distribution[-1]) == (shallow.worst, fewest)
    for limit in (shallow.worst - 1, shallow.worst, best.worst):
        expected = every.least(left, limit)
        if limit > 0:
            assert optimum(rules, max_guesses=limit, book=False).total == (expected and expected.total)
    for free in (0, 1):
        expected = every.least(left, free=free)
        assert expected is not None
        assert optimum(rules, candidates_from=free + 1).total == expected.total


@pytest.mark.some(6, more=12)
@pytest.mark.parametrize("rules", [rules for rules in small_rules(2, 16) if not rules.startswith("1x")])
def test_every_small_game_with_no_table_at_all(rules: str) -> None:
    check_all_objectives(rules, remember=False)


@pytest.mark.some(6, more=12)
@pytest.mark.parametrize(
    "rules",
    [
        # Kernels of one peg are compiled first.
        pytest.param(rules, marks=[pytest.mark.slow] * rules.startswith("1x"))
        for rules in small_rules(2, 30)
    ],
)
def test_every_game_up_to_30_codes(rules: str) -> None:
    """One peg takes n! without a memory."""
    check_all_objectives(rules, remember=True)


@pytest.mark.slow
@pytest.mark.parametrize("rules", small_rules(31, 150))
def test_every_game_up_to_150_codes(rules: str) -> None:
    check_all_objectives(rules, remember=True)


@pytest.mark.parametrize("rules", ["3x3", "2x5", "3x4-distinct", "4x2-black"])
def test_the_first_guess_laid_down(rules: str) -> None:
    game = game_of(Position(rules).rules)
    every = Exhaustive(game)
    left = every.set_of(oracle.codes(game))
    for value in value_guesses(rules):
        expected = every.least_after(left, tuple(value.guess))
        assert expected is not None
        assert value.total == expected.total
        assert optimum(rules, first=value.guess, book=False).total == expected.total


def positions(rules: str, most: int, number: int) -> list[list[int]]:
    """Random sets of so many codes at most, by their numbers; half of them classes of random guesses."""
    chance = random.Random(f"{rules} {most}")
    size = Position(rules).rules.size
    game = game_of(Position(rules).rules)
    every = oracle.codes(game)
    found: list[list[int]] = []
    while len(found) < number:
        left = sorted(chance.sample(range(size), chance.randint(2, most)))
        if len(found) % 2:
            left = list(range(size))
            while len(left) > most:
                guess, secret = chance.choice(every), every[chance.choice(left)]
                told = oracle.feedback(game, secret, guess)
                left = [place for place in left if oracle.feedback(game, every[place], guess) == told]
        if len(left) > 1:
            found.append(left)
    return found


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("rules", "most", "number"),
    [("4x6", 9, 8), ("3x6", 14, 10), ("5x3", 16, 12), ("4x6-distinct", 10, 10), ("4x4-black", 12, 12)],
)
def test_random_positions(rules: str, most: int, number: int) -> None:
    check_positions(rules, most, number)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "most", "number"),
    [("4x6", 12, 24), ("3x6", 16, 20), ("4x6-distinct", 12, 16), ("4x4-black", 14, 12)],
)
def test_larger_random_positions(rules: str, most: int, number: int) -> None:
    check_positions(rules, most, number)


def check_positions(rules: str, most: int, number: int) -> None:
    solver = Solver(Position(rules))
    game = game_of(solver.rules)
    codes = oracle.codes(game)
    unit = 1 << 12
    for left in positions(rules, most, number):
        members, base = np.array(left, np.int32), 2 * len(left) - 1
        every = Exhaustive(game, remember=True, members=[codes[place] for place in left])
        whole = every.set_of(codes[place] for place in left)
        best, shallow = every.least(whole), every.least_worst(whole)
        assert best is not None
        assert solver.search(members, Question())[0] + base == best.total
        assert (
            solver.search(members, Question(free=0))[0] + base == (every.least(whole, free=0) or best).total
        )
        for guesses in range(1, best.worst + 1):
            expected = every.least(whole, guesses)
            found = solver.search(members, Question(guesses))[0]
            assert found == (IMPOSSIBLE if expected is None else expected.total - base)
            assert solver.search(members, Question(guesses, unit=0))[0] == (0 if expected else IMPOSSIBLE)
            fewest = every.fewest_last(whole, guesses)
            question = Question(guesses, unit=0, last=True)
            assert solver.search(members, question)[0] == (IMPOSSIBLE if fewest is None else fewest)
        found, last = divmod(solver.search(members, Question(best.worst, unit=unit, last=True))[0], unit)
        assert (found + base, last) == (best.total, best.last)
        assert shallow.worst <= best.worst


def test_caps_looks_widths_and_one_entry_of_table() -> None:
    solver = Solver(Position("4x5"))
    for left in positions("4x5", 90, 30):
        members = np.array(left, np.int32)
        value = Searcher(solver.matrix, SolvedTable(0, fixed=1)).excess(members)[0]
        for cap in (value - 2, value, value + 1):
            found = Searcher(solver.matrix, SolvedTable(1 << 20)).excess(members, cap=cap)[0]
            assert found == value if cap > value else cap <= found <= value or cap <= 0
        fresh = Searcher(solver.matrix, SolvedTable(1 << 20))
        assert fresh.excess(members, depth=LOOK)[0] <= value
        for width in (1, 2, 4):
            assert fresh.excess(members, width=width)[0] >= value
        assert fresh.excess(members)[0] == value


def test_the_first_guess_that_is_good_enough_comes_in_order() -> None:
    solver = Solver(Position("4x5"))
    every = np.arange(625, dtype=np.int32)
    for left in positions("4x5", 30, 20):
        members = np.array(left, np.int32)
        if len(left) < 3:
            continue
        value, _ = solver.search(members, Question())
        _, chosen = solver.search(members, Question(), depth=FIRST_FIT, cap=value + 1)
        order = [*left, *(place for place in every.tolist() if place not in set(left))]
        for place in order[: order.index(chosen)]:
            alone = np.array([place], np.int32)
            assert solver.search(members, Question(), listed=alone, cap=value + 1)[0] > value
        assert solver.search(members, Question(), listed=np.array([chosen], np.int32))[0] == value


def test_a_listed_guess_is_weighed_though_another_is_alike() -> None:
    solver = Solver(Position("4x6"))
    members = np.array([int(place) for place in range(0, 1296, 47)], np.int32)
    for text in ("5566", "6655", "1122", "3456"):
        place = solver.place(parse_code(text, solver.rules))
        found, guess = solver.search(members, Question(), listed=np.array([place], np.int32))
        assert guess == place
        assert found >= solver.search(members, Question())[0]
