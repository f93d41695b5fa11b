"""An epic's stories wait for what their author says, and for nothing else; each criterion is somewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.planning.builtin.stories import stories
from bot.planning.draft import Draft, DraftCriterion, Intent
from bot.planning.issue.markdown import IssueText, read
from bot.planning.proposal import Brief, ProposedPlan
from tests.fakes.engine import FakeEngine, task
from tests.growth import grows
from tests.planning.requests import brief, plan_of

EXPORT, LIST, MAIL, OLD = (
    "Export orders as CSV", "Show a list of past exports", "Send exports by e-mail", "Delete old exports",
)  # fmt: skip
NAMES = (EXPORT, LIST, MAIL, OLD)


def planned(body: str, *labels: str) -> ProposedPlan:
    return plan_of(brief("Exports", body, labels=frozenset(labels or ("plan:epic",))))


def listed(*says: str, mark: str = "-", around: str = "") -> str:
    """The four stories as a list, each with what it says of the order behind it."""
    told = [*says, *[""] * (len(NAMES) - len(says))]
    lines = (f"{mark} {name}{said}\n" for name, said in zip(NAMES, told, strict=True))
    return f"## Stories\n{around}\n\n{''.join(lines)}"


def counted(most: int) -> str:
    """The numbers of so many stories."""
    return ", ".join(map(str, range(1, most + 1)))


def links(plan: ProposedPlan) -> dict[int, tuple[int, ...]]:
    """What each story waits for, where it waits for something."""
    return {t.number: plan.plan.order()(t) for t in plan.plan.live if t.depends_on}


@pytest.mark.parametrize("mark", ["-", "1.", "- [ ]"])
def test_a_list_that_says_no_order_has_none(mark: str) -> None:
    """A plain list, numbered or not, states no dependency; nor do its stories' own words."""
    # issue 22
    says = (" after 4", " after 3 seconds", " after the CSV", ", needs a header row")
    assert links(planned(listed(*says, mark=mark))) == {}


STATED = (
    (" (depends on the previous story)", ", after story 2"),
    (". It depends on the previous one.", " – after 2"),
    (" (after 1)", " (after: Show a list of past exports)"),
    (", blocked by story 1", "; needs “Show a list of past exports”"),
    (" after the previous story", " waits for story 2"),
    (", hängt ab von 1", ", nach 2"),
    ("\n   - depends on: Export orders as CSV", "\n   - Depends on story 2"),
    ("\n\n  Depends on the previous story.", "\n\n  Blocked by story 2."),
)


def test_the_order_that_items_state_is_kept() -> None:
    """The previous story, a number, or a whole title, quoted or not; the titles are without it."""
    # issue 22
    wrong = {}
    for says in STATED:
        plan = planned(listed("", *says))
        met = [(t.title, [c.text for c in t.acceptance_criteria]) for t in plan.plan.tasks]
        if (links(plan), met) != ({2: (1,), 3: (2,)}, [(n, [n]) for n in NAMES]):
            wrong[says] = links(plan), met
    assert wrong == {}


AROUND: dict[str, dict[int, tuple[int, ...]]] = {
    "To be done in this order:": {2: (1,), 3: (2,), 4: (3,)},
    "Each story depends on the previous one.": {2: (1,), 3: (2,), 4: (3,)},
    "Story 2 depends on story 1; the rest can go in parallel.": {2: (1,)},
    "Show a list of past exports depends on “Export orders as CSV”.": {2: (1,)},
    "The list depends on the CSV.": {},
    "It depends on the weather.": {},
    "In order to save time, exports come first.": {},
}


def test_the_order_that_the_text_around_states_is_kept() -> None:
    """A sentence beside the list orders what it names; another one orders nothing."""
    # issue 22
    assert {around: links(planned(listed(around=around))) for around in AROUND} == AROUND


def test_an_order_nobody_can_keep_is_named() -> None:
    """Words that are no number and no title make no link, wherever they stand; nor does a circle."""
    # issue 22
    says = (" (after 2)", " (after 1)", ", after the exports", ", after 2 and the mail")
    plan = planned(listed(*says, around="The list depends on the CSV."))

    assert links(plan) == {1: (2,), 4: (2,)}
    told = [a.split("“")[1].split("”")[0] for a in plan.assumptions if "I made no link" in a]
    assert told == ["The list depends on the CSV", "story 1", "the exports", "the mail"]


def test_a_story_waits_for_fifty_at_most() -> None:
    """GitHub takes no more; those beyond are named."""
    # issue 22
    names = "".join(f"- [ ] Move part n{n} of the data\n" for n in range(54))
    plan = planned(f"## Stories\n{names}- [ ] Clean up (after {counted(54)})\n")

    assert {n: len(after) for n, after in links(plan).items()} == {55: 50}
    assert sum("I made no link" in a for a in plan.assumptions) == 4


