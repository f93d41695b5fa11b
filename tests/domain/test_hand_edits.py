"""The card's JSON edited by hand: what it asks for, and what no edit can smuggle in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.domain import codec, hand_edits
from bot.domain.artifacts import PlannedTests, PlanningArtifact, TestingArtifacts
from bot.domain.codec import Seal
from bot.domain.contracts import Role
from bot.domain.hand_edits import HandEdit
from bot.domain.record import Record, Workflow
from bot.errors import ContractError, RecordError
from tests.factories import NOW, a_record

SEAL = Seal(1, 7)
RECORD = a_record(
    workflow=Workflow(owner="alice", base_branch="main", branch_name="task/t-00007-x"),
    planning_artifact=PlanningArtifact(created_at=NOW, goals=("g",), steps=("1.1 s",)),
    transition_note="first plan",
)


def edited(**changes: Any) -> HandEdit:
    """The card with these top-level values instead."""
    shown = json.dumps(on_card(RECORD) | changes)
    return hand_edits.read(RECORD, f"Staged\n\n```json\n{shown}\n```\n")


def on_card(record: Record) -> dict[str, Any]:
    """The JSON as the card shows it."""
    dumped = record.model_dump(mode="json", by_alias=True, exclude_none=True)
    return {name: hand_edits.as_shown(name, value) for name, value in dumped.items()}


def workflow(**more: Any) -> dict[str, Any]:
    """The workflow as the card shows it, with more in it."""
    return {**RECORD.workflow.model_dump(mode="json", by_alias=True), **more}


def test_an_untouched_card_asks_for_nothing():
    """The JSON as we wrote it is no request."""
    # S2.7
    assert edited() == HandEdit()


def test_a_change_is_named_with_its_reason():
    """A changed section is a request, and the new transition note is its reason."""
    # S2.7 S2.8
    found = edited(workflow=workflow(owner="bob"), transitionNote="bob takes over")

    assert (found.reason, found.problem) == ("bob takes over", "")
    assert [name for name, _ in found.fields] == ["workflow"]


def test_a_secret_is_neither_shown_nor_taken_from_a_card():
    """What the card hides of a record is no edit, and a secret typed into the JSON is left out."""
    held = RECORD.model_copy(update={"transition_note": "password=swordfish"})
    shown = on_card(held)
    typed = shown | {"workflow": workflow(owner="token=swordfish")}

    def read(card: object) -> HandEdit:
        return hand_edits.read(held, f"```json\n{json.dumps(card)}\n```\n")

    assert "swordfish" not in json.dumps(shown)
    assert read(shown) == HandEdit()
    assert read(typed).fields and "swordfish" not in repr(read(typed))


SHOWN = {"number": 2, "headSha": "a" * 40}
TWINS = {"at": "2026-01-01T00:00:00Z", "followUps": [], "follow_ups": ["x"]}
SMUGGLED = {
    "evidence by its Python name": {"workflow": workflow(pull_requests=[SHOWN])},
    "a Python name deep inside": {"retrospectives": [TWINS]},
    "nesting past every reader": {"workflow": workflow(x=json.loads("[" * 150 + "]" * 150))},
    "a number of 200 digits": {"workflow": workflow(x=int("9" * 200))},
    "a time without a zone": {"retrospectives": [{"at": "2026-01-01T00:00:00"}]},
    "a number as text": {"workflow": workflow(pullRequests=[SHOWN | {"number": "2"}])},
    "a foreign section": {"approval": {"by": "mallory"}},
    "an unknown section": {"x": 1},
}  # fmt: skip


@pytest.mark.parametrize("changes", SMUGGLED.values(), ids=SMUGGLED)
def test_what_could_not_be_read_again_is_refused(changes):
    """An edit is judged as the record will be read again: nothing changes its meaning on the way."""
    # S2.7 S2.8 T5
    found = edited(**changes)

    assert found.problem and not found.fields


def test_fields_of_the_future_are_kept():
    """An unknown field that is no known one in disguise passes and survives."""
    # S2.13
    found = edited(workflow=workflow(lane={"wip": [1, 2]}))
    written = RECORD.write(Role.HUMAN, NOW, "lanes", **dict(found.fields))

    assert codec.decode(codec.encode(written, SEAL), SEAL) == written
    assert written.workflow.model_extra == {"lane": {"wip": [1, 2]}}


@pytest.mark.parametrize("name", ["canonical_task_id", "schema_version", "done_artifact"])
def test_no_field_has_two_names(name):
    """A stored field under its Python name is damage, not a second value to be believed one day."""
    # S2.13 S2.14
    text = codec.to_json(Record.new(7))[:-1] + f',"{name}":"9.0"}}'

    with pytest.raises(RecordError) as refused:
        codec.from_json(text)
    assert refused.value.code == "PLANGATE-RECORD-002"


@pytest.mark.parametrize("role", [Role.DEVELOPER, Role.TESTER])
def test_planned_tests_that_are_only_a_note_belong_to_the_planner_too(role):
    """A part that holds no test but a note is not empty: other roles leave it, people give a reason."""
    # S2.7 S2.8
    noted = TestingArtifacts(planned=PlannedTests(notes="nothing to test: texts only"))
    record = a_record(testing_artifacts=noted)
    forged = TestingArtifacts(planned=PlannedTests(notes="all tested"))

    for who in (role, Role.HUMAN):
        with pytest.raises(ContractError):
            record.write(who, NOW, testing_artifacts=forged)
