"""Saved games survive kills at any moment; files that are something else are refused and left alone."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from platformdirs import user_data_dir

from pegwise import FileFormatError, Record, SavedGames, game_name, parse_game
from pegwise.play.saved_games import data_file
from tests.play.test_game_line import records


@given(records())
def test_a_game_comes_back_as_it_was_saved(record: Record) -> None:
    with SavedGames(":memory:") as games:
        assert games.get(games.add(record)) == record


def test_rows_and_words_are_added_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "games.sqlite"
    whole = parse_game("1122:B 1344:W 3526:BWW secret=3632 max-guesses=10")
    with SavedGames(path) as games:
        number = games.add(replace(whole, rows=()))
        for place, row in enumerate(whole.rows, 1):
            games.add_row(number, place, row)
        games.update(number, replace(whole, hints=2, resigned=True))
    with SavedGames(path) as games:
        assert games.get(number) == replace(whole, hints=2, resigned=True)
        assert [game.number for game in games.all()] == [number]


def test_numbers_are_those_of_the_games(tmp_path: Path) -> None:
    with SavedGames(tmp_path / "g.sqlite") as games:
        lines = ["4x6 1122:B max-guesses=9", "3x4 123:W", "4x6-blanks 1..2:B"]
        numbers = [games.add(parse_game(line)) for line in lines]
        assert [game_name(games.get(number)) for number in numbers] == lines
        with pytest.raises(FileFormatError, match="there is no saved game 77"):
            games.get(77)


def test_import_adds_what_is_new_and_nothing_twice(tmp_path: Path) -> None:
    first, second = parse_game("1122:B 3632"), parse_game("1122:B 3632 hints=1")
    with SavedGames(tmp_path / "g.sqlite") as games:
        games.add(first)
        assert len(games.add_new([first, second, second])) == 1
        assert [game.record for game in games.all()] == [first, second]


def test_a_row_is_saved_once(tmp_path: Path) -> None:
    record = parse_game("1122:B")
    with SavedGames(tmp_path / "g.sqlite") as games:
        number = games.add(record)
        with pytest.raises(FileFormatError, match="cannot be written"):
            games.add_row(number, 1, record.rows[0])


def _sqlite(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE notes (text TEXT)")
    file.close()


def test_other_files_are_refused_and_left_alone(tmp_path: Path) -> None:
    text, other, folder, later = (tmp_path / name for name in ("text", "other", "folder", "later"))
    text.write_text("something else altogether, longer than a header" * 100)
    _sqlite(other)
    folder.mkdir()
    SavedGames(later).close()
    file = sqlite3.connect(later)
    file.execute("PRAGMA user_version = 99")
    file.close()
    before = {path: path.read_bytes() for path in (text, other)}
    for path, said in (
        (text, "cannot be used (file is not a database)"),
        (other, "the file contains something else"),
        (folder, "cannot be opened (unable to open database file)"),
        (later, "written by a later pegwise"),
    ):
        with pytest.raises(FileFormatError) as raised:
            SavedGames(path)
        assert str(raised.value) == f"saved games {path}: {said}"
    assert all(path.read_bytes() == raw for path, raw in before.items())


def test_a_damaged_game_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "g.sqlite"
    with SavedGames(path) as games:
        games.add(parse_game("1122:B"))
    with sqlite3.connect(path) as file:
        file.execute("UPDATE rows SET row = '1122:BBBW'")
    file.close()
    said = "^saved games .*: cannot be read \\(row 1: 3 black 1 white is impossible"
    with SavedGames(path) as games, pytest.raises(FileFormatError, match=said):
        games.all()
    with SavedGames(path) as games:
        games._file.execute("DROP TABLE rows")
        for work, what in ((games.all, "read"), (lambda: games.add(parse_game("1122:B")), "written")):
            with pytest.raises(FileFormatError, match=f": cannot be {what} \\(no such table: "):
                work()
        games.update(1, parse_game("4x6 hints=3"))
        games._file.execute("DROP TABLE games")
        for change in (lambda: games.update(1, parse_game("4x6")), lambda: games.add_new([])):
            with pytest.raises(FileFormatError, match=": cannot be (written|read) \\(no such table: games"):
                change()


def test_games_are_in_the_folder_that_is_chosen_or_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PEGWISE_DATA", str(tmp_path / "chosen"))
    assert data_file() == tmp_path / "chosen" / "games.sqlite"
    with SavedGames() as games:
        assert games.path == data_file()
    monkeypatch.setenv("PEGWISE_DATA", "")
    assert data_file() == Path(user_data_dir("pegwise", appauthor=False)) / "games.sqlite"


def test_a_game_is_written_anew_by_what_is_said_of_it(tmp_path: Path) -> None:
    first, second = parse_game("1122:B hints=1"), parse_game("3x4 112:B")
    with SavedGames(tmp_path / "g.sqlite") as games:
        one, two = games.add(first), games.add(second)
        games.update(two, replace(second, resigned=True))
        assert [game.record for game in games.all()] == [first, replace(second, resigned=True)]
        assert (one, two) == (1, 2)
        assert games.add_new([first, parse_game("4x6")]) == [3]


WRITER = """
import sys
from pegwise import parse_game, SavedGames
row = parse_game("1122:B").rows[0]
with SavedGames(sys.argv[1]) as games:
    number = games.add(parse_game("4x6 secret=3632"))
    print(number, flush=True)
    for place in range(1, 100_000):
        games.add_row(number, place, row)
        print(place, flush=True)
"""


@pytest.mark.exhaustive
def test_a_kill_at_any_moment_loses_no_row(tmp_path: Path) -> None:
    path, rng = tmp_path / "g.sqlite", random.Random(5)
    acknowledged: list[tuple[int, int]] = []
    for _ in range(8):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        number = int(process.stdout.readline())
        time.sleep(rng.uniform(0, 0.1))
        process.kill()
        told = [int(line) for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        process.stdout.close()
        process.wait()
        acknowledged.append((number, max(told, default=0)))
    with SavedGames(path) as games:
        for number, rows in acknowledged:
            # At most the one row that was on its way when the kill came is there too.
            assert rows <= len(games.get(number).rows) <= rows + 1
    assert sum(rows for _, rows in acknowledged) > 0


def test_two_write_at_the_same_time(tmp_path: Path) -> None:
    path = tmp_path / "g.sqlite"
    row = parse_game("1122:B").rows[0]
    with SavedGames(path) as one, SavedGames(path) as two:
        numbers = one.add(parse_game("4x6")), two.add(parse_game("4x6"))
        for place in range(1, 4):
            one.add_row(numbers[0], place, row)
            two.add_row(numbers[1], place, row)
        assert [len(game.record.rows) for game in one.all()] == [3, 3]
