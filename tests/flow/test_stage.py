"""The planner's stage: context, plan or questions, persisted; every part is told, and time is limited."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.facts import RecordPresent
from bot.domain.policy import Policy
from bot.errors import PlanError
from bot.flow.stage import PlannerStage
from bot.planning.draft import Draft
from bot.planning.engine import Run
from bot.planning.proposal import Brief, Declined, ProposedPlan, ProposedQuestions
from tests.fakes.engine import FakeEngine
from tests.fakes.watch import FakeWatch
from tests.fakes.workspace import FakeWorkspace
from tests.flow.given import Shop
from tests.planning.requests import SHOP, answered, brief

ASKED = brief()
CLEAR = answered(ASKED, "AA", FakeEngine())


def a_stage(watch: FakeWatch, texts: dict[str, str] | None = None, **planner: int) -> PlannerStage:
    """A stage on the shop's tree, with a scripted engine."""
    texts = texts or {"shop/orders.py": "x" * 400}
    policy = Policy.model_validate({"planner": planner} if planner else {})
    workspace = FakeWorkspace({p: texts.get(p, "") for p in SHOP})
    return PlannerStage("octo/shop#7", policy, watch, FakeEngine(), workspace)


@pytest.mark.shows(
    "FR-001",
    "FR-002",
    "FR-003",
    "FR-005",
    "FR-018",
    "NFR-014",
    "AC-001",
    "AC-002",
    "AC-003",
    "AC-005",
)
def test_the_stage_enters_executes_and_exits():
    """Context first, then a plan, then word that it is kept: told in this order."""
    watch = FakeWatch()
    stage = a_stage(watch)
    proposal = stage.run(CLEAR.request)
    stage.exit(proposal, "record")

    assert isinstance(proposal, ProposedPlan)
    assert watch.names == [
        "stage_entered", "context_prepared", "request_analysed", "plan_created",
        "planner.telemetry", "plan_persisted", "stage_exited",
    ]  # fmt: skip
    assert all(f["session_id"] == "octo/shop#7" for _, f in watch.events)


@pytest.mark.shows("FR-004", "AC-004")
def test_the_plan_is_kept_when_the_stage_exits():
    """The exit is told after the record was written, names the plan that stands in it, and where."""
    shop, watch = the_shop()
    shop.open_issue()
    shop.wake()
    shop.answer()
    shop.wake()

    kept = shop.record.planner.plan
    told = watch.of("plan_persisted")
    assert kept is not None and told["where"] == "record"
    assert (told["plan_id"], told["version"]) == (kept.id, kept.version)


def test_the_exit_tells_the_time_since_the_stage_was_entered():
    """Each event's duration is longer than the one before it, the exit's too: it is never 0."""
    shop, watch = the_shop()
    watch.pace = 0.01
    shop.open_issue()
    shop.wake()
    spent = [fields["duration_ms"] for name, fields in watch.events if name != "progress"]

    assert watch.names[0] == "stage_entered" and watch.names[-1] == "stage_exited"
    assert spent == sorted(set(spent)) and spent[0] > 0


@pytest.mark.shows("FR-024", "FR-075", "AC-020")
def test_a_created_plan_is_told_with_the_fields_of_the_specification():
    """Session, plan, version, goal, counts, complexity, tokens and duration."""
    # seed 5: logging fields
    watch = FakeWatch()
    proposal = a_stage(watch).run(CLEAR.request)
    assert isinstance(proposal, ProposedPlan)
    told = watch.of("plan_created")

    assert set(told) >= {
        "session_id", "plan_id", "version", "goal", "task_count", "step_count", "complexity",
        "context_tokens", "duration_ms",
    }  # fmt: skip
    plan = proposal.plan
    assert (told["plan_id"], told["version"], told["goal"]) == (plan.id, 1, plan.goal)
    assert (told["task_count"], told["complexity"]) == (len(plan.tasks), plan.total_complexity)
    assert told["context_tokens"] == 100 == proposal.telemetry["contextTokens"]


@pytest.mark.shows("FR-012", "FR-079", "NFR-015", "AC-050", "PT-10")
def test_search_counts_feed_the_planners_telemetry():
    """How many files were looked at and loaded, and how many tokens they take, in the log and the plan."""
    # S4.7
    watch = FakeWatch()
    kept = a_stage(watch).run(CLEAR.request).telemetry
    told = watch.of("context_prepared")

    assert (told["files_scanned"], told["context_tokens"]) == (12, 100)
    assert (told["files_indexed"], told["files_trimmed"]) == (0, 0)
    for kind in ("Scanned", "Indexed", "Loaded", "Trimmed"):
        assert kept[f"files{kind}"] == told[f"files_{kind.lower()}"]


