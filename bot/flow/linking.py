"""Which issues a pull request serves: keywords in text and commits, GitHub's links, branch, record."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

from bot.domain import links
from bot.domain.facts import LinkedIssue, Permission, Pull, RecordAbsent
from bot.domain.globs import names
from bot.domain.listing import Listing, Reading
from bot.domain.visible_text import LONGEST
from bot.errors import GitHubError, NotFound, RateLimited
from bot.flow.reads import Reads
from bot.flow.trails import followed
from bot.flow.world import World

MOST_SAID = 4 * LONGEST
"""Characters of the messages of one pull request's commits together; the rest is not read."""


def linked(reads: Reads, pull: Pull, *, known_to: int = 0) -> Pull:
    """The pull request with its commits and the issues it serves; keywords count for any base branch.

    `pull` is as GitHub shows it now. `known_to` is an issue whose own record lists it.
    """
    pull = reads.with_commits(pull)
    messages = _messages(reads, pull)
    found, branch = _named(reads, pull, messages.rows), branch_issue(reads, pull)
    asked = dict.fromkeys([*(n for where, n in found if not where), *([branch] if branch else [])])
    closing = reads.closing(pull, tuple(asked)[: links.MOST_LINKS])
    as_merged = _as_merged(reads, pull)
    if as_merged is not None:  # what GitHub links follows the text that stands there now
        pull = replace(pull, body=as_merged)
        found = _named(reads, pull, messages.rows)
    for told in closing.rows if as_merged is None else ():
        _add(found, links.IssueReference(told), "github")
    parts = {Reading.MESSAGES: messages, Reading.LINKS: closing}
    if branch and ("", branch) not in found:
        _add(found, links.IssueReference(branch), "branch")
    if known_to and ("", known_to) not in found:
        # Merged, it no longer says that it serves the issue.
        _add(found, links.IssueReference(known_to, whole=not pull.merged), "record")
    for number in _reverted(reads, pull) if pull.merged else ():
        found.setdefault(("", number), LinkedIssue(number, "revert", RecordAbsent(), whole=False))
    every = tuple(found.values())
    most = links.MOST_LINKS if pull.merged or _by_writer(reads, pull) else links.MOST_OF_OTHERS
    return replace(
        pull,
        last_edit=reads.world.pulls.last_edit(pull.number),
        turned_at=reads.world.pulls.turned_at(pull.number),
        waiting=pull.state == "open" and reads.world.pulls.waiting(pull.number),
        cut=pull.cut | {part for part, listed in parts.items() if not listed.complete},
        linked=every[:most],
        too_many_links=len(every) > most,
    )


def branch_issue(reads: Reads, pull: Pull) -> int | None:
    """The issue that the name of a pull request's branch tells: anybody names a branch of their fork."""
    issue = links.branch_issue(pull.head_ref)
    return issue if issue and _by_writer(reads, pull) else None


def may_name(pull: Pull, issue: int) -> bool:
    """Say whether it is worth looking whether a pull request names an issue: reading Markdown takes long."""
    marks = f"#{issue}" in pull.body or f"/issues/{issue}" in pull.body
    return marks or links.branch_issue(pull.head_ref) == issue


def names_issue(reads: Reads, pull: Pull, issue: int) -> bool:
    """Say whether a pull request names an issue of ours, in its description or by its branch."""
    named = {(n.repository, n.number) for n in links.named(pull.body, reads.world.full_name)}
    return ("", issue) in named or branch_issue(reads, pull) == issue


def _by_writer(reads: Reads, pull: Pull) -> bool:
    """Say the same as `authority.by_writer`, before there are facts."""
    return not pull.fork or reads.writes(pull.author)


