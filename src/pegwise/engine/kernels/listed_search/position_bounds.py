"""What can be said of a position without a search, as numba functions.

The total of a guess is at least the weight of the position, once, and of each of its classes besides the win
twice that of the class, less its heaviest candidate: 3W - (weight of the guess as a candidate) - (weights of
the heaviest of all parts). It is just that if no class has more than two candidates. Candidates are in the
order of descending weights.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegwise.engine.kernels.listed_search.interface import IMPOSSIBLE
from pegwise.engine.kernels.listed_search.parts_of_guesses import count_all
from pegwise.engine.kernels.teaching import FLAGS

__all__ = ["floor_of", "glance", "is_settled", "look", "value_of", "weight_of"]


@njit(**FLAGS)
def weight_of(members, weighted, weights):
    """Return the sum of the weights of all members."""
    if not weighted:
        return np.int64(len(members))
    weight = np.int64(0)
    for member in members:
        weight += weights[member]
    return weight


@njit(**FLAGS)
def floor_of(members, left, others, weighted, weights):
    """Return the least total of so many candidates if no guess makes more than ``others`` parts but the win.

    It is exact for one and two candidates.
    """
    rest, depth, room = len(members), np.int64(1), np.int64(1)
    total, at = np.int64(0), np.int64(0)
    while rest > 0:
        if depth > left or room == 0:
            return np.int64(IMPOSSIBLE)
        some = min(rest, room)
        if weighted:
            for i in range(at, at + some):
                total += depth * weights[members[i]]
        else:
            total += depth * some
        at, rest, depth, room = at + some, rest - some, depth + 1, some * others
    return total


@njit(**FLAGS)
def value_of(count, parts, heads, own, weight, left):
    """Return what the total of a guess is at least; ``own`` is its weight as a candidate, else 0."""
    if parts < count and (left <= 2 or parts <= 1):
        return np.int64(IMPOSSIBLE)
    return 3 * weight - own - heads


@njit(**FLAGS)
def is_settled(count, parts, pairs, left):
    """Tell whether the total of a guess is just that: no class has more than two candidates."""
    return parts == count or (left > 2 and count - parts == pairs)


@njit(**FLAGS)
def glance(members, left, weighted, game, seen, stamp):
    """Return (lower, upper, guess): what the candidates as guesses tell of a position of three or more.

    ``seen`` has no number above the stamp, nor afterwards above the stamp and the number of candidates.
    """
    rows, places, weights = game[0], game[2], game[3]
    count, weight = len(members), weight_of(members, weighted, weights)
    if left < 2:
        return np.int64(IMPOSSIBLE), np.int64(IMPOSSIBLE), np.int64(-1)
    lower, upper, guess = 2 * weight, np.int64(IMPOSSIBLE), np.int64(-1)
    for each in range(count):
        row, base = rows[places[members[each]]], stamp + each * (count + 1)
        parts, heads, pairs = np.int64(0), np.int64(0), np.int64(0)
        for member in members:
            before = max(seen[row[member]], base)
            seen[row[member]] = before + 1
            pairs += before - base
            if before == base:
                parts += 1
                heads += weights[member]
        value = value_of(count, parts, heads, weights[members[each]], weight, left)
        lower = min(lower, value)
        if value < upper and is_settled(count, parts, pairs, left):
            upper, guess = value, np.int64(places[members[each]])
            if value == 2 * weight - weights[members[0]]:
                break
    return lower, upper, guess


@njit(**FLAGS)
def _most(count, left, parts, pairs):
    """Return the most parts of a guess, and of one whose classes have two candidates at most."""
    most, settled = np.uint8(0), np.uint8(0)
    exact = np.uint8(count)
    if left <= 2:
        for g in range(len(parts)):
            most = max(most, parts[g])
        return np.int64(most), np.int64(most if most == exact else 0)
    for g in range(len(parts)):
        most = max(most, parts[g])
        missing = np.uint16(np.uint8(exact - parts[g]))
        settled = max(settled, parts[g] if missing == pairs[g] else np.uint8(0))
    return np.int64(most), np.int64(settled)


@njit(**FLAGS)
def _best_weights(count, weight, left, found):
    """Return (lower, upper, guess) of all guesses where weights differ, none taken as a candidate."""
    parts, pairs, heads = found[0], found[2], found[3]
    lower, upper, guess = np.int64(IMPOSSIBLE), np.int64(IMPOSSIBLE), np.int64(-1)
    for g in range(len(parts)):
        value = value_of(count, np.int64(parts[g]), heads[g], np.int64(0), weight, left)
        lower = min(lower, value)
        if value < upper and is_settled(count, np.int64(parts[g]), np.int64(pairs[g]), left):
            upper, guess = value, np.int64(g)
    return lower, upper, guess


@njit(**FLAGS)
def _best_parts(count, left, found):
    """Return the same where all weights are 1."""
    parts, pairs = found[0], found[2]
    most, settled = _most(count, left, parts, pairs)
    lower = value_of(count, most, most, np.int64(0), np.int64(count), left)
    upper, guess = np.int64(IMPOSSIBLE), np.int64(-1)
    if settled > 1:
        upper = 3 * count - settled
        guess = np.int64(0)
        while parts[guess] != settled or not is_settled(
            count, np.int64(parts[guess]), np.int64(pairs[guess]), left
        ):
            guess += 1
    return lower, upper, guess


@njit(**FLAGS)
def look(members, left, weighted, game, found):
    """Return (lower, upper, guess): what all guesses tell of a position of 3 to ``FEW`` candidates."""
    across, places, weights = game[1], game[2], game[3]
    count, weight = len(members), weight_of(members, weighted, weights)
    parts, pairs, heads = found[0], found[2], found[3]
    count_all(members, count, weighted, across, weights, found)
    if left < 2:
        return np.int64(IMPOSSIBLE), np.int64(IMPOSSIBLE), np.int64(-1)
    if weighted:
        lower, upper, guess = _best_weights(count, weight, left, found)
    else:
        lower, upper, guess = _best_parts(count, left, found)
    for member in members:
        g = np.int64(places[member])
        own = weights[member]
        head = heads[g] if weighted else np.int64(parts[g])
        value = value_of(count, np.int64(parts[g]), head, own, weight, left)
        lower = min(lower, value)
        if value < upper and is_settled(count, np.int64(parts[g]), np.int64(pairs[g]), left):
            upper, guess = value, g
    return lower, upper, guess