@pytest.mark.shows("FR-012", "FR-077", "AC-049")
def test_what_was_trimmed_and_looked_at_is_told():
    """How many files are whole, outlined, one line, left out; and what finding them took."""
    # S4.7
    watch = FakeWatch()
    proposal = a_stage(watch, {"shop/orders.py": "x" * 8_000}, max_context_tokens=500).run(
        CLEAR.request
    )
    told = watch.of("context_prepared")

    amounts = proposal.telemetry["contextFiles"]
    assert amounts["outline"] + amounts["summary"] == 1
    assert {f"files_{k}": v for k, v in amounts.items()}.items() <= told.items()
    assert told["index_listed"] == len(SHOP)


@pytest.mark.shows("PT-13")
def test_a_planner_telemetry_event_holds_task_statistics_and_the_latest_snapshot():
    """One event holds how many tasks there are, how deep and wide, ready, by tool, and the graph itself."""
    # S4.3: "records a `planner.telemetry` React log entry containing task statistics …"
    watch = FakeWatch()
    proposal = a_stage(watch).run(CLEAR.request)
    assert isinstance(proposal, ProposedPlan)
    told = watch.of("planner.telemetry")

    assert watch.names.count("planner.telemetry") == 1
    assert told["tasks_count"] == len(proposal.plan.tasks) >= told["tasks_ready"] > 0
    assert told["tasks_depth"] * told["tasks_width"] >= told["tasks_count"]
    assert sum(told["tasks_byTool"].values()) == told["tasks_count"]
    assert [t["id"] for t in told["snapshot"]["tasks"]] == [t.id for t in proposal.plan.tasks]


@pytest.mark.parametrize("ends", ["plan", "questions", "error"])
def test_tokens_are_told_whatever_comes_of_a_run(ends):
    """A run that ends in a plan, in questions or in an error tells once how many tokens its model took."""
    # S4.7
    watch, stage = FakeWatch(), a_stage(FakeWatch())

    def broken(_: Brief) -> Draft:
        raise PlanError("PLANGATE-PLAN-004", "no plan", "Try again")

    engine = FakeEngine(broken) if ends == "error" else FakeEngine()
    engine.last = Run("fake", telemetry={"tokens": {"sent": 7, "received": 2}})
    asked = ASKED if ends == "questions" else CLEAR
    found = replace(stage, engine=engine, watch=watch).run(asked.request)

    wanted = {"plan": ProposedPlan, "questions": ProposedQuestions, "error": Declined}
    assert isinstance(found, wanted[ends]) and watch.names.count("model_used") == 1
    assert watch.of("model_used").items() >= {"tokens_sent": 7, "tokens_received": 2}.items()


@pytest.mark.shows("FR-071")
def test_questions_are_told():
    """Asking is told with its reasons; there is no plan then."""
    watch = FakeWatch()
    proposal = a_stage(watch).run(ASKED.request)

    assert isinstance(proposal, ProposedQuestions)
    assert watch.of("questions_asked")["count"] == len(proposal.questions)
    assert "plan_created" not in watch.names


@pytest.mark.shows("FR-065", "AC-043")
def test_replanning_is_told_with_its_reason():
    """A new version names why it was made."""
    watch = FakeWatch()
    first = a_stage(watch).run(CLEAR.request)
    assert isinstance(first, ProposedPlan)
    again = replace(CLEAR.request, earlier=first.plan, feedback=("Also write a changelog entry",))
    second = a_stage(watch).run(again)

    assert isinstance(second, ProposedPlan) and second.plan.version == 2
    assert watch.of("replanned")["reason"] == "Also write a changelog entry"


@pytest.mark.shows("FR-076", "FR-080", "AC-048")
def test_a_context_over_budget_warns():
    """More tokens than the policy allows is a warning with its code, before any engine is asked."""
    watch = FakeWatch()
    a_stage(watch, {"shop/orders.py": "x" * 4_000}, max_context_tokens=500).run(CLEAR.request)

    assert watch.of("budget_exceeded")["code"] == "PLANGATE-PLAN-006"
    told = [fields.get("doing", name) for name, fields in watch.events]
    assert told.index("budget_exceeded") < told.index("scripted"), "the engine was asked before"


@pytest.mark.parametrize("pace", [2, 0.35, 0.25])
@pytest.mark.shows("FR-083", "AC-053")
def test_time_is_limited(pace):
    """Planning that takes longer than `planner.timeout` is given up with its code, wherever it is."""
    # seed 5 scenario 7
    watch = FakeWatch(pace=pace)
    proposal = a_stage(watch, timeout=1).run(CLEAR.request)

    assert isinstance(proposal, Declined)
    assert (proposal.outcome, proposal.code) == ("UNRESOLVABLE", "PLANGATE-PLAN-007")
    assert "planner.timeout" in proposal.would_change
    assert watch.of("plan_failed")["code"] == "PLANGATE-PLAN-007"


