"""Who did what on an issue, merged into the facts: as GitHub itself tells, and as the event saw it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain import belief, links, markers
from bot.domain.authority import UNNAMED
from bot.domain.facts import (
    Comment,
    Edit,
    Facts,
    Issue,
    LinkedIssue,
    Person,
    RecordState,
    Witness,
    record_in,
)
from bot.domain.objections import asked_since
from bot.domain.people import Deletion, LastEdit, Trail
from bot.flow.reads import Reads
from bot.flow.world import World
from bot.intents.commands import commands
from bot.intents.model import PlanWanted, RecordEdited, RequestEdited
from bot.intents.reading import read_intents, speakers
from bot.intents.readings import unread
from bot.ports.github import Issues
from bot.roles.round import was_announced

Text = tuple[Comment | Issue, LastEdit | None]
MOST_AUTHORS = 20
"""Of so many people's deleted comments it is asked whether they may approve; more are not told apart."""


@dataclass(frozen=True, slots=True)
class IssueRead:
    """What was read of an issue: its whole body, its comments, and the record found among them."""

    issue: Issue
    comments: tuple[Comment, ...]
    record: RecordState


def with_trail(facts: Facts, reads: Reads) -> Facts:
    """The facts with the last edits of the issue and its comments, and what speaks against an approval.

    One question tells of the first and the last hundred comments; another one of those between them
    that matter.
    """
    if facts.issue is None:
        return facts
    trail = reads.trail(facts.issue.number)
    if trail is None:
        return replace(facts, comments=_touched(facts.comments, {}, facts.witness))
    issue = replace(facts.issue, last_edit=trail.body)
    comments = _touched(facts.comments, trail.comments, facts.witness)
    known = replace(facts, trail=trail, issue=issue, comments=comments)
    asking = {intent.comment_id for intent in read_intents(known)}
    unsure = (c for c in comments if c.last_edit is None and c.id in asking)
    trail = replace(trail, comments=_last_edits(trail, unsure, reads.world.issues))
    comments = _touched(comments, trail.comments, facts.witness)
    read = IssueRead(replace(issue, body=facts.raw_body), comments, facts.record)
    return replace(known, comments=comments, trail=_weighed(trail, read, reads))


def followed(
    link: LinkedIssue, reads: Reads, former: Iterable[str] = (), anchor: int = 0
) -> LinkedIssue:
    """The link with its issue's record, and what speaks against the record's approval.

    `former` and `anchor` are those of `Records.find`. Raises NotFound.
    """
    issue, comments = reads.issue(link.number), reads.comments(link.number)
    if not comments.complete:
        return replace(link, unreachable="comments")
    record = reads.world.records.find(issue, comments.rows, former, anchor)
    trail = reads.trail(issue.number)
    if trail:
        trail = _weighed(trail, IssueRead(issue, comments.rows, record), reads)
    said = replace(issue, body=reads.world.records.request(issue))
    return replace(link, record=record, ended=issue.ended, issue=said, trail=trail)


def _weighed(trail: Trail, read: IssueRead, reads: Reads) -> Trail:
    """The trail with those deletions and edits alone that speak against the approval of a record.

    A deletion counts where we wrote the comment, or its author may approve now (whether they could then,
    nobody tells), or is not known. So does an edit by somebody else that took a command away, and an edit
    of which nobody tells. What became of the words of others takes no command away.
    """
    issues = reads.world.issues
    since = asked_since(record) if (record := record_in(read.record)) else None
    if since is None:
        return replace(trail, deletions=())
    told = tuple(d for d in trail.deletions if d.at >= since)
    whole = trail.whole or len(told) < len(trail.deletions)
    edited = tuple(_edited(trail, read, since, issues))
    if len({*(d.author for d in told), *(c.author for c, _ in edited)}) > MOST_AUTHORS:
        told, edited, whole = (), (), False
    theirs = [(c, last) for c, last in edited if _decides(c.author, reads)]
    whole = whole and all(last for _, last in theirs)
    gone = [d for d in told if d.ours or _decides(d.author, reads)]
    gone += [
        Deletion(last.at, last.by, comment.author)
        for comment, last in theirs
        if last and last.at and _silenced(comment, issues)
    ]
    texts = _texts(trail, read, issues)
    return replace(
        trail,
        deletions=tuple(sorted(gone, key=lambda d: d.at)),
        whole=whole and all(last for text, last in texts if markers.BLOCK in text.body),
        tampered=tuple(_tampered(texts, read, since, issues)),
    )


