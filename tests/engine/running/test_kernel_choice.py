"""The kernels that come compiled: which are used, and everything that can be wrong with them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from kernels import make
from pegwise.engine.running import kernel_choice, kernel_manifest, processor_level
from pegwise.engine.running.kernel_manifest import file_of
from tests.engine.running.process import (
    COMPILED,
    NATIVE,
    NATIVELY,
    PACKAGE,
    at,
    copied,
    cut,
    environment,
    flip,
    start,
    use,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

DESCRIBE = "from pegwise.engine.running import kernel_choice; print(kernel_choice.describe())"
DAMAGED = re.compile(r"^pegwise: the compiled kernels in \S+ are damaged: install pegwise again$")
STALE = (
    "pegwise: the compiled kernels that are here were made of other sources: "
    "python -m kernels.make, in a checkout"
)
NO_WASMTIME = "import sys; sys.modules['wasmtime'] = None\n"
"""As where the package is not installed; `find_spec` raises then, so this comes with `NOT_FOUND`."""
NOT_FOUND = "import importlib.util; importlib.util.find_spec = lambda name, package=None: None\n"
COMMANDS = [
    ("tree", "-r", "4x6", "-s", "entropy", "--json"),
    ("tree", "-r", "3x5-black", "-s", "most-parts", "--json"),
    ("tree", "-r", "8x2", "-s", "knuth", "--json"),
    ("optimal", "-r", "3x4", "--no-book", "--json"),
    ("optimal", "-r", "8x2", "--no-book", "--threads", "1", "--json"),
    ("review", "1122:B", "1344:W", "3526:BWW", "1462:BW", "3632", "--json"),
    ("hint", "-r", "5x8", "11223:BW", "--json"),
    ("solve", "-r", "10x6", "6524613321"),
    ("compare", "knuth", "counter", "--games", "20", "--json"),
    ("puzzle", "--seed", "3"),
]


@pytest.fixture(scope="module", autouse=True)
def _unpacked() -> None:
    if not (PACKAGE / "engine" / "running" / "compiled").exists():
        if os.environ.get("CI"):
            pytest.fail("the package is installed without its compiled kernels")
        pytest.skip("not unpacked here: python -m kernels.make --unpack")
    if not kernel_choice.levels():
        pytest.skip("there are no compiled kernels for this processor")


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the package, a home, and a cache that is empty."""
    root = copied(tmp_path_factory.mktemp("site"))
    yield root
    (root / NATIVE).chmod(0o755)


@pytest.fixture
def wasm() -> None:
    """Where WebAssembly can take the place of libraries."""
    pytest.importorskip("wasmtime")
    if not kernel_manifest.manifest().is_current("wasm/words.wasm"):
        pytest.skip("not unpacked here: python -m kernels.make --unpack")


def own_levels() -> list[str]:
    """The levels of this processor of which there are libraries."""
    files = kernel_manifest.manifest().files
    levels = [name for name in kernel_choice.levels() if f"{name}/words.so" in files]
    return [name.rpartition("-")[2] for name in levels if name.startswith("x86-64-")]


def libraries(root: Path, title: str = "*") -> list[Path]:
    """Those with a kernel, or all, but for the one that asks the processor."""
    stem = title if title == "*" else file_of(title)
    found = sorted((root / NATIVE / "compiled").rglob(f"{stem}.so"))
    return [path for path in found if path.name != "processor.so"]


def of(root: Path) -> dict[str, Any]:
    """What a process sees that runs a copy, with an empty cache."""
    return {**at(root), "PEGWISE_CACHE": str(root / "cache")}


