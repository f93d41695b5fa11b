"""The pipeline, whatever the engine: brief, draft, grounding, decisions, checks, versions, proposal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.domain.artifacts import RuleLine
from bot.domain.questionnaire import ReasonCode
from bot.errors import ModelError, PlanError
from bot.planning import checks
from bot.planning.assembly import assemble, counts, covered, planned_tests, uncovered
from bot.planning.decisions import asked, background, still_open, with_decisions
from bot.planning.draft import Draft
from bot.planning.engine import Engine, Pulse
from bot.planning.grounding import Fault, FaultCode, Ground, judge, named_paths, placed, without
from bot.planning.issue.markdown import CODE
from bot.planning.proposal import Brief, Declined, Proposal, ProposedPlan, ProposedQuestions, Repair
from bot.planning.repository.commands import serving
from bot.planning.repository.context import Detail
from bot.planning.repository.mentions import rule_files, touched
from bot.planning.versions import next_version
from bot.ports.world import Workspace

MOST_REPAIRS = 2
_SAY_MORE = (
    "Edit the issue: say what should change and how it should behave; name the file if you know it."
)
FORCE = "To plan it unchanged, comment `/plan force`."
_LONG_FILE = 400_000


def propose(brief: Brief, engine: Engine, repository: Workspace, pulse: Pulse) -> Proposal:
    """Answer a brief with a plan, questions, or why there is nothing to plan.

    Takes everything a planner may know, the engine to ask, and the repository to judge its claims by.
    `pulse` is called between the phases; what it raises ends the work. Where the engine
    is unusable, or no valid plan comes of what it drafts, its spare plans, and the proposal says why.
    Raises PlanError where nobody can.
    """
    brief = replace(brief, request=brief.request.without_secrets())
    try:
        return _proposed(brief, engine, repository, pulse)
    except (PlanError, ModelError) as problem:
        if engine.spare is None:
            raise
        return _instead(_proposed(brief, engine.spare, repository, pulse), engine, problem)


def _instead(found: Proposal, engine: Engine, problem: PlanError | ModelError) -> Proposal:
    """A proposal of the spare engine: it says which engine did not make it, and why."""
    why = f"{problem.code}: {problem.what}"
    what = f"{engine.name} could not plan this ({why}), so the built-in planner took over"
    failed = {"code": problem.code, "what": problem.what, "remedy": problem.remedy}
    tried = {"model": engine.name, **engine.last.telemetry, "fallback": failed}
    found = _saying(found, f"{what}. {problem.remedy}.")
    return replace(found, telemetry={**found.telemetry, **tried})


def _saying(found: Proposal, what: str) -> Proposal:
    """The proposal that says one thing more, where people look: first among a plan's risks."""
    match found:
        case ProposedPlan(risks=told):
            return replace(found, risks=(what, *told))
        case ProposedQuestions():
            return replace(found, reasons=(*found.reasons, what))
        case Declined():
            return replace(found, reason=f"{found.reason} {what}".strip())


def _proposed(brief: Brief, engine: Engine, repository: Workspace, pulse: Pulse) -> Proposal:
    draft, faults = _grounded(brief, engine, repository, pulse)
    pulse("grounding")
    judge = engine.last.judge
    rules = _rules(brief, draft, repository, narrow=judge is None)
    rules = judge(draft, rules) if judge and rules else rules
    telemetry = _counted(brief, engine, draft, faults)
    if draft.decision in {"ask", "proceed"}:
        draft = still_open(draft, brief.request)
    if draft.decision in {"reject", "duplicate"}:
        found: Proposal = _declined(draft, telemetry)
    elif draft.decision == "ask":
        found = _asking(brief, draft, telemetry, engine.last.shown)
    else:
        found = replace(_planning(brief, draft, telemetry), rules=rules)
    caveat = engine.last.caveat
    said = not caveat or isinstance(found, ProposedPlan)  # a plan's last line says it
    return found if said else _saying(found, caveat)


