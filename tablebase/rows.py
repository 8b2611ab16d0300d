"""The rows of the table, from what certificates prove."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.notation import parse_rules
from pegwise.optimal.table_row import Bounded, CertificateFile, Printed, TableRow
from tablebase.bounds import by_sizes
from tablebase.published import printed
from tablebase.sizes import SEARCHED
from tablebase.unasked import bases, by_unasked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pegwise.optimal.table_row import Proof
    from pegwise.rules import Rules
    from tablebase.unasked import Base

    Verdict = dict[str, Any]
    Ahead = dict[str, int]
    """What ``worst_ahead`` finds: ``worst``, and ``missed`` after a miss."""

__all__ = ["row", "rows"]


def rows(
    verdicts: Iterable[Verdict],
    lower: Mapping[str, int],
    ahead: Mapping[str, Ahead] | None = None,
    unasked: Mapping[str, int] | None = None,
    patterns: Mapping[str, int] | None = None,
) -> list[TableRow]:
    """Return a row for each size of which there is a certificate, the smallest first.

    ``lower``: lower bounds of the total that no certificate proves, by rules; ``ahead``: those of the least
    worst case; ``unasked``: those of the total from colors that no guess has asked for; ``patterns``: those
    that proofs by patterns show.
    """
    by_rules: dict[str, list[Verdict]] = {}
    verdicts, ahead, unasked, patterns = list(verdicts), ahead or {}, unasked or {}, patterns or {}
    for each in verdicts:
        if not each["history"]:
            by_rules.setdefault(each["rules"], []).append(each)
    known = bases(
        (each for each in verdicts if each["history"]),
        {name: each["missed"] for name, each in ahead.items()},
    )
    made = [
        row(
            parse_rules(name),
            some,
            lower.get(name, 0),
            ahead.get(name, {"worst": 0})["worst"],
            known,
            unasked.get(name, 0),
            patterns.get(name, 0),
        )
        for name, some in by_rules.items()
    ]
    return sorted(made, key=lambda each: (each.rules.size, each.rules.pegs, str(each.rules)))


def row(
    rules: Rules,
    verdicts: list[Verdict],
    lower: int = 0,
    ahead: int = 0,
    known: Sequence[Base] = (),
    unasked: int = 0,
    patterns: int = 0,
) -> TableRow:
    """Return the row of one size, from all that certificates prove of it.

    ``lower``: a lower bound of the total that no certificate proves; ``ahead``: one of the least worst case.
    ``known``: what is known of games after a miss; ``unasked``: what follows from colors that no guess has
    asked for; ``patterns``: what a proof by patterns shows.
    """
    best = min(verdicts, key=lambda each: (each["total"], not _proves(each, "total"), *_handy(each)))
    shortest = min(
        verdicts,
        key=lambda each: (
            *(each["worst"], not _proves(each, "worst"), each["objective"] == "worst,last"),
            *_handy(each),
        ),
    )
    last = next((each for each in verdicts if _proves(each, "total,worst,last")), None)
    steps: dict[str, int] = next((each["run"]["totals"] for each in verdicts if "totals" in each["run"]), {})
    one_step = min(steps, key=lambda name: steps[name], default=None)
    return TableRow(
        rules,
        rules.code(best["first_guess"]),
        _total(rules, best, verdicts, lower, unasked, patterns),
        best["worst"],
        _worst(rules, shortest, verdicts, ahead, by_unasked(rules, known)),
        None if last is None or last["worst"] != best["worst"] else last["distribution"][-1],
        None if last is None or last["worst"] != best["worst"] else _file(last),
        one_step,
        None if one_step is None else steps[one_step],
        tuple(Printed(**each) for each in printed(rules)),
    )


def _proves(verdict: Verdict, what: str) -> bool:
    """Tell whether a certificate proves that nothing is better, by this objective and all strategies."""
    named = verdict["objective"]
    return bool(verdict["lemmas"] and _is_free(verdict) and (named == what or named.startswith(what + ",")))


def _is_free(verdict: Verdict) -> bool:
    """Tell whether a certificate is about all strategies."""
    return verdict["max_guesses"] is verdict["candidates_from"] is verdict["first"] is None


def _handy(verdict: Verdict) -> tuple[Any, ...]:
    """What decides between certificates of the same value: a kept one, then the shortest name."""
    return not verdict["kept"], verdict["worst"], verdict["total"], len(verdict["name"]), verdict["name"]


def _total(
    rules: Rules, best: Verdict, verdicts: list[Verdict], lower: int, unasked: int, patterns: int
) -> Bounded:
    if any(_proves(each, "total") for each in verdicts):
        assert _proves(best, "total")
        return Bounded(best["total"], best["total"], "certified", _file(best))
    sizes, searched = by_sizes(rules).total, _searched(verdicts, "total")
    if rules.size > SEARCHED:
        sizes = max(sizes, lower)
    else:
        searched = max(searched, lower)
    lower = max(sizes, searched, unasked, patterns)
    if lower > best["total"]:
        raise AssertionError(f"{rules}: a lower bound of {lower}, and a tree of {best['total']}")
    proof: Proof = "unasked" if lower > max(sizes, searched) else "searched" if searched > sizes else "sizes"
    if proof == "unasked" and lower == best["total"]:
        proof = "searched"  # only a search to the end finds that (unasked_search.py)
    if patterns == lower == best["total"]:
        proof = "patterns"
    return Bounded(lower, best["total"], proof, _file(best))


def _worst(
    rules: Rules, shortest: Verdict, verdicts: list[Verdict], ahead: int, unasked: Base | None
) -> Bounded:
    upper = shortest["worst"]
    if any(_proves(each, "worst") for each in verdicts):
        assert _proves(shortest, "worst")
        return Bounded(upper, upper, "certified", _file(shortest))
    sizes, searched = max(by_sizes(rules).worst, ahead), _searched(verdicts, "worst")
    lower = max(sizes, searched)
    proof: Proof = "searched" if searched > sizes else "sizes"
    proved = None
    if unasked is not None and unasked.guesses > lower:
        lower, proof = unasked.guesses, "unasked"
        proved = None if unasked.verdict is None else _file(unasked.verdict)
    if lower > upper:
        raise AssertionError(f"{rules}: a worst case of at least {lower}, and a tree of {upper}")
    return Bounded(lower, upper, proof, _file(shortest), proved)


def _searched(verdicts: list[Verdict], objective: str) -> int:
    """Return the best lower bound that a search reported."""
    free = filter(_is_free, verdicts)
    runs = [each["run"] for each in free if each["objective"].split(",")[0] == objective]
    return max((run["lower"] for run in runs if run.get("lower")), default=0)


def _file(verdict: Verdict) -> CertificateFile:
    return CertificateFile(**{name: verdict[name] for name in CertificateFile.__dataclass_fields__})
