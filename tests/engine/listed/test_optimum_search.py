"""The search of listed games against the definition, tried out without any bounds."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pegwise.engine.listed import optimum_search
from pegwise.engine.listed.optimum_search import ListedSearch
from pegwise.errors import LimitError
from pegwise.limit import Limit, limited

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.tree_arrays import TreeArrays

NEVER = 1 << 40


class Game:
    """A game of random feedback numbers, some of whose secrets are candidates."""

    def __init__(self, seed: int, secrets: int, others: int, bins: int, weighted: bool = False) -> None:
        random = np.random.default_rng(seed)
        guesses = secrets + others
        self.bins = bins
        self.matrix = random.integers(0, bins - 1, (guesses, secrets), dtype=np.uint8)
        self.secret_of = np.full(guesses, -1, np.int32)
        self.secret_of[random.permutation(guesses)[:secrets]] = random.permutation(secrets)
        for guess in np.flatnonzero(self.secret_of >= 0):
            self.matrix[guess, self.secret_of[guess]] = bins - 1
        self.weights = random.integers(1, 9 if weighted else 2, secrets, dtype=np.int64)
        some = random.permutation(secrets)[: random.integers(1, secrets + 1)]
        self.subset = np.sort(some).astype(np.int32)

    def search(self) -> ListedSearch:
        """The search to be tested."""
        return ListedSearch(self.matrix, self.secret_of, self.weights, self.bins, self.subset, memory=1 << 16)

    def least(self, first: int | None = None, most: int = 0) -> int:
        """The least total by its definition, ``NEVER`` if there is no way."""
        columns = self.matrix.T.tolist()

        def after(guess: int, members: frozenset[int], left: int) -> int:
            classes: dict[int, set[int]] = {}
            for secret in members:
                classes.setdefault(columns[secret][guess], set()).add(secret)
            classes.pop(self.bins - 1, None)
            below = sum(least(frozenset(each), left - 1) for each in classes.values())
            return below + int(self.weights[list(members)].sum())

        @cache
        def least(members: frozenset[int], left: int) -> int:
            if left == 0:
                return NEVER
            return min(after(guess, members, left) for guess in range(len(self.matrix)))

        members, left = frozenset(self.subset.tolist()), most or len(self.subset) + (first is not None)
        found = least(members, left) if first is None else after(first, members, left)
        return min(found, NEVER)


def replayed(game: Game, tree: TreeArrays, most: int = 0) -> int:
    """The total of a tree, by playing every secret; all of its nodes are in order."""
    children = {
        (parent, answer): node
        for node, (parent, answer) in enumerate(
            zip(tree.parents.tolist(), tree.answers.tolist(), strict=True)
        )
    }
    path = list[int]()
    for node, parent in enumerate(tree.parents.tolist()):
        while path and path[-1] != parent:
            path.pop()
        assert path or node == 0  # in preorder, a parent is among those above the node before
        path.append(node)
    total, seen = 0, np.zeros(len(tree), np.int64)
    for secret in game.subset.tolist():
        node, guesses = 0, 1
        seen[0] += game.weights[secret]
        while (answer := int(game.matrix[tree.guesses[node], secret])) != game.bins - 1:
            node, guesses = children[node, answer], guesses + 1
            seen[node] += game.weights[secret]
        assert not most or guesses <= most
        total += guesses * int(game.weights[secret])
    assert (seen == tree.counts).all()
    below = [tree.answers[tree.parents == node] for node in range(len(tree))]
    assert all((np.diff(answers) > 0).all() for answers in below)
    return total


def games(count: int, weighted: bool) -> list[Game]:
    """Games of 2 to 7 secrets, up to 9 guesses, and 2 to 5 feedback numbers."""
    random = np.random.default_rng(count)
    return [
        Game(
            seed, int(random.integers(2, 8)), int(random.integers(0, 3)), int(random.integers(2, 6)), weighted
        )
        for seed in range(count)
    ]


@pytest.mark.parametrize("weighted", [False, True])
def test_the_total_is_the_least_of_all_strategies(weighted: bool) -> None:
    for game in games(60, weighted):
        found = game.search().optimum()
        assert found.tree is not None
        assert found.is_proved
        assert (found.total, found.bound) == (game.least(), game.least())
        assert replayed(game, found.tree) == found.total == found.tree.total


@pytest.mark.parametrize("weighted", [False, True])
def test_the_first_guess_may_be_given(weighted: bool) -> None:
    for seed, game in enumerate(games(40, weighted)):
        first = seed % len(game.matrix)
        found = game.search().optimum(first=first)
        assert found.tree is not None
        assert found.is_proved
        assert found.tree.guesses[0] == first
        assert found.total == game.least(first) == replayed(game, found.tree)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_guesses_may_be_limited(weighted: bool) -> None:
    for seed, game in enumerate(games(40, weighted)):
        search = game.search()
        for most in range(1, 5):
            for first in (None, seed % len(game.matrix)):
                found, least = search.optimum(most=most, first=first), game.least(first, most)
                assert found.is_proved
                if least >= NEVER:
                    assert (found.total, found.tree) == (None, None)
                else:
                    assert found.tree is not None
                    assert found.total == least == replayed(game, found.tree, most)


def test_only_a_total_below_the_known_one_is_told() -> None:
    for game in games(20, weighted=True):
        search, least = game.search(), game.least()
        found = search.optimum(known=least)
        assert (found.total, found.is_proved, found.tree, found.bound) == (None, True, None, least)
        assert search.optimum(known=least + 1).total == least


@pytest.mark.parametrize("n_best", [1, 2])
def test_with_some_guesses_the_total_is_that_of_a_tree(n_best: int) -> None:
    for game in games(20, weighted=False):
        found = game.search().optimum(n_best=n_best)
        assert not found.is_proved
        assert found.tree is not None
        assert found.total is not None
        assert found.bound <= game.least() <= found.total == replayed(game, found.tree)


def test_larger_games_agree_by_both_ways_of_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more than 96 candidates guesses are counted one by one; slices of the work change nothing."""
    game = Game(1, 150, 40, 13)
    game.subset = np.arange(150, dtype=np.int32)
    whole = game.search().optimum(n_best=5)
    monkeypatch.setattr(optimum_search, "_SLICE", 1000)
    sliced = game.search().optimum(n_best=5)
    assert whole.tree is not None
    assert sliced.tree is not None
    assert whole.total == sliced.total == replayed(game, whole.tree)
    assert whole.positions == sliced.positions
    assert (whole.tree.guesses == sliced.tree.guesses).all()
    game.subset = np.arange(40, dtype=np.int32)
    game.weights = np.ones(150, np.int64)
    proved = game.search().optimum()
    game.weights *= 3
    tripled = game.search().optimum()
    assert proved.total is not None
    assert tripled.total == 3 * proved.total


