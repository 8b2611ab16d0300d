"""Kernels in WebAssembly: the same as natively and as plain Python, and everything that can be wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from kernels import make
from pegwise.engine import entropy
from pegwise.engine.enumerated import packed_codes as k
from pegwise.engine.kernels.catalogue import CATALOGUE
from pegwise.engine.kernels.compare.planes import TILE
from pegwise.engine.kernels.compare.words import ENTROPY, PARTS, SIZES, SQUARES, WORST
from pegwise.engine.kernels.shapes import class_numbers, class_slots
from pegwise.engine.running import kernel_loader, wasm
from pegwise.engine.running.kernel_choice import VARIABLE
from pegwise.engine.running.kernel_manifest import WASM, manifest
from pegwise.engine.running.wasm_kernel import WasmKernel
from tests.engine.kernels.plain import PlainKernel
from tests.engine.kernels.slow import Case
from tests.engine.running.process import NATIVE, PACKAGE, at, copied, environment
from tests.engine.running.test_kernel_choice import without_times

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytest.importorskip("wasmtime")
if not manifest().is_current("wasm/words.wasm"):
    if os.environ.get("CI"):
        pytest.fail("the package is installed without its kernels in WebAssembly", pytrace=False)
    pytest.skip("not unpacked here: python -m kernels.make --unpack", allow_module_level=True)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where modules are kept that are compiled once for these tests."""
    return tmp_path_factory.mktemp("cache")


