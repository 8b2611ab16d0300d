"""The value of a game as a game of two persons: both mix, and neither can do better on average."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Printable, plain_values
from pegwise.engine.code_space import is_searched_by_matrix
from pegwise.errors import LimitError, StrategyError
from pegwise.optimal.certificate import Written, family_claim, tree_lines, written
from pegwise.optimal.optimum import optimum
from pegwise.optimal.secret_classes import SecretClasses
from pegwise.optimal.value_search import ValueBounds, ValueSearch
from pegwise.position import parse_position
from pegwise.rules import Code, Rules
from pegwise.trees.tree import StrategyTree, arrays_of, tree_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from pegwise.exactness import Known
    from pegwise.notation import RulesLike


@dataclass(frozen=True, repr=False)
class ClassShare(Printable):
    """How often the codemaker chooses a secret of a class; all secrets of a class are equally likely.

    Attributes:
        name: The class, by how often its colors occur, such as ``AABC``.
        example: The lowest secret of the class.
        size: The number of its secrets.
        weight: The weight of each of its secrets, as a whole number.
        share: The probability that the secret is of this class.

    Example:
        >>> import pegwise
        >>> share = pegwise.value("2x3").codemaker[1]
        >>> print(share)
        AA, such as 11: share 1/2 = 0.5000, weight 2
        >>> share.to_dict()["share"]
        '1/2'
    """

    name: str
    example: Code
    size: int
    weight: int
    share: Fraction

    def to_dict(self) -> dict[str, Any]:
        """Return the share as plain values.

        Returns:
            The attributes by name; the share as a text, such as ``12/43``, and as a float.
        """
        return {**vars(self), "example": str(self.example), **_told("share", self.share)}


@dataclass(frozen=True, repr=False)
class TreeShare(Printable):
    """How often the codebreaker plays a tree, under names of pegs and colors that are drawn anew.

    Attributes:
        share: The probability of the tree.
        tree: The tree.
        averages: The guesses that the tree takes on average for the secrets of each class.

    Example:
        >>> import pegwise
        >>> share = pegwise.value("2x3").codebreaker[0]
        >>> print(share)
        12 first: share 3/4 = 0.7500, total 22, averages 5/2, 7/3
        >>> share.to_dict()["averages"]
        ['5/2', '7/3']
    """

    share: Fraction
    tree: StrategyTree
    averages: tuple[Fraction, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the share as plain values, without the tree itself.

        Returns:
            The share and the averages as texts of fractions, and the figures of the tree.
        """
        return {
            **_told("share", self.share),
            "first_guess": str(self.tree.first_guess),
            "total": self.tree.total,
            "worst": self.tree.worst,
            "averages": [str(average) for average in self.averages],
        }


