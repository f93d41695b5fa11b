"""Every arrow of docs/conversation.md, walked on the emulator."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.planning import pipeline
from bot.planning.draft import Intent
from bot.planning.proposal import Brief, ProposedQuestions
from tests.acceptance import inside_story as at
from tests.acceptance.inside_story import CLEAR, OPEN, begun, issue, says, stage, ticks
from tests.acceptance.state import record
from tests.acceptance.story import Story
from tests.factories import a_question

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]
PAGE = Path(__file__).parents[2] / "docs" / "conversation.md"
WALKED: dict[str, str] = {}


def walks(*arrows: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The arrows of the drawing that a test walks."""

    def kept(test: Callable[..., None]) -> Callable[..., None]:
        WALKED.update(dict.fromkeys(arrows, test.__name__))
        return test

    return kept


def asked(begin: Begin, text: str = OPEN) -> Story:
    """An issue with two open questions."""
    story = begun(begin, "Export orders as a file", text)
    assert stage(story) == "awaiting_human"
    return story


def planned(begin: Begin) -> Story:
    """An issue whose plan waits for approval."""
    story = begun(begin, "Refuse negative totals", CLEAR)
    assert stage(story) == "staged"
    return story


def answers(story: Story) -> list[tuple[str, str, str, str]]:
    """The answers in the record: question, choice, who, how."""
    held = record(story)["planner"].get("answers", [])
    return [(a["questionId"], a.get("choice", ""), a["by"], a["how"]) for a in held]


@walks("[*] --> planning: label plan", "planning --> awaiting_human: questions")
@pytest.mark.shows("FR-068")
def test_questions_are_one_comment(inside_story: Begin) -> None:
    """A labelled issue is asked two questions at once; the comment says how, who and until when."""
    # S1.3 S1.4 S3.3 S3.4
    story = asked(inside_story)
    body = story.bot_comment("questions")["body"]

    assert at.count(story, "questions") == 1
    assert len(record(story)["awaitingHumanArtifact"]["questions"]) == 2
    assert body.count("(recommended)") == 2
    assert re.search(r"after \d{4}-\d\d-\d\d \d\d:\d\d UTC", body)
    assert "tick a box (needs write permission), or reply" in body
    found = record(story)["orchestrator"]
    assert (found["outcome"], found.get("direct", False)) == ("NEEDS_PLANNING", False)
    assert found["needsPlanning"]["todo"] == "Export orders as a file"
    assert len(found["needsPlanning"]["questions"]) == 2


@walks("planning --> awaiting_human: one narrow question")
def test_one_narrow_question_is_asked_directly(inside_story: Begin) -> None:
    """One question needs no planning loop."""
    # S3.2
    text = OPEN.replace("The file could be CSV or XLSX. ", "The file is CSV. ")
    story = asked(inside_story, text)

    assert record(story)["orchestrator"]["direct"] is True
    says(story, "carol", "yes")
    assert stage(story) == "staged"


@walks("awaiting_human --> staged: ticks")
def test_ticks(inside_story: Begin) -> None:
    """A writer ticks both answers; the record says who."""
    # S1.5 S1.6 B4
    story = asked(inside_story)
    ticks(story, "bob", "questions", "q1.a")
    ticks(story, "alice", "questions", "q2.b")

    assert answers(story) == [("q1", "A", "bob", "tick"), ("q2", "B", "alice", "tick")]
    assert stage(story) == "staged"


@walks("awaiting_human --> staged: replies")
def test_replies(inside_story: Begin) -> None:
    """The author answers both by reply; each plan decision names them."""
    # S1.6 S3.7 B4
    story = asked(inside_story)
    says(story, "carol", "1A, 2b")

    assert answers(story) == [("q1", "A", "carol", "reply"), ("q2", "B", "carol", "reply")]
    decided = record(story)["planner"]["decisions"]
    assert [d["rationale"] for d in decided] == ["chosen by carol (reply)"] * 2
    assert "carol" in story.bot_comment("plan")["body"]


