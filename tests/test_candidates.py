"""Candidates where time or memory is short, by a clock that stands still."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pegwise import Position, candidates, random_secret
from pegwise.candidates import (
    EnumeratedCandidates,
    candidates_in_time,
    candidates_of,
    enumerated,
    listing_bytes,
    listing_seconds,
    unlisted,
)
from pegwise.candidates.unlisted import ConstraintCandidates
from pegwise.engine.code_space import to_code, to_columns, zero_based
from pegwise.engine.unlimited import candidate_count, halves
from pegwise.errors import LimitError
from pegwise.limit import Limit, LimitReached, limited, share_of_limit
from pegwise.notation import parse_history
from pegwise.rules import Code, Row, Rules
from pegwise.strategies import make
from tests.helpers import tagged

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = Rules(4, 6)
ROWS = parse_history("1122:B 1344:W", SMALL)
LARGE = Rules(12, 12)
GUESS, SECRET = Code(range(1, 13)), Code([1, *range(12, 1, -1)])
LARGE_ROWS = (Row(GUESS, LARGE.feedback(SECRET, GUESS)),)
NOTHING = (Row(GUESS, LARGE.win), Row(SECRET, LARGE.win))


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    """Not the table that another test counted, nor its sample."""
    unlisted._kept.cache_clear()
    halves._plan.cache_clear()


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time does not go on."""
    monkeypatch.setattr("pegwise.limit.clock", lambda: 1000.0)


@pytest.fixture
def never_met(monkeypatch: pytest.MonkeyPatch) -> None:
    """No halves of the pegs are small enough to meet in the middle."""
    monkeypatch.setattr(unlisted, "met", lambda *_: None)


def test_what_listing_takes() -> None:
    assert listing_seconds(SMALL, 2) == 1296 * 3 * 4 / 1.6e8
    assert listing_bytes(SMALL) == 1296 * 28
    assert listing_seconds(SMALL, 0) == 1296 * 4 / 1.6e8
    # From 2**16 codes on the first row is compared without listing them.
    large, wide = Rules(8, 8), Rules(2, 1000)
    assert listing_seconds(large, 0) == large.size * 8 / 1.6e8
    assert listing_seconds(large, 1) == large.size * 8 / 2.5e9
    assert listing_seconds(large, 2) == large.size * 8 / 2.5e9 + 0.08 * large.size * 8 / 1.6e8
    assert listing_seconds(large, 5) == listing_seconds(large, 2)
    assert listing_seconds(wide, 2) == 10**6 * 2 * 3 / 1.6e8


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(
    ("limit", "kind"),
    [
        (None, EnumeratedCandidates),
        (Limit(pairs=10**9), EnumeratedCandidates),
        (Limit(seconds=2.0), EnumeratedCandidates),
        (Limit(seconds=1.99), ConstraintCandidates),
        (Limit(seconds=2.0, memory=1296 * 28), EnumeratedCandidates),
        (Limit(seconds=2.0, memory=1296 * 28 - 1), ConstraintCandidates),
    ],
    ids=str,
)
def test_codes_are_listed_where_half_of_the_time_and_the_memory_allow_it(
    limit: Limit | None, kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Rules, int]] = []

    def one_second(rules: Rules, rows: int) -> float:
        asked.append((rules, rows))
        return 1.0

    monkeypatch.setattr(candidates, "listing_seconds", one_second)
    with limited(limit):
        found = candidates_in_time(SMALL, ROWS)
    assert type(found) is kind
    assert list(found) == list(candidates_of(SMALL, ROWS))
    assert set(asked) <= {(SMALL, 2)}
    with limited(limit):
        assert isinstance(candidates_in_time(LARGE, LARGE_ROWS), ConstraintCandidates)


def test_codes_whose_listing_takes_too_long_after_all_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(rules: Rules) -> None:
        raise LimitReached("too long")

    monkeypatch.setattr("pegwise.candidates.enumerated.all_places", late)
    with limited(Limit(seconds=1000)):
        found = candidates_in_time(SMALL, ROWS)
    assert isinstance(found, ConstraintCandidates)
    assert (found.rules, found.history) == (SMALL, tuple(ROWS))


def test_codes_drawn_are_those_of_a_sample() -> None:
    found = candidates_of(SMALL, ROWS)
    assert isinstance(found, EnumeratedCandidates)
    for number in (3, 44, 100):
        sample = found.sample(number, seed=7)
        assert found.drawn(number, seed=7).tolist() == to_columns(sample, SMALL).tolist()
        assert len(sample) == min(number, 44)
    assert found.drawn(9).tolist() == found.drawn(9, 0).tolist() != found.drawn(9, 1).tolist()


