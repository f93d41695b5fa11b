"""Random edits of a questionnaire as GitHub would show it: only a pure tick by a permitted person counts."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.markdown import MarkdownRenderer
from bot.domain import markers
from bot.domain.facts import Permission, Person, Witness
from bot.domain.policy import Policy
from bot.effects import QuestionsMessage
from tests.factories import BOT, NOW, a_comment, a_policy, a_question, an_issue
from tests.intents.given import asking, known
from tests.roles.given import a_proposal, decide

RISKY = {"context": {"reasonCodes": ["POLICY_RISK"], "affectedSections": ["planningArtifact"]}}
ROUND = asking(
    a_question("q1", "Refuse (Recommended)", "Clamp", "Ignore", free_text=True),
    a_question("q2", "In the cart (Recommended)", "In the form"),
    a_question("q3", "Keep them (Recommended)", "Delete them", **RISKY),
)
ASKED = ROUND.awaiting_human_artifact
TEXT = MarkdownRenderer("acme/shop").comment(QuestionsMessage(ASKED, Policy(), "carol"))
BODY = markers.marked("questions", "round=1", TEXT, 3)
BOXES = re.findall(r"plangate:(q\d\.[a-e])", BODY)
EDITED_AT = NOW + timedelta(minutes=1)
# who edits, what GitHub says of them, and which questions they may answer
EDITORS = {
    "alice": (Permission.ADMIN, {"q1", "q2", "q3"}),
    "bob": (Permission.WRITE, {"q1", "q2", "q3"}),
    "trent": (Permission.TRIAGE, set()),
    "carol": (Permission.READ, {"q1", "q2"}),
    "mallory": (Permission.READ, set()),
    "helper[bot]": (Permission.WRITE, {"q1", "q2"}),
    "other[bot]": (Permission.WRITE, set()),
}


def tick(box: str, mark: str = "x"):
    return lambda text: text.replace(
        f"[ ] <!-- plangate:{box} -->", f"[{mark}] <!-- plangate:{box} -->"
    )


def line_edit(change):
    """An edit of one line, by its number."""

    def edit(at: int):
        def do(text: str) -> str:
            lines = text.split("\n")
            n = at % len(lines)
            return "\n".join([*lines[:n], *change(lines[n]), *lines[n + 1 :]])

        return do

    return st.integers(0, 200).map(edit)


def swapped(at: int):
    def do(text: str) -> str:
        lines = text.split("\n")
        n = at % max(1, len(lines) - 1)
        if len(lines) < 2:
            return text
        lines[n], lines[n + 1] = lines[n + 1], lines[n]
        return "\n".join(lines)

    return do


PURE = st.one_of(
    st.tuples(st.sampled_from(BOXES), st.sampled_from("xX")).map(lambda t: tick(*t)),
    st.sampled_from(BOXES).map(tick),
    st.just(lambda text: text),
    st.just(lambda text: text.replace("\r\n", "\n").replace("\n", "\r\n")),
    st.just(lambda text: text + "\n\n"),
    st.just(lambda text: text.replace("\n", "  \n", 1) if "\r" not in text else text),
)
OTHER = st.one_of(
    line_edit(lambda line: [line, "- [x] <!-- plangate:q1.b --> **1B** mine"]),
    line_edit(lambda line: [line, "one more line"]),
    line_edit(lambda line: []),
    line_edit(lambda line: [line, line]),
    line_edit(lambda line: [line.replace("e", "a")]),
    line_edit(lambda line: [line.upper()]),
    line_edit(lambda line: ["- [ ] #12"]),
    line_edit(lambda line: [f"> {line}"]),
    line_edit(lambda line: [line.replace("plangate:q1.a", "plangate:q2.b")]),
    st.integers(0, 200).map(swapped),
    st.just(lambda text: text.replace("round=1", "round=2")),
    st.just(lambda text: ""),
    st.just(lambda text: "Hello\n" + text),
    st.text(max_size=20).map(lambda more: lambda text: text + more),
)
TICKS = st.lists(st.sampled_from(BOXES).map(tick), min_size=2, max_size=4, unique=True)
EDITS = st.one_of(
    TICKS,
    st.lists(PURE, min_size=1, max_size=4),
    st.lists(st.one_of(PURE, OTHER), min_size=1, max_size=4),
)


def is_pure(before: str, after: str) -> bool:
    """Whether nothing but boxes changed, by comparing line by line; blanks at line ends aside."""
    old = [line.rstrip() for line in before.replace("\r\n", "\n").rstrip().split("\n")]
    new = [line.rstrip() for line in after.replace("\r\n", "\n").rstrip().split("\n")]
    empty = re.compile(r"^- \[[xX ]\] (?=<!-- plangate:)")
    return [empty.sub("", a) for a in old] == [empty.sub("", b) for b in new]


def torn(after: str) -> bool:
    """Whether two options of one question are ticked."""
    questions = [box[:2] for box in re.findall(r"- \[[xX]\] <!-- plangate:(q\d\.[a-e]) -->", after)]
    return len(questions) > len(set(questions))


def wanted(before: str, after: str, editor: str) -> set[tuple[str, str]]:
    """What must be accepted: one tick a question, in a pure edit, where the editor may answer."""
    if not is_pure(before, after):
        return set()
    ticked: dict[str, set[str]] = {}
    for box in re.findall(r"- \[[xX]\] <!-- plangate:(q\d\.[a-e]) -->", after):
        ticked.setdefault(box[:2], set()).add(box[-1].upper())
    may = EDITORS[editor][1]
    return {(q, next(iter(s))) for q, s in ticked.items() if len(s) == 1 and q in may}


def accepted(after: str, editor: str) -> set[tuple[str, str]]:
    """What the bot takes over when this editor leaves the questions' comment like this."""
    account = Person(editor, 5, editor.endswith("[bot]"))
    witness = Witness(
        "issue_comment", "edited", account, comment_id=501, body_before=BODY, body_after=after
    )
    facts = replace(
        known(ROUND, a_comment(after, 501, author=BOT.login, updated_at=EDITED_AT)),
        issue=an_issue(author="carol"),
        witness=witness,
        policy=a_policy(answers={"bots": ["helper[bot]"]}),
        permissions={editor: EDITORS[editor][0]},
    )
    record = decide(facts, a_proposal()).record
    return {(a.question_id, a.choice) for a in record.planner.answers} if record else set()


@pytest.mark.hypothesis  # `make proof` tries more
def test_only_a_pure_tick_by_a_permitted_person_counts():
    """However a questionnaire is edited: accepted if and only if it is a pure tick by one who may answer."""
    # S1.5 B4 T4 T9
    seen = {"accepted": 0, "refused": 0, "torn": 0}

    @given(edits=EDITS, editor=st.sampled_from(sorted(EDITORS)))
    def holds(edits, editor):
        after = BODY
        for edit in edits:
            after = edit(after)
        expected = wanted(BODY, after, editor)
        seen["accepted" if expected else "refused"] += 1
        seen["torn"] += is_pure(BODY, after) and torn(after)

        assert accepted(after, editor) == expected

    holds()
    assert min(seen.values()) > 0, seen
