"""Badges of claims with the real server: gate, plan, card and telemetry say the same of each."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

import pytest

from tests.acceptance.state import record
from tests.acceptance.story import (
    Story,
    add_tests,
    approve,
    label,
    open_pull,
    pass_checks,
    protect,
    reply_answer,
    report,
    tick_answer,
)
from tests.entrypoints.cli import inside

pytestmark = pytest.mark.acceptance
STEPS = (protect, report, label, tick_answer, reply_answer, approve, open_pull, add_tests)


def badges(story: Story) -> dict[str, int]:
    """The badges that `plan show --telemetry` counts."""
    env = {"PLANGATE_GITHUB_URL": story.hub.url, "GH_TOKEN": story.hub.tokens["bob"]}
    issue = f"{story.hub.repo}#{story.issue}"
    shown = inside("plan", "show", issue, "--telemetry", **env)
    found: dict[str, int] = json.loads(shown.out)["badges"]
    return found


@pytest.mark.shows("PT-22")
def test_audit_badges_reach_gate_plan_card_and_planner_metrics(
    webhook_story: Callable[[], Story],
) -> None:
    """Unproven while checks run; once they passed, all four places show the new badge of each claim."""
    # S4.5
    story = webhook_story().played(*STEPS)
    before = badges(story)
    story.play(pass_checks)

    claims = record(story)["claims"]
    now = Counter(claim.get("state", "unproven") for claim in claims)
    card, plan = story.bot_comment("record")["body"], story.bot_comment("plan ")["body"]
    assert before == {"unproven": len(claims)} and badges(story) == now
    assert now["supported"] and "unproven" not in now, now
    assert f"{now['supported']} 🔵 supported" in card and "\n🔵 supported – " in card
    criteria = [claim["text"] for claim in claims if claim.get("kind", "criterion") == "criterion"]
    assert all(f" 🔵 {text}" in plan or f" ✅ {text}" in plan for text in criteria[:3])
    assert "🔵 supported" in str(story.check()["output"])
