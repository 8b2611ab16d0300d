"""Writes what the site adds to docs/tables.md: the rows of the table, and what they show."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pegwise.optimal.table import HEADINGS, KINDS, RIGHT, table_cells
from tablebase.polynomials import polynomial_of, polynomial_text, value_at
from tablebase.sizes import all_sizes, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pegwise.optimal.table_row import TableRow
    from tablebase.rows import Verdict

TITLES = {
    "repeats": "Colors may repeat",
    "distinct": "No color occurs twice",
    "black": "Colors may repeat, and only black hits are told",
}
ONE_STEP = 1000
"""Sizes with more codes are compared with the strategies that look one guess ahead."""


def made(rows: Sequence[TableRow], verdicts: Iterable[Verdict]) -> str:
    """Return the text, from the rows and from what all certificates prove."""
    parts = [_shows(rows), _missing(rows)]
    for kind in KINDS:
        some = [row for row in rows if row.kind == kind]
        parts += [f"## {TITLES[kind]}", _table(some) if some else "No size has been searched yet."]
    parts += ["## Worst cases", _worst(rows), "## The last guess", last_guesses(verdicts)]
    return "\n\n".join(parts) + "\n"


def _shows(rows: Sequence[TableRow]) -> str:
    exact = [row for row in rows if row.total.exact]
    certified = sum(row.total.proof == "certified" for row in exact)
    patterns = sum(row.total.proof == "patterns" for row in exact)
    parts = [
        "## What the tables show",
        f"Of {len(rows)} sizes, {certified} have an exact total with a certificate, {patterns} one that a "
        f"proof by patterns shows, and {len(exact) - certified - patterns} one that only a search has "
        f"proved; {len(rows) - len(exact)} have bounds.",
        *_far(rows),
    ]
    compared = [row for row in rows if row.one_step_total is not None and row.rules.size > ONE_STEP]
    if compared:
        others = [row for row in compared if row.total.upper >= (row.one_step_total or 0)]
        least = [str(row.rules) for row in others if row.total.exact]
        text = (
            f"Of the {len(compared)} sizes with more than {ONE_STEP:,} codes for which the strategies that "
            f"look one guess ahead were computed, {len(compared) - len(others)} have a smaller total in this "
            "table."
        )
        if least:
            text += (
                f" In {len(least)} others, one of those strategies has the least total there is: "
                f"{', '.join(least)}."
            )
        parts.append(text)
    parts += list(_sentences(rows))
    return "\n\n".join(parts)


def _far(rows: Sequence[TableRow]) -> Iterator[str]:
    """Say how far the bounds are apart."""
    apart = {row: row.total.upper / row.total.lower - 1 for row in rows if not row.total.exact}
    if apart:
        least, most = min(apart, key=lambda row: apart[row]), max(apart, key=lambda row: apart[row])
        yield (
            f"Where the least total is not known, the upper bound is above the lower bound by "
            f"{100 * apart[least]:.1f} % ({least.rules}) to {100 * apart[most]:.1f} % ({most.rules})."
        )


def _sentences(rows: Sequence[TableRow]) -> Iterator[str]:
    for pegs in range(3, 9):
        some = [row for row in rows if row.kind == "repeats" and row.rules.pegs == pegs and row.total.exact]
        if len(some) >= 3:
            first, last = some[0], some[-1]
            more = (last.average - first.average) / (last.rules.colors - first.rules.colors)
            yield (
                f"With {pegs} pegs whose colors may repeat, the average grows from {first.average:.4f} "
                f"({first.rules}) to {last.average:.4f} ({last.rules}): {more:.2f} guesses for each color."
            )
    for pegs in range(2, 9):
        yield from _polynomial([row for row in rows if row.kind == "black" and row.rules.pegs == pegs])
    alone = [row for row in rows if row.total.exact and row.least_worst.exact]
    apart = [str(row.rules) for row in alone if row.worst > row.least_worst.upper]
    if apart:
        yield (
            f"In {len(apart)} of {len(alone)} sizes, the strategy of the least total needs more guesses in "
            f"the worst case than another strategy: {', '.join(apart)}."
        )


def _polynomial(rows: Sequence[TableRow]) -> Iterator[str]:
    """Say whether the least totals of black-only games are a polynomial in the number of colors."""
    if not rows:
        return
    pegs = rows[0].rules.pegs
    exact = {row.rules.colors: row.total.upper for row in rows if row.total.exact}
    found = polynomial_of(exact, pegs + 1)
    if found is None:
        return
    first, polynomial = found
    text = (
        f"With {pegs} pegs, n colors and only black hits, the least total is "
        f"`{polynomial_text(polynomial)}` for each n from {first} to {max(exact)}"
    )
    others = [row for row in rows if not row.total.exact and row.rules.colors > max(exact)]
    if others and all(row.total.upper == value_at(polynomial, row.rules.colors) for row in others):
        text += (
            f", and the best strategies known for {others[0].rules.colors} to {others[-1].rules.colors} "
            "colors have this total"
        )
    yield text + ". We do not know a proof for all n."


def _missing(rows: Sequence[TableRow]) -> str:
    there = {str(row.rules) for row in rows}
    left = [rules for rules in all_sizes() if str(rules) not in there]
    counts = Counter(kind_of(rules) for rules in left)
    told = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)
    whole = len(all_sizes())
    if not left:
        return f"All {whole} sizes have a row."
    least = min(left, key=lambda rules: rules.size)
    return (
        f"{len(left)} of {whole} sizes have no row yet ({told}): nobody has searched them with pegwise. The "
        f"smallest of them is {least}, with {least.size:,} codes. `python -m tablebase.search FOLDER` "
        "searches them, the cheapest first."
    )


def _table(rows: Sequence[TableRow]) -> str:
    headings = [*HEADINGS, "certificate", "one guess ahead", "printed before"]
    right = {*RIGHT, len(HEADINGS) + 1}
    lines = [headings, ["---:" if place in right else "---" for place in range(len(headings))]]
    for row in rows:
        ahead = "" if row.one_step_total is None else str(row.one_step_total)
        lines.append([*table_cells(row), _file(row), ahead, _printed(row)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _file(row: TableRow) -> str:
    file = row.total.certificate
    return f"[{file.name}](certificates/{file.name})" if file.kept else file.name


def _printed(row: TableRow) -> str:
    return "; ".join(
        f"{each.what} {each.value}, {each.source}" for each in row.printed if each.what != "worst"
    )


def _worst(rows: Sequence[TableRow]) -> str:
    """Return a table of the least worst cases: a line for each number of pegs and kind."""
    parts = [
        "The least worst case of each size, by the number of colors. `5-6` stands for two bounds. An "
        "asterisk marks a value whose lower bound rests on the search, on the sizes of classes or on a game "
        "of fewer colors, not on a certificate of this size. An empty cell is a size without a row."
    ]
    for kind in KINDS:
        some = {(row.rules.pegs, row.rules.colors): row for row in rows if row.kind == kind}
        if not some:
            continue
        colors = range(2, 1 + max(color for _, color in some))
        lines = [["pegs", *map(str, colors)], ["---:"] * (len(colors) + 1)]
        lines += [
            [str(pegs), *(_least(some.get((pegs, color))) for color in colors)]
            for pegs in sorted({pegs for pegs, _ in some})
        ]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        parts += [f"{TITLES[kind]}:", table]
    return "\n\n".join([*parts, *_asked(rows), *_compared(rows)])


def _asked(rows: Sequence[TableRow]) -> Iterator[str]:
    """Answer what others left open: whether five guesses are enough for five pegs and five colors."""
    for row in rows:
        if str(row.rules) == "5x5":
            least = row.least_worst
            proof = "a certificate proves it" if least.proof == "certified" else "no certificate proves it"
            told = str(least.upper) if least.exact else f"at least {least.lower} and at most {least.upper}"
            yield f"The least worst case of 5x5 is {told}; {proof}."


def _least(row: TableRow | None) -> str:
    if row is None:
        return ""
    least = row.least_worst
    if not least.exact:
        return f"{least.lower}-{least.upper}"
    return f"{least.upper}{'' if least.proof == 'certified' else '*'}"


def _compared(rows: Sequence[TableRow]) -> Iterator[str]:
    """Compare with the formulas of others."""
    told = [(row, each) for row in rows for each in row.printed if each.what == "worst"]
    for source in dict.fromkeys(each.source for _, each in told if each.source.startswith("formula")):
        same, between, other = list[str](), list[str](), list[str]()
        for row, each in told:
            if each.source == source:
                least = row.least_worst
                fits = least.lower <= int(each.value) <= least.upper
                (other if not fits else same if least.exact else between).append(str(row.rules))
        sentence = f"The {source} gives the worst case that is listed here for {len(same)} sizes."
        if between:
            sentence += f" It lies between the two bounds for {', '.join(between)}."
        if other:
            sentence += f" It differs for {', '.join(other)}."
        yield sentence


def last_guesses(verdicts: Iterable[Verdict]) -> str:
    """Return a table of the fewest secrets that need the last guess, as certificates prove it."""
    lines = [
        [
            *("rules", "objective", "guesses allowed", "total", "worst"),
            *("secrets that need guess *worst*", "certificate"),
        ],
        ["---", "---", "---", "---:", "---:", "---:", "---"],
    ]
    for each in sorted(verdicts, key=lambda each: each["name"]):
        if each["objective"].endswith("last") and each["lemmas"]:
            name = each["name"]
            file = f"[{name}](certificates/{name})" if each["kept"] else name
            allowed = "any number" if each["max_guesses"] is None else f"at most {each['max_guesses']}"
            figures = [str(each[part]) for part in ("total", "worst")]
            asked = [each["rules"], f"`{each['objective']}`", allowed]
            lines.append([*asked, *figures, str(each["distribution"][-1]), file])
    if len(lines) == 2:
        return "No certificate about the last guess is part of the table yet."
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return (
        "A certificate for the objective `total,worst,last` proves three things: the least total, the least "
        "worst case of all strategies with this total, and the fewest secrets that need the last guess in "
        "all strategies with both. A certificate for `worst,last` proves two things: the least worst case of "
        "all strategies, and the fewest secrets that need the last guess in all strategies with this worst "
        f"case. Such a strategy may have a larger total.\n\n{table}"
    )
