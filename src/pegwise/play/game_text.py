"""Reads all games of a text: a game in each line, a game in rows, a table with a heading, printed games."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pegwise.errors import NotationError, PegwiseError
from pegwise.late_pattern import late_pattern
from pegwise.normalized_text import plain_text
from pegwise.notation import RulesLike, is_rules, parse_rules
from pegwise.play.game_line import parse_game
from pegwise.play.printed_games import is_heading, is_row
from pegwise.row_notation import RowText, lines_of, row_number, split_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pegwise.play.record import Record
    from pegwise.rules import Rules

_COLUMNS = {
    "guess": ("guess", "code", "try"),
    "feedback": ("feedback", "answer", "score", "response", "result", "hits"),
    "black": ("black", "blacks", "bull", "bulls", "strike", "strikes", "right", "exact"),
    "white": ("white", "whites", "cow", "cows", "ball", "balls", "elsewhere", "misplaced"),
    "game": ("game", "game id", "id"),
}
"""The headings of a table's columns; other columns are left out."""
_END = late_pattern(r"(?:^|\s)(?:won|resigned)(?:\s|$)", re.IGNORECASE)
_WORD = late_pattern(r"(?:^|\s)(?:[A-Za-z][\w-]*=\S*|won|resigned)(?=\s|$)", re.IGNORECASE)


@dataclass
class _Line:
    """A line of a text: its rules, whether it names them or an end of the game, and its rows."""

    rules: Rules
    named: bool
    ended: bool
    rows: list[RowText] = field(default_factory=list)
    number: int | None = None


@dataclass
class _Block:
    """The lines of one game, with their numbers in the text."""

    lines: list[tuple[int, str]] = field(default_factory=list)
    rules: Rules | None = None
    told: list[str] = field(default_factory=list)
    first: int | None = None
    whole: bool = False
    ended: bool = False
    gaps: int = 0

    def add(self, number: int, line: str, read: _Line) -> None:
        self.lines.append((number, line))
        self.rules = read.rules
        self.first = read.number if self.first is None else self.first
        self.whole = self.whole or len(read.rows) > 1
        self.told += [told for _, told in read.rows]
        self.ended = self.ended or read.ended or (bool(read.rows) and _wins(self.told, read.rules))


def parse_games(text: str, rules: RulesLike = "4x6") -> list[Record]:
    """Read all games of a text.

    Args:
        text: Games as :func:`parse_game` reads them, each in one line; or a game with a row in each line,
            which goes on until a line names rules, a row wins, or row 1 comes again. Or a table with a
            heading, such as ``guess,black,white``, and ``game`` if there are several; or what pegwise
            printed.
        rules: The rules of games that name none.

    Returns:
        The games.

    Raises:
        NotationError: If a line cannot be read, or it is not clear which game it belongs to. An error names
            the line.
        CodeError: If a code is outside the rules.
        FeedbackError: If these rules can never give some feedback.
        LimitError: If a game has more guesses than were allowed.

    Example:
        >>> import pegwise
        >>> [str(game.rules) for game in pegwise.parse_games("4x6 1122:B won\\n3x4 123:W 214:BW")]
        ['4x6', '3x4']
        >>> len(pegwise.parse_games("1122:B\\n1344:W\\n3526:BWW\\n")[0].rows)
        3
    """
    usual = parse_rules(rules)
    numbered = [
        (number, " ".join(lines_of(line)) if line.strip() else "")
        for number, line in enumerate(plain_text(text).splitlines(), 1)
        if not line.strip() or lines_of(line)
    ]
    table = _table(numbered)
    blocks = _printed(numbered) if table is None else table
    return [_record(block, usual) for block in (_blocks(numbered, usual) if blocks is None else blocks)]


def _record(block: _Block, rules: Rules) -> Record:
    try:
        return parse_game("\n".join(line for _, line in block.lines), rules)
    except PegwiseError as error:
        row = re.match(r"row (\d+)", str(error))
        with_rows = [number for number, line in block.lines if not is_rules(line)]
        place = min(int(row[1]), len(with_rows)) - 1 if row and len(block.lines) > 1 else 0
        number = with_rows[place] if with_rows else block.lines[0][0]
        raise type(error)(f"line {number}: {error}") from None


