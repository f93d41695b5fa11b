"""Every kind of damage to a hidden block has its own code, and none is read as "no record"."""

from __future__ import annotations

import base64
import hashlib
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain import codec
from bot.domain.codec import Seal
from bot.errors import RecordError
from tests.domain.given import an_action
from tests.factories import a_record

SEAL = Seal(1, 7)
KEYED = Seal(1, 7, b"a-key-of-16-bytes")
RECORD = a_record()
BLOCK = codec.encode(RECORD, SEAL)


def a_block(payload: str | bytes, *, rev: int = 0, enc: str = "json") -> str:
    """A block around any payload, with the digest it needs."""
    raw = payload.encode() if isinstance(payload, str) else payload
    digest = hashlib.sha256(raw).hexdigest()
    return f"{codec.START}rev={rev} enc={enc} digest={digest}\n{raw.decode()}{codec.END}"


def code_of(body: str, seal: Seal = SEAL) -> str:
    """The code decoding fails with."""
    with pytest.raises(RecordError) as caught:
        codec.decode(body, seal)
    assert caught.value.remedy
    return caught.value.code


DAMAGE = {
    "no block at all": ("Stage: staged", "PLANGATE-RECORD-004"),
    "empty": ("", "PLANGATE-RECORD-004"),
    "cut at the end": (BLOCK[: -len(codec.END)], "PLANGATE-RECORD-004"),
    "cut in the header": (BLOCK[:60] + codec.END, "PLANGATE-RECORD-004"),
    "one byte changed": (BLOCK.replace("feature", "featurE"), "PLANGATE-RECORD-004"),
    "wrong digest": (BLOCK.replace("digest=", "digest=0", 1), "PLANGATE-RECORD-004"),
    "revision around it": (BLOCK.replace("rev=0", "rev=1"), "PLANGATE-RECORD-004"),
    "not packed": (a_block("AAAA", enc="zlib"), "PLANGATE-RECORD-004"),
    "not base64": (a_block("!!!", enc="zlib"), "PLANGATE-RECORD-004"),
    "not JSON": (a_block("{"), "PLANGATE-RECORD-001"),
    "NaN": (a_block('{"x": NaN}'), "PLANGATE-RECORD-001"),
    "Infinity": (a_block('{"x": -Infinity}'), "PLANGATE-RECORD-001"),
    "a number past every float": (
        a_block('{"canonicalTaskId": "T-00007", "planner": {"telemetry": {"x": 1e999}}}'),
        "PLANGATE-RECORD-001",
    ),
    "duplicate keys": (a_block('{"stage": "done", "stage": "staged"}'), "PLANGATE-RECORD-001"),
    "too deep": (a_block("[" * 20_000), "PLANGATE-RECORD-001"),
    "deep": (
        a_block('{"canonicalTaskId":"T-00007","x":' + "[" * 100 + "]" * 100 + "}"),
        "PLANGATE-RECORD-001",
    ),
    "lone surrogate": (
        a_block('{"canonicalTaskId": "T-00007", "transitionNote": "\\ud800"}'),
        "PLANGATE-RECORD-001",
    ),
    "lone surrogate as a key": (
        a_block('{"canonicalTaskId": "T-00007", "\\ud800": 1}'), "PLANGATE-RECORD-001",
    ),
    "an array": (a_block("[]"), "PLANGATE-RECORD-002"),
    "no task id": (a_block("{}"), "PLANGATE-RECORD-002"),
    "a stage nobody knows": (
        a_block('{"canonicalTaskId": "T-00007", "stage": "merged"}'), "PLANGATE-RECORD-002",
    ),
    "newer schema": (
        a_block('{"canonicalTaskId": "T-00007", "schemaVersion": "2.0"}'), "PLANGATE-RECORD-003",
    ),
    "newer schema, as a number": (
        a_block('{"canonicalTaskId": "T-00007", "schemaVersion": 2}'), "PLANGATE-RECORD-003",
    ),
    "a version that is no number": (
        a_block('{"canonicalTaskId": "T-00007", "schemaVersion": "\u00b2"}'),
        "PLANGATE-RECORD-002",
    ),
    "a version of 5,000 digits": (
        a_block('{"canonicalTaskId": "T-00007", "schemaVersion": "' + "9" * 5_000 + '"}'),
        "PLANGATE-RECORD-003",
    ),
    "another repository's": (
        codec.encode(a_record().model_copy(update={"repository_id": 2}), SEAL),
        "PLANGATE-RECORD-006",
    ),
    "another issue's": (codec.encode(a_record(8), SEAL), "PLANGATE-RECORD-006"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "code"), DAMAGE.values(), ids=DAMAGE)
def test_each_damage_has_its_code(body, code):
    """A block that is not exactly what we wrote is damage, with a code and a remedy."""
    # S2.10, T20
    assert code == code_of(body)


SIGNED = {
    "unsigned, though there is a key": (BLOCK, KEYED),
    "signed with another key": (codec.encode(RECORD, KEYED), Seal(1, 7, b"another-key-of-16")),
    "copied from another repository": (codec.encode(RECORD, Seal(2, 7, KEYED.key)), KEYED),
    "copied from another issue": (codec.encode(RECORD, Seal(1, 8, KEYED.key)), KEYED),
    "older content under a newer revision": (
        codec.encode(RECORD, KEYED).replace("rev=0", "rev=3"), KEYED,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "seal"), SIGNED.values(), ids=SIGNED)
def test_a_signature_binds_repository_issue_and_revision(body, seal):
    """With a key, a block counts only where and for what it was signed."""
    # B6, T8
    assert code_of(body, seal) == f"PLANGATE-RECORD-{'016' if body is BLOCK else '007'}"


def test_without_a_key_a_signature_is_not_asked():
    """Who loses the key can still read the records: the digest guards against accidents."""
    assert codec.decode(codec.encode(RECORD, KEYED), SEAL) == RECORD


@given(st.integers(len(codec.START), len(BLOCK) - len(codec.END) - 1), st.characters(codec="ascii"))
def test_no_changed_byte_goes_unnoticed(at, other):
    """Whatever byte of a signed block is changed, it is never read as another record."""
    block = codec.encode(RECORD, KEYED)
    changed = block[:at] + other + block[at + 1 :]

    try:
        read = codec.decode(changed, KEYED)
    except RecordError:
        return

    assert read == RECORD


@given(st.text(max_size=200))
def test_any_text_is_a_record_or_damage(body):
    """Whatever stands in the comment, reading it ends in a record or a RecordError."""
    for shown in (body, a_block(body.encode("utf-8", "replace").decode()), codec.START + body):
        with pytest.raises(RecordError):
            codec.decode(shown, SEAL)


def test_the_last_block_counts():
    """Text that people put before the block cannot take its place."""
    fake = codec.encode(RECORD.logged(an_action()), SEAL)

    assert codec.decode(f"{fake}\n\n{BLOCK}", SEAL) == RECORD


def test_a_zip_bomb_is_refused():
    """A block that would unpack to gigabytes is refused."""
    # T20
    bomb = base64.b64encode(zlib.compress(b'{"a":"' + b" " * 40_000_000 + b'"}', 9))

    assert code_of(a_block(bomb, enc="zlib")) == "PLANGATE-RECORD-004"