def test_of_many_links_that_nobody_can_keep_the_first_are_named() -> None:
    """However many stories wait for each other: some are named, and that there are more."""
    # issue 19
    plan = planned("".join(f"- Move part n{n} (after {counted(120)})\n" for n in range(120)))

    told = [a for a in plan.assumptions if "I made no link" in a]
    assert sum("the other stories" in a for a in told) == 1
    assert all(len(after) <= 50 for after in links(plan).values())


def test_issues_that_a_story_is_blocked_by_are_kept() -> None:
    """`#45` outside of the plan is an issue to wait for; one that a story names is that story."""
    # issue 22
    body = listed(" (blocked by #45 and #46)", ", depends on #47").replace(MAIL, "#47 Mail")
    plan = planned(body)

    assert [t.blocked_by for t in plan.plan.tasks] == [(45, 46), (), (), ()]
    assert links(plan) == {2: (3,)}


def test_a_column_of_a_table_states_the_order() -> None:
    """`Depends on` over a column: its numbers are links, and no part of a story's text."""
    # issue 22
    rows = "".join(f"| {n} | {name} | {n - 1 or '-'} |\n" for n, name in enumerate(NAMES, 1))
    plan = planned(f"| # | what | depends on |\n|---|---|---|\n{rows}")

    assert links(plan) == {2: (1,), 3: (2,), 4: (3,)}
    assert [t.title for t in plan.plan.tasks] == list(NAMES)


def test_numbers_count_stories_that_are_done() -> None:
    """A ticked story is no work and holds nobody up, yet the others keep their numbers."""
    # issue 22
    body = listed("", " (after 1)", " (after 2)", mark="- [ ]").replace("- [ ]", "- [x]", 1)
    plan = planned(body)

    assert [t.title for t in plan.plan.tasks] == [LIST, MAIL, OLD]
    assert links(plan) == {2: (1,)}


SECTIONS = f"""\
## User stories
### Story 1: {EXPORT}
As an accountant I want a file.
- [ ] The file has a header row
- [x] The button is there
### Story 2: {LIST}
Depends on the previous story.
#### Acceptance criteria
- The newest export comes first
### Story 3: {MAIL}

## Acceptance criteria
- [ ] No export takes longer than a minute
- [ ] The file has a header row
"""


def test_sections_and_what_stands_below_them_are_stories_and_criteria() -> None:
    """Headings are stories; boxes and lists below are their criteria; phrases around are none."""
    # issue 22
    plan = planned(SECTIONS)

    assert [(t.title, [c.text for c in t.acceptance_criteria]) for t in plan.plan.tasks] == [
        (EXPORT, ["The file has a header row"]),
        (LIST, ["The newest export comes first"]),
        (MAIL, [MAIL]),
    ]
    assert links(plan) == {2: (1,)}
    assert plan.uncovered == ("No export takes longer than a minute",)


def drafted(asked: Brief) -> Draft:
    """A model's epic: two criteria are given to no story, one is forgotten, and one link is not stated."""
    texts = (
        "The file has a header row",
        "No export takes longer than a minute",
        "Exports are safe",
    )
    first, second = (
        task("s1", EXPORT, ("c1",)),
        task("s2", LIST, (), after="s1").model_copy(update={"depends_on": ("s1", "#45", "#99")}),
    )
    return Draft(
        decision="epic",
        intent=Intent.FEATURE,
        criteria=tuple(
            DraftCriterion(id=f"c{n}", text=text, quote=text if n < 3 else "")
            for n, text in enumerate(texts, 1)
        ),
        stories=(first, second.model_copy(update={"criteria": ("c1",)})),
    )


def test_what_a_model_gives_to_no_story_is_named() -> None:
    """No story is given what a draft gives to none, and what it forgot is named; `#99` is stated nowhere."""
    # issue 22
    body = f"{SECTIONS}- [ ] Old files are kept for a year\n\nThe list is blocked by #45.\n"
    plan = plan_of(brief("Exports", body), FakeEngine(drafted))

    assert {c.text for t in plan.plan.tasks for c in t.acceptance_criteria} == {
        "The file has a header row"
    }
    assert set(plan.uncovered) == {
        "No export takes longer than a minute",
        "Exports are safe",
        "The newest export comes first",
        "Old files are kept for a year",
    }
    assert (links(plan), plan.plan.tasks[1].blocked_by) == ({2: (1,)}, (45,))


def test_order_is_read_in_linear_time() -> None:
    """However much order a text states, four times as much takes no more than that."""
    # issue 22
    pieces = (
        "- a{n} (after the previous one)\n",
        "- a{n}, after a, after b,\n",
        "- a{n} depends on 1 and 2 and \n",
    )

    def of(piece: str) -> Callable[[int], IssueText]:
        return lambda size: read("x", "".join(piece.format(n=n) for n in range(size)))

    assert [piece for piece in pieces if grows(stories, of(piece), 600)] == []
