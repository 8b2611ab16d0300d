"""What a search for an optimal strategy is asked for, and what it finds: bounds, and the best tree."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Printable, plain_values
from pegwise.errors import LimitError, StrategyError
from pegwise.trees.tree import Node, StrategyTree, tree_of

if TYPE_CHECKING:
    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.exactness import Known
    from pegwise.optimal.certificate import Written
    from pegwise.position import Position
    from pegwise.rules import Code


OBJECTIVES = ("total", "worst", "worst,total", "worst,last", "total,worst,last")
"""What an optimal strategy minimizes: the total, the worst case, or one after the other.

``last`` is the number of secrets that take the worst case.
"""


@dataclass(frozen=True)
class Problem(Printable):
    """What an optimal strategy is asked for.

    Guesses are counted from the first one of the game; the rows of the position are included.

    Attributes:
        position: The position to play from.
        objective: What to minimize: ``total``, ``worst``, ``worst,total``, ``worst,last`` or
            ``total,worst,last``.
        max_guesses: The most guesses that a secret may take; None for any number.
        first: The next guess, if it is prescribed; otherwise None.
        candidates_from: The number of the guess from which on only candidates may be guessed; None for no
            such rule.

    Raises:
        StrategyError: If there is no such objective, or ``first`` is not a candidate but has to be.
        CodeError: If ``first`` is outside the rules.
        LimitError: If a number leaves no guess, or rows of the position may be false.

    Example:
        >>> import pegwise
        >>> problem = pegwise.Problem(pegwise.Position("3x4 112:B"), candidates_from=2)
        >>> problem.made, problem.candidates_only
        (1, True)
        >>> problem.to_dict()["history"]
        ['112:B']
    """

    position: Position
    _: KW_ONLY
    objective: str = "total"
    max_guesses: int | None = None
    first: Code | None = None
    candidates_from: int | None = None

    def __post_init__(self) -> None:
        if self.objective not in OBJECTIVES:
            raise StrategyError(f"the objective is one of {'; '.join(OBJECTIVES)}; not {self.objective!r}")
        self.position.check_rows_true()
        if self.first is not None:
            object.__setattr__(self, "first", self.position.rules.code(self.first))
        if self.max_guesses is not None and self.max_guesses <= self.made:
            raise LimitError(
                f"max_guesses={self.max_guesses} leaves no guess: the history already has {self.made}"
            )
        if self.candidates_from is not None and self.candidates_from < 1:
            raise LimitError(f"guesses count from 1, not from {self.candidates_from}")
        if self.first is not None and self.candidates_only and self.first not in self.position.candidates:
            raise StrategyError(
                f"{self.first} is not a candidate, "
                f"and from guess {self.candidates_from} on only candidates are guessed"
            )

    def to_dict(self) -> dict[str, Any]:
        """Return the problem as plain values.

        Returns:
            The keys that repeat the question in what ``pegwise optimal --json`` prints.
        """
        return {
            **self.position.rules.told(),
            "history": list(map(str, self.position.history)),
            "objective": self.objective,
            "max_guesses": self.max_guesses,
            "first": None if self.first is None else str(self.first),
            "candidates_from": self.candidates_from,
        }

    @property
    def made(self) -> int:
        """The number of guesses made so far."""
        return len(self.position.history)

    @property
    def candidates_only(self) -> bool:
        """True if the next guess must be a candidate."""
        return self.candidates_from is not None and self.candidates_from <= self.made + 1


@dataclass(frozen=True)
class Bounds(Printable):
    """The progress of a search for an optimal strategy, as bounds of the total or of the worst case.

    The bounds are of whichever the objective names first. They count guesses from the first one of the game.

    Attributes:
        lower: The lower bound in guesses; None if there is none.
        upper: The upper bound in guesses; None if there is none.
        positions: The number of positions searched so far.
        seconds: The time so far.
        wasted: The number of these positions that were searched in vain, because another worker found
            something better meanwhile.
        canceled: The number of tasks that were given to a worker and then canceled, because
            their answers could no longer matter. ``wasted`` does not have the positions of those.

    Example:
        >>> import pegwise
        >>> seen = []
        >>> best = pegwise.optimum("2x4", book=False, watch=seen.append)
        >>> seen[-1].lower == seen[-1].upper == best.total == seen[-1].to_dict()["upper"]
        True
    """

    lower: int | None
    upper: int | None
    positions: int
    seconds: float
    wasted: int = 0
    canceled: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the bounds as plain values.

        Returns:
            The attributes by name.
        """
        return {**vars(self), "seconds": round(self.seconds, 3)}


