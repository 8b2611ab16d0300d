"""Trees that the page grows, reads and writes are those of the library."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pegwise import build_tree, figure, node_summary, to_json
from pegwise.notation import parse_rules
from tests.web.page.test_engine import STRATEGIES
from tests.web.page.test_vectors import page_rows, page_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.position import Position
    from pegwise.trees import StrategyTree
    from tests.web.page.player import Player

SHOWN = (
    "guess",
    "is_candidate",
    "candidates",
    "total",
    "average",
    "worst",
    "start",
    "known",
    "classes",
    "figure",
)


def _positions(tree: StrategyTree) -> Iterator[Position]:
    """Some nodes of a tree: the root, the largest child, and so on."""
    position, node = tree.position, tree.root
    while True:
        yield position
        if not node.children:
            return
        told = max(node.children, key=lambda each: node.children[each].count)
        position, node = position.after(node.guess, told), node.children[told]


def _place(tree: StrategyTree, position: Position) -> dict[str, Any]:
    told = node_summary(tree, position.history).to_dict(whole=True)
    close = {
        "average": pytest.approx(told["average"]),
        "classes": [{**each, "average": pytest.approx(each["average"])} for each in told["classes"]],
    }
    return {key: {**told, "known": "exact", **close}[key] for key in SHOWN}


def test_trees_grown_by_the_page(player: Player) -> None:
    for name, strategies in (
        ("4x6", ("knuth", "entropy")),
        ("3x4", STRATEGIES),
        ("2x9", STRATEGIES),
        ("4x5-distinct", ("most-parts",)),
        ("3x6-black", ("expected-size",)),
        ("2x11", ("knuth",)),
    ):
        rules = parse_rules(name)
        for strategy in strategies:
            tree = build_tree(rules, strategy=strategy)
            for position in _positions(tree):
                got = player.run(
                    "core/trees.js",
                    "({ grownPlace }, given) => grownPlace(...given)",
                    [page_rules(rules), strategy, page_rows(position)],
                )
                assert got == _place(tree, position), (name, strategy, str(position))


def _opened(player: Any, text: str, rules: str) -> Any:
    return player.run(
        "core/trees.js",
        "({ openTree }, given) => openTree(...given)",
        ["own", text, page_rules(parse_rules(rules))],
    )


def test_trees_read_by_the_page(player: Player) -> None:
    for start, strategy in (
        ("4x6", "knuth"),
        ("4x6", "optimal"),
        ("4x6 1122:B", "entropy"),
        ("3x4-black", "most-parts"),
        ("2x11", "counter"),
        ("3x10", "first-consistent"),
    ):
        tree = build_tree(start, strategy=strategy)
        rules = tree.rules
        for text in (to_json(tree), *(() if tree.position.history else (figure(tree),))):
            found = _opened(player, text, str(rules))
            name = strategy if text.startswith("{") else "figure"
            rows = page_rows(tree.position)
            assert found == {"rules": page_rules(rules), "strategy": name, "rows": rows}
            for position in _positions(tree):
                got = player.run(
                    "core/trees.js",
                    "({ openedPlace }, rows) => openedPlace('own', rows)",
                    page_rows(position),
                )
                assert got == _place(tree, position), (start, strategy, str(position))


def test_files_that_are_no_trees(player: Player) -> None:
    """Each gets one line that says what is wrong, in words that exist in the strings."""
    tree = build_tree("3x4", strategy="knuth")
    data = json.loads(to_json(tree))
    drawn = figure(tree)
    (child, *_) = data["tree"]["children"]
    broken = json.loads(to_json(tree))
    broken["tree"]["children"].pop(child)
    texts = [
        *("", "{", "[]", "null", "hello", "{}", "{" * 100_000, "64", "64(", "64(123: 0", "6" * 13),
        json.dumps({**data, "version": 3}),
        json.dumps({**data, "total": 215}),
        json.dumps({**data, "rules": "3x5"}),
        json.dumps({**data, "rules": "9x9"}),
        json.dumps({**data, "tree": 5}),
        json.dumps({**data, "strategy": None}),
        json.dumps(broken),
        drawn.replace("64", "65", 1),
        drawn.replace(";1)", ";0)"),
        drawn + " 7",
        drawn + ",\nwhere\nZZ = (123)",
        drawn.replace("(", "(9", 1),
    ]
    for text in texts:
        found = _opened(player, text, "3x4")
        assert set(found) == {"key", "values"}, text[:80]
        said = player.run(
            "strings/strings.js", "({ t }, [key, values]) => t(key, values)", list(found.values())
        )
        assert "{" not in said
        assert "undefined" not in said
