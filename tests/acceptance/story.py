"""The story from label to merge, step by step: what people do on GitHub. The bot acts through a door."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import github

from tests.acceptance import shop
from tests.testbed.emulator import GitHubEmulator

SECRET = "a-secret-of-the-story-32-characters"
CHECK = "plangate"
POLICY = ".github/plangate.yml"
Json = dict[str, Any]


class Door(Protocol):
    """A way by which the bot hears of what people did."""

    name: str

    def attach(self) -> None:
        """Begin to listen from here on."""

    def settle(self) -> None:
        """Return when the bot has dealt with everything that happened until now."""

    def close(self) -> None:
        """End what runs and remove what it left."""


@dataclass
class Step:
    """One step of the story as it went: who did what, and the requests the bot made for it."""

    name: str
    says: str
    requests: int = 0
    writes: int = 0


@dataclass
class Story:
    """The story on one emulator through one door."""

    hub: GitHubEmulator
    door: Door
    app_id: int
    counts: bool = False
    """Whether each step counts its requests: it reads the whole recording, which takes its time."""
    issue: int = 0
    pull: int = 0
    steps: list[Step] = field(default_factory=list)

    def run(self) -> Iterator[Step]:
        """Play the whole story; yields each step once the bot has settled."""
        for do in STEPS:
            yield self.play(do)

    def played(self, *steps: Callable[[Story], str], given: str = "", policy: str = "") -> Story:
        """Play the first steps of a fresh story; a later story is taken up where it begins the same way.

        `policy` is put on the default branch first; `given` says what else was done before them. What is
        taken up has a bot that has just started.
        """
        names = _names(steps, given, policy)
        known = next((n for n in range(len(steps), 0, -1) if names[: n + 1] in self.hub.played), 0)
        if known:
            state, heard, self.issue, self.pull = self.hub.played[names[: known + 1]]
            self.hub.restore(state)
            self.hub.sink.history.extend(heard)
            self.door.attach()
        elif policy:
            self.hub.push_file("alice", POLICY, policy)
        for n in range(known, len(steps)):
            self.play(steps[n])
            self._keep(names[: n + 2])
        return self

    def remember(self, *steps: Callable[[Story], str]) -> None:
        """What was played here are these steps of a fresh story: `played` takes it up from here."""
        self._keep(_names(steps))

    def _keep(self, names: tuple[str, ...]) -> None:
        heard = tuple(self.hub.sink.history)
        self.hub.played[names] = (self.hub.save(), heard, self.issue, self.pull)

    def play(self, do: Callable[[Story], str]) -> Step:
        """Play one step, let the bot settle, and count what it asked of GitHub."""
        before = len(self._ours()) if self.counts else 0
        step = Step(do.__name__.replace("_", " "), do(self))
        self.door.settle()
        calls = self._ours()[before:] if self.counts else []
        step.requests = len(calls)
        step.writes = sum(c["method"] != "GET" and "/graphql" not in c["url"] for c in calls)
        self.steps.append(step)
        return step

    def _ours(self) -> list[Json]:
        """The bot's requests, tokens and sign-in aside; CI's own check runs are not the bot's."""
        return [
            e
            for e in self.hub.exchanges()
            if e["actor"] in {"app", "github-actions"} and not _ci(e)
        ]

    # ---- what can be seen

    def comments(self) -> list[Json]:
        """All comments of the issue."""
        path = f"/repos/{self.hub.repo}/issues/{self.issue}/comments?per_page=100"
        return self.hub.request("GET", path)

    def bot_comment(self, kind: str) -> Json:
        """The newest comment of the bot of this kind."""
        found = [c for c in self.comments() if c["body"].startswith(f"<!-- plangate:{kind}")]
        assert found, f"the bot wrote no {kind} comment"
        return found[-1]

    def labels(self) -> set[str]:
        """The issue's labels."""
        issue = self.hub.request("GET", f"/repos/{self.hub.repo}/issues/{self.issue}")
        return {label["name"] for label in issue["labels"]}

    def head(self) -> str:
        """The pull request's head commit."""
        return self.hub.request("GET", f"/repos/{self.hub.repo}/pulls/{self.pull}")["head"]["sha"]

    def check(self, name: str = CHECK) -> Json:
        """The newest check run of this name on the pull request's head."""
        asked = urllib.parse.quote(name)
        path = f"/repos/{self.hub.repo}/commits/{self.head()}/check-runs?check_name={asked}"
        runs = self.hub.request("GET", path)["check_runs"]
        assert runs, "there is no check run"
        return max(runs, key=lambda run: run["id"])

    def may_merge(self) -> bool:
        """Try to merge; GitHub's branch protection answers."""
        try:
            self.hub.merge("bob", self.pull)
        except github.GithubException as refusal:
            assert refusal.status == 405, refusal
            return False
        return True

    # ---- what people do

    def comment(self, login: str, body: str) -> None:
        """Somebody comments on the issue."""
        path = f"/repos/{self.hub.repo}/issues/{self.issue}/comments"
        self.hub.request("POST", path, {"body": body}, login=login)

    def tick(self, login: str, kind: str, box: str) -> None:
        """Somebody ticks a box in a comment of the bot."""
        comment = self.bot_comment(kind)
        marker = f"<!-- plangate:{box} -->"
        assert f"- [ ] {marker}" in comment["body"], f"no empty box {box}"
        body = comment["body"].replace(f"- [ ] {marker}", f"- [x] {marker}")
        path = f"/repos/{self.hub.repo}/issues/comments/{comment['id']}"
        self.hub.request("PATCH", path, {"body": body}, login=login)


