"""Which record is trusted: found only where we wrote it, and only as long as nothing contradicts it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain import codec, markers, trust
from bot.domain.codec import Seal
from bot.domain.facts import RecordAbsent, RecordDamaged, RecordPresent
from bot.domain.record import Record
from bot.domain.trust import PART, TrustBasis
from tests.domain.given import HOSTILE, an_action
from tests.domain.trusting import COPY, KEY, KEYS, SEAL, a_card, a_head, a_view, at, found
from tests.factories import BOT, a_comment, a_record, an_issue

# ---- where a marker counts


def test_our_record_is_found():
    """A signed record in a comment of ours is present, with the place it stands in."""
    # S2.13
    state = found("Hello", a_card(at(3)))

    assert state == RecordPresent(at(3), state.home)
    assert (state.home.comment_id, state.home.parts) == (1002, ())


INERT = {
    "by somebody else": (a_card(at(3)), "mallory"),
    "by a look-alike": (a_card(at(3)), "p1angate[bot]"),
    "quoted": ("> " + a_card(at(3)).replace("\n", "\n> "), BOT.login),
    "after a blank": (" " + a_card(at(3)), BOT.login),
    "after a line": ("\n" + a_card(at(3)), BOT.login),
    "after a byte order mark": ("\ufeff" + a_card(at(3)), BOT.login),
    "in the middle": (f"Look:\n{a_card(at(3))}", BOT.login),
    "in capitals": (a_card(at(3)).replace("plangate:record", "PLANGATE:RECORD"), BOT.login),
}


@pytest.mark.parametrize(("body", "author"), INERT.values(), ids=INERT)
def test_a_marker_counts_at_our_first_byte_only(body, author):
    """A marker anywhere but at the first byte of our own comment is text like any other."""
    # T6
    assert found(body, author=author) == RecordAbsent()


@given(st.lists(st.sampled_from([*HOSTILE, a_card(at(9)), a_view(at(9)), "x"]), max_size=4))
def test_nobody_else_makes_or_breaks_a_record(pieces):
    """Whatever others write, our own comments decide."""
    # T6
    forged = "".join(pieces)
    ours = a_comment(a_card(at(3)), 1001, author=BOT.login)
    theirs = [a_comment(forged, n, author="mallory") for n in (900, 1100)]

    alone = trust.find(an_issue(body=forged), theirs, TrustBasis(Seal(1, 7)))
    beside = trust.find(an_issue(body=forged), [*theirs, ours], KEYS)

    assert alone == RecordAbsent()
    assert isinstance(beside, RecordPresent) and beside.record == at(3)


def test_the_oldest_of_two_record_comments_counts():
    """Of two record comments of ours the first one is the record; a later one changes nothing."""
    # I1
    state = found(a_card(at(3)), a_card(at(4)))

    assert isinstance(state, RecordPresent)
    assert (state.record.revision, state.home.comment_id) == (3, 1001)


# ---- what is damage

PASTED = {
    "another issue's": codec.encode(a_record(8), Seal(1, 8, KEY)),
    "another repository's": codec.encode(at(3), Seal(2, 7, KEY)),
    "signed with another key": codec.encode(at(3), Seal(1, 7, b"another-key-of-32-characters-...")),
    "unsigned": codec.encode(at(3), Seal(1, 7)),
    "a sealed copy": codec.encode(at(3), COPY),
    "no block": "",
    "half a block": codec.encode(at(3), SEAL)[:-9],
    "an older schema's future": codec.encode(at(3, schema_version="2.0"), SEAL),
}


@pytest.mark.parametrize("block", PASTED.values(), ids=PASTED)
def test_what_we_did_not_write_here_is_damage(block):
    """A block of another issue, repository, kind or key is damage, never a record and never nothing."""
    # T5 T6 B2
    body = f"{markers.marker('record', '', 'Card', 3)}\nCard\n\n{block}"

    state = found(body)

    assert isinstance(state, RecordDamaged)
    assert state.home is not None and state.home.body == body
    assert state.code.startswith("PLANGATE-RECORD-")


@pytest.mark.parametrize("block", [a_card(at(3)), codec.encode(at(3), SEAL)], ids=["card", "block"])
def test_a_record_is_no_copy_of_itself(block):
    """The record's own block in a plan comment is not taken for a sealed copy."""
    # T6
    view = f"{markers.marked('plan', 'v=1', 'The plan', 3)}\n\n{block}"

    state = found(view)

    assert isinstance(state, RecordDamaged) and state.copy is None


