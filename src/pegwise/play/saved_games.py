"""Saved games: an SQLite file in the user's data folder, written while the game goes on.

Every row is on disk before its feedback is shown, so that no row is lost if the program is killed
(write-ahead log).
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self
from urllib.parse import quote, unquote

from pegwise.codes import Row, RowLike
from pegwise.errors import FileFormatError, NotationError, PegwiseError
from pegwise.notation import parse_row
from pegwise.play.game_line import GameLike, game_name, parse_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pegwise.play.record import Record

_APPLICATION, _VERSION = 0x50454757, 1  # "PEGW"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY AUTOINCREMENT, line TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rows (
    game INTEGER NOT NULL REFERENCES games (id), number INTEGER NOT NULL, row TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""


def data_file() -> Path:
    """Return the file of the saved games, in the folder ``PEGWISE_DATA`` or the user's data folder."""
    chosen = os.environ.get("PEGWISE_DATA")
    if chosen:
        return Path(chosen) / "games.sqlite"
    from platformdirs import user_data_dir

    return Path(user_data_dir("pegwise", appauthor=False)) / "games.sqlite"


class SavedGame(NamedTuple):
    """A saved game.

    Attributes:
        number: The number that the game is saved under.
        record: The record of the game.

    Example:
        >>> import pegwise
        >>> str(pegwise.SavedGame(1, pegwise.parse_game("4x6 1122:B")))
        'game 1: 4x6 1122:B'
        >>> pegwise.SavedGame(1, pegwise.parse_game("4x6 1122:B")).to_dict()["id"]
        1
    """

    number: int
    record: Record

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain values.

        Returns:
            One element of what ``pegwise games --json`` prints, without the secret of an unfinished game.
        """
        unfinished = self.record.outcome == "unfinished"
        return {"id": self.number, **(self.record.without_secret() if unfinished else self.record).to_dict()}

    def __str__(self) -> str:
        return f"game {self.number}: {game_name(self.record)}"


class SavedGames:
    """The saved games, in an SQLite file; use it in a ``with`` statement, or call :meth:`close`.

    A game is saved as its line of text when it begins (:func:`game_name`), then row by row. ``len()`` and
    iteration are those of :meth:`all`.

    Args:
        path: The file; None for the file in the user's data folder.

    Attributes:
        path (Path): The file.
        unread (dict[int, str]): Why some games could not be read, whose rules are in a file, by number.

    Raises:
        FileFormatError: If the file cannot be used, contains something else, or was written by a later
            version.

    Example:
        >>> import tempfile
        >>> import pegwise
        >>> folder = tempfile.TemporaryDirectory()
        >>> with folder, pegwise.SavedGames(f"{folder.name}/games.sqlite") as games:
        ...     number = games.add("4x6 1122:B max-guesses=10")
        ...     games.add_row(number, 2, "1344:W")
        ...     games.update(number, "4x6 max-guesses=10 hints=1")
        ...     new = games.add_new(["4x6 1122:B resigned"])
        ...     print(*games, sep="; ")
        ...     len(games), len(games.all())
        ...     pegwise.game_name(games.get(number))
        game 1: 4x6 1122:B 1344:W max-guesses=10 hints=1; game 2: 4x6 1122:B resigned
        (2, 2)
        '4x6 1122:B 1344:W max-guesses=10 hints=1'
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = data_file() if path is None else Path(path)
        self.unread: dict[int, str] = {}
        with self._told("opened"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(self.path, timeout=10)
        try:
            with self._told("used"):
                self._claim()
        except BaseException:
            self._file.close()
            raise

    def _claim(self) -> None:
        application, version = (
            self._file.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        empty = not self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not empty and application != _APPLICATION:
            raise FileFormatError(f"saved games {self.path}: the file contains something else")
        if version > _VERSION:
            raise FileFormatError(f"saved games {self.path}: written by a later pegwise")
        self._file.execute("PRAGMA journal_mode = WAL")
        if empty:
            self._file.executescript(
                f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA application_id = {_APPLICATION}; "
                f"PRAGMA user_version = {_VERSION}; COMMIT;"
            )

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """Turn trouble with the file into one error of ours."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise FileFormatError(f"saved games {self.path}: cannot be {what} ({error})") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file.

        Example:
            >>> import tempfile
            >>> import pegwise
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     games = pegwise.SavedGames(f"{folder}/games.sqlite")
            ...     games.close()
        """
        self._file.close()

    def add(self, record: GameLike) -> int:
        """Save a game with the rows that it has.

        Args:
            record: The game, its record, or its line of text.

        Returns:
            The number that the game is saved under.

        Raises:
            FileFormatError: If the file cannot be written.
            NotationError: If the text is not a game.
        """
        record = parse_game(record)
        with self._told("written"), self._file:
            return self._insert(record)

    def add_new(self, records: Iterable[GameLike]) -> list[int]:
        """Save those games that are not saved yet, all or none.

        Args:
            records: The games, their records, or their lines of text.

        Returns:
            The numbers of the games that are new.

        Raises:
            FileFormatError: If the file cannot be written.
            NotationError: If a text is not a game.
        """
        with self._told("written"), self._file:
            self._file.execute("BEGIN IMMEDIATE")
            known = {game.record for game in self.all()}
            new = [record for record in dict.fromkeys(map(parse_game, records)) if record not in known]
            return [self._insert(record) for record in new]

    def _insert(self, record: Record) -> int:
        added = self._file.execute("INSERT INTO games (line) VALUES (?)", (_head(record),))
        number = int(added.lastrowid or 0)
        rows = [(number, place, str(row)) for place, row in enumerate(record.rows, 1)]
        self._file.executemany("INSERT INTO rows VALUES (?, ?, ?)", rows)
        return number

    def add_row(self, number: int, place: int, row: RowLike) -> None:
        """Save one more row of a game; it is on disk when this returns.

        Args:
            number: The number of the game.
            place: Which row of the game it is, counted from 1.
            row: The row, or its text.

        Raises:
            FileFormatError: If there is no such game, or the file cannot be written.
            NotationError: If the text is not a row.
        """
        row = row if isinstance(row, Row) else parse_row(row, self.get(number).rules)
        with self._told("written"), self._file:
            self._file.execute("INSERT INTO rows VALUES (?, ?, ?)", (number, place, str(row)))

    def update(self, number: int, record: GameLike) -> None:
        """Save what is known of a game besides its rows: hints, resignation, secret.

        Args:
            number: The number of the game.
            record: The game, its record, or its line of text; its rows are ignored.

        Raises:
            FileFormatError: If the file cannot be written.
            NotationError: If the text is not a game.
        """
        with self._told("written"), self._file:
            self._file.execute("UPDATE games SET line = ? WHERE id = ?", (_head(parse_game(record)), number))

    def get(self, number: int) -> Record:
        """Return a saved game.

        Args:
            number: The number of the game.

        Returns:
            The record of the game.

        Raises:
            FileFormatError: If there is no such game, or the file cannot be read.
        """
        for game in self._read("WHERE id = ?", number):
            return game.record
        if number in self.unread:
            raise FileFormatError(f"saved game {number} cannot be read: {self.unread[number]}")
        raise FileFormatError(f"there is no saved game {number}")

    def all(self) -> list[SavedGame]:
        """Return every saved game, the oldest first.

        Returns:
            The games with their numbers.

        Raises:
            FileFormatError: If the file cannot be read.
        """
        return self._read("")

    def __iter__(self) -> Iterator[SavedGame]:
        return iter(self.all())

    def __len__(self) -> int:
        with self._told("read"):
            return int(self._file.execute("SELECT count(*) FROM games").fetchone()[0])

    def __bool__(self) -> bool:
        return True

    def _read(self, where: str, *values: int) -> list[SavedGame]:
        with self._told("read"):
            heads = self._file.execute(f"SELECT id, line FROM games {where} ORDER BY id", values)  # noqa: S608
            lines = {number: [line] for number, line in heads}
            rows = f"SELECT id, row FROM games JOIN rows ON game = id {where} ORDER BY id, number"  # noqa: S608
            for number, row in self._file.execute(rows, values):
                if number in lines:  # another program may have added one
                    lines[number].append(row)
        try:
            found = [self._game(number, words) for number, words in lines.items()]
        except PegwiseError as error:
            raise FileFormatError(f"saved games {self.path}: cannot be read ({error})") from None
        return [game for game in found if game is not None]

    def _game(self, number: int, words: list[str]) -> SavedGame | None:
        """Return a game; None if the file of its rules cannot be read, which ``unread`` says."""
        path, _, rest = words[0].partition(" ")
        if path.lower().endswith(".toml"):
            from pegwise.rules_file import read_rules

            try:
                path = str(read_rules(unquote(path)))
            except PegwiseError as error:
                self.unread[number] = str(error)
                return None
        return SavedGame(number, parse_game(" ".join([path, rest, *words[1:]])))


def _head(record: Record) -> str:
    """Return the line of a game without its rows; rules out of a file stand as its path."""
    rules, line = record.rules, game_name(replace(record, rows=()))
    if not rules.has_lists:
        return line
    if not rules.path:
        raise NotationError(f"a game of {rules} cannot be saved: its lists are in no file of rules")
    return quote(rules.path) + line.removeprefix(str(rules))
