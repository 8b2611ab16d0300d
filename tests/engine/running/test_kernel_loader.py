"""Calling kernels: what they refuse, natively and as plain Python, and other threads meanwhile."""

from __future__ import annotations

import struct
import threading
import time
from typing import Any

import numpy as np
import pytest

from pegwise.engine.enumerated import packed_codes
from pegwise.engine.enumerated import packed_codes as k
from pegwise.engine.kernels import catalogue
from pegwise.engine.kernels.compare.planes import TILE
from pegwise.engine.kernels.compare.words import ENTROPY, SQUARES, WORST
from pegwise.engine.kernels.shapes import class_numbers, class_slots
from pegwise.engine.running import kernel_loader
from pegwise.rules import Rules
from tests.engine.kernels.plain import run_plainly


def arguments() -> list[Any]:
    numbers = np.array([1, 0, 1], dtype=np.uint16)
    return [numbers, np.zeros(3, dtype=np.int64), np.zeros(2, dtype=np.int64), np.zeros(3, dtype=np.int64)]


@pytest.fixture(params=["compiled", "plain"])
def split(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> kernel_loader.Kernel:
    if request.param == "plain":
        run_plainly(monkeypatch)
    return kernel_loader.kernel("split")


def fixed(array: Any) -> Any:
    array.setflags(write=False)
    return array


def misaligned() -> Any:
    return np.zeros(25, dtype=np.uint8)[1:].view(np.int64)


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (0, np.zeros(3, dtype=np.int16)),
        (0, np.zeros(3, dtype=">u2")),
        (0, np.zeros((3, 1), dtype=np.uint16)),
        (0, np.zeros(6, dtype=np.uint16)[::2]),
        (0, [1, 0, 1]),
        (0, 7),
        (0, None),
        (0, memoryview(bytearray(6)).cast("H")),
        (3, fixed(np.zeros(3, dtype=np.int64))),
        (3, misaligned()),
        (3, np.zeros(2, dtype=np.int64)),
        (1, np.zeros(2, dtype=np.int64)),
    ],
)
def test_wrong_arrays_are_refused(split: kernel_loader.Kernel, place: int, wrong: object) -> None:
    given = arguments()
    given[place] = wrong
    with pytest.raises(kernel_loader.KernelError, match="split"):
        split(*given)


def test_arrays_that_only_look_different_are_taken(split: kernel_loader.Kernel) -> None:
    given = arguments()

    class Mine(np.ndarray[Any, Any]):
        pass

    given[0] = given[0].view(Mine)
    given[3] = given[3].view(np.dtype(np.longlong))
    split(*given)
    assert given[3].tolist() == [1, 0, 2]


def test_the_number_of_arguments_and_scalars_are_checked() -> None:
    with pytest.raises(TypeError, match="split takes 4 arguments, not 3"):
        kernel_loader.kernel("split")(*arguments()[:3])
    place = kernel_loader.kernel("fill_planes")
    rows, bits = np.zeros((1, 1), dtype=np.uint16), np.zeros((1, 1), dtype=np.uint64)
    for first in (0.5, 2**63):
        with pytest.raises(struct.error):
            place(first, rows, bits)


def test_shapes_that_do_not_go_together_are_refused() -> None:
    layout = packed_codes.layout_of(Rules(4, 6))
    rows = np.zeros((2, 8), dtype=np.uint16)
    count, numbers = kernel_loader.kernel("count", 4), class_numbers(4, False)
    bits, table = packed_codes.aligned_zeros(layout.rows, 8), np.zeros(600, dtype=np.int64)
    sizes, out = np.zeros((0, 0), dtype=np.int64), np.zeros(2, dtype=np.int64)
    scratch = np.empty((TILE, class_slots(4, False)), dtype=np.int64)
    good: list[Any] = [SQUARES, 500, bits, rows, numbers, table, sizes, out, scratch]
    count(*good)
    bad: list[tuple[int, Any]] = [
        (1, 513),
        (1, -1),
        (2, bits[:, :7].copy()),
        (3, rows[:, :6].copy()),
        (3, np.zeros((2, 20), dtype=np.uint16)),
        (7, out[:1]),
        (8, scratch[1:]),
    ]
    for place, wrong in bad:
        given = list(good)
        given[place] = wrong
        with pytest.raises(kernel_loader.KernelError):
            count(*given)
    with pytest.raises(kernel_loader.KernelError):
        count(ENTROPY, 500, bits, rows, numbers, table[:500], sizes, out, scratch)
    with pytest.raises(kernel_loader.KernelError):
        kernel_loader.kernel("fill_planes")(0, np.full((1, 8), layout.rows, dtype=np.uint16), bits)