def _as_merged(reads: Reads, pull: Pull) -> str | None:
    """The description as it stood at the merge, where it was edited since (None: it stands as it was).

    Its author may edit it for ever, so a later edit counts only from somebody with write permission.
    Where GitHub does not tell, nothing was said.
    """
    last, merged = reads.world.pulls.last_edit(pull.number), pull.merged_at
    if merged is None or (last and (last.at is None or last.at < merged)):
        return None
    versions = reads.world.issues.edits(pull, whole=False)
    said = (v.body for v in reversed(versions) if v.at < merged or reads.writes(v.by))
    return next(said, None) or ""


def _messages(reads: Reads, pull: Pull) -> Listing[str]:
    """The messages of the commits, each whole or not at all: cut, `#12` might be what is left of `#123`."""
    said = tuple(commit.message for commit in pull.commits)
    ends = accumulate(map(len, said))
    few = tuple(
        m for m, end in zip(said, ends, strict=True) if end <= MOST_SAID and len(m) <= LONGEST
    )
    if left := len(said) - len(few):
        reads.world.watch.tell("messages_unread", pull=pull.number, read=len(few), unread=left)
    return Listing(few, not left)


def _named(
    reads: Reads, pull: Pull, messages: tuple[str, ...]
) -> dict[tuple[str, int], LinkedIssue]:
    """What the description and the commits name."""
    home = reads.world.full_name
    found: dict[tuple[str, int], LinkedIssue] = {}
    for issue in links.named(pull.body, home):
        _add(found, issue, "keyword" if issue.whole else "part")
    for message in messages:
        for issue in links.named(message, home, markdown=False):
            _add(found, issue, "commit")
    return found


def elsewhere(reads: Reads, pull: Pull, link: LinkedIssue) -> LinkedIssue:
    """The record of an issue in another repository: only where the policy names it and we may read.

    It is read for the verdict, and never written to. GitHub follows a name that was given up to whoever
    has that repository now, so the policy must name that one, too. A private one that may not be shown
    looks like none, so that nobody learns by guessing names which there are.
    """
    allowed = pull.policy.gate.repositories
    if not names(allowed, link.repository) or reads.world.elsewhere is None:
        return replace(link, unreachable="not allowed")
    try:
        other = reads.world.elsewhere(link.repository)
        home = other.issues.repository()
        if home.private and not _may_be_shown(reads, pull, other):
            return replace(link, unreachable="no access")
        if not names(allowed, home.full_name):
            return replace(link, unreachable="not allowed")
        found = followed(link, Reads(other))
        # who may give labels there is not asked here: any such label silences the issue
        return replace(found, trail=replace(found.trail, labelled={}) if found.trail else None)
    except RateLimited:
        raise
    except GitHubError:
        return replace(link, unreachable="no access")


def _may_be_shown(reads: Reads, pull: Pull, other: World) -> bool:
    """Say whether a check of ours, shown in a private repository alone, may show a private one's plan."""
    if not reads.world.issues.repository().private:
        return False
    return other.issues.permission(pull.author.login).at_least(Permission.READ)


def _add(
    found: dict[tuple[str, int], LinkedIssue], issue: links.IssueReference, source: str
) -> None:
    """What closes an issue wins over what serves a part of it; parts add up."""
    key = (issue.repository, issue.number)
    before = found.get(key)
    if before is None or (issue.whole and not before.whole):
        found[key] = LinkedIssue(
            issue.number, source, RecordAbsent(), issue.repository, issue.whole, issue.tasks
        )
    elif not issue.whole and not before.whole:
        tasks = tuple(sorted({*before.tasks, *issue.tasks}))
        found[key] = replace(before, tasks=tasks)


def _reverted(reads: Reads, pull: Pull) -> tuple[int, ...]:
    """The issues of merged pull requests that this merged one says it reverts."""
    numbers = links.reverts(pull.body, reads.world.full_name)
    issues: dict[int, None] = {}
    for number in numbers:
        try:
            undone = reads.pull(number)
        except NotFound:
            continue
        closed = links.closes(undone.body, reads.world.full_name)
        named = (*closed, branch_issue(reads, undone))
        issues |= dict.fromkeys(n for n in named if n and undone.merged)
    return tuple(issues)