@pytest.mark.parametrize("reply", ["1A, 2: only at night", "2: only at night, 1A"])
def test_own_words_beside_a_pick(inside_story: Begin, reply: str) -> None:
    """One line answers one question by its letter and the other in own words, and both are planned."""
    # B4 S1.6
    story = asked(inside_story)
    says(story, "carol", reply)

    assert answers(story) == [("q1", "A", "carol", "reply"), ("q2", "", "carol", "reply")]
    assert stage(story) == "staged" and "only at night" in story.bot_comment("plan")["body"]


@walks(
    "awaiting_human --> staged: ticks and replies",
    "awaiting_human --> awaiting_human: some answered",
)
def test_ticks_and_replies(inside_story: Begin) -> None:
    """One ticked, one replied; in between the first is kept and acknowledged."""
    # S1.5
    story = asked(inside_story)
    ticks(story, "bob", "questions", "q1.b")
    assert stage(story) == "awaiting_human"
    assert "1 of 2 answered" in story.bot_comment("questions")["body"]
    says(story, "carol", "2A")

    assert answers(story) == [("q1", "B", "bob", "tick"), ("q2", "A", "carol", "reply")]
    assert stage(story) == "staged"
    assert at.count(story, "questions") == 1


@walks("awaiting_human --> staged: you decide")
def test_you_decide(inside_story: Begin) -> None:
    """What is left to the planner is marked as its decision."""
    # S3.9
    story = asked(inside_story)
    says(story, "carol", "1: you decide\n2A")

    assert stage(story) == "staged"
    assert "(planner decision)" in record(story)["planner"]["decisions"][0]["rationale"]


