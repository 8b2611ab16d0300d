"""The best of several trees, against the definition: at each position, the best guess of the trees there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import pegcheck
from pegwise.errors import StrategyError
from pegwise.optimal.certificate import write_certificate
from pegwise.optimal.problem import Problem
from pegwise.trees.best_of import best_of
from pegwise.trees.build import build_tree
from pegwise.trees.figure import figure
from pegwise.trees.formats import from_json, to_json
from pegwise.trees.read_figure import read_figure
from tests import oracle
from tests.helpers import game_of, shape

if TYPE_CHECKING:
    from pathlib import Path

    from pegwise.trees.tree import Node, StrategyTree

ONE_STEP = ("knuth", "minimax-parts", "expected-size", "entropy", "most-parts")
GAMES = ["4x6", "3x5", "2x7", "4x6-distinct", "3x8-black", "5x3", "4x4 1122:B", "3x6 112:W 334:B"]


def least(nodes: list[Node]) -> int:
    """The least total from a position on, where each guess is one of the trees that come to it."""
    totals = []
    for guess in {node.guess for node in nodes}:
        there = [node for node in nodes if node.guess == guess]
        told = there[0].children
        totals.append(there[0].count + sum(least([node.children[each] for node in there]) for each in told))
    return min(totals)


@pytest.mark.some(10, more=10)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "names", [ONE_STEP, ("entropy", "first-consistent"), ("random-consistent", "knuth"), ("knuth",)]
)
def test_the_best_guess_at_each_position(game: str, names: tuple[str, ...]) -> None:
    trees = [build_tree(game, strategy=name) for name in names]
    found = best_of(trees)
    before = len(found.position.history) * found.root.count
    assert (
        found.total - before
        == least([tree.root for tree in trees])
        <= min(tree.total - before for tree in trees)
    )
    assert found.position == trees[0].position
    assert found.strategy == "+".join(names)
    if not found.position.history:
        plain = shape(found)
        assert found.distribution == tuple(oracle.distribution(game_of(found.rules), plain))


def test_it_is_better_than_each() -> None:
    trees = [build_tree("4x6", strategy=name) for name in ONE_STEP]
    assert best_of(trees).total == 5665 < min(tree.total for tree in trees) == 5668


def test_the_order_of_trees_decides_between_equals() -> None:
    trees = [build_tree("4x4", strategy=name) for name in ONE_STEP]
    for tree in trees:
        assert best_of([tree, tree]).root == tree.root
        assert best_of([tree]).root == tree.root


@pytest.mark.parametrize("game", ["3x6", "3x6-black", "4x5-distinct"])
def test_a_tree_from_a_file_is_as_good(game: str) -> None:
    """Such a tree has no arrays."""
    trees = [build_tree(game, strategy=name) for name in ONE_STEP]
    again = [from_json(to_json(tree)) for tree in trees]
    assert all(tree.arrays is None for tree in again)
    assert best_of(again).root == best_of(trees).root
    if game == "3x6":
        assert best_of([read_figure(figure(trees[0]), game), *again[1:]]).root == best_of(trees).root


def test_its_certificate_is_accepted(tmp_path: Path) -> None:
    found, path = best_of([build_tree("4x6", strategy=name) for name in ONE_STEP]), tmp_path / "best.cert"
    with path.open("wb") as file:
        write_certificate(file, Problem(found.position), found, None)
    assert pegcheck.check_file(str(path)).problem.total == 5665


def test_trees_may_be_deeper_than_calls() -> None:
    trees = [build_tree("1x250", strategy=name) for name in ("first-consistent", "knuth")]
    assert best_of(trees).total == 250 * 251 // 2
    assert best_of(trees).worst == 250


def refused(trees: list[StrategyTree]) -> str:
    with pytest.raises(StrategyError) as raised:
        best_of(trees)
    return str(raised.value)


def test_what_cannot_be_combined() -> None:
    one, other = build_tree("3x4", strategy="knuth"), build_tree("3x5", strategy="knuth")
    assert refused([]) == "there is no tree to choose from"
    assert refused([one, other]) == "the trees start from different positions"
    assert (
        refused([one, build_tree("3x4 112:W", strategy="knuth")])
        == "the trees start from different positions"
    )
