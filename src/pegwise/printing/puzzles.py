"""Prints puzzles without their solution, and deductions step by step."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pegwise.analysis.one_guess_puzzle import ONE_GUESS_LEVELS
from pegwise.analysis.puzzle import Puzzle
from pegwise.notation import number_name
from pegwise.printing.layout import WIDTH, board, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise import Deduction, OneGuessPuzzle
    from pegwise.analysis.deduction_knowledge import Step


def deduction(shown: Deduction) -> str:
    """Write the steps, numbered, and the code that follows from them."""
    ends = "The code does not follow." if shown.code is None else f"The code is {shown.code}."
    figures = f"{counted(shown.size, 'step')}, {counted(shown.assumptions, 'supposition')}"
    return "\n".join([f"{ends[:-1]} ({figures}).", *steps(shown.steps)])


def steps(shown: Sequence[Step], width: int = WIDTH) -> list[str]:
    """Write steps, numbered; those within an assumption are set in."""
    lines, digits = [], len(str(len(shown)))
    for number, step in enumerate(shown, 1):
        for place, sentence in enumerate(step.sentences()):
            margin = " " * (digits + 2 + 2 * sentence.depth)
            first = margin if place else f"{number:>{digits}}  "
            lines.append(textwrap.fill(str(sentence), width, initial_indent=first, subsequent_indent=margin))
    return lines


def puzzle(shown: Puzzle | OneGuessPuzzle) -> str:
    """Write the question, the rows and the difficulty."""
    asked = textwrap.fill(question(shown), WIDTH, break_on_hyphens=False)
    return "\n".join([asked, *board(shown.rows, shown.rules), textwrap.fill(difficulty(shown), WIDTH)])


one_guess_puzzle = puzzle


def question(shown: Puzzle | OneGuessPuzzle) -> str:
    """Write what the solver is to find."""
    rules = shown.rules
    title = "" if shown.seed is None else f"Puzzle {shown.seed}: "
    game = f"{title}{rules}, colors {rules.colors_name}{'' if rules.repeats else ', no color twice'}"
    game += "" if rules.whites else ", black hits only"
    if isinstance(shown, Puzzle):
        return f"{game}. Exactly one code is consistent with all rows. Which?"
    possible = f"{len(shown.candidates)} codes are possible: {' '.join(map(str, shown.candidates))}"
    return f"{game}. {possible}. Which guess gets different feedback from each?"


def difficulty(shown: Puzzle | OneGuessPuzzle) -> str:
    """Write how hard a puzzle is, and why."""
    if isinstance(shown, Puzzle):
        deduced, level = shown.deduction, shown.level
        assumptions = f"{deduced.assumptions or 'no'} assumption{'s' * (deduced.assumptions != 1)}"
        deep = f", nested up to {deduced.depth} deep" if deduced.depth > 1 else ""
        steps = counted(deduced.size, "step")
        return f"Difficulty: {level.name} ({level.text}). Deduced in {steps} with {assumptions}{deep}."
    if not shown.guesses:
        return "No guess tells them all apart."
    return (
        f"Difficulty: {shown.level} ({ONE_GUESS_LEVELS[shown.level]}). "
        f"{len(shown.guesses)} of all {number_name(shown.rules.size)} codes are solutions."
    )
