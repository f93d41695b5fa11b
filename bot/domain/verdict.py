"""The gate's verdict on a pull request: one row a requirement, and the conclusion that follows."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from bot.domain.planned_tests import SoughtTest
from bot.domain.policy import Policy
from bot.domain.record import Claim

CHECK = "plangate"
_PLAIN = re.compile(r"[a-z0-9._/+=@,-]{1,60}")
_NUMBER = re.compile("[0-9]{1,18}")
_ODD = re.compile(r"[^A-Za-z0-9._/+=@,-]")


def branch_check(branch: str) -> str:
    """The name of the check that says what a branch asks beyond the default one: `plangate (BRANCH)`.

    GitHub may ignore case in names and cut long ones, so a branch that is more than 60 small letters,
    digits and plain signs has a digest in its name after `~`, which no branch's name can hold.
    https://git-scm.com/docs/git-check-ref-format
    """
    if _PLAIN.fullmatch(branch):
        return f"{CHECK} ({branch})"
    digest = hashlib.sha256(branch.encode()).hexdigest()[:16]
    return f"{CHECK} ({_ODD.sub('-', branch[:60])}~{digest})"


def is_check(name: str) -> bool:
    """Say whether a check has a name of ours."""
    return name == CHECK or name.startswith(f"{CHECK} (")


class RowState(StrEnum):
    """How a requirement stands."""

    MET = "met"
    WAITING = "waiting"
    MISSING = "missing"
    CONTRADICTED = "contradicted"
    WAIVED = "waived"
    UNDECIDED = "undecided"


class RowCode(StrEnum):
    """Everything the gate may ask for; each has its words in `templates/gate_rows.md.j2`."""

    GATE_WORKED = "GATE_WORKED"
    STILL_ASKED = "STILL_ASKED"
    POLICY_VALID = "POLICY_VALID"
    GROUP_KNOWN = "GROUP_KNOWN"
    GROUP_MEMBER = "GROUP_MEMBER"
    CHANGES_READ = "CHANGES_READ"
    ISSUE_LINKED = "ISSUE_LINKED"
    ISSUE_REACHED = "ISSUE_REACHED"
    ISSUE_OPEN = "ISSUE_OPEN"
    RECORD_INTACT = "RECORD_INTACT"
    QUESTIONS_ANSWERED = "QUESTIONS_ANSWERED"
    PLAN_MADE = "PLAN_MADE"
    PLAN_SOUND = "PLAN_SOUND"
    PLAN_APPROVED = "PLAN_APPROVED"
    PLANS_APART = "PLANS_APART"
    TESTS_PLANNED = "TESTS_PLANNED"
    TESTS_CHANGED = "TESTS_CHANGED"
    CLAIMS_HOLD = "CLAIMS_HOLD"
    SCOPE_KEPT = "SCOPE_KEPT"
    CHECKS_PASSED = "CHECKS_PASSED"
    REVIEW_APPROVED = "REVIEW_APPROVED"


@dataclass(frozen=True, slots=True)
class Row:
    """One requirement of one issue (0: of the pull request itself); `data` fills its words.

    `repository` names the issue's when it is another one than ours.
    """

    code: RowCode
    state: RowState
    issue: int = 0
    data: Mapping[str, object] = field(default_factory=dict)
    repository: str = ""


@dataclass(frozen=True, slots=True)
class NotExempt:
    """Why a pull request with an exempt account or label is not exempt; `why` has words in the templates.

    `commit` and `by` say which commit it is, and whose.
    """

    why: Literal[
        "opened", "unsigned", "signed", "commits", "actions", "hand", "hands", "unapproved"
    ]
    commit: str = ""
    by: str = ""


def revisions(external_id: str) -> dict[int, int]:
    """Issue -> record revision, as a check run's `external_id` names them (`… rev:12.7,14.2`)."""
    listed = external_id.partition(" rev:")[2].partition(" ")[0]
    pairs = (entry.split(".") for entry in listed.split(",") if entry.count(".") == 1)
    return {int(i): int(r) for i, r in pairs if _NUMBER.fullmatch(i) and _NUMBER.fullmatch(r)}


