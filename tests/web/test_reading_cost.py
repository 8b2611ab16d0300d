"""What reading the text of a request costs before a worker has it: others wait meanwhile."""

from __future__ import annotations

import time

import pytest

from pegwise.notation import parse_rules
from pegwise.web.limits.rules_bounds import rows_in


@pytest.mark.parametrize("rules", ["4x6", "2x12", "100x6", "4x6-blanks"])
@pytest.mark.parametrize(
    "text",
    [
        "1 " * 4096,
        "1\n" * 4096,
        "1122 1 0 " * 900,
        "12 1 B " * 1170,
        "1" + " " * 8190 + "x",
        "-=" * 4096,
        "1. " * 2700,
    ],
)
def test_no_text_takes_long(rules: str, text: str) -> None:
    game = parse_rules(rules)
    begun = time.process_time()
    rows_in(text, game, 64)
    # Hundreds of milliseconds for any of these mean that something is tried for each pair of places.
    assert time.process_time() - begun < 0.25
