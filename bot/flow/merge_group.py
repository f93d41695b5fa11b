"""A merge group: which pull requests its commit would merge, and what is known of each.

https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/merging-a-pull-request-with-a-merge-queue
GitHub's event names no pull request. The queue itself tells (GraphQL); else the commits between base
and head do: each step along the first parents is one pull request, named by its merge or squash
message. Whatever cannot be told apart keeps the group closed.
"""

from __future__ import annotations

import re
from dataclasses import replace

from bot.domain.facts import Commit, Facts, Pull, Witness
from bot.domain.verdict import CHECK, Verdict
from bot.effects import Decision, Effect, GateMessage, SetCheck
from bot.errors import Moved, NotFound
from bot.events.wake import GroupTarget
from bot.flow.gather import Subject, gather
from bot.flow.linking import linked
from bot.flow.perform import perform
from bot.flow.reads import Reads
from bot.roles.gatekeeper import verdicts

ROUNDS = 5
MOST = 30
"""Pull requests of one group that are judged; larger groups stay closed."""
_LAST = re.compile(r"gh-readonly-queue/.{1,200}/pr-([1-9][0-9]{0,8})-[0-9a-f]{7,64}")
_MERGED = re.compile(r"Merge pull request #([1-9][0-9]{0,8}) from ")
_SQUASHED = re.compile(r"[^\n]{0,1000}\(#([1-9][0-9]{0,8})\)[ \t\r]{0,4}(?:\n|\Z)")


def settle(
    target: GroupTarget, witness: Witness | None, reads: Reads, *, dry_run: bool = False
) -> tuple[Facts, Decision, tuple[Effect, ...]]:
    """Judge a group's pull requests as they stand, and put the result on the group's own commit."""
    for _ in range(ROUNDS):
        facts, why = gathered(target, witness, reads)
        judged = verdicts.judge(facts, verdicts.records_of(facts, None))
        group = verdicts.MergeGroup(target.head_sha, target.base_ref, target.base_sha, why)
        names = dict.fromkeys([CHECK, *(v.check for v in judged)])
        found = tuple(verdicts.of_group(facts, judged, group, name) for name in names)
        decision = Decision(None, effects(facts, found), verdicts=found)
        if dry_run:
            return facts, decision, ()
        try:
            runs = reads.world.pulls.verdicts(target.head_sha)
            return facts, decision, perform(decision, facts, reads.world, runs)
        except Moved:
            reads.forget()
    raise Moved(f"{target.head_ref} kept changing for {ROUNDS} rounds")


def gathered(target: GroupTarget, witness: Witness | None, reads: Reads) -> tuple[Facts, str]:
    """The facts of a group's pull requests, and why it cannot be told what it holds (empty: it can)."""
    numbers, why = _members(target, reads)
    pulls: list[Pull] = []
    for number in numbers:
        try:
            pull = reads.pull(number)
        except NotFound:
            return _facts((), witness, reads), f"there is no pull request #{number}"
        if pull.state != "open" or pull.base_ref != target.base_ref:
            why = why or f"#{number} is no open pull request for {target.base_ref}"
        pulls.append(linked(reads, pull))
    return _facts(tuple(pulls), witness, reads), why


def effects(facts: Facts, found: tuple[Verdict, ...]) -> tuple[Effect, ...]:
    """All that is written for a group: the checks on its commit."""
    if not facts.can_check:
        return ()
    seen = facts.witness
    again = seen is not None and seen.action in {"rerequested", "requested_action"}
    return tuple(SetCheck(0, v.head_sha, GateMessage(v, v.policy), again=again) for v in found)


def _facts(pulls: tuple[Pull, ...], witness: Witness | None, reads: Reads) -> Facts:
    known = gather(Subject(0, pulls), witness, reads)
    return replace(known, pulls=tuple(p for p in known.pulls if p.state == "open"))


def _members(target: GroupTarget, reads: Reads) -> tuple[tuple[int, ...], str]:
    last = _LAST.fullmatch(target.head_ref)
    if last is None:
        return (), "the group's branch names no pull request"
    numbers, why = _queued(target, reads), ""
    if not numbers:
        numbers, why = _committed(target, reads)
    if len(numbers) > MOST:
        return numbers[:MOST], f"it holds more than {MOST} pull requests"
    if not why and int(last[1]) not in numbers:
        return numbers, f"its branch names #{last[1]}, its commits do not"
    return numbers, why


def _queued(target: GroupTarget, reads: Reads) -> tuple[int, ...]:
    """The queue's own entries from the group's base to its head; nothing when they do not connect."""
    by_head = {entry.head_sha: entry for entry in reads.world.pulls.queued(target.base_ref).rows}
    numbers: list[int] = []
    sha = target.head_sha
    while sha != target.base_sha and sha in by_head and len(numbers) <= MOST:
        entry = by_head.pop(sha)
        numbers.append(entry.pull)
        sha = entry.base_sha
    return tuple(reversed(numbers)) if sha == target.base_sha else ()


def _committed(target: GroupTarget, reads: Reads) -> tuple[tuple[int, ...], str]:
    """The pull requests that the commits along the first parents name."""
    try:
        commits = reads.world.pulls.between(target.base_sha, target.head_sha).rows
    except NotFound:
        return (), "its commits cannot be read"
    known = {commit.sha: commit for commit in commits}
    numbers: list[int] = []
    sha = target.head_sha
    while sha != target.base_sha:
        commit = known.pop(sha, None)
        number = _named(commit) if commit else None
        if commit is None or number is None or not commit.parents:
            return tuple(reversed(numbers)), f"commit {sha[:12]} names no pull request"
        numbers.append(number)
        sha = commit.parents[0]
    return tuple(dict.fromkeys(reversed(numbers))), ""


def _named(commit: Commit) -> int | None:
    """The pull request a commit of the queue merges: as its message says where GitHub wrote it."""
    merged = _MERGED.match(commit.message) if len(commit.parents) == 2 else None
    found = merged or _SQUASHED.match(commit.message)
    return int(found[1]) if found else None
