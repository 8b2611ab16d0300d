"""How much work is allowed: limits, estimates, sampled answers."""

from __future__ import annotations

import pytest

import pegwise
from pegwise.errors import LimitError
from pegwise.limit import (
    Limit,
    LimitReached,
    limited,
    memory_limit,
    pairs_allowed,
    seconds_left,
    share_of_limit,
    spend,
    unhurried,
)
from pegwise.optimal.optimum import optimum
from pegwise.strategies import make


def test_pairs_are_counted_and_nothing_is_counted_outside() -> None:
    spend(10**12)
    with limited(Limit(pairs=10)):
        spend(10)
        with pytest.raises(LimitReached, match="more than 10 pairs"):
            spend(1)
    spend(10**12)


def test_seconds_run_out() -> None:
    with limited(Limit(seconds=1e-6)):
        left = seconds_left()
        assert left is not None
        assert left < 1e-6
        with pytest.raises(LimitReached, match="longer than 1e-06 s"):
            spend(0)
    assert seconds_left() is None


def test_unhurried_work_does_not_know_the_limit_that_ends_it() -> None:
    with limited(Limit(seconds=60, pairs=10, memory=10**8)):
        with unhurried():
            assert seconds_left() is None
            assert memory_limit() == 10**8
            spend(9)
            with limited(Limit(pairs=100)), pytest.raises(LimitReached, match="more than 10 pairs"):
                spend(2)
        with pytest.raises(LimitReached, match="more than 10 pairs"):
            spend(0)
    with limited(Limit(seconds=1e-6)), unhurried(), pytest.raises(LimitReached, match="longer than 1e-06 s"):
        spend(0)


def test_memory_is_that_of_the_limit_around() -> None:
    assert memory_limit() is None
    with limited(Limit(memory=10**8)), limited(Limit(seconds=60)):
        assert memory_limit() == 10**8
        with pytest.raises(LimitError, match="the limit is 0.1 GB"):
            optimum("4x13")
        with limited(Limit(memory=10**6)):
            assert memory_limit() == 10**6


@pytest.mark.parametrize(
    ("limit", "what"),
    [
        ({"seconds": 0}, "0 seconds"),
        ({"seconds": -1.0}, "-1.0 seconds"),
        ({"pairs": 0}, "0 pairs"),
        ({"memory": float("nan")}, "nan memory"),
    ],
)
def test_a_limit_that_allows_nothing_is_refused(limit: dict[str, float], what: str) -> None:
    with pytest.raises(LimitError, match=f"^a limit of {what} allows no work at all$"):
        Limit(**limit)  # type: ignore[arg-type]


