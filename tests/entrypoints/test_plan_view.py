"""`plangate plan show|diff|export|next`: every kind of TARGET, every format, the same bytes each time."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path

import networkx
import pytest
from click.testing import CliRunner

from bot.__main__ import cli
from bot.domain import codec
from bot.domain.plan import WorkStatus
from bot.domain.plan_delta import PlanDelta
from bot.domain.promises import promises
from bot.domain.record import (
    Claim,
    PlannerState,
    PlanVersion,
    PullEvidence,
    Record,
    StoredPlan,
)
from bot.errors import PlangateError
from bot.graph.schedule import sort_keys
from bot.graph.task_graph import TaskGraph, statistics
from bot.planning.versions import next_version
from tests.acceptance import shop
from tests.entrypoints.cli import inside, plangate
from tests.planning.requests import the_plan

REQUEST = """---
title: Refuse negative counts in the cart
created_at: 2026-11-20T12:00:00Z
---
`authorise` in `shop/auth.py` takes anybody.

## Acceptance criteria
- [ ] `Cart.add` raises ValueError for a count below 1
- [ ] The README tells what is refused

## Tasks
- [ ] Refuse counts below 1 in `shop/orders.py`
- [ ] Say in `README.md` what is refused (after 1)
"""


def two_versions() -> Record:
    """A record with two versions: a task finished in between, the last one dropped."""
    first = the_plan()
    done = first.tasks[0].model_copy(update={"status": WorkStatus.DONE})
    first = first.model_copy(update={"tasks": (done, *first.tasks[1:])})
    fresh = first.model_copy(update={"tasks": first.tasks[:-1], "dependencies": ()})
    second = next_version(first, fresh, "No documents after all")
    entries = (
        PlanVersion(version=1, digest=first.digest(), created_at=first.created_at, reason="plan"),
        PlanVersion(
            version=2, digest=second.digest(), created_at=second.created_at,
            reason="reject: No documents after all", changes=second.changes,
            before=PlanDelta.between(first, second),
        ),
    )  # fmt: skip
    stored = StoredPlan(id=second.id, version=2, digest=second.digest(), body=second)
    criterion = second.tasks[1].acceptance_criteria[0].text
    return Record.new(7).model_copy(
        update={
            "planner": PlannerState(plan=stored, versions=entries),
            "claims": (Claim(text=criterion, state="contradicted"),),
        }
    )


@pytest.fixture
def saved(tmp_path):
    """A record with two versions, saved to a file."""
    file = tmp_path / "record.json"
    file.write_text(codec.to_json(two_versions()), encoding="utf-8")
    return str(file)


@pytest.fixture
def request_file(tmp_path):
    """A request in Markdown, beside the shop it is about."""
    for path, text in shop.FILES.items():
        (tmp_path / "shop" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "shop" / path).write_text(text)
    file = tmp_path / "request.md"
    file.write_text(REQUEST)
    return str(file)


def said(*arguments: str) -> str:
    """What a plan command prints; a Markdown file is planned for the shop beside it."""
    files = [Path(a).parent / "shop" for a in arguments if a.endswith("request.md")]
    more = [part for folder in files for part in ("--workspace", str(folder))]
    done = CliRunner().invoke(cli, ["plan", *arguments, *more])
    assert done.exception is None, done.exception
    return done.stdout


def code(*arguments: str) -> str:
    """The code with which a plan command is refused."""
    done = CliRunner().invoke(cli, ["plan", *arguments])
    assert isinstance(done.exception, PlangateError), done.exception
    assert done.exception.exit_code == 2
    return done.exception.code


@pytest.mark.shows("AC-034", "AC-035")
def test_a_plan_is_shown_as_the_manual_draws_it(request_file):
    """Version, goal, tasks with state and dependencies, numbered steps with their kind, the estimate."""
    # seed 5 scenario 6
    shown = said("show", request_file)

    assert re.match(r"Task Plan \(v1\) - [0-9a-f-]{36}\nGoal: ", shown)
    assert re.search(r"(?m)^  1\. \[PENDING\] ", shown)
    assert re.search(r"(?m)^     Depends: Task 1$", shown)
    assert re.search(r"(?m)^       1\.1 .+ \(\w+\)$", shown)
    assert re.search(r"Estimated Complexity: (?:1|2|3|5|8|13|21|34) \(Fibonacci\)\n$", shown)


def test_one_task_is_shown_in_detail(request_file):
    """Status, complexity, resources, criteria, and each step's action and target."""
    # seed 5: plan details
    shown = said("show", request_file, "--task", "1")

    for part in ("Task 1: ", "Status: PENDING", "Complexity: ", "Resources:", "Acceptance Criteria:",
                 "Steps:", "Action: MODIFY_FILE", "Target: shop/orders.py"):  # fmt: skip
        assert part in shown
    assert code("show", request_file, "--task", "99") == "PLANGATE-CLI-015"


