"""The checker reads every field strictly: whatever stands there, it answers with one clean line."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from gzip import compress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import pegcheck
from tests.checker.certificates import lines_of, problem, sealed, verdict
from tests.checker.forged import small

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORGED = """\
{"format":"pegwise certificate","version":1,"rules":{"pegs":4,"colors":2,"repeats":true,"whites":true},\
"objective":"worst","max_guesses":null,"first":"1111","history":[["1111","B"]],"candidates_from":null,\
"proof":"full","total":18,"worst":6,"distribution":[0,0,1,1,1,1]}
[2,null,"1111"]
[3,"B","1222"]
[4,"BBWW","2122"]
[5,"BBWW","2212"]
[6,"BBWW","2221"]
[[],[]]
"""
"""Certified by a checker with a false size bound: two guesses more are enough to tell the four apart."""


def said_of(text: bytes) -> str:
    """What the checker says: nothing if it accepts the text, else one clean line."""
    try:
        verdict(text)
    except pegcheck.Refused as refused:
        assert str(refused).isascii()
        assert str(refused).isprintable()
        assert len(str(refused)) < 250
        return str(refused)
    return ""


def test_the_certificate_of_a_false_bound_is_refused() -> None:
    text = sealed([json.loads(line) for line in FORGED.splitlines()])
    assert text.startswith(FORGED.encode())
    assert said_of(text) == "line 7: lemma 0: the guess 1111 may cost less than the bound, and is not treated"


def every_field() -> list[Any]:
    """A certificate with something in every field of its header, and every kind of citation."""
    options: dict[str, Any] = {"history": "112:W", "first": "122", "candidates_from": 4, "max_guesses": 6}
    return lines_of(problem("3x4", "total,worst,last", **options))


def parts_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield from parts_of(value[key], (*path, key))


WRONG: list[Any] = [
    *(True, False, None, -1, 0, 1.0, 1e2, float("nan"), float("inf"), 10**30, 10**200),
    *(
        "",
        "1",
        "１２２",
        "1 22",
        "122\n",
        "1-2-2",
        "0122",
        "\x1b[2J",
        "\ud800",
        "BBBB",
        "BBW",
        "wb",
        " -",
        "W" * 99,
    ),
    *([], {}, [[]], ["122"], [1, 2, 2], {"1": 1}, [None], [True]),
]
LEFT_OPEN = {(0, "max_guesses"), (0, "first"), (0, "candidates_from")}
"""May be null: then something else is asked, and what is said may be true of that, too."""


@pytest.mark.exhaustive
def test_no_field_takes_a_value_of_another_kind() -> None:
    lines = every_field()
    kinds = {type(line[-1][0][0] if len(line) == 2 and line[-1] else None) for line in lines[1:]}
    assert str in kinds  # guesses are treated
    rows = [0, 1, 2, *(place for place, line in enumerate(lines) if place and len(line) == 2)]
    tried = 0
    for path in [(row, *path) for row in rows for path in parts_of(lines[row])]:
        for wrong in WRONG:
            # Only this line is copied: copying all took as long as checking them.
            other = [*lines[: path[0]], copy.deepcopy(lines[path[0]]), *lines[path[0] + 1 :]]
            part: Any = other
            for key in path[:-1]:
                part = part[key]
            if same(part[path[-1]], wrong) or (wrong is None and path in LEFT_OPEN):
                continue
            part[path[-1]] = wrong
            tried += 1
            assert said_of(sealed(other)) or is_harmless(path, wrong, lines), (path, wrong)
    assert tried > 1000


def same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def is_harmless(path: tuple[Any, ...], wrong: Any, lines: list[Any]) -> bool:
    """Whether it is a value of the kind that stands there: ``test_mutations`` judges what such values say."""
    if path in {(0, "max_guesses"), (0, "candidates_from")}:
        return same(wrong, 10**30)
    of_a_lemma = len(lines[path[0]]) == 2
    return of_a_lemma and (wrong is None or type(wrong) is int or wrong == [])


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["122", "B", "-", "W"]),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=3), below, max_size=3),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 80), anything)
@example(73, [[], []])
def test_any_json_for_a_line_is_answered(row: int, value: Any) -> None:
    lines = lines_of(problem("3x4"))
    was, lines[row % len(lines)] = lines[row % len(lines)], value
    assert said_of(sealed(lines)) or repr(value) == repr(was)  # some are [[], []]


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 80), st.binary(max_size=40))
def test_any_bytes_for_a_line_are_answered(row: int, content: bytes) -> None:
    lines = sealed(lines_of(problem("3x4"))).splitlines(keepends=True)
    lines[row % len(lines)] = content
    assert said_of(b"".join(lines))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"total":206', b'"total":206.0'),
        (b'"total":206', b'"total":2.06e2'),
        (b'"total":206', b'"total":NaN'),
        (b'"total":206', b'"total":-Infinity'),
        (b'"total":206', b'"total":206,"total":206'),
        (b'"total":206', b'"total":' + b"2" * 10**6),
        (b'"whites":true', b'"whites":true,"whites":true'),
        (b'"pegwise certificate"', b'"pegwise certificate\xff"'),
        (b'"total":206', b'"total":\xc2\xa0206'),
        (b'"history":[]', b'"history":' + b"[" * 10**5 + b"]" * 10**5),
        (b'{"format"', b'\xef\xbb\xbf{"format"'),
    ],
    ids=range(11),
)
def test_json_that_others_read_is_refused(old: bytes, new: bytes) -> None:
    text = sealed(lines_of(problem("3x4"), full=False))
    assert text.count(old) == 1
    header, rest = text.replace(old, new).split(b"\n", 1)
    assert said_of(header + b"\n" + rest).startswith(("line 1: ", "this is not a certificate: "))
    assert said_of(text) == ""


def test_json_in_utf_16_is_refused() -> None:
    assert said_of(sealed(lines_of(problem("3x4"))).decode().encode("utf-16"))


@pytest.mark.parametrize(
    ("rules", "guess", "told"),
    [("2x2", "12", "WWW"), ("2x2", "12", "BW"), ("2x2", "12", "BBB"), ("1x2", "1", "W"), ("2x2", "12", "WB")],
)
def test_feedback_that_cannot_be_is_not_read_as_another(rules: str, guess: str, told: str) -> None:
    text = sealed(small(rules, [[guess, told]], [[2, None, guess]], [0, 1]))
    assert said_of(text) == f'line 1: "{told}" is not feedback in {rules}'


def test_white_hits_are_not_read_where_none_are_told() -> None:
    lines = small("1x2", [["1", "WW"]], [[2, None, "1"]], [0, 1])
    lines[0]["rules"]["whites"] = False
    assert said_of(sealed(lines)) == 'line 1: "WW" is not feedback in 1x2-black'


def test_a_row_may_come_twice() -> None:
    found = verdict(sealed(lines_of(problem("3x4", history="112:B 112:B"))))
    assert str(found).startswith("3x4, after 112:B 112:B: ")


def test_a_history_that_no_code_fits_is_refused() -> None:
    lines = small("2x2", [["11", "-"], ["11", "B"]], [[3, None, "12"]], [0, 0, 1])
    assert said_of(sealed(lines)) == "line 1: there are not 1 candidates, as the distribution says"


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
import pegcheck
sys.exit(pegcheck.main(sys.argv[1:]))
"""


