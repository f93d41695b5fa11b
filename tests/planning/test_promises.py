"""Promises: what stands against a wish, and who has not agreed to it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from bot.domain.questionnaire import ReasonCode
from bot.planning.promises import stands_against
from tests.planning.test_leanings import codes

SENTENCES = yaml.safe_load(Path(__file__).with_name("promises.yml").read_text(encoding="utf-8"))
RISK = ReasonCode.POLICY_RISK
FORMAT = (
    "Packed files are a third of the size, the patch is small.\n\n"
    'docs/format.md has the sentence "files of any 2.x open in every other 2.x".\n\n'
    "- [ ] files are at most half as large as today\n- [ ] reading takes no longer than 20 ms\n"
)


@pytest.mark.parametrize("row", SENTENCES, ids=lambda row: row["text"][:40])
def test_what_stands_against_a_wish(row):
    """A promise, its silence and an approval that is open are seen; a rule to follow is not."""  # S1.3
    assert stands_against(row["text"]) == (row["want"] == "against")


def test_a_promise_that_the_work_would_break_is_asked_about():
    """Nobody may break what a document promises without somebody's decision."""  # S1.3
    assert codes("Pack the project files", FORMAT) == {RISK}


def test_whoever_may_decide_ends_it():
    """An owner who allows it, or a text that names who has approved it, leaves nothing to ask."""  # S1.3
    assert codes("Pack the project files", FORMAT, ("OWNER", "Go ahead, for 3.0.")) == set()
    assert codes("Pack the project files", f"{FORMAT}\nApproved by the board on 3 May.") == set()


def test_mending_keeps_the_word():
    """The report of a fault wants the promise kept, so it is not asked whether it may be broken."""  # S1.3
    told = (
        "Files saved with 2.4 do not open in 2.3: `ValueError: unknown block`.\n\n"
        "docs/format.md promises that any 2.x opens any other.\n\n"
        "Steps: save with 2.4, open with 2.3."
    )
    assert RISK not in codes("Files of 2.4 do not open in 2.3", told, labels=("bug",))


def test_who_has_checked_it_with_those_in_charge_has_leave():
    """An owner who checked it with the board decides; who only would check with somebody does not."""  # S1.3
    told = "A nightly job deletes ended contracts with all their documents for good."
    asked = codes("Remove ended contracts", told)
    decided = "Checked with the board: all of them, 24 months after the end. Ship it."

    assert RISK in asked
    assert codes("Remove ended contracts", told, ("OWNER", decided)) == set()
    assert RISK in codes("Remove ended contracts", told, ("NONE", "I would check with a lawyer."))


def test_a_sentence_is_asked_about_once():
    """A rule that stands against a wish is a risk; that it lacks something is not asked beside."""  # S1.3
    told = (
        "At the desk we need the birth year. One line: give `HELPER` the right as well.\n\n"
        "docs/roles.md: helpers must not have access to birth dates. Perhaps outdated?"
    )
    assert codes("Let helpers see the birth year", told) == {RISK}
