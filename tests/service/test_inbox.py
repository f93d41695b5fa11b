"""The inbox's laws, kept by every adapter: nothing lost, one at a time, in order, folded, taken over."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import psycopg

from bot.adapters.postgres_inbox import PostgresInbox
from bot.domain.facts import Person
from bot.domain.people import was
from bot.events import github
from bot.events.wake import CommitTarget, GroupTarget, Wake
from bot.ports.inbox import (
    MOST_LEFT,
    UNREADABLE,
    Dead,
    Done,
    Job,
    Later,
    Trouble,
    next_turn,
    pause,
)
from tests.service.given import Worker, a_wake, put, slowly, until

TROUBLE = Trouble("PLANGATE-GITHUB-002", "it may not", "Give `issues: write`")


def test_what_was_put_is_handled(inbox):
    """A stored wake is handed out with all that attribution needs, and then it is gone."""
    put(inbox, a_wake(edited=True))
    assert inbox.counts().waiting == 1

    worker = Worker(inbox)
    worker.idle()

    assert [a_wake(edited=True)] == [job.wake for job in worker.jobs]
    assert inbox.jobs(dead=False) == ()


def test_nothing_is_lost_when_nobody_works(opening):
    """What was stored is there for the next process, in order."""
    # B13
    first = opening()
    put(first, a_wake(1, "a", edited=True), a_wake(1, "b", edited=True), a_wake(2, "c"))
    first.close()

    worker = Worker(opening(), workers=1)
    worker.idle()

    assert [d for d in worker.deliveries() if d != "c"] == ["a", "b"]
    assert "c" in worker.deliveries()


def test_a_hundred_events_of_one_issue_are_few_runs(inbox):
    """Events that come while a subject waits or is handled fold: at most three runs for a hundred."""
    # B11
    worker = Worker(inbox, result=slowly(0.3))
    put(inbox, a_wake(delivery="0"))
    until(lambda: bool(worker.jobs))

    put(inbox, *[a_wake(delivery=str(n)) for n in range(1, 100)])
    worker.idle()

    assert 2 <= len(worker.jobs) <= 3
    assert worker.deliveries()[-1] == "99"


def test_a_wake_during_work_is_exactly_one_more_run(inbox):
    """What comes while its subject is handled is looked at once afterwards, not before."""
    # B13
    began, go = threading.Event(), threading.Event()

    def hold(_: Job) -> Done:
        began.set()
        go.wait(10)
        return Done()

    worker = Worker(inbox, result=hold)
    put(inbox, a_wake(delivery="a"))
    assert began.wait(10)

    put(inbox, a_wake(delivery="b"), a_wake(delivery="c"))
    time.sleep(0.2)
    assert worker.deliveries() == ["a"]
    go.set()
    worker.idle()

    assert worker.deliveries() == ["a", "c"]


def test_witnesses_are_kept(inbox):
    """An edited comment's event says who ticked: it is not folded away, and folds nothing."""
    # B4
    ways = [False, True, True, False, False]
    put(inbox, *[a_wake(delivery=str(n), edited=edited) for n, edited in enumerate(ways)])

    worker = Worker(inbox)
    worker.idle()

    assert worker.deliveries() == ["0", "1", "2", "4"]


def test_edits_of_ones_own_comment_are_few_looks(inbox):
    """A hundred edits of one's own comment keep nobody waiting: they tick nothing, so they fold."""
    # issue 19
    put(inbox, *[an_edit(1, n) for n in range(100)], an_edit(2, 100))

    worker = Worker(inbox, workers=1)
    worker.idle()

    assert worker.deliveries() == ["99", "100"]


def an_edit(issue: int, number: int) -> Wake:
    """What GitHub's event of mallory editing her own comment comes to."""
    mallory = {"login": "mallory", "id": 5, "type": "User"}
    payload = {
        "action": "edited",
        "issue": {"number": issue},
        "comment": {"id": 9, "body": f"text {number}", "user": mallory},
        "changes": {"body": {"from": "before"}},
        "repository": {"full_name": "acme/shop"},
        "sender": mallory,
    }
    found = github.wake("issue_comment", payload, str(number))
    assert found is not None
    return found


