"""The checker of proofs by patterns accepts what is true, and nothing else."""

from __future__ import annotations

import gzip
import hashlib
import io
import itertools
import json
import os
import random
import shutil
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from tablebase.unasked_search import write_proof

import patterncheck
from patterncheck import Kind, Position, Refused, _Asked
from pegwise.optimal.table import table
from pegwise.position import Position as Game
from pegwise.rules import Rules
from tests.helpers import slow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    shutil.which("cc") is None and not os.environ.get("CI"), reason="the search needs a C compiler"
)
EXACT = {row.rules: row.total.upper for row in table() if row.total.exact}
REPEATS = tuple(Rules(3, colors) for colors in range(2, 6))
DISTINCT = tuple(Rules(3, colors, repeats=False) for colors in range(3, 8))
BLACK = tuple(Rules(3, colors, whites=False) for colors in range(2, 7))
PAIRS = tuple(Rules(2, colors) for colors in range(2, 12))
FOUR = (Rules(4, 2), Rules(4, 3))


@cache
def proof_of(rules: tuple[Rules, ...]) -> bytes:
    file = io.BytesIO()
    digest = write_proof(file, rules)
    text = gzip.decompress(file.getvalue())
    assert hashlib.sha256(text).hexdigest() == digest
    return text


def lines_of(rules: tuple[Rules, ...]) -> list[Any]:
    return [json.loads(line) for line in proof_of(rules).splitlines()[:-1]]


def signed(lines: Sequence[Any]) -> io.BytesIO:
    """A file with these lines and the digest that they have."""
    text = b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)
    end = {"lines": len(lines), "sha256": hashlib.sha256(text).hexdigest()}
    return io.BytesIO(text + json.dumps(end, separators=(",", ":")).encode() + b"\n")


LONG = (
    tuple(Rules(3, colors) for colors in range(2, 11)),
    tuple(Rules(3, colors, repeats=False) for colors in range(3, 12)),
    tuple(Rules(3, colors, whites=False) for colors in range(2, 17)),
)


@pytest.mark.some(1)
@pytest.mark.parametrize(
    "rules",
    [REPEATS, DISTINCT, BLACK, PAIRS, FOUR, *slow(*((each,) for each in LONG))],
    ids=lambda rules: f"{rules[0]} to {rules[-1]}",
)
def test_it_accepts_the_totals_of_the_table(rules: tuple[Rules, ...]) -> None:
    seen: list[int] = []
    verdict = patterncheck.check(io.BytesIO(proof_of(rules)), seen.append)
    assert verdict.totals == {each.colors: EXACT[each] for each in rules}
    assert seen == list(range(1, verdict.lemmas + 1))
    assert verdict.sha256 == hashlib.sha256(proof_of(rules)).hexdigest()
    assert f"{rules[0]} {EXACT[rules[0]]}" in str(verdict)


@pytest.mark.some(1)
@pytest.mark.parametrize("rules", [REPEATS, DISTINCT, BLACK, PAIRS], ids=lambda rules: str(rules[0]))
def test_no_change_proves_a_total_that_is_too_large(rules: tuple[Rules, ...]) -> None:
    chance, lines = random.Random(str(rules[0])), lines_of(rules)
    starts = {
        tuple(line[1]): line for line in lines[1:] if line[3] == [[0] * rules[0].pegs] and not any(line[2])
    }
    for _ in range(12):
        changed = json.loads(json.dumps(lines))
        at = chance.randrange(1, len(lines[0]["totals"]))
        changed[0]["totals"][at][1] += 1
        start = starts[tuple(lines[0]["totals"][at][0] for _ in lines[1][1])]
        changed[lines.index(start)][0] += 1
        for line in chance.sample(changed[1:], chance.randrange(4)):
            what = chance.randrange(4)
            if what == 0:
                line[0] += chance.randrange(3)
            if what == 1:
                line[1] = [max(0, each - 1) for each in line[1]]
            if what == 2:
                line[2] = [0 for _ in line[2]]
            if what == 3 and len(line[3]) > 1:
                line[3].pop()
        with pytest.raises(Refused):
            patterncheck.check(signed(changed))


