"""`plangate gate explain owner/repo#PR`: the verdict, and every missing thing with its remedy."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass

import click

from bot.domain.claim import Claim
from bot.domain.verdict import Verdict
from bot.effects import GateMessage
from bot.entrypoints import door
from bot.entrypoints.commands import NAMED
from bot.entrypoints.terminal import json_text, show_markdown
from bot.errors import NotFound, UsageError
from bot.events.target import named
from bot.events.wake import PullTarget, Wake
from bot.wiring.github import Wiring
from bot.wiring.local import renderer

BLOCKED = 4


@click.group()
def gate() -> None:
    """Explain whether a pull request can merge, and why."""


@gate.command("explain")
@click.argument("target", type=NAMED)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--prompt", is_flag=True, help="Print what is missing as a prompt for an agent.")
def explain(target: str, as_json: bool, prompt: bool) -> None:
    """Explain whether TARGET can merge, and why. Writes nothing.

    TARGET is a pull request (owner/repo#34, its URL, or only 34 in a checkout), or an issue: then the open
    pull requests linked to it are explained. Exit 4: at least one of them is blocked.
    """
    told = explained(target)
    first, *more = told
    if as_json:
        rest = [one.data for one in more]
        whole = {**first.data, "branch": rest}
        click.echo(json_text(whole))
    elif prompt:
        click.echo("\n\n".join(one.prompt for one in told))
    else:
        for one in told:
            show_markdown(one.text)
    if not all(one.passes for one in told):
        sys.exit(BLOCKED)


@dataclass(frozen=True, slots=True)
class Explained:
    """A verdict in words (Markdown), as data, and as a prompt for an agent."""

    passes: bool
    text: str
    prompt: str
    data: dict[str, object]


def explained(target: str) -> tuple[Explained, ...]:
    """The verdicts on `owner/repo#12`, the default branch's first; on an issue, those of its pull requests.

    Raises UsageError where there is none.
    """
    repository, number = named(target)
    wiring = door.command_wiring(reads_only=True)
    try:
        pulls, found = [number], _judged(wiring, repository, number)
    except NotFound:
        pulls = door.pulls_of_issue(wiring, repository, number)
        found = [v for pull in pulls for v in _judged(wiring, repository, pull)]
    if not pulls:
        what = f"no open pull request is linked to the issue {target}"
        remedy = f"Open one with `Closes #{number}` in its description"
        raise UsageError("PLANGATE-CLI-024", what, remedy)
    if not found:
        raise UsageError("PLANGATE-CLI-008", f"{target} is not open", "Name an open pull request")
    return tuple(_explained(v, repository) for v in found)


def _judged(wiring: Wiring, repository: str, pull: int) -> list[Verdict]:
    outcomes = door.run(wiring, Wake(repository, PullTarget(pull)), dry_run=True)
    return list({v.check: v for o in outcomes for v in o.verdicts if v.pull == pull}.values())


def _explained(verdict: Verdict, repository: str) -> Explained:
    drawn, message = renderer(repository), GateMessage(verdict, verdict.policy)
    title, summary = drawn.check(message)
    rows = [
        {
            "code": r.code.value,
            "state": r.state.value,
            "issue": r.issue,
            "asks": asks,
            "remedy": remedy,
            "data": dict(r.data),
        }
        for r in verdict.rows
        for asks, remedy in [drawn.row_words(message, r)]
    ]
    prompt = drawn.gate_prompt(message)
    data = {
        "check": verdict.check,
        "pull": verdict.pull,
        "headSha": verdict.head_sha,
        "conclusion": verdict.conclusion.value,
        "issues": list(verdict.issues),
        "exempt": verdict.why,
        "claims": [_claim(claim) for claim in verdict.claims],
        "plannedTests": [asdict(test) for test in verdict.planned],
        "title": title,
        "rows": rows,
        "summary": summary,
        "prompt": prompt,
    }
    text = f"## {verdict.check}: {title}\n\n{summary}"
    return Explained(verdict.passes, text, prompt, data)


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