def test_shapes_are_named_and_needed() -> None:
    with pytest.raises(ValueError, match="needs a shape"):
        kernel_loader.Kernel(catalogue.CATALOGUE["count"], None)
    with pytest.raises(ValueError, match="has no shape"):
        catalogue.CATALOGUE["split"].function((4, False))
    assert kernel_loader.kernel("count", 4, True).title == "count-4-black"
    assert kernel_loader.kernel("count", 4) is kernel_loader.kernel("count", 4)


@pytest.mark.parametrize("text", ["int64[:], int64", "float64", "int32", "int64[:", "int64  []"])
def test_signatures_that_make_no_sense(text: str) -> None:
    with pytest.raises(ValueError, match=r"argument|scalars"):
        catalogue.read_signature(text)


def test_a_kernel_runs_without_the_interpreter_lock() -> None:
    """While one thread is in a long call another goes on; with the lock held it would stand still."""
    layout = packed_codes.layout_of(Rules(5, 8))
    columns = np.random.default_rng(1).integers(0, 8, (5, 100_000)).astype(np.uint8)
    codes = k.pack(layout, columns)
    asked = packed_codes.Packed(layout, codes.position[:2000], codes.content[:2000])
    times = []

    def work() -> None:
        k.scores(WORST, asked, codes)
        times.append(time.perf_counter())

    thread = threading.Thread(target=work)
    thread.start()
    turns = 0
    while thread.is_alive():
        time.sleep(0.001)
        turns += 1
    thread.join()
    assert times
    assert turns > 5


def test_threads_may_load_and_use_a_kernel_at_once() -> None:
    case = packed_codes.layout_of(Rules(5, 3))
    columns = np.random.default_rng(2).integers(0, 3, (5, 1000)).astype(np.uint8)
    kernel_loader._kernel.cache_clear()
    answers = []

    def work() -> None:
        codes = k.pack(case, columns)
        answers.append(k.scores(SQUARES, codes, codes))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8
    assert all((answer == answers[0]).all() for answer in answers)


@pytest.mark.parametrize("mode", ["compiled", "plain"])
def test_a_kernel_with_its_last_arguments_in_place(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if mode == "plain":
        run_plainly(monkeypatch)
    numbers, offsets, spare, order = arguments()
    split = kernel_loader.kernel("split").ending(spare, order)
    split(numbers, offsets)
    assert order.tolist() == [1, 0, 2]
    split(numbers[::-1].copy(), offsets)
    assert order.tolist() == [1, 0, 2]
    split(np.array([0, 1, 0], dtype=np.uint16), offsets)
    assert order.tolist() == [0, 2, 1]
    with pytest.raises(kernel_loader.KernelError, match="shapes"):
        split(numbers[:2].copy(), offsets)
    with pytest.raises(kernel_loader.KernelError, match="argument 1"):
        split(numbers, offsets.astype(np.int32))


def test_an_error_inside_a_kernel_is_no_answer() -> None:
    """A number beyond the classes, where numba is told to look: not a shape, and not silence."""
    kernel = kernel_loader.Kernel(catalogue.CATALOGUE["split"], None)
    kernel._call = lambda words: -1
    with pytest.raises(RuntimeError, match="^an error inside split$"):
        kernel(*arguments())


def test_every_kernel_is_there_for_every_number_of_pegs() -> None:
    for entry in catalogue.ENTRIES:
        for pegs in range(1, 11) if entry.shapes else [None]:
            for black_only in (False, True):
                kernel = kernel_loader.kernel(entry.name, pegs, black_only)
                kernel.prepare()
                assert kernel.entry is entry
