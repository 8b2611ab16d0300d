"""Comparisons from threads, processes and a cluster are the same to the last digit."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from pegwise.analysis.compare import compare
from pegwise.errors import MethodError
from pegwise.limit import Limit
from pegwise.strategies import make
from pegwise.trees.build import build_tree
from pegwise.trees.formats import to_json

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from pegwise.analysis.comparison import Comparison


def figures(rows: tuple[Comparison, ...]) -> list[Comparison]:
    """All but the time that it took."""
    return [replace(row, seconds=0.0) for row in rows]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("4x6", {"strategies": ["random-consistent", "counter", "knuth"], "games": 20, "seed": 3}),
        ("9x9-distinct", {"strategies": ["first-consistent"], "games": 5, "first": "123456789"}),
        ("4x4", {"strategies": ["entropy", "counter", "first-consistent", "random-consistent"]}),
        ("4x6", {"strategies": make("entropy", first="1123"), "games": 20}),
    ],
    ids=["sample", "large", "all secrets", "a strategy as a value"],
)
def test_a_comparison_is_the_same_on_every_executor(
    rules: str, options: dict[str, Any], cluster: Any, pool: Executor
) -> None:
    here = figures(compare(rules, **options))
    for executor in (cluster, pool):
        assert figures(compare(rules, executor=executor, **options)) == here


@pytest.mark.exhaustive
def test_workers_need_not_have_a_tree_file(tmp_path: Path, cluster: Any) -> None:
    path = tmp_path / "tree.json"
    path.write_text(to_json(build_tree("4x5", strategy="entropy")))
    here = figures(compare("4x5", strategies=[str(path)], games=30))
    assert figures(compare("4x5", strategies=[str(path)], games=30, executor=cluster)) == here


def test_a_limit_ends_a_sample_on_workers(cluster: Any) -> None:
    (row,) = compare("4x6", strategies=["counter"], games=10**6, limit=Limit(seconds=1), executor=cluster)
    assert 0 < row.games < 10**6
    assert row.wanted == 10**6


@pytest.mark.exhaustive
def test_a_limit_that_is_not_used_up_changes_no_figure(pool: Executor) -> None:
    usual = figures(compare("5x6", strategies=["large"], games=2, seed=3))
    began = time.perf_counter()
    for executor in (None, pool):
        limit = Limit(seconds=1000)
        found = compare("5x6", strategies=["large"], games=2, seed=3, limit=limit, executor=executor)
        assert figures(found) == usual
    assert time.perf_counter() - began < 900, "the players took the time that they could have had"


def test_what_a_strategy_cannot_play_is_said_as_here(pool: Executor) -> None:
    with pytest.raises(MethodError):
        compare("12x12", strategies=["optimal"], games=2, executor=pool)
