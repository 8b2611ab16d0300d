"""A limit ends in an answer: whenever the time is up, by a clock that the test owns."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

import pegwise
from pegwise import Position, Rules
from pegwise.analysis.compare import compare
from pegwise.analysis.one_guess_puzzle import one_guess_puzzle
from pegwise.analysis.puzzle import puzzle
from pegwise.analysis.review import review
from pegwise.analysis.statistics import statistics
from pegwise.engine.unlimited.walk import Walk
from pegwise.errors import LimitError
from pegwise.limit import Limit, LimitReached, limited, seconds_left, share_of_limit, spend
from pegwise.play.codemakers import Adversary, random_secret
from pegwise.play.game_line import parse_game
from pegwise.web.questions import answer
from tests.helpers import exhaustive, slow, tagged

if TYPE_CHECKING:
    from collections.abc import Callable

HOUR = 3600.0
LATE = 400
"""Looks at the clock that are allowed once the time is up: each of them ends something."""


class Clock:
    """The time stands still until the clock was looked at so often; then it is up, and goes on."""

    def __init__(self, until: float) -> None:
        self.until, self.looks = until, 0
        self.lock = threading.Lock()

    def __call__(self) -> float:
        with self.lock:
            self.looks += 1
            return 0.0 if self.looks < self.until else HOUR + 0.02 * self.looks

    @property
    def late(self) -> int:
        """How often it was looked at since."""
        return max(0, self.looks - int(self.until))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], Clock]:
    def set_clock(until: float) -> Clock:
        made = Clock(until)
        monkeypatch.setattr("pegwise.limit.clock", made)
        return made

    return set_clock


def rows_of(name: str, number: int = 3) -> str:
    rules = pegwise.parse_rules(name)
    secret = random_secret(rules, seed="reached")
    guesses = [random_secret(rules, seed=f"reached {row}") for row in range(number)]
    return " ".join(f"{guess}:{rules.feedback(secret, guess)}" for guess in guesses)


def asked(question: str, name: str) -> dict[str, Any]:
    rows, own = rows_of(name), str(random_secret(pegwise.parse_rules(name), seed="own"))
    questions: dict[str, dict[str, Any]] = {
        "candidates": {"rules": name, "history": rows, "limit": 5},
        "hint": {"rules": name, "history": rows},
        "advice": {"rules": name, "history": rows, "step": 5, "guess": own},
        "partition": {"rules": name, "history": rows, "guesses": [own, own]},
        "together": {"rules": name, "history": rows, "guesses": [own, own], "together": True, "limit": 5},
        "review": {"rules": name, "rows": rows},
        "tree": {"rules": name, "history": rows, "strategy": "knuth"},
        "compare": {"rules": name, "strategies": []},
        "puzzle": {"rules": name, "seed": 1},
        "turn": {"game": f"{name} codemaker=adversary max-guesses=10", "guess": own},
    }
    return questions[question]


def told(question: str, name: str) -> Any:
    """The answer, with a limit of a minute."""
    named = {"advice": "hint", "together": "partition"}.get(question, question)
    return answer(named, asked(question, name), Limit(seconds=60))


ALWAYS = ("candidates", "hint", "advice", "partition", "together", "review")
"""Questions to which there is always an answer; the others may refuse."""
SOME = [
    (question, name)
    for question in ALWAYS
    for name in ("3x3", "4x6", "6x6", "9x9-distinct", "12x12")
    if question != "review" or name in ("3x3", "4x6", "12x12")  # else a search is compiled first
]


@pytest.mark.parametrize("looks", [2, 20, *exhaustive(100), *slow(5, 700)])
@pytest.mark.parametrize(("question", "name"), SOME)
def test_whenever_the_time_is_up_there_is_an_answer(question: str, name: str, looks: int, clock: Any) -> None:
    mine = clock(looks)
    found = told(question, name)
    assert mine.late < LATE
    if question == "candidates":
        assert found["candidates"] > 0
        assert found["codes"] or not found["complete"]
    elif question == "review":
        assert [move["known"] for move in found["moves"]].count("exact") + sum(
            move["known"] == "lower" for move in found["moves"]
        ) == 3
    elif question == "partition":
        assert len(found["partitions"]) == 2
    elif question == "together":
        assert found["together"]["known"] in ("exact", "sampled")
        assert len(found["together"]["classes"]) <= 5
    else:
        hint = found["guess"] if question == "advice" else found
        assert hint["known"] in ("exact", "sampled", "upper")
        assert pegwise.parse_code(hint["guess"], pegwise.parse_rules(name))


@pytest.mark.parametrize("looks", [2, 20, 200])
@pytest.mark.parametrize("name", ["4x6", "6x6", "12x12"])
@pytest.mark.parametrize("question", ["compare", "puzzle", "turn"])
def test_what_has_no_part_is_refused_in_time(question: str, name: str, looks: int, clock: Any) -> None:
    """Only a puzzle has none: a comparison of no games is one, and an adversary always answers."""
    mine = clock(looks)
    if question == "puzzle":
        with suppress(LimitError):
            told(question, name)
    else:
        assert told(question, name)
    assert mine.late < LATE


def test_a_tree_is_refused_with_its_estimate(clock: Any) -> None:
    for looks in (5, 50, 200):
        mine = clock(looks)
        with pytest.raises(LimitError) as refused:
            told("tree", "6x6")
        assert refused.value.cost is not None
        assert mine.late < LATE


@pytest.mark.parametrize("question", ["candidates", "hint", "partition"])
def test_as_long_as_the_limit_is_not_reached_it_changes_nothing(question: str, clock: Any) -> None:
    clock(float("inf"))
    held = answer(question, asked(question, "5x5"), Limit(seconds=HOUR))
    assert held == answer(question, asked(question, "5x5"), Limit())
    again = answer(question, asked(question, "9x9-distinct"), Limit(seconds=HOUR))
    assert again == answer(question, asked(question, "9x9-distinct"), Limit(seconds=HOUR))


def test_a_share_of_a_limit_is_a_share_of_what_is_left(clock: Any) -> None:
    clock(float("inf"))
    with limited(Limit(seconds=60, pairs=10)):
        with share_of_limit(0.5), share_of_limit(0.5):
            assert seconds_left() == 15
            with pytest.raises(LimitReached, match="10 pairs"):
                spend(11)
        with limited(Limit(seconds=90)):
            assert seconds_left() == 60
        with limited(Limit(pairs=1)):
            assert seconds_left() == 60
        with limited(None):
            assert seconds_left() is None
    with share_of_limit(0.5):
        assert seconds_left() is None


@pytest.mark.parametrize("name", ["6x6", "12x12"])
@pytest.mark.parametrize("looks", [2, 3, 10, 30, 100, 300, 10**9])
def test_an_adversary_always_answers_and_some_code_always_fits(name: str, looks: int, clock: Any) -> None:
    rules = pegwise.parse_rules(name)
    maker, position = Adversary(rules), Position(rules)
    for number in range(3):
        guess = random_secret(rules, seed=f"own {number}")
        mine = clock(looks)
        with limited(Limit(seconds=60)):
            told = maker.feedback(Position(rules, position.history), guess)
        assert mine.late < LATE
        position = position.after(guess, told)
    clock(float("inf"))
    assert maker.reveal(position) in position
    assert looks != 2 or maker.known == "sampled"
    assert looks != 10**9 or maker.known == Adversary(rules).known


@pytest.mark.parametrize("strategy", ["counter", "random-consistent"])
def test_where_no_code_that_fits_is_met_the_guess_is_near_to_the_rows(strategy: str, clock: Any) -> None:
    rules = pegwise.parse_rules("30x30")
    position = Position(rules, rows_of("30x30", 20))
    mine = clock(5)
    found = pegwise.hint(position, strategy=strategy, limit=Limit(seconds=60), seed=1)
    assert mine.late < LATE
    assert (found.known, found.blind, found.best.total, found.best.is_candidate) == (
        "sampled",
        True,
        0,
        False,
    )
    assert found.sample is not None
    assert (found.sample.size, found.sample.error) == (0, 0.5)
    assert found.guess not in position
    assert _off(position, found.guess) < min(_off(position, random_secret(rules, seed=n)) for n in range(100))
    clock(5)
    again = pegwise.hint(
        Position(rules, rows_of("30x30", 20)), strategy=strategy, limit=Limit(seconds=60), seed=1
    )
    assert again.guess == found.guess
    clock(5)
    with pytest.raises(LimitError, match="give a seed"):
        pegwise.hint(Position(rules, rows_of("30x30", 20)), strategy=strategy, limit=Limit(seconds=60))


def _off(position: Position, guess: pegwise.Code) -> int:
    """By how many hits a code misses the rows."""
    hits = [(position.rules.feedback(guess, row.guess), row.feedback) for row in position.history]
    return sum(abs(one.black - two.black) + abs(one.white - two.white) for one, two in hits)


@pytest.mark.parametrize("looks", [2, 30])
def test_a_game_of_many_rows_is_reviewed_in_time(looks: int, clock: Any) -> None:
    """Not every position is searched anew once the time is up; a secret fits them all."""
    searched = []
    walked = Walk.first

    def counted(walk: Walk, moves: int) -> Any:
        searched.extend([moves] if seconds_left() is None else [])
        return walked(walk, moves)

    rows = rows_of("30x30", 20)
    secret = random_secret(pegwise.parse_rules("30x30"), seed="reached")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Walk, "first", counted)
        mine = clock(looks)
        found = review(f"30x30 {rows}", limit=Limit(seconds=60))
        assert len(found.moves) == 20
        assert mine.late < LATE
        assert len(searched) <= 1
        searched.clear()
        clock(looks)
        told = review(f"30x30 {rows} secret={secret}", limit=Limit(seconds=60))
        assert not searched
        assert all(move.partition.total for move in told.moves)


@pytest.mark.parametrize("left", [None, 7])
def test_a_puzzle_that_there_was_no_time_for_says_what_to_do(left: int | None, clock: Any) -> None:
    clock(3)
    with (
        limited(Limit(seconds=60)),
        pytest.raises(LimitReached, match="found in time.*; allow more time, or try"),
    ):
        puzzle("4x6", seed=1) if left is None else one_guess_puzzle("4x6", seed=1, candidates=left)
    clock(20_000)
    with (
        limited(Limit(seconds=60)),
        pytest.raises(LimitReached, match=r"in time \(\d+ easy.* by then\); allow"),
    ):
        puzzle("4x6", seed=3, difficulty="expert")


def test_an_optimal_tree_that_there_was_no_time_for_is_not_called_impossible(clock: Any) -> None:
    position = Position("4x5", "1122:B")
    position.listed()
    clock(4)
    with limited(Limit(seconds=60)), pytest.raises(LimitReached, match="no optimal tree was found"):
        pegwise.build_tree(position, strategy=pegwise.make("optimal"))


def test_a_position_met_in_a_hurry_is_listed_later(clock: Any) -> None:
    position = Position("6x6", "112233:BW")
    clock(3)
    with limited(Limit(seconds=60)):
        hurried = position.partition("123456")
    assert hurried.known == "sampled" or hurried == position.partition("123456")
    clock(float("inf"))
    assert position.partition("123456") == Position("6x6", "112233:BW").partition("123456")
    assert tagged(position.count()) == tagged(Position("6x6", "112233:BW").count())


def test_strategies_that_play_no_game_in_time_are_left_out_unless_they_are_named() -> None:
    """Those that compare codes pass a limit on pairs; the others compare none."""
    limit = Limit(pairs=1)
    rows = compare("4x6", strategies=(), games=2, limit=limit)
    assert {row.strategy for row in rows} >= {"counter", "first-consistent", "random-consistent"}
    assert "knuth" not in {row.strategy for row in rows}
    _, none = compare("4x6", strategies=["counter", "knuth"], games=2, limit=limit)
    assert (none.games, none.average, none.known) == (0, None, "sampled")


def test_strategies_are_compared_over_the_games_they_have_played(clock: Any) -> None:
    rules = Rules(4, 6)
    secrets = [random_secret(rules, seed=f"won {number}") for number in range(5)]
    first = pegwise.parse_code("1122", rules)
    games = [parse_game(f"4x6 1122:{rules.feedback(secret, first)} {secret}") for secret in secrets]
    free = statistics(games, strategies=["knuth"], limit=None)
    mine = clock(float("inf"))
    assert statistics(games, strategies=["knuth"], limit=Limit(seconds=60))[0].rivals == free[0].rivals
    looks = mine.looks
    clock(looks // 3)
    (cut,) = statistics(games, strategies=["knuth"], limit=Limit(seconds=60))
    assert cut.games == free[0].games
    assert sum(rival.better + rival.equal + rival.worse for rival in cut.rivals) < len(games)
