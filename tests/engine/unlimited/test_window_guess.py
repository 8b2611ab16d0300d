"""Guesses in which only some pegs are in play: what they look like, and that games played with them end."""

from __future__ import annotations

from collections import Counter

import pytest

from pegwise import Limit, Position, random_secret
from pegwise.engine.code_space import zero_based
from pegwise.engine.unlimited import window_guess
from pegwise.engine.unlimited.window_guess import has_window, windowed
from pegwise.limit import limited
from pegwise.notation import parse_rules
from pegwise.strategies.large_games import Large


def test_only_the_largest_games_have_one() -> None:
    names = ["4x6", "20x20", "32x32", "100x20", "100x100", "100x200-distinct", "100x20-black"]
    assert [name for name in names if has_window(parse_rules(name))] == ["100x20", "100x100"]


def test_most_pegs_of_a_guess_are_alike_and_the_color_changes() -> None:
    rules = parse_rules("60x30")
    secret = random_secret(rules, seed=1)
    fillers: list[int] = []
    rows: list[tuple[tuple[int, ...], int, int]] = []
    for _ in range(4):
        guess = windowed(rules, rows, 1, effort=0.1).guesses[0]
        (color, count), *_ = Counter(guess).most_common()
        assert count >= 60 - window_guess._PEGS
        fillers.append(color)
        code = tuple(each + 1 for each in guess)
        rows.append((guess, *rules.feedback(secret, code)))
    assert fillers == [0, 1, 2, 3]


def test_a_peg_on_which_all_codes_agree_keeps_its_color() -> None:
    rules = parse_rules("60x30")
    secret = zero_based(random_secret(rules, seed=2))
    # Each row changes one peg of the secret: the first eight pegs are known, and with them nearly all.
    rows = [((*secret[:peg], (secret[peg] + 1) % 30, *secret[peg + 1 :]), 59, 0) for peg in range(8)]
    rows = [(guess, *rules.feedback([c + 1 for c in secret], [c + 1 for c in guess])) for guess, *_ in rows]
    found = windowed(rules, rows, 1, effort=0.5)
    assert found.guesses[0][:8] == tuple(secret)[:8]
    assert found.guesses == windowed(rules, rows, 1, effort=0.5).guesses


@pytest.mark.parametrize("name", [pytest.param("100x20", marks=pytest.mark.slow), "40x40"])
def test_a_game_ends(name: str) -> None:
    rules = parse_rules(name)
    secret, position, strategy = random_secret(rules, seed=3), Position(rules), Large(effort=0.2)
    while not position.history or position.history[-1].feedback != rules.win:
        guess = strategy.choose(position)
        assert guess not in [row.guess for row in position.history]
        position = position.after(guess, rules.feedback(secret, guess))
        assert len(position.history) <= 250


def test_without_time_it_still_guesses() -> None:
    rules = parse_rules("100x20")
    with limited(Limit(seconds=1e-9)):
        found = windowed(rules, [([0] * 100, 4, 0)], 1)
    assert not found.guesses
    assert len(found.drawn.nearest) == 100
    assert (found.drawn.codes, found.drawn.met, found.drawn.different) == ((), 0, 0)
    assert found.drawn.errors >= 0
