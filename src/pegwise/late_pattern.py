"""Regular expressions that are compiled when they are first used: most commands use few of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any


class _LatePattern:
    """A pattern whose methods and attributes are those of the compiled one."""

    def __init__(self, text: str, flags: int) -> None:
        self._made_of = text, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._made_of), name)
        setattr(self, name, found)
        return found


if TYPE_CHECKING:
    late_pattern = re.compile
else:

    def late_pattern(text: str, flags: int = 0) -> re.Pattern[str]:
        """Return a pattern as ``re.compile`` does, which is compiled at its first use.

        >>> bool(late_pattern("[a-f]+").fullmatch("cafe"))
        True
        """
        return _LatePattern(text, flags)