@pytest.mark.some(2)
@pytest.mark.parametrize("rules", [REPEATS, DISTINCT, BLACK, PAIRS, FOUR], ids=lambda rules: str(rules[0]))
def test_lemmas_about_one_code_prove_no_more_than_one_turn(rules: tuple[Rules, ...]) -> None:
    """No guess splits one code, so there is nothing to add up for it."""
    lines, pegs = lines_of(rules), rules[0].pegs
    spaces, code = len(lines[1][1]), list(range(1, pegs + 1))
    for dead in {0, Kind(pegs, rules[0].repeats, rules[0].whites).useful}:
        for bound, holds in ((1, dead == 0), (2, False)):
            added = [bound, [0] * spaces, [dead] * spaces, [code]]
            changed = [{**lines[0], "lemmas": len(lines)}, *lines[1:], added]
            if holds:
                assert patterncheck.check(signed(changed)).lemmas == len(lines)
            elif bound > 1:
                with pytest.raises(Refused):
                    patterncheck.check(signed([{**changed[0], "lemmas": 1, "totals": []}, added]))
    alone = {**lines[0], "totals": [[1, 50]], "lemmas": 1}
    with pytest.raises(Refused):
        patterncheck.check(signed([alone, [50, [0] * spaces, [0] * spaces, [[1] * pegs]]]))


@pytest.mark.parametrize("rules", [REPEATS, DISTINCT, BLACK], ids=lambda rules: str(rules[0]))
def test_every_lemma_about_few_codes_is_true(rules: tuple[Rules, ...]) -> None:
    """Brute force plays the position in a game of as many colors: those asked for, the others, the dead."""
    kind = Kind(3, rules[0].repeats, rules[0].whites)
    tested = 0
    for bound, unasked, dead, patterns in lines_of(rules)[1:]:
        position = Position(tuple(map(tuple, patterns)), tuple(unasked), tuple(dead))
        colors = [
            sum(space == owner for _, owner in kind.names(position.patterns)) + unasked[space] + dead[space]
            for space in kind.spaces
        ]
        if kind.size(position) <= 7 and max(colors) <= 5 + (not kind.repeats):
            tested += 1
            codes, guesses = _codes(kind, position, colors)
            assert len(codes) == kind.size(position)
            assert bound <= _least(kind, frozenset(codes), guesses)
    assert tested > 10


def _codes(
    kind: Kind, position: Position, colors: list[int]
) -> tuple[list[tuple[int, ...]], tuple[tuple[int, ...], ...]]:
    """The codes of a position, and all guesses, with the colors of each space numbered."""
    numbers: dict[tuple[int, int], int] = {}
    for name in sorted(kind.names(position.patterns)):
        numbers[name] = sum(space == name[1] for _, space in numbers)
    named = [sum(space == owner for _, owner in numbers) for space in kind.spaces]
    codes = []
    for pattern in position.patterns:
        choices = [
            [numbers[color, kind.space(peg)]]
            if color
            else range(named[kind.space(peg)], named[kind.space(peg)] + position.unasked[kind.space(peg)])
            for peg, color in enumerate(pattern)
        ]
        codes += [
            code
            for code in itertools.product(*choices)
            if kind.repeats
            or len({each for each, color in zip(code, pattern, strict=True) if not color}) == pattern.count(0)
        ]
    every = itertools.product(*(range(colors[kind.space(peg)]) for peg in range(kind.pegs)))
    return codes, tuple(code for code in every if kind.repeats or len(set(code)) == kind.pegs)