def _edited(
    trail: Trail, read: IssueRead, since: datetime, issues: Issues
) -> Iterator[tuple[Comment, LastEdit | None]]:
    """People's comments that somebody else edited since then, or of which nobody tells who did.

    Between the first and the last hundred an edit in the second of writing is not looked for: it was
    seen when the comment was new.
    """
    people = (c for c in read.comments if not (c.ours or c.author.is_bot))
    later = [c for c in people if c.updated_at >= since]
    moved = [c for c in later if c.node_id in trail.comments or c.updated_at > c.created_at]
    told = _last_edits(trail, moved, issues)
    for comment in moved:
        last = told.get(comment.node_id)
        if last is None:
            yield comment, None
        elif last.at and last.at >= since and not _is(last.by, comment.author.login):
            yield comment, last


def _last_edits(
    trail: Trail, comments: Iterable[Comment], issues: Issues
) -> Mapping[str, LastEdit]:
    """The last edits of the trail, and of these comments where they stand between those it tells of."""
    between = [c for c in comments if c.node_id not in trail.comments]
    return {**trail.comments, **issues.last_edits(between)} if between else trail.comments


def _silenced(comment: Comment, issues: Issues) -> bool:
    """Say whether a comment lacks a command that its author had written there, as far as anybody tells."""
    written = _last_written(issues.edits(comment, whole=False), comment.author.login)
    return written is None or not set(commands(written)) <= set(commands(comment.body))


def _decides(author: Person | None, reads: Reads) -> bool:
    return author is None or reads.writes(author)


def _texts(trail: Trail, read: IssueRead, issues: Issues) -> list[Text]:
    """The texts that may hold a hidden block of ours, each with its last edit as far as it is told.

    What the event itself saw is among it: GitHub's answer may lag behind.
    """
    ours = [c for c in read.comments if c.ours]
    told = _last_edits(trail, (c for c in ours if markers.BLOCK in c.body), issues)
    texts: list[Text] = [(c, c.last_edit or told.get(c.node_id)) for c in ours]
    if markers.BLOCK in read.issue.body:
        texts.append((read.issue, trail.body))
    return texts


def _tampered(
    texts: Iterable[Text], read: IssueRead, since: datetime, issues: Issues
) -> Iterator[LastEdit]:
    """Edits by others that left another marker or block in a text of ours than we last wrote there."""
    me = next((c.author.login for c in read.comments if c.ours), "")
    for text, last in texts:
        if last is None or last.at is None or last.at < since or _is(last.by, me):
            continue
        written = _last_written(issues.edits(text, whole=False), me)
        if written is None or markers.hidden(written) != markers.hidden(text.body):
            yield last


def _last_written(versions: Iterable[Edit], me: str) -> str | None:
    """What an account wrote last, or nothing where nobody tells: that version may have been deleted."""
    found = None
    for version in versions:
        untold = version.by is None and version.body is None
        found = version.body if untold or _is(version.by, me) else found
    return found


def _is(person: Person | None, login: str) -> bool:
    return person is not None and person.login.lower() == login.lower()


def _touched(
    comments: Iterable[Comment], told: Mapping[str, LastEdit], seen: Witness | None
) -> tuple[Comment, ...]:
    return tuple(replace(c, last_edit=_last(c, told.get(c.node_id), seen)) for c in comments)


