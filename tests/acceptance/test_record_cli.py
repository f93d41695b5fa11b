"""`plangate record` on GitHub: shows, checks and traces a record, and says what it cannot know."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from subprocess import CompletedProcess

import pytest

from bot.domain import codec
from tests.acceptance import story as steps
from tests.acceptance.doors import SweepDoor, program
from tests.acceptance.story import Story

pytestmark = pytest.mark.acceptance
KEY = "a-key-of-this-story-32-characters"


@dataclass(frozen=True)
class Cli:
    """`plangate record` on the story's issue."""

    story: Story
    door: SweepDoor

    def __call__(self, *arguments: str, number: int = 0, **env: str) -> CompletedProcess[str]:
        command, *options = arguments
        target = f"{self.story.hub.repo}#{number or self.story.issue}"
        kept = self.door.env | env
        return program("record", command, target, *options, env=kept, check=False)


@pytest.fixture
def cli(sweep_story: Callable[[], Story]) -> Cli:
    """The commands on a story that has come to its questions, signed."""
    story = sweep_story()
    door = story.door
    assert isinstance(door, SweepDoor)
    door.env |= {"PLANGATE_RECORD_KEY": KEY}
    for step in (steps.protect, steps.report, steps.label):
        story.play(step)
    return Cli(story, door)


def test_the_record_of_an_issue_is_shown_checked_and_traced(cli: Cli) -> None:
    """The three commands read what stands on GitHub, and write nothing."""
    # S2.7 S2.13
    asked = cli.story
    before = [c["body"] for c in asked.comments()]

    shown = codec.from_json(cli("show").stdout)
    assert (shown.canonical_task_id, shown.stage) == ("T-00001", "awaiting_human")
    assert "What happens next" in cli("show", "--card").stdout

    lines = json.loads(cli("history", "--json").stdout)
    assert [line["action"] for line in lines] == ["plan", "questions asked"]
    assert "planning → awaiting_human" in cli("history").stdout

    fine = cli("validate")
    assert fine.returncode == 0
    assert f"{asked.hub.repo}#1 is fine: T-00001, schema 1.0" in fine.stdout
    assert "Signed: " in fine.stdout
    assert before == [c["body"] for c in asked.comments()]


def test_validate_says_what_cannot_be_trusted(cli: Cli) -> None:
    """Without a key the signature is not checked, and it says so; with a wrong one nothing is fine."""
    # B6
    keyless = cli("validate", PLANGATE_RECORD_KEY="")
    assert keyless.returncode == 0
    assert "Signature not checked" in keyless.stdout
    assert "can forge a digest" in keyless.stdout

    foreign = cli("validate", PLANGATE_RECORD_KEY="another-key-of-32-characters-....")
    assert (foreign.returncode, foreign.stdout) == (2, "")
    assert foreign.stderr.startswith("PLANGATE-RECORD-007: ")

    nothing = cli("validate", number=99)
    assert (nothing.returncode in {2, 5}, nothing.stdout) == (True, "")
    assert nothing.stderr.startswith("PLANGATE-")


def test_a_damaged_record_is_called_so(cli: Cli) -> None:
    """One changed letter in the hidden block: every command refuses, with the code, exit 2."""
    # S2.10
    asked = cli.story
    comment = asked.bot_comment("record")
    body = comment["body"].replace('"stage":"awaiting_human"', '"stage":"implementing"')
    path = f"/repos/{asked.hub.repo}/issues/comments/{comment['id']}"
    asked.hub.request("PATCH", path, {"body": body}, login="bob")

    for command in ("show", "validate", "history"):
        done = cli(command)

        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("PLANGATE-RECORD-004: ")
