"""The compiled search for optimal strategies against an oracle that tries everything."""

from __future__ import annotations

import math
import random
import threading
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pegwise.engine.enumerated.optimum_search import (
    AFRESH,
    FIRST_FIT,
    IMPOSSIBLE,
    LOOK,
    NO_COLORS,
    NO_NAMES,
    UNLIMITED,
    AnswerMatrix,
    Question,
    Searcher,
)
from pegwise.engine.enumerated.transposition_table import SolvedTable
from pegwise.engine.kernels.search.interface import TALLY
from pegwise.errors import LimitError
from pegwise.notation import parse_rules
from pegwise.rules import Rules
from tests import oracle
from tests.engine.searches import (
    UNIT,
    exhaustive,
    expected,
    least_total,
    matrix_of,
    questions,
    searcher,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

SLOW = pytest.mark.slow
MOST = 150
PLAIN, REMEMBERED = 12, 27
"""Most codes of a game that the oracle tries without and with a memory in every run."""


def all_rules() -> Iterator[Rules]:
    """Every rules of at most 7 pegs with at most 150 codes; more pegs have them with one color only."""
    for pegs in range(1, 8):
        for colors in range(1, MOST + 1):
            for repeats in (True, False):
                size = colors**pegs if repeats else math.perm(colors, pegs)
                if 1 <= size <= MOST:
                    yield from (Rules(pegs, colors, repeats, whites) for whites in (True, False))


def within_reach(rules: Rules) -> bool:
    """Whether the oracle needs less than two minutes. One peg takes twice as long with each color more."""
    if rules.pegs == 1:
        return rules.colors <= 16
    most = {
        (4, True, True): 81,
        (2, True, True): 81,
        (2, True, False): 36,
        (2, False, True): 90,
        (2, False, False): 42,
    }
    return rules.size <= most.get((rules.pegs, rules.repeats, rules.whites), 64)


def chosen(most: int, most_colors: int, *, reach: bool) -> list[object]:
    """Games for every run, up to so many codes (colors with one peg), and the others the oracle can do."""
    found: list[object] = []
    for rules in all_rules():
        size = rules.colors if rules.pegs == 1 else rules.size
        small = size <= (most_colors if rules.pegs == 1 else most)
        if small or (reach and within_reach(rules)):
            found.append(pytest.param(str(rules), marks=() if small else SLOW))
    return found


def check_everything(name: str, members: list[int], remember: bool) -> None:
    """Every question of one set, by one searcher whose table serves them all."""
    slow, fast = exhaustive(name, members, remember), searcher(name)
    cost = slow.least((1 << len(members)) - 1)
    assert cost is not None
    for question in questions(cost.worst):
        wanted = expected(slow, question)
        assert fast.excess(members, question)[0] == wanted, (name, members, question)
    assert fast.tally[TALLY.index("too deep")] == 0


@pytest.mark.some(20, more=20)
@pytest.mark.parametrize("name", chosen(PLAIN, 7, reach=False))
def test_whole_games_by_trying_everything(name: str) -> None:
    check_everything(name, list(range(len(matrix_of(name).codes))), remember=False)


@pytest.mark.some(12, more=14)
@pytest.mark.parametrize("name", chosen(REMEMBERED, 12, reach=True))
def test_whole_games_by_trying_every_set_once(name: str) -> None:
    """Every run: some seconds. The slow ones: 3x4-black 100 s, others some seconds to half a minute each.

    Of the games it leaves out some are held by formulas (``test_one_peg``, two pegs in ``test_published``).
    """
    check_everything(name, list(range(len(matrix_of(name).codes))), remember=True)


@pytest.mark.parametrize("colors", [19, 64, 65, 150])
@SLOW
def test_one_peg(colors: int) -> None:
    """A guess tells one code from the others: the k-th guess finds the k-th, also with more than 64."""
    assert least_total(f"1x{colors}") == colors * (colors + 1) // 2


def some_members(name: str, most: int, seed: int) -> list[int]:
    """A random set: of all codes, or of those that one guess leaves together, which are more alike."""
    draw, matrix = random.Random(seed), matrix_of(name)
    count = len(matrix.codes)
    pool = list(range(count))
    if draw.random() < 0.5:
        row = matrix.across[draw.randrange(count), :count]
        pool = np.flatnonzero(row == row[draw.randrange(count)]).tolist()
    return sorted(draw.sample(pool, min(len(pool), draw.randint(1, most))))


GAMES = ["3x6", "4x6", "2x12", "4x5", "4x6-distinct", "3x5-black"]
GAMES += ["1x9", "8x2", "9x2-black", "1x7-black", "8x3", "10x2-black"]
MORE_GAMES = ["5x3", "5x4-black", "6x2", "4x6-black", "4x10-distinct", "7x2", "10x2", "9x3-black"]


@pytest.mark.some(16, more=16)
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=SLOW) for seed in range(4, 30))])
@pytest.mark.parametrize("name", [*GAMES, *(pytest.param(name, marks=SLOW) for name in MORE_GAMES)])
def test_random_sets(name: str, seed: int) -> None:
    check_everything(name, some_members(name, 8, seed), remember=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=SLOW) for seed in range(1, 12))])
