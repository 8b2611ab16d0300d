"""What the writer writes, the checker accepts; what is not true cannot be written."""

from __future__ import annotations

import io
from gzip import decompress
from typing import Any

import pytest

import pegcheck
import pegwise
from pegwise.optimal import certificate
from pegwise.optimal.certificate import write_certificate
from pegwise.optimal.problem import Problem
from pegwise.position import Position
from tests.checker.certificates import lines_of, packed, problem, solved, text_of, verdict
from tests.helpers import exhaustive

PROBLEMS: list[dict[str, Any]] = [
    {"rules": "1x1"},
    {"rules": "1x5"},
    {"rules": "2x2", "objective": "worst"},
    {"rules": "2x6"},
    {"rules": "3x4"},
    {"rules": "4x3"},
    {"rules": "2x6-black"},
    {"rules": "3x3-black", "objective": "total,worst,last"},
    {"rules": "3x5-distinct", "objective": "worst,total"},
    {"rules": "4x4-distinct", "objective": "total,worst,last"},
    {"rules": "4x4-distinct-black", "objective": "total"},
    {"rules": "2x6", "objective": "worst"},
    {"rules": "3x4", "objective": "worst,total"},
    {"rules": "2x6", "objective": "total,worst,last"},
    {"rules": "3x4", "objective": "total,worst,last"},
    {"rules": "3x4", "objective": "worst,last"},
    {"rules": "2x6", "max_guesses": 5},
    {"rules": "2x6", "candidates_from": 1},
    {"rules": "3x4", "candidates_from": 1, "objective": "worst,total"},
    {"rules": "3x4", "candidates_from": 2, "objective": "worst"},
    {"rules": "3x4", "candidates_from": 3},
    {"rules": "3x4", "first": "111"},
    {"rules": "3x4", "first": "111", "objective": "worst"},
    {"rules": "3x5", "history": "112:B"},
    {"rules": "3x5", "history": "112:W", "candidates_from": 3, "objective": "total,worst,last"},
    {"rules": "3x3", "history": "111:-", "first": "111"},
    {"rules": "3x3", "history": "112:BB", "objective": "worst,total"},
    {"rules": "3x3", "history": "112:BB 122:BB", "objective": "total,worst,last"},
    {"rules": "3x3", "history": "112:BB 122:BB", "objective": "worst,last"},
    {"rules": "4x4-distinct", "objective": "worst,last", "first": "1234"},
    {"rules": "3x5", "history": "112:W", "candidates_from": 3, "objective": "worst,last"},
    {"rules": "1x12", "first": "12"},
    {"rules": "2x10", "history": "1-10:B"},
    {"rules": "4x5", "history": "1122:B", "first": "1344"},
]


def named(options: dict[str, Any]) -> str:
    return " ".join(map(str, options.values()))


@pytest.mark.some(3, more=7)
@pytest.mark.parametrize(
    "options", [*PROBLEMS[::3], *exhaustive(*PROBLEMS[1::3], *PROBLEMS[2::3])], ids=named
)
def test_the_checker_accepts_what_is_written(options: dict[str, Any]) -> None:
    one = problem(**options)
    tree, _ = solved(one)
    found = verdict(text_of(one))
    assert found.lemmas > 0
    assert (found.problem.total, found.problem.worst) == (tree.total, tree.worst)
    assert tuple(found.problem.distribution) == tree.distribution


def test_published_optima() -> None:
    """(2,6) by Chen and Lin's formula: 132/36 = (8*216 + 51*36 - 74*6 + 48) / (24*36)."""
    assert verdict(text_of(problem("2x6"))).problem.total * 24 == 8 * 216 + 51 * 36 - 74 * 6 + 48


def test_the_tree_alone_can_be_certified() -> None:
    found = verdict(text_of(problem("3x4"), full=False))
    assert found.lemmas == 0
    assert "lower bound searched, not certified" in str(found)
    assert len(lines_of(problem("3x4"), full=False)) < len(lines_of(problem("3x4")))


@pytest.mark.exhaustive
def test_the_bytes_are_a_function_of_the_problem_and_its_values() -> None:
    one = problem("3x4", "total,worst,last")
    first, again = packed(one), io.BytesIO()
    write_certificate(again, one, *solved.__wrapped__(one))  # by another search, whose memory is empty
    assert again.getvalue() == first
    assert first[4:8] == bytes(4)  # no time in the header of gzip


