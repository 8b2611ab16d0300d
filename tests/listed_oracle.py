"""The slow, obvious twin of listed games. Pure Python, from the definitions; imports nothing from pegwise.

A game is its guesses, its secrets with a weight for each, and a function that tells the feedback as text.
Every secret is a guess. A strategy's total is the sum over the secrets of weight times number of guesses.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Code = Sequence[Any]

WON = "won"


def marks(secret: Code, guess: Code) -> str:
    """Mark what is right, and cross it out; then mark, from the left, what can be crossed out elsewhere."""
    told, left = ["."] * len(guess), list(secret)
    for peg, color in enumerate(guess):
        if secret[peg] == color:
            told[peg], left[peg] = "G", None
    for peg, color in enumerate(guess):
        if told[peg] == "." and color in left:
            told[peg] = "Y"
            left[left.index(color)] = None
    return "".join(told)


def total(secret: Code, guess: Code) -> str:
    """Cross out each color of the guess in the secret, and count."""
    if list(secret) == list(guess):
        return WON
    left, hits = list(secret), 0
    for color in guess:
        if color in left:
            left.remove(color)
            hits += 1
    return str(hits)


def hits(secret: Code, guess: Code) -> str:
    """Tell black and white hits as letters."""
    black = sum(one == other for one, other in zip(secret, guess, strict=True))
    left, every = list(secret), 0
    for color in guess:
        if color in left:
            left.remove(color)
            every += 1
    return "B" * black + "W" * (every - black) or "-"


def black(secret: Code, guess: Code) -> str:
    """Tell black hits as letters."""
    return "B" * sum(one == other for one, other in zip(secret, guess, strict=True)) or "-"


KINDS: dict[str, Callable[[Any, Any], str]] = {"marks": marks, "total": total, "hits": hits, "black": black}


class Game(NamedTuple):
    """A game of lists."""

    guesses: tuple[Any, ...]
    weights: dict[Any, int]
    told: Callable[[Any, Any], str]

    def classes(self, guess: Any, secrets: Sequence[Any]) -> dict[str, list[Any]]:
        """The secrets for each feedback."""
        found: dict[str, list[Any]] = {}
        for secret in secrets:
            found.setdefault(self.told(secret, guess), []).append(secret)
        return found

    def least(self, secrets: tuple[Any, ...], first: Any = None, most: int = 99) -> float:
        """The least total over all strategies, tried one by one; infinite if ``most`` guesses are too few."""

        @cache
        def best(secrets: tuple[Any, ...], most: int) -> float:
            if most == 0:
                return float("inf")
            return min(cost(guess, secrets, most) for guess in self.guesses)

        def cost(guess: Any, secrets: tuple[Any, ...], most: int) -> float:
            classes = [
                tuple(left for left in part if left != guess)
                for part in self.classes(guess, secrets).values()
            ]
            if len(classes) == 1 and classes[0] == secrets and guess != first:
                return float("inf")  # a guess that tells nothing is never needed
            every = sum(self.weights[secret] for secret in secrets)
            return every + sum(best(part, most - 1) for part in classes if part)

        return best(secrets, most) if first is None else cost(first, secrets, most)
