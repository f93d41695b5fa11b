"""The planner's linear models: their committed weights, and what they make of clauses and issues."""

from __future__ import annotations

from typing import Any

import pytest

from bot.planning import demands, hunches, linear, purpose
from bot.planning.analysis import analyse
from bot.planning.builtin import propose
from bot.planning.clauses import clauses
from bot.planning.doubts import Doubt
from bot.planning.proposal import Intent, ProposedQuestions
from bot.planning.reading import read
from bot.planning.suspicion import suspected
from tests.planning.requests import brief
from tests.training import demands as demand_rows
from tests.training import hunches as hunch_rows
from tests.training import suspicion as suspicion_rows
from tests.training.__main__ import tables
from tests.training.cases import NEAR, READ, load, sets
from tests.training.regression import Row, Weights


def rows(name: str) -> list[Row]:
    """What is learned of a set of issues by the model of demands."""
    return [row for one in load(name) for row in demand_rows.rows(one)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "train"),
    [
        (demands.WEIGHTS, demand_rows.train),
        pytest.param(hunches.WEIGHTS, hunch_rows.train, marks=pytest.mark.proof),  # takes longer
    ],
)
def test_the_committed_weights_are_what_the_trainer_gives(file, train):
    """Training on the committed issues says the same of them; the last digit may differ."""  # S1.3
    made: Weights = train(sets())
    kept = linear.weights(file)

    assert len(set(made) ^ set(kept)) < len(made) / 100
    for traits, _ in rows("h")[::7]:
        assert linear.scored(made, traits) == pytest.approx(linear.scored(kept, traits), abs=150)


def test_what_a_model_learned_holds_for_issues_it_has_not_seen():
    """Trained without a set, it puts most of that set's demands before most other clauses."""  # S1.3
    made = demand_rows.train([n for n in sets() if n != "j"])
    told = [(linear.scored(made, traits)[0], hits[0]) for traits, hits in rows("j")]
    wanted = [score for score, hit in told if hit]
    others = [score for score, hit in told if not hit]

    before = sum(w > o for w in wanted for o in others)
    assert before / (len(wanted) * len(others)) > 0.75


def test_a_clause_knows_where_it_stands():
    """Its section, its form, its sentence, and the clause before it."""  # S1.1
    found = list(
        clauses(
            read(
                "Fees",
                "### Rules\n\n- Late fees stay off.\n\n"
                "The page lists every fee of a member, and a total stands below it.",
            ),
            ["Members only."],
        )
    )

    assert [(c.text, c.form, c.section, c.nth) for c in found] == [
        ("Late fees stay off.", "item", "Rules", -1),
        ("The page lists every fee of a member", "prose", "Rules", 0),
        ("a total stands below it", "prose", "Rules", 1),
        ("Members only", "prose", "", -1),
    ]
    assert [c.before for c in found[:2]] == ["Fees", "Late fees stay off."]
    assert [c.first for c in found] == [True, False, False, False]


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("The export contains one line for each order.", "We have used the export since 2019."),
        ("Drafts are never shown to guests.", "My colleague found this on Monday."),
        ("With `--quiet` only errors are printed.", "Running 2.4.1 on Debian 12."),
    ],
)
def test_a_demand_scores_above_a_remark(more, less):
    """What must hold reads more like a demand than what only tells."""  # S1.3
    said = read("Export", f"{more}\n\n{less}")
    scores = demands.demanded(said, Intent.FEATURE)
    first, second = scores.values()

    assert first > second
    assert first > demands.LEAST


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_all_weights_are_what_the_trainer_gives():
    """`python -m tests.training` gives the committed tables, those learned from others, too."""  # S1.3
    names = sets()
    seen = {n: list(suspicion_rows.rows(n, names)) for n in (*names, NEAR[0]) if n not in READ}

    for file, made in tables(names, seen).items():
        kept = linear.weights(file)
        assert len(set(made) ^ set(kept)) < len(made) / 10, file
        assert (
            sum(abs(made[t][0] - kept[t][0]) > 40 for t in made.keys() & kept.keys())
            < len(made) / 50
        )


REMARK = "My colleague found this on Monday in the list of the office"
LISTED = "It has been like this in the office since March"
DEMAND = "The list shows the newest order first"


