"""The kernels that come compiled: which are used, and everything that can be wrong with them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pegwise.engine.running import choice, library, processor, sources
from tests.engine.running.test_store import COLD, NATIVE, PACKAGE, USE, WARM, at, start, use
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[3]
ANY: dict[str, Any] = {choice.VARIABLE: ""}
"""The level is chosen by the processor."""
IN_WASM = "['words.wasm'] True False\n"
"""What a process says in which a module was compiled."""
MODULES = "print('numba' in sys.modules, 'llvmlite' in sys.modules)"


@pytest.fixture(scope="module", autouse=True)
def _unpacked() -> None:
    if not (PACKAGE / "engine" / "running" / "compiled").exists():
        if os.environ.get("CI"):
            pytest.fail("the package is installed without its compiled kernels")
        pytest.skip("not unpacked here: python -m kernels.make --unpack")
    if not library.levels():
        pytest.skip("there are no compiled kernels for this processor")


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the package, a home, and a cache that is empty."""
    root = tmp_path_factory.mktemp("site")
    shutil.copytree(PACKAGE, root / "pegwise", ignore=shutil.ignore_patterns("__pycache__", "objects"))
    (root / "home").mkdir()
    yield root
    (root / NATIVE).chmod(0o755)


def own_levels() -> list[str]:
    return [name.rpartition("-")[2] for name in library.levels() if name.startswith("x86-64-")]


def libraries(root: Path) -> list[Path]:
    return sorted((root / NATIVE / "compiled").rglob("*.so"))


