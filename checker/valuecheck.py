"""Check the value of a Mastermind game of two persons: ``python -m valuecheck FILE``.

This program needs only Python's standard library and ``pegcheck``, whose rules and strict reading it shares.
It shares no code with the program that wrote the file.
``docs/value.md`` describes the format, and explains why these checks are a proof. In short:

* The codebreaker's half. The file has trees and the probability of each. The checker plays each tree against
  every secret. With pegs and colors named at random, a secret costs what its class costs on average. The
  class that costs most proves the upper bound.
* The codemaker's half. The file has a weight for each class of secrets, and claims that no strategy costs
  less than a number. The checker searches through all strategies, with its own bounds. This proves the lower
  bound. It takes minutes for a thousand secrets, so it is left out in larger games, or if you say --trees.

The exit status is 0 if the checker accepts the file, 1 if it refuses it, and 2 if no file is named or the
file cannot be read. One line of output gives the reason.
"""

from __future__ import annotations

import gzip
import re
import sys
import zlib
from fractions import Fraction
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

import pegcheck
from pegcheck import Reader, Refused, fields, items, need, whole

if TYPE_CHECKING:
    import io
    from collections.abc import Callable

    Code = tuple[int, ...]
    Codes = tuple[int, ...]  # numbers of codes, the heaviest first

__all__ = ["Refused", "Verdict", "check", "check_file", "main"]

CODES = 1 << 16  # codes of a game
SEARCHED = 1500  # secrets of a game whose lower bound is searched unless the caller asks for more
TREES = 1000
FRACTION = "(0|[1-9][0-9]{0,999})(/[1-9][0-9]{0,999})?"


def fraction(value: Any) -> Fraction:
    """Return the fraction that is written as ``560/129`` in lowest terms, or as ``4``."""
    need(type(value) is str and re.fullmatch(FRACTION, value), "expected a fraction")
    need(str(Fraction(value)) == value, "a fraction is not in lowest terms")
    return Fraction(value)


class Game(pegcheck.Game):
    """The rules, with all codes in a list, and the classes of the codes."""

    def __init__(self, line: Any) -> None:
        super().__init__(line)
        need(self.size <= CODES, f"the checker accepts games of 1 to {CODES} codes")
        self.all_codes: list[Code] = list(self.codes())
        self.number = {code: number for number, code in enumerate(self.all_codes)}
        self.kinds = [self.kind(code) for code in self.all_codes]

    def kind(self, code: Code) -> Codes:
        """Return how often the colors of a code occur; codes of one kind differ by names alone.

        If only black hits are told and colors may repeat, the colors of each peg can be named anew, and all
        codes are of one kind.
        """
        if not self.whites and self.repeats:
            return ()
        return tuple(sorted((code.count(color) for color in set(code)), reverse=True))


class Claim:
    """What the header says: both bounds, the weights of the classes, and the probabilities of the trees."""

    NAMES = "format version rules lower upper least classes trees"

    def __init__(self, line: Any) -> None:
        header = fields(line, self.NAMES)
        need(header["format"] == "pegwise value", "it is not about the value of a game")
        need(header["version"] == 1, "this checks version 1")
        self.game = game = Game(header["rules"])
        self.lower, self.upper = fraction(header["lower"]), fraction(header["upper"])
        self.least = whole(header["least"], 1, 1 << 60)
        self.weights: dict[Codes, int] = {}
        for example, weight in (items(each, 2) for each in items(header["classes"])):
            kind = game.kind(game.code(example))
            need(kind not in self.weights, "a class is named twice")
            self.weights[kind] = whole(weight, 0, 1 << 40)
        need(set(self.weights) == set(game.kinds), "a class is missing")
        self.shares = [fraction(share) for share in items(header["trees"])]
        need(0 < len(self.shares) <= TREES, f"the checker accepts 1 to {TREES} trees")
        need(all(self.shares) and sum(self.shares) == 1, "the probabilities of the trees do not sum to 1")
        weight = sum(self.weights[kind] for kind in game.kinds)
        need(weight > 0, "all weights are 0")
        need(Fraction(self.least, weight) == self.lower, "least and weights do not make the lower bound")


