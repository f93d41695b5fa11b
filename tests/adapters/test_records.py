"""Where records live: a person's text keeps every byte, nothing half-written counts, all is read back."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.markdown import MarkdownRenderer
from bot.adapters.records import LIMIT, GitHubRecords
from bot.domain import codec, markers, trust
from bot.domain.codec import Seal
from bot.domain.facts import RecordAbsent, RecordDamaged, RecordPresent, RecordState
from bot.domain.plan import ActionType, Criterion, Resources, Step
from bot.domain.record import Record
from bot.effects import CardMessage
from bot.errors import ConfigError, Moved, RecordError
from tests.domain.given import HOSTILE, records
from tests.factories import a_plan, a_policy, a_record, a_task
from tests.fakes.hub import FakeHub
from tests.fakes.issues import FakeIssues
from tests.fakes.renderer import FakeRenderer

KEY = b"a-record-key-of-the-tests-32-characters"
GITHUB_LIMIT = 65_536


class Killed(Exception):
    """The process ended here."""


class BrittleIssues(FakeIssues):
    """Issues that kill the process at the n-th write of a kind."""

    def __init__(self, hub: FakeHub) -> None:
        super().__init__(hub)
        self.kill: dict[str, int] = {}

    def _live(self, verb: str) -> None:
        self.kill[verb] = self.kill.get(verb, 0) - 1
        if self.kill[verb] == 0:
            raise Killed

    def post(self, number, body, marker, *, converge=False):
        self._live("post")
        return super().post(number, body, marker, converge=converge)

    def edit(self, comment, body):
        self._live("edit")
        return super().edit(comment, body)

    def delete(self, comment_id):
        self._live("delete")
        super().delete(comment_id)


class Place:
    """Issue 7 on a hub, and the records there."""

    def __init__(self, body: str = "Text", key: bytes = KEY, store: str = "comment", renderer=None):
        self.hub = FakeHub()
        for n in range(7):
            self.hub.open_issue("carol", f"Issue {n}", body)
        self.issues = BrittleIssues(self.hub)
        self.records = GitHubRecords(self.issues, renderer or FakeRenderer(), key)
        self.policy = a_policy(store=store)

    def find(self) -> RecordState:
        return self.records.find(self.hub.issues[7], self.hub.comments_of(7))

    def save(self, record: Record, read: RecordState | None = None) -> Record:
        """Save the next revision of what is read now, or of what was read before."""
        read = self.find() if read is None else read
        card = CardMessage(record, self.policy, 7)
        self.records.save(self.hub.issues[7], record, read, card)
        return record

    def kept(self) -> Record:
        state = self.find()
        assert isinstance(state, RecordPresent), state
        return state.record

    def kinds(self) -> list[str]:
        return sorted(m.kind for c in self.hub.comments_of(7) if (m := markers.read(c.body)))


@cache
def a_long_record(tasks: int = 60, revision: int = 1, words: int = 2_400) -> Record:
    """A record with a plan of so many tasks, no two alike, each described at such a length."""
    made = [
        a_task(
            n,
            title=f"Task {n}: {hash_of(n, 30)}",
            description=hash_of(n + 1, words),
            steps=tuple(
                Step(
                    id=f"s-{n}-{k}",
                    title=f"Step {k} {hash_of(n * k, 40)}",
                    description=hash_of(n * 7 + k, words // 2),
                    action=ActionType.MODIFY_FILE,
                    target=f"shop/{hash_of(n, 12)}.py",
                )
                for k in (1, 2, 3)
            ),
            resources=Resources(write=(f"shop/{hash_of(n, 12)}.py",)),
            acceptance_criteria=(Criterion(id=f"c-{n}", text=hash_of(n + 5, 100)),),
        )
        for n in range(1, tasks + 1)
    ]
    return a_record(plan=a_plan(*made), revision=revision)


def hash_of(seed: int, length: int) -> str:
    """Text that does not compress, the same every time."""
    rounds = (hashlib.sha256(f"{seed}.{n}".encode()).hexdigest() for n in range(length // 64 + 1))
    return "".join(rounds)[:length]


# ---- in a comment


def test_a_record_is_one_comment():
    """The first save posts the record comment, each later one edits it."""
    # S2.13 I1
    place = Place()
    place.save(a_record(revision=1))
    place.save(a_record(revision=2))

    assert place.kept() == a_record(revision=2)
    assert [w.verb for w in place.hub.writes] == ["post", "edit"]


@given(records(), records())
def test_any_record_survives_a_comment(first, second):
    """Whatever strings a record holds, it is read back equal, and so is the next one in its place."""
    # S2.7 B9
    place = Place()
    for record in (first, second):
        place.save(record)
        assert place.kept() == record

    assert all(len(c.body) <= GITHUB_LIMIT for c in place.hub.comments_of(7))


@pytest.mark.parametrize("hostile", [*HOSTILE, "<!-- plangate:record rev=9 -->", "\u202e\u2066"])
def test_no_string_breaks_out_of_a_drawn_card(hostile):
    """Hostile strings everywhere in a record, drawn with the real templates: read back, and one marker."""
    # B9 T8 S2.10
    place = Place(renderer=MarkdownRenderer("acme/shop"))
    record = a_record(
        plan=a_plan(a_task(title=f"a{hostile}b", description=hostile * 3), goal=hostile or "-"),
        transition_note=hostile,
        revision=1,
    )

    place.save(record)

    (comment,) = place.hub.comments_of(7)
    assert place.kept() == record
    assert comment.body.count(codec.START) == 1
    assert comment.body.count("<!-- plangate:record ") == 1


def test_a_browsers_line_ends_do_no_harm():
    """Somebody who saves the card in a browser changes every line end, and nothing else."""
    # S2.8
    place = Place()
    place.save(a_record(revision=1))
    (card,) = place.hub.comments_of(7)
    place.hub.edit_comment("bob", card.id, card.body.replace("\n", "\r\n"))

    assert place.kept() == a_record(revision=1)
    place.save(a_record(revision=2))
    assert place.kept() == a_record(revision=2)


@pytest.mark.parametrize("deed", ["edit", "delete"])
def test_a_change_between_read_and_write_is_noticed(deed):
    """Who reads, and finds another text when writing, writes nothing and starts over."""
    # S3.14
    place = Place()
    place.save(a_record(revision=1))
    read = place.find()
    (card,) = place.hub.comments_of(7)
    if deed == "edit":
        place.hub.edit_comment("bob", card.id, card.body + "!")
    else:
        place.hub.delete_comment(card.id)
    standing = place.hub.comments_of(7)

    with pytest.raises(Moved):
        place.save(a_record(revision=2), read)

    assert place.hub.comments_of(7) == standing


def test_two_first_saves_make_one_record():
    """Of two runs that both found no record one saves, the other starts over."""
    # S3.14 I1
    place = Place()
    read = place.find()
    place.save(a_record(revision=1), read)

    with pytest.raises(Moved):
        place.save(a_record(revision=1, transition_note="another"), read)

    assert isinstance(read, RecordAbsent)
    assert place.kinds() == ["record"]
    assert place.kept() == a_record(revision=1)


# ---- long records


def test_five_hundred_tasks_survive_in_numbered_comments():
    """A record too long for one comment goes on in others, each within GitHub's limit."""
    # S2.7
    place, record = Place(), a_long_record(500, words=300)
    place.save(record)
    bodies = [c.body for c in place.hub.comments_of(7)]

    assert place.kept() == record
    assert len(bodies) > 2
    assert max(map(len, bodies)) <= GITHUB_LIMIT
    assert place.kinds().count("record") == 1


