"""Checks a certificate that a strategy for a Mastermind game is the best there is: ``python -m pegcheck FILE``.

It needs Python's standard library and nothing else; it shares no code with the program that wrote the
certificate. The format, and why what is checked here is a proof, is told in ``docs/certificates.md``. In short:

* The *tree* is played out over every secret; that proves what the strategy costs (the upper bound).
* The *proof* is a list of lemmas. A lemma says of a set of candidates that no strategy finds them for less than
  a bound. For every guess there is, the classes it splits the set into must cost enough together: each by its
  size alone, by the class bound, or by a further lemma. The first lemmas are those the objective needs.

Exit status: 0 the certificate is good, 1 it is refused, 2 there is nothing to check. One line says why.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
import zlib
from collections import Counter
from functools import cache
from itertools import permutations, product
from operator import eq
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Code = tuple[int, ...]
    Codes = tuple[int, ...]  # numbers of codes, ascending
    Number = int | float  # a whole number, or INFINITE
    Watch = Callable[[str, int, int], None]

__all__ = ["Refused", "Verdict", "check", "main"]

FORMAT, VERSION = "pegwise certificate", 1
INFINITE = float("inf")
LARGEST = 1 << 22
"""Rules with more codes than this are refused, so that a few bytes cannot ask for any amount of memory."""


class Refused(Exception):  # noqa: N818 - that is what it says
    """The certificate does not prove what it claims."""


class Verdict(NamedTuple):
    """What a good certificate proves. ``optimal``: that nothing is better, not only what the tree costs."""

    game: str
    objective: str
    total: int
    worst: int
    distribution: tuple[int, ...]
    secrets: int
    optimal: bool
    lemmas: int
    sha256: str

    def __str__(self) -> str:
        proved = (
            f"optimal ({self.objective}), certified by {self.lemmas} lemmas"
            if self.optimal
            else "upper bound certified; lower bound searched, not certified"
        )
        average = self.total / self.secrets
        return f"{self.game}: total {self.total} (average {average:.4f}), worst {self.worst}: {proved}"


def need(condition: object, why: str) -> None:
    """Refuse the certificate unless ``condition`` holds."""
    if not condition:
        raise Refused(why)


def whole(value: Any, least: int = 0) -> int:
    """``value`` if it is a whole number, ``least`` or more."""
    need(type(value) is int and value >= least, f"{value!r} is no whole number from {least}")
    return int(value)


# The game


class Game:
    """The codes, in numeric order and numbered from 0, and the feedback between any two."""

    def __init__(self, rules: dict[str, Any]) -> None:
        need(set(rules) == {"pegs", "colors", "repeats", "whites"}, "the rules are not complete")
        self.pegs, self.colors = whole(rules["pegs"], 1), whole(rules["colors"], 1)
        self.repeats, self.whites = rules["repeats"], rules["whites"]
        need(type(self.repeats) is bool and type(self.whites) is bool, "repeats and whites are true or false")
        need(self.pegs <= 15 and self.colors**self.pegs <= LARGEST, "more codes than can be checked")
        colors = range(1, self.colors + 1)
        every = product(colors, repeat=self.pegs) if self.repeats else permutations(colors, self.pegs)
        self.codes: list[Code] = list(every)
        need(self.codes, "there is no code")
        self.number = {code: number for number, code in enumerate(self.codes)}
        self.win = self.pegs * (self.pegs + 1)
        self.rows: dict[int, bytes] = {}

    def __str__(self) -> str:
        options = ("" if self.repeats else "-distinct") + ("" if self.whites else "-black")
        return f"{self.pegs}x{self.colors}{options}"

    def feedback(self, secret: Code, guess: Code) -> int:
        """Black hits times (pegs + 1), plus white hits."""
        black = sum(map(eq, secret, guess))
        if not self.whites:
            return black * (self.pegs + 1)
        hits = sum(min(secret.count(color), guess.count(color)) for color in set(guess))
        return black * (self.pegs + 1) + hits - black

    def row(self, secret: int) -> bytes:
        """The feedback of every guess against ``secret``."""
        if secret not in self.rows:
            code = self.codes[secret]
            self.rows[secret] = bytes(self.feedback(code, guess) for guess in self.codes)
        return self.rows[secret]

    def code(self, text: Any) -> int:
        """The number of the code written as ``1122`` or ``1-12-3``."""
        need(type(text) is str, "a code is a text")
        code = tuple(map(int, text.split("-") if "-" in text else text))
        need(code in self.number, f"{text} is not a code of {self}")
        return self.number[code]

    def told(self, text: Any) -> int:
        """The number of feedback written as ``BBW``, or ``-``."""
        need(type(text) is str, "feedback is a text")
        black, white = text.count("B"), text.count("W")
        need(text == ("B" * black + "W" * white or "-"), f"{text!r} is not feedback")
        return black * (self.pegs + 1) + white

    def split(self, among: Codes, guess: int) -> dict[int, Codes]:
        """The codes of ``among`` by the feedback they give to ``guess``, in ascending order of it."""
        parts: dict[int, list[int]] = {}
        for code in among:
            told = self.feedback(self.codes[code], self.codes[guess])
            parts.setdefault(told, []).append(code)
        return {told: tuple(parts[told]) for told in sorted(parts)}

    def renaming(self, places: Any, colors: Any) -> Callable[[int], int]:
        """Code number to code number: peg j of the new code is color ``colors[c]``, c being peg ``places[j]``."""
        need(sorted(places) == list(range(1, self.pegs + 1)), "not a permutation of the pegs")
        need(sorted(colors) == list(range(1, self.colors + 1)), "not a permutation of the colors")
        wanted, table = [whole(place) - 1 for place in places], [0, *map(whole, colors)]

        def rename(code: int) -> int:
            old = self.codes[code]
            return self.number[tuple([table[old[place]] for place in wanted])]

        return rename


# The file


class Reader:
    """The lines of the file, one by one; the digest of all but the last."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream, self.digest, self.whole, self.count = stream, hashlib.sha256(), hashlib.sha256(), 0

    def line(self) -> Any:
        """The next line."""
        text = self.stream.readline()
        need(text.endswith(b"\n"), f"the file ends within or after line {self.count}")
        self.digest = self.whole.copy()
        self.whole.update(text)
        self.count += 1
        return json.loads(text)

    def end(self) -> None:
        """The last line: how many lines stand before it, and their digest."""
        before = self.count
        last = self.line()
        need(last == {"lines": before, "sha256": self.digest.hexdigest()}, "the last line does not fit the rest")
        need(not self.stream.read(1), "something follows the last line")


