"""Hints in steps: what each tells, and that what is certain is what all codes share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegwise import ContradictionError, LimitError, Position, Rules, advise, certain
from pegwise.analysis import code_facts
from pegwise.analysis.certain_facts import Certain
from pegwise.candidates.unlisted import ConstraintCandidates
from tests import oracle
from tests.helpers import code_of, game_of

RULES = [Rules(3, 4), Rules(4, 3), Rules(3, 5, repeats=False), Rules(3, 4, whites=False)]


@st.composite
def histories(draw: st.DrawFn) -> Position:
    """Rows that some code fits."""
    rules = draw(st.sampled_from(RULES))
    secret = draw(code_of(rules))
    guesses = draw(st.lists(code_of(rules), max_size=4))
    return Position(rules, [(guess, rules.feedback(secret, guess)) for guess in guesses])


@given(histories())
def test_what_is_certain_is_what_all_codes_share(position: Position) -> None:
    found = certain(position)
    game = game_of(position.rules)
    left = oracle.candidates(game, [(tuple(guess), told) for guess, told in position.history])
    assert found.known == "exact"
    assert all(fact.holds(code) for fact in found.facts for code in left)
    pegs, colors = range(position.rules.pegs), range(position.rules.colors)
    known = {
        code_facts.Fact("is", peg, left[0][peg] - 1) for peg in pegs if len({code[peg] for code in left}) == 1
    }
    assert {fact for fact in found.facts if fact.kind == "is"} == known
    if len(left) > 1:
        absent = {color for color in colors if all(color + 1 not in code for code in left)}
        assert {fact.of for fact in found.facts if fact.kind == "most"} == absent
        for color in colors:
            least = min(code.count(color + 1) for code in left)
            told = [fact.value for fact in found.facts if fact.kind == "least" and fact.of == color]
            assert told == ([least] if least > sum(fact.value == color for fact in known) else [])


@given(histories())
def test_what_is_deduced_where_nothing_is_counted_is_true(position: Position) -> None:
    left = list(position)
    position._candidates = ConstraintCandidates(position.rules, position.history)
    found = certain(position)
    assert all(fact.holds(code) for fact in found.facts for code in left)
    assert found.known == (
        "exact" if len(found.facts) == position.rules.pegs and found.facts[0].kind == "is" else "lower"
    )


def test_what_is_certain_in_words() -> None:
    rules, told = Rules(4, 6), (code_facts.Fact("least", 0, 1),)
    assert str(certain(Position("4x6"))) == "Nothing is certain yet."
    assert str(Certain(rules, (), "lower")) == "Nothing is known to be certain yet."
    assert str(Certain(rules, told, "exact")) == "It is certain that there is a 1."
    assert str(Certain(rules, told, "lower")) == "It is certain that there is a 1. More may be certain."
    assert Certain(rules, told, "lower").to_dict() == {
        "facts": [{"kind": "least", "color": 1, "times": 1}],
        "known": "lower",
    }


def test_each_step_tells_more() -> None:
    position = Position("4x6", "1122:B 1344:W 3526:BWW")
    one, two, three, four, five = (advise(position, own_guess="1462", step=step) for step in range(1, 6))
    assert one.candidates is None
    assert (two.candidates, two.certain) == (position.count(), None)
    assert (three.certain, three.hint) == (certain(position), None)
    assert four.hint is not None
    assert str(four.hint.guess) == "1462"
    assert four.beside is None
    assert five.beside == position.partition("1462")
    assert five.lines == [
        "1462 is not the secret: otherwise row 1 would have feedback BB, not B.",
        "7 codes are possible.",
        "It is certain that there is a 2 and no 1.",
    ]


def test_each_step_in_plain_values() -> None:
    position = Position("4x6", "1122:B 1344:W")
    check = {"consistent": False, "contradicts": 1, "feedback": "B", "own_feedback": "BB"}
    asked = {"rules": "4x6", "history": "1122:B 1344:W", "own_guess": "1135", "check": check}
    one, two, three, four, five = (
        advise(position, own_guess="1135", step=step).to_dict() for step in range(1, 6)
    )
    assert one == {**asked, "step": 1}
    assert two == {**asked, "step": 2, "candidates": 44, "known": "exact"}
    assert three == {**two, "step": 3, "certain": {"facts": [], "known": "exact"}}
    assert four == {**three, "step": 4, "guess": advise(position, step=4).to_dict()["guess"]}
    assert five == {**four, "step": 5, "why": position.partition("1135").to_dict()}
    fits = advise(position, own_guess="3523", step=1).to_dict()["check"]
    assert fits == {"consistent": True, "contradicts": None, "feedback": None, "own_feedback": None}
    alone = advise(position, step=5).to_dict()
    assert (alone["own_guess"], alone["check"], alone["why"]) == (None, None, None)
    assert "why" not in four


def test_sentences_of_other_positions() -> None:
    assert advise(Position("4x6"), own_guess="1122", step=2).lines == [
        "1122 can be the secret.",
        "1296 codes are possible.",
    ]
    done = advise(Position("4x6", "1122:B 1344:W 3526:BWW 1462:BW"), own_guess="3632", step=3).lines
    assert done == [
        "3632 can be the secret: it is consistent with every row.",
        "1 code is possible.",
        "It is certain that pegs 1 and 3 are 3; peg 2 is 6; peg 4 is 2.",
    ]


def test_what_cannot_be_advised() -> None:
    with pytest.raises(LimitError, match="steps 1 to 5"):
        advise(Position("4x6"), step=6)
    with pytest.raises(ContradictionError):
        advise(Position("4x6", "1122:BBB 3344:BBB"), step=2)
    assert advise(Position("4x6", "1122:BBB 3344:BBB"), own_guess="1122", step=1).contradicts is not None