def run(*words: str, before: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """A command, in a process of its own, after some code."""
    code = f"{before}\nfrom pegwise.cli import main; main({list(words)!r})"
    return subprocess.run(
        [sys.executable, "-P", "-c", code],
        env=environment(**more),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def one_line(ran: subprocess.CompletedProcess[str]) -> str:
    """The line with which a command ends that can do nothing."""
    assert (ran.returncode, ran.stdout) == (2, ""), ran.stderr
    [line] = ran.stderr.splitlines()
    return line


# --- what is used ----------------------------------------------------------------------------------


def test_nothing_is_compiled(tmp_path: Path) -> None:
    assert use(PEGWISE_CACHE=str(tmp_path)) == NATIVELY
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("stem", make.stems())
def test_every_kernel_comes_compiled(stem: str) -> None:
    for entry, shape in make.kernels_in(stem):
        assert kernel_choice.function(entry.title(shape)) is not None


def without_times(text: str) -> list[str]:
    return [line for line in text.splitlines() if '"seconds"' not in line]


@pytest.mark.some(1, more=0)
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:3]))
def test_all_levels_give_the_same(words: tuple[str, ...], tmp_path: Path) -> None:
    said = list[list[str]]()
    for level in ["", *own_levels()]:
        ran = run(*words, **{kernel_choice.VARIABLE: level, "PEGWISE_CACHE": str(tmp_path)})
        assert (ran.returncode, ran.stderr) == (0, "")
        said.append(without_times(ran.stdout))
    assert not list(tmp_path.iterdir())
    assert all(each == said[0] for each in said)


@pytest.mark.some(1)
@pytest.mark.parametrize("level", ["v9", "avx2", "V3", "v", "native"])
def test_an_unknown_level_is_told_in_one_line_and_changes_nothing(level: str) -> None:
    ran = run("solve", "3632", PEGWISE_CPU=level)
    assert ran.returncode == 0
    said = f"PEGWISE_CPU={level} is not one of v4, v3, v2, wasm; the level is chosen by the processor"
    assert ran.stderr == f"pegwise: {said}\n"
    assert use(PEGWISE_CPU=level) == NATIVELY


def test_a_level_too_high_is_told_in_one_line() -> None:
    low = """
from pegwise.engine.running import kernel_choice, processor_level, kernel_manifest
processor_level.level_by = lambda _: "v2"
print(kernel_choice.levels())
"""
    if processor_level.family() != "x86-64":
        return
    process = start(low, PEGWISE_CPU="v4")
    out, errors = process.communicate(timeout=60)
    assert out == "('x86-64-v2',)\n"
    assert "PEGWISE_CPU=v4, but this processor has v2: v2 is used" in errors


LOW = "from pegwise.engine.running import processor_level; processor_level.level_by = lambda _: None\n"
"""As on a processor below v2, for which no libraries come."""


@pytest.mark.usefixtures("wasm")
def test_a_processor_below_v2_runs_webassembly(tmp_path: Path) -> None:
    from tests.engine.running.process import USE

    assert use(LOW + USE, PEGWISE_CACHE=str(tmp_path)) == COMPILED
    assert use(LOW + DESCRIBE, PEGWISE_CACHE=str(tmp_path)).startswith("WebAssembly")


def test_without_libraries_and_wasmtime_one_line_says_what_to_install() -> None:
    for words in (
        ("hint", "1122:B"),
        ("optimal", "-r", "8x2", "--no-book"),
        ("tree", "-r", "9x2"),
    ):
        line = one_line(run(*words, before=LOW + NO_WASMTIME))
        assert line.startswith(
            "pegwise: pegwise needs the package wasmtime on this computer: pip install wasmtime ("
        )


# --- what can be wrong ------------------------------------------------------------------------------

