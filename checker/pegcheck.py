"""Check a certificate that a strategy for a Mastermind game is optimal: ``python -m pegcheck FILE``.

This program needs only Python's standard library, and shares no code with the program that wrote the
certificate. ``docs/certificates.md`` describes the format, and explains why these checks are a proof. In
short:

* The checker plays the *tree* against every secret. This proves what the strategy costs (the upper bound).
* The *lemmas* prove that no strategy costs less. A lemma states for a set of candidates that no strategy
  finds them at a lower cost than a bound. The checker considers every guess: the classes into which the guess
  splits the set must cost enough together. The cost of a class follows from its size, from the class bound,
  from another lemma, or from a *plain bound*, which the first two prove one guess ahead. The first lemmas are
  those that the objective needs.

A certificate of version 2 is about a game whose guesses and secrets are lists, which it contains. Its lemmas
need no symmetries and no plain bounds: the checker looks one guess ahead by itself.

The exit status is 0 if the checker accepts the certificate, 1 if it refuses it, and 2 if no file is named or
the file cannot be read. One line of output gives the reason.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sys
import zlib
from functools import lru_cache
from itertools import islice, permutations, product
from math import perm
from operator import eq
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import io
    from collections.abc import Callable, Collection, Iterable, Iterator

    Code = tuple[int, ...]  # the colors, numbered from 1
    Codes = tuple[int, ...]  # numbers of codes, in ascending order
    Number = int | float  # a whole number, or INFINITE
    Watch = Callable[[str, int, int], None]

__all__ = ["Refused", "Verdict", "check", "check_file", "main"]

INFINITE = float("inf")
UNIT = 1 << 24
# A cost is total * UNIT + the number of secrets found with the very last allowed guess. So costs can be added
# and compared as numbers: the total counts first. For the objective worst,last a guess costs 0 and not UNIT.

# A small file must not make the checker use much memory.
LINE = 1 << 22  # bytes of a line
CODES = 1 << 24  # codes of a game; only the candidates are kept in memory
CANDIDATES = 1 << 20  # codes that are consistent with the history
PROVABLE = 20_000  # codes of a game with a full proof: the feedback of all pairs is kept in memory
PAIRS = 1 << 29  # pairs of a guess and a secret of a listed game with a full proof
HELD = 1 << 27  # candidates of all lemmas together
WEIGHT = 1 << 22  # the weights of all secrets together
AHEAD = 1 << 20  # sets of candidates for which the checker remembers how much they cost, one guess ahead
NUMBER = "[1-9][0-9]{0,7}"  # the number of a color


class Refused(Exception):  # noqa: N818 - refused is what the program prints
    """The certificate does not prove what it claims."""


def need(condition: object, why: str) -> None:
    """Refuse the certificate unless ``condition`` holds."""
    if not condition:
        raise Refused(why)


# These functions read values. They are strict, and no other code looks at the values in the file.


def shown(value: Any) -> str:
    """Return ``value`` as text for a message: short, and without control characters."""
    return type(value).__name__ if type(value) in (list, dict) else json.dumps(value)[:40]


def whole(value: Any, lowest: int = 0, most: Number = INFINITE) -> int:
    """Return ``value`` if it is a whole number from ``lowest`` to ``most``."""
    limits = f"of at least {lowest}" if most == INFINITE else f"from {lowest} to {most}"
    valid = type(value) is int and lowest <= value <= most
    need(valid, f"{shown(value)} is not a whole number {limits}")
    return int(value)


def items(value: Any, *lengths: int) -> list[Any]:
    """Return ``value`` if it is a list; its length must be one of ``lengths``, if there are any."""
    need(type(value) is list, f"{shown(value)} is not a list")
    need(not lengths or len(value) in lengths, f"a list of {len(value)} items is not allowed here")
    return list(value)


def fields(value: Any, names: str) -> dict[str, Any]:
    """Return ``value`` if it is an object with exactly these names, in this order."""
    valid = type(value) is dict and list(value) == names.split()
    need(valid, f"expected an object with exactly these names, in this order: {names}")
    return dict(value)


def permutation(value: Any, count: int) -> list[int]:
    """Return ``value`` if it is a permutation of 1 to ``count``."""
    valid = sorted(map(whole, items(value))) == list(range(1, count + 1))
    need(valid, f"the list is not a permutation of the numbers 1 to {count}")
    return list(value)


class Reader:
    """Reads the lines of the file one by one, and computes their digest."""

    def __init__(self, stream: io.BufferedIOBase) -> None:
        self.stream, self.digest, self.count = stream, hashlib.sha256(), 0
        number = self.integer
        self.json = json.JSONDecoder(
            parse_int=number, parse_float=number, parse_constant=number, object_pairs_hook=self.object
        )

    def line(self) -> Any:
        """Return the value of the next line."""
        text = self.stream.readline(LINE + 1)
        self.count += 1
        need(len(text) <= LINE, f"the line is longer than {LINE} bytes")
        need(text.endswith(b"\n"), "the file ends too early")
        self.digest.update(text)
        try:
            value = self.json.decode(text.decode("ascii"))
            plain = json.dumps(value, separators=(",", ":")).encode()
        except (ValueError, RecursionError):
            raise Refused("the line is not JSON in ASCII") from None
        need(text.removesuffix(b"\n") == plain, "the line has blanks, escapes or signs that it does not need")
        return value

    @staticmethod
    def integer(text: str) -> int:
        """Return a number in JSON; refuse one that is not whole, or has more than 100 digits."""
        need(re.fullmatch("-?[0-9]{1,100}", text), f"{text[:40]} is not a whole number")
        return int(text)

    @staticmethod
    def object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return an object in JSON; refuse one that has a name twice."""
        need(len(dict(pairs)) == len(pairs), "an object has a name twice")
        return dict(pairs)

    def end(self) -> None:
        """Check the last line: the number of lines before it, and their digest."""
        before = {"lines": self.count, "sha256": self.digest.hexdigest()}
        last = fields(self.line(), "lines sha256")
        need(last == before, "the last line does not match the rest of the file")
        need(not self.stream.read(1), "the file continues after the last line")


