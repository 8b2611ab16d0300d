"""The table says what the certificates say, what brute force finds, and what others printed."""

from __future__ import annotations

import csv
import gzip
import hashlib
import heapq
import io
import json
import random
import time
from typing import TYPE_CHECKING

import pytest
from tablebase.bounds import by_sizes
from tablebase.make import data
from tablebase.page import made as made_page
from tablebase.plot import PLOT, describe
from tablebase.published import two_pegs
from tablebase.rows import row, rows
from tablebase.sizes import SEARCHED, all_sizes, kind_of
from tablebase.two_ahead import two_ahead
from tablebase.verdicts import (
    AHEAD,
    KEPT,
    LOWER,
    UNASKED,
    checked,
    pattern_totals,
    read_verdicts,
    verdict_of,
)

from pegwise import RulesError, Table, table
from pegwise.notation import parse_rules
from pegwise.optimal.table import TABLE_FILE, row_of
from pegwise.rules import Rules
from pegwise.trees.build import build_tree
from tablebase import search
from tests import oracle
from tests.cli_runner import run, run_json
from tests.helpers import game_of

if TYPE_CHECKING:
    from pathlib import Path

ROWS = table()
VERDICTS = read_verdicts()
KEPT_FILES = sorted(path.name for path in KEPT.glob("*.cert"))
_QUICK = 40_000
"""Codes times lemmas of a certificate that the checker reads in no time."""


def _is_quick(name: str) -> bool:
    verdict = VERDICTS[name]
    return bool(sum(verdict["distribution"]) * (1 + verdict["lemmas"]) < _QUICK)


def test_the_data_file_is_made_from_the_verdicts() -> None:
    lower, ahead, unasked = (json.loads(path.read_text()) for path in (LOWER, AHEAD, UNASKED))
    made = rows(VERDICTS.values(), lower, ahead, unasked, pattern_totals([], print))
    assert data(made) == TABLE_FILE.read_text("utf-8")
    assert describe(made).replace("<", "&lt;") in PLOT.read_text("utf-8")
    assert tuple(made) == tuple(ROWS)


def test_the_page_of_the_site_has_a_line_for_each_row() -> None:
    lines = made_page(ROWS, VERDICTS.values()).splitlines()
    for each in ROWS:
        assert sum(line.startswith(f"| {each.rules} | {each.rules.size} |") for line in lines) == 1
    assert (
        "| 4x6 | 1296 | 1123 | 5625 | 5625 | 4.3403 | 6 | 5 | exact, certified | "
        "[4x6.cert](certificates/4x6.cert) | 5668 | total 5625, Koyama and Lai 1993 |"
    ) in lines
    assert "The least worst case of 5x5 is 5; a certificate proves it." in lines


def test_every_kept_certificate_has_a_verdict_with_its_digest() -> None:
    assert sorted(name for name, verdict in VERDICTS.items() if verdict["kept"]) == KEPT_FILES
    for name in KEPT_FILES:
        with gzip.open(KEPT / name) as text:
            assert hashlib.sha256(text.read()).hexdigest() == VERDICTS[name]["sha256"]
        assert (KEPT / name).stat().st_size == VERDICTS[name]["size"] < 2**20


@pytest.mark.exhaustive
def test_the_checker_says_the_same_of_small_certificates() -> None:
    names = [name for name in KEPT_FILES if _is_quick(name)]
    assert len(names) > 20
    for name in random.Random(1).sample(names, 12):
        assert verdict_of(KEPT / name, VERDICTS[name]) == VERDICTS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", KEPT_FILES)
def test_the_checker_says_the_same_of_every_certificate(name: str) -> None:
    assert verdict_of(KEPT / name, VERDICTS[name]) == VERDICTS[name]


@pytest.mark.exhaustive
def test_a_changed_certificate_is_checked_again_and_a_false_one_has_no_verdict(tmp_path: Path) -> None:
    folder, said = tmp_path, list[str]()
    lines = gzip.decompress((KEPT / "3x4.cert").read_bytes()).splitlines(keepends=True)
    lines[0] = lines[0].replace(b'"total":206', b'"total":205')
    (folder / "false.cert").write_bytes(gzip.compress(b"".join(lines)))
    (folder / "true.cert").write_bytes((KEPT / "3x4.cert").read_bytes())
    found = checked([folder], {}, said.append)
    assert list(found) == ["true.cert"]
    assert not found["true.cert"]["kept"]
    assert said[0].startswith("false.cert: refused: ")
    assert checked([folder], found, said.append) == found
    assert len(said) == 3  # the false one is refused again


