"""What damage leaves behind: which copy is good, what is only stale, and what nobody here may replace."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain import codec, markers, trust
from bot.domain.codec import Seal
from bot.domain.facts import Comment, RecordAbsent, RecordDamaged, RecordPresent, RecordState
from bot.domain.record import Record
from bot.domain.trust import TrustBasis
from tests.domain.given import an_action
from tests.domain.test_trust import a_long_card
from tests.domain.trusting import KEYS, SEAL, a_card, a_head, a_view, at, found
from tests.factories import BOT, a_comment, an_issue

FORMER = replace(KEYS, former=frozenset({"oldgate[bot]"}))
OPEN = Seal(1, 7)
OLD = "oldgate[bot]"


def damage(state: RecordState) -> tuple[str, int, Record | None, Record | None]:
    """Code, anchor, good copy and stale record of a damage."""
    assert isinstance(state, RecordDamaged), state
    return state.code.removeprefix("PLANGATE-RECORD-"), state.anchor, state.copy, state.stale


def broken(card: str) -> str:
    """A card whose payload was changed; its signed head is as it was."""
    return card.replace("T-00007", "T-00008")


def unsigned_view(record: Record) -> str:
    """A plan comment as it was written before there was a key."""
    body = markers.marked("plan", "v=1", "The plan", record.revision)
    return f"{body}\n\n{codec.encode(record, replace(OPEN, kind='copy'))}"


# ---- copies that something has overtaken


def test_a_copy_older_than_a_check_mends_nothing():
    """What a check of ours knows, an older copy must not undo by itself."""
    # T5 T8
    keys = TrustBasis(SEAL, anchor=9)

    assert damage(found(a_view(at(4)), keys=keys)) == ("009", 9, None, at(4))
    assert damage(found(a_view(at(9)), keys=keys)) == ("009", 9, at(9), None)


def test_a_copy_older_than_the_records_own_head_mends_nothing():
    """The signed head of a damaged record says how new it was."""
    # T5 T8
    assert damage(found(broken(a_card(at(10))), a_view(at(4)))) == ("004", 10, None, at(4))
    assert damage(found(broken(a_card(at(10))), a_view(at(10)))) == ("004", 10, at(10), None)


def test_a_record_that_lost_a_part_is_not_put_back_from_an_older_copy():
    """The record's head is signed though a comment that continues it was changed."""
    # T5
    long = at(10).logged(an_action(reason="".join(f"{n:x}" for n in range(9_000))))
    card, parts = a_long_card(long)
    changed = [part.replace("0", "1") for part in parts]

    assert damage(found(card, *changed, a_view(at(4))))[1:] == (10, None, at(4))


def test_without_a_key_the_records_own_marker_is_believed():
    """Without a key the marker over an older block shows the rollback, or what a damage cost."""
    # T8
    keys = TrustBasis(OPEN)
    older = a_card(at(3), OPEN).replace(" rev=3 -->", " rev=5 -->")

    assert damage(found(older, keys=keys))[:2] == ("011", 5)
    assert damage(found(broken(a_card(at(5), OPEN)), unsigned_view(at(3)), keys=keys)) == (
        "004", 5, None, at(3),
    )  # fmt: skip


def test_a_signed_head_names_the_revision_where_a_copy_has_no_room():
    """A comment too long for a copy still proves a rollback."""
    # T8
    assert damage(found(a_card(at(3)), a_head(at(5)))) == ("011", 5, None, at(3))
    assert isinstance(found(a_card(at(5)), a_head(at(5))), RecordPresent)


# ---- markers that nobody signed


@pytest.mark.parametrize("rev", [6, 999_999_999])
@pytest.mark.parametrize("kind", ["notice", "plan"])
def test_with_a_key_an_unsigned_marker_condemns_no_signed_record(kind, rev):
    """Whoever may write can edit a marker; that is no reason to doubt what is signed."""
    # T8
    marker = markers.marked(kind, "id=help", "Help", rev)

    assert isinstance(found(a_card(at(5)), a_view(at(5)), marker), RecordPresent)


def test_a_signed_revision_counts_however_high():
    """Past all numbering a rollback is noticed as well."""
    # T8
    high = 10**9 + 4

    assert damage(found(a_card(at(high - 1)), a_view(at(high))))[:3] == ("011", high, at(high))


def test_the_intact_record_is_what_a_person_gets_back():
    """An older record that is signed and whole is offered, not an empty one."""
    # B2
    assert damage(found(a_card(at(5)), keys=TrustBasis(SEAL, anchor=7))) == ("011", 7, None, at(5))


# ---- newer versions

NEWER = at(6, schema_version="2.0")