def large_header(colors: int, distribution: list[int], history: list[list[str]]) -> bytes:
    header = small("11x4", history, [], distribution)[0]
    header["rules"]["colors"] = colors
    return json.dumps(header, separators=(",", ":")).encode() + b"\n"


BOMBS = {
    "blanks": (b" " * (1 << 29), "{} is not a certificate: the line is longer than 4194304 bytes"),
    "lists": (
        b"[" + b"[]," * (1 << 20) + b"[]]\n",
        "{} is not a certificate: it does not begin with the header of a certificate",
    ),
    "many candidates": (
        large_header(4, [0, 4**11], []),
        "line 1: 4194304 is not a whole number from 0 to 1048576",
    ),
    "as many as may be": (
        large_header(4, [0, 1 << 20], []),
        "line 1: there are not 1048576 candidates, as the distribution says",
    ),
    "many codes": (
        large_header(5, [0, 1], []),
        "line 1: 11x5 has 48828125 codes; the checker accepts 1 to 16777216",
    ),
    "many rules": (
        large_header(1 << 25, [0, 1], []),
        "line 1: 33554432 is not a whole number from 1 to 16777216",
    ),
    "a worst case far off": (
        json.dumps({**small("2x2", [], [], [0, 1])[0], "worst": 10**15}, separators=(",", ":")).encode()
        + b"\n",
        f"line 1: the distribution does not end at the worst case, {10**15}",
    ),
}


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are those of Linux")
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_small_file_takes_no_great_memory(bomb: str, tmp_path: Path) -> None:
    path, (content, why) = tmp_path / "bomb", BOMBS[bomb]
    path.write_bytes(compress(content, mtime=0))
    command = [sys.executable, "-c", LIMITED, str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, f"refused: {why.format(path)}\n", "")
