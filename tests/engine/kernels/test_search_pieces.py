"""Pieces of the compiled search, one by one."""

from __future__ import annotations

import math
import random
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from numba import njit

import pegcheck
from pegwise.engine.enumerated.renamings import symbol_count, to_symbols
from pegwise.engine.kernels.search.class_order import begin_rounds, next_turn
from pegwise.engine.kernels.search.class_steps import colors_alike, is_lowest
from pegwise.engine.kernels.search.guess_order import classes_besides, make_size_bounds
from pegwise.engine.kernels.search.interface import GLANCE, IMPOSSIBLE, LOOK, OWN_COLORS, UNLIMITED, WIDTH
from pegwise.engine.kernels.search.look_ahead import blocks_of
from pegwise.engine.kernels.search.size_counts import LEAST, make_sizes
from pegwise.engine.kernels.search.transposition_table import capacity, floor_of
from pegwise.engine.kernels.search.vector_steps import make_steps
from pegwise.rules import Rules
from tests.engine.plain_trees import codes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


@njit
def floor(count: Any, most: Any, others: Any, left: Any, unit: Any, last: Any) -> Any:
    """The pieces have no way in from Python: they are called from compiled code."""
    return floor_of(count, most, others, left, unit, last)


@njit
def room(most: Any, others: Any, left: Any, count: Any) -> Any:
    return capacity(most, others, left, count)


@njit
def besides(count: Any, most: Any, order: Any, places: Any, parts: Any, total: Any) -> Any:
    return classes_besides(count, most, order, places, parts, total)


@njit
def alike_in(count: Any, order: Any, codes: Any, repeats: Any, cells: Any, alike: Any) -> Any:
    return colors_alike(count, order, codes, repeats, cells, alike)


@njit
def listed_blocks(twins: Any, repeats: Any, guesses: Any, alike: Any, listed: Any) -> Any:
    return blocks_of(twins, repeats, guesses, alike, listed)


@njit
def lowest_of(code: Any, alike: Any, repeats: Any) -> Any:
    return is_lowest(code, alike, repeats)


@njit
def looked_into(large: Any, longs: Any) -> Any:
    """The stage and the class of each of the first steps: every class is glanced at, then looked at."""
    found = np.zeros((2 * large, 2), np.int64)
    begin_rounds(large, longs)
    for step in range(2 * large):
        stage, label, _ = next_turn(step, large, 100, 50, (0, 0, 0, 1, 0, 0, 0, 0, 0, 0), longs)
        found[step] = stage, label
    return found


def by_checker(count: int, most: int, others: int, left: int, unit: int, counts: bool) -> int:
    """The size bound of the checker, as an excess. ``tests/checker`` compares it with abstract trees."""
    cost = pegcheck.least(count, math.inf if left == UNLIMITED else left, most, others)
    if math.isinf(cost):
        return IMPOSSIBLE
    total, last = divmod(int(cost), pegcheck.UNIT)
    return (total - 2 * count + 1) * unit + last * counts


@pytest.mark.some(0, more=1)
@pytest.mark.parametrize("seed", range(6))
def test_classes_that_take_long_to_look_into_come_last(seed: int) -> None:
    rng = random.Random(seed)
    sizes = [rng.randrange(3, 64 + 60 * seed) for _ in range(13)]
    longs = np.zeros((5, WIDTH), np.int64)
    longs[0, :13] = sizes
    largest_first = sorted(range(13), key=lambda label: -sizes[label])
    longs[2, :13] = largest_first
    found = looked_into(13, longs).tolist()
    assert found[:13] == [[GLANCE, label] for label in largest_first]
    assert found[13:] == [
        [LOOK, label] for label in sorted(largest_first, key=lambda label: sizes[label] > 64)
    ]


WIDEST = [(most, others) for most in (1, 2, 3, 5, 14) for others in (most - 1, most)]


@pytest.mark.parametrize(("most", "others"), WIDEST)
@pytest.mark.parametrize("left", [0, 1, 2, 3, 4, 63, UNLIMITED])
@pytest.mark.parametrize(("unit", "last"), [(0, 0), (1, 0), (1000, 1), (0, 1)])
def test_floor_of(most: int, others: int, left: int, unit: int, last: int) -> None:
    for count in [*range(1, 30), 63, 64, 65, 66, 150, 400]:
        wanted = by_checker(count, most, others, left, unit, bool(last))
        assert floor(count, most, others, left, unit, last) == wanted, count


