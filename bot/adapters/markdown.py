"""Messages become what people read: words from `templates/`, data neutral, proven by an oracle."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from bot.adapters import card_json, neutral, oracle, templating
from bot.adapters.budget import COMMENT, DOCUMENT, LEVELS, PROMPTS, WITH_PROMPTS, Limit, limit_of
from bot.adapters.neutral import Trusted
from bot.adapters.oracle import LiveMarkup
from bot.adapters.plan_lookups import lookups
from bot.adapters.templating import SizeLimits
from bot.domain import tasks
from bot.domain.handover import Handover, handovers
from bot.domain.plan import Task, TaskPlan
from bot.domain.verdict import Row, RowCode, RowState, Verdict
from bot.effects import (
    CardMessage,
    DashboardMessage,
    GateMessage,
    Message,
    NoticeKind,
    NoticeMessage,
    PlanMessage,
    QuestionsMessage,
)
from bot.ports.github import Button, LineNote

TITLE = 50
MOST_NOTES = 20
_GAPS = re.compile("\n{3,}")
_BAR = 12
_ASKED, _REMEDY = "gate_asked.txt.j2", "gate_remedy.txt.j2"
_NOTE = "gate_note_title.txt.j2", "gate_note.txt.j2"
_QUIETLY = "https://redirect.github.com/"
"""Links through here leave no mention on the page that they lead to, as Dependabot's do not."""
# Within every limit, whatever its characters are.
_PLAIN = 15_000


