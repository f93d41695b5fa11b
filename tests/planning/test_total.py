"""Planning is total and deterministic: any text ends in a plan, questions or a refusal, in bounded time."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.errors import PlanError
from bot.planning.checks import judge
from bot.planning.draft import Draft, DraftCriterion, DraftTask, Intent
from bot.planning.grounding import MOST_QUOTES, Ground
from bot.planning.grounding import judge as judge_draft
from bot.planning.proposal import Brief, Declined, Proposal, ProposedPlan, ProposedQuestions
from tests.growth import grows
from tests.planning.requests import brief, comment, propose, with_

PIECES = st.sampled_from(
    [
        "# ",
        "## Acceptance criteria\n",
        "- [ ] ",
        "- ",
        "> ",
        "```\n",
        "`shop/orders.py`",
        "| a | b |\n|---|---|\n",
        "<details>",
        "<!-- ",
        " -->",
        "Given a When b Then c\n",
        "Depends on #3\n",
        "The export could be CSV or XLSX.\n",
        'File "shop/orders.py", line 3, in x\n',
        "\n\n",
        "\t",
        "Add ",
        "Fix ",
        "should ",
        "\0",
        "\x1b[31m",
        "\r\n",
        "\u202e",
        "\u200f",
        "\u200b",
        "\U0001f600",
        "\ufeff",
        "مرحبا ",
        "日本語 ",
        "{{ 7*7 }}",
        "${{ x }}",
        "@alice ",
        "rm -rf / ",
        "../../etc/passwd",
        "[a](javascript:x)",
        "&lt;",
        "\\",
        "*" * 9,
        "_" * 9,
        "1. ",
        "    ",
        "---\n",
    ]
)

TEXTS = st.lists(
    PIECES | st.text(st.characters(exclude_categories=["Cs"]), max_size=12), max_size=25
).map("".join)


def assert_sound(asked: Brief) -> None:
    """The same brief has the same, sound answer twice."""
    found = propose(asked)

    assert isinstance(found, ProposedPlan | ProposedQuestions | Declined)
    assert repr(propose(asked)) == repr(found)
    if isinstance(found, ProposedPlan):
        held = [t.resources for t in found.plan.live]
        there = {*asked.tree.paths}.union(*(r.create for r in held))
        assert all(there >= {*r.read, *r.write} for r in held)
        assert judge(found.plan, found.tests) == ()
    if isinstance(found, ProposedQuestions):
        assert 1 <= len(found.questions) <= 8
        assert all(2 <= len(q.options) <= 5 for q in found.questions)


@given(title=TEXTS, body=TEXTS, said=TEXTS)
@example(title="", body="", said="")
@example(title="\0", body="\0" * 9, said="\0")
@pytest.mark.shows("FR-013", "NFR-007")
def test_any_text_has_an_answer(title, body, said):
    """Whatever stands in title, body and comments, planning answers and never raises."""
    assert_sound(brief(title, body, comments=(comment(said), comment(said, association="OWNER"))))


@given(body=st.binary(max_size=400))
def test_binary_looking_text_has_an_answer(body):
    """Bytes that somebody took for text are text."""
    assert_sound(brief("Export orders", body.decode("latin-1")))
    assert_sound(brief("Export orders", body.decode("utf-8", "replace")))


@given(wish=TEXTS, body=TEXTS)
def test_any_feedback_makes_a_sound_version(wish, body):
    """Whatever a rejection says, the next version is sound."""
    first = propose(brief("Export orders as CSV in `shop/orders.py`", body))
    if isinstance(first, ProposedPlan):
        assert_sound(
            with_(brief("Export orders as CSV", body), earlier=first.plan, feedback=(wish,))
        )


HUGE = {
    "65k of one letter": "x" * 65_536,
    "65k of one digit": "7" * 65_536,
    "65k of one hyphened word": "x-" * 32_768,
    "one endless enumeration": "a, " * 21_845,
    "65k of words": "The export is slow. " * 3_277,
    "65k of criteria": "## Acceptance criteria\n" + "- [ ] the export works\n" * 2_800,
    "65k of different criteria": "## Acceptance criteria\n"
    + "".join(f"- [ ] the export keeps column {n}\n" for n in range(2_000)),
    "deep lists": "".join("  " * n + "- add a thing\n" for n in range(250)),
    "deep quotes": "> " * 30_000,
    "deep emphasis": "*a " * 20_000,
    "deep brackets": "[" * 65_000,
    "deep details": "<details>" * 7_000,
    "newlines": "\n" * 65_000,
    "one table": "| a | b |\n|---|---|\n" + "| x | y |\n" * 6_000,
    "a wide table": "|" + "a|" * 30_000 + "\n|" + "-|" * 30_000,
    "code spans": "`shop/orders.py` " * 3_800,
    "stack trace": 'Traceback:\n  File "shop/orders.py", line 3, in x\n' * 1_400,
    "right to left": "أضف تصدير الطلبات إلى صفحة الإدارة. " * 1_500,
    "emoji": "\U0001f600" * 65_000,
    "control": "\x01\x02\x1b[2J" * 9_000,
    "mentions": "@alice #1 " * 6_000,
    "dependencies": "Depends on #7, #8\n" * 3_000,
    "questions": "Should it be CSV or XLSX or JSON?\n" * 1_900,
    "entities": "&amp;&lt;&#x41;" * 4_000,
    "links": "[a](b)" * 10_000,
    "backslashes": "\\" * 65_000,
    "comments open": "<!-- plangate:" * 4_600,
    "scenarios": "Given a\nWhen b\nThen c\n\n" * 2_500,
}


WHOLE = ("65k of different criteria", "one table")
"""Planned whole in every run: the largest plan, and what makes the most cells."""


def planned(body: str, size: int) -> Proposal:
    """What comes of the first characters of a body; a plan of it is sound."""
    found = propose(brief("Export orders as a file", body[:size]))
    if isinstance(found, ProposedPlan):
        assert judge(found.plan, found.tests) == ()
    return found


@pytest.mark.parametrize("body", HUGE.values(), ids=HUGE)
def test_large_issues_are_answered_in_linear_time(body):
    """Four times as much text of any kind takes about four times as long, and is answered soundly."""
    # T19, T20
    assert not grows(lambda size: planned(body, size), lambda size: size, 4_096)


@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=[] if k in WHOLE else pytest.mark.proof) for k in HUGE]
)
def test_the_largest_issues_are_answered(kind):
    """65,536 characters of anything, the most that GitHub takes, are planned, asked about or declined."""
    # T19, T20
    assert planned(HUGE[kind], 65_536) is not None


def test_a_long_list_of_tasks_takes_linear_time():
    """Also where there are so many that no plan comes of it."""
    # issue 19
    listed = "".join(f"- Add column {n} to export\n" for n in range(1_000))
    body = f"## Acceptance criteria\n- A file\n## Tasks\n{listed}"

    def tried(size: int) -> None:
        with suppress(PlanError):
            propose(brief("Export orders as a file", body[:size]))

    assert not grows(tried, lambda size: size, 4_000)


def waiting(size: int) -> tuple[Draft, Ground]:
    """Tasks that wait for so many issues, none of which the request names as it is written."""
    numbers = [f"#{1_000 + n}" for n in range(size)]
    work = tuple(
        DraftTask(id=f"t{n}", title="x", depends_on=tuple(numbers[n::20])) for n in range(20)
    )
    draft = Draft(decision="proceed", intent=Intent.FEATURE, tasks=work)
    return draft, Ground(said=" ".join(n.replace("#", "&#35;") for n in numbers) * 20)


def quoting(size: int) -> tuple[Draft, Ground]:
    """As many criteria whose words stand nowhere as the conversation has lines."""
    criteria = [DraftCriterion(id=f"c{n}", text="x", quote=f"shows {n} & y") for n in range(size)]
    draft = Draft(decision="proceed", intent=Intent.FEATURE, criteria=tuple(criteria))
    return draft, Ground(said="Export\n" + "shows 1 shows 1\n" * 5_000 + "shows 2\n" * size * 50)


def faulty(given: tuple[Draft, Ground]) -> None:
    draft, ground = given
    asked = len(draft.criteria) + sum(len(t.depends_on) for t in draft.work)
    assert len(judge_draft(draft, ground)) == asked


@pytest.mark.parametrize(("given", "size"), [(waiting, 500), (quoting, 400)])
def test_what_a_draft_claims_of_a_long_conversation_is_judged_in_linear_time(given, size):
    """Neither each number nor each quote is looked for in all of it."""
    # issue 19: an epic of 60,000 characters took more than six seconds, with comments minutes
    assert not grows(faulty, given, size)


def test_a_quote_of_the_conversation_is_found_and_too_many_are_not_believed():
    """Those of the request itself are, however many."""
    said = (
        "Export " + " ".join(f"own {n}." for n in range(1_000)) + " so" * 30_000 + " a file by mail"
    )
    for text, many, faults in (
        ("own 7.", 500, 0),
        ("a file by mail", MOST_QUOTES, 0),
        ("a file by mail", 500, 500 - MOST_QUOTES),
    ):
        criteria = [DraftCriterion(id=f"c{n}", text="x", quote=text) for n in range(many)]
        draft = Draft(decision="proceed", intent=Intent.FEATURE, criteria=tuple(criteria))
        assert len(judge_draft(draft, Ground(said=said))) == faults
