"""What a worker does with each question, without a worker: what is asked reaches the library, in its time."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

import pegwise
from pegwise import LimitError, Position, Rules, advise, hint, make, puzzle
from pegwise.errors import CodeError, FeedbackError, NotationError
from pegwise.limit import Limit, LimitReached, limited
from pegwise.rules import Code
from pegwise.strategies import names
from pegwise.strategies.registry import find
from pegwise.web.limits.request_guard import CLIENT
from pegwise.web.limits.settings import Settings
from pegwise.web.questions import answer, strategies
from pegwise.web.questions.request_reader import rest
from pegwise.web.routes.questions import ask

LIMIT = Limit(seconds=10)
HISTORY = "1122:B 1344:W"
HERE = Position("4x6", HISTORY)


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time does not go on, and no tree is kept from an earlier test."""
    monkeypatch.setattr("pegwise.limit.clock", lambda: 0.0)
    monkeypatch.setattr(strategies, "_kept", {})


pytestmark = pytest.mark.usefixtures("still")


def told(question: str, within: Limit = LIMIT, **asked: Any) -> Any:
    return answer(question, {"rules": "4x6", "history": "", **asked}, within)


def test_a_hint_is_that_of_the_strategy_and_its_options() -> None:
    assert told("hint", history=HISTORY) == hint(HERE).to_dict()
    assert told("hint", history=HISTORY, strategy="entropy", alternatives=1) == (
        hint(HERE, strategy="entropy", alternatives=1).to_dict()
    )
    among = told("hint", history=HISTORY, strategy="knuth", candidates_only=True)
    assert (
        among
        == hint(HERE, strategy="knuth", candidates_only=True).to_dict()
        != hint(HERE, strategy="knuth").to_dict()
    )
    drawn = told("hint", history=HISTORY, strategy="random-consistent", seed=5)
    assert drawn == hint(HERE, strategy=make("random-consistent", seed=5)).to_dict()


def test_advice_is_that_of_the_strategy_too() -> None:
    first, other = (told("hint", history=HISTORY, step=4, strategy=name) for name in ("knuth", "most-parts"))
    assert first == advise(HERE, step=4, strategy="knuth").to_dict()
    assert other == advise(HERE, step=4, strategy="most-parts").to_dict() != first
    own = told("hint", history=HISTORY, guess="3535")
    assert own == advise(HERE, own_guess="3535", step=5).to_dict()


def test_a_page_of_codes_and_guesses_side_by_side() -> None:
    page = told("candidates", history=HISTORY, limit=3, offset=2)
    assert page["codes"] == [str(code) for code in list(HERE)[2:5]]
    beside = told("partition", history=HISTORY, guesses=["1344", "2345"])
    assert [each["guess"] for each in beside["partitions"]] == ["1344", "2345"]
    assert beside["partitions"][1] == HERE.partition("2345").to_dict()


def test_the_answer_to_a_puzzle_may_have_empty_holes() -> None:
    found = puzzle(Rules(3, 4), seed=7)
    asked: dict[str, Any] = {"rules": "3x3-blanks", "seed": 7}
    for code in (found.secret, Code((4, 4, 4))):
        text = str(code).replace("4", ".")
        assert told("puzzle", **asked, answer=text)["answer"] == {**found.judged(code), "code": text}
    assert "answer" not in told("puzzle", **asked)


def test_a_puzzle_that_takes_too_long_is_refused_with_its_estimate() -> None:
    with pytest.raises(LimitError, match="^going through the 16777216 codes of 8x8 would take ") as refused:
        told("puzzle", Limit(seconds=0.01), rules="8x8", seed=1, candidates=7)
    assert refused.value.cost is not None


def test_a_tree_is_that_of_its_seed() -> None:
    whole = pegwise.build_tree("3x4", strategy="random-consistent", seed=5)
    root = told("tree", rules="3x4", strategy="random-consistent", seed=5)
    assert (root["guess"], root["total"]) == (str(whole.first_guess), whole.total)
    strategies._kept.clear()
    answered, node = next(
        (answered, node) for answered, node in whole.root.children.items() if node.count > 3
    )
    below = told(
        "tree", rules="3x4", strategy="random-consistent", seed=5, history=f"{whole.first_guess}:{answered}"
    )
    assert (below["start"], below["guess"], below["candidates"]) == ("", str(node.guess), node.count)


def test_a_tree_that_does_not_grow_in_time_is_refused_with_its_estimate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(*_: object, **__: object) -> None:
        raise LimitReached("too long")

    monkeypatch.setattr(strategies, "build_tree", late)
    with pytest.raises(LimitError, match="^the tree of knuth would take .*, more than the limit$") as refused:
        told("tree", strategy="knuth")
    assert refused.value.cost is not None


