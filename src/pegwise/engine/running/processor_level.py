"""Which levels of compiled code this processor runs, as it says itself.

The levels v2 to v4 are those of the x86-64 psABI (https://gitlab.com/x86-psABIs/x86-64-ABI, "Low Level System
Information"), v4 with what every processor with AVX-512 has had since 2019 but the first ones: population
counts and byte moves of vectors. Code for 64-bit ARM has one level.
"""

from __future__ import annotations

import ctypes
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


LEVELS = ("v4", "v3", "v2")
"""Levels of x86-64, the best first."""

REGISTERS = {"basic": (1, 0), "wide": (7, 0), "extended": (0x8000_0001, 0)}
"""What is asked of CPUID: leaf and subleaf."""
_C, _B = 2, 1
"""Places of the registers ECX and EBX in an answer."""


def _bits(*bits: int) -> int:
    return sum(1 << bit for bit in bits)


_NEEDED: dict[str, list[tuple[str, int, int]]] = {
    # SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF
    "v2": [("basic", _C, _bits(0, 9, 13, 19, 20, 23)), ("extended", _C, _bits(0))],
    # FMA, MOVBE, OSXSAVE, AVX, F16C; BMI1, AVX2, BMI2; LZCNT
    "v3": [
        ("basic", _C, _bits(12, 22, 27, 28, 29)),
        ("wide", _B, _bits(3, 5, 8)),
        ("extended", _C, _bits(5)),
    ],
    # AVX512F, DQ, CD, BW, VL; VBMI, VBMI2, BITALG, VPOPCNTDQ
    "v4": [("wide", _B, _bits(16, 17, 28, 30, 31)), ("wide", _C, _bits(1, 6, 12, 14))],
}
_KEPT = {"v2": 0, "v3": 0b110, "v4": 0b1110_0110}
"""Registers that the system must keep from one process to the next (XCR0): those of AVX, of AVX-512."""
_OSXSAVE = _bits(27)


def family() -> str | None:
    """Whose code this process runs, where there is compiled code for it: x86-64 or aarch64 on Linux."""
    if sys.platform == "linux" and sys.maxsize > 2**32 and sys.byteorder == "little":
        return {"x86_64": "x86-64", "aarch64": "aarch64"}.get(os.uname().machine)
    return None


def level(ask: Callable[[int, int], tuple[int, int, int, int]], kept: Callable[[], int]) -> str | None:
    """The highest of ``LEVELS`` that the processor has; None where it has none of them.

    Args:
        ask: What CPUID answers for a leaf and a subleaf: EAX, EBX, ECX, EDX.
        kept: What XGETBV answers; only called where the processor has it.
    """
    most = {0: ask(0, 0)[0], 0x8000_0000: ask(0x8000_0000, 0)[0]}
    nothing = (0, 0, 0, 0)
    answers = {
        name: ask(leaf, subleaf) if leaf <= most[leaf & 0x8000_0000] else nothing
        for name, (leaf, subleaf) in REGISTERS.items()
    }
    state = kept() if answers["basic"][_C] & _OSXSAVE else 0
    found = None
    for name in reversed(LEVELS):
        has = all(answers[leaf][register] & bits == bits for leaf, register, bits in _NEEDED[name])
        if not has or state & _KEPT[name] != _KEPT[name]:
            break
        found = name
    return found


def level_by(library: ctypes.CDLL) -> str | None:
    """The level of this processor, asked through ``cpuid`` and ``xgetbv`` of a library that has them."""
    out = (ctypes.c_uint32 * 4)()

    def ask(leaf: int, subleaf: int) -> tuple[int, int, int, int]:
        library.cpuid(ctypes.c_uint32(leaf), ctypes.c_uint32(subleaf), out)
        first, second, third, fourth = out
        return first, second, third, fourth

    def kept() -> int:
        library.xgetbv.restype = ctypes.c_uint64
        return int(library.xgetbv())

    return level(ask, kept)
