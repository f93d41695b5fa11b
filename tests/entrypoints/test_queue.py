"""The queue behind the webhook: one repository at a time, wakes of one subject folded, witnesses kept."""

from __future__ import annotations

import threading
from typing import Any

from bot.domain.facts import Person, Witness
from bot.events.wake import CommitTarget, IssueTarget, PullTarget, Wake
from bot.wiring.github import Queue


def a_wake(number: int = 7, repository: str = "acme/shop", *, edited: bool = False) -> Wake:
    """A wake; an edited comment bears witness to who ticked."""
    action = "edited" if edited else "created"
    return Wake(
        repository,
        IssueTarget(number),
        Witness("issue_comment", action, Person("bob"), f"d-{number}"),
    )


def a_queue(*wakes: Wake) -> Queue:
    """A closed queue with these wakes: `take` never blocks."""
    queue = Queue()
    for wake in wakes:
        queue.put(wake)
    queue.close()
    return queue


def drained(queue: Queue) -> list[Wake]:
    """Everything, one after the other."""
    found = []
    while (wake := queue.take()) is not None:
        found.append(wake)
        queue.finished(wake)
    return found


def test_wakes_of_one_subject_are_folded():
    """Ten events of one issue are one look at it."""
    # B11
    assert [a_wake(7)] == drained(a_queue(*[a_wake(7)] * 10))


def test_witnesses_are_kept():
    """An edited comment's event says who ticked: it is not folded away, and folds nothing."""
    # B4
    wakes = [a_wake(), a_wake(edited=True), a_wake(edited=True), a_wake(), a_wake()]

    actions = [w.witness.action for w in drained(a_queue(*wakes)) if w.witness]

    assert actions == ["created", "edited", "edited", "created"]


def test_the_newest_of_folded_wakes_stays():
    """Of folded wakes the last one's delivery is told in the log."""
    first, second = a_wake(), Wake("acme/shop", IssueTarget(7), None)

    assert [second] == drained(a_queue(first, second))


def test_one_repository_at_a_time():
    """While an issue is handled, nothing else of its repository is; another repository is."""
    # B2, S3.14
    queue: Any = Queue()
    for wake in (
        a_wake(7),
        a_wake(8),
        Wake("acme/shop", CommitTarget("a" * 40)),
        a_wake(1, "acme/b"),
    ):
        queue.put(wake)

    first, second = queue.take(), queue.take()

    assert (
        (first.repository, first.target.number), (second.repository, second.target.number),
    ) == (("acme/shop", 7), ("acme/b", 1))  # fmt: skip
    assert queue.counts() == {"waiting": 2, "running": 2}
    queue.finished(first)
    assert IssueTarget(8) == queue.take().target


def test_an_issue_and_a_pull_request_of_one_number_do_not_overlap():
    """Issues and pull requests share their numbers, so they share a subject."""
    assert len(drained(a_queue(a_wake(7), Wake("acme/shop", PullTarget(7))))) == 1


def test_a_wake_during_a_run_is_not_lost():
    """What comes in while its subject is handled is handled afterwards."""
    # B13
    queue: Any = Queue()
    queue.put(a_wake())
    running = queue.take()

    queue.put(a_wake())

    assert queue.counts() == {"waiting": 1, "running": 1}
    queue.finished(running)
    assert a_wake() == queue.take()


def test_a_closed_queue_hands_out_what_waits():
    """After closing, waiting wakes are still handed out, then nothing."""
    queue = a_queue(a_wake(7), a_wake(1, "acme/b"))

    assert len(drained(queue)) == 2
    assert queue.take() is None


def test_taking_blocks_until_something_comes():
    """A worker sleeps until there is a wake."""
    queue, got = Queue(), []
    worker = threading.Thread(target=lambda: got.append(queue.take()))
    worker.start()

    queue.put(a_wake())
    worker.join(timeout=5)

    assert [a_wake()] == got


def test_two_workers_never_share_a_repository():
    """However many workers take, no repository is handled twice at a time, and nothing is lost."""
    # S3.14
    queue, running, clashes, handled = Queue(), set(), [], []
    guard = threading.Lock()

    def work() -> None:
        while (wake := queue.take()) is not None:
            with guard:
                clashes.extend([wake] if wake.repository in running else [])
                running.add(wake.repository)
            with guard:
                running.discard(wake.repository)
                handled.append(wake.subject)
            queue.finished(wake)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    wakes = [a_wake(n, f"acme/r{n % 3}", edited=True) for n in range(60)]
    for wake in wakes:
        queue.put(wake)
    queue.close()
    for worker in workers:
        worker.join(timeout=10)

    assert clashes == []
    assert sorted(w.subject for w in wakes) == sorted(handled)
