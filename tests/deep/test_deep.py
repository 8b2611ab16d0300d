"""The strategy ``deep``: never worse than a heuristic, the same everywhere, and in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import pegwise
from pegwise.deep import heuristic_trees, rollout
from pegwise.deep.heuristic_trees import HeuristicTrees
from pegwise.deep.rollout import Chooser
from pegwise.deep.strategy import HEURISTICS, Deep, tried_plainly
from pegwise.engine.recent_cache import Recent
from pegwise.engine.score_kinds import ENTROPY
from pegwise.errors import LimitError, MethodError
from pegwise.notation import parse_rules
from pegwise.trees.build import build_tree, plain_tree
from pegwise.trees.builder_tasks import Origin
from tests import oracle
from tests.cli_runner import run, run_json
from tests.helpers import game_of

if TYPE_CHECKING:
    from pegwise.engine.enumerated.tree_builder import Positions
    from pegwise.engine.tree_arrays import Nodes

GAMES = ("3x7", "4x5", "4x6", "5x3", "6x2", "4x6-distinct", "5x6-distinct", "4x5-black", "2x6", "1x4", "3x1")
ZONES: tuple[dict[str, int], ...] = (
    {},
    {"_SOLVED": 2},
    {"_SOLVED": 2, "_TINY": 2},
    {"_SOLVED": 5, "_TINY": 9, "_COMPARED": 1 << 15},
)


@pytest.mark.parametrize("rules", GAMES)
def test_no_heuristic_takes_fewer_guesses(rules: str) -> None:
    total = build_tree(rules, strategy="deep").total
    assert total <= min(build_tree(rules, strategy=name).total for name in HEURISTICS)


@pytest.mark.some(1)
@pytest.mark.parametrize("zones", ZONES)
@pytest.mark.parametrize("rules", ["4x4", "4x4-black", "4x5-distinct"])
def test_no_heuristic_is_better_however_little_is_looked_at(
    rules: str, zones: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in zones.items():
        monkeypatch.setattr(rollout, name, value)
    tree = build_tree(rules, strategy="deep")
    for name in HEURISTICS:
        assert tree.total <= build_tree(rules, strategy=name).total
    strategy = pegwise.make("deep")
    assert tree.root == plain_tree(strategy, pegwise.Position(rules), None).root


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("4x6", {"least": 4, "width": 3}),
        ("5x4", {"least": 20}),
        ("4x8", {}),
        ("4x7-black", {"least": 10}),
        ("4x7-distinct", {"width": 2}),
    ],
)
def test_trees_that_are_kept_change_nothing_but_the_work(
    rules: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heuristic_trees, "_kept", Recent(10**9, size=lambda tree: tree.nbytes))
    built = []
    of = HeuristicTrees._build

    def counted(trees: HeuristicTrees, kind: int, positions: Positions) -> list[Nodes]:
        built.append(sum(len(order) for _, order in positions.classes))
        return of(trees, kind, positions)

    monkeypatch.setattr(HeuristicTrees, "_build", counted)
    tree = build_tree(rules, strategy="deep", threads=1, **options)
    work = sum(built)
    monkeypatch.setattr(HeuristicTrees, "_known", lambda *_: None)
    built.clear()
    assert build_tree(rules, strategy="deep", threads=1, **options).root == tree.root
    assert work < 0.9 * sum(built)


def test_small_positions_are_solved() -> None:
    position = "4x6 1122:B 1344:W"
    best = pegwise.optimum(position).total
    assert build_tree(position, strategy="deep").total == best


@pytest.mark.parametrize(
    "position", ["4x5 1122:B", "4x4 1123:W", "5x6-distinct 12345:BBWW", "4x6-black 1122:B"]
)
def test_the_kernels_try_what_whole_trees_of_strategies_say(
    position: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollout, "_SOLVED", 2)
    monkeypatch.setattr(rollout, "FOLLOWING", ())
    start = pegwise.Position(position)
    order, group = Origin(start, ENTROPY, False).root
    assert Chooser(start.rules, Deep(width=1)).tried(order, group) == tried_plainly(start, 10**10)


def test_more_guesses_are_tried_with_more_width() -> None:
    start = pegwise.Position("4x6 1122:B")
    number = [len(pegwise.make("deep", width=width).rank(start, 100)) for width in (1, 8)]
    assert number[0] < number[1]


def test_the_tree_depends_neither_on_threads_nor_on_an_executor() -> None:
    from concurrent.futures import ThreadPoolExecutor

    tree = build_tree("4x5", strategy="deep", threads=1)
    assert build_tree("4x5", strategy="deep", threads=3).root == tree.root
    with ThreadPoolExecutor(2) as executor:
        assert build_tree("4x5", strategy="deep", executor=executor).root == tree.root


def test_a_limit_gives_a_guess_and_says_that_it_was_cut_short() -> None:
    found = pegwise.hint("5x8", strategy="deep", limit=pegwise.Limit(seconds=0.5), seed=0)
    assert found.known == "sampled"
    with pytest.raises(LimitError, match="give a seed"):
        pegwise.hint("5x8", strategy="deep", limit=pegwise.Limit(seconds=0.5))
    assert pegwise.hint("4x4", strategy="deep", limit=pegwise.Limit(seconds=60)).known == "exact"


def test_a_time_for_a_guess() -> None:
    start = pegwise.Position("4x6")
    guesses, sample = pegwise.make("deep", seconds=0.3).ranked(start, 3)
    assert sample is not None
    assert sample.guesses >= len(guesses) > 0
    with pytest.raises(LimitError, match="above 0"):
        pegwise.make("deep", seconds=0)
    with pytest.raises(LimitError, match="no least below 0"):
        pegwise.make("deep", least=-1)


def test_options_follow_the_name_in_the_terminal() -> None:
    wide = run_json("compare", "-r", "4x4", "deep:width=1,pairs=1", "entropy")
    assert wide[0]["total"] <= wide[1]["total"]
    for wrong in ("deep:widt=2", "deep:width", "deep:width=0", "deep:width=x", "deep:seconds=soon"):
        ran = run("tree", "-r", "3x3", "-s", wrong)
        assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert run_json("tree", "-r", "4x4", "-s", "deep:first=1122,width=1")["first_guess"] == "1122"


def test_games_too_large_to_list_are_refused() -> None:
    with pytest.raises(MethodError, match="large plays games of this size"):
        pegwise.hint("12x12", strategy="deep")


def test_the_commands_take_it() -> None:
    told = run_json("tree", "-r", "4x4", "-s", "deep")
    assert (told["strategy"], told["total"]) == ("deep", build_tree("4x4", strategy="deep").total)
    (row,) = run_json("compare", "-r", "4x4", "-s", "deep")
    assert row["total"] == told["total"]
    assert run_json("hint", "-r", "4x4", "-s", "deep")["guess"] == told["first_guess"]
    assert "Not every guess was tried" in run("hint", "-r", "5x8", "-s", "deep", "--limit", "0.5").out
    assert "deep" in run("solve", "-r", "4x4", "-s", "deep", "1234").out


def _by_definition(game: oracle.Game, least: int) -> oracle.Choice:
    """Of all codes that which entropy follows with the fewest guesses; in small positions that of entropy."""
    entropy = oracle.heuristic("entropy")

    def total(left: list[oracle.Code], guess: oracle.Code) -> int:
        classes = {told: part for told, part in oracle.split(game, left, guess).items() if told != game.win}
        if any(len(part) == len(left) for part in classes.values()):
            return len(left) ** 2
        return len(left) + sum(total(part, entropy(game, part, ())) for part in classes.values())

    def choose(_: oracle.Game, left: list[oracle.Code], history: oracle.History) -> oracle.Code:
        if len(left) < least:
            return entropy(game, left, history)
        return min(oracle.codes(game), key=lambda code: (total(left, code), code not in left, code))

    return choose


@pytest.mark.parametrize(("rules", "least"), [("3x3", 5), ("2x5", 4), ("3x3-black", 1), ("3x4-distinct", 3)])
def test_only_guesses_of_entropy_in_large_positions_by_definition(rules: str, least: int) -> None:
    tree = build_tree(rules, strategy="deep", width=100, least=least)
    game = game_of(parse_rules(rules))
    assert tree.total == oracle.total(game, oracle.tree(game, _by_definition(game, least)))


@pytest.mark.parametrize("rules", ["4x5", "3x6", "5x3", "4x5-distinct", "4x4-black"])
def test_only_guesses_of_entropy_are_never_worse_than_entropy(rules: str) -> None:
    entropy = build_tree(rules, strategy="entropy")
    strategy = pegwise.make("deep", width=2, least=10)
    tree = build_tree(rules, strategy="deep", width=2, least=10)
    assert tree.total <= entropy.total
    assert tree.root == plain_tree(strategy, pegwise.Position(rules), None).root
    assert build_tree(rules, strategy="deep", width=2, least=10**6).root == entropy.root
    assert build_tree(rules, strategy="deep", width=2, least=10, pairs=1).root == entropy.root
