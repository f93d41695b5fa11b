"""Tasks of an approved plan -> which were finished or taken up again, and which became issues."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain import markers, tasks
from bot.domain.authority import UNNAMED
from bot.domain.children import Child, TaskProgress
from bot.domain.facts import Comment, Facts, Person, Pull, own
from bot.domain.markers import Marker
from bot.domain.plan import Task, TaskPlan, WorkStatus
from bot.domain.record import Record
from bot.intents.boxes import ticker
from bot.intents.evidence import links_to, merged_for
from bot.intents.model import ChildSeen, Intent, TaskMoved

GITHUB = Person("plangate", is_bot=True)
"""By whom a task is finished where GitHub shows only that it is."""


def seen(facts: Facts, record: Record) -> Iterator[Intent]:
    """What boxes, sub-issues and merged pull requests say that the record does not."""
    if not record.approved or record.plan is None:
        return
    for comment, mark in own(facts.comments):
        if mark.kind in {"plan", "stories"} and mark.key == f"v={record.plan.version}":
            yield from _ticked(facts, record, comment, mark)
    yield from _children(facts, record, record.plan)
    for pull in facts.pulls:
        yield from _merged(facts, record, pull)


def _ticked(facts: Facts, record: Record, comment: Comment, mark: Marker) -> Iterator[Intent]:
    """A box differs from its task: somebody ticked or cleared it, unless the view is just older."""
    if not (markers.intact(comment.body) and tasks.as_boxes(record, facts.policy)):
        return
    ticked, shown = markers.ticked(comment.body), markers.boxes(comment.body)
    said = tasks.progress(record)
    for task in record.plan.live if record.plan else ():
        box, done = f"t{task.number}", task.status is WorkStatus.DONE
        known = said.get(task.id)
        if box not in shown or (box in ticked) == done or (known and mark.rev < known.revision):
            continue
        stem = f"task:{task.id}:tick:"
        by = ticker(facts, comment, box, cleared=done).by
        base = f"{stem}{record.times(stem) + 1}", comment.updated_at, by, comment.id
        yield TaskMoved(*base, task=task.id, done=not done, how="tick", where=comment.id)


def _children(facts: Facts, record: Record, plan: TaskPlan) -> Iterator[Intent]:
    """Issues of tasks that the record does not know so, and those that were closed or opened again."""
    links, known = tasks.Links(record, facts), tasks.sub_issues(record)
    said = tasks.progress(record)
    live = {task.id: task for task in plan.live}
    for child in facts.children:
        if (task := live.get(child.key)) is None:
            continue
        entry, stem, stands = known.get(task.id), f"child:{task.id}:", links.stand(task, child)
        if entry is None or entry.number != child.number or (stands and not entry.settled):
            base = f"{stem}{record.times(stem) + 1}", facts.now, GITHUB
            own, n = child.adopted if entry is None else entry.adopted, child.number
            yield ChildSeen(*base, task=task.id, number=n, adopted=own, settled=stands)
        else:
            yield from _closed(facts, record, task, child, said.get(task.id))


def _closed(
    facts: Facts, record: Record, task: Task, child: Child, known: TaskProgress | None
) -> Iterator[Intent]:
    done = task.status is WorkStatus.DONE
    finished = child.done and not done and not (known and known.how not in {"issue", "start"})
    reopened = done and not child.done and known and known.how == "issue"
    if not (finished or reopened):
        return
    at = (child.closed_at if finished else None) or facts.now
    key, by = f"task:{task.id}:issue:", GITHUB
    key += str(record.times(key) + 1)
    if finished and child.adopted and not child.has(facts.policy.labels.stages.done):
        by = child.closed_by or UNNAMED  # its author may close it, too, whoever that is
        key = f"task:{task.id}:closed:{by.login}:{at:%Y%m%d%H%M%S}"
    yield TaskMoved(key, at, by, task=task.id, done=finished, how="issue", where=child.number)


def _merged(facts: Facts, record: Record, pull: Pull) -> Iterator[Intent]:
    """A merged pull request finishes the tasks it names, once: taking one up again afterwards holds.

    Its author may change the title for ever, so that counts as the record knew it while it was open.
    """
    plan, at = record.plan, pull.merged_at
    named = any(x.source not in {"record", "revert"} for x in links_to(facts.number, pull))
    here = pull.base_ref == record.workflow.base_branch and merged_for(record, pull)
    if plan is None or at is None or not (named and here):
        return
    known = record.workflow.by_number.get(pull.number)
    title = known.title if known and known.state == "open" else ""
    for number in tasks.named_tasks(f"{title}\n{pull.body}"):
        task = plan.task(number)
        if task and task.status is WorkStatus.PENDING:
            key = f"task:{task.id}:merge:{pull.number}"
            yield TaskMoved(key, at, GITHUB, task=task.id, how="merge", where=pull.number)
