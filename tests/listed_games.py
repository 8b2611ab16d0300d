"""Random small listed games, as pegwise and as the oracle has them."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import strategies as st

from pegwise.rules import Rules
from tests import listed_oracle

if TYPE_CHECKING:
    from pegwise.codes import Code

__all__ = ["Pair", "listed_games"]


class Pair(NamedTuple):
    """A game twice."""

    rules: Rules
    game: listed_oracle.Game

    @property
    def secrets(self) -> tuple[tuple[int, ...], ...]:
        """All secrets of the oracle, in numeric order."""
        return tuple(sorted(self.game.weights))

    def plain(self, codes: list[Code]) -> list[tuple[int, ...]]:
        """Codes of pegwise as the oracle has them."""
        return [tuple(code) for code in codes]


@st.composite
def listed_games(
    draw: st.DrawFn, *, most: int = 7, kinds: tuple[str, ...] = tuple(listed_oracle.KINDS)
) -> Pair:
    """Draw a game of at most ``most`` secrets and twice as many guesses, never all codes of a family."""
    pegs, colors = draw(st.sampled_from([(2, 3), (2, 4), (3, 3), (3, 2)]))
    every = list(product(range(1, colors + 1), repeat=pegs))
    guesses = draw(
        st.lists(st.sampled_from(every), min_size=1, max_size=min(2 * most, len(every) - 1), unique=True)
    )
    secrets = draw(st.lists(st.sampled_from(guesses), min_size=1, max_size=most, unique=True))
    weights = draw(st.none() | st.lists(st.integers(1, 5), min_size=len(secrets), max_size=len(secrets)))
    kind = draw(st.sampled_from(kinds))
    rules = Rules.listed(secrets, guesses, weights, kind)
    own = rules.weights or (1,) * len(secrets)
    game = listed_oracle.Game(
        tuple(sorted(guesses)), dict(zip(sorted(secrets), own, strict=True)), listed_oracle.KINDS[kind]
    )
    return Pair(rules, game)
