"""Reviews of games: figures, sentences as exact text, and what each kind of guess is told."""

from __future__ import annotations

import io
import json
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

import pegwise
from pegwise import Code, ContradictionError, Game, Limit, Position, Rules, parse_game, review
from pegwise.analysis.contradicted_row import contradicted_row
from pegwise.analysis.regret import appraise
from pegwise.cli.review import print_review
from pegwise.limit import seconds_left
from pegwise.progress import watch
from tests import oracle
from tests.helpers import game_of, up_at

if TYPE_CHECKING:
    from pegwise.analysis.worth import Worth

KNUTH = "1122:B 1344:W 3526:BWW 1462:BW 3632"
"""The worked example of Knuth's paper (1977, p. 3)."""
KEYS = [
    *(
        "guess",
        "feedback",
        "candidates_before",
        "candidates_after",
        "consistent",
        "contradicts",
        "worst",
        "expected_size",
        "bits",
    ),
    *("most_bits", "classes", "classes_known", "rank", "best", "best_classes", "best_consistent"),
    *("regret", "known", "luck", "chance", "verdict", "text"),
]


def test_the_figures_of_knuths_game() -> None:
    found = review(KNUTH)
    assert [(move.candidates_before.value, move.candidates_after.value) for move in found.moves] == [
        *((1296, 256), (256, 44), (44, 7), (7, 1), (1, 1))
    ]
    # 5702, 5625, ...: totals of the positions with these guesses first and with the best, by their codes.
    lost = [(5702 - 5625) / 1296, (1159 - 1154) / 256, (209 - 206) / 44, 0.0, 0.0]
    assert [move.regret for move in found.moves] == pytest.approx(lost)
    assert [move.rank for move in found.moves] == [3, 2, 7, 1, 1]
    assert [str(move.best.guess) for move in found.moves if move.best] == [
        *("1123", "1334", "3525", "1462", "3632")
    ]
    assert found.known == "exact"
    assert found.expected is not None
    assert found.luck is not None
    assert found.expected + found.regret - found.luck == pytest.approx(5)
    assert found.worst is found.moves[2]


def test_the_best_guess_named_is_the_first_of_equals() -> None:
    """Of the guesses that no other is better than: candidates first, the lowest first."""
    equals = 0
    for move in review("4x6 1122:B 1344:W 1111:B 1352:W").moves:
        assert move.worth.rank is not None
        assert move.best is not None
        if move.worth.rank.better:
            assert move.best.guess == move.worth.rank.best[0]
            equals += len(move.worth.rank.best) > 1
        else:
            assert move.best.guess == move.row.guess
    assert equals


def test_a_guess_that_cannot_win_is_best_where_none_is_better() -> None:
    """1462, which Knuth calls a brilliant stroke: it tells all seven codes apart and is none of them."""
    move = review(KNUTH).moves[3]
    assert (move.verdict, move.regret, move.rank, move.consistent) == ("best", 0.0, 1, False)
    assert move.text == (
        "It could not be the secret: otherwise row 1 (1122) would have feedback BB, not B. "
        "Still, no guess is better: each of the 7 possible codes gives different feedback, so the next guess "
        "wins; 3632 could win at once, but takes as many turns on average. "
        "This guess gives 2.81 bits of information on average; the most a guess can give is 2.81."
    )


def test_the_json_has_the_keys_that_are_promised() -> None:
    told = review(KNUTH).to_dict()
    assert list(told) == ["rules", "secret", "accuracy", "regret", "lesson", "moves"]
    assert (told["rules"], told["secret"]) == ("4x6", "3632")
    assert all(list(move) == KEYS for move in told["moves"])
    assert told["regret"] == pytest.approx(sum(move["regret"] for move in told["moves"]), abs=1e-5)
    assert [move["contradicts"] for move in told["moves"]] == [None, None, None, 1, None]
    assert told["lesson"].startswith("The guess to learn from is row 3, 3526: ")
    assert told["moves"][2]["classes"]["BWW"] == told["moves"][2]["candidates_after"]
    assert {sum(move["best_classes"].values()) - move["candidates_before"] for move in told["moves"]} == {0}
    assert json.loads(json.dumps(told)) == told


