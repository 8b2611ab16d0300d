"""A codemaker who gives wrong feedback now and then."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from pegwise.errors import LimitError
from pegwise.notation import plain_history
from pegwise.play.codemakers import FixedCodemaker
from pegwise.position import parse_position

if TYPE_CHECKING:
    from pegwise.codes import CodeLike
    from pegwise.notation import RulesLike
    from pegwise.position import PositionLike
    from pegwise.rules import Feedback

_OFTEN = 1 / 3
"""How likely a row is false, as long as one may be."""


class ErringCodemaker(FixedCodemaker):
    """A codemaker with a secret, who gives wrong feedback in some rows; a win is always told.

    Args:
        rules: The rules, or their text.
        secret: The secret.
        false_rows: The most rows whose feedback is wrong.
        seed: The random seed: the same seed errs in the same way.

    Attributes:
        rules (Rules): The rules.
        secret (Code): The secret.

    Raises:
        NotationError: If a text cannot be read.
        CodeError: If the secret is outside the rules.
        LimitError: If ``false_rows`` is below 0.

    Example:
        >>> import pegwise
        >>> maker = pegwise.ErringCodemaker("4x6", "3632", false_rows=1, seed=3)
        >>> game = pegwise.Position("4x6", false_rows=1)
        >>> for guess in ("1122", "3344", "3535"):
        ...     game = game.after(guess, maker.feedback(game, guess))
        >>> "3632" in game
        True
    """

    name = "erring"

    def __init__(self, rules: RulesLike, secret: CodeLike, false_rows: int, seed: int = 0) -> None:
        super().__init__(rules, secret)
        if false_rows < 0:
            raise LimitError(f"false_rows is at least 0, not {false_rows}")
        self._false_rows, self._seed = false_rows, seed

    def feedback(self, position: PositionLike, guess: CodeLike) -> Feedback:
        """Return the feedback of a guess, which may be wrong.

        Args:
            position: The position before the guess, whose rows have feedback of this codemaker.
            guess: The guess.

        Returns:
            The feedback.

        Raises:
            NotationError: If the text is not a code.
            CodeError: If the guess is outside the rules.
        """
        right = self.rules.feedback(self.secret, guess)
        history = parse_position(position).history
        erred = sum(self.rules.feedback(self.secret, row.guess) != row.feedback for row in history)
        rng = random.Random(f"pegwise erring {self._seed} {plain_history(history)} {self.rules.code(guess)}")
        if right == self.rules.win or erred >= self._false_rows or rng.random() >= _OFTEN:
            return right
        wrong = [told for told in self.rules.feedbacks if told not in (right, self.rules.win)]
        return rng.choice(wrong) if wrong else right
