"""`plangate gate explain owner/repo#PR`: the verdict, and every missing thing with its remedy."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass

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
@click.option("--prompt", is_flag=True, help="Print what is missing as a prompt for an agent.")
def explain(target: str, as_json: bool, prompt: bool) -> None:
    """Explain the gate of TARGET (owner/repo#12) without writing anything."""
    told = explained(target)
    first, *more = told
    if as_json:
        rest = [one.data for one in more]
        whole = {**first.data, "branch": rest}
        click.echo(json.dumps(whole, indent=2, ensure_ascii=False, default=str))
    else:
        click.echo("\n\n".join(one.prompt if prompt else one.text for one in told))
    if not all(one.passes for one in told):
        sys.exit(BLOCKED)


@dataclass(frozen=True, slots=True)
class Explained:
    """A verdict in words, as data, and as a prompt for an agent."""

    passes: bool
    text: str
    prompt: str
    data: dict[str, object]


def explained(target: str) -> tuple[Explained, ...]:
    """The verdicts on `owner/repo#12`, the default branch's first. Raises UsageError unless it is open."""
    repository, number = named(target)
    wake = Wake(repository, PullTarget(number))
    outcomes = door.run(door.open_wiring(), wake, dry_run=True)
    newest = {v.check: v for o in outcomes for v in o.verdicts if v.pull == number}
    if not newest:
        raise UsageError("PLANGATE-CLI-008", f"{target} is not open", "Name an open pull request")
    return tuple(_explained(v, repository) for v in newest.values())


def _explained(verdict: Verdict, repository: str) -> Explained:
    drawn, message = renderer(repository), GateMessage(verdict, verdict.policy)
    title, summary = drawn.check(message)
    prompt = drawn.gate_prompt(message)
    data = _as_data(verdict, title, summary) | {"prompt": prompt}
    return Explained(verdict.passes, f"{title}\n\n{summary}", prompt, data)


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
