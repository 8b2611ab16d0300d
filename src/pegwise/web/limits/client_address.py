"""Who a client is: an address, or the address that a trusted proxy names.

uvicorn can read ``X-Forwarded-For`` too. It is not used: it trusts a misspelled network silently, takes text
that is no address for a client, does not know an IPv4 address that is written as IPv6, and runs after the
connection is accepted, where it is too late to limit connections.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from pegwise.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from ipaddress import IPv4Address, IPv4Network, IPv6Network

    Address = IPv4Address | IPv6Address
    Network = IPv4Network | IPv6Network

UNKNOWN = "unknown"
"""The client where there is no address: a socket of the file system, or a test."""
_HOME = 64
"""Bits of an IPv6 address that name a network. One person has all addresses below them."""


@lru_cache(maxsize=16)
def networks(texts: tuple[str, ...]) -> tuple[Network, ...]:
    """Read addresses and networks. Raises :class:`~pegwise.errors.NotationError` for text that is neither.

    >>> [str(network) for network in networks(("127.0.0.1", "10.0.0.0/8"))]
    ['127.0.0.1/32', '10.0.0.0/8']
    """
    found = []
    for text in texts:
        try:
            found.append(ip_network(text))
        except ValueError as error:
            raise NotationError(
                f"{text!r}: expected the address or the network of a proxy, such as 127.0.0.1 or 10.0.0.0/8"
                f" ({error})"
            ) from None
    return tuple(found)


def client_of(
    peer: str | None, headers: Iterable[tuple[bytes, bytes]] = (), proxies: tuple[str, ...] = ()
) -> str:
    """Name the client that a request comes from. All addresses of one IPv6 network of 64 bits are one client.

    ``peer`` is the address at the other end of the connection. If it belongs to ``proxies``, the client is
    the last address in ``X-Forwarded-For`` that does not: each proxy adds the address that asked it at the
    end, and what stands before that may be forged. Text that is no address ends the search.

    >>> client_of("203.0.113.7", [(b"x-forwarded-for", b"198.51.100.1")])
    '203.0.113.7'
    >>> client_of("::ffff:203.0.113.7"), client_of("2001:db8::1:2"), client_of(None)
    ('203.0.113.7', '2001:db8::/64', 'unknown')
    >>> client_of("10.0.0.1", [(b"x-forwarded-for", b"198.51.100.1, 203.0.113.7")], ("10.0.0.0/8",))
    '203.0.113.7'
    """
    client = _address(peer or "")
    if client is None:
        return UNKNOWN
    if is_trusted(client, proxies):
        named = b",".join(value for name, value in headers if name == b"x-forwarded-for")
        for text in reversed(named.decode("latin-1").split(",")):
            before = _address(text)
            if before is None:
                break
            client = before
            if not is_trusted(client, proxies):
                break
    if isinstance(client, IPv6Address) and not client.is_loopback:
        return str(ip_network((int(client) >> (128 - _HOME) << (128 - _HOME), _HOME)))
    return str(client)


def is_trusted(address: Address | str | None, proxies: tuple[str, ...]) -> bool:
    """Tell whether an address belongs to the trusted proxies."""
    found = _address(address) if isinstance(address, str) else address
    return found is not None and any(found in network for network in networks(proxies))


def _address(text: str) -> Address | None:
    """Read ``203.0.113.7``, ``203.0.113.7:5678``, ``2001:db8::1`` or ``[2001:db8::1]:5678``."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
