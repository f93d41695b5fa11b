"""A merge group: which pull requests its commit would merge, and what is known of each.

https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/merging-a-pull-request-with-a-merge-queue
GitHub's event names no pull request. The queue itself tells (GraphQL); else the names of its branches
do: there is one for each pull request, with its number and the commit below, so that they make a chain.
Commits tell nothing: a rebased one keeps its author's message, which may bear any number. Whatever
cannot be told apart keeps the group closed. Anybody who may push can give a branch such a name, so a name
tells of members only once the queue or GitHub's event has told that the commit is a group's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.domain.facts import Facts, Pull, Witness
from bot.domain.listing import EVIDENCE
from bot.domain.people import was
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
_LAST = re.compile(r"gh-readonly-queue/(.{1,200})/pr-([1-9][0-9]{0,8})-([0-9a-f]{40,64})")

Steps = dict[str, tuple[int, str]]
"""By the commit that merges a pull request: its number, and the commit below."""


def proven(target: GroupTarget, reads: Reads) -> GroupTarget | None:
    """The group; where only a branch's name tells of it, the queue must name its commit."""
    return target if target.base_sha else _known(target, reads)


def _known(target: GroupTarget, reads: Reads) -> GroupTarget | None:
    """The group of which a branch's name tells, if the queue names its commit.

    Where the queue cannot be read, a green of ours says that GitHub's own event once told of it.
    """
    named, told = _LAST.fullmatch(target.head_ref), reads.queued(target.base_ref)
    below = next((e.base_sha for e in told.rows if e.head_sha == target.head_sha), "")
    if named and not below and not told.complete:
        runs = reads.world.pulls.verdicts(target.head_sha)
        ours = (run for run in runs if run.external_id.startswith("group:"))
        below = named[3] if any(run.conclusion == "success" for run in ours) else ""
    return replace(target, base_sha=below) if below else None


def settle(
    target: GroupTarget, witness: Witness | None, reads: Reads, *, dry_run: bool = False
) -> tuple[Facts, Decision, tuple[Effect, ...]]:
    """Judge a group's pull requests as they stand, and put the result on the group's own commit."""
    for _ in range(ROUNDS):
        facts, why = gathered(target, witness, reads)
        judged = verdicts.judge(facts, verdicts.records_of(facts, None))
        bare = Verdict(0, target.head_sha, target.base_ref, target.base_sha, ())
        names = dict.fromkeys([CHECK, *(v.check for v in judged)])
        groups = (replace(bare, check=name) for name in names)
        found = tuple(verdicts.of_group(facts, judged, group, why) for group in groups)
        decision = Decision(None, effects(facts, found), verdicts=found)
        if dry_run:
            return facts, decision, ()
        try:
            runs = reads.world.pulls.verdicts(target.head_sha)
            if not runs and reads.failed and any(p.cut >= EVIDENCE for p in facts.pulls):
                return facts, decision, ()  # a red group leaves its queue: no failure is a verdict
            return facts, decision, perform(decision, facts, reads.world, runs)
        except Moved:
            reads.forget()
    raise Moved(f"{target.head_ref} kept changing for {ROUNDS} rounds")


def gathered(target: GroupTarget, witness: Witness | None, reads: Reads) -> tuple[Facts, str]:
    """The facts of a group's pull requests, and why it cannot be told what it holds (empty: it can)."""
    numbers, why = _members(target, reads)
    queued = target.head_sha in _entries(target, reads)
    if not queued:  # an event may be an old one, and a green be left of a group that is gone
        heads = reads.with_head(target.head_sha)
        if heads.rows or not heads.complete:
            why = why or "an open pull request has its commit, and the queue does not name it"
    pulls: list[Pull] = []
    reads.vouch(numbers)
    for number in numbers:
        try:
            pull = reads.pull(number)
        except NotFound:
            return _facts((), witness, reads), f"there is no pull request #{number}"
        if pull.state != "open" or pull.base_ref != target.base_ref:
            why = why or f"#{number} is not an open pull request for {target.base_ref}"
        pulls.append(linked(reads, pull))
        if not queued and not pulls[-1].waiting:
            why = why or f"#{number} is not in the merge queue"
    return _facts(tuple(pulls), witness, reads), why


