"""Walking through a strategy's tree, a node at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import pegwise
from pegwise.trees.figure import figure
from tests.cli_runner import run_json

if TYPE_CHECKING:
    from tests.web.conftest import Api


def test_the_root_is_the_whole_strategy(api: Api) -> None:
    told = api.answer("/tree", rules="4x6", strategy="knuth", figure=True)
    assert told["tree"] == run_json("tree", "-s", "knuth")
    assert (told["guess"], told["candidates"], told["total"], told["worst"]) == ("1122", 1296, 5801, 5)
    assert told["figure"]["whole"] == figure(pegwise.build_tree(strategy="knuth"))
    assert sum(each["size"] for each in told["classes"]) == 1296
    assert sum(each["total"] for each in told["classes"]) == 5801


def test_every_node_of_a_tree_is_met_by_walking(api: Api) -> None:
    """The walk meets each secret once, and the figures of a node are those of its classes together."""
    won: dict[int, int] = {}
    left: list[str] = [""]
    while left:
        told = api.answer("/tree", rules="3x4", strategy="entropy", history=left.pop())
        classes: list[dict[str, Any]] = told["classes"]
        assert told["start"] == ""
        assert told["candidates"] == sum(each["size"] for each in classes)
        assert told["total"] == sum(each["total"] for each in classes)
        assert told["worst"] == max(each["worst"] for each in classes)
        for each in classes:
            row = f"{told['guess']}:{each['feedback']}"
            if each["guess"] is None:
                depth = len(told["history"].split()) + 1
                assert (each["size"], each["total"]) == (1, depth)
                won[depth] = won.get(depth, 0) + 1
            else:
                left.append(f"{told['history']} {row}".strip())
    assert [won[depth] for depth in sorted(won)] == list(
        pegwise.build_tree("3x4", strategy="entropy").distribution
    )


def test_a_node_has_the_figures_that_the_terminal_gives_from_there(api: Api) -> None:
    told = api.answer("/tree", history="1122:B 1344:W")
    whole = run_json("tree", "1122:B", "1344:W")
    assert {key: told[key] for key in ("total", "average", "worst", "distribution")} == {
        key: whole[key] for key in ("total", "average", "worst", "distribution")
    }


def test_its_place_in_the_figure(api: Api) -> None:
    first = api.answer("/tree", history="1122:BWW")["figure"]
    whole = figure(pegwise.build_tree(strategy="knuth"))
    assert first["place"] in whole
    letter = first["place"].lstrip("0123456789")
    assert f"{letter} = {first['text'].lstrip('0123456789')}" in whole
    below = api.answer("/tree", history="1122:BWW 1213:BBW")["figure"]
    assert below["line"] == letter


def test_the_optimal_tree_is_walked_too(api: Api) -> None:
    told = api.answer("/tree", strategy="optimal")
    assert (told["tree"]["total"], told["known"]) == (5625, "exact")
    biggest = max(told["classes"], key=lambda each: each["size"])
    below = api.answer("/tree", strategy="optimal", history=f"{told['guess']}:{biggest['feedback']}")
    assert (below["start"], below["total"], below["guess"]) == ("", biggest["total"], biggest["guess"])


def test_a_history_that_is_not_the_strategys_has_a_tree_of_its_own(api: Api) -> None:
    told = api.answer("/tree", strategy="knuth", history="1234:BW")
    assert told["start"] == "1234:BW"
    assert told["tree"] == run_json("tree", "1234:BW")


def test_a_large_game_is_entered_where_few_codes_are_left(api: Api) -> None:
    problem = api.problem("/tree", rules="6x9")
    assert problem["type"] == "/api/v1/problems/limit"
    assert problem["estimate"]["seconds"] > 2
    told = api.answer("/tree", rules="6x9", history="112233:- 445566:- 777788:BW 787878:BBW")
    assert told["start"] == told["history"]


@pytest.mark.parametrize("history", ["1122:BBBB", "1122:B 1344:BBBB"])
def test_after_the_win_there_is_nothing(api: Api, history: str) -> None:
    told = api.answer("/tree", history=history)
    assert told["candidates"] == 1
