"""Finds optimal strategies and what every guess is worth: what people ask of the search."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from pegwise.engine.code_space import is_searched_by_matrix
from pegwise.notation import code_name, parse_codes, plain_history
from pegwise.optimal.problem import Bounds, Optimum, Problem
from pegwise.position import PositionLike, parse_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import BinaryIO

    from pegwise.codes import CodeLike
    from pegwise.executors.checkpoint import Checkpoint
    from pegwise.executors.crew import Executes
    from pegwise.optimal.guess_values import GuessValue
    from pegwise.rules import Rules


def optimum(
    position: PositionLike = "4x6",
    *,
    objective: str = "total",
    max_guesses: int | None = None,
    first: CodeLike | None = None,
    candidates_from: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
    checkpoint: str | Path | None = None,
    certificate: BinaryIO | None = None,
    full: bool = True,
    book: bool = True,
    watch: Callable[[Bounds], None] | None = None,
    executor: Executes = None,
) -> Optimum:
    """Find the best strategy from the start of a game, or from a position.

    If a limit on time is in force (:func:`limited`) and is used up, the result is the best strategy so far,
    and says so. The book of solved games has some results that take long to find.

    Source: branch and bound, after K. Koyama and T. W. Lai, An optimal Mastermind strategy, J. Recreational
    Mathematics 25, 1993; see docs/optimal.md.

    Args:
        position: The position, rules, or their text.
        objective: What to minimize: ``total`` (the guesses summed over all secrets), ``worst`` (the most
            guesses), ``worst,total`` (the total among strategies with the smallest worst case),
            ``worst,last`` (the number of secrets that take the worst case, among those strategies) or
            ``total,worst,last`` (the total, then the worst case, then the number of secrets that take it).
        max_guesses: The most guesses that a secret may take; None for any number.
        first: The next guess to make; None to let the search choose it.
        candidates_from: The number of the guess from which on only candidates may be guessed; None for no
            such rule.
        threads: The number of threads; None for one for each processor. It changes no result.
        memory: The most bytes of memory; None for those of a limit in force, or 2 GiB. It changes no result.
        checkpoint: A file that saves finished parts, so that the same call continues after the program was
            killed.
        certificate: A binary file, open for writing, for the proof; ``pegwise check`` checks it.
        full: False to write the certificate of the tree alone, without the proof that nothing is better. If
            the search does not end, this is so anyway.
        book: True to take the result from the book of solved games, if it is there and no certificate is
            asked for.
        watch: A function that is called with the :class:`Bounds` now and then.
        executor: Where the search runs: an executor of ``concurrent.futures``, a
            ``dask.distributed.Client``, or None for threads of this process. It changes no result.

    Returns:
        The best strategy, with bounds and how they are known.

    Raises:
        LimitError: If there are too many codes to list, or a number leaves no guess.
        LimitReached: If a limit in force leaves no time for any result.
        StrategyError: If there is no such objective, ``first`` is not a candidate but has to be, or there is
            no strategy to certify.
        ContradictionError: If no code is consistent with the rows.
        NotationError: If a text cannot be read.
        CodeError: If a code is outside the rules.
        FileFormatError: If the checkpoint belongs to different work.
        ExecutorError: If the executor cannot do the work.

    Example:
        >>> import pegwise
        >>> best = pegwise.optimum("2x6")
        >>> best.total, best.worst, str(best.first_guess), best.known
        (132, 5, '12', 'exact')
    """
    start = parse_position(position)
    problem = Problem(
        start,
        objective=objective,
        max_guesses=max_guesses,
        first=None if first is None else start.rules.code(first),
        candidates_from=candidates_from,
    )
    if book and certificate is None:
        from pegwise.optimal.book import book_tree  # reads files, which a search need not wait for

        tree = book_tree(problem)
        if tree is not None:
            return Optimum(problem, tree.total, tree.total, "exact", tree, 0, 0.0)
    how = {"threads": threads, "memory": memory, "executor": executor}
    find = search_of(start.rules)
    with kept_tasks(checkpoint, problem) as kept:
        found = find(problem, kept, certificate, full, watch, **how)
        if kept is not None:
            kept.done = found.known == "exact"
        return found


def search_of(rules: Rules) -> Callable[..., Optimum]:
    """Return what searches a game; it takes longer to load than the book to read."""
    if is_searched_by_matrix(rules):
        from pegwise.optimal.listed_optimum import listed_optimum

        return listed_optimum
    from pegwise.optimal.enumerated_optimum import enumerated_optimum

    return enumerated_optimum


def kept_tasks(checkpoint: str | Path | None, problem: Problem) -> AbstractContextManager[Checkpoint | None]:
    """Open the checkpoint of a search, which serves every objective of one position and first guess."""
    if checkpoint is None:
        return nullcontext()
    about = {
        "search": 1,
        "rules": str(problem.position.rules.plain),
        "history": plain_history(problem.position.history),
        "first": None if problem.first is None else code_name(problem.first),
    }
    from pegwise.executors.checkpoint import opened

    return opened(checkpoint, about, every=0.0)


def value_guesses(
    position: PositionLike = "4x6",
    *,
    max_guesses: int | None = None,
    guesses: Iterable[CodeLike] | str | None = None,
    threads: int | None = None,
    memory: int | None = None,
    executor: Executes = None,
) -> list[GuessValue]:
    """Find what every guess costs with best play after it, the best guess first.

    Of guesses that differ only by the names of pegs and colors, one is listed. What a limit on time leaves
    unfinished is a ``lower`` bound.

    Source: branch and bound, after K. Koyama and T. W. Lai (1993); see docs/optimal.md.

    Args:
        position: The position, rules, or their text.
        max_guesses: The most guesses that a secret may take; None for any number.
        guesses: The guesses to list, or their text with spaces between them; None for all. The best guess is
            found in any case, because the regret of the others is measured against it.
        threads: The number of threads; None for one for each processor. It changes no result.
        memory: The most bytes of memory; None for those of a limit in force, or 2 GiB. It changes no result.
        executor: Where the search runs: an executor of ``concurrent.futures``, a
            ``dask.distributed.Client``, or None for threads of this process. It changes no result.

    Returns:
        What each guess costs.

    Raises:
        LimitError: If there are too many codes to list, or ``max_guesses`` leaves no guess.
        ContradictionError: If no code is consistent with the rows.
        NotationError: If a text cannot be read.
        CodeError: If a guess is outside the rules.
        ExecutorError: If the executor cannot do the work.

    Example:
        >>> import pegwise
        >>> best, *rest = pegwise.value_guesses("3x4")
        >>> str(best.guess), best.total, best.known
        ('112', 206, 'exact')
    """
    start = parse_position(position)
    problem = Problem(start, max_guesses=max_guesses)
    asked = parse_codes(guesses or (), start.rules)
    if is_searched_by_matrix(start.rules):
        from pegwise.optimal.listed_optimum import values_of_lists

        return values_of_lists(problem, asked, memory=memory)
    from pegwise.optimal.branch_and_bound import solver_for
    from pegwise.optimal.guess_values import solve_guesses

    with solver_for(problem, threads=threads, memory=memory, executor=executor) as solver:
        return solve_guesses(problem, solver, asked)