def run(root: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A command of the copy, in a process of its own, with an empty cache."""
    environment = {**os.environ, **ANY, **at(root), "PEGWISE_CACHE": str(root / "cache"), **more}
    return subprocess.run(
        [sys.executable, "-P", "-m", "pegwise", *words],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


# --- what is used ----------------------------------------------------------------------------------


def test_nothing_is_compiled_and_no_compiler_imported(tmp_path: Path) -> None:
    assert use(USE + MODULES, PEGWISE_CACHE=str(tmp_path), **ANY) == WARM + "False False\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("pegs", range(2, 8))
@pytest.mark.parametrize("black_only", [False, True])
def test_every_kernel_of_two_to_seven_pegs_comes_compiled(pegs: int, black_only: bool) -> None:
    from kernels.make import entries_for

    for shape in (None, (pegs, black_only)):
        for entry in entries_for(shape):
            assert library.has(entry.title(shape))


COMMANDS = [
    ("tree", "-r", "4x6", "-s", "entropy", "--json"),
    ("tree", "-r", "3x5-black", "-s", "most-parts", "--json"),
    ("optimal", "-r", "3x4", "--no-book", "--json"),
    ("review", "1122:B", "1344:W", "3526:BWW", "1462:BW", "3632", "--json"),
    ("hint", "-r", "5x8", "11223:BW", "--json"),
]


def without_times(text: str) -> list[str]:
    return [line for line in text.splitlines() if '"seconds"' not in line]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:3]))
def test_all_levels_give_the_same_without_a_compiler(words: tuple[str, ...], tmp_path: Path) -> None:
    """And the same as what is compiled here; the first time as the second."""
    cache: dict[str, Any] = {"PEGWISE_CACHE": str(tmp_path)}
    said = {
        level: use(
            "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None\n"
            f"from pegwise.cli import main; main({list(words)!r})",
            **{choice.VARIABLE: level, **cache},
        )
        for level in ["", *own_levels()]
    }
    assert not list(tmp_path.iterdir())
    assert len({tuple(without_times(text)) for text in said.values()}) == 1


@pytest.mark.parametrize("level", ["v9", "avx2", "V3", "v"])
def test_an_unknown_level_is_told_in_one_line_and_changes_nothing(level: str, tmp_path: Path) -> None:
    ran = run(tmp_path, "solve", "3632", PEGWISE_CPU=level, PYTHONPATH=str(PACKAGE.parent))
    assert ran.returncode == 0
    said = f"PEGWISE_CPU={level} is not one of v4, v3, v2, wasm, native; the level is chosen by the processor"
    assert ran.stderr == f"pegwise: {said}\n"
    assert use(PEGWISE_CACHE=str(tmp_path), PEGWISE_CPU=level) == WARM


def test_a_level_too_high_is_told_in_one_line() -> None:
    low = """
from pegwise.engine.running import choice, library, processor, sources
processor.level_by = lambda _: "v2"
print(library.levels())
"""
    if processor.family() != "x86-64":
        return
    process = start(low, PEGWISE_CPU="v4")
    out, errors = process.communicate(timeout=60)
    assert out == "('x86-64-v2',)\n"
    assert "PEGWISE_CPU=v4, but this processor has v2: v2 is used" in errors


def test_a_processor_below_v2_has_no_compiled_kernels(tmp_path: Path) -> None:
    """It runs WebAssembly; without wasmtime, its own are compiled, or else numpy answers."""
    low = "from pegwise.engine.running import processor; processor.level_by = lambda _: None\n"
    assert use(low + USE, PEGWISE_CACHE=str(tmp_path / "wasm"), **ANY) == IN_WASM
    low += "from pegwise.engine.running import library; library.has_wasmtime = lambda: False\n"
    assert use(low + USE, PEGWISE_CACHE=str(tmp_path), **ANY) == COLD
    bare = (
        low
        + "import sys; sys.modules['numba'] = None\nfrom pegwise.cli import main; main(['hint', '1122:B'])"
    )
    assert use(bare, PEGWISE_CACHE=str(tmp_path / "none"), **ANY).startswith("Guess 1344  (knuth)")


def test_what_is_not_compiled_names_the_command_that_helps(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from pegwise.cli import main; main(['optimal', '-r', '8x2', '--no-book'])"
    )
    process = start(code, PEGWISE_CACHE=str(tmp_path), **ANY)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert errors.splitlines() == [
        "pegwise: the code for 8 pegs does not come compiled for this computer: "
        "pip install 'pegwise[compile]'"
    ]


# --- what can be wrong ------------------------------------------------------------------------------


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flip(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize("spoil", [flip, *exhaustive(cut, lambda _: b"", lambda c: c + b"x")])
def test_a_damaged_library_is_never_loaded(elsewhere: Path, spoil: Callable[[bytes], bytes]) -> None:
    """That of the next lower level is used, and nothing is said: the answer is the same."""
    levels = library.levels()
    damaged = elsewhere / NATIVE / "compiled" / levels[0] / "words.so"
    damaged.write_bytes(spoil(damaged.read_bytes()))
    code = "from pegwise.engine.running import library; print(library.describe())"
    more = {**at(elsewhere), **ANY, "PEGWISE_CACHE": str(elsewhere / "cache")}
    if len(levels) > 1:
        assert use(code, **more) == f"{levels[1]} ({levels[0]} is damaged)\n"
        assert use(**more) == WARM
    for path in libraries(elsewhere):
        if path.name == "words.so" and path != damaged:
            path.write_bytes(spoil(path.read_bytes()))
    ran = run(elsewhere, "candidates", "1122:B", "--json")
    assert ran.returncode == 0
    assert use(code, **more) == "none: they are damaged\n"


def test_where_all_are_damaged_one_line_says_so(elsewhere: Path) -> None:
    for path in libraries(elsewhere):
        if path.name != "processor.so":
            path.write_bytes(cut(path.read_bytes()))
    ran = run(elsewhere, "tree", "-r", "3x4", "-s", "entropy", "--json")
    assert ran.returncode == 0
    lines = ran.stderr.splitlines()
    assert len(lines) <= 1
    process = start(**{**at(elsewhere), **ANY, "PEGWISE_CACHE": str(elsewhere / "cache")})
    _, errors = process.communicate(timeout=120)
    assert "are damaged, and not used; install pegwise again" in errors


def test_where_the_processor_cannot_be_asked_one_line_says_so(elsewhere: Path) -> None:
    """Without knowing the level nothing is loaded."""
    asker = elsewhere / NATIVE / "compiled" / library.PROCESSOR
    if not asker.exists():
        pytest.skip("there is one level for this processor")
    asker.write_bytes(cut(asker.read_bytes()))
    more = {**at(elsewhere), **ANY, "PEGWISE_CACHE": str(elsewhere / "cache")}
    process = start(**more)
    out, errors = process.communicate(timeout=120)
    assert out == IN_WASM
    assert errors.count("are damaged, and not used; install pegwise again") == 1
    code = "from pegwise.engine.running import library; print(library.describe())"
    assert use(code, **more).startswith("WebAssembly")
    bare = "from pegwise.engine.running import library; library.has_wasmtime = lambda: False\n"
    assert use(bare + code, **more) == "none: they are damaged\n"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: re.sub(r"(?m)^(\S{64}) (\S{63})\S", r"\1 \2-", text),
        lambda text: text.replace("pegwise kernels 2", "pegwise kernels 3", 1),
        lambda text: "",
        lambda text: "x" * 100,
    ],
)
def test_libraries_of_another_version_are_not_used(elsewhere: Path, change: Callable[[str], str]) -> None:
    manifest = elsewhere / NATIVE / "compiled" / sources.MANIFEST
    manifest.write_text(change(manifest.read_text()))
    assert use(PEGWISE_CACHE=str(elsewhere / "cache"), **{**at(elsewhere), **ANY}) == COLD


def test_libraries_of_other_sources_are_not_used(elsewhere: Path) -> None:
    with (elsewhere / "pegwise" / "engine" / "kernels" / "compare" / "words.py").open("a") as file:
        file.write("# changed\n")
    assert use(PEGWISE_CACHE=str(elsewhere / "cache"), **{**at(elsewhere), **ANY}) == COLD
    ran = run(elsewhere, "bench", "--json") if os.environ.get("SLOW") else None
    assert ran is None or "made of other sources" in ran.stdout


def test_line_ends_of_a_checkout_change_nothing(elsewhere: Path) -> None:
    for path in (elsewhere / "pegwise" / "engine" / "kernels").rglob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert use(PEGWISE_CACHE=str(elsewhere / "cache"), **{**at(elsewhere), **ANY}) == WARM


def test_a_package_that_nobody_may_write_and_no_home(elsewhere: Path) -> None:
    for path in [*(elsewhere / "pegwise").rglob("*"), elsewhere / "home"]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    assert use(bound=True, **{**at(elsewhere), **ANY}) == WARM
    for path in [*(elsewhere / "pegwise").rglob("*"), elsewhere / "home"]:
        path.chmod(0o755 if path.is_dir() else 0o644)


def test_processes_at_once(tmp_path: Path) -> None:
    processes = [start(PEGWISE_CACHE=str(tmp_path), **ANY) for _ in range(4)]
    assert [process.communicate(timeout=120)[0] for process in processes] == [WARM] * 4
