"""Who had a part in a change, and who made the evidence about it: as GitHub itself knows.

The opener and the pushers are GitHub's own knowledge. Authors and committers are what git was told;
they are taken at their word only against themselves.
"""

from __future__ import annotations

from functools import cached_property

from bot.domain import ci_files
from bot.domain.evidence_kinds import EvidenceKind, Maker, counts
from bot.domain.facts import Check, Pull
from bot.domain.people import GHOST

ACTIONS = "github-actions[bot]"
"""The account of GitHub Actions: of its check runs, and of what a job's own token does."""
_BOT = "[bot]"


def contributors(pull: Pull) -> frozenset[str]:
    """Who wrote, pushed or co-wrote a commit, in small letters."""
    told = (login for commit in pull.commits for login in (commit.author, commit.committer))
    return frozenset(login.lower() for login in (*told, *pull.pushers) if login)


class Authorship:
    """Who is what to one change. What that rests on is found once, however many checks and reviews ask."""

    def __init__(self, pull: Pull) -> None:
        """Nothing is looked at yet."""
        self._pull = pull

    def makers(self, login: str, *, approved: bool = False) -> frozenset[Maker]:
        """What somebody is to the change; `approved`: another writer approved its head."""
        name = login.lower()
        if not name or name == GHOST:
            return frozenset({Maker.UNKNOWN})
        if name == ACTIONS:
            steered = not approved and self._steers_actions
            return frozenset({Maker.ACTIONS, Maker.STEERED} if steered else {Maker.ACTIONS})
        bot = name.endswith(_BOT)
        found = {
            Maker.OPENER: name == self._pull.author.login.lower(),
            Maker.CONTRIBUTOR: name in self._contributors,
            Maker.APP: bot,
            Maker.STEERED: bot and not approved and self._edits_others,
        }
        held = frozenset(maker for maker, holds in found.items() if holds)
        return held or frozenset({Maker.OTHER})

    def is_self_reported(self, check: Check, *, approved: bool) -> bool:
        """Say whether a check or status is by somebody whose word proves nothing about this change."""
        kind = EvidenceKind.CHECK_RUN if check.is_run else EvidenceKind.STATUS
        return not counts(kind, self.makers(check.by, approved=approved))

    @cached_property
    def _contributors(self) -> frozenset[str]:
        return contributors(self._pull)

    @cached_property
    def _steers_actions(self) -> bool:
        return steers_actions(self._pull)

    @cached_property
    def _edits_others(self) -> bool:
        return ci_files.edits_others(changed(self._pull))


def steers_actions(pull: Pull) -> bool:
    """Say whether a change edits what GitHub Actions runs for it: workflows and local actions."""
    paths = changed(pull)
    if ci_files.edits_actions(paths):
        return True
    found = pull.local_actions
    if found is None:
        return bool(ci_files.folders(paths))
    return not found.complete or any(ci_files.under(paths, folder) for folder in found.rows)


def steers_checks(pull: Pull) -> bool:
    """Say whether a change edits what any program that checks it is told to run."""
    return steers_actions(pull) or ci_files.edits_others(changed(pull))


def asks_for_actions(pull: Pull) -> bool:
    """Say whether it matters which changed folders hold local actions, and nobody knows it yet."""
    if pull.local_actions is not None or ci_files.edits_actions(changed(pull)):
        return False
    return any(check.by == ACTIONS and check.conclusion == "success" for check in pull.checks)


def changed(pull: Pull) -> tuple[str, ...]:
    """Every path that a change touches, the old ones of renamed files too."""
    return tuple(path for file in pull.files for path in (file.path, file.before) if path)
