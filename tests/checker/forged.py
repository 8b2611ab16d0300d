"""Forged certificates: each is refused by one ``need`` of the checker, and by that alone.

They are made of good certificates of small games, and of trees that are not optimal with proofs that do not
hold. What would let a false claim through is forged as a false claim.
"""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass, field
from functools import cache
from gzip import decompress
from typing import TYPE_CHECKING, Any

import pegcheck
from pegwise import build_tree
from pegwise.optimal.certificate import write_certificate
from tests.checker.certificates import lines_of, problem, sealed

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.optimal.problem import Problem

    Lines = list[Any]

IDENTITY = [[1, 2, 3], [1, 2, 3, 4]]
EVERY_RENAMING = [[[2, 1, 3], [1, 2, 3, 4]], [[2, 3, 1], [1, 2, 3, 4]]] + [
    [[1, 2, 3], colors] for colors in ([2, 1, 3, 4], [2, 3, 4, 1])
]


@dataclass(frozen=True)
class Forgery:
    """``without``: what the checker does without the ``need`` that refuses this: "accepted", or what it says
    or raises instead. ``limits``: the checker's limits, made small enough for a test to reach."""

    name: str
    text: bytes
    why: str
    without: str = "accepted"
    limits: dict[str, int] = field(default_factory=dict)


def good(rules: str = "3x4", full: bool = True, **options: Any) -> Lines:
    """A certificate in which every lemma has a line."""
    return lines_of(problem(rules, **options), full, often=0)


def of_tree(one: Problem, strategy: str) -> Lines:
    """The certificate of some strategy's tree, which says that it has a full proof and has none yet."""
    file = io.BytesIO()
    write_certificate(file, one, build_tree(one.position, strategy=strategy), None)
    lines = [json.loads(line) for line in decompress(file.getvalue()).splitlines()][:-1]
    lines[0]["proof"] = "full"
    return lines


@cache
def knuth_text() -> str:
    """3x4 with Knuth's tree: the total is 216, the optimum 206."""
    lines = of_tree(problem("3x4"), "knuth")
    assert lines[0]["total"] == 216
    return json.dumps(lines)


def knuth(*proof: Any, **header: Any) -> Lines:
    lines: Lines = json.loads(knuth_text())
    lines[0].update(header)
    return [*lines, *proof]


def edited(lines: Lines, *path: Any, to: Any) -> Lines:
    """The lines with one part changed."""
    part: Any = lines
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = to
    return lines


def proof_of(lines: Lines) -> int:
    """Where the first lemma stands."""
    return next(place for place, line in enumerate(lines) if len(line) == 2)


def small(rules: str, history: list[list[str]], nodes: Lines, distribution: list[int]) -> Lines:
    """The certificate of a tree alone, of a very small game."""
    pegs, _, rest = rules.partition("x")
    colors, _, distinct = rest.partition("-")
    header = {
        "format": "pegwise certificate",
        "version": 1,
        "rules": {"pegs": int(pegs), "colors": int(colors), "repeats": not distinct, "whites": True},
        "objective": "total",
        "max_guesses": None,
        "first": None,
        "history": history,
        "candidates_from": None,
        "proof": "tree",
        "total": sum(depth * secrets for depth, secrets in enumerate(distribution, 1)),
        "worst": len(distribution),
        "distribution": distribution,
    }
    return [header, *nodes]


def citing_lemma_0() -> Lines:
    """Knuth's tree as the optimum: each guess that is not clear cites lemma 0 for all its classes."""
    game = pegcheck.Game({"pegs": 3, "colors": 4, "repeats": True, "whites": True})
    treatments = []
    for guess in ((1, 1, 1), (1, 1, 2), (1, 2, 3)):
        told = {number: text for text, number in game.answers.items()}
        classes = [told[number] for number in game.split(game.codes(), guess) if number != game.win]
        treatments.append(["".join(map(str, guess)), [[text, 0, *IDENTITY] for text in classes]])
    return knuth([EVERY_RENAMING, treatments])


def renamed_after_112() -> Lines:
    """3x4 after 112:W, with the generators of all renamings for symmetries: three bad guesses do for all."""
    lines = of_tree(problem("3x4", history="112:W"), "first-consistent")
    return [*lines, [EVERY_RENAMING, [["111", []], ["221", []], ["132", []]]]]


def fewer_guesses() -> Lines:
    """Knuth's tree as the least total within 4 guesses, by lemmas of what cannot be done within 3."""
    guesses = {"111": "-", "112": "W", "123": "W"}
    impossible = [[guess, [[told, None]]] for guess, told in guesses.items()]
    cited = [[guess, [[told, number, *IDENTITY]]] for number, (guess, told) in enumerate(guesses.items(), 2)]
    sizes: Lines = [[], []]
    proof = [[EVERY_RENAMING, impossible], [EVERY_RENAMING, cited], sizes, sizes, sizes]
    return knuth(*proof, objective="worst,total")


