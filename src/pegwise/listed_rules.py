"""Listed rules: guesses and secrets out of lists, secrets with weights, and any feedback.

The family of Mastermind has neighbors: words, guesses that may repeat colors or leave pegs empty, feedback
that tells each peg. Each is a set of guesses, a set of secrets, and a feedback for each pair.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pegwise.alphabet import NUMBERS, Alphabet, parse_alphabet
from pegwise.codes import Code, Feedback, NumberedFeedback, told
from pegwise.errors import CodeError, FeedbackError, NotationError, RulesError
from pegwise.feedback_kinds import KINDS, FeedbackKind, by_function
from pegwise.normalized_text import plain_text
from pegwise.rules import Rules
from pegwise.weights import whole_weights

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from pegwise.codes import CodeLike, FeedbackLike

__all__ = ["CodeList", "ListedRules", "listed_rules", "variant"]

_MOST_CODES = 1 << 24
"""Guesses, and secrets, of listed rules: all of them are held in memory."""
_MOST_MARKED = 10
"""Pegs that can be told one by one: there are three marks for each, and 3**10 feedbacks."""

Colors = tuple[int, ...]


@dataclass(frozen=True)
class CodeList:
    """Codes out of a list, ascending, each with a weight.

    Attributes:
        codes: The codes, colors from 1, in numeric order.
        weights: How much each code counts, whole numbers; empty if all count the same.
        symbols: The symbols of the colors; empty for numbers.
    """

    codes: tuple[Colors, ...]
    weights: tuple[int, ...] = ()
    symbols: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The number of codes."""
        return len(self.codes)

    @cached_property
    def held(self) -> frozenset[Colors]:
        """The codes as a set."""
        return frozenset(self.codes)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the codes and weights, in hexadecimal."""
        return sha256(repr((self.codes, self.weights, self.symbols)).encode()).hexdigest()

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, CodeList) and self.digest == other.digest)


@dataclass(frozen=True, slots=True)
class ListedRules(Rules):
    """Rules whose guesses and secrets are given by lists, or by families that differ from each other.

    :meth:`Rules.listed` and :func:`parse_rules` make these; everything that takes rules takes them.

    Attributes:
        guesses: The codes that may be guessed: a list, or the family that they are.
        secrets: The codes that can be secret: a list, or the family that they are.
        kind: What the feedback tells.
        name: What the rules are called.
        file: The file of the rules, if they come from one.

    Example:
        >>> import pegwise
        >>> rules = pegwise.Rules.listed(["cat", "cot", "dog"], feedback="marks")
        >>> rules.size, str(rules.feedback(secret="cot", guess="cat"))
        (3, 'G.G')
    """

    guesses: Rules | CodeList = field(default=Rules(1, 1))
    secrets: Rules | CodeList = field(default=Rules(1, 1))
    kind: FeedbackKind = field(default=KINDS["hits"])
    name: str = field(default="", compare=False)
    file: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.name

    @property
    def is_listed(self) -> bool:
        """True: guesses and secrets are two lists."""
        return True

    @property
    def tells(self) -> str:
        """What feedback tells, which is ``hits``, ``black``, ``total``, ``marks`` or ``function``."""
        return self.kind.name

    @property
    def size(self) -> int:
        """The number of secrets."""
        return self.secrets.size

    @property
    def guess_count(self) -> int:
        """The number of codes that may be guessed."""
        return self.guesses.size

    @property
    def weights(self) -> tuple[int, ...]:
        """The weight of each secret, in numeric order; empty if all count the same."""
        return self.secrets.weights if isinstance(self.secrets, CodeList) else ()

    @property
    def weight(self) -> int:
        """The weights of all secrets together."""
        return sum(self.weights) or self.size

    @property
    def digest(self) -> str:
        """The SHA-256 of what the rules are: the lists, the weights and the feedback."""
        parts = [
            each.digest if isinstance(each, CodeList) else str(each.plain)
            for each in (self.guesses, self.secrets)
        ]
        told = [self.pegs, self.colors, self.kind.name, self.kind.digest, *parts]
        return sha256("\n".join(map(str, told)).encode()).hexdigest()

    @property
    def path(self) -> str:
        """The file that the rules come from; empty if they come from none."""
        return self.file

    @property
    def has_lists(self) -> bool:
        """True if the rules are lists out of a file or a program, which their text does not tell."""
        return isinstance(self.secrets, CodeList)

    @property
    def plain(self) -> Rules:
        """These rules: their symbols belong to them."""
        return self

    @property
    def colors_told(self) -> str | None:
        """The alphabet in words; None for lists, whose codes show it."""
        return None if isinstance(self.secrets, CodeList) else Rules.colors_told.fget(self)  # type: ignore[attr-defined]

    @property
    def bulls(self) -> bool:
        """True if the game is played as Bulls and Cows, with different digits."""
        return self.kind.name == "hits" and isinstance(self.secrets, Rules) and self.secrets.bulls

    @property
    def example(self) -> Code:
        """A code that shows what is expected: the first secret of a list."""
        if isinstance(self.secrets, CodeList):
            return self.spelled(self.secrets.codes[0])
        return self.spelled(self.secrets.example)

    @property
    def win(self) -> Feedback:
        """The feedback of a guess that is the secret."""
        return self.feedbacks[-1]

    @property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """All feedback that there may be; the win is the last."""
        return _feedbacks(self)

    def check(self, code: CodeLike, typed: str | None = None) -> None:
        """Check that a code may be guessed under these rules.

        Args:
            code: The code, its colors, or its text.
            typed: What the person typed; the message of an error names it instead of the code.

        Raises:
            CodeError: If the code may not be guessed.
            NotationError: If the text is not a code.

        Example:
            >>> import pegwise
            >>> pegwise.Rules.listed(["cat", "cot"]).check("tac")
            Traceback (most recent call last):
            pegwise.errors.CodeError: tac is none of the 2 guesses of this game
        """
        if not isinstance(code, Code):
            self.code(code)
            return
        Rules.check(self, code, typed)
        self._check_guess(code, typed or str(code))

    def _check_guess(self, code: Code, typed: str) -> None:
        if isinstance(self.guesses, Rules):
            Rules.check(self.guesses, code, typed)
        elif tuple(code) not in self.guesses.held:
            raise CodeError(f"{typed} is none of the {self.guesses.size:,} guesses of this game")

    def is_secret(self, code: Code) -> bool:
        """Tell whether a code of these rules can be the secret."""
        if isinstance(self.secrets, CodeList):
            return tuple(code) in self.secrets.held
        return self.secrets.is_secret(code)

    def drawn_secret(self, rng: random.Random) -> Code:
        """Draw a secret, of which every code is as likely as its weight says.

        Args:
            rng: The source of chance.

        Returns:
            The secret.
        """
        if isinstance(self.secrets, CodeList):
            (drawn,) = rng.choices(self.secrets.codes, self.secrets.weights or None)
            return self.spelled(drawn)
        return self.spelled(self.secrets.drawn_secret(rng))

    def feedback(self, secret: CodeLike, guess: CodeLike) -> Feedback:
        """Return the feedback that a guess gets against a secret.

        Args:
            secret: The secret, its colors, or its text.
            guess: The guess, its colors, or its text.

        Returns:
            The feedback; the win if both are the same code.

        Raises:
            CodeError: If a code is outside the rules, or the first cannot be the secret.
            NotationError: If a text is not a code.

        Example:
            >>> import pegwise
            >>> rules = pegwise.Rules.listed(["speed", "abide", "erase"], feedback="marks")
            >>> str(rules.feedback(secret="abide", guess="speed"))
            '..Y.Y'
        """
        first, second = self.code(secret), self.code(guess)
        if not self.is_secret(first):
            raise CodeError(f"{first} cannot be the secret of this game")
        if tuple(first) == tuple(second):
            return self.win
        return self.kind.feedback(self, first, second)

    def number(self, feedback: Feedback) -> int:
        """Return the number that the engine gives a feedback.

        Args:
            feedback: The feedback.

        Returns:
            The number, from 0; the win has the highest.
        """
        if isinstance(feedback, NumberedFeedback):
            return feedback.number
        return Rules.number(self, feedback)

    def numbered(self, number: int) -> Feedback:
        """Return the feedback that has a number.

        Args:
            number: The number, as :meth:`number` returns it.

        Returns:
            The feedback.
        """
        kind = self.kind.feedback_type(self)
        return Rules.numbered(self, number) if kind is None else kind(number)

    @property
    def expected_feedback(self) -> str:
        """What feedback looks like, in words."""
        if self.kind.feedback_type(self) is None:
            return "BWW, 1,2, 1B2W, or - for none" if self.whites else "2, 2B, BB, or - for none"
        return self.kind.expected(self)

    @property
    def example_feedback(self) -> str:
        """The text of some feedback."""
        if self.kind.feedback_type(self) is None:
            return "BW" if self.whites else "B"
        return str(self.feedbacks[len(self.feedbacks) // 3])

    def is_feedback(self, text: str) -> bool:
        """Tell whether a text may be feedback of these rules.

        Args:
            text: The text.

        Returns:
            True if it can be read.
        """
        if self.kind.feedback_type(self) is None:
            return Rules.is_feedback(self, text)
        return self.kind.read(self, plain_text(text)) is not None

    def hits(self, feedback: Sequence[FeedbackLike], *, numbered: bool = False) -> list[Feedback]:
        """Return the feedback of all rows of one game.

        Args:
            feedback: The feedback of each row, or its text.
            numbered: True if an error names the row.

        Returns:
            The feedback, in the same order.

        Raises:
            NotationError: If a text is not feedback of these rules.
        """
        kind = self.kind.feedback_type(self)
        if kind is None:
            return Rules.hits(self, feedback, numbered=numbered)
        found: list[Feedback] = []
        for number, one in enumerate(feedback, 1):
            if isinstance(one, str):
                read = self.kind.read(self, plain_text(one))
                if read is None:
                    row = f"row {number}: " if numbered else ""
                    raise NotationError(f"{row}feedback {one.strip()!r}: expected {self.kind.expected(self)}")
                found.append(kind(read))
            elif isinstance(one, kind):
                found.append(one)
            else:
                found.append(_of_this_kind(one, kind, self))
        return found

    def why_impossible(self, feedback: FeedbackLike) -> str | None:
        """Explain why no guess can get this feedback under these rules.

        Args:
            feedback: The feedback, or its text.

        Returns:
            The reason in words, or None if some guess may get this feedback.
        """
        (found,) = self.hits([feedback])
        return self.kind.why_impossible(self, found)

    def _checked(self, found: Feedback) -> Feedback:
        reason = self.kind.why_impossible(self, found)
        if reason is not None:
            raise FeedbackError(f"{found} is impossible: {reason}")
        return found


def _of_this_kind(one: FeedbackLike, kind: type[NumberedFeedback], rules: Rules) -> Feedback:
    """Return feedback that was made before, as a feedback of this kind."""
    if isinstance(one, NumberedFeedback) and str(one) in kind.texts:
        return kind(str(one))
    found = told(one)
    raise FeedbackError(f"{found} is no feedback of {rules}: expected a text such as {kind.texts[0]}")


@lru_cache(maxsize=8)
def _feedbacks(rules: ListedRules) -> tuple[Feedback, ...]:
    return rules.kind.feedbacks(rules)


# --- making listed rules ------------------------------------------------------------------------------


def variant(rules: Rules, options: frozenset[str], name: str) -> ListedRules:
    """Return the rules of the family with options that make guesses and secrets differ, or tell other things.

    Args:
        rules: The rules without these options.
        options: Some of ``any``, ``holes``, ``total`` and ``marks``.
        name: The text that names the rules.

    Raises:
        RulesError: If no game can have these options, or the game has too many codes.

    Example:
        >>> rules = variant(Rules(4, 10, repeats=False), frozenset(["any"]), "4x10-distinct-any")
        >>> rules.size, rules.guess_count
        (5040, 10000)
    """
    if "any" in options and rules.repeats:
        raise RulesError(f"rules {name!r}: -any goes with -distinct; otherwise guesses repeat colors anyway")
    kinds = options & {"total", "marks"}
    if len(kinds) > 1 or (kinds and not rules.whites):
        raise RulesError(f"rules {name!r}: at most one of -black, -total and -marks can be told")
    if "marks" in options and rules.pegs > _MOST_MARKED:
        raise RulesError(f"rules {name!r}: at most {_MOST_MARKED} pegs can be marked one by one")
    secrets, holes = Rules(rules.pegs, rules.colors, rules.repeats, rules.whites), "holes" in options
    repeats = rules.repeats or "any" in options or holes
    guesses: Rules | CodeList = Rules(rules.pegs, rules.colors + holes, repeats, rules.whites)
    if holes and not rules.repeats and "any" not in options:
        guesses = _distinct_with_holes(rules.pegs, rules.colors, name)
    _check_size(max(guesses.size, secrets.size), name)
    alphabet = (rules.alphabet or NUMBERS).with_hole(rules.colors) if holes else rules.alphabet
    kind = KINDS[next(iter(kinds), "hits" if rules.whites else "black")]
    return ListedRules(
        rules.pegs, rules.colors + holes, repeats, rules.whites, alphabet, guesses, secrets, kind, name
    )


def _check_size(size: int, name: str) -> None:
    if size > _MOST_CODES:
        raise RulesError(f"rules {name!r}: a game whose codes are listed has at most {_MOST_CODES:,} guesses")


def _distinct_with_holes(pegs: int, colors: int, name: str) -> CodeList:
    """Return all codes in which no color comes twice, and any pegs may be empty."""
    size, grown = 1, list[Colors]([()])
    for _ in range(pegs):
        size = len(grown) * (colors + 1)
        _check_size(size // 2, name)
        grown = [
            (*code, color)
            for code in grown
            for color in range(1, colors + 2)
            if color > colors or color not in code
        ]
    return CodeList(tuple(grown))


def listed_rules(
    secrets: Iterable[CodeLike] | None,
    guesses: Iterable[CodeLike] | Rules | None = None,
    weights: Iterable[object] | None = None,
    feedback: str | Callable[..., Any] = "hits",
    *,
    pegs: int | None = None,
    symbols: str | Sequence[str] | None = None,
    name: str = "listed",
    lines: tuple[Callable[[int], str], Callable[[int], str]] | None = None,
) -> Rules:
    """Return rules out of lists; see :meth:`Rules.listed`. Lists of all codes are the family's own game.

    ``lines`` says for secrets and for guesses where each stands, for errors.
    """
    where_secret, where_guess = lines or (_place("secret"), _place("guess"))
    texts = None if secrets is None else _listed(secrets, "secrets")
    others = None if guesses is None or isinstance(guesses, Rules) else _listed(guesses, "guesses")
    if not isinstance(name, str) or not name:
        raise RulesError(f"name {name!r}: expected text")
    if texts is None and others is None:
        raise RulesError("listed rules need a list of secrets, or of guesses")
    given = [*(texts or ()), *(others or ())]
    if not given:
        raise RulesError("the list of secrets is empty" if texts == [] else "the list of guesses is empty")
    pegs = _length(given[0], where_secret if texts else where_guess) if pegs is None else pegs
    alphabet, colors = _alphabet(given, symbols)
    reader = Rules(pegs, colors, alphabet=alphabet)
    if isinstance(guesses, Rules):
        reader = _family_reader(guesses, reader)
        pegs, colors = reader.pegs, reader.colors
    asked = None if others is None else _codes(others, reader, where_guess)
    kept = asked if texts is None else _codes(texts, reader, where_secret)
    assert kept is not None  # noqa: S101 - one of the two lists is given
    if asked is not None and texts is not None:
        _check_guessed(kept, frozenset(asked), reader, where_secret)
    if isinstance(guesses, Rules):
        _check_family(kept, guesses, reader, where_secret)
    weighed = whole_weights(weights, len(kept), where_secret)
    order = sorted(range(len(kept)), key=kept.__getitem__)
    own = () if reader.alphabet is None else reader.alphabet.symbols
    secret_list = CodeList(
        tuple(kept[place] for place in order),
        tuple(weighed[place] for place in order) if weighed else (),
        own,
    )
    guess_list: CodeList | Rules = (
        CodeList(secret_list.codes, (), own) if asked is None else CodeList(tuple(sorted(asked)), (), own)
    )
    if isinstance(guesses, Rules):
        guess_list = guesses.plain
    kind = _kind(feedback, pegs, guess_list, secret_list, reader)
    family = _family_of(guess_list, secret_list, kind, reader)
    if family is not None:
        return family
    return ListedRules(
        pegs, colors, True, kind.name != "black", reader.alphabet, guess_list, secret_list, kind, name
    )


def _family_of(
    guesses: CodeList | Rules, secrets: CodeList, kind: FeedbackKind, reader: Rules
) -> Rules | None:
    """Return the rules of the family if all of its codes are guesses and secrets; otherwise None."""
    if kind.name not in ("hits", "black") or secrets.weights:
        return None
    for repeats in (True, False):
        if not repeats and reader.pegs > reader.colors:
            return None
        family = Rules(reader.pegs, reader.colors, repeats, kind.name == "hits", reader.alphabet)
        whole = guesses == family if isinstance(guesses, Rules) else guesses.size == family.size
        if whole and secrets.size == family.size and (repeats or all(map(_is_distinct, secrets.codes))):
            return family
    return None


def _is_distinct(code: Colors) -> bool:
    return len(set(code)) == len(code)


def _family_reader(guesses: Rules, reader: Rules) -> Rules:
    """Return rules that read secrets where all codes of a family may be guessed."""
    if guesses.is_listed:
        raise RulesError(f"guesses: {guesses} are listed rules; expected a list, or rules such as 5x26")
    _check_size(guesses.size, str(guesses))
    if reader.alphabet is not None and len(reader.alphabet.symbols or range(reader.colors)) != guesses.colors:
        raise RulesError(f"{reader.colors} symbols for the {guesses.colors} colors of the guesses {guesses}")
    return replace(guesses, alphabet=reader.alphabet or guesses.alphabet)


def _kind(
    feedback: str | Callable[..., Any], pegs: int, guesses: CodeList | Rules, secrets: CodeList, reader: Rules
) -> FeedbackKind:
    if callable(feedback):
        if isinstance(guesses, Rules):
            raise RulesError("a feedback function needs a list of guesses")
        spelled = [[reader.spelled(code) for code in each.codes] for each in (guesses, secrets)]
        return by_function(feedback, *spelled)
    if not isinstance(feedback, str) or feedback not in KINDS:
        raise RulesError(f"feedback {feedback!r}: there are {', '.join(KINDS)}, or a function")
    if feedback == "marks" and pegs > _MOST_MARKED:
        raise RulesError(f"at most {_MOST_MARKED} pegs can be marked one by one, not {pegs}")
    return KINDS[feedback]


def _listed(values: object, what: str) -> list[Any]:
    """Return values as a list."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise RulesError(f"{what}: expected a list of codes, not {values!r}")
    return list(values)