@pytest.mark.shows("FR-061", "AC-039")
def test_json_is_the_plan(request_file):
    """`--json` prints the TaskPlan or the task, with the contract's names."""
    plan = json.loads(said("show", request_file, "--json"))
    task = json.loads(said("show", request_file, "--json", "--task", "2"))

    assert {"id", "version", "goal", "tasks", "dependencies", "totalComplexity"} <= set(plan)
    assert task == plan["tasks"][1]


@pytest.mark.shows("FR-066")
def test_an_older_version_is_shown_as_it_was(saved):
    """Every version that ever was can be shown; one that never was is refused."""
    first, second = said("show", saved, "--version", "1"), said("show", saved)

    assert first.startswith("Task Plan (v1)") and "[SUPERSEDED]" not in first
    assert second.startswith("Task Plan (v2)") and "[SUPERSEDED]" in second
    assert "[DONE]" in second
    assert code("show", saved, "--version", "3") == "PLANGATE-CLI-013"


@pytest.mark.shows("FR-064", "AC-042")
def test_a_diff_says_what_changed_and_why(saved):
    """Kept, changed, removed tasks are listed with the reason of each version in between."""
    # B5
    shown = said("diff", saved, "1", "2")

    assert "plan v1 → v2" in shown
    assert "Why: reject: No documents after all" in shown
    assert re.search(r"(?m)^  = Task 1: .+ \(it is done\)$", shown)
    assert re.search(r"(?m)^  - Task 3: .+ \(reject: No documents after all\)$", shown)
    data = json.loads(said("diff", saved, "1", "2", "--json"))
    assert (data["from"], data["to"]) == (1, 2)
    assert [c["kind"] for c in data["changes"]][-1] == "removed"


def test_a_diff_can_be_read_backwards(saved):
    """From the newer to the older one, what was removed is added."""
    kinds = [c["kind"] for c in json.loads(said("diff", saved, "2", "1", "--json"))["changes"]]

    assert "added" in kinds and "removed" not in kinds


def test_a_file_without_a_record_has_no_versions_to_compare(tmp_path):
    """Whatever the file asks: no answer given here would lead to a second version."""
    file = tmp_path / "issue.md"
    file.write_text(REQUEST)

    assert code("diff", str(file), "1", "2") == "PLANGATE-CLI-034"
    file.write_text("# Export\n\nIt is not clear whether as CSV or as PDF.\n")
    assert code("diff", str(file), "1", "2") == "PLANGATE-CLI-034"


def test_graphml_is_read_by_another_program(saved):
    """networkx reads the nodes, edges, and which task evidence contradicts."""
    # S4.6
    text = said("export", saved, "--format", "graphml")
    graph = networkx.read_graphml(BytesIO(text.encode()))
    plan = two_versions().plan

    assert plan is not None
    assert list(graph.nodes) == [t.id for t in plan.tasks]
    assert sorted(graph.edges) == sorted((d.needs, d.task) for d in plan.dependencies)
    assert [data["contradicted"] for _, data in graph.nodes(data=True)].count(True) == 1
    assert networkx.is_directed_acyclic_graph(graph)


