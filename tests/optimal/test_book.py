"""The book: every file is accepted by the checker, is what the search makes, and answers at once."""

from __future__ import annotations

import gzip
import hashlib
from io import BytesIO

import pytest

import pegcheck
from pegwise.notation import code_name
from pegwise.optimal.book import BOOK, Entry, book_tree, file_of
from pegwise.optimal.optimum import optimum
from pegwise.optimal.problem import Problem
from pegwise.position import Position
from pegwise.strategies import make
from pegwise.trees.build import build_tree

QUICK = [entry for entry in BOOK if entry.full]


def _marks(entry: Entry) -> list[pytest.MarkDecorator]:
    """The proof of 4x6 in five guesses takes minutes; those of large games, seconds."""
    if entry.name == "4x6-in-5.cert":
        return [pytest.mark.slow]
    return [pytest.mark.exhaustive] if entry.problem.position.rules.size >= 1296 else []


@pytest.mark.parametrize(
    "entry",
    [pytest.param(entry, id=entry.name, marks=_marks(entry)) for entry in BOOK],
)
def test_the_checker_accepts_it(entry: Entry) -> None:
    with file_of(entry).open("rb") as packed, gzip.open(packed) as stream:
        verdict = pegcheck.check(stream)
    assert str(verdict.problem.game) == entry.rules
    assert (verdict.lemmas > 0) == entry.full
    tree = book_tree(entry.problem)
    assert tree is not None
    assert tree.total == verdict.problem.total


@pytest.mark.parametrize("entry", QUICK, ids=lambda entry: entry.name)
def test_it_is_what_the_search_makes_now(entry: Entry) -> None:
    made = BytesIO()
    found = optimum(entry.rules, max_guesses=entry.max_guesses, certificate=made, book=False, threads=2)
    kept = gzip.decompress(file_of(entry).read_bytes())
    assert gzip.decompress(made.getvalue()) == kept
    assert found.certified is not None
    assert found.certified.sha256 == hashlib.sha256(kept).hexdigest()


@pytest.mark.parametrize("entry", BOOK, ids=lambda entry: entry.name)
def test_it_answers_at_once(entry: Entry) -> None:
    found = optimum(entry.rules, max_guesses=entry.max_guesses)
    assert (found.positions, found.known) == (0, "exact")
    assert found.tree is not None


def test_what_is_not_in_the_book_is_searched() -> None:
    for problem in (
        Problem(Position("3x5")),
        Problem(Position("4x6", "1122:B")),
        Problem(Position("4x6"), objective="worst"),
        Problem(Position("4x6"), max_guesses=7),
        Problem(Position("4x6"), candidates_from=1),
    ):
        assert book_tree(problem) is None


def test_the_strategy_plays_the_book_and_what_is_not_in_it() -> None:
    best = make("optimal")
    assert code_name(best.choose(Position("4x6"))) == "1123"
    assert build_tree("4x6", strategy="optimal").total == 5625
    assert build_tree("3x5", strategy="optimal").total == 451
    off_the_tree = Position("4x6", "1122:B 1344:W")
    assert best.choose(off_the_tree) == optimum(off_the_tree).first_guess
    assert build_tree("4x6", strategy=make("optimal", max_guesses=5)).total == 5626
