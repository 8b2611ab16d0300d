"""The value of a game of two persons, against all strategies there are, and its certificates."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import pegwise
import valuecheck
from pegwise.limit import limited
from pegwise.optimal.value_search import solved, whole_weights_of
from tests.cli_runner import run, run_json
from tests.oracle import Game, feedback

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise.trees.tree import Node

Code = tuple[int, ...]
Costs = tuple[int, ...]
VALUES = {"2x2": "2", "2x3": "29/12", "3x2": "23/10", "3x3": "73/27", "2x4": "45/16"}


def kind_of(code: Code) -> Code:
    return tuple(sorted((code.count(color) for color in set(code)), reverse=True))


def all_costs(pegs: int, colors: int) -> tuple[list[Code], set[Costs]]:
    """The kinds of codes, and what strategies cost for each, summed: all that no other is below.

    Every guess is tried in every position, whatever the names of pegs and colors, and there are no bounds.
    """
    codes = list(product(range(1, colors + 1), repeat=pegs))
    kinds = sorted(set(map(kind_of, codes)))
    told = {
        (secret, guess): feedback(Game(pegs, colors), secret, guess) for secret in codes for guess in codes
    }

    @cache
    def costs(group: frozenset[Code]) -> set[Costs]:
        here = tuple(sum(kind_of(code) == kind for code in group) for kind in kinds)
        found: set[Costs] = set()
        for guess in codes:
            parts: dict[Any, set[Code]] = {}
            for code in group - {guess}:
                parts.setdefault(told[code, guess], set()).add(code)
            if any(len(part) == len(group) for part in parts.values()):
                continue  # it tells nothing
            sums = {here}
            for part in parts.values():
                sums = least(
                    {tuple(map(sum, zip(*p, strict=True))) for p in product(sums, costs(frozenset(part)))}
                )
            found |= sums
        return least(found)

    return kinds, costs(frozenset(codes))


def least(some: set[Costs]) -> set[Costs]:
    kept: list[Costs] = []
    for one in sorted(some):
        if not any(all(a <= b for a, b in zip(other, one, strict=True)) for other in kept):
            kept.append(one)
    return set(kept)


def costs_of(node: Node, group: list[Code], depth: int = 1) -> Iterator[tuple[Code, int]]:
    """What each secret of a group takes, played by the rules alone."""
    parts: dict[Any, list[Code]] = {}
    for code in group:
        if code == tuple(node.guess):
            yield code, depth
        else:
            parts.setdefault(feedback(Game(len(code), 9), code, node.guess), []).append(code)
    for (black, white), part in parts.items():
        yield from costs_of(node.children[pegwise.Feedback(black, white)], part, depth + 1)


@pytest.mark.parametrize("game", VALUES)
def test_no_strategy_is_below_the_value_and_the_mixture_of_trees_attains_it(game: str) -> None:
    pegs, colors = map(int, game.split("x"))
    found = pegwise.value(game)
    kinds, every = all_costs(pegs, colors)
    weight = {kind_of(tuple(share.example)): share.weight for share in found.codemaker}
    whole = sum(share.weight * share.size for share in found.codemaker)
    assert min(
        Fraction(sum(weight[kind] * cost for kind, cost in zip(kinds, costs, strict=True)), whole)
        for costs in every
    ) == Fraction(VALUES[game])
    codes = list(product(range(1, colors + 1), repeat=pegs))
    average = dict.fromkeys(kinds, Fraction(0))
    for tree in found.codebreaker:
        assert tree.tree.total == sum(cost for _, cost in costs_of(tree.tree.root, codes))
        assert sum(tree.tree.distribution) == tree.tree.root.count == len(codes)
        for code, cost in costs_of(tree.tree.root, codes):
            size = sum(kind_of(other) == kind_of(code) for other in codes)
            average[kind_of(code)] += tree.share * Fraction(cost, size)
    assert max(average.values()) == Fraction(VALUES[game]) == found.lower == found.upper
    assert sum(tree.share for tree in found.codebreaker) == sum(each.share for each in found.codemaker) == 1


@pytest.mark.parametrize(
    ("game", "value"),
    [("3x4", "219/68"), ("2x6", "11/3"), ("4x10-distinct", "4379/840"), ("3x4-black", "35/8"), ("1x5", "3")],
)
def test_values(game: str, value: str) -> None:
    found = pegwise.value(game)
    assert (str(found.lower), str(found.upper), found.known) == (value, value, "exact")


def test_an_empty_hole_is_one_color_more() -> None:
    assert pegwise.value("2x3-blanks").lower == pegwise.value("2x4").lower


@pytest.mark.slow
def test_wieners_value_of_4x6() -> None:
    found = pegwise.value("4x6")
    assert found.lower == found.upper == Fraction(5600, 1290)
    assert [share.weight for share in found.codemaker] == [1, 1, 1, 1, 0]
    assert found.least == 5600


def test_a_limit_leaves_bounds_that_hold() -> None:
    seen: list[pegwise.ValueBounds] = []
    with limited(pegwise.Limit(pairs=1)):
        found = pegwise.value("3x4", watch=seen.append)
    assert found.upper is not None
    assert found.lower < Fraction(219, 68) <= found.upper
    assert found.known == "upper"
    assert "at least" in str(found)
    assert seen[-1].lower == found.lower


def test_bounds_only_narrow() -> None:
    seen: list[pegwise.ValueBounds] = []
    pegwise.value("3x4", watch=seen.append)
    assert all(before.lower <= after.lower for before, after in pairwise(seen))
    uppers = [bounds.upper for bounds in seen if bounds.upper is not None]
    assert uppers == sorted(uppers, reverse=True)


def test_a_game_whose_names_mean_something_is_refused() -> None:
    with pytest.raises(pegwise.LimitError, match="renamed"):
        pegwise.value(pegwise.Rules.listed(["cat", "cot", "dog"]))
    with pytest.raises(pegwise.LimitError, match="too many codes"):
        pegwise.value("8x8")
    with pytest.raises(pegwise.LimitError, match="no certificate"):
        pegwise.value("3x4-total", certificate=io.BytesIO())


def test_matrix_games_are_solved_exactly() -> None:
    numbers = [[3, 1, 2], [1, 3, 2], [2, 2, 1], [4, 4, 4]]
    game = solved([[Fraction(number) for number in row] for row in numbers])
    assert sum(game.rows) == sum(game.columns) == 1
    assert min(game.rows + game.columns) >= 0
    costs = [sum(map(Fraction.__mul__, game.columns, map(Fraction, row))) for row in numbers]
    gains = [
        sum(map(Fraction.__mul__, game.rows, map(Fraction, each))) for each in zip(*numbers, strict=True)
    ]
    assert min(costs) == max(gains) == game.value


@pytest.mark.parametrize("most", [10**4, 10**6, (1 << 31) - 1])
@pytest.mark.parametrize("few", [0, 1, 300])
def test_large_weights_are_rounded(most: int, few: int) -> None:
    shares = [Fraction(1, 999_983), Fraction(999_982, 999_983), Fraction(0)]
    sizes = [1, 10, few]
    weights, scaled = whole_weights_of(shares[: 2 + bool(few)], sizes[: 2 + bool(few)], most=most)
    assert sum(map(int.__mul__, scaled, sizes)) <= max(most, (1 << 22) + 1000)
    assert min(scaled) >= 1
    assert weights[1] > 1000 * weights[0] or most == 10**4
    if few and weights[2] == 0:
        assert scaled[2] == 1
        assert scaled[0] == weights[0] * scaled[1] // weights[1] > few * sum(sizes)


# Certificates


@pytest.mark.slow
def test_the_certificate_of_4x6() -> None:
    verdict = valuecheck.check_file(str(Path(__file__).parents[2] / "docs" / "certificates" / "4x6.value"))
    assert verdict.is_lower_proved
    assert verdict.lower == verdict.upper == Fraction(5600, 1290)


def test_what_the_certificate_of_4x6_says() -> None:
    path = Path(__file__).parents[2] / "docs" / "certificates" / "4x6.value"
    verdict = valuecheck.check_file(str(path), search=False)
    assert (verdict.lower, verdict.upper, verdict.trees) == (Fraction(560, 129), Fraction(560, 129), 4)


def lines_of(game: str) -> list[Any]:
    file = io.BytesIO()
    pegwise.value(game, certificate=file)
    return [json.loads(line) for line in gzip.decompress(file.getvalue()).splitlines()]


def signed(lines: list[Any]) -> io.BytesIO:
    """The text of a file with these lines, the last of them made anew."""
    text = b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines[:-1])
    last = {"lines": len(lines) - 1, "sha256": hashlib.sha256(text).hexdigest()}
    return io.BytesIO(text + json.dumps(last, separators=(",", ":")).encode() + b"\n")


@pytest.mark.parametrize("game", ["2x3", "3x3", "3x4", "3x3-black", "3x5-distinct"])
def test_a_certificate_is_accepted(game: str) -> None:
    verdict = valuecheck.check(signed(lines_of(game)))
    assert verdict.is_lower_proved
    assert verdict.lower == verdict.upper == pegwise.value(game).lower
    assert "certified" in str(verdict)
    assert str(verdict).startswith(game)


def test_without_a_search_the_lower_bound_is_not_certified() -> None:
    verdict = valuecheck.check(signed(lines_of("3x4")), search=False)
    assert not verdict.is_lower_proved
    assert "not checked" in str(verdict)


def change(name: str, value: Any) -> Callable[[list[Any]], None]:
    return lambda lines: lines[0].__setitem__(name, value)


@pytest.mark.parametrize(
    ("forge", "why"),
    [
        (change("upper", "5/2"), "the trees ensure"),
        (change("upper", "4/2"), "lowest terms"),
        (change("lower", "7/3"), "least and weights"),
        (lambda lines: lines[0].update(least=30, lower="5/2"), "above the upper"),
        (lambda lines: lines[0].update(lower="7/3", least=21, classes=[["12", 1], ["11", 0]]), "least and"),
        (change("classes", [["12", 1], ["21", 2]]), "twice"),
        (change("classes", [["12", 1]]), "missing"),
        (change("classes", [["12", 0], ["11", 0]]), "all weights"),
        (change("trees", ["3/4", "1/2"]), "sum to 1"),
        (change("trees", ["1/4", "3/4"]), "the trees ensure"),
        (change("trees", ["5/4", "-1/4"]), "fraction"),
        (change("version", 2), "version"),
        (change("format", "pegwise certificate"), "not about the value"),
        (change("rules", {"pegs": 2, "colors": 4, "repeats": True, "whites": True}), "least and weights"),
        (lambda lines: lines[1].__setitem__(2, "11"), "expected"),
        (lambda lines: lines.pop(3), "expected"),
        (lambda lines: lines.insert(-1, [1, None, "12"]), "names lines sha256|expected an object"),
    ],
)
def test_forged_certificates_are_refused(forge: Callable[[list[Any]], Any], why: str) -> None:
    lines = lines_of("2x3")
    forge(lines)
    with pytest.raises(valuecheck.Refused, match=why):
        valuecheck.check(signed(lines))


@pytest.mark.parametrize(("game", "weights", "least"), [("3x3", (1, 1, 1), 73), ("3x4", (1, 1, 2), 219)])
def test_the_checker_finds_the_least_cost_itself(game: str, weights: Costs, least: int) -> None:
    pegs, colors = map(int, game.split("x"))
    claim = object.__new__(valuecheck.Claim)
    claim.game = valuecheck.Game({"pegs": pegs, "colors": colors, "repeats": True, "whites": True})
    claim.weights = dict(zip([(1, 1, 1), (2, 1), (3,)], weights, strict=True))
    claim.least = least
    valuecheck.check_lower(claim, lambda _: None)
    claim.least = least + 1
    with pytest.raises(valuecheck.Refused, match=f"costs {least}"):
        valuecheck.check_lower(claim, lambda _: None)


def test_a_changed_byte_is_refused(tmp_path: Path) -> None:
    text = signed(lines_of("2x3")).getvalue()
    for place in range(0, len(text), 7):
        changed = text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :]
        with pytest.raises(valuecheck.Refused):
            valuecheck.check(io.BytesIO(changed))
    (tmp_path / "plain").write_bytes(text)
    with pytest.raises(valuecheck.Refused, match="gzip"):
        valuecheck.check_file(str(tmp_path / "plain"))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "2x3.value"
    ran = run("value", "-r", "2x3", "--certificate", str(file))
    assert "value of 2x3: 29/12 = 2.4167 (exact)" in ran.out
    assert valuecheck.main([str(file)]) == 0
    assert capsys.readouterr().out == "2x3: value 29/12 (2.4167), 2 trees: certified\n"
    assert valuecheck.main([str(file), "--trees"]) == 0
    assert valuecheck.main([]) == valuecheck.main([str(tmp_path / "none")]) == 2
    file.write_bytes(file.read_bytes()[:-9])
    assert valuecheck.main([str(file)]) == 1
    told = run_json("value", "-r", "2x3")
    assert (told["lower"], told["lower_float"], told["least"]) == ("29/12", 2.416667, 29)
    assert [share["share"] for share in told["codebreaker"]] == ["3/4", "1/4"]
    assert run("value", "-r", "8x8").status == 2
