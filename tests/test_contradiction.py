"""What contradicts what, against brute force, and what is said about it."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pegwise.contradiction import Repair, contradiction, enumerated, explain, searched
from pegwise.engine.unlimited.sat_proof import Prover
from pegwise.errors import LimitError
from pegwise.limit import Limit, LimitReached, limited
from pegwise.notation import parse_history, parse_rules
from pegwise.play.codemakers import random_secret
from pegwise.position import Position
from pegwise.rules import Code, Feedback, Row, Rules
from tests import oracle
from tests.helpers import code_of, game_of, plain, rows_of, small_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise.engine.unlimited.sat_proof import Settled


def told(repairs: tuple[Repair, ...]) -> set[tuple[int, oracle.Feedback]]:
    """Repairs as the oracle writes them."""
    return {(repair.row, (repair.feedback.black, repair.feedback.white)) for repair in repairs}


@settings(deadline=None)
@given(st.data())
def test_the_rows_and_the_repairs_are_the_oracles(data: st.DataObject) -> None:
    rules = data.draw(small_rules(300))
    history = data.draw(rows_of(rules, 5))
    game = game_of(rules)
    found = contradiction(rules, history)
    if oracle.candidates(game, plain(history)):
        assert found is None
        return
    assert found is not None
    assert found.history == tuple(history)
    assert found.rows == oracle.smallest_contradiction(game, plain(history))
    assert told(found.repairs) == oracle.repairs(game, plain(history))
    assert all(repair.guess == history[repair.row - 1].guess for repair in found.repairs)
    assert found.complete


@pytest.mark.parametrize("proofs", [True, False])
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_searching_says_the_same_as_enumerating(data: st.DataObject, proofs: bool) -> None:
    rules = data.draw(small_rules(300))
    history = data.draw(rows_of(rules, 4))
    expected = contradiction(rules, history)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explain, "is_enumerable", lambda rules: False)
        patch.setattr(searched, "can_prove", lambda: proofs)
        assert contradiction(rules, history) == expected


@settings(deadline=None)
@given(st.data())
def test_one_false_answer_is_among_the_repairs(data: st.DataObject) -> None:
    rules = data.draw(small_rules(300))
    secret = data.draw(code_of(rules))
    guesses = data.draw(st.lists(code_of(rules), min_size=1, max_size=6))
    history = [Row(guess, rules.feedback(secret, guess)) for guess in guesses]
    wrong = data.draw(st.integers(0, len(history) - 1))
    lie = data.draw(st.sampled_from(rules.feedbacks))
    truth = history[wrong].feedback
    assume(lie != truth)
    history[wrong] = Row(history[wrong].guess, lie)
    found = contradiction(rules, history)
    if found is not None:
        assert (wrong + 1, (truth.black, truth.white)) in told(found.repairs)
        for repair in found.repairs:
            mended = [*history]
            mended[repair.row - 1] = Row(repair.guess, repair.feedback)
            assert contradiction(rules, mended) is None


def test_the_words_for_two_rows_and_their_repairs() -> None:
    rules = Rules(2, 2)
    found = contradiction(rules, parse_history("11:BB 22:BB", rules))
    assert found is not None
    assert str(found) == (
        "no code is possible: rows 1 (11:BB) and 2 (22:BB) cannot all be true; "
        "to repair this, change the feedback of row 1 (11) to -; or of row 2 (22) to -"
    )
    assert found.to_dict() == {
        "rows": [1, 2],
        "repairs": [
            {"row": 1, "guess": "11", "feedback": "-"},
            {"row": 2, "guess": "22", "feedback": "-"},
        ],
        "complete": True,
        "smallest": True,
        "text": str(found),
    }


def test_the_words_for_a_row_that_can_never_be_true() -> None:
    # A color that fills the guess and hits at all hits black.
    rules = Rules(3, 5)
    found = contradiction(rules, [Row(Code((1, 1, 1)), Feedback(0, 1))])
    assert found is not None
    assert found.rows == (1,)
    assert str(found).startswith(
        "no code is possible: row 1 (111:W) is impossible; "
        "to repair this, change the feedback of row 1 (111) to -"
    )


def test_the_words_for_three_rows_and_for_one_among_others() -> None:
    rules = Rules(4, 6)
    found = contradiction(rules, parse_history("1122:B 1344:W 3526:BWW 1462:BBB", rules))
    assert str(found) == (
        "no code is possible: rows 2 (1344:W), 3 (3526:BWW) and 4 (1462:BBB) cannot all be true; "
        "to repair this, change the feedback of row 2 (1344) to WW; or of row 3 (3526) to WWW or WW; "
        "or of row 4 (1462) to WWW or WW or BWW or BW or B or BBW or BB"
    )
    rules = Rules(3, 5)
    row, wrong = Row(Code((1, 2, 3)), Feedback(1, 0)), Row(Code((1, 1, 1)), Feedback(0, 1))
    assert str(contradiction(rules, [row, wrong, row])) == (
        "no code is possible: row 2 (111:W) is impossible; "
        "to repair this, change the feedback of row 2 (111) to - or B or BB or BBB"
    )


def test_a_limit_with_room_enough_changes_nothing() -> None:
    for rules, history in (
        (Rules(4, 6), parse_history("1122:B 1344:W 3526:BWW 1462:BBB", Rules(4, 6))),
        large_contradiction(),
    ):
        free = contradiction(rules, history)
        with limited(Limit(seconds=1000, pairs=10**9)):
            assert contradiction(rules, history) == free


@pytest.mark.parametrize("history", ["1122:B 1344:W 3526:BWW 1462:BBB", "1111:BB 2222:BB 1234:BBB 5566:W"])
def test_codes_looked_at_in_small_blocks_say_the_same(history: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(4, 6)
    whole = contradiction(rules, parse_history(history, rules))
    assert whole is not None
    pairs: list[int] = []
    monkeypatch.setattr(enumerated, "_BLOCK", 100)
    monkeypatch.setattr(enumerated, "_LOOKS", 3)
    monkeypatch.setattr(enumerated, "spend", pairs.append)
    assert contradiction(rules, parse_history(history, rules)) == whole
    # Every code is compared with every guess, once.
    assert sum(pairs) == 1296 * 4
    assert len(pairs) > 1296 * 4 / 100


@given(st.integers(1, 6), st.lists(st.integers(1, 63), max_size=8))
def test_the_hitting_set_is_the_first_of_the_smallest(count: int, drawn: list[int]) -> None:
    sets = [each & (1 << count) - 1 or 1 for each in drawn]
    met = (
        rows
        for size in range(count + 1)
        for rows in combinations(range(count), size)
        if all(any(each >> row & 1 for row in rows) for each in sets)
    )
    assert explain.first_smallest_hitting_set(sets, count) == next(met)


def test_the_clock_is_looked_at_among_many_sets_of_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr(explain, "spend", looks.append)
    monkeypatch.setattr(explain, "_LOOKS", 4)
    pairs = [1 << one | 1 << other for one, other in combinations(range(6), 2)]
    assert explain.first_smallest_hitting_set(pairs, 6) == (0, 1, 2, 3, 4)
    assert len(looks) > 4
    assert set(looks) == {0}
    monkeypatch.setattr(explain, "_MOST", 10)
    with pytest.raises(LimitError):
        explain.first_smallest_hitting_set(pairs, 6)


def test_the_words_where_no_single_repair_helps() -> None:
    rules = Rules(4, 6)
    found = contradiction(rules, parse_history("1111:BBBB 2222:BBBB 3333:BBBB 4444:BBBB", rules))
    assert found is not None
    assert found.repairs == ()
    assert str(found).endswith("changing one feedback does not repair this")
    assert "\n" not in str(found)


def test_every_set_of_colors_said_to_be_empty_leaves_no_code() -> None:
    rules = Rules(4, 6)
    history = parse_history("1122:- 1122:- 3344:- 5566:-", rules)
    found = contradiction(rules, history)
    assert found is not None
    assert found.rows == (1, 3, 4)
    assert found.rows == oracle.smallest_contradiction(game_of(rules), plain(history))


def test_a_position_tells_its_contradiction() -> None:
    assert Position("4x6", "1122:B 1344:W").contradiction() is None
    found = Position("4x6", "1122:B 3456:BB 1122:W").contradiction()
    assert found is not None
    assert found.rows == (1, 3)


def large_contradiction() -> tuple[Rules, list[Row]]:
    """A history of 12x12 that no code is possible."""
    rules = Rules(12, 12)
    first, second = "-".join(["1"] * 12), "-".join(["1"] * 6 + ["2"] * 6)
    return rules, list(parse_history(f"{first}:BB {second}:WWW {first}:BBB", rules))


def test_repairs_that_cannot_be_decided_are_said_to_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, history = large_contradiction()
    whole = contradiction(rules, history)
    assert whole is not None
    assert (whole.complete, whole.to_dict()["complete"]) == (True, True)
    monkeypatch.setattr(searched, "can_prove", lambda: False)
    monkeypatch.setattr(searched, "_EACH", 20)
    monkeypatch.setattr(searched, "_DRAWN", 1)
    part = contradiction(rules, history)
    assert part is not None
    assert (part.rows, part.complete, part.to_dict()["complete"]) == (whole.rows, False, False)
    assert set(part.repairs) <= set(whole.repairs)


def mistyped(name: str) -> tuple[Rules, list[Row]]:
    """Twelve rows of a game, of which the third has one black hit too many, and the win."""
    rules = parse_rules(name)
    secret = random_secret(rules, seed="secret")
    history = [
        Row(guess, rules.feedback(secret, guess))
        for guess in (random_secret(rules, seed=n) for n in range(12))
    ]
    guess, (black, white) = history[2]
    history[2] = Row(guess, Feedback(black + 1, max(0, white - 1)))
    return rules, [*history, Row(secret, rules.win)]


@pytest.mark.some(1)
@pytest.mark.parametrize("name", ["10x6", "12x12", "20x20", "20x20-distinct", "20x6-black"])
def test_a_mistyped_row_of_a_large_game_is_found(name: str) -> None:
    rules, history = mistyped(name)
    found = contradiction(rules, history)
    assert found is not None
    assert (found.rows, found.smallest) == ((3, 13), True)
    secret, guess = history[-1].guess, history[2].guess
    assert Repair(3, guess, rules.feedback(secret, guess)) in found.repairs
    assert {repair.row for repair in found.repairs} <= {3, 13}
    for repair in found.repairs:
        mended = [*history]
        mended[repair.row - 1] = Row(repair.guess, repair.feedback)
        assert Position(rules, mended).consistency().known == "consistent"


def test_repairs_are_proved_to_be_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rows about the same guess: each could say what any code says that fits the other."""
    rules = parse_rules("8x12")
    guess = "-".join(map(str, range(1, 9)))
    found = contradiction(rules, parse_history(f"{guess}:BBW {guess}:BBBWWW", rules))
    assert found is not None
    assert (found.rows, found.complete, found.smallest) == ((1, 2), True, True)
    assert told(found.repairs) == {(1, (3, 3)), (2, (2, 1))}
    monkeypatch.setattr(searched, "can_prove", lambda: False)
    assert contradiction(rules, parse_history(f"{guess}:BBW {guess}:BBBWWW", rules)) == found


