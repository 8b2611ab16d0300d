"""The checkout stays light: every large file is named here, with the reason why it is there."""

from __future__ import annotations

import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MOST = 12_700_000
"""Bytes of the whole checkout."""
LARGE = 100_000
"""A file of more bytes needs a reason."""
REASONS = {
    "kernels/*.tar.xz": "compiled kernels: they run pegwise where no compiler is installed",
    "tablebase/verdicts.jsonl": "what the checkers found in certificates that took hours to make",
    "src/pegwise/optimal/table.json": "the table that `pegwise table` looks up",
    "docs/tables/average.svg": "the picture of the page of the tables, which people read without pegwise",
    "docs/comparison/*.svg": "the pictures of the page of comparisons, which people read without pegwise",
    "docs/performance/growth.svg": "a picture of measurements, which no program makes again elsewhere",
}
"""Why a large file is there, by its path or a pattern of paths."""
LARGEST = "kernels/*.tar.xz"


@pytest.fixture(scope="module")
def sizes() -> dict[str, int]:
    """The bytes of each file of the checkout."""
    ran = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode or not ran.stdout:
        pytest.skip("this is no checkout")
    paths = [ROOT / name for name in ran.stdout.split("\0") if name]
    return {path.relative_to(ROOT).as_posix(): path.stat().st_size for path in paths if path.is_file()}


def reason(name: str) -> str | None:
    return next((REASONS[pattern] for pattern in REASONS if fnmatch(name, pattern)), None)


def test_the_checkout_is_light(sizes: dict[str, int]) -> None:
    largest = sorted(sizes, key=lambda name: -sizes[name])[:5]
    told = ", ".join(f"{name} ({sizes[name]:,} bytes)" for name in largest)
    assert sum(sizes.values()) <= MOST, f"the largest files are {told}"


def test_every_large_file_has_a_reason(sizes: dict[str, int]) -> None:
    unexplained = {name: size for name, size in sizes.items() if size > LARGE and reason(name) is None}
    assert unexplained == {}, "is each made by a program, or of use to someone without it?"


def test_the_largest_file_is_the_one_that_we_know(sizes: dict[str, int]) -> None:
    assert fnmatch(max(sizes, key=lambda name: sizes[name]), LARGEST)


def test_every_reason_is_of_a_large_file(sizes: dict[str, int]) -> None:
    large = [name for name, size in sizes.items() if size > LARGE]
    assert [pattern for pattern in REASONS if not any(fnmatch(name, pattern) for name in large)] == []
