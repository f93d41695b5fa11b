"""What is said below an issue takes away no question on policy, whatever the words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.questionnaire import ReasonCode
from bot.planning.builtin.engine import decide
from bot.planning.issue.markdown import read
from tests.evaluation.runner import cases
from tests.planning.requests import brief, comment, plan_of

# issue 19

ISSUES = [
    (c["title"], c["body"])
    for name in ("tuning", "sealed")
    for c in cases(name)
    if c["expected"]["decision"] in {"ask", "epic", "proceed"}
]
SAID = st.lists(
    st.sampled_from(
        [
            "Thanks!",
            "Go ahead.",
            "Confirmed on main, PR welcome.",
            "Yes please. We agreed on it, see the code in `shop/orders.py`.",
            "We'll need one issue per phase, this is too big to plan in one go.",
            "Please close this, it is a question for the forum.",
            "Which version? What does it print?",
            "```\nTraceback (most recent call last):\n```",
            *(body for _, body in ISSUES[::9]),
        ]
    ),
    min_size=1,
    max_size=4,
).map("\n\n".join)


def decided(issue, said):
    """The questions that need write permission, and how many stories the issue has."""
    (title, body), below = issue, (comment(said),) if said else ()
    asked = brief(title, body, comments=below, forced=True).request
    draft, parts = decide(asked, read(title, body), ())
    return {q.question for q in draft.questions if q.code is ReasonCode.POLICY_RISK}, len(parts)


@given(issue=st.sampled_from(ISSUES), said=SAID)
def test_no_comment_takes_a_question_on_policy_away(issue, said):
    """Of nobody without write permission, its author included; nor does it make an epic of an issue."""
    alone, stories = decided(issue, "")
    below, told = decided(issue, said)

    assert alone <= below and stories == told


def test_an_order_to_destroy_that_is_added_after_the_first_plan_is_asked_about():
    """An author plans something harmless first; nobody answered for what the edit adds."""
    # issue 19: policy approved "Drop table customers"
    first = plan_of(brief("Export orders", "In `shop/orders.py`.")).plan
    body = "In `shop/orders.py`.\n\n- [ ] Drop table customers"
    asked = brief("Export orders", body, earlier=first).request
    draft, _ = decide(asked, read("Export orders", body), ())

    assert [q.code for q in draft.questions] == [ReasonCode.POLICY_RISK]


@given(issue=st.sampled_from(ISSUES), said=st.sampled_from(["c", "of the want", "the same"]) | SAID)
def test_a_bystander_can_only_add_questions(issue, said):
    """Nobody but writers and who opened the issue has it declined, or planned without being asked."""
    # issue 19: the comment "c" took the question of an issue away, "of the want" declined it
    title, body = issue
    alone = decide(brief(title, body).request, read(title, body), ())[0]
    below = brief(title, body, comments=(comment(said, "mallory"),)).request
    draft, _ = decide(below, read(title, body), ())

    assert below.trusts(below.comments[0].author.login) == "anybody"
    assert (draft.decision == "reject") is (alone.decision == "reject")
    asked = {(q.question, q.code) for q in draft.questions}
    assert {(q.question, q.code) for q in alone.questions} <= asked