def run(cache: Path, *words: str, code: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command of pegwise, or some code, in WebAssembly in a process of its own."""
    what = ["-c", code] if code else ["-m", "pegwise", *words]
    return subprocess.run(
        [sys.executable, "-P", *what],
        env=environment(PEGWISE_CACHE=str(cache), **{VARIABLE: WASM, **more}),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def said(cache: Path, *words: str, **more: str) -> list[str]:
    """What a command prints, without how long it took."""
    ran = run(cache, *words, **more)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
    return without_times(ran.stdout)


# --- kernels ----------------------------------------------------------------------------------------


def kinds(name: str, pegs: int | None = None, *, black_only: bool = False) -> list[kernel_loader.Kernel]:
    """A kernel in WebAssembly, as it runs here, and as plain Python if it has such a form."""
    entry = CATALOGUE[name]
    shape = None if pegs is None else entry.choose(pegs, black_only)
    plain = [] if entry.compiled else [PlainKernel(entry, shape)]
    return [WasmKernel(entry, shape), kernel_loader.kernel(name, pegs, black_only), *plain]


@pytest.mark.parametrize("stem", make.stems())
def test_every_kernel_comes_as_webassembly(stem: str) -> None:
    for entry, shape in make.kernels_in(stem):
        assert manifest().is_current(wasm.name_of(entry.title(shape)))
        assert WasmKernel(entry, shape).prepare() is not None


@pytest.mark.parametrize("seed", range(10))
def test_split_as_plain_python(seed: int) -> None:
    rng = np.random.default_rng(seed)
    size, bins = int(rng.integers(0, 400)), int(rng.integers(1, 30))
    numbers = rng.integers(0, bins, size).astype(np.uint16)
    found = []
    for kernel in kinds("split"):
        offsets, order = np.full(bins + 1, -7, np.int64), np.full(size, -7, np.int64)
        kernel(numbers, offsets, np.empty(bins, np.int64), order)
        found.append((offsets.tolist(), order.tolist()))
    assert all(one == found[0] for one in found)
    assert found[0][1] == sorted(range(size), key=lambda at: numbers[at])


@pytest.mark.some(14)
@pytest.mark.parametrize("pegs", [1, 2, 4, 5, 7, 8, 10])
@pytest.mark.parametrize("black_only", [False, True])
@pytest.mark.parametrize("kind", [SIZES, WORST, SQUARES, ENTROPY, PARTS])
def test_scores_of_planes_as_native_and_plain(pegs: int, black_only: bool, kind: int) -> None:
    case = Case((pegs, 3, False, black_only), 700, 6)
    rows, many = k.plane_rows(case.layout, case.asked), k.planes(case.layout, case.codes)
    numbers, table = class_numbers(pegs, black_only), entropy.entropy_table(700)
    wanted = case.sizes() if kind == SIZES else case.scores(table)[kind]
    for kernel in kinds("count", pegs, black_only=black_only):
        sizes = np.zeros((6, case.layout.bins) if kind == SIZES else (0, 0), np.int64)
        out = np.zeros(0 if kind == SIZES else 6, np.int64)
        scratch = np.empty((TILE, class_slots(pegs, black_only)), np.int64)
        kernel(kind, 700, many.bits, rows, numbers, table, sizes, out, scratch)
        assert np.array_equal(sizes if kind == SIZES else out, wanted)


@pytest.mark.parametrize("pegs", [4, 9])
def test_names_of_sets_as_native_and_plain(pegs: int) -> None:
    rng, found = np.random.default_rng(3), list[object]()
    codes = rng.integers(0, 5, (60, pegs)).astype(np.uint8)
    codes = np.unique(codes, axis=0)
    order = rng.permutation(len(codes)).astype(np.int32)
    bounds = np.array([0, 1, 4, 9, 20, len(codes)])
    for kernel in kinds("canonical_sets"):
        things = pegs + 5
        scratch = (
            np.zeros((60, pegs), np.uint16),
            np.zeros((6, 5 * pegs), np.uint64),
            np.zeros((things + 1, things), np.uint64),
            np.zeros((7, things + 1), np.int64),
            np.zeros(4, np.uint64),
        )
        keys, names, whole = (
            np.empty((5, 2), np.uint64),
            np.empty((5, things), np.uint8),
            np.empty(5, np.uint8),
        )
        with np.errstate(over="ignore"):
            kernel(5, 64, codes, order, bounds, *scratch, keys, names, whole)
        found.append([keys.tolist(), names.tolist(), whole.tolist()])
    assert found[0] == found[1] == found[2]


def test_wrong_arrays_are_refused_as_natively() -> None:
    split = WasmKernel(CATALOGUE["split"], None)
    right: list[Any] = [np.array([1, 0], np.uint16), *(np.zeros(2, np.int64) for _ in range(3))]
    with pytest.raises(kernel_loader.KernelError, match="split: argument 0 is int64"):
        split(right[0].astype(np.int64), *right[1:])
    with pytest.raises(kernel_loader.KernelError, match="do not fit"):
        split(*right)
    with pytest.raises(TypeError, match="takes 4 arguments"):
        split(*right[:3])


def test_arrays_larger_than_the_room_for_copies_come_back_whole() -> None:
    rng, size = np.random.default_rng(8), 3_000_000
    numbers = rng.integers(0, 50, size).astype(np.uint16)
    for _ in range(2):
        offsets, order = np.zeros(51, np.int64), np.zeros(size, np.int64)
        WasmKernel(CATALOGUE["split"], None)(numbers, offsets, np.zeros(50, np.int64), order)
        assert (order == np.argsort(numbers, kind="stable")).all()
        assert offsets[-1] == size


def test_a_mistake_in_a_kernel_is_an_error_of_this_call_only() -> None:
    """An address outside of the memory ends the call; the thread can go on."""
    split = WasmKernel(CATALOGUE["split"], None)
    given: list[Any] = [np.array([1, 0, 1], np.uint16), *(np.zeros(n, np.int64) for n in (3, 2, 3))]
    call = split.prepare()
    with pytest.raises(RuntimeError, match="out of bounds"):
        call(np.array([2**31, 1 << 20, 2**31, 3, 2**31, 2, 2**31, 1 << 20], np.int64).tobytes())
    split(*given)
    assert given[3].tolist() == [1, 0, 2]


def test_threads_have_instances_of_their_own() -> None:
    wrong, split = list[object](), WasmKernel(CATALOGUE["split"], None)

    def work(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(200):
            numbers = rng.integers(0, 9, 300).astype(np.uint16)
            order = np.zeros(300, np.int64)
            split(numbers, np.zeros(10, np.int64), np.zeros(9, np.int64), order)
            if (order != np.argsort(numbers, kind="stable")).any():
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.exhaustive
def test_the_stack_is_far_from_full(cache: Path) -> None:
    """What lies below it would be overwritten, and nothing would tell."""
    code = """
import ctypes
import numpy as np
import pegwise
from pegwise.engine.running import wasm
from pegwise.engine.enumerated.optimum_search import Question
from pegwise.optimal.branch_and_bound import Solver

here = wasm.here()
where, size = here.base + here._stack.where, here._stack.size
ctypes.memset(where, 0xA5, size)
solver = Solver(pegwise.Position("4x6"), threads=1)
solver.search(solver.everything()[:600], Question())
pegwise.build_tree("4x6", strategy="entropy", threads=1)
stack = np.frombuffer((ctypes.c_uint8 * size).from_address(where), np.uint8)
assert 0 < size - int((stack != 0xA5).argmax()) < size // 16
"""
    assert run(cache, code=code).stderr == ""


# --- commands ---------------------------------------------------------------------------------------

COMMANDS = [
    ("tree", "-r", "3x6-black", "-s", "most-parts", "--json"),
    ("optimal", "-r", "3x6-black", "--no-book", "--threads", "1", "--json"),
    ("optimal", "1122:B", "--threads", "1", "--all-guesses"),
    ("review", "1122:B", "1344:W", "3526:BWW", "1462:BW", "3632", "--json"),
    ("hint", "-r", "6x9", "123456:BWW", "--json"),
    ("hint", "-s", "deep", "1122:B"),
    ("tree", "-r", "8x2", "-s", "knuth", "--json"),
    ("tree", "-r", "1x9", "-s", "entropy", "--json"),
    ("optimal", "-r", "8x2", "--no-book", "--threads", "1", "--json"),
    ("hint", "-r", "11x4", "11223344112:BBBWWWW"),
    ("hint", "-r", "2x300", "1,2:-", "--limit", "none"),
    ("solve", "-r", "10x6", "6524613321"),
    ("solve", "-r", "12x12", "3,1,4,1,5,9,2,6,5,3,5,8"),
    ("compare", "knuth", "counter", "--games", "20", "--json"),
    ("puzzle", "--seed", "3"),
]


@pytest.mark.some(1, more=0)
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:4]))
def test_commands_say_the_same_as_natively(words: tuple[str, ...], cache: Path) -> None:
    assert said(cache, *words) == said(cache, *words, **{VARIABLE: ""})


def test_certificates_are_the_same_bytes(cache: Path, tmp_path: Path) -> None:
    for level in (WASM, ""):
        words = ("optimal", "-r", "3x5", "--no-book", "--certificate", str(tmp_path / f"{level}.cert"))
        said(cache, *words, **{VARIABLE: level})
    assert (tmp_path / f"{WASM}.cert").read_bytes() == (tmp_path / ".cert").read_bytes()


@pytest.mark.exhaustive
@pytest.mark.parametrize("threads", ["2", "4"])
def test_any_number_of_threads_gives_the_same_bytes(cache: Path, threads: str) -> None:
    for words in (("tree", "-r", "5x4", "-s", "knuth", "--json"), ("optimal", "-r", "4x5", "--no-book")):
        one, more = (said(cache, *words, "--threads", number) for number in ("1", threads))
        assert [line for line in one if "searched" not in line] == [
            line for line in more if "searched" not in line
        ]


@pytest.mark.exhaustive
def test_what_is_in_use_is_told(cache: Path) -> None:
    assert run(cache, "--version").stdout.splitlines()[1].startswith("kernels: WebAssembly (wasmtime ")
    assert json.loads(run(cache, "bench", "--json").stdout)["kernels"].startswith("WebAssembly")


# --- the cache --------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_a_module_is_compiled_once_on_a_computer_and_mended(tmp_path: Path) -> None:
    code = """
from pegwise.engine.running import wasm
said = []
wasm.on_compile(said.append)
import pegwise
pegwise.build_tree("3x4", strategy="knuth").average
print(said)
"""
    assert run(tmp_path, code=code).stdout == "['words.wasm', 'grow-3.wasm']\n"
    assert run(tmp_path, code=code).stdout == "[]\n"
    for path in tmp_path.iterdir():
        content = path.read_bytes()
        middle = len(content) // 2
        path.write_bytes(content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :])
    assert run(tmp_path, code=code).stdout == "['words.wasm', 'grow-3.wasm']\n"
    assert run(tmp_path, code=code).stdout == "[]\n"


def test_ctrl_c_does_not_wait_until_a_module_is_compiled() -> None:
    done = threading.Event()
    threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        wasm._interruptible(done.wait)
    done.set()
    assert wasm._interruptible(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        wasm._interruptible(lambda: 1 // 0)


def test_without_a_folder_that_can_be_written_it_runs_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert said(tmp_path / "file" / "below", "solve", "3632")


# --- what can be wrong ------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A copy of the package."""
    return copied(tmp_path)


@pytest.mark.some(1)
@pytest.mark.parametrize("spoil", [lambda c: c[:1000], lambda c: c + b"x", lambda _: b"", None])
def test_a_damaged_module_is_one_line(elsewhere: Path, spoil: Callable[[bytes], bytes] | None) -> None:
    path = elsewhere / NATIVE / "compiled" / WASM / "grow-4.wasm"
    if spoil is None:
        path.unlink()
    else:
        path.write_bytes(spoil(path.read_bytes()))
    ran = run(elsewhere / "cache", "tree", "-s", "knuth", **at(elsewhere))
    assert (ran.returncode, ran.stdout) == (2, "")
    [line] = ran.stderr.splitlines()
    assert line.startswith("pegwise: the compiled kernels in ")
    assert line.endswith("grow-4.wasm are damaged: install pegwise again")


def test_modules_of_other_sources_are_one_line(elsewhere: Path) -> None:
    with (elsewhere / "pegwise" / "engine" / "kernels" / "grow" / "kernel.py").open("a") as file:
        file.write("# changed\n")
    ran = run(elsewhere / "cache", "tree", "-s", "knuth", **at(elsewhere))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        "pegwise: the compiled kernels that are here were made of other sources: "
        "python -m kernels.make, in a checkout\n"
    )


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "words", [("tree", "-s", "knuth"), ("hint", "1122:B"), ("optimal", "-r", "3x4", "--no-book")]
)
@pytest.mark.parametrize("reason", ["no module", "a library of the system is not there"])
def test_without_wasmtime_one_line_says_what_to_install(
    tmp_path: Path, words: tuple[str, ...], reason: str
) -> None:
    broken = tmp_path / "wasmtime"
    broken.mkdir()
    kind = "ModuleNotFoundError" if reason == "no module" else "OSError"
    (broken / "__init__.py").write_text(f"raise {kind}({reason!r})")
    path = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    ran = run(tmp_path / "cache", *words, PYTHONPATH=path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        f"pegwise: pegwise needs the package wasmtime on this computer: pip install wasmtime ({reason})\n"
    )


