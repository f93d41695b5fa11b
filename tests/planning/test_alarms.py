"""What the rules over several sentences see, and what ends their doubts."""

from __future__ import annotations

import pytest

from bot.planning.absences import absences
from bot.planning.alarms import alarms
from bot.planning.contradictions import contradictions
from bot.planning.proposal import Intent
from bot.planning.reading import read
from bot.planning.softness import hazy, soft

PURGE = "Purge recordings older than 90 days."


def raised(body, intent=Intent.FEATURE, others=()):
    return tuple(alarms(read("Tidy up", body), intent, others))


def test_an_alarm_keeps_its_sentence():
    """The sentence that caused a risk is what the doubt is about."""  # S1.2 FR-010
    (doubt,) = raised(f"The disk is full. {PURGE}")

    assert doubt.about == PURGE
    assert 2 <= len(doubt.ways) <= 5


@pytest.mark.parametrize(
    "body",
    [
        "Never purge recordings older than 90 days.",
        f"{PURGE} They go to the trash first.",
        "Recordings are purged after 90 days.",
    ],
)
def test_no_alarm(body):
    """What is forbidden, can be undone or only told is no risk."""  # S1.2 FR-010
    assert raised(body) == ()


def test_a_stranger_may_raise_an_alarm():
    """What others say of their own use counts beside a wish of the author."""  # S1.2 FR-010
    wish = "Change the default to strict."

    assert raised(wish) == ()
    assert len(raised(wish, others=("My scripts rely on the loose one.",))) == 1


def test_a_fault_is_told_not_wished():
    """The title of a report names what is wrong."""  # S1.2 FR-010
    reading = read("Refund mail shows the full amount", "It should show the part.")

    assert tuple(alarms(reading, Intent.BUG, ())) == ()


def missing(body, intent=Intent.FEATURE, others=(), paths=()):
    return [d.question for d in absences(read("Work", body), intent, others, paths)]


def test_placeholders_in_a_block():
    """A block with a placeholder is asked for all its open values."""  # S1.2 FR-010
    (question,) = missing("```yaml\nhost: ???\nport:\nuser: root\n```")

    assert "host, port" in question
    assert "user" not in question


def test_a_block_without_a_placeholder_may_have_empty_keys():
    """`volumes:` above deeper lines, or an empty value alone, is a block as many are."""  # S1.2 FR-010
    assert missing("```yaml\nvolumes:\n  data:\n```") == []


@pytest.mark.parametrize(
    ("body", "paths", "asked"),
    [
        ("The layout is in the attached PDF.", (), 1),
        ("The layout is in the attached PDF (layout.pdf).", ("docs/layout.pdf",), 0),
        ("The layout is in the [attached PDF](https://example.org/x.pdf).", (), 0),
        ("Documents attached to an order are printed.", (), 0),
    ],
)
def test_attachments(body, paths, asked):
    """What is said to be attached must be linked, or stand in the repository."""  # S1.2 FR-010
    assert len(missing(body, paths=paths)) == asked


@pytest.mark.parametrize(
    ("items", "asked"),
    [
        ("- loads fast\n- looks good", True),
        ("- loads in 2 s\n- looks good\n- prints `ok`", False),
        ("- heavy jobs run at night\n- light jobs run at once", True),
    ],
)
def test_soft_criteria(items, asked):
    """Criteria are asked about when at least half of them have no measure."""  # S1.2 FR-010
    assert bool(tuple(soft(read("Jobs", f"## Acceptance criteria\n{items}")))) is asked


def test_hazy_amounts():
    """An amount that is only hinted at is asked for where nothing has a measure."""  # S1.2 FR-010
    assert len(tuple(hazy(read("Mail", "Send it a while before the course.")))) == 1
    assert tuple(hazy(read("Mail", "Send it a while before the course: 24 h."))) == ()


@pytest.mark.parametrize(
    ("one", "other", "asked"),
    [
        ("a team has at most 5 seats", "a team has up to 7 seats", True),
        ("a team has at most 5 seats", "a team has up to 5 seats", False),
        ("a team has at most 5 seats", "a team has at most 7 seats on paid plans", False),
        ("guests see the private board", "guests do not see the private board", True),
        ("guests see the private board", "guests do not see the old board", False),
    ],
)
def test_statements_that_rule_each_other_out(one, other, asked):
    """Two bounds of one thing, or a sentence and its denial, cannot both hold."""  # S1.2 FR-010
    assert bool(tuple(contradictions(read("Seats", f"- {one}\n- {other}")))) is asked


@pytest.mark.parametrize(("word", "asked"), [("first", False), ("last", True)])
def test_an_example_against_its_rule(word, asked):
    """The example must keep the line that the rule keeps."""  # S1.2 FR-010
    body = f"Keep the {word} of them.\n\n```\nk,v\n1,a\n2,b\n1,c\n```\n\n```\nk,v\n1,a\n2,b\n```"

    assert bool(tuple(contradictions(read("Unique", body)))) is asked
