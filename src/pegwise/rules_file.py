"""Reads rules from a file: a TOML file that names lists of guesses and secrets beside it."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegwise.errors import FileFormatError, PegwiseError, RulesError
from pegwise.feedback_kinds import KINDS
from pegwise.listed_rules import ListedRules
from pegwise.listed_rules_factory import listed_rules
from pegwise.normalized_text import plain_text
from pegwise.rules_text import is_rules, names_of_files, parse_rules, remember

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.rules import Rules

_KEYS: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "pegs": int,
    "colors": int,
    "symbols": (str, list),
    "distinct": bool,
    "any": bool,
    "holes": bool,
    "guesses": str,
    "secrets": str,
    "bag": (list, dict),
    "feedback": str,
}
"""What a file of rules may say, and of which type."""
_WORDS: dict[Any, str] = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    (str, list): "text or a list",
}
_MOST_BYTES = 1 << 28
"""The largest file that is read."""
_MOST_COLORS, _MOST_PEGS = 65_535, 64
"""The most colors of a file, and the most pegs that are drawn from a bag."""
_MOST_BAGGED = 1 << 22
"""The most codes that pegs of a bag are tried for."""


def read_rules(path: str | Path) -> Rules:
    """Read a file of rules.

    Args:
        path: The TOML file. It may say a ``name``; ``pegs``; ``symbols`` or ``colors``; ``guesses`` and
            ``secrets``, the names of files beside it with a code in each line, in which a weight may follow a
            secret; ``bag``, how many pegs of each color there are; ``feedback``, which is ``hits``,
            ``black``, ``total`` or ``marks``; and ``distinct``, ``any`` and ``holes``, which mean what they
            mean in the text of rules.

    Returns:
        The rules. Their text is their ``name``, or else the path; :func:`parse_rules` knows it from now on in
        this process.

    Raises:
        FileFormatError: If a file cannot be read, or a line is not what it should be; it says which.
        RulesError: If no game can have these rules.

    Example:
        >>> import pathlib, tempfile
        >>> import pegwise
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> _ = (folder / "words.txt").write_text("cat\\ncot\\ndog\\n")
        >>> _ = (folder / "game.toml").write_text('guesses = "words.txt"\\nfeedback = "marks"\\n')
        >>> pegwise.read_rules(folder / "game.toml").size
        3
    """
    place = Path(path)
    try:
        told = tomllib.loads(_text(place))
    except tomllib.TOMLDecodeError as error:
        raise FileFormatError(f"{path}: {error}") from None
    _check_keys(told, str(path))
    try:
        found = _rules(told, place)
    except FileFormatError:
        raise
    except PegwiseError as error:
        raise RulesError(f"{path}: {error}") from None
    if not isinstance(found, ListedRules):
        return found
    name = "-".join(told.get("name", "").split()) or str(path)
    name = _checked_name(name, found, str(path))
    return remember(replace(found, name=name, file=str(place.resolve())))


def _checked_name(name: str, rules: Rules, path: str) -> str:
    """Return a name that nothing else means, no other rules and no code of the game; or raise an error."""
    known = is_rules(name) and name not in names_of_files()
    try:
        code = rules.code(name)
    except PegwiseError:
        code = None
    plain = plain_text(name).strip()
    if known or code is not None or ":" in plain or not plain:
        meant = "other rules" if known else "a code of this game" if code is not None else "a row"
        raise FileFormatError(f"{path}: name {name!r} can mean {meant}; choose another one")
    return name


def _check_keys(told: dict[str, Any], path: str) -> None:
    for key, value in told.items():
        if key not in _KEYS:
            raise FileFormatError(f"{path}: {key!r} is not understood; there are {', '.join(_KEYS)}")
        kind = _KEYS[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise FileFormatError(f"{path}: {key} is {_WORDS.get(kind, 'a list of numbers')}, not {value!r}")
    if told.get("feedback", "hits") not in KINDS:
        raise FileFormatError(
            f"{path}: feedback {told['feedback']!r}: there are {', '.join(map(repr, KINDS))}"
        )


def _text(path: Path) -> str:
    try:
        if not path.is_file():
            raise FileFormatError(
                f"{path}: {'this is no file' if path.exists() else 'there is no such file'}"
            )
        if path.stat().st_size > _MOST_BYTES:
            raise FileFormatError(f"{path}: this file is too large, more than {_MOST_BYTES >> 20} MiB")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FileFormatError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise FileFormatError(f"{path}, line {line}: this is not text in UTF-8") from None


def _rules(told: dict[str, Any], path: Path) -> Rules:
    for key in ("guesses", "secrets"):
        if "\0" in told.get(key, ""):
            raise RulesError(f"{key}: {told[key]!r} is no name of a file")
    lists = {key: _List(path.parent / told[key], told[key]) for key in ("guesses", "secrets") if key in told}
    if not lists and "bag" not in told:
        return _family(told)
    if "holes" in told:
        raise RulesError("holes is for games without lists and without a bag")
    for key in ("distinct", "any"):
        if key in told and "guesses" in lists:
            raise RulesError(f"{key} is for games whose guesses are not a list")
    symbols = _symbols(told)
    secrets, guesses = lists.get("secrets"), lists.get("guesses")
    if "bag" in told:
        if secrets is not None:
            raise RulesError("bag and secrets: say one of them")
        secrets = _Bag(told, symbols)
    every = None if guesses is not None else _every(told, symbols, secrets)
    if secrets and guesses and guesses.weights and secrets.name != guesses.name:
        raise RulesError(f"{guesses.name}: weights belong to secrets, which are in {secrets.name}")
    weighed = secrets or guesses
    assert weighed is not None  # noqa: S101 - there is a list, or a bag
    return listed_rules(
        None if secrets is None else secrets.codes,
        every if guesses is None else guesses.codes,
        weighed.weights,
        told.get("feedback", "hits"),
        pegs=told.get("pegs"),
        symbols=symbols,
        lines=(weighed.where, (guesses or weighed).where),
    )


def _symbols(told: dict[str, Any]) -> Sequence[str] | None:
    if "symbols" in told:
        if not all(isinstance(each, str) for each in told["symbols"]):
            raise RulesError(f"symbols: expected text, or a list of texts, not {told['symbols']!r}")
        if "colors" in told and len(told["symbols"]) != told["colors"]:
            raise RulesError(f"{len(told['symbols'])} symbols for {told['colors']} colors")
        return told["symbols"]  # type: ignore[no-any-return]
    if "colors" not in told:
        return None
    colors = told["colors"]
    if not 1 <= colors <= _MOST_COLORS:
        raise RulesError(f"colors are from 1 to {_MOST_COLORS}, not {colors}")
    return [str(color) for color in range(1, colors + 1)] if colors != 10 else [*"1234567890"]


def _every(told: dict[str, Any], symbols: Sequence[str] | None, secrets: _List | None) -> Rules:
    """Return the family of all guesses, where no list says which there are."""
    if symbols is None:
        raise RulesError("without a list of guesses, say symbols or colors")
    pegs = told.get("pegs")
    if pegs is None:
        if secrets is None or not secrets.codes:
            raise RulesError("say how many pegs there are")
        pegs = len(secrets.codes[0])
    options = "-distinct" if told.get("distinct") and not told.get("any") else ""
    return parse_rules(f"{pegs}x{len(symbols)}{options}")


def _family(told: dict[str, Any]) -> Rules:
    """Return the rules of the family that a file without lists describes."""
    symbols = _symbols(told)
    if "pegs" not in told or symbols is None:
        raise RulesError("say pegs, and symbols or colors, or name a list of guesses or secrets")
    options = [key for key in ("distinct", "any", "holes") if told.get(key)]
    feedback = told.get("feedback", "hits")
    options += [] if feedback == "hits" else [feedback]
    text = "-".join([f"{told['pegs']}x{len(symbols)}", *options])
    if "symbols" in told:
        text += f" colors={','.join(symbols)}"
    return parse_rules(text)


class _List:
    """The codes of a file, a code a line, each with the weight that may follow it."""

    def __init__(self, path: Path, name: str) -> None:
        self.name = name
        self.codes: list[str] = []
        self.lines: list[int] = []
        weights: list[str] = []
        weighed = False
        for number, line in enumerate(_text(path).splitlines(), 1):
            words = line.replace(",", " ").split()
            if not words:
                continue
            if len(words) > 2:
                raise FileFormatError(
                    f"{name}, line {number}: expected a code and perhaps its weight, not {line.strip()!r}"
                )
            weighed = weighed or len(words) == 2
            self.codes.append(words[0])
            weights.append(words[1] if len(words) == 2 else "1")
            self.lines.append(number)
        if not self.codes:
            raise FileFormatError(f"{name}: there is no code in this file")
        self.weights = weights if weighed else None

    def where(self, place: int) -> str:
        """Say where a code stands."""
        return f"{self.name}, line {self.lines[place]}"


class _Bag(_List):
    """The codes that can be made of the pegs in a bag."""

    def __init__(self, told: dict[str, Any], symbols: Sequence[str] | None) -> None:
        if symbols is None or "pegs" not in told:
            raise RulesError("bag: say pegs, and symbols or colors, too")
        counts = _counts(told["bag"], symbols)
        pegs = told["pegs"]
        if not 1 <= pegs <= _MOST_PEGS or not symbols or len(symbols) ** pegs > _MOST_BAGGED:
            raise RulesError(f"bag: pegs and colors make more than {_MOST_BAGGED:,} codes")
        dash = "-" if max(map(len, symbols)) > 1 else ""
        self.name, self.weights = "bag", None
        self.codes = [
            dash.join(symbols[color] for color in code)
            for code in product(range(len(symbols)), repeat=pegs)
            if all(code.count(color) <= counts[color] for color in set(code))
        ]
        if not self.codes:
            raise RulesError(f"bag: it has fewer than {pegs} pegs")

    def where(self, place: int) -> str:
        """Say which code it is."""
        return f"code {self.codes[place]}"


def _counts(bag: Any, symbols: Sequence[str]) -> list[int]:
    if isinstance(bag, dict):
        unknown = [key for key in bag if key not in symbols]
        if unknown:
            raise RulesError(f"bag: {unknown[0]!r} is no color of this game")
        bag = [bag.get(symbol, 0) for symbol in symbols]
    if len(bag) != len(symbols):
        raise RulesError(f"bag: {len(bag)} numbers for {len(symbols)} colors")
    for count in bag:
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise RulesError(f"bag: {count!r} is no number of pegs")
    return list(bag)
