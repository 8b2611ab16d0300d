"""What a request costs, before it is begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pegwise import Heuristic, Limit, MethodError, Position, Rules, make
from pegwise.engine.score_kinds import ENTROPY, PARTS, WORST
from pegwise.limit import LimitReached, limited, spend
from pegwise.strategies import cost
from pegwise.strategies.cost import Cost, measured_speed, speed
from pegwise.strategies.knuth import Knuth
from pegwise.strategies.work_estimate import estimate, estimate_position, estimate_tree

if TYPE_CHECKING:
    import numpy as np


@pytest.fixture
def known_speeds(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine of known speed: 10^6 pairs a second in numpy, 10^9 by kernels."""
    monkeypatch.setattr(cost, "measured_speed", lambda rules, kind: 1e6 if kind is None else 1e9)
    return monkeypatch


ALL = 1296


def test_the_estimate_of_a_choice(known_speeds: pytest.MonkeyPatch) -> None:
    position, knuth = Position("4x6"), make("knuth")
    assert isinstance(knuth, Heuristic)
    size = ALL * (2 * 4 + 8 + 4 * 4 + 6) + 2**26
    assert estimate(position, strategy=knuth) == Cost(5 * ALL, size, 1e9)
    assert estimate(Position("100x1"), strategy=knuth).speed == 1e6  # a single code
    for name in ("8x3", "11x4", "2x300", "4x6-marks"):  # of any number of pegs and colors
        assert estimate(Position(name), strategy=knuth).speed == 1e9

    class Own(Knuth):
        """It has no kernel."""

        def scores(self, sizes: np.ndarray) -> tuple[np.ndarray, ...]:
            return (-sizes.max(axis=1),)

    assert estimate(position, strategy=Own()) == Cost(5 * ALL, size - ALL * (4 * 4 + 6), 1e6)
    with pytest.raises(MethodError, match="^10x12 has too many codes for knuth, which looks at every code$"):
        estimate(Position("10x12"), strategy=knuth)


