"""Where compiled modules of WebAssembly are kept, and everything that can go wrong there."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

from pegwise.engine.running import module_cache
from pegwise.engine.running.kernel_choice import VARIABLE
from pegwise.engine.running.kernel_manifest import WASM, manifest
from tests.engine.running.process import COMPILED, KEPT, at, copied, cut, flip, start, use

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CODE = bytes(range(256)) * 40
NAME = module_cache.name_of("wasm-words.wasm", "sources", "system")
READ = f"""
from pegwise.engine.running import module_cache
found = module_cache.read({NAME!r})
print(found == bytes(range(256)) * 40, found is None)
"""
WRITE = (
    f"from pegwise.engine.running import module_cache; module_cache.write({NAME!r}, bytes(range(256)) * 40)"
)
IS_THERE, IS_NOT = "True False\n", "False True\n"
SPOILED: list[Callable[[bytes], bytes]] = [
    cut,
    flip,
    lambda _: b"",
    lambda c: c[:20],
    lambda c: c + b"x",
    lambda c: b"other" + c[5:],
    lambda c: c[:17] + bytes([c[17] ^ 1]) + c[18:],
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file in it."""
    monkeypatch.setattr(module_cache, "folder", lambda: tmp_path / "cache")
    module_cache.write(NAME, CODE)
    return tmp_path / "cache"


def only(folder: Path) -> Path:
    [found] = folder.iterdir()
    return found


# --- files ------------------------------------------------------------------------------------------


def test_what_is_written_is_read(folder: Path) -> None:
    assert module_cache.read(NAME) == CODE
    assert only(folder).name == NAME
    assert module_cache.read(NAME[:-1]) is None


@pytest.mark.parametrize("spoil", SPOILED)
def test_a_damaged_file_is_none_and_can_be_written_again(
    folder: Path, spoil: Callable[[bytes], bytes]
) -> None:
    path = only(folder)
    path.write_bytes(spoil(path.read_bytes()))
    assert module_cache.read(NAME) is None
    module_cache.write(NAME, CODE)
    assert only(folder) == path
    assert module_cache.read(NAME) == CODE


def test_names_differ_by_all_that_contents_depend_on() -> None:
    made_of = [("sources", "Linux"), ("other", "Linux"), ("sources", "Windows"), ("sourcesLinux",), ()]
    names = {module_cache.name_of(what, *each) for what in ("words", "grow-4") for each in made_of}
    assert len(names) == 10
    assert module_cache.name_of("words", "sources") == module_cache.name_of("words", "sources")


def test_a_file_under_another_name_is_not_taken(folder: Path) -> None:
    other = module_cache.name_of("wasm-words.wasm", "other sources")
    only(folder).rename(folder / other)
    assert module_cache.read(other) is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no file modes here")
def test_a_file_that_anyone_may_write_is_not_taken(folder: Path) -> None:
    only(folder).chmod(0o666)
    assert module_cache.read(NAME) is None
    module_cache.write(NAME, CODE)
    assert module_cache.read(NAME) == CODE


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no file modes here")
def test_the_folder_is_for_its_owner_alone(folder: Path) -> None:
    assert folder.stat().st_mode & 0o777 == 0o700
    assert only(folder).stat().st_mode & 0o777 == 0o600


def test_a_folder_in_the_way_of_the_file(folder: Path) -> None:
    only(folder).unlink()
    (folder / NAME).mkdir()
    assert module_cache.read(NAME) is None
    module_cache.write(NAME, CODE)
    assert [each.name for each in folder.iterdir()] == [NAME]


def test_old_files_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module_cache, "folder", lambda: tmp_path)
    names = [f"count-5-{digit * 32}" for digit in "0123456789"]
    others = [f"count-5-black-{'a' * 32}", f"count-{'a' * 32}", "count-5-notes", f"count-5-{'g' * 32}"]
    for age, name in enumerate([*names, *others]):
        module_cache.write(name, b"code")
        os.utime(tmp_path / name, (1e9 + age, 1e9 + age))
    (tmp_path / ".left.part").touch()
    (tmp_path / ".fresh.part").touch()
    os.utime(tmp_path / ".left.part", (1e9, 1e9))
    module_cache.write(names[0], b"code again")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {names[0], *names[-module_cache.KEPT + 1 :], *others, ".fresh.part"}
    assert module_cache.read(names[0]) == b"code again"


# --- processes --------------------------------------------------------------------------------------