def _least(kind: Kind, codes: frozenset[tuple[int, ...]], guesses: tuple[tuple[int, ...], ...]) -> int:
    known: dict[frozenset[tuple[int, ...]], int] = {}

    def least(some: frozenset[tuple[int, ...]]) -> int:
        if len(some) == 1:
            return 1
        if some not in known:
            best = 10**6
            for guess in guesses:
                classes: dict[Any, set[tuple[int, ...]]] = {}
                for code in some:
                    classes.setdefault(_told(kind, code, guess), set()).add(code)
                if len(classes) > 1 or guess in some:
                    parts = [frozenset(part) for part in classes.values() if part != {guess}]
                    best = min(best, len(some) + sum(map(least, parts)))
            known[some] = best
        return known[some]

    return least(codes)


def _told(kind: Kind, code: tuple[int, ...], guess: tuple[int, ...]) -> tuple[int, int]:
    black = sum(one == other for one, other in zip(code, guess, strict=True))
    hits = sum(min(code.count(color), guess.count(color)) for color in set(guess))
    return black, hits if kind.whites else black


@pytest.mark.parametrize(
    "rules", [Rules(3, 6), Rules(3, 7, repeats=False), Rules(3, 5, whites=False)], ids=str
)
def test_classes_have_as_many_codes_as_in_the_game(rules: Rules) -> None:
    kind = Kind(rules.pegs, rules.repeats, rules.whites)
    spaces = len(kind.spaces)
    start = Position(((0,) * rules.pegs,), (rules.colors,) * spaces, (0,) * spaces)
    for guess, ask in kind.guesses(start):
        left = tuple(each - new for each, new in zip(start.unasked, ask, strict=True))
        patterns = kind.asked(start, ask, 1)
        classes = _Asked(kind, patterns, [(1, 1)] * len(patterns))
        sizes = [
            sum(kind.codes(each, left) for each in classes.members(part))
            for part in classes.classes(guess).values()
        ]
        played = (1,) * rules.pegs if kind.own else guess
        partition = Game(rules).partition("-".join(map(str, played)))
        assert sorted(sizes) == sorted(partition.classes.values())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda lines: lines[0].update(format="pegwise certificate"), "another format"),
        (lambda lines: lines[0].update(version=2), "another format"),
        (lambda lines: lines[0].update(repeats=False, whites=False), "black hits alone"),
        (lambda lines: lines[0].update(pegs=9), "not a whole number"),
        (lambda lines: lines[0].update(lemmas=10**6), "a list"),
        (lambda lines: lines[0]["totals"].append(lines[0]["totals"][0]), "two totals"),
        (lambda lines: lines[0]["totals"].append([9, 10**6]), "no lemma shows"),
        (lambda lines: lines[1].append(0), "a list of 5 items"),
        (lambda lines: lines[2].__setitem__(3, []), "none is"),
        (lambda lines: lines[2][3].append(lines[2][3][0]), "twice"),
        (lambda lines: lines[2].__setitem__(1, [1, 1]), "other numbers of colors"),
        (lambda lines: lines[2].__setitem__(2, [7]), "not a whole number"),
        (lambda lines: lines.pop(), "is not a list"),
    ],
)
def test_what_is_not_written_as_it_must_be_is_refused(change: Any, why: str) -> None:
    lines = lines_of(REPEATS)
    change(lines)
    with pytest.raises(Refused, match=why):
        patterncheck.check(signed(lines))


def test_the_program_says_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, plain = (str(tmp_path / name) for name in ("good", "bad", "plain"))
    (tmp_path / "good").write_bytes(gzip.compress(proof_of(DISTINCT)))
    (tmp_path / "bad").write_bytes(gzip.compress(proof_of(DISTINCT).replace(b"836", b"837")))
    (tmp_path / "plain").write_bytes(proof_of(DISTINCT))
    assert [patterncheck.main([each]) for each in (good, bad, plain)] == [0, 1, 1]
    assert patterncheck.main([str(tmp_path / "none")]) == patterncheck.main([]) == 2
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("no strategy has a smaller total: 3x3-distinct 15, 3x4-distinct 72")
    assert [line.partition(":")[0] for line in said[2:]] == ["refused", "refused"]
