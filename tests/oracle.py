"""The slow, obvious twin of every fast thing. Pure Python; imports nothing from pegwise.

A game is ``(pegs, colors, repeats, whites)``; a code is a tuple of colors from 1; feedback is (black, white);
a history is a list of ``(guess, feedback)``; a tree is ``(guess, {feedback: tree})``, wins left out.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, count, permutations, product
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Code: TypeAlias = tuple[int, ...]
Feedback: TypeAlias = tuple[int, int]
History: TypeAlias = "Sequence[tuple[Code, Feedback]]"
Tree: TypeAlias = "tuple[Code, dict[Feedback, Any]]"
Choice: TypeAlias = "Callable[[Game, list[Code], History], Code]"


class Game(NamedTuple):
    """The rules."""

    pegs: int
    colors: int
    repeats: bool = True
    whites: bool = True

    @property
    def win(self) -> Feedback:
        return (self.pegs, 0)


# The game


def feedback(game: Game, secret: Sequence[int], guess: Sequence[int]) -> Feedback:
    """Cross out the black hits, then every white hit with the peg it uses up (Knuth 1977, rules 1, 2)."""
    black, left_secret, left_guess = 0, [], []
    for x, y in zip(secret, guess, strict=True):
        if x == y:
            black += 1
        else:
            left_secret.append(x)
            left_guess.append(y)
    white = 0
    for y in left_guess:
        if y in left_secret:
            left_secret.remove(y)
            white += 1
    return (black, white if game.whites else 0)


@lru_cache(maxsize=32)
def codes(game: Game) -> tuple[Code, ...]:
    """Every code, in numeric order."""
    colors = range(1, game.colors + 1)
    return tuple(product(colors, repeat=game.pegs) if game.repeats else permutations(colors, game.pegs))


@lru_cache(maxsize=32)
def table(game: Game) -> dict[Code, dict[Code, Feedback]]:
    """The feedback of every code against every code, worked out once for each pair."""
    found: dict[Code, dict[Code, Feedback]] = {code: {} for code in codes(game)}
    known: dict[Feedback, Feedback] = {}
    for guess in codes(game):
        row = found[guess]
        for secret in codes(game):
            told = feedback(game, secret, guess)
            row[secret] = known.setdefault(told, told)
    return found


def fits(game: Game, code: Code, history: History) -> bool:
    """Whether ``code`` would have got just these answers."""
    return all(feedback(game, code, guess) == told for guess, told in history)


def candidates(game: Game, history: History) -> list[Code]:
    """The codes that fit."""
    return [code for code in codes(game) if fits(game, code, history)]


def split(game: Game, left: Iterable[Code], guess: Code) -> dict[Feedback, list[Code]]:
    """The candidates by the feedback they give to ``guess``."""
    row, classes = table(game)[guess], dict[Feedback, list[Code]]()
    for code in left:
        classes.setdefault(row[code], []).append(code)
    return classes


def sizes(game: Game, left: Iterable[Code], guess: Code) -> list[int]:
    """The class sizes of ``guess``, ascending."""
    row, counted = table(game)[guess], dict[Feedback, int]()
    for code in left:
        told = row[code]
        counted[told] = counted.get(told, 0) + 1
    return sorted(counted.values())


# The choices


def _product_of_powers(numbers: Sequence[int]) -> int:
    """The product of n**n: the entropy is higher where this is lower, and it has no rounding."""
    found = 1
    for n in numbers:
        found *= n**n
    return found


@lru_cache(maxsize=1 << 16)
def _score(name: str, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Lower is better."""
    if name == "knuth":
        return (max(numbers),)
    if name == "minimax-parts":
        return (max(numbers), -len(numbers))
    if name == "expected-size":
        return (sum(n * n for n in numbers),)
    if name == "entropy":
        return (_product_of_powers(numbers),)
    assert name == "most-parts"
    return (-len(numbers),)


def heuristic(name: str, candidates_only: bool = False, unused_only: bool = False) -> Choice:
    """Of all codes the one with the best score; a candidate first, then the lowest."""

    def choose(game: Game, left: list[Code], history: History) -> Code:
        among, rows = set(left), table(game)
        used = {guess for guess, _ in history} if unused_only else set()
        best: tuple[tuple[int, ...], bool, Code] | None = None
        for code in left if candidates_only else codes(game):
            if code not in used:
                row, counted = rows[code], dict[Feedback, int]()
                for secret in left:  # as `sizes`, without a call for each of a million pairs
                    told = row[secret]
                    counted[told] = counted.get(told, 0) + 1
                found = _score(name, tuple(sorted(counted.values()))), code not in among, code
                best = found if best is None else min(best, found)
        assert best is not None
        return best[2]

    return choose