class MarkdownRenderer:
    """The port `Renderer` for one repository.

    `signed` says whether records carry a signature, for the card is honest about it.
    """

    def __init__(
        self, repository: str, server: str = "https://github.com", *, signed: bool = True
    ) -> None:
        self._here = f"{server.rstrip('/')}/{repository}"
        self._away = self._here.replace("https://github.com/", _QUIETLY, 1)
        self._markdown, self._terminal = templating.markdown(), templating.terminal()
        self._values: dict[str, Any] = {
            "repository": Trusted(repository),
            "here": Trusted(self._here),
            "away": Trusted(self._away),
            "signed": signed,
            "link": self._link,
            "prompt": self._fenced,
        }

    def comment(self, message: Message) -> str:
        """A comment's Markdown without its marker line; options and approval keep their boxes.

        A plan shows the prompts of its tasks where there is room for them beside all the rest.
        """
        template, context = message.template, _context(message)
        if isinstance(message, PlanMessage) and message.record.plan:
            prompts = self._prompts(message)
            if text := self._rendered(template, context | prompts, LEVELS[0], WITH_PROMPTS):
                return self._proven(text, WITH_PROMPTS, message)
        return self._fitted(template, context, limit_of(message), message)

    def prompt(self, handed: Handover) -> str:
        """The text for a coding agent that does one task: what others wrote stands on lines with `>`."""
        return self._text("prompt.txt.j2", {"h": handed, "t": handed.task})

    def gate_prompt(self, message: GateMessage) -> str:
        """What a pull request still lacks, as a text for a coding agent."""
        return self._text("gate_prompt.txt.j2", _context(message))

    def _prompts(self, message: PlanMessage) -> dict[str, Any]:
        """The prompts of the first open tasks, as many as there is room for, each in a block of code."""
        shown, room = list[tuple[int, Trusted]](), PROMPTS
        for handed in handovers(message.record, message.policy):
            text = self._fenced(handed)
            room -= len(text)
            if not text or room < 0:
                break
            shown.append((handed.task.number, text))
        return {"prompts": shown}

    def _fenced(self, handed: Handover) -> Trusted:
        """A prompt as a block of code; empty where it is too long for a comment."""
        text = neutral.fence(self.prompt(handed))
        return text if len(text) <= PROMPTS else Trusted("")

    def superseded(self, by: str, text: str) -> str:
        """An older comment's text, collapsed; a text that is not ours any more is left out."""
        template, words = "superseded.md.j2", {"by": by, "kept": Trusted(text)}
        made = self._rendered(template, words, LEVELS[0])
        if COMMENT.allows(text) and not self.findings(made):
            return made
        return self._rendered(template, words | {"kept": ""}, LEVELS[0])

    def check(self, message: GateMessage) -> tuple[str, str]:
        """A check run's title and summary."""
        return self.title(message), self.comment(message)

    def line_notes(self, message: GateMessage) -> tuple[LineNote, ...]:
        """A broken policy at its line, files that no task names at their first; at most twenty."""
        places = [(row, place) for row in message.verdict.rows for place in _places(row)]
        return tuple(
            LineNote(*place, *self.row_words(message, row, *_NOTE))
            for row, place in places[:MOST_NOTES]
        )

    def row_words(
        self, message: GateMessage, row: Row, asked: str = _ASKED, said: str = _REMEDY
    ) -> tuple[str, str]:
        """What a row asks, and who does what to have it (or what two other templates say)."""
        at = {**_context(message), "row": row}
        return self._text(asked, at), self._text(said, at)

    def buttons(self) -> tuple[Button, ...]:
        """The buttons of a check run: a line each, of label, description and identifier."""
        lines = self._text("gate_buttons.txt.j2", {}).split("\n")
        return tuple(Button(*(part.strip() for part in line.split("|"))) for line in lines if line)

    def details(self, plan: TaskPlan) -> str:
        """A plan as the check's details show it: plain text in a code block."""
        return neutral.fence(self.plan_text(plan), "", _PLAIN)

    def summary(self, data: Mapping[str, Any]) -> str:
        """The job summary of one run; every key may be missing.

        `issue`, `pull`, `stage`, `decision`, `plan_id`, `plan_version`, `gate` (a title), `reasons`
        and `effects` (texts), `links` (label to address), `dry_run`, `messages` (GateMessages).
        """
        told = data.get("messages", ())
        verdicts = [{"pull": m.verdict.pull, "text": Trusted(self.comment(m))} for m in told]
        return self._fitted("summary.md.j2", {"d": data, "verdicts": verdicts}, COMMENT, None)

    def plan_text(self, plan: TaskPlan, task: Task | None = None) -> str:
        """A plan, or one task of it, for a terminal."""
        told = {"plan": plan, "t": task, "after": plan.order()}
        return self._text("task.txt.j2" if task else "plan.txt.j2", told)

    def diff_text(self, data: Mapping[str, Any]) -> str:
        """Two versions for a terminal: `target`, `one`, `other`, `changes` and `reasons`."""
        return self._text("diff.txt.j2", data)

    def plan_document(self, plan: TaskPlan) -> str:
        """A plan as a Markdown document of its own, with its graph."""
        context = {"plan": plan, "after": plan.order()}
        return self._fitted("export.md.j2", context, DOCUMENT, None)

    def plan_mermaid(self, plan: TaskPlan) -> str:
        """A plan's graph as a Mermaid flowchart."""
        context = {"plan": plan, "after": plan.order()}
        return self._rendered("_flowchart.md.j2", context, LEVELS[0]).rstrip()

    def _fitted(
        self, template: str, context: Mapping[str, Any], limit: Limit, message: Message | None
    ) -> str:
        """The most detailed text within the limit: whole rows go before words are cut."""
        text = self._rendered(template, context, LEVELS[0], limit)
        low, high = 0, 0 if text else len(LEVELS) - 1
        while low < high:
            tried = (low + high) // 2
            found = self._rendered(template, context, LEVELS[tried], limit)
            text, low, high = (found, low, tried) if found else (text, tried + 1, high)
        text = text or self._rendered(template, context, LEVELS[low])
        return self._proven(text, limit, message)

    def _rendered(
        self, template: str, context: Mapping[str, Any], fit: SizeLimits, limit: Limit | None = None
    ) -> str:
        """The text; nothing if it is over the limit: then it is not rendered to its end."""
        values, pieces = {**self._values, **context}, list[str]()
        room = limit.characters if limit else sys.maxsize
        if isinstance(values.get("m"), CardMessage):
            values |= card_json.words(values["m"].record, fit.rows)
        for piece in self._markdown.get_template(template).generate(values, fit=fit):
            pieces.append(piece)
            room -= len("".join(piece.split()))  # blanks may go
            if room < 0:
                return ""
        text = _GAPS.sub("\n\n", "".join(pieces)).strip() + "\n"
        return text if limit is None or limit.allows(text) else ""

    def _proven(self, text: str, limit: Limit, message: Message | None) -> str:
        """The text, or plain text in a code block in the place of one that the second parser refuses."""
        if limit.allows(text) and not self.findings(text, message):
            return text
        return self._rendered("unsafe.md.j2", {"text": text}, SizeLimits(clip=_PLAIN))

    def findings(self, text: str, message: Message | None = None) -> tuple[LiveMarkup, ...]:
        """What the second parser has against a text that was made from `message`."""
        to = message.to if isinstance(message, NoticeMessage) else ""
        mentions = frozenset({to}) if templating.login(to) else frozenset[str]()
        links = (self._here + "/", self._away + "/")
        return oracle.check(text, boxes=_boxes(message), mentions=mentions, links=links)

    def title(self, message: GateMessage) -> str:
        """The title that names the most of what is missing within 50 characters."""
        made = (
            self._text("gate_title.txt.j2", {**_context(message), "names": names})
            for names in range(min(len(message.verdict.rows), 6), -1, -1)
        )
        return next((title for title in made if len(title) <= TITLE), "")

    def _text(self, template: str, context: Mapping[str, Any]) -> str:
        text = self._terminal.get_template(template).render({**self._values, **context})
        return _GAPS.sub("\n\n", text).strip()

    def _link(self, label: str, address: str) -> Trusted:
        """A link to a page of this repository; any other address is shown, not linked."""
        text = neutral.inline(label)
        if address.startswith(self._here + "/") and re.fullmatch(r"[\w:/.#?=-]+", address):
            return Trusted(f"[{text}]({address})")
        return Trusted(f"{text}: {neutral.code(address)}")


