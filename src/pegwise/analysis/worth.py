"""What a guess is worth: the turns that a game takes on average with best play, and with this guess first.

With n candidates, all equally likely, let V be the least expected number of further guesses, the winning one
included, and Q that number with a given guess first. Then

    regret = Q - V                 turns that the guess lost, never below zero
    luck   = (Q - 1) - V'          turns that the feedback saved, where V' is V after it (0 after a win)

The expectation of V' over the candidates is Q - 1, so that of the luck is 0 for every guess. Over a game won
in g guesses all but the beginning cancels: g = V + sum of regrets - sum of luck.

Source: this is the advantage of game theory and of reinforcement learning (R. S. Sutton and A. G. Barto,
Reinforcement Learning, 2018, ch. 3), split into choice and chance as is usual for backgammon games. V and
Q come from the search of :mod:`pegwise.optimal`; ``regret`` finds them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pegwise.drawable import plain_values
from pegwise.feedback_dict import FixedByFeedback

if TYPE_CHECKING:
    from pegwise import Code, Feedback, Rules
    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.exactness import Known

    Turns = dict[Feedback, tuple[float, int]]


class Between(NamedTuple):
    """A number of turns, summed over the candidates, between two bounds; the bounds are equal if it is known.

    Attributes:
        lower: The lower bound.
        upper: The upper bound; infinite if there is none.

    Example:
        >>> from pegwise.analysis.worth import Between
        >>> Between(206, 206).exact, Between(206, 210).exact, Between(206, 210).to_dict()
        (True, False, {'lower': 206, 'upper': 210})
    """

    lower: int
    upper: float

    @property
    def exact(self) -> bool:
        """True if the bounds are equal."""
        return self.lower == self.upper

    def to_dict(self) -> dict[str, Any]:
        """Return the bounds as plain values.

        Returns:
            ``lower`` and ``upper``, which is None if there is no upper bound.
        """
        return {"lower": self.lower, "upper": None if math.isinf(self.upper) else self.upper}


class Rank(NamedTuple):
    """The place of a guess among all guesses; those that differ only by names of pegs and colors count once.

    Attributes:
        better: The number of better guesses.
        guesses: The number of guesses.
        best: All guesses that no other is better than: candidates first, then the lowest first.

    Example:
        >>> import pegwise
        >>> rank = pegwise.review("3x4 112:W 234:BBB").moves[0].worth.rank
        >>> rank.better, rank.to_dict()
        (0, {'better': 0, 'guesses': 3, 'best': ['112']})
    """

    better: int
    guesses: int
    best: tuple[Code, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the rank as plain values.

        Returns:
            The attributes by name, with the codes as text.
        """
        return {"better": self.better, "guesses": self.guesses, "best": list(map(str, self.best))}


@dataclass(frozen=True)
class Worth:
    """What a guess is worth: the turns with best play, and those with this guess first.

    Attributes:
        guess: The guess.
        candidates: The number of candidates.
        optimum: The turns from here on with best play, summed over the candidates.
        value: The turns from here on with this guess first, summed over the candidates.
        by_feedback: The expected turns after each feedback, and the number of candidates that give it; None
            if the value is not known exactly.
        rank: The place of the guess among all guesses; None if the limit left no time to find it.

    Example:
        >>> import pegwise
        >>> from pegwise.analysis.regret import appraise
        >>> position = pegwise.Position("4x6", "1122:B 1344:W 3526:BWW")
        >>> worth = appraise(position, pegwise.parse_code("1462", position.rules))
        >>> worth.regret, worth.known, worth.rank.better, worth.to_dict()["optimum"]
        (0.0, 'exact', 0, {'lower': 14, 'upper': 14})
        >>> worth.luck(pegwise.Feedback("BW")), worth.chance(pegwise.Feedback("BW"))
        (0.0, 1.0)
    """

    guess: Code
    candidates: int
    optimum: Between
    value: Between
    by_feedback: Turns | None
    rank: Rank | None

    def __post_init__(self) -> None:
        if self.by_feedback is not None:
            object.__setattr__(self, "by_feedback", FixedByFeedback(self.by_feedback))

    def to_dict(self) -> dict[str, Any]:
        """Return what is known as plain values.

        Returns:
            The attributes by name; ``by_feedback`` has ``turns`` and ``candidates`` by the text of the
            feedback.
        """
        after = self.by_feedback
        return plain_values(
            self,
            "guess candidates optimum value by_feedback rank",
            by_feedback=after
            and {str(told): {"turns": turns, "candidates": codes} for told, (turns, codes) in after.items()},
        )

    @property
    def known(self) -> Known:
        """How the regret is known."""
        solved = self.optimum.exact and self.value.exact
        return "exact" if solved or self._is_best else "lower"

    @property
    def _is_best(self) -> bool:
        return self.rank is not None and self.rank.better == 0

    @property
    def regret(self) -> float:
        """The turns that the guess loses on average against best play; a bound from below unless exact."""
        if math.isinf(self.optimum.upper):  # the other may be more than a float holds
            return 0.0
        return max(0.0, self.value.lower - self.optimum.upper) / self.candidates

    @property
    def most_regret(self) -> float:
        """The turns that the guess loses on average at most; infinite if nothing is known."""
        if self._is_best or math.isinf(self.value.upper):
            return 0.0 if self._is_best else math.inf
        return (self.value.upper - self.optimum.lower) / self.candidates

    @property
    def expected(self) -> float | None:
        """The expected turns with best play; None if that is not known."""
        return self.optimum.lower / self.candidates if self.optimum.exact else None

    def luck(self, answer: Feedback) -> float | None:
        """Return how many turns some feedback saved against the average.

        Args:
            answer: The feedback.

        Returns:
            The turns saved, negative if it cost turns; None if that is not known.
        """
        if self.by_feedback is None:
            return None
        return self.value.lower / self.candidates - 1 - self.by_feedback[answer][0]

    def chance(self, answer: Feedback) -> float | None:
        """Return the chance of feedback that is at least as good.

        Args:
            answer: The feedback.

        Returns:
            The share of the candidates whose feedback is at least as good; None if that is not known.
        """
        if self.by_feedback is None:
            return None
        turns = self.by_feedback[answer][0]
        return sum(size for left, size in self.by_feedback.values() if left <= turns) / self.candidates


def turns_by_feedback(tree: TreeArrays, rules: Rules) -> Turns:
    """Return the expected turns after each feedback of a tree's first guess, and its candidates."""
    tops = np.flatnonzero(tree.parents == 0)  # of the subtrees, which are stretches of the nodes
    turns = np.add.reduceat(tree.counts, tops, dtype=np.int64).tolist() if tops.size else []
    counts = tree.counts[tops].tolist()
    answers = {
        rules.numbered(number): (found / count, count)
        for number, found, count in zip(tree.answers[tops].tolist(), turns, counts, strict=True)
    }
    won = int(tree.counts[0]) - sum(counts)
    if won:
        answers[rules.win] = 0.0, won
    return answers