def a_push(left: str, delivery: str, *, bot: str = "") -> Wake:
    """A wake of a push that left this commit."""
    wake = a_wake(delivery=delivery, bot=bot)
    assert wake.witness is not None
    return replace(wake, witness=replace(wake.witness, heads_before=(left,)))


def left_by(worker: Worker) -> list[tuple[str, ...]]:
    """Which commits each look was told of."""
    return [job.wake.witness.heads_before for job in worker.jobs if job.wake.witness]


def test_pushes_fold_and_keep_which_commits_they_left(inbox):
    """A green is closed by such an event alone: the one look for all of them is told of each commit."""
    # issue 18, 8; issue 19
    put(inbox, a_push("a", "1"), a_push("b", "2"), a_wake(delivery="3"), a_push("a", "4"))

    worker = Worker(inbox)
    worker.idle()

    assert (worker.deliveries(), left_by(worker)) == (["4"], [("a", "b")])


def test_no_look_is_told_of_more_than_twenty_commits(inbox):
    """However many pushes wait, one look asks about a bounded number, and none is lost."""
    # issue 19
    put(inbox, *[a_push(f"{n}", f"{n}") for n in range(2 * MOST_LEFT + 1)])

    worker = Worker(inbox)
    worker.idle()

    looks = left_by(worker)
    assert [len(one) for one in looks] == [MOST_LEFT, MOST_LEFT, 1]
    assert sum(looks, ()) == tuple(f"{n}" for n in range(2 * MOST_LEFT + 1))


def test_two_bots_fold_into_nobodys_event_that_tells_what_both_saw(inbox):
    """One of them may be us, whose events are dropped: the look is nobody's, and knows each commit left."""
    # issue 19
    put(inbox, a_push("a", "1", bot="one[bot]"), a_wake(delivery="2", bot="other[bot]"))

    worker = Worker(inbox)
    worker.idle()

    (job,) = worker.jobs
    assert left_by(worker) == [("a",)]
    assert job.wake.witness and job.wake.witness.sender == Person("")


def test_a_wake_that_folds_keeps_what_happened(inbox):
    """Closing with a comment is two events; a button, another branch and who did it outlive a sweep, too."""
    wake = a_wake(delivery="2")
    assert wake.witness
    seen = replace(wake.witness, event="issues", action="closed", button="plan", turned=True)
    put(inbox, replace(wake, witness=seen), wake, replace(wake, witness=None))

    worker = Worker(inbox)
    worker.idle()

    (found,) = [job.wake.witness for job in worker.jobs]
    assert found and (found.sender.login, found.event) == ("bob", "issue_comment")
    assert was(found, "issues", "closed") and was(found, "issue_comment", "created")
    assert (found.button, found.turned) == ("plan", True)


def test_a_merge_groups_commit_stays_one_whatever_happens_on_it(inbox):
    """Neither a status on it nor a branch's name takes the queue's request for a check away."""
    group = Wake("acme/shop", GroupTarget("a" * 40, "refs", "b" * 40, "main"))
    named = replace(group, target=GroupTarget("a" * 40, "refs", "", "main"))
    put(inbox, named, group, named, replace(group, target=CommitTarget("a" * 40)))

    worker = Worker(inbox)
    worker.idle()

    assert [job.wake.target for job in worker.jobs] == [group.target]


def test_a_bots_event_folds_no_persons_away(inbox):
    """A person's event and a bot's answer to another wait together: the run is the person's."""
    put(inbox, a_wake(delivery="bob"), a_wake(delivery="ci", bot="ci[bot]"))

    worker = Worker(inbox)
    worker.idle()

    assert worker.deliveries() == ["bob"]


