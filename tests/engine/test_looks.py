"""Long work looks at its limit often: what is done between two looks is counted, not timed."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pegwise
from pegwise import Position, Rules
from pegwise.analysis.deduction import deduce
from pegwise.candidates import ConstraintCandidates, EnumeratedCandidates, candidates_of
from pegwise.contradiction import contradiction
from pegwise.engine import completions
from pegwise.engine.constraint import ConstraintSearch
from pegwise.engine.native import kernels
from pegwise.engine.searching import AnswerMatrix
from pegwise.engine.space import all_codes, all_places, to_columns, zero_based
from pegwise.engine.symmetry import distinguishable
from pegwise.engine.tables import tables_of
from pegwise.engine.weigh import FEW_PAIRS, SLICE_PAIRS, WORD_PAIRS, slice_size
from pegwise.limit import Limit, limited
from pegwise.play import random_secret
from pegwise.strategies.counter import color_tables

if TYPE_CHECKING:
    from collections.abc import Callable

CALLS = 30_000
"""Calls of functions between two looks, at most: some ms."""


class Looks:
    """A clock at which no time passes; it counts looks, and calls between two of them."""

    def __init__(self) -> None:
        self.looks = self.calls = self.most = 0

    def __call__(self) -> float:
        self.looks += 1
        self.most, self.calls = max(self.most, self.calls), 0
        return 0.0

    def called(self, *_: Any) -> None:
        self.calls += 1


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], Looks]:
    def watch(work: Callable[[], Any]) -> Looks:
        looks = Looks()
        monkeypatch.setattr("pegwise.limit.clock", looks)
        with limited(Limit(seconds=1)):
            sys.setprofile(looks.called)
            try:
                work()
            finally:
                sys.setprofile(None)
        looks()
        return looks

    return watch


def rows_of(rules: Rules, number: int) -> list[tuple[tuple[int, ...], int, int]]:
    secret = random_secret(rules, "looks")
    guesses = [random_secret(rules, f"looks {row}") for row in range(number)]
    return [(zero_based(guess), *rules.feedback(secret, guess)) for guess in guesses]


LARGE = Rules(7, 8)  # 2**21 codes
CODES = 1 << 21
BY_CODES: list[tuple[str, Callable[[], Any], int]] = [
    ("all codes", lambda: all_codes.__wrapped__(LARGE), CODES * 7 // (1 << 22)),
    ("distinct codes", lambda: all_codes.__wrapped__(Rules(8, 9, repeats=False)), 7),
    ("all places", lambda: all_places(LARGE), 4),
    ("what fits a row", lambda: candidates_of(LARGE, Position(LARGE, "1122334:BW").history), 8 + 4 + 2),
    ("columns", lambda: EnumeratedCandidates(LARGE, np.arange(CODES - 1)).columns, 8),
    ("words", lambda: kernels.pack(tables_of(LARGE).layout, all_codes(LARGE)), 128),
    ("rows of planes", lambda: kernels.plane_rows(tables_of(LARGE).layout, all_codes(LARGE)), 128),
    ("symmetry", lambda: distinguishable(Rules(6, 8), [(0, 0, 1, 1, 2, 3)]), 16),
    (
        "symmetry of a pool",
        lambda: distinguishable(Rules(5, 20, whites=False), [(0, 1, 2, 3, 4)], all_codes(Rules(5, 12))),
        15,
    ),
    ("more than 254 colors", lambda: distinguishable(Rules(2, 1024), [(0, 1)]), 64),
    ("contradiction", lambda: contradiction(LARGE, Position(LARGE, "1122334:BW 1122334:BB").history), 24),
    (
        "answers",
        lambda: AnswerMatrix(Rules(5, 8), all_codes(Rules(5, 8))[:, ::8], all_codes(Rules(5, 8))).labels,
        16,
    ),
]


@pytest.mark.parametrize(
    ("work", "looks"), [each[1:] for each in BY_CODES], ids=[each[0] for each in BY_CODES]
)
def test_work_on_many_codes_looks_once_a_block(work: Callable[[], Any], looks: int, watched: Any) -> None:
    assert watched(work).looks >= looks


HUGE, WIDE = Rules(100, 1000), Rules(12, 12)
BY_CALLS: dict[str, Callable[[], Any]] = {
    "a search far ahead": lambda: next(ConstraintSearch(HUGE, rows_of(HUGE, 1)).codes(), None),
    "a search in a random order": lambda: completions.random_code(
        Rules(30, 300), rows_of(Rules(30, 300), 3), random.Random(1), 10**6
    ),
    "looking ahead": lambda: next(ConstraintSearch(Rules(20, 20), rows_of(Rules(20, 20), 3)).codes(), None),
    "a table of counts": lambda: completions.Completions.build(WIDE, rows_of(WIDE, 2), 30_000),
    "a count of a large game": lambda: list(
        completions.counts(Rules(30, 60), tuple(rows_of(Rules(30, 60), 2)), 500)
    ),
    "a sample": lambda: ConstraintCandidates(Rules(20, 20), ()).sample(500),
    "names of codes": lambda: list(EnumeratedCandidates(Rules(4, 10), np.arange(10_000))),
    "a color table": lambda: color_tables.__wrapped__(HUGE, 1),
    "a deduction": lambda: deduce(Position("8x30", [("-".join("12345678"), "BW")])),
}


@pytest.mark.parametrize("work", BY_CALLS.values(), ids=BY_CALLS.keys())
def test_work_in_python_looks_after_some_thousand_calls(work: Callable[[], Any], watched: Any) -> None:
    looks = watched(work)
    assert looks.most <= CALLS
    assert looks.looks > 3


@pytest.mark.parametrize("candidates", [1, 10**3, 10**5, 10**7, 2**24])
def test_a_slice_of_guesses_is_never_much_work(candidates: int) -> None:
    assert slice_size(candidates) * candidates <= max(SLICE_PAIRS, FEW_PAIRS)
    assert slice_size(candidates, WORD_PAIRS) * candidates <= max(WORD_PAIRS, candidates)


def test_looking_ahead_over_hundreds_of_colors_ends() -> None:
    """It called itself once and again for every color."""
    rules = HUGE
    rows = rows_of(rules, 8)
    found = completions.some_code(rules, rows, random.Random(1), quick=True)
    search = ConstraintSearch(rules, rows)
    with pytest.raises(pegwise.LimitError, match="2000 prefixes"):
        list(search.codes(limit=2000))
    assert found is None or all(
        rules.feedback([c + 1 for c in found], [c + 1 for c in guess]) == told for guess, *told in rows
    )


def test_columns_are_those_of_the_codes() -> None:
    some = EnumeratedCandidates(Rules(5, 8), np.arange(0, 32768, 3))
    assert (some.columns == all_codes(Rules(5, 8))[:, ::3]).all()
    assert (to_columns(list(some), some.rules) == some.columns).all()
