"""The critic: a fresh call, without the conversation, by somebody who would have to do the plan."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import Field, ValidationError

from bot.domain.artifacts import RuleLine
from bot.domain.invisible import shown
from bot.domain.value import Value
from bot.errors import ModelError
from bot.planning.draft import Draft
from bot.planning.model.answers import NotADraft
from bot.planning.model.contents import numbered
from bot.planning.model.conversation import Conversation, Deliverable, Filled
from bot.planning.model.opening import piece
from bot.planning.model.tools import Toolbox
from bot.planning.proposal import Request
from bot.planning.repository.evidence import definitions
from bot.ports.prompts import Prompts

MOST_FINDINGS = 8
_MOST_FILES, _AROUND, _HEAD, _LONGEST, _LONG_EXCERPT, _LONG_ISSUE = 10, 30, 60, 300, 6_000, 20_000


class Doubt(Value):
    """What somebody who must do a task would still have to ask."""

    task: str = Field(description="id of the task, or empty for the plan as a whole")
    asks: str = Field(description="what is missing or wrong, in one sentence")


class Doubts(Value):
    """All findings, the most important first; none where the work could start now."""

    findings: tuple[Doubt, ...] = Field(description="at most eight")


def form() -> Deliverable:
    """What the critic fills in."""
    told = "Hand in what you would still have to ask."
    return Deliverable("report", told, Doubts.model_json_schema(by_alias=True))


def findings(talk: Conversation, prompts: Prompts, material: Mapping[str, Any]) -> tuple[str, ...]:
    """What the critic finds, one line each. Raises ModelError, and NotADraft for what is no report."""
    talk.say(prompts.text("critic"), "system")
    talk.say(talk.notes.get("material", lambda: prompts.text("criticised", **material)))
    turned = talk.turn(final=True)
    if not isinstance(turned, Filled):
        raise NotADraft("the critic answered something else")
    return _findings_of(turned.data)


def _findings_of(data: Mapping[str, Any]) -> tuple[str, ...]:
    try:
        found = Doubts.model_validate(dict(data)).findings
    except (ValidationError, RecursionError) as problem:
        raise NotADraft("The report does not fit its schema.") from problem
    rows = (f"{f.task}: {f.asks}" if f.task else f.asks for f in found if f.asks.strip())
    return tuple(" ".join(row.split())[:_LONGEST] for row in rows)[:MOST_FINDINGS]


def material(request: Request, draft: Draft, toolbox: Toolbox) -> dict[str, Any]:
    """What the critic is given: issue, plan, and the code that the plan names."""
    return {**told(request, draft), "excerpts": list(_excerpts(draft, toolbox))}


def told(request: Request, draft: Draft) -> dict[str, str]:
    """Issue and plan, as whoever judges them is given them."""
    title_and_body = f"{request.title}\n\n{shown(request.body)}"
    plan = draft.model_dump_json(
        by_alias=True,
        indent=1,
        include={"goal", "assumptions", "criteria", "tasks", "stories", "tests", "risks"},
        exclude_defaults=True,
    )
    return {
        "issue": piece("issue", title_and_body, most=_LONG_ISSUE),
        "plan": piece("plan", plan, most=_LONG_ISSUE),
    }


class Breach(Value):
    """A rule that the plan breaks."""

    rule: int = Field(description="its number")
    why: str = Field(description="what in the plan breaks it, in one sentence")


class Breaches(Value):
    """The rules that the plan breaks, and no other."""

    broken: tuple[Breach, ...] = Field(
        description="none where all are kept, or are about other things"
    )


def verdict_form() -> Deliverable:
    """What a judge of rules fills in."""
    said = "Hand in the numbers of the rules that the plan breaks."
    return Deliverable("verdict", said, Breaches.model_json_schema(by_alias=True))


def ruled(
    talk: Conversation, prompts: Prompts, told_: Mapping[str, str], rules: tuple[RuleLine, ...]
) -> tuple[RuleLine, ...]:
    """The rules, each kept or broken; as they were where the model gives no usable verdict."""
    rows = (f"{n}. ({r.path}:{r.line}) {r.text}" for n, r in enumerate(rules, 1))
    listed = piece("rules", "\n".join(rows), most=_LONG_ISSUE)
    talk.say(prompts.text("rules"), "system")
    talk.say(talk.notes.get("rules", lambda: "\n\n".join((*told_.values(), listed))))
    try:
        turned = talk.turn(final=True)
        data = dict(turned.data) if isinstance(turned, Filled) else {}
        broken = {b.rule: b.why for b in Breaches.model_validate(data).broken}
    except (ModelError, ValidationError, RecursionError):
        return rules
    if not broken.keys() <= set(range(1, len(rules) + 1)):
        return rules
    return tuple(_said(rule, broken.get(n)) for n, rule in enumerate(rules, 1))


def _said(rule: RuleLine, why: str | None) -> RuleLine:
    if why is None:
        return rule.model_copy(update={"state": "kept"})
    return rule.model_copy(update={"state": "broken", "why": " ".join(why.split())[:_LONGEST]})


def _excerpts(draft: Draft, toolbox: Toolbox) -> Iterator[str]:
    """The places that steps name: around each symbol, else the beginning of the file."""
    symbols: dict[str, list[str]] = {}
    for task in draft.work:
        for step in task.steps:
            if step.path in toolbox.files:
                symbols.setdefault(step.path, []).append(step.symbol)
    for path, text in toolbox.texts(list(symbols)[:_MOST_FILES]).items():
        lines = text.split("\n")
        wanted = _wanted(text, symbols[path], len(lines))
        rows = [numbered(lines[n], n + 1) for n in sorted(wanted)]
        yield piece("file", "\n".join(rows), most=_LONG_EXCERPT, path=path)


def _wanted(text: str, symbols: list[str], count: int) -> set[int]:
    """The numbers of the lines to show; the first is 0."""
    last = {re.split(r"[.:#()]+", s.strip("()"))[-1] for s in symbols} - {""}
    starts = [text.count("\n", 0, at) for name, at in definitions(text) if name in last]
    if not starts:
        return set(range(min(count, _HEAD)))
    return {n for s in starts for n in range(max(0, s - 5), min(count, s + _AROUND))}
