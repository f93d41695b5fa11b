"""Linked pull requests -> what GitHub shows of them that the record does not say yet."""

from __future__ import annotations

import fnmatch
import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import chain

from bot.domain import claims, evidence_kinds, languages, links, planned_tests
from bot.domain.added_tests import Shows
from bot.domain.authority import UNNAMED, by_writer
from bot.domain.authorship import Authorship
from bot.domain.belief import sender
from bot.domain.codec import packed, weight
from bot.domain.evidence_kinds import EvidenceKind, Maker
from bot.domain.facts import Facts, FileChange, LinkedIssue, Person, Pull, record_in
from bot.domain.globs import fits
from bot.domain.listing import EVIDENCE
from bot.domain.policy import TEST_PLACES, Policy
from bot.domain.record import PullEvidence, Record
from bot.domain.secrets import without_secrets
from bot.domain.stages import Stage
from bot.domain.visible_text import visible_prose
from bot.intents.model import EvidenceSeen, Intent, Reopened, Reverted

MOST_FILES = 400
"""Paths of one pull request that a record keeps; the count is kept whole."""
MOST_TESTS, MOST_TICKS = 400, 100
ROOM, WHOLE_ROOM = 400_000, 2_500_000
"""Bytes of the lists that a record keeps of one pull request, and of all, as the record writes them."""
PACKING = 10
"""Each character that they take once they are compressed counts as so many bytes."""
_TICKED = re.compile(r"^[ \t]{0,8}[-*+] \[[xX]\][ \t]{1,4}([^\n]{1,300})", re.MULTILINE)


def seen(facts: Facts, record: Record) -> Iterator[EvidenceSeen]:
    """One intent for every linked pull request whose evidence changed; there is a plan."""
    known, most = record.workflow.by_number, room(facts, record)
    for pull in facts.pulls:
        if not links_to(facts.number, pull) or pull.cut >= EVIDENCE:
            continue
        late = record.stage is Stage.DONE or (pull.merged and not merged_for(record, pull))
        if late and pull.number not in known:
            continue  # finished work is no plan for another pull request, nor what was merged before it
        now, before = kept(facts, pull, most), known.get(pull.number)
        if before is None or now != before.having(since=None):
            times = record.times(f"pull:{pull.number}:")
            key = f"pull:{pull.number}:{pull.head_sha[:12]}:{now.state}"
            yield EvidenceSeen(f"{key}:{times}", facts.now, Person(""), pull=pull)


def reopened_or_reverted(facts: Facts, record: Record) -> Iterator[Intent]:
    """What happens to finished work: its issue is opened again, or somebody reverts it."""
    if record.stage is not Stage.DONE or facts.issue is None:
        return
    done, home = record.done_artifact, facts.repository.full_name
    merged = {p.number for p in record.workflow.pull_requests if p.state == "merged"}
    for pull in facts.pulls:
        at, undone = pull.merged_at, merged.intersection(links.reverts(pull.body, home))
        if (
            at
            and undone
            and pull.number not in merged
            and (done is None or at >= done.completed_at)
        ):
            yield Reverted(f"reverted:{pull.number}", at, pull.author, pull=pull)
    if done and facts.reopened_at and facts.reopened_at > done.completed_at:
        stamp = int(facts.reopened_at.timestamp())
        named = sender(facts, "reopened")
        yield Reopened(f"reopened:{stamp}", facts.reopened_at, UNNAMED, named=named)