def test_positions_of_twelve_candidates(seed: int) -> None:
    members = random.Random(seed).sample(range(1296), 12)
    check_everything("4x6", sorted(members), remember=True)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["3x6", "2x12"])
def test_caps(name: str, seed: int) -> None:
    members = some_members(name, 8, seed)
    wanted = expected(exhaustive(name, members), Question())
    for cap in range(wanted + 4):
        found, guess = searcher(name).excess(members, cap=cap)
        assert found == wanted if wanted < cap else cap <= found <= wanted
        if wanted < cap and guess >= 0:
            listed = np.array([guess], np.int32)
            assert searcher(name).excess(members, listed=listed)[0] == wanted


@pytest.mark.parametrize("seed", range(6))
def test_looks_are_below_and_widths_above(seed: int) -> None:
    members = np.random.default_rng(seed).choice(1296, 60, replace=False).astype(np.int32)
    for question in (
        Question(),
        Question(5),
        Question(4, unit=UNIT, last=True),
        Question(4, unit=0, last=True),
        Question(free=1),
    ):
        value, _ = searcher("4x6").excess(members, question)
        assert searcher("4x6").excess(members, question, depth=LOOK)[0] <= value
        for width in (1, 3, 20):
            assert searcher("4x6").excess(members, question, width=width)[0] >= value


@pytest.mark.parametrize("count", [9, 16, 17, 64, 65, 300])
def test_a_set_in_the_table_is_not_looked_at_again(count: int) -> None:
    """Nor is one that a renaming maps onto it: what the look told comes from the table."""
    members = np.random.default_rng(count).choice(1296, count, replace=False).astype(np.int32)
    matrix = matrix_of("4x6")
    renamed = (
        np.array([3, 5, 0, 1, 4, 2])[matrix.codes[members]][:, [2, 0, 3, 1]] @ 6 ** np.arange(4)[::-1]
    ).astype(np.int32)
    looking = searcher("4x6")
    told = looking.excess(members, depth=LOOK)[0]
    looks = looking.tally[TALLY.index("positions")]
    assert looks <= 1  # a glance may have been enough
    assert told == searcher("4x6").excess(renamed, depth=LOOK)[0] > 0
    for again in (members, renamed, members, renamed):
        assert looking.excess(again, depth=LOOK)[0] == told
        assert looking.tally[TALLY.index("positions")] == looks


def test_a_look_that_was_stopped_is_not_kept() -> None:
    """Whenever it was stopped, the next look tells as much as if there had been none before."""
    members = np.random.default_rng(8).choice(4096, 3000, replace=False).astype(np.int32)
    searcher("4x8").excess(members, depth=LOOK)
    began = time.perf_counter()
    wanted = searcher("4x8").excess(members, depth=LOOK)[0]
    took = time.perf_counter() - began
    for twentieth in range(2, 20):
        looking = searcher("4x8")
        clock = threading.Timer(took * twentieth / 20, looking.stop.fill, [1])
        clock.start()
        assert looking.excess(members, depth=LOOK)[0] <= wanted
        clock.join()
        looking.stop[:] = 0
        assert looking.excess(members, depth=LOOK)[0] == wanted


def test_a_look_into_a_narrow_matrix_takes_no_name() -> None:
    """Most positions are such looks, so there are fewer names than positions."""
    members = np.random.default_rng(5).choice(2401, 120, replace=False).astype(np.int32)
    searching = searcher("4x7")
    searching.excess(members)
    tally = dict(zip(TALLY, searching.tally.tolist(), strict=True))
    assert 0 < tally["names"] < tally["positions"]


