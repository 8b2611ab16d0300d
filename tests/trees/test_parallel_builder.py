"""Compiled trees against obvious ones, node for node, and against published totals."""

from __future__ import annotations

import _thread
import random
import signal
import threading
from itertools import count, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pegwise.candidates import EnumeratedCandidates
from pegwise.engine import score_kinds
from pegwise.engine.code_space import to_code
from pegwise.engine.enumerated import game_tables
from pegwise.engine.kernels.grow.interface import TALLY
from pegwise.engine.running.kernel_loader import kernel
from pegwise.limit import Limit, LimitReached, limited
from pegwise.notation import parse_rules
from pegwise.position import Position
from pegwise.progress import watch
from pegwise.trees import parallel_builder
from tests import oracle
from tests.engine import plain_trees
from tests.helpers import game_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.rules import Rules

KINDS = {
    "knuth": score_kinds.WORST,
    "expected-size": score_kinds.SQUARES,
    "entropy": score_kinds.ENTROPY,
    "most-parts": score_kinds.PARTS,
    "minimax-parts": score_kinds.WORST_PARTS,
}
TOTALS = {
    "4x6": (5801, 5696, 5722, 5668, 5778),
    "4x10-distinct": (27139, 26551, 26424, 26751, 26979),
    "5x8": (183966, 180287, 179863, 181834, 182188),
}
"""In the order of KINDS. 4x6: Knuth 1977, Irving 1979, Neuwirth 1982, Kooi 2005; others by other programs."""
SLOW = pytest.mark.slow
GAMES = ["4x6", "5x4", "3x8", "4x7-distinct", "5x5-black", "3x2", "2x14", "3x11-distinct", "3x10-black"]
MORE_GAMES = [
    "2x9",
    "3x14",
    "4x9",
    "2x20-distinct",
    "2x16-black",
    "4x9-distinct",
    "4x8-black",
    "2x2-distinct",
    "1x5",
    "1x1",
    "4x4-black",
    "6x3",
    "4x5-distinct-black",
    "9x2",
    "10x2",
    "7x3",
    "8x2-black",
    "5x7-distinct",
]
ALL_GAMES = [*GAMES, *(pytest.param(name, marks=SLOW) for name in MORE_GAMES)]


def listed(tree: TreeArrays) -> list[tuple[int, int, int, int]]:
    arrays = tree.guesses, tree.parents, tree.answers, tree.counts
    return list(zip(*(array.tolist() for array in arrays), strict=True))


def nested(rules: Rules, tree: TreeArrays) -> oracle.Tree:
    """A tree as the oracle writes it."""
    columns = plain_trees.codes_of(rules)
    nodes: list[oracle.Tree] = []
    for guess, parent, number, _ in listed(tree):
        nodes.append((tuple(to_code(columns[guess].tolist())), {}))
        if parent >= 0:
            [told] = _feedback(rules, number)
            nodes[parent][1][told] = nodes[-1]
    return nodes[0]


