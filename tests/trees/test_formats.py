"""Trees as JSON, DOT and indented text."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegwise.errors import FileFormatError, LimitError
from pegwise.position import Position
from pegwise.trees.build import build_tree
from pegwise.trees.formats import dot, from_json, indented, to_json

KINDS = ["3x4", "2x5", "3x4-distinct", "3x3-black", "2x12", "1x5"]
NAMES = ["knuth", "entropy", "most-parts", "first-consistent"]


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(KINDS), st.sampled_from(NAMES))
def test_json_reads_back(kind: str, name: str) -> None:
    tree = build_tree(kind, strategy=name)
    assert from_json(to_json(tree)) == tree


def test_the_tree_of_mastermind_reads_back_from_json() -> None:
    tree = build_tree("4x6", strategy="knuth")
    read = from_json(to_json(tree))
    assert read == tree
    assert (read.total, read.worst) == (5801, 5)


def test_a_tree_from_a_position_reads_back_with_its_history() -> None:
    tree = build_tree(Position("4x6", "1122:B 1344:W"), strategy="knuth")
    assert from_json(to_json(tree)) == tree


def test_what_the_json_says_about_the_tree() -> None:
    data = json.loads(to_json(build_tree("2x3", strategy="knuth")))
    assert data["format"] == "pegwise tree"
    assert data["version"] == 2
    assert (data["strategy"], data["rules"], data["first_guess"]) == ("knuth", "2x3", "11")
    assert (data["total"], data["average"], data["worst"], data["distribution"]) == (
        24,
        24 / 9,
        4,
        [1, 2, 5, 1],
    )
    assert len(data["checksum"]) == 64
    assert data["tree"]["guess"] == "11"
    assert data["tree"]["candidates"] == 9
    assert set(data["tree"]["children"]) == {"-", "B"}


def test_the_parameters_of_a_strategy_travel_with_its_tree() -> None:
    # DESIGN, Contracts: files carry the version, the rules, the parameters and a checksum.
    assert '"seed": 12345' in to_json(build_tree("2x3", strategy="random-consistent", seed=12345))


def refused(text: str) -> str:
    """What is said about a file that is no tree; always one line."""
    with pytest.raises(FileFormatError) as caught:
        from_json(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "[]", "7", '"tree"', "{}", '{"format": "other"}', "1122:B", "\x00\x01", "[" * 100_000],
)
def test_foreign_text_is_refused(text: str) -> None:
    assert refused(text).startswith("not a tree: ")


def test_another_version_is_refused_and_named() -> None:
    text = to_json(build_tree("2x3", strategy="knuth")).replace('"version": 2', '"version": 3')
    assert refused(text) == "a tree of version 3; this program reads version 2"


@pytest.mark.parametrize("key", ["format", "version", "rules", "history", "checksum", "tree", "strategy"])
@pytest.mark.parametrize("value", [None, 5, [], {}, "nonsense"])
def test_a_field_missing_or_wrong_is_refused(key: str, value: object) -> None:
    data = json.loads(to_json(build_tree("2x3", strategy="knuth")))
    data[key] = value
    if (key, value) not in [("strategy", "nonsense"), ("history", []), ("history", {})]:
        refused(json.dumps(data))
    del data[key]
    refused(json.dumps(data))


def test_a_truncated_file_is_refused_wherever_it_is_cut() -> None:
    text = to_json(build_tree("2x3", strategy="knuth"))
    for end in range(len(text)):
        refused(text[:end])


def test_any_changed_character_is_refused_or_changes_nothing() -> None:
    tree = build_tree("2x3", strategy="knuth")
    text, passed = to_json(tree), []
    for place, character in enumerate(text):
        for other in "1a":
            if other == character:
                continue
            try:
                read = from_json(text[:place] + other + text[place + 1 :])
            except FileFormatError:
                continue
            if read != tree:
                passed.append(f"{text[max(0, place - 20) : place]}[{other}]{text[place + 1 : place + 5]}")
    assert passed == []


def sealed(data: dict[str, Any]) -> str:
    """The file with a checksum that fits whatever it says: over everything but the checksum itself."""
    said = {key: value for key, value in data.items() if key != "checksum"}
    canonical = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return json.dumps({**said, "checksum": hashlib.sha256(canonical.encode()).hexdigest()})


def test_the_checksum_is_over_everything_else() -> None:
    text = to_json(build_tree("2x3", strategy="knuth"))
    assert json.loads(sealed(json.loads(text))) == json.loads(text)


def test_a_tree_that_does_not_fit_its_candidates_is_refused_even_with_a_fitting_checksum() -> None:
    data = json.loads(to_json(build_tree("2x3", strategy="knuth")))
    data["tree"]["children"]["B"]["candidates"] = 5
    assert refused(sealed(data)) == "the tree does not fit its candidates after 11:B"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rules", "2x4"),
        ("rules", "spam"),
        ("rules", 7),
        ("history", "11:B"),
        ("history", "spam"),
        ("history", 7),
        ("total", 23),
        ("worst", 3),
        ("distribution", [1, 2, 4, 2]),
        ("first_guess", "12"),
        ("strategy", 7),
        ("options", 7),
        ("tree", []),
        ("tree", {}),
        ("tree", {"guess": 11, "candidates": 9, "children": {}}),
        ("tree", {"guess": "11", "candidates": 9, "children": []}),
        ("tree", {"guess": "11", "candidates": 9, "children": {"B": 1, "-": None}}),
        ("tree", {"guess": "14", "candidates": 9, "children": {}}),
    ],
)
def test_a_wrong_field_is_refused_even_with_a_fitting_checksum(key: str, value: object) -> None:
    data = json.loads(to_json(build_tree("2x3", strategy="knuth")))
    data[key] = value
    refused(sealed(data))


def test_a_changed_tree_is_told_by_its_checksum() -> None:
    text = to_json(build_tree("2x3", strategy="knuth"))
    assert refused(text.replace('"candidates": 4', '"candidates": 5')) == (
        "the tree does not match its checksum: the file was changed or truncated"
    )


# Text for people and for Graphviz


def test_a_tiny_game_as_indented_text() -> None:
    assert indented(build_tree("2x2", strategy="knuth")) == "\n".join(
        [
            "4 codes: 11",
            "  -  1 code: 22",
            "  B  2 codes: 12",
            "    WW  1 code: 21",
        ]
    )


def test_a_tiny_game_as_dot() -> None:
    assert dot(build_tree("2x2", strategy="knuth")) == "\n".join(
        [
            'digraph "knuth 2x2" {',
            "  node [shape=box, fontname=monospace];",
            '  n0 [label="11\\n4"];',
            '  n1 [label="22\\n1"];',
            '  n0 -> n1 [label="-"];',
            '  n2 [label="12\\n2"];',
            '  n0 -> n2 [label="B"];',
            '  n3 [label="21\\n1"];',
            '  n2 -> n3 [label="WW"];',
            "}",
        ]
    )


def test_every_node_is_drawn_once() -> None:
    tree = build_tree("3x4", strategy="entropy")
    nodes = sum(1 for _ in tree.walk())
    assert len(indented(tree).splitlines()) == nodes
    assert dot(tree).count("[label=") == 2 * nodes - 1


def test_a_tree_of_300_guesses_is_drawn_but_not_written_as_json() -> None:
    tree = build_tree("1x300", strategy="first-consistent")
    assert len(indented(tree).splitlines()) == 300
    assert dot(tree).count(" -> ") == 299
    with pytest.raises(LimitError, match="the tree is 300 guesses deep; this format holds at most 200"):
        to_json(tree)
