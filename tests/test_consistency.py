"""Whether a code fits: the three answers, and how they are told."""

from __future__ import annotations

from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegwise.candidates.unlisted import ConstraintCandidates
from pegwise.contradiction import Consistency, consistency, explain, searched
from pegwise.errors import LimitError
from pegwise.notation import parse_history
from pegwise.position import Position
from pegwise.rules import Code, Feedback, Rules
from tests import oracle
from tests.helpers import game_of, plain, rows_of, small_rules

MODULE = import_module("pegwise.contradiction.consistency")
"""The module, whose name is that of the function."""


@settings(deadline=None)
@given(st.data())
def test_small_games_are_always_settled(data: st.DataObject) -> None:
    rules = data.draw(small_rules(300))
    history = tuple(data.draw(rows_of(rules, 4)))
    fitting = oracle.candidates(game_of(rules), plain(history))
    for candidates in (Position(rules, history).candidates, ConstraintCandidates(rules, history)):
        found = consistency(rules, history, candidates)
        assert found.known == ("consistent" if fitting else "contradictory")
        assert bool(found) == bool(fitting)
        if fitting:
            assert found.code is not None
            assert tuple(found.code) in fitting
            assert found.to_dict()["consistent"] is True
            assert str(found) == f"a possible code: {found.code}"
        else:
            assert found.contradiction is not None
            assert str(found) == str(found.contradiction)
            assert found.to_dict()["consistent"] is False


def unsettled(monkeypatch: pytest.MonkeyPatch) -> Position:
    """A history for which nothing tells whether a code fits."""

    def open_(*_: object, **__: object) -> None:
        raise LimitError("not known")

    position = Position("20x20", "-".join(["1"] * 20) + ":BBBB")
    row = position.after("-".join(["2"] * 20), "3B").history[1]
    position = Position(
        position.rules, [*position.history, row, type(row)(row.guess, row.feedback._replace(black=4))]
    )
    monkeypatch.setattr("pegwise.candidates.unlisted.met", lambda *_: None)
    monkeypatch.setattr("pegwise.candidates.unlisted.Prover", open_)
    monkeypatch.setattr(ConstraintCandidates, "_lowest", open_)
    monkeypatch.setattr("pegwise.candidates.unlisted._SEARCH", 10_000)
    return position


def test_where_nothing_tells_the_nearest_code_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    position = unsettled(monkeypatch)
    found = position.consistency()
    assert (found.known, bool(found), found.to_dict()["consistent"]) == ("not known", False, None)
    assert found.code is not None
    rules = position.rules
    told = [rules.feedback(found.code, row.guess) for row in position.history]
    assert found.distance == 2  # the same guess cannot have 3 and 4: one black hit, one hit in all
    assert [row.feedback for row in found.misses] == [
        feedback for feedback, row in zip(told, position.history, strict=True) if feedback != row.feedback
    ]
    wrong = ", ".join(
        f"row {number} would have the feedback {feedback}"
        for number, (feedback, row) in enumerate(zip(told, position.history, strict=True), 1)
        if feedback != row.feedback
    )
    assert len(found.misses) == wrong.count("would have the feedback")
    nearest = f"the nearest code found is {found.code}, for which {wrong}"
    assert str(found) == f"it is not known whether a code is possible; {nearest}"
    assert found.to_dict()["code"] == str(found.code)
    assert found.to_dict()["misses"] == [
        {"guess": str(row.guess), "feedback": str(row.feedback)} for row in found.misses
    ]
    monkeypatch.setattr(MODULE, "can_prove", lambda: False)
    assert str(found).endswith(f"{nearest}; to decide it, try pip install 'pegwise[proof]'")


def test_what_is_not_explained_in_time_is_impossible_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> None:
        raise LimitError("no time")

    monkeypatch.setattr(MODULE, "contradiction", late)
    position = Position("4x6", "1122:BBBB 1122:-")
    found = position.consistency()
    assert (found.known, found.history, str(found)) == (
        "contradictory",
        position.history,
        "no code is possible",
    )
    assert found.to_dict()["contradiction"] is None


def test_a_contradiction_that_is_not_known_is_no_contradiction(monkeypatch: pytest.MonkeyPatch) -> None:
    position = unsettled(monkeypatch)
    monkeypatch.setattr(searched, "met", lambda *_: None)
    monkeypatch.setattr(searched, "can_prove", lambda: False)
    monkeypatch.setattr(searched, "_PREFIXES", 0)
    monkeypatch.setattr(explain, "is_enumerable", lambda rules: False)
    with pytest.raises(LimitError, match="passes its limit of 0 prefixes"):
        position.contradiction()


def test_every_row_that_the_nearest_code_does_not_fit_is_named() -> None:
    position = Position("4x6", "1122:B 3344:W 5566:BB")
    first, _, third = position.history
    misses = (first._replace(feedback=Feedback(0, 1)), third._replace(feedback=Feedback(0, 2)))
    found = Consistency("not known", position.history, Code((1, 2, 3, 4)), misses, 5)
    assert str(found) == (
        "it is not known whether a code is possible; the nearest code found is 1234, "
        "for which row 1 would have the feedback W, row 3 would have the feedback WW"
    )


def test_a_proof_is_found_in_a_game_too_large_to_list() -> None:
    rules = Rules(20, 20)
    ones = "-".join(["1"] * 20)
    found = Position(
        rules, parse_history(f"{ones}:BBBB {'-'.join(['2'] * 20)}:BB {ones}:BBB", rules)
    ).consistency()
    assert found.known == "contradictory"
    assert found.contradiction is not None
    assert found.contradiction.rows == (1, 3)
    assert found.contradiction.complete
