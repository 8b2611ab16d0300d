"""Trees and scores of listed games against what the definition says, in plain Python."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from pegwise.engine import matrix_growth
from pegwise.engine.entropy import table_for
from pegwise.engine.listed import guess_scores, tree_builder
from pegwise.engine.listed.guess_scores import MOST_WEIGHT, class_sizes, scores
from pegwise.engine.listed.tree_builder import ListedTreeBuilder
from pegwise.engine.running.kernel_loader import KernelError, kernel
from pegwise.engine.score_kinds import ENTROPY, PARTS, SQUARES, WORST, WORST_PARTS
from pegwise.limit import Limit, LimitReached, limited
from tests.engine.kernels.plain import run_plainly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.tree_arrays import TreeArrays

KINDS = (WORST, SQUARES, ENTROPY, PARTS, WORST_PARTS)


class Game(NamedTuple):
    matrix: NDArray[np.uint8]
    secret_of: NDArray[np.int32]
    guess_of: NDArray[np.int32]
    weights: NDArray[np.int64]
    bins: int

    def builder(self, kind: int, candidates_only: bool = False) -> ListedTreeBuilder:
        return ListedTreeBuilder(self.matrix, self.guess_of, self.weights, self.bins, kind, candidates_only)


def random_game(seed: int, guesses: int = 24, secrets: int = 16, bins: int = 5, heaviest: int = 1) -> Game:
    """A game of any feedback at all: even the guesses that are secrets are in no order."""
    chance = np.random.default_rng(seed)
    matrix = chance.integers(0, bins - 1, (guesses, secrets), np.uint8)
    guess_of = chance.permutation(guesses)[:secrets].astype(np.int32)
    if seed % 2:
        guess_of.sort()
    secret_of = np.full(guesses, -1, np.int32)
    secret_of[guess_of] = np.arange(secrets)
    matrix[guess_of, np.arange(secrets)] = bins - 1
    return Game(matrix, secret_of, guess_of, chance.integers(1, heaviest + 1, secrets, np.int64), bins)


# --- the definition --------------------------------------------------------------------------------


def classes_of(game: Game, guess: int, subset: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for secret in subset:
        found.setdefault(int(game.matrix[guess, secret]), []).append(secret)
    return dict(sorted(found.items()))


def value_of(kind: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """What is least for the best guess; the entropy as the product whose logarithm it is."""
    if kind == ENTROPY:
        return (math.prod(size**size for size in sizes),)
    if kind == SQUARES:
        return (sum(size * size for size in sizes),)
    return {WORST: (max(sizes),), PARTS: (-len(sizes),), WORST_PARTS: (max(sizes), -len(sizes))}[kind]


def best_guess(game: Game, kind: int, candidates_only: bool, subset: Sequence[int]) -> int:
    inside = {int(game.guess_of[secret]) for secret in subset}

    def rank(guess: int) -> tuple[tuple[int, ...], bool, int]:
        parts = classes_of(game, guess, subset).values()
        sizes = [sum(int(game.weights[secret]) for secret in part) for part in parts]
        return value_of(kind, sizes), guess not in inside, guess

    return min(inside if candidates_only else range(len(game.matrix)), key=rank)


def plain_tree(
    game: Game, kind: int, candidates_only: bool, subset: Sequence[int], first: int | None = None
) -> list[tuple[int, int, int, int]]:
    nodes: list[tuple[int, int, int, int]] = []

    def grow(part: Sequence[int], parent: int, number: int, guess: int | None) -> None:
        chosen = best_guess(game, kind, candidates_only, part) if guess is None else guess
        place, weight = len(nodes), sum(int(game.weights[secret]) for secret in part)
        nodes.append((chosen, parent, number, weight))
        for answer, rest in classes_of(game, chosen, part).items():
            if answer != game.bins - 1:
                grow(rest, place, answer, None)

    grow(subset, -1, 0, first)
    return nodes


def nodes_of(tree: TreeArrays) -> list[tuple[int, int, int, int]]:
    columns = (tree.guesses, tree.parents, tree.answers, tree.counts)
    return list(zip(*(column.tolist() for column in columns), strict=True))


# --- trees -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("candidates_only", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_trees_are_those_of_the_definition(kind: int, candidates_only: bool) -> None:
    for seed, heaviest in enumerate((1, 1, 1, 2, 4, 60)):
        game = random_game(seed, bins=3 + seed % 4, heaviest=heaviest)
        tree = game.builder(kind, candidates_only).build(np.arange(16))
        assert nodes_of(tree) == plain_tree(game, kind, candidates_only, range(16))


@pytest.mark.parametrize("small_pairs", [0, 40, 150])
@pytest.mark.parametrize("kind", KINDS)
def test_large_positions_and_paused_kernels_make_no_difference(
    monkeypatch: pytest.MonkeyPatch, kind: int, small_pairs: int
) -> None:
    monkeypatch.setattr(tree_builder, "SMALL_PAIRS", small_pairs)
    monkeypatch.setattr(matrix_growth, "CALL_PAIRS", 50)
    monkeypatch.setattr(tree_builder, "SMALL_MATRIX", 0)
    monkeypatch.setattr(guess_scores, "SLICE_PAIRS", 50)
    for candidates_only in (False, True):
        game = random_game(7, bins=4, heaviest=3)
        tree = game.builder(kind, candidates_only).build(np.arange(16))
        assert nodes_of(tree) == plain_tree(game, kind, candidates_only, range(16))


@pytest.mark.parametrize("small_matrix", [0, 1 << 20])
def test_sums_too_close_to_tell_are_compared_exactly(
    monkeypatch: pytest.MonkeyPatch, small_matrix: int
) -> None:
    asked = list[int]()
    best = ListedTreeBuilder.best

    def noted(self: ListedTreeBuilder, order: NDArray[np.int64]) -> int:
        asked.append(len(order))
        return best(self, order)

    for module in (tree_builder, matrix_growth):
        monkeypatch.setattr(module, "margin_for", lambda size: 1 << 48)
    monkeypatch.setattr(tree_builder, "SMALL_MATRIX", small_matrix)
    monkeypatch.setattr(ListedTreeBuilder, "best", noted)
    for candidates_only in (False, True):
        game = random_game(11, bins=4, heaviest=2)
        tree = game.builder(ENTROPY, candidates_only).build(np.arange(16))
        assert nodes_of(tree) == plain_tree(game, ENTROPY, candidates_only, range(16))
    assert len(asked) > 4


def test_equal_products_are_equal_entropies() -> None:
    """Classes of 4, 1, 1, 1 and 1 tell as much as four of 2: the lower guess is the best."""
    divisions = np.array([np.repeat(np.arange(len(part)), part) for part in ([4, 1, 1, 1, 1], [2] * 4)])
    guess_of = np.arange(2, 10, dtype=np.int32)
    secret_of = np.array([-1, -1, *range(8)], np.int32)
    for first in (divisions, divisions[::-1]):
        matrix = np.concatenate([first, np.zeros((8, 8), np.int64)]).astype(np.uint8)
        matrix[guess_of, np.arange(8)] = 6
        game = Game(matrix, secret_of, guess_of, np.ones(8, np.int64), 7)
        builder = game.builder(ENTROPY)
        assert builder.best(np.arange(8)) == builder.build(np.arange(8)).guesses[0] == 0


def test_a_part_of_the_secrets_and_a_given_first_guess() -> None:
    game = random_game(3, bins=5)
    subset = [1, 2, 5, 8, 9, 13, 15]
    for guess in range(0, 24, 5):
        tree = game.builder(SQUARES).build(np.array(subset[::-1]), guess)
        assert nodes_of(tree) == plain_tree(game, SQUARES, False, subset, guess)
        if guess not in game.guess_of[subset]:
            assert tree.total > sum(tree.distribution) == len(subset)


def test_one_and_two_secrets() -> None:
    game = random_game(4)
    assert nodes_of(game.builder(WORST).build(np.array([6]))) == [(game.guess_of[6], -1, 0, 1)]
    first, other = sorted((3, 9), key=lambda secret: int(game.guess_of[secret]))
    number = game.matrix[game.guess_of[first], other]
    two = [(game.guess_of[first], -1, 0, 2), (game.guess_of[other], 0, number, 1)]
    assert nodes_of(game.builder(WORST).build(np.array([3, 9]))) == two


def test_no_secrets_and_too_heavy_ones_are_refused() -> None:
    game = random_game(1)
    with pytest.raises(ValueError, match="sum to 0"):
        game.builder(WORST).build(np.zeros(0, np.int64))
    heavy = game._replace(weights=np.full(16, MOST_WEIGHT // 16 + 1))
    for kind in (WORST, ENTROPY):
        with pytest.raises(ValueError, match="sum to"):
            heavy.builder(kind).build(np.arange(16))
        with pytest.raises(ValueError, match="sum to"):
            scores(kind, heavy.matrix, None, np.arange(16), heavy.weights, lambda pairs: None)
    heavy = game._replace(weights=np.full(16, MOST_WEIGHT // 16))
    assert nodes_of(heavy.builder(WORST).build(np.arange(16))) == plain_tree(heavy, WORST, False, range(16))


def test_a_limit_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(5, guesses=60, secrets=50, bins=3)
    for small_pairs in (0, 200, 1 << 23):
        monkeypatch.setattr(tree_builder, "SMALL_PAIRS", small_pairs)
        with limited(Limit(pairs=2000)), pytest.raises(LimitReached):
            game.builder(PARTS).build(np.arange(50))


def test_the_clock_is_looked_at_often_in_deep_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    """With win or no win for an answer, a tree of n secrets compares n times as many pairs as its root."""
    spent = list[int]()
    monkeypatch.setattr(tree_builder, "spend", spent.append)
    monkeypatch.setattr(matrix_growth, "CALL_PAIRS", 2000)
    game = random_game(2, guesses=40, secrets=40, bins=2)
    tree = game.builder(SQUARES, candidates_only=True).build(np.arange(40))
    assert len(tree) == 40
    assert len(spent) > 5
    assert max(spent) < 4000


# --- scores ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("heaviest", [1, 30])
def test_class_sizes_and_scores(monkeypatch: pytest.MonkeyPatch, heaviest: int) -> None:
    monkeypatch.setattr(guess_scores, "SLICE_PAIRS", 100)
    game = random_game(6, guesses=50, secrets=31, bins=9, heaviest=heaviest)
    subset = np.array([0, 3, 4, 7, 9, 12, 18, 19, 21, 22, 27, 28, 30])
    weights = game.weights[subset]
    for guesses in (None, np.array([4, 2, 49, 0])):
        rows = game.matrix if guesses is None else game.matrix[guesses]
        sizes = np.array([np.bincount(row[subset], weights, 9) for row in rows]).astype(np.int64)
        assert (class_sizes(game.matrix, guesses, subset, game.weights, 9) == sizes).all()
        worst, parts = sizes.max(axis=1), (sizes > 0).sum(axis=1)
        logarithms = table_for(int(weights.sum()))[sizes].sum(axis=1)
        wanted = {WORST: worst, SQUARES: (sizes**2).sum(axis=1), PARTS: -parts, ENTROPY: logarithms}
        for kind, values in {**wanted, WORST_PARTS: 1024 * worst - parts}.items():
            pairs = list[int]()
            found = scores(kind, game.matrix, guesses, subset, game.weights, pairs.append)
            assert (found == values).all()
            assert sum(pairs) == len(rows) * len(subset)
            assert max(pairs) <= 100


def test_plain_kernels_do_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(8, guesses=12, secrets=9, heaviest=random.Random(8).randint(2, 5))
    trees = {
        (kind, candidates_only): nodes_of(game.builder(kind, candidates_only).build(np.arange(9)))
        for kind in KINDS
        for candidates_only in (False, True)
    }
    found = [scores(kind, game.matrix, None, np.arange(9), game.weights, lambda _: None) for kind in KINDS]
    sizes = class_sizes(game.matrix, None, np.arange(9), game.weights, 5)
    run_plainly(monkeypatch)
    for (kind, candidates_only), nodes in trees.items():
        assert nodes_of(game.builder(kind, candidates_only).build(np.arange(9))) == nodes
    for kind, values in zip(KINDS, found, strict=True):
        plain = scores(kind, game.matrix, None, np.arange(9), game.weights, lambda _: None)
        assert (plain == values).all()
    assert (class_sizes(game.matrix, None, np.arange(9), game.weights, 5) == sizes).all()


def test_kernels_refuse_what_does_not_fit() -> None:
    matrix, places = np.zeros((3, 4), np.uint8), np.array([0, 2], np.uint32)
    weights, counters = np.ones(2, np.int64), np.zeros((2, 256), np.int64)
    out, sizes, table = np.zeros(2, np.int64), np.zeros((2, 9), np.int64), np.zeros(3, np.int64)
    usual = [ENTROPY, matrix, places, places, weights, table, out, counters]
    kernel("listed_scores")(*usual)
    wrong: list[tuple[int, NDArray[Any]]] = [
        (2, np.array([0, 3], np.uint32)), (3, np.array([4, 0], np.uint32)), (4, np.ones(3, np.int64)),
        (5, np.zeros(2, np.int64)), (6, np.zeros(3, np.int64)), (7, np.zeros((2, 255), np.int64)),
    ]  # fmt: skip
    for place, instead in wrong:
        with pytest.raises(KernelError):
            kernel("listed_scores")(*usual[:place], instead, *usual[place + 1 :])
    with pytest.raises(KernelError):
        kernel("listed_sizes")(matrix, places, places, weights, sizes[:1], counters)
    with pytest.raises(KernelError):
        kernel("listed_sizes")(matrix, places, places, weights, np.zeros((2, 257), np.int64), counters)


def test_the_growing_kernel_refuses_what_does_not_fit() -> None:
    order = np.array([[0, 1], [1, 1], [0, 1]], np.uint32)
    usual: list[NDArray[Any]] = [
        np.zeros((2, 2), np.uint8), np.zeros(3, np.int64), order, np.zeros((3, 2), np.uint32),
        np.zeros((2, 256), np.int64), np.zeros((2, 4), np.int64), np.zeros((4, 4), np.int32),
        np.zeros(5, np.int64),
    ]  # fmt: skip
    run = kernel("listed_grow")
    run(ENTROPY, 0, 0, 100, *usual)
    for place, array in enumerate(usual[1:], 1):
        axis = array.ndim - 1 if array.ndim == 2 and place != 5 else 0
        shorter = np.ascontiguousarray(np.delete(array, -1, axis))
        if place != 2:
            with pytest.raises(KernelError):
                run(ENTROPY, 0, 0, 100, *usual[:place], shorter, *usual[place + 1 :])
    for row in (0, 2):
        outside = order.copy()
        outside[row, 1] = 2
        with pytest.raises(KernelError):
            run(WORST, 0, -1, 100, usual[0], usual[1], outside, *usual[3:])