SPOILED: list[Callable[[bytes], bytes]] = [cut, flip, lambda _: b"", lambda c: c + b"x"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("spoil", SPOILED)
def test_of_a_damaged_library_the_next_lower_level_is_used(
    elsewhere: Path, spoil: Callable[[bytes], bytes]
) -> None:
    """It is never loaded, and nothing is said: the answer is the same."""
    levels = [f"x86-64-{level}" for level in own_levels()]
    if len(levels) < 2:
        pytest.skip("there is one level for this processor")
    damaged = elsewhere / NATIVE / "compiled" / levels[0] / "words.so"
    damaged.write_bytes(spoil(damaged.read_bytes()))
    assert use(DESCRIBE, **of(elsewhere)) == f"{levels[1]} ({levels[0]} is damaged)\n"
    assert use(**of(elsewhere)) == NATIVELY
    ran = run("tree", "-r", "3x4", "-s", "entropy", **of(elsewhere))
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("spoil", "title"),
    [*((spoil, "*") for spoil in SPOILED), *((flip, each) for each in ("split", "grow-4"))],
)
def test_where_all_are_damaged_and_there_is_no_wasmtime_one_line_says_so(
    elsewhere: Path, spoil: Callable[[bytes], bytes], title: str
) -> None:
    """Also where all that is damaged is of one kernel."""
    for path in libraries(elsewhere, title):
        path.write_bytes(spoil(path.read_bytes()))
    ran = run("tree", "-r", "4x6", "-s", "entropy", "--json", before=NOT_FOUND, **of(elsewhere))
    assert DAMAGED.match(one_line(ran))
    if title == "*":
        assert use(NOT_FOUND + DESCRIBE, **of(elsewhere)) == "none: they are damaged\n"


def test_a_library_that_is_not_there_is_a_damaged_one(elsewhere: Path) -> None:
    for path in libraries(elsewhere, "split"):
        path.unlink()
    ran = run("hint", "1122:B", before=NOT_FOUND, **of(elsewhere))
    assert DAMAGED.match(one_line(ran))


@pytest.mark.exhaustive
@pytest.mark.usefixtures("wasm")
@pytest.mark.parametrize("title", ["grow-4", "*"])
def test_where_all_are_damaged_webassembly_runs_and_one_line_says_so(elsewhere: Path, title: str) -> None:
    words = ("tree", "-r", "4x6", "-s", "entropy", "--json")
    whole = run(*words, **of(elsewhere))
    for path in libraries(elsewhere, title):
        path.write_bytes(cut(path.read_bytes()))
    ran = run(*words, **of(elsewhere))
    assert (ran.returncode, without_times(ran.stdout)) == (0, without_times(whole.stdout))
    [line] = ran.stderr.splitlines()
    assert DAMAGED.match(line)


@pytest.mark.usefixtures("wasm")
def test_a_damaged_search_reaches_the_flag_that_ends_it(elsewhere: Path) -> None:
    """In WebAssembly a flag, and what threads share, is seen during a call only if it lies in its memory."""
    for path in libraries(elsewhere, "search-32"):
        path.write_bytes(cut(path.read_bytes()))
    code = """
from pegwise.engine.running import arrays, kernel_loader, wasm
kind, flag = type(kernel_loader.kernel("search", 5)).__name__, arrays.flag()
print(kind, 0 <= flag.ctypes.data - wasm.here().base < wasm.MEMORY)
"""
    process = start(code, **of(elsewhere))
    out, errors = process.communicate(timeout=60)
    assert out == "WasmKernel True\n", errors


def asker(root: Path) -> Path:
    """The library that asks the processor."""
    found = root / NATIVE / "compiled" / kernel_choice.PROCESSOR
    if not found.exists():
        pytest.skip("there is one level for this processor")
    return found


@pytest.mark.usefixtures("wasm")
def test_where_the_processor_cannot_be_asked_webassembly_runs(elsewhere: Path) -> None:
    """Without knowing the level no library is loaded."""
    path = asker(elsewhere)
    path.write_bytes(cut(path.read_bytes()))
    process = start(**of(elsewhere))
    out, errors = process.communicate(timeout=120)
    assert out == COMPILED
    assert errors.count("are damaged: install pegwise again") == 1
    assert use(DESCRIBE, **of(elsewhere)).startswith("WebAssembly")


