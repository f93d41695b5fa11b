"""What people do to a conversation that nobody meant: each has an outcome and a friendly sentence."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bot.errors import GitHubError
from tests.acceptance import inside_story as at
from tests.acceptance.inside_story import edit, says, stage, ticks
from tests.acceptance.story import Story
from tests.acceptance.test_conversation import answers, asked, planned
from tests.flow.given import Shop

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]


def ticked(body: str, box: str) -> str:
    return body.replace(f"[ ] <!-- plangate:{box} -->", f"[x] <!-- plangate:{box} -->")


DAMAGE: dict[str, Callable[[str], str]] = {
    "ticks and text in one go": lambda b: ticked(b, "q1.a").replace("plan", "plans", 3),
    "an option reworded": lambda b: ticked(b, "q1.a").replace("CSV", "PDF"),
    "a box added": lambda b: ticked(b, "q1.a") + "\n- [x] <!-- plangate:q2.b --> **2B** mine\n",
    "options reordered": lambda b: re.sub(
        r"(- \[ \] <!-- plangate:q1\.a.*\n)(\n?)(- \[ \] <!-- plangate:q1\.b.*\n)", r"\3\2\1", b
    ).replace("[ ] <!-- plangate:q1.b", "[x] <!-- plangate:q1.b"),
    "an option converted to an issue": lambda b: re.sub(
        r"- \[ \] <!-- plangate:q1\.a.*", "- [ ] #1", ticked(b, "q2.a")
    ),
    "everything replaced": lambda b: "I tidied up here. - [x] <!-- plangate:q1.a -->",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_changed_questionnaire_is_put_back(
    inside_story: Begin, damage: Callable[[str], str]
) -> None:
    """Ticks that came with any other change count for nothing, and the comment says again what it said."""
    # S1.4 T9
    story = asked(inside_story)
    before = story.bot_comment("questions")["body"]
    changed = damage(before)
    assert changed != before
    edit(story, "bob", "questions", changed)

    assert answers(story) == []
    after = [c["body"] for c in story.comments() if c["body"].startswith("<!-- plangate:questions")]
    assert [text(b) for b in after] == [text(before)]
    says(story, "carol", "1A 2A")
    assert stage(story) == "staged"


def text(body: str) -> str:
    """A comment's words, without marker and sealed copy."""
    return re.sub(r"<!-- plangate:(?:questions|data)[^>]*-->", "", body).strip()


def test_a_deleted_questionnaire_comes_back(inside_story: Begin) -> None:
    """While its questions are open, the comment is posted again, once; answers so far are in it."""
    story = asked(inside_story)
    says(story, "carol", "1A")
    where = f"/repos/{story.hub.repo}/issues/comments/{story.bot_comment('questions')['id']}"
    story.hub.request("DELETE", where, login="alice")
    at.look(story)
    at.look(story)

    assert at.count(story, "questions") == 1
    assert "chose **1A**" in story.bot_comment("questions")["body"]


def test_two_options_ticked_at_once_are_told(inside_story: Begin) -> None:
    """Both boxes of a question in one edit: neither counts, both are cleared, the ticker hears why."""
    story = asked(inside_story)
    body = story.bot_comment("questions")["body"]
    edit(story, "bob", "questions", ticked(ticked(body, "q1.a"), "q1.b"))

    assert answers(story) == []
    assert "@bob, two different options" in at.notices(story)[-1]
    assert "[x]" not in story.bot_comment("questions")["body"]


def test_two_people_within_a_second(inside_story: Begin) -> None:
    """Alice ticks A and bob answers B before the bot looks: the later counts, the first hears of it."""
    # B4
    story = asked(inside_story)
    story.tick("alice", "questions", "q1.a")
    story.comment("bob", "1B")
    story.door.settle()

    [(_, choice, who, _)] = answers(story)
    other = {"alice": "bob", "bob": "alice"}[who]
    assert choice == {"alice": "A", "bob": "B"}[who]
    assert f"@{other}, `{who}` changed your answer to question 1" in at.notices(story)[-1]
    assert at.count(story, "questions") == 1


def test_each_tick_is_its_authors_when_no_event_tells(inside_story: Begin) -> None:
    """Two people tick while the bot is away, and no event tells: the edit history names each."""
    # B4 S1.6
    story = asked(inside_story)
    story.tick("alice", "questions", "q1.b")
    story.tick("bob", "questions", "q2.a")
    at.look(story)

    assert answers(story) == [("q1", "B", "alice", "tick"), ("q2", "A", "bob", "tick")]
    assert stage(story) == "staged"


def test_a_tick_whose_version_was_deleted_is_nobodys(inside_story: Begin) -> None:
    """Who deletes their version from the edit history does not put their tick under the next one's name."""
    story = asked(inside_story)
    story.tick("bob", "questions", "q1.b")
    story.tick("alice", "questions", "q2.a")
    story.hub.delete_version(story.bot_comment("questions")["id"], -2)
    at.look(story)

    assert answers(story) == []


