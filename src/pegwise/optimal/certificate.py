"""Certificates: a strategy tree and the proof that nothing is better, for a checker that shares no code.

The format is told in ``docs/certificates.md``.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import math
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import numpy as np

from pegwise.engine.code_space import index_of, to_code, zero_based
from pegwise.engine.enumerated.renamings import has_own_colors
from pegwise.errors import LimitError, StrategyError
from pegwise.notation import number_name
from pegwise.optimal.certificate_costs import UNIT, pair_of
from pegwise.optimal.lemmas import Citation, Lemma, Lemmas, Step, Values
from pegwise.optimal.proof_draft import lines_of_proof
from pegwise.rules import Code, Feedback, Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pegwise.optimal.problem import Problem
    from pegwise.optimal.set_symmetry import Renaming
    from pegwise.trees.tree import Node, StrategyTree


MOST_CODES = 20_000
"""Rules with more codes get a certificate of the tree alone: the proof needs the feedback of all pairs."""
LONGEST_LINE = 1 << 22
"""Bytes of a line that the checker reads."""


class Written(NamedTuple):
    """A certificate that was written: its lines, how many are lemmas, and the SHA-256 of its text."""

    lines: int
    lemmas: int
    sha256: str

    def to_dict(self) -> dict[str, Any]:
        """Return what was written as plain values: the fields by name."""
        return self._asdict()


def write_certificate(file: BinaryIO, problem: Problem, tree: StrategyTree, values: Values | None) -> Written:
    """Write the certificate of ``tree``, which solves ``problem`` best: gzip-compressed JSON lines.

    With ``values`` it proves that nothing is better, without them only what the tree costs. The text is a
    function of the problem, the tree and the exact values.
    Raises :class:`~pegwise.errors.LimitError` where the rules have too many codes for a proof,
    :class:`~pegwise.errors.StrategyError` if ``tree`` is not optimal, or the game is won already.
    """
    return written(file, certificate_lines(problem, tree, values))


def written(file: BinaryIO, told: Iterable[tuple[str, dict[str, Any] | list[Any]]]) -> Written:
    """Write lines, each with its kind, and the last line, which says how many there are and their digest.

    Raises :class:`~pegwise.errors.LimitError` if one is too long.
    """
    whole, lines, lemmas = hashlib.sha256(), 0, 0
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=6, mtime=0) as packed:

        def put(line: dict[str, Any] | list[Any]) -> None:
            text = json.dumps(line, separators=(",", ":")).encode() + b"\n"
            if len(text) > LONGEST_LINE:
                raise LimitError(
                    f"a line of the certificate takes {len(text)} bytes; the checker reads {LONGEST_LINE}"
                )
            packed.write(text)
            whole.update(text)

        for kind, line in told:
            put(line)
            lines, lemmas = lines + 1, lemmas + (kind == "lemma")
        put({"lines": lines, "sha256": whole.hexdigest()})
    return Written(lines + 1, lemmas, whole.hexdigest())


def certificate_lines(
    problem: Problem, tree: StrategyTree, values: Values | None
) -> Iterator[tuple[str, dict[str, Any] | list[Any]]]:
    """All lines but the last, each with its kind: ``header``, ``node`` or ``lemma``."""
    rules = problem.position.rules
    claim = header(problem, tree, 1, family_claim(rules), full=values is not None)
    if values is not None and rules.size > MOST_CODES:
        codes = number_name(rules.size)
        raise LimitError(f"{rules} has {codes} codes: a proof is written up to {MOST_CODES}")
    yield "header", claim
    yield from (("node", node) for node in tree_lines(tree))
    if values is None:
        return
    roots = _roots(problem, tree)
    lemmas = Lemmas(rules, values, roots, _unit(problem))
    drafted = map(_Names(lemmas).step, lemmas.steps())
    yield from (("lemma", line) for line in lines_of_proof(drafted, len(roots)))


def _told(code: Code) -> str:
    """The code as certificates have it, in every game: with dashes where a color has two digits."""
    return str(Code(code))


def header(
    problem: Problem,
    tree: StrategyTree,
    version: int,
    rules: dict[str, Any],
    *,
    full: bool,
    code: Callable[[Code], str] = _told,
    told: Callable[[Feedback], str] = str,
) -> dict[str, Any]:
    """Return the first line of a certificate; a StrategyError if the game is won already."""
    history, win = problem.position.history, problem.position.rules.win
    if any(row.feedback == win for row in history):
        raise StrategyError("the game is won already: there is no strategy to certify")
    return {
        "format": "pegwise certificate",
        "version": version,
        "rules": rules,
        "objective": problem.objective,
        "max_guesses": problem.max_guesses,
        "first": None if problem.first is None else code(problem.first),
        "history": [[code(guess), told(answer)] for guess, answer in history],
        **({"candidates_from": problem.candidates_from} if version == 1 else {}),
        "proof": "full" if full else "tree",
        "total": tree.total,
        "worst": tree.worst,
        "distribution": list(tree.distribution),
    }


def family_claim(rules: Rules) -> dict[str, Any]:
    """Return what the header of a certificate says of rules of the family."""
    return {name: getattr(rules, name) for name in ("pegs", "colors", "repeats", "whites")}


def tree_lines(
    tree: StrategyTree, code: Callable[[Code], str] = _told, told: Callable[[Feedback], str] = str
) -> Iterator[list[Any]]:
    """Yield the nodes of a tree, parents first, answers by their numbers: by black hits, then white."""
    number = tree.rules.number
    stack: list[tuple[int, str | None, Node]] = [(len(tree.position.history) + 1, None, tree.root)]
    while stack:
        depth, answer, node = stack.pop()
        yield [depth, answer, code(node.guess)]
        below = sorted(node.children.items(), key=lambda child: number(child[0]), reverse=True)
        stack += [(depth + 1, told(each), child) for each, child in below]


def _roots(problem: Problem, tree: StrategyTree) -> list[Lemma]:
    """The lemmas that the objective needs. They count guesses from here on, the tree from the start."""
    rules = problem.position.rules
    made = len(problem.position.history)
    path = tuple(index_of(zero_based(guess), rules) for guess, _ in problem.position.history)
    free = math.inf if problem.candidates_from is None else max(0, problem.candidates_from - 1 - made)
    only = None if problem.first is None else index_of(zero_based(problem.first), rules)
    codes = problem.position.listed().indices.astype(np.int32)
    return [
        Lemma(codes, within - made, free, cost - made * len(codes) * _unit(problem), last, path, only)
        for within, cost, last in _claims(problem, tree)
    ]


def _unit(problem: Problem) -> float:
    """What a guess costs in the lemmas: nothing where only the secrets found last count."""
    return 0.0 if problem.objective == "worst,last" else UNIT


def _claims(problem: Problem, tree: StrategyTree) -> list[tuple[float, float, bool]]:
    """(guesses allowed in the whole game, least cost there, whether those found last count)."""
    most = math.inf if problem.max_guesses is None else problem.max_guesses
    fewer, total = tree.worst - 1, tree.total * UNIT
    claims: dict[str, list[tuple[float, float, bool]]] = {
        "total": [(most, total, False)],
        "worst": [(fewer, math.inf, False)],
        "worst,total": [(fewer, math.inf, False), (tree.worst, total, False)],
        "worst,last": [(fewer, math.inf, True), (tree.worst, tree.distribution[-1], True)],
        "total,worst,last": [
            (most, total, False),
            (fewer, total + UNIT, False),
            (tree.worst, total + tree.distribution[-1], True),
        ],
    }
    return claims[problem.objective]


class _Names:
    def __init__(self, lemmas: Lemmas) -> None:
        self.codes, self.base, self.rules = lemmas.prover.codes, lemmas.rules.pegs + 1, lemmas.rules
        self.names: dict[int, str] = {}

    def step(self, step: Step) -> list[Any]:
        """The line of a lemma, as a draft has it."""
        symmetries = [self.renaming(one) for one in step.symmetries]
        treatments = [
            [self.name(guess), [self.citation(citation) for citation in citations]]
            for guess, citations in step.treatments
        ]
        return [symmetries, treatments]

    def renaming(self, renaming: Renaming) -> list[Any]:
        """Where the pegs of a code come from, and what becomes of its colors: perhaps at each peg."""
        rules, places = self.rules, _from_one(renaming.places)
        if rules.whites or not rules.repeats:
            return [places, _from_one(renaming.symbols)]
        if has_own_colors(rules):
            return [places, list(map(_from_one, renaming.colors_of_pegs(rules.colors)))]
        return [places, rules.pegs * [_from_one(renaming.symbols)]]

    def name(self, guess: int) -> str:
        """A code by its number."""
        if guess not in self.names:
            self.names[guess] = _told(to_code(self.codes[:, guess]))
        return self.names[guess]

    def citation(self, citation: Citation) -> list[Any]:
        """One class: its feedback, how much it costs, and the lemma that says so."""
        told, pair = str(Feedback(*divmod(citation.told, self.base))), pair_of(citation.cost)
        bound = None if pair is None else list(pair) if pair[1] else pair[0]
        renaming = [] if citation.renaming is None else self.renaming(citation.renaming)
        return [told, bound, citation.number, *renaming]


def _from_one(numbers: Iterable[int]) -> list[int]:
    return [number + 1 for number in numbers]
