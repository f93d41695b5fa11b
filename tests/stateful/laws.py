"""What must hold whatever happens: the laws of a record from step to step, and of the gate."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from bot.domain import codec, markers, trust
from bot.domain.codec import Seal
from bot.domain.facts import Check, Permission, Pull
from bot.domain.people import Deletion
from bot.domain.plan import WorkStatus
from bot.domain.record import Record
from bot.domain.request import is_request
from bot.domain.stages import Stage
from bot.errors import RecordError
from tests.fakes.hub import FakeHub
from tests.stateful.world import KEY, ours

SOMEBODY = "somebody with write access"
GOOD = {"success", "neutral", "skipped"}
IMMUTABLE = ("planning_artifact.created_at", "workflow.branch_name", "workflow.base_branch")
GROWING = (
    "review_artifact.change_summary",
    "verification_artifact.notes",
    "testing_artifacts.implemented.commands_run",
    "planner.versions",
    "planner.questions",
)
_REV = re.compile(r"<!-- plangate:(?:plan|questions) [^\n]*?rev=([0-9]+) -->")
_NAMED = re.compile(r" rev:([0-9.,]*)")


def writers(hub: FakeHub) -> set[str]:
    return {login for login in hub.people if hub.may(login, Permission.WRITE)}


# ---- what the hub proves about the record


def evidence(hub: FakeHub, issue: int) -> int:
    """The highest revision that a comment of ours, or a check of ours on a current head, names."""
    named = [0]
    for comment in ours(hub, issue):
        copy = codec.signed_revision(
            comment.body, comment.body.rfind(markers.BLOCK), Seal(1, issue, KEY, "copy")
        )
        found = _REV.match(comment.body)
        named += [copy] if copy is not None else [int(found[1])] if found else []
    for pull in hub.pulls.values():
        if pull.state == "open" and f"Closes #{issue}" in pull.body:
            for run in our_runs(hub, pull):
                pairs = (_NAMED.search(run.external_id) or ["", ""])[1].split(",")
                named += [int(p.split(".")[1]) for p in pairs if p.startswith(f"{issue}.")]
    return max(named)


def trusted(hub: FakeHub, issue: int) -> Record | None:
    """The record, where it is signed and nothing names a later one."""
    homes = ours(hub, issue, "record")
    if not homes:
        return None
    try:
        record = codec.decode(homes[0].body, Seal(1, issue, KEY))
    except RecordError:
        return None
    return record if record.revision >= evidence(hub, issue) else None


# ---- from one record to the next


def check_one(hub: FakeHub, issue: int, record: Record) -> None:
    """What every record must say, looked at alone."""
    keys = Counter(key for line in record.history for key in line.all_keys)
    assert not [key for key, times in keys.items() if times > 1], (
        "a key stands twice in the history"
    )
    _check_answers(hub, issue, record)
    plan, approval = record.planner.plan, record.approval
    if plan:
        assert plan.digest == plan.body.digest(), "the plan is not what its digest says"
    if approval:
        ticked = approval.by == SOMEBODY and approval.how == "tick"
        assert ticked or approval.by in writers(hub), f"{approval.by} may not approve"
    if record.stage.planned:
        assert approval and plan, "work goes on without an approved plan"
        assert approval.plan_digest == plan.digest, "the approval is of another plan"
        assert not approval.void, "work goes on with a void approval"
        same = approval.request_digest == record.planner.request_digest
        assert same, "the approval is of another request"


def _check_answers(hub: FakeHub, issue: int, record: Record) -> None:
    questions = {q.id: q for q in record.planner.questions}
    asked = record.awaiting_human_artifact
    for answer in (*record.planner.answers, *(asked.answers if asked else ())):
        may = set(writers(hub))
        if not questions[answer.question_id].needs_write:
            may.add(hub.issues[issue].author.login)
            may |= {"time-out"} if answer.how == "timeout" else set()
        may |= {SOMEBODY} if answer.how == "tick" else set()
        assert answer.by in may, f"{answer.by} may not answer {answer.question_id}"


def check_step(before: Record, after: Record, asked: bool) -> None:
    """What must hold between a record and a later one; people begin anew only where they `asked`."""
    assert after.revision >= before.revision, "the revision went down"
    if after.revision == before.revision:
        assert after == before, "two records of one revision"
    mended = _restores(after) - _restores(before)
    if after.history[0].key in mended:
        assert asked, "begun anew, and nobody asked for it since the damage"
        return
    assert after.history[0] == before.history[0], "the first line of the history is gone"
    if mended:
        return  # a copy may be older: what was said since is heard again
    for path in IMMUTABLE:
        old, new = _at(before, path), _at(after, path)
        assert not old or new == old, f"{path} changed from {old} to {new}"
    _check_finished(before, after)
    lost = [line for line in before.history if line.is_decision and line not in after.history]
    assert not lost, f"a decision is gone: {lost}"
    keys = {key for line in after.history for key in line.all_keys}
    assert {key for line in before.history for key in line.all_keys} <= keys, "a key is gone"
    for path in GROWING:
        old, new = _at(before, path) or (), _at(after, path) or ()
        assert new[: len(old)] == old, f"{path} lost something"
    future = before.model_extra or {}
    assert future.items() <= (after.model_extra or {}).items(), "a future field is gone"


def _check_finished(before: Record, after: Record) -> None:
    tasks = {t.id: t for t in after.plan.tasks} if after.plan else {}
    for task in before.plan.tasks if before.plan else ():
        assert task.status is not WorkStatus.DONE or tasks.get(task.id) == task, "finished, changed"


def _restores(record: Record) -> set[str]:
    return {line.key for line in record.history if line.action == "restore"}


def _at(record: Record, path: str) -> Any:
    node: Any = record
    for name in path.split("."):
        node = getattr(node, name, None)
    return node


def asked_to_restore(hub: FakeHub, issue: int, since: int) -> bool:
    """Say whether a writer asked for it in a comment after this id."""
    return any(
        c.id > since and c.body.startswith("/plan restore") and c.author.login in writers(hub)
        for c in hub.comments_of(issue)
    )


# ---- what stands on GitHub once the bot has nothing left to do


def check_settled(hub: FakeHub, issue: int, since: int) -> None:
    """Comments, labels and gate; `since` is the comment id after which every command was heard."""
    record = trusted(hub, issue)
    assert len(ours(hub, issue, "record")) <= 1, "two record comments"
    named = Counter(
        (m.kind, m.key)
        for c in ours(hub, issue)
        if (m := markers.read(c.body)) and m.kind in {"plan", "questions", "notice"}
    )
    assert max(named.values(), default=1) == 1, f"a comment stands twice: {named}"
    if record is None:
        for pull in hub.pulls.values():
            if pull.state == "open" and conclusion(hub, pull) == "success":
                raise AssertionError("the gate is open without a record to trust")
        return
    _check_views(hub, issue, record)
    _check_commands(hub, issue, record, since)
    for pull in hub.pulls.values():
        if pull.state == "open":
            missing = lacking(hub, pull, issue, record)
            said = conclusion(hub, pull)
            assert said != "success" or not missing, f"the gate is open, but: {missing}"
            assert said == "success" or missing, f"nothing is missing, but the gate says {said}"


def _check_views(hub: FakeHub, issue: int, record: Record) -> None:
    shown = {n for n in hub.issues[issue].labels if n.startswith("stage: ")}
    ended = {Stage.CANCELLED, Stage.DUPLICATE, Stage.UNRESOLVABLE}
    name = record.stage.value.replace("_", " ")
    assert shown == (set() if record.stage in ended else {f"stage: {name}"}), shown
    versions = {f"v={v.version}" for v in record.planner.versions}
    plans = {m.key for c in ours(hub, issue, "plan") if (m := markers.read(c.body))}
    anew = record.history[0].action == "restore"
    assert plans <= versions or anew, "a plan comment of no version"
    if record.planner.plan:
        assert f"v={record.planner.plan.version}" in plans, "the plan in force has no comment"
    asked = record.awaiting_human_artifact
    rounds = {m.key for c in ours(hub, issue, "questions") if (m := markers.read(c.body))}
    assert not asked or f"round={asked.round}" in rounds, "the round has no comment"
    named = evidence(hub, issue) or record.revision
    assert named == record.revision, "nothing but the record itself names its revision"


def _check_commands(hub: FakeHub, issue: int, record: Record, since: int) -> None:
    if hub.issues[issue].state != "open":
        return
    for comment in hub.comments_of(issue):
        said = not comment.author.is_bot and not comment.edited and comment.id > since
        if said and re.match(r"/plan(?! restore)", comment.body):
            assert record.handled(f"comment:{comment.id}:0"), f"nobody heard {comment.body!r}"


# ---- the gate, judged a second time from GitHub's own state


def our_runs(hub: FakeHub, pull: Pull) -> list[Check]:
    return [r for r in hub.runs.get(pull.head_sha, []) if r.app_id == hub.app_id]


def conclusion(hub: FakeHub, pull: Pull) -> str:
    """What our newest check run on the head says."""
    newest = max(our_runs(hub, pull), key=lambda run: run.id, default=None)
    return (newest.conclusion or "running") if newest else "none"


def lacking(hub: FakeHub, pull: Pull, issue: int, record: Record) -> set[str]:
    """What a pull request lacks; an oracle that shares nothing with the gatekeeper."""
    plan, approval, asked = record.planner.plan, record.approval, record.awaiting_human_artifact
    tests = record.testing_artifacts.planned if record.testing_artifacts else None
    touched = [f.path for f in hub.files_of(pull) if f.status != "removed"]
    planned = tests and (
        tests.gherkin_scenarios or tests.unit_test_intent or tests.integration_test_intent
    )
    waived = _waived(hub, pull, record)
    holds = {
        "ISSUE": f"Closes #{issue}" in pull.body,
        "ISSUE_OPEN": hub.issues[issue].state == "open",
        "PLAN": plan is not None,
        "APPROVAL": bool(
            plan
            and approval
            and approval.plan_digest == plan.digest
            and not approval.void
            and is_request(approval.request_digest, *_text(hub, issue))
            and not any(d.at >= approval.at for d in hub.deletions.get(issue, ()) if _heavy(hub, d))
            and (approval.by in writers(hub) or approval.by == SOMEBODY)
            and record.stage in {"implementing", "review", "verification", "done"}
        ),
        "ANSWERS": not (record.stage is Stage.AWAITING_HUMAN and asked and asked.open_questions),
        "TESTS_PLANNED": bool(planned) or "TESTS_PLANNED" in waived,
        "TESTS_CHANGED": not planned
        or any(path.startswith("tests/") for path in touched)
        or "TESTS_CHANGED" in waived,
        "CHECKS_PASSED": _green(hub, pull) or "CHECKS_PASSED" in waived,
        "REVIEW_APPROVED": _reviewed(hub, pull) or "REVIEW_APPROVED" in waived,
    }
    return {name for name, held in holds.items() if not held}


def _text(hub: FakeHub, issue: int) -> tuple[str, str]:
    """Title and body as people wrote them."""
    seal = Seal(1, issue, KEY)
    return hub.issues[issue].title, trust.request_text(hub.issues[issue].body, seal)


def _heavy(hub: FakeHub, gone: Deletion) -> bool:
    """Say whether a deleted comment was ours, or by somebody who may approve."""
    return gone.ours or (gone.author is not None and gone.author.login in writers(hub))


def _waived(hub: FakeHub, pull: Pull, record: Record) -> set[str]:
    for waiver in record.waivers:
        assert hub.may(waiver.by, Permission.MAINTAIN), f"{waiver.by} may not waive"
    return {w.requirement for w in record.waivers if w.covers(pull.number, pull.head_sha)}


def _green(hub: FakeHub, pull: Pull) -> bool:
    newest = {r.name: r for r in hub.runs.get(pull.head_sha, []) if r.app_id != hub.app_id}
    said = [r.conclusion for r in newest.values()]
    said += [s.conclusion for s in hub.statuses.get(pull.head_sha, [])]
    return bool(said) and all(one in GOOD for one in said)


def _reviewed(hub: FakeHub, pull: Pull) -> bool:
    last: dict[str, str] = {}
    for review in hub.reviews.get(pull.number, []):
        login = review.author.login
        decides = review.state in {"APPROVED", "CHANGES_REQUESTED", "DISMISSED"}
        if decides and login in writers(hub) and login != pull.author.login:
            stale = review.state == "APPROVED" and review.commit_id != pull.head_sha
            last[login] = "STALE" if stale else review.state
    return "APPROVED" in last.values() and "CHANGES_REQUESTED" not in last.values()
