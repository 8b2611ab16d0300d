"""Scores by the kernels, 512 pairs at a time or one, against those from numpy's class sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pegwise.engine import weigh
from pegwise.engine.feedback import class_sizes
from pegwise.engine.running import load
from pegwise.engine.running.errors import KernelUnavailable
from pegwise.engine.tables import is_served
from pegwise.limit import Limit, LimitReached, limited
from pegwise.notation import parse_rules
from pegwise.strategies import Heuristic, make
from pegwise.trees import build_tree

if TYPE_CHECKING:
    from pegwise.rules import Rules

NAMES = ["knuth", "minimax-parts", "expected-size", "entropy", "most-parts"]


def some_codes(rules: Rules, number: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    drawn = [rng.choice(rules.colors, rules.pegs, replace=rules.repeats) for _ in range(number)]
    return np.array(drawn, np.uint8).T


@pytest.mark.parametrize(
    "spelled",
    ["4x6", "5x8", "4x6-black", "5x9-distinct", "12x3", "24x2", "11x4-black", "3x200", "12x13-distinct"],
)
@pytest.mark.parametrize("name", NAMES)
def test_scores_are_those_of_the_class_sizes(spelled: str, name: str) -> None:
    rules, strategy = parse_rules(spelled), make(name)
    assert isinstance(strategy, Heuristic)
    assert strategy.compiled is not None
    codes = some_codes(rules, 500)
    guesses, candidates = codes[:, :120], codes[:, 120:]
    leading, *rest = strategy.scores(class_sizes(guesses, candidates, rules))
    wanted = leading * weigh._WEIGHT + rest[0] if rest else leading
    scores, done = weigh.scores_of(strategy.compiled, guesses, candidates, rules)
    assert done == 120
    assert np.array_equal(scores, wanted)


def test_planes_serve_where_they_can() -> None:
    assert is_served(parse_rules("10x4"))
    assert not is_served(parse_rules("11x4"))
    assert not is_served(parse_rules("2x300"))
    assert not weigh.use_kernels(parse_rules("2x300"), 1e18, "count")
    assert not weigh.use_kernels(parse_rules("11x4"), 1e18, "count", "grow")
    assert weigh.use_kernels(parse_rules("11x4"), 1e18, "count")


def test_where_nothing_can_be_compiled_numpy_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise KernelUnavailable("no compiler here")

    monkeypatch.setattr(load.Kernel, "is_ready", lambda _self: False)
    monkeypatch.setattr(load.Kernel, "prepare", refuse)
    assert not weigh.use_kernels(parse_rules("5x8"), 1e18, "count")
    assert build_tree("4x5", strategy="knuth").total == 2563


def test_scores_keep_a_limit_or_are_cut_short() -> None:
    rules = parse_rules("5x8")
    codes = some_codes(rules, 40_000)
    kind = make("knuth").kind  # type: ignore[attr-defined]
    with limited(Limit(pairs=10)), pytest.raises(LimitReached):
        weigh.scores_of(kind, codes, codes[:, :5000], rules)
    with limited(Limit(pairs=10)):
        scores, done = weigh.scores_of(kind, codes, codes[:, :5000], rules, cut_short=True)
    assert len(scores) == done == weigh.slice_size(5000) < 40_000


def test_a_subclass_that_chooses_otherwise_is_not_taken_for_its_parent() -> None:
    from pegwise.strategies.knuth import Knuth

    class Own(Knuth):
        name = "own"

        def scores(self, sizes: np.ndarray) -> tuple[np.ndarray, ...]:
            return (-sizes.max(axis=1),)

    assert Knuth().compiled is not None
    assert Own().compiled is None
