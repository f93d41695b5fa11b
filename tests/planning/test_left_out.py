"""What an issue says of itself, of its past and of what is left out: none of it is a criterion."""

from __future__ import annotations

import pytest

from bot.planning.sections import Part, part_of
from tests.planning.requests import brief, plan_of


def criteria(title, body, **fields):
    """The texts of a plan's criteria."""
    tasks = plan_of(brief(title, body, **fields)).plan.tasks
    return " | ".join(c.text for t in tasks for c in t.acceptance_criteria)


@pytest.mark.parametrize("heading", ["Won't", "Won't have", "Not this time", "Hands off"])
def test_what_will_not_be_done_is_no_criterion(heading):
    """A heading that ranks its list last leaves it out; `Must` ranks it first."""  # S1.3
    body = f"**Must**\n\n- a guest can be ticked as absent\n\n**{heading}**\n\n- points and mails"
    told = criteria("Absent guests", body)

    assert "ticked as absent" in told
    assert "points and mails" not in told


def test_such_words_rank_nothing_inside_a_longer_heading():
    """`What must not happen` and `Why it won't start` are headings of another kind."""  # S1.3
    assert part_of("Why it won't start") is not Part.OUTSIDE
    assert part_of("Must") is Part.CRITERIA
    assert part_of("Musty smell") is Part.DESCRIPTION


def test_what_was_done_before_is_no_criterion():
    """The list behind `I have:` tells what the writer did; what is left to do stands after it."""  # S1.3
    body = (
        "The last step of the move. I have:\n\n- counted the rows: 0 left\n- asked Ida, she is fine\n\n"
        "Do: take the field out of the model, add a line to the changelog."
    )
    told = criteria("Drop visits.old_room", body)

    assert "The field is taken out of the model" in told
    assert "counted" not in told
    assert "asked Ida" not in told


def test_an_order_is_no_version_to_move_to():
    """`Log everybody out on upgrade to 4.0` does not say that something is 4.0."""  # S1.3
    assert "is 4.0" not in criteria("Log everybody out on upgrade to 4.0", "Once is enough.")


@pytest.mark.parametrize("how", ["`npm run swatches:copy`, every night.", "Use @acme/tracker."])
def test_a_script_or_package_goes_into_the_manifest(how):
    """A script of its own and a package to use are read in `package.json`."""  # FR-061
    paths = ("package.json", "src/copy.ts", "src/copy.test.ts")
    found = [
        plan_of(
            brief(
                "Copy the swatches", f"Copy what is new to the second bucket. {text}", paths=paths
            )
        )
        for text in (how, "Check with `npm run test`.")
    ]
    seen = [
        {p for t in f.plan.tasks for p in (*t.resources.read, *t.resources.write)} for f in found
    ]

    assert "package.json" in seen[0]
    assert "package.json" not in seen[1]
