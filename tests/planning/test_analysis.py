"""Intent, goal and what a request names."""

from __future__ import annotations

import pytest

from bot.planning.analysis import analyse
from bot.planning.kinds import goal_of
from bot.planning.proposal import Intent
from bot.planning.reading import read
from tests.planning.requests import SHOP, brief


def analysed(title: str, body: str = "", **fields):
    request = brief(title, body, **fields).request
    return analyse(request, read(title, body), SHOP)


FORM = "**Do you want to request a *feature* or report a *bug*?**\n\n"


@pytest.mark.parametrize(
    ("title", "body", "labels", "intent"),
    [
        ("feat(cart): add a counter", "", (), Intent.FEATURE),
        ("fix: totals", "", (), Intent.BUG),
        ("Anything", "", ("type: bug",), Intent.BUG),
        ("Crash on start", "", (), Intent.BUG),
        ("Add a counter", "", (), Intent.FEATURE),
        ("Refactor the cart", "", (), Intent.REFACTOR),
        ("Document the export", "", (), Intent.DOCS),
        ("Fix a typo in the README", "", (), Intent.DOCS),
        ("Add tests for the cart", "", (), Intent.TEST),
        ("Bump django to 4.2.11", "", (), Intent.CHORE),
        ("How do I install it?", "", (), Intent.QUESTION),
        ("The cart", "### Steps to reproduce\n1. Open it", (), Intent.BUG),
        ("The cart", "", (), Intent.FEATURE),
        ("Add a validator to prevent duplicate rows", "", ("bug",), Intent.FEATURE),
        ("Support paths in the export", "### Steps to reproduce\n1. Open it", (), Intent.FEATURE),
        ("There is no way to stop it", "### Expected\nIt stops", (), Intent.FEATURE),
        ("Missing support for zip files", "", (), Intent.FEATURE),
        ("Support for zip files is broken", "", (), Intent.BUG),
        ("Add missing tests of the export", "", ("bug",), Intent.BUG),
        ("[Bug][Editor] Fold by level", "", (), Intent.BUG),
        ("Cut names are shown twice", f"{FORM}Feature.", (), Intent.FEATURE),
        ("Long names", f"{FORM}A bug.", (), Intent.BUG),
        ("Add link to Person documentation on Person panel", "", (), Intent.FEATURE),
        ("Add a link to the documentation in the README", "", (), Intent.DOCS),
    ],
)
def test_intent(title, body, labels, intent):
    """Prefix, then label, then the title's words, then sections tell the kind of work."""  # FR-014
    assert analysed(title, body, labels=frozenset(labels)).intent is intent


@pytest.mark.parametrize(
    ("title", "goal"),
    [
        ("feat(cart)!: add x", "Add x"),
        ("[Feature] Add x.", "Add x"),
        ("[Bug]: it fails", "It fails"),
        ("Note: keep this", "Note: keep this"),
        (
            "`app mount` does not work on 6.1 - Detect when 9p is missing",
            "Detect when 9p is missing",
        ),
        ("Mount fails on 6.1 - permission denied", "Mount fails on 6.1 - permission denied"),
        ("It crashes on empty file - list index out of range",) * 2,
        ("Export fails on Windows - use CRLF in the meantime",) * 2,
        (
            "Export fails on x - warn about it in the shell-init file",
            "Warn about it in the shell-init file",
        ),
        ("[Bug][export] Wrong line ends", "Wrong line ends"),
        ("[ ] boxes are not drawn", "[ ] boxes are not drawn"),
        (read("[Bug][Cosmetics][2.2.0-rc.2] Progress flickers", "").title, "Progress flickers"),
        ("[Feature] [Editor] Fold by level", "Fold by level"),
    ],
)
def test_goal(title, goal):
    """The goal is the title without the marks of its kind."""  # FR-013
    assert goal_of(title) == goal


def test_entities():
    """Paths of the tree, strangers, identifiers and quoted names are told apart."""  # FR-015
    found = analysed(
        "Fix `load_all`", 'See `shop/orders.py`, shop/none.py and the "Export" button.'
    )

    assert found.paths == ("shop/orders.py",)
    assert found.strangers == ("shop/none.py",)
    assert found.identifiers == ("load_all",)
    assert found.quoted == ("Export",)


def test_what_is_out_of_scope_limits_the_work():
    """Constraints and what is out of scope are kept apart from goals."""  # S3.7
    found = analysed("Add x", "It should work.\n\n## Out of scope\n- The admin page")

    assert found.goals == ("It should work.",)
    assert found.limits == ("Out of scope: The admin page",)
