"""The walk: what it meets fits, its errors are those of the definition, and it is a function of its seed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from pegwise import Rules, random_secret
from pegwise.engine.unlimited.walk import MOVES, Walk, _below
from pegwise.errors import LimitError
from pegwise.limit import Limit, LimitReached, limited
from pegwise.notation import parse_rules
from tests import oracle
from tests.engine.kernels.plain import run_plainly
from tests.helpers import game_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.engine.unlimited.packed_state import EngineRow

RULES = [
    Rules(3, 4),
    Rules(4, 5, repeats=False),
    Rules(4, 4, repeats=False),
    Rules(3, 5, whites=False),
    Rules(4, 7, repeats=False, whites=False),
    Rules(1, 4),
    Rules(2, 1),
    Rules(5, 2),
]


def drawn_rows(rules: Rules, number: int, seed: int | str) -> tuple[tuple[int, ...], list[EngineRow]]:
    """A secret and rows that it fits, colors from 0."""
    secret = random_secret(rules, seed=seed)
    rows: list[EngineRow] = []
    for n in range(number):
        guess = random_secret(rules, seed=f"{seed} {n}")
        rows.append((tuple(color - 1 for color in guess), *rules.feedback(secret, guess)))
    return tuple(color - 1 for color in secret), rows


def errors_of(rules: Rules, rows: Sequence[EngineRow], code: tuple[int, ...]) -> int:
    """By how much the answers of a code differ from the rows', black hits and hits in all."""
    total = 0
    for guess, black, white in rows:
        told = oracle.feedback(game_of(rules), tuple(c + 1 for c in code), tuple(c + 1 for c in guess))
        total += abs(told[0] - black) + (abs(sum(told) - black - white) if rules.whites else 0)
    return total


@pytest.mark.some(8)
@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("number", [0, 1, 3])
def test_it_meets_all_the_codes_that_fit_and_no_others(rules: Rules, number: int) -> None:
    _, rows = drawn_rows(rules, number, f"walk {number}")
    walk = Walk(rules, rows, number)
    met = walk.draw(20_000, 4_000_000)
    told = [(tuple(c + 1 for c in guess), (black, white)) for guess, black, white in rows]
    fitting = oracle.candidates(game_of(rules), told)
    assert {tuple(c + 1 for c in code) for code in met} == set(fitting)
    code = walk.first(100_000)
    assert code in met


@pytest.mark.parametrize("rules", [*RULES, Rules(20, 20), Rules(9, 30, repeats=False), Rules(70, 3)], ids=str)
def test_its_errors_are_those_of_the_definition(rules: Rules) -> None:
    """After many changes, carried out in bits, they are what a count from the code gives."""
    for number in (1, 5, 70, 130):  # 64 rows to a word
        _, rows = drawn_rows(rules, number, number)
        walk = Walk(rules, rows, "errors")
        for moves in (MOVES, 300_000):
            walk.settle(10**9, moves)
            nearest, errors = walk.nearest()
            assert errors == errors_of(rules, rows, nearest) == walk.errors.min()


def test_it_is_a_function_of_its_seed_however_its_work_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(12, 12)
    _, rows = drawn_rows(rules, 4, "seed")
    one, again, other = (Walk(rules, rows, seed).draw(200, 10**6) for seed in (1, 1, 2))
    assert one == again != other
    monkeypatch.setattr("pegwise.engine.unlimited.walk._TOGETHER", 1)  # a sweep at a time
    assert Walk(rules, rows, 1).draw(200, 10**6) == one


def test_in_plain_python_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(6, 8)
    _, rows = drawn_rows(rules, 3, "plain")
    compiled = Walk(rules, rows, 3).draw(5, 30_000)
    run_plainly(monkeypatch)
    assert Walk(rules, rows, 3).draw(5, 30_000) == compiled
    assert compiled


