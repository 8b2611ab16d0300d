"""The terminal: one file per command; text in, text out."""

from pegwise.cli.app import main

__all__ = ["main"]
