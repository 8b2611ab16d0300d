"""Asks a person for a line. However the input ends, that is one error."""

from __future__ import annotations

import getpass
import sys
import warnings

import click


def read_line(prompt: str, err: bool = False, hidden: bool = False) -> str:
    """A line from the person; from a pipe it is written out too, so that the session can be read.

    Raises :class:`EOFError` at the end of the input: Ctrl-D, a pipe without more, a terminal that was closed.
    """
    if sys.stdin.isatty():
        return _typed(prompt, err, hidden)
    try:
        line = sys.stdin.readline()
    except OSError:  # it cannot be read
        line = ""
    if not line:
        raise EOFError
    click.echo(f"{prompt} {'' if hidden else line.rstrip()}".rstrip(), err=err)
    return line


def _typed(prompt: str, err: bool, hidden: bool) -> str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            return _asked(prompt, err, hidden)
    except getpass.GetPassWarning:  # the secret will be seen, which the second time is told
        if not sys.stdin.isatty():
            raise EOFError from None
        return _asked(prompt, err, hidden)
    except click.Abort as abort:
        if not isinstance(abort.__context__, EOFError):
            raise
        if not hidden:
            click.echo(err=err)
        raise EOFError from None
    except OSError:
        raise EOFError from None


def _asked(prompt: str, err: bool, hidden: bool) -> str:
    line: str = click.prompt(
        prompt, "", prompt_suffix=" ", show_default=False, err=err, hide_input=hidden, type=str
    )
    return line
