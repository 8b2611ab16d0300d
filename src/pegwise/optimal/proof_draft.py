"""The draft of a proof: its lines wait until it is known how often each lemma is cited.

A lemma that treats no guess and is cited rarely becomes a *plain bound*: it is stated where it is cited, and
needs neither a number nor a line. ``docs/certificates.md`` describes both.
"""

from __future__ import annotations

import gzip
import json
import tempfile
from array import array
from typing import IO, TYPE_CHECKING, Any

from pegwise.errors import LimitError
from pegwise.limit import spend
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Line = list[Any]


OFTEN = 3
"""A lemma cited so often has a line even if it treats no guess: the checker proves it once, not each time."""
_IN_MEMORY = 1 << 20
"""Bytes of a draft, compressed; a longer one is kept on disk."""


def lines_of_proof(drafted: Iterable[Line], roots: int) -> Iterator[Line]:
    """Yield the lines of a proof. Its first lemmas, ``roots`` of them, are those of the objective.

    Raises :class:`~pegwise.errors.LimitError` if a long draft cannot be kept in a temporary file.
    ``drafted`` has one line for each lemma, as in the file but for the citations. There, a citation is the
    feedback, the bound, the number of the lemma, and the renaming, if the lemma has been cited before.
    """
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
        shown = _Shown(roots)
        try:
            with gzip.GzipFile(mode="wb", fileobj=file, compresslevel=1) as packed:
                for line in drafted:
                    shown.add(line)
                    packed.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        except OSError as error:
            raise LimitError(f"the draft of the proof needs a temporary file: {error.strerror}") from None
        file.seek(0)
        yield from _rewritten(file, shown)


class _Shown:
    """What a draft shows of its lemmas: how often each is cited, and whether it treats guesses."""

    def __init__(self, roots: int) -> None:
        self.roots, self.lines = roots, 0
        self.cited = array("I", bytes(4 * roots))
        self.treats = bytearray()

    def add(self, line: Line) -> None:
        """Count the citations of the next line."""
        for _, citations in line[1]:
            for _, _, number, *renaming in citations:
                if not renaming:
                    self.cited.append(0)
                self.cited[number] += 1
        self.treats.append(bool(line[1]))
        self.lines += 1

    def is_plain(self, number: int) -> bool:
        """Tell whether a lemma becomes a plain bound."""
        return number >= self.roots and not self.treats[number] and self.cited[number] < OFTEN


def _rewritten(file: IO[bytes], shown: _Shown) -> Iterator[Line]:
    numbers, count = array("I", bytes(4 * len(shown.cited))), shown.roots  # nothing cites a root

    def citation(told: str, bound: Any, number: int, *renaming: Any) -> Line:
        nonlocal count
        if shown.is_plain(number):
            return [told, bound, 0]
        if renaming:
            return [told, numbers[number], *renaming]
        numbers[number], count = count, count + 1
        return [told, bound]

    with gzip.GzipFile(mode="rb", fileobj=file) as packed:
        for number, text in enumerate(packed):
            spend(0)
            report("lines", number + 1, shown.lines)
            if not shown.is_plain(number):
                symmetries, treatments = json.loads(text)
                yield [
                    symmetries,
                    [[guess, [citation(*each) for each in citations]] for guess, citations in treatments],
                ]
