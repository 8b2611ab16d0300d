"""Jobs of the tables: a lower bound goes on from its checkpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase.search import Job, do

from pegwise.rules import Rules

if TYPE_CHECKING:
    from pathlib import Path


def test_a_lower_bound_reaches_the_least_total_and_is_not_searched_again(tmp_path: Path) -> None:
    job = Job(Rules(4, 6), "lower", seconds=60.0, proof=0.0)
    found = do(job, tmp_path)
    again = do(job, tmp_path)
    assert found["lower"] == again["lower"] == 5625
    assert again["positions"] < found["positions"] / 4


def test_a_lower_bound_that_a_limit_ends_is_none_too_high(tmp_path: Path) -> None:
    job = Job(Rules(4, 7), "lower", seconds=0.05, proof=0.0)
    assert 2 * 7**4 - 1 <= do(job, tmp_path)["lower"] <= 11228


def test_a_lower_bound_goes_no_further_than_it_is_to_reach(tmp_path: Path) -> None:
    job = Job(Rules(4, 6), "lower", seconds=60.0, proof=0.0, reach=5600)
    assert do(job, tmp_path)["lower"] == 5600
