"""Lower bounds of the least worst case are never above what brute force finds."""

from __future__ import annotations

import json
from functools import cache
from itertools import count
from typing import TYPE_CHECKING

import pytest
from tablebase.bounds import by_sizes
from tablebase.rows import rows
from tablebase.sizes import kind_of
from tablebase.unasked import Base, bases, by_unasked, miss
from tablebase.verdicts import ahead_bounds, read_verdicts, verdict_of
from tablebase.worst_ahead import after_a_miss, worst_ahead

from pegwise import table
from pegwise.notation import parse_rules
from pegwise.rules import Rules
from tablebase import search
from tests import oracle
from tests.helpers import game_of

if TYPE_CHECKING:
    from pathlib import Path

ROWS = table()
SMALL = [str(each.rules) for each in ROWS if each.rules.size <= 24]
MISSED = ["2x3", "2x4", "2x5", "3x3", "2x4-distinct", "2x5-distinct", "2x3-black", "2x4-black", "3x3-black"]


@cache
def _brute(name: str, *, missed: bool) -> int:
    """The least worst case by trying everything: of the game, or after a miss, which is not counted."""
    rules = parse_rules(name)
    game = game_of(rules)
    left: list[oracle.Code] = list(oracle.codes(game))
    if missed:
        left = oracle.candidates(game, [(tuple(map(int, miss(rules).split("-"))), (0, 0))])
    every = oracle.Exhaustive(game, remember=True, members=left)
    whole = every.set_of(left)
    return next(guesses for guesses in count(1) if every.least(whole, guesses) is not None)


@pytest.mark.parametrize("ahead", [1, 2, 3])
@pytest.mark.parametrize("name", SMALL)
def test_no_game_takes_fewer_guesses_than_the_bound(name: str, ahead: int) -> None:
    rules = parse_rules(name)
    assert by_sizes(rules).worst <= worst_ahead(rules, ahead=ahead) <= _brute(name, missed=False)


@pytest.mark.parametrize("ahead", [1, 2, 3])
@pytest.mark.parametrize("name", MISSED)
def test_no_game_takes_fewer_guesses_after_a_miss_than_the_bound(name: str, ahead: int) -> None:
    assert 1 <= after_a_miss(parse_rules(name), ahead=ahead) <= _brute(name, missed=True)


def test_the_bounds_reach_what_brute_force_finds() -> None:
    assert sum(worst_ahead(parse_rules(name)) == _brute(name, missed=False) for name in SMALL) >= 10


