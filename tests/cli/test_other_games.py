"""Every command with listed rules: it works, or says in one line why not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli_runner import run, run_json

GAMES = Path(__file__).parent.parent.parent / "docs" / "games"
WORDS = str(GAMES / "words.toml")
RULES = [WORDS, str(GAMES / "terminal.toml"), "3x4-holes", "3x4-distinct-any", "3x4-total", "3x4-marks"]
SECRETS = dict(zip(RULES, ["piano", "hunting", "123", "123", "123", "123"], strict=True))


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEGWISE_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@pytest.mark.some(20, more=0)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    "command",
    [
        "hint",
        "hint --step 5",
        "hint -s entropy --json",
        "candidates",
        "candidates --json --sample 2",
        "tree -s expected-size",
        "tree -s entropy --format json",
        "tree -s counter --format text",
        "tree --estimate",
        "compare knuth entropy first-consistent random-consistent",
        "compare",
        "compare knuth counter --games 5",
        "optimal",
        "optimal --objective worst,total --json",
        "optimal --all-guesses --limit 20",
        "solve SECRET",
        "solve SECRET -s optimal",
        "solve SECRET -s deep --json",
        "solve SECRET --false-rows 1 --seed 2",
        "feedback SECRET SECRET --explain",
        "partition SECRET",
        "partition SECRET --together",
    ],
)
def test_commands_work(rules: str, command: str) -> None:
    words = command.replace("SECRET", SECRETS[rules]).split()
    ran = run(*words, "-r", rules)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out
    if "--json" in words:
        json.loads(ran.out)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    "command",
    ["puzzle", "solve SECRET -s large", "optimal --objective worst,last", "optimal --candidates-only"],
)
def test_commands_refuse_in_one_line(rules: str, command: str) -> None:
    ran = run(*command.replace("SECRET", SECRETS[rules]).split(), "-r", rules)
    assert (ran.status, ran.out.count("breaks") == ran.out.count("\n")) == (2, True)
    assert ran.err.count("\n") == 1


def test_a_game_of_words_is_played_and_reviewed() -> None:
    ran = run("play", "-r", WORDS, "--seed", "1", typed="crane\nhint\nscale\nresign\n")
    assert ran.status == 0
    assert "Traceback" not in ran.err
    reviewed = run_json("review", "-r", WORDS, "crane:.....", "tiger:.G...", "vivid", "--json")
    assert [move["guess"] for move in reviewed["moves"]] == ["crane", "tiger", "vivid"]
    assert reviewed["moves"][1]["consistent"] is False
    assert reviewed["moves"][2]["candidates_before"] == 1


def test_a_tree_of_words_is_a_strategy() -> None:
    tree = run("tree", "-r", WORDS, "-s", "most-parts", "--format", "json", "-o", "words.json")
    assert tree.status == 0
    assert json.loads(Path("words.json").read_text())["first_guess"] == "scale"
    ran = run("solve", "-r", WORDS, "-s", "words.json", "piano")
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "solved in 3 guesses")


def test_the_best_tree_of_words_has_a_certificate() -> None:
    made = run("optimal", "-r", WORDS, "--certificate", "words.cert", "--json")
    assert (made.status, json.loads(made.out)["total"]) == (0, 191)
    checked = run("check", "words.cert", "-r", WORDS)
    assert checked.status == 0
    assert "total 191 (average 2.4177), worst 4: optimal (total), certified" in checked.out
    assert json.loads(made.out)["certificate"] in checked.out
    refused = run("check", "words.cert", "-r", str(GAMES / "jotto.toml"))
    assert (refused.status, refused.out) == (1, "") or refused.status == 1


def test_weights_count_in_every_figure() -> None:
    Path("few.txt").write_text("cat 6\ncot 1\ndog 1\ncog 1\n")
    Path("few.toml").write_text('guesses = "few.txt"\nfeedback = "marks"\n')
    best = run_json("optimal", "-r", "few.toml", "--json")
    assert (best["total"], best["first_guess"], best["distribution"]) == (12, "cat", [6, 3])
    hint = run_json("hint", "-r", "few.toml", "--json")
    assert sum(hint["classes"].values()) == 9


def test_a_bad_list_is_one_line_with_file_and_number() -> None:
    Path("few.txt").write_text("cat\ncot\ncart\n")
    Path("few.toml").write_text('guesses = "few.txt"\n')
    ran = run("hint", "-r", "few.toml")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "pegwise: few.toml: few.txt, line 3: cart has 4 pegs; a code of 3x5 has 3\n"


def test_false_rows_are_said_to_be_false() -> None:
    ran = run("solve", "3632", "--false-rows", "1", "--seed", "2")
    assert ran.out.count("this row is false") == 1
    assert run("candidates", "1122:B", "1344:W", "3526:BWW", "--false-rows", "1").out.startswith(
        "104 of 1296"
    )


def test_a_saved_game_of_a_file_of_rules_is_gone_on_with() -> None:
    Path("my words").mkdir()
    Path("my words/few.txt").write_text("cat\ncot\ndog\ncog\n")
    Path("my words/few.toml").write_text('name = "Few"\nguesses = "few.txt"\nfeedback = "marks"\n')
    assert run("play", "-r", "my words/few.toml", "--seed", "1", typed="dog\nquit\n").status == 0
    assert run("play", "--seed", "1", typed="1122\nquit\n").status == 0
    listed = run("games")
    assert (listed.status, listed.err) == (0, "")
    assert "Few" in listed.out
    assert "4x6" in listed.out
    assert run("games", "resume", "1", typed="cot\nquit\n").status == 0
    assert run("stats").status == 0
    Path("my words/few.txt").unlink()
    gone = run("games")
    assert gone.status == 0
    assert "4x6" in gone.out
    assert "game 1 is left out" in gone.out + gone.err
    assert "few.txt: there is no such file" in run("games", "review", "1").err


def test_a_person_who_answers_is_told_how() -> None:
    ran = run("solve", "-r", WORDS, typed="GY\nquit\n")
    assert "a mark for each of 5 pegs: G right, Y elsewhere, . absent" in ran.out
    assert "BWW" not in ran.out


def test_a_counter_allows_for_false_rows() -> None:
    ran = run("solve", "--false-rows", "1", "-s", "counter", "--seed", "3", "3632")
    assert (ran.status, ran.err) == (0, "")