def hits(pegs: int, whites: bool) -> dict[str, int]:
    """Return the number of each feedback of black and white hits by its text."""
    return {
        "B" * black + "W" * white or "-": black * (pegs + 1) + white
        for black in range(pegs + 1)
        for white in range(pegs - black + 1 if whites else 1)
        if (black, white) != (pegs - 1, 1)  # no other place is left for the last peg
    }


class Game:
    """The rules: which codes exist, the feedback between two codes, and how to read both."""

    def __init__(self, line: Any) -> None:
        rules = fields(line, "pegs colors repeats whites")
        self.pegs, self.colors = whole(rules["pegs"], 1, 15), whole(rules["colors"], 1, CODES)
        self.repeats, self.whites = rules["repeats"], rules["whites"]
        flags = type(self.repeats) is bool and type(self.whites) is bool
        need(flags, "repeats and whites must be true or false")
        self.size = self.colors**self.pegs if self.repeats else perm(self.colors, self.pegs)
        need(0 < self.size <= CODES, f"{self} has {self.size} codes; the checker accepts 1 to {CODES}")
        self.win = self.pegs * (self.pegs + 1)
        self.answers = hits(self.pegs, self.whites)
        dashed = f"|{NUMBER}(-{NUMBER}){{{self.pegs - 1}}}" if self.colors > 9 else ""
        self.written = re.compile(f"[1-9]{{{self.pegs}}}{dashed}")

    def __str__(self) -> str:
        options = ("" if self.repeats else "-distinct") + ("" if self.whites else "-black")
        return f"{self.pegs}x{self.colors}{options}"

    def codes(self) -> Iterator[Code]:
        """Yield all codes in numeric order."""
        colors = range(1, self.colors + 1)
        return product(colors, repeat=self.pegs) if self.repeats else permutations(colors, self.pegs)

    def code(self, text: Any) -> Code:
        """Return the code that is written as ``1122`` or, in games of more than nine colors, ``1-12-3``."""
        need(type(text) is str and self.written.fullmatch(text), f"{shown(text)} is not a code of {self}")
        code = tuple(map(int, re.findall("[0-9]+" if "-" in text or self.pegs == 1 else "[0-9]", text)))
        need(max(code) <= self.colors, f"{text} has a color that is not in {self}")
        need(
            self.repeats or len(set(code)) == self.pegs,
            f"{text} has a color twice, which {self} does not allow",
        )
        return code

    def told(self, text: Any) -> int:
        """Return the number of the feedback that is written as ``BBW``, or ``-``."""
        need(type(text) is str and text in self.answers, f"{shown(text)} is not feedback in {self}")
        return self.answers[text]

    def feedback(self, secret: Code, guess: Code) -> int:
        """Return the number of the feedback: black hits times (pegs + 1), plus white hits."""
        black: int = sum(map(eq, secret, guess))
        if not self.whites:
            return black * (self.pegs + 1)
        hits = sum([min(secret.count(color), guess.count(color)) for color in set(guess)])
        return black * (self.pegs + 1) + hits - black

    def split(self, among: Iterable[Code], guess: Code) -> dict[int, list[Code]]:
        """Return the codes of ``among`` by the feedback they give to ``guess``, the lowest feedback first."""
        parts: dict[int, list[Code]] = {}
        for code in among:
            parts.setdefault(self.feedback(code, guess), []).append(code)
        return {told: parts[told] for told in sorted(parts)}

    def weigh(self, among: Collection[Code]) -> int:
        """Return how much these codes count: all count the same."""
        return len(among)


