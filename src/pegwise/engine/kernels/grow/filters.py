"""Bit-sliced tests of 512 guesses at once: which of them might still beat the best one found.

The guesses lie in planes, as for ``grow_base.count_codes``, and candidates are added one at a time. The
tests are necessary conditions only, so that guesses which fail need no score:

* `few_collisions`: at most so many candidates fall into a class that was met before (parts).
* `small_classes`: no class grows beyond a limit (worst).
* `few_pairs`: at most so many pairs of candidates share a class (sum of squares: n + 2 * pairs).

They give up as soon as all 512 have failed; with a good best guess that is long before the end.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from pegwise.engine.kernels.compare.circuits import I64 as _I64
from pegwise.engine.kernels.compare.circuits import VECTOR as _VECTOR
from pegwise.engine.kernels.compare.circuits import ZERO as _ZERO
from pegwise.engine.kernels.compare.circuits import Rows as _Rows
from pegwise.engine.kernels.compare.circuits import class_terms as _class_terms
from pegwise.engine.kernels.shapes import STEP, classes

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


def _class_masks(builder: Any, reader: _Rows, code: Any, word: Any, shape: tuple[int, bool]) -> list[Any]:
    """The mask of every class for one candidate."""
    addresses = reader.addresses(code, shape[0] * (1 if shape[1] else 2))
    bits = [reader.load(address, word) for address in addresses]
    terms = _class_terms(builder, bits, *shape)
    return [masks[0] if len(masks) == 1 else builder.and_(*masks) for masks in terms]


def _leave_if_all(builder: Any, loop: Any, failed: Any) -> None:
    """Ends the loop when every lane of `failed` is all ones."""
    full = builder.bitcast(builder.icmp_signed("==", failed, _ONES), ir.IntType(STEP))
    with builder.if_then(builder.icmp_unsigned("==", full, ir.IntType(STEP)(255)), likely=False):
        loop.do_break()


def _hand_over(builder: Any, failed: Any, out: Any) -> Any:
    """Stores who did not fail, (8,) uint64, and returns how many there are."""
    alive = builder.not_(failed)
    builder.store(alive, builder.bitcast(out, _VECTOR.as_pointer()), align=8)
    count = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(_VECTOR, [_VECTOR]), "llvm.ctpop.v8i64"
    )
    add = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(_I64, [_VECTOR]), "llvm.vector.reduce.add.v8i64"
    )
    return builder.call(add, [builder.call(count, [alive])])


@intrinsic(prefer_literal=True)
def few_collisions(
    _typing: Any,
    pegs: Any,
    black_only: Any,
    digits: Any,
    planes: Any,
    rows: Any,
    count: Any,
    word: Any,
    allowed: Any,
    alive: Any,
) -> Any:
    """Which of 512 guesses leave at least `count - allowed` classes of the first `count` candidates.

    allowed < 2**digits. alive (8,) uint64: the answer, one bit a guess; also returns their number.
    """
    shape = pegs.literal_value, bool(black_only.literal_value)
    width = digits.literal_value
    signature = types.int64(pegs, black_only, digits, planes, rows, count, word, allowed, alive)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        reader = _Rows(context, builder, signature.args[3:5], args[3], args[4])
        target = context.make_array(signature.args[8])(context, builder, args[8])
        met = [cgutils.alloca_once_value(builder, _ZERO) for _ in classes(*shape)]
        failed = cgutils.alloca_once_value(builder, _ZERO)
        counter = _counter(builder, builder.sub(_I64((1 << width) - 1), args[7]), width)
        with cgutils.for_range(builder, args[5], intp=_I64) as loop:
            again = _ZERO
            masks = _class_masks(builder, reader, loop.index, args[6], shape)
            for place, mask in zip(met, masks, strict=True):
                before = builder.load(place)
                again = builder.or_(again, builder.and_(before, mask))
                builder.store(builder.or_(before, mask), place)
            lost = builder.or_(builder.load(failed), _add(builder, counter, again))
            builder.store(lost, failed)
            _leave_if_all(builder, loop, lost)
        return _hand_over(builder, builder.load(failed), target.data)

    return signature, generate


@intrinsic(prefer_literal=True)
def small_classes(
    _typing: Any,
    pegs: Any,
    black_only: Any,
    digits: Any,
    planes: Any,
    rows: Any,
    count: Any,
    word: Any,
    limit: Any,
    alive: Any,
) -> Any:
    """Which of 512 guesses leave at most `limit` of the first `count` candidates in each class.

    limit < 2**digits. alive (8,) uint64: the answer, one bit a guess; also returns their number.
    """
    shape = pegs.literal_value, bool(black_only.literal_value)
    width = digits.literal_value
    signature = types.int64(pegs, black_only, digits, planes, rows, count, word, limit, alive)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        reader = _Rows(context, builder, signature.args[3:5], args[3], args[4])
        target = context.make_array(signature.args[8])(context, builder, args[8])
        start = builder.sub(_I64((1 << width) - 1), args[7])
        counters = [_counter(builder, start, width) for _ in classes(*shape)]
        failed = cgutils.alloca_once_value(builder, _ZERO)
        with cgutils.for_range(builder, args[5], intp=_I64) as loop:
            lost = builder.load(failed)
            masks = _class_masks(builder, reader, loop.index, args[6], shape)
            for places, mask in zip(counters, masks, strict=True):
                lost = builder.or_(lost, _add(builder, places, mask))
            builder.store(lost, failed)
            _leave_if_all(builder, loop, lost)
        return _hand_over(builder, builder.load(failed), target.data)

    return signature, generate


@intrinsic(prefer_literal=True)
def few_pairs(
    _typing: Any,
    pegs: Any,
    black_only: Any,
    digits: Any,
    planes: Any,
    rows: Any,
    count: Any,
    word: Any,
    allowed: Any,
    alive: Any,
) -> Any:
    """Which of 512 guesses leave at most `allowed` pairs of the first `count` candidates in one class.

    allowed < 2**digits * (2**digits - 1) / 2: a class too large for its counter has more pairs by then.
    alive (8,) uint64: the answer, one bit a guess; also returns their number.
    """
    shape = pegs.literal_value, bool(black_only.literal_value)
    width = digits.literal_value
    total_width = 2 * width - 1
    signature = types.int64(pegs, black_only, digits, planes, rows, count, word, allowed, alive)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        reader = _Rows(context, builder, signature.args[3:5], args[3], args[4])
        target = context.make_array(signature.args[8])(context, builder, args[8])
        counters = [_counter(builder, _I64(0), width) for _ in classes(*shape)]
        total = _counter(builder, builder.sub(_I64((1 << total_width) - 1), args[7]), total_width)
        failed = cgutils.alloca_once_value(builder, _ZERO)
        with cgutils.for_range(builder, args[5], intp=_I64) as loop:
            met = [_ZERO] * width
            masks = _class_masks(builder, reader, loop.index, args[6], shape)
            for places, mask in zip(counters, masks, strict=True):
                for digit, place in enumerate(places):
                    met[digit] = builder.or_(met[digit], builder.and_(builder.load(place), mask))
                _add(builder, places, mask)
            # A new candidate makes a pair with each that its class held before.
            lost = builder.or_(builder.load(failed), _add_number(builder, total, met))
            builder.store(lost, failed)
            _leave_if_all(builder, loop, lost)
        return _hand_over(builder, builder.load(failed), target.data)

    return signature, generate
