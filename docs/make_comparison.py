"""Writes docs/comparison.md and its pictures with ``pegwise compare``: ``python docs/make_comparison.py``.

It takes a minute on two cores, nearly all of it for 5x8. The pictures need ``pip install 'pegwise[plot]'``.
"""

from __future__ import annotations

import contextlib
import io
import sys
from dataclasses import dataclass
from pathlib import Path

from pegwise.cli import main

TARGET = Path(__file__).parent / "comparison.md"
PICTURES = Path(__file__).parent / "comparison"

HEAD = """# The strategies compared

This page compares the strategies of pegwise on three games. It is for readers who choose a strategy or
check its figures. The program `docs/make_comparison.py` writes the page: it runs the commands shown here. A
test checks that the page matches their output.

Each strategy plays every secret once, so the figures are exact. The strategies `counter` and
`random-consistent` use random numbers; the tables show their results with seed 0. If several guesses have
the same score, a strategy prefers a candidate to any other code, and then the lowest code. In the pictures,
each panel shows one strategy. Each bar shows the number of secrets that the strategy finds at that guess, and
the dashed line shows its average.

Where figures have been published, a second table compares them with ours. The *optimum* is the least possible
total."""


@dataclass(frozen=True)
class Published:
    """A published figure: ``figure`` is the total or, for games with random numbers, the average.

    ``options`` are those of the command that reproduces it.
    """

    strategy: str
    figure: str
    source: str
    worst: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """A game, which has a section of the page."""

    rules: str
    title: str
    published: tuple[Published, ...]
    after: str
    optimum: tuple[int, str] | None = None


STRATEGIES = [
    "counter",
    "entropy",
    "expected-size",
    "first-consistent",
    "knuth",
    "minimax-parts",
    "most-parts",
    "random-consistent",
]
MAGRUDER = "Magruder's program (github.com/mikemag/Mastermind)"
AFTER = ("--first", "11223")
DRAWN = ("--games", "2000", "--seed", "1")
GAMES = (
    Game(
        "4x6",
        "Mastermind, 4x6",
        (
            Published("knuth", "5801", "Knuth 1977", "5"),
            Published("expected-size", "5696", "Irving 1978"),
            Published("entropy", "5722", "Neuwirth 1982"),
            Published("most-parts", "5668", "Kooi 2005"),
            Published("first-consistent", "7471", "Shapiro 1983"),
            Published("random-consistent", "4.64", "Swaszek 1999-2000", "", DRAWN),
            Published("counter", "4.65", "the MasterMind applet", "", DRAWN),
        ),
        "The averages of `random-consistent` and `counter` are those of random games, each with a new seed.\n"
        "[Another page](claims.md) has figures from more games.",
        (5625, "Koyama and Lai 1993"),
    ),
    Game(
        "5x8",
        "Logik, 5x8",
        (
            Published("knuth", "183775", MAGRUDER, "7", AFTER),
            Published("most-parts", "181834", MAGRUDER, "8", AFTER),
            Published("expected-size", "180215", MAGRUDER, "7", AFTER),
            Published("entropy", "179751", MAGRUDER, "7", AFTER),
        ),
        "The published trees begin with 11223, so ours do too in this table. Two totals agree exactly. The\n"
        "other two differ by less than 3 in 10,000. Where several guesses have the same score, that program\n"
        "may choose another one than pegwise, and another choice leads to another tree. The optimum of 5x8\n"
        "is not known.",
    ),
    Game(
        "bulls-and-cows",
        "Bulls and Cows, 4x10-distinct",
        (),
        "We know of no published totals for these heuristics. The optimal strategy needs at most 7 guesses.",
        (26274, "Tanaka 1996"),
    ),
)


def run(*args: str) -> str:
    """Run ``pegwise args...`` and return what it prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        main(args)
    return out.getvalue().rstrip("\n")


def section(game: Game, plot: bool = False) -> str:
    """Return the section of the page about one game; with ``plot``, draw its picture as well."""
    drawn = ["--plot", str(picture(game))] if plot else []
    command = ["compare", *STRATEGIES, "-r", game.rules, "--format", "markdown"]
    table = run(*command, *drawn)
    rows = figures(table)
    name = picture(game).name
    parts = [
        f"## {game.title}",
        f"```sh\npegwise {' '.join(command)} --plot {name}\n```",
        table,
        f"![The secrets that each strategy wins at each guess, as in the table above](comparison/{name})",
        *([_published(game)] if game.published else []),
        game.after,
        *([_above(game.optimum, rows)] if game.optimum else []),
    ]
    return "\n\n".join(parts)


def picture(game: Game) -> Path:
    """Return the path of the picture of a game."""
    return PICTURES / f"{game.rules}.svg"


def figures(table: str) -> list[dict[str, str]]:
    """Return the rows of a Markdown table, each by its headings."""
    headings, _, *rows = (line.strip("| ").split(" | ") for line in table.splitlines())
    return [dict(zip(headings, row, strict=True)) for row in rows]


def _published(game: Game) -> str:
    lines = [
        "| strategy | published | worst | here | worst | difference | source |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for said in game.published:
        command = ["compare", said.strategy, "-r", game.rules, *said.options, "--format", "markdown"]
        (here,) = figures(run(*command))
        what, digits = ("average", 2) if "." in said.figure else ("total", 0)
        differs = float(here[what].split()[0]) - float(said.figure)
        shown = [
            " ".join([said.strategy, *(f"`{' '.join(said.options)}`" for _ in said.options[:1])]),
            said.figure,
            said.worst,
            here[what],
            here["worst"],
            f"{differs:+.{digits}f}" if round(differs, digits) else "0",
            said.source,
        ]
        lines.append(f"| {' | '.join(shown)} |")
    return "\n".join(lines)


def _above(optimum: tuple[int, str], rows: list[dict[str, str]]) -> str:
    least, source = optimum
    lines = [f"| strategy | total | above the optimum, {least} ({source}) |", "| --- | ---: | ---: |"]
    for total, strategy in sorted((int(row["total"]), row["strategy"]) for row in rows):
        lines.append(f"| {strategy} | {total} | {100 * (total / least - 1):.2f} % |")
    return "\n".join(lines)


def page() -> str:
    """Draw the pictures and return the whole page."""
    return "\n\n".join([HEAD, *(section(game, plot=True) for game in GAMES)]) + "\n"


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    TARGET.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"wrote {TARGET.name}\n")