def _names(
    steps: Iterable[Callable[[Story], str]], given: str = "", policy: str = ""
) -> tuple[str, ...]:
    return f"{given}\n{policy}", *(f"{do.__module__}.{do.__qualname__}" for do in steps)


def _ci(exchange: Json) -> bool:
    body = exchange.get("request_body") or ""
    return "/check-runs" in exchange["url"] and exchange["method"] != "GET" and '"CI"' in body


# ---- the steps


def protect(story: Story) -> str:
    """Branch protection wants the check, from our App."""
    story.hub.protect(CHECK, app_id=story.app_id)
    return "alice requires the check `plangate` on main"


def report(story: Story) -> str:
    """A reporter without write access opens the issue."""
    path = f"/repos/{story.hub.repo}/issues"
    body = {"title": shop.TITLE, "body": shop.BODY}
    story.issue = story.hub.request("POST", path, body, login="carol")["number"]
    return f"carol, who may not write here, opens issue #{story.issue}: {shop.TITLE}"


def label(story: Story) -> str:
    """A maintainer asks for a plan."""
    path = f"/repos/{story.hub.repo}/issues/{story.issue}/labels"
    story.hub.request("POST", path, {"labels": ["plan"]}, login="alice")
    return "alice labels it `plan`"


def stranger_answers(story: Story) -> str:
    """A stranger's answer is refused once."""
    story.comment("mallory", "1A, 2B")
    return "mallory, a stranger, answers: 1A, 2B"


def stranger_insists(story: Story) -> str:
    """The same stranger again: no second refusal."""
    story.comment("mallory", "1B")
    return "mallory insists: 1B"


def tick_answer(story: Story) -> str:
    """A writer ticks one option."""
    story.tick("bob", "questions", "q1.a")
    return "bob, who may write, ticks 1A"


def reply_answer(story: Story) -> str:
    """The reporter answers the other question by reply."""
    story.comment("carol", "2A")
    return "carol replies: 2A"


def approve(story: Story) -> str:
    """A maintainer approves the plan."""
    story.comment("alice", "/plan approve")
    return "alice comments: /plan approve"


def open_pull(story: Story) -> str:
    """A developer opens a pull request without tests."""
    story.pull = story.hub.open_pull(
        "bob",
        shop.CODE,
        branch=f"task/t-{story.issue:05d}-export-orders-as-a-file",
        title="Export a month's orders",
        body=f"Fixes #{story.issue}",
    )
    return f"bob opens pull request #{story.pull}, Fixes #{story.issue}, with code and no tests"


def add_tests(story: Story) -> str:
    """The developer adds tests."""
    story.hub.push_files(
        "bob", shop.TESTS, f"task/t-{story.issue:05d}-export-orders-as-a-file", "Test the export"
    )
    return "bob pushes tests"


def pass_checks(story: Story) -> str:
    """CI turns green on the head commit."""
    sha = story.head()
    story.hub.ci(sha, "CI", "success")
    story.hub.workflow_run("CI", sha, "success")
    return "CI passes on the head commit"


def review(story: Story) -> str:
    """A reviewer with write permission approves the head commit."""
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}/reviews"
    story.hub.request("POST", path, {"event": "APPROVE", "body": "Good."}, login="alice")
    return "alice approves the pull request"


def merge(story: Story) -> str:
    """Now GitHub lets it merge, and the keyword closes the issue."""
    story.hub.merge("bob", story.pull)
    return "bob merges; GitHub closes the issue"


STEPS: tuple[Callable[[Story], str], ...] = (
    protect,
    report,
    label,
    stranger_answers,
    stranger_insists,
    tick_answer,
    reply_answer,
    approve,
    open_pull,
    add_tests,
    pass_checks,
    review,
    merge,
)
