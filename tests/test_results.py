"""Every public result answers what a Python programmer tries first."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import random
import shlex
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegwise
from pegwise import Code, Feedback, Position, Row, Rules
from pegwise.candidates.unlisted import ConstraintCandidates
from pegwise.errors import LimitError
from pegwise.feedback_dict import ByFeedback, FixedByFeedback
from tests.cli_runner import run_json
from tests.helpers import code_of, rows_of, small_rules
from tests.printing.test_prints import PRINTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pegwise.candidates import Candidates

VALUES = {"Rules", "Code", "Feedback", "Row", "Position"}
"""In plain values these are their text."""
ASKED = {
    *("Limit", "Strategy", "Heuristic", "SavedGames", "Plot"),
    *("Codemaker", "FixedCodemaker", "ErringCodemaker", "Adversary"),
}
"""What a program asks with, what plays, a file and a figure: no results."""
EXAMPLES: dict[str, Callable[[], Any]] = {
    **{name: make for name, make, _ in PRINTED if name not in VALUES | ASKED},
    "Hit": lambda: pegwise.explain_feedback("4x6", "3632", "3226").hits[0],
    "Node": lambda: pegwise.build_tree("2x3").root,
    "Bounded": lambda: pegwise.table("4x6")[0].total,
    "CertificateFile": lambda: pegwise.table("4x6")[0].total.certificate,
    "Printed": lambda: pegwise.table("4x6")[0].printed[0],
}
COMPARED = sorted(EXAMPLES.keys() - {"Game"})  # a game goes on


def public_classes() -> dict[str, type]:
    found = {name: getattr(pegwise, name) for name in pegwise.__all__}
    return {
        name: thing
        for name, thing in found.items()
        if isinstance(thing, type) and not issubclass(thing, pegwise.PegwiseError)
    }


def test_every_public_class_is_a_result_or_known_to_be_none() -> None:
    results = public_classes().keys() - VALUES - ASKED
    assert results == EXAMPLES.keys() & public_classes().keys()
    assert {name for name in results if not hasattr(getattr(pegwise, name), "to_dict")} == set()
    assert {name for name in VALUES | ASKED if hasattr(getattr(pegwise, name), "to_dict")} == set()


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_a_result_has_plain_values_that_are_json(name: str) -> None:
    found = EXAMPLES[name]()
    assert type(found).__name__ == name
    plain = found.to_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain  # no tuples, no keys but text
    assert plain
    assert inspect.getdoc(type(found).to_dict)


@pytest.mark.parametrize("name", COMPARED)
def test_a_result_is_compared_hashed_copied_and_pickled(name: str) -> None:
    found = EXAMPLES[name]()
    for again in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):
        assert type(again) is type(found)
        assert again == found
        assert hash(again) == hash(found)
        assert again.to_dict() == found.to_dict()
    assert found != "something else"
    assert repr(found)
    assert " object at 0x" not in repr(found)


def parts(thing: object) -> Iterator[object]:
    """All of pegwise that a value holds, itself included."""
    if isinstance(thing, dict):
        inside = [*thing.keys(), *thing.values()]
    elif is_dataclass(thing):
        inside = [getattr(thing, field.name) for field in fields(thing)]
    else:
        inside = list(thing) if isinstance(thing, (tuple, list)) else []
    if type(thing).__module__.startswith("pegwise."):
        yield thing
    for part in inside:
        yield from parts(part)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_parts_of_a_result_have_plain_values_as_well(name: str) -> None:
    texts = (*(getattr(pegwise, value) for value in VALUES), ByFeedback)
    lacking = {
        type(part).__qualname__
        for part in parts(EXAMPLES[name]())
        if not isinstance(part, texts) and not hasattr(part, "to_dict")
    }
    assert lacking <= {"TreeArrays", "Alphabet"}  # arrays of the engine that a tree holds; part of rules


def test_a_part_without_plain_values_is_noticed() -> None:
    found = pegwise.hint("4x6 1122:B 1344:W")
    assert {type(part).__name__ for part in parts(found)} >= {"Hint", "Partition", "Count", "Position"}


GAME = "1122:B 1344:W 3526:BWW 1462:BW 3632:BBBB"


@pytest.mark.parametrize(
    ("command", "result"),
    [
        ("hint 1122:B 1344:W", lambda: pegwise.hint("4x6 1122:B 1344:W")),
        (
            "hint 1122:B --guess 1135",
            lambda: pegwise.advise("4x6 1122:B", own_guess="1135", step=5),
        ),
        (f"review {GAME}", lambda: pegwise.review(GAME)),
        ("candidates 1122:B -n 3", lambda: pegwise.listing("4x6 1122:B", most=3)),
        ("partition 1344 2345 --after 1122:B", lambda: pegwise.partitions("4x6 1122:B", "1344 2345")),
        ("compare -r 2x3 -s knuth", lambda: pegwise.compare("2x3", strategies="knuth")),
        ("tree -r 2x3 -s knuth", lambda: pegwise.build_tree("2x3", strategy="knuth")),
        ("table -r 3x4", lambda: pegwise.table("3x4")),
        ("puzzle -r 3x4 --seed 1", lambda: pegwise.puzzle("3x4", seed=1)),
        (
            "puzzle --one-guess --after '1122:B 1344:W 3526:BWW'",
            lambda: pegwise.one_guess_puzzle_of("4x6 1122:B 1344:W 3526:BWW"),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_plain_values_are_what_the_command_prints(command: str, result: Callable[[], Any]) -> None:
    assert run_json(*shlex.split(command)) == json.loads(json.dumps(result().to_dict()))


def test_the_plain_values_of_a_search_are_what_the_command_prints() -> None:
    found, wanted = run_json("optimal", "-r", "2x3"), pegwise.optimum("2x3").to_dict()
    assert found.keys() == wanted.keys()
    work = {"seconds": 0, "positions": 0, "canceled": 0}  # threads share work in another order each time
    assert {**found, **work} == {**wanted, **work}
    first = pegwise.optimum("2x3", first="12").to_dict()
    assert (first["first"], wanted["first"]) == ("12", None)


def test_the_plain_values_of_saved_games_are_what_the_command_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PEGWISE_DATA", str(tmp_path))
    with pegwise.SavedGames() as games:
        assert (len(games), list(games), bool(games)) == (0, [], True)
        games.add("4x6 1122:B secret=3632")
        games.add(f"4x6 {GAME}")
        assert (len(games), list(games)) == (2, games.all())
        plain = [game.to_dict() for game in games]
    assert run_json("games") == plain
    assert [(game["id"], game["outcome"], game["secret"]) for game in plain] == [
        (1, "unfinished", None),
        (2, "won", "3632"),
    ]


def test_a_move_is_what_the_review_says_of_it_with_empty_holes_as_well() -> None:
    for game in ("3x4 112:W 234:BBB", "3x4-blanks 11.:- 234:BBB"):
        found = pegwise.review(game)
        assert [move.to_dict() for move in found] == found.to_dict()["moves"]
    assert found[0].to_dict()["guess"] == str(found[0].row.guess) == "11."


@pytest.mark.parametrize(
    ("make", "held"),
    [
        (lambda: pegwise.partitions("4x6 1122:B", "1344 2345 1122"), lambda found: found.partitions),
        (lambda: pegwise.listing("4x6 1122:B", most=5), lambda found: found.codes),
        (lambda: pegwise.review(GAME), lambda found: found.moves),
        (lambda: pegwise.compare("2x3", strategies=["knuth", "entropy"]), tuple),
        (lambda: pegwise.table(pegs=3), tuple),
    ],
    ids=["partitions", "listing", "review", "compare", "table"],
)
def test_a_result_of_several_parts_is_a_sequence_of_them(
    make: Callable[[], Any], held: Callable[[Any], tuple[Any, ...]]
) -> None:
    found = make()
    inside = held(found)
    assert len(found) == len(inside) > 1
    assert bool(found)
    assert list(found) == list(inside)
    assert (found[0], found[-1], found[1:]) == (inside[0], inside[-1], inside[1:])
    assert (inside[1] in found, "something else" in found) == (True, False)
    assert list(reversed(found)) == list(reversed(inside))
    with pytest.raises(IndexError):
        found[len(inside)]


def test_a_result_without_parts_is_an_empty_sequence() -> None:
    assert not pegwise.listing("4x6", most=0)
    assert not pegwise.partitions("4x6", [])
    assert not pegwise.review("4x6")


@given(st.data())
def test_candidates_are_a_sequence_however_they_are_found(data: st.DataObject) -> None:
    rules = data.draw(small_rules(300))
    history = data.draw(rows_of(rules, 2))
    listed = list(Position(rules, history))
    ends = st.none() | st.integers(-len(listed) - 2, len(listed) + 2)
    asked = slice(data.draw(ends), data.draw(ends), data.draw(st.sampled_from([None, 1, 2, -1, -3])))
    for candidates in (Position(rules, history).candidates, ConstraintCandidates(rules, tuple(history))):
        assert (len(candidates), bool(candidates)) == (len(listed), bool(listed))
        assert candidates[asked] == listed[asked]
        for place in {0, -1, len(listed), -len(listed) - 1, len(listed) // 2}:
            if -len(listed) <= place < len(listed):
                assert candidates[place] == listed[place]
            else:
                with pytest.raises(IndexError):
                    candidates[place]
        if listed:
            assert random.choice(candidates) in listed
        assert list(reversed(candidates)) == listed[::-1]
        assert " object at 0x" not in repr(candidates)


class Uncounted(ConstraintCandidates):
    """Candidates whose number is never exact, as in games too large to count."""

    def count(self, effort: float = 1) -> pegwise.Count:
        """Return a bound."""
        return pegwise.Count(self.rules.size, "upper")

    def exist(self) -> bool | None:
        """Return that this is not known."""
        return None


def test_candidates_whose_number_is_not_exact_are_listed_but_have_no_length() -> None:
    candidates: Candidates = Uncounted(Rules(3, 4), (Row("112:B"),))
    listed = list(Position("3x4 112:B"))
    with pytest.raises(LimitError, match=r"^at most 64 candidates: len\(\) needs an exact number; use count"):
        len(candidates)
    assert list(candidates) == sorted(candidates) == [*candidates] == listed
    assert (candidates[0], candidates[2:5], candidates[3:]) == (listed[0], listed[2:5], listed[3:])
    with pytest.raises(LimitError, match="at most 64 candidates"):
        candidates[-1]
    with pytest.raises(LimitError, match="^it is not known whether there is a candidate"):
        bool(candidates)
    with pytest.raises(LimitError, match="more than len"):
        len(Position("30x30"))


FEEDBACK = st.builds(Feedback, st.integers(0, 4), st.integers(0, 4))


@given(st.dictionaries(FEEDBACK, st.integers()), FEEDBACK)
def test_feedback_is_looked_up_by_its_text_as_well(plain: dict[Feedback, int], asked: Feedback) -> None:
    found, fixed = ByFeedback(plain), FixedByFeedback(plain)
    pair = asked.black, asked.white
    for given_as in (asked, str(asked), pair):
        for each in (found, fixed):
            assert (given_as in each, each.get(given_as), each.get(given_as, 7)) == (
                (asked in plain, plain.get(asked), plain.get(asked, 7))
            )
            if asked in plain:
                assert each[given_as] == plain[asked]
            else:
                with pytest.raises(KeyError):
                    each[given_as]
    assert found == fixed == plain
    assert hash(fixed) == hash(FixedByFeedback(dict(reversed(plain.items()))))
    again = pickle.loads(pickle.dumps(fixed))
    assert (type(again), again) == (FixedByFeedback, plain)


@pytest.mark.parametrize(
    "change",
    [
        lambda classes: classes.update({Feedback("B"): 1}),
        lambda classes: classes.__setitem__(Feedback("B"), 1),
        lambda classes: classes.pop(Feedback("B")),
        lambda classes: classes.clear(),
        lambda classes: classes.setdefault(Feedback("B"), 1),
        lambda classes: classes.popitem(),
        lambda classes: classes.__delitem__(Feedback("B")),
        lambda classes: classes.__ior__({}),
    ],
)
def test_the_classes_of_a_result_do_not_change(change: Callable[[Any], object]) -> None:
    partition = Position("4x6 1122:B").partition("1344")
    before = dict(partition.classes)
    with pytest.raises(TypeError, match="cannot be changed"):
        change(partition.classes)
    assert partition.classes == before


def test_text_finds_the_class_the_child_and_the_codes() -> None:
    tree = pegwise.build_tree("3x4", strategy="knuth")
    assert tree.root.children["BB"] is tree.root.children[Feedback(2, 0)]
    assert pegwise.node_summary(tree).classes()["BBB"] is None
    puzzle = pegwise.one_guess_puzzle_of("4x6 1122:B 1344:W 3526:BWW")
    ((told, codes), *_) = puzzle.classes("1462").items()
    assert puzzle.classes("1462")[str(told)] == codes
    with pytest.raises(pegwise.FeedbackError):
        puzzle.classes("1462")["red"]


@given(st.data())
def test_a_count_of_a_position_is_a_number(data: st.DataObject) -> None:
    rules = data.draw(small_rules(300))
    position = Position(rules, data.draw(rows_of(rules, 2)))
    number = sum(code in position for code in Position(rules))
    assert position.count() == len(position) == len(position.candidates) == number
    assert (position.count() == 1) == (number == 1)
    guess: Code = data.draw(code_of(rules))
    assert sum(position.partition(guess).classes.values()) == position.count()
