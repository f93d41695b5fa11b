"""Record -> text -> record: what the hidden block promises, whatever the record holds."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from bot.domain import codec
from bot.domain.codec import Seal
from bot.domain.record import SCHEMA_VERSION
from tests.domain.given import a_full_record, an_action, json_values, records
from tests.factories import a_record

SEALS = [Seal(1, 7), Seal(1, 7, b"a-key-of-16-bytes")]


@given(records(), st.sampled_from(SEALS))
def test_a_record_survives_the_block(record, seal):
    """What is encoded is decoded to an equal record, and encoding that gives the same bytes."""
    # S2.7, T20
    block = codec.encode(record, seal)

    read = codec.decode(f"some text\n\n{block}", seal)

    assert record == read
    assert block == codec.encode(read, seal)


@given(records(), st.sampled_from(SEALS))
def test_nothing_in_a_record_ends_the_comment(record, seal):
    """Between its first and last line a block holds neither `<`, `>`, `&` nor `--`."""
    # B9
    block = codec.encode(record, seal)

    inside = block.removeprefix(codec.START).removesuffix(codec.END)

    assert [mark for mark in ("<", ">", "&", "--") if mark in inside] == []
    assert block.startswith("<!-- plangate:data ")


def test_long_records_are_compressed():
    """A record too long to stand in plain text is stored compressed, and read back."""
    # DESIGN: long records
    record = a_record().logged(an_action(reason="x" * 30_000))

    block = codec.encode(record, SEALS[0])

    assert "enc=zlib" in block.splitlines()[0]
    assert len(block) < 2_000
    assert record == codec.decode(block, SEALS[0])


def test_short_records_stay_readable():
    """A short record stands in the block as plain JSON."""
    block = codec.encode(a_record(), SEALS[0])

    assert "enc=json" in block.splitlines()[0]
    assert json.loads(block.splitlines()[1])["canonicalTaskId"] == "T-00007"


def test_equal_records_give_equal_bytes():
    """The JSON is canonical: key order and defaults do not show."""
    record = a_record()

    again = type(record).model_validate(record.model_dump())

    assert codec.to_json(record) == codec.to_json(again)


def test_the_names_are_camel_case():
    """Every field is stored under its camelCase name."""
    # S2.7
    names = set(json.loads(codec.to_json(a_full_record())))

    assert {n for n in names if "_" in n} == set()
    assert {"canonicalTaskId", "planningArtifact", "testingArtifacts", "doneArtifact"} <= names


@given(st.text(min_size=1, max_size=9).map(lambda t: f"future{t}"), json_values)
def test_fields_of_the_future_are_preserved(name, value):
    """A field of a later version, at the top or deep inside, is written back as it was."""
    # S2.7, S2.12
    data = json.loads(codec.to_json(a_full_record()))
    data[name] = value
    data["planningArtifact"][name] = value
    data["planner"]["plan"]["body"]["tasks"][0][name] = value

    written = json.loads(codec.to_json(codec.from_json(json.dumps(data))))

    assert value == written[name]
    assert value == written["planningArtifact"][name]
    assert value == written["planner"]["plan"]["body"]["tasks"][0][name]


def test_older_records_get_the_defaults():
    """A record that lacks every optional field is read, and becomes one of today's version."""
    # S2.12
    record = codec.from_json('{"canonicalTaskId": "T-00007"}')

    assert a_record().model_copy(update={"planner": type(record.planner)()}) == record
    assert record.schema_version == SCHEMA_VERSION