def test_a_program_that_ticks_is_not_heard(inside_story: Begin) -> None:
    """Another App may edit our comment, and no event tells: its tick approves nothing and is put back."""
    # B6 T4
    story = planned(inside_story)
    body = ticked(story.bot_comment("plan")["body"], "approve")
    path = f"/repos/{story.hub.repo}/issues/comments/{story.bot_comment('plan')['id']}"
    token = story.hub.installation_token({"issues": "write"}, app=story.hub.ci_app)
    story.hub.as_token(token).requester.requestJsonAndCheck("PATCH", path, input={"body": body})
    at.look(story)

    assert stage(story) == "staged"
    assert "[x]" not in story.bot_comment("plan")["body"]


def test_a_tick_in_a_closed_round_counts_until_approval(inside_story: Begin) -> None:
    """A slow browser ticks a questionnaire just closed: the answer changes, the view is put back."""
    story = asked(inside_story)
    old = story.bot_comment("questions")["body"]
    says(story, "carol", "1A 2A")
    assert stage(story) == "staged"
    edit(story, "bob", "questions", ticked(old, "q1.b"))

    assert answers(story)[0][:3] == ("q1", "B", "bob")
    assert stage(story) == "staged"
    assert "2 questions, answered" in story.bot_comment("questions")["body"]


QUIET = [
    "What would XLSX cost?",
    "1A? or 2B?",
    "Lieber CSV, denke ich",
    "表計算がいい",
    "> 1A",
    "```\n1A\n```",
]
VAGUE = ["👍", "ja", "oui", ":+1:", "はい"]


def test_talk_is_left_alone_and_vague_replies_are_asked_about_once(inside_story: Begin) -> None:
    """Other languages and asking back answer nothing and write nothing; an emoji is asked about once."""
    # B11
    story = asked(inside_story)
    for words in QUIET:
        story.comment("carol", words)
        assert at.writes_of(story, story.door.settle) == [], words
    for words in VAGUE:
        says(story, "carol", words)

    assert answers(story) == []
    assert len(at.notices(story)) == 1
    assert "@carol" in at.notices(story)[0] and "`1A, 2A`" in at.notices(story)[0]


def test_a_stranger_is_refused_once_a_round(inside_story: Begin) -> None:
    """However often a stranger answers, by whatever road: one friendly refusal."""
    # B4 B11
    story = asked(inside_story)
    for words in ("1A", "/plan answer 1A", "2B", "1A 2A", "👍"):
        says(story, "mallory", words)

    assert answers(story) == []
    assert len(at.notices(story)) == 1
    assert "@mallory, thank you" in at.notices(story)[0]


def test_a_look_alike_counts_for_nothing(inside_story: Begin) -> None:
    """Somebody posts our own comment, ticked, under their name: nothing happens, and nothing is written."""
    # T4
    story = asked(inside_story)
    copy = ticked(ticked(story.bot_comment("questions")["body"], "q1.a"), "q2.a")
    story.comment("mallory", copy)

    assert at.writes_of(story, story.door.settle) == []
    assert answers(story) == []


def test_a_closed_issue_waits_and_says_so_once(inside_story: Begin) -> None:
    """On a closed issue a command waits, its author is told; reopened, it happens."""
    story = planned(inside_story)
    at.change(story, state="closed")
    says(story, "alice", "/plan approve")
    says(story, "alice", "/plan approve")
    assert stage(story) == "staged"
    assert [n for n in at.notices(story) if "closed, so I do nothing" in n] == at.notices(story)
    assert len(at.notices(story)) == 1
    at.change(story, state="open")

    assert stage(story) == "implementing"


ELSEWHERE = "/repositories/77/issues/1"


def transfer(story: Story, *, readable: bool) -> None:
    """As GitHub does: the old address redirects to the new repository, which we may read or not."""
    old = f"/repos/{story.hub.repo}/issues/{story.issue}"
    row = story.hub.request("GET", old)
    there = {"location": story.hub.url + ELSEWHERE}
    story.hub.fail(
        rf"^{old}(/.*)?$", status=301, times=999, headers=there, body={"message": "Moved"}
    )
    if readable:
        moved = {"number": story.issue, "repository_url": f"{story.hub.url}/repos/acme/elsewhere"}
        story.hub.fail(rf"^{ELSEWHERE}$", status=200, times=999, body=row | moved)


@pytest.mark.parametrize("readable", [True, False], ids=["readable", "out of sight"])
def test_a_transferred_issue_is_left_alone(inside_story: Begin, readable: bool) -> None:
    """Transferred while its questions are open: nothing is written, here or there, and nothing breaks."""
    story = asked(inside_story)
    story.comment("carol", "1A 2A")
    transfer(story, readable=readable)

    assert at.writes_of(story, story.door.settle) == []
    assert at.writes_of(story, lambda: at.look(story)) == []


