"""Long work looks at its limit often: what is done between two looks is counted, not timed."""

from __future__ import annotations

import gc
import random
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pegwise
from pegwise import Position, Rules
from pegwise.analysis.deduction import _suppositions, deduce
from pegwise.analysis.deduction_knowledge import Knowledge
from pegwise.candidates import EnumeratedCandidates, candidates_of
from pegwise.candidates.unlisted import ConstraintCandidates
from pegwise.contradiction import contradiction
from pegwise.engine import code_space
from pegwise.engine.code_space import all_codes, all_places, to_columns, zero_based
from pegwise.engine.enumerated import packed_codes as kernels
from pegwise.engine.enumerated.game_tables import tables_of
from pegwise.engine.enumerated.guess_scores import FEW_PAIRS, SLICE_PAIRS, WORD_PAIRS, slice_size
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, AnswerMatrix, Question
from pegwise.engine.enumerated.symmetry import distinguishable
from pegwise.engine.unlimited import candidate_count
from pegwise.engine.unlimited.consistent_codes import ConstraintSearch
from pegwise.engine.unlimited.walk import Walk
from pegwise.limit import Limit, limited
from pegwise.optimal.branch_and_bound import Solver
from pegwise.optimal.guesses_to_search import in_order
from pegwise.play.codemakers import random_secret
from pegwise.strategies.counter import color_tables

if TYPE_CHECKING:
    from collections.abc import Callable


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
    Walk(Rules(2, 2), []).first(1)  # the compiled code is read from disk once in a process

    def watch(work: Callable[[], Any]) -> Looks:
        looks = Looks()
        monkeypatch.setattr("pegwise.limit.clock", looks)
        with limited(Limit(seconds=1)):
            gc.collect()
            gc.disable()  # what other tests left behind may end in many calls
            sys.setprofile(looks.called)
            try:
                work()
            finally:
                sys.setprofile(None)
                gc.enable()
        looks()
        return looks

    return watch


def rows_of(rules: Rules, number: int) -> list[tuple[tuple[int, ...], int, int]]:
    secret = random_secret(rules, seed="looks")
    guesses = [random_secret(rules, seed=f"looks {row}") for row in range(number)]
    return [(zero_based(guess), *rules.feedback(secret, guess)) for guess in guesses]


def weighed_guesses() -> None:
    """What an optimal search begins with in a position of many guesses."""
    position = Position("6x8", "123456:BWW 345678:BWW 127712:BWW 567812:BWW")
    solver = Solver(position)
    members, question = solver.everything(), Question()
    every = solver.guesses((), members, question)
    assert len(every) > 1 << 17
    contest = solver.contest(members, question, IMPOSSIBLE, every=every)
    assert (np.diff(contest.bounds) >= 0).all()


LARGE = Rules(7, 8)  # 2**21 codes
CODES = 1 << 21
BY_CODES: dict[str, tuple[int, Callable[[], Any]]] = {
    "all codes": (7, lambda: code_space._family.__wrapped__(LARGE)),
    "distinct codes": (10, lambda: code_space._family.__wrapped__(Rules(8, 9, repeats=False))),
    "all places": (4, lambda: all_places(LARGE)),
    "what fits a row": (19, lambda: candidates_of(LARGE, Position(LARGE, "1122334:BW").history)),
    "columns": (8, lambda: EnumeratedCandidates(LARGE, np.arange(CODES - 1)).columns),
    "words": (128, lambda: kernels.pack(tables_of(LARGE).layout, all_codes(LARGE))),
    "rows of planes": (128, lambda: kernels.plane_rows(tables_of(LARGE).layout, all_codes(LARGE))),
    "symmetry": (27, lambda: distinguishable(Rules(6, 8), [(0, 0, 1, 1, 2, 3)])),
    "symmetry of a pool": (
        50,
        lambda: distinguishable(Rules(5, 20, whites=False), [(0, 1, 2, 3, 4)], all_codes(Rules(5, 12))),
    ),
    "more than 254 colors": (
        66,
        lambda: distinguishable(Rules(2, 1024), [(0, 1)], all_codes(Rules(2, 1024))),
    ),
    "contradiction": (
        38,
        lambda: contradiction(LARGE, Position(LARGE, "1122334:BW 1122334:BB").history),
    ),
    "guesses of a large position": (60, lambda: weighed_guesses()),
    "guesses in order": (20, lambda: in_order(np.arange(CODES) % 1009, np.arange(CODES) % 7)),
    "answers": (
        22,
        lambda: AnswerMatrix(Rules(5, 8), all_codes(Rules(5, 8))[:, ::8], all_codes(Rules(5, 8))).labels,
    ),
}


