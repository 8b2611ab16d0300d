"""Blocks of memory: against a list of all bytes, by the definition."""

from __future__ import annotations

import ctypes
import random
from typing import Any

import numpy as np
import pytest

from pegwise.engine.running.wasm_memory import Heap
from pegwise.errors import LimitError

MOST = 1 << 20


@pytest.fixture
def heap() -> Heap:
    memory = (ctypes.c_uint8 * (MOST + 4096))()
    base = -(-ctypes.addressof(memory) // 4096) * 4096

    def grow(size: int) -> None:
        if size > MOST:
            raise LimitError("full")

    made = Heap(base, 100, grow)
    made.memory = memory  # type: ignore[attr-defined]  # kept as long as the heap
    return made


def test_arrays_never_share_a_byte_and_zeros_are_zero(heap: Heap) -> None:
    rng, kept = random.Random(5), list[tuple[Any, int]]()
    for number in range(2000):
        shape, dtype = (rng.randrange(40), rng.randrange(1, 9)), rng.choice([np.uint8, np.int32, np.uint64])
        zero = rng.random() < 0.5
        array = heap.array(shape, dtype, zero=zero)
        assert array.shape == shape
        assert array.dtype == dtype
        assert array.flags.c_contiguous
        assert array.flags.writeable
        assert array.ctypes.data % 64 == 0 or not array.size
        assert not zero or not array.any()
        array[...] = number % 251
        kept.append((array, number % 251))
        del array
        while len(kept) > 30 or (kept and rng.random() < 0.4):
            old, value = kept.pop(rng.randrange(len(kept)))
            assert (old == value).all()
            del old
    for old, value in kept:
        assert (old == value).all()


def test_what_is_given_back_is_used_again(heap: Heap) -> None:
    for _ in range(100):
        parts = [heap.array(MOST // 8, np.uint8, zero=False) for _ in range(7)]
        random.Random(3).shuffle(parts)
        del parts
    heap.array(7 * MOST // 8, np.uint8, zero=False)  # the gaps have become one


@pytest.mark.exhaustive
def test_what_only_refers_to_itself_is_given_back_when_memory_is_short(heap: Heap) -> None:
    for _ in range(20):
        ring = [heap.array(MOST // 4, np.uint8, zero=False)]
        ring.append(ring)  # type: ignore[arg-type]  # counting references never frees it


def test_a_view_keeps_the_memory(heap: Heap) -> None:
    view = heap.array(1000, np.int64, zero=True)[10:20]
    other = heap.array(1000, np.int64, zero=False)
    other[:] = 7
    assert not view.any()


def test_too_much_is_an_error_and_leaves_the_heap_whole(heap: Heap) -> None:
    with pytest.raises(LimitError):
        heap.array(2 * MOST, np.uint8, zero=False)
    assert not heap.array(MOST // 2, np.uint8, zero=True).any()