class ListedGame:
    """Rules whose guesses and secrets are lists. A code is its place in the list of guesses, from 0."""

    NAMES = "pegs colors symbols feedback guesses guesses_sha256 secrets secrets_sha256 weights"

    def __init__(self, line: Any, reader: Reader) -> None:
        rules = self.rules = fields(line, self.NAMES)
        self.pegs, self.colors = whole(rules["pegs"], 1, 15), whole(rules["colors"], 1, CODES)
        self.symbols, self.tells = rules["symbols"], rules["feedback"]
        if self.symbols is not None:
            plain = type(self.symbols) is str and re.fullmatch(r"[!#-\[\]-~]+", self.symbols)
            valid = plain and len(set(self.symbols)) == len(self.symbols) == self.colors
            need(valid, "the symbols are not one letter, digit or sign for each color")
        self.answers = self.feedbacks()
        self.win = max(self.answers.values())
        self.number, self.last = dict[str, int](), tuple[int, ...]()
        self.guesses = [self.read(text) for text in items(reader.line(), whole(rules["guesses"], 1))]
        self.texts = list(self.number)
        self.secrets = [self.code(text) for text in items(reader.line(), whole(rules["secrets"], 1))]
        need(self.secrets == sorted(set(self.secrets)), "the secrets are not in ascending order")
        weights = [1] * len(self.secrets)
        if rules["weights"] is not None:
            weights = [whole(weight, 1, WEIGHT) for weight in items(reader.line(), len(self.secrets))]
            need(sum(weights) == whole(rules["weights"], 1, WEIGHT), "the weights have another sum")
        self.weights = dict(zip(self.secrets, weights, strict=True))
        self.check_digests(rules["weights"] is not None)
        self.table = [
            self.read_row(guess, reader) for guess in range(len(self.guesses) * (type(self.tells) is int))
        ]

    def __str__(self) -> str:
        told = "a table of feedback" if type(self.tells) is int else self.tells
        weighed = "" if self.rules["weights"] is None else f" of weight {self.rules['weights']}"
        return f"{len(self.guesses)} guesses, {len(self.secrets)} secrets{weighed}, {told}"

    def feedbacks(self) -> dict[str, int]:
        """Return the number of each feedback by its text; the win has the highest."""
        if self.tells in ("hits", "black"):
            return hits(self.pegs, self.tells == "hits")
        if self.tells == "total":
            texts = [*map(str, range(self.pegs + 1)), "won"]
        elif self.tells == "marks" and self.pegs <= 10:
            texts = list(map("".join, product(".YG", repeat=self.pegs)))
        else:
            texts = list(map(str, range(whole(self.tells, 1, 1 << 16))))
        return {text: number for number, text in enumerate(texts)}

    def read(self, text: Any) -> Code:
        """Return the code of the next guess in the list, and give it its number."""
        written = f"{NUMBER}(-{NUMBER}){{{self.pegs - 1}}}" if self.symbols is None else f".{{{self.pegs}}}"
        need(type(text) is str and re.fullmatch(written, text), f"{shown(text)} is not a code of this game")
        if self.symbols is None:
            code = tuple(map(int, text.split("-")))
        else:
            code = tuple(self.symbols.find(symbol) + 1 or self.colors + 1 for symbol in text)
        need(max(code) <= self.colors, f"{text} has a color that is not in this game")
        need(self.last < code, f"{text} is not above the guess before it")
        self.last, self.number[text] = code, len(self.number)
        return code

    def check_digests(self, weighted: bool) -> None:
        """Check the digests of the two lists as text files: a line for each code, with the weight if any."""
        secrets = [self.texts[code] + f" {weight}" * weighted for code, weight in self.weights.items()]
        for name, texts in (("guesses", self.texts), ("secrets", secrets)):
            digest = hashlib.sha256("".join(f"{text}\n" for text in texts).encode()).hexdigest()
            need(digest == self.rules[f"{name}_sha256"], f"the {name} have another digest")

    def read_row(self, guess: int, reader: Reader) -> dict[int, int]:
        """Return the feedback of a guess to each secret, out of the table in the file."""
        row = [whole(told, 0, self.win) for told in items(reader.line(), len(self.secrets))]
        for secret, told in zip(self.secrets, row, strict=True):
            need((told == self.win) == (secret == guess), "the win is not the feedback of the secret alone")
        return dict(zip(self.secrets, row, strict=True))

    def codes(self) -> Iterator[int]:
        """Yield all secrets in ascending order."""
        return iter(self.secrets)

    def code(self, text: Any) -> int:
        """Return the number of the guess that is written like this."""
        need(type(text) is str and text in self.number, f"{shown(text)} is none of the guesses")
        return self.number[text]

    def told(self, text: Any) -> int:
        """Return the number of the feedback that is written like this."""
        need(type(text) is str and text in self.answers, f"{shown(text)} is not feedback of this game")
        return self.answers[text]

    def feedback(self, secret: int, guess: int) -> int:
        """Return the number of the feedback."""
        if self.table:
            return self.table[guess][secret]
        if secret == guess:
            return self.win
        one, other = self.guesses[secret], self.guesses[guess]
        if self.tells == "marks":
            return self.marks(one, other)
        black: int = sum(map(eq, one, other))
        both = sum([min(one.count(color), other.count(color)) for color in set(other)])
        if self.tells == "total":
            return both
        return black * (self.pegs + 1) + (both - black if self.tells == "hits" else 0)

    def marks(self, secret: Code, guess: Code) -> int:
        """Return the marks of the pegs as a number to the base 3: 2 for right, 1 for elsewhere.

        Pegs that are right come first; then, from the left, pegs whose color is left in the secret.
        """
        left = [color for color, other in zip(secret, guess, strict=True) if color != other]
        number = 0
        for color, other in zip(secret, guess, strict=True):
            elsewhere = color != other and other in left
            if elsewhere:
                left.remove(other)
            number = 3 * number + (2 if color == other else elsewhere)
        return number

    def split(self, among: Iterable[int], guess: int) -> dict[int, list[int]]:
        """Return the secrets of ``among`` by their feedback to ``guess``, the lowest feedback first."""
        parts: dict[int, list[int]] = {}
        for code in among:
            parts.setdefault(self.feedback(code, guess), []).append(code)
        return {told: parts[told] for told in sorted(parts)}

    def weigh(self, among: Iterable[int]) -> int:
        """Return the weight of these secrets."""
        return sum([self.weights[code] for code in among])