def test_parts_of_older_revisions_are_removed():
    """Every save leaves exactly the parts it needs."""
    place = Place()
    place.save(a_long_record())
    parts = place.kinds().count("part")
    place.save(a_long_record(revision=2))
    assert place.kinds().count("part") == parts
    place.save(a_record(revision=3))

    assert place.kinds() == ["record"]


@pytest.mark.parametrize("verb", ["post", "edit", "delete"])
@pytest.mark.parametrize("nth", [1, 2, 3])
def test_a_killed_save_leaves_the_old_record_or_the_new_one(verb, nth):
    """Killed anywhere between parts, record and tidying up, the record is whole; the next save tidies."""
    # F5 F13 S2.13
    place = Place()
    old = place.save(a_long_record(60))
    new = a_long_record(70, revision=2)
    assert place.kinds().count("part") >= 3
    place.issues.kill = {verb: nth}
    try:
        place.save(new)
    except Killed:
        expected = old if verb in {"post", "edit"} else new
        assert place.kept() == expected
    place.issues.kill = {}

    other = place.save(a_long_record(70, revision=3).model_copy(update={"transition_note": "x"}))
    assert place.kept() == other
    assert place.kinds().count("part") == len(_chunks(other))


def test_a_part_that_a_killed_run_left_is_not_mixed_in():
    """Two runs at one revision with other content: the parts of the one never complete the other."""
    # F5 F15
    place = Place()
    place.save(a_record(revision=1))
    place.issues.kill = {"edit": 1}
    with pytest.raises(Killed):
        place.save(a_long_record(revision=2))
    read = place.find()
    other = a_long_record(revision=2).model_copy(update={"transition_note": "said differently"})
    place.issues.kill = {"delete": 1}
    with pytest.raises(Killed):
        place.save(other, read)

    assert place.kept() == other


