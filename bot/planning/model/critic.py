"""The critic: a fresh call, without the conversation, by somebody who would have to do the plan."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from pydantic import Field, ValidationError

from bot.domain.artifacts import RuleLine
from bot.domain.invisible import shown
from bot.domain.value import Value
from bot.errors import ModelError
from bot.planning.claims import last_name
from bot.planning.draft import Draft
from bot.planning.model.contents import numbered
from bot.planning.model.conversation import Conversation
from bot.planning.model.opening import piece
from bot.planning.model.tools import Toolbox
from bot.planning.proposal import Request
from bot.planning.repository.evidence import starts
from bot.ports.model import Prompts, Tool

MOST_FINDINGS = 8
_MOST_FILES, _BEFORE, _AROUND, _HEAD, _LONGEST = 24, 3, 22, 12, 300
_MOST_NAMES, _MOST_USES, _COMMON, _LONG_USES = 6, 12, 150, 6_000
"""Changed names that are searched, lines shown of each, lines from which on a name is a common word."""
_LONG_EXCERPTS, _LONG_ISSUE, _LONG_PLAN = 16_000, 8_000, 30_000
_CALLED = re.compile(r"\b(\w+)\(")
_GIVEN = {"goal", "explanation", "assumptions", "criteria", "tasks", "stories", "tests", "risks"}
_LEFT_OUT = {"question", "sub_questions", "tools", "affinity"}
"""Of a task: what nobody needs who has to do it."""


class Doubt(Value):
    """What somebody who must do a task would still have to ask."""

    task: str = Field(description="id of the task, or empty for the plan as a whole")
    asks: str = Field(description="what is missing or wrong, in one sentence")


class Breach(Value):
    """A rule that the plan breaks."""

    rule: int = Field(description="its number")
    why: str = Field(description="what in the plan breaks it, in one sentence")


class Breaches(Value):
    """The rules that the plan breaks, and no other."""

    broken: tuple[Breach, ...] = Field(
        description="none where all are kept, or are about other things"
    )


class Doubts(Value):
    """All findings, the most important first; none where the work could start now."""

    findings: tuple[Doubt, ...] = Field(description="at most eight")
    broken: tuple[Breach, ...] = Field((), description="rules that the plan breaks, and no other")


_Form = TypeVar("_Form", Doubts, Breaches)
_REPORT = Tool("report", "Hand in what you would still have to ask.", Doubts.model_json_schema())
_VERDICT = Tool(
    "verdict",
    "Hand in the numbers of the rules that the plan breaks.",
    Breaches.model_json_schema(),
)


class Critic:
    """Who is asked about a plan, once each about tasks and rules, and what came of it."""

    def __init__(self, talk: Callable[[Tool], Conversation], prompts: Prompts) -> None:
        """`talk` begins a conversation for a form."""
        self._talk, self._prompts = talk, prompts
        self.asked = False
        self.judged: tuple[RuleLine, ...] = ()

    def findings(
        self, request: Request, draft: Draft, toolbox: Toolbox, rules: tuple[RuleLine, ...]
    ) -> tuple[str, ...]:
        """What is found, one line each, broken rules first; nothing where the model gives no report."""
        talk, text = self._talk(_REPORT), self._prompts.text
        made = {
            **told(request, draft),
            "excerpts": list(_excerpts(draft, toolbox)),
            "uses": _uses(draft, toolbox),
            "rules": _listed(rules) if rules else "",
        }
        talk.say(text("critic", rules=bool(rules)), "system")
        talk.say(talk.notes.get("material", lambda: text("criticised", **made)))
        report = _filled(talk, Doubts)
        if report is None:
            return ()
        self.judged = _judged(rules, report.broken)
        broken = [r for r in self.judged if r.state == "broken"]
        asks = (f for f in report.findings if f.asks.strip())
        doubts = (f"{f.task}: {f.asks}".removeprefix(": ") for f in asks)
        found = (*(f"{r.path}:{r.line} says “{r.text}”: {r.why}" for r in broken), *doubts)
        return tuple(" ".join(row.split())[: 2 * _LONGEST] for row in found)[:MOST_FINDINGS]

    def known(self, rules: tuple[RuleLine, ...], *, revised: bool) -> tuple[RuleLine, ...] | None:
        """The rules with what was said of them; None where they must be asked about.

        What was kept stays so; one that was broken may not be any more once the plan is revised.
        """
        known = {(r.path, r.line): r for r in self.judged}
        found = tuple(known.get((r.path, r.line), r) for r in rules)
        again = revised and any(r.state == "broken" for r in found)
        return found if known and not again else None

    def verdict(
        self, request: Request, draft: Draft, rules: tuple[RuleLine, ...]
    ) -> tuple[RuleLine, ...]:
        """The rules, each kept or broken; as they were where the model gives no usable verdict."""
        talk, made = self._talk(_VERDICT), told(request, draft)
        talk.say(self._prompts.text("rules"), "system")
        talk.say(talk.notes.get("rules", lambda: "\n\n".join((*made.values(), _listed(rules)))))
        verdict = _filled(talk, Breaches)
        return _judged(rules, verdict.broken) if verdict else rules


def _filled(talk: Conversation, kind: type[_Form]) -> _Form | None:
    """The form that the next turn fills in; None where the model gives nothing that fits."""
    try:
        turned = talk.turn(final=True)
        return kind.model_validate(dict(turned)) if isinstance(turned, Mapping) else None
    except (ModelError, ValidationError, RecursionError):
        return None


def for_people(finding: str, draft: Draft) -> str:
    """A finding in which a task has its number: no reader of a plan sees ids."""
    id_, colon, rest = finding.partition(": ")
    number = {t.id: n for n, t in enumerate(draft.work, 1)}.get(id_)
    return f"task {number}{colon}{rest}" if number else finding


def told(request: Request, draft: Draft) -> dict[str, str]:
    """Issue and plan, as whoever judges them is given them."""
    title_and_body = f"{request.title}\n\n{shown(request.body)}"
    plan = draft.model_dump_json(
        by_alias=True,
        include=_GIVEN,
        exclude={"tasks": {"__all__": _LEFT_OUT}, "stories": {"__all__": _LEFT_OUT}},
        exclude_defaults=True,
    )
    return {
        "issue": piece("issue", title_and_body, most=_LONG_ISSUE),
        "plan": piece("plan", plan, most=_LONG_PLAN),
    }


def _listed(rules: tuple[RuleLine, ...]) -> str:
    rows = (f"{n}. ({r.path}:{r.line}) {r.text}" for n, r in enumerate(rules, 1))
    return piece("rules", "\n".join(rows), most=_LONG_ISSUE)


def _judged(rules: tuple[RuleLine, ...], broken: tuple[Breach, ...]) -> tuple[RuleLine, ...]:
    """The rules, each kept or broken; as they were where a number is none of theirs."""
    why = {b.rule: " ".join(b.why.split())[:_LONGEST] for b in broken}
    if not why.keys() <= set(range(1, len(rules) + 1)):
        return rules
    return tuple(
        rule.having(state="broken", why=why[n]) if n in why else rule.having(state="kept")
        for n, rule in enumerate(rules, 1)
    )


def _excerpts(draft: Draft, toolbox: Toolbox) -> Iterator[str]:
    """The places that steps name, and what their code calls in files that were read; the room is shared."""
    steps = [s for task in draft.work for s in task.steps]
    named = [s.path for s in steps] + [f.path for task in draft.work for f in task.files]
    read = dict.fromkeys((*named, *sorted(toolbox.ledger.paths)))
    called = {name for s in steps for name in _CALLED.findall(s.code)}
    texts = toolbox.texts([p for p in read if p in toolbox.files][:_MOST_FILES])
    parts: dict[str, str] = {}
    for path, text in texts.items():
        wanted = _wanted(text, [s.symbol for s in steps if s.path == path], called)
        rows = (row for n, row in enumerate(numbered(text.split("\n"))) if n in wanted)
        parts[path] = "\n".join(rows)
    kept = {path: part for path, part in parts.items() if part}
    for path, part in kept.items():
        yield piece("file", part, most=_LONG_EXCERPTS // len(kept), path=path)


def _uses(draft: Draft, toolbox: Toolbox) -> str:
    """Where else the names stand that steps change: who calls them, or repeats what they do."""
    steps = [s for task in draft.work for s in task.steps if s.path in toolbox.files]
    names = dict.fromkeys(last_name(s.symbol) for s in steps)
    rows: list[str] = []
    for name in [n for n in names if n][:_MOST_NAMES]:
        hits, left = toolbox.uses(name)
        if len(hits) + left <= _COMMON:
            rows += [f"{h.path}:{h.line}: {h.text.strip()[:_LONGEST]}" for h in hits[:_MOST_USES]]
            left += len(hits[_MOST_USES:])
            rows += [f"… {left} more lines with {name}"] if left else []
    return piece("uses", "\n".join(dict.fromkeys(rows)), most=_LONG_USES) if rows else ""


def _wanted(text: str, symbols: list[str], called: set[str]) -> set[int]:
    """The numbers of the lines to show; the first is 0. The beginning where steps name no symbol of it."""
    last = {*map(last_name, symbols)} - {""}
    begins = starts(text)
    head = symbols and not last.intersection(begins.values())
    near = (n for n, name in begins.items() if name in last | called)
    wanted = {m for n in near for m in range(n - _BEFORE, n + _AROUND)}
    return wanted | set(range(_HEAD if head else 0))
