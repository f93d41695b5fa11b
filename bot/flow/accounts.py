"""Whose permission must be asked before the facts can be judged."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain import belief, links
from bot.domain.facts import Facts, RecordPresent
from bot.intents.model import PlanWanted, RequestEdited
from bot.intents.reading import read_intents, speakers
from bot.intents.readings import unread


def accounts(facts: Facts) -> frozenset[str]:
    """The logins of all who spoke, reviewed, exempted, waived, or may have a model asked."""
    found = {*_reviewers(facts), *_exempting(facts), *_givers(facts), *_silencing(facts)}
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
    record = facts.record.record if isinstance(facts.record, RecordPresent) else None
    people = belief.talkers(facts, record)
    if intents and facts.policy.automation != "manual" and len(people) <= belief.MOST:
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
        if isinstance(link.record, RecordPresent):
            given = link.record.record.waivers
            yield from (w.by for w in given if w.names(facts.repository.full_name))
