"""The few strategies that the page plays itself in small games are those of the library, guess for guess."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from pegwise.analysis.hint import hint
from pegwise.notation import parse_rules
from pegwise.play.codemakers import random_secret
from pegwise.position import Position
from tests.web.page.test_vectors import page_rows, page_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.page.player import Player

STRATEGIES = ("knuth", "expected-size", "first-consistent")
GAMES = ("4x6", "3x4", "4x6-black", "4x5-distinct", "2x9", "3x10", "5x4", "6x3", "3x9-distinct-black", "8x2")
"""Games that the page takes for small."""


def _positions() -> Iterator[Position]:
    rng = random.Random(16)
    for name in GAMES:
        rules = parse_rules(name)
        for rows in (0, 1, 1, 2, 3):
            secret = random_secret(rules, seed=rng.random().hex())
            position = Position(rules)
            for _ in range(rows):
                guess = random_secret(rules, seed=rng.random().hex())
                position = position.after(guess, rules.feedback(secret, guess))
            yield position


def _figures(told: dict[str, Any]) -> dict[str, Any]:
    close = {key: pytest.approx(told[key], abs=2e-6) for key in ("expected_size", "bits")}
    return {**{key: value for key, value in told.items() if key != "alternatives"}, **close}


def test_hints_are_those_of_the_library(player: Player) -> None:
    positions = list(_positions())
    for strategy in STRATEGIES:
        got = player.run(
            "core/counting.js",
            """async ({ hint }, [strategy, all]) => {
              const found = [];
              for (const [rules, rows] of all) {
                found.push(await hint(rules, rows, strategy));
              }
              return found;
            }""",
            [strategy, [[page_rules(each.rules), page_rows(each)] for each in positions]],
        )
        for position, told in zip(positions, got, strict=True):
            wanted = hint(position, strategy=strategy, alternatives=0).to_dict()
            assert _figures(wanted) == told, (strategy, str(position))


def test_a_hint_takes_a_moment(player: Player) -> None:
    """At most 300 ms in 4x6, also where most codes still fit: the shortest of some that are alike."""
    milliseconds = player.run(
        "core/counting.js",
        """async ({ hint }, rules) => {
          const guesses = [[1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6], [4, 5, 6, 1], [5, 6, 1, 2]];
          const times = [];
          await hint({ ...rules, pegs: 2 }, []); // the worker is there
          for (const guess of guesses) {
            const started = performance.now();
            await hint(rules, [{ guess, feedback: { black: 0, white: 2 } }], 'expected-size');
            times.push(performance.now() - started);
            if (times.at(-1) < 300) break;
          }
          return Math.min(...times);
        }""",
        page_rules(parse_rules("4x6")),
    )
    assert milliseconds < 900  # 100 on a quiet computer; tests run beside others
