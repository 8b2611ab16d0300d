"""What people type: codes, feedback, rows and games in every notation, mixed and hostile ones among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.alphabet import COLOR_NAMES

if TYPE_CHECKING:
    from random import Random

    from pegwise.rules import Rules

RULES = (
    *("4x6", "4x8", "5x8", "4x10-distinct", "3x10", "4x9-distinct", "3x12", "2x26", "3x30", "1x6", "1x12"),
    *("4x6-black", "3x10-black", "4x6-blanks", "3x9-blanks", "3x10-blanks", "4x5-distinct-blanks", "12x6"),
    *("4x6 colors=letters", "4x8 colors=initials", "4x6 colors=RGBYWK", "3x5 colors=!$%&/", "4x6 colors=0-5"),
    *("3x3 colors=red,Cyan,12", "4x6 colors=numbers", "4x6-blanks colors=names", "3x4 colors=abcd"),
)
_NAMES = (*COLOR_NAMES, "grey", "cyan", "magenta", "teal", "violet", "lime", "gold", "Red", "BLUE")
_INITIALS = "RBGYOPSINWKACMTVL"
_HOSTILE = (
    *("", " ", ":", "::", "-", "--", "+", "=", "->", "#", "# x", "#1", "1.", "row", "1)", "0", "00"),
    *("99999999999", "none", "no hits", "1/", "/1", "1,,2", "B,", "won", "4x6", "colors=letters", "12:"),
    *(":B", "1122:B:W", "|", ";", "B", "W", ".", "·", "é", "ß", "😀", "\u00a0", "\u200b", "\ufeff", "\t"),
    *("\r\n", "\n", "\x1c", "\x85", "\u2028"),
)
_WIDE = {ord(sign): chr(ord(sign) + 0xFEE0) for sign in "0123456789ABCRGBYW:,-"}
_UNICODE = (
    _WIDE,
    {ord("-"): "−"},
    {ord("-"): "–"},
    {ord(" "): "\u00a0"},
    {ord("1"): "١", ord("2"): "٢"},
    {ord(":"): "→"},
)
Style = str
STYLES = (
    "numbers",
    "zero",
    "letters",
    "small",
    "initials",
    "names",
    "dashed",
    "spaced",
    "groups",
    "own",
    "any",
)


def typed_code(rng: Random, rules: Rules, style: Style, code: tuple[int, ...] | None = None) -> str:
    """A code in a notation, this one or any of the rules, or nearly so."""
    numbers = list(code or drawn_code(rng, rules))
    if rng.random() < 0.02:
        numbers = rng.choice((numbers[1:], [*numbers, 1], [*numbers[1:], rules.colors + 1]))
    words = [_color(rng, rules, number, style) for number in numbers]
    short = all(len(word) == 1 for word in words)
    between = "" if short and style != "spaced" else rng.choice("- ,_") if style != "dashed" else "-"
    text = between.join(words)
    if style == "groups" and short and len(text) > 2:
        size = rng.randint(1, len(text) - 1)
        text = rng.choice(" -").join(text[at : at + size] for at in range(0, len(text), size))
    return text


def drawn_code(rng: Random, rules: Rules) -> tuple[int, ...]:
    """A code of the rules."""
    colors = range(1, rules.colors + 1)
    return tuple(rng.choices(colors, k=rules.pegs) if rules.repeats else rng.sample(colors, rules.pegs))


def _color(rng: Random, rules: Rules, number: int, style: Style) -> str:
    if rules.has_blanks and number == rules.colors:
        return "."
    if style == "any":
        style = rng.choice(("numbers", "letters", "initials", "names", "zero"))
    if style == "own" and rules.alphabet is not None and rules.alphabet.symbols:
        return rng.choice(rules.alphabet.symbols)
    if style == "zero":
        return str(number - 1)
    if style in ("letters", "small") and number <= 26:
        return chr(ord("A" if style == "letters" else "a") + number - 1)
    if style == "initials":
        return _INITIALS[number - 1] if number <= 12 and rng.random() < 0.97 else rng.choice(_INITIALS)
    if style == "names":
        return COLOR_NAMES[number - 1] if number <= 12 and rng.random() < 0.95 else rng.choice(_NAMES)
    return "0" if number == rules.colors == 10 and rng.random() < 0.8 else str(number)


HITS = (
    *(
        "letters",
        "numbers",
        "counts",
        "bulls",
        "cows",
        "strikes",
        "slash",
        "signed",
        "signs",
        "pegs",
        "words",
    ),
    *("alone", "spaces", "any"),
)


_BLACK_WORDS, _WHITE_WORDS = ("black", "bulls", "strikes"), ("white", "cows", "ball")


def typed_hits(rng: Random, rules: Rules, style: Style, told: tuple[int, int]) -> str:
    """Feedback in a notation: these black and white hits, at times others."""
    black, white = told if rng.random() < 0.98 else (rng.randint(0, rules.pegs), rng.randint(0, rules.pegs))
    if style == "alone" and rules.whites and rng.random() < 0.9:
        style = "spaces"
    if style == "any":
        style = rng.choice(HITS[:-1])
    text = _hits(rng, black, white, style)
    return text.lower() if rng.random() < 0.1 else text


def _hits(rng: Random, black: int, white: int, style: Style) -> str:
    if style in ("counts", "bulls", "cows", "strikes"):
        letters = {"counts": "BW", "bulls": "AB", "cows": "BC", "strikes": "SB"}[style]
        first, second = letters[0], letters[1]
        parts = [part for part, hits in ((f"{black}{first}", black), (f"{white}{second}", white)) if hits]
        whole = not parts or rng.random() < 0.5
        return f"{black}{first}{white}{second}" if whole else rng.choice(("", " ", "+")).join(parts)
    written = {
        "letters": "B" * black + "W" * white or "-",
        "numbers": f"{black},{white}",
        "slash": f"{black}/{white}",
        "signed": f"+{black} -{white}",
        "signs": "+" * black + "-" * white or "0",
        "pegs": "●" * black + "○" * white or "-",
        "words": f"{black} {rng.choice(_BLACK_WORDS)} {white} {rng.choice(_WHITE_WORDS)}",
        "alone": str(black),
        "spaces": f"{black} {white}",
    }
    return written[style]


def typed_history(rng: Random, rules: Rules, secret: tuple[int, ...] | None = None) -> str:
    """Rows of a game: mostly of one alphabet and one notation, in one of the forms of rows."""
    return _spoiled(rng, _rows(rng, rules, secret or drawn_code(rng, rules), rng.choice(STYLES)))


def _rows(rng: Random, rules: Rules, secret: tuple[int, ...], style: Style) -> str:
    hits = rng.choice(HITS)
    colon = rng.choice((":", ":", " ", ": ", " : ", ",", " -> ", " = ", " → ", " | ", "\t"))
    between = rng.choice((" ", "\n", "\n\n", "  ", "\r\n", "\n# a comment\n", " # so\n", ", "))
    numbered = rng.choice(("", "", "", "{}. ", "{}: ", "#{} ", "row {} ", "{}) ", "{} "))
    rows = []
    for number in range(1, rng.randint(1, 4) + 1):
        own = (style, hits) if rng.random() < 0.95 else (rng.choice(STYLES), rng.choice(HITS))
        guess = drawn_code(rng, rules)
        told = rules.feedback(secret, guess)
        rows.append(
            numbered.format(number)
            + typed_code(rng, rules, own[0], guess)
            + colon
            + typed_hits(rng, rules, own[1], told)
        )
    return between.join(rows)


_COLORS = ("letters", "initials", "names", "numbers", "RGBYWK", "0-5", "x")


def typed_game(rng: Random, rules: Rules) -> str:
    """A whole game: rules or none, rows, perhaps a last guess, marks and settings."""
    style, secret = rng.choice(STYLES), drawn_code(rng, rules)
    parts = [str(rules)] if rng.random() < 0.8 else []
    if rng.random() < 0.1:
        parts.append(
            "colors=" + rng.choice(("letters", "initials", "names", "numbers", "RGBYWK", "0-5", "x"))
        )
    parts.append(_rows(rng, rules, secret, style))
    told = typed_code(rng, rules, style, secret)
    if rng.random() < 0.4:
        parts.append(told)
    words = (
        "won",
        "resigned",
        "max-guesses=10",
        "hints=2",
        "codemaker=fixed",
        f"secret={told}",
        "race=knuth",
    )
    parts += [word.replace(" ", "-") for word in rng.sample(words, rng.choice((0, 0, 1, 2)))]
    return _spoiled(rng, rng.choice((" ", "\n")).join(parts))


def typed_games(rng: Random, rules: Rules) -> str:
    """A file of games: a game in each line, rows in lines, a table, or a mixture of them."""
    kind = rng.random()
    if kind < 0.25:
        return _spoiled(rng, _table(rng, rules))
    games = [_game_lines(rng, rules, whole=kind < 0.5) for _ in range(rng.randint(1, 3))]
    return _spoiled(rng, rng.choice(("\n", "\n\n", "\n# another\n")).join(games))


def _game_lines(rng: Random, rules: Rules, *, whole: bool) -> str:
    if whole or rng.random() < 0.1:
        return " ".join(typed_game(rng, rules).split())
    numbered = rng.choice(("", "{} ", "{}. "))
    heading = rng.choice(("", "", str(rules) + "\n", str(rules) + " "))
    rows = [numbered.format(number) + row for number, row in enumerate(_plain_rows(rng, rules), 1)]
    return heading + "\n".join(rows) + rng.choice(("", "", "\nwon", "\nresigned", "\nhints=1"))


def _plain_rows(rng: Random, rules: Rules) -> list[str]:
    """Rows of a game in one notation; the last one may win."""
    style, secret = rng.choice(STYLES[:6]), drawn_code(rng, rules)
    guesses = [drawn_code(rng, rules) for _ in range(rng.randint(1, 4))] + [secret] * (rng.random() < 0.5)
    return [f"{typed_code(rng, rules, style, guess)}:{rules.feedback(secret, guess)}" for guess in guesses]


def _table(rng: Random, rules: Rules) -> str:
    """A table with a heading, whose columns stand in any order."""
    between = rng.choice(",;\t|")
    names = rng.choice((["guess", "feedback"], ["Guess", "black", "white"], ["#", "code", "bulls", "cows"]))
    names = [*names, *rng.choice(([], ["game"], ["time"]))]
    rng.shuffle(names)
    lines = [between.join(names)]
    for number, row in enumerate(_plain_rows(rng, rules), 1):
        guess, _, told = row.partition(":")
        cells = {
            "guess": guess,
            "code": guess,
            "feedback": told,
            **dict.fromkeys(("black", "bulls"), str(told.count("B"))),
            **dict.fromkeys(("white", "cows"), str(told.count("W"))),
            "game": str(rng.randint(1, 2)),
            "#": str(number),
        }
        quoted = [cells.get(name.lower(), "x") for name in names]
        lines.append(between.join(f'"{cell}"' if between in cell else cell for cell in quoted))
    return "\n".join(lines)


def _spoiled(rng: Random, text: str) -> str:
    """The text, at times in other characters of Unicode, or with something strange in it."""
    if rng.random() < 0.15:
        text = text.translate(rng.choice(_UNICODE))
    if rng.random() < 0.12:
        place = rng.randint(0, len(text))
        text = text[:place] + rng.choice(_HOSTILE) + text[place:]
    return text