class Problem(NamedTuple):
    """What the header asks and claims; guesses are counted from the first of the whole game."""

    game: Game
    objective: str
    first: int | None
    start: Codes
    made: int
    most: Number  # guesses allowed
    free: Number  # guesses before this one need not be candidates
    total: int
    distribution: tuple[int, ...]
    full: bool
    name: str

    @property
    def worst(self) -> int:
        return len(self.distribution)


KEYS = {"format", "version", "rules", "objective", "max_guesses", "first", "history", "candidates_from", "proof"}


def read_header(line: dict[str, Any]) -> Problem:
    """The problem in the first line."""
    need(line.get("format") == FORMAT and line.get("version") == VERSION, "not a certificate of version 1")
    need(set(line) == KEYS | {"total", "worst", "distribution"}, "the header has other keys than it should")
    game = Game(line["rules"])
    start: Codes = tuple(range(len(game.codes)))
    for guess, told in line["history"]:
        start = game.split(start, game.code(guess)).get(game.told(told), ())
        need(start, "no code fits the history")
    most, free = line["max_guesses"], line["candidates_from"]
    need(line["proof"] in ("full", "tree"), "the proof is full or tree")
    need(line["objective"] in CLAIMS, "an unknown objective")
    distribution = tuple(map(whole, line["distribution"]))
    problem = Problem(
        game,
        line["objective"],
        None if line["first"] is None else game.code(line["first"]),
        start,
        len(line["history"]),
        INFINITE if most is None else whole(most),
        INFINITE if free is None else whole(free, 1) - 1,
        whole(line["total"]),
        distribution,
        line["proof"] == "full",
        describe(game, line),
    )
    need(whole(line["worst"]) == problem.worst <= problem.most, "the worst case is not that of the distribution")
    return problem


