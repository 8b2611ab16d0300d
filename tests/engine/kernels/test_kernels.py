"""Every kernel against a slow feedback in plain Python, as it comes and as plain Python, on many rules."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any, TypeVar

import numpy as np
import pytest

from pegwise.engine import entropy
from pegwise.engine.enumerated import packed_codes
from pegwise.engine.enumerated import packed_codes as k
from pegwise.engine.kernels.compare import words
from pegwise.engine.kernels.compare.words import SQUARES
from pegwise.engine.running import kernel_loader
from pegwise.rules import Rules
from tests.engine.kernels import slow
from tests.engine.kernels.plain import run_plainly
from tests.engine.kernels.slow import PLANE_RULES, RULES, Case, Rule

T = TypeVar("T")

SIZES = [1, 2, 3, 8, 63, 64, 65, 500, 512, 513, 1100]


@pytest.fixture
def mode(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    mode: str = request.param
    if mode == "plain":
        run_plainly(monkeypatch)
    return mode


def amount(mode: str, many: T, few: T) -> T:
    return many if mode == "compiled" else few


@pytest.mark.parametrize("mode", ["compiled", "plain"], indirect=True)
@pytest.mark.parametrize("rule", RULES)
def test_words(rule: Rule, mode: str) -> None:
    size, guesses = amount(mode, (300, 12), (25, 2))
    case = Case(rule, size, guesses)
    codes, asked = k.pack(case.layout, case.codes), k.pack(case.layout, case.asked)
    reference = slow.pack(case.layout, case.codes)
    assert (codes.position == reference.position).all()
    assert (codes.content == reference.content).all()
    for i in range(guesses):
        out = k.feedback_numbers(asked, i, codes)
        assert (out == case.numbers[i]).all()
        offsets, order = k.split(out, case.layout.bins)
        assert (order == np.argsort(case.numbers[i], kind="stable")).all()
        assert (np.diff(offsets) == case.sizes()[i]).all()
    table = entropy.entropy_table(size)
    for kind, wanted in enumerate(case.scores(table)):
        assert (k.scores(kind, asked, codes, table) == wanted).all()


@pytest.mark.parametrize("mode", ["compiled", "plain"], indirect=True)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 8, 63, 70])
def test_class_sizes(count: int, mode: str) -> None:
    rng, kinds = np.random.default_rng(count), 9
    labels = rng.integers(0, kinds, (20, 70)).astype(np.uint8)
    rows = rng.integers(0, 20, amount(mode, 30, 5)).astype(np.int32)
    columns = rng.permutation(70)[:count].astype(np.int32)
    out, lanes = np.full((len(rows), kinds), -1, np.int32), np.full((4, kinds), 7, np.int32)
    kernel = kernel_loader.kernel("class_sizes")
    kernel(labels, rows, columns, out, lanes)
    for row, sizes in zip(rows, out, strict=True):
        answers = Counter(int(labels[row, column]) for column in columns)
        assert sizes.tolist() == [answers[kind] for kind in range(kinds)]
    for wrong in (
        (labels, rows, columns, out[1:], lanes),
        (labels, rows, columns, out, lanes[1:]),
        (labels, rows, columns, out, np.zeros((4, kinds + 1), np.int32)),
        (labels, rows - np.int32(20), columns, out, lanes),
        (labels, rows + np.int32(20), columns, out, lanes),
        (labels, rows, np.array([70], np.int32), out, lanes),
        (labels, rows, np.array([-1], np.int32), out, lanes),
    ):
        with pytest.raises(kernel_loader.KernelError, match="do not fit"):
            kernel(*wrong)


@pytest.mark.parametrize("more", [-1, 0, 1, 2, 2050])
def test_words_around_the_buffer(more: int) -> None:
    case = Case((3, 6, False, False), words.BUFFER + more, 2)
    codes, asked = slow.pack(case.layout, case.codes), slow.pack(case.layout, case.asked)
    assert (k.scores(SQUARES, asked, codes) == (case.sizes() ** 2).sum(axis=1)).all()


def cases(sizes: list[int], plain_sizes: list[int]) -> list[Any]:
    """Mode, rule and size of every case."""
    found: list[Any] = []
    for rule in PLANE_RULES:
        found += [pytest.param("compiled", rule, size) for size in sizes]
        found += [pytest.param("plain", rule, size) for size in plain_sizes]
    return found


@pytest.mark.some(50, more=30)
@pytest.mark.parametrize(("mode", "rule", "size"), cases(SIZES, [3, 513]), indirect=["mode"])
def test_planes(rule: Rule, size: int, mode: str) -> None:
    guesses = amount(mode, 40 if size < 100 else 5, 34 if size == 3 and rule[0] == 2 else 2)
    case = Case(rule, size, guesses)
    layout = case.layout
    rows = k.plane_rows(layout, case.asked)
    assert (rows == slow.plane_rows(layout, case.asked)).all()
    many = k.planes(layout, case.codes)
    assert (many.bits == slow.planes(layout, case.codes).bits).all()
    assert (k.class_sizes(many, rows) == case.sizes()).all()
    table = entropy.entropy_table(size)
    for kind, wanted in enumerate(case.scores(table)):
        assert (k.plane_scores(kind, many, rows, table) == wanted).all()


def test_several_blocks_of_planes() -> None:
    layout = packed_codes.layout_of(Rules(5, 8))
    columns = np.random.default_rng(5).integers(0, 8, (5, 300_000)).astype(np.uint8)
    many, codes = k.planes(layout, columns), k.pack(layout, columns)
    assert many.bits.nbytes > 2 << 20
    sizes = k.class_sizes(many, k.plane_rows(layout, columns[:, :70]))
    for i in (0, 31, 32, 69):
        numbers = k.feedback_numbers(codes, i, codes)
        assert (sizes[i] == np.bincount(numbers, minlength=layout.bins)).all()


def test_layouts_longer_than_a_chunk() -> None:
    layout = packed_codes.layout_of(Rules(5, 8))
    columns = np.random.default_rng(6).integers(0, 8, (5, 70_001)).astype(np.uint8)
    for which in (slice(None), slice(None, None, -1)):
        part = columns[:, which]
        assert (k.planes(layout, part).bits == slow.planes(layout, part).bits).all()
        assert (k.pack(layout, part).content == slow.pack(layout, part).content).all()
    rows = k.plane_rows(layout, columns)
    assert (k.planes_of_rows(layout, rows).bits == k.planes(layout, columns).bits).all()


def test_colors_outside_the_game_are_refused() -> None:
    layout = packed_codes.layout_of(Rules(2, 3))
    for make in (k.pack, k.plane_rows, k.planes):
        with pytest.raises(ValueError, match="color"):
            make(layout, np.array([[0], [3]], dtype=np.uint8))
        with pytest.raises(ValueError, match="2 pegs"):
            make(layout, np.zeros((3, 1), dtype=np.uint8))


def test_every_enumerable_game_has_a_layout() -> None:
    for pegs, colors in itertools.product(range(1, 25), range(1, 5041)):
        if colors**pegs <= 2**24:
            packed_codes.layout_of(Rules(pegs, colors))
        if colors >= pegs and math.perm(colors, pegs) <= 2**24:
            packed_codes.layout_of(Rules(pegs, colors, repeats=False))


def test_a_code_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="two words"):
        packed_codes.layout_of(Rules(30, 30))


def test_entropy_table() -> None:
    table = entropy.entropy_table(1296)
    scale = 2.0 ** entropy.entropy_scale(1296)
    values = [n * math.log2(n) if n else 0.0 for n in range(1297)]
    assert np.allclose(table / scale, values, rtol=1e-13)
    # 4**4 * 2**2 * 2**2 == 2**8 * 2**2 * 2**2: equal products, equal sums, exactly.
    assert 3 * table[4] == table[8]
    assert table[36] == 24 * table[3] + 36 * table[2]
    assert 2**24 * 25 * 2 ** entropy.entropy_scale(2**24) < 2**62
    assert entropy.entropy_margin(1296) == 28513
