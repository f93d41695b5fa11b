"""What people read about a record that cannot be trusted: what is wrong, and what can be done."""

from __future__ import annotations

import pytest

from bot.adapters.markdown import MarkdownRenderer
from bot.domain.policy import Policy
from bot.domain.verdict import Row, RowCode, RowState, Verdict
from bot.effects import GateMessage, NoticeKind, NoticeMessage

RENDERER = MarkdownRenderer("octo/shop")
SAID = {
    "newer": ("003", 0, ["newer version", "must update it"], ["/plan restore"]),
    "unwritable": ("008", 0, ["could not be saved", "blocked"], ["/plan restore", "intact"]),
    "unsigned": (
        "016",
        4,
        ["Then I use it", "`/plan restore`", "given again"],
        ["start again"],
    ),
    "stale": ("011", 4, ["of revision 4", "`/plan restore`", "given again"], ["start again"]),
    "nothing": ("009", 0, ["start again", "`/plan restore`"], ["revision"]),
}


@pytest.mark.parametrize(("code", "stale", "holds", "lacks"), SAID.values(), ids=SAID)
def test_the_notice_says_what_can_be_done(code, stale, holds, lacks):
    """Nothing is promised that would not happen."""
    # B9
    data = {"code": f"PLANGATE-RECORD-{code}", "why": "so it is", "stale": stale}
    text = RENDERER.comment(NoticeMessage(NoticeKind.RECORD_DAMAGED, "", data))

    assert f"PLANGATE-RECORD-{code}" in text and ("so it is" in text) is (code != "003")
    assert [words for words in holds if words not in text] == []
    assert [words for words in lacks if words in text] == []


RESTORED = {
    "a good copy": ({"revision": 4, "current": True}, "good copy of revision 4", "given again"),
    "a stale one": ({"revision": 4, "current": False}, "later changes are lost", "I restored"),
    "an unsigned one": (
        {"revision": 4, "current": False, "code": "PLANGATE-RECORD-016"},
        "asked me to use it as it was",
        "good copy",
    ),
    "nothing": ({"revision": 0, "current": False}, "start again", "revision"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "holds", "lacks"), RESTORED.values(), ids=RESTORED)
def test_the_notice_says_what_was_done(data, holds, lacks):
    """Whether a copy, an older record or none came back."""
    # B9
    text = RENDERER.comment(NoticeMessage(NoticeKind.RECORD_RESTORED, "", {"by": "bob"} | data))

    assert holds in text and lacks not in text


@pytest.mark.parametrize(
    ("code", "remedy"),
    [("003", "update it"), ("008", "could not be saved"), ("011", "`/plan restore`")],
)
def test_the_gate_names_the_remedy(code, remedy):
    """A record that cannot be trusted: the row says who can fix it, and how."""
    # S4.4
    data = {"code": f"PLANGATE-RECORD-{code}", "why": "so it is"}
    row = Row(RowCode.RECORD_INTACT, RowState.UNDECIDED, 12, data)
    verdict = Verdict(3, "a" * 40, "main", "b" * 40, (row,), (12,), (4,))
    _, summary = RENDERER.check(GateMessage(verdict, Policy()))

    assert remedy in summary