def test_processes_that_write_at_once(tmp_path: Path) -> None:
    new = str(tmp_path / "new" / "deep")
    processes = [start(WRITE, PEGWISE_CACHE=new) for _ in range(4)]
    for process in processes:
        _, errors = process.communicate(timeout=240)
        assert (process.returncode, errors) == (0, "")
    assert only(tmp_path / "new" / "deep").name == NAME
    assert use(READ, PEGWISE_CACHE=new) == IS_THERE


def test_a_process_killed_while_writing_leaves_the_folder_usable(tmp_path: Path) -> None:
    kill = "import os; from pathlib import Path; Path.replace = lambda *_: os._exit(9)\n"
    process = start(kill + WRITE, PEGWISE_CACHE=str(tmp_path))
    process.communicate(timeout=120)
    assert process.returncode == 9
    assert [each.suffix for each in tmp_path.iterdir()] == [".part"]
    assert use(READ, PEGWISE_CACHE=str(tmp_path)) == IS_NOT
    use(WRITE, PEGWISE_CACHE=str(tmp_path))
    assert use(READ, PEGWISE_CACHE=str(tmp_path)) == IS_THERE


def test_a_write_that_is_interrupted_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pathlib.Path.replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        module_cache.write(module_cache.name_of("other"), CODE)
    assert only(folder).name == NAME


@pytest.mark.skipif(sys.platform != "linux", reason="XDG_CACHE_HOME is of Linux")
def test_without_a_word_it_is_the_cache_of_the_user_and_never_the_package(tmp_path: Path) -> None:
    root = copied(tmp_path)
    use(WRITE, **at(root))
    assert only(root / "home" / "cache" / "pegwise" / "objects").name == NAME
    assert use(READ, **at(root)) == IS_THERE


def test_where_nothing_can_be_written_nothing_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    try:
        for place in (tmp_path, tmp_path / "below"):
            assert use(WRITE, bound=True, PEGWISE_CACHE=str(place)) == ""
            assert use(READ, bound=True, PEGWISE_CACHE=str(place)) == IS_NOT
    finally:
        tmp_path.chmod(0o755)
    assert not list(tmp_path.iterdir())


# --- modules ----------------------------------------------------------------------------------------


@pytest.fixture
def in_wasm(tmp_path: Path) -> dict[str, Any]:
    """What a process sees that runs kernels in WebAssembly, and keeps its modules here."""
    pytest.importorskip("wasmtime")
    if not manifest().is_current("wasm/words.wasm"):
        if os.environ.get("CI"):
            pytest.fail("the package is installed without its kernels in WebAssembly")
        pytest.skip("not unpacked here: python -m kernels.make --unpack")
    return {"PEGWISE_CACHE": str(tmp_path / "cache"), VARIABLE: WASM}


@pytest.mark.some(1)
@pytest.mark.parametrize("spoil", SPOILED)
def test_a_module_is_compiled_once_and_mended(
    tmp_path: Path, in_wasm: dict[str, Any], spoil: Callable[[bytes], bytes]
) -> None:
    assert [use(**in_wasm), use(**in_wasm)] == [COMPILED, KEPT]
    path = only(tmp_path / "cache")
    assert path.name.startswith("wasm-words.wasm-")
    path.write_bytes(spoil(path.read_bytes()))
    assert [use(**in_wasm), use(**in_wasm)] == [COMPILED, KEPT]
    assert only(tmp_path / "cache") == path


def test_what_another_wasmtime_compiled_is_compiled_again(tmp_path: Path, in_wasm: dict[str, Any]) -> None:
    """Its own check refuses it; here it is no module at all, under the right name."""
    assert use(**in_wasm) == COMPILED
    path = only(tmp_path / "cache")
    code = "from pegwise.engine.running import module_cache; "
    code += f"module_cache.write({path.name!r}, b'from elsewhere')"
    use(code, **in_wasm)
    assert [use(**in_wasm), use(**in_wasm)] == [COMPILED, KEPT]


def test_a_folder_that_cannot_be_written_costs_time_only(tmp_path: Path, in_wasm: dict[str, Any]) -> None:
    (tmp_path / "file").touch()
    for _ in range(2):
        assert use(**in_wasm | {"PEGWISE_CACHE": str(tmp_path / "file" / "below")}) == COMPILED


def test_processes_at_once_compile_the_same(tmp_path: Path, in_wasm: dict[str, Any]) -> None:
    processes = [start(**in_wasm) for _ in range(3)]
    assert {process.communicate(timeout=120)[0] for process in processes} <= {COMPILED, KEPT}
    assert use(**in_wasm) == KEPT
    assert only(tmp_path / "cache")
