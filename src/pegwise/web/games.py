"""The games that the server keeps: their secrets, bounded in number and age."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from pegwise.errors import FileFormatError
from pegwise.play.game_line import game_name
from pegwise.web.limits.refusals import MovedOn, NoGame, NotKept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise.play.record import Record
    from pegwise.web.limits.settings import Settings

T = TypeVar("T")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, line TEXT NOT NULL, touched REAL NOT NULL, client TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_touched ON games (touched);
CREATE INDEX IF NOT EXISTS games_client ON games (client, touched);
"""
_OLDEST_OF = """
DELETE FROM games WHERE id IN
    (SELECT id FROM games WHERE client = ? ORDER BY touched LIMIT max(0, ? - ?))
"""
_MOST = "SELECT client, count(*) AS kept FROM games GROUP BY client ORDER BY kept DESC, min(touched) LIMIT 1"
_DAY = 86400.0


class Games:
    """Games by name, an SQLite file; a name cannot be guessed, and who has it may play.

    A game is its whole line (``play.game_line.game_name``), secret included; a move is on disk before
    it is answered. Raises :class:`~pegwise.errors.FileFormatError` for a file that cannot be used. All work
    with the file is done in one thread of its own: the methods that need it are called by :meth:`do`.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings, self.path = settings, settings.games_file
        self._thread = ThreadPoolExecutor(1, "pegwise games")
        try:
            self._thread.submit(self._open).result()
        except BaseException:
            self._thread.shutdown()
            raise

    def _open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(self.path, timeout=5)
            try:
                self._file.execute("PRAGMA journal_mode = WAL")
                self._file.executescript(_SCHEMA)
            except sqlite3.Error:
                self._file.close()
                raise
        except (OSError, sqlite3.Error) as error:
            raise FileFormatError(f"the server's games {self.path}: cannot be opened ({error})") from None

    def close(self) -> None:
        """Let go of the file, once what was begun is done."""
        self._thread.submit(self._file.close).result()
        self._thread.shutdown()

    async def do(self, work: Callable[..., T], *values: object) -> T:
        """What ``work`` makes of the values, worked out in the thread of the games."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *values)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it or nothing."""
        try:
            with self._file:
                self._file.execute("BEGIN IMMEDIATE")
                yield self._file
        except sqlite3.Error as error:
            raise NotKept(f"games cannot be saved now ({error})", {"Retry-After": "5"}) from None

    def add(self, record: Record, client: str) -> str:
        """Keep a new game of a client; its name.

        At the limit of the client its game that is longest untouched makes room. At the limit of all games
        it is one of the client that has most, so that whoever begins many loses their own.
        """
        name, now = secrets.token_urlsafe(16), time.time()
        with self._writing() as file:
            file.execute("DELETE FROM games WHERE touched < ?", (now - self.settings.days * _DAY,))
            file.execute("INSERT INTO games VALUES (?, ?, ?, ?)", (name, game_name(record), now, client))
            own = file.execute("SELECT count(*) FROM games WHERE client = ?", (client,)).fetchone()[0]
            file.execute(_OLDEST_OF, (client, own, self.settings.client_games))
            for _ in range(self.count() - self.settings.games):
                most = file.execute(_MOST).fetchone()[0]
                file.execute(_OLDEST_OF, (most, 1, 0))
        return name

    def get(self, name: str) -> str:
        """The line of a game. Raises :class:`~pegwise.web.limits.refusals.NoGame`."""
        oldest = time.time() - self.settings.days * _DAY
        try:
            found = self._file.execute(
                "SELECT line FROM games WHERE id = ? AND touched >= ?", (name, oldest)
            ).fetchone()
        except sqlite3.Error as error:
            raise NotKept(f"games cannot be read now ({error})", {"Retry-After": "5"}) from None
        if found is None:
            raise NoGame("there is no game of this name; games are kept for a time only")
        return str(found[0])

    def replace(self, name: str, before: str, after: str) -> None:
        """Keep what became of a game by a move.

        Raises :class:`~pegwise.web.limits.refusals.MovedOn` if it is not ``before`` any more, and
        :class:`~pegwise.web.limits.refusals.NoGame` if it is gone.
        """
        with self._writing() as file:
            changed = file.execute(
                "UPDATE games SET line = ?, touched = ? WHERE id = ? AND line = ?",
                (after, time.time(), name, before),
            )
            if not changed.rowcount:
                self.get(name)
                raise MovedOn("another move was made in this game meanwhile")

    def remove(self, name: str) -> None:
        """Forget a game. Raises :class:`~pegwise.web.limits.refusals.NoGame`."""
        with self._writing() as file:
            if not file.execute("DELETE FROM games WHERE id = ?", (name,)).rowcount:
                raise NoGame("there is no game of this name; games are kept for a time only")

    def count(self) -> int:
        """How many are kept."""
        return int(self._file.execute("SELECT count(*) FROM games").fetchone()[0])