def _place(what: str) -> Callable[[int], str]:
    return lambda place: f"{what} {place + 1}"


def _length(code: CodeLike, where: Callable[[int], str]) -> int:
    try:
        found = len(_word(code, where(0))) if isinstance(code, str) else len(tuple(code))
    except TypeError:
        raise RulesError(f"{where(0)}: {code!r} is no code") from None
    if not found:
        raise RulesError(f"{where(0)}: there is no code")
    return found


def _word(code: str, where: str) -> str:
    """Return a word in composed characters, as everything that is typed is read.

    Raises:
        RulesError: If a character has a mark that no composed character has; nobody could type it.
    """
    composed = unicodedata.normalize("NFC", code.strip())
    plain = plain_text(composed)
    if len(plain) != len(composed):
        raise RulesError(f"{where}: {code.strip()} has a mark that stands for no letter")
    return plain


def _alphabet(codes: Sequence[CodeLike], symbols: str | Sequence[str] | None) -> tuple[Alphabet | None, int]:
    """Return the symbols of the codes, and how many there are: those that are given, or those that occur."""
    if symbols is None:
        texts = [plain_text(code).strip() for code in codes if isinstance(code, str)]
        if len(texts) < len(codes):
            return None, _most(codes)
        symbols = "".join(sorted({_lower(letter) for letter in "".join(texts)}))
    if not isinstance(symbols, Sequence) or not all(isinstance(each, str) and each for each in symbols):
        raise RulesError(f"symbols: expected text, or a list of texts, not {symbols!r}")
    listed = [unicodedata.normalize("NFC", each) for each in symbols]
    if not listed:
        raise RulesError("symbols: there is none")
    try:
        found = parse_alphabet(",".join(listed) if len(listed) > 1 else listed[0], len(listed))
        return (Alphabet("words", found.symbols) if found.symbols else found), len(listed)
    except NotationError as error:
        raise RulesError(f"symbols: {error}") from None


