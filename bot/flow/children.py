"""Issues that tasks become: looked for before they are made, and linked whatever was made before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.domain import tasks
from bot.domain.children import Child, marker
from bot.domain.facts import Facts, Issue, Neighbour, Permission, record_in
from bot.domain.plan import Task, WorkStatus
from bot.domain.record import Record
from bot.effects import EnsureChild
from bot.flow.propose import neighbour
from bot.flow.reads import Reads
from bot.flow.world import World


def with_children(facts: Facts, reads: Reads) -> Facts:
    """The facts with the issues of the tasks, read only where tasks are issues."""
    record, world = record_in(facts.record), reads.world
    if record is None or record.plan is None or facts.issue is None:
        return facts
    if not tasks.as_issues(record, facts.policy):
        return facts
    linked = world.children.linked(facts.issue.number)
    found = _Finder(facts, record, reads, linked or ())
    asked = record.plan.live
    children = tuple(child for child in map(found.of, asked) if child)
    return replace(
        facts,
        children=children,
        looked_for=frozenset(task.id for task in asked),
        can_link=linked is not None,
        others=tuple(_others(facts.issue.number, record, reads)),
        stories=_stories(facts, record, children, world),
    )


def _others(parent: int, record: Record, reads: Reads) -> Iterator[Child]:
    """The issues outside of the plan that a task waits for, of those whose links do not stand yet."""
    known = tasks.sub_issues(record)
    found = tasks.awaited(record.plan).items()
    open_ = (few for id_, few in found if not (s := known.get(id_)) or not s.settled)
    wanted = dict.fromkeys(n for few in open_ for n in few if n != parent)
    yield from (child for child in map(reads.child, wanted) if child)


def _stories(
    facts: Facts, record: Record, children: tuple[Child, ...], world: World
) -> tuple[Neighbour, ...]:
    """The stories of an epic with their records, when none of them is under way any more."""
    names = facts.policy.labels.stages
    under_way = {name.casefold() for name in names.all()} - {names.done.casefold()}
    running = (c for c in children if c.state == "open")
    busy = any(under_way & {label.casefold() for label in c.labels} for c in running)
    whole = record.plan is not None and len(children) == len(record.plan.live)
    if busy or not whole or not record.planner.epic:
        return ()
    return tuple(neighbour(c.number, facts, world) for c in children)


class _Finder:
    """Finds the issue of a task: by the record, by our marker, by number, by its title."""

    def __init__(
        self, facts: Facts, record: Record, reads: Reads, linked: tuple[Child, ...]
    ) -> None:
        self.parent, self.reads, self.world = facts.number, reads, reads.world
        self.label = facts.policy.labels.plan
        self.linked = {c.number: c for c in linked}
        self.known = tasks.sub_issues(record)
        live = record.plan.live if record.plan else ()
        missing = any(t.id not in self.known for t in live)
        made = self.world.children.made(self.parent) if missing else ()
        self.made = {c.key: c for c in reversed(made)}
        self.used = {s.number for s in record.planner.sub_issues}
        self.titled = self._titled({_plain(t.title) for t in live}) if missing else {}

    def of(self, task: Task) -> Child | None:
        entry = self.known.get(task.id)
        found = self._known(entry.number) if entry else self._new(task)
        if found is None:
            return None
        self.used.add(found.number)
        here = replace(
            found,
            key=task.id,
            parent=self.parent if found.number in self.linked else found.parent,
            adopted=entry.adopted if entry else found.adopted,
        )
        if here.adopted and here.done and not here.closed_by and task.status is WorkStatus.PENDING:
            told = self.world.children.child(here.number)  # a list need not tell who closed it
            here = replace(here, closed_by=told.closed_by if told else None)
        if entry and entry.settled:
            return here
        return replace(here, blockers=self.world.children.blockers(here.number))

    def _known(self, number: int) -> Child | None:
        return self.linked.get(number) or self.world.children.child(number)

    def _new(self, task: Task) -> Child | None:
        """An issue of ours that was made and not written down, or one that asks for the same."""
        if task.id in self.made:
            return self.made[task.id]
        number = tasks.referenced(task.title)
        named = self._known(number) if number and number != self.parent else None
        found = named or self.titled.get(_plain(task.title))
        free = found is not None and found.number not in self.used
        return replace(found, adopted=True) if found and free else None

    def _titled(self, wanted: set[str]) -> dict[str, Child]:
        """By its title the oldest of those that somebody with permission linked, wrote or labelled."""
        linked = sorted(self.linked.values(), key=lambda c: -c.number)
        by_title = {_plain(c.title): c for c in linked}
        for issue in reversed(self.world.issues.open_issues()):
            title = _plain(issue.title)
            if issue.number == self.parent or title in by_title or title not in wanted:
                continue
            if self._wanted(issue) and (child := self.world.children.child(issue.number)):
                by_title[title] = child
        return by_title

    def _wanted(self, issue: Issue) -> bool:
        """Say whether its author may write, or who gave it the label that asks for a plan has triage.

        An issue form gives its labels to whatever a stranger opens.
        """
        author = issue.author
        if not author.is_bot and self.reads.permission(author.login).at_least(Permission.WRITE):
            return True
        trail = self.reads.trail(issue.number) if issue.has(self.label) else None
        giver = trail.labelled.get(self.label.casefold(), "") if trail else ""
        return giver != "" and self.reads.permission(giver).at_least(Permission.TRIAGE)


def _plain(title: str) -> str:
    return " ".join(title.casefold().split()).rstrip(".")


class ChildWriter:
    """Makes and links the issues of one round, from what was read in it."""

    def __init__(self, facts: Facts, world: World) -> None:
        """What was made in this round is known to the rest of it."""
        self.facts, self.world = facts, world
        self.known = {c.key: c for c in facts.children}

    def ensure(self, effect: EnsureChild) -> bool:
        """Open the issue, unless it stands, and add the links that are missing; say if it wrote."""
        task = effect.message.task
        child, wrote = self.known.get(task.id), False
        if child is None:
            text = self.world.renderer.comment(effect.message)
            body = f"{text.rstrip()}\n\n{marker(effect.message.parent, task.id)}"
            child, wrote = (
                self.world.children.create(task.title, body, sorted(effect.labels)),
                True,
            )
        if self.facts.can_link:
            child, wrote = self._linked(effect, child, wrote)
        missing = effect.labels - child.labels if child.adopted else frozenset()
        if missing:
            self.world.issues.label(child.number, missing, ())
        self.known[task.id] = child
        return wrote or bool(missing)

    def _linked(self, effect: EnsureChild, child: Child, wrote: bool) -> tuple[Child, bool]:
        if not child.parent and self.world.children.link(effect.message.parent, child):
            child, wrote = replace(child, parent=effect.message.parent), True
        others = (c for c in self.facts.others if c.number in effect.blockers)
        for blocker in (*map(self.known.get, effect.message.task.depends_on), *others):
            if blocker is None or blocker.number in {*child.blockers, child.number}:
                continue
            if self.world.children.block(child.number, blocker):
                child = replace(child, blockers=child.blockers | {blocker.number})
                wrote = True
        return child, wrote
