"""The built-in planner: reads, refuses, asks or plans; no model, same input, same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bot.planning import checks
from bot.planning.analysis import Analysis, analyse
from bot.planning.assembly import assemble
from bot.planning.behaviour import behaviour
from bot.planning.blanks import without_secrets
from bot.planning.breakdown import break_down
from bot.planning.clarify import Clarified, clarify
from bot.planning.concerns import pointed, speakers, spoken
from bot.planning.criteria import Need, needs, story
from bot.planning.duplicates import twin
from bot.planning.epics import stories
from bot.planning.grounds import grounds
from bot.planning.namesakes import is_aside
from bot.planning.orders import heeded
from bot.planning.places import is_test
from bot.planning.proposal import (
    Brief,
    Declined,
    Intent,
    Proposal,
    ProposedPlan,
    ProposedQuestions,
    Request,
    Tree,
)
from bot.planning.quality import quality
from bot.planning.reading import Reading, read
from bot.planning.refusal import refusal
from bot.planning.remarks import assumptions, confidence, risks
from bot.planning.shown import shown
from bot.planning.spots import Kind
from bot.planning.testplan import plan_tests
from bot.planning.versions import next_version
from bot.planning.wishes import items, subject, wanted
from bot.planning.work import Work


def _still(doing: str) -> None:
    """Nobody looks on."""


def propose(brief: Brief, pulse: Callable[[str], None] = _still) -> Proposal:
    """Answer a brief: a plan, questions, or why there is nothing to plan.

    Takes everything a planner may know; does no I/O, and gives the same answer to the same brief.
    `pulse` is called between the phases with the name of the one that is done; what it raises ends
    the work.
    """
    brief = _without_secrets(brief)
    request = brief.request
    reading = read(request.title, request.body)
    pulse("reading")
    analysis = analyse(request, reading, brief.tree.paths)
    declined = refusal(request, reading, analysis) or _duplicate(brief, analysis)
    if declined:
        return declined
    heard = heeded(reading)
    if heard is not reading:
        reading, analysis = heard, analyse(request, heard, brief.tree.paths)
    parts = () if request.earlier else stories(request, reading)
    if parts:
        return _planning(brief, reading, analysis, Clarified(), parts)
    clarified = clarify(brief, reading, analysis.intent)
    pulse("analysis")
    if clarified.questions:
        return _asking(brief, reading, analysis, clarified)
    proposal = _planning(brief, reading, analysis, clarified)
    pulse("breakdown")
    return proposal


def _without_secrets(brief: Brief) -> Brief:
    """What people said beside title and body, which are cleaned when they are read."""
    request = brief.request
    said = replace(
        request,
        feedback=tuple(without_secrets(text) for text in request.feedback),
        comments=tuple(replace(c, body=without_secrets(c.body)) for c in request.comments),
        answers=tuple(
            a.model_copy(update={"text": without_secrets(a.text)}) for a in request.answers
        ),
    )
    return replace(brief, request=said)


def _duplicate(brief: Brief, analysis: Analysis) -> Declined | None:
    request = brief.request
    if request.forced or request.earlier is not None:
        return None
    issues, paths = request.open_issues, brief.tree.paths
    found = twin(request.number, request.title, request.body, issues, paths)
    if found is None:
        return None
    return Declined(
        "DUPLICATE",
        found.reason,
        analysis.intent,
        duplicate_of=found.number,
        would_change="`/plan force` plans it all the same.",
        confidence=found.score,
    )


def _asking(
    brief: Brief, reading: Reading, analysis: Analysis, clarified: Clarified
) -> ProposedQuestions:
    reasons = tuple(f"{q.context.reason_codes[0].value}: “{q.why}”" for q in clarified.questions)
    return ProposedQuestions(
        questions=clarified.questions,
        intent=analysis.intent,
        reasons=reasons,
        confidence=0.8,
        explored=tuple(brief.tree.texts),
        telemetry=_counted(brief, {"questions": len(clarified.questions)}),
    )


def _planning(
    brief: Brief,
    reading: Reading,
    analysis: Analysis,
    clarified: Clarified,
    parts: tuple[str, ...] = (),
) -> ProposedPlan:
    request, tree = brief.request, brief.tree
    trace = "\n".join(f.text for f in reading.fences)
    heard = tuple(spoken(request))
    example = shown(reading, _held(tree))
    about = subject(reading, clarified.decisions, (*heard, *pointed(request)))
    work = Work(
        analysis=analysis,
        needs=tuple(n for p in parts for n in story(p))
        or _traced(needs(reading, analysis, clarified.decisions, heard, request.feedback), request),
        decisions=clarified.decisions,
        items=parts or items(reading),
        grounds=grounds(about, trace, analysis, tree, (d.chosen for d in clarified.decisions)),
        tree=tree,
        reproduce=example.steps,
        extra=wanted(request.feedback),
        epic=bool(parts),
        behaviour=behaviour(reading, heard),
        example=example,
        text=about,
        trace=trace,
        reading=reading,
    )
    version = request.earlier.version + 1 if request.earlier else 1
    fresh = assemble(request, analysis.goal, break_down(work), version)
    plan = next_version(request.earlier, fresh, request.feedback[-1] if request.feedback else "")
    fault = work.analysis.intent is Intent.BUG
    tests = plan_tests(plan, example.scenario() if fault else example.steps, fault)
    checks.require(plan, tests, (*tree.paths, *_of_earlier(brief)))
    return ProposedPlan(
        plan=plan,
        tests=tests,
        intent=analysis.intent,
        goals=tuple(dict.fromkeys((analysis.goal, *analysis.goals))),
        risks=risks(brief, reading, work, plan),
        assumptions=(*clarified.assumptions, *assumptions(brief, reading, work)),
        reasons=(f"Read as {analysis.intent.value}: {analysis.why}.",),
        confidence=confidence(brief, reading, work),
        epic=bool(parts),
        telemetry=_counted(
            brief,
            {
                "tasks": len(plan.live),
                "criteria": len(work.needs),
                "quality": quality(plan, tests, tree.paths),
            },
        ),
    )


def _held(tree: Tree) -> frozenset[str]:
    """The lines of code that the issue quotes from the program's own source."""
    return frozenset(
        s.name
        for path, found in tree.spots.items()
        if not (is_test(path) or is_aside(path))
        for s in found
        if s.kind is Kind.HOLDS and not s.part
    )


def _traced(found: tuple[Need, ...], request: Request) -> tuple[Need, ...]:
    """A criterion from a comment says whose it is."""
    by = speakers(request)
    return tuple(
        replace(n, source=f"@{by[n.source]}: {n.source}") if n.source in by else n for n in found
    )


def _of_earlier(brief: Brief) -> Iterable[str]:
    """Paths that an earlier version named stay valid, whatever became of them since."""
    earlier = brief.request.earlier
    if earlier is None:
        return ()
    used = (t.resources for t in earlier.tasks)
    return tuple(p for r in used for p in (*r.read, *r.write, *r.create))


def _counted(brief: Brief, more: dict[str, Any]) -> dict[str, Any]:
    tree = brief.tree
    return {
        "engine": "builtin",
        "filesScanned": len(tree.paths),
        "filesLoaded": len(tree.texts),
        "partial": tree.partial,
        **more,
    }
