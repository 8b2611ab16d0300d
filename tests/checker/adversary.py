"""Tries to prove what is not so: from true premises, from false ones, and with whatever passes for a proof.

The truth is that of ``oracle.Exhaustive``, which has no bounds; the adversary itself uses the checker's own
eyes, so that every step it writes is as good as a false step can be.
"""

from __future__ import annotations

import math
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import pegcheck
from tests.helpers import game_of
from tests.oracle import Exhaustive

if TYPE_CHECKING:
    import random

    from pegwise.rules import Rules

    Codes = tuple[int, ...]
    Lines = list[Any]


class Truth:
    """What candidates cost, as the checker writes costs; codes are the checker's numbers.

    A guess costs ``unit``: 0 where only secrets found last count.
    """

    def __init__(self, rules: Rules, members: Codes | None = None, unit: int = pegcheck.UNIT) -> None:
        self.unit = unit
        header = {name: getattr(rules, name) for name in ("pegs", "colors", "repeats", "whites")}
        self.table = pegcheck.Table(pegcheck.Game(header))
        codes = self.table.codes
        among = codes if members is None else [codes[number] for number in members]
        self.every = Exhaustive(game_of(rules), remember=True, members=among)
        self.texts = {number: text for text, number in self.table.game.answers.items()}

    def cost(self, codes: Codes, left: float, free: float) -> float:
        """The least total * UNIT + the fewest found with the very last guess; infinite if there is no way."""
        whole = self.every.set_of(self.table.codes[code] for code in codes)
        found = self.every.least(whole, left, free)
        if found is None:
            return math.inf
        if not self.unit:
            return self.every.fewest_last(whole, left, free) or 0
        return found.total * pegcheck.UNIT + found.last * (found.worst == left)

    def cost_after(self, codes: Codes, guess: int, left: float, free: float) -> float:
        """What they cost with this guess first."""
        colors = self.table.codes[guess]
        parts = self.table.game.split((self.table.codes[code] for code in codes), colors)
        won = len(parts.pop(self.table.win, ()))
        if left < 1:
            return math.inf
        below = [tuple(self.table.number[code] for code in part) for part in parts.values()]
        later = sum(self.cost(part, left - 1, max(0, free - 1)) for part in below)
        return len(codes) * self.unit + won * (left == 1) + later

    def text(self, guess: int) -> str:
        colors = self.table.codes[guess]
        return ("-" if max(colors) > 9 else "").join(map(str, colors))


def written(cost: float) -> Any:
    """A cost as it stands in a file."""
    if math.isinf(cost):
        return None
    total, last = divmod(int(cost), pegcheck.UNIT)
    return [total, last] if last else total


def next_above(cost: float, count: int, unit: int) -> float:
    """The least cost above this one that ``count`` candidates might have."""
    total, last = divmod(int(cost), pegcheck.UNIT)
    return cost + 1 if last < count else (total + 1) * unit or math.inf


def proof_with(truth: Truth, lemma: pegcheck.Lemma) -> pegcheck.Proof:
    """A proof whose only lemma so far is this one."""
    proof = pegcheck.Proof.__new__(pegcheck.Proof)
    proof.table, proof.lemmas, proof.held, proof.plain = truth.table, [lemma], len(lemma.codes), 0
    return proof


def has_own_colors(game: pegcheck.Game) -> bool:
    """Whether a renaming says for each peg what becomes of the colors."""
    return game.repeats and not game.whites


def symmetries_of(table: pegcheck.Table, codes: Codes) -> list[Any]:
    """All renamings that map the candidates to themselves; none of games that have very many."""
    pegs, colors = table.game.pegs, table.game.colors
    own = has_own_colors(table.game)
    if math.factorial(pegs) * math.factorial(colors) ** (pegs if own else 1) > 3000:
        return []
    found, names = [], [list(one) for one in permutations(range(1, colors + 1))]
    every: Any = map(list, product(names, repeat=pegs)) if own else names
    for places, table_of_colors in product(permutations(range(1, pegs + 1)), every):
        rename = table.renaming(list(places), table_of_colors)
        if tuple(sorted(map(rename, codes))) == codes:
            found.append([list(places), table_of_colors])
    return found


def strongest(truth: Truth, lemma: pegcheck.Lemma, symmetries: list[Any]) -> Any:
    """The line that says all that is true: every guess that costs enough, each class with its exact cost."""
    position = pegcheck.Position(truth.table, lemma)
    treatments = []
    allowed = range(len(truth.table.codes)) if lemma.free else lemma.codes
    for guess in allowed if lemma.only is None else [each for each in allowed if each == lemma.only]:
        if position.parts[guess] == 1 and lemma.only is None:
            continue
        left, free = lemma.left - 1, max(0, lemma.free - 1)
        exact = {told: truth.cost(part, left, free) for told, part in position.classes(guess).items()}
        if position.cost(guess, exact) >= lemma.cost:
            cited = [[truth.texts[told], written(cost)] for told, cost in exact.items()]
            treatments.append([truth.text(guess), cited])
    return [symmetries, treatments]