def test_where_the_processor_cannot_be_asked_and_there_is_no_wasmtime(elsewhere: Path) -> None:
    path = asker(elsewhere)
    path.write_bytes(cut(path.read_bytes()))
    ran = run("hint", "1122:B", before=NO_WASMTIME, **of(elsewhere))
    assert (ran.returncode, ran.stdout) == (2, "")
    first, last = ran.stderr.splitlines()
    assert DAMAGED.match(first)
    assert "needs the package wasmtime on this computer" in last


CHANGES: list[Callable[[str], str]] = [
    lambda text: re.sub(r"(?m)^(\S{8}) (\S{7})\S", r"\1 \2-", text),
    lambda text: text.replace("kernels/compare/words.py", "kernels/compare/nothing.py"),
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", CHANGES)
def test_libraries_of_other_sources_by_the_manifest_are_not_used(
    elsewhere: Path, change: Callable[[str], str]
) -> None:
    manifest = elsewhere / NATIVE / "compiled" / kernel_manifest.MANIFEST
    manifest.write_text(change(manifest.read_text()))
    assert one_line(run("hint", "1122:B", **of(elsewhere))) == STALE


UNREADABLE: list[Callable[[str], str]] = [
    lambda text: re.sub(r"^pegwise kernels \d+", "pegwise kernels 0", text),
    lambda _: "",
    lambda _: "x" * 100,
]


@pytest.mark.some(1)
@pytest.mark.parametrize("change", UNREADABLE)
def test_a_manifest_that_cannot_be_read_is_none(elsewhere: Path, change: Callable[[str], str]) -> None:
    """So nothing comes with the package, and one line says so."""
    manifest = elsewhere / NATIVE / "compiled" / kernel_manifest.MANIFEST
    manifest.write_text(change(manifest.read_text()))
    assert one_line(run("hint", "1122:B", **of(elsewhere))) == STALE


@pytest.mark.some(1)
@pytest.mark.parametrize("words", [("hint", "1122:B"), ("optimal", "-r", "3x4", "--no-book"), ("tree",)])
def test_libraries_of_other_sources_are_not_used(elsewhere: Path, words: tuple[str, ...]) -> None:
    with (elsewhere / "pegwise" / "engine" / "kernels" / "compare" / "words.py").open("a") as file:
        file.write("# changed\n")
    assert one_line(run(*words, **of(elsewhere))) == STALE
    assert use(DESCRIBE, **of(elsewhere)) == "none: those that came were made of other sources\n"


def test_a_change_of_one_kernel_leaves_the_others(elsewhere: Path) -> None:
    with (elsewhere / "pegwise" / "engine" / "kernels" / "walk" / "kernel.py").open("a") as file:
        file.write("# changed\n")
    assert one_line(run("hint", "1122:B", **of(elsewhere))) == STALE  # it is in the file of all words
    code = "from pegwise.engine.running import kernel_choice as n; print(n.function('count-4'))"
    assert "None" not in use(code, **of(elsewhere))


def test_line_ends_of_a_checkout_change_nothing(elsewhere: Path) -> None:
    for path in (elsewhere / "pegwise" / "engine" / "kernels").rglob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert use(**of(elsewhere)) == NATIVELY


def test_a_package_that_nobody_may_write_and_no_home(elsewhere: Path) -> None:
    paths = [*(elsewhere / "pegwise").rglob("*"), elsewhere / "home"]
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        assert use(bound=True, **at(elsewhere)) == NATIVELY
    finally:
        for path in paths:
            path.chmod(0o755 if path.is_dir() else 0o644)


def test_processes_at_once(tmp_path: Path) -> None:
    more: dict[str, Any] = {"PEGWISE_CACHE": str(tmp_path)}
    processes = [start(**more) for _ in range(4)]
    assert [process.communicate(timeout=120)[0] for process in processes] == [NATIVELY] * 4
