"""Strategies side by side: over all secrets, and over samples that say so."""

from __future__ import annotations

import csv
import io
import math
import statistics
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, ClassVar

import pytest

import pegwise
from pegwise.analysis.compare import SAMPLE, Comparisons, compare
from pegwise.analysis.comparison import Comparison, average_text
from pegwise.cli.compare import bars
from pegwise.errors import StrategyError
from pegwise.limit import Limit
from pegwise.notation import parse_code
from pegwise.notebook.drawing import draw
from pegwise.plots import plot_comparison
from pegwise.progress import watch
from pegwise.strategies import Strategy, register
from pegwise.strategies.registry import unregister

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pegwise.position import Position
    from pegwise.rules import Code


def sampled(*distribution: int) -> Comparison:
    """A row that was sampled."""
    return Comparison("counter", pegwise.Rules(8, 8), None, distribution, "sampled", 0.0, 3)


def test_every_secret_is_played_where_it_can_be() -> None:
    (row,) = compare(strategies=["knuth"])
    tree = pegwise.build_tree(strategy="knuth")
    assert (row.known, row.total, row.distribution) == ("exact", 5801, tree.distribution)
    assert row.standard_error == 0.0


def test_what_cannot_be_enumerated_is_sampled_and_says_so() -> None:
    (row,) = compare("9x9-distinct", strategies=["random-consistent"], games=3)
    (again,) = compare("9x9-distinct", strategies=["random-consistent"], games=3)
    assert (row.known, row.games, row.seed) == ("sampled", 3, 0)
    assert row.distribution == again.distribution


def test_a_hundred_games_are_played_where_nobody_says_how_many() -> None:
    (row,) = compare("8x9", strategies=["first-consistent"])
    assert (row.known, row.games) == ("sampled", SAMPLE)


@pytest.mark.exhaustive
def test_without_names_only_those_that_play_the_rules_are_compared() -> None:
    rows = compare("25x2", games=1, seed=1)
    assert {row.strategy for row in rows} == {"counter", "first-consistent", "large", "random-consistent"}
    (row,) = compare("25x2", strategies=["knuth"], games=1)
    assert (row.known, row.games) == ("sampled", 1)


def test_what_takes_more_than_the_limit_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its estimate, on a computer of known speed: the clock stands still."""
    monkeypatch.setattr("pegwise.limit.clock", lambda: 0.0)
    monkeypatch.setattr("pegwise.strategies.cost.measured_speed", lambda *_: 1e8)
    (row,) = compare("5x8", strategies=["counter"], limit=Limit(seconds=0.5))
    assert (row.known, row.seed, row.games) == ("sampled", 0, SAMPLE)


def test_where_no_game_is_over_in_time_there_are_none() -> None:
    rows = compare("5x7", strategies=["knuth", "counter"], games=4, limit=Limit(pairs=10))
    none, some = rows
    assert (none.games, none.average, none.worst, none.standard_error, none.first_guess) == (
        0,
        None,
        0,
        None,
        None,
    )
    assert none.to_dict()["average"] is None
    assert none.to_dict()["standard_error"] is None
    assert some.games == 4
    assert "| knuth | varies | 0 | - | - |  | sampled: 0 of 4 games, seed 0 |" in rows.markdown()
    assert rows.csv().splitlines()[1] == "5x7,knuth,,0,0,,,0,sampled,0" + ",0" * some.worst
    shown = bars(rows, 60, blocks=False).split("\n\n")
    assert shown[0] == "knuth, 5x7: no game ended in time (sampled: 0 of 4 games,\nseed 0)"
    assert shown[1].count("\n") == some.worst + 1  # the heading takes two lines
    assert "knuth: no game ended in time (sampled)." in plot_comparison(rows).description
    assert plot_comparison(rows[:1]).render("svg")
    assert "knuth: average -, worst 0" in draw(rows).description


def test_an_estimate_that_was_wrong_ends_in_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock tells of 2 ms more at each look: in 8 s a tree is not done, but some games are."""
    free, looks = pegwise.Cost(0, 0, 1.0), count()
    monkeypatch.setitem(compare.__globals__, "estimate_tree", lambda *_, **__: free)
    monkeypatch.setattr("pegwise.limit.clock", lambda: 0.002 * next(looks))
    (row,) = compare("5x8", strategies=["counter"], limit=Limit(seconds=8.0))
    assert row.known == "sampled"
    assert 1 <= row.games < SAMPLE