def test_many_repairs_of_a_row_are_not_all_read_out() -> None:
    rules = Rules(8, 8)
    found = contradiction(rules, parse_history("11111111:BB 12345678:BBBBBBBB", rules))
    assert found is not None
    assert "row 1 (11111111) to B" in str(found)
    assert "to BBBBBBB or BBBBBBW or BBBBBWW (or 30 others)" in str(found)
    assert found.to_dict()["smallest"] is True


def test_a_contradiction_in_a_game_too_large_to_enumerate() -> None:
    rules = Rules(12, 12)
    first, second = "-".join(["1"] * 12), "-".join(["1"] * 6 + ["2"] * 6)
    found = contradiction(rules, parse_history(f"{first}:BB {second}:WWW {first}:BBB", rules))
    assert found is not None
    assert found.rows == (1, 3)
    assert (1, (3, 0)) in told(found.repairs)
    assert (3, (2, 0)) in told(found.repairs)


def test_codes_that_there_is_no_time_to_look_at_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(4, 6)
    history = parse_history("1122:B 1344:W 3526:BWW 1462:BBB", rules)
    whole = contradiction(rules, history)
    assert whole is not None

    def late(*_: object) -> None:
        raise LimitReached("too long")

    monkeypatch.setattr(explain, "Enumerated", late)
    assert contradiction(rules, history) == whole