@pytest.mark.shows("FR-085")
def test_a_context_that_cannot_be_read_is_told():
    """A workspace that fails is no crash: the code of the specification says what it is."""
    watch = FakeWatch()

    class Broken(FakeWorkspace):
        def paths(self) -> tuple[str, ...]:
            raise PermissionError("/secret/place")

    proposal = replace(a_stage(watch), repository=Broken()).run(CLEAR.request)

    assert isinstance(proposal, Declined) and proposal.code == "PLANGATE-PLAN-002"
    assert watch.of("plan_failed")["code"] == "PLANGATE-PLAN-002"
    assert "/secret/place" not in proposal.reason + str(watch.events)


def test_a_secret_in_the_title_is_not_told():
    """Events hold no secrets."""
    # T11
    token = "ghp_" + "a1B2" * 9
    watch = FakeWatch()
    titled = replace(CLEAR.request, title=f"Export orders with {token}")
    first = a_stage(watch).run(titled)
    assert isinstance(first, ProposedPlan)
    wish = f"Also write a changelog entry about {token}"
    a_stage(watch).run(replace(titled, earlier=first.plan, feedback=(wish,)))

    assert "replanned" in watch.names
    assert token not in str(watch.events)


def the_shop(**planner: int) -> tuple[Shop, FakeWatch]:
    """The shop with somebody who looks on."""
    shop = Shop()
    watch = FakeWatch()
    shop.world = replace(shop.world, watch=watch)
    return shop, watch


def grown(shop: Shop) -> None:
    """The shop's repository becomes a large one."""
    files = {f"data/f{n}.txt": "x" for n in range(20_001)}
    shop.world = replace(shop.world, workspace=FakeWorkspace(shop.hub.branches["main"] | files))


def test_a_long_plan_is_announced_on_the_card_first():
    """Where planning may take long, the record's card is posted first, and edited with the result."""
    # DESIGN: long work is announced first
    shop, watch = the_shop()
    grown(shop)
    shop.open_issue()
    writes = [w.verb for w in shop.writes(shop.wake)]
    actions = [a.action for a in shop.record.history]

    assert "planning announced" in actions
    assert shop.stage in {"awaiting_human", "staged"}
    assert len(shop.ours("record")) == 1
    assert len(writes) > 2
    assert watch.names.count("stage_exited") == 1


def test_an_announced_plan_is_made_by_the_next_wake():
    """Whoever was to make the plan may crash: the next wake makes it, once."""
    # DESIGN: a crash anywhere is repaired by the next wake
    shop, _ = the_shop()
    grown(shop)

    def crash(event: str, **fields: object) -> None:
        raise KeyboardInterrupt

    shop.open_issue()
    silent = shop.world
    shop.world = replace(
        shop.world, watch=type("Crash", (FakeWatch,), {"tell": staticmethod(crash)})()
    )
    with pytest.raises(KeyboardInterrupt):
        shop.wake()
    assert shop.stage == "planning"
    shop.world = silent
    shop.wake()

    assert shop.stage in {"awaiting_human", "staged"}
    assert shop.writes(shop.wake) == []


@pytest.mark.shows("FR-083", "AC-053", "AC-054")
def test_a_failed_plan_is_said_on_the_issue():
    """A time-out ends in a notice with its code and what would help; nothing more is written."""
    shop, _ = the_shop()
    shop.world = replace(shop.world, watch=FakeWatch(pace=100))
    shop.open_issue()
    shop.wake()

    [notice] = shop.ours("notice")
    assert shop.stage == "unresolvable"
    assert "notice id=plan_failed-carol" in notice.body
    assert shop.record.history[-1].notice is not None
    assert shop.record.history[-1].notice.data["code"] == "PLANGATE-PLAN-007"
    assert shop.writes(shop.wake) == []


def test_a_label_for_several_stories_starts_planning_too():
    """`plan:epic` (or what the policy calls it) wakes the planner like `plan`."""
    # CONTRACT: labels
    shop = Shop()
    shop.open_issue()
    shop.hub.set_labels(shop.issue, ["plan:epic"])
    shop.wake()

    found = shop.world.records.find(shop.hub.subject(shop.issue), shop.hub.comments_of(shop.issue))
    assert isinstance(found, RecordPresent)


@pytest.mark.shows("FR-005", "AC-005")
def test_the_exit_says_how_long_the_whole_stage_took():
    """The stage that planned is the one that ends: its last event counts from its beginning."""
    watch = FakeWatch(pace=0.01)
    stage = a_stage(watch)
    proposal = stage.run(CLEAR.request)
    stage.exit(proposal, "record")

    spent = [fields["duration_ms"] for _, fields in watch.events if "duration_ms" in fields]
    assert spent == sorted(spent)
    assert watch.of("stage_exited")["duration_ms"] == max(spent) > 0


@pytest.mark.shows("FR-005")
def test_the_handler_ends_the_stage_that_planned():
    """Through `handle`, too, the stage's exit tells the time since its entry, not none at all."""
    shop, _ = the_shop()
    watch = FakeWatch(pace=0.01)
    shop.world = replace(shop.world, watch=watch)
    shop.open_issue()
    shop.wake()

    assert watch.of("stage_exited")["duration_ms"] > watch.of("stage_entered")["duration_ms"] > 0
