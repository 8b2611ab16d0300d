"""Questions that settle any game in at most pegs x colors rows after the first guess.

It does not matter what was asked before. Each question differs a little from the first guess, the base: one
peg has another color, or two or three exchange theirs if no color may repeat. The number of black hits that
this gains tells what is at these pegs; nothing is searched for.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from pegwise.errors import ContradictionError
from pegwise.rules import Code, Row, Rules

if TYPE_CHECKING:
    from collections.abc import Sequence


def next_question(rules: Rules, history: Sequence[Row]) -> Code:
    """Return the next question after ``history``, which has one row at least; at last it is the secret.

    Raises:
        ContradictionError: If the rows cannot all be true.

    Example:
        >>> from pegwise import Position
        >>> str(next_question(Position("4x6").rules, Position("4x6", "1122:B").history))
        '2122'
    """
    settle = _Changes(rules, history).settle if rules.repeats else _Trades(rules, history).settle
    try:
        secret = Code(settle())
    except _Unasked as needed:
        return needed.question
    except LookupError:  # the answers lead nowhere
        raise ContradictionError(
            "no code is possible: the feedback to the last questions cannot all be true"
        ) from None
    if any(row.guess == secret for row in history):
        raise ContradictionError(
            f"no code is possible: the feedback leaves only {secret}, which is ruled out"
        )
    return secret


class _Unasked(Exception):  # noqa: N818 - it ends the reasoning, and is the question
    """What has to be asked before the reasoning can go on."""

    def __init__(self, question: Code) -> None:
        self.question = question


class _Base:
    """The first guess, and how many black hits are gained by changing it."""

    def __init__(self, rules: Rules, history: Sequence[Row]) -> None:
        self.rules, self.base = rules, history[0].guess
        self._black = {row.guess: row.feedback.black for row in history}

    def gain(self, changes: dict[int, int]) -> int:
        """Return the black hits gained by giving pegs other colors.

        Raises:
            _Unasked: If that is not known.
        """
        changed = list(self.base)
        for peg, color in changes.items():
            changed[peg] = color
        question = Code(changed)
        if question not in self._black:
            raise _Unasked(question)
        return self._black[question] - self._black[self.base]


class _Changes(_Base):
    """Games in which colors may repeat: peg by peg, color by color."""

    def settle(self) -> list[int]:
        """Return the secret."""
        return [self._color(peg) for peg in range(self.rules.pegs)]

    def _color(self, peg: int) -> int:
        for color in range(1, self.rules.colors + 1):
            gain = 0 if color == self.base[peg] else self.gain({peg: color})
            if gain:
                return color if gain > 0 else self.base[peg]
        return self.base[peg]  # of a game with one color


class _Trades(_Base):
    """Games in which no color repeats: each pair of pegs, and each peg with each color not in the base."""

    def settle(self) -> list[int]:
        """Return the secret."""
        pegs, base = range(self.rules.pegs), self.base
        lacking = [color for color in range(1, self.rules.colors + 1) if color not in base]
        inside = {pair: self.gain(self._turned(*pair)) for pair in combinations(pegs, 2)}
        outside = {(peg, color): self.gain({peg: color}) for peg in pegs for color in lacking}
        lost = [0] * len(pegs)
        for (one, other), gain in inside.items():
            lost[one] += gain
            lost[other] += gain
        for (peg, _), gain in outside.items():
            lost[peg] += gain
        # A peg that the base has right loses its hit in every trade: so many others gain or lose at most.
        right = [each == 2 - self._black[base] - self.rules.colors for each in lost]
        secret = {peg: base[peg] for peg in pegs if right[peg]}
        secret |= {peg: color for (peg, color), gain in outside.items() if gain + right[peg] == 1}
        links = {pair: gain + right[pair[0]] + right[pair[1]] for pair, gain in inside.items()}
        self._follow(secret, {pair for pair, link in links.items() if link == 1})
        for (one, other), link in links.items():
            if link == 2:
                secret[one], secret[other] = base[other], base[one]
        return [secret[peg] for peg in pegs]

    def _turned(self, *pegs: int) -> dict[int, int]:
        """Return each of these pegs with the base's color of the next; the last has that of the first."""
        return {peg: self.base[after] for peg, after in zip(pegs, (*pegs[1:], pegs[0]), strict=True)}

    def _follow(self, secret: dict[int, int], links: set[tuple[int, int]]) -> None:
        """Complete the secret along chains of pegs of which one has the base's color of the next.

        A chain begins with a peg whose color the base lacks. What is left are rings; a question about three
        pegs in a row tells which way round a ring goes.
        """
        near: dict[int, list[int]] = {}
        for one, other in sorted(links):
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
        for peg in [each for each in near if each in secret]:
            self._walk(secret, near, peg, near[peg][0])
        for peg, (before, *_) in near.items():
            if peg not in secret:
                after = near[before][0] if near[before][0] != peg else near[before][1]
                first = before if self.gain(self._turned(peg, before, after)) < 2 else near[peg][1]
                self._walk(secret, near, peg, first)

    def _walk(self, secret: dict[int, int], near: dict[int, list[int]], before: int, peg: int) -> None:
        """From peg to peg, each of which has the base's color of the one before."""
        while peg not in secret:
            secret[peg] = self.base[before]
            following = [each for each in near[peg] if each != before]
            if not following:
                return
            before, peg = peg, following[0]