def _places(row: Row) -> Iterator[tuple[str, int, str]]:
    """Path, line and level of what a row has to say in the files themselves."""
    if row.code is RowCode.POLICY_VALID and row.state is RowState.MISSING:
        yield str(row.data["file"]), int(str(row.data["line"])) or 1, "failure"
    outside = row.data.get("outside") if row.code is RowCode.SCOPE_KEPT else None
    for path in outside if isinstance(outside, list) else ():
        yield str(path), 1, "warning" if row.state is RowState.UNDECIDED else "notice"


def _context(message: Message) -> dict[str, Any]:
    match message:
        case PlanMessage(record=record) if record.plan:
            return lookups(message, record.plan)
        case NoticeMessage(data=data):
            return {"m": message, "d": data}
        case GateMessage(verdict=verdict):
            return {"m": message, "bar": _bar(verdict)}
        case _:
            return {"m": message}


def _bar(verdict: Verdict) -> Trusted:
    total = len(verdict.rows)
    fine = sum(r.state.value in {"met", "waived"} for r in verdict.rows)
    full = fine * _BAR // total if total else _BAR
    return Trusted("█" * full + "░" * (_BAR - full))


def _boxes(message: Message | None) -> int:
    match message:
        case QuestionsMessage(closed=False, round=round_):
            return sum(len(q.options) for q in round_.questions)
        case PlanMessage(record=record, policy=policy) if record.plan:
            return 1 + (len(record.plan.live) if tasks.as_boxes(record, policy) else 0)
        case NoticeMessage(kind=NoticeKind.PLAN_OFFERED):
            return 1
        case DashboardMessage(boxes=True, instead=0, lists=lists):
            return sum(row.box is not None for part in lists for row in part.rows)
        case _:
            return 0