def test_the_estimate_of_a_tree(known_speeds: pytest.MonkeyPatch) -> None:
    start, knuth = Position("4x6"), make("knuth")
    share = 0.25 * (30 / 42) ** 0.5
    size = ALL * (60 + 12 + 48 * 6 // 24) + 2 * 80 * ALL + 2**26
    setup = 0.003 + 1.2e-7 * 6 * ALL
    assert estimate_tree(start, strategy=knuth) == Cost(3 * ALL**2 // 2, size, 1e9 * share, setup)
    assert estimate_tree(Position("4x6", "1122:B"), strategy=knuth).pairs == 3 * ALL * 256 // 2
    assert estimate_tree(Position("4x6-distinct"), strategy=knuth).pairs == 2 * 360**2
    assert estimate_tree(Position("5x8"), strategy=knuth).speed == 0.25e9
    # Of 20 colors, small positions tell 10 apart, on average.
    assert estimate_tree(Position("4x20"), strategy=knuth).pairs == int((1.5 / 16 + 0.1) * 20**8)
    many, black = (estimate_tree(Position(f"4x20{kind}"), strategy=knuth).setup for kind in ("", "-black"))
    assert black - 0.003 == pytest.approx(2 * (many - 0.003))
    # A strategy that weighs nothing looks at the candidates only.
    plain = ALL * (2 * 4 + 8) + 10 * 80 * ALL
    assert estimate_tree(start, strategy=make("counter")) == Cost(3 * 400 * ALL, plain, 1e6)
    # Codes of more than 10 pegs and of very many colors are compared one pair at a time.
    size = 2048 * (40 + 22 + 160) + 2**26
    assert estimate_tree("11x2", strategy=knuth) == Cost(3 * 2**21, size, 1e9 * 0.05, 0.003)
    assert estimate_tree("2x300", strategy=knuth).speed == 1e9 * 0.05
    # The tree of one code is not built by kernels.
    assert estimate_tree("1x1", strategy=knuth).speed == 1e6
    assert estimate_tree("8x3", strategy=knuth).speed > 1e8
    with pytest.raises(MethodError, match="^12x10 has too many codes for a tree, which holds every code$"):
        estimate_tree(Position("12x10"), strategy=make("counter"))


def test_a_tree_without_white_hits_takes_as_long_as_one_with_them(known_speeds: pytest.MonkeyPatch) -> None:
    measured: list[str] = []

    def noted(rules: Rules, kind: int | None) -> float:
        assert kind is not None
        measured.append(str(rules))
        return 1e9

    known_speeds.setattr(cost, "measured_speed", noted)
    black, knuth = Position("8x4-black"), make("knuth")
    assert estimate_tree(black, strategy=knuth).speed == estimate_tree("8x4", strategy=knuth).speed
    assert measured == ["8x4", "8x4"]


def test_a_game_that_is_measured_in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of a browser stands still for a while."""
    monkeypatch.setattr("time.perf_counter", lambda: 1.0)
    measured_speed.cache_clear()
    assert 0 < speed(Position("2x2").rules, WORST) < float("inf")
    measured_speed.cache_clear()


def test_speeds_are_nominal_where_there_is_no_time_to_measure(known_speeds: pytest.MonkeyPatch) -> None:
    def late(rules: Rules, kind: int | None) -> float:
        raise LimitReached("no time")

    known_speeds.setattr(cost, "measured_speed", late)
    position, knuth = Position("4x6"), make("knuth")
    assert isinstance(knuth, Heuristic)
    assert estimate(position, strategy=knuth).speed == 2e10
    assert estimate_tree(Position("5x8"), strategy=knuth).speed == 2e10 / 4
    assert estimate_tree(position, strategy=make("counter")).speed == 1.5e8


def test_the_estimate_of_a_position() -> None:
    found = estimate_position(Rules(4, 6), rows=2)
    assert (found.pairs, found.bytes) == (3 * ALL, 28 * ALL)
    assert found.seconds == pytest.approx(3 * ALL * 4 / 1.6e8)
    assert estimate_position(Rules(30, 30), rows=2).to_dict() == {"pairs": 0, "bytes": 0, "seconds": 0.0}


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.9, "less than a second"),
        (1, "about 1 second"),
        (119, "about 119 seconds"),
        (120, "about 2 minutes"),
        (7199, "about 120 minutes"),
        (35_000, "about 10 hours"),
        (4e5, "about 5 days"),
        (1e8, "about 3 years"),
        (1e12, "more than 1000 years"),
    ],
)
def test_a_cost_is_said_in_plain_words(seconds: float, words: str) -> None:
    assert str(Cost(pairs=1, bytes=2**20, speed=1 / seconds)) == f"{words} and 1 MiB of memory"


def test_what_a_cost_keeps_within() -> None:
    work = Cost(pairs=5_000_000, bytes=3 * 2**20, speed=1e6, setup=0.5)
    assert work.seconds == 5.5
    assert str(work) == "about 6 seconds and 3 MiB of memory"
    assert work.to_dict() == {"pairs": 5_000_000, "bytes": 3 * 2**20, "seconds": 5.5}
    assert Cost(1, 1, 3.0).to_dict()["seconds"] == 0.333
    for limit, kept in (
        (Limit(), True),
        (Limit(seconds=11.0), True),
        (Limit(seconds=10.9), False),
        (Limit(pairs=5_000_000), True),
        (Limit(pairs=4_999_999), False),
        (Limit(memory=3 * 2**20), True),
        (Limit(memory=3 * 2**20 - 1), False),
        (Limit(seconds=11.0, pairs=5_000_000, memory=1), False),
        (Limit(seconds=1.0, pairs=5_000_000, memory=3 * 2**20), False),
    ):
        assert work.within(limit) == kept


def test_the_speed_is_the_best_of_three_and_costs_nobody_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([0.0, 4.0, 10.0, 12.0, 20.0, 23.0])
    monkeypatch.setattr("pegwise.strategies.cost.time.perf_counter", lambda: next(moments))
    measured_speed.cache_clear()
    assert speed(Rules(2, 5), None) == 25 * 25 / 2.0
    monkeypatch.undo()
    measured_speed.cache_clear()
    monkeypatch.setattr(cost, "class_sizes", lambda *_: spend(1000))
    with limited(Limit(pairs=1)):
        assert speed(Rules(2, 5), None) > 0
    measured_speed.cache_clear()


def test_what_a_short_probe_does_not_tell_a_longer_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    probes: list[int] = []
    real = {None: 1e8, WORST: 1e10, PARTS: 3e8, ENTROPY: 2e7}

    def probed(rules: Rules, kind: int | None, codes: int, pairs: int) -> tuple[int, float]:
        probes.append(pairs)
        return pairs, pairs / real[kind]

    monkeypatch.setattr(cost, "_probed", probed)
    measured_speed.cache_clear()
    for kind, wanted in real.items():
        assert speed(Rules(4, 6), kind) == pytest.approx(wanted)
    short = 1 << 17
    assert probes == [short, short, 1 << 23, short, pytest.approx(2_400_000, abs=1), short]
    measured_speed.cache_clear()


def test_a_cost_says_whether_the_pairs_were_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position("4x6 1122:B")
    assert not estimate(position, strategy="knuth").at_most

    def late(*_: object) -> int:
        raise LimitReached("no time")

    monkeypatch.setattr(Knuth, "pairs", late)
    found = estimate(position, strategy="knuth")
    assert (found.pairs, found.at_most) == (ALL * 256, True)
