"""``pegwise candidates``: how many codes are possible, and which."""

from __future__ import annotations

import click

from pegwise.cli import options
from pegwise.cli.terminal_style import screen_or_pipe
from pegwise.notation import number_name


@click.command("candidates")
@click.argument("history", nargs=-1, metavar="[GUESS:FEEDBACK]...")
@options.list_option(0, 100, "How many codes to list.")
@click.option("--all", "everything", is_flag=True, help="List all possible codes.")
@options.number_option("List this many codes, drawn at random.", "--sample")
@options.false_rows_option
@options.common("Mark the code that this strategy would guess.")
def command(
    history: tuple[str, ...],
    listed: int,
    everything: bool,
    sample: int | None,
    false_rows: int,
    asked: options.Asked,
) -> None:
    """Count and list the codes that are still possible after these rows.

    \b
    Examples:
      pegwise candidates 1122:B 1344:W
      pegwise candidates 1122:B --sample 5 --seed 1
      pegwise candidates --false-rows 1 1122:B 1344:W 3526:BWW
      pegwise candidates -r 12x12 --list 3 1-1-1-2-2-2-3-3-3-4-4-4:BBWW
    """
    from pegwise.analysis.candidate_list import listing
    from pegwise.cli.progress import shown_progress

    options.refuse_together("listed", "everything", "sample")
    position, _ = options.read_position(asked.rules, history, false_rows=false_rows)
    with shown_progress():
        position.check_possible()
        chosen = asked.guess(position) if asked.strategy else None
        found = listing(position, most=None if everything else listed, sample=sample, seed=asked.seed or 0)
    if asked.as_json:
        named = {"strategy": asked.strategy, "guess": str(chosen)} if asked.strategy else {}
        options.print_json({**found.to_dict(), **named})
        return
    options.print_colors(position.rules)
    if found.consistency is not None:
        said = str(found.consistency)
        screen_or_pipe().print(f"{said[:1].upper()}{said[1:]}.", soft_wrap=True)
        return
    codes = [str(code) for code in found.codes]
    screen, count = screen_or_pipe(), position.count()
    are = "is" if count.value == 1 else "are"
    screen.print(f"{count} of {number_name(position.rules.size)} codes {are} possible")
    width = max((len(code) for code in codes), default=0) + 3
    columns = max(1, min(screen.width, 100) // width)
    for start in range(0, len(codes), columns):
        row = (f"{code}{'*' if code == str(chosen) else ''}" for code in codes[start : start + columns])
        screen.print("".join(word.ljust(width) for word in row).rstrip(), soft_wrap=True)
    if len(codes) < count.value:
        more = "; --all lists all of them" if sample is None else ", drawn at random"
        screen.print(f"... {len(codes)} of {count} listed{more}")
    if str(chosen) in codes:
        screen.print("* the strategy's guess")