def _rules(
    brief: Brief, draft: Draft, repository: Workspace, *, narrow: bool = False
) -> tuple[RuleLine, ...]:
    """The repository's own rules that are about the work; narrow: as its plan puts it, not the whole text."""
    if not draft.work:
        return ()
    request = brief.request
    body = "" if narrow else request.body
    said = (request.title, body, draft.goal, *(d.chosen for d in request.decided))
    about = "\n".join((*said, *(c.text for c in draft.criteria), *(t.title for t in draft.work)))
    changed = frozenset(f.path for t in draft.work for f in t.files if f.action != "read")
    files = rule_files(brief.tree.paths, brief.policy.constraints, about)
    names = (span for c in draft.criteria for span in CODE.findall(c.text))
    telling = "\n".join((request.title, *changed, *names)) if narrow else ""
    return touched(repository.texts(files, _LONG_FILE), about, changed, telling)


def _grounded(
    brief: Brief, engine: Engine, repository: Workspace, pulse: Pulse
) -> tuple[Draft, tuple[Fault, ...]]:
    """The engine's draft, looked through once and repaired at most twice; what stays wrong is taken out."""
    there = frozenset(brief.tree.paths)
    draft = placed(engine.propose(brief, repository, pulse), there)
    faults = _faults(brief, draft, repository, engine)
    for number in range(MOST_REPAIRS if engine.repairs else 0):
        if number and all(f.code is FaultCode.CLAIM for f in faults):
            break
        rules = () if number else _rules(brief, draft, repository)
        again = replace(brief, repair=Repair(draft, faults, rules))
        draft = placed(engine.propose(again, repository, pulse), there)
        faults = _faults(brief, draft, repository, engine)
    _bearable(draft, faults)
    if not faults:
        return draft, ()
    left = without(draft, faults)
    # What is taken out may be what something else rests on.
    more = judge(left, _ground(brief, left, repository, engine.last.shown))
    return (without(left, more) if more else left), (*faults, *more)


def _bearable(draft: Draft, faults: tuple[Fault, ...]) -> None:
    """Raise PlanError for what cannot be left out: whose duplicate it is, and what to ask of a risk."""
    if any(f.code is FaultCode.DUPLICATE for f in faults):
        raise PlanError(
            checks.INVALID,
            f"The planner names an issue that is not open: {draft.duplicate_of}",
            "Comment `/plan force` to plan it anyway",
        )
    lost = {f.claim for f in faults if f.code is FaultCode.OPTION}
    for question in draft.questions:
        if question.code is ReasonCode.POLICY_RISK and question.question in lost:
            raise PlanError(
                checks.INVALID,
                "The planner asks about a risk, but names no options",
                "Plan again (on GitHub: `/plan replan`), or decide it in the issue",
            )


def _faults(brief: Brief, draft: Draft, repository: Workspace, engine: Engine) -> tuple[Fault, ...]:
    """What does not hold in a draft; also that it asks nothing new and plans nothing either.

    Of an engine that repairs, also what the checks have against the plan that a sound draft becomes.
    """
    found = judge(draft, _ground(brief, draft, repository, engine.last.shown))
    settled = still_open(draft, brief.request) if draft.decision == "ask" else draft
    if settled.decision not in {"proceed", "epic"}:
        return found
    if not draft.work:
        return (
            *found,
            Fault(FaultCode.WORK, "tasks", "nothing is left to ask, so tasks are needed"),
        )
    if found or not engine.repairs:
        return found
    try:
        _planning(brief, settled, {})
    except PlanError as problem:
        return (Fault(FaultCode.PLAN, "plan", problem.what),)
    return ()