def costs_of_tree(game: Game, reader: Reader) -> dict[Codes, int]:
    """Play a tree against every secret; return the sum of the guesses of each class.

    There is one line for each node. Parents come before their children, and feedback is in ascending order.
    """
    sums = dict.fromkeys(game.kinds, 0)
    nodes: list[tuple[int, int | None, list[Code]]] = [(1, None, game.all_codes)]
    while nodes:
        depth, told, among = nodes.pop()
        said_depth, said_told, text = items(reader.line(), 3)
        need(said_depth == depth and depth <= game.size, f"expected a node for guess {depth}")
        need((None if said_told is None else game.told(said_told)) == told, "expected other feedback")
        guess = game.code(text)
        parts = game.split(among, guess)
        if parts.pop(game.win, None):
            sums[game.kind(guess)] += depth
        nodes += [(depth + 1, each, part) for each, part in reversed(parts.items())]
    return sums


def check_upper(claim: Claim, reader: Reader) -> None:
    """Compute what the mixture of the trees ensures: the average of the class that costs most."""
    game = claim.game
    sizes = {kind: game.kinds.count(kind) for kind in claim.weights}
    average = dict.fromkeys(sizes, Fraction(0))
    for share in claim.shares:
        for kind, cost in costs_of_tree(game, reader).items():
            average[kind] += share * Fraction(cost, sizes[kind])
    need(
        max(average.values()) == claim.upper, f"the trees ensure {max(average.values())}, not the upper bound"
    )


