"""Bit-sliced tests of many guesses at once: which of them might still beat the best one found.

The guesses lie in planes, as for ``base.count_codes``, and candidates are added one at a time. The
tests are necessary conditions only, so that guesses which fail need no score:

* `few_collisions`: at most so many candidates fall into a class that was met before (parts).
* `small_classes`: no class grows beyond a limit (worst).
* `few_pairs`: at most so many pairs of candidates share a class (sum of squares: n + 2 * pairs).

They give up as soon as all have failed; with a good best guess that is long before the end.

In bags (`interface.in_bags`), all guesses that are tested together have the same colors. Then the total of a
candidate is known, and only its black hits are counted. Where white hits are not told, the total is nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from pegwise.engine.kernels.compare.circuits import I64 as _I64
from pegwise.engine.kernels.compare.circuits import Rows as _Rows
from pegwise.engine.kernels.compare.circuits import class_terms
from pegwise.engine.kernels.grow.interface import in_bags, unit_words
from pegwise.engine.kernels.shapes import counted, width_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["few_collisions", "few_pairs", "small_classes"]


_Begun: TypeAlias = tuple[list[Any], "Callable[[list[list[Any]], list[Any], Any], Any]"]
"""The digits with which a counter begins, and what writes the code of one more candidate."""


class _Lanes:
    """Vectors of one bit for each guess of a unit."""

    def __init__(self, builder: Any, shape: tuple[int, bool]) -> None:
        self.builder, self.words = builder, unit_words(*shape)
        self.vector = ir.VectorType(ir.IntType(64), self.words)
        self.zero = ir.Constant(self.vector, [0] * self.words)
        self.ones = ir.Constant(self.vector, [-1] * self.words)

    def load(self, address: Any) -> Any:
        """The vector at an address of words."""
        place = self.builder.bitcast(address, self.vector.as_pointer())
        return self.builder.load(place, align=8)

    def spread(self, bit: Any) -> Any:
        """All ones in every lane where an i1 is set."""
        return self.builder.select(bit, self.ones, self.zero)

    def digits(self, number: Any, count: int) -> list[Any]:
        """So many binary digits of a number (i64), lowest first, in every lane."""
        flag = ir.IntType(1)
        bits = [self.builder.trunc(self.builder.lshr(number, _I64(digit)), flag) for digit in range(count)]
        return [self.spread(bit) for bit in bits]

    def counter(self, number: Any, count: int) -> list[Any]:
        """Places that hold so many binary digits of a number, in every lane."""
        return [cgutils.alloca_once_value(self.builder, digit) for digit in self.digits(number, count)]

    def all_set(self, vector: Any) -> Any:
        """Tells whether every lane is all ones."""
        flags = self.builder.icmp_signed("==", vector, self.ones)
        kind = ir.IntType(self.words)
        return self.builder.icmp_unsigned(
            "==", self.builder.bitcast(flags, kind), kind((1 << self.words) - 1)
        )

    def population(self, vector: Any) -> Any:
        """How many bits are set in all lanes together."""
        name = f"v{self.words}i64"
        module = self.builder.module
        count = cgutils.get_or_insert_function(
            module, ir.FunctionType(self.vector, [self.vector]), f"llvm.ctpop.{name}"
        )
        add = cgutils.get_or_insert_function(
            module, ir.FunctionType(_I64, [self.vector]), f"llvm.vector.reduce.add.{name}"
        )
        return self.builder.call(add, [self.builder.call(count, [vector])])


class _Counters:
    """A counter for each class: places of its binary digits, lowest first.

    Where all guesses have the same colors, the counters of each total lie together in memory, and ``told`` is
    that of the candidate at hand.
    """

    def __init__(self, lanes: _Lanes, shape: tuple[int, bool], first: list[Any], memory: Any) -> None:
        self._lanes, self._digits, self._by_total = lanes, len(first), in_bags(*shape)
        builder = lanes.builder
        self._blacks = width_of(shape[0]) + 1
        if not self._by_total:
            self._fixed = [
                [cgutils.alloca_once_value(builder, digit) for digit in first] for _ in counted(*shape)
            ]
            return
        self._memory = builder.bitcast(memory, lanes.vector.as_pointer())
        with cgutils.for_range(builder, _I64(self._blacks**2), intp=_I64) as loop:
            start = builder.mul(loop.index, _I64(len(first)))
            for number, digit in enumerate(first):
                place = builder.gep(self._memory, [builder.add(start, _I64(number))])
                builder.store(digit, place, align=8)

    def places(self, told: Any) -> list[list[Any]]:
        """The places of the counters that a candidate may have to do with."""
        if not self._by_total:
            return self._fixed
        builder = self._lanes.builder
        row = builder.gep(self._memory, [builder.mul(told, _I64(self._blacks * self._digits))])
        return [
            [builder.gep(row, [_I64(black * self._digits + digit)]) for digit in range(self._digits)]
            for black in range(self._blacks)
        ]


def _load(builder: Any, place: Any) -> Any:
    return builder.load(place, align=8)


def _store(builder: Any, vector: Any, place: Any) -> None:
    builder.store(vector, place, align=8)


def _add(builder: Any, places: list[Any], carry: Any) -> Any:
    """Adds one bit a lane to a counter; the carry out of its highest digit."""
    for place in places:
        digit = _load(builder, place)
        _store(builder, builder.xor(digit, carry), place)
        carry = builder.and_(digit, carry)
    return carry


def _add_number(builder: Any, places: list[Any], number: list[Any], zero: Any) -> Any:
    """Adds a number a lane (binary digits, lowest first) to a counter; the carry out of it."""
    carry = zero
    for place, digit in zip(places, number, strict=False):
        held = _load(builder, place)
        differ = builder.xor(held, digit)
        _store(builder, builder.xor(differ, carry), place)
        carry = builder.or_(builder.and_(held, digit), builder.and_(differ, carry))
    return _add(builder, places[len(number) :], carry)


def _class_masks(lanes: _Lanes, addresses: list[Any], word: Any, shape: tuple[int, bool]) -> Any:
    """The masks of the classes that have counters, each made next to its use."""
    builder, width = lanes.builder, width_of(shape[0])
    at = [builder.gep(address, [builder.shl(word, _I64(3))]) for address in addresses]
    bits = [lanes.load(address) for address in at]
    for term in class_terms(builder, bits, width, shape[1] or in_bags(*shape)):
        yield term[0] if len(term) == 1 else builder.and_(*term)


def _filter(begin: Callable[..., _Begun]) -> Any:
    """The intrinsic of a test.

    ``f(pegs, black_only, digits, planes, rows, told, count, word, limit, memory, alive)`` tests the guesses
    of the unit that begins with a word against the first ``count`` candidates, which have the totals
    ``told``. alive (words,) uint64: those to test, one bit a guess, and in the end those that pass; also
    returns their number. memory: for counters of all classes. ``begin`` writes the code that sets up counters
    of so many digits, and returns what writes that of one more candidate: from the counters it may have to do
    with, the masks of their classes, and who has failed so far, to who has then.
    """

    @intrinsic(prefer_literal=True)
    def test(
        _typing: Any, pegs: Any, black_only: Any, digits: Any, planes: Any, rows: Any, told: Any, count: Any,
        word: Any, limit: Any, memory: Any, alive: Any,
    ) -> Any:  # fmt: skip
        shape, width = (pegs.literal_value, bool(black_only.literal_value)), digits.literal_value
        signature = types.int64(
            pegs, black_only, digits, planes, rows, told, count, word, limit, memory, alive
        )

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            lanes, kinds = _Lanes(builder, shape), signature.args
            reader = _Rows(context, builder, kinds[3:5], args[3], args[4])
            totals, memory, target = (
                context.make_array(kinds[number])(context, builder, args[number]).data
                for number in (5, 9, 10)
            )
            named = width_of(shape[0]) * (1 if shape[1] or in_bags(*shape) else 2)
            first, add = begin(lanes, width, args[8])
            counters = _Counters(lanes, shape, first, memory)
            failed = cgutils.alloca_once_value(builder, builder.not_(lanes.load(target)))
            with cgutils.for_range(builder, args[6], intp=_I64) as loop:
                addresses = reader.addresses(loop.index, named)
                total = builder.zext(builder.load(builder.gep(totals, [loop.index])), _I64)
                places = counters.places(total)
                masks = list(_class_masks(lanes, addresses, args[7], shape))
                lost = add(places, masks, builder.load(failed))
                builder.store(lost, failed)
                with builder.if_then(lanes.all_set(lost), likely=False):
                    loop.do_break()
            left = builder.not_(builder.load(failed))
            _store(builder, left, builder.bitcast(target, lanes.vector.as_pointer()))
            return lanes.population(left)

        return signature, generate

    return test


def _overflowing(builder: Any, digits: int, limit: Any) -> Any:
    """A number whose carry out of so many digits tells that more than ``limit`` was counted.

    limit < 2**digits.
    """
    return builder.sub(_I64((1 << digits) - 1), limit)


@_filter
def few_collisions(lanes: _Lanes, digits: int, allowed: Any) -> _Begun:
    """Guesses that leave at least `candidates - allowed` classes; allowed < 2**digits."""
    builder = lanes.builder
    counter = lanes.counter(_overflowing(builder, digits, allowed), digits)

    def add(places: list[list[Any]], masks: list[Any], failed: Any) -> Any:
        again = lanes.zero
        for (place,), mask in zip(places, masks, strict=True):
            before = _load(builder, place)
            again = builder.or_(again, builder.and_(before, mask))
            _store(builder, builder.or_(before, mask), place)
        return builder.or_(failed, _add(builder, counter, again))

    return [lanes.zero], add


@_filter
def small_classes(lanes: _Lanes, digits: int, limit: Any) -> _Begun:
    """Guesses that leave at most `limit` candidates in each class; limit < 2**digits."""
    builder = lanes.builder

    def add(places: list[list[Any]], masks: list[Any], failed: Any) -> Any:
        for place, mask in zip(places, masks, strict=True):
            failed = builder.or_(failed, _add(builder, place, mask))
        return failed

    return lanes.digits(_overflowing(builder, digits, limit), digits), add


@_filter
def few_pairs(lanes: _Lanes, digits: int, allowed: Any) -> _Begun:
    """Guesses that leave at most `allowed` pairs of candidates in one class.

    allowed < 2**digits * (2**digits - 1) / 2: a class too large for its counter has more pairs by then.
    """
    builder = lanes.builder
    total = lanes.counter(_overflowing(builder, 2 * digits - 1, allowed), 2 * digits - 1)

    def add(places: list[list[Any]], masks: list[Any], failed: Any) -> Any:
        met = [lanes.zero] * digits
        for held, mask in zip(places, masks, strict=True):
            for digit, place in enumerate(held):
                met[digit] = builder.or_(met[digit], builder.and_(_load(builder, place), mask))
            _add(builder, held, mask)
        # A new candidate makes a pair with each that its class held before.
        return builder.or_(failed, _add_number(builder, total, met, lanes.zero))

    return [lanes.zero] * digits, add
