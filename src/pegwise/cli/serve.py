"""``pegwise serve``: the page and the HTTP API, on this computer."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import webbrowser
from ipaddress import ip_address

import click

from pegwise.cli.options import number_option
from pegwise.cli.standard_streams import let_go
from pegwise.errors import PegwiseError


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@number_option("The port to listen on; 0 chooses a free port.", "--port", least=0, most=65535, default=8000)
@click.option("--browser/--no-browser", default=True, help="Whether to open the page in the browser.")
@number_option("The number of worker processes.  [default: one per processor]", "--workers")
@click.option(
    "--allow-host",
    "allow_hosts",
    multiple=True,
    metavar="NAME",
    help="Allowed host name of the server; you can repeat the option.",
)
@click.option(
    "--allow-origin",
    "allow_origins",
    multiple=True,
    metavar="URL",
    help="Allowed CORS origin; you can repeat the option.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A trusted proxy, or a network of them: its X-Forwarded-For names the client.",
)
@click.option(
    "--metrics/--no-metrics",
    default=None,
    help="Answer /metrics, or not; by default only where no other computer asks.",
)
@click.option(
    "--log/--no-log",
    default=None,
    help="Whether to log each request as JSON.  [default: yes, except at a terminal]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the URL and the process ID as JSON.")
def command(
    host: str,
    port: int,
    browser: bool,
    workers: int | None,
    allow_hosts: tuple[str, ...],
    allow_origins: tuple[str, ...],
    proxies: tuple[str, ...],
    metrics: bool | None,
    log: bool | None,
    as_json: bool,
) -> None:
    """Run the web page, and the HTTP API under /api/v1, until you press Ctrl-C.

    Environment variables set all limits; docs/howto/serve.md lists them.

    \b
    Examples:
      pegwise serve
      pegwise serve --port 0 --no-browser
      pegwise serve --host 0.0.0.0 --allow-host mastermind.local
      pegwise serve --allow-host mastermind.example --proxy 127.0.0.1
    """
    try:
        from pegwise.web.limits.settings import Settings
        from pegwise.web.server import run
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("pegwise"):
            raise
        raise PegwiseError("the server needs more packages: pip install 'pegwise[web]'") from None
    settings = Settings.read(
        workers=workers,
        allow_hosts=allow_hosts or None,
        allow_origins=allow_origins or None,
        proxies=proxies or None,
        metrics=None if metrics is None else ("off", "on")[metrics],
    )
    if log if log is not None else not sys.stderr.isatty():
        from pegwise.web.log import log_to_stderr

        log_to_stderr()

    def ready(url: str) -> None:
        try:
            click.echo(json.dumps({"url": url, "pid": os.getpid()}) if as_json else _greeting(url, host))
        except OSError:  # nobody reads it: a server goes on all the same
            let_go()
        if browser:
            threading.Thread(target=_open, args=(url,), daemon=True).start()

    run(settings, host, port, ready)


def _greeting(url: str, host: str) -> str:
    lines = [f"pegwise is at {url}", "Press Ctrl-C to stop it."]
    try:
        is_loopback = ip_address(host).is_loopback
    except ValueError:
        is_loopback = host == "localhost"
    if not is_loopback:
        lines.append(f"It listens on {host}: anyone who can reach this computer over the network can use it.")
    return "\n".join(lines)


def _open(url: str) -> None:
    """Open the page, but in no browser that would take over this terminal."""
    with contextlib.suppress(webbrowser.Error):
        if type(webbrowser.get()) is not webbrowser.GenericBrowser:
            webbrowser.open(url)
