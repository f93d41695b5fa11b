"""A model at the doors: examined before its first plan, asked for what it may, and read with people's yes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance import inside_story as at
from tests.acceptance import shop
from tests.acceptance.doors import app_environment
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.state import record
from tests.acceptance.story import Story
from tests.adapters.model_server import Answer, ModelServer, model_server
from tests.adapters.model_voices import VOICES
from tests.examining.given import sat
from tests.planning.model.given import asking, draft
from tests.testbed.emulator import GitHubEmulator
from tests.wiring.test_model_checkup import able

pytestmark = pytest.mark.acceptance
CHAT = VOICES["openai"]
WANTED = "Orders are charged before the discount."
QUOTE = {"quote": WANTED, "lookedAt": []}
PLAN = {"criteria": [{"id": "c1", "text": "The discount is taken off", "quote": WANTED}]}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as made:
        yield made


@pytest.fixture
def story(
    shop_hub: GitHubEmulator, server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Story:
    """A fresh GitHub, and the bot with a checkout and a model that nobody knows."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for path, text in shop.FILES.items():
        (tmp_path / "shop" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "shop" / path).write_text(text)
    shop_hub.sink.forward = None
    shop_hub.reset()
    env = app_environment(shop_hub, tmp_path) | {
        "PLANGATE_MODEL_BASE_URL": server.address,
        "PLANGATE_MODEL_NAME": "small",
        "PLANGATE_WORKSPACE": str(tmp_path / "shop"),
    }
    door = InProcessDoor(shop_hub, env)
    door.attach()
    return Story(shop_hub, door, app_id=shop_hub.app_id)


def hands_in(data: dict[str, Any]) -> Answer:
    return CHAT.says("", ("submit", data))


def test_a_model_is_examined_asks_and_takes_an_answer_in_own_words(
    story: Story, server: ModelServer
):
    """Four questions to the endpoint, nine cases, then its own questions; bob's words count with his yes."""
    picked = CHAT.says("", ("read", {"picks": [{"question": 1, "option": "B"}]}))
    server.script = [
        *able(CHAT)[:4],
        *sat(CHAT)[:9],
        hands_in(asking(**QUOTE)),
        picked,
        hands_in(draft(**PLAN)),
    ]
    at.issue(story, "The discount", WANTED)
    assert at.stage(story) == "awaiting_human"
    assert len(server.seen) == 14

    at.says(story, "bob", "Tax is on the full price here, so it comes off at the very end.")
    [told] = at.notices(story)
    assert "I read this as `1B` (After tax)" in told
    assert (at.stage(story), len(server.seen)) == ("awaiting_human", 15)

    at.says(story, "bob", "yes")
    assert at.stage(story) == "staged"
    [answer] = record(story)["planner"]["answers"]
    assert (answer["choice"], answer["by"], answer["how"]) == ("B", "bob", "reply")
    assert record(story)["planner"]["plan"]["plannedBy"]["model"] == "small"


def test_a_model_below_the_bar_words_plans_and_does_not_ask(story: Story, server: ModelServer):
    """The built-in planner sees work, so the model plans it, and the plan says who decided."""
    failed = ("trace", "criteria", "document", "settled")
    quoted = "A negative total raises ValueError"
    plan = draft(criteria=[{"id": "c1", "text": quoted, "quote": quoted}])
    server.script = [*able(CHAT)[:4], *sat(CHAT, failed=failed)[:4], hands_in(plan)]
    at.issue(story, "Totals are never negative", at.CLEAR)

    assert at.stage(story) == "staged"
    shown = story.bot_comment("plan")["body"]
    assert "small did not pass its exam (0 of 4 cases right; 9 are needed)" in shown
    assert "so the built-in planner decided" in shown


def test_a_model_says_which_rule_a_plan_breaks(story: Story, server: ModelServer, tmp_path: Path):
    """An ADR forbids CSV and the issue wants it: a finding with the line and the model's reason."""
    # issue 22
    adr = "docs/adr/0004-exports.md"
    (tmp_path / "shop" / adr).parent.mkdir(parents=True)
    (tmp_path / "shop" / adr).write_text(
        "# 4. Formats\n\n## Decision\nExports must never be CSV.\n"
    )
    wish = "The orders of a month are exported as CSV from `shop/orders.py`."
    plan = draft(
        goal="Orders of a month are exported as CSV",
        criteria=[{"id": "c1", "text": "The orders of a month are exported as CSV", "quote": wish}],
    )
    broken = [{"rule": 1, "why": "Task 1 writes CSV."}]
    server.script = [
        *able(CHAT)[:4],
        *sat(CHAT)[:9],
        hands_in(plan),
        CHAT.says("", ("report", {"findings": []})),
        CHAT.says("", ("verdict", {"broken": broken})),
    ]
    at.issue(story, "Export orders as CSV", wish)

    review = record(story)["reviewArtifact"]["planReview"]
    told = f"{adr} line 4 says “Exports must never be CSV.”. Task 1 writes CSV."
    assert (at.stage(story), review["decision"]) == ("staged", "changes_requested")
    assert [f["text"] for f in review["findings"] if f["code"] == "RULE_BROKEN"] == [told]
    assert "Task 1 writes CSV." in story.bot_comment("plan")["body"]
    assert f"1. ({adr}:4) Exports must never be CSV." in str(server.seen[-1].body)
