"""The symmetry module against its slow twin and against published counts."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pegwise.engine.code_space import all_codes
from pegwise.engine.enumerated import renamings, symmetry
from pegwise.engine.enumerated.renamings import Stabilizer
from pegwise.engine.enumerated.symmetry import distinguishable, representatives
from pegwise.engine.listed.openings import root_representatives
from pegwise.notation import parse_rules
from pegwise.rules import Rules
from tests.engine import symmetry_oracle as oracle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.engine.enumerated.renamings import Codes

Code = tuple[int, ...]

SMALL = [
    (2, 5, False),
    (3, 4, False),
    (3, 5, False),
    (4, 3, False),
    (4, 4, False),
    (3, 5, True),
    (4, 4, True),
    (4, 5, True),
]
LARGE = [
    (5, 8, False),
    (6, 6, False),
    (6, 9, False),
    (7, 7, False),
    (4, 10, True),
    (7, 10, False),
    (5, 9, True),
    (6, 10, True),
]


def code_of(text: str) -> Code:
    return tuple(int(digit) - 1 for digit in text)


def group_of(pegs: int, colors: int, history: Sequence[Code]) -> Stabilizer:
    group = Stabilizer.of(Rules(pegs, colors))
    for guess in history:
        group = group.after(guess)
    return group


def random_code(rng: random.Random, pegs: int, colors: int, distinct: bool) -> Code:
    if distinct:
        return tuple(rng.sample(range(colors), pegs))
    # Few colors on purpose: repeats make large groups.
    palette = rng.sample(range(colors), rng.randint(1, min(pegs, colors)))
    return tuple(rng.choice(palette) for _ in range(pegs))


def as_list(codes: Codes) -> list[Code]:
    return [tuple(int(c) for c in code) for code in codes]


@pytest.mark.parametrize("game", SMALL)
def test_equals_oracle(game: tuple[int, int, bool]) -> None:
    pegs, colors, distinct = game
    rng = random.Random(f"{game}")
    for trial in range(20):
        history = [random_code(rng, pegs, colors, distinct) for _ in range(trial % 5)]
        lowest = oracle.lowest_of_classes(pegs, colors, history, distinct)
        group = group_of(pegs, colors, history)
        assert group.order == len(oracle.fixing(pegs, colors, history))
        found = as_list(representatives(group, distinct=distinct))
        assert found == sorted(set(lowest.values())), history
        assert max(Counter(lowest.values()).values()) <= group.most_alike <= group.order
        codes = np.array(list(lowest), np.uint8)
        assert symmetry.is_lowest(codes, group).tolist() == [code == low for code, low in lowest.items()]


@pytest.mark.some(4)
@pytest.mark.parametrize("game", LARGE)
def test_count_equals_burnside(game: tuple[int, int, bool]) -> None:
    pegs, colors, distinct = game
    rng = random.Random(f"{game}")
    for trial in range(6):
        history = [random_code(rng, pegs, colors, distinct) for _ in range(trial % 3)]
        group = group_of(pegs, colors, history)
        if group.order < colors**pegs // 1_000_000:
            continue  # too many to list in a test
        found = symmetry.pack(representatives(group, distinct=distinct), colors)
        assert (np.diff(found) > 0).all()
        expected = oracle.class_count(pegs, colors, history, distinct)
        assert len(found) == expected, history


@pytest.mark.parametrize("cap", [1, 5, 30])
def test_cut_group_keeps_every_lowest(cap: int, monkeypatch: pytest.MonkeyPatch) -> None:
    renamings._from_history.cache_clear()
    monkeypatch.setattr(renamings, "MAX_LIFTS", cap)
    rng = random.Random(cap)
    for trial in range(20):
        history = [random_code(rng, 4, 4, False) for _ in range(1 + trial % 3)]
        lowest = set(oracle.lowest_of_classes(4, 4, history, False).values())
        found = as_list(representatives(group_of(4, 4, history)))
        assert lowest <= set(found)
        assert found == sorted(set(found))
    renamings._from_history.cache_clear()


@pytest.mark.some(2, more=1)
@pytest.mark.parametrize("game", [(2, 4), (2, 5), (3, 3), (4, 2)])
def test_black_only_games_rename_the_colors_of_each_peg(game: tuple[int, int]) -> None:
    pegs, colors = game
    rng = random.Random(f"{game}")
    codes = oracle.all_codes(pegs, colors, distinct=False)
    rules = parse_rules(f"{pegs}x{colors}-black")
    array = np.array(codes, np.uint8)
    for trial in range(12):
        history = [random_code(rng, pegs, colors, False) for _ in range(trial % 4)]
        fixing = oracle.fixing_with_own_colors(pegs, colors, history)
        group = Stabilizer.of(rules)
        for guess in history:
            group = group.after(guess)
        assert group.order == len(fixing)
        lowest = [min(oracle.rename_each(code, *renaming) for renaming in fixing) for code in codes]
        assert max(Counter(lowest).values()) <= group.most_alike <= group.order
        wanted = sorted(set(lowest))
        assert as_list(representatives(group)) == wanted
        assert as_list(distinguishable(rules, history).T) == wanted
        assert as_list(array[symmetry.is_lowest(array, group)]) == wanted


@pytest.mark.parametrize("cap", [1, 3])
def test_a_cut_group_of_own_colors_keeps_every_lowest(cap: int, monkeypatch: pytest.MonkeyPatch) -> None:
    renamings._from_history.cache_clear()
    monkeypatch.setattr(renamings, "MAX_LIFTS", cap)
    rng, rules = random.Random(cap), parse_rules("3x3-black")
    codes = oracle.all_codes(3, 3, distinct=False)
    for trial in range(20):
        history = [random_code(rng, 3, 3, False) for _ in range(1 + trial % 3)]
        fixing = oracle.fixing_with_own_colors(3, 3, history)
        lowest = {min(oracle.rename_each(code, *renaming) for renaming in fixing) for code in codes}
        assert lowest <= set(as_list(distinguishable(rules, history).T))
    renamings._from_history.cache_clear()


@pytest.mark.some(3)
@pytest.mark.parametrize("name", ["3x4", "4x3", "3x5-distinct", "4x5-distinct", "2x4-black", "3x3-black"])
def test_guesses_of_which_the_same_was_told_are_exchanged(name: str) -> None:
    """Every class of guesses that renamings of the candidates make, by the definition, has a guess left.

    And of those that renamings exchange which keep the rows, only the lowest is left.
    """
    rules, rng = parse_rules(name), random.Random(name)
    pegs, colors, black_only = rules.pegs, rules.colors, not rules.whites
    codes = oracle.all_codes(pegs, colors, not rules.repeats)
    fewer = 0

    def told_of(guess: Code, secret: Code) -> int:
        black, white = oracle.feedback(guess, secret)
        return 10 * black + (0 if black_only else white)

    for trial in range(8):
        history = [rng.choice(codes) for _ in range(2 + trial % 2)]
        secrets = [code for code in codes if len({told_of(guess, code) for guess in history}) < len(history)]
        secret = rng.choice(secrets or codes)
        told = [told_of(guess, secret) for guess in history]
        left = {code for code in codes if [told_of(guess, code) for guess in history] == told}
        rows = set(zip(history, told, strict=True))
        found = as_list(distinguishable(rules, history, told=told).T)
        assert found == sorted(set(found))
        keeping, lowest = list[list[Code]](), {code: code for code in codes}
        for images in oracle.all_images(pegs, colors, codes, own=black_only):
            image = dict(zip(codes, images, strict=True))
            if {image[code] for code in left} == left:
                keeping.append(images)
            if {(image[guess], each) for guess, each in rows} == rows:
                lowest = {code: min(lowest[code], image[code]) for code in codes}
        classes = {frozenset(images) for images in zip(*keeping, strict=True)}
        assert all(some & set(found) for some in classes)
        assert found == sorted({code for code in codes if lowest[code] == code})
        fewer += len(found) < distinguishable(rules, history).shape[1]
    assert fewer


def test_of_many_guesses_with_the_same_feedback_few_are_exchanged() -> None:
    assert len(list(renamings._exchanges([0] * 40))) == math.factorial(4) - 1
    assert len(set(renamings._exchanges([0, 1, 1] * 9))) == math.factorial(4) ** 2 - 1
    history = as_list(np.array(list(np.ndindex(2, 2, 2, 2)), np.uint8)[:12])
    rules = parse_rules("4x6")
    found = distinguishable(rules, history, told=[0] * 12)
    assert 0 < found.shape[1] <= distinguishable(rules, history).shape[1]


def test_a_large_group_is_not_made_larger() -> None:
    history = [(color,) * 7 for color in range(5)]
    group = group_of(7, 7, history)
    exchanging = group.exchanging([0] * 5)
    assert len(group.perms) == math.factorial(7)
    assert len(exchanging.perms) == len(group.perms)


def test_class_sizes_are_invariant() -> None:
    rng = random.Random(3)
    for trial in range(6):
        distinct = bool(trial % 2)
        pegs, colors = (3, 5) if distinct else (4, 4)
        codes = oracle.all_codes(pegs, colors, distinct)
        secret = rng.choice(codes)
        history = [rng.choice(codes) for _ in range(trial % 3)]
        marks = [oracle.feedback(guess, secret) for guess in history]
        left = [code for code in codes if [oracle.feedback(guess, code) for guess in history] == marks]
        images = oracle.lowest_of_classes(pegs, colors, history, distinct)
        found = as_list(representatives(group_of(pegs, colors, history), distinct=distinct))
        assert set(found) == set(images.values())
        for code, image in images.items():
            split, other = (Counter(oracle.feedback(x, y) for y in left) for x in (code, image))
            assert split == other
            assert (code in left) == (image in left)


def test_root_shapes() -> None:
    assert as_list(root_representatives(4, 6)) == [
        code_of(text) for text in ("1111", "1112", "1122", "1123", "1234")
    ]
    assert len(root_representatives(4, 2)) == 3
    assert as_list(root_representatives(4, 10, distinct=True)) == [(0, 1, 2, 3)]
    assert len(root_representatives(4, 3, distinct=True)) == 0


def test_second_guesses_of_mastermind() -> None:
    firsts = ["1111", "1112", "1122", "1123", "1234"]
    counts = [len(representatives(group_of(4, 6, [code_of(t)]))) for t in firsts]
    assert counts == [12, 53, 39, 130, 57]


def test_second_guesses_of_5x8() -> None:
    assert len(representatives(group_of(5, 8, [code_of("11223")]))) == 387


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ((4, 6, False), [5, 291, 151235]),
        ((3, 6, False), [3, 52, 3711]),
        ((4, 10, True), [1, 20, 7130]),
    ],
)
def test_published_sequences(game: tuple[int, int, bool], expected: list[int]) -> None:
    pegs, colors, distinct = game
    groups, counts = [Stabilizer.of(Rules(pegs, colors))], []
    for _ in expected:
        following = [(g, representatives(g, distinct=distinct)) for g in groups]
        counts.append(sum(len(codes) for _, codes in following))
        if len(counts) < len(expected):
            groups = [g.after(code) for g, codes in following for code in codes]
    assert counts == expected


def test_rejects_what_is_no_code() -> None:
    group = Stabilizer.of(Rules(4, 6))
    for bad in ((0, 1, 2), (0, 1, 2, 6), (0, 1, 2, -1)):
        with pytest.raises(ValueError, match="not a code"):
            group.after(bad)


@pytest.mark.parametrize("spelled", ["4x6", "3x5-distinct", "2x300"])
def test_distinguishable_first_guesses_are_the_shapes(spelled: str) -> None:
    rules = parse_rules(spelled)
    found = distinguishable(rules, []).T.tolist()
    assert found == root_representatives(rules.pegs, rules.colors, distinct=not rules.repeats).tolist()


def test_distinguishable_in_a_pool() -> None:
    rules = parse_rules("4x6")
    pool = all_codes(rules)[:, ::1]
    history = [code_of("1122")]
    assert np.array_equal(distinguishable(rules, history, pool), distinguishable(rules, history))


@pytest.mark.parametrize(
    "history", [[(259, 0)], [(1, 1)], [(0, 259), (2, 2)], [(0, 1)], [(5, 258), (258, 5)]]
)
def test_very_many_colors_are_renamed_as_few_are(history: list[Code]) -> None:
    """The colors that no guess has used are alike: a game with three of them leaves the same guesses."""
    rules = parse_rules("2x260")
    used = sorted({color for guess in history for color in guess})
    kept = sorted([*used, *[color for color in range(260) if color not in used][:3]])
    after = [(kept.index(guess[0]), kept.index(guess[1])) for guess in history]
    lowest = sorted(set(oracle.lowest_of_classes(2, len(kept), after, False).values()))
    expected = [[kept[color] for color in code] for code in lowest]
    assert distinguishable(rules, history).T.tolist() == expected
    codes = all_codes(rules)
    pool = codes[:, codes[0] != codes[1]]
    assert distinguishable(rules, history, pool).T.tolist() == [
        code for code in expected if code[0] != code[1]
    ]