def test_when_the_limit_is_used_up_there_is_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimum_search, "_SLICE", 10)
    game = Game(2, 60, 60, 5)
    game.subset = np.arange(60, dtype=np.int32)
    for first in (None, 3):
        with limited(Limit(seconds=1e-6)):
            found = game.search().optimum(first=first)
        assert found.tree is not None
        assert not found.is_proved
        assert found.total is not None
        assert found.bound <= found.total == replayed(game, found.tree)
    search = game.search()
    search.stop[0] = 1
    stopped = search.optimum()
    assert stopped.tree is not None
    assert not stopped.is_proved


def test_each_secret_alone_is_told_from_the_others_by_guessing_it() -> None:
    """No guess tells more than whether it is right, so as many guesses follow each other as secrets."""
    matrix: NDArray[np.uint8] = np.eye(20, dtype=np.uint8)
    everyone = np.arange(20, dtype=np.int32)
    found = ListedSearch(matrix, everyone, np.ones(20, np.int64), 2, everyone).optimum()
    assert found.total == 210
    assert found.tree is not None
    assert len(found.tree) == 20
    weights = np.arange(1, 21, dtype=np.int64)
    found = ListedSearch(matrix, everyone, weights, 2, everyone).optimum(most=20)
    assert found.total == sum(depth * (21 - depth) for depth in range(1, 21))


def test_games_that_are_too_large_or_not_complete_are_refused() -> None:
    game = Game(3, 4, 2, 4)
    for change, error in (
        ({"subset": np.zeros(0, np.int32)}, ValueError),
        ({"secret_of": np.full(6, -1, np.int32)}, ValueError),
        ({"bins": 257}, LimitError),
        ({"weights": np.full(4, 1 << 31, np.int64)}, LimitError),
    ):
        vars(game).update(vars(Game(3, 4, 2, 4)) | change)
        with pytest.raises(error):
            game.search()
