"""Transcripts: written whole, without secrets, and run again without a model to the same draft."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.adapters.transcripts import write
from bot.entrypoints.plan.printed import printed
from bot.flow.stage import PlannerStage
from bot.planning.proposal import Proposal, Request
from bot.ports.recording import TranscriptMisfit
from bot.ports.world import Unwatched
from bot.wiring.engines import replay
from tests.fakes.model import called, said
from tests.fakes.workspace import FakeWorkspace
from tests.planning.model.given import (
    BODY,
    DOWN,
    SHOP,
    Bench,
    asking,
    draft,
    issue,
    report,
    submit,
)

SECRET = "ghp_" + "a1B2" * 9
LOOK = called(("read", {"path": "shop/orders.py"}), ("grep", {"pattern": SECRET}))
WRONG = draft()
WRONG["tasks"][0]["files"].append({"path": "shop/discounts.py"})
SCRIPTS: dict[str, list[Any]] = {
    "plan": [LOOK, submit(), report()],
    "criticised": [submit(), report("Is tax included?"), LOOK, submit()],
    "repaired": [submit(WRONG), report(), submit(WRONG), submit()],
    "questions": [submit(asking(lookedAt=[]))],
    "prose": [said(f"token={SECRET}"), submit(), report()],
    "down": [LOOK, DOWN],
    "nonsense": [submit({}), submit({})],
}


def recorded(bench: Bench, request: Request | None = None) -> tuple[Proposal, dict[str, Any]]:
    """What a stage makes of a run, and the transcript it hands on."""
    kept: list[Any] = []
    asked = request or issue(body=f"{BODY}\npassword={SECRET}").request
    workspace = FakeWorkspace(dict(bench.tree))
    stage = PlannerStage(
        "s", issue().policy, Unwatched(), bench.engine, workspace, 0.0, kept.append
    )
    found = stage.run(asked)
    return found, json.loads(json.dumps(kept[-1]))


def without_times(proposal: Proposal) -> str:
    """Everything but how long it took and what finding the context took."""
    data = printed(proposal)
    for name in ("seconds", "contextTokens", "contextFiles", "cost"):
        data["telemetry"].pop(name, None)
    return json.dumps(data)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_replay_gives_the_same_bytes(name, tmp_path):
    """Whatever happened: looking, criticism, repairs, questions, prose, a model that went down."""
    found, transcript = recorded(Bench(SCRIPTS[name]))
    write(tmp_path / "t.json", transcript)

    assert without_times(replay(json.loads((tmp_path / "t.json").read_text()))) == without_times(
        found
    )


@pytest.mark.parametrize("name", ["plan", "prose"])
def test_no_secret_is_written(name):
    """Neither from the issue, nor from files, nor from what the model said."""
    tree = {**SHOP, "shop/cart.py": f"token = '{SECRET}'\n" * 400}
    _, transcript = recorded(Bench(SCRIPTS[name], tree))

    assert SECRET not in json.dumps(transcript)


def test_the_digest_names_the_run():
    """The record keeps it, and it changes with what was asked or answered."""
    found, transcript = recorded(Bench(SCRIPTS["plan"]))
    _, other = recorded(Bench([LOOK, submit(draft(goal="Other")), report()]))

    assert found.telemetry["transcript"] == transcript["digest"] != other["digest"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda t: t | {"format": "plangate-transcript/9"},
        lambda t: t | {"brief": {}},
        lambda t: t | {"exchanges": [{**t["exchanges"][0], "turn": "0" * 64}]},
        lambda t: t | {"notes": []},
        lambda t: t | {"exchanges": []},
    ],
    ids=["format", "brief", "turn", "notes", "answers"],
)
def test_what_does_not_fit_is_told(spoil, tmp_path):
    """Never another plan: a spare one would look like the model's."""
    _, transcript = recorded(Bench(SCRIPTS["plan"]))
    write(tmp_path / "t.json", spoil(transcript))

    with pytest.raises(TranscriptMisfit) as told:
        replay(json.loads((tmp_path / "t.json").read_text()))
    assert told.value.code == "PLANGATE-MODEL-033"
