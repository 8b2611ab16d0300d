"""Prints guesses and what they tell, alone or together: partitions, hints, advice; and candidates."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pegwise.notation import number_name
from pegwise.printing.layout import WIDTH, after, counted, table
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pegwise import (
        Advice,
        ContradictedRow,
        Feedback,
        Hint,
        JointClass,
        JointPartition,
        Listing,
        Partition,
        Partitions,
        Rules,
    )

_MOST = 20
"""Classes that are listed."""
_ALL = 60
"""Feedbacks that are all listed; of more, those that some candidate would give."""
FIGURES = ("worst", "average", "bits", "classes", "candidate")
_GOOD = 0.75
"""The agreement of two samples from which on nothing is said of it."""
_BLIND = (
    "No possible code was found in time. This guess contradicts at least one row, but only slightly. "
    "With more time (a longer limit), one may be found."
)


def figures(shown: Partition) -> list[str]:
    """Write the figures of a guess, under :data:`FIGURES`."""
    sizes = [str(shown.worst), f"{shown.expected_size:.2f}", f"{shown.bits:.3f}", str(shown.class_count)]
    return [*sizes, "yes" if shown.is_candidate else "no"]


def partition(shown: Partition) -> str:
    """Write the figures of a guess, and its classes, the largest first."""
    if not shown.classes:
        return f"{shown.guess} splits no candidates"
    return f"{shown.guess} {_splits(shown)}\n\n{_classes(shown)}"


def partitions(shown: Partitions) -> str:
    """Write a column for each guess: the size of the class of each feedback, and the figures."""
    heading = f"{after(shown.position)}: {counted(shown.candidates, 'candidate')}"
    if not shown.partitions:
        return heading
    rules, answers = shown.position.rules, sorted(shown.position.rules.feedbacks)
    if len(answers) > _ALL:
        answers = [told for told in answers if any(told in each.classes for each in shown.partitions)]
    rows: list[list[object]] = [
        [
            _numbers(told, rules),
            hits_name(told, rules),
            *(each.classes.get(told, 0) for each in shown.partitions),
        ]
        for told in answers
    ]
    columns = zip(*([*figures(each), each.known] for each in shown.partitions), strict=True)
    rows += [[name, "", *cells] for name, cells in zip((*FIGURES, "known"), columns, strict=True)]
    above = "" if not _numbers(rules.win, rules) else "(B,W)" if rules.whites else "(B)"
    headings = [above, "", *(each.guess for each in shown.partitions)]
    return f"{heading}\n{table([headings, *rows], left=(0, 1))}"


def _numbers(told: Feedback, rules: Rules) -> str:
    """The numbers of hits; nothing if feedback tells something else."""
    if rules.tells not in ("hits", "black"):
        return ""
    return f"({told.black},{told.white})" if rules.whites else f"({told.black})"


def hint(shown: Hint) -> str:
    """Write the guess, its figures, its classes, and the next best guesses."""
    heading = f"Guess {shown.guess} ({shown.strategy}): {after(shown.position)}"
    lines = [heading, *about_hint(shown)]
    if not shown.blind:
        lines += ["", _classes(shown.best)]
        lines += ["", _side_by_side("next best", shown.alternatives)] if shown.alternatives else []
    return "\n".join(lines)


def about_hint(shown: Hint) -> Iterator[str]:
    """Say how many codes are possible, how the guess splits them, and what its choice rests on."""
    possible = f"{counted(shown.candidates, 'code is', 'codes are')} possible."
    if shown.blind:
        yield f"{possible} {_BLIND}"
        return
    best, sample = shown.best, shown.sample
    split = f"a sample of {best.total}" if best.known == "sampled" else "them"
    can = "can" if best.is_candidate else "cannot"
    yield f"{possible} The guess splits {split} {_into_classes(best)}. It {can} be the secret."
    if sample is None:
        return
    codes = f"{sample.size} of {number_name(sample.candidates)} possible codes"
    if sample.size == sample.candidates == best.total:  # no sample of the codes
        guesses = counted(sample.guesses, "guess", "guesses")
        yield f"Not every guess was tried: {guesses} were compared with all possible codes."
    else:
        yield (
            f"Chosen with a sample: {sample.guesses} guesses were compared on {codes}. "
            f"Each class's share of the codes has a standard error of at most {sample.error:.3f}."
        )
    if sample.agreement is not None and sample.agreement < _GOOD:
        worth = round(sample.size * sample.agreement)
        yield f"Two such samples differ by more than chance: each is only as good as about {worth} codes."


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
    can = "can" if shown.is_candidate else "cannot"
    about = "a sample of " if shown.known == "sampled" else ""
    return f"splits {about}{many} {_into_classes(shown)}; it {can} be the secret"


def _into_classes(shown: Partition | JointPartition) -> str:
    classes = counted(shown.class_count, "class", "classes")
    sizes = f"worst case {shown.worst}, average {shown.expected_size:.2f}, {shown.bits:.3f} bits"
    return f"into {classes}: {sizes}"


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
    rows = [(str(each.guess), *figures(each)) for each in shown]
    return table([(heading, *FIGURES), *rows], left=(0, 5))


def joint_partition(shown: JointPartition, most: int = _MOST, more_by: str = "") -> str:
    """Write the figures, and the largest joint classes of more than one candidate."""
    guesses = " ".join(map(str, shown.guesses))
    split = "together split" if len(shown.guesses) > 1 else "splits"
    about = "a sample of " if shown.known == "sampled" else ""
    lines = [
        f"{after(shown.position)}: {counted(shown.candidates, 'candidate')}",
        f"{guesses} {split} {about}{counted(shown.total, 'candidate')} {_into_classes(shown)}.",
        _singled_out(shown),
    ]
    rows = [
        (*(hits_name(told, shown.position.rules) for told in each.feedback), each.size, _codes(each))
        for each in shown.classes[:most]
        if each.size > 1
    ]
    if rows:
        last = len(shown.guesses)
        lines += ["", table([(*shown.guesses, "size", "codes"), *rows], left=(*range(last), last + 1))]
    more = sum(count for size, count in shown.sizes.items() if size > 1) - len(rows)
    if more:
        lines.append(f"... and {counted(more, 'class', 'classes')} more of several codes{more_by}")
    return "\n".join(lines)


def joint_class(shown: JointClass) -> str:
    """Write the feedback to each guess, the number of candidates, and those that are listed."""
    told = " ".join(hits_name(each, None) for each in shown.feedback)
    return f"{told}: {counted(shown.size, 'candidate')}: {_codes(shown)}".removesuffix(": ")


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


def _codes(shown: JointClass) -> str:
    """The codes that are listed; dots if there are more."""
    more = ["..."] if 0 < len(shown.codes) < shown.size else []
    return " ".join([*map(str, shown.codes), *more])