@pytest.mark.parametrize(("most", "others"), WIDEST[1:])  # 1 class and none besides the win: nothing to ask
@pytest.mark.parametrize("left", [0, 1, 2, 3, 4, 8])
def test_the_room_there_is(most: int, others: int, left: int) -> None:
    """No more candidates are found than the size bound leaves possible."""
    possible = [count for count in range(1, 200) if pegcheck.least(count, left, most, others) < math.inf]
    assert room(most, others, left, 199) >= max(possible, default=0)
    if most > 2:
        assert room(most, others, left, 199) == max(possible, default=0)


def test_classes_besides_the_win() -> None:
    draw = np.random.default_rng(1)
    seen = set()
    for _ in range(200):
        count, total = int(draw.integers(1, 12)), int(draw.integers(12, 70))
        places = draw.permutation(total)[:12].astype(np.int32)
        order = draw.permutation(12)[:count].astype(np.int32)
        parts = draw.integers(1, 4, total).astype(np.uint8)
        most = int(parts.max())
        members = set(places[order].tolist())
        wanted = max(int(parts[guess]) - (guess in members) for guess in range(total))
        found = besides(count, most, order, places, parts, total)
        assert found == (most if count - 1 <= most else wanted)
        seen.add(most - found)
    assert seen == {0, 1}


def some_codes(rules: Rules, draw: random.Random) -> NDArray[np.uint8]:
    """A set that two colors may be exchanged in, more often than chance would have it."""
    codes = [tuple(map(int, code)) for code in codes_of(rules)]
    found = set(draw.sample(codes, draw.randint(1, 6)))
    for _ in range(draw.randint(0, 2)):
        one, other = draw.sample(range(rules.colors), 2)
        found |= {exchanged(code, one, other) for code in found}
    return np.array(sorted(found), np.uint8)


