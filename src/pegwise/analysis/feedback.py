"""The feedback that guesses get, many at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.analysis.feedback_explanation import ExplainedFeedback, explain_feedback
from pegwise.drawable import HasParts, Printable, plain
from pegwise.engine.code_reader import read_columns
from pegwise.engine.code_space import Columns, to_columns
from pegwise.engine.feedback import numbers_of_guess, numbers_of_pairs
from pegwise.errors import NotationError
from pegwise.notation import deciding, parse_rules
from pegwise.progress import report
from pegwise.rules import Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pegwise import Code, CodeLike, Rules, RulesLike

_TOGETHER = 1 << 16
"""Guesses that are read between two looks at the clock."""


@dataclass(frozen=True, repr=False)
class GivenFeedback(HasParts[Row], Printable):
    """The feedback that guesses get.

    ``len()``, indices and iteration are those of ``rows``.

    Attributes:
        rules: The rules.
        secrets: The secret of each row.
        rows: Each guess with its feedback, in the order of the guesses.

    Example:
        >>> import pegwise
        >>> given = pegwise.feedback("4x6", "3632", "1122 1344")
        >>> [str(row) for row in given]
        ['1122:B', '1344:W']
        >>> given.to_dict()["rows"][0]
        {'secret': '3632', 'guess': '1122', 'feedback': 'B', 'black': 1, 'white': 0}
    """

    rules: Rules
    secrets: tuple[Code, ...]
    rows: tuple[Row, ...]

    def _parts(self) -> tuple[Row, ...]:
        return self.rows

    def explained(self) -> Iterator[ExplainedFeedback]:
        """Explain the feedback of each row.

        Yields:
            The explanation of each row, in the same order.

        Example:
            >>> import pegwise
            >>> [each.marks for each in pegwise.feedback("4x6", "3632", "1122 1344").explained()]
            [('-', '-', '-', 'B'), ('-', 'W1', '-', '-')]
        """
        for secret, row in zip(self.secrets, self.rows, strict=True):
            yield explain_feedback(self.rules, secret, row.guess)

    def to_dict(self, *, explain: bool = False) -> dict[str, Any]:
        """Return the rows as plain values.

        Args:
            explain: True to add the explanation of each row.

        Returns:
            What ``pegwise feedback --json`` prints.
        """
        if explain:
            return {**self.rules.told(), "rows": [each.to_dict() for each in self.explained()]}
        rows = [
            {"secret": str(secret), **plain(row), "black": row.feedback.black, "white": row.feedback.white}
            for secret, row in zip(self.secrets, self.rows, strict=True)
        ]
        return {**self.rules.told(), "rows": rows}


def feedback(
    rules: RulesLike, secret: CodeLike | Iterable[CodeLike], guesses: Iterable[CodeLike] | str
) -> GivenFeedback:
    """Give the feedback of many guesses, quickly; :meth:`Rules.feedback` gives that of a single one.

    Args:
        rules: The rules, or their text.
        secret: The secret; or a list of secrets, one for each guess.
        guesses: The guesses, or their text with spaces between them.

    Returns:
        Each guess with its feedback.

    Raises:
        NotationError: If a text cannot be read, or there are more or fewer secrets than guesses.
        CodeError: If a code is outside the rules.
        RulesError: If no game can have these rules.

    Example:
        >>> import pegwise
        >>> [str(row) for row in pegwise.feedback("4x6", "3632", "1122 1344")]
        ['1122:B', '1344:W']
        >>> [str(row) for row in pegwise.feedback("4x6", ["3632", "1122"], ["1344", "1344"])]
        ['1344:W', '1344:B']
    """
    game = parse_rules(rules)
    asked = guesses.split() if isinstance(guesses, str) else list(guesses)
    several = not isinstance(secret, str) and isinstance(secret, Iterable)
    held: list[Any] = list(secret) if several else [secret]
    if several and held and all(isinstance(item, Integral) for item in held):
        held, several = [held], False  # the colors of one secret
    game = _decided(game, [*held, *asked])
    secrets: list[Code] = []
    one = None if several else game.decided(held[0])
    if several and len(held) != len(asked):
        raise NotationError(
            f"{len(held)} secrets and {len(asked)} guesses: expected one secret, or one for each guess"
        )
    rows: list[Row] = []
    for start in range(0, len(asked), _TOGETHER):
        columns, codes = _read(asked[start : start + _TOGETHER], game)
        if one is not None:
            numbers = numbers_of_guess(to_columns([one], game), columns, game)
            secrets += [one] * len(codes)
        else:
            beside, some = _read(held[start : start + _TOGETHER], game)
            numbers = numbers_of_pairs(beside, columns, game)
            secrets += some
        given = numbers.tolist()
        told = {number: game.numbered(number) for number in set(given)}
        pairs = zip(codes, map(told.__getitem__, given), strict=True)
        rows += [tuple.__new__(Row, pair) for pair in pairs]
        report("guesses", len(rows), len(asked))
    return GivenFeedback(game, tuple(secrets), tuple(rows))


def _decided(rules: Rules, texts: Sequence[CodeLike]) -> Rules:
    """Return the rules with the alphabet that all codes decide together."""
    unusual: list[CodeLike] = []
    for start in range(0, len(texts), _TOGETHER):
        some = texts[start : start + _TOGETHER]
        written = [text for text in some if isinstance(text, str)]
        if len(written) < len(some) or read_columns(written, rules) is None:
            unusual += some
    return deciding(unusual, rules)


def _read(texts: Sequence[CodeLike], rules: Rules) -> tuple[Columns, list[Code]]:
    """Codes as engine codes and as codes; the same text is read once."""
    written = [text for text in texts if isinstance(text, str)]
    usual = rules.alphabet is None or rules.alphabet.kind not in ("numbers from 0", "symbols")
    columns = read_columns(written, rules) if usual and len(written) == len(texts) else None
    if columns is not None:
        return columns, rules.all_spelled((columns.T.astype(np.int64) + 1).tolist())
    known = {text: rules.decided(text) for text in dict.fromkeys(written)}
    codes = [known[text] if isinstance(text, str) else rules.decided(text) for text in texts]
    return to_columns(codes, rules), codes
