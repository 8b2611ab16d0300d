"""The adversary never contradicts itself, leaves the most, and proves it; in games of any size."""

from __future__ import annotations

from collections import Counter
from itertools import count, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegwise
from pegwise import (
    Adversary,
    Code,
    ContradictionError,
    FixedCodemaker,
    Game,
    Position,
    Row,
    Rules,
    make,
    play_out,
)
from pegwise.limit import Limit, limited
from pegwise.play.codemakers import random_secret
from tests import oracle
from tests.helpers import code_of, game_of, plain, small_rules

SMALL = Rules(3, 4)


def checked_answers(game: Game) -> None:
    """Each answer of a finished game left the most candidates, the first of equals in Knuth's order."""
    rules = game.rules
    left = list(oracle.codes(game_of(rules)))
    for guess, told in game.rows:
        classes = oracle.split(game_of(rules), left, tuple(guess))
        largest = max(map(len, classes.values()))
        first = next(f for f in rules.feedbacks if len(classes.get((f.black, f.white), ())) == largest)
        assert told == first
        left = classes[(told.black, told.white)]
    assert tuple(game.secret) in left


@pytest.mark.parametrize("name", pegwise.names())
@pytest.mark.parametrize("rules", [SMALL, Rules(3, 5, repeats=False), Rules(3, 3, whites=False)], ids=str)
def test_every_strategy_gets_honest_answers_that_leave_the_most(name: str, rules: Rules) -> None:
    game = play_out(rules, Adversary(rules), strategy=make(name))
    assert game.won
    checked_answers(game)


def test_every_pair_of_guesses_of_a_small_game() -> None:
    rules = Rules(2, 3)
    for guesses in product(oracle.codes(game_of(rules)), repeat=3):
        game = Game(rules, Adversary(rules))
        for guess in guesses:
            if not game.over:
                game.guess(guess)
        checked_answers(game)


@given(st.data())
def test_random_guesses_of_random_rules(data: st.DataObject) -> None:
    rules = data.draw(small_rules())
    game = Game(rules, Adversary(rules))
    for guess in data.draw(st.lists(code_of(rules), max_size=6)):
        if not game.over:
            game.guess(guess)
    assert oracle.fits(game_of(rules), tuple(game.secret), plain(game.rows))


def test_knuths_five_guesses_are_enough_against_it_too() -> None:
    assert len(play_out(Rules(4, 6), Adversary(Rules(4, 6)), strategy=make("knuth")).rows) == 5


LARGE = [Rules(12, 12), Rules(16, 20, repeats=False), Rules(20, 4, whites=False), Rules(30, 30)]


@pytest.mark.some(2)
@pytest.mark.parametrize("rules", LARGE, ids=str)
def test_games_too_large_to_enumerate(rules: Rules) -> None:
    adversary = Adversary(rules)
    assert adversary.known == "sampled"
    game = Game(rules, adversary)
    for number in range(7):
        row = game.guess(random_secret(rules, seed=number))
        assert row.feedback != rules.win
    assert all(rules.feedback(game.secret, guess) == told for guess, told in game.rows)
    # Taken up again it goes on in the same way.
    again = Game(rules, Adversary(rules), rows=game.rows)
    following = random_secret(rules, seed="next")
    assert (again.secret, again.guess(following)) == (game.secret, game.guess(following))


def test_a_large_game_is_won_once_nothing_else_is_left() -> None:
    rules = Rules(8, 10)
    game = play_out(rules, Adversary(rules), strategy=make("counter"))
    assert game.won
    assert len(game.rows) > 4


def test_a_large_adversary_leaves_more_than_chance() -> None:
    rules = Rules(8, 10)
    guesses = [random_secret(rules, seed=number) for number in range(4)]
    left = []
    for maker in (Adversary(rules), FixedCodemaker(rules, random_secret(rules, seed="secret"))):
        game = Game(rules, maker)
        for guess in guesses:
            game.guess(guess)
        left.append(game.position.count().value)
    assert left[0] > left[1]


@pytest.mark.parametrize("rules", LARGE[:2], ids=str)
def test_a_large_adversary_weighs_hundreds_of_candidates(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All codes it has in mind fit; below 200 it looks for more; it answers the largest class."""
    looked_for = []
    met = Adversary._met

    def counted(self: Adversary, history: tuple[Row, ...]) -> set[Code]:
        looked_for.append(history)
        return met(self, history)

    monkeypatch.setattr(Adversary, "_met", counted)
    adversary, position = Adversary(rules), Position(rules)
    before: list[Code] = []
    for number in range(4):
        pool = adversary._pool(position.history)
        kept = {code for code in before if _fits(rules, code, position.history)}
        assert kept <= set(pool)
        assert pool == sorted(set(pool))
        assert all(_fits(rules, code, position.history) for code in pool)
        assert 200 <= len(pool) <= 2200
        assert (position.history in looked_for) == (number > 0 and len(kept) < 200)
        guess = random_secret(rules, seed=number)
        classes = Counter(rules.feedback(code, guess) for code in pool)
        told = adversary.feedback(position, guess)
        assert told == next(each for each in rules.feedbacks if classes[each] == max(classes.values()))
        before, position = pool, position.after(guess, told)
    assert 0 < len(looked_for) < 4
    assert len(Adversary(rules)._pool(())) > 1900
    assert adversary.reveal(position) == adversary._pool(position.history)[0]


def test_what_a_large_adversary_has_in_mind_is_no_matter_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample cut short by a limit would be another game once it is taken up again."""
    adversary = Adversary(LARGE[0])
    position, guess = Position(LARGE[0]), random_secret(LARGE[0], seed=1)
    with monkeypatch.context() as patch:
        patch.setattr("pegwise.limit.clock", count().__next__)  # a second for each look
        with limited(Limit(seconds=2)):
            told = adversary.feedback(position, guess)
    assert adversary.known == "sampled"
    assert position.after(guess, told).candidates.possible()
    assert adversary._pool(()) == Adversary(LARGE[0])._pool(())


@pytest.mark.exhaustive
def test_codes_met_by_walks_are_drawn_without_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = LARGE[0]
    adversary, position = Adversary(rules), Position(rules)
    guess = random_secret(rules, seed=0)
    position = position.after(guess, adversary.feedback(position, guess))
    monkeypatch.setattr("pegwise.play.codemakers._SAMPLE", 10**6)
    most = len(adversary._met(position.history)) - 1
    monkeypatch.setattr("pegwise.play.codemakers._SAMPLE", most)
    assert len(adversary._met(position.history)) == most


def _fits(rules: Rules, code: Code, history: tuple[Row, ...]) -> bool:
    return all(rules.feedback(code, guess) == told for guess, told in history)


@pytest.mark.parametrize("rules", ["4x6", "12x12"])
def test_rows_that_cannot_be_are_a_contradiction(rules: str) -> None:
    game = pegwise.parse_rules(rules)
    ones, twos = ([color] * game.pegs for color in (1, 2))
    position = Position(game).after(ones, (game.pegs - 1, 0)).after(twos, (game.pegs - 1, 0))
    with pytest.raises(ContradictionError):
        Adversary(game).feedback(position, game.code(ones))


def test_a_fixed_secret_is_checked_and_answers_by_the_rules() -> None:
    with pytest.raises(pegwise.CodeError):
        FixedCodemaker(SMALL, "115")
    game = Game(SMALL, FixedCodemaker(SMALL, "123"))
    assert str(game.guess("321")) == "321:BWW"
    assert str(game.secret) == "123"
