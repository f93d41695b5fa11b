"""`plangate gate explain owner/repo#PR`: the verdict, and every missing thing with its remedy."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click

from bot.domain.claim import Claim
from bot.domain.verdict import Verdict
from bot.effects import GateMessage
from bot.entrypoints import door
from bot.errors import UsageError
from bot.events.target import named
from bot.events.wake import PullTarget, Wake
from bot.wiring.local import renderer

BLOCKED = 4


@click.group()
def gate() -> None:
    """Explain a pull request's verdict."""


@gate.command("explain")
@click.argument("target")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain(target: str, as_json: bool) -> None:
    """Explain the gate of TARGET (owner/repo#12) without writing anything."""
    repository, number = named(target)
    wake = Wake(repository, PullTarget(number))
    outcomes = door.run(door.open_wiring(), wake, dry_run=True)
    newest = {v.check: v for o in outcomes for v in o.verdicts if v.pull == number}
    if not newest:
        raise UsageError("PLANGATE-CLI-008", f"{target} is not open", "Name an open pull request")
    told = {v: renderer(repository).check(GateMessage(v, v.policy)) for v in newest.values()}
    if as_json:
        first, *more = [_as_data(v, *said) for v, said in told.items()]
        click.echo(json.dumps({**first, "branch": more}, indent=2, ensure_ascii=False, default=str))
    else:
        click.echo("\n".join(f"{title}\n\n{summary}" for title, summary in told.values()))
    if not all(v.passes for v in told):
        sys.exit(BLOCKED)


def _claim(claim: Claim) -> dict[str, object]:
    last = claim.attempts[-1] if claim.attempts else None
    return {
        "id": claim.id,
        "kind": claim.kind,
        "text": claim.text,
        "state": claim.state,
        "source": last.source if last else "",
        "outcome": last.outcome if last else "",
    }


def _as_data(verdict: Verdict, title: str, summary: str) -> dict[str, object]:
    rows = [
        {"code": r.code.value, "state": r.state.value, "issue": r.issue, "data": dict(r.data)}
        for r in verdict.rows
    ]
    return {
        "check": verdict.check,
        "pull": verdict.pull,
        "headSha": verdict.head_sha,
        "conclusion": verdict.conclusion.value,
        "issues": list(verdict.issues),
        "title": title,
        "exempt": verdict.why,
        "rows": rows,
        "claims": [_claim(claim) for claim in verdict.claims],
        "plannedTests": [asdict(test) for test in verdict.planned],
        "summary": summary,
    }
