"""The signature changes only when behaviour does."""

from __future__ import annotations

import pegwise
from tests.cli_runner import run, run_json

SIGNATURE = "a6d42e8973c88e8"
"""A strategy that chooses otherwise changes this; then change it here, and say why in the commit."""


def test_the_signature_is_the_recorded_one() -> None:
    found = pegwise.bench()
    assert found.signature == SIGNATURE
    assert set(found.speeds) == {"4x6", "5x8", "6x9", "4x10-distinct"}
    assert all(pairs > 0 for pairs in found.speeds.values())


def test_the_command_prints_it() -> None:
    assert run("bench").out.splitlines()[-1] == f"signature {SIGNATURE}"
    assert run_json("bench")["signature"] == SIGNATURE
