"""Listed rules: what they tell against the definitions, what is read and written, and what is refused."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pegwise
from pegwise.engine.code_space import all_guesses
from pegwise.engine.listed.openings import different_openings
from pegwise.errors import CodeError, FeedbackError, MethodError, NotationError, PegwiseError, RulesError
from pegwise.feedback_kinds import KINDS, by_arrays
from pegwise.listed_rules import ListedRules
from pegwise.notation import parse_rules
from pegwise.position import Position
from pegwise.rules import Code, Rules
from tests import listed_oracle
from tests.listed_games import Pair, listed_games

if TYPE_CHECKING:
    from collections.abc import Callable


@settings(deadline=None)
@given(listed_games(), st.data())
def test_feedback_candidates_and_classes_are_the_definitions(pair: Pair, data: st.DataObject) -> None:
    rules, game = pair
    secret = data.draw(st.sampled_from(pair.secrets))
    position, left = Position(rules), list(pair.secrets)
    for _ in range(data.draw(st.integers(0, 3))):
        guess = data.draw(st.sampled_from(game.guesses))
        partition = position.partition(guess)
        classes = game.classes(guess, left)
        weighed = {told: sum(game.weights[code] for code in part) for told, part in classes.items()}
        won = {str(rules.win): weighed.pop(listed_oracle.WON)} if listed_oracle.WON in weighed else {}
        assert {str(told): size for told, size in partition.classes.items()} == {**weighed, **won}
        told = rules.feedback(secret, guess)
        assert str(told) == game.told(secret, guess) or told == rules.win
        position = position.after(guess, told)
        left = [code for code in left if game.told(code, guess) == game.told(secret, guess)]
        assert pair.plain(list(position)) == left
        assert position.weight == sum(game.weights[code] for code in left)


@given(st.text("abc", min_size=5, max_size=5), st.text("abc", min_size=5, max_size=5))
def test_marks_are_those_of_wordle(secret: str, guess: str) -> None:
    rules = Rules.listed({secret, guess}, symbols="abc", feedback="marks")
    assert str(rules.feedback(secret, guess)) == listed_oracle.marks(secret, guess)


@pytest.mark.parametrize(
    ("text", "row", "count", "size", "guesses"),
    [
        ("4x10-distinct-any", "1111:1A0B", 2016, 5040, 10000),
        ("4x6-holes", "11..:1,0", 250, 1296, 2401),
        ("4x6-total", "1122:2", 418, 1296, 1296),
        ("4x6-marks", "1122:GY..", 36, 1296, 1296),
        ("3x4-distinct-holes", "1..:B", 6, 24, 73),
    ],
)
def test_rules_of_the_family_with_other_guesses_or_feedback(
    text: str, row: str, count: int, size: int, guesses: int
) -> None:
    rules = parse_rules(text)
    assert (str(rules), rules.size, rules.guess_count) == (text, size, guesses)
    assert len(Position(text, row)) == count
    assert parse_rules(str(rules)) == rules == pickle.loads(pickle.dumps(rules))


def test_options_combine() -> None:
    rules = parse_rules("3x5-distinct-any-holes-marks")
    assert str(rules) == "3x5-distinct-any-holes-marks"
    assert (rules.size, rules.guess_count) == (60, 216)
    assert str(rules.feedback("123", "1.1")) == "G.."
    assert len(Position(rules, "1.1:G..")) == 12


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4x6-any", "-any goes with -distinct"),
        ("4x6-total-marks", "at most one of"),
        ("4x6-black-marks", "at most one of"),
        ("12x2-marks", "at most 10 pegs"),
        ("4x6-blanks-holes", "do not go together"),
        ("9x9-holes", "at most 16,777,216 guesses"),
    ],
)
def test_options_that_no_game_can_have(text: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        parse_rules(text)


WORDS = Rules.listed(["cigar", "rebut", "sissy", "humph", "awake"], feedback="marks")


@pytest.mark.parametrize("text", ["Y..G.", "y..g.", "1..2.", "🟨⬛⬛🟩⬜", "Y--G_", "Y x x G x"])
def test_marks_are_read_in_many_ways(text: str) -> None:
    assert str(WORDS.check_feedback(text)) == "Y..G."


@pytest.mark.parametrize(
    ("rules", "text", "error", "said"),
    [
        (WORDS, "Y..G", NotationError, "a mark for each of 5 pegs"),
        (WORDS, "BW", NotationError, "a mark for each of 5 pegs"),
        (WORDS, "GGGGY", FeedbackError, "no other place"),
        (parse_rules("4x6-total"), "5", NotationError, "number of hits from 0 to 4, or won"),
    ],
)
def test_feedback_that_cannot_be(rules: Rules, text: str, error: type[PegwiseError], said: str) -> None:
    with pytest.raises(error, match=said):
        rules.check_feedback(text)


def test_a_code_outside_the_lists_is_refused() -> None:
    with pytest.raises(CodeError, match="gahgr is none of the 5 guesses"):
        WORDS.code("gahgr")
    with pytest.raises(NotationError, match="no color"):
        WORDS.code("cigaz")


@pytest.mark.parametrize("letter", ["CIGAR", "cigar", "Cigar"])
def test_words_are_read_in_any_case_and_printed_in_theirs(letter: str) -> None:
    assert str(WORDS.code(letter)) == "cigar"
    assert str(pickle.loads(pickle.dumps(WORDS.code(letter)))) == "cigar"


def first_letter(secret: Code, guess: Code) -> str:
    """Tell whether the first letters are the same."""
    return "same" if secret[0] == guess[0] else "other"


def alternating() -> Callable[[Code, Code], str]:
    """A function that answers something else each time."""
    answers = iter(range(10**6))
    return lambda _secret, _guess: str(next(answers))


def failing(secret: Code, guess: Code) -> str:
    raise KeyError("no answer")


def test_a_function_tells_the_feedback() -> None:
    rules = Rules.listed(["ab", "ac", "ba", "bc"], feedback=first_letter)
    assert [str(told) for told in rules.feedbacks] == ["other", "same", "won"]
    assert [str(code) for code in Position(rules, "ab:same")] == ["ac"]
    assert str(rules.feedback("ba", "ab")) == "other"
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert rules != Rules.listed(
        ["ab", "ac", "ba", "bc"], feedback=lambda secret, guess: first_letter(guess, secret)[0]
    )


def test_a_function_of_arrays_tells_the_same() -> None:
    @by_arrays
    def common(guesses: Any, secrets: Any) -> Any:
        return (guesses[:, None, :] == secrets[None, :, :]).sum(axis=2)

    codes = ["ab", "ac", "ba", "bc"]
    one = Rules.listed(codes, feedback=common)
    other = Rules.listed(
        codes, feedback=lambda secret, guess: sum(x == y for x, y in zip(secret, guess, strict=True))
    )
    for secret in codes:
        for guess in codes:
            assert str(one.feedback(secret, guess)) == str(other.feedback(secret, guess))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"secrets": []}, "the list of secrets is empty"),
        ({}, "need a list"),
        ({"secrets": ["cat", "cart"]}, "secret 2: .*4 pegs"),
        ({"secrets": ["cat", "dog"], "symbols": "catdo"}, "secret 2: .*'g' at peg 3"),
        ({"secrets": ["cat", "dog", "cat"]}, "secret 3: cat stands there twice; first at secret 1"),
        ({"secrets": ["cat", "dog"], "guesses": ["dog", "fox"]}, "secret 1: cat is none of the guesses"),
        ({"secrets": ["cat"], "guesses": ["dog"]}, "never be won"),
        ({"secrets": ["cat", "dog"], "weights": [1]}, "1 weights for 2 secrets"),
        ({"secrets": ["cat", "dog"], "weights": [1, -2]}, "secret 2: the weight -2 is below 0"),
        ({"secrets": ["cat", "dog"], "weights": [1, float("inf")]}, "secret 2: the weight inf is no finite"),
        ({"secrets": ["cat", "dog"], "weights": [1, float("nan")]}, "no finite number"),
        ({"secrets": ["cat", "dog"], "weights": [0, 0]}, "all weights are 0"),
        ({"secrets": ["cat", "dog"], "weights": [1, 0]}, "secret 2: the weight is 0; leave"),
        ({"secrets": ["cat", "dog"], "weights": [1, 0.1234567891]}, "round them"),
        ({"secrets": ["cat", "dog"], "feedback": "colors"}, "there are hits, black, total, marks"),
        ({"secrets": ["cat", "dog"], "feedback": alternating()}, "something else the second time"),
        ({"secrets": ["cat", "dog"], "feedback": failing}, "raised KeyError for guess"),
        ({"secrets": ["cat", "dog"], "feedback": lambda _s, _g: "a b"}, "expected text without spaces"),
        ({"secrets": ["cat"], "guesses": Rules(3, 2)}, "3 symbols for the 2 colors"),
        ({"secrets": ["aaaaaaaaaaa"], "feedback": "marks"}, "at most 10 pegs"),
    ],
)
def test_bad_lists_get_one_clear_line(given: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said) as raised:
        Rules.listed(**given)
    assert "\n" not in str(raised.value)


def test_weights_become_the_smallest_whole_numbers() -> None:
    rules = Rules.listed(["b", "a", "c"], weights=[0.5, "1/4", 1])
    assert (rules.weights, rules.weight) == ((1, 2, 4), 7)
    assert Rules.listed(["b", "a"], weights=[3, 3]).weights == ()


@pytest.mark.parametrize("rules", [Rules(2, 3), Rules(2, 3, repeats=False), Rules(3, 2, whites=False)])
def test_a_list_of_all_codes_is_the_family(rules: Rules) -> None:
    told = "hits" if rules.whites else "black"
    assert Rules.listed(list(Position(rules)), feedback=told) == rules
    assert isinstance(Rules.listed(list(Position(rules))[1:], feedback=told), ListedRules)


def test_all_codes_may_be_guesses_of_a_list() -> None:
    rules = Rules.listed(["12", "21"], guesses=Rules(2, 4), symbols="1234")
    assert (rules.size, rules.guess_count, str(rules.code("44"))) == (2, 16, "44")


def test_the_digest_tells_lists_weights_and_feedback_apart() -> None:
    words = ["cat", "cot", "dog"]
    made = [
        Rules.listed(words),
        Rules.listed(words[1:], words),
        Rules.listed(words, weights=[1, 2, 3]),
        Rules.listed(words, feedback="marks"),
        Rules.listed(words, feedback=lambda secret, guess: str(secret[0] == guess[0])),
    ]
    assert all(isinstance(each, ListedRules) for each in made)
    assert len({each.digest for each in made if isinstance(each, ListedRules)}) == len(set(made)) == len(made)


def test_a_strategy_that_needs_all_codes_says_so() -> None:
    with pytest.raises(MethodError, match="large needs a game in which all codes"):
        pegwise.make("large").choose(WORDS)
    with pytest.raises(MethodError, match="a puzzle needs"):
        pegwise.puzzle("4x6-marks")


def test_a_guess_that_is_no_secret_is_not_the_secret() -> None:
    rules = parse_rules("4x6-holes")
    with pytest.raises(CodeError, match="cannot be the secret"):
        pegwise.FixedCodemaker(rules, "11..")
    with pytest.raises(CodeError, match="cannot be the secret"):
        rules.feedback("11..", "1122")
    assert pegwise.random_secret(rules, seed=3).count(7) == 0


def test_kinds_have_the_names_of_files() -> None:
    assert (
        list(KINDS)
        == ["hits", "black", "total", "marks"]
        == sorted(listed_oracle.KINDS, key=list(KINDS).index)
    )


def test_letters_with_accents_are_the_same_however_they_are_put_together() -> None:
    apart = "p\u0061\u0302t\u0065\u0301"  # letters, each with its accent after it
    rules = Rules.listed(["pâté", "pate", "tapé"], feedback="marks")
    assert rules == Rules.listed([apart, "pate", "tap\u0065\u0301"], feedback="marks")
    assert str(rules.code(apart)) == "pâté"
    assert str(rules.code("pate")) == "pate"


@pytest.mark.parametrize("words", [["straße", "masses"], ["İzmir", "izmir"], ["λόγος", "λόγον"]])
def test_letters_with_a_longer_small_form_are_letters(words: list[str]) -> None:
    rules = Rules.listed(words, feedback="marks")
    assert {str(code).lower() for code in Position(rules)} == {word.lower() for word in words}


def test_the_win_has_a_text_that_nothing_else_has() -> None:
    rules = Rules.listed(["ab", "ac", "ad"], feedback=lambda secret, _: "WON" if secret[1] == 2 else "won")
    texts = [str(told) for told in rules.feedbacks]
    assert texts == ["WON", "won", "won!"]
    assert [str(code) for code in Position(rules, "ac:WON")] == ["ab"]


def test_values_of_numpy_are_taken() -> None:
    weighed = Rules.listed(["a", "b", "c"], weights=np.array([0.5, 0.25, 0.25]))
    assert weighed.weights == (2, 1, 1)
    assert Rules.listed(np.array([[1, 2], [2, 1]])).size == 2


@pytest.mark.parametrize(
    "given",
    [
        {"secrets": [1, 2]},
        {"secrets": [None]},
        {"secrets": "words"},
        {"secrets": ["ab", (1, 2)]},
        {"secrets": ["ab"], "weights": 5},
        {"secrets": ["ab"], "feedback": ["hits"]},
        {"secrets": ["ab"], "symbols": 5},
        {"secrets": ["ab"], "symbols": [1, 2]},
        {"secrets": ["ab"], "name": 5},
        {"secrets": ["ab", "ba"], "feedback": by_arrays(lambda guesses, secrets: [[1], [1, 2]])},
        {"secrets": ["ab", "ba"], "feedback": by_arrays(lambda guesses, secrets: [["a b", "c"], ["d", "e"]])},
        {"secrets": ["ab", "ba"], "feedback": by_arrays(lambda guesses, secrets: [1, 2])},
        {"secrets": ["aab", "abc"], "guesses": Rules(3, 3, repeats=False), "symbols": "abc"},
    ],
)
def test_values_that_are_no_lists_get_one_line(given: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        Rules.listed(**given)


def test_rules_with_other_symbols_are_others() -> None:
    assert Rules.listed(["ab", "ba", "aa"], feedback="marks") != Rules.listed(
        ["cd", "dc", "cc"], feedback="marks"
    )


@pytest.mark.parametrize(
    "text", ["3x4-holes", "4x3-marks", "3x5-distinct-any", "4x4-holes-total", "2x1-holes"]
)
def test_first_guesses_of_each_kind_are_the_lowest(text: str) -> None:
    rules = parse_rules(text)
    hole = rules.colors - 1 if rules.has_blanks else None
    first: dict[tuple[int, ...], tuple[int, ...]] = {}
    for guess in map(tuple, all_guesses(rules).T.tolist()):
        often = sorted((guess.count(color) for color in set(guess) - {hole}), reverse=True)
        first.setdefault((guess.count(hole), *often), guess)
    assert list(map(tuple, different_openings(rules).T.tolist())) == sorted(first.values())


def test_knuths_notation_is_refused_where_nothing_of_it_is_told() -> None:
    with pytest.raises(NotationError, match="black and white hits and numbers, not for 2x3-total"):
        pegwise.figure(pegwise.build_tree("2x3-total"))
    assert pegwise.figure(pegwise.build_tree("2x3-holes")).startswith("9(")


def test_nobody_above_the_engine_asks_whether_a_game_is_listed() -> None:
    sources = Path(pegwise.__file__).parent
    asking = {
        path.relative_to(sources).as_posix()
        for path in sources.rglob("*.py")
        if "is_listed" in path.read_text(encoding="utf-8")
    }
    assert {name for name in asking if not name.startswith("engine/")} == {"rules.py", "listed_rules.py"}
