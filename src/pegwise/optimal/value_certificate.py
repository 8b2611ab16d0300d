"""Certificates of the value of a game: both mixtures, and the trees of the codebreaker's.

The format is told in ``docs/value.md``.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from typing import TYPE_CHECKING, Any, BinaryIO

from pegwise.engine.listed.matrix import is_searched_by_matrix
from pegwise.errors import LimitError, StrategyError
from pegwise.optimal.certificate import Written, tree_lines
from pegwise.rules import Code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.optimal.game_value import GameValue
    from pegwise.rules import Rules

__all__ = ["refuse_uncertified", "write_value_certificate"]


def refuse_uncertified(rules: Rules) -> None:
    """Refuse rules whose value has no certificate.

    Raises:
        LimitError: If guesses and secrets are lists.
    """
    if is_searched_by_matrix(rules):
        raise LimitError(f"{rules} is a game of lists, whose value has no certificate")


def write_value_certificate(file: BinaryIO, found: GameValue) -> Written:
    """Write the certificate of a value or of its bounds: gzip-compressed JSON lines.

    Args:
        file: Where it is written.
        found: The value.

    Returns:
        What was written. The text is a function of the value and its mixtures.

    Raises:
        LimitError: If guesses and secrets are lists.
        StrategyError: If there is no tree.
    """
    refuse_uncertified(found.rules)
    if not found.codebreaker:
        raise StrategyError("there is no strategy to certify")
    whole, count = hashlib.sha256(), 0
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=6, mtime=0) as packed:

        def write(line: Any) -> None:
            text = json.dumps(line, separators=(",", ":")).encode() + b"\n"
            packed.write(text)
            whole.update(text)

        for line in _lines(found):
            write(line)
            count += 1
        write({"lines": count, "sha256": whole.hexdigest()})
    return Written(count + 1, 0, whole.hexdigest())


def _lines(found: GameValue) -> Iterator[Any]:
    """Yield all lines but the last: the header, and the nodes of each tree."""
    rules = found.rules
    yield {
        "format": "pegwise value",
        "version": 1,
        "rules": {name: getattr(rules, name) for name in ("pegs", "colors", "repeats", "whites")},
        "lower": str(found.lower),
        "upper": str(found.upper),
        "least": found.least,
        "classes": [[str(Code(share.example)), share.weight] for share in found.codemaker],
        "trees": [str(share.share) for share in found.codebreaker],
    }
    for share in found.codebreaker:
        yield from tree_lines(share.tree)