def test_the_other_formats(saved):
    """JSON is the plan, Mermaid a flowchart, Markdown a document with the flowchart in it."""
    # S4.6, B14
    plan = two_versions().plan
    assert plan is not None
    chart = said("export", saved, "--format", "mermaid")

    whole = json.loads(said("export", saved, "--format", "json"))
    signals, intensity = whole.pop("signals"), whole.pop("intensity")
    assert [s["kind"] for s in signals] == ["claim"] and intensity == 1.0
    graph = whole.pop("taskGraph")
    assert whole == plan.model_dump(mode="json", by_alias=True)
    assert TaskGraph.from_planner_output(graph) == TaskGraph.of_plan(plan)
    assert chart.startswith("flowchart LR\n") and "  t1 --> t2\n" in chart
    document = said("export", saved, "--format", "markdown")
    assert document.startswith("# ") and chart.rstrip() in document
    assert "What changed since v1" in document


@pytest.mark.shows("PT-01")
def test_downstream_components_schedule_and_audit_from_the_planners_json(saved):
    """The exported JSON holds all that finds the task of `plan next`, and the criteria that are audited."""
    # S4.1, S4.4, S4.5
    whole = json.loads(said("export", saved, "--format", "json"))
    graph = TaskGraph.from_planner_output(whole)
    over = {task["id"] for task in whole["tasks"] if task["status"] == "done"}
    first = min(sort_keys(graph, over, "pytest"))
    claims = promises(two_versions(), PullEvidence(number=1, head_sha="a" * 40))

    assert first[-1] == json.loads(said("next", saved, "--tool", "pytest", "--json"))["task"]["id"]
    assert [text for task in graph.tasks.values() for text in task.criteria] == [
        c.text for c in claims
    ]


OTHERS = [pytest.param(form, marks=pytest.mark.proof) for form in ("json", "mermaid")]
"""What a document holds, too."""


@pytest.mark.parametrize("form", ["graphml", "markdown", *OTHERS])
def test_exports_are_the_same_in_every_process(request_file, form):
    """The same file gives the same bytes, whatever the hash seed."""
    # CONTRACT: deterministic
    export = ("plan", "export", request_file, "--format", form)
    first, second = plangate(*export), inside(*export)

    assert (first.code, first.out) == (0, second.out)
    assert first.out


def test_next_is_what_can_be_started(saved):
    """The first task is done: the next one for any tool waits for nothing any more."""
    # S4.4, B14
    found = json.loads(said("next", saved, "--tool", "pytest", "--json"))

    assert (found["task"]["number"], found["ready"], found["pending"]) == (2, True, 0)
    assert found["prompt"].startswith("Do task 2 of 2 of a plan for the repository ")
    assert said("next", saved).startswith("Task 2: ")


def test_a_tool_that_no_open_task_needs_is_told_with_those_there_are(saved):
    """The next task is shown all the same, as the rule for agents has it."""
    # S4.4
    unknown, known = (inside("plan", "next", saved, "--tool", tool) for tool in ("foo", "Modify"))

    assert (unknown.code, unknown.out) == (0, said("next", saved))
    told = "No open task needs foo. Tools in this plan: modify, read. Here is the next task:\n"
    assert (unknown.err, known.err) == (told, "")


@pytest.mark.shows("PT-18", "PT-22")
def test_badges_stay_visible_in_planner_telemetry(saved):
    """What planning took stands in the record; the graph's statistics are those of the version shown."""
    # S4.3, S4.7
    file = Path(saved)
    record = json.loads(file.read_text())
    record["planner"]["telemetry"] = {"filesScanned": 12, "route": "\x1b[1m"}
    file.write_text(json.dumps(record))
    shown = said("show", saved, "--telemetry")

    assert json.loads(shown)["badges"] == {"contradicted": 1}
    assert json.loads(shown)["filesScanned"] == 12 and "\x1b" not in shown
    plan = two_versions().plan
    assert plan is not None and json.loads(shown)["taskGraph"] == statistics(plan)


