"""What is true and written by pegwise is always accepted: random problems, solved, certified and checked."""

from __future__ import annotations

import io
import random
from gzip import decompress

import pytest

from pegwise.optimal.optimum import optimum
from pegwise.position import Position
from tests.checker.certificates import verdict
from tests.checker.claims import GAMES, draw

COMPILED = tuple(game for game in GAMES if not game.startswith("1x"))
"""All but games of one peg, whose search does not come compiled: to compile it takes more than a minute."""


def certified(seed: str, count: int, most: int, games: tuple[str, ...] = GAMES) -> int:
    """Problems whose certificate is accepted, and says what an exhaustive search without bounds says."""
    chance = random.Random(seed)
    for number in range(count):
        claim = draw(chance, most, games)
        history = " ".join(f"{guess}:{told}" for guess, told in claim.history)
        asked = f"{number}: {claim.rules} {history}, {claim.objective}, {claim.first}, {claim.max_guesses}"
        file = io.BytesIO()
        found = optimum(
            Position(claim.rules, history),
            objective=claim.objective,
            max_guesses=claim.max_guesses,
            first=claim.first,
            candidates_from=claim.candidates_from,
            certificate=file,
            book=False,
            threads=1,
        )
        assert found.known == "exact", asked
        said = verdict(decompress(file.getvalue()))
        problem = said.problem
        assert said.lemmas > 0, asked
        best = claim.value(problem.total, problem.worst, problem.distribution[-1])
        assert best == claim.best(), asked
    return count


def test_a_true_certificate_is_accepted() -> None:
    assert certified("true", 50, 10, COMPILED) == 50


@pytest.mark.slow
def test_many_true_certificates_are_accepted() -> None:
    assert certified("many true", 3000, 14) == 3000
