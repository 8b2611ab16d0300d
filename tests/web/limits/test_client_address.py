"""Who a client is, and who may say so."""

from __future__ import annotations

import pytest

from pegwise.errors import NotationError
from pegwise.web.limits.client_address import UNKNOWN, client_of, is_trusted, networks

PROXIES = ("127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48")
FORGED = b"198.51.100.1"


def behind(peer: str, *lines: bytes, proxies: tuple[str, ...] = PROXIES) -> str:
    return client_of(
        peer, [(b"host", b"localhost"), *((b"x-forwarded-for", line) for line in lines)], proxies
    )


def test_without_a_trusted_proxy_the_header_is_not_read() -> None:
    assert behind("203.0.113.7", FORGED) == "203.0.113.7"
    assert behind("127.0.0.1", FORGED, proxies=()) == "127.0.0.1"
    assert behind("11.0.0.1", FORGED) == "11.0.0.1"


@pytest.mark.parametrize(
    ("lines", "client"),
    [
        ([b"203.0.113.7"], "203.0.113.7"),
        ([FORGED + b", 203.0.113.7"], "203.0.113.7"),
        ([FORGED, b"203.0.113.7"], "203.0.113.7"),  # a proxy that adds a line of its own
        ([b"203.0.113.7,10.1.2.3 ,  127.0.0.1"], "203.0.113.7"),  # through three proxies
        ([FORGED + b", 203.0.113.7, 10.1.2.3"], "203.0.113.7"),
        ([b"203.0.113.7:51234"], "203.0.113.7"),
        ([b"[2001:db8:2::5]:443"], "2001:db8:2::/64"),
        ([b"2001:db8:2::5"], "2001:db8:2::/64"),
        ([b"::ffff:203.0.113.7"], "203.0.113.7"),
        ([b"10.1.2.3"], "10.1.2.3"),  # a proxy that asks for itself
        ([], "10.0.0.1"),
        ([b""], "10.0.0.1"),
        ([b"unknown"], "10.0.0.1"),
        ([FORGED + b", _hidden"], "10.0.0.1"),  # what stands before what cannot be read is not believed
        ([FORGED + b", , 10.1.2.3"], "10.1.2.3"),
        ([b"9" * 5000], "10.0.0.1"),
    ],
)
def test_the_last_address_that_is_no_proxy_is_the_client(lines: list[bytes], client: str) -> None:
    assert behind("10.0.0.1", *lines) == client


def test_all_of_an_ipv6_network_is_one_client() -> None:
    names = {client_of(f"2001:db8:2:3:{n:x}::{n:x}") for n in range(1, 500)}
    assert names == {"2001:db8:2:3::/64"}
    assert client_of("2001:db8:2:4::1") != names.pop()
    assert client_of("fe80::1%eth0") == "fe80::/64"
    assert client_of("::1") == "::1"


def test_one_address_has_one_name() -> None:
    assert client_of("::ffff:203.0.113.7") == client_of("203.0.113.7") == "203.0.113.7"
    for text in (None, "", "a socket", "999.1.1.1"):
        assert client_of(text) == client_of(text, [], PROXIES) == UNKNOWN


def test_a_proxy_is_trusted_however_its_address_is_written() -> None:
    assert is_trusted("::ffff:10.9.9.9", PROXIES)
    assert is_trusted("2001:db8:1:9::1", PROXIES)
    for other in ("11.0.0.0", "2001:db8:2::1", None, "", "nothing"):
        assert not is_trusted(other, PROXIES)
    assert not is_trusted("127.0.0.1", ())


@pytest.mark.parametrize("text", ["10.0.0.0/33", "10.0.0.1/8", "proxy.example", "*", "10.0.0"])
def test_what_is_no_network_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected the address or the network of a proxy"):
        networks((text,))
