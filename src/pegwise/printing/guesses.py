"""Prints guesses and what they tell: partitions, hints, advice; and lists of candidates."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pegwise.printing.layout import after, counted, table
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise.analysis.advice import Advice
    from pegwise.analysis.candidate_list import Listing
    from pegwise.analysis.contradicted_row import ContradictedRow
    from pegwise.analysis.hint import Hint
    from pegwise.analysis.side_by_side import Partitions
    from pegwise.partition import Partition

__all__ = ["advice", "contradicted_row", "hint", "listing", "partition", "partitions"]

_WIDTH, _MOST = 80, 20
"""Columns of a line, and classes that are listed."""
_BLIND = "No candidate was found in time: this guess contradicts some row, but comes near to all of them."


def partition(shown: Partition) -> str:
    """Write the figures of a guess, and its classes, the largest first."""
    return f"{shown.guess} {_splits(shown)}\n\n{_classes(shown)}" if shown.classes else _nothing(shown)


def partitions(shown: Partitions) -> str:
    """Write the figures of guesses side by side."""
    heading = f"{after(shown.position)}: {counted(shown.candidates, 'candidate')}"
    return f"{heading}\n{_side_by_side('guess', shown.partitions)}" if shown.partitions else heading


def hint(shown: Hint) -> str:
    """Write the guess, its figures, its classes, and the next best guesses."""
    lines = [f"Guess {shown.guess} ({shown.strategy}): {after(shown.position)}"]
    if shown.known != "exact":
        lines.append(f"There are {counted(shown.candidates, 'candidate')}.")
    if shown.blind:
        return "\n".join([*lines, _BLIND])
    lines.append(f"It {_splits(shown.best)}.")
    if shown.sample is not None:
        lines.append(f"It was chosen by a sample: {shown.sample}.")
    lines += ["", _classes(shown.best)]
    if shown.alternatives:
        lines += ["", _side_by_side("next best", shown.alternatives)]
    return "\n".join(lines)


def advice(shown: Advice) -> str:
    """Write as much as was asked for: sentences, the guess, its figures beside those of one's own."""
    lines = list(shown.lines)
    if shown.hint is not None:
        best = shown.hint.best
        lines.append(_BLIND if shown.hint.blind else f"Guess {best.guess}: it {_splits(best)}.")
        if shown.beside is not None and not shown.hint.blind:
            lines += ["", _side_by_side("guess", [best, shown.beside])]
    return "\n".join(lines)


def listing(shown: Listing) -> str:
    """Write the number of candidates, and those that are listed."""
    heading = f"{after(shown.position)}: {counted(shown.candidates, 'candidate')}"
    if shown.consistency is not None:
        return f"{heading}\n{shown.consistency}"
    codes = textwrap.wrap(" ".join(map(str, shown.codes)), _WIDTH, break_on_hyphens=False)
    more = [] if shown.complete else ["The list is not complete: there was no time for more."]
    return "\n".join([heading, *codes, *more])


def contradicted_row(shown: ContradictedRow) -> str:
    """Write which row contradicts a guess."""
    would, said = (hits_name(told, shown.rules) for told in (shown.own_feedback, shown.row.feedback))
    return f"Row {shown.number} ({shown.row}) contradicts it: the feedback would be {would}, not {said}."


def _nothing(shown: Partition) -> str:
    return f"{shown.guess} splits no candidates"


def _splits(shown: Partition) -> str:
    """The figures of a guess in words, after its code."""
    about = "a sample of " if shown.known == "sampled" else ""
    classes = counted(shown.class_count, "class", "classes")
    many = f"candidates of weight {shown.total}" if shown.rules.weights else counted(shown.total, "candidate")
    return (
        f"splits {about}{many} into {classes}: "
        f"worst case {shown.worst}, average {shown.expected_size:.2f}, {shown.bits:.3f} bits; "
        f"it {'may' if shown.is_candidate else 'cannot'} be the secret"
    )


def _classes(shown: Partition) -> str:
    """The largest classes; nobody reads fifty."""
    largest = sorted(shown.classes.items(), key=lambda item: -item[1])
    rows = table(
        [
            ("feedback", "weight" if shown.rules.weights else "candidates"),
            *((hits_name(told, shown.rules), size) for told, size in largest[:_MOST]),
        ]
    )
    left = sum(size for _, size in largest[_MOST:])
    more = f"and {counted(len(largest) - _MOST, 'class', 'classes')} more, of {counted(left, 'candidate')}"
    return f"{rows}\n{more}" if left else rows


def _side_by_side(heading: str, shown: Iterable[Partition]) -> str:
    headings = (heading, "classes", "worst case", "average", "bits", "candidate")
    rows = [
        (
            each.guess,
            each.class_count,
            each.worst,
            f"{each.expected_size:.2f}",
            f"{each.bits:.3f}",
            "yes" if each.is_candidate else "no",
        )
        for each in shown
    ]
    return table([headings, *rows], left=(0, 5))
