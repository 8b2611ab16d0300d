"""The second checker, in C: what the first accepts it accepts, what the first refuses it refuses.

It is compiled with every warning as an error, and with the compiler's checks of memory and arithmetic.
"""

from __future__ import annotations

import copy
import json
import os
import random
import shutil
import subprocess
from gzip import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import pegcheck
from pegwise import optimum
from pegwise.optimal import proof_draft
from tests.checker import forged, forged_listed, test_false_claims
from tests.checker.certificates import lines_of, packed, problem, refused, sealed, text_of, verdict
from tests.checker.test_mutations import BASES, OFTEN, Told, changed, places
from tests.helpers import exhaustive
from tests.optimal.test_certificate import PROBLEMS, named

if TYPE_CHECKING:
    from collections.abc import Callable

    Checker = Callable[..., subprocess.CompletedProcess[str]]

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "checker" / "pegcheck.c"


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Checker:
    """Runs the program on a file."""
    compiler = shutil.which("cc")
    if compiler is None:
        left_out = pytest.fail if os.environ.get("CI") else pytest.skip
        left_out("the second checker needs a C compiler and zlib: Debian's packages gcc and zlib1g-dev")
    program = tmp_path_factory.mktemp("checker") / "pegcheck"
    options = ["-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O2", "-g"]
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    subprocess.run([compiler, *options, *checks, "-o", program, SOURCE, "-lz"], check=True)

    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        quiet = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
        return subprocess.run(
            [program, *arguments], capture_output=True, text=True, env=quiet, check=False, timeout=300
        )

    return run


def both(checker: Checker, text: bytes, folder: Path) -> tuple[str, subprocess.CompletedProcess[str]]:
    """What the first checker says, and what the second does."""
    file = folder / "some.cert"
    file.write_bytes(compress(text, 1, mtime=0))
    try:
        said = str(verdict(text))
    except pegcheck.Refused:
        said = ""
    return said, checker(file)


def same(checker: Checker, text: bytes, folder: Path, name: str) -> bool:
    """Whether both accept it; they must agree."""
    said, second = both(checker, text, folder)
    assert second.returncode == (0 if said else 1), (name, said, second.stdout, second.stderr)
    assert second.stdout.startswith("{" if said else "refused: line "), name
    return bool(said)


