"""Nobody can fill a record: of what outsiders make it keeps so much, and what is left out is read again."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from string import ascii_letters

import pytest

from bot.domain import codec
from bot.domain.codec import Seal
from bot.domain.facts import Facts, FileChange
from bot.domain.policy import Policy
from bot.domain.record import Record
from bot.flow.known_files import known_files
from bot.intents.evidence import WHOLE_ROOM, evidence_of, kept, room_of_each
from bot.intents.model import EvidenceSeen
from bot.intents.reading import read_intents
from bot.roles import developer, dispatch, planner, reviewer
from tests.factories import a_check, a_policy, facts
from tests.intents.given import present
from tests.planning.requests import brief, plan_of
from tests.roles.given import a_story_pull, at_work

WORK = at_work()


@pytest.mark.parametrize(
    ("many", "length", "filler"),
    [(5, 4_000, "&"), (5, 4_000, "-"), (5, 4_000, "🛒"), (300, 60, "&"), (300, 60, "x")],
)
def test_outsiders_cannot_fill_a_record_with_pull_requests(many, length, filler):
    """However many they open, and however long their paths: it can be saved, and the next look is quiet."""
    # issue 19: five of 400 paths of 4,000 characters were more than a record may hold
    paths = tuple(FileChange(f"{n:04}".ljust(length, filler)) for n in range(400))
    pulls = tuple(
        a_story_pull(n, WORK, head_sha=f"{n:040}", files=paths) for n in range(1, many + 1)
    )
    after = seen_once(facts(record=present(WORK), pulls=pulls))
    held, again = after.workflow.pull_requests[-1], facts(record=present(after), pulls=pulls)
    assert (held.files_count, held.complete, known_files(again, pulls[-1])) == (400, False, ())


def seen_once(known: Facts) -> Record:
    """The record after a look at these facts: it can be saved, and the next look is quiet."""
    after = dispatch.apply_intents(known, read_intents(known)).record
    assert after is not None
    saved(after)
    again = read_intents(replace(known, record=present(after)))
    assert [i for i in again if isinstance(i, EvidenceSeen)] == []
    return after


def saved(record: Record) -> None:
    """Write the record and read it again: it is small enough."""
    seal = Seal(record.repository_id, 7)
    assert codec.decode(codec.encode(record, seal), seal).workflow == record.workflow


def test_outsiders_cannot_fill_a_record_with_checks():
    """However many jobs a pull request names: what makes the result stays, also a check that policy names."""
    # issue 19: checks were in no budget
    policy = a_policy(gate={"checks": ["ci *"]})
    checks = [a_check(f"{n:04}".ljust(250, "x")) for n in range(1_000)]
    checks += [a_check("ci 1"), a_check("lint", "failure"), a_check("docs", "skipped")]
    pulls = tuple(
        a_story_pull(n, WORK, head_sha=f"{n:040}", checks=tuple(checks), policy=policy)
        for n in range(1, 31)
    )
    after = seen_once(facts(record=present(WORK), pulls=pulls))
    held = after.workflow.pull_requests[-1].checks
    assert len(held) < 10
    assert set(held.values()) == {"success", "failure", "skipped"}
    assert held["ci 1"] == "success"


def test_pull_requests_that_come_one_by_one_do_not_fill_a_record_either():
    """With each that comes there is less room for those before it."""
    # issue 19
    record, paths = WORK, [FileChange(f"{n:04}".ljust(250, "x")) for n in range(390)]
    for n in range(1, 600):
        most = room_of_each(n)
        pull = a_story_pull(n, record, head_sha=f"{n:040}", files=tuple(paths[: most // 260]))
        record = developer.note(facts(), record, [kept(facts(), pull, most)])

    assert sum(len(p) for e in record.workflow.pull_requests for p in e.files_touched) <= WHOLE_ROOM
    saved(record)


def test_titles_and_names_of_checks_do_not_fill_a_record():
    """Whoever writes new ones with every push: the record keeps so many, the first ones, and no more."""
    # issue 19: 300 pushes with 256 job names each were more than a record may hold
    checks = tuple(a_check(f"{n}") for n in range(developer.MOST_NAMES + 9))
    record, titles = WORK, [f"title {n}" for n in range(reviewer.MOST_LINES + 9)]
    for title in titles:
        shown = evidence_of(facts(), a_story_pull(8, WORK, title=title)).having(checks={})
        record = reviewer.see(facts(), record, Policy(), shown)
    seen = evidence_of(facts(), a_story_pull(8, WORK, checks=checks))
    record = developer.see(facts(), record, None, seen)

    made, said = record.testing_artifacts, record.review_artifact
    assert made and made.implemented and said
    assert len(made.implemented.commands_run) == developer.MOST_NAMES
    assert said.change_summary[0] == "#8 title 0"
    assert len(said.change_summary) == reviewer.MOST_LINES


def test_of_pull_requests_that_were_closed_the_newest_stay():
    """An outsider may open and close many: the record forgets the oldest of them, and no other one."""
    # issue 19
    closed = tuple(
        a_story_pull(n, WORK, state="closed") for n in range(2, developer.MOST_CLOSED + 9)
    )
    shown = [evidence_of(facts(), pull) for pull in (a_story_pull(1, WORK), *closed)]

    after = developer.note(facts(), WORK, shown)

    numbers = [p.number for p in after.workflow.pull_requests]
    assert numbers == [1, *(pull.number for pull in closed[-developer.MOST_CLOSED :])]


def test_names_that_cannot_be_compressed_cost_few_comments():
    """Thirty pull requests of random paths: what the record keeps of them takes four comments, not 48."""
    # issue 19: one change of such a pull request cost 99 writes, one refused command 130
    any_name = Random(1)
    names = ["".join(any_name.choices(ascii_letters, k=235)) for _ in range(400)]
    files = tuple(FileChange(name) for name in names)
    pulls = tuple(
        a_story_pull(n, WORK, head_sha=f"{n:040}", files=files[n * 5 :]) for n in range(1, 31)
    )
    after = seen_once(facts(record=present(WORK), pulls=pulls))
    assert len(codec.blocks(after, Seal(1, 1), codec.PART_ROOM)[1]) <= 4


@pytest.mark.parametrize(
    "filler",
    [pytest.param("", id="random"), pytest.param("&" * 100, id="escaped", marks=pytest.mark.proof)],
)
def test_an_author_who_renames_a_long_list_again_and_again_does_not_fill_a_record(filler):
    """What nobody wants any more, and what versions changed, takes so much room, and the plan stays whole."""
    # issue 19: three edits of 300 items made every later record of the issue too large
    record, any_name = Record.new(7), Random(1)
    for turn in range(8):
        names = [filler or "".join(any_name.choices(ascii_letters, k=100)) for _ in range(200)]
        items = "".join(f"- item {turn}.{n} {name} c\n" for n, name in enumerate(names))
        asked = brief(body=f"In `shop/orders.py`.\n\n## Tasks\n\n{items}", earlier=record.plan)
        proposal = plan_of(asked)
        record = planner.adopt(facts(), record, proposal)
        assert record.plan and len(record.plan.live) == 200

        saved(record)
        assert len(codec.blocks(record, Seal(1, 1), codec.PART_ROOM)[1]) <= 6
    assert record.plan and record.plan.version == 8
    assert [v.version for v in record.planner.versions] == [1, 2, 3, 4, 5, 6, 7, 8]
