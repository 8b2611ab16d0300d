"""Reads Knuth's condensed notation into a strategy tree, checked against the candidates at every step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from pegwise.errors import NotationError, PegwiseError
from pegwise.late_pattern import late_pattern
from pegwise.notation import parse_code
from pegwise.position import Position, PositionLike, parse_position
from pegwise.trees.figure import DEEPEST, feedback_groups
from pegwise.trees.tree import Node, StrategyTree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.rules import Code, Feedback, Rules

_TOKEN = late_pattern(r"\s*(?:(?P<number>\d+(?:-\d+)*)|(?P<word>[A-Za-z]+)|(?P<mark>[(),;:=]))")


@dataclass
class _Entry:
    """What the text has for one position; ``form`` is '', 'unique', 'pairs', 'full' or 'aside'."""

    at: int
    count: int = 0
    form: str = ""
    guess: str = ""
    name: str = ""
    groups: list[list[_Entry]] = field(default_factory=list)


def read_figure(text: str, position: PositionLike = "4x6", *, strategy: str = "figure") -> StrategyTree:
    """Read a strategy tree in the notation of Knuth's Figure 1.

    Every number is compared with the candidates that are really there.

    Source: D. E. Knuth, The Computer as Master Mind, J. Recreational Mathematics 9(1), 1976-77, Figure 1.

    Args:
        text: The figure.
        position: The position that the tree starts from; rules are the start of the game.
        strategy: The name to give to the strategy.

    Returns:
        The tree.

    Raises:
        NotationError: If something in the text is wrong; the message has its line and column.
        ContradictionError: If no code is consistent with the rows of the position.

    Example:
        >>> import pegwise
        >>> pegwise.read_figure("9(11: 0,0,4(22x);0,4(12);1)", "2x3").distribution
        (1, 2, 5, 1)
    """
    start = parse_position(position)
    start.check_possible()
    root, aside = _Parser(text, start.rules).parse()
    planter = _Planter(text, start.rules, aside)
    tree = StrategyTree(start, strategy, planter.plant(root, start))
    for name, part in aside.items():
        if name not in planter.asked:
            _fail(text, part.at, f"{name} is never used")
    return tree


def _fail(text: str, at: int, message: str) -> NoReturn:
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    raise NotationError(f"figure, line {line}, column {column}: {message}")


class _Parser:
    """Reads the text into positions; it knows the grammar, not the game."""

    def __init__(self, text: str, rules: Rules) -> None:
        self.text, self.rules = text, rules
        self.tokens = list(self._tokens())
        self.place = self.depth = 0

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        at, end = 0, len(self.text.rstrip())
        while at < end:
            match = _TOKEN.match(self.text, at)
            if match is None:
                at += len(self.text[at:]) - len(self.text[at:].lstrip())
                _fail(self.text, at, f"{self.text[at]!r} has no meaning in a figure")
            kind = match.lastgroup or ""
            yield kind, match[kind], match.start(kind)
            at = match.end()
        yield "end", "the end", end

    def parse(self) -> tuple[_Entry, dict[str, _Entry]]:
        root, aside = self._entry(), dict[str, _Entry]()
        if self._next_is(","):
            self._take("mark")
        if self.tokens[self.place][1] == "where":
            self._take("word")
            while self.tokens[self.place][0] != "end":
                _, name, at = self._take("word")
                if name in aside:
                    _fail(self.text, at, f"{name} is defined twice")
                self._mark("=")
                aside[name] = self._body(_Entry(at, name=name))
        if self.tokens[self.place][0] != "end":
            self._expected("the end, or 'where' and the parts set aside")
        return root, aside

    def _next_is(self, mark: str) -> bool:
        return self.tokens[self.place][:2] == ("mark", mark)

    def _take(self, kind: str, what: str = "") -> tuple[str, str, int]:
        if self.tokens[self.place][0] != kind:
            self._expected(what or {"word": "a letter", "number": "a number"}.get(kind, kind))
        self.place += 1
        return self.tokens[self.place - 1]

    def _mark(self, mark: str) -> None:
        if not self._next_is(mark):
            self._expected(repr(mark))
        self.place += 1

    def _expected(self, what: str) -> NoReturn:
        _, found, at = self.tokens[self.place]
        _fail(self.text, at, f"expected {what}, found {found!r}")

    def _entry(self) -> _Entry:
        _, number, at = self._take("number", "a number of candidates")
        self.depth += 1
        if self.depth > DEEPEST:
            _fail(self.text, at, f"parts are nested more than {DEEPEST} deep")
        if not number.isdigit() or len(number) > 12:
            _fail(self.text, at, f"{number!r} is not a number of candidates")
        found = _Entry(at, int(number))
        if self.tokens[self.place][0] == "word" and self.tokens[self.place][1] != "where":
            _, found.name, _ = self._take("word")
            found.form = "aside"
        elif self._next_is("("):
            self._body(found)
        self.depth -= 1
        return found

    def _body(self, found: _Entry) -> _Entry:
        self._mark("(")
        _, found.guess, _ = self._take("number", "a test pattern")
        if self.tokens[self.place][:2] == ("word", "x"):
            self.place += 1
            found.form = "pairs"
        elif self._next_is(":"):
            self.place += 1
            found.form = "full"
            found.groups = self._groups()
        else:
            found.form = "unique"
        self._mark(")")
        return found

    def _groups(self) -> list[list[_Entry]]:
        groups = []
        for blacks, group in enumerate(feedback_groups(self.rules)):
            if blacks:
                self._mark(";")
            row = [self._entry()]
            for _ in group[1:]:
                self._mark(",")
                row.append(self._entry())
            groups.append(row)
        return groups


class _Planter:
    """Turns what was read into nodes, each compared with the candidates of its position."""

    def __init__(self, text: str, rules: Rules, aside: dict[str, _Entry]) -> None:
        self.text, self.rules, self.aside = text, rules, aside
        self.asked: set[str] = set()
        self._within: list[str] = []

    def plant(self, said: _Entry, position: Position) -> Node:
        if said.count != len(position):
            _fail(self.text, said.at, f"{len(position)} codes are possible here, not {said.count}")
        if said.form != "aside":
            return self._plant_body(said, position)
        if said.name not in self.aside:
            _fail(self.text, said.at, f"{said.name} is not defined after 'where'")
        if said.name in self._within:
            _fail(self.text, said.at, f"{said.name} is part of itself")
        self.asked.add(said.name)
        self._within.append(said.name)
        node = self._plant_body(self.aside[said.name], position)
        self._within.pop()
        return node

    def _plant_body(self, said: _Entry, position: Position) -> Node:
        if not said.form:
            return self._default(said, position)
        guess = self._guess(said)
        node, classes = Node(guess, position.weight), dict(position.split(guess))
        if said.form == "full":
            self._plant_full(said, node, classes)
            return node
        most = 2 if said.form == "pairs" else 1
        for feedback, child in classes.items():
            if len(child) > most:
                left = f"{guess} leaves {len(child)} codes after {feedback}"
                _fail(self.text, said.at, f"{left}, not at most {most}")
            if feedback != self.rules.win:
                node.children[feedback] = self._default(said, child)
        return node

    def _guess(self, said: _Entry) -> Code:
        try:
            return parse_code(said.guess, self.rules)
        except PegwiseError as error:
            _fail(self.text, said.at, str(error))

    def _default(self, said: _Entry, position: Position) -> Node:
        codes = position.candidates.some(3)
        if len(codes) > 2:
            _fail(self.text, said.at, f"{len(position)} codes are possible, and no test pattern is given")
        node = Node(codes[0], len(codes))
        if len(codes) == 2:
            node.children[self.rules.feedback(codes[1], codes[0])] = Node(codes[1], 1)
        return node

    def _plant_full(self, said: _Entry, node: Node, classes: dict[Feedback, Position]) -> None:
        for group, row in zip(feedback_groups(self.rules), said.groups, strict=True):
            for feedback, part in zip(group, row, strict=True):
                child = classes.get(feedback)
                if child is None:
                    if part.count or part.form:
                        none = f"no code is possible after {feedback} here"
                        _fail(self.text, part.at, f"{none}, not {part.count}")
                elif feedback == self.rules.win:
                    if (part.count, part.form) != (1, ""):
                        _fail(self.text, part.at, f"{node.guess} can be the secret: 1 was expected here")
                else:
                    node.children[feedback] = self.plant(part, child)
