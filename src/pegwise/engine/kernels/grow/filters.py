"""Bit-sliced tests of 512 guesses at once: which of them might still beat the best one found.

The guesses lie in planes, as for ``base.count_codes``, and candidates are added one at a time. The
tests are necessary conditions only, so that guesses which fail need no score:

* `few_collisions`: at most so many candidates fall into a class that was met before (parts).
* `small_classes`: no class grows beyond a limit (worst).
* `few_pairs`: at most so many pairs of candidates share a class (sum of squares: n + 2 * pairs).

They give up as soon as all 512 have failed; with a good best guess that is long before the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from pegwise.engine.kernels.compare.circuits import I64 as _I64
from pegwise.engine.kernels.compare.circuits import VECTOR as _VECTOR
from pegwise.engine.kernels.compare.circuits import ZERO as _ZERO
from pegwise.engine.kernels.compare.circuits import Rows as _Rows
from pegwise.engine.kernels.compare.circuits import population
from pegwise.engine.kernels.compare.intrinsics import class_masks, rows_of
from pegwise.engine.kernels.shapes import STEP, counted

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["few_collisions", "few_pairs", "small_classes"]

_ONES = ir.Constant(_VECTOR, [-1] * STEP)
_LANES = ir.VectorType(ir.IntType(1), STEP)


def _spread(builder: Any, bit: Any) -> Any:
    """All ones in every lane where an i1 is set."""
    return builder.select(bit, _ONES, _ZERO)


def _counter(builder: Any, start: Any, digits: int) -> list[Any]:
    """The binary digits of a number (i64), lowest first, in every lane: places that hold vectors."""
    places = []
    for digit in range(digits):
        bit = builder.trunc(builder.lshr(start, _I64(digit)), ir.IntType(1))
        places.append(cgutils.alloca_once_value(builder, _spread(builder, bit)))
    return places


def _add(builder: Any, places: list[Any], carry: Any) -> Any:
    """Adds one bit a lane to a counter; the carry out of its highest digit."""
    for place in places:
        digit = builder.load(place)
        builder.store(builder.xor(digit, carry), place)
        carry = builder.and_(digit, carry)
    return carry


def _add_number(builder: Any, places: list[Any], number: list[Any]) -> Any:
    """Adds a number a lane (binary digits, lowest first) to a counter; the carry out of it."""
    carry = _ZERO
    for place, digit in zip(places, number, strict=False):
        held = builder.load(place)
        differ = builder.xor(held, digit)
        builder.store(builder.xor(differ, carry), place)
        carry = builder.or_(builder.and_(held, digit), builder.and_(differ, carry))
    return _add(builder, places[len(number) :], carry)


def _leave_if_all(builder: Any, loop: Any, failed: Any) -> None:
    """Ends the loop when every lane of `failed` is all ones."""
    full = builder.bitcast(builder.icmp_signed("==", failed, _ONES), ir.IntType(STEP))
    with builder.if_then(builder.icmp_unsigned("==", full, ir.IntType(STEP)(255)), likely=False):
        loop.do_break()


def _hand_over(builder: Any, failed: Any, out: Any) -> Any:
    """Stores who did not fail, (8,) uint64, and returns how many there are."""
    alive = builder.not_(failed)
    builder.store(alive, builder.bitcast(out, _VECTOR.as_pointer()), align=8)
    add = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(_I64, [_VECTOR]), "llvm.vector.reduce.add.v8i64"
    )
    return builder.call(add, [population(builder, alive)])


def _filter(begin: Callable[..., Callable[[list[Any], Any], Any]]) -> Any:
    """The intrinsic of a test: ``f(pegs, black_only, digits, planes, rows, count, word, limit, alive)``.

    It tests the 512 guesses from a word on against the first ``count`` candidates. alive (8,) uint64: those
    that pass, one bit a guess; also returns their number. ``begin`` writes the code that sets up counters of
    so many digits, and returns what writes that of one more candidate: from the masks of its classes, and
    who has failed so far, to who has then.
    """

    @intrinsic(prefer_literal=True)
    def test(
        _typing: Any, pegs: Any, black_only: Any, digits: Any, planes: Any, rows: Any, count: Any, word: Any,
        limit: Any, alive: Any,
    ) -> Any:  # fmt: skip
        shape, width = (pegs.literal_value, bool(black_only.literal_value)), digits.literal_value
        signature = types.int64(pegs, black_only, digits, planes, rows, count, word, limit, alive)

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            reader = _Rows(context, builder, signature.args[3:5], args[3], args[4])
            target = context.make_array(signature.args[8])(context, builder, args[8])
            add = begin(builder, len(counted(*shape)), width, args[7])
            failed = cgutils.alloca_once_value(builder, _ZERO)
            with cgutils.for_range(builder, args[5], intp=_I64) as loop:
                addresses = reader.addresses(loop.index, rows_of(shape))
                masks = list(class_masks(builder, reader, addresses, args[6], shape))
                lost = add(masks, builder.load(failed))
                builder.store(lost, failed)
                _leave_if_all(builder, loop, lost)
            return _hand_over(builder, builder.load(failed), target.data)

        return signature, generate

    return test


def _overflowing(builder: Any, digits: int, limit: Any) -> list[Any]:
    """A counter whose carry tells that more than ``limit`` was counted, which is below 2**digits."""
    return _counter(builder, builder.sub(_I64((1 << digits) - 1), limit), digits)


@_filter
def few_collisions(builder: Any, count: int, digits: int, allowed: Any) -> Any:
    """Guesses that leave at least `candidates - allowed` classes; allowed < 2**digits."""
    met = [cgutils.alloca_once_value(builder, _ZERO) for _ in range(count)]
    counter = _overflowing(builder, digits, allowed)

    def add(masks: list[Any], failed: Any) -> Any:
        again = _ZERO
        for place, mask in zip(met, masks, strict=True):
            before = builder.load(place)
            again = builder.or_(again, builder.and_(before, mask))
            builder.store(builder.or_(before, mask), place)
        return builder.or_(failed, _add(builder, counter, again))

    return add


@_filter
def small_classes(builder: Any, count: int, digits: int, limit: Any) -> Any:
    """Guesses that leave at most `limit` candidates in each class; limit < 2**digits."""
    counters = [_overflowing(builder, digits, limit) for _ in range(count)]

    def add(masks: list[Any], failed: Any) -> Any:
        for places, mask in zip(counters, masks, strict=True):
            failed = builder.or_(failed, _add(builder, places, mask))
        return failed

    return add


@_filter
def few_pairs(builder: Any, count: int, digits: int, allowed: Any) -> Any:
    """Guesses that leave at most `allowed` pairs of candidates in one class.

    allowed < 2**digits * (2**digits - 1) / 2: a class too large for its counter has more pairs by then.
    """
    counters = [_counter(builder, _I64(0), digits) for _ in range(count)]
    total = _overflowing(builder, 2 * digits - 1, allowed)

    def add(masks: list[Any], failed: Any) -> Any:
        met = [_ZERO] * digits
        for places, mask in zip(counters, masks, strict=True):
            for digit, place in enumerate(places):
                met[digit] = builder.or_(met[digit], builder.and_(builder.load(place), mask))
            _add(builder, places, mask)
        # A new candidate makes a pair with each that its class held before.
        return builder.or_(failed, _add_number(builder, total, met))

    return add
