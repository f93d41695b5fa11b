"""Every refusal says who, what and which rule: in the record, in the log, and to whoever is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from tests.acceptance import inside_story as at
from tests.acceptance.inside_story import CLEAR, OPEN, begun, says, stage
from tests.acceptance.state import record
from tests.acceptance.story import Story

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]
RISKY = "Delete all old orders from the database in `shop/orders.py`.\n"
READ = "permission; they have read"
# while this waits, who says what: what was tried, the rule, and words of the notice
REFUSED = {
    "no say in it": (OPEN, "mallory", "1A", "answer", "question 1: needs answers.who", "may answer"),
    "no say, nor an option": (
        OPEN, "mallory", "/plan answer that", "answer", "needs answers.who", "may answer",
    ),
    "no option": (OPEN, "carol", "/plan answer that", "answer", "no option is named", "which question and"),
    "two options": (OPEN, "carol", "1A 1B", "answer", "question 1: two options at once", "took neither"),
    "on policy": (
        RISKY, "carol", "1A", "answer", f"question 1: needs write {READ}", "write permission",
    ),
    "a stranger's cancel": (
        OPEN, "mallory", "cancel", "cancel", "needs write permission (until", "its assignees",
    ),
    "the author's approval": (
        CLEAR, "carol", "/plan approve", "approve", f"needs write {READ}", "write permission",
    ),
    "another digest": (
        CLEAR, "alice", "/plan approve 0123456789ab", "approve", "it names 0123456789ab, not", "`0123",
    ),
    "the author's rejection": (
        CLEAR, "carol", "/plan reject no", "reject", f"needs write {READ}", "`/plan reject`",
    ),
    "the author's replan": (
        CLEAR, "carol", "/plan replan no", "replan", f"needs write {READ}", "`/plan replan`",
    ),
    "the author's force": (
        CLEAR, "carol", "/plan force", "plan", f"needs triage {READ}", "triage permission",
    ),
    "a writer's waiver": (
        CLEAR, "bob", "/plan waive TESTS_CHANGED x", "waive", "needs maintain permission; they have write",
        "the role Maintain or Admin",
    ),
    "an unknown requirement": (
        CLEAR, "alice", "/plan waive LUCK x", "waive", "no requirement that may be waived", "TESTS_CHANGED",
    ),
}  # fmt: skip


def told(logs: list[Any]) -> list[tuple[str, str, str]]:
    """Who was refused what by which rule, by the log."""
    return [(x["who"], x["what"], x["rule"]) for x in logs if x["event"] == "refused"]


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_names_its_rule(inside_story: Begin, case: str) -> None:
    """The audit trail, one line of the log, and the notice tell the same, each once."""
    text, login, words, what, rule, notice = REFUSED[case]
    story = begun(inside_story, "Look after orders", text)
    before = stage(story)
    with capture_logs() as logs:
        says(story, login, words)
        at.look(story)

    line = record(story)["workflowRuntime"]["actionHistory"][-1]
    assert (line["actor"], line["action"], line["outcome"]) == (login, what, "refused")
    assert rule in line["reason"]
    assert told(logs) == [(login, what, line["reason"])]
    assert f"@{login}" in at.notices(story)[-1] and notice in at.notices(story)[-1]
    assert stage(story) == before


def test_what_is_not_taken_of_an_answer_is_told(inside_story: Begin) -> None:
    """An answer of which a part does not count is kept with the rule that kept the rest out."""
    story = begun(inside_story, "Export orders as a file", OPEN)
    says(story, "carol", "1A 2A 2B")

    line = record(story)["workflowRuntime"]["actionHistory"][-1]
    assert line["reason"].startswith("1A; not taken: question 2: two options at once")
    assert "took the answer to question 1." in at.notices(story)[-1]


def test_the_part_of_an_answer_that_is_not_taken_is_named(inside_story: Begin) -> None:
    """A question that does not exist takes nothing away from the one that does."""
    story = begun(inside_story, "Export orders as a file", OPEN)
    says(story, "carol", "1A, 7: at night")

    assert "I took your answer to question 1, but not to question 7:" in at.notices(story)[-1]


def test_without_a_record_the_log_tells(inside_story: Begin) -> None:
    """Nobody's `/plan` on an issue that is not planned makes no comment, but it leaves its line."""
    story = inside_story()
    path = f"/repos/{story.hub.repo}/issues"
    row = story.hub.request("POST", path, {"title": "Hello", "body": CLEAR}, login="carol")
    story.issue = int(row["number"])
    with capture_logs() as logs:
        says(story, "mallory", "/plan")
        at.look(story)

    assert told(logs) == [("mallory", "plan", f"needs triage {READ}")]
    assert at.count(story, "notice") == 0


def test_whom_the_event_or_github_names_is_named(inside_story: Begin) -> None:
    """Who labelled the issue, and who edited its text, stand in the history by their names."""
    story = begun(inside_story, "Refuse negative totals", CLEAR)
    at.change(story, login="bob", body=CLEAR + "- [ ] Zero is fine\n")

    lines = record(story)["workflowRuntime"]["actionHistory"]
    found = {line["action"]: line["actor"] for line in lines}
    assert (found["plan"], found["request edited"]) == ("alice", "bob")
