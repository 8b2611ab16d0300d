"""Scores of guesses by the wide kernel, against the definition."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from pegwise import Rules, random_secret
from pegwise.engine.kernels.compare.words import ENTROPY
from pegwise.engine.running.kernel_loader import KernelError, kernel
from pegwise.engine.unlimited.sampled_choice import Scorer, changed, choice, improved, two_steps
from pegwise.limit import Limit, limited
from tests import oracle
from tests.engine.unlimited.test_walk import drawn_rows
from tests.helpers import game_of

RULES = [
    Rules(4, 6),
    Rules(20, 20),
    Rules(20, 3, whites=False),
    Rules(9, 300, repeats=False),
    Rules(100, 20),
    Rules(300, 2),  # feedback numbers past 16 bits: numpy
]


def codes_of(rules: Rules, number: int, seed: str) -> list[tuple[int, ...]]:
    return [tuple(c - 1 for c in random_secret(rules, seed=f"{seed} {n}")) for n in range(number)]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_score_is_the_sum_of_the_table_over_the_classes(rules: Rules) -> None:
    codes = codes_of(rules, 40, "codes")
    table = np.array([0, *(size * size + 3 for size in range(1, 41))], np.int64)
    scorer = Scorer(rules, np.array(codes, np.uint16).T, table)
    guesses = [*codes_of(rules, 8, "guesses"), *codes[:3]]
    for guess, score in zip(guesses, scorer.scores(guesses), strict=True):
        classes = Counter(
            oracle.feedback(game_of(rules), tuple(c + 1 for c in code), tuple(c + 1 for c in guess))
            for code in codes
        )
        win = (rules.pegs, 0)
        assert score == sum(int(table[size]) for told, size in classes.items() if told != win)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_scores_do_not_depend_on_the_guess_before(rules: Rules) -> None:
    """Where two guesses in turn differ at few pegs, the kernel only works out what changes."""
    codes, rng = codes_of(rules, 60, "codes"), random.Random(2)
    scorer = Scorer(rules, np.array(codes, np.uint16).T, np.arange(61, dtype=np.int64) ** 2)
    guesses = [codes[0]]
    for step in range(1, 40):
        guess = guesses[-1]
        for _ in range(step % 8):
            guess = changed(rules, guess, rng)
        guesses.append(guess)
    together = scorer.scores(guesses).tolist()
    assert together == [int(scorer.scores([guess])[0]) for guess in guesses]
    assert len(set(together)) > 10


def test_shapes_and_colors_that_do_not_fit_are_refused() -> None:
    wide = kernel("wide_scores")
    codes, counts = np.zeros((4, 5), np.uint16), np.zeros((3, 5), np.uint16)
    out, scratch = np.zeros(1, np.int64), (np.zeros((1, 21), np.int32), np.zeros(5, np.uint16))
    table = np.zeros(6, np.int64)
    wide(ENTROPY, 0, np.zeros((1, 4), np.uint16), codes, counts, table, out, *scratch)
    for guesses, less, few in (
        (np.full((1, 4), 3, np.uint16), table, scratch[0]),
        (np.zeros((1, 5), np.uint16), table, scratch[0]),
        (np.zeros((1, 4), np.uint16), table[:5], scratch[0]),
        (np.zeros((1, 4), np.uint16), table, np.zeros((1, 20), np.int32)),
    ):
        with pytest.raises(KernelError):
            wide(ENTROPY, 0, guesses, codes, counts, less, out, few, scratch[1])


@pytest.mark.parametrize(
    "rules", [Rules(5, 6), Rules(5, 7, repeats=False), Rules(4, 4, repeats=False)], ids=str
)
def test_a_small_change_is_another_code_of_the_rules_or_the_same(rules: Rules) -> None:
    rng, code = random.Random(1), tuple(range(rules.pegs))
    seen = {changed(rules, code, rng) for _ in range(400)}
    assert len(seen) > 5
    for each in seen:
        assert 1 <= sum(one != other for one, other in zip(each, code, strict=True)) <= 2 or each == code
        assert rules.repeats or len(set(each)) == rules.pegs
        assert all(0 <= color < rules.colors for color in each)


def test_what_is_improved_is_no_worse_and_mostly_better() -> None:
    rules = Rules(10, 6)
    codes = codes_of(rules, 500, "improved")
    table = np.array([round(n * np.log2(max(1, n)) * 1000) for n in range(501)], np.int64)
    scorer = Scorer(rules, np.array(codes, np.uint16).T, table)
    before = int(scorer.scores([codes[0]])[0])
    found = improved(scorer, codes[0], random.Random(1), 10, 100, kept=3)
    assert 3 < len(found) <= 31
    assert list(found.values()) == scorer.scores(list(found)).tolist()
    assert min(found.values()) < before
    assert improved(scorer, codes[0], random.Random(1), 0, 100) == {codes[0]: before}


def after_two_steps(rules: Rules, codes: list[tuple[int, ...]], guess: tuple[int, ...]) -> float:
    """From the definition: the guesses of all codes, if each class is given its best code."""
    game, total = game_of(rules), 0.0

    def classes(asked: tuple[int, ...], among: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
        parts: dict[oracle.Feedback, list[tuple[int, ...]]] = {}
        for code in among:
            parts.setdefault(oracle.feedback(game, code, asked), []).append(code)
        return [part for told, part in parts.items() if told != (rules.pegs, 0)]

    for part in classes(guess, codes):
        total += len(part) + min(sum(taken(len(each)) for each in classes(code, part)) for code in part)
    return total


def taken(size: int) -> float:
    """Guesses that so many codes are thought to take."""
    return float(size * (1 + np.log2(size) / 4))


@pytest.mark.parametrize(
    "rules", [Rules(6, 6), Rules(5, 8, repeats=False), Rules(8, 4, whites=False)], ids=str
)
def test_two_steps_put_first_what_the_definition_does(rules: Rules) -> None:
    codes = list(dict.fromkeys(codes_of(rules, 40, "few")))
    table = np.array([0, *(round(taken(size) * 2**20) for size in range(1, len(codes) + 1))], np.int64)
    guesses = [*codes[:15], *codes_of(rules, 15, "others")]
    ranked = two_steps(Scorer(rules, np.array(codes, np.uint16).T, table), guesses)
    assert sorted(ranked) == sorted(guesses)
    expected = [after_two_steps(rules, codes, guess) for guess in ranked]
    assert expected == pytest.approx(sorted(expected), abs=1e-4)
    one_step = Scorer(rules, np.array(codes, np.uint16).T, table).scores(guesses)
    assert ranked != tuple(guesses[place] for place in np.argsort(one_step, kind="stable"))


def test_where_few_codes_fit_two_steps_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(12, 12)
    _, rows = drawn_rows(rules, 13, "few")
    compared: list[int] = []

    def counted(scorer: Scorer, guesses: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        compared.append(len(guesses))
        return guesses[::-1]

    plain = choice(rules, rows, 1)
    monkeypatch.setattr("pegwise.engine.unlimited.sampled_choice.two_steps", counted)
    reversed_ = choice(rules, rows, 1)
    assert plain.drawn.is_all
    assert compared == [100]
    assert plain.guesses != reversed_.guesses


def test_the_choice_tells_candidates_apart_better_than_any_code() -> None:
    rules = Rules(12, 12)
    _, rows = drawn_rows(rules, 4, "choice")
    found = choice(rules, rows, 1, number=5)
    assert len(found.guesses) == len(set(found.guesses)) == 5
    assert found == choice(rules, rows, 1, number=5)
    assert found.tried > 1_000
    judge = choice(rules, rows, "another sample").drawn
    table = np.array([round(n * np.log2(max(1, n)) * 1000) for n in range(len(judge.codes) + 1)], np.int64)
    scores = Scorer(rules, judge.columns, table).scores([*found.guesses, *found.drawn.codes[:100]])
    assert scores[0] < np.quantile(scores[5:], 0.05)


def test_a_choice_without_time_is_a_code_that_was_drawn_or_none() -> None:
    rules = Rules(12, 12)
    _, rows = drawn_rows(rules, 4, "choice")
    with limited(Limit(seconds=1e-9)):
        nothing = choice(rules, rows, 1)
    assert nothing.guesses == ()
    assert len(nothing.drawn.nearest) == 12
