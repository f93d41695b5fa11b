"""The history of a record: a line for everything that was tried, folded where it grows too long."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby, islice
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


@dataclass(frozen=True, slots=True, eq=False)
class Keys(Set[str]):
    """The keys of a history, oldest first, and its lines since it was read.

    A longer history shares both tables, so that a line more costs no look at all others: only the first
    `count` keys and `news` lines are this one's. `fold_at` lines are too many; `total` counts keys that
    occur twice, too.
    """

    count: int = 0
    total: int = 0
    news: int = 0
    fold_at: int = MOST
    table: dict[str, tuple[int, Action]] = field(default_factory=dict)
    fresh: list[Action] = field(default_factory=list)

    @classmethod
    def of(cls, history: tuple[Action, ...]) -> Keys:
        """The keys of a history that was read."""
        read = cls()
        for line in history:
            read = read.plus(line)
        return replace(read, news=0, fresh=[])

    def __contains__(self, key: object) -> bool:
        return self._place(key) < self.count

    def __iter__(self) -> Iterator[str]:
        return islice(self.table, self.count)

    def __len__(self) -> int:
        return self.count

    def line(self, key: str) -> Action | None:
        """The newest line of a key."""
        return self.table[key][1] if key in self else None

    def lines(self) -> tuple[Action, ...]:
        """The news."""
        return tuple(self.fresh[: self.news])

    def plus(self, line: Action) -> Keys:
        """These and those of one line more, which is news."""
        table, fresh = self.table, self.fresh
        if (len(table), len(fresh)) != (self.count, self.news):  # another history went on from here
            table, fresh = {key: table[key] for key in self}, fresh[: self.news]
        for key in line.all_keys:
            table[key] = (min(self._place(key), len(table)), line)
        fresh.append(line)
        total = self.total + len(line.all_keys)
        return Keys(len(table), total, len(fresh), self.fold_at, table, fresh)

    def _place(self, key: object) -> int:
        known = self.table.get(key) if isinstance(key, str) else None
        return known[0] if known else self.count


class WorkflowRuntime(Stored):
    """How the record came to be what it is."""

    action_history: tuple[Action, ...] = ()

    @property
    def offered(self) -> bool:
        """Say whether planning was offered, and nobody started it since."""
        done = (a.action for a in reversed(self.action_history) if a.outcome == "done")
        return next((a for a in done if a == OFFERED or a in _STARTED), "") == OFFERED

    @cached_property
    def keys(self) -> Keys:
        """The key of every line that was ever written."""
        return Keys.of(self.action_history)

    @property
    def news(self) -> tuple[Action, ...]:
        """What was written since the history was read, also what was folded since."""
        return self.keys.lines()

    @cached_property
    def in_order(self) -> list[str]:
        """The keys by their letters, each as often as it occurs."""
        return sorted(key for line in self.action_history for key in line.all_keys)

    def with_line(self, line: Action) -> Self:
        """The same with one line more. Older lines are folded now and then: all of it takes linear time."""
        lines, keys = (*self.action_history, line), self.keys.plus(line)
        if len(lines) > keys.fold_at:
            lines = compacted(lines)
            keys = replace(keys, fold_at=max(MOST, len(lines) + max(MOST // 2, len(lines) // 4)))
        made = self.having(action_history=lines)
        made.__dict__["keys"] = keys
        return made

    def times(self, stem: str = "") -> int:
        """How many lines there ever were whose key starts so; folding does not change it."""
        if not stem:
            return self.keys.total
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
