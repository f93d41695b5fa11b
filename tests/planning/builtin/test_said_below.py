"""What is said below an issue takes away no question on policy, whatever the words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.questionnaire import ReasonCode
from bot.planning.builtin.engine import decide
from bot.planning.issue.markdown import read
from tests.evaluation.runner import cases
from tests.planning.requests import brief, comment

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


def decided(issue, said, writer):
    """The questions that need write permission, and how many stories the issue has."""
    (title, body), below = issue, (comment(said),) if said else ()
    writers = frozenset({"ann"}) if writer else frozenset()
    asked = brief(title, body, comments=below, writers=writers, forced=True).request
    draft, parts = decide(asked, read(title, body), ())
    return {q.question for q in draft.questions if q.code is ReasonCode.POLICY_RISK}, len(parts)


@given(issue=st.sampled_from(ISSUES), said=SAID, writer=st.booleans())
def test_no_comment_takes_a_question_on_policy_away(issue, said, writer):
    """Not of the author, nor of somebody who may write; nor does it make an epic of an issue."""
    alone, stories = decided(issue, "", writer)
    below, told = decided(issue, said, writer)

    assert alone <= below and stories == told
