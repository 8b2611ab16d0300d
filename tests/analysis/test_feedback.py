"""The feedback of many guesses, and its explanation, against the oracle."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegwise
from pegwise import Hit, NotationError, PegwiseError, Rules
from pegwise.analysis import feedback as module
from tests import oracle
from tests.helpers import SMALL, code_of, game_of, small_rules


@given(data=st.data())
def test_feedback_is_that_of_the_definition(data: st.DataObject) -> None:
    rules = data.draw(small_rules())
    secret = data.draw(code_of(rules))
    guesses = data.draw(st.lists(code_of(rules), max_size=6))
    wanted = [(guess, oracle.feedback(game_of(rules), secret, guess)) for guess in guesses]
    given = pegwise.feedback(rules, secret, guesses)
    assert list(given) == wanted
    assert given.secrets == (secret,) * len(guesses)
    texts = [str(rules.spelled(guess)) for guess in guesses]
    assert pegwise.feedback(rules, str(rules.spelled(secret)), texts) == given
    assert pegwise.feedback(rules, [secret] * len(guesses), texts) == given
    assert pegwise.feedback(rules, secret, " ".join(texts)) == given


@given(data=st.data())
def test_a_secret_for_each_guess(data: st.DataObject) -> None:
    rules = data.draw(small_rules())
    pairs = data.draw(st.lists(st.tuples(code_of(rules), code_of(rules)), max_size=6))
    given = pegwise.feedback(rules, [secret for secret, _ in pairs], [guess for _, guess in pairs])
    assert [told for _, told in given] == [oracle.feedback(game_of(rules), *pair) for pair in pairs]
    assert list(given.secrets) == [secret for secret, _ in pairs]


def test_whole_columns_are_read_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The block in which a code is written in another way is read one by one."""
    texts = ["1122", "3632", "1344", "CFCB", "AABB", "6666", "3526"]
    whole = pegwise.feedback("4x6", "3632", texts)
    beside = pegwise.feedback("4x6", texts[::-1], texts)
    monkeypatch.setattr(module, "_TOGETHER", 2)
    assert pegwise.feedback("4x6", "3632", texts) == whole
    assert pegwise.feedback("4x6", texts[::-1], texts) == beside
    assert [row.guess.numbers for row in whole] == [
        *("1122", "3632", "1344", "3632", "1122", "6666", "3526"),
    ]
    assert [str(row) for row in whole] == [
        *("AABB:B", "CFCB:BBBB", "ACDD:W", "CFCB:BBBB", "AABB:B", "FFFF:B", "CEBF:BWW"),
    ]


def test_a_secret_may_be_numbers_of_any_kind_and_secrets_may_be_an_array() -> None:
    given = pegwise.feedback("4x6", "3632", ["1122"])
    assert pegwise.feedback("4x6", (3, 6, 3, 2), ["1122"]) == given
    assert pegwise.feedback("4x6", np.array([3, 6, 3, 2]), [np.array([1, 1, 2, 2])]) == given
    assert pegwise.feedback("4x6", np.array([[3, 6, 3, 2]]), np.array([[1, 1, 2, 2]])) == given
    assert pegwise.feedback("1x9", "3", "3 4") == pegwise.feedback("1x9", [3], [(3,), (4,)])


@pytest.mark.parametrize(
    ("secret", "guesses", "said"),
    [
        (["3632"], "1122 1344", "1 secrets and 2 guesses: expected one secret, or one for each guess"),
        ([], "1122", "0 secrets and 1 guesses"),
        ("3632", "1122 1174", "1174: peg 3 is 7"),
        ("36320", "1122", "36320 has 5 pegs"),
        (["3632", "363?"], "1122 1344", "'?' at peg 4"),
    ],
)
def test_what_is_wrong_is_named(secret: str, guesses: str, said: str) -> None:
    with pytest.raises(PegwiseError) as caught:
        pegwise.feedback("4x6", secret, guesses)
    assert said in str(caught.value)


def test_the_longest_codes_of_a_board() -> None:
    """Feedback has a million numbers there; only those that occur are made."""
    secret, guess = range(1, 1001), [*range(2, 1001), 1]
    assert list(pegwise.feedback("1000x1000", secret, [guess])) == [(tuple(guess), (0, 1000))]
    assert list(
        pegwise.feedback(
            "1000x1000",
            [secret],
            [
                guess,
            ],
        )
    ) == [(tuple(guess), (0, 1000))]
    assert pegwise.explain_feedback("1000x1000", secret, guess).marks[:3] == ("W2", "W3", "W4")


