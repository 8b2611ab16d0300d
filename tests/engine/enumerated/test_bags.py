"""What the colors of a guess alone tell, against the scores of all orders of these colors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pegwise.engine.entropy import entropy_scale
from pegwise.engine.enumerated import packed_codes
from pegwise.engine.enumerated import tree_builder as module
from pegwise.engine.enumerated.bags import bags_of, least_scores
from pegwise.engine.enumerated.game_tables import Tables
from pegwise.engine.enumerated.guess_scores import PlaneScores
from pegwise.engine.enumerated.tree_builder import tree_builder
from pegwise.engine.kernels.grow.interface import ARGUMENTS, Scratch
from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import KernelError
from pegwise.engine.score_kinds import ENTROPY, PARTS, SQUARES, WORST, WORST_PARTS
from pegwise.notation import parse_rules
from tests.engine import plain_trees

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.enumerated.packed_codes import Planes
    from pegwise.rules import Rules

GAMES = ["5x4", "6x3", "1x9", "5x6-distinct", "7x2", "5x5", "6x4", "7x3", "9x2", "10x2", "6x7-distinct"]


def candidates_of(rules: Rules, seed: int) -> NDArray[np.int64]:
    """Any codes, or those after a guess, or those of a few colors."""
    draw, codes = np.random.default_rng(seed), plain_trees.codes_of(rules)
    count = int(draw.integers(3, min(rules.size, 120)))
    table, _ = plain_trees.table_of(rules)
    guess = int(draw.integers(rules.size))
    after = np.flatnonzero(table[guess] == table[guess][draw.integers(rules.size)])
    held = max(2 if rules.repeats else rules.pegs, rules.colors - 2)
    few = np.flatnonzero((codes < held).all(axis=1))
    wide = [np.arange(rules.size), after, few][seed % 3]
    return np.sort(draw.choice(wide, min(count, len(wide)), replace=False))


def planes_of(rules: Rules, some: NDArray[np.int64]) -> tuple[Tables, Planes]:
    tables = Tables(rules)
    return tables, packed_codes.planes_of_rows(tables.layout, tables.rows[some])


def sizes_at(rules: Rules, some: NDArray[np.int64]) -> NDArray[np.int64]:
    table, held = plain_trees.table_of(rules)
    return plain_trees.sizes_of(table[:, some], len(held))


def plain_scores(kind: int, sizes: NDArray[np.int64]) -> NDArray[np.float64]:
    worst, parts = sizes.max(axis=1), (sizes > 0).sum(axis=1)
    scores: dict[int, NDArray[Any]] = {
        WORST: worst,
        SQUARES: (sizes**2).sum(axis=1),
        ENTROPY: (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1),
        PARTS: -parts,
        WORST_PARTS: 1024 * worst - parts,
    }
    return scores[kind].astype(np.float64)


@pytest.mark.parametrize("game", ["5x4", "3x5", "1x4", "5x6-distinct", "6x2"])
def test_a_bag_is_the_codes_with_the_same_colors(game: str) -> None:
    rules = parse_rules(game)
    codes = plain_trees.codes_of(rules)
    bags = bags_of(Tables(rules).columns, rules)
    assert sorted(bags.order.tolist()) == list(range(rules.size))
    found = [bags.order[low:high] for low, high in zip(bags.starts, bags.starts[1:], strict=False)]
    assert [sorted(part.tolist()) for part in found] == [part.tolist() for part in found]
    colors = [{tuple(sorted(code)) for code in codes[part].tolist()} for part in found]
    assert all(len(same) == 1 for same in colors)
    assert len(bags) == len(set[tuple[int, ...]]().union(*colors))
    for bag, [same] in enumerate(map(list, colors)):
        assert [same.count(color) for color in range(rules.colors)] == bags.counts[:, bag].tolist()
        assert set(bags.of_codes[found[bag]].tolist()) == {bag}


@pytest.mark.some(4, more=8)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", plain_trees.KINDS)
@pytest.mark.parametrize("game", [*GAMES, "4x5", "3x9", "2x9"])
def test_no_order_of_some_colors_beats_their_bound(game: str, kind: int, seed: int) -> None:
    rules = parse_rules(game)
    some = candidates_of(rules, seed)
    tables, planes = planes_of(rules, some)
    bags = bags_of(tables.columns, rules)
    of_each = bags.order[bags.starts[:-1]]
    sizes = packed_codes.class_sizes(planes, tables.rows[of_each])
    least = least_scores(kind, sizes, rules.pegs, len(some)).astype(np.float64)
    if kind == ENTROPY:
        least /= float(1 << entropy_scale(256))  # 256: the table of up to as many candidates
    best = np.full(len(bags), np.inf)
    np.minimum.at(best, bags.of_codes, plain_scores(kind, sizes_at(rules, some)))
    assert (least <= best + 1e-6).all()


@pytest.mark.some(4, more=8)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", plain_trees.KINDS)
@pytest.mark.parametrize("game", ["5x5", "6x4", "7x3", "10x2", "6x7-distinct", "4x8"])
def test_the_best_guesses_are_scored(game: str, kind: int, seed: int) -> None:
    """Others may be left out, and most are."""
    rules = parse_rules(game)
    some = candidates_of(rules, seed)
    tables, planes = planes_of(rules, some)
    asked = np.sort(np.random.default_rng(seed).permutation(rules.size)[: rules.size * (1 + seed) // 6])
    guesses = PlaneScores(
        kind, planes, asked, tables.rows, bags_of(tables.columns, rules).of_codes, lambda _: None
    )
    places, scores = guesses.best()
    everything = guesses.all()
    assert scores.tolist() == everything[places].tolist()
    assert places.tolist() == sorted(set(places.tolist()))
    assert set(np.flatnonzero(everything == everything.min())) <= set(places.tolist())
    exact = plain_trees.best_of(kind, sizes_at(rules, some)[asked])
    assert set(exact.tolist()) <= set(places.tolist())


@pytest.mark.some(8, more=16)
@pytest.mark.parametrize("seed", range(9))
@pytest.mark.parametrize("kind", plain_trees.KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_small_trees_are_the_slow_twins(game: str, kind: int, seed: int) -> None:
    rules = parse_rules(game)
    some = candidates_of(rules, seed)
    builder = tree_builder(Tables(rules), kind, candidates_only=False, stop=arrays.flag())
    nodes = builder.small([some.astype(np.int32)])
    assert list(zip(*nodes.tolist(), strict=True)) == plain_trees.tree(rules, kind, some.tolist())


@pytest.mark.parametrize("short", ["memory", "bounds", "totals"])
def test_the_kernel_takes_no_arrays_that_are_too_small(short: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would write beyond their ends."""
    names = [*ARGUMENTS]
    place = names.index(short) - names.index("words")

    class Short(Scratch):
        def __init__(self, *sizes: int, black_only: bool) -> None:
            super().__init__(*sizes, black_only=black_only)
            parts = list(self.arrays)
            parts[place] = parts[place][..., :3].copy()
            self.arrays = tuple(parts)

    monkeypatch.setattr(module, "Scratch", Short)
    builder = tree_builder(Tables(parse_rules("5x4")), SQUARES, candidates_only=False, stop=arrays.flag())
    with pytest.raises(KernelError):
        builder.small([np.arange(100, dtype=np.int32)])
