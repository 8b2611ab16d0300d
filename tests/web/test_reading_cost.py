"""What reading the text of a request costs before a worker has it: others wait meanwhile."""

from __future__ import annotations

import time

import pytest

from pegwise.notation import parse_rules
from pegwise.web.limits.rules_bounds import rows_in


@pytest.mark.parametrize("rules", ["4x6", "2x12", "100x6", "4x6-blanks"])
@pytest.mark.parametrize("part", ["1 ", "1\n", "1122 1 0 ", "12 1 B ", " ", "-=", "1. "])
def test_eight_times_the_text_takes_no_more_than_some_eight_times_as_long(rules: str, part: str) -> None:
    game = parse_rules(rules)

    def seconds(length: int) -> float:
        text = "1" + (part * length)[:length] + "x"
        spent = []
        for _ in range(3):
            begun = time.process_time()
            rows_in(text, game, 64)
            spent.append(time.process_time() - begun)
        return min(spent)

    # Something that is tried for each pair of places takes 64 times as long.
    assert seconds(8192) < 24 * max(seconds(1024), 0.0005)
