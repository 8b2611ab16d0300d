"""Facts: what they say, as exact text, and of which codes they are true."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from pegwise.analysis.code_facts import Fact, clauses, listed
from pegwise.analysis.deduction_knowledge import Knowledge, Step, _implies
from pegwise.analysis.deduction_text import Lead
from pegwise.rules import Rules


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ([Fact("is", 0, 2)], ["peg 1 is 3"]),
        ([Fact("is", 0, 2), Fact("is", 3, 2)], ["pegs 1 and 4 are 3"]),
        ([Fact("not", 1, 0), Fact("not", 1, 1), Fact("not", 1, 5)], ["peg 2 is not 1, 2 or 6"]),
        ([Fact("not", 0, 4), Fact("not", 2, 4)], ["pegs 1 and 3 are not 5"]),
        ([Fact("least", 0, 1)], ["there is a 1"]),
        ([Fact("least", 0, 3), Fact("most", 1, 0)], ["there are at least three 1s and no 2"]),
        ([Fact("most", 1, 1)], ["there is at most one 2"]),
        ([Fact("most", 11, 12)], ["there are at most 12 12s"]),
        ([Fact("most", 0, 10), Fact("most", 1, 11)], ["there are at most ten 1s and at most 11 2s"]),
        ([Fact("least", 0, 2), Fact("most", 1, 1)], ["there are at least two 1s and at most one 2"]),
        ([Fact("most", 1, 1), Fact("least", 0, 2)], ["there is at most one 2 and at least two 1s"]),
        (
            [Fact("is", 0, 0), Fact("not", 1, 2), Fact("is", 2, 0), Fact("is", 3, 1), Fact("most", 5, 0)],
            ["there is no 6", "pegs 1 and 3 are 1", "peg 4 is 2", "peg 2 is not 3"],
        ),
        (
            [Fact("is", 0, 0), Fact("not", 1, 2), Fact("not", 1, 3), Fact("not", 2, 3)],
            ["peg 1 is 1", "peg 2 is not 3", "pegs 2 and 3 are not 4"],
        ),
        (
            [Fact("not", 1, 2), Fact("not", 1, 3), Fact("not", 2, 4), Fact("not", 1, 5)],
            ["peg 2 is not 3, 4 or 6", "peg 3 is not 5"],
        ),
        ([], []),
    ],
)
def test_clauses(facts: list[Fact], said: list[str]) -> None:
    assert clauses(facts, Rules(12, 12)) == said


def test_a_color_is_written_as_codes_write_it() -> None:
    told = [Fact("is", 0, 9), Fact("not", 1, 9), Fact("not", 1, 2), Fact("least", 9, 1)]
    assert clauses(told, Rules(3, 10)) == ["there is a 0", "peg 1 is 0", "peg 2 is not 0 or 3"]
    assert clauses(told, Rules(3, 11)) == ["there is a 10", "peg 1 is 10", "peg 2 is not 10 or 3"]
    counts = [Fact("least", 9, 2), Fact("most", 8, 0)]
    assert clauses(counts, Rules(3, 10)) == ["there are at least two 0s and no 9"]


def test_the_empty_hole_is_no_color() -> None:
    counts = [Fact("least", 6, 2), Fact("most", 6, 0), Fact("least", 6, 1), Fact("most", 6, 1)]
    assert [clauses([fact], Rules(4, 6).with_blanks()) for fact in counts] == [
        ["there are at least two empty holes"],
        ["there is no empty hole"],
        ["there is an empty hole"],
        ["there is at most one empty hole"],
    ]
    pegs = [Fact("is", 0, 6), Fact("not", 1, 6), Fact("not", 1, 2)]
    assert clauses(pegs, Rules(4, 6).with_blanks()) == ["peg 1 is empty", "peg 2 is not empty or 3"]


def test_listed() -> None:
    assert [listed(words) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]


def test_a_fact_or_its_opposite_is_true_of_each_code() -> None:
    for of, value in product(range(2), repeat=2):
        for fact in (Fact("is", of, value), Fact("least", of, value)):
            for code in product((1, 2), repeat=2):
                assert fact.opposite().opposite() == fact
                assert fact.holds(code) != fact.opposite().holds(code)


def test_what_a_fact_implies_is_known_with_it() -> None:
    known = Knowledge(Rules(3, 3))
    told = [
        (Fact("most", 0, 0),),
        (Fact("not", 1, 0),),
        (Fact("is", 2, 1),),
        (Fact("least", 1, 1), Fact("not", 2, 2)),
    ]
    steps = [Step(known.rules, None, (), so) for so in told]
    for step in steps:
        known.learn(step)
    assert known.log == [steps[0], steps[2]]


IS, NOT, LEAST, MOST = "is", "not", "least", "most"


@pytest.mark.parametrize(
    ("fact", "wish", "implied"),
    [
        ((IS, 0, 1), (NOT, 0, 2), True),
        ((IS, 0, 1), (NOT, 0, 1), False),
        ((IS, 0, 1), (NOT, 1, 2), False),
        ((IS, 0, 1), (LEAST, 1, 1), True),
        ((IS, 0, 1), (LEAST, 2, 1), False),
        ((MOST, 0, 0), (NOT, 1, 0), True),
        ((MOST, 0, 1), (NOT, 1, 0), False),
        ((MOST, 0, 0), (NOT, 1, 1), False),
        ((LEAST, 0, 2), (LEAST, 0, 1), True),
        ((LEAST, 0, 2), (LEAST, 0, 2), True),
        ((LEAST, 0, 1), (LEAST, 0, 2), False),
        ((LEAST, 1, 2), (LEAST, 0, 1), False),
        ((MOST, 0, 1), (MOST, 0, 2), True),
        ((MOST, 0, 2), (MOST, 0, 2), True),
        ((MOST, 0, 2), (MOST, 0, 1), False),
        ((MOST, 1, 1), (MOST, 0, 2), False),
        ((NOT, 0, 1), (NOT, 0, 1), True),
        ((NOT, 0, 1), (NOT, 0, 2), False),
        ((NOT, 0, 1), (IS, 0, 2), False),
        ((IS, 0, 1), (IS, 0, 1), True),
    ],
)
def test_what_was_known_by_a_fact(fact: Any, wish: Any, implied: bool) -> None:
    assert _implies(Fact(*fact), Fact(*wish)) == implied


def test_only_the_steps_that_are_needed_are_kept() -> None:
    known = Knowledge(Rules(2, 3))
    first = Step(known.rules, Lead("hits", 0, 1), (), (Fact("most", 0, 0), Fact("not", 1, 1)))
    unused = Step(known.rules, Lead("hits", 0, 2), (), (Fact("most", 2, 1),))
    last = Step(known.rules, None, (Fact("not", 0, 0),), (Fact("is", 0, 1),))
    for step in (first, unused, last):
        known.learn(step)
    kept, outside = known.needed([Fact("is", 0, 1)])
    assert kept == (Step(known.rules, Lead("hits", 0, 1), (), (Fact("most", 0, 0),)), last)
    assert outside == ()


def test_what_was_known_before_a_supposition_is_from_outside() -> None:
    known = Knowledge(Rules(2, 3))
    known.learn(Step(known.rules, Lead("hits", 0, 1), (), (Fact("not", 0, 0),)))
    inside = known.supposing(Fact("not", 0, 1))
    inside.learn(Step(known.rules, None, (Fact("not", 0, 0), Fact("not", 0, 1)), (Fact("is", 0, 2),)))
    kept, outside = inside.needed([Fact("is", 0, 2)])
    assert len(kept) == 2
    assert outside == (Fact("not", 0, 0),)
