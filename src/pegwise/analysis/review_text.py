"""Sentences about a guess and about a game, as a teacher would say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.notation import number_name
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from pegwise.analysis.review_result import Move, Review

_NOTICED = 0.1
"""Turns of luck from which on it is worth a word; and bits, where turns are not known."""


def turns(number: float) -> str:
    """Write a number of turns.

    >>> turns(1.0), turns(0.059)
    ('1.000 turns', '0.059 turns')
    """
    return f"{number:.3f} turns"


def move_text(move: Move) -> str:
    """Say whether a guess could win, how good it was, what it told, and how lucky its feedback was."""
    said = [_fit(move), _judged(move), _information(move), _luck(move)]
    return " ".join(sentence for sentence in said if sentence)


def _fit(move: Move) -> str:
    if move.contradicts is None:
        return ""
    number, row, would = move.contradicts.number, move.contradicts.row, move.contradicts.own_feedback
    rules = move.contradicts.rules
    return (
        f"It could not be the secret: otherwise row {number} ({row.guess}) would have feedback "
        f"{hits_name(would, rules)}, not {hits_name(row.feedback, rules)}."
    )


def _judged(move: Move) -> str:
    if move.known != "exact":
        return _open(move)
    if move.regret > 0:
        return _lost(move)
    if move.contradicts is not None:
        return f"Still, no guess is better: {_why_not_to_win(move)}."
    if move.candidates_before.value == 1:
        return "It was the only possible code."
    return "No guess is better."


def _why_not_to_win(move: Move) -> str:
    """Say why a guess that cannot win is best."""
    partition = move.partition
    if partition.class_count == partition.total:
        different = f"each of the {partition.total} possible codes gives different feedback"
        each = f"{different}, so the next guess wins"
    else:
        each = f"it leaves {partition.expected_size:.1f} codes on average"
    if move.worth.rank is None:
        return each
    able = move.best_consistent
    if able is None:
        return f"{each}; every guess that could win takes more turns on average"
    return f"{each}; {able} could win at once, but takes as many turns on average"


def _lost(move: Move) -> str:
    lost = turns(move.regret)
    if move.partition.class_count == 1:
        return (
            "Every possible code gives the same feedback, so the guess tells nothing and loses a whole turn."
        )
    if move.best is None or move.worth.rank is None:
        return f"The best guess takes {lost} fewer on average."
    return f"{move.best.guess} takes {lost} fewer on average: {_reason(move)}."


def _reason(move: Move) -> str:
    """Say what the best guess has that this one has not."""
    best, own = move.best, move.partition
    assert best is not None  # noqa: S101 - asked by _lost alone
    if best.is_candidate and not own.is_candidate:
        return "it could be the secret"
    if best.class_count > own.class_count:
        return f"it splits the possible codes into {best.class_count} classes rather than {own.class_count}"
    if round(best.expected_size, 1) < round(own.expected_size, 1):
        return f"it leaves {best.expected_size:.1f} codes on average rather than {own.expected_size:.1f}"
    return "the codes it leaves are easier to tell apart"


def _open(move: Move) -> str:
    said = "There are too many possible codes to find the best guess in the time allowed"
    subject = "this guess"
    if move.regret > 0:
        said += f"; this guess loses at least {turns(move.regret)}"
        subject = "it"
    if not move.is_split_known:
        return f"{said}."
    leaves = f"{subject} leaves {move.partition.expected_size:.1f} possible codes on average"
    if move.partition.known == "sampled":
        share = move.partition.expected_size / max(1, move.partition.total)
        leaves = f"{subject} leaves {share:.1%} of a sample of them on average"
    if move.best is not None and move.best.guess != move.partition.guess:
        leaves += f", and {move.best.guess} leaves {move.best.expected_size:.1f}"
    return f"{said}; {leaves}."


def _information(move: Move) -> str:
    if move.information is None or move.candidates_before.value <= 2:
        return ""
    return (
        f"This guess gives {move.partition.bits:.2f} bits of information on average; "
        f"the most a guess can give is {move.most_bits:.2f}."
    )


def _luck(move: Move) -> str:
    luck, chance = move.luck, move.chance
    if luck is None or chance is None or abs(luck) < _NOTICED:
        return ""
    if luck > 0:
        return (
            f"The feedback was lucky by {luck:.2f} turns: "
            f"{chance:.0%} of the possible codes give feedback at least as good."
        )
    worse = (
        "no possible code gives worse feedback"
        if chance == 1
        else f"{1 - chance:.0%} of the possible codes give worse feedback"
    )
    return f"The feedback was unlucky by {-luck:.2f} turns: {worse}."


def lesson(review: Review) -> str:
    """Say what a teacher would say about the worst guess of a game."""
    worst = review.worst
    if worst is None:
        return (
            "Every guess was a best guess."
            if review.known == "exact"
            else "No guess is known to have lost anything."
        )
    guess = worst.row.guess
    return f"The guess to learn from is row {worst.number}, {guess}: {_moment(worst)}"


def _moment(worst: Move) -> str:
    best, codes = worst.best, f"{number_name(worst.candidates_before.value)} possible codes"
    if worst.partition.class_count == 1:
        return f"its feedback was certain beforehand, so it ruled out none of the {codes}."
    if best is None or worst.worth.rank is None:
        return f"it loses {'' if worst.known == 'exact' else 'at least '}{turns(worst.regret)}."
    saves = f"takes {turns(worst.regret)} fewer on average"
    if worst.contradicts is not None and best.is_candidate:
        return (
            f"it contradicts row {worst.contradicts.number}, so it could not win. "
            f"{best.guess} is consistent with all rows, and {saves}."
        )
    if worst.contradicts is None and not best.is_candidate:
        other = f"{best.guess}, which could not, splits the {codes} better"
        return f"it could win, but {other}: it {saves}."
    return f"{best.guess} {saves}: {_reason(worst)}."
