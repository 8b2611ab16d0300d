"""Write a strategy of your own, and see how it does against Knuth's.

Use: python examples/own_strategy.py

Every secret of Mastermind is played, so the figures are exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import pegwise

if TYPE_CHECKING:
    from numpy.typing import NDArray


@pegwise.register
class TwoLargest(pegwise.Heuristic):
    """Looks at the two largest classes of a guess, where Knuth's looks at the largest."""

    name = "two-largest"
    summary = "fewest candidates in the two largest classes, then in the largest"

    def scores(self, sizes: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
        """Score the guesses; lower is better.

        ``sizes`` has a row for each guess, and in it the size of the class of each feedback.
        """
        ordered = np.sort(sizes, axis=1)
        return ordered[:, -2:].sum(axis=1), ordered[:, -1]


def main() -> None:
    """Compare the two, and show a game that they play differently."""
    print(pegwise.compare(strategies=["knuth", "two-largest"]).markdown())
    knuth, own = (pegwise.build_tree(strategy=name) for name in ("knuth", "two-largest"))
    secret = max(
        pegwise.Position("4x6").candidates, key=lambda code: len(knuth.solve(code)) - len(own.solve(code))
    )
    print(f"\n{secret}:")
    for tree in (knuth, own):
        print(f"{tree.strategy:>12}  {' '.join(map(str, tree.solve(secret)))}")


if __name__ == "__main__":
    main()
