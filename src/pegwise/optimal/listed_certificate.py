"""Certificates of listed games: the lists, a strategy tree, and the proof that nothing is better.

The format, version 2, is told in ``docs/certificates.md``.
"""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from pegwise.engine.feedback import bins
from pegwise.engine.listed.lists import lists_of
from pegwise.engine.listed.matrix import has_matrix, matrix_of
from pegwise.errors import LimitError
from pegwise.listed_rules import ListedRules
from pegwise.optimal.certificate import Written, family_claim, header, tree_lines, written
from pegwise.optimal.listed_lemmas import ListedLemma, ListedLemmas, ListedProver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pegcheck import Verdict
    from pegwise.optimal.problem import Problem
    from pegwise.rules import Code, Feedback, Rules
    from pegwise.trees.tree import StrategyTree

    Line = dict[str, Any] | list[Any]


_NAMES = {"guesses_sha256": "guesses", "secrets_sha256": "secrets", "repeats": "codes", "whites": "feedback"}
"""What differs if a part of the header does."""
_PAIRS = 1 << 29
"""Pairs of a guess and a secret, up to which the checker accepts a proof."""
_MOST_PEGS, _MOST_MARKED = 15, 10
"""Pegs of a code that the checker reads."""


def write_listed_certificate(
    file: BinaryIO, problem: Problem, tree: StrategyTree, *, full: bool = True
) -> Written:
    """Write the certificate of a tree that solves a listed game best: gzip-compressed JSON lines.

    If ``full``, it proves that nothing is better, and otherwise what the tree costs. The proof is searched
    for, which takes long for large games; the limit in force ends it. The text is a function of the problem
    and the tree. Raises :class:`~pegwise.errors.LimitError` if the checker does not accept a game of this
    size, :class:`~pegwise.errors.StrategyError` if the tree is not optimal, or the game is won already.
    """
    return written(file, listed_certificate_lines(problem, tree, full=full))


def listed_certificate_lines(
    problem: Problem, tree: StrategyTree, *, full: bool = True
) -> Iterator[tuple[str, Line]]:
    """Yield all lines but the last, each with its kind: ``header``, ``list``, ``node`` or ``lemma``."""
    rules = problem.position.rules
    assert isinstance(rules, ListedRules)  # noqa: S101 - nobody else asks
    if problem.objective != "total" or problem.candidates_from is not None:
        raise LimitError("certificates of listed games are about the least total")
    texts = _Texts(rules)
    claim = listed_claim(rules)
    yield "header", header(problem, tree, 2, claim, full=full, code=texts.code, told=texts.told)
    yield from (("list", line) for line in texts.lists())
    yield from (("node", node) for node in tree_lines(tree, texts.code, texts.told))
    if full:
        yield from (("lemma", line) for line in _lemmas(problem, tree, texts))


def listed_claim(rules: ListedRules) -> dict[str, Any]:
    """Return what the header of a certificate says of listed rules.

    Two games have the same claim if and only if guesses, secrets, weights and the kind of feedback are the
    same; a function's feedback is in the lines of the file.

    Example:
        >>> import pegwise
        >>> claim = listed_claim(pegwise.Rules.listed(["cat", "cot", "dog"], feedback="marks"))
        >>> claim["symbols"], claim["feedback"], claim["guesses"], claim["guesses_sha256"][:8]
        ('acdgot', 'marks', 3, 'f380708b')
    """
    texts = _Texts(rules)
    guesses, secrets = texts.guesses, texts.secrets
    weighed = (
        [f"{text} {weight}" for text, weight in zip(secrets, rules.weights, strict=True)]
        if rules.weights
        else secrets
    )
    return {
        "pegs": rules.pegs,
        "colors": rules.colors,
        "symbols": texts.symbols or None,
        "feedback": bins(rules) if rules.tells == "function" else rules.tells,
        "guesses": len(guesses),
        "guesses_sha256": _digest(guesses),
        "secrets": len(secrets),
        "secrets_sha256": _digest(weighed),
        "weights": rules.weight if rules.weights else None,
    }