def test_what_is_written_is_told() -> None:
    one = problem("3x4")
    tree, values = solved(one)
    file = io.BytesIO()
    written = write_certificate(file, one, tree, values)
    text = decompress(file.getvalue())
    assert (written.lines, written.sha256) == (text.count(b"\n"), verdict(text).sha256)
    assert written.lemmas == verdict(text).lemmas


def test_lemmas_are_shared_by_renamings_and_guesses_by_symmetries() -> None:
    lemmas = lines_of(problem("3x3-black", "total,worst,last"), often=0)
    proofs = [line for line in lemmas if isinstance(line, list) and len(line) == 2]
    citations = [cited for _, treated in proofs for _, several in treated for cited in several]
    assert any(len(cited) == 4 for cited in citations)
    assert any(symmetries for symmetries, _ in proofs)


def test_a_tree_that_is_not_optimal_gets_no_proof() -> None:
    one = problem("3x4")
    _, values = solved(one)
    tree = pegwise.build_tree("3x4", strategy="first-consistent")
    with pytest.raises(pegwise.PegwiseError, match="do not prove"):
        write_certificate(io.BytesIO(), one, tree, values)


def test_a_game_that_is_won_gets_no_certificate() -> None:
    one = problem("3x3", history="112:BB 111:BB 113:BBB")
    with pytest.raises(pegwise.PegwiseError, match="won already"):
        write_certificate(io.BytesIO(), one, *solved(one))


def test_a_line_that_the_checker_would_not_read_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    assert certificate.LONGEST_LINE == pegcheck.LINE
    one = problem("3x4")
    longest = max(map(len, text_of(one).splitlines(keepends=True)))
    monkeypatch.setattr(certificate, "LONGEST_LINE", longest)
    write_certificate(io.BytesIO(), one, *solved(one))
    monkeypatch.setattr(certificate, "LONGEST_LINE", longest - 1)
    with pytest.raises(pegwise.LimitError, match=f"takes {longest} bytes"):
        write_certificate(io.BytesIO(), one, *solved(one))


def test_rules_too_large_for_a_proof_are_refused_in_one_line() -> None:
    one = Problem(Position("6x9"))
    tree, values = solved(problem("1x2"))
    with pytest.raises(pegwise.LimitError, match="531441 codes"):
        write_certificate(io.BytesIO(), one, tree, values)


@pytest.mark.some(2)
@pytest.mark.parametrize("options", PROBLEMS[3:16], ids=named)
def test_bounds_as_low_as_will_do_prove_it_too(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the size from which on no more is proved than is needed."""
    monkeypatch.setattr("pegwise.optimal.lemmas._LARGE", 2)
    one = problem(**options)
    assert verdict(decompress(packed(one))).problem.total == solved(one)[0].total


@pytest.mark.parametrize("history", ["", "11:-"])
def test_what_is_asked_of_classes_is_within_the_guesses_left(
    history: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int | None]] = []

    class Noted:
        def cost(self, codes: Any, made: int, left: int | None, last: bool) -> Any:
            asked.append(("cost", left if left is None else made + left))
            return values.cost(codes, made, left, last)

        def at_least(self, codes: Any, made: int, left: int | None, last: bool, target: Any) -> bool:
            asked.append(("at least", left if left is None else made + left))
            return values.at_least(codes, made, left, last, target)

    monkeypatch.setattr("pegwise.optimal.lemmas._LARGE", 2)
    for most in (5, None):
        one = problem("2x6", history=history, max_guesses=most)
        tree, values = solved(one)
        asked.clear()
        write_certificate(io.BytesIO(), one, tree, Noted())
        assert set(asked) - {("cost", most)} == {("at least", most)}


@pytest.mark.parametrize(
    ("rules", "history"), [("3x10-distinct", "1-2-10:- 3-4-5:W"), ("2x12-distinct", "1-12:- 2-3:W")]
)
def test_codes_are_written_as_the_checker_reads_them_whatever_the_game_writes(
    rules: str, history: str
) -> None:
    data = io.BytesIO()
    pegwise.optimum(Position(rules, history), certificate=data, book=False)
    assert pegcheck.check(io.BytesIO(decompress(data.getvalue()))).problem.total > 0