def test_json_has_a_row_for_each_guess() -> None:
    given = pegwise.feedback("bulls-and-cows", "1230", "0123 4567")
    row = {"secret": "1230", "guess": "0123", "feedback": "WWWW", "black": 0, "white": 4}
    assert given.to_dict()["rows"][0] == row
    assert given.to_dict(explain=True) == {
        "rules": "4x10-distinct",
        "rows": [each.to_dict() for each in given.explained()],
    }
    explained = given.to_dict(explain=True)["rows"]
    assert {key: explained[0][key] for key in row} == row
    assert explained[0]["sentences"][0] == "Peg 1 of the guess is a white hit: 0 is at peg 4 of the secret."
    assert explained[1]["hits"] == []


@pytest.mark.parametrize("rules", [rules for rules in SMALL if rules.size <= 81], ids=str)
def test_hits_are_as_the_rules_say(rules: Rules) -> None:
    """Each peg is in one hit at most, both its pegs have one color, and no further hit can be added."""
    game = game_of(rules)
    for secret, guess in itertools.product(oracle.codes(game), repeat=2):
        shown = pegwise.explain_feedback(rules, secret, guess)
        assert shown.feedback == oracle.feedback(game, secret, guess)
        assert sum(hit.is_black for hit in shown.hits) == shown.feedback.black
        assert sum(not hit.is_black for hit in shown.hits) == shown.feedback.white
        for pegs in zip(*shown.hits, strict=True):
            assert len(set(pegs)) == len(pegs)
        assert all(secret[hit.secret_peg - 1] == guess[hit.guess_peg - 1] for hit in shown.hits)
        assert [hit.guess_peg for hit in shown.hits] == sorted(hit.guess_peg for hit in shown.hits)
        kinds = Counter(mark[0] for mark in shown.marks)
        assert (kinds["B"], kinds["W"], len(shown.marks)) == (*shown.feedback, rules.pegs)


@pytest.mark.parametrize(
    ("rules", "secret", "guess", "hits", "sentences"),
    [
        (
            "4x6",
            "3632",
            "3226",
            (Hit(1, 1), Hit(2, 4), Hit(4, 2)),
            [
                "Peg 1 of the guess is a black hit: 3 is at peg 1 of the secret, too.",
                "Peg 2 of the guess is a white hit: 2 is at peg 4 of the secret.",
                "Peg 3 of the guess is no hit: every 2 of the secret is paired with another peg.",
                "Peg 4 of the guess is a white hit: 6 is at peg 2 of the secret.",
            ],
        ),
        # Knuth's example (1977, p. 1): one black hit, two white hits.
        (
            "4x6",
            "2532",
            "3523",
            (Hit(1, 3), Hit(2, 2), Hit(3, 1)),
            [
                "Peg 1 of the guess is a white hit: 3 is at peg 3 of the secret.",
                "Peg 2 of the guess is a black hit: 5 is at peg 2 of the secret, too.",
                "Peg 3 of the guess is a white hit: 2 is at peg 1 of the secret.",
                "Peg 4 of the guess is no hit: every 3 of the secret is paired with another peg.",
            ],
        ),
        # A black hit comes first, though a peg on the left has the same color.
        (
            "2x3",
            "12",
            "22",
            (Hit(2, 2),),
            [
                "Peg 1 of the guess is no hit: every 2 of the secret is paired with another peg.",
                "Peg 2 of the guess is a black hit: 2 is at peg 2 of the secret, too.",
            ],
        ),
        (
            "2x3-black",
            "12",
            "31",
            (),
            [
                "Peg 1 of the guess is no hit: peg 1 of the secret is 1, not 3.",
                "Peg 2 of the guess is no hit: peg 2 of the secret is 2, not 1.",
            ],
        ),
        ("1x3", "1", "2", (), ["Peg 1 of the guess is no hit: the secret has no 2."]),
        (
            "2x10",
            "01",
            "10",
            (Hit(1, 2), Hit(2, 1)),
            [
                "Peg 1 of the guess is a white hit: 1 is at peg 2 of the secret.",
                "Peg 2 of the guess is a white hit: 0 is at peg 1 of the secret.",
            ],
        ),
    ],
)
def test_explanations(
    rules: str, secret: str, guess: str, hits: tuple[Hit, ...], sentences: list[str]
) -> None:
    shown = pegwise.explain_feedback(rules, secret, guess)
    assert shown.hits == hits
    assert list(shown.sentences) == sentences


def test_a_sketch_of_a_long_code_is_folded() -> None:
    shown = pegwise.explain_feedback("30x30", range(1, 31), [*range(2, 31), 1])
    lines = str(shown).splitlines()
    assert max(map(len, lines[1:-30])) <= 80
    pegs = [word for line in lines if line.startswith("peg ") for word in line.split()[1:]]
    assert pegs == [str(peg) for peg in range(1, 31)]
    assert [word for line in lines if line.startswith("hit") for word in line.split()[1:]] == list(
        shown.marks
    )


def test_the_wrong_number_of_secrets_is_an_error_of_notation() -> None:
    with pytest.raises(NotationError):
        pegwise.feedback("4x6", ["3632", "1122"], ["1122"])
