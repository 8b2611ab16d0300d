"""Checks a certificate that a strategy for a Mastermind game is the best: ``python -m pegcheck FILE``.

It needs Python's standard library only, and shares no code with the program that wrote the certificate.
``docs/certificates.md`` tells the format, and why what is checked here is a proof. In short:

* The *tree* is played out over every secret; that proves what the strategy costs (the upper bound).
* The *lemmas* prove that nothing costs less. A lemma says of a set of candidates that no strategy finds them
  below a cost. For every guess there is, the classes it splits the set into must cost enough together: each
  by its size, by the class bound, or by a further lemma. The first lemmas are those the objective needs.

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
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import io
    from collections.abc import Callable, Iterator

    Codes = tuple[int, ...]  # numbers of codes, ascending
    Number = int | float  # a whole number, or INFINITE
    Watch = Callable[[str, int, int], None]

__all__ = ["Refused", "Verdict", "check", "main"]

INFINITE = float("inf")
LARGEST = 1 << 22  # codes: a few bytes must not ask for any amount of memory
UNIT = LARGEST * 4
# A cost is the guesses in total * UNIT + the secrets found with the very last guess allowed: so costs are
# added, and compared (the total first), as numbers are.


class Refused(Exception):  # noqa: N818 - that is what it says
    """The certificate does not prove what it claims."""


def need(condition: object, why: str) -> None:
    """Refuse the certificate unless ``condition`` holds."""
    if not condition:
        raise Refused(why)


def whole(value: Any, least: int = 0) -> int:
    """``value`` if it is a whole number, ``least`` or more."""
    need(type(value) is int and value >= least, f"{value!r} is no whole number from {least} on")
    return int(value)


class Game:
    """The codes, in numeric order and numbered from 0, and the feedback between any two."""

    def __init__(self, rules: dict[str, Any]) -> None:
        need(set(rules) == {"pegs", "colors", "repeats", "whites"}, "the rules are not complete")
        self.pegs, self.colors = whole(rules["pegs"], 1), whole(rules["colors"], 1)
        self.repeats: Any = rules["repeats"]
        self.whites: Any = rules["whites"]
        need(type(self.repeats) is bool and type(self.whites) is bool, "repeats, whites: true or false")
        need(self.pegs <= 15 and self.colors**self.pegs <= LARGEST, "more codes than can be checked")
        colors = range(1, self.colors + 1)
        every = product(colors, repeat=self.pegs) if self.repeats else permutations(colors, self.pegs)
        self.codes = list(every)
        self.number = {code: number for number, code in enumerate(self.codes)}
        self.win = self.pegs * (self.pegs + 1)
        self.rows: dict[int, bytes] = {}

    def __str__(self) -> str:
        options = ("" if self.repeats else "-distinct") + ("" if self.whites else "-black")
        return f"{self.pegs}x{self.colors}{options}"

    def feedback(self, secret: tuple[int, ...], guess: tuple[int, ...]) -> int:
        """Black hits times (pegs + 1), plus white hits."""
        black: int = sum(map(eq, secret, guess))
        if not self.whites:
            return black * (self.pegs + 1)
        hits = sum([min(secret.count(color), guess.count(color)) for color in set(guess)])
        return black * (self.pegs + 1) + hits - black

    def row(self, secret: int) -> bytes:
        """The feedback of every guess against ``secret``."""
        if secret not in self.rows:
            code = self.codes[secret]
            self.rows[secret] = bytes([self.feedback(code, guess) for guess in self.codes])
        return self.rows[secret]

    def code(self, text: Any) -> int:
        """The number of the code written as ``1122`` or ``1-12-3``."""
        code = tuple(map(int, text.split("-") if "-" in text else text))
        need(code in self.number, f"{text} is not a code of {self}")
        return self.number[code]

    def told(self, text: Any) -> int:
        """The number of feedback written as ``BBW``, or ``-``."""
        black, white = text.count("B"), text.count("W")
        need(text == ("B" * black + "W" * white or "-"), f"{text!r} is not feedback")
        return int(black * (self.pegs + 1) + white)

    def split(self, among: Codes, guess: int) -> dict[int, Codes]:
        """The codes of ``among`` by the feedback they give to ``guess``, in ascending order of it."""
        parts: dict[int, list[int]] = {}
        for code in among:
            parts.setdefault(self.feedback(self.codes[code], self.codes[guess]), []).append(code)
        return {told: tuple(parts[told]) for told in sorted(parts)}

    def renaming(self, places: Any, colors: Any) -> Callable[[int], int]:
        """Code to code: peg j of the new one is ``colors[c]``, c being the color of peg ``places[j]``."""
        need(sorted(places) == list(range(1, self.pegs + 1)), "not a permutation of the pegs")
        need(sorted(colors) == list(range(1, self.colors + 1)), "not a permutation of the colors")
        wanted, table = [whole(place) - 1 for place in places], [0, *map(whole, colors)]

        def rename(code: int) -> int:
            old = self.codes[code]
            return self.number[tuple([table[old[place]] for place in wanted])]

        return rename


class Reader:
    """The lines of the file, one by one, and their digest."""

    def __init__(self, stream: io.BufferedIOBase) -> None:
        self.stream, self.digest, self.count = stream, hashlib.sha256(), 0

    def line(self) -> Any:
        """The next line."""
        text = self.stream.readline()
        self.count += 1
        need(text.endswith(b"\n"), f"the file ends before the end of line {self.count}")
        self.digest.update(text)
        return json.loads(text)

    def end(self) -> None:
        """The last line: how many lines stand before it, and their digest."""
        before = {"lines": self.count, "sha256": self.digest.hexdigest()}
        need(self.line() == before, "the last line does not fit the rest")
        need(not self.stream.read(1), "something follows the last line")


class Problem:
    """What the header asks and claims; its guesses are counted from the first of the whole game."""

    KEYS = "format version rules objective max_guesses first history candidates_from proof "
    CLAIMED = "total worst distribution"

    def __init__(self, line: dict[str, Any]) -> None:
        need(line["format"] == "pegwise certificate" and line["version"] == 1, "no certificate of version 1")
        need(
            set(line) == {*self.KEYS.split(), *self.CLAIMED.split()},
            "the header has other keys than it should",
        )
        self.header, self.game = line, Game(line["rules"])
        self.start: Codes = tuple(range(len(self.game.codes)))
        for guess, told in line["history"]:
            fitting = self.game.split(self.start, self.game.code(guess))
            need(self.game.told(told) in fitting, "no code fits the history")
            self.start = fitting[self.game.told(told)]
        self.made, most, since = len(line["history"]), line["max_guesses"], line["candidates_from"]
        self.most = INFINITE if most is None else whole(most)
        self.free = INFINITE if since is None else whole(since, 1) - 1  # guesses that need not be candidates
        self.first = None if line["first"] is None else self.game.code(line["first"])
        self.total, self.worst = whole(line["total"]), whole(line["worst"])
        self.distribution = [whole(secrets) for secrets in line["distribution"]]
        need(len(self.distribution) == self.worst <= self.most, "the worst case is not as claimed")
        need(line["proof"] in ("full", "tree"), "the proof is full, or of the tree")
        need(line["objective"] in self.claims(), "an unknown objective")

    def claims(self) -> dict[str, list[tuple[Number, Number]]]:
        """What each objective has to prove: that nobody within so many guesses stays below such a cost."""
        total, fewer = self.total * UNIT, self.worst - 1
        same = (self.worst, total + self.distribution[-1])
        return {
            "total": [(self.most, total)],
            "worst": [(fewer, INFINITE)],
            "worst,total": [(fewer, INFINITE), (self.worst, total)],
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
    """Play the tree out over every secret: a line a node, parents first, answers in ascending order."""
    game, found = problem.game, [0] * problem.worst
    nodes: list[tuple[int, int | None, Codes]] = [(problem.made + 1, None, problem.start)]
    while nodes:
        depth, told, among = nodes.pop()
        said_depth, said_told, text = reader.line()
        guess, where = game.code(text), f"line {reader.count}: "
        need(whole(said_depth) == depth <= problem.worst, where + f"a node at depth {depth} was expected")
        need(
            told == (None if said_told is None else game.told(said_told)), where + "it is for another answer"
        )
        need(depth <= problem.free or guess in among, where + f"{text} is not a candidate")
        need(told is not None or problem.first in (None, guess), where + "not the first guess asked for")
        parts = game.split(among, guess)
        found[depth - 1] += len(parts.pop(game.win, ()))
        nodes += [(depth + 1, answer, part) for answer, part in reversed(parts.items())]
        watch("secrets", sum(found), len(problem.start))
    need(found == problem.distribution, "the tree does not have the distribution claimed")
    total = sum(depth * secrets for depth, secrets in enumerate(found, 1))
    need(total == problem.total, "the tree does not have the total claimed")


class Lemma(NamedTuple):
    """No strategy finds ``codes`` within ``left`` guesses, ``free`` of them any codes, below ``cost``."""

    codes: Codes
    left: Number
    free: Number
    cost: Number
    only: int | None = None  # the one guess that may be made, if it is laid down


@cache
def least(count: int, left: Number, most: int, others: int) -> Number:
    """The least cost of ``count`` candidates: the size bound.

    No guess makes more than ``most`` classes, the win counted, or more than ``others`` besides the win. So
    at most 1 candidate is found by the first guess, ``most`` - 1 more by the second, and from then on by each
    guess ``others`` times as many as by the one before.
    """
    cost, level, room = 0, 1, 1
    while count:
        if level > left or not room:
            return INFINITE
        here = min(count, room)
        cost += here * (level * UNIT + (level == left))
        count, level, room = count - here, level + 1, room * (others if level > 1 else most - 1)
    return cost


class Position:
    """The candidates of a lemma, and what every guess makes of them."""

    def __init__(self, game: Game, lemma: Lemma) -> None:
        self.game, self.lemma = game, lemma
        self.rows = [game.row(code) for code in lemma.codes]
        self.parts = list(map(len, map(set, zip(*self.rows, strict=True))))
        self.pool = range(len(game.codes)) if lemma.free else lemma.codes
        # No guess makes more classes of some of the candidates than of all of them.
        members = set(lemma.codes)
        self.most = max(self.parts[guess] for guess in self.pool)
        self.others = max(self.parts[guess] - (guess in members) for guess in self.pool)
        self.costs: dict[Codes, Number] = {}

    def column(self, guess: int) -> bytes:
        """The feedback of each candidate to ``guess``."""
        return bytes([row[guess] for row in self.rows])

    def shape(self, guess: int) -> bytes:
        """Equal for guesses that make the same classes, whatever the answers; the win stays apart."""
        names = {self.game.win: 0}
        return bytes([names.setdefault(told, len(names)) for told in self.column(guess)])

    def classes(self, guess: int) -> dict[int, Codes]:
        """The candidates that are left after ``guess``, by their feedback; without the win."""
        parts: dict[int, list[int]] = {}
        for code, told in zip(self.lemma.codes, self.column(guess), strict=True):
            parts.setdefault(told, []).append(code)
        return {told: tuple(part) for told, part in parts.items() if told != self.game.win}

    def now(self, guess: int) -> int:
        """What the guess itself costs: one for every candidate; a find with the last guess counts as such."""
        return len(self.rows) * UNIT + (self.lemma.left == 1 and guess in self.lemma.codes)

    def cost(self, guess: int, cited: dict[int, Number]) -> Number:
        """What ``guess`` costs at least: each class by the best that is known of it."""
        classes = self.classes(guess).items()
        return self.now(guess) + sum(max(cited.get(told, 0), self.class_cost(part)) for told, part in classes)

    def class_cost(self, codes: Codes) -> Number:
        """By size; and where no member tells all the others apart, two guesses for each are not enough."""
        if codes not in self.costs:
            count, left = len(codes), self.lemma.left - 1
            cost = least(count, left, self.most, self.others)
            if 3 <= count <= self.most and not any(self.separates(member, codes) for member in codes):
                cost = max(cost, 2 * count * UNIT + (left == 2) * count)
            self.costs[codes] = cost
        return self.costs[codes]

    def separates(self, guess: int, codes: Codes) -> bool:
        """Whether every one of ``codes`` answers ``guess`` differently."""
        row = self.game.row(guess)
        return len({row[code] for code in codes}) == len(codes)

    def doubtful(self) -> Iterator[int]:
        """The guesses that sizes and the class bound do not show to cost enough; one of each column."""
        lemma, count, seen, members = self.lemma, len(self.rows), set[bytes](), set(self.lemma.codes)
        pool = self.pool if lemma.only is None else [lemma.only]
        for guess in pool if lemma.left > 0 else []:
            parts = self.parts[guess]
            if parts == 1 < count and lemma.only is None:
                continue  # it tells nothing: without it one would be better off
            if (3 * count - parts - (guess in members)) * UNIT >= lemma.cost:
                continue  # every class of n costs 2n - 1 or more
            column = self.column(guess)
            if column not in seen:
                seen.add(column)
                sizes = Counter(column)
                sizes.pop(self.game.win, None)
                left, most, others = lemma.left - 1, self.most, self.others
                cost = sum(least(size, left, most, others) for size in sizes.values())
                if self.now(guess) + cost < lemma.cost and self.cost(guess, {}) < lemma.cost:
                    yield guess


class Proof:
    """The lemmas so far; the first are those that the objective needs."""

    def __init__(self, problem: Problem) -> None:
        self.game, self.lemmas = problem.game, list[Lemma]()
        made, count = problem.made, len(problem.start)
        for within, cost in problem.claims()[problem.header["objective"]]:
            # The header counts the guesses of the history too, a lemma those from here on.
            left, free, here = within - made, max(0, problem.free - made), cost - made * count * UNIT
            self.lemmas.append(Lemma(problem.start, left, free, here, problem.first))

    def check(self, number: int, line: Any) -> None:
        """Check lemma ``number``. What it cites for the first time joins the lemmas, to be checked later."""
        symmetries, treatments = line
        lemma = self.lemmas[number]
        position, orbit = Position(self.game, lemma), self.orbits(lemma.codes, symmetries)
        treated = set[object]()
        for text, citations in treatments:
            guess = self.game.code(text)
            cost = position.cost(guess, self.cited(position, guess, citations))
            need(cost >= lemma.cost, f"lemma {number}: {text} may cost less")
            treated |= {position.shape(guess), orbit(guess)}
        for guess in position.doubtful():
            known = position.shape(guess) in treated or orbit(guess) in treated
            need(known, f"lemma {number}: {self.game.codes[guess]} may cost less, and is not treated")

    def cited(self, position: Position, guess: int, citations: Any) -> dict[int, Number]:
        """What the classes of ``guess`` cost at least, by the lemmas cited for them."""
        lemma, classes = position.lemma, position.classes(guess)
        left, free = lemma.left - 1, max(0, lemma.free - 1)
        costs: dict[int, Number] = {}
        # Every class must be smaller than the set, so that no lemmas lean on each other in a circle.
        need(position.parts[guess] > 1 or lemma.only is not None, "a guess that tells nothing is treated")
        for text, *citation in citations:
            told = self.game.told(text)
            need(
                told in classes and told not in costs, f"there is no class {text}, or it was cited for before"
            )
            if len(citation) == 1:
                costs[told] = self.cost(citation[0])
                self.lemmas.append(Lemma(classes[told], left, free, costs[told]))
                continue
            number, places, colors = citation
            need(whole(number) < len(self.lemmas), f"there is no lemma {number} yet")
            other, rename = self.lemmas[number], self.game.renaming(places, colors)
            renamed = tuple(sorted(map(rename, classes[told])))
            need(renamed == other.codes and other.only is None, f"lemma {number} is about something else")
            need(other.left >= left and other.free >= free, f"lemma {number} allows less")
            costs[told] = other.cost
        return costs

    def cost(self, value: Any) -> Number:
        """A cost: null where there is no way, a total, or a total with the secrets found last."""
        total, last = value if type(value) is list else (value, 0)
        need(whole(last) <= len(self.game.codes), "more secrets than there are")
        return INFINITE if value is None else whole(total) * UNIT + last

    def orbits(self, codes: Codes, symmetries: Any) -> Callable[[int], object]:
        """What guesses share that renamings which keep ``codes`` as a set make of each other."""
        renamings, found = [self.game.renaming(*symmetry) for symmetry in symmetries], dict[int, int]()
        for rename in renamings:
            need(tuple(sorted(map(rename, codes))) == codes, "a symmetry changes the set of candidates")
        for start in range(len(self.game.codes)) if renamings else ():
            reached = [] if start in found else [start]
            for guess in reached:
                found[guess] = start
                new = {rename(guess) for rename in renamings} - found.keys()
                found.update(dict.fromkeys(new, start))
                reached += new
        return lambda guess: found.get(guess, guess)


class Verdict(NamedTuple):
    """What a good certificate proves: what the strategy costs, and with ``lemmas`` that nothing is better."""

    problem: Problem
    lemmas: int
    sha256: str

    def __str__(self) -> str:
        problem = self.problem
        average = problem.total / len(problem.start)
        if self.lemmas:
            proved = f"optimal ({problem.header['objective']}), certified; {self.lemmas} lemmas"
        else:
            proved = "upper bound certified; lower bound searched, not certified"
        costs = f"total {problem.total} (average {average:.4f}), worst {problem.worst}"
        return f"{problem}: {costs}: {proved}"


def check(stream: io.BufferedIOBase, watch: Watch = lambda what, done, total: None) -> Verdict:
    """Check the uncompressed certificate in ``stream``; ``watch(what, done, total)`` is told how far it is.

    Raises :class:`Refused` if it does not prove what it claims.
    """
    reader, number = Reader(stream), 0
    try:
        problem = Problem(reader.line())
        check_tree(problem, reader, watch)
        proof = Proof(problem)
        while problem.header["proof"] == "full" and number < len(proof.lemmas):
            proof.check(number, reader.line())
            number += 1
            watch("lemmas", number, len(proof.lemmas))
        reader.end()
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise Refused(f"line {reader.count} cannot be read ({type(error).__name__}: {error})") from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise Refused(f"the file is damaged ({error})") from None
    return Verdict(problem, number, reader.digest.hexdigest())


def main(arguments: list[str] | None = None) -> int:
    """Check the file named, print one line, and return the exit status."""
    names = sys.argv[1:] if arguments is None else arguments
    if len(names) != 1 or names[0].startswith("-"):
        sys.stderr.write("usage: python -m pegcheck FILE\n")
        return 2
    try:
        with gzip.open(names[0]) as stream:
            verdict = check(stream)
    except Refused as refused:
        sys.stdout.write(f"refused: {refused}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"pegcheck: {names[0]}: {error.strerror}\n")
        return 2
    sys.stdout.write(f"{verdict}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
