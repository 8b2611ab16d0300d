"""Word kernels: feedback, class sizes, scores and splitting, one pair of codes at a time.

They serve every game. Plain Python that numba compiles (see ``compile``); nothing is allocated, and a
kernel returns 0, or 1 where the shapes of its arrays do not go together.

A feedback number is P*black + total, or black*(P+1) when only black is told.
"""

from __future__ import annotations

import numpy as np

WORST, SQUARES, ENTROPY, PARTS, SIZES = range(5)
"""Kinds of score: largest class, sum n*n, sum n*log2(n) in fixed point, number of classes.

SIZES asks the plane kernels for the class sizes themselves.
"""
BUFFER = 2048
"""Feedback numbers computed before they are counted: a buffer that stays in the first cache."""
MOST_CODES = 2**24
"""Most codes in one call, so that no sum below can overflow."""


def popcount(word):
    """Number of set bits of a uint64; one instruction when compiled, and LLVM makes vectors of it."""
    return np.uint64(int(word).bit_count())


def add_overlap(weight, word, words, start, count, out):
    """Adds weight times the common set bits of word and words[start + i] to out[i], i < count.

    Indices are unsigned here and below: a signed one may count from the end, which stops LLVM from
    making vectors of the loop.
    """
    for i in range(count):
        out[i] += np.uint16(weight * popcount(word & words[start + i]))


def add_equal_fields(weight, bits, pegs, word, words, start, count, out):
    """Adds weight times the number of equal fields of word and words[start + i] to out[i].

    A field is ``bits`` wide with a free top bit. Adding all ones below the top bit to the difference
    carries into the top bit exactly where the fields differ.
    """
    one = np.uint64(1)
    ones = np.uint64(0)
    for peg in range(pegs):
        ones |= one << (np.uint64(peg) * bits)
    top = ones << (bits - one)
    below = top - ones
    for i in range(count):
        differ = popcount(((word ^ words[start + i]) + below) & top)
        out[i] += np.uint16(weight * (pegs - differ))


def add_common_elements(pegs, bits, content, contents, start, count, out):
    """Adds the size of the intersection of contents, which are sets in fields, to out[i]."""
    one = np.uint64(1)
    rest = (pegs - one) * bits
    low = (one << bits) - one
    turned = content
    for _ in range(pegs):
        add_equal_fields(one, bits, pegs, turned, contents, start, count, out)
        turned = (turned >> bits) | ((turned & low) << rest)


def feedback_part(parameters, position, content, positions, contents, start, count, out):
    """Feedback numbers of one guess against codes start to start + count, into out[:count]."""
    pegs, position_bits, content_bits = parameters[0], parameters[1], parameters[2]
    one = np.uint64(1)
    black_only = parameters[3] != 0
    weight = pegs + one if black_only else pegs
    if position_bits == 0 and content_bits == 0 and not black_only:
        for i in range(count):
            black = popcount(position & positions[start + i])
            out[i] = np.uint16(weight * black + popcount(content & contents[start + i]))
        return
    for i in range(count):
        out[i] = 0
    if position_bits == 0:
        add_overlap(weight, position, positions, start, count, out)
    else:
        add_equal_fields(weight, position_bits, pegs, position, positions, start, count, out)
    if black_only:
        return
    if content_bits == 0:
        add_overlap(one, content, contents, start, count, out)
    else:
        add_common_elements(pegs, content_bits, content, contents, start, count, out)


def feedback_numbers(position, content, parameters, positions, contents, out):
    """Feedback numbers of one guess against codes.

    position, content: the guess. parameters (4,): ``Layout.parameters``. positions, contents (N,): the
    codes. out (N,) uint16: the feedback numbers.
    """
    if len(parameters) < 4 or len(contents) != len(positions) or len(out) != len(positions):
        return 1
    count = np.uint64(len(out))
    feedback_part(parameters, position, content, positions, contents, np.uint64(0), count, out)
    return 0


def count_guess(parameters, position, content, positions, contents, counters, buffer):
    """Counts the classes of one guess in counters (2, bins); the sum ends up in row 0.

    There are two rows so that runs of equal feedback do not wait for each other's stores.
    """
    bins = counters.shape[1]
    for number in range(bins):
        counters[0, number] = 0
        counters[1, number] = 0
    for start in range(0, len(positions), BUFFER):
        count = min(BUFFER, len(positions) - start)
        first, many = np.uint64(start), np.uint64(count)
        feedback_part(parameters, position, content, positions, contents, first, many, buffer)
        for i in range(0, count - 1, 2):
            counters[0, buffer[i]] += 1
            counters[1, buffer[i + 1]] += 1
        if count % 2:
            counters[0, buffer[count - 1]] += 1
    for number in range(bins):
        counters[0, number] += counters[1, number]


