"""The history of a record: a line for everything that was tried, folded where it grows too long."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any, Literal, Self

from pydantic import Field

from bot.domain.contracts import Role
from bot.domain.stages import Stage, WorkflowBlockingReason
from bot.domain.value import Moment, Stored

MOST = 200
"""So many lines stay as they are; after that older ones are folded."""
COMPACTED = "compacted"
OURS = "plangate"
"""The actor of what nobody asked for: evidence seen, time-outs, plans staged."""
ANNOUNCED = "planning announced"
"""A plan is being made; the card says so."""
OFFERED = "planning offered"
"""Planning waits for somebody who may start a model's run."""
READ = "reply read"
"""A model read a reply in its author's own words; its picks are proposed."""
_STARTED = frozenset({"plan", "force", "replan", "resume", "reject", ANNOUNCED})
_TALK = frozenset(
    {
        *("help", "shown", "handed", "unknown_command", "edited_command", "issue_closed"),
        *("too late", "request edited"),
    }
)


class Notice(Stored):
    """What a person is told because of a line: kind, to whom, and what its words need.

    `about` tells apart what somebody may be told once each, such as rounds of questions.
    """

    kind: str
    to: str = ""
    about: str = ""
    data: dict[str, Any] = Field(default_factory=dict)

    @property
    def key(self) -> str:
        """What names its comment: there is one of a kind, person and matter."""
        return "-".join(part for part in (self.kind, self.to, self.about) if part)


class Action(Stored):
    """One line of the history: what was tried, by whom, why, and whether it happened.

    A line that older ones were folded into holds their keys as `folded`, and `since` when they began.
    """

    key: str
    at: Moment
    actor: str
    role: Role
    action: str
    outcome: Literal["done", "refused", "blocked"] = "done"
    from_stage: Stage | None = None
    to_stage: Stage | None = None
    reason: str = ""
    blocking: tuple[WorkflowBlockingReason, ...] = ()
    folded: tuple[str, ...] = ()
    since: Moment | None = None
    notice: Notice | None = None

    @property
    def all_keys(self) -> tuple[str, ...]:
        """The key of every line this one stands for."""
        return self.folded or (self.key,)

    @property
    def is_decision(self) -> bool:
        """Say whether a person decided something here; refusals and talk decide nothing."""
        person = self.actor != OURS and not self.folded
        return person and self.outcome != "refused" and self.action not in _TALK


class WorkflowRuntime(Stored):
    """How the record came to be what it is."""

    action_history: tuple[Action, ...] = ()

    @property
    def offered(self) -> bool:
        """Say whether planning was offered, and nobody started it since."""
        done = (a.action for a in reversed(self.action_history) if a.outcome == "done")
        return next((a for a in done if a == OFFERED or a in _STARTED), "") == OFFERED

    @cached_property
    def by_key(self) -> dict[str, Action]:
        """The newest line of every key that was ever written."""
        return {key: line for line in self.action_history for key in line.all_keys}

    @cached_property
    def news(self) -> tuple[Action, ...]:
        """What was written since the history was read, also what was folded since."""
        return ()

    @cached_property
    def fold_at(self) -> int:
        """So many lines are too many: more where many had to stay, so that folding is seldom."""
        return MOST

    @cached_property
    def in_order(self) -> list[str]:
        """The keys by their letters, each as often as it occurs."""
        return sorted(key for line in self.action_history for key in line.all_keys)

    def with_line(self, line: Action) -> Self:
        """The same with one line more; older lines are folded now and then."""
        lines, fold_at = (*self.action_history, line), self.fold_at
        if len(lines) > fold_at:
            lines = compacted(lines)
            fold_at = max(MOST, len(lines) * 5 // 4)
        by_key = self.by_key | dict.fromkeys(line.all_keys, line)
        made = self.having(action_history=lines)
        made.__dict__.update(by_key=by_key, news=(*self.news, line), fold_at=fold_at)
        return made

    def times(self, stem: str = "") -> int:
        """How many lines there ever were whose key starts so; folding does not change it."""
        first = bisect_left(self.in_order, stem)
        return bisect_right(self.in_order, stem, first, key=lambda k: k[: len(stem)]) - first


def compacted(history: tuple[Action, ...], most: int = MOST) -> tuple[Action, ...]:
    """A history of more than `most` lines with its older lines folded; no key is forgotten.

    What stays, in its order: the first line, the last `most // 2`, every decision of a person, and
    the newest line into each stage. Each run of other lines becomes one.
    """
    if len(history) <= most:
        return history
    stay = _staying(history, len(history) - most // 2)
    lines: list[Action] = []
    for stays, numbered in groupby(enumerate(history), key=lambda entry: entry[0] in stay):
        run = tuple(line for _, line in numbered)
        lines += run if stays or len(run) == 1 else (_summary(run),)
    return tuple(lines)


def _staying(history: tuple[Action, ...], recent: int) -> set[int]:
    decisions = {n for n, line in enumerate(history) if line.is_decision}
    newest = {(a.to_stage, a.outcome): n for n, a in enumerate(history) if a.to_stage}
    return {0, *range(recent, len(history)), *decisions, *newest.values()}


def _summary(run: tuple[Action, ...]) -> Action:
    since, last = run[0].since or run[0].at, run[-1]
    keys = tuple(key for line in run for key in line.all_keys)
    return Action(
        key=last.key,
        at=last.at,
        actor=OURS,
        role=Role.ORCHESTRATOR,
        action=COMPACTED,
        reason=f"{len(keys)} lines from {_minute(since)} to {_minute(last.at)}",
        folded=keys,
        since=since,
    )


def _minute(at: datetime) -> str:
    return at.isoformat(timespec="minutes")