@walks("awaiting_human --> staged: time-out")
@pytest.mark.shows("FR-069", "AC-046")
def test_time_out(inside_story: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """After 72 hours the recommended options are taken, and the record says that nobody answered."""
    story = asked(inside_story)
    at.later(monkeypatch, hours=71)
    at.look(story)
    assert stage(story) == "awaiting_human"
    at.later(monkeypatch, hours=2)
    at.look(story)

    assert stage(story) == "staged"
    assert {how for *_, how in answers(story)} == {"timeout"}


@walks("awaiting_human --> awaiting_human: time-out, policy question")
def test_policy_questions_wait_for_a_writer(
    inside_story: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question on policy never times out, and its author may not answer it."""
    # S1.3 T4
    story = inside_story()
    issue(
        story,
        "Drop orders",
        "Delete all old orders from the database in `shop/orders.py`.\n",
    )
    assert stage(story) == "awaiting_human"
    at.later(monkeypatch, hours=1000)
    at.look(story)
    numbers = [q["id"][1:] for q in record(story)["awaitingHumanArtifact"]["questions"]]
    says(story, "carol", " ".join(f"{n}A" for n in numbers))
    assert stage(story) == "awaiting_human"
    assert "write permission" in at.notices(story)[-1]

    says(story, "bob", " ".join(f"{n}A" for n in numbers))
    assert stage(story) == "staged"


@walks("awaiting_human --> cancelled: cancel", "cancelled --> awaiting_human: resume")
def test_cancel_and_resume(inside_story: Begin) -> None:
    """A cancel keeps what was answered and asks what to do; resuming goes on in the same comment."""
    # S3.9
    story = asked(inside_story)
    says(story, "carol", "1A")
    says(story, "bob", "/plan cancel")
    assert stage(story) == "cancelled"
    assert "/plan resume" in at.notices(story)[-1]
    assert answers(story) == [("q1", "A", "carol", "reply")]
    says(story, "bob", "/plan resume")

    assert stage(story) == "awaiting_human"
    assert at.count(story, "questions") == 1
    says(story, "carol", "2A")
    assert stage(story) == "staged"


@walks("cancelled --> [*]: abandoned")
def test_cancel_and_abandon(inside_story: Begin) -> None:
    """Who closes the issue after a cancel is left in peace."""
    # S3.9
    story = asked(inside_story)
    says(story, "bob", "/plan cancel")
    at.change(story, state="closed")

    assert at.writes_of(story, lambda: at.look(story)) == []
    assert stage(story) == "cancelled"


@walks("planning --> staged: nothing to ask", "staged --> implementing: approve by tick")
def test_approved_by_tick(inside_story: Begin) -> None:
    """A plan without questions is shown whole, then approved by a writer's tick."""
    # S3.10 B6
    story = planned(inside_story)
    payload = record(story)["orchestrator"]["stagingPayload"]
    assert payload["slug"] == "refuse-negative-totals"
    assert (payload["agent"], payload["model"]) == ("quick-fixer", "default")
    assert len(payload["tasks"]) == 2
    assert payload["touches"][0] == "shop"
    shown = story.bot_comment("plan")["body"]
    assert "the role `quick-fixer` and its default model" in shown
    assert "- folders: `shop`" in shown
    ticks(story, "bob", "plan", "approve")

    assert stage(story) == "implementing"
    assert record(story)["orchestrator"]["stagingPayload"] == payload
    held = record(story)["approval"]
    assert (held["by"], held["how"], held["permission"]) == ("bob", "tick", "write")


@walks("staged --> implementing: approve by command", "staged --> staged: approve a stale digest")
def test_approved_by_digest(inside_story: Begin) -> None:
    """An approval of another digest is refused with the current one; that one counts."""
    # B6
    story = planned(inside_story)
    says(story, "alice", "/plan approve 0123456789ab")
    digest = record(story)["planner"]["plan"]["digest"]
    assert stage(story) == "staged"
    assert digest[:12] in at.notices(story)[-1]
    says(story, "alice", f"/plan approve {digest[:12]}")

    assert stage(story) == "implementing"


@walks("staged --> staged: reject")
@pytest.mark.shows("FR-062", "AC-040")
def test_rejected(inside_story: Begin) -> None:
    """A rejection with its reason makes a new version that does what was missing."""
    story = planned(inside_story)
    says(story, "bob", "/plan reject Missing: a line in the README")

    assert stage(story) == "staged"
    assert record(story)["planner"]["plan"]["version"] == 2
    assert at.count(story, "plan") == 2


@walks(
    "staged --> staged: request edited", "implementing --> staged: request edited, approval void"
)
def test_an_edit_voids_plan_and_approval(inside_story: Begin) -> None:
    """Editing the request plans anew; an approval of the old plan does not carry over."""
    # B6
    story = planned(inside_story)
    at.change(story, body=CLEAR + "- [ ] Zero is fine\n")
    assert (stage(story), record(story)["planner"]["plan"]["version"]) == ("staged", 2)
    says(story, "alice", "/plan approve")
    assert stage(story) == "implementing"
    at.change(story, body=CLEAR + "- [ ] Zero is fine\n- [ ] Fractions are refused\n")

    assert (stage(story), record(story)["planner"]["plan"]["version"]) == ("staged", 3)
    assert record(story)["approval"]["planDigest"] != record(story)["planner"]["plan"]["digest"]


@walks("staged --> staged: answer changed")
def test_a_changed_answer_plans_anew(inside_story: Begin) -> None:
    """Until the plan is approved an answer may change; who gave the first is told."""
    # S1.6
    story = asked(inside_story)
    says(story, "carol", "1A 2A")
    first = record(story)["planner"]["plan"]["digest"]
    says(story, "bob", "1B")

    assert stage(story) == "staged"
    assert answers(story)[0] == ("q1", "B", "bob", "reply")
    assert record(story)["planner"]["plan"]["digest"] != first
    assert "@carol" in at.notices(story)[-1] and "`B`" in at.notices(story)[-1]
    assert "chose **1B**" in story.bot_comment("questions")["body"]


@walks("implementing --> implementing: answer changed too late", "implementing --> staged: replan")
def test_after_approval_it_takes_a_replan(inside_story: Begin) -> None:
    """An answer after the approval changes nothing and says how to change it all the same."""
    # S1.6
    story = asked(inside_story)
    says(story, "carol", "1A 2A")
    says(story, "alice", "/plan approve")
    says(story, "carol", "1B")
    assert stage(story) == "implementing"
    assert answers(story)[0] == ("q1", "A", "carol", "reply")
    assert "/plan replan" in at.notices(story)[-1]
    says(story, "alice", "/plan replan Missing: a line in the README")

    assert stage(story) == "staged"


@walks("implementing --> implementing: task ticked")
def test_a_task_is_ticked(inside_story: Begin) -> None:
    """After approval the tasks are a checklist under the plan."""
    # S3.10
    story = planned(inside_story)
    says(story, "alice", "/plan approve")
    ticks(story, "bob", "plan", "t1")

    assert at.statuses(story) == ["done", "pending"]
    assert "1 of 2" in story.bot_comment("record")["body"]


@walks("planning --> duplicate: same as another open issue", "duplicate --> staged: contested")
def test_a_duplicate_is_contested(inside_story: Begin) -> None:
    """The same request twice: told which, nothing closed; `/plan force` plans it all the same."""
    # S3.11
    story = begun(inside_story, "Refuse negative totals", CLEAR)
    first = story.issue
    issue(story, "Refuse negative totals", CLEAR)
    assert stage(story) == "duplicate"
    assert f"issues/{first}" in at.notices(story)[-1]
    assert record(story)["orchestrator"]["duplicateOf"] == first
    says(story, "trent", "/plan force")

    assert stage(story) == "staged"


@walks("duplicate --> [*]: accepted")
def test_a_duplicate_is_accepted(inside_story: Begin) -> None:
    """Nobody but a person closes or locks it; after that it is left in peace."""
    # S3.11
    story = begun(inside_story, "Refuse negative totals", CLEAR)
    issue(story, "Refuse negative totals", CLEAR)
    row = story.hub.request("GET", f"/repos/{story.hub.repo}/issues/{story.issue}")
    assert (row["state"], row["locked"]) == ("open", False)
    at.change(story, state="closed", state_reason="not_planned")

    assert at.writes_of(story, lambda: at.look(story)) == []


@walks("planning --> unresolvable: no task in it", "unresolvable --> staged: issue edited")
def test_what_is_no_task_is_said_to_be_none(inside_story: Begin) -> None:
    """An empty issue cannot be planned; the author hears what would change that, and editing heals it."""
    # S3.1
    story = inside_story()
    issue(story, "Hello", "")
    assert stage(story) == "unresolvable"
    assert "Edit the issue" in at.notices(story)[-1]
    at.change(story, title="Refuse negative totals", body=CLEAR)

    assert stage(story) == "staged"


@walks("planning --> unresolvable: new questions after the answers")
def test_a_second_list_of_questions_is_surfaced(
    inside_story: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planner that has new questions after the answers is stopped, and what is open is shown."""
    # S3.8
    story = asked(inside_story)
    new = ProposedQuestions((a_question("q9"),), Intent.FEATURE)
    monkeypatch.setattr(pipeline, "propose", _instead(new))
    says(story, "carol", "1A 2A")

    assert stage(story) == "unresolvable"
    assert "What should happen with a negative count?" in at.notices(story)[-1]
    assert at.count(story, "questions") == 1
    assert record(story)["orchestrator"]["outcome"] == "NEEDS_PLANNING"


def _instead(found: Any) -> Callable[[Brief], Any]:
    return lambda *asked: found


def test_every_arrow_is_walked() -> None:
    """The drawing has exactly the arrows that these tests walk."""
    drawn = re.findall(r"^ {4}(\S+ --> \S+: .+)$", PAGE.read_text("utf-8"), re.MULTILINE)

    assert len(drawn) == len(set(drawn)) > 20
    assert set(drawn) == set(WALKED)