class Problem:
    """What the header asks and claims. Guess 1 is the first guess of the whole game."""

    ASKED = "format version rules objective max_guesses first history candidates_from proof"
    LISTED = "format version rules objective max_guesses first history proof"

    def __init__(self, line: Any, reader: Reader | None = None) -> None:
        listed = reader is not None and line.get("version") == 2
        header = fields(line, f"{self.LISTED if listed else self.ASKED} total worst distribution")
        version = whole(header["version"])
        need(version == 1 + listed, f"it has version {version}; this checks versions 1 and 2")
        self.header = header
        self.game: Any = ListedGame(header["rules"], reader) if reader and listed else Game(header["rules"])
        game, most, since = self.game, header["max_guesses"], header.get("candidates_from")
        rows = [items(row, 2) for row in items(header["history"])]
        self.history = [(game.code(guess), game.told(told)) for guess, told in rows]
        need(all(told != game.win for _, told in self.history), "the history contains the winning feedback")
        self.made = len(rows)
        self.most: Number = INFINITE if most is None else whole(most, 1)
        self.free = INFINITE if since is None else whole(since, 1) - 1  # guesses that may be any code
        self.first: Any = None if header["first"] is None else game.code(header["first"])
        need(header["proof"] in ("full", "tree"), "the proof must be full or tree")
        self.total, self.worst = whole(header["total"]), whole(header["worst"], self.made + 1)
        need(self.worst <= self.most, f"the worst case, {self.worst}, is above max_guesses")
        self.limit = WEIGHT if listed else CANDIDATES
        self.distribution = [whole(secrets, 0, self.limit) for secrets in items(header["distribution"])]
        reached = len(self.distribution) == self.worst and self.distribution[-1] > 0
        need(reached, f"the distribution does not end at the worst case, {self.worst}")
        objectives = ["total"] if listed else list(self.claims())
        need(header["objective"] in objectives, f"{shown(header['objective'])} is not an objective")
        self.unit = 0 if header["objective"] == "worst,last" else UNIT  # the cost of one guess for one secret
        self.weight = sum(self.distribution)
        self.start: list[Any] = self.candidates(self.weight)

    def candidates(self, count: int) -> list[Any]:
        """Return the codes consistent with the history; the distribution says that there are ``count``."""
        need(count <= self.limit, f"there are {count} candidates; the checker accepts up to {self.limit}")
        consistent = (
            code
            for code in self.game.codes()
            if all(self.game.feedback(code, guess) == told for guess, told in self.history)
        )
        found = list(islice(consistent, count + 1))
        need(self.game.weigh(found) == count, f"there are not {count} candidates, as the distribution says")
        return found

    def claims(self) -> dict[str, list[tuple[Number, Number]]]:
        """Return what each objective must prove, as pairs of a number of guesses and a cost.

        A pair means that no strategy finds all secrets within that number of guesses below that cost.
        """
        total, fewer = self.total * UNIT, self.worst - 1
        same = (self.worst, total + self.distribution[-1])
        return {
            "total": [(self.most, total)],
            "worst": [(fewer, INFINITE)],
            "worst,total": [(fewer, INFINITE), (self.worst, total)],
            "worst,last": [(fewer, INFINITE), (self.worst, self.distribution[-1])],
            "total,worst,last": [(self.most, total), (fewer, total + UNIT), same],
        }

    def __str__(self) -> str:
        header, words = self.header, [str(self.game)]
        words += [f"after {' '.join(map(':'.join, header['history']))}"] if self.made else []
        words += [f"{header['first']} first"] if self.first is not None else []
        words += [f"at most {self.most} guesses"] if self.most < INFINITE else []
        words += [f"only candidates from guess {self.free + 1} on"] if self.free < INFINITE else []
        return ", ".join(words)


def check_tree(problem: Problem, reader: Reader, watch: Watch) -> None:
    """Play the tree against every secret.

    There is one line for each node. Parents come before their children, and feedback is in ascending order.
    """
    game, found = problem.game, [0] * problem.worst
    nodes: list[tuple[int, int | None, list[Any]]] = [(problem.made + 1, None, problem.start)]
    while nodes:
        depth, told, among = nodes.pop()
        said_depth, said_told, text = items(reader.line(), 3)
        guess = game.code(text)
        need(whole(said_depth) == depth, f"expected a node for guess {depth}")
        need(depth <= problem.worst, f"guess {depth} is beyond the worst case that the header claims")
        said = None if said_told is None else game.told(said_told)
        need(told == said, "expected a node for other feedback")
        need(depth <= problem.free or guess in among, f"{text} is not a candidate, as guess {depth} must be")
        need(told is not None or problem.first in (None, guess), f"{text} is not the prescribed first guess")
        parts = game.split(among, guess)
        found[depth - 1] += game.weigh(parts.pop(game.win, ()))
        nodes += [(depth + 1, each, part) for each, part in reversed(parts.items())]
        watch("secrets", sum(found), problem.weight)
    need(found == problem.distribution, "the tree does not have the distribution that the header claims")
    total = sum(depth * secrets for depth, secrets in enumerate(found, 1))
    need(total == problem.total, f"the tree has the total {total}, not the total that the header claims")


