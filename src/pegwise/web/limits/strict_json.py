"""JSON as the standard has it, and no more of it than a request needs."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from pegwise.web.limits.refusals import BadBody

__all__ = ["check_json"]

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKETS = re.compile(rb"[\[\]{}]")


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
