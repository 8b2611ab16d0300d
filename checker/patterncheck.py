"""Check lower bounds of Mastermind games by patterns: ``python -m patterncheck FILE``.

This program needs only Python's standard library and ``pegcheck``, whose strict reading it shares. It shares
no code with the program that wrote the file. ``docs/certificates.md`` describes the format, and explains why
these checks are a proof. In short:

* A lemma is a position and a bound: no strategy finds its codes in fewer turns. A position is what is known
  of the secret: patterns of colors that were asked for and of colors that were not, how many were not, and
  how many are dead.
* For each guess that differs, the checker adds up what the classes cost at least, by their sizes, by their
  patterns, or by the lemmas about them. It finds these itself: positions that differ only by names and the
  order of the pegs have the same canonical form.
* Each class has fewer codes than the position, so no lemma rests on itself.

The exit status is 0 if the checker accepts the file, 1 if it refuses it, and 2 if no file is named or the
file cannot be read. One line of output gives the reason.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from itertools import permutations, product
from math import perm, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from pegcheck import Reader, Refused, fields, items, need, whole

if TYPE_CHECKING:
    import io
    from collections.abc import Callable, Iterator

    Pattern = tuple[int, ...]  # a color for each peg: 0 for one that was not asked for, else its name

__all__ = ["Refused", "Verdict", "check", "check_file", "main"]

PEGS, COLORS, PATTERNS = 5, 100, 1 << 12
DEAD = -1  # a peg of a guess whose color no candidate has
_LISTED = 1 << 10  # codes up to which size bounds are at hand
FEW = 12  # codes of a position that is known by its codes, because its patterns may be others


class Position(NamedTuple):
    """Patterns, the number of colors that were not asked for, and the dead colors that a guess can use.

    There is one number of each where all pegs share their colors, and one for each peg where they do not.
    """

    patterns: tuple[Pattern, ...]
    unasked: tuple[int, ...]
    dead: tuple[int, ...]


class Kind:
    """The games of some pegs: what a guess tells, and which positions are alike."""

    def __init__(self, pegs: int, repeats: bool, whites: bool) -> None:
        self.pegs, self.repeats, self.whites = pegs, repeats, whites
        self.own = repeats and not whites  # a color means something at its own peg alone
        self.spaces = range(pegs if self.own else 1)
        self.useful = 1 if repeats else pegs
        self.most = pegs + 1 if not whites else pegs * (pegs + 3) // 2  # classes that a guess makes

    def space(self, peg: int) -> int:
        """Return whose colors a peg has."""
        return peg if self.own else 0

    def codes(self, pattern: Pattern, unasked: tuple[int, ...]) -> int:
        """Return the number of codes of a pattern."""
        blank = [peg for peg in range(self.pegs) if not pattern[peg]]
        if self.own:
            return prod(unasked[peg] for peg in blank)
        return unasked[0] ** len(blank) if self.repeats else perm(unasked[0], len(blank))

    def size(self, position: Position) -> int:
        """Return the number of codes of a position."""
        return sum(self.codes(each, position.unasked) for each in position.patterns)

    def tidied(
        self, patterns: list[Pattern], unasked: list[int], dead: list[int], named: set[tuple[int, int]]
    ) -> Position:
        """Return the position of a class; ``named``: the colors that had names before, with their spaces."""
        kept = [each for each in patterns if self.codes(each, tuple(unasked))]
        fresh = 1 + max((name for name, _ in named), default=0)
        for space in self.spaces:
            pegs = [peg for peg in range(self.pegs) if self.space(peg) == space]
            blank = any(not each[peg] for each in kept for peg in pegs)
            if blank and unasked[space] == 1:  # the last one needs no guess to have a name
                kept = [
                    tuple(
                        fresh + space if peg in pegs and not color else color
                        for peg, color in enumerate(each)
                    )
                    for each in kept
                ]
                named = named | {(fresh + space, space)}
                unasked[space] = 0
            elif not blank:
                dead[space] += unasked[space]
                unasked[space] = 0
        left = self.names(kept)
        for _, space in named - left:
            dead[space] += 1
        return Position(tuple(kept), tuple(unasked), tuple(min(each, self.useful) for each in dead))

    def names(self, patterns: list[Pattern] | tuple[Pattern, ...]) -> set[tuple[int, int]]:
        """Return the colors that have names, each with its space."""
        return {(color, self.space(peg)) for each in patterns for peg, color in enumerate(each) if color}

    def asked(self, position: Position, ask: tuple[int, ...], fresh: int) -> list[Pattern]:
        """Return the patterns after a guess that asks for new colors, before its feedback.

        ``ask``: the number of new colors; or of each peg, whether it has one.
        """
        found = []
        left = tuple(each - new for each, new in zip(position.unasked, ask, strict=True))
        for pattern in position.patterns:
            choices = []
            for peg, color in enumerate(pattern):
                if color:
                    choices.append([color])
                elif self.own:
                    choices.append([0, fresh + peg] if ask[peg] else [0])
                else:
                    choices.append([0, *range(fresh, fresh + ask[0])])
            for code in product(*choices):
                new = [color for color in code if color >= fresh]
                if (self.repeats or len(set(new)) == len(new)) and self.codes(code, left):
                    found.append(code)
        return found

    def guesses(self, position: Position) -> Iterator[tuple[Pattern, tuple[int, ...]]]:
        """Yield the guesses that differ, and what they ask for.

        Of colors that can be exchanged, a guess has the first ones first.
        """
        names = sorted(self.names(position.patterns))
        fresh = 1 + max((name for name, _ in names), default=0)
        return _Guesses(self, position, names, self.exchangeable(position.patterns, names), fresh).after(
            (), 0
        )

    def exchangeable(
        self, patterns: tuple[Pattern, ...], names: list[tuple[int, int]]
    ) -> dict[int, list[int]]:
        """Return for each name the lower ones whose exchange with it leaves the patterns as they are."""
        whole_set = set(patterns)
        found: dict[int, list[int]] = {}
        for name, space in names:
            found[name] = []
            for other, owner in names:
                if other >= name or owner != space:
                    continue
                swap = {name: other, other: name}
                if all(tuple(swap.get(color, color) for color in each) in whole_set for each in patterns):
                    found[name].append(other)
        return found

    def canonical(self, position: Position) -> Position:
        """Return one of the positions that differ by the order of pegs and by the names of colors."""
        patterns, unasked = position.patterns, position.unasked
        if not self.own and unasked[0] and self.size(position) <= FEW:
            patterns, unasked = tuple(self.listed(position)), (0,)
        signs = []
        for peg in range(self.pegs):  # what does not depend on names
            colors = [each[peg] for each in patterns]
            times = sorted(colors.count(color) for color in set(colors) - {0})
            signs.append((unasked[self.space(peg)], position.dead[self.space(peg)], colors.count(0), times))
        least = sorted(signs)
        orders = [
            order
            for order in permutations(range(self.pegs))
            if all(signs[peg] == sign for peg, sign in zip(order, least, strict=True))
        ]
        spaces = orders[0] if self.own else (0,)
        return Position(
            min(self.renamed([tuple(each[peg] for peg in order) for each in patterns]) for order in orders),
            tuple(unasked[space] for space in spaces),
            tuple(position.dead[space] for space in spaces),
        )

    def listed(self, position: Position) -> Iterator[Pattern]:
        """Yield the codes of a position, where all pegs share their colors."""
        fresh = 1 + max((name for name, _ in self.names(position.patterns)), default=0)
        for pattern in position.patterns:
            new = range(fresh, fresh + position.unasked[0])
            for code in product(*([color] if color else new for color in pattern)):
                added = [color for color in code if color >= fresh]
                if self.repeats or len(set(added)) == len(added):
                    yield code

    def renamed(self, patterns: list[Pattern]) -> tuple[Pattern, ...]:
        """Return the least of the sets that differ by the names of colors."""
        names = sorted({color for each in patterns for color in each if color})
        return min(
            tuple(sorted(tuple(rank.get(color, 0) for color in each) for each in patterns))
            for rank in self.ranks(patterns, dict.fromkeys(names, 1))
        )

    def ranks(self, patterns: list[Pattern], rank: dict[int, int]) -> Iterator[dict[int, int]]:
        """Yield orders of the colors: of those that look alike, any comes first that no other stands for."""
        while True:
            seen: dict[int, list[tuple[int, tuple[int, ...]]]] = {color: [] for color in rank}
            for each in patterns:
                look = tuple(rank.get(color, 0) for color in each)
                for peg, color in enumerate(each):
                    if color:
                        seen[color].append((peg, look))
            signs = {color: (rank[color], tuple(sorted(looks))) for color, looks in seen.items()}
            places = sorted(signs.values())
            refined = {color: 1 + places.index(sign) for color, sign in signs.items()}
            if refined == rank:
                break
            rank = refined
        tied = next((place for place in sorted(rank.values()) if list(rank.values()).count(place) > 1), None)
        if tied is None:
            yield rank
            return
        some = [color for color in rank if rank[color] == tied]
        whole_set = set(patterns)
        tried: list[int] = []
        for color in some:
            swaps = [{color: other, other: color} for other in tried]
            if any(
                all(tuple(swap.get(each, each) for each in pattern) in whole_set for pattern in patterns)
                for swap in swaps
            ):
                continue
            tried.append(color)
            yield from self.ranks(
                patterns, {each: place + (place == tied and each != color) for each, place in rank.items()}
            )


class _Guesses(NamedTuple):
    """What decides the guesses at a position. ``fresh``: the name of the first new color."""

    kind: Kind
    position: Position
    names: list[tuple[int, int]]
    lower: dict[int, list[int]]
    fresh: int

    def after(self, guess: Pattern, asked: int) -> Iterator[tuple[Pattern, tuple[int, ...]]]:
        """Yield all guesses that begin so, with ``asked`` new colors so far, and what they ask for."""
        if len(guess) < self.kind.pegs:
            for color, news in self.colors(guess, asked):
                yield from self.after((*guess, color), news)
        elif self.kind.own:
            yield guess, tuple(int(guess[peg] == self.fresh + peg) for peg in self.kind.spaces)
        else:
            yield guess, (asked,)

    def colors(self, guess: Pattern, asked: int) -> Iterator[tuple[int, int]]:
        """Yield the next color, and how many new ones there are then."""
        repeats, space = self.kind.repeats, self.kind.space(len(guess))
        if self.position.dead[space] > (0 if repeats else guess.count(DEAD)):
            yield DEAD, asked
        for name, owner in self.names:
            if owner == space and set(self.lower[name]) <= set(guess) and (repeats or name not in guess):
                yield name, asked
        unasked = self.position.unasked[space]
        if self.kind.own:
            yield from [(self.fresh + space, asked)] * (unasked > 0)
            return
        yield from ((name, asked) for name in range(self.fresh, self.fresh + asked) if repeats)
        if asked < unasked:
            yield self.fresh + asked, asked + 1


def size_bound(size: int, most: int, others: int) -> int:
    """Return what so many codes cost at least: statement 1 of docs/certificates.md."""
    total, level, room = 0, 1, 1
    while size > 0:
        here = min(size, room)
        total, size = total + level * here, size - here
        room = max(1, room * (most - 1 if level == 1 else others))
        level += 1
    return total


class _Asked:
    """The patterns after a guess that asks for new colors, before its feedback, as sets of bits."""

    def __init__(self, kind: Kind, patterns: list[Pattern], costs: list[tuple[int, int]]) -> None:
        self.kind, self.patterns = kind, patterns
        self.every = (1 << len(patterns)) - 1
        self.at: dict[tuple[int, int], int] = {}  # patterns with this color at this peg
        self.times: dict[tuple[int, int], int] = {}  # patterns with this color so often, or more often
        self.alike: dict[tuple[int, int], int] = {}  # patterns with so many codes, which cost so much alone
        for bit, (pattern, cost) in enumerate(zip(patterns, costs, strict=True)):
            self.alike[cost] = self.alike.get(cost, 0) | 1 << bit
            for peg, color in enumerate(pattern):
                key = color, pattern[:peg].count(color) + 1
                self.at[peg, color] = self.at.get((peg, color), 0) | 1 << bit
                self.times[key] = self.times.get(key, 0) | 1 << bit

    def counted(self, hits: list[int]) -> list[int]:
        """Return which patterns are in none of some sets, in one, in two, ..."""
        found = [self.every]
        for some in hits:
            others = self.every ^ some
            moved = [part & some for part in found]
            found = [part & others for part in found] + [0]
            for number, part in enumerate(moved, 1):
                found[number] |= part
        return found

    def classes(self, guess: Pattern) -> dict[tuple[int, int], int]:
        """Return the patterns of each feedback that occurs: black hits, and all hits or 0."""
        black = self.counted([self.at.get((peg, color), 0) for peg, color in enumerate(guess)])
        if not self.kind.whites:
            return {(number, 0): part for number, part in enumerate(black) if part}
        all_hits = self.counted(
            [self.times.get((color, guess[:peg].count(color) + 1), 0) for peg, color in enumerate(guess)]
        )
        return {
            (number, hits): both
            for number, part in enumerate(black)
            if part
            for hits, other in enumerate(all_hits)
            if (both := part & other)
        }

    def members(self, part: int) -> list[Pattern]:
        """Return the patterns of a set."""
        return [pattern for bit, pattern in enumerate(self.patterns) if part >> bit & 1]


class Proof:
    """Lemmas, and the checks that each follows from those about fewer codes."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.lemmas: dict[Position, int] = {}
        self.forms: dict[Position, Position] = {}
        self.alone: dict[tuple[Pattern, tuple[int, ...]], int] = {}

    def form(self, position: Position) -> Position:
        """Return the canonical form of a position."""
        names: dict[int, int] = {0: 0}
        plain = sorted(position.patterns)
        for each in plain:
            for color in each:
                names.setdefault(color, len(names))
        key = Position(tuple(tuple(names[color] for color in each) for each in plain), *position[1:])
        if key not in self.forms:
            self.forms[key] = self.kind.canonical(key)
        return self.forms[key]

    def state(self, position: Position, bound: int) -> None:
        """Take a lemma."""
        form = self.form(position)
        self.lemmas[form] = max(bound, self.lemmas.get(form, 0))

    def bound_alone(self, pattern: Pattern, unasked: tuple[int, ...]) -> int:
        """Return what a pattern takes at least by itself: by a lemma in which all pegs have dead colors."""
        kind = self.kind
        key = tuple(min(color, 1) for color in pattern), unasked
        if key not in self.alone:
            names = {(peg + 1, kind.space(peg)) for peg in range(kind.pegs) if pattern[peg]}
            one = tuple((peg + 1) * (color > 0) for peg, color in enumerate(pattern))
            position = kind.tidied([one], list(unasked), [kind.useful] * len(unasked), names)
            size = kind.size(position)
            known = self.lemmas.get(self.form(position), 0)
            self.alone[key] = max(known, size_bound(size, kind.most, kind.most))
        return self.alone[key]

    def check(self, position: Position, bound: int) -> None:
        """Check that no guess costs less than the bound."""
        kind, size = self.kind, self.kind.size(position)
        need(size >= 1, "a position has no codes")
        names = kind.names(position.patterns)
        fresh = 1 + max((name for name, _ in names), default=0)
        win = kind.pegs, kind.pegs * kind.whites
        asked: dict[tuple[int, ...], _Asked] = {}
        tried = []
        most = others = 1
        for guess, ask in kind.guesses(position):
            if ask not in asked:
                asked[ask] = self.asked(position, ask, fresh)
            classes = asked[ask].classes(guess)
            most, others = max(most, len(classes)), max(others, len(classes) - (win in classes))
            if len(classes) > 1:
                classes.pop(win, None)
                tried.append((guess, ask, list(classes.values())))
        need(tried or (size == 1 and bound <= 1), "no guess tells anything")
        least = [size_bound(count, most, others) for count in range(min(size, _LISTED) + 1)]
        for guess, ask, parts in tried:
            costs = []
            for part in parts:
                count = apart = 0
                for (codes, alone), alike in asked[ask].alike.items():
                    number = (part & alike).bit_count()
                    count, apart = count + codes * number, apart + alone * number
                whole_cost = least[count] if count < len(least) else size_bound(count, most, others)
                costs.append(max(whole_cost, apart))
            missing = bound - size - sum(costs)
            if missing <= 0:
                continue
            left = tuple(each - new for each, new in zip(position.unasked, ask, strict=True))
            named = names | {(color, kind.space(peg)) for peg, color in enumerate(guess) if color >= fresh}
            for part, cost in sorted(zip(parts, costs, strict=True), key=lambda each: each[0].bit_count()):
                if missing <= 0:
                    break
                after = kind.tidied(asked[ask].members(part), list(left), list(position.dead), named)
                missing -= max(0, self.lemmas.get(self.form(after), 0) - cost)
            need(missing <= 0, f"a guess may cost {missing} less than the bound")

    def asked(self, position: Position, ask: tuple[int, ...], fresh: int) -> _Asked:
        """Return the patterns after a guess that asks so."""
        left = tuple(each - new for each, new in zip(position.unasked, ask, strict=True))
        patterns = self.kind.asked(position, ask, fresh)
        costs = [(self.kind.codes(each, left), self.bound_alone(each, left)) for each in patterns]
        return _Asked(self.kind, patterns, costs)