class Table:
    """All codes of a game, numbered from 0 in numeric order, and the feedback between any two codes."""

    def __init__(self, game: Game) -> None:
        need(
            game.size <= PROVABLE,
            f"{game} has {game.size} codes; the checker accepts proofs for up to {PROVABLE}",
        )
        self.game, self.win, self.codes = game, game.win, list(game.codes())
        self.number = {code: number for number, code in enumerate(self.codes)}
        self.rows: dict[int, bytes] = {}

    def row(self, secret: int) -> bytes:
        """Return the feedback that ``secret`` gives to every guess."""
        if secret not in self.rows:
            code = self.codes[secret]
            self.rows[secret] = bytes([self.game.feedback(code, guess) for guess in self.codes])
        return self.rows[secret]

    def renaming(self, pegs: Any, colors: Any) -> Callable[[int], int]:
        """Return a function that renames a code.

        If the old code has the color c at peg ``pegs[j]``, the new code has the color ``colors[c]`` at peg j,
        or ``colors[j][c]`` if the game tells no white hits and colors may repeat.
        """
        game = self.game
        one_for_all = game.whites or not game.repeats
        lists = [colors] * game.pegs if one_for_all else items(colors, game.pegs)
        tables = [[0, *permutation(one, game.colors)] for one in lists]
        wanted = [(peg - 1, table) for peg, table in zip(permutation(pegs, game.pegs), tables, strict=True)]

        def rename(code: int) -> int:
            old = self.codes[code]
            return self.number[tuple([table[old[peg]] for peg, table in wanted])]

        return rename


class Lemma(NamedTuple):
    """The statement that no strategy finds ``codes`` below ``cost``.

    The strategy has ``left`` guesses. The first ``free`` of them may be any code, the others only candidates.
    """

    codes: Codes
    left: Number
    free: Number
    cost: Number
    only: int | None = None  # the first guess, if the problem prescribes it
    unit: int = UNIT  # the cost of one guess for one secret


@lru_cache(1 << 18)
def least(count: int, left: Number, most: int, others: int, unit: int = UNIT) -> Number:
    """Return the least possible cost of ``count`` candidates: the size bound.

    No guess makes more than ``most`` classes, the win included, or more than ``others`` besides the win. So
    the first guess finds at most 1 candidate, the second ``most`` - 1 more, and each later guess at most
    ``others`` times as many as the guess before it.
    """
    cost, level, room = 0, 1, 1
    while count:
        if level > left or not room:
            return INFINITE
        here = min(count, room)
        cost += here * (level * unit + (level == left))
        count, level, room = count - here, level + 1, room * (others if level > 1 else most - 1)
    return cost


class Position:
    """The candidates of a lemma, and how every guess splits them."""

    def __init__(self, table: Table, lemma: Lemma) -> None:
        self.table, self.lemma = table, lemma
        self.rows = [table.row(code) for code in lemma.codes]
        self.parts = list(map(len, map(set, zip(*self.rows, strict=True))))
        self.pool = range(len(table.codes)) if lemma.free else lemma.codes
        # No guess makes more classes of some of the candidates than of all of them.
        members = set(lemma.codes)
        self.most = max(self.parts[guess] for guess in self.pool)
        self.others = max(self.parts[guess] - (guess in members) for guess in self.pool)
        self.costs: dict[Codes, Number] = {}

    def column(self, guess: int) -> bytes:
        """Return the feedback that each candidate gives to ``guess``."""
        return bytes([row[guess] for row in self.rows])

    def shape(self, guess: int) -> bytes:
        """Return a value that is equal for guesses with the same classes, if both or neither can win."""
        names = {self.table.win: 0}
        return bytes([names.setdefault(told, len(names)) for told in self.column(guess)])

    def classes(self, guess: int) -> dict[int, Codes]:
        """Return the candidates by their feedback to ``guess``, without the win."""
        parts: dict[int, list[int]] = {}
        for code, told in zip(self.lemma.codes, self.column(guess), strict=True):
            parts.setdefault(told, []).append(code)
        return {told: tuple(part) for told, part in parts.items() if told != self.table.win}

    def cost(self, guess: int, cited: dict[int, Number]) -> Number:
        """Return the least that ``guess`` can cost, by the largest known bound for each class."""
        codes, left = self.lemma.codes, self.lemma.left
        now = len(codes) * self.lemma.unit + (left == 1 and guess in codes)  # a win with the very last guess
        classes = self.classes(guess).items()
        return now + sum(max(cited.get(told, 0), self.class_cost(part)) for told, part in classes)

    def class_cost(self, codes: Codes) -> Number:
        """Return the larger of the size bound and the class bound of a class."""
        count, left = len(codes), self.lemma.left - 1
        cost = least(count, left, self.most, self.others, self.lemma.unit)
        if not 3 <= count <= self.most:
            return cost
        if codes not in self.costs:
            rows = map(self.table.row, codes)
            apart = any(len({row[code] for code in codes}) == count for row in rows)
            more = 2 * count * self.lemma.unit + (left == 2) * count
            self.costs[codes] = cost if apart else max(cost, more)
        return self.costs[codes]

    def doubtful(self) -> Iterator[int]:
        """Yield the guesses for which sizes and the class bound are not enough."""
        lemma, count, seen, members = self.lemma, len(self.rows), dict[bytes, bool](), set(self.lemma.codes)
        pool = self.pool if lemma.only is None else [lemma.only]
        for guess in pool if lemma.left > 0 else []:
            parts = self.parts[guess]
            if parts == 1 < count and lemma.only is None:
                continue  # the guess tells nothing, so another guess costs less
            if (3 * count - parts - (guess in members)) * lemma.unit >= lemma.cost:
                continue  # every class of n candidates costs at least 2n - 1
            column = self.column(guess)
            if column not in seen:  # equal feedback is equal cost
                seen[column] = self.cost(guess, {}) < lemma.cost
            if seen[column]:
                yield guess


