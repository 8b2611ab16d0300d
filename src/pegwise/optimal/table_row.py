"""What the table says of one size of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pegwise.drawable import Printable, plain_values

if TYPE_CHECKING:
    from pegwise.rules import Code, Rules


Proof = Literal["certified", "patterns", "searched", "sizes", "unasked"]
"""How a bound is known."""


@dataclass(frozen=True)
class CertificateFile:
    """A certificate that the checker has accepted.

    Attributes:
        name: The name of the file.
        sha256: The digest of its uncompressed text, which ``pegwise check`` prints.
        size: Its bytes.
        lemmas: The number of its lemmas; 0 if it proves only the upper bound.
        command: The command that makes it again.
        kept: Whether the file is in the folder ``docs/certificates`` of the repository.

    Example:
        >>> import pegwise
        >>> (row,) = pegwise.table("3x4")
        >>> row.total.certificate.name, row.total.certificate.kept
        ('3x4.cert', True)
        >>> sorted(row.total.certificate.to_dict())
        ['command', 'kept', 'lemmas', 'name', 'sha256', 'size']
    """

    name: str
    sha256: str
    size: int
    lemmas: int
    command: str
    kept: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the certificate as plain values.

        Returns:
            The attributes by name.
        """
        return dict(vars(self))


@dataclass(frozen=True)
class Bounded:
    """A number between two bounds.

    Attributes:
        lower: The lower bound.
        upper: The upper bound, which a certified strategy attains.
        proof: How the lower bound is known: ``certified`` by a certificate; ``patterns``, by a proof about
            all sizes of a kind together, which a checker has accepted; ``searched``, found by a search and
            proved by no file; ``sizes``, computed from the sizes of classes; ``unasked``, from
            colors that no guess has asked for, because a guess can ask for only so many.
        certificate: The certificate of the upper bound, which proves the lower bound too if ``proof`` is
            ``certified``.
        lower_certificate: The certificate of the game of fewer colors, if ``proof`` is ``unasked`` and there
            is one.

    Example:
        >>> import pegwise
        >>> (row,) = pegwise.table("4x6")
        >>> row.total.lower, row.total.upper, row.total.exact, row.total.proof
        (5625, 5625, True, 'certified')
    """

    lower: int
    upper: int
    proof: Proof
    certificate: CertificateFile
    lower_certificate: CertificateFile | None = None

    @property
    def exact(self) -> bool:
        """Whether the two bounds are equal."""
        return self.lower == self.upper

    def to_dict(self) -> dict[str, Any]:
        """Return the bounds as plain values.

        Returns:
            The values, as ``pegwise table --json`` prints them.

        Example:
            >>> import pegwise
            >>> pegwise.table("4x6")[0].total.to_dict()["upper"]
            5625
        """
        return plain_values(self, "lower upper exact proof certificate lower_certificate")


@dataclass(frozen=True)
class Printed:
    """A value that someone printed before.

    Attributes:
        what: What it is the value of: ``total``, ``average``, ``worst`` or ``last``.
        value: The value as it was printed.
        source: Who printed it, and where.

    Example:
        >>> import pegwise
        >>> (row,) = pegwise.table("4x6")
        >>> {printed.to_dict()["what"] for printed in row.printed} >= {"total"}
        True
    """

    what: str
    value: str
    source: str

    def to_dict(self) -> dict[str, Any]:
        """Return the value as plain values.

        Returns:
            The attributes by name.
        """
        return dict(vars(self))


@dataclass(frozen=True, repr=False)
class TableRow(Printable):
    """What is known of the best strategies for one size of the game.

    Attributes:
        rules: The rules.
        first_guess: The first guess of the strategy with the least total known.
        total: Bounds of the least total.
        worst: The worst case of the strategy with the least total known.
        least_worst: Bounds of the least worst case, which another strategy may have.
        last: The fewest secrets that need guess number ``worst``, among all strategies with the least total
            and this worst case; None if no certificate proves it.
        last_certificate: The certificate of ``last``.
        one_step: The best strategy that looks one guess ahead, by name; None if it was not computed.
        one_step_total: Its total.
        printed: The values that were printed before.

    Example:
        >>> import pegwise
        >>> (row,) = pegwise.table("4x6")
        >>> row.total.upper, row.total.exact, str(row.first_guess), row.worst, row.least_worst.upper
        (5625, True, '1123', 6, 5)
    """

    rules: Rules
    first_guess: Code
    total: Bounded
    worst: int
    least_worst: Bounded
    last: int | None = None
    last_certificate: CertificateFile | None = None
    one_step: str | None = None
    one_step_total: int | None = None
    printed: tuple[Printed, ...] = ()

    @property
    def kind(self) -> str:
        """``repeats``, ``distinct`` or ``black``."""
        return "black" if not self.rules.whites else "repeats" if self.rules.repeats else "distinct"

    @property
    def average(self) -> float:
        """The least average known."""
        return self.total.upper / self.rules.size

    @property
    def certificates(self) -> tuple[CertificateFile, ...]:
        """The certificates of the row, each once."""
        least = self.least_worst
        files = (
            self.total.certificate,
            least.certificate,
            least.lower_certificate,
            self.last_certificate,
        )
        return tuple(dict.fromkeys(each for each in files if each is not None))

    @property
    def known(self) -> str:
        """How the total is known, in words."""
        return f"exact, {self.total.proof}" if self.total.exact else "bounds"

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values.

        Returns:
            The values, as ``pegwise table --json`` prints them.

        Example:
            >>> import pegwise
            >>> pegwise.table("4x6")[0].to_dict()["first_guess"]
            '1123'
        """
        return plain_values(
            self,
            "rules kind pegs colors codes first_guess total average worst least_worst last last_certificate "
            "one_step one_step_total printed",
            pegs=self.rules.pegs,
            colors=self.rules.colors,
            codes=self.rules.size,
        )