@pytest.mark.parametrize("name", ["4x4", "3x8", "2x14", "4x6-distinct"])
def test_nothing_changes_a_value_but_the_question(name: str) -> None:
    """Whole games, of more than 255 codes too, with parts left out and with a table of one entry."""
    count = len(matrix_of(name).codes)
    for question in (
        Question(),
        Question(5),
        Question(7, unit=UNIT, last=True),
        Question(6, unit=0, last=True),
        Question(free=2),
    ):
        wanted = searcher(name).excess(range(count), question)[0]
        for plain in (NO_NAMES, NO_COLORS):
            if name != "2x14" or plain == NO_COLORS:  # 2x14 without names takes minutes
                assert searcher(name, plain=plain).excess(range(count), question)[0] == wanted
        assert searcher(name).excess(range(count), question, depth=AFRESH)[0] == wanted
    if count <= 256:
        one = SolvedTable(0, fixed=1)
        both = NO_NAMES | NO_COLORS
        wanted = searcher(name).excess(range(count))[0]
        if name == "4x4":
            assert searcher(name, one).excess(range(count))[0] == wanted
            assert searcher(name, plain=both).excess(range(count))[0] == wanted


@pytest.mark.some(2)
@pytest.mark.parametrize("seed", range(4))
def test_listed_guesses(seed: int) -> None:
    """Each that is listed is tried, though it exchanges colors alike in the set with another's."""
    draw = random.Random(seed)
    members = list(range(64)) if seed == 0 else sorted(draw.sample(range(64), 8 * seed))
    listed = np.array(draw.sample(range(64), 12), np.int32)
    each = [
        searcher("3x4").excess(members, listed=np.array([guess], np.int32))[0] for guess in listed.tolist()
    ]
    slow = exhaustive("3x4", members)
    codes = [tuple(map(int, code + 1)) for code in matrix_of("3x4").guesses[listed]]
    for guess, found in zip(codes, each, strict=True):
        if found < IMPOSSIBLE:  # one that tells nothing is not tried
            cost = slow.least_after((1 << len(members)) - 1, guess)
            assert cost is not None
            assert found == cost.total - 2 * len(members) + 1
    assert searcher("3x4").excess(members, listed=listed)[0] == min(each)
    good = min(value for value in each) + 1
    found, best = searcher("3x4").excess(members, listed=listed, cap=good, depth=FIRST_FIT)
    first = next(place for place, value in zip(listed.tolist(), each, strict=True) if value < good)
    assert (found, best) == (each[listed.tolist().index(first)], first)


def test_the_first_fit_is_a_member_first_then_the_lowest() -> None:
    for seed in range(10):
        members = some_members("3x6", 12, seed)
        if len(members) < 3:
            continue
        value = searcher("3x6").excess(members)[0]
        others = [place for place in range(216) if place not in members]
        _, guess = searcher("3x6").excess(members, cap=value + 1, depth=FIRST_FIT)
        wanted = next(
            place
            for place in [*members, *others]
            if searcher("3x6").excess(members, listed=np.array([place], np.int32))[0] == value
        )
        assert guess == wanted


def test_a_stopped_search_gives_a_lower_bound() -> None:
    members = np.arange(1296, dtype=np.int32)
    stop = np.ones(1, np.int64)
    assert 0 <= searcher("4x6", stop=stop).excess(members)[0] <= 5625 - 2591
    for delay in (0.005, 0.02):
        stop = np.zeros(1, np.int64)
        timer = threading.Timer(delay, lambda stop=stop: stop.fill(1))
        timer.start()
        table = SolvedTable(1 << 20)
        assert 0 <= searcher("4x6", table, stop=stop).excess(members)[0] <= 5625 - 2591
        timer.join()
        assert searcher("4x6", table).excess(members)[0] == 5625 - 2591  # nothing half done was kept


@pytest.mark.parametrize("question", [Question(), Question(3, unit=0), Question(4, unit=0, last=True)])
@pytest.mark.parametrize("cap", [0, 3, 40, 60, 98, 106, IMPOSSIBLE])
def test_guesses_weighed_together_come_to_what_each_does_alone(cap: int, question: Question) -> None:
    members = np.random.default_rng(3).choice(1296, 90, replace=False).astype(np.int32)
    guesses = np.random.default_rng(4).permutation(1296).astype(np.int32)[:40]
    alone = [
        searcher("4x6").excess(members, question, listed=guesses[at : at + 1])[0]
        for at in range(len(guesses))
    ]
    together = searcher("4x6")
    told = together.weigh(members, question, guesses, cap=cap, most=14, others=13)
    values, exact, positions = (each.tolist() for each in told)
    below = [value for value in alone if value < cap]
    assert all(value == wanted < cap for value, one, wanted in zip(values, exact, alone, strict=True) if one)
    for value, wanted in zip(values, alone, strict=True):
        assert min(wanted, cap, min(below, default=cap)) <= value <= wanted
    assert min(values) == min(below, default=min(values))
    assert any(exact) == bool(below)
    assert sum(positions) == (together.tally[TALLY.index("positions")] if any(positions) else 0)
    values, _, _ = together.weigh(members, question, guesses[:1], cap=IMPOSSIBLE, most=14, others=13)
    assert values.tolist() == alone[:1]


