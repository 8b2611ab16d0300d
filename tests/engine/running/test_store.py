"""Where compiled kernels are kept, and everything that can go wrong there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import pegwise
from pegwise.engine.kernels.catalogue import CATALOGUE
from pegwise.engine.running import choice, load, store
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PACKAGE = Path(pegwise.__file__).parent
NATIVE = Path("pegwise", "engine", "running")
USE = """
import sys
import numpy as np
from pegwise.engine.running import load
from pegwise.engine.running import store
compiled = []
load.on_compile(compiled.append)
split = load.kernel("split")
ready = split.is_ready()
offsets, order = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
split(np.array([1, 0, 1], dtype=np.uint16), offsets, np.zeros(2, dtype=np.int64), order)
assert order.tolist() == [1, 0, 2] and offsets.tolist() == [0, 1, 3]
print(compiled, ready, "numba" in sys.modules)
"""
COLD, WARM = "['split'] False True\n", "[] True False\n"


def environment(**more: str) -> dict[str, str]:
    """What a process sees, which compiles what it uses unless ``more`` says otherwise."""
    kept = {name: value for name, value in os.environ.items() if name not in (store.VARIABLE, load.OFF)}
    mine = {
        "PYTHONPATH": str(PACKAGE.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        choice.VARIABLE: choice.NATIVE,
    }
    return kept | mine | more


def start(code: str = USE, *, bound: bool = False, **more: str) -> subprocess.Popen[str]:
    """Runs it; ``bound``: as somebody for whom a read-only folder is read-only, which it is not for root."""
    command = [sys.executable, "-P", "-c", code]
    if bound and hasattr(os, "getuid") and os.getuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("root without setpriv cannot be kept from writing")
        command = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", *command]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment(**more), stdout=pipe, stderr=pipe, text=True)


def use(code: str = USE, *, bound: bool = False, **more: str) -> str:
    process = start(code, bound=bound, **more)
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return out


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the object of split in it."""
    folder = tmp_path_factory.mktemp("warm")
    assert use(PEGWISE_CACHE=str(folder)) == COLD
    return folder


@pytest.fixture
def folder(warm: Path, tmp_path: Path) -> Path:
    """A copy of it to spoil."""
    shutil.copytree(warm, tmp_path / "cache")
    return tmp_path / "cache"


def only(folder: Path) -> Path:
    [found] = folder.iterdir()
    return found


