"""One place in a tree: its figures, its answers, how the figure writes it."""

from __future__ import annotations

from itertools import pairwise

import pytest

import pegwise
from pegwise.errors import StrategyError
from pegwise.rules import Feedback
from pegwise.trees.figure import figure, written
from pegwise.trees.node_summary import node_summary


def test_figures_are_those_of_the_tree_from_there() -> None:
    tree = pegwise.build_tree("3x5", strategy="entropy")
    for feedback, node in tree.root.children.items():
        history = [*tree.position.history, pegwise.Row(tree.first_guess, feedback)]
        here = node_summary(tree, history).here
        own = pegwise.build_tree(pegwise.Position("3x5", history), strategy="entropy")
        assert here.root is node
        assert here.to_dict() == own.to_dict()


def test_every_situation_is_in_the_figure_where_it_says() -> None:
    """Read back with the notation's own rule: a line is the text before the next letter's."""
    tree = pegwise.build_tree(strategy="knuth")
    lines, letter = {"": ""}, ""
    for line in figure(tree).splitlines():
        head, equals, rest = line.partition(" = ")
        if equals:
            letter, line = head, rest
        if line != "where":
            lines[letter] = lines.get(letter, "") + line.strip()
    for feedback, node in tree.root.children.items():
        for below in ([feedback], *([feedback, answer] for answer in node.children)):
            found = written(tree, below)
            assert found.place in lines[found.line]
            letter = found.place.lstrip("0123456789")
            if letter.isalpha():
                assert lines[letter].startswith("(")
                assert "".join(found.text.split()) == "".join(
                    (found.place.removesuffix(letter) + lines[letter]).split()
                )
            else:
                assert found.text == found.place
    assert written(tree).text == written(tree).place
    assert figure(tree).startswith(written(tree).text)


def test_the_figure_counts_what_it_stands_for() -> None:
    tree = pegwise.build_tree(strategy="knuth")
    for feedback, node in tree.root.children.items():
        assert written(tree, [feedback]).place.startswith(str(node.count))


def test_the_win_is_the_last_class_and_ends_the_tree() -> None:
    tree = pegwise.build_tree("3x4", strategy="knuth")
    classes = node_summary(tree).classes()
    assert list(classes)[-1] == Feedback(3, 0)
    assert classes[Feedback(3, 0)] is None
    order = tree.rules.feedbacks
    assert all(order.index(one) < order.index(next_) for one, next_ in pairwise(classes))
    with pytest.raises(StrategyError, match="the tree ends there"):
        node_summary(tree, [pegwise.Row(tree.first_guess, Feedback(3, 0))])


@pytest.mark.parametrize(("history", "kind"), [("111:B", StrategyError), ("123:BBW", pegwise.FeedbackError)])
def test_a_history_that_leaves_the_tree(history: str, kind: type[pegwise.PegwiseError]) -> None:
    tree = pegwise.build_tree("3x4", strategy="knuth")
    with pytest.raises(kind):
        node_summary(tree, history)


def test_a_tree_too_deep_for_a_figure_has_none() -> None:
    tree = pegwise.build_tree("1x300", strategy="first-consistent")
    assert node_summary(tree).to_dict()["figure"] is None


@pytest.mark.parametrize("rules", ["3x3-marks", "3x3-total"])
def test_a_tree_that_knuths_notation_cannot_write_has_no_figure(rules: str) -> None:
    found = pegwise.node_summary(pegwise.build_tree(rules, strategy="knuth"))
    assert found.to_dict(whole=True)["figure"] is None
