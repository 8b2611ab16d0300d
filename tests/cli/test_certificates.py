"""``pegwise table --certificates``: what it makes is what the table says, and what it cannot make it says."""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import pegcheck
from pegwise import table
from pegwise.cli.certificates import digest_of, remake
from tests.cli_runner import run, run_json

if TYPE_CHECKING:
    from pegwise.optimal.table_row import CertificateFile, TableRow

NAMES = ["2x3.cert", "2x3-worst.cert"]


def row_with(**changes: object) -> TableRow:
    """The row of 2x3, its first certificate changed."""
    (row,) = table("2x3")
    file = dataclasses.replace(row.total.certificate, **changes)  # type: ignore[arg-type]
    return dataclasses.replace(row, total=dataclasses.replace(row.total, certificate=file))


def digest(path: Path) -> str:
    return hashlib.sha256(gzip.decompress(path.read_bytes())).hexdigest()


def files(row: TableRow) -> dict[str, CertificateFile]:
    return {file.name: file for file in row.certificates}


def test_certificates_are_made_once_and_are_those_of_the_table(tmp_path: Path) -> None:
    (row,) = table("2x3")
    assert list(files(row)) == NAMES
    folder = tmp_path / "new" / "folder"
    made = run("table", "-r", "2x3", "--certificates", str(folder))
    assert [line.partition(": ")[0] for line in made.out.splitlines()] == NAMES
    assert made.out.count(": made in ") == 2
    assert made.err.splitlines() == ["1 of 2: 2x3.cert", "2 of 2: 2x3-worst.cert"]
    assert sorted(path.name for path in folder.iterdir()) == sorted(NAMES)
    for name, file in files(row).items():
        assert digest(folder / name) == file.sha256 == digest_of(folder / name)
        assert pegcheck.check_file(str(folder / name)).lemmas == file.lemmas
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    again = run_json("table", "-r", "2x3", "--certificates", str(folder))
    assert [(each["name"], each["outcome"]) for each in again] == [(name, "there") for name in NAMES]
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before


def test_a_tree_and_an_optimum_are_made_again(tmp_path: Path) -> None:
    (row,) = table("3x5-distinct")
    steps = row_with(
        name="3x3-steps.cert",
        command="pegwise tree -r 3x3 -s entropy --certificate 3x3-steps.cert",
        sha256="0" * 64,
    )
    assert [each.outcome for each in remake([row], tmp_path)] == ["made"] * len(row.certificates)
    tree, _ = remake([steps], tmp_path)
    assert tree.outcome == "different"
    assert "made a text with the digest" in str(tree)


def test_another_text_is_told_and_not_kept(tmp_path: Path) -> None:
    (row,) = table("2x3")
    found, good = remake([row_with(sha256="0" * 64)], tmp_path)
    assert (found.name, found.outcome, found.is_good, good.outcome) == (
        "2x3.cert",
        "different",
        False,
        "made",
    )
    assert f"digest {row.total.certificate.sha256}; the table has {'0' * 64}" in found.reason
    assert [path.name for path in tmp_path.iterdir()] == ["2x3-worst.cert"]


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "content", [b"no certificate", b"", gzip.compress(b"another", mtime=0), b"\x1f\x8b\x08\x00"]
)
def test_a_file_that_is_another_is_left_as_it_is(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "2x3.cert").write_bytes(content)
    ran = run("table", "-r", "2x3", "--certificates", str(tmp_path))
    assert ran.status == 1
    assert "2x3.cert: different, " in ran.out
    assert "move it away" in ran.out
    assert ran.err.splitlines()[-1] == "pegwise: 1 of 2 certificates are not those of the table"
    assert (tmp_path / "2x3.cert").read_bytes() == content


def test_a_command_that_fails_is_told_and_the_others_go_on(tmp_path: Path) -> None:
    broken = row_with(command="pegwise optimal -r 2x3 --no-such-option --certificate 2x3.cert")
    failed, made = remake([broken], tmp_path)
    assert (failed.outcome, made.outcome) == ("failed", "made")
    assert failed.reason == f"the command ended with status 2: {broken.total.certificate.command}"


def test_what_time_has_stopped_is_not_made(tmp_path: Path) -> None:
    (row,) = table("5x6-black")
    found = next(remake([row], tmp_path))
    assert (found.outcome, found.is_good) == ("kept", True)
    assert found.reason.endswith("docs/certificates of the repository has it")
    elsewhere, _ = remake([row_with(kept=False, command="pegwise optimal --limit 60")], tmp_path)
    assert elsewhere.reason.endswith("the repository does not have it")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--format", "csv", "--certificates", "made"],
            "--format and --certificates cannot be used together",
        ),
        (["-r", "2x3", "--certificates", "file"], "is a file"),
        (["-r", "2x3", "--certificates", "file/below"], "cannot be written"),
    ],
)
def test_errors_are_one_line(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    ran = run("table", *words)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


@pytest.mark.some(1)
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_was_stopped_goes_on(how: signal.Signals, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "pegwise", "table", "--pegs", "2", "--kind", "distinct"]
    words += ["--certificates", str(tmp_path)]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as ran:
        while not list(tmp_path.glob("*.cert")):
            assert ran.poll() is None
            time.sleep(0.05)
        os.killpg(ran.pid, how)
        _, said = ran.communicate()
    assert ran.returncode == (130 if how == signal.SIGINT else -how)
    assert b"Traceback" not in said
    whole = {path.name: digest(path) for path in tmp_path.glob("*.cert")}
    known = {file.name: file.sha256 for row in table(pegs=2, kind="distinct") for file in row.certificates}
    assert whole.items() < known.items()
    missing = next(name for name in known if name not in whole)
    (tmp_path / ".unfinished" / f".{missing}.abc").write_bytes(b"half a file")
    names = ["2x2-distinct", missing.removesuffix(".cert").removesuffix("-worst")]
    asked = [word for name in names for word in ("-r", name)]
    rest = run_json("table", *asked, "--certificates", str(tmp_path))
    assert rest[0]["outcome"] == "there"
    assert {each["name"]: each["outcome"] for each in rest}[missing] == "made"
    assert not (tmp_path / ".unfinished").exists()
