"""The checker itself says why it refuses a forgery, and takes every limit to the last code and candidate.

``test_forgeries`` runs copies of the checker without one ``need``; here it runs as it is installed.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

import pegcheck
from tests.checker import forged
from tests.checker.certificates import lines_of, packed, problem, sealed, text_of, verdict

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.checker.forged import Forgery


@pytest.mark.parametrize(
    "forgeries", [forged.of_values, forged.of_files, forged.of_headers, forged.of_trees, forged.of_proofs]
)
def test_a_forgery_is_refused_and_told_why(
    forgeries: Callable[[], list[Forgery]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for forgery in forgeries():
        with monkeypatch.context() as patch:
            for name, limit in forgery.limits.items():
                patch.setattr(pegcheck, name, limit)
            with pytest.raises(pegcheck.Refused) as refused:
                verdict(forgery.text)
        assert str(refused.value) == forgery.why, forgery.name


# Limits are those of docs/certificates.md, the last one included


def test_the_last_that_a_limit_allows_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(problem("3x4"), often=0)
    found = verdict(text)
    longest = max(map(len, text.splitlines(keepends=True)))
    held = candidates_held(text)
    for name, limit in {"CODES": 64, "CANDIDATES": 64, "PROVABLE": 64, "HELD": held, "LINE": longest}.items():
        with monkeypatch.context() as patch:
            patch.setattr(pegcheck, name, limit)
            assert verdict(text).lemmas == found.lemmas
            patch.setattr(pegcheck, name, limit - 1)
            with pytest.raises(pegcheck.Refused):
                verdict(text)


def candidates_held(text: bytes) -> int:
    reader = pegcheck.Reader(io.BytesIO(text))
    proof = pegcheck.Proof(read_tree(reader))
    number = 0
    while number < len(proof.lemmas):
        proof.check(number, reader.line())
        number += 1
    return sum(len(lemma.codes) for lemma in proof.lemmas)


def read_tree(reader: pegcheck.Reader) -> pegcheck.Problem:
    found = pegcheck.Problem(reader.line())
    pegcheck.check_tree(found, reader, pegcheck.silent)
    return found


def test_the_limits_are_those_of_the_documentation() -> None:
    assert (pegcheck.LINE, pegcheck.CODES, pegcheck.CANDIDATES) == (4 << 20, 1 << 24, 1 << 20)
    assert (pegcheck.PROVABLE, pegcheck.HELD) == (20_000, 1 << 27)
    rules = {"pegs": 15, "colors": 1, "repeats": True, "whites": True}
    assert pegcheck.Game(rules).size == 1
    with pytest.raises(pegcheck.Refused, match="16 is not a whole number from 1 to 15"):
        pegcheck.Game(rules | {"pegs": 16})
    assert pegcheck.Game({**rules, "pegs": 1, "colors": 1 << 24}).size == 1 << 24
    assert pegcheck.Game({**rules, "pegs": 2, "colors": 4, "repeats": False}).size == 12
    with pytest.raises(pegcheck.Refused, match="3x2-distinct has 0 codes; the checker accepts 1 to 16777216"):
        pegcheck.Game({**rules, "pegs": 3, "colors": 2, "repeats": False})


def test_a_number_has_a_hundred_digits_at_most() -> None:
    lines = lines_of(problem("3x4"), full=False)
    lines[0]["max_guesses"] = 10**99
    assert verdict(sealed(lines)).problem.most == 10**99


def test_the_worst_case_may_take_all_the_guesses_there_are() -> None:
    """And the least that numbers may be: candidates alone from the first guess on, a worst case of one."""
    assert verdict(text_of(problem("3x4", max_guesses=4))).problem.worst == 4
    assert verdict(text_of(problem("3x4", candidates_from=1))).problem.free == 0
    assert verdict(text_of(problem("1x1", max_guesses=1))).problem.worst == 1


@pytest.mark.parametrize(
    ("value", "shown"), [([], "list"), ({}, "dict"), ("x" * 60, '"' + "x" * 39), (True, "true")]
)
def test_what_stands_in_place_of_a_number_is_told_in_short(value: object, shown: str) -> None:
    lines = lines_of(problem("3x4"), full=False)
    lines[0]["total"] = value
    with pytest.raises(pegcheck.Refused) as refused:
        verdict(sealed(lines))
    assert str(refused.value) == f"line 1: {shown} is not a whole number of at least 0"


# What a verdict says


def test_a_verdict_says_all_that_was_asked() -> None:
    one = problem("3x4", history="112:W 122:B", first="234", max_guesses=8, candidates_from=4)
    found = verdict(text_of(one))
    assert str(found).startswith(
        "3x4, after 112:W 122:B, 234 first, at most 8 guesses, only candidates from guess 4 on: total "
    )
    assert str(found).endswith(": optimal (total), certified; 1 lemma")
    assert str(verdict(text_of(problem("2x2-black"))).problem) == "2x2-black"


def test_what_cannot_be_checked_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = str(tmp_path / "none")
    usage = "usage: python -m pegcheck FILE\n"
    for arguments, said in (
        ([missing], f"pegcheck: {missing}: No such file or directory\n"),
        ([], usage),
        (["--help"], usage),
        ([missing, missing], usage),
    ):
        assert pegcheck.main(arguments) == 2
        assert capsys.readouterr() == ("", said)


def test_what_is_asked_on_the_command_line_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "3x4.cert"
    path.write_bytes(packed(problem("3x4")))
    monkeypatch.setattr("sys.argv", ["pegcheck", str(path)])
    assert pegcheck.main() == 0
    said = "3x4: total 206 (average 3.2188), worst 4: optimal (total), certified; 1 lemma\n"
    assert capsys.readouterr() == (said, "")


# Proofs


def test_every_treatment_is_needed() -> None:
    lines = lines_of(problem("3x3-black", "total,worst,last"))
    dropped = 0
    for place, line in enumerate(lines):
        for at in range(len(line[1]) if place and len(line) == 2 else 0):
            rest = line[1][:at] + line[1][at + 1 :]
            fewer = [*lines[:place], [line[0], rest], *lines[place + 1 :]]
            with pytest.raises(pegcheck.Refused):
                verdict(sealed(fewer))
            dropped += 1
    assert dropped > 3


def test_a_guess_that_makes_two_classes_may_be_treated_though_it_need_not() -> None:
    lines = lines_of(problem("1x3"))
    assert lines[-1] == [[], []]
    lines[-1] = [[], [["1", []]]]
    assert verdict(sealed(lines)).lemmas == 1


def test_all_of_the_tree_is_told_to_who_watches() -> None:
    told: list[tuple[str, int, int]] = []
    text = text_of(problem("2x2"))
    found = pegcheck.check(io.BytesIO(text), lambda *all_of_it: told.append(all_of_it))
    nodes = text.count(b"\n") - 2 - found.lemmas
    assert [what for what, _, _ in told] == ["secrets"] * nodes + ["lemmas"] * found.lemmas
    assert [done for _, done, _ in told[:nodes]] == sorted(done for _, done, _ in told[:nodes])
    assert told[nodes - 1] == ("secrets", 4, 4)
    assert told[-1] == ("lemmas", found.lemmas, found.lemmas)
