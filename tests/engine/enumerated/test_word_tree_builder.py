"""Trees built one pair of codes at a time: those that planes build where both serve, and the slow twin's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import pegwise
from pegwise.deep.strategy import HEURISTICS
from pegwise.engine import matrix_growth, score_kinds
from pegwise.engine.code_space import all_codes, zero_based
from pegwise.engine.enumerated import tree_builder, word_tree_builder
from pegwise.engine.enumerated.word_tree_builder import feedback_of
from pegwise.engine.feedback import feedback_numbers
from pegwise.limit import Limit, LimitReached, limited
from pegwise.notation import parse_rules
from pegwise.position import Position
from pegwise.trees.build import build_tree, plain_tree
from pegwise.trees.parallel_builder import build_compiled_tree
from tests.engine import plain_trees

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = ["2x9", "4x4", "5x3", "7x2", "4x5-distinct", "3x7-distinct", "3x5-black", "6x2-black"]


@pytest.fixture
def no_planes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if no game had planes."""
    monkeypatch.setattr(tree_builder, "has_planes", lambda rules: False)
    with monkeypatch.context():
        yield


def nodes_of(game: str, kind: int, only: bool = False, threads: int = 1) -> list[tuple[int, ...]]:
    tree = build_compiled_tree(Position(game), kind, candidates_only=only, threads=threads)
    return list(zip(*(each.tolist() for each in vars(tree).values()), strict=True))


@pytest.mark.some(20, more=25)
@pytest.mark.usefixtures("no_planes")
@pytest.mark.parametrize("pairs", [1 << 9, 1 << 12, 1 << 23])
@pytest.mark.parametrize("only", [False, True])
@pytest.mark.parametrize("kind", plain_trees.KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_trees_are_those_of_the_slow_twin(
    game: str, kind: int, only: bool, pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few positions are small, and so with which symmetry, and however often the kernel pauses."""
    monkeypatch.setattr(word_tree_builder, "SMALL_PAIRS", pairs)
    monkeypatch.setattr(matrix_growth, "CALL_PAIRS", pairs)
    assert nodes_of(game, kind, only) == plain_trees.tree(parse_rules(game), kind, candidates_only=only)


@pytest.mark.some(1)
@pytest.mark.parametrize("kind", plain_trees.KINDS)
def test_a_game_of_more_pegs_than_planes_have(kind: int) -> None:
    assert nodes_of("11x2", kind, threads=2) == plain_trees.tree(parse_rules("11x2"), kind)


@pytest.mark.some(2, more=2)
@pytest.mark.parametrize("name", HEURISTICS)
@pytest.mark.parametrize(
    "position",
    [
        "2x300 300,299:W 1,2:-",
        "11x3 11122233312:BBBBBBBWW 11112222333:BBBBBWWWW",
        "13x2 1111111222222:BBBBBBBBBBB",
    ],
)
def test_from_positions_of_games_without_planes(position: str, name: str) -> None:
    """Below the start, the strategy chooses its guesses by scores that other kernels give."""
    start = Position(position)
    assert 30 < len(start) < 1000
    assert build_tree(start, strategy=name).root == plain_tree(pegwise.make(name), start, None).root


@pytest.mark.usefixtures("no_planes")
@pytest.mark.parametrize("game", ["4x4", "5x3", "4x5-distinct", "4x4-black"])
def test_deep_makes_the_same_guesses(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = build_tree(game, strategy="deep")
    monkeypatch.undo()
    assert found.root == build_tree(game, strategy="deep").root


def test_deep_is_no_worse_than_heuristics_without_planes() -> None:
    position = "13x2 1111111222222:BBBBBBBBBBB"
    least = min(build_tree(position, strategy=name).total for name in HEURISTICS)
    assert build_tree(position, strategy="deep").total <= least


def test_sums_too_close_to_tell_are_compared_exactly(
    no_planes: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matrix_growth, "margin_for", lambda size: 1 << 48)
    assert nodes_of("4x4", score_kinds.ENTROPY) == plain_trees.tree(parse_rules("4x4"), score_kinds.ENTROPY)


def test_first_guesses_checkpoints_and_limits(tmp_path: object) -> None:
    tree = build_tree("11x2", strategy="knuth", first="11111222222", checkpoint=f"{tmp_path}/tree")
    assert tree.root == build_tree("11x2", strategy="knuth", first="11111222222", threads=2).root
    with limited(Limit(pairs=10_000)), pytest.raises(LimitReached):
        build_tree("12x2", strategy="knuth")


@pytest.mark.parametrize("game", ["11x2", "12x2", "11x2-black", "4x3", "5x2", "1x300", "12x1"])
def test_all_feedback_that_a_game_gives_is_known(game: str) -> None:
    rules = parse_rules(game)
    codes = all_codes(rules)
    numbers = feedback_numbers(codes[:, :: max(1, rules.size // 300)], codes, rules)
    weight = rules.pegs + 1
    black, white = numbers // weight, numbers % weight
    told = np.unique(rules.pegs * black + black + white)
    assert np.isin(told, feedback_of(rules)).all()


def test_games_of_the_most_feedback_have_room_for_it() -> None:
    for pegs, colors in ((24, 2), (15, 3), (12, 4), (10, 5), (1, 65_535), (2, 4096), (3, 256)):
        for white in ("", "-black"):
            rules = parse_rules(f"{pegs}x{colors}{white}")
            assert rules.size <= 2**24
            assert len(feedback_of(rules)) <= 256


@pytest.mark.exhaustive
def test_zero_based_guesses_of_many_colors_are_not_cut_to_bytes() -> None:
    start = Position("2x300 299,300:W")
    tree = build_tree(start, strategy="entropy", threads=1)
    guesses = [zero_based(node.guess) for node in [tree.root, *tree.root.children.values()]]
    assert max(max(guess) for guess in guesses) > 255
