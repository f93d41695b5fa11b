"""Records of every version there ever was are read, and nothing they say is lost."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from bot.domain import codec, inspection, migrations
from bot.domain.codec import to_json
from bot.domain.migrations import CURRENT, VERSIONS, migrated, version_of
from bot.domain.questionnaire import ReasonCode
from bot.domain.record import SCHEMA_VERSION, Record
from bot.domain.stages import Stage
from bot.errors import RecordError
from tests.domain.given import json_values

SAVED = {path.stem: path for path in sorted((Path(__file__).parents[1] / "records").glob("*.json"))}
Leaf = tuple[tuple[str | int, ...], Any]


def saved(name: str) -> Any:
    """A saved record's JSON."""
    return json.loads(SAVED[name].read_text(encoding="utf-8"))


def read(data: Any) -> Any:
    """A record of any version, in today's."""
    return Record.model_validate_json(json.dumps(migrated(data)))


def leaves(node: Any, *path: str | int) -> Iterator[Leaf]:
    """Every plain value with its place; null says nothing."""
    if isinstance(node, dict):
        for name, inner in node.items():
            yield from leaves(inner, *path, name)
    elif isinstance(node, list):
        for n, inner in enumerate(node):
            yield from leaves(inner, *path, n)
    elif node is not None:
        yield path, node


def test_every_version_has_a_saved_record():
    """A version that was ever published is represented here, and the newest is today's."""
    # S2.12
    assert set(VERSIONS) == {name.partition("-")[0] for name in SAVED}
    assert VERSIONS[-1] == CURRENT == SCHEMA_VERSION


@pytest.mark.parametrize("name", SAVED)
def test_a_saved_record_is_read_in_todays_version(name):
    """Whatever its version was, it is read, says today's version, and nothing is wrong with it."""
    # S2.12
    record = read(saved(name))

    assert record.schema_version == CURRENT
    assert inspection.problems(to_json(record)) == ()


@pytest.mark.parametrize("name", SAVED)
def test_the_codec_reads_every_version(name):
    """Whoever reads a record's text reads every version of it."""
    # S2.12
    assert read(saved(name)) == codec.from_json(SAVED[name].read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SAVED)
def test_nothing_a_saved_record_says_is_lost(name):
    """Every value but the version stands at its place after reading and writing, known to us or not."""
    # S2.7, S2.12
    data = saved(name)
    whole = data.get("metadata", data)

    written = read(data).model_dump(mode="json", by_alias=True)

    there = [*leaves(written), (("schemaVersion",), whole.get("schemaVersion"))]
    assert [leaf for leaf in leaves(whole) if leaf not in there] == []


@pytest.mark.parametrize("name", SAVED)
def test_reading_twice_is_reading_once(name):
    """A migrated record needs no migration, and what was given is not changed."""
    # S2.12
    data = saved(name)
    before = copy.deepcopy(data)

    once = migrated(data)

    assert once == migrated(once)
    assert before == data


def test_a_current_record_is_left_alone():
    """Nothing is done to a record of today's version, nor to a newer one."""
    # S2.12
    for version in (CURRENT, "1.7", "2.0", 2):
        data = {"schemaVersion": version, "canonicalTaskId": "T-00007", "reviewArtifact": None}

        assert data == migrated(data)


def test_a_record_without_a_stage_is_planned_anew():
    """However much evidence an old record holds, nobody approved its plan here."""
    # S2.12, B6
    record = read(saved("0-wrapped"))

    assert (record.stage, record.revision, record.approval) == (Stage.PLANNING, 0, None)
    assert record.verification_artifact.result == "passed"


def test_an_approval_of_the_first_version_knows_no_request():
    """Which text it was given for is never inferred: it stands, and is asked for once more."""
    # S2.12, B6
    approval = read(saved("1.0-done")).approval

    assert (approval.by, approval.request_digest, approval.void) == ("alice", "", "")