@pytest.mark.parametrize("at_last_look", [True, False], ids=["at the last look", "at the write"])
def test_a_comment_that_went_elsewhere_while_we_write_is_not_followed(
    inside_story: Begin, at_last_look: bool
) -> None:
    """It goes between our read and our write: nothing is written there, and we look again from the start."""
    story = asked(inside_story)
    card = f"/repos/{story.hub.repo}/issues/comments/{story.bot_comment('record')['id']}"
    row = story.hub.request("GET", card)
    elsewhere = {"issue_url": f"{story.hub.url}/repos/acme/elsewhere/issues/5"}
    story.comment("carol", "1A 2A")
    if at_last_look:
        story.hub.fail(f"^{card}$", method="GET", status=200, body=row | elsewhere)
    else:
        story.hub.fail(f"^{card}$", method="PATCH", status=307, body={"message": "Moved"})

    before = len(story.hub.exchanges())
    story.door.settle()

    assert answers(story)[0][:3] == ("q1", "A", "carol")
    asked_for = [e["method"] for e in story.hub.exchanges()[before:] if e["url"].endswith(card)]
    assert asked_for[:3] == (["GET", "GET", "PATCH"] if at_last_look else ["GET", "PATCH", "GET"])


def test_a_locked_issue_that_we_may_not_write_to(inside_story: Begin) -> None:
    """Where GitHub refuses our writes on a locked issue, that is an error; unlocked, all is made good."""
    story = asked(inside_story)
    story.comment("carol", "1A 2A")
    refusal = {"message": "Unable to create comment because issue is locked."}
    where = f"/issues/({story.issue}/comments|comments/.*)$"
    for method in ("POST", "PATCH"):
        story.hub.fail(where, method=method, status=403, times=99, body=refusal)
    with pytest.raises(GitHubError, match="locked"):
        at.look(story)
    story.hub.control("DELETE", "/faults")
    at.look(story)

    assert stage(story) == "staged"


def test_a_locked_issue_goes_on(inside_story: Begin) -> None:
    """On a locked issue writers go on: a tick and a reply count."""
    story = asked(inside_story)
    path = f"/repos/{story.hub.repo}/issues/{story.issue}/lock"
    story.hub.request("PUT", path, {"lock_reason": "off-topic"}, login="alice")
    ticks(story, "bob", "questions", "q1.a")
    says(story, "alice", "2A")

    assert stage(story) == "staged"


def test_superseded_rounds_keep_their_questions(inside_story: Begin) -> None:
    """An answer that names a question of an earlier round changes that answer; both comments show it."""
    story = asked(inside_story)
    says(story, "carol", "1A 2A")
    more = (
        "\nThe file name could hold the month or the number. I'm not sure whether old orders should be "
        "included or left out.\n"
    )
    at.change(story, body=at.OPEN + more)
    if stage(story) != "awaiting_human":
        pytest.skip("the planner asks nothing new about this text")
    assert at.count(story, "questions") == 2
    says(story, "bob", "1B")

    first = next(c["body"] for c in story.comments() if "questions round=1" in c["body"][:60])
    assert "✅ **1B**" in first
    assert stage(story) == "awaiting_human"


def test_commands_get_one_receipt_each(inside_story: Begin) -> None:
    """Whatever comes of a command, its comment gets one reaction; an edited one runs nothing."""
    # B11
    story = planned(inside_story)
    for login, words in [
        ("alice", "/plan help"), ("alice", "/plan show"), ("alice", "/plan aprove"),
        ("carol", "/plan approve"), ("alice", "/plan answer 1A"), ("bob", "/plan approve"),
        ("bob", "> /plan cancel"), ("bob", "`/plan cancel`"), ("bob", "Do not /plan cancel"),
    ]:  # fmt: skip
        says(story, login, words)
    heard = [c for c in story.comments() if c["body"].startswith("/plan")]
    quoted = [
        c for c in story.comments() if "/plan cancel" in c["body"] and c["user"]["login"] == "bob"
    ]

    assert stage(story) == "implementing"
    assert [sum(_reactions(story, c).values()) for c in heard] == [1] * 6
    assert len(quoted) == 3
    assert [sum(_reactions(story, c).values()) for c in quoted] == [0] * 3
    assert any("/plan approve" in n and "Did you mean" in n for n in at.notices(story))


def _reactions(story: Story, comment: dict) -> dict[str, int]:
    kinds = ("+1", "-1", "eyes", "rocket", "confused", "heart", "hooray", "laugh")
    return {kind: int(comment["reactions"][kind]) for kind in kinds}


@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.proof)])
def test_an_answer_among_thousands_of_comments(count: int) -> None:
    """However many comments there are, an answer among them is heard (without the network)."""
    shop = Shop()
    shop.open_issue()
    shop.look()
    for n in range(count):
        shop.hub.comment("mallory", shop.issue, f"Same here, number {n}")
    shop.answer()
    shop.look()

    assert shop.stage == "staged"