def _most(codes: Sequence[CodeLike]) -> int:
    """Return the highest color of codes that are given as numbers."""
    most = 1
    for place, code in enumerate(codes):
        if isinstance(code, str):
            raise RulesError("codes are either text or colors, not both")
        try:
            most = max(most, *map(int, code))
        except (TypeError, ValueError):
            raise RulesError(f"code {place + 1}: {code!r} is no code") from None
    return most


def _lower(letter: str) -> str:
    """Return a letter in lower case, if that is one letter."""
    return letter.lower() if len(letter.lower()) == 1 else letter


def _codes(codes: Sequence[CodeLike], reader: Rules, where: Callable[[int], str]) -> list[Colors]:
    """Return codes that were given as text or colors; an error says where one stands."""
    if len(codes) > _MOST_CODES:
        raise RulesError(f"a list has at most {_MOST_CODES:,} codes, not {len(codes):,}")
    symbols = (
        {} if reader.alphabet is None else {each: n for n, each in enumerate(reader.alphabet.symbols, 1)}
    )
    symbols |= {_lower(each): n for each, n in symbols.items() if _lower(each) not in symbols}
    found: list[Colors] = []
    first: dict[Colors, int] = {}
    for place, code in enumerate(codes):
        code = _word(code, where(place)) if isinstance(code, str) else code
        try:
            colors = _quick(code, symbols, reader.pegs) or tuple(reader.decided(code))
        except (CodeError, NotationError) as error:
            raise RulesError(f"{where(place)}: {error}") from None
        if colors in first:
            raise RulesError(f"{where(place)}: {code} stands there twice; first at {where(first[colors])}")
        first[colors] = place
        found.append(colors)
    return found


