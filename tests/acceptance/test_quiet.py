"""A week of an issue's life in sixty events: one card, one comment a round and a version, no idle write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from bot.domain import markers
from tests.acceptance import inside_story as at
from tests.acceptance import shop
from tests.acceptance.inside_story import OPEN
from tests.acceptance.story import Story

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]


class Week:
    """What happens to one issue; each event is counted, and idle ones must write nothing."""

    def __init__(self, story: Story) -> None:
        self.story, self.events, self.idle = story, 0, dict[str, list[str]]()
        self.hub, self.base = story.hub, f"/repos/{story.hub.repo}"

    def does(self, do: Callable[[], object]) -> None:
        """Something that the bot must deal with."""
        do()
        self.story.door.settle()
        self.events += 1

    def idles(self, what: str, do: Callable[[], object]) -> None:
        """Something that concerns nobody: not one write."""
        do()
        written = at.writes_of(self.story, self.story.door.settle)
        self.events += 1
        if written:
            self.idle[what] = written

    def says(self, login: str, words: str) -> None:
        self.does(lambda: self.story.comment(login, words))

    def talks(self, *words: str) -> None:
        for login, text in zip(["carol", "bob", "mallory", "alice"] * 9, words, strict=False):
            self.idles(text, partial(self.story.comment, login, text))

    def asks(
        self, method: str, path: str, body: object, login: str = "alice"
    ) -> Callable[[], object]:
        where = f"{self.base}/issues/{self.story.issue}{path}"
        return lambda: self.hub.request(method, where, body, login=login)


@pytest.mark.proof
def test_a_week_of_an_issues_life(inside_story: Begin) -> None:
    """Sixty events of every kind leave one card, one comment a round and version, one refusal a person."""
    # B11 S1.5 S3.10
    story = inside_story()
    week = Week(story)
    row = story.hub.request(
        "POST", f"{week.base}/issues", {"title": shop.TITLE, "body": OPEN}, login="carol"
    )
    story.issue = int(row["number"])
    _asking(week)
    _planning(week)
    _working(week)

    assert week.events >= 60
    assert week.idle == {}
    ours = (c["body"] for c in story.comments() if c["body"].startswith("<!-- plangate:"))
    found = [mark for body in ours if (mark := markers.read(body))]
    kinds = Counter((mark.kind, mark.key) for mark in found)
    assert max(kinds.values()) == 1
    assert Counter(kind for kind, _ in kinds) == {
        "record": 1, "questions": 1, "plan": 2, "notice": sum(k == "notice" for k, _ in kinds),
    }  # fmt: skip
    refusals = [key for kind, key in kinds if kind == "notice" and "refused-mallory" in key]
    assert len(refusals) == 1


def _asking(week: Week) -> None:
    story = week.story
    week.idles("an idle label", week.asks("POST", "/labels", {"labels": ["bug"]}))
    week.does(week.asks("POST", "/labels", {"labels": ["plan"]}))
    week.talks(
        "Thanks!", "I would say CSV", "+1", "What would XLSX cost?", "see #1", "> 1A", "`1A`?"
    )
    week.idles("a person is assigned", week.asks("POST", "/assignees", {"assignees": ["bob"]}))
    for words in ("1A", "2B", "1A 2B", "/plan approve"):
        week.says("mallory", words)
    week.does(lambda: story.tick("bob", "questions", "q1.a"))
    week.idles("nothing new", lambda: at.look(story))
    week.talks("Great", "When will it be done?", "Is there a draft?")
    week.idles("a label more", week.asks("POST", "/labels", {"labels": ["question"]}))
    week.idles("a label less", week.asks("DELETE", "/labels/question", None))
    week.says("carol", "👍")
    week.says("carol", "2A")
    assert at.stage(story) == "staged"


def _planning(week: Week) -> None:
    story = week.story
    week.talks(
        "Looks good", "Please do not /plan cancel", "```\n/plan cancel\n```", "Hm.", "+1", "?"
    )
    week.says("alice", "/plan help")
    week.idles("another look", lambda: at.look(story))
    week.says("bob", "/plan reject Missing: a line in the README")
    week.talks("Better", "Agreed, let us start", "Who takes it?", "I do")
    week.idles("assigned", week.asks("POST", "/assignees", {"assignees": ["alice"]}))
    week.says("alice", "/plan approve")
    assert at.stage(story) == "implementing"


def _working(week: Week) -> None:
    story = week.story
    week.does(lambda: story.tick("bob", "plan", "t1"))
    week.talks("Half of it is done", "Nice", "How far are you?", "Soon")

    def opens() -> None:
        story.pull = story.hub.open_pull(
            "bob", shop.CODE, branch=f"task/t-{story.issue:05d}-export",
            title="Export", body=f"Fixes #{story.issue}",
        )  # fmt: skip

    week.does(opens)
    week.does(lambda: at.look(story))
    week.idles("nothing new on the pull request", lambda: at.look(story))
    week.does(
        lambda: story.hub.push_files("bob", shop.TESTS, f"task/t-{story.issue:05d}-export", "Test")
    )
    week.does(lambda: story.hub.ci(story.head(), "CI", "success"))
    review = {"event": "APPROVE", "body": "Good."}
    path = f"{week.base}/pulls/{story.pull}/reviews"
    week.does(lambda: story.hub.request("POST", path, review, login="alice"))
    week.idles("after the review", lambda: at.look(story))
    week.talks("Merging tomorrow", "Thanks", "👏 everybody")
    week.idles("a last look", lambda: at.look(story))
    week.does(lambda: story.hub.merge("bob", story.pull))
    week.does(lambda: at.look(story))
    week.talks("Done!", "Thank you all", "🎉", "Works here", "Great", "+1")
    for _ in range(3):
        week.idles("a look at what is done", lambda: at.look(story))