class Verdict(NamedTuple):
    """What an accepted file proves: the total that no strategy is below, by the number of colors."""

    pegs: int
    repeats: bool
    whites: bool
    totals: dict[int, int]
    lemmas: int
    sha256: str

    def __str__(self) -> str:
        options = ("" if self.repeats else "-distinct") + ("" if self.whites else "-black")
        games = ", ".join(f"{self.pegs}x{colors}{options} {total}" for colors, total in self.totals.items())
        return f"no strategy has a smaller total: {games}; {self.lemmas} lemmas"


def numbers(value: Any, most: int) -> list[int]:
    """Return a list of whole numbers up to ``most``."""
    return [whole(each, 0, most) for each in items(value)]


def read_position(kind: Kind, unasked: Any, dead: Any, patterns: Any) -> Position:
    """Return a position as a line has it."""
    left, gone = numbers(unasked, COLORS), numbers(dead, kind.useful)
    need(len(left) == len(gone) == len(kind.spaces), "a line has other numbers of colors than the kind")
    some = [tuple(numbers(items(each, kind.pegs), COLORS)) for each in items(patterns)]
    need(0 < len(some) <= PATTERNS and len(set(some)) == len(some), "a pattern is there twice, or none is")
    names = kind.names(some)
    need(len({name for name, _ in names}) == len(names), "a color is at two pegs that have their own")
    need(
        kind.repeats or all(len(set(each) - {0}) == sum(map(bool, each)) for each in some), "a color is twice"
    )
    return kind.tidied(some, left, gone, names)


