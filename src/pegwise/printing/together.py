"""Prints how several guesses together split the candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.printing.layout import after, counted, table
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from pegwise.analysis.joint_partition import JointClass, JointPartition

__all__ = ["class_rows", "figures", "joint_class", "joint_partition"]

_MOST = 20
"""Classes that are listed."""


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
    about = "a sample of " if shown.known == "sampled" else ""
    classes = counted(shown.class_count, "class", "classes")
    sizes = f"worst case {shown.worst}, average {shown.expected_size:.2f}, {shown.bits:.3f} bits"
    total = counted(shown.total, "candidate")
    return [f"{guesses} {split} {about}{total} into {classes}: {sizes}.", _singled_out(shown)]


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
