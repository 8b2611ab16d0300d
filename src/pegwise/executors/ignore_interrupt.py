"""Loaded by the worker processes of a local cluster: Ctrl-C is for the command, which then ends them."""

from __future__ import annotations

import signal


def dask_setup(_worker: object) -> None:
    """Ignore Ctrl-C, which a terminal sends to all processes of a command."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
