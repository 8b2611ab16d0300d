"""Text in the place of each value gives what the value gives, in everything that is public."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import pytest

import pegwise
from pegwise import (
    Adversary,
    Code,
    Feedback,
    FixedCodemaker,
    Game,
    NotationError,
    PegwiseError,
    Position,
    Record,
    Row,
    Rules,
    SavedGames,
    build_tree,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RULES, SMALL = Rules(4, 6), Rules(3, 4)
CODE, GUESS = Code((3, 6, 3, 2)), Code((1, 1, 2, 2))
ROWS = (Row(Code((1, 1, 2, 2)), Feedback(1, 0)), Row(Code((1, 3, 4, 4)), Feedback(0, 1)))
POSITION, LINE = Position(RULES, ROWS), "4x6 1122:B 1344:W"
GAME = Record(RULES, (*ROWS, Row(CODE, Feedback(4, 0))))
GAME_LINE = "4x6 1122:B 1344:W 3632:BBBB"
PUZZLE = pegwise.puzzle("4x6", seed=1)
ONE_GUESS = pegwise.one_guess_puzzle("4x6", seed=1)
TREE = build_tree(SMALL, strategy=pegwise.make("knuth"))
SOLVED = "4x6 1122:B 1344:W 3526:BWW 1462:BW"
LEFT = "4x6 1122:B 1344:W 3526:BWW"

# The name, the call with text, and the same with values.
CASES: list[tuple[str, Callable[[], Any], Callable[[], Any]]] = [
    ("Code", lambda: Code("1122"), lambda: GUESS),
    ("Feedback", lambda: Feedback("BWW"), lambda: Feedback(1, 2)),
    ("Row", lambda: Row("1122", "B"), lambda: ROWS[0]),
    ("Row", lambda: Row("1122:B"), lambda: ROWS[0]),
    ("Rules", lambda: RULES.code("1122"), lambda: RULES.code((1, 1, 2, 2))),
    ("Rules", lambda: RULES.code("red-red-blue-blue"), lambda: RULES.code((1, 1, 2, 2))),
    ("Rules", lambda: RULES.spelled("1122"), lambda: RULES.spelled((1, 1, 2, 2))),
    ("Rules", lambda: RULES.check("1122"), lambda: RULES.check((1, 1, 2, 2))),
    ("Rules", lambda: RULES.feedback("3632", "1122"), lambda: RULES.feedback(CODE, GUESS)),
    ("Rules", lambda: RULES.feedback("CFCB", "AABB"), lambda: RULES.feedback(CODE, GUESS)),
    ("Rules", lambda: RULES.check_feedback("1A2B"), lambda: RULES.check_feedback((1, 2))),
    ("Rules", lambda: RULES.why_impossible("BBBW"), lambda: RULES.why_impossible((3, 1))),
    ("parse_rules", lambda: pegwise.parse_rules("4x6"), lambda: pegwise.parse_rules(RULES)),
    ("parse_code", lambda: pegwise.parse_code("1122", "4x6"), lambda: pegwise.parse_code(GUESS, RULES)),
    ("parse_feedback", lambda: pegwise.parse_feedback("B", "4x6"), lambda: ROWS[0].feedback),
    ("parse_history", lambda: pegwise.parse_history("1122:B 1344:W", "4x6"), lambda: ROWS),
    ("parse_history", lambda: pegwise.parse_history(["1122:B", ROWS[1]], "4x6"), lambda: ROWS),
    ("parse_position", lambda: pegwise.parse_position(LINE), lambda: pegwise.parse_position(POSITION)),
    ("parse_game", lambda: pegwise.parse_game(GAME_LINE), lambda: pegwise.parse_game(GAME)),
    (
        "parse_games",
        lambda: pegwise.parse_games("3x4 112:W 234:BBB", "3x4"),
        lambda: [pegwise.parse_game("3x4 112:W 234:BBB")],
    ),
    ("code_name", lambda: pegwise.code_name("1122"), lambda: pegwise.code_name(GUESS)),
    ("feedback_name", lambda: pegwise.feedback_name("B"), lambda: pegwise.feedback_name((1, 0))),
    ("history_name", lambda: pegwise.history_name("1122:B 1344:W"), lambda: pegwise.history_name(ROWS)),
    ("position_name", lambda: pegwise.position_name(LINE), lambda: pegwise.position_name(POSITION)),
    ("game_name", lambda: pegwise.game_name(GAME_LINE), lambda: pegwise.game_name(GAME)),
    ("Position", lambda: Position("4x6", "1122:B 1344:W"), lambda: POSITION),
    ("Position", lambda: Position(LINE), lambda: POSITION),
    ("Position", lambda: Position("4x6 1122:B", ["1344:W"]), lambda: POSITION),
    ("Position", lambda: Position("1122:B").after("1344", "W"), lambda: POSITION),
    ("Position", lambda: "3526" in POSITION, lambda: Code((3, 5, 2, 6)) in POSITION),
    ("Position", lambda: "3526" in POSITION.candidates, lambda: Code((3, 5, 2, 6)) in POSITION.candidates),
    ("Position", lambda: POSITION.partition("1122"), lambda: POSITION.partition(GUESS)),
    ("Position", lambda: POSITION.split("1344"), lambda: POSITION.split(ROWS[1].guess)),
    ("Game", lambda: Game("4x6", "3632"), lambda: Game(RULES, CODE)),
    ("Game", lambda: Game("4x6", "3632", rows="1122:B"), lambda: Game(RULES, CODE, rows=ROWS[:1])),
    ("Game", lambda: Game("4x6", "3632").guess("1122"), lambda: Game(RULES, CODE).guess(GUESS)),
    ("Record", lambda: Record("4x6", "1122:B", secret="3632"), lambda: Record(RULES, ROWS[:1], secret=CODE)),
    ("FixedCodemaker", lambda: FixedCodemaker("4x6", "3632"), lambda: FixedCodemaker(RULES, CODE)),
    (
        "FixedCodemaker",
        lambda: FixedCodemaker("4x6", "3632").feedback(LINE, "1122"),
        lambda: FixedCodemaker(RULES, CODE).feedback(POSITION, GUESS),
    ),
    ("FixedCodemaker", lambda: FixedCodemaker("4x6", "3632").reveal(LINE), lambda: CODE),
    ("Adversary", lambda: Adversary("4x6"), lambda: Adversary(RULES)),
    (
        "Adversary",
        lambda: Adversary("4x6").feedback(LINE, "3526"),
        lambda: Adversary(RULES).feedback(POSITION, Code((3, 5, 2, 6))),
    ),
    ("Adversary", lambda: Adversary("4x6").reveal(LINE), lambda: Adversary(RULES).reveal(POSITION)),
    (
        "random_secret",
        lambda: pegwise.random_secret("4x6", seed=1),
        lambda: pegwise.random_secret(RULES, seed=1),
    ),
    (
        "play_out",
        lambda: pegwise.play_out("4x6", "3632", strategy="knuth"),
        lambda: pegwise.play_out(RULES, CODE, strategy=pegwise.make("knuth")),
    ),
    ("play_out", lambda: pegwise.play_out("4x6", "3632"), lambda: pegwise.play_out(RULES, CODE)),
    (
        "make",
        lambda: pegwise.make("knuth", first="1122").choose("4x6"),
        lambda: pegwise.make("knuth", first=GUESS).choose(POSITION.before(2)),
    ),
    *[
        (
            "Strategy",
            lambda name=name: pegwise.make(name).choose("3x4 112:B"),
            lambda name=name: pegwise.make(name).choose(Position(SMALL, [((1, 1, 2), (1, 0))])),
        )
        for name in pegwise.names()
    ],
    ("Heuristic", lambda: pegwise.make("knuth").choose(LINE), lambda: pegwise.make("knuth").choose(POSITION)),
    (
        "build_tree",
        lambda: build_tree("3x4", strategy="knuth", first="123"),
        lambda: build_tree(Position(SMALL), strategy=pegwise.make("knuth", first=Code((1, 2, 3)))),
    ),
    ("StrategyTree", lambda: TREE.solve("234"), lambda: TREE.solve(Code((2, 3, 4)))),
    ("StrategyTree", lambda: TREE.guess("123:B"), lambda: TREE.guess([Row(Code((1, 2, 3)), Feedback(1, 0))])),
    (
        "node_summary",
        lambda: pegwise.node_summary(TREE, "123:B"),
        lambda: pegwise.node_summary(TREE, [Row(Code((1, 2, 3)), Feedback(1, 0))]),
    ),
    (
        "read_figure",
        lambda: pegwise.read_figure("9(11: 0,0,4(22x);0,4(12);1)", "2x3"),
        lambda: pegwise.read_figure("9(11: 0,0,4(22x);0,4(12);1)", Position(Rules(2, 3))),
    ),
    ("hint", lambda: pegwise.hint(LINE), lambda: pegwise.hint(POSITION)),
    (
        "hint",
        lambda: pegwise.hint("4x6", strategy="knuth", first="1123"),
        lambda: pegwise.hint(RULES, strategy=pegwise.make("knuth", first=Code((1, 1, 2, 3)))),
    ),
    (
        "advise",
        lambda: pegwise.advise(LINE, own_guess="1135"),
        lambda: pegwise.advise(POSITION, own_guess=(1, 1, 3, 5)),
    ),
    ("certain", lambda: pegwise.certain(LEFT), lambda: pegwise.certain(Position(LEFT))),
    ("deduce", lambda: pegwise.deduce(SOLVED), lambda: pegwise.deduce(Position(SOLVED))),
    ("listing", lambda: pegwise.listing(LINE), lambda: pegwise.listing(POSITION)),
    (
        "contradicted_row",
        lambda: pegwise.contradicted_row(LINE, "1135"),
        lambda: pegwise.contradicted_row(POSITION, (1, 1, 3, 5)),
    ),
    ("partitions", lambda: pegwise.partitions(LINE, ["1122"]), lambda: pegwise.partitions(POSITION, [GUESS])),
    ("partitions", lambda: pegwise.partitions(LINE, "1122"), lambda: pegwise.partitions(POSITION, [GUESS])),
    (
        "partition_together",
        lambda: pegwise.partition_together(LINE, "1122 1344"),
        lambda: pegwise.partition_together(POSITION, [GUESS, ROWS[1].guess]),
    ),
    (
        "feedback",
        lambda: pegwise.feedback("4x6", "3632", "1122 1344"),
        lambda: pegwise.feedback(RULES, CODE, [GUESS, ROWS[1].guess]),
    ),
    (
        "explain_feedback",
        lambda: pegwise.explain_feedback("4x6", "3632", "1122"),
        lambda: pegwise.explain_feedback(RULES, CODE, GUESS),
    ),
    ("puzzle", lambda: pegwise.puzzle("3x4"), lambda: pegwise.puzzle(SMALL)),
    ("puzzle_of", lambda: pegwise.puzzle_of(SOLVED), lambda: pegwise.puzzle_of(Position(SOLVED))),
    ("Puzzle", lambda: PUZZLE.judged("3632"), lambda: PUZZLE.judged(CODE)),
    ("Puzzle", lambda: PUZZLE.contradicted_rows("3632"), lambda: PUZZLE.contradicted_rows(CODE)),
    (
        "one_guess_puzzle",
        lambda: pegwise.one_guess_puzzle("3x4", candidates=3),
        lambda: pegwise.one_guess_puzzle(SMALL, candidates=3),
    ),
    (
        "one_guess_puzzle_of",
        lambda: pegwise.one_guess_puzzle_of(LEFT),
        lambda: pegwise.one_guess_puzzle_of(Position(LEFT)),
    ),
    ("OneGuessPuzzle", lambda: ONE_GUESS.judged("3632"), lambda: ONE_GUESS.judged(CODE)),
    ("OneGuessPuzzle", lambda: ONE_GUESS.classes("3632"), lambda: ONE_GUESS.classes(CODE)),
    ("review", lambda: pegwise.review(GAME_LINE), lambda: pegwise.review(GAME)),
    ("plot_review", lambda: pegwise.plot_review(GAME_LINE).title, lambda: pegwise.plot_review(GAME).title),
    (
        "compare",
        lambda: pegwise.compare("3x4", strategies="knuth", first="112"),
        lambda: pegwise.compare(SMALL, strategies=["knuth"], first=Code((1, 1, 2))),
    ),
    (
        "statistics",
        lambda: pegwise.statistics(GAME_LINE, strategies="knuth"),
        lambda: pegwise.statistics([GAME], strategies=[pegwise.make("knuth")]),
    ),
    (
        "optimum",
        lambda: pegwise.optimum("3x4", first="112"),
        lambda: pegwise.optimum(Position(SMALL), first=Code((1, 1, 2))),
    ),
    (
        "value_guesses",
        lambda: pegwise.value_guesses("3x4 112:B", guesses="123 134"),
        lambda: pegwise.value_guesses(Position(SMALL, "112:B"), guesses=[(1, 2, 3), (1, 3, 4)]),
    ),
    (
        "estimate",
        lambda: pegwise.estimate(LINE, strategy="knuth").pairs,
        lambda: pegwise.estimate(POSITION, strategy=pegwise.make("knuth")).pairs,
    ),
    (
        "estimate_tree",
        lambda: pegwise.estimate_tree("4x6", strategy="knuth").pairs,
        lambda: pegwise.estimate_tree(Position(RULES), strategy=pegwise.make("knuth")).pairs,
    ),
    (
        "estimate_position",
        lambda: pegwise.estimate_position("4x6", rows=2).pairs,
        lambda: pegwise.estimate_position(RULES, rows=2).pairs,
    ),
    ("value", lambda: pegwise.value("2x3"), lambda: pegwise.value(Rules(2, 3))),
    ("table", lambda: pegwise.table("4x6"), lambda: pegwise.table(RULES)),
]

RESULTS = {
    *("ExplainedFeedback", "GivenFeedback", "Hit", "JointClass", "JointPartition"),
    *(
        "Advice",
        "Bench",
        "Bounds",
        "ContradictedRow",
        "Certain",
        "Comparison",
        "Comparisons",
        "Contradiction",
        "Cost",
    ),
    *(
        "Count",
        "Deduction",
        "Consistency",
        "GuessValue",
        "Hint",
        "Listing",
        "Move",
        "Node",
        "Optimum",
        "Partition",
    ),
    *("Partitions", "Plot", "Problem", "Repair", "Review", "Rival", "Sample", "SavedGame", "NodeSummary"),
    *("ClassShare", "GameValue", "TreeShare", "ValueBounds"),
    *("Statistics", "Table", "TableRow", "CertificateFile", "Bounded", "Printed"),
}
"""What the library makes and nobody else; their arguments are values."""

OTHERS = {
    *("Codemaker", "Limit", "bench", "names", "register", "watch"),  # take none of these values
    *("best_of", "dot", "figure", "from_json", "indented", "to_json", "plot_comparison"),  # take trees
    "SavedGames",  # has a test of its own
    *("read_rules", "by_arrays", "ErringCodemaker"),  # take a file, a function, and what FixedCodemaker takes
    *("CodeLike", "FeedbackLike", "GameLike", "HistoryLike", "PositionLike", "RowLike", "RulesLike"),
}


def _plain(value: Any) -> Any:
    """What can be compared: a result without the time and work that it took, less when much is known."""
    if hasattr(value, "to_dict") and not isinstance(value, Position):
        plain = value.to_dict()
        return plain if isinstance(plain, list) else {**plain, "seconds": None, "positions": None}
    if isinstance(value, tuple) and value and hasattr(value[0], "to_dict"):
        return [_plain(one) for one in value]
    return repr(value) if isinstance(value, pegwise.Codemaker) else value


@pytest.mark.parametrize(
    ("text", "value"), [case[1:] for case in CASES], ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)]
)
def test_text_gives_what_the_value_gives(text: Callable[[], Any], value: Callable[[], Any]) -> None:
    one, other = text(), value()
    assert type(one).__name__ == type(other).__name__  # each alphabet has a class of codes
    assert _plain(one) == _plain(other)


def test_every_public_name_is_in_the_table_or_takes_no_such_value() -> None:
    errors = {name for name in pegwise.__all__ if name.endswith("Error")}
    assert {name for name, *_ in CASES} | RESULTS | OTHERS == set(pegwise.__all__) - errors


def test_saved_games_take_lines(tmp_path: Path) -> None:
    with SavedGames(tmp_path / "games.sqlite") as games:
        number = games.add("4x6 1122:B max-guesses=10")
        games.add_row(number, 2, "1344:W")
        assert games.get(number) == Record(RULES, ROWS, max_guesses=10)
        with pytest.raises(NotationError):
            games.add_row(number, 3, "1344")
        games.update(number, "4x6 max-guesses=10 hints=2")
        assert games.get(number).hints == 2
        assert games.add_new([GAME_LINE, GAME]) == [number + 1]


FIRST = {
    **dict.fromkeys(("position", "rules"), 0),
    **dict.fromkeys(("secret", "history"), 1),
    **dict.fromkeys(("guess", "guesses"), 2),
}
"""What comes before what; all else is by keyword only."""
PARSERS = {name for name in pegwise.__all__ if name.startswith(("parse_", "read_", "from_"))} - {"read_rules"}
FUNCTIONS = [
    *(name for name in pegwise.__all__ if inspect.isfunction(getattr(pegwise, name)) and name not in PARSERS),
    *("Game", "FixedCodemaker", "Adversary", "Record"),
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_rules_or_a_position_come_first_then_codes_and_the_rest_by_keyword(name: str) -> None:
    asked = [
        one
        for one in inspect.signature(getattr(pegwise, name)).parameters.values()
        if one.kind is one.POSITIONAL_OR_KEYWORD
    ]
    if asked and asked[0].name in FIRST:
        places = [FIRST.get(one.name, 1 if one.name == "rows" else 9) for one in asked]
        assert places == sorted(set(places))
        assert 9 not in places
    else:
        assert len(asked) <= (2 if name == "node_summary" else 1)


@pytest.mark.parametrize("name", sorted(PARSERS - {"parse_rules", "from_json"}))
def test_parsers_take_text_first_and_then_the_rules(name: str) -> None:
    asked = list(inspect.signature(getattr(pegwise, name)).parameters.values())
    assert [one.name for one in asked if one.kind is one.POSITIONAL_OR_KEYWORD] in (
        ["text", "rules"],
        ["text", "position"],
        ["text"],
    )


def _table() -> list[Callable[[], Any]]:
    bad: Any = 5
    return [
        lambda: pegwise.hint("4x"),
        lambda: pegwise.hint(""),
        lambda: pegwise.hint(bad),
        lambda: pegwise.hint("4x6 1122"),
        lambda: pegwise.hint("4x6 1122:BBBW"),
        lambda: pegwise.hint("4x6 7777:B"),
        lambda: Position("4x6", [Row("1122:B"), bad]),
        lambda: Position("4x6 1122:B 5x5"),
        lambda: RULES.feedback("1122", bad),
        lambda: RULES.feedback("11\n?2", "1122"),
        lambda: RULES.check_feedback(bad),
        lambda: Game("4x6", "9999"),
        lambda: Game("4x6", bad),
        lambda: pegwise.random_secret("zz"),
        lambda: "11" in POSITION,
        lambda: pegwise.review(bad),
        lambda: pegwise.review("4x6 11:B"),
        lambda: pegwise.partitions("4x6", "112"),
        lambda: pegwise.partition_together("4x6", "1122 112"),
        lambda: pegwise.feedback("4x6", bad, "1122"),
        lambda: pegwise.feedback("4x6", "3632", [bad]),
        lambda: pegwise.feedback("4x6", ["3632"], "1122 1344"),
        lambda: pegwise.explain_feedback("4x6", bad, "1122"),
        lambda: pegwise.make(bad),
        lambda: pegwise.compare("4x6", strategies="knut"),
        lambda: pegwise.node_summary(TREE, "12"),
        lambda: PUZZLE.judged("12"),
        lambda: pegwise.estimate("4x6", strategy="counter"),
        lambda: Record("4x6", secret="12"),
    ]


@pytest.mark.parametrize("call", _table(), ids=range(len(_table())))
def test_text_that_is_wrong_raises_one_clear_line(call: Callable[[], Any]) -> None:
    with pytest.raises(PegwiseError) as caught:
        call()
    assert isinstance(caught.value, ValueError)
    assert str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
