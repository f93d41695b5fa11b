"""How long a record of 500 tasks takes to be written and read back, and how much memory."""

from __future__ import annotations

import statistics
import time
import tracemalloc

from bot.domain import codec
from bot.domain.codec import Seal
from bot.domain.plan import ActionType, Criterion, Resources, Step
from bot.domain.record import Record
from tests.factories import a_plan, a_record, a_task

TASKS = 500
RUNS = 15
LIMITS = {"milliseconds of processor time": 50.0, "MB at the peak": 20.0}
SEAL = Seal(1, 7, b"a-record-key-of-the-bench-32-characters")
ROOM = 64_000
WORDS = (
    "the", "cart", "refuses", "negative", "counts", "and", "says", "which", "line", "was", "wrong",
)  # fmt: skip


def a_large_record() -> Record:
    """500 tasks of three steps, in words as a plan has them."""
    return a_record(plan=a_plan(*(_task(n) for n in range(1, TASKS + 1))), revision=1)


def round_trip(record: Record) -> Record:
    """What a save and the next read do: blocks within one comment's room, and back."""
    block, chunks = codec.blocks(record, SEAL, ROOM)
    return codec.decode(block, SEAL, dict(enumerate(chunks, 2)))


def table() -> str:
    """Measured against the limits."""
    record = a_large_record()
    assert round_trip(record) == record
    times = [_timed(record) for _ in range(RUNS)]
    tracemalloc.start()
    round_trip(record)
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    measured = {"milliseconds of processor time": statistics.median(times), "MB at the peak": peak}
    size = len(codec.to_json(record)) // 1000
    lines = [f"a record of {TASKS} tasks ({size} kB), encoded and decoded; median of {RUNS}", ""]
    lines.append(f"{'':34}{'measured':>10}{'limit':>8}")
    lines += [
        f"{name:34}{measured[name]:10.1f}{limit:8.0f}{'' if measured[name] < limit else '  over'}"
        for name, limit in LIMITS.items()
    ]
    return "\n".join(lines) + "\n"


def _timed(record: Record) -> float:
    begin = time.process_time()
    round_trip(record)
    return (time.process_time() - begin) * 1000


def _task(n: int):
    words = " ".join(WORDS[(n * k) % len(WORDS)] for k in range(1, 13))
    steps = tuple(
        Step(
            id=f"s-{n}-{k}",
            title=f"Change part {k} of shop/module_{n}.py",
            description=f"{words} ({n}.{k})",
            action=ActionType.MODIFY_FILE,
            target=f"shop/module_{n}.py",
        )
        for k in (1, 2, 3)
    )
    return a_task(
        n,
        title=f"Task {n}: {words[:40]}",
        description=words,
        steps=steps,
        resources=Resources(write=(f"shop/module_{n}.py",), run=(f"pytest tests/test_{n}.py",)),
        acceptance_criteria=(Criterion(id=f"c-{n}", text=f"{words} in case {n}"),),
    )