@pytest.mark.parametrize("cap", [0, 60, 97, 98, 103, 106, IMPOSSIBLE])
def test_guesses_weighed_until_the_first_that_fits(cap: int) -> None:
    members = np.random.default_rng(3).choice(1296, 90, replace=False).astype(np.int32)
    guesses = np.random.default_rng(4).permutation(1296).astype(np.int32)[:40]
    alone = [searcher("4x6").excess(members, listed=guesses[at : at + 1])[0] for at in range(len(guesses))]
    wanted = next((at for at, value in enumerate(alone) if value < cap), None)
    together = searcher("4x6")
    told = together.weigh(members, Question(), guesses, cap=cap, most=14, others=13, first=True)
    each = list(zip(*(some.tolist() for some in told), strict=True))
    assert len(each) == (len(guesses) if wanted is None else wanted + 1)
    for at, (value, exact, positions) in enumerate(each):
        assert exact == (at == wanted)
        assert (value == alone[at]) if exact else (cap <= value <= alone[at])
        assert positions >= 0
    assert told[2].sum() <= together.tally[TALLY.index("positions")]


def slow_tree(one: Searcher, members: list[int], question: Question) -> list[tuple[int, int, int, int]]:
    """Rows as :meth:`Searcher.tree` has them, guess by guess: candidates first, then the other codes."""
    matrix, rows = one.matrix, list[tuple[int, int, int, int]]()

    def grow(members: list[int], parent: int, label: int, question: Question) -> None:
        here = len(rows)
        wanted, _ = one.excess(members, question)
        own = matrix.places[members].tolist()
        others = sorted(set(range(matrix.pool.shape[1])) - set(own))
        for guess in own + ([] if question.free == 0 or len(members) <= 2 else others):
            labels = matrix.across[guess, members].tolist()
            after = Question(
                question.left if question.left == UNLIMITED else question.left - 1,
                question.free if question.free in (UNLIMITED, 0) else question.free - 1,
                question.unit,
                question.last,
            )
            parts = {
                label: [m for m, each in zip(members, labels, strict=True) if each == label]
                for label in labels
            }
            if len(parts) == 1 and matrix.win not in parts:
                continue
            wins = len(parts.pop(matrix.win, []))
            cost = (len(members) + 1 - len(parts) - 2 * wins) * question.unit
            cost += sum(one.excess(part, after)[0] for part in parts.values())
            if len(members) <= 2 or cost == wanted:
                break
        rows.append((guess, parent, label, len(members)))
        for each in sorted(parts):
            grow(parts[each], here, each, after)

    grow(members, -1, -1, question)
    return rows


@pytest.mark.some(10, more=10)
@pytest.mark.parametrize("name", ["4x6", "3x6-distinct", "3x5-black", "4x3"])
@pytest.mark.parametrize(
    "question",
    [
        Question(),
        Question(5),
        Question(3),
        Question(free=0),
        Question(free=1),
        Question(4, unit=0),
        Question(4, unit=0, last=True),
        Question(5, unit=UNIT, last=True),
    ],
)
def test_the_tree_has_the_first_guess_that_attains_the_value(name: str, question: Question) -> None:
    rng, one = random.Random(name), searcher(name)
    for size in (3, 4, 7, 12, 20, 33, 64):
        members = sorted(rng.sample(range(len(one.matrix.codes)), size))
        if one.excess(members, question)[0] >= IMPOSSIBLE:
            assert one.tree(np.array(members, np.int32), question) is None
            continue
        tree = one.tree(np.array(members, np.int32), question)
        assert tree is not None
        assert [tuple(row) for row in tree.tolist()] == slow_tree(one, members, question)