def test_a_long_record_that_loses_a_race_leaves_the_winner_whole():
    """The loser's parts stand beside the winner's, and do no harm."""
    # F15
    place = Place()
    place.save(a_record(revision=1))
    read = place.find()
    winner = place.save(a_long_record(revision=2), read)

    with pytest.raises(Moved):
        place.save(a_long_record(61, revision=2), read)

    assert place.kept() == winner
    place.save(a_record(revision=3))
    assert place.kinds() == ["record"]


def _chunks(record: Record) -> tuple[str, ...]:
    return codec.blocks(record, Seal(1, 7, KEY), LIMIT - 200)[1]


# ---- in the issue's body

PIECES = (
    *HOSTILE, "\r\n", "\n", "\n\n", " \t\n", "Text", "- [ ] a box\r\n", "```\ncode\n", "~~~\n",
    "<details><summary>x</summary>\n\ny\n</details>\n", "<!-- plangate:record sum=1 rev=3 -->\n",
    "<!-- plangate:data rev=1 enc=json digest=" + "0" * 64 + "\n{}\n-->", "<!-- not closed", "ß漢字",
    codec.encode(a_record(revision=9), Seal(1, 7)),
)  # fmt: skip
bodies = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=20)), max_size=8).map("".join)


@given(bodies, records(), records())
def test_a_body_keeps_every_byte_of_its_person(body, first, second):
    """Any text, any record: what the person wrote stands before our section, byte for byte."""
    # S2.13 B9, bar 9
    place = Place(body, store="body")
    for record in (first, second):
        place.save(record)
        whole = place.hub.issues[7].body
        section = trust.section(whole, Seal(1, 7, KEY))
        assert place.kept() == record
        assert section is not None and section[1] == len(whole)
        assert whole[: section[0]] == body + (trust.GAP if body else "")
        assert place.records.request(place.hub.issues[7]) == body
        assert len(whole) <= GITHUB_LIMIT


@given(bodies, bodies)
def test_text_around_a_section_stays(before, after):
    """What the person wrote before and after our section later on stays where it is."""
    place = Place("Text", store="body")
    place.save(a_record(revision=1))
    around = f"{before}{place.hub.issues[7].body}{after}"
    place.hub.edit_issue(7, body=around)
    start, end = trust.section(around, Seal(1, 7, KEY)) or (0, 0)

    place.save(a_record(revision=2))

    now = place.hub.issues[7].body
    assert now.startswith(around[:start]) and now.endswith(around[end:])
    assert place.records.request(place.hub.issues[7]) == f"{before}Text{after}"
    assert place.kept() == a_record(revision=2)


def test_an_edit_of_the_text_between_read_and_write_is_not_lost():
    """The author saves their issue while we decide: we write nothing, and their text stands."""
    # S3.14
    place = Place("Text", store="body")
    place.save(a_record(revision=1))
    read, seen = place.find(), place.hub.issues[7]
    edited = f"Better text{seen.body.removeprefix('Text')}"
    place.hub.edit_issue(7, body=edited)

    with pytest.raises(Moved):
        place.records.save(
            seen,
            a_record(revision=2),
            read,
            CardMessage(a_record(revision=2), place.policy, 7),
        )

    assert place.hub.issues[7].body == edited
    assert place.kept() == a_record(revision=1)


def test_a_long_record_goes_on_in_comments_in_body_mode_too():
    """The section holds what fits beside the person's text, comments hold the rest."""
    # DESIGN: long records
    place, record = Place("x" * 30_000, store="body"), a_long_record()
    place.save(record)

    assert place.kept() == record
    assert set(place.kinds()) == {"part"}
    assert len(place.hub.issues[7].body) <= GITHUB_LIMIT
    assert place.records.request(place.hub.issues[7]) == "x" * 30_000


@pytest.mark.parametrize("had", [False, True])
def test_a_body_without_room_leaves_the_record_to_a_comment(had):
    """A person's text of any length keeps its bytes, and the record is never left unwritten."""
    # S2.13 B2
    place = Place("Text", store="body")
    if had:
        place.save(a_record(revision=1))
    text = "x" * 64_700
    place.hub.edit_issue(7, body=place.hub.issues[7].body.replace("Text", text) if had else text)
    place.save(a_record(revision=2))
    place.save(a_record(revision=3))

    assert place.hub.issues[7].body == text
    assert (place.kinds(), place.kept()) == (["record"], a_record(revision=3))