def test_an_older_record_than_a_comment_names_was_rolled_back():
    """A plan or question comment that names a later revision proves a rollback, and its copy mends it."""
    # T8
    state = found(a_card(at(3)), a_view(at(5)))

    assert isinstance(state, RecordDamaged)
    assert (state.code, state.anchor) == ("PLANGATE-RECORD-011", 5)
    assert state.copy == at(5)


def test_an_older_record_than_a_check_names_was_rolled_back():
    """A check of ours that names a later revision proves a rollback, of record and copy alike."""
    # T8
    state = found(a_card(at(3)), a_view(at(4)), keys=TrustBasis(SEAL, anchor=9))

    assert isinstance(state, RecordDamaged)
    assert (state.code, state.anchor) == ("PLANGATE-RECORD-011", 9)
    assert (state.copy, state.stale) == (None, at(4))


def test_a_copy_that_a_comment_has_overtaken_mends_nothing():
    """What a later comment of ours knows, an older copy must not undo."""
    # T5 T8
    state = found(a_view(at(4)), a_head(at(6), "questions", "round=1"))

    assert isinstance(state, RecordDamaged)
    assert (state.anchor, state.copy, state.stale) == (6, None, at(4))


@pytest.mark.parametrize(
    ("views", "copy"),
    [
        ([], None),
        ([a_view(at(2))], at(2)),
        ([a_view(at(2)), a_view(at(4), "questions", "round=1")], at(4)),
        ([a_view(at(2), copy=False)], None),
        ([markers.marked("notice", "id=help", "Help")], None),
    ],
    ids=["nothing left", "a copy", "two copies", "a marker", "a notice"],
)
def test_deletion_is_noticed_by_any_trace(views, copy):
    """As long as one comment of ours is left a deleted record is damage; without any there was none."""
    # T5 B2
    state = found(*views)

    assert isinstance(state, RecordDamaged if views else RecordAbsent)
    assert getattr(state, "copy", None) == copy
    assert getattr(state, "code", "PLANGATE-RECORD-009") == "PLANGATE-RECORD-009"


def test_the_notice_of_a_broken_policy_is_no_trace():
    """It is posted on issues that have no record yet; they are planned once the policy is mended."""
    # B5
    assert found(markers.marked("notice", "id=policy", "Line 3 is wrong")) == RecordAbsent()


def test_deletion_of_everything_is_noticed_by_a_check():
    """A check that names a revision is a trace as well."""
    # T5
    state = found(keys=TrustBasis(SEAL, anchor=4))

    assert isinstance(state, RecordDamaged) and state.anchor == 4


# ---- markers that people edited


@pytest.mark.parametrize("rev", [0, 1, 6, 99, 10**9, 10**40])
def test_the_signed_revision_counts_not_the_marker(rev):
    """With a key the revision of a comment is that of its signed copy, whatever the marker says."""
    # T8: neither does an edited marker hide a rollback, nor does it damage a good record
    view = a_view(at(5)).replace(" rev=5 -->", f" rev={rev} -->")

    assert isinstance(found(a_card(at(5)), view), RecordPresent)
    assert isinstance(found(a_card(at(4)), view), RecordDamaged)


@pytest.mark.parametrize("rev", [10**9, 10**40])
def test_no_marker_names_a_revision_past_all_numbering(rev):
    """A marker without a copy that names an absurd revision is not believed: none could follow it."""
    # T8
    view = a_view(at(5), copy=False).replace(" rev=5 -->", f" rev={rev} -->")

    assert isinstance(found(a_card(at(5)), view), RecordPresent)


def test_without_a_key_the_marker_counts():
    """Without a key there is nothing better than the marker."""
    # T8
    open_keys = TrustBasis(Seal(1, 7))

    assert isinstance(found(a_card(at(3)), a_view(at(5)), keys=open_keys), RecordDamaged)
    assert isinstance(found(a_card(at(5)), a_view(at(5)), keys=open_keys), RecordPresent)


