"""The end state of a story, without what may differ: ids, times, counters, who was seen doing it."""

from __future__ import annotations

import json
import re
from typing import Any

from bot.domain import codec
from bot.domain.codec import Seal
from tests.acceptance.story import Story

Json = dict[str, Any]
VARYING = {
    "id", "at", "by", "actor", "key", "commentId", "bodyDigest", "createdAt", "updatedAt", "since",
    "requestedAt", "completedAt", "deadline", "revision", "permission", "how", "headSha",
    "evidenceLinks", "dependsOn", "dependencies", "where", "telemetry",
    "read", "readFiles",  # ranked by what a door can see: a checkout knows more than GitHub's tree
}  # fmt: skip
# digests, and the witness: a tick nobody saw belongs to somebody with write access
_SEEN = re.compile(r"\b[0-9a-f]{12,64}\b|@?somebody with write access|@?\bbob\b")


def end_state(story: Story) -> Json:
    """Labels, comments, record and verdict as they stand, with everything that may vary left out."""
    comments = story.comments()
    issue = story.hub.request("GET", f"/repos/{story.hub.repo}/issues/{story.issue}")
    return {
        "labels": sorted(story.labels()),
        "state": issue["state"],
        "comments": [_heading(c) for c in comments],
        "record": _without(record(story)),
        "check": _verdict(story) if story.pull else None,
    }


def record(story: Story) -> Json:
    """The record in the bot's card; reading it proves that it is intact."""
    home = story.bot_comment("record")
    repository = story.hub.request("GET", f"/repos/{story.hub.repo}")
    seal = Seal(repository["id"], story.issue)
    return json.loads(codec.to_json(codec.decode(home["body"], seal)))


def _verdict(story: Story) -> Json:
    check = story.check()
    return {"conclusion": check["conclusion"], "title": check["output"]["title"]}


def _heading(comment: Json) -> list[str]:
    first = comment["body"].split("\n", 1)[0]
    first = re.sub(r" sum=[0-9a-f]+| id=[\w.-]+| rev=[0-9]+", "", first)
    who = comment["user"]["login"].removesuffix("[bot]")
    return ["plangate" if who == "github-actions" else who, first]  # an App, or GitHub Actions


def _without(node: Any) -> Any:
    if isinstance(node, dict):
        return {k: _without(v) for k, v in node.items() if k not in VARYING}
    if isinstance(node, list):
        return [_without(v) for v in node]
    return _SEEN.sub("*", node) if isinstance(node, str) else node