SMALL = [each for each in ROWS if each.rules.size <= 24]


@pytest.mark.parametrize("name", [str(each.rules) for each in SMALL])
def test_small_games_are_those_of_brute_force(name: str) -> None:
    (found,) = table(name)
    every = oracle.Exhaustive(game_of(found.rules), remember=True)
    whole = (1 << found.rules.size) - 1
    least = every.least(whole)
    assert least is not None
    assert found.total.exact
    assert found.total.upper == least.total
    worst = next(guesses for guesses in range(1, 99) if every.least(whole, guesses) is not None)
    assert found.least_worst.lower <= worst <= found.least_worst.upper
    sizes = by_sizes(found.rules)
    assert sizes.total <= least.total
    assert sizes.worst <= worst
    assert sizes.total <= two_ahead(found.rules) <= least.total


@pytest.mark.some(2)
@pytest.mark.parametrize("name", ["2x5", "3x4", "4x3", "3x5-distinct", "3x4-black", "5x2", "2x6-distinct"])
def test_the_bound_two_guesses_ahead_by_definition(name: str) -> None:
    """Every first and second guess, without symmetry; what a class costs, by filling a tree code by code."""
    rules = parse_rules(name)
    game = game_of(rules)
    every = list(oracle.codes(game))

    def classes(left: list[tuple[int, ...]], guess: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
        return [part for told, part in oracle.split(game, left, guess).items() if told != game.win]

    def filled(size: int, most: int) -> int:
        free, total = [1], 0  # the guesses at which the next codes can be won
        for _ in range(size):
            turn = heapq.heappop(free)
            total += turn
            for _ in range(most):
                heapq.heappush(free, turn + 1)
        return total

    def ahead(left: list[tuple[int, ...]]) -> int:
        most = max(len(classes(left, guess)) for guess in every)
        return len(left) + min(
            sum(filled(len(part), most) for part in classes(left, guess)) for guess in every
        )

    wanted = min(len(every) + sum(ahead(part) for part in classes(every, guess)) for guess in every)
    assert two_ahead(rules) == wanted


@pytest.mark.slow
def test_the_bound_two_guesses_ahead_is_below_all_exact_totals() -> None:
    exact = [each for each in ROWS if each.total.exact and each.rules.size <= 8000]
    assert len(exact) > 100
    for each in exact:
        assert by_sizes(each.rules).total <= two_ahead(each.rules) <= each.total.upper


def test_two_pegs_are_those_of_the_formulas() -> None:
    some = [each for each in ROWS if each.rules.pegs == 2 and each.rules.whites and each.rules.colors > 2]
    assert len(some) >= 20
    for each in some:
        average = two_pegs(each.rules.colors, repeats=each.rules.repeats)
        assert each.total.upper == average * each.rules.size
        assert each.total.exact


def test_what_others_printed_is_never_better_than_an_exact_value() -> None:
    compared = 0
    for each in ROWS:
        for said in each.printed:
            compared += 1
            if said.what == "total" and each.total.exact:
                assert int(said.value) == each.total.upper
            if said.what == "tree":
                assert int(said.value) >= each.total.upper
            if said.what == "average":
                assert abs(float(said.value) - each.average) < 0.0005
            if said.what == "worst" and "to" not in said.value:
                assert each.least_worst.lower <= int(said.value) <= each.least_worst.upper
    assert compared > 40


def test_bounds_fit_together() -> None:
    for each in ROWS:
        assert by_sizes(each.rules).total <= each.total.lower <= each.total.upper
        assert by_sizes(each.rules).worst <= each.least_worst.lower <= each.least_worst.upper <= each.worst
        assert each.one_step_total is None or each.total.upper <= each.one_step_total
        assert each.total.proof != "certified" or (each.total.exact and each.total.certificate.lemmas)
        assert row_of(json.loads(json.dumps(each.to_dict()))) == each


def test_every_size_has_a_row() -> None:
    assert {str(each.rules) for each in ROWS} == {str(rules) for rules in all_sizes(10**6)}


def test_nine_of_ten_large_sizes_are_better_than_one_guess_ahead() -> None:
    large = [each for each in ROWS if each.rules.size > 1000 and each.one_step_total is not None]
    better = [each for each in large if each.total.upper < (each.one_step_total or 0)]
    assert len(large) > 200
    assert len(better) >= 0.9 * len(large)


def test_lower_bounds_of_sizes_past_the_search_look_two_guesses_ahead() -> None:
    large = [each for each in ROWS if each.rules.size > SEARCHED]
    assert len(large) > 90
    for each in large:
        assert each.total.proof in ("sizes", "unasked")
        assert each.total.lower > by_sizes(each.rules).total


def test_a_tree_alone_is_no_lower_bound() -> None:
    (verdict,) = (each for each in VERDICTS.values() if each["name"] == "3x4.cert")
    alone = row(Rules(3, 4), [{**verdict, "lemmas": 0, "run": {}}])
    assert (alone.total.proof, alone.total.lower, alone.known) == (
        "sizes",
        by_sizes(Rules(3, 4)).total,
        "bounds",
    )
    searched = row(Rules(3, 4), [{**verdict, "lemmas": 0, "run": {"lower": 206}}])
    assert (searched.known, searched.total.certificate.lemmas) == ("exact, searched", 0)
    limited = row(Rules(3, 4), [{**verdict, "max_guesses": 4}])
    assert not limited.total.exact  # that no strategy within four guesses is better says nothing of others
    with pytest.raises(AssertionError, match="3x4"):
        row(Rules(3, 4), [{**verdict, "lemmas": 0, "run": {"lower": 207}}])


def test_the_sizes_are_those_of_the_issue() -> None:
    sizes = all_sizes()
    assert {rules.pegs for rules in sizes} == set(range(2, 9))
    assert {kind_of(rules) for rules in sizes} == {"repeats", "distinct", "black"}
    assert max(rules.size for rules in sizes) == 10**6
    assert {str(rules) for rules in sizes} >= {
        "4x31",
        "5x15",
        "6x10",
        "7x7",
        "8x5",
        "4x33-distinct",
        "8x9-distinct",
    }


def test_the_command_lists_rows_in_every_form() -> None:
    plain = run("table", "--pegs", "3", "--kind", "repeats")
    assert plain.out.splitlines()[0].split()[:4] == ["rules", "codes", "first", "total"]
    assert "3x4       64" in plain.out
    found = run_json("table", "-r", "3x4")
    assert (found[0]["total"]["upper"], found[0]["total"]["proof"]) == (206, "certified")
    assert run("table", "-r", "3x4", "--format", "json").out == run("table", "-r", "3x4", "--json").out
    lines = list(csv.DictReader(io.StringIO(run("table", "--pegs", "2", "--format", "csv").out)))
    assert [line["total"] for line in lines] == [str(each.total.upper) for each in table(pegs=2)]
    assert all(None not in line.values() and None not in line for line in lines)
    marked = run("table", "--pegs", "3", "--colors", "4", "--format", "markdown").out.splitlines()
    assert len({line.count(" | ") for line in marked}) == 1
    alone = run("table", "-r", "3x4").out
    assert "least total 206, exact (certified): average 3.2188" in alone
    assert "made again by: pegwise optimal -r 3x4 --no-book --certificate 3x4.cert" in alone


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-r", "9x2"], "the table has no row for 9x2; to search it, use pegwise optimal -r 9x2"),
        (["-r", "9x4"], "the table has no row for 9x4; for a good strategy, use pegwise tree -r 9x4"),
        (
            ["-r", "9x9"],
            "the table has no row for 9x9; "
            "it has 387420489 codes; for a good next guess, use pegwise hint -r 9x9",
        ),
        (["--pegs", "9"], "the table has no such size"),
        (["-r", "4x"], "4x"),
        (["--kind", "white"], "white"),
        (["--json", "--format", "csv"], "--format and --json cannot be used together"),
    ],
)
def test_errors_are_one_line(words: list[str], said: str) -> None:
    ran = run("table", *words)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


