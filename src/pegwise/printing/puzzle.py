"""Prints deductions and puzzles; a puzzle without its solution."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pegwise.printing.layout import board, counted

if TYPE_CHECKING:
    from pegwise.analysis.deduction import Deduction
    from pegwise.analysis.one_guess_puzzle import OneGuessPuzzle
    from pegwise.analysis.puzzle import Puzzle

__all__ = ["deduction", "one_guess_puzzle", "puzzle"]

_WIDTH = 80


def deduction(shown: Deduction) -> str:
    """Write the steps, numbered, and the code that follows from them."""
    ends = "The code does not follow." if shown.code is None else f"The code is {shown.code}."
    figures = f"{counted(shown.size, 'step')}, {counted(shown.assumptions, 'supposition')}"
    lines = []
    for number, step in enumerate(shown.steps, 1):
        for at, sentence in enumerate(step.sentences()):
            lead = "  " * sentence.depth + (f"{number}. " if at == 0 else "   ")
            lines.append(
                textwrap.fill(str(sentence), _WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead))
            )
    return "\n".join([f"{ends[:-1]} ({figures}).", *lines])


def puzzle(shown: Puzzle) -> str:
    """Write the rows and the question."""
    heading = f"{shown.rules}: which code gives all this feedback? ({shown.level.name})"
    return "\n".join([heading, *board(shown.rows, shown.rules)])


def one_guess_puzzle(shown: OneGuessPuzzle) -> str:
    """Write the rows, the codes that are left and the question."""
    heading = f"{shown.rules}: which guess tells all candidates apart? ({shown.level})"
    left = textwrap.wrap(" ".join(map(str, shown.candidates)), _WIDTH, break_on_hyphens=False)
    return "\n".join(
        [heading, *board(shown.rows, shown.rules), f"{counted(len(shown.candidates), 'candidate')}:", *left]
    )
