"""The compiled part of the writer of certificates against its slow twin."""

from __future__ import annotations

from gzip import decompress
from typing import Any

import numpy as np
import pytest

from pegwise.engine.enumerated.guesses_to_prove import NEVER, UNIT, UNLIMITED, Asked, Prover, Treatment
from pegwise.notation import parse_rules
from pegwise.optimal.set_symmetry import renamings_of
from tests.checker.certificates import packed, problem
from tests.engine.kernels.plain import run_plainly
from tests.optimal.slow_prover import SlowProver


def plain(treatments: Any) -> list[Any]:
    """The same whatever the bounds where there is no way."""

    def capped(one: Treatment) -> Any:
        classes = [
            (*part[:1], part.codes.tolist(), min(part.bound, NEVER), *part[3:]) for part in one.classes
        ]
        return one.guess, min(one.cost, NEVER), classes

    return [capped(one) for one in treatments]


def positions(prover: SlowProver, seed: int, number: int) -> list[tuple[Asked, list[bytes]]]:
    """Sets of candidates after some guesses, or any sets, with bounds that leave guesses in doubt."""
    chance, size = np.random.default_rng(seed), len(prover.every)
    asked = []
    for _ in range(number):
        path, secret = chance.integers(size, size=chance.integers(0, 3)).tolist(), chance.integers(size)
        codes = np.arange(size, dtype=np.int32)
        for guess in path:
            codes = codes[prover.answers.table[guess, codes] == prover.answers.table[guess, secret]]
        given = renamings_of(prover.rules, prover.codes, tuple(path))
        if chance.random() < 0.3:
            codes, given = codes[chance.random(len(codes)) < 0.5], []
        if not len(codes):
            continue
        left = int(chance.choice([1, 2, 3, 4, UNLIMITED]))
        total = 2 * len(codes) - 1 + int(chance.integers(0, 2 + len(codes) // 2))
        unit, last = UNIT * int(chance.random() < 0.7), int(chance.integers(0, 2))
        if not unit:
            last = int(chance.integers(0, 1 + len(codes)))
        bound = NEVER if chance.random() < 0.2 else total * unit + last
        only = int(chance.integers(size)) if chance.random() < 0.1 else -1
        asked.append((Asked(codes, left, bool(chance.random() < 0.7), bound, only, unit), given))
    return asked


@pytest.mark.parametrize("name", ["3x4", "4x3", "4x4-distinct", "3x5-distinct", "3x4-black", "4x3-black"])
def test_guesses_and_classes_are_those_of_the_slow_twin(name: str) -> None:
    fast, slow, met = Prover(parse_rules(name)), SlowProver(parse_rules(name)), 0
    for asked, given in positions(slow, 1, 25):
        (symmetries, found), (same, wanted) = fast.treatments(asked, given), slow.treatments(asked, given)
        assert symmetries == same
        assert plain(found) == plain(wanted)
        met += bool(symmetries)
    assert met


def test_the_kernels_as_plain_python_tell_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = parse_rules("3x3")
    asked = positions(SlowProver(rules), 2, 12)
    told = [(found[0], plain(found[1])) for found in (Prover(rules).treatments(*one) for one in asked)]
    run_plainly(monkeypatch)
    plainly = Prover(rules)
    assert [(found[0], plain(found[1])) for found in (plainly.treatments(*one) for one in asked)] == told


def test_a_set_with_many_classes_is_told_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = parse_rules("3x5")
    codes = np.flatnonzero(np.random.default_rng(1).random(rules.size) < 0.5).astype(np.int32)
    asked = Asked(codes, UNLIMITED, True, NEVER)
    whole = plain(Prover(rules).treatments(asked)[1])
    monkeypatch.setattr("pegwise.engine.enumerated.guesses_to_prove._ROWS", 64)
    monkeypatch.setattr("pegwise.engine.enumerated.guesses_to_prove._MEMBERS", rules.size)
    assert len(whole) > 20
    assert plain(Prover(rules).treatments(asked)[1]) == whole


@pytest.mark.some(1)
@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"rules": "3x5"}, marks=pytest.mark.slow),
        {"rules": "3x4"},
        {"rules": "4x3", "objective": "total,worst,last"},
        pytest.param({"rules": "4x3", "objective": "worst,last"}, marks=pytest.mark.slow),
        {"rules": "3x5-distinct", "objective": "worst,total"},
        {"rules": "3x4", "candidates_from": 2, "objective": "worst"},
        {"rules": "3x4", "first": "111"},
    ],
    ids=lambda options: " ".join(map(str, options.values())),
)
def test_the_writer_with_the_slow_twin_writes_the_same(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = problem(**options)
    fast = packed(one)
    monkeypatch.setattr("pegwise.optimal.lemmas.Prover", SlowProver)
    assert decompress(packed(one)) == decompress(fast)