def cited_by(truth: Truth, lemma: pegcheck.Lemma, line: Any) -> list[pegcheck.Lemma] | None:
    """What is still to be proved after this line; None if the checker takes it for no proof of the lemma."""
    proof = proof_with(truth, lemma)
    try:
        proof.check(0, line)
    except pegcheck.Refused:
        return None
    return proof.lemmas[1:]


class Cheat:
    """Writes a proof of what is not so: each step holds if what it cites did, and that is not all true.

    Where a guess must cost more, some class is said to cost more; what is said of a class has to be proved in
    turn, until there is nothing left to push it to. Sometimes it cheats more boldly.
    """

    def __init__(self, truth: Truth, chance: random.Random, bold: float) -> None:
        self.truth, self.chance, self.bold = truth, chance, bold

    def proof(self, problem: pegcheck.Problem, most: int = 100) -> Lines:
        """The lines of the lemmas; no more than so many, for a lie may need ever more of them."""
        self.lemmas = list(pegcheck.Proof(problem).lemmas)
        self.about: dict[Codes, list[int]] = {}
        self.lines: Lines = []
        while len(self.lines) < min(most, len(self.lemmas)):
            self.lines.append(self.line(self.lemmas[len(self.lines)]))
        return self.lines

    def dares(self) -> bool:
        return self.chance.random() < self.bold

    def line(self, lemma: pegcheck.Lemma) -> Any:
        position = pegcheck.Position(self.truth.table, lemma)
        symmetries = self.symmetries(lemma.codes)
        treatments, met = [], set[bytes]()
        for guess in position.doubtful():
            if position.shape(guess) not in met and not self.dares():
                met.add(position.shape(guess))
                treatments.append([self.truth.text(guess), self.citations(position, guess)])
        return [symmetries, treatments]

    def symmetries(self, codes: Codes) -> list[Any]:
        return [self.renaming() for _ in range(self.chance.randrange(3))] if self.dares() else []

    def renaming(self) -> list[Any]:
        return self.named(not self.dares())

    def named(self, same: bool) -> list[Any]:
        """The renaming that changes nothing, or any."""
        game = self.truth.table.game

        def some(count: int) -> list[int]:
            every = list(range(1, count + 1))
            return every if same else self.chance.sample(every, count)

        own = has_own_colors(game)
        return [some(game.pegs), [some(game.colors) for _ in range(game.pegs)] if own else some(game.colors)]

    def citations(self, position: pegcheck.Position, guess: int) -> list[Any]:
        """Classes said to cost what they do, or more, until the guess costs enough."""
        lemma = position.lemma
        left, free = lemma.left - 1, max(0, lemma.free - 1)
        classes = list(position.classes(guess).items())
        self.chance.shuffle(classes)
        costs: dict[int, float] = {}
        cited = []
        for told, part in classes:
            if position.cost(guess, costs) >= lemma.cost:
                break
            if self.dares():
                number = self.chance.randrange(len(self.lemmas))
                costs[told] = self.lemmas[number].cost
                cited.append([self.truth.texts[told], number, *self.renaming()])
                continue
            missing = lemma.cost - position.cost(guess, costs) + position.class_cost(part)
            exact = self.truth.cost(part, left, free)
            last = told == classes[-1][0]
            costs[told] = max(missing, exact) if last or self.chance.random() < 0.4 else exact
            if math.isinf(costs[told]) or costs[told] > position.class_cost(part):
                cited.append(self.citation(told, part, left, free, costs))
        return cited

    def citation(
        self, told: int, part: Codes, left: float, free: float, costs: dict[int, float]
    ) -> list[Any]:
        """By a lemma that says this already, right or wrong, or by a new one."""
        game = self.truth.table.game
        for number in self.about.get(part, ()):
            other = self.lemmas[number]
            if other.left >= left and other.free >= free and other.cost >= costs[told]:
                return [self.truth.texts[told], number, *self.named(True)]
        if costs[told] % pegcheck.UNIT > game.size:
            costs[told] = (costs[told] // pegcheck.UNIT + 1) * self.truth.unit or math.inf
        if self.dares():
            return [self.truth.texts[told], written(costs[told]), 0]
        self.about.setdefault(part, []).append(len(self.lemmas))
        self.lemmas.append(pegcheck.Lemma(part, left, free, costs[told], None, self.truth.unit))
        return [self.truth.texts[told], written(costs[told])]
