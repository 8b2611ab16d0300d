"""How often each number occurs, in integers of 64 bits everywhere.

numpy counts in integers as wide as an address, and takes no wider ones: in a browser they have 32 bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def occurrences(
    numbers: NDArray[np.integer[Any]], minlength: int = 0, weights: NDArray[np.integer[Any]] | None = None
) -> NDArray[np.int64]:
    """Count how often 0, 1, 2, ... occurs, up to the highest number or further; or add up its weights.

    >>> occurrences(np.array([3, 1, 3], np.int64), 5).tolist()
    [0, 1, 0, 2, 0]
    """
    found = np.bincount(numbers.astype(np.intp, copy=False), weights, minlength)
    return found.astype(np.int64, copy=False)
