"""Whatever may not have been read to its end keeps the gate closed, also for who would be exempt."""

from __future__ import annotations

from typing import Any

import pytest

from bot.adapters.markdown import MarkdownRenderer
from bot.domain.facts import Pull
from bot.domain.listing import Reading
from bot.domain.policy import Policy
from bot.domain.verdict import Verdict
from bot.effects import GateMessage
from bot.roles.gatekeeper import verdicts
from tests.factories import a_policy, facts
from tests.intents.given import present
from tests.roles.given import a_story_pull, at_work
from tests.roles.test_waivers import a_waiver

WORK = at_work()


def judged(pull: Pull, **more: Any) -> Verdict:
    """The verdict on a pull request of issue 7."""
    known = facts(record=present(WORK), pulls=(pull,), **more)
    [verdict] = verdicts.judge(known, verdicts.records_of(known, WORK))
    return verdict


@pytest.mark.parametrize("part", Reading)
def test_each_part_closes_the_gate_and_is_named(part: Reading) -> None:
    """Honest work passes; with any part unread a person must decide, and reads which part it is."""
    # issue 18, 7
    verdict = judged(a_story_pull(record=WORK, cut=frozenset({part})))
    summary = MarkdownRenderer("acme/shop").check(GateMessage(verdict, Policy()))[1]

    assert judged(a_story_pull(record=WORK)).passes
    assert verdict.conclusion.value == "action_required"
    assert verdict.lacking[0].data["unread"] == [part.value]
    assert (
        "GitHub lists"
        if part is Reading.FILES
        else "GitHub did not say"
        if part is Reading.LINKS
        else "not all"
    ) in summary


def test_a_pull_request_of_which_nothing_was_told_is_not_called_too_large() -> None:
    """Without an answer both its links and its hands are unknown: that passes by itself."""
    verdict = judged(a_story_pull(record=WORK, cut=frozenset({Reading.HANDS, Reading.LINKS})))
    summary = MarkdownRenderer("acme/shop").check(GateMessage(verdict, Policy()))[1]

    assert "plangate asks again" in summary and "split the pull request" not in summary


EXEMPT: dict[str, tuple[dict[str, Any], dict[str, Any], Reading]] = {
    "label": (
        {},
        {"labels": frozenset({"no-plan"}), "labelled": {"no-plan": "bob"}},
        Reading.LABELS,
    ),
    "label, perhaps given for another branch": (
        {},
        {"labels": frozenset({"no-plan"}), "labelled": {"no-plan": "bob"}},
        Reading.LINKS,
    ),
    "not planned, by an unread link": ({"require": "planned"}, {"linked": ()}, Reading.LINKS),
    "not planned, by an unread commit": ({"require": "planned"}, {"linked": ()}, Reading.COMMITS),
    "not planned, by an unread message": ({"require": "planned"}, {"linked": ()}, Reading.MESSAGES),
    "older": ({"since": "2099-01-01"}, {"linked": ()}, Reading.SIBLINGS),
    "paths": ({"exempt": {"paths": ["**"]}}, {"linked": ()}, Reading.FILES),
}


@pytest.mark.parametrize(("gate", "pull", "part"), EXEMPT.values(), ids=EXEMPT)
def test_nobody_is_exempt_by_what_was_not_read(
    gate: dict[str, Any], pull: dict[str, Any], part: Reading
) -> None:
    """Exempt as far as was read; unread, the exemption falls and the gate closes."""
    # issue 18, 7
    policy = a_policy(gate=gate)
    given = {"record": WORK, "policy": policy, **pull}

    assert judged(a_story_pull(**given), policy=policy).why
    verdict = judged(a_story_pull(**given, cut=frozenset({part})), policy=policy)
    assert not verdict.why and not verdict.passes


@pytest.mark.parametrize("part", Reading)
def test_a_waiver_opens_no_commit_whose_other_pull_requests_were_not_read(part: Reading) -> None:
    """It sets aside what was not read of its own pull request, never what others on the commit lack."""
    # attack: newer pull requests with a waiver hide a red one that is not read any more
    waiver = a_waiver("CHANGES_READ")
    record = WORK.model_copy(update={"waivers": (waiver,)})
    pull = a_story_pull(record=record, cut=frozenset({part}))
    known = facts(record=present(record), pulls=(pull,))
    [verdict] = verdicts.judge(known, verdicts.records_of(known, record))

    assert verdict.passes is (part is not Reading.SIBLINGS)
