"""What the gate asks of the change itself: tests, claims, scope, checks, review."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.domain import authorship, claims, planned_tests
from bot.domain.ci_files import edits_actions, edits_others
from bot.domain.evidence_kinds import Maker
from bot.domain.facts import Facts, LinkedIssue, Permission, Pull
from bot.domain.globs import fits
from bot.domain.planned_tests import SoughtTest, planned_in
from bot.domain.policy import Policy
from bot.domain.record import Claim, PullEvidence, Record
from bot.domain.verdict import Row, RowCode, RowState
from bot.intents.evidence import is_test

MET, MISSING, WAITING = RowState.MET, RowState.MISSING, RowState.WAITING
PERSON = RowState.UNDECIDED
Served = list[tuple[LinkedIssue, Record]]


@dataclass(frozen=True, slots=True)
class JudgedPull:
    """A pull request with what it shows, the issues it serves (with records), and what was audited."""

    pull: Pull
    shown: PullEvidence
    served: Served
    claims: tuple[Claim, ...] = ()
    sought: tuple[SoughtTest, ...] = ()


def rows(facts: Facts, change: JudgedPull) -> Iterator[Row]:
    """The rows that ask for proof."""
    pull, shown = change.pull, change.shown
    yield _tests(pull.policy, change)
    if change.claims:
        yield _claims(pull.policy, shown, change.claims)
    if any(record.plan for _, record in change.served):
        yield scope_of(pull, change.served)
    yield _checks(pull, shown)
    yield _reviews(facts, pull, shown)


def audited(shown: PullEvidence, served: Served) -> tuple[Claim, ...]:
    """The claims of all issues that a pull request serves, audited against its own evidence."""
    found: dict[tuple[str, str, str], Claim] = {}
    for link, record in served:
        whole = _answers_for_all(link, record)
        part = shown.having(whole=whole, tasks=link.tasks)
        for claim in claims.audited(record, part):
            where = "" if claim.kind == "statement" else f"{link.repository}#{link.number}"
            found[where, claim.id, claim.text] = claim
    return tuple(found.values())


def sought(shown: PullEvidence, served: Served) -> tuple[SoughtTest, ...]:
    """The planned tests that a pull request answers for, and where it has them.

    A part of an issue answers for tests, but not for all that are planned: other parts bring theirs.
    """
    asked = ((x, record) for x, record in served if _answers_for_all(x, record))
    named = ((f"{x.repository}#{x.number}", record) for x, record in asked)
    return planned_tests.sought(named, shown)


def _answers_for_all(link: LinkedIssue, record: Record) -> bool:
    """Say whether a change answers for the whole plan: so does a part that names no task of it."""
    live = {task.number for task in record.plan.live} if record.plan else set()
    return link.whole or live.isdisjoint(link.tasks)


def scope_of(pull: Pull, served: Served) -> Row:
    """Compare the files of a change with those the plan's tasks write; tests belong to every task.

    What says how checks are run is no test, whatever its name.

    A protected file needs a task of a plan of this repository (elsewhere nobody asked our maintainers)
    that names it, or a folder that is protected itself: for a wider one nobody was asked either.
    """
    planned, guards = _planned(served), pull.policy.gate.protected
    ours = _planned(((x, r) for x, r in served if not x.repository), guards)
    touched = dict.fromkeys(authorship.changed(pull))
    outside = [p for p in touched if not (planned.holds(p) or _only_tests(pull.policy, p))]
    guarded = [path for path in touched if fits(guards, path) and not ours.holds(path)]
    blocks = guarded or (outside and pull.policy.gate.scope == "block")
    data = {
        "inside": len(touched) - len(outside),
        "outside": outside,
        "protected": guarded,
        "untouched": sorted(planned.paths - planned.reached(touched)),
    }
    return Row(RowCode.SCOPE_KEPT, PERSON if blocks else MET, data=data)


def _only_tests(policy: Policy, path: str) -> bool:
    return is_test(policy, path) and not (edits_actions((path,)) or edits_others((path,)))


class _PlannedPaths:
    """What tasks write: files, folders and globs, looked through once for all paths of a change."""

    def __init__(self, paths: frozenset[str]) -> None:
        self.paths = paths
        self._lengths = {len(path) for path in paths if path}
        self._wild = tuple(sorted(path for path in paths if "*" in path or "?" in path))

    def holds(self, path: str) -> bool:
        """Say whether a path is planned, stands in a folder that is, or fits a planned glob."""
        return any(self._above(path)) or fits(self._wild, path)

    def reached(self, touched: Iterable[str]) -> frozenset[str]:
        """What a change touches: files, folders that hold a touched file, globs that fit one."""
        touched = tuple(touched)
        held = frozenset(one for path in touched for one in self._above(path))
        wild = (p for p in self._wild if p not in held)
        return held | {p for p in wild if any(fits((p, f"{p}/**"), path) for path in touched)}

    def _above(self, path: str) -> Iterator[str]:
        """A planned path, and the planned folders above it: no text is made of each folder of a deep one."""
        for n in self._lengths:
            if path[n : n + 1] in {"", "/"} and path[:n] in self.paths:
                yield path[:n]


def _planned(
    served: Iterable[tuple[LinkedIssue, Record]], guards: tuple[str, ...] = ()
) -> _PlannedPaths:
    """What tasks write; with `guards` only what is protected itself."""
    named = (path for link, record in served for path in _planned_files(link, record))
    return _PlannedPaths(
        frozenset(path.rstrip("/") for path in named if not guards or fits(guards, path))
    )


def _planned_files(link: LinkedIssue, record: Record) -> Iterator[str]:
    whole = _answers_for_all(link, record)
    for task in record.plan.live if record.plan else ():
        if whole or task.number in link.tasks:
            yield from task.written


def _tests(policy: Policy, change: JudgedPull) -> Row:
    """Tests changed where some are planned; by `test_evidence: planned`, each of them is there too."""
    shown, served = change.shown, change.served
    planned = sum(len(planned_in(record)) for _, record in served)
    each = policy.gate.test_evidence == "planned"
    open_ = [test.id for test in change.sought if not test.found] if each else []
    wanted = planned > 0 and (not shown.tests or bool(open_))
    data: dict[str, object] = {"tests": list(shown.tests), "planned": planned}
    data |= {"open": open_, "unread": list(shown.tests_unread)}
    if wanted:
        files = (test.file for _, record in served for test in planned_in(record))
        data["files"] = list(dict.fromkeys(file for file in files if file))[:2]
    return Row(RowCode.TESTS_CHANGED, MISSING if wanted else MET, data=data)


def _claims(policy: Policy, shown: PullEvidence, found: tuple[Claim, ...]) -> Row:
    counted = claims.counted(found, closing(policy))
    by_state = {
        state: [c for c in counted if c.state == state]
        for state in ("verified", "supported", "unproven", "contradicted")
    }
    wrong, open_ = by_state["contradicted"], by_state["unproven"]
    state = MET
    if wrong:
        state = RowState.CONTRADICTED
    elif open_ and "unproven" in closing(policy):
        state = MISSING
    data: dict[str, object] = {name: len(held) for name, held in by_state.items()}
    data["total"] = len(counted)
    red = {name for name, said in shown.checks.items() if said not in claims.GOOD | {"running"}}
    data["wrong"] = [_contradicted(claim, red) for claim in wrong[:3]]
    if wrong and all(claim.attempts[-1].source in red for claim in wrong):
        data["follows"] = wrong[0].attempts[-1].source
    return Row(RowCode.CLAIMS_HOLD, state, data=data)


def closing(policy: Policy) -> frozenset[str]:
    """The states of a claim that close the gate."""
    strict = policy.gate.claims == "unproven"
    return frozenset({"contradicted", "unproven"} if strict else {"contradicted"})


def _contradicted(claim: Claim, red: set[str]) -> dict[str, str]:
    """What a claim says, and the red check that says otherwise (nothing: no test file changed)."""
    source = claim.attempts[-1].source
    return {"text": claim.text, "check": source if source in red else ""}


def _checks(pull: Pull, shown: PullEvidence) -> Row:
    running = sorted(n for n, said in shown.checks.items() if said == "running")
    failed = sorted(n for n, said in shown.checks.items() if said not in claims.GOOD | {"running"})
    passed = sorted(n for n, said in shown.checks.items() if said == "success")
    own = sorted(n for n, said in shown.checks.items() if said == claims.SELF_REPORTED)
    skipped = sorted(n for n, said in shown.checks.items() if said in {"skipped", "neutral"})
    absent = claims.absent(pull.policy.gate.checks, shown.checks)
    state = MET if passed else MISSING
    if failed or absent:
        state = MISSING
    elif running:
        state = WAITING
    data: dict[str, object] = {"failed": failed, "running": running, "passed": passed}
    data |= {"absent": absent, "skipped": skipped, "self_reported": own}
    data["steered"] = bool(own) and not shown.approved_by and authorship.steers_checks(pull)
    return Row(RowCode.CHECKS_PASSED, state, data=data)


def _reviews(facts: Facts, pull: Pull, shown: PullEvidence) -> Row:
    needed = pull.policy.gate.approvals
    enough = len(shown.approved_by) >= needed and not shown.rejected_by
    given = [r for r in pull.reviews if r.state == "APPROVED"]
    able = [r for r in given if facts.permission(r.author.login).at_least(Permission.WRITE)]
    on_head = [r for r in able if r.commit_id == pull.head_sha]
    turned = {r.author.login for r in on_head if not pull.said_here(r.submitted_at)}
    whose = authorship.Authorship(pull)  # a hand in it approves nothing: somebody else must
    hands = {who for r in on_head if Maker.CONTRIBUTOR in whose.makers(who := r.author.login)}
    data = {
        "by": list(shown.approved_by),
        "rejected_by": list(shown.rejected_by),
        "needed": needed,
        "ignored": sorted({r.author.login for r in given} - {r.author.login for r in able}),
        "contributed": sorted(hands),
        "turned": sorted(turned - {*shown.approved_by}),
    }
    state = MET if enough else MISSING if shown.rejected_by else PERSON
    return Row(RowCode.REVIEW_APPROVED, state, data=data)