def in_a_circle() -> Lines:
    """A first guess that tells nothing is laid down; its class is the whole set, which cites lemma 0."""
    lines = of_tree(problem("3x4", history="111:-"), "first-consistent")
    header = lines[0]
    header["first"], header["history"] = "111", [["111", "-"]]
    header["worst"] += 1
    header["distribution"].insert(0, 0)
    header["total"] += sum(header["distribution"])
    nodes = [[2, None, "111"], *([depth + 1, told or "-", guess] for depth, told, guess in lines[1:])]
    return [header, *nodes, [[], [["111", [["-", 0, *IDENTITY]]]]]]


def raw(change: Callable[[bytes], bytes], lines: Lines | None = None) -> bytes:
    return change(sealed(lines or good(full=False)))


def padded(text: bytes) -> bytes:
    """The header made one byte longer than a line may be, newline included."""
    header, rest = text.split(b"\n", 1)
    return sealed_text(header.ljust(pegcheck.LINE) + b"\n" + rest)


def sealed_text(text: bytes) -> bytes:
    """The text, its last line replaced by one that fits."""
    before = b"".join(text.splitlines(keepends=True)[:-1])
    last = {"lines": before.count(b"\n"), "sha256": hashlib.sha256(before).hexdigest()}
    return before + json.dumps(last, separators=(",", ":")).encode() + b"\n"


