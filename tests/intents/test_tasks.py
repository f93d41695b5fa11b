"""What boxes and merged pull requests say of a plan's tasks, and what they do not."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.domain import markers
from bot.domain.facts import Witness
from bot.domain.plan import WorkStatus
from bot.domain.tasks import named_tasks, referenced
from bot.intents import tasks
from bot.intents.model import TaskMoved
from tests.factories import BOT, NOW, a_comment, a_person, a_plan, a_task
from tests.growth import grows, repeated
from tests.intents.given import known
from tests.roles.given import a_proposal, a_story_pull, after, at_work, with_record

PLAN = a_plan(a_task(1), a_task(2, title="Clamp counts"))


def working(*finished: str):
    """A record at work whose tasks with these ids are done."""
    record = at_work()
    done = tuple(
        t.model_copy(update={"status": WorkStatus.DONE}) if t.id in finished else t
        for t in PLAN.tasks
    )
    body = PLAN.model_copy(update={"tasks": done})
    stored = record.planner.plan.model_copy(update={"body": body, "digest": body.digest()})
    planner = record.planner.model_copy(update={"plan": stored})
    approval = record.approval.model_copy(update={"plan_digest": body.digest()})
    return record.model_copy(update={"planner": planner, "approval": approval})


def view(*ticked: str, rev: int = 9, **more):
    """The plan's comment with a checklist."""
    text = "\n".join(
        f"- [{'x' if b in ticked else ' '}] <!-- plangate:{b} --> {b}"
        for b in ("approve", "t1", "t2")
    )
    body = markers.marked("plan", "v=1", text, rev)
    return a_comment(body, 700, author=BOT.login, updated_at=NOW + timedelta(minutes=1), **more)


def seen(record, *comments, **more):
    """What the tasks' boxes and pull requests say."""
    return list(tasks.seen(known(record, *comments, **more), record))


def test_a_ticked_box_finishes_its_task():
    """A box that is ticked and a task that is not done: finished, by the one whom the event names."""
    # S3.10 B4
    witness = Witness(
        "issue_comment", "edited", a_person("bob"), comment_id=700, body_before=view("approve").body
    )
    [said] = seen(working(), view("approve", "t2"), witness=witness)

    assert isinstance(said, TaskMoved) and said.done
    assert (said.task, said.how, said.by.login) == ("t-2", "tick", "bob")


def test_a_cleared_box_takes_a_task_up_again():
    """A box that is empty and a task that is done: taken up again."""
    [said] = seen(working("t-1"), view("approve"))

    assert isinstance(said, TaskMoved) and not said.done
    assert said.task == "t-1"


def test_a_view_that_is_older_than_the_news_says_nothing():
    """A merge finished the task and the comment does not show it yet: nobody cleared its box."""
    # B5: a crash between record and comment must not undo finished work
    record = working()
    merged = a_story_pull(8, record, merged=True, state="closed", merged_at=NOW, body="Task 2")
    base = record.workflow.model_copy(update={"base_branch": merged.base_ref})
    record = record.model_copy(update={"workflow": base, "revision": 12})
    done = after(with_record(known(record), record, pulls=(merged,)), a_proposal())

    assert done.plan.task(2).status is WorkStatus.DONE
    assert [i for i in seen(done, view("approve", rev=12)) if isinstance(i, TaskMoved)] == []
    assert isinstance(seen(done, view("approve", rev=13))[0], TaskMoved)


NAMED = {
    "Task 3": (3,), "Say it (task 2)": (2,), "Tasks 1, 2 and 4": (1, 2, 4), "task: 7": (7,),
    "Fixes #12, task #2": (2,), "multitask 3": (), "task force": (), "Tasks": (), "": (),
    "TASK 1\nTask 2": (1, 2),
}  # fmt: skip


@pytest.mark.parametrize(("text", "numbers"), NAMED.items(), ids=[repr(t) for t in NAMED])
def test_a_pull_request_names_tasks(text, numbers):
    """`Task 3` names a task, in any case, several at once; other words do not."""
    assert named_tasks(text) == numbers


def test_a_title_may_be_an_issue():
    """A story that is only an issue's number takes that issue."""
    assert [referenced(t) for t in ("#45", "#45 Pay the fee", "Pay #45", "")] == [45, 45, 0, 0]


@pytest.mark.parametrize("piece", ["task 1, ", "tasks 1 and ", "task ", "1, "])
def test_hostile_descriptions_are_read_in_linear_time(piece):
    """A description four times as long takes about four times as long."""
    # T20
    assert not grows(named_tasks, repeated(piece), 16_384)