def test_each_game_is_told_and_the_time_is_that_of_the_games() -> None:
    seen: list[tuple[str, int, int]] = []
    with watch(lambda what, done, total: seen.append((what, done, total))):
        (row,) = compare("3x4", strategies=["counter"], games=3)
    assert [told for told in seen if told[0] == "games"] == [("games", done, 3) for done in (1, 2, 3)]
    (whole,) = compare("3x4", strategies=["counter"])
    assert 0 < row.seconds < 60
    assert 0 < whole.seconds < 60


def test_the_secrets_are_the_same_for_all_strategies() -> None:
    pair = compare("5x8", strategies=["first-consistent", "first-consistent", "counter"], games=20, seed=4)
    assert pair[0].distribution == pair[1].distribution
    alone = compare("5x8", strategies=["first-consistent"], games=20, seed=4)
    assert alone[0].distribution == pair[0].distribution


@dataclass(frozen=True, kw_only=True)
class Seeded(Strategy):
    """Guesses the lowest candidate, and tells its seed."""

    name = "seeded"
    seed: int = 0
    told: ClassVar[list[int]] = []

    def guess(self, position: Position) -> Code:
        """Not a matter of the seed."""
        if not position.history:
            self.told.append(self.seed)
        return next(iter(position.candidates))


@pytest.fixture
def seeds() -> Iterator[list[int]]:
    """The seeds of the games that are played, in order."""
    register(Seeded)
    Seeded.told.clear()
    yield Seeded.told
    unregister("seeded")


def test_each_game_of_a_sample_has_a_seed_of_its_own(seeds: list[int]) -> None:
    compare("3x4", strategies=["seeded"], games=8, seed=5)
    first = seeds.copy()
    assert len(first) == len(set(first)) == 8
    seeds.clear()
    compare("3x4", strategies=["seeded"], games=8, seed=5)
    assert seeds == first
    seeds.clear()
    compare("3x4", strategies=["seeded"], games=8, seed=6)
    assert not set(seeds) & set(first)


def test_all_secrets_are_played_with_the_seed_that_is_given(seeds: list[int]) -> None:
    compare("3x4", strategies=["seeded"], seed=5)
    assert set(seeds) == {5}


def test_the_standard_error_is_that_of_the_mean() -> None:
    row = sampled(0, 1, 3, 4, 2)
    games = [2, 3, 3, 3, 4, 4, 4, 4, 5, 5]
    assert row.average == statistics.mean(games)
    assert row.standard_error == pytest.approx(statistics.stdev(games) / math.sqrt(len(games)))


def test_one_game_has_no_standard_error_and_two_have() -> None:
    assert sampled(0, 1).standard_error is None
    assert sampled(0, 1).to_dict()["standard_error"] is None
    assert average_text(sampled(0, 1)) == "2.0000 (one game)"
    assert sampled(0, 1, 1).standard_error == pytest.approx(0.5)


@pytest.mark.exhaustive
def test_a_sample_of_every_strategy_lies_near_the_whole() -> None:
    for part, whole in zip(compare("3x5", games=150), compare("3x5"), strict=True):
        # A seed makes counter and random-consistent other players in each game: they spread a little more.
        assert part.average is not None
        assert whole.average is not None
        assert part.standard_error is not None
        assert abs(part.average - whole.average) < 4 * part.standard_error + 0.1


