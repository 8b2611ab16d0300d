"""Feedback numbers and class sizes, in numpy.

The feedback number of hits is black * (pegs + 1) + white; other feedback is numbered by the rules. The win
has the highest. A class size is the sum of the weights of its codes, their number if they have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.code_space import weights_of
from pegwise.engine.counting import occurrences
from pegwise.engine.listed import feedback_numbers as listed
from pegwise.limit import spend
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns, Indices
    from pegwise.rules import Rules

__all__ = ["bins", "class_sizes", "class_sizes_by_block", "feedback_numbers", "numbers_of_guess"]
__all__ += ["numbers_of_pairs"]

# Pairs looked at in one go: the working arrays (1 to 8 bytes a pair) then stay within the caches.
_BLOCK = 1 << 18
_FEW = 32
"""Codes for each color up to which the colors are counted all at once, which is quicker than one by one."""


def bins(rules: Rules) -> int:
    """One more than the highest feedback number, that of the win."""
    return rules.number(rules.win) + 1


def feedback_numbers(guesses: Columns, codes: Columns, rules: Rules) -> NDArray[np.unsignedinteger[Any]]:
    """The feedback number of every guess against every code.

    ``guesses``: shape (pegs, G); ``codes``: shape (pegs, N); the answer: shape (G, N).
    With H = black + white the number is P * black + H, so only black and H are counted.
    """
    if rules.tells in ("marks", "function"):
        return listed.own_numbers(guesses, codes, rules)
    if rules.tells == "total":
        return listed.numbers_with_wins(_hit_numbers(guesses, codes, rules, 0), guesses, codes)
    return _hit_numbers(guesses, codes, rules, rules.pegs if rules.whites else rules.pegs + 1)


def _hit_numbers(
    guesses: Columns, codes: Columns, rules: Rules, each: int
) -> NDArray[np.unsignedinteger[Any]]:
    """Hits of every guess in every code, (G, N): ``each`` for a black one, and one for any, if told."""
    numbers = np.zeros((guesses.shape[1], codes.shape[1]), np.min_scalar_type(bins(rules) - 1))
    weight = numbers.dtype.type(each)
    for guess_column, code_column in zip(guesses, codes, strict=True):
        numbers += (guess_column[:, None] == code_column[None, :]) * weight
    if rules.whites:
        # A color that one side lacks adds nothing, so those of the smaller side will do.
        fewer = guesses if guesses.size <= codes.size else codes
        colors = np.flatnonzero(occurrences(fewer.ravel())).astype(fewer.dtype)
        if max(numbers.shape) <= _FEW * len(colors):
            for in_guess, in_code in zip(_counts(guesses, colors), _counts(codes, colors), strict=True):
                numbers += np.minimum(in_guess[:, None], in_code[None, :]).astype(numbers.dtype)
            return numbers
        for color in colors:
            in_guess, in_code = _count(guesses, int(color)), _count(codes, int(color))
            numbers += np.minimum(in_guess[:, None], in_code[None, :])
    return numbers


def numbers_of_guess(guess: Columns, codes: Columns, rules: Rules) -> NDArray[np.unsignedinteger[Any]]:
    """The feedback numbers of one guess (pegs, 1) against however many codes: shape (N,).

    Looks at the clock between blocks: raises what :func:`~pegwise.limit.spend` raises.
    """
    blocks = []
    for start in range(0, max(1, codes.shape[1]), _BLOCK):
        spend(0)
        blocks.append(feedback_numbers(guess, codes[:, start : start + _BLOCK], rules)[0])
    return np.concatenate(blocks)


def numbers_of_pairs(secrets: Columns, guesses: Columns, rules: Rules) -> NDArray[np.unsignedinteger[Any]]:
    """The feedback number of each guess against the secret beside it; both (pegs, N), the answer (N,).

    Looks at the clock between blocks: raises what :func:`~pegwise.limit.spend` raises.
    """
    numbers = np.zeros(guesses.shape[1], np.min_scalar_type(bins(rules) - 1))
    weight = numbers.dtype.type(rules.pegs if rules.whites else rules.pegs + 1)
    if rules.tells in ("marks", "function"):
        return listed.numbers_of_pairs_by(guesses, secrets, rules)
    total = rules.tells == "total"
    weight = weight if not total else numbers.dtype.type(0)
    for start in range(0, len(numbers), _BLOCK):
        block = slice(start, start + _BLOCK)
        spend(len(numbers[block]))
        some, beside, found = guesses[:, block], secrets[:, block], numbers[block]
        for guess_column, secret_column in zip(some, beside, strict=True):
            found += (guess_column == secret_column) * weight
        if rules.whites:
            found += _hits(some, beside, numbers.dtype)
        if total:
            found[(some == beside).all(axis=0)] = rules.pegs + 1
    return numbers


def _hits(guesses: Columns, codes: Columns, dtype: np.dtype[Any]) -> NDArray[np.unsignedinteger[Any]]:
    """How many hits, black or white, each guess has in the code beside it: shape (N,)."""
    hits: NDArray[np.unsignedinteger[Any]] = np.zeros(guesses.shape[1], dtype)
    colors = np.flatnonzero(occurrences(guesses.ravel())).astype(guesses.dtype)
    if guesses.shape[1] <= min(_FEW * len(colors), _BLOCK // len(colors)):
        hits += np.minimum(_counts(guesses, colors), _counts(codes, colors)).sum(axis=0, dtype=dtype)
        return hits
    for color in colors:
        hits += np.minimum(_count(guesses, int(color)), _count(codes, int(color)))
    return hits


def _count(codes: Columns, color: int) -> NDArray[np.unsignedinteger[Any]]:
    """How often each code has the color: shape (N,). Column by column, which numpy adds up far quicker."""
    count = np.zeros(codes.shape[1], np.min_scalar_type(len(codes)))
    for column in codes:
        count += column == color
    return count


def _counts(codes: Columns, colors: Columns) -> NDArray[np.int64]:
    """How often each code has each of the colors, ascending: shape (K, N). Quicker where they are many."""
    kinds, count = len(colors), codes.shape[1]
    places = np.minimum(np.searchsorted(colors, codes), kinds - 1)
    places = np.where(colors[places] == codes, places, kinds) * count + np.arange(count, dtype=np.int64)
    return occurrences(places.ravel(), minlength=(kinds + 1) * count).reshape(kinds + 1, count)[:kinds]


def class_sizes(guesses: Columns, codes: Columns, rules: Rules) -> Indices:
    """How many of ``codes`` give each feedback number to each guess: shape (G, bins)."""
    blocks = [sizes for _, sizes in class_sizes_by_block(guesses, codes, rules)]
    return np.concatenate(blocks) if blocks else np.zeros((0, bins(rules)), np.int64)


def class_sizes_by_block(guesses: Columns, codes: Columns, rules: Rules) -> Iterator[tuple[slice, Indices]]:
    """The rows of :func:`class_sizes`, some guesses at a time, so that memory stays bounded."""
    count, size, width = guesses.shape[1], codes.shape[1], bins(rules)
    step = max(1, min(_BLOCK // max(size, 1), _BLOCK // width))
    for start in range(0, count, step):
        block = slice(start, min(start + step, count))
        spend(size * (block.stop - block.start))
        yield block, _histogram(guesses[:, block], codes, rules)
        report("guesses", block.stop, count)


def _histogram(guesses: Columns, codes: Columns, rules: Rules) -> Indices:
    width, count = bins(rules), guesses.shape[1]
    sizes = np.zeros(count * width, np.int64)
    weights = weights_of(codes, rules)
    offsets = np.arange(count, dtype=np.int64)[:, None] * width
    # One guess against very many codes is cut along the codes too.
    for start in range(0, codes.shape[1], _BLOCK):
        spend(0)
        numbers = feedback_numbers(guesses, codes[:, start : start + _BLOCK], rules)
        each = None if weights is None else np.tile(weights[start : start + _BLOCK], count)
        sizes += occurrences((numbers + offsets).ravel(), count * width, each)
    return sizes.reshape(count, width)
