"""Large pull requests of strangers: what a look reads of all of them together has one limit."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.domain.facts import Witness
from bot.events.wake import GroupTarget, PullTarget
from bot.flow.reads import MOST_FURTHER
from bot.ports.github import Queued
from tests.flow.given import Shop, told

BASE = "b" * 40
LARGE = {f"many/{n}.txt": "x\n" for n in range(2900)}
"""A look reads two such pull requests of strangers, and not three."""


def large(shop: Shop, login: str, name: str) -> int:
    """A large pull request from somebody's fork, looked at once."""
    body = f"Closes #{shop.issue}"
    number = shop.hub.open_pull(login, LARGE | {name: ""}, branch=name, body=body, fork=True)
    shop.wake(PullTarget(number))
    return number


def whole(shop: Shop, do: Any) -> set[int]:
    """The pull requests that are read to the end meanwhile."""
    seen, pulls = set[int](), cast(Any, shop.world.pulls)
    evidence = pulls.evidence

    def counted(pull: Any, known: Any = ()) -> Any:
        found = evidence(pull, known)
        seen.add(pull.number)
        return found

    pulls.evidence = counted
    do()
    pulls.evidence = evidence
    return seen


def test_large_pull_requests_of_strangers_share_what_a_look_reads() -> None:
    """One that is not read closes its own gate and keeps its place in the record; no other one suffers."""
    # attack1: 30 of 3,000 files each cost 1,440 requests at every look, the hour of the job's token
    shop = told("review")
    writers = large(shop, "bob", "w")
    strangers = {large(shop, "mallory", f"m{n}") for n in range(3)}
    kept = shop.record.workflow.by_number[min(strangers)]
    seen = whole(shop, shop.wake)
    [unread] = strangers - seen
    run = shop.hub.runs[shop.hub.pulls[unread].head_sha][-1]

    assert {writers, shop.pull} < seen
    assert (run.conclusion, shop.verdict) == ("failure", "success")
    assert "CHANGES_READ" in run.summary
    assert shop.record.workflow.by_number[min(strangers)] == kept
    assert unread in whole(shop, lambda: shop.wake(PullTarget(unread)))


@pytest.mark.parametrize("look", ["its issue", "its merge group", "its issue, then its group"])
def test_what_a_writer_approved_or_queued_is_read_however_large_others_are(look: str) -> None:
    """No stranger's pull request takes what another one needs to pass."""
    shop = told("review")
    mine = [large(shop, "carol", f"c{n}") for n in range(3)]
    if look == "its issue":
        for number in mine:
            shop.hub.review("alice", number)
            shop.wake(PullTarget(number))
        seen = whole(shop, shop.wake)
    else:
        shas = [BASE, *(f"{n:040x}" for n in mine)]
        queue = zip(mine, shas[1:], shas, strict=False)
        shop.hub.queues["main"] = tuple(Queued(*entry) for entry in queue)
        branch = f"gh-readonly-queue/main/pr-{mine[-1]}-{shas[-2]}"
        shop.hub.groups[branch] = shas[-1]
        group = GroupTarget(shas[-1], branch, BASE, "main")
        seen = whole(shop, lambda: shop.wake(group if look == "its merge group" else None))

    assert {*mine} <= seen


@pytest.mark.parametrize("look", ["at the issue", "at one of them", "at a push to one of them"])
def test_the_checks_of_strangers_share_it_too(look: str) -> None:
    """Whether our own verdict stands on a commit is asked by its name, however many runs others made."""
    # attack: 30 pull requests with 1,000 check runs each cost 373 requests at every look
    shop = told("review")
    numbers = list[int]()
    for n in range(8):
        named = f"Closes #{shop.issue}"
        files = {f"m{n}.py": "1"}
        number = shop.hub.open_pull("mallory", files, branch=f"m{n}", body=named, fork=True)
        shop.wake(PullTarget(number))
        for job in range(950):
            shop.hub.ci(shop.hub.pulls[number].head_sha, f"job {job}")
        numbers.append(number)
    seen, fake = None, cast(Any, shop.world.pulls)
    if look == "at a push to one of them":
        seen = Witness("pull_request", "synchronize", shop.hub.person("mallory"))
    rounds = fake.further
    shop.wake(None if look == "at the issue" else PullTarget(numbers[0]), seen)

    assert (
        0 < fake.further - rounds <= MOST_FURTHER + len(numbers)
    )  # one each: where it was too much
    assert shop.verdict == "success"