def _last(comment: Comment, told: LastEdit | None, seen: Witness | None) -> LastEdit | None:
    """The last edit that is known of: the event's own counts where GitHub's answer lags behind it."""
    if seen is None or (seen.event, seen.comment_id) != ("issue_comment", comment.id):
        return told
    if told is not None and told.at is not None and told.at >= comment.updated_at:
        return told
    if seen.action == "edited":
        return LastEdit(comment.updated_at, seen.sender)
    moved = seen.body_after is not None and seen.body_after != comment.body
    return LastEdit(comment.updated_at) if moved else told


def with_edits(facts: Facts, world: World) -> Facts:
    """The facts with the versions of comments whose tick nobody is named for, and of an edited section."""
    unnamed = [i for i in read_intents(facts) if i.by == UNNAMED]
    ids = {i.comment_id for i in unnamed}
    found = {c.id: world.issues.edits(c) for c in facts.comments if c.id in ids}
    if facts.issue and any(isinstance(i, RecordEdited) and not i.comment_id for i in unnamed):
        whole = replace(facts.issue, body=facts.raw_body)
        told = world.issues.edits(whole, whole=False)
        found[0] = tuple(replace(e, body=_section(e.body, whole, world)) for e in told)
    return replace(facts, edits=found)


def _section(text: str | None, issue: Issue, world: World) -> str | None:
    return None if text is None else world.records.section(replace(issue, body=text))


def accounts(facts: Facts) -> frozenset[str]:
    """The logins of all who spoke, reviewed, exempted, waived, or may have a model asked."""
    found = {*_reviewers(facts), *_exempting(facts), *_givers(facts), *_silencing(facts)}
    found |= {p.author.login for p in facts.pulls if p.fork and not p.author.is_bot}
    return speakers(facts) | frozenset({*found, *_spenders(facts)})


def _spenders(facts: Facts) -> Iterator[str]:
    """Whose reply a model may read, who may start its run, and where policy may approve, all it reads."""
    if not facts.spends:
        return
    yield from (comment.author.login for comment in unread(facts))
    intents = read_intents(facts)
    for intent in intents:
        if isinstance(intent, RequestEdited | PlanWanted) and not intent.comment_id:
            yield belief.starter(facts, intent.by).login
    record = record_in(facts.record)
    people = belief.talkers(facts, record)
    plans = intents or was_announced(record)
    if plans and facts.policy.automation != "manual" and len(people) <= belief.MOST:
        yield from people


def _silencing(facts: Facts) -> Iterator[str]:
    """Who gave an issue the label that keeps us away from it."""
    linked = ((link.issue, link.trail) for pull in facts.pulls for link in pull.linked)
    name = facts.policy.labels.ignore
    for issue, trail in ((facts.issue, facts.trail), *linked):
        if issue and trail and issue.has(name) and name.casefold() in trail.labelled:
            yield trail.labelled[name.casefold()]


def _reviewers(facts: Facts) -> Iterator[str]:
    for review in (r for pull in facts.pulls for r in pull.reviews):
        if review.state in {"APPROVED", "CHANGES_REQUESTED"} and not review.author.is_bot:
            yield review.author.login


def _exempting(facts: Facts) -> Iterator[str]:
    """Who says that a pull request needs no issue, and who gave it a label that exempts it."""
    for pull in facts.pulls:
        if links.no_issue(pull.body) and not pull.linked:
            yield pull.author.login
            if pull.last_edit and pull.last_edit.by and not pull.last_edit.by.is_bot:
                yield pull.last_edit.by.login
        yield from pull.labelled.values()


def _givers(facts: Facts) -> Iterator[str]:
    """Who waived something for our pull requests on issues of other repositories: asked here."""
    for link in (x for pull in facts.pulls for x in pull.linked if x.repository):
        given = record.waivers if (record := record_in(link.record)) else ()
        yield from (w.by for w in given if w.names(facts.repository.full_name))