def _ground(
    brief: Brief, draft: Draft, repository: Workspace, shown: frozenset[str] | None
) -> Ground:
    request = brief.request
    earlier = request.earlier.tasks if request.earlier else ()
    named = ((*t.resources.read, *t.written) for t in earlier)  # whatever became of it since
    known = (*named_paths(draft), *sorted(shown or ()))
    unread = [p for p in dict.fromkeys(known) if p not in brief.tree.texts]
    forms = brief.tree.forms
    whole = {p: t for p, t in brief.tree.texts.items() if not forms or forms[p] is Detail.WHOLE}
    said = (
        request.title,
        request.body,
        *(c.body for c in request.comments),
        *request.feedback,
        *(text for d in request.decided for text in (d.question.question, d.chosen)),
    )
    return Ground(
        said="\n".join(said),
        paths=frozenset(brief.tree.paths).union(*named),
        files={**repository.texts(unread, _LONG_FILE), **whole},
        runs=serving(brief.tree.paths),
        issues=frozenset(o.number for o in request.open_issues),
        shown=shown,
    )


def _declined(draft: Draft, telemetry: Mapping[str, Any]) -> Declined:
    duplicate = draft.decision == "duplicate"
    return Declined(
        "DUPLICATE" if duplicate else "UNRESOLVABLE",
        draft.explanation,
        draft.intent,
        duplicate_of=draft.duplicate_of if duplicate else None,
        would_change=FORCE if duplicate else f"{_SAY_MORE} {FORCE}",
        confidence=draft.confidence,
        telemetry=telemetry,
    )


def _asking(
    brief: Brief, draft: Draft, telemetry: Mapping[str, Any], shown: frozenset[str] | None
) -> ProposedQuestions:
    """The questions; files explored are those that were shown, or as far as nobody counted, the context."""
    known = brief.tree.texts if shown is None else sorted(shown)
    looked = (p for q in draft.questions for p in q.looked_at)
    return ProposedQuestions(
        questions=tuple(asked(n, q) for n, q in enumerate(draft.questions, 1)),
        intent=draft.intent,
        reasons=tuple(f"{q.code.value}: “{q.quote or q.question}”" for q in draft.questions),
        confidence=draft.confidence,
        explored=tuple(dict.fromkeys((*known, *looked))),
        telemetry=telemetry,
    )


def _planning(brief: Brief, draft: Draft, telemetry: Mapping[str, Any]) -> ProposedPlan:
    request = brief.request
    draft = with_decisions(draft, request.decided)
    left = uncovered(request, draft) if draft.decision == "epic" else ()
    draft = covered(draft)
    version = request.earlier.version + 1 if request.earlier else 1
    fresh = assemble(request, draft, version)
    reason = request.feedback[-1] if request.feedback else ""
    plan = next_version(request.earlier, fresh, reason) if request.earlier else fresh
    tests = planned_tests(draft)
    checks.require(plan, tests)
    return ProposedPlan(
        plan=plan,
        tests=tests,
        intent=draft.intent,
        goals=tuple(dict.fromkeys((plan.goal, *draft.objectives))),
        risks=draft.risks,
        assumptions=draft.assumptions,
        reasons=(draft.explanation,) if draft.explanation else (),
        confidence=draft.confidence,
        epic=draft.decision == "epic",
        uncovered=left,
        background=background(request, draft),
        telemetry={**telemetry, **counts(draft, plan)},
    )


def _counted(
    brief: Brief, engine: Engine, draft: Draft, faults: tuple[Fault, ...]
) -> dict[str, Any]:
    return {
        "fallback": None,
        **engine.last.telemetry,
        "caveat": engine.last.caveat or None,
        "engine": engine.name,
        "filesScanned": len(brief.tree.paths),
        "filesIndexed": brief.tree.looked.get("files", 0),
        "filesLoaded": len(brief.tree.texts),
        "filesTrimmed": sum(form is not Detail.WHOLE for form in brief.tree.forms.values()),
        "partial": brief.tree.partial,
        "faults": [f.text for f in faults],
        "questions": len(draft.questions),
    }
