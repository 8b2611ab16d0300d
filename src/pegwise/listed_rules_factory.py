"""Makes listed rules: of lists of codes, and of the options with which guesses and secrets differ."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pegwise.alphabet import NUMBERS, Alphabet, parse_alphabet
from pegwise.errors import CodeError, NotationError, RulesError
from pegwise.feedback_kinds import KINDS, TextKind, by_function
from pegwise.listed_rules import CodeList, ListedRules, TextFeedbackRules
from pegwise.normalized_text import plain_text
from pegwise.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.codes import CodeLike
    from pegwise.feedback_kinds import FeedbackKind
    from pegwise.listed_rules import Colors

_MOST_CODES = 1 << 24
"""Guesses, and secrets, of listed rules: all of them are held in memory."""
_MOST_MARKED = 10
"""Pegs that can be told one by one: there are three marks for each, and 3**10 feedbacks."""

_MOST_WEIGHT = 1 << 22
"""What all weights come to at most, as whole numbers: sums of them are exact."""


def variant(rules: Rules, options: frozenset[str], name: str) -> ListedRules:
    """Return the rules of the family with options that make guesses and secrets differ, or tell other things.

    The options are some of ``any``, ``holes``, ``total`` and ``marks``; ``name`` is the text of the rules.

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
    return _telling(kind)(
        rules.pegs, rules.colors + holes, repeats, rules.whites, alphabet, guesses, secrets, kind, name
    )


def _telling(kind: FeedbackKind) -> type[ListedRules]:
    return TextFeedbackRules if isinstance(kind, TextKind) else ListedRules


def _check_size(size: int, name: str) -> None:
    if size > _MOST_CODES:
        raise RulesError(f"rules {name!r}: a game whose codes are listed has at most {_MOST_CODES:,} guesses")


def _distinct_with_holes(pegs: int, colors: int, name: str) -> CodeList:
    """Return all codes in which no color comes twice, and any pegs may be empty."""
    grown: list[Colors] = [()]
    for _ in range(pegs):
        _check_size(len(grown) * (colors + 1) // 2, name)
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
    own = () if reader.alphabet is None else reader.alphabet.symbols
    guess_list: CodeList | Rules
    if isinstance(guesses, Rules):
        why = f"no code of the guesses, {guesses.plain}"
        _check_secrets(kept, lambda code: guesses.is_secret(reader.spelled(code)), reader, where_secret, why)
        guess_list = guesses.plain
    else:
        if asked is not None and texts is not None:
            held = frozenset(asked)
            if held.isdisjoint(kept):
                raise RulesError("no secret may be guessed: this game could never be won")
            why = "none of the guesses, so nobody could win against this secret; add it to the guesses"
            _check_secrets(kept, held.__contains__, reader, where_secret, why)
        guess_list = CodeList(tuple(sorted(asked or kept)), (), own)
    weighed = whole_weights(weights, len(kept), where_secret)
    order = sorted(range(len(kept)), key=kept.__getitem__)
    secret_list = CodeList(
        tuple(kept[place] for place in order), tuple(weighed[place] for place in order if weighed), own
    )
    kind = _kind(feedback, pegs, guess_list, secret_list, reader)
    return _family_of(guess_list, secret_list, kind, reader) or _telling(kind)(
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
        if (
            whole
            and secrets.size == family.size
            and (repeats or all(len(set(code)) == len(code) for code in secrets.codes))
        ):
            return family
    return None


def _family_reader(guesses: Rules, reader: Rules) -> Rules:
    """Return rules that read secrets where all codes of a family may be guessed."""
    if isinstance(guesses, ListedRules):
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
    symbols = {each: n for n, each in enumerate(reader.alphabet.symbols if reader.alphabet else (), 1)}
    symbols |= {_lower(each): n for each, n in symbols.items() if _lower(each) not in symbols}
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
    return list(first)


def _quick(code: CodeLike, symbols: dict[str, int], pegs: int) -> Colors | None:
    """Return the colors of a word whose letters are all known; None if it needs a closer look."""
    if not isinstance(code, str) or len(code) != pegs:
        return None
    colors = tuple(symbols.get(letter) or symbols.get(_lower(letter), 0) for letter in code)
    return colors if all(colors) else None


def _check_secrets(
    secrets: Sequence[Colors],
    is_guess: Callable[[Colors], bool],
    reader: Rules,
    where: Callable[[int], str],
    why: str,
) -> None:
    """Refuse a secret that is no guess: nobody could ever win against it."""
    for place, secret in enumerate(secrets):
        if not is_guess(secret):
            raise RulesError(f"{where(place)}: {reader.spelled(secret)} is {why}")


def whole_weights(
    weights: Iterable[object] | None, count: int, where: Callable[[int], str]
) -> tuple[int, ...]:
    """Return weights as the smallest whole numbers in the same proportion; nothing if all are the same.

    A weight may be text, such as ``0.25`` or ``1/3``. ``where`` says where a secret stands, for errors.

    Example:
        >>> whole_weights([0.5, "1/4", 1], 3, str), whole_weights([2, 2], 2, str)
        ((2, 1, 4), ())
    """
    if weights is None:
        return ()
    if isinstance(weights, str) or not isinstance(weights, Iterable):
        raise RulesError(f"weights: expected a list of numbers, not {weights!r}")
    found = [_weight(weight, place, where) for place, weight in enumerate(weights)]
    if len(found) != count:
        raise RulesError(f"there are {len(found)} weights for {count} secrets")
    if not any(found):
        raise RulesError("all weights are 0: there is no secret")
    for place, weight in enumerate(found):
        if not weight:
            raise RulesError(f"{where(place)}: the weight is 0; leave this secret out of the list")
    unit = math.lcm(*(weight.denominator for weight in found))
    whole = [int(weight * unit) for weight in found]
    common = math.gcd(*whole)
    whole = [weight // common for weight in whole]
    if sum(whole) > _MOST_WEIGHT:
        raise RulesError(
            f"as whole numbers the weights come to more than {_MOST_WEIGHT:,}; round them to fewer digits"
        )
    return tuple(whole) if max(whole) > 1 else ()


def _weight(weight: object, place: int, where: Callable[[int], str]) -> Fraction:
    try:
        if isinstance(weight, float):
            weight = repr(float(weight))  # as it was written: 0.1 is a tenth
        found = Fraction(weight) if isinstance(weight, (int, str, Fraction)) else Fraction(str(weight))
    except (ValueError, TypeError, ZeroDivisionError, OverflowError):
        raise RulesError(f"{where(place)}: the weight {weight} is no finite number") from None
    if found < 0:
        raise RulesError(f"{where(place)}: the weight {weight} is below 0")
    return found
