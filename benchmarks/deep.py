"""The totals of the strategy ``deep`` beside those of every one-step heuristic, as a table in Markdown.

    python -m benchmarks.deep                     the games of docs/deep.md and more, the smallest first
    python -m benchmarks.deep 4x8 5x8 --width 4
    python -m benchmarks.deep --keep deep.jsonl   keeps what is measured, and goes on from there
    python -m benchmarks.deep --parts 4x8 5x6     what each part of the strategy contributes

All trees are grown on one thread. CPU seconds are those of the tree of ``deep`` alone, and of all heuristics
together; they depend on the machine, the totals do not.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest import mock

from pegwise.deep import rollout
from pegwise.deep.strategy import HEURISTICS
from pegwise.engine.score_kinds import ENTROPY
from pegwise.notation import parse_rules
from pegwise.trees.build import build_tree

_REPEATS = {2: range(8, 13), 3: range(6, 13), 4: range(4, 13), 5: range(3, 9), 6: range(3, 7), 7: range(2, 5)}
_OTHERS = {8: (2, 3)}
GAMES = [f"{pegs}x{colors}" for pegs, some in {**_REPEATS, **_OTHERS}.items() for colors in some]
GAMES += [f"4x{colors}-distinct" for colors in range(6, 13)] + [
    "5x7-distinct",
    "5x8-distinct",
    "6x7-distinct",
]
GAMES += [f"3x{colors}-black" for colors in (8, 10)] + [f"4x{colors}-black" for colors in (4, 6, 8)]
GAMES += ["5x4-black", "5x6-black"]
ENTROPY_ALONE = {"FOLLOWING": (ENTROPY,)}


def measured(rules: str, width: int) -> dict[str, Any]:
    """The totals in one game, and the seconds that they took."""
    totals, began = {}, time.process_time()
    for name in HEURISTICS:
        totals[name] = build_tree(rules, strategy=name, threads=1).total
    between = time.process_time()
    tree = build_tree(rules, strategy="deep", threads=1, width=width)
    seconds = between - began, time.process_time() - between
    return {
        "rules": rules,
        "codes": parse_rules(rules).size,
        "width": width,
        "totals": totals,
        "deep": tree.total,
        "worst": tree.worst,
        "seconds": [round(each, 2) for each in seconds],
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The table, and how many games of over 1,000 codes are strictly better."""
    head = ["game", "codes", *HEURISTICS, "deep", "less than the best", "CPU s", "CPU s of the heuristics"]
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' + ' ---: |' * (len(head) - 1)}"]
    for row in sorted(rows, key=lambda row: (row["codes"], row["rules"])):
        best = min(row["totals"].values())
        less = f"{best - row['deep']} ({(best - row['deep']) / best:.2%})"
        cells = [row["rules"], row["codes"], *(row["totals"][name] for name in HEURISTICS), row["deep"], less]
        lines.append(f"| {' | '.join(map(str, [*cells, row['seconds'][1], row['seconds'][0]]))} |")
    large = [row for row in rows if row["codes"] > 1000]
    lower = sum(row["deep"] < min(row["totals"].values()) for row in large)
    never = all(row["deep"] <= min(row["totals"].values()) for row in rows)
    lines += ["", f"Over 1,000 codes: lower than every heuristic in {lower} of {len(large)} games."]
    lines += [f"Never higher: {never}."]
    return "\n".join(lines)


def without(rules: str) -> list[str]:
    """Lines of a table: the totals with parts of the strategy turned off, or with another width."""
    parts: list[tuple[str, dict[str, Any], int]] = [
        ("as it is", {}, 4),
        *((f"`width={width}`", {}, width) for width in (1, 2, 8, 16)),
        (
            "each guess is followed by `entropy` alone, and by the heuristic that proposed it",
            ENTROPY_ALONE,
            4,
        ),
        ("no position of more than two candidates is solved", {"_SOLVED": 2}, 4),
        ("neither is more than one guess of a heuristic tried", {"_SOLVED": 2}, 1),
    ]
    lines = []
    for what, changed, width in parts:
        with ExitStack() as stack:
            for name, value in changed.items():
                stack.enter_context(mock.patch.object(rollout, name, value))
            began = time.process_time()
            total = build_tree(rules, strategy="deep", threads=1, width=width).total
        lines.append(f"| {rules} | {what} | {total} | {time.process_time() - began:.1f} |")
    return lines


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--width", type=int, default=4)
    parser.add_argument("--most", type=int, default=50_000, help="codes of the largest game to measure")
    parser.add_argument("--keep", type=Path, help="a file of lines of JSON, to go on from")
    parser.add_argument("--parts", action="store_true", help="turn off parts of the strategy, one at a time")
    asked = parser.parse_args()
    if asked.parts:
        print("| game | what is changed | total | CPU s |\n| --- | --- | ---: | ---: |")
        for game in asked.games or ["4x8", "5x6"]:
            build_tree(game, strategy="deep", threads=1, width=1)  # so that everything is loaded
            print("\n".join(without(game)), flush=True)
        return
    kept = asked.keep.read_text().splitlines() if asked.keep and asked.keep.exists() else []
    known = {(row["rules"], row["width"]): row for row in map(json.loads, kept)}
    games = [game for game in asked.games or GAMES if parse_rules(game).size <= asked.most]
    rows = []
    for game in sorted(games, key=lambda game: parse_rules(game).size):
        row = known.get((game, asked.width)) or measured(game, asked.width)
        rows.append(row)
        if asked.keep and (game, asked.width) not in known:
            with asked.keep.open("a") as file:
                file.write(json.dumps(row) + "\n")
    print(table(rows))


if __name__ == "__main__":
    main()