class Hand:
    """A clock that stands still until it is put on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    made = Hand()
    monkeypatch.setattr("pegwise.limit.clock", made)
    return made


def test_the_time_is_up_once_it_is_past(hand: Hand) -> None:
    with limited(Limit(seconds=2)):
        assert seconds_left() == 2.0
        hand.now += 2.0
        spend(0)
        hand.now += 0.001
        with pytest.raises(LimitReached, match="^the work takes longer than 2 seconds$"):
            spend(0)


def test_no_limit_outlasts_the_one_around_it(hand: Hand) -> None:
    with limited(Limit(seconds=5)):
        for inner, left in (
            (Limit(seconds=3), 3.0),
            (Limit(seconds=8), 5.0),
            (Limit(pairs=10), 5.0),
            (None, None),
        ):
            with limited(inner):
                assert seconds_left() == left
            assert seconds_left() == 5.0
        hand.now += 6.0
        with (
            limited(Limit(pairs=10)),
            pytest.raises(LimitReached, match="^the work takes longer than the limit$"),
        ):
            spend(0)
    with limited(Limit(pairs=10)), limited(Limit(seconds=8)):
        assert seconds_left() == 8.0


def test_a_share_of_the_seconds_that_are_left(hand: Hand) -> None:
    with share_of_limit(0.5):
        assert seconds_left() is None
    with limited(Limit(pairs=10)), share_of_limit(0.5):
        assert seconds_left() is None
    with limited(Limit(seconds=8)):
        hand.now += 2.0
        with share_of_limit(0.5):
            assert seconds_left() == 3.0
            with share_of_limit(1 / 3):
                assert seconds_left() == 1.0
            assert seconds_left() == 3.0
        assert seconds_left() == 6.0
        with pytest.raises(ZeroDivisionError), share_of_limit(0.5):
            raise ZeroDivisionError
        assert seconds_left() == 6.0
        hand.now += 6.02
        with share_of_limit(0.5):  # what is quick is done all the same
            assert seconds_left() == pytest.approx(0.01)
        hand.now += 0.02
        with share_of_limit(0.5):  # but not much of it
            assert seconds_left() == 0.0
        assert seconds_left() == pytest.approx(-0.04)
        with limited(Limit(seconds=5)), share_of_limit(0.5):
            assert seconds_left() == 0.0


def test_the_estimate_counts_the_pairs_that_are_compared() -> None:
    position = pegwise.Position("4x6", "1122:B")
    cost = pegwise.estimate(position, strategy=make("knuth"))
    assert cost.pairs == 39 * 256  # 39 second guesses differ after 1122
    with limited(Limit(pairs=cost.pairs)):
        make("knuth").choose(position)
    with limited(Limit(pairs=cost.pairs - 1)), pytest.raises(LimitReached):
        make("knuth").choose(position)
    assert cost.to_dict()["pairs"] == cost.pairs


def test_within_the_limit_the_hint_is_exact() -> None:
    position = pegwise.Position("4x6", "1122:B")
    free, held = pegwise.hint(position), pegwise.hint(position, alternatives=0, limit=Limit(pairs=20_000))
    assert (held.guess, held.known) == (free.guess, "exact")


def test_past_the_limit_it_is_refused_with_the_estimate_or_sampled_and_tagged() -> None:
    position = pegwise.Position("5x8", "11223:BW")
    limit = Limit(pairs=100_000)
    with pytest.raises(LimitError, match="an exact choice would take .* and [0-9]+ MiB of memory"):
        pegwise.hint(position, strategy="entropy", limit=limit)
    found = pegwise.hint(position, strategy="entropy", limit=limit, seed=1)
    assert found.known == "sampled"
    assert found.sample is not None
    assert found.sample.size * found.sample.guesses <= 100_000
    assert 0 < found.sample.error < 0.05
    told = found.to_dict()
    assert told["known"] == "sampled"
    assert told["sample"] == {
        "size": found.sample.size,
        "guesses": found.sample.guesses,
        "error": round(found.sample.error, 6),
    }
    assert found == pegwise.hint(position, strategy="entropy", limit=limit, seed=1)
    # The classes of the guess that is named are counted, not sampled.
    assert found.best.total == len(position)


def test_a_sampled_choice_is_nearly_as_good() -> None:
    position = pegwise.Position("5x8", "11223:BW")
    exact = pegwise.hint(position, strategy="expected-size", alternatives=0).best.expected_size
    sampled = pegwise.hint(
        position, strategy="expected-size", limit=Limit(pairs=500_000), seed=3
    ).best.expected_size
    assert exact <= sampled <= 1.1 * exact


def test_guesses_that_are_not_listed_are_drawn_from_all_codes() -> None:
    """Listing those that differ in more than names can itself take too long."""
    position = pegwise.Position("5x6", "11223:BW")
    strategy = make("entropy")
    assert isinstance(strategy, pegwise.Heuristic)
    first, again = (strategy.rank_sampled(position, 3, 200_000, 7, listed=False) for _ in range(2))
    assert first == again
    codes, sample = first
    assert len(codes) == 3
    assert sample.size < sample.candidates
    only = make("entropy", candidates_only=True)
    assert isinstance(only, pegwise.Heuristic)
    assert all(code in position for code in only.rank_sampled(position, 5, 200_000, 7, listed=False)[0])
    unused = make("entropy", unused_only=True)
    assert isinstance(unused, pegwise.Heuristic)
    assert position.history[0].guess not in unused.rank_sampled(position, 50, 10**8, 7, listed=False)[0]


def test_a_hint_whose_guesses_cannot_be_listed_in_time_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(self: pegwise.Heuristic, position: pegwise.Position) -> None:
        raise LimitReached("the listing takes longer than there is")

    monkeypatch.setattr(pegwise.Heuristic, "_pool", endless)
    position = pegwise.Position("4x6", "1122:B")
    found = pegwise.hint(position, strategy="entropy", limit=Limit(seconds=5), seed=1)
    assert found.known == "sampled"
    with pytest.raises(LimitError) as refused:
        pegwise.hint(position, strategy="entropy", limit=Limit(seconds=5))
    assert refused.value.cost is not None


def test_the_explanation_of_a_contradiction_keeps_to_a_limit() -> None:
    position = pegwise.Position("4x6", "1122:B 1122:BB")
    with limited(Limit(pairs=1)), pytest.raises(pegwise.ContradictionError) as found:
        position.check_possible()
    assert found.value.explained is None


def test_a_steady_limit_ends_the_work_and_hides_its_time() -> None:
    with limited(Limit(seconds=60, pairs=100, steady=True)):
        assert seconds_left() is None
        assert pairs_allowed() == 100
        spend(1_000)  # the pairs are for choices to keep to; they end nothing
        with share_of_limit(0.1):
            assert seconds_left() is None
    assert pairs_allowed() is None
    with limited(Limit(seconds=1e-6, steady=True)), pytest.raises(LimitReached, match="longer than 1e-06 s"):
        spend(0)
