"""Feedback numbers and class sizes, in numpy.

The feedback number of hits is black * (pegs + 1) + white; other feedback is numbered by the rules. The win
has the highest. A class size is the sum of the weights of its codes, their number if they have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.code_space import Columns, Indices, blocks, weights_of
from pegwise.engine.counting import occurrences
from pegwise.limit import spend
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pegwise.rules import Rules

    Numbers = NDArray[np.unsignedinteger[Any]]


_BLOCK = 1 << 18
"""Pairs looked at in one go: the working arrays (1 to 8 bytes a pair) then stay within the caches."""
_FEW = 32
"""Codes for each color up to which the colors are counted all at once, which is quicker than one by one."""


def bins(rules: Rules) -> int:
    """One more than the highest feedback number, that of the win."""
    return rules.number(rules.win) + 1


def feedback_numbers(guesses: Columns, codes: Columns, rules: Rules) -> Numbers:
    """The feedback number of every guess against every code.

    ``guesses``: shape (pegs, G); ``codes``: shape (pegs, N); the answer: shape (G, N).
    """
    return _numbers(guesses, codes, rules, across=True)


def numbers_of_guess(guess: Columns, codes: Columns, rules: Rules) -> Numbers:
    """The feedback numbers of one guess (pegs, 1) against however many codes: shape (N,).

    Looks at the clock between blocks: raises what :func:`~pegwise.limit.spend` raises.
    """
    spend(0)
    some = blocks(max(1, codes.shape[1]))
    return np.concatenate([feedback_numbers(guess, codes[:, block], rules)[0] for block in some])


def numbers_of_pairs(secrets: Columns, guesses: Columns, rules: Rules) -> Numbers:
    """The feedback number of each guess against the secret beside it; both (pegs, N), the answer (N,).

    Looks at the clock between blocks: raises what :func:`~pegwise.limit.spend` raises.
    """
    found = []
    for block in blocks(max(1, guesses.shape[1])):
        spend(guesses[:, block].shape[1])
        found.append(_numbers(guesses[:, block], secrets[:, block], rules, across=False))
    return np.concatenate(found)


def _numbers(guesses: Columns, codes: Columns, rules: Rules, *, across: bool) -> Numbers:
    """The feedback numbers of all guesses ``across`` all codes, (G, N), or of pairs, (N,).

    With H = black + white the number of hits is P * black + H, so only black and H are counted.
    """
    if rules.tells == "function":
        from pegwise.engine.listed.lists import lists_of  # no other rules have lists

        lists = lists_of(rules)
        table = np.frombuffer(lists.rules.kind.numbers, "<u2").reshape(rules.guess_count, rules.size)
        places = lists.guess_places(guesses), lists.secret_places(codes)
        return np.ascontiguousarray(table[np.ix_(*places) if across else places])
    rows, columns = (guesses[:, :, None], codes[:, None, :]) if across else (guesses, codes)
    if rules.tells == "marks":
        return _marked(rows, columns)
    shape = np.broadcast_shapes(rows.shape[1:], columns.shape[1:])
    numbers = np.zeros(shape, np.min_scalar_type(bins(rules) - 1))
    is_total = rules.tells == "total"
    each = 0 if is_total else rules.pegs if rules.whites else rules.pegs + 1
    weight = numbers.dtype.type(each)
    for one, other in zip(rows, columns, strict=True):
        numbers += (one == other) * weight
    if rules.whites:
        for in_guess, in_code in _color_counts(guesses, codes):
            numbers += np.minimum(in_guess[:, None] if across else in_guess, in_code)
    if is_total:
        full = np.nonzero(numbers == rules.pegs)
        won = (guesses[:, full[0]] == codes[:, full[-1]]).all(axis=0)
        numbers[tuple(places[won] for places in full)] = rules.pegs + 1
    return numbers


def _color_counts(guesses: Columns, codes: Columns) -> Iterator[tuple[Numbers, Numbers]]:
    """Iterate over the colors: how often each guess has one, and each code."""
    # A color that one side lacks adds nothing, so those of the smaller side will do.
    fewer = guesses if guesses.size <= codes.size else codes
    colors = np.flatnonzero(occurrences(fewer.ravel())).astype(fewer.dtype)
    if max(guesses.shape[1], codes.shape[1]) <= min(_FEW * len(colors), _BLOCK // max(1, len(colors))):
        yield from zip(_counts(guesses, colors), _counts(codes, colors), strict=True)
        return
    for color in colors:
        yield _count(guesses, int(color)), _count(codes, int(color))


def _count(codes: Columns, color: int) -> Numbers:
    """How often each code has the color: shape (N,). Column by column, which numpy adds up far quicker."""
    count = np.zeros(codes.shape[1], np.min_scalar_type(len(codes)))
    for column in codes:
        count += column == color
    return count


def _counts(codes: Columns, colors: Columns) -> Numbers:
    """How often each code has each of the colors, ascending: shape (K, N). Quicker where they are many."""
    kinds, count = len(colors), codes.shape[1]
    places = np.minimum(np.searchsorted(colors, codes), kinds - 1)
    places = np.where(colors[places] == codes, places, kinds) * count + np.arange(count, dtype=np.int64)
    found = occurrences(places.ravel(), minlength=(kinds + 1) * count).reshape(kinds + 1, count)[:kinds]
    return found.astype(np.min_scalar_type(len(codes)))


def _marked(guess: NDArray[Any], secret: NDArray[Any]) -> Numbers:
    """The marks of pegs whose shapes broadcast: see :func:`pegwise.feedback_kinds.marks_of`.

    A peg is marked elsewhere if the secret has its color, at pegs that are not right, more often than the
    guess has it at earlier pegs that are not right.
    """
    pegs = range(len(guess))
    right = [one == other for one, other in zip(guess, secret, strict=True)]
    found = np.zeros(right[0].shape, np.min_scalar_type(3 ** len(guess) - 1))
    for peg in pegs:
        left = np.zeros(found.shape, np.int8)
        for other in pegs:
            if other != peg:
                left += (guess[peg] == secret[other]) & ~right[other]
        for earlier in range(peg):
            same = guess[peg] == guess[earlier]
            if same.any():
                left -= same & ~right[earlier]
        marks = np.where(right[peg], 2, (left > 0).astype(np.uint8))
        found *= found.dtype.type(3)
        found += marks.astype(found.dtype)
    return found


def class_sizes(guesses: Columns, codes: Columns, rules: Rules) -> Indices:
    """How many of ``codes`` give each feedback number to each guess: shape (G, bins)."""
    none = np.zeros((0, bins(rules)), np.int64)
    return np.concatenate([none, *(sizes for _, sizes in class_sizes_by_block(guesses, codes, rules))])


def class_sizes_by_block(guesses: Columns, codes: Columns, rules: Rules) -> Iterator[tuple[slice, Indices]]:
    """The rows of :func:`class_sizes`, some guesses at a time, so that memory stays bounded."""
    count, size, width = guesses.shape[1], codes.shape[1], bins(rules)
    step = max(1, min(_BLOCK // max(size, 1), _BLOCK // width))
    for start in range(0, count, step):
        block = slice(start, min(start + step, count))
        spend(size * (block.stop - block.start))
        yield block, _histogram(guesses[:, block], codes, rules, width)
        report("guesses", block.stop, count)


def _histogram(guesses: Columns, codes: Columns, rules: Rules, width: int) -> Indices:
    count = guesses.shape[1]
    sizes = np.zeros(count * width, np.int64)
    weights = weights_of(codes, rules)
    offsets = np.arange(count, dtype=np.int64)[:, None] * width
    # One guess against very many codes is cut along the codes too.
    for some in blocks(codes.shape[1], _BLOCK):
        numbers = feedback_numbers(guesses, codes[:, some], rules)
        each = None if weights is None else np.tile(weights[some], count)
        sizes += occurrences((numbers + offsets).ravel(), count * width, each)
    return sizes.reshape(count, width)
