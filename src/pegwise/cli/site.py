"""``pegwise site``: the page as files for any web space, without a server of pegwise."""

from __future__ import annotations

import json
from pathlib import Path, PureWindowsPath

import click

from pegwise.cli.options import number_option, print_json

_LIST = "pegwise-site.json"
"""Names the files that were written, so that the next time no other file is replaced or removed."""
_LACKS = """\
This site lacks Review, Explore, large games, words, hints of other strategies and one-guess puzzles.
To add them, name a distribution of Pyodide {versions}: pegwise site DIR --pyodide PATH"""


@click.command("site")
@click.argument("directory", type=click.Path(file_okay=False), metavar="DIR")
@click.option(
    "--pyodide",
    type=click.Path(exists=True),
    metavar="PATH",
    help="A folder or an archive that has Pyodide, Python for browsers: with it, the page does everything.",
)
@number_option(
    "The number of days that have a puzzle, from today on.", "--days", least=0, most=366, default=30
)
@click.option("--json", "as_json", is_flag=True, help="Print the number and the size of the files as JSON.")
def command(directory: str, pyodide: str | None, days: int, as_json: bool) -> None:
    """Write the page to a directory that any web server can serve, without pegwise.

    With --pyodide, the page runs pegwise itself in the browser, and does all that it does with a server.
    Without, it plays, teaches and gives hints for small games. The same command brings the directory up to
    date; it replaces only files that it wrote itself.

    \b
    Examples:
      pegwise site public
      pegwise site public --pyodide pyodide-0.27.7.tar.bz2
      pegwise site public --pyodide pyodide --days 90
    """
    from pegwise.cli.files import write_whole
    from pegwise.cli.progress import shown_progress
    from pegwise.web.pyodide import VERSIONS, Pyodide
    from pegwise.web.site import site_files

    python = None if pyodide is None else Pyodide.read(Path(pyodide))
    folder = Path(directory)
    before = _ours(folder)
    _check_free(folder, before)
    written: list[str] = []
    size = 0
    with shown_progress():
        for name, content in site_files(days=days, pyodide=python):
            _check_ours(folder / name, name in before)
            written.append(name)
            size += len(content)
            # First the list: after an interruption between the two the file is still known as ours.
            _note(folder, {*before, *written})
            write_whole(str(folder / name), content)
    for name in before - set(written):  # such as the puzzle of a day that is over
        try:
            (folder / name).unlink(missing_ok=True)
        except OSError as error:
            raise click.ClickException(f"{folder / name}: cannot be removed ({error.strerror})") from None
    _note(folder, set(written))
    if as_json:
        version = None if python is None else python.version
        print_json({"directory": directory, "files": len(written), "bytes": size, "pyodide": version})
        return
    click.echo(f"{directory}: {len(written)} files, {size / 1e6:.1f} MB")
    if python is None:
        click.echo(_LACKS.format(versions=" or ".join(VERSIONS)))


def _ours(folder: Path) -> set[str]:
    """The files that this command wrote before."""
    try:
        names = list(json.loads((folder / _LIST).read_text(encoding="utf-8"))["files"])
    except FileNotFoundError:
        return set()
    except (OSError, ValueError, KeyError, TypeError):
        raise click.ClickException(f"{folder / _LIST}: this is not the list of a site") from None
    return {name for name in names if isinstance(name, str) and _is_inside(name)}


def _is_inside(name: str) -> bool:
    path = PureWindowsPath(name)  # it knows both kinds of slashes, and drives
    return not path.anchor and ".." not in path.parts


def _check_free(folder: Path, before: set[str]) -> None:
    """Raise for a directory that holds something else: a site is a directory of its own."""
    if not folder.is_dir() or before or (folder / _LIST).exists():
        return
    if any(not path.is_dir() or path.is_symlink() for path in folder.rglob("*")):
        raise click.ClickException(
            f"{folder}: the directory has other files; name an empty or a new directory"
        )


def _check_ours(target: Path, ours: bool) -> None:
    """Raise for a file that this command did not write; else make its directory."""
    if target.exists() and not ours:
        raise click.ClickException(f"{target}: this file is not of a site; it is not replaced")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(f"{target.parent}: cannot be made ({error.strerror})") from None


def _note(folder: Path, names: set[str]) -> None:
    from pegwise.cli.files import write_whole

    write_whole(str(folder / _LIST), json.dumps({"files": sorted(names)}, indent=1) + "\n")
