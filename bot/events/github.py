"""Webhook or Action payload -> Wake. Reads only the fields we use; a payload it cannot use wakes nothing.

Dispatch is by the event's name (the header, or the Action's environment), never by payload keys:
https://docs.github.com/en/webhooks/webhook-events-and-payloads
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from bot.domain import markers
from bot.domain.facts import Person, Repository, Witness
from bot.events.wake import CommitTarget, GroupTarget, IssueTarget, PullTarget, Target, Wake

Payload = Mapping[str, Any]
_SHA = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
_QUEUE = re.compile(r"gh-readonly-queue/(.{1,200})/pr-[1-9][0-9]{0,8}-[0-9a-f]{40,64}")
_REPOSITORY = re.compile(r"(?!\.{1,2}/)[A-Za-z0-9_.-]{1,100}/(?!\.{1,2}$)[A-Za-z0-9_.-]{1,100}")


def wake(event: str, payload: object, delivery: str = "") -> Wake | None:
    """The wake an event means, or nothing for events that cannot concern us.

    `event` is GitHub's name of it (`issue_comment`), `payload` the decoded JSON whatever its shape.
    """
    if not isinstance(payload, Mapping):
        return None
    _, find = _TARGETS.get(event, ("", None))
    target = find(payload) if find else None
    repository = _text(payload, "repository", "full_name")
    if target is None or not _REPOSITORY.fullmatch(repository):
        return None
    return Wake(repository, target, _witness(event, payload, delivery), _home(payload))


def lacking(event: str, payload: object) -> tuple[str, ...]:
    """The parts that every payload of a known event has, and this one has not."""
    sent = payload if isinstance(payload, Mapping) else {}
    return tuple(f"`{part}`" for part in ("repository", _TARGETS[event][0]) if part not in sent)


def _home(payload: Payload) -> Repository | None:
    number = _number(payload, "repository", "id")
    branch = _text(payload, "repository", "default_branch")
    name = _text(payload, "repository", "full_name")
    private = _at(payload, "repository", "private") is True
    return Repository(name, number, branch, private) if number and branch else None


def sender(payload: object) -> Person:
    """Who caused an event."""
    who = _at(payload, "sender")
    return Person(_text(who, "login"), _number(who, "id"), _text(who, "type") == "Bot")


def _witness(event: str, payload: Payload, delivery: str) -> Witness:
    before, after = _texts(event, payload)
    return Witness(
        event=event,
        action=_text(payload, "action"),
        sender=sender(payload),
        delivery=delivery,
        comment_id=_number(payload, "comment", "id"),
        body_before=before if isinstance(before, str) else None,
        body_after=after if isinstance(after, str) else None,
        button=_text(payload, "requested_action", "identifier"),
        heads_before=_left(payload),
        turned=bool(_text(payload, "changes", "base", "ref", "from")),
        label=_text(payload, "label", "name"),
    )


def _texts(event: str, payload: Payload) -> tuple[object, object]:
    """What a comment, or a dashboard's issue, said before and after the event.

    An edit by the text's own author ticks nothing: the boxes are ours. It brings no texts, so it folds.
    """
    edited = _text(payload, "action") == "edited"
    text = _at(payload, "comment") if event == "issue_comment" else None
    if event == "issues" and edited and _is_dashboard(_text(payload, "issue", "body")):
        text = _at(payload, "issue")
    own = edited and _text(text, "user", "login") == sender(payload).login != ""
    if text is None or own:
        return None, None
    return _at(payload, "changes", "body", "from"), _at(text, "body")


def _is_dashboard(body: str) -> bool:
    mark = markers.read(body)
    return mark is not None and mark.kind == markers.DASHBOARD


def _left(payload: Payload) -> tuple[str, ...]:
    """The commit that was a pull request's head before a push.

    https://docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request (synchronize)
    """
    before = _text(payload, "before") if _pull(payload) else ""
    return (before,) if _SHA.fullmatch(before) else ()


def _issue(payload: Payload) -> Target | None:
    number = _number(payload, "issue", "number")
    if not number:
        return None
    is_pull = _at(payload, "issue", "pull_request") is not None
    return PullTarget(number) if is_pull else IssueTarget(number)


def _pull(payload: Payload) -> Target | None:
    number = _number(payload, "pull_request", "number")
    return PullTarget(number) if number else None


def _group(payload: Payload) -> Target | None:
    """A group that is to be checked; one that was taken apart needs nothing any more."""
    if _text(payload, "action") != "checks_requested":
        return None
    ends = ("head", "base")
    head, base = (_text(payload, "merge_group", f"{end}_sha") for end in ends)
    refs = (_text(payload, "merge_group", f"{end}_ref") for end in ends)
    head_ref, base_ref = (ref.removeprefix("refs/heads/") for ref in refs)
    good = _SHA.fullmatch(head) and _SHA.fullmatch(base) and base_ref
    return GroupTarget(head, head_ref, base, base_ref) if good else None


def _check(payload: Payload) -> Target | None:
    """The commit of a check run. On a merge group's commit only the group itself can be judged again.

    Anybody who may push can name a branch like a queue's, so the base that a name tells is not passed on.
    """
    branch = _text(payload, "check_run", "check_suite", "head_branch")
    found = _QUEUE.fullmatch(branch)
    sha = _text(payload, "check_run", "head_sha")
    if not _SHA.fullmatch(sha):
        return None
    if not found:
        return CommitTarget(sha)
    asked = _text(payload, "action") in {"rerequested", "requested_action"}
    return GroupTarget(sha, branch, "", found[1]) if asked else None


def _commit_of(*path: str) -> Callable[[Payload], Target | None]:
    def find(payload: Payload) -> Target | None:
        sha = _text(payload, *path)
        return CommitTarget(sha) if _SHA.fullmatch(sha) else None

    return find


def _finished(find: Callable[[Payload], Target | None]) -> Callable[[Payload], Target | None]:
    """A suite that was only requested has no result to look at; one run again asks for a look."""
    heard = {"completed", "rerequested"}
    return lambda payload: find(payload) if _text(payload, "action") in heard else None


_TARGETS: Mapping[str, tuple[str, Callable[[Payload], Target | None]]] = {
    "issues": ("issue", _issue),
    "issue_comment": ("issue", _issue),
    "pull_request": ("pull_request", _pull),
    "pull_request_target": ("pull_request", _pull),
    "pull_request_review": ("pull_request", _pull),
    "check_run": ("check_run", _check),
    "check_suite": ("check_suite", _finished(_commit_of("check_suite", "head_sha"))),
    "status": ("sha", _commit_of("sha")),
    "merge_group": ("merge_group", _group),
    "workflow_run": ("workflow_run", _commit_of("workflow_run", "head_sha")),
}
"""Of each event: the part of its payload that is its subject, and what it asks us to look at."""


EVENTS = tuple(_TARGETS)
"""The names of the events that can wake us."""


def _at(node: object, *path: str) -> object:
    for name in path:
        node = node.get(name) if isinstance(node, dict) else None  # decoded JSON is nothing else
    return node


def _text(node: object, *path: str) -> str:
    value = _at(node, *path)
    return value if isinstance(value, str) else ""


def _number(node: object, *path: str) -> int:
    """A whole number as GitHub gives them, in 63 bits; 0 for anything else."""
    value = _at(node, *path)
    whole = value if isinstance(value, int) and not isinstance(value, bool) else 0
    return whole if 0 < whole < 2**63 else 0