@dataclass(frozen=True, repr=False)
class Optimum(Printable):
    """The best strategy for a problem, or the best one found and what is proved about all others.

    Attributes:
        problem: What was asked for.
        lower: The lower bound of what the objective names first, the total or the worst case. None if it is
            proved that no strategy stays within the guesses allowed.
        upper: The upper bound; None if no strategy was found.
        known: ``exact`` if all of the objective is proved; ``upper`` if the tree is the best one found so
            far; ``lower`` if no tree was found.
        tree: The tree of the strategy; None if no strategy was found.
        positions: The number of positions that were searched.
        seconds: The time that it took.
        certified: What was written as the certificate; None if none was asked for.
        wasted: The number of positions that were searched in vain, because another worker found something
            better meanwhile.
        canceled: The number of tasks that were given to a worker and then canceled, because
            their answers could no longer matter. ``wasted`` does not have the positions of those.

    Example:
        >>> import pegwise
        >>> best = pegwise.optimum("3x4")
        >>> best.total, best.worst, best.known, best.to_dict()["lower"]
        (206, 4, 'exact', 206)
    """

    problem: Problem
    lower: int | None
    upper: int | None
    known: Known
    tree: StrategyTree | None
    positions: int
    seconds: float = field(compare=False)
    certified: Written | None = None
    wasted: int = field(default=0, compare=False)
    canceled: int = field(default=0, compare=False)

    @property
    def total(self) -> int | None:
        """The guesses of the tree, summed over all secrets; None if there is no tree."""
        return None if self.tree is None else self.tree.total

    @property
    def average(self) -> float | None:
        """The guesses of the tree, on average over all secrets; None if there is no tree."""
        return None if self.tree is None else self.tree.average

    @property
    def worst(self) -> int | None:
        """The most guesses of the tree; None if there is no tree."""
        return None if self.tree is None else self.tree.worst

    @property
    def distribution(self) -> tuple[int, ...]:
        """The number of secrets that the tree finds at guess 1, 2, 3, ..."""
        return () if self.tree is None else tuple(self.tree.distribution)

    @property
    def first_guess(self) -> Code | None:
        """The next guess; None if there is no tree."""
        return None if self.tree is None else self.tree.first_guess

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values.

        Returns:
            What ``pegwise optimal --json`` prints.
        """
        return {
            **self.problem.to_dict(),
            **plain_values(
                self,
                "lower upper known total average worst distribution first_guess positions wasted canceled "
                "seconds certificate",
                average=rounded(self.average),
                seconds=round(self.seconds, 3),
                certificate=None if self.certified is None else self.certified.sha256,
            ),
        }


def rounded(number: float | None) -> float | None:
    """Return a number as it is printed in JSON."""
    return None if number is None else round(number, 6)


def optimal_tree(problem: Problem, nodes: TreeArrays | Node, known: Known) -> StrategyTree:
    """Return the tree of these nodes, with the options that ask for it; one that is only a bound says so."""
    options = {"objective": problem.objective, "max_guesses": problem.max_guesses}
    options["candidates_from"] = problem.candidates_from
    given = {name: value for name, value in options.items() if value not in (None, "total")}
    name = "optimal" if known == "exact" else f"optimal ({known})"
    if isinstance(nodes, Node):
        return StrategyTree(problem.position, name, nodes, given)
    return tree_of(nodes, problem.position, name, given)