def test_a_code_that_fits_is_met_where_hardly_any_does() -> None:
    for name, number in (("16x16", 17), ("20x20", 22), ("20x6-black", 18)):
        rules = parse_rules(name)
        secret, rows = drawn_rows(rules, number, name)
        code = Walk(rules, rows, 1).first(60_000_000)
        assert code is not None, name
        assert errors_of(rules, rows, code) == 0 == errors_of(rules, rows, secret)


def test_without_rows_all_codes_are_about_equally_likely() -> None:
    rules = Rules(2, 3, repeats=False)
    met = Walk(rules, [], 5).draw(6_000, 10**7)
    counts = [met.count(code) for code in sorted(set(met))]
    assert len(counts) == 6
    assert all(abs(count - 1_000) < 200 for count in counts)


def test_colors_that_no_guess_has_are_all_drawn() -> None:
    """They go by one name inside; distinct codes never have one twice."""
    for repeats in (True, False):
        rules = Rules(3, 9, repeats=repeats)
        rows = [((0, 1, 2), 0, 1)]
        met = Walk(rules, rows, 2).draw(3_000, 10**7)
        assert all(errors_of(rules, rows, code) == 0 for code in met)
        assert {color for code in met for color in code} == set(range(9))
        assert repeats or all(len(set(code)) == 3 for code in met)


@pytest.mark.parametrize("repeats", [True, False])
def test_colors_that_no_guess_has_are_equally_likely_at_each_peg(
    repeats: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pegwise.engine.unlimited.walk._NAMED", 1_000)  # named in several parts
    rules = Rules(4, 9, repeats=repeats)
    met = Walk(rules, [((0, 0, 1, 1) if repeats else (0, 1, 2, 3), 0, 0)], 4).draw(6_000, 10**7)
    others = range(2 if repeats else 4, 9)
    assert len(met) == 6_000
    for peg in range(4):
        for color in others:
            share = sum(code[peg] == color for code in met) / len(met)
            assert abs(share - 1 / len(others)) < 0.03
    pairs = {code[:2] for code in met}
    assert len(pairs) == (len(others) ** 2 if repeats else len(others) * (len(others) - 1))


def test_colors_are_drawn_as_one_after_another_would_be() -> None:
    one, other = random.Random("below"), random.Random("below")
    drawn = _below(17, 1_000, one)
    assert drawn.tolist() == [int(other.random() * 17) for _ in range(1_000)]
    assert set(drawn.tolist()) == set(range(17))


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_codes_met_before_a_limit_ended_the_walk_are_all_kept(
    blocks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the first was: it looked at the clock again before it named each."""
    rules = Rules(20, 20)
    _, rows = drawn_rows(rules, 4, "kept")
    walk = Walk(rules, rows, 1)
    assert walk.first(10**7) is not None
    looks = iter(range(1 + blocks))  # the first look begins the limit
    monkeypatch.setattr("pegwise.limit.clock", lambda: 0.0 if next(looks, None) is not None else 10.0)
    with limited(Limit(seconds=1)):
        kept = walk.draw(10**5, 10**9)
    assert len(kept) >= 500 * blocks


def test_it_looks_at_its_limit_and_is_refused_where_it_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(100, 20)
    _, rows = drawn_rows(rules, 100, "limit")
    walk = Walk(rules, rows, 1)
    with limited(Limit(seconds=1e-9)), pytest.raises(LimitReached):
        walk.first(10**9)
    monkeypatch.setattr("pegwise.engine.unlimited.walk._CELLS", 1000)
    with pytest.raises(LimitError, match="too large for a walk"):
        Walk(rules, rows, 1)


def test_walks_with_hard_rows_go_on_after_a_failure() -> None:
    rules = Rules(4, 6)
    rng = random.Random(1)
    impossible = [((0, 0, 1, 1), 4, 0), ((2, 2, 3, 3), 4, 0)]
    walk = Walk(rules, impossible, rng.getrandbits(9))
    assert walk.first(50_000) is None
    assert walk.draw(10, 50_000) == []
    assert walk.nearest()[1] > 0
    assert walk.sweeps > 0
