"""A wake as one line of JSON, for a queue on disk, and back."""

from __future__ import annotations

import json
from typing import Any

from bot.domain.facts import Person, Repository, Witness
from bot.events.wake import (
    CommitTarget,
    DashboardTarget,
    GroupTarget,
    IssueTarget,
    PullTarget,
    Target,
    Wake,
)

Json = dict[str, Any]
_encode = json.JSONEncoder(separators=(",", ":")).encode


def packed(wake: Wake) -> str:
    """One line of ASCII: what handling and attribution need of a delivery, never its whole body."""
    said: Json = {"repo": wake.repository, "target": _target(wake.target)}
    if wake.home:
        home = wake.home
        said["home"] = [home.full_name, home.id, home.default_branch, home.private]
    if wake.witness:
        said["witness"] = _witness(wake.witness)
    return _encode(said)


def unpacked(line: str) -> Wake:
    """The wake that was packed. Raises ValueError or KeyError for anything else."""
    said = json.loads(line)
    kind, value = said["target"]
    home = said.get("home") or ()
    seen = said.get("witness")
    return Wake(
        said["repo"],
        _KINDS[kind](value),
        _seen(seen) if seen else None,
        Repository(*home) if len(home) == 4 else None,
    )


def readable(line: str) -> Wake | None:
    """The wake that was packed; nothing for a line that another version wrote, or that is damaged."""
    try:
        return unpacked(line)
    except (ValueError, LookupError, TypeError, AttributeError):
        return None


def bare(subject: str) -> Wake:
    """A wake for a subject that bears no witness."""
    if subject.endswith("!dashboard"):
        return Wake(subject.partition("!")[0], DashboardTarget())
    repository, number, digits = subject.rpartition("#")
    if number and digits.isdecimal():
        return Wake(repository, IssueTarget(int(digits)))
    repository, _, sha = subject.rpartition("@")
    return Wake(repository, CommitTarget(sha))


def _target(target: Target) -> list[object]:
    match target:
        case IssueTarget(number):
            return ["issue", number]
        case PullTarget(number):
            return ["pull", number]
        case CommitTarget(sha):
            return ["commit", sha]
        case GroupTarget():
            return ["group", [target.head_sha, target.head_ref, target.base_sha, target.base_ref]]
        case DashboardTarget():
            return ["dashboard", None]


_KINDS: dict[str, Any] = {
    "issue": IssueTarget,
    "pull": PullTarget,
    "commit": CommitTarget,
    "group": lambda value: GroupTarget(*value),
    "dashboard": lambda _: DashboardTarget(),
}


def _witness(seen: Witness) -> Json:
    return {
        "event": seen.event,
        "action": seen.action,
        "sender": [seen.sender.login, seen.sender.id, seen.sender.is_bot],
        "delivery": seen.delivery,
        "comment": seen.comment_id,
        "before": seen.body_before,
        "after": seen.body_after,
        "button": seen.button,
        "left": seen.heads_before[-1] if seen.heads_before else "",  # all that older versions read
        "heads": seen.heads_before,
        "turned": seen.turned,
        "label": seen.label,
        "did": sorted(seen.earlier),
    }


def _seen(said: Json) -> Witness:
    return Witness(
        event=said["event"],
        action=said["action"],
        sender=Person(*said["sender"]),
        delivery=said["delivery"],
        comment_id=said["comment"],
        body_before=said["before"],
        body_after=said["after"],
        button=said["button"],
        # what an older version stored has none of these, but one commit or an empty text in `left`
        heads_before=tuple(said.get("heads", filter(None, [said.get("left", "")]))),
        turned=said.get("turned", False),
        label=said.get("label", ""),
        earlier=frozenset(said.get("did", ())),
    )
