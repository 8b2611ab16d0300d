"""Makes a Python on Linux look like one on the system that PEGWISE_TEST_SYSTEM names, as far as that goes.

Python imports it at the start of each process that has this folder in its path: processes of commands, and
the processes that those start. What pegwise uses of other packages is imported first, because these choose
their code by the system as they are imported.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

PACKAGES = """
click colorama ctypes getpass gzip logging multiprocessing.popen_fork numpy
numpy.random platformdirs psutil rich.console rich.progress rich.table shutil socket sqlite3
subprocess tempfile wasmtime
""".split()  # noqa: SIM905
"""What commands import."""
WEB = """
asyncio fastapi.responses http.client multiprocessing.connection multiprocessing.popen_spawn_posix
multiprocessing.resource_tracker multiprocessing.spawn prometheus_client urllib.request uvicorn.lifespan.on
uvicorn.loops.asyncio uvicorn.protocols.http.h11_impl webbrowser
""".split()  # noqa: SIM905
"""What the server imports besides."""

MODULES = {
    "win32": """
        curses fcntl grp posix pty pwd readline resource syslog termios tty
    """.split(),  # noqa: SIM905
    "darwin": ["uvloop"],
}
"""Modules that the system lacks."""

FUNCTIONS = {
    "win32": """
        fchmod fork forkpty get_blocking getegid geteuid getgid getgroups getloadavg getpgid getpgrp
        getpriority getresuid getsid getuid initgroups killpg lchown memfd_create mkfifo mknod nice
        openpty posix_fadvise posix_fallocate posix_spawn pread preadv pwrite pwritev register_at_fork
        sched_getaffinity sched_setaffinity sched_yield set_blocking setpgid setpriority setsid setuid
        statvfs sync sysconf tcgetpgrp tcsetpgrp ttyname uname wait wait3 wait4
    """.split(),  # noqa: SIM905
    "darwin": """
        eventfd memfd_create posix_fadvise posix_fallocate sched_getaffinity sched_setaffinity
    """.split(),  # noqa: SIM905
}
"""Functions of ``os`` that it lacks."""

SIGNALS = {
    "win32": """
        SIGALRM SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGPROF SIGQUIT SIGSTOP SIGTSTP SIGTTIN
        SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH alarm pause pthread_kill
        setitimer sigwait
    """.split(),  # noqa: SIM905
    "darwin": """
        SIGPWR SIGSTKFLT SIGRTMIN SIGRTMAX sigtimedwait sigwaitinfo
    """.split(),  # noqa: SIM905
}
"""What it lacks of ``signal``."""


def _stand_ins() -> None:
    """Have what Python itself needs here to start processes and to serve, without what is taken away."""
    import multiprocessing
    import signal
    import socket
    import subprocess
    from multiprocessing.popen_fork import Popen

    import psutil

    family, kill = socket.AF_UNIX, signal.SIGKILL
    pair = socket.socketpair
    changes: dict[Any, dict[str, Any]] = {
        socket: {"socketpair": lambda *given: pair(*(given or (family,))), "SO_EXCLUSIVEADDRUSE": 15},
        Popen: {"kill": lambda self: self._send_signal(kill)},
        subprocess.Popen: {"kill": lambda self: self.send_signal(kill)},
        multiprocessing: {"get_all_start_methods": lambda: ["spawn"]},
        psutil: {"BELOW_NORMAL_PRIORITY_CLASS": 5},
    }
    if "asyncio" in sys.modules:
        import asyncio
        from multiprocessing import resource_tracker

        changes[resource_tracker] = {"_HAVE_SIGMASK": False}
        changes[asyncio] = {"ProactorEventLoop": asyncio.SelectorEventLoop}
    for owner, names in changes.items():
        for name, value in names.items():
            setattr(owner, name, value)
    del socket.AF_UNIX


def become(system: str) -> None:
    """Take away what the system lacks, and say its name."""
    import signal

    for name in [*PACKAGES, *(WEB if "PEGWISE_TEST_WEB" in os.environ else ())]:
        with suppress(ModuleNotFoundError):  # of an extra, or of one system
            import_module(name)
    if system == "win32":
        _stand_ins()
    for name in MODULES[system]:
        sys.modules[name] = None  # type: ignore[assignment]
    for owner, names in ((os, FUNCTIONS[system]), (signal, SIGNALS[system])):
        for name in names:
            if hasattr(owner, name):
                delattr(owner, name)
    if any("multiprocessing.spawn" in word for word in sys.orig_argv):
        _say_later(system)
    else:
        sys.platform = system


def _say_later(system: str) -> None:
    """Say the name when a process that was spawned has its pipe, which each system gives it in its way."""
    from multiprocessing import spawn

    begin: Any = spawn._main

    def begun(*given: Any) -> Any:
        sys.platform = system
        return begin(*given)

    setattr(spawn, "_main", begun)  # noqa: B010 - types know it as a function of other arguments


become(os.environ["PEGWISE_TEST_SYSTEM"])
