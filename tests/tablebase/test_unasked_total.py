"""Lower bounds of the total from colors that no guess has asked for: never above what certificates prove."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tablebase.unasked_total import NEW, Patterns, UnaskedColors, main, total_by_unasked
from tablebase.verdicts import UNASKED

from pegwise.optimal.optimum import optimum
from pegwise.optimal.table import table
from pegwise.position import Position
from pegwise.rules import Rules
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from pathlib import Path

EXACT = {
    str(row.rules): row.total.lower
    for row in table()
    if row.total.exact and row.rules.tells == "hits" and row.rules.pegs <= 4
}
FEW = ("2x2", "2x7", "3x4", "3x7", "2x5-distinct", "3x7-distinct", "4x3", "4x6-distinct")


@pytest.mark.some(2, more=12)
@pytest.mark.parametrize("name", [*FEW, *exhaustive(*(name for name in EXACT if name not in FEW))])
def test_no_bound_is_above_the_exact_total(name: str) -> None:
    rules = next(row.rules for row in table() if str(row.rules) == name)
    found = [total_by_unasked(rules, ahead) for ahead in range(2 if rules.pegs == 4 else 3)]
    assert found == sorted(found)
    assert rules.size < found[0]
    assert found[-1] <= EXACT[name]


def test_in_the_smallest_games_it_is_the_exact_total() -> None:
    assert total_by_unasked(Rules(2, 2), 1) == EXACT["2x2"]
    assert [total_by_unasked(Rules(3, colors), 1) for colors in (2, 3, 4)] == [18, 73, 206]


@pytest.mark.parametrize("ahead", [0, 1, *exhaustive(2), pytest.param(3, marks=pytest.mark.slow)])
def test_further_ahead_it_is_nearer(ahead: int) -> None:
    """Of guesses that leave as many patterns of each kind in 3x14, one that comes late is the best."""
    found = total_by_unasked(Rules(3, 14), ahead)
    assert found == [14745, 15666, 16336, 16928][ahead]
    assert found < EXACT["3x14"]


@pytest.mark.parametrize("colors", [*exhaustive(5), pytest.param(8, marks=pytest.mark.slow)])
def test_three_guesses_ahead_give_an_exact_total(colors: int) -> None:
    assert total_by_unasked(Rules(3, colors), 3) == EXACT[f"3x{colors}"]


@pytest.mark.parametrize("repeats", [True, False])
@pytest.mark.parametrize("colors", [3, 5, 8])
def test_patterns_have_as_many_codes_as_classes_have(repeats: bool, colors: int) -> None:
    rules = Rules(3, colors, repeats=repeats)
    bounds = UnaskedColors(3, repeats=repeats, ahead=0)
    start = ((NEW,) * 3,)
    split = bounds.split(start)
    found = set()
    for asked, (alike, counts) in enumerate(zip(*split, strict=True)):
        for guess, kinds in (
            (guess, kinds) for some, kinds in zip(alike, counts, strict=True) for guess in some
        ):
            classes = bounds.classes(start, guess)
            sizes = [bounds.size(each, colors - asked) for each in classes]
            assert sorted(map(_kinds, classes)) == sorted(tuple(each) for each in kinds.tolist() if any(each))
            found.add(tuple(sorted(size for size in sizes if size)))
    for first in ("1-2-3", "1-1-2")[: 1 + repeats]:
        partition = Position(rules).partition(first)
        assert tuple(sorted(size for told, size in partition.classes.items() if told != rules.win)) in found


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("rules", "first", "ahead"),
    [
        (Rules(3, 6), "1-2-3", 2),
        (Rules(3, 6), "1-1-2", 3),
        (Rules(3, 7, repeats=False), "1-2-3", 3),
        (Rules(4, 4), "1-1-2-2", 1),
        *exhaustive((Rules(4, 5), "1-1-2-3", 1)),
    ],
)
def test_no_bound_of_a_class_is_above_its_exact_total(rules: Rules, first: str, ahead: int) -> None:
    """Guesses that leave as many patterns of each kind may leave others: each has to be looked at."""
    position, guess = Position(rules), rules.code(first)
    exact: dict[int, int] = {}
    for told, size in position.partition(guess).classes.items():
        if told != rules.win:
            total = optimum(position.after(guess, told), book=False, threads=1).upper
            assert total is not None
            exact[size] = max(total - size, exact.get(size, 0))
    bounds = UnaskedColors(rules.pegs, repeats=rules.repeats, ahead=1)
    asked = len(set(guess))
    for patterns in bounds.classes(((NEW,) * rules.pegs,), tuple(guess)):
        left = rules.colors - asked
        if size := bounds.size(patterns, left):
            found = [bounds.total(patterns, left, each) for each in range(ahead + 1)]
            assert found == sorted(found)
            assert found[-1] <= exact[size]


@pytest.mark.exhaustive
def test_the_table_has_the_kept_bounds_and_they_are_made_again(tmp_path: Path) -> None:
    kept = json.loads(UNASKED.read_text())
    rows = {str(row.rules): row for row in table()}
    assert kept
    for name, bound in kept.items():
        assert rows[name].total.lower >= bound
    assert rows["4x31"].total.proof == "unasked"
    assert total_by_unasked(Rules(4, 31), 0) <= kept["4x31"] < rows["4x31"].total.upper
    assert total_by_unasked(Rules(3, 30), 2) < kept["3x30"] == rows["3x30"].total.upper
    main([str(tmp_path), "3x4"])
    assert not list(tmp_path.iterdir())  # the table has the exact total


def _kinds(patterns: Patterns) -> tuple[int, ...]:
    """How many patterns have 0, 1, 2, 3 new pegs."""
    return tuple(sum(each.count(NEW) == pegs for each in patterns) for pegs in range(4))
