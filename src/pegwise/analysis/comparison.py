"""The figures of one strategy over all secrets or, if there are too many, a sample; and tables of several."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Drawable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.exactness import Known
    from pegwise.rules import Code, Rules

HEADINGS = ("strategy", "first", "total", "average", "worst", "won at guess 1, 2, 3, ...")
RIGHT = (2, 3, 4)
"""The columns of numbers, set flush right."""


@dataclass(frozen=True)
class Comparison(Drawable):
    """The figures of one strategy.

    Attributes:
        strategy: The name of the strategy.
        rules: The rules.
        first_guess: The first guess; None if it differs from game to game.
        distribution: The number of secrets that are found at guess 1, 2, 3, ...
        known: ``exact`` if every secret was played, ``sampled`` if random ones were.
        seconds: The time that it took.
        seed: The random seed of a sample; None if every secret was played.
        wanted: The number of games that a sample should have; a limit may have left time for fewer, even
            none. None if every secret was played.

    Example:
        >>> import pegwise
        >>> (found,) = pegwise.compare("3x4", strategies=["knuth"])
        >>> found.total, found.average, found.worst, found.to_dict()["known"]
        (216, 3.375, 4, 'exact')
    """

    strategy: str
    rules: Rules
    first_guess: Code | None
    distribution: tuple[int, ...]
    known: Known
    seconds: float
    seed: int | None = None
    wanted: int | None = None

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(self.distribution)

    @property
    def total(self) -> int:
        """The guesses, summed over the games."""
        return sum(depth * games for depth, games in enumerate(self.distribution, 1))

    @property
    def average(self) -> float | None:
        """The guesses that a game takes on average; None if no game ended."""
        return self.total / self.games if self.games else None

    @property
    def worst(self) -> int:
        """The most guesses that a game took."""
        return len(self.distribution)

    @property
    def standard_error(self) -> float | None:
        """The standard error of the average; 0 if every secret was played, None if fewer than two were."""
        if self.known == "exact":
            return 0.0
        if self.games < 2:
            return None
        average = self.total / self.games
        squares = sum((depth - average) ** 2 * won for depth, won in enumerate(self.distribution, 1))
        return float((squares / (self.games - 1) / self.games) ** 0.5)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values.

        Returns:
            One element of what ``pegwise compare --json`` prints.
        """
        plain = {
            "strategy": self.strategy,
            "rules": str(self.rules),
            "first_guess": None if self.first_guess is None else str(self.first_guess),
            "total": self.total,
            "average": self.average,
            "worst": self.worst,
            "distribution": list(self.distribution),
            "known": self.known,
        }
        if self.known == "sampled":
            plain |= {"games": self.games, "seed": self.seed, "standard_error": self.standard_error}
        return plain


def cells(row: Comparison, separator: str = " ") -> list[str]:
    """The figures under :data:`HEADINGS`; an average that is sampled has its standard error behind it."""
    return [
        row.strategy,
        str(row.first_guess or "varies"),
        str(row.total),
        average_text(row),
        str(row.worst) if row.games else "-",
        separator.join(map(str, row.distribution)),
    ]


def average_text(row: Comparison, digits: int = 4) -> str:
    """The average, with its standard error where it is sampled; a dash where no game is over."""
    if row.average is None:
        return "-"
    error = row.standard_error
    if error is None:
        return f"{row.average:.{digits}f} (one game)"
    return f"{row.average:.{digits}f}{f' ± {error:.{digits}f}' if row.known == 'sampled' else ''}"


def known_text(row: Comparison) -> str:
    """How a row is known, in words: ``exact``, or ``sampled: 100 games, seed 0``."""
    if row.known != "sampled":
        return row.known
    games = f"{row.games} of {row.wanted}" if row.games < (row.wanted or 0) else str(row.games)
    return f"sampled: {games} game{'s' * (games != '1')}, seed {row.seed}"


def markdown_table(rows: Sequence[Comparison]) -> str:
    """A Markdown table of the figures and how they are known."""
    lines = [
        [*HEADINGS, "known"],
        ["---:" if place in RIGHT else "---" for place in range(len(HEADINGS) + 1)],
        *([*cells(row, ", "), known_text(row)] for row in rows),
    ]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def csv_table(rows: Sequence[Comparison]) -> str:
    """A line of headings and a line a strategy; ``won_1``, ``won_2``, ...: games won at that guess."""
    deepest = max((row.worst for row in rows), default=0)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    figures = ["rules", "strategy", "first", "games", "total", "average", "standard_error", "worst"]
    writer.writerow([*figures, "known", "seed", *(f"won_{guess}" for guess in range(1, deepest + 1))])
    for row in rows:
        writer.writerow(
            [
                str(row.rules),
                row.strategy,
                row.first_guess,
                row.games,
                row.total,
                row.average,
                row.standard_error,
                row.worst,
                row.known,
                row.seed,
                *row.distribution,
                *[0] * (deepest - row.worst),
            ]
        )
    return text.getvalue()
