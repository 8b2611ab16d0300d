"""What certificates prove: the checker reads each file once; its verdict stays in ``verdicts.jsonl``."""

from __future__ import annotations

import atexit
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import patterncheck
import pegcheck
from pegwise.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "AHEAD",
    "KEPT",
    "LOWER",
    "MOST_BYTES",
    "PATTERNS",
    "VERDICTS",
    "ahead_bounds",
    "checked",
    "is_made_again",
    "lower_bounds",
    "pattern_totals",
    "read_verdicts",
    "verdict_of",
    "write_verdicts",
]

LOWER = Path(__file__).parent / "lower.json"
"""The lower bounds that no certificate proves, from two guesses ahead or better, by rules."""
UNASKED = Path(__file__).parent / "unasked.json"
"""The lower bounds of the total from colors that no guess has asked for, by rules."""
AHEAD = Path(__file__).parent / "worst.json"
"""The lower bounds of the least worst case from the sizes of classes, by rules; ``missed``: after a miss."""
PATTERNS = Path(__file__).parent / "patterns.json"
"""The proofs by patterns that the checker has accepted, by the names of the files."""
KEPT = Path(__file__).parent.parent / "docs" / "certificates"
"""The folder of the certificates that are part of the repository."""
VERDICTS = Path(__file__).parent / "verdicts.jsonl"
_ASKED = ("objective", "max_guesses", "first", "candidates_from")
_TIMES = "--limit 1200 --memory 4G"
"""The options of a search that does not end, where no file says which they were."""
_RUN = ("strategy", "totals", "lower", "cpu")
"""What is kept of what a run of ``tablebase.search`` wrote down."""
_USUAL: dict[str, Any] = {
    "objective": "total",
    "max_guesses": None,
    "first": None,
    "candidates_from": None,
    "history": [],
}
"""What is not written: the question that most certificates answer."""
MOST_BYTES = 20_000
"""The size of a certificate that the repository keeps. A longer one is made again by its command."""


def verdict_of(path: Path, before: dict[str, Any] | None = None) -> dict[str, Any]:
    """Check a certificate, and return what it proves and which command makes it again.

    ``before``: the verdict of a file of this name, which knows how it was made if its text is the same.

    Raises :class:`pegcheck.Refused` if the checker refuses it.
    """
    lemmas, sha256 = _check(path)
    with gzip.open(path, "rt", encoding="ascii") as lines:
        header, (_, _, first_guess) = json.loads(next(lines)), json.loads(next(lines))
    rules = Rules(**header["rules"])
    run, command = _made(path.with_suffix(".json"), lemmas)
    if not run and before is not None and before["sha256"] == sha256:
        run, command = before["run"], before["command"]
    return {
        "name": path.name,
        "sha256": sha256,
        "size": path.stat().st_size,
        "kept": path.parent.resolve() == KEPT.resolve(),
        "rules": str(rules),
        **{name: header[name] for name in (*_ASKED, "history", "total", "worst", "distribution")},
        "first_guess": first_guess,
        "lemmas": lemmas,
        "command": command or _command(path.name, header, rules),
        "run": run,
    }


def is_made_again(verdict: dict[str, Any]) -> bool:
    """Tell whether the command of a certificate makes it again: not if time has stopped the search."""
    return " --limit " not in verdict["command"]


def _made(told: Path, lemmas: int) -> tuple[dict[str, Any], str]:
    """Return what is kept of a run that made a certificate, and its command, from the file beside it.

    A proof may have been added to the tree later.
    """
    if not told.exists():
        return {}, ""
    run = json.loads(told.read_text("utf-8"))
    command: str = run["command"].replace(" --tree-only", "") if lemmas else run["command"]
    return {name: run[name] for name in _RUN if run.get(name) is not None}, command


def _check(path: Path) -> tuple[int, str]:
    """Return the number of lemmas and the digest of a certificate that the checker accepts.

    The second checker is used where a C compiler is installed, because the first takes minutes for the
    longest proofs; the tests give small certificates to the first.
    """
    program = _second_checker()
    if program is None:
        verdict = pegcheck.check_file(str(path))
        return verdict.lemmas, verdict.sha256
    ran = subprocess.run([program, str(path)], capture_output=True, text=True, check=False)
    if ran.returncode:
        raise pegcheck.Refused((ran.stdout + ran.stderr).strip().removeprefix("refused: "))
    result, digest = ran.stdout.splitlines()[-2:]
    proved = re.search(r"certified; (\d+) lemmas?", result)
    return int(proved[1]) if proved else 0, digest.removeprefix("sha256 ")


