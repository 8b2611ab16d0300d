"""The game at a terminal and through a pipe; saved games; figures."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest

import pegwise
from pegwise import SavedGames, parse_game
from tests.cli.terminal import Terminal
from tests.cli_runner import run, run_json

if TYPE_CHECKING:
    from pathlib import Path

SECRET = "3134"  # of --seed 7


def test_the_whole_of_a_session_through_a_pipe() -> None:
    ran = run(
        "play", "--seed", "7", "--max-guesses", "3", "--race", "knuth", typed="1122\n9\n1344\nboard\n3134\n"
    )
    assert ran.status == 0
    assert ran.out.splitlines() == [
        "I hold a code of 4 pegs, colors 1 to 6. You have 3 guesses. "
        "Type a code to guess it. Also: hint, count, board, resign, quit, help.",
        " 1 (3 left): 1122",
        " 1  1122  B           knuth B",
        " 2 (2 left): 9",
        "    9 has 1 peg; a code of 4x6 has 4",
        " 2 (2 left): 1344",
        " 2  1344  BWW         knuth BWW",
        " 3 (1 left): board",
        " 1  1122  B           knuth B",
        " 2  1344  BWW         knuth BWW",
        " 3  ····",
        " 3 (1 left): 3134",
        " 3  3134  BBBB        knuth BBW",
        "You broke the code in 3 guesses.",
        "You win the race: knuth needed 4 guesses.",
        " 1  1122  B",
        " 2  1344  BWW",
        " 3  3145  BBW",
        " 4  3134  BBBB",
        "",
        "guess  feedback  before  average  after   rank  regret   luck",
        "1122   B           1296    204.5    256    3/5   0.059  -0.11  good",
        "1344   BWW          256     31.5     21   2/39   0.020  +0.10  good",
        "3134   BBBB          21      2.9      1  4/466   0.095  +1.52  good",
        "",
        "Accuracy 88.6 %: 0.174 turns lost against best play.",
        "3 guesses = 4.340 (best play, on average) + 0.174 (lost) - 1.514 (good luck).",
        "The guess to learn from is row 3, 3134: 5134 takes 0.095 turns fewer on average: "
        "it splits the possible codes into 11 classes rather than 9.",
        "",
        "To share this game without its secret:",
        "4x6 1122:B 1344:BWW won max-guesses=3 race=knuth",
    ]


def test_hints_tell_a_step_more_each_time_and_are_counted() -> None:
    typed = "1122\nhint check 1111\nhint check 1345\nhint\nhint\nhint\nhint\nhint\nhint nonsense\nresign\n"
    ran = run("play", "--seed", "7", typed=typed)
    said = [line for line in ran.out.splitlines() if line.startswith("    ")]
    assert said == [
        "    1111 is not the secret: otherwise row 1 would have feedback BB, not B.",
        "    1345 can be the secret: it is consistent with every row.",
        "    256 codes are possible.",
        "    Nothing is certain yet.",
        "    1344  leaves 31.5 of 256 codes on average, 44 in the worst case (knuth)",
        "    1344 can be the secret: 13 classes, worst case 44, average 31.55",
        "    there are no more hints for this row; "
        "to see whether a code can be the secret, type hint check CODE",
        "    the hints are check, count, certain, guess, why",
    ]
    assert "BWW         21" in ran.out
    assert "hints=6" in ran.out


def test_why_is_told_beside_ones_own_guess() -> None:
    ran = run("play", "--seed", "7", typed="1122\nhint why 1234\nresign\n")
    assert "feedback  1344  1234" in ran.out
    assert "    1234 cannot be the secret" in ran.out


def test_each_press_for_a_hint_says_something_new_or_that_there_is_no_more() -> None:
    def press(wanted: str) -> None:
        before = terminal.text.count(wanted)
        terminal.type("h")
        terminal.until(wanted, before + 1)

    with Terminal("play", "--seed", "7", "--no-save", columns=120, NO_COLOR="1") as terminal:
        terminal.until("10 left")
        for wanted in ("1296 codes are possible.", "Nothing is certain yet.", "(knuth)", "1122 can be the"):
            press(wanted)
        press("no more hints for this row; to see whether a code can be the secret, fill the row")
        press("no more hints for this row; to see")
        terminal.type("1122")  # the guess that was suggested
        press("1122 can be the secret.")
        press("there are no more hints for this row\n")
        terminal.type("x1234")
        press("1234 can be the secret.")
        press("1234 can be the secret: 14 classes")
        press("there are no more hints for this row\n")
        terminal.type("x")
        press("no more hints for this row; to see")
        terminal.type("1122\r")
        terminal.until("9 left")
        press("256 codes are possible.")
        terminal.type("q")
        assert terminal.end() == 0


def test_the_json_of_a_game() -> None:
    found = run_json("play", "--seed", "7", "--max-guesses", "2", typed=f"1122\n{SECRET}\n")
    assert {
        key: found[key] for key in ("rules", "codemaker", "secret", "outcome", "guesses", "hints", "won")
    } == {
        "rules": "4x6",
        "codemaker": "random",
        "secret": SECRET,
        "outcome": "won",
        "guesses": 2,
        "hints": 0,
        "won": True,
    }
    assert found["rows"][0] == {"guess": "1122", "feedback": "B"}


def test_a_game_that_is_left_keeps_its_secret() -> None:
    found = run_json("play", "--seed", "7", typed="1122\nquit\n")
    assert (found["secret"], found["outcome"]) == (None, "unfinished")
    assert run_json("games")[0]["secret"] is None
    assert SECRET not in run("games", "export").out
    assert SECRET in run("games", "export", "--secrets").out
    assert SECRET not in run("games", "review", "1").out


def test_an_adversary_proves_that_its_code_fits() -> None:
    ran = run("play", "--adversary", "--max-guesses", "2", typed="1122\n3344\n")
    rows = [line.split()[1:3] for line in ran.out.splitlines() if line.startswith((" 1  ", " 2  "))]
    code = ran.out.partition("A code consistent with all 2 rows: ")[2].split()[0]
    assert code in pegwise.Position("4x6", [":".join(row) for row in rows])
    assert run("games", "export", "--no-dates").out == (
        f"4x6 {' '.join(':'.join(row) for row in rows)} secret={code} max-guesses=2 codemaker=adversary\n"
    )
    large = run(
        "play", "--adversary", "--max-guesses", "1", "-r", "12x12", typed="1-1-1-1-1-1-2-2-2-2-2-2\n"
    ).out
    assert "I always left as many codes possible in a sample as I could" in large
    for rules, known in (("3x4", "exact"), ("12x12", "sampled")):
        assert run_json("play", "--adversary", "-r", rules, typed="quit\n")["known"] == known


def test_blanks_are_dots() -> None:
    ran = run("play", "--blanks", "--seed", "1", "--max-guesses", "1", typed="1..2\n")
    assert " 1  1..2  " in ran.out
    assert "4x6-blanks 1..2:" in ran.out
    assert "colors 1 to 6 or an empty hole (.)" in ran.out
    assert run_json("games")[0]["rules"] == "4x6-blanks"
    assert "'.' at peg 2 is no color" in run("play", typed="1..2\nresign\n").out


def test_a_secret_typed_unseen() -> None:
    ran = run("play", "--secret", typed="3632\n1122\nresign\n")
    assert "3632" not in ran.out.partition("You resigned")[0] + ran.err
    assert "The code was 3632" in ran.out
    assert run("play", "--secret", typed="36\n").status == 2


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--adversary", "--race", "knuth"], "--adversary and --race cannot be used together"),
        (["--adversary", "--secret"], "--adversary and --secret cannot be used together"),
        (["--race", "knut"], "did you mean 'knuth'?"),
    ],
)
def test_what_does_not_go_together_is_one_line(args: list[str], said: str) -> None:
    ran = run("play", *args)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert said in ran.err


def test_nothing_is_saved_with_no_save(data_folder: Path) -> None:
    run("play", "--no-save", typed="resign\n")
    assert not list(data_folder.iterdir())


def test_a_game_goes_on_where_nothing_can_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PEGWISE_DATA", str(tmp_path / "file"))
    ran = run("play", "--seed", "7", typed=f"{SECRET}\n")
    assert "pegwise: this game is not saved: " in ran.err
    assert ran.err.count("\n") == 1
    assert "You broke the code in 1 guess." in ran.out
    assert run("games").status == 2


def test_games_are_listed_resumed_reviewed_exported_and_imported(tmp_path: Path) -> None:
    assert "no saved games yet" in run("games").out
    run("play", "--seed", "7", typed="1122\nhint\n")  # the pipe ends: the game is left
    run("play", "--seed", "8", typed="resign\n")
    assert [(game["id"], game["outcome"]) for game in run_json("games")] == [
        (1, "unfinished"),
        (2, "resigned"),
    ]
    resumed = run("games", "resume", typed=f"{SECRET}\n")
    assert "You have 9 guesses." in resumed.out
    assert "You broke the code in 2 guesses with 1 hint." in resumed.out
    again = run("games", "resume", "1")
    assert (again.status, again.err) == (2, "pegwise: this game is over: it was won\n")
    assert "1122   B           1296    204.5    256" in run("games", "review", "1").out
    path = tmp_path / "games.txt"
    assert run("games", "export", "1", "-o", str(path)).status == 0
    assert parse_game(path.read_text()).hints == 1
    assert run("games", "import", str(path)).out == "0 games saved, 1 already saved\n"
    assert run("games", "import", typed="# mine\n\n3x4 123\n").out == "1 game saved\n"
    assert run_json("games", "-n", "1")[0]["rules"] == "3x4"
    assert "3x4" in run("stats").out
    assert [each["rules"] for each in run_json("stats", "-r", "4x6", "-s", "knuth")] == ["4x6"]


def test_names_with_brackets_are_names() -> None:
    assert run("games", "import", typed="1122:B won race=[/bold]\n").status == 0
    assert "race [/bold]" in run("games").out


def test_an_import_with_a_mistake_saves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("3x4 123\n4x6 1122:BBBW\n")
    ran = run("games", "import", str(path))
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "line 2: row 1: 3 black 1 white is impossible" in ran.err
    assert run_json("games") == []
    path.write_bytes(b"\xff\xfe\x00")
    assert run("games", "import", str(path)).err.endswith("is not text\n")


def test_no_game_of_the_kind_is_one_line() -> None:
    for args in (["resume"], ["review"], ["review", "7"], ["export", "7"]):
        ran = run("games", *args)
        assert (ran.status, ran.err.count("\n")) == (2, 1), args


@pytest.mark.parametrize(("columns", "environment"), [(80, {}), (40, {"NO_COLOR": "1"})])
def test_a_row_is_put_together_key_by_key(columns: int, environment: dict[str, Any]) -> None:
    with Terminal("play", "--seed", "7", columns=columns, **environment) as terminal:
        terminal.until("10 left")
        terminal.type("1")
        terminal.type("5\x7f")  # taken back
        terminal.type("13u2")  # undone
        terminal.type("\r")
        terminal.until("fill every hole")
        terminal.type("2\r")
        terminal.until("9 left")
        terminal.type("c\x1b[D\x1b[D\x1b[D\x1b[D3\x1b[B\x1b[C3\x1b[A\x1b[C")
        terminal.type("x3134\r")
        text = terminal.until("Another game?")
        assert "You broke the code in 2 guesses." in text
        assert "4x6 1122:B won max-guesses=10" in text
        assert max(len(line) for line in text.splitlines()) <= columns
        colored = "48;5;" in terminal.raw or "48;2;" in terminal.raw
        assert colored != bool(environment)
        terminal.type("n")
        assert terminal.end() == 0
        assert terminal.modes_now() == terminal.modes


def test_resigning_is_asked_twice_and_another_game_has_another_code() -> None:
    with Terminal("play", "--seed", "7") as terminal:
        terminal.until("10 left")
        terminal.type("rn")
        terminal.until("10 left", 2)
        terminal.type("h")
        terminal.until("1296 codes are possible")
        terminal.type("ry")
        terminal.until("Another game?")
        terminal.type("y")
        terminal.until("10 left", 4)
        terminal.type("q")
        assert terminal.end() == 0
        assert "pegwise games resume 2" in terminal.text
    first, second = run_json("games")
    assert (first["outcome"], first["hints"], second["outcome"]) == ("resigned", 1, "unfinished")
    with SavedGames() as games:
        assert games.get(1).secret != games.get(2).secret


def test_a_row_is_checked_again_once_it_is_another() -> None:
    with Terminal("play", "--secret", NO_COLOR="1") as terminal:
        terminal.until("Secret:")
        terminal.type("36\n")
        terminal.until("a code of 4x6 has 4")
        terminal.until("Secret:", 2)
        terminal.type("3632\n")
        terminal.until("10 left")
        terminal.type("1122\r")
        terminal.until("9 left")
        terminal.type("1111h")
        terminal.until("1111 is not the secret: otherwise row 1 would have feedback BB, not B")
        terminal.type("x1345h")
        terminal.until("1345 can be the secret: it is consistent with every row")
        terminal.type("h")
        terminal.until("256 codes are possible")
        terminal.type("b?q")
        text = terminal.until("resume 1")
        assert terminal.end() == 0
    assert "10  ····" in text
    assert "leave; you can resume later" in text
    assert "3632" not in text
    assert run_json("games")[0]["hints"] == 3


def test_ctrl_c_leaves_a_saved_game_and_the_terminal_as_it_was() -> None:
    with Terminal("play") as terminal:
        terminal.until("10 left")
        terminal.type("1122\r")
        terminal.until("9 left")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130
        assert "To resume this game: pegwise games resume 1" in terminal.text
        assert terminal.text.rstrip().endswith("pegwise: stopped")
        assert terminal.modes_now() == terminal.modes
    assert len(run_json("games")[0]["rows"]) == 1


def test_a_game_stopped_with_ctrl_z_goes_on_key_by_key() -> None:
    with Terminal("play", "--seed", "7", shell=True, NO_COLOR="1") as terminal:
        terminal.until("10 left")
        terminal.type("12")
        terminal.until("12··")
        terminal.type("\x1a")
        terminal.until("Stopped")
        terminal.type("stty -a\n")
        terminal.until(" icanon")  # the terminal is the shell's
        terminal.type("fg\n")
        terminal.until("12··", 2)  # the row is drawn again
        terminal.type("33")
        terminal.until("1233")  # and filled as keys are pressed: no Enter yet
        assert "9 left" not in terminal.text
        terminal.type("\r")
        terminal.until("9 left")
        terminal.type("r")
        terminal.until("Resign?")
        terminal.type("\x1a")
        terminal.until("Stopped", 2)
        terminal.type("fg\n")
        terminal.until("Resign?", 2)
        terminal.type("n")
        terminal.until("9 left", 2)
        terminal.type("q")
        terminal.until("resume 1")
        terminal.type("exit\n")
        terminal.end()
    assert [row["guess"] for row in run_json("games")[0]["rows"]] == ["1233"]


def test_a_game_stopped_from_elsewhere_takes_the_terminal_again() -> None:
    with Terminal("play", "--seed", "7", NO_COLOR="1") as terminal:
        terminal.until("10 left")
        terminal.process.send_signal(signal.SIGSTOP)
        os.waitpid(terminal.process.pid, os.WUNTRACED)
        terminal.set_modes()
        terminal.process.send_signal(signal.SIGCONT)
        terminal.until("10 left", 2)
        terminal.type("12")
        terminal.until("12··")
        terminal.type("q")
        assert terminal.end() == 0


@pytest.mark.exhaustive
def test_a_game_killed_at_any_moment_resumes() -> None:
    rng = random.Random(3)
    for _ in range(3):
        with Terminal("play", "--seed", "7", "--max-guesses", "99", "--lines") as terminal:
            terminal.until("99 left")
            for number in range(1, rng.randrange(2, 6)):
                terminal.type("1122\n")
                terminal.until(f"({99 - number} left)")
            terminal.type("1122\n")
            time.sleep(rng.uniform(0, 0.02))
            os.kill(terminal.process.pid, signal.SIGKILL)
            terminal.end()
            seen = terminal.text.count(" 1   1   2   2 ")
        rows = len(run_json("games")[-1]["rows"])
        assert seen <= rows <= seen + 1
        resumed = json.loads(run("games", "resume", "--json", typed="3344\nresign\n").out)
        assert (resumed["guesses"], resumed["outcome"]) == (rows + 1, "resigned")