def evidence_of(facts: Facts, pull: Pull) -> PullEvidence:
    """What counts of a pull request: its head's files, checks, and the standing reviews on that head."""
    given = standing(facts, pull)
    approved = tuple(sorted(p for p, s in given.items() if s == "APPROVED"))
    whole, tasks = _share(facts, pull)
    actions = pull.local_actions
    return PullEvidence(
        number=pull.number,
        url=pull.url,
        head_sha=pull.head_sha,
        base_ref=pull.base_ref,
        state="merged" if pull.merged else "open" if pull.state == "open" else "closed",
        title=without_secrets(pull.title),
        draft=pull.draft,
        whole=whole,
        tasks=tasks,
        said=ticked(without_secrets(pull.body)),
        files_touched=tuple(f.path for f in pull.files)[:MOST_FILES],
        files_removed=tuple(f.path for f in pull.files if f.status == "removed")[:MOST_FILES],
        files_renamed={f.path: f.before for f in pull.files[:MOST_FILES] if f.before},
        files_count=max(len(pull.files), pull.changed_files),
        tests=tuple(f.path for f in pull.files if _tests(pull.policy, f))[:MOST_FILES],
        test_names=tuple(_named(pull))[:MOST_TESTS],
        tests_unread=_unread(pull)[:MOST_FILES],
        tests_declared=planned_tests.declared_in(pull.body),
        tests_rule=tests_rule(pull.policy),
        local_actions=actions.rows if actions and actions.complete else None,
        checks=_checks(pull, approved=bool(approved)),
        approved_by=approved,
        rejected_by=tuple(sorted(p for p, s in given.items() if s == "CHANGES_REQUESTED")),
        by_writer=by_writer(facts, pull),
    )


def room(facts: Facts, record: Record) -> int:
    """Bytes of lists that the record keeps of each pull request: the more there are, the fewer."""
    here = {p.number for p in facts.pulls if links_to(facts.number, p)}
    return room_of_each(len(here | record.workflow.by_number.keys()))


def links_to(issue: int, pull: Pull) -> tuple[LinkedIssue, ...]:
    """The links of a pull request to this issue of ours: one or none."""
    return tuple(x for x in pull.linked if x.number == issue and not x.repository)


def merged_for(record: Record, pull: Pull) -> bool:
    """Say whether it was merged for the plan in force: what was merged before its approval was not."""
    at, given = pull.merged_at, record.approval
    return at is not None and given is not None and at >= given.at


def room_of_each(many: int) -> int:
    """Bytes of lists for each of so many pull requests, so that outsiders cannot fill a record."""
    return min(ROOM, WHOLE_ROOM >> (many - 1).bit_length())


def kept(facts: Facts, pull: Pull, most: int) -> PullEvidence:
    """What a record keeps of a pull request: lists of at most so many bytes."""
    return trimmed(evidence_of(facts, pull), most, pull.policy)


def trimmed(shown: PullEvidence, most: int, policy: Policy) -> PullEvidence:
    """The evidence without its lists, if they are too long or it was closed without a merge.

    They are read again from GitHub. Of too many checks those stay that make the result.
    """
    lists = (
        *(shown.files_touched, shown.files_removed, shown.files_renamed, shown.said, shown.tests),
        *(shown.test_names, shown.tests_unread, shown.tests_declared, shown.local_actions or ()),
        *(shown.files_renamed.values(), shown.tests_declared.values()),
    )
    if shown.state != "closed" and _size(chain(shown.checks, *lists), most) <= most:
        return shown
    fits = _size(shown.checks, most) <= most
    few = shown.checks if fits else claims.decisive(policy.gate.checks, shown.checks)
    return shown.having(
        files_touched=(), files_removed=(), files_renamed={}, local_actions=None, said=(),
        tests=shown.tests[:1], test_names=(), tests_unread=(), tests_declared={}, checks=few,
    )  # fmt: skip


def _size(texts: Iterable[str], most: int) -> int:
    """Bytes that texts take in a record: as it writes them, or more where they cannot be compressed."""
    told = "\n".join(texts)
    size = weight(told)
    return size if size > most else max(size, PACKING * (packed(told) - packed("")))


def ticked(body: str) -> tuple[str, ...]:
    """The boxes ticked in a description, outside code, quotes and comments."""
    found = (match[1].strip()[:200] for match in _TICKED.finditer(visible_prose(body, "[x]")))
    return tuple(dict.fromkeys(f for f in found if f))[:MOST_TICKS]


