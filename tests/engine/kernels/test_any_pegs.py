"""The kernels of any number of pegs: the same as the unrolled ones where there are both, and as twins."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pegwise.engine import entropy
from pegwise.engine.enumerated import packed_codes as k
from pegwise.engine.enumerated.optimum_search import UNLIMITED, Question, Searcher
from pegwise.engine.enumerated.transposition_table import SolvedTable
from pegwise.engine.kernels.search import interface
from pegwise.engine.kernels.shapes import ANY, OWN, WIDEST, class_numbers, classes, counted, shape_of
from pegwise.engine.running import kernel_loader
from pegwise.notation import parse_rules
from pegwise.position import Position
from pegwise.trees.parallel_builder import build_compiled_tree
from tests.engine import plain_trees
from tests.engine.kernels.any_pegs import by_kernels_of_any_pegs
from tests.engine.kernels.plain import run_plainly
from tests.engine.kernels.slow import PLANE_RULES, Case, Rule
from tests.engine.searches import least_total, matrix_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNROLLED = [rule for rule in PLANE_RULES if rule[0] in OWN]
OTHERS: list[Rule] = [
    *((pegs, 2, False, black) for pegs in (1, 8, 9, 10) for black in (False, True)),
    *((pegs, 10, True, black) for pegs in (1, 8, 9, 10) for black in (False, True)),
    *((pegs, 4, False, black) for pegs in (8, 9) for black in (False, True)),
]
SIZES = [1, 63, 64, 65, 511, 512, 513, 1500]


def told(case: Case, size: int) -> list[NDArray[Any]]:
    """The class sizes and all scores of a case, by whatever kernel there is for it."""
    layout = case.layout
    rows, many = k.plane_rows(layout, case.asked), k.planes(layout, case.codes)
    assert rows.shape[1] == layout.named
    assert not many.bits[-1].any()
    table = entropy.entropy_table(size)
    return [k.class_sizes(many, rows), *(k.plane_scores(kind, many, rows, table) for kind in range(4))]


def wanted(case: Case, size: int) -> list[NDArray[Any]]:
    return [case.sizes(), *case.scores(entropy.entropy_table(size))]


def same(one: list[NDArray[Any]], other: list[NDArray[Any]]) -> bool:
    return all(map(np.array_equal, one, other)) and len(one) == len(other)


def test_a_shape_for_every_number_of_pegs() -> None:
    for pegs in range(1, 65):
        for black_only in (False, True):
            assert shape_of(pegs, black_only) == (pegs if 2 <= pegs <= 7 else ANY, black_only)
    with by_kernels_of_any_pegs():
        assert kernel_loader.kernel("count", 4, True).title == "count-any-black"
    assert kernel_loader.kernel("count", 4, True).title == "count-4-black"


@pytest.mark.parametrize("pegs", range(1, 11))
@pytest.mark.parametrize("black_only", [False, True])
def test_every_class_has_a_number_of_its_own_or_none_that_a_feedback_has(pegs: int, black_only: bool) -> None:
    numbers = class_numbers(pegs, black_only).tolist()
    real = classes(pegs, black_only)
    feedbacks = [black * pegs + total for black, total in real]
    named = dict(zip(counted(pegs, black_only), numbers, strict=True))
    assert [named[each] for each in real if each in named] == feedbacks
    assert set(real) <= set(named)
    others = {number for each, number in named.items() if each not in real}
    assert not others & set(feedbacks)
    assert all(0 <= number < pegs * (pegs + 1) + 1 for number in others)


@pytest.mark.some(100)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rule", OTHERS)
def test_planes_of_other_numbers_of_pegs(rule: Rule, size: int) -> None:
    case = Case(rule, size, 40 if size < 100 else 5)
    assert same(told(case, size), wanted(case, size))


@pytest.mark.some(40, more=30)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rule", UNROLLED)
def test_planes_of_numbers_with_kernels_of_their_own(rule: Rule, size: int) -> None:
    case = Case(rule, size, 40 if size < 100 else 5)
    unrolled = told(case, size)
    with by_kernels_of_any_pegs():
        assert case.layout.named == (WIDEST if rule[3] else 2 * WIDEST)
        assert same(told(case, size), unrolled)
    assert same(unrolled, wanted(case, size))


@pytest.mark.parametrize("rule", [rule for rule in [*OTHERS, *UNROLLED] if rule[0] in (1, 3, 8, 10)])
def test_planes_as_plain_python(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    run_plainly(monkeypatch)
    case = Case(rule, 70, 3)
    with by_kernels_of_any_pegs():
        assert same(told(case, 70), wanted(case, 70))


TREES = [
    "2x9",
    "3x6",
    "4x4",
    "5x3",
    "6x2",
    "7x2",
    "4x5-distinct",
    "3x5-black",
    "5x3-black",
    "4x5-distinct-black",
]


def nodes_of(name: str, kind: int, only: bool) -> list[list[int]]:
    tree = build_compiled_tree(Position(name), kind, candidates_only=only)
    return [part.tolist() for part in (tree.guesses, tree.parents, tree.answers, tree.counts)]


@pytest.mark.parametrize("only", [False, True])
@pytest.mark.parametrize("kind", plain_trees.KINDS)
@pytest.mark.parametrize("game", TREES)
def test_whole_trees(game: str, kind: int, only: bool) -> None:
    own = nodes_of(game, kind, only)
    with by_kernels_of_any_pegs():
        assert nodes_of(game, kind, only) == own


WIDE_TREES = ["1x1", "1x5", "1x40", "1x9-black", "8x2", "9x2", "10x2", "8x2-black", "9x2-black", "10x2-black"]


@pytest.mark.some(10, more=20)
@pytest.mark.parametrize("only", [False, True])
@pytest.mark.parametrize("kind", plain_trees.KINDS)
@pytest.mark.parametrize("game", WIDE_TREES)
def test_whole_trees_of_other_numbers_of_pegs(game: str, kind: int, only: bool) -> None:
    rules = parse_rules(game)
    tree = plain_trees.tree(rules, kind, candidates_only=only)
    assert list(zip(*nodes_of(game, kind, only), strict=True)) == tree


def searched(name: str, seed: int) -> list[object]:
    """Answers about random sets of candidates, and the best trees of some of them."""
    draw, matrix, found = random.Random(seed), matrix_of(name), list[object]()
    count = len(matrix.codes)
    with_table = Searcher(matrix, SolvedTable(1 << 20))
    for _ in range(6):
        members = sorted(draw.sample(range(count), min(count, draw.randint(2, 30))))
        for question in (Question(), Question(left=draw.choice([2, 3, 4, UNLIMITED]), last=True)):
            found.append(with_table.excess(members, question)[0])
        tree = with_table.tree(np.array(members), Question())
        found.append(None if tree is None else tree.tolist())
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["3x4", "4x3", "4x4", "5x2", "6x2", "3x5-black", "4x5-distinct", "7x2"])
def test_kernels_of_more_answers_search_alike(game: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    own = searched(game, seed)
    for more in interface.SHAPES[1:]:
        monkeypatch.setattr(interface, "SHAPES", (more,))
        assert searched(game, seed) == own


@pytest.mark.parametrize(
    "name", ["1x1", "1x9", "2x6", "3x4", "4x3", "5x2", "6x2", "7x2", "3x4-black", "4x5-distinct"]
)
def test_the_least_totals_of_whole_games(name: str) -> None:
    own = least_total(name)
    with by_kernels_of_any_pegs():
        assert least_total(name) == own
    if name.startswith("1x"):  # a guess tells one code from the others
        colors = int(name[2:])
        assert own == colors * (colors + 1) // 2