def first_consistent(game: Game, left: list[Code], history: History) -> Code:
    """The lowest candidate."""
    return left[0]


def counter(tables: Sequence[Sequence[int]]) -> Choice:
    """Source 001 without the skipping: count up from 000... until a value fits.

    ``tables[p][d]`` is the color, from 1, that digit d means at position p.
    """

    def choose(game: Game, left: list[Code], history: History) -> Code:
        among = set(left)
        for digits in product(range(game.colors), repeat=game.pegs):
            code = tuple(tables[p][d] for p, d in enumerate(digits))
            if code in among:
                return code
        raise AssertionError("no code is possible")

    return choose


# Trees


def tree(game: Game, choose: Choice, first: Code | None = None) -> Tree:
    """The whole tree of a strategy."""
    return _grow(game, choose, list(codes(game)), [], first)


def _grow(game: Game, choose: Choice, left: list[Code], history: History, first: Code | None) -> Tree:
    guess = choose(game, left, history) if first is None else first
    answers = {
        told: _grow(game, choose, part, [*history, (guess, told)], None)
        for told, part in split(game, left, guess).items()
        if told != game.win
    }
    return guess, answers


def solve(game: Game, of: Tree, secret: Code) -> list[Code]:
    """The guesses a tree makes until the secret is named."""
    guess, answers = of
    told = feedback(game, secret, guess)
    return [guess] if told == game.win else [guess, *solve(game, answers[told], secret)]


def lengths(game: Game, of: Tree) -> list[int]:
    """How many guesses each secret takes, in the order of the codes."""
    return [len(solve(game, of, secret)) for secret in codes(game)]


def distribution(game: Game, of: Tree) -> list[int]:
    """How many secrets take 1, 2, 3, ... guesses."""
    taken = lengths(game, of)
    return [taken.count(number) for number in range(1, max(taken) + 1)]


def total(game: Game, of: Tree) -> int:
    """The guesses summed over all secrets."""
    return sum(lengths(game, of))


# Contradictions


def smallest_contradiction(game: Game, history: History) -> tuple[int, ...]:
    """The first of the smallest sets of rows, numbered from 1, that no code is possible."""
    for size in range(1, len(history) + 1):
        for rows in combinations(range(len(history)), size):
            if not candidates(game, [history[row] for row in rows]):
                return tuple(row + 1 for row in rows)
    raise AssertionError("some code fits them all")


def repairs(game: Game, history: History) -> set[tuple[int, Feedback]]:
    """Every (row, feedback) that makes some code fit if that row, from 1, said that instead."""
    found = set()
    for row, (guess, _) in enumerate(history):
        others = [*history[:row], *history[row + 1 :]]
        found |= {(row + 1, feedback(game, code, guess)) for code in candidates(game, others)}
    return found


# Optimal strategies


class Cost(NamedTuple):
    """What a strategy takes: guesses in total, guesses at most, and the secrets that take the most."""

    total: int
    worst: int
    last: int


