"""How long the pure verdict takes: facts in, rows out, no request and no words."""

from __future__ import annotations

import statistics
import sys
import time

from bot.domain.artifacts import PlannedTests, TestingArtifacts
from bot.domain.facts import FileChange, LinkedIssue, RecordPresent
from bot.domain.plan import Criterion
from bot.domain.record import Approval, Record
from bot.domain.stages import Stage
from bot.domain.verdict import Verdict
from bot.roles.gatekeeper import verdicts
from tests.factories import NOW, a_plan, a_record, a_task, a_test, facts
from tests.intents.given import present
from tests.roles.given import a_story_pull

CLAIMS = 50
RUNS = 200


def a_case(claims: int = CLAIMS) -> tuple[object, Record]:
    """Facts of one pull request with 100 files whose issue makes this many claims."""
    tasks = tuple(
        a_task(
            n, acceptance_criteria=(Criterion(id=f"c{n}", text=f"Count {n} of a cart is refused"),)
        )
        for n in range(1, claims // 2 + 1)
    )
    plan = a_plan(*tasks)
    tests = tuple(f"count {n} of a cart raises ValueError" for n in range(claims // 2))
    record = a_record(
        plan=plan, testing_artifacts=TestingArtifacts(planned=PlannedTests(unit_test_intent=tests))
    )
    given = Approval(
        by="alice", at=NOW, plan_digest=plan.digest(), permission="admin", how="command"
    )
    record = record.model_copy(update={"approval": given, "stage": Stage.IMPLEMENTING})
    files = [FileChange(f"shop/part{n}.py") for n in range(90)]
    files += [a_test(f"tests/test_part{n}.py", f"test_cart_refuses_count_{n}") for n in range(10)]
    state = present(record)
    assert isinstance(state, RecordPresent)
    pull = a_story_pull(files=tuple(files), linked=(LinkedIssue(7, "keyword", state),))
    return facts(pulls=(pull,), record=state), record


def judged(known: object, record: Record) -> Verdict:
    """The verdict of the case."""
    [verdict] = verdicts.judge(known, {7: record})  # type: ignore[arg-type]
    return verdict


def milliseconds(runs: int = RUNS) -> list[float]:
    """How long each verdict took."""
    known, record = a_case()
    judged(known, record)
    taken = []
    for _ in range(runs):
        begin = time.perf_counter()
        judged(known, record)
        taken.append((time.perf_counter() - begin) * 1000)
    return taken


def table() -> str:
    """One line for `make bench`."""
    taken = milliseconds()
    known, record = a_case()
    rows = len(judged(known, record).claims)
    return (
        f"the pure verdict, {rows} claims, 100 files: {RUNS} runs, milliseconds\n\n"
        f"{'':34}{'min':>8}{'median':>8}{'max':>8}\n"
        f"{'verdict':34}{min(taken):8.2f}{statistics.median(taken):8.2f}{max(taken):8.2f}\n"
    )


if __name__ == "__main__":
    sys.stdout.write(table())