def effects(facts: Facts, found: tuple[Verdict, ...]) -> tuple[Effect, ...]:
    """All that is written for a group: the checks on its commit."""
    if not facts.can_check:
        return ()
    again = was(facts.witness, "check_", "rerequested", "requested_action")
    return tuple(SetCheck(GateMessage(v, v.policy), again=again) for v in found)


def _facts(pulls: tuple[Pull, ...], witness: Witness | None, reads: Reads) -> Facts:
    known = gather(Subject(0, pulls), witness, reads)
    return replace(known, pulls=tuple(p for p in known.pulls if p.state == "open"))


def holding(pulls: Iterable[Pull], reads: Reads) -> Iterator[GroupTarget]:
    """The groups that still exist and may hold one of these pull requests, as they are now.

    Asked only where one of them is in a queue, or GitHub does not tell. A group that is gone has no
    branch any more, and is left alone; so is a branch that only has such a name.
    """
    waiting = [pull for pull in pulls if pull.waiting]
    for base in dict.fromkeys(pull.base_ref for pull in waiting):
        theirs = {pull.number for pull in waiting if pull.base_ref == base}
        for branch in reads.groups(base).rows:
            named = _LAST.fullmatch(branch.name)
            if named is None or named[1] != base:
                continue
            target = GroupTarget(branch.head_sha, branch.name, named[3], base)
            numbers, why = _members(target, reads)
            found = why or theirs & set(numbers)
            known = _known(target, reads) if found else None
            if known:
                yield known


def _members(target: GroupTarget, reads: Reads) -> tuple[tuple[int, ...], str]:
    last = _LAST.fullmatch(target.head_ref)
    if last is None or last[1] != target.base_ref:
        return (), "the group's branch names no pull request"
    told = _linked(target, _entries(target, reads))
    numbers = told or _linked(target, _branches(target, reads))
    if not numbers:
        return (), "GitHub's merge queue does not show which pull requests are in this merge group"
    if len(numbers) > MOST:
        return numbers[:MOST], f"the group has more than {MOST} pull requests"
    if int(last[2]) not in numbers:
        return numbers, f"the group's branch names #{last[2]}, but the merge queue does not list it"
    return numbers, ""


def _entries(target: GroupTarget, reads: Reads) -> Steps:
    """The queue's own entries."""
    told = reads.queued(target.base_ref).rows
    return {entry.head_sha: (entry.pull, entry.base_sha) for entry in told}


def _branches(target: GroupTarget, reads: Reads) -> Steps:
    """What the names of the queue's branches say; two that disagree about a commit say nothing."""
    steps: Steps = {}
    told = reads.groups(target.base_ref).rows
    for name, sha in (*((b.name, b.head_sha) for b in told), (target.head_ref, target.head_sha)):
        named = _LAST.fullmatch(name)
        if named is None or named[1] != target.base_ref:
            continue
        step = int(named[2]), named[3]
        steps[sha] = step if steps.get(sha, step) == step else (0, "")
    return steps


def _linked(target: GroupTarget, steps: Steps) -> tuple[int, ...]:
    """The pull requests from the group's head down to its base, and further where that is a group's head.

    Where only the last group of a queue must pass, what stands before it is merged by its green.
    Nothing when the steps do not lead to the base.
    """
    numbers: list[int] = []
    sha, met = target.head_sha, False
    left = dict(steps)
    while sha in left and len(numbers) <= MOST:
        number, sha = left.pop(sha)
        numbers.append(number)
        met = met or sha == target.base_sha
    return tuple(reversed(numbers)) if met and all(numbers) else ()
