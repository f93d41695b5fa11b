"""`plangate record` on GitHub: shows, checks and traces a record, and says what it cannot know."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bot.domain import codec
from bot.domain.record import SCHEMA_VERSION
from tests.acceptance import story as steps
from tests.acceptance.inside import InProcessDoor, wiring_of
from tests.acceptance.story import Story
from tests.entrypoints.cli import Ran, inside

pytestmark = pytest.mark.acceptance
KEY = "a-key-of-this-story-32-characters"


@dataclass(frozen=True)
class Cli:
    """`plangate record` on the story's issue."""

    story: Story
    door: InProcessDoor

    def __call__(self, *arguments: str, number: int = 0, **env: str) -> Ran:
        command, *options = arguments
        target = f"{self.story.hub.repo}#{number or self.story.issue}"
        return inside("record", command, target, *options, **{**self.door.env, **env})


@pytest.fixture
def cli(inside_story: Callable[[], Story]) -> Cli:
    """The commands on a story that has come to its questions, signed."""
    story = inside_story()
    door = story.door
    assert isinstance(door, InProcessDoor)
    door.env = {**door.env, "PLANGATE_RECORD_KEY": KEY}
    door.wiring = wiring_of(door.env)
    for step in (steps.protect, steps.report, steps.label):
        story.play(step)
    return Cli(story, door)


def test_the_record_of_an_issue_is_shown_checked_and_traced(cli: Cli) -> None:
    """The three commands read what stands on GitHub, and write nothing."""
    # S2.7 S2.13
    asked = cli.story
    before = [c["body"] for c in asked.comments()]

    shown = codec.from_json(cli("show").out)
    assert (shown.canonical_task_id, shown.stage) == ("T-00001", "awaiting_human")

    lines = json.loads(cli("history", "--json").out)
    assert [line["action"] for line in lines] == ["plan", "questions asked"]
    assert "planning → awaiting_human" in cli("history").out

    fine = cli("validate")
    assert fine.code == 0
    assert f"{asked.hub.repo}#1 is valid: T-00001, schema {SCHEMA_VERSION}" in fine.out
    assert "Signed: " in fine.out
    assert before == [c["body"] for c in asked.comments()]


def test_validate_says_what_cannot_be_trusted(cli: Cli) -> None:
    """Without a key the signature is not checked, and it says so; with a wrong one nothing is fine."""
    # B6
    keyless = cli("validate", PLANGATE_RECORD_KEY="")
    assert keyless.code == 0
    assert "Signature not checked" in keyless.out
    assert "deliberate edits are not" in keyless.out

    foreign = cli("validate", PLANGATE_RECORD_KEY="another-key-of-32-characters-....")
    assert (foreign.code, foreign.out) == (2, "")
    assert foreign.err.startswith("PLANGATE-RECORD-007: ")

    other = {**cli.door.env, "PLANGATE_RECORD_KEY": "another-key-of-32-characters-...."}
    unplanned = inside("plan", "run", f"{cli.story.hub.repo}#{cli.story.issue}", **other)
    assert (unplanned.code, unplanned.out) == (2, "")
    assert "PLANGATE-RECORD-007: " in unplanned.err

    nothing = cli("validate", number=99)
    assert (nothing.code in {2, 5}, nothing.out) == (True, "")
    assert nothing.err.startswith("PLANGATE-")


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

        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("PLANGATE-RECORD-004: ")
