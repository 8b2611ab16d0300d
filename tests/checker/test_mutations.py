"""A certificate that was tampered with is refused; the few that are not still say nothing but the truth.

Every mutation is tried twice: as it is, which the digest in the last line always gives away, and with a last
line made to fit, so that the checker has to see the mistake itself. Some changes are no mistake: another
guess of the tree may cost just as much, another renaming may fit as well, a bound may be lowered where the
proof has some to spare. So of what is accepted with a new last line every word is compared with an exhaustive
search: what the header claims, what the tree costs, and every single lemma.
"""

from __future__ import annotations

import copy
import io
import math
import random
from typing import TYPE_CHECKING, Any

import pytest

import pegcheck
from pegwise.optimal import proof_draft
from pegwise.rules import Rules
from tests import oracle
from tests.checker.certificates import lines_of, problem, refused, sealed, solved, text_of
from tests.helpers import exhaustive, game_of
from tests.optimal.slow_values import BIG, Key, SlowValues

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.optimal.problem import Problem

    Lines = list[Any]

OFTEN = (0, proof_draft.OFTEN)
"""How often a lemma that treats no guess is cited, if it has a line: with 0, every lemma has one."""
BASES = [
    problem("3x4"),
    problem("3x4", "worst,total", candidates_from=2),
    problem("3x3-black", "total,worst,last"),
    problem("3x4", "worst", first="111"),
    problem("3x5", "total,worst,last", history="112:W", candidates_from=3),
    problem("3x3", "worst,last"),
]
TRIES = 120


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of a line."""
    if path:
        yield path
    if isinstance(value, (list, dict)):
        keys = range(len(value)) if isinstance(value, list) else value
        for key in keys:
            yield from places(value[key], (*path, key))


def changed(value: Any, chance: random.Random, rules: Rules) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool) or value is None:
        return chance.choice([True, False, None, 3])
    if isinstance(value, int):
        return value + chance.choice([-2, -1, 1, 2])
    if isinstance(value, list):
        other = list(value)
        chance.shuffle(other)
        return chance.choice([other, value[:-1], [*value, *value[-1:]], None])
    if isinstance(value, str) and value and set(value) <= set("BW-"):
        return str(chance.choice(rules.feedbacks))
    if isinstance(value, str) and value.isdigit():
        return "".join(str(chance.randint(1, rules.colors)) for _ in range(rules.pegs))
    return chance.choice(
        ["full", "tree", "total", "worst", "total,worst,last", "worst,total", "worst,last", "", 1]
    )


def mutated(lines: Lines, chance: random.Random, rules: Rules) -> Lines:
    """One random change: of a part of a line, or of which lines there are and in which order."""
    found = copy.deepcopy(lines)
    kind = chance.choice(["part"] * 8 + ["drop", "double", "swap", "cut"])
    row, other = chance.sample(range(len(found)), 2)
    if kind == "drop":
        del found[row]
    elif kind == "double":
        found.insert(row, found[row])
    elif kind == "swap":
        found[row], found[other] = found[other], found[row]
    elif kind == "cut":
        del found[max(row, 1) :]
    else:
        lemmas = [place for place, line in enumerate(found) if len(line) == 2]
        row = chance.choice([0, row, chance.choice(lemmas), chance.choice(lemmas)])
        *way, last = chance.choice(list(places(found[row])) or [()]) or (None,)
        if last is None:
            return found
        part = found[row]
        for key in way:
            part = part[key]
        part[last] = changed(part[last], chance, rules)
    return found


def is_true(lines: Lines) -> bool:
    """Whether an exhaustive search agrees with all that accepted lines say."""
    header = lines[0]
    rules = Rules(**header["rules"])
    history = " ".join(f"{guess}:{told}" for guess, told in header["history"])
    options = {key: header[key] for key in ("max_guesses", "first", "candidates_from")}
    one = problem(str(rules), header["objective"], history, **options)
    return header_is_true(one, header) and tree_costs(lines, one) and lemmas_are_true(lines, one)


def header_is_true(one: Problem, header: dict[str, Any]) -> bool:
    tree, _ = solved(one)
    best, said = (tree.total, tree.worst, tree.distribution[-1]), (header["total"], header["worst"])
    claims = {
        "total": said[0] == best[0],
        "worst": said[1] == best[1],
        "worst,total": said == best[:2],
        "worst,last": (said[1], header["distribution"][-1]) == best[1:],
        "total,worst,last": (*said, header["distribution"][-1]) == best,
    }
    return header["proof"] == "tree" or bool(claims[header["objective"]])


def tree_costs(lines: Lines, one: Problem) -> bool:
    """Whether the tree in the lines, played by the oracle against every secret, is as the header says."""
    game = game_of(one.position.rules)
    moves: dict[tuple[tuple[str, str], ...], str] = {}
    path: list[tuple[str, str]] = []
    made = len(one.position.history)
    for depth, told, guess in (line for line in lines[1:] if len(line) == 3):
        path = path[: depth - made - 1]
        if told is not None:
            path[-1] = (path[-1][0], told)
        moves[tuple(path)] = guess
        path.append((guess, ""))
    taken = [0] * lines[0]["worst"]
    for secret in one.position:
        rows: tuple[tuple[str, str], ...] = ()
        while True:
            guess = moves[rows]
            black, white = oracle.feedback(game, secret, tuple(map(int, guess)))
            if black == game.pegs:
                break
            rows = (*rows, (guess, "B" * black + "W" * white or "-"))
        taken[made + len(rows)] += 1
    return bool(taken == lines[0]["distribution"])


class Told(pegcheck.Proof):
    """Keeps all that it has proved, lemmas and plain bounds."""

    def __init__(self, found: pegcheck.Problem) -> None:
        super().__init__(found)
        self.told: list[pegcheck.Lemma] = []

    def prove(self, name: str, lemma: pegcheck.Lemma, symmetries: Any, treatments: Any) -> None:
        super().prove(name, lemma, symmetries, treatments)
        self.told.append(lemma)


def lemmas_are_true(lines: Lines, one: Problem) -> bool:
    """Whether no lemma says more than its candidates cost."""
    values = SlowValues(one.position.rules, only_last=one.objective == "worst,last")
    reader = pegcheck.Reader(io.BytesIO(sealed(lines)))
    found = pegcheck.Problem(reader.line())
    pegcheck.check_tree(found, reader, lambda *_: None)
    proof = Told(found)
    for number, line in enumerate(lines[reader.count :]):
        proof.check(number, line)
    assert len(proof.told) >= len(proof.lemmas)
    for lemma in proof.told if lines[0]["proof"] == "full" else ():
        if lemma.only is None:  # these are the header's
            cost = values.solve(Key(lemma.codes, lemma.left, lemma.free, last=not math.isinf(lemma.left)))
            exact = cost if math.isinf(cost) else (cost // BIG) * pegcheck.UNIT + cost % BIG
            if float(lemma.cost) > exact:
                return False
    return True


@pytest.mark.some(1)
@pytest.mark.parametrize("often", [OFTEN[1], *exhaustive(OFTEN[0])])
@pytest.mark.parametrize(
    "one",
    [BASES[0], BASES[2], *exhaustive(BASES[1], *BASES[3:])],
    ids=lambda one: f"{one.position.rules} {one.objective}",
)
def test_what_was_tampered_with_is_refused_or_still_true(one: Problem, often: int) -> None:
    lines, chance = lines_of(one, often=often), random.Random(str(one.position.rules) + one.objective)
    end = text_of(one, often=often).splitlines(keepends=True)[-1]
    accepted = 0
    for _ in range(TRIES):
        other = mutated(lines, chance, one.position.rules)
        if other == lines:
            continue
        text = sealed(other)
        assert refused(b"".join(text.splitlines(keepends=True)[:-1]) + end)
        if not refused(text):
            accepted += 1
            assert is_true(other), [pair for pair in zip(lines, other, strict=False) if pair[0] != pair[1]]
    assert accepted < TRIES / 5


@pytest.mark.some(2)
@pytest.mark.parametrize("one", BASES, ids=lambda one: f"{one.position.rules} {one.objective}")
def test_a_better_value_than_there_is_cannot_be_certified(one: Problem) -> None:
    for key, change in (("total", -1), ("total", 1), ("worst", -1), ("worst", 1)):
        lines = lines_of(one)
        lines[0][key] += change
        assert refused(sealed(lines))


def citations(lines: Lines) -> Iterator[list[Any]]:
    for line in lines[1:]:
        for _, cited in line[1] if len(line) == 2 else ():
            yield from cited


@pytest.mark.some(4)
@pytest.mark.parametrize("often", OFTEN)
@pytest.mark.parametrize(
    ("one", "bounds"),
    [(BASES[0], 7), (BASES[1], 6), (BASES[2], 4), (BASES[4], 1), (BASES[5], 2)],
    ids=lambda one: str(one) if isinstance(one, int) else f"{one.position.rules} {one.objective}",
)
def test_every_bound_raised_above_the_truth_is_refused(one: Problem, bounds: int, often: int) -> None:
    """All bounds are exact here: raised by one secret found last, by one guess, or to no way at all."""
    raised = 0
    for place, (_, *citation) in enumerate(citations(lines_of(one, often=often))):
        if len(citation) < 3 and citation[0] is not None:
            total, last = citation[0] if isinstance(citation[0], list) else (citation[0], 0)
            limited = one.objective.endswith("last") and last
            for bound in ([total, last + 1] if limited else total + 1, total + 1, None):
                lines = lines_of(one, often=often)
                list(citations(lines))[place][1] = bound
                assert refused(sealed(lines)), (place, bound)
            raised += 1
    assert raised == bounds or (often and raised > bounds)


def test_every_lemma_is_needed() -> None:
    """Without its line, or with an empty one where guesses were treated, the proof fails."""
    lines = lines_of(BASES[2], often=0)
    for place, line in enumerate(lines):
        if place and len(line) == 2:
            assert refused(sealed(lines[:place] + lines[place + 1 :]))
            assert line == [[], []] or refused(sealed([*lines[:place], [[], []], *lines[place + 1 :]]))


def test_a_lemma_that_allows_less_cannot_be_cited() -> None:
    """Within fewer guesses, or with fewer free ones, a set may cost more than it does otherwise."""
    one = problem("3x4", candidates_from=2, max_guesses=6)
    found = pegcheck.Problem(lines_of(one)[0])
    proof, whole = pegcheck.Proof(found), tuple(range(64))
    root = pegcheck.Position(proof.table, pegcheck.Lemma(whole, 6, 1, 0))
    guess = proof.table.number[1, 1, 2]
    classes = root.classes(guess)
    same = [[1, 2, 3], [1, 2, 3, 4]]
    for left, free, fits in ((5, 0, True), (6, 1, True), (4, 0, False), (5, -1, False)):
        proof.lemmas = [pegcheck.Lemma(classes[4], left, free, 1)]
        if fits:
            assert proof.cited("a lemma", root, guess, [["B", 0, *same]]) == {4: 1}
        else:
            with pytest.raises(pegcheck.Refused, match="allows fewer guesses"):
                proof.cited("a lemma", root, guess, [["B", 0, *same]])


def test_a_lemma_cannot_lean_on_itself() -> None:
    """Neither by a guess that tells nothing, nor, where that is laid down as the first guess, by the root."""
    lines = lines_of(problem("3x3", history="111:-", first="111"))
    assert not refused(sealed(lines))
    same = [[1, 2, 3], [1, 2, 3]]
    place = next(place for place, line in enumerate(lines) if len(line) == 2)
    for number in (0, 1):
        circular = [*lines[:place], [[], [["111", [["-", number, *same]]]]]]
        assert refused(sealed(circular))


def test_every_cut_of_the_file_is_refused() -> None:
    text = text_of(BASES[0])
    assert all(refused(text[:length]) for length in range(0, len(text), 7))
    assert refused(text + b"\n")
    assert refused(text + b"[]\n")