def test_what_reads_like_no_demand_is_left_out():
    """A remark is dropped, unless the author set it down as a criterion or lists it."""  # S1.3
    told = read("Export", f"{REMARK}.\n\n- {LISTED}")
    scores = demands.demanded(told, Intent.BUG)
    both = [(REMARK, REMARK), (LISTED, LISTED)]

    assert max(scores[REMARK], scores[LISTED]) < demands.LEAST
    assert demands.weighed(both, (), told, Intent.BUG) == both[1:]
    assert demands.weighed(both, (REMARK,), told, Intent.BUG) == both


def test_an_order_that_asks_for_nothing_is_left_out_and_a_wish_stays():
    """`Leave it, somebody works on it` is no demand, however it sounds; `I have wanted to` is one."""  # S1.3
    order = "Leave it where it is, that is another ticket and somebody works on it"
    wish = "I have often wanted to return early from all templates"
    told = read("Export", f"{order}. {wish}.")
    scores = demands.demanded(told, Intent.BUG)

    assert max(scores[order], scores[wish]) < demands.LEAST
    both = [(order, order), (wish, wish)]
    assert demands.weighed(both, (), told, Intent.BUG) == both[1:]
    plain = [("drop Node 16", "Bump the action, drop Node 16 and pin the runner.")]
    assert demands.weighed(plain, (), read("Clean up CI", plain[0][1]), Intent.CHORE) == plain


def test_the_report_of_a_fault_of_code_is_held_to_more():
    """Who explains code says much of how it is: what may be a demand elsewhere is none there."""  # S1.3
    maybe = "A key of a file is made of its content"
    told = read("Wrong width", f"The width is wrong, see `run_all()` and `a.b`. {maybe}.")
    one = [(maybe, maybe)]

    for intent, kept in ((Intent.FEATURE, one), (Intent.BUG, [])):
        score = demands.demanded(told, intent)[maybe]
        assert demands.LEAST < score < demands.LEAST_OF_CODE
        assert demands.weighed(one, (), told, intent) == kept


def test_what_surely_is_a_demand_is_added():
    """No rule need see it; in the report of a fault that explains code it tells how things are."""  # S1.3
    told = read(
        "Export",
        f"The office works with it. {DEMAND}, and drafts are never in it. See `run_all()` and `a.b`.",
    )

    assert demands.demanded(told, Intent.BUG)[DEMAND] >= demands.SURE
    assert demands.weighed([], (), told, Intent.FEATURE) == [(DEMAND, DEMAND)]
    assert demands.weighed([], (), told, Intent.BUG) == []


OPEN = (
    "The bookkeeper will tell us in the new year how the amounts are to be split, and the people of the "
    "other branch see it differently. Something has to happen with the totals on the page of a member."
)


def found_in(body: str, **fields: Any) -> tuple[Doubt, ...]:
    request = brief("Split the membership amounts", body, **fields).request
    return suspected(request, read(request.title, request.body), Intent.FEATURE, ())


def test_an_issue_may_be_suspected_as_a_whole():
    """What reads like what was asked about is asked about, in the words of one of its sentences."""  # S1.3
    doubts = found_in(OPEN)

    assert doubts
    assert all(d.about in OPEN for d in doubts)
    assert found_in("The page shows fee and donation in two columns.") == ()


def test_nothing_new_is_suspected_once_questions_were_asked():
    """Whoever has answered is not asked again about something else."""  # S1.3
    asked = propose(brief("Sort the list", "By name or by date?"))
    assert isinstance(asked, ProposedQuestions)

    assert found_in(OPEN, questions=asked.questions) == ()


def test_what_is_settled_is_not_suspected_again():
    """A doubt of a kind that was settled is not raised once more in other words."""  # S1.3
    body = f"{OPEN} The numbers of the accounts will follow once the bank has answered."
    request = brief("Split the membership amounts", body).request
    (doubt,) = found_in(body)

    again = suspected(request, read(request.title, body), Intent.FEATURE, (doubt.code,))

    assert doubt.code not in {d.code for d in again}


@pytest.mark.parametrize(("ahead", "intent"), [(100, Intent.FEATURE), (80, Intent.REFACTOR)])
def test_another_kind_of_work_needs_to_be_much_likelier(ahead, intent):
    """The rules' reading of an issue gives way to the model only where that is well ahead."""  # FR-014
    title, body = "Memory use", "The loader should make better use of the cache."
    request = brief(title, body, labels=("performance",)).request
    wishes = tuple(ahead if kind is Intent.FEATURE else 0 for kind in purpose.KINDS)
    tables = {purpose.WEIGHTS: {"": (0,) * len(purpose.KINDS), "l:performance": wishes}}

    with suspicion_rows.instead(tables):
        found = analyse(request, read(title, body), ())

    assert found.intent is intent
