"""What the page works out itself is what the library works out: both run the same vectors."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from pegwise.analysis.certain_facts import certain
from pegwise.errors import PegwiseError
from pegwise.notation import parse_code, parse_feedback, parse_rules
from pegwise.play.codemakers import Adversary, random_secret
from pegwise.play.game_line import game_name, parse_game
from pegwise.position import Position
from pegwise.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.page.player import Player

RULES = (
    "4x6",
    "3x4",
    "5x8",
    "4x10-distinct",
    "3x5-black",
    "4x5-distinct-black",
    "4x4-distinct",
    "1x6",
    "3x2",
    "2x1",
    "6x3",
)


def page_rules(rules: Rules) -> dict[str, Any]:
    """Rules as the page writes them."""
    return {
        "pegs": rules.pegs,
        "colors": rules.colors,
        "repeats": rules.repeats,
        "whites": rules.whites,
        "blanks": rules.has_blanks,
    }


def _positions(seed: int, most: int = 4) -> Iterator[Position]:
    """Positions of real games."""
    rng = random.Random(seed)
    for name in RULES:
        rules = parse_rules(name)
        for rows in range(most):
            secret = random_secret(rules, seed=rng.random().hex())
            position = Position(rules)
            for _ in range(rows):
                guess = random_secret(rules, seed=rng.random().hex())
                position = position.after(guess, rules.feedback(secret, guess))
            yield position


def page_rows(position: Position) -> list[dict[str, Any]]:
    return [{"guess": list(row.guess), "feedback": row.feedback._asdict()} for row in position.history]


def test_feedback(player: Player) -> None:
    rng = random.Random(1)
    vectors = []
    for name in (*RULES, "12x20", "30x30"):
        rules = parse_rules(name)
        for _ in range(60):
            secret, guess = (random_secret(rules, seed=rng.random().hex()) for _ in range(2))
            told = rules.feedback(secret, guess)
            vectors.append([page_rules(rules), list(secret), list(guess), told._asdict()])
    got = player.run(
        "core/rules.js", "({ feedback }, all) => all.map(([rules, a, b]) => feedback(rules, a, b))", vectors
    )
    assert got == [vector[3] for vector in vectors]


def test_feedback_that_can_exist(player: Player) -> None:
    for name in RULES:
        rules = parse_rules(name)
        told = player.run("core/rules.js", "({ feedbacks }, rules) => feedbacks(rules)", page_rules(rules))
        assert told == [feedback._asdict() for feedback in rules.feedbacks]
        assert (
            player.run("core/rules.js", "({ size }, rules) => size(rules)", page_rules(rules)) == rules.size
        )


def test_candidates(player: Player) -> None:
    for position in _positions(2):
        if position.count().value > 5000:
            continue  # the worker counts those, below
        listed = player.run(
            "core/candidates.js",
            "({ candidates }, [rules, rows]) => [...candidates(rules, rows)]",
            [page_rules(position.rules), page_rows(position)],
        )
        assert listed == [list(code) for code in position.candidates]


def test_candidates_in_the_worker_and_what_is_certain(player: Player) -> None:
    for position in _positions(3, most=6):
        found = player.run(
            "core/counting.js",
            "({ summary }, [rules, rows]) => summary(rules, rows)",
            [page_rules(position.rules), page_rows(position)],
        )
        assert (found["count"], found["known"]) == (position.count().value, "exact")
        assert found["first"] == list(next(iter(position.candidates)))
        assert found["certain"] == certain(position).to_dict()["facts"]


def test_the_adversary(player: Player) -> None:
    rng = random.Random(4)
    for position in _positions(5):
        maker = Adversary(position.rules)
        guess = random_secret(position.rules, seed=rng.random().hex())
        answer = player.run(
            "core/counting.js",
            "({ hardestAnswer }, [rules, rows, guess]) => hardestAnswer(rules, rows, guess)",
            [page_rules(position.rules), page_rows(position), list(guess)],
        )
        assert answer == maker.feedback(position, guess)._asdict()


CODES = (
    *("1122", "AABB", "aabb", "red-red-blue-blue", "1 1 2 2", "1,1,2,2", "1-1-2-2", "112", "11223", "1192"),
    *(
        "",
        "11x2",
        "1.22",
        "..11",
        "0123",
        "1230",
        "4 10 2 1",
        "4-10-2-1",
        "sky pink red blue",
        "1_2_3_4",
        "10",
    ),
)


@pytest.mark.parametrize(
    "name", ["4x6", "4x10-distinct", "4x6-blanks", "4x9-blanks", "4x12", "1x12", "4x5-distinct-blanks"]
)
def test_codes_in_text(player: Player, name: str) -> None:
    rules = parse_rules(name)
    for text in CODES:
        value = "[read, module.codeName(read, given[1])]"
        got = player.read("core/notation.js", "parseCode", value, text, page_rules(rules))
        try:
            code = rules.code(text)
        except PegwiseError:
            assert got == "wrong", text
        else:
            assert got == [list(code), str(rules.spelled(tuple(code)))], text


ANSWERS = (
    *(
        "BWW",
        "bw",
        "-",
        "0",
        "none",
        "1,2",
        "1, 2",
        "1 2",
        "2",
        "1B2W",
        "2B",
        "2W",
        "1A2B",
        "2A",
        "4,0",
        "3,1",
    ),
    *("", "x", "5,0", "W", "WW", "1b 2w", "0,0", "wb"),
)


@pytest.mark.parametrize("name", ["4x6", "4x6-black", "4x4-distinct", "3x2"])
def test_answers_in_text(player: Player, name: str) -> None:
    rules = parse_rules(name)
    for text in ANSWERS:
        value = "[read, module.feedbackName(read)]"
        got = player.read("core/notation.js", "parseFeedback", value, text, page_rules(rules))
        try:
            told = parse_feedback(text, rules)
        except PegwiseError:
            assert got == "wrong", text
        else:
            assert got == [told._asdict(), str(told)], text


NAMES = (
    *(
        "4x6",
        "4X6",
        "4×6",
        "mastermind",
        "Bulls-And-Cows",
        "logik",
        "4x10-distinct",
        "4x6-black",
        "4x6-blanks",
    ),
    *(
        "4x6-distinct-blanks",
        "4x5-black-distinct",
        "30x30",
        "7x6-distinct",
        "0x6",
        "4x0",
        "4x6-other",
        "six",
        "",
    ),
    *("5x4-distinct-blanks", "4x3-distinct-blanks"),
)


def test_rules_in_text(player: Player) -> None:
    for text in NAMES:
        got = player.read("core/notation.js", "parseRules", "[read, module.rulesName(read)]", text)
        try:
            rules = parse_rules(text)
        except PegwiseError:
            assert got == "wrong", text
        else:
            assert got == [page_rules(rules), str(rules)], text


GAMES = (
    *(
        "1122:B 1344:W 3526:BWW 1462:BW 3632",
        "4x6 1122:B max-guesses=10 hints=2",
        "4x6 1122:B resigned secret=3632",
    ),
    *(
        "bulls-and-cows 0123:1A1B",
        "4x6-blanks 11..:BW 1.23:W won max-guesses=8",
        "4x6 1122:B 1344:W codemaker=adversary",
    ),
    *(
        "4x6 1122:B resigned secret=3632 max-guesses=12 codemaker=fixed race=knuth "
        "started=2026-01-31T12:00:00Z",
        "4x6",
    ),
    *("", "4x6 1122 3344:B", "4x6 1122:B color=2", "4x6 1122:B secret=1111", "4x6 1122:BBBW", "4x6 rows=x"),
    *(
        "4x6 1122:BBBB 1111:-",
        "4x6 1122:B won resigned",
        "4x6 1122:B 1344:W 1122:B max-guesses=2",
        "4x6 codemaker=nobody",
    ),
    *("4x6 1122:B won secret=3632", "4x6 1122:B WON", "4x6 max-guesses=0", "1122:B 1344:W race=knuth", "x"),
    *("4x6 max-guesses=3 max-guesses=4", "4x6 1122:BBBB secret=1122 max-guesses=6"),
    # A winning row contradicts another; no time; a time that no calendar has; no strategy.
    *("4x6 1122:BB 3632:BBBB", "4x6 started=now", "4x6 started=2026-02-30T12:00:00Z", "4x6 1122:B race="),
)


def test_games_in_a_line(player: Player) -> None:
    for text in GAMES:
        got = player.read(
            "core/game-line.js", "parseGame", "module.gameName(read)", text, page_rules(Rules(4, 6))
        )
        try:
            wanted = game_name(parse_game(text))
        except PegwiseError:
            wanted = "wrong"
        assert got == wanted, text


def test_links_to_codes(player: Player) -> None:
    for name in ("4x6", "4x10-distinct", "3x20", "4x6-blanks"):
        rules = parse_rules(name)
        secret = list(random_secret(rules, seed=name))
        told = player.run(
            "core/share.js",
            """({ seal, unseal }, [rules, secret]) => {
              const link = seal(rules, secret, 7);
              return [unseal(link), unseal(link.slice(0, -2)), unseal("x")];
            }""",
            [page_rules(rules), secret],
        )
        assert told == [{"rules": page_rules(rules), "secret": secret, "allowed": 7, "rows": []}, None, None]


def test_a_code_read_by_both(player: Player) -> None:
    """Secrets drawn by the page are codes of the rules, and all colors occur."""
    rules = parse_rules("4x6-distinct")
    codes = player.run(
        "core/share.js",
        "({ randomSecret }, rules) => Array.from({ length: 200 }, () => randomSecret(rules))",
        page_rules(rules),
    )
    assert all(parse_code("".join(map(str, code)), rules) for code in codes)
    assert {color for code in codes for color in code} == set(range(1, 7))
