"""Writes docs/reference/command.md from the command's own help: ``python docs/make_command_reference.py``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pegwise.cli.app import COMMANDS, cli

TARGET = Path(__file__).parent / "reference" / "command.md"


def reference() -> str:
    """The page: the help of ``pegwise`` and of each of its commands."""
    parts = [
        "# The command",
        "`python docs/make_command_reference.py` generates this page from the command's help.\n"
        "On an error the command prints one line on standard error and exits with status 2; after Ctrl-C it\n"
        "exits with status 130, and if the terminal was closed, with status 129. The output is\n"
        "plain text in a pipe, on a dumb terminal, and if the environment variable `NO_COLOR` is set.",
    ]
    root = click.Context(cli, info_name="pegwise", terminal_width=100, **cli.context_settings)
    parts.append(_block("pegwise", cli.get_help(root)))
    for name in COMMANDS:
        command = cli.get_command(root, name)
        assert command is not None
        context = click.Context(command, parent=root, info_name=name, terminal_width=100)
        parts.append(_block(f"pegwise {name}", command.get_help(context)))
        for inner, below in getattr(command, "commands", {}).items():
            path = f"{name} {inner}"
            context = click.Context(below, parent=root, info_name=path, terminal_width=100)
            parts.append(_block(f"pegwise {path}", below.get_help(context)))
    return "\n\n".join(parts) + "\n"


def _block(title: str, text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.splitlines())
    return f"## `{title}`\n\n```text\n{lines}\n```"


if __name__ == "__main__":
    TARGET.write_text(reference(), encoding="utf-8")
    sys.stdout.write(f"wrote {TARGET.name}\n")
