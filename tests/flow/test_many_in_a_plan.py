"""However long the list in an issue: to show its plan again takes linear time, with the real words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.adapters.markdown import MarkdownRenderer
from bot.adapters.records import GitHubRecords
from bot.planning.builtin.engine import BuiltinEngine
from tests.flow.given import Shop
from tests.growth import grows


def planned(label: str, head: str, line: str) -> Callable[[int], Shop]:
    """An issue with so many such lines, planned by the built-in engine and shown by the real templates."""

    def given(size: int) -> Shop:
        shop = Shop()
        body = f"We want to export orders from `shop/orders.py`.\n\n## {head}\n"
        lines = "".join(line.format(n) for n in range(size))
        shop.issue = shop.hub.open_issue("carol", "Add export of orders", body + lines)
        shop.hub.set_labels(shop.issue, [label])
        shop.hub.labelled.setdefault(shop.issue, {})[label] = "trent"
        words = MarkdownRenderer(shop.hub.full_name)
        records = GitHubRecords(shop.world.issues, words)
        shop.world = replace(shop.world, engine=BuiltinEngine(), renderer=words, records=records)
        shop.wake()
        assert shop.stage == "staged"
        assert shop.ours("plan") or shop.ours("stories")
        return shop

    return given


def quiet(shop: Shop) -> None:
    """Nothing has changed, so nothing is written."""
    assert shop.writes(shop.wake) == []


# Sizes whose plans fit in a comment: what does not fit is shown in several ways, until one fits.
LISTS = {
    "tasks": (planned("plan", "Tasks", "- change x{} in orders\n"), 25),
    "criteria": (planned("plan", "Acceptance criteria", "- the x{} shows y\n"), 100),
    "scenarios": (planned("plan", "Acceptance criteria", "- Given a{0}, when b, then c{0}\n"), 100),
    "stories": (planned("plan:epic", "Stories", "### story x{0} of orders\n- it shows a{0}\n\n"), 50),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_a_long_list_is_shown_in_linear_time(name):
    """Four times as many lines take about four times as long, at a wake where nothing has changed."""
    # issue 19: a stranger's comment wakes the bot, and 200 tasks took seven seconds each time
    given, size = LISTS[name]
    assert not grows(quiet, given, size)
