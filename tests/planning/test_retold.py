"""Duplicates in other words over many fields: how many are found, and that no near miss is one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.planning.agreement import both_sides, told_at_once
from bot.planning.duplicates import twin
from bot.planning.meanings import Meaning, kin
from bot.planning.proposal import OpenIssue
from bot.planning.told import Told

HERE = Path(__file__).parent
READ, HELD = (
    yaml.safe_load((HERE / name).read_text(encoding="utf-8"))
    for name in ("retold.yml", "retold_held.yml")
)


def _found(issue: dict[str, Any], product: dict[str, Any]) -> int | None:
    found = twin(9_999, issue["title"], issue["body"], [OpenIssue(*o) for o in product["open"]])
    return found.number if found else None


@pytest.mark.parametrize(("products", "least"), [(READ, 0.4), (HELD, 0.15)], ids=["read", "held"])
def test_retold(products, least):
    """At least this share is found, and what is found is the right one.

    The floors are what stands, not what is wanted: who tells a fault in words that the thesaurus does
    not bring together is not understood.
    """  # S3.11
    told = [(same, _found(same, product)) for product in products for same in product["same"]]

    wrong = [same["title"] for same, number in told if number not in (None, same["twin"])]
    assert wrong == [same["title"] for same, _ in told if same.get("wrong")]
    assert sum(number is not None for _, number in told) >= least * len(told)


@pytest.mark.parametrize("product", [pytest.param(p, id=p["product"]) for p in (*READ, *HELD)])
def test_near_misses(product):
    """The same part with another fault, the same words with another wish, a sequel: no duplicate."""  # S3.11
    found = [o["title"] for o in product["other"] if _found(o, product)]

    assert found == [o["title"] for o in product["other"] if o.get("mistaken")]


def test_another_product_has_hardly_a_twin():
    """Among another product's issues nothing asks for the same; by chance at most two of 100."""  # S3.11
    pairs = zip(READ, READ[3:] + READ[:3], strict=True)
    found = [_found(i, other) for mine, other in pairs for i in (*mine["same"], *mine["other"])]

    assert sum(number is not None for number in found) <= len(found) / 50


def test_two_sides_of_one_matter_are_told():
    """What a user sees and what causes it stand in the reason with a stroke between them."""  # S3.11
    other = OpenIssue(
        709, "Retry on 429", "Large plans run into the rate limit of the API and abort half way."
    )
    text = "Somewhere after the hundredth record it runs into the limit and the rest isn't created."
    found = twin(9_999, "`too many requests` in the middle of apply", text, [other])

    assert found is not None
    assert "half way/retry" in found.shared


def test_a_short_issue_within_a_long_one_is_no_twin():
    """All of a title's few words may occur in a long issue that is about something else."""  # S3.11
    other = OpenIssue(41, "Export of members as CSV", "")
    title = "Members who left are still in the newsletter's export"
    body = (
        "Whoever leaves keeps getting the newsletter. The list for it is made by the export of members as "
        "CSV, and that one does not look at the leaving date. The date is there, in the members' table, and "
        "the page of a member shows it. Three people have complained to the office since March."
    )

    assert twin(9_999, title, body, [other]) is None


def _heavy(_: Meaning) -> float:
    return 1.0


def test_a_consequence_beside_its_cause_tells_a_title():
    """One sentence that says what a user sees counts more than his words spread over the text."""  # S3.11
    seen = Told.of("Parcel stays at the depot after the address was changed", "")
    cause = "The route is computed once. A parcel whose address is changed waits at the depot. See router.py."
    spread = "The depot has a new map. An address may be long. Each parcel gets a number. Prices changed."

    told, scattered = (told_at_once(seen, Told.of("Geocoder", b), _heavy) for b in (cause, spread))
    assert told > 1.5 * scattered


def test_a_near_miss_shares_the_thing_and_not_the_fault():
    """That a title's thing is known says little where its fault is not, and the other way round."""  # S3.11
    seen = Told.of("Thermometer freezes", "")
    both = Told.of("Sensor thread hangs", "The thermometer is read in a loop that waits for ever.")
    thing = Told.of("Sensor names", "The thermometer should have a name of its own.")
    fault = Told.of("Export hangs", "It waits for ever.")

    known = [both_sides(seen, other, _heavy) for other in (both, thing, fault)]
    assert known[0] > 2 * max(known[1:])


@pytest.mark.parametrize(
    ("user", "developer"),
    [
        ("Tables stay grey after a guest closed the tab", "Unfinished orders hold tables"),
        ("Mes absences sont toujours là", "Stale absences"),
        ("En marzo el informe sale en página en blanco", "Report of March is empty"),
        ("Im Juli bleibt der Aufzug stehen", "Lift freezes in July"),
        ("8月の会議が二重予約になる", "Meeting of August is double-booked"),
        ("Contract is good for a year only", "TTL of the contract"),
    ],
)
def test_users_and_developers_meet(user, developer):
    """What a user sees and a programmer's word for it are one meaning, or two sides of a matter."""  # S3.11
    mine, theirs = Told.of(user, ""), Told.of(developer, "")
    shared = {
        n for n in mine.title if n in theirs.title or kin().get(n, frozenset()) & {*theirs.title}
    }

    assert len(shared) >= 2


def test_it_matters_in_neither_order_who_told_it_at_once():
    """One sentence of either issue that tells the other's title is enough."""  # S3.11
    seen = Told.of("Parcel stays at the depot after the address was changed", "")
    cause = Told.of("Geocoder", "A parcel whose address is changed waits at the depot.")

    assert told_at_once(seen, cause, _heavy) == told_at_once(cause, seen, _heavy) > 0.5


def test_kin_counts_for_less_than_the_same():
    """What is only akin to a title's words tells less of it than these words themselves."""  # S3.11
    seen = Told.of("Tables stay grey after a guest closed the tab", "")
    same, near = (
        Told.of("Screen", text)
        for text in (
            "Tables stay grey after a guest closed the tab.",
            "Unfinished orders hold tables.",
        )
    )
    whole, half = (told_at_once(seen, other, _heavy) for other in (same, near))
    assert whole > 0.9
    assert 0 < half < 0.7
