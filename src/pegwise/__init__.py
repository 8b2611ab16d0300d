"""pegwise: the engine, analyser and game of Mastermind and its relatives."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pegwise.analysis import Comparison, Hint, compare, hint
    from pegwise.contradiction import Contradiction, Repair
    from pegwise.errors import (
        CodeError,
        ContradictionError,
        FeedbackError,
        FileFormatError,
        LimitError,
        MethodError,
        NotationError,
        PegwiseError,
        RulesError,
        StrategyError,
    )
    from pegwise.evidence import Count
    from pegwise.notation import (
        code_name,
        feedback_name,
        history_name,
        parse_code,
        parse_feedback,
        parse_history,
        parse_rules,
    )
    from pegwise.partition import Partition
    from pegwise.play import Game, play_out, random_secret
    from pegwise.position import Position
    from pegwise.progress import watch
    from pegwise.rules import Code, Feedback, Row, Rules
    from pegwise.strategies import Heuristic, Strategy, make, names, register
    from pegwise.trees import (
        Node,
        StrategyTree,
        build_tree,
        dot,
        figure,
        from_json,
        indented,
        read_figure,
        to_json,
    )

__version__ = "0.1.0"

# Names are loaded when first used, so that the command's help need not wait for numpy.
_HOMES = {
    "analysis": ("Comparison", "Hint", "compare", "hint"),
    "contradiction": ("Contradiction", "Repair"),
    "errors": (
        *("CodeError", "ContradictionError", "FeedbackError", "FileFormatError", "LimitError"),
        *("MethodError", "NotationError", "PegwiseError", "RulesError", "StrategyError"),
    ),
    "evidence": ("Count",),
    "notation": (
        *("code_name", "feedback_name", "history_name"),
        *("parse_code", "parse_feedback", "parse_history", "parse_rules"),
    ),
    "partition": ("Partition",),
    "play": ("Game", "play_out", "random_secret"),
    "position": ("Position",),
    "progress": ("watch",),
    "rules": ("Code", "Feedback", "Row", "Rules"),
    "strategies": ("Heuristic", "Strategy", "make", "names", "register"),
    "trees": (
        *("Node", "StrategyTree", "build_tree", "dot", "figure", "from_json", "indented"),
        *("read_figure", "to_json"),
    ),
}
_HOME = {name: home for home, names_there in _HOMES.items() for name in names_there}

__all__ = [  # noqa: PLE0604 - the names are those of the table above
    "__version__",
    *_HOME,
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'pegwise' has no attribute {name!r}")
    value = getattr(import_module(f"pegwise.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
