"""Canonical forms of sets of codes, against all renamings of small games and random ones of larger."""

from __future__ import annotations

import random
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pegwise.engine.code_space import all_codes
from pegwise.engine.enumerated import packed_codes as kernels
from pegwise.engine.enumerated.canonical_form import Scratch, canonical
from pegwise.engine.enumerated.packed_codes import layout_of
from pegwise.engine.enumerated.renamings import Stabilizer, symbol_count, to_symbols
from pegwise.engine.enumerated.symmetry import pack, representatives
from pegwise.engine.kernels.canonical.sets import canonical_set
from pegwise.engine.running.kernel_loader import KernelError
from pegwise.rules import Rules
from tests.engine import symmetry_oracle as oracle
from tests.engine.canonical_sets import canonical_set as canonical_set_of
from tests.engine.canonical_sets import canonical_sets
from tests.engine.kernels.plain import run_plainly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tests.engine.canonical_sets import Canonical
    from tests.engine.symmetry_oracle import Code

SMALL = [(1, 4, False), (2, 3, False), (3, 2, False), (2, 4, False), (3, 3, False), (4, 3, False)]
SMALL += [(3, 4, True)]
LARGE = [(4, 6, False), (4, 10, True), (3, 9, False), (4, 20, False), (5, 8, False), (8, 2, False)]
LARGE += [(6, 9, True), (2, 20, False), (1, 7, False)]
WORD = 2**64


def forms(colors: int, sets: Sequence[Sequence[Code]], **more: int) -> Canonical:
    """Canonical forms of sets, each listed as it is."""
    codes = np.array([code for each in sets for code in each], np.uint8)
    offsets = np.cumsum([0, *map(len, sets)])
    return canonical_sets(codes, np.arange(len(codes), dtype=np.int32), offsets, colors, **more)


def keys(form: Canonical) -> list[tuple[int, ...]]:
    return [tuple(map(int, key)) for key in form.keys]


def renamed(form: Canonical, index: int, codes: Sequence[Code]) -> tuple[Code, ...]:
    """The set under the renaming found."""
    renaming = tuple(map(int, form.positions[index])), tuple(map(int, form.names[index]))
    return tuple(sorted(oracle.rename(code, renaming) for code in codes))


def any_renaming(rng: random.Random, pegs: int, colors: int, codes: Sequence[Code]) -> list[Code]:
    """The codes under a random renaming, in random order."""
    renaming = tuple(rng.sample(range(pegs), pegs)), tuple(rng.sample(range(colors), colors))
    return rng.sample([oracle.rename(code, renaming) for code in codes], len(codes))


def random_set(rng: random.Random, pegs: int, colors: int, distinct: bool) -> list[Code]:
    """Codes at random, or those that fit some answers; of few colors now and then."""
    palette = rng.sample(range(colors), rng.randint(pegs if distinct else 1, colors))

    def draw() -> Code:
        return tuple(rng.sample(palette, pegs) if distinct else rng.choices(palette, k=pegs))

    found = {draw() for _ in range(rng.choice([1, 2, 3, 4, 6, 10, 60]))}
    if rng.random() < 0.5:
        found = {draw() for _ in range(300)}
        for _ in range(rng.randint(1, 3)):
            guess, secret = draw(), rng.choice(sorted(found))
            told = oracle.feedback(guess, secret)
            found = {code for code in found if oracle.feedback(guess, code) == told}
    return sorted(found)


def small_sets(pegs: int, colors: int, distinct: bool) -> list[tuple[Code, ...]]:
    """All sets of a game of few codes, or many of another."""
    codes = oracle.all_codes(pegs, colors, distinct)
    if len(codes) <= 9:
        return [each for size in range(1, len(codes) + 1) for each in combinations(codes, size)]
    rng = random.Random(f"{pegs} {colors}")
    few = [each for size in (1, 2) for each in combinations(codes, size)]
    few += [tuple(rng.sample(codes, rng.randint(3, 5))) for _ in range(250)]
    return few + [tuple(rng.sample(codes, len(codes) - 2)) for _ in range(30)]


@pytest.mark.some(3)
@pytest.mark.parametrize("game", SMALL)
def test_keys_are_equal_just_where_a_renaming_maps_one_set_onto_another(game: tuple[int, int, bool]) -> None:
    pegs, colors, _ = game
    sets = small_sets(*game)
    form = forms(colors, sets)
    lowest = [oracle.lowest_set(pegs, colors, each) for each in sets]
    found = keys(form)
    assert form.complete.all()
    assert len(set(found)) == len(set(lowest)) == len(set(zip(found, lowest, strict=True)))


