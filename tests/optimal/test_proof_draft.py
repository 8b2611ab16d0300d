"""Plain bounds: which lemmas become one, and that the proof is the same without their lines."""

from __future__ import annotations

import io
import json
from collections import Counter
from functools import cache
from gzip import decompress
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest

import pegwise
from pegwise.limit import LimitReached
from pegwise.optimal import proof_draft
from pegwise.optimal.optimum import optimum
from pegwise.optimal.proof_draft import OFTEN
from tests.checker.certificates import problem, sealed, text_of, verdict
from tests.helpers import exhaustive, slow

if TYPE_CHECKING:
    from pathlib import Path

Lines = list[Any]

GAMES = [
    ("3x7", "total"),
    ("4x5", "worst,total"),
    ("3x6-black", "total,worst,last"),
    ("4x7-distinct", "worst,last"),
    ("3x8-distinct", "total"),
]
FIRST = {"total": 1, "worst,total": 2, "total,worst,last": 3, "worst,last": 2}
"""The lemmas that an objective needs."""


@cache
def written(rules: str, objective: str, often: int = OFTEN) -> bytes:
    file = io.BytesIO()
    with patch.object(proof_draft, "OFTEN", often):
        optimum(rules, objective=objective, certificate=file, book=False, threads=1)
    return decompress(file.getvalue())


def lines(text: bytes) -> Lines:
    return [json.loads(line) for line in text.splitlines()][:-1]


def without_lines(every: Lines, first: int, often: int) -> Lines:
    """The slow twin: the same proof, from the file in which all lemmas have lines, by names for numbers."""
    head = [line for line in every if len(line) != 2]
    proofs = [line for line in every if len(line) == 2]
    bounds, cited, names = {}, Counter[int](), list(range(first))
    for _, treatments in proofs:
        for _, citations in treatments:
            for place, citation in enumerate(citations):
                if len(citation) == 2:
                    bounds[len(names)] = citation[1]
                    citations[place] = [citation[0], len(names)]
                    names.append(len(names))
                cited[citations[place][1]] += 1
    plain = {name for name in names[first:] if not proofs[name][1] and cited[name] < often}
    kept, named = [name for name in names if name not in plain], set[int]()
    for name in kept:
        for _, citations in proofs[name][1]:
            for place, (told, other, *renaming) in enumerate(citations):
                if other in plain:
                    citations[place] = [told, bounds[other], 0]
                elif other in named:
                    citations[place] = [told, kept.index(other), *renaming]
                else:
                    named.add(other)
                    citations[place] = [told, bounds[other]]
    return [*head, *(proofs[name] for name in kept)]


@pytest.mark.parametrize(
    ("rules", "objective", "often"),
    [
        (*GAMES[2], OFTEN),
        *exhaustive(*((*game, OFTEN) for game in (*GAMES[:2], GAMES[4]))),
        # The largest proof takes as long as all others together; these tell what the number of uses changes.
        *exhaustive(*((*GAMES[0], often) for often in (1, 2, 1000))),
        *slow((*GAMES[3], OFTEN), *((*game, often) for game in GAMES[1:3] for often in (1, 2, 1000))),
    ],
)
def test_the_proof_is_that_of_the_slow_twin(rules: str, objective: str, often: int) -> None:
    every = lines(written(rules, objective, 0))
    text = written(rules, objective, often)
    assert text == sealed(without_lines(every, FIRST[objective], often))
    assert verdict(text).lemmas == sum(len(line) == 2 for line in lines(text))


def test_some_of_each_kind_are_there() -> None:
    """Else the comparison above would compare little."""
    sizes = Counter(
        len(citation)
        for rules, objective in GAMES
        for line in lines(written(rules, objective))
        if len(line) == 2
        for _, citations in line[1]
        for citation in citations
    )
    assert sizes.keys() == {2, 3, 4}
    assert min(sizes.values()) > 20


def test_where_every_lemma_has_a_line_none_is_plain() -> None:
    assert all(
        len(citation) != 3
        for line in lines(written("3x7", "total", 0))
        if len(line) == 2
        for _, citations in line[1]
        for citation in citations
    )


def test_a_lemma_of_the_objective_has_a_line() -> None:
    """Though it treats no guess, and nothing cites it."""
    found = lines(text_of(problem("1x5")))
    assert found[-1] == [[], []]
    assert verdict(sealed(found)).lemmas == 1


def test_progress_goes_to_the_end_twice() -> None:
    seen: dict[str, list[tuple[int, int]]] = {}
    with pegwise.watch(lambda what, done, total: seen.setdefault(what, []).append((done, total))):
        written.__wrapped__("3x7", "total")
    every = sum(len(line) == 2 for line in lines(written("3x7", "total", 0)))
    assert seen["lines"] == [(done, every) for done in range(1, every + 1)]
    assert seen["lemmas"][-1] == (every, every)


def test_a_draft_that_cannot_be_kept_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    monkeypatch.setattr(proof_draft, "_IN_MEMORY", 1)
    with pytest.raises(pegwise.LimitError, match="the draft of the proof needs a temporary file: No such"):
        written.__wrapped__("3x7", "total")


def test_a_limit_ends_the_rewriting_too(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []

    def spend(pairs: int) -> None:
        spent.append(pairs)
        if len(spent) == 20:
            raise LimitReached("the limit was reached")

    monkeypatch.setattr(proof_draft, "spend", spend)
    with pytest.raises(LimitReached):
        written.__wrapped__("3x7", "total")
    assert len(spent) == 20


def test_a_draft_on_disk_is_that_in_memory() -> None:
    with patch.object(proof_draft, "_IN_MEMORY", 1):
        assert written.__wrapped__("3x7", "total") == written("3x7", "total")