def test_each_strategy_has_its_share_of_what_the_quicker_ones_left(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []

    def compare(rules: Rules, *, strategies: list[str], games: int, seed: int, limit: Limit) -> list[Any]:
        names = strategies
        asked.append((*names, rules, games, seed, limit))
        return [SimpleNamespace(to_dict=lambda: {"strategy": names[0], "average": 4.5})]

    costs = {"knuth": 2.0, "entropy": 3.0, "counter": 1.0}
    monkeypatch.setattr(strategies, "_cost", lambda name, rules: costs[name])
    monkeypatch.setattr("pegwise.analysis.compare.compare", compare)
    found = told("compare", strategies=list(costs), games=7, seed=3)
    assert [row["strategy"] for row in found] == list(costs)
    assert [row[:4] for row in asked] == [
        (name, Rules(4, 6), 7, 3) for name in ("counter", "knuth", "entropy")
    ]
    assert [row[4].seconds for row in asked] == pytest.approx([8 / 3, 8 / 2, 8])


@pytest.mark.parametrize(
    ("rules", "played"),
    [
        ("12x12", {"counter", "first-consistent", "large", "random-consistent"}),
        ("3x3", {name for name in names() if not (find(name).searches or find(name).samples)}),
    ],
)
def test_where_none_is_named_those_are_compared_that_play_the_rules(
    rules: str, played: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = SimpleNamespace(to_dict=lambda: {"average": 4.5})
    asked: set[str] = set()

    def compare(_: Rules, *, strategies: list[str], **__: Any) -> list[Any]:
        asked.update(strategies)
        return [row]

    monkeypatch.setattr("pegwise.analysis.compare.compare", compare)
    told("compare", rules=rules, strategies=[])
    assert asked == played


def test_those_that_are_late_are_left_out_unless_all_are(monkeypatch: pytest.MonkeyPatch) -> None:
    late = {"knuth"}

    def compare(_: Rules, *, strategies: list[str], **__: Any) -> list[Any]:
        name = strategies[0]
        average = None if name in late else 4.5
        return [SimpleNamespace(to_dict=lambda: {"strategy": name, "average": average})]

    def compared(named: list[str]) -> list[str]:
        return [row["strategy"] for row in told("compare", rules="3x3", strategies=named)]

    monkeypatch.setattr("pegwise.analysis.compare.compare", compare)
    found = compared([])
    assert "entropy" in found
    assert "knuth" not in found
    assert compared(["entropy", "knuth"]) == ["entropy", "knuth"]
    late |= set(found)
    assert set(compared([])) == late


def test_a_puzzle_is_that_of_its_level_and_its_rows() -> None:
    for level, number in (("easy", None), ("medium", None), (None, 4), (None, 5)):
        asked = told("puzzle", seed=3, level=level, rows=number)
        assert asked == puzzle("4x6", seed=3, difficulty=level, rows=number).to_dict()


def test_work_that_knows_its_limit_leaves_a_fifth_of_the_time() -> None:
    with limited(Limit(seconds=10, pairs=5)):
        assert rest(Limit(seconds=99, pairs=5)) == Limit(seconds=8, pairs=5)
        assert rest(LIMIT, 0.5).seconds == 4
    assert rest(LIMIT) == LIMIT


def test_a_worker_is_asked_with_the_time_that_is_allowed() -> None:
    asked: list[tuple[Any, ...]] = []

    async def run(question: str, arguments: dict[str, Any], **options: Any) -> str:
        asked.append((question, arguments, options))
        return "answered"

    state = SimpleNamespace(settings=Settings(seconds=2, most_seconds=7), workers=SimpleNamespace(run=run))
    scope = {CLIENT: "203.0.113.7"}
    request: Any = SimpleNamespace(app=SimpleNamespace(state=state), headers={}, scope=scope)
    for seconds, allowed in ((None, 2), (5.0, 5)):
        asyncio.run(ask(request, "hint", {"rules": "6x9", "seconds": seconds}))
        assert asked.pop() == (
            "hint",
            {"rules": "6x9", "seconds": seconds},
            {"seconds": allowed, "client": "203.0.113.7", "report": None},
        )
    with pytest.raises(LimitError):
        asyncio.run(ask(request, "hint", {"rules": "6x9", "seconds": 8.0}))


def test_an_error_says_in_which_row_it_is() -> None:
    with pytest.raises(CodeError, match="^row 2: "):
        told("hint", history="1122:B 1377:W")
    with pytest.raises(FeedbackError, match="^row 1: "):
        told("hint", history="1122:BBBW")
    with pytest.raises(NotationError, match="^row 2: '1344': expected GUESS:FEEDBACK"):
        told("hint", history="1122:B 1344")