def test_it_is_one_short_file_without_anything_of_pegwise() -> None:
    lines = SOURCE.read_text(encoding="ascii").splitlines()
    assert len(lines) <= 940
    included = {line.split("<")[1].rstrip(">") for line in lines if line.startswith("#include")}
    assert included == {"errno.h", "stdarg.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "zlib.h"}


@pytest.mark.slow
@pytest.mark.usefixtures("checker")
def test_every_lemma_is_checked_however_long_lines_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof of 5x6 has more lemmas than a line has bytes; here lines are shorter instead."""
    text, line = SOURCE.read_text(encoding="ascii"), 26200
    assert text.count("LINE = 1 << 22") == 1
    (tmp_path / "short.c").write_text(text.replace("LINE = 1 << 22", f"LINE = {line}"), encoding="ascii")
    program, file = tmp_path / "short", tmp_path / "4x7.cert"
    subprocess.run(["cc", "-O2", "-o", program, tmp_path / "short.c", "-lz"], check=True)
    monkeypatch.setattr(proof_draft, "OFTEN", 0)  # every lemma has a line
    with file.open("wb") as written:
        found = optimum("4x7", book=False, certificate=written)
    assert found.certified is not None
    assert found.certified.lemmas > line
    said = subprocess.run([program, file], capture_output=True, text=True, check=True, timeout=300).stdout
    assert f"optimal, certified; {found.certified.lemmas} lemmas" in said


@pytest.mark.exhaustive
def test_both_say_the_same_of_forgeries(checker: Checker, tmp_path: Path) -> None:
    refused = [
        same(checker, forgery.text, tmp_path, forgery.name)
        for forgery in [*forged.forgeries(), *forged_listed.forgeries()]
        if not forgery.limits
    ]
    assert len(refused) > 40
    assert not any(refused)


@pytest.mark.exhaustive
def test_both_say_the_same_of_renamings_of_each_peg(checker: Checker, tmp_path: Path) -> None:
    """In a black-only game each peg has a list of its own, and every list must be a permutation."""
    lines = lines_of(problem("3x3-black"))
    at = next(at for at, line in enumerate(lines) if isinstance(line, list) and len(line) == 2 and line[0])
    pegs, colors = lines[at][0][0]
    assert sorted(map(sorted, colors)) == [[1, 2, 3]] * 3
    assert same(checker, sealed(lines), tmp_path, "as it is")
    wrong: list[Any] = [colors[0], colors[:2], [*colors, colors[0]], [], [*colors[:2], []], 1]
    wrong += [[*colors[:2], bad] for bad in ([1, 2], [1, 2, 2], [1, 2, 4], [0, 1, 2])]
    for bad in wrong:
        lines[at][0][0] = [pegs, bad]
        assert not same(checker, sealed(lines), tmp_path, str(bad))
    other = lines_of(problem("3x4"))
    at = next(at for at, line in enumerate(other) if isinstance(line, list) and len(line) == 2 and line[0])
    pegs, colors = other[at][0][0]
    other[at][0][0] = [pegs, [colors, colors, colors]]
    assert not same(checker, sealed(other), tmp_path, "a list of each peg where all pegs have one")


@pytest.mark.exhaustive
def test_both_say_the_same_of_treatments_that_are_left_out(checker: Checker, tmp_path: Path) -> None:
    """Feedback equal to that of an image of a treated guess is not enough for either of them."""
    lines, dropped = lines_of(problem("3x4-black", "worst", history="111:B")), 0
    for at, line in enumerate(lines):
        for which in range(len(line[1])) if isinstance(line, list) and len(line) == 2 else ():
            fewer = [line[0], line[1][:which] + line[1][which + 1 :]]
            text = sealed([*lines[:at], fewer, *lines[at + 1 :]])
            assert not same(checker, text, tmp_path, f"line {at} without treatment {which}")
            dropped += 1
    assert dropped > 5


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", [0, 2, *exhaustive(1, *range(3, len(BASES)))])
def test_both_say_the_same_of_changed_certificates(number: int, checker: Checker, tmp_path: Path) -> None:
    """The tried changes are few; ``-m slow`` tries many."""
    for often in OFTEN:
        assert same(checker, text_of(BASES[number], often=often), tmp_path, "as it is")
    tell(checker, tmp_path, random.Random(f"second {number}"), number, 30)


@pytest.mark.some(4, more=8)
@pytest.mark.parametrize(
    "options",
    [
        *PROBLEMS[:6],
        *exhaustive(*PROBLEMS[6:]),
        {"rules": "4x3", "candidates_from": 2},
        {"rules": "3x5", "candidates_from": 2, "objective": "worst,total"},
        {"rules": "4x5-distinct", "candidates_from": 2},
    ],
    ids=named,
)
def test_both_accept_what_is_written(options: dict[str, Any], checker: Checker, tmp_path: Path) -> None:
    assert same(checker, text_of(problem(**options)), tmp_path, named(options))


@pytest.mark.exhaustive
@pytest.mark.usefixtures("checker")
def test_plain_bounds_are_held_no_longer_than_their_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit that is enough for all lemmas and the plain bounds of one line is enough for the file."""
    text = text_of(problem("4x4", candidates_from=2))
    lines = [json.loads(line) for line in text.splitlines()]
    proof, most, every = Told(pegcheck.Problem(lines[0])), 0, 0
    for number, line in enumerate(line for line in lines[1:-1] if len(line) == 2):
        before = len(proof.told)
        proof.check(number, line)
        held = sum(len(plain.codes) for plain in proof.told[before:-1])  # the last one is the lemma itself
        most, every = max(most, proof.held + held), every + held
    assert len(proof.lemmas) > 1
    assert most < proof.held + every
    source, program = SOURCE.read_text(encoding="ascii"), tmp_path / "held"
    assert source.count("HELD = 1 << 27") == 1
    for limit, accepted in ((most, True), (most - 1, False)):
        program.with_suffix(".c").write_text(source.replace("HELD = 1 << 27", f"HELD = {limit}"), "ascii")
        subprocess.run(["cc", "-O1", "-o", program, program.with_suffix(".c"), "-lz"], check=True)
        monkeypatch.setattr(pegcheck, "HELD", limit)
        (tmp_path / "some.cert").write_bytes(compress(text, 1, mtime=0))
        said = subprocess.run([program, tmp_path / "some.cert"], capture_output=True, text=True, check=False)
        assert (said.returncode == 0, not refused(text)) == (accepted, accepted), said.stdout


@pytest.mark.exhaustive
def test_a_plain_bound_is_checked_with_the_line_that_cites_it(checker: Checker, tmp_path: Path) -> None:
    """With ``--lemmas``, by the part that holds this line and by no other."""
    lines = lines_of(problem("4x4", candidates_from=2))
    assert len(lines[-1]) == len(lines[-2]) == 2
    lines[-1][1][0][1][0][1] += 50
    assert lines[-1][1][0][1][0][2] == 0
    file = tmp_path / "broken.cert"
    file.write_bytes(compress(sealed(lines), 1, mtime=0))
    assert [checker("--lemmas", part, file).returncode for part in ("0-0", "1-1")] == [0, 1]
    lines[-1][1][0][1][0][1] = None
    file.write_bytes(compress(sealed(lines), 1, mtime=0))
    assert [checker("--lemmas", part, file).returncode for part in ("0-0", "1-1")] == [0, 1]


def test_a_plain_bound_without_guesses_left(checker: Checker, tmp_path: Path) -> None:
    """No code can be found without a guess, so any bound holds."""
    lines = lines_of(problem("1x2", "worst"))
    assert lines[-1] == [[], []]
    for bound in (None, 5):
        lines[-1] = [[], [["1", [["-", bound, 0]]]]]
        assert same(checker, sealed(lines), tmp_path, str(bound))


@pytest.mark.usefixtures("checker")
def test_all_codes_treated_and_one_of_them_again(tmp_path: Path) -> None:
    """As many treated guesses as a game has codes fill an array of the second checker."""
    source, program = SOURCE.read_text(encoding="ascii"), tmp_path / "small"
    assert source.count("PROVABLE = 20000") == 1
    program.with_suffix(".c").write_text(source.replace("PROVABLE = 20000", "PROVABLE = 6"), "ascii")
    options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    subprocess.run(["cc", *options, "-o", program, program.with_suffix(".c"), "-lz"], check=True)
    lines = lines_of(problem("1x6"))
    treated: list[Any] = [[str(color), []] for color in range(1, 7)]
    lines[-1] = [[], [*treated, treated[0]]]
    (tmp_path / "some.cert").write_bytes(compress(sealed(lines), 1, mtime=0))
    quiet = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    command = [program, tmp_path / "some.cert"]
    said = subprocess.run(command, capture_output=True, text=True, check=False, env=quiet)
    assert (said.returncode, said.stderr) == (1, "")
    assert "treated guess may cost less" in said.stdout or "treated twice" in said.stdout


@pytest.mark.slow
def test_both_say_the_same_of_many_changed_certificates(checker: Checker, tmp_path: Path) -> None:
    for number in range(len(BASES)):
        tell(checker, tmp_path, random.Random(f"many {number}"), number, 3000)


def tell(checker: Checker, folder: Path, chance: random.Random, number: int, tries: int) -> None:
    accepted = 0
    for _ in range(tries):
        new = copy.deepcopy(lines_of(BASES[number], often=chance.choice(OFTEN)))
        line = chance.randrange(len(new))
        *way, last = chance.choice(list(places(new[line])) or [(0,)])
        part = new[line]
        for key in way:
            part = part[key]
        if not part:
            continue
        part[last] = changed(part[last], chance, BASES[number].position.rules)
        accepted += same(checker, sealed(new), folder, f"{BASES[number]}: line {line}, {way} {last}")
    assert accepted < tries


def test_it_prints_the_claim_and_the_digest(checker: Checker, tmp_path: Path) -> None:
    one = problem("3x4", "worst,total", candidates_from=2)
    text = text_of(one)
    said, second = both(checker, text, tmp_path)
    header, result, digest = second.stdout.splitlines()
    assert header.encode() == text.splitlines()[0]
    assert result == "average 3.2188; optimal, certified; 2 lemmas"
    assert said.endswith("; 2 lemmas")
    assert digest == f"sha256 {verdict(text).sha256}"


def test_parts_of_a_proof(checker: Checker, tmp_path: Path) -> None:
    """Each lemma is checked by the part that holds it and by no other."""
    lines = lines_of(problem("3x4"), often=0)
    start = forged.proof_of(lines)
    count = len(lines) - start
    cited = next(citation for _, citations in lines[start][1] for citation in citations if len(citation) == 2)
    cited[1] += 50  # lemma 0 can only gain by it, and lemma 1 states what is not so
    file = tmp_path / "broken.cert"
    file.write_bytes(compress(sealed(lines), 1, mtime=0))
    refused = [checker("--lemmas", f"{number}-{number}", file).returncode for number in range(count)]
    assert refused == [0, 1] + [0] * (count - 2)

    file.write_bytes(packed(problem("3x4"), often=0))
    said = checker("--lemmas", "1-3", file).stdout
    assert f"the proofs of 3 of {count} lemmas checked" in said
    assert "optimal, certified" not in said


def test_files_that_are_no_certificates(checker: Checker, tmp_path: Path) -> None:
    whole = packed(problem("3x4"))
    for content in (
        b"",
        b"no gzip",
        compress(b""),
        whole[:-9],
        whole[: len(whole) // 2],
        whole + b"more",
        whole + whole,
    ):
        file = tmp_path / "file"
        file.write_bytes(content)
        first = subprocess.run(
            ["python", "-m", "pegcheck", file], capture_output=True, cwd=ROOT / "checker", check=False
        )
        second = checker(file)
        assert (second.returncode, first.returncode) == (1, 1), content[:20]
        assert second.stdout.startswith("refused: line "), second.stderr
    assert checker(tmp_path / "missing").returncode == 2
    assert checker().returncode == 2
    assert checker("--lemmas", "x", tmp_path / "file").returncode == 2


@pytest.mark.exhaustive
def test_no_false_claim_is_accepted(
    checker: Checker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cheats of the first checker's tests: what is false is known from a search without any bounds."""

    def refused(text: bytes) -> bool:
        return not same(checker, text, tmp_path, "a false claim")

    monkeypatch.setattr(test_false_claims, "refused", refused)
    assert test_false_claims.lower_bounds("second lower", 40, 10) == 40
    assert test_false_claims.upper_bounds("second upper", 6, 10) == 6