def _quick(code: CodeLike, symbols: dict[str, int], pegs: int) -> Colors | None:
    """Return the colors of a word whose letters are all known; None if it needs a closer look."""
    if not isinstance(code, str) or len(code) != pegs:
        return None
    colors = tuple(symbols.get(letter) or symbols.get(_lower(letter), 0) for letter in code)
    return colors if all(colors) else None


def _check_family(
    secrets: Sequence[Colors], guesses: Rules, reader: Rules, where: Callable[[int], str]
) -> None:
    """Refuse a secret that is none of the codes of a family."""
    for place, secret in enumerate(secrets):
        if not guesses.is_secret(reader.spelled(secret)):
            raise RulesError(
                f"{where(place)}: {reader.spelled(secret)} is no code of the guesses, {guesses.plain}"
            )


def _check_guessed(
    secrets: Sequence[Colors], guesses: frozenset[Colors], reader: Rules, where: Callable[[int], str]
) -> None:
    """Refuse a secret that is no guess: nobody could ever win against it."""
    if guesses.isdisjoint(secrets):
        raise RulesError("no secret may be guessed: this game could never be won")
    for place, secret in enumerate(secrets):
        if secret not in guesses:
            raise RulesError(
                f"{where(place)}: {reader.spelled(secret)} is none of the guesses, so nobody could win "
                "against this secret; add it to the guesses"
            )


def renamed(rules: ListedRules, name: str, path: str = "") -> ListedRules:
    """Return the same rules under another name, and with the file that they come from."""
    return replace(rules, name=name, file=path)
