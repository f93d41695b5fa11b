"""Issues with a record in a certain state, as facts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bot.domain.facts import Comment, Facts, RecordLocation, RecordPresent
from bot.domain.questionnaire import AwaitingHuman, Question
from bot.domain.record import Record
from bot.domain.request import request_digest
from bot.domain.stages import Stage
from tests.domain.given import an_action
from tests.factories import NOW, a_comment, a_plan, a_question, a_record, an_issue, facts

ASKED_AT = NOW - timedelta(hours=1)
DEADLINE = NOW + timedelta(hours=71)
ISSUE = an_issue()
DIGEST = request_digest(ISSUE.title, ISSUE.body)


def present(record: Record) -> RecordPresent:
    """A record that can be trusted."""
    return RecordPresent(record, RecordLocation("the card", 900))


def known(record: Record | None, *comments: Comment, **more: Any) -> Facts:
    """The facts of issue 7 with this record and these comments."""
    held = {"record": present(record)} if record else {}
    return facts(comments=comments, **(held | more))


def asking(*questions: Question, **more: Any) -> Any:
    """A record that waits for answers since an hour ago."""
    batch = questions or (a_question("q1"), a_question("q2"))
    asked = AwaitingHuman.asking(batch, ASKED_AT, 1, DEADLINE)
    record = a_record(stage=Stage.AWAITING_HUMAN, awaiting_human_artifact=asked, **more)
    planner = record.planner.model_copy(
        update={"request_digest": DIGEST, "questions": asked.questions}
    )
    record = record.model_copy(update={"planner": planner})
    return record.logged(an_action("label:plan", at=ASKED_AT, action="plan"))


def staged(**more: Any) -> Any:
    """A record whose plan waits for approval since an hour ago."""
    record = a_record(plan=a_plan(), stage=Stage.STAGED, **more)
    planner = record.planner.model_copy(update={"request_digest": DIGEST})
    record = record.model_copy(update={"planner": planner})
    return record.logged(an_action("staged:1", at=ASKED_AT, action="plan staged", actor="plangate"))


def said(body: str, id: int = 1001, **more: Any) -> Comment:
    """A comment after the questions were asked."""
    return a_comment(body, id, **more)