@cache
def _second_checker() -> str | None:
    """Compile the second checker into a temporary folder, and return the path of the program."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    program, source = f"{folder}/pegcheck", KEPT.parent.parent / "checker" / "pegcheck.c"
    subprocess.run([compiler, "-O3", "-o", program, str(source), "-lz"], check=True)
    return program


def _command(name: str, header: dict[str, Any], rules: Rules) -> str:
    """Return the command that makes a certificate again."""
    words = [f"pegwise optimal -r {rules} --no-book"]
    words += [
        f"--{option.replace('_', '-')} {header[option]}"
        for option in _ASKED
        if header[option] not in (None, "total")
    ]
    if header["proof"] == "tree":
        words.append(_TIMES)
    return " ".join([*words, f"--certificate {name}"])


def read_verdicts() -> dict[str, dict[str, Any]]:
    """Return the verdicts that are kept, by the names of the files."""
    lines = VERDICTS.read_text("utf-8").splitlines() if VERDICTS.exists() else []
    return {each["name"]: {**_USUAL, **each} for each in map(json.loads, lines)}


def write_verdicts(verdicts: dict[str, dict[str, Any]]) -> None:
    """Keep verdicts, a line for each, in the order of the names."""
    told = [
        {part: value for part, value in verdicts[name].items() if part not in _USUAL or value != _USUAL[part]}
        for name in sorted(verdicts)
    ]
    lines = [json.dumps(each, separators=(",", ":")) for each in told]
    VERDICTS.write_text("".join(line + "\n" for line in lines), "utf-8")


def lower_bounds(kept: Path, folders: Iterable[Path]) -> dict[str, int]:
    """Return the bounds in :data:`LOWER` or :data:`UNASKED`, with those of some folders; keep all."""
    found: dict[str, int] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    for path in (path for folder in folders for path in folder.glob(f"*-{kept.name}")):
        told = json.loads(path.read_text("utf-8"))
        found[told["rules"]] = max(told["lower"], found.get(told["rules"], 0))
    kept.write_text(json.dumps(dict(sorted(found.items())), indent=1) + "\n", "utf-8")
    return found


def ahead_bounds(folders: Iterable[Path]) -> dict[str, dict[str, int]]:
    """Return the bounds that are kept in :data:`AHEAD`, with those of some folders; keep all."""
    found: dict[str, dict[str, int]] = json.loads(AHEAD.read_text("utf-8")) if AHEAD.exists() else {}
    for path in (path for folder in folders for path in folder.glob("*-ahead.json")):
        told = json.loads(path.read_text("utf-8"))
        before = found.get(told["rules"], {})
        found[told["rules"]] = {part: max(told[part], before.get(part, 0)) for part in ("worst", "missed")}
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found))
    AHEAD.write_text(f"{{\n{lines}\n}}\n", "utf-8")
    return found


def pattern_totals(folders: Iterable[Path], say: Callable[[str], None]) -> dict[str, int]:
    """Return the totals that proofs by patterns show, by rules; check those of some folders, and keep all.

    A proof is not checked again if its digest is known.
    """
    known: dict[str, dict[str, Any]] = json.loads(PATTERNS.read_text("utf-8")) if PATTERNS.exists() else {}
    for path in (path for folder in folders for path in sorted(folder.glob("*.patterns"))):
        with gzip.open(path) as text:
            sha256 = hashlib.sha256(text.read()).hexdigest()
        if any(each["sha256"] == sha256 for each in known.values()):
            continue
        try:
            proved = patterncheck.check_file(str(path))
        except pegcheck.Refused as refused:
            say(f"{path.name}: refused: {refused}")
            continue
        known[path.name] = {**proved._asdict(), "size": path.stat().st_size}
        say(f"{path.name}: {proved.lemmas} lemmas")
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(known[name])}" for name in sorted(known))
    PATTERNS.write_text(f"{{\n{lines}\n}}\n", "utf-8")
    return {
        str(Rules(each["pegs"], int(colors), repeats=each["repeats"], whites=each["whites"])): total
        for each in known.values()
        for colors, total in each["totals"].items()
    }


def checked(
    folders: Iterable[Path], known: dict[str, dict[str, Any]], say: Callable[[str], None]
) -> dict[str, dict[str, Any]]:
    """Return the verdicts of all certificates of some folders besides those that are known already.

    A file is checked again if it has changed. A file that the checker refuses has no verdict. Of two files of
    one name, the one that proves more counts, then the kept one.
    """
    found = dict(known)
    for path in (path for folder in folders for path in sorted(folder.glob("*.cert"))):
        before = found.get(path.name)
        if before is not None and _is_of(before, path):
            continue
        try:
            new = verdict_of(path, before)
        except pegcheck.Refused as refused:
            say(f"{path.name}: refused: {refused}")
            continue
        if before is not None and before["kept"] > new["kept"] and new["lemmas"] <= before["lemmas"]:
            continue
        found[path.name] = new
        say(f"{path.name}: {found[path.name]['lemmas']} lemmas, total {found[path.name]['total']}")
    return found


def _is_of(verdict: dict[str, Any], path: Path) -> bool:
    """Tell whether a verdict is that of a file, by its digest.

    The verdict of a kept file goes first, unless the other file may prove more.
    """
    kept = path.parent.resolve() == KEPT.resolve()
    if verdict["kept"] and not kept and verdict["lemmas"]:
        return True
    with gzip.open(path) as text:
        same = hashlib.sha256(text.read()).hexdigest() == verdict["sha256"]
    return bool(same and verdict["kept"] == kept)
