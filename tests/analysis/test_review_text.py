"""What a teacher says: each kind of guess, in games of a few codes whose figures are laid down."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from pegwise import Code, Feedback, Row, Rules
from pegwise.analysis.review_text import lesson, move_text, turns
from pegwise.analysis.worth import Between, Rank, Worth
from pegwise.partition import Partition

if TYPE_CHECKING:
    from pegwise.exactness import Known

GUESS, BEST = Code((1, 1, 2, 2)), Code((1, 2, 3, 4))
RULES = Rules(4, 6)
UNIT = 8
"""Codes left before the guess."""


def partition(
    guess: Code, sizes: tuple[int, ...], candidate: bool = True, known: Known = "exact"
) -> Partition:
    told = [Feedback(black, 0) for black in range(len(sizes))]
    return Partition(RULES, guess, dict(zip(told, sizes, strict=True)), candidate, known)


def move(
    sizes: tuple[int, ...] = (4, 4),
    regret: tuple[float, float] = (0.0, 0.0),
    best: Partition | None = None,
    rank: Rank | None = None,
    luck: tuple[float, float] | None = None,
    broken: bool = False,
    known: Known = "exact",
    before: int = UNIT,
    bits: float | None = 2.0,
    candidate: bool = True,
    split: bool = True,
) -> Any:
    """A guess with these figures; regret and luck in turns, luck with its chance."""
    worth = Worth(GUESS, 1, Between(0, 0), Between(0, 0), None, rank)
    row = Row(GUESS, Feedback(1, 0))
    against = SimpleNamespace(rules=RULES, number=2, row=row, own_feedback=Feedback(1, 2)) if broken else None
    own = partition(GUESS, sizes, candidate, known if known == "sampled" else "exact")
    able = None if rank is None else next((code for code in rank.best if code == BEST), None)
    return SimpleNamespace(
        best_consistent=able,
        number=3, row=row, contradicts=against, partition=own, best=best, worth=worth, regret=regret[0],
        known="exact" if regret[0] == regret[1] else "lower", candidates_before=SimpleNamespace(value=before),
        position={BEST}, luck=None if luck is None else luck[0], chance=None if luck is None else luck[1],
        information=None if bits is None else 0.5, most_bits=bits, is_split_known=split,
    )  # fmt: skip


INFORMATION = " This guess gives 1.00 bits of information on average; the most a guess can give is 2.00."
RANKED = Rank(1, 5, (BEST,))


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (move(), "No guess is better." + INFORMATION),
        (move(bits=None), "No guess is better."),
        (move(before=2), "No guess is better."),
        (move(before=3), "No guess is better." + INFORMATION),
        (move((1,), before=1), "It was the only possible code."),
        (
            move(regret=(0.06, 0.06)),
            "The best guess takes 0.060 turns fewer on average." + INFORMATION,
        ),
        (
            move(regret=(0.06, 0.06), best=partition(BEST, (4, 4))),
            "The best guess takes 0.060 turns fewer on average." + INFORMATION,
        ),
        (
            move((8,), regret=(1.0, 1.0), bits=None),
            "Every possible code gives the same feedback, so the guess tells nothing and loses a whole turn.",
        ),
    ],
)
def test_how_good_a_guess_was(made: Any, said: str) -> None:
    assert move_text(made) == said


@pytest.mark.parametrize(
    ("sizes", "candidate", "best", "why"),
    [
        ((4, 4), False, partition(BEST, (4, 4)), "it could be the secret"),
        (
            (4, 4),
            True,
            partition(BEST, (3, 3, 2)),
            "it splits the possible codes into 3 classes rather than 2",
        ),
        (
            (4, 4),
            False,
            partition(BEST, (3, 3, 2), candidate=False),
            "it splits the possible codes into 3 classes rather than 2",
        ),
        (
            (6, 2),
            True,
            partition(BEST, (4, 4)),
            "it leaves 4.0 codes on average rather than 5.0",
        ),
        ((5, 3, 1), True, partition(BEST, (5, 2, 2)), "it leaves 3.7 codes on average rather than 3.9"),
        ((4, 4), True, partition(BEST, (4, 4)), "the codes it leaves are easier to tell apart"),
        ((4, 4), True, partition(BEST, (6, 2)), "the codes it leaves are easier to tell apart"),
        ((3, 3, 2), True, partition(BEST, (7, 1)), "the codes it leaves are easier to tell apart"),
    ],
)
def test_why_the_best_guess_is_better(
    sizes: tuple[int, ...], candidate: bool, best: Partition, why: str
) -> None:
    made = move(sizes, (0.25, 0.25), best, RANKED, bits=None, candidate=candidate)
    assert move_text(made) == f"1234 takes 0.250 turns fewer on average: {why}."


BROKEN = "It could not be the secret: otherwise row 2 (1122) would have feedback BWW, not B. "


@pytest.mark.parametrize(
    ("sizes", "rank", "why"),
    [
        ((1, 1, 1), None, "each of the 3 possible codes gives different feedback, so the next guess wins"),
        ((4, 4), None, "it leaves 4.0 codes on average"),
        (
            (4, 4),
            Rank(0, 5, (GUESS,)),
            "it leaves 4.0 codes on average; every guess that could win takes more turns on average",
        ),
        (
            (4, 4),
            Rank(0, 5, (GUESS, BEST)),
            "it leaves 4.0 codes on average; 1234 could win at once, but takes as many turns on average",
        ),
    ],
)
def test_why_a_guess_that_cannot_win_is_best(sizes: tuple[int, ...], rank: Rank | None, why: str) -> None:
    made = move(sizes, rank=rank, broken=True, bits=None)
    assert move_text(made) == f"{BROKEN}Still, no guess is better: {why}."


OPEN = "There are too many possible codes to find the best guess in the time allowed"


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (move(regret=(0.0, 1.0), bits=None), "; this guess leaves 4.0 possible codes on average."),
        (
            move(regret=(0.25, 1.0), bits=None),
            "; this guess loses at least 0.250 turns; it leaves 4.0 possible codes on average.",
        ),
        (
            move(regret=(0.0, 1.0), best=partition(BEST, (3, 3, 2)), bits=None),
            "; this guess leaves 4.0 possible codes on average, and 1234 leaves 2.8.",
        ),
        (
            move(regret=(0.0, 1.0), best=partition(GUESS, (4, 4)), bits=None),
            "; this guess leaves 4.0 possible codes on average.",
        ),
        (
            move(regret=(0.0, 1.0), known="sampled", bits=None),
            "; this guess leaves 50.0% of a sample of them on average.",
        ),
        (move(regret=(0.0, 1.0), known="sampled", bits=None, split=False), "."),
        (
            move((), regret=(0.0, 1.0), known="sampled", bits=None),
            "; this guess leaves 0.0% of a sample of them on average.",
        ),
    ],
)
def test_a_guess_whose_regret_is_open(made: Any, said: str) -> None:
    assert move_text(made) == OPEN + said


@pytest.mark.parametrize(
    ("luck", "said"),
    [
        (
            (0.1, 0.25),
            " The feedback was lucky by 0.10 turns: "
            "25% of the possible codes give feedback at least as good.",
        ),
        ((0.099, 0.25), ""),
        ((0.0, 1.0), ""),
        ((-0.099, 0.25), ""),
        (
            (-0.1, 0.75),
            " The feedback was unlucky by 0.10 turns: 25% of the possible codes give worse feedback.",
        ),
        ((-0.5, 1.0), " The feedback was unlucky by 0.50 turns: no possible code gives worse feedback."),
    ],
)
def test_luck_is_told_where_it_matters(luck: tuple[float, float], said: str) -> None:
    assert move_text(move(luck=luck, bits=None)) == "No guess is better." + said


def test_turns() -> None:
    assert turns(math.pi) == "3.142 turns"


def taught(worst: Any, known: str = "exact") -> str:
    """What is said of a game whose worst moment this is."""
    review: Any = SimpleNamespace(worst=worst, known=known, name=str)
    return lesson(review)


MOMENT = "The guess to learn from is row 3, 1122: "


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (
            move((8,), (1.0, 1.0)),
            "its feedback was certain beforehand, so it ruled out none of the 8 possible codes.",
        ),
        (move(regret=(0.25, 0.25)), "it loses 0.250 turns."),
        (move(regret=(0.25, 1.0), best=partition(BEST, (4, 4))), "it loses at least 0.250 turns."),
        (move(regret=(0.25, 0.25), rank=RANKED), "it loses 0.250 turns."),
        (
            move(regret=(0.25, 0.25), best=partition(BEST, (4, 4)), rank=RANKED, broken=True),
            "it contradicts row 2, so it could not win. "
            "1234 is consistent with all rows, and takes 0.250 turns fewer on average.",
        ),
        (
            move(regret=(0.25, 0.25), best=partition(BEST, (4, 4), candidate=False), rank=RANKED),
            "it could win, but 1234, which could not, splits the 8 possible codes better: "
            "it takes 0.250 turns fewer on average.",
        ),
        (
            move(regret=(0.25, 0.25), best=partition(BEST, (3, 3, 2)), rank=RANKED),
            "1234 takes 0.250 turns fewer on average: "
            "it splits the possible codes into 3 classes rather than 2.",
        ),
        (
            move((5, 3), (0.25, 0.25), partition(BEST, (4, 4), candidate=False), RANKED, broken=True),
            "1234 takes 0.250 turns fewer on average: it leaves 4.0 codes on average rather than 4.2.",
        ),
    ],
)
def test_the_lesson_of_a_game(made: Any, said: str) -> None:
    assert taught(made) == MOMENT + said


def test_the_lesson_of_a_game_in_which_nothing_was_lost() -> None:
    assert taught(None) == "Every guess was a best guess."
    assert taught(None, "lower") == "No guess is known to have lost anything."
