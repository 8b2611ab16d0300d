"""Whole trees: how they are built, their figures, and playing them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegwise.errors import CodeError, ContradictionError, LimitError, StrategyError
from pegwise.position import Position
from pegwise.progress import watch
from pegwise.rules import Code, Row, Rules
from pegwise.strategies import Strategy
from pegwise.trees.build import build_tree
from pegwise.trees.tree import StrategyTree
from tests import oracle
from tests.helpers import game_of, play, shape

if TYPE_CHECKING:
    from pegwise.trees.tree import Node

KINDS = ["3x4", "2x5", "3x5-distinct", "3x4-black", "1x6", "4x4-distinct"]
NAMES = ["knuth", "minimax-parts", "expected-size", "entropy", "most-parts", "first-consistent"]


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(KINDS), st.sampled_from([*NAMES, "counter", "random-consistent"]))
def test_every_secret_is_found_and_the_figures_are_the_oracles(kind: str, name: str) -> None:
    tree = build_tree(kind, strategy=name)
    game, plain = game_of(tree.rules), shape(tree)
    for secret in oracle.codes(game):
        guesses = play(tree, Code(secret))
        assert guesses == oracle.solve(game, plain, secret)
        assert guesses[-1] == secret
    assert tree.distribution == tuple(oracle.distribution(game, plain))
    assert tree.total == oracle.total(game, plain)
    assert tree.worst == max(oracle.lengths(game, plain))
    assert tree.average == tree.total / tree.rules.size


@pytest.mark.parametrize("kind", KINDS)
def test_every_node_counts_its_candidates(kind: str) -> None:
    tree = build_tree(kind, strategy="entropy")

    def check(node: Node, position: Position) -> None:
        assert node.count == len(position)
        assert node.wins == (node.guess in position)
        for told, child in node.children.items():
            check(child, position.after(node.guess, told))

    check(tree.root, Position(kind))
    assert sum(1 for _, node in tree.walk() if node.wins) == tree.rules.size


def test_solving_gives_the_rows_of_the_game() -> None:
    # Knuth 1977, pp. 2-3: the typical play and its answer.
    tree = build_tree("4x6", strategy="knuth")
    rows = tree.solve("3632")
    assert " ".join(map(str, rows)) == "1122:B 1344:W 3526:BWW 1462:BW 3632:BBBB"
    assert all(isinstance(row, Row) for row in rows)
    assert tree.solve((1, 1, 2, 2)) == (Row(Code((1, 1, 2, 2)), tree.rules.win),)


def test_a_secret_outside_the_rules_or_the_position_is_refused() -> None:
    tree = build_tree("3x4", strategy="knuth")
    with pytest.raises(CodeError):
        tree.solve("115")
    with pytest.raises(CodeError):
        tree.solve("11")
    later = build_tree(Position("3x4", "112:B"), strategy="knuth")
    with pytest.raises(CodeError, match="secret 444 does not fit the position"):
        later.solve("444")


def test_a_tree_from_a_position_is_the_subtree_and_counts_from_the_first_guess() -> None:
    whole = build_tree("4x6", strategy="knuth")
    position = Position("4x6", "1122:B")
    part = build_tree(position, strategy="knuth")
    assert part.root == whole.root.children[position.history[0].feedback]
    assert part.first_guess == (1, 3, 4, 4)
    for secret in list(position)[::17]:
        assert part.solve(secret) == whole.solve(secret)
    assert part.distribution[0] == 0
    assert part.worst == 5
    assert part.total == sum(len(whole.solve(secret)) for secret in position)


def test_the_next_guess_of_a_tree_after_a_history() -> None:
    tree = build_tree("4x6", strategy="knuth")
    history = Position("4x6", "1122:B 1344:W").history
    assert tree.guess(()) == (1, 1, 2, 2)
    assert tree.guess(history) == (3, 5, 2, 6)
    with pytest.raises(StrategyError, match="the tree has no answer after 1234:B"):
        tree.guess(Position("4x6", "1234:B").history)
    with pytest.raises(StrategyError, match="1122 is the code: the tree ends there"):
        tree.guess(Position("4x6", "1122:BBBB").history)


def test_a_tree_says_what_it_is_in_plain_values() -> None:
    assert build_tree("4x6", strategy="knuth").to_dict() == {
        "strategy": "knuth",
        "rules": "4x6",
        "first_guess": "1122",
        "total": 5801,
        "average": 5801 / 1296,
        "worst": 5,
        "distribution": [1, 6, 62, 533, 694],
        "known": "exact",
    }


def test_a_tree_of_300_guesses_has_its_figures() -> None:
    tree = build_tree("1x300", strategy="first-consistent")
    assert tree.worst == 300
    assert tree.distribution == (1,) * 300
    assert tree.total == 300 * 301 // 2
    assert len(tree.solve((300,))) == 300


def test_trees_of_600_guesses_compare_by_value() -> None:
    trees = [build_tree(Rules(1, 600), strategy="first-consistent") for _ in range(2)]
    assert trees[0] == trees[1]
    node = trees[1].root
    while node.children:
        (node,) = node.children.values()
    node.count += 1
    assert trees[0] != trees[1]


@pytest.mark.slow
def test_a_tree_of_3000_guesses_has_its_figures() -> None:
    tree = build_tree("1x3000", strategy="first-consistent")
    assert tree.worst == 3000
    assert tree.total == 3000 * 3001 // 2


def test_rules_too_large_for_a_whole_tree_are_refused() -> None:
    with pytest.raises(LimitError, match=r"30x30 has 2.1e\+44 codes: too many for a whole tree"):
        build_tree("30x30", strategy="counter")


def test_a_position_no_code_fits_has_no_tree() -> None:
    with pytest.raises(ContradictionError, match="cannot all be true"):
        build_tree(Position("4x6", "1111:BB 1111:B"), strategy="knuth")


def test_building_reports_its_progress() -> None:
    seen: list[tuple[str, int, int]] = []
    with watch(lambda what, done, total: seen.append((what, done, total))):
        build_tree("3x4", strategy="first-consistent")
    secrets = [(done, total) for what, done, total in seen if what == "secrets"]
    assert secrets[-1] == (64, 64)
    assert secrets == sorted(secrets)


@dataclass(frozen=True, kw_only=True)
class Stubborn(Strategy):
    """Makes one guess for ever."""

    name = "stubborn"

    def guess(self, position: Position) -> Code:
        """Always the same."""
        return Code([1] * position.rules.pegs)


def test_a_strategy_that_gets_nowhere_is_stopped() -> None:
    with pytest.raises(
        StrategyError, match="stubborn repeats the guess 111, which tells nothing, after 111:"
    ):
        build_tree("3x4", strategy=Stubborn())


@dataclass(frozen=True, kw_only=True)
class Outsider(Strategy):
    """Guesses a code of another game."""

    name = "outsider"

    def guess(self, position: Position) -> Code:
        """One color too many."""
        return Code([position.rules.colors + 1] * position.rules.pegs)


def test_a_strategy_that_guesses_outside_the_rules_is_told() -> None:
    with pytest.raises(CodeError, match="colors 1 to 4"):
        build_tree("3x4", strategy=Outsider())


def test_trees_compare_by_value() -> None:
    first, second = build_tree("3x3", strategy="knuth"), build_tree(Rules(3, 3), strategy="knuth")
    assert first == second
    assert isinstance(first, StrategyTree)
    assert first != build_tree("3x3", strategy="most-parts")