def describe(game: Game, header: dict[str, Any]) -> str:
    """The problem in words."""
    words = [str(game)]
    words += [f"after {' '.join(map(':'.join, header['history']))}"] if header["history"] else []
    words += [f"{header['first']} first"] if header["first"] is not None else []
    words += [f"at most {header['max_guesses']} guesses"] if header["max_guesses"] is not None else []
    if header["candidates_from"] is not None:
        words.append(f"candidates only from guess {header['candidates_from']} on")
    return ", ".join(words)


# The upper bound


def check_tree(problem: Problem, reader: Reader, watch: Watch) -> None:
    """Play the tree out over every secret: a line a node, parents first, answers in ascending order."""
    game, found, won = problem.game, Counter[int](), 0
    open_nodes: list[tuple[int, int | None, Codes]] = [(problem.made + 1, None, problem.start)]
    while open_nodes:
        depth, told, among = open_nodes.pop()
        said_depth, said_told, text = reader.line()
        need(whole(said_depth) == depth, f"line {reader.count}: a node at depth {depth} was expected")
        need(said_told is None if told is None else game.told(said_told) == told, "an answer is missing")
        guess = game.code(text)
        need(depth <= problem.free or guess in among, f"line {reader.count}: {text} is not a candidate")
        need(told is not None or problem.first in (None, guess), "the first guess is not the one asked for")
        need(depth <= problem.worst, "the tree is deeper than its worst case")
        parts = game.split(among, guess)
        won = len(parts.pop(game.win, ()))
        found[depth] += won
        open_nodes += [(depth + 1, answer, part) for answer, part in reversed(parts.items())]
        watch("secrets", found.total(), len(problem.start))
    distribution = tuple(found[depth] for depth in range(1, max(found) + 1))
    need(distribution == problem.distribution, "the tree does not have the distribution claimed")
    total = sum(depth * secrets for depth, secrets in found.items())
    need(total == problem.total, "the tree does not have the total claimed")


# The lower bound. A cost is a pair, the guesses in total and the secrets found with the very last guess allowed,
# kept as one number, total * UNIT + last, so that costs are added and compared (total first) as numbers are.

UNIT = LARGEST * 4


class Lemma(NamedTuple):
    """No strategy finds ``codes`` within ``left`` guesses, ``free`` of which need not be candidates, below ``cost``."""

    codes: Codes
    left: Number
    free: Number
    cost: Number
    only: int | None = None  # the one guess that may be made, if it is laid down


def _totals(problem: Problem) -> list[tuple[Number, Number]]:
    return [(problem.most, problem.total * UNIT)]


def _worsts(problem: Problem) -> list[tuple[Number, Number]]:
    return [(problem.worst - 1, INFINITE)]


def _lasts(problem: Problem) -> list[tuple[Number, Number]]:
    fewer = (problem.total + 1) * UNIT
    same = problem.total * UNIT + problem.distribution[-1]
    return [*_totals(problem), (problem.worst - 1, fewer), (problem.worst, same)]


def _worst_totals(problem: Problem) -> list[tuple[Number, Number]]:
    return [*_worsts(problem), (problem.worst, problem.total * UNIT)]


CLAIMS = {"total": _totals, "worst": _worsts, "worst,total": _worst_totals, "total,worst,last": _lasts}
"""What has to be proved for each objective: that nobody within so many guesses stays below such a cost."""


@cache
def least(count: int, left: Number, parts: int) -> Number:
    """The least cost of ``count`` candidates where no guess has more than ``parts`` answers, the win included.

    One can be found with the first guess, and with each further guess ``parts`` - 1 times as many.
    """
    cost, level, room = 0, 1, 1
    while count:
        if level > left or not room:
            return INFINITE
        here = min(count, room)
        cost += here * (level * UNIT + (level == left))
        count, level, room = count - here, level + 1, room * (parts - 1)
    return cost