def test_one_at_a_time_a_subject_and_many_subjects_at_once(inbox):
    """No subject is handled twice at a time, its order is kept, and subjects run side by side."""
    # S3.14
    wakes = [a_wake(n % 6, f"{n % 6}-{n:02}", edited=True) for n in range(48)]
    put(inbox, *wakes)

    worker = Worker(inbox, workers=4, result=slowly(0.02))
    worker.idle()

    assert worker.overlaps == []
    assert 2 <= worker.most <= 4
    handled = worker.deliveries()
    assert sorted(handled) == sorted(w.witness.delivery for w in wakes if w.witness)
    for number in range(6):
        own = [d for d in handled if d.startswith(f"{number}-")]
        assert own == sorted(own)


def test_a_delivery_is_taken_once(inbox):
    """A redelivery of what waits, runs or is done is known; the same id with another body is not."""
    # T3, F1
    wake = a_wake(edited=True)
    assert inbox.put(wake, b"k1").result(10)
    assert not inbox.put(wake, b"k1").result(10)

    worker = Worker(inbox)
    worker.idle()

    assert not inbox.put(wake, b"k1").result(10)
    assert inbox.put(wake, b"k2").result(10)
    worker.idle()
    assert len(worker.jobs) == 2


def test_failure_backs_off_and_succeeds(inbox):
    """What fails is tried again later, in its place in the line; then the next one comes."""
    tries = []

    def fail_once(job):
        tries.append(job.tries)
        return Later(0.3, TROUBLE) if len(tries) == 1 else Done()

    put(inbox, a_wake(delivery="a", edited=True), a_wake(delivery="b", edited=True))
    worker = Worker(inbox, result=fail_once)
    worker.idle()

    assert worker.deliveries() == ["a", "a", "b"]
    assert tries == [0, 1, 0]


def test_what_waits_for_its_next_try_is_not_at_work(inbox):
    """While a wake's pause lasts it waits: nobody works on it, and the counts say so."""
    put(inbox, a_wake())
    worker = Worker(inbox, result=lambda _: Later(60, TROUBLE))

    until(lambda: bool(worker.jobs) and inbox.counts().running == 0)
    assert inbox.counts().waiting == 1


def test_a_dead_letter_is_listed_and_tried_again(inbox):
    """What cannot be handled waits among the dead with its remedy, stops nobody, and can be revived."""
    cured: list[int] = []
    put(inbox, a_wake(delivery="a", edited=True), a_wake(delivery="b", edited=True))
    worker = Worker(
        inbox,
        result=lambda it: (
            Done()
            if cured or (it.wake.witness and it.wake.witness.delivery == "b")
            else Dead(TROUBLE)
        ),
    )
    worker.idle()
    [job] = inbox.jobs()

    assert (job.trouble, job.tries, job.wake.witness.delivery) == (TROUBLE, 1, "a")
    assert inbox.counts().dead == 1
    assert not inbox.retry("999999")
    assert not inbox.retry("no number")

    cured.append(1)
    assert inbox.retry(job.id)
    worker.idle()
    assert worker.deliveries() == ["a", "b", "a"]
    assert inbox.jobs() == ()
    assert not inbox.retry(job.id)


def test_a_redelivery_revives_the_dead(inbox):
    """GitHub's redelivery of what failed permanently is another try, under the same delivery id."""
    # F1
    cured: list[int] = []
    inbox.put(a_wake(), b"k").result(10)
    worker = Worker(inbox, result=lambda _: Done() if cured else Dead(TROUBLE))
    until(lambda: inbox.counts().dead == 1)

    cured.append(1)
    assert inbox.put(a_wake(), b"k").result(10)
    worker.idle()

    assert len(worker.jobs) == 2
    assert inbox.counts().dead == 0


def test_a_bug_in_the_handler_is_a_dead_letter_in_the_end(inbox):
    """Whatever the handler raises is tried again; the worker lives on, and the text is kept out."""

    def break_(job):
        raise ValueError("a secret text")

    Worker(inbox, result=break_)
    put(inbox, a_wake())
    until(lambda: any(it.trouble for it in inbox.jobs(dead=False)))

    [job] = inbox.jobs(dead=False)
    assert job.trouble
    assert job.trouble.code == "PLANGATE-INBOX-003"
    assert "secret" not in repr(job.trouble)


