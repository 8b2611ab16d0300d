"""Nothing false is ever certified: an adversary tries, and a search without any bounds knows the truth."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

import pegcheck
from pegwise.rules import Rules
from tests.checker.adversary import Cheat, Truth, cited_by, next_above, strongest, symmetries_of
from tests.checker.certificates import refused, sealed
from tests.checker.claims import GAMES, Claim, draw, parsed, some_guess
from tests.helpers import slow

LEFT = (math.inf, math.inf, 1, 2, 3, 4, 5)
FREE = (math.inf, math.inf, 0, 1, 2)


def steps(seed: str, count: int, most: int) -> int:
    """Random sets of candidates: the truth can be proved from truths, and nothing above it."""
    chance, proved = random.Random(seed), 0
    for number in range(count):
        rules = Rules(*parsed(chance.choice(GAMES)))
        codes = candidates(rules, chance, most)
        truth = Truth(rules, codes, chance.choice([pegcheck.UNIT, pegcheck.UNIT, 0]))
        symmetries = symmetries_of(truth.table, codes)
        for left, free in sorted({(chance.choice(LEFT), chance.choice(FREE)) for _ in range(4)}):
            only = chance.choice(
                [None, None, chance.choice(range(len(truth.table.codes)) if free else codes)]
            )
            if only is None:
                cost = truth.cost(codes, left, free)
            else:
                cost = truth.cost_after(codes, only, left, free)
            lemma = pegcheck.Lemma(codes, left, free, cost, only, truth.unit)
            cited = cited_by(truth, lemma, strongest(truth, lemma, symmetries))
            assert cited is not None, (number, str(rules), lemma)
            assert all(truth.cost(other.codes, other.left, other.free) == other.cost for other in cited)
            proved += 1
            if not math.isinf(cost):
                counts = left < math.inf or not truth.unit
                raised = next_above(cost, len(codes), truth.unit) if counts else cost + pegcheck.UNIT
                lemma = lemma._replace(cost=raised)
                cited = cited_by(truth, lemma, strongest(truth, lemma, symmetries))
                assert cited is None, (number, str(rules), lemma)
    return proved


def candidates(rules: Rules, chance: random.Random, most: int) -> tuple[int, ...]:
    """Some that a history might leave, or any at all."""
    table = Truth(rules, ()).table
    left = list(table.codes)
    while len(left) > most:
        guess = some_guess(table, chance)
        split = table.game.split(left, guess)
        split.pop(table.win, None)
        left = chance.choice(list(split.values())) if chance.random() < 0.9 else chance.sample(left, most)
    if chance.random() < 0.2:
        left = sorted(chance.sample(left, chance.randint(1, len(left))))
    return tuple(sorted(table.number[code] for code in left))


@pytest.mark.parametrize("count", [25, *slow(100)])
def test_a_step_proves_the_truth_and_nothing_above_it(count: int) -> None:
    assert steps("steps", count, 9) > 2.5 * count


@pytest.mark.slow
def test_many_steps_prove_the_truth_and_nothing_above_it() -> None:
    assert steps("many steps", 3000, 11) > 7000


def lower_bounds(seed: str, count: int, most: int) -> int:
    """Trees that are not the best, with a cheat's proof that nothing is better."""
    chance, tried = random.Random(seed), 0
    while tried < count:
        claim = draw(chance, most)
        trees = [claim.tree(chance, chance.choice([1, 3, 10])) for _ in range(10)]
        headers = [(claim.header(distribution), nodes) for nodes, distribution in trees]
        worse = [
            one for one in headers if one[0]["worst"] <= claim.most and said(claim, one[0]) != claim.best()
        ]
        if not worse:
            continue
        header, nodes = min(worse, key=lambda one: said(claim, one[0]))  # false by as little as may be
        cheat = Cheat(claim.truth, chance, chance.choice([0, 0, 0.05, 0.3]))
        proof = cheat.proof(pegcheck.Problem(header))
        assert refused(sealed([header, *nodes, *proof])), (claim, header)
        tried += 1
    return tried


def said(claim: Claim, header: dict[str, Any]) -> tuple[int, ...]:
    return claim.value(header["total"], header["worst"], header["distribution"][-1])


@pytest.mark.exhaustive
def test_no_lower_bound_above_the_truth_is_accepted() -> None:
    assert lower_bounds("lower", 60, 10) == 60


@pytest.mark.slow
def test_of_many_lower_bounds_above_the_truth_none_is_accepted() -> None:
    assert lower_bounds("many lower", 2000, 12) == 2000


def upper_bounds(seed: str, count: int, most: int) -> int:
    """Headers that claim more than there is, with a good tree that was tampered with."""
    chance, tried = random.Random(seed), 0
    while tried < count:
        claim = draw(chance, most)
        nodes, distribution = claim.tree(chance, 10)
        if len(distribution) > claim.most:
            continue
        better = shifted(distribution, chance)
        header = claim.header(better, full=False)
        value = claim.least(min(claim.most, len(better)))
        if value is not None and claim.whole(value.total) <= header["total"]:
            continue  # it can be true
        for _ in range(10):
            assert refused(sealed([header, *tampered(nodes, chance, claim)])), (claim, header)
        tried += 1
    return tried


def shifted(distribution: list[int], chance: random.Random) -> list[int]:
    """Some secrets are said to be found earlier."""
    found = list(distribution)
    for _ in range(chance.randint(1, 4)):
        late = chance.choice([depth for depth, secrets in enumerate(found) if secrets])
        early = chance.randint(0, late)
        found[late] -= 1
        found[early] += 1
    while not found[-1]:
        found.pop()
    return found


def tampered(nodes: list[Any], chance: random.Random, claim: Claim) -> list[Any]:
    """The tree with some nodes left out, moved up, doubled, of other answers or of other guesses."""
    found = [list(node) for node in nodes]
    for _ in range(chance.randint(0, 3)):
        row = chance.randrange(len(found))
        change = chance.randrange(5)
        if change == 0 and len(found) > 1:
            del found[row]
        elif change == 1:
            found.insert(row, list(found[row]))
        elif change == 2:
            found[row][0] = max(1, found[row][0] - 1)
        elif change == 3:
            found[row][1] = chance.choice([None, *claim.truth.texts.values()])
        else:
            found[row][2] = claim.truth.text(chance.randrange(len(claim.truth.table.codes)))
    return found


@pytest.mark.exhaustive
def test_no_tree_better_than_there_is_is_accepted() -> None:
    assert upper_bounds("upper", 60, 10) == 60


@pytest.mark.slow
def test_of_many_trees_better_than_there_are_none_is_accepted() -> None:
    assert upper_bounds("many upper", 2000, 12) == 2000
