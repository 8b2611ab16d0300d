"""The pools of guesses, against what they are by definition."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pegwise.engine.enumerated import game_tables
from pegwise.engine.enumerated.game_tables import Tables, make_pools, tables_of
from pegwise.engine.kernels.shapes import STEP_CODES
from pegwise.engine.score_kinds import ENTROPY, SQUARES, WORST
from pegwise.notation import parse_rules
from pegwise.position import Position
from pegwise.trees.parallel_builder import build_compiled_tree
from tests.engine import plain_trees
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from pegwise.rules import Rules

GAMES = [
    *("3x7", "2x6", "1x4", "3x6-distinct", "2x2-distinct", "3x6-black", "4x3", "5x2-black"),
    *("5x3", "6x2", "5x6-distinct", "5x5"),
]


def codes_of(rules: Rules, colors: int) -> list[tuple[int, ...]]:
    found = (
        product(range(colors), repeat=rules.pegs)
        if rules.repeats
        else permutations(range(colors), rules.pegs)
    )
    return sorted(found)


def lowest_images(rules: Rules, singles: int, colors: int) -> list[tuple[int, ...]]:
    """The codes that no renaming of the colors from ``singles`` on makes lower."""
    kept = []
    for code in codes_of(rules, colors):
        names = {color: color for color in range(singles)}
        for color in code:
            names.setdefault(color, len(names))
        if code == tuple(names[color] for color in code):
            kept.append(code)
    return kept


def in_planes(rules: Rules, block: Any, colors: int, lane: int) -> tuple[int, ...]:
    """The guess of a lane of a block of planes, from the rows of its pegs."""
    code = []
    for peg in range(rules.pegs):
        rows = block[peg * colors : (peg + 1) * colors, lane // 64]
        [color] = np.flatnonzero(rows >> np.uint64(lane % 64) & np.uint64(1)).tolist()
        code.append(color)
    return tuple(code)


@pytest.mark.parametrize("game", GAMES)
def test_pools_hold_the_lowest_of_the_guesses_that_are_alike(game: str) -> None:
    rules = parse_rules(game)
    planes, where, numbers, bags, starts = make_pools(rules)
    fewest = 1 if rules.repeats else rules.pegs
    wanted = {colors: (colors, codes_of(rules, colors)) for colors in range(fewest, rules.colors + 1)}
    for singles in range(rules.colors - rules.pegs + 1):
        colors = singles + rules.pegs
        wanted[rules.colors + 1 + singles] = colors, lowest_images(rules, singles, colors)
    assert np.flatnonzero(where[:, 1]).tolist() == sorted(wanted)
    repeats = tables_of(rules).layout.counts
    for place, (colors, codes) in wanted.items():
        row, blocks, first, bag_row, start_row, many = where[place].tolist()
        assert blocks == -(-len(codes) // STEP_CODES)
        height = colors * (rules.pegs + repeats) + 1
        held = planes[row : row + blocks * height].reshape(blocks, height, -1)
        assert not held[:, -1].any()  # the empty row
        found = [
            in_planes(rules, held[number // STEP_CODES], colors, number % STEP_CODES)
            for number in range(len(codes))
        ]
        if first >= 0:
            told = numbers[first : first + len(codes)].tolist()
            assert told == [
                sum(color * colors**peg for peg, color in enumerate(code[::-1])) for code in found
            ]
        else:
            assert rules.repeats
            assert place <= rules.colors
        assert bool(many) == (rules.whites and rules.pegs not in (2, 3, 4))
        if not many:
            assert found == codes
            continue
        assert sorted(found) == codes
        begins = starts[start_row : start_row + many + 1].tolist()
        counts = bags[bag_row : bag_row + colors * many].reshape(colors, many)
        for bag, (low, high) in enumerate(pairwise(begins)):
            [same] = {tuple(sorted(code)) for code in found[low:high]}
            assert found[low:high] == sorted(found[low:high])
            assert counts[:, bag].tolist() == [same.count(color) for color in range(colors)]
        assert (begins[0], begins[-1]) == (0, len(codes))
        assert many == len({tuple(sorted(code)) for code in codes})


LARGE = {
    "4x31": 3e8,
    "4x33-distinct": 1.6e8,
    "3x100-distinct": 1.9e8,
    "2x170-distinct": 8e7,
    "4x6": 1e5,
    "6x6": 3e6,
}


@pytest.mark.some(2)
@pytest.mark.parametrize(("game", "most"), LARGE.items())
def test_pools_take_bounded_memory(game: str, most: float) -> None:
    """Without a bound, all pools of 3x100-distinct would take 2 GB."""
    assert sum(array.nbytes for array in make_pools(parse_rules(game))) < most


@pytest.mark.parametrize("game", ["2x14-distinct", "5x4", *exhaustive("3x12", "3x10-distinct", "3x9-black")])
@pytest.mark.parametrize("room", [0, 2000, 20_000])
def test_trees_are_the_same_without_some_pools(game: str, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = parse_rules(game)
    monkeypatch.setattr(game_tables, "_ROOM", room)
    monkeypatch.setattr(game_tables, "_ROOM_FOR_EACH", 0)
    few = Tables(rules)
    monkeypatch.setattr("pegwise.trees.parallel_builder.tables_of", lambda _: few)
    monkeypatch.setattr("pegwise.trees.builder_tasks.tables_of", lambda _: few)
    for kind in (WORST, SQUARES, ENTROPY):
        tree = build_compiled_tree(Position(rules), kind)
        arrays = tree.guesses, tree.parents, tree.answers, tree.counts
        listed = list(zip(*(array.tolist() for array in arrays), strict=True))
        assert listed == plain_trees.tree(rules, kind)
    there = (few.pools.where[:, 1] > 0).sum()
    monkeypatch.undo()
    assert there < (make_pools(rules).where[:, 1] > 0).sum() or room == 20_000