def test_a_first_guess_is_made_by_every_strategy_named() -> None:
    assert [row.total for row in compare(strategies=["knuth"], first="1123")] == [5803]
    assert {row.first_guess for row in compare("3x4", first="112")} == {parse_code("112", "3x4")}
    (row,) = compare("3x4", strategies=["counter"], games=5, first="112")
    assert row.first_guess == parse_code("112", "3x4")


def test_a_tree_file_plays_all_secrets_or_some(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(pegwise.to_json(pegwise.build_tree("3x4", strategy="entropy")))
    (row,) = compare("3x4", strategies=[str(path)])
    assert (row.strategy, row.total) == ("mine.json", pegwise.build_tree("3x4", strategy="entropy").total)
    (part,) = compare("3x4", strategies=[str(path)], games=10)
    assert (part.known, part.games) == ("sampled", 10)
    with pytest.raises(StrategyError, match="first guess"):
        compare("3x4", strategies=[str(path)], first="112")


def test_markdown() -> None:
    rows = Comparisons([*compare("3x4", strategies=["knuth"]), sampled(0, 1, 3, 4, 2)])
    assert rows.markdown().splitlines()[:2] == [
        "| strategy | first | total | average | worst | won at guess 1, 2, 3, ... | known |",
        "| --- | --- | ---: | ---: | ---: | --- | --- |",
    ]
    assert rows.markdown().splitlines()[2:] == [
        "| knuth | 123 | 216 | 3.3750 | 4 | 1, 3, 31, 29 | exact |",
        "| counter | varies | 37 | 3.7000 ± 0.3000 | 5 | 0, 1, 3, 4, 2 | sampled: 10 games, seed 3 |",
    ]
    assert Comparisons().markdown().count("\n") == 1


def test_a_row_in_plain_values() -> None:
    (exact,) = compare("3x4", strategies=["knuth"])
    told = {
        "strategy": "knuth",
        "rules": "3x4",
        "first_guess": "123",
        "total": 216,
        "average": 3.375,
        "worst": 4,
        "distribution": [1, 3, 31, 29],
        "known": "exact",
    }
    assert exact.to_dict() == told
    (part,) = compare("3x4", strategies=["knuth"], games=5, seed=3)
    plain = part.to_dict()
    assert list(plain) == [*told, "games", "seed", "standard_error"]
    assert (plain["rules"], plain["games"], plain["seed"], plain["known"]) == ("3x4", 5, 3, "sampled")
    assert plain["standard_error"] == part.standard_error
    assert plain["standard_error"] > 0
    assert (part.rules, exact.rules) == (pegwise.Rules(3, 4),) * 2


def test_a_bar_in_a_name_does_not_end_its_cell() -> None:
    row = Comparison("a|b", pegwise.Rules(3, 4), None, (1,), "exact", 0.0)
    assert Comparisons([row]).markdown().splitlines()[2].startswith("| a\\|b | varies | 1 |")


def test_csv_reads_back() -> None:
    rows = Comparisons([*compare("3x4", strategies=["knuth"]), sampled(0, 1, 3, 4, 2)])
    table = csv.DictReader(io.StringIO(rows.csv()))
    assert table.fieldnames == [
        *("rules", "strategy", "first", "games", "total", "average", "standard_error", "worst"),
        *("known", "seed", "won_1", "won_2", "won_3", "won_4", "won_5"),
    ]
    assert Comparisons().csv().startswith("rules,strategy,first,")
    assert Comparisons().csv().endswith(",known,seed\n")
    knuth, counter = table
    assert (knuth["first"], knuth["average"], knuth["worst"], counter["known"]) == (
        *("123", "3.375", "4"),
        "sampled",
    )
    assert (knuth["rules"], knuth["total"], knuth["known"], knuth["seed"]) == ("3x4", "216", "exact", "")
    assert [knuth[f"won_{guess}"] for guess in range(1, 6)] == ["1", "3", "31", "29", "0"]
    assert float(counter["standard_error"]) == rows[1].standard_error
    assert (counter["first"], counter["games"], counter["seed"]) == ("", "10", "3")