def _feedback(rules: Rules, number: int) -> list[oracle.Feedback]:
    """The feedback of this number: P*black + total, or black*(P+1)."""
    if not rules.whites:
        return [(number // (rules.pegs + 1), 0)]
    return [
        (told.black, told.white)
        for told in rules.feedbacks
        if rules.pegs * told.black + told.black + told.white == number
    ]


def build_compiled_tree(
    rules: Rules,
    kind: int,
    candidates: NDArray[np.int64] | None = None,
    history: Sequence[tuple[int, ...]] = (),
    **how: Any,
) -> TreeArrays:
    """The tree from the start, or from any candidates after guesses (colors from 0)."""
    start = Position(rules, [(to_code(guess), rules.feedbacks[0]) for guess in history])
    if candidates is not None:
        start._candidates = EnumeratedCandidates(rules, candidates)
    return parallel_builder.build_compiled_tree(start, kind, **how)


@pytest.mark.some(10, more=16)
@pytest.mark.parametrize("only", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", ALL_GAMES)
def test_same_tree_as_the_obvious_algorithm(game: str, kind: str, only: bool) -> None:
    rules = parse_rules(game)
    tree = build_compiled_tree(rules, KINDS[kind], candidates_only=only)
    assert listed(tree) == plain_trees.tree(rules, KINDS[kind], candidates_only=only)
    assert tree.counts[0] == rules.size == sum(tree.distribution)


@pytest.mark.parametrize(("game", "most"), [("4x14", 4e8), ("4x14-distinct", 3.5e8), ("4x12-black", 2.2e8)])
def test_colors_that_can_be_exchanged_save_work(game: str, most: float) -> None:
    """Without that, the filters look at 1.1e9, 1.2e9 and 0.9e9 pairs of a guess and a candidate."""
    work = np.zeros(len(TALLY), np.int64)
    build_compiled_tree(parse_rules(game), score_kinds.WORST_PARTS, tally=work)
    assert 1e7 < work[TALLY.index("filter pairs")] < most


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", ["3x4", "3x5-distinct", "5x2-black", "5x2"])
def test_same_tree_as_the_oracle(game: str, kind: str) -> None:
    rules = parse_rules(game)
    wanted = oracle.tree(game_of(rules), oracle.heuristic(kind))
    assert nested(rules, build_compiled_tree(rules, KINDS[kind])) == wanted


@pytest.mark.parametrize("game", TOTALS)
def test_totals(game: str) -> None:
    trees = [build_compiled_tree(parse_rules(game), kind, threads=2) for kind in KINDS.values()]
    assert tuple(tree.total for tree in trees) == TOTALS[game]


def test_the_distribution_of_knuths_tree() -> None:
    tree = build_compiled_tree(parse_rules("4x6"), score_kinds.WORST)
    assert tree.distribution == [1, 6, 62, 533, 694]
    assert sum(taken * secrets for taken, secrets in enumerate(tree.distribution, 1)) == tree.total


@pytest.mark.some(3, more=6)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", ["5x7", "5x6-black", pytest.param("6x5", marks=SLOW)])
def test_threads_change_nothing(game: str, kind: str) -> None:
    work = [np.zeros(len(TALLY), np.int64) for _ in range(3)]
    trees = [
        build_compiled_tree(parse_rules(game), KINDS[kind], threads=threads, tally=work[place])
        for place, threads in enumerate((1, 2, 5))
    ]
    assert listed(trees[0]) == listed(trees[1]) == listed(trees[2])
    assert work[0].tolist() == work[1].tolist() == work[2].tolist()


def after(rules: Rules, history: list[tuple[tuple[int, ...], int]]) -> NDArray[np.int64]:
    """The candidates after guesses (colors from 0) with feedback numbers."""
    codes = plain_trees.codes_of(rules)
    numbers = plain_trees.feedback_numbers(rules, np.array([guess for guess, _ in history], np.int8), codes)
    return np.flatnonzero((numbers == np.array([number for _, number in history])[:, None]).all(0))


@pytest.mark.some(8, more=16)
@pytest.mark.parametrize("only", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("game", "history"),
    [
        ("4x6", [((0, 0, 1, 1), 1)]),
        ("4x6", [((0, 0, 1, 1), 1), ((0, 2, 3, 3), 6)]),
        ("5x4", [((0, 0, 1, 2, 3), 9)]),
        ("5x5-black", [((0, 0, 0, 1, 2), 6)]),
        ("5x5-black", [((4, 4, 4, 4, 4), 0), ((0, 1, 2, 3, 0), 12)]),
        ("4x7-distinct", [((6, 5, 4, 3), 2)]),
        ("4x7-distinct", [((0, 1, 2, 3), 3), ((4, 0, 1, 5), 2)]),
    ],
)
def test_from_a_history(game: str, history: list[Any], kind: str, only: bool) -> None:
    rules = parse_rules(game)
    candidates = after(rules, history)
    assert len(candidates) > 2
    rows = [(to_code(guess), rules.numbered(number)) for guess, number in history]
    tree = parallel_builder.build_compiled_tree(Position(rules, rows), KINDS[kind], candidates_only=only)
    assert listed(tree) == plain_trees.tree(rules, KINDS[kind], candidates.tolist(), candidates_only=only)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 255, 256, 257])
def test_from_any_candidates(count: int) -> None:
    """Around the size from which positions are small; no history, so no guess is left out for symmetry."""
    rules = parse_rules("4x6")
    some = np.sort(np.random.default_rng(count).choice(rules.size, count, replace=False))
    everything_told_apart = [(0, 1, 2, 3), (4, 0, 0, 1)]
    for kind in KINDS.values():
        tree = build_compiled_tree(rules, kind, some, everything_told_apart)
        assert listed(tree) == plain_trees.tree(rules, kind, some.tolist())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", ["3x7", "2x9", "3x7-distinct", "3x6-black", "5x5", "5x7-distinct", "6x4"])
def test_candidates_of_which_some_colors_can_be_exchanged(game: str, kind: str) -> None:
    """Random sets that stay the same if some colors, often the highest, are exchanged; or nearly so."""
    rules, draw = parse_rules(game), random.Random(game)
    codes = [tuple(code) for code in plain_trees.codes_of(rules).tolist()]
    places = {code: place for place, code in enumerate(codes)}
    told_apart = [tuple((number + peg) % rules.colors for peg in range(rules.pegs)) for number in range(2)]
    for _ in range(12):
        chosen, lowest = set(draw.sample(codes, draw.randint(1, 5))), draw.randint(0, rules.colors - 2)
        alike = list(range(lowest, draw.choice([rules.colors, draw.randint(lowest + 1, rules.colors)])))
        for first, second in [pair for pair in pairwise(alike) for _ in alike]:
            exchange = {first: second, second: first}
            chosen |= {tuple(exchange.get(color, color) for color in code) for code in chosen}
        if draw.random() < 0.3:
            chosen.discard(draw.choice(sorted(chosen)))
        some = np.array(sorted(map(places.__getitem__, chosen)), np.int64)
        if len(some):
            tree = build_compiled_tree(rules, KINDS[kind], some, told_apart)
            assert listed(tree) == plain_trees.tree(rules, KINDS[kind], some.tolist())


@pytest.mark.some(6, more=6)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("game", "first"), [("4x6", 0), ("4x6", 1295), ("4x6", 51), ("4x7-distinct", 839)])
def test_with_a_prescribed_first_guess(game: str, first: int, kind: str) -> None:
    rules = parse_rules(game)
    tree = build_compiled_tree(rules, KINDS[kind], first=first)
    assert listed(tree) == plain_trees.tree(rules, KINDS[kind], first=first)