def test_a_timer_wakes_its_subject(opening):
    """A subject that wants another look gets it at its time, also after a restart, and once."""
    # S1.5
    inbox = opening()
    soon = datetime.now(UTC) + timedelta(seconds=1.2)  # noqa: TID251 - the real clock runs
    put(inbox, a_wake())
    worker = Worker(inbox, result=lambda it: Done(soon if it.wake.witness else None))
    worker.idle()
    assert inbox.counts().timers == 1
    worker.stop()

    other = opening()
    again = Worker(other)
    until(lambda: bool(again.jobs))

    assert [it.wake.witness for it in again.jobs] == [None]
    assert other.counts().timers == 0


def test_done_takes_the_timer_away(inbox):
    """A run that needs no other look clears the one that was planned."""
    said = iter([Done(datetime(2100, 1, 1, tzinfo=UTC)), Done()])
    put(inbox, a_wake())
    worker = Worker(inbox, result=lambda _: next(said))
    worker.idle()
    assert inbox.counts().timers == 1

    put(inbox, a_wake())
    worker.idle()

    assert inbox.counts().timers == 0


def test_stopping_finishes_what_runs_and_leaves_the_rest(opening):
    """A stopped worker ends its job; what waits is another worker's."""
    # F21
    inbox = opening()
    put(inbox, *[a_wake(1, str(n), edited=True) for n in range(3)])
    worker = Worker(inbox, workers=1, result=slowly(0.3))
    until(lambda: bool(worker.jobs))
    worker.stop()

    other = Worker(opening())
    other.idle()

    assert worker.deliveries() + other.deliveries() == ["0", "1", "2"]


def test_what_a_stopped_worker_gives_back_is_handled_and_no_try(opening):
    """A process that cannot wait for what runs ends well: nothing has failed, and its late result is void."""
    # F21
    inbox, go = opening(), threading.Event()

    def hold(_: Job) -> Done:
        go.wait(20)
        return Done()

    put(inbox, a_wake(delivery="a"))
    worker = Worker(inbox, result=hold)
    until(lambda: bool(worker.jobs))

    inbox.stop()
    inbox.give_back()
    put(inbox, a_wake(delivery="b"))
    go.set()
    worker.stop()
    other = Worker(opening())
    other.idle()

    assert other.deliveries() == ["b"]
    assert [(job.tries, job.trouble) for job in other.jobs] == [(0, None)]


def test_two_processes_share_the_work(opening):
    """Two workers on one inbox never handle a subject at once, and each wake is handled once."""
    # S3.14
    one, two = opening(), opening()
    first, second = (Worker(i, workers=2, result=slowly(0.03)) for i in (one, two))
    put(one, *[a_wake(n % 8, str(n), edited=True) for n in range(40)])
    first.idle()

    handled = first.deliveries() + second.deliveries()
    assert sorted(handled) == sorted(map(str, range(40)))
    assert first.overlaps == second.overlaps == []
    assert len(second.jobs) > 0


def test_a_process_that_starts_waits_for_nobody_at_work(postgres):
    """Opening an inbox whose tables are there locks none of them: a long transaction is not waited for."""
    # issue 7: zero-downtime restart
    url = postgres.database()
    PostgresInbox(url).close()
    with psycopg.connect(url) as db:
        for table in ("wakes", "seen", "timers", "turns"):
            db.execute(f"LOCK TABLE plangate_{table} IN ROW EXCLUSIVE MODE".encode())
        opened = threading.Thread(target=lambda: PostgresInbox(url).close(), daemon=True)
        opened.start()
        opened.join(15)
        assert not opened.is_alive()
    db.close()


