"""``pegwise table``: the best strategies known, of every size."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pegwise.cli.options import RULES, form_option, json_option, number_option, print_json, refuse_beside

if TYPE_CHECKING:
    from pegwise import Rules, Table


@click.command("table")
@click.option(
    "-r",
    "--rules",
    type=RULES,
    multiple=True,
    metavar="RULES",
    help="Only this size, with all that is known of it: PEGSxCOLORS, optionally with -distinct or -black. "
    "Give the option several times to list several sizes.",
)
@click.option(
    "--kind",
    type=click.Choice(["repeats", "distinct", "black"]),
    help="Only games in which colors may repeat, in which no color occurs twice, or in which only black hits "
    "are told.",
)
@number_option("Only games with this many pegs.", "--pegs", metavar="N")
@number_option("Only games with this many colors.", "--colors", metavar="N")
@form_option(
    ("table", "json", "csv", "markdown"),
    "A table for the terminal, or for a program, a spreadsheet or a document.",
)
@click.option(
    "--certificates",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Make the certificates of these sizes in this folder, with the commands of the table, and compare "
    "their digests. Files that are there are not made again, so a run that was stopped goes on.",
)
@json_option
def command(
    rules: tuple[Rules, ...],
    kind: str | None,
    pegs: int | None,
    colors: int | None,
    form: str,
    certificates: Path | None,
    as_json: bool,
) -> int:
    """List the best strategies known, for all sizes of the game that were searched.

    Each row has the least total known, which a certificate proves that some strategy attains, and a lower
    bound. If both are equal, the total is exact. The command looks all of this up; it searches nothing,
    unless you ask for certificates. With --certificates, the exit status is 1 if one of them is not that of
    the table.

    \b
    Examples:
      pegwise table
      pegwise table -r 4x6
      pegwise table --kind distinct --pegs 4
      pegwise table --pegs 5 --format csv
      pegwise table -r 5x8 --certificates certificates
    """
    from pegwise.optimal.table import table

    refuse_beside("form", "as_json", "certificates")
    found = table(rules, kind=kind, pegs=pegs, colors=colors)
    if not found:
        raise click.ClickException("the table has no such size")
    if certificates is not None:
        return _make(found, certificates, as_json)
    if as_json or form == "json":
        print_json(found.to_dict())
    elif form == "csv":
        click.echo(found.csv().rstrip("\n"))
    elif form == "markdown":
        click.echo(found.markdown())
    elif len(rules) == 1:
        click.echo("\n\n".join(map(str, found)))
    else:
        from pegwise.cli.terminal_style import print_table, screen_or_pipe
        from pegwise.optimal.table import HEADINGS, RIGHT, table_cells

        print_table(screen_or_pipe(), HEADINGS, list(map(table_cells, found)), right=RIGHT)
    return 0


def _make(rows: Table, folder: Path, as_json: bool) -> int:
    """Make the certificates of some rows; return 0, or 1 if one is not that of the table."""
    from pegwise.cli.certificates import remake

    done = []
    for each in remake(rows, folder):
        done.append(each)
        if not as_json:
            click.echo(str(each))
    if as_json:
        print_json([each.to_dict() for each in done])
    bad = sum(not each.is_good for each in done)
    if bad:
        click.echo(f"pegwise: {bad} of {len(done)} certificates are not those of the table", err=True)
    return 1 if bad else 0
