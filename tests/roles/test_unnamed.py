"""A tick that neither an event nor GitHub's history names anybody for: it does not count."""

from __future__ import annotations

import pytest

from bot.domain import markers
from bot.domain.facts import Edit, Person
from bot.intents.model import TaskMoved
from bot.roles import tasks
from tests.factories import BOT, NOW, a_comment, a_question
from tests.intents.given import asking, known, staged
from tests.roles.given import a_proposal, at_work, decide, notices, said_in


def ticked(kind: str, key: str, box: str):
    """Our comment with this box ticked."""
    body = markers.marked(kind, key, f"Text\n\n- [ ] <!-- plangate:{box} --> it\n")
    return a_comment(body.replace("[ ]", "[x]"), 501, author=BOT.login, updated_at=NOW)


SCENES = {
    "answer": (asking(a_question("q1")), ticked("questions", "round=1", "q1.a"), "1A"),
    "approval": (staged(), ticked("plan", "v=1", "approve"), "/plan approve"),
}


@pytest.mark.parametrize(("record", "comment", "instead"), SCENES.values(), ids=SCENES)
def test_nobodys_tick_changes_nothing(record, comment, instead):
    """No answer, no approval; one notice that mentions nobody and says what to write instead."""
    # B4 B6 T4
    decision = decide(known(record, comment), a_proposal())

    assert decision.record.planner.answers == ()
    assert (decision.record.approval, decision.record.stage) == (None, record.stage)
    assert notices(decision) == [("unnamed_tick", "")]
    [said] = said_in(decision).values()
    assert str(said.data["instead"]).startswith(instead)


@pytest.mark.parametrize(("record", "comment", "instead"), SCENES.values(), ids=SCENES)
def test_a_writer_whom_the_history_names_is_heard(record, comment, instead):
    """The same tick counts where GitHub's history says that bob did it; a program's does not."""
    # B4 B6

    def by(login: str):
        edits = {501: (Edit(NOW, Person(login, 5, login.endswith("[bot]")), comment.body),)}
        return decide(known(record, comment, edits=edits), a_proposal()).record

    assert [a.by for a in by("bob").planner.answers] == (["bob"] if instead == "1A" else [])
    assert (by("bob").approval is not None) == (instead != "1A")
    assert (by("ci[bot]").planner.answers, by("ci[bot]").approval) == ((), None)


def test_nobodys_tick_finishes_no_task():
    """A task's box that nobody is named for leaves the task open."""
    # S3.10
    record = at_work()
    task = record.plan.live[0]
    nobody = Person("", -2)
    intent = TaskMoved("task:1", NOW, nobody, 501, task=task.id, how="tick", where=501)

    left = tasks.finish(known(record), record, intent).record

    assert left is not None and left.plan is not None and left.history[-1].notice is not None
    assert left.plan.live[0].status == task.status
    assert left.history[-1].outcome == "refused"
    assert left.history[-1].notice.kind == "unnamed_tick"


def test_a_tick_that_takes_more_permission_finishes_no_task():
    """Who ticks a task's box without write permission hears which it takes, and so does the record."""
    # S3.10
    record = at_work()
    task = record.plan.live[0]
    intent = TaskMoved("task:1", NOW, Person("carol", 3), 501, task=task.id, how="tick", where=501)

    left = tasks.finish(known(record), record, intent).record

    assert left is not None and left.plan is not None
    line = left.history[-1]
    assert left.plan.live[0].status == task.status and line.notice is not None
    assert (line.actor, line.outcome) == ("carol", "refused")
    assert line.reason == f"{task.number} (tick): needs write permission; they have read"
    assert (line.notice.kind, line.notice.to) == ("command_refused", "carol")