def _share(facts: Facts, pull: Pull) -> tuple[bool, tuple[int, ...]]:
    """Whether a pull request serves the whole issue at hand, else which of its tasks.

    What was merged before the approval serves nothing, unless the record knew the merge already.
    """
    record = record_in(facts.record)
    known = record.workflow.by_number.get(pull.number) if record else None
    if record and pull.merged and not merged_for(record, pull):
        return (known.whole, known.tasks) if known and known.state == "merged" else (False, ())
    return next(((x.whole, x.tasks) for x in links_to(facts.number, pull)), (True, ()))


def _named(pull: Pull) -> Iterator[str]:
    """The tests that were added or changed, as `file::name`."""
    for file in pull.files:
        if _tests(pull.policy, file):
            yield from (f"{file.path}::{name}" for name in file.added.names)


def _unread(pull: Pull) -> tuple[str, ...]:
    """Changed files of tests whose new lines GitHub does not show."""
    unread = (f.path for f in pull.files if f.added.shows is Shows.UNREAD)
    return tuple(path for path in unread if _taken(pull.policy, path))


def _tests(policy: Policy, file: FileChange) -> bool:
    """Say whether a file shows tests: lines of tests, or of other languages' code, where tests stand."""
    shown = file.added.shows in {Shows.TESTS, Shows.SOURCE}
    return shown and file.status != "removed" and _taken(policy, file.path)


def _taken(policy: Policy, path: str) -> bool:
    """Say whether a test runner takes a file: a glob of the policy's own says so, or its language's names."""
    own = tuple(glob for glob in policy.gate.tests if glob not in TEST_PLACES)
    return fits(own, path) or (is_test(policy, path) and languages.collected(path))


def tests_rule(policy: Policy) -> str:
    """What names the rule by which files were judged: evidence by another rule is read again."""
    globs = "\n".join(policy.gate.tests)
    return f"lines {hashlib.sha256(globs.encode()).hexdigest()[:12]}"


def is_test(policy: Policy, path: str) -> bool:
    """Say whether a path is one where policy has tests stand."""
    return fits(policy.gate.tests, path)


def counts(policy: Policy, check: str) -> bool:
    """Say whether a check is evidence; our own and ignored ones are not."""
    return not any(fnmatch.fnmatchcase(check, glob) for glob in policy.gate.ignore_checks)


def _checks(pull: Pull, *, approved: bool) -> dict[str, str]:
    """Each check's conclusion by name; of several with one name (other Apps, statuses) the worst.

    A success that its subject could have made alone is self-reported; what failed or runs counts as ever.
    """
    said: dict[str, str] = {}
    whose = Authorship(pull)
    for check in pull.checks:
        if counts(pull.policy, check.name):
            conclusion = check.conclusion or "running"
            if conclusion == "success" and whose.is_self_reported(check, approved=approved):
                conclusion = claims.SELF_REPORTED
            said[check.name] = max(said.get(check.name, conclusion), conclusion, key=_badness)
    return said


def _badness(conclusion: str) -> int:
    """A success tells more than a run that was skipped; what runs or failed tells against both."""
    known = {"success": 1, "running": 2}
    return known.get(conclusion, 0 if conclusion in claims.GOOD else 3)


def standing(facts: Facts, pull: Pull) -> dict[str, str]:
    """Each writer's last decisive review; an approval counts for the commit it was given to."""
    last: dict[str, str] = {}
    whose = Authorship(pull)
    for review in pull.reviews:
        login, granted = review.author.login, facts.permission(review.author.login)
        who = {Maker.APP} if review.author.is_bot else whose.makers(login)
        if not evidence_kinds.counts(EvidenceKind.OBJECTION, who, granted):
            continue
        newest = review.commit_id == pull.head_sha and pull.said_here(review.submitted_at)
        approves = newest and evidence_kinds.counts(EvidenceKind.REVIEW, who, granted)
        if review.state == "APPROVED" and not approves:
            last.pop(login, None)
        elif review.state in {"APPROVED", "CHANGES_REQUESTED", "DISMISSED"}:
            last[login] = review.state
    return last