class Exhaustive:
    """Least costs by trying every guess and all that may follow: no bounds, no symmetry, no table.

    A set of codes is an int, a bit for each code. Two guesses are left out. One that tells nothing: what is
    done after it can be done at once, with more guesses left and more that are free. One whose classes are
    those of another: the same may follow. ``tests.optimal.distributions`` leaves out neither.
    With ``remember`` a set is not tried again when it comes back; that alone makes larger games possible.
    """

    def __init__(self, game: Game, remember: bool = False, members: Sequence[Code] = ()) -> None:
        """For sets of ``members``, of all codes if none are named; any code may be guessed."""
        self.game, self.remember = game, remember
        self.bit = {code: 1 << place for place, code in enumerate(members or codes(game))}
        self.known: dict[tuple[int, float, float], Cost | None] = {}
        self.fewest: dict[tuple[int, float, float], int | None] = {}
        self.ways = {guess: self.split_all(guess) for guess in codes(game)}
        self.different = set(self.ways.values())
        self.splits: dict[int, list[Split]] = {}

    def split_all(self, guess: Code) -> tuple[int, ...]:
        """The classes a guess makes of all members, the win left out."""
        found: dict[Feedback, int] = {}
        for code, bit in self.bit.items():
            told = feedback(self.game, code, guess)
            found[told] = found.get(told, 0) | bit
        found.pop(self.game.win, None)
        return tuple(sorted(found.values()))

    def set_of(self, left: Iterable[Code]) -> int:
        """Codes as a set."""
        return sum(self.bit[code] for code in left)

    def least(self, left: int, guesses: float = inf, free: float = inf) -> Cost | None:
        """The least total; among those the least worst case; among those the fewest secrets that take it.

        None if ``guesses`` are too few. After ``free`` guesses only candidates may be guessed.
        """
        if left & (left - 1) == 0:
            return Cost(1, 1, 1) if guesses >= 1 else None
        if guesses <= 1:
            return None
        question = left, guesses, free
        if question in self.known:
            return self.known[question]
        best: Cost | None = None
        for split in self.splits_of(left):
            if free or split.wins:
                cost = self.after(left, split, guesses - 1, max(free - 1, 0))
                if cost and (best is None or cost < best):
                    best = cost
        if self.remember:
            self.known[question] = best
        return best

    def fewest_last(self, left: int, guesses: float = inf, free: float = inf) -> int | None:
        """The fewest secrets that are found with the very last guess, whatever the total; None as above."""
        if left & (left - 1) == 0:
            return int(guesses == 1) if guesses >= 1 else None
        if guesses <= 1:
            return None
        question = left, guesses, free
        if question not in self.fewest:
            ways = [split for split in self.splits_of(left) if free or split.wins]
            found = [self.last_after(split, guesses - 1, max(free - 1, 0)) for split in ways]
            self.fewest[question] = min((last for last in found if last is not None), default=None)
        return self.fewest[question]

    def last_after(self, split: Split, guesses: float, free: float) -> int | None:
        """The fewest secrets found last after a guess that makes this; the limits are those after it."""
        if split.alone and guesses < 1:
            return None
        last = int(split.wins and guesses == 0) + split.alone * (guesses == 1)
        for part in split.classes:
            more = self.fewest_last(part, guesses, free)
            if more is None:
                return None
            last += more
        return last

    def splits_of(self, left: int) -> list[Split]:
        """What guesses make of a set, each once; without what leaves it whole."""
        if left not in self.splits:
            found = {split_of(left, classes) for classes in self.different}
            self.splits[left] = [split for split in found if split.classes != (left,)]
        return self.splits[left]

    def after(self, left: int, split: Split, guesses: float, free: float) -> Cost | None:
        """The least cost of a guess that makes this of the set; the limits are those after it."""
        total, most, last = left.bit_count() + split.alone, 0, int(split.wins)
        if split.alone:
            if guesses < 1:
                return None
            most, last = 1, split.alone
        for part in split.classes:
            cost = self.least(part, guesses, free)
            if cost is None:
                return None
            total += cost.total
            if cost.worst > most:
                most, last = cost.worst, cost.last
            elif cost.worst == most:
                last += cost.last
        return Cost(total, most + 1, last)

    def least_worst(self, left: int, free: float = inf) -> Cost:
        """The least total among the strategies of least worst case."""
        return next(cost for guesses in count(1) if (cost := self.least(left, guesses, free)))

    def least_after(self, left: int, guess: Code, guesses: float = inf, free: float = inf) -> Cost | None:
        """The least cost with this guess first, whatever it tells."""
        if guesses < 1 or not (free or self.bit.get(guess, 0) & left):
            return None
        return self.after(left, split_of(left, self.ways[guess]), guesses - 1, max(free - 1, 0))

    def fewest_last_after(self, left: int, guess: Code, guesses: float, free: float = inf) -> int | None:
        """The fewest secrets found with the very last guess, with this guess first."""
        if guesses < 1 or not (free or self.bit.get(guess, 0) & left):
            return None
        return self.last_after(split_of(left, self.ways[guess]), guesses - 1, max(free - 1, 0))


class Split(NamedTuple):
    """What a guess makes of a set: whether it may win, how many codes are alone in a class, other classes."""

    wins: bool
    alone: int
    classes: tuple[int, ...]


def split_of(left: int, classes: Sequence[int]) -> Split:
    """What a guess makes of a set, by its classes of all members without the win."""
    parts = [part for mask in classes if (part := mask & left)]
    larger = tuple(part for part in parts if part & (part - 1))
    return Split(sum(parts) != left, len(parts) - len(larger), larger)
