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
        "Made by `python docs/make_command_reference.py` from the command's help.\n"
        "Errors are one line on standard error with exit status 2; Ctrl-C leaves with 130.\n"
        "`NO_COLOR`, a pipe and a dumb terminal give plain text.",
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
