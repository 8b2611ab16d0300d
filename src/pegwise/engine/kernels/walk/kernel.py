"""The walk: codes at several temperatures change peg by peg towards a history, and trade temperatures.

Parallel tempering: each walker is a Metropolis chain at its level of coldness, whose chance to have a code
falls exponentially with the sum of the code's errors; neighboring levels trade walkers so that what is stuck
in the cold is freed in the heat. At every level all codes that fit are equally likely in the long run.
Sources: N. Metropolis et al., J. Chem. Phys. 21, 1953; R. H. Swendsen and J.-S. Wang, Phys. Rev. Lett. 57,
1986; C. J. Geyer, Computing Science and Statistics 23, 1991.

Everything is a whole number, so that the same start gives the same codes on every computer.
"""

from __future__ import annotations

import numpy as np

from pegwise.engine.kernels.walk.moves import recolor, recolor_cost, swap, swap_cost
from pegwise.engine.kernels.walk.row_masks import mask_error

__all__ = ["FOUND", "SWEEPS", "walk"]

FOUND, SWEEPS = range(2)
"""Places in the tally: codes found and sweeps made."""
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


def turned(state):
    """The next state of the generator SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014)."""
    return state + np.uint64(0x9E3779B97F4A7C15)


def drawn(state):
    """Two random numbers of 32 bits, in the halves of one word. A weaker mixture was seen to bias counts
    by 9 %."""
    mixed = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def below(bits, count):
    """A number from 0 to ``count`` - 1, from 32 random bits."""
    return np.int64((bits * np.uint64(count)) >> _HALF)


def set_up(
    k, pegs, labels, rows, whites, there, held, wanted, codes,
    counts, errors, masks,
):  # fmt: skip
    """Work out counts, errors and masks of walker ``k`` from its code; returns the sum of its errors."""
    words = there.shape[1]
    for color in range(labels):
        counts[k, color] = 0
    for peg in range(pegs):
        counts[k, codes[k, peg]] += 1
    for place in range(masks.shape[1]):
        masks[k, place] = np.uint64(0)
    cost = np.int64(0)
    for row in range(rows):
        word, bit = row >> 6, np.uint64(1) << np.uint64(row & 63)
        black, total = -wanted[0, row], np.int64(0)
        for peg in range(pegs):
            black += there[peg * labels + codes[k, peg], word] & bit != np.uint64(0)
        if whites:
            total = -wanted[1, row]
            for color in range(labels):
                for n in range(counts[k, color]):
                    total += held[color * (pegs + 1) + n, word] & bit != np.uint64(0)
        errors[k, row] = black
        errors[k, 64 * words + row] = total
        mask_error(masks, k, word, words, bit, black)
        mask_error(masks, k, 4 * words + word, words, bit, total)
        cost += abs(black) + abs(total)
    return cost


def trade(levels, costs, chances, level, state):
    """Have the walkers of a level and of the next colder one trade levels, by chance."""
    hot = cold = 0
    for k in range(len(levels)):
        if levels[k] == level:
            hot = k
        elif levels[k] == level + 1:
            cold = k
    worse = costs[hot] - costs[cold]
    if worse >= chances.shape[1]:
        return
    if worse > 0:
        state[0] = turned(state[0])
    if worse <= 0 or drawn(state[0]) & _LOW < chances[level, worse]:
        levels[hot] = level + 1
        levels[cold] = level


def fits(
    pegs, labels, rows, there, held, wanted, chances, trades, found, tally, energies, walkers,
):  # fmt: skip
    """Whether the shapes of what is given and of what is answered go together."""
    words = there.shape[1]
    if pegs < 1 or there.shape[0] != pegs * labels or held.shape[0] != labels * (pegs + 1):
        return False
    if held.shape[1] != words or rows > 64 * words or wanted.shape[0] != 2 or wanted.shape[1] < rows:
        return False
    if chances.shape[0] != walkers or trades.shape[0] < walkers - 1 or energies.shape[0] != walkers:
        return False
    return (
        found.shape[1] == pegs
        and energies.shape[1] > 0
        and len(tally) > 1
        and 0 <= tally[FOUND] <= len(found)
    )


def is_ready(
    pegs, colors, labels, words, codes, counts, errors, masks, costs, levels, state,
):  # fmt: skip
    """Whether the walkers' shapes go together, and each of their colors and levels is one."""
    walkers = len(codes)
    if codes.shape[1] != pegs or counts.shape[0] != walkers or counts.shape[1] < labels or len(state) < 1:
        return False
    if errors.shape[0] != walkers or errors.shape[1] < 128 * words or masks.shape[0] != walkers:
        return False
    if masks.shape[1] != 8 * words or len(costs) != walkers or len(levels) != walkers:
        return False
    right = 1 <= labels <= colors
    for k in range(walkers):
        right = right and 0 <= levels[k] < walkers
        for peg in range(pegs):
            right = right and 0 <= codes[k, peg] < labels
    return right


