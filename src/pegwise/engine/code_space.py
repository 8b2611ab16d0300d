"""All secrets and all guesses of a game as arrays, in numeric order, for games that fit in memory.

Secrets and guesses are the same codes in the family of Mastermind, and two lists in listed games.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

from pegwise.limit import spend
from pegwise.rules import Code, Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.listed.lists import Lists

Columns: TypeAlias = "NDArray[np.unsignedinteger[Any]]"
Indices: TypeAlias = "NDArray[np.int64]"

ENUMERATION_LIMIT = 2**24
"""Games with at most this many codes are held in memory (P bytes a code)."""
LISTING_LIMIT = 2**27
"""The codes of games with at most this many are gone through for those that fit a row, in a second or so."""
_ROWS, _CELLS = 1 << 16, 1 << 22
"""Codes, and symbols, that are written together between two looks at the clock."""
_CODES = 1 << 18
"""Codes gone through between two looks at the clock: some milliseconds for what is done with each."""


def can_search(rules: Rules) -> bool:
    """Tell whether candidates can be searched for, walked to and counted from pegs, colors and hits alone."""
    return not rules.is_listed


def is_searched_by_matrix(rules: Rules) -> bool:
    """Tell whether the search for optima works on the matrix of these rules."""
    return rules.is_listed


def _lists(rules: Rules) -> Lists:
    from pegwise.engine.listed.lists import lists_of  # which is made of what is here

    return lists_of(rules)


def all_codes(rules: Rules) -> Columns:
    """Every code that can be secret, in numeric order: shape (pegs, size), colors from 0; read-only.

    Raises :class:`~pegwise.limit.LimitReached` where a limit in force ends it. The caller
    has checked that ``rules.size`` is at most :data:`ENUMERATION_LIMIT`.
    """
    return _lists(rules).secrets if rules.is_listed else _family(rules)


def all_guesses(rules: Rules) -> Columns:
    """Every code that may be guessed, as :func:`all_codes` has the secrets: shape (pegs, guess_count)."""
    return _lists(rules).guesses if rules.is_listed else _family(rules)


@lru_cache(maxsize=4)
def _family(rules: Rules) -> Columns:
    """Every code of a game of the family, as :func:`all_codes` has them."""
    if rules.repeats:
        codes = _with_repeats(rules)
    else:
        codes = np.empty((rules.pegs, rules.size), color_type(rules))
        for some in blocks(rules.size, _ROWS // 4):
            codes[:, some] = _family_at(np.arange(some.start, some.stop, dtype=np.int64), rules)
    codes.setflags(write=False)
    return codes


def _with_repeats(rules: Rules) -> Columns:
    codes = np.empty((rules.pegs, rules.size), color_type(rules))
    colors = np.arange(rules.colors, dtype=codes.dtype)
    for peg, column in enumerate(codes):
        spend(0)
        pattern = np.repeat(colors, rules.colors ** (rules.pegs - 1 - peg))
        while len(pattern) < min(_ROWS, rules.size):
            pattern = np.tile(pattern, rules.colors)
        repeated = column.reshape(-1, len(pattern))
        for some in blocks(len(repeated), max(1, _CELLS // len(pattern))):
            repeated[some] = pattern
    return codes


def places_of(codes: Columns, rules: Rules) -> Indices:
    """The places of codes (pegs, N) in numeric order among all secrets; -1 for a guess that is no secret."""
    return _lists(rules).secret_places(codes) if rules.is_listed else _family_places(codes, rules)


def guess_places(codes: Columns, rules: Rules) -> Indices:
    """The places of codes (pegs, N) in numeric order among all guesses."""
    return _lists(rules).guess_places(codes) if rules.is_listed else _family_places(codes, rules)


def _family_places(codes: Columns, rules: Rules) -> Indices:
    if rules.repeats:
        return numbers_of(codes, rules)
    places = np.zeros(codes.shape[1], np.int64)
    for peg, column in enumerate(codes):
        places *= rules.colors - peg
        places += column
        for earlier in codes[:peg]:
            places -= earlier < column
    return places


def codes_at(places: Indices, rules: Rules) -> Columns:
    """The secrets (pegs, N) at these places in numeric order: what :func:`places_of` is undone by."""
    return _lists(rules).secrets[:, places] if rules.is_listed else _family_at(places, rules)


def guesses_at(places: Indices, rules: Rules) -> Columns:
    """The guesses (pegs, N) at these places in numeric order: what :func:`guess_places` is undone by."""
    return _lists(rules).guesses[:, places] if rules.is_listed else _family_at(places, rules)


def _family_at(places: Indices, rules: Rules) -> Columns:
    codes = np.empty((rules.pegs, len(places)), np.int64)
    for peg in range(rules.pegs - 1, -1, -1):
        choices = rules.colors - (0 if rules.repeats else peg)
        places, codes[peg] = np.divmod(places, choices)
    if not rules.repeats:  # so far each tells which of the colors that are left, from the lowest
        for peg in range(rules.pegs - 2, -1, -1):
            codes[peg + 1 :] += codes[peg + 1 :] >= codes[peg]
    return codes.astype(color_type(rules))


def guess_places_at(places: Indices, rules: Rules) -> Indices:
    """Where the secrets at these places stand among the guesses, (N,)."""
    return _lists(rules).guess_of[places].astype(np.int64) if rules.is_listed else places


def drawn_guesses(rules: Rules, number: int, rng: np.random.Generator) -> Columns:
    """Guesses (pegs, N) drawn at random, some of them twice; none in games without repeated colors."""
    if rules.is_listed:
        guesses = _lists(rules).guesses
        return guesses[:, rng.integers(guesses.shape[1], size=number)]
    found: Columns = rng.integers(rules.colors, size=(rules.pegs, number), dtype=color_type(rules)).astype(
        color_type(rules), copy=False
    )
    return found if rules.repeats else found[:, :0]


def index_of(code: Sequence[int], rules: Rules) -> int:
    """The place of a code (colors from 0) in numeric order among all secrets; -1 if it is none."""
    return int(places_of(np.array(code, np.uint32)[:, None], rules)[0])


def guess_index(code: Sequence[int], rules: Rules) -> int:
    """The place of a code (colors from 0) in numeric order among all guesses."""
    return int(guess_places(np.array(code, np.uint32)[:, None], rules)[0])


def weights_of(codes: Columns, rules: Rules) -> Indices | None:
    """The weights of secrets (pegs, N), shape (N,); None if all count the same."""
    return _lists(rules).weights[places_of(codes, rules)] if rules.weights else None


def color_type(rules: Rules) -> type[np.uint8 | np.uint16 | np.uint32]:
    """The type of numbers that colors from 0 are written in."""
    return np.uint8 if rules.colors <= 256 else np.uint16 if rules.colors <= 65536 else np.uint32


def all_places(rules: Rules) -> Indices:
    """The places of all codes, ascending. Raises as :func:`all_codes`."""
    places = np.empty(rules.size, np.int64)
    for some in blocks(rules.size, _CELLS // 8):
        places[some] = np.arange(some.start, some.stop, dtype=np.int64)
    return places


def blocks(size: int, most: int = _CODES) -> Iterator[slice]:
    """Where each block of ``most`` things is, of so many; looks at the clock before each but the first.

    >>> list(blocks(3)), list(blocks(3, 2))
    ([slice(0, 3, None)], [slice(0, 2, None), slice(2, 3, None)])
    """
    for start in range(0, size, most):
        if start:
            spend(0)
        yield slice(start, min(start + most, size))


T = TypeVar("T")


def batched(items: Iterable[T], most: float, size: Callable[[T], float]) -> Iterator[list[T]]:
    """Put items together in order: no batch of several has more than this size.

    >>> list(batched([3, 1, 1, 2], 3, lambda item: item))
    [[3], [1, 1], [2]]
    """
    batch: list[T] = []
    held = 0.0
    for item in items:
        if batch and held + size(item) > most:
            yield batch
            batch, held = [], 0.0
        batch.append(item)
        held += size(item)
    if batch:
        yield batch


_Number = TypeVar("_Number", bound="np.integer[Any]")


def chosen(columns: NDArray[_Number], mask: NDArray[np.bool_]) -> NDArray[_Number]:
    """The codes (pegs, N) that a mask (N,) chooses."""
    found = np.empty((len(columns), np.count_nonzero(mask)), columns.dtype)
    start = 0
    for some in blocks(len(mask)):
        part = columns[:, some][:, mask[some]]
        found[:, start : start + part.shape[1]] = part
        start += part.shape[1]
    return found


def turned(codes: Columns) -> Columns:
    """Codes (pegs, N) as rows (N, pegs), or rows as codes: in memory too."""
    rows = np.empty(codes.shape[::-1], codes.dtype)
    if len(codes) < len(rows):
        for some in blocks(len(rows)):
            rows[some] = codes[:, some].T
    else:
        for some in blocks(len(codes)):
            rows[:, some] = codes[some].T
    return rows


def to_columns(codes: Iterable[Sequence[int]], rules: Rules) -> Columns:
    """Codes as people number colors (from 1) to engine columns: shape (pegs, N), colors from 0."""
    rows = np.array([tuple(code) for code in codes], dtype=color_type(rules)).reshape(-1, rules.pegs)
    columns: Columns = np.ascontiguousarray(rows.T) - rows.dtype.type(1)
    return columns


def to_code(colors: Iterable[int]) -> Code:
    """Engine colors, from 0, to a :class:`~pegwise.rules.Code`."""
    return Code(int(color) + 1 for color in colors)


def zero_based(code: Sequence[int]) -> tuple[int, ...]:
    """A code as the engine counts colors: from 0."""
    return tuple(color - 1 for color in code)


def rows_of(
    history: Iterable[tuple[Sequence[int], tuple[int, int]]],
) -> list[tuple[tuple[int, ...], int, int]]:
    """The rows of a history as the engine counts colors: guess, black hits and white hits of each."""
    return [(zero_based(guess), *told) for guess, told in history]


def numbers_of(codes: Columns, rules: Rules) -> Indices:
    """Codes (pegs, N) as numbers in base C, shape (N,): in numeric order, and different for each code."""
    numbers = np.zeros(codes.shape[1], np.int64)
    for some in blocks(codes.shape[1]):
        part = numbers[some]
        for column in codes[:, some]:
            part *= rules.colors
            part += column
    return numbers


def grouped(
    labels: NDArray[np.integer[Any]], members: NDArray[_Number]
) -> list[tuple[int, NDArray[_Number]]]:
    """(label, members) for every label there is, ascending; the members of each in the order they come in.

    >>> grouped(np.array([3, 1, 3]), np.array([10, 20, 30]))
    [(1, array([20])), (3, array([10, 30]))]
    """
    order = np.argsort(labels, kind="stable")
    ascending = labels[order]
    # Not by np.unique, which loads masked arrays: a tenth of what numpy itself takes to start.
    ends = np.flatnonzero(ascending[1:] != ascending[:-1]) + 1
    parts = np.split(members[order], ends) if len(labels) else []
    firsts = ascending[[0, *ends]].tolist() if len(labels) else []
    return list(zip(firsts, parts, strict=True))