# ---- parts


def a_long_card(record: Record, room: int = 3_000) -> tuple[str, list[str]]:
    """A record comment with little room, and the comments that continue it."""
    block, chunks = codec.blocks(record, SEAL, room)
    card = f"{markers.marker('record', '', 'Card', record.revision)}\nCard\n\n{block}"
    return card, [
        markers.marked(PART, trust.part_key(n, block), codec.part_text(n, chunk), record.revision)
        for n, chunk in enumerate(chunks, 2)
    ]


LONG = at(3).logged(an_action(reason="".join(f"{n:x}" for n in range(9_000))))
LATER = at(3).logged(an_action(reason="".join(f"{n:x}" for n in range(9_001))))


def test_a_long_record_is_read_with_its_parts():
    """Parts are found by what they belong to, in any order."""
    # DESIGN: long records
    card, parts = a_long_card(LONG)

    state = found(*parts, card)

    assert isinstance(state, RecordPresent) and state.record == LONG
    assert state.home.parts == tuple(range(1001, 1001 + len(parts)))


def test_a_missing_part_is_damage():
    """Without one of its parts a record is damaged."""
    # B2
    card, _ = a_long_card(LONG)

    state = found(card)

    assert isinstance(state, RecordDamaged) and state.code == "PLANGATE-RECORD-012"


def test_a_part_of_somebody_else_is_none():
    """A stranger's copy of a part does not count."""
    # T6
    card, parts = a_long_card(LONG)
    comments = [a_comment(card, 1, author=BOT.login), a_comment(parts[0], 2, author="mallory")]

    state = trust.find(an_issue(), comments, KEYS)

    assert isinstance(state, RecordDamaged) and state.code == "PLANGATE-RECORD-012"


@pytest.mark.parametrize("stale_first", [True, False])
def test_parts_of_another_run_do_not_mix(stale_first):
    """Parts of the same revision that a killed or slower run left do no harm, older or newer."""
    # F5 F15
    card, parts = a_long_card(LONG)
    _, stale = a_long_card(LATER)
    bodies = [*stale, *parts, card] if stale_first else [*parts, *stale, card]

    state = found(*bodies)

    assert isinstance(state, RecordPresent) and state.record == LONG


def test_a_changed_part_is_damage():
    """One character in a part, and the whole is not trusted."""
    # T5
    card, parts = a_long_card(LONG)
    broken = parts[0].replace(codec.chunk_of(parts[0])[:40], codec.chunk_of(parts[0])[:39] + "~")

    assert isinstance(found(card, broken), RecordDamaged)


# ---- earlier accounts

FORMER = replace(KEYS, former=frozenset({"oldgate[bot]"}))


def test_a_signed_record_of_an_earlier_account_is_adopted():
    """A record that a former account of ours signed is taken over, to be moved."""
    # S2.13
    state = found(a_card(at(3)), keys=FORMER, author="oldgate[bot]")

    assert isinstance(state, RecordPresent)
    assert (state.record, state.home.foreign) == (at(3), True)


def test_a_long_record_of_an_earlier_account_is_adopted_with_its_parts():
    """Its parts are by the earlier account too."""
    card, parts = a_long_card(LONG)

    state = found(card, *parts, keys=FORMER, author="oldgate[bot]")

    assert isinstance(state, RecordPresent) and state.record == LONG


@pytest.mark.parametrize(
    ("keys", "author"),
    [(KEYS, "oldgate[bot]"), (FORMER, "mallory")],
    ids=["not listed", "somebody else"],
)
def test_nobody_else_is_adopted(keys, author):
    """A record of an account that the policy does not name is text like any other."""
    # T6
    assert found(a_card(at(3)), keys=keys, author=author) == RecordAbsent()


