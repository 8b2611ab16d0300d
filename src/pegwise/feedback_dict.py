"""What belongs to each feedback: dictionaries that take the text of feedback as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, overload

from pegwise.codes import Feedback, told

if TYPE_CHECKING:
    from pegwise.codes import FeedbackLike

Value = TypeVar("Value")
Other = TypeVar("Other")


class ByFeedback(dict[Feedback, Value]):
    """A dictionary by feedback; whoever looks something up may give its text, such as ``BW``, or two numbers.

    Example:
        >>> import pegwise
        >>> classes = pegwise.Position("4x6 1122:B").partition("1344").classes
        >>> classes["BW"] == classes[1, 1] == classes[pegwise.Feedback(1, 1)]
        True
        >>> classes.get("BBBW", 0), "BBBW" in classes
        (0, False)
    """

    __slots__ = ()

    def __missing__(self, feedback: FeedbackLike) -> Value:
        if isinstance(feedback, str):
            return self[self._asked(feedback)]
        raise KeyError(feedback)

    def _asked(self, text: str) -> Feedback:
        """Return the feedback that a text means here."""
        named = next((each for each in self if str(each) == text), None)
        return told(text) if named is None else named

    if TYPE_CHECKING:  # a dictionary asks __missing__ for text, which it does not have as a key

        def __getitem__(self, feedback: FeedbackLike, /) -> Value: ...

    def __contains__(self, feedback: object) -> bool:
        return super().__contains__(self._asked(feedback) if isinstance(feedback, str) else feedback)

    @overload
    def get(self, feedback: FeedbackLike, default: None = None, /) -> Value | None: ...
    @overload
    def get(self, feedback: FeedbackLike, default: Other, /) -> Value | Other: ...
    def get(self, feedback: FeedbackLike, default: Any = None, /) -> Any:
        """Return the value for some feedback.

        Args:
            feedback: The feedback, or its text.
            default: What to return if there is no such feedback.

        Returns:
            The value.
        """
        return super().get(self._asked(feedback) if isinstance(feedback, str) else told(feedback), default)


class FixedByFeedback(ByFeedback[Value]):
    """A dictionary by feedback that cannot be changed, and can be hashed if its values can be.

    Example:
        >>> import pegwise
        >>> classes = pegwise.Position("4x6 1122:B").partition("1344").classes
        >>> classes == dict(classes)
        True
        >>> classes.clear()
        Traceback (most recent call last):
        TypeError: this dictionary cannot be changed; dict() makes one that can be
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[FixedByFeedback[Value]], tuple[dict[Feedback, Value]]]:
        return type(self), (dict(self),)

    def _unchanged(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this dictionary cannot be changed; dict() makes one that can be")

    __setitem__ = __delitem__ = __ior__ = _unchanged
    clear = pop = popitem = setdefault = update = _unchanged
