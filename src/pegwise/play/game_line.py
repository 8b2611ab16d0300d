"""A whole game in one line, to be typed, pasted and shared; what is written here reads back the same.

    4x6 1122:B 1344:W 3526:BWW 1462:BW 3632:BBBB max-guesses=10 hints=1

The line has the rules, the rows, then ``won``, ``resigned`` and settings in any order. In a game with blanks,
``.`` is the empty hole. Rows may also stand in lines of their own, in any notation.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pegwise.errors import NotationError
from pegwise.late_pattern import late_pattern
from pegwise.notation import RulesLike, is_rules, parse_rules, read_history, rules_name
from pegwise.play.game import Game
from pegwise.play.printed_games import game_lines
from pegwise.play.record import Record
from pegwise.row_notation import lines_of, split_rows
from pegwise.rules import Row, Rules

if TYPE_CHECKING:
    from collections.abc import Callable


GameLike = Record | Game | str
"""A game: a :class:`Game`, its :class:`Record`, or its line of text, such as ``4x6 1122:B``."""

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
    marks = [word for word, said in (("won", record.guessed), ("resigned", record.resigned)) if said]
    secret = None if record.won else record.secret  # the winning row tells it
    settings = {
        "secret": None if secret is None else str(secret),
        "max-guesses": record.max_guesses,
        "hints": record.hints or None,
        "codemaker": None if record.codemaker == "random" else record.codemaker,
        "race": record.race,
        "started": None if record.started is None else f"{record.started.replace(tzinfo=None).isoformat()}Z",
    }
    given = [f"{key}={value}" for key, value in settings.items() if value is not None]
    rules = rules_name(record.rules, (*record.rows, *((Row(secret, "-"),) if secret else ())))
    return " ".join([rules, *map(str, record.rows), *marks, *given])


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
        ('won', 3, '11..:BW', '4x6-blanks')
    """
    if isinstance(text, (Game, Record)):
        return text.record if isinstance(text, Game) else text
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is no game: expected a line of text such as {_EXAMPLE}")
    lines = lines_of(text)
    lines = game_lines(lines) or lines
    if not lines:
        raise NotationError(f"a game was expected, such as {_EXAMPLE}; there is nothing here")
    read = _Reader()
    for line in lines:
        read.line(line)
    return read.record(parse_rules(rules))


class _Reader:
    """Reads the words of a game one by one; rows come last, when the rules are known."""

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self._rows: list[str] = []
        self._given: dict[str, str] = {}

    def line(self, line: str) -> None:
        """Read the words of one more line; what is left of it is rows."""
        left: list[str] = []
        for word in line.split():
            if len(word) > _LONGEST:
                raise NotationError(
                    f"{word[:20]!r}... has {len(word)} characters: a word of a game is not that long"
                )
            setting = _SETTING.fullmatch(word)
            if setting is not None:
                if setting[1].lower() not in (*_SETTINGS, "colors"):
                    known = f"the keys are {', '.join(_SETTINGS)} and colors"
                    raise NotationError(f"{word!r}: unknown key {setting[1]!r}; {known}")
                self._set(setting[1].lower(), setting[2], word)
            elif word.lower() in _MARKS:
                self._set(word.lower(), "", word)
            elif self._rules is None and not self._rows and not left and is_rules(word):
                self._rules = parse_rules(word)
            else:
                left.append(word)
        if left:
            self._rows.append(" ".join(left))

    def _set(self, name: str, value: str, word: str) -> None:
        if name in self._given:
            raise NotationError(f"{word!r}: this is given twice")
        self._given[name] = value

    def record(self, usual: Rules) -> Record:
        """Return the game that was read; these are its rules if it names none."""
        rules, given = self._rules or usual, self._given
        if "colors" in given:
            rules = parse_rules(f"{rules} colors={given['colors']}")
        pairs = split_rows(self._rows, rules, last_alone=True) if self._rows else []
        for number, (_, feedback) in enumerate(pairs[:-1], 1):
            if not feedback:
                raise NotationError(
                    f"row {number} has no feedback, so it won the game; "
                    f"but there is {pairs[number][0]!r} after it"
                )
        secret = [given["secret"]] if "secret" in given else []
        rules, rows = read_history(
            [(guess, feedback or rules.win) for guess, feedback in pairs], rules, secret
        )
        said: dict[str, Any] = {name: True for word, name in _MARKS.items() if word in given}
        said |= {key.replace("-", "_"): read(given[key]) for key, read in _SETTINGS.items() if key in given}
        return Record(rules, rows, **said)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise NotationError(f"{text!r}: expected a number")
    return int(text)


def _time(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        raise NotationError(f"{text!r}: expected a time such as 2026-01-31T12:00:00Z") from None


_LONGEST = 10_000
"""The most characters of a word: more than a row of the largest board has."""
_SETTING = late_pattern(r"([A-Za-z][\w-]*)=(.*)")
_MARKS = {"won": "guessed", "resigned": "resigned"}
_SETTINGS: dict[str, Callable[[str], object]] = {
    "secret": str,
    "max-guesses": _number,
    "hints": _number,
    "codemaker": str.lower,
    "race": str,
    "started": _time,
}