def test_deleting_our_record_does_not_bring_an_earlier_account_back():
    """Once moved, the old account's record is an old revision: using it again would be a rollback."""
    # T8
    old = a_comment(a_card(at(3)), 900, author="oldgate[bot]")
    ours = a_comment(a_view(at(8)), 1001, author=BOT.login)

    state = trust.find(an_issue(), [old, ours], FORMER)
    by_check = trust.find(an_issue(), [old], replace(FORMER, anchor=8))

    assert isinstance(state, RecordDamaged) and state.copy == at(8)
    assert isinstance(by_check, RecordDamaged) and by_check.anchor == 8


# ---- the section of an issue body


@pytest.mark.parametrize("before", ["", "Text", "Text\n", "Text\n\n\n", "Text\r\n", "\n"])
@pytest.mark.parametrize("after", ["", "\n", "\n\nMore\r\n"])
def test_the_section_is_found_and_the_rest_is_the_persons(before, after):
    """A signed section is the record; what stands around it is given back to the byte."""
    # S2.13
    gap = trust.GAP if before else ""
    body = before + gap + a_card(at(3)) + after

    state = found(body=body)

    assert isinstance(state, RecordPresent) and state.record == at(3)
    assert state.home.comment_id == 0
    assert trust.request_text(body, SEAL) == before + after


def test_a_section_survives_a_browser():
    """A browser sends every line end as CR LF, those of our section too."""
    body = f"Text\n\n{a_card(at(3))}".replace("\n", "\r\n")

    state = found(body=body)

    assert isinstance(state, RecordPresent) and state.record == at(3)
    assert trust.request_text(body, SEAL) == "Text"


LOOK_ALIKES = {
    "unsigned": a_card(at(3), Seal(1, 7)),
    "another issue's": a_card(at(3), Seal(1, 8, KEY)),
    "another key's": a_card(at(3), Seal(1, 7, b"another-key-of-32-characters-...")),
    "a copy": a_card(at(3), COPY),
    "a continued one": a_card(at(3), Seal(1, 7)).replace("\n{", f" mac={'0' * 64} parts=2\n{{", 1),
    "only a marker": markers.marker("record", "", "x", 3),
}


@pytest.mark.parametrize("fake", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_a_look_alike_in_the_body_is_text(fake):
    """The author of an issue may write anything into its body: unsigned, it is just text."""
    # T6, bar 9
    body = f"Text\n\n{fake}\n"

    assert found(body=body) == RecordAbsent()
    assert trust.request_text(body, SEAL) == body


def test_a_signed_block_is_ours_though_its_first_line_is_broken():
    """What a person wrote before a broken marker line stays theirs, also where it looks like ours."""
    # T6
    words = "I see `<!-- plangate:record ` and\n<!-- plangate:record sum=1 rev=9 -->\nMY WORDS\n\n"
    card = a_card(at(3)).replace("<!-- plangate:record", "<!-- plangate", 1)
    body = words + card
    state = found(body=body)

    assert isinstance(state, RecordPresent) and state.record == at(3)
    assert trust.request_text(body, SEAL).startswith(words)


def test_without_a_key_no_section_counts():
    """Without a key even a genuine section is text."""
    body = f"Text\n\n{a_card(at(3))}"

    assert found(body=body, keys=TrustBasis(Seal(1, 7))) == RecordAbsent()


def test_damage_under_our_header_is_mended_in_place():
    """A section with our signed header but other content is damaged, and still the place to mend."""
    # T5
    body = f"Text\n\n{a_card(at(3))}".replace(
        '"canonicalTaskId":"T-00007"', '"canonicalTaskId":"T-00001"'
    )

    state = found(body=body)

    assert isinstance(state, RecordDamaged)
    assert state.home is not None and state.home.comment_id == 0
    assert trust.request_text(body, SEAL) == "Text"


@given(st.integers(0, 10_000), st.characters(codec="utf-8"), st.booleans())
def test_no_change_of_a_card_is_believed(spot, character, insert):
    """Any one character changed or added in the hidden block is damage, or changes nothing."""
    # T5 B2
    body = a_card(at(3))
    block = body.index(codec.START)
    cut = block + spot % (len(body) - block)
    changed = body[:cut] + character + body[cut + (0 if insert else 1) :]

    state = found(changed)

    assert isinstance(state, RecordDamaged) or state.record == at(3)