class Search:
    """The least cost of sets of secrets with weights, by a search through all strategies.

    A set is a tuple of numbers of codes, the heaviest first. ``least_known`` has a proved lower bound of the
    sets met so far, ``exact`` the sets for which this is the least cost itself. ``guesses`` has the guesses
    that are enough for a set, if these are not all.
    """

    def __init__(self, game: Game, weight: list[int], watch: Callable[[int], None]) -> None:
        self.game, self.weight, self.watch = game, weight, watch
        codes = game.all_codes
        self.rows = {
            secret: bytes([game.feedback(code, guess) for guess in codes])
            for secret, code in enumerate(codes)
            if weight[secret]
        }
        self.answers = len(set().union(*self.rows.values()) - {game.win})
        self.least_known: dict[Codes, int] = {}
        self.exact: set[Codes] = set()
        self.guesses: dict[Codes, list[int]] = {}

    def bound(self, group: Codes) -> int:
        """Return a lower bound: one code is found by the first guess, and by each next guess no more codes
        than the number of answers to those before, the heaviest codes first.
        """
        if len(group) <= self.answers + 1:
            return 2 * self.sum(group) - self.weight[group[0]]
        cost, start, room, depth = 0, 0, 1, 1
        while start < len(group):
            cost += depth * self.sum(group[start : start + room])
            start, room, depth = start + room, room * self.answers, depth + 1
        return cost

    def sum(self, group: Codes) -> int:
        """Return the weight of a set."""
        return sum([self.weight[code] for code in group])

    def known(self, group: Codes) -> int:
        """Return the best lower bound so far."""
        found = self.least_known.get(group)
        return self.bound(group) if found is None else found

    def patterns(self, group: Codes, enough: int) -> list[tuple[int, Codes]]:
        """Return the different ways in which guesses answer a set, and a bound of each, below ``enough``.

        Each class costs at least twice its weight less that of its heaviest code, and a win costs nothing.
        A guess that tells nothing is left out: without it the strategy costs less.
        """
        weights, win = [self.weight[code] for code in group], self.game.win
        most, found = 3 * sum(weights), []
        backwards = weights[::-1]
        few = 0  # so few classes are too few, even if they were those of the heaviest codes
        while few < len(group) and most - sum(weights[: few + 1]) - weights[0] >= enough:
            few += 1
        rows, guesses = [self.rows[code] for code in group], self.guesses.get(group)
        if guesses is not None:
            rows = [bytes([row[guess] for guess in guesses]) for row in rows]
        for pattern in set(zip(*rows, strict=True)):
            if len(set(pattern)) <= few:
                continue
            heaviest = dict(zip(pattern[::-1], backwards, strict=True))  # the first of each class stays
            least = most - sum(heaviest.values()) - heaviest.get(win, 0)
            if least < enough and (len(heaviest) > 1 or win in heaviest):
                found.append((least, pattern))
        found.sort()
        return found

    def parts(self, group: Codes, pattern: Codes) -> list[Codes]:
        """Return the classes of a set besides the win, the largest first."""
        parts: dict[int, list[int]] = {}
        for code, told in zip(group, pattern, strict=True):
            parts.setdefault(told, []).append(code)
        parts.pop(self.game.win, None)
        return sorted(map(tuple, parts.values()), key=len, reverse=True)

    def look(self, group: Codes, enough: int) -> int:
        """Return a lower bound of a set that looks one guess ahead; it need not be above ``enough``."""
        if len(group) <= 2 or group in self.exact or self.known(group) >= enough:
            return self.settle(group) if len(group) <= 2 else self.known(group)
        least, is_exact = enough, False
        for quick, pattern in self.patterns(group, enough):
            if quick >= least:
                break
            parts = self.parts(group, pattern)
            cost = self.sum(group) + sum([self.known(part) for part in parts])
            if cost < least:
                least, is_exact = cost, all(len(part) <= 2 or part in self.exact for part in parts)
        self.least_known[group] = max(least, self.known(group))
        if is_exact:
            self.exact.add(group)
        return self.least_known[group]

    def settle(self, group: Codes) -> int:
        """Return the cost of one or two secrets: the heavier one is guessed first."""
        return 2 * self.sum(group) - self.weight[group[0]]

    def least(self, group: Codes, enough: int) -> int:
        """Return the least cost of a set if it is below ``enough``, and otherwise any bound from there on."""
        if len(group) <= 2:
            return self.settle(group)
        if group in self.exact or self.known(group) >= enough:
            return self.known(group)
        self.watch(len(self.least_known))
        result = enough
        for least, pattern in self.patterns(group, enough):
            if least >= result:
                break
            result = min(result, self.after(group, pattern, result))
        self.least_known[group] = max(result, self.known(group))
        if result < enough:
            self.exact.add(group)
        return result

    def after(self, group: Codes, pattern: Codes, enough: int) -> int:
        """Return what a guess costs that answers a set in this way, or any bound from ``enough`` on."""
        parts = self.parts(group, pattern)
        costs = [self.known(part) for part in parts]
        total = self.sum(group) + sum(costs)
        for search in (self.look, self.least):
            for at, part in enumerate(parts):
                if total >= enough:
                    return total
                cost = search(part, enough - total + costs[at])
                total, costs[at] = total + cost - costs[at], cost
        return total


def different_guesses(game: Game, first: int) -> list[int]:
    """Return guesses that stand for all: one of those that renamings turn into each other.

    The renamings are those of pegs and colors that leave the first guess as it is. Such a renaming turns each
    class of secrets after this guess into itself, and leaves the weights as they are.
    """
    code, colors = game.all_codes[first], range(1, game.colors + 1)
    pegs = range(game.pegs)
    free = [color for color in colors if color not in code]
    renamings = [
        (tuple(pegs), {**dict(zip(colors, colors, strict=True)), one: other, other: one})
        for one, other in pairwise(free)
    ]
    for order in permutations(pegs):
        names = {code[peg]: code[place] for place, peg in enumerate(order)}
        if all(names[code[peg]] == code[place] for place, peg in enumerate(order)):
            renamings.append((order, {color: names.get(color, color) for color in colors}))
    alike = list(range(game.size))  # each guess leads to one that it can be turned into, or to itself

    def lowest(guess: int) -> int:
        while alike[guess] != guess:
            alike[guess] = guess = alike[alike[guess]]
        return guess

    for order, names in renamings:
        for number, guess in enumerate(game.all_codes):
            image = game.number[tuple([names[guess[peg]] for peg in order])]
            one, other = lowest(number), lowest(image)
            alike[max(one, other)] = min(one, other)
    return sorted({lowest(guess) for guess in alike})


