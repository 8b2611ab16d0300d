"""Forged certificates of listed games, for the ``need`` calls that only these reach.

The game has ten guesses and eight secrets, and tells whether guess and secret have more than one letter in
common. Its proof has three lemmas: four treated guesses cite the last two.
"""

from __future__ import annotations

import copy
import hashlib
import json
import random
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.checker.certificates import sealed
from tests.checker.forged import Forgery
from tests.checker.listed_games import Game, drawn, text_of

if TYPE_CHECKING:
    Lines = list[Any]

LISTS = 1
"""Where the list of guesses stands; that of the secrets follows."""


def lines_of(game: Game, full: bool = True, **options: Any) -> Lines:
    """Return the lines of a certificate without the last."""
    problem = game.problem(**options)
    tree = game.tree(problem)
    assert tree is not None
    return [json.loads(line) for line in text_of(problem, tree, full).splitlines()][:-1]


@cache
def _game(tells: str) -> Game:
    if tells == "function":
        return drawn(random.Random(1), tells, 8, 10, weighted=False)
    return Game(["aab", "aba", "abb", "bba", "bbb", "ddd"], {"aab": 1, "aba": 2, "abb": 3}, tells)


@cache
def _good(tells: str, full: bool, first: str | None) -> Lines:
    return lines_of(_game(tells), full, first=first)


def good(tells: str = "function", full: bool = True, first: str | None = None) -> Lines:
    return copy.deepcopy(_good(tells, full, first))


def proof_of(lines: Lines) -> int:
    """Where the first lemma stands: after the last node."""
    nodes = [at for at, line in enumerate(lines) if len(line) == 3 and isinstance(line[-1], str)]
    return max(at for at in nodes if isinstance(lines[at][0], int)) + 1


def listed_again(lines: Lines) -> Lines:
    """Make the header fit lists that were changed."""
    rules, guesses, secrets = lines[0]["rules"], *lines[LISTS : LISTS + 2]
    weighed = secrets
    if rules["weights"] is not None:
        weighed = [f"{code} {weight}" for code, weight in zip(secrets, lines[LISTS + 2], strict=True)]
        rules["weights"] = sum(lines[LISTS + 2])
    for name, texts, written in (("guesses", guesses, guesses), ("secrets", secrets, weighed)):
        rules[name] = len(texts)
        rules[f"{name}_sha256"] = hashlib.sha256(
            "".join(f"{text}\n" for text in written).encode()
        ).hexdigest()
    return lines


def edited(lines: Lines, *path: Any, to: Any) -> bytes:
    part: Any = lines
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = to
    return sealed(lines)


def forgeries() -> list[Forgery]:
    """All of them, in the order of the checker's lines."""
    return [*of_lists(), *of_proofs()]


def of_lists() -> list[Forgery]:
    def relisted(*path: Any, to: Any) -> bytes:
        lines = good("hits", full=False)
        edited(lines, LISTS, *path, to=to)
        return sealed(listed_again(lines))

    turned = good("hits", full=False)
    turned[LISTS + 1].reverse(), turned[LISTS + 2].reverse()
    table = good(full=False)
    guess = table[LISTS].index(next(guess for guess in table[LISTS] if guess not in table[LISTS + 1]))
    win = table[0]["rules"]["feedback"] - 1
    last = len(good("hits", full=False))
    return [
        Forgery(
            "a symbol too many",
            edited(good("hits", full=False), 0, "rules", "symbols", to="abdc"),
            "line 1: the symbols are not one letter, digit or sign for each color",
        ),
        Forgery(
            "weights of another sum",
            edited(good("hits", full=False), 0, "rules", "weights", to=7),
            "line 4: the weights have another sum",
        ),
        Forgery("a guess too long", relisted(-1, to="dddd"), 'line 2: "dddd" is not a code of this game'),
        Forgery(
            "a symbol of no color", relisted(-1, to="ddc"), "line 2: ddc has a color that is not in this game"
        ),
        Forgery("a guess twice", relisted(-1, to="bab"), "line 2: bab is not above the guess before it"),
        Forgery(
            "secrets in another order",
            sealed(listed_again(turned)),
            "line 3: the secrets are not in ascending order",
        ),
        Forgery(
            "a changed word",
            edited(good("hits", full=False), LISTS, -1, to="dda"),
            "line 4: the guesses have another digest",
        ),
        Forgery(
            "a win that is none",
            edited(table, LISTS + 2 + guess, 0, to=win),
            f"line {LISTS + 3 + guess}: the win is not the feedback of the secret alone",
        ),
        Forgery(
            "a secret that is no guess",
            relisted(0, to="aaa"),
            'line 3: "aab" is none of the guesses',
            "KeyError: 'aab'",
        ),
        Forgery(
            "feedback that is none",
            edited(good("hits", full=False), last - 1, 1, to="BG"),
            f'line {last}: "BG" is not feedback of this game',
            "KeyError: 'BG'",
        ),
    ]


def of_proofs() -> list[Forgery]:
    lines = good()
    first = proof_of(lines)
    assert [len(line) for line in lines[first:]] == [4, 0, 0]
    one, ((told, bound),) = lines[first][0]
    line = f"line {first + 1}"
    again = good()
    again[first].append([one, [[told, [1]]]])
    prescribed = good(first=one)
    prescribed[proof_of(prescribed)].append(["aa", []])
    nothing = good()
    nothing[first].append(["dd", []])
    twice = good()
    twice[first][0][1].append([told, [1]])
    circle = good(first="dd")  # it tells nothing
    circle[proof_of(circle) :] = [[["dd", [["0", [0]]]]]]
    return [
        Forgery(
            "pairs too many",
            sealed(good()),
            f"line {first}: the checker accepts proofs for up to 79 pairs and 256 feedbacks",
            limits={"PAIRS": 79},
        ),
        Forgery(
            "listed lemmas too large",
            sealed(good()),
            f"{line}: the lemmas have more than 14 candidates together",
            limits={"HELD": 14},
        ),
        Forgery("a guess treated twice", sealed(again), f"{line}: lemma 0: the guess {one} is treated twice"),
        Forgery(
            "another guess than the prescribed one",
            sealed(prescribed),
            f"line {proof_of(prescribed) + 1}: lemma 0: the guess aa is not the prescribed one",
        ),
        Forgery(
            "a bound too low",
            edited(good(), first, 0, 1, 0, 1, to=bound - 1),
            f"{line}: lemma 0: the guess {one} may cost less than the bound",
        ),
        Forgery(
            "a bound too high",
            edited(good(), first, 0, 1, 0, 1, to=bound + 9),
            f"line {first + 2}: lemma 1: the guess aa may cost less than the bound, and is not treated",
        ),
        Forgery(
            "a guess that tells nothing", sealed(nothing), f"{line}: a treated guess makes only one class"
        ),
        Forgery(
            "a lemma for no class",
            edited(good(), first, 0, 1, 0, 0, to="2"),
            f"{line}: there is no class of 2 to cite a lemma for",
            "KeyError: 2",
        ),
        Forgery("a class twice", sealed(twice), f"{line}: the guess cites a second lemma for {told}"),
        Forgery(
            "a lemma that is not there",
            edited(good(), first, 2, 1, 0, 1, to=[9]),
            f"{line}: there is no lemma 9 yet",
            "IndexError: list index out of range",
        ),
        Forgery("a circle", sealed(circle), f"line {len(circle)}: lemma 0 is about one first guess only"),
        Forgery(
            "a lemma of something else",
            edited(good(), first, 2, 1, 0, 1, to=[0]),
            f"{line}: lemma 0 is about other candidates",
        ),
    ]
