"""The signature changes only when behavior does."""

from __future__ import annotations

from importlib import import_module

import pytest

import pegwise
from pegwise.progress import watch
from tests.cli_runner import run, run_json

SIGNATURE = "a6d42e8973c88e8"
"""A strategy that chooses otherwise changes this; then change it here, and say why in the commit."""


def test_the_signature_is_the_recorded_one() -> None:
    found = pegwise.bench()
    assert found.signature == SIGNATURE
    assert set(found.speeds) == {"4x6", "5x8", "6x9", "4x10-distinct"}
    assert all(pairs > 0 for pairs in found.speeds.values())


def test_figures_are_rounded_for_people() -> None:
    found = pegwise.Bench({"4x6": 1.6}, {"knuth 4x6": 0.12345}, "abc", "x86-64-v3")
    assert found.to_dict() == {
        "signature": "abc",
        "kernels": "x86-64-v3",
        "pairs_per_second": {"4x6": 2},
        "seconds": {"knuth 4x6": 0.1235},
    }


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure two small trees."""
    module = import_module("pegwise.analysis.bench")
    monkeypatch.setattr(module, "_TREES", [("knuth", "2x3"), ("counter", "2x4")])
    monkeypatch.setattr(module, "_SPEEDS", ("2x3",))


@pytest.mark.usefixtures("few")
def test_each_tree_is_timed_and_told() -> None:
    seen: list[tuple[str, int, int]] = []
    with watch(lambda what, done, total: seen.append((what, done, total))):
        found = pegwise.bench()
    assert [told for told in seen if told[0] == "trees"] == [("trees", 1, 2), ("trees", 2, 2)]
    assert list(found.seconds) == ["knuth 2x3", "counter 2x4"]
    assert all(0 < seconds < 60 for seconds in found.seconds.values())
    assert (list(found.speeds), len(found.signature)) == (["2x3"], 15)


@pytest.mark.usefixtures("few")
def test_the_command_prints_it() -> None:
    signature = pegwise.bench().signature
    assert run("bench").out.startswith(f"signature {signature}, kernels ")
    assert run_json("bench")["signature"] == signature