def test_nothing_is_left(tmp_path):
    """A plan whose tasks are all done has no next one."""
    plan = the_plan()
    tasks = tuple(t.model_copy(update={"status": WorkStatus.DONE}) for t in plan.tasks)
    stored = StoredPlan(
        id=plan.id, version=1, digest="", body=plan.model_copy(update={"tasks": tasks})
    )
    file = tmp_path / "done.json"
    record = Record.new(7).model_copy(update={"planner": PlannerState(plan=stored)})
    file.write_text(codec.to_json(record))

    assert said("next", str(file)) == "Nothing is left to do.\n"
    assert said("next", str(file), "--json") == "null\n"


def test_what_plan_run_printed_is_a_target(tmp_path, request_file):
    """The JSON of `plan run` can be shown and exported later."""
    file = tmp_path / "run.json"
    file.write_text(inside("plan", "run", request_file, "--json").out)

    assert said("show", str(file)).splitlines()[0] == said("show", request_file).splitlines()[0]


def test_json_of_the_standard_input_is_a_target(saved):
    """What `record show` or `plan run --json` printed can be piped; other text is Markdown."""
    text = Path(saved).read_text(encoding="utf-8")
    piped = CliRunner().invoke(cli, ["plan", "show", "-"], input=text)
    changed = CliRunner().invoke(cli, ["plan", "diff", "-", "1", "2"], input=text)

    assert (piped.exit_code, piped.stdout) == (0, said("show", saved))
    assert (changed.exit_code, changed.stdout.partition(":")[0]) == (0, "-")


def test_a_saved_record_may_be_longer_than_a_request(saved):
    """Its evidence alone can take more than the megabyte of a Markdown file."""
    file = Path(saved)
    record = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(record | {"unknown": "x" * 1_100_000}))

    assert said("show", saved).startswith("Task Plan (v2)")


def test_a_file_that_needs_answers_waits(tmp_path):
    """A request that asks is no plan yet: exit 3, and the way to answer."""
    # S1.3
    file = tmp_path / "ask.md"
    file.write_text(f"# {shop.TITLE}\n\n{shop.BODY}")
    waiting = CliRunner().invoke(cli, ["plan", "show", str(file)])
    asked = json.loads(inside("plan", "run", file, "--json").out)["questions"]
    picks = " ".join(f"{n}A" for n in range(1, len(asked) + 1))
    shown = CliRunner().invoke(cli, ["plan", "show", str(file), "--answer", picks])

    assert waiting.exit_code == 3 and "--answer" in waiting.stdout
    assert shown.exit_code == 0 and shown.stdout.startswith("Task Plan (v1)")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{", "PLANGATE-CLI-003"),
        ("[]", "PLANGATE-RECORD-002"),
        ('{"plan": {}}', "PLANGATE-CLI-014"),
        ('{"decision": "ask", "plan": null}', "PLANGATE-CLI-014"),
        ('{"canonicalTaskId": "T-00007", "stage": "planning"}', "PLANGATE-CLI-005"),
    ],
)
def test_a_file_without_a_plan_is_refused(tmp_path, text, wanted):
    """What is no record, or has no plan, is told with its code."""
    file = tmp_path / "x.json"
    file.write_text(text)

    assert code("show", str(file)) == wanted


@pytest.mark.shows("FR-017", "AC-016")
def test_a_request_that_is_no_task_has_no_plan(tmp_path):
    """A refusal is told with the planner's code."""
    file = tmp_path / "empty.md"
    file.write_text("")

    assert code("show", str(file)) == "PLANGATE-PLAN-001"


def test_without_target_the_branch_names_the_issue(tmp_path, monkeypatch):
    """In a checkout the branch `task/t-00012-…` and the remote name the issue; else it is asked for."""
    # CONTRACT: plan show [TARGET]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_TOKEN", "")
    assert code("show") == "PLANGATE-CLI-011"
    assert "this folder is not in a git checkout" in inside("plan", "show", cwd=tmp_path).err

    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/HEAD").write_text("ref: refs/heads/task/t-00012-export\n")
    told = "the current branch names issue #12, but no git remote is on github.com. "
    assert told in inside("plan", "show", cwd=tmp_path).err
    (tmp_path / ".git/config").write_text(
        '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:acme/shop.git\n'
    )
    assert code("show") == "PLANGATE-CONFIG-002"  # it would ask GitHub