@pytest.mark.parametrize("game", [(3, 2), (3, 3)])
def test_keys_of_black_only_games_are_equal_where_each_peg_may_rename_its_colors(
    game: tuple[int, int],
) -> None:
    rules, rng = Rules(*game, whites=False), random.Random(f"{game}")
    codes = oracle.all_codes(*game, distinct=False)
    sets = [sorted(rng.sample(codes, rng.randint(1, 6))) for _ in range(40)]
    for each in list(sets):  # alike
        positions, maps = rng.choice(oracle.fixing_with_own_colors(*game, []))
        sets.append(sorted(oracle.rename_each(code, positions, maps) for code in each))
    symbols = [to_symbols(np.array(each, np.uint8).T, rules).T.tolist() for each in sets]
    found = keys(forms(symbol_count(rules), symbols))
    lowest = [oracle.lowest_set_with_own_colors(*game, each) for each in sets]
    assert found[:40] == found[40:]
    assert len(set(found)) == len(set(lowest)) == len(set(zip(found, lowest, strict=True)))


@pytest.mark.some(3)
@pytest.mark.parametrize("game", LARGE)
def test_renamed_sets_have_the_key_and_become_one_set(game: tuple[int, int, bool]) -> None:
    pegs, colors, _ = game
    rng = random.Random(f"{game}")
    sets = [random_set(rng, *game) for _ in range(300)]
    others = [any_renaming(rng, pegs, colors, each) for each in sets]
    one, other = forms(colors, sets), forms(colors, others)
    for form in (one, other):
        assert (np.sort(form.positions, axis=1) == np.arange(pegs)).all()
        assert (np.sort(form.names, axis=1) == np.arange(colors)).all()
    assert one.complete.all()
    assert other.complete.all()
    assert keys(one) == keys(other)
    for index, each in enumerate(sets):
        assert renamed(one, index, each) == renamed(other, index, others[index])


def scattered(word: int) -> int:
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
    return word ^ (word >> 31)


@pytest.mark.parametrize("game", [(4, 6, False), (5, 8, False)])
def test_the_key_is_the_hash_of_the_renamed_set(game: tuple[int, int, bool]) -> None:
    rng = random.Random(1)
    sets = [random_set(rng, *game) for _ in range(20)]
    form = forms(game[1], sets)
    for index, each in enumerate(sets):
        numbers = [int("".join(map(str, code)), game[1]) for code in renamed(form, index, each)]
        first = sum(scattered(number + 1) for number in numbers) % WORD
        second = sum(scattered(number ^ 0xD1B54A32D192ED03) for number in numbers) % WORD
        assert keys(form)[index] == (first, second)


SYMMETRIC: dict[str, tuple[int, list[Code]]] = {
    "all codes": (6, list(product(range(6), repeat=4))),
    "all distinct codes": (6, list(permutations(range(6), 4))),
    "no color twice": (20, [tuple(range(4 * i, 4 * i + 4)) for i in range(5)]),
    "one color each": (7, [(i,) * 4 for i in range(7)]),
    "two Latin squares": (5, [(i, j, (i + j) % 5, (i + 2 * j) % 5) for i in range(5) for j in range(5)]),
    "a Latin square": (7, [(i, j, (i + j) % 7) for i in range(7) for j in range(7)]),
    "triangles": (7, [(i, (i + 1) % 7, (i + 3) % 7) for i in range(7)]),
    "even": (4, [code for code in product(range(4), repeat=4) if sum(code) % 2 == 0]),
}


@pytest.mark.parametrize("name", SYMMETRIC)
def test_much_symmetry(name: str) -> None:
    """Where nothing, or little, tells positions and colors apart."""
    colors, codes = SYMMETRIC[name]
    rng = random.Random(name)
    form = forms(colors, [codes, *(any_renaming(rng, len(codes[0]), colors, codes) for _ in range(30))])
    assert form.complete.all()
    assert len(set(keys(form))) == 1


def test_one_guess_deep_the_classes_are_known() -> None:
    """Guesses 11, 12 of 2x3 (and 1 of 1x3), counted by hand: each class of each answer, as a set."""
    split: dict[tuple[Code, tuple[int, int]], list[Code]] = {}
    for guess, code in product([(0, 0), (0, 1)], product(range(3), repeat=2)):
        split.setdefault((guess, oracle.feedback(guess, code)), []).append(code)
    # 11: {11}, {12 13 21 31}, {22 23 32 33}; 12: {12}, {11 13 22 32}, {21}, {23 31}, {33}.
    assert sorted(map(len, split.values())) == [1, 1, 1, 1, 2, 4, 4, 4]
    assert len(set(keys(forms(3, list(split.values()))))) == 6