def changed(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def change(text: bytes) -> bytes:
        assert text.count(old) == 1
        return sealed_text(text.replace(old, new))

    return change


def forgeries() -> list[Forgery]:
    """All of them, in the order of the checker's lines."""
    return [*of_values(), *of_files(), *of_headers(), *of_trees(), *of_proofs()]


def of_values() -> list[Forgery]:
    first = proof_of(good())
    without_4 = good(history="444:-")
    without_4[proof_of(without_4)][0].append([[1, 2, 3], [1, 2, 3, 3]])
    return [
        Forgery(
            "a bool in a permutation",
            sealed(edited(good(), first, 0, 0, 0, 0, to=True)),
            f"line {first + 1}: true is not a whole number of at least 0",
        ),
        Forgery(
            "text for a list",
            sealed(edited(good("2x3"), -1, 0, to="")),
            'line 11: "" is not a list',
        ),
        Forgery(
            "a lemma of three parts",
            sealed(edited(good("2x3"), -1, to=[[], [], []])),
            "line 11: a list of 3 items is not allowed here",
            "ValueError: too many values to unpack (expected 2)",
        ),
        Forgery(
            "a further name in the header",
            sealed(edited(good(), 0, "comment", to="")),
            "line 1: expected an object with exactly these names, in this order: format version rules "
            "objective max_guesses first history candidates_from proof total worst distribution",
        ),
        Forgery(
            "colors that are no permutation, of candidates that lack the difference",
            sealed(without_4),
            f"line {proof_of(without_4) + 1}: the list is not a permutation of the numbers 1 to 4",
        ),
    ]


def of_files() -> list[Forgery]:
    count = len(good(full=False))
    return [
        Forgery(
            "a line too long",
            raw(padded),
            "this is not a certificate: the line is longer than 4194304 bytes",
            "this is not a certificate: the line has blanks, escapes or signs that it does not need",
        ),
        Forgery(
            "a blank after a comma",
            raw(changed(b'"version":1,', b'"version":1, ')),
            "this is not a certificate: the line has blanks, escapes or signs that it does not need",
        ),
        Forgery(
            "an escape in a string",
            raw(changed(b'"objective":"total"', b'"objective":"\\u0074otal"')),
            "this is not a certificate: the line has blanks, escapes or signs that it does not need",
        ),
        Forgery(
            "a last line that does not end",
            raw(lambda text: text[:-1]),
            f"line {count + 1}: the file ends too early",
        ),
        Forgery(
            "a number of 101 digits",
            raw(changed(b'"max_guesses":null', b'"max_guesses":1' + b"0" * 100)),
            f"this is not a certificate: 1{'0' * 39} is not a whole number",
        ),
        Forgery(
            "a name twice",
            raw(changed(b'"total":206', b'"total":200,"total":206')),
            "this is not a certificate: an object has a name twice",
            "this is not a certificate: the line has blanks, escapes or signs that it does not need",
        ),
        Forgery(
            "a last line of another file",
            raw(lambda text: text.replace(b'"max_guesses":null', b'"max_guesses":9')),
            f"line {count + 1}: the last line does not match the rest of the file",
        ),
        Forgery(
            "a line after the last",
            raw(lambda text: text + b"\n"),
            f"line {count + 1}: the file continues after the last line",
        ),
        Forgery(
            "another format",
            sealed(edited(good(), 0, "format", to="certificate")),
            "this is not a certificate: it does not begin with the header of a certificate",
        ),
    ]


def of_headers() -> list[Forgery]:
    def header(*path: Any, to: Any, full: bool = False) -> bytes:
        return sealed(edited(good(full=full), 0, *path, to=to))

    nine = edited(good(full=False), 0, "worst", to=9)
    won = small("2x2", [["12", "BB"]], [[2, None, "12"]], [0, 1])
    unpaired = small("1x2", [], [[1, None, "3"], [2, "-", "1"], [3, "-", "2"]], [0, 1, 1])
    double = small("2x2-distinct", [], [[1, None, "11"], [2, "B", "12"], [3, "-", "21"]], [0, 1, 1])
    double[3][1] = "WW"
    return [
        Forgery(
            "a version to come",
            header("version", to=3),
            "line 1: it has version 3; this checks versions 1 and 2",
        ),
        Forgery(
            "one for true",
            header("rules", "whites", to=1),
            "line 1: repeats and whites must be true or false",
        ),
        Forgery(
            "too many codes",
            sealed(good(full=False)),
            "line 1: 3x4 has 64 codes; the checker accepts 1 to 63",
            limits={"CODES": 63},
        ),
        Forgery(
            "spaces in a code", sealed(edited(good(), 1, 2, to="1 12")), 'line 2: "1 12" is not a code of 3x4'
        ),
        Forgery("a color too many", sealed(unpaired), "line 2: 3 has a color that is not in 1x2"),
        Forgery(
            "a color twice", sealed(double), "line 2: 11 has a color twice, which 2x2-distinct does not allow"
        ),
        Forgery(
            "feedback that cannot be",
            sealed(edited(good(), 2, 1, to="BBW")),
            'line 3: "BBW" is not feedback in 3x4',
            "KeyError: 'BBW'",
        ),
        Forgery("a game that is won", sealed(won), "line 1: the history contains the winning feedback"),
        Forgery("another proof", header("proof", to="none"), "line 1: the proof must be full or tree"),
        Forgery(
            "a worst case that is not allowed",
            header("max_guesses", to=3),
            "line 1: the worst case, 4, is above max_guesses",
        ),
        Forgery(
            "a worst case that is not reached",
            sealed(edited(nine, 0, "distribution", to=[1, 6, 35, 22, 0, 0, 0, 0, 0])),
            "line 1: the distribution does not end at the worst case, 9",
        ),
        Forgery("another objective", header("objective", to="least"), 'line 1: "least" is not an objective'),
        Forgery(
            "too many candidates",
            sealed(good(full=False)),
            "line 1: there are 64 candidates; the checker accepts up to 63",
            limits={"CANDIDATES": 63},
        ),
        Forgery(
            "a candidate too few",
            header("distribution", to=[1, 6, 35, 21]),
            "line 1: there are not 63 candidates, as the distribution says",
            f"line {len(good(full=False))}: the tree does not have the distribution that the header claims",
        ),
    ]


def of_trees() -> list[Forgery]:
    def node(row: int, item: int, to: Any) -> bytes:
        return sealed(edited(good(full=False), row, item, to=to))

    count = len(good(full=False))
    free = edited(good("3x3-black"), 0, "candidates_from", to=2)
    shorter = edited(edited(good(full=False), 0, "worst", to=3), 0, "distribution", to=[1, 6, 57])
    return [
        Forgery("another depth", node(1, 0, 9), "line 2: expected a node for guess 1"),
        Forgery(
            "a tree beyond its worst case",
            sealed(shorter),
            "line 7: guess 4 is beyond the worst case that the header claims",
            "IndexError: list index out of range",
        ),
        Forgery("another answer", node(2, 1, "B"), "line 3: expected a node for other feedback"),
        Forgery(
            "a guess that is no candidate", sealed(free), "line 5: 123 is not a candidate, as guess 3 must be"
        ),
        Forgery(
            "another first guess",
            sealed(edited(good(full=False), 0, "first", to="123")),
            "line 2: 112 is not the prescribed first guess",
        ),
        Forgery(
            "another distribution",
            sealed(edited(good(), 0, "distribution", to=[0, 8, 34, 22])),
            f"line {count}: the tree does not have the distribution that the header claims",
        ),
        Forgery(
            "a total too low",
            sealed(edited(good(), 0, "total", to=205)),
            f"line {count}: the tree has the total 206, not the total that the header claims",
        ),
    ]


def cited_again(treatment: list[Any]) -> list[Any]:
    """A treatment of the same guess, which cites the lemmas that the first one, of lemma 0, has named."""
    guess, citations = treatment
    return [guess, [[told, number, *IDENTITY] for number, (told, _) in enumerate(citations, 1)]]


def of_proofs() -> list[Forgery]:
    first, last = proof_of(good()) + 1, len(knuth()) + 1
    twice = good()
    twice[first - 1][1][1][1].append(["BB", 4, *IDENTITY])
    again = good()
    again[first - 1][1].append(cited_again(again[first - 1][1][0]))
    first_12, candidates = good("2x3", first="12"), good("2x3", history="11:-", candidates_from=1)
    first_12[proof_of(first_12)][1].append(["11", []])
    candidates[proof_of(candidates)][1].append(["12", []])
    nothing = good("3x3", history="111:-")
    nothing[-1][1].append(["111", []])
    beyond = edited(good(), first - 1, 1, 1, 1, 0, to=["BB", 99, *IDENTITY])
    raised = edited(lines_of(problem("3x4")), -1, 1, 0, 1, 0, to=["-", 19, 0])
    signed = edited(lines_of(problem("3x4")), -1, 1, 0, 1, 0, to=["-", 18, 1])
    untreated_guess = "may cost less than the bound, and is not treated"
    once = good("2x6", history="11:-", first="11")
    needing = [*once[: proof_of(once)], [[], [["11", [["-", 81, 0]]]]]]
    untreated: Lines = [[guess, []] for guess in ("111", "112", "123")]
    renamed, circle, fewer = renamed_after_112(), in_a_circle(), fewer_guesses()
    fewest = good("3x3", objective="worst,last")
    second = proof_of(fewest) + 1
    assert fewest[second][1][0][1] == [["BB", [0, 1]]]
    with_total = edited(fewest, second, 1, 0, 1, 0, 1, 0, to=1)
    return [
        Forgery(
            "a proof too large",
            sealed(good()),
            f"line {first - 1}: 3x4 has 64 codes; the checker accepts proofs for up to 63",
            limits={"PROVABLE": 63},
        ),
        Forgery(
            "lemmas too large",
            sealed(good()),
            f"line {first}: the lemmas have more than 70 candidates together",
            limits={"HELD": 70},
        ),
        Forgery(
            "a guess that costs too little",
            sealed(knuth([EVERY_RENAMING, untreated])),
            f"line {last}: lemma 0: the guess 112 may cost less than the bound",
        ),
        Forgery(
            "a guess treated twice", sealed(again), f"line {first}: lemma 0: the guess 112 is treated twice"
        ),
        Forgery(
            "another guess than the prescribed one",
            sealed(first_12),
            f"line {proof_of(first_12) + 1}: lemma 0: the guess 11 is not the prescribed one",
        ),
        Forgery(
            "a guess that is no candidate",
            sealed(candidates),
            f"line {proof_of(candidates) + 1}: lemma 0: the guess 12 is no candidate",
        ),
        Forgery(
            "guesses left out",
            sealed(knuth([[], []])),
            f"line {last}: lemma 0: the guess 112 may cost less than the bound, and is not treated",
        ),
        Forgery(
            "a guess that tells nothing",
            sealed(nothing),
            f"line {len(nothing)}: a treated guess makes only one class",
        ),
        Forgery(
            "a lemma for no class",
            sealed(edited(good(), first - 1, 1, 0, 1, 0, to=["BBB", 18])),
            f"line {first}: there is no class of BBB to cite a lemma for",
            f"KeyError: {3 * 4}",
        ),
        Forgery("a class twice", sealed(twice), f"line {first}: the guess cites a second lemma for BB"),
        Forgery(
            "a plain bound above the truth",
            sealed(raised),
            f"line {first}: lemma 0, feedback -: the guess 334 {untreated_guess}",
        ),
        Forgery(
            "a plain bound that needs treated guesses",
            sealed(needing),
            f"line {len(needing)}: lemma 0, feedback -: the guess 23 {untreated_guess}",
        ),
        Forgery(
            "a plain bound with a sign of its own",
            sealed(signed),
            f"line {first}: a plain bound ends in 0",
        ),
        Forgery(
            "a lemma that is not there",
            sealed(beyond),
            f"line {first}: there is no lemma 99 yet",
            "IndexError: list index out of range",
        ),
        Forgery("a circle", sealed(circle), f"line {len(circle)}: lemma 0 is about one first guess only"),
        Forgery(
            "a lemma of something else",
            sealed(citing_lemma_0()),
            f"line {last}: lemma 0 is about other candidates",
        ),
        Forgery(
            "a total where guesses cost nothing",
            sealed(with_total),
            f"line {second + 1}: guesses cost nothing here, so a bound has the total 0",
        ),
        Forgery("a lemma that allows less", sealed(fewer), f"line {last + 1}: lemma 2 allows fewer guesses"),
        Forgery(
            "a symmetry that is none",
            sealed(renamed),
            f"line {len(renamed)}: a symmetry changes the set of candidates",
        ),
    ]
