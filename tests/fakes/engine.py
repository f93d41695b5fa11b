"""An engine that follows a script: the flow is tried with drafts that a test can foresee."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.domain.plan import ActionType
from bot.domain.questionnaire import ReasonCode
from bot.planning.draft import (
    Draft,
    DraftCriterion,
    DraftFile,
    DraftOption,
    DraftQuestion,
    DraftStep,
    DraftTask,
    Intent,
)
from bot.planning.engine import Engine, Pulse, Run
from bot.planning.proposal import Brief
from bot.ports.world import Workspace

ASKED_OF = {
    "could be CSV or XLSX": (ReasonCode.AC_AMBIGUOUS, "CSV", "XLSX"),
    "run at once or be sent": (ReasonCode.AC_AMBIGUOUS, "Run at once", "Be sent by e-mail"),
    "advertising partner": (ReasonCode.POLICY_RISK, "Leave it out", "Send it"),
}
"""Words of a request, and the question that they raise."""
MOST_QUESTIONS = 3


def question(code: ReasonCode, first: str, second: str, quote: str = "") -> DraftQuestion:
    """A question with two options, the first one recommended."""
    return DraftQuestion(
        code=code,
        question=f"{first} or {second}?",
        quote=quote,
        options=(DraftOption(label=first), DraftOption(label=second)),
        recommended=first,
        because="It comes first.",
    )


def step(path: str, instruction: str = "") -> DraftStep:
    """A change of one file."""
    told = instruction or f"Change `{path}`"
    return DraftStep(action=ActionType.MODIFY_FILE, path=path, instruction=told, verify="It holds")


def task(
    id_: str, title: str, criteria: tuple[str, ...], *paths: str, after: str = ""
) -> DraftTask:
    """A task that changes some files."""
    return DraftTask(
        id=id_,
        title=title,
        criteria=criteria,
        depends_on=(after,) if after else (),
        complexity=2,
        files=tuple(DraftFile(path=p) for p in paths),
        steps=(*_first(paths), *(step(p) for p in paths)),
    )


def _first(paths: tuple[str, ...]) -> tuple[DraftStep, ...]:
    if not paths:
        return (DraftStep(action=ActionType.ANALYZE_CODE, instruction="Find the place"),)
    told = f"Read `{paths[0]}`"
    return (DraftStep(action=ActionType.READ_FILE, path=paths[0], instruction=told, verify="Read"),)


def story(brief: Brief) -> Draft:
    """Asks what `ASKED_OF` knows; else plans three tasks for the open boxes of the issue, in a row."""
    request = brief.request
    boxes = [line[6:] for line in request.body.splitlines() if line.startswith("- [ ] ")]
    wanted = [*boxes, *(text for text in request.feedback if len(text.split()) > 1)]
    criteria = tuple(
        DraftCriterion(id=f"c{n}", text=text, quote=text)
        for n, text in enumerate(wanted or [request.title], 1)
    )
    half = max(1, len(criteria) // 2)
    ids = [c.id for c in criteria]
    places = [p for p in ("shop/orders.py", "tests/test_orders.py") if p in brief.tree.paths]
    page = [p for p in ("shop/admin.py",) if p in brief.tree.paths]
    document = [p for p in ("README.md",) if p in brief.tree.paths]
    tasks = (
        task("t1", request.title, tuple(ids[:half]), *places),
        task("t2", "Show it on the admin page", tuple(ids[half:] or ids), *page, after="t1"),
        task("t3", "Describe it", tuple(ids[:1]), *document, after="t2"),
    )
    flat = " ".join(request.body.split())
    raised = [(words, told) for words, told in ASKED_OF.items() if words in flat]
    questions = tuple(question(*told, quote=words) for words, told in raised)[:MOST_QUESTIONS]
    return Draft(
        decision="ask" if questions else "proceed",
        intent=Intent.FEATURE,
        goal=request.title,
        criteria=criteria,
        tasks=tasks,
        questions=questions,
        confidence=0.8,
    )


@dataclass
class FakeEngine:
    """The engine port: answers what its script says, and counts how often it was asked."""

    script: Callable[[Brief], Draft] = story
    repairs: bool = False
    name: str = "fake"
    calls: int = 0
    patience: float = 0.0
    spare: Engine | None = None
    last: Run = field(default_factory=lambda: Run("fake"))

    def propose(self, brief: Brief, repository: Workspace, pulse: Pulse) -> Draft:
        self.calls += 1
        pulse("scripted")
        return self.script(brief)
