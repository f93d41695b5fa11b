"""Whose permission must be asked before the facts can be judged."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain import links
from bot.domain.facts import Facts, RecordPresent
from bot.intents.reading import speakers


def accounts(facts: Facts) -> frozenset[str]:
    """The logins of all who spoke, reviewed, exempted or waived something."""
    return speakers(facts) | frozenset({*_reviewers(facts), *_exempting(facts), *_givers(facts)})


def _reviewers(facts: Facts) -> Iterator[str]:
    for review in (r for pull in facts.pulls for r in pull.reviews):
        if review.state in {"APPROVED", "CHANGES_REQUESTED"} and not review.author.is_bot:
            yield review.author.login


def _exempting(facts: Facts) -> Iterator[str]:
    """Who says that a pull request needs no issue, and who gave it a label that exempts it."""
    for pull in facts.pulls:
        if links.no_issue(pull.body) and not pull.linked:
            yield pull.author.login
        yield from pull.labelled.values()


def _givers(facts: Facts) -> Iterator[str]:
    """Who waived something for our pull requests on issues of other repositories: asked here."""
    for link in (x for pull in facts.pulls for x in pull.linked if x.repository):
        if isinstance(link.record, RecordPresent):
            given = link.record.record.waivers
            yield from (w.by for w in given if w.names(facts.repository.full_name))