def test_figures_have_six_digits_in_plain_values() -> None:
    found = review("1122:B 1344:W")
    told = found.to_dict()
    for move, plain in zip(found.moves, told["moves"], strict=True):
        assert move.luck is not None
        assert plain["regret"] == round(move.regret, 6) != round(move.regret, 5)
        assert plain["luck"] == round(move.luck, 6) != round(move.luck, 5)
        assert plain["expected_size"] == round(move.partition.expected_size, 6)
        assert plain["bits"] == round(move.partition.bits, 6)
    assert told["regret"] == round(found.regret, 6)


def test_progress_is_told_guess_by_guess() -> None:
    seen: list[tuple[str, int, int]] = []
    with watch(lambda what, done, total: seen.append((what, done, total))):
        review("3x4 112:B 134:-")
    assert [told for told in seen if told[0] == "guesses reviewed"] == [
        ("guesses reviewed", 0, 2),
        ("guesses reviewed", 1, 2),
    ]


def test_each_guess_has_its_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search has eight tenths: the last of three guesses a third of that, and so on."""
    left: list[float | None] = []

    def told(position: Position, guess: Code, *, memory: int | None = None) -> Worth:
        left.append(seconds_left())
        return appraise(position, guess, memory=memory)

    monkeypatch.setattr("pegwise.limit.clock", lambda: 0.0)
    monkeypatch.setattr(import_module("pegwise.analysis.review"), "appraise", told)
    review("3x4 112:B 134:B 233:BB", limit=Limit(seconds=30))
    assert left == pytest.approx([8, 12, 24])


def test_the_plot_of_a_review_has_its_figures() -> None:
    found = review("3x4-blanks 1.2:B 112:B")
    above, below = pegwise.plot_review(found).figure.axes
    left, expected = above.get_lines()
    assert list(left.get_ydata()) == [125, *(move.candidates_after.value for move in found.moves)]  # type: ignore[arg-type]
    assert list(expected.get_ydata()) == pytest.approx([move.expected_after for move in found.moves])  # type: ignore[arg-type]
    assert [label.get_text() for label in below.get_xticklabels()] == ["start", "1.2", "112"]
    assert [text.get_text() for text in below.texts] == [f"{move.regret:.3f}" for move in found.moves]


def shown(line: str, width: int = 80, seconds: float | None = None) -> str:
    """A review as it is printed at this width."""
    found = review(line, limit=None if seconds is None else Limit(seconds=seconds))
    out = io.StringIO()
    print_review(found, Console(file=out, width=width, markup=False, highlight=False))
    return out.getvalue()


def test_the_text_of_a_review_80_columns_wide(capsys: pytest.CaptureFixture[str]) -> None:
    said = shown("1122:B 1122:B 3456:WW 1355:- resigned")
    assert capsys.readouterr().out.splitlines() == TABLE
    assert said.splitlines() == SENTENCES


TABLE = [
    "guess  feedback  before  average  after   rank  regret   luck",
    "1122   B           1296    204.5    256    3/5   0.059  -0.11  good",
    "1122*  B            256    256.0    256  38/39   1.000   0.00  blunder",
    "3456*  WW           256     44.2     60  22/39   0.207  -0.14  inaccuracy",
    "1355*  -             60      7.4      5  2/201   0.017  +0.07  good",
]
SENTENCES = [
    "* could not be the secret",
    "",
    " 1  1122, good. 1123 takes 0.059 turns fewer on average: it splits the possible",
    "    codes into 14 classes rather than 13. This guess gives 2.89 bits of",
    "    information on average; the most a guess can give is 3.06. The feedback was",
    "    unlucky by 0.11 turns: 20% of the possible codes give worse feedback.",
    " 2  1122, blunder. It could not be the secret: otherwise row 1 (1122) would have",
    "    feedback BBBB, not B. Every possible code gives the same feedback, so the",
    "    guess tells nothing and loses a whole turn. This guess gives 0.00 bits of",
    "    information on average; the most a guess can give is 3.26.",
    " 3  3456, inaccuracy. It could not be the secret: otherwise row 1 (1122) would",
    "    have feedback -, not B. 1334 takes 0.207 turns fewer on average: it could be",
    "    the secret. This guess gives 2.74 bits of information on average; the most a",
    "    guess can give is 3.26. The feedback was unlucky by 0.14 turns: 23% of the",
    "    possible codes give worse feedback.",
    " 4  1355, good. It could not be the secret: otherwise row 3 (3456) would have",
    "    feedback BW, not WW. 1544 takes 0.017 turns fewer on average: it could be",
    "    the secret. This guess gives 3.22 bits of information on average; the most a",
    "    guess can give is 3.27.",
    "",
    "Accuracy 41.1 %: 1.283 turns lost against best play.",
    "The guess to learn from is row 2, 1122: its feedback was certain beforehand, so",
    "it ruled out none of the 256 possible codes.",
]


def test_a_narrow_review_leaves_figures_out(capsys: pytest.CaptureFixture[str]) -> None:
    said = shown(KNUTH, width=40)
    table = capsys.readouterr().out.splitlines()
    assert table[0] == "guess  feedback  after  regret"
    assert max(map(len, [*table, *said.splitlines()])) <= 40


def test_the_row_contradicted_is_the_first_that_the_oracle_finds() -> None:
    position = Position("3x4", "123:W 244:BW 311:-")
    game = game_of(position.rules)
    for guess in Position("3x4"):
        broken = contradicted_row(position, guess)
        wrong = [
            number
            for number, (made, told) in enumerate(position.history, 1)
            if oracle.feedback(game, guess, made) != told
        ]
        assert (None if broken is None else broken.number) == (wrong[0] if wrong else None)
        if broken is not None:
            assert broken.own_feedback == oracle.feedback(game, guess, broken.row.guess)


def test_a_game_whose_secret_is_left_out_is_reviewed_all_the_same() -> None:
    known, hidden = parse_game(KNUTH), parse_game(KNUTH).without_secret()
    assert review(hidden).moves == review(known).moves[:-1]
    assert review(hidden).to_dict()["secret"] is None


def test_games_of_other_kinds() -> None:
    blanks = review("4x6-blanks 1..2:B 3344:-").to_dict()
    assert blanks["rules"] == "4x6-blanks"
    assert blanks["moves"][0]["guess"] == "1..2"
    assert "(1..2)" in blanks["moves"][1]["text"]
    played = Game(Rules(3, 4), "123")
    played.guess("112")
    assert review(played).to_dict()["secret"] is None  # the game goes on
    played.guess("123")
    assert review(played).to_dict()["secret"] == "123"
    empty = review("4x6")
    assert (empty.moves, empty.accuracy, empty.regret, empty.lesson, empty.worst) == ((), None, 0.0, "", None)
    perfect = review("3x4 112:B 134:-")
    assert perfect.moves[0].verdict == "best"


def test_rows_that_contradict_each_other_are_no_game() -> None:
    with pytest.raises(ContradictionError, match="rows 1 .* and 2 .* cannot all be true"):
        review("1122:BBB 3344:BBB")


@pytest.mark.parametrize(
    "line", ["5x8 11223:BW 45678:W", "12x12 1-1-1-1-1-1-2-2-2-2-2-2:BBWW", "30x30-black"]
)
def test_what_is_not_settled_is_open_and_says_so(line: str) -> None:
    found = review(line, limit=Limit(seconds=2))
    for move in found.moves:
        assert (move.known, move.luck, move.rank) == ("lower", None, None)
        assert move.verdict == "open"
        assert "There are too many possible codes" in move.text
    assert found.accuracy is None
    assert found.regret == 0.0


@pytest.mark.exhaustive
def test_a_position_late_in_a_large_game_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last row comes first, and the time is up when it is done."""
    up_at(monkeypatch, import_module("pegwise.analysis.review"), "appraise", 2)
    found = review("5x7 11223:BW 11456:BW 73127:WW 25471:BW", limit=Limit(seconds=4))
    assert [move.known for move in found.moves][-1] == "exact"
    assert found.known == "lower"
    assert found.accuracy is not None
    out = io.StringIO()
    print_review(found, Console(file=out, width=80))
    assert "Accuracy at most" in out.getvalue()


def test_information_is_the_share_of_the_most_there_was() -> None:
    first, second = review("1122:B 1122:B").moves
    assert first.information == pytest.approx(2.885 / 3.057, abs=1e-3)
    assert second.information == 0.0
    assert "loses a whole turn" in second.text
    assert (second.verdict, second.regret) == ("blunder", 1.0)


def test_luck_is_told_with_its_chance() -> None:
    (move,) = review("1122:BBB").moves
    assert move.luck is not None
    assert move.luck > 0.5
    assert move.chance is not None
    assert f"{move.chance:.0%} of the possible codes give feedback at least as good" in move.text
    worst = review("1122:B 1344:W 3526:BWW").moves[2]
    assert worst.chance == 1.0
    assert "no possible code gives worse feedback" in worst.text
