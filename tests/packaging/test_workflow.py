"""When the starter workflow's job starts, judged by GitHub's own expression engine on payloads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.testbed.action_runner import run_job
from tests.testbed.node import MissingTestBed, find_node

ROOT = Path(__file__).resolve().parents[2]
HERE, FORK = {"repo": {"full_name": "acme/shop"}}, {"repo": {"full_name": "eve/shop"}}
PLANNED = {"labels": [{"name": "bug"}, {"name": "stage: awaiting human"}]}
BOARD = {"labels": [{"name": "plangate: dashboard"}], "user": {"type": "Bot"}}
LABELLED = {
    "labels": [{"name": "stage: review"}, {"name": "plangate: dashboard"}],
    "user": {"type": "User"},
}
OTHER: dict[str, Any] = {"labels": [{"name": "bug"}]}


def run(name: str, conclusion: str) -> dict[str, Any]:
    """A workflow run that ended."""
    return {"workflow_run": {"name": name, "conclusion": conclusion}}


STARTS: dict[str, tuple[str, str, dict[str, Any], bool]] = {
    "a reply on a planned issue": (
        "issue_comment", "created", {"issue": PLANNED, "comment": {"body": "1A"}}, True),
    "a command anywhere": (
        "issue_comment", "created", {"issue": OTHER, "comment": {"body": "Please /plan"}}, True),
    "talk elsewhere": ("issue_comment", "created", {"issue": OTHER, "comment": {"body": "Me too"}}, False),
    "talk where no label is": (
        "issue_comment", "created", {"issue": {"labels": []}, "comment": {"body": "+1"}}, False),
    "an edited comment elsewhere": (
        "issue_comment", "edited", {"issue": OTHER, "comment": {"body": "x"}}, True),
    "talk on the dashboard": (
        "issue_comment", "created", {"issue": BOARD, "comment": {"body": "/plan"}}, False),
    "a reply on a planned issue with that label": (
        "issue_comment", "created", {"issue": LABELLED, "comment": {"body": "1A"}}, True),
    "a tick on the dashboard": ("issues", "edited", {"issue": BOARD}, True),
    "the label plan": ("issues", "labeled", {"issue": OTHER, "label": {"name": "plan"}}, True),
    "a stage's label that was taken off": (
        "issues", "unlabeled", {"issue": OTHER, "label": {"name": "stage: review"}}, True),
    "another label elsewhere": ("issues", "labeled", {"issue": OTHER, "label": {"name": "bug"}}, False),
    "an issue that nobody plans": ("issues", "opened", {"issue": OTHER}, False),
    "a planned issue that is closed": ("issues", "closed", {"issue": PLANNED}, True),
    "a review": ("pull_request_review", "submitted", {"pull_request": {"head": HERE}}, True),
    "a review of a fork": ("pull_request_review", "submitted", {"pull_request": {"head": FORK}}, False),
    "that review, heard": ("workflow_run", "completed", run("plangate heard", "success"), True),
    "a review that came by itself": ("workflow_run", "completed", run("plangate heard", "skipped"), False),
    "CI": ("workflow_run", "completed", run("CI", "failure"), True),
    "a push": ("pull_request_target", "synchronize", {"pull_request": {"head": FORK}}, True),
    "the sweep": ("schedule", "", {}, True),
}  # fmt: skip


def test_the_job_starts_for_what_may_concern_us_alone():
    """Whatever cannot concern plangate ends before a runner starts; everything else does not."""
    # issue 24: minutes
    try:
        find_node()
    except MissingTestBed as missing:
        pytest.skip(str(missing))
    started = {name: starts("handle", *case[:3]) for name, case in STARTS.items()}

    assert started == {name: case[3] for name, case in STARTS.items()}


def test_a_review_wakes_once():
    """Each review starts either the job itself or the one that does nothing, never both and never none."""
    # issue 24: forks and Dependabot
    for head, actor in ((HERE, "bob"), (FORK, "bob"), (HERE, "dependabot[bot]")):
        given = ("pull_request_review", "submitted", {"pull_request": {"head": head}}, actor)
        both = [
            starts("handle", *given),
            starts("heard", *given),
        ]
        assert sorted(both) == [False, True]


def test_what_hears_may_do_nothing():
    """The workflow for outsiders' reviews has no permission, no secret, no checkout and no text of theirs."""
    # T5
    workflow = yaml.safe_load((ROOT / "workflows" / "plangate-heard.yml").read_text())
    [job] = workflow["jobs"].values()

    assert workflow["permissions"] == job["permissions"] == {}
    assert [step["run"] for step in job["steps"]] == ["true"]
    assert "secrets." not in str(workflow)


def starts(job: str, event: str, action: str, payload: dict[str, Any], actor: str = "bob") -> bool:
    """Whether a job's `if` holds."""
    file = {"handle": "plangate.yml", "heard": "plangate-heard.yml"}[job]
    condition = yaml.safe_load((ROOT / "workflows" / file).read_text())["jobs"][job]["if"]
    ran = run_job(
        [], condition=condition, event_name=event, event={"action": action, **payload},
        repository="acme/shop", actor=actor,
    )  # fmt: skip
    return ran.conclusion != "skipped"
