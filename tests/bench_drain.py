"""How fast a full queue on PostgreSQL is worked off, ten thousand subjects at a time.

`python -m tests.bench_drain [COUNT]`: 50,000 subjects wait; one worker process, with four workers and nothing
to do but the queue's own work, handles each once. PostgreSQL's commits are synced. It ends after four
minutes, with what it has seen until then.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import psycopg

from bot import settings
from bot.events.envelope import packed
from bot.wiring import inbox as wiring
from tests.service.given import Worker, a_wake, put
from tests.testbed.postgres import running

COUNT, STEP, WORKERS = 50_000, 10_000, 4
LONGEST = 240.0
WANTED = 400
_JOBS = """
INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, queueing_lock, args, status)
SELECT j.queue_name, j.task_name, j.priority, w.subject, w.subject,
    jsonb_build_object('subject', w.subject), 'todo'
FROM plangate_wakes w, procrastinate_jobs j WHERE w.subject <> j.lock ORDER BY w.id
"""


def fill(url: str, count: int) -> None:
    """Let so many subjects wait: the first is there, the others are like it."""
    with psycopg.connect(url) as db:
        with db.cursor().copy("COPY plangate_wakes (subject, wake, came, due) FROM STDIN") as rows:
            for wake in (a_wake(n + 1, str(n)) for n in range(1, count)):
                now = time.time()
                rows.write_row((wake.subject, packed(wake), now, now))
        db.execute(_JOBS)


def drained(count: int = COUNT) -> Iterator[tuple[int, float]]:
    """How many were handled after how many seconds, every ten thousand; each once."""
    with running(synced=True) as postgres:
        url = postgres.database()
        inbox = wiring.opened(settings.from_environ({"PLANGATE_DATABASE_URL": url}))
        put(inbox, a_wake(1, "0"))
        fill(url, count)
        began = time.monotonic()
        worker = Worker(inbox, workers=WORKERS)
        for step in (*range(STEP, count, STEP), count):
            while len(worker.jobs) < step and time.monotonic() - began < LONGEST:
                time.sleep(0.01)
            yield len(worker.jobs), time.monotonic() - began
        worker.stop()
        handled = [job.wake.subject for job in worker.jobs]
        assert len(set(handled)) == len(handled), "a subject was handled twice"
        inbox.close()


def table(count: int = COUNT) -> Iterator[str]:
    """Say it, a line every ten thousand."""
    yield f"PostgreSQL, synced: {count:,} queued subjects, {WORKERS} workers, no work but the queue's"
    before, took = 0, 0.0
    for now, seconds in drained(count):
        rate = (now - before) / max(seconds - took, 0.001)
        yield f"  {now:8,} handled after {seconds:6.1f} s{rate:8.0f}/s of the last {now - before:,}"
        before, took = now, seconds
    yield f"all of them{before / took:8.0f}/s (wanted {WANTED})"


if __name__ == "__main__":
    for line in table(*(int(count) for count in sys.argv[1:2])):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
