"""The next guess: how well it is known, and what is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from pegwise import Hint, Limit, LimitError, Position, Strategy, hint, make
from pegwise.exactness import Count, Known, Sample
from pegwise.limit import LimitReached
from pegwise.partition import Partition
from pegwise.rules import Code, Feedback, Rules
from pegwise.strategies.entropy import Entropy

CLASSES = {Feedback(4, 0): 1, Feedback(1, 1): 2}
GUESS = Code((1, 1, 2, 2))


def made(candidates: Known, classes: Known, sample: Sample | None = None) -> Hint:
    """A hint whose figures are known in these ways."""
    best = Partition(Rules(4, 6), GUESS, CLASSES, True, classes)
    return Hint(Position("4x6", "1234:B"), "mine", Count(3, candidates), best, (best,), sample)


@pytest.mark.parametrize(
    ("candidates", "classes", "known"),
    [
        ("exact", "exact", "exact"),
        ("exact", "sampled", "sampled"),
        ("upper", "exact", "upper"),
        ("upper", "sampled", "upper"),
    ],
)
def test_a_hint_is_known_as_well_as_what_is_known_least(
    candidates: Known, classes: Known, known: Known
) -> None:
    assert made(candidates, classes).known == known
    assert made(candidates, classes, Sample(2, 3, 5)).known == "sampled"


def test_a_hint_in_plain_values() -> None:
    figures = {"guess": "1122", "is_candidate": True, "worst": 2, "expected_size": 1.666667, "bits": 0.918296}
    classes = {"BBBB": 1, "BW": 2}
    told: dict[str, Any] = {
        "rules": "4x6",
        "history": "1234:B",
        "strategy": "mine",
        "candidates": 3,
        **figures,
        "class_count": 2,
        "known": "upper",
        "classes": classes,
        "alternatives": [{**figures, "class_count": 2, "known": "exact", "classes": classes}],
    }
    assert made("upper", "exact").to_dict() == told
    sampled = made("upper", "exact", Sample(2, 10, 5)).to_dict()
    assert sampled == {**told, "known": "sampled", "sample": {"size": 2, "guesses": 5, "error": 0.333333}}
    assert made("exact", "exact").guess == GUESS


@pytest.mark.parametrize("speed", [1e6, 1e4])
def test_where_nothing_could_be_estimated_every_pair_of_codes_is_weighed_that_there_is_time_for(
    speed: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1296 codes as guesses, 256 that fit: all of them, or as many as fit six tenths of ten seconds."""

    def late(*_: object) -> int:
        raise LimitReached("no time to list the guesses that differ")

    monkeypatch.setattr("pegwise.limit.clock", lambda: 0.0)
    monkeypatch.setattr("pegwise.strategies.cost.measured_speed", lambda *_: speed)
    monkeypatch.setattr(Entropy, "pairs", late)
    found = hint(Position("4x6", "1122:B"), strategy="entropy", limit=Limit(seconds=10), seed=1)
    if speed == 1e6:
        assert found.sample is None
    else:
        assert found.sample is not None
        assert found.sample.size == 256
        assert 0.9 * 6e4 < found.sample.guesses * 256 <= 6e4


def test_alternatives_are_counted_as_long_as_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four seconds for each: the third would be begun after ten."""
    now, partition = [0.0], Position.partition

    def slow(self: Position, guess: Code | str) -> Partition:
        now[0] += 4.0
        return partition(self, guess)

    monkeypatch.setattr("pegwise.limit.clock", lambda: now[0])
    monkeypatch.setattr(Position, "partition", slow)
    position = Position("4x6", "1122:B")
    assert len(hint(position, strategy="entropy", alternatives=5).alternatives) == 5
    now[0] = 0.0
    assert len(hint(position, strategy="entropy", alternatives=5, limit=Limit(seconds=10)).alternatives) == 2


def test_a_strategy_that_weighs_nothing_and_is_late_gives_one_code_that_was_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(self: Strategy, position: Position) -> Code:
        raise LimitReached("too long")

    counter = make("counter")
    monkeypatch.setattr(type(counter), "choose", late)
    position = Position("4x6", "1122:B")
    found = hint(position, strategy=counter, limit=Limit(seconds=10), seed=1)
    assert found.guess in position
    assert (found.sample, found.known, found.alternatives) == (Sample(1, 256, 1), "sampled", ())
    with pytest.raises(LimitError, match="^an exact choice would take longer; give a seed"):
        hint(position, strategy=counter, limit=Limit(seconds=10))