def test_a_prescribed_guess_at_a_small_position() -> None:
    """Outside the candidates, which it all the same divides."""
    rules, some = parse_rules("4x6"), np.array([7, 100, 500, 501, 502])
    history = [(0, 1, 2, 3), (4, 0, 0, 1)]
    tree = build_compiled_tree(rules, score_kinds.WORST, some, history, first=515)
    assert listed(tree) == plain_trees.tree(rules, score_kinds.WORST, some.tolist(), first=515)


@pytest.mark.some(2)
@pytest.mark.parametrize("game", ["4x6", "3x8", "5x4", "4x7-distinct", "5x5-black"])
def test_entropy_compared_by_whole_numbers_only(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With so large a margin every comparison is made by the products of n**n."""
    rules = parse_rules(game)
    usual = listed(build_compiled_tree(rules, score_kinds.ENTROPY))
    exact = game_tables.Tables(rules)
    exact.small_entropy[-1] = 1 << 60
    monkeypatch.setattr("pegwise.trees.parallel_builder.tables_of", lambda _: exact)
    monkeypatch.setattr("pegwise.trees.builder_tasks.tables_of", lambda _: exact)
    assert listed(build_compiled_tree(rules, score_kinds.ENTROPY)) == usual


def test_progress_ends_at_all_secrets() -> None:
    seen: list[tuple[str, int, int]] = []
    with watch(lambda what, done, total: seen.append((what, done, total))):
        build_compiled_tree(parse_rules("5x5"), score_kinds.PARTS)
    assert seen[-1] == ("secrets", 3125, 3125)
    assert seen == sorted(seen)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_of_seconds_ends_it(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However early, by a clock that tells of a second more at each look; and soon after it is reached."""
    rules = parse_rules("5x12")
    build_compiled_tree(parse_rules("5x2"), score_kinds.WORST)  # compiles what has to be compiled
    for seconds in (2, 20):
        looks = count()
        with monkeypatch.context() as patch:
            patch.setattr("pegwise.limit.clock", lambda looks=looks: float(next(looks)))
            with limited(Limit(seconds=seconds)), pytest.raises(LimitReached):
                build_compiled_tree(rules, score_kinds.WORST_PARTS, threads=threads)
        assert next(looks) < seconds + 20


def test_a_limit_of_pairs_ends_it() -> None:
    with limited(Limit(pairs=10**6)), pytest.raises(LimitReached):
        build_compiled_tree(parse_rules("5x8"), score_kinds.SQUARES)
    assert build_compiled_tree(parse_rules("5x8"), score_kinds.SQUARES).total == 180287


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_it(threads: int) -> None:
    """Ctrl-C reaches the main thread while others are inside the kernel."""
    rules = parse_rules("5x12")
    build_compiled_tree(parse_rules("5x2"), score_kinds.WORST)
    game_tables.tables_of(rules).pools  # noqa: B018 - made before the clock starts
    # A worker of pytest-xdist ignores the signal.
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):  # a whole tree takes minutes
            build_compiled_tree(rules, score_kinds.WORST_PARTS, threads=threads)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, usual)


def test_the_kernel_is_one_for_each_length() -> None:
    assert kernel("grow", 4) is kernel("grow", 4, False)
    assert kernel("grow", 4) is not kernel("grow", 4, True)


class Kept(dict[str, bytes]):
    """A checkpoint in memory."""

    def put(self, key: str, value: bytes) -> None:
        self[key] = value


def test_what_is_finished_is_not_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "pegwise.trees.parallel_builder.LEAST", 1e5
    )  # tasks as small as those of a larger game
    rules, kept = parse_rules("4x6"), Kept()
    whole = build_compiled_tree(rules, score_kinds.SQUARES, finished=kept)
    tasks = dict(kept)
    assert len(tasks) > 3
    tally = np.zeros(12, np.int64)
    again = build_compiled_tree(rules, score_kinds.SQUARES, finished=kept, tally=tally)
    assert not tally.any()
    half = Kept({key: tasks[key] for key in sorted(tasks)[::2]})
    resumed = build_compiled_tree(rules, score_kinds.SQUARES, finished=half, threads=2)
    assert half == tasks
    for tree in (again, resumed):
        for name in ("guesses", "parents", "answers", "counts"):
            assert np.array_equal(getattr(tree, name), getattr(whole, name))
