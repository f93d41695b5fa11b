"""The check of a new commit, in progress before anything else is read; and that of the commit it left."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.facts import Pull, Witness
from bot.domain.people import was
from bot.domain.policy import Policy
from bot.domain.verdict import CHECK, Verdict
from bot.effects import GateMessage
from bot.errors import GitHubError, NotFound, RateLimited
from bot.events.wake import PullTarget, Wake
from bot.flow.reads import REFUSALS, Reads
from bot.ports.github import CheckRun
from bot.ports.world import Renderer
from bot.roles.gatekeeper import unjudged

_NEW = ("opened", "reopened", "synchronize")
"""Actions with which a commit becomes a pull request's head.

https://docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request
"""


def announce(wake: Wake, reads: Reads) -> None:
    """Publish `in_progress` where nothing, or another change's green, stands.

    One read and one write. A check in progress keeps the merge closed, and a job that judges the commit
    next finishes it, so a run that dies here opens nothing. It is a courtesy: where GitHub refuses it,
    the client logs the refusal, and the verdict is published all the same (or says why not). Only when
    GitHub limits us, we stop: RateLimited is raised.
    """
    seen, target = wake.witness, wake.target
    if seen is None or not isinstance(target, PullTarget):
        return
    fresh = seen.turned or seen.heads_before or was(seen, "pull_request", *_NEW)
    pulls = reads.world.pulls
    if not fresh or not pulls.can_check:
        return
    pull = reads.pull(target.number)
    try:
        if pull.state == "open" and not _judged(pull, seen, reads):
            pulls.set_check(_run(unjudged.begun(pull), pull, reads.world.renderer), 0)
    except RateLimited:
        raise
    except GitHubError:
        return


def _judged(pull: Pull, seen: Witness, reads: Reads) -> bool:
    """Say whether what stands was said of this change.

    The green of another pull request, or of this one towards another branch, was not. A merge group's
    check is left alone while the group exists.
    """
    with reads.within(pull):
        runs = reads.world.pulls.verdicts(pull.head_sha)
    newest = max((run for run in runs if run.name == CHECK), key=lambda run: run.id, default=None)
    if newest is None or newest.conclusion != "success":
        return newest is not None
    mine = newest.external_id.startswith(f"pr:{pull.number} ")
    if mine and (not seen.turned or f" base:{pull.base_sha[:12]} " in newest.external_id):
        return True
    return reads.world.of_group(pull.head_sha, newest)


def retire(wake: Wake, reads: Reads) -> GitHubError | None:
    """Close our greens on the commits that pushes left behind; the first refusal, once each was tried.

    Left green, it would be there before anybody looks when somebody pushes that commit again, whatever
    became of plan and review meanwhile. One read each, and two requests more where it is green.
    """
    seen, target, refused = wake.witness, wake.target, None
    if seen is None or not isinstance(target, PullTarget) or not reads.world.pulls.can_check:
        return None
    for sha in seen.heads_before:
        try:
            _retire(sha, target.number, reads)
        except NotFound:
            continue  # what is gone is not green
        except GitHubError as problem:
            if problem.code not in REFUSALS:
                raise
            refused = refused or problem
    return refused


def _retire(sha: str, number: int, reads: Reads) -> None:
    pulls = reads.world.pulls
    green = [run for run in pulls.verdicts(sha) if run.conclusion == "success"]
    green = [run for run in green if not reads.world.of_group(sha, run)]
    if not green or any(p.state == "open" for p in reads.with_head(sha).rows):
        return
    left = replace(reads.pull(number), head_sha=sha)
    for run in green:
        closed = _run(unjudged.left(left, run.name), left, reads.world.renderer)
        pulls.set_check(closed, run.id)


def _run(verdict: Verdict, pull: Pull, renderer: Renderer) -> CheckRun:
    title, summary = renderer.check(GateMessage(verdict, Policy()))
    told = pull.head_sha, verdict.conclusion, verdict.external_id, title, summary
    return CheckRun(*told, name=verdict.check)