@pytest.mark.some(3)
@pytest.mark.parametrize(("looks", "work"), BY_CODES.values(), ids=BY_CODES.keys())
def test_work_on_many_codes_looks_once_a_block(looks: int, work: Callable[[], Any], watched: Any) -> None:
    assert watched(work).looks >= looks


def _begun_deduction() -> None:
    """What is supposed first in a game of 100,000 suppositions."""
    rules = Rules(100, 1000)
    assert sum(1 for _ in _suppositions(Knowledge(rules))) > 100_000


HUGE, WIDE = Rules(100, 1000), Rules(12, 12)
BY_CALLS: dict[str, tuple[int, Callable[[], Any]]] = {
    "a search far ahead": (16_000, lambda: next(ConstraintSearch(HUGE, rows_of(HUGE, 1)).codes(), None)),
    "a search in a random order": (
        10_000,
        lambda: candidate_count.random_code(
            Rules(30, 300), rows_of(Rules(30, 300), 3), random.Random(1), 10**6
        ),
    ),
    "looking ahead": (
        6_500,
        lambda: next(ConstraintSearch(Rules(20, 20), rows_of(Rules(20, 20), 3)).codes(), None),
    ),
    "a table of counts": (
        9_500,
        lambda: candidate_count.table_count.__wrapped__(WIDE, tuple(rows_of(WIDE, 2)), 30_000),
    ),
    "a count of a large game": (
        6_000,
        lambda: list(candidate_count.upper_bounds(Rules(30, 60), rows_of(Rules(30, 60), 2), 80)),
    ),
    "a sample": (4_000, lambda: ConstraintCandidates(Rules(20, 20), ()).sample(500)),
    "names of codes": (1_500, lambda: list(EnumeratedCandidates(Rules(4, 10), np.arange(10_000)))),
    "a color table": (9_000, lambda: color_tables.__wrapped__(HUGE, 1)),
    "a deduction": (5_000, lambda: deduce(Position("8x30", "1-2-3-4-5-6-7-8:BW"))),
    "a deduction of a huge game": (11_000, lambda: _begun_deduction()),
}


@pytest.mark.some(2)
@pytest.mark.parametrize(("calls", "work"), BY_CALLS.values(), ids=BY_CALLS.keys())
def test_work_in_python_looks_after_some_thousand_calls(
    calls: int, work: Callable[[], Any], watched: Any
) -> None:
    """A thousand calls take less than a millisecond or so."""
    looks = watched(work)
    assert looks.most <= calls
    assert looks.looks > 3


@pytest.mark.parametrize("candidates", [1, 10**3, 10**5, 10**7, 2**24])
def test_a_slice_of_guesses_is_never_much_work(candidates: int) -> None:
    assert slice_size(candidates) * candidates <= max(SLICE_PAIRS, FEW_PAIRS)
    assert slice_size(candidates, WORD_PAIRS) * candidates <= max(WORD_PAIRS, candidates)


def test_looking_ahead_over_hundreds_of_colors_ends() -> None:
    """It called itself once and again for every color."""
    rules = HUGE
    rows = rows_of(rules, 8)
    search = ConstraintSearch(rules, rows)
    with pytest.raises(pegwise.LimitError, match="2000 prefixes"):
        list(search.codes(limit=2000))


def test_columns_are_those_of_the_codes() -> None:
    some = EnumeratedCandidates(Rules(5, 8), np.arange(0, 32768, 3))
    assert (some.columns == all_codes(Rules(5, 8))[:, ::3]).all()
    assert (to_columns(list(some), some.rules) == some.columns).all()