def check(stream: io.BufferedIOBase, watch: Callable[[int], None] = lambda _: None) -> Verdict:
    """Check a file that is not compressed.

    Raises:
        Refused: If the file does not prove what it claims.
    """
    reader = Reader(stream)
    try:
        header = fields(reader.line(), "format version pegs repeats whites totals lemmas")
        known = header["format"] == "pegwise patterns" and header["version"] == 1
        need(known, "the file has another format or version")
        pegs, repeats, whites = whole(header["pegs"], 2, PEGS), header["repeats"], header["whites"]
        need(type(repeats) is bool and type(whites) is bool, "repeats and whites must be true or false")
        need(repeats or whites, "black hits alone are for colors that may repeat")
        kind, totals = Kind(pegs, repeats, whites), dict[int, int]()
        for colors, total in (items(each, 2) for each in items(header["totals"])):
            need(whole(colors, 1 if repeats else pegs, COLORS) not in totals, "two totals of one game")
            totals[colors] = whole(total, 1)
        proof, stated = Proof(kind), list[tuple[Position, int]]()
        for _ in range(whole(header["lemmas"])):
            bound, *rest = items(reader.line(), 4)
            stated.append((read_position(kind, *rest), whole(bound, 1)))
            proof.state(*stated[-1])
        reader.end()
    except Refused as refused:
        raise Refused(f"line {reader.count}: {refused}") from None
    for colors, total in totals.items():
        start = kind.tidied([(0,) * pegs], [colors for _ in kind.spaces], [0 for _ in kind.spaces], set())
        one = int(kind.size(start) == 1)  # the only code is found at once
        need(
            max(one, proof.lemmas.get(proof.form(start), 0)) >= total,
            f"{colors} colors: no lemma shows {total}",
        )
    for number, (position, bound) in enumerate(stated, 1):
        watch(number)
        try:
            proof.check(position, bound)
        except Refused as refused:
            raise Refused(f"line {number + 1}: {refused}") from None
    return Verdict(pegs, repeats, whites, totals, len(stated), reader.digest.hexdigest())


def check_file(path: str, watch: Callable[[int], None] = lambda _: None) -> Verdict:
    """Check a compressed file.

    Raises:
        Refused: If the file does not prove what it claims.
        OSError: If the file cannot be read.
    """
    try:
        with gzip.open(path) as stream:
            return check(stream, watch)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise Refused("the file is not compressed with gzip, or is damaged") from None


def main(arguments: list[str]) -> int:
    """Check the file that the command line names; return the exit status."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m patterncheck FILE\n")
        return 2
    try:
        verdict = check_file(arguments[0])
        sys.stdout.write(f"{verdict}\nsha256 {verdict.sha256}\n")
    except Refused as refused:
        sys.stdout.write(f"refused: {refused}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"{arguments[0]}: {error.strerror}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