@pytest.mark.some(2)
@pytest.mark.parametrize("name", ["2x5", "3x4", "4x3", "3x5-distinct", "3x4-black", "5x2", "2x6-distinct"])
def test_the_bound_two_guesses_ahead_by_definition(name: str) -> None:
    """Every first and second guess, without symmetry; the codes of a class are dealt out guess by guess."""
    rules = parse_rules(name)
    game = game_of(rules)
    every = list(oracle.codes(game))

    def classes(left: list[oracle.Code], guess: oracle.Code) -> list[list[oracle.Code]]:
        return [part for told, part in oracle.split(game, left, guess).items() if told != game.win]

    def depth(size: int, most: int, wins: int) -> int:
        """The guesses for a class: a guess with a win leaves ``wins`` classes, one without ``most``."""
        if size <= 1:
            return size
        return 1 + min(depth(-(-(size - 1) // wins), most, wins), depth(-(-size // most), most, wins))

    def ahead(left: list[oracle.Code]) -> int:
        if len(left) <= 2:
            return len(left)
        most = max(len(classes(left, guess)) for guess in every)
        wins = max(len(classes(left, guess)) for guess in every if guess in left)
        wins = max(wins, max(len(oracle.split(game, left, guess)) for guess in every) - 1)
        return 1 + min(max(depth(len(part), most, wins) for part in classes(left, guess)) for guess in every)

    wanted = min(1 + max(ahead(part) for part in classes(every, guess)) for guess in every)
    assert worst_ahead(rules, ahead=1) == max(wanted, by_sizes(rules).worst)


def test_without_pairs_the_bound_is_that_of_the_sizes() -> None:
    assert worst_ahead(Rules(4, 7), pairs=0) == by_sizes(Rules(4, 7)).worst
    assert after_a_miss(Rules(4, 7), pairs=0) == 2
    assert after_a_miss(Rules(4, 6, repeats=False)) == 0  # every guess hits


@pytest.mark.parametrize("kind", ["repeats", "distinct", "black"])
def test_fewer_colors_take_as_many_guesses_as_the_lemma_says(kind: str) -> None:
    """From what brute force finds after a miss, the lemma gives no more than brute force finds."""
    names = [name for name in SMALL if kind_of(parse_rules(name)) == kind]
    known = [
        Base(parse_rules(name), _brute(name, missed=True))
        for name in MISSED
        if kind_of(parse_rules(name)) == kind
    ]
    assert len(known) >= 2
    compared = 0
    for name in names:
        found = by_unasked(parse_rules(name), known)
        if found is not None:
            compared += 1
            assert found.guesses <= _brute(name, missed=False)
    assert compared >= 2
    for name in MISSED:  # and a miss leaves a game to which it applies, too
        rules = parse_rules(name)
        base = Base(rules, _brute(name, missed=True))
        smaller = [each for each in known if each.colors < base.colors]
        left = by_unasked(Rules(rules.pegs, base.colors, repeats=rules.repeats, whites=rules.whites), smaller)
        assert left is None or kind_of(rules) != kind or left.guesses <= base.guesses


def test_the_lemma_by_hand() -> None:
    base = Base(Rules(3, 13), 7)
    assert base.colors == 12
    assert by_unasked(Rules(3, 11), [base]) is None
    assert by_unasked(Rules(4, 20), [base]) is None
    assert by_unasked(Rules(3, 20, whites=False), [base]) is None
    found = [by_unasked(Rules(3, colors), [base]) for colors in (12, 14, 15, 18)]
    assert [each.guesses for each in found if each] == [7, 7, 8, 9]
    black = by_unasked(Rules(4, 31, whites=False), [Base(Rules(4, 8, whites=False), 10)])
    assert black is not None
    assert black.guesses == 34
    assert Base(Rules(4, 13, repeats=False), 6).colors == 9


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["4x5-black", "3x6", "3x6-distinct"])
def test_a_certificate_of_a_miss_is_a_base(name: str, tmp_path: Path) -> None:
    rules = parse_rules(name)
    found = search.do(search.Job(rules, "miss", 20.0, 20.0), tmp_path)
    (tmp_path / f"{name}-miss.json").write_text(json.dumps(found))
    proved = verdict_of(tmp_path / f"{name}-miss.cert")
    (base,) = bases([proved], {})
    assert (found["known"], base.guesses) == ("exact", proved["worst"] - 1)
    assert after_a_miss(rules) <= base.guesses
    assert bases([{**proved, "lemmas": 0}, {**proved, "history": [["1-1-1", "-"]]}], {}) == []


@pytest.mark.exhaustive
def test_rows_say_what_a_lower_bound_follows_from() -> None:
    lower = [each for each in ROWS if each.least_worst.proof == "unasked"]
    assert len(lower) > 40
    for each in lower:
        file = each.least_worst.lower_certificate
        assert file is None or (file.lemmas and file in each.certificates)
        assert by_sizes(each.rules).worst < each.least_worst.lower
    assert sum(each.least_worst.lower_certificate is not None for each in lower) > 40
    verdicts = [each for each in read_verdicts().values() if each["rules"] == "3x14"]
    (plain,) = rows(verdicts, {})
    assert plain.least_worst.proof == "sizes"
    (ahead,) = rows(verdicts, {}, {"3x14": {"worst": 7, "missed": 7}})
    assert (ahead.least_worst.lower, ahead.least_worst.proof) == (7, "sizes")


def test_no_bound_is_above_an_exact_value() -> None:
    kept = ahead_bounds([])
    for each in ROWS:
        if each.least_worst.proof == "certified" and str(each.rules) in kept:
            assert kept[str(each.rules)]["worst"] <= each.least_worst.upper


@pytest.mark.slow
def test_no_bound_of_a_certified_size_is_above_it() -> None:
    for each in ROWS:
        if each.least_worst.proof == "certified" and each.rules.size <= 3000:
            for ahead in (1, 2, 3):
                assert worst_ahead(each.rules, 10**10, ahead) <= each.least_worst.upper