@pytest.mark.parametrize(
    "bodies",
    [
        (a_card(NEWER), a_view(at(6))),
        (a_card(NEWER), a_view(NEWER)),
        (a_view(NEWER),),
        (broken(a_card(at(6))), a_view(NEWER)),
        (a_card(at(5)), a_view(NEWER)),
        (a_card(NEWER, OPEN), unsigned_view(at(6))),
    ],
    ids=["old copy", "both", "deleted", "damaged", "rolled back", "before the key"],
)
def test_what_a_newer_version_wrote_is_replaced_by_nothing(bodies):
    """Neither a copy nor a stale record is offered: this version leaves it as it is."""
    # S2.10 B3
    state = found(*bodies)

    assert damage(state) == ("003", 6, None, None)
    assert isinstance(state, RecordDamaged) and state.newer


# ---- records from before there was a key


def test_a_record_from_before_the_key_waits_for_a_person():
    """Nothing here was ever signed: it is no damage by hand, but no machine may trust it."""
    # S2.13
    state = found(a_card(at(5), OPEN), unsigned_view(at(4)))

    assert damage(state) == ("016", 5, None, at(5))


def test_a_deleted_record_from_before_the_key_leaves_its_copy_to_a_person():
    """A copy that nobody signed comes back only when a person says so."""
    # T5
    assert damage(found(unsigned_view(at(4)))) == ("009", 4, None, at(4))


@pytest.mark.parametrize("signed", [a_view(at(4)), a_head(at(4)), a_card(at(4))])
def test_a_signature_taken_away_is_tampering(signed):
    """Where anything was ever signed, an unsigned record is a forgery and never offered."""
    # T5 T6
    forged = a_card(at(5, transition_note="Forged"), OPEN)
    code, _, copy, stale = damage(found(forged, signed))

    assert code == "007"
    assert (copy or at(4), stale or at(4)) == (at(4), at(4))


def test_an_unsigned_record_of_another_issue_is_never_offered():
    """It is for nobody to take over here."""
    # T6
    other = codec.encode(Record.new(8), OPEN)

    assert damage(found(f"{markers.marked('record', '', 'Card')}\n\n{other}")) == (
        "006", 0, None, None,
    )  # fmt: skip


# ---- earlier accounts


@pytest.mark.parametrize(
    ("bodies", "code", "copy", "stale"),
    [
        ((broken(a_card(at(4))), a_view(at(4))), "004", at(4), None),
        ((broken(a_card(at(5))), a_view(at(4))), "004", None, at(4)),
        ((a_view(at(4)),), "009", at(4), None),
        ((a_card(at(2)), a_view(at(4))), "011", at(4), None),
        ((a_card(NEWER), a_view(at(4))), "003", None, None),
        ((a_card(at(3), OPEN),), "016", None, at(3)),
        ((a_card(at(3), Seal(1, 8, SEAL.key)),), "007", None, None),
    ],
    ids=["damaged", "past its copy", "deleted", "rolled back", "newer", "unsigned", "another's"],
)
def test_an_earlier_account_is_held_to_the_same_rules(bodies, code, copy, stale):
    """What is wrong with its record is damage here too, and never "no record"."""
    # S2.13 T5 T8
    got, _, good, old = damage(found(*bodies, keys=FORMER, author=OLD))

    assert (got, good, old) == (code, copy, stale)


@pytest.mark.parametrize("bodies", [(a_card(at(3), OPEN),), (unsigned_view(at(3)),)])
def test_without_a_key_a_person_must_vouch_for_an_earlier_account(bodies):
    """Nothing proves who wrote it: it is neither adopted nor forgotten."""
    # T6
    keys = replace(FORMER, seal=OPEN)
    state = found(*bodies, keys=keys, author=OLD)

    assert damage(state)[2:] == (None, at(3))


def test_our_own_record_goes_before_an_earlier_accounts():
    """Once adopted, the record is ours; the parts of an earlier account are left alone."""
    # I1
    long = at(3).logged(an_action(reason="".join(f"{n:x}" for n in range(9_000))))
    card, parts = a_long_card(long)
    theirs = [a_comment(b, n, author=OLD) for n, b in enumerate((card, *parts), 1)]

    alone = found(card, *parts, keys=FORMER, author=OLD)
    both = [*theirs, a_comment(a_card(at(4)), 1001, author=BOT.login)]

    assert isinstance(alone, RecordPresent) and alone.home.parts == ()
    state = _find(both)
    assert isinstance(state, RecordPresent)
    assert (state.record, state.home.parts) == (at(4), ())


def test_nothing_of_ours_is_no_record():
    """Without any trace there was none."""
    assert found("Hello", keys=FORMER) == RecordAbsent()


def _find(comments: list[Comment]) -> RecordState:

    return trust.find(an_issue(), comments, FORMER)