def _table(lines: Sequence[tuple[int, str]]) -> list[_Block] | None:
    """Read a table whose first line names its columns; None for text of another kind."""
    filled = [(number, line) for number, line in lines if line]
    if not filled:
        return None
    between = max(",;\t|", key=filled[0][1].count)
    words = [name.strip().strip('"').lower() for name in next(csv.reader([filled[0][1]], delimiter=between))]
    names = [next((column for column, known in _COLUMNS.items() if word in known), word) for word in words]
    if "guess" not in names or not {"feedback", "black"} & set(names):
        return None
    blocks: dict[str, _Block] = {}
    for number, line in filled[1:]:
        if not set(line) - set("-:=+ " + between):  # the rule below the heading
            continue
        cells = [cell.strip() for cell in next(csv.reader([line], delimiter=between))]
        if len(cells) != len(names):
            raise NotationError(f"line {number}: {len(cells)} columns where the heading has {len(names)}")
        said = dict(zip(names, cells, strict=True))
        block = blocks.setdefault(said.get("game", ""), _Block())
        told = said.get("feedback") or ",".join(said[name] for name in ("black", "white") if name in said)
        block.lines.append((number, f"{said['guess']}:{told}"))
    return list(blocks.values())


def _printed(lines: Sequence[tuple[int, str]]) -> list[_Block] | None:
    """Split what pegwise printed where a heading stands; None for text of another kind."""
    if not any(is_heading(line) for _, line in lines):
        return None
    blocks = [_Block()]
    for number, line in lines:
        if is_heading(line) and any(is_row(other) for _, other in blocks[-1].lines):
            blocks.append(_Block())
        if line:
            blocks[-1].lines.append((number, line))
    return blocks


def _blocks(lines: Sequence[tuple[int, str]], usual: Rules) -> Iterator[_Block]:
    """Split lines into games; raise an error where it is not clear where one begins."""
    block, gap = _Block(rules=usual), False
    for number, line in lines:
        if not line:
            gap = True
            continue
        read = _read(line, block.rules or usual)
        if block.lines and _begins(block, number, read, gap=gap):
            yield block
            block, read = _Block(), _read(line, usual)
        block.gaps += gap and bool(block.lines)
        gap = False
        block.add(number, line, read)
    if block.lines:
        yield block


def _begins(block: _Block, number: int, read: _Line, *, gap: bool) -> bool:
    """Tell whether a line begins a new game."""
    rows = len(read.rows)
    if read.named or block.ended or (block.whole and rows > 1):
        return True
    if not rows:  # settings of the game above
        return False
    if block.first is not None and read.number is not None:
        return read.number <= block.first
    before = len(block.lines) - 1
    alike = not before or block.gaps == (before if gap else 0)
    if block.whole or rows > 1 or not alike:
        raise NotationError(
            f"line {number}: does a new game begin here? Begin each game with its rules, such as 4x6, or "
            "write all rows of a game one below the other"
        )
    return False


def _read(line: str, rules: Rules) -> _Line:
    """Read the rows of a line, which may name rules; a line that cannot be read is taken for one row."""
    word, _, rest = line.partition(" ")
    named = is_rules(word)
    rules = parse_rules(word) if named else rules
    left = _WORD.sub(" ", rest if named else line).strip()
    ended = _END.search(line) is not None
    if not left:
        return _Line(rules, named, ended)
    try:
        rows = split_rows([left], rules, last_alone=True)
    except NotationError:
        rows = [(left, "?")]
    return _Line(rules, named, ended, rows, row_number(left, rules))


def _wins(told: Sequence[str], rules: Rules) -> bool:
    """Tell whether the last of these hits wins the game, or is left out, as a last guess without feedback."""
    if not told or not told[-1]:
        return bool(told)
    try:
        return rules.hits(told)[-1] == rules.win
    except PegwiseError:
        return False