def test_a_second_process_imports_no_numba_and_compiles_nothing(warm: Path) -> None:
    assert use(PEGWISE_CACHE=str(warm)) == WARM
    assert only(warm).name.startswith("split-")


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flip(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize(
    "spoil",
    [flip, *exhaustive(cut, lambda _: b"", lambda c: c[:20], lambda c: c + b"x", lambda c: b"other" + c[5:])],
)
def test_a_damaged_file_is_compiled_again_and_mended(folder: Path, spoil: Callable[[bytes], bytes]) -> None:
    path = only(folder)
    whole = path.read_bytes()
    path.write_bytes(spoil(whole))
    assert use(PEGWISE_CACHE=str(folder)) == COLD
    assert only(folder) == path
    assert use(PEGWISE_CACHE=str(folder)) == WARM


def test_a_file_under_another_name_is_not_taken(folder: Path) -> None:
    path = only(folder)
    name = store.key("scores", CATALOGUE["scores"].signature)
    path.rename(folder / name)
    code = f"from pegwise.engine.running import store; print(store.read({name!r}))"
    assert use(code, PEGWISE_CACHE=str(folder)) == "None\n"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no file modes here")
def test_a_file_that_anyone_may_write_is_not_taken(folder: Path) -> None:
    only(folder).chmod(0o666)
    assert use(PEGWISE_CACHE=str(folder)) == COLD
    assert use(PEGWISE_CACHE=str(folder)) == WARM


def test_a_folder_in_the_way_of_the_file(folder: Path) -> None:
    path = only(folder)
    path.unlink()
    path.mkdir()
    assert use(PEGWISE_CACHE=str(folder)) == COLD
    assert [each.name for each in folder.iterdir()] == [path.name]


@pytest.mark.exhaustive
def test_processes_that_start_at_once(tmp_path: Path) -> None:
    processes = [start(PEGWISE_CACHE=str(tmp_path / "new")) for _ in range(4)]
    for process in processes:
        out, errors = process.communicate(timeout=240)
        assert process.returncode == 0, errors
        assert out in (COLD, WARM)
    assert only(tmp_path / "new").name.startswith("split-")
    assert use(PEGWISE_CACHE=str(tmp_path / "new")) == WARM


@pytest.mark.exhaustive
def test_a_process_killed_while_writing_leaves_the_store_usable(tmp_path: Path) -> None:
    kill = "import os; store.Path.replace = lambda *_: os._exit(9)\n"
    process = start(USE.replace("compiled = []", kill + "compiled = []"), PEGWISE_CACHE=str(tmp_path))
    process.communicate(timeout=120)
    assert process.returncode == 9
    assert [each.suffix for each in tmp_path.iterdir()] == [".part"]
    assert use(PEGWISE_CACHE=str(tmp_path)) == COLD
    assert use(PEGWISE_CACHE=str(tmp_path)) == WARM


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the package, and a home."""
    root = tmp_path_factory.mktemp("site")
    shutil.copytree(PACKAGE, root / "pegwise", ignore=shutil.ignore_patterns("__pycache__", "objects"))
    (root / NATIVE).chmod(0o755)
    (root / "home").mkdir(mode=0o755)
    yield root
    for each in (NATIVE, "home"):
        (root / each).chmod(0o755)


def at(root: Path) -> dict[str, Any]:
    home = str(root / "home")
    return {"PYTHONPATH": str(root), "HOME": home, "XDG_CACHE_HOME": f"{home}/cache", "LOCALAPPDATA": home}


def test_the_package_keeps_its_own_objects_where_it_can(elsewhere: Path) -> None:
    assert use(**at(elsewhere)) == COLD
    assert only(elsewhere / NATIVE / "objects").name.startswith("split-")
    assert use(**at(elsewhere)) == WARM
    assert not list((elsewhere / "home").iterdir())


@pytest.mark.exhaustive
def test_a_read_only_package_uses_the_cache_of_the_user(elsewhere: Path) -> None:
    (elsewhere / NATIVE).chmod(0o555)
    assert use(bound=True, **at(elsewhere)) == COLD
    assert not (elsewhere / NATIVE / "objects").exists()
    assert use(bound=True, **at(elsewhere)) == WARM


@pytest.mark.exhaustive
def test_where_nothing_can_be_written_every_process_compiles(elsewhere: Path) -> None:
    for each in (NATIVE, "home"):
        (elsewhere / each).chmod(0o555)
    for _ in range(2):
        assert use(bound=True, **at(elsewhere)) == COLD


def test_an_object_depends_on_the_sources(elsewhere: Path) -> None:
    assert use(**at(elsewhere)) == COLD
    with (elsewhere / NATIVE / "compile.py").open("a") as file:
        file.write("# changed\n")
    assert use(**at(elsewhere)) == COLD


def test_keys_differ_by_kernel_shape_and_signature() -> None:
    keys = {store.key(title, text) for title in ("count-4", "count-5") for text in ("int64", "uint64")}
    assert len(keys) == 4


def test_old_objects_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "folders", lambda: (tmp_path,))
    names = [f"count-5-{digit * 32}" for digit in "0123456789"]
    others = [f"count-5-black-{'a' * 32}", f"count-{'a' * 32}", "count-5-notes", f"count-5-{'g' * 32}"]
    for age, name in enumerate([*names, *others]):
        store.write(name, b"code")
        os.utime(tmp_path / name, (1e9 + age, 1e9 + age))
    (tmp_path / ".left.part").touch()
    (tmp_path / ".fresh.part").touch()
    os.utime(tmp_path / ".left.part", (1e9, 1e9))
    store.write(names[0], b"code again")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {names[0], *names[-store.KEPT + 1 :], *others, ".fresh.part"}
    assert store.read(names[0]) == b"code again"


@pytest.mark.parametrize(
    "broken",
    [
        "import sys; sys.modules['llvmlite'] = None",
        "import sys; sys.modules['numba'] = None",
        "import llvmlite.binding as llvm; llvm.initialize_native_target = lambda: 1 / 0",
        "import llvmlite.binding as llvm; llvm.Target.from_triple = lambda _: 1 / 0",
        "from pegwise.engine.running import compile; compile.ALLOWED = {'nothing'}; compile.llvm = None",
    ],
)
def test_without_a_compiler_every_use_says_so(broken: str, tmp_path: Path) -> None:
    code = (
        broken
        + """
import numpy as np
from pegwise.engine.running import load
from pegwise.errors import PegwiseError
split = load.kernel("split")
said = []
for use in (split.prepare, split.prepare, lambda: split(*[np.zeros(3, dtype=np.int64)] * 4)):
    try:
        use()
    except load.KernelUnavailable as error:
        assert isinstance(error, PegwiseError) and "\\n" not in str(error)
        said.append(str(error))
print(len(said), len(set(said)), split.is_ready())
"""
    )
    assert use(code, PEGWISE_CACHE=str(tmp_path)) == "3 1 False\n"


def test_the_compiler_is_left_as_it_was(tmp_path: Path) -> None:
    """Whatever NUMBA_OPT says, a kernel is compiled in full, and numba's own setting is kept."""
    code = USE + "import numba\nprint(int(numba.config.OPT))"
    assert use(code, PEGWISE_CACHE=str(tmp_path), NUMBA_OPT="0") == COLD + "0\n"


def test_an_error_inside_a_kernel_is_no_answer(tmp_path: Path) -> None:
    """A number beyond the classes, where numba is told to look: not a shape, and not silence."""
    code = """
import numpy as np
from pegwise.engine.running import load
kernel = load.kernel("split")
kernel._call = lambda words: -1
try:
    kernel(np.zeros(0, dtype=np.uint16), *[np.zeros(0, dtype=np.int64)] * 3)
except RuntimeError as error:
    print(error)
"""
    assert use(code, PEGWISE_CACHE=str(tmp_path)) == "an error inside split\n"


def test_every_word_kernel_stands_on_its_own() -> None:
    """Compiled without a word about Python in it; else ``compile`` would have refused."""
    for entry in CATALOGUE.values():
        if not entry.shaped:
            kernel = load.kernel(entry.name)
            kernel.prepare()
            assert kernel.is_ready()
            assert kernel.entry is entry


@pytest.mark.slow
@pytest.mark.parametrize("pegs", range(1, 11))
@pytest.mark.parametrize("black_only", [False, True])
def test_every_shaped_kernel_stands_on_its_own(pegs: int, black_only: bool) -> None:
    for entry in CATALOGUE.values():
        if entry.shaped:
            load.kernel(entry.name, pegs, black_only).prepare()