def test_missing_parts_get_their_defaults():
    """Null and absent are the same for what is optional; unknown names keep their null."""
    # S2.12
    record = read(saved("0-plain"))
    written = record.model_dump(mode="json", by_alias=True)

    assert record.workflow.pull_request_url == ""
    assert (record.planning_artifact.risks, record.testing_artifacts.implemented) == ((), None)
    assert record.testing_artifacts.planned.gherkin_scenarios == ()
    assert written["workflow"]["agentSession"] is None
    assert written["safetyPolicy"] == {"version": None, "rules": ["no force push"]}


def test_a_single_question_becomes_a_batch_of_one():
    """Nobody knows why it was asked, so only people with write permission answer, and no clock does."""
    # S1.4, S2.12
    asked = read(saved("0-wrapped")).awaiting_human_artifact

    [question] = asked.questions
    assert (asked.question, asked.recommended_option) == ("...", "Option A")
    assert (question.id, question.recommended_letter) == ("q1", "A")
    assert (ReasonCode.POLICY_RISK,) == question.context.reason_codes == asked.context.reason_codes
    assert question.needs_write


def test_history_lines_get_keys():
    """A line of an old history is kept, with a key of its own and what nobody wrote down filled in."""
    # S2.12, S2.13
    first, second = read(saved("0-plain")).history

    assert (first.key, first.action, first.outcome) == ("seed:1", "transition", "blocked")
    assert (second.key, second.actor, second.role) == ("seed:2", "codex", "orchestrator")


@pytest.mark.parametrize(
    ("data", "version"),
    [
        ({}, "0"),
        ({"schemaVersion": None}, "0"),
        ({"schemaVersion": "0"}, "0"),
        ({"schemaVersion": "0.9"}, "0"),
        ({"schemaVersion": "1.0"}, "1.0"),
        ({"schemaVersion": "1.1"}, "1.1"),
        ({"schemaVersion": "10"}, "10"),
        ({"schemaVersion": 0}, "0"),
        ({"schemaVersion": []}, "[]"),
    ],
)
def test_the_version_of_a_record(data, version):
    """Without a version a record is as old as can be; one that is none is told as it stands."""
    # S2.12
    assert version == version_of(data)


def test_a_wrapped_newer_record_is_not_hidden():
    """What stands inside `metadata` shows its version, so that a newer one is refused."""
    # S2.12
    assert migrated({"metadata": {"schemaVersion": "2.0"}, "x": 1}) == {
        "schemaVersion": "2.0",
        "x": 1,
    }


def test_a_wrapped_newer_record_is_refused():
    """A record of a newer version is left alone wherever its version stands."""
    # S2.12
    wrapped = {"metadata": {"schemaVersion": "2.0", "canonicalTaskId": "T-00007"}}

    with pytest.raises(RecordError) as caught:
        codec.from_json(json.dumps(wrapped))

    assert caught.value.code == "PLANGATE-RECORD-003"


def test_metadata_beside_a_record_is_an_unknown_field():
    """Only a record that stands nowhere else is looked for inside `metadata`."""
    # S2.7
    data = {"schemaVersion": "1.1", "canonicalTaskId": "T-00007", "metadata": {"stage": "done"}}

    assert data == migrated(data)


SHAPES = ("awaitingHumanArtifact", "retrospectives", "workflowRuntime", "metadata", "schemaVersion")


@given(json_values, json_values)
def test_any_json_is_migrated_or_left_alone(value, other):
    """Whatever stands where a record or its parts should be, migrating it never fails."""
    # S2.12
    given = [
        value,
        {"workflowRuntime": {"actionHistory": [value, other]}, "retrospectives": [value]},
    ]
    for name in SHAPES:
        given.append(
            {name: value, "canonicalTaskId": other} if name != "metadata" else {name: value}
        )
    for one in given:
        assert migrated(migrated(one)) == migrated(one), "migrating twice does more than once"


def test_the_versions_are_a_chain():
    """Every step leads on: from the oldest version today's is reached."""
    # S2.12
    assert (*migrations._STEPS, CURRENT) == VERSIONS