def test_the_rows_are_told_where_time_ends_before_the_smallest_are(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, history = large_contradiction()

    def late(*_: object) -> None:
        raise LimitReached("too long")

    monkeypatch.setattr(explain, "_smallest", late)
    found = contradiction(rules, history)
    assert found is not None
    assert (found.rows, found.smallest) == ((1, 3), False)
    assert "cannot all be true (fewer of them may suffice); to repair this, change" in str(found)


def test_rows_whose_repairs_there_is_no_time_for_are_said_to_be_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, history = large_contradiction()
    whole = contradiction(rules, history)
    assert whole is not None
    repairs = searched.Searched.repairs

    def late(self: searched.Searched, row: int) -> tuple[list[Feedback], bool]:
        if row == 0:
            raise LimitReached("too long")
        return repairs(self, row)

    monkeypatch.setattr(searched.Searched, "repairs", late)
    found = contradiction(rules, history)
    assert found is not None
    assert found.repairs == tuple(repair for repair in whole.repairs if repair.row != 1)
    assert (found.rows, found.complete) == (whole.rows, False)


def test_an_answer_that_repeats_does_not_keep_the_search_for_others_going(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, history = large_contradiction()
    whole = contradiction(rules, history)
    asked: list[int] = []

    class Repeating(Prover):
        def other_answer(
            self, rows: Iterable[int], row: int, known: Iterable[tuple[int, int]], conflicts: int
        ) -> Settled:
            del known
            asked.append(row)
            return super().other_answer(rows, row, [], conflicts)

    monkeypatch.setattr(searched, "Prover", Repeating)
    found = contradiction(rules, history)
    assert found is not None
    assert whole is not None
    assert found.repairs == whole.repairs
    assert len(asked) <= 2 * len(rules.feedbacks)


def test_what_no_search_settles_a_proof_does(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, secret = Rules(12, 12), random_secret(Rules(12, 12), seed="s2")
    guesses = (random_secret(rules, seed=f"2 {number}") for number in range(13))
    history = [Row(guess, rules.feedback(secret, guess)) for guess in guesses]
    guess, (black, white) = history[2]
    history[2] = Row(guess, Feedback(black + 1, max(0, white - 1)))
    found = contradiction(rules, history)
    assert found is not None
    assert (found.rows, found.smallest) == ((1, 2, 3, 5, 6, 9, 10, 12, 13), True)
    assert Repair(3, guess, Feedback(black, white)) in found.repairs
    monkeypatch.setattr(searched, "can_prove", lambda: False)
    assert contradiction(rules, history) == found  # halves of the pegs tell, too
    monkeypatch.setattr(searched, "met", lambda *_: None)
    with pytest.raises(LimitError, match="passes its limit"):
        contradiction(rules, history)


def test_what_neither_a_proof_nor_a_walk_settles_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, history = large_contradiction()

    def open_(*_: object) -> None:
        raise LimitError("so many conflicts settle nothing")

    monkeypatch.setattr(Prover, "settle", open_)
    monkeypatch.setattr(searched, "met", lambda *_: None)
    monkeypatch.setattr(searched, "_MORE_MOVES", 1_000)
    asked = searched.Searched(rules, history)
    for _ in range(2):  # the second time it is known that this is not known
        with pytest.raises(LimitError, match="^it is not known whether a code is possible after these rows$"):
            asked.broken_by_a_code_fitting(7)
