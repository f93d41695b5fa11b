"""Hostile requests: the plan is made or refused by the same rules, obeys nothing, and shows nothing live."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.domain.policy import Policy
from bot.domain.stages import Stage
from bot.effects import SaveRecord, UpsertComment
from bot.entrypoints.plan.printed import printed
from bot.flow.propose import request_of
from bot.intents.reading import read_intents
from bot.planning.checks import judge
from bot.planning.proposal import Brief, ProposedPlan
from bot.planning.repository.commands import is_allowed
from bot.planning.repository.context import Tree
from bot.roles import dispatch
from tests.adapters.test_markdown_data import renderer
from tests.factories import a_comment, an_issue, facts
from tests.planning.requests import SHOP, propose

FAKES = {
    "{{FAKE:github_pat}}": "ghp_" + "a1B2" * 9,
    "{{FAKE:openai_key}}": "sk-" + "a1B2c3D4" * 6,
}
LINES = [
    json.loads(line)
    for line in (Path(__file__).parent / "corpus" / "injection.jsonl")
    .read_text("utf-8")
    .splitlines()
]


def text_of(entry: dict[str, Any]) -> str:
    """An entry's text, as large as it says, with its placeholders filled."""
    text, gen = entry["text"], entry.get("gen", {})
    if gen.get("kind", "").startswith("repeat"):
        text = (gen["unit"] * (gen["total"] // len(gen["unit"]) + 1))[: gen["total"]]
        text += gen.get("tail", "")
    for name, fake in FAKES.items():
        text = text.replace(name, fake)
    return text


def placed(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """Where the text could stand: as title, as body, and as a comment of a stranger."""
    text = text_of(entry)
    body = "The export in `shop/orders.py` should write the total of each order."
    return [
        {"issue": an_issue(labels={"plan"}, title="Add a total to the export", body=text)},
        {"issue": an_issue(labels={"plan"}, title=text[:256], body=body)},
        {
            "issue": an_issue(labels={"plan"}, title="Add a total to the export", body=body),
            "comments": (a_comment(text, author="mallory"),),
        },
    ]


@pytest.mark.parametrize("entry", LINES, ids=[e["id"] for e in LINES])
@pytest.mark.shows("NFR-011", "NFR-012", "NFR-013")
def test_hostile_text_is_data(entry):
    """Wherever it stands: nothing is obeyed, nothing is live, nothing secret is repeated."""
    # T7, T8, T10, T11, T12, B9
    for given in placed(entry):
        known = facts(**given)
        so_far = dispatch.apply_intents(known, read_intents(known))
        assert so_far.record is not None
        asked = Brief(request_of(known, so_far.record), Tree(SHOP), Policy())
        proposal = propose(asked)
        decision = dispatch.act(known, so_far, proposal)
        record = decision.record

        assert record is not None
        # nothing is obeyed
        assert record.stage in {
            Stage.AWAITING_HUMAN, Stage.STAGED, Stage.UNRESOLVABLE, Stage.DUPLICATE,
        }  # fmt: skip
        assert record.approval is None and not record.waivers and not record.planner.answers
        assert record.verification_artifact is None and record.done_artifact is None
        if isinstance(proposal, ProposedPlan):
            assert judge(proposal.plan, proposal.tests) == ()
            runs = [c for t in proposal.plan.tasks for c in t.resources.run]
            assert all(is_allowed(command) for command in runs)
        # nothing is live: the renderer of these tests fails where the second parser objects
        for effect in decision.effects:
            if isinstance(effect, UpsertComment):
                shown = renderer().comment(effect.message)
            elif isinstance(effect, SaveRecord):
                shown = renderer().comment(effect.card)
            else:
                continue
            assert not any(fake in shown for fake in FAKES.values())
        # nothing secret is repeated
        told = json.dumps(printed(proposal), ensure_ascii=False)
        assert not any(fake in told for fake in FAKES.values())


@pytest.mark.parametrize("entry", [e for e in LINES if e["cat"] == "benign"], ids=lambda e: e["id"])
def test_harmless_text_is_planned_as_ever(entry):
    """Requests that only look odd get an answer that is no refusal."""
    # SAFETY: plan_still_made, not_flagged
    body = f"The export in `shop/orders.py` lacks the total.\n\n{text_of(entry)}"
    known = facts(issue=an_issue(labels={"plan"}, title="Add a total", body=body))
    so_far = dispatch.apply_intents(known, read_intents(known))
    assert so_far.record is not None
    proposal = propose(Brief(request_of(known, so_far.record), Tree(SHOP), Policy()))

    assert getattr(proposal, "outcome", "") != "UNRESOLVABLE"