class Proof:
    """The lemmas so far. The first ones are those that the objective needs."""

    def __init__(self, problem: Problem) -> None:
        self.table, self.lemmas = Table(problem.game), list[Lemma]()
        self.held = self.plain = 0  # candidates of all lemmas, and of the plain bounds of one line
        number, made = self.table.number, problem.made
        start = tuple(number[code] for code in problem.start)
        only = None if problem.first is None else number[problem.first]
        for within, cost in problem.claims()[problem.header["objective"]]:
            # The header counts the guesses of the history too; a lemma counts only later guesses.
            left, free, here = (
                within - made,
                max(0, problem.free - made),
                cost - made * len(start) * problem.unit,
            )
            self.add(Lemma(start, left, free, here, only, problem.unit))

    def add(self, lemma: Lemma) -> None:
        """Add a lemma; its line comes later."""
        self.hold(len(lemma.codes))
        self.lemmas.append(lemma)

    def hold(self, count: int, plain: int = 0) -> None:
        """Count the candidates of a lemma, or of a plain bound."""
        self.held, self.plain = self.held + count, self.plain + plain
        need(self.held + self.plain <= HELD, f"the lemmas have more than {HELD} candidates together")

    def check(self, number: int, line: Any) -> None:
        """Check lemma ``number``, and add the new lemmas that it cites."""
        symmetries, treatments = items(line, 2)
        self.prove(f"lemma {number}", self.lemmas[number], symmetries, treatments)
        self.plain = 0

    def prove(self, name: str, lemma: Lemma, symmetries: Any, treatments: Any) -> None:
        """Check that a lemma, or a plain bound, holds; messages call it ``name``."""
        position, orbit = Position(self.table, lemma), self.orbits(lemma.codes, symmetries)
        treated, named = set[object](), set[int]()
        for text, citations in (items(treatment, 2) for treatment in items(treatments)):
            guess = self.table.number[self.table.game.code(text)]
            need(guess not in named, f"{name}: the guess {text} is treated twice")
            need(lemma.only in (None, guess), f"{name}: the guess {text} is not the prescribed one")
            need(lemma.free or guess in lemma.codes, f"{name}: the guess {text} is no candidate")
            named.add(guess)
            cost = position.cost(guess, self.cited(name, position, guess, citations))
            need(cost >= lemma.cost, f"{name}: the guess {text} may cost less than the bound")
            treated |= {position.shape(guess), orbit(guess)}
        for guess in position.doubtful():
            known = position.shape(guess) in treated or orbit(guess) in treated
            text = ("-" if self.table.game.colors > 9 else "").join(map(str, self.table.codes[guess]))
            need(known, f"{name}: the guess {text} may cost less than the bound, and is not treated")

    def cited(self, name: str, position: Position, guess: int, citations: Any) -> dict[int, Number]:
        """Return lower bounds of the classes of ``guess``, by what is cited for them."""
        lemma, classes = position.lemma, position.classes(guess)
        left, free = max(0, lemma.left - 1), max(0, lemma.free - 1)
        costs: dict[int, Number] = {}
        # Every class must be smaller than the set, so that the reasoning is not circular.
        need(position.parts[guess] > 1 or lemma.only is not None, "a treated guess makes only one class")
        for text, *citation in (items(one, 2, 3, 4) for one in items(citations)):
            told = self.table.game.told(text)
            need(told in classes, f"there is no class of {text} to cite a lemma for")
            need(told not in costs, f"the guess cites a second lemma for {text}")
            if len(citation) < 3:
                costs[told] = self.cost(citation[0], lemma.unit)
                bound = Lemma(classes[told], left, free, costs[told], None, lemma.unit)
                if len(citation) == 1:
                    self.add(bound)
                else:  # a plain bound: no number, no line
                    need(whole(citation[1]) == 0, "a plain bound ends in 0")
                    self.hold(0, len(bound.codes))
                    self.prove(f"{name}, feedback {text}", bound, [], [])
                continue
            number, pegs, colors = citation
            need(whole(number) < len(self.lemmas), f"there is no lemma {number} yet")
            other, rename = self.lemmas[number], self.table.renaming(pegs, colors)
            need(other.only is None, f"lemma {number} is about one first guess only")
            renamed = tuple(sorted(map(rename, classes[told])))
            need(renamed == other.codes, f"lemma {number} is about other candidates")
            need(other.left >= left and other.free >= free, f"lemma {number} allows fewer guesses")
            costs[told] = other.cost
        return costs

    def cost(self, value: Any, unit: int) -> Number:
        """Return a cost, which is null (no strategy), a total, or a total with the secrets found last."""
        total, last = items(value, 2) if type(value) is list else (value, 0)
        if value is None:
            return INFINITE
        need(unit or total == 0, "guesses cost nothing here, so a bound has the total 0")
        return whole(total) * unit + whole(last, 0, self.table.game.size)

    def orbits(self, codes: Codes, symmetries: Any) -> Callable[[int], object]:
        """Return a function that is equal for guesses that ``symmetries`` map onto each other.

        The symmetries are renamings, each of which must map the set ``codes`` to itself.
        """
        renamings = [self.table.renaming(*items(symmetry, 2)) for symmetry in items(symmetries)]
        for rename in renamings:
            need(tuple(sorted(map(rename, codes))) == codes, "a symmetry changes the set of candidates")
        found = dict[int, int]()
        for start in range(len(self.table.codes)) if renamings else ():
            reached = [] if start in found else [start]
            for guess in reached:
                found[guess] = start
                new = {rename(guess) for rename in renamings} - found.keys()
                found.update(dict.fromkeys(new, start))
                reached += new
        return lambda guess: found.get(guess, guess)