def test_what_could_not_be_read_again_is_not_written(monkeypatch):
    """A save that would damage the record is refused, and nothing is written."""
    # S2.10
    place = Place()
    place.save(a_record(revision=1))
    before = list(place.hub.writes)
    monkeypatch.setattr(codec, "INFLATED_LIMIT", 10_000)
    long = a_record(revision=2, transition_note="x" * 30_000)

    with pytest.raises(RecordError) as caught:
        place.save(long)

    assert caught.value.code == "PLANGATE-RECORD-008"
    assert place.hub.writes == before


def test_without_a_key_no_body_is_written():
    """Without a key `store: body` is refused: anybody may edit their own issue."""
    # S2.13, bar 9
    place = Place(key=b"", store="body")

    with pytest.raises(ConfigError):
        place.save(a_record(revision=1))

    assert place.hub.writes == []


def test_a_record_stays_where_it_is_when_the_policy_moves():
    """`store` says where a new record goes; one that stands in a comment stays there."""
    place = Place()
    place.save(a_record(revision=1))
    place.policy = a_policy(store="body")
    place.save(a_record(revision=2))

    assert place.hub.issues[7].body == "Text"
    assert place.kept() == a_record(revision=2)


def test_damage_in_the_body_is_mended_in_its_place():
    """A damaged section is replaced, not followed by a second one."""
    # T5
    place = Place("Text", store="body")
    place.save(a_record(revision=1))
    body = place.hub.issues[7].body
    place.hub.edit_issue(7, body=body.replace("feature", "fEature"))
    state = place.find()
    assert isinstance(state, RecordDamaged)
    place.save(a_record(revision=2), state)

    assert place.kept() == a_record(revision=2)
    assert place.hub.issues[7].body.count(codec.START) == 1


def test_an_adopted_record_moves_to_where_policy_wants_it():
    """The record of an earlier account is written anew by ours; the old comment is left alone."""
    # S2.13
    place = Place(store="body")
    place.hub.me = "oldgate[bot]"
    place.policy = a_policy()
    place.save(a_record(revision=1))
    (old,) = place.hub.comments_of(7)
    place.hub.comments[old.id] = replace(old, ours=False)
    place.hub.me, place.policy = "plangate[bot]", a_policy(store="body")
    read = place.records.find(place.hub.issues[7], place.hub.comments_of(7), ["OldGate[bot]"])
    place.save(a_record(revision=2), read)

    assert place.kept() == a_record(revision=2)
    assert place.hub.comments[old.id].body == old.body


# ---- copies


@given(records(), st.integers(0, 70_000))
def test_a_copy_fits_its_room_or_only_its_signed_head_does(record, room):
    """A sealed copy never takes more than its room; half a copy is none, but names the revision."""
    seal = Seal(1, 7, KEY, "copy")

    copy = Place().records.copy(7, record, room)

    assert len(copy) <= room
    if copy == codec.stub(record, seal):
        assert codec.signed_revision(copy, 0, seal) == record.revision
    else:
        assert copy == "" or codec.decode(copy, seal) == record


def test_without_a_key_there_is_no_head_alone():
    """Nothing signs it: then the marker says as much."""
    place = Place(key=b"")

    assert place.records.copy(7, a_record(revision=1), 300) == ""


def test_an_older_record_is_noticed_by_our_own_database():
    """Whatever was deleted or put back on GitHub: the highest revision that was saved is known."""
    kept: dict[tuple[int, int], int] = {}

    def revision(repository: int, issue: int, saved: int) -> int:
        kept[repository, issue] = max(kept.get((repository, issue), 0), saved)
        return kept[repository, issue]

    place = Place()
    place.records = replace(place.records, revisions=revision)
    place.save(a_record(revision=1))
    older = place.hub.comments_of(7)[0]
    place.save(a_record(revision=2))
    now = place.hub.comments_of(7)[0]
    place.hub.edit_comment("bob", now.id, older.body)
    rolled = place.find()
    place.hub.delete_comment(now.id)
    gone = place.find()

    assert kept == {(1, 7): 2}
    assert isinstance(rolled, RecordDamaged) and rolled.code == "PLANGATE-RECORD-011"
    assert isinstance(gone, RecordDamaged) and gone.code == "PLANGATE-RECORD-009"
    assert (rolled.anchor, gone.anchor) == (2, 2)
