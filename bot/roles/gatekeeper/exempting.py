"""Exemptions: pull requests of which nothing is asked, and why one that looks exempt is not."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping

from bot.domain.authority import by_writer
from bot.domain.authorship import ACTIONS, Authorship
from bot.domain.evidence_kinds import EvidenceKind, counts
from bot.domain.facts import Facts, Pull, RecordDamaged
from bot.domain.globs import fits
from bot.domain.listing import LINKING, Reading
from bot.domain.record import Record
from bot.domain.verdict import NotExempt
from bot.intents.evidence import standing
from bot.roles.gatekeeper import requirements


def exempt(facts: Facts, pull: Pull, records: Mapping[int, Record]) -> tuple[str, str]:
    """Why nothing is asked of a pull request, and who or what exempts it.

    What was not read to its end exempts nobody: another pull request on the commit may not pass, an
    unread link may name a planned issue, a label may have another giver.
    """
    if pull.policy_broken or Reading.SIBLINGS in pull.unread:
        return "", ""
    gate = pull.policy.gate
    planned = any(requirements.record_of(link, records) for link in pull.linked)
    unsure = any(isinstance(x.record, RecordDamaged) or x.unreachable for x in pull.linked)
    unsure = unsure or pull.too_many_links or not LINKING.isdisjoint(pull.unread)
    if gate.require == "planned" and not planned and not unsure:
        return "not planned", ""
    if gate.since and pull.created_at and pull.created_at.date() < gate.since:
        return "older", gate.since.isoformat()
    opener = pull.author.login
    whose = {
        "author": opener if _listed(pull, opener) and not_exempt(pull) is None else "",
        "label": "" if _without_approval(facts, pull) else _exempting_label(facts, pull),
        "paths": ", ".join(gate.exempt.paths) if _only_exempt_files(facts, pull) else "",
    }
    return next(((why, of_whom) for why, of_whom in whose.items() if of_whom), ("", ""))


def _only_exempt_files(facts: Facts, pull: Pull) -> bool:
    """Say whether a change of the default branch touches nothing else than exempt files.

    Towards another branch its files are counted from there, and nobody judged what that one holds.
    """
    if pull.base_ref != facts.repository.default_branch:
        return False
    globs = pull.policy.gate.exempt.paths
    changed = [*(f.path for f in pull.files), *(f.before for f in pull.files if f.before)]
    every = all(fits(globs, path) for path in changed)
    return bool(globs and changed) and every and Reading.FILES not in pull.unread


def not_exempt(pull: Pull) -> NotExempt | None:
    """What is missing for a pull request that an exempt account opened, or is named in all of.

    Only GitHub's own knowledge counts: who opened it and pushed to it, and whose signature it verified.
    Anybody can write anybody's name and e-mail address into a commit, and who may push has GitHub
    Actions open and sign what they like.
    """
    opener = pull.author.login
    named = bool(pull.commits) and all(_listed(pull, c.author) for c in pull.commits)
    if pull.policy_broken or not (_listed(pull, opener) or named):
        return None
    if not _listed(pull, opener):
        return NotExempt("opened", by=opener)
    if _same(opener, ACTIONS):
        return NotExempt("actions")
    if Reading.COMMITS in pull.unread or not pull.commits:
        return NotExempt("commits")
    return next(_foreign(pull), None)


def lacking(facts: Facts, pull: Pull) -> NotExempt | None:
    """What is missing for the exemption that an account or a label seems to give."""
    return not_exempt(pull) or _without_approval(facts, pull)


def _without_approval(facts: Facts, pull: Pull) -> NotExempt | None:
    """What a label lacks on a stranger's pull request: a label stays when they push, an approval does not."""
    if not _exempting_label(facts, pull) or by_writer(facts, pull):
        return None
    given = {*standing(facts, pull).values()}
    approved = "APPROVED" in given and "CHANGES_REQUESTED" not in given
    return None if approved and Reading.REVIEWS not in pull.unread else NotExempt("unapproved")


def _foreign(pull: Pull) -> Iterator[NotExempt]:
    """What is not the opener's own of a pull request's commits, or may not be."""
    opener = pull.author.login
    for commit in pull.commits:
        others = [who for who in (commit.signer, commit.author) if not _same(who, opener)]
        if not commit.signer:
            yield NotExempt("unsigned", commit.sha)
        elif others:
            yield NotExempt("signed", commit.sha, others[0])
    for who in sorted(pull.pushers):
        if not _same(who, opener):
            yield NotExempt("hand", by=who)
    if Reading.HANDS in pull.unread:
        yield NotExempt("hands")


def _listed(pull: Pull, login: str) -> bool:
    """Say whether an account is exempt; `dependabot[bot]` is a name, no set of letters."""
    globs = (glob.lower().replace("[", "[[]") for glob in pull.policy.gate.exempt.authors)
    return any(fnmatch.fnmatchcase(login.lower(), glob) for glob in globs)


def _same(one: str, other: str) -> bool:
    return one.lower() == other.lower()


def _exempting_label(facts: Facts, pull: Pull) -> str:
    """A label that exempts, if somebody with write permission gave it."""
    if not {Reading.LABELS, Reading.LINKS}.isdisjoint(pull.unread):
        return ""  # without the links it is not known either when it went to this branch
    for name in (*pull.policy.gate.exempt.labels, pull.policy.labels.ignore):
        if name.casefold() in {held.casefold() for held in pull.labels}:
            who = pull.labelled.get(name.casefold(), "")
            if counts(EvidenceKind.LABEL, Authorship(pull).makers(who), facts.permission(who)):
                return f"{name} by {who}"
    return ""
