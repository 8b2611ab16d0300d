"""The checker's own parts, its independence, and how it is run."""

from __future__ import annotations

import ast
import gzip
import io
import math
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegcheck
from tests import oracle
from tests.checker.certificates import packed, problem, verdict
from tests.cli_runner import run, run_json
from tests.helpers import SMALL, code_of, game_of, small_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.rules import Code, Rules


def game(rules: Rules) -> pegcheck.Game:
    return pegcheck.Game(
        {"pegs": rules.pegs, "colors": rules.colors, "repeats": rules.repeats, "whites": rules.whites}
    )


def test_it_imports_the_standard_library_alone() -> None:
    assert pegcheck.__file__ is not None
    tree = ast.parse(Path(pegcheck.__file__).read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_its_codes_are_those_of_the_rules(rules: Rules) -> None:
    assert list(game(rules).codes()) == list(oracle.codes(game_of(rules)))
    assert str(game(rules)) == str(rules)


@given(st.data())
def test_its_feedback_is_the_oracle_s(data: st.DataObject) -> None:
    rules = data.draw(small_rules())
    secret, guess = data.draw(code_of(rules)), data.draw(code_of(rules))
    black, white = oracle.feedback(game_of(rules), secret, guess)
    assert game(rules).feedback(secret, guess) == black * (rules.pegs + 1) + white


@given(st.data())
def test_renamings_change_no_feedback(data: st.DataObject) -> None:
    rules = data.draw(small_rules(400))
    one = pegcheck.Table(game(rules))
    pegs, colors = range(1, rules.pegs + 1), range(1, rules.colors + 1)
    own = rules.repeats and not rules.whites
    names: Any = data.draw(st.permutations(colors))
    if own:
        names = [data.draw(st.permutations(colors)) for _ in pegs]
    rename = one.renaming(data.draw(st.permutations(pegs)), names)
    pair: list[Code] = [data.draw(code_of(rules)) for _ in range(2)]
    renamed = [one.codes[rename(one.number[code])] for code in pair]
    assert one.game.feedback(*renamed) == one.game.feedback(*pair)


@cache
def shortest(count: int, left: int, most: int, others: int) -> float:
    """The least cost of an abstract tree of ``count`` candidates, by trying all ways to share them out.

    A node has a win and ``most`` - 1 further classes, or no win and ``others`` classes. This knows nothing of
    the formula it is to test.
    """
    if count == 0:
        return 0
    if left == 0:
        return math.inf
    best = math.inf
    for won, room in ((0, others), (1, most - 1)):
        for sizes in shares(count - won, room):
            if won or len(sizes) > 1:
                below = sum(shortest(size, left - 1, most, others) for size in sizes)
                best = min(best, count * pegcheck.UNIT + won * (left == 1) + below)
    return best


def shares(count: int, parts: int, largest: int | None = None) -> list[list[int]]:
    if count == 0:
        return [[]]
    most = min(count, largest or count)
    return [
        [first, *rest]
        for first in range(1, most + 1)
        if parts
        for rest in shares(count - first, parts - 1, first)
    ]


@pytest.mark.parametrize("most", range(2, 6))
@pytest.mark.parametrize("open_to_all", [False, True])
def test_the_size_bound_is_never_above_the_best_tree(most: int, open_to_all: bool) -> None:
    others = most if open_to_all else most - 1
    attained = 0
    for count in range(1, 19):
        for left in range(1, 8):
            best = shortest(count, left, most, others)
            assert pegcheck.least(count, left, most, others) <= best
            assert pegcheck.least(count, math.inf, most, others) <= best
            attained += pegcheck.least(count, left, most, others) == best < math.inf
    assert attained > 10  # many trees cost just that


HEADER: dict[str, Any] = {"pegs": 4, "colors": 6, "repeats": True, "whites": True}


@pytest.mark.parametrize(
    "change",
    [
        {"pegs": 0},
        {"pegs": True},
        {"colors": 10**9},
        {"pegs": 1000, "colors": 1},
        {"repeats": 1},
        {"more": 1},
    ],
)
def test_strange_rules_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(pegcheck.Refused):
        pegcheck.Game(HEADER | change)


def test_progress_ends_with_all_done() -> None:
    seen: list[tuple[str, int, int]] = []
    text = gzip.decompress(packed(problem("3x4")))
    found = pegcheck.check(io.BytesIO(text), lambda *told: seen.append(told))
    assert ("secrets", 64, 64) in seen
    assert seen[-1] == ("lemmas", found.lemmas, found.lemmas)
    assert found == verdict(text)._replace(problem=found.problem)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "3x4.cert"
    path.write_bytes(packed(problem("3x4")))
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.cert"
    path.write_bytes(gzip.compress(gzip.decompress(packed(problem("3x4"))).replace(b"206", b"205", 1)))
    return path


def python_m(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pegcheck", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_alone_it_says_one_line_and_leaves_with_a_status(good: Path, bad: Path, tmp_path: Path) -> None:
    told = python_m(good)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout == "3x4: total 206 (average 3.2188), worst 4: optimal (total), certified; 1 lemma\n"
    refused = python_m(bad)
    assert (refused.returncode, refused.stdout.count("\n")) == (1, 1)
    assert refused.stdout.endswith(": the tree has the total 206, not the total that the header claims\n")
    nothing = python_m(tmp_path / "none")
    assert (nothing.returncode, nothing.stderr.count("\n")) == (2, 1)
    assert python_m().returncode == 2


@pytest.mark.parametrize(
    ("content", "why"),
    [
        pytest.param(b"", "the file ends too early", id="empty"),
        pytest.param(b"hello", "it is not valid gzip data", id="plain"),
        pytest.param(b'{"format":"pegwise certificate"}\n', "it is not valid gzip data", id="not packed"),
        pytest.param(b"\x1f\x8b\x08", "it is not valid gzip data", id="cut"),
        pytest.param(gzip.compress(b"", mtime=0), "the file ends too early", id="nothing packed"),
        pytest.param(gzip.compress(b"hello\n", mtime=0), "the line is not JSON in ASCII", id="text"),
        pytest.param(
            gzip.compress(b"{}\n", mtime=0), "it does not begin with the header of a certificate", id="JSON"
        ),
        pytest.param(
            gzip.compress(b" " * (1 << 26), mtime=0), "the line is longer than 4194304 bytes", id="blank"
        ),
        pytest.param(
            gzip.compress(b"[" * 10**6 + b"\n", mtime=0), "the line is not JSON in ASCII", id="deep"
        ),
    ],
)
def test_what_is_no_certificate_is_one_line(
    content: bytes, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert pegcheck.main([str(path)]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == (f"refused: {path} is not a certificate: {why}\n", "")
    ran = run("check", str(path))
    assert (ran.status, ran.out, ran.err) == (1, said.out, "")


def test_the_name_of_a_file_is_no_place_for_control_characters(tmp_path: Path) -> None:
    with pytest.raises(pegcheck.Refused, match=r"^'a\\x1b\[2J\\nb' is not a certificate"):
        pegcheck.check(io.BytesIO(b""), name="a\x1b[2J\nb")


def test_a_name_with_letters_that_the_output_has_not_is_written_by_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "\u0436"
    path.write_bytes(b"x")
    ran = subprocess.run(
        [sys.executable, "-m", "pegcheck", str(path)],
        capture_output=True,
        encoding="ascii",
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (1, "")
    assert "\\u0436 is not a certificate" in ran.stdout


DAMAGES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut": (lambda packed: packed[:-20], "it is not valid gzip data"),
    "followed by garbage": (lambda packed: packed + b"x", "it is not valid gzip data"),
    "with a wrong checksum": (lambda packed: packed[:-8] + bytes(8), "it is not valid gzip data"),
    "followed by another": (lambda packed: packed * 2, "the file continues after the last line"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_certificate_is_one_line(damage: str, tmp_path: Path) -> None:
    path, (change, why) = tmp_path / "file", DAMAGES[damage]
    path.write_bytes(change(packed(problem("3x4"))))
    ran = run("check", str(path))
    assert (ran.status, ran.err, ran.out.count("\n")) == (1, "", 1)
    assert ran.out.startswith("refused: line ")
    assert ran.out.endswith(f": {why}\n")


def test_memory_at_an_end_is_a_verdict() -> None:
    class Full(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise MemoryError

    with pytest.raises(pegcheck.Refused, match="^this is not a certificate: not enough memory$"):
        pegcheck.check(Full())


def test_pegwise_check(good: Path, bad: Path) -> None:
    ran = run("check", str(good))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[0] == python_m(good).stdout.strip()
    found = run_json("check", str(good))
    assert (found["accepted"], found["known"], found["total"], found["lemmas"]) == (True, "exact", 206, 1)
    assert ran.out.splitlines()[1] == f"sha256 {found['sha256']}"
    ran = run("check", str(bad), "--json")
    assert ran.status == 1
    assert '"accepted": false' in ran.out
    assert run("check", str(bad)).status == 1
    assert run("check", "no-such-file").status == 2


def test_pegwise_check_says_that_a_tree_alone_is_an_upper_bound(tmp_path: Path) -> None:
    path = tmp_path / "tree.cert"
    path.write_bytes(packed(problem("3x4"), full=False))
    found = run_json("check", str(path))
    assert (found["known"], found["lemmas"]) == ("upper", 0)