def test_the_library_takes_what_the_command_takes() -> None:
    assert isinstance(ROWS, Table)
    assert [str(each.rules) for each in table(["3x4", Rules(2, 3)])] == ["2x3", "3x4"]
    assert {each.kind for each in table(kind="black")} == {"black"}
    assert str(table("3x4")).splitlines()[0].startswith("rules")
    assert str(table("3x4")[0]).startswith("3x4: 64 codes")
    with pytest.raises(RulesError, match="no kind 'x'"):
        table(kind="x")


@pytest.mark.exhaustive
def test_the_search_writes_certificates_the_cheapest_first_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pegwise.limit.clock", time.perf_counter)  # the program changes it
    words = ["search", str(tmp_path), "--codes", "16", "--kinds", "repeats", "--only", "total,worst,steps"]
    monkeypatch.setattr("sys.argv", words)
    search.main()
    done = [json.loads(line.partition(" ")[2]) for line in capsys.readouterr().out.splitlines()]
    assert len(done) == 15
    assert [each["job"] for each in done if each["rules"] == "2x4"] == ["steps", "total", "worst"]
    found = {str(each.rules): each for each in rows(checked([tmp_path], {}, lambda _: None).values(), {})}
    for name, each in found.items():
        (whole,) = table(name)
        assert (each.total.upper, each.total.proof) == (whole.total.upper, "certified")
        assert (each.least_worst.upper, each.least_worst.proof) == (whole.least_worst.upper, "certified")
        assert each.one_step_total is not None
        assert each.one_step_total >= each.total.upper
    search.main()
    assert capsys.readouterr().out == ""


