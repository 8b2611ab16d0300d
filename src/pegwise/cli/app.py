"""The ``pegwise`` command: finds the subcommand, and turns every error into one line."""

from __future__ import annotations

import atexit
import contextlib
import errno
import gc
import os
import sys
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import click

from pegwise import __version__
from pegwise.cli.late_numpy import import_numpy_late
from pegwise.cli.standard_streams import (
    CLOSED,
    is_of_output,
    is_reader_gone,
    is_terminal_gone,
    let_go,
    open_streams,
)
from pegwise.errors import PegwiseError

if TYPE_CHECKING:
    from collections.abc import Sequence

# numpy makes ready a thread a processor for linear algebra, which nothing here uses: half of its start.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Modules are many objects and no garbage: to look for garbage more seldom, and not at all at the end, saves a
# tenth of the time of a short command.
gc.set_threshold(50_000)
atexit.register(gc.freeze)

COMMANDS = {
    "solve": "Watch a strategy break a code, or have it break yours.",
    "play": "Break a code that the program holds.",
    "puzzle": "Find the only code that is consistent with some rows.",
    "games": "List, resume, review, export and import saved games.",
    "stats": "Compare your saved games with what strategies would do.",
    "review": "Evaluate each guess of a game, and say what was luck.",
    "hint": "Suggest the next guess, and say why.",
    "feedback": "Give the feedback of guesses, and say why.",
    "candidates": "Count and list the codes that are still possible.",
    "partition": "Show how guesses split the candidates, side by side.",
    "tree": "Build the whole tree of a strategy, and print or save it.",
    "compare": "Compare strategies over all secrets.",
    "optimal": "Find an optimal strategy and prove it, or give bounds.",
    "value": "Find the value of a game whose codemaker and codebreaker mix.",
    "table": "List the best strategies known, of every size.",
    "check": "Check a certificate of an optimal strategy.",
    "serve": "Run the web page and the HTTP API on this computer.",
    "site": "Write the page as files for any web server.",
    "bench": "Measure the speed of this computer.",
}
"""The subcommands, in the order of the help; each is the function ``command`` of its module."""

_EPILOG = """\b
Examples: pegwise solve 3632             Knuth's algorithm breaks 3632
          pegwise hint 1122:B 1344:W     suggest the next guess
A row is GUESS:FEEDBACK; feedback is BWW, 1,2, 1B2W, 1A2B, or - for no hit."""


class Group(click.Group):
    """A command with subcommands: a misspelled name is answered with the nearest one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The subcommand that the first word names, and the words after it."""
        word, names = args[0], self.list_commands(ctx)
        if word in names or word.startswith("-"):
            return super().resolve_command(ctx, args)
        import difflib  # takes long, and few words are misspelled

        near = difflib.get_close_matches(word.lower(), names, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"the commands are {', '.join(names)}"
        raise click.UsageError(f"there is no command {word!r}; {hint}", ctx)


class _Commands(Group):
    """Loads a subcommand only when it is used, so that help is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"pegwise.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=_Commands,
    epilog=_EPILOG,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _param, wanted: _show_version(ctx) if wanted else None,
    help="Show the version and the code that runs the kernels, and exit.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Play, analyze and solve Mastermind and related games."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _show_version(ctx: click.Context) -> None:
    from pegwise.engine.running.kernel_choice import describe

    click.echo(f"pegwise, version {__version__}\nkernels: {describe()}")
    ctx.exit()


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command and leave with its status.

    It is 0; 2 for an error, told in one line; 129 if the terminal was closed; 130 for Ctrl-C.
    """
    open_streams()
    import_numpy_late()
    warnings.showwarning = _warn  # type: ignore[assignment]
    try:
        status = cli.main(args=args, prog_name="pegwise", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        where = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        _leave(2, error.format_message().replace("\n", " ") + where)
    except (click.ClickException, PegwiseError) as error:
        _leave(2, error.format_message() if isinstance(error, click.ClickException) else str(error))
    except (click.Abort, KeyboardInterrupt):
        _leave(130, "stopped")
    except SystemExit as error:
        if error.code == 1:  # click's own end where the reader has read enough
            let_go()
            sys.exit(0)
        raise
    except OSError as error:
        if is_reader_gone(error):  # it has read enough
            let_go()
            sys.exit(0)
        if is_terminal_gone() and error.errno == errno.EIO:
            _leave(CLOSED)
        what = "the output cannot be written" if is_of_output(error) else error.filename
        _leave(2, f"{what}: {error.strerror}" if what else str(error))
    sys.exit(status if isinstance(status, int) else 0)


def _warn(message: Warning | str, *_: object) -> None:
    """Tell a warning in one line, without the place in the program that it comes from."""
    with contextlib.suppress(OSError):
        click.echo(f"pegwise: {message}", err=True)


def _leave(status: int, message: str = "") -> NoReturn:
    with contextlib.suppress(OSError):  # there is no one to tell
        if message:
            click.echo(f"pegwise: {message}", err=True)
    let_go()
    sys.exit(status)
