"""Which level a processor has, by registers as real ones answer them."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from pegwise.engine.running import kernel_choice, processor_level

ALL = 0xFFFF_FFFF


@dataclass(frozen=True)
class Fake:
    """A processor: its highest leaves; ECX of leaf 1, EBX and ECX of 7, ECX of the extended one; XCR0."""

    most: int = 7
    most_extended: int = 0x8000_0008
    basic: int = ALL
    wide: int = ALL
    wider: int = ALL
    extended: int = ALL
    kept: int = 0xE7

    def ask(self, leaf: int, subleaf: int) -> tuple[int, int, int, int]:
        assert subleaf == 0
        answers = {
            0: (self.most, 0, 0, 0),
            1: (0, 0, self.basic, 0),
            7: (0, self.wide, self.wider, 0),
            0x8000_0000: (self.most_extended, 0, 0, 0),
            0x8000_0001: (0, 0, self.extended, 0),
        }
        return answers[leaf]

    def level(self) -> str | None:
        return processor_level.level(self.ask, lambda: self.kept)


# What these have, and nothing newer.
NEHALEM = Fake(most=11, basic=0x00BC_E3BD, wide=0, wider=0, extended=0x1, kept=0)
SANDY_BRIDGE = Fake(most=13, basic=0x1FBA_E3FF, wide=0, wider=0, extended=0x1, kept=0x7)
HASWELL = Fake(most=13, basic=0x7FFA_FBFF, wide=0x27AB, wider=0, extended=0x21, kept=0x7)
SKYLAKE_X = Fake(most=22, basic=0x7FFE_FBFF, wide=0xD39F_FFFB, wider=0, extended=0x121, kept=0xE7)
ICE_LAKE = Fake(most=27, basic=0x7FFA_FBBF, wide=0xF2BF_27EF, wider=0x40405F4E, extended=0x121, kept=0xE7)
CORE_2 = Fake(most=10, basic=0x0008_E3BD, wide=0, wider=0, extended=0x1, kept=0)


@pytest.mark.parametrize(
    ("fake", "level"),
    [
        (Fake(), "v4"),
        (CORE_2, None),
        (NEHALEM, "v2"),
        (SANDY_BRIDGE, "v2"),
        (HASWELL, "v3"),
        (SKYLAKE_X, "v3"),
        (ICE_LAKE, "v4"),
        (replace(ICE_LAKE, kept=0x7), "v3"),  # the system does not keep the registers of AVX-512
        (replace(HASWELL, kept=0x3), "v2"),  # nor those of AVX
        (replace(HASWELL, basic=HASWELL.basic & ~(1 << 27)), "v2"),  # XGETBV is not there to be asked
        (replace(ICE_LAKE, most=6), "v2"),  # leaf 7 is not there: what it would answer is of another leaf
        (replace(ICE_LAKE, most_extended=0x8000_0000), None),
    ],
)
def test_the_level_of_processors(fake: Fake, level: str | None) -> None:
    assert fake.level() == level


BITS = [
    *(("basic", bit, None) for bit in (0, 9, 13, 19, 20, 23)),
    ("extended", 0, None),
    *(("basic", bit, "v2") for bit in (12, 22, 27, 28, 29)),
    *(("wide", bit, "v2") for bit in (3, 5, 8)),
    ("extended", 5, "v2"),
    *(("wide", bit, "v3") for bit in (16, 17, 28, 30, 31)),
    *(("wider", bit, "v3") for bit in (1, 6, 12, 14)),
    *(("kept", bit, "v2") for bit in (1, 2)),
    *(("kept", bit, "v3") for bit in (5, 6, 7)),
]


@pytest.mark.parametrize(("register", "bit", "level"), BITS)
def test_every_bit_that_a_level_needs(register: str, bit: int, level: str | None) -> None:
    """The table of the psABI, bit by bit: without this one only the level below is left."""
    whole = Fake()
    assert replace(whole, **{register: getattr(whole, register) & ~(1 << bit)}).level() == level


def test_this_processor_says_what_the_system_says_of_it() -> None:
    """Linux lists the same in /proc/cpuinfo, by names."""
    if processor_level.family() != "x86-64":
        pytest.skip("no x86-64 on Linux")
    asker = kernel_choice._opened(kernel_choice.PROCESSOR)
    if asker is None:
        pytest.skip("the kernels that come compiled are not unpacked here")
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    flags = set(next(line for line in lines if line.startswith("flags")).split()[2:])
    v2 = {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}
    v3 = v2 | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
    v4 = v3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512_vbmi2"}
    v4 |= {"avx512_bitalg", "avx512_vpopcntdq"}
    wanted = "v4" if v4 <= flags else "v3" if v3 <= flags else "v2" if v2 <= flags else None
    assert processor_level.level_by(asker) == wanted


@pytest.mark.parametrize(
    ("machine", "system", "family"),
    [
        ("x86_64", "linux", "x86-64"),
        ("aarch64", "linux", "aarch64"),
        ("riscv64", "linux", None),
        ("armv7l", "linux", None),
        ("x86_64", "darwin", None),
        ("arm64", "darwin", None),
        ("AMD64", "win32", None),
    ],
)
def test_where_kernels_come_compiled(
    machine: str, system: str, family: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Name:
        def __init__(self) -> None:
            self.machine = machine

    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(os, "uname", Name, raising=False)
    assert processor_level.family() == family


def test_a_process_of_32_bits_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "maxsize", 2**31 - 1)
    assert processor_level.family() is None