class ListedLemma(NamedTuple):
    """The statement that no strategy finds ``codes`` within ``left`` guesses below ``cost``."""

    codes: Codes
    left: Number
    cost: Number
    only: int | None = None  # the first guess, if the problem prescribes it


class Candidates:
    """Some secrets of a listed game, and how every guess splits them."""

    def __init__(self, proof: ListedProof, codes: Codes) -> None:
        self.game, self.proof, self.codes = proof.game, proof, codes
        self.rows = list(map(proof.row, codes))
        self.parts = list(map(len, map(set, zip(*self.rows, strict=True))))
        # No guess makes more classes of some of the candidates than of all of them.
        members = set(codes)
        self.most = max(self.parts)
        self.others = max(parts - (guess in members) for guess, parts in enumerate(self.parts))

    def shape(self, guess: int) -> bytes:
        """Return a value that is equal for guesses with the same classes, if both or neither can win."""
        names = {self.game.win: 0}
        return bytes([names.setdefault(row[guess], len(names)) for row in self.rows])

    def classes(self, guess: int) -> dict[int, Codes]:
        """Return the candidates by their feedback to ``guess``, without the win."""
        parts: dict[int, list[int]] = {}
        for code, row in zip(self.codes, self.rows, strict=True):
            parts.setdefault(row[guess], []).append(code)
        return {told: tuple(part) for told, part in parts.items() if told != self.game.win}

    def telling(self) -> list[int]:
        """Return the guesses that make two classes or more: any of them costs less than the others."""
        return [guess for guess, parts in enumerate(self.parts) if parts > 1 or len(self.codes) == 1]

    def cost(self, guess: int, left: Number, cited: dict[int, Number] | None = None) -> Number:
        """Return the least that ``guess`` can cost, by the sizes of its classes.

        With ``cited``, also by these bounds of classes, or else by a look one guess ahead.
        """
        cost: Number = self.game.weigh(self.codes)
        for told, part in self.classes(guess).items():
            least = max(self.size_bound(part, left - 1), self.class_bound(part, left - 1))
            if cited is not None:
                least = max(least, cited[told] if told in cited else self.proof.ahead(part, left - 1))
            cost += least
        return cost

    def size_bound(self, part: Codes, left: Number) -> Number:
        """Return the size bound of a class: its secrets fill levels, the heaviest first."""
        heavy = sorted([self.game.weights[code] for code in part], reverse=True)
        cost, level, room = 0, 1, 1
        while heavy:
            if level > left or not room:
                return INFINITE
            cost += level * sum(heavy[:room])
            heavy, level, room = heavy[room:], level + 1, room * (self.others if level > 1 else self.most - 1)
        return cost

    def class_bound(self, part: Codes, left: Number) -> Number:
        """Return the class bound: what a class costs if only two or three guesses are looked at."""
        count, weights = len(part), [self.game.weights[code] for code in part]
        if not 2 <= count <= self.most:
            return 0
        rows = list(map(self.proof.row, part))
        twice, (least, second) = 2 * sum(weights), sorted(weights)[:2]
        cost: Number = twice
        for guess, weight in zip(part, weights, strict=True):
            if len({row[guess] for row in rows}) == count:
                cost = min(cost, twice - weight)
            elif left > 2:
                cost = min(cost, twice - weight + (second if weight == least else least))
        return cost


class ListedProof:
    """The lemmas so far about a listed game. The first one is that of the objective."""

    def __init__(self, problem: Problem) -> None:
        game: ListedGame = problem.game
        pairs = len(game.guesses) * len(game.secrets)
        need(
            pairs <= PAIRS and game.win < 256,
            f"the checker accepts proofs for up to {PAIRS} pairs and 256 feedbacks",
        )
        self.game, self.lemmas, self.held = game, list[ListedLemma](), 0
        self.rows: dict[int, bytes] = {}
        self.looked: dict[tuple[Codes, Number], Number] = {}
        cost = problem.total - problem.made * problem.weight
        self.add(ListedLemma(tuple(problem.start), problem.most - problem.made, cost, problem.first))

    def add(self, lemma: ListedLemma) -> None:
        """Add a lemma; its line comes later."""
        self.held += len(lemma.codes)
        need(self.held <= HELD, f"the lemmas have more than {HELD} candidates together")
        self.lemmas.append(lemma)

    def row(self, secret: int) -> bytes:
        """Return the feedback that ``secret`` gives to every guess."""
        if secret not in self.rows:
            guesses = range(len(self.game.guesses))
            self.rows[secret] = bytes([self.game.feedback(secret, guess) for guess in guesses])
        return self.rows[secret]

    def ahead(self, codes: Codes, left: Number) -> Number:
        """Return the least that a set can cost, by the sizes of the classes that each guess makes of it."""
        if len(codes) <= 2:
            return 0  # the size bound is what they cost
        if (codes, left) not in self.looked:
            if len(self.looked) >= AHEAD:
                self.looked.clear()
            here = Candidates(self, codes)
            costs = [here.cost(guess, left) for guess in here.telling()]
            self.looked[codes, left] = min(costs, default=INFINITE)
        return self.looked[codes, left]

    def check(self, number: int, line: Any) -> None:
        """Check lemma ``number``, and add the new lemmas that it cites."""
        lemma, treated, named = self.lemmas[number], set[bytes](), set[int]()
        here = Candidates(self, lemma.codes)
        for text, citations in (items(treatment, 2) for treatment in items(line)):
            guess = self.game.code(text)
            need(guess not in named, f"lemma {number}: the guess {text} is treated twice")
            need(lemma.only in (None, guess), f"lemma {number}: the guess {text} is not the prescribed one")
            named.add(guess)
            cost = here.cost(guess, lemma.left, self.cited(lemma, here, guess, citations))
            need(cost >= lemma.cost, f"lemma {number}: the guess {text} may cost less than the bound")
            treated.add(here.shape(guess))
        pool = here.telling() if lemma.only is None else [lemma.only]
        for guess in pool if lemma.left > 0 else []:
            known = (
                here.cost(guess, lemma.left) >= lemma.cost
                or here.shape(guess) in treated
                or here.cost(guess, lemma.left, {}) >= lemma.cost
            )
            text = self.game.texts[guess]
            need(known, f"lemma {number}: the guess {text} may cost less than the bound, and is not treated")

    def cited(self, lemma: ListedLemma, here: Candidates, guess: int, citations: Any) -> dict[int, Number]:
        """Return lower bounds of the classes of ``guess``, by what is cited for them."""
        classes, left = here.classes(guess), max(0, lemma.left - 1)
        costs: dict[int, Number] = {}
        # Every class must be smaller than the set, so that the reasoning is not circular.
        need(here.parts[guess] > 1 or lemma.only is not None, "a treated guess makes only one class")
        for text, bound in (items(citation, 2) for citation in items(citations)):
            told = self.game.told(text)
            need(told in classes, f"there is no class of {text} to cite a lemma for")
            need(told not in costs, f"the guess cites a second lemma for {text}")
            if type(bound) is not list:
                costs[told] = INFINITE if bound is None else whole(bound)
                self.add(ListedLemma(classes[told], left, costs[told]))
                continue
            (number,) = items(bound, 1)  # lemmas are named guess by guess, so it allows enough guesses
            need(whole(number) < len(self.lemmas), f"there is no lemma {number} yet")
            other = self.lemmas[number]
            need(other.only is None, f"lemma {number} is about one first guess only")
            need(other.codes == classes[told], f"lemma {number} is about other candidates")
            costs[told] = other.cost
        return costs


