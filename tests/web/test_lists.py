"""Questions about lists of a game of one's own."""

from __future__ import annotations

from typing import Any

import pytest

from pegwise.errors import LimitError, PegwiseError
from pegwise.limit import Limit
from pegwise.web.limits.request_guard import largest_body
from pegwise.web.limits.rules_bounds import check_bounds
from pegwise.web.limits.settings import Settings
from pegwise.web.questions import answer
from pegwise.web.schemas.requests import HintAsked

SECRETS = ["cigar", "abide", "speed", "erase", "crane", "slate"]
LISTS = {
    "name": "Small words",
    "secrets": SECRETS,
    "guesses": None,
    "weights": None,
    "feedback": "marks",
    "symbols": None,
}


def asked(question: str, **more: Any) -> Any:
    """An answer about these lists."""
    return answer(question, {"lists": LISTS, **more}, Limit(seconds=10))


def test_every_question_about_a_position_takes_lists() -> None:
    assert asked("candidates", history="speed:..Y.Y")["codes"] == ["abide"]
    assert asked("hint", history="")["rules"] == "Small-words"
    assert asked("partition", guesses=["crane"])["partitions"][0]["class_count"] == 6
    assert (
        asked("review", rows=[{"guess": "speed", "feedback": "..Y.Y"}], secret="abide")["secret"] == "abide"
    )
    assert asked("compare", strategies=["knuth"])[0]["total"] == 11
    assert asked("tree", strategy="entropy")["total"] == 11
    assert asked("hint", history="", guess="erase", step=5)["check"]["consistent"]


def test_weights_and_guesses_are_taken() -> None:
    lists = {**LISTS, "weights": [5, 1, 1, 1, 1, 1], "guesses": [*SECRETS, "zebra"]}
    sizes = answer("partition", {"lists": lists, "guesses": ["zebra"]}, Limit(seconds=10))["partitions"][0]
    assert sum(sizes["classes"].values()) == 10
    assert not sizes["is_candidate"]


def test_bad_lists_are_one_line() -> None:
    with pytest.raises(PegwiseError, match="secret 7: .*4 pegs"):
        answer("hint", {"lists": {**LISTS, "secrets": [*SECRETS, "four"]}}, Limit(seconds=10))


def test_what_lists_may_cost_is_bounded() -> None:
    settings = Settings()
    check_bounds({"rules": "4x6", "lists": LISTS, "history": "speed:..Y.Y"}, settings)
    with pytest.raises(LimitError, match="at most 64"):
        check_bounds({"rules": "4x6", "lists": LISTS, "history": "speed:..Y.Y " * 65}, settings)
    with pytest.raises(LimitError, match="words of 101 letters"):
        check_bounds({"rules": "4x6", "lists": {**LISTS, "secrets": ["a" * 101]}, "history": ""}, settings)
    assert largest_body("/api/v1/hint", settings) == settings.lists > settings.body
    assert largest_body("/api/v1/games", settings) == settings.body


def test_the_schema_has_the_lists() -> None:
    found = HintAsked.model_validate({"lists": LISTS, "history": "speed:..Y.Y"})
    assert found.lists is not None
    assert found.lists.secrets == LISTS["secrets"]
