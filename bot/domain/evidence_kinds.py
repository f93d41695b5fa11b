"""Every kind of evidence: what it shows, who can produce it so that it counts, and who cannot.

One table for the code and for docs/gate.md. Nothing counts that the subject of a judgement can produce
alone, unless the table says that it is only a request which somebody else's evidence must bear out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.authority import NEEDED, Privilege
from bot.domain.facts import Permission


class Maker(StrEnum):
    """Who made a piece of evidence, seen from the change it is about; the values are what docs say."""

    OPENER = "the account that opened the change"
    CONTRIBUTOR = "anybody who wrote, pushed or co-wrote a commit of it"
    OTHER = "people who have no part in it"
    ACTIONS = "GitHub Actions"
    APP = "another GitHub App or bot"
    STEERED = "CI whose definition the change edits, until somebody else approved that commit"
    UNKNOWN = "an account that GitHub does not name"


class EvidenceKind(StrEnum):
    """The kinds of evidence, in the order of the table."""

    CHECK_RUN = "a passed check run"
    STATUS = "a passed commit status"
    REVIEW = "an approving review of the newest commit"
    OBJECTION = "a review that requests changes"
    TEST = "a test that the change adds or changes"
    NAME = "the name of such a test"
    DECLARATION = "a line `Tests: u1 -> path::name`"
    TICK = "a ticked box in the description"
    AUTHOR = "an exempt author"
    LABEL = "a label that exempts"
    PATHS = "exempt files"
    NO_ISSUE = "a line `No-Issue: reason`"
    APPROVAL = "the approval of a plan"
    WAIVER = "a waiver"


PEOPLE = frozenset({Maker.OPENER, Maker.CONTRIBUTOR, Maker.OTHER})
ANYBODY = frozenset(Maker)


@dataclass(frozen=True, slots=True)
class EvidenceRule:
    """Whose evidence of a kind counts, with which permission, and what it shows when it does."""

    makers: frozenset[Maker]
    shows: str
    permission: Permission = Permission.NONE


RULES: dict[EvidenceKind, EvidenceRule] = {
    EvidenceKind.CHECK_RUN: EvidenceRule(
        frozenset({Maker.ACTIONS, Maker.APP}),
        "the check passed on this commit; from anybody else it is shown as self-reported",
    ),
    EvidenceKind.STATUS: EvidenceRule(
        frozenset({Maker.OTHER, Maker.ACTIONS, Maker.APP}),
        "the check passed on this commit; from anybody else it is shown as self-reported",
    ),
    EvidenceKind.REVIEW: EvidenceRule(
        frozenset({Maker.OTHER}), "somebody else read this commit", Permission.WRITE
    ),
    EvidenceKind.OBJECTION: EvidenceRule(
        frozenset({Maker.CONTRIBUTOR, Maker.OTHER}),
        "the merge waits until the reviewer approves or the review is dismissed",
        Permission.WRITE,
    ),
    EvidenceKind.TEST: EvidenceRule(
        ANYBODY, "tests changed; what they prove is for the checks that run them and the reviewer"
    ),
    EvidenceKind.NAME: EvidenceRule(
        ANYBODY, "where a planned test is; a claim, if checks that count passed"
    ),
    EvidenceKind.DECLARATION: EvidenceRule(
        ANYBODY, "where a planned test is, if this change adds or changes that test"
    ),
    EvidenceKind.TICK: EvidenceRule(
        frozenset(), "nothing; but if the evidence contradicts it, the check fails"
    ),
    EvidenceKind.AUTHOR: EvidenceRule(
        frozenset({Maker.OPENER}),
        "nothing is required, if that account opened the change and GitHub verified its signature on "
        "every commit",
    ),
    EvidenceKind.LABEL: EvidenceRule(PEOPLE, "nothing is required", Permission.WRITE),
    EvidenceKind.PATHS: EvidenceRule(
        ANYBODY, "nothing is required, if every changed file was read and is exempt"
    ),
    EvidenceKind.NO_ISSUE: EvidenceRule(
        frozenset({Maker.OPENER}), "no issue is needed; the rest is required", Permission.WRITE
    ),
    EvidenceKind.APPROVAL: EvidenceRule(
        PEOPLE, "this version of the plan may be built", NEEDED[Privilege.APPROVE]
    ),
    EvidenceKind.WAIVER: EvidenceRule(
        PEOPLE,
        "one requirement is waived for the pull requests that plangate's reply names",
        NEEDED[Privilege.WAIVE],
    ),
}
"""Who may make what count: by the repository's policy a writer answers for labels and waivers of their
own change, so those are shown with the name of who gave them."""


def counts(
    kind: EvidenceKind, makers: Iterable[Maker], permission: Permission = Permission.ADMIN
) -> bool:
    """Say whether evidence counts that somebody made who is all of `makers`, with this permission."""
    rule, found = RULES[kind], frozenset(makers)
    return bool(found) and found <= rule.makers and permission.at_least(rule.permission)