def check_lower(claim: Claim, watch: Callable[[int], None]) -> None:
    """Search for a strategy that costs less than the file claims.

    First guesses of one kind differ by names alone, and so do the secrets they leave, with equal weights: one
    guess of each kind is enough.
    """
    game = claim.game
    weight = [claim.weights[kind] for kind in game.kinds]
    search = Search(game, weight, watch)
    everyone = tuple(sorted(search.rows, key=lambda code: (-weight[code], code)))
    for first in (game.kinds.index(kind) for kind in claim.weights):
        pattern = tuple(search.rows[code][first] for code in everyone)
        if len(set(pattern)) == 1 and len(everyone) > 1:
            continue  # it tells nothing
        guesses = different_guesses(game, first)
        search.guesses |= dict.fromkeys(search.parts(everyone, pattern), guesses)
        cost = search.after(everyone, pattern, claim.least) if len(everyone) > 1 else weight[everyone[0]]
        need(cost >= claim.least, f"a strategy costs {cost} against the weights, less than the file claims")


class Verdict(NamedTuple):
    """What an accepted file proves. ``is_lower_proved``: False if the lower bound was not searched."""

    game: str
    lower: Fraction
    upper: Fraction
    trees: int
    is_lower_proved: bool
    sha256: str

    def __str__(self) -> str:
        what = "value" if self.lower == self.upper else "bounds of the value"
        proved = "certified" if self.is_lower_proved else "upper bound certified; lower bound not checked"
        bounds = str(self.lower) if self.lower == self.upper else f"{self.lower} to {self.upper}"
        return f"{self.game}: {what} {bounds} ({float(self.upper):.4f}), {self.trees} trees: {proved}"


def check(
    stream: io.BufferedIOBase,
    watch: Callable[[int], None] = lambda _: None,
    *,
    search: bool | None = None,
) -> Verdict:
    """Check a file that is not compressed; ``search`` says whether to check the lower bound.

    Raises:
        Refused: If the file does not prove what it claims.
    """
    reader = Reader(stream)
    try:
        claim = Claim(reader.line())
        check_upper(claim, reader)
        reader.end()
    except Refused as refused:
        raise Refused(f"line {reader.count}: {refused}") from None
    if search is None:
        search = claim.game.size <= SEARCHED
    need(claim.lower <= claim.upper, "the lower bound is above the upper one")
    if search:
        check_lower(claim, watch)
    digest = reader.digest.hexdigest()
    return Verdict(str(claim.game), claim.lower, claim.upper, len(claim.shares), search, digest)


def check_file(
    path: str, watch: Callable[[int], None] = lambda _: None, *, search: bool | None = None
) -> Verdict:
    """Check a compressed file.

    Raises:
        Refused: If the file does not prove what it claims.
        OSError: If the file cannot be read.
    """
    try:
        with gzip.open(path) as stream:
            return check(stream, watch, search=search)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise Refused("the file is not compressed with gzip, or is damaged") from None


def main(arguments: list[str]) -> int:
    """Check the file that the command line names; return the exit status."""
    options = {"--trees": False, "--search": True}
    search = next((options[each] for each in arguments if each in options), None)
    paths = [each for each in arguments if each not in options]
    if len(paths) != 1:
        sys.stderr.write("usage: python -m valuecheck [--trees | --search] FILE\n")
        return 2
    try:
        sys.stdout.write(f"{check_file(paths[0], search=search)}\n")
    except Refused as refused:
        sys.stdout.write(f"refused: {refused}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"{paths[0]}: {error.strerror}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
