"""docs/record.schema.json describes the records we write, and refuses what we would refuse."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given

from bot.domain import codec
from bot.domain.record import Record
from tests.docs import generate
from tests.domain.given import a_full_record, an_action, records
from tests.domain.test_migrations import SAVED, read, saved
from tests.factories import a_plan, a_record

SCHEMA = json.loads(generate.SCHEMA.read_text(encoding="utf-8"))
VALIDATOR = jsonschema_rs.Draft202012Validator(SCHEMA, validate_formats=True)


def whole(record: Record) -> Any:
    """A record as `record show` prints it."""
    return record.model_dump(mode="json", by_alias=True)


def stored(record: Record) -> Any:
    """A record as the hidden block holds it: without what is as by default."""
    return json.loads(codec.to_json(record))


def errors(data: Any) -> list[str]:
    """What the schema finds wrong."""
    return [f"{list(e.instance_path)}: {e.message}" for e in VALIDATOR.iter_errors(data)]


def test_the_schema_is_a_schema():
    """It is valid Draft 2020-12, and named by a urn."""
    # S2.7
    jsonschema_rs.meta.validate(SCHEMA)

    assert SCHEMA["$id"].startswith("urn:plangate:record:")


MADE = {
    "new": Record.new(7),
    "planned": a_record(plan=a_plan()),
    "full": a_full_record(),
    "long": a_full_record().logged(an_action(folded=("a", "b"), since="2026-11-20T12:00:00Z")),
}


@pytest.mark.parametrize("record", MADE.values(), ids=MADE)
def test_our_records_fit_the_schema(record):
    """What we print and what we store fits."""
    # S2.7
    assert errors(whole(record)) == []
    assert errors(stored(record)) == []


@pytest.mark.parametrize("name", SAVED)
def test_saved_records_fit_the_schema(name):
    """A record of any version fits once it is read."""
    # S2.7, S2.12
    record = read(saved(name))

    assert errors(whole(record)) == []
    assert errors(stored(record)) == []


@given(records())
def test_any_record_fits_the_schema(record):
    """Whatever a record holds, the schema allows it."""
    # S2.7
    assert errors(stored(record)) == []


WRONG: dict[str, dict[str, Any]] = {
    "no task id": {"canonicalTaskId": None},
    "a stage nobody knows": {"stage": "merged"},
    "a version that is none": {"schemaVersion": "one"},
    "an artifact that is a string": {"planningArtifact": "later"},
    "a plan of nobody's time": {"planningArtifact": {"goals": []}},
    "goals that are no list": {
        "planningArtifact": {"createdAt": "2026-01-01T00:00:00Z", "goals": 3}
    },
    "a status nobody knows": {"verificationArtifact": {"status": "ready"}},
    "a result nobody knows": {"verificationArtifact": {"result": "maybe"}},
    "a question without options": {
        "awaitingHumanArtifact": {
            "question": "?",
            "options": [],
            "recommendedOption": "A",
            "requestedAt": "2026-01-01T00:00:00Z",
        }
    },
    "a claim in a state nobody knows": {"claims": [{"text": "tests pass", "state": "proven"}]},
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_schema_and_models_refuse_the_same(change):
    """What the models refuse, the published schema refuses as well."""
    # S2.7, S2.10
    data = whole(Record.new(7)) | change

    assert errors(data)
    with pytest.raises(ValueError, match="validation error"):
        Record.model_validate_json(json.dumps(data))


def test_the_schema_allows_fields_of_the_future():
    """Unknown fields are allowed at every level, for they are preserved."""
    # S2.7, S2.12
    kinds = [SCHEMA, *SCHEMA["$defs"].values()]

    assert [k for k in kinds if k["type"] == "object" and not k["additionalProperties"]] == []