def test_an_older_database_is_carried_on(postgres):
    """Tables of the version before get what they lack when this one opens them."""
    url = postgres.database()
    PostgresInbox(url).close()
    with psycopg.connect(url) as db:
        db.execute("ALTER TABLE plangate_wakes DROP COLUMN since")
        db.execute("DROP TABLE plangate_turns")
    db.close()

    inbox = PostgresInbox(url)
    put(inbox, a_wake())
    worker = Worker(inbox)
    worker.idle()
    worker.stop()
    inbox.close()

    assert len(worker.jobs) == 1


def test_writers_of_all_processes_take_turns(opening):
    """Writes of one account keep their distance whichever process makes them; another account's do not."""
    # issue 7: rate care; 80 writes a minute are an account's, not a process's
    one, two = opening(), opening()
    began = time.monotonic()
    waits = [inbox.turn("acme", 10.0) for inbox in (one, two, one, two)]
    took = time.monotonic() - began

    assert [round(w + took, -1) for w in waits] == [0, 10, 20, 30]
    assert one.turn("umbrella", 10.0) == 0


def test_the_highest_revision_of_a_record_is_kept(opening):
    """Of each issue of each repository, by all processes; a lower one never takes its place."""
    one, two = opening(), opening()
    said = [
        one.revision(7, 12),
        one.revision(7, 12, 5),
        two.revision(7, 12, 3),
        two.revision(7, 12),
        two.revision(7, 13),
        two.revision(8, 12),
        one.revision(7, 12, 6),
        two.revision(7, 12),
    ]
    assert said == [0, 5, 5, 5, 0, 0, 6, 6]


def test_no_turn_lies_far_ahead():
    """A time that was written before the clock was set back keeps nobody waiting."""
    assert [next_turn(at, 1000.0) for at in (None, 900.0, 1005.0, 4600.0)] == [
        1000.0, 1000.0, 1005.0, 1000.0,
    ]  # fmt: skip


def test_pauses_grow_and_end():
    """Two seconds, then twice as long, at most five minutes."""
    assert [pause(n) for n in (1, 2, 3)] == [2, 4, 8]
    assert pause(9) == pause(10**6) == 300


def written_by_another_version(url: str) -> None:
    """Let nobody here read what acme/shop#1's line and acme/shop#3's timer say."""
    strange = '{"repo":"acme/shop","target":["epic",1]}'
    for table, subject in (("wakes", "acme/shop#1"), ("timers", "acme/shop#3")):
        if url.startswith("sqlite://"):
            with closing(sqlite3.connect(url.removeprefix("sqlite://"), timeout=10)) as file:
                file.execute(f"UPDATE {table} SET wake = ? WHERE subject = ?", (strange, subject))  # noqa: S608
                file.commit()
        else:
            with psycopg.connect(url) as db:
                named = psycopg.sql.Identifier(f"plangate_{table}")
                update = psycopg.sql.SQL("UPDATE {} SET wake = %s WHERE subject = %s")
                db.execute(update.format(named), (strange, subject))


def test_what_another_version_wrote_keeps_nobody_waiting(opening, database):
    """A line that cannot be read is a dead job; its subject, other ones and timers go on."""
    # issue 7: no acknowledged delivery lost, no crash loop
    before = opening()
    put(before, a_wake(3, "timer"))
    soon = datetime.fromtimestamp(time.time() + 2, UTC)
    asking = Worker(before, result=lambda _: Done(soon))
    asking.idle()
    asking.stop()
    inbox = opening()
    put(inbox, a_wake(1, "strange"), a_wake(2, "b"))
    written_by_another_version(database)
    put(inbox, a_wake(1, "a"))

    worker = Worker(inbox)
    until(lambda: len(worker.jobs) == 3)
    worker.idle()

    assert {job.wake.subject for job in worker.jobs} == {
        "acme/shop#1", "acme/shop#2", "acme/shop#3",
    }  # fmt: skip
    assert set(worker.deliveries()) == {"a", "b"}
    (dead,) = inbox.jobs()
    assert (dead.wake.subject, dead.trouble) == ("acme/shop#1", UNREADABLE)
