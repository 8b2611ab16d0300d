"""``pegwise check``: whether a certificate of an optimal strategy holds."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from pegwise.cli.options import RULES, json_option, print_json

if TYPE_CHECKING:
    from pegcheck import Verdict
    from pegwise.rules import Rules


@click.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False), metavar="FILE")
@click.option(
    "-r",
    "--rules",
    type=RULES,
    metavar="RULES",
    help="Refuse a certificate that is not about these rules: their lists, weights and feedback.",
)
@json_option
def command(file: str, rules: Rules | None, as_json: bool) -> int:
    """Check a certificate: play its tree against every secret, and check every step of its proof.

    This command runs pegcheck, a small program that shares no code with pegwise; python -m pegcheck FILE does
    the same. The exit status is 0 if the certificate is valid, and 1 if it is not. A certificate of a game of
    lists contains these lists; the command prints their digests.

    \b
    Examples:
      pegwise check 4x6.cert
      pegwise check 4x6.cert --json
      pegwise check -r 4x6 4x6.cert
    """
    import pegcheck
    from pegwise.cli.progress import shown_progress
    from pegwise.optimal.listed_certificate import why_other_rules
    from pegwise.progress import report

    started = time.perf_counter()
    found: dict[str, Any]
    try:
        with shown_progress():
            verdict = pegcheck.check_file(file, report)
        why = None if rules is None else why_other_rules(verdict, rules)
        if why is not None:
            raise pegcheck.Refused(why)
        text, found = f"{verdict}\n{verdict.lists}sha256 {verdict.sha256}", _figures(verdict)
    except pegcheck.Refused as refused:
        text, found = f"refused: {refused}", {"accepted": False, "reason": str(refused)}
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}") from None
    found["seconds"] = round(time.perf_counter() - started, 3)
    if as_json:
        print_json({"file": file, **found})
    else:
        click.echo(text)
    return 0 if found["accepted"] else 1


def _figures(verdict: Verdict) -> dict[str, Any]:
    problem = verdict.problem
    return {
        "accepted": True,
        "problem": str(problem),
        "objective": problem.header["objective"],
        "total": problem.total,
        "average": problem.total / problem.weight,
        "worst": problem.worst,
        "distribution": problem.distribution,
        "known": "exact" if verdict.lemmas else "upper",
        "lemmas": verdict.lemmas,
        "sha256": verdict.sha256,
        **verdict.digests,
    }
