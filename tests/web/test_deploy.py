"""The files of ``deploy/`` agree with the program: options, settings, ports and what is copied."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from configparser import RawConfigParser
from pathlib import Path

import pytest

from pegwise.cli.serve import command
from pegwise.web.limits.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "howto" / "deploy.md").read_text(encoding="utf-8")
FILES = {path.name: path.read_text(encoding="utf-8") for path in sorted(DEPLOY.iterdir())}
SETTINGS = {PREFIX + name.upper() for name in Settings.__dataclass_fields__} | {"PEGWISE_CACHE"}
OPTIONS = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}


def unit() -> dict[str, list[str]]:
    """The lines of the service by key, in the section that says how it runs."""
    found: dict[str, list[str]] = {}
    for line in FILES["pegwise.service"].partition("[Service]")[2].partition("[Install]")[0].splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


@pytest.mark.parametrize("text", [*FILES.values(), PAGE], ids=[*FILES, "page"])
def test_settings_that_are_named_exist(text: str) -> None:
    assert set(re.findall(r"PEGWISE_[A-Z_]+", text)) <= SETTINGS


@pytest.mark.parametrize("name", ["pegwise.service", "Containerfile"])
def test_options_of_the_server_exist(name: str) -> None:
    commands = [line for line in FILES[name].splitlines() if line.startswith(("ExecStart", "ENTRYPOINT"))]
    options = re.findall(r"--[a-z-]+", commands[0])
    assert len(commands) == 1
    assert {"--host", "--port", "--no-browser", "--log"} <= set(options) <= OPTIONS


def test_all_speak_of_one_port_and_one_name() -> None:
    port = re.search(r"--port (\d+)", FILES["pegwise.service"])
    assert port is not None
    assert f"proxy_pass http://127.0.0.1:{port[1]};" in FILES["nginx.conf"]
    assert f"reverse_proxy 127.0.0.1:{port[1]} {{" in FILES["Caddyfile"]
    assert f"EXPOSE {port[1]}" in FILES["Containerfile"]
    for name in ("nginx.conf", "Caddyfile", "pegwise.service"):
        assert "mastermind.example.org" in FILES[name]


def test_the_proxies_name_the_client_hand_on_streams_and_hide_the_statistics() -> None:
    nginx, caddy = FILES["nginx.conf"], FILES["Caddyfile"]
    assert nginx.count("{") == nginx.count("}")
    for line in (
        "proxy_set_header Host $http_host;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
        "proxy_buffering off;",
        "location = /metrics {",
    ):
        assert line in nginx
    assert "respond /metrics 404" in caddy
    assert "flush_interval -1" in caddy
    assert "PEGWISE_PROXIES=127.0.0.1" in unit()["Environment"][0]


def test_the_service_may_do_what_it_must_and_no_more() -> None:
    RawConfigParser(strict=False).read_string(FILES["pegwise.service"])
    lines = unit()
    for key, value in {
        "DynamicUser": "yes",
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "PrivateDevices": "yes",
        "CapabilityBoundingSet": "",
        "MemoryDenyWriteExecute": "yes",
        "IPAddressDeny": "any",
    }.items():
        assert lines[key] == [value]
    # Workers bound their memory and lower their priority: calls of the set @resources.
    assert "@resources" not in " ".join(lines["SystemCallFilter"])
    assert "--host 127.0.0.1" in lines["ExecStart"][0]


def test_what_the_container_copies_is_enough_to_build_from(tmp_path: Path) -> None:
    copied = [
        word
        for line in FILES["Containerfile"].splitlines()
        if line.startswith("COPY") and "--from" not in line
        for word in line.split()[1:-1]
    ]
    assert all((ROOT / path).exists() for path in copied)
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = ["pyproject.toml", "kernels", project["project"]["readme"], *project["project"]["license-files"]]
    needed += [wheel["hooks"]["custom"]["path"], *wheel["include"]]
    assert all(any(Path(path).is_relative_to(each) for each in copied) for path in needed)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_accepts_the_service(tmp_path: Path) -> None:
    service = tmp_path / "pegwise.service"
    service.write_text(FILES["pegwise.service"].replace("/opt/pegwise/bin/pegwise", "/bin/true"))
    ran = subprocess.run(["systemd-analyze", "verify", service], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no Caddy here")
def test_caddy_accepts_its_file() -> None:
    words = ["caddy", "adapt", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0
