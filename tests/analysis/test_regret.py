"""Regret and luck, against plain search, and by the laws they keep."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import count
from typing import TYPE_CHECKING

import pytest

from pegwise import Code, Feedback, Limit, Position, Rules, build_tree, parse_code
from pegwise.analysis.regret import _after_opening, _solved, appraise
from pegwise.analysis.review import review
from pegwise.analysis.worth import Between, Rank, Worth
from pegwise.engine.code_space import to_code, zero_based
from pegwise.engine.enumerated.symmetry import distinguishable
from pegwise.engine.running import kernel_loader
from pegwise.engine.running.kernel_loader import Kernel
from pegwise.engine.running.kernel_manifest import NoKernelsError
from pegwise.engine.running.wasm_kernel import WasmKernel
from pegwise.limit import limited
from pegwise.optimal.book import openings
from pegwise.optimal.optimum import optimum
from tests import oracle
from tests.helpers import game_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise.trees.tree import Node

SMALL = [Rules(3, 3), Rules(3, 4, repeats=False), Rules(3, 3, whites=False)]


def plain(rules: Rules) -> tuple[tuple[oracle.Code, ...], Callable[..., Fraction]]:
    """All codes, and the turns that some of them take in sum with best play, or with a guess first."""
    game = game_of(rules)
    codes = oracle.codes(game)

    @cache
    def best(left: tuple[oracle.Code, ...]) -> int:
        if len(left) == 1:
            return 1
        return min(first(left, guess) for guess in codes if len(oracle.split(game, left, guess)) > 1)

    def first(left: tuple[oracle.Code, ...], guess: oracle.Code) -> int:
        parts = oracle.split(game, left, guess)
        return len(left) + sum(best(tuple(part)) for told, part in parts.items() if told != game.win)

    def turns(left: tuple[oracle.Code, ...], guess: oracle.Code | None = None) -> Fraction:
        return Fraction(best(left) if guess is None else first(left, guess), len(left))

    return codes, turns


def positions(rules: Rules, seed: int, number: int) -> Iterator[Position]:
    """The start, and what some random guesses lead to."""
    rng = random.Random(seed)
    codes = list(Position(rules))
    yield Position(rules)
    for _ in range(number):
        position, secret = Position(rules), rng.choice(codes)
        for _ in range(rng.randint(1, 2)):
            guess = rng.choice(codes)
            position = position.after(guess, rules.feedback(secret, guess))
        yield position


@pytest.mark.some(1)
@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_every_guess_is_worth_what_plain_search_says(rules: Rules) -> None:
    codes, turns = plain(rules)
    for position in positions(rules, 1, 6):
        left = tuple(tuple(code) for code in position)
        game = game_of(rules)
        optimum = turns(left)
        for guess in codes:
            worth = appraise(position, Code(guess))
            value = turns(left, guess)
            assert (worth.known, worth.regret) == ("exact", float(value - optimum))
            assert (worth.regret == 0) == (value == optimum)
            parts = oracle.split(game, left, guess)
            after = {
                told: Fraction(0) if told == game.win else turns(tuple(part)) for told, part in parts.items()
            }
            for told, now in after.items():
                luck = worth.luck(Feedback(*told))
                assert luck == pytest.approx(float(value - 1 - now))
                kind = sum(len(parts[other]) for other, then in after.items() if then <= now)
                assert worth.chance(Feedback(*told)) == kind / len(left)


@pytest.mark.some(1)
@pytest.mark.parametrize("history", ["", "123:W", "123:W 214:BW", "221:WW"])
def test_the_rank_counts_the_better_of_the_guesses_that_differ(history: str) -> None:
    position = Position("3x4", history)
    made = [zero_based(row.guess) for row in position.history]
    differ = {to_code(guess) for guess in distinguishable(position.rules, made).T}
    worths = {guess: appraise(position, guess) for guess in Position("3x4")}
    least = min(worth.value.lower for worth in worths.values())
    best = {guess for guess in differ if worths[guess].value.lower == least}
    for guess, worth in worths.items():
        assert worth.rank is not None
        assert worth.rank.better == sum(worths[other].value < worth.value for other in differ)
        assert worth.rank.guesses == len(differ)
        assert set(worth.rank.best) == best | ({guess} if worth.regret == 0 else set())
        told = [code for code in worth.rank.best if code in best]
        assert told == sorted(best, key=lambda code: (code not in position, code))


def _luck_is_fair(position: Position, worth: Worth) -> None:
    """Summed over the candidates luck is nothing, exactly: in whole numbers of turns."""
    assert worth.known == "exact"
    assert worth.by_feedback is not None
    assert sum(size for _, size in worth.by_feedback.values()) == worth.candidates
    after = sum(round(left * size) for left, size in worth.by_feedback.values())
    assert after == worth.value.lower - worth.candidates
    assert all(abs(left * size - round(left * size)) < 1e-9 for left, size in worth.by_feedback.values())
    assert {told: size for told, (_, size) in worth.by_feedback.items()} == position.partition(
        worth.guess
    ).classes


def test_the_expected_luck_is_nothing_for_every_first_guess_of_3x4() -> None:
    start = Position("3x4")
    for guess in start:
        _luck_is_fair(start, appraise(start, guess))


def test_the_expected_luck_of_a_whole_strategy_is_nothing() -> None:
    """Over all secrets of 3x4: the sum of luck over the rows of each game, summed over the games."""
    total = Fraction(0)
    for position, node in _nodes(build_tree("3x4", strategy="knuth").root, Position("3x4")):
        worth = appraise(position, node.guess)
        for told, size in position.partition(node.guess).classes.items():
            luck = worth.luck(told)
            assert luck is not None
            total += size * Fraction(luck).limit_denominator(10_000)
    assert total == 0


def test_the_expected_luck_is_nothing_in_some_positions_of_4x6() -> None:
    rng = random.Random(5)
    every = list(Position("4x6"))
    for position in positions(Rules(4, 6), 6, 12):
        _luck_is_fair(position, appraise(position, rng.choice(every)))


def _nodes(node: Node, position: Position) -> Iterator[tuple[Position, Node]]:
    yield position, node
    after = dict(position.split(node.guess))
    for told, child in node.children.items():
        yield from _nodes(child, after[told])


@pytest.mark.exhaustive
def test_the_regrets_of_knuths_whole_tree_are_its_distance_from_the_optimum() -> None:
    """5801 and 5625: Knuth (1977) as counted by his rule, and Koyama and Lai (1993)."""
    lost = 0
    for position, node in _nodes(build_tree(strategy="knuth").root, Position("4x6")):
        if node.count > 1:  # of one code there is one guess
            worth = appraise(position, node.guess)
            assert worth.known == "exact"
            lost += int(worth.value.upper) - worth.optimum.lower
    assert lost == 5801 - 5625


@pytest.mark.parametrize("seed", range(3))
def test_guesses_are_best_play_and_regret_less_luck(seed: int) -> None:
    rng = random.Random(seed)
    rules = Rules(4, 6)
    secret = rng.choice(list(Position(rules)))
    position, turns = Position(rules), 0.0
    start = None
    while not position.history or position.history[-1].feedback != rules.win:
        guess = rng.choice(list(position))
        worth = appraise(position, guess)
        start = worth.expected if start is None else start
        told = rules.feedback(secret, guess)
        luck = worth.luck(told)
        assert luck is not None
        turns += worth.regret - luck
        position = position.after(guess, told)
    assert start is not None
    assert start + turns == pytest.approx(len(position.history))


def test_a_guess_that_tells_nothing_loses_a_whole_turn() -> None:
    position = Position("4x6", "1122:B")
    worth = appraise(position, Code((1, 1, 2, 2)))
    assert (worth.regret, worth.most_regret) == (1.0, 1.0)
    assert worth.luck(position.history[0].feedback) == 0.0


def test_where_the_limit_is_too_short_there_are_bounds() -> None:
    position = Position("5x8", "11223:BW")
    with limited(Limit(seconds=1.0)):
        worth = appraise(position, Code((1, 1, 1, 1, 1)))
    assert worth.known == "lower"
    assert 0 <= worth.regret <= worth.most_regret
    assert (worth.rank, worth.expected) == (None, None)
    assert worth.luck(position.rules.win) is None


@pytest.mark.parametrize(
    ("optimum", "value", "known", "regret", "most"),
    [
        ((20, 20), (24, 24), "exact", 0.5, 0.5),
        ((20, 23), (24, 24), "lower", 0.125, 0.5),
        ((20, 24), (24, 24), "lower", 0.0, 0.5),
        ((20, 20), (22, 25), "lower", 0.25, 0.625),
        ((20, 22), (21, 25), "lower", 0.0, 0.625),
    ],
)
def test_a_regret_is_exact_only_where_both_its_terms_are(
    optimum: tuple[int, int], value: tuple[int, int], known: str, regret: float, most: float
) -> None:
    guess = Code((1, 1, 2, 2))
    worth = Worth(guess, 8, Between(*optimum), Between(*value), None, None)
    assert (worth.known, worth.regret, worth.most_regret) == (known, regret, most)
    assert worth.expected == (2.5 if optimum == (20, 20) else None)
    better = Worth(guess, 8, Between(*optimum), Between(*value), None, Rank(1, 5, (guess,)))
    assert (better.known, better.regret, better.most_regret) == (known, regret, most)


@pytest.mark.parametrize(
    ("rules", "history", "memory", "most"),
    [
        ("30x30", "", None, float("inf")),
        ("5x8", "", None, float("inf")),
        ("4x6", "1122:B", 1 << 15, 1.734375),
    ],
)
def test_what_is_too_large_is_left_open(rules: str, history: str, memory: int | None, most: float) -> None:
    position = Position(rules, history)
    first = position.candidates.first()
    assert first is not None
    worth = appraise(position, first, memory=memory)
    assert (worth.known, worth.regret, worth.most_regret, worth.by_feedback) == ("lower", 0.0, most, None)
    assert worth.chance(position.rules.win) is None


def test_a_search_that_ends_before_it_finds_anything_bounds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegwise.analysis.regret.in_background", lambda *_: None)
    worth = appraise(Position("3x5", "123:W"), Code((1, 1, 2)))
    assert (worth.known, worth.regret, worth.most_regret) == ("lower", 0.0, float("inf"))
    assert (worth.by_feedback, worth.rank, worth.expected) == (None, None, None)


@pytest.mark.parametrize(
    ("rules", "guess", "total"), [("4x10-distinct", "5283", 26274), ("4x6", "6656", 5791)]
)
def test_the_first_guess_of_a_game_in_the_book(rules: str, guess: str, total: int) -> None:
    position = Position(rules)
    with limited(Limit(seconds=30.0)):
        worth = appraise(position, parse_code(guess, position.rules))
    assert (worth.value.lower, worth.known) == (total, "exact")
    assert worth.by_feedback is not None
    turns = sum(left * size for left, size in worth.by_feedback.values())
    assert turns == pytest.approx(total - len(position))
    with limited(Limit(seconds=1e-9)):  # it is looked up, so it takes no time
        assert appraise(position, parse_code(guess, position.rules)) == worth


@pytest.mark.parametrize("rules", ["3x6", "4x4", "4x6"])
def test_what_is_looked_up_is_what_a_search_finds(rules: str) -> None:
    """And of all guesses that are alike the same is said, but for the names of what is best."""
    position = Position(rules)
    for opening in openings(position.rules):
        found = appraise(position, opening.guess)
        assert found == _solved(position, opening.guess, 1 << 29, ranked=True)
        after = [position.after(opening.guess, told) for told in opening.by_feedback]
        known = [_after_opening(each) for each in after]
        assert [turns.lower for turns in known if turns] == [
            turns for turns, _ in opening.by_feedback.values()
        ]
        alike = Code(position.rules.colors + 1 - color for color in reversed(opening.guess))
        told = appraise(position, alike)
        assert (told.value, told.by_feedback) == (found.value, found.by_feedback)
        assert (alike in told.rank.best) == (told.rank.better == 0)  # type: ignore[union-attr]


def test_a_review_of_4x6_is_never_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little time there is: here it was up before the review began."""
    times = count(0, 3600)
    monkeypatch.setattr("pegwise.limit.clock", lambda: float(next(times)))
    for game in ("1122:B 1344:W 3526:BWW 1462:BW", "1111:- 2222:- 3334:W", "1122:B 1122:B 1234:W"):
        found = review(game, limit=Limit(seconds=1))
        assert [move.known for move in found.moves] == ["exact"] * len(found.moves)
        monkeypatch.undo()
        free = review(game)
        assert [move.regret for move in found.moves] == [move.regret for move in free.moves]
        assert found.accuracy == free.accuracy
        monkeypatch.setattr("pegwise.limit.clock", lambda: float(next(times)))


