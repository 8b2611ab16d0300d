"""What was made last is kept, by number or by size."""

from __future__ import annotations

from pegwise.engine.recent_cache import Recent


def test_what_was_asked_for_last_is_kept_by_its_size() -> None:
    kept: Recent[str] = Recent(10, size=len)
    made: list[str] = []

    def ask(text: str) -> None:
        kept.get(text[0], lambda: made.append(text) or text)  # type: ignore[func-returns-value]

    for text in ("aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb"):  # b is the oldest when c comes
        ask(text)
    assert made == ["aaaa", "bbbb", "cccc", "bbbb"]
    ask("d" * 100)  # more than there is room for: it is kept, alone
    ask("d" * 100)
    ask("aaaa")
    ask("bbbb")
    assert made[4:] == ["d" * 100, "aaaa", "bbbb"]
    kept.clear()
    ask("bbbb")
    assert made[-2:] == ["bbbb", "bbbb"]
