"""The table that processes share: one memory for all of a computer, which leaves nothing behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from pegwise.engine.enumerated.transposition_table import SolvedTable, entries_within, shared_table
from pegwise.engine.running.kernel_choice import uses_wasm
from tests.engine.searches import searcher

if sys.platform != "linux" or uses_wasm():
    pytest.skip("processes share a table on Linux, in native kernels", allow_module_level=True)
from pegwise.engine.enumerated.linux_transposition_table import SharedTable

MEMORY = 1 << 25


@pytest.fixture
def name() -> str:
    """A name of a table."""
    return uuid4().hex


def is_taken(name: str) -> bool:
    """Tell whether a process of this computer has the table of a name."""
    return f"@pegwise-{name}" in Path("/proc/net/unix").read_text()


def is_mapped(name: str, process: int | str = "self") -> bool:
    """Tell whether a process has the memory of a table."""
    return f"memfd:pegwise-{name}" in Path(f"/proc/{process}/maps").read_text()


def other_processes(number: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(number, multiprocessing.get_context("spawn"))


def put(name: str, place: int, value: int) -> int:
    table = shared_table(name, MEMORY)
    table.entries[place] = value
    return len(table.entries)


def get(name: str, place: int) -> list[int]:
    found: list[int] = shared_table(name, MEMORY).entries[place].tolist()
    return found


def search(name: str, seed: int, count: int) -> tuple[int, int]:
    """(excess, positions searched) of some candidates of 4x6, with a table of this name."""
    members = np.random.default_rng(seed).choice(1296, count, replace=False).astype(np.int32)
    one = searcher("4x6", shared_table(name, MEMORY))
    return one.excess(members)[0], int(one.tally[0])


def test_processes_share_what_they_write(name: str) -> None:
    table = shared_table(name, MEMORY)
    assert not table.entries.any()
    table.entries[5] = 7
    with other_processes(2) as pool:
        assert pool.submit(get, name, 5).result() == [7] * 4
        assert pool.submit(put, name, 6, 8).result() == len(table.entries)
    assert table.entries[6].tolist() == [8] * 4


def test_another_name_is_another_table(name: str) -> None:
    first, second = shared_table(name, MEMORY), shared_table(name + "b", MEMORY)
    first.entries[1] = 1
    assert not second.entries.any()


def test_nothing_is_left_behind(name: str) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    first = shared_table(name, MEMORY)
    second = shared_table(name, MEMORY)
    assert is_taken(name)
    del second
    assert is_taken(name)
    del first
    assert not is_taken(name)
    assert not is_mapped(name)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_closed_table_gives_its_memory_back_whoever_refers_to_it(name: str) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    table = shared_table(name, MEMORY)
    other = shared_table(name, MEMORY)
    other.entries[2] = 6
    table.close()
    table.note(1 << 20)
    assert not is_taken(name)
    assert other.entries[2].tolist() == [6] * 4
    other.close()
    assert not is_mapped(name)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_closing_again_or_noting_later_does_nothing(name: str, tmp_path: Path) -> None:
    """Another file may have the number of the table's by then."""
    table = shared_table(name, MEMORY)
    table.close()
    with (tmp_path / "own").open("wb") as own:
        table.note(1)
        table.close()
        own.write(b"mine")
    ended = shared_table(name, MEMORY)
    assert isinstance(ended, SharedTable)
    ended._finalize()  # as at the end of a process
    ended.note(1)
    ended.close()
    assert (tmp_path / "own").read_bytes() == b"mine"


