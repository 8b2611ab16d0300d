"""Writes docs/comparison.md and its pictures with ``pegwise compare``: ``python docs/make_comparison.py``.

A minute on two cores, nearly all of it for 5x8. The pictures need ``pip install 'pegwise[plot]'``.
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

Made by `python docs/make_comparison.py`, which runs the commands shown here; a test holds the page to what
they print. Every secret is played, so the figures are exact; `counter` and `random-consistent`, which draw
lots, are each one player, that of seed 0. Ties go to a candidate, then to the lowest code. In the pictures a
panel is a strategy, a bar the secrets it wins at that guess, and the dashed line its average.

Beside our figures stand the published ones, with their source. The optimum is the least total there is."""


@dataclass(frozen=True)
class Published:
    """A figure in print: ``figure`` is the total or, where chance has a part, the average.

    ``options`` are those of the command that reproduces it.
    """

    strategy: str
    figure: str
    source: str
    worst: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """A section of the page."""

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
        "Where chance has a part, each game has a new seed. [Claims](claims.md) plays more games.",
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
        "The published trees begin with 11223, so ours do here. Two agree to the last guess. The other two\n"
        "differ by less than 3 in 10,000: that program breaks ties in its own way, and where many guesses\n"
        "score the same, another choice is another tree. The optimum of 5x8 is not known.",
    ),
    Game(
        "bulls-and-cows",
        "Bulls and Cows, 4x10-distinct",
        (),
        "We know no published totals of these heuristics; the optimum needs at most 7 guesses.",
        (26274, "Tanaka 1996"),
    ),
)


def run(*args: str) -> str:
    """What ``pegwise args...`` prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        main(args)
    return out.getvalue().rstrip("\n")


def section(game: Game, plot: bool = False) -> str:
    """The part of the page on one game; ``plot`` draws its picture as well."""
    drawn = ["--plot", str(picture(game))] if plot else []
    command = ["compare", *STRATEGIES, "-r", game.rules, "--format", "markdown"]
    table = run(*command, *drawn)
    rows = figures(table)
    name = picture(game).name
    parts = [
        f"## {game.title}",
        f"```sh\npegwise {' '.join(command)} --plot {name}\n```",
        table,
        f"![How many secrets each strategy wins at each guess: the figures above](comparison/{name})",
        *([_published(game)] if game.published else []),
        game.after,
        *([_above(game.optimum, rows)] if game.optimum else []),
    ]
    return "\n\n".join(parts)


def picture(game: Game) -> Path:
    """Where the picture of a game stands."""
    return PICTURES / f"{game.rules}.svg"


def figures(table: str) -> list[dict[str, str]]:
    """The rows of a Markdown table by its headings."""
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
    """The whole page, its pictures drawn."""
    return "\n\n".join([HEAD, *(section(game, plot=True) for game in GAMES)]) + "\n"


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    TARGET.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"wrote {TARGET.name}\n")