@pytest.mark.exhaustive
def test_a_guess_alike_to_all_others_is_best_though_nothing_is_solved() -> None:
    with limited(Limit(seconds=2.0)):
        worth = appraise(Position("5x8-distinct"), Code((8, 2, 5, 4, 1)))
    assert worth.value.upper > worth.value.lower
    assert (worth.known, worth.regret, worth.most_regret) == ("exact", 0.0, 0.0)


@pytest.mark.parametrize("rules", ["1x1", "3x1", "2x1-black", "9x1"])
def test_a_game_of_one_code_needs_no_kernel(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def unavailable(self: Kernel) -> None:
        raise NoKernelsError(self.title)

    for kind in (Kernel, WasmKernel):
        monkeypatch.setattr(kind, "prepare", unavailable)
    kernel_loader._kernel.cache_clear()
    assert optimum(rules, book=False, threads=1).total == 1
    position = Position(rules)
    assert appraise(position, next(iter(position))).regret == 0


def test_kernels_that_cannot_run_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """The review itself says so, and what helps."""

    def unavailable(self: Kernel) -> None:
        raise NoKernelsError("what helps")

    for kind in (Kernel, WasmKernel):
        monkeypatch.setattr(kind, "prepare", unavailable)
    kernel_loader._kernel.cache_clear()
    with pytest.raises(NoKernelsError, match="what helps"):
        review("3x5 112:B 123:W")


@pytest.mark.parametrize(
    "rules", [Rules(1, 6), Rules(8, 2), Rules(9, 2, whites=False), Rules(1, 5, whites=False)]
)
def test_of_any_number_of_pegs_a_guess_is_worth_what_plain_search_says(rules: Rules) -> None:
    _, turns = plain(rules)
    for position in positions(rules, 3, 4):
        left = tuple(tuple(code) for code in position)
        if not 1 < len(left) <= 12:
            continue
        for guess in left[:3]:
            worth = appraise(position, Code(guess))
            assert (worth.known, worth.regret) == ("exact", float(turns(left, guess) - turns(left)))