@pytest.mark.parametrize("question", [Question(4, 0, 0), Question(6, 0, 0), Question(3), Question(4, unit=0)])
def test_the_question_for_a_tree_that_is_not_there_does_no_harm(question: Question) -> None:
    members, one = np.arange(64, dtype=np.int32), searcher("2x8")
    wanted = searcher("2x8").excess(members, depth=AFRESH)[0]
    assert one.tree(members, question) is None
    assert one.excess(members, depth=AFRESH)[0] == wanted
    assert one.excess(members)[0] == wanted


def test_trees_of_one_and_of_two_candidates() -> None:
    one = searcher("4x6")
    for members in ([7], [3, 9]):
        tree = one.tree(np.array(members, np.int32), Question())
        assert tree is not None
        assert [tuple(row) for row in tree.tolist()] == slow_tree(one, members, Question())
    assert one.tree(np.array([3, 9], np.int32), Question(1)) is None
    with pytest.raises(ValueError, match="513 candidates are too many"):
        one.tree(np.arange(513, dtype=np.int32), Question())


def test_guesses_that_were_stopped_have_lower_bounds() -> None:
    members = np.arange(1296, dtype=np.int32)
    one = searcher("4x6", stop=np.ones(1, np.int64))
    for first in (False, True):
        values, exact, positions = one.weigh(
            members,
            Question(),
            np.array([1, 5], np.int32),
            cap=IMPOSSIBLE,
            most=14,
            others=13,
            first=first,
        )
        assert (values <= 5625 - 2591).tolist() == [True, True]
        assert (exact.tolist(), positions.tolist()) == ([False, False], [0, 0])


def test_threads_that_share_a_table() -> None:
    """Also with a table so small that they write over each other all the time."""
    sets = [
        np.random.default_rng(seed).choice(1296, 80, replace=False).astype(np.int32) for seed in range(12)
    ]
    wanted = [searcher("4x6").excess(members)[0] for members in sets]
    for table in (SolvedTable(1 << 20), SolvedTable(0, fixed=4)):
        found: dict[int, list[int]] = {}

        def work(which: int, table: SolvedTable = table, found: dict[int, list[int]] = found) -> None:
            mine = searcher("4x6", table)
            found[which] = [mine.excess(members)[0] for members in sets]

        threads = [threading.Thread(target=work, args=(which,)) for which in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == {0: wanted, 1: wanted}


@pytest.mark.parametrize("seed", range(4))
def test_more_guesses_and_more_freedom_never_cost_more(seed: int) -> None:
    members = np.random.default_rng(seed).choice(1296, 40, replace=False).astype(np.int32)
    mine = searcher("4x6")
    limits = [*range(8), UNLIMITED]
    for other in (UNLIMITED, 4):
        by_left = [mine.excess(members, Question(left, other))[0] for left in limits[1:]]
        by_free = [mine.excess(members, Question(other, free))[0] for free in limits]
        assert by_left == sorted(by_left, reverse=True)
        assert by_free == sorted(by_free, reverse=True)


@pytest.mark.parametrize("text", ["24x2", "23x2-black", "22x2", "12x2", "70x1", "30x1-black"])
def test_labels_are_told_apart_with_many_pegs(text: str) -> None:
    """Labels are bytes; 24 pegs have 325 answers in all, but not all of them with two colors."""
    rules = parse_rules(text)
    drawn = np.random.default_rng(1).integers(0, rules.colors, (rules.pegs, 90))
    codes = np.unique(drawn, axis=1).astype(np.uint8)
    matrix = AnswerMatrix(rules, codes, codes)
    game = oracle.Game(rules.pegs, rules.colors, rules.repeats, rules.whites)
    lists = codes.T.tolist()
    assert len(matrix.numbers) <= 256
    for row, secret in enumerate(lists):
        for column, guess in enumerate(lists):
            black, white = divmod(int(matrix.numbers[matrix.labels[row, column]]), rules.pegs + 1)
            assert (black, white) == oracle.feedback(game, secret, guess)


@pytest.mark.parametrize(("rules", "answers"), [("10x3", 65), ("15x2", 72), ("70x1", None), ("14x2", None)])
def test_games_with_more_answers_than_a_word_has_bits_are_refused(rules: str, answers: int | None) -> None:
    codes = np.zeros((parse_rules(rules).pegs, 1), np.uint8)
    matrix = AnswerMatrix(parse_rules(rules), codes, codes)
    if answers is None:
        assert Searcher(matrix, SolvedTable(0)).excess([0]) == (0, -1)
        return
    with pytest.raises(LimitError, match=f"{rules} has {answers} kinds of feedback"):
        Searcher(matrix, SolvedTable(0))