def peg_of(codes, k, pegs, color):
    """The peg at which walker ``k`` has this color."""
    for peg in range(pegs):
        if codes[k, peg] == color:
            return peg
    return 0


def keep(k, pegs, codes, found, tally):
    """Add the code of walker ``k`` to those found."""
    for peg in range(pegs):
        found[tally[FOUND], peg] = codes[k, peg]
    tally[FOUND] += 1


def stir(  # noqa: C901 - the innermost loop of all
    k, pegs, colors, labels, repeats, whites, moves, first_only,
    there, held, chances, codes, counts, errors, masks, costs,
    level, state,
):  # fmt: skip
    """Try so many changes of walker ``k``; with ``first_only`` it ends where its code fits."""
    words, random, cost = there.shape[1], state[0], costs[k]
    for _ in range(moves):
        random = turned(random)
        bits = drawn(random)
        choice = below(bits & _LOW, 2 * pegs)
        i, j = choice >> 1, np.int64(-1)
        if choice & 1:
            j = below(bits >> _HALF, pegs)
            new = codes[k, j]
        else:
            color = below(bits >> _HALF, colors)
            new = min(color, labels - 1)
            if not repeats and counts[k, new] > color - new:
                if new == labels - 1 and labels < colors:
                    continue  # one of many alike that is in use: to swap with it is tried by itself
                j = peg_of(codes, k, pegs, new)
        old = codes[k, i]
        if new == old:
            continue
        if j >= 0:
            more = swap_cost(there, masks, k, words, labels, i, old, j, new)
        else:
            more = recolor_cost(there, held, counts, masks, k, words, labels, pegs, whites, i, old, new)
        if more > 0:
            if more >= chances.shape[1]:
                continue
            random = turned(random)
            if drawn(random) & _LOW >= chances[level, more]:
                continue
        if j >= 0:
            swap(there, codes, errors, masks, k, words, labels, i, j)
        else:
            recolor(there, held, codes, counts, errors, masks, k, words, labels, pegs, whites, i, new)
        cost += more
        if cost == 0 and first_only:
            break
    state[0] = random
    costs[k] = cost


def walk(
    pegs, colors, labels, rows, repeats, whites, sweeps, moves,
    first_only, there, held, wanted, chances, trades, codes, counts,
    errors, masks, costs, levels, state, found, tally, energies,
):  # fmt: skip
    """Make so many sweeps, each of so many changes a walker, and keep the codes that fit at the end of each.

    With ``first_only`` it ends at the first code that fits; else when ``found`` is full, if it has any room.
    There are ``colors`` colors; those from ``labels`` - 1 on, which no guess has, go by that one label where
    there are several.
    ``wanted`` (2, rows): black hits and hits in all. ``chances`` (walkers, n): of 2**32, how often a change
    that costs so much is taken at a level; ``trades``: how often levels trade walkers that differ by so much.
    ``codes`` (walkers, pegs) and ``levels`` go on from call to call, as does ``state``, (1,).
    ``energies`` (walkers, n) counts the errors met at each level, the last place standing for all above.
    """
    if not fits(pegs, labels, rows, there, held, wanted, chances, trades, found, tally, energies, len(codes)):
        return 1
    if not is_ready(pegs, colors, labels, there.shape[1], codes, counts, errors, masks, costs, levels, state):
        return 1
    walkers, most = len(codes), energies.shape[1] - 1
    for k in range(walkers):
        costs[k] = set_up(k, pegs, labels, rows, whites, there, held, wanted, codes, counts, errors, masks)
    for _ in range(sweeps):
        for k in range(walkers):
            if tally[FOUND] == len(found) > 0:
                return 0
            stir(
                k, pegs, colors, labels, repeats, whites, moves, first_only, there, held, chances, codes,
                counts, errors, masks, costs, levels[k], state,
            )  # fmt: skip
            energies[levels[k], min(costs[k], most)] += 1
            if costs[k] == 0 and len(found) > 0:
                keep(k, pegs, codes, found, tally)
                if first_only:
                    return 0
        for level in range(tally[SWEEPS] & 1, walkers - 1, 2):
            trade(levels, costs, trades, level, state)
        tally[SWEEPS] += 1
    return 0