def fitting(parameters, asked, asked_contents, positions, contents, counters, buffer):
    """Whether these shapes go together: a guess or code in each, a bin for every number, int32 enough."""
    if len(parameters) < 4 or counters.shape[0] != 2 or len(buffer) < BUFFER:
        return False
    bins = parameters[0] * (parameters[0] + np.uint64(1)) + np.uint64(1)
    if np.uint64(counters.shape[1]) < bins or len(positions) > MOST_CODES:
        return False
    return len(asked) == len(asked_contents) and len(positions) == len(contents)


def score_counters(kind, table, counters):
    """One score of the class sizes in row 0; table[n] is ``entropy_table``'s n*log2(n)."""
    result = np.int64(0)
    bins = counters.shape[1]
    if kind == WORST:
        for number in range(bins):
            result = max(result, np.int64(counters[0, number]))
    elif kind == SQUARES:
        for number in range(bins):
            size = np.int64(counters[0, number])
            result += size * size
    elif kind == ENTROPY:
        for number in range(bins):
            result += table[counters[0, number]]
    else:
        for number in range(bins):
            result += np.int64(counters[0, number] > 0)
    return result


def scores(kind, parameters, asked, asked_contents, positions, contents, table, out, counters, buffer):
    """One kind of score for guesses (G,) against candidates (N,), into out (G,) int64.

    table: at least N+1 entries of ``entropy_table`` for ENTROPY, else anything. Scratch: counters (2, bins)
    int32, buffer (BUFFER,) uint16.
    """
    if not fitting(parameters, asked, asked_contents, positions, contents, counters, buffer):
        return 1
    if len(out) != len(asked) or (kind == ENTROPY and len(table) <= len(positions)):
        return 1
    for guess in range(len(asked)):
        word, content = asked[guess], asked_contents[guess]
        count_guess(parameters, word, content, positions, contents, counters, buffer)
        out[guess] = score_counters(kind, table, counters)
    return 0


def split(numbers, offsets, fill, order):
    """Sorts codes into classes, keeping their order within a class.

    numbers (N,) uint16: feedback numbers below bins. offsets (bins+1,) and order (N,): the answer; class b
    is order[offsets[b]:offsets[b+1]]. Scratch: fill (bins,).
    """
    if len(offsets) != len(fill) + 1 or len(order) != len(numbers):
        return 1
    offsets[:] = 0
    for number in numbers:
        if number >= len(fill):
            return 1
        offsets[number + 1] += 1
    for number in range(len(fill)):
        fill[number] = offsets[number]
        offsets[number + 1] += offsets[number]
    for code in range(len(numbers)):
        number = numbers[code]
        order[fill[number]] = code
        fill[number] += 1
    return 0


def label_codes(parameters, asked, asked_contents, positions, contents, labels, out, buffer):
    """Labels of the feedback of guesses (G,) against codes (N,): out[g, n] = labels[feedback number].

    out (G, at least N) uint8; columns beyond N are left as they are. Scratch: buffer, as for scores.
    """
    if len(asked_contents) != len(asked) or len(contents) != len(positions) or len(out) != len(asked):
        return 1
    if out.shape[1] < len(positions) or len(parameters) < 4:
        return 1
    for guess in range(len(asked)):
        for start in range(0, len(positions), len(buffer)):
            count = min(len(buffer), len(positions) - start)
            feedback_part(
                parameters, asked[guess], asked_contents[guess], positions, contents,
                np.uint64(start), np.uint64(count), buffer,
            )  # fmt: skip
            for i in range(count):
                out[guess, start + i] = labels[buffer[i]]
    return 0


def class_sizes(labels, rows, columns, out, lanes):
    """Candidates with each label: out[k, l], of ``columns`` (N,) in ``labels[rows[k]]``; K rows, L labels.

    Scratch: lanes (4, L), so that two equal labels in turn do not wait for each other.
    """
    if len(out) != len(rows) or len(lanes) < 4 or lanes.shape[1] != out.shape[1]:
        return 1
    if outside(rows, len(labels)) or outside(columns, labels.shape[1]):
        return 1
    for lane in range(4):
        for label in range(lanes.shape[1]):
            lanes[lane, label] = 0
    for k in range(len(rows)):
        count_labels(labels, rows[k], columns, lanes)
        for label in range(out.shape[1]):
            out[k, label] = lanes[0, label] + lanes[1, label] + lanes[2, label] + lanes[3, label]
            for lane in range(4):
                lanes[lane, label] = 0
    return 0


def outside(places, length):
    """Count the places that are none of so many."""
    found = 0
    for place in range(len(places)):
        found += places[place] < 0 or places[place] >= length
    return found


def count_labels(labels, row, columns, lanes):
    """Count the labels of some columns, every fourth in the same lane (4, L)."""
    whole = len(columns) - len(columns) % 4
    for start in range(0, whole, 4):
        for lane in range(4):
            lanes[lane, labels[row, columns[start + lane]]] += 1
    for place in range(whole, len(columns)):
        lanes[0, labels[row, columns[place]]] += 1
