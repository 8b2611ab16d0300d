"""Candidates where time or memory is short, by a clock that stands still."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pegwise import candidates
from pegwise.candidates import (
    ConstraintCandidates,
    EnumeratedCandidates,
    candidates_in_time,
    candidates_of,
    listing_bytes,
    listing_seconds,
)
from pegwise.engine import completions
from pegwise.engine.space import to_columns
from pegwise.evidence import Count
from pegwise.limit import Limit, LimitReached, limited, share_of_limit
from pegwise.notation import parse_history
from pegwise.rules import Code, Row, Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SMALL = Rules(4, 6)
ROWS = parse_history("1122:B 1344:W", SMALL)
LARGE = Rules(12, 12)
GUESS, SECRET = Code(range(1, 13)), Code([1, *range(12, 1, -1)])
LARGE_ROWS = (Row(GUESS, LARGE.feedback(SECRET, GUESS)),)
NOTHING = (Row(GUESS, LARGE.win), Row(SECRET, LARGE.win))


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    """Not the table that another test counted."""
    candidates._table.cache_clear()


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time does not go on."""
    monkeypatch.setattr("pegwise.limit.clock", lambda: 1000.0)


def test_what_listing_takes() -> None:
    assert listing_seconds(SMALL, 2) == 1296 * 3 * 4 / 1.6e8
    assert listing_bytes(SMALL) == 1296 * 28


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

    monkeypatch.setattr(candidates, "all_places", late)
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
    monkeypatch.setattr(candidates, "_CODES", 7)
    monkeypatch.setattr(candidates, "_TOGETHER", 7)
    with limited(Limit(pairs=1)):
        found = candidates_of(SMALL, ROWS)
        assert list(found) == list(free)
        assert isinstance(found, EnumeratedCandidates)
        assert found.columns.tolist() == to_columns(list(free), SMALL).tolist()
        assert found.columns.dtype == candidates_of(SMALL, ()).columns.dtype  # type: ignore[attr-defined]
        assert [found.code(place) for place in (0, 7, 43)] == [list(free)[place] for place in (0, 7, 43)]
        searched = ConstraintCandidates(SMALL, tuple(ROWS))
        assert len(searched.sample(5)) == 5


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(
    ("limit", "other"), [(None, "some_code"), (Limit(seconds=10), "random_code")], ids=["free", "limited"]
)
def test_codes_that_cannot_be_counted_are_drawn_by_search(
    limit: Limit | None, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one random order; within a limit in several that take turns, as one may take very long."""
    monkeypatch.setattr(completions, "MAX_STATES", 1)
    monkeypatch.delattr(completions, other)
    found = ConstraintCandidates(LARGE, LARGE_ROWS)
    with limited(limit):
        drawn = found.sample(3, seed=1)
        assert len(set(drawn)) > 1
        assert all(code in found for code in drawn)
        assert drawn == found.sample(3, seed=1) != found.sample(3, seed=2)
        assert ConstraintCandidates(LARGE, NOTHING).sample(3) == []


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
        assert found.count() == Count(12**12, "upper")
    exact = found.count()
    assert exact.known == "exact"
    assert exact.value < 12**12
    with limited(Limit(seconds=1e-9)):  # what was counted once is known
        assert found.count() == exact


def test_a_count_that_the_limit_ends_is_the_best_bound_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    def counts(*_: object, **__: object) -> Iterator[Count]:
        yield Count(700, "upper")
        yield Count(70, "upper")
        raise LimitReached("too long")

    monkeypatch.setattr(completions, "counts", counts)
    assert ConstraintCandidates(LARGE, LARGE_ROWS).count() == Count(70, "upper")


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("rows", [LARGE_ROWS, NOTHING])
def test_within_a_limit_no_lowest_code_is_searched_for(
    rows: tuple[Row, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That may take very long; whichever code is met first tells, and the same search is not made twice."""
    monkeypatch.delattr(candidates, "ConstraintSearch")
    found = ConstraintCandidates(LARGE, rows)
    with limited(Limit(seconds=10)):
        assert found.possible() == (rows == LARGE_ROWS)
        if rows == LARGE_ROWS:
            monkeypatch.delattr(completions, "some_code")
            assert found.possible()


@pytest.mark.usefixtures("still")
def test_a_sample_within_a_limit_is_a_matter_of_its_seed() -> None:
    found = ConstraintCandidates(LARGE, LARGE_ROWS)
    with limited(Limit(seconds=10)):
        drawn, again, other = (found.sample(3, seed) for seed in (1, 1, 2))
        assert drawn == again != other
        assert found.sample(3) == found.sample(3, 0)
        assert ConstraintCandidates(LARGE, NOTHING).sample(3) == []
    assert len(drawn) == 3
    assert all(code in found for code in drawn)


def test_without_time_there_is_one_code_or_the_whole_sample_is_refused() -> None:
    found = ConstraintCandidates(LARGE, LARGE_ROWS)
    with limited(Limit(seconds=1e-9)):
        with pytest.raises(LimitReached):
            found.sample(3, whole=True)
        (one,) = found.sample(3)
        assert found.sample(3) == [one]
        with pytest.raises(LimitReached):
            ConstraintCandidates(LARGE, NOTHING).sample(3)
    assert one in found


@pytest.mark.usefixtures("still")
def test_half_of_the_time_is_a_samples_and_half_of_that_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []

    def told(share: float) -> object:
        shares.append(share)
        return share_of_limit(share)

    monkeypatch.setattr(candidates, "share_of_limit", told)
    with limited(Limit(seconds=10)):
        ConstraintCandidates(LARGE, LARGE_ROWS).sample(1)
        ConstraintCandidates(LARGE, LARGE_ROWS).sample(1, whole=True)
        ConstraintCandidates(LARGE, LARGE_ROWS).count()
    assert shares == [0.5, 0.5, 1.0, 0.5, 0.5]
