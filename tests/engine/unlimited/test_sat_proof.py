"""Proofs against every code of small games, and what they say of large ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegwise import Rules
from pegwise.engine.code_space import to_code, zero_based
from pegwise.engine.unlimited import sat_proof
from pegwise.engine.unlimited.sat_proof import Prover
from pegwise.errors import LimitError
from pegwise.limit import Limit, LimitReached, limited
from pegwise.play.codemakers import random_secret
from tests import oracle
from tests.helpers import game_of, plain, rows_of, small_rules


def engine_rows(history: object) -> list[tuple[tuple[int, ...], int, int]]:
    return [(tuple(zero_based(guess)), *told) for guess, told in history]  # type: ignore[attr-defined]


@settings(deadline=None)
@given(st.data())
def test_it_proves_what_every_code_shows(data: st.DataObject) -> None:
    rules = data.draw(small_rules(300))
    history = data.draw(rows_of(rules, 5))
    game = game_of(rules)
    prover = Prover(rules, engine_rows(history))
    for asked in (
        [*range(len(history))],
        data.draw(st.lists(st.integers(0, len(history) - 1), unique=True)) if history else [],
    ):
        fitting = oracle.candidates(game, plain([history[row] for row in asked]))
        found = prover.settle(asked, 10_000)
        if fitting:
            assert found.code is not None
            assert tuple(to_code(found.code)) in fitting
        else:
            assert found.code is None
            assert found.rows <= set(asked)
            assert not oracle.candidates(game, plain([history[row] for row in sorted(found.rows)]))


@settings(deadline=None)
@given(st.data())
def test_other_answers_are_found_one_by_one_until_there_are_no_more(data: st.DataObject) -> None:
    rules = data.draw(small_rules(300))
    history = data.draw(rows_of(rules, 4).filter(bool))
    game, row = game_of(rules), data.draw(st.integers(0, len(history) - 1))
    others = [each for each in range(len(history)) if each != row]
    prover, known = Prover(rules, engine_rows(history)), set[tuple[int, int]]()
    while (found := prover.other_answer(others, row, known, 10_000)).code is not None:
        told = tuple(rules.feedback(to_code(found.code), history[row].guess))
        assert told not in known
        known.add(told)  # type: ignore[arg-type]
    fitting = oracle.candidates(game, plain([history[each] for each in others]))
    assert known == {oracle.feedback(game, code, tuple(history[row].guess)) for code in fitting}
    # What was asked so far does not stand in the way of other questions.
    assert (prover.settle(others, 10_000).code is not None) == bool(fitting)


def test_what_is_not_settled_by_so_much_work_is_said_to_be_open() -> None:
    rules = Rules(12, 12)
    secret = random_secret(rules, seed=0)
    rows = [
        (zero_based(guess), *rules.feedback(secret, guess))
        for guess in (random_secret(rules, seed=n) for n in range(1, 7))
    ]
    prover = Prover(rules, rows)
    with pytest.raises(LimitError, match="settle nothing"):
        prover.settle(range(6), 0)
    with limited(Limit(seconds=1e-9)), pytest.raises(LimitReached):
        prover.settle(range(6), 1000)
    assert prover.settle(range(6), 1_000_000).code is not None
    assert prover.conflicts > 0


@settings(deadline=None)
@given(st.data())
def test_all_codes_that_fit_are_found_but_for_those_left_out(data: st.DataObject) -> None:
    rules = data.draw(small_rules(300))
    history = data.draw(rows_of(rules, 3))
    fitting = oracle.candidates(game_of(rules), plain(history))
    known = data.draw(st.lists(st.sampled_from(fitting), unique=True)) if fitting else []
    prover = Prover(rules, engine_rows(history))
    others = [to_code(code) for code in prover.others([zero_based(code) for code in known], 10_000)]
    assert len(others) == len(set(others))
    assert {tuple(code) for code in others} == set(fitting) - set(known)
    assert prover.settle(range(len(history)), 10_000).code is None


def test_that_there_are_no_more_takes_a_proof() -> None:
    rules = Rules(12, 12)
    secret = random_secret(rules, seed=0)
    guesses = [random_secret(rules, seed=n) for n in range(1, 9)]
    prover = Prover(rules, [(zero_based(guess), *rules.feedback(secret, guess)) for guess in guesses])
    with pytest.raises(LimitError, match="settle nothing"):
        list(prover.others([zero_based(secret)], 400))


def test_an_answer_with_more_hits_than_pegs_fits_no_code() -> None:
    for black, white in ((5, 0), (3, 2), (-1, 0)):
        assert Prover(Rules(4, 6), [((0, 0, 1, 1), black, white)]).settle([0], 1000).code is None


def test_the_clock_is_looked_at_and_no_work_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []
    monkeypatch.setattr(sat_proof, "spend", spent.append)
    monkeypatch.setattr(sat_proof, "spend", spent.append)
    Prover(Rules(6, 6), [((0, 0, 1, 1, 2, 2), 1, 2)]).settle([0], 1000)
    assert len(spent) > 10
    assert set(spent) == {0}


def test_games_too_large_for_clauses_are_refused() -> None:
    with pytest.raises(LimitError, match="too large for a proof"):
        sat_proof.Clauses(Rules(1000, 1000), [])


def test_without_the_solver_it_says_what_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat_proof, "can_prove", lambda: False)
    with pytest.raises(LimitError, match=r"pip install 'pegwise\[proof\]'"):
        Prover(Rules(4, 6), [])
