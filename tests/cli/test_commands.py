"""Each command: its text, its JSON, and what it does with bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

import pegwise
from tests.cli_runner import run, run_json
from tests.helpers import tasks_in

if TYPE_CHECKING:
    from pathlib import Path

SUMMARY_KEYS = ["strategy", "rules", "first_guess", "total", "average", "worst", "distribution", "known"]


def test_alone_it_says_what_it_can_do_on_one_screen() -> None:
    ran = run()
    assert ran.status == 0
    for command in ("solve", "play", "hint", "candidates", "partition", "tree", "compare"):
        assert f"\n  {command} " in ran.out
    assert ran.out.count("\n") <= 32
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "pegwise solve 3632" in ran.out


@pytest.mark.parametrize("command", ["solve", "play", "hint", "candidates", "partition", "tree", "compare"])
def test_every_command_has_the_common_options_and_examples(command: str) -> None:
    out = run(command, "--help").out
    for option in ("-r, --rules", "-s, --strategy", "--seed", "--json", "Examples:"):
        assert option in out


def test_solve_shows_the_worked_example() -> None:
    assert run("solve", "3632").out.splitlines() == [
        "knuth breaks 3632 (4x6, 1296 codes)",
        " 1  1122  B           1296 codes were possible",
        " 2  1344  W           256 codes were possible",
        " 3  3526  BWW         44 codes were possible",
        " 4  1462  BW          7 codes were possible",
        " 5  3632  BBBB        1 code was possible",
        "solved in 5 guesses",
    ]


def test_solve_json() -> None:
    found = run_json("solve", "3632")
    assert (found["guesses"], found["solved"], found["secret"]) == (5, True, "3632")
    assert found["rows"][3] == {
        "guess": "1462",
        "feedback": "BW",
        "candidates_before": 7,
        "candidates_after": 1,
        "known": "exact",
        "choice": "exact",
    }


def test_solve_takes_a_first_guess_and_another_strategy() -> None:
    assert run_json("solve", "3632", "--first", "1123")["rows"][0]["guess"] == "1123"
    assert run_json("solve", "3632", "-s", "entropy")["rows"][0]["guess"] == "1234"


def test_solve_seed_makes_the_counter_the_same_again() -> None:
    games = [run("solve", "3632", "-s", "counter", "--seed", seed).out for seed in ("5", "5", "6")]
    assert games[0] == games[1] != games[2]


def test_solve_interactive_to_the_end() -> None:
    ran = run("solve", typed="B\nW\n1,2\n1B1W\n4,0\n")
    assert ran.status == 0
    assert "Solved in 5 guesses." in ran.out
    assert "1462  7 possible codes" in ran.out


def test_solve_interactive_asks_again_after_bad_input_and_takes_rows_back() -> None:
    ran = run("solve", typed="XX\nBBBW\nBB\nundo\nB\nW\nBWW\nBW\nBBBB\n")
    assert "feedback 'XX': expected black and white hits such as BWW" in ran.out
    assert "3 black 1 white is impossible" in ran.out
    assert "removed 1122:BB" in ran.out
    assert "Solved in 5 guesses." in ran.out


def test_solve_interactive_explains_a_contradiction_and_fix_repairs_it() -> None:
    ran = run("solve", typed="B\nW\nBWW\nBBB\nfix 4 BW\nBBBB\n")
    assert "no code is possible: rows 2 (1344:W), 3 (3526:BWW) and 4 (1462:BBB) cannot all be true" in ran.out
    assert "row 4 is now 1462:BW" in ran.out
    assert "Solved in 5 guesses." in ran.out


def test_solve_interactive_quits_and_prints_its_record_as_json() -> None:
    found = run_json("solve", typed="B\nquit\n")
    assert found["rows"] == [{"guess": "1122", "feedback": "B"}]
    assert not found["solved"]


def test_the_end_of_input_is_no_traceback() -> None:
    ran = run("solve", typed="B\n")
    assert (ran.status, ran.err) == (0, "")


def test_play_win_with_a_hint() -> None:
    secret = str(pegwise.random_secret(pegwise.Rules(4, 6), seed=7))
    ran = run("play", "--seed", "7", typed=f"hint guess\ncount\n9999\n{secret}\n")
    assert ran.status == 0
    assert "1122  leaves 204.5 of 1296 codes on average, 256 in the worst case (knuth)" in ran.out
    assert "1296 codes are possible" in ran.out
    assert "peg 1 is 9; 4x6 has colors 1 to 6" in ran.out
    assert "You broke the code in 1 guess with 2 hints." in ran.out


def test_play_lost_and_resigned_tell_the_secret() -> None:
    secret = str(pegwise.random_secret(pegwise.Rules(4, 6), seed=7))
    wrong = "1111" if secret != "1111" else "2222"
    lost = run("play", "--seed", "7", "--max-guesses", "2", typed=f"{wrong}\n{wrong}\n")
    assert f"You have no guesses left. The code was {secret}" in lost.out
    found = run_json("play", "--seed", "7", typed="resign\n")
    assert (found["secret"], found["won"], found["resigned"]) == (secret, False, True)


def test_candidates() -> None:
    assert run("candidates", "1122:B", "1344:W", "3526:BWW").out.splitlines() == [
        "7 of 1296 codes are possible",
        "3632   3662   4562   4625   5532   6425   6623",
    ]
    found = run_json("candidates", "1122:B", "1344:W")
    assert (found["candidates"], found["known"], len(found["codes"])) == (44, "exact", 44)


def test_candidates_says_when_it_lists_only_some() -> None:
    ran = run("candidates", "--list", "2")
    assert ran.out.splitlines()[-1] == "... 2 of 1296 listed; --all lists all of them"
    assert len(run_json("candidates", "--all")["codes"]) == 1296


def test_candidates_sample_is_seeded_and_marks_the_guess() -> None:
    first, again = (run_json("candidates", "1122:B", "--sample", "5", "--seed", "3") for _ in range(2))
    assert first == again
    assert len(first["codes"]) == 5
    assert "3632" in run("candidates", "1122:B", "1344:W", "3526:BWW", "-s", "first-consistent").out
    assert "3632*" in run("candidates", "1122:B", "1344:W", "3526:BWW", "-s", "first-consistent").out


def test_candidates_of_a_huge_game() -> None:
    found = run_json("candidates", "-r", "30x30", "--list", "1")
    assert found["candidates"] == 30**30
    assert found["codes"] == ["-".join("1" * 30)]


def test_partition_side_by_side() -> None:
    found = run_json("partition", "1122", "1123", "1234")
    assert [partition["worst"] for partition in found["partitions"]] == [256, 276, 312]
    lines = run("partition", "1122", "1234").out.splitlines()
    assert lines[2].split() == ["(0,0)", "-", "256", "16"]
    assert lines[-6].split() == ["worst", "256", "312"]


def test_partition_adds_the_strategys_guess() -> None:
    found = run_json("partition", "4625", "--after", "1122:B 1344:W 3526:BWW", "-s", "knuth")
    assert [partition["guess"] for partition in found["partitions"]] == ["4625", "1462"]


def test_partition_together() -> None:
    found = pegwise.partition_together("4x6 1122:B", "1344 2345", most=3)
    words = ("partition", "1344", "2345", "--after", "1122:B", "--together")
    assert run_json(*words, "-n", "3") == found.to_dict()
    assert run(*words, "-n", "2").out.splitlines() == [
        "4x6 after 1122:B: 256 candidates",
        "1344 2345 together split 256 candidates into 72 classes: worst case 20, average 6.91, 5.640 bits.",
        "The feedback determines 26 of 256 codes; each of the others shares its feedback with another code.",
        "",
        "1344  2345  size  codes",
        "W     WWW     20  3523 3526 3532 3552 3562 3652 4526 4552 4562 4652 ...",
        "BW    WW      12  1456 1533 1536 1553 1563 1653 4424 4624 5154 5164 ...",
        "... and 44 classes more of several codes; --list lists more",
    ]
    six = run("partition", "3612", "4134", "5421", "1641", "2363", "4556", "--together").out.splitlines()
    assert six[-1] == "The feedback determines every code."
    assert run("partition", "4625", "--after", "1122:B 1344:W 3526:BWW", "-s", "knuth", "--together").out
    refused = run("partition", "1122", "--list", "3")
    assert (refused.out, refused.status) == ("", 2)
    assert "--list is for --together" in refused.err


def test_hint_json_has_the_documented_keys() -> None:
    found = run_json("hint", "1122:B", "1344:W")
    keys = [
        "rules",
        "history",
        "candidates",
        "guess",
        "is_candidate",
        "worst",
        "expected_size",
        "bits",
        "class_count",
    ]
    assert set(keys) | {"known", "alternatives"} <= set(found)
    assert (found["guess"], found["candidates"], found["known"]) == ("3526", 44, "exact")
    assert found["history"] == "1122:B 1344:W"
    assert len(found["alternatives"]) == 3
    assert found["guess"] not in [other["guess"] for other in found["alternatives"]]


def test_hint_says_that_a_brilliant_stroke_cannot_be_the_secret() -> None:
    out = run("hint", "1122:B", "1344:W", "3526:BWW").out
    assert out.startswith("Guess 1462  (knuth)")
    assert "It cannot be the secret" in out


def test_hint_candidates_only() -> None:
    found = run_json("hint", "1122:B", "1344:W", "3526:BWW", "--candidates-only")
    assert found["is_candidate"]


def test_hint_in_a_huge_game_tags_its_figures() -> None:
    found = run_json("hint", "-r", "12x12", "-s", "counter", "1-1-2-2-3-3-4-4-5-5-6-6:BBWW")
    assert found["known"] == "sampled"
    assert found["candidates"] > 10**9


def test_tree_json_is_the_documented_object() -> None:
    found = run_json("tree", "-s", "knuth")
    assert list(found) == SUMMARY_KEYS
    assert (found["total"], found["worst"], found["distribution"]) == (5801, 5, [1, 6, 62, 533, 694])


def test_tree_takes_a_first_guess_and_a_history() -> None:
    assert run_json("tree", "--first", "1123")["total"] == 5803
    assert run_json("tree", "1122:B", "1344:W")["distribution"][:2] == [0, 0]


def test_tree_figure_reads_back() -> None:
    text = run("tree", "-s", "knuth", "--format", "figure").out
    assert pegwise.read_figure(text).root == pegwise.build_tree(strategy="knuth").root


def test_a_tree_file_plays_as_a_strategy(tmp_path: Path) -> None:
    for form in ("json", "figure"):
        path = str(tmp_path / f"tree.{form}")
        assert run("tree", "-s", "entropy", "-r", "3x4", "--format", form, "-o", path).status == 0
        assert (
            run_json("tree", "-r", "3x4", "-s", path)["total"]
            == pegwise.build_tree("3x4", strategy="entropy").total
        )
        assert run_json("solve", "-r", "3x4", "-s", path, "314")["solved"]
        assert run_json("hint", "-r", "3x4", "-s", path)["known"] == "exact"
        rows = run_json("compare", "-r", "3x4", "knuth", path)
        assert [row["strategy"] for row in rows] == ["knuth", f"tree.{form}"]


def test_output_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "no" / "such" / "folder.json"
    ran = run("tree", "-r", "3x3", "--format", "json", "-o", str(target))
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert run("tree", "-r", "3x3", "--format", "json", "-o", str(tmp_path / "t.json")).status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["t.json"]


def test_compare_matches_the_published_figures() -> None:
    rows: dict[str, Any] = {row["strategy"]: row for row in run_json("compare")}
    assert set(rows) == set(pegwise.names()) - {"optimal", "deep", "large"}  # these must be asked for
    assert all(list(row) == SUMMARY_KEYS and row["known"] == "exact" for row in rows.values())
    totals = {name: rows[name]["total"] for name in rows}
    published = {"knuth": 5801, "expected-size": 5696, "entropy": 5722, "most-parts": 5668}
    assert published.items() <= totals.items()
    assert totals["first-consistent"] == 7471


def test_compare_of_a_sample_says_so() -> None:
    (row,) = run_json("compare", "counter", "-r", "8x8", "--games", "20", "--seed", "1")
    assert (row["known"], row["games"], row["seed"], row["first_guess"]) == ("sampled", 20, 1, None)
    assert row["standard_error"] > 0
    assert row == run_json("compare", "counter", "-r", "8x8", "--games", "20", "--seed", "1")[0]
    text = run("compare", "counter", "-r", "8x8", "--games", "20", "--seed", "1").out
    assert "sampled: 20 games of 8x8, seed 1" in text


def test_hint_within_a_limit_is_exact_or_tagged() -> None:
    assert run_json("hint", "1122:B", "--limit", "30")["known"] == "exact"
    args = ["hint", "-r", "7x7", "-s", "entropy", "1122334:BW", "--limit", "0.001"]
    found = run_json(*args)
    assert found["known"] == "sampled"
    size, error = found["sample"]["size"], found["sample"]["error"]
    assert 0 < error <= (1 / (4 * size)) ** 0.5 + 1e-4  # how many there was time for is the computer's affair
    assert "Chosen with a sample: " in run(*args).out
    refused = run(*args, "--exact")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "an exact choice would take " in refused.err  # how long, if there was time to estimate it


def test_trees_are_combined(tmp_path: Path) -> None:
    others = ["--also", "most-parts", "--also", "knuth"]
    whole = ["tree", "--first", "1123", "-s", "entropy", *others]
    found = run_json(*whole)
    assert (found["total"], found["strategy"]) == (5658, "entropy+most-parts+knuth")
    path, certificate = str(tmp_path / "best.json"), str(tmp_path / "best.cert")
    assert run(*whole, "--format", "json", "-o", path, "--certificate", certificate).status == 0
    assert "total 5658" in run("check", certificate).out
    assert run_json("tree", "-s", path)["total"] == 5658
    assert run_json("tree", "-s", "knuth", "--also", path)["total"] == 5658
    refusals = {
        ("--also", "none"): "there is no strategy 'none'",
        ("--also", ""): "there is no strategy ''",
        ("--also", "knuth", "--estimate"): "--also and --estimate cannot be used together",
        ("--also", "knuth", "--checkpoint", "x"): "--also and --checkpoint cannot be used together",
        ("--also", path, "-r", "4x7"): "best.json is a tree for 4x6, not for 4x7",
        (
            "--also",
            "knuth",
            "--limit",
            "0.00001",
        ): "the 2 trees would take longer than the limit of",
    }
    for words, told in refusals.items():
        refused = run("tree", "-s", "entropy", *words)
        assert refused.status == 2
        assert told in refused.err
        assert refused.err.count("\n") == 1


def test_tree_tells_its_cost_and_keeps_a_limit() -> None:
    cost = run_json("tree", "-r", "5x7", "--estimate")
    assert set(cost) == {"pairs", "bytes", "seconds"}
    assert "pairs of codes" in run("tree", "-r", "5x7", "--estimate").out
    assert "the limit is 0.0001 s" in run("tree", "-r", "5x7", "--limit", "0.0001").err
    assert run_json("tree", "-r", "3x4", "--limit", "100", "--threads", "1")["total"] == 216
    none = run("compare", "knuth", "-r", "5x7", "--limit", "0.0001")
    assert "sampled: 0 of 100 games of 5x7, seed 0" in none.out


SAVES_EACH_PIECE = """
import sys
from pegwise.executors.checkpoint import Checkpoint
Checkpoint.__init__.__kwdefaults__["every"] = 0.0
from pegwise.cli import main
main(sys.argv[1:])
"""


@pytest.mark.exhaustive
def test_a_tree_killed_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    path, args = tmp_path / "tree.sqlite", ["tree", "-r", "6x6", "-s", "expected-size"]
    whole = run_json(*args)  # compiles what has to be compiled
    program = [sys.executable, "-c", SAVES_EACH_PIECE, *args, "--threads", "1", "--checkpoint", str(path)]
    with subprocess.Popen(program, stdout=subprocess.DEVNULL, env=_environment()) as process:
        while not tasks_in(path):
            assert process.poll() is None, "it ended before anything was saved"
            time.sleep(0.005)
        process.kill()
    other = run("tree", "-r", "6x6", "-s", "entropy", "--checkpoint", str(path))
    assert (other.status, other.err.count("\n")) == (2, 1)
    assert "belongs to different work" in other.err
    assert run_json(*args, "--checkpoint", str(path)) == whole
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_checkpoint_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("something else altogether, longer than a header" * 100)
    ran = run("tree", "-r", "5x7", "--checkpoint", str(path))
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "cannot be used" in ran.err
    assert path.read_text().startswith("something else")


BAD = {
    "wrong length": (["solve", "36322"], "36322 has 5 pegs; a code of 4x6 has 4"),
    "wrong color": (["solve", "3672"], "peg 3 is 7; 4x6 has colors 1 to 6"),
    "no code": (["solve", "36?2"], "'?' at peg 3 is no color"),
    "feedback that cannot be": (["hint", "1122:BBBW"], "3 black 1 white is impossible"),
    "feedback unread": (["hint", "1122:Q"], "feedback 'Q': expected black and white hits"),
    "row unread": (["hint", "1122"], "expected GUESS:FEEDBACK"),
    "unknown strategy": (["solve", "3632", "-s", "knut"], "did you mean 'knuth'?"),
    "unknown rules": (["solve", "-r", "4by6", "3632"], "expected PEGSxCOLORS"),
    "impossible rules": (["hint", "-r", "7x6-distinct"], "7 pegs cannot all be distinct with 6 colors"),
    "too large": (["hint", "-r", "12x12", "-s", "optimal"], "large plays games of this size"),
    "tree too large": (["tree", "-r", "12x12", "-s", "counter"], "too many for a whole tree"),
    "no such option": (["solve", "--rulez"], "No such option"),
    "no such command": (
        ["frobnicate"],
        "there is no command 'frobnicate'; the commands are solve, play, puzzle",
    ),
    "misspelled command": (["solv"], "there is no command 'solv'; did you mean 'solve'?"),
    "misspelled inner command": (["games", "resum"], "did you mean 'resume'?"),
    "misspelled option": (["solve", "3632", "--sead", "1"], "Did you mean '--seed'?"),
    "contradiction": (["hint", "1111:B", "2222:BB", "3333:BB"], "cannot all be true"),
    "option of another": (["solve", "3632", "-s", "counter", "--candidates-only"], "has no option"),
    "option of another kind": (["solve", "3632", "-s", "deep:width=two"], "is a whole number, not 'two'"),
    "not a rules' code": (["solve", "-r", "bulls-and-cows", "1123"], "repeats a color"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_clear_line_and_status_2(name: str) -> None:
    args, message = BAD[name]
    ran = run(*args)
    assert ran.status == 2
    assert ran.out == ""
    assert message in ran.err
    assert ran.err.startswith("pegwise: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "content", ["", "{}", "[1]", '{"format": "pegwise tree"}', "\x00\xff", "1296(1122: 1,"]
)
def test_a_file_that_is_no_tree_is_one_clear_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(content, encoding="latin-1")
    ran = run("solve", "3632", "-s", str(path))
    assert (ran.status, ran.err.count("\n")) == (2, 1), ran.err


def test_a_users_own_strategy_works_in_every_command() -> None:
    class Highest(pegwise.Strategy):
        name = "highest"

        def guess(self, position: pegwise.Position) -> pegwise.Code:
            return max(position.candidates)

    from pegwise.strategies import registry

    pegwise.register(Highest)
    try:
        assert run_json("solve", "3632", "-s", "highest")["rows"][0]["guess"] == "6666"
        assert "Solved" in run("solve", "-s", "highest", typed="BBBB\n").out
        assert "6666" in run("play", "-s", "highest", "--seed", "1", typed="hint guess\nresign\n").out
        assert run_json("hint", "-s", "highest", "1122:B")["guess"] == "6662"
        assert run_json("candidates", "-s", "highest", "1122:B")["guess"] == "6662"
        assert run_json("partition", "1122", "-s", "highest")["partitions"][1]["guess"] == "6666"
        assert run_json("tree", "-r", "3x4", "-s", "highest")["first_guess"] == "444"
        assert "highest" in [row["strategy"] for row in run_json("compare", "-r", "3x4")]
    finally:
        registry.unregister("highest")


MINE = """
import pegwise
class Highest(pegwise.Strategy):
    name = "mine-highest"
    def guess(self, position):
        return max(position.candidates)
