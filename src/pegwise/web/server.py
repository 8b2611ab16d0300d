"""The server: a socket, the application, and an end that comes quickly when it is asked for."""

from __future__ import annotations

import errno
import os
import socket
import sys
from ipaddress import ip_address
from typing import TYPE_CHECKING

import uvicorn

from pegwise.errors import PegwiseError
from pegwise.web.games import Games
from pegwise.web.limits.connections import Connections, protocol
from pegwise.web.log import note

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.web.limits.settings import Settings

_HEAD = 16 * 1024
"""Bytes of a request's head at most."""
_BACKLOG = 512


class ServerError(PegwiseError):
    """The server cannot listen there."""


def run(settings: Settings, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve until a signal ends it; ``ready`` gets the address once requests are answered.

    Port 0 is any that is free. Raises :class:`ServerError` where it cannot listen, and
    :class:`~pegwise.errors.FileFormatError` where the games cannot be opened.
    """
    from pegwise.web.app import create_app

    Games(settings).close()  # what is wrong with them is told before anything is started
    with _listening(host, port) as listener:
        loopback = ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback
        app = create_app(settings, metrics=settings.shows_metrics(loopback))
        connections = Connections(settings)
        if app.state.metrics is not None:
            app.state.metrics.connections, connections.refused = connections, app.state.metrics.refused
        config = uvicorn.Config(
            app,
            http=protocol(settings, connections),
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # pegwise.web.limits.client_address reads them
            server_header=False,
            timeout_keep_alive=settings.idle_seconds,  # type: ignore[arg-type]
            timeout_graceful_shutdown=settings.goodbye,  # type: ignore[arg-type]
            h11_max_incomplete_event_size=_HEAD,
        )

        def answering() -> None:
            note("started", url=url_of(listener), pid=os.getpid(), workers=settings.workers)
            ready(url_of(listener))

        try:
            _Server(config, answering).run(sockets=[listener])
        finally:
            note("ended")


class _Server(uvicorn.Server):
    """Says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # With the protocol named: else asyncio leaves Nagle's algorithm on, and answers wait 40 ms.
        listener = socket.socket(family, kind, protocol)
        try:
            if sys.platform == "win32":  # there, SO_REUSEADDR would let two programs listen at once
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(_BACKLOG)
        except OSError:
            listener.close()
            raise
        return listener
    except socket.gaierror as error:
        raise ServerError(f"host {host!r}: there is no such address ({error.strerror})") from None
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise ServerError(f"host {host!r}: this computer does not have this address") from None
        raise ServerError(
            f"cannot listen on {host}:{port}: {error.strerror or error}; --port 0 takes any free port"
        ) from None


def url_of(listener: socket.socket) -> str:
    """The address to open: on this computer where the server listens everywhere."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