def limited(kilobytes: int, cache: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = f'ulimit -v {kilobytes}; exec "$0" -P -m pegwise "$@"'
    return subprocess.run(
        ["bash", "-c", command, sys.executable, *words],
        env=environment(PEGWISE_CACHE=str(cache), **{VARIABLE: WASM}),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process so")
def test_too_little_memory_is_one_line(cache: Path) -> None:
    said(cache, "hint", "-r", "6x9", "123456:BWW")
    for kilobytes in (2_000_000, 3_000_000):
        ran = limited(kilobytes, cache, "hint", "-r", "6x9", "123456:BWW")
        assert (ran.returncode, ran.stdout, len(ran.stderr.splitlines())) == (2, "", 1), ran.stderr
        assert "4 GB of addresses" in ran.stderr


def test_more_than_the_memory_of_webassembly_is_one_line(cache: Path) -> None:
    code = """
from pegwise.cli import main
from pegwise.engine.running import wasm
taken = wasm.machine().heap.block((1 << 32) - (1 << 26))
main(["optimal", "-r", "5x6", "--no-book", "--threads", "1"])
"""
    ran = run(cache, code=code)
    assert (ran.returncode, ran.stdout, len(ran.stderr.splitlines())) == (2, "", 1), ran.stderr
    assert "WebAssembly has 4 GB at most" in ran.stderr


def test_an_unknown_value_is_a_warning_as_ever(cache: Path) -> None:
    ran = run(cache, "solve", "3632", PEGWISE_CPU="wasm32")
    assert ran.returncode == 0
    assert "PEGWISE_CPU=wasm32 is not one of v4, v3, v2, wasm;" in ran.stderr


# --- limits -----------------------------------------------------------------------------------------


@pytest.mark.some(1)
@pytest.mark.parametrize(
    "words", [("optimal", "-r", "5x7", "--no-book"), ("hint", "-r", "16x16", "-s", "entropy")]
)
def test_a_limit_ends_work(words: tuple[str, ...], cache: Path) -> None:
    """How exactly, ``benchmarks/limits.py`` measures: here it is enough that it does not go on and on."""
    said(cache, *words, "--limit", "0.2")
    began = time.perf_counter()
    said(cache, *words, "--limit", "0.2")
    assert time.perf_counter() - began < 20


@pytest.mark.exhaustive
def test_the_flag_of_another_thread_ends_a_kernel(cache: Path) -> None:
    """Without copies, in either direction: it is read during the call."""
    code = """
import threading, time
import pegwise
from pegwise.limit import LimitReached
from pegwise.optimal.branch_and_bound import Solver
from pegwise.engine.enumerated.optimum_search import Question
solver = Solver(pegwise.Position("5x8"), threads=1)
threading.Timer(1.0, lambda: solver.stop.__setitem__(0, 1)).start()
try:
    solver.search(solver.everything()[:3000], Question())
    print("never stopped")
except LimitReached:
    print("stopped", solver.positions > 0)
"""
    ran = run(cache, code=code)
    assert ran.stdout == "stopped True\n", ran.stderr


@pytest.mark.exhaustive
@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_ends_a_search(cache: Path) -> None:
    command = [sys.executable, "-P", "-m", "pegwise", "optimal", "-r", "5x8", "--no-book"]
    process = subprocess.Popen(
        command,
        env=environment(PEGWISE_CACHE=str(cache), **{VARIABLE: WASM}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.splitlines()[-1] == "pegwise: stopped"