def silent(what: str, done: int, total: int) -> None:
    """Ignore the progress."""


class Verdict(NamedTuple):
    """What an accepted certificate proves: the cost of its strategy and, with lemmas, that it is optimal."""

    problem: Problem
    lemmas: int
    sha256: str

    @property
    def digests(self) -> dict[str, str]:
        """The digests of the lists of a listed game, by their names in the header."""
        rules, names = self.problem.header["rules"], ("guesses_sha256", "secrets_sha256")
        return {name: rules[name] for name in names if name in rules}

    @property
    def lists(self) -> str:
        """The same as text, a line each."""
        return "".join(f"{name.replace('_', ' ')} {digest}\n" for name, digest in self.digests.items())

    def __str__(self) -> str:
        problem = self.problem
        average = problem.total / problem.weight
        if self.lemmas:
            lemmas = f"{self.lemmas} lemma{'s' * (self.lemmas > 1)}"
            proved = f"optimal ({problem.header['objective']}), certified; {lemmas}"
        else:
            proved = "upper bound certified; lower bound searched, not certified"
        costs = f"total {problem.total} (average {average:.4f}), worst {problem.worst}"
        return f"{problem}: {costs}: {proved}"


def check(stream: io.BufferedIOBase, watch: Watch = silent, name: str = "this") -> Verdict:
    """Check the uncompressed certificate in ``stream``; call ``watch(what, done, total)`` during the work.

    Raises :class:`Refused` if the certificate does not prove what it claims. ``name`` is the name of the file
    in the message.
    """
    reader, number, known = Reader(stream), 0, False
    try:
        header = reader.line()
        known = type(header) is dict and header.get("format") == "pegwise certificate"
        need(known, "it does not begin with the header of a certificate")
        problem = Problem(header, reader)
        check_tree(problem, reader, watch)
        proof: Proof | ListedProof | None = None
        if problem.header["proof"] == "full":
            proof = ListedProof(problem) if isinstance(problem.game, ListedGame) else Proof(problem)
        while proof and number < len(proof.lemmas):
            proof.check(number, reader.line())
            number += 1
            watch("lemmas", number, len(proof.lemmas))
        reader.end()
    except (Refused, MemoryError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        other = "not enough memory" if isinstance(error, MemoryError) else "it is not valid gzip data"
        file = name if name.isprintable() else ascii(name)
        where = f"line {reader.count}" if known else f"{file} is not a certificate"
        raise Refused(f"{where}: {error if isinstance(error, Refused) else other}") from None
    return Verdict(problem, number, reader.digest.hexdigest())


def check_file(name: str, watch: Watch = silent) -> Verdict:
    """Check the compressed file ``name`` with :func:`check`. Raises OSError if the file cannot be read."""
    with gzip.open(name) as stream:
        return check(stream, watch, name)


def main(arguments: list[str] | None = None) -> int:
    """Check the file that ``arguments`` name, print one line, and return the exit status."""
    names = sys.argv[1:] if arguments is None else arguments
    if len(names) != 1 or names[0].startswith("-"):
        sys.stderr.write("usage: python -m pegcheck FILE\n")
        return 2
    try:
        verdict = check_file(names[0])
    except Refused as refused:
        if hasattr(sys.stdout, "reconfigure"):  # a name may have letters that the output has not
            sys.stdout.reconfigure(errors="backslashreplace")
        sys.stdout.write(f"refused: {refused}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"pegcheck: {names[0]}: {error.strerror}\n")
        return 2
    sys.stdout.write(f"{verdict}\n{verdict.lists}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