def unbound(external_id: str) -> str:
    """A check run's `external_id` without the records' revisions."""
    before, _, behind = external_id.partition(" rev:")
    return f"{before} {behind.partition(' ')[2]}"


class Conclusion(StrEnum):
    """What the check run says; `neutral` and `skipped` count as passing on GitHub and are never used."""

    IN_PROGRESS = "in_progress"
    SUCCESS = "success"
    FAILURE = "failure"
    ACTION_REQUIRED = "action_required"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one pull request at one head commit.

    `why` and `why_of` name an exemption and whose it is, `not_exempt` what is missing for one, `notes`
    what else to know (draft, fork …), `borrowed` other open pull requests on the same commit that do
    not pass. `pull` 0 is a merge group, `pulls` are its members. `check` is the name under which it is
    published, `policy` what it was judged by, `policy_sha` where the default branch stood.
    """

    pull: int
    head_sha: str
    base_ref: str
    base_sha: str
    rows: tuple[Row, ...]
    issues: tuple[int, ...] = ()
    revisions: tuple[int, ...] = ()
    why: str = ""
    why_of: str = ""
    not_exempt: NotExempt | None = None
    notes: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    planned: tuple[SoughtTest, ...] = ()
    elsewhere: tuple[str, ...] = ()
    pulls: tuple[int, ...] = ()
    borrowed: tuple[int, ...] = ()
    check: str = CHECK
    policy: Policy = field(default_factory=Policy)
    policy_sha: str = ""

    def rows_in(self, *states: RowState) -> tuple[Row, ...]:
        """The rows in any of these states."""
        return tuple(r for r in self.rows if r.state in states)

    @property
    def lacking(self) -> tuple[Row, ...]:
        """Rows that keep the gate closed."""
        return self.rows_in(RowState.MISSING, RowState.CONTRADICTED, RowState.UNDECIDED)

    @property
    def causes(self) -> tuple[Row, ...]:
        """What there is to do, the first thing first: lacking rows without those that follow from one.

        A ticked "all checks pass" turns green by itself with the check that it speaks of.
        """
        claims = [r for r in self.lacking if r.code is RowCode.CLAIMS_HOLD]
        checks = [r for r in self.lacking if r.code is RowCode.CHECKS_PASSED]
        if not claims or not any(r.data.get("failed") for r in checks):
            return self.lacking
        first = [*checks, *(r for r in claims if not r.data.get("follows"))]
        found: list[Row] = []
        for row in self.lacking:
            if row.code is RowCode.CLAIMS_HOLD:
                found += first
            elif row.code is not RowCode.CHECKS_PASSED:
                found.append(row)
        return tuple(found)

    @property
    def conclusion(self) -> Conclusion:
        """Failure when code or evidence must change, else action_required when a person must decide.

        Only running checks left: still in progress. Nothing left: success.
        """
        if self.rows_in(RowState.MISSING, RowState.CONTRADICTED) or self.borrowed:
            return Conclusion.FAILURE
        if self.rows_in(RowState.UNDECIDED):
            return Conclusion.ACTION_REQUIRED
        if self.rows_in(RowState.WAITING):
            return Conclusion.IN_PROGRESS
        return Conclusion.SUCCESS

    @property
    def passes(self) -> bool:
        """Say whether the gate is open."""
        return self.conclusion is Conclusion.SUCCESS

    @property
    def external_id(self) -> str:
        """What binds a check run to pull request, head, both branches' files and record revisions."""
        own = [f"{i}.{r}" for i, r in zip(self.issues, self.revisions, strict=True)]
        records = ",".join([*own, *self.elsewhere])
        whose = f"pr:{self.pull}" if self.pull else f"group:{','.join(map(str, self.pulls))}"
        shas = f"head:{self.head_sha[:12]} base:{self.base_sha[:12]} policy:{self.policy_sha[:12]}"
        return f"{whose} {shas} rev:{records}"
