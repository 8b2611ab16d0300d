"""The two lists of a listed game as arrays, and where a code stands in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from pegwise.engine.code_space import Columns, Indices, all_codes, color_type, numbers_of, to_columns
from pegwise.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.listed_rules import CodeList, ListedRules


@lru_cache(maxsize=4)
def lists_of(rules: Rules) -> Lists:
    """Return the lists of listed rules; those of the games last asked for are kept."""
    return Lists(cast("ListedRules", rules))


@dataclass(frozen=True)
class Lists:
    """The guesses and secrets of a listed game, both in numeric order."""

    rules: ListedRules

    @cached_property
    def secrets(self) -> Columns:
        """All secrets, shape (pegs, S), colors from 0; read-only."""
        return self._columns(self.rules.secrets)

    @cached_property
    def guesses(self) -> Columns:
        """All guesses, shape (pegs, G), colors from 0; read-only."""
        return self.secrets if self.rules.guesses == self.rules.secrets else self._columns(self.rules.guesses)

    def _columns(self, codes: Rules | CodeList) -> Columns:
        found = all_codes(codes) if isinstance(codes, Rules) else to_columns(codes.codes, self.rules)
        found = np.ascontiguousarray(found, dtype=color_type(self.rules))
        found.setflags(write=False)
        return found

    @cached_property
    def weights(self) -> Indices:
        """The weight of each secret, (S,), 1 if all count the same."""
        given = self.rules.weights
        return np.array(given, np.int64) if given else np.ones(self.rules.size, np.int64)

    @cached_property
    def guess_of(self) -> NDArray[np.int32]:
        """The guess that each secret is, (S,)."""
        return self.guess_places(self.secrets).astype(np.int32)

    @cached_property
    def secret_of(self) -> NDArray[np.int32]:
        """The secret that each guess is, (G,); -1 if it is none."""
        found = np.full(self.guesses.shape[1], -1, np.int32)
        found[self.guess_of] = np.arange(self.rules.size, dtype=np.int32)
        return found

    def guess_places(self, codes: Columns) -> Indices:
        """Return where codes (pegs, N) stand among the guesses, (N,); -1 for those that are none."""
        return self._places(codes, self._guess_numbers)

    def secret_places(self, codes: Columns) -> Indices:
        """Return where codes (pegs, N) stand among the secrets, (N,); -1 for those that are none."""
        return self._places(codes, self._secret_numbers)

    @cached_property
    def _guess_numbers(self) -> NDArray[Any]:
        return self._numbers(self.guesses)

    @cached_property
    def _secret_numbers(self) -> NDArray[Any]:
        return self._numbers(self.secrets)

    def _numbers(self, codes: Columns) -> NDArray[Any]:
        """Codes as numbers in numeric order, each different, as long as they fit into 64 bits."""
        if float(self.rules.colors) ** self.rules.pegs < 2.0**63:
            return numbers_of(codes, self.rules)
        width = 1 if codes.dtype == np.uint8 else 4
        rows = np.ascontiguousarray(codes.T.astype(">u4" if width == 4 else np.uint8))
        return rows.view(np.dtype((np.void, rows.shape[1] * width))).ravel()

    def _places(self, codes: Columns, held: NDArray[Any]) -> Indices:
        wanted = self._numbers(np.asarray(codes, color_type(self.rules)))
        places = np.minimum(np.searchsorted(held, wanted), len(held) - 1)
        return np.where(held[places] == wanted, places, -1)