class Proof:
    """The lemmas so far; the first are those that the objective needs."""

    def __init__(self, problem: Problem) -> None:
        self.game, self.lemmas = problem.game, list[Lemma]()
        made, count = problem.made, len(problem.start)
        for within, cost in CLAIMS[problem.objective](problem):
            # The header counts the guesses of the history too, a lemma those from here on.
            here = cost - made * count * UNIT
            left, free = within - made, max(0, problem.free - made)
            self.lemmas.append(Lemma(problem.start, left, free, here, problem.first))

    def check(self, number: int, line: Any) -> None:
        """Check lemma ``number``; what its line cites for the first time is appended to the lemmas."""
        symmetries, treatments = line
        lemma = self.lemmas[number]
        position = Position(self.game, lemma)
        orbit = self.orbits(lemma.codes, symmetries)
        treated = set[object]()
        for text, citations in treatments:
            guess = self.game.code(text)
            cost = position.cost(guess, self.cited(position, guess, citations))
            need(cost >= lemma.cost, f"lemma {number}: {text} may cost less than the lemma says")
            treated |= {position.shape(guess), orbit(guess)}
        for guess in position.doubtful():
            if position.shape(guess) not in treated and orbit(guess) not in treated:
                text = "".join(map(str, self.game.codes[guess]))
                raise Refused(f"lemma {number}: {text} may cost less than the lemma says, and is not treated")

    def cited(self, position: Position, guess: int, citations: Any) -> dict[int, Number]:
        """What the classes of ``guess`` cost at least, by the lemmas cited for them."""
        lemma, classes = position.lemma, position.classes(guess)
        costs: dict[int, Number] = {}
        left, free = lemma.left - 1, max(0, lemma.free - 1)
        # Every class is then smaller, so that lemmas cannot lean on each other in a circle.
        need(len(classes) > 1 or lemma.only is not None, "a guess that tells nothing needs no treatment")
        for text, *citation in citations:
            told = self.game.told(text)
            need(told in classes and told not in costs and told != self.game.win, f"no class {text} to cite for")
            if len(citation) == 1:
                costs[told] = self.read_cost(citation[0])
                self.lemmas.append(Lemma(classes[told], left, free, costs[told]))
                continue
            number, places, colors = citation
            need(whole(number) < len(self.lemmas), "a lemma is cited that there is not")
            other, rename = self.lemmas[number], self.game.renaming(places, colors)
            renamed = tuple(sorted(map(rename, classes[told])))
            need(renamed == other.codes, f"lemma {number} is about other candidates")
            need(other.only is None, f"lemma {number} is about one guess")
            need(other.left >= left and other.free >= free, f"lemma {number} allows fewer guesses")
            costs[told] = other.cost
        return costs

    def read_cost(self, value: Any) -> Number:
        """A cost: null where there is no way, a total, or a total with the secrets found last."""
        if value is None:
            return INFINITE
        total, last = value if type(value) is list else (value, 0)
        need(whole(last) <= len(self.game.codes), "more found last than there are")
        return whole(total) * UNIT + last

    def orbits(self, codes: Codes, symmetries: Any) -> Callable[[int], object]:
        """What all guesses share that renamings which keep ``codes`` as a set make of each other."""
        renamings = [self.game.renaming(*symmetry) for symmetry in symmetries]
        for rename in renamings:
            need(tuple(sorted(map(rename, codes))) == codes, "a symmetry changes the set of candidates")
        if not renamings:
            return lambda guess: guess
        found: dict[int, int] = {}
        for start in range(len(self.game.codes)):
            reached = [] if start in found else [start]
            for guess in reached:
                found[guess] = start
                images = {rename(guess) for rename in renamings}
                reached += [image for image in images if image not in found]
                found.update(dict.fromkeys(images, start))
        return found.__getitem__


