"""A player's figures, against counting by hand."""

from __future__ import annotations

import pytest

from pegwise import Adversary, Rules, make, parse_game, play_out, review, statistics
from pegwise.progress import watch

LINES = [
    "4x6 1122:B 1344:W 3526:BWW 3632",  # 4 guesses; knuth needs 5
    "4x6 1122 hints=3",  # 1 guess; knuth needs 1
    "4x6 1123:WW 2211:BB 2211:BB 2211:BB 2211:BB 2312:BB won",  # no secret: counted, not compared
    "4x6 1122:B max-guesses=1",
    "4x6 1122:B resigned",
    "4x6 1122:B",  # unfinished
    "3x4 123 codemaker=adversary",
    "4x6-blanks 1..2",
]


def test_figures() -> None:
    normal, adversary, blanks = statistics([parse_game(line) for line in LINES], strategies=["knuth"])
    assert (normal.rules, normal.adversary, normal.games) == ("4x6", False, 5)
    assert (normal.won, normal.lost, normal.resigned, normal.hints) == (3, 1, 1, 3)
    assert normal.distribution == (1, 0, 0, 1, 0, 0, 1)
    assert normal.average == (4 + 1 + 7) / 3
    (rival,) = normal.rivals
    assert (rival.average, rival.better, rival.equal, rival.worse) == (3.0, 1, 1, 0)
    rules = Rules(3, 4)
    needed = len(play_out(rules, Adversary(rules), strategy=make("knuth")).rows)
    assert (adversary.adversary, adversary.rivals[0].average) == (True, needed)
    assert blanks.rules == "4x6-blanks"


def test_the_average_regret_is_over_the_games_that_are_settled() -> None:
    games = [parse_game(line) for line in ("1122:B 1344:W 3526:BWW 3632", "1122:B 1122:B", "4x6 resigned")]
    (found,) = statistics(games[:2])
    assert found.reviewed == 0 + 1  # the second is unfinished
    lost = [game for line in LINES[:6] if (game := parse_game(line)).outcome != "unfinished"]
    (found,) = statistics(lost)
    each = [review(game).regret for game in lost]
    assert found.regret == pytest.approx(sum(each) / len(each))
    assert (found.reviewed, found.games) == (5, 5)
    assert found.to_dict()["regret"] == round(sum(each) / len(each), 6)
    (large,) = statistics([parse_game("30x30-black resigned " + "1-" * 29 + "1:B")])
    assert (large.regret, large.reviewed) == (None, 0)


def test_figures_in_plain_values() -> None:
    (found,) = statistics([parse_game(line) for line in LINES[:5]], strategies=["knuth"])
    assert found.regret is not None
    assert found.to_dict() == {
        "rules": "4x6",
        "adversary": False,
        "games": 5,
        "won": 3,
        "lost": 1,
        "resigned": 1,
        "hints": 3,
        "average": 4.0,
        "regret": round(found.regret, 6),
        "reviewed": 5,
        "distribution": [1, 0, 0, 1, 0, 0, 1],
        "strategies": [{"strategy": "knuth", "average": 3.0, "better": 1, "equal": 1, "worse": 0}],
    }


def test_progress_is_told_game_by_game() -> None:
    seen: list[tuple[str, int, int]] = []
    with watch(lambda what, done, total: seen.append((what, done, total))):
        statistics([parse_game(line) for line in LINES[:4]], strategies=["knuth"])
    for what, total in (("games of knuth", 2), ("games reviewed", 4)):
        assert [told for told in seen if told[0] == what] == [
            (what, done, total) for done in range(1, total + 1)
        ]


def test_nothing_and_games_not_won() -> None:
    assert statistics([]) == []
    (only,) = statistics([parse_game("1122:B resigned")], strategies=["knuth"])
    assert (only.average, only.distribution, only.rivals) == (None, (), ())
    assert only.to_dict()["games"] == 1


@pytest.mark.parametrize("name", ["knuth", "most-parts", "counter"])
def test_a_strategy_draws_with_itself(name: str) -> None:
    rules = Rules(3, 4)
    played = [play_out(rules, secret, strategy=make(name)) for secret in ("123", "441", "222")]
    records = [parse_game(f"3x4 {' '.join(map(str, game.rows))}") for game in played]
    (found,) = statistics(records, strategies=[name])
    assert (found.rivals[0].equal, found.rivals[0].average) == (3, found.average)


def test_a_game_against_the_adversary_is_compared_though_nobody_knows_its_secret() -> None:
    game = parse_game("3x4 112:W 234:BB codemaker=adversary won")
    assert game.secret is None
    (found,) = statistics([game], strategies=["knuth"])
    (rival,) = found.rivals
    rules = Rules(3, 4)
    assert rival.average == len(play_out(rules, Adversary(rules), strategy=make("knuth")).rows)