def test_which_codes_are_candidates() -> None:
    found = candidates_of(SMALL, ROWS)
    assert isinstance(found, EnumeratedCandidates)
    every = list(candidates_of(SMALL, ()))
    columns = to_columns(every, SMALL)
    for held in (
        found,
        EnumeratedCandidates(SMALL, found.indices[:1]),
        found.narrow(Row(every[0], SMALL.win)),
    ):
        holds = held.holds(columns)
        assert holds.dtype == np.bool_
        assert [code for code, fits in zip(every, holds, strict=True) if fits] == list(held)


def test_to_list_codes_is_to_compare_no_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many blocks they are copied in."""
    free = candidates_of(SMALL, ROWS)
    monkeypatch.setattr("pegwise.engine.code_space._CODES", 7)
    monkeypatch.setattr(enumerated, "_TOGETHER", 7)
    with limited(Limit(pairs=1)):
        found = candidates_of(SMALL, ROWS)
        assert list(found) == list(free)
        assert isinstance(found, EnumeratedCandidates)
        assert found.columns.tolist() == to_columns(list(free), SMALL).tolist()
        assert found.columns.dtype == candidates_of(SMALL, ()).columns.dtype  # type: ignore[attr-defined]
        assert [found.code(place) for place in (0, 7, 43)] == [list(free)[place] for place in (0, 7, 43)]
        assert len(ConstraintCandidates(SMALL, tuple(ROWS)).sample(5)) == 5


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("limit", [None, Limit(seconds=10)], ids=["free", "limited"])
def test_codes_that_cannot_be_counted_are_drawn_by_a_walk(limit: Limit | None) -> None:
    found = ConstraintCandidates(LARGE, LARGE_ROWS)
    with limited(limit):
        drawn = found.sample(300, seed=1)
        assert len(set(drawn)) == len(drawn) == 300
        assert all(code in found for code in drawn)
        assert drawn == found.sample(300, seed=1) != found.sample(300, seed=2)
        assert found.sample(3) == found.sample(3, 0)
        assert ConstraintCandidates(LARGE, NOTHING).sample(3) == []


def test_where_few_codes_fit_a_sample_is_all_of_them() -> None:
    for seed in range(3):
        found = ConstraintCandidates(SMALL, tuple(ROWS)).drawn(1_000, seed)
        assert len(found.codes) == found.different == 44
        assert found.is_all
        assert not found.errors
    assert len(ConstraintCandidates(SMALL, tuple(ROWS)).sample(7)) == 7
    assert not ConstraintCandidates(SMALL, tuple(ROWS)).drawn(43).is_all


def test_what_was_drawn_is_kept_unless_a_limit_may_have_ended_it() -> None:
    found = ConstraintCandidates(LARGE, LARGE_ROWS)
    assert found.drawn(50) is ConstraintCandidates(LARGE, LARGE_ROWS).drawn(50)
    with limited(Limit(seconds=1e-9)):
        assert len(found.drawn(50).codes) < 50
    assert len(found.drawn(50).codes) == 50


@pytest.mark.usefixtures("never_met")
def test_whether_a_code_fits_is_decided_by_search_then_by_a_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not ConstraintCandidates(LARGE, NOTHING).possible()
    monkeypatch.setattr(unlisted, "_AT_FIRST", 1)
    assert not ConstraintCandidates(LARGE, NOTHING).possible()  # the search after the walk tells
    assert ConstraintCandidates(LARGE, LARGE_ROWS).possible()
    monkeypatch.setattr(unlisted, "_AT_LAST", 1)
    assert ConstraintCandidates(LARGE, LARGE_ROWS).possible()  # the walk tells
    monkeypatch.setattr(unlisted, "_SEARCH", 64)
    assert not ConstraintCandidates(LARGE, NOTHING).possible()  # a proof tells
    monkeypatch.setattr(unlisted, "CONFLICTS", 0)
    assert ConstraintCandidates(LARGE, NOTHING).exist() is None
    assert ConstraintCandidates(LARGE, NOTHING).possible()  # nothing tells: it is not certain that none fits


@pytest.mark.usefixtures("never_met")
def test_the_lowest_code_and_all_codes_are_searched_for_no_further_than_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = ConstraintCandidates(SMALL, tuple(ROWS))
    listed = few.listed(44)
    assert listed == list(candidates_of(SMALL, ROWS))
    assert few._lowest(200_000) == zero_based(listed[0])
    assert few.listed(43) is None
    assert few.listed(44, prefixes=5) == listed  # proved
    monkeypatch.setattr(unlisted, "_PROVED", 1)
    assert few.listed(45, prefixes=5) is None
    with pytest.raises(LimitError):
        few._lowest(1)
    assert ConstraintCandidates(LARGE, NOTHING)._lowest(200_000) is None
    assert ConstraintCandidates(LARGE, NOTHING).listed(10) == []


@pytest.mark.usefixtures("never_met")
def test_the_code_that_is_met_is_the_same_each_time() -> None:
    met = []
    for _ in range(2):
        found = ConstraintCandidates(LARGE, LARGE_ROWS)
        with limited(Limit(seconds=1000)):
            assert found.possible()
        with limited(Limit(seconds=1e-9)):
            met.append(found.sample(1))
    assert met[0] == met[1]


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("ask", [lambda found: found.count(), lambda found: found.possible()])
def test_a_limit_with_time_enough_changes_no_answer(ask: Callable[[ConstraintCandidates], object]) -> None:
    for rows in (LARGE_ROWS, NOTHING):
        free = ask(ConstraintCandidates(LARGE, rows))
        with limited(Limit(seconds=10)):
            assert ask(ConstraintCandidates(LARGE, rows)) == free


def test_without_time_the_count_is_a_bound_that_is_not_kept() -> None:
    found = ConstraintCandidates(LARGE, LARGE_ROWS)
    with limited(Limit(seconds=1e-9)):
        assert tagged(found.count()) == (12**12, "upper")
    exact = found.count()
    assert exact.known == "exact"
    assert exact.value < 12**12
    with limited(Limit(seconds=1e-9)):  # what was counted once is known
        assert tagged(found.count()) == tagged(exact)


@pytest.mark.usefixtures("never_met")
def test_a_count_is_exact_or_an_estimate_or_where_no_code_is_met_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = ConstraintCandidates(SMALL, tuple(ROWS)).count()
    assert tagged(exact) == (44, "exact")
    monkeypatch.setattr(candidate_count, "exact_count", lambda *_, **__: None)
    assert tagged(ConstraintCandidates(SMALL, tuple(ROWS)).count()) == (44, "exact")
    monkeypatch.setattr(unlisted, "is_listable", lambda *_: False)
    about = ConstraintCandidates(SMALL, tuple(ROWS)).count()
    assert about.known == "sampled"
    assert about.low is not None
    assert about.high is not None
    assert 35 < about.low <= about.value <= about.high < 55
    monkeypatch.setattr(unlisted, "estimate", lambda *_, **__: None)
    monkeypatch.setattr(candidate_count, "upper_bounds", lambda *_: iter([700, 70, 80]))
    assert tagged(ConstraintCandidates(SMALL, tuple(ROWS)).count()) == (70, "upper")


def test_an_estimate_is_a_number_of_codes_however_large(monkeypatch: pytest.MonkeyPatch) -> None:
    huge = Rules(1_000, 1_000)
    monkeypatch.setattr(candidate_count, "exact_count", lambda *_, **__: None)
    monkeypatch.setattr(unlisted, "estimate", lambda *_, **__: (-3.0, 6_000.0, 9e9))
    count = ConstraintCandidates(huge, ()).count()
    assert (count.value, count.known, count.low) == (unlisted._whole(6_000), "sampled", 1)
    assert count.high is not None
    assert 99 * huge.size < 100 * count.high <= 100 * huge.size
    assert str(unlisted._whole(6_000)).startswith("5846438")
    assert len(str(unlisted._whole(6_000))) == 2606


@pytest.mark.usefixtures("never_met")
def test_without_time_there_is_one_code_or_the_whole_sample_is_refused() -> None:
    found = ConstraintCandidates(LARGE, LARGE_ROWS)
    with limited(Limit(seconds=1e-9)):
        with pytest.raises(LimitReached):
            found.sample(300, whole=True)
        few = found.sample(3)
        assert 1 <= len(few) <= 3
        with pytest.raises(LimitReached):
            ConstraintCandidates(LARGE, NOTHING).sample(3)
    assert all(code in found for code in few)


@pytest.mark.usefixtures("still")
def test_half_of_the_time_is_a_samples_and_a_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []

    def told(share: float) -> object:
        shares.append(share)
        return share_of_limit(share)

    monkeypatch.setattr(unlisted, "share_of_limit", told)
    with limited(Limit(seconds=10)):
        ConstraintCandidates(LARGE, LARGE_ROWS).sample(1)
        ConstraintCandidates(LARGE, LARGE_ROWS).sample(1, whole=True)
        ConstraintCandidates(LARGE, LARGE_ROWS).count()
    assert shares == [0.5, 1.0, 0.5]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("never_met")
def test_where_a_walk_meets_few_a_proof_lists_all(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, secret = Rules(16, 6), random_secret(Rules(16, 6), seed=5)
    position = Position(rules)
    while not position.history or len(ConstraintCandidates(rules, position.history).drawn(300).codes) > 60:
        guess = make("large", effort=0.1).choose(position)
        position = position.after(guess, rules.feedback(secret, guess))
    candidates = ConstraintCandidates(rules, position.history)
    met = {to_code(colors) for colors in candidates.drawn(300).codes}
    found = candidates.listed(300)
    assert found is not None
    assert set(found) >= met
    assert found == sorted(found)
    assert secret in found
    assert all(code in candidates for code in found)
    assert position.partition(secret).known == "exact"
    assert position.partition(secret).total == len(found)
    assert candidates.listed(len(found)) == found
    assert candidates.listed(len(found) - 1) is None
    monkeypatch.setattr(unlisted, "CONFLICTS", 0)
    assert ConstraintCandidates(rules, position.history).listed(300) is None


def test_the_next_candidate_is_not_looked_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, secret = Rules(20, 20), random_secret(Rules(20, 20), seed=5)
    position = Position(rules)
    for number in range(15):
        guess = random_secret(rules, seed=f"guess {number}")
        position = position.after(guess, rules.feedback(secret, guess))
    monkeypatch.setattr(unlisted, "_BETWEEN", 10_000)
    with pytest.raises(LimitError, match="passes its limit of 10000 prefixes"):
        position.candidates.first()
    # Where the next one is near, there is no end to how many are listed.
    few = ConstraintCandidates(SMALL, tuple(ROWS))
    monkeypatch.setattr(unlisted, "is_listable", lambda *_: False)
    monkeypatch.setattr(unlisted, "_BETWEEN", 150)
    assert list(few) == list(candidates_of(SMALL, ROWS))


@pytest.mark.exhaustive
def test_one_row_is_counted_in_bounded_steps_or_else_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """100x20 after one row took 35 s."""
    monkeypatch.setattr(unlisted, "met", lambda *_: None)
    guess = Code(1 + peg % 20 for peg in range(100))
    rows = [(tuple(color - 1 for color in guess), 5, 60)]
    assert candidate_count._count_one_row(Rules(100, 20), rows[0], 10**6) is None
    assert Position(Rules(100, 20), [Row(guess, (5, 60))]).count().known == "sampled"
    twelve = tuple((tuple(color - 1 for color in row.guess), *row.feedback) for row in LARGE_ROWS)
    exact = candidate_count._count_one_row(LARGE, twelve[0], 10**7)
    assert exact == ConstraintCandidates(LARGE, LARGE_ROWS).count().value
    monkeypatch.setattr(candidate_count, "_STEPS_A_STATE", 0)
    assert candidate_count._count_one_row(LARGE, twelve[0], 100) is None
    monkeypatch.setattr(candidate_count, "table_count", lambda *_: None)
    monkeypatch.setattr(unlisted, "is_listable", lambda *_: False)
    about = ConstraintCandidates(LARGE, LARGE_ROWS).count()
    assert about.known == "sampled"
    assert about.low is not None
    assert about.high is not None
    assert exact is not None
    assert about.low <= exact <= about.high


@pytest.mark.exhaustive
def test_less_effort_makes_an_estimate_less_exact_and_more_effort_refines_it() -> None:
    rules = Rules(20, 20)
    secret = random_secret(rules, seed=1)
    guesses = [random_secret(rules, seed=seed) for seed in range(2, 8)]
    rows = tuple(Row(guess, rules.feedback(secret, guess)) for guess in guesses)
    candidates = ConstraintCandidates(rules, rows)
    rough = candidates.count(0.1)
    assert candidates.count(0.05) == rough
    fine = candidates.count()
    assert (rough.known, fine.known) == ("sampled", "sampled")
    assert fine == ConstraintCandidates(rules, rows).count() != rough
    assert candidates.count(0.1) == fine
    assert tagged(ConstraintCandidates(SMALL, tuple(ROWS)).count(0.1)) == (44, "exact")