other = 5
"""


def test_a_users_own_strategy_is_named_by_its_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pegwise.strategies import registry

    (tmp_path / "mine_for_test.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    try:
        name = "mine_for_test:Highest"
        assert run_json("solve", "3632", "-s", name)["rows"][0]["guess"] == "6666"
        assert run_json("compare", "-r", "3x4", name)[0]["strategy"] == "mine-highest"
    finally:
        registry.unregister("mine-highest")
    for bad in ("mine_for_test:other", "mine_for_test:none", "no_such_module:X"):
        ran = run("solve", "3632", "-s", bad)
        assert (ran.status, ran.err.count("\n")) == (2, 1)


def _environment(**values: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "TERM")}
    return kept | values


def _in_a_terminal(*args: str, **environment: str) -> str:
    """What the command writes when standard output is a terminal."""
    import pty

    parent, child = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pegwise", *args], stdout=child, env=_environment(**environment)
    )
    os.close(child)
    chunks = []
    while True:
        try:
            chunk = os.read(parent, 65536)
        except OSError:  # Linux says so when the other side is closed
            break
        if not chunk:
            break
        chunks.append(chunk)
    os.close(parent)
    assert process.wait() == 0
    return b"".join(chunks).decode()


def test_colors_in_a_terminal_never_alone_and_none_where_not_wanted() -> None:
    colored = _in_a_terminal("solve", "3632", TERM="xterm-256color")
    assert "\x1b[" in colored
    assert " 3 " in colored  # the peg carries its number
    assert "BWW" in colored  # the feedback its letters
    for environment in ({"TERM": "xterm-256color", "NO_COLOR": "1"}, {"TERM": "dumb"}):
        plain = _in_a_terminal("solve", "3632", **environment)
        assert "\x1b[" not in plain
        assert "3526  BWW" in plain


def test_ctrl_c_is_one_line_and_status_130(tmp_path: Path) -> None:
    path = tmp_path / "tree.sqlite"
    process = subprocess.Popen(
        [*(sys.executable, "-m", "pegwise", "tree", "-r", "6x9", "-s", "entropy", "--checkpoint", str(path))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(),
        text=True,
    )
    while not path.exists():  # the tree is begun once there is a file
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err.strip()) == (130, "", "pegwise: stopped")


def test_json_goes_to_a_closed_pipe_without_a_traceback() -> None:
    command = f"{sys.executable} -m pegwise candidates --all | head -1"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert ran.stdout.startswith("1296 of 1296 codes")
    assert ran.stderr == ""


def test_json_of_every_command_is_json() -> None:
    for args in (["partition", "1122"], ["candidates"], ["hint"], ["tree"], ["compare", "knuth"]):
        assert json.loads(run(*args, "-r", "3x3" if args[0] != "partition" else "4x6", "--json").out)


def test_the_limit_of_guesses_can_be_lifted_and_set(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = run("hint", "1122:B").out
    assert run("hint", "1122:B", "--limit", "none").out == usual
    assert run("solve", "3632", "--limit", "none").out == run("solve", "3632", "--limit", "60").out
    for wrong in ("0", "-1", "soon", ""):
        refused = run("hint", "1122:B", "--limit", wrong)
        assert (refused.status, refused.out) == (2, "")
    monkeypatch.setenv("PEGWISE_LIMIT", "soon")
    assert run("hint", "1122:B").status == 2
    monkeypatch.setenv("PEGWISE_LIMIT", "none")
    assert run("hint", "1122:B").out == usual


def test_what_is_chosen_by_counted_work_is_said_and_how_to_have_it_exact() -> None:
    out = run("solve", "-r", "6x9", "123456", "--limit", "0.01").out
    assert "chosen with samples" in out
    assert "--limit none" in out
    assert run_json("hint", "-r", "8x8", "11223344:BWWW", "12552626:BBBW", "-a", "0")["known"] == "sampled"


def test_rules_without_end_are_refused_in_one_line() -> None:
    for command in ("candidates", "hint", "solve", "partition 1"):
        for rules in ("999999999x9", "1000000x9", "9x999999999"):
            refused = run(*command.split(), "-r", rules)
            assert (refused.status, refused.out) == (2, "")
            assert "a game has at most 2,000 pegs and 65,535 colors" in refused.err
            assert len(refused.err.strip().splitlines()) <= 3
