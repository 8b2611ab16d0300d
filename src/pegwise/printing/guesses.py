"""Prints guesses and what they tell, alone or together: partitions, hints, advice; and candidates."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pegwise.printing.layout import WIDTH, after, counted, table
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise.analysis.advice import Advice
    from pegwise.analysis.candidate_list import Listing
    from pegwise.analysis.contradicted_row import ContradictedRow
    from pegwise.analysis.hint import Hint
    from pegwise.analysis.joint_partition import JointClass, JointPartition
    from pegwise.analysis.side_by_side import Partitions
    from pegwise.partition import Partition

__all__ = [
    *("advice", "class_rows", "contradicted_row", "figures", "hint", "joint_class", "joint_partition"),
    *("listing", "partition", "partitions"),
]

_MOST = 20
"""Classes that are listed."""
_BLIND = "No candidate was found in time: this guess contradicts some row, but comes near to all of them."


def partition(shown: Partition) -> str:
    """Write the figures of a guess, and its classes, the largest first."""
    if not shown.classes:
        return f"{shown.guess} splits no candidates"
    return f"{shown.guess} {_splits(shown)}\n\n{_classes(shown)}"


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
    codes = textwrap.wrap(" ".join(map(str, shown.codes)), WIDTH, break_on_hyphens=False)
    more = [] if shown.complete else ["The list is not complete: there was no time for more."]
    return "\n".join([heading, *codes, *more])


def contradicted_row(shown: ContradictedRow) -> str:
    """Write which row contradicts a guess."""
    would, said = (hits_name(told, shown.rules) for told in (shown.own_feedback, shown.row.feedback))
    return f"Row {shown.number} ({shown.row}) contradicts it: the feedback would be {would}, not {said}."


def _splits(shown: Partition) -> str:
    """The figures of a guess in words, after its code."""
    many = f"candidates of weight {shown.total}" if shown.rules.weights else counted(shown.total, "candidate")
    may = "may" if shown.is_candidate else "cannot"
    return f"splits {_into_classes(shown, many)}; it {may} be the secret"


def _into_classes(shown: Partition | JointPartition, many: str) -> str:
    about = "a sample of " if shown.known == "sampled" else ""
    classes = counted(shown.class_count, "class", "classes")
    sizes = f"worst case {shown.worst}, average {shown.expected_size:.2f}, {shown.bits:.3f} bits"
    return f"{about}{many} into {classes}: {sizes}"


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


def joint_partition(shown: JointPartition) -> str:
    """Write the figures, and the largest joint classes of more than one candidate."""
    lines = [f"{after(shown.position)}: {counted(shown.candidates, 'candidate')}", *figures(shown)]
    rows = class_rows(shown)[:_MOST]
    headings = (*map(str, shown.guesses), "candidates", "")
    last = len(shown.guesses)
    listed = [table([headings, *rows], left=(*range(last), last + 1))] if rows else []
    return "\n\n".join(["\n".join(lines), *listed])


def joint_class(shown: JointClass) -> str:
    """Write the feedback to each guess, the number of candidates, and those that are listed."""
    told = " ".join(hits_name(each, None) for each in shown.feedback)
    return f"{told}: {counted(shown.size, 'candidate')}: {_codes(shown)}".removesuffix(": ")


def figures(shown: JointPartition) -> list[str]:
    """Write the figures as sentences."""
    guesses = " ".join(map(str, shown.guesses))
    split = "together split" if len(shown.guesses) > 1 else "splits"
    classes = _into_classes(shown, counted(shown.total, "candidate"))
    return [f"{guesses} {split} {classes}.", _singled_out(shown)]


def _singled_out(shown: JointPartition) -> str:
    if shown.determines:
        return "The feedback determines every code."
    if shown.determines is None:
        return "The feedback tells all codes of the sample apart."
    if shown.known == "sampled":
        alone = f"{shown.singled_out} of {shown.total} codes are alone in their class"
        return f"In the sample, {alone}. So the feedback does not determine every code."
    alone = f"{shown.singled_out} of {counted(shown.total, 'code')}"
    return f"The feedback determines {alone}; each of the others shares its feedback with another code."


def class_rows(shown: JointPartition) -> list[tuple[str, ...]]:
    """A line of a table for each class of several candidates: feedback to each guess, size, some codes."""
    return [
        (*(hits_name(told, shown.position.rules) for told in each.feedback), str(each.size), _codes(each))
        for each in shown.classes
        if each.size > 1
    ]


def _codes(shown: JointClass) -> str:
    """The codes that are listed; dots if there are more."""
    more = ["..."] if 0 < len(shown.codes) < shown.size else []
    return " ".join([*map(str, shown.codes), *more])