def exchanged(code: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    return tuple({one: other, other: one}.get(color, color) for color in code)


@pytest.mark.some(2)
@pytest.mark.parametrize("rules", [Rules(3, 4), Rules(3, 5, repeats=False), Rules(2, 5), Rules(4, 4)])
def test_colors_alike(rules: Rules) -> None:
    """Each has the next lower one that may change places with it; of the guesses alike one is the lowest."""
    for seed in range(40):
        draw = random.Random(seed)
        codes = some_codes(rules, draw)
        among = {tuple(map(int, code)) for code in codes}
        alike = np.zeros((2, rules.colors), np.int64)
        cells = np.zeros(rules.pegs * rules.colors, np.int64)
        found = alike_in(len(codes), np.arange(len(codes), dtype=np.int32), codes, 1, cells, alike)
        for color in range(rules.colors):
            wanted = [
                lower for lower in range(color) if {exchanged(code, color, lower) for code in among} == among
            ]
            assert alike[0, color] == max(wanted, default=-1)
            assert alike[1, color] == any(color in code for code in among)
        assert found == (alike[0] >= 0).any()
        check_lowest(rules, among, alike)


def check_lowest(rules: Rules, among: set[tuple[int, ...]], alike: NDArray[np.int64]) -> None:
    """Every guess splits the set as one of the lowest does, by sizes, after colors alike are exchanged."""
    groups: dict[int, list[int]] = {}
    for color in range(rules.colors):
        before = int(alike[0, color])
        groups[color] = [color] if before < 0 else groups[before]
        if before >= 0:
            groups[color].append(color)
    unused = {color for color in range(rules.colors) if not any(color in code for code in among)}
    renamings = [
        names
        for names in permutations(range(rules.colors))
        if all(names[color] in groups[color] for color in range(rules.colors))
    ]
    guesses = codes_of(rules).astype(np.uint8)
    lowest = {tuple(map(int, code)) for code in guesses if lowest_of(code, alike, int(rules.repeats))}
    for code in guesses:
        guess = tuple(map(int, code))
        if rules.repeats and unused:
            guess = tuple(min(unused) if color in unused else color for color in guess)
        images = {tuple(names[color] for color in guess) for names in renamings}
        assert len(images & lowest) == 1


@pytest.mark.some(1)
@pytest.mark.parametrize("rules", [Rules(2, 4, whites=False), Rules(3, 3, whites=False)])
def test_colors_alike_of_one_peg(rules: Rules) -> None:
    """Where pegs have colors of their own, those of two pegs are never alike."""
    every = np.ascontiguousarray(to_symbols(codes_of(rules).T.astype(np.uint8), rules).T)
    symbols, met = symbol_count(rules), 0
    for seed in range(60):
        draw = random.Random(seed)
        codes = every[sorted(draw.sample(range(len(every)), draw.randint(1, 7)))]
        among = {tuple(map(int, code)) for code in codes}
        alike, cells = np.zeros((2, symbols), np.int64), np.zeros(symbols * rules.pegs, np.int64)
        alike_in(len(codes), np.arange(len(codes), dtype=np.int32), codes, OWN_COLORS, cells, alike)
        lowest = list(range(symbols))
        for symbol in range(symbols):
            own = range(symbol - symbol % rules.colors, symbol)
            wanted = [other for other in own if {exchanged(code, symbol, other) for code in among} == among]
            assert alike[0, symbol] == max(wanted, default=-1)
            lowest[symbol] = min(wanted, default=symbol)
        kept = {tuple(map(int, code)) for code in every if lowest_of(code, alike, OWN_COLORS)}
        assert kept == {tuple(lowest[symbol] for symbol in code) for code in every.tolist()}
        met += len(kept) < len(every)
        listed = np.zeros(-(-len(every) // 64), np.uint64)
        many = int(listed_blocks(True, OWN_COLORS, every, alike, listed))
        wholly = {at // 64 for at, code in enumerate(every.tolist()) if tuple(code) in kept}
        assert set(map(int, listed[:many])) >= wholly
    assert met


def check_blocks(rules: Rules, alike: NDArray[np.int64], twins: bool) -> None:
    """The blocks left out hold no guess that uses colors alike in ascending order; the test can fail."""
    guesses = codes_of(rules).astype(np.uint8)
    listed = np.zeros(-(-len(guesses) // 64), np.uint64)
    many = int(listed_blocks(twins, int(rules.repeats), guesses, alike, listed))
    kept = set(map(int, listed[:many]))
    lowest = {at // 64 for at, code in enumerate(guesses) if lowest_of(code, alike, int(rules.repeats))}
    assert kept >= (lowest if twins else set(range(len(listed))))
    assert len(kept) == many


def test_blocks_of_guesses_that_other_blocks_stand_for() -> None:
    """Blocks are left out by the first two colors of their guesses, and only those that may be."""
    rules, draw = Rules(4, 7), random.Random("blocks")
    for size in (1, 3, 9, 30):
        for _ in range(20):
            codes = some_codes(rules, draw)[:size]
            alike, cells = np.zeros((2, rules.colors), np.int64), np.zeros(1024, np.int64)
            order = np.arange(len(codes), dtype=np.int32)
            twins = bool(alike_in(len(codes), order, codes, 1, cells, alike))
            check_blocks(rules, alike, twins)
    unused = np.array([[-1, -1, -1, 2, 3, 4, 5], [1, 1, 0, 0, 0, 0, 0]], np.int64)  # two colors are used
    check_blocks(rules, unused, True)
    guesses, listed = codes_of(rules).astype(np.uint8), np.zeros(38, np.uint64)
    assert listed_blocks(True, 1, guesses, unused, listed) < 38 // 2


@pytest.mark.some(2)
@pytest.mark.parametrize("answers", [2, 5, 14, 20, 44])
def test_steps(answers: int) -> None:
    """Counting and marking, 64 guesses at a time, against numpy."""
    count_parts, mark_equal = make_steps(answers)
    overflow, overflow_wide, least, least_wide = make_sizes(answers)

    @njit
    def run(
        labels: Any,
        order: Any,
        count: Any,
        floors: Any,
        value: Any,
        parts: Any,
        over: Any,
        wide: Any,
        words: Any,
        low: Any,
    ) -> Any:
        blocks, most = len(words), np.int64(0)
        one, two, three = floors
        for block in range(blocks):
            most = max(most, count_parts(labels, order, count, blocks, np.int64(block), parts))
            overflow_wide(labels, order, count, blocks, np.int64(block), one, two, three, wide)
            low[1, block] = least_wide(labels, order, count, blocks, np.int64(block), one, two, three, parts)
            if count <= 255:
                overflow(labels, order, count, blocks, np.int64(block), one, two, three, over)
                low[0, block] = least(labels, order, count, blocks, np.int64(block), one, two, three, parts)
        mark_equal(parts, words, blocks, value)
        return most

    draw = np.random.default_rng(answers)
    shapes = [(5, 64, 3), (300, 192, 255), (300, 128, 300), (300, 64, 100), (9, 64, 1), (9000, 128, 8999)]
    for total, width, count in shapes:
        labels = draw.integers(0, answers, (total, width), dtype=np.uint8)
        labels[:, : width // 2] = np.minimum(labels[:, : width // 2], 1)  # few large classes too
        order = draw.permutation(total).astype(np.int32)
        parts, over = np.zeros(width, np.uint8), np.zeros(width, np.uint8)
        wide = np.zeros(width, np.uint16)
        words, low = np.zeros(width // 64, np.uint64), np.zeros((2, width // 64), np.int64)
        floors = (3, 12, 40) if count < 255 else (20, 255, 255) if count == 255 else (20, 300, 6000)
        taken = labels[order[:count]]
        sizes = np.stack([(taken == label).sum(axis=0) for label in range(answers)])
        wanted = (sizes > 0).sum(axis=0)
        value = int(wanted[0])
        assert run(labels, order, count, floors, value, parts, over, wide, words, low) == wanted.max()
        assert (parts == wanted).all()
        bits = np.unpackbits(words.view(np.uint8), bitorder="little").astype(bool)
        assert (bits == (wanted == value)).all()
        above = sum(np.maximum(sizes[:-1] - floor, 0).sum(axis=0) for floor in floors)
        assert (wide == above).all()
        assert (low[1] == (LEAST + above - wanted).reshape(-1, 64).min(axis=1)).all()
        if count <= 255:
            assert (over == np.minimum(above, 255)).all()
            assert (low[0] == (LEAST + np.minimum(above, 255) - wanted).reshape(-1, 64).min(axis=1)).all()


@pytest.mark.some(0, more=1)
@pytest.mark.parametrize("answers", [14, 5, 20])
def test_bounds_by_class_sizes(answers: int) -> None:
    """The same one by one and a block at a time, in any order of the guesses."""
    size_bounds = make_size_bounds(answers)

    @njit
    def run(
        labels: Any, across: Any, order: Any, guesses: Any, question: Any, bounds: Any, evens: Any, stop: Any
    ) -> None:
        listed, blocks = len(guesses), labels.shape[1] // 64
        lists, longs = np.zeros((1, 3, listed), np.int64), np.zeros((1, 5, WIDTH), np.int64)
        lists[0, 0] = guesses
        counted, weights = np.zeros((64, 64), np.uint16), np.arange(len(order) + 1) ** 2
        words, sets = np.zeros((1, blocks), np.uint64), order.reshape((1, len(order)))
        game = (labels, across, 0, 0, 0, 0, 0, stop, weights)
        room = (0, sets, 0, words, lists, longs, 0, 0, 0, 0, 0, 0, 0, counted)
        size_bounds(listed, len(order), 9, 8, question, game, room)
        bounds[:], evens[:] = lists[0, 1], lists[0, 2]

    draw = np.random.default_rng(answers)
    labels = draw.integers(0, answers, (300, 256), dtype=np.uint8)
    across = np.ascontiguousarray(labels.T)
    order = draw.permutation(300).astype(np.int32)[:200]
    ascending = np.arange(256)
    sparse = np.sort(draw.permutation(256)[:30])
    for guesses in (
        ascending,
        ascending[::-1].copy(),
        draw.permutation(256),
        sparse,
        ascending[60:75].copy(),
    ):
        for width in (0, 1):
            bounds, evens = np.zeros(len(guesses), np.int64), np.zeros(len(guesses), np.int64)
            question = (np.int64(1), UNLIMITED, UNLIMITED, 1, width, 0, 1, answers - 1, 0, 0)
            run(labels, across, order, guesses, question, bounds, evens, np.zeros(1, np.int64))
            for guess, bound, even in zip(guesses, bounds, evens, strict=True):
                sizes = np.bincount(labels[order, guess], minlength=answers)
                saved = 2 * sizes[-1] + (sizes[:-1] > 0).sum()
                wanted = 201 - saved + sum(floor(n, 9, 8, UNLIMITED, 1, 0) for n in sizes[:-1] if n)
                squares = (sizes[:-1] ** 2).sum()
                assert bound == wanted
                assert even == (squares if width else 2 * (squares + sizes[-1]) - sizes[-1])
