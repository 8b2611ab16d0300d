"""A module of kernels as a shared library of Emscripten: what runs it is tests/pyodide."""

from __future__ import annotations

import pytest

from pegwise.engine.running import emscripten
from pegwise.engine.running.kernel_manifest import FOLDER

MODULES = sorted((FOLDER / "wasm").glob("*.wasm"))


def _parts(code: bytes) -> dict[int, bytes]:
    return dict(emscripten._sections(code))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_only_what_must_change_changes(path: object) -> None:
    code = path.read_bytes()  # type: ignore[attr-defined]
    made = emscripten.shared_library(code, 0x8000_0040)
    before, after = _parts(code), _parts(made)
    assert after.pop(0).startswith(b"\x08dylink.0")
    assert before.keys() == after.keys()
    assert {kind for kind in before if before[kind] != after[kind]} == {2, 6}
    assert after[2] == before[2].replace(b"memory\x02\x03", b"memory\x02\x01")
    # The stack pointer, -2**31 + 64 as an integer of 32 bits, in 7 bits a byte.
    assert after[6] == b"\x01\x7f\x01\x41\xc0\x80\x80\x80\x78\x0b"
    assert 11 not in before  # data would be written over Python's own


@pytest.mark.parametrize("number", [0, 63, 64, -64, -65, 2**31 - 1, -(2**31), 8_000_000])
def test_numbers_with_a_sign(number: int) -> None:
    code, found = emscripten._written(number), 0
    for at, byte in enumerate(code):
        found |= (byte & 0x7F) << (7 * at)
    bits = 7 * len(code)
    assert (found - (1 << bits) if found >> (bits - 1) else found) == number
