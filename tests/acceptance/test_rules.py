"""The repository's own rules at the doors: a wish against one is never just approved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.acceptance import inside_story as at
from tests.acceptance.state import record
from tests.acceptance.story import Story
from tests.entrypoints.cli import inside

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]
ADR = "docs/adr/0004-exports.md"
TEXT = "# 4. Formats of files\n\n## Decision\nExports must never be CSV.\n"
WISH = (
    "Export orders as CSV",
    "Accountants want the orders of a month in a CSV file, made in `shop/orders.py`.\n\n"
    "## Acceptance criteria\n- [ ] The export holds one line for each order\n",
)
SAID = f"{ADR} line 4 says “Exports must never be CSV.”"


def test_a_wish_against_a_decision_is_shown_with_its_line(inside_story: Begin) -> None:
    """Without a model who approves has to compare: the line stands in the plan, and nothing says approved."""
    # issue 22
    story = inside_story()
    story.hub.push_file("alice", ADR, TEXT)
    at.issue(story, *WISH)

    review = record(story)["reviewArtifact"]["planReview"]
    assert (at.stage(story), review["decision"]) == ("staged", "to_check")
    assert [f["text"] for f in review["findings"] if f["code"] == "RULE_UNCHECKED"] == [SAID]
    shown = story.bot_comment("plan")["body"]
    assert "of this repository may concern this plan" in shown
    assert "line 4 says “Exports must never be CSV.”" in shown

    env = {"PLANGATE_GITHUB_URL": story.hub.url, "GH_TOKEN": story.hub.tokens["carol"]}
    ran = inside("status", story.hub.repo, **env)
    assert (ran.code, "Plans to approve (1)" in ran.out) == (0, True)
