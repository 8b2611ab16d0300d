"""Strategies by name, their options, and a user's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pegwise.errors import CodeError, NotationError, StrategyError
from pegwise.notation import parse_code, parse_rules
from pegwise.play.codemakers import random_secret
from pegwise.position import Position
from pegwise.strategies import Heuristic, Strategy, make, names, register, registry
from pegwise.trees.build import build_tree
from tests import oracle
from tests.helpers import game_of, shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.engine.code_space import Indices
    from pegwise.rules import Code
    from pegwise.strategies.heuristic import Scores

THE_EIGHT = {
    *("knuth", "minimax-parts", "expected-size", "entropy", "most-parts"),
    *("counter", "first-consistent", "random-consistent"),
}
HEURISTICS = ["knuth", "minimax-parts", "expected-size", "entropy", "most-parts"]


@pytest.fixture
def own_names() -> Iterator[None]:
    """Whatever the test registers is forgotten after it."""
    kept = dict(registry._classes)
    yield
    registry._classes.clear()
    registry._classes.update(kept)


def test_the_strategies_of_the_issue_are_registered() -> None:
    assert set(names()) >= THE_EIGHT
    for name in THE_EIGHT:
        strategy = make(name)
        assert strategy.name == name
        assert strategy.summary
        assert strategy.source
        assert type(strategy).__doc__
        assert "Source" in (type(strategy).__doc__ or "")


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("knut", "knuth"),
        ("Knuth", "knuth"),
        ("entropie", "entropy"),
        ("minimax", "minimax-parts"),
        ("random", "random-consistent"),
        ("expected_size", "expected-size"),
        ("most-part", "most-parts"),
        ("conter", "counter"),
    ],
)
def test_an_unknown_strategy_suggests_the_near_name(typed: str, near: str) -> None:
    with pytest.raises(StrategyError) as caught:
        make(typed)
    message = str(caught.value)
    assert message.startswith(f"there is no strategy {typed!r} (did you mean {near!r}?); the strategies are ")
    assert all(name in message for name in THE_EIGHT)
    assert "\n" not in message


def test_a_name_near_nothing_lists_the_names() -> None:
    with pytest.raises(StrategyError) as caught:
        make("zzzzzz")
    assert str(caught.value).startswith("there is no strategy 'zzzzzz'; the strategies are ")


def test_an_option_a_strategy_has_not_is_refused_with_those_it_has() -> None:
    with pytest.raises(
        StrategyError, match=r"'knuth' has no option 'seed'; its options: .*candidates_only, first"
    ):
        make("knuth", seed=1)
    with pytest.raises(StrategyError, match="no option 'unused_only'; its options: first, seed"):
        make("counter", unused_only=True)


def test_only_options_that_differ_are_told() -> None:
    assert make("knuth").options() == {}
    assert make("knuth", first="1123", unused_only=True).options() == {"first": "1123", "unused_only": True}
    assert make("counter", seed=7).options() == {"seed": 7}
    assert make("knuth", first=parse_code("1123", parse_rules("4x6"))).options() == {"first": "1123"}


def test_a_strategy_is_a_value() -> None:
    assert make("knuth") == make("knuth")
    assert make("counter", seed=1) != make("counter", seed=2)
    assert make(make("knuth")) == make("knuth")
    with pytest.raises(AttributeError):
        make("knuth").first = "1111"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("first", "kind"), [("112", CodeError), ("1127", CodeError), ("11?2", NotationError)]
)
def test_a_first_guess_outside_the_rules_is_refused(first: str, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        make("knuth", first=first).choose(Position("4x6"))


# Rules too large for a method


@pytest.mark.parametrize("name", HEURISTICS)
@pytest.mark.parametrize("kind", ["12x12", "10x40-distinct"])
def test_where_codes_cannot_be_listed_a_heuristic_weighs_a_sample(name: str, kind: str) -> None:
    position = Position(kind)
    position = position.after(random_secret(position.rules, seed="own"), "BW")
    (guess, other), sample = make(name).ranked(position, 2)
    assert guess != other
    assert guess == make(name).choose(position)
    assert sample is not None
    assert sample.size == 1_000
    assert 512 < sample.guesses <= 1_024
    only = make(name, candidates_only=True)
    assert only.choose(position) in position


@pytest.mark.parametrize("name", ["counter", "first-consistent", "random-consistent", "large"])
def test_all_play_games_whose_codes_cannot_be_listed(name: str) -> None:
    position = Position("12x12")
    guess = make(name).choose(position)
    assert guess in position
    after = position.after(guess, "BB")
    assert (make(name).choose(after) in after) or name == "large"


# The best few


@pytest.mark.parametrize("name", HEURISTICS)
def test_the_ranking_begins_with_the_choice(name: str) -> None:
    for history in ("1122:B", "1122:B 1344:W", "1122:B 1344:W 3526:BWW", "1122:WWWW"):
        position, strategy = Position("4x6", history), make(name)
        ranked = strategy.rank(position, 5)
        assert ranked[0] == strategy.choose(position)
        assert len(ranked) == len(set(ranked)) == 5
        assert strategy.rank(position, 2) == ranked[:2]
        assert strategy.rank(position, 0) == []


def test_the_ranking_is_by_score_then_candidate_then_numeric_order() -> None:
    position = Position("4x6", "1122:B 1344:W")
    ranked = [position.partition(guess) for guess in make("knuth").rank(position, 40)]
    keys = [(part.worst, not part.is_candidate, part.guess) for part in ranked]
    assert keys == sorted(keys)


def test_a_strategy_that_does_not_rank_names_its_own_guess() -> None:
    position = Position("4x6", "1122:B")
    for name in ("counter", "first-consistent", "random-consistent"):
        assert make(name).rank(position, 5) == [make(name).choose(position)]


# One's own


@pytest.mark.usefixtures("own_names")
def test_a_users_own_class_is_used_by_its_name() -> None:
    @register
    class Highest(Strategy):
        """The highest candidate."""

        name = "highest"

        def guess(self, position: Position) -> Code:
            return max(position.candidates)

    assert "highest" in names()
    tree = build_tree("3x4", strategy="highest")
    expected = oracle.tree(game_of(parse_rules("3x4")), lambda game, left, history: left[-1])
    assert shape(tree) == expected
    assert tree.strategy == "highest"


@pytest.mark.usefixtures("own_names")
def test_a_users_own_heuristic_takes_options() -> None:
    @register
    @dataclass(frozen=True, kw_only=True)
    class FewSingles(Heuristic):
        """Fewest classes of one, for no reason."""

        name = "few-singles"
        separating_is_best = False

        def scores(self, sizes: Indices) -> Scores:
            return (sizes.max(axis=1), (sizes == 1).sum(axis=1))

    tree = build_tree("3x4", strategy="few-singles", candidates_only=True, first="123")
    assert tree.first_guess == (1, 2, 3)
    assert all(node.wins for _, node in tree.walk())


def test_what_the_tests_registered_is_gone() -> None:
    assert not {"highest", "few-singles"} & set(names())


@pytest.mark.usefixtures("own_names")
def test_a_class_without_a_name_cannot_be_registered() -> None:
    class Nameless(Strategy):
        """No name."""

        def guess(self, position: Position) -> Code:
            return next(iter(position))

    with pytest.raises(StrategyError, match="the class Nameless needs a name"):
        register(Nameless)


@pytest.mark.parametrize(
    ("name", "options", "wanted"),
    [
        ("deep", {"width": "4"}, "'width' of strategy 'deep' is a whole number, not '4'"),
        ("deep", {"width": 1.5}, "is a whole number, not 1.5"),
        ("deep", {"width": True}, "is a whole number, not True"),
        ("deep", {"seconds": "1"}, "is a number, not '1'"),
        ("knuth", {"candidates_only": "no"}, "is true or false, not 'no'"),
        ("random-consistent", {"seed": "x"}, "is a whole number, not 'x'"),
    ],
)
def test_a_value_of_another_kind_is_refused(name: str, options: dict[str, Any], wanted: str) -> None:
    with pytest.raises(StrategyError, match=wanted):
        make(name, **options)


def test_values_of_the_right_kind_are_taken() -> None:
    assert make("deep", width=np.int64(2), seconds=1).options() == {"width": 2, "seconds": 1}
    assert make("deep", seconds=None).options() == {}
