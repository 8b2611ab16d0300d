"""Few guesses in games of any size: each guess takes bounded work, and each game ends."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pegwise.candidates import check_family, is_enumerable
from pegwise.engine.code_space import rows_of, to_code
from pegwise.engine.unlimited.sampled_choice import Choice, choice, unused
from pegwise.engine.unlimited.window_guess import has_window, windowed
from pegwise.errors import LimitError
from pegwise.exactness import Sample
from pegwise.limit import seconds_left, share_of_limit
from pegwise.position import Position, PositionLike, parse_position
from pegwise.strategies.base import RankingStrategy
from pegwise.strategies.fixed_questions import next_question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Code, Rules

_SHARE, _LONGER, _LONGEST = 0.7, 2.0, 64.0
"""Of the time left, the share of a second, longer choice; how much longer it is at least and at most."""
_QUICK = 0.4
"""The share of its usual work that the first choice takes if time is limited: a tenth of a second."""
_KNOWN = 500
"""Codes of the sample that the position keeps for its partitions if time is short."""
_PATIENCE, _QUARTER = 64, 4
"""Rows, at least, before a game in which no candidate is found continues with questions that settle it."""


@dataclass(frozen=True, kw_only=True)
class Large(RankingStrategy):
    """Makes the guess that leaves the least to do, as far as a sample of the candidates tells.

    A random walk draws the sample, and some of its codes are tried as guesses. The best is then improved by
    small changes, so that it need not be a candidate. In games of 1,500 cells (pegs times colors) and more,
    only some of the pegs are in play at a time. If no candidate is found, the guess is the nearest code.
    After a quarter of pegs x colors rows, but not before 64, it asks questions that settle the game in pegs x
    colors further rows.

    A limit on time makes samples larger as far as there is time. ``effort`` multiplies the work of one guess.
    Without a limit the guess depends on the position and ``seed`` alone, on every computer.

    Source: pegwise, docs/large.md; the walk is parallel tempering (Swendsen and Wang 1986, Geyer 1991).
    """

    name = "large"
    summary = "few guesses in games of any size, by samples"
    source = "pegwise"
    samples = True

    seed: int = 0
    effort: float = 1.0

    def __post_init__(self) -> None:
        """Raise :class:`~pegwise.errors.LimitError` for an effort that is no number above 0."""
        if not 0 < self.effort < math.inf:
            raise LimitError("large needs a finite effort above 0")

    def choose(self, position: PositionLike) -> Code:
        """Return the next guess, without checking first that some code is possible."""
        return self.guess(parse_position(position))

    def ranked(self, position: Position, number: int) -> tuple[list[Code], Sample]:
        """Return the best guesses found, with the sample that they rest on."""
        rules = position.rules
        if self.first is not None and not position.history:
            return [rules.code(self.first)], Sample(0, 0, 1)
        check_family(rules, self.name)
        position.check_rows_true()
        rows = rows_of(position.history)
        found = self.weighed(position, max(1, number))
        if seconds_left() is not None:  # no time to draw another
            position.know(rules.spelled(to_code(code)) for code in found.drawn.codes[:_KNOWN])
        if found.guesses:
            first = unused(rules, rows, found.guesses[0], self.seed)
            spelled = (rules.spelled(to_code(guess)) for guess in (first, *found.guesses[1:]))
            guesses = [*dict.fromkeys(spelled)][: max(1, number)]
        elif len(rows) > max(_PATIENCE, rules.pegs * rules.colors // _QUARTER) and not is_enumerable(rules):
            guesses = [next_question(rules, position.history)]
        else:
            if is_enumerable(rules):
                position.check_possible()
            guesses = [rules.spelled(to_code(unused(rules, rows, found.drawn.nearest, self.seed)))]
        return guesses, Sample(len(found.drawn.codes), found.drawn.different, max(1, found.tried))

    def _chosen(
        self, rules: Rules, rows: Sequence[EngineRow], seed: str, number: int, effort: float
    ) -> Choice:
        if has_window(rules):
            return windowed(rules, rows, seed, effort)
        return choice(rules, rows, seed, number, effort)

    def weighed(self, position: Position, number: int) -> Choice:
        """Return the best guesses by a sample.

        If time is limited, most of it goes to a second try, as large as there is time for.
        """
        rules, rows = position.rules, rows_of(position.history)
        seed, before = f"{self.seed} {len(rows)}", seconds_left()
        if before is None:
            return self._chosen(rules, rows, seed, number, self.effort)
        quick = _QUICK * self.effort
        found = self._chosen(rules, rows, seed, number, quick)
        after = seconds_left()
        if after is None:
            return found
        longer = min(_LONGEST, _SHARE * after / max(1e-3, before - after))
        if longer < _LONGER:
            return found
        with share_of_limit(_SHARE):
            again = self._chosen(rules, rows, seed, number, quick * longer)
        return again if again.tried >= found.tried else found