@pytest.mark.some(1)
@pytest.mark.parametrize("name", ["4x4", "4x5", "3x6-distinct", "3x5-black"])
def test_the_least_worst_case_of_the_trees_that_look_one_guess_ahead(name: str, tmp_path: Path) -> None:
    rules = parse_rules(name)
    found = search.do(search.Job(rules, "short", 1.0, 0.0), tmp_path)
    (tmp_path / f"{name}-short.json").write_text(json.dumps(found))
    proved = verdict_of(tmp_path / f"{name}-short.cert")
    trees = [build_tree(rules, strategy=each) for each in search.ONE_STEP]
    assert (proved["worst"], proved["total"]) == min((tree.worst, tree.total) for tree in trees)
    assert proved["command"] == found["command"]
    assert row(rules, [proved]).least_worst.upper == proved["worst"]


@pytest.mark.parametrize("proof", [1e-9, 0.0])
def test_a_search_or_proof_that_does_not_end_in_time_leaves_the_tree(proof: float, tmp_path: Path) -> None:
    found = search.do(search.Job(Rules(4, 5), "total", 1.0, proof), tmp_path)
    proved = verdict_of(tmp_path / "4x5.cert")
    assert proved["lemmas"] == 0
    assert found["proof"] == "tree"
    assert found["lower"] <= 2463 <= proved["total"]
    asked = "--tree-only" if found["known"] == "exact" else "--limit 1"
    assert asked in found["command"]


def test_a_lower_bound_without_a_search_to_the_end_is_one(tmp_path: Path) -> None:
    found = search.do(search.Job(Rules(4, 5), "lower", 20.0, 1.0), tmp_path)
    assert 2463 - 10 <= found["lower"] <= 2463
    assert not list(tmp_path.glob("*.cert"))
    lower = json.loads(LOWER.read_text())
    assert all(lower.get(str(each.rules), 0) <= each.total.lower for each in ROWS)
    assert sum(str(each.rules) in lower and each.total.exact for each in ROWS) >= 5
    some = {"4x5": found["lower"]}
    (made,) = rows([{**VERDICTS["4x5.cert"], "lemmas": 0, "run": {}}], some)
    assert (made.total.lower, made.total.upper) == (found["lower"], 2463)


@pytest.mark.parametrize("name", ["3x4.cert", "4x3-worst.cert", "4x4-distinct.cert", "2x4-black.cert"])
def test_the_command_of_a_certificate_makes_it_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program, *words = VERDICTS[name]["command"].split()
    assert program == "pegwise"
    assert run(*words).status == 0
    with gzip.open(name) as text:
        assert hashlib.sha256(text.read()).hexdigest() == VERDICTS[name]["sha256"]


def test_the_command_of_a_tree_makes_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deep = [each for each in VERDICTS.values() if each["run"].get("strategy", "").startswith("deep:")]
    steps = [each for each in VERDICTS.values() if "totals" in each["run"]]
    for some in (deep, steps):
        least = min(some, key=lambda each: (each["rules"][0] not in "345", sum(each["distribution"])))
        assert run(*least["command"].split()[1:]).status == 0
        with gzip.open(least["name"]) as text:
            assert hashlib.sha256(text.read()).hexdigest() == least["sha256"]
