"""Results as plain values: numbers, text, lists and dictionaries, which JSON can hold."""

from __future__ import annotations

from typing import Any

from pegwise.codes import Row


def plain(value: Any) -> Any:
    """Return a value as plain values: a row by its two parts, a result as its ``to_dict``, else its text.

    >>> from pegwise.codes import Code
    >>> plain((Row("1122:B"), Code("12"), 0.5, None))
    [{'guess': '1122', 'feedback': 'B'}, '12', 0.5, None]
    """
    if isinstance(value, Row):
        return plain_values(value, "guess feedback")
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if type(value) in (tuple, list):
        return [plain(each) for each in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def plain_values(result: object, names: str, **computed: Any) -> dict[str, Any]:
    """Return attributes of a result by name, as plain values; what is computed takes their place.

    >>> plain_values(Row("1122:B"), "guess feedback black", black=1)
    {'guess': '1122', 'feedback': 'B', 'black': 1}
    """
    keys = names.split()
    return {key: computed[key] if key in computed else plain(getattr(result, key)) for key in keys}