class Position:
    """The candidates of a lemma, and what every guess makes of them."""

    def __init__(self, game: Game, lemma: Lemma) -> None:
        self.game, self.lemma, self.inside = game, lemma, set(lemma.codes)
        self.rows = [game.row(code) for code in lemma.codes]
        self.parts = list(map(len, map(set, zip(*self.rows, strict=True))))
        self.pool: Any = range(len(game.codes)) if lemma.free else lemma.codes
        # No guess makes more parts of a part of the candidates than of all of them.
        self.most = max(self.parts[guess] for guess in self.pool)
        self.costs: dict[Codes, Number] = {}

    def column(self, guess: int) -> bytes:
        """The feedback of each candidate to ``guess``."""
        return bytes([row[guess] for row in self.rows])

    def shape(self, guess: int) -> bytes:
        """Equal for guesses that make the same classes, whatever the answers are called; the win stays apart."""
        names = {self.game.win: 0}
        return bytes([names.setdefault(told, len(names)) for told in self.column(guess)])

    def classes(self, guess: int) -> dict[int, Codes]:
        """The candidates by their feedback to ``guess``."""
        parts: dict[int, list[int]] = {}
        for code, told in zip(self.lemma.codes, self.column(guess), strict=True):
            parts.setdefault(told, []).append(code)
        return {told: tuple(part) for told, part in parts.items()}

    def now(self, guess: int) -> int:
        """What the guess itself costs: one for every candidate; a find with the last guess counts as such."""
        return len(self.lemma.codes) * UNIT + (self.lemma.left == 1 and guess in self.inside)

    def cost(self, guess: int, cited: dict[int, Number]) -> Number:
        """What ``guess`` costs at least: each class by the best that is known of it."""
        classes = self.classes(guess)
        classes.pop(self.game.win, None)
        return self.now(guess) + sum(
            max(cited.get(told, 0), self.class_cost(codes)) for told, codes in classes.items()
        )

    def class_cost(self, codes: Codes) -> Number:
        """By size; and where no member tells all the others apart, not even two guesses for each are enough."""
        if codes not in self.costs:
            count, left = len(codes), self.lemma.left - 1
            cost = least(count, left, self.most)
            if 3 <= count <= self.most and not any(map(self.separates, codes, [codes] * count)):
                cost = max(cost, 2 * count * UNIT + (left == 2) * count)
            self.costs[codes] = cost
        return self.costs[codes]

    def separates(self, guess: int, codes: Codes) -> bool:
        """Whether every one of ``codes`` answers ``guess`` differently."""
        row = self.game.row(guess)
        return len({row[code] for code in codes}) == len(codes)

    def doubtful(self) -> Iterator[int]:
        """The guesses that size and class bounds do not show to cost enough, one of each column."""
        lemma, count, left = self.lemma, len(self.lemma.codes), self.lemma.left - 1
        seen = set[bytes]()
        if left < 0:
            return  # there is no guess left
        for guess in self.pool if lemma.only is None else [lemma.only]:
            parts = self.parts[guess]
            if parts == 1 < count and lemma.only is None:
                continue  # it tells nothing: without it one would be better off
            # Every class of n costs 2n - 1 or more.
            if (3 * count - parts - (guess in self.inside)) * UNIT >= lemma.cost:
                continue
            column = self.column(guess)
            if column in seen:
                continue
            seen.add(column)
            sizes = Counter(column)
            sizes.pop(self.game.win, None)
            cost = self.now(guess) + sum(least(size, left, self.most) for size in sizes.values())
            if cost < lemma.cost and self.cost(guess, {}) < lemma.cost:
                yield guess


def check(stream: BinaryIO, watch: Watch = lambda what, done, total: None) -> Verdict:
    """Check the uncompressed certificate in ``stream``; ``watch(what, done, total)`` is told how far it is.

    Raises :class:`Refused` if it does not prove what it claims.
    """
    reader = Reader(stream)
    try:
        problem = read_header(reader.line())
        check_tree(problem, reader, watch)
        proof = Proof(problem)
        number = 0
        while problem.full and number < len(proof.lemmas):
            proof.check(number, reader.line())
            number += 1
            watch("lemmas", number, len(proof.lemmas))
        reader.end()
    except (ArithmeticError, AttributeError, EOFError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise Refused(f"line {reader.count} cannot be read: {type(error).__name__}: {error}") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise Refused(f"the file is damaged: {error}") from None
    return Verdict(
        problem.name,
        problem.objective,
        problem.total,
        problem.worst,
        problem.distribution,
        len(problem.start),
        problem.full,
        number,
        reader.whole.hexdigest(),
    )


def main(arguments: list[str] | None = None) -> int:
    """Check the file named; print one line; the exit status."""
    names = sys.argv[1:] if arguments is None else arguments
    if len(names) != 1 or names[0] in ("-h", "--help"):
        sys.stderr.write("usage: python -m pegcheck FILE\n")
        return 2
    try:
        with gzip.open(names[0]) as stream:
            sys.stdout.write(f"{check(stream)}\n")
    except Refused as refused:
        sys.stdout.write(f"refused: {refused}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"pegcheck: {names[0]}: {error.strerror}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
