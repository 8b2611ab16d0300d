"""Optimal strategies of listed games against brute force, and what is asked of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pegwise
from pegwise.analysis.regret import appraise
from pegwise.errors import LimitError, StrategyError
from pegwise.limit import Limit, limited
from pegwise.optimal import listed_optimum
from pegwise.position import Position
from pegwise.rules import Rules
from tests.listed_games import listed_games

if TYPE_CHECKING:
    from pathlib import Path

    from tests.listed_games import Pair


@settings(deadline=None, max_examples=60)
@given(listed_games(), st.data())
def test_totals_are_those_of_brute_force(pair: Pair, data: st.DataObject) -> None:
    rules, game = pair
    first = data.draw(st.none() | st.sampled_from(game.guesses))
    most = data.draw(st.none() | st.integers(1, 4))
    wanted = game.least(pair.secrets, first, 99 if most is None else most)
    found = pegwise.optimum(rules, first=first, max_guesses=most)
    assert found.known == "exact"
    assert (float("inf") if found.total is None else found.total) == wanted
    if found.tree is not None:
        assert found.lower == found.upper == found.total
        assert sum(found.distribution) == rules.weight
        depths = [len(found.tree.solve(secret)) for secret in pair.secrets]
        weights = [game.weights[secret] for secret in pair.secrets]
        assert sum(depth * weight for depth, weight in zip(depths, weights, strict=True)) == found.total


@settings(deadline=None, max_examples=40)
@given(listed_games(most=5), st.data())
def test_what_a_guess_is_worth(pair: Pair, data: st.DataObject) -> None:
    rules, game = pair
    guess = data.draw(st.sampled_from(game.guesses))
    worth = appraise(Position(rules), rules.code(guess))
    least = game.least(pair.secrets)
    value = game.least(pair.secrets, guess)
    assert (worth.optimum.lower, worth.optimum.upper) == (least, least)
    assert (worth.value.lower, worth.value.upper) == (value, value)
    assert worth.candidates == rules.weight
    if worth.by_feedback is not None:
        expected = sum(turns * size for turns, size in worth.by_feedback.values())
        assert expected == pytest.approx(value - rules.weight)


@settings(deadline=None, max_examples=25)
@given(listed_games(most=6))
def test_the_least_worst_case(pair: Pair) -> None:
    rules, game = pair
    worst = next(most for most in range(1, 99) if game.least(pair.secrets, None, most) < float("inf"))
    found = pegwise.optimum(rules, objective="worst")
    assert (found.worst, found.lower, found.known) == (worst, worst, "exact")
    both = pegwise.optimum(rules, objective="worst,total")
    assert (both.worst, both.total) == (worst, game.least(pair.secrets, None, worst))


@settings(deadline=None, max_examples=15)
@given(listed_games(most=6))
def test_every_guess_with_its_cost(pair: Pair) -> None:
    rules, game = pair
    values = {tuple(value.guess): value.total for value in pegwise.value_guesses(rules)}
    assert values == {guess: game.least(pair.secrets, guess) for guess in game.guesses}


@pytest.mark.parametrize("rules", ["3x4", "3x4-black", "3x5-distinct"])
def test_the_family_as_a_list_has_the_same_optimum(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    family = pegwise.parse_rules(rules)
    wanted = pegwise.optimum(family, book=False)
    monkeypatch.setattr("pegwise.listed_rules_factory._family_of", lambda *_: None)
    listed = Rules.listed(list(Position(family)), feedback="hits" if family.whites else "black")
    assert listed.is_listed
    found = pegwise.optimum(listed)
    assert (found.total, found.known) == (wanted.total, "exact")
    for strategy in ("knuth", "entropy", "expected-size", "most-parts", "minimax-parts"):
        one, other = (pegwise.build_tree(each, strategy=strategy) for each in (family, listed))
        assert (one.total, one.distribution) == (other.total, other.distribution)


@pytest.mark.parametrize(
    "rules", ["3x3-marks", "3x4-holes", "3x4-total", "3x4-distinct-any", "3x3-black-holes"]
)
def test_first_guesses_that_are_alike_are_searched_once(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    some = pegwise.optimum(rules)
    monkeypatch.setattr(listed_optimum, "has_openings", lambda _: False)
    every = pegwise.optimum(rules)
    assert (some.total, some.known) == (every.total, "exact")


@pytest.mark.parametrize("way", ["checkpoint", "executor", "two threads"])
def test_first_guesses_in_tasks(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listed_optimum, "_QUICK", 0)
    codes = list(Position("3x4"))[3::2]
    rules = Rules.listed(codes, list(Position("3x4"))[1:], feedback="marks")
    wanted = pegwise.optimum(rules, threads=1)
    if way == "checkpoint":
        found = pegwise.optimum(rules, checkpoint=tmp_path / "kept")
    elif way == "executor":
        with ThreadPoolExecutor(2) as pool:
            found = pegwise.optimum(rules, executor=pool)
    else:
        found = pegwise.optimum(rules, threads=2)
    assert (found.total, found.known) == (wanted.total, "exact")
    assert found.tree is not None
    assert found.tree.total == found.total


def test_a_checkpoint_is_gone_on_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listed_optimum, "_QUICK", 0)
    rules = Rules.listed(list(Position("3x4"))[1:], feedback="marks", name="most codes")
    with limited(Limit(seconds=0.3)):
        begun = pegwise.optimum(rules, checkpoint=tmp_path / "kept", threads=1)
    found = pegwise.optimum(rules, checkpoint=tmp_path / "kept", threads=1)
    assert (found.known, found.total) == ("exact", pegwise.optimum(rules, threads=1).total)
    assert begun.lower is not None
    assert begun.lower <= (found.total or 0)
    assert not (tmp_path / "kept").exists()


def test_a_limit_leaves_bounds_and_the_best_tree_so_far() -> None:
    rules = pegwise.parse_rules("4x6-black-holes")
    with limited(Limit(seconds=0.5)):
        found = pegwise.optimum(rules, threads=1)
    assert found.known in ("upper", "lower")
    assert found.lower is not None
    if found.upper is not None:
        assert found.lower <= found.upper
        assert found.tree is not None
        assert found.tree.total == found.upper


def test_what_is_not_searched_is_refused() -> None:
    with pytest.raises(StrategyError, match="objectives are total, worst and worst,total"):
        pegwise.optimum("3x3-marks", objective="worst,last")
    with pytest.raises(StrategyError, match="not candidates only"):
        pegwise.optimum("3x3-marks", candidates_from=1)
    with pytest.raises(LimitError, match="takes too much memory"):
        pegwise.optimum("6x4-marks")  # more than 256 kinds of feedback


def test_seen_bounds_are_told() -> None:
    seen: list[pegwise.Bounds] = []
    found = pegwise.optimum("3x3-marks", watch=seen.append)
    assert seen[-1].upper == found.total
    assert all(each.lower is None or each.lower <= (found.total or 0) for each in seen)
