"""Games whose kernels are unrolled, by the kernels of any number of pegs: both must tell the same."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from pegwise.engine.enumerated.game_tables import tables_of
from pegwise.engine.kernels import shapes

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["by_kernels_of_any_pegs"]


@contextmanager
def by_kernels_of_any_pegs() -> Iterator[None]:
    """As if no number of pegs had kernels of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shapes, "OWN", range(0))
        tables_of.cache_clear()  # they hold the rows that codes name
        try:
            yield
        finally:
            tables_of.cache_clear()
