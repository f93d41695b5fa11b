"""Remarks: risks, assumptions and confidence that go with a plan."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from bot.domain.plan import ActionType, TaskPlan
from bot.planning.background import other_ways
from bot.planning.phases import suggested
from bot.planning.places import Place, is_test, place
from bot.planning.proposal import Brief
from bot.planning.reading import Form, Reading
from bot.planning.words import shortened
from bot.planning.work import Work

_RISKY: tuple[tuple[str, str], ...] = (
    ("Existing data must survive the change", r"migrat\w+|schema|column|table|database"),
    (
        "It touches who may do what: test the refusals too",
        r"permissions?|auth\w*|login|password|admin(?:istrator)?s?|roles?|secur\w+",
    ),
    (
        "It may change behaviour others rely on",
        r"breaking|backwards? compatib\w+|public api|deprecat\w+|renam\w+",
    ),
    (
        "It may fail under load or at the same time",
        r"concurren\w+|race|locking|parallel|performance|slow|timeouts?|large (?:files?"
        r"|amounts?)",
    ),
    (
        "It deals with money: rounding and repetition matter",
        r"payments?|invoices?|refunds?|prices?|currency|charges?",
    ),
)


def risks(brief: Brief, reading: Reading, work: Work, plan: TaskPlan) -> tuple[str, ...]:
    """What may go wrong with a plan."""
    text = f"{reading.title}\n" + "\n".join(n.text for n in work.needs)
    found = [f"{name}." for name, told in _RISKY if re.search(rf"(?i)\b(?:{told})\b", text)]
    found += [
        f"Decided knowingly: {d.stated}."
        for d in work.decisions
        if d.stated.startswith("Decided: ")
    ]
    if cut := suggested(plan, brief.policy.planner.max_complexity):
        found.append(cut)
    if reading.depends_on:
        numbers = ", ".join(f"#{n}" for n in reading.depends_on)
        found.append(f"It depends on {numbers}.")
    untested = [
        g.path
        for g in work.grounds.change
        if not g.tests and g.place in {Place.SOURCE, Place.INTERFACE}
    ]
    if untested:
        found.append(f"No tests of today cover {', '.join(f'`{p}`' for p in untested[:3])}.")
    return tuple(found)


def assumptions(brief: Brief, reading: Reading, work: Work) -> tuple[str, ...]:
    """What was taken for granted instead of asked."""
    found: list[str] = []
    if not work.grounds.change:
        found.append(
            "No file of the repository could be told from the request; the first step finds the place."
        )
    found += [f"`{p}` is named but not in the repository." for p in work.analysis.strangers[:3]]
    done = [p.text for p in reading.passages if p.form is Form.TICKED]
    if done:
        found.append(f"Ticked in the issue and taken as done: {'; '.join(done[:5])}.")
    found += [
        f"The first way the issue names is taken, not: “{shortened(t, 200)}”"
        for t in other_ways(reading.passages)[:2]
    ]
    if brief.tree.partial:
        found.append("Only a part of the repository was read.")
    globs = brief.policy.constraints
    rules = [p for p in brief.tree.paths if any(fnmatchcase(p, g) for g in globs)]
    if rules:
        found.append(f"The rules in {', '.join(f'`{p}`' for p in rules[:5])} hold.")
    return tuple(found)


def confidence(brief: Brief, reading: Reading, work: Work) -> float:
    """How sure the plan is: explicit criteria, a known place, tests there, something to read."""
    sure = 0.4
    sure += 0.2 if any(n.source != work.analysis.goal for n in work.needs) else 0.0
    sure += 0.2 if work.grounds.change else 0.0
    sure += 0.1 if any(g.tests for g in work.grounds.change) else 0.0
    sure += 0.05 if brief.tree.texts else 0.0
    return round(min(sure, 0.95), 2)


def files_changed(plan: TaskPlan) -> tuple[str, ...]:
    """Every file a plan changes or makes, tests last."""
    actions = {ActionType.MODIFY_FILE, ActionType.WRITE_FILE}
    paths = dict.fromkeys(s.target for t in plan.live for s in t.steps if s.action in actions)
    return tuple(sorted(paths, key=lambda p: (is_test(p), place(p) is Place.DOC)))
