"""What is checked of a request: who sends it, and that its body is JSON and no more of it than is needed.

The server's own page and programs may ask, not the pages of other sites. A page elsewhere can reach a server
on this computer in two ways. It can ask across sites; then the browser says so in ``Origin`` or
``Sec-Fetch-Site``. Or its name can be made to lead to this computer after the page was loaded (DNS
rebinding); then the browser believes it to be the same site, but ``Host`` still has that name. An address in
figures cannot be made to lead elsewhere.
"""

from __future__ import annotations

import json
import re
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlsplit

from pegwise.late_pattern import late_pattern
from pegwise.web.limits.refusals import BadBody, HostRefused, OriginRefused

if TYPE_CHECKING:
    from pegwise.web.limits.settings import Settings

    Headers = list[tuple[bytes, bytes]]

_STRING = late_pattern(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKETS = late_pattern(rb"[\[\]{}]")


def check_sender(method: str, path: str, headers: Headers, settings: Settings) -> None:
    """Raise :class:`HostRefused` or :class:`OriginRefused` for a request that may not be answered.

    Source: W3C, *Fetch Metadata Request Headers*; the policy that its section 2 leads to.
    """
    host = _one(headers, b"host")
    if host is None or not _is_ours(host, settings):
        shown = "no one name" if host is None else repr(host[:100])
        raise HostRefused(f"{shown}: the server answers as localhost, by its address, or a name it was given")
    if not _is_from_here(method, path, headers, host, settings):
        raise OriginRefused("the page of another site asked; --allow-origin allows one to")


def _one(headers: Headers, name: bytes) -> str | None:
    """The value of a header that is there once; None if it is not."""
    found = [value for key, value in headers if key == name]
    return found[0].decode("latin-1").lower() if len(found) == 1 else None


def _is_ours(host: str, settings: Settings) -> bool:
    try:
        parts = urlsplit(f"//{host}")
        name = "" if "@" in host else parts.hostname or ""
        _ = parts.port  # raises for one that is none
    except ValueError:
        return False
    if name == "localhost" or name in (known.lower() for known in settings.allow_hosts):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_from_here(method: str, path: str, headers: Headers, host: str, settings: Settings) -> bool:
    if any(key == b"origin" for key, _ in headers):
        origin = _one(headers, b"origin") or "null"
        return origin in settings.allow_origins or origin in (f"http://{host}", f"https://{host}")
    site = _one(headers, b"sec-fetch-site")
    if site in (None, "same-origin", "none"):
        return True
    # A link from elsewhere to the page itself, opened as a page.
    opened = _one(headers, b"sec-fetch-mode") == "navigate" and _one(headers, b"sec-fetch-dest") == "document"
    return opened and method == "GET" and not path.startswith("/api/")


def check_json(body: bytes, depth: int) -> None:
    """Raise ``refusals.BadBody`` unless ``body`` is JSON that a program can work with.

    Refused is what Python reads but the standard does not have (NaN, Infinity), numbers beyond floating
    point, brackets nested deeper than ``depth``, integers of thousands of digits and text that is no Unicode.

    >>> check_json(b'{"guess": [1, 1, 2, 2]}', depth=2)
    >>> check_json(b'[[[1]]]', depth=2)
    Traceback (most recent call last):
    pegwise.web.limits.refusals.BadBody: brackets are nested deeper than 2
    """
    _check_depth(body, depth)
    try:
        value = json.loads(body.decode(), parse_constant=_refuse, parse_float=_finite)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeError:
        raise BadBody("the text is not Unicode written as UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadBody(f"{error.msg} at character {error.pos + 1}") from None
    except ValueError:  # Python's own bound on the digits of an integer
        raise BadBody("a number has too many digits") from None


def _check_depth(body: bytes, depth: int) -> None:
    level = 0
    for bracket in _BRACKETS.findall(_STRING.sub(b"", body)):
        level += 1 if bracket in b"[{" else -1
        if level > depth:
            raise BadBody(f"brackets are nested deeper than {depth}")


def _refuse(constant: str) -> NoReturn:
    raise BadBody(f"{constant} is not a number of JSON")


def _finite(text: str) -> Any:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise BadBody(f"the number {text[:20]} is too large")
    return value