def why_other_rules(verdict: Verdict, rules: Rules) -> str | None:
    """Say in which way an accepted certificate is about other rules than these; None if it is about them.

    Rules of the family and listed rules are both compared.
    """
    found = verdict.problem.header["rules"]
    wanted = listed_claim(rules) if isinstance(rules, ListedRules) else family_claim(rules)
    if list(found) != list(wanted):
        return "the certificate is about a game of another kind"
    for name, value in wanted.items():
        if found[name] != value:
            what = _NAMES.get(name, name)
            return f"the certificate is about other {what} than those of {rules}"
    if isinstance(rules, ListedRules) and rules.tells == "function":
        table = [list(row.values()) for row in verdict.problem.game.table]
        if table != _table(rules).tolist():
            return f"the certificate is about other feedback than that of {rules}"
    return None


def _table(rules: ListedRules) -> NDArray[np.uint16]:
    return np.frombuffer(rules.kind.numbers, "<u2").reshape(rules.guess_count, rules.size)


def _digest(texts: list[str]) -> str:
    return hashlib.sha256("".join(f"{text}\n" for text in texts).encode()).hexdigest()


class _Texts:
    """Codes and feedback of listed rules as they stand in the file."""

    def __init__(self, rules: ListedRules) -> None:
        if rules.pegs > (_MOST_MARKED if rules.tells == "marks" else _MOST_PEGS):
            raise LimitError(f"codes of {rules.pegs} pegs are too long for a certificate")
        self.rules = rules
        given = "" if rules.alphabet is None else rules.alphabet.symbols
        digits = tuple("123456789"[: rules.colors])
        symbols = given or (digits if rules.colors < 10 else ())
        plain = all(len(each) == 1 and "!" <= each <= "~" and each not in '"\\' for each in symbols)
        self.symbols = "".join(symbols) if plain and len(set(symbols)) == rules.colors else ""
        lists = lists_of(rules)
        self.guesses = [self.code(column + 1) for column in lists.guesses.T.astype(np.int64)]
        self.secrets = [self.guesses[guess] for guess in lists.guess_of.tolist()]

    def code(self, code: Code | Any) -> str:
        """Return a code in the symbols of the game, or in numbers."""
        if self.symbols:
            return "".join(self.symbols[color - 1] for color in code)
        return "-".join(map(str, code))

    def told(self, told: Feedback) -> str:
        """Return the text of a feedback; that of a function has a number."""
        return str(self.rules.number(told)) if self.rules.tells == "function" else str(told)

    def lists(self) -> Iterator[list[Any]]:
        """Yield the lists: guesses, secrets, weights if there are any, and a function's feedback."""
        yield self.guesses
        yield self.secrets
        if self.rules.weights:
            yield list(self.rules.weights)
        if self.rules.tells == "function":
            yield from (row.tolist() for row in _table(self.rules))


def _lemmas(problem: Problem, tree: StrategyTree, texts: _Texts) -> Iterator[list[Any]]:
    position, rules = problem.position, texts.rules
    lists = lists_of(rules)
    if not has_matrix(rules) or rules.guess_count * rules.size > _PAIRS:
        raise LimitError(
            f"a proof is written for up to {_PAIRS:,} pairs of a guess and a secret and 256 feedbacks"
        )
    prover = ListedProver(matrix_of(rules), lists.guess_of, lists.weights, bins(rules) - 1)
    made, codes = len(position.history), tuple(position.candidates.indices.tolist())  # type: ignore[attr-defined]
    left = math.inf if problem.max_guesses is None else problem.max_guesses - made
    only = None
    if problem.first is not None:
        only = int(lists.guess_places(np.array(problem.first, np.uint32)[:, None] - 1)[0])
    root = ListedLemma(codes, left, tree.total - made * tree.root.count, only)
    for step in ListedLemmas(prover, root).steps():
        yield [
            [
                texts.guesses[guess],
                [
                    [
                        texts.told(rules.numbered(told)),
                        [number] if number is not None else None if math.isinf(cost) else int(cost),
                    ]
                    for told, cost, number in citations
                ],
            ]
            for guess, citations in step
        ]
