"""The deducer: every step is true, taken for itself; it finds the code; its words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pegwise
from pegwise.analysis.deduction import _Reasoner, _suppositions, deduce
from pegwise.analysis.deduction_knowledge import Knowledge
from pegwise.limit import limited
from tests import oracle
from tests.helpers import at, code_of, game_of, plain, rows_of, small_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.analysis.deduction_knowledge import Step
    from pegwise.rules import Code, Row, Rules

KNUTH = "1122:B 1344:W 3526:BWW 1462:BW"


@st.composite
def told_truly(draw: st.DrawFn, largest: int = 256) -> tuple[Rules, list[Row]]:
    """Rows that some code fits."""
    rules = draw(small_rules(largest))
    secret = draw(code_of(rules))
    guesses = draw(st.lists(code_of(rules), max_size=5))
    return rules, [pegwise.Row(guess, rules.feedback(secret, guess)) for guess in guesses]


def check(step: Step, rules: Rules, rows: Sequence[Row]) -> None:
    """For every code: if the row that is named, and what is given as known, is true, so is the conclusion."""
    named = step.lead.row if step.lead else 0
    used = rows if step.suppose else [rows[named - 1]] if named else []
    for code in oracle.candidates(game_of(rules), plain(list(used))):
        if all(fact.holds(code) for fact in step.because):
            assert step.so, (str(step), code)
            assert all(fact.holds(code) for fact in step.so), (str(step), code)
    for inner in step.inner:
        check(inner, rules, rows)


@given(told_truly(64), st.integers(0, 1))
@settings(max_examples=30, deadline=None)
def test_what_is_found_refuted_quickly_is_what_is_refuted(game: tuple[Rules, list[Row]], depth: int) -> None:
    rules, rows = game
    reasoner, known = _Reasoner(pegwise.Position(rules, rows)), Knowledge(rules)
    reasoner.propagate(known)
    for fact in list(_suppositions(known)):
        quickly = reasoner.refuted(known.supposing(fact), depth)
        assert quickly == (reasoner.exhaust(known.supposing(fact), depth) is not None)


@given(told_truly(), st.integers(0, 2))
@settings(max_examples=50)
def test_every_step_holds_for_itself(game: tuple[Rules, list[Row]], depth: int) -> None:
    rules, rows = game
    found = deduce(pegwise.Position(rules, rows), depth=depth)
    left = oracle.candidates(game_of(rules), plain(rows))
    for step in found.steps:
        check(step, rules, rows)
        assert all(fact.holds(code) for fact in step.so for code in left), str(step)


@given(told_truly(27))  # where codes are left, all suppositions are tried: of 5x2, for half a minute
@settings(max_examples=40)
def test_it_finds_the_code_where_one_is_left_and_only_there(game: tuple[Rules, list[Row]]) -> None:
    rules, rows = game
    left = oracle.candidates(game_of(rules), plain(rows))
    found = deduce(pegwise.Position(rules, rows), depth=rules.pegs)
    assert found.code == (left[0] if len(left) == 1 else None)


@given(st.data(), small_rules(64))
@settings(max_examples=40)
def test_it_finds_that_no_code_fits(data: st.DataObject, rules: Rules) -> None:
    rows = data.draw(rows_of(rules))
    left = oracle.candidates(game_of(rules), plain(rows))
    if left:
        deduce(pegwise.Position(rules, rows), depth=1)
    else:
        with pytest.raises(pegwise.ContradictionError, match="no code is possible"):
            deduce(pegwise.Position(rules, rows), depth=rules.pegs)


@given(told_truly())
@settings(max_examples=50)
def test_the_steps_of_a_solution_rest_on_each_other(game: tuple[Rules, list[Row]]) -> None:
    rules, rows = game
    found = deduce(pegwise.Position(rules, rows))
    known: set[Code] = set(map(pegwise.Code, oracle.codes(game_of(rules))))
    for step in found.steps:
        # What a step takes as known was concluded before it.
        assert all(fact.holds(code) for code in known for fact in step.because), str(step)
        known = {code for code in known if all(fact.holds(code) for fact in step.so)}
    if found.code is not None:
        assert known == {found.code}


def test_knuths_exercise() -> None:
    found = pegwise.deduce(at(KNUTH), depth=4)
    assert (str(found.code), found.assumptions, found.depth, found.size) == ("3632", 4, 1, 27)
    assert [str(step) for step in found.steps][:5] == [
        "Row 2 (1344:W) has no black hits, so peg 2 is not 3 and peg 3 is not 4.",
        "Row 1 (1122:B) has 1 hit, so there is at most one 1 and at most one 2.",
        "Row 1 (1122:B) has no white hits and there is at most one 1, so peg 3 is not 1.",
        "Row 1 (1122:B) has no white hits and there is at most one 2, so pegs 1 and 2 are not 2.",
        "Suppose there is a 1. Row 1 (1122:B) has 1 hit and there is a 1, so there is no 2. "
        "Row 2 (1344:W) has 1 hit and there is a 1, so there is no 3. "
        "Row 3 (3526:BWW) has 3 hits and there is no 3 and no 2: that is impossible. So there is no 1.",
    ]


def test_without_suppositions_knuths_exercise_is_not_solved() -> None:
    found = pegwise.deduce(at(KNUTH), depth=0)
    assert (found.code, found.assumptions, found.depth) == (None, 0, 0)
    assert found.to_dict()["code"] is None


def test_a_supposition_within_a_supposition_is_set_in_and_counted() -> None:
    found = pegwise.deduce(at("5531:B 2546:WW 6414:BBW"), depth=4)
    assert (str(found.code), found.depth) == ("6461", 2)
    nested = [step for step in found.steps if step.depth == 2]
    assert nested
    for step in nested:
        assert step.assumptions > 1
        assert {sentence.depth for sentence in step.sentences()} == {0, 1, 2}
    assert pegwise.deduce(at("5531:B 2546:WW 6414:BBW"), depth=1).code is None


DEDUCTIONS = Path(__file__).parent.parent / "data" / "deductions.txt"
"""Whole deductions: a line of rules, depth and history, then the sentences, set in by their depth."""


def deductions() -> list[str]:
    return DEDUCTIONS.read_text(encoding="utf-8").strip().split("\n\n")


@pytest.mark.parametrize("told", deductions(), ids=lambda told: told.partition(":")[0])
def test_every_sentence_of_a_deduction(told: str) -> None:
    head, *lines = told.splitlines()
    rules, depth, history = head.split(" ", 2)
    found = pegwise.deduce(at(history, rules), depth=int(depth))
    sentences = [sentence for step in found.steps for sentence in step.sentences()]
    said = [f"{'  ' * sentence.depth}{sentence}" for sentence in sentences]
    assert [*said, f"= {found.code} {found.assumptions} {found.depth} {found.size}"] == lines


def test_of_a_position_without_rows_nothing_is_deduced() -> None:
    found = pegwise.deduce(at(""), depth=0)
    assert (found.steps, found.assumptions, found.depth, found.size, found.code) == ((), 0, 0, 0, None)


def test_plain_values() -> None:
    told = pegwise.deduce(at("1122:WWWW")).to_dict()
    assert {key: told[key] for key in ("code", "assumptions", "depth", "size")} == {
        "code": "2211",
        "assumptions": 0,
        "depth": 0,
        "size": 6,
    }
    said = "Row 1 (1122:WWWW) has no black hits, so pegs 1 and 2 are not 1 and pegs 3 and 4 are not 2."
    nots = [(1, 1), (2, 1), (3, 2), (4, 2)]
    first = {
        "kind": "conclusion",
        "depth": 0,
        "text": said,
        "lead": {"kind": "black-hits", "number": 0, "row": 1},
        "because": [],
        "so": [{"kind": "not", "peg": peg, "color": color} for peg, color in nots],
    }
    assert told["steps"][0] == [first]


def test_the_data_of_a_sentence_say_what_its_words_say() -> None:
    """Each kind of sentence, of lead and of fact occurs in some puzzle, and its numbers are in its words."""
    kinds, leads, facts = set(), set(), set()
    for history in ("4x6 " + KNUTH, "4x6 5531:B 2546:WW 6414:BBW", "3x4-distinct 123:WW 214:BB"):
        steps = pegwise.deduce(history, depth=4).to_dict()["steps"]
        for sentence in (each for step in steps for each in step):
            kinds.add(sentence["kind"])
            lead = sentence["lead"]
            if lead:
                leads.add(lead["kind"])
                row = f"Row {lead['row']} ("
                assert sentence["text"].startswith(row) == (lead["row"] is not None)
            for fact in sentence["because"] + sentence["so"]:
                facts.add(fact["kind"])
                assert str(fact["color"]) in sentence["text"]
                assert "peg" not in fact or str(fact["peg"]) in sentence["text"]
    assert kinds == {"conclusion", "contradiction", "assumption", "refutation"}
    assert {"black-hits", "hits", "white-hits"} <= leads
    assert facts == {"is", "not", "least", "most"}


def test_a_limit_is_kept() -> None:
    with limited(pegwise.Limit(pairs=3)), pytest.raises(pegwise.LimitError):
        deduce(at(KNUTH), depth=4)
