"""What comes of a reply, from its words to the record: taken, asked about once, or left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.factories import a_question
from tests.intents.given import asking, known, said
from tests.roles.given import a_proposal, decide, notices

ROWS = yaml.safe_load(Path(__file__).with_name("examples").joinpath("heard.yml").read_text("utf-8"))
FORMAT = a_question("q1", "CSV (Recommended)", "XLSX")


def when(number: int):
    """The question that allows own words."""
    return a_question(f"q{number}", "At once (Recommended)", "By e-mail", free_text=True)


def came_of(words: str, *questions, by: str = "carol"):
    """The answers and notices after one reply of the issue's author to these questions."""
    decision = decide(known(asking(*questions), said(words, author=by)), a_proposal())
    return [_shown(a) for a in decision.record.planner.answers], notices(decision)


def _shown(answer) -> str:
    what = "you" if answer.planner_decision else answer.choice or f"={answer.text}"
    return f"{answer.question_id[1:]} {what}"


def test_what_comes_of_each_reply():
    """Picks beside courtesy are taken, what only seems to answer is asked about, talk is left alone."""
    # B4 S3.9
    came = [
        came_of(row["say"], *((when(1),) if row.get("alone") else (FORMAT, when(2))))
        for row in ROWS
    ]
    wanted = [
        (row.get("takes", []), [("unclear_answer", "carol")] if row.get("asks") else [])
        for row in ROWS
    ]

    assert [(r["say"], c) for r, c, w in zip(ROWS, came, wanted, strict=True) if c != w] == []


YES = a_question("q1", "No (Recommended)", "Yes")


@pytest.mark.parametrize(("words", "taken"), [("yes", "1 B"), ("No.", "1 A"), ("1: yes", "1 B")])
def test_an_options_own_words_come_before_any_other_meaning(words, taken):
    """Where `Yes` is an option that is not recommended, `yes` means that option."""
    # B4
    assert came_of(words, YES) == ([taken], [])


def test_a_label_of_two_questions_names_neither():
    """`Keep them` could answer both: its writer is asked which."""
    first, second = (a_question(q, "Keep them (Recommended)", "Drop them") for q in ("q1", "q2"))

    assert came_of("keep them", first, second) == ([], [("unclear_answer", "carol")])


RISKY = a_question(
    "q2",
    "Keep (Recommended)",
    "Delete",
    context={"reasonCodes": ["POLICY_RISK"], "affectedSections": ["planningArtifact"]},
)


@pytest.mark.parametrize("words", ["you decide", "all recommended", "A for both"])
def test_a_question_on_policy_is_answered_by_its_number_only(words):
    """Words for all questions at once do not reach those on policy, whoever says them."""
    # S1.3 T4
    taken, _ = came_of(words, FORMAT, RISKY, by="bob")

    assert [answer[0] for answer in taken] == ["1"]


def test_a_stranger_is_not_asked_what_they_mean():
    """Prose of people who may not answer is left alone."""
    # B11
    assert came_of("I'd go with 1A", FORMAT, when(2), by="mallory") == ([], [])