@dataclass(frozen=True, repr=False)
class GameValue(Printable):
    """The value of a game of two persons, or bounds of it, on average guesses a game.

    Attributes:
        rules: The rules.
        lower: What the codemaker ensures by the mixture ``codemaker``.
        upper: What the codebreaker ensures by the mixture ``codebreaker``; None if no tree was found.
        known: ``exact`` if both are equal; ``upper`` if there is a tree; ``lower`` if there is none.
        codemaker: The codemaker's mixture.
        codebreaker: The codebreaker's mixture.
        least: The least cost of any strategy, each secret counted as often as its weight says, as far as it
            is proved. The lower bound is this number divided by the sum of all weights.
        rounds: The number of mixtures that were answered by a best tree.
        positions: The number of positions searched.
        seconds: The time that it took.
        certified: What was written as the certificate; None if none was asked for.

    Example:
        >>> import pegwise
        >>> found = pegwise.value("2x3")
        >>> str(found.lower), found.known, [str(share.share) for share in found.codemaker]
        ('29/12', 'exact', ['1/2', '1/2'])
        >>> found.to_dict()["lower_float"]
        2.416667
    """

    rules: Rules
    lower: Fraction
    upper: Fraction | None
    known: Known
    codemaker: tuple[ClassShare, ...]
    codebreaker: tuple[TreeShare, ...]
    least: int
    rounds: int
    positions: int
    seconds: float = field(compare=False)
    certified: Written | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values.

        Returns:
            The object that ``pegwise value --json`` prints. Each fraction is there as a text and as a float.
        """
        upper = {"upper": None, "upper_float": None} if self.upper is None else _told("upper", self.upper)
        return {
            **self.rules.told(),
            **_told("lower", self.lower),
            **upper,
            **plain_values(
                self,
                "known least codemaker codebreaker rounds positions seconds certificate",
                seconds=round(self.seconds, 3),
                certificate=None if self.certified is None else self.certified.sha256,
            ),
        }


def _told(name: str, number: Fraction) -> dict[str, Any]:
    return {name: str(number), f"{name}_float": round(float(number), 6)}


def value(
    rules: RulesLike = "4x6",
    *,
    memory: int | None = None,
    certificate: BinaryIO | None = None,
    watch: Callable[[ValueBounds], None] | None = None,
) -> GameValue:
    """Find the value of a game as a game of two persons, in exact fractions.

    The codemaker chooses how often each secret is used, and the codebreaker how often each strategy is. If a
    limit on time is in force (:func:`limited`) and is used up, the result is the bounds so far.

    Source: cutting planes over the classes of secrets; see docs/value.md.

    Args:
        rules: The rules, or their text.
        memory: The most bytes of memory for the table of solved positions; None for 256 MiB, or those of a
            limit in force. It changes no result.
        certificate: A binary file, open for writing, for the mixtures and trees; ``python -m valuecheck``
            checks it.
        watch: A function that is called with the :class:`ValueBounds` after each round.

    Returns:
        The value or its bounds, and both mixtures.

    Raises:
        LimitError: If the game has too many codes, or is one whose names cannot change places.
        LimitReached: If a limit in force leaves no time for any result.
        NotationError: If a text cannot be read.
        StrategyError: If a limit in force leaves no time for a strategy to certify.

    Example:
        >>> import pegwise
        >>> found = pegwise.value("3x3")
        >>> print(found.lower, found.upper)
        73/27 73/27
    """
    classes = SecretClasses.of(parse_position(rules).rules)
    if certificate is not None and is_searched_by_matrix(classes.rules):
        raise LimitError(f"{classes.rules} is a game of lists, whose value has no certificate")
    search = ValueSearch(classes, watch, memory)
    alike = optimum(classes.rules, memory=memory)
    search.begin(None if alike.tree is None else arrays_of(alike.tree), alike.lower or 0, alike.positions)
    if alike.known == "exact":
        search.run()
    found = _result(search)
    if certificate is None:
        return found
    if not found.codebreaker:
        raise StrategyError("there is no strategy to certify")
    return replace(found, certified=written(certificate, _lines(found)))


def _result(search: ValueSearch) -> GameValue:
    classes, game = search.classes, search.game
    weight = sum(map(int.__mul__, search.weights, classes.sizes))
    codemaker = tuple(
        ClassShare(name, example, size, each, Fraction(each * size, weight))
        for name, example, size, each in zip(
            classes.names, classes.examples, classes.sizes, search.weights, strict=True
        )
    )
    shares = [] if game is None else list(zip(game.rows, search.trees, search.totals, strict=True))
    codebreaker = tuple(
        TreeShare(
            share,
            tree_of(tree, parse_position(classes.rules), "value"),
            tuple(Fraction(total, size) for total, size in zip(totals, classes.sizes, strict=True)),
        )
        for share, tree, totals in sorted(shares, key=lambda each: (-each[0], each[2]))
        if share
    )
    known: Known = "lower" if search.upper is None else "exact" if search.lower == search.upper else "upper"
    return GameValue(
        *(classes.rules, search.lower, search.upper, known, codemaker, codebreaker),
        *(search.least, search.rounds, search.positions, search.seconds),
    )


def _lines(found: GameValue) -> Iterator[tuple[str, Any]]:
    """Yield all lines of a certificate but the last, each with its kind: the header, and the nodes of trees.

    The format is told in ``docs/value.md``.
    """
    yield (
        "header",
        {
            "format": "pegwise value",
            "version": 1,
            "rules": family_claim(found.rules),
            "lower": str(found.lower),
            "upper": str(found.upper),
            "least": found.least,
            "classes": [[str(Code(share.example)), share.weight] for share in found.codemaker],
            "trees": [str(share.share) for share in found.codebreaker],
        },
    )
    for share in found.codebreaker:
        yield from (("node", node) for node in tree_lines(share.tree))