def test_a_process_that_keeps_the_table_for_itself_does_not_stop_others(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have been stopped in the middle of that. Sixteen processes waited for a fifth of their time."""
    import fcntl

    monkeypatch.setattr("pegwise.engine.enumerated.linux_transposition_table._PATIENCE", 0.05)
    table, other = shared_table(name, MEMORY), shared_table(name, MEMORY)
    assert isinstance(other, SharedTable)
    fcntl.flock(other._handles.file[0], fcntl.LOCK_EX)
    entries = len(table.entries)
    with monkeypatch.context() as changed:
        changed.setattr("time.sleep", lambda _: pytest.fail("it waits"))
        table.note(4 * entries)
    assert len(table.entries) == entries
    assert is_private(name)
    fcntl.flock(other._handles.file[0], fcntl.LOCK_UN)
    table.note(0)  # it remembers what it could not tell
    assert len(table.entries) == min(4 * entries, table.most)


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_process_forks_only_before_or_after_a_table_is_opened(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, go_on = threading.Event(), threading.Event()
    usual = os.ftruncate

    def slow(file: int, size: int) -> None:
        opened.set()
        go_on.wait(0.2)
        usual(file, size)

    monkeypatch.setattr(os, "ftruncate", slow)
    thread = threading.Thread(target=keep, args=(name,))
    thread.start()
    opened.wait()
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        assert pool.submit(report, name).result() == (False, 0)
    thread.join()
    kept.pop().close()
    assert not is_taken(name)


@pytest.mark.parametrize("shared", [False, True])
def test_a_search_that_goes_on_after_the_end_has_a_table(name: str, shared: bool) -> None:
    """A second Ctrl-C ends the wait for the thread that searches."""
    value, _ = _search_with(SolvedTable(MEMORY))
    table = shared_table(name, MEMORY) if shared else SolvedTable(MEMORY)
    table.close()
    assert len(table.entries) == entries_within(0)
    assert _search_with(table)[0] == value
    assert table.entries.any()


def report(name: str) -> tuple[bool, int]:
    return is_mapped(name), sum(
        "pegwise" in str(file.readlink()) for file in Path("/proc/self/fd").iterdir() if file.exists()
    )


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_forked_child_keeps_nothing_of_the_tables_of_its_parent(name: str) -> None:
    table = shared_table(name, MEMORY)
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        assert pool.submit(report, name).result() == (False, 0)
        table.entries[1] = 4
        assert pool.submit(get, name, 1).result() == [4] * 4  # it opens the table as others do
        table.close()
        assert not is_taken(name)


@pytest.mark.exhaustive
@pytest.mark.parametrize("start", ["spawn", "forkserver", "fork"])
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_worker_that_made_a_table_frees_its_name_as_it_ends(name: str, start: str) -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context(start)) as pool:
        assert pool.submit(keep, name).result()
        assert is_taken(name)
    assert not is_taken(name)


kept: list[SolvedTable] = []


def keep(name: str) -> bool:
    kept.append(shared_table(name, MEMORY))
    return type(kept[0]) is not SolvedTable


def hold(name: str, line: Any) -> None:
    table = shared_table(name, MEMORY)
    table.entries[3] = 9
    line.send(os.getpid())
    line.recv()


def test_if_the_maker_is_killed_others_keep_the_table_and_new_ones_make_another(name: str) -> None:
    here, there = multiprocessing.Pipe()
    maker = multiprocessing.get_context("spawn").Process(target=hold, args=(name, there))
    maker.start()
    process = here.recv()
    early = shared_table(name, MEMORY)
    assert early.entries[3].tolist() == [9] * 4
    os.kill(process, signal.SIGKILL)
    maker.join()
    assert not is_taken(name)
    late = shared_table(name, MEMORY)
    assert early.entries[3].tolist() == [9] * 4
    assert not late.entries.any()
    late.entries[4] = 2
    assert shared_table(name, MEMORY).entries[4].tolist() == [2] * 4


def is_private(name: str) -> bool:
    return type(shared_table(name, MEMORY)) is SolvedTable


def test_a_name_that_another_user_has_taken_is_not_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with other_processes(1) as pool:
        assert pool.submit(keep, name).result()
        assert not is_private(name)
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
        assert is_private(name)


def test_a_name_that_something_else_has_taken_is_not_used(name: str) -> None:
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(f"\0pegwise-{name}")
        assert is_private(name)  # nobody listens
        other.listen()
        assert is_private(name)  # nobody has the memory


def test_a_file_that_replaces_the_table_is_left_alone(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The first process may close the table, and open a file, between two looks of another."""
    table, own = shared_table(name, MEMORY), tmp_path / "own"
    own.write_bytes(b"mine")
    usual = os.open
    monkeypatch.setattr(os, "open", lambda path, flags: usual(own if "/fd/" in str(path) else path, flags))
    assert is_private(name)
    assert own.read_bytes() == b"mine"
    del table


@pytest.mark.parametrize("missing", [(os, "memfd_create"), (Path, "readlink"), (socket, "socket")])
def test_without_a_way_to_share_each_has_its_own(
    name: str, missing: tuple[Any, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> None:
        raise OSError

    before = len(list(Path("/proc/self/fd").iterdir()))
    with monkeypatch.context() as patched:
        patched.setattr(*missing, refused)
        first, second = shared_table(name, MEMORY), shared_table(name, MEMORY)
    first.entries[0] = 1
    assert not second.entries.any()
    if missing[0] is not Path:
        assert type(first) is SolvedTable
        assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_table_of_another_size_is_not_taken(name: str) -> None:
    first = shared_table(name, MEMORY)
    other = shared_table(name, MEMORY >> 3)
    assert type(other) is SolvedTable
    assert other.most < first.most


def test_all_change_to_the_larger_table(name: str) -> None:
    first, second = shared_table(name, MEMORY), shared_table(name, MEMORY)
    value, positions = _search_with(first)
    entries = len(first.entries)
    second.note(4 * entries)
    assert len(second.entries) == 4 * entries or len(second.entries) == second.most
    assert len(first.entries) == entries
    first.note(0)
    assert len(first.entries) == len(second.entries) > entries
    assert first.entries.any()
    assert np.array_equal(first.entries, second.entries)
    assert positions > 0
    assert _search_with(first) == (value, 0)
    assert _search_with(second) == (value, 0)


def _search_with(table: SolvedTable) -> tuple[int, int]:
    members = np.random.default_rng(5).choice(1296, 60, replace=False).astype(np.int32)
    one = searcher("4x6", table)
    return one.excess(members)[0], int(one.tally[0])


def test_what_one_process_has_solved_another_knows(name: str) -> None:
    table = shared_table(name, MEMORY)
    with other_processes(1) as first, other_processes(1) as second:
        value, positions = first.submit(search, name, 3, 60).result()
        assert positions > 0
        assert second.submit(search, name, 3, 60).result() == (value, 0)
    assert table.entries.any()


@pytest.mark.exhaustive
def test_while_processes_search_and_the_table_grows_values_are_right(name: str) -> None:
    table = shared_table(name, MEMORY)
    wanted = [search(uuid4().hex, seed, 40)[0] for seed in range(24)]
    done = threading.Event()

    def grow() -> None:
        while not done.wait(0.01):
            table.note(len(table.entries) // 4)

    thread = threading.Thread(target=grow)
    thread.start()
    try:
        with other_processes(2) as pool:
            asked = [pool.submit(search, name, seed, 40) for seed in range(24)]
            assert [each.result()[0] for each in asked] == wanted
    finally:
        done.set()
        thread.join()
    assert len(table.entries) == table.most
