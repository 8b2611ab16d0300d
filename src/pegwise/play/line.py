"""A whole game in one line, to be typed, pasted and shared; what is written here reads back the same.

    4x6 1122:B 1344:W 3526:BWW 1462:BW 3632:BBBB max-guesses=10 hints=1

The line has the rules, the rows, then ``won``, ``resigned`` and settings in any order. In a game with blanks,
``.`` is the empty hole (:mod:`pegwise.play.symbols`).
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pegwise.errors import NotationError, PegwiseError
from pegwise.notation import parse_feedback, parse_rules
from pegwise.play.game import Game
from pegwise.play.record import Record
from pegwise.play.symbols import code_symbols, is_rules, parse_symbols, read_rules, rules_symbols
from pegwise.rules import Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.notation import RulesLike
    from pegwise.rules import Code, Rules

__all__ = ["GameLike", "game_name", "parse_game"]

GameLike = Record | Game | str
"""A game: a :class:`Game`, its :class:`Record`, or its line of text, such as ``4x6 1122:B``."""

_LONGEST = 10_000
"""The most characters of a word: more than a row of the largest board has."""
_EXAMPLE = "4x6 1122:B 1344:W max-guesses=10"


def game_name(game: GameLike) -> str:
    """Write a game as one line of text.

    Args:
        game: The game, its record, or its line of text.

    Returns:
        The line, which :func:`parse_game` reads.

    Raises:
        NotationError: If the text is not a game.

    Example:
        >>> import pegwise
        >>> pegwise.game_name(pegwise.parse_game("1122:B 1344:W 3526:BWW 1462:BW 3632"))
        '4x6 1122:B 1344:W 3526:BWW 1462:BW 3632:BBBB'
    """
    record = parse_game(game)
    rules, blanks = record.rules, record.blanks
    rows = [f"{code_symbols(row.guess, rules, blanks)}:{row.feedback}" for row in record.rows]
    marks = [word for word, said in (("won", record.guessed), ("resigned", record.resigned)) if said]
    secret = None if record.won else record.secret  # the winning row tells it
    settings = {
        "secret": None if secret is None else code_symbols(secret, rules, blanks),
        "max-guesses": record.max_guesses,
        "hints": record.hints or None,
        "codemaker": None if record.codemaker == "random" else record.codemaker,
        "race": record.race,
        "started": None if record.started is None else f"{record.started.replace(tzinfo=None).isoformat()}Z",
    }
    given = [f"{key}={value}" for key, value in settings.items() if value is not None]
    return " ".join([rules_symbols(rules, blanks), *rows, *marks, *given])


def parse_game(text: GameLike, rules: RulesLike = "4x6") -> Record:
    """Read a game from a line of text.

    Args:
        text: Rules, then rows such as ``1122:B``; a last code without feedback is the guess that won. ``won``
            means that a guess which the line leaves out won the game. Settings are ``max-guesses=``,
            ``hints=``, ``secret=``, ``codemaker=``, ``race=`` and ``started=``. Of a game its record is
            returned, and a record as it is.
        rules: The rules of a line that names none.

    Returns:
        The record of the game.

    Raises:
        NotationError: If the text is not a game.
        CodeError: If a code is outside the rules.
        FeedbackError: If the secret contradicts a row, or these rules can never give some feedback.
        LimitError: If there are more guesses than were allowed.

    Example:
        >>> import pegwise
        >>> record = pegwise.parse_game("4x6-blanks 11..:BW 1.23:W won max-guesses=8")
        >>> record.outcome, record.guesses, str(record.rows[0]), str(record.rules)
        ('won', 3, '1177:BW', '4x7')
    """
    if isinstance(text, (Game, Record)):
        return text.record if isinstance(text, Game) else text
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is no game: expected a line of text such as {_EXAMPLE}")
    words = text.split()
    if not words:
        raise NotationError(f"a game was expected, such as {_EXAMPLE}; there is nothing here")
    named = is_rules(words[0])
    game, blanks = read_rules(words[0]) if named else (parse_rules(rules), False)
    read = _Reader(game, blanks)
    for word in words[named:]:
        read.word(word)
    return Record(game, tuple(read.rows), blanks=blanks, **read.said)


class _Reader:
    """Reads the words of a game one by one."""

    def __init__(self, rules: Rules, blanks: bool) -> None:
        self.rules, self.blanks = rules, blanks
        self.rows: list[Row] = []
        self.said: dict[str, Any] = {}
        self._ended = False

    def word(self, word: str) -> None:
        """Read one more word."""
        if len(word) > _LONGEST:
            raise NotationError(
                f"{word[:20]!r}... has {len(word)} characters: a word of a game is not that long"
            )
        lowered, (key, equals, value) = word.lower(), word.partition("=")
        if equals and key.lower() in _SETTINGS:
            name, read = _SETTINGS[key.lower()]
            self._say(name, read(self, value), word)
        elif equals:
            raise NotationError(f"{word!r}: unknown key {key!r}; the keys are {', '.join(_SETTINGS)}")
        elif lowered in _MARKS:
            self._say(_MARKS[lowered], True, word)
        else:
            self._row(word)

    def _say(self, name: str, value: object, word: str) -> None:
        if name in self.said:
            raise NotationError(f"{word!r}: this is given twice")
        self.said[name] = value

    def _row(self, word: str) -> None:
        number = len(self.rows) + 1
        if self._ended:
            raise NotationError(
                f"row {number - 1} has no feedback, so it won the game; but there is {word!r} after it"
            )
        guess, colon, told = word.rpartition(":")
        try:
            code = self.code(guess if colon else word)
            self.rows.append(Row(code, parse_feedback(told, self.rules) if colon else self.rules.win))
        except PegwiseError as error:
            raise type(error)(f"row {number}: {error}") from None
        self._ended = not colon

    def code(self, text: str) -> Code:
        """Read a guess or the secret."""
        return parse_symbols(text, self.rules, self.blanks)

    def number(self, text: str) -> int:
        """Read a number of rows or hints."""
        if not (text.isascii() and text.isdecimal() and len(text) <= 9):
            raise NotationError(f"{text!r}: expected a number")
        return int(text)

    def time(self, text: str) -> datetime:
        """Read a time in UTC."""
        try:
            return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
        except ValueError:
            raise NotationError(f"{text!r}: expected a time such as 2026-01-31T12:00:00Z") from None

    def codemaker(self, text: str) -> str:
        """Read the name of a codemaker."""
        return text.lower()

    def name(self, text: str) -> str:
        """Read the name of a strategy."""
        return text


_MARKS = {"won": "guessed", "resigned": "resigned"}
_SETTINGS: dict[str, tuple[str, Callable[[_Reader, str], object]]] = {
    "secret": ("secret", _Reader.code),
    "max-guesses": ("max_guesses", _Reader.number),
    "hints": ("hints", _Reader.number),
    "codemaker": ("codemaker", _Reader.codemaker),
    "race": ("race", _Reader.name),
    "started": ("started", _Reader.time),
}