def test_positions_two_guesses_deep() -> None:
    """4x6: of 21260 positions after two guesses no renaming maps onto others, 14389 are different sets.

    They are 5214 up to renamings of the candidates, as found by a search that compares the sets themselves.
    """
    codes = all_codes(Rules(4, 6)).T.copy()
    packed = kernels.pack(layout_of(Rules(4, 6)), codes.T)
    numbers = [kernels.feedback_numbers(packed, guess, packed).astype(np.int64) for guess in range(6**4)]
    root, sets = Stabilizer.of(Rules(4, 6)), []
    for first in representatives(root):
        for second in pack(representatives(root.after(first)), 6):
            both = numbers[int(pack(first[None], 6)[0])] * 21 + numbers[int(second)]
            sets += [np.flatnonzero(both == told).astype(np.int32) for told in np.unique(both)]
    form = canonical_sets(codes, np.concatenate(sets), np.cumsum([0, *map(len, sets)]), 6)
    assert form.complete.all()
    assert (len(sets), len({each.tobytes() for each in sets}), len(set(keys(form)))) == (21260, 14389, 5214)


def test_a_cut_search_still_finds_a_renaming() -> None:
    """Sets may miss each other then, but what is found is right."""
    colors, codes = SYMMETRIC["two Latin squares"]
    form = forms(colors, [codes], budget=0)
    assert not form.complete[0]
    again = forms(colors, [renamed(form, 0, codes)])
    assert again.complete[0]
    assert keys(again) == keys(forms(colors, [codes]))


@pytest.mark.parametrize(("pegs", "colors"), [(4, 6), (2, 9), (8, 3), (10, 2), (1, 7)])
def test_plain_python_gives_the_same(pegs: int, colors: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(7)
    sets = [random_set(rng, pegs, colors, False) for _ in range(40)]
    compiled = forms(colors, sets)
    run_plainly(monkeypatch)
    plain = forms(colors, sets)
    for name in ("keys", "positions", "names", "complete"):
        assert np.array_equal(getattr(compiled, name), getattr(plain, name))


@pytest.mark.slow
def test_other_kernels_can_call_it() -> None:
    """It takes long to compile; the kernel of the search, which comes compiled, calls it too."""
    from numba import njit

    from pegwise.engine.kernels import teaching

    teaching.teach(canonical_set)
    inner: Any = njit(**teaching.FLAGS)(canonical_set)

    @njit  # type: ignore[untyped-decorator,unused-ignore]
    def outer(codes: Any, order: Any, space: Any, renaming: Any) -> Any:
        return inner(4, 6, 64, codes, order, 1, len(order) - 1, space, renaming)

    codes = np.array([(0, 0, 0, 0), (0, 0, 1, 2), (3, 0, 1, 2), (3, 3, 1, 0)], np.uint8)
    scratch, renaming = Scratch(4, 6, 3), np.zeros(10, np.uint8)
    assert outer(codes, np.arange(4, dtype=np.int32), scratch.arrays, renaming)
    form = canonical_set_of(codes[1:].T, 6)
    assert scratch.arrays[-1][:2].tolist() == form.keys[0].tolist()
    assert renaming.tolist() == [*form.positions[0], *form.names[0]]


def test_sets_of_one_and_none() -> None:
    form = canonical_sets(np.zeros((1, 4), np.uint8), np.zeros(1, np.int32), [0, 0, 1, 1], 6)
    found = keys(form)
    assert found[0] == found[2] != found[1]
    assert form.complete.all()


def call(codes: NDArray[np.uint8], order: list[int], offsets: list[int], colors: int) -> None:
    canonical_sets(codes, np.array(order, np.int32), np.array(offsets), colors)


def test_the_key_of_one_set_is_that_of_its_form() -> None:
    codes = np.array([(0, 0, 1, 2), (3, 0, 1, 2), (3, 3, 1, 0)], np.uint8)
    assert canonical(codes.T, 6) == canonical_set_of(codes.T, 6).keys.tobytes()
    with pytest.raises(ValueError, match="256 colors"):
        canonical(codes.T, 256)


def test_what_is_refused() -> None:
    codes = np.array([[0, 1, 2, 3], [4, 5, 0, 1]], np.uint8)
    with pytest.raises(ValueError, match="color of 5"):
        call(codes, [0, 1], [0, 2], 5)
    with pytest.raises(ValueError, match="outside 2 codes"):
        call(codes, [0, 2], [0, 2], 6)
    with pytest.raises(ValueError, match="outside 2 codes"):
        call(codes, [0, -1], [0, 2], 6)
    for offsets in ([0, 3], [1, 0], [-1, 1], [0, 2, 1]):
        with pytest.raises(KernelError):
            call(codes, [0, 1], offsets, 6)
    for pegs, colors in ((4, 256), (9, 255), (65, 1), (4, 0)):
        with pytest.raises(ValueError, match="no canonical forms"):
            call(np.zeros((1, pegs), np.uint8), [0], [0, 1], colors)
